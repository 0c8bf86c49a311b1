/*
 * plain.h - text of others on a terminal: it is shown, and does nothing.
 *
 * A record holds what agents, models and hooks said. Escape sequences in it could hide a line or
 * type for the user, and marks of direction could make a path look like another.
 */
#ifndef GAFF_CLI_PLAIN_H
#define GAFF_CLI_PLAIN_H

#include "base/arena.h"

/*
 * Add a text as one line of visible.h: line ends, other controls, marks of direction, what cannot
 * be seen and what is not UTF-8 are escapes. Of more than `max` letters the rest is "..."; at
 * least 3.
 */
void plain_add(struct buf *out, struct sv text, size_t max);

/* To stdout, all of it; what has no memory left is cut off. */
void plain_print(struct arena *a, struct sv text);

/* The same as a text to print: a name in a message, say, whose line ends must not begin a line. */
const char *plain_text(struct arena *a, const char *text);

/*
 * What changes in a file, as a unified diff, byte for byte as patch(1) needs it: what a terminal
 * must not get is for screen.h.
 */
void plain_diff(struct arena *a, const char *path, struct sv before, struct sv after);

/* In letters. */
size_t plain_width(struct sv text);

#endif
