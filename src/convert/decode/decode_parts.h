/*
 * decode_parts.h - what the files that read an agent's configuration share; for everybody else
 * there is parts.h.
 *
 * The entries of a file are collected first, in its order; those of events that are split by tool
 * are put together (decode_split.c); then each becomes a hook (decode_hook.c), or stays aside with
 * its place in the file, because no manifest can have it.
 */
#ifndef GAFF_CONVERT_DECODE_DECODE_PARTS_H
#define GAFF_CONVERT_DECODE_DECODE_PARTS_H

#include <stdint.h>

#include "convert/parts.h"

#define GAFF_NOT_IN_LIST SIZE_MAX

/* An element of a native list: an entry, or what stands where one should. */
struct gaff_native_entry {
	const struct gaff_host *host;       /* of the spelling that has the event */
	const struct gaff_event_row *event; /* NULL: the agent has no such event */
	unsigned tools;       /* that the event is about, as bits; 0: all of them, or none */
	struct sv event_name; /* as the file has it; empty: it has none */
	struct json object;
	struct json group;         /* what it is in, or absent */
	struct json matcher;       /* the group's, or its own */
	size_t at;                 /* in the list of the event, or of the file; GAFF_NOT_IN_LIST */
	size_t in_group;           /* in the group's list */
	const char *why_not;       /* it cannot be a hook, whatever it says; or NULL */
	const char *event_why_not; /* the same of every entry for this event */

	/* ---- what becomes of it ---- */
	struct gaff_native_entry *twin; /* that says the same on another event, or NULL */
	bool is_twin;                   /* another one speaks for it */
	bool is_hook;                   /* it is in the manifest */
};

struct gaff_decoding {
	struct arena *arena;
	const struct gaff_host *host; /* the spelling of the file */
	const struct gaff_layout *layout;
	bool is_other_syntax;
	struct gaff_losses *losses;
	struct gaff_err *err;

	struct json_index file;          /* its members; of a list of entries none */
	struct gaff_native_entry *entry; /* in the order of the file */
	size_t n;
	struct buf empty;                 /* texts: events with an empty list */
	struct gaff_native_entry **order; /* in which they become hooks */
	size_t n_order;

	struct gaff_known_matcher *known; /* matchers that were seen (decode_known.c), or NULL */

	struct buf hooks; /* the manifest's list */
	struct gaff_hook *hook;
	size_t n_hooks;
};

/* ---- collecting (decode_entries.c) ---- */

/* Every entry of the document, whatever its shape; `doc` (or NULL) is for places of mistakes. */
enum gaff_rc gaff_collect_entries(struct gaff_decoding *d, const struct gaff_doc *doc,
				  struct json root);

/* ---- events that are split by tool (decode_split.c) ---- */

/* The order in which entries become hooks, with those that say the same as one. */
enum gaff_rc gaff_join_split(struct gaff_decoding *d);

/* Are they what is written for such a hook, in this spelling, when nobody says otherwise? */
bool gaff_events_are_usual(const struct gaff_host *host, const struct gaff_native_entry *entry);

/* ---- one entry (decode_hook.c) ---- */

/* Make it a hook of the manifest, or leave it aside, with a loss. */
enum gaff_rc gaff_take_entry(struct gaff_decoding *d, struct gaff_native_entry *entry);

/* ---- its members (decode_members.c, decode_rest.c) ---- */

/* What of an entry goes where: found by its rows, before anything is written. */
struct gaff_entry_members {
	struct json_index index;
	enum gaff_handler_kind kind;
	struct json value[GAFF_MEMBER_FIELDS];
	const struct gaff_member *row[GAFF_MEMBER_FIELDS]; /* that it was found by */
	struct json words;                                 /* for "args", or absent */
	struct json patterns,
		tool_types; /* that a .kiro.hook narrows itself with, if they are said */
	struct buf as;      /* members of "as" */
};

#define GAFF_FIELD_BIT(field) (1u << GAFF_MEMBER_##field)

/* By the rows. NULL, or why no manifest can have it; the text is in the arena. */
const char *gaff_find_members(struct gaff_decoding *d, const struct gaff_native_entry *entry,
			      struct gaff_entry_members *out);

/*
 * The value of a field as a manifest has it; absent: it says nothing there. *is_other: the native
 * value would not come back from it.
 */
struct json gaff_member_value(struct gaff_decoding *d, const struct gaff_entry_members *m,
			      enum gaff_member_field field, bool *is_other);

/*
 * Members that the manifest does not have, as members of an object that is open: of these fields,
 * and those that no field is made from, which are a loss of `hook`.
 */
void gaff_keep_rest(struct gaff_decoding *d, const struct gaff_native_entry *entry,
		    const struct gaff_entry_members *m, unsigned fields, size_t hook,
		    struct json_writer *w);

/* ---- what narrows an entry ---- */

/* "patterns" and "toolTypes" of a .kiro.hook, which then are in `m` (decode_one.c). */
enum gaff_rc gaff_one_select(struct gaff_decoding *d, const struct gaff_native_entry *entry,
			     struct gaff_entry_members *m, size_t hook,
			     struct gaff_entry_selection *out);

/* How its matcher is spelled. */
struct gaff_spelling {
	bool is_usual;   /* it would come back as it is */
	bool is_nowhere; /* it selects no tool that the agent has */
};

/* gaff_entry_select() of an entry, and the spelling of its matcher. */
enum gaff_rc gaff_known_select(struct gaff_decoding *d, const struct gaff_native_entry *entry,
			       const struct gaff_entry_members *m, size_t hook,
			       struct gaff_entry_selection *out);
enum gaff_rc gaff_known_spelling(struct gaff_decoding *d, const struct gaff_native_entry *entry,
				 const struct gaff_entry_members *m,
				 const struct gaff_selection *tools, struct gaff_spelling *out);

/* Permission rules (decode_rule.c). */

/* "Edit(*.ts)". Without content: every call of the tool. */
struct gaff_permission_rule {
	struct sv tool, content;
};

bool gaff_permission_rule_read(struct sv text, struct gaff_permission_rule *out);

/* The files that its content means, as a list for "paths". False: our globs cannot say that. */
bool gaff_permission_rule_paths(struct arena *a, struct sv content, struct json *out);

/* A matcher that selects everything, however it is spelled. */
bool gaff_matcher_is_all(struct sv matcher);

#endif
