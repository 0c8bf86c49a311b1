#include "text/regex/regex_parts.h"

#include "base/limits.h"

enum gaff_rc gaff_regex_bad(struct regex_parser *ps, const char *at, const char *what)
{
	(void)gaff_fail(ps->err, GAFF_ESYNTAX, "%s", what);
	ps->err->offset = (size_t)(at - ps->begin);
	return GAFF_ESYNTAX;
}

bool gaff_regex_grow(struct arena *a, void *list, size_t n, size_t *cap, size_t size)
{
	void *old, *p;
	size_t room;

	if (n < *cap)
		return true;
	room = *cap ? *cap * 2 : 16;
	p = gaff_arena_alloc(a, room * size);
	if (!p)
		return false;
	memcpy(&old, list, sizeof old); /* a pointer of whatever type */
	if (n)
		memcpy(p, old, n * size);
	memcpy(list, &p, sizeof p);
	*cap = room;
	return true;
}

static struct regex_group *top(struct regex_parser *ps)
{
	return &ps->group[ps->depth - 1];
}

static enum gaff_rc too_big(struct regex_parser *ps, const char *at, const char *what)
{
	(void)gaff_regex_bad(ps, at, what);
	return ps->err->rc = GAFF_ETOOBIG;
}

/* Room for so many instructions more. */
static enum gaff_rc reserve(struct regex_parser *ps, size_t n)
{
	if (n > GAFF_REGEX_SIZE_MAX - ps->n)
		return too_big(ps, ps->p, "the pattern is too large once compiled");
	while (ps->cap < ps->n + n)
		if (!gaff_regex_grow(ps->a, &ps->code, ps->cap, &ps->cap, sizeof *ps->code))
			return gaff_no_memory(ps->err);
	return GAFF_OK;
}

enum gaff_rc gaff_regex_emit(struct regex_parser *ps, enum regex_op op, int32_t x)
{
	GAFF_TRY(reserve(ps, 1));
	ps->code[ps->n++] = (struct regex_inst){ op, x };
	return GAFF_OK;
}

/* The same, before what is there from an instruction on. */
static enum gaff_rc insert(struct regex_parser *ps, uint32_t at, enum regex_op op, int32_t x)
{
	GAFF_TRY(reserve(ps, 1));
	memmove(&ps->code[at + 1], &ps->code[at], (ps->n - at) * sizeof *ps->code);
	ps->code[at] = (struct regex_inst){ op, x };
	ps->n++;
	return GAFF_OK;
}

enum gaff_rc gaff_regex_atom(struct regex_parser *ps, enum regex_op op, int32_t x)
{
	top(ps)->atom = (uint32_t)ps->n;
	top(ps)->atom_size = 1;
	return gaff_regex_emit(ps, op, x);
}

enum gaff_rc gaff_regex_class_atom(struct regex_parser *ps)
{
	enum { LOOK_BACK = 16 };
	struct regex_class *made;
	struct regex_range *range;
	size_t bytes;

	if (ps->set.failed)
		return gaff_no_memory(ps->err);
	gaff_regex_tidy(&ps->set, 0);
	if (ps->set.n) { /* the one range that RE2 matches more loosely than UTF-8 is defined */
		struct regex_range *last = &ps->set.p[ps->set.n - 1];

		if (last->lo <= 0x80 && last->hi == UNICODE_MAX)
			last->hi = RUNE_LAX;
	}
	bytes = ps->set.n * sizeof *range;
	/* Patterns often have the same class several times. */
	for (size_t i = ps->classes; i-- && i + LOOK_BACK >= ps->classes;)
		if (ps->class[i].n == ps->set.n &&
		    (!bytes || memcmp(ps->class[i].range, ps->set.p, bytes) == 0))
			return gaff_regex_atom(ps, REGEX_CLASS, (int32_t)i);
	range = gaff_arena_alloc(ps->a, bytes);
	if (!range ||
	    !gaff_regex_grow(ps->a, &ps->class, ps->classes, &ps->class_cap, sizeof *made))
		return gaff_no_memory(ps->err);
	if (bytes)
		memcpy(range, ps->set.p, bytes);
	made = &ps->class[ps->classes++];
	*made = (struct regex_class){ .range = range, .n = (uint32_t)ps->set.n };
	for (size_t i = 0; i < ps->set.n; i++)
		for (uint32_t c = range[i].lo; c <= range[i].hi && c < 0x80; c++)
			made->ascii[c / 64] |= (uint64_t)1 << c % 64;
	return gaff_regex_atom(ps, REGEX_CLASS, (int32_t)(ps->classes - 1));
}

enum gaff_rc gaff_regex_repeat(struct regex_parser *ps, const char *at, int min, int max)
{
	struct regex_group *g = top(ps);
	uint32_t start = g->atom, n = (uint32_t)ps->n - start;
	int most = max < 0 ? min : max, copies = max < 0 && min == 0 ? 1 : most;
	size_t size = g->atom_size;

	if (g->atom == REGEX_NOWHERE)
		return gaff_regex_bad(ps, at, "a repeat of nothing");
	/* Nested repeats multiply. RE2 counts {n,} as {n}, and does not count {0}. */
	size *= most ? (size_t)most : 1;
	if (size > GAFF_REGEX_REPEAT_MAX)
		return gaff_regex_bad(ps, at, "more than 1000 repeats in all");
	g->atom_size = (uint32_t)size;
	g->size = g->size < g->atom_size ? g->atom_size : g->size;
	if (copies == 0) {
		ps->n = start;
		return GAFF_OK;
	}
	GAFF_TRY(reserve(ps, (size_t)n * ((size_t)copies - 1) + (size_t)copies + 2));
	if (min == 0)
		GAFF_TRY(insert(ps, start, REGEX_SPLIT, copies * ((int32_t)n + 1)));
	for (int i = 1; i < copies; i++) {
		struct regex_inst *from = &ps->code[start + (min == 0)];

		if (i >= min) /* from here on all or nothing: what is left out leads to the end */
			GAFF_TRY(gaff_regex_emit(ps, REGEX_SPLIT, (copies - i) * ((int32_t)n + 1)));
		memcpy(&ps->code[ps->n], from, n * sizeof *from);
		ps->n += n;
	}
	if (max >= 0)
		return GAFF_OK;
	if (min > 0)
		return gaff_regex_emit(ps, REGEX_SPLIT, -(int32_t)n);
	ps->code[start].x++;
	return gaff_regex_emit(ps, REGEX_JUMP, -(int32_t)n - 1);
}

enum gaff_rc gaff_regex_open(struct regex_parser *ps, const char *at)
{
	if (ps->depth > GAFF_REGEX_DEPTH_MAX)
		return too_big(ps, at, "groups nest too deep");
	if (!gaff_regex_grow(ps->a, &ps->group, ps->depth, &ps->group_cap, sizeof *ps->group))
		return gaff_no_memory(ps->err);
	ps->group[ps->depth++] = (struct regex_group){
		.start = (uint32_t)ps->n,
		.branch = (uint32_t)ps->n,
		.jumps = REGEX_NOWHERE,
		.atom = REGEX_NOWHERE,
		.size = 1,
		.flags = ps->flags,
		.at = (size_t)(at - ps->begin),
	};
	return GAFF_OK;
}

enum gaff_rc gaff_regex_next_branch(struct regex_parser *ps)
{
	struct regex_group *g = top(ps);
	uint32_t n = (uint32_t)ps->n - g->branch;

	GAFF_TRY(insert(ps, g->branch, REGEX_SPLIT, (int32_t)n + 2));
	GAFF_TRY(gaff_regex_emit(ps, REGEX_JUMP, (int32_t)g->jumps));
	g->jumps = (uint32_t)ps->n - 1;
	g->branch = (uint32_t)ps->n;
	g->atom = REGEX_NOWHERE;
	return GAFF_OK;
}

void gaff_regex_end_branches(struct regex_parser *ps)
{
	for (uint32_t i = top(ps)->jumps; i != REGEX_NOWHERE;) {
		uint32_t before = (uint32_t)ps->code[i].x;

		ps->code[i].x = (int32_t)((uint32_t)ps->n - i);
		i = before;
	}
}

enum gaff_rc gaff_regex_close(struct regex_parser *ps)
{
	struct regex_group *g = top(ps), *outer;

	if (ps->depth == 1)
		return gaff_regex_bad(ps, ps->p, ") without (");
	outer = g - 1;
	gaff_regex_end_branches(ps);
	ps->flags = g->flags;
	outer->atom = g->start;
	outer->atom_size = g->size;
	outer->size = outer->size < g->size ? g->size : outer->size;
	ps->depth--;
	ps->p++;
	return GAFF_OK;
}
