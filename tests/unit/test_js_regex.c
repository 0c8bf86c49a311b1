#include "check.h"

#include "base/limits.h"
#include "text/regex/js_regex.h"

/* More of both is in tests/jsregex.mjs, with node for a judge. */
TEST(js_regex__what_javascript_refuses_is_refused_where_it_stands)
{
	static const struct {
		struct sv pattern;
		size_t offset;
		const char *msg;
	} rows[] = {
		{ SV_INIT("a(b"), 1, "a ( that is not closed" },
		{ SV_INIT("a)"), 1, "a ) without a (" },
		{ SV_INIT("x[a"), 1, "a [ that is not closed" },
		{ SV_INIT("[^"), 0, "a [ that is not closed" },
		{ SV_INIT("*"), 0, "nothing to repeat" },
		{ SV_INIT("a|+"), 2, "nothing to repeat" },
		{ SV_INIT("a**"), 2, "nothing to repeat" },
		{ SV_INIT("^{2}"), 1, "nothing to repeat" },
		{ SV_INIT("\\b?"), 2, "nothing to repeat" },
		{ SV_INIT("(?<=a)*"), 6, "nothing to repeat" },
		{ SV_INIT("a{3,2}"), 1, "a repeat with its larger number first" },
		{ SV_INIT("(?i)x"), 0, "(? with something unknown behind it" },
		{ SV_INIT("(?P<a>x)"), 0, "(? with something unknown behind it" },
		{ SV_INIT("ab\\"), 2, "a \\ at the end" },
		{ SV_INIT("[\\"), 1, "a \\ at the end" },
		{ SV_INIT("[a-cz-y]"), 4, "a range that runs backwards" },
		{ SV_INIT("[\\x42-\\101]"), 1, "a range that runs backwards" },
		{ SV_INIT("[\xf0\x9f\x98\x80-\xf0\x9f\x98\x81]"), 1,
		  "a range that runs backwards" },
		{ SV_INIT("(?<1>x)"), 0, "a group with a bad name" },
		{ SV_INIT("(?<>x)"), 0, "a group with a bad name" },
		{ SV_INIT("(?<a"), 0, "a group with a bad name" },
		{ SV_INIT("(?<a>x)(?<a>y)"), 7, "a name that another group has" },
		{ SV_INIT("((?<a>x)|(?<a>y))(?<a>z)"), 17, "a name that another group has" },
		{ SV_INIT("\\k(?<a>x)"), 0, "a \\k without a name" },
		{ SV_INIT("(?<a>x)\\k<b>"), 7, "a \\k for a name that no group has" },
		{ SV_INIT("(?<a>x)\\k<1>"), 7, "a \\k with a bad name" },
		{ SV_INIT("(?<a>x)[\\k]"), 8, "a \\k in a class" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct gaff_err err = { .msg = "" };

		CHECK(gaff_js_regex_check(rows[i].pattern, &err) == GAFF_ESYNTAX);
		CHECK_TEXT(sv_of(err.msg), sv_of(rows[i].msg));
		if (err.offset != rows[i].offset)
			test_failed(__FILE__, __LINE__, rows[i].pattern.p);
	}
}

TEST(js_regex__what_it_takes_or_may_take_is_fine)
{
	static const struct sv rows[] = {
		SV_INIT(""),
		SV_INIT("a|b|"),
		SV_INIT("()"),
		SV_INIT("[]"),
		SV_INIT("[^]"),
		SV_INIT("{"),
		SV_INIT("x{,3}"),
		SV_INIT("a{1"),
		SV_INIT("]}"),
		SV_INIT("(?=a)*"),
		SV_INIT("\\k"),
		SV_INIT("\\k<a>"),
		SV_INIT("\\u{61}"),
		SV_INIT("\\1(a)\\9\\c\\x"),
		SV_INIT("[\\d-a]"),
		SV_INIT("[a-\\d]"),
		SV_INIT("[z-]"),
		SV_INIT("a{99999999999,99999999998}"),
		SV_INIT("(?<a>x)|(?<a>y)"), /* since 2024 */
		SV_INIT("(?i:x)(?s-i:y)"),  /* since 2024 */
		SV_INIT("(?<\xc3\xa9>x)"),  /* a letter */
		SV_INIT("(?<\\u0061>x)\\k<a>"),
		SV_INIT("\\(?<1>"),
		SV_INIT("[(?<1>]\\k"),
	};
	struct gaff_err err;

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (gaff_js_regex_check(rows[i], &err) != GAFF_OK)
			test_failed(__FILE__, __LINE__, rows[i].p);
}

TEST(js_regex__what_is_beyond_its_bounds_is_fine)
{
	static char text[1 << 16];
	struct sv pattern = { text, 0 };
	struct gaff_err err;

	for (int i = 0; i < GAFF_JS_NAMES_MAX + 1; i++) /* all of them with one name */
		pattern.n += (size_t)snprintf(text + pattern.n, sizeof text - pattern.n, "(?<a>)");
	CHECK(gaff_js_regex_check(pattern, &err) == GAFF_OK);
	pattern.n -= SV("(?<a>)").n;
	CHECK(gaff_js_regex_check(pattern, &err) == GAFF_ESYNTAX);

	memset(text, '(', sizeof text); /* not one of them closed */
	pattern.n = sizeof text;
	CHECK(gaff_js_regex_check(pattern, &err) == GAFF_OK);
	pattern.n = GAFF_REGEX_DEPTH_MAX - 2;
	CHECK(gaff_js_regex_check(pattern, &err) == GAFF_ESYNTAX);
}
