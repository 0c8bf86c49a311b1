#include "manifest/needs.h"

#include "base/limits.h"

/* Files whose names, with all links followed, are asked for ahead. */
enum { FILES_MAX = 16 };

/* ---- what a hook needs ---- */

static size_t add_way(struct buf *out, struct gaff_grams grams)
{
	gaff_buf_add(out, (struct sv){ (const char *)&grams, sizeof grams });
	return 1;
}

/* A server may be hidden, so where a tool is named, only that counts (mcp_matches()). */
static struct gaff_grams grams_of_matcher(struct arena *a, struct json matcher)
{
	struct json mcp = gaff_json_get(matcher, SV("mcp")), tool = gaff_json_get(mcp, SV("tool"));
	struct sv text;

	if (gaff_json_text(a, gaff_json_get(matcher, SV("pattern")), &text))
		return gaff_grams_of_pattern(text);
	if (gaff_json_text(a, mcp.n ? tool.n ? tool : gaff_json_get(mcp, SV("server")) : matcher,
			   &text))
		return gaff_grams_of_word(text);
	return (struct gaff_grams){ { GAFF_GRAM_ALWAYS } };
}

static size_t add_matcher(struct arena *a, struct buf *out, struct json matcher)
{
	size_t n = 0;

	if (gaff_json_type(matcher) != JSON_ARRAY)
		return matcher.n ? add_way(out, grams_of_matcher(a, matcher)) : 0;
	for (struct json_iter it = gaff_json_iter(matcher); gaff_json_each(&it);)
		n += add_way(out, grams_of_matcher(a, it.value));
	return n;
}

static size_t add_paths(struct arena *a, struct buf *out, struct json globs)
{
	struct sv glob;
	size_t n = 0;

	for (struct json_iter it = gaff_json_iter(globs); gaff_json_each(&it);)
		if (gaff_json_text(a, it.value, &glob) && !sv_starts(glob, SV("!")))
			n += add_way(out, gaff_grams_of_glob(glob));
	if (globs.n && !n) /* any file will do */
		n = add_way(out, (struct gaff_grams){ { GAFF_GRAM_ALWAYS } });
	return n;
}

void gaff_needs_add(struct arena *a, struct buf *needs, const struct gaff_hook *hook,
		    struct gaff_hook_index *index)
{
	size_t names, paths;

	index->needs = (uint32_t)(needs->n / sizeof(struct gaff_grams));
	names = add_matcher(a, needs, hook->matcher);
	paths = add_paths(a, needs, hook->paths);
	index->n_name_ways = (uint16_t)names;
	index->n_path_ways = (uint16_t)paths;
	if (names > UINT16_MAX || paths > UINT16_MAX) /* one of so many may well be met */
		index->n_name_ways = index->n_path_ways = 0;
}

/* ---- what a call has ---- */

void gaff_find_names(struct arena *a, const struct gaff_event *event, struct gaff_call_words *out)
{
	const struct sv names[] = { event->tool_name, event->mcp_server, event->mcp_tool };
	struct sv usual;

	out->has_names = out->any_name = true;
	if (!(GAFF_EV_ANY_TOOL >> event->id & 1) || event->borrowed ||
	    (event->tool != GAFF_TOOL_OTHER && event->tool != GAFF_TOOL_MCP))
		return; /* other tools are told by the index, and exactly */
	if (event->tool == GAFF_TOOL_MCP && !event->mcp_server.n)
		return; /* which server it is nobody knows, or there are several ways to read it */
	gaff_grams_start(&out->names);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (names[i].n > GAFF_TOOL_NAME_MAX)
			return; /* for the hooks to fail on */
		gaff_grams_add(&out->names, names[i]);
	}
	usual = gaff_usual_mcp_name(a, event);
	if (!sv_eq(usual, event->tool_name))
		gaff_grams_add(&out->names, usual);
	if (event->tool != GAFF_TOOL_OTHER)
		gaff_grams_add(&out->names, gaff_tool_name(event->tool));
	out->any_name = false;
}

void gaff_find_paths(struct arena *a, const struct gaff_event *event,
		     const struct gaff_match_place *place, struct gaff_call_words *out)
{
	struct gaff_err ignored;

	out->has_paths = out->any_path = true;
	out->files.n = 0;
	if (gaff_event_paths(a, event, &out->files, &ignored) != GAFF_OK ||
	    out->files.n > FILES_MAX)
		return;
	if (out->files.n)
		gaff_grams_start(&out->paths);
	else if (GAFF_EV_ANY_TOOL >> event->id & 1)
		out->paths = (struct gaff_gram_set){ 0 }; /* no file meets nothing, not even "**" */
	else
		return;
	for (size_t i = 0; i < out->files.n; i++) {
		struct sv path = out->files.path[i];

		if (path.n > GAFF_PATH_MAX)
			return; /* for the hooks to fail on */
		gaff_grams_add(&out->paths, path);
		if (place->real)
			gaff_grams_add(&out->paths, place->real(place->context, i, path));
	}
	out->any_path = false;
}
