/*
 * init.h - what the files of `gaff init` share: the text of a manifest to start from.
 */
#ifndef GAFF_START_INIT_H
#define GAFF_START_INIT_H

#include "base/arena.h"
#include "base/err.h"
#include "config/target.h"
#include "convert/convert.h"

/* Hooks of an agent, as they are in a manifest (init_take.c). */
struct init_taken {
	struct buf hooks; /* each with tabs before and a comma behind */
	size_t n, n_ours; /* taken over; and gaff's own, which are left out */
	size_t n_broken;  /* that run in a plugin alone, and are left out */
	size_t n_files;
	const char *file[2]; /* that have hooks */
};

/* What could not be taken over from this file as it is, and what was. */
typedef void init_tell(struct arena *a, const char *file, const struct gaff_converted *got);

/*
 * Take over what this agent has registered for the user or the project. GAFF_ESYNTAX: a file of it
 * is broken; *file is which.
 */
enum gaff_rc init_take(struct arena *a, const struct gaff_host *host,
		       const struct gaff_where *where, bool is_project, init_tell *tell,
		       struct init_taken *out, const char **file, struct gaff_err *err);

/* The whole manifest (init_text.c); `taken` may be NULL. */
void init_write(struct buf *out, bool is_project, const struct init_taken *taken);

/* The hook with all guards in it, as it is in there. */
void init_write_guards(struct buf *out);

/* ---- the file (init_file.c) ---- */

struct init_file {
	struct arena *arena;
	bool is_project; /* else the user's */
	struct gaff_where where;
	const char *path;
};

enum gaff_rc init_find(struct init_file *r, struct gaff_err *err);

/* The manifest in the same folder in either syntax, or NULL. */
const char *init_find_other(struct init_file *r);

enum gaff_rc init_make(struct init_file *r, const struct init_taken *taken, struct sv *out,
		       struct gaff_err *err);
enum gaff_rc init_put(const struct init_file *r, struct sv text, struct gaff_err *err);

/* The file is ours, but its folder may have been there: what would gaff make of it? */
bool init_is_used(const struct init_file *r, struct gaff_err *err);

#endif
