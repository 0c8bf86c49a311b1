/*
 * fire_print.h - what `gaff fire` and `gaff explain` have in common for people: options, answers.
 */
#ifndef GAFF_CLI_PAGES_FIRE_PRINT_H
#define GAFF_CLI_PAGES_FIRE_PRINT_H

#include "cli/cli.h"
#include "agents/simulate/fire_request.h"

/* Their rows, for a struct fire_request; --host and --event mean different things. */
/* clang-format off */
#define CLI_FIRE_OPTIONS(there, host_help, event_help) \
	{ "host", "HOST", host_help, cli_take_fire, there, FIRE_HOST, 0 }, \
	{ "event", "EVENT", event_help, cli_take_fire, there, FIRE_EVENT, 0 }, \
	{ "command", "TEXT", "a shell call [echo hello]", cli_take_fire, there, FIRE_COMMAND, 0 }, \
	{ "path", "FILE", "a file that is read; on a file's event that file", \
	  cli_take_fire, there, FIRE_PATH, 0 }, \
	{ "content", "TEXT", "with --path: it is written, with this in it", \
	  cli_take_fire, there, FIRE_CONTENT, 0 }, \
	{ "prompt", "TEXT", "what the user says", cli_take_fire, there, FIRE_PROMPT, 0 }, \
	{ "mcp", "SERVER/TOOL", "an MCP call; its input comes with --set", \
	  cli_take_fire, there, FIRE_MCP, 0 }, \
	{ "set", "POINTER=JSON", "put this into the payload; may be repeated", \
	  cli_take_fire, there, FIRE_SET, 0 }
/* clang-format on */
cli_take cli_take_fire;

/* fire_find(): CLI_OK, or the exit code of what was said on stderr. */
int fire_find_or_say(struct fire_request *r);

/* What a failure of fire_make() means for who called the command. */
int fire_exit_code(enum gaff_rc rc);

void fire_print_page(const struct fire_shot *shot, const struct fire_verdict *verdict);

/* As one JSON object; without a verdict (NULL) the payload alone. */
enum gaff_rc fire_print_json(struct arena *a, const struct fire_shot *shot,
			     const struct fire_verdict *verdict, struct gaff_err *err);

#endif
