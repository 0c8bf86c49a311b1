/*
 * patch.h - reading and writing the apply_patch format.
 *
 *	*** Begin Patch
 *	*** Update File: src/a.c
 *	*** Move to: src/b.c
 *	@@
 *	-old line
 *	+new line
 *	*** End Patch
 *
 * The reader is for guards: it must see every file that the tool would touch. Markers are
 * found where Codex 0.166.0 finds them: padded with spaces where a header may stand, never
 * inside the lines of a change.
 */
#ifndef GAFF_TEXT_PATCH_H
#define GAFF_TEXT_PATCH_H

#include "base/arena.h"

enum patch_op { PATCH_ADD, PATCH_UPDATE, PATCH_DELETE };

struct patch_file {
	enum patch_op op;
	struct sv path;
	struct sv move_to; /* empty unless the file is renamed */
	struct sv body;    /* the lines of the change */
};

struct patch_iter {
	struct sv rest;
};

bool gaff_patch_next(struct patch_iter *it, struct patch_file *out);

/*
 * The next change of a file as text before and after: an added file is one change from
 * nothing, a deleted one has none. `body` moves on; false at its end or without memory.
 */
struct patch_edit {
	struct sv before, after;
};
bool gaff_patch_edit(struct arena *a, const struct patch_file *file, struct sv *body,
		     struct patch_edit *out);

/* Write a patch of one file. */
void gaff_patch_begin(struct buf *out, enum patch_op op, struct sv path);
void gaff_patch_change(struct buf *out, enum patch_op op, struct patch_edit edit);
void gaff_patch_end(struct buf *out);

#endif
