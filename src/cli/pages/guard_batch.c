#include "cli/pages/guard.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "cli/cli.h"

/* Calls that are lines of JSON, and what guards say to each as another. */

static bool take(struct arena *a, struct json line, struct sv key, struct sv *out)
{
	return gaff_json_text(a, gaff_json_get(line, key), out);
}

/* {"command": …, "cwd": …}, or with "path" and "tool", or "prompt". */
static enum gaff_rc read_subject(struct arena *a, struct json line, struct guard_subject *out,
				 struct gaff_err *err)
{
	struct sv tool;

	if (gaff_json_type(line) != JSON_OBJECT)
		return gaff_fail(err, GAFF_EUSAGE, "a line is an object, as {\"command\": \"ls\"}");
	*out = (struct guard_subject){ 0 };
	out->has_command = take(a, line, SV("command"), &out->command);
	out->has_path = take(a, line, SV("path"), &out->path);
	out->has_content = take(a, line, SV("content"), &out->content);
	out->has_prompt = take(a, line, SV("prompt"), &out->prompt);
	(void)take(a, line, SV("cwd"), &out->cwd);
	(void)take(a, line, SV("project"), &out->project);
	if (take(a, line, SV("tool"), &tool))
		out->tool = gaff_arena_cstr(a, tool);
	return GAFF_OK;
}

static bool answer_line(struct arena *a, const struct gaff_guard_request *request, struct sv text)
{
	struct guard_view v = { .arena = a, .request = *request, .wants_rows = true };
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct gaff_err err;
	struct json line;
	enum gaff_rc rc = gaff_json_parse(text, &line, &err);

	if (rc == GAFF_OK)
		rc = read_subject(a, line, &v.about, &err);
	if (rc == GAFF_OK)
		rc = guard_ask(&v, &err);
	if (rc == GAFF_OK) {
		guard_write_json(&w, &v);
	} else {
		gaff_json_open(&w, '{');
		json_member_string(&w, SV("error"), sv_of(err.msg));
		gaff_json_close(&w, '}');
	}
	if (!buf_ok(&b)) {
		printf("{\"error\":\"no memory for the answer\"}\n");
		return false;
	}
	printf("%.*s\n", SV_ARG(buf_sv(&b)));
	return rc == GAFF_OK;
}

int guard_batch(const struct gaff_guard_request *request)
{
	size_t room = 0;
	char *line = NULL;
	int code = CLI_OK;
	ssize_t n;

	while ((n = getline(&line, &room, stdin)) > 0) {
		struct sv text = sv_trim((struct sv){ line, (size_t)n });
		struct arena arena;

		if (!text.n)
			continue;
		gaff_arena_init(&arena, NULL, 0, GAFF_GUARD_MEMORY_MAX);
		if (!answer_line(&arena, request, text))
			code = CLI_NO;
		gaff_arena_release(&arena);
	}
	free(line);
	return code;
}
