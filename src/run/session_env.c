#include "run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "text/shell/shell.h"
#include "text/words.h"

static void add_export(struct buf *b, struct sv name, struct sv value, bool is_raw)
{
	gaff_buf_add(b, SV("export "));
	gaff_buf_add(b, name);
	buf_addc(b, '=');
	if (is_raw) {
		buf_addc(b, '"');
		gaff_buf_add(b, value);
		buf_addc(b, '"');
	} else {
		gaff_word_quote_always(b, value);
	}
	buf_addc(b, '\n');
}

/* The variable is what the agent has set; the payload is text that anybody may have written. */
static bool is_of_payload(const struct gaff_event *event)
{
	const char *at = event->field[GAFF_F_ENV_FILE].p;

	return at >= event->payload.p && at < event->payload.p + event->payload.n;
}

/* Ours, with no other name, and empty or what it is to be: no start-up file of a shell. */
static bool is_env_file(int fd)
{
	static const char first[] = "export ";
	char text[sizeof first - 1];
	struct stat about;
	ssize_t n;

	if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode) || about.st_uid != geteuid() ||
	    about.st_nlink != 1)
		return false;
	n = pread(fd, text, sizeof text, 0);
	return n == 0 || (n == (ssize_t)sizeof text && memcmp(text, first, sizeof text) == 0);
}

/* The next folder on the way: no link, not hidden, and nobody else's who could exchange it. */
static int open_next(int at, const char *name, bool is_last)
{
	int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
	struct stat about;
	int fd;

	if (name[0] == '.' || !name[0]) {
		errno = EPERM;
		return -1;
	}
	fd = is_last ? openat(at, name, flags | O_RDWR | O_APPEND | O_CREAT, 0600)
		     : openat(at, name, flags | O_RDONLY | O_DIRECTORY);
	if (fd >= 0 && (is_last ? !is_env_file(fd)
				: fstat(fd, &about) != 0 ||
					  (about.st_uid != geteuid() && about.st_uid != 0))) {
		(void)close(fd);
		errno = EPERM;
		return -1;
	}
	return fd;
}

/* Everybody's with the sticky bit, or ours alone: TMPDIR may say anything. */
static bool is_temporary(int folder)
{
	struct stat about;

	return fstat(folder, &about) == 0 &&
	       (about.st_mode & S_ISVTX || (about.st_uid == geteuid() && !(about.st_mode & 077)));
}

/* A file in a folder for temporary files, by a path in which nothing is a link or hidden. */
static int open_below(const char *root, const char *path)
{
	size_t n = root ? strlen(root) : 0;
	int at;

	while (n > 1 && root[n - 1] == '/')
		n--;
	errno = EPERM;
	if (n < 2 || root[0] != '/' || strncmp(path, root, n) != 0 || path[n] != '/')
		return -1;
	at = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (at >= 0 && !is_temporary(at)) {
		(void)close(at);
		errno = EPERM;
		return -1;
	}
	for (path += n + 1; at >= 0;) {
		const char *slash = strchr(path, '/');
		size_t length = slash ? (size_t)(slash - path) : strlen(path);
		char name[256];
		int next = -1, why = ENAMETOOLONG;

		if (length < sizeof name) {
			memcpy(name, path, length);
			name[length] = '\0';
			next = open_next(at, name, !slash);
			why = errno;
		}
		(void)close(at);
		errno = why;
		if (!slash)
			return next;
		at = next;
		path = slash + 1;
	}
	return at;
}

static int open_env_file(const struct gaff_event *event, const char *path)
{
	int fd;

	if (!is_of_payload(event))
		return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
			    0600);
	fd = open_below("/tmp", path);
	return fd >= 0 ? fd : open_below(getenv("TMPDIR"), path);
}

enum gaff_rc gaff_run_session_env(struct arena *a, const struct gaff_event *event,
				  const struct gaff_response *response, struct gaff_err *err)
{
	const struct gaff_answer_row *row = gaff_shape_row(event->row->answer, GAFF_A_ENV, false);
	struct buf b = buf_in(a);
	struct sv path_text;
	const char *path;
	struct stat about;
	int fd;

	if (!response->env.n || !row || row->where.p[0] != '$' ||
	    !gaff_json_text(a, event->field[GAFF_F_ENV_FILE], &path_text))
		return GAFF_OK;
	for (struct json_iter it = gaff_json_iter(response->env); gaff_json_each(&it);) {
		struct sv name, text;

		if (!gaff_json_text(a, it.key, &name) || !gaff_json_text(a, it.value, &text) ||
		    !gaff_shell_is_name(name) || memchr(text.p, '\0', text.n))
			return gaff_fail(err, GAFF_EHOOK, "the hook's env is not names with texts");
		add_export(&b, name, text, event->host->flags & GAFF_H_ENV_FILE_IS_RAW);
	}
	if (memchr(path_text.p, '\0', path_text.n))
		return gaff_fail(err, GAFF_EIO, "cannot write a file with a NUL in its name");
	path = gaff_arena_cstr(a, path_text);
	if (!path || !buf_ok(&b))
		return gaff_no_memory(err);
	fd = open_env_file(event, path);
	if (fd < 0)
		return gaff_fail(err, GAFF_EIO, "cannot write %s: %s", path, strerror(errno));
	if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) {
		(void)close(fd);
		return gaff_fail(err, GAFF_EIO, "%s is not a file", path);
	}
	if (!gaff_write_all(fd, buf_sv(&b), gaff_now_ms() + 1000)) {
		(void)close(fd);
		return gaff_fail(err, GAFF_EIO, "cannot write %s", path);
	}
	return close(fd) == 0 ? GAFF_OK : gaff_fail(err, GAFF_EIO, "cannot write %s", path);
}
