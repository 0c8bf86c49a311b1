/*
 * split.h - a call that touches several files, for hooks that know of one.
 *
 * Codex edits any number of files with one patch; a hook written for Claude Code looks at the
 * one file_path. It is asked about each file in turn, so that a guard sees them all.
 */
#ifndef GAFF_AGENTS_CODEC_SPLIT_H
#define GAFF_AGENTS_CODEC_SPLIT_H

#include "agents/codec/codec.h"

struct gaff_parts {
	struct gaff_event *part;
	size_t n; /* 0: this dialect takes the call as it is */
};

enum gaff_rc gaff_split_event(struct arena *a, const struct gaff_event *event,
			      const struct gaff_host *dialect, struct gaff_parts *out,
			      struct gaff_err *err);

#endif
