#include "cli/cli.h"

#include <stdio.h>

#include "cli/print/plain.h"
#include "run/load/named_hooks.h"
#include "text/near.h"

struct switching {
	struct named_hooks hooks;
	const struct cli_command *command;
	bool enables, is_dry, is_json;
};

static const struct cli_option options[] = {
	CLI_FLAG("user", struct switching, hooks.user_only, "in your own manifest alone"),
	CLI_FLAG("project", struct switching, hooks.project_only,
		 "in the project's manifests alone"),
	CLI_FLAG("dry-run", struct switching, is_dry, "show what would change, and change nothing"),
	CLI_FLAG("json", struct switching, is_json, "print what was done as JSON"),
};

static void say_place(const struct switching *s, const char *file, size_t line, size_t column)
{
	fprintf(stderr, "gaff %s: %s", s->command->name, gaff_plain_text(s->hooks.arena, file));
	if (line)
		fprintf(stderr, ":%zu:%zu", line, column);
	fprintf(stderr, ": ");
}

/* The list is the first member. */
static void say_skipped(struct named_hooks *hooks, const char *file, const struct gaff_err *why)
{
	say_place((const struct switching *)hooks, file, why->line, why->column);
	fprintf(stderr, "%s; its hooks are left out\n", why->msg);
}

/* Short enough for a message. */
static const char *shown(const struct switching *s, const char *name)
{
	struct buf b = buf_in(s->hooks.arena);

	gaff_plain_add(&b, sv_of(name), 80);
	buf_addc(&b, '\0');
	return buf_ok(&b) ? b.p : "";
}

static void say_none(const struct switching *s, const char *name)
{
	const char **names = gaff_arena_alloc(s->hooks.arena, (s->hooks.n + 1) * sizeof *names),
		   *near;

	for (size_t i = 0; names && i < s->hooks.n; i++)
		names[i] = s->hooks.hook[i].name;
	near = names ? gaff_nearest(name, names, s->hooks.n) : NULL;
	fprintf(stderr, "gaff %s: no hook is called '%s'; ", s->command->name, shown(s, name));
	if (near)
		fprintf(stderr, "did you mean '%s'?\n", shown(s, near));
	else if (!s->hooks.n)
		fprintf(stderr, "none has a name: add \"name\" to it\n");
	for (size_t i = 0; !near && i < s->hooks.n; i++)
		fprintf(stderr, "%s%s%s", i ? ", " : "there are: ", shown(s, s->hooks.hook[i].name),
			i + 1 < s->hooks.n ? "" : "\n");
}

static const struct named_hook *find(const struct switching *s, const char *name)
{
	const struct named_hook *found = NULL;
	size_t n = 0;
	bool one_scope = true;

	for (size_t i = 0; i < s->hooks.n; i++) {
		if (strcmp(s->hooks.hook[i].name, name) != 0)
			continue;
		one_scope = one_scope &&
			    (!found || found->source->scope == s->hooks.hook[i].source->scope);
		found = &s->hooks.hook[i];
		n++;
	}
	if (n == 0)
		say_none(s, name);
	if (n < 2)
		return found;
	fprintf(stderr, "gaff %s: %zu hooks are called that; %s:\n", s->command->name, n,
		one_scope ? "give them names of their own" : "add --user or --project");
	for (size_t i = 0; i < s->hooks.n; i++)
		if (strcmp(s->hooks.hook[i].name, name) == 0)
			fprintf(stderr, "  %s:%zu:%zu\n",
				gaff_plain_text(s->hooks.arena, s->hooks.hook[i].source->file),
				s->hooks.hook[i].place.line, s->hooks.hook[i].place.column);
	return NULL;
}

/* ---- the change ---- */

static void tell(const struct switching *s, const struct named_hook *hook, const char *trust,
		 bool changed)
{
	struct buf b = buf_in(s->hooks.arena);
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
	printf("%s:%zu: %s %s %s\n", gaff_plain_text(s->hooks.arena, hook->source->file),
	       hook->place.line, gaff_plain_text(s->hooks.arena, hook->name),
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

static enum gaff_rc change(struct switching *s, const struct named_hook *hook, struct gaff_err *err)
{
	bool changed = hook->enabled != s->enables;
	struct sv after;

	GAFF_TRY(named_hook_switch(&s->hooks, hook, s->enables, s->is_dry, &after, err));
	tell(s, hook, named_hook_trust(hook), changed);
	if (changed && s->is_dry && !s->is_json)
		plain_diff(s->hooks.arena, hook->source->file, hook->held->text, after);
	return GAFF_OK;
}

static int switch_hook(struct switching *s, const char *name)
{
	const struct named_hook *hook;
	struct gaff_err err;

	if (named_hooks_find(&s->hooks, &err) != GAFF_OK)
		return cli_fail(CLI_FATAL, " %s: %s", s->command->name, err.msg);
	hook = find(s, name);
	if (!hook)
		return CLI_NO;
	if (hook->source->scope == GAFF_MANIFEST_SYSTEM || named_hook_is_linked(hook)) {
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
	struct switching s = { .hooks = { .arena = a, .skipped = say_skipped },
			       .command = command,
			       .enables = enables };
	int code;

	if (!cli_parse(command, &s, &argc, &argv, &code))
		return code;
	if (argc != 1)
		return cli_usage("%s: which hook? Give one name", command->name);
	if (s.hooks.user_only && s.hooks.project_only)
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
