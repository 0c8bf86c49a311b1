/*
 * fuzz_json5.c - any text as settings in JSON5: what can be read can be edited, and what was added
 * can be taken out byte for byte.
 */
#include <stdint.h>
#include <stdlib.h>

#include "config/syntax.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok)
{
	if (!ok)
		abort();
}

/* Into a new list, or that of an event. */
static void add_and_remove(struct arena *a, struct sv text, struct sv event)
{
	const struct sv path[] = { SV("hooks"), event };
	const struct gaff_steps list = { path, 2 };
	const struct json value = { "{\"a\":[1]}", 9 };
	struct gaff_doc doc;
	struct gaff_err err;
	struct json key, element;
	struct json_iter it;
	struct sv after, back;
	size_t n = 0;

	if (gaff_editor_json5.append(a, text, list, value, &after, &err) != GAFF_OK)
		return;
	check(gaff_editor_json5.read(a, after, &doc, &err) == GAFF_OK);
	it = gaff_json_iter(gaff_json_get(gaff_json_get(doc.root, SV("hooks")), event));
	while (gaff_json_next(&it, &key, &element))
		n++;
	check(n > 0 && gaff_json_same(a, element, value));
	check(gaff_editor_json5.remove_at(a, after, list, n - 1, &back, &err) == GAFF_OK);
	check(n == 1 || sv_eq(back, text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sv text = { (const char *)data, size };
	struct gaff_doc doc, again;
	struct gaff_err err;
	struct arena a;

	gaff_arena_init(&a, NULL, 0, 64u << 20);
	if (gaff_editor_json5.read(&a, text, &doc, &err) == GAFF_OK) {
		add_and_remove(&a, text, SV("PreToolUse"));
		add_and_remove(&a, text, SV("Stop"));
	}
	/* what JSON reads is the same in JSON5, but for what ends a comment */
	if (!sv_has(text, SV("\xe2\x80\xa8")) && !sv_has(text, SV("\xe2\x80\xa9")) &&
	    gaff_editor_json.read_once(&a, text, &again, &err) == GAFF_OK && !a.failed)
		check(gaff_editor_json5.read(&a, text, &doc, &err) == GAFF_OK &&
		      gaff_json_same(&a, doc.root, again.root));
	gaff_arena_release(&a);
	return 0;
}
