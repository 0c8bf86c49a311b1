/*
 * plain.h - text of others on a terminal: it is shown, and does nothing.
 *
 * A record holds what agents, models and hooks said. Escape sequences in it could hide a line or
 * type for the user, and marks of direction could make a path look like another.
 */
#ifndef GAFF_TEXT_PLAIN_H
#define GAFF_TEXT_PLAIN_H

#include "base/arena.h"

/*
 * Add a text as one line of visible.h: line ends, other controls, marks of direction, what cannot
 * be seen and what is not UTF-8 are escapes. Of more than `max` letters the rest is "..."; at
 * least 3.
 */
void gaff_plain_add(struct buf *out, struct sv text, size_t max);

/* The same as a text to print: a name in a message, say, whose line ends must not begin a line. */
const char *gaff_plain_text(struct arena *a, const char *text);
const char *gaff_plain_sv(struct arena *a, struct sv text);

/* In letters. */
size_t gaff_plain_width(struct sv text);

#endif
