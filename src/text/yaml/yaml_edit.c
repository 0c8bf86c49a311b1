#include "text/yaml/yaml_edit.h"

#include <stdio.h>

#include "text/doc_parts.h"

struct edit {
	struct arena *arena;
	const struct gaff_doc *doc;
	struct json map;
	struct sv key, word;
};

static struct sv end_of_line(struct sv text)
{
	const char *end = memchr(text.p, '\n', text.n);

	return end && end > text.p && end[-1] == '\r' ? SV("\r\n") : SV("\n");
}

static struct json first_key(struct json map)
{
	struct json_iter it = gaff_json_iter(map);

	return gaff_json_each(&it) ? it.key : (struct json){ 0 };
}

/* The word that is there; a text in quotes is no flag, and is found out when it is read again. */
static void change(struct edit *e, struct buf *out, struct json value)
{
	struct sv source = e->doc->source;
	size_t at = gaff_doc_offset(e->doc, value.p), end = at;

	while (end < source.n && ascii_isalpha(source.p[end]))
		end++;
	gaff_buf_add(out, (struct sv){ source.p, at });
	gaff_buf_add(out, e->word);
	gaff_buf_add(out, sv_skip(source, end));
}

/* "- event: x" becomes "- enabled: false" and a line with as much before "event: x" as it had. */
static void insert(struct edit *e, struct buf *out, struct json first)
{
	struct sv source = e->doc->source;
	size_t map = gaff_doc_offset(e->doc, e->map.p), at = gaff_doc_offset(e->doc, first.p);
	bool is_flow = map < source.n && source.p[map] == '{';
	struct gaff_place place = gaff_source_place(source, at);

	gaff_buf_add(out, (struct sv){ source.p, at });
	gaff_buf_add(out, e->key);
	gaff_buf_add(out, SV(": "));
	gaff_buf_add(out, e->word);
	if (is_flow)
		gaff_buf_add(out, SV(", "));
	else
		gaff_buf_add(out, end_of_line(source));
	for (size_t i = 1; !is_flow && i < place.column; i++)
		buf_addc(out, ' ');
	gaff_buf_add(out, sv_skip(source, at));
}

static enum gaff_rc refuse(const struct edit *e, const char *at, struct gaff_err *err)
{
	struct gaff_place place = gaff_doc_place(e->doc, at);

	gaff_fail(err, GAFF_EUNSUPPORTED,
		  "cannot be changed without changing more; write '%.*s: %.*s' here",
		  SV_ARG(e->key), SV_ARG(e->word));
	err->line = place.line;
	err->column = place.column;
	return err->rc;
}

enum gaff_rc gaff_yaml_edit_flag(struct arena *a, struct sv text, struct sv list, size_t i,
				 struct sv key, bool value, struct sv *out, struct gaff_err *err)
{
	struct edit e = { .arena = a, .key = key, .word = value ? SV("true") : SV("false") };
	struct buf b = buf_in(a);
	struct gaff_doc doc, now;
	struct json old, first, expected, word;
	struct gaff_err why;
	char pointer[128];

	GAFF_TRY(gaff_doc_parse(a, text, GAFF_DOC_YAML, &doc, err));
	e.doc = &doc;
	(void)snprintf(pointer, sizeof pointer, "/%.*s/%zu", SV_ARG(list), i);
	e.map = gaff_json_at(doc.root, sv_of(pointer));
	first = first_key(e.map);
	if (gaff_json_type(e.map) != JSON_OBJECT || !first.n)
		return refuse(&e, e.map.n ? e.map.p : doc.root.p, err);
	gaff_buf_add(&b, (struct sv){ text.p, text.n - doc.source.n }); /* a byte order mark */
	old = gaff_json_get(e.map, key);
	if (old.n)
		change(&e, &b, old);
	else
		insert(&e, &b, first);
	(void)snprintf(pointer, sizeof pointer, "/%.*s/%zu/%.*s", SV_ARG(list), i, SV_ARG(key));
	word = (struct json){ e.word.p, e.word.n };
	GAFF_TRY(gaff_json_set(a, doc.root, sv_of(pointer), word, GAFF_JSON_FIRST, &expected, err));
	GAFF_TRY(gaff_buf_check(&b, err));
	if (gaff_doc_parse(a, buf_sv(&b), GAFF_DOC_YAML, &now, &why) != GAFF_OK ||
	    !gaff_json_same(a, now.root, expected))
		return refuse(&e, first.p, err);
	*out = buf_sv(&b);
	return GAFF_OK;
}
