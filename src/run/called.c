#include <limits.h>
#include <unistd.h>

#include "base/dirs.h"
#include "run/marks.h"
#include "run/run.h"

/*
 * A project's committed file and the user's own may both register gaff, and then each call comes
 * twice. Which of the two files an agent reads is its business, so the user's registration leaves
 * a mark that it is called; with that the committed one looks whether it is still there
 * (elsewhere.c), and only then says nothing.
 */

/* Of this session and event. False: there is no name for the session, or no place for a mark. */
static bool mark_path(struct arena *a, const struct gaff_event *event, bool is_closed, char *path,
		      size_t n)
{
	struct sv session = gaff_mark_session(a, event);

	return session.n &&
	       gaff_mark_path(event->host->id, session, is_closed ? "called-closed" : "called",
			      event->native_event, path, n);
}

/* Can a repository have a file with hooks for this agent? */
static bool has_project_file(const struct gaff_host *host)
{
	for (size_t i = 0; i < host->n_config; i++)
		if (host->config[i].scope == GAFF_SCOPE_PROJECT)
			return true;
	return false;
}

void gaff_run_note_called(struct arena *a, const struct gaff_run *run,
			  const struct gaff_event *event)
{
	char path[PATH_MAX];

	if (run->is_trial || run->is_committed || !gaff_dirs_are_given() ||
	    !has_project_file(event->host) ||
	    !mark_path(a, event, run->fail_closed, path, sizeof path))
		return;
	(void)gaff_mark_make(path, (struct sv){ 0 });
}

bool gaff_run_was_called(struct arena *a, const struct gaff_run *run,
			 const struct gaff_event *event)
{
	char path[PATH_MAX];

	if (mark_path(a, event, true, path, sizeof path) && access(path, F_OK) == 0)
		return true;
	return !run->fail_closed && mark_path(a, event, false, path, sizeof path) &&
	       access(path, F_OK) == 0;
}
