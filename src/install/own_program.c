#include "install/own_program.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/os.h"
#include "text/path.h"

/* The name people use for it, as long as that is this very program: not a version's own folder. */
static bool is_this(const char *path, const struct stat *own)
{
	struct stat s;

	return stat(path, &s) == 0 && s.st_dev == own->st_dev && s.st_ino == own->st_ino;
}

static const char *find_in_path(struct arena *a, const struct stat *own)
{
	struct sv path = sv_of(getenv("PATH"));

	while (path.n) {
		const char *colon = memchr(path.p, ':', path.n), *folder, *file;
		struct sv name = { path.p, colon ? (size_t)(colon - path.p) : path.n };

		folder = name.n && name.p[0] == '/' ? gaff_arena_cstr(a, name) : NULL;
		file = folder ? gaff_path_join(a, folder, SV("gaff")) : NULL;
		if (file && is_this(file, own))
			return file;
		path = sv_skip(path, name.n + (colon != NULL));
	}
	return NULL;
}

enum gaff_rc gaff_own_program(struct arena *a, const char **out, struct gaff_err *err)
{
	const char *program;
	char own[PATH_MAX];
	struct stat s;

	if (!gaff_os_own_program(own, sizeof own) || stat(own, &s) != 0)
		return gaff_fail(err, GAFF_EIO, "cannot find the program gaff itself");
	program = find_in_path(a, &s);
	if (!program)
		program = gaff_arena_dup(a, sv_of(own));
	GAFF_TRY(gaff_arena_check(a, err));
	*out = program;
	return GAFF_OK;
}
