/*
 * wrap_work.h - what `gaff wrap` and `gaff unwrap` share: where shims are.
 */
#ifndef GAFF_WRAP_WRAP_WORK_H
#define GAFF_WRAP_WRAP_WORK_H

#include "base/arena.h"
#include "base/err.h"
#include "wrap/wrap.h"

/* The folder of --dir as an absolute path, or ~/.local/bin when that is NULL. */
enum gaff_rc wrap_folder(struct arena *a, const char *dir, const char **out, struct gaff_err *err);

/* What can be said of a shim beside what is in it. */
struct wrap_found {
	const char *path;
	struct gaff_shim_file file;
	struct gaff_on_path on_path;
	const char *trouble; /* why it does not do what it is for, or NULL */
};

/* Look at one; GAFF_SHIM_FOREIGN and GAFF_SHIM_NONE are no errors. */
enum gaff_rc wrap_look(struct arena *a, const char *folder, const char *name,
		       struct wrap_found *out, struct gaff_err *err);

/*
 * Every shim in the folders of PATH that are the user's own, and in `dir` (may be NULL), by name.
 * Files that cannot be read are none.
 */
struct wrap_list {
	struct wrap_found *item;
	size_t n, room;
};
enum gaff_rc wrap_list(struct arena *a, const char *dir, struct wrap_list *out,
		       struct gaff_err *err);

#endif
