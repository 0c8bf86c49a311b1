/*
 * run_options.h - the options of `gaff run` that other commands take and pass on.
 */
#ifndef GAFF_CLI_RUN_OPTIONS_H
#define GAFF_CLI_RUN_OPTIONS_H

#include "cli/cli.h"
#include "run/run.h"

enum run_option {
	RUN_MANIFEST,
	RUN_INLINE,
	RUN_DIALECT,
	RUN_DEADLINE,
	RUN_FAIL_CLOSED,
	RUN_ASK_FALLBACK,
	RUN_OPTIONS
};

/* Their rows, from `first` on in a command's table. */
/* clang-format off */
#define CLI_RUN_OPTIONS(first) \
	[(first) + RUN_MANIFEST] = { "manifest", "FILE", \
		"run the hooks of this manifest too" }, \
	[(first) + RUN_INLINE] = { "inline", "MANIFEST", \
		"run the hooks of this JSON text, and no others" }, \
	[(first) + RUN_DIALECT] = { "dialect", "DIALECT", \
		"the agent whose JSON the hook speaks [canonical]" }, \
	[(first) + RUN_DEADLINE] = { "deadline", "SECONDS", \
		"answer by then [below the agent's own limit]" }, \
	[(first) + RUN_FAIL_CLOSED] = { "fail-closed", NULL, \
		"block when the hook gives no verdict [let pass]" }, \
	[(first) + RUN_ASK_FALLBACK] = { "ask-fallback", "ask|deny", \
		"for agents that cannot ask [deny]" }
/* clang-format on */

/* GAFF_EUSAGE: the value is wrong; the message begins with the command's name. */
enum gaff_rc cli_take_run_option(const char *command, enum run_option option, const char *value,
				 struct gaff_run *run, struct gaff_err *err);

/*
 * What is left behind the options is the COMMAND, with a -- before it; there need not be one. What
 * the hooks are is said in one way only.
 */
enum gaff_rc cli_take_command(const struct cli_walk *walk, struct gaff_run *run,
			      struct gaff_err *err);

#endif
