#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/load/project.h"
#include "run/trust/trust.h"
#include "text/path.h"

/*
 * A linked worktree has a file .git that names a folder of the repository's: DIR/worktrees/NAME,
 * and that names the worktree again. A checkout can bring such a file with it, so both are needed.
 */

/* The first line of a small file, as a path from `folder`; without links. */
static bool read_path(struct arena *a, const char *folder, const char *name, struct sv prefix,
		      char out[PATH_MAX])
{
	const char *file = gaff_path_join(a, folder, sv_of(name));
	int fd = file ? open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) : -1;
	struct gaff_err ignored;
	struct sv text = { 0 };
	const char *path;
	bool is_read;

	if (fd < 0)
		return false;
	is_read = gaff_fs_read(a, fd, PATH_MAX + 16, &text, &ignored) == GAFF_OK;
	(void)close(fd);
	if (!is_read || !sv_starts(text, prefix))
		return false;
	text = sv_before(sv_skip(text, prefix.n), '\n');
	path = !text.n            ? NULL
	       : text.p[0] == '/' ? gaff_arena_cstr(a, text)
				  : gaff_path_join(a, folder, text);
	return path && realpath(path, out);
}

/* The repository's own folder, when this is a worktree of it. */
static bool find_common(struct arena *a, const char *root, char common[PATH_MAX])
{
	char admin[PATH_MAX], back[PATH_MAX];
	const char *own = gaff_path_join(a, root, SV(".git")), *slash;
	size_t n;

	if (!own || !read_path(a, root, ".git", SV("gitdir: "), admin) ||
	    !read_path(a, admin, "commondir", SV(""), common) ||
	    !read_path(a, admin, "gitdir", SV(""), back) || strcmp(back, own) != 0)
		return false;
	n = strlen(common);
	slash = strrchr(admin, '/');
	return strncmp(admin, common, n) == 0 && strncmp(admin + n, "/worktrees/", 11) == 0 &&
	       slash == admin + n + 10;
}

const char *gaff_worktree_name(struct arena *a, const char *folder, const char **root)
{
	struct buf b = buf_in(a);
	char common[PATH_MAX];
	const char *name, *file;
	struct stat s;
	struct sv main;

	*root = gaff_project_root(a, folder);
	file = gaff_path_join(a, *root, SV(".git"));
	if (!file || lstat(file, &s) != 0 || !S_ISREG(s.st_mode) || !gaff_is_below(folder, *root) ||
	    !find_common(a, *root, common))
		return folder;
	main = sv_of(common);
	if (main.n > 5 && memcmp(main.p + main.n - 5, "/.git", 5) == 0)
		main.n -= 5;
	gaff_buf_add(&b, main);
	gaff_buf_add(&b, sv_of(folder + strlen(*root)));
	name = buf_ok(&b) ? gaff_arena_cstr(a, buf_sv(&b)) : NULL;
	return name ? name : folder;
}
