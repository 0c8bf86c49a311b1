#include "cli/cli.h"

#include <stdio.h>
#include <unistd.h>

#include "base/io.h"
#include "cli/fire.h"
#include "cli/run_options.h"
#include "hosts/hosts.h"
#include "text/near.h"

enum option {
	OPT_HOST,
	OPT_EVENT,
	OPT_COMMAND,
	OPT_PATH,
	OPT_CONTENT,
	OPT_PROMPT,
	OPT_MCP,
	OPT_SET,
	OPT_JSON,
	OPT_RUN,
	OPT_SHARED, /* those of `gaff run` */
};

static const struct cli_option options[] = {
	[OPT_HOST] = { "host", "HOST", "the agent to play [the plain hook contract]" },
	[OPT_EVENT] = { "event", "EVENT", "the event to fire (required)" },
	[OPT_COMMAND] = { "command", "TEXT", "a shell call [echo hello]" },
	[OPT_PATH] = { "path", "FILE", "a file that is read; on a file's event that file" },
	[OPT_CONTENT] = { "content", "TEXT", "with --path: it is written, with this in it" },
	[OPT_PROMPT] = { "prompt", "TEXT", "what the user says" },
	[OPT_MCP] = { "mcp", "SERVER/TOOL", "an MCP call; its input comes with --set" },
	[OPT_SET] = { "set", "POINTER=JSON", "put this into the payload; may be repeated" },
	[OPT_JSON] = { "json", NULL, "print everything as one JSON object" },
	[OPT_RUN] = { "run", NULL, "run the hook and say what the agent would do" },
	CLI_RUN_OPTIONS(OPT_SHARED),
};

enum { SETS_MAX = 64 };

struct request {
	const char *host, *event;
	struct gaff_mimic mimic;
	const char *set[SETS_MAX];
	size_t n_set;
	bool is_json, is_run, is_help;
	struct gaff_run run; /* for what is checked here before it is passed on */
	char **run_arguments;
	size_t n_run_arguments;
};

/* ---- the command line ---- */

static enum gaff_rc take_tool(struct request *r, enum gaff_tool tool, struct gaff_err *err)
{
	if (r->mimic.tool != GAFF_TOOL_OTHER && r->mimic.tool != tool)
		return gaff_fail(err, GAFF_EUSAGE,
				 "fire: --command, --path or --mcp, one call at a time");
	r->mimic.tool = tool;
	return GAFF_OK;
}

static enum gaff_rc take_mcp(struct request *r, const char *value, struct gaff_err *err)
{
	const char *slash = strchr(value, '/');

	if (!slash || slash == value || !slash[1])
		return gaff_fail(err, GAFF_EUSAGE, "fire: --mcp takes SERVER/TOOL, not '%s'",
				 value);
	r->mimic.mcp_server = (struct sv){ value, (size_t)(slash - value) };
	r->mimic.mcp_tool = sv_of(slash + 1);
	return take_tool(r, GAFF_TOOL_MCP, err);
}

static enum gaff_rc take_option(struct request *r, enum option option, const char *value,
				struct gaff_err *err)
{
	switch (option) {
	case OPT_HOST:
		r->host = value;
		break;
	case OPT_EVENT:
		r->event = value;
		break;
	case OPT_COMMAND:
		r->mimic.command = sv_of(value);
		return take_tool(r, GAFF_TOOL_SHELL, err);
	case OPT_PATH:
		r->mimic.path = sv_of(value);
		return take_tool(r, GAFF_TOOL_FILE_READ, err);
	case OPT_CONTENT:
		r->mimic.content = sv_of(value);
		break;
	case OPT_PROMPT:
		r->mimic.prompt = sv_of(value);
		break;
	case OPT_MCP:
		return take_mcp(r, value, err);
	case OPT_SET:
		if (r->n_set == SETS_MAX)
			return gaff_fail(err, GAFF_EUSAGE, "fire: --set at most %d times",
					 SETS_MAX);
		r->set[r->n_set++] = value;
		break;
	case OPT_JSON:
		r->is_json = true;
		break;
	case OPT_RUN:
		r->is_run = true;
		break;
	case OPT_SHARED:
	default:
		return cli_take_run_option("fire", (enum run_option)(option - OPT_SHARED), value,
					   &r->run, err);
	}
	return GAFF_OK;
}

static enum gaff_rc check(const struct request *r, struct gaff_err *err)
{
	if (!r->event)
		return gaff_fail(err, GAFF_EUSAGE,
				 "fire: which event? Add --event; 'gaff hosts HOST --events' shows "
				 "them");
	if (r->mimic.content.p && !r->mimic.path.p)
		return gaff_fail(err, GAFF_EUSAGE, "fire: --content goes with --path");
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
		GAFF_TRY(take_option(r, (enum option)(walk.option - options), walk.value, err));
		while (walk.option - options >= OPT_SHARED && from < walk.at)
			r->run_arguments[r->n_run_arguments++] = argv[from++];
	}
	if (step == CLI_WRONG)
		return GAFF_EUSAGE;
	r->is_help = step == CLI_HELP;
	if (r->is_help)
		return GAFF_OK;
	if (walk.at < argc && (walk.at == 0 || strcmp(argv[walk.at - 1], "--") != 0))
		return gaff_fail(err, GAFF_EUSAGE, "fire: put -- before the command '%s'",
				 argv[walk.at]);
	if (walk.at == argc && argc && strcmp(argv[argc - 1], "--") == 0)
		return gaff_fail(err, GAFF_EUSAGE, "fire: there is no command behind --");
	if (walk.at < argc)
		walk.at--; /* with its -- */
	while (walk.at < argc)
		r->run_arguments[r->n_run_arguments++] = argv[walk.at++];
	return check(r, err);
}

/* ---- who and what ---- */

/* The contract whose names of events every host understands, for hooks that follow no agent. */
static const struct gaff_host *plain_contract(void)
{
	for (size_t i = 0; gaff_hosts[i]; i++)
		if (gaff_hosts[i]->seen->kind == GAFF_CONTRACT &&
		    gaff_host_event_native(gaff_hosts[i], SV("preToolUse")))
			return gaff_hosts[i];
	return NULL;
}

static int unknown_event(const struct gaff_host *host, const char *word)
{
	const char *names[128], *near;
	size_t n = 0;

	for (const struct gaff_host *h = host; h; h = h == host ? h->other_spelling : NULL)
		for (size_t i = 0; i < h->n_events && n < COUNT_OF(names); i++)
			names[n++] = h->events[i].native.p;
	near = gaff_nearest(word, names, n);
	if (near)
		fprintf(stderr, "gaff: fire: %s has no event '%s'; did you mean '%s'?\n",
			host->title, word, near);
	else
		fprintf(stderr,
			"gaff: fire: %s has no event '%s'; 'gaff hosts %s --events' shows them\n",
			host->title, word, host->id.p);
	return CLI_NO;
}

static int find(struct request *r)
{
	const struct gaff_host *host = r->host ? gaff_host_find(sv_of(r->host)) : plain_contract();

	if (!host)
		return cli_unknown_host("fire", r->host);
	r->mimic.host = gaff_host_spelling(host, sv_of(r->event));
	if (!r->mimic.host)
		return unknown_event(host, r->event);
	r->mimic.row = gaff_host_event(r->mimic.host, sv_of(r->event));
	return CLI_OK;
}

/* --path alone is a file that is read, with a content one that is written; elsewhere just a file.
 */
static void settle_tool(struct gaff_mimic *s)
{
	if (!s->path.p)
		return;
	if (!(GAFF_EV_ANY_TOOL & (gaff_event_set)1 << s->row->id))
		s->tool = GAFF_TOOL_OTHER;
	else if (s->content.p)
		s->tool = GAFF_TOOL_FILE_WRITE;
}

/* ---- the payload ---- */

static enum gaff_rc set(struct arena *a, const char *word, struct json *payload,
			struct gaff_err *err)
{
	const char *equals = strchr(word, '=');
	struct sv pointer = { word, equals ? (size_t)(equals - word) : 0 };
	struct gaff_err why;
	struct json value;

	if (!equals)
		return gaff_fail(err, GAFF_EUSAGE, "--set takes POINTER=JSON, not '%s'", word);
	if (gaff_json_parse(sv_of(equals + 1), &value, &why) != GAFF_OK)
		return gaff_fail(err, GAFF_EUSAGE,
				 "--set %.*s: '%s' is not JSON (%s); a text is quoted twice: --set "
				 "'%.*s=\"text\"'",
				 SV_ARG(pointer), equals + 1, why.msg, SV_ARG(pointer));
	if (gaff_json_set(a, *payload, pointer, value, SV(""), payload, &why) != GAFF_OK)
		return gaff_fail(err, why.rc == GAFF_ENOMEM ? GAFF_ENOMEM : GAFF_EUSAGE, "--set %s",
				 why.msg);
	return GAFF_OK;
}

static enum gaff_rc make_payload(struct arena *a, const struct request *r, struct fire_shot *shot,
				 struct gaff_err *err)
{
	static char here[4096];

	if (!getcwd(here, sizeof here))
		return gaff_fail(err, GAFF_EIO, "cannot find the current directory");
	shot->mimic = r->mimic;
	shot->mimic.cwd = sv_of(here);
	shot->mimic.time_ms = gaff_wall_ms();
	GAFF_TRY(gaff_mimic_event(a, &shot->mimic, &shot->event, err));
	GAFF_TRY(gaff_mimic_payload(a, &shot->mimic, &shot->event, &shot->payload, err));
	for (size_t i = 0; i < r->n_set; i++)
		GAFF_TRY(set(a, r->set[i], &shot->payload, err));
	return GAFF_OK;
}

/* ---- the whole of it ---- */

static enum gaff_rc shoot(struct arena *a, const struct request *r, struct gaff_err *err)
{
	static struct fire_shot shot;
	struct fire_verdict verdict;

	GAFF_TRY(make_payload(a, r, &shot, err));
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

static int exit_code(enum gaff_rc rc)
{
	return rc == GAFF_OK             ? CLI_OK
	       : rc == GAFF_EUSAGE       ? CLI_USAGE
	       : rc == GAFF_EUNSUPPORTED ? CLI_NO
					 : CLI_FATAL;
}

static int fire_in(struct arena *a, int argc, char **argv)
{
	static struct request request;
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
	found = find(&request);
	if (found != CLI_OK)
		return found;
	settle_tool(&request.mimic);
	rc = shoot(a, &request, &err);
	if (rc != GAFF_OK)
		fprintf(stderr, "gaff: fire: %s\n", err.msg);
	return exit_code(rc);
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
		"under 'gaff run', and what the agent would do with the answer is said in words.\n"
		"\n"
		"  gaff fire --host cursor --event beforeShellExecution --command 'rm -rf /'\n"
		"  gaff fire --host codex --event PreToolUse --run -- sh -c 'echo no >&2; exit "
		"2'\n",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = fire,
};
