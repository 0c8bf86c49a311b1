/*
 * table.h - tables for people: aligned columns on a terminal, pipes in markdown.
 *
 * Cells are written once, with `code` in backticks; a terminal gets them without, and cells that
 * are too long for it are wrapped: at spaces, or in a pointer or a dotted name where it must be.
 * The text lives in the arena.
 */
#ifndef GAFF_CLI_PRINT_TABLE_H
#define GAFF_CLI_PRINT_TABLE_H

#include "base/arena.h"

enum { TABLE_COLUMNS_MAX = 32 };

struct table {
	struct arena *arena;
	bool is_markdown;
	size_t columns;
	struct sv *cell; /* row by row; the first row is the head */
	size_t n, cap;
	struct buf open; /* of table_cell() */
	bool is_open;
};

struct table table_of(struct arena *a, bool is_markdown, const char *const *heads, size_t n);
void table_add(struct table *t, struct sv cell);
__attribute__((format(printf, 2, 3))) void table_addf(struct table *t, const char *fmt, ...);
/* For the next cell, which is what is in it when another begins or the table is printed. */
struct buf *table_cell(struct table *t);
void table_print(struct table *t);

/* Some sentences, wrapped. */
void table_paragraph(bool is_markdown, struct sv text);

/* In letters: of the terminal, else $COLUMNS, else the usual. */
size_t table_screen_width(void);

#endif
