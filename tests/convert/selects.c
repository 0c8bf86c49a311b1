/*
 * selects.c - gaff_matcher_selects() for matching.mjs: a line of JSON on stdin is
 *
 *	{ "host": "codex", "event": "PreToolUse", "matcher": "Bash", "tool": "Bash" }
 *
 * a line on stdout true, false, or what is wrong with the matcher. Without "matcher" there is none.
 */
#include <stdio.h>
#include <stdlib.h>

#include "convert/matcher/selection.h"
#include "agents/hosts.h"

static struct sv text_of(struct arena *a, struct json line, struct sv name)
{
	struct sv text = { NULL, 0 };

	if (gaff_json_text(a, gaff_json_get(line, name), &text) && !text.n)
		text.p = ""; /* there is a matcher, and it is empty */
	return text;
}

static bool answer(struct arena *a, struct sv text)
{
	struct gaff_err err = { .msg = "" };
	const struct gaff_host *host;
	struct json line;
	bool selects;

	if (gaff_json_parse(text, &line, &err) != GAFF_OK)
		return false;
	host = gaff_layout_find(text_of(a, line, SV("host")));
	if (host)
		host = gaff_host_spelling(host, text_of(a, line, SV("event")));
	if (!host)
		return false;
	if (gaff_matcher_selects(a, host, text_of(a, line, SV("matcher")),
				 text_of(a, line, SV("tool")), &selects, &err) == GAFF_OK)
		(void)puts(selects ? "true" : "false");
	else
		(void)puts(err.msg);
	return true;
}

int main(void)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	bool ok = true;

	while (ok && (n = getline(&line, &room, stdin)) > 0) {
		struct arena a;

		gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
		ok = answer(&a, (struct sv){ line, (size_t)n });
		gaff_arena_release(&a);
	}
	free(line);
	return ok ? 0 : 1;
}
