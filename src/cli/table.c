#include "cli/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH_USUAL = 120, WIDTH_LEAST = 60, GAP = 2 };

struct table table_of(struct arena *a, bool is_markdown, const char *const *heads, size_t n)
{
	struct table t = { .arena = a, .is_markdown = is_markdown, .columns = n };

	for (size_t i = 0; i < n; i++)
		table_add(&t, sv_of(heads[i]));
	return t;
}

/* A cell as this kind of table shows it. */
static struct sv shown(const struct table *t, struct sv cell)
{
	struct buf b = buf_in(t->arena);

	for (size_t i = 0; i < cell.n; i++) {
		if (cell.p[i] == '`' && !t->is_markdown)
			continue;
		if (cell.p[i] == '|' && t->is_markdown)
			buf_addc(&b, '\\');
		buf_addc(&b, cell.p[i]);
	}
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

void table_add(struct table *t, struct sv cell)
{
	if (t->n == t->cap) {
		size_t cap = t->cap ? 2 * t->cap : 64;
		struct sv *more = gaff_arena_alloc(t->arena, cap * sizeof *more);

		if (!more)
			return; /* the arena remembers it */
		if (t->n)
			memcpy(more, t->cell, t->n * sizeof *more);
		t->cell = more;
		t->cap = cap;
	}
	t->cell[t->n++] = shown(t, cell);
}

void table_addf(struct table *t, const char *fmt, ...)
{
	char text[400];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	table_add(t, sv_of(text));
}

static void print_markdown(const struct table *t)
{
	for (size_t i = 0; i + t->columns <= t->n; i += t->columns) {
		for (size_t c = 0; c < t->columns; c++)
			printf("| %.*s ", SV_ARG(t->cell[i + c]));
		printf("|\n");
		for (size_t c = 0; i == 0 && c < t->columns; c++)
			printf("|---");
		if (i == 0)
			printf("|\n");
	}
}

/* ---- on a terminal ---- */

/* Letters, not bytes. */
static size_t width_of(struct sv text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++)
		n += ((unsigned char)text.p[i] & 0xc0) != 0x80;
	return n;
}

/* The first words that fit into a width (one word always does), taken off `rest`. */
static struct sv take_words(struct sv *rest, size_t width)
{
	size_t end = 0;
	struct sv line;

	for (size_t i = 1; i <= rest->n; i++) {
		if (i < rest->n && rest->p[i] != ' ')
			continue;
		if (end && width_of((struct sv){ rest->p, i }) > width)
			break;
		end = i;
	}
	line = (struct sv){ rest->p, end };
	*rest = sv_trim(sv_skip(*rest, end));
	return line;
}

static size_t longest_word(struct sv text)
{
	size_t longest = 0;

	while (text.n) {
		size_t width = width_of(take_words(&text, 0));

		longest = width > longest ? width : longest;
	}
	return longest;
}

static size_t screen_width(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
		return WIDTH_USUAL;
	return size.ws_col < WIDTH_LEAST ? WIDTH_LEAST : size.ws_col;
}

/* Columns as wide as their cells; if that is too wide, the widest give way. */
static void measure(const struct table *t, size_t *width)
{
	size_t least[TABLE_COLUMNS_MAX] = { 0 }, total = 0, screen = screen_width();

	for (size_t i = 0; i < t->n; i++) {
		size_t c = i % t->columns, w = width_of(t->cell[i]),
		       word = longest_word(t->cell[i]);

		width[c] = w > width[c] ? w : width[c];
		least[c] = word > least[c] ? word : least[c];
	}
	for (size_t c = 0; c < t->columns; c++)
		total += width[c] + GAP;
	for (; total - GAP > screen; total--) {
		size_t widest = TABLE_COLUMNS_MAX;

		for (size_t c = 0; c < t->columns; c++)
			if (width[c] > least[c] &&
			    (widest == TABLE_COLUMNS_MAX || width[c] > width[widest]))
				widest = c;
		if (widest == TABLE_COLUMNS_MAX)
			return;
		width[widest]--;
	}
}

static void print_row(const struct table *t, size_t first, const size_t *width)
{
	struct sv rest[TABLE_COLUMNS_MAX];
	bool is_more = true;

	memcpy(rest, t->cell + first, t->columns * sizeof *rest);
	while (is_more) {
		size_t blank = 0; /* held back, so that no line ends with it */

		is_more = false;
		for (size_t c = 0; c < t->columns; c++) {
			struct sv line = take_words(&rest[c], width[c]);

			if (line.n) {
				printf("%*s%.*s", (int)blank, "", SV_ARG(line));
				blank = 0;
			}
			blank += width[c] - width_of(line) + GAP;
			is_more |= rest[c].n != 0;
		}
		printf("\n");
	}
}

static void print_rule(const struct table *t, const size_t *width)
{
	for (size_t c = 0; c < t->columns; c++) {
		for (size_t i = 0; i < width[c]; i++)
			printf("-");
		printf("%s", c + 1 < t->columns ? "  " : "\n");
	}
}

void table_print(const struct table *t)
{
	size_t width[TABLE_COLUMNS_MAX] = { 0 };

	if (t->columns > TABLE_COLUMNS_MAX)
		return;
	if (t->is_markdown) {
		print_markdown(t);
		return;
	}
	measure(t, width);
	for (size_t i = 0; i + t->columns <= t->n; i += t->columns) {
		print_row(t, i, width);
		if (i == 0)
			print_rule(t, width);
	}
}
