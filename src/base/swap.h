/*
 * swap.h - put other bytes into a file that belongs to somebody else, all of them or none.
 *
 * The new bytes are written beside the file and renamed over it: whoever reads it gets the old ones
 * or the new ones. Mode, owner and group stay; of a symbolic link the file it leads to is replaced.
 */
#ifndef GAFF_BASE_SWAP_H
#define GAFF_BASE_SWAP_H

#include <sys/stat.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/fs.h"

/* A file as it was when it was read. */
struct gaff_held {
	const char *path; /* as it is called */
	const char *real; /* what is replaced: without symbolic links */
	bool exists;
	bool is_program; /* what is written is to be executable; whoever has read it says so */
	struct sv text;
	struct stat stat;
	struct gaff_stamp stamp;
};

/* Read it; not being there is no error. GAFF_ETOOBIG beyond max. */
enum gaff_rc gaff_swap_read(struct arena *a, const char *path, size_t max, struct gaff_held *out,
			    struct gaff_err *err);

/*
 * Is it still what was read, and may its owner write to it? GAFF_EBUSY: somebody has changed it
 * since; read it again.
 */
enum gaff_rc gaff_swap_check(const struct gaff_held *held, struct gaff_err *err);

/*
 * Replace it, or make it (0666, or 0777, as the user's mask has it) in a folder that is there.
 * GAFF_EBUSY: somebody has changed it since it was read; read it again. A file that its owner may
 * not write is left alone.
 */
enum gaff_rc gaff_swap_write(const struct gaff_held *held, struct sv text, struct gaff_err *err);

/* Take it away, under the same conditions. */
enum gaff_rc gaff_swap_remove(const struct gaff_held *held, struct gaff_err *err);

/* What earlier ones left beside it when they were killed; for whoever holds the lock. */
void gaff_swap_clean(const char *real);

/* A lock that ends with the process. -1: it was not to be had in time, or at all; close() it. */
int gaff_lock(const char *path, int64_t deadline, struct gaff_err *err);

#endif
