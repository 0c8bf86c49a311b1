#include "check.h"

#include <time.h>

#include "base/limits.h"
#include "text/regex/regex.h"

static char storage[1 << 16];
static char text[1 << 20];

/* 1 found, 0 not found, or the error. */
static int try(struct sv pattern, struct sv subject, struct gaff_err *err)
{
	struct gaff_regex *re = NULL;
	struct arena a;
	int found;

	gaff_arena_init(&a, storage, sizeof storage, 1 << 26);
	found = (int)gaff_regex_compile(&a, pattern, &re, err);
	if (found == GAFF_OK)
		found = gaff_regex_search(re, subject);
	gaff_arena_release(&a);
	return found;
}

struct row {
	struct sv pattern, subject;
	bool found;
};

static void check_rows(const struct row *row, size_t n)
{
	struct gaff_err err;

	for (; n; n--, row++) {
		char what[160];
		int found = try(row->pattern, row->subject, &err);

		if (found == row->found)
			continue;
		(void)snprintf(what, sizeof what, "/%.*s/ in \"%.*s\": %d", SV_ARG(row->pattern),
			       SV_ARG(row->subject), found);
		test_failed(__FILE__, __LINE__, what);
	}
}

#define YES(pattern, subject)                                                                      \
	{                                                                                          \
		SV_INIT(pattern), SV_INIT(subject), true                                           \
	}
#define NO(pattern, subject)                                                                       \
	{                                                                                          \
		SV_INIT(pattern), SV_INIT(subject), false                                          \
	}

TEST(regex__finds_names_and_texts)
{
	static const struct row rows[] = {
		/* clang-format off */
		YES("", ""),                        YES("", "x"),
		YES("Bash", "run Bash now"),        NO("Bash", "bash"),
		YES("^Bash$", "Bash"),              NO("^Bash$", "Bash\n"),
		YES("file_(read|write|edit)", "mcp__file_write"),
		NO("file_(read|write|edit)", "file_delete"),
		YES("mcp__.*__delete", "mcp__github__delete_repo"),
		YES("a|b|c", "xxc"),                YES("(|a)b", "b"),
		YES("x*", "y"),                     NO("x+", "y"),
		YES("^a?b{2}c{1,}d{0,2}$", "bbccdd"), NO("^a?b{2}c{1,}d{0,2}$", "abbccddd"),
		YES("^(ab){2,3}$", "ababab"),       NO("^(ab){2,3}$", "abababab"),
		NO("^(ab){2,3}$", "ab"),            YES("^a{0}b$", "b"),
		YES("^(?:a*?b+?){2}$", "abab"),     YES("^()*$", ""),
		YES("a.c", "abc"),                  NO("a.c", "a\nc"),
		YES("(?s)a.c", "a\nc"),             YES("(?s:a.)(?-s:.)", "a\nc"),
		YES("(?m)^b$", "a\nb\nc"),          NO("^b$", "a\nb\nc"),
		YES("\\Aab\\z", "ab"),              YES("\\brm\\b", "sudo rm -rf"),
		NO("\\brm\\b", "format"),           YES("\\Borm", "format"),
		YES("^\\Q.*(\\E$", ".*("),          YES("\\Qa\\", "a\\"),
		YES("^\\x41\\x{42}\\103\\t\\.\\_$", "ABC\t._"),
		YES("\\07", "\a"),                  YES("a\0b", "xa\0b"),
		/* clang-format on */
	};

	check_rows(rows, COUNT_OF(rows));
}

TEST(regex__classes)
{
	static const struct row rows[] = {
		/* clang-format off */
		YES("^[a-c_]+$", "ab_c"),           NO("^[^a-c]$", "b"),
		YES("^[^a]$", "\n"),                YES("^[]a]+$", "]a"),
		NO("^[^]a]$", "]"),                 YES("^[a-]+$", "-a"),
		YES("^[--/]+$", "-./"),             YES("^[\\d-z]+$", "3-z"),
		YES("^[[:alpha:]_]+$", "aZ_"),      NO("[[:^alpha:]]", "abc"),
		YES("^[[:x]+$", "[:x"),             YES("^[[:word:][:punct:]]+$", "a_9!~"),
		YES("^\\d\\D\\w\\W\\s\\S$", "1aa- x"), NO("\\s", "\v"),
		YES("[[:space:]]", "\v"),           NO("[^\\x00-\\x{10ffff}]", "a\xff"),
		YES("^\\pL\\p{Lu}\\PL\\p{^L}\\P{^L}$", "\xc3\xa9\xc3\x89" "12a"),
		YES("^\\p{Greek}+$", "\xce\xb1\xcf\x89"), NO("\\p{Greek}", "abc"),
		YES("^\\pN$", "\xd9\xa0"),          NO("^\\d$", "\xd9\xa0"),
		YES("^[\\p{Han}\\s]+$", "\xe6\x97\xa5 \xe6\x9c\xac"),
		YES("^\\p{Any}$", "\xf0\x9f\x98\x80"),
		/* clang-format on */
	};

	check_rows(rows, COUNT_OF(rows));
}

TEST(regex__case_is_folded_by_rings_of_unicode)
{
	static const struct row rows[] = {
		/* clang-format off */
		YES("(?i)^bash$", "BaSh"),          YES("a(?i)b", "aB"),
		NO("a(?i)b", "AB"),                 YES("(?i:a)b|C", "Ab"),
		NO("(?i:a)b", "AB"),                YES("(?i)a|b", "B"),
		NO("((?i)a)b", "aB"),               YES("(?i)(?-i:a)b", "aB"),
		YES("(?i)^k$", "\xe2\x84\xaa"),     YES("(?i)^\xe2\x84\xaa$", "k"),
		YES("(?i)^S$", "\xc5\xbf"),         YES("(?i)^\\w$", "\xc5\xbf"),
		NO("(?i)^\\W$", "\xc5\xbf"),        NO("^\\w$", "\xc5\xbf"),
		YES("(?i)^\xcf\x83$", "\xcf\x82"),  YES("(?i)^[\xce\xb1-\xcf\x89]$", "\xce\xa9"),
		NO("(?i)[^k]", "K"),                YES("(?i)^\\p{Lu}$", "a"),
		NO("(?i)^\\P{Lu}$", "a"),           YES("(?i)[[:upper:]]", "a"),
		YES("(?i)^\xf0\x90\x90\x80$", "\xf0\x90\x90\xa8"),
		NO("(?i)i", "\xc4\xb0"),            NO("(?i)\xc3\x9f", "ss"),
		/* clang-format on */
	};

	check_rows(rows, COUNT_OF(rows));
}

TEST(regex__bytes_that_are_not_utf8_hide_nothing)
{
	static const struct row rows[] = {
		/* clang-format off */
		YES("rm", "\xff\xfe" "rm\x80"),     YES("\xc3\xa9", "\xc3\xc3\xa9"),
		NO("^.$", "\xff"),                  NO("^.$", "\xc3"),
		NO("^.$", "\xc0\x80"),              YES("a.?$", "\xf0\x9f" "a"),
		YES("^.$", "\xed\xa0\xbd"),         YES("^[^a]$", "\xe0\x80\x80"),
		NO("^\\pL$", "\xe0\x80\x80"),       NO("^\\PL$", "\xe0\x80\x80"),
		YES("\\B", "a\xc3\xa9" "b"),        NO("\\B", "a"),
		YES("\\b", "a\xff"),                NO("a.*b", "a\xff" "b"),
		/* clang-format on */
	};

	check_rows(rows, COUNT_OF(rows));
}

TEST(regex__a_brace_that_counts_nothing_is_a_brace)
{
	static const struct row rows[] = {
		YES("^a{$", "a{"),      YES("^a{,3}$", "a{,3}"),
		YES("^a{1,$", "a{1,"),  YES("^a{01}$", "a{01}"),
		YES("^{a}$", "{a}"),    YES("^a{1000000000}$", "a{1000000000}"),
		YES("^a*(?i)*$", "aa"), YES("^a+\\Q\\E*$", ""),
		YES("^}]$", "}]"),
	};

	check_rows(rows, COUNT_OF(rows));
}

TEST(regex__says_what_is_wrong_and_where)
{
	static const struct {
		struct sv pattern;
		size_t offset;
		struct sv what;
	} rows[] = {
		{ SV_INIT("ab(?=c)"), 2, SV_INIT("lookahead is not supported") },
		{ SV_INIT("(?!c)"), 0, SV_INIT("lookahead is not supported") },
		{ SV_INIT("a(?<=c)"), 1, SV_INIT("lookbehind is not supported") },
		{ SV_INIT("a(?<!c)"), 1, SV_INIT("lookbehind is not supported") },
		{ SV_INIT("(a)\\1"), 3, SV_INIT("backreferences are not supported") },
		{ SV_INIT("(?P<n>a)(?P=n)"), 8, SV_INIT("backreferences are not supported") },
		{ SV_INIT("(?>a)"), 0, SV_INIT("atomic groups are not supported") },
		{ SV_INIT("x(?<n>a)"), 1, SV_INIT("a named group is written (?P<name>") },
		{ SV_INIT("(?P<a-b>a)"), 0, SV_INIT("a name of a group") },
		{ SV_INIT("(?P<>a)"), 0, SV_INIT("(?P< without") },
		{ SV_INIT("(?x)a"), 0, SV_INIT("(? with what is no flag") },
		{ SV_INIT("(?i-)a"), 0, SV_INIT("(? with what is no flag") },
		{ SV_INIT("a**"), 2, SV_INIT("a repeat of a repeat") },
		{ SV_INIT("a++"), 2, SV_INIT("a repeat of a repeat") },
		{ SV_INIT("x{2}{3}"), 4, SV_INIT("a repeat of a repeat") },
		{ SV_INIT("a|*"), 2, SV_INIT("a repeat of nothing") },
		{ SV_INIT("(?i)+"), 4, SV_INIT("a repeat of nothing") },
		{ SV_INIT("a{1001}"), 1, SV_INIT("more than 1000 repeats") },
		{ SV_INIT("((a{100}){100}){100}"), 9, SV_INIT("more than 1000 repeats in all") },
		{ SV_INIT("a{3,2}"), 1, SV_INIT("a repeat with its larger number first") },
		{ SV_INIT("x(a"), 1, SV_INIT("( without )") },
		{ SV_INIT("x)a"), 1, SV_INIT(") without (") },
		{ SV_INIT("x[a"), 1, SV_INIT("[ without ]") },
		{ SV_INIT("x[]"), 1, SV_INIT("[ without ]") },
		{ SV_INIT("[bz-a]"), 2, SV_INIT("a range that ends before it begins") },
		{ SV_INIT("[a-\\d]"), 3, SV_INIT("an escape that does not exist") },
		{ SV_INIT("[[:foo:]]"), 1, SV_INIT("no such class") },
		{ SV_INIT("[[:^\\d:]]"), 1, SV_INIT("no such class") },
		{ SV_INIT("\\p{greek}"), 0, SV_INIT("no such category or script") },
		{ SV_INIT("\\p{Cn}"), 0, SV_INIT("no such category or script") },
		{ SV_INIT("\\p{Lu"), 0, SV_INIT("\\p{ without }") },
		{ SV_INIT("a\\p"), 1, SV_INIT("\\p without a name") },
		{ SV_INIT("a\\Z"), 1, SV_INIT("an escape that does not exist") },
		{ SV_INIT("a\\C"), 1, SV_INIT("\\C is not supported") },
		{ SV_INIT("a\\"), 1, SV_INIT("a trailing backslash") },
		{ SV_INIT("\\x{110000}"), 0, SV_INIT("\\x needs") },
		{ SV_INIT("a\\x4g"), 1, SV_INIT("\\x needs") },
		{ SV_INIT("\\\xc3\xa9"), 0, SV_INIT("only ASCII is escaped") },
		{ SV_INIT("ab\xff"), 2, SV_INIT("the pattern is not UTF-8") },
	};
	struct gaff_err err;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK(try(rows[i].pattern, SV(""), &err) == GAFF_ESYNTAX);
		CHECK(err.rc == GAFF_ESYNTAX && err.line == 0 && err.column == 0);
		if (err.offset != rows[i].offset || !sv_starts(sv_of(err.msg), rows[i].what))
			check_text(__FILE__, __LINE__, sv_of(err.msg), rows[i].pattern);
	}
}

static struct sv repeated(struct sv piece, size_t times)
{
	struct buf b = buf_fixed(text, sizeof text);

	for (; times; times--)
		gaff_buf_add(&b, piece);
	CHECK(buf_ok(&b));
	return buf_sv(&b);
}

TEST(regex__size_is_bounded)
{
	static char nested[2 * (GAFF_REGEX_DEPTH_MAX + 1)];
	struct gaff_err err;

	CHECK(try(repeated(SV("a"), 10000), SV(""), &err) == false);
	CHECK(try(repeated(SV("ab|"), 3334), SV(""), &err) == true);
	CHECK(try(repeated(SV("(?i)k"), 2000), SV(""), &err) == false);
	CHECK(try(repeated(SV("\\pL"), 3334), SV(""), &err) == false);
	CHECK(try(SV("(?:abcdefghij){1000}"), SV(""), &err) == false);
	CHECK(try(repeated(SV("a"), GAFF_REGEX_SIZE_MAX), SV(""), &err) == GAFF_ETOOBIG);
	CHECK(try(repeated(SV("x{1000}"), 100), SV(""), &err) == GAFF_ETOOBIG);
	CHECK(try(SV("(?:(?:(?:\\w{10}){10}){10}(?:a{1000}){1}[a-z]{70}){100}"), SV(""), &err) < 0);

	memset(nested, '(', GAFF_REGEX_DEPTH_MAX);
	memset(nested + GAFF_REGEX_DEPTH_MAX, ')', GAFF_REGEX_DEPTH_MAX);
	CHECK(try((struct sv){ nested, 2 * GAFF_REGEX_DEPTH_MAX }, SV(""), &err) == true);
	memset(nested, '(', GAFF_REGEX_DEPTH_MAX + 1);
	CHECK(try((struct sv){ nested, sizeof nested }, SV(""), &err) == GAFF_ETOOBIG);
	CHECK(err.offset == GAFF_REGEX_DEPTH_MAX);
}

TEST(regex__no_memory_is_an_error)
{
	struct gaff_regex *re = NULL;
	struct gaff_err err;
	struct arena a;

	for (size_t n = 0; n < sizeof text; n += 256) {
		gaff_arena_init(&a, text, n, 0);
		if (gaff_regex_compile(&a, SV("(?i)(?P<\xc3\xa9>[\\pL]|k{9})"), &re, &err) ==
		    GAFF_OK)
			break;
		CHECK(err.rc == GAFF_ENOMEM && !re);
	}
	CHECK(re && gaff_regex_search(re, SV("a")));
}

TEST(regex__time_is_linear)
{
	static const struct sv patterns[] = {
		SV_INIT("(a+)+$"),        SV_INIT("(a|a)*b"),    SV_INIT("(.*)*x"),
		SV_INIT("(a*)*(b|$)c"),   SV_INIT("(a|aa)+$b"),  SV_INIT("([a-z]+)*\\d"),
		SV_INIT("a*a*a*a*a*a*b"), SV_INIT("(?i)(a+)+b"), SV_INIT("(?:a?){20}a{20}b"),
	};
	struct sv subject = repeated(SV("a"), sizeof text);
	struct timespec from, to;
	struct gaff_err err;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	for (size_t i = 0; i < COUNT_OF(patterns); i++)
		CHECK(try(patterns[i], subject, &err) == (i == 0));
	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	CHECK(to.tv_sec - from.tv_sec < 300); /* half a second, or 2^1000000; valgrind is slow */
}

TEST(regex__one_program_searches_many_texts)
{
	struct gaff_regex *re = NULL;
	struct gaff_err err;
	struct arena a;

	gaff_arena_init(&a, storage, sizeof storage, 0);
	CHECK(gaff_regex_compile(&a, SV("^(read|write)_[a-z]+$"), &re, &err) == GAFF_OK);
	for (int i = 0; re && i < 3; i++) {
		CHECK(gaff_regex_search(re, SV("read_file")));
		CHECK(!gaff_regex_search(re, SV("read_")));
		CHECK(!gaff_regex_search(re, (struct sv){ NULL, 0 }));
		CHECK(gaff_regex_search(re, SV("write_x")));
	}
}

TEST(regex__searched_until_it_is_too_late)
{
	static char letters[20000];
	const struct sv all = { letters, sizeof letters };
	struct gaff_regex *re = NULL;
	struct gaff_err err;
	struct arena a;
	bool is_late;

	memset(letters, 'a', sizeof letters);
	gaff_arena_init(&a, storage, sizeof storage, 0);
	CHECK(gaff_regex_compile(&a, SV("a+b"), &re, &err) == GAFF_OK);
	if (!re)
		return;
	CHECK(!gaff_regex_search_until(re, all, 0, &is_late) && !is_late);
	CHECK(!gaff_regex_search_until(re, all, INT64_MAX, &is_late) && !is_late);
	CHECK(gaff_regex_search_until(re, all, 1, &is_late) && is_late);
	CHECK(gaff_regex_search_until(re, SV("aab"), 1, &is_late) && !is_late);
}

TEST(regex__tried_once)
{
	const struct sv names[] = { SV("one"), SV("two") };
	struct gaff_err err;
	bool yes = true;

	CHECK(gaff_regex_try(SV("^two$"), names, 2, &yes, &err) == GAFF_OK && yes);
	CHECK(gaff_regex_try(SV("^two$"), names, 1, &yes, &err) == GAFF_OK && !yes);
	yes = true;
	CHECK(gaff_regex_try(SV("a("), names, 2, &yes, &err) == GAFF_ESYNTAX && yes);
	CHECK(err.offset == 1);
	CHECK(gaff_regex_try(SV("(?i)[^\\pL]{1000}"), NULL, 0, &yes, &err) == GAFF_OK && !yes);
}
