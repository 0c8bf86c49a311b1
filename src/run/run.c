#include "run/run.h"

#include <signal.h>
#include <unistd.h>

#include "base/io.h"
#include "hook/merge.h"
#include "hook/split.h"
#include "hosts/hosts.h"

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

/* An agent that does not say where it works runs its hooks there. */
static enum gaff_rc know_directory(struct arena *a, struct gaff_event *event, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	char here[4096];
	struct sv said;

	if (gaff_json_text(a, event->field[GAFF_F_CWD], &said) && said.n)
		return GAFF_OK;
	if (!getcwd(here, sizeof here))
		return GAFF_OK;
	gaff_json_string(&w, sv_of(here));
	if (!buf_ok(&b))
		return gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
	event->field[GAFF_F_CWD] = (struct json){ b.p, b.n };
	if (!gaff_json_text(a, event->field[GAFF_F_PROJECT_DIR], &said) || !said.n)
		event->field[GAFF_F_PROJECT_DIR] = event->field[GAFF_F_CWD];
	return GAFF_OK;
}

/* What is known of the event before the payload is. */
static void expect_event(struct gaff_run *run)
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

	if (!registered)
		GAFF_TRY(gaff_host_detect(payload, getenv, &run->host, err));
	else
		run->host = gaff_host_caller(registered, payload);
	if (run->host == registered)
		return GAFF_OK;
	if (row && row->id != GAFF_EV_NATIVE) /* the event of the registration, in nobody's words */
		run->event = gaff_event_name(row->id);
	expect_event(run); /* what a failure looks like is another matter now */
	return GAFF_OK;
}

static enum gaff_rc understand(struct arena *a, struct gaff_run *run, struct sv text,
			       struct gaff_event *event, struct gaff_err *err)
{
	struct json payload;

	GAFF_TRY(gaff_json_parse(text, &payload, err));
	GAFF_TRY(find_host(run, payload, err));
	GAFF_TRY(gaff_decode_event(a, run->host, payload, run->event, getenv, event, err));
	GAFF_TRY(know_directory(a, event, err));
	if (run->dialect == run->host) /* its own, in either spelling */
		run->dialect = event->host;
	run->host = event->host;
	if (run->command)
		event->time_ms = gaff_wall_ms();
	run->has_event = true;
	gaff_run_expect(run, event->row, event->native_event);
	return GAFF_OK;
}

static const struct gaff_event_row *dialect_row(const struct gaff_run *run,
						const struct gaff_event *event)
{
	if (run->dialect == run->host)
		return event->row;
	if (run->dialect == &gaff_host_canonical)
		return run->dialect->unknown;
	return gaff_host_event_by_id(run->dialect, event->id);
}

/* A line that starts an object could be taken for an answer. */
static bool has_object_line(struct sv text)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == '{' && (i == 0 || text.p[i - 1] == '\n'))
			return true;
	return false;
}

/* What the hook printed on stderr besides its answer goes on to ours, if that is private. */
static void pass_on(struct arena *a, const struct gaff_run *run, const struct gaff_outcome *hook,
		    struct gaff_answer *answer)
{
	struct buf b = buf_in(a);

	if (answer->exit != 0 || hook->exit == 2 || !hook->err.n || has_object_line(hook->err) ||
	    !(run->host->flags & GAFF_H_STDERR_IS_PRIVATE))
		return;
	gaff_buf_add(&b, hook->err);
	if (hook->err.p[hook->err.n - 1] != '\n')
		buf_addc(&b, '\n');
	gaff_buf_add(&b, answer->err);
	if (buf_ok(&b))
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

static enum gaff_rc ask_once(struct arena *a, const struct gaff_run *run,
			     const struct gaff_event *event, struct gaff_outcome *outcome,
			     struct gaff_response *response, struct gaff_err *err)
{
	GAFF_TRY(gaff_run_command(a, run, event, outcome, err));
	return gaff_decode_response(a, run->dialect, dialect_row(run, event), true, outcome,
				    response, err);
}

/* A hook that gives back the part it was shown has not rewritten the call. */
static enum gaff_rc drop_echo(struct arena *a, const struct gaff_run *run,
			      const struct gaff_event *part, struct gaff_response *one,
			      struct gaff_err *err)
{
	const struct gaff_tool_row *row = gaff_tool_for_input(run->dialect, part->tool, part->part);
	struct gaff_input_change change;
	struct json input;

	if (!one->updated_input.n)
		return GAFF_OK;
	GAFF_TRY(gaff_input_to_canonical(a, row, one->updated_input, &input, err));
	GAFF_TRY(gaff_input_compare(a, part->part, input, &change, err));
	if (!change.changes && !change.takes_out)
		one->updated_input = (struct json){ 0 };
	return GAFF_OK;
}

/*
 * One answer for a call of several files: what is denied for one is denied, a grant needs all.
 * A hook that fails on one file is still asked about the others; the failure counts unless one
 * of them is denied.
 */
static enum gaff_rc ask_for_each(struct arena *a, const struct gaff_run *run,
				 const struct gaff_parts *parts, struct gaff_outcome *outcome,
				 struct gaff_response *response, struct gaff_err *err)
{
	bool all_allow = true;
	enum gaff_rc failed = GAFF_OK;

	*response = (struct gaff_response){ 0 };
	for (size_t i = 0; i < parts->n && response->decision != GAFF_DENY; i++) {
		struct gaff_response one = { 0 };
		struct gaff_err why;
		enum gaff_rc rc = ask_once(a, run, &parts->part[i], outcome, &one, &why);

		if (rc == GAFF_OK)
			rc = drop_echo(a, run, &parts->part[i], &one, &why);
		if (rc == GAFF_ETIME && i) /* it answers, but not so often */
			rc = gaff_fail(&why, GAFF_ELIMIT,
				       "no time to ask the hook about all %zu files", parts->n);
		if (rc != GAFF_OK && (failed == GAFF_OK || rc == GAFF_ELIMIT)) {
			failed = rc;
			*err = why;
		}
		if (rc == GAFF_ETIME || rc == GAFF_ELIMIT || rc == GAFF_ENOMEM)
			break;
		all_allow &= one.decision == GAFF_ALLOW;
		GAFF_TRY(gaff_merge_response(a, response, &one, err));
	}
	if (response->decision == GAFF_ALLOW && !all_allow)
		response->decision = GAFF_NONE;
	if (response->decision == GAFF_DENY ||
	    (response->decision == GAFF_ASK && !run->fail_closed))
		return GAFF_OK;
	return failed;
}

static enum gaff_rc ask_hook(struct arena *a, const struct gaff_run *run,
			     const struct gaff_event *event, struct gaff_answer *answer,
			     struct gaff_err *err)
{
	struct gaff_warnings warnings = { .n = 0 };
	struct gaff_response response;
	struct gaff_outcome outcome;
	struct gaff_parts parts;

	GAFF_TRY(gaff_split_event(a, event, run->dialect, &parts, err));
	if (parts.n)
		GAFF_TRY(ask_for_each(a, run, &parts, &outcome, &response, err));
	else
		GAFF_TRY(ask_once(a, run, event, &outcome, &response, err));
	GAFF_TRY(gaff_fit_response(a, event, run->ask, &response, &warnings, err));
	GAFF_TRY(gaff_run_session_env(a, event, &response, err));
	GAFF_TRY(gaff_encode_response(a, event, &response, &warnings, answer, err));
	pass_on(a, run, &outcome, answer);
	if (run->verbose && !(run->host->flags & GAFF_H_STDERR_IS_PRIVATE))
		add_warnings(a, &warnings, answer);
	return a->failed ? gaff_fail(err, GAFF_ENOMEM, "no memory for the answer") : GAFF_OK;
}

int gaff_run(struct gaff_run *run, const struct gaff_err *argument_error)
{
	static char payload[FIRST_BLOCK], memory[FIRST_BLOCK];
	struct gaff_answer answer = { .exit = 0 };
	struct gaff_event event;
	struct gaff_err err;
	struct arena arena;
	struct sv text;

	gaff_end_politely();
	(void)signal(SIGPIPE,
		     SIG_IGN); /* nobody reading is no reason to die without an exit code */
	if (run->host)
		expect_event(run);
	if (argument_error)
		return gaff_run_fail(run, argument_error);
	gaff_arena_init(&arena, memory, sizeof memory, GAFF_ARENA_MAX);
	if (gaff_read_all(STDIN_FILENO, payload, sizeof payload, GAFF_PAYLOAD_MAX,
			  gaff_run_deadline(run), &text, &err) != GAFF_OK ||
	    understand(&arena, run, text, &event, &err) != GAFF_OK)
		return gaff_run_fail(run, &err);
	answer.out = run->host->no_opinion;
	if (run->command && ask_hook(&arena, run, &event, &answer, &err) != GAFF_OK)
		return gaff_run_fail(run, &err);
	if (!gaff_write_all(STDOUT_FILENO, answer.out, gaff_now_ms() + GAFF_WRITE_MS) &&
	    answer.must_arrive)
		answer.exit = 2; /* the words are lost; that the call must not go on as it is need
				    not be */
	(void)gaff_write_all(STDERR_FILENO, answer.err, gaff_now_ms() + GAFF_WRITE_MS);
	return answer.exit;
}
