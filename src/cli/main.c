#include "cli/cli.h"

#include <stdio.h>

#include "base/limits.h"
#include "cli/print/screen.h"
#include "text/near.h"

const struct cli_command *const cli_commands[] = {
	&cmd_run,    &cmd_init,       &cmd_install, &cmd_uninstall, &cmd_restore, &cmd_status,
	&cmd_doctor, &cmd_enable,     &cmd_disable, &cmd_validate,  &cmd_trust,   &cmd_untrust,
	&cmd_guard,  &cmd_new,        &cmd_test,    &cmd_get,       &cmd_match,   &cmd_reply,
	&cmd_wrap,   &cmd_unwrap,     &cmd_log,     &cmd_fire,      &cmd_explain, &cmd_convert,
	&cmd_hosts,  &cmd_completion, &cmd_version, &cmd_help,      NULL,
};

static int unknown_command(const char *word)
{
	const char *names[64], *near;
	size_t n = 0;

	for (; n < COUNT_OF(names) && n < COUNT_OF(cli_commands) - 1; n++)
		names[n] = cli_commands[n]->name;
	near = gaff_nearest(word, names, n);
	fprintf(stderr, "gaff: unknown command '%s'%s%s%s\n", cli_word(word),
		near ? "; did you mean '" : "; see 'gaff help", near ? near : "",
		near ? "'?" : "'");
	return CLI_USAGE;
}

/* A page that could not be written is not a success. */
static int said_it_all(int code)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return code;
	fprintf(stderr, "gaff: stdout cannot be written\n");
	return code == CLI_OK ? CLI_FATAL : code;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
	struct arena a;
	int code;

	gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
	code = command->run(&a, argc, argv);
	gaff_arena_release(&a);
	return code;
}

/*
 * An agent waits for every `gaff run`, and to look for a terminal is a call of the system each: it
 * does so itself once there is something to say.
 */
static bool is_for_people(int argc, char **argv)
{
	return argc < 2 || strcmp(argv[1], cmd_run.name) != 0;
}

int main(int argc, char **argv)
{
	if (is_for_people(argc, argv))
		screen_begin();
	if (argc < 2) {
		(void)cmd_help.run(NULL, 0, argv);
		return CLI_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return cmd_help.run(NULL, 0, argv);
	if (strcmp(argv[1], "--version") == 0)
		return cmd_version.run(NULL, 0, argv);
	for (size_t i = 0; cli_commands[i]; i++)
		if (strcmp(argv[1], cli_commands[i]->name) == 0)
			return said_it_all(run(cli_commands[i], argc - 2, argv + 2));
	return unknown_command(argv[1]);
}
