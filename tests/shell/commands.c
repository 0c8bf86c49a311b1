/*
 * commands.c - the simple commands of command lines, for tests/shell/shell.mjs.
 *
 * Reads lines of JSON, {"command":TEXT}, and answers each with one line: the simple commands that
 * are visible by syntax, wherever in the tree they are, as [{"assigns":[…],"words":[…],
 * "redirects":[…]},…]. Quotes are removed; what is substituted is "${x}", "$()", "<()", "$(())".
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "text/json/json.h"
#include "text/shell/shell.h"

static void nodes(struct arena *a, struct json_writer *w, const struct shell_node *node);

static void word_text(struct buf *out, const struct shell_word *word)
{
	for (const struct shell_part *part = word->part; part; part = part->next) {
		switch (part->kind) {
		case SHELL_TEXT:
		case SHELL_GLOB:
			gaff_buf_add(out, part->text);
			break;
		case SHELL_PARAM:
			gaff_buf_add(out, SV("${"));
			gaff_buf_add(out, part->text);
			gaff_buf_add(out, SV("}"));
			break;
		case SHELL_COMMAND:
			gaff_buf_add(out, SV("$()"));
			break;
		case SHELL_PROCESS:
			gaff_buf_add(out, part->op);
			gaff_buf_add(out, SV("()"));
			break;
		case SHELL_ARITH:
			gaff_buf_add(out, SV("$(())"));
			break;
		case SHELL_TILDE:
			gaff_buf_add(out, SV("~"));
			gaff_buf_add(out, part->text);
			break;
		case SHELL_BRACE:
			for (const struct shell_word *one = part->word; one; one = one->next) {
				gaff_buf_add(out, one == part->word ? SV("{") : SV(","));
				word_text(out, one);
			}
			gaff_buf_add(out, SV("}"));
			break;
		}
	}
}

static void text_begin(struct buf *out, struct arena *a)
{
	*out = buf_in(a);
}

static void text_end(struct json_writer *w, const struct buf *text)
{
	gaff_json_string(w, buf_sv(text));
}

static void write_assign(struct arena *a, struct json_writer *w, const struct shell_assign *assign)
{
	const struct shell_word *word = assign->value;
	struct buf text;

	text_begin(&text, a);
	gaff_buf_add(&text, assign->name);
	gaff_buf_add(&text, assign->is_append ? SV("+=") : SV("="));
	for (; word; word = word->next) {
		word_text(&text, word);
		if (!assign->is_array)
			break;
		gaff_buf_add(&text, SV(" "));
	}
	text_end(w, &text);
}

static void write_redirect(struct arena *a, struct json_writer *w,
			   const struct shell_redirect *redirect)
{
	static const char *const names[] = { "<", ">", ">>", "<&", ">&", "&>", "&>>", "<<", "<<<" };
	struct buf text;
	char fd[16];

	text_begin(&text, a);
	snprintf(fd, sizeof fd, "%d", redirect->fd);
	gaff_buf_add(&text, sv_of(fd));
	gaff_buf_add(&text, sv_of(redirect->is_both ? "<>" : names[redirect->op]));
	word_text(&text, redirect->target);
	text_end(w, &text);
}

static void write_simple(struct arena *a, struct json_writer *w, const struct shell_node *node)
{
	gaff_json_open(w, '{');
	gaff_json_key(w, SV("assigns"));
	gaff_json_open(w, '[');
	for (const struct shell_assign *assign = node->assigns; assign; assign = assign->next)
		write_assign(a, w, assign);
	gaff_json_close(w, ']');
	gaff_json_key(w, SV("words"));
	gaff_json_open(w, '[');
	for (const struct shell_word *word = node->words; word; word = word->next) {
		struct buf text;

		text_begin(&text, a);
		word_text(&text, word);
		text_end(w, &text);
	}
	gaff_json_close(w, ']');
	gaff_json_key(w, SV("redirects"));
	gaff_json_open(w, '[');
	for (const struct shell_redirect *r = node->redirects; r; r = r->next)
		write_redirect(a, w, r);
	gaff_json_close(w, ']');
	gaff_json_close(w, '}');
}

static void words(struct arena *a, struct json_writer *w, const struct shell_word *word)
{
	for (; word; word = word->next)
		for (const struct shell_part *part = word->part; part; part = part->next) {
			nodes(a, w, part->node);
			words(a, w, part->word);
		}
}

static void nodes(struct arena *a, struct json_writer *w, const struct shell_node *node)
{
	for (; node; node = node->next) {
		if (node->kind == SHELL_SIMPLE)
			write_simple(a, w, node);
		for (const struct shell_assign *x = node->assigns; x; x = x->next)
			words(a, w, x->value);
		words(a, w, node->words);
		for (const struct shell_redirect *r = node->redirects; r; r = r->next)
			words(a, w, r->target);
		nodes(a, w, node->child);
	}
}

static void run(struct sv line)
{
	struct json record;
	struct gaff_err err;
	struct shell shell;
	struct arena a;
	struct buf out;
	struct json_writer w = { .out = &out };
	struct sv text;

	gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
	out = buf_in(&a);
	if (gaff_json_parse(line, &record, &err) != GAFF_OK ||
	    !gaff_json_text(&a, gaff_json_get(record, SV("command")), &text) ||
	    gaff_shell_parse(&a, text, &shell, &err) != GAFF_OK)
		abort();
	gaff_json_open(&w, '[');
	nodes(&a, &w, shell.root);
	gaff_json_close(&w, ']');
	if (!buf_ok(&out))
		abort();
	printf("%.*s\n", SV_ARG(buf_sv(&out)));
	gaff_arena_release(&a);
}

int main(void)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t n;

	while ((n = getline(&line, &size, stdin)) > 0)
		run((struct sv){ line, (size_t)n });
	free(line);
	return 0;
}
