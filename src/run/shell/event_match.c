#include "run/shell/event_match.h"

#include <stdlib.h>

#include "base/io.h"
#include "agents/codec/value.h"
#include "agents/hosts.h"
#include "run/match_place.h"
#include "run/started.h"
#include "text/near.h"
#include "text/regex/regex.h"

/* ---- files and tools, as hooks of manifests select them ---- */

/* Letters of patterns; what names of tools have besides letters is / : - and _. */
static bool is_pattern(const char *word)
{
	return strpbrk(word, "^$.*+?()[]{}|\\") != NULL;
}

/* "mcp:github/create_issue", "^mcp__", "file_write" or "Bash", as a matcher has it. */
static void write_tool(struct json_writer *w, const char *word)
{
	bool is_mcp = strncmp(word, "mcp:", 4) == 0;
	const char *slash = is_mcp ? strchr(word, '/') : NULL;

	if (!is_mcp && !is_pattern(word)) {
		gaff_json_string(w, sv_of(word));
		return;
	}
	gaff_json_open(w, '{');
	if (is_mcp) {
		struct sv server = sv_of(word + 4);

		gaff_json_member_open(w, SV("mcp"), '{');
		if (slash)
			server.n = (size_t)(slash - server.p);
		json_member_string(w, SV("server"), server);
		if (slash)
			json_member_string(w, SV("tool"), sv_of(slash + 1));
		gaff_json_close(w, '}');
	} else {
		json_member_string(w, SV("pattern"), sv_of(word));
	}
	gaff_json_close(w, '}');
}

/* A hook with these; whatever is wrong in a manifest is wrong here. */
static enum gaff_rc make_hook(const struct event_question *q, bool is_for_tools,
			      struct gaff_hook *out, struct gaff_err *err)
{
	struct gaff_findings findings = { .arena = q->arena };
	struct buf b = buf_in(q->arena);
	struct json_writer w = { .out = &b };
	struct json hook;

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("event"), SV("before_tool_execute"));
	gaff_json_member_open(&w, is_for_tools ? SV("matcher") : SV("paths"), '[');
	for (size_t i = 0; i < q->n; i++)
		if (is_for_tools)
			write_tool(&w, q->pattern[i]);
		else
			gaff_json_string(&w, sv_of(q->pattern[i]));
	gaff_json_close(&w, ']');
	json_member(&w, SV("handler"), SV("{\"type\":\"command\",\"command\":\"true\"}"));
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_buf_check(&b, err));
	GAFF_TRY(gaff_json_parse(buf_sv(&b), &hook, err));
	if (gaff_hook_read(q->arena, gaff_hosts, hook, &findings, out))
		return GAFF_OK;
	for (size_t i = 0; i < findings.n; i++)
		if (!findings.item[i].is_warning)
			return gaff_fail(err, GAFF_EUSAGE, "%.*s", SV_ARG(findings.item[i].text));
	return gaff_arena_check(q->arena, err);
}

static enum gaff_rc match_path(struct event_question *q, bool *out, struct gaff_err *err)
{
	struct gaff_project project;
	struct gaff_paths paths;
	struct gaff_call_place place;
	struct gaff_hook hook;

	GAFF_TRY(make_hook(q, false, &hook, err));
	GAFF_TRY(gaff_event_paths(q->arena, &q->event, &paths, err));
	GAFF_TRY(gaff_project_find(q->arena, &q->event, GAFF_STARTED_READ, &project, err));
	gaff_place_begin(&place, q->arena, gaff_now_ms() + GAFF_UNKNOWN_WAIT_MS);
	gaff_place_find(&place, project.root);
	if (!q->wants_all)
		return gaff_paths_match(q->arena, hook.paths, &paths, &place.match, out, err);
	*out = paths.n > 0;
	for (size_t i = 0; i < paths.n && *out; i++) {
		struct gaff_paths one = { &paths.path[i], 1 };

		GAFF_TRY(gaff_paths_match(q->arena, hook.paths, &one, &place.match, out, err));
	}
	return GAFF_OK;
}

/*
 * The call as the agent told it, when it reached us in canonical words: only that knows the
 * agent's name of the tool, and what else it is.
 */
static void see_agent(struct event_question *q)
{
	struct json payload = q->event.payload, native = gaff_json_get(payload, SV("native"));
	const struct gaff_host *host = NULL;
	struct gaff_event told;
	struct gaff_err ignored;
	struct sv id, name;

	if (q->event.host != &gaff_host_canonical_caller)
		return;
	if (gaff_json_text(q->arena, gaff_json_get(payload, SV("host")), &id))
		host = gaff_host_find(id);
	if (!gaff_json_text(q->arena, gaff_json_get(payload, SV("native_event")), &name))
		name = (struct sv){ 0 };
	if (host && native.n &&
	    gaff_decode_event(q->arena, host, native, name, getenv, &told, &ignored) == GAFF_OK &&
	    gaff_host_borrow_tool(q->arena, &told, &ignored) == GAFF_OK && told.id == q->event.id) {
		q->event = told;
		return;
	}
	/* written by hand */
	if (gaff_json_is(gaff_json_get(payload, SV("tool")), SV("mcp"))) {
		q->event.tool = GAFF_TOOL_MCP;
		q->event.tools |= 1u << GAFF_TOOL_MCP;
	}
	(void)gaff_json_text(q->arena, gaff_json_get(payload, SV("tool_name")),
			     &q->event.tool_name);
}

static enum gaff_rc match_tool(struct event_question *q, bool *out, struct gaff_err *err)
{
	const struct gaff_match_place nowhere = { 0 };
	struct gaff_match match;
	struct gaff_hook hook;

	GAFF_TRY(make_hook(q, true, &hook, err));
	see_agent(q);
	*out = false;
	if (!(GAFF_EV_ANY_TOOL >> q->event.id & 1))
		return GAFF_OK;
	hook.event = q->event.id;
	GAFF_TRY(gaff_hook_match(q->arena, &hook, &q->event, &nowhere, &match, err));
	*out = match.yes;
	return GAFF_OK;
}

/* ---- events ---- */

/* The canonical event that somebody has this name for; GAFF_EV_NATIVE: only the agent knows. */
static enum gaff_event_id find_event(struct sv name, bool *is_known)
{
	enum gaff_event_id id = gaff_event_by_name(name);

	*is_known = id != GAFF_EV_NATIVE;
	for (const struct gaff_host *h = gaff_host_next(NULL); h && id == GAFF_EV_NATIVE;
	     h = gaff_host_next(h)) {
		const struct gaff_event_row *row = gaff_host_event_native(h, name);

		*is_known |= row != NULL;
		id = row ? row->id : id;
	}
	return id;
}

static enum gaff_rc unknown_event(const char *word, struct gaff_err *err)
{
	const char *names[GAFF_EV_COUNT], *near;
	size_t n = 0;

	for (size_t i = 0; i < GAFF_EV_COUNT; i++)
		if (gaff_event_id_name((enum gaff_event_id)i).n)
			names[n++] = gaff_event_id_name((enum gaff_event_id)i).p;
	near = gaff_nearest(word, names, n);
	return gaff_fail(err, GAFF_EUSAGE, "no agent has an event '%.60s'%s%s%s", word,
			 near ? "; did you mean '" : "; see 'gaff hosts", near ? near : "",
			 near ? "'?" : "'");
}

static enum gaff_rc match_event(struct event_question *q, bool *out, struct gaff_err *err)
{
	struct json names[2];
	struct sv text;

	GAFF_TRY(gaff_event_value(q->arena, &q->event, SV("event"), &names[0], err));
	GAFF_TRY(gaff_event_value(q->arena, &q->event, SV("native_event"), &names[1], err));
	*out = false;
	for (size_t i = 0; i < q->n; i++) {
		struct sv word = sv_of(q->pattern[i]);
		bool is_known, is_this = false;
		enum gaff_event_id id = find_event(word, &is_known);

		for (size_t k = 0; k < COUNT_OF(names); k++)
			is_this |= gaff_json_text(q->arena, names[k], &text) && sv_eq(text, word);
		is_this |= id != GAFF_EV_NATIVE && id == q->event.id;
		*out |= is_this;
		if (!is_known && !is_this && !strchr(q->pattern[i], ':'))
			return unknown_event(q->pattern[i], err);
	}
	return GAFF_OK;
}

/* ---- other fields ---- */

struct subjects {
	struct arena *arena;
	struct sv *text;
	size_t n, room;
};

static void add_subject(struct subjects *s, struct sv text)
{
	if (gaff_arena_room(s->arena, &s->text, s->n, &s->room, sizeof text))
		s->text[s->n++] = text; /* else the arena remembers it */
}

static size_t string_length(struct sv text)
{
	size_t n = 1;

	while (text.p[n] != '"')
		n += text.p[n] == '\\' ? 2 : 1;
	return n + 1;
}

/* Is this string the name of a member? */
static bool is_key(struct sv behind)
{
	return sv_trim(behind).n && sv_trim(behind).p[0] == ':';
}

static size_t word_length(struct sv text)
{
	size_t n = 0;

	while (n < text.n && !ascii_isspace(text.p[n]) && !strchr(",:]}[{\"", text.p[n]))
		n++;
	return n;
}

/*
 * Every text in it, as it is without escapes; of numbers and the like their JSON. In one pass over
 * the checked text, however deep it is.
 */
static void add_subjects(struct subjects *s, struct json value)
{
	struct sv rest = json_sv(value), text;

	while (rest.n) {
		size_t n = rest.p[0] == '"' ? string_length(rest) : word_length(rest);
		struct json one = { rest.p, n };

		if (gaff_json_type(one) == JSON_STRING) {
			if (!is_key(sv_skip(rest, n)) && gaff_json_text(s->arena, one, &text))
				add_subject(s, text);
		} else if (n && gaff_json_type(one) != JSON_NULL) {
			add_subject(s, json_sv(one));
		}
		rest = sv_skip(rest, n ? n : 1);
	}
}

static enum gaff_rc match_field(struct event_question *q, const char *field, bool *out,
				struct gaff_err *err)
{
	struct subjects s = { .arena = q->arena };
	struct json value;
	size_t n_matched = 0;

	GAFF_TRY(gaff_event_values(q->arena, &q->event, sv_of(field), &value, err));
	add_subjects(&s, value);
	GAFF_TRY(gaff_arena_check(q->arena, err));
	for (size_t i = 0; i < q->n; i++) { /* all of them: a wrong one is told always */
		bool any;

		GAFF_TRY(gaff_regex_try(sv_of(q->pattern[i]), s.text, s.n, &any, err));
		n_matched += any;
	}
	*out = n_matched > 0;
	for (size_t k = 0; k < s.n && q->wants_all && *out; k++) {
		bool any = false;

		for (size_t i = 0; i < q->n && !any; i++)
			GAFF_TRY(gaff_regex_try(sv_of(q->pattern[i]), &s.text[k], 1, &any, err));
		*out = any;
	}
	return GAFF_OK;
}

enum gaff_rc event_match(struct event_question *q, const char *what, bool *out,
			 struct gaff_err *err)
{
	if (strcmp(what, "path") == 0)
		return match_path(q, out, err);
	if (strcmp(what, "tool") == 0)
		return match_tool(q, out, err);
	if (strcmp(what, "event") == 0)
		return match_event(q, out, err);
	return match_field(q, what, out, err);
}
