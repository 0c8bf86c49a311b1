#include "run/load.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/limits.h"
#include "hosts/hosts.h"
#include "run/compiled.h"
#include "text/path.h"

#ifndef GAFF_SYSTEM_FOLDER
#define GAFF_SYSTEM_FOLDER "/etc/gaff"
#endif

/* Nothing that blocks when it is opened. */
enum { READING = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY };

struct loader {
	struct arena *arena;
	struct gaff_sources *sources;
	bool only_policies;
};

const char *gaff_source_scope_name(const struct gaff_source *source)
{
	static const char *const names[] = { [GAFF_MANIFEST_SYSTEM] = "system",
					     [GAFF_MANIFEST_USER] = "user",
					     [GAFF_MANIFEST_PROJECT] = "project",
					     [GAFF_MANIFEST_GIVEN] = "--manifest" };

	return source->is_inline ? "--inline" : names[source->scope];
}

/* A text that nobody can parse may still say that its hooks must not be missed. */
static bool asks_for_closed(struct sv text)
{
	static const struct sv key = SV_INIT("on_error"), value = SV_INIT("closed");

	for (size_t i = 0; i + key.n <= text.n; i++) {
		struct sv rest;

		if (text.p[i] != 'o' || memcmp(text.p + i, key.p, key.n) != 0)
			continue;
		rest = sv_skip(text, i + key.n);
		while (rest.n && (ascii_isspace(rest.p[0]) || strchr("\"':", rest.p[0])))
			rest = sv_skip(rest, 1);
		if (sv_starts(rest, value))
			return true;
	}
	return false;
}

/* ---- one folder ---- */

/* Owner and mode of a file and of the folder it is in (rule 27). */
static enum gaff_rc check_owner(int fd, const char *path, struct gaff_err *err)
{
	struct stat s;

	if (fstat(fd, &s) != 0)
		return gaff_fail(err, GAFF_EIO, "%s: %s", path, strerror(errno));
	return gaff_fs_check_owner(&s, path, err);
}

/* What a link in a folder of ours leads to must be as safe as the folder. */
static enum gaff_rc check_target_folder(const char *path, struct gaff_err *err)
{
	char real[PATH_MAX], *slash;
	struct stat s;

	if (lstat(path, &s) != 0 || !S_ISLNK(s.st_mode))
		return GAFF_OK;
	if (!realpath(path, real))
		return gaff_fail(err, GAFF_EIO, "%s: %s", path, strerror(errno));
	slash = strrchr(real, '/');
	*(slash > real ? slash : slash + 1) = '\0';
	if (stat(real, &s) != 0)
		return gaff_fail(err, GAFF_EIO, "%s: %s", real, strerror(errno));
	return gaff_fs_check_owner(&s, real, err);
}

static enum gaff_rc read_policy(struct arena *a, struct gaff_source *source, int fd,
				struct gaff_err *err)
{
	struct gaff_findings findings = { .arena = a };
	struct gaff_doc doc;
	struct sv text;

	GAFF_TRY(gaff_fs_read(a, fd, GAFF_POLICY_MAX, &text, err));
	GAFF_TRY(gaff_doc_parse(a, text, GAFF_DOC_JSON, &doc, err));
	return gaff_policy_read(a, doc.root, &findings, &source->policy)
		       ? GAFF_OK
		       : gaff_findings_fail(&findings, &doc, err);
}

static enum gaff_rc take_compiled(struct gaff_source *source, enum gaff_rc rc)
{
	if (rc != GAFF_OK)
		source->wants_closed = source->scope != GAFF_MANIFEST_PROJECT &&
				       asks_for_closed(source->text);
	return rc;
}

enum gaff_rc gaff_source_hook(struct arena *a, struct gaff_source *source, size_t i,
			      struct gaff_hook *out, struct gaff_err *err)
{
	enum gaff_rc rc = gaff_manifest_hook(a, gaff_hosts, &source->manifest, i, out, err);

	if (rc != GAFF_EIO || source->is_inline)
		return rc;
	GAFF_TRY(take_compiled(source, gaff_compile_manifest(a, source->file, source->text,
							     &source->manifest, err)));
	return i < source->manifest.n
		       ? gaff_manifest_hook(a, gaff_hosts, &source->manifest, i, out, err)
		       : gaff_fail(err, GAFF_ENOENT, "there is no hook %zu", i + 1);
}

enum gaff_rc gaff_source_rule(struct arena *a, struct gaff_source *source, size_t i,
			      struct gaff_rule *out, struct gaff_err *err)
{
	enum gaff_rc rc = gaff_manifest_rule(a, gaff_hosts, &source->manifest, i, out, err);

	if (rc != GAFF_EIO || source->is_inline)
		return rc;
	GAFF_TRY(take_compiled(source, gaff_compile_manifest(a, source->file, source->text,
							     &source->manifest, err)));
	return i < source->manifest.n_rules
		       ? gaff_manifest_rule(a, gaff_hosts, &source->manifest, i, out, err)
		       : gaff_fail(err, GAFF_ENOENT, "there is no rule %zu", i + 1);
}

/* The manifest itself: who may have written it, and what it says. */
static enum gaff_rc read_manifest(struct loader *l, struct gaff_source *source, int fd,
				  struct gaff_err *err)
{
	if (source->scope <= GAFF_MANIFEST_USER) {
		GAFF_TRY(check_owner(fd, source->file, err));
		GAFF_TRY(check_target_folder(source->file, err));
	}
	GAFF_TRY(gaff_fs_read(l->arena, fd, GAFF_MANIFEST_MAX, &source->text, err));
	return take_compiled(source, gaff_compiled_manifest(l->arena, source->file, source->text,
							    &source->manifest, err));
}

static struct gaff_source *add(struct loader *l, enum gaff_manifest_scope scope, const char *folder,
			       const char *file)
{
	struct gaff_sources *s = l->sources;

	if (!file)
		return NULL;
	if (s->n == s->room) { /* nobody has a pointer into them yet */
		size_t room = s->room ? s->room * 2 : 4;
		struct gaff_source *more = gaff_arena_alloc(l->arena, room * sizeof *more);

		if (!more)
			return NULL;
		if (s->n)
			memcpy(more, s->item, s->n * sizeof *more);
		s->item = more;
		s->room = room;
	}
	s->item[s->n] = (struct gaff_source){ .scope = scope, .folder = folder, .file = file };
	return &s->item[s->n++];
}

/* Whoever has a project: what was pinned for it, under its real name. */
static enum gaff_rc find_trust(struct loader *l, struct gaff_source *source, struct gaff_err *err)
{
	struct sv folder = sv_of(source->folder);
	const char *parent;

	while (folder.n && folder.p[folder.n - 1] != '/')
		folder.n--;
	if (folder.n > 1)
		folder.n--;
	parent = gaff_arena_cstr(l->arena, folder);
	if (!parent)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
	return gaff_trust_load(l->arena, parent, &source->trust, err);
}

/* A file of a folder: open, not there, or there and not to be had. */
struct found {
	int fd, why; /* errno, when fd is -1 */
};

static struct found look_for(int folder, const char *name, enum gaff_manifest_scope scope)
{
	int flags = scope == GAFF_MANIFEST_PROJECT ? READING | O_NOFOLLOW : READING;
	struct found f = { openat(folder, name, flags), 0 };
	struct stat s;

	f.why = f.fd < 0 ? errno : 0;
	if (f.why == ENOENT && fstatat(folder, name, &s, AT_SYMLINK_NOFOLLOW) == 0)
		f.why = ENOLINK; /* hooks were meant to be here */
	return f;
}

static bool is_there(struct found f)
{
	return f.fd >= 0 || f.why != ENOENT;
}

static void let_go(struct found f)
{
	if (f.fd >= 0)
		(void)close(f.fd);
}

static enum gaff_rc cannot_open(struct found f, struct gaff_err *err)
{
	return gaff_fail(err, GAFF_EIO, "cannot open it: %s",
			 f.why == ELOOP ? "it is a symbolic link" : strerror(f.why));
}

static enum gaff_rc use_policy(struct loader *l, struct gaff_source *source, struct found policy,
			       struct gaff_err *err)
{
	const char *hooks = source->file;

	if (!is_there(policy))
		return GAFF_OK;
	source->file = gaff_path_join(l->arena, source->folder,
				      SV("policy.json")); /* as long as it is about that */
	if (!source->file)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
	if (policy.fd < 0)
		return cannot_open(policy, err);
	if (source->scope <= GAFF_MANIFEST_USER)
		GAFF_TRY(check_owner(policy.fd, source->file, err));
	GAFF_TRY(read_policy(l->arena, source, policy.fd, err));
	source->file = hooks;
	return GAFF_OK;
}

static enum gaff_rc use_folder(struct loader *l, struct gaff_source *source, int folder,
			       struct found json, struct found yaml, struct found policy,
			       struct gaff_err *err)
{
	struct found hooks = is_there(json) ? json : yaml;

	/* what a policy forbids is not known before it is read: until then, everything */
	source->has_policy = source->policy.disable_all = is_there(policy);
	if (source->scope <= GAFF_MANIFEST_USER)
		GAFF_TRY(check_owner(folder, source->folder, err));
	GAFF_TRY(use_policy(l, source, policy, err));
	if (is_there(json) && is_there(yaml))
		return gaff_fail(err, GAFF_ESYNTAX,
				 "hooks.json and hooks.yaml are both in %s; keep one",
				 source->folder);
	if (!is_there(hooks))
		return GAFF_OK;
	if (source->scope == GAFF_MANIFEST_PROJECT)
		source->is_untrusted = true; /* until it is known better */
	if (hooks.fd < 0)
		return cannot_open(hooks, err);
	if (source->scope == GAFF_MANIFEST_PROJECT) {
		GAFF_TRY(find_trust(l, source, err));
		GAFF_TRY(gaff_trust_check(&source->trust, source->file, hooks.fd, err));
		source->is_untrusted = false;
	}
	return read_manifest(l, source, hooks.fd, err);
}

/* What people call a manifest besides: somebody takes it for guards. */
static void add_misnamed(struct loader *l, enum gaff_manifest_scope scope, int folder,
			 const char *path)
{
	static const struct sv names[] = { SV_INIT("hooks.yml"), SV_INIT("hooks.jsonc") };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct gaff_source *source;
		struct stat s;

		if (fstatat(folder, names[i].p, &s, AT_SYMLINK_NOFOLLOW) != 0)
			continue;
		source = add(l, scope, path, gaff_path_join(l->arena, path, names[i]));
		if (source)
			gaff_fail(&source->problem, GAFF_EIO,
				  "it is not called hooks.json or hooks.yaml");
	}
}

/* hooks.json, hooks.yaml and policy.json of an open folder. */
static enum gaff_rc load_folder(struct loader *l, enum gaff_manifest_scope scope, int folder,
				const char *path, struct gaff_err *err)
{
	const struct found nothing = { -1, ENOENT };
	struct found json = l->only_policies ? nothing : look_for(folder, "hooks.json", scope),
		     yaml = l->only_policies ? nothing : look_for(folder, "hooks.yaml", scope),
		     policy = look_for(folder, "policy.json", scope);
	struct gaff_source *source = NULL;

	if (!is_there(json) && !is_there(yaml) && !l->only_policies)
		add_misnamed(l, scope, folder, path);
	if (is_there(json) || is_there(yaml) || is_there(policy))
		source = add(l, scope, path,
			     gaff_path_join(l->arena, path,
					    is_there(json) ? SV("hooks.json") : SV("hooks.yaml")));
	if (source &&
	    use_folder(l, source, folder, json, yaml, policy, &source->problem) == GAFF_OK)
		source->problem.rc = GAFF_OK;
	let_go(json);
	let_go(yaml);
	let_go(policy);
	return l->arena->failed ? gaff_fail(err, GAFF_ENOMEM, "no memory for manifests") : GAFF_OK;
}

/* ---- the scopes ---- */

static enum gaff_rc load_plain(struct loader *l, enum gaff_manifest_scope scope, const char *path,
			       struct gaff_err *err)
{
	int folder = gaff_fs_open_folder(path);
	struct gaff_source *source;
	enum gaff_rc rc;
	struct stat s;

	if (folder < 0) { /* there may be hooks in it, and nobody would know */
		int why = errno;

		if (why == ENOENT && lstat(path, &s) != 0)
			return GAFF_OK;
		source = add(l, scope, path, path);
		if (source)
			gaff_fail(&source->problem, GAFF_EIO, "cannot open it: %s", strerror(why));
		return GAFF_OK;
	}
	rc = load_folder(l, scope, folder, path, err);
	(void)close(folder);
	return rc;
}

/* .gaff of one folder of the project. */
static enum gaff_rc load_level(struct loader *l, const char *level, struct gaff_err *err)
{
	char real[PATH_MAX];
	const char *path;
	enum gaff_rc rc;
	struct stat s;
	int folder;

	path = gaff_path_join(l->arena, level, SV(".gaff"));
	if (!path)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
	if (lstat(path, &s) != 0 || !realpath(level, real))
		return GAFF_OK;
	path = gaff_path_join(l->arena, real, SV(".gaff"));
	folder = path ? open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW) : -1;
	if (folder < 0) {
		struct gaff_source *source = add(l, GAFF_MANIFEST_PROJECT, path, path);

		if (source) {
			source->is_untrusted = true;
			gaff_fail(&source->problem, GAFF_EIO, "%s",
				  S_ISLNK(s.st_mode) ? "it is a symbolic link" : strerror(errno));
		}
		return GAFF_OK;
	}
	rc = load_folder(l, GAFF_MANIFEST_PROJECT, folder, path, err);
	(void)close(folder);
	return rc;
}

/* From the project's folder down to where the agent is; each adds its hooks, none hides another. */
static enum gaff_rc load_project(struct loader *l, const struct gaff_project *project,
				 struct gaff_err *err)
{
	size_t root = project->root ? strlen(project->root) : 0, levels = 0;

	if (!root)
		return GAFF_OK;
	GAFF_TRY(load_level(l, project->root, err));
	for (size_t i = root + (root > 1); project->cwd && strlen(project->cwd) > i; levels++) {
		const char *end = strchr(project->cwd + i, '/');
		size_t n = end ? (size_t)(end - project->cwd) : strlen(project->cwd);
		const char *level = gaff_arena_dup(l->arena, (struct sv){ project->cwd, n });

		if (!level || levels == GAFF_LEVELS_MAX)
			break;
		if (n > i)
			GAFF_TRY(load_level(l, level, err));
		i = n + 1;
	}
	return GAFF_OK;
}

static enum gaff_rc load_given(struct loader *l, const char *file, struct gaff_err *err)
{
	const char *slash, *path = file;
	struct gaff_source *source;
	char here[PATH_MAX];
	int fd;

	if (file[0] != '/' && getcwd(here, sizeof here))
		path = gaff_path_join(l->arena, here, sv_of(file));
	slash = path ? strrchr(path, '/') : NULL;
	source = slash ? add(l, GAFF_MANIFEST_GIVEN,
			     gaff_arena_dup(l->arena, (struct sv){ path, (size_t)(slash - path) +
										 (slash == path) }),
			     path)
		       : NULL;
	if (!source || !source->folder)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for --manifest");
	fd = open(path, READING);
	if (fd < 0)
		gaff_fail(&source->problem, GAFF_ENOENT, "cannot open it: %s", strerror(errno));
	else if (read_manifest(l, source, fd, &source->problem) == GAFF_OK)
		source->problem.rc = GAFF_OK;
	if (fd >= 0)
		(void)close(fd);
	return GAFF_OK;
}

/* The user's hooks are somewhere, and nobody knows where: that is no user without hooks. */
static void add_homeless(struct loader *l)
{
	struct gaff_source *source;

	if (l->only_policies)
		return;
	source = add(l, GAFF_MANIFEST_USER, "~/.config/gaff", "~/.config/gaff/hooks.json");
	if (source)
		gaff_fail(&source->problem, GAFF_EIO, "there is no home: %s",
			  gaff_dirs_are_given() ? "none is known for this user"
						: "HOME is not set to an absolute path");
}

/* What lies outside of any project: the system's and the user's. */
static enum gaff_rc load_outer(struct loader *l, struct gaff_err *err)
{
	const char *folder;
	char path[PATH_MAX];

	GAFF_TRY(load_plain(l, GAFF_MANIFEST_SYSTEM, GAFF_SYSTEM_FOLDER, err));
	if (!gaff_dir_path(GAFF_DIR_CONFIG, "hooks.json", path, sizeof path)) {
		add_homeless(l);
		return GAFF_OK;
	}
	folder = gaff_arena_dup(l->arena, (struct sv){ path, (size_t)(strrchr(path, '/') - path) });
	return folder ? load_plain(l, GAFF_MANIFEST_USER, folder, err) : GAFF_OK;
}

enum gaff_rc gaff_load(struct arena *a, const struct gaff_project *project,
		       const char *const *given, size_t n_given, struct gaff_sources *out,
		       struct gaff_err *err)
{
	struct loader l = { .arena = a, .sources = out };

	*out = (struct gaff_sources){ .project = *project };
	GAFF_TRY(load_outer(&l, err));
	GAFF_TRY(load_project(&l, project, err));
	for (size_t i = 0; i < n_given; i++)
		GAFF_TRY(load_given(&l, given[i], err));
	return a->failed ? gaff_fail(err, GAFF_ENOMEM, "no memory for manifests") : GAFF_OK;
}

enum gaff_rc gaff_load_locked(struct arena *a, const struct gaff_project *project,
			      enum gaff_unlock what, struct gaff_sources *out, struct gaff_err *err)
{
	struct loader l = { .arena = a, .sources = out };

	*out = (struct gaff_sources){ .project = *project };
	GAFF_TRY(load_plain(&l, GAFF_MANIFEST_SYSTEM, GAFF_SYSTEM_FOLDER, err));
	for (size_t i = 0; i < out->n; i++)
		if (out->item[i].policy.unlocked >> what & 1)
			out->n = 0; /* root lets it be so */
	return a->failed ? gaff_fail(err, GAFF_ENOMEM, "no memory for manifests") : GAFF_OK;
}

bool gaff_locks_log(void)
{
	const struct gaff_project none = { 0 };
	struct gaff_sources sources;
	struct gaff_err ignored;
	struct arena a;
	bool locked;

	gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
	locked = gaff_load_locked(&a, &none, GAFF_UNLOCK_LOG, &sources, &ignored) != GAFF_OK ||
		 sources.n;
	gaff_arena_release(&a);
	return locked;
}

enum gaff_rc gaff_load_given(struct arena *a, const struct gaff_project *project,
			     const char *const *given, size_t n_given, struct gaff_sources *out,
			     struct gaff_err *err)
{
	struct loader l = { .arena = a, .sources = out, .only_policies = true };

	*out = (struct gaff_sources){ .project = *project };
	GAFF_TRY(load_outer(&l, err));
	for (size_t i = 0; i < n_given; i++)
		GAFF_TRY(load_given(&l, given[i], err));
	return a->failed ? gaff_fail(err, GAFF_ENOMEM, "no memory for manifests") : GAFF_OK;
}

enum gaff_rc gaff_load_inline(struct arena *a, const struct gaff_project *project, struct sv text,
			      struct gaff_sources *out, struct gaff_err *err)
{
	struct loader l = { .arena = a, .sources = out, .only_policies = true };
	struct gaff_source *source;

	*out = (struct gaff_sources){ .project = *project };
	GAFF_TRY(load_outer(&l, err));
	source = add(&l, GAFF_MANIFEST_GIVEN, project->root ? project->root : "/", "--inline");
	if (source) {
		source->is_inline = true;
		source->text = text;
		if (take_compiled(source, gaff_passing_manifest(a, text, &source->manifest,
								&source->problem)) == GAFF_OK)
			source->problem.rc = GAFF_OK;
	}
	return a->failed ? gaff_fail(err, GAFF_ENOMEM, "no memory for manifests") : GAFF_OK;
}

const char *gaff_sources_forbid(const struct gaff_sources *sources, const struct gaff_source *of,
				const struct gaff_hook *hook, enum gaff_event_id event)
{
	for (size_t i = 0; i < sources->n; i++) {
		const struct gaff_source *above = &sources->item[i];
		bool is_over = above == of || above->scope < of->scope;
		const char *why;

		/* a project's says nothing about what the command line gives */
		if (of->scope == GAFF_MANIFEST_GIVEN && above->scope == GAFF_MANIFEST_PROJECT)
			is_over = false;
		/* nor one that is further down about what is further up */
		if (of->scope == GAFF_MANIFEST_PROJECT && above->scope == of->scope)
			is_over = above <= of;
		if (!above->has_policy || !is_over)
			continue;
		why = gaff_policy_denies(&above->policy, hook, event,
					 of->scope == GAFF_MANIFEST_SYSTEM);
		if (why)
			return why;
	}
	return NULL;
}
