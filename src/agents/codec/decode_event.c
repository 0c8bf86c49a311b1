#include "agents/codec/codec.h"

#include "agents/mcp.h"

enum { NOT_FOUND = 255 }; /* more rows than any host has: tests/unit/test_hosts.c */

/* One pass over the payload; of several rows for a field the first in the table wins. */
static void read_payload(const struct gaff_host *host, struct gaff_event *event, unsigned char *by)
{
	struct json_iter it = gaff_json_iter(event->payload);

	while (gaff_json_each(&it)) {
		bool is_escaped = memchr(it.key.p, '\\', it.key.n);

		for (size_t i = 0; i < host->n_payload; i++) {
			const struct gaff_payload_row *row = &host->payload[i];
			struct json found = it.value;
			const char *inner;

			if (row->where.p[0] != '/' || by[row->field] < i ||
			    !gaff_where_starts_at(row->where, it.key, is_escaped))
				continue;
			inner = memchr(row->where.p + 1, '/', row->where.n - 1);
			if (inner)
				found = gaff_json_at(
					it.value,
					sv_skip(row->where, (size_t)(inner - row->where.p)));
			if (!found.n)
				continue;
			event->field[row->field] = found;
			by[row->field] = (unsigned char)i;
		}
	}
}

/* A variable, unless an earlier row has found the field. */
static enum gaff_rc read_environment(struct arena *a, const struct gaff_host *host,
				     gaff_getenv_fn *env, struct gaff_event *event,
				     unsigned char *by, struct gaff_err *err)
{
	for (size_t i = 0; env && i < host->n_payload; i++) {
		const struct gaff_payload_row *row = &host->payload[i];
		struct buf b = buf_in(a);
		struct json_writer w = { .out = &b };
		const char *value;

		if (row->where.p[0] != '$' || (event->field[row->field].n &&
					       (by[row->field] == NOT_FOUND || by[row->field] < i)))
			continue;
		value = env(row->where.p + 1);
		if (!value || !*value)
			continue;
		gaff_json_string(&w, sv_of(value));
		GAFF_TRY(gaff_buf_check(&b, err));
		event->field[row->field] = (struct json){ b.p, b.n };
		by[row->field] = NOT_FOUND;
	}
	return GAFF_OK;
}

/* A field that is JSON inside a string becomes that JSON; a string that is not stays itself. */
static void unwrap_text(struct arena *a, const struct gaff_payload_row *row, struct json *value)
{
	struct gaff_err ignored;
	struct json inner;
	struct sv text;

	if (row->flags & (GAFF_P_JSON_TEXT | GAFF_P_MAY_BE_TEXT) &&
	    gaff_json_text(a, *value, &text) && gaff_json_parse(text, &inner, &ignored) == GAFF_OK)
		*value = inner;
}

static void unwrap_texts(struct arena *a, const struct gaff_host *host, struct gaff_event *event,
			 const unsigned char *by)
{
	for (size_t f = 0; f < GAFF_F_COUNT; f++)
		if (by[f] != NOT_FOUND)
			unwrap_text(a, &host->payload[by[f]], &event->field[f]);
}

/* A prompt may come in parts; a guard must see all of its texts. */
static enum gaff_rc join_parts(struct arena *a, const struct gaff_host *host,
			       struct gaff_event *event, const unsigned char *by,
			       struct gaff_err *err)
{
	for (size_t f = 0; f < GAFF_F_COUNT; f++) {
		struct buf b = buf_in(a);
		struct json_writer w = { .out = &b };
		bool is_first = true;
		struct sv text;

		if (by[f] == NOT_FOUND || !(host->payload[by[f]].flags & GAFF_P_PARTS) ||
		    gaff_json_type(event->field[f]) == JSON_STRING)
			continue;
		gaff_json_text_begin(&w);
		for (struct json_iter it = gaff_json_iter(event->field[f]); gaff_json_each(&it);) {
			if (!gaff_json_is(gaff_json_get(it.value, SV("type")), SV("text")) ||
			    !gaff_json_text(a, gaff_json_get(it.value, SV("text")), &text))
				continue;
			gaff_json_text_add(&w, is_first ? SV("") : SV("\n\n"));
			gaff_json_text_add(&w, text);
			is_first = false;
		}
		gaff_json_text_end(&w);
		GAFF_TRY(gaff_buf_check(&b, err));
		event->field[f] = (struct json){ b.p, b.n };
	}
	return GAFF_OK;
}

static bool is_inside(struct sv where, struct sv object)
{
	return where.n > object.n && sv_starts(where, object) && where.p[object.n] == '/';
}

/*
 * Where a command is to run is an argument, and the model's to choose: it does not say where the
 * agent works, nor so which project's hooks there are.
 */
static void forget_models_word(const struct gaff_host *host, struct gaff_event *event,
			       unsigned char *by)
{
	struct sv input;
	size_t i = by[GAFF_F_CWD];

	if (i == NOT_FOUND || by[GAFF_F_TOOL_INPUT] == NOT_FOUND ||
	    !(GAFF_EV_ANY_TOOL >> event->id & 1))
		return;
	input = host->payload[by[GAFF_F_TOOL_INPUT]].where;
	if (!is_inside(host->payload[i].where, input))
		return;
	event->field[GAFF_F_CWD] = (struct json){ 0 };
	while (++i < host->n_payload && !event->field[GAFF_F_CWD].n) {
		const struct gaff_payload_row *row = &host->payload[i];

		if (row->field != GAFF_F_CWD || row->where.p[0] != '/' ||
		    is_inside(row->where, input))
			continue;
		event->field[GAFF_F_CWD] = gaff_json_at(event->payload, row->where);
		by[GAFF_F_CWD] = (unsigned char)i;
	}
}

/* One key may mean two things on two events: an alias that has events is for those alone. */
static void forget_aliases(const struct gaff_host *host, struct gaff_event *event,
			   const unsigned char *by)
{
	for (size_t f = 0; f < GAFF_F_COUNT; f++) {
		const struct gaff_payload_row *row = by[f] == NOT_FOUND ? NULL
									: &host->payload[by[f]];

		if (row && row->flags & GAFF_P_ALIAS && row->events &&
		    !(row->events & (gaff_event_set)1 << event->id))
			event->field[f] = (struct json){ 0 };
	}
}

/*
 * Of two rows for a field one may be for MCP tools, and one for the others: which it is, is known
 * when the tool is.
 */
static void forget_other_tools(struct arena *a, const struct gaff_host *host,
			       struct gaff_event *event, unsigned char *by)
{
	unsigned others = event->tool == GAFF_TOOL_MCP ? GAFF_P_NOT_MCP : GAFF_P_MCP_ONLY;

	for (size_t f = 0; f < GAFF_F_COUNT; f++) {
		if (by[f] == NOT_FOUND || !(host->payload[by[f]].flags & others))
			continue;
		event->field[f] = (struct json){ 0 };
		for (size_t i = by[f] + 1u; i < host->n_payload && !event->field[f].n; i++) {
			const struct gaff_payload_row *row = &host->payload[i];

			if (row->field != f || row->where.p[0] != '/' || row->flags & others)
				continue;
			event->field[f] = gaff_json_at(event->payload, row->where);
			unwrap_text(a, row, &event->field[f]);
			by[f] = (unsigned char)i;
		}
	}
}

/* Does a row of this tool say that the member is a text and nothing else, JSON or not? */
static bool is_plain_member(const struct gaff_tool_row *tool, struct json key)
{
	for (size_t i = 0; tool && i < tool->n_input; i++) {
		enum gaff_input_kind kind = tool->input[i].kind;

		if (gaff_json_is(key, tool->input[i].native))
			return kind == GAFF_IN_PLAIN || kind == GAFF_IN_OLD ||
			       kind == GAFF_IN_NEW || kind == GAFF_IN_PATCH;
	}
	return false;
}

/* An input of texts: those that are lists or objects inside become what they are. */
static enum gaff_rc read_texts(struct arena *a, struct gaff_event *event, struct gaff_err *err)
{
	struct json *input = &event->field[GAFF_F_TOOL_INPUT], key, value;
	struct json_iter it = gaff_json_iter(*input);
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	if (!it.is_object)
		return GAFF_OK;
	gaff_json_open(&w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		struct gaff_err ignored;
		struct json inner;
		struct sv text;

		if (!is_plain_member(event->tool_row, key) && gaff_json_text(a, value, &text) &&
		    gaff_json_parse(text, &inner, &ignored) == GAFF_OK &&
		    (gaff_json_type(inner) == JSON_ARRAY || gaff_json_type(inner) == JSON_OBJECT))
			value = inner;
		gaff_json_copy(&w, key, value);
	}
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_buf_check(&b, err));
	*input = (struct json){ b.p, b.n };
	return GAFF_OK;
}

static bool says_nothing(struct json v)
{
	return !v.n || gaff_json_type(v) == JSON_NULL || gaff_json_is(v, SV(""));
}

/* A field has one value, which may be that of another row: a shell's folder, and not the agent's.
 */
static void find_start(const struct gaff_host *host, const unsigned char *by,
		       struct gaff_event *event)
{
	for (size_t i = 0; i < host->n_payload && says_nothing(event->started); i++) {
		const struct gaff_payload_row *row = &host->payload[i];

		if (!(row->flags & GAFF_P_STARTED))
			continue;
		if (by[row->field] == (row->where.p[0] == '$' ? NOT_FOUND : i))
			event->started = event->field[row->field];
		else if (row->where.p[0] == '/')
			event->started = gaff_json_at(event->payload, row->where);
	}
}

/*
 * What came of a tool, by the names that agents and hooks' own tests have for it: where the rows
 * found nothing, that is what they mean.
 */
static const struct {
	struct sv key;
	enum gaff_field field;
} outcomes[] = {
	{ SV_INIT("tool_response"), GAFF_F_TOOL_OUTPUT },
	{ SV_INIT("tool_output"), GAFF_F_TOOL_OUTPUT },
	{ SV_INIT("tool_result"), GAFF_F_TOOL_OUTPUT },
	{ SV_INIT("tool_error"), GAFF_F_TOOL_ERROR },
};

static void find_outcome(struct gaff_event *event)
{
	if (event->id != GAFF_EV_AFTER_TOOL && event->id != GAFF_EV_TOOL_FAILURE)
		return;
	for (size_t i = 0; i < COUNT_OF(outcomes); i++)
		if (!event->field[outcomes[i].field].n)
			event->field[outcomes[i].field] = gaff_json_get(event->payload,
									outcomes[i].key);
}

/* What one agent says and another leaves to be known. */
static void derive(struct gaff_event *event)
{
	struct json *f = event->field;

	if (says_nothing(f[GAFF_F_CWD]))
		f[GAFF_F_CWD] = f[GAFF_F_PROJECT_DIR];
	if (says_nothing(f[GAFF_F_PROJECT_DIR]))
		f[GAFF_F_PROJECT_DIR] = f[GAFF_F_CWD];
	if (gaff_json_type(f[GAFF_F_TOOL_ERROR]) == JSON_TRUE) /* what it said is the error */
		f[GAFF_F_TOOL_ERROR] = f[GAFF_F_TOOL_OUTPUT];
	if (gaff_json_type(f[GAFF_F_TOOL_ERROR]) == JSON_NULL ||
	    gaff_json_type(f[GAFF_F_TOOL_ERROR]) == JSON_FALSE)
		f[GAFF_F_TOOL_ERROR] = (struct json){ 0 };
	if (!f[GAFF_F_STOP_ACTIVE].n && f[GAFF_F_LOOP_COUNT].n)
		f[GAFF_F_STOP_ACTIVE] = sv_eq(json_sv(f[GAFF_F_LOOP_COUNT]), SV("0"))
						? (struct json){ "false", 5 }
						: (struct json){ "true", 4 };
	if (!f[GAFF_F_LOOP_COUNT].n && f[GAFF_F_STOP_ACTIVE].n)
		f[GAFF_F_LOOP_COUNT] = gaff_json_type(f[GAFF_F_STOP_ACTIVE]) == JSON_TRUE
					       ? (struct json){ "1", 1 }
					       : (struct json){ "0", 1 };
}

/*
 * A name that no row has, on a registration for a gate: the agent has spelt it anew. To a hook it
 * is what it was registered for, or its guards would vanish with a letter.
 */
static void heed_registration(struct sv hint, struct gaff_event *event)
{
	const struct gaff_event_row *row = gaff_host_event(event->host, hint);

	if (!row || !gaff_event_is_gate(row->id) ||
	    !(event->field[GAFF_F_TOOL_NAME].n || event->field[GAFF_F_PROMPT].n))
		return;
	event->row = row;
	event->native_event = row->native;
}

static enum gaff_rc find_event(struct arena *a, struct sv hint, struct gaff_event *event,
			       struct gaff_err *err)
{
	const struct gaff_host *host = event->host;
	struct sv name = { 0 };

	if (gaff_json_text(a, event->field[GAFF_F_EVENT], &name) && name.n) {
		/* a tool may be called "session_start", but not what the contract calls events */
		event->row = host->flags & GAFF_H_EVENT_IN_TOOL_NAME
				     ? gaff_host_event_native(host, name)
				     : gaff_host_event(host, name);
		event->native_event = event->row && (host->n_names || host->other_spelling)
					      ? event->row->native
					      : name;
		if (!event->row && host->other_spelling) {
			const struct gaff_event_row *twin = gaff_host_event_native(
				host->other_spelling, name);

			event->row = twin ? gaff_host_event_by_id(host, twin->id) : NULL;
			event->native_event = event->row ? event->row->native : name;
		}
	}
	if (!event->row && name.n && hint.n)
		heed_registration(hint, event);
	if (!event->row && (!name.n || host->flags & GAFF_H_EVENT_IN_TOOL_NAME)) {
		if (!hint.n && host->flags & GAFF_H_EVENT_IN_TOOL_NAME && name.n)
			event->row = gaff_host_event_by_id(host, GAFF_EV_BEFORE_TOOL);
		else if (!hint.n)
			return gaff_fail(err, GAFF_ESYNTAX,
					 "the payload does not name its event; add --event");
		else
			event->row = gaff_host_event(host, hint);
		if (!event->row)
			return gaff_fail(err, GAFF_EUSAGE, "%s has no event '%.*s'", host->title,
					 SV_ARG(hint));
		event->native_event = event->row->native;
	}
	if (event->row && event->row->flags & GAFF_E_ALIAS) {
		event->row = gaff_host_event_by_id(host, event->row->id);
		event->native_event = event->row->native;
	}
	if (!event->row) /* newer than our rows: it keeps its name, and can still be blocked */
		event->row = host->unknown;
	event->id = event->row->id;
	return GAFF_OK;
}

/* An agent without a prefix for MCP tools joins server and tool; its own tools are in the rows. */
static bool is_joined(const struct gaff_event *event)
{
	const struct gaff_host *host = event->host;

	if (host->flags & GAFF_H_MCP_OUTPUT_IS_LIST && event->id == GAFF_EV_AFTER_TOOL &&
	    gaff_json_type(event->field[GAFF_F_TOOL_OUTPUT]) != JSON_ARRAY)
		return false; /* somebody's own tool */
	return !gaff_mcp_prefix(host).n && gaff_mcp_is_joined(host, event->tool_name);
}

/* How many members of the input has this tool? */
static size_t fields_known(const struct gaff_tool_row *row, struct json input)
{
	size_t n = 0;

	for (struct json_iter it = gaff_json_iter(input); it.is_object && gaff_json_each(&it);)
		for (size_t i = 0; i < row->n_input; i++)
			if (gaff_json_type(it.value) != JSON_NULL && row->input[i].native.n &&
			    gaff_json_is(it.key, row->input[i].native)) {
				n++;
				break;
			}
	return n;
}

/*
 * By its name; of two rows with one name that for a text, when the input is one, or else that which
 * knows more of the input: the same tool makes a file, and with one field more edits it.
 */
static const struct gaff_tool_row *tool_row(const struct gaff_event *event)
{
	const struct gaff_host *host = event->host, *other = host->other_spelling;
	struct sv name = gaff_tool_usual_name(host, event->tool_name);
	const struct gaff_tool_row *row = gaff_host_tool(host, name), *like;

	if (gaff_json_type(event->field[GAFF_F_TOOL_INPUT]) == JSON_STRING)
		for (size_t i = 0; i < host->n_tools; i++)
			if (sv_eq(host->tools[i].native, name) &&
			    gaff_input_is_patch(&host->tools[i], event->field[GAFF_F_TOOL_INPUT]))
				return &host->tools[i];
	for (size_t i = 0; row && (like = gaff_host_tool_at(host, i)) != NULL; i++)
		if (like != row && sv_eq(like->native, name) &&
		    fields_known(like, event->field[GAFF_F_TOOL_INPUT]) >
			    fields_known(row, event->field[GAFF_F_TOOL_INPUT]))
			row = like;
	if (!row && other) /* some of its events keep those names */
		row = gaff_host_tool(other, gaff_tool_usual_name(other, event->tool_name));
	return row;
}

/* It may say itself which of its tools are those of MCP servers. */
static enum json_type mcp_mark(const struct gaff_event *event)
{
	struct sv mark = event->host->mcp_mark;

	return mark.n ? gaff_json_type(gaff_json_at(event->payload, mark)) : JSON_ABSENT;
}

void gaff_find_mcp_tool(struct gaff_event *event)
{
	event->tool = GAFF_TOOL_MCP;
	gaff_mcp_split(event->host, event->tool_name, event);
}

void gaff_find_tool(struct gaff_event *event)
{
	const struct gaff_host *host = event->host, *other = host->other_spelling;
	enum json_type mark = mcp_mark(event);

	if (mark == JSON_TRUE) {
		gaff_find_mcp_tool(event);
		return;
	}
	if (event->mcp_server.n || /* the agent says so */
	    gaff_mcp_has_prefix(host, event->tool_name)) {
		event->tool = GAFF_TOOL_MCP;
		if (!event->mcp_tool.n && sv_starts(event->tool_name, gaff_mcp_prefix(host)))
			gaff_mcp_split(host, sv_skip(event->tool_name, gaff_mcp_prefix(host).n),
				       event);
		return;
	}
	event->tool_row = tool_row(event);
	if (event->tool_row) {
		event->tool = event->tool_row->tool;
	} else if (other && gaff_mcp_has_prefix(other, event->tool_name)) {
		event->tool = GAFF_TOOL_MCP; /* some of its events keep those names, too */
		gaff_mcp_split(other, sv_skip(event->tool_name, gaff_mcp_prefix(other).n), event);
	} else if (mark != JSON_FALSE && is_joined(event)) {
		gaff_find_mcp_tool(event);
	}
}

/* One tool for all that MCP servers have: which one is in its input, and the rest is the agent's
 * own. */
static void read_mcp_call(struct arena *a, struct gaff_event *event)
{
	const struct gaff_tool_row *row = event->tool_row;

	for (size_t i = 0; i < row->n_input; i++) {
		bool is_server = sv_eq(row->input[i].canonical, SV("server"));
		struct sv *name = is_server ? &event->mcp_server : &event->mcp_tool;

		(void)gaff_json_text(
			a, gaff_json_get(event->field[GAFF_F_TOOL_INPUT], row->input[i].native),
			name);
	}
	event->tool_row = NULL;
}

/* Is there an input, and it has no members that a guard could look at? */
static bool is_bare(const struct gaff_event *event)
{
	struct json input = event->field[GAFF_F_TOOL_INPUT];
	enum json_type type = input.n ? gaff_json_type(input) : JSON_NULL;

	return type != JSON_OBJECT && type != JSON_NULL &&
	       !gaff_input_is_list(event->tool_row, input) &&
	       !gaff_input_is_patch(event->tool_row, input);
}

/* GAFF_ELIMIT: the input of a tool we know cannot be read, though the agent may. */
static enum gaff_rc read_tool(struct arena *a, struct gaff_event *event, unsigned char *by,
			      struct gaff_err *err)
{
	const struct gaff_host *host = event->host;
	enum gaff_tool implied = event->row->tool;

	if (!(GAFF_EV_ANY_TOOL & (gaff_event_set)1 << event->id))
		return GAFF_OK;
	if (event->row->flags & GAFF_E_INPUT_AT_TOP)
		event->field[GAFF_F_TOOL_INPUT] = event->payload;
	(void)gaff_json_text(a, event->field[GAFF_F_TOOL_NAME], &event->tool_name);
	(void)gaff_json_text(a, event->field[GAFF_F_MCP_SERVER], &event->mcp_server);
	(void)gaff_json_text(a, event->field[GAFF_F_MCP_TOOL], &event->mcp_tool);
	if (implied == GAFF_TOOL_MCP) { /* the event itself says so; the name is the bare tool */
		event->tool = GAFF_TOOL_MCP;
		event->mcp_tool = event->tool_name;
	} else if (implied != GAFF_TOOL_OTHER) {
		event->tool_row = gaff_host_tool_by_id(event->host, implied);
		event->tool_name = event->tool_row->native;
		event->tool = event->tool_row->tool;
	} else {
		gaff_find_tool(event);
		if (event->tool_row && event->tool == GAFF_TOOL_MCP)
			read_mcp_call(a, event);
	}
	forget_other_tools(a, host, event, by);
	if (by[GAFF_F_TOOL_INPUT] != NOT_FOUND &&
	    host->payload[by[GAFF_F_TOOL_INPUT]].flags & GAFF_P_OF_TEXTS)
		GAFF_TRY(read_texts(a, event, err));
	if (event->tool_row && event->tool != GAFF_TOOL_OTHER && is_bare(event))
		return gaff_fail(err, GAFF_ELIMIT, "the input of %.*s is no object",
				 SV_ARG(event->tool_row->native));
	event->tools = gaff_event_tools(a, event);
	if (!gaff_event_is_gate(event->id))
		return GAFF_OK;
	if (host->input_cut.n &&
	    gaff_json_type(gaff_json_at(event->payload, host->input_cut)) == JSON_TRUE)
		return gaff_fail(err, GAFF_ELIMIT,
				 "the agent shows only a part of the tool's input");
	return gaff_check_spelling(a, event, err);
}

static bool has_mark(struct json payload, struct sv mark)
{
	if (mark.p[0] == '!')
		return !gaff_json_at(payload, sv_skip(mark, 1)).n;
	return gaff_json_at(payload, mark).n;
}

/* Is its event called so in the other spelling? */
static bool is_called_as_in(const struct gaff_host *other, const struct gaff_host *host,
			    struct json payload, struct sv hint)
{
	if (hint.n)
		return gaff_host_event_native(other, hint) && !gaff_host_event_native(host, hint);
	for (size_t i = 0; i < host->n_payload; i++)
		for (size_t k = 0; host->payload[i].field == GAFF_F_EVENT && k < other->n_events;
		     k++)
			if (gaff_json_is(gaff_json_at(payload, host->payload[i].where),
					 other->events[k].native))
				return true;
	return false;
}

/* Of an agent with two spellings: which one is this? */
static const struct gaff_host *spelling_of(const struct gaff_host *host, struct json payload,
					   struct sv hint)
{
	const struct gaff_host *other = host->other_spelling;

	if (other && sv_eq(host->other_mark, SV("*")))
		return is_called_as_in(other, host, payload, hint) ? other : host;
	if (other && host->other_mark.n &&
	    (has_mark(payload, host->other_mark) ||
	     (gaff_host_event_native(other, hint) && !gaff_host_event_native(host, hint))))
		return other;
	return host;
}

/* Everything but what it needs the event for. */
static enum gaff_rc read_all(struct arena *a, struct sv hint, gaff_getenv_fn *env,
			     struct gaff_event *event, unsigned char *by, struct gaff_err *err)
{
	const struct gaff_host *host = event->host;

	if (gaff_json_type(event->payload) != JSON_OBJECT)
		return gaff_fail(err, GAFF_ESYNTAX, "the payload is not a JSON object");
	memset(by, NOT_FOUND, GAFF_F_COUNT);
	read_payload(host, event, by);
	unwrap_texts(a, host, event, by);
	GAFF_TRY(join_parts(a, host, event, by, err));
	GAFF_TRY(read_environment(a, host, env, event, by, err));
	return find_event(a, hint, event, err);
}

enum gaff_rc gaff_decode_event_name(struct arena *a, const struct gaff_host *agent,
				    struct json payload, struct sv hint, gaff_getenv_fn *env,
				    struct gaff_event *out, struct gaff_err *err)
{
	struct gaff_event event = { .host = spelling_of(agent, payload, hint), .payload = payload };
	unsigned char by[GAFF_F_COUNT];

	GAFF_TRY(read_all(a, hint, env, &event, by, err));
	*out = event;
	return GAFF_OK;
}

enum gaff_rc gaff_decode_event(struct arena *a, const struct gaff_host *agent, struct json payload,
			       struct sv hint, gaff_getenv_fn *env, struct gaff_event *out,
			       struct gaff_err *err)
{
	const struct gaff_host *host = spelling_of(agent, payload, hint);
	struct gaff_event event = { .host = host, .payload = payload };
	unsigned char by[GAFF_F_COUNT];

	GAFF_TRY(read_all(a, hint, env, &event, by, err));
	forget_aliases(host, &event, by);
	forget_models_word(host, &event, by);
	event.home = sv_of(env ? env("HOME") : NULL);
	find_start(host, by, &event);
	find_outcome(&event);
	derive(&event);
	GAFF_TRY(read_tool(a, &event, by, err));
	*out = event;
	return GAFF_OK;
}

enum gaff_rc gaff_event_input(struct arena *a, const struct gaff_event *event, struct json *out,
			      struct gaff_err *err)
{
	if (event->part.n) {
		*out = event->part;
		return GAFF_OK;
	}
	return gaff_input_to_canonical(a, event->tool_row, event->field[GAFF_F_TOOL_INPUT], out,
				       err);
}
