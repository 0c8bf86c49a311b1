/*
 * toml_patch.c - the text of an edit, and whether it does what was asked.
 *
 * Lines that are put in where the file ends without a line end begin with one and end without;
 * lines that are taken out there take the line end before them along. So the two undo each other.
 */
#include "text/toml/toml_parts.h"

struct toml_patch gaff_toml_patch(struct toml_doc *d)
{
	return (struct toml_patch){ .doc = d, .out = buf_in(d->arena) };
}

static bool ends_open(const struct toml_doc *d)
{
	return d->text.n > d->start && d->text.p[d->text.n - 1] != '\n';
}

/* How long the line end before this byte is, or 0. */
static unsigned newline_before(const struct toml_doc *d, size_t at)
{
	if (at == d->start || d->text.p[at - 1] != '\n')
		return 0;
	return at - 1 > d->start && d->text.p[at - 2] == '\r' ? 2 : 1;
}

static void flush(struct toml_patch *p, struct toml_span cut)
{
	struct sv text = p->doc->text;

	if (cut.begin > p->done)
		gaff_buf_add(&p->out, (struct sv){ text.p + p->done, cut.begin - p->done });
	p->done = cut.end;
	p->cut = (struct toml_span){ cut.end, cut.end };
}

void gaff_toml_cut(struct toml_patch *p, size_t begin, size_t end)
{
	if (begin != p->cut.end || p->cut.begin == p->cut.end) {
		flush(p, p->cut);
		p->cut.begin = begin;
	}
	p->cut.end = end;
}

void gaff_toml_insert(struct toml_patch *p, size_t at, struct sv text)
{
	flush(p, p->cut);
	flush(p, (struct toml_span){ at, at });
	gaff_buf_add(&p->out, text);
}

void gaff_toml_insert_lines(struct toml_patch *p, size_t at, struct sv lines)
{
	struct sv line_end = gaff_toml_line_end(p->doc);

	if (at == p->doc->text.n && ends_open(p->doc)) {
		gaff_toml_insert(p, at, line_end);
		lines.n -= line_end.n;
	}
	gaff_toml_insert(p, at, lines);
}

enum gaff_rc gaff_toml_finish(struct toml_patch *p, struct sv *out)
{
	struct toml_doc *d = p->doc, again;
	struct toml_span cut = p->cut;
	struct gaff_err why;
	struct sv text;

	if (cut.begin < cut.end && cut.end == d->text.n && ends_open(d))
		cut.begin -= newline_before(d, cut.begin);
	flush(p, cut);
	flush(p, (struct toml_span){ d->text.n, d->text.n });
	GAFF_TRY(gaff_buf_check(&p->out, d->err));
	text = p->out.n ? buf_sv(&p->out) : SV("");
	if (gaff_toml_parse(d->arena, text, &again, &why) != GAFF_OK) {
		if (why.rc != GAFF_ESYNTAX)
			return gaff_fail(d->err, why.rc, "%s", why.msg);
		return gaff_fail(d->err, GAFF_EUNSUPPORTED, "line %zu would not be TOML: %s",
				 why.line, why.msg);
	}
	if (!gaff_toml_same(d->root, &again, again.root))
		return gaff_fail(d->err, GAFF_EUNSUPPORTED,
				 "the edit would change more than it should");
	*out = text;
	return GAFF_OK;
}

struct sv gaff_toml_line_end(const struct toml_doc *d)
{
	size_t at = toml_line_stop(d, d->start);

	return toml_newline(d, at) == 2 ? SV("\r\n") : SV("\n");
}

struct toml_span gaff_toml_gap(const struct toml_doc *d, size_t at, bool *own_line)
{
	struct toml_span gap = { at, at };

	while (gap.begin > d->start && toml_is_blank(d->text.p[gap.begin - 1]))
		gap.begin--;
	*own_line = newline_before(d, gap.begin);
	gap.begin -= newline_before(d, gap.begin);
	return gap;
}

struct toml_node *gaff_toml_braces(struct toml_node *table)
{
	while (table && !table->is_value && !table->has_header)
		table = table->parent;
	return table && table->is_value && table->kind == TOML_TABLE ? table : NULL;
}

bool gaff_toml_is_inside(const struct toml_node *node, const struct toml_node *outer)
{
	while (node && node != outer)
		node = node->parent;
	return node;
}

struct toml_node *gaff_toml_walk(const struct toml_doc *d, const struct sv *path, size_t n,
				 size_t *found)
{
	struct toml_node *node = d->root;

	for (*found = 0; *found < n && node->kind == TOML_TABLE; ++*found) {
		struct toml_node *child = gaff_toml_find(d, node, path[*found]);

		if (!child)
			break;
		node = child;
	}
	return node;
}

enum gaff_rc gaff_toml_cannot(struct toml_doc *d, enum gaff_rc rc, const struct sv *path, size_t n,
			      const char *why)
{
	struct buf name = buf_in(d->arena);

	gaff_toml_write_path(&name, path, n);
	return gaff_fail(d->err, rc, "%.*s: %s", SV_ARG(buf_sv(&name)), why);
}
