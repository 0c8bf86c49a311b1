#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/hash.h"
#include "run/run.h"

/*
 * A project's committed file and the user's own may both register gaff, and then each call comes
 * twice. Which of the two files an agent reads is its business, so the user's registration leaves
 * a mark that it is called; with that the committed one looks whether it is still there
 * (elsewhere.c), and only then says nothing.
 */

static uint64_t mix(uint64_t h, struct sv text)
{
	return gaff_hash(gaff_hash(h, text), SV("\xff")); /* where one text ends counts */
}

/* Of this session and event. False: there is no name for the session, or no place for a mark. */
static bool mark_path(struct arena *a, const struct gaff_event *event, bool is_closed, char *path,
		      size_t n)
{
	struct sv session = { 0 };
	char name[48];
	uint64_t h;

	if (!gaff_json_text(a, event->field[GAFF_F_SESSION_ID], &session) || !session.n)
		return false;
	h = mix(mix(mix(GAFF_HASH_START, event->host->id), session), event->native_event);
	(void)snprintf(name, sizeof name, "called/%016" PRIx64 "%s", h, is_closed ? ".closed" : "");
	return gaff_dir_path(GAFF_DIR_STATE, name, path, n);
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
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
	char path[PATH_MAX];
	int fd;

	if (run->is_trial || run->is_committed || !gaff_dirs_are_given() ||
	    !has_project_file(event->host) ||
	    !mark_path(a, event, run->fail_closed, path, sizeof path))
		return;
	fd = open(path, flags, 0600);
	if (fd < 0 && errno == ENOENT && gaff_dir_make(path))
		fd = open(path, flags, 0600);
	if (fd < 0) /* it is there, mostly */
		return;
	(void)close(fd);
	gaff_run_prune_marks(path);
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
