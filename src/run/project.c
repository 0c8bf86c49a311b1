#include "run/project.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "text/path.h"

static bool has_git(const char *folder, size_t n)
{
	char path[PATH_MAX];
	struct stat ignored;
	int length = snprintf(path, sizeof path, "%.*s/.git", (int)n, folder);

	return length > 0 && (size_t)length < sizeof path && lstat(path, &ignored) == 0;
}

const char *gaff_git_root(struct arena *a, const char *folder)
{
	size_t n = strlen(folder);

	while (n > 1 && n < PATH_MAX) {
		if (has_git(folder, n)) {
			const char *root = gaff_arena_dup(a, (struct sv){ folder, n });

			return root ? root : folder;
		}
		while (n > 1 && folder[n - 1] != '/')
			n--;
		while (n > 1 && folder[n - 1] == '/')
			n--;
	}
	return folder;
}

/* A field that is an absolute path, as a C string without a slash at its end; or NULL. */
static const char *absolute(struct arena *a, struct json value)
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

/* The same folder may have two names: the agent's for the project, the kernel's for where it is. */
static const char *real_below(struct arena *a, const char *cwd, const char *root)
{
	char real_cwd[PATH_MAX], real_root[PATH_MAX];
	struct buf b = buf_in(a);

	if (!realpath(cwd, real_cwd) || !realpath(root, real_root) ||
	    !gaff_is_below(real_cwd, real_root))
		return NULL;
	gaff_buf_add(&b, sv_of(root));
	gaff_buf_add(&b, sv_of(real_cwd + strlen(real_root)));
	return buf_ok(&b) ? gaff_arena_cstr(a, buf_sv(&b)) : NULL;
}

enum gaff_rc gaff_project_find(struct arena *a, const struct gaff_event *event,
			       struct gaff_project *out, struct gaff_err *err)
{
	const char *said = event->has_project ? absolute(a, event->field[GAFF_F_PROJECT_DIR])
					      : NULL;
	const char *cwd = absolute(a, event->field[GAFF_F_CWD]);
	struct gaff_project project = { said, cwd };

	if (said && !said[1]) /* what OpenCode 1.18.33 says outside a repository */
		said = project.root = NULL;
	if (!said && cwd)
		project.root = gaff_git_root(a, cwd);
	if (project.root && cwd && !gaff_is_below(cwd, project.root))
		project.cwd = real_below(a, cwd, project.root);
	if (a->failed)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
	*out = project;
	return GAFF_OK;
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
