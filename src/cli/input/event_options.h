/*
 * event_options.h - how commands for hooks in sh say which event they are about, and what is wrong.
 */
#ifndef GAFF_CLI_INPUT_EVENT_OPTIONS_H
#define GAFF_CLI_INPUT_EVENT_OPTIONS_H

#include "cli/cli.h"
#include "run/shell/event_input.h"

/* Say what is wrong; returns the exit code. */
int event_input_fail(const char *command, const struct gaff_err *err);

/* Their rows in a command's table. */
/* clang-format off */
#define CLI_EVENT_INPUT_OPTIONS(type, host, event) \
	CLI_TEXT("host", "HOST", type, host, "the agent whose event it is [told by the event]"), \
	CLI_TEXT("event", "EVENT", type, event, "the event this call is registered for")
/* clang-format on */

#endif
