#include "cli/print/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH_USUAL = 120, WIDTH_LEAST = 60, WIDTH_MOST = 1000, WIDTH_TO_READ = 100 };
enum { GAP = 2, PHRASE = 16 };

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

static void put_cell(struct table *t, struct sv cell)
{
	if (gaff_arena_room(t->arena, &t->cell, t->n, &t->cap, sizeof cell))
		t->cell[t->n++] = shown(t, cell); /* else the arena remembers it */
}

static void close_cell(struct table *t)
{
	if (t->is_open)
		put_cell(t, buf_sv(&t->open));
	t->is_open = false;
}

void table_add(struct table *t, struct sv cell)
{
	close_cell(t);
	put_cell(t, cell);
}

struct buf *table_cell(struct table *t)
{
	close_cell(t);
	t->is_open = true;
	t->open = buf_in(t->arena);
	return &t->open;
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

/* Where a word that is too wide may be broken: before a joint of a name, and at worst in camelCase.
 */
enum breaking { AT_JOINTS, AT_HUMPS };

static bool is_break(enum breaking how, char before, char c)
{
	return strchr("/._:", c) ||
	       (how == AT_HUMPS &&
		(c == '-' || (before >= 'a' && before <= 'z' && c >= 'A' && c <= 'Z')));
}

static size_t piece_of(struct sv word, enum breaking how)
{
	size_t n = 1;

	while (n < word.n && !is_break(how, word.p[n - 1], word.p[n]))
		n++;
	return n < word.n ? n : word.n;
}

/* How much of a word fits; one piece always does. */
static size_t pieces_that_fit(struct sv word, size_t width, enum breaking how)
{
	size_t end = piece_of(word, how), next = end;

	while (next < word.n) {
		next += piece_of(sv_skip(word, next), how);
		if (width_of((struct sv){ word.p, next }) > width)
			break;
		end = next;
	}
	return end;
}

/* As take_words(), but a word that is too wide is broken. */
static struct sv take_line(struct sv *rest, size_t width)
{
	struct sv all = *rest, line = take_words(rest, width);

	if (width_of(line) <= width)
		return line;
	line.n = pieces_that_fit(line, width, AT_JOINTS);
	if (width_of(line) > width)
		line.n = pieces_that_fit(line, width, AT_HUMPS);
	*rest = sv_trim(sv_skip(all, line.n));
	return line;
}

static size_t larger(size_t x, size_t y)
{
	return x > y ? x : y;
}

static size_t longest_word(struct sv text)
{
	size_t longest = 0;

	while (text.n)
		longest = larger(longest, width_of(take_words(&text, 0)));
	return longest;
}

static size_t longest_piece(struct sv text, enum breaking how)
{
	size_t longest = 0;

	while (text.n) {
		struct sv word = take_words(&text, 0);

		for (size_t at = 0, n; at < word.n; at += n) {
			n = piece_of(sv_skip(word, at), how);
			longest = larger(longest, width_of((struct sv){ word.p + at, n }));
		}
	}
	return longest;
}

size_t table_screen_width(void)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size = { 0 };
	size_t width;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col)
		width = size.ws_col;
	else /* into a pager, say */
		width = columns ? strtoul(columns, NULL, 10) : 0;
	if (!width)
		return WIDTH_USUAL;
	return width < WIDTH_LEAST ? WIDTH_LEAST : width > WIDTH_MOST ? WIDTH_MOST : width;
}

/*
 * How narrow a column may get, one step after the other: as wide as its cells; wrapped, but with a
 * few words in a line; with long words broken at joints; with these broken anyhow; with one word
 * in a line.
 */
enum step { CELLS, WRAPPED, BROKEN, CRUMBS, NARROW, STEPS };

static void find_needs(const struct table *t, size_t need[STEPS][TABLE_COLUMNS_MAX])
{
	bool has_cell[TABLE_COLUMNS_MAX] = { false };

	for (size_t i = 0; i < t->n; i++) {
		size_t c = i % t->columns, cell = width_of(t->cell[i]);
		size_t phrase = cell < PHRASE ? cell : PHRASE,
		       hump = longest_piece(t->cell[i], AT_HUMPS);
		size_t own[STEPS] = {
			[CELLS] = cell,
			[WRAPPED] = larger(longest_word(t->cell[i]), phrase),
			[BROKEN] = larger(longest_piece(t->cell[i], AT_JOINTS), phrase),
			[CRUMBS] = larger(hump, phrase),
			[NARROW] = hump,
		};

		has_cell[c] |= i >= t->columns && t->cell[i].n;
		for (size_t s = 0; s < STEPS; s++)
			need[s][c] = larger(need[s][c], own[s]);
	}
	for (size_t c = 0; c < t->columns; c++)
		for (size_t s = 0; s < STEPS && !has_cell[c]; s++)
			need[s][c] = 0; /* nothing below its head */
}

static size_t total_of(const struct table *t, const size_t *width)
{
	size_t total = 0;

	for (size_t c = 0; c < t->columns; c++)
		if (width[c])
			total += width[c] + (total ? GAP : 0);
	return total;
}

/* As long as the table is too wide, its widest column gives way, down to the least it needs. */
static void narrow(const struct table *t, size_t *width, const size_t *least, size_t screen)
{
	while (total_of(t, width) > screen) {
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

static void measure(const struct table *t, size_t *width)
{
	size_t need[STEPS][TABLE_COLUMNS_MAX] = { { 0 } };

	find_needs(t, need);
	memcpy(width, need[CELLS], sizeof need[CELLS]);
	for (size_t s = WRAPPED; s < STEPS; s++)
		narrow(t, width, need[s], table_screen_width());
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
			struct sv line;

			if (!width[c])
				continue;
			line = take_line(&rest[c], width[c]);
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
	const char *gap = "";

	for (size_t c = 0; c < t->columns; c++) {
		if (!width[c])
			continue;
		printf("%s", gap);
		for (size_t i = 0; i < width[c]; i++)
			printf("-");
		gap = "  ";
	}
	printf("\n");
}

void table_print(struct table *t)
{
	size_t width[TABLE_COLUMNS_MAX] = { 0 };

	close_cell(t);
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

void table_paragraph(bool is_markdown, struct sv text)
{
	size_t width = is_markdown ? WIDTH_TO_READ : table_screen_width();

	width = width < WIDTH_TO_READ ? width : WIDTH_TO_READ;
	while (text.n) {
		struct sv line = take_words(&text, width);

		for (size_t i = 0; i < line.n; i++)
			if (line.p[i] != '`' || is_markdown)
				printf("%c", line.p[i]);
		printf("\n");
	}
}
