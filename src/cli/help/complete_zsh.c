#include "cli/help/complete.h"

#include <stdio.h>

#include "agents/hosts.h"

/* clang-format off */
static const char begin[] =
	"_gaff() {\n"
	"\tlocal command=$words[2] dashes=${words[(i)--]}\n"
	"\tlocal -a names\n"
	"\n"
	"\tif (( CURRENT > 2 && dashes < CURRENT )); then\n"
	"\t\t(( CURRENT -= dashes ))\n"
	"\t\tshift $dashes words\n"
	"\t\t_normal\n"
	"\t\treturn\n"
	"\tfi\n"
	"\tif (( CURRENT == 2 )); then\n"
	"\t\tnames=(\n";

static const char middle[] =
	"\t\t)\n"
	"\t\t_describe command names\n"
	"\t\treturn\n"
	"\tfi\n"
	"\tshift words\n"
	"\t(( CURRENT-- ))\n"
	"\tcase $command in\n";

/* As a file of $fpath it is run for the first completion; from ~/.zshrc it says what it is for. */
static const char end[] =
	"\tesac\n"
	"}\n"
	"\n"
	"if [[ $funcstack[1] == _gaff ]]; then\n"
	"\t_gaff \"$@\"\n"
	"else\n"
	"\tcompdef _gaff gaff\n"
	"fi\n";

static const char find_host[] =
	"_gaff_events() {\n"
	"\tlocal host i\n"
	"\tlocal -a names\n"
	"\n"
	"\tfor (( i = 2; i < CURRENT; i++ )); do\n"
	"\t\t[[ $words[i] == --host ]] && host=$words[i+1]\n"
	"\t\t[[ $words[i] == --host=* ]] && host=${words[i]#*=}\n"
	"\tdone\n"
	"\tcase $host in\n";
/* clang-format on */

static void print_events(void)
{
	(void)fputs(find_host, stdout);
	for (size_t i = 0; gaff_hosts[i]; i++) {
		printf("\t%s) names=(", gaff_hosts[i]->id.p);
		complete_print_events(gaff_hosts[i]);
		printf(") ;;\n");
	}
	printf("\t*) names=(");
	complete_print_events(NULL);
	printf(") ;;\n\tesac\n\tcompadd -a names\n}\n\n");
}

/* ":NAME:ACTION" of _arguments, inside quotes. */
static void print_action(const char *name)
{
	printf(":%s:", name);
	switch (complete_kind(name)) {
	case COMPLETE_WORDS:
		(void)putchar('(');
		complete_print_words(name);
		(void)putchar(')');
		break;
	case COMPLETE_EVENTS:
		(void)fputs("_gaff_events", stdout);
		break;
	case COMPLETE_FILES:
		(void)fputs("_files", stdout);
		break;
	case COMPLETE_FOLDERS:
		(void)fputs("_files -/", stdout);
		break;
	case COMPLETE_PROGRAM:
		(void)fputs("(--)", stdout);
		break;
	case COMPLETE_NOTHING:
		(void)putchar(' ');
		break;
	}
}

/* The rest of an option's line, behind its name. */
static void print_option(const struct cli_option *o)
{
	(void)putchar('[');
	complete_print_escaped(o->help, "[]:\\", "'\\''");
	(void)putchar(']');
	if (o->arg)
		print_action(o->arg);
	printf("' \\\n");
}

static void print_arguments(const struct cli_command *c)
{
	printf("\t%s)\n\t\t_arguments \\\n", c->name);
	for (size_t i = 0; i < c->n_options; i++) {
		const struct cli_option *o = &c->options[i];

		printf("\t\t\t'*--%s%s", o->name, o->arg ? "=" : "");
		print_option(o);
		if (!o->letter)
			continue;
		printf("\t\t\t'*-%c", o->letter);
		print_option(o);
	}
	if (c->operand) {
		printf("\t\t\t'*");
		print_action(c->operand);
		printf("' \\\n");
	}
	printf("\t\t\t'--help[show help]'\n\t\t;;\n");
}

void complete_print_zsh(void)
{
	printf("#compdef gaff\n# gaff for zsh, printed by 'gaff completion zsh'.\n\n");
	print_events();
	(void)fputs(begin, stdout);
	for (size_t i = 0; cli_commands[i]; i++) {
		printf("\t\t\t'%s:", cli_commands[i]->name);
		complete_print_escaped(cli_commands[i]->help, "", "'\\''");
		printf("'\n");
	}
	(void)fputs(middle, stdout);
	for (size_t i = 0; cli_commands[i]; i++)
		print_arguments(cli_commands[i]);
	(void)fputs(end, stdout);
}
