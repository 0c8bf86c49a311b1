/*
 * plan.h - what becomes of a file when hooks are registered in it, or taken out: text to text.
 */
#ifndef GAFF_CONFIG_PLAN_H
#define GAFF_CONFIG_PLAN_H

#include "config/config.h"

struct gaff_wishes {
	struct sv program; /* absolute */
	bool fail_closed;
	struct gaff_call_dirs dirs;
	const struct gaff_wish *item;
	size_t n;        /* none: everything of ours is taken out */
	struct json was; /* what was there before gaff stays, even when it is empty now */
};

struct gaff_plan {
	struct sv after;
	size_t added, replaced, removed, kept; /* entries of ours */
};

/*
 * The text of a file in which exactly these events call gaff, each once. What is ours and still
 * right stays where it is; what is not is put right in its place; the rest is added behind all
 * others. Everything else stays as it is, byte for byte. What would come out is read once more as
 * the agent would read it.
 */
enum gaff_rc gaff_plan_file(struct arena *a, const struct gaff_config *config,
			    const struct gaff_wishes *wishes, struct gaff_plan *out,
			    struct gaff_err *err);

#endif
