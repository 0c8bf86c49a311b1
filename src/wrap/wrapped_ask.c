#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "log/log.h"
#include "base/inherit.h"
#include "base/io.h"
#include "base/limits.h"
#include "base/proc.h"
#include "base/tty.h"
#include "text/plain.h"
#include "wrap/wrapped.h"
#include "guard/guard.h"
#include "manifest/match.h"
#include "agents/hosts.h"
#include "run/trust/command.h"
#include "run/load/load.h"
#include "run/load/project.h"
#include "text/utf8.h"
#include "text/visible.h"
#include "text/words.h"

extern char **environ;

/* ---- words for people ---- */

/* "gaff: gh: " and a text of others, as harmless lines. */
static void add_said(struct buf *out, const char *program, struct sv text)
{
	enum { SHOWN_MAX = 4096 }; /* letters of a line, and lines */
	size_t lines = 0;

	text = sv_trim(text);
	gaff_buf_add(out, SV("gaff: "));
	gaff_plain_add(out, sv_of(program), SIZE_MAX);
	gaff_buf_add(out, SV(": "));
	while (text.n && lines++ < SHOWN_MAX) {
		const char *end = sv_chr(text, '\n');
		struct sv line = { text.p, end ? (size_t)(end - text.p) : text.n };

		gaff_plain_add(out, line, SHOWN_MAX);
		buf_addc(out, '\n');
		text = sv_skip(text, line.n + (end != NULL));
	}
}

static void print(const struct buf *text)
{
	(void)gaff_visible_write(STDERR_FILENO, buf_sv(text), gaff_now_ms() + GAFF_WRITE_MS);
}

/* What hooks have to tell beside a decision: there is no agent to put it into a conversation. */
static void tell_texts(struct arena *a, const char *program, struct gaff_response *r)
{
	static const enum gaff_answer_field told[] = { GAFF_A_SYSTEM_MESSAGE, GAFF_A_USER_MESSAGE,
						       GAFF_A_MESSAGE, GAFF_A_CONTEXT };
	struct buf b = buf_in(a);

	for (size_t i = 0; i < COUNT_OF(told); i++) {
		if (!gaff_utf8_is_blank(r->text[told[i]]))
			add_said(&b, program, r->text[told[i]]);
		r->text[told[i]] = (struct sv){ 0 };
	}
	print(&b);
}

/* ---- a hook that gets words ---- */

/* PHASE PROGRAM ARGUMENT... */
static enum gaff_rc words_for(struct arena *a, const struct wrapped_phase *phase, char ***out,
			      struct gaff_err *err)
{
	const struct wrapped *w = phase->wrapped;
	char **command = NULL, **argv;
	size_t n = 0;

	GAFF_TRY(gaff_command_argv_for_words(a, sv_of(phase->command), "/", &command, err));
	while (command[n])
		n++;
	argv = gaff_arena_alloc(a, (n + w->n_args + 3) * sizeof *argv);
	GAFF_TRY(gaff_arena_check(a, err));
	memcpy(argv, command, n * sizeof *argv);
	argv[n] = gaff_arena_dup(a, sv_of(phase->name));
	argv[n + 1] = gaff_arena_dup(a, sv_of(w->name));
	memcpy(argv + n + 2, w->args, w->n_args * sizeof *argv);
	argv[n + 2 + w->n_args] = NULL;
	*out = argv;
	return argv[n] && argv[n + 1] ? GAFF_OK : gaff_no_memory(err);
}

/* A hook's environment with the exit status in it, or without: that of another call is of no use.
 */
static enum gaff_rc variables_for(struct arena *a, const struct wrapped_phase *phase,
				  const char *project, char ***out, struct gaff_err *err)
{
	static char code[] = "GAFF_EXIT_CODE=-2147483648";
	size_t name = strlen("GAFF_EXIT_CODE="), n = 0, kept = 0;
	char **all;

	while (environ[n])
		n++;
	all = gaff_arena_alloc(a, (n + GAFF_INHERIT_MORE + 1) * sizeof *all);
	GAFF_TRY(gaff_arena_check(a, err));
	n = gaff_inherit(a, environ, project, NULL, all);
	for (size_t i = 0; i < n; i++)
		if (strncmp(all[i], code, name) != 0)
			all[kept++] = all[i];
	if (strcmp(phase->name, "post") == 0) {
		(void)snprintf(code + name, sizeof code - name, "%d", phase->exit_code);
		all[kept++] = code;
	}
	all[kept] = NULL;
	*out = all;
	return GAFF_OK;
}

static enum gaff_rc run_with_words(struct arena *a, const struct gaff_run *run,
				   const struct gaff_event *event,
				   const struct wrapped_phase *phase, struct gaff_step *step,
				   struct gaff_err *err)
{
	struct gaff_project project;
	struct gaff_proc_result result;
	struct gaff_proc proc = { .deadline = gaff_run_hook_deadline(run),
				  .out_max = GAFF_HOOK_OUTPUT_MAX,
				  .err_max = GAFF_HOOK_STDERR_MAX };
	char **argv = NULL, **envp = NULL;
	enum gaff_rc rc;

	GAFF_TRY(words_for(a, phase, &argv, err));
	GAFF_TRY(gaff_run_project(a, run, event, &project, err));
	GAFF_TRY(variables_for(a, phase, project.root, &envp, err));
	proc.argv = argv;
	proc.envp = envp;
	rc = gaff_proc_run(a, &proc, &result, err);
	if (rc == GAFF_OK)
		step->outcome = (struct gaff_outcome){ result.exit, result.out, result.err };
	step->has_outcome = rc == GAFF_OK;
	return rc;
}

/* Exit 0 is a yes; whatever else it says no with, on stderr or else on stdout, is why. */
static enum gaff_rc ask_with_words(struct arena *a, const struct gaff_run *run,
				   const struct gaff_event *event,
				   const struct wrapped_phase *phase, struct gaff_trace *trace,
				   struct gaff_err *err)
{
	struct gaff_step *step = gaff_trace_add(a, trace);
	int64_t started = gaff_now_ms();
	struct gaff_response *r = &trace->merged;
	enum gaff_rc rc;

	if (!step)
		return gaff_no_memory(err);
	step->label = sv_of(phase->command);
	step->hook.blocking = true;
	step->n_asked = 1;
	rc = run_with_words(a, run, event, phase, step, err);
	step->ms = gaff_now_ms() - started;
	step->result = gaff_step_of(rc);
	if (rc != GAFF_OK)
		return rc;
	if (step->outcome.exit != 0 && strcmp(phase->name, "pre") == 0) {
		bool has_err = !gaff_utf8_is_blank(step->outcome.err);

		r->decision = GAFF_DENY;
		r->text[GAFF_A_REASON] = has_err ? step->outcome.err : step->outcome.out;
		trace->decided = step;
	} else {
		/* what it prints is for people, and the program's stdout is not for them */
		r->text[GAFF_A_SYSTEM_MESSAGE] = step->outcome.out;
		if (step->outcome.exit == 2) /* else its stderr goes to ours as it is */
			r->text[GAFF_A_MESSAGE] = step->outcome.err;
	}
	step->said = *r;
	return GAFF_OK;
}

/* ---- a question ---- */

static enum gaff_tty_answer ask_user(struct arena *a, const struct wrapped *w, struct sv reason)
{
	enum { SHOWN_MAX = 4000 }; /* bytes: why it is asked must not be far above the question */
	struct buf b = buf_in(a);

	add_said(&b, w->name, gaff_utf8_is_blank(reason) ? SV("a hook asks") : reason);
	gaff_buf_add(&b, SV("gaff: run it: "));
	gaff_plain_add(&b, sv_of(w->name), 200);
	for (size_t i = 0, start = b.n; i < w->n_args; i++) {
		struct buf word = buf_in(a);

		if (b.n - start > SHOWN_MAX) {
			gaff_buf_add(&b, SV(" ... and more"));
			break;
		}
		gaff_word_quote(&word, sv_of(w->args[i]));
		buf_addc(&b, ' ');
		gaff_plain_add(&b, buf_sv(&word), 2000);
	}
	gaff_buf_add(&b, SV("\ngaff: really? [y/N] "));
	if (!buf_ok(&b))
		return GAFF_TTY_NO;
	return gaff_tty_ask(buf_sv(&b), gaff_now_ms() + GAFF_TTY_WAIT_MS);
}

/*
 * Who decides is the user, if there is one. A new input as well cannot be had here, which is for
 * gaff_fit_response() to say.
 */
static void settle_question(struct arena *a, const struct wrapped *w, struct gaff_response *r)
{
	enum gaff_tty_answer answer;

	if (r->decision != GAFF_ASK || r->updated_input.n || r->stop)
		return;
	answer = ask_user(a, w, r->text[GAFF_A_REASON]);
	r->decision = answer == GAFF_TTY_YES ? GAFF_NONE : GAFF_DENY;
	if (answer == GAFF_TTY_YES)
		r->text[GAFF_A_REASON] = (struct sv){ 0 };
	else if (answer == GAFF_TTY_NO)
		r->text[GAFF_A_REASON] = SV("you said no");
	else
		r->text[GAFF_A_REASON] = gaff_join_texts(
			a, r->text[GAFF_A_REASON],
			SV("This needs a person's confirmation, and there is no terminal to ask "
			   "on: run it on one, or change the guard or rule that asks."));
}

/* Who answers: the hooks, and where they leave it to the user, the user. */
static enum gaff_rc answer(struct arena *a, struct gaff_run *run, const struct gaff_event *event,
			   struct gaff_trace *trace, struct gaff_response *out,
			   struct gaff_err *err)
{
	const struct wrapped_phase *phase = run->source_data;

	if (!phase->wrapped->takes_args) {
		enum gaff_rc rc = gaff_run_hooks(a, run, event, trace, out, err);

		if (phase->command && trace->n) /* its first word is mostly a shell's */
			trace->step[0].label = sv_of(phase->command);
		GAFF_TRY(rc);
	} else if (!trace->is_disabled) {
		GAFF_TRY(ask_with_words(a, run, event, phase, trace, err));
		*out = trace->merged;
	}
	if (event->id != GAFF_EV_BEFORE_TOOL) { /* it has run: what is said of that is only said */
		out->text[GAFF_A_MESSAGE] = gaff_join_texts(a, out->text[GAFF_A_MESSAGE],
							    out->text[GAFF_A_REASON]);
		out->text[GAFF_A_REASON] = (struct sv){ 0 };
		out->decision = GAFF_NONE;
	}
	tell_texts(a, phase->wrapped->name, out);
	settle_question(a, phase->wrapped, out);
	return GAFF_OK;
}

/* ---- one phase ---- */

/* `gaff guard NAME...` as words, which gaff_run_hooks() answers without a process. */
static enum gaff_rc guard_argv(struct arena *a, const char *command, char ***out,
			       struct gaff_err *err)
{
	struct sv text = sv_of(command), word;
	struct words_iter it = words_iter(text);
	char **argv = gaff_arena_alloc(a, (text.n / 2 + 2) * sizeof *argv);
	size_t n = 0;

	while (argv && gaff_words_next(a, &it, &word) == WORDS_WORD)
		argv[n++] = gaff_arena_cstr(a, word);
	if (!argv || a->failed)
		return gaff_no_memory(err);
	argv[n] = NULL;
	*out = argv;
	return GAFF_OK;
}

static enum gaff_rc find_command(struct arena *a, const char *command, char ***out,
				 struct gaff_err *err)
{
	struct sv words;

	if (gaff_guard_is_command(sv_of(command), &words))
		return guard_argv(a, command, out, err);
	return gaff_command_argv(a, sv_of(command), "/", out, err);
}

/*
 * What is not UTF-8 cannot be in JSON: a hook would be asked about other words than those that are
 * run. Hooks that get words see them as they are, and of those only the record has others.
 */
static enum gaff_rc add_text(struct arena *a, struct json_writer *w, struct sv text,
			     bool may_differ, const char *what, struct gaff_err *err)
{
	if (!gaff_utf8_is_valid(text) && !may_differ)
		return gaff_fail(err, GAFF_ELIMIT,
				 "%s is not UTF-8, and so no hook can be shown it; hooks that take "
				 "words can: gaff wrap --args",
				 what);
	if (!gaff_utf8_repair(a, &text))
		return gaff_no_memory(err);
	gaff_json_string(w, text);
	return GAFF_OK;
}

static enum gaff_rc write_payload(struct arena *a, const struct wrapped_phase *phase,
				  struct sv *out, struct gaff_err *err)
{
	const struct wrapped *wrapped = phase->wrapped;
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	char here[4096];

	if (!getcwd(here, sizeof here))
		here[0] = '\0'; /* it is gone: hooks are told that it is not known */
	gaff_json_open(&w, '{');
	json_member_string(&w, SV("cli"), sv_of(wrapped->name));
	gaff_json_member_open(&w, SV("args"), '[');
	for (size_t i = 0; i < wrapped->n_args; i++) {
		char what[32];

		(void)snprintf(what, sizeof what, "argument %zu", i + 1);
		GAFF_TRY(add_text(a, &w, sv_of(wrapped->args[i]), wrapped->takes_args, what, err));
	}
	gaff_json_close(&w, ']');
	gaff_json_key(&w, SV("cwd"));
	GAFF_TRY(add_text(a, &w, sv_of(here), wrapped->takes_args, "the name of this folder", err));
	json_member_string(&w, SV("phase"), sv_of(phase->name));
	if (strcmp(phase->name, "post") == 0)
		gaff_json_member_number(&w, SV("exit_code"), phase->exit_code);
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = buf_sv(&b);
	return GAFF_OK;
}

/* Are there hooks or rules for what comes behind the program? Those that cannot run count not. */
static bool may_match_after(const struct gaff_trace *trace, const struct gaff_event *event)
{
	struct gaff_event_key key = gaff_event_key(event);

	key.event = GAFF_EV_AFTER_TOOL;
	key.native = gaff_native_hash(event->host->id, SV("post"));
	key.native_too = key.native;
	for (size_t s = 0; s < trace->sources.n; s++) {
		const struct gaff_source *source = &trace->sources.item[s];

		for (size_t i = 0; !source->problem.rc && i < source->manifest.n; i++)
			if (gaff_hook_may_match(&source->manifest.hook[i], &key))
				return true;
		for (size_t i = 0; !source->problem.rc && i < source->manifest.n_rules; i++)
			if (gaff_hook_may_match(&source->manifest.rule[i].hook, &key))
				return true;
	}
	return false;
}

/* A hook that nobody waits for is waited for by a process that we have started. */
static bool has_started(const struct gaff_trace *trace)
{
	for (size_t i = 0; i < trace->n; i++)
		if (trace->step[i].result == GAFF_STEP_STARTED)
			return true;
	return false;
}

static bool has_asked(const struct gaff_trace *trace)
{
	for (size_t i = 0; i < trace->n; i++)
		if (trace->step[i].n_asked)
			return true;
	return false;
}

/* The whole of what is said: why it is not run, or why it is, or what hooks have printed. */
static void describe(struct buf *b, const struct wrapped_phase *phase,
		     const struct gaff_trace *trace, const struct gaff_answer *answer)
{
	const char *program = phase->wrapped->name;
	bool is_before = strcmp(phase->name, "pre") == 0;

	if (trace->error.n) {
		add_said(b, program, trace->error);
		if (is_before)
			add_said(b, program,
				 answer->must_arrive ? SV("and so it is not run")
						     : SV("it is run all the same"));
		return;
	}
	if (trace->merged.decision != GAFF_DENY) {
		gaff_buf_add(b, answer->err);
		return;
	}
	for (size_t i = 0; i < trace->warnings.n; i++)
		add_said(b, program, trace->warnings.line[i]);
	add_said(b, program, trace->merged.text[GAFF_A_REASON]);
}

void wrapped_ask(struct arena *a, const struct wrapped_phase *phase, const struct sv *before,
		 struct wrapped_verdict *out)
{
	static struct gaff_trace trace;
	static struct gaff_event event;
	static struct gaff_run run;
	struct gaff_answer given;
	struct buf said = buf_in(a);
	struct gaff_err err;
	struct sv payload = { 0 };
	enum gaff_rc rc = GAFF_OK;

	trace = (struct gaff_trace){ 0 };
	event = (struct gaff_event){ 0 };
	run = (struct gaff_run){ .source = answer,
				 .source_data = (void *)(uintptr_t)phase,
				 .host = &gaff_host_cli,
				 .dialect = &gaff_host_cli,
				 .event = sv_of(phase->name),
				 .start_ms = gaff_now_ms(),
				 .deadline_ms = phase->wrapped->deadline_ms,
				 .fail_closed = phase->wrapped->fail_closed,
				 .minds_disable = true,
				 .must_log = !gaff_audit_is_on() && gaff_locks_log() };
	gaff_run_expect_event(&run);
	if (phase->command && !phase->wrapped->takes_args)
		rc = find_command(a, phase->command, &run.command, &err);
	if (rc == GAFF_OK)
		rc = write_payload(a, phase, &payload, &err);
	if (rc == GAFF_OK) {
		gaff_run_answer(a, &run, payload, &event, &trace, &given);
		gaff_run_record(a, &run, &event, &trace, &given);
	} else {
		gaff_run_fail(&run, &err, &given);
		gaff_run_record_failure(&run, err.msg);
		given.must_arrive = true; /* nobody was asked about what would be run */
		trace.error = sv_of(err.msg);
	}
	describe(&said, phase, &trace, &given);
	/* what is wrong with manifests is wrong before and after */
	if (!before || has_asked(&trace) || !sv_eq(*before, buf_sv(&said)))
		print(&said);
	*out = (struct wrapped_verdict){
		.is_denied = given.must_arrive || given.exit == 2 ||
			     trace.merged.decision == GAFF_DENY,
		.must_stay = !phase->command && (trace.error.n || has_started(&trace) ||
						 may_match_after(&trace, &event)),
		.said = buf_sv(&said),
	};
}
