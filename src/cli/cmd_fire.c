#include "cli/pages/fire_print.h"

#include <stdio.h>

#include "cli/input/run_options.h"

struct request {
	struct fire_request fire;
	bool is_json, is_run;
	struct gaff_run run; /* for what is checked here before it is passed on */
	char **run_arguments;
	size_t n_run_arguments;
};

static const struct cli_option options[] = {
	CLI_FIRE_OPTIONS(offsetof(struct request, fire),
			 "the agent to play [the plain hook contract]",
			 "the event to fire (required)"),
	CLI_FLAG("json", struct request, is_json, "print everything as one JSON object"),
	CLI_FLAG("run", struct request, is_run, "run the hook and say what the agent would do"),
	CLI_RUN_OPTIONS(offsetof(struct request, run)),
};

/* ---- the command line ---- */

static bool is_of_run(const struct cli_option *option)
{
	return option->at >= offsetof(struct request, run) &&
	       option->at < offsetof(struct request, run) + sizeof(struct gaff_run);
}

/* What `gaff run` gets: its options as they were given, and the command. */
static void pass_on(struct request *r, struct cli_walk walk)
{
	struct gaff_err ignored;

	for (int from = walk.at = 0; cli_next(&walk, &ignored) == CLI_OPTION; from = walk.at)
		while (is_of_run(walk.option) && from < walk.at)
			r->run_arguments[r->n_run_arguments++] = walk.argv[from++];
	if (walk.at < walk.argc)
		walk.at--; /* with its -- */
	while (walk.at < walk.argc)
		r->run_arguments[r->n_run_arguments++] = walk.argv[walk.at++];
	r->run_arguments[r->n_run_arguments] = NULL;
}

static enum gaff_rc check(struct request *r, const struct cli_walk *walk, struct gaff_err *err)
{
	GAFF_TRY(cli_take_command(walk, &r->run, err));
	pass_on(r, *walk);
	GAFF_TRY(fire_check(&r->fire, err));
	if (!r->is_run && r->n_run_arguments)
		return gaff_fail(err, GAFF_EUSAGE, "fire: %s goes with --run", r->run_arguments[0]);
	return GAFF_OK;
}

/* ---- the whole of it ---- */

static enum gaff_rc shoot(struct arena *a, const struct request *r, struct gaff_err *err)
{
	static struct fire_shot shot;
	struct fire_verdict verdict;

	GAFF_TRY(fire_make(a, &r->fire, &shot, err));
	if (!r->is_run && r->is_json)
		return fire_print_json(a, &shot, NULL, err);
	if (!r->is_run) {
		(void)fwrite(shot.payload.p, 1, shot.payload.n, stdout);
		(void)putchar('\n');
		return GAFF_OK;
	}
	shot.run_arguments = r->run_arguments;
	shot.wait_ms = r->run.deadline_ms ? r->run.deadline_ms : shot.mimic.row->timeout_ms;
	GAFF_TRY(fire_run(a, &shot, err));
	GAFF_TRY(fire_judge(a, &shot, &verdict, err));
	if (r->is_json)
		return fire_print_json(a, &shot, &verdict, err);
	fire_print_page(&shot, &verdict);
	return GAFF_OK;
}

static int fire(struct arena *a, int argc, char **argv)
{
	struct cli_walk walk = { .command = &cmd_fire, .argc = argc, .argv = argv };
	static struct request request = { .fire = { .by = "fire" } };
	struct gaff_err err;
	enum gaff_rc rc;
	int code;

	request.run_arguments = gaff_arena_alloc(a, ((size_t)argc + 1) * sizeof(char *));
	if (gaff_arena_check(a, &err) != GAFF_OK)
		return cli_fail(CLI_FATAL, ": fire: %s", err.msg);
	if (!cli_parse_walk(&walk, &request, &code))
		return code;
	if (check(&request, &walk, &err) != GAFF_OK)
		return cli_usage("%s", err.msg);
	code = fire_find_or_say(&request.fire);
	if (code != CLI_OK)
		return code;
	rc = shoot(a, &request, &err);
	if (rc != GAFF_OK)
		fprintf(stderr, "gaff: fire: %s\n", err.msg);
	return fire_exit_code(rc);
}

const struct cli_command cmd_fire = {
	.name = "fire",
	.args = "[--host HOST] --event EVENT [options] [--run [-- COMMAND...]]",
	.help = "Print the payload an agent would send on an event, and try a hook on it",
	.operand = "PROGRAM",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = fire,
};
