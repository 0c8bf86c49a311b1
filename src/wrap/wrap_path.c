#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "wrap/wrap.h"
#include "text/path.h"

/* Two names of one thing? */
static bool is_same(const struct stat *x, const struct stat *y)
{
	return x->st_dev == y->st_dev && x->st_ino == y->st_ino;
}

struct place {
	struct stat folder, shim;
	bool has_folder, has_shim; /* they are there */
	const char *name;          /* of the folder */
};

static bool is_folder(const struct place *p, const char *entry)
{
	struct stat s;

	if (!p->has_folder) /* it has yet to be made */
		return strcmp(entry, p->name) == 0;
	return stat(entry, &s) == 0 && is_same(&s, &p->folder);
}

/* Would a shell run it? */
static bool is_program(const struct place *p, const char *file, bool *is_forbidden)
{
	struct stat s;

	if (stat(file, &s) != 0 || !S_ISREG(s.st_mode) || (p->has_shim && is_same(&s, &p->shim)))
		return false;
	if (faccessat(AT_FDCWD, file, X_OK, AT_EACCESS) == 0)
		return true;
	*is_forbidden = true;
	return false;
}

enum gaff_rc gaff_path_find(struct arena *a, const char *path, const char *name, const char *folder,
			    const char *shim, struct gaff_on_path *out, struct gaff_err *err)
{
	struct place p = { .name = folder };
	struct gaff_on_path found = { 0 };
	struct sv rest = sv_of(path ? path : "/bin:/usr/bin"); /* as of execvp() */
	bool is_last = false;

	p.has_folder = stat(folder, &p.folder) == 0;
	p.has_shim = stat(shim, &p.shim) == 0;
	while (!is_last && !found.program) {
		const char *colon = sv_chr(rest, ':'), *entry, *file;
		struct sv one = { rest.p, colon ? (size_t)(colon - rest.p) : rest.n };
		bool is_forbidden = false, is_one;

		entry = gaff_arena_cstr(a, one.n ? one : SV(".")); /* as shells have it */
		file = entry ? gaff_path_join(a, entry, sv_of(name)) : NULL;
		if (!file)
			return gaff_no_memory(err);
		is_last = !colon;
		rest = sv_skip(rest, one.n + (colon != NULL));
		if (is_folder(&p, entry)) {
			found.has_folder = true;
			continue;
		}
		is_one = is_program(&p, file, &is_forbidden);
		if (is_one && found.has_folder)
			found.program = file;
		else if (is_one && !found.in_front)
			found.in_front = file;
		if (found.has_folder)
			found.is_forbidden |= is_forbidden;
	}
	if (!found.has_folder) {
		found.program = found.in_front;
		found.in_front = NULL;
	}
	*out = found;
	return GAFF_OK;
}
