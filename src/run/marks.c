#include "run/marks.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/fs.h"
#include "base/hash.h"
#include "base/io.h"

enum { DAY_S = 86400, KEPT_DAYS = 30, PRUNED_AT_ONCE = 256 };

static uint64_t mix(uint64_t h, struct sv text)
{
	return gaff_hash(gaff_hash(h, text), SV("\xff")); /* where one text ends counts */
}

struct sv gaff_mark_session(struct arena *a, const struct gaff_event *event)
{
	struct sv session = { 0 };

	return gaff_json_text(a, event->field[GAFF_F_SESSION_ID], &session) ? session
									    : (struct sv){ 0 };
}

bool gaff_mark_path(struct sv host, struct sv session, const char *kind, struct sv what, char *path,
		    size_t n)
{
	uint64_t h = mix(mix(mix(GAFF_HASH_START, host), session), what);
	char name[48];

	(void)snprintf(name, sizeof name, "%.24s/%016" PRIx64, kind, h);
	return gaff_dir_path(GAFF_DIR_STATE, name, path, n);
}

/* What is a month old is of no use to anybody. */
static void prune(const char *mark)
{
	struct sv folder = sv_of(mark);
	const struct dirent *entry;
	char path[PATH_MAX];
	struct stat s;
	int seen = 0;
	DIR *dir;

	while (folder.n && folder.p[folder.n - 1] != '/')
		folder.n--;
	(void)snprintf(path, sizeof path, "%.*s", SV_ARG(folder));
	dir = opendir(path);
	while (dir && seen++ < PRUNED_AT_ONCE && (entry = readdir(dir)))
		if (fstatat(dirfd(dir), entry->d_name, &s, AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISREG(s.st_mode) &&
		    gaff_wall_ms() / 1000 - s.st_mtime > (int64_t)KEPT_DAYS * DAY_S)
			(void)unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		(void)closedir(dir);
}

/* A part of a text may say something else. */
static bool fill(int fd, const char *path, struct sv text)
{
	if (!text.n || gaff_fs_fill(fd, 0, text))
		return true;
	(void)unlink(path);
	return false;
}

enum gaff_mark_state gaff_mark_make(const char *path, struct sv text)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
	int fd = open(path, flags, 0600); /* its folder is there, mostly */
	bool is_full;

	if (fd < 0 && errno == ENOENT && gaff_dir_make(path))
		fd = open(path, flags, 0600);
	if (fd < 0)
		return errno == EEXIST ? GAFF_MARK_KNOWN : GAFF_MARK_MISSING;
	is_full = fill(fd, path, text);
	(void)close(fd);
	prune(path);
	return is_full ? GAFF_MARK_MADE : GAFF_MARK_MISSING;
}

bool gaff_mark_renew(const char *path, struct sv text)
{
	struct gaff_err ignored;

	return gaff_dir_make(path) && gaff_fs_replace(path, text, &ignored) == GAFF_OK;
}

bool gaff_mark_read(const char *path, char *text, size_t n, struct sv *out)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	struct gaff_err ignored;
	ssize_t got = -1;
	struct stat s;

	if (fd < 0)
		return false;
	if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && (uint64_t)s.st_size <= n &&
	    gaff_fs_check_owner(&s, path, &ignored) == GAFF_OK)
		got = read(fd, text, n);
	if (got >= 0 && gaff_wall_ms() / 1000 - s.st_mtime > DAY_S)
		(void)futimens(fd, NULL);
	(void)close(fd);
	*out = (struct sv){ text, got > 0 ? (size_t)got : 0 };
	return got >= 0;
}
