/*
 * check.c - js_regex.h for jsregex.mjs: a line of JSON on stdin is a pattern, a line on stdout what
 * is wrong with it, or nothing.
 */
#include <stdio.h>
#include <stdlib.h>

#include "text/regex/js_regex.h"
#include "text/json/json.h"

int main(void)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	while ((n = getline(&line, &room, stdin)) > 0) {
		struct gaff_err err = { .msg = "" };
		struct sv text = { line, (size_t)n }, pattern;
		struct json json;
		struct arena a;

		gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
		if (gaff_json_parse(text, &json, &err) != GAFF_OK ||
		    !gaff_json_text(&a, json, &pattern))
			return 1;
		if (gaff_js_regex_check(pattern, &err) == GAFF_OK)
			(void)puts("");
		else
			(void)printf("%zu: %s\n", err.offset, err.msg);
		gaff_arena_release(&a);
	}
	free(line);
	return 0;
}
