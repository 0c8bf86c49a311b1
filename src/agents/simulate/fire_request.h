/*
 * fire_request.h - what `gaff fire` and `gaff explain` are asked to make up: an agent, an event and
 * a call.
 *
 *	struct fire_request r = { .by = "fire" };
 *	… fire_take_option(&r, option, value, err) …
 *	GAFF_TRY(fire_check(&r, err));
 *	GAFF_TRY(fire_find(&r, err));
 *	GAFF_TRY(fire_make(a, &r, &shot, err));
 */
#ifndef GAFF_AGENTS_SIMULATE_FIRE_REQUEST_H
#define GAFF_AGENTS_SIMULATE_FIRE_REQUEST_H

#include "agents/simulate/fire.h"

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

/* Whom to play, and what. GAFF_ENOENT: no agent is called so. */
enum gaff_rc fire_find(struct fire_request *r, struct gaff_err *err);

/* The payload. */
enum gaff_rc fire_make(struct arena *a, const struct fire_request *r, struct fire_shot *shot,
		       struct gaff_err *err);

#endif
