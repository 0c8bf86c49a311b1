/*
 * reach_made.h - names that a shell or make puts together as it runs: "lib/$name.sh".
 *
 * What stands around an expansion is known, and what it becomes is not: it is like a star.
 */
#ifndef GAFF_RUN_REACH_MADE_H
#define GAFF_RUN_REACH_MADE_H

#include "base/arena.h"

/* One expansion of a word, and what is written on both sides of it, without quotes. */
struct gaff_made {
	struct sv before, after;
};

/* A word from its first expansion on. */
struct gaff_made_word {
	struct arena *arena;
	struct sv text; /* from that "$" or "`" on; what is left of it */
	struct sv before;
};

/* False: there are no more. `text` is then what is behind the word. */
bool gaff_made_next(struct gaff_made_word *word, struct gaff_made *out);

/* The folder that such a name is in, if that is written; empty: it is not. */
struct sv gaff_made_folder(const struct gaff_made *made);

/* What the name ends with. *is_folder: it is one, and something in it is meant. */
struct sv gaff_made_end(const struct gaff_made *made, bool *is_folder);

/* The last name that is written in a word that begins here; empty: it ends with an expansion. */
struct sv gaff_made_last(struct arena *a, struct sv text);

#endif
