#include "cli/cli.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "cli/guard.h"
#include "cli/table.h"
#include "agents/hosts.h"
#include "run/run.h"

enum option {
	OPT_STRICT,
	OPT_EXPLAIN,
	OPT_PATH,
	OPT_TOOL,
	OPT_CONTENT,
	OPT_PROMPT,
	OPT_CWD,
	OPT_PROJECT,
	OPT_BATCH,
	OPT_LIST,
	OPT_ROWS,
	OPT_MARKDOWN,
	OPT_JSON,
	OPT_COLOR,
	OPT_HOST,
	OPT_EVENT,
};

static const struct cli_option options[] = {
	[OPT_STRICT] = { "strict", NULL, "deny what cannot be known [ask]" },
	[OPT_EXPLAIN] = { "explain", "COMMANDLINE",
			  "show what it executes and what guards say; - reads it from stdin" },
	[OPT_PATH] = { "path", "FILE", "the same for a file that is read" },
	[OPT_TOOL] = { "tool", "read|write|edit", "what is done to it" },
	[OPT_CONTENT] = { "content", "TEXT", "what is written" },
	[OPT_PROMPT] = { "prompt", "TEXT", "the same for what the user says" },
	[OPT_CWD] = { "cwd", "DIR", "where the agent is [here]" },
	[OPT_PROJECT] = { "project", "DIR", "its project [the git repository that is in]" },
	[OPT_BATCH] = { "batch", NULL,
			"explain each line of stdin, as {\"command\": \"ls\"}, by a line of JSON" },
	[OPT_LIST] = { "list", NULL, "the guards there are" },
	[OPT_ROWS] = { "rows", NULL, "the rows of a guard" },
	[OPT_MARKDOWN] = { "markdown", NULL, "as markdown; of --list it is docs/guards.md" },
	[OPT_JSON] = { "json", NULL, "as JSON" },
	[OPT_COLOR] = CLI_COLOR_OPTION,
	[OPT_HOST] = { "host", "HOST", "the agent that calls [told by the payload]" },
	[OPT_EVENT] = { "event", "EVENT", "the event this call is registered for" },
};

struct request {
	struct guard_view view;
	bool is_given[COUNT_OF(options)];
	const char *host, *event;
	enum color_when color;
};

/* ---- the command line ---- */

static enum gaff_rc take_option(struct request *r, enum option option, const char *value,
				struct gaff_err *err)
{
	struct guard_subject *about = &r->view.about;

	r->is_given[option] = true;
	switch (option) {
	case OPT_EXPLAIN:
		about->command = sv_of(value);
		about->has_command = true;
		break;
	case OPT_PATH:
		about->path = sv_of(value);
		about->has_path = true;
		break;
	case OPT_TOOL:
		about->tool = value;
		break;
	case OPT_CONTENT:
		about->content = sv_of(value);
		about->has_content = true;
		break;
	case OPT_PROMPT:
		about->prompt = sv_of(value);
		about->has_prompt = true;
		break;
	case OPT_CWD:
		about->cwd = sv_of(value);
		break;
	case OPT_PROJECT:
		about->project = sv_of(value);
		break;
	case OPT_HOST:
		r->host = value;
		break;
	case OPT_EVENT:
		r->event = value;
		break;
	case OPT_COLOR:
		if (!color_parse(value, &r->color))
			return gaff_fail(err, GAFF_EUSAGE,
					 "guard: --color is auto, always or never, not '%s'",
					 value);
		break;
	case OPT_STRICT:
	case OPT_BATCH:
	case OPT_LIST:
	case OPT_ROWS:
	case OPT_MARKDOWN:
	case OPT_JSON:
		break;
	}
	return GAFF_OK;
}

/* Those that are named, as in a manifest; without a name all of them. */
static enum gaff_rc take_names(struct request *r, int argc, char **argv, struct gaff_err *err)
{
	struct gaff_guard_request *request = &r->view.request;
	struct buf b = buf_in(r->view.arena);

	for (int i = 0; i < argc; i++) {
		gaff_buf_add(&b, i ? SV(" ") : SV(""));
		gaff_buf_add(&b, sv_of(argv[i]));
	}
	if (!buf_ok(&b))
		return gaff_fail(err, GAFF_ENOMEM, "no memory for the guards");
	if (argc && gaff_guard_request(buf_sv(&b), request, err) != GAFF_OK)
		return GAFF_EUSAGE;
	for (size_t g = 0; !argc && gaff_guards[g] && g < COUNT_OF(request->guard); g++)
		request->guard[request->n++] = gaff_guards[g];
	request->is_strict = r->is_given[OPT_STRICT];
	return GAFF_OK;
}

static bool wants_explanation(const struct request *r)
{
	const struct guard_subject *about = &r->view.about;

	return about->has_command || about->has_path || about->has_prompt || about->has_content ||
	       about->tool;
}

/* ---- what it can do ---- */

/* As a hook: an event on stdin. It is what `gaff run -- gaff guard NAME...` does. */
static int answer(const struct request *r, int argc, char **argv, struct gaff_err *err)
{
	static struct gaff_run run;
	char **command = gaff_arena_alloc(r->view.arena, ((size_t)argc + 4) * sizeof *command);
	static char gaff[] = "gaff", guard[] = "guard", strict[] = "--strict";
	size_t n = 0;

	if (!command)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for the guards"), CLI_FATAL;
	command[n++] = gaff;
	command[n++] = guard;
	for (int i = 0; i < argc; i++)
		command[n++] = argv[i];
	if (r->is_given[OPT_STRICT])
		command[n++] = strict;
	command[n] = NULL;
	run = (struct gaff_run){ .source = gaff_run_hooks,
				 .start_ms = gaff_now_ms(),
				 .dialect = &gaff_host_canonical,
				 .command = command,
				 .event = sv_of(r->event),
				 .is_hook = true };
	if (r->host) {
		run.host = gaff_host_find(sv_of(r->host));
		if (!run.host)
			return cli_unknown_host("guard", r->host);
	}
	return gaff_run(&run, NULL);
}

static int explain(struct request *r)
{
	struct guard_view *v = &r->view;
	struct buf b = buf_in(v->arena);
	struct json_writer w = { .out = &b };
	struct gaff_err err;
	enum gaff_rc rc = GAFF_OK;

	v->wants_rows = v->wants_rules = true;
	if (v->about.has_command && sv_eq(v->about.command, SV("-")))
		rc = cli_read_any(v->arena, STDIN_FILENO, GAFF_PAYLOAD_MAX, &v->about.command,
				  &err);
	if (rc == GAFF_OK)
		rc = guard_ask(v, &err);
	if (rc != GAFF_OK) {
		fprintf(stderr, "gaff: guard: %s\n", err.msg);
		return rc == GAFF_EUSAGE ? CLI_USAGE : CLI_FATAL;
	}
	if (r->is_given[OPT_JSON]) {
		guard_write_json(&w, v);
		buf_addc(&b, '\n');
		if (!buf_ok(&b)) {
			fprintf(stderr, "gaff: guard: no memory for the result\n");
			return CLI_FATAL;
		}
		(void)fwrite(b.p, 1, b.n, stdout);
	} else {
		struct sheet sheet = { v->arena, table_screen_width(), color_is_on(r->color),
				       true };

		guard_print_page(v, &sheet);
	}
	return v->said.decision == GAFF_ASK || v->said.decision == GAFF_DENY ? CLI_NO : CLI_OK;
}

static int show_rows(struct request *r, int n_names)
{
	const struct gaff_guard_request *request = &r->view.request;

	if (r->is_given[OPT_JSON])
		return guard_print_json(r->view.arena, request), CLI_OK;
	for (size_t i = 0; i < request->n; i++) {
		if (n_names != 1 && !r->is_given[OPT_MARKDOWN])
			printf("%s%s: %s\n\n", i ? "\n" : "", request->guard[i]->name,
			       request->guard[i]->help);
		guard_print_rows(r->view.arena, request->guard[i], r->is_given[OPT_MARKDOWN]);
	}
	return CLI_OK;
}

static int guard_in(struct arena *a, int argc, char **argv)
{
	struct cli_walk walk = { .command = &cmd_guard, .argc = argc, .argv = argv };
	static struct request r;
	struct gaff_err err;
	enum cli_step step;
	int n_names;

	r.view.arena = a;
	cli_options_first(&cmd_guard, argc, argv);
	while ((step = cli_next(&walk, &err)) == CLI_OPTION)
		if (take_option(&r, (enum option)(walk.option - options), walk.value, &err) !=
		    GAFF_OK)
			break;
	if (step == CLI_HELP) {
		cli_print_help(&cmd_guard);
		return CLI_OK;
	}
	n_names = argc - walk.at;
	if (step != CLI_END || take_names(&r, n_names, argv + walk.at, &err) != GAFF_OK) {
		fprintf(stderr, "gaff: %s\n", err.msg);
		return CLI_USAGE;
	}
	if (r.is_given[OPT_ROWS] || (r.is_given[OPT_LIST] && n_names))
		return show_rows(&r, n_names);
	if (r.is_given[OPT_LIST] && r.is_given[OPT_MARKDOWN])
		return guard_print_book(a), CLI_OK;
	if (wants_explanation(&r))
		return explain(&r);
	if (r.is_given[OPT_BATCH])
		return guard_batch(&r.view.request);
	if ((r.is_given[OPT_LIST] || !n_names) && r.is_given[OPT_JSON])
		return guard_print_json(a, &r.view.request), CLI_OK;
	if (r.is_given[OPT_LIST] || !n_names)
		return guard_print_list(a, r.is_given[OPT_MARKDOWN]), CLI_OK;
	return answer(&r, n_names, argv + walk.at, &err);
}

static int guard_command(int argc, char **argv)
{
	struct arena arena;
	int code;

	gaff_arena_init(&arena, NULL, 0, GAFF_ARENA_MAX);
	code = guard_in(&arena, argc, argv);
	gaff_arena_release(&arena);
	return code;
}

const struct cli_command cmd_guard = {
	.name = "guard",
	.args = "[NAME...] [--strict] [--explain COMMANDLINE] [options]",
	.help = "Look at what a call would do, and object to what is dangerous",
	.details =
		"As a hook: \"command\": \"gaff guard destructive secrets\" in a manifest is "
		"answered "
		"by gaff\n"
		"itself, without starting a program. Run as a program it reads an event on stdin, "
		"canonical\n"
		"or any agent's, and answers in the same dialect. Without a NAME it lists the "
		"guards "
		"there are.\n"
		"\n"
		"  gaff guard --explain 'x=reset; git $x --hard'\n"
		"  gaff guard paths --path ~/.bashrc --tool write\n"
		"  gaff guard destructive --rows\n"
		"\n"
		"Exit code of --explain: 0 when there is no objection, 1 for ask or deny. "
		"--batch exits\n"
		"with 1 when a line cannot be read; each line of its answer has the "
		"\"decision\".\n",
	.operand = "GUARD",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = guard_command,
};
