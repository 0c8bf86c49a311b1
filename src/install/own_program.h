/*
 * own_program.h - what this very program is called in entries of agents.
 */
#ifndef GAFF_INSTALL_OWN_PROGRAM_H
#define GAFF_INSTALL_OWN_PROGRAM_H

#include "base/arena.h"
#include "base/err.h"

/* Its absolute path: by the name people use for it, when that is in $PATH. */
enum gaff_rc gaff_own_program(struct arena *a, const char **out, struct gaff_err *err);

#endif
