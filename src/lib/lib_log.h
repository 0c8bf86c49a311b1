/*
 * lib_log.h - where the log of a hook program goes.
 */
#ifndef GAFF_LIB_LIB_LOG_H
#define GAFF_LIB_LIB_LOG_H

#include "lib/handles.h"

struct gaff_lib_log {
	struct arena *arena;
	const char *file; /* NULL: the lines are kept, for stderr: only the answer's end tells
			     whether the agent takes that for something else */
	struct sv host, event;
	struct buf lines;
};

void gaff_lib_log_line(void *log, const char *line);

#endif
