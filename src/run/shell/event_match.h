/*
 * event_match.h - is an event about this file, this tool, this event, or has a field such a text?
 *
 * Files and tools are matched as by `paths` and `matcher` of a manifest.
 */
#ifndef GAFF_RUN_SHELL_EVENT_MATCH_H
#define GAFF_RUN_SHELL_EVENT_MATCH_H

#include "run/run.h"

struct event_question {
	struct arena *arena;
	struct gaff_event event;
	char **pattern;
	size_t n;
	bool wants_all; /* every file, or every value of a list, and not only one */
};

/* `what` is "path", "tool", "event" or a field. GAFF_EUSAGE: that, or a pattern, is wrong. */
enum gaff_rc event_match(struct event_question *q, const char *what, bool *out,
			 struct gaff_err *err);

#endif
