#include "cli/cli.h"

#include <stdio.h>

#include "cli/pages/wrap_page.h"
#include "wrap/wrap_work.h"

struct request {
	const char *dir;
	bool is_forced, is_dry, is_json;
};

static const struct cli_option options[] = {
	CLI_TEXT("dir", "DIR", struct request, dir, "where the shim is [~/.local/bin]"),
	CLI_FLAG("force", struct request, is_forced, "also a shim that somebody has edited"),
	CLI_FLAG("dry-run", struct request, is_dry, "show what would change, and change nothing"),
	CLI_FLAG("json", struct request, is_json, "print what was done as JSON"),
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

static int run_unwrap(struct arena *a, int argc, char **argv)
{
	struct request r = { 0 };
	int code = CLI_OK;

	if (!cli_parse(&cmd_unwrap, &r, &argc, &argv, &code))
		return code;
	if (!argc)
		return cli_usage("unwrap: which program? To see what is wrapped: gaff wrap");
	for (int i = 0; i < argc; i++) {
		int one = unwrap_one(a, &r, argv[i]);

		code = one > code ? one : code;
	}
	return code;
}

const struct cli_command cmd_unwrap = {
	.name = "unwrap",
	.args = "NAME... [--dir DIR] [--dry-run]",
	.help = "Remove the shims of 'gaff wrap'",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.operand = "PROGRAM",
	.run = run_unwrap,
};
