#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/plain.h"
#include "cli/trust_page.h"
#include "hosts/hosts.h"
#include "run/compiled.h"
#include "run/project.h"
#include "text/path.h"

enum option { OPT_YES, OPT_SCRIPTS, OPT_DRY_RUN, OPT_JSON };

static const struct cli_option options[] = {
	[OPT_YES] = { "yes", NULL, "do not ask" },
	[OPT_SCRIPTS] = { "scripts", NULL, "show the text of the scripts too" },
	[OPT_DRY_RUN] = { "dry-run", NULL, "show what would run, and leave it untrusted" },
	[OPT_JSON] = { "json", NULL, "print what would run as JSON" },
};

/* The folder that has the .gaff: DIR, else the nearest above where we are. */
static enum gaff_rc find_folder(struct arena *a, const char *given, const char **out,
				struct gaff_err *err)
{
	char path[PATH_MAX], real[PATH_MAX];
	int n;

	if (given) {
		if (!realpath(given, real))
			return gaff_fail(err, GAFF_EIO, "%s: %s", given, strerror(errno));
	} else {
		if (!getcwd(real, sizeof real))
			return gaff_fail(err, GAFF_EIO, "cannot find the current directory");
		for (;;) {
			char *slash;

			n = snprintf(path, sizeof path, "%s/.gaff", real);
			if (n < 0 || (size_t)n >= sizeof path || access(path, F_OK) == 0)
				break;
			slash = strrchr(real, '/');
			if (!slash || slash == real)
				return gaff_fail(err, GAFF_ENOENT,
						 "there is no .gaff folder here or above; name the "
						 "project's folder");
			*slash = '\0';
		}
	}
	*out = gaff_arena_dup(a, sv_of(real));
	return *out ? GAFF_OK : gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
}

/* ---- what would be trusted ---- */

/* As `gaff run` opens it: no link on the way. */
static enum gaff_rc open_manifest(struct arena *a, const char *folder, struct trust_page *page,
				  int *out, struct gaff_err *err)
{
	static const char *const names[] = { ".gaff/hooks.json", ".gaff/hooks.yaml" };
	int root = gaff_fs_open_folder(folder), fd[2], why[2];

	if (root < 0)
		return gaff_fail(err, GAFF_EIO, "%s: %s", folder, strerror(errno));
	for (size_t i = 0; i < 2; i++) {
		fd[i] = gaff_fs_open_below(root, names[i]);
		why[i] = fd[i] < 0 ? errno : 0;
	}
	(void)close(root);
	if (fd[0] >= 0 && fd[1] >= 0) {
		(void)close(fd[0]);
		(void)close(fd[1]);
		return gaff_fail(err, GAFF_ESYNTAX,
				 "hooks.json and hooks.yaml are both in %s/.gaff; keep one",
				 folder);
	}
	*out = fd[0] >= 0 ? fd[0] : fd[1];
	page->gaff_folder = gaff_path_join(a, folder, SV(".gaff"));
	page->file = gaff_path_join(a, folder, sv_of(names[fd[1] >= 0]));
	if (*out < 0)
		return gaff_fail(err, GAFF_ENOENT, "cannot open %s: %s", page->file,
				 why[0] == ELOOP || why[0] == ENOTDIR
					 ? "there is a symbolic link on the way"
					 : strerror(why[0]));
	return page->gaff_folder && page->file
		       ? GAFF_OK
		       : gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
}

static enum gaff_rc pin_file(void *context, const char *path, int fd, struct gaff_err *err)
{
	struct trust_page *page = context;

	return gaff_trust_pin(page->arena, &page->trust, path, fd, err);
}

/*
 * Without a repository around it, the agent's project may be any folder above, and the command then
 * names files below that. What cannot be pinned there is no reason not to trust the rest: it is
 * missed when it is about to run.
 */
static enum gaff_rc pin_above(struct arena *a, const struct gaff_hook *hook, const char *folder,
			      struct trust_page *page, struct gaff_err *err)
{
	struct sv above = sv_of(folder);

	for (;;) {
		const char *base, *bases[2];
		size_t n = 1;

		while (above.n && above.p[above.n - 1] != '/')
			above.n--;
		if (above.n < 2)
			return GAFF_OK;
		above.n--;
		base = gaff_arena_cstr(a, above);
		bases[0] = base;
		if (hook->cwd.n && base)
			bases[n++] = gaff_path_join(a, base, hook->cwd);
		if (a->failed || !base)
			return gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
		if (gaff_trust_files(a, gaff_trust_words(a, hook), page->gaff_folder, bases, n,
				     base, pin_file, page, err) == GAFF_ENOMEM)
			return GAFF_ENOMEM;
	}
}

static enum gaff_rc pin_files(struct arena *a, const char *folder, struct trust_page *page,
			      struct gaff_err *err)
{
	const char *root = page->trust.root;

	for (size_t i = 0; i < page->n_hooks; i++) {
		const struct gaff_hook *hook = &page->hook[i];
		const char *cwd = hook->cwd.n ? gaff_arena_cstr(a, hook->cwd) : NULL;
		const char *bases[4] = { folder, root };
		size_t n = 2;

		if (hook->kind != GAFF_HANDLER_COMMAND)
			continue;
		if (cwd) { /* as the agent's project may be either of the two */
			bases[n++] = gaff_path_join(a, folder, sv_of(cwd));
			bases[n++] = gaff_path_join(a, root, sv_of(cwd));
			if (!bases[2] || !bases[3])
				return gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
		}
		GAFF_TRY(gaff_trust_files(a, gaff_trust_words(a, hook), page->gaff_folder, bases, n,
					  root, pin_file, page, err));
		if (strcmp(root, folder) == 0)
			GAFF_TRY(pin_above(a, hook, folder, page, err));
	}
	return GAFF_OK;
}

static enum gaff_rc read_manifest(struct arena *a, int fd, struct trust_page *page,
				  struct gaff_err *err)
{
	struct gaff_manifest manifest;
	struct sv text;

	GAFF_TRY(gaff_fs_read(a, fd, GAFF_MANIFEST_MAX, &text, err));
	GAFF_TRY(gaff_compile_manifest(a, page->file, text, &manifest, err));
	page->hook = gaff_arena_alloc(a, manifest.n * sizeof *page->hook + 1);
	page->rule = gaff_arena_alloc(a, manifest.n_rules * sizeof *page->rule + 1);
	if (!page->hook || !page->rule)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for the manifest");
	for (; page->n_hooks < manifest.n; page->n_hooks++)
		GAFF_TRY(gaff_manifest_hook(a, gaff_hosts, &manifest, page->n_hooks,
					    &page->hook[page->n_hooks], err));
	for (; page->n_rules < manifest.n_rules; page->n_rules++)
		GAFF_TRY(gaff_manifest_rule(a, gaff_hosts, &manifest, page->n_rules,
					    &page->rule[page->n_rules], err));
	return GAFF_OK;
}

static enum gaff_rc gather(struct arena *a, const char *folder, struct trust_page *page,
			   struct gaff_err *err)
{
	enum gaff_rc rc;
	int fd = -1;

	page->arena = a;
	page->trust.folder = folder;
	page->trust.root = gaff_git_root(a, folder);
	GAFF_TRY(open_manifest(a, folder, page, &fd, err));
	rc = gaff_trust_pin(a, &page->trust, page->file, fd, err);
	if (rc == GAFF_OK)
		rc = read_manifest(a, fd, page, err);
	(void)close(fd);
	return rc == GAFF_OK ? pin_files(a, folder, page, err) : rc;
}

/* ---- the commands ---- */

static bool is_agreed(void)
{
	char line[16] = "";

	if (!isatty(STDIN_FILENO)) {
		fprintf(stderr, "gaff: trust: not trusted: there is no terminal to ask at; look at "
				"it and add --yes\n");
		return false;
	}
	printf("\nMay these run? [y/N] ");
	(void)fflush(stdout);
	if (!fgets(line, sizeof line, stdin) || (line[0] != 'y' && line[0] != 'Y')) {
		fprintf(stderr, "gaff: trust: not trusted\n");
		return false;
	}
	return true;
}

static int fail(const char *command, const struct trust_page *page, const struct gaff_err *err)
{
	if (err->line)
		fprintf(stderr, "gaff: %s: %s:%zu:%zu: %s\n", command,
			plain_text(page->arena, page->file), err->line, err->column, err->msg);
	else
		fprintf(stderr, "gaff: %s: %s\n", command, err->msg);
	return err->rc == GAFF_EIO || err->rc == GAFF_ENOMEM ? CLI_FATAL : CLI_NO;
}

static int parse(const struct cli_command *command, int argc, char **argv, bool *given,
		 const char **dir)
{
	struct cli_walk walk = { .command = command, .argc = argc, .argv = argv };
	struct gaff_err err;
	enum cli_step step;

	cli_options_first(command, argc, argv);
	while ((step = cli_next(&walk, &err)) == CLI_OPTION)
		given[walk.option - command->options] = true;
	if (step == CLI_HELP) {
		cli_print_help(command);
		return CLI_OK;
	}
	if (step != CLI_WRONG && argc - walk.at > 1)
		step = (gaff_fail(&err, GAFF_EUSAGE, "%s: one folder at a time", command->name),
			CLI_WRONG);
	if (step == CLI_WRONG) {
		fprintf(stderr, "gaff: %s\n", err.msg);
		return CLI_USAGE;
	}
	*dir = walk.at < argc ? argv[walk.at] : NULL;
	return -1;
}

static int trust_in(struct arena *a, int argc, char **argv)
{
	static struct trust_page page;
	bool given[COUNT_OF(options)] = { false };
	const char *dir, *folder;
	struct gaff_err err = { .rc = GAFF_OK };
	int code = parse(&cmd_trust, argc, argv, given, &dir);

	if (code >= 0)
		return code;
	if (find_folder(a, dir, &folder, &err) != GAFF_OK ||
	    gather(a, folder, &page, &err) != GAFF_OK)
		return fail("trust", &page, &err);
	page.wants_scripts = given[OPT_SCRIPTS];
	if (given[OPT_JSON])
		trust_print_json(&page);
	else
		trust_print_page(&page);
	if (given[OPT_DRY_RUN])
		return CLI_OK;
	if (!given[OPT_YES] && !is_agreed())
		return CLI_NO;
	if (gaff_trust_save(a, &page.trust, &err) != GAFF_OK)
		return fail("trust", &page, &err);
	if (!given[OPT_JSON])
		printf("\ntrusted: %s\n", plain_text(a, folder));
	return CLI_OK;
}

static int untrust_in(struct arena *a, int argc, char **argv)
{
	bool given[1] = { false };
	struct trust_page page = { .arena = a };
	const char *dir, *folder;
	struct gaff_err err;
	int code = parse(&cmd_untrust, argc, argv, given, &dir);

	if (code >= 0)
		return code;
	if (find_folder(a, dir, &folder, &err) != GAFF_OK)
		return fail("untrust", &page, &err);
	if (gaff_trust_forget(folder, &err) == GAFF_OK)
		printf("no longer trusted: %s\n", plain_text(a, folder));
	else if (err.rc == GAFF_ENOENT)
		printf("it was not trusted: %s\n", plain_text(a, folder));
	else
		return fail("untrust", &page, &err);
	return CLI_OK;
}

static int trust(int argc, char **argv)
{
	return cli_in_arena(trust_in, argc, argv);
}

static int untrust(int argc, char **argv)
{
	return cli_in_arena(untrust_in, argc, argv);
}

const struct cli_command cmd_trust = {
	.name = "trust",
	.args = "[DIR]",
	.help = "Look at a project's hooks, and let them run from now on",
	.details =
		"Shows what would run: events, commands, what may block, and every file that the "
		"commands\n"
		"name. These and the manifest are pinned; a change asks again. Without DIR, the "
		"nearest\n"
		"folder here or above that has a .gaff.\n",
	.operand = "DIR",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = trust,
};

const struct cli_command cmd_untrust = {
	.name = "untrust",
	.args = "[DIR]",
	.help = "Let a project's hooks run no more",
	.operand = "DIR",
	.run = untrust,
};
