#include "cli/cli.h"

#include <stdio.h>

#include "agents/hosts.h"
#include "cli/pages/convert_work.h"
#include "cli/print/plain.h"
#include "run/trust/homes.h"
#include "start/init.h"

struct request {
	struct init_file file;
	bool is_user, from_claude, is_dry;
};

static const struct cli_option options[] = {
	CLI_FLAG("user", struct request, is_user, "for you, in every project [this]"),
	CLI_FLAG("project", struct request, file.is_project, "for this project, and who trusts it"),
	CLI_FLAG("from-claude", struct request, from_claude, "take over the hooks of Claude Code"),
	CLI_FLAG("dry-run", struct request, is_dry,
		 "show what would be written, and write nothing"),
};

static int refuse(struct request *r, const char *there)
{
	struct buf b = buf_in(r->file.arena);

	init_write_guards(&b);
	fprintf(stderr,
		"gaff: init: %s is there already, and is left as it is. To start anew, move it "
		"away.\n"
		"To have the guards in it, add this to its \"hooks\":\n%.*s",
		gaff_plain_text(r->file.arena, there), SV_ARG(buf_sv(&b)));
	return CLI_NO;
}

static void say_taken(struct arena *a, const struct init_taken *taken)
{
	if (!taken->n) {
		printf("Claude Code has no hooks%s to take over.\n",
		       taken->n_ours ? " but gaff's own" : "");
		return;
	}
	printf("%zu hook%s of Claude Code %s in it. %s still in", taken->n,
	       taken->n == 1 ? "" : "s", taken->n == 1 ? "is" : "are",
	       taken->n == 1 ? "It is" : "They are");
	for (size_t i = 0; i < taken->n_files; i++)
		printf("%s %s", i ? " and" : "", gaff_plain_text(a, taken->file[i]));
	printf(", too: take %s out there, or %s will run twice.\n", taken->n == 1 ? "it" : "them",
	       taken->n == 1 ? "it" : "they");
}

static void tell_losses(struct arena *a, const char *file, const struct gaff_converted *got)
{
	struct convert_target target = { .host = &gaff_host_canonical, .got = *got };

	convert_tell(a, "init", file, &target);
}

static void say_next(const struct request *r)
{
	if (r->file.is_project)
		printf("It runs for those who trust it: gaff trust\n");
	printf("Agents that are to run it: gaff install%s\n",
	       r->from_claude ? " claude-code, and any other" : "");
	printf("What it guards against: gaff guard --list\n");
}

static int init(struct request *r)
{
	struct init_taken taken = { 0 };
	const char *file = NULL, *there;
	struct gaff_err err = { 0 };
	struct sv text;

	if (init_find(&r->file, &err) != GAFF_OK)
		return cli_fail(CLI_FATAL, ": init: %s", err.msg);
	there = init_find_other(&r->file);
	if (there)
		return refuse(r, there);
	if (r->from_claude &&
	    init_take(r->file.arena, gaff_host_find(SV("claude-code")), &r->file.where,
		      r->file.is_project, tell_losses, &taken, &file, &err) != GAFF_OK)
		return cli_fail(CLI_NO, ": init: %s: %s; nothing is written",
				gaff_plain_text(r->file.arena, file ? file : ""), err.msg);
	if (init_make(&r->file, &taken, &text, &err) != GAFF_OK ||
	    (!r->is_dry && init_put(&r->file, text, &err) != GAFF_OK))
		return cli_fail(CLI_FATAL, ": init: %s", err.msg);
	if (r->is_dry) {
		plain_diff(r->file.arena, r->file.path, (struct sv){ 0 }, text);
		return taken.n_broken ? CLI_NO : CLI_OK;
	}
	gaff_homes_note();
	printf("wrote %s\n", gaff_plain_text(r->file.arena, r->file.path));
	if (r->from_claude)
		say_taken(r->file.arena, &taken);
	say_next(r);
	if (init_is_used(&r->file, &err))
		return taken.n_broken ? CLI_NO : CLI_OK;
	(void)fflush(stdout);
	fprintf(stderr, "gaff: init: it is not used yet: %s\n", err.msg);
	return CLI_NO;
}

static int run(struct arena *a, int argc, char **argv)
{
	struct request r = { .file.arena = a };
	int code;

	if (!cli_parse(&cmd_init, &r, &argc, &argv, &code))
		return code;
	if (r.is_user && r.file.is_project)
		return cli_usage("init: --user or --project, not both");
	if (argc)
		return cli_usage("init: what is '%s'?", argv[0]);
	return init(&r);
}

const struct cli_command cmd_init = {
	.name = "init",
	.args = "[--user|--project] [--from-claude] [--dry-run]",
	.help = "Write a manifest to start from, with the guards in it",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = run,
};
