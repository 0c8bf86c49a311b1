/*
 * project.h - the folder whose hooks count, which does not move when the agent changes directory.
 *
 * It is found from the folder the agent was started in, by looking upwards. That ends before what
 * others can write: what is there is not of this project, whoever says so.
 */
#ifndef GAFF_RUN_LOAD_PROJECT_H
#define GAFF_RUN_LOAD_PROJECT_H

#include <sys/types.h>

#include "model/event.h"

/* Folders with a .gaff that counts, from path[0, top) down to path[0, n). */
struct gaff_levels {
	const char *path; /* NULL: there are none */
	size_t n, top;
	size_t root; /* of the project */
	/* Hooks begin at the outermost repository; what is above that, an inner .git must not hide
	 * once somebody has trusted it, and nobody else is told of. */
	size_t first;
	uid_t owner; /* of the folder the agent was started in */
	bool has_owner;
	bool is_gone; /* the start is, and nothing above it is a project or was trusted as one */
	/* Has this user trusted any folder? Unknown where nobody had to ask the store. */
	enum { GAFF_TRUSTED_UNKNOWN, GAFF_TRUSTED_NONE, GAFF_TRUSTED_SOME } trusted;
};

struct gaff_project {
	const char *start; /* where the agent was started, absolute; NULL: nobody knows */
	const char *root;  /* the git root above it, else the nearest with .gaff, else that */
	struct gaff_levels levels;
	bool is_told; /* the start is, by the agent with this very call */
	/* Of the folder of a call whose agent does not tell. The model may have chosen it, so only
	 * what somebody has trusted there is of any interest. Mostly there are none. */
	struct gaff_levels here;
};

/* From the folder that the agent was started in; which that is: started.h. */
enum gaff_rc gaff_project_at(struct arena *a, const char *start, struct gaff_project *out,
			     struct gaff_err *err);

/*
 * What guards take for the project: its root, but never a home, what that is in, or "/". An agent
 * that was started there has for it the project in the home that `cwd` is in (which may be NULL);
 * or nothing: NULL. A project without levels is a test's, and is what it is.
 */
const char *gaff_project_inside(struct arena *a, const struct gaff_project *project,
				const char *cwd);

/* Only the root of the project that a folder is in; NULL: no memory. */
const char *gaff_project_root(struct arena *a, const char *folder);

/* The next of these folders: how much of the path it is; from 0, outermost first. 0: no more. */
size_t gaff_levels_next(const struct gaff_levels *levels, size_t n);

/* Is this folder one of these, by its name? */
bool gaff_levels_have(const struct gaff_levels *levels, const char *folder);

/* Does what belongs to this user count in these folders? To us, root, and whose project it is. */
bool gaff_levels_own(const struct gaff_levels *levels, uid_t user);

/* A field that is an absolute path, as a C string without a slash at its end; or NULL. */
const char *gaff_project_path(struct arena *a, struct json value);

/* Is this path `root` or below it, by their names? */
bool gaff_is_below(const char *path, const char *root);

/* Of a path without links, "." and ".."; empty when that is what it is called. */
struct sv gaff_real_name(struct arena *a, struct sv path);

#endif
