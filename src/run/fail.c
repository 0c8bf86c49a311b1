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

/* Does this failure block? One place decides, and this is it. */
static bool fails_closed(const struct gaff_run *run, const struct gaff_err *why)
{
	bool is_bad_stdin = !run->has_event && why->rc != GAFF_EUSAGE;

	if (!gaff_run_can_fail_closed(run) ||
	    (is_bad_stdin && run->host->flags & GAFF_H_BAD_STDIN_IS_OPEN))
		return false;
	if (run->fail_closed)
		return true;
	/* What is too large to be checked must not pass for that: the model chose its size. */
	return gaff_event_is_gate(run->row->id) &&
	       (why->rc == GAFF_ELIMIT || (why->rc == GAFF_ENOMEM && run->has_event));
}

static void render(struct gaff_run *run, struct sv reason)
{
	struct gaff_response denial = { .decision = GAFF_DENY };
	struct buf b = buf_fixed(run->denial, sizeof run->denial);

	run->n_denial = 0;
	if (run->row->answer->deny_by >= GAFF_DENY_STDERR)
		return;
	denial.text[GAFF_A_REASON] = reason;
	gaff_write_answer(&b, run->row, run->native_event, false, &denial);
	run->n_denial = buf_ok(&b) ? b.n : 0; /* they all fit: tests/unit/test_hosts.c */
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

void gaff_run_fail(struct gaff_run *run, const struct gaff_err *why, struct gaff_answer *answer)
{
	bool closed = run->host && fails_closed(run, why);
	bool exit_2 = closed && run->row->answer->deny_by != GAFF_DENY_JSON;
	struct buf b = buf_fixed(run->said, sizeof run->said);

	if (!run->host) { /* nobody knows what a decision would look like, so none is given */
		say(&b, why,
		    strstr(why->msg, "--host") ? SV("\n") : SV("; add --host to be answered\n"));
		*answer = (struct gaff_answer){ .exit = 1, .err = buf_sv(&b) };
		return;
	}
	if (closed && !run->fail_closed)
		render(run, limit_reason);
	say(&b, why,
	    !closed            ? SV("; no opinion given\n")
	    : run->fail_closed ? SV("; blocked (fail-closed)\n")
			       : SV("; blocked\n"));
	*answer = (struct gaff_answer){ .exit = exit_2 ? 2 : 0,
					.must_arrive = closed,
					.out = { run->denial, run->n_denial } };
	if (!closed)
		say_nothing(run, answer);
	if (answer->exit || run->verbose || run->host->flags & GAFF_H_STDERR_IS_PRIVATE)
		answer->err = buf_sv(&b);
}
