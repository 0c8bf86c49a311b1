#include "cli/cli.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/io.h"
#include "base/os.h"
#include "hosts/hosts.h"
#include "run/run.h"

enum option { OPT_HOST, OPT_EVENT, OPT_DIALECT, OPT_DEADLINE, OPT_FAIL_CLOSED, OPT_ASK_FALLBACK };

static const struct cli_option options[] = {
	[OPT_HOST] = { "host", "HOST",
		       "the agent that calls [told by the payload]; see 'gaff hosts'" },
	[OPT_EVENT] = { "event", "EVENT", "the event this call is registered for" },
	[OPT_DIALECT] = { "dialect", "HOST", "the agent whose JSON the hook speaks [canonical]" },
	[OPT_DEADLINE] = { "deadline", "SECONDS", "answer by then [below the agent's own limit]" },
	[OPT_FAIL_CLOSED] = { "fail-closed", NULL,
			      "block when the hook gives no verdict [let pass]" },
	[OPT_ASK_FALLBACK] = { "ask-fallback", "ask|deny", "for agents that cannot ask [deny]" },
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
	}
	return host;
}

/* Seconds with an optional fraction, as milliseconds; 0 when it is not that. */
static int64_t read_seconds(const char *text)
{
	int64_t ms = 0;
	const char *p = text;

	for (; ascii_isdigit(*p) && ms <= (int64_t)GAFF_DEADLINE_MAX_S * 1000; p++)
		ms = ms * 10 + (*p - '0') * 1000;
	if (p > text && *p == '.') {
		int64_t unit = 100;

		for (p++; ascii_isdigit(*p); p++, unit /= 10)
			ms += (*p - '0') * unit;
	}
	return *p || ms > (int64_t)GAFF_DEADLINE_MAX_S * 1000 ? 0 : ms;
}

static enum gaff_rc take_option(struct gaff_run *run, enum option option, const char *value,
				struct gaff_err *err)
{
	switch (option) {
	case OPT_HOST:
	case OPT_EVENT:
	case OPT_FAIL_CLOSED:
		break; /* taken by look_ahead() */
	case OPT_DIALECT:
		run->dialect = gaff_dialect_find(sv_of(value));
		if (!run->dialect) {
			run->dialect = &gaff_host_canonical;
			return gaff_fail(err, GAFF_EUSAGE, "run: unknown dialect '%s'", value);
		}
		break;
	case OPT_DEADLINE:
		run->deadline_ms = read_seconds(value);
		if (!run->deadline_ms)
			return gaff_fail(
				err, GAFF_EUSAGE,
				"run: --deadline takes seconds above 0 and up to %d, not '%s'",
				GAFF_DEADLINE_MAX_S, value);
		break;
	case OPT_ASK_FALLBACK:
		if (strcmp(value, "ask") != 0 && strcmp(value, "deny") != 0)
			return gaff_fail(err, GAFF_EUSAGE,
					 "run: --ask-fallback is ask or deny, not '%s'", value);
		run->ask = strcmp(value, "ask") == 0 ? GAFF_ASK_PASSES : GAFF_ASK_DENIES;
		break;
	}
	return GAFF_OK;
}

static enum gaff_rc parse(struct gaff_run *run, int argc, char **argv, bool *help,
			  struct gaff_err *err)
{
	struct cli_walk walk = { .command = &cmd_run, .argc = argc, .argv = argv };
	enum cli_step step;

	while ((step = cli_next(&walk, err)) == CLI_OPTION)
		GAFF_TRY(take_option(run, (enum option)(walk.option - options), walk.value, err));
	if (step == CLI_WRONG)
		return GAFF_EUSAGE;
	*help = step == CLI_HELP;
	if (walk.at == argc && argc && strcmp(argv[argc - 1], "--") == 0)
		return gaff_fail(err, GAFF_EUSAGE, "run: there is no command behind --");
	if (walk.at == argc)
		return GAFF_OK;
	if (walk.at == 0 || strcmp(argv[walk.at - 1], "--") != 0)
		return gaff_fail(err, GAFF_EUSAGE, "run: put -- before the command '%s'",
				 argv[walk.at]);
	run->command = argv + walk.at;
	return GAFF_OK;
}

/* Pipes to a hook must not take the numbers of the three standard descriptors. */
static void open_standard_descriptors(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)open("/dev/null", fd ? O_WRONLY : O_RDONLY);
	gaff_os_close_from(3);
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
	run.dialect = &gaff_host_canonical;
	rc = parse(&run, argc, argv, &help, &err);
	if (help) {
		cli_print_help(&cmd_run);
		return CLI_OK;
	}
	if (host && !run.host)
		return cli_unknown_host("run", host);
	if (run.command)
		open_standard_descriptors();
	return gaff_run(&run, rc == GAFF_OK ? NULL : &err);
}

const struct cli_command cmd_run = {
	.name = "run",
	.args = "[--host HOST] [options] [-- COMMAND...]",
	.help = "Answer an agent's hook call; this is what goes into the agent's configuration",
	.details = "With a COMMAND that program is the hook: it gets the event on stdin, and its "
		   "answer\n"
		   "becomes the agent's. It is executed directly, without a shell, and may block. "
		   "Without\n"
		   "a COMMAND there is no hook, and gaff says \"no opinion\" in the agent's own "
		   "words.\n"
		   "\n"
		   "A hook of the canonical dialect prints "
		   "{\"decision\":\"deny\",\"reason\":\"why\"}, or exits\n"
		   "with 2 and says why on stderr, and prints nothing when it has no opinion.\n",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = run_command,
};
