#include "check.h"
#include "agents/schema.h"
#include "agents/hosts.h"
#include "text/glob.h"
#include "text/regex/grams.h"
#include "text/regex/regex.h"

static bool has(const char *text, struct gaff_grams grams)
{
	struct gaff_gram_set set;

	gaff_grams_start(&set);
	gaff_grams_add(&set, sv_of(text));
	return gaff_grams_all(&set, &grams);
}

struct needs_case {
	const char *pattern, *text;
	bool may;
};

TEST(grams__grams_of_globs_tell_files_apart)
{
	static const struct needs_case cases[] = {
		{ "**/.env", "/p/.env", true },
		{ "**/.env", "/p/main.c", false },
		{ "**/.env", "/p/environment", true }, /* "/" and "." are the same here */
		{ "**/*.c", "/p/main.c", true },
		{ "**/*.c", "/p/main.h", false },
		{ "src/**", "/p/src/main.c", true },
		{ "src/**", "/p/lib/main.c", false },
		{ "./src/x", "/p/src/x", true },
		{ "**/{package,yarn}.lock", "/p/yarn.lock", true },
		{ "**/{package,yarn}.lock", "/p/yarn.json", false },
		{ "**/[abc]def", "/p/bdef", true },
		{ "**/[]abc]def", "/p/]def", true },
		{ "**/[!]abc]xyz", "/p/dxyz", true },
		{ "**/[\\]abc]xyz", "/p/axyz", true },
		{ "**/a\\*bcd", "/p/a*bcd", true },
		{ "**/SECRET", "/p/secret", true }, /* case is for others to tell */
		{ "~/.ssh/**", "/home/dev/.ssh/id", true },
		{ "**", "x", true },
		{ "**/..env", "/p/..env", true },
		{ "**/d\xc3\xa9j\xc3\xa0vu", "/p/d\xc3\xa9j\xc3\xa0vu", true },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		bool may = has(cases[i].text, gaff_grams_of_glob(sv_of(cases[i].pattern)));

		CHECK(may == cases[i].may);
		CHECK(may || !gaff_glob_match(sv_of(cases[i].pattern), sv_of(cases[i].text)));
	}
}

TEST(grams__grams_of_patterns_tell_names_apart)
{
	static const struct needs_case cases[] = {
		{ "^mcp__github__", "mcp__github__create", true },
		{ "^mcp__github__", "mcp__gitlab__create", false },
		{ "colou?r", "color", true },
		{ "abc*d", "abd", true },
		{ "abc+d", "abcccd", true },
		{ "ab??c", "ac", true },
		{ "write|edit", "edit", true },
		{ "(?i)EDIT", "edit", true },
		{ "a.c", "abc", true },
		{ "x{0}yz", "yz", true },
		{ "\\Qa.b\\E", "a.b", true },
		{ "a_+b", "a___b", true },
		{ "delete", "remove", false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct sv text = sv_of(cases[i].text);
		struct gaff_err err;
		bool yes = false;

		CHECK(has(cases[i].text, gaff_grams_of_pattern(sv_of(cases[i].pattern))) ==
		      cases[i].may);
		CHECK(gaff_regex_try(sv_of(cases[i].pattern), &text, 1, &yes, &err) == GAFF_OK);
		CHECK(cases[i].may || !yes);
	}
}

TEST(grams__grams_of_words_are_those_of_the_name_as_agents_write_it)
{
	CHECK(has("claude_ai_Gmail", gaff_grams_of_word(SV("claude.ai Gmail"))));
	CHECK(has("claude_ai__Gmail", gaff_grams_of_word(SV("claude.ai \xc3\xa9Gmail"))));
	CHECK(!has("github", gaff_grams_of_word(SV("gitlab"))));
	CHECK(has("x", gaff_grams_of_word(SV(""))) && has("x", gaff_grams_of_word(SV("x"))));
	CHECK(has("xy", gaff_grams_of_word(SV("xy"))) && !has("xz", gaff_grams_of_word(SV("xy"))));
}

static bool is_in_both(const struct gaff_host *host, size_t event)
{
	return gaff_host_event_native(host->other_spelling, host->events[event].native);
}

/* The key of a call has one name in the other spelling (match.c), if that is another. */
TEST(grams__no_two_events_of_a_spelling_mean_the_same)
{
	for (size_t h = 0; gaff_hosts[h]; h++) {
		const struct gaff_host *host = gaff_hosts[h], *other = host->other_spelling;

		for (size_t s = 0; other && s < 2; s++, host = other)
			for (size_t i = 0; i < host->n_events; i++)
				for (size_t j = 0; j < i; j++)
					CHECK(host->events[i].id == GAFF_EV_NATIVE ||
					      host->events[i].flags & GAFF_E_ALIAS ||
					      is_in_both(host, i) || is_in_both(host, j) ||
					      host->events[i].id != host->events[j].id ||
					      host->events[i].tool != host->events[j].tool);
	}
}
