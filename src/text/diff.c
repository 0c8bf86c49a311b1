/*
 * diff.c - E. W. Myers, An O(ND) Difference Algorithm and Its Variations (1986), on what is left
 * when the lines at the beginning and at the end that both texts have are put aside.
 */
#include "text/diff.h"

#include "base/hash.h"
#include "base/limits.h"

enum { CONTEXT = 3 };

/* One text: the lines that differ, with as many around them as are shown. */
struct side {
	struct sv text;
	size_t from, to; /* bytes that differ, whole lines */
	size_t skipped;  /* lines before the ones here */
	struct sv *line; /* with their line ends */
	uint64_t *hash;
	bool *is_changed;
	size_t n;
	size_t first, last; /* those that differ */
};

/* ---- lines ---- */

static size_t line_start(struct sv text, size_t at)
{
	while (at && text.p[at - 1] != '\n')
		at--;
	return at;
}

static size_t line_behind(struct sv text, size_t at)
{
	const char *end = at < text.n ? memchr(text.p + at, '\n', text.n - at) : NULL;

	return end ? (size_t)(end - text.p) + 1 : text.n;
}

static size_t count_lines(struct sv text, size_t from, size_t to)
{
	size_t n = 0;

	for (; from < to; from = line_behind(text, from))
		n++;
	return n;
}

/* Put aside what both begin and end with. */
static void trim(struct side *x, struct side *y)
{
	size_t least = x->text.n < y->text.n ? x->text.n : y->text.n, same = 0, i;

	while (same < least && x->text.p[same] == y->text.p[same])
		same++;
	x->from = y->from = line_start(x->text, same);
	x->to = x->text.n;
	y->to = y->text.n;
	for (i = 0; i < least - x->from; i++) {
		/* here a line ends in both, or both end */
		if (x->text.p[x->text.n - i - 1] != y->text.p[y->text.n - i - 1])
			break;
		if (i && x->text.p[x->text.n - i - 1] == '\n') {
			x->to = x->text.n - i;
			y->to = y->text.n - i;
		}
	}
	if (i == least - x->from && i) {
		/* all of the shorter one is the end of the longer one: does a line begin there? */
		struct side *longer = x->text.n > y->text.n ? x : y;
		size_t at = longer->text.n - i;

		if (at == longer->from || longer->text.p[at - 1] == '\n') {
			x->to = x->text.n - i;
			y->to = y->text.n - i;
		}
	}
}

static bool split(struct arena *a, struct side *s)
{
	size_t from = s->from, to = s->to, at, i = 0;

	for (int k = 0; k < CONTEXT && from; k++)
		from = line_start(s->text, from - 1);
	for (int k = 0; k < CONTEXT && to < s->text.n; k++)
		to = line_behind(s->text, to);
	s->skipped = count_lines(s->text, 0, from);
	s->n = count_lines(s->text, from, to);
	s->first = count_lines(s->text, from, s->from);
	s->last = s->first + count_lines(s->text, s->from, s->to);
	s->line = gaff_arena_alloc(a, s->n * sizeof *s->line);
	s->hash = gaff_arena_alloc(a, s->n * sizeof *s->hash);
	s->is_changed = gaff_arena_alloc(a, s->n * sizeof *s->is_changed);
	if (!s->line || !s->hash || !s->is_changed)
		return false;
	for (at = from; at < to; i++) {
		size_t behind = line_behind(s->text, at);

		s->line[i] = (struct sv){ s->text.p + at, behind - at };
		s->hash[i] = gaff_hash(GAFF_HASH_START, s->line[i]);
		s->is_changed[i] = false;
		at = behind;
	}
	return true;
}

/* ---- Myers ---- */

/*
 * rows[d][j] is how far into x one comes with d changes on the diagonal 2j - d (how much further
 * in x than in y one is).
 */
struct search {
	const struct side *x, *y;
	int32_t n, m;
	int32_t *rows[GAFF_DIFF_CHANGES_MAX + 1];
	size_t steps;
};

static bool is_same(const struct search *s, int32_t i, int32_t j)
{
	size_t p = s->x->first + (size_t)i, q = s->y->first + (size_t)j;

	return s->x->hash[p] == s->y->hash[q] && sv_eq(s->x->line[p], s->y->line[q]);
}

/* Is the best way to here a line that came, and not one that is gone? */
static bool comes(const int32_t *before, int32_t d, int32_t j)
{
	return j == 0 || (j != d && before[j - 1] < before[j]);
}

static int32_t start_of(const struct search *s, int32_t d, int32_t j)
{
	const int32_t *before = d ? s->rows[d - 1] : NULL;

	if (!before)
		return 0;
	return comes(before, d, j) ? before[j] : before[j - 1] + 1;
}

/* The fewest changes, or -1: more than it is worth. */
static int32_t find_changes(struct arena *a, struct search *s)
{
	for (int32_t d = 0; d <= GAFF_DIFF_CHANGES_MAX; d++) {
		s->rows[d] = gaff_arena_alloc(a, ((size_t)d + 1) * sizeof *s->rows[d]);
		if (!s->rows[d])
			return -1;
		for (int32_t j = 0; j <= d; j++) {
			int32_t i = start_of(s, d, j), k = i - (2 * j - d);

			for (; i < s->n && k < s->m && is_same(s, i, k); i++, k++)
				if (++s->steps > GAFF_DIFF_STEPS_MAX)
					return -1;
			s->rows[d][j] = i;
			if (i == s->n && k == s->m)
				return d;
		}
	}
	return -1;
}

static void mark_changes(const struct search *s, int32_t changes, struct side *x, struct side *y)
{
	int32_t i = s->n, k = s->m;

	for (int32_t d = changes; d > 0; d--) {
		int32_t j = (i - k + d) / 2;

		if (comes(s->rows[d - 1], d, j)) {
			i = s->rows[d - 1][j];
			k = i - (2 * j - d) - 1;
			y->is_changed[y->first + (size_t)k] = true;
		} else {
			i = s->rows[d - 1][j - 1];
			k = i + 1 - (2 * j - d);
			x->is_changed[x->first + (size_t)i] = true;
		}
	}
}

static void mark_all(struct side *s)
{
	for (size_t i = s->first; i < s->last; i++)
		s->is_changed[i] = true;
}

static bool compare(struct arena *a, struct side *x, struct side *y)
{
	struct search *s;
	size_t n = x->last - x->first, m = y->last - y->first;
	int32_t changes = -1;

	if (n && m && n < INT32_MAX / 2 && m < INT32_MAX / 2) {
		s = gaff_arena_alloc(a, sizeof *s);
		if (!s)
			return false;
		*s = (struct search){ .x = x, .y = y, .n = (int32_t)n, .m = (int32_t)m };
		changes = find_changes(a, s);
		if (changes >= 0)
			mark_changes(s, changes, x, y);
	}
	if (changes < 0) {
		mark_all(x);
		mark_all(y);
	}
	return !a->failed;
}

/* ---- writing ---- */

static void write_number(struct buf *out, size_t n)
{
	char digits[24];
	int length = snprintf(digits, sizeof digits, "%zu", n);

	gaff_buf_add(out, (struct sv){ digits, (size_t)length });
}

/* "-12,3": where it begins and how many lines; of none, the line before it. */
static void write_range(struct buf *out, char sign, const struct side *s, size_t from, size_t to)
{
	buf_addc(out, sign);
	write_number(out, s->skipped + from + (to > from));
	if (to - from != 1) {
		buf_addc(out, ',');
		write_number(out, to - from);
	}
}

static void write_line(struct buf *out, char sign, struct sv line)
{
	buf_addc(out, sign);
	gaff_buf_add(out, line);
	if (line.p[line.n - 1] != '\n')
		gaff_buf_add(out, SV("\n\\ No newline at end of file\n"));
}

static void write_hunk(struct buf *out, const struct side *x, const struct side *y, size_t i,
		       size_t i_end, size_t j, size_t j_end)
{
	gaff_buf_add(out, SV("@@ "));
	write_range(out, '-', x, i, i_end);
	buf_addc(out, ' ');
	write_range(out, '+', y, j, j_end);
	gaff_buf_add(out, SV(" @@\n"));
	while (i < i_end || j < j_end) {
		if (i < i_end && x->is_changed[i])
			write_line(out, '-', x->line[i++]);
		else if (j < j_end && y->is_changed[j])
			write_line(out, '+', y->line[j++]);
		else {
			write_line(out, ' ', x->line[i++]);
			j++;
		}
	}
}

/* From a change on: behind the last one that has not more than twice the context before it. */
static void find_hunk_end(const struct side *x, const struct side *y, size_t *i, size_t *j)
{
	size_t same = 0;

	while (*i < x->n || *j < y->n) {
		if (*i < x->n && x->is_changed[*i]) {
			++*i;
			same = 0;
		} else if (*j < y->n && y->is_changed[*j]) {
			++*j;
			same = 0;
		} else if (same == 2 * (size_t)CONTEXT) {
			break;
		} else {
			++*i;
			++*j;
			same++;
		}
	}
	if (same > CONTEXT) {
		*i -= same - CONTEXT;
		*j -= same - CONTEXT;
	}
}

static void write_hunks(struct buf *out, const struct side *x, const struct side *y)
{
	size_t i = 0, j = 0, same = 0;

	while (i < x->n || j < y->n) {
		bool is_change = (i < x->n && x->is_changed[i]) || (j < y->n && y->is_changed[j]);
		size_t before = same < CONTEXT ? same : CONTEXT, i_from, j_from;

		if (!is_change) {
			i++;
			j++;
			same++;
			continue;
		}
		i_from = i - before;
		j_from = j - before;
		find_hunk_end(x, y, &i, &j);
		write_hunk(out, x, y, i_from, i, j_from, j);
		same = 0;
	}
}

enum gaff_rc gaff_diff(struct arena *a, struct sv old_name, struct sv new_name, struct sv old_text,
		       struct sv new_text, struct sv *out, struct gaff_err *err)
{
	struct side x = { .text = old_text }, y = { .text = new_text };
	struct buf b = buf_in(a);

	if (sv_eq(old_text, new_text)) {
		*out = SV("");
		return GAFF_OK;
	}
	trim(&x, &y);
	if (!split(a, &x) || !split(a, &y) || !compare(a, &x, &y))
		return gaff_no_memory(err);
	gaff_buf_add(&b, SV("--- "));
	gaff_buf_add(&b, old_name);
	gaff_buf_add(&b, SV("\n+++ "));
	gaff_buf_add(&b, new_name);
	buf_addc(&b, '\n');
	write_hunks(&b, &x, &y);
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = buf_sv(&b);
	return GAFF_OK;
}
