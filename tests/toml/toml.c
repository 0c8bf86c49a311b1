/*
 * toml.c - reads and edits TOML for tests/toml/toml.py, one command a line.
 *
 *	{"do":"read","text":HEX}                          OK JSON
 *	{"do":"set","text":HEX,"path":[…],"value":…}      OK HEX
 *	{"do":"append","text":HEX,"path":[…],"value":…}   OK HEX
 *	{"do":"remove","text":HEX,"path":[…]}             OK HEX
 *	{"do":"remove_at","text":HEX,"path":[…],"i":N}    OK HEX
 *
 * or "NO rc line column message". The text is in hex because it may be no text at all.
 */
#include <stdio.h>
#include <stdlib.h>

#include "text/json/json_scan.h"
#include "text/toml/toml.h"

static struct sv from_hex(struct arena *a, struct sv hex)
{
	char *text = gaff_arena_alloc(a, hex.n / 2 + 1);

	if (!text)
		abort();
	for (size_t i = 0; i < hex.n / 2; i++)
		text[i] = (char)(ascii_hex_digit(hex.p[2 * i]) << 4 |
				 ascii_hex_digit(hex.p[2 * i + 1]));
	return (struct sv){ text, hex.n / 2 };
}

static enum gaff_rc edit(struct arena *a, struct json command, struct sv text, struct sv *out,
			 struct gaff_err *err)
{
	struct json_iter it = gaff_json_iter(gaff_json_get(command, SV("path")));
	struct json what = gaff_json_get(command, SV("do")), key, name;
	struct json value = gaff_json_get(command, SV("value"));
	struct json number = gaff_json_get(command, SV("i"));
	struct sv path[256];
	size_t n = 0;

	while (n < COUNT_OF(path) && gaff_json_next(&it, &key, &name))
		if (!gaff_json_text(a, name, &path[n++]))
			abort();
	if (gaff_json_is(what, SV("set")))
		return gaff_toml_set(a, text, path, n, value, out, err);
	if (gaff_json_is(what, SV("append")))
		return gaff_toml_append(a, text, path, n, value, out, err);
	if (gaff_json_is(what, SV("remove")))
		return gaff_toml_remove(a, text, path, n, out, err);
	return gaff_toml_remove_at(a, text, path, n, number.n ? strtoul(number.p, NULL, 10) : 0,
				   out, err);
}

static void run(struct arena *a, struct sv line)
{
	struct sv hex = SV(""), text, out;
	struct gaff_err err;
	struct json command;
	enum gaff_rc rc;

	if (gaff_json_parse(line, &command, &err) != GAFF_OK)
		abort();
	(void)gaff_json_text(a, gaff_json_get(command, SV("text")), &hex);
	text = from_hex(a, hex);
	if (gaff_json_is(gaff_json_get(command, SV("do")), SV("read"))) {
		struct json doc;

		rc = gaff_toml_read(a, text, &doc, &err);
		if (rc == GAFF_OK)
			printf("OK %.*s\n", SV_ARG(json_sv(doc)));
	} else {
		rc = edit(a, command, text, &out, &err);
		if (rc == GAFF_OK) {
			printf("OK ");
			for (size_t i = 0; i < out.n; i++)
				printf("%02x", (unsigned char)out.p[i]);
			printf("\n");
		}
	}
	if (rc != GAFF_OK)
		printf("NO %d %zu %zu %s\n", rc, err.line, err.column, err.msg);
	(void)fflush(stdout);
}

int main(void)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	while ((n = getline(&line, &room, stdin)) > 0) {
		struct arena a;

		gaff_arena_init(&a, NULL, 0, 1 << 28);
		run(&a, (struct sv){ line, (size_t)n });
		gaff_arena_release(&a);
	}
	free(line);
	return 0;
}
