/*
 * fuzz_shell.c - any bytes are read as a command line, into a tree that can be walked: it has an
 * end and a depth, everything in it stands in the text, and nothing that is never NULL is.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/limits.h"
#include "text/shell/shell.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct walk {
	size_t size, left; /* bytes of the text; things the tree may have */
	unsigned depth;
};

static void check(bool ok)
{
	if (!ok)
		abort();
}

static void check_span(const struct walk *w, size_t at, size_t n)
{
	check(at <= w->size && n <= w->size - at);
}

static void check_text(struct sv text)
{
	check(!text.n || !memchr(text.p, '\0', text.n));
}

static void enter(struct walk *w)
{
	check(w->left-- && ++w->depth <= 8 * GAFF_SHELL_DEPTH_MAX);
}

static void check_nodes(struct walk *w, const struct shell_node *node);
static void check_words(struct walk *w, const struct shell_word *word);

static void check_part(struct walk *w, const struct shell_part *part)
{
	check_text(part->text);
	check_text(part->op);
	check((part->kind == SHELL_COMMAND || part->kind == SHELL_PROCESS) == !!part->node);
	check(part->kind != SHELL_BRACE || part->word);
	check(part->kind != SHELL_TEXT || part->text.n);
	if (part->node) {
		check(!part->node->next);
		check_nodes(w, part->node);
	}
	check_words(w, part->word);
}

static void check_words(struct walk *w, const struct shell_word *word)
{
	enter(w);
	for (; word; word = word->next) {
		check(w->left--);
		check_span(w, word->at, word->n);
		for (const struct shell_part *part = word->part; part; part = part->next) {
			check(w->left--);
			check_part(w, part);
		}
	}
	w->depth--;
}

static void check_redirects(struct walk *w, const struct shell_redirect *redirect)
{
	for (; redirect; redirect = redirect->next) {
		check(w->left-- && redirect->target && !redirect->target->next);
		check(redirect->fd >= 0);
		check_words(w, redirect->target);
	}
}

static void check_assigns(struct walk *w, const struct shell_assign *assign)
{
	for (; assign; assign = assign->next) {
		check(w->left-- && (assign->value || assign->is_array));
		check(gaff_shell_is_name(assign->name));
		check_words(w, assign->value);
	}
}

static void check_nodes(struct walk *w, const struct shell_node *node)
{
	enter(w);
	for (; node; node = node->next) {
		check(w->left--);
		check_span(w, node->at, node->n);
		check(node->next || !node->joint);
		check((node->kind == SHELL_OPAQUE) == !!node->why);
		check(node->kind != SHELL_SIMPLE || node->words || node->assigns ||
		      node->redirects);
		check(node->kind != SHELL_PIPE || node->child);
		check_assigns(w, node->assigns);
		check_words(w, node->words);
		check_redirects(w, node->redirects);
		check_nodes(w, node->child);
	}
	w->depth--;
}

/* With so little memory it fails, and does nothing worse. */
static void check_little(struct sv text)
{
	char first[4096];
	size_t n = text.n ? (text.n * 251 + (unsigned char)text.p[0] * 16) % sizeof first : 0;
	struct gaff_err err;
	struct shell shell;
	struct arena a;

	gaff_arena_init(&a, first, n, 0);
	gaff_shell_parse(&a, text, &shell, &err);
	gaff_arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sv text = { (const char *)data, size };
	struct gaff_err err;
	struct shell shell;
	struct arena a;

	gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
	check(gaff_shell_parse(&a, text, &shell, &err) == GAFF_OK);
	check(shell.text.n <= size);
	if (shell.root) {
		struct walk w = { .size = shell.text.n, .left = 64 * size + 64 };

		check(shell.root->kind == SHELL_LIST && !shell.root->next);
		check_nodes(&w, shell.root);
	}
	gaff_arena_release(&a);
	check_little(text);
	return 0;
}
