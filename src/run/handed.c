#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/io.h"
#include "run/marks.h"
#include "run/run.h"
#include "text/time.h"

/*
 * One call on two events: Cursor fires preToolUse for a shell command, which takes a new input and
 * a context but never asks, and then beforeShellExecution, where some versions ask. Hooks are asked
 * on the first, and what they said is handed on to the second by marks in the state folder.
 *
 * An "answered" mark says that they were asked. The second takes it away and asks nobody again.
 * Without one, or with one that is old, of another input or folder or of a call that fails more
 * openly, it asks the hooks itself: better twice than never. So a hook that gave no verdict leaves
 * no mark, and a new call takes away what an older one left.
 *
 * An "asked" mark is a question that is certain to be put on the second event. Hooks might not ask
 * it again there: they may be for preToolUse alone, or have changed the input. So each has a file
 * that nobody writes over, and while one of this session is not taken, a second event that finds no
 * mark of its own asks it too: the agent may spell a folder otherwise than on the first.
 */

enum { MARK_MAX = 64 << 10, FRESH_MS = 30000, ASKED_FRESH_MS = 600000, ASKED_MAX = 64 };

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
	char answered[PATH_MAX];
	char asked[PATH_MAX]; /* of the session; behind it "-" and a number */
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
	       gaff_mark_path(event->host->id, session, "asked", SV(""), m->asked, sizeof m->asked);
}

static bool read_mark(struct arena *a, const char *path, struct json *out, int64_t *age)
{
	char *text = gaff_arena_alloc(a, MARK_MAX);
	struct gaff_err ignored;
	struct sv said, when;
	int64_t time;

	if (!text || !gaff_mark_read(path, text, MARK_MAX, &said) ||
	    gaff_json_parse(said, out, &ignored) != GAFF_OK ||
	    !gaff_json_text(a, gaff_json_get(*out, SV("time")), &when) ||
	    !gaff_time_parse(when, &time))
		return false;
	*age = gaff_wall_ms() - time;
	return true;
}

static bool is_of(struct json mark, const char *sum)
{
	return gaff_json_is(gaff_json_get(mark, SV("of")), sv_of(sum));
}

/* Is it of this very call, of now, and by one that is as strict? */
static bool read_answered(struct arena *a, const struct gaff_run *run, const struct call_marks *m,
			  struct json *out)
{
	int64_t age;

	return read_mark(a, m->answered, out, &age) && is_of(*out, m->sum) && age >= 0 &&
	       age < FRESH_MS &&
	       (!run->fail_closed ||
		gaff_json_type(gaff_json_get(*out, SV("closed"))) == JSON_TRUE);
}

/* Of a clock that was set back a question stays one. */
static bool read_asked(struct arena *a, const char *path, struct json *out)
{
	int64_t age;

	return read_mark(a, path, out, &age) && age > -ASKED_FRESH_MS && age < ASKED_FRESH_MS;
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

/* The next file with a question of this session. */
static bool next_question(struct arena *a, DIR *dir, const struct call_marks *m, char *path,
			  size_t n, struct json *out)
{
	const char *name = strrchr(m->asked, '/') + 1;
	size_t length = strlen(name);
	const struct dirent *entry;

	while ((entry = readdir(dir)))
		if (strncmp(entry->d_name, name, length) == 0 && entry->d_name[length] == '-' &&
		    snprintf(path, n, "%s%s", m->asked, entry->d_name + length) < (int)n &&
		    read_asked(a, path, out))
			return true;
	return false;
}

/* A question about this call is taken; else one about another of this session is only seen. */
enum question { NO_QUESTION, ANOTHER_QUESTION, THIS_QUESTION };

static enum question find_question(struct arena *a, const struct call_marks *m, struct json *out)
{
	enum question found = NO_QUESTION;
	char folder[PATH_MAX], path[PATH_MAX];
	struct json mark;
	DIR *dir;

	(void)snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(m->asked, '/') - m->asked),
		       m->asked);
	dir = opendir(folder);
	while (dir && found != THIS_QUESTION &&
	       next_question(a, dir, m, path, sizeof path, &mark)) {
		bool is_this = is_of(mark, m->sum) && unlink(path) == 0;

		if (is_this || found == NO_QUESTION)
			*out = mark;
		found = is_this ? THIS_QUESTION : ANOTHER_QUESTION;
	}
	if (dir)
		(void)closedir(dir);
	return found;
}

void gaff_run_take_over(struct arena *a, const struct gaff_run *run, const struct gaff_event *event,
			struct gaff_trace *trace)
{
	const struct gaff_event_row *general = gaff_host_event_by_id(event->host, event->id);
	struct json asked, answered;
	enum question question;
	struct call_marks m;

	if (run->is_trial || run->command || run->n_manifests || run->inlined || run->is_apart ||
	    event->id != GAFF_EV_BEFORE_TOOL || !(event->row->flags & GAFF_E_REPEATS) ||
	    !gaff_event_row_asks(event->row) || !general ||
	    !find_marks(a, event, event->field[GAFF_F_TOOL_INPUT], &m))
		return;
	question = find_question(a, &m, &asked);
	if (question == THIS_QUESTION)
		answered = asked;
	/* another call of the same may take it at once */
	else if (!read_answered(a, run, &m, &answered) || unlink(m.answered) != 0)
		answered = (struct json){ 0 };
	if (answered.n) {
		trace->earlier = general;
		trace->had_guesses = gaff_json_type(gaff_json_get(answered, SV("guesses"))) ==
				     JSON_TRUE;
	}
	if (question == THIS_QUESTION || (question == ANOTHER_QUESTION && !answered.n))
		take_question(a, asked, trace);
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

/* In a file of its own; what is out of date makes room. */
static bool keep_question(const struct call_marks *m, struct sv text)
{
	char path[PATH_MAX + 16];
	struct stat old;

	for (int i = 0; i < ASKED_MAX; i++) {
		enum gaff_mark_state state;

		(void)snprintf(path, sizeof path, "%s-%d", m->asked, i);
		state = gaff_mark_make(path, text);
		if (state != GAFF_MARK_KNOWN)
			return state == GAFF_MARK_MADE;
		if (stat(path, &old) == 0 &&
		    gaff_wall_ms() / 1000 - old.st_mtime > ASKED_FRESH_MS / 1000)
			return gaff_mark_renew(path, text);
	}
	return false;
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
	       (asks ? keep_question(m, buf_sv(&b)) : gaff_mark_renew(m->answered, buf_sv(&b)));
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
		/* it ends here; so does what another call of the same left, but for questions */
		(void)unlink(m.answered);
		return;
	}
	if (!is_answered(trace))
		return;
	if (leave_mark(a, run, trace, r, &m) && asks)
		put_off(trace, r);
}
