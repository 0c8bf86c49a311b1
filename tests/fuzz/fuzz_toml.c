/*
 * fuzz_toml.c - any bytes: read or refused; what is read can be edited, what is added and removed
 * again leaves the very bytes, and what is removed leaves nothing that was not there.
 *
 * The first two bytes choose a key or list of the document, the rest is the document.
 */
#include <stdint.h>
#include <stdlib.h>

#include "text/toml/toml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok)
{
	if (!ok)
		abort();
}

struct place {
	struct sv path[8];
	size_t n;
	struct json value;
};

/* Some way into the document through its tables, one key further at each step. */
static struct place choose(struct arena *a, struct json doc, unsigned choice)
{
	struct place place = { .value = doc };

	while (place.n < 7 && gaff_json_type(place.value) == JSON_OBJECT) {
		struct json_iter it = gaff_json_iter(place.value);
		struct json key, value, chosen = { 0 }, name = { 0 };
		unsigned skip = choice % 5;

		while (gaff_json_next(&it, &key, &value)) {
			name = key;
			chosen = value;
			if (!skip--)
				break;
		}
		if (!name.n)
			break;
		check(gaff_json_text(a, name, &place.path[place.n++]));
		place.value = chosen;
		choice /= 5;
		if (choice % 3 == 0)
			break;
	}
	return place;
}

static bool is_less(struct sv now, struct sv was)
{
	size_t i = 0;

	for (size_t k = 0; k < was.n && i < now.n; k++)
		i += now.p[i] == was.p[k];
	return i == now.n;
}

static struct json json_of(struct sv text)
{
	struct gaff_err err;
	struct json v;

	check(gaff_json_parse(text, &v, &err) == GAFF_OK);
	return v;
}

static size_t length(struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, value;
	size_t n = 0;

	while (gaff_json_next(&it, &key, &value))
		n++;
	return n;
}

static void set_and_back(struct arena *a, struct sv text, struct place table)
{
	struct gaff_err err;
	struct sv now;

	if (gaff_json_get(table.value, SV("a new/key")).n)
		return;
	table.path[table.n++] = SV("a new/key");
	check(gaff_toml_set(a, text, table.path, table.n, json_of(SV("[\"v\", {\"x\": 1.5}]")),
			    &now, &err) == GAFF_OK);
	check(gaff_toml_remove(a, now, table.path, table.n, &now, &err) == GAFF_OK);
	if (!sv_eq(now, text))
		check(gaff_toml_remove(a, now, table.path, table.n - 1, &now, &err) == GAFF_OK);
	check(sv_eq(now, text));
}

static void append_and_back(struct arena *a, struct sv text, struct place list)
{
	struct json element = json_of(SV("{\"m\":\"x\",\"hooks\":[{\"c\":1},{\"c\":[]}],\"t\":5}"));
	size_t n = length(list.value);
	struct gaff_err err;
	struct sv now;

	check(gaff_toml_append(a, text, list.path, list.n, element, &now, &err) == GAFF_OK);
	check(gaff_toml_remove_at(a, now, list.path, list.n, n, &now, &err) == GAFF_OK);
	check(sv_eq(now, text));
	for (size_t i = 0; i < n && i < 4; i++) {
		check(gaff_toml_remove_at(a, text, list.path, list.n, i, &now, &err) == GAFF_OK);
		check(is_less(now, text));
	}
}

static void edit(struct arena *a, struct sv text, struct place place)
{
	enum json_type type = gaff_json_type(place.value);
	struct gaff_err err;
	struct json doc;
	enum gaff_rc rc;
	struct sv now;

	if (type == JSON_OBJECT) {
		set_and_back(a, text, place);
		place.path[place.n++] = SV("PreToolUse");
		place.value = gaff_json_get(place.value, SV("PreToolUse"));
		if (!place.value.n)
			append_and_back(a, text, place);
		return;
	}
	if (type == JSON_ARRAY)
		append_and_back(a, text, place);
	rc = gaff_toml_remove(a, text, place.path, place.n, &now, &err);
	check(rc == GAFF_OK ? is_less(now, text) : rc == GAFF_EUNSUPPORTED && type == JSON_ARRAY);
	rc = gaff_toml_set(a, text, place.path, place.n, json_of(SV("\"new\"")), &now, &err);
	check(rc == GAFF_OK ? gaff_toml_read(a, now, &doc, &err) == GAFF_OK
			    : rc == GAFF_EUNSUPPORTED && type == JSON_ARRAY);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct gaff_err err;
	struct json doc, again;
	struct arena a;
	struct sv text;

	if (size < 2)
		return 0;
	text = (struct sv){ (const char *)data + 2, size - 2 };
	gaff_arena_init(&a, NULL, 0, 1 << 28);
	if (gaff_toml_read(&a, text, &doc, &err) == GAFF_OK) {
		check(gaff_json_parse(json_sv(doc), &again, &err) == GAFF_OK);
		edit(&a, text, choose(&a, doc, (unsigned)data[0] << 8 | data[1]));
	} else if (err.rc == GAFF_ESYNTAX) {
		check(err.line >= 1 && err.column >= 1 && err.offset <= text.n);
	}
	gaff_arena_release(&a);
	return 0;
}
