#include "cli/pages/trust_page.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/print/plain.h"
#include "cli/print/visible.h"
#include "doctor/health.h"
#include "text/diff.h"

/* What a manifest says is a stranger's: what is shown is what runs, and nothing is left out. */

enum { INDENT = 15, BLANKS_MAX = 8, SCRIPT_BLANKS_MAX = 60 };

static void show(const struct trust_look *page, struct sv text)
{
	visible_print(page->arena, text, INDENT, BLANKS_MAX);
}

/* A label, a text of the project's between two of ours, and the end of the line. */
static void put(const struct trust_look *page, const char *label, const char *before,
		struct sv text, const char *behind)
{
	printf("     %-10s%s", label, before);
	show(page, text);
	printf("%s\n", behind);
}

/* The same, where there is one. */
static void put_given(const struct trust_look *page, const char *label, struct sv text)
{
	if (text.n)
		put(page, label, "", text, "");
}

static const char *kind_name(enum gaff_handler_kind kind)
{
	static const char *const names[] = { [GAFF_HANDLER_COMMAND] = "runs",
					     [GAFF_HANDLER_HTTP] = "posts to",
					     [GAFF_HANDLER_PROMPT] = "prompt",
					     [GAFF_HANDLER_AGENT] = "agent" };

	return names[kind];
}

static struct sv what_it_does(const struct gaff_hook *hook)
{
	return hook->kind == GAFF_HANDLER_COMMAND ? hook->command
	       : hook->kind == GAFF_HANDLER_HTTP  ? hook->url
						  : hook->prompt;
}

static void print_needs(const struct gaff_hook *hook)
{
	const char *comma = "";

	if (!hook->needs)
		return;
	printf("     %-10s", "needs");
	for (size_t i = 0; i < GAFF_CAP_COUNT; i++) {
		if (!(hook->needs >> i & 1))
			continue;
		printf("%s%.*s", comma, SV_ARG(gaff_capability_name((enum gaff_capability)i)));
		comma = ", ";
	}
	printf("\n");
}

static void print_hook(const struct trust_look *page, const struct gaff_hook *hook)
{
	printf("\n%3zu  ", hook->number);
	if (hook->name.n) {
		show(page, hook->name);
		printf(", ");
	}
	printf("on ");
	show(page, hook->event_name);
	printf("%s%s%s\n", hook->blocking ? ", may block" : "", hook->async ? ", async" : "",
	       hook->enabled ? "" : ", not enabled");
	put(page, kind_name(hook->kind), "", what_it_does(hook), "");
	put_given(page, "matcher", json_sv(hook->matcher));
	put_given(page, "paths", json_sv(hook->paths));
	put_given(page, "env", json_sv(hook->env));
	put_given(page, "headers", json_sv(hook->headers));
	put_given(page, "in", hook->cwd);
	print_needs(hook);
}

static const struct {
	const char *does;
	struct sv name;
} decisions[] = {
	[GAFF_NONE] = { "allows", SV_INIT("allow") },
	[GAFF_ALLOW] = { "allows", SV_INIT("allow") },
	[GAFF_ASK] = { "asks", SV_INIT("ask") },
	[GAFF_DENY] = { "denies", SV_INIT("deny") },
};

static void print_rule(const struct trust_look *page, const struct gaff_rule *rule)
{
	struct gaff_hook hook = gaff_rule_hook(page->arena, rule);

	printf("\n%3zu  ", rule->number);
	show(page, hook.name);
	printf(", on ");
	show(page, hook.event_name);
	printf(", %s%s\n", decisions[rule->decision].does, rule->enabled ? "" : ", not enabled");
	put_given(page, "tool", json_sv(rule->tool));
	put_given(page, "program", json_sv(rule->program));
	put_given(page, "words", json_sv(rule->words));
	put_given(page, "paths", json_sv(rule->paths));
	put_given(page, "content", rule->content);
	put_given(page, "reason", rule->reason);
	put_given(page, "instead", rule->suggestion);
}

static void print_lines(const struct trust_look *page, const char *before, struct sv text)
{
	while (text.n) {
		printf("%s", before);
		visible_print(page->arena, sv_take(&text, '\n'), INDENT, SCRIPT_BLANKS_MAX);
		printf("\n");
	}
}

static void print_text(const struct trust_look *page, const char *name)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct gaff_err err;
	struct sv text;

	if (fd < 0 || gaff_fs_read(page->arena, fd, GAFF_MANIFEST_MAX, &text, &err) != GAFF_OK)
		printf("     (it cannot be shown)\n");
	else
		print_lines(page, "     | ", text);
	if (fd >= 0)
		(void)close(fd);
}

static void print_unpinned(const struct trust_look *page, size_t i)
{
	const struct gaff_hook *hook = &page->hook[i];
	const struct gaff_pins *pins = &page->pins[i];
	struct sv program = trust_unknown_program(page, hook), missing;

	if (hook->kind != GAFF_HANDLER_COMMAND)
		return;
	if (page->refused[i].rc != GAFF_OK)
		put(page, "NOT PINNED", "", sv_of(page->refused[i].msg),
		    "; this hook is not trusted, and does not run");
	if (gaff_command_left_out(page->arena, hook->command, hook->env, page->trust.root,
				  &missing))
		put(page, "NOT FOUND", "", missing, "");
	for (size_t k = 0; k < pins->n_more; k++) {
		put(page, "unpinned", "", pins->more[k],
		    " runs what the project tells it to; only what it reads first is pinned");
		if (sv_eq(program, pins->more[k]))
			program.n = 0;
	}
	if (pins->has_made_names)
		printf("     %-10sfiles whose names a script puts together as it runs\n",
		       "unpinned");
	if (program.n)
		put(page, "unpinned", "what ", program,
		    " reads by itself, such as its settings in the project");
	for (size_t k = 0; k < pins->n; k++) {
		if (!trust_is_machine_code(page, &pins->pin[k]))
			continue;
		put(page, "unpinned", "what ", pins->pin[k].path, " loads by itself");
	}
	for (size_t k = 0; k < pins->n; k++)
		if (pins->pin[k].kind == GAFF_PIN_FOLDER)
			put(page, "unpinned", "other files in ", pins->pin[k].path, "");
}

/* ---- the page ---- */

static void print_difference(const struct trust_look *page)
{
	struct gaff_err ignored;
	struct sv diff;

	if (!page->has_before || sv_eq(page->before, page->text) ||
	    gaff_diff(page->arena, SV("trusted"), SV("now"), page->before, page->text, &diff,
		      &ignored) != GAFF_OK)
		return;
	printf("\nwhat is different from the manifest that was trusted last:\n");
	print_lines(page, "  ", diff);
}

static void print_files(const struct trust_look *page, bool wants_scripts)
{
	printf("\nfiles, which are pinned:\n");
	for (size_t i = 0; i < page->n_pinned; i++) {
		const struct trust_file *file = &page->pinned[i];

		if (file->kind == GAFF_PIN_FILE)
			printf("  %.12s\u2026  ", file->sha256);
		else
			printf("  %-13s  ", file->kind == GAFF_PIN_FOLDER ? "a folder" : "no file");
		show(page, sv_of(file->path));
		printf("%s\n", file->is_new ? "  (new or changed)" : "");
		if (wants_scripts && i && file->kind == GAFF_PIN_FILE)
			print_text(page, file->path);
	}
	if (!page->has_policy)
		printf("  that there is no policy.json\n");
}

void trust_print_page(const struct trust_look *page, bool wants_scripts)
{
	if (page->file) {
		show(page, sv_of(page->file));
		printf(": %zu hook%s", page->n_hooks, page->n_hooks == 1 ? "" : "s");
	} else {
		show(page, sv_of(page->gaff_folder));
		printf(": no hooks");
	}
	if (page->n_rules)
		printf(", %zu rule%s", page->n_rules, page->n_rules == 1 ? "" : "s");
	printf("\n");
	for (size_t i = 0; i < page->n_rules; i++)
		print_rule(page, &page->rule[i]);
	for (size_t i = 0; i < page->n_hooks; i++) {
		print_hook(page, &page->hook[i]);
		print_unpinned(page, i);
	}
	if (page->has_policy) {
		printf("\npolicy.json:\n     ");
		visible_print(page->arena, page->policy, 5, SCRIPT_BLANKS_MAX);
		printf("\n");
	}
	print_difference(page);
	print_files(page, wants_scripts);
}

static void write_given(struct json_writer *w, struct sv key, struct json value)
{
	if (value.n)
		json_member(w, key, json_sv(value));
}

static void write_rules(struct json_writer *w, const struct trust_look *page)
{
	gaff_json_member_open(w, SV("rules"), '[');
	for (size_t i = 0; i < page->n_rules; i++) {
		const struct gaff_rule *rule = &page->rule[i];
		gaff_json_open(w, '{');
		json_member_string(w, SV("name"), rule->name);
		json_member_string(w, SV("event"), gaff_rule_hook(page->arena, rule).event_name);
		write_given(w, SV("tool"), rule->tool);
		write_given(w, SV("program"), rule->program);
		write_given(w, SV("words"), rule->words);
		write_given(w, SV("paths"), rule->paths);
		if (rule->content.n)
			json_member_string(w, SV("content"), rule->content);
		json_member_string(w, SV("decision"), decisions[rule->decision].name);
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, ']');
}

void trust_print_json(const struct trust_look *page)
{
	struct buf b = buf_in(page->arena);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("manifest"), sv_of(page->file ? page->file : page->gaff_folder));
	gaff_json_member_open(&w, SV("hooks"), '[');
	for (size_t i = 0; i < page->n_hooks; i++) {
		const struct gaff_hook *hook = &page->hook[i];

		gaff_json_open(&w, '{');
		gaff_json_member_size(&w, SV("number"), hook->number);
		if (hook->name.n)
			json_member_string(&w, SV("name"), hook->name);
		json_member_string(&w, SV("event"), hook->event_name);
		gaff_json_member_bool(&w, SV("blocking"), hook->blocking);
		json_member(&w, SV("handler"), json_sv(hook->handler));
		write_given(&w, SV("matcher"), hook->matcher);
		write_given(&w, SV("paths"), hook->paths);
		gaff_json_member_open(&w, SV("capabilities"), '[');
		for (size_t k = 0; k < GAFF_CAP_COUNT; k++)
			if (hook->needs >> k & 1)
				gaff_json_string(&w, gaff_capability_name((enum gaff_capability)k));
		gaff_json_close(&w, ']');
		gaff_json_close(&w, '}');
	}
	gaff_json_close(&w, ']');
	if (page->n_rules)
		write_rules(&w, page);
	gaff_json_member_open(&w, SV("files"), '[');
	for (size_t i = 0; i < page->n_pinned; i++) {
		const struct trust_file *file = &page->pinned[i];

		gaff_json_open(&w, '{');
		json_member_string(&w, SV("path"), sv_of(file->path));
		if (file->kind == GAFF_PIN_FILE)
			json_member_string(&w, SV("sha256"), sv_of(file->sha256));
		else
			json_member_string(&w, SV("kind"),
					   file->kind == GAFF_PIN_FOLDER ? SV("folder")
									 : SV("other"));
		gaff_json_close(&w, '}');
	}
	gaff_json_close(&w, ']');
	gaff_json_close(&w, '}');
	if (buf_ok(&b))
		printf("%.*s\n", SV_ARG(buf_sv(&b)));
}
