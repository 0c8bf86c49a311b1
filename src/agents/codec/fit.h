/*
 * fit.h - what fit.c, fit_output.c and fit_rewrite.c share; for everybody else there is
 * gaff_fit_response().
 */
#ifndef GAFF_AGENTS_CODEC_FIT_H
#define GAFF_AGENTS_CODEC_FIT_H

#include "agents/codec/codec.h"

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

/* The row this field goes to, beside the decision there is; NULL: it would be lost. */
const struct gaff_answer_row *gaff_fit_place(const struct fitting *f, enum gaff_answer_field field);

/* Say that this event cannot carry something. */
void gaff_fit_lost(const struct fitting *f, struct sv what);

/* Fit a new output and a context (fit_output.c). */
enum gaff_rc gaff_fit_output(struct fitting *f, struct gaff_err *err);

/* Complete a rewrite, or turn it into a denial where it would not be applied. */
enum gaff_rc gaff_fit_rewrite(struct fitting *f, struct gaff_err *err);

#endif
