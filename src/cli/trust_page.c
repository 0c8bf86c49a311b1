#include "cli/trust_page.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/plain.h"

/* What a manifest says is a stranger's: no control characters, and nothing left out. */

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

static void print_matcher(const struct trust_page *page, const char *label, struct json value)
{
	if (!value.n)
		return;
	printf("     %-10s", label);
	plain_print(page->arena, json_sv(value));
	printf("\n");
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

static void print_hook(const struct trust_page *page, const struct gaff_hook *hook)
{
	printf("\n%3zu  ", hook->number);
	if (hook->name.n) {
		plain_print(page->arena, hook->name);
		printf(", ");
	}
	printf("on ");
	plain_print(page->arena, hook->event_name);
	printf("%s%s%s\n", hook->blocking ? ", may block" : "", hook->async ? ", async" : "",
	       hook->enabled ? "" : ", not enabled");
	printf("     %-10s", kind_name(hook->kind));
	plain_print(page->arena, what_it_does(hook));
	printf("\n");
	print_matcher(page, "matcher", hook->matcher);
	print_matcher(page, "paths", hook->paths);
	print_matcher(page, "env", hook->env);
	print_matcher(page, "headers", hook->headers);
	if (hook->cwd.n) {
		printf("     %-10s", "in");
		plain_print(page->arena, hook->cwd);
		printf("\n");
	}
	print_needs(hook);
}

static void print_line(const struct trust_page *page, const char *label, struct sv text)
{
	if (!text.n)
		return;
	printf("     %-10s", label);
	plain_print(page->arena, text);
	printf("\n");
}

static const char *decision_name(enum gaff_decision decision)
{
	return decision == GAFF_DENY ? "denies" : decision == GAFF_ASK ? "asks" : "allows";
}

static void print_rule(const struct trust_page *page, const struct gaff_rule *rule)
{
	struct gaff_hook hook = gaff_rule_hook(page->arena, rule);

	printf("\n%3zu  ", rule->number);
	plain_print(page->arena, hook.name);
	printf(", on ");
	plain_print(page->arena, hook.event_name);
	printf(", %s%s\n", decision_name(rule->decision), rule->enabled ? "" : ", not enabled");
	print_matcher(page, "tool", rule->tool);
	print_matcher(page, "program", rule->program);
	print_matcher(page, "words", rule->words);
	print_matcher(page, "paths", rule->paths);
	print_line(page, "content", rule->content);
	print_line(page, "reason", rule->reason);
	print_line(page, "instead", rule->suggestion);
}

static void print_text(const struct trust_page *page, struct sv path)
{
	struct arena *a = page->arena;
	const char *name = gaff_arena_cstr(a, path);
	int fd = name ? open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;
	struct gaff_err err;
	struct sv text;

	if (fd < 0 || gaff_fs_read(a, fd, GAFF_MANIFEST_MAX, &text, &err) != GAFF_OK) {
		printf("     (it cannot be shown)\n");
	} else {
		while (text.n) {
			const char *end = memchr(text.p, '\n', text.n);
			struct sv line = { text.p, end ? (size_t)(end - text.p) : text.n };

			printf("     | ");
			plain_print(page->arena, line);
			printf("\n");
			text = sv_skip(text, line.n + (end != NULL));
		}
	}
	if (fd >= 0)
		(void)close(fd);
}

void trust_print_page(const struct trust_page *page)
{
	plain_print(page->arena, sv_of(page->file));
	printf(": %zu hook%s", page->n_hooks, page->n_hooks == 1 ? "" : "s");
	if (page->n_rules)
		printf(", %zu rule%s", page->n_rules, page->n_rules == 1 ? "" : "s");
	printf("\n");
	for (size_t i = 0; i < page->n_rules; i++)
		print_rule(page, &page->rule[i]);
	for (size_t i = 0; i < page->n_hooks; i++)
		print_hook(page, &page->hook[i]);
	printf("\nfiles, which are pinned:\n");
	for (size_t i = 0; i < page->trust.n; i++) {
		const struct gaff_pin *pin = &page->trust.pin[i];

		printf("  %.12s\u2026  ", pin->sha256);
		plain_print(page->arena, pin->path);
		printf("\n");
		if (page->wants_scripts && i)
			print_text(page, pin->path);
	}
}

static void write_rules(struct json_writer *w, const struct trust_page *page)
{
	gaff_json_key(w, SV("rules"));
	gaff_json_open(w, '[');
	for (size_t i = 0; i < page->n_rules; i++) {
		const struct gaff_rule *rule = &page->rule[i];
		const struct {
			struct sv key;
			struct json value;
		} fields[] = { { SV("tool"), rule->tool },
			       { SV("program"), rule->program },
			       { SV("words"), rule->words },
			       { SV("paths"), rule->paths } };

		gaff_json_open(w, '{');
		json_member_string(w, SV("name"), rule->name);
		json_member_string(w, SV("event"), gaff_rule_hook(page->arena, rule).event_name);
		for (size_t k = 0; k < COUNT_OF(fields); k++)
			if (fields[k].value.n)
				json_member(w, fields[k].key, json_sv(fields[k].value));
		if (rule->content.n)
			json_member_string(w, SV("content"), rule->content);
		json_member_string(w, SV("decision"),
				   rule->decision == GAFF_DENY  ? SV("deny")
				   : rule->decision == GAFF_ASK ? SV("ask")
								: SV("allow"));
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, ']');
}

void trust_print_json(const struct trust_page *page)
{
	struct buf b = buf_in(page->arena);
	struct json_writer w = { .out = &b };
	char number[32];

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("manifest"), sv_of(page->file));
	gaff_json_key(&w, SV("hooks"));
	gaff_json_open(&w, '[');
	for (size_t i = 0; i < page->n_hooks; i++) {
		const struct gaff_hook *hook = &page->hook[i];

		gaff_json_open(&w, '{');
		(void)snprintf(number, sizeof number, "%zu", hook->number);
		json_member(&w, SV("number"), sv_of(number));
		if (hook->name.n)
			json_member_string(&w, SV("name"), hook->name);
		json_member_string(&w, SV("event"), hook->event_name);
		json_member(&w, SV("blocking"), hook->blocking ? SV("true") : SV("false"));
		json_member(&w, SV("handler"), json_sv(hook->handler));
		if (hook->matcher.n)
			json_member(&w, SV("matcher"), json_sv(hook->matcher));
		if (hook->paths.n)
			json_member(&w, SV("paths"), json_sv(hook->paths));
		gaff_json_key(&w, SV("capabilities"));
		gaff_json_open(&w, '[');
		for (size_t k = 0; k < GAFF_CAP_COUNT; k++)
			if (hook->needs >> k & 1)
				gaff_json_string(&w, gaff_capability_name((enum gaff_capability)k));
		gaff_json_close(&w, ']');
		gaff_json_close(&w, '}');
	}
	gaff_json_close(&w, ']');
	if (page->n_rules)
		write_rules(&w, page);
	gaff_json_key(&w, SV("files"));
	gaff_json_open(&w, '[');
	for (size_t i = 0; i < page->trust.n; i++) {
		gaff_json_open(&w, '{');
		json_member_string(&w, SV("path"), page->trust.pin[i].path);
		json_member_string(&w, SV("sha256"), sv_of(page->trust.pin[i].sha256));
		gaff_json_close(&w, '}');
	}
	gaff_json_close(&w, ']');
	gaff_json_close(&w, '}');
	if (buf_ok(&b))
		printf("%.*s\n", SV_ARG(buf_sv(&b)));
}
