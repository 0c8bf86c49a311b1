#include "check.h"

#include <stdint.h>

#include "base/limits.h"
#include "text/diff.h"

static char storage[1 << 16];

static struct arena fresh_arena(void)
{
	struct arena a;

	gaff_arena_init(&a, storage, sizeof storage, GAFF_ARENA_MAX);
	return a;
}

static struct sv diff_of(struct arena *a, struct sv from, struct sv to)
{
	struct sv out = SV("");
	struct gaff_err err;

	CHECK(gaff_diff(a, SV("a/f"), SV("b/f"), from, to, &out, &err) == GAFF_OK);
	return out;
}

/* two texts, and the diff without its first two lines; as diff -u of GNU has it */
struct diff_case {
	struct sv from, to, hunks;
};

/* clang-format off */
TEST(diff__is_what_diff_u_says)
{
	static const struct diff_case cases[] = {
		{ SV_INIT("a\nb\nc\n"), SV_INIT("a\nx\nc\n"), SV_INIT("@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n") },
		{ SV_INIT(""), SV_INIT("a\n"), SV_INIT("@@ -0,0 +1 @@\n+a\n") },
		{ SV_INIT("a\nb\n"), SV_INIT(""), SV_INIT("@@ -1,2 +0,0 @@\n-a\n-b\n") },
		{ SV_INIT("a"), SV_INIT("a\n"), SV_INIT("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n") },
		{ SV_INIT("a\nb"), SV_INIT("x\nb"), SV_INIT("@@ -1,2 +1,2 @@\n-a\n+x\n b\n\\ No newline at end of file\n") },
		{ SV_INIT("b"), SV_INIT("a\nb"), SV_INIT("@@ -1 +1,2 @@\n+a\n b\n\\ No newline at end of file\n") },
		{ SV_INIT("1\n2\n3\n4\n5\n6\n7\n8\n9\n"), SV_INIT("1\n2\n3\n4\n5\nx\n6\n7\n8\n9\n"), SV_INIT("@@ -3,6 +3,7 @@\n 3\n 4\n 5\n+x\n 6\n 7\n 8\n") },
		/* six lines between two changes are one hunk, seven are two */
		{ SV_INIT("x\n1\n2\n3\n4\n5\n6\ny\n"), SV_INIT("1\n2\n3\n4\n5\n6\n"), SV_INIT("@@ -1,8 +1,6 @@\n-x\n 1\n 2\n 3\n 4\n 5\n 6\n-y\n") },
		{ SV_INIT("x\n1\n2\n3\n4\n5\n6\n7\ny\n"), SV_INIT("1\n2\n3\n4\n5\n6\n7\n"), SV_INIT("@@ -1,4 +1,3 @@\n-x\n 1\n 2\n 3\n@@ -6,4 +5,3 @@\n 5\n 6\n 7\n-y\n") },
		{ SV_INIT("a\r\nb\r\n"), SV_INIT("a\r\nb\n"), SV_INIT("@@ -1,2 +1,2 @@\n a\r\n-b\r\n+b\n") },
		{ SV_INIT("\n\n"), SV_INIT("\n"), SV_INIT("@@ -1,2 +1 @@\n \n-\n") },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena a = fresh_arena();
		struct sv head = SV("--- a/f\n+++ b/f\n"), diff = diff_of(&a, cases[i].from, cases[i].to);

		CHECK(sv_starts(diff, head));
		CHECK_TEXT(sv_skip(diff, head.n), cases[i].hunks);
		gaff_arena_release(&a);
	}
}
/* clang-format on */

TEST(diff__of_the_same_there_is_none)
{
	struct arena a = fresh_arena();

	CHECK(diff_of(&a, SV("a\nb"), SV("a\nb")).n == 0);
	CHECK(diff_of(&a, SV(""), SV("")).n == 0);
	gaff_arena_release(&a);
}

/* ---- patch ---- */

static struct sv take_line(struct sv *text)
{
	const char *end = text->n ? memchr(text->p, '\n', text->n) : NULL;
	size_t n = end ? (size_t)(end - text->p) + 1 : text->n;
	struct sv line = { text->p, n };

	*text = sv_skip(*text, n);
	return line;
}

static size_t take_number(struct sv *text)
{
	size_t n = 0;

	for (; text->n && ascii_isdigit(text->p[0]); *text = sv_skip(*text, 1))
		n = n * 10 + (size_t)(text->p[0] - '0');
	return n;
}

struct range {
	size_t start, count;
};

static struct range take_range(struct sv *text, char sign)
{
	struct range r = { 0, 1 };

	CHECK(text->n && text->p[0] == sign);
	*text = sv_skip(*text, 1);
	r.start = take_number(text);
	if (text->n && text->p[0] == ',') {
		*text = sv_skip(*text, 1);
		r.count = take_number(text);
	}
	if (text->n)
		*text = sv_skip(*text, 1);
	return r;
}

struct patching {
	struct sv rest; /* of the old text */
	size_t old_line, new_line, changes;
	struct buf out;
};

static void take_hunk(struct patching *p, struct sv *diff)
{
	struct sv head = take_line(diff);
	struct range old, new;

	CHECK(sv_starts(head, SV("@@ ")));
	head = sv_skip(head, 3);
	old = take_range(&head, '-');
	new = take_range(&head, '+');
	for (; p->old_line < old.start - (old.count > 0); p->old_line++, p->new_line++)
		gaff_buf_add(&p->out, take_line(&p->rest));
	CHECK(p->new_line == new.start - (new.count > 0));
	while (old.count || new.count) {
		struct sv line = take_line(diff), text = sv_skip(line, 1);

		if (sv_starts(*diff, SV("\\ "))) {
			(void)take_line(diff);
			text.n--;
		}
		p->changes += line.p[0] != ' ';
		if (line.p[0] != '+') {
			CHECK_TEXT(take_line(&p->rest), text);
			p->old_line++;
			old.count--;
		}
		if (line.p[0] != '-') {
			gaff_buf_add(&p->out, text);
			p->new_line++;
			new.count--;
		}
	}
}

/* The new text from the old one, and how many lines changed for it. */
static struct sv patched(struct arena *a, struct sv from, struct sv diff, size_t *changes)
{
	struct patching p = { .rest = from, .out = buf_in(a) };

	if (diff.n) {
		(void)take_line(&diff);
		(void)take_line(&diff);
	}
	while (diff.n)
		take_hunk(&p, &diff);
	gaff_buf_add(&p.out, p.rest);
	*changes = p.changes;
	return p.out.n ? buf_sv(&p.out) : SV("");
}

/* ---- generated texts ---- */

static uint64_t state;

static unsigned below(unsigned n)
{
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)((state >> 33) % n);
}

static void add_line(struct buf *b, unsigned kinds)
{
	buf_addc(b, (char)('a' + below(kinds)));
	if (below(4) == 0)
		buf_addc(b, '\r');
	buf_addc(b, '\n');
}

static struct sv random_text(struct arena *a, unsigned lines, unsigned kinds)
{
	struct buf b = buf_in(a);

	for (unsigned i = 0; i < lines; i++)
		add_line(&b, kinds);
	if (b.n && below(3) == 0)
		b.n--;
	return b.n ? buf_sv(&b) : SV("");
}

/* The same text, but for some lines that are gone and some that came. */
static struct sv changed_text(struct arena *a, struct sv text, unsigned kinds)
{
	struct buf b = buf_in(a);
	unsigned rate = 2 + below(30);

	while (text.n) {
		struct sv line = take_line(&text);

		if (below(rate))
			gaff_buf_add(&b, line);
		if (below(rate) == 0)
			add_line(&b, kinds);
	}
	return b.n ? buf_sv(&b) : SV("");
}

/* The fewest lines that can change, by the table of all pairs. */
static size_t fewest(struct sv from, struct sv to)
{
	enum { MOST = 256 };
	static unsigned row[2][MOST];
	struct sv y[MOST], rest = to;
	size_t n = 0, m = 0;
	unsigned *is = row[0], *was = row[1], *other;

	while (rest.n)
		y[m++] = take_line(&rest);
	memset(row, 0, sizeof row);
	for (rest = from; rest.n; n++) {
		struct sv line = take_line(&rest);

		for (size_t j = 0; j < m; j++) {
			unsigned left = is[j], up = was[j + 1];

			is[j + 1] = sv_eq(line, y[j]) ? was[j] + 1 : left > up ? left : up;
		}
		other = is;
		is = was;
		was = other;
	}
	return n + m - 2 * (size_t)was[m];
}

TEST(diff__can_be_applied_and_is_as_short_as_can_be)
{
	state = 1;
	for (int i = 0; i < 300; i++) {
		struct arena a = fresh_arena();
		unsigned kinds = 1 + below(20);
		struct sv from = random_text(&a, below(80), kinds), to, diff;
		size_t changes;

		to = below(3) ? changed_text(&a, from, kinds) : random_text(&a, below(80), kinds);
		diff = diff_of(&a, from, to);
		CHECK_TEXT(patched(&a, from, diff, &changes), to);
		CHECK(changes == fewest(from, to));
		gaff_arena_release(&a);
	}
}

/* Half a million lines: with one change, and with nothing in common. */
TEST(diff__of_large_texts_is_bounded)
{
	struct arena a = fresh_arena();
	struct buf b = buf_in(&a);
	struct sv from, to, back;
	size_t changes;

	for (int i = 0; i < 500000; i++)
		gaff_buf_add(&b, i % 2 ? SV("a\n") : SV("line\n"));
	from = buf_sv(&b);
	b = buf_in(&a);
	gaff_buf_add(&b, (struct sv){ from.p, 7000 });
	gaff_buf_add(&b, SV("new\n"));
	gaff_buf_add(&b, sv_skip(from, 7000));
	to = buf_sv(&b);
	back = patched(&a, from, diff_of(&a, from, to), &changes);
	CHECK(sv_eq(back, to) && changes == 1);
	b = buf_in(&a);
	for (int i = 0; i < 500000; i++)
		gaff_buf_add(&b, i % 3 ? SV("b\n") : SV("line\n"));
	back = patched(&a, from, diff_of(&a, from, buf_sv(&b)), &changes);
	CHECK(sv_eq(back, buf_sv(&b)));
	gaff_arena_release(&a);
}
