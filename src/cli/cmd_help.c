#include "cli/cli.h"

#include <stdio.h>

#include "cli/help/man.h"
#include "text/near.h"

struct request {
	bool is_man;
};

static const struct cli_option options[] = {
	CLI_FLAG("man", struct request, is_man, "print it as a page for man(1)"),
};

static const struct cli_command *find(const char *name)
{
	const char *names[32], *near;
	size_t n = 0;

	for (; n < COUNT_OF(names) && cli_commands[n]; n++) {
		if (strcmp(name, cli_commands[n]->name) == 0)
			return cli_commands[n];
		names[n] = cli_commands[n]->name;
	}
	near = gaff_nearest(name, names, n);
	fprintf(stderr, "gaff: there is no command '%s'%s%s%s\n", cli_word(name),
		near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	return NULL;
}

static void print_overview(void)
{
	printf("gaff - write a lifecycle hook for AI coding agents once, run it on every agent\n\n"
	       "usage: gaff COMMAND [options]\n\n");
	for (size_t i = 0; cli_commands[i]; i++)
		printf("  %-10s %s\n", cli_commands[i]->name, cli_commands[i]->help);
	printf("\n'gaff COMMAND --help' tells more. Start with:\n\n"
	       "  echo '{\"tool_name\":\"Shell\",\"tool_input\":{\"command\":\"ls\"}}' |\n"
	       "    gaff run --host generic -- sh -c 'echo not today >&2; exit 2'\n");
}

static int help(struct arena *a, int argc, char **argv)
{
	struct cli_walk walk = { .command = &cmd_help, .argc = argc, .argv = argv };
	const struct cli_command *command = NULL;
	struct request r = { 0 };
	struct gaff_err err;
	enum cli_step step;

	(void)a;
	cli_options_first(&cmd_help, argc, argv);
	step = cli_take_all(&walk, &r, &err);
	if (step == CLI_WRONG)
		return cli_usage("%s", err.msg);
	if (step == CLI_HELP)
		command = &cmd_help;
	else if (walk.at < argc && !(command = find(argv[walk.at])))
		return CLI_USAGE;
	if (!command)
		(r.is_man ? man_print_gaff : print_overview)();
	else
		(r.is_man ? man_print_command : cli_print_help)(command);
	return CLI_OK;
}

const struct cli_command cmd_help = {
	.name = "help",
	.args = "[--man] [COMMAND]",
	.help = "Show help for gaff or one of its commands",
	.operand = "COMMAND",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = help,
};
