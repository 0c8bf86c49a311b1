#include <inttypes.h>
#include <limits.h>

#include "base/dirs.h"
#include "base/hash.h"
#include "run/trust/trust.h"

/* Which folders are in the store: to find a project needs no more of it, nor sums of files. */

bool gaff_trust_path(const char *name, const char *more, char *path, size_t n)
{
	char file[96];

	/* The folder is in the file too: two with one name are told apart, not mixed up. */
	(void)snprintf(file, sizeof file, "trust/%016" PRIx64 "%s",
		       gaff_hash(GAFF_HASH_START, sv_of(name)), more);
	return gaff_dir_path(GAFF_DIR_STATE, file, path, n);
}

bool gaff_trust_is_any(void)
{
	char path[PATH_MAX];

	return gaff_dir_path(GAFF_DIR_STATE, "trust", path, sizeof path) && gaff_fs_is_there(path);
}

bool gaff_trust_is_kept(const char *folder)
{
	char path[PATH_MAX];

	return gaff_trust_path(folder, "", path, sizeof path) && gaff_fs_is_there(path);
}
