#include <limits.h>
#include <unistd.h>

#include "run/marks.h"
#include "run/run.h"

/*
 * A hook that never ran looks like a hook that approved. So whoever sits at the agent is told when
 * hooks do not run: through the agent's own message, and once a session, so that it is read.
 */

/* One name for what is told to this session. */
static bool mark_path(struct arena *a, const struct gaff_event *event, struct sv what, char *path,
		      size_t n)
{
	struct sv session = gaff_mark_session(a, event);
	char parent[24];

	if (!session.n) {
		(void)snprintf(parent, sizeof parent, "%ld", (long)getppid());
		session = sv_of(parent); /* the agent itself, for want of a better name */
	}
	return gaff_mark_path(event->host->id, session, "told", what, path, n);
}

/* True: nobody has told it to this session, and from now on we have. */
static bool is_new(const char *path)
{
	return gaff_mark_make(path, (struct sv){ 0 }) != GAFF_MARK_KNOWN;
}

/* Would a text in this field reach anybody on this event, beside the decision there is? */
static enum gaff_rc is_deliverable(struct arena *a, const struct gaff_run *run,
				   const struct gaff_event *event, const struct gaff_response *r,
				   enum gaff_answer_field field, bool *out, struct gaff_err *err)
{
	struct gaff_response probe = { .decision = r->decision };
	struct gaff_warnings lost = { .n = 0 };

	probe.text[GAFF_A_REASON] = r->text[GAFF_A_REASON];
	probe.text[field] = SV("x");
	GAFF_TRY(gaff_fit_response(a, event, run->ask, &probe, &lost, err));
	*out = true;
	for (size_t i = 0; i < lost.n; i++)
		*out &= !sv_starts(lost.line[i], gaff_answer_key(field));
	return GAFF_OK;
}

/*
 * The agent's own message, where it has one on this event. Where it has none the model can be told,
 * and asked to pass it on: rather that than nobody.
 */
static enum gaff_rc choose_place(struct arena *a, const struct gaff_run *run,
				 const struct gaff_event *event, const struct gaff_response *r,
				 enum gaff_answer_field *out, struct gaff_err *err)
{
	static const enum gaff_answer_field places[] = { GAFF_A_SYSTEM_MESSAGE, GAFF_A_CONTEXT };

	*out = GAFF_A_COUNT;
	for (size_t i = 0; i < COUNT_OF(places) && *out == GAFF_A_COUNT; i++) {
		bool can_be_told;

		GAFF_TRY(is_deliverable(a, run, event, r, places[i], &can_be_told, err));
		if (can_be_told)
			*out = places[i];
	}
	return GAFF_OK;
}

static const char *whose(const struct gaff_source *source)
{
	return source->is_policy ? "the hooks under" : "the hooks of";
}

static const char *instead(const struct gaff_source *source)
{
	return gaff_source_needs_guards(source) ? " The default guards run in their place." : "";
}

/* What did not run, and what to do about it; empty: nothing of that kind. */
static struct sv describe(struct arena *a, const struct gaff_trace *trace)
{
	struct buf b = buf_in(a);

	if (trace->is_disabled && !trace->sources.n)
		return SV("gaff: hooks are switched off by GAFF_DISABLE.");
	if (trace->is_disabled)
		gaff_buf_add(&b, SV("gaff: hooks are switched off by GAFF_DISABLE, but for those "
				    "of the system."));
	for (size_t i = 0; i < trace->sources.n; i++) {
		const struct gaff_source *source = &trace->sources.item[i];
		const struct gaff_err *p = &source->problem;
		char line[PATH_MAX + 400];

		if (p->rc == GAFF_OK)
			continue;
		if (source->is_untrusted)
			(void)snprintf(
				line, sizeof line,
				"gaff: the hooks of %s do not run: %s. Look at them with: "
				"gaff trust %.*s",
				source->file, p->msg,
				(int)(strlen(source->folder) > 6 ? strlen(source->folder) - 6 : 0),
				source->folder);
		else if (p->line)
			(void)snprintf(line, sizeof line,
				       "gaff: %s %s do not run: line %zu, column %zu: %s.%s%s",
				       whose(source), source->file, p->line, p->column, p->msg,
				       instead(source),
				       source->is_inline ? "" : " See: gaff validate");
		else
			(void)snprintf(line, sizeof line, "gaff: %s %s do not run: %s.%s",
				       whose(source), source->file, p->msg, instead(source));
		for (char *c = line; *c; c++) /* names in it are not ours */
			if ((unsigned char)*c < 0x20 || *c == 0x7f)
				*c = ' ';
		if (b.n)
			buf_addc(&b, '\n');
		gaff_buf_add(&b, sv_of(line));
	}
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

enum gaff_rc gaff_run_notice(struct arena *a, const struct gaff_run *run,
			     const struct gaff_event *event, struct gaff_trace *trace,
			     struct gaff_response *r, struct gaff_err *err)
{
	struct sv what = describe(a, trace);
	enum gaff_answer_field place;
	char path[PATH_MAX];

	if (!what.n)
		return GAFF_OK;
	trace->notice = what;
	GAFF_TRY(choose_place(a, run, event, r, &place, err));
	if (place == GAFF_A_COUNT ||
	    (!run->is_trial && mark_path(a, event, what, path, sizeof path) && !is_new(path)))
		return GAFF_OK;
	trace->is_told = true;
	if (place == GAFF_A_CONTEXT)
		what = gaff_join_texts(a, what, SV("Please tell the user."));
	r->text[place] = gaff_join_texts(a, r->text[place], what);
	return GAFF_OK;
}
