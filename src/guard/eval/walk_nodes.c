#include "guard/eval/walk.h"

/* The tree of a shell text, walked as a shell would, with values instead of effects. */

/*
 * Behind && and || a command may be skipped, and what it sets may not be set. What it prints comes
 * behind what the one before it printed; behind || instead of it, as that has failed.
 */
static void list(struct walk *w, const struct shell_node *node, struct io io)
{
	struct value before = { 0 };
	char joint = ';';

	for (const struct shell_node *c = node; c && walk_step(w, 1); c = c->next) {
		const struct binding *env = w->env;
		struct io one = io;
		struct value printed = { 0 };

		one.is_parallel |= c->is_background;
		if (io.out && c->joint == '|' && joint != '|')
			before = *io.out;
		if (io.out && joint == '|') {
			printed = *io.out;
			*io.out = before;
		}
		walk_node(w, c, one);
		if (io.out && joint == '|')
			value_join(io.out, &printed);
		if (c->is_background)
			walk_leave(w, env);
		if (joint != ';')
			walk_join(w, env, w->env, env);
		joint = c->joint ? c->joint : ';';
	}
}

static void pipeline(struct walk *w, const struct shell_node *node, struct io io)
{
	const struct binding *env = w->env;
	struct value text[2];
	struct io stage = io;
	size_t k = 0;

	for (const struct shell_node *c = node->child; c && walk_step(w, 1); c = c->next) {
		struct value *out = &text[k ^= 1];

		stage.is_parallel = io.is_parallel || node->child->next;
		stage.out = c->next ? out : io.out;
		if (c->next)
			out->n = 0;
		w->main = NULL;
		walk_node(w, c, stage);
		if (!c->next)
			break;
		walk_leave(w, env);
		env = w->env;
		stage.kind = GAFF_STDIN_TEXT;
		stage.text = out;
		stage.fed_by = w->main;
	}
	if (node->child && node->child->next)
		walk_join(w, env, w->env, env);
}

static void if_node(struct walk *w, const struct shell_node *node, struct io io)
{
	struct branches ways;
	size_t n = 0, i = 0;

	for (const struct shell_node *c = node->child; c; c = c->next)
		n++;
	if (!n)
		return;
	walk_node(w, node->child, io);
	ways = walk_branches(w, io.out);
	for (const struct shell_node *c = node->child->next; c && walk_step(w, 1);
	     c = c->next, i++) {
		bool is_condition = i % 2 && c->next;

		walk_branch_begin(w, &ways);
		walk_node(w, c, io);
		if (is_condition)
			ways.env = w->env;
		else
			walk_branch_end(w, &ways);
	}
	if (n % 2 == 0) { /* there is no else */
		walk_branch_begin(w, &ways);
		walk_branch_end(w, &ways);
	}
	walk_branches_end(w, &ways);
}

/* What is different each time cannot be told. */
static void widen(struct walk *w, const struct binding *start, const struct binding *before)
{
	const struct binding *after = w->env;

	for (const struct binding *b = after; b && b != start && walk_step(w, 0); b = b->prev) {
		const struct binding *old, *new;
		struct value all;

		if (b->kind != BIND_VARIABLE)
			continue;
		new = walk_find(w, b->kind, b->name);
		if (!new || new->is_array)
			continue;
		old = walk_find_in(w, before, b->kind, b->name);
		all = old && !old->is_array ? old->value : value_any();
		value_join(&all, &new->value);
		if (!old || all.n != old->value.n) {
			all = value_any();
			walk_set(w, b->name, &all);
		}
	}
}

/* Twice; and what it then still changes can be anything when it comes round again. */
static void loop(struct walk *w, const struct shell_node *node, struct io io)
{
	const struct binding *env = w->env, *before = env;

	for (int round = 0; round < 3; round++) {
		const struct binding *start = w->env;

		for (const struct shell_node *c = node->child; c && walk_step(w, 1); c = c->next)
			walk_node(w, c, io);
		if (w->env == start)
			return;
		walk_join(w, env, w->env, env); /* what it set may be there the next time, or not */
		if (round == 1) {
			const struct binding *now = w->env;

			widen(w, env, before);
			if (w->env == now)
				return;
		}
		before = w->env;
	}
}

/* What a loop goes through that names nothing. */
static struct value arguments(struct walk *w)
{
	const struct binding *args = walk_args(w);
	struct value v = { 0 };

	if (!args)
		return value_any();
	for (size_t i = 0; i < args->n_items; i++) {
		struct value one = value_of(args->item[i].text);

		value_join(&v, &one);
	}
	return v;
}

static void expand_all(struct walk *w, const struct shell_word *word)
{
	for (; word; word = word->next)
		(void)walk_expand_one(w, word);
}

static void for_node(struct walk *w, const struct shell_node *node, struct io io)
{
	struct memo *outer = w->memo;
	struct value v = { 0 };
	size_t n = 1;

	if (!node->words)
		return;
	w->memo = NULL;
	w->pick.is_hole = false;
	for (size_t k = 0; k < n && walk_step(w, 1); k++) {
		struct fields items = { 0 };

		w->pick.choice = k;
		w->pick.n = 1;
		for (const struct shell_word *word = node->has_in ? node->words->next : NULL; word;
		     word = word->next)
			walk_expand(w, word, &items);
		if (w->pick.n > CHOICES_MAX)
			v = value_any();
		else
			n = w->pick.n > n ? w->pick.n : n;
		for (size_t i = 0; i < items.n; i++) {
			struct value one = value_of(items.item[i].text);

			value_join(&v, &one);
		}
	}
	if (!node->has_in)
		v = arguments(w);
	w->memo = outer;
	walk_set(w, walk_expand_one(w, node->words).text, &v);
	loop(w, node, io);
}

static void case_node(struct walk *w, const struct shell_node *node, struct io io)
{
	const struct shell_word *last = node->words;
	struct branches ways;

	expand_all(w, node->words);
	while (last && last->next)
		last = last->next;
	ways = walk_branches(w, io.out);
	for (const struct shell_node *c = node->child; c && walk_step(w, 1); c = c->next) {
		walk_branch_begin(w, &ways);
		walk_node(w, c, io);
		walk_branch_end(w, &ways);
	}
	if (!last || !last->part || last->part->kind != SHELL_GLOB || last->part->next ||
	    !sv_eq(last->part->text, SV("*"))) {
		walk_branch_begin(w, &ways);
		walk_branch_end(w, &ways);
	}
	walk_branches_end(w, &ways);
}

static void function(struct walk *w, const struct shell_node *node)
{
	struct binding *b;

	if (!node->words || !node->child)
		return;
	b = walk_bind(w, BIND_FUNCTION, walk_expand_one(w, node->words).text);
	if (!b)
		return;
	b->body = node->child;
	b->is_called = gaff_arena_alloc(w->arena, sizeof *b->is_called);
	if (b->is_called)
		*b->is_called = false;
	else
		w->env = b->prev;
}

/* A compound command may have redirections of its own. */
static void compound(struct walk *w, const struct shell_node *node, struct io io)
{
	const struct binding *env = w->env;

	switch (node->kind) {
	case SHELL_LIST:
	case SHELL_GROUP:
		list(w, node->child, io);
		break;
	case SHELL_SUBSHELL:
		list(w, node->child, io);
		walk_leave(w, env);
		break;
	case SHELL_PIPE:
		pipeline(w, node, io);
		break;
	case SHELL_IF:
		if_node(w, node, io);
		break;
	case SHELL_LOOP:
		expand_all(w, node->words);
		loop(w, node, io);
		break;
	case SHELL_FOR:
		for_node(w, node, io);
		break;
	case SHELL_CASE:
		case_node(w, node, io);
		break;
	case SHELL_FUNCTION:
		function(w, node);
		break;
	case SHELL_TEST:
	case SHELL_MATH:
		expand_all(w, node->words);
		break;
	case SHELL_COPROC:
	case SHELL_TIME:
		for (const struct shell_node *c = node->child; c; c = c->next)
			walk_node(w, c, io);
		if (node->kind == SHELL_COPROC)
			walk_leave(w, env);
		break;
	case SHELL_OPAQUE:
		walk_unknown(w, node->why ? node->why : "it cannot be read", node->at, node->n);
		break;
	case SHELL_SIMPLE:
		walk_simple(w, node, io);
		break;
	}
}

void walk_node(struct walk *w, const struct shell_node *node, struct io io)
{
	struct redirected r = { .io = io };

	if (!walk_step(w, 2))
		return;
	if (node->kind == SHELL_SIMPLE || !node->redirects) {
		compound(w, node, io);
		return;
	}
	walk_redirect(w, node->redirects, &r);
	if (r.opened) { /* `done > file`: somebody has to have opened it */
		struct fields words = { 0 };

		fields_add(w, &words,
			   (struct gaff_word){ .text = SV(":"), .at = node->at, .n = node->n });
		w->cwd = walk_folder(w);
		if (words.n)
			(void)walk_add(w, &words, r.opened, (struct io){ 0 });
	}
	compound(w, node, r.io);
	walk_redirect_end(w, &r);
}
