#include "cli/help/complete.h"

#include <stdio.h>

#include "agents/hosts.h"

/* The tables above it are printed; this is the rest. Bash 3.2, and without bash-completion. */
static const unsigned char script[] = {
#include <help/complete.bash.inc>
};

static void print_options(void)
{
	printf("_gaff_options() { # COMMAND\n\tcase $1 in\n");
	for (size_t i = 0; cli_commands[i]; i++) {
		const struct cli_command *c = cli_commands[i];

		printf("\t%s) echo '", c->name);
		for (size_t k = 0; k < c->n_options; k++)
			printf("--%s ", c->options[k].name);
		for (size_t k = 0; k < c->n_options; k++)
			if (c->options[k].letter)
				printf("-%c ", c->options[k].letter);
		printf("--help%s' ;;\n",
		       complete_kind(c->operand) == COMPLETE_PROGRAM ? " --" : "");
	}
	printf("\tesac\n}\n\n");
}

/* 'a|b' would be a list for echo too, so all of it is quoted. */
static void print_values(void)
{
	printf("_gaff_value() { # COMMAND [OPTION]: what its value is, or any other word\n"
	       "\tcase $1:${2-} in\n");
	for (size_t i = 0; cli_commands[i]; i++) {
		const struct cli_command *c = cli_commands[i];

		if (c->operand)
			printf("\t%s:) echo '%s' ;;\n", c->name, c->operand);
		for (size_t k = 0; k < c->n_options; k++)
			if (c->options[k].arg)
				printf("\t%s:--%s) echo '%s' ;;\n", c->name, c->options[k].name,
				       c->options[k].arg);
	}
	printf("\tesac\n}\n\n");
}

static void print_words(void)
{
	const char *name;

	printf("_gaff_words() { # VALUE HOST: all there are of it\n\tcase $1 in\n");
	for (size_t i = 0; (name = complete_words_name(i)); i++) {
		printf("\t%s) echo '", name);
		complete_print_words(name);
		printf("' ;;\n");
	}
	printf("\t*'|'*) echo \"${1//|/ }\" ;;\n"
	       "\tEVENT)\n\t\tcase $2 in\n");
	for (size_t i = 0; gaff_hosts[i]; i++) {
		printf("\t\t%s) echo '", gaff_hosts[i]->id.p);
		complete_print_events(gaff_hosts[i]);
		printf("' ;;\n");
	}
	printf("\t\t*) echo '");
	complete_print_events(NULL);
	printf("' ;;\n\t\tesac\n\t\t;;\n\tesac\n}\n\n");
}

void complete_print_bash(void)
{
	printf("# gaff for bash, printed by 'gaff completion bash'.\n\n");
	print_options();
	print_values();
	print_words();
	(void)fwrite(script, 1, sizeof script, stdout);
}
