#include "cli/cli.h"

#include <stdio.h>

#ifndef GAFF_VERSION
#error "the Makefile says which version this is"
#endif

static int version(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	printf("gaff %s\n", GAFF_VERSION);
	return CLI_OK;
}

const struct cli_command cmd_version = {
	.name = "version",
	.args = "",
	.help = "Show the version of gaff",
	.run = version,
};
