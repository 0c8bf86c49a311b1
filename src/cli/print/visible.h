/*
 * visible.h - a text of a stranger's as it is run: nothing of it hides, and nothing is left out.
 *
 * Where plain.h makes a text harmless, this one makes it readable to somebody who has to decide.
 */
#ifndef GAFF_CLI_PRINT_VISIBLE_H
#define GAFF_CLI_PRINT_VISIBLE_H

#include "base/arena.h"

/*
 * To stdout. A line end is "\n", and what follows stands on a line of its own behind `indent`
 * spaces; what cannot be seen is an escape such as "\t" or "\u00a0"; more than `blanks` spaces in a
 * row are counted, "<5000 blanks>".
 */
void visible_print(struct arena *a, struct sv text, size_t indent, size_t blanks);

#endif
