#include "base/dirs.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/arena.h"

/* What the user set, and where it is below $HOME if not. */
static const struct {
	const char *variable;
	struct sv below_home;
} dirs[] = {
	[GAFF_DIR_STATE] = { "XDG_STATE_HOME", SV_INIT("/.local/state") },
	[GAFF_DIR_CACHE] = { "XDG_CACHE_HOME", SV_INIT("/.cache") },
	[GAFF_DIR_CONFIG] = { "XDG_CONFIG_HOME", SV_INIT("/.config") },
};

/* What the registration says, if it does. */
static struct {
	struct gaff_dirs dirs;
	bool are_given;
} chosen;

void gaff_dirs_use(const struct gaff_dirs *use)
{
	chosen.dirs = *use;
	chosen.are_given = true;
}

bool gaff_dirs_are_given(void)
{
	return chosen.are_given;
}

/* An absolute path without slashes at its end; a relative one is ignored, as the rules want it. */
static bool folder_from(const char *path, struct sv *out)
{
	struct sv v = sv_of(path);

	if (!v.n || v.p[0] != '/')
		return false;
	while (v.n && v.p[v.n - 1] == '/')
		v.n--;
	*out = v;
	return true;
}

/* Is every part of the name one that leads downwards? */
static bool is_below(struct sv name)
{
	while (name.n) {
		const char *slash = memchr(name.p, '/', name.n);
		struct sv part = { name.p, slash ? (size_t)(slash - name.p) : name.n };

		if (!part.n || sv_eq(part, SV(".")) || sv_eq(part, SV("..")))
			return false;
		if (!slash)
			return true;
		name = sv_skip(name, part.n + 1);
	}
	return false;
}

const char *gaff_home(void)
{
	const char *home = chosen.are_given ? chosen.dirs.home : getenv("HOME");

	return home && home[0] == '/' ? home : NULL;
}

/* Where a folder is if it is not in the home. */
static const char *moved_to(enum gaff_dir dir)
{
	if (!chosen.are_given)
		return getenv(dirs[dir].variable);
	return !chosen.dirs.home        ? NULL
	       : dir == GAFF_DIR_CONFIG ? chosen.dirs.config
	       : dir == GAFF_DIR_STATE  ? chosen.dirs.state
					: NULL;
}

const char *gaff_dir_moved(enum gaff_dir dir)
{
	const char *path = moved_to(dir), *home = gaff_home();
	struct sv usual = dirs[dir].below_home, folder;
	size_t n = home ? strlen(home) : 0;

	if (!folder_from(path, &folder))
		return NULL;
	while (n && home[n - 1] == '/')
		n--;
	if (home && folder.n == n + usual.n && memcmp(folder.p, home, n) == 0 &&
	    sv_eq(sv_skip(folder, n), usual))
		return NULL;
	return path;
}

bool gaff_dir_path(enum gaff_dir dir, const char *name, char *path, size_t n)
{
	struct buf b = buf_fixed(path, n);
	struct sv folder;

	if (!is_below(sv_of(name)))
		return false;
	if (folder_from(moved_to(dir), &folder)) {
		gaff_buf_add(&b, folder);
	} else if (folder_from(gaff_home(), &folder)) {
		gaff_buf_add(&b, folder);
		gaff_buf_add(&b, dirs[dir].below_home);
	} else {
		return false;
	}
	gaff_buf_add(&b, SV("/gaff/"));
	gaff_buf_add(&b, sv_of(name));
	buf_addc(&b, '\0');
	return buf_ok(&b);
}

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* The last slash in path[0, n), or 0. */
static size_t slash_before(const char *path, size_t n)
{
	while (n && path[--n] != '/')
		;
	return n;
}

bool gaff_dir_make(const char *path)
{
	char folder[PATH_MAX];
	size_t whole = slash_before(path, strlen(path)), n = whole;

	if (!whole || whole >= sizeof folder)
		return false;
	memcpy(folder, path, whole);
	folder[whole] = '\0';
	/* Up to the nearest that is there or can be made: usually all but the last one are. */
	while (mkdir(folder, 0700) != 0 && errno != EEXIST) {
		if (errno != ENOENT)
			return false;
		n = slash_before(folder, n);
		if (!n)
			return false;
		folder[n] = '\0';
	}
	/* … and down again. */
	while (n < whole) {
		folder[n] = '/';
		n += strlen(folder + n);
		if (mkdir(folder, 0700) != 0 && errno != EEXIST)
			return false;
	}
	return is_folder(folder);
}
