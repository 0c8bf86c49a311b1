#include "convert/decode/decode_parts.h"

/* For which calls an entry runs: by its event, its matcher and its permission rule. */

struct selecting {
	struct arena *arena;
	const struct gaff_host *host;
	const struct gaff_event_row *event;
	struct sv matcher;
	bool has_matcher;
	size_t hook;
	struct gaff_losses *losses;
	struct gaff_err *err;
	struct gaff_entry_selection *out;
};

bool gaff_matcher_is_all(struct sv matcher)
{
	return !matcher.n || sv_eq(matcher, SV("*")) || sv_eq(matcher, SV(".*"));
}

static enum gaff_rc no_memory(struct gaff_err *err)
{
	return gaff_fail(err, GAFF_ENOMEM, "no memory for a matcher");
}

static enum gaff_rc read_matcher(struct selecting *s, struct sv native, struct gaff_selection *out)
{
	struct gaff_selection read = { 0 };
	enum gaff_rc rc = gaff_matcher_read(s->arena, s->host, native, s->hook, s->losses, &read,
					    s->err);

	if (rc == GAFF_OK) {
		*out = read;
		return GAFF_OK;
	}
	if (rc == GAFF_ENOMEM)
		return rc;
	gaff_lose(s->losses, s->hook, SV("matcher"), GAFF_DEGRADE_WARN,
		  "the matcher \"%.*s\" cannot be followed: it is for every tool",
		  GAFF_SHORT(native));
	gaff_loss_is_of_source(s->losses);
	*out = (struct gaff_selection){ 0 };
	return GAFF_OK;
}

static enum gaff_rc selects(struct selecting *s, struct sv tool, bool *out)
{
	enum gaff_rc rc = gaff_matcher_selects(s->arena, s->host, s->matcher, tool, out, s->err);

	if (rc == GAFF_ENOMEM)
		return rc;
	*out = rc != GAFF_OK || *out; /* what cannot be told may be */
	return GAFF_OK;
}

static void say_no_place(struct selecting *s)
{
	gaff_lose(s->losses, s->hook, SV("matcher"), GAFF_DEGRADE_WARN,
		  "the matcher \"%.*s\" of %.*s has no place in a manifest: it runs every time",
		  GAFF_SHORT(s->matcher), SV_ARG(s->event->native));
	gaff_loss_is_of_source(s->losses);
}

/*
 * What a matcher is held against on an event about some tools is not the same everywhere: the name
 * of the tool, which then says nothing, or the command line, which a matcher of ours does not see.
 */
static enum gaff_rc say_narrower(struct selecting *s, unsigned tools)
{
	struct gaff_losses none = { .arena = s->arena };
	struct selecting quiet = *s;
	struct gaff_selection read;

	quiet.losses = &none;
	if (tools == GAFF_TOOL_BIT(MCP)) {
		GAFF_TRY(read_matcher(&quiet, s->matcher, &read));
		if (gaff_selection_same(&read, &s->out->tools))
			return GAFF_OK;
	}
	for (size_t i = 0; i < s->host->n_tools && tools != GAFF_TOOL_BIT(SHELL); i++) {
		bool is_selected = false;

		if (!(tools >> s->host->tools[i].tool & 1))
			continue;
		GAFF_TRY(selects(s, s->host->tools[i].native, &is_selected));
		if (is_selected)
			return GAFF_OK;
	}
	say_no_place(s);
	return GAFF_OK;
}

static bool is_about_tools(const struct gaff_event_row *event)
{
	return GAFF_EV_ANY_TOOL >> event->id & 1;
}

/* What means every tool to most agents means none to some, as was measured. */
static bool is_nothing(const struct selecting *s)
{
	enum gaff_matching matching = s->host->layout->matching;

	if (!s->has_matcher || !is_about_tools(s->event))
		return false;
	return ((matching == GAFF_MATCH_WHOLE || matching == GAFF_MATCH_NAMES_WHOLE) &&
		!s->matcher.n) ||
	       ((matching == GAFF_MATCH_WHOLE || matching == GAFF_MATCH_PATTERN_ONLY ||
		 matching == GAFF_MATCH_PATTERN_RE2 || matching == GAFF_MATCH_PATTERN_APART) &&
		sv_eq(s->matcher, SV("*"))) ||
	       (matching == GAFF_MATCH_GLOB && sv_eq(s->matcher, SV(".*")));
}

/* Another event of the same tool tells of the agent's calls again: this one of Cursor's Tab. */
static bool is_apart(const struct selecting *s)
{
	bool has_other = false;

	for (size_t i = 0; i < s->host->n_events; i++)
		has_other |= s->host->events[i].id == s->event->id &&
			     s->host->events[i].tool == s->event->tool &&
			     s->host->events[i].flags & GAFF_E_REPEATS;
	return has_other && s->event->id != GAFF_EV_NATIVE && !(s->event->flags & GAFF_E_REPEATS);
}

static void say_apart(struct selecting *s)
{
	gaff_lose(s->losses, s->hook, SV("event"), GAFF_DEGRADE_WARN,
		  "%.*s of %s is not about what the agent does: elsewhere it is for the calls of "
		  "the agent",
		  SV_ARG(s->event->native), s->host->title);
	gaff_loss_is_of_source(s->losses);
}

static enum gaff_rc select_by_matcher(struct selecting *s)
{
	unsigned tools = gaff_event_row_tools(s->host, s->event);
	bool is_all = gaff_matcher_is_all(s->matcher) ||
		      s->host->layout->matching == GAFF_MATCH_NOTHING;

	if (is_nothing(s)) {
		s->out->is_never = true;
		return GAFF_OK;
	}

	if (tools) {
		if (is_apart(s))
			say_apart(s);
		if (!gaff_selection_of_tools(s->arena, tools, &s->out->tools))
			return no_memory(s->err);
		return is_all ? GAFF_OK : say_narrower(s, tools);
	}
	if (is_all)
		return GAFF_OK;
	if (is_about_tools(s->event))
		return read_matcher(s, s->matcher, &s->out->tools);
	say_no_place(s);
	return GAFF_OK;
}

/* ---- rules ---- */

static void rule_is_lost(struct selecting *s, struct sv rule, const char *what)
{
	gaff_lose(s->losses, s->hook, SV("if"), GAFF_DEGRADE_WARN, "\"%.*s\" is not followed: %s",
		  GAFF_SHORT(rule), what);
	gaff_loss_is_of_source(s->losses);
}

static bool is_file_tool(const struct gaff_host *host, struct sv native)
{
	const struct gaff_tool_row *row = gaff_host_tool(host, native);

	return row && (row->tool == GAFF_TOOL_FILE_READ || row->tool == GAFF_TOOL_FILE_WRITE ||
		       row->tool == GAFF_TOOL_FILE_EDIT);
}

/* The tool of a rule stands for the matcher, which has to select it. */
static enum gaff_rc select_by_rule(struct selecting *s, struct sv text)
{
	struct gaff_permission_rule rule;
	bool is_selected = true;

	if (!is_about_tools(s->event)) { /* so Claude Code has it */
		s->out->is_never = true;
		return GAFF_OK;
	}
	if (!gaff_permission_rule_read(text, &rule)) {
		rule_is_lost(s, text, "it runs on every call that its matcher selects");
		return select_by_matcher(s);
	}
	if (!gaff_matcher_is_all(s->matcher))
		GAFF_TRY(selects(s, rule.tool, &is_selected));
	if (!is_selected) {
		s->out->is_never = true;
		return GAFF_OK;
	}
	GAFF_TRY(read_matcher(s, rule.tool, &s->out->tools));
	if (!rule.content.n)
		return GAFF_OK;
	if (!is_file_tool(s->host, rule.tool) ||
	    !gaff_permission_rule_paths(s->arena, rule.content, &s->out->paths))
		rule_is_lost(s, text, "it runs on every such call");
	return GAFF_OK;
}

enum gaff_rc gaff_entry_select(struct arena *a, const struct gaff_host *host,
			       const struct gaff_event_row *event, struct json matcher,
			       struct json rule, size_t hook, struct gaff_losses *losses,
			       struct gaff_entry_selection *out, struct gaff_err *err)
{
	struct gaff_entry_selection selection = { 0 };
	struct selecting s = { .arena = a,
			       .host = host,
			       .event = event,
			       .hook = hook,
			       .losses = losses,
			       .err = err,
			       .out = &selection };
	struct sv text;

	if ((gaff_json_type(matcher) == JSON_STRING && !gaff_json_text(a, matcher, &s.matcher)) ||
	    (gaff_json_type(rule) == JSON_STRING && !gaff_json_text(a, rule, &text)))
		return no_memory(err);
	s.has_matcher = gaff_json_type(matcher) == JSON_STRING;
	if (gaff_json_type(rule) == JSON_STRING)
		GAFF_TRY(select_by_rule(&s, text));
	else
		GAFF_TRY(select_by_matcher(&s));
	*out = selection;
	return GAFF_OK;
}
