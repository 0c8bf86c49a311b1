#include "cli/cli.h"

#include <stdio.h>

#include "gaff.h"

static int version(int argc, char **argv)
{
	struct cli_walk walk = { .command = &cmd_version, .argc = argc, .argv = argv };
	struct gaff_err err;

	switch (cli_next(&walk, &err)) {
	case CLI_HELP:
		cli_print_help(&cmd_version);
		return CLI_OK;
	case CLI_WRONG:
		fprintf(stderr, "gaff: %s\n", err.msg);
		return CLI_USAGE;
	case CLI_OPTION:
	case CLI_END:
		break;
	}
	printf("gaff %s\n", gaff_version());
	return CLI_OK;
}

const struct cli_command cmd_version = {
	.name = "version",
	.args = "",
	.help = "Show the version of gaff",
	.run = version,
};
