/*
 * command.h - what a command of a manifest executes, and which files it names.
 *
 * A command whose first word contains a slash is a script: relative to the manifest's folder, and
 * executed directly when the rest is plain words. Anything else goes to sh -c.
 */
#ifndef GAFF_RUN_TRUST_COMMAND_H
#define GAFF_RUN_TRUST_COMMAND_H

#include "base/arena.h"
#include "base/err.h"

/* NULL at the end. `folder` is the manifest's. */
enum gaff_rc gaff_command_argv(struct arena *a, struct sv command, const char *folder, char ***out,
			       struct gaff_err *err);

/* The same of a command that is given words: they go behind what this is, before the NULL. */
enum gaff_rc gaff_command_argv_for_words(struct arena *a, struct sv command, const char *folder,
					 char ***out, struct gaff_err *err);

/*
 * Every file a command may name, as absolute paths without "." and "..", whether they are there or
 * not: its script, and each word of it relative to each of `bases` and to the folders it goes to. A
 * word is what is left between anything a shell could end one with, and what follows a variable or
 * a command in it may be below any base, so rather too much than too little.
 */
struct gaff_file_names {
	struct sv *path;
	size_t n;
};
enum gaff_rc gaff_command_files(struct arena *a, struct sv command, const char *folder,
				const char *const *bases, size_t n_bases,
				struct gaff_file_names *out, struct gaff_err *err);

#endif
