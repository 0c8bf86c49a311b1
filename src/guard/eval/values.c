#include "guard/eval/walk.h"

/* Values: the texts that something may be. And lists of words. */

static const char hole[1] = { 0 };
const struct sv value_hole = { hole, 1 };

enum { TEXT_MAX = 256 << 10, FIELDS_MAX = 4096 };

/* ---- values ---- */

struct value value_of(struct sv text)
{
	struct value v;

	v.n = 1;
	v.alt[0] = text;
	return v;
}

struct value value_any(void)
{
	return value_of(value_hole);
}

static bool value_has(const struct value *v, struct sv text)
{
	for (size_t i = 0; i < v->n; i++)
		if (sv_eq(v->alt[i], text))
			return true;
	return false;
}

void value_join(struct value *to, const struct value *other)
{
	for (size_t i = 0; i < other->n; i++) {
		if (value_has(to, other->alt[i]))
			continue;
		if (to->n == VALUES_MAX) {
			*to = value_any();
			return;
		}
		to->alt[to->n++] = other->alt[i];
	}
}

/* A hole behind a hole is one. */
static struct sv joined(struct walk *w, struct sv a, struct sv b)
{
	struct buf out = buf_in(w->arena);

	if (!b.n)
		return a;
	if (!a.n)
		return b;
	if (a.n > TEXT_MAX || b.n > TEXT_MAX)
		return value_hole;
	if (!a.p[a.n - 1] && !b.p[0])
		b = sv_skip(b, 1);
	if (!walk_step(w, (a.n + b.n) / 8) || !gaff_buf_reserve(&out, a.n + b.n))
		return value_hole;
	gaff_buf_add(&out, a);
	gaff_buf_add(&out, b);
	return buf_sv(&out);
}

void value_add(struct walk *w, struct value *to, struct sv text)
{
	if (!to->n) {
		*to = value_of(text);
		return;
	}
	for (size_t i = 0; i < to->n; i++)
		to->alt[i] = joined(w, to->alt[i], text);
}

void value_add_value(struct walk *w, struct value *to, const struct value *more)
{
	struct value first = *to;

	if (!more->n)
		return;
	if (more->n == 1) {
		value_add(w, to, more->alt[0]);
		return;
	}
	if (!first.n)
		first = value_of(SV(""));
	to->n = 0;
	for (size_t i = 0; i < more->n; i++) {
		struct value one = first;

		value_add(w, &one, more->alt[i]);
		value_join(to, &one);
	}
}

struct sv walk_choose(struct walk *w, const struct value *value)
{
	size_t i;

	if (value->n < 2)
		return value->n ? value->alt[0] : SV("");
	if (w->pick.is_hole)
		return value_hole;
	i = w->pick.choice % value->n;
	w->pick.choice /= value->n;
	w->pick.n = w->pick.n > CHOICES_MAX ? w->pick.n : w->pick.n * value->n;
	return value->alt[i];
}

/* ---- fields ---- */

void fields_add(struct walk *w, struct fields *f, struct gaff_word word)
{
	if (f->n == f->cap) {
		size_t cap = f->cap ? 2 * f->cap : 8;
		struct gaff_word *item = cap > FIELDS_MAX
						 ? NULL
						 : gaff_arena_alloc(w->arena, cap * sizeof *item);

		/* who makes a list again and again pays for each */
		if (item && cap > 16 && !walk_step(w, 4 * cap))
			item = NULL;
		if (!item) {
			if (cap > FIELDS_MAX && f->n)
				f->item[f->n - 1] = (struct gaff_word){ .text = value_hole,
									.may_split = true };
			return;
		}
		if (f->n)
			memcpy(item, f->item, f->n * sizeof *item);
		f->item = item;
		f->cap = cap;
	}
	f->item[f->n++] = word;
}

void fields_add_all(struct walk *w, struct fields *f, const struct gaff_word *word, size_t n)
{
	for (size_t i = 0; i < n; i++)
		fields_add(w, f, word[i]);
}
