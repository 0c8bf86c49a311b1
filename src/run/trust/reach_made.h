/*
 * reach_made.h - names that a shell or make puts together as it runs: "lib/$name.sh".
 *
 * What stands around an expansion is known, and what it becomes is not: it is like a star.
 */
#ifndef GAFF_RUN_TRUST_REACH_MADE_H
#define GAFF_RUN_TRUST_REACH_MADE_H

#include "base/arena.h"

/* One expansion of a word, and what is written on both sides of it, without quotes. */
struct gaff_made {
	struct sv before, after;
	const char *end; /* of the expansion, and of what is written behind it */
};

/* The one that a text begins with, by "$" or "`". `before` is what stands before it. */
struct gaff_made gaff_made_see(struct arena *a, struct sv before, struct sv text);

/* The folder that such a name is in, if that is written; empty: it is not. */
struct sv gaff_made_folder(const struct gaff_made *made);

/* What the name ends with. *is_folder: it is one, and something in it is meant. */
struct sv gaff_made_end(const struct gaff_made *made, bool *is_folder);

/*
 * The last name that is written in a word that begins here, and *end where the word ends. Empty: it
 * ends with an expansion.
 */
struct sv gaff_made_last(struct arena *a, struct sv text, const char **end);

#endif
