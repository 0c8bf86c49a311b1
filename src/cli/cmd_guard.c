#include "cli/cli.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "cli/pages/guard.h"
#include "cli/print/table.h"
#include "agents/hosts.h"
#include "run/run.h"

struct request {
	struct guard_view view;
	bool is_strict, is_batch, is_list, wants_rows, is_markdown, is_json;
	const char *host, *event;
	enum color_when color;
};

static const struct cli_option options[] = {
	CLI_FLAG("strict", struct request, is_strict, "deny what cannot be known [ask]"),
	CLI_SV("explain", "COMMANDLINE", struct request, view.about.command,
	       "show what it executes and what guards say; - reads it from stdin"),
	CLI_SV("path", "FILE", struct request, view.about.path, "the same for a file that is read"),
	CLI_TEXT("tool", "read|write|edit", struct request, view.about.tool, "what is done to it"),
	CLI_SV("content", "TEXT", struct request, view.about.content, "what is written"),
	CLI_SV("prompt", "TEXT", struct request, view.about.prompt,
	       "the same for what the user says"),
	CLI_SV("cwd", "DIR", struct request, view.about.cwd, "where the agent is [here]"),
	CLI_SV("project", "DIR", struct request, view.about.project,
	       "its project [the git repository that is in]"),
	CLI_FLAG("batch", struct request, is_batch,
		 "explain each line of stdin, as {\"command\": \"ls\"}, by a line of JSON"),
	CLI_FLAG("list", struct request, is_list, "the guards there are"),
	CLI_FLAG("rows", struct request, wants_rows, "the rows of a guard"),
	CLI_FLAG("markdown", struct request, is_markdown,
		 "as markdown; of --list it is docs/guards.md"),
	CLI_FLAG("json", struct request, is_json, "as JSON"),
	CLI_COLOR(struct request, color),
	CLI_TEXT("host", "HOST", struct request, host,
		 "the agent that calls [told by the payload]"),
	CLI_TEXT("event", "EVENT", struct request, event, "the event this call is registered for"),
};

/* ---- the command line ---- */

/* Those that are named, as in a manifest; without a name all of them. */
static enum gaff_rc take_names(struct request *r, int argc, char **argv, struct gaff_err *err)
{
	struct gaff_guard_request *request = &r->view.request;
	struct buf b = buf_in(r->view.arena);

	for (int i = 0; i < argc; i++) {
		BUF_JOIN(&b, i ? SV(" ") : SV(""), sv_of(argv[i]));
	}
	GAFF_TRY(gaff_buf_check(&b, err));
	if (argc && gaff_guard_request(buf_sv(&b), request, err) != GAFF_OK)
		return GAFF_EUSAGE;
	for (size_t g = 0; !argc && gaff_guards[g] && g < COUNT_OF(request->guard); g++)
		request->guard[request->n++] = gaff_guards[g];
	request->is_strict = r->is_strict;
	return GAFF_OK;
}

static void note_given(struct guard_subject *about)
{
	about->has_command = about->command.p != NULL;
	about->has_path = about->path.p != NULL;
	about->has_content = about->content.p != NULL;
	about->has_prompt = about->prompt.p != NULL;
}

static bool wants_explanation(const struct guard_subject *about)
{
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

	if (gaff_arena_check(r->view.arena, err) != GAFF_OK)
		return CLI_FATAL;
	command[n++] = gaff;
	command[n++] = guard;
	for (int i = 0; i < argc; i++)
		command[n++] = argv[i];
	if (r->is_strict)
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
	if (r->is_json) {
		guard_write_json(&w, v);
		buf_addc(&b, '\n');
		if (!buf_ok(&b))
			return cli_fail(CLI_FATAL, ": guard: no memory for the result");
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

	if (r->is_json)
		return guard_print_json(r->view.arena, request), CLI_OK;
	for (size_t i = 0; i < request->n; i++) {
		if (n_names != 1 && !r->is_markdown)
			printf("%s%s: %s\n\n", i ? "\n" : "", request->guard[i]->name,
			       request->guard[i]->help);
		guard_print_rows(r->view.arena, request->guard[i], r->is_markdown);
	}
	return CLI_OK;
}

static int guard_command(struct arena *a, int argc, char **argv)
{
	static struct request r;
	struct gaff_err err;
	int code;

	r.view.arena = a;
	if (!cli_parse(&cmd_guard, &r, &argc, &argv, &code))
		return code;
	note_given(&r.view.about);
	if (take_names(&r, argc, argv, &err) != GAFF_OK)
		return cli_usage("%s", err.msg);
	if (r.wants_rows || (r.is_list && argc))
		return show_rows(&r, argc);
	if (r.is_list && r.is_markdown)
		return guard_print_book(a), CLI_OK;
	if (wants_explanation(&r.view.about))
		return explain(&r);
	if (r.is_batch)
		return guard_batch(&r.view.request);
	if ((r.is_list || !argc) && r.is_json)
		return guard_print_json(a, &r.view.request), CLI_OK;
	if (r.is_list || !argc)
		return guard_print_list(a, r.is_markdown), CLI_OK;
	return answer(&r, argc, argv, &err);
}

const struct cli_command cmd_guard = {
	.name = "guard",
	.args = "[NAME...] [--strict] [--explain COMMANDLINE] [options]",
	.help = "Look at what a call would do, and object to what is dangerous",
	.operand = "GUARD",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.run = guard_command,
};
