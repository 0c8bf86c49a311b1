/*
 * entries.h - every entry of an agent's hook file, whatever its layout: for what, and where it
 * stands. Whoever wants to know reads them here; what is wrong with a file is looked for on its own
 * (members.c).
 */
#ifndef GAFF_CONFIG_ENTRIES_H
#define GAFF_CONFIG_ENTRIES_H

#include "agents/schema.h"

enum gaff_entry_kind {
	GAFF_ENTRY_PLAIN,
	GAFF_ENTRY_NO_LIST,     /* what an event has instead of a list */
	GAFF_ENTRY_EMPTY_LIST,  /* an event without entries; there is no object */
	GAFF_ENTRY_EMPTY_GROUP, /* a group whose "hooks" are no list, or an empty one */
};

struct gaff_config_entry {
	enum gaff_entry_kind kind;
	struct sv event;     /* as the file has it; empty: it names none */
	struct json object;  /* the entry, or what stands where one should */
	struct json group;   /* what it is in, or absent */
	struct json matcher; /* the group's, or its own */
	struct json named;   /* the object of the name it stands under, where entries have names */
	struct sv list[2];   /* the keys that lead to the list it stands in */
	size_t n_list;
	size_t at;         /* in that list */
	size_t in_group;   /* in the list of the group */
	size_t n_in_group; /* entries of that group */
};

struct gaff_config_entries {
	struct arena *arena;
	const struct gaff_host *host;
	struct gaff_config_entry *item;
	size_t n, room;
};

/*
 * Collect what stands in `hooks`: a list of entries, or an object with a list for each event, as
 * the host's layout has it. `in` has the keys that lead there. Without memory for all of them the
 * arena says so.
 */
void gaff_config_collect(struct gaff_config_entries *to, struct json hooks,
			 struct gaff_config_entry in);

#endif
