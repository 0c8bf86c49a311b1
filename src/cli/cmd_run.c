#include "cli/run_options.h"

#include <stdio.h>

#include "base/io.h"
#include "hosts/hosts.h"

enum option { OPT_HOST, OPT_EVENT, OPT_VERBOSE, OPT_SHARED };

static const struct cli_option options[] = {
	[OPT_HOST] = { "host", "HOST",
		       "the agent that calls [told by the payload]; see 'gaff hosts'" },
	[OPT_EVENT] = { "event", "EVENT", "the event this call is registered for" },
	[OPT_VERBOSE] = { "verbose", NULL,
			  "warn on stderr also where the agent reads it; for trying out" },
	CLI_RUN_OPTIONS(OPT_SHARED),
};

/*
 * How to answer depends on who calls, on what, and on what a failure means; so these three are
 * known before anything on the command line can be wrong.
 */
static const char *look_ahead(int argc, char **argv, struct gaff_run *run)
{
	const char *host = NULL;

	for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (strcmp(argv[i], "--host") == 0 && i + 1 < argc)
			host = argv[++i];
		else if (strncmp(argv[i], "--host=", 7) == 0)
			host = argv[i] + 7;
		else if (strcmp(argv[i], "--event") == 0 && i + 1 < argc)
			run->event = sv_of(argv[++i]);
		else if (strncmp(argv[i], "--event=", 8) == 0)
			run->event = sv_of(argv[i] + 8);
		else if (strncmp(argv[i], "--fail-closed", 13) ==
			 0) /* whatever is wrong behind it */
			run->fail_closed = true;
		else if (strcmp(argv[i], "--verbose") == 0)
			run->verbose = true;
	}
	return host;
}

static enum gaff_rc parse(struct gaff_run *run, int argc, char **argv, bool *help,
			  struct gaff_err *err)
{
	struct cli_walk walk = { .command = &cmd_run, .argc = argc, .argv = argv };
	enum cli_step step;

	while ((step = cli_next(&walk, err)) == CLI_OPTION)
		if (walk.option - options >= OPT_SHARED) /* the others: look_ahead() */
			GAFF_TRY(cli_take_run_option(
				"run", (enum run_option)(walk.option - options - OPT_SHARED),
				walk.value, run, err));
	if (step == CLI_WRONG)
		return GAFF_EUSAGE;
	*help = step == CLI_HELP;
	return *help ? GAFF_OK : cli_take_command(&walk, run, err);
}

static int run_command(int argc, char **argv)
{
	static struct gaff_run run;
	struct gaff_err err = { 0 };
	const char *host;
	bool help = false;
	enum gaff_rc rc;

	run.start_ms = gaff_now_ms();
	host = look_ahead(argc, argv, &run);
	run.host = host ? gaff_host_find(sv_of(host)) : NULL;
	run.source = gaff_run_hooks;
	run.is_judged = gaff_run_is_judged;
	run.dialect = &gaff_host_canonical;
	rc = parse(&run, argc, argv, &help, &err);
	if (help) {
		cli_print_help(&cmd_run);
		return CLI_OK;
	}
	if (host && !run.host) {
		gaff_run_record_failure(&run, "the host is not known");
		return cli_unknown_host("run", host);
	}
	cli_own_descriptors();
	return gaff_run(&run, rc == GAFF_OK ? NULL : &err);
}

const struct cli_command cmd_run = {
	.name = "run",
	.args = "[--host HOST] [options] [-- COMMAND...]",
	.help = "Answer an agent's hook call; this is what goes into the agent's configuration",
	.details = "Without a COMMAND the hooks are those of the manifests, in this order:\n"
		   "  /etc/gaff/hooks.json                    of the system\n"
		   "  ~/.config/gaff/hooks.json               yours\n"
		   "  .gaff/hooks.json                        the project's, once you 'gaff trust' "
		   "it\n"
		   "or .yaml, each. With a COMMAND that program is the hook: it gets the event on "
		   "stdin, "
		   "and its\n"
		   "answer becomes the agent's. It is executed directly, without a shell, and may "
		   "block.\n"
		   "With --inline the hooks are those of that JSON text, as 'gaff convert "
		   "--runtime' writes it.\n"
		   "\n"
		   "A hook of the canonical dialect prints "
		   "{\"decision\":\"deny\",\"reason\":\"why\"}, or exits\n"
		   "with 2 and says why on stderr, and prints nothing when it has no opinion.\n",
	.operand = "PROGRAM",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = run_command,
};
