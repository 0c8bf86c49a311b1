/*
 * event_input.h - the event that a hook in sh asks about: `gaff get`, `gaff match`, `gaff reply`.
 *
 * It is in the file of $GAFF_EVENT_FILE, else on stdin. A file is read from its start whoever else
 * has it open, so that any number of calls see the same.
 */
#ifndef GAFF_RUN_SHELL_EVENT_INPUT_H
#define GAFF_RUN_SHELL_EVENT_INPUT_H

#include "run/run.h"

/* Where to read it: run->input. With `needs_file` stdin is wanted for something else. */
enum gaff_rc event_input_open(struct gaff_run *run, bool needs_file, struct gaff_err *err);

/* Read it. */
enum gaff_rc event_input_read(struct arena *a, const struct gaff_run *run, struct sv *out,
			      struct gaff_err *err);

/* All of it, for commands that answer a question. `host` may be NULL: told by the payload. */
enum gaff_rc event_input_take(struct arena *a, const char *host, const char *event_name,
			      struct gaff_event *out, struct gaff_err *err);

#endif
