/*
 * fuzz_json_edit.c - any text as somebody's settings: what can be read can be edited, an edit
 * changes what it should and nothing else, and what was added can be taken out byte for byte.
 */
#include <stdint.h>
#include <stdlib.h>

#include "text/json/json_edit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { DEPTH = 4, WIDTH = 6 };

struct run {
	struct arena a;
	struct sv text;
	struct sv path[DEPTH + 2];
};

static const struct sv value = SV_INIT("{\"a\":[1,{}],\"b\":\"x\"}");

static void check(bool ok)
{
	if (!ok)
		abort();
}

/* False: it was too deep to have something put into it. */
static bool check_rc(enum gaff_rc rc)
{
	check(rc == GAFF_OK || rc == GAFF_ETOOBIG);
	return rc == GAFF_OK;
}

static struct sv written(struct arena *a, struct json v)
{
	struct buf out = buf_in(a);
	struct json_writer w = { .out = &out };

	gaff_doc_write(&w, v);
	check(buf_ok(&out));
	return buf_sv(&out);
}

/* What `v` is with one more entry. */
static struct sv with_one_more(struct arena *a, struct json v, struct sv entry)
{
	struct sv old = written(a, v);
	struct buf out = buf_in(a);

	gaff_buf_add(&out, (struct sv){ old.p, old.n - 1 });
	if (old.n > 2)
		buf_addc(&out, ',');
	gaff_buf_add(&out, entry);
	buf_addc(&out, old.p[old.n - 1]);
	return buf_sv(&out);
}

/* The same document, but for what is at the path; members of one name have no place in this. */
static void check_rest(struct run *r, size_t n, struct sv after, struct sv wanted)
{
	struct gaff_doc was, is;
	struct gaff_err err;
	struct json x, y;

	if (gaff_doc_parse(&r->a, r->text, GAFF_DOC_JSON, &was, &err) != GAFF_OK)
		return;
	check(gaff_doc_parse(&r->a, after, GAFF_DOC_JSON, &is, &err) == GAFF_OK);
	x = was.root;
	y = is.root;
	for (size_t i = 0; i < n; i++) {
		struct json_iter one = gaff_json_iter(x), other = gaff_json_iter(y);
		struct json k, v, k2, v2, next = { 0 }, next2 = { 0 };

		while (gaff_json_next(&one, &k, &v)) {
			check(gaff_json_next(&other, &k2, &v2) && gaff_json_same(&r->a, k, k2));
			if (gaff_json_is(k, r->path[i])) {
				next = v;
				next2 = v2;
			} else {
				check(gaff_json_same(&r->a, v, v2));
			}
		}
		check(!gaff_json_next(&other, &k2, &v2));
		x = next;
		y = next2;
	}
	check(sv_eq(written(&r->a, y), wanted));
}

static void try_list(struct run *r, size_t n, struct json list)
{
	struct gaff_err err;
	struct sv more, back;
	struct json_iter it = gaff_json_iter(list);
	struct json key, v;
	size_t count = 0;

	while (gaff_json_next(&it, &key, &v))
		count++;
	if (check_rc(gaff_json_edit_append(&r->a, r->text, r->path, n, value, &more, &err))) {
		check_rest(r, n, more, with_one_more(&r->a, list, value));
		check(!gaff_json_edit_remove_at(&r->a, more, r->path, n, count, &back, &err));
		check(sv_eq(back, r->text));
	}
	for (size_t i = 0; i < count && i < WIDTH; i++) {
		check(!gaff_json_edit_remove_at(&r->a, r->text, r->path, n, i, &more, &err));
		check_rc(gaff_json_edit_replace(&r->a, r->text, r->path, n, i, value, &more, &err));
	}
	check(gaff_json_edit_remove_at(&r->a, r->text, r->path, n, count, &more, &err) ==
	      GAFF_ENOENT);
}

static void try_object(struct run *r, size_t n, struct json object)
{
	struct gaff_err err;
	struct sv more, back;

	r->path[n] = SV("not \" there");
	r->path[n + 1] = SV("x");
	if (gaff_json_get(object, r->path[n]).n)
		return;
	if (check_rc(gaff_json_edit_set(&r->a, r->text, r->path, n + 1, value, &more, &err))) {
		struct sv entry = SV("\"not \\\" there\":{\"a\":[1,{}],\"b\":\"x\"}");

		check_rest(r, n, more, with_one_more(&r->a, object, entry));
		check(!gaff_json_edit_remove(&r->a, more, r->path, n + 1, &back, &err));
		check(sv_eq(back, r->text));
	}
	if (check_rc(gaff_json_edit_append(&r->a, r->text, r->path, n + 2, value, &more, &err))) {
		check(!gaff_json_edit_remove(&r->a, more, r->path, n + 1, &back, &err));
		check(sv_eq(back, r->text));
	}
	check(gaff_json_edit_remove(&r->a, r->text, r->path, n + 1, &more, &err) == GAFF_ENOENT);
}

static void try_value(struct run *r, size_t n, struct json v)
{
	struct json_iter it = gaff_json_iter(v);
	struct json key, member;
	struct gaff_err err;
	struct sv out;

	if (gaff_json_type(v) == JSON_ARRAY) {
		try_list(r, n, v);
		return;
	}
	check(gaff_json_edit_append(&r->a, r->text, r->path, n, value, &out, &err) ==
	      GAFF_EUNSUPPORTED);
	if (gaff_json_type(v) != JSON_OBJECT || n == DEPTH)
		return;
	try_object(r, n, v);
	for (int i = 0; i < WIDTH && gaff_json_next(&it, &key, &member); i++) {
		enum gaff_rc rc;

		check(gaff_json_text(&r->a, key, &r->path[n]));
		if (gaff_json_get(v, r->path[n]).p != member.p)
			continue; /* another one of this name counts */
		check_rc(gaff_json_edit_set(&r->a, r->text, r->path, n + 1, value, &out, &err));
		rc = gaff_json_edit_remove(&r->a, r->text, r->path, n + 1, &out, &err);
		check(rc == GAFF_OK || (rc == GAFF_EUNSUPPORTED && err.line));
		try_value(r, n + 1, member);
	}
}

static void try_text(struct run *r)
{
	static const struct sv path[] = { SV_INIT("a"), SV_INIT("b") };
	struct gaff_json_style style;
	struct gaff_doc doc;
	struct gaff_err err;
	struct sv out;

	if (gaff_json_edit_read(&r->a, r->text, &doc, &err) != GAFF_OK) {
		check(err.offset <= r->text.n && !strchr(err.msg, '\n'));
		check(gaff_json_edit_append(&r->a, r->text, path, 2, value, &out, &err) != GAFF_OK);
		return;
	}
	check(!gaff_json_edit_style(&r->a, r->text, &style, &err));
	check(style.comment_offset <= r->text.n && style.comma_offset <= r->text.n);
	check(gaff_json_edit_place(r->text, style.comment_offset).line >= 1);
	if (doc.root.n)
		try_value(r, 0, doc.root);
	else
		check(!gaff_json_edit_append(&r->a, r->text, path, 2, value, &out, &err));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct run r = { .text = { (const char *)data, size } };

	gaff_arena_init(&r.a, NULL, 0, 1u << 30);
	if (size <= 4096)
		try_text(&r);
	gaff_arena_release(&r.a);
	return 0;
}
