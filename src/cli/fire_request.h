/*
 * fire_request.h - what `gaff fire` and `gaff explain` are asked to make up: an agent, an event and
 * a call.
 *
 *	struct fire_request r = { .by = "fire" };
 *	… fire_take_option(&r, option, value, err) …
 *	GAFF_TRY(fire_check(&r, err));
 *	code = fire_find(&r);
 *	GAFF_TRY(fire_make(a, &r, &shot, err));
 */
#ifndef GAFF_CLI_FIRE_REQUEST_H
#define GAFF_CLI_FIRE_REQUEST_H

#include "cli/cli.h"
#include "cli/fire.h"

enum fire_option {
	FIRE_HOST,
	FIRE_EVENT,
	FIRE_COMMAND, /* from here on: what the call is about */
	FIRE_PATH,
	FIRE_CONTENT,
	FIRE_PROMPT,
	FIRE_MCP,
	FIRE_SET,
	FIRE_OPTIONS
};

/* Their rows, at the beginning of a command's table; --host and --event mean different things. */
/* clang-format off */
#define CLI_FIRE_OPTIONS(host_help, event_help) \
	[FIRE_HOST] = { "host", "HOST", host_help }, \
	[FIRE_EVENT] = { "event", "EVENT", event_help }, \
	[FIRE_COMMAND] = { "command", "TEXT", "a shell call [echo hello]" }, \
	[FIRE_PATH] = { "path", "FILE", "a file that is read; on a file's event that file" }, \
	[FIRE_CONTENT] = { "content", "TEXT", "with --path: it is written, with this in it" }, \
	[FIRE_PROMPT] = { "prompt", "TEXT", "what the user says" }, \
	[FIRE_MCP] = { "mcp", "SERVER/TOOL", "an MCP call; its input comes with --set" }, \
	[FIRE_SET] = { "set", "POINTER=JSON", "put this into the payload; may be repeated" }
/* clang-format on */

enum { FIRE_SETS_MAX = 64 };

struct fire_request {
	const char *by; /* the command, for messages */
	const char *host, *event;
	struct gaff_mimic mimic;
	const char *set[FIRE_SETS_MAX];
	size_t n_set;
	bool is_shaped; /* something was said of what the call is about */
};

enum gaff_rc fire_take_option(struct fire_request *r, enum fire_option option, const char *value,
			      struct gaff_err *err);

/* Do the options go together? */
enum gaff_rc fire_check(const struct fire_request *r, struct gaff_err *err);

/* Whom to play, and what: CLI_OK, or the exit code of what was said on stderr. */
int fire_find(struct fire_request *r);

/* The payload. */
enum gaff_rc fire_make(struct arena *a, const struct fire_request *r, struct fire_shot *shot,
		       struct gaff_err *err);

/* What a failure of these means for who called the command. */
int fire_exit_code(enum gaff_rc rc);

#endif
