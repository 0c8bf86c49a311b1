#include "check.h"

#include "base/err.h"
#include "text/visible.h"

static struct sv shown(struct arena *a, struct sv text, enum visible_kind kind)
{
	struct buf b = buf_in(a);

	gaff_visible_add(&b, text, kind);
	return buf_sv(&b);
}

TEST(visible__what_is_shown)
{
	static const struct {
		struct sv text, line, page;
	} rows[] = {
		{ SV_INIT(""), SV_INIT(""), SV_INIT("") },
		{ SV_INIT("a b~\\n"), SV_INIT("a b~\\n"), SV_INIT("a b~\\n") },
		{ SV_INIT("a\nb\tc\r"), SV_INIT("a\\nb\\tc\\r"), SV_INIT("a\nb\tc\\r") },
		{ SV_INIT("\x1b[31m\x07\x08"), SV_INIT("\\x1b[31m\\x07\\x08"),
		  SV_INIT("\\x1b[31m\\x07\\x08") },
		{ SV_INIT("\x7f\xc2\x9b\xc2\x85"), SV_INIT("\\u007f\\u009b\\u0085"),
		  SV_INIT("\\u007f\\u009b\\u0085") },
		{ SV_INIT("\xe2\x80\xae\xef\xbb\xbf"), SV_INIT("\\u202e\\ufeff"),
		  SV_INIT("\\u202e\\ufeff") },
		{ SV_INIT("\xf3\xa0\x81\x81"), SV_INIT("\\udb40\\udc41"),
		  SV_INIT("\\udb40\\udc41") },
		{ SV_INIT("\xff\xc3(\xe2\x82"), SV_INIT("\\xff\\xc3(\\xe2\\x82"),
		  SV_INIT("\\xff\\xc3(\\xe2\\x82") },
		{ SV_INIT("\xed\xa0\xbd"), SV_INIT("\\ud83d"), SV_INIT("\\ud83d") },
		{ SV_INIT("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xc2\xa0\xe3\x80\x80"),
		  SV_INIT("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xc2\xa0\xe3\x80\x80"),
		  SV_INIT("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xc2\xa0\xe3\x80\x80") },
		{ SV_INIT("x\0y"), SV_INIT("x\\x00y"), SV_INIT("x\\x00y") },
	};
	struct arena a;

	gaff_arena_init(&a, NULL, 0, 1 << 20);
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_TEXT(shown(&a, rows[i].text, VISIBLE_LINE), rows[i].line);
		CHECK_TEXT(shown(&a, rows[i].text, VISIBLE_PAGE), rows[i].page);
		CHECK(gaff_is_visible(rows[i].text, VISIBLE_LINE) ==
		      sv_eq(rows[i].text, rows[i].line));
		CHECK(gaff_is_visible(rows[i].text, VISIBLE_PAGE) ==
		      sv_eq(rows[i].text, rows[i].page));
	}
	gaff_arena_release(&a);
}

TEST(visible__a_message_is_one_line)
{
	struct gaff_err err;
	char long_name[600];

	gaff_fail(&err, GAFF_EIO, "%s: no", "a\nb\x1b[2J\x7f\r");
	CHECK_TEXT(sv_of(err.msg), SV("a\\nb\\x1b[2J\\x7f\\x0d: no"));
	memset(long_name, '\n', sizeof long_name - 1);
	long_name[sizeof long_name - 1] = '\0';
	gaff_fail(&err, GAFF_EIO, "%s", long_name);
	CHECK(strlen(err.msg) < sizeof err.msg && strlen(err.msg) > sizeof err.msg - 8);
	CHECK(strspn(err.msg, "\\n") == strlen(err.msg));
}
