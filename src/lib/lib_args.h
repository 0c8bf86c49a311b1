/*
 * lib_args.h - the command line of a hook program.
 */
#ifndef GAFF_LIB_LIB_ARGS_H
#define GAFF_LIB_LIB_ARGS_H

#include "gaff.h"
#include "run/run.h"

enum gaff_lib_wish { GAFF_LIB_ANSWER, GAFF_LIB_HELP, GAFF_LIB_MANIFEST };

/*
 * All of it is read even if something in it is wrong: how to answer depends on it. GAFF_EUSAGE: the
 * first thing that is. An agent that is not known is in *unknown_host instead.
 */
enum gaff_rc gaff_lib_args(int argc, char **argv, struct gaff_run *run, enum gaff_lib_wish *wish,
			   const char **unknown_host, struct gaff_err *err);

/* --help */
void gaff_lib_print_help(const char *program);

#endif
