/*
 * audit.h - the record: one JSON line for every call that gaff answered.
 *
 * It is audit.jsonl in the state folder (base/dirs.h); when that is full it becomes
 * audit.jsonl.1, and what was that before is gone. Two files, and nothing else to keep in order.
 *
 * Appending is on the way of every tool call: it takes five system calls and no memory, never
 * waits, never prints, and never ends the process. What cannot be recorded is not recorded.
 *
 * Many processes append at once and no lock is needed for that: O_APPEND and one write keep
 * a line whole. The lock decides only which of several processes turns the files over.
 *
 * Bytes that are in the file are never taken out again. A line may be torn where a disk is full or
 * a process is killed while it writes; the next one then begins with a newline, and the reader says
 * which line it was.
 */
#ifndef GAFF_LOG_LOG_H
#define GAFF_LOG_LOG_H

#include <limits.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/limits.h"
#include "text/json/json.h"

/* False with GAFF_AUDIT=off (or 0, or no): then no line need be made. */
bool gaff_audit_is_on(void);

/* The path of the record; false when this user has no place for it. */
bool gaff_audit_path(char *path, size_t n);

/*
 * One JSON object without a newline in it. It should begin with {"time":" so that the reader finds
 * it again behind a torn line. True: it is there, or it is not wanted.
 */
bool gaff_audit_append(struct sv line);

/* The same for any path and any size to turn over at. */
bool gaff_audit_append_to(const char *path, struct sv line, uint64_t max);

/*
 * Reading: the older file, then the newer one, a line at a time, in memory that does not grow. What
 * is no record is said and passed over.
 *
 *	static struct gaff_audit_reader r;
 *	gaff_audit_open(&r, path);
 *	while ((step = gaff_audit_next(&r, &line)) != GAFF_AUDIT_END) …
 *	gaff_audit_close(&r);
 */
enum gaff_audit_step {
	GAFF_AUDIT_RECORD,
	GAFF_AUDIT_BROKEN, /* no record; err says why */
	GAFF_AUDIT_END,
};

struct gaff_audit_line {
	struct sv text; /* as it is in the file */
	struct json record;
	const char *path; /* where: the file, and the number of the line in it, from 1 */
	size_t number;
	struct gaff_err err; /* of one that is broken */
};

struct gaff_audit_file {
	char path[PATH_MAX];
	int fd; /* -1: there is none */
	dev_t dev;
	ino_t ino;
	size_t number; /* of lines begun */
};

struct gaff_audit_reader {
	struct gaff_audit_file file[2]; /* the older, the newer */
	unsigned at;                    /* the one that is read */
	bool is_following; /* what has no newline yet is not given: the rest may come */
	bool is_skipping;  /* to the end of a line that is too long */
	bool has_left;     /* the path was seen to be another file */
	struct sv behind;  /* a record that was found behind a torn line */
	size_t first, n;   /* what is in the buffer and not given yet */
	char buffer[2 * GAFF_AUDIT_LINE_MAX];
};

/*
 * GAFF_ENOENT: nothing is recorded yet; GAFF_EIO: there is something that cannot be read. Either
 * way the reader can be used: there are no lines, and gaff_audit_more() looks again.
 */
enum gaff_rc gaff_audit_open(struct gaff_audit_reader *r, const char *path, struct gaff_err *err);
enum gaff_audit_step gaff_audit_next(struct gaff_audit_reader *r, struct gaff_audit_line *out);
void gaff_audit_rewind(struct gaff_audit_reader *r); /* the same files from their first line on */
void gaff_audit_close(struct gaff_audit_reader *r);

/*
 * At the end, for a reader that follows: look whether the path has become another file since, and
 * go on to it. Call it now and then (not more often than a writer may take between its open and
 * its write), and gaff_audit_next() afterwards.
 */
void gaff_audit_more(struct gaff_audit_reader *r);

#endif
