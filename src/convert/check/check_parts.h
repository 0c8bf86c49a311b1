/*
 * check_parts.h - what the files that decide about hooks share; for everybody else there is
 * parts.h.
 *
 * A hook is taken through all of them in this order: on which native events it is (check_event.c),
 * what it needs and does not find there (check_needs.c), which matchers it gets (check_matcher.c),
 * which of its fields have no place (check_field.c), and what is run (check_command.c).
 */
#ifndef GAFF_CONVERT_CHECK_CHECK_PARTS_H
#define GAFF_CONVERT_CHECK_CHECK_PARTS_H

#include "convert/parts.h"

struct gaff_checking {
	struct arena *arena;
	const struct gaff_conversion *conversion;
	const struct gaff_middle *in;
	const struct gaff_host *to;
	const struct gaff_layout *layout; /* of the target */
	const char *title;                /* of the target */
	struct gaff_losses *losses;
	struct gaff_err *err;
	struct gaff_written_matcher *matchers[64]; /* by a hash of what they were written from */

	/* ---- of the hook that is looked at ---- */
	const struct gaff_hook *hook;
	struct json object; /* what it was read from */
	struct gaff_hook_plan *plan;
	struct sv dialect;     /* what it speaks: its own, the source's */
	bool by_gaff;          /* the entry calls gaff, which supplies what is missing */
	bool is_guard;         /* it is `gaff guard`, which speaks every dialect */
	bool is_at_home;       /* it was written for the target, or is such a guard */
	bool is_about_tools;   /* its event is */
	bool has_named_events; /* it, or provider_data, says which native ones are meant */
	struct gaff_selection selection;
};

/* ---- losses of the hook ---- */

#define gaff_check_warn(c, field, ...)                                                             \
	gaff_lose((c)->losses, (c)->hook->number, field, GAFF_DEGRADE_WARN, __VA_ARGS__)

/* The hook is gone. A guard is lost when it was blocking, unless the author wanted it so. */
#define gaff_check_leave_out(c, field, is_wanted, ...)                                             \
	(gaff_lose((c)->losses, (c)->hook->number, field, GAFF_DEGRADE_EXCLUDE, __VA_ARGS__),      \
	 gaff_check_drop(c, is_wanted))
void gaff_check_drop(struct gaff_checking *c, bool is_wanted);

static inline bool check_is_gone(const struct gaff_checking *c)
{
	return c->plan->fate == GAFF_HOOK_GONE;
}

/* Systems that a hook may have a command of its own for, and the field of an entry with it. */
enum { GAFF_SYSTEMS = 4 };
struct gaff_system {
	struct sv name;
	enum gaff_member_field field;
};
extern const struct gaff_system gaff_systems[GAFF_SYSTEMS];

/* Is there a row for this field, of handlers as the written one? */
bool gaff_check_has_row(const struct gaff_checking *c, enum gaff_member_field field);

/* ---- on which events (check_event.c) ---- */

/* The native events that are meant; the hook is gone when there are none. */
enum gaff_rc gaff_check_events(struct gaff_checking *c);

/* Where events are split by tool: which of them are not meant, or have none. */
void gaff_check_split_tools(struct gaff_checking *c);

/* What the target's own file had instead (check_kept.c): of the matcher, then of the rule. */
enum gaff_rc gaff_check_kept_matcher(struct gaff_checking *c);
enum gaff_rc gaff_check_kept_rule(struct gaff_checking *c);

/* Names with a comma between; empty: none yet. */
void gaff_check_list(struct buf *out, struct sv name);

/* ---- their matchers (check_matcher.c) ---- */

struct gaff_written_matcher;

enum gaff_rc gaff_check_matchers(struct gaff_checking *c);

/* ---- what it needs (check_needs.c) ---- */

void gaff_check_needs(struct gaff_checking *c);
void gaff_check_blocking(struct gaff_checking *c);

/* ---- its fields (check_field.c) ---- */

void gaff_check_fields(struct gaff_checking *c);
void gaff_check_timeout(struct gaff_checking *c);

/* How many seconds gaff has for it, in an entry that calls gaff. */
unsigned gaff_check_deadline(const struct gaff_checking *c);

void gaff_check_provider_data(struct gaff_checking *c, size_t hook, struct json data);

/* What a manifest has beside its hooks; and these. */
struct json gaff_check_manifest(struct gaff_checking *c);

/* ---- what is run (check_command.c) ---- */

enum gaff_rc gaff_check_command(struct gaff_checking *c);

/* "gaff guard NAME…" */
bool gaff_check_is_guard(struct arena *a, const struct gaff_hook *hook);

#endif
