#include "cli/cli.h"

#include <stdio.h>

static int help(int argc, char **argv)
{
	if (argc > 0) {
		for (size_t i = 0; cli_commands[i]; i++) {
			if (strcmp(argv[0], cli_commands[i]->name) == 0) {
				cli_print_help(cli_commands[i]);
				return CLI_OK;
			}
		}
		fprintf(stderr, "gaff: there is no command '%s'\n", argv[0]);
		return CLI_USAGE;
	}
	printf("gaff - write a lifecycle hook for AI coding agents once, run it on every agent\n\n"
	       "usage: gaff COMMAND [options]\n\n");
	for (size_t i = 0; cli_commands[i]; i++)
		printf("  %-10s %s\n", cli_commands[i]->name, cli_commands[i]->help);
	printf("\n'gaff COMMAND --help' tells more. Start with:\n\n"
	       "  echo '{\"tool_name\":\"Shell\",\"tool_input\":{\"command\":\"ls\"}}' |\n"
	       "    gaff run --host generic -- sh -c 'echo not today >&2; exit 2'\n");
	return CLI_OK;
}

const struct cli_command cmd_help = {
	.name = "help",
	.args = "[COMMAND]",
	.help = "Show help for gaff or one of its commands",
	.run = help,
};
