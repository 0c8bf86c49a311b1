/*
 * fs.h - files that are opened once and then trusted for what they were when they were opened.
 */
#ifndef GAFF_BASE_FS_H
#define GAFF_BASE_FS_H

#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

/* What tells two states of a file apart without reading it. */
struct gaff_stamp {
	uint64_t device, inode, size;
	int64_t mtime_ns, ctime_ns;
};

/* Of an open file; false: not a regular file. */
bool gaff_fs_stamp(int fd, struct gaff_stamp *out);

static inline bool gaff_stamp_eq(const struct gaff_stamp *a, const struct gaff_stamp *b)
{
	return a->device == b->device && a->inode == b->inode && a->size == b->size &&
	       a->mtime_ns == b->mtime_ns && a->ctime_ns == b->ctime_ns;
}

/*
 * Open a file below a folder for reading, by a relative path without "." and "..": no symbolic link
 * is followed on the way, nor at the end. -1 and errno; ELOOP or ENOTDIR: there was a link.
 */
int gaff_fs_open_below(int folder, const char *path);

/* A folder, to be used with it; -1 and errno. */
int gaff_fs_open_folder(const char *path);

/* Is there a file of this name? */
bool gaff_fs_is_there(const char *path);

/*
 * The name of an absolute path without symbolic links, those included that lead to what is not
 * there yet; what is behind the last part that exists stays as it is. False: it cannot be told.
 */
bool gaff_fs_real(const char *path, char *out, size_t n);

/* All of an open regular file; GAFF_ETOOBIG beyond max. */
enum gaff_rc gaff_fs_read(struct arena *a, int fd, size_t max, struct sv *out,
			  struct gaff_err *err);

/*
 * Write all of it into a file from there on, wherever it is read or written by now. False also
 * where RLIMIT_FSIZE is in the way: that would not only fail, a signal comes with it.
 */
bool gaff_fs_fill(int fd, size_t from, struct sv text);

/* The SHA-256 of bytes, or of those of an open file, as 64 hex digits and a NUL. */
void gaff_sha256(struct sv bytes, char out[65]);
enum gaff_rc gaff_fs_sha256(int fd, char out[65], struct gaff_err *err);

/* Put a file of ours (0600) in the place of what is there, all of it or nothing. */
enum gaff_rc gaff_fs_replace(const char *path, struct sv text, struct gaff_err *err);

/* May only we (or root) have written this? `about` names it in the message. */
struct stat;
enum gaff_rc gaff_fs_check_owner(const struct stat *s, const char *about, struct gaff_err *err);

/* The folders above a path, as `mkdir -p` makes them: NULL, or one that cannot be made (errno). */
const char *gaff_fs_make_folders(struct arena *a, const char *path);

#endif
