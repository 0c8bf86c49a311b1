/*
 * toml_edit.c - putting a key or an element into a TOML document.
 *
 * Each edit is made twice: on the text, and on the tree that was read from it. The text is then
 * read again, and has to be that tree.
 */
#include "text/toml/toml_parts.h"

struct adding {
	struct toml_doc doc;
	struct toml_patch patch;
	const struct sv *path;
	size_t n, found;      /* names of path; those that are there */
	struct toml_node *at; /* what the names that are there lead to */
	struct buf text;
};

static enum gaff_rc begin(struct adding *e, struct arena *a, struct sv text, const struct sv *path,
			  size_t n, struct gaff_err *err)
{
	if (!n || n > GAFF_TOML_DEPTH_MAX)
		return gaff_fail(err, GAFF_EUSAGE, "a path has 1 to %d names", GAFF_TOML_DEPTH_MAX);
	GAFF_TRY(gaff_toml_parse(a, text, &e->doc, err));
	e->patch = gaff_toml_patch(&e->doc);
	e->path = path;
	e->n = n;
	e->at = gaff_toml_walk(&e->doc, path, n, &e->found);
	e->text = buf_in(a);
	if (e->found < n && e->at->kind != TOML_TABLE)
		return gaff_toml_cannot(&e->doc, GAFF_EUNSUPPORTED, path, e->found,
					"is no table that a key could be put into");
	return GAFF_OK;
}

static enum gaff_rc finish(struct adding *e, struct sv *out)
{
	GAFF_TRY(gaff_buf_check(&e->text, e->doc.err));
	return gaff_toml_finish(&e->patch, out);
}

/* On the tree: the table path[0..n-2], made where it is not there. */
static enum gaff_rc make_tables(struct adding *e, struct toml_node **table)
{
	*table = e->at;
	for (size_t i = e->found; i + 1 < e->n; i++)
		GAFF_TRY(gaff_toml_add(&e->doc, *table, e->path[i], table));
	return GAFF_OK;
}

/* The names of tables from `outer` down to `table`, each with a dot behind it. */
static void write_dots(struct buf *out, const struct toml_node *outer,
		       const struct toml_node *table)
{
	const struct toml_node *way[GAFF_TOML_DEPTH_MAX];
	size_t n = 0;

	for (; table != outer; table = table->parent)
		way[n++] = table;
	while (n) {
		gaff_toml_write_key(out, way[--n]->key);
		buf_addc(out, '.');
	}
}

/* Inside the braces that e->at is in, with dots for the tables on the way. */
static void begin_member(struct adding *e, const struct toml_node *braces)
{
	gaff_buf_add(&e->text, braces->last_pair ? SV(", ") : SV(" "));
	write_dots(&e->text, braces, e->at);
	gaff_toml_write_path(&e->text, e->path + e->found, e->n - e->found);
	gaff_buf_add(&e->text, SV(" = "));
}

static void end_member(struct adding *e, const struct toml_node *braces)
{
	if (!braces->last_pair)
		buf_addc(&e->text, ' ');
	gaff_toml_insert(&e->patch,
			 braces->last_pair ? braces->last_pair->value.end : braces->value.begin + 1,
			 buf_sv(&e->text));
}

/* Before the first header and the comment that stands on it. */
static size_t before_headers(const struct toml_doc *d)
{
	const struct toml_section *first = d->sections->next;
	size_t at = first ? first->span.begin : d->text.n;

	while (first && at > d->start) {
		size_t line = at - 1;

		while (line > d->start && d->text.p[line - 1] != '\n')
			line--;
		if (d->text.p[toml_skip_blank(d, line)] != '#')
			break;
		at = line;
	}
	return at;
}

/* A line behind the last one of the table e->at. */
static enum gaff_rc add_line(struct adding *e, struct json value)
{
	const struct toml_section *section = e->at->section;
	size_t line = section->last_line, at = section->span.end;

	if (e->at->is_dotted) {
		line = e->at->line.begin;
		at = e->at->line.end;
	} else if (e->at == e->doc.root && !section->has_pairs) {
		at = line = before_headers(&e->doc);
	}
	gaff_buf_add(&e->text,
		     (struct sv){ e->doc.text.p + line, toml_skip_blank(&e->doc, line) - line });
	write_dots(&e->text, section->table, e->at);
	gaff_toml_write_key(&e->text, e->path[e->n - 1]);
	gaff_buf_add(&e->text, SV(" = "));
	GAFF_TRY(gaff_toml_write(e->doc.arena, &e->text, value, e->doc.err));
	gaff_buf_add(&e->text, gaff_toml_line_end(&e->doc));
	gaff_toml_insert_lines(&e->patch, at, buf_sv(&e->text));
	return GAFF_OK;
}

/* A blank line before a new header, unless nothing is before it. */
static void begin_header(struct adding *e)
{
	if (e->doc.text.n > e->doc.start)
		gaff_buf_add(&e->text, gaff_toml_line_end(&e->doc));
}

static enum gaff_rc add_table(struct adding *e, struct json value)
{
	struct sv line_end = gaff_toml_line_end(&e->doc);

	begin_header(e);
	buf_addc(&e->text, '[');
	gaff_toml_write_path(&e->text, e->path, e->n - 1);
	buf_addc(&e->text, ']');
	gaff_buf_add(&e->text, line_end);
	gaff_toml_write_key(&e->text, e->path[e->n - 1]);
	gaff_buf_add(&e->text, SV(" = "));
	GAFF_TRY(gaff_toml_write(e->doc.arena, &e->text, value, e->doc.err));
	gaff_buf_add(&e->text, line_end);
	gaff_toml_insert_lines(&e->patch, e->doc.text.n, buf_sv(&e->text));
	return GAFF_OK;
}

static enum gaff_rc replace(struct adding *e, struct json value)
{
	if (!e->at->is_value)
		return gaff_toml_cannot(&e->doc, GAFF_EUNSUPPORTED, e->path, e->n,
					"is a table of several lines, not a value");
	GAFF_TRY(gaff_toml_write(e->doc.arena, &e->text, value, e->doc.err));
	gaff_toml_cut(&e->patch, e->at->value.begin, e->at->value.end);
	gaff_toml_insert(&e->patch, e->at->value.end, buf_sv(&e->text));
	return GAFF_OK;
}

static enum gaff_rc set_text(struct adding *e, struct json value)
{
	struct toml_node *braces = gaff_toml_braces(e->at);

	if (e->found == e->n)
		return replace(e, value);
	if (braces) {
		begin_member(e, braces);
		GAFF_TRY(gaff_toml_write(e->doc.arena, &e->text, value, e->doc.err));
		end_member(e, braces);
		return GAFF_OK;
	}
	if (e->found == e->n - 1 && (e->at->has_header || e->at->is_dotted))
		return add_line(e, value);
	return add_table(e, value);
}

enum gaff_rc gaff_toml_set(struct arena *a, struct sv text, const struct sv *path, size_t n,
			   struct json value, struct sv *out, struct gaff_err *err)
{
	struct toml_node *table, *was;
	struct adding e;

	GAFF_TRY(begin(&e, a, text, path, n, err));
	GAFF_TRY(set_text(&e, value));
	was = e.found == n ? e.at : NULL;
	if (was) {
		table = was->parent;
		was->is_gone = true;
	} else {
		GAFF_TRY(make_tables(&e, &table));
	}
	GAFF_TRY(gaff_toml_add_json(&e.doc, table, path[n - 1], value));
	if (was && gaff_toml_same(was, &e.doc, table->last)) {
		*out = text;
		return GAFF_OK;
	}
	return finish(&e, out);
}

/*
 * Behind the last element of an inline array, as that one is written: on a line of its own, with a
 * comma behind it. A comment on its line stays its.
 */
static enum gaff_rc add_element(struct adding *e, struct json element)
{
	const struct toml_node *last = e->at->last;
	struct toml_doc *d = &e->doc;
	size_t at, comment, indent;
	struct toml_span gap;
	bool own_line;

	if (!last) {
		buf_addc(&e->text, ' ');
		GAFF_TRY(gaff_toml_write(d->arena, &e->text, element, d->err));
		buf_addc(&e->text, ' ');
		gaff_toml_insert(&e->patch, e->at->value.begin + 1, buf_sv(&e->text));
		return GAFF_OK;
	}
	gap = gaff_toml_gap(d, last->value.begin, &own_line);
	indent = gap.begin + toml_newline(d, gap.begin);
	at = last->comma ? last->comma + 1 : last->value.end;
	if (!last->comma)
		gaff_toml_insert(&e->patch, at, SV(","));
	comment = toml_skip_blank(d, at);
	if (d->text.p[comment] == '#') {
		at = toml_line_stop(d, comment);
		own_line = true;
	}
	gaff_buf_add(&e->text, own_line ? gaff_toml_line_end(d) : SV(" "));
	if (own_line)
		gaff_buf_add(&e->text, (struct sv){ d->text.p + indent, gap.end - indent });
	GAFF_TRY(gaff_toml_write(d->arena, &e->text, element, d->err));
	if (last->comma)
		buf_addc(&e->text, ',');
	gaff_toml_insert(&e->patch, at, buf_sv(&e->text));
	return GAFF_OK;
}

/* Behind the last section that belongs to the last [[path]]. */
static size_t behind_tables(const struct toml_doc *d, const struct toml_node *list)
{
	size_t at = d->text.n;

	for (const struct toml_section *s = d->sections; s; s = s->next)
		if (gaff_toml_is_inside(s->table, list->last))
			at = s->span.end;
	return at;
}

static enum gaff_rc append_text(struct adding *e, struct json element)
{
	bool is_there = e->found == e->n;
	struct toml_node *braces = is_there ? NULL : gaff_toml_braces(e->at);
	struct toml_doc *d = &e->doc;

	if (is_there && e->at->kind != TOML_LIST)
		return gaff_toml_cannot(d, GAFF_EUNSUPPORTED, e->path, e->n, "is no list");
	if (is_there && e->at->is_value)
		return add_element(e, element);
	if (braces) {
		/* without spaces in the brackets: gaff_toml_remove_at() knows it by that */
		begin_member(e, braces);
		buf_addc(&e->text, '[');
		GAFF_TRY(gaff_toml_write(d->arena, &e->text, element, d->err));
		buf_addc(&e->text, ']');
		end_member(e, braces);
		return GAFF_OK;
	}
	begin_header(e);
	GAFF_TRY(gaff_toml_write_table(d->arena, &e->text, e->path, e->n, element,
				       gaff_toml_line_end(d), d->err));
	gaff_toml_insert_lines(&e->patch, is_there ? behind_tables(d, e->at) : d->text.n,
			       buf_sv(&e->text));
	return GAFF_OK;
}

enum gaff_rc gaff_toml_append(struct arena *a, struct sv text, const struct sv *path, size_t n,
			      struct json element, struct sv *out, struct gaff_err *err)
{
	struct toml_node *list;
	struct adding e;

	if (gaff_json_type(element) != JSON_OBJECT)
		return gaff_fail(err, GAFF_EUNSUPPORTED, "an element is an object");
	GAFF_TRY(begin(&e, a, text, path, n, err));
	GAFF_TRY(append_text(&e, element));
	list = e.at;
	if (e.found < n) {
		GAFF_TRY(make_tables(&e, &list));
		GAFF_TRY(gaff_toml_add(&e.doc, list, path[n - 1], &list));
		list->kind = TOML_LIST;
	}
	GAFF_TRY(gaff_toml_add_json(&e.doc, list, SV(""), element));
	return finish(&e, out);
}
