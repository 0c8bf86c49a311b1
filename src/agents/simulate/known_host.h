/*
 * known_host.h - a host with what becomes of each field of an answer, and what it can do by that.
 */
#ifndef GAFF_AGENTS_SIMULATE_KNOWN_HOST_H
#define GAFF_AGENTS_SIMULATE_KNOWN_HOST_H

#include "agents/simulate/fate.h"

/* The same field, and of the native ones the same name? On the same condition? */
bool gaff_fate_same_field(const struct gaff_fate *x, const struct gaff_fate *y);
bool gaff_fate_same_condition(const struct gaff_fate *x, const struct gaff_fate *y);

/* What an event may return: every field that reaches the agent in a place of its own. */
bool gaff_fate_is_answer(const struct gaff_fate *fate);
bool gaff_fate_is_second_half(const struct gaff_fates *fates, size_t i);

/* What becomes of a field on an event. */
struct host_fate {
	const struct gaff_event_row *event;
	const struct gaff_fate *fate;
};

struct known_host {
	const struct gaff_host *host;
	struct gaff_fates *fates; /* of each event, in the order of its rows */
	struct host_fate *all;    /* the same as one list */
	size_t n;
	const struct known_host *other; /* its other spelling, or NULL */
};

/* With its other spelling, which points back at it. */
enum gaff_rc gaff_know_host(struct arena *a, const struct gaff_host *host, struct known_host *out,
			    struct gaff_err *err);

/* What people ask for: is this field delivered on one of these events? */
struct gaff_ability {
	const char *key, *title;
	gaff_event_set events;
	enum gaff_answer_field field;
};

enum { GAFF_ABILITIES = 15 };
extern const struct gaff_ability gaff_abilities[GAFF_ABILITIES];

struct gaff_can {
	size_t asked, able;    /* events */
	struct gaff_fate fate; /* of the first that is able, else of the first */
	const struct gaff_evidence *seen;
};

struct gaff_can gaff_can_do(const struct known_host *known, const struct gaff_ability *ability);

/* Is it asked on this event, what becomes of it there, and is that a yes? */
bool gaff_ability_is_asked(const struct gaff_ability *ability, const struct gaff_event_row *row);
struct gaff_fate gaff_ability_on(const struct gaff_fates *fates,
				 const struct gaff_ability *ability);
bool gaff_fate_is_yes(const struct gaff_fate *fate);

#endif
