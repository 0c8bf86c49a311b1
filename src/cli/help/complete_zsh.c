#include "cli/help/complete.h"

#include <stdio.h>

#include "agents/hosts.h"
#include "text/section.h"

/* In parts, between which tables are printed. */
static const unsigned char script[] = {
#include <help/complete.zsh.inc>
};

static void print_part(const char *name)
{
	struct sv part = gaff_section((struct sv){ (const char *)script, sizeof script }, name);

	(void)fwrite(part.p, 1, part.n, stdout);
}

static void print_events(void)
{
	print_part("find_host");
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
	print_part("begin");
	for (size_t i = 0; cli_commands[i]; i++) {
		printf("\t\t\t'%s:", cli_commands[i]->name);
		complete_print_escaped(cli_commands[i]->help, "", "'\\''");
		printf("'\n");
	}
	print_part("middle");
	for (size_t i = 0; cli_commands[i]; i++)
		print_arguments(cli_commands[i]);
	print_part("end");
}
