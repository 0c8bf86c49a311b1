#include "wrap/wrap_work.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/os.h"
#include "text/path.h"

enum gaff_rc wrap_folder(struct arena *a, const char *dir, const char **out, struct gaff_err *err)
{
	const char *home = getenv("HOME");
	struct buf b = buf_in(a);
	char here[PATH_MAX];

	if (!dir && (!home || *home != '/'))
		return gaff_fail(err, GAFF_EUSAGE, "HOME is not set; say where with --dir");
	if (!dir)
		dir = gaff_path_join(a, home, SV(".local/bin"));
	if (!dir)
		return gaff_no_memory(err);
	if (!*dir)
		return gaff_fail(err, GAFF_EUSAGE, "--dir needs the name of a folder");
	if (!getcwd(here, sizeof here))
		here[0] = '\0';
	if (*dir != '/' && !here[0])
		return gaff_fail(err, GAFF_EIO, "cannot tell where this folder is: %s",
				 strerror(errno));
	gaff_path_absolute(&b, sv_of(here), sv_of(dir), false);
	*out = buf_ok(&b) ? gaff_arena_cstr(a, buf_sv(&b)) : NULL;
	return *out ? GAFF_OK : gaff_no_memory(err);
}

static bool is_executable(const char *file)
{
	struct stat s;

	return stat(file, &s) == 0 && S_ISREG(s.st_mode) &&
	       faccessat(AT_FDCWD, file, X_OK, AT_EACCESS) == 0;
}

static const char *find_trouble(struct arena *a, const struct wrap_found *found)
{
	const char *gaff = gaff_arena_cstr(a, found->file.shim.gaff);

	if (found->file.state == GAFF_SHIM_EDITED)
		return "somebody has edited it";
	if (!gaff || !is_executable(gaff))
		return "the gaff it calls is gone";
	if (!is_executable(found->path))
		return "it is not executable";
	if (!found->on_path.has_folder)
		return "its folder is not on PATH";
	if (found->on_path.in_front)
		return "another program comes before it on PATH";
	if (!found->on_path.program)
		return "the program behind it is gone";
	return NULL;
}

enum gaff_rc wrap_look(struct arena *a, const char *folder, const char *name,
		       struct wrap_found *out, struct gaff_err *err)
{
	struct wrap_found found = { .path = gaff_path_join(a, folder, sv_of(name)) };

	if (!found.path)
		return gaff_no_memory(err);
	GAFF_TRY(gaff_shim_look(a, found.path, &found.file, err));
	GAFF_TRY(gaff_path_find(a, getenv("PATH"), name, folder, found.path, &found.on_path, err));
	if (found.file.state == GAFF_SHIM_INTACT || found.file.state == GAFF_SHIM_EDITED)
		found.trouble = find_trouble(a, &found);
	*out = found;
	return GAFF_OK;
}

/* ---- all of them ---- */

/* A folder has thousands of programs: the first bytes tell. */
static bool is_shim(int folder, const char *name)
{
	int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	char start[64];
	ssize_t n;

	if (fd < 0)
		return false;
	n = read(fd, start, sizeof start);
	(void)close(fd);
	return n > 0 && gaff_shim_is((struct sv){ start, (size_t)n });
}

static enum gaff_rc add(struct arena *a, struct wrap_list *list, const char *folder,
			const char *name, struct gaff_err *err)
{
	if (!gaff_arena_room(a, &list->item, list->n, &list->room, sizeof *list->item))
		return gaff_arena_check(a, err);
	return wrap_look(a, folder, name, &list->item[list->n++], err);
}

static bool is_seen(const struct stat *seen, size_t n, const struct stat *s)
{
	for (size_t i = 0; i < n; i++)
		if (seen[i].st_dev == s->st_dev && seen[i].st_ino == s->st_ino)
			return true;
	return false;
}

static enum gaff_rc add_folder(struct arena *a, const char *folder, struct wrap_list *list,
			       struct gaff_err *err)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	enum gaff_rc rc = GAFF_OK;

	while (dir && rc == GAFF_OK && (entry = readdir(dir)))
		if (is_shim(dirfd(dir), entry->d_name)) {
			const char *name = gaff_arena_dup(a, sv_of(entry->d_name));

			rc = name ? add(a, list, folder, name, err) : gaff_no_memory(err);
		}
	if (dir)
		(void)closedir(dir);
	return rc;
}

static int by_path(const void *x, const void *y)
{
	return strcmp(((const struct wrap_found *)x)->path, ((const struct wrap_found *)y)->path);
}

enum gaff_rc wrap_list(struct arena *a, const char *dir, struct wrap_list *out,
		       struct gaff_err *err)
{
	enum { FOLDERS = 256 };
	struct sv rest = sv_of(getenv("PATH"));
	struct wrap_list list = { 0 };
	struct stat seen[FOLDERS], s;
	size_t n = 0;

	if (dir && stat(dir, &s) == 0) {
		seen[n++] = s;
		GAFF_TRY(add_folder(a, dir, &list, err));
	}
	while (rest.n && n < FOLDERS) {
		const char *colon = sv_chr(rest, ':'), *folder;
		struct sv one = { rest.p, colon ? (size_t)(colon - rest.p) : rest.n };

		rest = sv_skip(rest, one.n + (colon != NULL));
		folder = one.n && *one.p == '/' ? gaff_arena_cstr(a, one) : NULL;
		if (!folder || stat(folder, &s) != 0 || s.st_uid != gaff_os_user() ||
		    is_seen(seen, n, &s))
			continue;
		seen[n++] = s;
		GAFF_TRY(add_folder(a, folder, &list, err));
	}
	if (list.n)
		qsort(list.item, list.n, sizeof *list.item, by_path);
	*out = list;
	return GAFF_OK;
}
