/*
 * run_options.h - the options of `gaff run` that other commands take and pass on.
 */
#ifndef GAFF_CLI_INPUT_RUN_OPTIONS_H
#define GAFF_CLI_INPUT_RUN_OPTIONS_H

#include "cli/cli.h"
#include "run/run.h"

/* Their rows, for a struct gaff_run that is there in the request. */
/* clang-format off */
#define CLI_RUN_OPTIONS(there) \
	{ "manifest", "FILE", "run the hooks of this manifest too", \
	  cli_take_manifest, there, 0, 0 }, \
	{ "inline", "MANIFEST", "run the hooks of this JSON text, and no others", \
	  cli_take_inline, there, 0, 0 }, \
	{ "dialect", "DIALECT", "the agent whose JSON the hook speaks [canonical]", \
	  cli_take_dialect, there, 0, 0 }, \
	{ "deadline", "SECONDS", "answer by then [below the agent's own limit]", \
	  cli_take_deadline, there, 0, 0 }, \
	{ "fail-closed", NULL, "block when the hook gives no verdict [let pass]", \
	  cli_take_flag, (there) + CLI_AT(struct gaff_run, fail_closed, bool), 0, 0 }, \
	{ "ask-fallback", "ask|deny", "for agents that cannot ask [deny]", \
	  cli_take_ask_fallback, there, 0, 0 }
/* clang-format on */

cli_take cli_take_manifest, cli_take_inline, cli_take_dialect, cli_take_deadline,
	cli_take_ask_fallback;

/*
 * What is left behind the options is the COMMAND, with a -- before it; there need not be one. What
 * the hooks are is said in one way only.
 */
enum gaff_rc cli_take_command(const struct cli_walk *walk, struct gaff_run *run,
			      struct gaff_err *err);

#endif
