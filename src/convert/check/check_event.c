#include "convert/check/check_parts.h"
#include "text/regex/regex.h"

/* On which native events a hook is registered. */

void gaff_check_list(struct buf *out, struct sv name)
{
	gaff_buf_add(out, out->n ? SV(", ") : SV(""));
	gaff_buf_add(out, gaff_shortened(name));
}

/* ---- events that come too late ---- */

/* What happens before something, and the same after it: to move a hook there is to change it. */
static const struct {
	enum gaff_event_id before, after;
} twins[] = {
	{ GAFF_EV_BEFORE_TOOL, GAFF_EV_AFTER_TOOL },
	{ GAFF_EV_BEFORE_TOOL, GAFF_EV_TOOL_FAILURE },
	{ GAFF_EV_PERMISSION_REQUEST, GAFF_EV_PERMISSION_DENIED },
	{ GAFF_EV_BEFORE_PROMPT, GAFF_EV_AGENT_STOP },
	{ GAFF_EV_BEFORE_COMPACT, GAFF_EV_AFTER_COMPACT },
	{ GAFF_EV_BEFORE_MODEL, GAFF_EV_AFTER_MODEL },
	{ GAFF_EV_BEFORE_TASK, GAFF_EV_AFTER_TASK },
};

/* The native event that tells afterwards, of this tool (GAFF_TOOL_OTHER: of any); or NULL. */
static const struct gaff_event_row *late_row(const struct gaff_host *host, enum gaff_event_id id,
					     enum gaff_tool tool)
{
	for (size_t t = 0; t < COUNT_OF(twins); t++)
		for (size_t i = 0; i < host->n_events && twins[t].before == id; i++) {
			const struct gaff_event_row *row = &host->events[i];

			if (row->id == twins[t].after &&
			    (gaff_event_row_tools(host, row) >> tool & 1 ||
			     row->tool == GAFF_TOOL_OTHER || tool == GAFF_TOOL_OTHER))
				return row;
		}
	return NULL;
}

static void say_no_event(struct gaff_checking *c)
{
	const struct gaff_event_row *late = late_row(c->to, c->hook->event, GAFF_TOOL_OTHER);

	if (late)
		gaff_check_leave_out(
			c, SV("event"), false,
			"timing shift: %s has no %.*s, and %.*s comes after it: left out", c->title,
			SV_ARG(c->hook->event_name), SV_ARG(late->native));
	else
		gaff_check_leave_out(c, SV("event"), false, "%s has no %.*s: left out", c->title,
				     SV_ARG(c->hook->event_name));
}

/* ---- which are meant ---- */

static enum gaff_rc add_spot(struct gaff_checking *c, const struct gaff_host *host,
			     const struct gaff_event_row *row)
{
	struct gaff_hook_plan *plan = c->plan;

	for (size_t i = 0; i < plan->n; i++) /* an event may be about several tools */
		if (sv_eq(plan->spot[i].event->native, row->native))
			return GAFF_OK;
	if (!plan->spot)
		plan->spot = gaff_arena_alloc(c->arena, (host->n_events + 1) * sizeof *plan->spot);
	GAFF_TRY(gaff_arena_check(c->arena, c->err));
	if (plan->n <= host->n_events)
		plan->spot[plan->n++] = (struct gaff_spot_row){ .host = host, .event = row };
	return GAFF_OK;
}

/* May a pattern mean this tool? Which tools servers have nobody knows. */
static bool pattern_selects(struct sv pattern, enum gaff_tool tool)
{
	struct sv name = gaff_tool_name(tool);
	struct gaff_err err;
	bool found = false;

	if (tool == GAFF_TOOL_MCP && sv_has(pattern, SV("mcp")))
		return true;
	return gaff_regex_try(pattern, &name, 1, &found, &err) != GAFF_OK || found;
}

static bool selector_selects(const struct gaff_selector *s, enum gaff_tool tool)
{
	switch (s->kind) {
	case GAFF_SELECT_WORD:
		return s->tool == tool;
	case GAFF_SELECT_MCP:
		return tool == GAFF_TOOL_MCP;
	case GAFF_SELECT_NAME:
		return tool == GAFF_TOOL_MCP && sv_starts(s->text, SV("mcp__"));
	case GAFF_SELECT_PATTERN:
		return pattern_selects(s->text, tool);
	}
	return false;
}

static bool is_selected(const struct gaff_checking *c, enum gaff_tool tool)
{
	for (size_t i = 0; i < c->selection.n; i++)
		if (selector_selects(&c->selection.item[i], tool))
			return true;
	return !c->selection.n;
}

/* "cursor:workspaceOpen" is for Cursor alone. */
static enum gaff_rc find_own_event(struct gaff_checking *c)
{
	struct sv name = c->hook->event_name;
	const struct gaff_event_row *row = NULL;
	const struct gaff_host *host;

	if (name.n > c->to->id.n && sv_starts(name, c->to->id) && name.p[c->to->id.n] == ':')
		row = gaff_layout_event(c->to, sv_skip(name, c->to->id.n + 1), &host);
	if (!row) {
		say_no_event(c);
		return GAFF_OK;
	}
	c->is_about_tools = GAFF_EV_ANY_TOOL >> row->id & 1;
	return add_spot(c, host, row);
}

/* ---- those that provider_data names ---- */

/* Are these tools what the hook is for: no other, and all of them? */
static bool are_meant(const struct gaff_checking *c, unsigned tools)
{
	for (unsigned tool = GAFF_TOOL_OTHER + 1; tool < GAFF_TOOL_COUNT; tool++)
		if (tools >> tool & 1 && !is_selected(c, (enum gaff_tool)tool))
			return false;
	for (size_t i = 0; i < c->selection.n; i++) {
		const struct gaff_selector *s = &c->selection.item[i];
		enum gaff_tool tool = s->kind == GAFF_SELECT_WORD ? s->tool : GAFF_TOOL_MCP;

		if (s->kind == GAFF_SELECT_PATTERN || !(tools >> tool & 1) ||
		    !selector_selects(s, tool))
			return false;
	}
	return c->selection.n;
}

/*
 * Other names for the hook's event, or those for its very tools. False: it names none, or what the
 * hook itself does not say.
 */
static bool find_named_events(struct gaff_checking *c, struct json names)
{
	struct json_iter it = gaff_json_iter(names);
	struct json none, value;
	unsigned tools = 0;
	bool is_general = false;
	struct sv name;

	if (gaff_json_type(names) != JSON_ARRAY)
		return false;
	while (gaff_json_next(&it, &none, &value)) {
		const struct gaff_event_row *row = NULL;
		const struct gaff_host *host = c->to;

		if (gaff_json_text(c->arena, value, &name))
			row = gaff_layout_event(c->to, name, &host);
		if (!row || row->id != c->hook->event || (c->by_gaff && c->plan->n) ||
		    add_spot(c, host, row) != GAFF_OK)
			return false;
		is_general |= !gaff_event_row_tools(host, row);
		tools |= gaff_event_row_tools(host, row);
	}
	return c->plan->n && (is_general ? !tools : are_meant(c, tools));
}

/* Of a manifest: that it is not told of every call there is on the general event. */
static void say_named_events(struct gaff_checking *c)
{
	struct buf names = buf_in(c->arena);

	for (size_t i = 0; i < c->plan->n; i++)
		if (c->plan->spot[i].event->tool != GAFF_TOOL_OTHER &&
		    !(c->plan->spot[i].event->flags & GAFF_E_REPEATS))
			gaff_check_list(&names, c->plan->spot[i].event->native);
	if (names.n && c->layout->matching != GAFF_MATCH_NOTHING &&
	    gaff_is_manifest(c->conversion->from))
		gaff_check_warn(c, SV("event"), "it is on %.*s, as provider_data says",
				SV_ARG(buf_sv(&names)));
}

/* ---- events that are split by tool ---- */

static bool has_event_for(const struct gaff_checking *c, enum gaff_tool tool)
{
	for (size_t i = 0; i < c->to->n_events; i++)
		if (c->to->events[i].id == c->hook->event &&
		    gaff_event_row_tools(c->to, &c->to->events[i]) >> tool & 1)
			return true;
	return false;
}

/* Tools that are meant and have no event. */
static void say_missing_tools(struct gaff_checking *c)
{
	struct buf missing = buf_in(c->arena), late = buf_in(c->arena);
	bool is_named = c->selection.n, is_guard;

	for (unsigned t = GAFF_TOOL_OTHER + 1; t < GAFF_TOOL_COUNT; t++) {
		enum gaff_tool tool = (enum gaff_tool)t;

		if (!is_selected(c, tool) || has_event_for(c, tool))
			continue;
		gaff_check_list(late_row(c->to, c->hook->event, tool) ? &late : &missing,
				gaff_tool_name(tool));
	}
	is_guard = missing.n && is_named && c->hook->blocking;
	for (size_t i = 0; i < c->selection.n; i++) /* names are of other agents' tools */
		if (c->selection.item[i].kind == GAFF_SELECT_NAME &&
		    !selector_selects(&c->selection.item[i], GAFF_TOOL_MCP))
			gaff_check_list(&missing, c->selection.item[i].text);
	if (late.n)
		gaff_check_warn(c, SV("matcher"),
				"timing shift: %s tells of %.*s only after it: not for that",
				c->title, SV_ARG(buf_sv(&late)));
	if (late.n && is_named && c->hook->blocking)
		gaff_loss_is_guard(c->losses);
	if (missing.n)
		gaff_check_warn(c, SV("matcher"), "%s has no event for %.*s: not for these",
				c->title, SV_ARG(buf_sv(&missing)));
	if (is_guard)
		gaff_loss_is_guard(c->losses);
}

/* "mcp__github__create_issue" is a name, and of one of them. */
static bool names_mcp_tool(const struct gaff_selector *s)
{
	return s->kind == GAFF_SELECT_MCP ||
	       (s->kind == GAFF_SELECT_NAME && selector_selects(s, GAFF_TOOL_MCP));
}

/* Tools that are not meant, and have an event with one that is. */
static void say_more_tools(struct gaff_checking *c)
{
	struct buf more = buf_in(c->arena);

	for (size_t i = 0; i < c->to->n_events; i++) {
		const struct gaff_event_row *row = &c->to->events[i];
		bool has_spot = false;

		for (size_t k = 0; k < c->plan->n; k++)
			has_spot |= sv_eq(c->plan->spot[k].event->native, row->native);
		for (unsigned t = 0; has_spot && t < GAFF_TOOL_COUNT; t++)
			if (gaff_event_row_tools(c->to, row) >> t & 1 &&
			    !is_selected(c, (enum gaff_tool)t))
				gaff_check_list(&more, gaff_tool_name((enum gaff_tool)t));
	}
	for (size_t i = 0; i < c->selection.n; i++)
		if (names_mcp_tool(&c->selection.item[i])) {
			gaff_check_list(&more, SV("every other MCP tool"));
			break;
		}
	if (more.n)
		gaff_check_warn(c, SV("matcher"), "%s has no matchers: it is for %.*s too",
				c->title, SV_ARG(buf_sv(&more)));
	for (size_t i = 0; i < c->selection.n; i++)
		if (c->selection.item[i].kind == GAFF_SELECT_PATTERN) {
			gaff_check_warn(
				c, SV("matcher"),
				"%s has no matchers: the pattern means whole events%s", c->title,
				is_selected(c, GAFF_TOOL_MCP) ? ""
							      : ", and MCP tools are not in it");
			break;
		}
}

void gaff_check_split_tools(struct gaff_checking *c)
{
	if (c->conversion->from == c->to || c->has_named_events)
		return;
	say_missing_tools(c);
	say_more_tools(c);
}

/* Is one of the tools of this event meant? */
static bool is_event_selected(const struct gaff_checking *c, const struct gaff_event_row *row)
{
	for (unsigned t = 0; t < GAFF_TOOL_COUNT; t++)
		if (gaff_event_row_tools(c->to, row) >> t & 1 && is_selected(c, (enum gaff_tool)t))
			return true;
	return false;
}

static enum gaff_rc find_split_events(struct gaff_checking *c)
{
	for (size_t i = 0; i < c->to->n_events; i++)
		if (c->to->events[i].id == c->hook->event &&
		    is_event_selected(c, &c->to->events[i]))
			GAFF_TRY(add_spot(c, c->to, &c->to->events[i]));
	if (!c->plan->n)
		gaff_check_leave_out(c, SV("matcher"), false,
				     "%s has no event for any tool that it is for: left out",
				     c->title);
	return GAFF_OK;
}

enum gaff_rc gaff_check_events(struct gaff_checking *c)
{
	const struct gaff_event_row *first = gaff_host_event_by_id(c->to, c->hook->event);
	struct json data = gaff_provider_data(c->hook->provider_data, c->to),
		    names = gaff_json_get(data, SV("events"));

	c->is_about_tools = GAFF_EV_ANY_TOOL >> c->hook->event & 1;
	c->has_named_events = c->hook->event == GAFF_EV_NATIVE;
	if (c->hook->event == GAFF_EV_NATIVE)
		GAFF_TRY(find_own_event(c));
	if (!check_is_gone(c) && c->is_about_tools)
		(void)gaff_selection_read(c->arena, c->hook->matcher, &c->selection);
	GAFF_TRY(gaff_arena_check(c->arena, c->err));
	if (c->hook->event == GAFF_EV_NATIVE)
		return GAFF_OK;
	if (!first) {
		say_no_event(c);
		return GAFF_OK;
	}
	c->has_named_events = names.n && find_named_events(c, names);
	if (c->has_named_events) {
		say_named_events(c);
		return GAFF_OK;
	}
	c->plan->n = 0;
	if (names.n)
		gaff_check_warn(c, gaff_provider_field(c->arena, c->to->id, SV("events")),
				"passed over: they are not what the hook itself says");
	if (first->tool == GAFF_TOOL_OTHER)
		return add_spot(c, c->to, first);
	return find_split_events(c);
}
