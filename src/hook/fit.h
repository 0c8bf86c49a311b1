/*
 * fit.h - what fit.c and fit_rewrite.c share; for everybody else there is gaff_fit_response().
 */
#ifndef GAFF_HOOK_FIT_H
#define GAFF_HOOK_FIT_H

#include "hook/codec.h"

#define GAFF_DEFAULT_REASON "blocked by a hook"

struct fitting {
	struct arena *arena;
	const struct gaff_event *event;
	const struct gaff_shape *shape;
	struct gaff_response *r;
	struct gaff_warnings *warnings;
};

static inline bool fit_is_mcp(const struct fitting *f)
{
	return f->event->tool == GAFF_TOOL_MCP;
}

/* Say that this event cannot carry something. */
void gaff_fit_lost(const struct fitting *f, struct sv what);

/* Complete a rewrite, or turn it into a denial where it would not be applied. */
enum gaff_rc gaff_fit_rewrite(struct fitting *f, struct gaff_err *err);

#endif
