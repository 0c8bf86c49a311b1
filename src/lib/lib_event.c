#include <stdarg.h>
#include <stdio.h>

#include "agents/codec/value.h"
#include "agents/hosts.h"
#include "lib/handles.h"
#include "run/started.h"
#include "text/glob.h"

#undef gaff_event_path_matches /* the macros of gaff.h add the NULL at the end */
#undef gaff_event_path_excludes

/* ---- texts ---- */

void gaff_lib_failed(const struct gaff_hook_event *e, const struct gaff_err *why)
{
	if (e->seen->failure.rc == GAFF_OK)
		e->seen->failure = *why;
}

static void no_memory(const struct gaff_hook_event *e)
{
	struct gaff_err err;

	(void)gaff_no_memory(&err);
	gaff_lib_failed(e, &err);
}

const char *gaff_lib_text(const struct gaff_hook_event *e, struct sv text)
{
	struct buf b = buf_in(e->arena);

	for (;;) {
		const char *nul = text.n ? memchr(text.p, '\0', text.n) : NULL;
		size_t n = nul ? (size_t)(nul - text.p) : text.n;

		gaff_buf_add(&b, (struct sv){ text.p, n });
		if (!nul)
			break;
		gaff_buf_add(&b, SV("\xef\xbf\xbd"));
		text = sv_skip(text, n + 1);
	}
	buf_addc(&b, '\0');
	if (!buf_ok(&b))
		no_memory(e);
	return buf_ok(&b) ? b.p : NULL;
}

/* The same of any JSON: the text of a string, nothing of null, else the JSON itself. */
static const char *text_of_json(const struct gaff_hook_event *e, struct json value)
{
	enum json_type type = gaff_json_type(value);
	struct sv text = json_sv(value);

	if (type == JSON_ABSENT || type == JSON_NULL)
		return NULL;
	if (type == JSON_STRING && !gaff_json_text(e->arena, value, &text)) {
		no_memory(e);
		return NULL;
	}
	return gaff_lib_text(e, text);
}

static struct json value_of(const gaff_event *e, const char *name)
{
	struct json value = { 0 };
	struct gaff_err err;

	if (!e)
		return value;
	if (gaff_event_value(e->arena, e->event, sv_of(name), &value, &err) == GAFF_OK)
		return value;
	gaff_lib_failed(e, &err);
	return (struct json){ 0 };
}

const char *gaff_event_text(const gaff_event *event, const char *name)
{
	return text_of_json(event, value_of(event, name));
}

const char *gaff_event_json(const gaff_event *event, const char *name, size_t *length)
{
	struct json value = value_of(event, name);
	const char *text = value.n ? gaff_arena_dup(event->arena, json_sv(value)) : NULL;

	if (value.n && !text)
		no_memory(event);
	if (length)
		*length = text ? value.n : 0;
	return text;
}

/* What has a function of its own in gaff.h, and the name it has everywhere else. */
/* clang-format off */
#define TEXTS(X) \
	X(name,            "event") \
	X(native_name,     "native_event") \
	X(host,            "host") \
	X(host_version,    "host_version") \
	X(session_id,      "session_id") \
	X(cwd,             "cwd") \
	X(project_dir,     "project_dir") \
	X(transcript_path, "transcript_path") \
	X(permission_mode, "permission_mode") \
	X(agent_id,        "agent_id") \
	X(agent_type,      "agent_type") \
	X(model,           "model") \
	X(tool,            "tool") \
	X(tool_name,       "tool_name") \
	X(tool_use_id,     "tool_use_id") \
	X(mcp_server,      "mcp.server") \
	X(mcp_tool,        "mcp.tool") \
	X(file_path,       "file_path") \
	X(old_string,      "old_string") \
	X(new_string,      "new_string") \
	X(result,          "tool_output") \
	X(error,           "tool_error") \
	X(prompt,          "prompt") \
	X(source,          "source") \
	X(reason,          "reason") \
	X(trigger,         "trigger") \
	X(message,         "message") \
	X(last_message,    "last_assistant_message") \
	X(env_file,        "env_file")
/* clang-format on */

/* clang-format off */
#define INPUT_TEXTS(X) X(command) X(content) X(url) X(query) X(pattern) X(description)
/* clang-format on */

#define TEXT(function, field)                                                                      \
	const char *gaff_event_##function(const gaff_event *event)                                 \
	{                                                                                          \
		return gaff_event_text(event, field);                                              \
	}
TEXTS(TEXT)

/* A field of the tool's input: what hooks ask for most, and again. */
static struct json input_value(const gaff_event *e, struct sv field)
{
	struct gaff_lib_seen *seen = e ? e->seen : NULL;
	struct gaff_err err;

	if (!e)
		return (struct json){ 0 };
	if (!seen->has_input && GAFF_EV_ANY_TOOL >> e->event->id & 1 &&
	    gaff_event_input(e->arena, e->event, &seen->input, &err) != GAFF_OK) {
		gaff_lib_failed(e, &err);
		seen->input = (struct json){ 0 };
	}
	seen->has_input = true;
	return gaff_json_get(seen->input, field);
}

#define INPUT_TEXT(field)                                                                          \
	const char *gaff_event_##field(const gaff_event *event)                                    \
	{                                                                                          \
		return text_of_json(event, input_value(event, SV(#field)));                        \
	}
INPUT_TEXTS(INPUT_TEXT)

/* A mistake of the hook's, which is remembered. */
static bool has_word(const gaff_event *e, const char *what, const char *word)
{
	struct gaff_err err;

	if (word)
		return true;
	(void)gaff_fail(&err, GAFF_EUSAGE, "the hook asks for a %s that is NULL", what);
	gaff_lib_failed(e, &err);
	return false;
}

const char *gaff_event_format(const gaff_event *event, const char *format, ...)
{
	struct buf b;
	va_list args;
	int n;

	if (!event || !has_word(event, "format", format))
		return NULL;
	b = buf_in(event->arena);
	va_start(args, format);
	n = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (n < 0 || !gaff_buf_reserve(&b, (size_t)n + 1)) {
		no_memory(event);
		return NULL;
	}
	va_start(args, format);
	(void)vsnprintf(b.p, (size_t)n + 1, format, args);
	va_end(args);
	return b.p;
}

void *gaff_event_data(const gaff_event *event)
{
	return event ? event->data : NULL;
}

/* ---- facts ---- */

bool gaff_event_failed(const gaff_event *event)
{
	struct json error = value_of(event, "tool_error"), output = value_of(event, "tool_output");
	enum json_type type = gaff_json_type(error);

	if (!event)
		return false;
	if (event->event->id != GAFF_EV_AFTER_TOOL)
		return event->event->id == GAFF_EV_TOOL_FAILURE;
	if (type == JSON_TRUE || type == JSON_OBJECT || (type == JSON_STRING && error.n > 2))
		return true;
	/* of a wrapped program the exit code is all there is */
	return gaff_json_type(output) == JSON_NUMBER && event->event->tool == GAFF_TOOL_SHELL &&
	       !sv_eq(json_sv(output), SV("0"));
}

bool gaff_event_succeeded(const gaff_event *event)
{
	return event && event->event->id == GAFF_EV_AFTER_TOOL && !gaff_event_failed(event);
}

bool gaff_event_stop_is_active(const gaff_event *event)
{
	return gaff_json_type(value_of(event, "stop_hook_active")) == JSON_TRUE;
}

/* Who gets the answer in the end: `gaff run` passes it on to the agent that it speaks of. */
static const struct gaff_event_row *row_of_agent(const gaff_event *e, struct gaff_event *agent)
{
	const char *id = gaff_event_host(e), *name = gaff_event_native_name(e);
	const struct gaff_host *host = id ? gaff_host_find(sv_of(id)) : NULL;

	*agent = *e->event;
	if (e->event->host != &gaff_host_canonical_caller || !host)
		return e->event->row;
	host = gaff_host_spelling(host, sv_of(name)) ? gaff_host_spelling(host, sv_of(name)) : host;
	agent->host = host;
	agent->row = gaff_host_event(host, sv_of(name));
	if (!agent->row)
		agent->row = host->unknown;
	return agent->row;
}

bool gaff_event_can(const gaff_event *event, const char *what)
{
	struct gaff_event agent;
	const struct gaff_event_row *row;
	const struct gaff_answer_row *place;
	size_t field = 0;

	if (!event || !has_word(event, "field", what))
		return false;
	row = row_of_agent(event, &agent);
	while (field < GAFF_A_COUNT &&
	       !(gaff_answer_is_said((enum gaff_answer_field)field) &&
		 sv_eq(gaff_answer_key((enum gaff_answer_field)field), sv_of(what))))
		field++;
	if (field == GAFF_A_COUNT) {
		struct gaff_err err;

		(void)gaff_fail(&err, GAFF_EUSAGE, "no answer has a '%.60s'", what);
		gaff_lib_failed(event, &err);
		return false;
	}
	if (field == GAFF_A_DENY)
		return gaff_shape_can_deny(row->answer);
	place = gaff_shape_row(row->answer, (enum gaff_answer_field)field,
			       event->event->tool == GAFF_TOOL_MCP);
	return place && !(place->flags & GAFF_R_NOT_HONOURED) &&
	       gaff_row_is_honoured(&agent, place);
}

/* ---- files ---- */

/* Found once: a patch may have thousands, and hooks ask for one after the other. */
static enum gaff_rc find_paths(const gaff_event *e, struct gaff_err *err)
{
	struct gaff_lib_seen *seen = e->seen;

	if (!seen->has_paths)
		GAFF_TRY(gaff_event_paths(e->arena, e->event, &seen->paths, err));
	seen->has_paths = true;
	return GAFF_OK;
}

size_t gaff_event_path_count(const gaff_event *event)
{
	struct gaff_err err;

	if (!event)
		return 0;
	if (find_paths(event, &err) == GAFF_OK)
		return event->seen->paths.n;
	gaff_lib_failed(event, &err);
	return 0;
}

const char *gaff_event_path(const gaff_event *event, size_t index)
{
	return index < gaff_event_path_count(event)
		       ? gaff_lib_text(event, event->seen->paths.path[index])
		       : NULL;
}

/* The globs of a call as a list. */
static enum gaff_rc read_globs(struct arena *a, va_list globs, struct json *out,
			       struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	const char *glob;

	gaff_json_open(&w, '[');
	while ((glob = va_arg(globs, const char *))) {
		GAFF_TRY(gaff_glob_check(sv_of(glob), err));
		gaff_json_string(&w, sv_of(glob));
	}
	gaff_json_close(&w, ']');
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = (struct json){ b.p, b.n };
	return GAFF_OK;
}

static enum gaff_rc match_paths(const gaff_event *e, va_list list, bool *out, struct gaff_err *err)
{
	struct gaff_match_place place = { .home = e->event->home };
	struct gaff_project project;
	struct json globs;

	GAFF_TRY(read_globs(e->arena, list, &globs, err));
	GAFF_TRY(find_paths(e, err));
	if (!e->seen->paths.n)
		return GAFF_OK;
	if (e->place && !e->place->is_found) {
		GAFF_TRY(gaff_project_find(e->arena, e->event, GAFF_STARTED_READ, &project, err));
		gaff_place_find(e->place, project.root);
	}
	if (!e->place &&
	    !gaff_json_text(e->arena, e->event->field[GAFF_F_PROJECT_DIR], &place.project))
		(void)gaff_json_text(e->arena, e->event->field[GAFF_F_CWD], &place.project);
	return gaff_paths_match(e->arena, globs, &e->seen->paths,
				e->place ? &e->place->match : &place, out, err);
}

/* On a failure the hook fails, whatever it makes of this. */
static bool matches(const gaff_event *e, va_list globs)
{
	struct gaff_err err;
	bool yes = false;

	if (!e)
		return false;
	if (match_paths(e, globs, &yes, &err) != GAFF_OK)
		gaff_lib_failed(e, &err);
	return yes;
}

bool gaff_event_path_matches(const gaff_event *event, ...)
{
	va_list globs;
	bool yes;

	va_start(globs, event);
	yes = matches(event, globs);
	va_end(globs);
	return yes;
}

bool gaff_event_path_excludes(const gaff_event *event, ...)
{
	va_list globs;
	bool yes;

	va_start(globs, event);
	yes = matches(event, globs);
	va_end(globs);
	return !yes;
}
