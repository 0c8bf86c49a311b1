#include "text/json/json_edit_parts.h"

#include "text/json/json_scan.h"

size_t gaff_edit_comment_end(struct sv source, size_t at)
{
	size_t i = at + 2;

	if (i > source.n || source.p[at] != '/')
		return at;
	if (source.p[at + 1] == '/') {
		while (i < source.n && !edit_is_line_end(source.p[i]))
			i++;
		return i;
	}
	if (source.p[at + 1] != '*')
		return at;
	for (; i + 1 < source.n; i++)
		if (source.p[i] == '*' && source.p[i + 1] == '/')
			return i + 2;
	return at; /* without its end it is none */
}

size_t gaff_edit_skip(struct sv source, size_t at, size_t end)
{
	while (at < end) {
		size_t behind = gaff_edit_comment_end(source, at);

		if (behind > at)
			at = behind;
		else if (json_is_space(source.p[at]))
			at++;
		else
			break;
	}
	return at;
}

struct sv gaff_edit_indent(struct sv source, size_t at)
{
	size_t from = at, to;

	while (from && !edit_is_line_end(source.p[from - 1]))
		from--;
	for (to = from; to < at && edit_is_blank(source.p[to]); to++)
		;
	return (struct sv){ source.p + from, to - from };
}

static struct sv line_end_at(struct sv source, size_t at)
{
	if (source.p[at] == '\n')
		return at && source.p[at - 1] == '\r' ? SV("\r\n") : SV("\n");
	return at + 1 < source.n && source.p[at + 1] == '\n' ? SV("\r\n") : SV("\r");
}

struct sv gaff_edit_newline(struct sv source, size_t at)
{
	if (at < source.n && edit_is_line_end(source.p[at]))
		return line_end_at(source, at);
	for (size_t i = at; i; i--)
		if (edit_is_line_end(source.p[i - 1]))
			return line_end_at(source, i - 1);
	for (; at < source.n; at++)
		if (edit_is_line_end(source.p[at]))
			return line_end_at(source, at);
	return SV("\n");
}

/* ---- how a file is written ---- */

enum known { UNKNOWN, NO, YES };

struct signs {
	enum known colon, comma, padding, lines;
	struct sv unit;
	bool has_unit; /* with a unit of nothing: the best that was seen so far */
};

static enum known known(bool is)
{
	return is ? YES : NO;
}

static void look_at_unit(const struct gaff_doc *doc, size_t open, size_t first, struct signs *signs)
{
	struct sv outer, inner;

	if (signs->has_unit && signs->unit.n)
		return;
	outer = gaff_edit_indent(doc->source, open);
	inner = gaff_edit_indent(doc->source, first);
	if (inner.n >= outer.n && sv_starts(inner, outer)) {
		signs->unit = sv_skip(inner, outer.n);
		signs->has_unit = true;
	}
}

/* An opening bracket or a comma, and what follows: on the same line, or on another one? */
static size_t look_behind(const struct gaff_doc *doc, size_t at, struct signs *signs)
{
	const char *p = doc->json.p;
	size_t next = at + 1;
	bool has_line_end = false;
	enum known *space = p[at] == ',' ? &signs->comma : p[at] == '{' ? &signs->padding : NULL;

	for (; json_is_space(p[next]); next++)
		has_line_end |= edit_is_line_end(p[next]);
	if (p[next] == '}' || p[next] == ']')
		return next;
	if (has_line_end) {
		signs->lines = YES;
		if (p[at] != ',')
			look_at_unit(doc, at, next, signs);
	} else if (space && *space == UNKNOWN) {
		*space = known(edit_is_blank(doc->source.p[at + 1]));
	}
	return next;
}

static void look_around(const struct gaff_doc *doc, struct signs *signs)
{
	const char *p = doc->root.p, *end = p + doc->root.n;

	while (p < end) {
		size_t at = (size_t)(p - doc->json.p);

		switch (*p) {
		case '"':
			p = json_string_end(p);
			break;
		case ':':
			if (signs->colon == UNKNOWN)
				signs->colon = known(json_is_space(doc->source.p[at + 1]));
			p++;
			break;
		case '{':
		case '[':
		case ',':
			p = doc->json.p + look_behind(doc, at, signs);
			break;
		default:
			p++;
		}
	}
}

struct edit_style gaff_edit_style(const struct gaff_doc *doc)
{
	struct edit_style style = { .unit = SV("  "), .is_over_lines = true };
	struct signs signs = { 0 };
	struct json_iter it = gaff_json_iter(doc->root);

	if (gaff_json_each(&it)) {
		look_around(doc, &signs);
		style.is_over_lines = signs.lines == YES;
	}
	if (signs.has_unit)
		style.unit = signs.unit;
	/* what was never seen is as the other is, and a file over lines is written with spaces */
	style.has_colon_space = signs.colon == YES;
	style.has_comma_space = signs.comma == YES;
	if (signs.colon == UNKNOWN)
		style.has_colon_space = style.is_over_lines || signs.comma == YES;
	if (signs.comma == UNKNOWN)
		style.has_comma_space = style.has_colon_space;
	style.has_padding = signs.padding == YES;
	return style;
}

/* ---- writing in that way ---- */

struct printer {
	struct buf *out;
	const struct edit_print *how;
	unsigned depth;
};

static void new_line(struct printer *p)
{
	gaff_buf_add(p->out, p->how->newline);
	gaff_buf_add(p->out, p->how->indent);
	for (unsigned i = 0; i < p->depth; i++)
		gaff_buf_add(p->out, p->how->style.unit);
}

static void separate(struct printer *p, bool has_space)
{
	if (p->how->is_over_lines)
		new_line(p);
	else if (has_space)
		buf_addc(p->out, ' ');
}

static const char *print_open(struct printer *p, const char *at, const char *end)
{
	const char *next = json_skip_space(at + 1, end);

	buf_addc(p->out, *at);
	if (*next == '}' || *next == ']') { /* nothing in it: both brackets at once */
		buf_addc(p->out, *next);
		return next + 1;
	}
	p->depth++;
	separate(p, *at == '{' && p->how->style.has_padding);
	return next;
}

static const char *print_mark(struct printer *p, const char *at, const char *end)
{
	switch (*at) {
	case '{':
	case '[':
		return print_open(p, at, end);
	case '}':
	case ']':
		p->depth--;
		separate(p, *at == '}' && p->how->style.has_padding);
		buf_addc(p->out, *at);
		break;
	case ',':
		buf_addc(p->out, ',');
		separate(p, p->how->style.has_comma_space);
		break;
	default:
		buf_addc(p->out, *at);
		if (*at == ':' && p->how->style.has_colon_space)
			buf_addc(p->out, ' ');
		break;
	}
	return at + 1;
}

void gaff_edit_print(struct buf *out, struct sv compact, const struct edit_print *how)
{
	struct printer p = { .out = out, .how = how };
	const char *at = compact.p, *end = sv_end(compact);

	while ((at = json_skip_space(at, end)) < end) {
		if (*at == '"') {
			const char *behind = json_string_end(at);

			gaff_buf_add(out, (struct sv){ at, (size_t)(behind - at) });
			at = behind;
		} else {
			at = print_mark(&p, at, end);
		}
	}
}
