/*
 * Quotes of every kind, removed.
 */
#include "text/shell/shell_parts.h"

#include "text/utf8.h"

void gaff_shell_single(struct shell_parser *p, struct shell_builder *b)
{
	size_t left = (size_t)(p->end - p->at);
	const char *close = left ? memchr(p->at, '\'', left) : NULL;

	if (!close) {
		p->is_incomplete = true;
		close = p->end;
	}
	gaff_shell_text(p, b, (struct sv){ p->at, (size_t)(close - p->at) }, true);
	p->at = close < p->end ? close + 1 : close;
}

/* A backslash in "": it hides only these. */
void gaff_shell_escape(struct shell_parser *p, struct shell_builder *b)
{
	char c = shell_peek(p, 1);

	if (c == '\n') {
		p->at += 2;
	} else if (c && strchr("$`\"\\", c)) {
		gaff_shell_text(p, b, (struct sv){ p->at + 1, 1 }, true);
		p->at += 2;
	} else {
		gaff_shell_text(p, b, (struct sv){ p->at, 1 }, true);
		p->at++;
	}
}

static void run_in_quotes(struct shell_parser *p, struct shell_builder *b)
{
	const char *from = p->at;

	while (p->at < p->end && !shell_is(*p->at, SHELL_QUOTING))
		p->at++;
	gaff_shell_text(p, b, (struct sv){ from, (size_t)(p->at - from) }, true);
}

void gaff_shell_quotes(struct shell_parser *p, struct shell_builder *b)
{
	for (;;) {
		run_in_quotes(p, b);
		if (p->at >= p->end) {
			p->is_incomplete = true;
			return;
		}
		switch (*p->at) {
		case '"':
			p->at++;
			return;
		case '\\':
			gaff_shell_escape(p, b);
			break;
		case '$':
			gaff_shell_dollar(p, b, true);
			break;
		case '`':
			gaff_shell_backtick(p, b, true);
			break;
		default:
			gaff_shell_text(p, b, (struct sv){ p->at++, 1 }, true);
		}
	}
}

/* Up to `max` digits of a number in base 8 or 16. */
static unsigned long take_digits(struct shell_parser *p, int base, int max)
{
	unsigned long value = 0;

	for (int i = 0; i < max; i++) {
		int digit = ascii_hex_digit(shell_peek(p, 0));

		if (digit < 0 || digit >= base)
			break;
		value = value * (unsigned)base + (unsigned)digit;
		p->at++;
	}
	return value;
}

static const char simple_escapes[][2] = {
	{ 'a', '\a' }, { 'b', '\b' },  { 'e', 033 },  { 'E', 033 },  { 'f', '\f' },
	{ 'n', '\n' }, { 'r', '\r' },  { 't', '\t' }, { 'v', '\v' }, { '\\', '\\' },
	{ '?', '?' },  { '\'', '\'' }, { '"', '"' },
};

static char take_control(struct shell_parser *p)
{
	char c = shell_peek(p, 0);

	p->at += p->at < p->end;
	if (c == '\\' && shell_peek(p, 0) == '\\')
		p->at++;
	return c == '?' ? 0x7f : (char)(c & 0x1f);
}

/* Behind the backslash; false: it makes a NUL, which ends the string. */
static bool escape(struct shell_parser *p, struct shell_builder *b)
{
	char c = shell_peek(p, 0), out[4];
	unsigned long value;
	size_t n = 1;

	for (size_t i = 0; i < COUNT_OF(simple_escapes); i++)
		if (c == simple_escapes[i][0]) {
			p->at++;
			gaff_shell_bytes(p, b, (struct sv){ &simple_escapes[i][1], 1 });
			return true;
		}
	if (c >= '0' && c <= '7') {
		out[0] = (char)take_digits(p, 8, 3);
	} else if (c == 'x' && shell_peek(p, 1) == '{' && ascii_hex_digit(shell_peek(p, 2)) >= 0) {
		p->at += 2;
		out[0] = (char)take_digits(p, 16, 1 << 20);
		p->at += shell_peek(p, 0) == '}';
	} else if (c == 'x' && ascii_hex_digit(shell_peek(p, 1)) >= 0) {
		p->at++;
		out[0] = (char)take_digits(p, 16, 2);
	} else if ((c == 'u' || c == 'U') && ascii_hex_digit(shell_peek(p, 1)) >= 0) {
		p->at++;
		value = take_digits(p, 16, c == 'u' ? 4 : 8);
		n = utf8_put(out, value > 0x10ffff ? 0xfffd : (uint32_t)value);
		if (!value)
			n = 0;
	} else if (c == 'c') {
		p->at++;
		out[0] = take_control(p);
	} else {
		gaff_shell_text(p, b, SV("\\"), true);
		return true;
	}
	if (!n || !out[0])
		return false;
	gaff_shell_bytes(p, b, (struct sv){ out, n });
	return true;
}

void gaff_shell_escapes(struct shell_parser *p, struct shell_builder *b)
{
	bool is_over = false, was_dropped = b->is_text_dropped;

	while (p->at < p->end && *p->at != '\'') {
		const char *from = p->at;

		while (p->at < p->end && *p->at != '\'' && *p->at != '\\')
			p->at++;
		gaff_shell_text(p, b, (struct sv){ from, (size_t)(p->at - from) }, true);
		if (shell_peek(p, 0) != '\\')
			continue;
		p->at++;
		if (!escape(p, b) && !is_over)
			is_over = b->is_text_dropped = true;
	}
	b->is_text_dropped = was_dropped;
	if (p->at < p->end)
		p->at++;
	else
		p->is_incomplete = true;
}
