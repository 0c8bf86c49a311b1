#include "guard/eval/walk.h"

/* What a command line executes: the texts that are walked, from the first to those it makes. */

/* Functions that nobody called may be called by what comes next. */
static void uncalled_functions(struct walk *w)
{
	const struct binding *all = w->env;

	for (const struct binding *b = all; b && walk_step(w, 0); b = b->prev) {
		if (b->kind != BIND_FUNCTION || *b->is_called)
			continue;
		*b->is_called = true;
		walk_forget_args(w);
		w->n_active = 0;
		w->active[w->n_active++] = b->body;
		walk_node(w, b->body, (struct io){ 0 });
		w->n_active--;
		w->env = all;
	}
}

/* What is set up for the end, or for a signal. */
static void late_traps(struct walk *w)
{
	const struct binding *all = w->env;

	for (const struct binding *b = all; b && walk_step(w, 0); b = b->prev) {
		if (b->kind != BIND_TRAP || b == all)
			continue;
		walk_text(w, b->name, b->item[0], (struct io){ 0 });
		w->env = all;
	}
}

void walk_text(struct walk *w, struct sv text, struct gaff_word where, struct io io)
{
	bool was_nested = w->is_nested;
	size_t at = w->at, at_n = w->at_n;
	struct memo *memo = w->memo;
	struct pick pick = w->pick;
	struct shell shell;
	struct gaff_err err;
	char *copy;

	if (!text.n || !walk_step(w, text.n / 4))
		return;
	if (w->depth >= DEPTH_MAX) {
		walk_unknown(w, "it is nested too deep", where.at, where.n);
		return;
	}
	/* a NUL would be dropped by who reads it; \1 is taken for a hole in texts (values.c) */
	if (sv_chr(text, 0)) {
		copy = gaff_arena_dup(w->arena, text);
		if (!copy)
			return;
		for (size_t i = 0; i < text.n; i++)
			if (!copy[i])
				copy[i] = 1;
		text.p = copy;
	}
	if (gaff_shell_parse(w->arena, text, &shell, &err) != GAFF_OK)
		return;
	if (!was_nested) {
		w->at = where.at;
		w->at_n = where.n;
	}
	w->is_nested = true;
	w->depth++;
	w->memo = NULL;
	if (shell.root)
		walk_node(w, shell.root, io);
	w->depth--;
	w->is_nested = was_nested;
	w->at = at;
	w->at_n = at_n;
	w->memo = memo;
	w->pick = pick;
}

enum gaff_rc gaff_find_programs(struct arena *a, struct sv command, enum gaff_shell_kind kind,
				const struct gaff_world *world, struct gaff_programs *out,
				struct gaff_err *err)
{
	struct walk w = { .arena = a, .world = world, .out = out };
	struct shell shell;

	*out = (struct gaff_programs){ .text = command };
	w.last = &out->first;
	w.last_unknown = &out->unknown;
	w.steps = 20000 + 8 * command.n;
	if (kind != GAFF_SHELL_POSIX) {
		walk_other_shell(&w, command, kind);
	} else {
		GAFF_TRY(gaff_shell_parse(a, command, &shell, err));
		if (shell.root)
			walk_node(&w, shell.root, (struct io){ 0 });
		late_traps(&w);
		uncalled_functions(&w);
	}
	GAFF_TRY(gaff_arena_check(a, err));
	return GAFF_OK;
}
