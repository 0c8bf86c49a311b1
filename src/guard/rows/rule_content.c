#include "base/limits.h"
#include "guard/rows/rule.h"
#include "text/regex/regex.h"

/* What a call says: the texts that a pattern of a rule is held against. */

/* Of the canonical input; of an edit what it writes, and not what was there before. */
static const struct sv fields[] = {
	SV_INIT("command"), SV_INIT("content"), SV_INIT("patch"),   SV_INIT("url"),
	SV_INIT("query"),   SV_INIT("prompt"),  SV_INIT("pattern"), SV_INIT("description"),
};

/* Of events that are not about a tool's input. */
static const enum gaff_field said[] = { GAFF_F_TOOL_OUTPUT, GAFF_F_TOOL_ERROR, GAFF_F_PROMPT,
					GAFF_F_MESSAGE, GAFF_F_LAST_MESSAGE };

struct search {
	struct arena *arena;
	struct gaff_regex *pattern;
	int64_t deadline;
	bool found, is_late;
};

static void look_at(struct search *s, struct json value)
{
	struct sv text;

	if (!s->found && gaff_json_text(s->arena, value, &text))
		s->found = gaff_regex_search_until(s->pattern, text, s->deadline, &s->is_late);
}

/* Every text in a value, however deep, and no key: its bytes are walked, so nothing recurses. */
static void look_through(struct search *s, struct json value)
{
	const char *p = value.p, *end = sv_end(json_sv(value));

	while (!s->found && p < end) {
		const char *from = p;

		if (*p++ != '"')
			continue;
		for (; *p != '"'; p++)
			p += *p == '\\';
		p++;
		if (p == end || *p != ':') { /* what agents write may have blanks before it */
			const char *next = p;

			while (next < end && ascii_isspace(*next))
				next++;
			if (next == end || *next != ':')
				look_at(s, (struct json){ from, (size_t)(p - from) });
		}
	}
}

static void look_at_input(struct search *s, const struct gaff_event *event, struct json input)
{
	struct json_iter edits = gaff_json_iter(gaff_json_get(input, SV("edits")));
	struct json key, edit;

	if (!event->tool_row) { /* of other tools, and those of MCP servers, nothing is known */
		look_through(s, input);
		return;
	}
	for (size_t i = 0; i < COUNT_OF(fields); i++)
		look_at(s, gaff_json_get(input, fields[i]));
	while (!s->found && gaff_json_next(&edits, &key, &edit))
		look_at(s, gaff_json_get(edit, SV("new")));
}

static enum gaff_rc search(struct search *s, struct gaff_guard_call *call, struct gaff_err *err)
{
	const struct gaff_event *event = call->event;
	const gaff_event_set inputs = GAFF_EV(BEFORE_TOOL) | GAFF_EV(PERMISSION_REQUEST) |
				      GAFF_EV(PERMISSION_DENIED);
	struct json input;

	if (inputs >> event->id & 1) {
		GAFF_TRY(gaff_guard_input(call, &input, err));
		look_at_input(s, event, input);
		return GAFF_OK;
	}
	for (size_t i = 0; i < COUNT_OF(said); i++)
		look_through(s, event->field[said[i]]);
	return GAFF_OK;
}

enum gaff_rc gaff_rule_content(struct gaff_guard_call *call, struct sv pattern, int64_t deadline,
			       bool *out, struct gaff_err *err)
{
	struct search s = { .arena = call->arena, .deadline = deadline };
	char first[8192];
	enum gaff_rc rc;
	struct arena a;

	gaff_arena_init(&a, first, sizeof first, GAFF_REGEX_MEMORY_MAX);
	rc = gaff_regex_compile(&a, pattern, &s.pattern, err);
	if (rc == GAFF_OK)
		rc = search(&s, call, err);
	gaff_arena_release(&a);
	if (rc == GAFF_OK)
		rc = gaff_arena_check(call->arena, err);
	if (rc == GAFF_OK && s.is_late)
		rc = gaff_fail(err, GAFF_ENOTIME, "no time to look for the content of rules");
	*out = s.found;
	return rc;
}
