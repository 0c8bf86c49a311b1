#include "cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/limits.h"
#include "base/swap.h"
#include "agents/hosts.h"
#include "cli/pages/convert_work.h"
#include "start/init.h"
#include "cli/print/plain.h"
#include "run/guards.h"
#include "run/trust/homes.h"
#include "run/load/load.h"
#include "run/load/project.h"
#include "text/path.h"

struct request {
	struct arena *arena;
	bool is_user, is_project, from_claude, is_dry;
	struct gaff_where where;
	const char *path;
};

static const struct cli_option options[] = {
	CLI_FLAG("user", struct request, is_user, "for you, in every project [this]"),
	CLI_FLAG("project", struct request, is_project, "for this project, and who trusts it"),
	CLI_FLAG("from-claude", struct request, from_claude, "take over the hooks of Claude Code"),
	CLI_FLAG("dry-run", struct request, is_dry,
		 "show what would be written, and write nothing"),
};

/* ---- where ---- */

static enum gaff_rc find_path(struct request *r, struct gaff_err *err)
{
	const char *home = getenv("HOME");
	char path[PATH_MAX];

	if (!getcwd(path, sizeof path))
		return gaff_fail(err, GAFF_EIO, "cannot find the current directory");
	r->where.home = home && home[0] == '/' ? home : NULL;
	r->where.project = gaff_project_root(r->arena, path);
	GAFF_TRY(gaff_arena_check(r->arena, err));
	if (r->is_project) {
		r->path = gaff_path_join(r->arena, r->where.project, SV(".gaff/hooks.json"));
	} else {
		if (!gaff_dir_path(GAFF_DIR_CONFIG, "hooks.json", path, sizeof path))
			return gaff_fail(err, GAFF_ENOENT,
					 "neither $XDG_CONFIG_HOME nor $HOME is a folder");
		r->path = gaff_arena_dup(r->arena, sv_of(path));
	}
	return gaff_arena_check(r->arena, err);
}

/* The manifest in the same folder in either syntax, or NULL. */
static const char *find_other(struct request *r)
{
	static const char *const names[] = { "hooks.json", "hooks.yaml", "hooks.yml",
					     "hooks.jsonc" };
	const char *folder = gaff_arena_dup(
		r->arena, (struct sv){ r->path, (size_t)(strrchr(r->path, '/') - r->path) });
	struct stat s;

	for (size_t i = 0; folder && i < COUNT_OF(names); i++) {
		const char *path = gaff_path_join(r->arena, folder, sv_of(names[i]));

		if (path && lstat(path, &s) == 0)
			return path;
	}
	return NULL;
}

/* ---- what is said ---- */

static int refuse(struct request *r, const char *there)
{
	struct buf b = buf_in(r->arena);

	init_write_guards(&b);
	fprintf(stderr,
		"gaff: init: %s is there already, and is left as it is. To start anew, move it "
		"away.\n"
		"To have the guards in it, add this to its \"hooks\":\n%.*s",
		gaff_plain_text(r->arena, there), SV_ARG(buf_sv(&b)));
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
	if (r->is_project)
		printf("It runs for those who trust it: gaff trust\n");
	printf("Agents that are to run it: gaff install%s\n",
	       r->from_claude ? " claude-code, and any other" : "");
	printf("What it guards against: gaff guard --list\n");
}

/* The file is ours, but its folder may have been there: what would gaff make of it? */
static bool is_used(const struct request *r, struct gaff_err *err)
{
	struct gaff_project none = { 0 };
	struct gaff_sources sources = { 0 };

	if (r->is_project)
		return true; /* nobody has trusted it yet */
	if (gaff_load(r->arena, &none, NULL, 0, &sources, err) != GAFF_OK)
		return false;
	for (size_t i = 0; i < sources.n; i++) {
		if (strcmp(sources.item[i].file, r->path) != 0 || !sources.item[i].problem.rc)
			continue;
		*err = sources.item[i].problem;
		return false;
	}
	return true;
}

/* ---- the file ---- */

static enum gaff_rc make_text(struct request *r, const struct init_taken *taken, struct sv *out,
			      struct gaff_err *err)
{
	struct gaff_findings findings = { .arena = r->arena };
	struct buf b = buf_in(r->arena);
	struct gaff_manifest manifest;
	struct gaff_doc doc;

	init_write(&b, r->is_project, taken);
	GAFF_TRY(gaff_buf_check(&b, err));
	GAFF_TRY(gaff_doc_parse(r->arena, buf_sv(&b), GAFF_DOC_JSON, &doc, err));
	if (!gaff_read_manifest(r->arena, doc.root, &findings, &manifest))
		return gaff_findings_fail(&findings, &doc, err);
	*out = buf_sv(&b);
	return GAFF_OK;
}

/* gaff runs no manifest of the user's that others may write, whatever masks are usual here. */
static void keep_others_out(void)
{
	mode_t usual = umask(S_IWGRP | S_IWOTH);

	(void)umask(usual | S_IWGRP | S_IWOTH);
}

static enum gaff_rc make_folder(const struct request *r, struct gaff_err *err)
{
	const char *folder;

	if (!r->is_project)
		return gaff_dir_make(r->path) ? GAFF_OK
					      : gaff_fail(err, GAFF_EIO, "%s cannot be made: %s",
							  r->path, strerror(errno));
	folder = gaff_path_join(r->arena, r->where.project, SV(".gaff"));
	if (!folder || (mkdir(folder, 0755) != 0 && errno != EEXIST))
		return gaff_fail(err, GAFF_EIO, "%s/.gaff cannot be made: %s", r->where.project,
				 strerror(errno));
	return GAFF_OK;
}

static enum gaff_rc write_file(const struct request *r, struct sv text, struct gaff_err *err)
{
	struct gaff_held held;

	keep_others_out();
	GAFF_TRY(make_folder(r, err));
	GAFF_TRY(gaff_swap_read(r->arena, r->path, GAFF_MANIFEST_MAX, &held, err));
	if (held.exists)
		return gaff_fail(err, GAFF_EEXIST, "%s is there already", r->path);
	return gaff_swap_write(&held, text, err);
}

static int init(struct request *r)
{
	struct init_taken taken = { 0 };
	const char *file = NULL, *there;
	struct gaff_err err = { 0 };
	struct sv text;

	if (find_path(r, &err) != GAFF_OK) {
		fprintf(stderr, "gaff: init: %s\n", err.msg);
		return CLI_FATAL;
	}
	there = find_other(r);
	if (there)
		return refuse(r, there);
	if (r->from_claude &&
	    init_take(r->arena, gaff_host_find(SV("claude-code")), &r->where, r->is_project,
		      tell_losses, &taken, &file, &err) != GAFF_OK) {
		fprintf(stderr, "gaff: init: %s: %s; nothing is written\n",
			gaff_plain_text(r->arena, file ? file : ""), err.msg);
		return CLI_NO;
	}
	if (make_text(r, &taken, &text, &err) != GAFF_OK ||
	    (!r->is_dry && write_file(r, text, &err) != GAFF_OK)) {
		fprintf(stderr, "gaff: init: %s\n", err.msg);
		return CLI_FATAL;
	}
	if (r->is_dry) {
		plain_diff(r->arena, r->path, (struct sv){ 0 }, text);
		return taken.n_broken ? CLI_NO : CLI_OK;
	}
	gaff_homes_note();
	printf("wrote %s\n", gaff_plain_text(r->arena, r->path));
	if (r->from_claude)
		say_taken(r->arena, &taken);
	say_next(r);
	if (is_used(r, &err))
		return taken.n_broken ? CLI_NO : CLI_OK;
	(void)fflush(stdout);
	fprintf(stderr, "gaff: init: it is not used yet: %s\n", err.msg);
	return CLI_NO;
}

static int run(struct arena *a, int argc, char **argv)
{
	struct request r = { .arena = a };
	int code;

	if (!cli_parse(&cmd_init, &r, &argc, &argv, &code))
		return code;
	if (r.is_user && r.is_project)
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
