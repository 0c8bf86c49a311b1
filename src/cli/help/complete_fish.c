#include "cli/help/complete.h"

#include <stdio.h>

#include "agents/hosts.h"

/* Functions; of the last one the end is printed, and what is completed. */
static const unsigned char script[] = {
#include <help/complete.fish.inc>
};

static void print_event_names(const struct gaff_host *host)
{
	printf("\t\tcase '%s'\n\t\t\tstring split ' ' '", host ? host->id.p : "*");
	complete_print_events(host);
	printf("'\n");
}

/* What -a offers, or that it is files, for a value; an option needs one. */
static void print_values(const char *name, bool is_option)
{
	switch (complete_kind(name)) {
	case COMPLETE_WORDS:
		printf("%s -a '", is_option ? " -x" : "");
		complete_print_words(name);
		(void)putchar('\'');
		break;
	case COMPLETE_EVENTS:
		printf("%s -a '(__gaff_events)'", is_option ? " -x" : "");
		break;
	case COMPLETE_FOLDERS:
		printf("%s -a '(__fish_complete_directories)'", is_option ? " -x" : "");
		break;
	case COMPLETE_FILES:
		(void)fputs(is_option ? " -r -F" : " -F", stdout);
		break;
	case COMPLETE_PROGRAM:
		(void)fputs(" -a '--'", stdout);
		break;
	case COMPLETE_NOTHING:
		(void)fputs(is_option ? " -x" : "", stdout);
		break;
	}
}

static void print_command(const struct cli_command *c)
{
	printf("\ncomplete -c gaff -n __gaff_is_first -a %s -d '", c->name);
	complete_print_escaped(c->help, "\\", "\\'");
	printf("'\ncomplete -c gaff -n '__gaff_is %s' -l help -d 'show help'\n", c->name);
	for (size_t i = 0; i < c->n_options; i++) {
		const struct cli_option *o = &c->options[i];

		printf("complete -c gaff -n '__gaff_is %s' -l %s", c->name, o->name);
		if (o->letter)
			printf(" -s %c", o->letter);
		if (o->arg)
			print_values(o->arg, true);
		(void)fputs(" -d '", stdout);
		complete_print_escaped(o->help, "\\", "\\'");
		(void)fputs("'\n", stdout);
	}
	if (!c->operand)
		return;
	printf("complete -c gaff -n '__gaff_is %s'", c->name);
	print_values(c->operand, false);
	(void)putchar('\n');
	if (complete_kind(c->operand) == COMPLETE_PROGRAM)
		printf("complete -c gaff -n '__gaff_runs %s' -F -a '(__fish_complete_command)'\n",
		       c->name);
}

void complete_print_fish(void)
{
	printf("# gaff for fish, printed by 'gaff completion fish'.\n\n");
	(void)fwrite(script, 1, sizeof script, stdout);
	for (size_t i = 0; gaff_hosts[i]; i++)
		print_event_names(gaff_hosts[i]);
	print_event_names(NULL);
	printf("\tend\nend\n\n"
	       "complete -c gaff -f\n"
	       "complete -c gaff -n __gaff_is_first -l help -d 'show help'\n"
	       "complete -c gaff -n __gaff_is_first -l version -d 'show the version'\n");
	for (size_t i = 0; cli_commands[i]; i++)
		print_command(cli_commands[i]);
}
