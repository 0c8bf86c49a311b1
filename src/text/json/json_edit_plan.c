/*
 * json_edit_plan.c - which bytes of a text go and which come.
 *
 * What is taken out is exactly what adding it had put in: every way to add an entry leaves a text
 * from which can be seen which way it was. So a list that was [] is opened and closed again, and
 * one that was written as two lines gets an empty line more, to be known from it.
 */
#include "text/json/json_edit_parts.h"

#include "text/json/json_scan.h"

/* The rest of a line: spaces and comments. */
struct tail {
	size_t end;    /* the line end, or what else comes first */
	size_t behind; /* the last comment, or where it began */
	bool is_line_end, has_line_comment;
};

static struct tail look_at_tail(struct sv source, size_t from, size_t limit)
{
	struct tail t = { .end = from, .behind = from };

	while (t.end < limit) {
		size_t behind = gaff_edit_comment_end(source, t.end);

		if (behind > t.end) {
			t.has_line_comment = source.p[t.end + 1] == '/';
			t.end = t.behind = behind;
		} else if (edit_is_blank(source.p[t.end])) {
			t.end++;
		} else {
			t.is_line_end = edit_is_line_end(source.p[t.end]);
			break;
		}
	}
	return t;
}

static void splice(struct edit_plan *plan, size_t at, size_t gone, struct sv added)
{
	plan->text[plan->text_n++] = (struct edit_splice){ at, gone, added };
}

static void expect(struct edit_plan *plan, size_t at, size_t gone, struct sv added)
{
	plan->json[plan->json_n++] = (struct edit_splice){ at, gone, added };
}

/* Is it the first of its line, but for comments? */
static bool starts_line(const struct gaff_doc *doc, size_t at)
{
	while (at && edit_is_blank(doc->json.p[at - 1]))
		at--;
	return !at || edit_is_line_end(doc->json.p[at - 1]);
}

static bool is_over_lines(const struct gaff_doc *doc, size_t from, size_t to)
{
	for (; from < to; from++)
		if (edit_is_line_end(doc->json.p[from]))
			return true;
	return false;
}

static bool is_all_space(struct sv source, size_t from, size_t to)
{
	while (from < to && json_is_space(source.p[from]))
		from++;
	return from == to;
}

/* An object or a list that has something in it, all on one line. */
static bool is_box_on_a_line(const struct gaff_doc *doc, const struct edit_entry *e)
{
	struct json v = { doc->json.p + e->value, e->end - e->value }, key, value;
	struct json_iter it = gaff_json_iter(v);

	return gaff_json_next(&it, &key, &value) && !is_over_lines(doc, e->value, e->end);
}

static struct sv join(struct arena *a, struct sv one, struct sv other)
{
	struct buf b = buf_in(a);

	gaff_buf_add(&b, one);
	gaff_buf_add(&b, other);
	return b.n ? buf_sv(&b) : SV("");
}

/* The unit that the entries of this very box have, if it shows. */
static void take_unit(struct edit_style *style, struct sv outer, struct sv inner)
{
	if (inner.n > outer.n && sv_starts(inner, outer))
		style->unit = sv_skip(inner, outer.n);
}

/* ---- adding ---- */

static bool add_on_line(struct buf *b, const struct gaff_doc *doc, const struct edit_box *box,
			size_t at, bool has_comma, struct sv compact, struct edit_print how,
			struct edit_plan *plan)
{
	struct sv source = doc->source;
	bool has_space = how.style.has_comma_space;

	if (box->n > 1) /* as it is before the last one */
		has_space = json_is_space(source.p[box->last.start - 1]);
	how.is_over_lines = how.style.is_over_lines &&
			    is_over_lines(doc, box->last.value, box->last.end);
	how.newline = gaff_edit_newline(source, at);
	how.indent = gaff_edit_indent(source, box->last.start);
	if (!has_comma)
		buf_addc(b, ',');
	if (has_space)
		buf_addc(b, ' ');
	gaff_edit_print(b, compact, &how);
	if (has_comma)
		buf_addc(b, ',');
	splice(plan, at, 0, buf_sv(b));
	return buf_ok(b);
}

static bool add_behind(struct arena *a, const struct gaff_doc *doc, const struct edit_box *box,
		       struct sv compact, struct edit_print how, struct edit_plan *plan)
{
	struct sv source = doc->source, outer = gaff_edit_indent(source, box->open);
	size_t comma = gaff_edit_skip(source, box->last.end, box->close), at;
	bool has_comma = comma < box->close, is_first = starts_line(doc, box->last.start);
	struct tail tail = look_at_tail(source, has_comma ? comma + 1 : box->last.end, box->close);
	struct buf b = buf_in(a);

	expect(plan, box->last.end, 0, SV(","));
	expect(plan, box->last.end, 0, compact);
	if (!is_first && !tail.has_line_comment)
		return add_on_line(&b, doc, box, tail.behind, has_comma, compact, how, plan);
	how.indent = is_first ? gaff_edit_indent(source, box->last.start)
			      : join(a, outer, how.style.unit);
	if (is_first)
		take_unit(&how.style, outer, how.indent);
	at = tail.is_line_end ? tail.end : tail.behind;
	how.newline = gaff_edit_newline(source, at);
	how.is_over_lines = source.p[box->open] == '{' || !is_box_on_a_line(doc, &box->last);
	gaff_buf_add(&b, how.newline);
	gaff_buf_add(&b, how.indent);
	gaff_edit_print(&b, compact, &how);
	if (has_comma)
		buf_addc(&b, ',');
	else
		splice(plan, box->last.end, 0, SV(",")); /* before a comment that is about it */
	splice(plan, at, 0, buf_sv(&b));
	return buf_ok(&b);
}

/* As far in as comments in an empty box are, else one level. */
static struct sv inner_indent(struct arena *a, const struct gaff_doc *doc,
			      const struct edit_box *box, struct edit_style *style)
{
	struct sv source = doc->source, outer = gaff_edit_indent(source, box->open), inner;
	size_t at = box->open + 1;

	while (at < box->close && source.p[at] != '/')
		at++;
	inner = gaff_edit_indent(source, at);
	if (at < box->close && is_over_lines(doc, box->open, at) && inner.n > outer.n &&
	    sv_starts(inner, outer)) {
		take_unit(style, outer, inner);
		return inner;
	}
	return join(a, outer, style->unit);
}

static bool add_first(struct arena *a, const struct gaff_doc *doc, const struct edit_box *box,
		      struct sv compact, struct edit_print how, struct edit_plan *plan)
{
	struct sv source = doc->source;
	struct tail tail = look_at_tail(source, box->open + 1, box->close);
	size_t root = (size_t)(doc->root.p - doc->json.p);
	bool is_padded = source.p[box->open] == '{' && how.style.has_padding &&
			 tail.behind == box->close;
	struct buf b = buf_in(a);

	expect(plan, box->open + 1, 0, compact);
	how.indent = inner_indent(a, doc, box, &how.style);
	how.newline = gaff_edit_newline(source, tail.end);
	how.is_over_lines = tail.is_line_end ||
			    (how.style.is_over_lines &&
			     (box->open == root || starts_line(doc, box->start)));
	if (how.is_over_lines) {
		gaff_buf_add(&b, how.newline);
		gaff_buf_add(&b, how.indent);
	} else if (is_padded) {
		buf_addc(&b, ' ');
	}
	gaff_edit_print(&b, compact, &how);
	if (tail.is_line_end) {
		if (!tail.has_line_comment && is_all_space(source, tail.end, box->close))
			gaff_buf_add(&b, how.newline); /* or it would look like one that was [] */
	} else if (how.is_over_lines) {
		gaff_buf_add(&b, how.newline);
		gaff_buf_add(&b, gaff_edit_indent(source, box->open));
	} else if (is_padded) {
		buf_addc(&b, ' ');
	}
	splice(plan, tail.is_line_end ? tail.end : box->close, 0, buf_sv(&b));
	return buf_ok(&b);
}

bool gaff_edit_add(struct arena *a, const struct gaff_doc *doc, const struct edit_box *box,
		   struct sv compact, struct edit_plan *plan)
{
	struct edit_print how = { .style = gaff_edit_style(doc) };

	return (box->n ? add_behind : add_first)(a, doc, box, compact, how, plan);
}

bool gaff_edit_put(struct arena *a, const struct gaff_doc *doc, const struct edit_box *box,
		   struct sv compact, struct edit_plan *plan)
{
	const struct edit_entry *e = &box->it;
	struct edit_print how = { .style = gaff_edit_style(doc) };
	struct buf b = buf_in(a);

	how.indent = gaff_edit_indent(doc->source, e->value);
	how.newline = gaff_edit_newline(doc->source, e->value);
	if (starts_line(doc, e->start))
		take_unit(&how.style, gaff_edit_indent(doc->source, box->open),
			  gaff_edit_indent(doc->source, e->start));
	how.is_over_lines = how.style.is_over_lines &&
			    (is_over_lines(doc, e->value, e->end) ||
			     (starts_line(doc, e->start) && !is_box_on_a_line(doc, e)));
	gaff_edit_print(&b, compact, &how);
	splice(plan, e->value, e->end - e->value, buf_sv(&b));
	expect(plan, e->value, e->end - e->value, compact);
	return buf_ok(&b);
}

/* ---- taking out ---- */

/* What is around an entry that goes. */
struct around {
	size_t space;           /* where the spaces before it begin */
	size_t line;            /* the last line end among them */
	size_t indent;          /* behind that */
	size_t comma;           /* its own comma, or its end */
	size_t after;           /* behind it and its comma */
	size_t rest;            /* behind spaces after that, on the same line */
	size_t stop;            /* that, if the line ends there, else `after` */
	bool is_first;          /* of its line; else there is no line end before it */
	bool is_behind_comment; /* the line end is the end of a line comment */
	bool is_alone;          /* its line ends after it, or its box does */
};

/* Is there a line comment before `end` that goes as far as it? */
static bool ends_line_comment(struct sv source, size_t from, size_t end)
{
	while (from < end) {
		size_t behind = gaff_edit_comment_end(source, from);

		if (behind == end && source.p[from + 1] == '/')
			return true;
		from = behind > from ? behind : from + 1;
	}
	return false;
}

static void look_before(struct sv source, const struct edit_box *box, struct around *r)
{
	/* a comma between them cannot be taken for a comment */
	size_t from = box->i ? box->before.end : box->open + 1;

	r->space = r->indent = box->it.start;
	while (r->space > from && json_is_space(source.p[r->space - 1]))
		r->space--;
	while (r->indent > r->space && !edit_is_line_end(source.p[r->indent - 1]))
		r->indent--;
	r->line = r->indent;
	r->is_first = r->indent > r->space;
	if (!r->is_first)
		return;
	r->line--;
	if (source.p[r->line] == '\n' && r->line > r->space && source.p[r->line - 1] == '\r')
		r->line--;
	r->is_behind_comment = ends_line_comment(source, from, r->line);
}

static struct around look_around(struct sv source, const struct edit_box *box)
{
	struct around r = { 0 };
	bool is_joined, ends_line;

	look_before(source, box, &r);
	r.comma = gaff_edit_skip(source, box->it.end, box->close);
	if (r.comma == box->close)
		r.comma = box->it.end;
	r.after = r.comma > box->it.end || source.p[r.comma] == ',' ? r.comma + 1 : box->it.end;
	is_joined = is_all_space(source, box->it.end, r.comma);
	for (r.rest = r.after; edit_is_blank(source.p[r.rest]); r.rest++)
		;
	ends_line = edit_is_line_end(source.p[r.rest]);
	r.stop = ends_line ? r.rest : r.after;
	r.is_alone = is_joined && (ends_line || r.rest == box->close);
	return r;
}

static void take_range(struct sv source, const struct edit_box *box, const struct around *r,
		       size_t from, size_t to, struct edit_plan *plan)
{
	if (is_all_space(source, box->it.end, r->comma)) {
		splice(plan, from, to - from, SV(""));
		return;
	}
	/* comments before its comma stay */
	splice(plan, from, box->it.end - from, SV(""));
	splice(plan, r->comma, to - r->comma, SV(""));
}

/* The only one there is: an empty box is left as it was. */
static void take_only(struct sv source, const struct edit_box *box, const struct around *r,
		      struct edit_plan *plan)
{
	size_t from = r->line, to = r->stop, i = r->after, lines = 0, first = 0;

	if (!r->is_alone || !r->is_first) {
		bool is_padded = r->space + 1 == box->it.start && source.p[r->space] == ' ' &&
				 r->after + 1 == box->close && source.p[r->after] == ' ';

		from = is_padded ? r->space : box->it.start;
		to = is_padded ? box->close : r->is_alone ? r->after : r->rest;
	} else if (r->is_behind_comment) {
		if (r->rest == box->close)
			from = r->indent;
	} else if (is_all_space(source, r->after, box->close)) {
		for (; i < box->close; i++) {
			bool half = source.p[i] == '\r' && source.p[i + 1] == '\n';

			if (edit_is_line_end(source.p[i]) && !half && !lines++)
				first = i + 1;
		}
		to = lines > 1 ? first : box->close;
	}
	take_range(source, box, r, from, to, plan);
}

static void take_one(struct sv source, const struct edit_box *box, const struct around *r,
		     struct edit_plan *plan)
{
	size_t from = r->space, to = r->after;

	if (r->is_first) {
		from = r->line;
		to = r->stop;
		if (!r->is_alone) { /* and others go on with it */
			from = box->it.start;
			to = r->rest;
		} else if (r->is_behind_comment && r->rest == box->close) {
			from = r->indent;
		}
	} else if (!r->is_alone && r->space == box->it.start) {
		to = r->rest;
	}
	take_range(source, box, r, from, to, plan);
}

void gaff_edit_remove(const struct gaff_doc *doc, const struct edit_box *box,
		      struct edit_plan *plan)
{
	struct sv source = doc->source;
	struct around r = look_around(source, box);
	bool is_last = box->i + 1 == box->n;

	if (is_last && box->i) {
		size_t comma = gaff_edit_skip(source, box->before.end, box->it.start);

		expect(plan, comma, 1, SV(""));
		if (r.after == box->it.end) /* else the comma before it is the one at the end now */
			splice(plan, comma, 1, SV(""));
	}
	expect(plan, box->it.start, box->it.end - box->it.start, SV(""));
	if (!is_last)
		expect(plan, r.comma, 1, SV(""));
	if (box->n == 1)
		take_only(source, box, &r, plan);
	else
		take_one(source, box, &r, plan);
}
