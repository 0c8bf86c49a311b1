#include "start/init.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/limits.h"
#include "base/swap.h"
#include "run/guards.h"
#include "run/load/load.h"
#include "run/load/project.h"
#include "text/doc.h"
#include "text/path.h"

enum gaff_rc init_find(struct init_file *r, struct gaff_err *err)
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
const char *init_find_other(struct init_file *r)
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

/* The file is ours, but its folder may have been there: what would gaff make of it? */
bool init_is_used(const struct init_file *r, struct gaff_err *err)
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

enum gaff_rc init_make(struct init_file *r, const struct init_taken *taken, struct sv *out,
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

static enum gaff_rc make_folder(const struct init_file *r, struct gaff_err *err)
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

enum gaff_rc init_put(const struct init_file *r, struct sv text, struct gaff_err *err)
{
	struct gaff_held held;

	keep_others_out();
	GAFF_TRY(make_folder(r, err));
	GAFF_TRY(gaff_swap_read(r->arena, r->path, GAFF_MANIFEST_MAX, &held, err));
	if (held.exists)
		return gaff_fail(err, GAFF_EEXIST, "%s is there already", r->path);
	return gaff_swap_write(&held, text, err);
}
