/*
 * What stands between brackets and is no command: arithmetic, indexes, patterns. Whether it is that
 * is known only where it is closed, so reading it is an attempt. What is substituted in it is read
 * as anywhere else, because counting brackets alone can be led astray: $((a $(# )
 * )) ) is a command.
 *
 * An attempt that fails is paid from what may be looked ahead, and dearly, as it leaves its tree.
 * Where that cannot be paid, nothing is read again: it is opaque as far as it was read.
 */
#include "text/shell/shell_parts.h"

enum { PRICE = 4 };

struct attempt {
	const char *at;
	struct shell_here **last_here;
	bool is_incomplete;
};

static bool give_up(struct shell_parser *p, const struct attempt *start, struct shell_word **out)
{
	size_t n = (size_t)(p->at - start->at);

	if (n > p->look_left / PRICE) {
		p->look_left = 0;
		*out = gaff_shell_opaque_word(p, start->at, p->at);
		return true;
	}
	*out = NULL;
	p->look_left -= n * PRICE;
	p->at = start->at;
	p->last_here = start->last_here;
	*p->last_here = NULL;
	p->is_incomplete = start->is_incomplete;
	return false;
}

/* At a ': quotes hide brackets, but in arithmetic not what is substituted. */
static bool single_quotes(struct shell_parser *p, struct shell_builder *b,
			  enum shell_balance balance)
{
	const char *from = p->at + 1, *end = p->end;
	const char *close = memchr(from, '\'', (size_t)(end - from));

	if (!close)
		return false;
	if (balance == SHELL_PATTERN) {
		gaff_shell_text(p, b, (struct sv){ from, (size_t)(close - from) }, true);
	} else {
		p->at = from;
		p->end = close;
		gaff_shell_between(p, b, false);
		p->end = end;
	}
	p->at = close + 1;
	return true;
}

/* One thing of it, which is no bracket. */
static bool take_one(struct shell_parser *p, struct shell_builder *b, enum shell_balance balance)
{
	switch (*p->at) {
	case '\'':
		return single_quotes(p, b, balance);
	case '"':
		p->at++;
		gaff_shell_quotes(p, b);
		return p->at <= p->end;
	case '$':
		gaff_shell_dollar(p, b, balance != SHELL_PATTERN);
		return true;
	case '`':
		gaff_shell_backtick(p, b, balance != SHELL_PATTERN);
		return true;
	case '\\':
		if (p->end - p->at > 1)
			p->at++;
		break;
	default:
		break;
	}
	gaff_shell_text(p, b, (struct sv){ p->at, 1 }, true);
	p->at++;
	return true;
}

/* Is `c` the start of something that has a value? */
static bool is_operand(char c)
{
	return shell_is(c, SHELL_NAME) || c == '$' || c == '"' || c == '\'' || c == '`';
}

/*
 * Two values with only blanks between them are no arithmetic: "((rm -rf x))" is nothing to bash,
 * and two subshells to dash.
 */
struct doubt {
	bool was_operand, has_blank, has_operator;
};

static bool is_doubtful(struct doubt *d, char c, enum shell_balance balance)
{
	bool is_two = false;

	if (shell_is(c, SHELL_BLANK) || c == '\n') {
		d->has_blank = true;
		return balance == SHELL_TARGET && d->has_operator;
	}
	if (balance == SHELL_TARGET && (c == ';' || c == '&' || c == '|')) {
		d->has_operator = true; /* of a list, to a shell that has no arrays */
		return d->has_blank;
	}
	if (balance == SHELL_MATH_COMMAND) {
		is_two = d->was_operand && d->has_blank && is_operand(c);
		d->was_operand = is_operand(c);
		d->has_blank = false;
	}
	return is_two;
}

bool gaff_shell_balanced(struct shell_parser *p, enum shell_balance balance, bool keeps_text,
			 struct shell_word **out)
{
	struct attempt start = { p->at, p->last_here, p->is_incomplete };
	bool is_square = balance >= SHELL_OLD_MATH && balance <= SHELL_TARGET;
	char open = is_square ? '[' : '(', close = is_square ? ']' : ')';
	struct shell_builder b;
	struct doubt doubt = { 0 };
	size_t nested = 0;

	*out = NULL;
	if (!p->look_left)
		return false;
	gaff_shell_start(p, &b);
	b.is_text_dropped = !keeps_text;
	for (;;) {
		char c = shell_next(p);

		if (!c || is_doubtful(&doubt, c, balance))
			return give_up(p, &start, out);
		if (c == close && !nested)
			break;
		nested += c == open;
		nested -= c == close;
		if (!take_one(p, &b, balance))
			return give_up(p, &start, out);
	}
	gaff_shell_flush(p, &b);
	if (b.first || keeps_text)
		*out = gaff_shell_finish(p, &b);
	p->at++;
	if (balance == SHELL_MATH_WORD || balance == SHELL_MATH_COMMAND) {
		if (shell_next(p) != ')')
			return give_up(p, &start, out);
		p->at++;
	}
	if (balance == SHELL_TARGET && shell_next(p) != '=' &&
	    !(shell_peek(p, 0) == '+' && shell_peek(p, 1) == '='))
		return give_up(p, &start, out);
	return true;
}
