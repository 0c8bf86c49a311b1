#include "manifest/match.h"

#include "base/io.h"
#include "base/limits.h"
#include "text/glob.h"
#include "text/path.h"
#include "text/regex/regex.h"

/* The model chooses how many files there are, and how long their names; agents do not wait. */
static enum gaff_rc check_time(const struct gaff_match_place *place, struct gaff_err *err)
{
	if (place->deadline && gaff_now_ms() >= place->deadline)
		return gaff_fail(err, GAFF_ENOTIME, "no time to find the hooks for this call");
	return GAFF_OK;
}

/* ---- the tool ---- */

/* A canonical word means that tool, whatever an agent may call by the same name. */
static bool word_matches(struct json word, const struct gaff_event *event)
{
	for (size_t i = GAFF_TOOL_OTHER + 1; i < GAFF_TOOL_COUNT; i++)
		if (gaff_json_is(word, gaff_tool_name((enum gaff_tool)i)))
			return event->tools >> i & 1;
	return gaff_json_is(word, event->tool_name);
}

/* Where a joined name can be split; more than there is room for are counted, too. */
static size_t readings(const struct gaff_event *event, struct sv joined, struct sv joint,
		       size_t at[GAFF_MCP_READINGS])
{
	if (event->tool != GAFF_TOOL_MCP || event->mcp_server.n || event->mcp_tool.n)
		return 0;
	return gaff_mcp_splits(joined, joint, at, GAFF_MCP_READINGS);
}

static void add_readings(struct arena *a, const struct gaff_event *event, struct sv *names,
			 size_t *n)
{
	const struct gaff_host *host = event->host;
	struct sv joined = event->tool_name, joint;
	size_t at[GAFF_MCP_READINGS], count;

	if (gaff_mcp_has_prefix(host, joined))
		joined = sv_skip(joined, gaff_mcp_prefix(host).n);
	joint = gaff_mcp_joint_in(host, joined);
	count = readings(event, joined, joint, at);
	for (size_t i = 0; i < count && i < GAFF_MCP_READINGS; i++) {
		struct gaff_event call = { 0 };

		gaff_mcp_cut(host, joined, at[i], joint, &call.mcp_server, &call.mcp_tool);
		names[*n] = gaff_usual_mcp_name(a, &call);
		*n += names[*n].n > 0;
	}
}

size_t gaff_pattern_names(struct arena *a, const struct gaff_event *event,
			  struct sv names[GAFF_PATTERN_NAMES])
{
	size_t n = 0;

	names[n++] = event->tool_name;
	for (size_t i = GAFF_TOOL_OTHER + 1; i < GAFF_TOOL_COUNT; i++)
		if (event->tools >> i & 1)
			names[n++] = gaff_tool_name((enum gaff_tool)i);
	names[n] = gaff_usual_mcp_name(a, event);
	n += names[n].n > 0;
	add_readings(a, event, names, &n);
	return n;
}

static bool has_too_many_readings(const struct gaff_event *event)
{
	size_t at[GAFF_MCP_READINGS];

	return readings(event, event->tool_name, gaff_mcp_joint(event->host), at) >
	       GAFF_MCP_READINGS;
}

static enum gaff_rc pattern_matches(struct arena *a, struct json value,
				    const struct gaff_event *event, bool *out, struct gaff_err *err)
{
	struct sv names[GAFF_PATTERN_NAMES], pattern;

	if (!gaff_json_text(a, value, &pattern))
		return gaff_no_memory(err);
	if (event->tool_name.n > GAFF_TOOL_NAME_MAX || event->mcp_server.n > GAFF_TOOL_NAME_MAX ||
	    event->mcp_tool.n > GAFF_TOOL_NAME_MAX)
		return gaff_fail(err, GAFF_ELIMIT, "the name of a tool is longer than %d bytes",
				 GAFF_TOOL_NAME_MAX);
	if (has_too_many_readings(event))
		return gaff_fail(err, GAFF_ELIMIT,
				 "the name of an MCP tool can be read in more than %d ways",
				 GAFF_MCP_READINGS);
	return gaff_regex_try(pattern, names, gaff_pattern_names(a, event, names), out, err);
}

static bool mcp_matches(struct arena *a, struct json mcp, const struct gaff_event *event)
{
	struct json tool = gaff_json_get(mcp, SV("tool"));
	struct sv server_text, tool_text = { 0 };

	return gaff_json_text(a, gaff_json_get(mcp, SV("server")), &server_text) &&
	       (!tool.n || gaff_json_text(a, tool, &tool_text)) &&
	       gaff_mcp_matches(a, server_text, tool_text, event);
}

static enum gaff_rc one_matches(struct arena *a, struct json matcher,
				const struct gaff_event *event, bool *out, struct gaff_err *err)
{
	struct json pattern = gaff_json_get(matcher, SV("pattern"));

	*out = false;
	if (gaff_json_type(matcher) == JSON_STRING)
		*out = word_matches(matcher, event);
	else if (pattern.n)
		return pattern_matches(a, pattern, event, out, err);
	else
		*out = mcp_matches(a, gaff_json_get(matcher, SV("mcp")), event);
	return GAFF_OK;
}

static enum gaff_rc tool_matches(struct arena *a, struct json matcher,
				 const struct gaff_event *event, bool *out, struct gaff_err *err)
{
	*out = true;
	if (!matcher.n || !(GAFF_EV_ANY_TOOL >> event->id & 1))
		return GAFF_OK;
	if (gaff_json_type(matcher) != JSON_ARRAY)
		return one_matches(a, matcher, event, out, err);
	*out = false;
	for (struct json_iter it = gaff_json_iter(matcher); !*out && gaff_json_each(&it);)
		GAFF_TRY(one_matches(a, it.value, event, out, err));
	return GAFF_OK;
}

/* Would it match as well without the matchers that name a server? */
static enum gaff_rc is_guess(struct arena *a, struct json matcher, const struct gaff_event *event,
			     bool *out, struct gaff_err *err)
{
	bool is_list = gaff_json_type(matcher) == JSON_ARRAY, matches = false;
	struct json_iter it = gaff_json_iter(matcher);
	struct json key, item = matcher;

	*out = false;
	if (!matcher.n || !gaff_mcp_is_of_any(event))
		return GAFF_OK;
	while (!matches && (!is_list || gaff_json_next(&it, &key, &item))) {
		if (!gaff_json_get(gaff_json_get(item, SV("mcp")), SV("server")).n)
			GAFF_TRY(one_matches(a, item, event, &matches, err));
		if (!is_list)
			break;
	}
	*out = !matches;
	return GAFF_OK;
}

/* ---- the files ---- */

/* On a drive case does not count, and "\" is "/". */
static struct sv fold(struct arena *a, struct sv text, bool is_glob)
{
	char *copy = gaff_arena_dup(a, text);

	for (size_t i = 0; copy && i < text.n; i++)
		copy[i] = copy[i] == '\\' && !is_glob ? '/' : ascii_lower(copy[i]);
	return copy ? (struct sv){ copy, text.n } : text;
}

static struct sv below(struct sv path, struct sv folder)
{
	while (folder.n > 1 && folder.p[folder.n - 1] == '/')
		folder.n--;
	if (folder.n && sv_starts(path, folder) && path.n > folder.n + 1 &&
	    (path.p[folder.n] == '/' || folder.n == 1))
		return sv_skip(path, folder.n + (path.p[folder.n] == '/'));
	return (struct sv){ 0 };
}

/* A name in a glob, where it stands for itself. */
static void add_literal(struct buf *b, struct sv name)
{
	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] && strchr("*?[]{},\\", name.p[i]))
			buf_addc(b, '\\');
		buf_addc(b, name.p[i]);
	}
}

static bool glob_matches_in(struct arena *a, struct sv glob, struct sv path, struct sv project,
			    struct sv home, bool ignores_case)
{
	struct buf b = buf_in(a), p = buf_in(a);
	struct sv inside;

	if (sv_starts(glob, SV("./")))
		glob = sv_skip(glob, 2);
	if (sv_starts(glob, SV("~/")) && home.n) {
		while (home.n && home.p[home.n - 1] == '/')
			home.n--;
		add_literal(&b, home);
		gaff_buf_add(&b, sv_skip(glob, 1));
		glob = buf_ok(&b) ? buf_sv(&b) : glob;
	}
	if (gaff_path_has_drive(path)) { /* an agent may write "/C:/x" or "c:\\x" for its project */
		gaff_path_absolute(&p, (struct sv){ 0 }, project, true);
		project = fold(a, buf_sv(&p), false);
		glob = fold(a, glob, true);
		path = fold(a, path, false);
	} else if (ignores_case) {
		project = fold(a, project, true);
		glob = fold(a, glob, true);
		path = fold(a, path, true);
	}
	inside = below(path, project);
	return gaff_glob_match(glob, path) || (inside.n && gaff_glob_match(glob, inside));
}

/* The agent may call the project, or the home of its user, by a link, and its files not. */
static bool glob_matches(struct arena *a, struct sv glob, struct sv path,
			 const struct gaff_match_place *place, bool ignores_case)
{
	struct sv project = place->real_project, home = place->real_home;

	if (glob_matches_in(a, glob, path, place->project, place->home, ignores_case))
		return true;
	return (project.n || home.n) &&
	       glob_matches_in(a, glob, path, project.n ? project : place->project,
			       home.n ? home : place->home, ignores_case);
}

bool gaff_path_matches(struct arena *a, struct json globs, struct sv path,
		       const struct gaff_match_place *place)
{
	bool has_plain = false, is_named = false;
	struct sv glob;

	for (struct json_iter it = gaff_json_iter(globs); gaff_json_each(&it);) {
		if (!gaff_json_text(a, it.value, &glob))
			return true; /* no memory: the run fails, and not for want of a match */
		if (sv_starts(glob, SV("!"))) {
			if (glob_matches(a, sv_skip(glob, 1), path, place, false))
				return false;
			continue;
		}
		has_plain = true;
		is_named = is_named || glob_matches(a, glob, path, place, place->ignores_case);
	}
	return is_named || !has_plain;
}

enum gaff_rc gaff_paths_match(struct arena *a, struct json globs, const struct gaff_paths *paths,
			      const struct gaff_match_place *place, bool *out, struct gaff_err *err)
{
	*out = false;
	for (size_t i = 0; i < paths->n && !*out; i++) {
		struct sv path = paths->path[i];

		GAFF_TRY(check_time(place, err));
		if (path.n > GAFF_PATH_MAX)
			return gaff_fail(err, GAFF_ELIMIT, "a path is longer than %u bytes",
					 GAFF_PATH_MAX);
		*out = gaff_path_matches(a, globs, path, place);
		if (*out || !place->real)
			continue;
		/* a link in a checkout must not lead around a guard */
		path = place->real(place->context, i, path);
		*out = path.n && gaff_path_matches(a, globs, path, place);
	}
	return GAFF_OK;
}

static enum gaff_rc files_match(struct arena *a, struct json globs, const struct gaff_event *event,
				const struct gaff_match_place *place, bool *out,
				struct gaff_err *err)
{
	struct gaff_paths paths;

	*out = true;
	if (!globs.n)
		return GAFF_OK;
	GAFF_TRY(gaff_event_paths(a, event, &paths, err));
	if (!paths.n && !(GAFF_EV_ANY_TOOL >> event->id & 1))
		return GAFF_OK; /* no event of files: as with the matcher */
	return gaff_paths_match(a, globs, &paths, place, out, err);
}

/* ---- all of it ---- */

/* What an agent with two spellings calls this event in its other one. */
static bool is_other_spelling(struct sv name, const struct gaff_event *event)
{
	const struct gaff_host *other = event->host->other_spelling;
	const struct gaff_event_row *row = other ? gaff_host_event_native(other, name) : NULL;

	return row && row->id != GAFF_EV_NATIVE && row->id == event->row->id &&
	       row->tool == event->row->tool &&
	       !gaff_host_event_native(event->host, name); /* called so in both, it is that one */
}

static bool event_matches(const struct gaff_hook *hook, const struct gaff_event *event)
{
	struct sv name = hook->event_name, id = event->host->id;

	if (hook->event != GAFF_EV_NATIVE)
		return hook->event == event->id;
	if (name.n <= id.n || !sv_starts(name, id) || name.p[id.n] != ':')
		return false;
	name = sv_skip(name, id.n + 1);
	return sv_eq(name, event->native_event) || is_other_spelling(name, event);
}

enum gaff_rc gaff_hook_match(struct arena *a, const struct gaff_hook *hook,
			     const struct gaff_event *event, const struct gaff_match_place *place,
			     struct gaff_match *out, struct gaff_err *err)
{
	bool tool, files = true;

	*out = (struct gaff_match){ 0 };
	if (!hook->enabled)
		out->why = "it is not enabled";
	else if (!event_matches(hook, event))
		out->why = "it is for another event";
	if (out->why)
		return GAFF_OK;
	GAFF_TRY(check_time(place, err));
	GAFF_TRY(tool_matches(a, hook->matcher, event, &tool, err));
	if (tool)
		GAFF_TRY(files_match(a, hook->paths, event, place, &files, err));
	if (!tool)
		out->why = "its matcher does not name this tool";
	else if (!files)
		out->why = "the call touches no file of its paths";
	out->yes = tool && files;
	if (out->yes)
		GAFF_TRY(is_guess(a, hook->matcher, event, &out->is_guess, err));
	return gaff_arena_check(a, err);
}

/* The first suffices: no two events of a spelling have the same meaning (make test sees to it). */
static uint32_t other_native_hash(const struct gaff_event *event)
{
	const struct gaff_host *other = event->host->other_spelling;

	for (size_t i = 0; other && i < other->n_events; i++)
		if (is_other_spelling(other->events[i].native, event))
			return gaff_native_hash(event->host->id, other->events[i].native);
	return 0;
}

struct gaff_event_key gaff_event_key(const struct gaff_event *event)
{
	struct gaff_event_key key = {
		.event = event->id,
		.native = gaff_native_hash(event->host->id, event->native_event),
		.native_too = other_native_hash(event),
	};

	if (GAFF_EV_ANY_TOOL >> event->id & 1)
		key.tools = event->tools;
	return key;
}
