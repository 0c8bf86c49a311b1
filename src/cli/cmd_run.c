#include "cli/input/run_options.h"

#include <stdio.h>
#include <stdlib.h>

#include "log/log.h"
#include "base/dirs.h"
#include "base/io.h"
#include "cli/print/screen.h"
#include "agents/hosts.h"
#include "run/trust/homes.h"
#include "run/load/load.h"

static const struct cli_option options[] = {
	/* what look_ahead() has seen */
	CLI_TAKE("host", "HOST", NULL,
		 "the agent that calls [told by the payload]; see 'gaff hosts'"),
	CLI_TAKE("event", "EVENT", NULL, "the event this call is registered for"),
	CLI_TAKE("verbose", NULL, NULL,
		 "warn on stderr also where the agent reads it; for trying out"),
	CLI_TAKE("home", "DIR", NULL,
		 "your home; no variable of the agent's environment changes anything then"),
	CLI_TAKE("config", "DIR", NULL, "with --home: instead of .config in it"),
	CLI_TAKE("state", "DIR", NULL, "with --home: instead of .local/state in it"),
	CLI_TAKE("committed", NULL, NULL,
		 "the home is that of whoever runs it; for files that others share"),
	CLI_RUN_OPTIONS(0),
};

/* Where configuration and state are, as far as the command line says it. */
struct given {
	struct gaff_dirs dirs;
	bool is_committed;
};

/*
 * The value of an option that takes one, in either form; NULL: it is another one. What is missing
 * is empty, and no folder; another option is not taken for it, least of all --fail-closed.
 */
static const char *value_of(int argc, char **argv, int *i, const char *option)
{
	size_t n = strlen(option);

	if (strncmp(argv[*i], option, n) != 0)
		return NULL;
	if (argv[*i][n] == '=')
		return argv[*i] + n + 1;
	if (argv[*i][n])
		return NULL;
	return *i + 1 < argc && strncmp(argv[*i + 1], "--", 2) != 0 ? argv[++*i] : "";
}

static bool look_for_dirs(int argc, char **argv, int *i, struct given *out)
{
	const struct {
		const char *option, **value;
	} known[] = { { "--home", &out->dirs.home },
		      { "--config", &out->dirs.config },
		      { "--state", &out->dirs.state } };

	for (size_t k = 0; k < COUNT_OF(known); k++) {
		const char *value = value_of(argc, argv, i, known[k].option);

		if (!value)
			continue;
		*known[k].value = value;
		return true;
	}
	out->is_committed = out->is_committed || strcmp(argv[*i], "--committed") == 0;
	return false;
}

/*
 * How to answer depends on who calls, on what, and on what a failure means; and what is recorded of
 * it depends on where. So these are known before anything on the command line can be wrong.
 */
static const char *look_ahead(int argc, char **argv, struct gaff_run *run, struct given *given)
{
	const char *host = NULL;

	for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (look_for_dirs(argc, argv, &i, given))
			continue;
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

static void set_variable(const char *name, const char *value)
{
	if (value)
		(void)setenv(name, value, 1);
	else if (getenv(name))
		(void)unsetenv(name);
}

/* What hooks start, gaff itself among it, gets to know the same. */
static void set_environment(const struct gaff_dirs *dirs)
{
	static const char *const ours[] = { "GAFF_DISABLE", "GAFF_AUDIT", "GAFF_LOG_FILE",
					    "XDG_CACHE_HOME" };

	for (size_t i = 0; i < COUNT_OF(ours); i++)
		set_variable(ours[i], NULL);
	set_variable("HOME", dirs->home);
	set_variable("XDG_CONFIG_HOME", dirs->config);
	set_variable("XDG_STATE_HOME", dirs->state);
}

/* A folder that is not known is none: better no home, which is told, than another one. */
static void use_dirs(struct gaff_run *run, const struct given *given)
{
	struct gaff_dirs dirs = given->dirs;

	if (given->is_committed)
		run->doubts_home = gaff_homes_choose(&dirs);
	run->is_committed = given->is_committed;
	if (!given->is_committed && !dirs.home && !dirs.config && !dirs.state)
		return;
	gaff_dirs_use(&dirs);
	set_environment(&dirs);
}

static enum gaff_rc check_dirs(const struct given *given, struct gaff_err *err)
{
	const char *const all[] = { given->dirs.home, given->dirs.config, given->dirs.state };

	for (size_t i = 0; i < COUNT_OF(all); i++)
		if (all[i] && all[i][0] != '/')
			return gaff_fail(err, GAFF_EUSAGE,
					 "run: a folder is an absolute path, not '%.160s'", all[i]);
	if (given->is_committed && (all[0] || all[1] || all[2]))
		return gaff_fail(err, GAFF_EUSAGE, "run: --committed or --home, not both");
	if (!all[0] && (all[1] || all[2]))
		return gaff_fail(err, GAFF_EUSAGE, "run: --config and --state go with --home");
	return GAFF_OK;
}

static enum gaff_rc parse(struct gaff_run *run, int argc, char **argv, bool *help,
			  struct gaff_err *err)
{
	struct cli_walk walk = { .command = &cmd_run, .argc = argc, .argv = argv };
	enum cli_step step = cli_take_all(&walk, run, err);

	if (step == CLI_WRONG)
		return GAFF_EUSAGE;
	*help = step == CLI_HELP;
	return *help ? GAFF_OK : cli_take_command(&walk, run, err);
}

static int run_command(struct arena *a, int argc, char **argv)
{
	static struct gaff_run run;
	struct gaff_err err = { 0 };
	struct given given = { 0 };
	const char *host;
	bool help = false;
	enum gaff_rc rc;

	(void)a;
	run.start_ms = gaff_now_ms();
	host = look_ahead(argc, argv, &run, &given);
	use_dirs(&run, &given);
	run.must_log = !gaff_audit_is_on() && gaff_locks_log();
	run.host = host ? gaff_host_find(sv_of(host)) : NULL;
	run.source = gaff_run_hooks;
	run.minds_disable = true;
	run.is_judged = gaff_run_is_judged;
	run.dialect = &gaff_host_canonical;
	rc = parse(&run, argc, argv, &help, &err);
	if (rc == GAFF_OK && !help)
		rc = check_dirs(&given, &err);
	if (help) {
		cli_print_help(&cmd_run);
		return CLI_OK;
	}
	if (host && !run.host) {
		gaff_run_record_failure(&run, "the host is not known");
		screen_begin();
		return cli_unknown_host("run", host);
	}
	cli_own_descriptors();
	return gaff_run(&run, rc == GAFF_OK ? NULL : &err);
}

const struct cli_command cmd_run = {
	.name = "run",
	.args = "[--host HOST] [options] [-- COMMAND...]",
	.help = "Answer an agent's hook call; this is what goes into the agent's configuration",
	.operand = "PROGRAM",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = run_command,
};
