#include "run/load/project.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/fs.h"
#include "base/limits.h"
#include "base/os.h"
#include "run/trust/trust.h"
#include "text/path.h"

const char *gaff_project_path(struct arena *a, struct json value)
{
	struct sv text;

	if (!gaff_json_text(a, value, &text) || !text.n || text.p[0] != '/')
		return NULL;
	while (text.n > 1 && text.p[text.n - 1] == '/')
		text.n--;
	return gaff_arena_cstr(a, text);
}

bool gaff_is_below(const char *path, const char *root)
{
	size_t n = strlen(root);

	return strncmp(path, root, n) == 0 && (path[n] == '/' || !path[n] || n == 1);
}

bool gaff_levels_own(const struct gaff_levels *levels, uid_t user)
{
	return user == 0 || (levels->has_owner && user == levels->owner) || user == gaff_os_user();
}

size_t gaff_levels_next(const struct gaff_levels *levels, size_t n)
{
	const char *path = levels->path;

	if (!path || n >= levels->n)
		return 0;
	if (!n)
		return levels->top;
	while (++n < levels->n && (path[n] != '/' || path[n - 1] == '/'))
		;
	return n;
}

bool gaff_levels_have(const struct gaff_levels *levels, const char *folder)
{
	size_t n = strlen(folder);

	return levels->path && n >= levels->top && n <= levels->n &&
	       memcmp(levels->path, folder, n) == 0 && (n == levels->n || levels->path[n] == '/');
}

/* ---- upwards ---- */

/* What is seen on the way up from a folder. A folder is how much of `path` is its name. */
struct climb {
	struct gaff_levels levels;
	size_t git, outer_git, gaff; /* the nearest, the outermost; 0: none */
	size_t there;                /* the lowest that exists; 0: none */
	dev_t device;
	struct sv home;   /* empty: it has none, or the path is not below it by its name */
	struct stat seen; /* of the home, where it may have another name; else nothing */
	size_t n;
	char path[PATH_MAX];
};

/* The folder that path[0, n) is in; 0: "/" is in none, and is itself looked at only as a start. */
static size_t above(const char *path, size_t n)
{
	while (n > 1 && path[n - 1] != '/')
		n--;
	while (n > 1 && path[n - 1] == '/')
		n--;
	return n > 1 ? n : 0;
}

static bool is_home(const struct climb *w, size_t n, const struct stat *s)
{
	if (w->home.n)
		return sv_eq(w->home, (struct sv){ w->path, n });
	return s && w->seen.st_ino && s->st_ino == w->seen.st_ino && s->st_dev == w->seen.st_dev;
}

/* Is this in the folder path[0, n), and of somebody who counts? */
static bool has(const struct climb *w, size_t n, struct sv name)
{
	char path[PATH_MAX + 8];
	struct stat s;

	memcpy(path, w->path, n);
	memcpy(path + n, name.p, name.n);
	path[n + name.n] = '\0';
	return lstat(path, &s) == 0 && gaff_levels_own(&w->levels, s.st_uid);
}

/* A folder that is not of this project, nor what is above it. */
static bool is_limit(const struct climb *w, const struct stat *s)
{
	return s->st_mode & S_IWOTH || !gaff_levels_own(&w->levels, s->st_uid) ||
	       (w->there && s->st_dev != w->device) || is_home(w, 0, s);
}

static void take_git(struct climb *w, size_t n)
{
	if (!has(w, n, SV("/.git")))
		return;
	if (!w->git)
		w->git = n;
	w->outer_git = n;
}

static bool is_seen(struct climb *w, size_t n, struct stat *s)
{
	char next = w->path[n];
	bool is_there;

	w->path[n] = '\0';
	is_there = lstat(w->path, s) == 0;
	w->path[n] = next;
	return is_there;
}

/* False: one of the names is a link, so that what is above it is not what it is in. */
static bool look_up(struct climb *w)
{
	struct stat s;
	int levels = 0;

	for (size_t n = w->n; n && levels++ < GAFF_LEVELS_MAX; n = above(w->path, n)) {
		bool is_start = n == w->n, is_there;

		if (!is_start && is_home(w, n, NULL))
			break;
		is_there = is_seen(w, n, &s);
		if (is_there && S_ISLNK(s.st_mode))
			return false;
		if (is_there && is_start) {
			w->levels.owner = s.st_uid;
			w->levels.has_owner = true;
		} else if (is_there && is_limit(w, &s)) {
			break;
		}
		w->levels.top = n;
		if (!is_there) /* the agent may have removed where it was started */
			continue;
		w->device = s.st_dev;
		if (!w->there)
			w->there = n;
		take_git(w, n);
		if (is_start && is_home(w, n, &s))
			break;
	}
	return true;
}

static bool is_kept(struct climb *w, size_t n)
{
	char next = w->path[n];
	bool is;

	w->path[n] = '\0';
	is = gaff_trust_is_kept(w->path);
	w->path[n] = next;
	return is;
}

/*
 * Only where there is no repository: what is in a repository does not end at a .gaff. A folder that
 * was trusted counts as having one: to remove it must not hide what is missed.
 */
static void find_gaff(struct climb *w)
{
	bool is_any = gaff_trust_is_any();

	w->levels.trusted = is_any ? GAFF_TRUSTED_SOME : GAFF_TRUSTED_NONE;
	for (size_t n = w->n; n && n >= w->levels.top && !w->gaff; n = above(w->path, n))
		if ((n <= w->there && has(w, n, SV("/.gaff"))) || (is_any && is_kept(w, n)))
			w->gaff = n;
}

static bool has_dots(const char *path)
{
	for (const char *p = path; (p = strchr(p, '/')); p++) {
		const char *name = p + 1;
		size_t n = strcspn(name, "/");

		if ((n == 1 && name[0] == '.') || (n == 2 && strncmp(name, "..", 2) == 0))
			return true;
	}
	return false;
}

static bool is_in(struct sv path, struct sv folder)
{
	return folder.n && sv_starts(path, folder) &&
	       (path.n == folder.n || path.p[folder.n] == '/' || folder.n == 1);
}

static struct sv home_of_user(void)
{
	struct sv home = sv_of(gaff_home());

	while (home.n > 1 && home.p[home.n - 1] == '/')
		home.n--;
	return home;
}

static bool begin(struct climb *w, const char *start)
{
	struct sv home = home_of_user();

	memset(w, 0, offsetof(struct climb, path));
	w->n = strlen(start);
	while (w->n > 1 && start[w->n - 1] == '/')
		w->n--;
	if (w->n >= sizeof w->path)
		return false;
	memcpy(w->path, start, w->n);
	w->path[w->n] = '\0';
	if (is_in((struct sv){ w->path, w->n }, home))
		w->home = home;
	else if (home.n && stat(home.p, &w->seen) != 0)
		w->seen.st_ino = 0;
	return true;
}

static bool walk(struct climb *w, const char *start)
{
	char real[PATH_MAX];

	if (has_dots(start)) {
		if (!gaff_fs_real(start, real, sizeof real))
			return false;
		start = real;
	}
	if (!begin(w, start))
		return false;
	if (!look_up(w) &&
	    (!gaff_fs_real(start, real, sizeof real) || !begin(w, real) || !look_up(w)))
		return false;
	if (!w->git)
		find_gaff(w);
	return true;
}

static size_t root_of(const struct climb *w)
{
	return w->git ? w->git : w->gaff ? w->gaff : w->n;
}

/* A folder above the start, as whoever named that would name it. */
static const char *name_of(struct arena *a, const struct climb *w, size_t n, const char *start)
{
	struct sv rest = { w->path + n, w->n - n }, name = sv_of(start);
	const char *path = gaff_arena_dup(a, (struct sv){ w->path, n });
	char real[PATH_MAX];

	if (!path || name.n <= rest.n || memcmp(name.p + name.n - rest.n, rest.p, rest.n) != 0)
		return path;
	name.n -= rest.n;
	if (name.n == n && memcmp(name.p, path, n) == 0)
		return path;
	name.p = gaff_arena_dup(a, name);
	return name.p && gaff_fs_real(name.p, real, sizeof real) && strcmp(real, path) == 0 ? name.p
											    : path;
}

/* ---- inside ---- */

/* Of folders that may have two names: is the one the other, or in it? */
static bool is_really_below(const char *path, const char *root)
{
	char real_path[PATH_MAX], real_root[PATH_MAX];

	return gaff_is_below(path, root) || (gaff_fs_real(path, real_path, sizeof real_path) &&
					     gaff_fs_real(root, real_root, sizeof real_root) &&
					     gaff_is_below(real_path, real_root));
}

/* A home is no project, nor is what it is in: too much is there that nobody meant. */
static bool is_too_wide(struct arena *a, const struct gaff_levels *levels, const char *home)
{
	struct sv root = { levels->path, levels->root };
	const char *name;

	if (root.n == 1 || !home)
		return root.n == 1;
	if (is_in(root, home_of_user()) && root.n > home_of_user().n)
		return false;
	name = gaff_arena_dup(a, root);
	return !name || is_really_below(home, name);
}

const char *gaff_project_inside(struct arena *a, const struct gaff_project *project,
				const char *cwd)
{
	const char *home = gaff_home();
	struct climb *here;

	if (!project->root || !project->levels.path || !is_too_wide(a, &project->levels, home))
		return project->root;
	here = cwd && home ? gaff_arena_alloc(a, sizeof *here) : NULL;
	if (!here || is_really_below(home, cwd) || !is_really_below(cwd, home) || !walk(here, cwd))
		return NULL;
	return name_of(a, here, root_of(here), cwd);
}

/* ---- all of it ---- */

enum gaff_rc gaff_project_at(struct arena *a, const char *start, struct gaff_project *out,
			     struct gaff_err *err)
{
	struct gaff_project project = { .start = gaff_arena_dup(a, sv_of(start)) };
	struct climb *w = gaff_arena_alloc(a, sizeof *w);

	GAFF_TRY(gaff_arena_check(a, err));
	project.root = project.start;
	if (walk(w, start)) {
		project.levels = w->levels;
		project.levels.path = w->path;
		project.levels.n = w->n;
		project.levels.root = root_of(w);
		project.levels.first = w->outer_git ? w->outer_git : root_of(w);
		project.levels.is_gone = w->there < w->n && !w->git && !w->gaff;
		project.root = name_of(a, w, root_of(w), start);
	} else { /* its hooks must not vanish with a name that nobody can follow */
		size_t n = strlen(start);

		project.levels = (struct gaff_levels){
			.path = project.start, .n = n, .top = n, .root = n, .first = n
		};
	}
	GAFF_TRY(gaff_arena_check(a, err));
	*out = project;
	return GAFF_OK;
}

const char *gaff_project_root(struct arena *a, const char *folder)
{
	struct gaff_project project;
	struct gaff_err ignored;

	return gaff_project_at(a, folder, &project, &ignored) == GAFF_OK ? project.root : NULL;
}

struct sv gaff_real_name(struct arena *a, struct sv path)
{
	const char *name = path.n && path.p[0] == '/' ? gaff_arena_cstr(a, path) : NULL;
	struct buf b = buf_in(a);
	char real[PATH_MAX];

	if (!name || !gaff_fs_real(name, real, sizeof real))
		return (struct sv){ 0 };
	gaff_path_absolute(&b, (struct sv){ 0 }, sv_of(real), false);
	return buf_ok(&b) && !sv_eq(buf_sv(&b), path) ? buf_sv(&b) : (struct sv){ 0 };
}
