#include "cli/cli.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/os.h"
#include "cli/help/details.h"
#include "cli/print/plain.h"
#include "agents/hosts.h"
#include "text/near.h"

static const struct cli_option *find(const struct cli_command *command, struct sv name)
{
	for (size_t i = 0; i < command->n_options; i++)
		if (sv_eq(sv_of(command->options[i].name), name))
			return &command->options[i];
	return NULL;
}

/* The option of "-0", or NULL. */
static const struct cli_option *find_letter(const struct cli_command *command, const char *word)
{
	for (size_t i = 0; i < command->n_options; i++)
		if (word[1] && word[1] == command->options[i].letter && !word[2])
			return &command->options[i];
	return NULL;
}

static enum cli_step unknown_option(const struct cli_command *command, const char *word,
				    struct gaff_err *err)
{
	const char *names[32], *near;
	size_t n = 0;

	while (n < command->n_options && n < COUNT_OF(names)) {
		names[n] = command->options[n].name;
		n++;
	}
	near = gaff_nearest(word[0] == '-' && word[1] == '-' ? word + 2 : word, names, n);
	gaff_fail(err, GAFF_EUSAGE, "%s: unknown option '%s'%s%s%s", command->name, word,
		  near ? "; did you mean '--" : "; see 'gaff ", near ? near : command->name,
		  near ? "'?" : " --help'");
	return CLI_WRONG;
}

enum cli_step cli_next(struct cli_walk *w, struct gaff_err *err)
{
	const char *word = w->at < w->argc ? w->argv[w->at] : NULL, *equals;
	struct sv name;

	if (!word || word[0] != '-' || !word[1])
		return CLI_END;
	w->at++;
	if (strcmp(word, "--") == 0)
		return CLI_END;
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
		return CLI_HELP;
	equals = word[1] == '-' ? strchr(word, '=') : NULL;
	name = (struct sv){ word + 2, equals ? (size_t)(equals - word) - 2 : strlen(word + 1) - 1 };
	w->option = word[1] == '-' ? find(w->command, name) : find_letter(w->command, word);
	if (!w->option)
		return unknown_option(w->command, word, err);
	w->value = NULL;
	if (!w->option->arg) {
		if (equals) {
			gaff_fail(err, GAFF_EUSAGE, "%s: --%s takes no value", w->command->name,
				  w->option->name);
			return CLI_WRONG;
		}
		return CLI_OPTION;
	}
	if (equals) {
		w->value = equals + 1;
	} else if (w->at < w->argc && strcmp(w->argv[w->at], "--") != 0) {
		w->value = w->argv[w->at++];
	} else {
		gaff_fail(err, GAFF_EUSAGE, "%s: --%s needs a value: %s", w->command->name,
			  w->option->name, w->option->arg);
		return CLI_WRONG;
	}
	return CLI_OPTION;
}

enum gaff_rc cli_take_flag(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	(void)walk;
	(void)err;
	*(bool *)to = true;
	return GAFF_OK;
}

enum gaff_rc cli_take_text(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	(void)err;
	*(const char **)to = walk->value;
	return GAFF_OK;
}

enum gaff_rc cli_take_sv(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	(void)err;
	*(struct sv *)to = sv_of(walk->value);
	return GAFF_OK;
}

enum gaff_rc cli_take_value(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	(void)err;
	memcpy(to, &walk->option->value, sizeof walk->option->value);
	return GAFF_OK;
}

enum cli_step cli_take_all(struct cli_walk *walk, void *request, struct gaff_err *err)
{
	enum cli_step step;

	while ((step = cli_next(walk, err)) == CLI_OPTION) {
		const struct cli_option *o = walk->option;

		if (o->take && o->take(walk, (char *)request + o->at, err) != GAFF_OK)
			return CLI_WRONG;
	}
	return step;
}

bool cli_parse_walk(struct cli_walk *walk, void *request, int *code)
{
	struct gaff_err err;

	if (walk->command->is_mixed)
		cli_options_first(walk->command, walk->argc, walk->argv);
	switch (cli_take_all(walk, request, &err)) {
	case CLI_HELP:
		cli_print_help(walk->command);
		*code = CLI_OK;
		return false;
	case CLI_WRONG:
		*code = cli_usage("%s", err.msg);
		return false;
	case CLI_OPTION:
	case CLI_END:
		break;
	}
	return true;
}

bool cli_parse(const struct cli_command *command, void *request, int *argc, char ***argv, int *code)
{
	struct cli_walk walk = { .command = command, .argc = *argc, .argv = *argv };

	if (!cli_parse_walk(&walk, request, code))
		return false;
	*argc -= walk.at;
	*argv += walk.at;
	return true;
}

int cli_usage(const char *fmt, ...)
{
	struct gaff_err err;
	char text[sizeof err.msg];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	gaff_fail(&err, GAFF_EUSAGE, "%s", text);
	fprintf(stderr, "gaff: %s\n", err.msg);
	return CLI_USAGE;
}

int cli_fail(int code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)fputs("gaff", stderr);
	(void)vfprintf(stderr, fmt, ap);
	(void)fputs("\n", stderr);
	va_end(ap);
	return code;
}

void cli_options_first(const struct cli_command *command, int argc, char **argv)
{
	int n = 0; /* options, with their values */

	for (int i = 0; i < argc; i++) {
		const struct cli_option *option;
		char *word = argv[i];
		int words = 1;

		if (word[0] != '-' || !word[1])
			continue;
		option = word[1] == '-' ? find(command, sv_of(word + 2))
					: find_letter(command, word);
		if (option && option->arg && i + 1 < argc)
			words = 2;
		for (int k = 0; k < words; k++, n++, i++) {
			char *moved = argv[i];

			memmove(argv + n + 1, argv + n, (size_t)(i - n) * sizeof *argv);
			argv[n] = moved;
		}
		i--;
		if (strcmp(word, "--") == 0)
			return;
	}
}

void cli_print_help(const struct cli_command *command)
{
	struct sv details = help_details(command->name);

	printf("usage: gaff %s %s\n\n%s.\n", command->name, command->args, command->help);
	if (details.n)
		printf("\n%.*s", SV_ARG(details));
	if (command->n_options)
		printf("\noptions:\n");
	for (size_t i = 0; i < command->n_options; i++) {
		const struct cli_option *o = &command->options[i];
		int n = o->letter ? printf("  -%c,", o->letter) : printf(" ");

		n += printf(" --%s%s%s", o->name, o->arg ? " " : "", o->arg ? o->arg : "");

		printf("%*s%s\n", n < 28 ? 28 - n : 1, "", o->help);
	}
}

void cli_own_descriptors(void)
{
	/* what is written to a stdout that is closed does not arrive, and that must be noticed */
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);
	gaff_os_close_from(3);
}

enum gaff_rc cli_read_any(struct arena *a, int fd, size_t max, struct sv *out, struct gaff_err *err)
{
	enum { FIRST = 65536 };
	char *first = gaff_arena_alloc(a, FIRST);

	GAFF_TRY(gaff_arena_check(a, err));
	return gaff_read_all(fd, first, FIRST, max,
			     gaff_now_ms() + (int64_t)GAFF_DEADLINE_MAX_S * 1000, out, err);
}

const char *cli_word(const char *word)
{
	static char shown[200];
	struct buf b = buf_fixed(shown, sizeof shown - 1);

	gaff_plain_add(&b, sv_of(word), (sizeof shown - 1) / 4);
	shown[b.n] = '\0';
	return shown;
}

int cli_unknown_host(const char *command, const char *word)
{
	const char *names[32], *near;
	size_t n = 0;

	for (; n < COUNT_OF(names) && gaff_hosts[n]; n++)
		names[n] = gaff_hosts[n]->id.p;
	near = word ? gaff_nearest(word, names, n) : NULL;
	if (!word)
		fprintf(stderr,
			"gaff: %s: which agent is calling? Add --host with one of:", command);
	else if (near)
		fprintf(stderr,
			"gaff: %s: unknown host '%s'; did you mean '%s'? There are:", command,
			cli_word(word), near);
	else
		fprintf(stderr, "gaff: %s: unknown host '%s'; there are:", command, cli_word(word));
	for (size_t i = 0; i < n; i++)
		fprintf(stderr, " %s", names[i]);
	fprintf(stderr, "\n");
	return CLI_NO;
}
