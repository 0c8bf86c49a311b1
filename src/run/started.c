#include "run/started.h"

#include <limits.h>

#include "agents/simulate/mimic.h"
#include "run/marks.h"
#include "run/run.h"
#include "run/trust/trust.h"

/* A whole line: somebody may be writing it right now. */
static const char *read_start(struct arena *a, const char *mark)
{
	char bytes[PATH_MAX + 1];
	struct sv text;

	if (!gaff_mark_read(mark, bytes, sizeof bytes, &text) || text.n < 2 || text.p[0] != '/' ||
	    text.p[text.n - 1] != '\n' || memchr(text.p, '\0', text.n))
		return NULL;
	text.n--;
	return gaff_arena_cstr(a, text);
}

/* The folder that is kept from now on: of two first calls at once that of one. */
static const char *keep(struct arena *a, const char *mark, const char *folder, bool is_renewed)
{
	const char *other = NULL;
	struct buf b = buf_in(a);

	gaff_buf_add(&b, sv_of(folder));
	buf_addc(&b, '\n');
	if (!buf_ok(&b) || b.n > PATH_MAX)
		return folder;
	if (!is_renewed) {
		if (gaff_mark_make(mark, buf_sv(&b)) != GAFF_MARK_KNOWN)
			return folder;
		other = read_start(a, mark);
	}
	if (!other) /* it begins anew, or what is there is damaged */
		(void)gaff_mark_renew(mark, buf_sv(&b));
	return other ? other : folder;
}

/* What begins is begun in its folder; not what only goes on with less to remember. */
static bool is_start(const struct gaff_event *event)
{
	struct json source = event->field[GAFF_F_SOURCE];

	return event->id == GAFF_EV_SESSION_START && !gaff_json_is(source, SV("compact")) &&
	       !gaff_json_is(source, SV("clear"));
}

/* Where a start is kept; "": nowhere. */
static void find_mark(struct arena *a, const struct gaff_event *event, char *mark, size_t n)
{
	struct sv session = gaff_mark_session(a, event);

	if (!session.n || sv_eq(session, SV(GAFF_MIMIC_SESSION)) ||
	    !gaff_mark_path(event->host->id, session, "started", (struct sv){ 0 }, mark, n))
		mark[0] = '\0';
}

/*
 * One that is gone is none, and the folder of this call is the start from now on. But what somebody
 * has trusted there is missed: to move it away must not end that.
 */
static enum gaff_rc find_kept(struct arena *a, const struct gaff_event *event, const char *cwd,
			      enum gaff_started_memory memory, struct gaff_project *out,
			      struct gaff_err *err)
{
	const char *kept = NULL;
	char mark[PATH_MAX] = "";

	if (memory != GAFF_STARTED_NOW)
		find_mark(a, event, mark, sizeof mark);
	if (mark[0] && !is_start(event))
		kept = read_start(a, mark);
	if (mark[0] && !kept && memory == GAFF_STARTED_KEPT)
		kept = keep(a, mark, cwd, is_start(event));
	GAFF_TRY(gaff_project_at(a, kept ? kept : cwd, out, err));
	if (!kept || !out->levels.is_gone || strcmp(kept, cwd) == 0)
		return GAFF_OK;
	if (memory == GAFF_STARTED_KEPT)
		(void)keep(a, mark, cwd, true);
	return gaff_project_at(a, cwd, out, err);
}

enum gaff_rc gaff_project_find(struct arena *a, const struct gaff_event *event,
			       enum gaff_started_memory memory, struct gaff_project *out,
			       struct gaff_err *err)
{
	const char *cwd = gaff_project_path(a, event->field[GAFF_F_CWD]);
	const char *said = gaff_project_path(a, event->started);

	GAFF_TRY(gaff_arena_check(a, err));
	*out = (struct gaff_project){ .start = NULL };
	if (said)
		GAFF_TRY(gaff_project_at(a, said, out, err));
	else if (cwd)
		return find_kept(a, event, cwd, memory, out, err);
	out->is_told = said;
	return GAFF_OK;
}

enum gaff_rc gaff_project_look_here(struct arena *a, const struct gaff_event *event,
				    struct gaff_project *project, struct gaff_err *err)
{
	struct gaff_project here;
	const char *cwd;

	if (project->is_told || !project->start)
		return GAFF_OK;
	cwd = gaff_project_path(a, event->field[GAFF_F_CWD]);
	if (!cwd || strcmp(cwd, project->start) == 0 || gaff_levels_have(&project->levels, cwd) ||
	    !gaff_trust_is_any())
		return gaff_arena_check(a, err);
	GAFF_TRY(gaff_project_at(a, cwd, &here, err));
	project->here = here.levels;
	return GAFF_OK;
}

/* Is the agent somewhere in the project, by whatever name? Then it is told as a part of that. */
static const char *place_in(struct arena *a, const char *cwd, const char *root)
{
	struct sv real_cwd, real_root;

	if (!cwd || !root || gaff_is_below(cwd, root))
		return cwd;
	real_cwd = gaff_real_name(a, sv_of(cwd));
	real_root = gaff_real_name(a, sv_of(root));
	return gaff_is_below(real_cwd.n ? gaff_arena_cstr(a, real_cwd) : cwd,
			     real_root.n ? gaff_arena_cstr(a, real_root) : root)
		       ? cwd
		       : NULL;
}

enum gaff_rc gaff_run_project(struct arena *a, const struct gaff_run *run,
			      const struct gaff_event *event, struct gaff_project *out,
			      struct gaff_err *err)
{
	const char *here;

	GAFF_TRY(gaff_project_find(a, event,
				   run->is_apart   ? GAFF_STARTED_NOW
				   : run->is_trial ? GAFF_STARTED_READ
						   : GAFF_STARTED_KEPT,
				   out, err));
	if (!run->is_apart)
		return GAFF_OK;
	here = place_in(a, gaff_project_path(a, event->field[GAFF_F_CWD]), out->root);
	if (here)
		out->root = here;
	out->levels = (struct gaff_levels){ .path = NULL };
	return gaff_arena_check(a, err);
}
