/*
 * operand.h - which files of a user's command would be taken from whatever project an agent is in.
 *
 * Hooks run in the project's folder. A command of the user's or the system's manifest that names
 * its script by a relative path (`python3 ./check.py`, `. ./lib.sh`, `true && ./check.sh`) means
 * the file beside the manifest, and would run the one of any checkout. What such a program is given
 * besides
 * (`prettier ./src`) is the project's, and stays as it is.
 */
#ifndef GAFF_RUN_TRUST_OPERAND_H
#define GAFF_RUN_TRUST_OPERAND_H

#include "base/arena.h"
#include "base/err.h"

struct gaff_own_command {
	struct sv text;        /* with the files of the manifest's folder by their whole names */
	bool imports_from_cwd; /* Python without a script takes modules from where it is */
};

/*
 * `folder` is the manifest's. GAFF_EHOOK: a file is not there, and would be the project's; the
 * message says which.
 */
enum gaff_rc gaff_own_command(struct arena *a, struct sv command, const char *folder,
			      struct gaff_own_command *out, struct gaff_err *err);

#endif
