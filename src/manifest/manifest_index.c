#include "base/limits.h"
#include "manifest/manifest_parts.h"
#include "text/regex/regex.h"

/* What can be told of a matcher once, so that calls of other tools need not read its hook. */

enum { UNKNOWN_TOOLS = 1u << GAFF_TOOL_OTHER | 1u << GAFF_TOOL_MCP, TRIED_PATTERN_MAX = 200 };

/* A tool by one of its names: yes or no. A pattern, or a word when there is none. */
struct name_test {
	struct gaff_regex *pattern;
	struct sv word;
};

static bool has_name(const struct name_test *test, struct sv name)
{
	return test->pattern ? gaff_regex_search(test->pattern, name) : sv_eq(test->word, name);
}

static uint16_t tools_of_rows(const struct gaff_host *host, const struct name_test *test,
			      uint16_t tools)
{
	const struct gaff_tool_row *row;

	for (size_t i = 0; host && (row = gaff_host_tool_at(host, i)) != NULL; i++)
		if (!(tools >> row->tool & 1) && has_name(test, row->native))
			tools |= (uint16_t)(1u << row->tool);
	for (size_t i = 0; host && i < host->n_tool_names; i++)
		if (has_name(test, host->tool_names[i].spoken))
			tools |= gaff_host_tools_called(host, host->tool_names[i].native);
	return tools;
}

/*
 * A call of a tool that has a canonical name has a native one that is in the rows of its host: so
 * whether it can match is known before. Of other tools, and those of MCP, nothing is.
 */
static uint16_t tools_named(const struct gaff_host *const *hosts, const struct name_test *test)
{
	uint16_t tools = UNKNOWN_TOOLS;

	for (size_t i = GAFF_TOOL_OTHER + 1; i < GAFF_TOOL_COUNT; i++)
		if (has_name(test, gaff_tool_name((enum gaff_tool)i)))
			tools |= (uint16_t)(1u << i);
	for (size_t i = 0; hosts[i]; i++)
		tools = tools_of_rows(hosts[i]->other_spelling, test,
				      tools_of_rows(hosts[i], test, tools));
	return tools;
}

/* What could take its time, with every name of every host, is left to the call. */
static uint16_t tools_of_pattern(const struct gaff_host *const *hosts, struct sv pattern)
{
	uint16_t tools = UINT16_MAX;
	struct name_test test = { 0 };
	struct gaff_err ignored;
	char first[8192];
	struct arena a;

	if (pattern.n > TRIED_PATTERN_MAX || memchr(pattern.p, '{', pattern.n) ||
	    memchr(pattern.p, '\\', pattern.n))
		return tools;
	gaff_arena_init(&a, first, sizeof first, GAFF_REGEX_MEMORY_MAX);
	if (gaff_regex_compile(&a, pattern, &test.pattern, &ignored) == GAFF_OK)
		tools = tools_named(hosts, &test);
	gaff_arena_release(&a);
	return tools;
}

static uint16_t tools_of(struct arena *a, const struct gaff_host *const *hosts, struct json matcher)
{
	struct json pattern = gaff_json_get(matcher, SV("pattern"));
	struct sv text;

	if (gaff_json_text(a, pattern, &text))
		return tools_of_pattern(hosts, text);
	if (gaff_json_get(matcher, SV("mcp")).n)
		return 1u << GAFF_TOOL_MCP;
	for (size_t i = GAFF_TOOL_OTHER + 1; i < GAFF_TOOL_COUNT; i++)
		if (gaff_json_is(matcher, gaff_tool_name((enum gaff_tool)i)))
			return (uint16_t)(1u << i);
	return gaff_json_text(a, matcher, &text)
		       ? tools_named(hosts, &(struct name_test){ .word = text })
		       : UINT16_MAX;
}

uint16_t gaff_matcher_tools(struct arena *a, const struct gaff_host *const *hosts,
			    struct json matcher)
{
	uint16_t tools = 0;

	if (!matcher.n)
		return UINT16_MAX;
	if (gaff_json_type(matcher) != JSON_ARRAY)
		return tools_of(a, hosts, matcher);
	for (struct json_iter it = gaff_json_iter(matcher); gaff_json_each(&it);)
		tools |= tools_of(a, hosts, it.value);
	return tools;
}
