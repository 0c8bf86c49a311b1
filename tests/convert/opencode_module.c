/*
 * opencode_module.c - for module.mjs: `write` makes a module of the JSON on stdin, `read` gives
 * back what is in a module. An error is `RC LINE:COLUMN: MESSAGE` on stderr.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "convert/parts.h"
#include "agents/hosts.h"

static char text[GAFF_EDIT_MAX];

int main(int argc, char **argv)
{
	bool is_write = argc == 2 && strcmp(argv[1], "write") == 0;
	struct sv in = { text, fread(text, 1, sizeof text, stdin) }, out = { 0 };
	struct gaff_err err = { .msg = "" };
	struct json document;
	struct arena a;
	enum gaff_rc rc;

	gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
	if (is_write) {
		rc = gaff_json_parse(in, &document, &err);
		if (rc == GAFF_OK)
			rc = gaff_module_write(&a, &gaff_host_opencode, document, &out, &err);
	} else {
		rc = gaff_module_read(&a, &gaff_host_opencode, in, &document, &err);
		if (rc == GAFF_OK)
			out = json_sv(document);
	}
	if (rc != GAFF_OK)
		(void)fprintf(stderr, "%d %zu:%zu: %s\n", rc, err.line, err.column, err.msg);
	else
		(void)fwrite(out.p, 1, out.n, stdout);
	gaff_arena_release(&a);
	return rc == GAFF_OK ? 0 : 1;
}
