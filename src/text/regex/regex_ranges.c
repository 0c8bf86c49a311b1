#include "text/regex/regex_parts.h"

/* Pairs of first and last character; \s has no \v, as in RE2 and in Perl before 5.18. */
static const struct {
	struct sv name;
	struct sv pairs;
} ascii_classes[] = {
	{ SV_INIT("\\d"), SV_INIT("09") },         { SV_INIT("\\s"), SV_INIT("\t\n\f\r  ") },
	{ SV_INIT("\\w"), SV_INIT("09AZ__az") },   { SV_INIT("alnum"), SV_INIT("09AZaz") },
	{ SV_INIT("alpha"), SV_INIT("AZaz") },     { SV_INIT("ascii"), SV_INIT("\0\x7f") },
	{ SV_INIT("blank"), SV_INIT("\t\t  ") },   { SV_INIT("cntrl"), SV_INIT("\0\x1f\x7f\x7f") },
	{ SV_INIT("digit"), SV_INIT("09") },       { SV_INIT("graph"), SV_INIT("!~") },
	{ SV_INIT("lower"), SV_INIT("az") },       { SV_INIT("print"), SV_INIT(" ~") },
	{ SV_INIT("punct"), SV_INIT("!/:@[`{~") }, { SV_INIT("space"), SV_INIT("\t\r  ") },
	{ SV_INIT("upper"), SV_INIT("AZ") },       { SV_INIT("word"), SV_INIT("09AZ__az") },
	{ SV_INIT("xdigit"), SV_INIT("09AFaf") },
};

void gaff_regex_add(struct regex_ranges *set, uint32_t lo, uint32_t hi)
{
	if (set->failed || !gaff_regex_grow(set->a, &set->p, set->n, &set->cap, sizeof *set->p)) {
		set->failed = true;
		return;
	}
	set->p[set->n++] = (struct regex_range){ lo, hi };
}

bool gaff_regex_add_ascii(struct regex_ranges *set, struct sv name)
{
	for (size_t i = 0; i < COUNT_OF(ascii_classes); i++) {
		struct sv pairs = ascii_classes[i].pairs;

		if (!sv_eq(ascii_classes[i].name, name))
			continue;
		for (size_t k = 0; k + 1 < pairs.n; k += 2)
			gaff_regex_add(set, (unsigned char)pairs.p[k],
				       (unsigned char)pairs.p[k + 1]);
		return true;
	}
	return false;
}

/* Add the runs whose number is one of those wanted. */
static void add_runs(struct regex_ranges *set, const uint32_t *row, const bool *wanted)
{
	for (; row[0] >> 8 <= UNICODE_MAX; row++)
		if (wanted[row[0] & 0xff])
			gaff_regex_add(set, row[0] >> 8, (row[1] >> 8) - 1);
}

bool gaff_regex_add_unicode(struct regex_ranges *set, struct sv name)
{
	bool wanted[256] = { false }, is_known = false;

	if (sv_eq(name, SV("Any"))) {
		gaff_regex_add(set, 0, UNICODE_MAX);
		return true;
	}
	/* Not from 0: what is not assigned is not in \pC, and has no name of its own. */
	for (unsigned i = 1; i < gaff_unicode_category_count && name.n; i++)
		if (sv_starts(sv_of(gaff_unicode_category_names[i]), name))
			wanted[i] = is_known = true;
	if (is_known) {
		add_runs(set, gaff_unicode_categories, wanted);
		return true;
	}
	for (unsigned i = 1; i < gaff_unicode_script_count; i++)
		if (sv_eq(sv_of(gaff_unicode_script_names[i]), name))
			wanted[i] = is_known = true;
	if (is_known)
		add_runs(set, gaff_unicode_scripts, wanted);
	return is_known;
}

/* Add what the code points of one range lead to. */
static void add_next_in_ring(struct regex_ranges *set, struct regex_range r)
{
	const struct unicode_fold *f = gaff_unicode_folds, *end = f + gaff_unicode_fold_count;

	for (size_t n = gaff_unicode_fold_count; n;) { /* the first row that ends at r or behind */
		size_t half = n / 2;

		if (f[half].hi < r.lo) {
			f += half + 1;
			n -= half + 1;
		} else {
			n = half;
		}
	}
	for (; f < end && f->lo <= r.hi; f++) {
		uint32_t lo = r.lo > f->lo ? r.lo : f->lo, hi = r.hi < f->hi ? r.hi : f->hi;

		if (f->delta)
			gaff_regex_add(set, lo + (uint32_t)f->delta, hi + (uint32_t)f->delta);
		else
			gaff_regex_add(set, f->lo + ((lo - f->lo) & ~1u),
				       f->lo + ((hi - f->lo) | 1));
	}
}

void gaff_regex_fold(struct regex_ranges *set, size_t mark)
{
	size_t from = mark;

	for (int step = 1; step < 4; step++) { /* the largest ring has four code points */
		size_t end = set->n;

		for (size_t i = from; i < end; i++)
			add_next_in_ring(set, set->p[i]);
		from = end;
	}
}

static int by_start(const void *x, const void *y)
{
	const struct regex_range *a = x, *b = y;

	return (a->lo > b->lo) - (a->lo < b->lo);
}

void gaff_regex_tidy(struct regex_ranges *set, size_t mark)
{
	size_t n = set->n - mark, kept = 0;
	struct regex_range *p;
	bool in_order = true;

	if (!n)
		return;
	p = set->p + mark;
	for (size_t i = 1; i < n && in_order; i++)
		in_order = p[i - 1].lo <= p[i].lo;
	if (!in_order)
		qsort(p, n, sizeof *p, by_start);
	for (size_t i = 1; i < n; i++) {
		if (p[i].lo > p[kept].hi + 1)
			p[++kept] = p[i];
		else if (p[i].hi > p[kept].hi)
			p[kept].hi = p[i].hi;
	}
	set->n = mark + kept + 1;
}

void gaff_regex_negate(struct regex_ranges *set, size_t mark)
{
	uint32_t next = 0;
	size_t kept = mark;

	gaff_regex_tidy(set, mark);
	for (size_t i = mark; i < set->n; i++) {
		struct regex_range r = set->p[i];

		if (r.lo > next)
			set->p[kept++] = (struct regex_range){ next, r.lo - 1 };
		next = r.hi + 1;
	}
	set->n = kept;
	if (next <= UNICODE_MAX)
		gaff_regex_add(set, next, UNICODE_MAX);
}

bool gaff_regex_in(const struct regex_range *range, size_t n, uint32_t rune)
{
	while (n) {
		size_t half = n / 2;

		if (rune < range[half].lo) {
			n = half;
		} else if (rune <= range[half].hi) {
			return true;
		} else {
			range += half + 1;
			n -= half + 1;
		}
	}
	return false;
}
