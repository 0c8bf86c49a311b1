/*
 * loader.h - reading the manifests of a call, while it goes on.
 */
#ifndef GAFF_RUN_LOAD_LOADER_H
#define GAFF_RUN_LOAD_LOADER_H

#include "run/load/load.h"

struct gaff_loader {
	struct arena *arena;
	struct gaff_sources *sources;
	bool only_policies;
	const struct gaff_levels *levels; /* of the project */
};

/* One more, with nothing in it; NULL: no memory. */
struct gaff_source *gaff_loader_add(struct gaff_loader *l, enum gaff_manifest_scope scope,
				    const char *folder, const char *file);
/* What people call a manifest besides: somebody takes it for guards. */
void gaff_loader_add_misnamed(struct gaff_loader *l, enum gaff_manifest_scope scope, int folder,
			      const char *path);
enum gaff_rc gaff_loader_parse_policy(struct arena *a, struct gaff_source *source, struct sv text,
				      struct gaff_err *err);
/* What became of a manifest that was compiled. */
enum gaff_rc gaff_loader_take(struct gaff_source *source, enum gaff_rc rc);

/* A file of a folder: open, not there, or there and not to be had. */
struct gaff_found {
	int fd, why; /* errno, when fd is -1 */
};
struct gaff_found gaff_found_look(int folder, const char *name, enum gaff_manifest_scope scope);
bool gaff_found_is_there(struct gaff_found f);
void gaff_found_close(struct gaff_found f);
enum gaff_rc gaff_found_fail(struct gaff_found f, struct gaff_err *err);

/* ---- projects (load_project.c) ---- */

/* From the outermost folder down to the agent's; each adds its hooks, none hides another. */
enum gaff_rc gaff_load_project(struct gaff_loader *l, const struct gaff_project *project,
			       struct gaff_err *err);
/* What was trusted as a folder on the way to the start, and is a link now. */
enum gaff_rc gaff_load_names(struct gaff_loader *l, const struct gaff_project *project,
			     struct gaff_err *err);
/* Where the call is made: what was trusted, but for what is the start's as well. */
enum gaff_rc gaff_load_here(struct gaff_loader *l, const struct gaff_levels *levels,
			    struct gaff_err *err);

#endif
