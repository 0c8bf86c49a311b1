#include "agents/codec/codec.h"

#include "agents/mcp.h"
#include "text/time.h"

/* ---- the canonical dialect ---- */

void gaff_write_mcp(struct json_writer *w, const struct gaff_event *event)
{
	gaff_json_open(w, '{');
	if (event->mcp_server.n)
		json_member_string(w, SV("server"), event->mcp_server);
	if (event->mcp_tool.n)
		json_member_string(w, SV("tool"), event->mcp_tool);
	gaff_json_close(w, '}');
}

static enum gaff_rc write_tool(struct arena *a, struct json_writer *w,
			       const struct gaff_event *event, struct gaff_err *err)
{
	struct json input;

	json_member_string(w, SV("tool"),
			   event->tool == GAFF_TOOL_OTHER ? event->tool_name
							  : gaff_tool_name(event->tool));
	json_member_string(w, SV("tool_name"), event->tool_name);
	if (event->field[GAFF_F_TOOL_USE_ID].n)
		json_member(w, SV("tool_use_id"), json_sv(event->field[GAFF_F_TOOL_USE_ID]));
	GAFF_TRY(gaff_event_input(a, event, &input, err));
	json_member(w, SV("tool_input"), json_sv(input));
	return GAFF_OK;
}

enum gaff_rc gaff_write_paths(struct arena *a, struct json_writer *w,
			      const struct gaff_event *event, struct gaff_err *err)
{
	struct gaff_paths paths;

	GAFF_TRY(gaff_event_paths(a, event, &paths, err));
	gaff_json_open(w, '[');
	for (size_t i = 0; i < paths.n; i++)
		gaff_json_string(w, paths.path[i]);
	gaff_json_close(w, ']');
	return GAFF_OK;
}

static enum gaff_rc encode_canonical(struct arena *a, const struct gaff_event *event,
				     struct sv *out, struct gaff_err *err)
{
	bool is_tool = GAFF_EV_ANY_TOOL & (gaff_event_set)1 << event->id;
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct sv name;

	GAFF_TRY(gaff_event_full_name(a, event, &name, err));
	gaff_json_open(&w, '{');
	json_member_string(&w, SV("spec"), SV("hooks/1.0"));
	json_member_string(&w, SV("host"), event->host->id);
	for (enum gaff_field f = 0; f < GAFF_F_COUNT; f++) {
		if (f == GAFF_F_EVENT) {
			json_member_string(&w, SV("event"), name);
			json_member_string(&w, SV("native_event"), event->native_event);
		} else if (f == GAFF_F_TOOL_NAME) {
			if (is_tool)
				GAFF_TRY(write_tool(a, &w, event, err));
			gaff_json_key(&w, SV("paths"));
			GAFF_TRY(gaff_write_paths(a, &w, event, err));
			if (event->mcp_tool.n || event->mcp_server.n) {
				gaff_json_key(&w, SV("mcp"));
				gaff_write_mcp(&w, event);
			}
		} else if (f != GAFF_F_TOOL_USE_ID && gaff_field_key(f).n && event->field[f].n) {
			json_member(&w, gaff_field_key(f), json_sv(event->field[f]));
		}
	}
	json_member(&w, SV("native"), json_sv(event->payload));
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = buf_sv(&b);
	return GAFF_OK;
}

/* ---- another host's dialect ---- */

struct translation {
	const struct gaff_host *dialect;
	const struct gaff_event_row *row;
	struct sv tool_name;
	struct json tool_input;
};

static enum gaff_rc translate_mcp_name(struct arena *a, const struct gaff_event *event,
				       const struct gaff_host *dialect, struct sv *out,
				       struct gaff_err *err)
{
	struct sv joint = gaff_mcp_joint(dialect);
	struct buf b = buf_in(a);

	if (!gaff_mcp_is_named(dialect) || !event->mcp_tool.n) {
		*out = event->tool_name;
		return GAFF_OK;
	}
	/* a server that is not known stays empty: nothing is made up */
	if (joint.n && (gaff_mcp_prefix(dialect).n || event->mcp_server.n))
		gaff_mcp_join(&b, dialect, event->mcp_server, joint, event->mcp_tool);
	else
		gaff_mcp_join(&b, dialect, SV(""), SV(""), event->mcp_tool);
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = buf_sv(&b);
	return GAFF_OK;
}

static bool names(struct arena *a, const struct gaff_tool_row *row, struct json key)
{
	struct sv behind;

	for (size_t i = 0; row && i < row->n_input; i++)
		if (gaff_json_is(key, row->input[i].native) ||
		    gaff_input_is_pair(a, &row->input[i], key, &behind) ||
		    (row->input[i].kind == GAFF_IN_PAIR &&
		     gaff_json_is(key, row->input[i].canonical)))
			return true;
	return false;
}

/*
 * Behind a translated input what of the original no row has a word for: hooks of a dialect without
 * any other way to it would see less than there is.
 */
static enum gaff_rc add_rest(struct arena *a, const struct gaff_event *event,
			     const struct gaff_tool_row *row, struct json *input,
			     struct gaff_err *err)
{
	struct json original = event->field[GAFF_F_TOOL_INPUT], key, value;
	struct json_iter has = gaff_json_iter(*input), it = gaff_json_iter(original);
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	if (event->part.n || !has.is_object || !it.is_object)
		return GAFF_OK;
	gaff_json_open(&w, '{');
	while (gaff_json_next(&has, &key, &value))
		gaff_json_copy(&w, key, value);
	while (gaff_json_next(&it, &key, &value))
		if (!names(a, event->tool_row, key) && !names(a, row, key))
			gaff_json_copy(&w, key, value);
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_buf_check(&b, err));
	*input = (struct json){ b.p, b.n };
	return GAFF_OK;
}

static enum gaff_rc translate_tool(struct arena *a, const struct gaff_event *event,
				   struct translation *t, struct gaff_err *err)
{
	const struct gaff_tool_row *row;
	struct json canonical;

	if (!(GAFF_EV_ANY_TOOL & (gaff_event_set)1 << event->id))
		return GAFF_OK;
	if (t->row->tool != GAFF_TOOL_OTHER && t->row->tool != event->tool &&
	    gaff_host_event_for(t->dialect, t->row->id, event->tool) != t->row)
		return gaff_fail(err, GAFF_EUNSUPPORTED, "the %.*s dialect has no event for %.*s",
				 SV_ARG(t->dialect->id), SV_ARG(event->tool_name));
	GAFF_TRY(gaff_event_input(a, event, &canonical, err));
	t->tool_name = event->tool_name;
	t->tool_input = canonical;
	if (event->tool == GAFF_TOOL_MCP && t->row->tool == GAFF_TOOL_MCP) { /* it says so itself */
		if (event->mcp_tool.n)
			t->tool_name = event->mcp_tool;
		return GAFF_OK;
	}
	if (event->tool == GAFF_TOOL_MCP)
		return translate_mcp_name(a, event, t->dialect, &t->tool_name, err);
	row = event->tool == GAFF_TOOL_OTHER
		      ? gaff_host_tool(t->dialect, event->tool_name)
		      : gaff_tool_for_input(t->dialect, event->tool, canonical);
	if (!row) { /* a tool that dialect has no word for keeps its own */
		if (event->field[GAFF_F_TOOL_INPUT].n && !event->part.n &&
		    !(event->row->flags & GAFF_E_INPUT_AT_TOP))
			t->tool_input = event->field[GAFF_F_TOOL_INPUT];
		return GAFF_OK;
	}
	t->tool_name = row->native;
	GAFF_TRY(gaff_input_to_native(a, row, canonical, (struct json){ 0 }, false, NULL,
				      &t->tool_input, err));
	return t->dialect->flags & GAFF_H_TAKES_THE_REST
		       ? add_rest(a, event, row, &t->tool_input, err)
		       : GAFF_OK;
}

static void write_time(struct json_writer *w, int64_t ms)
{
	char text[GAFF_TIME_LENGTH + 1];

	gaff_json_string(w, gaff_time_text(ms, text));
}

static void write_milliseconds(struct json_writer *w, int64_t ms)
{
	char text[24];

	(void)snprintf(text, sizeof text, "%lld", (long long)ms);
	gaff_json_raw(w, sv_of(text));
}

static void write_parts(struct json_writer *w, struct json text)
{
	gaff_json_open(w, '[');
	gaff_json_open(w, '{');
	json_member_string(w, SV("type"), SV("text"));
	json_member(w, SV("text"), json_sv(text));
	gaff_json_close(w, '}');
	gaff_json_close(w, ']');
}

void gaff_write_texts(struct json_writer *w, struct json object)
{
	struct json_iter it = gaff_json_iter(object);

	if (!it.is_object) {
		gaff_json_raw(w, json_sv(object));
		return;
	}
	gaff_json_open(w, '{');
	while (gaff_json_each(&it)) {
		gaff_json_copy_key(w, it.key);
		if (gaff_json_type(it.value) == JSON_STRING)
			gaff_json_raw(w, json_sv(it.value));
		else
			gaff_json_string(w, json_sv(it.value));
	}
	gaff_json_close(w, '}');
}

static void write_field(struct json_writer *w, const struct gaff_event *event,
			const struct translation *t, const struct gaff_payload_row *row)
{
	struct json value = event->field[row->field];

	if (row->field == GAFF_F_EVENT)
		gaff_json_string(w, gaff_event_spoken(t->dialect, t->row));
	else if (row->field == GAFF_F_TOOL_NAME)
		gaff_json_string(w, t->tool_name);
	else if (row->field == GAFF_F_TOOL_INPUT && row->flags & GAFF_P_OF_TEXTS)
		gaff_write_texts(w, t->tool_input);
	else if (row->field == GAFF_F_TOOL_INPUT && row->flags & GAFF_P_JSON_TEXT)
		gaff_json_string(w, json_sv(t->tool_input));
	else if (row->field == GAFF_F_TOOL_INPUT)
		gaff_json_raw(w, json_sv(t->tool_input));
	else if (row->field == GAFF_F_TIME && row->flags & GAFF_P_MILLISECONDS)
		write_milliseconds(w, event->time_ms);
	else if (row->field == GAFF_F_TIME)
		write_time(w, event->time_ms);
	else if (row->field == GAFF_F_MCP_SERVER)
		gaff_json_string(w, event->mcp_server);
	else if (row->field == GAFF_F_MCP_TOOL)
		gaff_json_string(w, event->mcp_tool);
	else if (!value.n || row->field == GAFF_F_CONSTANT ||
		 (gaff_json_type(value) == JSON_NULL && row->missing.n))
		gaff_json_raw(w, row->missing);
	else if (row->flags & (GAFF_P_JSON_TEXT | GAFF_P_TEXT) &&
		 gaff_json_type(value) != JSON_STRING)
		gaff_json_string(w, json_sv(value));
	else if (row->flags & GAFF_P_PARTS && gaff_json_type(value) == JSON_STRING)
		write_parts(w, value);
	else
		gaff_json_raw(w, json_sv(value));
}

/* An event that is about one tool shows its input, and not always its name. */
static bool is_tool_written(const struct translation *t, enum gaff_field field)
{
	bool at_top = t->row->flags & GAFF_E_INPUT_AT_TOP;

	return !at_top || (field == GAFF_F_TOOL_NAME && t->row->tool == GAFF_TOOL_OTHER);
}

static bool is_written(const struct gaff_event *event, const struct translation *t,
		       const struct gaff_payload_row *row)
{
	if (row->where.p[0] != '/' || row->flags & GAFF_P_ALIAS ||
	    !(row->events & (gaff_event_set)1 << event->id) ||
	    row->flags & (t->row->tool == GAFF_TOOL_OTHER ? GAFF_P_ONE_TOOL : GAFF_P_ANY_TOOL) ||
	    row->flags & (event->tool == GAFF_TOOL_MCP ? GAFF_P_NOT_MCP : GAFF_P_MCP_ONLY))
		return false;
	if (row->field == GAFF_F_TOOL_NAME || row->field == GAFF_F_TOOL_INPUT)
		return is_tool_written(t, row->field);
	if (row->field == GAFF_F_EVENT)
		return true;
	if (row->field == GAFF_F_TIME)
		return event->time_ms != 0;
	if (row->field == GAFF_F_MCP_SERVER)
		return event->tool == GAFF_TOOL_MCP && event->mcp_server.n;
	if (row->field == GAFF_F_MCP_TOOL)
		return event->tool == GAFF_TOOL_MCP && event->mcp_tool.n;
	return row->missing.n || (event->field[row->field].n && row->field != GAFF_F_CONSTANT);
}

/* The rest: a tool's input that stands in the payload itself. */
static void write_input_at_top(struct json_placer *placer, const struct gaff_event *event,
			       const struct translation *t)
{
	for (struct json_iter it = gaff_json_iter(t->tool_input); gaff_json_each(&it);) {
		bool is_there = false;

		for (size_t i = 0; i < t->dialect->n_payload && !is_there; i++)
			is_there = is_written(event, t, &t->dialect->payload[i]) &&
				   gaff_json_is(it.key, sv_skip(t->dialect->payload[i].where, 1));
		if (!is_there)
			gaff_json_place_member(placer, it.key, it.value);
	}
}

enum gaff_rc gaff_encode_event_as(struct arena *a, const struct gaff_event *event,
				  const struct gaff_host *dialect, const struct gaff_event_row *as,
				  struct sv *out, struct gaff_err *err)
{
	struct translation t = { .dialect = dialect, .row = as };
	struct json_placer placer;
	struct buf b = buf_in(a);

	if (as->flags & GAFF_E_OTHER_PAYLOAD)
		t.dialect = dialect = dialect->other_spelling;

	GAFF_TRY(translate_tool(a, event, &t, err));
	placer = gaff_json_place_begin(&b);
	for (size_t i = 0; i < dialect->n_payload; i++) {
		const struct gaff_payload_row *row = &dialect->payload[i];

		if (!is_written(event, &t, row))
			continue;
		gaff_json_place(&placer, row->where);
		write_field(&placer.w, event, &t, row);
	}
	if (as->flags & GAFF_E_INPUT_AT_TOP)
		write_input_at_top(&placer, event, &t);
	gaff_json_place_end(&placer);
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = buf_sv(&b);
	return GAFF_OK;
}

enum gaff_rc gaff_encode_event(struct arena *a, const struct gaff_event *event,
			       const struct gaff_host *dialect, struct sv *out,
			       struct gaff_err *err)
{
	const struct gaff_event_row *row;

	if (dialect == event->host) {
		*out = json_sv(event->payload);
		return GAFF_OK;
	}
	if (dialect == &gaff_host_canonical)
		return encode_canonical(a, event, out, err);
	row = gaff_host_event_for(dialect, event->id, event->tool);
	if (!row && gaff_host_event_by_id(dialect, event->id))
		return gaff_fail(err, GAFF_EUNSUPPORTED, "the %.*s dialect has no event for %.*s",
				 SV_ARG(dialect->id), SV_ARG(event->tool_name));
	if (!row)
		return gaff_fail(err, GAFF_EUNSUPPORTED, "the %.*s dialect has no event for '%.*s'",
				 SV_ARG(dialect->id), SV_ARG(event->native_event));
	return gaff_encode_event_as(a, event, dialect, row, out, err);
}
