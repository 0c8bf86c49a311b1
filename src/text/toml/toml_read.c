/*
 * toml_read.c - a TOML document: its lines, and which tables they may still add to.
 *
 * A table can be opened by one header, or by the dots of keys, which are then all in one section:
 * for another to reach it, they would have to pass a table with a header. It can get sub-tables at
 * any time. What is a value can get nothing more.
 */
#include "text/toml/toml_parts.h"
#include "text/utf8.h"

/* A key with a dot behind it: the table that it means, which is made when it is not there. */
static enum gaff_rc enter_dotted(struct toml_doc *d, struct toml_node **table, struct sv key,
				 size_t at)
{
	struct toml_node *child = gaff_toml_find(d, *table, key);

	if (!child)
		GAFF_TRY(gaff_toml_add(d, *table, key, &child));
	else if (child->is_value || child->kind != TOML_TABLE)
		return gaff_toml_refuse(d, at, "this key has a value already");
	else if (child->has_header)
		return gaff_toml_refuse(d, at, "this table is complete already");
	child->is_dotted = true;
	child->section = d->section;
	*table = child;
	return GAFF_OK;
}

enum gaff_rc gaff_toml_pair(struct toml_doc *d, struct toml_node *table, struct toml_node *inside,
			    struct toml_node **out)
{
	size_t key_at = d->i, at;
	struct toml_node *node;
	struct sv key;

	for (;;) {
		at = d->i;
		GAFF_TRY(gaff_toml_key_part(d, &key));
		d->i = toml_skip_blank(d, d->i);
		if (!toml_take(d, '.'))
			break;
		GAFF_TRY(enter_dotted(d, &table, key, at));
		d->i = toml_skip_blank(d, d->i);
	}
	if (!toml_take(d, '='))
		return gaff_toml_refuse(d, d->i, "a = is missing behind a key");
	d->i = toml_skip_blank(d, d->i);
	if (gaff_toml_find(d, table, key))
		return gaff_toml_refuse(d, at, "this key is there already");
	GAFF_TRY(gaff_toml_add(d, table, key, &node));
	node->key_at = key_at;
	node->section = d->section;
	GAFF_TRY(gaff_toml_value(d, node));
	if (inside->last_pair)
		inside->last_pair->next_pair = node;
	else
		inside->first_pair = node;
	inside->last_pair = node;
	*out = node;
	return GAFF_OK;
}

/* A key of a header that is not the last one. Of an array of tables its last one is meant. */
static enum gaff_rc enter_super(struct toml_doc *d, struct toml_node **table, struct sv key,
				size_t at)
{
	struct toml_node *child = gaff_toml_find(d, *table, key);

	if (!child)
		GAFF_TRY(gaff_toml_add(d, *table, key, &child));
	if (child->is_value)
		return gaff_toml_refuse(d, at, "this key has a value already");
	*table = child->kind == TOML_LIST ? child->last : child;
	return GAFF_OK;
}

static enum gaff_rc open_table(struct toml_doc *d, struct toml_node *super, struct sv key,
			       size_t at, struct toml_node **out)
{
	struct toml_node *child = gaff_toml_find(d, super, key);

	if (!child)
		GAFF_TRY(gaff_toml_add(d, super, key, &child));
	else if (child->is_value)
		return gaff_toml_refuse(d, at, "this key has a value already");
	else if (child->kind == TOML_LIST)
		return gaff_toml_refuse(d, at, "this is an array of tables already");
	else if (child->has_header || child->is_dotted)
		return gaff_toml_refuse(d, at, "this table is there already");
	*out = child;
	return GAFF_OK;
}

static enum gaff_rc open_element(struct toml_doc *d, struct toml_node *super, struct sv key,
				 size_t at, struct toml_node **out)
{
	struct toml_node *list = gaff_toml_find(d, super, key);

	if (!list) {
		GAFF_TRY(gaff_toml_add(d, super, key, &list));
		list->kind = TOML_LIST;
	} else if (list->is_value || list->kind != TOML_LIST) {
		return gaff_toml_refuse(d, at, "this key is there already, as no array of tables");
	}
	return gaff_toml_add(d, list, SV(""), out);
}

static enum gaff_rc begin_section(struct toml_doc *d, struct toml_node *table, size_t line)
{
	struct toml_section *section = gaff_arena_alloc(d->arena, sizeof *section);

	GAFF_TRY(gaff_arena_check(d->arena, d->err));
	*section = (struct toml_section){ .table = table, .span = { line, line } };
	section->last_line = line;
	table->has_header = true;
	table->section = section;
	if (d->section)
		d->section->next = section;
	else
		d->sections = section;
	d->section = section;
	return GAFF_OK;
}

static enum gaff_rc read_header(struct toml_doc *d, size_t line)
{
	struct toml_node *table = d->root;
	bool is_element;
	struct sv key;
	size_t at;

	d->i++;
	is_element = toml_take(d, '[');
	for (;;) {
		d->i = toml_skip_blank(d, d->i);
		at = d->i;
		GAFF_TRY(gaff_toml_key_part(d, &key));
		d->i = toml_skip_blank(d, d->i);
		if (!toml_take(d, '.'))
			break;
		GAFF_TRY(enter_super(d, &table, key, at));
	}
	GAFF_TRY(is_element ? open_element(d, table, key, at, &table)
			    : open_table(d, table, key, at, &table));
	if (!toml_take(d, ']') || (is_element && !toml_take(d, ']')))
		return gaff_toml_refuse(d, d->i, "a ] is missing behind the name of a table");
	return begin_section(d, table, line);
}

/* Up to the end of the line. */
static enum gaff_rc end_line(struct toml_doc *d)
{
	d->i = toml_skip_blank(d, d->i);
	GAFF_TRY(gaff_toml_comment(d));
	if (d->i < d->text.n && !toml_newline(d, d->i))
		return gaff_toml_refuse(d, d->i, "the line should end here");
	d->i += toml_newline(d, d->i);
	return GAFF_OK;
}

static enum gaff_rc read_pair(struct toml_doc *d, size_t line)
{
	struct toml_node *pair, *table;

	GAFF_TRY(gaff_toml_pair(d, d->section->table, d->root, &pair));
	GAFF_TRY(end_line(d));
	pair->line = (struct toml_span){ line, d->i };
	for (table = pair->parent; table != d->section->table; table = table->parent)
		table->line = pair->line;
	d->section->has_pairs = true;
	return GAFF_OK;
}

static enum gaff_rc read_lines(struct toml_doc *d)
{
	while (d->i < d->text.n) {
		size_t line = d->i;
		char c;

		d->i = toml_skip_blank(d, d->i);
		c = d->i < d->text.n ? d->text.p[d->i] : '#';
		if (c == '#' || toml_newline(d, d->i)) {
			GAFF_TRY(end_line(d));
			continue;
		}
		if (c == '[') {
			GAFF_TRY(read_header(d, line));
			GAFF_TRY(end_line(d));
		} else {
			GAFF_TRY(read_pair(d, line));
		}
		d->section->last_line = line;
		d->section->span.end = d->i;
	}
	return GAFF_OK;
}

enum gaff_rc gaff_toml_parse(struct arena *a, struct sv text, struct toml_doc *out,
			     struct gaff_err *err)
{
	struct toml_doc d = { .arena = a, .text = text.n ? text : SV(""), .err = err };

	d.i = d.start = sv_starts(text, SV("\xef\xbb\xbf")) ? 3 : 0;
	for (size_t i = 0, n; i < text.n; i += n) {
		n = utf8_length(text.p + i, text.p + text.n);
		if (!n)
			return gaff_toml_refuse(&d, i, "invalid UTF-8");
	}
	GAFF_TRY(gaff_toml_tree(&d));
	GAFF_TRY(begin_section(&d, d.root, d.start));
	GAFF_TRY(read_lines(&d));
	*out = d;
	return GAFF_OK;
}

enum gaff_rc gaff_toml_read(struct arena *a, struct sv text, struct json *out, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct toml_doc d;

	GAFF_TRY(gaff_toml_parse(a, text, &d, err));
	gaff_toml_json(&w, d.root);
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = (struct json){ b.p, b.n };
	return GAFF_OK;
}
