/*
 * cli.h - what the commands share: the table of commands, options as data, exit codes.
 *
 * An option's row says its name, its argument and its help; parsing, --help, man pages (man.h) and
 * completions (complete.h) all come from it.
 */
#ifndef GAFF_CLI_CLI_H
#define GAFF_CLI_CLI_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

/* 2 means "block" to an agent, so it is never ours. `gaff run` has its own rules (run.h). */
enum cli_exit {
	CLI_OK = 0,
	CLI_NO = 1, /* no, findings, or an agent that is not known */
	CLI_FATAL = 128,
	CLI_USAGE = 129,
};

struct cli_option {
	const char *name; /* without dashes */
	const char *arg;  /* what its value is called, as complete.c knows it; NULL: it has none */
	const char *help;
};

/* A short form of an option: -0 for --null. */
struct cli_letter {
	char letter;
	const char *name;
};

struct cli_command {
	const char *name, *args, *help;
	const char *details; /* more for --help, or NULL */
	const char *operand; /* what its other words are, as complete.c knows it; NULL: no others */
	const struct cli_option *options;
	size_t n_options;
	const struct cli_letter *letters; /* the short forms there are, if any */
	size_t n_letters;
	int (*run)(int argc, char **argv); /* the words behind the command's name */
};

/* Every command; each is in a file of its own, cmd_<name>.c. */
extern const struct cli_command *const cli_commands[]; /* NULL at the end */
extern const struct cli_command cmd_run, cmd_init, cmd_install, cmd_uninstall, cmd_restore,
	cmd_status, cmd_doctor, cmd_enable, cmd_disable, cmd_validate, cmd_trust, cmd_untrust,
	cmd_guard, cmd_new, cmd_test, cmd_get, cmd_match, cmd_reply, cmd_wrap, cmd_unwrap, cmd_log,
	cmd_fire, cmd_explain, cmd_convert, cmd_hosts, cmd_completion, cmd_version, cmd_help;

/* Walks over options; stops at the first other word, behind "--", or at the end. */
struct cli_walk {
	const struct cli_command *command;
	int argc, at;
	char **argv;
	const struct cli_option *option; /* the one just found */
	const char *value;
};

enum cli_step { CLI_OPTION, CLI_HELP, CLI_END, CLI_WRONG };
enum cli_step cli_next(struct cli_walk *walk, struct gaff_err *err);

/* For commands with other words than options: moves the options before them, "--" included. */
void cli_options_first(const struct cli_command *command, int argc, char **argv);

/* The short form of an option, or 0. */
char cli_letter(const struct cli_command *command, const struct cli_option *option);

void cli_print_help(const struct cli_command *command);

/* Run it with memory that is given back behind it. */
int cli_in_arena(int (*run)(struct arena *a, int argc, char **argv), int argc, char **argv);

/*
 * The three standard descriptors and no others, for commands that run hooks: a pipe to a hook must
 * not take the number of one that is closed, and what a caller left open is not for hooks.
 */
void cli_own_descriptors(void);

/* All of a file or a pipe, up to max bytes. */
enum gaff_rc cli_read_any(struct arena *a, int fd, size_t max, struct sv *out,
			  struct gaff_err *err);

/* A word of the command line for a message, shortened, on one line; valid until the next. */
const char *cli_word(const char *word);

/* Say that no host has this name (NULL: none was given), and which there are. */
int cli_unknown_host(const char *command, const char *word);

#endif
