#include "run/load/loader.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "run/load/compiled.h"
#include "text/path.h"

/* Of a project what was trusted decides: nothing of it is read before that is known. */

/* A file whose bytes are pinned. */
static enum gaff_rc read_pinned(struct gaff_loader *l, const struct gaff_source *source,
				struct gaff_found f, const char *name, size_t max, struct sv *out,
				struct gaff_err *err)
{
	struct stat s;
	enum gaff_rc rc;

	if (!gaff_found_is_there(f))
		return GAFF_OK;
	if (f.fd < 0)
		return gaff_found_fail(f, err);
	if (fstat(f.fd, &s) != 0 || !S_ISREG(s.st_mode))
		return gaff_fail(err, GAFF_EHOOK, "%s/%s is no longer a file", source->folder,
				 name);
	rc = gaff_fs_read(l->arena, f.fd, max, out, err);
	if (rc == GAFF_ETOOBIG && source->trust.n) /* nobody waits for what a checkout made huge */
		return gaff_fail(err, GAFF_EHOOK, "%s/%s has changed since it was trusted",
				 source->folder, name);
	return rc;
}

static enum gaff_rc use_project(struct gaff_loader *l, struct gaff_source *source,
				struct gaff_found json, struct gaff_found yaml,
				struct gaff_found policy, const struct gaff_err *trust,
				struct gaff_err *err)
{
	struct gaff_found hooks = gaff_found_is_there(json) ? json : yaml;
	const char *name = gaff_found_is_there(json) ? "hooks.json" : "hooks.yaml";
	struct sv policy_text = { 0 };

	if (gaff_found_is_there(json) && gaff_found_is_there(yaml))
		return gaff_fail(err, GAFF_ESYNTAX,
				 "hooks.json and hooks.yaml are both in %s; keep one",
				 source->folder);
	if (gaff_found_is_there(hooks) && hooks.fd < 0)
		return gaff_found_fail(hooks, err);
	if (trust->rc != GAFF_OK) {
		*err = *trust;
		return trust->rc;
	}
	GAFF_TRY(read_pinned(l, source, hooks, name, GAFF_MANIFEST_MAX, &source->text, err));
	GAFF_TRY(read_pinned(l, source, policy, "policy.json", GAFF_POLICY_MAX, &policy_text, err));
	GAFF_TRY(gaff_trust_match(&source->trust,
				  gaff_found_is_there(hooks) ? sv_of(name) : (struct sv){ 0 },
				  source->text, gaff_found_is_there(policy), policy_text, err));
	source->is_untrusted = false;
	source->has_policy = source->policy.disable_all = gaff_found_is_there(policy);
	if (gaff_found_is_there(policy))
		GAFF_TRY(gaff_loader_parse_policy(l->arena, source, policy_text, err));
	if (!gaff_found_is_there(hooks))
		return GAFF_OK;
	return gaff_loader_take(source, gaff_compiled_manifest(l->arena, source->file, source->text,
							       &source->manifest, err));
}

/*
 * Somebody has looked at hooks here, and they are not there any more. Nothing of them runs; but
 * what they said about failures, and about which calls they are for, still counts.
 */
static void miss_hooks(struct gaff_loader *l, struct gaff_source *source)
{
	const struct gaff_trust_state *state = gaff_trust_missed(&source->trust);
	struct gaff_err ignored;
	struct sv text;

	source->has_policy = false;
	source->manifest = (struct gaff_manifest){ 0 };
	if (!state)
		return;
	if (gaff_trust_text(l->arena, &source->trust, state, &text, &ignored) != GAFF_OK) {
		source->wants_closed |= state->is_closed; /* nobody knows for which calls */
		return;
	}
	source->file = gaff_path_join(l->arena, source->folder, state->file);
	source->text = text;
	if (source->file && gaff_compile_manifest(l->arena, source->file, text, &source->manifest,
						  &ignored) == GAFF_OK)
		return;
	source->manifest = (struct gaff_manifest){ 0 };
	source->wants_closed |= state->is_closed;
}

static bool is_any_trusted(struct gaff_loader *l)
{
	struct gaff_levels *levels = &l->sources->project.levels;

	if (levels->trusted == GAFF_TRUSTED_UNKNOWN)
		levels->trusted = gaff_trust_is_any() ? GAFF_TRUSTED_SOME : GAFF_TRUSTED_NONE;
	return levels->trusted == GAFF_TRUSTED_SOME;
}

/* What is in a project's .gaff, whose bytes are pinned. */
struct project_files {
	struct gaff_found json, yaml, policy;
};

static bool has_any(const struct project_files *f)
{
	return gaff_found_is_there(f->json) || gaff_found_is_there(f->yaml) ||
	       gaff_found_is_there(f->policy);
}

static struct sv name_of(const struct project_files *f)
{
	return gaff_found_is_there(f->json)                                      ? SV("hooks.json")
	       : !gaff_found_is_there(f->yaml) && gaff_found_is_there(f->policy) ? SV("policy.json")
										 : SV("hooks.yaml");
}

/* Nothing of it runs unless it is in a state that was trusted; that may be to have no hooks. */
static void take_project(struct gaff_loader *l, struct gaff_source *source,
			 const struct project_files *f, const struct gaff_err *trust)
{
	struct gaff_err *problem = &source->problem;

	source->is_untrusted = true;
	if (problem->rc == GAFF_OK &&
	    use_project(l, source, f->json, f->yaml, f->policy, trust, problem) == GAFF_OK)
		problem->rc = GAFF_OK;
	if (problem->rc == GAFF_OK && !has_any(f))
		l->sources->n--; /* it is the last one */
	else if (source->is_untrusted && source->trust.n)
		miss_hooks(l, source);
}

/* Why .gaff itself cannot be opened. */
static const char *no_folder(int reason)
{
	return reason == ELOOP || reason == ENOTDIR ? "it is a symbolic link, or no folder"
	       : reason == EPERM                    ? "it belongs to somebody else"
						    : strerror(reason);
}

/*
 * .gaff of `home`, which is real; `why` says why it is not trusted, if it is not. What belongs to
 * somebody else is not opened.
 */
static void load_trusted(struct gaff_loader *l, const char *path, bool is_foreign,
			 const struct gaff_trust *trust, const struct gaff_err *why)
{
	const struct gaff_found nothing = { -1, ENOENT };
	struct project_files f = { nothing, nothing, nothing };
	int folder = is_foreign ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW);
	int reason = is_foreign ? EPERM : folder < 0 ? errno : 0;
	struct gaff_source *source = NULL;

	if (folder >= 0) {
		f.json = gaff_found_look(folder, "hooks.json", GAFF_MANIFEST_PROJECT);
		f.yaml = gaff_found_look(folder, "hooks.yaml", GAFF_MANIFEST_PROJECT);
		f.policy = gaff_found_look(folder, "policy.json", GAFF_MANIFEST_PROJECT);
		if (!gaff_found_is_there(f.json) && !gaff_found_is_there(f.yaml))
			gaff_loader_add_misnamed(l, GAFF_MANIFEST_PROJECT, folder, path);
	}
	if (folder < 0 || has_any(&f) || why->rc != GAFF_ENOENT)
		source = gaff_loader_add(l, GAFF_MANIFEST_PROJECT, path,
					 folder < 0 && reason != ENOENT
						 ? path
						 : gaff_path_join(l->arena, path, name_of(&f)));
	if (source) {
		source->trust = *trust;
		if (folder < 0 && reason != ENOENT)
			gaff_fail(&source->problem, GAFF_EIO, "%s", no_folder(reason));
		take_project(l, source, &f, why);
	}
	gaff_found_close(f.json);
	gaff_found_close(f.yaml);
	gaff_found_close(f.policy);
	if (folder >= 0)
		(void)close(folder);
}

/* .gaff of one folder of the project. One that was trusted counts as having it. */
static enum gaff_rc load_level(struct gaff_loader *l, const char *level, struct gaff_err *err)
{
	const char *path = gaff_path_join(l->arena, level, SV(".gaff")), *home;
	struct gaff_err why = { .rc = GAFF_OK };
	struct gaff_trust trust;
	char real[PATH_MAX];
	struct stat s;
	bool is_gone, is_foreign;

	if (!path)
		return gaff_no_memory(err);
	is_gone = lstat(path, &s) != 0;
	is_foreign = !is_gone && !gaff_levels_own(l->levels, s.st_uid);
	if ((is_gone || is_foreign) && !is_any_trusted(l))
		return GAFF_OK;
	/* one that was moved away is missed by the name it had */
	home = realpath(level, real)                            ? real
	       : is_any_trusted(l) && gaff_trust_is_kept(level) ? level
								: NULL;
	if (!home)
		return GAFF_OK;
	home = gaff_arena_dup(l->arena, sv_of(home));
	path = home ? gaff_path_join(l->arena, home, SV(".gaff")) : NULL;
	if (!home || !path)
		return gaff_no_memory(err);
	if (gaff_trust_load(l->arena, home, &trust, &why) != GAFF_ENOENT ||
	    !(is_gone || is_foreign))
		load_trusted(l, path, is_foreign, &trust, &why);
	return gaff_arena_check(l->arena, err);
}

/* Of folders around the outermost repository only what somebody has trusted is of any interest. */
static void forget_strangers(struct gaff_loader *l, size_t from)
{
	struct gaff_sources *s = l->sources;
	size_t n = from;

	for (size_t i = from; i < s->n; i++)
		if (s->item[i].trust.was_trusted)
			s->item[n++] = s->item[i];
	s->n = n;
}

/* What is around the project is trusted for a project of its own. */
static enum gaff_rc place_sources(struct gaff_loader *l, const char *level, size_t from,
				  struct gaff_err *err)
{
	const char *root = l->sources->n > from ? gaff_project_root(l->arena, level) : NULL;

	for (size_t i = from; i < l->sources->n; i++)
		l->sources->item[i].root = root;
	return gaff_arena_check(l->arena, err);
}

/* From the outermost folder down to the agent's; each adds its hooks, none hides another. */
enum gaff_rc gaff_load_project(struct gaff_loader *l, const struct gaff_project *project,
			       struct gaff_err *err)
{
	const struct gaff_levels *levels = &project->levels;

	l->levels = levels;
	for (size_t n = 0; (n = gaff_levels_next(levels, n)) > 0;) {
		const char *level = gaff_arena_dup(l->arena, (struct sv){ levels->path, n });
		size_t from = l->sources->n;

		GAFF_TRY(gaff_arena_check(l->arena, err));
		GAFF_TRY(load_level(l, level, err));
		if (n < levels->first)
			forget_strangers(l, from);
		if (n < levels->root)
			GAFF_TRY(place_sources(l, level, from, err));
	}
	return GAFF_OK;
}

/* A folder that was trusted under this name, which leads elsewhere now: its hooks are missed. */
static enum gaff_rc miss_folder(struct gaff_loader *l, const char *name, struct gaff_err *err)
{
	const char *path = gaff_path_join(l->arena, name, SV(".gaff"));
	struct gaff_source *source;
	struct gaff_trust trust;
	struct gaff_err why;

	if (gaff_trust_load(l->arena, name, &trust, &why) == GAFF_ENOENT)
		return GAFF_OK;
	source = gaff_loader_add(l, GAFF_MANIFEST_PROJECT, path, path);
	if (!source)
		return gaff_no_memory(err);
	source->trust = trust;
	source->is_untrusted = true;
	gaff_fail(&source->problem, GAFF_EHOOK, "%s was a folder when it was trusted, now a link",
		  name);
	miss_hooks(l, source);
	return GAFF_OK;
}

/* Trusted are real folders: whoever is started by way of one must not lose its hooks by a link. */
enum gaff_rc gaff_load_names(struct gaff_loader *l, const struct gaff_project *project,
			     struct gaff_err *err)
{
	struct sv start;
	char real[PATH_MAX];

	if (!project->levels.path || strcmp(project->start, project->levels.path) == 0 ||
	    !is_any_trusted(l))
		return GAFF_OK;
	start = sv_of(project->start);
	for (size_t n = 2; n <= start.n; n++) {
		const char *name;

		if (n < start.n && start.p[n] != '/')
			continue;
		name = gaff_arena_dup(l->arena, (struct sv){ start.p, n });
		GAFF_TRY(gaff_arena_check(l->arena, err));
		if (gaff_trust_is_kept(name) && realpath(name, real) && strcmp(real, name) != 0)
			GAFF_TRY(miss_folder(l, name, err));
	}
	return GAFF_OK;
}

static bool is_loaded(const struct gaff_sources *s, size_t n, const char *folder)
{
	for (size_t i = 0; i < n; i++)
		if (s->item[i].scope == GAFF_MANIFEST_PROJECT &&
		    strcmp(s->item[i].folder, folder) == 0)
			return true;
	return false;
}

/* Where the call is made: what was trusted, but for what is the start's as well. */
enum gaff_rc gaff_load_here(struct gaff_loader *l, const struct gaff_levels *levels,
			    struct gaff_err *err)
{
	l->levels = levels;
	for (size_t n = 0; (n = gaff_levels_next(levels, n)) > 0;) {
		const char *level = gaff_arena_dup(l->arena, (struct sv){ levels->path, n });
		size_t from = l->sources->n;

		GAFF_TRY(gaff_arena_check(l->arena, err));
		GAFF_TRY(load_level(l, level, err));
		forget_strangers(l, from);
		if (l->sources->n > from &&
		    is_loaded(l->sources, from, l->sources->item[from].folder))
			l->sources->n = from;
		GAFF_TRY(place_sources(l, level, from, err));
		for (size_t i = from; i < l->sources->n; i++)
			l->sources->item[i].is_elsewhere = true;
	}
	return GAFF_OK;
}
