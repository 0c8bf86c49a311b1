/*
 * event_input.h - the event that a hook in sh asks about: `gaff get`, `gaff match`, `gaff reply`.
 *
 * It is in the file of $GAFF_EVENT_FILE, else on stdin. A file is read from its start whoever else
 * has it open, so that any number of calls see the same.
 */
#ifndef GAFF_CLI_INPUT_EVENT_INPUT_H
#define GAFF_CLI_INPUT_EVENT_INPUT_H

#include "cli/cli.h"
#include "run/run.h"

/* Where to read it: run->input. With `needs_file` stdin is wanted for something else. */
enum gaff_rc event_input_open(struct gaff_run *run, bool needs_file, struct gaff_err *err);

/* Read it. */
enum gaff_rc event_input_read(struct arena *a, const struct gaff_run *run, struct sv *out,
			      struct gaff_err *err);

/* All of it, for commands that answer a question. `host` may be NULL: told by the payload. */
enum gaff_rc event_input_take(struct arena *a, const char *host, const char *event_name,
			      struct gaff_event *out, struct gaff_err *err);

/* Say what is wrong; returns the exit code. */
int event_input_fail(const char *command, const struct gaff_err *err);

/* Their rows in a command's table. */
/* clang-format off */
#define CLI_EVENT_INPUT_OPTIONS(type, host, event) \
	CLI_TEXT("host", "HOST", type, host, "the agent whose event it is [told by the event]"), \
	CLI_TEXT("event", "EVENT", type, event, "the event this call is registered for")
/* clang-format on */

#endif
