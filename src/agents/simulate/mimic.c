#include "agents/simulate/mimic_parts.h"

#include <stdio.h>

#include "agents/mcp.h"

#define SAMPLE_COMMAND SV("echo hello")
#define SAMPLE_OUTPUT  SV("hello\n")

/* clang-format off */
static const struct {
	enum gaff_field field;
	struct sv value;
	gaff_event_set events;
} samples[] = {
	{ GAFF_F_SESSION_ID,      SV_INIT("\"" GAFF_MIMIC_SESSION "\""), GAFF_EV_ALL },
	{ GAFF_F_PERMISSION_MODE, SV_INIT("\"default\""),         GAFF_EV_ALL },
	{ GAFF_F_AGENT_ID,        SV_INIT("\"c41d0c9e-6f0b-4b5f-8a3c-7a4b0d3f2e15\""), GAFF_EV(SUBAGENT_START) | GAFF_EV(SUBAGENT_STOP) },
	{ GAFF_F_AGENT_TYPE,      SV_INIT("\"general-purpose\""), GAFF_EV(SUBAGENT_START) | GAFF_EV(SUBAGENT_STOP) },
	{ GAFF_F_MODEL,           SV_INIT("\"sample-model\""),    GAFF_EV_ALL },
	{ GAFF_F_TOOL_USE_ID,     SV_INIT("\"call_1\""),          GAFF_EV_ALL },
	{ GAFF_F_TOOL_ERROR,      SV_INIT("\"Exit code 1\""),     GAFF_EV_ALL },
	{ GAFF_F_PROMPT,          SV_INIT("\"say hello\""),       GAFF_EV_ALL },
	{ GAFF_F_SOURCE,          SV_INIT("\"startup\""),         GAFF_EV_ALL },
	{ GAFF_F_REASON,          SV_INIT("\"other\""),           GAFF_EV_ALL },
	{ GAFF_F_TRIGGER,         SV_INIT("\"auto\""),            GAFF_EV_ALL },
	{ GAFF_F_MESSAGE,         SV_INIT("\"a sample message\""), GAFF_EV_ALL },
	{ GAFF_F_STOP_ACTIVE,     SV_INIT("false"),               GAFF_EV_ALL },
	{ GAFF_F_LOOP_COUNT,      SV_INIT("0"),                   GAFF_EV_ALL },
	{ GAFF_F_LAST_MESSAGE,    SV_INIT("\"hello\""),           GAFF_EV_ALL },
};
/* clang-format on */

struct json gaff_mimic_text(struct arena *a, struct sv text)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_json_string(&w, text);
	return (struct json){ b.p, b.n };
}

static bool is_about_a_tool(const struct gaff_event_row *row)
{
	return GAFF_EV_ANY_TOOL & (gaff_event_set)1 << row->id;
}

/* The rows a payload of this event is written by: some are in the host's other spelling. */
static const struct gaff_host *writer(const struct gaff_mimic *m)
{
	return m->row->flags & GAFF_E_OTHER_PAYLOAD ? m->host->other_spelling : m->host;
}

/* ---- which rows are for this event ---- */

bool gaff_mimic_row_is_for(const struct gaff_extra_row *row, const struct gaff_event_row *event,
			   enum gaff_tool tool)
{
	struct sv rest = row->events;

	if (row->tools && !(is_about_a_tool(event) && row->tools & 1u << tool))
		return false;
	if (sv_eq(rest, SV("*")))
		return true;
	while (rest.n) {
		const char *space = memchr(rest.p, ' ', rest.n);
		struct sv name = { rest.p, space ? (size_t)(space - rest.p) : rest.n };

		if (sv_eq(name, event->native))
			return true;
		rest = sv_skip(rest, name.n + (space != NULL));
	}
	return false;
}

static const struct gaff_payload_row *written_row(const struct gaff_mimic *m, enum gaff_field field)
{
	unsigned others = m->tool == GAFF_TOOL_MCP ? GAFF_P_NOT_MCP : GAFF_P_MCP_ONLY;
	const struct gaff_host *host = writer(m);

	for (size_t i = 0; i < host->n_payload; i++) {
		const struct gaff_payload_row *row = &host->payload[i];

		if (row->field == field && !(row->flags & others) && row->where.p[0] == '/' &&
		    !(row->flags & GAFF_P_ALIAS) && row->events & (gaff_event_set)1 << m->row->id)
			return row;
	}
	return NULL;
}

/* Does the row show a field? */
static bool shows(const struct gaff_extra_row *row, enum gaff_field field)
{
	char word[64];

	(void)snprintf(word, sizeof word, "\"$%.*s\"", SV_ARG(gaff_field_key(field)));
	return sv_has(row->members, sv_of(word));
}

/* Has a payload of this event a place for the field? */
static bool has_place(const struct gaff_mimic *m, enum gaff_field field)
{
	for (size_t i = 0; i < m->host->n_extras; i++)
		if (shows(&m->host->extras[i], field) &&
		    gaff_mimic_row_is_for(&m->host->extras[i], m->row, m->tool))
			return true;
	return written_row(m, field);
}

/* ---- the tool ---- */

static bool is_file_tool(enum gaff_tool tool)
{
	return tool == GAFF_TOOL_FILE_READ || tool == GAFF_TOOL_FILE_WRITE ||
	       tool == GAFF_TOOL_FILE_EDIT;
}

static enum gaff_rc no_such_tool(const struct gaff_host *host, enum gaff_tool tool,
				 struct gaff_err *err)
{
	char names[160];
	struct buf b = buf_fixed(names, sizeof names);

	for (enum gaff_tool t = GAFF_TOOL_OTHER + 1; t < GAFF_TOOL_COUNT; t++) {
		if (t == GAFF_TOOL_MCP ? !gaff_mcp_is_named(host) : !gaff_host_tool_by_id(host, t))
			continue;
		buf_addc(&b, ' ');
		gaff_buf_add(&b, gaff_tool_name(t));
	}
	return gaff_fail(err, GAFF_EUNSUPPORTED, "%s has no tool for %.*s; it has:%.*s",
			 host->title, SV_ARG(gaff_tool_name(tool)), SV_ARG(buf_sv(&b)));
}

/* Of an event about one tool that one, if it is what was asked for. */
static enum gaff_rc choose_tool(const struct gaff_mimic *m, enum gaff_tool *out,
				struct gaff_err *err)
{
	const struct gaff_host *host = writer(m);
	enum gaff_tool tool = m->tool, one = m->row->tool;

	if (!is_about_a_tool(m->row)) {
		if (tool != GAFF_TOOL_OTHER)
			return gaff_fail(err, GAFF_EUNSUPPORTED, "%.*s is not about a tool",
					 SV_ARG(m->row->native));
		*out = tool;
		return GAFF_OK;
	}
	if (one != GAFF_TOOL_OTHER) {
		if (tool != GAFF_TOOL_OTHER && tool != one &&
		    !(is_file_tool(tool) && is_file_tool(one)))
			return gaff_fail(err, GAFF_EUNSUPPORTED, "%.*s is about %.*s, not %.*s",
					 SV_ARG(m->row->native), SV_ARG(gaff_tool_name(one)),
					 SV_ARG(gaff_tool_name(tool)));
		*out = one;
		return GAFF_OK;
	}
	if (tool == GAFF_TOOL_OTHER)
		tool = GAFF_TOOL_SHELL;
	if (tool == GAFF_TOOL_MCP ? !gaff_mcp_is_named(host) : !gaff_host_tool_by_id(host, tool))
		return no_such_tool(host, tool, err);
	*out = tool;
	return GAFF_OK;
}

static struct sv path_of(struct arena *a, const struct gaff_mimic *m, struct sv name)
{
	struct buf b = buf_in(a);

	gaff_buf_add(&b, m->cwd);
	buf_addc(&b, '/');
	gaff_buf_add(&b, name);
	return buf_sv(&b);
}

struct sv gaff_mimic_path(struct arena *a, const struct gaff_mimic *m)
{
	return m->path.p ? m->path : path_of(a, m, SV("README.md"));
}

struct sv gaff_mimic_content(const struct gaff_mimic *m)
{
	return m->content.p ? m->content : SAMPLE_OUTPUT;
}

/* The input in canonical fields; the host's rows give it the host's names. */
static struct json input_of(struct arena *a, const struct gaff_mimic *m, enum gaff_tool tool)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '{');
	if (tool == GAFF_TOOL_SHELL)
		json_member_string(&w, SV("command"), m->command.p ? m->command : SAMPLE_COMMAND);
	if (is_file_tool(tool))
		json_member_string(&w, SV("path"), gaff_mimic_path(a, m));
	if (tool == GAFF_TOOL_FILE_WRITE)
		json_member_string(&w, SV("content"), gaff_mimic_content(m));
	if (tool == GAFF_TOOL_FILE_EDIT) {
		gaff_json_key(&w, SV("edits"));
		gaff_json_open(&w, '[');
		gaff_json_open(&w, '{');
		json_member_string(&w, SV("old"), SV(""));
		json_member_string(&w, SV("new"), gaff_mimic_content(m));
		gaff_json_close(&w, '}');
		gaff_json_close(&w, ']');
	}
	gaff_json_close(&w, '}');
	return (struct json){ b.p, b.n };
}

/* A text, or the text inside an object where the agent's output is one. */
static struct json output_of(struct arena *a, const struct gaff_mimic *m, enum gaff_tool tool)
{
	const struct gaff_tool_row *row = gaff_host_tool_by_id(writer(m), tool);
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	if (!row || !row->output_text.n)
		return gaff_mimic_text(a, SAMPLE_OUTPUT);
	gaff_json_open(&w, '{');
	json_member_string(&w, row->output_text, SAMPLE_OUTPUT);
	gaff_json_close(&w, '}');
	return (struct json){ b.p, b.n };
}

/* ---- the event ---- */

/* A row's own word for a field that is missing beats a sample: it is one the agent uses. */
static bool has_own_word(const struct gaff_mimic *m, enum gaff_field field)
{
	const struct gaff_payload_row *row = written_row(m, field);

	return row && row->missing.n && !sv_eq(row->missing, SV("\"\"")) &&
	       !sv_eq(row->missing, SV("null"));
}

static bool is_plain_version(struct sv version)
{
	for (size_t i = 0; i < version.n; i++)
		if (!ascii_isdigit(version.p[i]) && version.p[i] != '.')
			return false;
	return version.n;
}

static void fill_fields(struct arena *a, const struct gaff_mimic *m, struct json *field)
{
	struct sv version = sv_of(m->host->seen->version);

	for (size_t i = 0; i < COUNT_OF(samples); i++)
		if (samples[i].events & (gaff_event_set)1 << m->row->id &&
		    !has_own_word(m, samples[i].field))
			field[samples[i].field] = (struct json){ samples[i].value.p,
								 samples[i].value.n };
	if (is_plain_version(version))
		field[GAFF_F_HOST_VERSION] = gaff_mimic_text(a, version);
	field[GAFF_F_CWD] = field[GAFF_F_PROJECT_DIR] = gaff_mimic_text(a, m->cwd);
	field[GAFF_F_TRANSCRIPT_PATH] = gaff_mimic_text(a, path_of(a, m, SV("transcript.jsonl")));
	field[GAFF_F_FILE_PATH] = gaff_mimic_text(a, gaff_mimic_path(a, m));
	if (m->prompt.p)
		field[GAFF_F_PROMPT] = gaff_mimic_text(a, m->prompt);
}

static enum gaff_rc check_places(const struct gaff_mimic *m, struct gaff_err *err)
{
	if (m->prompt.p && !has_place(m, GAFF_F_PROMPT))
		return gaff_fail(err, GAFF_EUNSUPPORTED, "%.*s has no place for a prompt",
				 SV_ARG(m->row->native));
	if (m->path.p && !is_about_a_tool(m->row) && !has_place(m, GAFF_F_FILE_PATH))
		return gaff_fail(err, GAFF_EUNSUPPORTED, "%.*s is not about a file",
				 SV_ARG(m->row->native));
	if (m->content.p && !is_about_a_tool(m->row))
		return gaff_fail(err, GAFF_EUNSUPPORTED, "%.*s has no place for a content",
				 SV_ARG(m->row->native));
	return GAFF_OK;
}

enum gaff_rc gaff_mimic_event(struct arena *a, const struct gaff_mimic *m, struct gaff_event *out,
			      struct gaff_err *err)
{
	struct gaff_event event = { .host = m->host,
				    .row = m->row,
				    .id = m->row->id,
				    .native_event = m->row->native,
				    .time_ms = m->time_ms };

	GAFF_TRY(check_places(m, err));
	GAFF_TRY(choose_tool(m, &event.tool, err));
	fill_fields(a, m, event.field);
	if (is_about_a_tool(m->row)) {
		event.field[GAFF_F_TOOL_INPUT] = input_of(a, m, event.tool);
		event.field[GAFF_F_TOOL_OUTPUT] = output_of(a, m, event.tool);
	}
	if (event.tool == GAFF_TOOL_MCP) {
		event.mcp_server = m->mcp_server.p ? m->mcp_server : SV("demo");
		event.mcp_tool = m->mcp_tool.p ? m->mcp_tool : SV("ping");
	}
	GAFF_TRY(gaff_arena_check(a, err));
	*out = event;
	return GAFF_OK;
}
