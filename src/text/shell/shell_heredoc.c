/*
 * Here-documents: their bodies stand behind the line end that follows, one after another.
 */
#include "text/shell/shell_parts.h"

/* A piece of the delimiter; whatever would be substituted elsewhere is only itself. */
static void delimiter_piece(struct shell_parser *p, struct shell_builder *b,
			    struct shell_here *here)
{
	const char *from = p->at++, *close;
	char c = *from, next = shell_peek(p, 0);

	if (c == '\\' && next) {
		if (next != '\n') {
			gaff_shell_text(p, b, (struct sv){ p->at, 1 }, true);
			here->is_quoted = true;
		}
		p->at++;
	} else if (c == '\'') {
		gaff_shell_single(p, b);
		here->is_quoted = true;
	} else if (c == '"' || (c == '$' && next == '"')) {
		p->at += c == '$';
		close = p->at;
		while (close < p->end && *close != '"')
			close += *close == '\\' && p->end - close > 1 ? 2 : 1;
		for (; p->at < close; p->at++) {
			if (*p->at == '\\' && close - p->at > 1 && strchr("$`\"\\", p->at[1]))
				p->at++;
			gaff_shell_text(p, b, (struct sv){ p->at, 1 }, true);
		}
		p->at = close < p->end ? close + 1 : p->end;
		here->is_quoted = true;
	} else if (c == '$' && next == '\'') {
		p->at++;
		gaff_shell_escapes(p, b);
		here->is_quoted = true;
	} else {
		if ((c == '$' && (next == '(' || next == '{')) || c == '`')
			here->is_odd = true;
		gaff_shell_text(p, b, (struct sv){ from, (size_t)(p->at - from) }, true);
	}
}

void gaff_shell_here(struct shell_parser *p, struct shell_redirect *redirect, bool strips_tabs)
{
	struct shell_here *here = gaff_shell_make(p, sizeof *here);
	struct shell_builder b;

	gaff_shell_blanks(p);
	gaff_shell_start(p, &b);
	while (p->at < p->end && !shell_is(*p->at, SHELL_META))
		delimiter_piece(p, &b, here);
	gaff_shell_flush(p, &b);
	here->delimiter = b.first ? b.first->text : SV("");
	here->strips_tabs = strips_tabs;
	here->redirect = redirect;
	redirect->target = gaff_shell_make(p, sizeof *redirect->target);
	gaff_shell_span(p, b.start, &redirect->target->at, &redirect->target->n);
	*p->last_here = here;
	p->last_here = &here->next;
}

/* Is this line the delimiter? In $(...), it may have the ")" behind it. */
static const char *end_of_body(const struct shell_parser *p, const struct shell_here *here,
			       const char *line, const char *line_end)
{
	size_t n = here->delimiter.n;

	if (here->strips_tabs)
		while (line < line_end && *line == '\t')
			line++;
	if ((size_t)(line_end - line) < n || (n && memcmp(line, here->delimiter.p, n) != 0))
		return NULL;
	if ((size_t)(line_end - line) == n)
		return line_end < p->end ? line_end + 1 : line_end;
	if (p->is_inner && memchr(line + n, ')', (size_t)(line_end - line) - n))
		return line + n;
	return NULL;
}

/* "EO\<newline>F" is "EOF". */
static const char *end_of_split(struct shell_parser *p, const struct shell_here *here,
				const char *line)
{
	struct sv rest = here->delimiter;

	if (here->strips_tabs)
		while (line < p->end && *line == '\t')
			line++;
	for (; line < p->end && *line != '\n'; line++) {
		if (*line == '\\' && p->end - line > 1 && line[1] == '\n') {
			line++;
			continue;
		}
		if (!rest.n || *line != rest.p[0])
			return NULL;
		rest = sv_skip(rest, 1);
	}
	return rest.n ? NULL : line < p->end ? line + 1 : line;
}

/* Does the line go on behind its end? A backslash may itself be hidden by one. */
static bool goes_on(const char *line, const char *line_end)
{
	const char *c = line_end;

	while (c > line && c[-1] == '\\')
		c--;
	return (line_end - c) % 2;
}

static const char *line_end_of(const struct shell_parser *p, const char *line)
{
	const char *end = memchr(line, '\n', (size_t)(p->end - line));

	return end ? end : p->end;
}

/* The line of the delimiter; *behind is where the text goes on. The end, if there is none. */
static const char *find_delimiter(struct shell_parser *p, const struct shell_here *here,
				  const char **behind)
{
	const char *line = p->at;
	bool is_joined = false; /* to the line before */

	while (line < p->end) {
		const char *line_end = line_end_of(p, line);
		bool is_split = !here->is_quoted && goes_on(line, line_end);

		*behind = is_joined ? NULL : end_of_body(p, here, line, line_end);
		if (!*behind && is_split && !is_joined)
			*behind = end_of_split(p, here, line);
		if (*behind)
			return line;
		is_joined = is_split;
		line = line_end < p->end ? line_end + 1 : p->end;
	}
	p->is_incomplete = true;
	return *behind = p->end;
}

/* Nothing is substituted in it. */
static struct shell_word *plain_body(struct shell_parser *p, const char *from, const char *to,
				     bool strips_tabs)
{
	struct shell_builder b;

	p->at = from;
	gaff_shell_start(p, &b);
	while (p->at < to) {
		const char *line_end = strips_tabs ? line_end_of(p, p->at) + 1 : to;

		while (strips_tabs && p->at < to && *p->at == '\t')
			p->at++;
		line_end = line_end < to ? line_end : to;
		gaff_shell_text(p, &b, (struct sv){ p->at, (size_t)(line_end - p->at) }, true);
		p->at = line_end;
	}
	return gaff_shell_finish(p, &b);
}

/* It is looked at twice, once for its end: in $(...) in a body in $(...) that adds up. */
static void read_body(struct shell_parser *p, const struct shell_here *here)
{
	const char *from = p->at, *behind = p->end, *to = p->end;
	struct shell_word *body;
	bool is_too_much;
	size_t n;

	if (p->look_left)
		to = find_delimiter(p, here, &behind);
	n = (size_t)(to - from);
	is_too_much = n > p->look_left;
	p->look_left -= is_too_much ? p->look_left : n;
	if (is_too_much || here->is_odd)
		body = gaff_shell_opaque_word(p, from, to);
	else if (here->is_quoted)
		body = plain_body(p, from, to, here->strips_tabs);
	else
		body = gaff_shell_body(p, from, to, here->strips_tabs);
	here->redirect->target->part = body->part;
	here->redirect->target->at = body->at;
	here->redirect->target->n = body->n;
	p->at = behind;
}

void gaff_shell_newline(struct shell_parser *p)
{
	struct shell_here *here = p->here;

	p->at += p->at < p->end;
	p->here = NULL;
	p->last_here = &p->here;
	for (; here; here = here->next)
		read_body(p, here);
}
