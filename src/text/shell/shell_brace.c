/*
 * {a,b} and {1..5}. Whether a { opens something is known only at its }, so { and , are parts of
 * their own until then: at the } those since the { become alternatives, or stay what they are.
 */
#include "base/limits.h"
#include "text/shell/shell_parts.h"

struct shell_brace {
	struct shell_part **open; /* the link to the part of the { */
	bool has_comma;
	struct shell_brace *around;
};

static void mark(struct shell_parser *p, struct shell_builder *b)
{
	gaff_shell_part(p, b, SHELL_TEXT, false)->text = (struct sv){ p->at, 1 };
	p->at++;
}

void gaff_shell_brace_open(struct shell_parser *p, struct shell_builder *b)
{
	struct shell_brace *brace;

	if (p->depth >= GAFF_SHELL_DEPTH_MAX) {
		const char *from = p->at++;

		if (!b->is_too_deep)
			gaff_shell_too_deep(p, b, from, 0);
		b->is_too_deep = true;
		return;
	}
	brace = gaff_shell_make(p, sizeof *brace);
	gaff_shell_flush(p, b);
	*brace = (struct shell_brace){ .open = b->link, .around = b->brace };
	b->brace = brace;
	b->has_braces = true;
	p->depth++;
	mark(p, b);
}

void gaff_shell_brace_comma(struct shell_parser *p, struct shell_builder *b)
{
	b->brace->has_comma = true;
	mark(p, b);
}

static bool is_comma(const struct shell_part *part)
{
	return part->kind == SHELL_TEXT && !part->is_quoted && part->text.n == 1 &&
	       part->text.p[0] == ',';
}

/* Text that was taken apart and stands together in the source becomes one part again. */
static void join(struct shell_part *part)
{
	while (part && part->next) {
		struct shell_part *next = part->next;

		if (part->kind == SHELL_TEXT && next->kind == SHELL_TEXT &&
		    part->is_quoted == next->is_quoted &&
		    part->text.p + part->text.n == next->text.p) {
			part->text.n += next->text.n;
			part->next = next->next;
		} else {
			part = next;
		}
	}
}

static struct shell_word *alternative(struct shell_parser *p, struct shell_part *open,
				      struct shell_part *part)
{
	struct shell_word *word = gaff_shell_make(p, sizeof *word);

	gaff_shell_span(p, open->text.p, &word->at, &word->n);
	word->part = part;
	return word;
}

/* The parts behind `open`, as the alternatives between the commas. */
static struct shell_word *split(struct shell_parser *p, struct shell_part *open)
{
	struct shell_word *first = NULL, **link = &first;
	struct shell_part *part = open->next, **end;

	for (;;) {
		struct shell_word *word = alternative(p, open, part);
		bool is_last;

		*link = word;
		link = &word->next;
		for (end = &word->part; *end && !is_comma(*end); end = &(*end)->next)
			;
		is_last = !*end;
		part = is_last ? NULL : (*end)->next;
		*end = NULL;
		join(word->part);
		if (is_last)
			return first;
	}
}

/* A few bytes make many items, so they are paid from what may be looked ahead. */
enum { ITEM_PRICE = 16 };

struct range {
	long from, to, step;
	int width; /* digits that are filled up with zeros */
	bool is_letters;
};

/* A number without more digits than can be counted with. */
static bool take_number(struct sv *text, long *out, int *width)
{
	bool is_negative = text->n && text->p[0] == '-', has_sign = is_negative;
	size_t i;

	if (text->n && text->p[0] == '+')
		has_sign = true;
	*out = 0;
	for (i = has_sign; i < text->n && ascii_isdigit(text->p[i]); i++) {
		if (i > 9)
			return false;
		*out = *out * 10 + (text->p[i] - '0');
	}
	if (i == has_sign)
		return false;
	if (width && text->p[has_sign] == '0' && i > (size_t)has_sign + 1 && (int)i > *width)
		*width = (int)i;
	if (is_negative)
		*out = -*out;
	*text = sv_skip(*text, i);
	return true;
}

static bool take_dots(struct sv *text)
{
	if (!sv_starts(*text, SV("..")))
		return false;
	*text = sv_skip(*text, 2);
	return true;
}

static bool range_of(struct sv text, struct range *out)
{
	*out = (struct range){ 0 };
	if (text.n >= 4 && ascii_isalpha(text.p[0]) && text.p[1] == '.' && text.p[2] == '.' &&
	    ascii_isalpha(text.p[3])) {
		out->is_letters = true;
		out->from = text.p[0];
		out->to = text.p[3];
		text = sv_skip(text, 4);
	} else if (!take_number(&text, &out->from, &out->width) || !take_dots(&text) ||
		   !take_number(&text, &out->to, &out->width)) {
		return false;
	}
	if (text.n && (!take_dots(&text) || !take_number(&text, &out->step, NULL) || text.n))
		return false;
	out->step = out->step < 0 ? -out->step : out->step ? out->step : 1;
	return true;
}

static struct sv number_text(struct shell_parser *p, long value, int width)
{
	char digits[24], *d = digits + sizeof digits;
	unsigned long rest = value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;
	int n = 0, sign = value < 0;
	char *copy;

	do {
		*--d = (char)('0' + rest % 10);
		rest /= 10;
		n++;
	} while (rest || (n + sign < width && n < 20));
	if (sign) {
		*--d = '-';
		n++;
	}
	copy = gaff_shell_make(p, (size_t)n);
	memcpy(copy, d, (size_t)n);
	return (struct sv){ copy, (size_t)n };
}

static struct sv item_text(struct shell_parser *p, const struct range *range, long value)
{
	char *letter;

	if (!range->is_letters)
		return number_text(p, value, range->width);
	letter = gaff_shell_make(p, 1);
	*letter = (char)value;
	return (struct sv){ letter, 1 };
}

/* All of them, or the whole as it is written where they are too many. */
static struct shell_word *items(struct shell_parser *p, struct shell_part *open,
				const struct range *range)
{
	struct shell_word *first = NULL, **link = &first;
	long way = range->to < range->from ? -range->step : range->step;
	long n = (range->to - range->from) / way + 1;

	if (n > GAFF_SHELL_ITEMS_MAX || (size_t)n * ITEM_PRICE >= p->look_left)
		return alternative(p, open, open->next);
	p->look_left -= (size_t)n * ITEM_PRICE;
	for (long i = 0; i < n; i++) {
		struct shell_part *part = gaff_shell_make(p, sizeof *part);

		part->text = item_text(p, range, range->from + i * way);
		*link = alternative(p, open, part);
		link = &(*link)->next;
	}
	return first;
}

void gaff_shell_brace_close(struct shell_parser *p, struct shell_builder *b)
{
	struct shell_brace *brace = b->brace;
	struct shell_part *open = *brace->open, *only;
	struct range range;

	gaff_shell_flush(p, b);
	b->brace = brace->around;
	p->depth--;
	only = open->next;
	if (!brace->has_comma && !(only && !only->next && only->kind == SHELL_TEXT &&
				   !only->is_quoted && range_of(only->text, &range))) {
		mark(p, b);
		return;
	}
	p->at++;
	open->word = brace->has_comma ? split(p, open) : items(p, open, &range);
	open->kind = SHELL_BRACE;
	open->text = SV("");
	open->next = NULL;
	b->link = &open->next;
}

void gaff_shell_brace_end(struct shell_parser *p, struct shell_builder *b)
{
	for (; b->brace; b->brace = b->brace->around)
		p->depth--;
	join(b->first);
}
