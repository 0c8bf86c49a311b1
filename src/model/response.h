/*
 * response.h - what a hook said, in words no agent owns.
 *
 * none is not allow: a hook without an opinion grants nothing.
 */
#ifndef GAFF_MODEL_RESPONSE_H
#define GAFF_MODEL_RESPONSE_H

#include "text/json/json.h"

struct gaff_host;

enum gaff_decision { GAFF_NONE, GAFF_ALLOW, GAFF_ASK, GAFF_DENY };

/*
 * What an answer can carry. The first seven are not fields but facts that a row turns into
 * a literal ("permissionDecision":"deny").
 */
enum gaff_answer_field {
	GAFF_A_ALLOW,
	GAFF_A_ASK,
	GAFF_A_DENY,
	GAFF_A_UNDECIDED, /* none of these is said: what an agent has to be told then */
	GAFF_A_STOP,      /* continue: false */
	GAFF_A_REWRITE,   /* an updated_input is in the answer */
	GAFF_A_REPLACES,  /* an updated_output is in the answer */
	GAFF_A_SUPPRESS,
	GAFF_A_REASON, /* the first text */
	GAFF_A_USER_MESSAGE,
	GAFF_A_SYSTEM_MESSAGE,
	GAFF_A_MESSAGE,
	GAFF_A_CONTEXT,
	GAFF_A_STOP_REASON,
	GAFF_A_UPDATED_PROMPT,
	GAFF_A_LINT_COMMAND, /* the last text */
	GAFF_A_UPDATED_INPUT,
	GAFF_A_UPDATED_OUTPUT,
	GAFF_A_ENV,
	GAFF_A_NATIVE,     /* a field only one host has */
	GAFF_A_EVENT_NAME, /* the host wants its own event name beside the answer */
	GAFF_A_COUNT
};

#define GAFF_A_FIRST_TEXT GAFF_A_REASON
#define GAFF_A_LAST_TEXT  GAFF_A_LINT_COMMAND

/* What is known of each field (response.c). */
struct gaff_answer_info {
	struct sv key;      /* "reason": in the canonical answer, and in messages */
	struct sv does;     /* of a text: what an agent does with it, for people; empty: nothing */
	unsigned char rank; /* where in a list of what it does, from 1 */
	bool is_one;        /* of two texts the last counts: they are not joined */
	bool is_action;     /* it changes something: a test of a hook has to expect it */
};

extern const struct gaff_answer_info gaff_answers[GAFF_A_COUNT];

static inline struct sv gaff_answer_key(enum gaff_answer_field field)
{
	return gaff_answers[field].key;
}

static inline bool gaff_answer_is_text(enum gaff_answer_field field)
{
	return field >= GAFF_A_FIRST_TEXT && field <= GAFF_A_LAST_TEXT;
}

/* Can a hook say this, or is it a word that only rows need? */
static inline bool gaff_answer_is_said(enum gaff_answer_field field)
{
	return field != GAFF_A_REWRITE && field != GAFF_A_REPLACES && field != GAFF_A_EVENT_NAME &&
	       field != GAFF_A_UNDECIDED;
}

struct gaff_response {
	enum gaff_decision decision;
	bool stop;                    /* continue: false */
	bool suppress;                /* suppress_output: true */
	bool acknowledges;            /* seen, and nothing to say: in words, where there are some */
	struct sv text[GAFF_A_COUNT]; /* by enum gaff_answer_field; only the texts are used */
	struct json updated_output, env;

	/*
	 * A rewrite is in canonical fields (rewriter NULL) and is laid over the original
	 * input, or in the words of the host whose dialect the hook speaks. Hosts replace
	 * the whole input, so there a field that is left out was taken out.
	 */
	struct json updated_input;
	const struct gaff_host *rewriter;

	struct json native;                  /* an object of fields only native_host has */
	const struct gaff_host *native_host; /* NULL: meant for whoever calls */
};

/* Both texts with a blank line between; without memory the first (and the arena has failed). */
struct sv gaff_join_texts(struct arena *a, struct sv first, struct sv second);

/* Did the hook say anything at all? */
bool gaff_response_is_empty(const struct gaff_response *r);

#endif
