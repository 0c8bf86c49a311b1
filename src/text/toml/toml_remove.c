/*
 * toml_remove.c - taking a key, a table or an element out of a TOML document, on its text and on
 * its tree. What toml_edit.c has put in is gone byte for byte.
 */
#include "text/toml/toml_parts.h"

struct removal {
	struct toml_doc doc;
	struct toml_patch patch;
	const struct sv *path;
	size_t n;
	struct toml_node *at;
};

static enum gaff_rc begin(struct removal *r, struct arena *a, struct sv text, const struct sv *path,
			  size_t n, struct gaff_err *err)
{
	size_t found;

	if (!n)
		return gaff_fail(err, GAFF_EUSAGE, "a path has a name at least");
	GAFF_TRY(gaff_toml_parse(a, text, &r->doc, err));
	r->patch = gaff_toml_patch(&r->doc);
	r->path = path;
	r->n = n;
	r->at = gaff_toml_walk(&r->doc, path, n, &found);
	if (found < n && r->at->kind == TOML_LIST)
		return gaff_toml_cannot(&r->doc, GAFF_EUNSUPPORTED, path, found,
					"is a list, and a path leads into none");
	if (found < n)
		return gaff_toml_cannot(&r->doc, GAFF_ENOENT, path, n, "is not there");
	return GAFF_OK;
}

/* The line at this byte has nothing in it: where the next one begins, else 0. */
static size_t behind_blank_line(const struct toml_doc *d, size_t line)
{
	size_t stop = toml_skip_blank(d, line);

	return toml_newline(d, stop) ? stop + toml_newline(d, stop) : 0;
}

/* With the blank line before it; what begins the file has none, and takes the one behind it. */
static void cut_section(struct removal *r, struct toml_span span)
{
	struct toml_doc *d = &r->doc;
	size_t before = span.begin;

	if (before == d->start) {
		if (behind_blank_line(d, span.end))
			span.end = behind_blank_line(d, span.end);
	} else {
		for (before--; before > d->start && d->text.p[before - 1] != '\n';)
			before--;
		if (behind_blank_line(d, before) == span.begin)
			span.begin = before;
	}
	gaff_toml_cut(&r->patch, span.begin, span.end);
}

/* Sections one behind another go with all that is between them. */
static void cut_sections(struct removal *r, const struct toml_node *outer)
{
	const struct toml_section *s = r->doc.sections;

	while (s) {
		struct toml_span span = s->span;

		if (gaff_toml_is_inside(s->table, outer)) {
			for (; s->next && gaff_toml_is_inside(s->next->table, outer); s = s->next)
				span.end = s->next->span.end;
			cut_section(r, span);
		}
		s = s->next;
	}
}

/* [path] alone; what its keys have made goes, and what other sections have made stays. */
static void cut_table(struct removal *r)
{
	const struct toml_section *section = r->at->section;

	cut_section(r, section->span);
	for (struct toml_node *p = r->doc.root->first_pair; p; p = p->next_pair)
		if (p->section == section)
			gaff_toml_drop(p);
	r->at->has_header = false;
	gaff_toml_release(r->at);
}

/* The lines of a key, or of all keys below a table that is made by their dots. */
static void cut_lines(struct removal *r)
{
	for (struct toml_node *p = r->doc.root->first_pair; p; p = p->next_pair) {
		if (p->section != r->at->section || !gaff_toml_is_inside(p, r->at))
			continue;
		gaff_toml_cut(&r->patch, p->line.begin, p->line.end);
		gaff_toml_drop(p);
	}
}

/* The same inside braces, where commas are between. */
static void cut_members(struct removal *r, const struct toml_node *braces,
			const struct toml_node *outer)
{
	const struct toml_node *kept = NULL;
	const char *text = r->doc.text.p;
	struct toml_span all = { braces->first_pair->key_at, braces->last_pair->value.end };
	bool is_behind = false;

	for (struct toml_node *p = braces->first_pair; p; p = p->next_pair)
		if (!gaff_toml_is_inside(p, outer))
			kept = p;
	for (struct toml_node *p = braces->first_pair; p; p = p->next_pair) {
		if (gaff_toml_is_inside(p, outer)) {
			if (kept && !is_behind)
				gaff_toml_cut(&r->patch, p->key_at, p->next_pair->key_at);
			gaff_toml_drop(p);
		}
		is_behind = is_behind || p == kept;
	}
	if (!kept) {
		all.begin -= toml_is_blank(text[all.begin - 1]);
		all.end += toml_is_blank(text[all.end]);
		gaff_toml_cut(&r->patch, all.begin, all.end);
	} else if (kept->value.end < all.end) {
		gaff_toml_cut(&r->patch, kept->value.end, all.end);
	}
}

enum gaff_rc gaff_toml_remove(struct arena *a, struct sv text, const struct sv *path, size_t n,
			      struct sv *out, struct gaff_err *err)
{
	struct toml_node *braces;
	struct removal r;

	GAFF_TRY(begin(&r, a, text, path, n, err));
	braces = gaff_toml_braces(r.at->parent);
	if (r.at->kind == TOML_LIST && !r.at->is_value)
		return gaff_toml_cannot(&r.doc, GAFF_EUNSUPPORTED, path, n,
					"is an array of tables, to be removed one by one");
	if (braces)
		cut_members(&r, braces, r.at);
	else if (r.at->is_value || r.at->is_dotted)
		cut_lines(&r);
	else if (r.at->has_header)
		cut_table(&r);
	else
		return gaff_toml_cannot(&r.doc, GAFF_EUNSUPPORTED, path, n,
					"is there only because of its sub-tables");
	return gaff_toml_finish(&r.patch, out);
}

/* Is the byte before `at` the end of a comment that begins behind `from`? */
static bool is_behind_comment(const struct toml_doc *d, size_t from, size_t at)
{
	while (from < at) {
		if (d->text.p[from] != '#') {
			from++;
			continue;
		}
		from = toml_line_stop(d, from);
		if (from == at)
			return true;
	}
	return false;
}

/* Where the comma of an element ends, with what belongs to the element behind it. */
static size_t behind_comma(const struct toml_doc *d, const struct toml_node *element, bool own_line)
{
	size_t at = element->comma + 1, next = toml_skip_blank(d, at);

	if (own_line)
		return d->text.p[next] == '#' ? toml_line_stop(d, next) : at;
	return element->next ? next : at;
}

static void cut_element(struct removal *r, const struct toml_node *element,
			const struct toml_node *before)
{
	struct toml_doc *d = &r->doc;
	struct toml_span cut = element->value;
	bool own_line, needs_line_end, is_last = !element->next;
	size_t run = gaff_toml_gap(d, cut.begin, &own_line).begin, end;

	end = element->comma ? behind_comma(d, element, own_line) : cut.end;
	needs_line_end = own_line && !toml_newline(d, end) &&
			 is_behind_comment(d, before ? before->value.end : r->at->value.begin, run);
	if (!needs_line_end && (own_line || (is_last && before))) {
		cut.begin = run;
	} else if (!own_line && is_last && run < cut.begin) {
		cut.begin--;
		cut.end += toml_is_blank(d->text.p[cut.end]);
	}
	if (is_last && before && !element->comma)
		gaff_toml_cut(&r->patch, before->comma, before->comma + 1);
	gaff_toml_cut(&r->patch, cut.begin, cut.end);
	if (element->comma)
		gaff_toml_cut(&r->patch, element->comma, end);
}

/* [{…}] in braces, as gaff_toml_append() writes a list that was not there. */
static bool is_made_list(const struct toml_node *list)
{
	const struct toml_node *only = list->first;

	return !only->next && only->value.begin == list->value.begin + 1 &&
	       only->value.end + 1 == list->value.end;
}

enum gaff_rc gaff_toml_remove_at(struct arena *a, struct sv text, const struct sv *path, size_t n,
				 size_t i, struct sv *out, struct gaff_err *err)
{
	struct toml_node *element, *before = NULL, *braces;
	struct removal r;

	GAFF_TRY(begin(&r, a, text, path, n, err));
	if (r.at->kind != TOML_LIST)
		return gaff_toml_cannot(&r.doc, GAFF_EUNSUPPORTED, path, n, "is no list");
	for (element = r.at->first; element && i; i--) {
		before = element;
		element = element->next;
	}
	if (!element)
		return gaff_toml_cannot(&r.doc, GAFF_ENOENT, path, n, "has no such element");
	braces = gaff_toml_braces(r.at->parent);
	if (!r.at->is_value) {
		cut_sections(&r, element);
	} else if (braces && is_made_list(r.at)) {
		cut_members(&r, braces, r.at);
		return gaff_toml_finish(&r.patch, out);
	} else {
		cut_element(&r, element, before);
	}
	gaff_toml_drop(element);
	return gaff_toml_finish(&r.patch, out);
}
