/*
 * cli.h - what the commands share: the table of commands, options as data, exit codes.
 *
 * An option is a row: its name, its argument, its help, and where in the command's request its
 *value goes. Parsing, --help, man pages (man.h) and completions (complete.h) all come from it:
 *
 *	static const struct cli_option options[] = {
 *		CLI_FLAG("json", struct request, is_json, "print everything as JSON"),
 *		CLI_TEXT("dir", "DIR", struct request, dir, "where it goes [here]"),
 *	};
 */
#ifndef GAFF_CLI_CLI_H
#define GAFF_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>

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

struct cli_walk;

/* Takes walk->value to where walk->option points. GAFF_EUSAGE: it is wrong. */
typedef enum gaff_rc cli_take(const struct cli_walk *walk, void *to, struct gaff_err *err);

struct cli_option {
	const char *name; /* without dashes */
	const char *arg;  /* what its value is called, as complete.c knows it; NULL: it has none */
	const char *help;
	cli_take *take; /* NULL: that it is there is enough */
	size_t at;      /* where it goes, from the beginning of the request */
	int value;      /* for options that are one value of several */
	char letter;    /* of its short form, -0 for --null; 0: it has none */
};

/* clang-format off */
/* Where a member is; one of another type does not compile. */
#define CLI_AT(type, member, of) _Generic(((type *)0)->member, of: offsetof(type, member))

#define CLI_FLAG(name, type, member, help) \
	{ name, NULL, help, cli_take_flag, CLI_AT(type, member, bool), 0, 0 }
#define CLI_TEXT(name, arg, type, member, help) \
	{ name, arg, help, cli_take_text, CLI_AT(type, member, const char *), 0, 0 }
#define CLI_SV(name, arg, type, member, help) \
	{ name, arg, help, cli_take_sv, CLI_AT(type, member, struct sv), 0, 0 }

/* One value of an enum, which is an unsigned inside. */
#define CLI_VALUE(name, type, member, value, help) \
	{ name, NULL, help, cli_take_value, CLI_AT(type, member, unsigned), value, 0 }

/* A function of the command's gets the whole request; several rows may share it, by `value`. */
#define CLI_TAKE(name, arg, take, help) { name, arg, help, take, 0, 0, 0 }
#define CLI_TAKE_AS(name, arg, take, value, help) { name, arg, help, take, 0, value, 0 }
/* clang-format on */

cli_take cli_take_flag, cli_take_text, cli_take_sv, cli_take_value;

/* More for --help is in help/commands.txt. */
struct cli_command {
	const char *name, *args, *help;
	const char *operand; /* what its other words are, as complete.c knows it; NULL: no others */
	const struct cli_option *options;
	size_t n_options;
	bool is_mixed; /* options may stand between and behind its other words, too */
	/* With the words behind its name, and memory that is given back behind it. */
	int (*run)(struct arena *a, int argc, char **argv);
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

/* Walks over all options, and takes each into the request. */
enum cli_step cli_take_all(struct cli_walk *walk, void *request, struct gaff_err *err);

/*
 * The same for a whole command line, which has then only its other words. False: help was asked
 * for, or something is wrong; all is said, and *code is what to exit with.
 */
bool cli_parse(const struct cli_command *command, void *request, int *argc, char ***argv,
	       int *code);
bool cli_parse_walk(struct cli_walk *walk, void *request, int *code); /* where the -- was matters */

/* Say what is wrong with the command line: CLI_USAGE. */
__attribute__((format(printf, 1, 2))) int cli_usage(const char *fmt, ...);

/* Say what went wrong, behind "gaff", and return the code. */
__attribute__((format(printf, 2, 3))) int cli_fail(int code, const char *fmt, ...);

/* For commands with other words than options: moves the options before them, "--" included. */
void cli_options_first(const struct cli_command *command, int argc, char **argv);

void cli_print_help(const struct cli_command *command);

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
