/*
 * dirs.h - where gaff keeps its own files for this user, as the XDG rules have it.
 *
 *	char path[PATH_MAX];
 *	if (gaff_dir_path(GAFF_DIR_STATE, "trust/ab12", path, sizeof path) && gaff_dir_make(path))
 *		… open(path, O_CREAT …)
 *
 * An agent's environment may be a repository's: who is registered says where the folders are
 * (gaff_dirs_use()), and then no variable is asked. Else $HOME and $XDG_* are.
 */
#ifndef GAFF_BASE_DIRS_H
#define GAFF_BASE_DIRS_H

#include <stdbool.h>
#include <stddef.h>

enum gaff_dir {
	GAFF_DIR_STATE,  /* $XDG_STATE_HOME, ~/.local/state: records, what was trusted */
	GAFF_DIR_CACHE,  /* $XDG_CACHE_HOME, ~/.cache: may vanish at any time */
	GAFF_DIR_CONFIG, /* $XDG_CONFIG_HOME, ~/.config: what people write */
};

/* Where they are, whatever the environment says. Texts stay the caller's. */
struct gaff_dirs {
	const char *home; /* absolute; NULL: there is none, and so no folder at all */
	const char *config,
		*state; /* absolute, instead of .config and .local/state in it; or NULL */
};

/* From now on it is these; once, before anybody asks. */
void gaff_dirs_use(const struct gaff_dirs *dirs);

/* Was that done? Then no variable changes who is guarded, where that is read and what is written.
 */
bool gaff_dirs_are_given(void);

/* The user's home as an absolute path, or NULL. Everybody asks here, so that all have the same. */
const char *gaff_home(void);

/* Where the environment has moved a folder: $XDG_CONFIG_HOME; NULL: it is in the home as usual. */
const char *gaff_dir_moved(enum gaff_dir dir);

/*
 * The path of gaff's file `name` ("audit.jsonl", "trust/ab12"). False when there is no such place:
 * neither variable is an absolute path, `name` leads out of the folder, or n is too small.
 */
bool gaff_dir_path(enum gaff_dir dir, const char *name, char *path, size_t n);

/*
 * Make the folders above a path of gaff_dir_path() that are missing, 0700 each. Those that are
 * there stay as they are, links to folders included: people move their folders.
 */
bool gaff_dir_make(const char *path);

#endif
