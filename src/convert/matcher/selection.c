#include "convert/matcher/selection.h"

#include "convert/matcher/matcher_parts.h"
#include "agents/codec/codec.h"

/* ---- the manifest's side ---- */

static bool read_one(struct arena *a, struct json value, struct gaff_selector *out)
{
	struct json pattern = gaff_json_get(value, SV("pattern")),
		    mcp = gaff_json_get(value, SV("mcp")), tool = gaff_json_get(mcp, SV("tool"));

	*out = (struct gaff_selector){ .kind = GAFF_SELECT_PATTERN };
	if (pattern.n)
		return gaff_json_text(a, pattern, &out->text);
	if (mcp.n) {
		out->kind = GAFF_SELECT_MCP;
		return gaff_json_text(a, gaff_json_get(mcp, SV("server")), &out->text) &&
		       (!tool.n || gaff_json_text(a, tool, &out->tool_text));
	}
	if (!gaff_json_text(a, value, &out->text))
		return false;
	*out = gaff_selector_of_word(out->text);
	return true;
}

struct gaff_selector gaff_selector_of_word(struct sv word)
{
	for (size_t i = GAFF_TOOL_OTHER + 1; i < GAFF_TOOL_COUNT; i++)
		if (sv_eq(gaff_tool_name((enum gaff_tool)i), word))
			return (struct gaff_selector){ .kind = GAFF_SELECT_WORD,
						       .tool = (enum gaff_tool)i };
	return (struct gaff_selector){ .kind = GAFF_SELECT_NAME, .text = word };
}

bool gaff_selection_read(struct arena *a, struct json matcher, struct gaff_selection *out)
{
	struct json_iter it = gaff_json_iter(matcher);
	bool is_list = gaff_json_type(matcher) == JSON_ARRAY;
	struct gaff_selection s = { 0 };
	struct json key, item = matcher;
	size_t room = 0;

	*out = s;
	while (matcher.n && (is_list ? gaff_json_next(&it, &key, &item) : !s.n))
		if (!gaff_arena_room(a, &s.item, s.n, &room, sizeof *s.item) ||
		    !read_one(a, item, &s.item[s.n++]))
			return false;
	*out = s;
	return true;
}

bool gaff_selection_of_tools(struct arena *a, unsigned tools, struct gaff_selection *out)
{
	struct gaff_selection s = { 0 };

	s.item = gaff_arena_alloc(a, GAFF_TOOL_COUNT * sizeof *s.item);
	for (unsigned tool = GAFF_TOOL_OTHER + 1; s.item && tool < GAFF_TOOL_COUNT; tool++)
		if (tools >> tool & 1)
			s.item[s.n++] = (struct gaff_selector){ .kind = GAFF_SELECT_WORD,
								.tool = (enum gaff_tool)tool };
	*out = s;
	return s.item;
}

static void write_one(struct json_writer *w, const struct gaff_selector *s)
{
	switch (s->kind) {
	case GAFF_SELECT_WORD:
		gaff_json_string(w, gaff_tool_name(s->tool));
		break;
	case GAFF_SELECT_NAME:
		gaff_json_string(w, s->text);
		break;
	case GAFF_SELECT_MCP:
		gaff_json_open(w, '{');
		gaff_json_key(w, SV("mcp"));
		gaff_json_open(w, '{');
		json_member_string(w, SV("server"), s->text);
		if (s->tool_text.n)
			json_member_string(w, SV("tool"), s->tool_text);
		gaff_json_close(w, '}');
		gaff_json_close(w, '}');
		break;
	case GAFF_SELECT_PATTERN:
		gaff_json_open(w, '{');
		json_member_string(w, SV("pattern"), s->text);
		gaff_json_close(w, '}');
		break;
	}
}

void gaff_selection_write(struct json_writer *w, const struct gaff_selection *s)
{
	if (s->n == 1) {
		write_one(w, &s->item[0]);
		return;
	}
	gaff_json_open(w, '[');
	for (size_t i = 0; i < s->n; i++)
		write_one(w, &s->item[i]);
	gaff_json_close(w, ']');
}

static bool is_same(const struct gaff_selector *x, const struct gaff_selector *y)
{
	return x->kind == y->kind && x->tool == y->tool && sv_eq(x->text, y->text) &&
	       sv_eq(x->tool_text, y->tool_text);
}

static bool has(const struct gaff_selection *s, const struct gaff_selector *one)
{
	for (size_t i = 0; i < s->n; i++)
		if (is_same(&s->item[i], one))
			return true;
	return false;
}

bool gaff_selection_same(const struct gaff_selection *x, const struct gaff_selection *y)
{
	enum { FEW = 64 }; /* in another order they are compared all with all */
	size_t i = 0;

	while (i < x->n && i < y->n && is_same(&x->item[i], &y->item[i]))
		i++;
	if (i == x->n && i == y->n)
		return true;
	if (!x->n || !y->n || x->n > FEW || y->n > FEW)
		return false;
	for (i = 0; i < x->n; i++)
		if (!has(y, &x->item[i]))
			return false;
	for (i = 0; i < y->n; i++)
		if (!has(x, &y->item[i]))
			return false;
	return true;
}

/* ---- which tools it selects ---- */

void gaff_call_of(struct arena *a, const struct gaff_host *host, struct sv name,
		  struct gaff_event *out)
{
	memset(out, 0, sizeof *out);
	out->host = host;
	out->id = GAFF_EV_BEFORE_TOOL;
	out->tool_name = gaff_bare_name(host, name);
	if (out->tool_name.n < name.n)
		gaff_find_mcp_tool(out);
	else
		gaff_find_tool(out);
	if (gaff_matches_apart(host) && out->tool_name.n == name.n && out->tool == GAFF_TOOL_MCP) {
		out->tool = GAFF_TOOL_OTHER; /* it would be called otherwise */
		out->mcp_server = out->mcp_tool = (struct sv){ 0 };
	}
	out->tools = gaff_event_tools(a, out);
}

enum gaff_rc gaff_choice_of(struct arena *a, const struct gaff_selection *s,
			    struct gaff_choice *out, struct gaff_err *err)
{
	struct gaff_choice c = { .selection = s, .names.arena = a };

	c.regex = gaff_arena_alloc(a, (s->n ? s->n : 1) * sizeof *c.regex);
	GAFF_TRY(gaff_arena_check(a, err));
	for (size_t i = 0; i < s->n; i++) {
		const struct gaff_selector *one = &s->item[i];

		c.regex[i] = NULL;
		if (one->kind == GAFF_SELECT_WORD)
			c.words |= (uint16_t)(1u << one->tool);
		else if (one->kind == GAFF_SELECT_NAME)
			gaff_names_add(&c.names, one->text);
		else
			c.has_others = true;
		if (one->kind == GAFF_SELECT_PATTERN)
			GAFF_TRY(gaff_regex_compile(a, one->text, &c.regex[i], err));
	}
	*out = c;
	return GAFF_OK;
}

static bool pattern_selects(struct arena *a, struct gaff_regex *regex,
			    const struct gaff_event *call)
{
	struct sv names[GAFF_PATTERN_NAMES];
	size_t n = gaff_pattern_names(a, call, names);

	for (size_t i = 0; i < n; i++)
		if (gaff_regex_search(regex, names[i]))
			return true;
	return false;
}

bool gaff_choice_takes(struct arena *a, const struct gaff_choice *c, const struct gaff_event *call)
{
	const struct gaff_selection *s = c->selection;

	if (!s->n || c->words & call->tools || gaff_names_have(&c->names, call->tool_name))
		return true;
	for (size_t i = 0; c->has_others && i < s->n; i++) {
		const struct gaff_selector *one = &s->item[i];

		if (one->kind == GAFF_SELECT_MCP &&
		    gaff_mcp_matches(a, one->text, one->tool_text, call))
			return true;
		if (one->kind == GAFF_SELECT_PATTERN && pattern_selects(a, c->regex[i], call))
			return true;
	}
	return false;
}

bool gaff_selection_selects(struct arena *a, const struct gaff_selection *s,
			    const struct gaff_host *host, struct sv name)
{
	struct gaff_choice choice;
	struct gaff_event call;
	struct gaff_err ignored;

	if (gaff_choice_of(a, s, &choice, &ignored) != GAFF_OK)
		return false;
	gaff_call_of(a, host, name, &call);
	return gaff_choice_takes(a, &choice, &call);
}
