/*
 * visible.h - text of others, shown so that it does nothing and hides nothing.
 *
 * An escape sequence in a name could clear a screen or type for the user, a mark of direction could
 * make a path look like another, and letters that nobody sees could be a second text. They are
 * shown as \x1b, \u202e and, above U+FFFF, as two \u: so JSON that is shown is still the same JSON.
 */
#ifndef GAFF_TEXT_VISIBLE_H
#define GAFF_TEXT_VISIBLE_H

#include <stdint.h>

#include "base/arena.h"

/*
 * A LINE has its line ends and tabs shown too; in a PAGE they do what they always do. A STRICT line
 * is what somebody has to decide about: there what only looks like a space is shown, too.
 */
enum visible_kind { VISIBLE_LINE, VISIBLE_PAGE, VISIBLE_STRICT };

enum { VISIBLE_MAX = 13 }; /* bytes of the longest escape, and a NUL */

/*
 * The letter at p as it is shown: `shown` is itself, or an escape in `room`. Returns how many bytes
 * it is of p; what is not UTF-8 is one byte at a time. Needs p < end.
 */
unsigned gaff_visible_letter(const char *p, const char *end, enum visible_kind kind,
			     char room[VISIBLE_MAX], struct sv *shown);

/* Is it shown as it is? */
bool gaff_is_visible(struct sv text, enum visible_kind kind);

void gaff_visible_add(struct buf *out, struct sv text, enum visible_kind kind);

/*
 * Write a page to a descriptor until the deadline, as gaff_write_all() does: to a terminal as it
 * is shown, to everything else as it is.
 */
bool gaff_visible_write(int fd, struct sv text, int64_t deadline);

/* The same of a descriptor that is known to be a terminal. */
bool gaff_visible_write_terminal(int fd, struct sv text, int64_t deadline);

#endif
