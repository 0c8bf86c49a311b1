#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/print/plain.h"
#include "cli/pages/trust_page.h"
#include "manifest/policy.h"
#include "agents/hosts.h"
#include "run/load/compiled.h"
#include "run/trust/homes.h"
#include "run/load/project.h"
#include "text/path.h"

struct request {
	bool is_agreed, wants_scripts, is_dry, is_json;
};

static const struct cli_option options[] = {
	CLI_FLAG("yes", struct request, is_agreed, "do not ask"),
	CLI_FLAG("scripts", struct request, wants_scripts, "show the text of the scripts too"),
	CLI_FLAG("dry-run", struct request, is_dry, "show what would run, and leave it untrusted"),
	CLI_FLAG("json", struct request, is_json, "print what would run as JSON"),
};

/* One whose hooks are gone is still to be looked at. */
static bool was_trusted(struct arena *a, const char *folder)
{
	struct gaff_trust trust;
	struct gaff_err ignored;

	if (!gaff_trust_is_any())
		return false;
	(void)gaff_trust_load(a, folder, &trust, &ignored);
	return trust.was_trusted;
}

static bool has_hooks(struct arena *a, const struct gaff_levels *levels, const char *folder)
{
	const char *path = gaff_path_join(a, folder, SV(".gaff"));
	struct stat s;

	return path && lstat(path, &s) == 0 && gaff_levels_own(levels, s.st_uid);
}

/* Cut to the nearest folder of the project that has a .gaff, as far up as `gaff run` looks. */
static bool is_found_above(struct arena *a, char *folder)
{
	struct gaff_project project;
	struct gaff_err ignored;
	size_t found = 0;

	if (gaff_project_at(a, folder, &project, &ignored) != GAFF_OK)
		return false;
	for (size_t n = 0; (n = gaff_levels_next(&project.levels, n)) > 0;) {
		const char *level = gaff_arena_dup(a, (struct sv){ project.levels.path, n });

		if (level && (has_hooks(a, &project.levels, level) || was_trusted(a, level)))
			found = n;
	}
	memcpy(folder, project.levels.path, found);
	folder[found] = '\0';
	return found > 0;
}

/* The folder that has the .gaff: DIR, else the nearest above where we are. */
static enum gaff_rc find_folder(struct arena *a, const char *given, const char **out,
				struct gaff_err *err)
{
	char real[PATH_MAX];

	if (given) {
		if (!realpath(given, real))
			return gaff_fail(err, GAFF_EIO, "%s: %s", given, strerror(errno));
	} else {
		if (!getcwd(real, sizeof real))
			return gaff_fail(err, GAFF_EIO, "cannot find the current directory");
		if (!is_found_above(a, real))
			return gaff_fail(err, GAFF_ENOENT,
					 "there is no .gaff folder here or above; name the "
					 "project's folder");
	}
	*out = gaff_arena_dup(a, sv_of(real));
	return gaff_arena_check(a, err);
}

/* A folder that is trusted by the very name that is given, though it may be gone or a link. */
static const char *name_trusted(struct arena *a, const char *given)
{
	struct buf b = buf_in(a);
	const char *name = NULL;
	char here[PATH_MAX];

	if (given && getcwd(here, sizeof here)) {
		gaff_path_absolute(&b, sv_of(here), sv_of(given), false);
		name = buf_ok(&b) ? gaff_arena_cstr(a, buf_sv(&b)) : NULL;
	}
	return name && gaff_trust_is_kept(name) ? name : NULL;
}

/* What was trusted by a name that is a link now is not missed any more: somebody has looked. */
static void forget_link(struct arena *a, const char *given, const char *folder)
{
	const char *name = name_trusted(a, given);
	struct gaff_err ignored;

	if (name && strcmp(name, folder) != 0)
		(void)gaff_trust_forget(a, name, &ignored);
}

/* ---- what would be trusted ---- */

/* As `gaff run` opens it: no link on the way. -1 and *why: an errno. */
static int open_below(const char *folder, const char *name, int *why)
{
	int root = gaff_fs_open_folder(folder), fd = root < 0 ? -1 : gaff_fs_open_below(root, name);

	*why = fd < 0 ? errno : 0;
	if (root >= 0)
		(void)close(root);
	return fd;
}

static enum gaff_rc cannot_open(const char *folder, const char *name, int why, struct gaff_err *err)
{
	return gaff_fail(err, GAFF_ENOENT, "cannot open %s/%s: %s", folder, name,
			 why == ELOOP || why == ENOTDIR ? "there is a symbolic link on the way"
							: strerror(why));
}

/* -1 in *out: there is no manifest, and that is to be trusted. */
static enum gaff_rc open_manifest(struct arena *a, const char *folder, struct trust_page *page,
				  int *out, struct gaff_err *err)
{
	static const char *const names[] = { ".gaff/hooks.json", ".gaff/hooks.yaml" };
	int why[2], fd[] = { open_below(folder, names[0], &why[0]),
			     open_below(folder, names[1], &why[1]) };
	size_t which = fd[0] < 0 && (fd[1] >= 0 || why[1] != ENOENT);

	*out = fd[which];
	if (fd[0] >= 0 && fd[1] >= 0) {
		(void)close(fd[0]);
		(void)close(fd[1]);
		return gaff_fail(err, GAFF_ESYNTAX,
				 "hooks.json and hooks.yaml are both in %s/.gaff; keep one",
				 folder);
	}
	page->gaff_folder = gaff_path_join(a, folder, SV(".gaff"));
	GAFF_TRY(gaff_arena_check(a, err));
	if (*out < 0)
		return why[which] == ENOENT && (page->trust.was_trusted || page->has_policy)
			       ? GAFF_OK
			       : cannot_open(folder, names[which], why[which], err);
	page->file = gaff_path_join(a, folder, sv_of(names[which]));
	page->state.file = sv_of(names[which] + sizeof ".gaff");
	return gaff_arena_check(a, err);
}

/* One that nobody can read would forbid everything. */
static enum gaff_rc read_policy(struct arena *a, const char *folder, struct trust_page *page,
				struct gaff_err *err)
{
	struct gaff_findings findings = { .arena = a };
	struct gaff_policy policy;
	struct gaff_doc doc;
	enum gaff_rc rc;
	int why, fd = open_below(folder, ".gaff/policy.json", &why);

	if (fd < 0)
		return why == ENOENT ? GAFF_OK : cannot_open(folder, ".gaff/policy.json", why, err);
	page->has_policy = true;
	rc = gaff_fs_read(a, fd, GAFF_POLICY_MAX, &page->policy, err);
	(void)close(fd);
	GAFF_TRY(rc);
	page->file = gaff_path_join(a, folder, SV(".gaff/policy.json")); /* as long as it is read */
	gaff_sha256(page->policy, page->state.policy);
	GAFF_TRY(gaff_doc_parse(a, page->policy, GAFF_DOC_JSON, &doc, err));
	if (!gaff_policy_read(a, doc.root, &findings, &policy))
		return gaff_findings_fail(&findings, &doc, err);
	page->file = NULL;
	return GAFF_OK;
}

static enum gaff_rc read_manifest(struct arena *a, int fd, struct trust_page *page,
				  struct gaff_err *err)
{
	struct gaff_manifest manifest;

	GAFF_TRY(gaff_fs_read(a, fd, GAFF_MANIFEST_MAX, &page->text, err));
	GAFF_TRY(gaff_compile_manifest(a, page->file, page->text, &manifest, err));
	gaff_sha256(page->text, page->state.manifest);
	page->hook = gaff_arena_alloc(a, manifest.n * sizeof *page->hook + 1);
	page->pins = gaff_arena_alloc(a, manifest.n * sizeof *page->pins + 1);
	page->refused = gaff_arena_alloc(a, manifest.n * sizeof *page->refused + 1);
	page->rule = gaff_arena_alloc(a, manifest.n_rules * sizeof *page->rule + 1);
	GAFF_TRY(gaff_arena_check(a, err));
	for (; page->n_hooks < manifest.n; page->n_hooks++)
		GAFF_TRY(gaff_manifest_hook(a, gaff_hosts, &manifest, page->n_hooks,
					    &page->hook[page->n_hooks], err));
	for (; page->n_rules < manifest.n_rules; page->n_rules++)
		GAFF_TRY(gaff_manifest_rule(a, gaff_hosts, &manifest, page->n_rules,
					    &page->rule[page->n_rules], err));
	return GAFF_OK;
}

/* What there is too much of is no reason not to trust the others. */
static enum gaff_rc pin_hooks(struct arena *a, struct trust_page *page, struct gaff_err *err)
{
	struct buf lines = buf_in(a);

	for (size_t i = 0; i < page->n_hooks; i++) {
		size_t before = lines.n;
		enum gaff_rc rc = gaff_trust_pin(a, &page->trust, i, &page->hook[i],
						 page->gaff_folder, &lines, &page->pins[i], err);

		page->state.is_closed |= page->hook[i].on_error == GAFF_ON_ERROR_CLOSED;
		page->refused[i] = (struct gaff_err){ .rc = GAFF_OK };
		if (rc == GAFF_ELIMIT) {
			page->refused[i] = *err;
			page->pins[i] = (struct gaff_pins){ 0 };
			lines.n = before;
		} else if (rc != GAFF_OK) {
			return rc;
		}
	}
	page->state.pins = buf_sv(&lines);
	return gaff_buf_check(&lines, err);
}

/* ---- all files once ---- */

static void add_pinned(struct trust_page *page, const char *path, enum gaff_pin_kind kind,
		       const char *sha256)
{
	const struct gaff_trust_state *last = page->trust.n ? &page->trust.state[0] : NULL;
	bool is_known = !last || kind != GAFF_PIN_FILE || sv_has(last->pins, sv_of(sha256)) ||
			strcmp(last->manifest, sha256) == 0 || strcmp(last->policy, sha256) == 0;

	for (size_t i = 0; path && i < page->n_pinned; i++)
		if (strcmp(page->pinned[i].path, path) == 0)
			return;
	if (path)
		page->pinned[page->n_pinned++] = (struct trust_file){ path, kind, sha256,
								      !is_known };
}

static enum gaff_rc list_files(struct arena *a, struct trust_page *page, struct gaff_err *err)
{
	size_t n = 2;

	for (size_t i = 0; i < page->n_hooks; i++)
		n += page->pins[i].n;
	page->pinned = gaff_arena_alloc(a, n * sizeof *page->pinned);
	GAFF_TRY(gaff_arena_check(a, err));
	if (page->file)
		add_pinned(page, page->file, GAFF_PIN_FILE, page->state.manifest);
	if (page->has_policy)
		add_pinned(page, gaff_path_join(a, page->gaff_folder, SV("policy.json")),
			   GAFF_PIN_FILE, page->state.policy);
	for (size_t i = 0; i < page->n_hooks; i++)
		for (size_t k = 0; k < page->pins[i].n; k++) {
			const struct gaff_pin *pin = &page->pins[i].pin[k];

			add_pinned(page,
				   pin->path.p[0] == '/'
					   ? gaff_arena_cstr(a, pin->path)
					   : gaff_path_join(a, page->trust.root, pin->path),
				   pin->kind, pin->sha256);
		}
	return gaff_arena_check(a, err);
}

static void find_before(struct arena *a, struct trust_page *page)
{
	struct gaff_err ignored;

	page->has_before = page->trust.n && gaff_trust_text(a, &page->trust, &page->trust.state[0],
							    &page->before, &ignored) == GAFF_OK;
}

/* What belongs to somebody else does not run, whoever trusts it. */
static enum gaff_rc check_owner(struct arena *a, const char *folder, struct gaff_err *err)
{
	const char *path = gaff_path_join(a, folder, SV(".gaff"));
	struct gaff_project project;
	struct stat s;

	GAFF_TRY(gaff_project_at(a, folder, &project, err));
	if (path && lstat(path, &s) == 0 && !gaff_levels_own(&project.levels, s.st_uid))
		return gaff_fail(err, GAFF_EUNSUPPORTED, "%s belongs to somebody else", path);
	return GAFF_OK;
}

static enum gaff_rc gather(struct arena *a, const char *folder, struct trust_page *page,
			   struct gaff_err *err)
{
	struct gaff_err ignored;
	enum gaff_rc rc;
	int fd = -1;

	page->arena = a;
	GAFF_TRY(check_owner(a, folder, err));
	(void)gaff_trust_load(a, folder, &page->trust, &ignored);
	GAFF_TRY(read_policy(a, folder, page, err));
	GAFF_TRY(open_manifest(a, folder, page, &fd, err));
	rc = fd < 0 ? GAFF_OK : read_manifest(a, fd, page, err);
	if (fd >= 0)
		(void)close(fd);
	GAFF_TRY(rc);
	find_before(a, page);
	GAFF_TRY(pin_hooks(a, page, err));
	return list_files(a, page, err);
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
			gaff_plain_text(page->arena, page->file), err->line, err->column, err->msg);
	else
		fprintf(stderr, "gaff: %s: %s\n", command, err->msg);
	return err->rc == GAFF_EIO || err->rc == GAFF_ENOMEM ? CLI_FATAL : CLI_NO;
}

static bool parse(const struct cli_command *command, struct request *r, int argc, char **argv,
		  const char **dir, int *code)
{
	if (!cli_parse(command, r, &argc, &argv, code))
		return false;
	*dir = argc ? argv[0] : NULL;
	*code = argc > 1 ? cli_usage("%s: one folder at a time", command->name) : CLI_OK;
	return *code == CLI_OK;
}

static int trust(struct arena *a, int argc, char **argv)
{
	static struct trust_page page;
	struct request r = { 0 };
	const char *dir, *folder;
	struct gaff_err err = { .rc = GAFF_OK };
	int code;

	if (!parse(&cmd_trust, &r, argc, argv, &dir, &code))
		return code;
	if (find_folder(a, dir, &folder, &err) != GAFF_OK ||
	    gather(a, folder, &page, &err) != GAFF_OK)
		return fail("trust", &page, &err);
	page.wants_scripts = r.wants_scripts;
	if (r.is_json)
		trust_print_json(&page);
	else
		trust_print_page(&page);
	if (r.is_dry)
		return CLI_OK;
	if (!r.is_agreed && !is_agreed())
		return CLI_NO;
	if (gaff_trust_add(a, &page.trust, &page.state, page.text, &err) != GAFF_OK)
		return fail("trust", &page, &err);
	gaff_trust_refresh(&page.trust);
	forget_link(a, dir, folder);
	gaff_homes_note();
	if (!r.is_json)
		printf("\ntrusted: %s\n", gaff_plain_text(a, folder));
	return CLI_OK;
}

static int untrust(struct arena *a, int argc, char **argv)
{
	struct trust_page page = { .arena = a };
	const char *dir, *folder;
	struct gaff_err err;
	int code;

	if (!parse(&cmd_untrust, NULL, argc, argv, &dir, &code))
		return code;
	folder = name_trusted(a, dir);
	if (!folder && find_folder(a, dir, &folder, &err) != GAFF_OK)
		return fail("untrust", &page, &err);
	if (gaff_trust_forget(a, folder, &err) == GAFF_OK)
		printf("no longer trusted: %s\n", gaff_plain_text(a, folder));
	else if (err.rc == GAFF_ENOENT)
		printf("it was not trusted: %s\n", gaff_plain_text(a, folder));
	else
		return fail("untrust", &page, &err);
	return CLI_OK;
}

const struct cli_command cmd_trust = {
	.name = "trust",
	.args = "[DIR]",
	.help = "Look at a project's hooks, and let them run from now on",
	.operand = "DIR",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.run = trust,
};

const struct cli_command cmd_untrust = {
	.name = "untrust",
	.args = "[DIR]",
	.help = "Let a project's hooks run no more",
	.operand = "DIR",
	.is_mixed = true,
	.run = untrust,
};
