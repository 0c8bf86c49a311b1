#include "guard/eval/walk.h"
#include "agents/hosts.h"
#include "text/words.h"

/* What the walked shell knows, and what is left of it where ways part and meet again. */

enum { UNKNOWN_MAX = 64 };

const struct sv walk_folder_name = SV_INIT("/");

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

const struct binding *walk_find_in(struct walk *w, const struct binding *env,
				   enum binding_kind kind, struct sv name)
{
	for (const struct binding *b = env; b && walk_step(w, 0); b = b->prev)
		if (b->kind == kind && sv_eq(b->name, name))
			return b;
	return NULL;
}

const struct binding *walk_find(struct walk *w, enum binding_kind kind, struct sv name)
{
	return walk_find_in(w, w->env, kind, name);
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

static const char switches[] = "GAFF_DISABLE GAFF_AUDIT GAFF_WRAP_DEPTH GAFF_WRAP_HOOK";

/* Where agents and gaff look for their settings is in the rows of agents, too. */
void walk_note_variable(struct walk *w, struct sv name)
{
	enum gaff_agent_variable is;

	if (name.n < 4)
		return;
	if (name.p[0] == 'G' && gaff_is_among(name, switches))
		w->out->variable = name;
	is = gaff_agent_variable(name);
	w->has_other_home |= is == GAFF_VARIABLE_MOVES ||
			     gaff_is_among(name, "HOME XDG_CONFIG_HOME XDG_STATE_HOME");
	w->is_without_hooks |= is == GAFF_VARIABLE_OFF;
}

void walk_set(struct walk *w, struct sv name, const struct value *value)
{
	struct binding *b = walk_bind(w, BIND_VARIABLE, name);

	if (b)
		b->value = *value;
}

void walk_set_file(struct walk *w, struct sv name, const struct value *value,
		   const struct gaff_program *from)
{
	struct binding *b = walk_bind(w, BIND_FILE, name);

	if (b) {
		b->value = *value;
		b->from = from;
	}
}

void walk_write_file(struct walk *w, struct sv path, const struct value *text, bool appends)
{
	struct sv name = walk_file_name(w, (struct gaff_word){ .text = path });
	const struct binding *old = name.n && appends ? walk_find(w, BIND_FILE, name) : NULL;
	struct value all = old ? old->value : (struct value){ 0 };

	if (!name.n)
		return;
	value_add_value(w, &all, text);
	if (!all.n)
		all = value_of(SV(""));
	walk_set_file(w, name, &all, w->main);
}

struct binding *walk_rebind(struct walk *w, enum binding_kind kind, struct sv name,
			    const struct binding *old)
{
	struct binding *b = walk_bind(w, kind, name);
	const struct binding *prev;

	if (!b)
		return NULL;
	prev = b->prev;
	if (old)
		*b = *old;
	else
		b->value = value_any();
	b->name = name;
	b->is_local = false;
	b->prev = prev;
	return b;
}

bool walk_is_inherited(struct walk *w, const struct binding *of)
{
	if (!w->shell)
		return false;
	for (const struct binding *b = w->env; b && b != of && walk_step(w, 0); b = b->prev)
		if (b == w->shell)
			return true;
	return of == w->shell;
}

/* ---- arguments ---- */

static const struct sv args_name = SV_INIT("@");

const struct binding *walk_args(struct walk *w)
{
	const struct binding *b = walk_find(w, BIND_VARIABLE, args_name);

	return b && b->is_array ? b : NULL;
}

void walk_set_args(struct walk *w, const struct gaff_word *item, size_t n)
{
	struct binding *b = walk_bind(w, BIND_VARIABLE, args_name);

	if (!b)
		return;
	b->is_array = true;
	b->item = item;
	b->n_items = n;
}

void walk_forget_args(struct walk *w)
{
	(void)walk_bind(w, BIND_VARIABLE, args_name);
}

void walk_reset_args(struct walk *w, const struct binding *old)
{
	if (old)
		walk_set_args(w, old->item, old->n_items);
	else
		walk_forget_args(w);
}

/* ---- branches ---- */

/* A folder that was not changed is that of the command line; a file that was not written is one
 * that somebody has had before, and is read as such. */
static struct value value_in(struct walk *w, const struct binding *b, const struct binding *of)
{
	struct value v;

	if (!b && of->kind != BIND_VARIABLE)
		return (struct value){ 0 };
	if (!b && w->world->cwd.n && sv_eq(of->name, walk_folder_name))
		return value_of(w->world->cwd);
	if (!b || b->is_array)
		return value_any();
	v = b->value;
	if (b->is_unset)
		v = value_of(SV(""));
	return v;
}

/* Of a list nothing is known that is different, but that it is one. */
static void join_lists(struct walk *w, const struct binding *of)
{
	struct binding *b = walk_bind(w, BIND_VARIABLE, of->name);
	struct gaff_word *any = gaff_arena_alloc(w->arena, sizeof *any);

	if (!b || !any)
		return;
	*any = (struct gaff_word){ .text = value_hole, .may_split = true };
	b->is_array = true;
	b->item = any;
	b->n_items = 1;
}

static void join_one(struct walk *w, const struct binding *one, const struct binding *other,
		     const struct binding *of)
{
	struct binding *b;
	struct value v, o;

	if (one == other)
		return;
	if (of->kind == BIND_FUNCTION) {
		b = walk_rebind(w, of->kind, of->name, one ? one : other);
		if (b) {
			b->is_maybe = true;
			b->other = one ? other : NULL;
		}
		return;
	}
	if ((one && one->is_array) || (other && other->is_array)) {
		join_lists(w, of);
		return;
	}
	v = value_in(w, one, of);
	o = value_in(w, other, of);
	value_join(&v, &o);
	b = walk_rebind(w, of->kind, of->name, one ? one : other);
	if (b) {
		b->is_unset = false;
		b->value = v;
	}
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

			/* the newest of a name, once */
			for (const struct binding *c = ways[i]; c != b && !known && walk_step(w, 0);
			     c = c->prev)
				if (c->kind == b->kind && sv_eq(c->name, b->name))
					known = c;
			if (known)
				continue;
			join_one(w, walk_find_in(w, one, b->kind, b->name),
				 walk_find_in(w, other, b->kind, b->name), b);
		}
}

void walk_leave(struct walk *w, const struct binding *env)
{
	const struct binding *after = w->env;

	w->env = env;
	for (const struct binding *b = after; b && b != env && walk_step(w, 0); b = b->prev) {
		const struct binding *newer = w->env;

		if (b->kind != BIND_FILE && b->kind != BIND_LINK && b->kind != BIND_GIT_ALIAS)
			continue;
		while (newer != env && walk_step(w, 0) &&
		       (newer->kind != b->kind || !sv_eq(newer->name, b->name)))
			newer = newer->prev;
		if (newer == env)
			walk_rebind(w, b->kind, b->name, b);
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
