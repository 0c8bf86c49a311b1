/*
 * Words: what stands between blanks and operators.
 */
#include "text/shell/shell_parts.h"

static bool has_tilde_place(struct shell_parser *p, struct shell_builder *b, enum shell_mode mode)
{
	const char *equals;
	char before;

	if (p->at == b->start)
		return true;
	before = b->run.n && !b->run_is_quoted && !b->run_is_copied ? b->run.p[b->run.n - 1] : 0;
	if (before != ':' && before != '=')
		return false;
	if (mode == SHELL_IN_VALUE)
		return before == ':';
	if (mode != SHELL_IN_COMMAND)
		return false;
	if (b->look == SHELL_LOOK_UNKNOWN) { /* bash expands `make prefix=~/x`, too */
		equals = memchr(b->start, '=', (size_t)(p->at - b->start));
		b->look = equals && gaff_shell_is_name(
					    (struct sv){ b->start, (size_t)(equals - b->start) })
				  ? SHELL_LOOK_ASSIGN
				  : SHELL_LOOK_OTHER;
	}
	return b->look == SHELL_LOOK_ASSIGN;
}

/* At a ~: is it a home? */
static bool tilde(struct shell_parser *p, struct shell_builder *b, enum shell_mode mode)
{
	const char *from = p->at;
	char c;

	if (!has_tilde_place(p, b, mode))
		return false;
	do
		p->at++;
	while (shell_is(shell_peek(p, 0), SHELL_LOGIN));
	c = shell_peek(p, 0);
	if (c == '(' || (c && c != '/' && c != ':' && c != '}' && !shell_is(c, SHELL_META))) {
		p->at = from;
		return false;
	}
	gaff_shell_part(p, b, SHELL_TILDE, false)->text = (struct sv){ from + 1,
								       (size_t)(p->at - from - 1) };
	return true;
}

/* Behind [:alpha:], at it; otherwise behind the [ alone. */
static const char *skip_class(const char *at, const char *end)
{
	for (const char *c = at + 2; c + 1 < end && c < at + 16 && ascii_isalpha(*c); c++)
		if (c[1] == ':' && c + 2 < end && c[2] == ']')
			return c + 3;
	return at + 1;
}

/* Where a [ is closed in this word; or what it cannot go beyond. */
static const char *find_bracket(const char *at, const char *end)
{
	if (at < end && (*at == '!' || *at == '^'))
		at++;
	if (at < end && *at == ']')
		at++;
	while (at < end && *at != ']' && *at != '/' && *at != '\'' && !shell_is(*at, SHELL_META) &&
	       (*at == '}' || !shell_is(*at, SHELL_QUOTING)))
		at = *at == '[' && end - at > 2 && at[1] == ':' ? skip_class(at, end) : at + 1;
	return at;
}

/* At a [: a pattern if it is closed. What is quoted or substituted in it stays apart from it. */
static void bracket(struct shell_parser *p, struct shell_builder *b)
{
	const char *from = p->at, *at;

	if (from >= b->no_bracket) {
		at = find_bracket(from + 1, p->end);
		if (at < p->end && *at == ']') {
			p->at = at + 1;
			gaff_shell_part(p, b, SHELL_GLOB, false)->text = (struct sv){
				from, (size_t)(p->at - from)
			};
			return;
		}
		b->no_bracket = at;
		if (at < p->end && (*at == '\'' || shell_is(*at, SHELL_QUOTING))) {
			p->at++;
			gaff_shell_part(p, b, SHELL_GLOB, false)->text = (struct sv){ from, 1 };
			return;
		}
	}
	p->at++;
	gaff_shell_text(p, b, (struct sv){ from, 1 }, false);
}

/* At a "(" in a word: of @(a|b)? Then that is taken. */
static bool extended_glob(struct shell_parser *p, struct shell_builder *b)
{
	struct shell_part *part = b->last;
	const char *from = p->at - 1;
	struct shell_word *word;
	bool is_glob;

	if (p->at == b->start || shell_peek(p, 1) == ')')
		return false;
	is_glob = !b->run.n && part && part->kind == SHELL_GLOB && part->text.n == 1 &&
		  part->text.p == from && *from != '[';
	if (!is_glob) {
		if (!b->run.n || b->run_is_quoted || !strchr("@!+", *from))
			return false;
		b->run.n--;
		p->scratch.n -= b->run_is_copied;
		gaff_shell_flush(p, b);
	}
	p->at++;
	if (!gaff_shell_balanced(p, SHELL_PATTERN, false, &word)) {
		p->at--;
		if (!is_glob)
			gaff_shell_text(p, b, (struct sv){ from, 1 }, false);
		return false;
	}
	if (!is_glob)
		part = gaff_shell_part(p, b, SHELL_GLOB, false);
	part->text = (struct sv){ from, (size_t)(p->at - from) };
	part->word = word;
	return true;
}

static void backslash(struct shell_parser *p, struct shell_builder *b)
{
	char c = shell_peek(p, 1);

	if (c == '\n') {
		p->at += 2;
		return;
	}
	if (c)
		p->at++;
	gaff_shell_text(p, b, (struct sv){ p->at, 1 }, true);
	p->at++;
}

/* What words and operands have in common; false: it is not one of these. */
static bool common(struct shell_parser *p, struct shell_builder *b)
{
	switch (*p->at) {
	case '\\':
		backslash(p, b);
		return true;
	case '\'':
		p->at++;
		gaff_shell_single(p, b);
		return true;
	case '"':
		p->at++;
		gaff_shell_quotes(p, b);
		return true;
	case '$':
		gaff_shell_dollar(p, b, false);
		return true;
	case '`':
		gaff_shell_backtick(p, b, false);
		return true;
	case '*':
	case '?':
		gaff_shell_part(p, b, SHELL_GLOB, false)->text = (struct sv){ p->at, 1 };
		p->at++;
		return true;
	case '[':
		bracket(p, b);
		return true;
	case '<':
	case '>':
		if (shell_peek(p, 1) != '(')
			return false;
		gaff_shell_process(p, b);
		return true;
	default:
		return false;
	}
}

/* { , and } where they are part of a word; false: only characters. */
static bool brace(struct shell_parser *p, struct shell_builder *b)
{
	switch (*p->at) {
	case '{':
		if (shell_peek(p, 1) == '}') { /* of find and xargs, in {a,{}} too */
			gaff_shell_text(p, b, (struct sv){ p->at, 2 }, false);
			p->at += 2;
			return true;
		}
		gaff_shell_brace_open(p, b);
		return true;
	case ',':
		if (b->brace)
			gaff_shell_brace_comma(p, b);
		return b->brace;
	case '}':
		if (!b->brace)
			return false;
		gaff_shell_brace_close(p, b);
		return true;
	default:
		return false;
	}
}

/* ( | ) < > and blanks between brackets in the regular expression of [[ =~ ]]. */
static bool regex(struct shell_parser *p, int *open)
{
	switch (*p->at) {
	case '(':
		++*open;
		return true;
	case ')':
		return --*open >= 0;
	case '|':
		return true;
	default:
		return *open > 0 && *p->at != '\n' && *p->at != ';' && *p->at != '&';
	}
}

struct shell_word *gaff_shell_word(struct shell_parser *p, enum shell_mode mode)
{
	struct shell_builder b;
	int open = 0;

	shell_next(p);
	gaff_shell_start(p, &b);
	if (mode == SHELL_IN_COMMAND && shell_peek(p, 0) == '=' && shell_peek(p, 1) == '(')
		gaff_shell_process(p, &b);
	while (p->at < p->end) {
		const char *from = p->at;

		while (p->at < p->end && !shell_is(*p->at, SHELL_SPECIAL))
			p->at++;
		gaff_shell_text(p, &b, (struct sv){ from, (size_t)(p->at - from) }, false);
		if (p->at >= p->end)
			break;
		if (common(p, &b))
			continue;
		if (*p->at == '~' && tilde(p, &b, mode))
			continue;
		if (mode == SHELL_IN_COMMAND && brace(p, &b))
			continue;
		if (*p->at == '(' && mode != SHELL_IN_REGEX && extended_glob(p, &b))
			continue;
		if (shell_is(*p->at, SHELL_META) && !(mode == SHELL_IN_REGEX && regex(p, &open)))
			break;
		gaff_shell_text(p, &b, (struct sv){ p->at, 1 }, false);
		p->at++;
	}
	return gaff_shell_finish(p, &b);
}

/*
 * At a ' in "${x:-...}": to bash what stands between two of them closes nothing, but they are
 * characters and what is substituted there is.
 */
static bool quotes_in_quotes(struct shell_parser *p, struct shell_builder *b)
{
	const char *from = p->at, *end = p->end, *close = from + 1;
	bool has_escapes = *from == '$'; /* $'...' */

	for (close += has_escapes; close < end && *close != '\''; close++)
		if (has_escapes && *close == '\\' && end - close > 1)
			close++;
	if (close >= end)
		return false;
	p->end = close;
	gaff_shell_between(p, b, false);
	p->end = end;
	p->at = close + 1;
	gaff_shell_text(p, b, (struct sv){ close, 1 }, true);
	return true;
}

struct shell_word *gaff_shell_operand(struct shell_parser *p, bool is_quoted, bool is_pattern)
{
	struct shell_builder b;

	gaff_shell_start(p, &b);
	while (p->at < p->end && *p->at != '}') {
		const char *from = p->at;

		while (p->at < p->end && !shell_is(*p->at, SHELL_SPECIAL))
			p->at++;
		gaff_shell_text(p, &b, (struct sv){ from, (size_t)(p->at - from) }, is_quoted);
		if (p->at >= p->end || *p->at == '}')
			break;
		if (is_quoted && *p->at == '\\' && shell_peek(p, 1) != '}') {
			gaff_shell_escape(p, &b);
			continue;
		}
		if (is_quoted && !is_pattern &&
		    (*p->at == '\'' || (*p->at == '$' && shell_peek(p, 1) == '\'')) &&
		    quotes_in_quotes(p, &b))
			continue;
		if (is_quoted && (*p->at == '$' || *p->at == '`')) {
			if (*p->at == '$')
				gaff_shell_dollar(p, &b, true);
			else
				gaff_shell_backtick(p, &b, true);
			continue;
		}
		if ((!is_quoted || *p->at == '"' || *p->at == '\\' ||
		     (*p->at == '\'' && is_pattern)) &&
		    common(p, &b))
			continue;
		if (!is_quoted && *p->at == '~' && tilde(p, &b, SHELL_IN_PATTERN))
			continue;
		gaff_shell_text(p, &b, (struct sv){ p->at, 1 }, is_quoted);
		p->at++;
	}
	return gaff_shell_finish(p, &b);
}

void gaff_shell_between(struct shell_parser *p, struct shell_builder *b, bool strips_tabs)
{
	while (p->at < p->end) {
		const char *from = p->at;

		if (strips_tabs && (from == b->start || from[-1] == '\n'))
			while (shell_peek(p, 0) == '\t')
				from = ++p->at;
		while (p->at < p->end && *p->at != '\\' && *p->at != '$' && *p->at != '`' &&
		       !(strips_tabs && p->at > from && p->at[-1] == '\n'))
			p->at++;
		gaff_shell_text(p, b, (struct sv){ from, (size_t)(p->at - from) }, true);
		if (shell_peek(p, 0) == '\\' && shell_peek(p, 1) == '"') {
			gaff_shell_text(p, b, (struct sv){ p->at, 2 }, true);
			p->at += 2;
		} else if (shell_peek(p, 0) == '\\') {
			gaff_shell_escape(p, b);
		} else if (shell_peek(p, 0) == '$') {
			gaff_shell_dollar(p, b, true);
		} else if (shell_peek(p, 0) == '`') {
			gaff_shell_backtick(p, b, true);
		}
	}
}

struct shell_word *gaff_shell_body(struct shell_parser *p, const char *from, const char *to,
				   bool strips_tabs)
{
	const char *at = p->at, *end = p->end;
	struct shell_builder b;
	struct shell_word *word;

	p->at = from;
	p->end = to;
	gaff_shell_start(p, &b);
	gaff_shell_between(p, &b, strips_tabs);
	if (p->here) /* of substitutions in it: their bodies cannot stand behind it */
		gaff_shell_newline(p);
	p->at = to;
	word = gaff_shell_finish(p, &b);
	p->at = at;
	p->end = end;
	return word;
}
