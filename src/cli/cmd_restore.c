#include "cli/cli.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/pages/install_tell.h"
#include "agents/hosts.h"
#include "text/path.h"

static const struct cli_option options[] = {
	CLI_FLAG("dry-run", struct install_work, is_dry,
		 "show what would change, and change nothing"),
	CLI_FLAG("json", struct install_work, is_json, "print what was done as JSON"),
};

/* In the spelling that has such a file. */
static const struct gaff_host *host_of(const struct gaff_install *install)
{
	const struct gaff_host *host = gaff_host_find(install->host);
	const struct gaff_host *other = host ? gaff_host_of_agents(host) : NULL;

	return other && gaff_target_row(other, install->scope, install->file) ? other : host;
}

/* What is there now is kept too: this is how to come back from a mistake, not how to make one. */
static enum gaff_rc restore(struct install_work *work, const struct gaff_install *install,
			    struct gaff_err *err)
{
	struct arena *a = work->arena;
	const struct gaff_host *host = host_of(install);
	const char *path = gaff_arena_cstr(a, install->file);
	struct gaff_change change = { .removes = !install->before.n, .scope = install->scope };
	char now[65];

	if (!path || !host)
		return gaff_fail(err, GAFF_ENOENT,
				 "the list of installs has an agent that gaff "
				 "does not know");
	GAFF_TRY(gaff_target_stays(host, install->scope, path, err));
	GAFF_TRY(gaff_swap_read(a, path, GAFF_EDIT_MAX, &change.held, err));
	change.held.is_program = host->layout && host->layout->shape == GAFF_LAYOUT_SCRIPT;
	if (install->before.n)
		GAFF_TRY(gaff_backup_get(a, install->before, &change.after, err));
	if (!work->is_dry) {
		if (change.held.exists) {
			gaff_sha256(change.held.text, now);
			GAFF_TRY(gaff_backup_keep(change.held.text, now, err));
		}
		GAFF_TRY(gaff_apply_uninstall(a, &change, err));
	}
	install_tell(work, &(struct install_report){
				   .host = host,
				   .change = &change,
				   .outcome = work->is_dry     ? "would be put back"
					      : change.removes ? "removed: it was not there"
							       : "put back as it was before gaff",
			   });
	return GAFF_OK;
}

/* By its agent, or by its name: as it is written, from here, or where it leads. */
static bool is_named(struct arena *a, const struct gaff_install *install, int n, char **argv)
{
	char here[PATH_MAX], real[PATH_MAX];

	for (int i = 0; i < n; i++) {
		struct buf b = buf_in(a);

		if (getcwd(here, sizeof here))
			gaff_path_absolute(&b, sv_of(here), sv_of(argv[i]), false);
		if (sv_eq(install->host, sv_of(argv[i])) || sv_eq(install->file, buf_sv(&b)) ||
		    (realpath(argv[i], real) && sv_eq(install->file, sv_of(real))))
			return true;
	}
	return n == 0;
}

static int restore_all(struct install_work *work, int n, char **argv)
{
	struct buf b = buf_in(work->arena);
	struct gaff_ledger ledger;
	struct gaff_err err;
	size_t found = 0;

	if (install_begin(work, &err) != GAFF_OK ||
	    gaff_ledger_read(work->arena, &ledger, &err) != GAFF_OK)
		return cli_fail(CLI_FATAL, " restore: %s", err.msg);
	work->w.out = &b;
	if (work->is_json)
		gaff_json_open(&work->w, '[');
	for (size_t i = ledger.n; i--;) { /* the folders go with the one they were made for */
		const struct gaff_install *install = &ledger.item[i];

		if (!is_named(work->arena, install, n, argv))
			continue;
		found++;
		if (restore(work, install, &err) != GAFF_OK)
			install_refuse(work, gaff_host_find(install->host),
				       gaff_arena_cstr(work->arena, install->file), &err);
	}
	if (work->is_json) {
		gaff_json_close(&work->w, ']');
		printf("%.*s\n", SV_ARG(buf_sv(&b)));
	} else if (!found) {
		printf(n ? "gaff has not changed such a file.\n" : "gaff has changed no file.\n");
	}
	return work->failed || (n && !found) ? CLI_NO : CLI_OK;
}

static int run_restore(struct arena *a, int argc, char **argv)
{
	struct install_work work = { .arena = a, .command = "restore", .teller = &install_teller };
	int code;

	if (!cli_parse(&cmd_restore, &work, &argc, &argv, &code))
		return code;
	code = restore_all(&work, argc, argv);
	install_end(&work);
	return code;
}

const struct cli_command cmd_restore = {
	.name = "restore",
	.args = "[HOST|FILE...] [--dry-run]",
	.help = "Put files back as they were before gaff",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.operand = "FILE",
	.run = run_restore,
};
