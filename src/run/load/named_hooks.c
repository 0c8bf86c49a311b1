#include "run/load/named_hooks.h"

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agents/hosts.h"
#include "base/limits.h"
#include "run/load/compiled.h"
#include "text/json/json_edit.h"
#include "text/yaml/yaml_edit.h"

/* ---- which there are ---- */

static void add(struct named_hooks *s, struct named_hook hook)
{
	if (gaff_arena_room(s->arena, &s->hook, s->n, &s->room, sizeof hook))
		s->hook[s->n++] = hook; /* else the arena remembers it */
}

static struct gaff_place place_of(const struct gaff_doc *doc, size_t i)
{
	char pointer[64];
	struct json hook;

	(void)snprintf(pointer, sizeof pointer, "/hooks/%zu", i);
	hook = gaff_json_at(doc->root, sv_of(pointer));
	return hook.n ? gaff_doc_place(doc, hook.p) : (struct gaff_place){ 0 };
}

/* Also of a manifest that nobody has trusted yet: switching a hook off does not run it. */
static enum gaff_rc read_source(struct named_hooks *s, const struct gaff_source *source,
				struct gaff_err *err)
{
	struct arena *a = s->arena;
	struct gaff_held *held = gaff_arena_alloc(a, sizeof *held);
	struct gaff_manifest manifest;
	struct gaff_doc doc;

	GAFF_TRY(gaff_arena_check(a, err));
	GAFF_TRY(gaff_swap_read(a, source->file, GAFF_MANIFEST_MAX, held, err));
	if (!held->exists)
		return GAFF_OK;
	GAFF_TRY(gaff_compile_manifest(a, source->file, held->text, &manifest, err));
	GAFF_TRY(gaff_doc_parse(a, held->text, gaff_doc_syntax_of(source->file), &doc, err));
	for (size_t i = 0; i < manifest.n; i++) {
		struct gaff_hook hook;
		const char *name;

		GAFF_TRY(gaff_manifest_hook(a, gaff_hosts, &manifest, i, &hook, err));
		name = hook.name.n ? gaff_arena_cstr(a, hook.name) : NULL;
		if (name)
			add(s, (struct named_hook){ source, held, i, name, hook.enabled,
						    place_of(&doc, i) });
	}
	return GAFF_OK;
}

enum gaff_rc named_hooks_find(struct named_hooks *s, struct gaff_err *err)
{
	struct gaff_project project;
	char here[PATH_MAX];

	if (!getcwd(here, sizeof here))
		return gaff_fail(err, GAFF_EIO, "cannot find the current directory");
	GAFF_TRY(gaff_project_at(s->arena, here, &project, err));
	GAFF_TRY(gaff_load(s->arena, &project, NULL, 0, &s->sources, err));
	for (size_t i = 0; i < s->sources.n; i++) {
		const struct gaff_source *source = &s->sources.item[i];
		struct gaff_err why;

		if ((s->user_only && source->scope != GAFF_MANIFEST_USER) ||
		    (s->project_only && source->scope != GAFF_MANIFEST_PROJECT) ||
		    read_source(s, source, &why) == GAFF_OK)
			continue;
		s->skipped(s, source->file, &why);
	}
	return gaff_arena_check(s->arena, err);
}

/* ---- the change ---- */

static enum gaff_rc edit(const struct named_hooks *s, const struct named_hook *hook, bool enables,
			 struct sv *out, struct gaff_err *err)
{
	const struct sv path[] = { SV("hooks"), gaff_json_edit_at(hook->i), SV("enabled") };

	if (gaff_doc_syntax_of(hook->source->file) == GAFF_DOC_YAML)
		return gaff_yaml_edit_flag(s->arena, hook->held->text, SV("hooks"), hook->i,
					   SV("enabled"), enables, out, err);
	return gaff_json_edit_set(s->arena, hook->held->text, path, 3,
				  enables ? SV("true") : SV("false"), out, err);
}

/* It was trusted and is now what its user has made of it: that is trusted too. */
static enum gaff_rc pin_again(struct named_hooks *s, const struct named_hook *hook, struct sv text,
			      struct gaff_err *err)
{
	struct gaff_trust trust = hook->source->trust;
	size_t i = 0;
	struct gaff_trust_state state;

	while (i < trust.n && !trust.state[i].is_now)
		i++;
	if (i == trust.n)
		return gaff_fail(err, GAFF_EIO, "it is not trusted any more");
	state = trust.state[i];
	gaff_sha256(text, state.manifest);
	return gaff_trust_add(s->arena, &trust, &state, text, err);
}

const char *named_hook_trust(const struct named_hook *hook)
{
	const struct gaff_source *source = hook->source;

	if (source->scope != GAFF_MANIFEST_PROJECT)
		return NULL;
	return source->problem.rc == GAFF_OK && sv_eq(source->text, hook->held->text) ? "kept"
										      : "needed";
}

/* A checkout could have a link to a manifest of somebody else; gaff runs none through a link. */
bool named_hook_is_linked(const struct named_hook *hook)
{
	const struct gaff_source *source = hook->source;
	struct stat s;

	return source->scope == GAFF_MANIFEST_PROJECT &&
	       ((lstat(source->file, &s) == 0 && S_ISLNK(s.st_mode)) ||
		(lstat(source->folder, &s) == 0 && S_ISLNK(s.st_mode)));
}

enum gaff_rc named_hook_switch(struct named_hooks *s, const struct named_hook *hook, bool enables,
			       bool is_dry, struct sv *after, struct gaff_err *err)
{
	const char *trust = named_hook_trust(hook);

	*after = hook->held->text;
	if (hook->enabled == enables)
		return GAFF_OK;
	GAFF_TRY(edit(s, hook, enables, after, err));
	if (is_dry)
		return GAFF_OK;
	GAFF_TRY(gaff_swap_write(hook->held, *after, err));
	return trust && strcmp(trust, "kept") == 0 ? pin_again(s, hook, *after, err) : GAFF_OK;
}
