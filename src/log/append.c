#include "log/log.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/os.h"
#include "text/words.h"

bool gaff_audit_is_on(void)
{
	/* a repository's environment does not switch it off */
	return gaff_dirs_are_given() || !gaff_is_among(sv_of(getenv("GAFF_AUDIT")), "off 0 no");
}

bool gaff_audit_path(char *path, size_t n)
{
	return gaff_dir_path(GAFF_DIR_STATE, "audit.jsonl", path, n);
}

/*
 * What was put in place of the file must not be written to, and must not make us wait: a link, a
 * FIFO, a terminal, a file under a lease. Readable as well, for is_torn().
 */
static int open_file(const char *path, struct stat *st)
{
	int fd = open(path,
		      O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK,
		      0600);

	if (fd < 0)
		return -1;
	if (fstat(fd, st) == 0 && S_ISREG(st->st_mode) && st->st_uid == gaff_os_user())
		return fd;
	(void)close(fd);
	errno = EINVAL; /* not ENOENT, which is what a missing folder says */
	return -1;
}

static int open_or_make(const char *path, struct stat *st)
{
	int fd = open_file(path, st);

	if (fd < 0 && errno == ENOENT && gaff_dir_make(path))
		fd = open_file(path, st);
	return fd;
}

/*
 * Make the file the older one. Who holds the lock of this very file may rename it, if it still is
 * what the path says: another one cannot become it meanwhile, because that takes renaming
 * this one. Who comes second finds another file there, and who finds the lock taken lets the other
 * do it. True: open the path again.
 *
 * Lines of writers that have opened the file before land in it wherever it is.
 */
static bool turn_over(const char *path, int fd, const struct stat *st)
{
	char older[PATH_MAX];
	struct stat now;
	int n = snprintf(older, sizeof older, "%s.1", path);

	if (n < 0 || (size_t)n >= sizeof older || flock(fd, LOCK_EX | LOCK_NB) != 0)
		return false;
	if (lstat(path, &now) != 0 || now.st_dev != st->st_dev || now.st_ino != st->st_ino)
		return true;
	return rename(path, older) == 0;
}

static bool ends_within(int fd, off_t size)
{
	char last;

	return size > 0 && size % 512 == 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

/*
 * Does the file end within a line? A write is cut short by a full disk and by a signal that kills,
 * and then it ends with a block of the file system or with a page. These are multiples of 512
 * bytes, so one call of 512 has to look. Whatever else may happen, the reader finds the record
 * behind it.
 *
 * A write that is under way looks the same, as the size grows page by page. The system changes
 * a mode, even to what it is, between two writes and not within one: afterwards that file has
 * grown.
 */
static bool is_torn(int fd, const struct stat *st)
{
	struct stat now;

	return ends_within(fd, st->st_size) && fchmod(fd, st->st_mode & 07777) == 0 &&
	       fstat(fd, &now) == 0 && now.st_size == st->st_size && ends_within(fd, now.st_size);
}

/* One write, all or nothing as far as it is up to us. */
static bool put(int fd, const struct stat *st, struct sv line)
{
	static char newline[] = "\n";
	/* writev() does not write to what it is given; its type cannot say so. */
	struct iovec part[] = { { newline, is_torn(fd, st) },
				{ (void *)(uintptr_t)line.p, line.n },
				{ newline, 1 } };
	size_t all = part[0].iov_len + line.n + 1;
	struct sigaction ignored = { .sa_handler = SIG_IGN }, before;
	struct rlimit limit;
	ssize_t written;

	if (getrlimit(RLIMIT_FSIZE, &limit) != 0)
		return false;
	if (limit.rlim_cur == RLIM_INFINITY)
		return writev(fd, part, COUNT_OF(part)) == (ssize_t)all;
	if ((rlim_t)st->st_size + all > limit.rlim_cur)
		return false;
	/* Others may write before us, and then the limit would kill. */
	if (sigaction(SIGXFSZ, &ignored, &before) != 0)
		return false;
	written = writev(fd, part, COUNT_OF(part));
	(void)sigaction(SIGXFSZ, &before, NULL);
	return written == (ssize_t)all;
}

bool gaff_audit_append_to(const char *path, struct sv line, uint64_t max)
{
	struct stat st;
	bool is_there;
	int fd;

	if (!line.n || line.n > GAFF_AUDIT_LINE_MAX || memchr(line.p, '\n', line.n))
		return false;
	fd = open_or_make(path, &st);
	if (fd >= 0 && (uint64_t)st.st_size > max && turn_over(path, fd, &st)) {
		(void)close(fd);
		fd = open_file(path, &st);
	}
	if (fd < 0)
		return false;
	is_there = put(fd, &st, line);
	(void)close(fd);
	return is_there;
}

bool gaff_audit_append(struct sv line)
{
	char path[PATH_MAX];

	if (!gaff_audit_is_on())
		return true;
	return gaff_audit_path(path, sizeof path) &&
	       gaff_audit_append_to(path, line, GAFF_AUDIT_MAX);
}
