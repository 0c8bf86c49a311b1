/*
 * man.h - man pages, printed from the same tables as --help.
 */
#ifndef GAFF_CLI_HELP_MAN_H
#define GAFF_CLI_HELP_MAN_H

#include "cli/cli.h"

/* gaff(1): all commands, files, variables and exit codes. */
void man_print_gaff(void);

/* gaff-COMMAND(1). */
void man_print_command(const struct cli_command *command);

#endif
