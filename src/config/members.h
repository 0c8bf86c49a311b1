/*
 * members.h - is everything in an agent's file what the rows of its layout say that it may be?
 */
#ifndef GAFF_CONFIG_MEMBERS_H
#define GAFF_CONFIG_MEMBERS_H

#include "agents/schema.h"

/* The first thing that is not, for "it runs no hook of a file with …; …". */
struct gaff_wrong {
	const char *at; /* in the text that root is of */
	char what[160];
	const char *next;
};

/* Of a key that is there twice the last counts, as everywhere. In doubt nothing is wrong. */
bool gaff_members_wrong(struct arena *a, const struct gaff_host *host, struct json root,
			struct gaff_wrong *out);

/* May an entry of this kind (or a file, where it is NULL) have this member? */
bool gaff_member_fits(struct arena *a, const struct gaff_host *host,
		      const enum gaff_handler_kind *kind, struct json name, struct json value);

#endif
