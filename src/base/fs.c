#include "base/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/os.h"

/* What may block, or mean something else when opened, is not a file of ours. */
enum { READING = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY };

bool gaff_fs_stamp(int fd, struct gaff_stamp *out)
{
	struct stat s;

	if (fstat(fd, &s) != 0 || !S_ISREG(s.st_mode))
		return false;
	*out = (struct gaff_stamp){ (uint64_t)s.st_dev, (uint64_t)s.st_ino, (uint64_t)s.st_size,
				    gaff_os_mtime_ns(&s), gaff_os_ctime_ns(&s) };
	return true;
}

int gaff_fs_open_folder(const char *path)
{
	return open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
}

int gaff_fs_open_below(int folder, const char *path)
{
	int at = folder;

	for (;;) {
		const char *slash = strchr(path, '/');
		size_t n = slash ? (size_t)(slash - path) : strlen(path);
		char name[256];
		int next;

		if (!n || n >= sizeof name || (n <= 2 && strncmp(path, "..", n) == 0)) {
			errno = n >= sizeof name ? ENAMETOOLONG : EINVAL;
			next = -1;
		} else {
			memcpy(name, path, n);
			name[n] = '\0';
			next = openat(at, name, slash ? READING | O_DIRECTORY : READING);
		}
		if (at != folder) {
			int why = errno;

			(void)close(at);
			errno = why;
		}
		if (next < 0 || !slash)
			return next;
		at = next;
		path = slash + 1;
	}
}

/* Where a link leads that leads to nothing; false: it is none. */
static bool follow(char *path, size_t n)
{
	char target[PATH_MAX], next[PATH_MAX];
	ssize_t length = readlink(path, target, sizeof target);
	size_t folder = (size_t)(strrchr(path, '/') - path) + 1;
	int all;

	if (length <= 0 || (size_t)length >= sizeof target)
		return false;
	all = snprintf(next, sizeof next, "%.*s%.*s", target[0] == '/' ? 0 : (int)folder, path,
		       (int)length, target);
	if (all < 0 || (size_t)all >= sizeof next || (size_t)all >= n)
		return false;
	memcpy(path, next, (size_t)all + 1);
	return true;
}

bool gaff_fs_is_there(const char *path)
{
	return access(path, F_OK) == 0;
}

/* Names that are asked for on every call: no printf. */
bool gaff_fs_real(const char *path, char *out, size_t n)
{
	char at[PATH_MAX], real[PATH_MAX];
	char rest[PATH_MAX]; /* what is not there, from its end: rest + from */
	size_t length = strlen(path), from = sizeof rest - 1;
	int links = 0;

	if (path[0] != '/' || length >= sizeof at)
		return false;
	memcpy(at, path, length + 1);
	rest[from] = '\0';
	while (!realpath(at[0] ? at : "/", real)) {
		const char *slash;

		if (at[0] && links++ < 40 && follow(at, sizeof at))
			continue;
		slash = strrchr(at, '/');
		length = slash ? strlen(slash) : 0;
		if (!slash || length > from)
			return false;
		from -= length;
		memcpy(rest + from, slash, length);
		at[slash - at] = '\0';
	}
	length = real[1] || !rest[from] ? strlen(real) : 0;
	if (length + sizeof rest - from > n)
		return false;
	memcpy(out, real, length);
	memcpy(out + length, rest + from, sizeof rest - from);
	return true;
}

enum gaff_rc gaff_fs_read(struct arena *a, int fd, size_t max, struct sv *out, struct gaff_err *err)
{
	struct stat s;
	size_t n = 0;
	char *text;

	if (fstat(fd, &s) != 0)
		return gaff_fail(err, GAFF_EIO, "%s", strerror(errno));
	if (!S_ISREG(s.st_mode))
		return gaff_fail(err, GAFF_EIO, "it is not a file");
	if (s.st_size < 0 || (uint64_t)s.st_size > max)
		return gaff_fail(err, GAFF_ETOOBIG, "it is larger than %zu bytes", max);
	text = gaff_arena_alloc(a, (size_t)s.st_size + 1);
	GAFF_TRY(gaff_arena_check(a, err));
	while (n < (size_t)s.st_size) {
		ssize_t got = read(fd, text + n, (size_t)s.st_size - n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return gaff_fail(err, GAFF_EIO, "%s", strerror(errno));
		if (got == 0)
			break;
		n += (size_t)got;
	}
	text[n] = '\0';
	*out = (struct sv){ text, n };
	return GAFF_OK;
}

bool gaff_fs_fill(int fd, size_t from, struct sv text)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
	    (limit.rlim_cur != RLIM_INFINITY && from + text.n > limit.rlim_cur))
		return false;
	for (size_t at = 0; at < text.n;) {
		ssize_t n = pwrite(fd, text.p + at, text.n - at, (off_t)(from + at));

		if (n > 0)
			at += (size_t)n;
		else if (n == 0 || errno != EINTR)
			return false;
	}
	return true;
}

enum gaff_rc gaff_fs_replace(const char *path, struct sv text, struct gaff_err *err)
{
	char temporary[4096];
	int n = snprintf(temporary, sizeof temporary, "%s.XXXXXX", path), fd, why;
	bool ok;

	if (n < 0 || (size_t)n >= sizeof temporary)
		return gaff_fail(err, GAFF_EIO, "the name %.80s\u2026 is too long", path);
	fd = mkostemp(temporary, O_CLOEXEC); /* 0600 */
	if (fd < 0)
		return gaff_fail(err, GAFF_EIO, "cannot write %s: %s", path, strerror(errno));
	ok = gaff_write_all(fd, text, gaff_now_ms() + GAFF_WRITE_MS);
	ok = close(fd) == 0 && ok;
	ok = ok && rename(temporary, path) == 0;
	why = errno;
	if (!ok)
		(void)unlink(temporary);
	return ok ? GAFF_OK : gaff_fail(err, GAFF_EIO, "cannot write %s: %s", path, strerror(why));
}

enum gaff_rc gaff_fs_check_owner(const struct stat *s, const char *about, struct gaff_err *err)
{
	if (s->st_uid != 0 && s->st_uid != gaff_os_user())
		return gaff_fail(err, GAFF_EIO, "%s belongs to another user", about);
	if (s->st_mode & (S_IWGRP | S_IWOTH))
		return gaff_fail(err, GAFF_EIO, "%s can be written by others; run: chmod go-w %s",
				 about, about);
	return GAFF_OK;
}

const char *gaff_fs_make_folders(struct arena *a, const char *path)
{
	char *folder = gaff_arena_dup(a, sv_of(path)), *slash = folder;

	while (slash && (slash = strchr(slash + 1, '/'))) {
		*slash = '\0';
		if (mkdir(folder, 0777) != 0 && errno != EEXIST && errno != EISDIR)
			return folder;
		*slash = '/';
	}
	return folder ? NULL : path;
}
