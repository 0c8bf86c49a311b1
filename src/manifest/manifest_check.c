#include "base/limits.h"
#include "agents/mcp.h"
#include "manifest/manifest_parts.h"
#include "text/glob.h"
#include "text/header.h"
#include "text/near.h"
#include "text/regex/regex.h"
#include "text/url.h"

/* What takes more than a look at the type. A hook that could never run is told so here. */

/* ---- events ---- */

static const struct gaff_host *host_named(struct gaff_hook_reader *r, struct sv id)
{
	for (size_t i = 0; r->hosts[i]; i++)
		if (sv_eq(r->hosts[i]->id, id))
			return r->hosts[i];
	return NULL;
}

static const struct gaff_event_row *native_event(const struct gaff_host *host, struct sv name)
{
	const struct gaff_event_row *row = gaff_host_event_native(host, name);

	if (!row && host->other_spelling)
		row = gaff_host_event_native(host->other_spelling, name);
	return row;
}

/* How many more agents than this one call it so, behind it in the list. */
static unsigned others_call_it(struct gaff_hook_reader *r, size_t first, enum gaff_event_id id,
			       struct sv name)
{
	unsigned n = 0;

	for (size_t i = first + 1; r->hosts[i]; i++) {
		const struct gaff_event_row *row = native_event(r->hosts[i], name);

		n += row && row->id == id;
	}
	return n;
}

/* The word of some agent instead of ours: say which of ours it is. */
static bool suggest_canonical(struct gaff_hook_reader *r, struct json value, struct sv name)
{
	for (size_t i = 0; r->hosts[i]; i++) {
		const struct gaff_event_row *row = native_event(r->hosts[i], name);
		struct sv id = r->hosts[i]->id;
		unsigned more;

		if (!row)
			continue;
		if (row->id == GAFF_EV_NATIVE) {
			gaff_find_error(r->findings, value.p,
					"\"%.*s\" is an event of %.*s alone: write \"%.*s:%.*s\"",
					SV_SHORT(name, 60), SV_ARG(id), SV_ARG(id),
					SV_SHORT(name, 60));
			return true;
		}
		more = others_call_it(r, i, row->id, name);
		if (more)
			gaff_find_error(r->findings, value.p,
					"\"%.*s\" is what %.*s and %u more call it; the canonical "
					"name is \"%.*s\"",
					SV_SHORT(name, 60), SV_ARG(id), more,
					SV_ARG(gaff_event_id_name(row->id)));
		else
			gaff_find_error(
				r->findings, value.p,
				"\"%.*s\" is what %.*s calls it; the canonical name is \"%.*s\"",
				SV_SHORT(name, 60), SV_ARG(id),
				SV_ARG(gaff_event_id_name(row->id)));
		return true;
	}
	return false;
}

static void unknown_event(struct gaff_hook_reader *r, struct json value, struct sv name)
{
	const char *names[GAFF_EV_COUNT], *near;
	size_t n = 0;
	char *word;

	if (suggest_canonical(r, value, name))
		return;
	for (size_t i = GAFF_EV_NATIVE + 1; i < GAFF_EV_COUNT; i++)
		names[n++] = gaff_event_id_name((enum gaff_event_id)i).p;
	word = gaff_arena_cstr(r->arena, name);
	near = word ? gaff_nearest(word, names, n) : NULL;
	gaff_find_error(r->findings, value.p, "there is no event \"%.*s\"%s%s%s",
			SV_SHORT(name, 60),
			near ? "; did you mean \"" : "; see 'gaff hosts --events'",
			near ? near : "", near ? "\"?" : "");
}

enum gaff_event_id gaff_check_event(struct gaff_hook_reader *r, struct json value,
				    struct gaff_hook *hook)
{
	struct sv name = hook->event_name, native;
	const char *colon = name.n ? memchr(name.p, ':', name.n) : NULL;
	const struct gaff_event_row *row;
	const struct gaff_host *host;

	if (gaff_json_type(value) != JSON_STRING)
		return GAFF_EV_NATIVE; /* said by the table */
	hook->event = gaff_event_by_name(name);
	if (hook->event != GAFF_EV_NATIVE && sv_eq(gaff_event_id_name(hook->event), name))
		return hook->event;
	hook->event = GAFF_EV_NATIVE;
	if (!colon) {
		unknown_event(r, value, name);
		return GAFF_EV_NATIVE;
	}
	native = sv_skip(name, (size_t)(colon - name.p) + 1);
	host = host_named(r, (struct sv){ name.p, (size_t)(colon - name.p) });
	row = host ? native_event(host, native) : NULL;
	if (row && row->flags & GAFF_E_ALIAS)
		row = NULL; /* no payload is of an event that is called so */
	if (!host)
		gaff_find_error(r->findings, value.p,
				"there is no agent \"%.*s\"; see 'gaff hosts'",
				(int)(colon - name.p < 40 ? colon - name.p : 40), name.p);
	else if (!row)
		gaff_find_error(r->findings, value.p,
				"%.*s has no event \"%.*s\"; see 'gaff hosts %.*s --events'",
				SV_ARG(host->id), SV_SHORT(native, 60), SV_ARG(host->id));
	return row ? row->id : GAFF_EV_NATIVE;
}

/* ---- matchers ---- */

static bool is_tool_somewhere(struct gaff_hook_reader *r, struct sv word)
{
	for (size_t i = GAFF_TOOL_OTHER + 1; i < GAFF_TOOL_COUNT; i++)
		if (sv_eq(gaff_tool_name((enum gaff_tool)i), word))
			return true;
	for (size_t i = 0; r->hosts[i]; i++) {
		const struct gaff_host *host = r->hosts[i];

		if (gaff_host_tool(host, word) ||
		    (host->other_spelling && gaff_host_tool(host->other_spelling, word)) ||
		    gaff_mcp_has_prefix(host, word))
			return true;
	}
	return false;
}

static void check_word(struct gaff_hook_reader *r, struct json value)
{
	struct sv word;

	if (!gaff_json_text(r->arena, value, &word))
		return;
	if (!word.n || sv_eq(word, SV("*"))) {
		gaff_find_error(r->findings, value.p,
				"%s; leave the matcher out to match every tool",
				word.n ? "\"*\" is no tool" : "an empty matcher");
		return;
	}
	for (size_t i = 0; i < word.n; i++) {
		if (word.p[i] && strchr("|*()[]{}^$+?\\", word.p[i])) {
			gaff_find_error(r->findings, value.p,
					"a bare word names one tool; for \"%.*s\" write "
					"{\"pattern\": \u2026} or a list",
					SV_SHORT(word, 60));
			return;
		}
	}
	if (!is_tool_somewhere(r, word))
		gaff_find_warning(r->findings, value.p,
				  "no agent that gaff knows has a tool \"%.*s\"; see 'gaff hosts "
				  "--tools', or write {\"mcp\": \u2026}",
				  SV_SHORT(word, 60));
}

void gaff_check_regex(struct gaff_hook_reader *r, struct json value, const char *what)
{
	struct gaff_err err;
	struct sv pattern;
	bool ignored;

	if (gaff_json_text(r->arena, value, &pattern) &&
	    gaff_regex_try(pattern, NULL, 0, &ignored, &err) != GAFF_OK)
		gaff_find_error(r->findings, gaff_json_text_at(value, err.offset), "in %s: %s",
				what, err.msg);
}

static void check_pattern(struct gaff_hook_reader *r, struct json value)
{
	if (gaff_json_type(value) != JSON_STRING)
		gaff_find_error(r->findings, value.p, "\"pattern\" must be a text");
	else if (gaff_json_is(value, SV("")))
		gaff_find_error(r->findings, value.p,
				"an empty pattern; leave the matcher out to match every tool");
	else
		gaff_check_regex(r, value, "the pattern");
}

static void check_mcp(struct gaff_hook_reader *r, struct json value)
{
	struct json server = gaff_json_get(value, SV("server")),
		    tool = gaff_json_get(value, SV("tool"));

	if (gaff_json_type(value) != JSON_OBJECT)
		gaff_find_error(r->findings, value.p,
				"\"mcp\" is an object with \"server\" and \"tool\"");
	else if (gaff_json_type(server) != JSON_STRING || gaff_json_is(server, SV("")))
		gaff_find_error(r->findings, server.n ? server.p : value.p,
				"\"mcp\" needs the name of a \"server\"");
	else if (tool.n && (gaff_json_type(tool) != JSON_STRING || gaff_json_is(tool, SV(""))))
		gaff_find_error(r->findings, tool.p,
				"\"tool\" must be the name of a tool; leave it out for all");
}

static void check_one(struct gaff_hook_reader *r, struct json value)
{
	struct json pattern, mcp;

	if (gaff_json_type(value) == JSON_STRING) {
		check_word(r, value);
		return;
	}
	pattern = gaff_json_get(value, SV("pattern"));
	mcp = gaff_json_get(value, SV("mcp"));
	if (gaff_json_type(value) != JSON_OBJECT || (!pattern.n && !mcp.n))
		gaff_find_error(
			r->findings, value.p,
			"a matcher is a tool, {\"pattern\": \u2026}, {\"mcp\": \u2026} or a "
			"list of these");
	else if (pattern.n && mcp.n)
		gaff_find_error(r->findings, value.p,
				"\"pattern\" and \"mcp\" in one matcher; write a list of two");
	else if (pattern.n)
		check_pattern(r, pattern);
	else
		check_mcp(r, mcp);
}

void gaff_check_matcher(struct gaff_hook_reader *r, struct json value)
{
	bool is_empty = true;

	if (gaff_json_type(value) != JSON_ARRAY) {
		check_one(r, value);
		return;
	}
	for (struct json_iter it = gaff_json_iter(value); gaff_json_each(&it);) {
		check_one(r, it.value);
		is_empty = false;
	}
	if (is_empty)
		gaff_find_error(
			r->findings, value.p,
			"an empty list matches nothing; leave the matcher out to match every "
			"tool");
}

/* What no path has in it, so that a guard would never run; or NULL. */
static const char *never_matches(struct sv glob)
{
	static const struct sv steps[] = { SV_INIT("/./"), SV_INIT("/../") };

	if (sv_starts(glob, SV("./")))
		glob = sv_skip(glob, 2);
	if (sv_starts(glob, SV("../")))
		return "matches nothing: it is relative to the project; begin with / or ~/";
	for (size_t i = 0; i < COUNT_OF(steps); i++)
		if (sv_has(glob, steps[i]) || sv_starts(glob, sv_skip(steps[i], 1)))
			return "matches nothing: paths are without . and .. in them";
	if (sv_has(glob, SV("//")))
		return "matches nothing: paths are without // in them";
	if (glob.n > 1 && glob.p[glob.n - 1] == '/')
		return "matches nothing: no path ends with /; write /** for all that is below";
	return NULL;
}

void gaff_check_paths(struct gaff_hook_reader *r, struct json value)
{
	bool is_empty = true;

	for (struct json_iter it = gaff_json_iter(value); gaff_json_each(&it);) {
		const char *never;
		struct gaff_err err;
		struct sv glob;
		size_t skipped;

		is_empty = false;
		if (!gaff_json_text(r->arena, it.value, &glob))
			continue; /* said by the table */
		skipped = sv_starts(glob, SV("!"));
		glob = sv_skip(glob, skipped);
		if (!glob.n)
			gaff_find_error(r->findings, it.value.p, "an empty pattern in \"paths\"");
		else if (gaff_glob_check(glob, &err) != GAFF_OK)
			gaff_find_error(r->findings,
					gaff_json_text_at(it.value, skipped + err.offset),
					"in \"paths\": %s", err.msg);
		else if ((never = never_matches(glob)))
			gaff_find_error(r->findings, it.value.p, "%.*s in \"paths\" %s",
					SV_SHORT(it.value, 60), never);
	}
	if (is_empty)
		gaff_find_error(r->findings, value.p,
				"an empty list matches no file; leave \"paths\" out");
}

/* ---- dialects, http ---- */

void gaff_check_dialect(struct gaff_hook_reader *r, struct json value)
{
	const char *names[64], *near;
	struct sv id;
	size_t n = 0;
	char *word;

	if (!gaff_json_text(r->arena, value, &id) || sv_eq(id, SV("canonical")) ||
	    host_named(r, id))
		return;
	for (; n < COUNT_OF(names) && r->hosts[n]; n++)
		names[n] = r->hosts[n]->id.p;
	word = gaff_arena_cstr(r->arena, id);
	near = word ? gaff_nearest(word, names, n) : NULL;
	gaff_find_error(r->findings, value.p, "there is no dialect \"%.*s\"%s%s%s",
			SV_SHORT(id, 60), near ? "; did you mean \"" : "; see 'gaff hosts'",
			near ? near : "", near ? "\"?" : "");
}

/* Its name, and that only variables the manifest names for it leave the machine. */
static void check_header(struct gaff_hook_reader *r, const struct gaff_hook *hook, struct json key,
			 struct json value, size_t *bytes)
{
	struct gaff_err err;
	struct sv name, text;

	if (!gaff_json_text(r->arena, key, &name) || !gaff_json_text(r->arena, value, &text))
		return; /* said by the table */
	*bytes += name.n + text.n;
	if (gaff_header_check_name(name, &err) != GAFF_OK)
		gaff_find_error(r->findings, key.p, "%s", err.msg);
	else if (gaff_header_check_value(name, text, hook->allowed_env_vars, &err) != GAFF_OK)
		gaff_find_error(r->findings, gaff_json_text_at(value, err.offset), "%s", err.msg);
}

void gaff_check_http(struct gaff_hook_reader *r, struct json handler, const struct gaff_hook *hook)
{
	struct json url = gaff_json_get(handler, SV("url")), key, value;
	struct json_iter it = gaff_json_iter(hook->headers);
	size_t n = 0, bytes = 0;
	struct gaff_err err;

	if (!url.n)
		gaff_find_error(r->findings, handler.p, "a handler of type http needs a \"url\"");
	else if (gaff_json_type(url) == JSON_STRING &&
		 gaff_url_check(hook->url, hook->http_loopback, &err) != GAFF_OK)
		gaff_find_error(r->findings, gaff_json_text_at(url, err.offset), "%s", err.msg);
	for (; gaff_json_next(&it, &key, &value); n++)
		check_header(r, hook, key, value, &bytes);
	if (n > GAFF_HEADERS_MAX || bytes > GAFF_HEADERS_BYTES)
		gaff_find_error(r->findings, hook->headers.p, "more than %d headers, or %u bytes",
				GAFF_HEADERS_MAX, GAFF_HEADERS_BYTES);
}
