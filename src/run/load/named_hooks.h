/*
 * named_hooks.h - the hooks of manifests by their names, to switch them on and off.
 */
#ifndef GAFF_RUN_LOAD_NAMED_HOOKS_H
#define GAFF_RUN_LOAD_NAMED_HOOKS_H

#include "base/swap.h"
#include "run/load/load.h"
#include "text/doc.h"

struct named_hook {
	const struct gaff_source *source;
	const struct gaff_held *held;
	size_t i;
	const char *name;
	bool enabled;
	struct gaff_place place;
};

struct named_hooks {
	struct arena *arena;
	bool user_only, project_only; /* in the manifests of that scope */
	/* is told of a manifest that cannot be read */
	void (*skipped)(struct named_hooks *s, const char *file, const struct gaff_err *why);
	struct gaff_sources sources;
	struct named_hook *hook;
	size_t n, room;
};

/* Those of the manifests that count here. */
enum gaff_rc named_hooks_find(struct named_hooks *s, struct gaff_err *err);

/* Of a project's manifest: is trust in it "kept" when it is changed here, or "needed"? Else NULL.
 */
const char *named_hook_trust(const struct named_hook *hook);

/* A checkout could have a link to a manifest of somebody else; gaff runs none through a link. */
bool named_hook_is_linked(const struct named_hook *hook);

/* Its manifest as it is afterwards; with `is_dry` the file stays. */
enum gaff_rc named_hook_switch(struct named_hooks *s, const struct named_hook *hook, bool enables,
			       bool is_dry, struct sv *after, struct gaff_err *err);

#endif
