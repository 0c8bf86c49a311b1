#include "cli/help/complete.h"

#include <stdio.h>

#include "text/near.h"

static const struct {
	const char *name;
	void (*print)(void);
} shells[] = {
	{ "bash", complete_print_bash },
	{ "zsh", complete_print_zsh },
	{ "fish", complete_print_fish },
};

static int unknown_shell(const char *word)
{
	const char *names[COUNT_OF(shells)], *near;

	for (size_t i = 0; i < COUNT_OF(shells); i++)
		names[i] = shells[i].name;
	near = gaff_nearest(word, names, COUNT_OF(names));
	fprintf(stderr, "gaff: completion: unknown shell '%s'; %s%s%s\n", cli_word(word),
		near ? "did you mean '" : "there are bash, zsh and fish", near ? near : "",
		near ? "'?" : "");
	return CLI_USAGE;
}

static int completion(struct arena *a, int argc, char **argv)
{
	int code;

	(void)a;
	if (!cli_parse(&cmd_completion, NULL, &argc, &argv, &code))
		return code;
	if (argc != 1)
		return cli_usage("completion: for which shell? One of bash, zsh, fish");
	for (size_t i = 0; i < COUNT_OF(shells); i++) {
		if (strcmp(argv[0], shells[i].name) == 0) {
			shells[i].print();
			return CLI_OK;
		}
	}
	return unknown_shell(argv[0]);
}

const struct cli_command cmd_completion = {
	.name = "completion",
	.args = "SHELL",
	.help = "Print a script that completes gaff's words in bash, zsh or fish",
	.operand = "SHELL",
	.run = completion,
};
