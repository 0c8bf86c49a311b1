#include "cli/fire_print.h"

#include <stdio.h>

#include "cli/run_options.h"

enum option { OPT_JSON = FIRE_OPTIONS, OPT_RUN, OPT_SHARED /* those of `gaff run` */ };

static const struct cli_option options[] = {
	CLI_FIRE_OPTIONS("the agent to play [the plain hook contract]",
			 "the event to fire (required)"),
	[OPT_JSON] = { "json", NULL, "print everything as one JSON object" },
	[OPT_RUN] = { "run", NULL, "run the hook and say what the agent would do" },
	CLI_RUN_OPTIONS(OPT_SHARED),
};

struct request {
	struct fire_request fire;
	bool is_json, is_run, is_help;
	struct gaff_run run; /* for what is checked here before it is passed on */
	char **run_arguments;
	size_t n_run_arguments;
};

/* ---- the command line ---- */

static enum gaff_rc take_option(struct request *r, size_t option, const char *value,
				struct gaff_err *err)
{
	if (option < FIRE_OPTIONS)
		return fire_take_option(&r->fire, (enum fire_option)option, value, err);
	if (option >= OPT_SHARED)
		return cli_take_run_option("fire", (enum run_option)(option - OPT_SHARED), value,
					   &r->run, err);
	if (option == OPT_JSON)
		r->is_json = true;
	else
		r->is_run = true;
	return GAFF_OK;
}

static enum gaff_rc check(const struct request *r, struct gaff_err *err)
{
	GAFF_TRY(fire_check(&r->fire, err));
	if (!r->is_run && r->n_run_arguments)
		return gaff_fail(err, GAFF_EUSAGE, "fire: %s goes with --run", r->run_arguments[0]);
	return GAFF_OK;
}

/* What `gaff run` gets: its options as they were given, and the command. */
static enum gaff_rc parse(int argc, char **argv, struct request *r, struct gaff_err *err)
{
	struct cli_walk walk = { .command = &cmd_fire, .argc = argc, .argv = argv };
	enum cli_step step;

	for (;;) {
		int from = walk.at;

		step = cli_next(&walk, err);
		if (step != CLI_OPTION)
			break;
		GAFF_TRY(take_option(r, (size_t)(walk.option - options), walk.value, err));
		while (walk.option - options >= OPT_SHARED && from < walk.at)
			r->run_arguments[r->n_run_arguments++] = argv[from++];
	}
	if (step == CLI_WRONG)
		return GAFF_EUSAGE;
	r->is_help = step == CLI_HELP;
	if (r->is_help)
		return GAFF_OK;
	GAFF_TRY(cli_take_command(&walk, &r->run, err));
	if (walk.at < argc)
		walk.at--; /* with its -- */
	while (walk.at < argc)
		r->run_arguments[r->n_run_arguments++] = argv[walk.at++];
	return check(r, err);
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

static int fire_in(struct arena *a, int argc, char **argv)
{
	static struct request request = { .fire = { .by = "fire" } };
	struct gaff_err err;
	enum gaff_rc rc;
	int found;

	request.run_arguments = gaff_arena_alloc(a, ((size_t)argc + 1) * sizeof(char *));
	if (!request.run_arguments) {
		fprintf(stderr, "gaff: fire: no memory\n");
		return CLI_FATAL;
	}
	if (parse(argc, argv, &request, &err) != GAFF_OK) {
		fprintf(stderr, "gaff: %s\n", err.msg);
		return CLI_USAGE;
	}
	request.run_arguments[request.n_run_arguments] = NULL;
	if (request.is_help) {
		cli_print_help(&cmd_fire);
		return CLI_OK;
	}
	found = fire_find_or_say(&request.fire);
	if (found != CLI_OK)
		return found;
	rc = shoot(a, &request, &err);
	if (rc != GAFF_OK)
		fprintf(stderr, "gaff: fire: %s\n", err.msg);
	return fire_exit_code(rc);
}

static int fire(int argc, char **argv)
{
	struct arena arena;
	int code;

	gaff_arena_init(&arena, NULL, 0, GAFF_ARENA_MAX);
	code = fire_in(&arena, argc, argv);
	gaff_arena_release(&arena);
	return code;
}

const struct cli_command cmd_fire = {
	.name = "fire",
	.args = "[--host HOST] --event EVENT [options] [--run [-- COMMAND...]]",
	.help = "Print the payload an agent would send on an event, and try a hook on it",
	.details =
		"EVENT is the agent's own name, a canonical or a contract name. Without more, an "
		"event\n"
		"about a tool is a shell call of 'echo hello'. With --run the hook COMMAND gets it "
		"as\n"
		"under 'gaff run', and what the agent would do with the answer is said in words;\n"
		"without a COMMAND those of the manifests. 'gaff explain' shows every step of it.\n"
		"\n"
		"  gaff fire --host cursor --event beforeShellExecution --command 'rm -rf /'\n"
		"  gaff fire --host codex --event PreToolUse --run -- sh -c 'echo no >&2; exit "
		"2'\n",
	.operand = "PROGRAM",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = fire,
};
