#include "run/run.h"

#include "text/utf8.h"

enum { REASON_MAX = 300 }; /* bytes of a reason in a denial that is made beforehand */

static const struct sv closed_reason = SV_INIT(
	"gaff got no verdict from the hook, and blocks because it runs with --fail-closed");

static const struct sv limit_reason = SV_INIT(
	"this call is too large to be checked or cannot be read, and so it is blocked");

bool gaff_run_can_fail_closed(const struct gaff_run *run)
{
	return gaff_shape_can_deny(run->row->answer) && gaff_event_may_fail_closed(run->row->id) &&
	       !(run->row->flags & GAFF_E_PROLONGS);
}

/* It is larger or deeper than gaff reads, which is no reason for an agent not to. */
static bool is_unchecked(const struct gaff_err *why)
{
	return why->rc == GAFF_ETOOBIG || gaff_is_unchecked(why->rc) || why->rc == GAFF_ENOMEM;
}

static bool is_judged(const struct gaff_run *run)
{
	return run->is_judged ? run->is_judged(run) : !run->is_off;
}

static bool is_bad_stdin(const struct gaff_run *run, const struct gaff_err *why)
{
	return !run->has_event && why->rc != GAFF_EUSAGE && !gaff_is_unchecked(why->rc);
}

/* Does this failure block? One place decides, and this is it. */
static bool fails_closed(const struct gaff_run *run, const struct gaff_err *why)
{
	bool is_gate = gaff_event_is_gate(run->row->id);

	if (!gaff_run_can_fail_closed(run) ||
	    (is_bad_stdin(run, why) && run->host->flags & GAFF_H_BAD_STDIN_IS_OPEN))
		return false;
	if (run->fail_closed)
		return true;
	/* What is too large to be checked must not pass for that: the model chose its size. */
	if (run->has_event)
		return is_gate && (gaff_is_unchecked(why->rc) || why->rc == GAFF_ENOMEM);
	return is_unchecked(why) && (is_gate || !gaff_is_unchecked(why->rc)) && is_judged(run);
}

static void render(struct gaff_run *run, struct sv reason)
{
	struct gaff_response denial = { .decision = GAFF_DENY };
	struct buf b = buf_fixed(run->denial, sizeof run->denial);

	run->n_denial = 0;
	denial.text[GAFF_A_REASON] = reason;
	gaff_write_answer(&b, run->row, run->native_event, false, &denial);
	run->n_denial = buf_ok(&b) ? b.n : 0; /* they all fit: tests/unit/test_hosts.c */
	if (run->row->answer->deny_by >= GAFF_DENY_STDERR && run->n_denial == 2)
		run->n_denial = 0; /* the JSON has no word for it, nor for the reason */
}

/* What can be done about it is in the message. */
static void render_limit(struct gaff_run *run, const struct gaff_err *why)
{
	char reason[400];

	(void)snprintf(reason, sizeof reason, "%.*s: %s", SV_ARG(limit_reason), why->msg);
	for (char *c = reason; *c; c++) /* names in it are not ours */
		if ((unsigned char)*c < 0x20)
			*c = ' ';
	render(run, gaff_utf8_cut(sv_of(reason), REASON_MAX));
	if (!run->n_denial)
		render(run, limit_reason);
}

void gaff_run_expect(struct gaff_run *run, const struct gaff_event_row *row, struct sv native_event)
{
	run->row = row;
	run->native_event = native_event;
	run->n_denial = 0;
	if (run->fail_closed && run->reason.n)
		render(run, gaff_utf8_cut(run->reason, REASON_MAX));
	if (run->fail_closed && !run->n_denial) /* of some letters more would not fit, either */
		render(run, closed_reason);
}

static void say(struct buf *b, const struct gaff_err *why, struct sv outcome)
{
	char line[400];
	int n;

	if (why->line)
		n = snprintf(line, sizeof line, "gaff: stdin:%zu:%zu: %s", why->line, why->column,
			     why->msg);
	else
		n = snprintf(line, sizeof line, "gaff: %s", why->msg);
	if (n > 0)
		gaff_buf_add(b, sv_of(line));
	for (size_t i = 0; i < b->n; i++) /* names in it are not ours */
		if ((unsigned char)b->p[i] < 0x20)
			b->p[i] = ' ';
	gaff_buf_add(b, outcome);
}

/* Before the event is known it may be one on which exit 0 approves. */
static void say_nothing(struct gaff_run *run, struct gaff_answer *answer)
{
	struct buf b = buf_fixed(run->denial, sizeof run->denial);

	answer->exit = gaff_write_nothing(&b, run->host, run->row, run->native_event, false,
					  &answer->out);
	for (size_t i = 0; run->row == run->host->unknown && i < run->host->n_events; i++)
		if (run->host->events[i].flags & GAFF_E_SILENCE_GRANTS && !run->has_event)
			answer->exit = 1;
}

/*
 * A guard that was not asked looks like one that approved: where the agent has a message for people
 * it tells them. Elsewhere stderr does, if anybody reads that.
 */
static void tell(struct gaff_run *run, const struct gaff_err *why, struct sv said,
		 struct gaff_answer *answer)
{
	struct gaff_response r = { .decision = GAFF_NONE };
	struct buf b = buf_fixed(run->denial, sizeof run->denial);

	if (!is_bad_stdin(run, why) || answer->exit ||
	    run->host->flags & GAFF_H_BAD_STDIN_IS_OPEN ||
	    !gaff_shape_row(run->row->answer, GAFF_A_SYSTEM_MESSAGE, false) || !is_judged(run))
		return;
	r.text[GAFF_A_SYSTEM_MESSAGE] = sv_trim(said);
	gaff_write_answer(&b, run->row, run->native_event, false, &r);
	if (buf_ok(&b))
		answer->out = buf_sv(&b);
}

void gaff_run_fail(struct gaff_run *run, const struct gaff_err *why, struct gaff_answer *answer)
{
	bool closed = run->host && fails_closed(run, why);
	bool exit_2 = closed && run->row->answer->deny_by != GAFF_DENY_JSON;
	struct buf b = buf_fixed(run->said, sizeof run->said);

	if (!run->host) { /* nobody knows what a decision would look like, so none is given */
		say(&b, why,
		    strstr(why->msg, "--host") ? SV("\n") : SV("; add --host to be answered\n"));
		/* but a guard that is a hook itself has its own word for what nobody can check */
		*answer = (struct gaff_answer){ .exit = run->is_hook && is_unchecked(why) ? 2 : 1,
						.err = buf_sv(&b) };
		return;
	}
	if (closed && !run->fail_closed)
		render_limit(run, why);
	say(&b, why,
	    !closed            ? SV("; no opinion given\n")
	    : run->fail_closed ? SV("; blocked (fail-closed)\n")
			       : SV("; blocked\n"));
	*answer = (struct gaff_answer){ .exit = exit_2 ? 2 : 0,
					.must_arrive = closed,
					.out = { run->denial, run->n_denial } };
	if (!closed) {
		say_nothing(run, answer);
		tell(run, why, buf_sv(&b), answer);
		/* who runs hooks has its own rule for those that fail, and must see that one did */
		if (run->host == &gaff_host_canonical_caller)
			answer->exit = 1;
	}
	if (answer->exit || run->verbose || run->host->flags & GAFF_H_STDERR_IS_PRIVATE)
		answer->err = buf_sv(&b);
}
