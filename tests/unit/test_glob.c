#include "check.h"

#include <stdlib.h>

#include "text/glob.h"

/* path, and whether the glob of its row matches it */
struct glob_case {
	struct sv glob, path;
	bool matches;
};

static void check_cases(const struct glob_case *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct gaff_err err;

		CHECK(gaff_glob_check(c[i].glob, &err) == GAFF_OK);
		if (gaff_glob_match(c[i].glob, c[i].path) == c[i].matches)
			continue;
		fprintf(stderr, "%.*s on %.*s is not %d\n", SV_ARG(c[i].glob), SV_ARG(c[i].path),
			c[i].matches);
		CHECK(false);
	}
}

/* clang-format off */
#define YES(glob, path) { SV_INIT(glob), SV_INIT(path), true }
#define NO(glob, path)  { SV_INIT(glob), SV_INIT(path), false }

TEST(glob__stars_and_slashes)
{
	static const struct glob_case cases[] = {
		YES("", ""),              NO("", "a"),               NO("a", ""),
		YES("a", "a"),            NO("a", "A"),              NO("a", "ab"),
		YES("*", ""),             YES("*", "abc"),           NO("*", "a/b"),
		YES("*.js", ".js"),       YES("*.js", "a.b.js"),     NO("*.js", "src/a.js"),
		YES("a*b*c", "axxbxbc"),  NO("a*b*c", "axxb/xbc"),   NO("a*b*c", "axxbxbcx"),
		YES("*", ".env"),         YES("src/*", "src/"),      NO("src/*", "src"),
		YES("**", ""),            YES("**", "/a/b"),         YES("**", "a"),
		YES("**/x", "x"),         YES("**/x", "a/x"),        YES("**/x", "/a/b/x"),
		YES("**/x", "/x"),        NO("**/x", "ax"),          NO("**/x", "a/x/b"),
		YES("a/**", "a/b"),       YES("a/**", "a/b/c"),      NO("a/**", "a"),
		NO("a/**", "ab"),         YES("a/**/b", "a/b"),      YES("a/**/b", "a/x/b"),
		YES("a/**/b", "a/x/y/b"), NO("a/**/b", "ab"),        NO("a/**/b", "axb"),
		NO("a/**/b", "a/xb"),     YES("a**b", "ab"),         YES("a**b", "a/x/b"),
		YES("a**/b", "a/b"),      NO("a**/b", "ab"),         YES("a**/b", "ax/y/b"),
		YES("***/x", "x"),        YES("***/x", "a/b/x"),     YES("**/**/x", "x"),
		YES("**/*", "x"),         YES("**/*", "a/b/x"),      YES("**/a*/**", "b/ac/d/e"),
		YES("\\/**/x", "/x"),     YES("**\\/x", "x"),        YES("**/.env*", "p/.env.local"),
		YES("/p/**", "/p/.git/config"),
	};

	check_cases(cases, COUNT_OF(cases));
}

TEST(glob__single_characters_and_classes)
{
	static const struct glob_case cases[] = {
		YES("?", "a"),            NO("?", ""),               NO("?", "/"),
		NO("?", "ab"),            YES("?", "\xc3\xa9"),      YES("??", "\xc3\xa9" "a"),
		YES("?", "\xf0\x9f\x98\x80"),
		YES("?", "\xff"),         NO("?", "\xff\xfe"),       YES("??", "\xff\xfe"),
		NO("\xc3*", "\xc3\xa9"),  YES("\xc3*", "\xc3x"),     NO("[\x80-\xff]", "\xc3\xa9"),
		NO("\xff", "\xc3\xbf"),
		YES("[abc]", "b"),        NO("[abc]", "d"),          NO("[abc]", ""),
		YES("[a-c]", "b"),        NO("[a-c]", "-"),          YES("[a-]", "-"),
		YES("[-a]", "-"),         YES("[!abc]", "d"),        NO("[!abc]", "a"),
		YES("[^abc]", "d"),       NO("[^abc]", "a"),         NO("[!a]", "/"),
		NO("[+-9]", "/"),         YES("[+-9]", "."),         NO("[/]", "/"),
		YES("[]a]", "]"),         YES("[]a]", "a"),          NO("[!]a]", "]"),
		YES("[\\]]", "]"),        YES("[a\\-c]", "-"),       NO("[a\\-c]", "b"),
		YES("[\\!a]", "!"),       YES("[a!]", "!"),          YES("[\\a-\\c]", "b"),
		YES("[\xc3\xa0-\xc3\xbf]", "\xc3\xa9"),              NO("[\xc3\xa0-\xc3\xbf]", "e"),
		YES("[[]", "["),          YES("a[*?]b", "a*b"),      NO("a[*?]b", "axb"),
		YES("[a-a]", "a"),        YES("[--0]", "."),         YES("[!!]", "a"),
		NO("[!!]", "!"),
	};

	check_cases(cases, COUNT_OF(cases));
}

TEST(glob__escapes_are_the_character_itself)
{
	static const struct glob_case cases[] = {
		YES("\\*", "*"),          NO("\\*", "a"),            YES("\\\\", "\\"),
		YES("\\a", "a"),          YES("\\[a]", "[a]"),       YES("\\{a,b\\}", "{a,b}"),
		YES("\\\xc3\xa9", "\xc3\xa9"),                       YES("a,b}", "a,b}"),
		YES("C:/x/*.c", "C:/x/a.c"),                         YES("C:\\\\x\\\\*", "C:\\x\\a"),
		YES("]", "]"),            YES("!a", "!a"),
	};

	check_cases(cases, COUNT_OF(cases));
}

TEST(glob__braces_are_alternatives)
{
	static const struct glob_case cases[] = {
		YES("{a,b}", "a"),        YES("{a,b}", "b"),         NO("{a,b}", "ab"),
		NO("{a,b}", "{a,b}"),     YES("*.{js,ts}", "x.ts"),  NO("*.{js,ts}", "x.css"),
		YES("a{,b}", "a"),        YES("a{,b}", "ab"),        YES("{,}", ""),
		YES("a{b,{c,d}e}f", "abf"),                          YES("a{b,{c,d}e}f", "adef"),
		NO("a{b,{c,d}e}f", "adf"),                           NO("a{b,{c,d}e}f", "abef"),
		YES("{src,lib}/**/*.{c,h}", "lib/a.h"),              YES("{src,lib}/**/*.{c,h}", "src/x/a.c"),
		YES("{**,a}/b", "b"),     YES("{**,a}/b", "x/y/b"),  YES("{**/,}b", "b"),
		YES("**{/,-}b", "b"),     NO("a**{/,-}b", "ab"),     YES("a**{/,-}b", "a-b"),
		YES("{a/,}**/b", "b"),    YES("{a/,}**/b", "a/b"),   NO("{a,c}**/b", "ab"),
		YES("{[,],x}", ","),      YES("{\\,,x}", ","),       YES("{a*,b?}c", "axxc"),
		YES("{{{{{{{{a,b},c},d},e},f},g},h},i}", "a"),
		NO("*{*,a}", "x/y"), /* stars do not join across braces */
	};

	check_cases(cases, COUNT_OF(cases));
}
/* clang-format on */

TEST(glob__what_nobody_can_have_meant_is_refused_where_it_stands)
{
	static const struct {
		struct sv glob;
		size_t offset;
		const char *msg;
	} cases[] = {
		{ SV_INIT("a["), 1, "a [ without its ]" },
		{ SV_INIT("ab[]"), 2, "a [ without its ]" },
		{ SV_INIT("[!]"), 0, "a [ without its ]" },
		{ SV_INIT("[a\\]"), 0, "a [ without its ]" },
		{ SV_INIT("x[abc/d"), 1, "a [ without its ]" },
		{ SV_INIT("x[[:alpha:]]"), 2, "[:names:] are not supported" },
		{ SV_INIT("[a-cz-y]"), 4, "a range that runs backwards" },
		{ SV_INIT("[!z-a]"), 2, "a range that runs backwards" },
		{ SV_INIT("a\\"), 1, "a \\ with nothing behind it" },
		{ SV_INIT("a{b,c"), 1, "a { without its }" },
		{ SV_INIT("{a,{b,c}"), 0, "a { without its }" },
		{ SV_INIT("x{}"), 1, "braces need a comma; \\{ is the character itself" },
		{ SV_INIT("{1..3}"), 0, "braces need a comma; \\{ is the character itself" },
		{ SV_INIT("{a,{b}}"), 3, "braces need a comma; \\{ is the character itself" },
		{ SV_INIT("{{{{{{{{{a,b},c},d},e},f},g},h},i},j}"), 8, "braces nested too deeply" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct gaff_err err;

		CHECK(gaff_glob_check(cases[i].glob, &err) != GAFF_OK);
		CHECK(err.offset == cases[i].offset);
		CHECK_TEXT(sv_of(err.msg), sv_of(cases[i].msg));
		CHECK(!gaff_glob_match(cases[i].glob, cases[i].glob));
	}
}

/*
 * The same by another way, for what is generated below: braces are multiplied out, then one
 * character after the other is tried with all that it may be.
 */
static bool naive_plain(const char *g, const char *g0, const char *p)
{
	if (!*g)
		return !*p;
	if (g[0] == '*' && g[1] == '*') {
		const char *after = g;

		while (*after == '*')
			after++;
		if (*after == '/' && (g == g0 || g[-1] == '/') && naive_plain(after + 1, g0, p))
			return true;
		for (;; p++) {
			if (naive_plain(after, g0, p))
				return true;
			if (!*p)
				return false;
		}
	}
	if (*g == '*')
		return naive_plain(g + 1, g0, p) || (*p && *p != '/' && naive_plain(g, g0, p + 1));
	if (*g == '[') { /* only [xy] and [!xy] are generated */
		bool negated = g[1] == '!', in;
		const char *set = g + 1 + negated;

		in = *p == set[0] || *p == set[1];
		return *p && *p != '/' && in != negated && naive_plain(set + 3, g0, p + 1);
	}
	if (*g == '?')
		return *p && *p != '/' && naive_plain(g + 1, g0, p + 1);
	return *g == *p && naive_plain(g + 1, g0, p + 1);
}

static bool naive_match(const char *glob, const char *path)
{
	const char *open = strchr(glob, '{'), *comma, *close;
	char one[96];

	if (!open)
		return naive_plain(glob, glob, path);
	comma = strchr(open, ',');
	close = strchr(open, '}');
	(void)snprintf(one, sizeof one, "%.*s%.*s%s", (int)(open - glob), glob,
		       (int)(comma - open - 1), open + 1, close + 1);
	if (naive_match(one, path))
		return true;
	(void)snprintf(one, sizeof one, "%.*s%.*s%s", (int)(open - glob), glob,
		       (int)(close - comma - 1), comma + 1, close + 1);
	return naive_match(one, path);
}

static unsigned random_below(unsigned n)
{
	static unsigned long long state = 88172645463325252ull;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 33) % n;
}

TEST(glob__agrees_with_trying_everything)
{
	/* no piece ends or begins with a star inside braces: multiplied out, stars would join */
	static const char *const pieces[] = { "a",   "b",      "/",       "*",         "**",
					      "?",   "**/",    "/**",     "/**/",      "[ab]",
					      "[!a", "{a,b/}", "{/,a?b}", "{a/**/b,}", "{,b/*/}" };
	static const char letters[] = "ab/ab/.";
	unsigned matched = 0;

	for (int round = 0; round < 300000; round++) {
		char glob[64] = "", path[12];
		size_t n = 0, length = random_below(sizeof path - 1);

		for (unsigned k = random_below(6); k; k--) {
			const char *piece = pieces[random_below(COUNT_OF(pieces))];

			n += (size_t)snprintf(glob + n, sizeof glob - n, "%s%s", piece,
					      piece[0] == '[' && piece[1] == '!' ? "b]" : "");
		}
		if (strstr(glob, "}*") || strstr(glob, "*{")) /* an empty alternative joins, too */
			continue;
		for (size_t i = 0; i < length; i++)
			path[i] = letters[random_below(sizeof letters - 1)];
		path[length] = '\0';
		matched += naive_match(glob, path);
		if (gaff_glob_match(sv_of(glob), sv_of(path)) == naive_match(glob, path))
			continue;
		fprintf(stderr, "%s on %s is not %d\n", glob, path, naive_match(glob, path));
		CHECK(false);
		return;
	}
	CHECK(matched > 10000);
}

/* Backtracking would not come back from these. */
TEST(glob__takes_its_length_for_each_character_at_most)
{
	static char glob[GAFF_GLOB_MAX], path[10000];
	struct gaff_err err;
	size_t n = 0;

	memset(path, 'a', sizeof path);
	while (n + 7 < 2000) {
		memcpy(glob + n, "**/*a", 5);
		n += 5;
	}
	glob[n++] = 'b';
	CHECK(!gaff_glob_match((struct sv){ glob, n }, (struct sv){ path, sizeof path }));
	memset(glob, 'a', sizeof glob);
	CHECK(gaff_glob_check((struct sv){ glob, GAFF_GLOB_MAX }, &err) == GAFF_OK);
	CHECK(gaff_glob_check((struct sv){ glob, GAFF_GLOB_MAX + 1 }, &err) == GAFF_ETOOBIG);
}
