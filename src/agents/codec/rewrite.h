/*
 * rewrite.h - what rewrite.c and rewrite_check.c share; for everybody else there is codec.h.
 */
#ifndef GAFF_AGENTS_CODEC_REWRITE_H
#define GAFF_AGENTS_CODEC_REWRITE_H

#include "agents/codec/codec.h"

/* The members of a tool's input; GAFF_EUNSUPPORTED: it is no object, or has too many. */
enum gaff_rc gaff_input_index(struct arena *a, struct json input, struct json_index *out,
			      struct gaff_err *err);

/* Does some row of the tool take care of this member of a canonical input? */
bool gaff_input_covers(const struct gaff_tool_row *row, struct json key);

#endif
