/*
 * encode_parts.h - what the files that write native documents share; for everybody else there is
 * parts.h.
 */
#ifndef GAFF_CONVERT_ENCODE_ENCODE_PARTS_H
#define GAFF_CONVERT_ENCODE_ENCODE_PARTS_H

#include "config/syntax.h"
#include "convert/parts.h"

struct gaff_encoding {
	struct arena *arena;
	const struct gaff_conversion *conversion;
	const struct gaff_host *host; /* the target, and its layout */
	const struct gaff_layout *layout;
	const struct gaff_editor *editor; /* NULL: the file is a program, or a manifest */
	const struct gaff_middle *in;
	struct gaff_losses *losses;
	struct sv made_up; /* what names begin with that are made up, and no other does */
	struct gaff_err *err;
};

enum gaff_rc gaff_encode_no_memory(struct gaff_encoding *e);

bool gaff_json_has_null(struct json v);

/* Why the file cannot have this value; NULL: it can. */
static inline const char *gaff_encode_no_null(const struct gaff_encoding *e, struct json value)
{
	return e->editor && e->editor->no_null && gaff_json_has_null(value) ? e->editor->no_null
									    : NULL;
}

/* Some agents refuse a file with an event that they do not know. */
bool gaff_takes_event(const struct gaff_host *host, struct sv name);

/* ---- what a hook's own data for the target adds to its entry (encode_own.c) ---- */

struct gaff_own_member {
	struct sv inside; /* of which object of the entry; empty: of the entry itself */
	struct json key, value;
};

struct gaff_own {
	struct json data;                      /* all of it, or absent */
	struct json field[GAFF_MEMBER_FIELDS]; /* in place of what the hook says, or absent */
	struct json as, group;
	struct sv program; /* with field[GAFF_MEMBER_ARGS]: what is started, without its words */
	struct gaff_own_member *more;
	size_t n_more;
};

/*
 * Only what cannot change what runs, or when; everything else is a loss. `hook` is the JSON that
 * the plan's hook was read from.
 */
enum gaff_rc gaff_own_read(struct gaff_encoding *e, const struct gaff_hook_plan *plan,
			   struct json hook, struct gaff_own *out);

/* ---- one entry (encode_entry.c) ---- */

/* A hook at one of its places. */
struct gaff_placed {
	const struct gaff_hook_plan *plan;
	const struct gaff_spot_row *spot;
	const struct gaff_own *own;
	struct json hook;
	size_t nth;          /* of the plan's places, from 0 */
	bool has_matcher;    /* is one written at all? */
	struct sv matcher;   /* as it is written */
	bool is_alone;       /* not in a group: the matcher is in the entry */
	struct json written; /* the entry */
};

/* What of a hook is not written, because gaff does it: the command is a line of gaff's own. */
bool gaff_plan_is_generated(const struct gaff_encoding *e, const struct gaff_hook_plan *plan);

/* Which matcher the entry has, and whether it has one at all. */
void gaff_encode_matcher(struct gaff_placed *p);

enum gaff_rc gaff_encode_entry(struct gaff_encoding *e, struct gaff_placed *p);

/* ---- all of them at their places (encode_places.c) ---- */

/* What no manifest can have, and was kept for the target: an entry or a group. */
struct gaff_restored {
	struct sv event;
	size_t at;     /* in the list of its event, or of the file */
	size_t within; /* of the group there; GAFF_WHOLE: it is a group, or there are none */
	struct json entry;
	bool is_event; /* it is what the event has instead of a list */
};
#define GAFF_WHOLE ((size_t)-1)

struct gaff_restoring {
	struct gaff_restored *item;
	size_t n;
	struct json members; /* provider_data of the manifest for the target, or absent */
};

/* `placed` in the order of the plans; "hooks" and what is in it is written to `w`. */
enum gaff_rc gaff_encode_places(struct gaff_encoding *e, struct gaff_placed *placed, size_t n,
				const struct gaff_restoring *back, struct json_writer *w);

/* ---- what is beside them (encode_file.c) ---- */

enum gaff_rc gaff_restoring_read(struct gaff_encoding *e, struct gaff_restoring *out);

/* Members before "hooks", and behind it. */
enum gaff_rc gaff_encode_head(struct gaff_encoding *e, const struct gaff_restoring *back,
			      struct json_writer *w);
void gaff_encode_tail(struct gaff_encoding *e, const struct gaff_restoring *back,
		      struct json_writer *w);

/* ---- a manifest (encode_manifest.c) ---- */

/*
 * With --runtime a script that an agent looks for in the project is looked for there by gaff, too,
 * and not beside the manifest.
 */
struct sv gaff_manifest_command(struct gaff_encoding *e, const struct gaff_hook_plan *plan);

enum gaff_rc gaff_encode_manifest(struct gaff_encoding *e, const struct gaff_hook_plan *plans,
				  struct json *out);

#endif
