#include <limits.h>

#include "log/log.h"
#include "base/io.h"
#include "guard/guard.h"
#include "guard/guards/secret.h"
#include "run/run.h"
#include "text/time.h"
#include "text/utf8.h"
#include "text/words.h"

/*
 * One line of the record. Of what a call was about to do it holds the tool, the first word of a
 * command, the files, and a number to tell inputs apart: a command line may have a secret in it.
 * So may any text that an agent or a hook wrote, and there it is redacted. What a hook says may
 * quote the command, where a secret is often one by its place alone.
 */

enum { TEXT_MAX = 300, SECRET_MAX = 4096, PATHS_SHOWN = 16, HOOKS_SHOWN = 32, FOUND_SHOWN = 16 };

/* A text as it is kept: first without secrets, then cut, lest half of one is left. */
static struct sv kept(struct json_writer *w, struct sv text)
{
	struct buf b = buf_in(w->out->arena);
	struct gaff_secret secret;

	text = gaff_utf8_cut(text, TEXT_MAX + SECRET_MAX);
	if (gaff_secret_find(text, 0, &secret)) {
		(void)gaff_secret_redact(&b, text);
		text = buf_ok(&b) ? buf_sv(&b) : SV("[redacted]");
	}
	return gaff_utf8_cut(text, TEXT_MAX);
}

/* The command of a call, and what else is given to a tool that nobody knows. */
static struct sv command_of(struct arena *a, const struct gaff_event *event)
{
	const unsigned strange = GAFF_TOOL_BIT(MCP) | GAFF_TOOL_BIT(OTHER);
	struct gaff_err ignored;
	struct json input;
	struct sv command;

	if (event && event->tools & GAFF_TOOL_BIT(SHELL) &&
	    gaff_event_input(a, event, &input, &ignored) == GAFF_OK &&
	    gaff_json_text(a, gaff_json_get(input, SV("command")), &command))
		return command;
	return event && event->tools & strange ? json_sv(event->field[GAFF_F_TOOL_INPUT])
					       : (struct sv){ 0 };
}

/* What somebody said about the call. */
static struct sv said(struct json_writer *w, const struct gaff_event *event, struct sv text)
{
	struct arena *a = w->out->arena;

	text = gaff_secret_strip(a, gaff_utf8_cut(text, TEXT_MAX + SECRET_MAX),
				 command_of(a, event));
	return gaff_utf8_cut(text, TEXT_MAX);
}

static void add_said(struct json_writer *w, const struct gaff_event *event, struct sv key,
		     struct sv text)
{
	if (text.n)
		json_member_string(w, key, said(w, event, text));
}

static void add_text(struct json_writer *w, struct sv key, struct sv text)
{
	if (!text.n)
		return;
	json_member_string(w, key, kept(w, text));
}

static void add_field(struct arena *a, struct json_writer *w, struct sv key, struct json value)
{
	struct sv text;

	if (gaff_json_text(a, value, &text))
		add_text(w, key, text);
}

static void add_number(struct json_writer *w, struct sv key, int64_t value)
{
	char text[24];

	(void)snprintf(text, sizeof text, "%lld", (long long)value);
	json_member(w, key, sv_of(text));
}

static void add_list(struct json_writer *w, struct sv key, const struct sv *item, size_t n)
{
	if (!n)
		return;
	gaff_json_key(w, key);
	gaff_json_open(w, '[');
	for (size_t i = 0; i < n; i++)
		gaff_json_string(w, kept(w, item[i]));
	gaff_json_close(w, ']');
}

static void add_said_list(struct json_writer *w, const struct gaff_event *event, struct sv key,
			  const struct sv *item, size_t n)
{
	if (!n)
		return;
	gaff_json_key(w, key);
	gaff_json_open(w, '[');
	for (size_t i = 0; i < n; i++)
		gaff_json_string(w, said(w, event, item[i]));
	gaff_json_close(w, ']');
}

static struct sv decision_name(enum gaff_decision decision)
{
	static const struct sv names[] = { [GAFF_NONE] = SV_INIT("none"),
					   [GAFF_ALLOW] = SV_INIT("allow"),
					   [GAFF_ASK] = SV_INIT("ask"),
					   [GAFF_DENY] = SV_INIT("deny") };

	return names[decision];
}

/* What names of programs are made of. "TOKEN=x", "https://me:x@host" or "x y" is something else. */
static bool is_program(struct sv word)
{
	for (size_t i = 0; i < word.n; i++)
		if (!ascii_isalpha(word.p[i]) && !ascii_isdigit(word.p[i]) &&
		    !(word.p[i] && strchr("_./+-[", word.p[i])))
			return false;
	return word.n && word.n <= 64 && word.p[0] != '-';
}

/* The program, if it is plainly one: not an assignment, which may be of a secret. */
static struct sv first_word(struct arena *a, const struct gaff_event *event)
{
	struct words_iter it;
	struct sv command, word;
	struct json input;
	struct gaff_err ignored;

	if (event->tool != GAFF_TOOL_SHELL ||
	    gaff_event_input(a, event, &input, &ignored) != GAFF_OK ||
	    !gaff_json_text(a, gaff_json_get(input, SV("command")), &command))
		return (struct sv){ 0 };
	command = sv_trim(command);
	if (command.n > 256) /* the first word is all that is looked for */
		command.n = 256;
	it = words_iter(command);
	if (gaff_words_next(a, &it, &word) != WORDS_WORD || !is_program(word))
		return (struct sv){ 0 };
	return word;
}

/* Eight bytes at a time: inputs may have megabytes. Not for secrets: to tell one from another. */
static uint64_t hash_of(struct sv text)
{
	uint64_t h = UINT64_C(0x9e3779b97f4a7c15) ^ text.n;

	for (; text.n >= 8; text = sv_skip(text, 8)) {
		uint64_t w;

		memcpy(&w, text.p, 8);
		h = (h ^ w) * UINT64_C(0xff51afd7ed558ccd);
		h ^= h >> 32;
	}
	for (size_t i = 0; i < text.n; i++)
		h = (h ^ (unsigned char)text.p[i]) * UINT64_C(1099511628211);
	return h ^ h >> 29;
}

static void add_call(struct arena *a, struct json_writer *w, const struct gaff_event *event,
		     const struct gaff_trace *trace)
{
	struct json input = event->field[GAFF_F_TOOL_INPUT];
	struct gaff_paths paths = trace->files;
	struct gaff_err ignored;
	char hash[20];

	add_text(w, SV("tool"), event->tool ? gaff_tool_name(event->tool) : SV(""));
	add_text(w, SV("tool_name"), event->tool_name);
	add_text(w, SV("first_word"), first_word(a, event));
	if (paths.n || gaff_event_paths(a, event, &paths, &ignored) == GAFF_OK) {
		add_list(w, SV("paths"), paths.path, paths.n < PATHS_SHOWN ? paths.n : PATHS_SHOWN);
		if (paths.n > PATHS_SHOWN)
			add_number(w, SV("paths_more"), (int64_t)(paths.n - PATHS_SHOWN));
	}
	if (input.n) {
		(void)snprintf(hash, sizeof hash, "%016llx",
			       (unsigned long long)hash_of(json_sv(input)));
		json_member_string(w, SV("input_hash"), sv_of(hash));
	}
}

/* Of what a guard found, the rows: what was found may be a secret. */
static void add_found(struct json_writer *w, const struct gaff_guard_report *report)
{
	size_t n = 0;

	for (const struct gaff_finding_row *f = report->finding; f && n < FOUND_SHOWN;
	     f = f->next) {
		if (!n++) {
			gaff_json_key(w, SV("found"));
			gaff_json_open(w, '[');
		}
		gaff_json_string(w, gaff_utf8_cut(f->row, TEXT_MAX));
	}
	if (n)
		gaff_json_close(w, ']');
}

static void add_hook(struct json_writer *w, const struct gaff_event *event,
		     const struct gaff_step *step)
{
	gaff_json_open(w, '{');
	add_said(w, NULL, SV("name"), step->label);
	if (step->source)
		add_text(w, SV("manifest"), sv_of(step->source->file));
	add_text(w, SV("result"),
		 step->result == GAFF_STEP_ANSWERED ? decision_name(step->said.decision)
						    : sv_of(gaff_step_name(step->result)));
	if (step->has_outcome)
		add_number(w, SV("exit"), step->outcome.exit);
	add_number(w, SV("ms"), step->ms);
	add_said(w, event, SV("why"), step->why);
	if (step->guard)
		add_found(w, step->guard);
	gaff_json_close(w, '}');
}

static void write_line(struct arena *a, struct json_writer *w, const struct gaff_run *run,
		       const struct gaff_event *event, const struct gaff_trace *trace,
		       const struct gaff_answer *answer, bool is_short)
{
	const struct gaff_event *about = run->has_event ? event : NULL;
	char now[GAFF_TIME_LENGTH + 1];
	struct gaff_err ignored;
	struct sv name;

	gaff_json_open(w, '{');
	json_member_string(w, SV("time"), gaff_time_text(gaff_wall_ms(), now));
	if (run->host)
		json_member_string(w, SV("host"), run->host->id);
	if (run->has_event) {
		add_field(a, w, SV("host_version"), event->field[GAFF_F_HOST_VERSION]);
		add_text(w, SV("native_event"), event->native_event);
		if (gaff_event_full_name(a, event, &name, &ignored) == GAFF_OK)
			add_text(w, SV("event"), name);
		add_field(a, w, SV("session"), event->field[GAFF_F_SESSION_ID]);
		if (trace->sources.project.root)
			add_text(w, SV("project"), sv_of(trace->sources.project.root));
		else
			add_field(a, w, SV("project"), event->field[GAFF_F_PROJECT_DIR]);
		add_call(a, w, event, trace);
	} else if (run->host) {
		add_text(w, SV("native_event"), run->native_event);
	}
	json_member_string(w, SV("decision"), decision_name(trace->merged.decision));
	if (trace->decided)
		add_said(w, NULL, SV("by"), trace->decided->label);
	add_said(w, about, SV("reason"), trace->merged.text[GAFF_A_REASON]);
	add_number(w, SV("exit"), answer->exit);
	add_number(w, SV("ms"), gaff_now_ms() - run->start_ms);
	if (trace->n && !is_short) {
		gaff_json_key(w, SV("hooks"));
		gaff_json_open(w, '[');
		for (size_t i = 0; i < trace->n && i < HOOKS_SHOWN; i++)
			add_hook(w, about, &trace->step[i]);
		gaff_json_close(w, ']');
	}
	if (!is_short) {
		add_said_list(w, about, SV("degradations"), trace->degradation,
			      trace->n_degradations);
		add_said_list(w, about, SV("warnings"), trace->warnings.line, trace->warnings.n);
	}
	add_said(w, about, SV("notice"), trace->notice);
	add_said(w, about, SV("error"), trace->error);
	add_said(w, about, SV("elsewhere"), trace->elsewhere);
	if (trace->is_disabled)
		json_member(w, SV("disabled"), SV("true"));
	if (trace->is_async)
		json_member(w, SV("async"), SV("true"));
	gaff_json_close(w, '}');
}

void gaff_run_record(struct arena *a, const struct gaff_run *run, const struct gaff_event *event,
		     const struct gaff_trace *trace, const struct gaff_answer *answer)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	char path[PATH_MAX];

	if (run->is_trial || (!run->must_log && !gaff_audit_is_on()) ||
	    !gaff_audit_path(path, sizeof path))
		return;
	write_line(a, &w, run, event, trace, answer, false);
	if (b.n > GAFF_AUDIT_LINE_MAX - 2) { /* rather less of it than nothing */
		b.n = 0;
		w.comma = false;
		write_line(a, &w, run, event, trace, answer, true);
	}
	if (buf_ok(&b))
		(void)gaff_audit_append_to(path, buf_sv(&b),
					   GAFF_AUDIT_MAX); /* never changes a decision */
}

void gaff_run_record_failure(const struct gaff_run *run, const char *why)
{
	struct gaff_trace trace = { .error = sv_of(why) };
	struct gaff_answer answer = { .exit = 1 };
	static char memory[8192];
	struct arena arena;

	gaff_arena_init(&arena, memory, sizeof memory, sizeof memory);
	gaff_run_record(&arena, run, NULL, &trace, &answer);
}
