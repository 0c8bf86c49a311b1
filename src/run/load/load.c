#include "run/load/loader.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/limits.h"
#include "agents/hosts.h"
#include "run/load/compiled.h"
#include "text/path.h"

/* Nothing that blocks when it is opened. */
enum { READING = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY };

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

enum gaff_rc gaff_loader_parse_policy(struct arena *a, struct gaff_source *source, struct sv text,
				      struct gaff_err *err)
{
	struct gaff_findings findings = { .arena = a };
	struct gaff_doc doc;

	GAFF_TRY(gaff_doc_parse(a, text, GAFF_DOC_JSON, &doc, err));
	return gaff_policy_read(a, doc.root, &findings, &source->policy)
		       ? GAFF_OK
		       : gaff_findings_fail(&findings, &doc, err);
}

static enum gaff_rc read_policy(struct arena *a, struct gaff_source *source, int fd,
				struct gaff_err *err)
{
	struct sv text;

	GAFF_TRY(gaff_fs_read(a, fd, GAFF_POLICY_MAX, &text, err));
	return gaff_loader_parse_policy(a, source, text, err);
}

enum gaff_rc gaff_loader_take(struct gaff_source *source, enum gaff_rc rc)
{
	if (rc != GAFF_OK)
		source->wants_closed = (source->scope != GAFF_MANIFEST_PROJECT ||
					source->trust.n) &&
				       asks_for_closed(source->text);
	return rc;
}

enum gaff_rc gaff_source_hook(struct arena *a, struct gaff_source *source, size_t i,
			      struct gaff_hook *out, struct gaff_err *err)
{
	enum gaff_rc rc = gaff_manifest_hook(a, gaff_hosts, &source->manifest, i, out, err);

	if (rc != GAFF_EIO || source->is_inline)
		return rc;
	GAFF_TRY(gaff_loader_take(source, gaff_compile_manifest(a, source->file, source->text,
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
	GAFF_TRY(gaff_loader_take(source, gaff_compile_manifest(a, source->file, source->text,
								&source->manifest, err)));
	return i < source->manifest.n_rules
		       ? gaff_manifest_rule(a, gaff_hosts, &source->manifest, i, out, err)
		       : gaff_fail(err, GAFF_ENOENT, "there is no rule %zu", i + 1);
}

/* The manifest itself: who may have written it, and what it says. */
static enum gaff_rc read_manifest(struct gaff_loader *l, struct gaff_source *source, int fd,
				  struct gaff_err *err)
{
	if (source->scope <= GAFF_MANIFEST_USER) {
		GAFF_TRY(check_owner(fd, source->file, err));
		GAFF_TRY(check_target_folder(source->file, err));
	}
	GAFF_TRY(gaff_fs_read(l->arena, fd, GAFF_MANIFEST_MAX, &source->text, err));
	return gaff_loader_take(source, gaff_compiled_manifest(l->arena, source->file, source->text,
							       &source->manifest, err));
}

struct gaff_source *gaff_loader_add(struct gaff_loader *l, enum gaff_manifest_scope scope,
				    const char *folder, const char *file)
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

struct gaff_found gaff_found_look(int folder, const char *name, enum gaff_manifest_scope scope)
{
	int flags = scope == GAFF_MANIFEST_PROJECT ? READING | O_NOFOLLOW : READING;
	struct gaff_found f = { openat(folder, name, flags), 0 };
	struct stat s;

	f.why = f.fd < 0 ? errno : 0;
	if (f.why == ENOENT && fstatat(folder, name, &s, AT_SYMLINK_NOFOLLOW) == 0)
		f.why = ENOLINK; /* hooks were meant to be here */
	return f;
}

bool gaff_found_is_there(struct gaff_found f)
{
	return f.fd >= 0 || f.why != ENOENT;
}

void gaff_found_close(struct gaff_found f)
{
	if (f.fd >= 0)
		(void)close(f.fd);
}

enum gaff_rc gaff_found_fail(struct gaff_found f, struct gaff_err *err)
{
	return gaff_fail(err, GAFF_EIO, "cannot open it: %s",
			 f.why == ELOOP ? "it is a symbolic link" : strerror(f.why));
}

static enum gaff_rc use_policy(struct gaff_loader *l, struct gaff_source *source,
			       struct gaff_found policy, struct gaff_err *err)
{
	const char *hooks = source->file;

	if (!gaff_found_is_there(policy))
		return GAFF_OK;
	source->file = gaff_path_join(l->arena, source->folder,
				      SV("policy.json")); /* as long as it is about that */
	if (!source->file)
		return gaff_no_memory(err);
	if (policy.fd < 0)
		return gaff_found_fail(policy, err);
	if (source->scope <= GAFF_MANIFEST_USER)
		GAFF_TRY(check_owner(policy.fd, source->file, err));
	GAFF_TRY(read_policy(l->arena, source, policy.fd, err));
	source->file = hooks;
	return GAFF_OK;
}

/* One of the system or the user that cannot be read is a problem of its own; their hooks go on. */
static void use_outer_policy(struct gaff_loader *l, struct gaff_source *source,
			     struct gaff_found policy, struct gaff_err *unread)
{
	const char *hooks = source->file;

	if (use_policy(l, source, policy, unread) == GAFF_OK) {
		unread->rc = GAFF_OK;
		source->has_unread_policy = false;
		source->has_policy = gaff_found_is_there(policy);
	}
	source->file = hooks;
}

/* Of the system or the user: whose files they are decides. */
static enum gaff_rc use_folder(struct gaff_loader *l, struct gaff_source *source, int folder,
			       struct gaff_found json, struct gaff_found yaml,
			       struct gaff_found policy, struct gaff_err *unread,
			       struct gaff_err *err)
{
	struct gaff_found hooks = gaff_found_is_there(json) ? json : yaml;

	source->has_unread_policy = gaff_found_is_there(policy);
	GAFF_TRY(check_owner(folder, source->folder, err));
	use_outer_policy(l, source, policy, unread);
	if (gaff_found_is_there(json) && gaff_found_is_there(yaml))
		return gaff_fail(err, GAFF_ESYNTAX,
				 "hooks.json and hooks.yaml are both in %s; keep one",
				 source->folder);
	if (!gaff_found_is_there(hooks))
		return GAFF_OK;
	if (hooks.fd < 0)
		return gaff_found_fail(hooks, err);
	return read_manifest(l, source, hooks.fd, err);
}

static void add_unread_policy(struct gaff_loader *l, enum gaff_manifest_scope scope,
			      const char *folder, const struct gaff_err *why)
{
	struct gaff_source *source = gaff_loader_add(
		l, scope, folder, gaff_path_join(l->arena, folder, SV("policy.json")));

	if (!source)
		return;
	source->is_policy = true;
	source->problem = *why;
}

/* What people call a manifest besides: somebody takes it for guards. */
void gaff_loader_add_misnamed(struct gaff_loader *l, enum gaff_manifest_scope scope, int folder,
			      const char *path)
{
	static const struct sv names[] = { SV_INIT("hooks.yml"), SV_INIT("hooks.jsonc") };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct gaff_source *source;
		struct stat s;

		if (fstatat(folder, names[i].p, &s, AT_SYMLINK_NOFOLLOW) != 0)
			continue;
		source = gaff_loader_add(l, scope, path, gaff_path_join(l->arena, path, names[i]));
		if (source)
			gaff_fail(&source->problem, GAFF_EIO,
				  "it is not called hooks.json or hooks.yaml");
	}
}

/* hooks.json, hooks.yaml and policy.json of an open folder. */
static enum gaff_rc load_folder(struct gaff_loader *l, enum gaff_manifest_scope scope, int folder,
				const char *path, struct gaff_err *err)
{
	const struct gaff_found nothing = { -1, ENOENT };
	struct gaff_found json = l->only_policies ? nothing
						  : gaff_found_look(folder, "hooks.json", scope),
			  yaml = l->only_policies ? nothing
						  : gaff_found_look(folder, "hooks.yaml", scope),
			  policy = gaff_found_look(folder, "policy.json", scope);
	struct gaff_source *source = NULL;
	struct gaff_err unread = { .rc = GAFF_OK };

	if (!gaff_found_is_there(json) && !gaff_found_is_there(yaml) && !l->only_policies)
		gaff_loader_add_misnamed(l, scope, folder, path);
	if (gaff_found_is_there(json) || gaff_found_is_there(yaml) || gaff_found_is_there(policy))
		source = gaff_loader_add(l, scope, path,
					 gaff_path_join(l->arena, path,
							gaff_found_is_there(json)
								? SV("hooks.json")
								: SV("hooks.yaml")));
	if (source &&
	    use_folder(l, source, folder, json, yaml, policy, &unread, &source->problem) == GAFF_OK)
		source->problem.rc = GAFF_OK;
	if (unread.rc)
		add_unread_policy(l, scope, path, &unread);
	gaff_found_close(json);
	gaff_found_close(yaml);
	gaff_found_close(policy);
	return gaff_arena_check(l->arena, err);
}

/* ---- the scopes ---- */

static enum gaff_rc load_plain(struct gaff_loader *l, enum gaff_manifest_scope scope,
			       const char *path, struct gaff_err *err)
{
	int folder = gaff_fs_open_folder(path);
	struct gaff_source *source;
	enum gaff_rc rc;
	struct stat s;

	if (folder < 0) { /* there may be hooks in it, and nobody would know */
		int why = errno;

		if (why == ENOENT && lstat(path, &s) != 0)
			return GAFF_OK;
		source = gaff_loader_add(l, scope, path, path);
		if (source)
			gaff_fail(&source->problem, GAFF_EIO, "cannot open it: %s", strerror(why));
		return GAFF_OK;
	}
	rc = load_folder(l, scope, folder, path, err);
	(void)close(folder);
	return rc;
}

static enum gaff_rc load_given(struct gaff_loader *l, const char *file, struct gaff_err *err)
{
	const char *slash, *path = file;
	struct gaff_source *source;
	char here[PATH_MAX];
	int fd;

	if (file[0] != '/' && getcwd(here, sizeof here))
		path = gaff_path_join(l->arena, here, sv_of(file));
	slash = path ? strrchr(path, '/') : NULL;
	source = slash ? gaff_loader_add(
				 l, GAFF_MANIFEST_GIVEN,
				 gaff_arena_dup(l->arena,
						(struct sv){ path, (size_t)(slash - path) +
									   (slash == path) }),
				 path)
		       : NULL;
	if (!source || !source->folder)
		return gaff_no_memory(err);
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
static void add_homeless(struct gaff_loader *l)
{
	struct gaff_source *source;

	if (l->only_policies)
		return;
	source = gaff_loader_add(l, GAFF_MANIFEST_USER, "~/.config/gaff",
				 "~/.config/gaff/hooks.json");
	if (source)
		gaff_fail(&source->problem, GAFF_EIO, "there is no home: %s",
			  gaff_dirs_are_given() ? "none is known for this user"
						: "HOME is not set to an absolute path");
}

/* What lies outside of any project: the system's and the user's. */
static enum gaff_rc load_outer(struct gaff_loader *l, struct gaff_err *err)
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
	struct gaff_loader l = { .arena = a, .sources = out };

	*out = (struct gaff_sources){ .project = *project };
	GAFF_TRY(load_outer(&l, err));
	GAFF_TRY(gaff_load_names(&l, project, err));
	GAFF_TRY(gaff_load_project(&l, project, err));
	GAFF_TRY(gaff_load_here(&l, &project->here, err));
	for (size_t i = 0; i < n_given; i++)
		GAFF_TRY(load_given(&l, given[i], err));
	return gaff_arena_check(a, err);
}

enum gaff_rc gaff_load_locked(struct arena *a, const struct gaff_project *project,
			      enum gaff_unlock what, struct gaff_sources *out, struct gaff_err *err)
{
	struct gaff_loader l = { .arena = a, .sources = out };

	*out = (struct gaff_sources){ .project = *project };
	GAFF_TRY(load_plain(&l, GAFF_MANIFEST_SYSTEM, GAFF_SYSTEM_FOLDER, err));
	for (size_t i = 0; i < out->n; i++)
		if (out->item[i].policy.unlocked >> what & 1)
			out->n = 0; /* root lets it be so */
	return gaff_arena_check(a, err);
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
	struct gaff_loader l = { .arena = a, .sources = out, .only_policies = true };

	*out = (struct gaff_sources){ .project = *project };
	GAFF_TRY(load_outer(&l, err));
	for (size_t i = 0; i < n_given; i++)
		GAFF_TRY(load_given(&l, given[i], err));
	return gaff_arena_check(a, err);
}

enum gaff_rc gaff_load_inline(struct arena *a, const struct gaff_project *project, struct sv text,
			      struct gaff_sources *out, struct gaff_err *err)
{
	struct gaff_loader l = { .arena = a, .sources = out, .only_policies = true };
	struct gaff_source *source;

	*out = (struct gaff_sources){ .project = *project };
	GAFF_TRY(load_outer(&l, err));
	source = gaff_loader_add(&l, GAFF_MANIFEST_GIVEN, project->root ? project->root : "/",
				 "--inline");
	if (source) {
		source->is_inline = true;
		source->text = text;
		if (gaff_loader_take(source, gaff_passing_manifest(a, text, &source->manifest,
								   &source->problem)) == GAFF_OK)
			source->problem.rc = GAFF_OK;
	}
	return gaff_arena_check(a, err);
}
