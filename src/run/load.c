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

/* Nothing that blocks when it is opened. */
enum { READING = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY };

struct loader {
	struct arena *arena;
	struct gaff_sources *sources;
	bool only_policies;
	const struct gaff_levels *levels; /* of the project */
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

static enum gaff_rc parse_policy(struct arena *a, struct gaff_source *source, struct sv text,
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
	return parse_policy(a, source, text, err);
}

static enum gaff_rc take_compiled(struct gaff_source *source, enum gaff_rc rc)
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

/* One of the system or the user that cannot be read is a problem of its own; their hooks go on. */
static void use_outer_policy(struct loader *l, struct gaff_source *source, struct found policy,
			     struct gaff_err *unread)
{
	const char *hooks = source->file;

	if (use_policy(l, source, policy, unread) == GAFF_OK) {
		unread->rc = GAFF_OK;
		source->has_unread_policy = false;
		source->has_policy = is_there(policy);
	}
	source->file = hooks;
}

/* Of the system or the user: whose files they are decides. */
static enum gaff_rc use_folder(struct loader *l, struct gaff_source *source, int folder,
			       struct found json, struct found yaml, struct found policy,
			       struct gaff_err *unread, struct gaff_err *err)
{
	struct found hooks = is_there(json) ? json : yaml;

	source->has_unread_policy = is_there(policy);
	GAFF_TRY(check_owner(folder, source->folder, err));
	use_outer_policy(l, source, policy, unread);
	if (is_there(json) && is_there(yaml))
		return gaff_fail(err, GAFF_ESYNTAX,
				 "hooks.json and hooks.yaml are both in %s; keep one",
				 source->folder);
	if (!is_there(hooks))
		return GAFF_OK;
	if (hooks.fd < 0)
		return cannot_open(hooks, err);
	return read_manifest(l, source, hooks.fd, err);
}

/* ---- of a project: what was trusted decides ---- */

/* A file whose bytes are pinned. */
static enum gaff_rc read_pinned(struct loader *l, const struct gaff_source *source, struct found f,
				const char *name, size_t max, struct sv *out, struct gaff_err *err)
{
	struct stat s;
	enum gaff_rc rc;

	if (!is_there(f))
		return GAFF_OK;
	if (f.fd < 0)
		return cannot_open(f, err);
	if (fstat(f.fd, &s) != 0 || !S_ISREG(s.st_mode))
		return gaff_fail(err, GAFF_EHOOK, "%s/%s is no longer a file", source->folder,
				 name);
	rc = gaff_fs_read(l->arena, f.fd, max, out, err);
	if (rc == GAFF_ETOOBIG && source->trust.n) /* nobody waits for what a checkout made huge */
		return gaff_fail(err, GAFF_EHOOK, "%s/%s has changed since it was trusted",
				 source->folder, name);
	return rc;
}

static enum gaff_rc use_project(struct loader *l, struct gaff_source *source, struct found json,
				struct found yaml, struct found policy,
				const struct gaff_err *trust, struct gaff_err *err)
{
	struct found hooks = is_there(json) ? json : yaml;
	const char *name = is_there(json) ? "hooks.json" : "hooks.yaml";
	struct sv policy_text = { 0 };

	if (is_there(json) && is_there(yaml))
		return gaff_fail(err, GAFF_ESYNTAX,
				 "hooks.json and hooks.yaml are both in %s; keep one",
				 source->folder);
	if (is_there(hooks) && hooks.fd < 0)
		return cannot_open(hooks, err);
	if (trust->rc != GAFF_OK) {
		*err = *trust;
		return trust->rc;
	}
	GAFF_TRY(read_pinned(l, source, hooks, name, GAFF_MANIFEST_MAX, &source->text, err));
	GAFF_TRY(read_pinned(l, source, policy, "policy.json", GAFF_POLICY_MAX, &policy_text, err));
	GAFF_TRY(gaff_trust_match(&source->trust, is_there(hooks) ? sv_of(name) : (struct sv){ 0 },
				  source->text, is_there(policy), policy_text, err));
	source->is_untrusted = false;
	source->has_policy = source->policy.disable_all = is_there(policy);
	if (is_there(policy))
		GAFF_TRY(parse_policy(l->arena, source, policy_text, err));
	if (!is_there(hooks))
		return GAFF_OK;
	return take_compiled(source, gaff_compiled_manifest(l->arena, source->file, source->text,
							    &source->manifest, err));
}

/*
 * Somebody has looked at hooks here, and they are not there any more. Nothing of them runs; but
 * what they said about failures, and about which calls they are for, still counts.
 */
static void miss_hooks(struct loader *l, struct gaff_source *source)
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

static void add_unread_policy(struct loader *l, enum gaff_manifest_scope scope, const char *folder,
			      const struct gaff_err *why)
{
	struct gaff_source *source = add(l, scope, folder,
					 gaff_path_join(l->arena, folder, SV("policy.json")));

	if (!source)
		return;
	source->is_policy = true;
	source->problem = *why;
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
	struct gaff_err unread = { .rc = GAFF_OK };

	if (!is_there(json) && !is_there(yaml) && !l->only_policies)
		add_misnamed(l, scope, folder, path);
	if (is_there(json) || is_there(yaml) || is_there(policy))
		source = add(l, scope, path,
			     gaff_path_join(l->arena, path,
					    is_there(json) ? SV("hooks.json") : SV("hooks.yaml")));
	if (source &&
	    use_folder(l, source, folder, json, yaml, policy, &unread, &source->problem) == GAFF_OK)
		source->problem.rc = GAFF_OK;
	if (unread.rc)
		add_unread_policy(l, scope, path, &unread);
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

static bool is_any_trusted(struct loader *l)
{
	struct gaff_levels *levels = &l->sources->project.levels;

	if (levels->trusted == GAFF_TRUSTED_UNKNOWN)
		levels->trusted = gaff_trust_is_any() ? GAFF_TRUSTED_SOME : GAFF_TRUSTED_NONE;
	return levels->trusted == GAFF_TRUSTED_SOME;
}

/* What is in a project's .gaff, whose bytes are pinned. */
struct project_files {
	struct found json, yaml, policy;
};

static bool has_any(const struct project_files *f)
{
	return is_there(f->json) || is_there(f->yaml) || is_there(f->policy);
}

static struct sv name_of(const struct project_files *f)
{
	return is_there(f->json)                           ? SV("hooks.json")
	       : !is_there(f->yaml) && is_there(f->policy) ? SV("policy.json")
							   : SV("hooks.yaml");
}

/* Nothing of it runs unless it is in a state that was trusted; that may be to have no hooks. */
static void take_project(struct loader *l, struct gaff_source *source,
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
static void load_trusted(struct loader *l, const char *path, bool is_foreign,
			 const struct gaff_trust *trust, const struct gaff_err *why)
{
	const struct found nothing = { -1, ENOENT };
	struct project_files f = { nothing, nothing, nothing };
	int folder = is_foreign ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW);
	int reason = is_foreign ? EPERM : folder < 0 ? errno : 0;
	struct gaff_source *source = NULL;

	if (folder >= 0) {
		f.json = look_for(folder, "hooks.json", GAFF_MANIFEST_PROJECT);
		f.yaml = look_for(folder, "hooks.yaml", GAFF_MANIFEST_PROJECT);
		f.policy = look_for(folder, "policy.json", GAFF_MANIFEST_PROJECT);
		if (!is_there(f.json) && !is_there(f.yaml))
			add_misnamed(l, GAFF_MANIFEST_PROJECT, folder, path);
	}
	if (folder < 0 || has_any(&f) || why->rc != GAFF_ENOENT)
		source = add(l, GAFF_MANIFEST_PROJECT, path,
			     folder < 0 && reason != ENOENT
				     ? path
				     : gaff_path_join(l->arena, path, name_of(&f)));
	if (source) {
		source->trust = *trust;
		if (folder < 0 && reason != ENOENT)
			gaff_fail(&source->problem, GAFF_EIO, "%s", no_folder(reason));
		take_project(l, source, &f, why);
	}
	let_go(f.json);
	let_go(f.yaml);
	let_go(f.policy);
	if (folder >= 0)
		(void)close(folder);
}

/* .gaff of one folder of the project. One that was trusted counts as having it. */
static enum gaff_rc load_level(struct loader *l, const char *level, struct gaff_err *err)
{
	const char *path = gaff_path_join(l->arena, level, SV(".gaff")), *home;
	struct gaff_err why = { .rc = GAFF_OK };
	struct gaff_trust trust;
	char real[PATH_MAX];
	struct stat s;
	bool is_gone, is_foreign;

	if (!path)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
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
		return gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
	if (gaff_trust_load(l->arena, home, &trust, &why) != GAFF_ENOENT ||
	    !(is_gone || is_foreign))
		load_trusted(l, path, is_foreign, &trust, &why);
	return l->arena->failed ? gaff_fail(err, GAFF_ENOMEM, "no memory for manifests") : GAFF_OK;
}

/* Of folders around the outermost repository only what somebody has trusted is of any interest. */
static void forget_strangers(struct loader *l, size_t from)
{
	struct gaff_sources *s = l->sources;
	size_t n = from;

	for (size_t i = from; i < s->n; i++)
		if (s->item[i].trust.was_trusted)
			s->item[n++] = s->item[i];
	s->n = n;
}

/* What is around the project is trusted for a project of its own. */
static enum gaff_rc place_sources(struct loader *l, const char *level, size_t from,
				  struct gaff_err *err)
{
	const char *root = l->sources->n > from ? gaff_project_root(l->arena, level) : NULL;

	for (size_t i = from; i < l->sources->n; i++)
		l->sources->item[i].root = root;
	return l->arena->failed ? gaff_fail(err, GAFF_ENOMEM, "no memory for a path") : GAFF_OK;
}

/* From the outermost folder down to the agent's; each adds its hooks, none hides another. */
static enum gaff_rc load_project(struct loader *l, const struct gaff_project *project,
				 struct gaff_err *err)
{
	const struct gaff_levels *levels = &project->levels;

	l->levels = levels;
	for (size_t n = 0; (n = gaff_levels_next(levels, n)) > 0;) {
		const char *level = gaff_arena_dup(l->arena, (struct sv){ levels->path, n });
		size_t from = l->sources->n;

		if (!level)
			return gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
		GAFF_TRY(load_level(l, level, err));
		if (n < levels->first)
			forget_strangers(l, from);
		if (n < levels->root)
			GAFF_TRY(place_sources(l, level, from, err));
	}
	return GAFF_OK;
}

/* A folder that was trusted under this name, which leads elsewhere now: its hooks are missed. */
static enum gaff_rc miss_folder(struct loader *l, const char *name, struct gaff_err *err)
{
	const char *path = gaff_path_join(l->arena, name, SV(".gaff"));
	struct gaff_source *source;
	struct gaff_trust trust;
	struct gaff_err why;

	if (gaff_trust_load(l->arena, name, &trust, &why) == GAFF_ENOENT)
		return GAFF_OK;
	source = add(l, GAFF_MANIFEST_PROJECT, path, path);
	if (!source)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for manifests");
	source->trust = trust;
	source->is_untrusted = true;
	gaff_fail(&source->problem, GAFF_EHOOK, "%s was a folder when it was trusted, now a link",
		  name);
	miss_hooks(l, source);
	return GAFF_OK;
}

/* Trusted are real folders: whoever is started by way of one must not lose its hooks by a link. */
static enum gaff_rc load_names(struct loader *l, const struct gaff_project *project,
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
		if (!name)
			return gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
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
static enum gaff_rc load_here(struct loader *l, const struct gaff_levels *levels,
			      struct gaff_err *err)
{
	l->levels = levels;
	for (size_t n = 0; (n = gaff_levels_next(levels, n)) > 0;) {
		const char *level = gaff_arena_dup(l->arena, (struct sv){ levels->path, n });
		size_t from = l->sources->n;

		if (!level)
			return gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
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
	GAFF_TRY(load_names(&l, project, err));
	GAFF_TRY(load_project(&l, project, err));
	GAFF_TRY(load_here(&l, &project->here, err));
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
