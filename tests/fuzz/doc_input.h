/*
 * doc_input.h - what fuzz_doc.c and fuzz_yaml.c ask of any document.
 */
#ifndef GAFF_TESTS_FUZZ_DOC_INPUT_H
#define GAFF_TESTS_FUZZ_DOC_INPUT_H

#include <stdlib.h>

#include "text/doc.h"

static void check(bool ok)
{
	if (!ok)
		abort();
}

static void check_place(struct sv text, struct gaff_place place)
{
	size_t lines = 1;

	for (size_t i = 0; i < text.n; i++)
		lines += text.p[i] == '\n' || text.p[i] == '\r';
	check(place.line >= 1 && place.line <= lines);
	check(place.column >= 1 && place.column <= text.n + 1);
}

static struct sv written(struct arena *a, struct json v)
{
	struct buf out = buf_in(a);
	struct json_writer w = { .out = &out };

	gaff_doc_write(&w, v);
	check(buf_ok(&out));
	return buf_sv(&out);
}

/* Places of keys and values follow one another as they do in the text. */
static void check_places(const struct gaff_doc *doc, struct sv text)
{
	struct json_iter it = gaff_json_iter(doc->root);
	struct gaff_place last = gaff_doc_place(doc, doc->root.p);
	struct json key, value;

	check_place(text, last);
	for (int i = 0; i < 16 && gaff_json_next(&it, &key, &value); i++) {
		struct gaff_place place = gaff_doc_place(doc, value.p);

		check_place(text, place);
		check(place.line > last.line ||
		      (place.line == last.line && place.column >= last.column));
		last = place;
	}
}

/* What is a document is the same document after it was written, as JSON and as YAML. */
static void check_doc(struct sv text, enum gaff_doc_syntax syntax)
{
	struct gaff_err err;
	struct gaff_doc doc, again;
	struct arena a;

	gaff_arena_init(&a, NULL, 0, 1 << 27);
	if (gaff_doc_parse(&a, text, syntax, &doc, &err) == GAFF_OK) {
		struct sv once = written(&a, doc.root);

		check_places(&doc, text);
		check(gaff_doc_parse(&a, once, GAFF_DOC_JSON, &again, &err) == GAFF_OK);
		check(sv_eq(written(&a, again.root), once));
		/* libyaml refuses long keys, and characters that JSON has as they are */
		if (syntax == GAFF_DOC_YAML && once.n < 1000 &&
		    gaff_doc_parse(&a, once, GAFF_DOC_YAML, &again, &err) == GAFF_OK)
			check(sv_eq(written(&a, again.root), once));
	} else {
		check(err.rc != GAFF_OK && !strchr(err.msg, '\n'));
		if (err.line)
			check_place(text, (struct gaff_place){ err.line, err.column });
		check(err.offset <= text.n);
	}
	gaff_arena_release(&a);
}

#endif
