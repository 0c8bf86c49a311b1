#include "text/json/json_edit.h"

#include "text/doc_parts.h"
#include "text/json/json_edit_parts.h"
#include "text/json/json_scan.h"

struct edit {
	struct arena *a;
	struct gaff_doc doc;
	struct sv bom;
	struct gaff_err *err;
};

static enum gaff_rc fail_at(struct edit *e, size_t at, enum gaff_rc rc, struct sv name,
			    const char *problem)
{
	(void)gaff_source_fail(e->doc.source, at, e->err, rc, "%.*s%s%s", SV_ARG(name),
			       name.n ? " " : "", problem);
	e->err->offset += e->bom.n;
	return rc;
}

/* ---- reading ---- */

static struct sv bom_of(struct sv text)
{
	return sv_starts(text, SV("\xef\xbb\xbf")) ? SV("\xef\xbb\xbf") : SV("");
}

static enum gaff_rc read_text(struct edit *e, struct sv text)
{
	struct sv source;
	enum gaff_rc rc;

	if (text.n > GAFF_EDIT_MAX)
		return gaff_fail(e->err, GAFF_ETOOBIG, "larger than %u bytes", GAFF_EDIT_MAX);
	e->bom = bom_of(text);
	source = text.n ? sv_skip(text, e->bom.n) : SV("");
	if (gaff_edit_skip(source, 0, source.n) == source.n) {
		e->doc = (struct gaff_doc){ .source = source, .json = source };
		return GAFF_OK;
	}
	rc = gaff_jsonc_parse(e->a, source, &e->doc, e->err);
	if (rc != GAFF_OK && e->err->line)
		e->err->offset += e->bom.n;
	return rc;
}

enum gaff_rc gaff_json_edit_read(struct arena *a, struct sv text, struct gaff_doc *out,
				 struct gaff_err *err)
{
	struct edit e = { .a = a, .err = err };

	GAFF_TRY(read_text(&e, text));
	*out = e.doc;
	return GAFF_OK;
}

struct gaff_place gaff_json_edit_place(struct sv text, size_t offset)
{
	size_t skip = bom_of(text).n;

	return gaff_source_place(sv_skip(text, skip), offset < skip ? 0 : offset - skip);
}

enum gaff_rc gaff_json_edit_style(struct arena *a, struct sv text, struct gaff_json_style *out,
				  struct gaff_err *err)
{
	struct edit e = { .a = a, .err = err };
	struct gaff_json_style style = { 0 };
	struct sv source;

	GAFF_TRY(read_text(&e, text));
	source = e.doc.source;
	style.has_bom = e.bom.n;
	for (size_t i = 0; i < source.n;) {
		size_t behind = gaff_edit_comment_end(source, i);

		if (source.p[i] == '"') {
			behind = (size_t)(json_string_end(source.p + i) - source.p);
		} else if (behind > i && !style.has_comments) {
			style.has_comments = true;
			style.comment_offset = i + e.bom.n;
		} else if (source.p[i] == ',' && e.doc.json.p[i] != ',' &&
			   !style.has_trailing_comma) {
			style.has_trailing_comma = true;
			style.comma_offset = i + e.bom.n;
		}
		i = behind > i ? behind : i + 1;
	}
	*out = style;
	return GAFF_OK;
}

/* ---- finding ---- */

static size_t offset_of(const struct edit *e, struct json v)
{
	return (size_t)(v.p - e->doc.json.p);
}

/* The entry with this key, or, without a key, the i-th. */
static struct json look_up(const struct edit *e, struct json v, const struct sv *name, size_t i,
			   struct edit_box *box)
{
	struct json_iter it = gaff_json_iter(v);
	struct json key, value, found = { 0 };
	bool has = false;

	box->open = offset_of(e, v);
	box->close = box->open + v.n - 1;
	box->has_same = false;
	for (box->n = 0; gaff_json_next(&it, &key, &value); box->n++) {
		struct edit_entry entry = { offset_of(e, key.n ? key : value), offset_of(e, value),
					    offset_of(e, value) + value.n };

		if (name ? gaff_json_is(key, *name) : box->n == i) {
			if (has) {
				box->has_same = true;
				box->same = box->it;
			}
			has = true;
			box->i = box->n;
			box->it = entry;
			box->before = box->last;
			found = value;
		}
		box->last = entry;
	}
	if (!has)
		box->i = box->n;
	return found;
}

/*
 * Follow the first n keys as far as they are there: `box` is the last object on the way, with the
 * member that is meant in it, and `*v` what all of them lead to, if anything.
 */
static enum gaff_rc follow(struct edit *e, const struct sv *path, size_t n, enum gaff_rc wrong,
			   struct edit_box *box, size_t *found, struct json *v)
{
	*box = (struct edit_box){ .start = offset_of(e, e->doc.root) };
	*v = e->doc.root;
	for (*found = 0; *found < n; ++*found) {
		struct sv name = *found ? path[*found - 1] : SV("the whole"), step = path[*found];

		if (!name.p)
			name = SV("an element");
		if (gaff_json_type(*v) != (step.p ? JSON_OBJECT : JSON_ARRAY))
			return fail_at(e, offset_of(e, *v), wrong, name,
				       step.p ? "is no object" : "is no list");
		if (*found)
			box->start = box->it.start;
		*v = look_up(e, *v, step.p ? &step : NULL, step.n, box);
		if (!v->n && !step.p)
			return gaff_fail(e->err, GAFF_ENOENT, "the list has no such element");
		if (!v->n)
			break;
	}
	return GAFF_OK;
}

static enum gaff_rc need_list(struct edit *e, const struct sv *path, size_t n, struct json v,
			      enum gaff_rc wrong)
{
	if (gaff_json_type(v) == JSON_ARRAY)
		return GAFF_OK;
	return fail_at(e, offset_of(e, v), wrong, n ? path[n - 1] : SV("the whole"), "is no list");
}

/* ---- making ---- */

/* It may be anything that is JSON, but not deeper than what is read again below n keys. */
static enum gaff_rc read_value(struct edit *e, size_t n, struct sv *value)
{
	struct json v;
	size_t depth = n, deepest = n;

	if (gaff_json_parse(*value, &v, e->err) != GAFF_OK)
		return gaff_fail(e->err, GAFF_EUSAGE, "what is to be added is no JSON");
	for (const char *p = v.p; p < v.p + v.n; p++) {
		if (*p == '"')
			p = json_string_end(p) - 1;
		else if (*p == '{' || *p == '[')
			deepest = ++depth > deepest ? depth : deepest;
		else if (*p == '}' || *p == ']')
			depth--;
	}
	if (deepest >= GAFF_DOC_DEPTH_MAX)
		return gaff_fail(e->err, GAFF_ETOOBIG, "what is to be added is nested too deeply");
	*value = json_sv(v);
	return GAFF_OK;
}

/* "b":{"c":[value]} for the keys that are missing; `list`: the value goes into a list. */
static struct sv make_entry(struct edit *e, const struct sv *path, size_t n, bool list,
			    struct sv value)
{
	struct buf b = buf_in(e->a);
	struct json_writer w = { .out = &b };

	for (size_t i = 0; i < n; i++) {
		if (i)
			gaff_json_open(&w, '{');
		gaff_json_key(&w, path[i]);
	}
	if (list)
		gaff_json_open(&w, '[');
	gaff_json_raw(&w, value);
	if (list)
		gaff_json_close(&w, ']');
	for (size_t i = 1; i < n; i++)
		gaff_json_close(&w, '}');
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

/* ---- the new text ---- */

static struct sv spliced(struct edit *e, struct sv before, struct sv source,
			 const struct edit_splice *s, size_t n)
{
	struct buf b = buf_in(e->a);
	size_t at = 0, size = before.n + source.n;

	for (size_t i = 0; i < n; i++)
		size += s[i].added.n;
	if (!gaff_buf_reserve(&b, size + 1))
		return (struct sv){ 0 };
	gaff_buf_add(&b, before);
	for (size_t i = 0; i < n; i++) {
		gaff_buf_add(&b, (struct sv){ source.p + at, s[i].at - at });
		gaff_buf_add(&b, s[i].added);
		at = s[i].at + s[i].gone;
	}
	gaff_buf_add(&b, sv_skip(source, at));
	return buf_sv(&b);
}

/* What was written is read, and must say what it said before, with the change. */
static enum gaff_rc finish(struct edit *e, const struct edit_plan *plan, struct sv *out)
{
	struct sv text = spliced(e, e->bom, e->doc.source, plan->text, plan->text_n);
	struct sv json = spliced(e, SV(""), e->doc.json, plan->json, plan->json_n);
	struct edit again = { .a = e->a, .err = e->err };
	struct json want;

	if (!text.p || !json.p)
		return gaff_no_memory(e->err);
	if (text.n > GAFF_EDIT_MAX)
		return gaff_fail(e->err, GAFF_ETOOBIG, "larger than %u bytes", GAFF_EDIT_MAX);
	if (read_text(&again, text) != GAFF_OK && e->err->rc != GAFF_ESYNTAX)
		return e->err->rc;
	if (!again.doc.root.n || gaff_json_parse(json, &want, e->err) != GAFF_OK ||
	    !gaff_json_same(e->a, want, again.doc.root))
		return gaff_fail(e->err, GAFF_EUNSUPPORTED,
				 "the file could not be changed without changing more of it");
	*out = text;
	return GAFF_OK;
}

/* A file that has no value yet. */
static enum gaff_rc make_file(struct edit *e, struct sv compact, struct sv *out)
{
	struct sv source = e->doc.source, newline = gaff_edit_newline(source, source.n);
	struct edit_print how = { .style = gaff_edit_style(&e->doc),
				  .newline = newline,
				  .is_over_lines = true };
	struct edit_plan plan = { .json = { { 0, source.n, compact } }, .text_n = 1, .json_n = 1 };
	struct buf b = buf_in(e->a);

	if (source.n && !edit_is_line_end(source.p[source.n - 1]))
		gaff_buf_add(&b, newline);
	gaff_edit_print(&b, compact, &how);
	gaff_buf_add(&b, newline);
	GAFF_TRY(gaff_buf_check(&b, e->err));
	plan.text[0] = (struct edit_splice){ source.n, 0, buf_sv(&b) };
	return finish(e, &plan, out);
}

/* Add the value as a new member path[0], with all that is missing inside it. */
static enum gaff_rc add(struct edit *e, const struct edit_box *box, const struct sv *path, size_t n,
			bool list, struct sv value, struct sv *out)
{
	struct edit_plan plan = { 0 };
	struct sv entry = make_entry(e, path, n, list, value);

	if (!entry.p || !gaff_edit_add(e->a, &e->doc, box, entry, &plan))
		return gaff_no_memory(e->err);
	return finish(e, &plan, out);
}

static enum gaff_rc add_to_nothing(struct edit *e, const struct sv *path, size_t n, bool list,
				   struct sv value, struct sv *out)
{
	struct sv entry = make_entry(e, path, n, list, value);
	struct buf b = buf_in(e->a);

	if (n)
		buf_addc(&b, '{');
	gaff_buf_add(&b, entry);
	if (n)
		buf_addc(&b, '}');
	return entry.p && buf_ok(&b) ? make_file(e, buf_sv(&b), out) : gaff_no_memory(e->err);
}

static enum gaff_rc put(struct edit *e, const struct edit_box *box, struct json was,
			struct sv value, struct sv text, struct sv *out)
{
	struct edit_plan plan = { 0 };

	if (gaff_json_same(e->a, was, (struct json){ value.p, value.n })) {
		*out = text;
		return GAFF_OK;
	}
	if (!gaff_edit_put(e->a, &e->doc, box, value, &plan))
		return gaff_no_memory(e->err);
	return finish(e, &plan, out);
}

/* ---- what can be done ---- */

enum gaff_rc gaff_json_edit_append(struct arena *a, struct sv text, const struct sv *path, size_t n,
				   struct sv element, struct sv *out, struct gaff_err *err)
{
	struct edit e = { .a = a, .err = err };
	struct edit_box box;
	struct json v;
	size_t found;

	GAFF_TRY(read_value(&e, n, &element));
	GAFF_TRY(read_text(&e, text));
	if (!e.doc.root.n)
		return add_to_nothing(&e, path, n, true, element, out);
	GAFF_TRY(follow(&e, path, n, GAFF_EUNSUPPORTED, &box, &found, &v));
	if (found < n)
		return add(&e, &box, path + found, n - found, true, element, out);
	GAFF_TRY(need_list(&e, path, n, v, GAFF_EUNSUPPORTED));
	if (n)
		box.start = box.it.start;
	(void)look_up(&e, v, NULL, (size_t)-1, &box);
	return add(&e, &box, NULL, 0, false, element, out);
}

enum gaff_rc gaff_json_edit_set(struct arena *a, struct sv text, const struct sv *path, size_t n,
				struct sv value, struct sv *out, struct gaff_err *err)
{
	struct edit e = { .a = a, .err = err };
	struct edit_box box;
	struct json v;
	size_t found;

	if (!n)
		return gaff_fail(err, GAFF_EUSAGE, "a member has a name");
	GAFF_TRY(read_value(&e, n, &value));
	GAFF_TRY(read_text(&e, text));
	if (!e.doc.root.n)
		return add_to_nothing(&e, path, n, false, value, out);
	GAFF_TRY(follow(&e, path, n, GAFF_EUNSUPPORTED, &box, &found, &v));
	if (found < n)
		return add(&e, &box, path + found, n - found, false, value, out);
	return put(&e, &box, v, value, text, out);
}

/* The i-th element of a list, or, without one, the member itself; GAFF_ENOENT. */
static enum gaff_rc find(struct edit *e, struct sv text, const struct sv *path, size_t n,
			 const size_t *i, struct edit_box *box, struct json *v)
{
	size_t found = 0;

	GAFF_TRY(read_text(e, text));
	*v = e->doc.root;
	if (v->n)
		GAFF_TRY(follow(e, path, n, GAFF_ENOENT, box, &found, v));
	if (!v->n || found < n)
		return gaff_fail(e->err, GAFF_ENOENT, "there is no %.*s",
				 SV_ARG(found < n ? path[found] : SV("value")));
	if (!i)
		return GAFF_OK;
	GAFF_TRY(need_list(e, path, n, *v, GAFF_ENOENT));
	*v = look_up(e, *v, NULL, *i, box);
	if (!v->n)
		return gaff_fail(e->err, GAFF_ENOENT, "the list has %zu elements", box->n);
	return GAFF_OK;
}

enum gaff_rc gaff_json_edit_replace(struct arena *a, struct sv text, const struct sv *path,
				    size_t n, size_t i, struct sv element, struct sv *out,
				    struct gaff_err *err)
{
	struct edit e = { .a = a, .err = err };
	struct edit_box box;
	struct json v;

	GAFF_TRY(read_value(&e, n, &element));
	GAFF_TRY(find(&e, text, path, n, &i, &box, &v));
	return put(&e, &box, v, element, text, out);
}

enum gaff_rc gaff_json_edit_remove_at(struct arena *a, struct sv text, const struct sv *path,
				      size_t n, size_t i, struct sv *out, struct gaff_err *err)
{
	struct edit e = { .a = a, .err = err };
	struct edit_plan plan = { 0 };
	struct edit_box box;
	struct json v;

	GAFF_TRY(find(&e, text, path, n, &i, &box, &v));
	gaff_edit_remove(&e.doc, &box, &plan);
	return finish(&e, &plan, out);
}

enum gaff_rc gaff_json_edit_remove(struct arena *a, struct sv text, const struct sv *path, size_t n,
				   struct sv *out, struct gaff_err *err)
{
	struct edit e = { .a = a, .err = err };
	struct edit_plan plan = { 0 };
	struct edit_box box;
	struct json v;

	if (!n)
		return gaff_fail(err, GAFF_EUSAGE, "a member has a name");
	GAFF_TRY(find(&e, text, path, n, NULL, &box, &v));
	if (box.has_same)
		return fail_at(&e, box.same.start, GAFF_EUNSUPPORTED, path[n - 1],
			       "is here twice, and this one would count");
	gaff_edit_remove(&e.doc, &box, &plan);
	return finish(&e, &plan, out);
}
