#include "guard/walk.h"

/* What the walked shell knows, and what is left of it where ways part and meet again. */

enum { UNKNOWN_MAX = 64 };

/* ---- the state ---- */

void walk_unknown(struct walk *w, const char *why, size_t at, size_t n)
{
	struct gaff_unknown *u;
	size_t count = 0;

	if (w->is_nested) {
		at = w->at;
		n = w->at_n;
	}
	for (u = w->out->unknown; u; u = u->next, count++)
		if (u->why == why && u->at == at)
			return;
	u = count < UNKNOWN_MAX ? gaff_arena_alloc(w->arena, sizeof *u) : NULL;
	if (!u)
		return;
	*u = (struct gaff_unknown){ .why = why, .at = at, .n = n };
	*w->last_unknown = u;
	w->last_unknown = &u->next;
}

bool walk_step(struct walk *w, size_t n)
{
	if (w->is_out_of_steps || w->steps < n + 1) {
		if (!w->is_out_of_steps) {
			w->is_out_of_steps = true;
			walk_unknown(w, "it is too long or too much nested to be followed", 0,
				     w->out->text.n);
		}
		return false;
	}
	w->steps -= n + 1;
	return true;
}

const struct binding *walk_find(struct walk *w, enum binding_kind kind, struct sv name)
{
	for (const struct binding *b = w->env; b && walk_step(w, 0); b = b->prev)
		if (b->kind == kind && sv_eq(b->name, name))
			return b;
	return NULL;
}

struct binding *walk_bind(struct walk *w, enum binding_kind kind, struct sv name)
{
	struct binding *b = gaff_arena_alloc(w->arena, sizeof *b);

	if (!b)
		return NULL;
	*b = (struct binding){ .kind = kind, .name = name, .prev = w->env };
	w->env = b;
	return b;
}

void walk_set(struct walk *w, struct sv name, const struct value *value)
{
	struct binding *b = walk_bind(w, BIND_VARIABLE, name);

	if (b)
		b->value = *value;
}

/* ---- branches ---- */

static struct value value_in(struct walk *w, const struct binding *env, const struct binding *of)
{
	const struct binding *now = w->env, *b;
	struct value v;

	w->env = env;
	b = walk_find(w, of->kind, of->name);
	w->env = now;
	if (!b || b->is_array)
		return value_any();
	v = b->value;
	if (b->is_unset)
		v = value_of(SV(""));
	return v;
}

/* What two ways leave behind: what either has set since `start` may be the one or the other. */
void walk_join(struct walk *w, const struct binding *start, const struct binding *one,
	       const struct binding *other)
{
	const struct binding *ways[] = { one, other };

	w->env = one;
	if (one == other)
		return;
	for (size_t i = 0; i < COUNT_OF(ways); i++)
		for (const struct binding *b = ways[i]; b && b != start && walk_step(w, 0);
		     b = b->prev) {
			const struct binding *known = NULL;
			struct binding *copy;

			/* the newest of a name, once */
			for (const struct binding *c = ways[i]; c != b && !known && walk_step(w, 0);
			     c = c->prev)
				if (c->kind == b->kind && sv_eq(c->name, b->name))
					known = c;
			if (known)
				continue;
			if (b->kind == BIND_VARIABLE && !b->is_array) {
				struct value v = value_in(w, one, b), o = value_in(w, other, b);

				value_join(&v, &o);
				walk_set(w, b->name, &v);
			} else if (i) {
				copy = walk_bind(w, b->kind, b->name);
				if (copy) {
					const struct binding *prev = copy->prev;

					*copy = *b;
					copy->prev = prev;
				}
			}
		}
}

struct branches walk_branches(const struct walk *w, struct value *out)
{
	struct branches b = { .out = out, .env = w->env };

	if (out)
		b.start = *out;
	return b;
}

void walk_branch_begin(struct walk *w, struct branches *b)
{
	w->env = b->env;
	if (b->out)
		*b->out = b->start;
}

void walk_branch_end(struct walk *w, struct branches *b)
{
	if (b->out) {
		struct value v = b->out->n ? *b->out : value_of(SV(""));

		value_join(&b->all, &v);
	}
	if (b->has_any) {
		walk_join(w, b->env, b->joined, w->env);
		b->joined = w->env;
	} else {
		b->joined = w->env;
	}
	b->has_any = true;
}

void walk_branches_end(struct walk *w, struct branches *b)
{
	if (b->has_any)
		w->env = b->joined;
	if (b->out && b->has_any)
		*b->out = b->all;
}
