#include "run/run.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/io.h"
#include "agents/hosts.h"
#include "text/visible.h"

enum { FIRST_BLOCK = 64 << 10 };

int64_t gaff_run_deadline(const struct gaff_run *run)
{
	int64_t wait = run->row ? run->row->timeout_ms : GAFF_UNKNOWN_WAIT_MS, margin = wait / 10;

	if (run->deadline_ms)
		return run->start_ms + run->deadline_ms;
	/* Below the agent's own limit by enough to end a hook and write the answer. */
	margin = margin < 200 ? 200 : margin > 5000 ? 5000 : margin;
	return run->start_ms + wait - margin;
}

int64_t gaff_run_seconds(const char *text)
{
	int64_t ms = 0;
	const char *p = text;

	for (; ascii_isdigit(*p) && ms <= (int64_t)GAFF_DEADLINE_MAX_S * 1000; p++)
		ms = ms * 10 + (*p - '0') * 1000;
	if (p > text && *p == '.') {
		int64_t unit = 100;

		for (p++; ascii_isdigit(*p); p++, unit /= 10)
			ms += (*p - '0') * unit;
	}
	return *p || ms > (int64_t)GAFF_DEADLINE_MAX_S * 1000 ? 0 : ms;
}

/* An agent that does not say where it works runs its hooks there. */
static enum gaff_rc know_directory(struct arena *a, struct gaff_event *event, struct gaff_err *err)
{
	char here[4096];

	return gaff_event_know_directory(
		a, event, getcwd(here, sizeof here) ? sv_of(here) : (struct sv){ 0 }, err);
}

/* What is known of the event before the payload is. */
void gaff_run_expect_event(struct gaff_run *run)
{
	const struct gaff_event_row *row = gaff_host_event(run->host, run->event);

	if (!row && run->host->other_spelling)
		row = gaff_host_event_native(run->host->other_spelling, run->event);
	if (!row)
		row = run->host->unknown;
	gaff_run_expect(run, row, row->native);
}

/* Whose words to answer in: as registered, unless another agent runs that registration. */
static enum gaff_rc find_host(struct gaff_run *run, struct json payload, struct gaff_err *err)
{
	const struct gaff_host *registered = run->host;
	const struct gaff_event_row *row = registered ? gaff_host_event(registered, run->event)
						      : NULL;

	if (run->is_hook && gaff_json_get(payload, SV("spec")).n) {
		run->host = &gaff_host_canonical_caller;
		run->is_trial = true; /* who calls a hook keeps the record of it */
	} else if (!registered)
		GAFF_TRY(gaff_host_detect(payload, getenv, &run->host, err));
	else
		run->host = gaff_host_caller(registered, payload, getenv);
	if (run->host == registered)
		return GAFF_OK;
	run->registered = registered;
	if (row && row->id != GAFF_EV_NATIVE) /* the event of the registration, in nobody's words */
		run->event = gaff_event_id_name(row->id);
	gaff_run_expect_event(run); /* what a failure looks like is another matter now */
	return GAFF_OK;
}

/* Hooks may read a line: breaks, which in JSON are only between its parts, become blanks. */
static enum gaff_rc on_one_line(struct arena *a, struct json *payload, struct gaff_err *err)
{
	char *copy;

	if (!payload->n ||
	    (!memchr(payload->p, '\n', payload->n) && !memchr(payload->p, '\r', payload->n)))
		return GAFF_OK;
	copy = gaff_arena_dup(a, json_sv(*payload));
	GAFF_TRY(gaff_arena_check(a, err));
	for (size_t i = 0; i < payload->n; i++)
		if (copy[i] == '\n' || copy[i] == '\r')
			copy[i] = ' ';
	payload->p = copy;
	return GAFF_OK;
}

/* Of a payload whose bytes alone are wrong a guard has to see the rest: the agent may well use it.
 */
static enum gaff_rc parse(struct arena *a, struct sv text, struct json *out, struct gaff_err *err)
{
	enum gaff_rc rc = gaff_json_parse(text, out, err);
	struct gaff_err ignored;

	if (rc == GAFF_OK)
		return on_one_line(a, out, err);
	if (rc != GAFF_ESYNTAX)
		return rc;
	if (!gaff_json_mend(a, &text))
		return gaff_no_memory(err);
	return gaff_json_parse(text, out, &ignored) == GAFF_OK ? on_one_line(a, out, err) : rc;
}

/* An input that can be read in two ways: but of which event it is, is known. */
static enum gaff_rc decode(struct arena *a, struct gaff_run *run, struct json payload,
			   struct gaff_event *event, struct gaff_err *err)
{
	enum gaff_rc rc = gaff_decode_event(a, run->host, payload, run->event, getenv, event, err);
	struct gaff_err ignored;

	if (rc == GAFF_OK)
		rc = gaff_host_borrow_tool(a, event, err);
	if (rc == GAFF_ELIMIT && gaff_decode_event_name(a, run->host, payload, run->event, getenv,
							event, &ignored) == GAFF_OK) {
		run->host = event->host;
		gaff_run_expect(run, event->row, event->native_event);
	}
	return rc;
}

enum gaff_rc gaff_run_understand(struct arena *a, struct gaff_run *run, struct sv text,
				 struct gaff_event *event, struct gaff_err *err)
{
	struct json payload;

	GAFF_TRY(parse(a, text, &payload, err));
	GAFF_TRY(find_host(run, payload, err));
	GAFF_TRY(decode(a, run, payload, event, err));
	GAFF_TRY(know_directory(a, event, err));
	if (run->dialect == run->host) /* its own, in either spelling */
		run->dialect = event->host;
	run->host = event->host;
	event->time_ms = gaff_wall_ms();
	run->has_event = true;
	gaff_run_expect(run, event->row, event->native_event);
	return GAFF_OK;
}

/* A line that starts an object could be taken for an answer. */
static bool has_object_line(struct sv text)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == '{' && (i == 0 || text.p[i - 1] == '\n'))
			return true;
	return false;
}

/* What hooks printed on stderr besides their answers goes on to ours, if that is private. */
static void pass_on(struct arena *a, const struct gaff_run *run, const struct gaff_trace *trace,
		    struct gaff_answer *answer)
{
	struct buf b = buf_in(a);

	if (answer->exit != 0 || !(run->host->flags & GAFF_H_STDERR_IS_PRIVATE))
		return;
	for (size_t i = 0; i < trace->n; i++) {
		const struct gaff_outcome *hook = &trace->step[i].outcome;

		if (hook->exit == 2 || !hook->err.n || has_object_line(hook->err))
			continue;
		gaff_buf_add(&b, hook->err);
		if (hook->err.p[hook->err.n - 1] != '\n')
			buf_addc(&b, '\n');
	}
	gaff_buf_add(&b, answer->err);
	if (b.n && buf_ok(&b))
		answer->err = buf_sv(&b);
}

/* For people who try a hook: on such an agent nobody else gets to know. */
static void add_warnings(struct arena *a, const struct gaff_warnings *w, struct gaff_answer *answer)
{
	struct buf b = buf_in(a);

	gaff_buf_add(&b, answer->err);
	for (size_t i = 0; i < w->n; i++) {
		gaff_buf_add(&b, SV("gaff: "));
		gaff_buf_add(&b, w->line[i]);
		buf_addc(&b, '\n');
	}
	if (buf_ok(&b))
		answer->err = buf_sv(&b);
}

/*
 * GAFF_DISABLE=1: nothing runs but what root has locked, and that is recorded and shown. An agent
 * gives its hooks the variables of a repository, so neither a registration that says where things
 * are believes it, nor a program that is a hook itself.
 */
static bool is_disabled(const struct gaff_run *run)
{
	const char *value = run->minds_disable && !gaff_dirs_are_given() ? getenv("GAFF_DISABLE")
									 : NULL;

	return value && *value && strcmp(value, "0") != 0;
}

static enum gaff_rc ask(struct arena *a, struct gaff_run *run, const struct gaff_event *event,
			struct gaff_trace *trace, struct gaff_answer *answer, struct gaff_err *err)
{
	struct gaff_warnings *warnings = &trace->warnings;
	struct gaff_response response = { .decision = GAFF_NONE };

	run->is_off = trace->is_disabled = is_disabled(run);
	GAFF_TRY(run->source(a, run, event, trace, &response, err));
	if (response.decision == GAFF_ASK && !gaff_run_is_attended(run, event))
		gaff_fit_unattended(a, event, run->ask, &response, warnings);
	GAFF_TRY(gaff_fit_response(a, event, run->ask, &response, warnings, err));
	if (gaff_run_session_env(a, event, &response, err) != GAFF_OK) {
		if (err->rc == GAFF_ENOMEM)
			return GAFF_ENOMEM;
		gaff_warn(a, warnings, "env is lost: %s", err->msg); /* the rest is worth having */
	}
	GAFF_TRY(gaff_encode_response(a, event, &response, warnings, answer, err));
	trace->merged.decision = response.decision; /* what the agent is told is what counts */
	if (response.decision == GAFF_NONE)
		trace->decided = NULL;
	trace->merged.text[GAFF_A_REASON] = response.text[GAFF_A_REASON];
	pass_on(a, run, trace, answer);
	if (run->verbose && !(run->host->flags & GAFF_H_STDERR_IS_PRIVATE))
		add_warnings(a, warnings, answer);
	return gaff_arena_check(a, err);
}

static void fail(struct arena *a, struct gaff_run *run, struct gaff_trace *trace,
		 const struct gaff_err *why, struct gaff_answer *answer)
{
	struct sv text = sv_of(why->msg);

	run->is_off = is_disabled(run);
	gaff_run_fail(run, why, answer);
	trace->merged = (struct gaff_response){ .decision = answer->must_arrive ? GAFF_DENY
										: GAFF_NONE };
	text.p = gaff_arena_dup(a, text);
	trace->error = text.p ? text : SV("no memory");
}

void gaff_run_answer(struct arena *a, struct gaff_run *run, struct sv payload,
		     struct gaff_event *event, struct gaff_trace *trace, struct gaff_answer *answer)
{
	struct gaff_err err;

	*answer = (struct gaff_answer){ .exit = 0 };
	if (gaff_run_understand(a, run, payload, event, &err) != GAFF_OK ||
	    ask(a, run, event, trace, answer, &err) != GAFF_OK)
		fail(a, run, trace, &err, answer);
}

int gaff_run_deliver(struct arena *a, const struct gaff_run *run, const struct gaff_event *event,
		     const struct gaff_trace *trace, struct gaff_answer *answer)
{
	if (run->on_deliver)
		run->on_deliver(answer->exit);
	if (!gaff_visible_write(STDOUT_FILENO, answer->out, gaff_now_ms() + GAFF_WRITE_MS) &&
	    answer->must_arrive)
		answer->exit = 2; /* the words are lost; that the call must not go on as it is need
				    not be */
	(void)gaff_visible_write(STDERR_FILENO, answer->err, gaff_now_ms() + GAFF_WRITE_MS);
	gaff_run_record(a, run, event, trace, answer);
	return answer->exit;
}

enum gaff_rc gaff_run_read(const struct gaff_run *run, char *first, size_t n_first, struct sv *out,
			   struct gaff_err *err)
{
	int64_t deadline = gaff_run_deadline(run);

	if (run->input_is_file)
		return gaff_read_file(run->input, first, n_first, GAFF_PAYLOAD_MAX, deadline, out,
				      err);
	return gaff_read_all(run->input, first, n_first, GAFF_PAYLOAD_MAX, deadline, out, err);
}

int gaff_run(struct gaff_run *run, const struct gaff_err *argument_error)
{
	static char payload[FIRST_BLOCK], memory[FIRST_BLOCK];
	static struct gaff_trace trace;
	static struct gaff_event event;
	struct gaff_answer answer;
	struct gaff_err err;
	struct arena arena;
	struct sv text;

	gaff_end_politely();
	(void)signal(SIGPIPE,
		     SIG_IGN); /* nobody reading is no reason to die without an exit code */
	gaff_arena_init(&arena, memory, sizeof memory, GAFF_ARENA_MAX);
	if (run->host)
		gaff_run_expect_event(run);
	if (argument_error)
		fail(&arena, run, &trace, argument_error, &answer);
	else if (gaff_run_read(run, payload, sizeof payload, &text, &err) != GAFF_OK)
		fail(&arena, run, &trace, &err, &answer);
	else
		gaff_run_answer(&arena, run, text, &event, &trace, &answer);
	return gaff_run_deliver(&arena, run, &event, &trace, &answer);
}
