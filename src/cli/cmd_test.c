#include "cli/pages/test_tell.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/print/color.h"

struct request {
	struct test_run run;
	enum color_when color;
	const char *host;
};

/* ---- the command line ---- */

enum { FOR_TAP, FOR_PROGRAMS };
static const struct test_teller *const tellers[] = {
	[FOR_TAP] = &test_for_tap, [FOR_PROGRAMS] = &test_for_programs
};

static enum gaff_rc take_teller(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	const struct test_teller *teller = tellers[walk->option->value];
	struct test_run *run = &((struct request *)to)->run;

	if (run->teller != &test_for_people && run->teller != teller)
		return gaff_fail(err, GAFF_EUSAGE, "test: --tap or --json, not both");
	run->teller = teller;
	return GAFF_OK;
}

static const struct cli_option options[] = {
	CLI_TEXT("host", "HOST", struct request, host,
		 "only on this agent [all that a case is for]"),
	CLI_TEXT("only", "TEXT", struct request, run.only, "only cases with this in their name"),
	CLI_TAKE_AS("tap", NULL, take_teller, FOR_TAP,
		    "print TAP 14, a test for each case and agent"),
	CLI_TAKE_AS("json", NULL, take_teller, FOR_PROGRAMS, "print everything as one JSON object"),
	CLI_FLAG("verbose", struct request, run.is_verbose,
		 "also what each agent does, and what is lost on it"),
	CLI_COLOR(struct request, color),
};

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

static int run_command(struct arena *a, int argc, char **argv)
{
	static struct request r;
	struct test_run *run = &r.run;
	int code;

	run->arena = a;
	run->teller = &test_for_people;
	if (!cli_parse(&cmd_test, &r, &argc, &argv, &code))
		return code;
	if (r.host && strcmp(r.host, "all") != 0) {
		run->host = gaff_host_find(sv_of(r.host));
		if (!run->host)
			return cli_unknown_host("test", r.host);
	}
	cli_own_descriptors();
	run->has_color = color_is_on(r.color);
	run->shows_progress = run->teller == &test_for_people && isatty(STDOUT_FILENO);
	return test(run, argc, argv);
}

const struct cli_command cmd_test = {
	.name = "test",
	.args = "[options] [DIR|FILE...]",
	.help = "Try hooks and manifests on cases, as every agent would call them",
	.operand = "FILE",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.run = run_command,
};
