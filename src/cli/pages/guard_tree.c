#include <stdio.h>

#include "cli/pages/guard.h"
#include "text/shell/shell.h"

/*
 * What a command line was read as: a line for each command, what is inside of one below it.
 *
 *	pipe
 *	  echo --hard
 *	  xargs git $(cat word)
 *	    $(...)
 *	      cat word
 */

enum { STEP = 2, DEPTH_MOST = 24 };

struct tree {
	const struct sheet *sheet;
	struct sv text;
	const char *label; /* of the first line */
};

static void put_nodes(struct tree *t, const struct shell_node *node, size_t depth);
static void put_stages(struct tree *t, const struct shell_node *node, size_t depth);

static void put_line(struct tree *t, size_t depth, struct sv text)
{
	struct buf b = buf_in(t->sheet->arena);

	for (size_t i = 0; i < depth * STEP; i++)
		buf_addc(&b, ' ');
	gaff_buf_add(&b, text);
	sheet_text(t->sheet, 0, t->label, COLOR_NONE, buf_sv(&b));
	t->label = "";
}

/* As it is written. */
static void add_word(const struct tree *t, struct buf *b, const struct shell_word *word)
{
	size_t at = word->at < t->text.n ? word->at : t->text.n;
	size_t n = word->n < t->text.n - at ? word->n : t->text.n - at;

	gaff_buf_add(b, (struct sv){ t->text.p + at, n });
}

static void put_inside(struct tree *t, const struct shell_word *word, size_t depth)
{
	for (; word && depth < DEPTH_MOST; word = word->next) {
		for (const struct shell_part *p = word->part; p; p = p->next) {
			if (p->node) {
				put_line(t, depth,
					 p->kind == SHELL_PROCESS ? SV("<(...)") : SV("$(...)"));
				put_nodes(t, p->node, depth + 1);
			}
			put_inside(t, p->word, depth + 1);
		}
	}
}

static struct sv operator_of(const struct shell_redirect *r)
{
	static const struct sv operators[] = {
		[SHELL_READ] = SV_INIT("<"),          [SHELL_WRITE] = SV_INIT(">"),
		[SHELL_APPEND] = SV_INIT(">>"),       [SHELL_READ_FD] = SV_INIT("<&"),
		[SHELL_WRITE_FD] = SV_INIT(">&"),     [SHELL_WRITE_ALL] = SV_INIT("&>"),
		[SHELL_APPEND_ALL] = SV_INIT("&>>"),  [SHELL_HERE_DOC] = SV_INIT("<<"),
		[SHELL_HERE_STRING] = SV_INIT("<<<"),
	};

	return r->is_both ? SV("<>") : operators[r->op];
}

static void add_redirects(const struct tree *t, struct buf *b, const struct shell_redirect *r)
{
	for (; r; r = r->next) {
		char fd[16];

		(void)snprintf(fd, sizeof fd, "%d", r->fd);
		BUF_JOIN(b, b->n ? SV("  ") : SV(""), sv_of(fd), operator_of(r), SV(" "));
		if (r->op == SHELL_HERE_DOC) /* may be long, and is shown with what reads it */
			gaff_buf_add(b, SV("(a text)"));
		else
			add_word(t, b, r->target);
	}
}

/* "x=reset git $x  1> out", and what is substituted in it. */
static void put_command(struct tree *t, const struct shell_node *node, struct sv name, size_t depth)
{
	struct buf b = buf_in(t->sheet->arena);

	gaff_buf_add(&b, name);
	for (const struct shell_assign *as = node->assigns; as; as = as->next) {
		BUF_JOIN(&b, b.n ? SV(" ") : SV(""), as->name, as->is_append ? SV("+=") : SV("="),
			 as->is_array ? SV("(") : SV(""));
		for (const struct shell_word *w = as->value; w; w = w->next) {
			add_word(t, &b, w);
			gaff_buf_add(&b, w->next ? SV(" ") : SV(""));
		}
		gaff_buf_add(&b, as->is_array ? SV(")") : SV(""));
	}
	for (const struct shell_word *w = node->words; w; w = w->next) {
		gaff_buf_add(&b, b.n ? SV(" ") : SV(""));
		add_word(t, &b, w);
	}
	add_redirects(t, &b, node->redirects);
	gaff_buf_add(&b, node->is_background ? SV("  &") : SV(""));
	put_line(t, depth, buf_sv(&b));
	for (const struct shell_assign *as = node->assigns; as; as = as->next)
		put_inside(t, as->value, depth + 1);
	put_inside(t, node->words, depth + 1);
	for (const struct shell_redirect *r = node->redirects; r; r = r->next)
		put_inside(t, r->target, depth + 1);
}

static struct sv name_of(enum shell_kind kind)
{
	static const struct sv names[] = {
		[SHELL_SIMPLE] = SV_INIT(""),          [SHELL_PIPE] = SV_INIT("pipe"),
		[SHELL_LIST] = SV_INIT("list"),        [SHELL_GROUP] = SV_INIT("{ }"),
		[SHELL_SUBSHELL] = SV_INIT("( )"),     [SHELL_IF] = SV_INIT("if"),
		[SHELL_LOOP] = SV_INIT("while"),       [SHELL_FOR] = SV_INIT("for"),
		[SHELL_CASE] = SV_INIT("case"),        [SHELL_FUNCTION] = SV_INIT("function"),
		[SHELL_TEST] = SV_INIT("[["),          [SHELL_MATH] = SV_INIT("(( ))"),
		[SHELL_COPROC] = SV_INIT("coproc"),    [SHELL_TIME] = SV_INIT("time or !"),
		[SHELL_OPAQUE] = SV_INIT("not read:"),
	};

	return names[kind];
}

static void put_node(struct tree *t, const struct shell_node *node, size_t depth)
{
	struct buf b = buf_in(t->sheet->arena);

	/* a list or a pipe of one is only that one */
	if ((node->kind == SHELL_LIST || node->kind == SHELL_PIPE) && node->child &&
	    !node->child->next && !node->redirects) {
		put_nodes(t, node->child, depth);
		return;
	}
	gaff_buf_add(&b, name_of(node->kind));
	if (node->kind == SHELL_OPAQUE && node->why) {
		BUF_JOIN(&b, SV(" "), sv_of(node->why));
	}
	put_command(t, node, buf_sv(&b), depth);
	if (node->kind == SHELL_PIPE)
		put_stages(t, node->child, depth + 1);
	else
		put_nodes(t, node->child, depth + 1);
}

/* Of a pipe: what joins them needs no line. */
static void put_stages(struct tree *t, const struct shell_node *node, size_t depth)
{
	for (; node && depth < DEPTH_MOST; node = node->next)
		put_node(t, node, depth);
}

static void put_nodes(struct tree *t, const struct shell_node *node, size_t depth)
{
	static const struct {
		char joint;
		struct sv word;
	} joints[] = { { '&', SV_INIT("&&") }, { '|', SV_INIT("||") } };

	if (node && depth >= DEPTH_MOST) {
		put_line(t, depth, SV("... (deeper than is shown)"));
		return;
	}
	for (; node; node = node->next) {
		put_node(t, node, depth);
		for (size_t i = 0; i < COUNT_OF(joints); i++)
			if (node->next && node->joint == joints[i].joint)
				put_line(t, depth, joints[i].word);
	}
}

enum gaff_rc guard_print_tree(const struct sheet *sheet, struct sv command, struct gaff_err *err)
{
	struct tree t = { .sheet = sheet, .label = "parse" };
	struct shell shell;

	GAFF_TRY(gaff_shell_parse(sheet->arena, command, &shell, err));
	t.text = shell.text;
	if (shell.root)
		put_nodes(&t, shell.root, 0);
	else
		put_line(&t, 0, SV("nothing"));
	if (shell.is_incomplete)
		put_line(&t, 0, SV("(the text ends before it is complete)"));
	return GAFF_OK;
}
