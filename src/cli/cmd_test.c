#include "cli/test_tell.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/color.h"

enum option { OPT_HOST, OPT_ONLY, OPT_TAP, OPT_JSON, OPT_VERBOSE, OPT_COLOR };

static const struct cli_option options[] = {
	[OPT_HOST] = { "host", "HOST", "only on this agent [all that a case is for]" },
	[OPT_ONLY] = { "only", "TEXT", "only cases with this in their name" },
	[OPT_TAP] = { "tap", NULL, "print TAP 14, a test for each case and agent" },
	[OPT_JSON] = { "json", NULL, "print everything as one JSON object" },
	[OPT_VERBOSE] = { "verbose", NULL, "also what each agent does, and what is lost on it" },
	[OPT_COLOR] = CLI_COLOR_OPTION,
};

struct request {
	enum color_when color;
	const char *host;
	bool is_help;
	int first; /* of what is tested */
};

/* ---- the command line ---- */

static enum gaff_rc take_teller(struct test_run *run, const struct test_teller *teller,
				struct gaff_err *err)
{
	if (run->teller != &test_for_people && run->teller != teller)
		return gaff_fail(err, GAFF_EUSAGE, "test: --tap or --json, not both");
	run->teller = teller;
	return GAFF_OK;
}

static enum gaff_rc take_option(struct test_run *run, struct request *r, enum option option,
				const char *value, struct gaff_err *err)
{
	switch (option) {
	case OPT_HOST:
		r->host = value;
		break;
	case OPT_ONLY:
		run->only = value;
		break;
	case OPT_TAP:
		return take_teller(run, &test_for_tap, err);
	case OPT_JSON:
		return take_teller(run, &test_for_programs, err);
	case OPT_VERBOSE:
		run->is_verbose = true;
		break;
	case OPT_COLOR:
		if (!color_parse(value, &r->color))
			return gaff_fail(err, GAFF_EUSAGE,
					 "test: --color is auto, always or never, not '%s'", value);
		break;
	}
	return GAFF_OK;
}

static enum gaff_rc parse(int argc, char **argv, struct test_run *run, struct request *r,
			  struct gaff_err *err)
{
	struct cli_walk walk = { .command = &cmd_test, .argc = argc, .argv = argv };
	enum cli_step step;

	cli_options_first(&cmd_test, argc, argv);
	while ((step = cli_next(&walk, err)) == CLI_OPTION)
		GAFF_TRY(
			take_option(run, r, (enum option)(walk.option - options), walk.value, err));
	r->is_help = step == CLI_HELP;
	r->first = walk.at;
	return step == CLI_WRONG ? GAFF_EUSAGE : GAFF_OK;
}

/* ---- the tests ---- */

/* A test that tests nothing must not pass. */
static enum gaff_rc check(struct test_run *run, struct gaff_err *err)
{
	for (size_t i = 0; i < run->n_files; i++)
		for (size_t k = 0; k < run->file[i]->n; k++)
			run->n_shots += run->file[i]->item[k].n_shots;
	if (run->n_wrong)
		return gaff_fail(err, GAFF_ESYNTAX, "nothing was tested: mend %s first",
				 run->n_wrong == 1 ? "this" : "these");
	if (!run->n_files)
		return gaff_fail(err, GAFF_ENOENT,
				 "there is no file *.test.json or *.test.yaml; 'gaff new' writes "
				 "a hook with one");
	if (!run->n_shots)
		return gaff_fail(err, GAFF_ENOENT, "there is no such case");
	return GAFF_OK;
}

static int fail(const struct test_run *run, const struct gaff_err *err)
{
	(void)fflush(stdout);
	if (run->teller == &test_for_tap)
		printf("%sBail out! %.*s\n", run->is_started ? "" : "TAP version 14\n",
		       SV_ARG(run->mistakes.n ? run->mistakes : sv_of(err->msg)));
	fprintf(stderr, "gaff: test: %s\n", err->msg);
	return CLI_FATAL;
}

static int test(struct test_run *run, int n, char **places)
{
	struct gaff_err err;

	if (test_find(run, n, places, &err) != GAFF_OK || check(run, &err) != GAFF_OK)
		return fail(run, &err);
	run->is_started = true;
	run->teller->start(run);
	if (test_try_all(run, &err) != GAFF_OK)
		return fail(run, &err);
	run->teller->end(run);
	if (!run->n_passed && !run->n_failed) {
		gaff_fail(&err, GAFF_ENOENT, "nothing was tested: every case was skipped");
		return fail(run, &err);
	}
	return run->n_failed ? CLI_NO : CLI_OK;
}

static int test_in(struct arena *a, int argc, char **argv)
{
	static struct test_run run;
	struct request r = { 0 };
	struct gaff_err err;

	run.arena = a;
	run.teller = &test_for_people;
	if (parse(argc, argv, &run, &r, &err) != GAFF_OK) {
		fprintf(stderr, "gaff: %s\n", err.msg);
		return CLI_USAGE;
	}
	if (r.is_help) {
		cli_print_help(&cmd_test);
		return CLI_OK;
	}
	if (r.host && strcmp(r.host, "all") != 0) {
		run.host = gaff_host_find(sv_of(r.host));
		if (!run.host)
			return cli_unknown_host("test", r.host);
	}
	cli_own_descriptors();
	run.has_color = color_is_on(r.color);
	run.shows_progress = run.teller == &test_for_people && isatty(STDOUT_FILENO);
	return test(&run, argc - r.first, argv + r.first);
}

static int run_command(int argc, char **argv)
{
	return cli_in_arena(test_in, argc, argv);
}

const struct cli_command cmd_test = {
	.name = "test",
	.args = "[options] [DIR|FILE...]",
	.help = "Try hooks and manifests on cases, as every agent would call them",
	.details =
		"Cases are in files *.test.json or *.test.yaml, here or in DIR and its folders:\n"
		"\n"
		"  { \"hook\": \"./protect-env.sh\",\n"
		"    \"cases\": [\n"
		"      { \"name\": \"a read of .env is denied\",\n"
		"        \"fire\": { \"event\": \"before_tool_execute\", \"path\": \".env\" },\n"
		"        \"expect\": { \"decision\": \"deny\", \"reason\": { \"contains\": "
		"\".env\" "
		"} } } ] }\n"
		"\n"
		"The hook is really run, once for each agent, and has to say what is expected; "
		"{} is no\n"
		"opinion. Exit code 0: all passed; 1: some failed; 128: a file is wrong, or "
		"nothing was\n"
		"tested.\n",
	.operand = "FILE",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = run_command,
};
