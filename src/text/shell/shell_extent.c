/*
 * About where a construct ends that is not read because it is nested too deep: brackets and quotes
 * are counted.
 */
#include "text/shell/shell_parts.h"

/* Behind the next `quote`; a backslash may hide it. Behind the end: one more than that. */
static const char *skip_quoted(const char *at, const char *end, char quote, bool has_escapes)
{
	while (at < end && *at != quote)
		at += has_escapes && *at == '\\' && end - at > 1 ? 2 : 1;
	return at + 1;
}

const char *gaff_shell_extent(struct shell_parser *p, const char *at, char open)
{
	const char *end = p->end;
	struct buf *state = &p->states;

	state->n = 0;
	buf_addc(state, open);
	while (at < end && buf_ok(state)) {
		char top = state->p[state->n - 1], c = *at++;
		char next = at < end ? *at : '\0';

		if (c == '\\') {
			at++;
		} else if (c == '`') {
			at = skip_quoted(at, end, '`', true);
		} else if (c == '$' && (next == '(' || next == '{')) {
			buf_addc(state, next);
			at++;
		} else if (c == '"') {
			if (top == '"')
				state->n--;
			else
				buf_addc(state, '"');
		} else if (top == '"') {
			continue;
		} else if (c == '$' && next == '\'') {
			at = skip_quoted(at + 1, end, '\'', true);
		} else if (c == '\'') {
			/* In "${x:-it's}" it is a character. */
			if (top != '{' || state->n < 2 || state->p[state->n - 2] != '"')
				at = skip_quoted(at, end, '\'', false);
		} else if (c == top && c != '{') {
			buf_addc(state, c);
		} else if ((top == '(' && c == ')') || (top == '{' && c == '}') ||
			   (top == '[' && c == ']')) {
			if (!--state->n)
				return at - 1;
		}
	}
	if (!buf_ok(state))
		longjmp(p->no_memory, 1);
	return NULL;
}
