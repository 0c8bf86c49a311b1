/*
 * fuzz_json.c - any bytes: the reader accepts or refuses, and what it accepts can be walked,
 * decoded and written again without losing anything.
 */
#include <stdint.h>
#include <stdlib.h>

#include "text/json/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok)
{
	if (!ok)
		abort();
}

static void walk(struct arena *a, struct json v, int depth)
{
	struct json_iter it = gaff_json_iter(v);
	struct json key, value;

	while (gaff_json_next(&it, &key, &value)) {
		struct json again;
		struct gaff_err err;

		check(gaff_json_parse(json_sv(value), &again, &err) == GAFF_OK);
		check(again.n == value.n);
		if (depth < 4)
			walk(a, value, depth + 1);
	}
	if (gaff_json_type(v) == JSON_STRING) {
		struct buf out = buf_in(a);
		struct json_writer w = { .out = &out };
		struct sv text, back;
		struct json again;
		struct gaff_err err;

		check(gaff_json_text(a, v, &text));
		check(gaff_json_is(v, text));
		gaff_json_string(&w, text);
		check(gaff_json_parse(buf_sv(&out), &again, &err) == GAFF_OK);
		check(gaff_json_text(a, again, &back) && sv_eq(text, back));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a;
	struct json doc;
	struct gaff_err err;

	gaff_arena_init(&a, NULL, 0, 1 << 26);
	if (gaff_json_parse((struct sv){ (const char *)data, size }, &doc, &err) == GAFF_OK)
		walk(&a, doc, 0);
	else
		check(err.line >= 1 && err.column >= 1);
	gaff_arena_release(&a);
	return 0;
}
