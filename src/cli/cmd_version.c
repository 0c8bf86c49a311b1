#include "cli/cli.h"

#include <stdio.h>

#include "gaff.h"

static int version(struct arena *a, int argc, char **argv)
{
	int code;

	(void)a;
	if (!cli_parse(&cmd_version, NULL, &argc, &argv, &code))
		return code;
	printf("gaff %s\n", gaff_version());
	return CLI_OK;
}

const struct cli_command cmd_version = {
	.name = "version",
	.args = "",
	.help = "Show the version of gaff",
	.run = version,
};
