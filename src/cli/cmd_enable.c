#include "cli/cli.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/swap.h"
#include "cli/print/plain.h"
#include "agents/hosts.h"
#include "run/load/compiled.h"
#include "run/load/load.h"
#include "text/json/json_edit.h"
#include "text/near.h"
#include "text/yaml/yaml_edit.h"

/* A hook that has a name. */
struct named {
	const struct gaff_source *source;
	const struct gaff_held *held;
	size_t i;
	const char *name;
	bool enabled;
	struct gaff_place place;
};

struct switching {
	struct arena *arena;
	const struct cli_command *command;
	bool enables, is_dry, is_json, user_only, project_only;
	struct gaff_sources sources;
	struct named *hook;
	size_t n, room;
};

static const struct cli_option options[] = {
	CLI_FLAG("user", struct switching, user_only, "in your own manifest alone"),
	CLI_FLAG("project", struct switching, project_only, "in the project's manifests alone"),
	CLI_FLAG("dry-run", struct switching, is_dry, "show what would change, and change nothing"),
	CLI_FLAG("json", struct switching, is_json, "print what was done as JSON"),
};

/* ---- which hooks there are ---- */

static void add(struct switching *s, struct named hook)
{
	struct named *longer = gaff_arena_grow(s->arena, s->hook, s->n, &s->room, sizeof *longer);

	if (!longer)
		return; /* the arena remembers it */
	s->hook = longer;
	s->hook[s->n++] = hook;
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
static enum gaff_rc read_source(struct switching *s, const struct gaff_source *source,
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
			add(s, (struct named){ source, held, i, name, hook.enabled,
					       place_of(&doc, i) });
	}
	return GAFF_OK;
}

static void say_place(const struct switching *s, const char *file, size_t line, size_t column)
{
	fprintf(stderr, "gaff %s: %s", s->command->name, gaff_plain_text(s->arena, file));
	if (line)
		fprintf(stderr, ":%zu:%zu", line, column);
	fprintf(stderr, ": ");
}

static enum gaff_rc find_hooks(struct switching *s, struct gaff_err *err)
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
		say_place(s, source->file, why.line, why.column);
		fprintf(stderr, "%s; its hooks are left out\n", why.msg);
	}
	return gaff_arena_check(s->arena, err);
}

/* ---- the one that is meant ---- */

/* Short enough for a message. */
static const char *shown(const struct switching *s, const char *name)
{
	struct buf b = buf_in(s->arena);

	gaff_plain_add(&b, sv_of(name), 80);
	buf_addc(&b, '\0');
	return buf_ok(&b) ? b.p : "";
}

static void say_none(const struct switching *s, const char *name)
{
	const char **names = gaff_arena_alloc(s->arena, (s->n + 1) * sizeof *names), *near;

	for (size_t i = 0; names && i < s->n; i++)
		names[i] = s->hook[i].name;
	near = names ? gaff_nearest(name, names, s->n) : NULL;
	fprintf(stderr, "gaff %s: no hook is called '%s'; ", s->command->name, shown(s, name));
	if (near)
		fprintf(stderr, "did you mean '%s'?\n", shown(s, near));
	else if (!s->n)
		fprintf(stderr, "none has a name: add \"name\" to it\n");
	for (size_t i = 0; !near && i < s->n; i++)
		fprintf(stderr, "%s%s%s", i ? ", " : "there are: ", shown(s, s->hook[i].name),
			i + 1 < s->n ? "" : "\n");
}

static const struct named *find(const struct switching *s, const char *name)
{
	const struct named *found = NULL;
	size_t n = 0;
	bool one_scope = true;

	for (size_t i = 0; i < s->n; i++) {
		if (strcmp(s->hook[i].name, name) != 0)
			continue;
		one_scope = one_scope &&
			    (!found || found->source->scope == s->hook[i].source->scope);
		found = &s->hook[i];
		n++;
	}
	if (n == 0)
		say_none(s, name);
	if (n < 2)
		return found;
	fprintf(stderr, "gaff %s: %zu hooks are called that; %s:\n", s->command->name, n,
		one_scope ? "give them names of their own" : "add --user or --project");
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->hook[i].name, name) == 0)
			fprintf(stderr, "  %s:%zu:%zu\n",
				gaff_plain_text(s->arena, s->hook[i].source->file),
				s->hook[i].place.line, s->hook[i].place.column);
	return NULL;
}

/* ---- the change ---- */

static enum gaff_rc edit(const struct switching *s, const struct named *hook, struct sv *out,
			 struct gaff_err *err)
{
	const struct sv path[] = { SV("hooks"), gaff_json_edit_at(hook->i), SV("enabled") };

	if (gaff_doc_syntax_of(hook->source->file) == GAFF_DOC_YAML)
		return gaff_yaml_edit_flag(s->arena, hook->held->text, SV("hooks"), hook->i,
					   SV("enabled"), s->enables, out, err);
	return gaff_json_edit_set(s->arena, hook->held->text, path, 3,
				  s->enables ? SV("true") : SV("false"), out, err);
}

/* It was trusted and is now what its user has made of it: that is trusted too. */
static enum gaff_rc pin_again(struct switching *s, const struct named *hook, struct sv text,
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

static const char *trust_of(const struct named *hook)
{
	const struct gaff_source *source = hook->source;

	if (source->scope != GAFF_MANIFEST_PROJECT)
		return NULL;
	return source->problem.rc == GAFF_OK && sv_eq(source->text, hook->held->text) ? "kept"
										      : "needed";
}

static void tell(const struct switching *s, const struct named *hook, const char *trust,
		 bool changed)
{
	struct buf b = buf_in(s->arena);
	struct json_writer w = { .out = &b };

	if (s->is_json) {
		gaff_json_open(&w, '{');
		json_member_string(&w, SV("name"), sv_of(hook->name));
		json_member_string(&w, SV("file"), sv_of(hook->source->file));
		gaff_json_member_size(&w, SV("line"), hook->place.line);
		gaff_json_member_bool(&w, SV("enabled"), s->enables);
		gaff_json_member_bool(&w, SV("changed"), changed);
		if (trust && changed)
			json_member_string(&w, SV("trust"), sv_of(trust));
		gaff_json_close(&w, '}');
		printf("%.*s\n", SV_ARG(buf_sv(&b)));
		return;
	}
	printf("%s:%zu: %s %s %s\n", gaff_plain_text(s->arena, hook->source->file),
	       hook->place.line, gaff_plain_text(s->arena, hook->name),
	       !changed    ? "is already"
	       : s->is_dry ? "would be"
			   : "is now",
	       s->enables ? "enabled" : "disabled");
	if (trust && changed && strcmp(trust, "kept") == 0)
		printf("  You trusted this manifest before, and %s with the change.\n",
		       s->is_dry ? "would" : "do now");
	else if (trust && changed)
		printf("  The project's manifest is not trusted; to let it run: gaff trust\n");
}

static enum gaff_rc change(struct switching *s, const struct named *hook, struct gaff_err *err)
{
	const char *trust = trust_of(hook);
	struct sv after = hook->held->text;
	bool changed = hook->enabled != s->enables;

	if (changed)
		GAFF_TRY(edit(s, hook, &after, err));
	if (changed && !s->is_dry) {
		GAFF_TRY(gaff_swap_write(hook->held, after, err));
		if (trust && strcmp(trust, "kept") == 0)
			GAFF_TRY(pin_again(s, hook, after, err));
	}
	tell(s, hook, trust, changed);
	if (changed && s->is_dry && !s->is_json)
		plain_diff(s->arena, hook->source->file, hook->held->text, after);
	return GAFF_OK;
}

/* A checkout could have a link to a manifest of somebody else; gaff runs none through a link. */
static bool is_linked(const struct gaff_source *source)
{
	struct stat s;

	return source->scope == GAFF_MANIFEST_PROJECT &&
	       ((lstat(source->file, &s) == 0 && S_ISLNK(s.st_mode)) ||
		(lstat(source->folder, &s) == 0 && S_ISLNK(s.st_mode)));
}

static int switch_hook(struct switching *s, const char *name)
{
	const struct named *hook;
	struct gaff_err err;

	if (find_hooks(s, &err) != GAFF_OK) {
		fprintf(stderr, "gaff %s: %s\n", s->command->name, err.msg);
		return CLI_FATAL;
	}
	hook = find(s, name);
	if (!hook)
		return CLI_NO;
	if (hook->source->scope == GAFF_MANIFEST_SYSTEM || is_linked(hook->source)) {
		say_place(s, hook->source->file, hook->place.line, hook->place.column);
		fprintf(stderr, hook->source->scope == GAFF_MANIFEST_SYSTEM
					? "this hook is the system's, and is not changed\n"
					: "this is a link, and what it leads to is not changed\n");
		return CLI_NO;
	}
	if (change(s, hook, &err) == GAFF_OK)
		return CLI_OK;
	say_place(s, hook->source->file, err.line, err.column);
	fprintf(stderr, "%s\n", err.msg);
	return err.rc == GAFF_EUNSUPPORTED || err.rc == GAFF_EBUSY ? CLI_NO : CLI_FATAL;
}

static int run(struct arena *a, const struct cli_command *command, bool enables, int argc,
	       char **argv)
{
	struct switching s = { .arena = a, .command = command, .enables = enables };
	int code;

	if (!cli_parse(command, &s, &argc, &argv, &code))
		return code;
	if (argc != 1)
		return cli_usage("%s: which hook? Give one name", command->name);
	if (s.user_only && s.project_only)
		return cli_usage("%s: --user or --project, not both", command->name);
	return switch_hook(&s, argv[0]);
}

static int run_enable(struct arena *a, int argc, char **argv)
{
	return run(a, &cmd_enable, true, argc, argv);
}

static int run_disable(struct arena *a, int argc, char **argv)
{
	return run(a, &cmd_disable, false, argc, argv);
}

#define ARGS "NAME [--user|--project] [--dry-run] [--json]"

const struct cli_command cmd_enable = {
	.name = "enable",
	.args = ARGS,
	.help = "Switch a hook on, in its manifest",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.run = run_enable,
};

const struct cli_command cmd_disable = {
	.name = "disable",
	.args = ARGS,
	.help = "Switch a hook off, in its manifest",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.run = run_disable,
};
