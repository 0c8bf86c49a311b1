/*
 * project.h - the folder whose hooks count, which does not move when the agent changes directory.
 */
#ifndef GAFF_RUN_PROJECT_H
#define GAFF_RUN_PROJECT_H

#include "hook/event.h"

struct gaff_project {
	const char *root; /* absolute, as the agent names it; NULL: nobody knows */
	const char *cwd;  /* where the agent is now: below root, or NULL */
};

/* The agent's project directory, else the git root of where it works, else that. */
enum gaff_rc gaff_project_find(struct arena *a, const struct gaff_event *event,
			       struct gaff_project *out, struct gaff_err *err);

/* The folder with .git at or above this one, or the folder itself. */
const char *gaff_git_root(struct arena *a, const char *folder);

/* Is this path `root` or below it, by their names? */
bool gaff_is_below(const char *path, const char *root);

/* Of a path without links, "." and ".."; empty when that is what it is called. */
struct sv gaff_real_name(struct arena *a, struct sv path);

#endif
