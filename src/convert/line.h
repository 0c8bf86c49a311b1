/*
 * line.h - variables in a line for a shell, found by its grammar and called otherwise.
 *
 * What stands in single quotes or behind a backslash is no variable, and stays. What cannot be
 * replaced where it stands (a program in quotes reads it, a folder was changed before, the line
 * sets it as well) is set in front of the line instead: export NAME="$OTHER"; LINE
 */
#ifndef GAFF_CONVERT_LINE_H
#define GAFF_CONVERT_LINE_H

#include "base/arena.h"
#include "base/err.h"

struct gaff_line_change {
	struct sv name;
	struct sv to;      /* the variable that is the same there; or empty */
	struct sv value;   /* a text in its place; or empty */
	bool is_folder;    /* `to` is the folder that the line is in, until it changes that */
	bool is_text;      /* its agent replaces ${NAME} anywhere, in single quotes too */
	bool is_only_text; /* and sets nothing: $NAME is not replaced */

	/* ---- what was found (gaff_line_find) ---- */
	size_t n_uses, n_mentions;
	bool is_needed;      /* a use has the agent's value, not one that the line has set before */
	bool is_assigned;    /* something in the line may give it another value */
	bool is_interpreted; /* a program in the line may read it */
	bool is_nested;      /* in what cannot be replaced where it stands */
	bool is_left;        /* of is_text: it stands where only its agent would replace it */
};

/* Is it in the text, with no letter, digit or "_" beside it? Those of an option may be: -vNAME */
bool gaff_line_mentions(struct sv line, struct sv name);

/* Does it mean itself to every shell, in quotes or not? */
bool gaff_line_is_plain(struct sv value);

/* Find the variables. GAFF_ENOMEM alone. */
enum gaff_rc gaff_line_find(struct arena *a, struct sv line, struct gaff_line_change *change,
			    size_t n, struct gaff_err *err);

/* Does the line need this variable? */
static inline bool gaff_line_uses(const struct gaff_line_change *change)
{
	return change->is_needed || change->is_interpreted;
}

/* The line with everything changed that has a `to` or a `value`. GAFF_ENOMEM alone. */
enum gaff_rc gaff_line_change(struct arena *a, struct sv line, struct gaff_line_change *change,
			      size_t n, struct sv *out, struct gaff_err *err);

#endif
