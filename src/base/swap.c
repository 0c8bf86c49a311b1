#include "base/swap.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/os.h"

/* And six more letters. No agent takes it for a file of its own, and nobody names a copy so. */
#define BESIDE ".gaff-being-written-"

enum gaff_rc gaff_swap_read(struct arena *a, const char *path, size_t max, struct gaff_held *out,
			    struct gaff_err *err)
{
	struct gaff_held held = { .path = path };
	char real[PATH_MAX];
	enum gaff_rc rc;
	int fd;

	if (!gaff_fs_real(path, real, sizeof real))
		return gaff_fail(err, GAFF_EIO, "cannot tell where %.160s leads", path);
	held.real = gaff_arena_dup(a, sv_of(real));
	GAFF_TRY(gaff_arena_check(a, err));
	fd = open(real, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0 && errno != ENOENT && errno != ENOTDIR)
		return gaff_fail(err, GAFF_EIO, "%s", strerror(errno));
	if (fd < 0) {
		*out = held;
		return GAFF_OK;
	}
	held.exists = true;
	rc = fstat(fd, &held.stat) == 0 && gaff_fs_stamp(fd, &held.stamp)
		     ? gaff_fs_read(a, fd, max, &held.text, err)
		     : gaff_fail(err, GAFF_EIO, "it is not a file");
	(void)close(fd);
	if (rc == GAFF_OK)
		*out = held;
	return rc;
}

static enum gaff_rc fail_changed(struct gaff_err *err)
{
	return gaff_fail(err, GAFF_EBUSY, "somebody is changing it at the same time");
}

enum gaff_rc gaff_swap_check(const struct gaff_held *held, struct gaff_err *err)
{
	int fd = open(held->real, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
	struct gaff_stamp now = { 0 };
	bool same;

	if (fd < 0)
		same = !held->exists && (errno == ENOENT || errno == ENOTDIR);
	else
		same = held->exists && gaff_fs_stamp(fd, &now) && gaff_stamp_eq(&now, &held->stamp);
	if (fd >= 0)
		(void)close(fd);
	if (!same)
		return fail_changed(err);
	if (held->exists && !(held->stat.st_mode & S_IWUSR))
		return gaff_fail(err, GAFF_EIO, "it is read-only; run: chmod u+w %.160s",
				 held->real);
	return GAFF_OK;
}

static int folder_of(const char *real)
{
	char folder[PATH_MAX];
	const char *slash = strrchr(real, '/');
	size_t n = slash ? (size_t)(slash - real) : 0;

	if (!slash || n >= sizeof folder)
		return -1;
	memcpy(folder, real, n);
	folder[n] = '\0';
	return open(n ? folder : "/", O_RDONLY | O_CLOEXEC | O_DIRECTORY);
}

static mode_t mask(void)
{
	mode_t old = umask(0);

	(void)umask(old);
	return old;
}

/* As the old one was. Who may not give it to its owner must not replace it either. */
static bool take_over(int fd, const struct gaff_held *held)
{
	mode_t more = held->is_program ? 0111 & ~mask() : 0;
	struct stat now;

	if (!held->exists)
		return fchmod(fd, (0666 & ~mask()) | more) == 0;
	if (fstat(fd, &now) != 0)
		return false;
	if ((now.st_uid != held->stat.st_uid || now.st_gid != held->stat.st_gid) &&
	    fchown(fd, held->stat.st_uid, held->stat.st_gid) != 0)
		return false;
	return fchmod(fd, (held->stat.st_mode & 07777) | more) == 0;
}

/* Does this file hold these bytes? */
static bool holds(const char *path, struct sv text)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
	struct gaff_stamp stamp;
	char part[1 << 14];
	ssize_t n = 0;

	if (fd < 0)
		return false;
	if (gaff_fs_stamp(fd, &stamp) && stamp.size == text.n)
		while ((n = read(fd, part, sizeof part)) > 0 && (size_t)n <= text.n &&
		       memcmp(part, text.p, (size_t)n) == 0)
			text = sv_skip(text, (size_t)n);
	(void)close(fd);
	return n == 0 && !text.n;
}

static enum gaff_rc fail_write(struct gaff_err *err, int why)
{
	return gaff_fail(err, GAFF_EIO, "cannot write it: %s", strerror(why));
}

/*
 * Between a last look at a file and its replacement somebody else may write to it. So the two files
 * change places, and then it is looked at what was there: when it is not what was read, it gets its
 * place back. Who has it open to write to it finds it there, too.
 */
static enum gaff_rc put_in_place(const struct gaff_held *held, const char *beside, struct sv text,
				 struct gaff_err *err)
{
	if (!held->exists) {
		if (gaff_os_rename_new(beside, held->real))
			return GAFF_OK;
		return errno == EEXIST ? fail_changed(err) : fail_write(err, errno);
	}
	if (!gaff_os_exchange(beside, held->real)) {
		if (errno == ENOENT)
			return fail_changed(err);
		return rename(beside, held->real) == 0 ? GAFF_OK : fail_write(err, errno);
	}
	if (holds(beside, held->text)) {
		(void)unlink(beside);
		return GAFF_OK;
	}
	if (gaff_os_exchange(beside, held->real) && !holds(beside, text))
		(void)gaff_os_exchange(beside, held->real); /* by now there is a newer one */
	return fail_changed(err);
}

/*
 * Once more, as late as can be. The clock of a file system is coarse, so the bytes are compared.
 * Most programs empty a file and then write to it: one that was emptied just now is given a moment.
 */
static enum gaff_rc check_again(const struct gaff_held *held, struct gaff_err *err)
{
	struct timespec moment = { 0, 50000000 };

	if (held->exists && !held->text.n &&
	    gaff_wall_ms() - gaff_os_mtime_ns(&held->stat) / 1000000 < 1000)
		(void)nanosleep(&moment, NULL);
	GAFF_TRY(gaff_swap_check(held, err));
	return !held->exists || holds(held->real, held->text) ? GAFF_OK : fail_changed(err);
}

static bool name_beside(const struct gaff_held *held, char *out, size_t n)
{
	int length = snprintf(out, n, "%s" BESIDE "XXXXXX", held->real);

	return length > 0 && (size_t)length < n;
}

static void settle_folder(const char *real)
{
	int folder = folder_of(real);

	if (folder < 0)
		return;
	(void)fsync(folder);
	(void)close(folder);
}

enum gaff_rc gaff_swap_write(const struct gaff_held *held, struct sv text, struct gaff_err *err)
{
	char beside[PATH_MAX];
	enum gaff_rc rc;
	int fd, why;
	bool ok;

	if (!name_beside(held, beside, sizeof beside))
		return gaff_fail(err, GAFF_EIO, "its name is too long");
	GAFF_TRY(gaff_swap_check(held, err));
	fd = mkostemp(beside, O_CLOEXEC); /* 0600 until it has its own mode */
	if (fd < 0)
		return gaff_fail(err, GAFF_EIO, "cannot write beside it: %s",
				 errno == ENOENT ? "its folder is gone; make it, and try again"
						 : strerror(errno));
	ok = gaff_write_all(fd, text, gaff_now_ms() + 10 * GAFF_WRITE_MS) && take_over(fd, held) &&
	     fsync(fd) == 0;
	why = errno;
	ok = close(fd) == 0 && ok;
	rc = ok ? check_again(held, err) : fail_write(err, why);
	if (rc == GAFF_OK)
		rc = put_in_place(held, beside, text, err);
	if (rc != GAFF_OK)
		(void)unlink(beside);
	else
		settle_folder(held->real);
	return rc;
}

enum gaff_rc gaff_swap_remove(const struct gaff_held *held, struct gaff_err *err)
{
	char beside[PATH_MAX];
	int fd;

	GAFF_TRY(gaff_swap_check(held, err));
	if (!held->exists)
		return GAFF_OK;
	if (!name_beside(held, beside, sizeof beside))
		return gaff_fail(err, GAFF_EIO, "its name is too long");
	fd = mkostemp(beside, O_CLOEXEC);
	if (fd >= 0)
		(void)close(fd);
	if (fd < 0 || rename(held->real, beside) != 0) {
		gaff_fail(err, GAFF_EIO, "cannot remove it: %s", strerror(errno));
		if (fd >= 0)
			(void)unlink(beside);
		return err->rc;
	}
	if (!holds(beside, held->text) && gaff_os_rename_new(beside, held->real))
		return fail_changed(err);
	(void)unlink(beside);
	settle_folder(held->real);
	return GAFF_OK;
}

void gaff_swap_clean(const char *real)
{
	const char *name = strrchr(real, '/');
	int folder = name ? folder_of(real) : -1;
	DIR *dir = folder >= 0 ? fdopendir(folder) : NULL;
	struct dirent *entry;
	size_t n;

	if (!dir) {
		if (folder >= 0)
			(void)close(folder);
		return;
	}
	n = strlen(++name);
	while ((entry = readdir(dir)) != NULL) {
		const char *rest = entry->d_name + n;

		if (strncmp(entry->d_name, name, n) == 0 &&
		    strncmp(rest, BESIDE, sizeof BESIDE - 1) == 0 &&
		    strlen(rest) == sizeof BESIDE - 1 + 6)
			(void)unlinkat(folder, entry->d_name, 0);
	}
	(void)closedir(dir);
}

int gaff_lock(const char *path, int64_t deadline, struct gaff_err *err)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0600);

	if (fd < 0) {
		gaff_fail(err, GAFF_EIO, "cannot open %.160s: %s", path, strerror(errno));
		return -1;
	}
	while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
		struct timespec moment = { 0, 5000000 };

		if ((errno != EWOULDBLOCK && errno != EINTR) || gaff_now_ms() >= deadline) {
			gaff_fail(err, GAFF_ETIME, "another gaff is installing (%.160s is locked)",
				  path);
			(void)close(fd);
			return -1;
		}
		(void)nanosleep(&moment, NULL);
	}
	return fd;
}
