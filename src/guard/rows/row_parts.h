/*
 * row_parts.h - the classes of the row language ("@outside"), for row.c.
 */
#ifndef GAFF_GUARD_ROWS_ROW_PARTS_H
#define GAFF_GUARD_ROWS_ROW_PARTS_H

#include "guard/rows/row.h"

/* What a class is asked about: the operands from `first` on, less those that are cut off. */
struct row_about {
	struct arena *arena;
	const struct gaff_args *args;
	const struct gaff_world *world;
	size_t first, end; /* in args->arg */
};

struct row_class {
	struct sv name; /* without "@" */
	const char *help;
	unsigned places;              /* a bit for each enum gaff_place_kind; or */
	enum gaff_row_result unknown; /* where the place is not known */
	/* what is not about places; `arg` is NULL of those that look at the whole program */
	enum gaff_row_result (*of_operand)(const struct row_about *about,
					   const struct gaff_arg *arg);
	enum gaff_row_result (*of_program)(const struct row_about *about);
};

extern const struct row_class gaff_row_classes[]; /* name is empty at the end */

/* "clearly-outside" is "outside" where that is known, and no where it is not. NULL: no class. */
const struct row_class *gaff_row_class(struct sv name, bool *is_clear);

/* Is a file of a program, which is neither operand nor known by its place in args, of the class? */
enum gaff_row_result gaff_row_class_has(const struct row_class *class,
					const struct row_about *about, struct gaff_word word);

/* Is one of the operands? */
enum gaff_row_result gaff_row_class_of(const struct row_class *class,
				       const struct row_about *about);

/* Does the SQL drop or truncate something, or delete without a condition? (row_sql.c) */
enum gaff_row_result gaff_sql_drops(struct sv sql);

static inline enum gaff_row_result row_most(enum gaff_row_result a, enum gaff_row_result b)
{
	return a > b ? a : b;
}

#endif
