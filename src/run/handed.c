#include <limits.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/io.h"
#include "run/marks.h"
#include "run/run.h"
#include "text/time.h"

/*
 * One call on two events: Cursor fires preToolUse for a shell command, which takes a new input and
 * a context but never asks, and then beforeShellExecution, where some versions ask. Hooks are asked
 * on the first, and what they said is handed on to the second by a mark in the state folder: that
 * they were asked, and the question, if there is one and it is certain to be put there. The second
 * takes the mark away and asks nobody again. Without one, or with one that is old, of another input
 * or folder or of a call that fails more openly, it asks the hooks itself: better twice than never.
 * So a hook that gave no verdict leaves no mark, and a new call takes away what an older one left.
 * A question has a file of its own, which is looked at first: of two calls of the same that come at
 * once, the one that nobody asks about cannot write over it.
 */

enum { MARK_MAX = 64 << 10, FRESH_MS = 30000 };

/* What goes with a question. */
static const enum gaff_answer_field texts[] = { GAFF_A_REASON, GAFF_A_USER_MESSAGE,
						GAFF_A_SYSTEM_MESSAGE, GAFF_A_MESSAGE };

static void add_field(struct arena *a, struct buf *b, struct json value)
{
	struct sv text;

	buf_addc(b, '\0');
	if (gaff_json_text(a, value, &text))
		gaff_buf_add(b, text);
}

/*
 * The same on both events: the command line and where it runs, or the MCP tool and its input; and
 * the project, whose hooks were asked.
 */
static bool what_is_called(struct arena *a, const struct gaff_event *event, struct json input,
			   struct sv *out)
{
	struct gaff_event call = *event;
	struct buf b = buf_in(a);
	struct gaff_err ignored;
	struct sv command, folder;

	if (event->tool == GAFF_TOOL_MCP) {
		gaff_buf_add(&b, event->mcp_tool);
		buf_addc(&b, '\0');
		gaff_buf_add(&b, json_sv(input));
	} else {
		call.field[GAFF_F_TOOL_INPUT] = input;
		if (gaff_event_input(a, &call, &input, &ignored) != GAFF_OK ||
		    !gaff_json_text(a, gaff_json_get(input, SV("command")), &command))
			return false;
		gaff_buf_add(&b, command);
		add_field(a, &b,
			  gaff_json_text(a, gaff_json_get(input, SV("cwd")), &folder) && folder.n
				  ? gaff_json_get(input, SV("cwd"))
				  : event->field[GAFF_F_CWD]);
	}
	add_field(a, &b, event->field[GAFF_F_PROJECT_DIR]);
	*out = buf_sv(&b);
	return buf_ok(&b) && out->n;
}

/* Where the marks of a call are, and what they are of. */
struct call_marks {
	char sum[65];
	char answered[PATH_MAX], asked[PATH_MAX];
};

static bool find_marks(struct arena *a, const struct gaff_event *event, struct json input,
		       struct call_marks *m)
{
	struct sv session = gaff_mark_session(a, event), what;

	if (!session.n || !what_is_called(a, event, input, &what))
		return false;
	gaff_sha256(what, m->sum);
	return gaff_mark_path(event->host->id, session, "answered", sv_of(m->sum), m->answered,
			      sizeof m->answered) &&
	       gaff_mark_path(event->host->id, session, "asked", sv_of(m->sum), m->asked,
			      sizeof m->asked);
}

/* Is it of this very call, of now, and by one that is as strict? */
static bool is_valid(struct arena *a, const struct gaff_run *run, struct json mark, const char *sum)
{
	int64_t time, now = gaff_wall_ms();
	struct sv of, when;

	return gaff_json_text(a, gaff_json_get(mark, SV("of")), &of) && sv_eq(of, sv_of(sum)) &&
	       gaff_json_text(a, gaff_json_get(mark, SV("time")), &when) &&
	       gaff_time_parse(when, &time) && time <= now && now - time < FRESH_MS &&
	       (!run->fail_closed ||
		gaff_json_type(gaff_json_get(mark, SV("closed"))) == JSON_TRUE);
}

static bool read_mark(struct arena *a, const struct gaff_run *run, const char *path,
		      const char *sum, struct json *out)
{
	char *text = gaff_arena_alloc(a, MARK_MAX);
	struct gaff_err ignored;
	struct sv said;

	return text && gaff_mark_read(path, text, MARK_MAX, &said) &&
	       gaff_json_parse(said, out, &ignored) == GAFF_OK && is_valid(a, run, *out, sum);
}

/* ---- on the event that repeats another ---- */

/* Whose question it is, for the record: nothing is run for it here. */
static void take_question(struct arena *a, struct json mark, struct gaff_trace *trace)
{
	struct gaff_step *step = gaff_trace_add(a, trace);
	struct gaff_response *r = &trace->merged;

	r->decision = GAFF_ASK;
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		(void)gaff_json_text(a, gaff_json_get(mark, gaff_answer_key(texts[i])),
				     &r->text[texts[i]]);
	if (!step)
		return;
	(void)gaff_json_text(a, gaff_json_get(mark, SV("by")), &step->label);
	step->hook.blocking = true;
	step->result = GAFF_STEP_ANSWERED;
	step->why = SV("asked on the event before this one");
	step->said = *r;
	trace->decided = step;
}

void gaff_run_take_over(struct arena *a, const struct gaff_run *run, const struct gaff_event *event,
			struct gaff_trace *trace)
{
	const struct gaff_event_row *general = gaff_host_event_by_id(event->host, event->id);
	struct call_marks m;
	struct json mark;
	bool asks;

	if (run->is_trial || run->command || run->n_manifests || run->inlined || run->is_apart ||
	    event->id != GAFF_EV_BEFORE_TOOL || !(event->row->flags & GAFF_E_REPEATS) ||
	    !gaff_event_row_asks(event->row) || !general ||
	    !find_marks(a, event, event->field[GAFF_F_TOOL_INPUT], &m))
		return;
	asks = read_mark(a, run, m.asked, m.sum, &mark);
	if (!asks && !read_mark(a, run, m.answered, m.sum, &mark))
		return;
	if (unlink(asks ? m.asked : m.answered) != 0)
		return; /* another call of the same has taken it */
	trace->earlier = general;
	trace->had_guesses = gaff_json_type(gaff_json_get(mark, SV("guesses"))) == JSON_TRUE;
	if (asks)
		take_question(a, mark, trace);
}

/* ---- on the one before ---- */

void gaff_run_forget_answer(struct arena *a, const struct gaff_run *run,
			    const struct gaff_event *event, const struct gaff_trace *trace)
{
	struct call_marks m;

	/* but a question stays: it can only be asked once too often */
	if (trace->later && !run->is_trial &&
	    find_marks(a, event, event->field[GAFF_F_TOOL_INPUT], &m))
		(void)unlink(m.answered);
}

/* Has every hook that may object said what it thinks? */
static bool is_answered(const struct gaff_trace *trace)
{
	for (size_t i = 0; i < trace->n; i++) {
		const struct gaff_step *step = &trace->step[i];

		if (step->hook.blocking &&
		    (step->result == GAFF_STEP_FAILED || step->result == GAFF_STEP_LATE))
			return false;
	}
	return true;
}

/* Would the agent ask the user on the event that is still to come? */
static bool is_asked_later(const struct gaff_run *run, const struct gaff_event *event,
			   const struct gaff_event_row *later)
{
	const struct gaff_answer_row *row = gaff_shape_row(later->answer, GAFF_A_ASK,
							   event->tool == GAFF_TOOL_MCP);
	struct gaff_event there = *event;

	there.row = later;
	there.native_event = later->native;
	return row && gaff_row_is_honoured(&there, row) && gaff_run_is_attended(run, &there);
}

static bool leave_mark(struct arena *a, const struct gaff_run *run, const struct gaff_trace *trace,
		       const struct gaff_response *r, const struct call_marks *m)
{
	bool asks = r->decision == GAFF_ASK;
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	char time[GAFF_TIME_LENGTH + 1];

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("of"), sv_of(m->sum));
	json_member_string(&w, SV("time"), gaff_time_text(gaff_wall_ms(), time));
	gaff_json_member_bool(&w, SV("closed"), run->fail_closed);
	gaff_json_member_bool(&w, SV("guesses"), !trace->is_later_sure);
	if (asks) {
		if (trace->decided)
			json_member_string(&w, SV("by"), trace->decided->label);
		for (size_t i = 0; i < COUNT_OF(texts); i++)
			if (r->text[texts[i]].n)
				json_member_string(&w, gaff_answer_key(texts[i]),
						   r->text[texts[i]]);
	}
	gaff_json_close(&w, '}');
	return buf_ok(&b) && b.n <= MARK_MAX &&
	       gaff_mark_renew(asks ? m->asked : m->answered, buf_sv(&b));
}

/* The question is put there; the rest of the answer has its place here. */
static void put_off(struct gaff_trace *trace, struct gaff_response *r)
{
	r->decision = GAFF_NONE;
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		r->text[texts[i]] = (struct sv){ 0 };
	trace->elsewhere = trace->later->native;
}

void gaff_run_hand_on(struct arena *a, const struct gaff_run *run, const struct gaff_event *event,
		      struct gaff_trace *trace, struct gaff_response *r)
{
	bool asks = r->decision == GAFF_ASK && !r->stop;
	struct call_marks m;

	if (!trace->later || trace->elsewhere.n || trace->is_disabled ||
	    !find_marks(a, event, trace->input.n ? trace->input : event->field[GAFF_F_TOOL_INPUT],
			&m))
		return;
	asks = asks && is_answered(trace) && trace->is_later_sure &&
	       is_asked_later(run, event, trace->later);
	if (run->is_trial) {
		if (asks)
			put_off(trace, r);
		return;
	}
	if (r->stop || r->decision == GAFF_DENY || (r->decision == GAFF_ASK && !asks)) {
		/* it ends here; what another call of the same left, too */
		(void)unlink(m.answered);
		(void)unlink(m.asked);
		return;
	}
	if (!is_answered(trace))
		return;
	if (leave_mark(a, run, trace, r, &m) && asks)
		put_off(trace, r);
}
