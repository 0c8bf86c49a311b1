/*
 * details.h - what --help and the man page of a command say besides its options: commands.txt.
 */
#ifndef GAFF_CLI_HELP_DETAILS_H
#define GAFF_CLI_HELP_DETAILS_H

#include "base/str.h"

/* Nothing, where there is no more to say. */
struct sv help_details(const char *command);

#endif
