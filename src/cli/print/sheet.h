/*
 * sheet.h - a page of labels and texts for people, as wide as the screen.
 *
 *	host      claude-code (Claude Code), named by --host
 *	stdout    {"decision":"deny","reason":"a text that is too long for this line goes on in
 *	          the next one"}
 *
 * Texts may be of others: they are shown plain (plain.h), but for their ends of lines.
 */
#ifndef GAFF_CLI_PRINT_SHEET_H
#define GAFF_CLI_PRINT_SHEET_H

#include "base/arena.h"
#include "cli/print/color.h"

enum {
	SHEET_LABEL = 10,
	SHEET_CUT = 280,
	SHEET_SPARED = 80, /* less than this is not worth cutting */
};

struct sheet {
	struct arena *arena;
	size_t screen; /* letters in a line */
	bool has_color;
	bool is_full; /* nothing is cut */
};

/* A label at this column, and a text behind it. The first word may have a colour. */
void sheet_text(const struct sheet *s, size_t indent, const char *label, enum color color,
		struct sv text);
void sheet_join(const struct sheet *s, size_t indent, const char *label, enum color color,
		const struct sv *part, size_t n);
#define SHEET_JOIN(s, indent, label, color, ...)                                                   \
	sheet_join(s, indent, label, color, (const struct sv[]){ __VA_ARGS__ },                    \
		   COUNT_OF(((const struct sv[]){ __VA_ARGS__ })))
__attribute__((format(printf, 4, 5))) void sheet_say(const struct sheet *s, size_t indent,
						     const char *label, const char *fmt, ...);

/* Bytes that some program wrote: a note when there are none, and cut after SHEET_CUT of them. */
void sheet_bytes(const struct sheet *s, size_t indent, const char *label, struct sv text);

/* The same whole and without breaking lines; a note when a byte could not be shown. */
void sheet_exact(const struct sheet *s, size_t indent, const char *label, struct sv text);

#endif
