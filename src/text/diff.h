/*
 * diff.h - what has changed between two texts, as `diff -u` shows it and `patch` takes it.
 *
 *	GAFF_TRY(gaff_diff(a, SV("a/settings.json"), SV("b/settings.json"), old, new, &diff, err));
 *
 * Three lines around every change; a text that does not end with a line end is said to. Lines are
 * copied as they are: whoever shows them to people looks after control characters. Of texts that
 * differ too much (limits.h) everything between the first and the last difference is one change.
 */
#ifndef GAFF_TEXT_DIFF_H
#define GAFF_TEXT_DIFF_H

#include "base/arena.h"
#include "base/err.h"

/* The names are for the two lines at the top; of texts that are the same nothing is said at all. */
enum gaff_rc gaff_diff(struct arena *a, struct sv old_name, struct sv new_name, struct sv old_text,
		       struct sv new_text, struct sv *out, struct gaff_err *err);

#endif
