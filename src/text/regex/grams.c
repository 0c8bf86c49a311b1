#include "text/regex/grams.h"

/* 0 is for a third character that is not there. */
enum { GAP = 1, LETTERS = 38 };

/* Once for each byte of a path, on every call: no branches. What is not here is a gap. */
static const unsigned char letters[256] = {
	['0'] = 1, 2,  3,  4,  5,          6,  7,  8,  9,  10, ['A'] = 11, 12, 13, 14, 15, 16,
	17,        18, 19, 20, 21,         22, 23, 24, 25, 26, 27,         28, 29, 30, 31, 32,
	33,        34, 35, 36, ['a'] = 11, 12, 13, 14, 15, 16, 17,         18, 19, 20, 21, 22,
	23,        24, 25, 26, 27,         28, 29, 30, 31, 32, 33,         34, 35, 36,
};

static unsigned letter(char c)
{
	return GAP + letters[(unsigned char)c];
}

static unsigned gram_of(unsigned first, unsigned second, unsigned third)
{
	uint32_t all = (first * LETTERS + second) * LETTERS + third;

	return all * UINT32_C(0x9e3779b1) >> (32 - GAFF_GRAM_BITS);
}

static void add(struct gaff_gram_set *set, unsigned gram)
{
	set->bits[gram / 64] |= UINT64_C(1) << gram % 64;
}

void gaff_grams_add(struct gaff_gram_set *set, struct sv text)
{
	unsigned first = 0, second = 0;

	for (size_t i = 0; i < text.n; i++) {
		unsigned c = letter(text.p[i]);

		if (c == GAP && second == GAP)
			continue;
		if (second)
			add(set, gram_of(second, c, 0));
		if (first)
			add(set, gram_of(first, second, c));
		first = second;
		second = c;
	}
}

/* ---- of patterns ---- */

/* Characters that stand in a row in every text that matches; a pattern may have several such. */
struct row {
	struct gaff_grams grams;
	size_t n_grams;
	unsigned c[3];
	size_t n, length;
};

/* The last ones count: src/ is before many files, and .env at the end of few. */
static void take(struct row *r, unsigned gram)
{
	r->grams.gram[r->n_grams++ % GAFF_GRAMS_MAX] = (uint16_t)gram;
}

static void add_to_row(struct row *r, char character)
{
	unsigned c = letter(character);

	if (r->n && c == GAP && r->c[r->n - 1] == GAP)
		return;
	if (r->n == 3) {
		r->c[0] = r->c[1];
		r->c[1] = r->c[2];
		r->n = 2;
	}
	r->c[r->n++] = c;
	r->length++;
	if (r->n == 3)
		take(r, gram_of(r->c[0], r->c[1], r->c[2]));
}

static void end_row(struct row *r)
{
	if (r->length == 2)
		take(r, gram_of(r->c[0], r->c[1], 0));
	r->n = r->length = 0;
}

struct gaff_grams gaff_grams_of_word(struct sv word)
{
	struct row row = { .n_grams = 0 };

	for (size_t i = 0; i < word.n; i++)
		add_to_row(&row, word.p[i]);
	end_row(&row);
	return row.grams;
}

/* Ends of names, "./" and "**" may be written in more than one way: a row does not go across. */
struct gaff_grams gaff_grams_of_glob(struct sv glob)
{
	struct row row = { .n_grams = 0 };
	unsigned depth = 0;

	for (size_t i = 0; i < glob.n; i++) {
		char c = glob.p[i];

		if (!depth &&
		    (ascii_isalpha(c) || ascii_isdigit(c) || c == '.' || c == '_' || c == '-')) {
			add_to_row(&row, c);
			continue;
		}
		end_row(&row);
		if (c == '\\') {
			i++;
		} else if (c == '[') { /* as take_class() of glob.c: a first "]" is meant */
			size_t first = i + 1;

			first += first < glob.n && (glob.p[first] == '!' || glob.p[first] == '^');
			for (i = first; i < glob.n && (glob.p[i] != ']' || i == first); i++)
				i += glob.p[i] == '\\';
		} else if (c == '{') {
			depth++;
		} else if (c == '}' && depth) {
			depth--;
		}
	}
	end_row(&row);
	return row.grams;
}

/* Of the simple ones: letters in a row, and dots, stars and signs of that kind between them. */
struct gaff_grams gaff_grams_of_pattern(struct sv pattern)
{
	struct row row = { .n_grams = 0 };

	for (size_t i = 0; i < pattern.n; i++) {
		char c = pattern.p[i], next = i + 1 < pattern.n ? pattern.p[i + 1] : '\0';

		if (strchr("()[]{}|\\", c)) /* NUL among them */
			return (struct gaff_grams){ { GAFF_GRAM_ALWAYS } };
		if ((ascii_isalpha(c) || ascii_isdigit(c) || c == '_' || c == '-') && next != '*' &&
		    next != '?')
			add_to_row(&row, c);
		else
			end_row(&row);
	}
	end_row(&row);
	return row.grams;
}
