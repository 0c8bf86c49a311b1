#include "log/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OLDER, NEWER };

/* ---- the files ---- */

static enum gaff_rc open_file(struct gaff_audit_file *f, struct gaff_err *err)
{
	struct stat st;
	int fd = open(f->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK);

	if (fd < 0)
		return gaff_fail(err, errno == ENOENT ? GAFF_ENOENT : GAFF_EIO, "%s: %s", f->path,
				 strerror(errno));
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
		(void)close(fd);
		return gaff_fail(err, GAFF_EIO, "%s: not a regular file", f->path);
	}
	f->fd = fd;
	f->dev = st.st_dev;
	f->ino = st.st_ino;
	f->number = 0;
	return GAFF_OK;
}

static void close_file(struct gaff_audit_file *f)
{
	if (f->fd >= 0)
		(void)close(f->fd);
	f->fd = -1;
}

static void forget_buffer(struct gaff_audit_reader *r)
{
	r->first = r->n = 0;
	r->behind = (struct sv){ 0 };
	r->is_skipping = false;
}

enum gaff_rc gaff_audit_open(struct gaff_audit_reader *r, const char *path, struct gaff_err *err)
{
	struct gaff_audit_file *older = &r->file[OLDER], *newer = &r->file[NEWER];
	struct gaff_err ignored;
	enum gaff_rc rc, older_rc;
	int n = snprintf(newer->path, sizeof newer->path, "%s", path),
	    m = snprintf(older->path, sizeof older->path, "%s.1", path);

	older->fd = newer->fd = -1;
	r->at = OLDER;
	r->is_following = r->has_left = false;
	forget_buffer(r);
	if (n < 0 || m < 0 || (size_t)m >= sizeof older->path)
		return gaff_fail(err, GAFF_EIO, "the path of the record is too long");
	/* The newer one first: if they are turned over in between, we hold it and it is both. */
	rc = open_file(newer, err);
	older_rc = open_file(older, rc == GAFF_EIO ? &ignored : err);
	if (rc == GAFF_OK && older_rc == GAFF_OK && older->ino == newer->ino &&
	    older->dev == newer->dev) {
		close_file(newer);
		(void)open_file(newer, &ignored);
	}
	if (rc == GAFF_EIO || older_rc == GAFF_EIO)
		return GAFF_EIO;
	return rc == GAFF_OK ? rc : older_rc;
}

void gaff_audit_rewind(struct gaff_audit_reader *r)
{
	for (unsigned i = OLDER; i <= NEWER; i++) {
		if (r->file[i].fd >= 0)
			(void)lseek(r->file[i].fd, 0, SEEK_SET);
		r->file[i].number = 0;
	}
	r->at = OLDER;
	forget_buffer(r);
}

void gaff_audit_close(struct gaff_audit_reader *r)
{
	close_file(&r->file[OLDER]);
	close_file(&r->file[NEWER]);
}

/* ---- following ---- */

/* Somebody emptied the file: what comes now begins at its start. */
static void begin_again_if_shorter(struct gaff_audit_reader *r)
{
	struct gaff_audit_file *f = &r->file[NEWER];
	struct stat st;

	if (fstat(f->fd, &st) != 0 || st.st_size >= lseek(f->fd, 0, SEEK_CUR))
		return;
	(void)lseek(f->fd, 0, SEEK_SET);
	f->number = 0;
	forget_buffer(r);
}

void gaff_audit_more(struct gaff_audit_reader *r)
{
	struct gaff_audit_file *older = &r->file[OLDER], *newer = &r->file[NEWER];
	struct gaff_audit_file held = *newer;
	struct gaff_err ignored;
	struct stat st;

	if (held.fd < 0) {
		(void)open_file(newer, &ignored);
		return;
	}
	if (lstat(newer->path, &st) != 0)
		return; /* renamed, and the next one is not there yet */
	if (st.st_dev == held.dev && st.st_ino == held.ino) {
		begin_again_if_shorter(r);
		return;
	}
	/* A writer that opened it before it was renamed may still be about to write: wait a turn.
	 */
	if (!r->has_left) {
		r->has_left = true;
		return;
	}
	newer->fd = -1;
	if (open_file(newer, &ignored) != GAFF_OK) {
		*newer = held;
		return;
	}
	close_file(older);
	older->fd = held.fd;
	older->number = held.number;
	r->at = OLDER; /* what is left of it comes first */
	r->has_left = false;
}

/* ---- lines ---- */

static bool is_record(struct sv text, struct json *out, struct gaff_err *err)
{
	if (gaff_json_parse(text, out, err) != GAFF_OK)
		return false;
	if (gaff_json_type(*out) == JSON_OBJECT)
		return true;
	gaff_fail(err, GAFF_ESYNTAX, "not an object");
	return false;
}

/*
 * The record that was written behind a torn one. These bytes cannot be within a string, where
 * quotes are escaped, so it is one if it is JSON.
 */
static bool find_behind(struct sv text, struct sv *out)
{
	struct sv start = SV("{\"time\":\"");
	struct gaff_err ignored;
	struct json record;

	for (size_t i = text.n; i-- > 1;) {
		if (!sv_starts(sv_skip(text, i), start))
			continue;
		*out = sv_skip(text, i);
		return is_record(*out, &record, &ignored);
	}
	return false;
}

static enum gaff_audit_step give(struct gaff_audit_reader *r, struct sv text,
				 struct gaff_audit_line *out)
{
	const struct gaff_audit_file *f = &r->file[r->at];
	struct sv behind;

	*out = (struct gaff_audit_line){ .text = text, .path = f->path, .number = f->number };
	if (text.n > GAFF_AUDIT_LINE_MAX) {
		gaff_fail(&out->err, GAFF_ETOOBIG, "longer than a record may be");
		return GAFF_AUDIT_BROKEN;
	}
	if (is_record(text, &out->record, &out->err))
		return GAFF_AUDIT_RECORD;
	if (find_behind(text, &behind)) {
		r->behind = behind;
		out->text.n -= behind.n;
	}
	return GAFF_AUDIT_BROKEN;
}

/* More of the file that is read into the buffer; false at its end. */
static bool fill(struct gaff_audit_reader *r)
{
	int fd = r->file[r->at].fd;
	ssize_t got;

	if (r->first && r->n)
		memmove(r->buffer, r->buffer + r->first, r->n);
	r->first = 0;
	do
		got = fd < 0 ? 0 : read(fd, r->buffer + r->n, sizeof r->buffer - r->n);
	while (got < 0 && errno == EINTR);
	if (got <= 0)
		return false;
	r->n += (size_t)got;
	return true;
}

/* Take so many bytes off the buffer. */
static struct sv take(struct gaff_audit_reader *r, size_t n)
{
	struct sv text = { r->buffer + r->first, n };

	r->first += n;
	r->n -= n;
	return text;
}

/*
 * The next piece of the file that is read: up to a newline, which is not part of it, to the end of
 * the file, or as much as the buffer holds. False: there is none, or none yet.
 */
static bool next_piece(struct gaff_audit_reader *r, struct sv *out, bool *is_whole)
{
	size_t searched = 0;

	for (;;) {
		const char *from = r->buffer + r->first;
		const char *newline = memchr(from + searched, '\n', r->n - searched);

		if (newline) {
			*is_whole = true;
			*out = take(r, (size_t)(newline - from));
			(void)take(r, 1);
			return true;
		}
		*is_whole = false;
		searched = r->n;
		if (r->n == sizeof r->buffer) {
			*out = take(r, r->n);
			return true;
		}
		/* Half a line at the end: it may be coming just now, so look again. */
		if (fill(r) || (r->n && fill(r)))
			continue;
		if (!r->n || (r->at == NEWER && r->is_following))
			return false;
		*is_whole = true;
		*out = take(r, r->n);
		return true;
	}
}

enum gaff_audit_step gaff_audit_next(struct gaff_audit_reader *r, struct gaff_audit_line *out)
{
	bool is_whole, is_rest;
	struct sv text;

	if (r->behind.n) {
		text = r->behind;
		r->behind = (struct sv){ 0 };
		return give(r, text, out);
	}
	for (;;) {
		if (!next_piece(r, &text, &is_whole)) {
			if (r->at == NEWER)
				return GAFF_AUDIT_END;
			r->at = NEWER;
			continue;
		}
		is_rest = r->is_skipping;
		r->is_skipping = !is_whole;
		if (is_rest)
			continue; /* of a line that was too long, and is said */
		r->file[r->at].number++;
		if (sv_trim(text).n) /* two writers may both end the same torn line */
			return give(r, text, out);
	}
}
