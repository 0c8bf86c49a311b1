#include "cli/cli.h"

#include <stdio.h>

#include "cli/wrap_page.h"
#include "wrap/wrap_work.h"

enum option { OPT_DIR, OPT_FORCE, OPT_DRY_RUN, OPT_JSON };

static const struct cli_option options[] = {
	[OPT_DIR] = { "dir", "DIR", "where the shim is [~/.local/bin]" },
	[OPT_FORCE] = { "force", NULL, "also a shim that somebody has edited" },
	[OPT_DRY_RUN] = { "dry-run", NULL, "show what would change, and change nothing" },
	[OPT_JSON] = { "json", NULL, "print what was done as JSON" },
};

struct request {
	const char *dir;
	bool is_forced, is_dry, is_json;
};

static enum gaff_rc unwrap(struct arena *a, const struct request *r, const char *name,
			   struct wrap_report *out, struct gaff_err *err)
{
	const struct gaff_shim_file *file = &out->found.file;

	if (strchr(name, '/') || !*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return gaff_fail(err, GAFF_EUSAGE, "give the name of the program alone, not '%s'",
				 name);
	GAFF_TRY(wrap_folder(a, r->dir, &out->folder, err));
	GAFF_TRY(wrap_look(a, out->folder, name, &out->found, err));
	if (file->state == GAFF_SHIM_NONE)
		return gaff_fail(err, GAFF_ENOENT,
				 "there is no %.160s; to see what is wrapped: gaff wrap",
				 out->found.path);
	if (file->state == GAFF_SHIM_FOREIGN)
		return gaff_fail(err, GAFF_EIO, "%.160s is %s, and stays as it is", out->found.path,
				 file->what);
	if (file->state == GAFF_SHIM_EDITED && !r->is_forced)
		return gaff_fail(err, GAFF_EIO,
				 "%.160s is a shim that somebody has edited; see it, and use "
				 "--force to remove it",
				 out->found.path);
	out->changes = true;
	out->outcome = r->is_dry ? "would be unwrapped" : "unwrapped";
	return r->is_dry ? GAFF_OK : gaff_swap_remove(&file->held, err);
}

static int unwrap_one(struct arena *a, const struct request *r, const char *name)
{
	struct wrap_report report = { .name = name, .is_dry = r->is_dry };
	struct gaff_err err;
	enum gaff_rc rc = unwrap(a, r, name, &report, &err);

	if (rc != GAFF_OK) {
		wrap_complain(a, "unwrap", name, r->is_json, &err);
		return rc == GAFF_EUSAGE ? CLI_USAGE : CLI_NO;
	}
	wrap_print(a, &report, r->is_json);
	return CLI_OK;
}

static int in_arena(struct arena *a, int argc, char **argv)
{
	struct cli_walk walk = { &cmd_unwrap, argc, 0, argv, NULL, NULL };
	struct request r = { 0 };
	int code = CLI_OK;
	struct gaff_err err;
	enum cli_step step;

	while ((step = cli_next(&walk, &err)) == CLI_OPTION) {
		if (walk.option == &options[OPT_DIR])
			r.dir = walk.value;
		else if (walk.option == &options[OPT_FORCE])
			r.is_forced = true;
		else if (walk.option == &options[OPT_DRY_RUN])
			r.is_dry = true;
		else
			r.is_json = true;
	}
	if (step == CLI_HELP) {
		cli_print_help(&cmd_unwrap);
		return CLI_OK;
	}
	if (step != CLI_WRONG && walk.at == argc) {
		gaff_fail(&err, GAFF_EUSAGE,
			  "unwrap: which program? To see what is wrapped: gaff "
			  "wrap");
		step = CLI_WRONG;
	}
	if (step == CLI_WRONG) {
		fprintf(stderr, "gaff: %s\n", err.msg);
		return CLI_USAGE;
	}
	for (int i = walk.at; i < argc; i++) {
		int one = unwrap_one(a, &r, argv[i]);

		code = one > code ? one : code;
	}
	return code;
}

static int run_unwrap(int argc, char **argv)
{
	cli_options_first(&cmd_unwrap, argc, argv);
	return cli_in_arena(in_arena, argc, argv);
}

const struct cli_command cmd_unwrap = {
	.name = "unwrap",
	.args = "NAME... [--dir DIR] [--dry-run]",
	.help = "Remove the shims of 'gaff wrap'",
	.details = "Only files that 'gaff wrap' has written are removed. One that somebody has "
		   "edited since\n"
		   "stays, unless --force is given.\n",
	.options = options,
	.n_options = COUNT_OF(options),
	.operand = "PROGRAM",
	.run = run_unwrap,
};
