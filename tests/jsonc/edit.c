/*
 * edit.c - json_edit.h for jsonc.mjs, and the editor of JSON5 for json5.mjs: a line of JSON on
 *stdin is an edit, a line on stdout what came of it.
 *
 *	{"op":"append","text":"{}","path":["a"],"value":"1","i":0}
 *	{"rc":0,"text":"{\n  \"a\": [\n    1\n  ]\n}"}
 *
 * `op` is append, replace, set, remove_at, remove or style; `value` is the text of a value. With
 * "json5": true it is read, append, set, remove_at or remove; what is read is JSON.
 */
#include <stdio.h>
#include <stdlib.h>

#include "config/syntax.h"
#include "text/json/json_edit.h"

enum { PATH_MAX_HERE = 128 };

struct request {
	struct sv op, text, value, path[PATH_MAX_HERE];
	size_t n, i;
	bool is_json5;
};

static struct sv text_of(struct arena *a, struct json v)
{
	struct sv text = SV("");

	(void)gaff_json_text(a, v, &text);
	return text;
}

static struct request read_request(struct arena *a, struct json line)
{
	struct request r = { .op = text_of(a, gaff_json_get(line, SV("op"))),
			     .text = text_of(a, gaff_json_get(line, SV("text"))),
			     .value = text_of(a, gaff_json_get(line, SV("value"))) };
	struct json_iter it = gaff_json_iter(gaff_json_get(line, SV("path")));
	struct json key, v, i = gaff_json_get(line, SV("i"));

	while (r.n < PATH_MAX_HERE && gaff_json_next(&it, &key, &v))
		r.path[r.n++] = text_of(a, v);
	if (i.n)
		r.i = strtoul(i.p, NULL, 10);
	r.is_json5 = gaff_json_get(line, SV("json5")).n;
	return r;
}

static enum gaff_rc edit5(struct arena *a, const struct request *r, struct sv *out,
			  struct gaff_err *err)
{
	const struct gaff_editor *e = &gaff_editor_json5;
	struct gaff_steps at = { r->path, r->n };
	struct json value = { r->value.p, r->value.n };
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct gaff_doc doc;

	if (sv_eq(r->op, SV("append")))
		return e->append(a, r->text, at, value, out, err);
	if (sv_eq(r->op, SV("set")))
		return e->set(a, r->text, at, value, out, err);
	if (sv_eq(r->op, SV("remove_at")))
		return e->remove_at(a, r->text, at, r->i, out, err);
	if (sv_eq(r->op, SV("remove")))
		return e->remove(a, r->text, at, out, err);
	GAFF_TRY(e->read(a, r->text, &doc, err));
	gaff_doc_write(&w, doc.root);
	*out = buf_sv(&b);
	return GAFF_OK;
}

static enum gaff_rc edit(struct arena *a, const struct request *r, struct sv *out,
			 struct gaff_err *err)
{
	if (r->is_json5)
		return edit5(a, r, out, err);
	if (sv_eq(r->op, SV("append")))
		return gaff_json_edit_append(a, r->text, r->path, r->n, r->value, out, err);
	if (sv_eq(r->op, SV("replace")))
		return gaff_json_edit_replace(a, r->text, r->path, r->n, r->i, r->value, out, err);
	if (sv_eq(r->op, SV("set")))
		return gaff_json_edit_set(a, r->text, r->path, r->n, r->value, out, err);
	if (sv_eq(r->op, SV("remove_at")))
		return gaff_json_edit_remove_at(a, r->text, r->path, r->n, r->i, out, err);
	if (sv_eq(r->op, SV("remove")))
		return gaff_json_edit_remove(a, r->text, r->path, r->n, out, err);
	return gaff_fail(err, GAFF_EUSAGE, "there is no such edit");
}

static void answer_style(struct arena *a, const struct request *r)
{
	struct gaff_json_style s = { 0 };
	struct gaff_err err;
	enum gaff_rc rc = gaff_json_edit_style(a, r->text, &s, &err);

	printf("{\"rc\":%d,\"bom\":%d,\"comment\":%ld,\"comma\":%ld}\n", (int)rc, s.has_bom,
	       s.has_comments ? (long)s.comment_offset : -1L,
	       s.has_trailing_comma ? (long)s.comma_offset : -1L);
}

static void answer(struct arena *a, const struct request *r)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct sv out = SV("");
	struct gaff_err err = { 0 };
	enum gaff_rc rc = edit(a, r, &out, &err);

	gaff_json_string(&w, rc == GAFF_OK ? out : sv_of(err.msg));
	printf("{\"rc\":%d,\"line\":%zu,\"text\":", (int)rc, err.line);
	(void)fwrite(b.p, 1, b.n, stdout);
	printf("}\n");
}

int main(void)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t n;

	while ((n = getline(&line, &size, stdin)) > 0) {
		struct arena a;
		struct json v;
		struct gaff_err err;

		gaff_arena_init(&a, NULL, 0, 512u << 20);
		if (gaff_json_parse((struct sv){ line, (size_t)n }, &v, &err) != GAFF_OK)
			return 1;
		struct request r = read_request(&a, v);
		if (sv_eq(r.op, SV("style")))
			answer_style(&a, &r);
		else
			answer(&a, &r);
		(void)fflush(stdout);
		gaff_arena_release(&a);
	}
	free(line);
	return 0;
}
