#include "cli/help/complete.h"

#include <stdio.h>

#include "agents/hosts.h"

/* The tables above it are printed; this is the rest. Bash 3.2, and without bash-completion. */
/* clang-format off */
static const char script[] =
	"_gaff_reply() { # compgen's words, which may hold blanks\n"
	"\tlocal word\n"
	"\twhile IFS= read -r word; do\n"
	"\t\tCOMPREPLY+=(\"$word\")\n"
	"\tdone < <(compgen \"$@\")\n"
	"}\n"
	"\n"
	"_gaff_offer() { # VALUE HOST PREFIX WORD\n"
	"\tcase $1 in\n"
	"\tFILE | DIR)\n"
	"\t\tcompopt -o filenames 2>/dev/null\n"
	"\t\tif [ \"$1\" = DIR ]; then _gaff_reply -d -P \"$3\" -- \"$4\"; else _gaff_reply -f -P \"$3\" -- \"$4\"; fi\n"
	"\t\t;;\n"
	"\t*) _gaff_reply -P \"$3\" -W \"$(_gaff_words \"$1\" \"$2\")\" -- \"$4\" ;;\n"
	"\tesac\n"
	"}\n"
	"\n"
	"_gaff() {\n"
	"\tlocal cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} option= host= word i\n"
	"\n"
	"\tCOMPREPLY=()\n"
	"\tif [ \"$COMP_CWORD\" -le 1 ]; then\n"
	"\t\t_gaff_reply -W \"$(_gaff_words COMMAND) --help --version\" -- \"$cur\"\n"
	"\t\treturn\n"
	"\tfi\n"
	"\t# Is it a value, and whose? Bash cuts --host=x at the =, unless told otherwise.\n"
	"\tfor ((i = 2; i < COMP_CWORD; i++)); do\n"
	"\t\tword=${COMP_WORDS[i]}\n"
	"\t\tcase $word in\n"
	"\t\t--)\n"
	"\t\t\t[ \"$(_gaff_value \"$command\")\" = PROGRAM ] || return\n"
	"\t\t\tcompopt -o filenames 2>/dev/null\n"
	"\t\t\t[ $((i + 1)) -lt \"$COMP_CWORD\" ] || _gaff_reply -c -- \"$cur\"\n"
	"\t\t\t_gaff_reply -f -- \"$cur\"\n"
	"\t\t\treturn\n"
	"\t\t\t;;\n"
	"\t\t=) ;;\n"
	"\t\t--host=*) host=${word#*=} ;;\n"
	"\t\t--*)\n"
	"\t\t\toption=$word\n"
	"\t\t\t[ -n \"$(_gaff_value \"$command\" \"$word\")\" ] || option=\n"
	"\t\t\t;;\n"
	"\t\t*)\n"
	"\t\t\t[ \"$option\" != --host ] || host=$word\n"
	"\t\t\toption=\n"
	"\t\t\t;;\n"
	"\t\tesac\n"
	"\tdone\n"
	"\t[ \"$cur\" != = ] || cur=\n"
	"\tif [ -n \"$option\" ]; then\n"
	"\t\t_gaff_offer \"$(_gaff_value \"$command\" \"$option\")\" \"$host\" '' \"$cur\"\n"
	"\telif [[ $cur == --*=* ]]; then\n"
	"\t\toption=${cur%%=*}\n"
	"\t\t_gaff_offer \"$(_gaff_value \"$command\" \"$option\")\" \"$host\" \"$option=\" \"${cur#*=}\"\n"
	"\telse\n"
	"\t\tword=$(_gaff_value \"$command\")\n"
	"\t\t[[ -z $word || $cur == -* ]] || _gaff_offer \"$word\" \"$host\" '' \"$cur\"\n"
	"\t\t[ \"${#COMPREPLY[@]}\" != 0 ] || _gaff_reply -W \"$(_gaff_options \"$command\")\" -- \"$cur\"\n"
	"\tfi\n"
	"}\n"
	"\n"
	"complete -F _gaff gaff\n";
/* clang-format on */

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
	(void)fputs(script, stdout);
}
