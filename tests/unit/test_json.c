#include "check.h"

#include "base/limits.h"
#include "text/json/json.h"

static char storage[1 << 16];

static struct arena fresh_arena(void)
{
	struct arena a;

	gaff_arena_init(&a, storage, sizeof storage, 1 << 26);
	return a;
}

static struct json parse(struct sv text)
{
	struct json v = { 0 };
	struct gaff_err err;

	(void)gaff_json_parse(text, &v, &err);
	return v;
}

static bool parses(struct sv text)
{
	return parse(text).n != 0;
}

static void check_place(struct sv text, size_t line, size_t column)
{
	struct json v;
	struct gaff_err err;

	CHECK(gaff_json_parse(text, &v, &err) == GAFF_ESYNTAX);
	CHECK(err.line == line);
	CHECK(err.column == column);
}

TEST(json__accepts_every_kind_of_value)
{
	static const struct sv good[] = {
		SV_INIT("0"),       SV_INIT("-0.5e+10"),
		SV_INIT("\"\""),    SV_INIT("null"),
		SV_INIT(" [ ] "),   SV_INIT("{}"),
		SV_INIT("[[],{}]"), SV_INIT("{\"a\":[1,{\"b\":2}]}"),
		SV_INIT("true\n"),
	};

	for (size_t i = 0; i < COUNT_OF(good); i++)
		CHECK(parses(good[i]));
}

TEST(json__rejects_what_is_not_json)
{
	static const struct sv bad[] = {
		SV_INIT(""),        SV_INIT(" "),           SV_INIT("01"),         SV_INIT("1."),
		SV_INIT("-"),       SV_INIT("1e"),          SV_INIT("tru"),        SV_INIT("'a'"),
		SV_INIT("NaN"),     SV_INIT("[1,]"),        SV_INIT("{\"a\":1,}"), SV_INIT("{a:1}"),
		SV_INIT("[1"),      SV_INIT("{\"a\""),      SV_INIT("{\"a\":"),    SV_INIT("]"),
		SV_INIT("[1}"),     SV_INIT("{\"a\":1]"),   SV_INIT("1 2"),        SV_INIT("{}x"),
		SV_INIT("\"\\x\""), SV_INIT("\"\\u12g4\""), SV_INIT("\"\\u12"),    SV_INIT("\"a"),
		SV_INIT("[1 2]"),   SV_INIT("{\"a\" 1}"),   SV_INIT("// c\n1"),    SV_INIT("\"\\"),
		SV_INIT("+1"),      SV_INIT(".5"),          SV_INIT("{,}"),        SV_INIT("[,]"),
	};

	for (size_t i = 0; i < COUNT_OF(bad); i++)
		if (parses(bad[i]))
			CHECK_TEXT(bad[i], SV("(rejected)"));
}

TEST(json__rejects_bad_bytes_in_strings)
{
	static const struct sv bad[] = {
		SV_INIT("\"\xc0\xaf\""), /* overlong slash */
		SV_INIT("\"\xe0\x80\xaf\""),
		SV_INIT("\"\xf0\x80\x80\xaf\""),
		SV_INIT("\"\xed\xa0\x80\""),     /* a surrogate in UTF-8 */
		SV_INIT("\"\xf4\x90\x80\x80\""), /* beyond U+10FFFF */
		SV_INIT("\"\xff\""),
		SV_INIT("\"\xc3\""),
		SV_INIT("\"\x80\""),
		SV_INIT("\"a\nb\""),
		SV_INIT("\"a\0b\""),
		SV_INIT("\"plain text \x1f\""),
		SV_INIT("\"eight by\xe2\x82\""),
	};

	for (size_t i = 0; i < COUNT_OF(bad); i++)
		if (parses(bad[i]))
			CHECK_TEXT(bad[i], SV("(rejected)"));
	CHECK(parses(SV("\"\x7f \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"")));
}

TEST(json__says_where_it_went_wrong)
{
	check_place(SV("{\n  \"a\": 1,\n  \"b\" 2\n}"), 3, 7);
	check_place(SV("\"\xc3\xa9\xc3\xa9\x01\""), 1, 4); /* columns are characters */
	check_place(SV("[1,\n2"), 2, 2);
	check_place(SV("{} x"), 1, 4);
}

TEST(json__skips_a_byte_order_mark_at_the_start_only)
{
	CHECK(parses(SV("\xef\xbb\xbf{\"a\":1}")));
	CHECK(!parses(SV("\xef\xbb\xbf\xef\xbb\xbf{}")));
	CHECK(!parses(SV("{}\xef\xbb\xbf")));
}

TEST(json__stops_at_the_depth_limit)
{
	static char deep[2 * GAFF_JSON_DEPTH_MAX + 2];

	memset(deep, '[', GAFF_JSON_DEPTH_MAX);
	memset(deep + GAFF_JSON_DEPTH_MAX, ']', GAFF_JSON_DEPTH_MAX);
	CHECK(parses((struct sv){ deep, (size_t)2 * GAFF_JSON_DEPTH_MAX }));
	memset(deep, '[', GAFF_JSON_DEPTH_MAX + 1);
	memset(deep + GAFF_JSON_DEPTH_MAX + 1, ']', GAFF_JSON_DEPTH_MAX + 1);
	CHECK(!parses((struct sv){ deep, sizeof deep }));
}

TEST(json__last_of_a_repeated_key_wins)
{
	struct json v = parse(SV("{\"a\":1,\"b\":2,\"a\":3,\"\\u0061\":4}"));

	CHECK_TEXT(json_sv(gaff_json_get(v, SV("a"))), SV("4"));
	CHECK_TEXT(json_sv(gaff_json_get(v, SV("b"))), SV("2"));
	CHECK(gaff_json_type(gaff_json_get(v, SV("c"))) == JSON_ABSENT);
}

TEST(json__walks_by_pointer)
{
	struct json v = parse(SV("{\"a\": [ {\"b\" : \"x,]}\" } , 2 ], \"c\": {\"d\": null} }"));

	CHECK_TEXT(json_sv(gaff_json_at(v, SV("/a/0/b"))), SV("\"x,]}\""));
	CHECK_TEXT(json_sv(gaff_json_at(v, SV("/a/1"))), SV("2"));
	CHECK_TEXT(json_sv(gaff_json_at(v, SV("/c/d"))), SV("null"));
	CHECK(!gaff_json_at(v, SV("/a/2")).n);
	CHECK(!gaff_json_at(v, SV("/a/x")).n);
	CHECK(!gaff_json_at(v, SV("/c/d/e")).n);
}

TEST(json__values_are_the_bytes_they_were)
{
	struct json v = parse(SV("[9007199254740993, 1e400 ,1.10,\"\\ud83d\",\"a\\u0000b\"]"));
	static const struct sv want[] = { SV_INIT("9007199254740993"), SV_INIT("1e400"),
					  SV_INIT("1.10"), SV_INIT("\"\\ud83d\""),
					  SV_INIT("\"a\\u0000b\"") };
	struct json_iter it = gaff_json_iter(v);
	struct json key, value;
	size_t i = 0;

	while (gaff_json_next(&it, &key, &value) && i < COUNT_OF(want))
		CHECK_TEXT(json_sv(value), want[i++]);
	CHECK(i == COUNT_OF(want));
}

TEST(json__decodes_and_writes_back_the_same_text)
{
	static const struct sv same[] = {
		SV_INIT("\"plain\""),
		SV_INIT("\"q\\\" b\\\\ \\n\\t\\r\\b\\f \\u0000 \\u001f\""),
		SV_INIT("\"\xc3\xa9 \xf0\x9f\x98\x80\""),
		SV_INIT("\"lone \\ud83d and \\udc00 stay\""),
	};

	for (size_t i = 0; i < COUNT_OF(same); i++) {
		struct arena a = fresh_arena();
		struct buf out = buf_in(&a);
		struct json_writer w = { .out = &out };
		struct sv text;

		CHECK(gaff_json_text(&a, parse(same[i]), &text));
		gaff_json_string(&w, text);
		CHECK_TEXT(buf_sv(&out), same[i]);
		gaff_arena_release(&a);
	}
}

TEST(json__compares_through_escapes)
{
	CHECK(gaff_json_is(parse(SV("\"tool\\u005fname\"")), SV("tool_name")));
	CHECK(gaff_json_is(parse(SV("\"\\ud83d\\ude00\"")), SV("\xf0\x9f\x98\x80")));
	CHECK(!gaff_json_is(parse(SV("\"a\\u0000\"")), SV("a")));
	CHECK(!gaff_json_is(parse(SV("\"ab\"")), SV("a")));
	CHECK(!gaff_json_is(parse(SV("\"\\n\"")), SV("\\n")));
	CHECK(!gaff_json_is(parse(SV("1")), SV("1")));
	CHECK(!gaff_json_is((struct json){ 0 }, SV("")));
	CHECK(gaff_json_is(parse(SV("\"\"")), SV("")));
}

TEST(json__writer_never_writes_invalid_text)
{
	struct arena a = fresh_arena();
	struct buf out = buf_in(&a);
	struct json_writer w = { .out = &out };

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("\xff\""), SV("\xc0\xaf\x01"));
	json_member(&w, SV("n"), SV("1e400"));
	gaff_json_key(&w, SV("l"));
	gaff_json_open(&w, '[');
	gaff_json_string(&w, SV("x"));
	gaff_json_string(&w, SV("y"));
	gaff_json_close(&w, ']');
	gaff_json_close(&w, '}');
	CHECK(parses(buf_sv(&out)));
	CHECK_TEXT(buf_sv(&out),
		   SV("{\"\xef\xbf\xbd\\\"\":\"\xef\xbf\xbd\xef\xbf\xbd\\u0001\",\"n\":1e400,"
		      "\"l\":[\"x\",\"y\"]}"));
	gaff_arena_release(&a);
}

TEST(json__counts_like_javascript)
{
	CHECK(gaff_json_utf16_length(SV("abc")) == 3);
	CHECK(gaff_json_utf16_length(SV("\xc3\xa9\xf0\x9f\x98\x80")) == 3);
}

static void check_set(const char *doc, const char *pointer, const char *value, const char *behind,
		      const char *want)
{
	struct arena a = fresh_arena();
	struct json set = value ? parse(sv_of(value)) : (struct json){ 0 }, out;
	struct gaff_err err;

	CHECK(gaff_json_set(&a, parse(sv_of(doc)), sv_of(pointer), set, sv_of(behind), &out,
			    &err) == GAFF_OK);
	CHECK_TEXT(json_sv(out), sv_of(want));
	gaff_arena_release(&a);
}

TEST(json__set_keeps_what_it_does_not_name)
{
	check_set("{\"a\":1.0e0,\"b\":{\"c\":2}}", "/b/c", "3", "",
		  "{\"a\":1.0e0,\"b\":{\"c\":3}}");
	check_set("{\"a\":1}", "/b/c/d", "[]", "", "{\"a\":1,\"b\":{\"c\":{\"d\":[]}}}");
	check_set("{\"a\":null}", "/a/b", "1", "", "{\"a\":{\"b\":1}}");
	check_set("{\"a\":[1,[2,3]]}", "/a/1/0", "true", "", "{\"a\":[1,[true,3]]}");
	check_set("{}", "/a~1b~0", "1", "", "{\"a/b~\":1}");
	check_set("{\"\":1}", "/", "2", "", "{\"\":2}");
	check_set("{\"\\u0061\":1}", "/a", "2", "", "{\"a\":2}");
}

TEST(json__set_puts_a_new_member_behind_another)
{
	check_set("{\"a\":1,\"b\":2}", "/c", "3", "a", "{\"a\":1,\"c\":3,\"b\":2}");
	check_set("{\"a\":1,\"b\":2}", "/c", "3", "^", "{\"c\":3,\"a\":1,\"b\":2}");
	check_set("{\"a\":1,\"b\":2}", "/c", "3", "x", "{\"a\":1,\"b\":2,\"c\":3}");
	check_set("{\"a\":1,\"b\":2}", "/b", "3", "^", "{\"a\":1,\"b\":3}");
}

TEST(json__set_takes_out)
{
	check_set("{\"a\":1,\"b\":2}", "/a", NULL, "", "{\"b\":2}");
	check_set("{\"a\":{\"b\":2}}", "/a/b", NULL, "", "{\"a\":{}}");
	check_set("{\"a\":1}", "/b", NULL, "", "{\"a\":1}");
	check_set("{\"a\":[1,2,3]}", "/a/1", NULL, "", "{\"a\":[1,3]}");
}

TEST(json__set_refuses_a_way_that_is_not_there)
{
	static const char *const wrong[] = {
		"", "a", "/a/b", "/l/2", "/l/-", "/l/01", "/l/x", "/~2"
	};
	struct json doc = parse(SV("{\"a\":\"text\",\"l\":[1,2]}")), one = parse(SV("1")), out;

	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		struct arena a = fresh_arena();
		struct gaff_err err;

		CHECK(gaff_json_set(&a, doc, sv_of(wrong[i]), one, SV(""), &out, &err) != GAFF_OK);
		gaff_arena_release(&a);
	}
}

TEST(buf__fixed_storage_fails_instead_of_growing)
{
	char four[4];
	struct buf b = buf_fixed(four, sizeof four);

	gaff_buf_add(&b, SV("abcd"));
	CHECK(buf_ok(&b));
	buf_addc(&b, 'e');
	CHECK(!buf_ok(&b));
	CHECK_TEXT(buf_sv(&b), SV("abcd"));
}

TEST(arena__respects_its_cap)
{
	struct arena a;
	struct buf b;

	gaff_arena_init(&a, NULL, 0, 1 << 17);
	CHECK(gaff_arena_alloc(&a, 1 << 16));
	CHECK(!gaff_arena_alloc(&a, 1 << 18));
	b = buf_in(&a);
	for (int i = 0; i < 1 << 18; i++)
		buf_addc(&b, 'x');
	CHECK(!buf_ok(&b));
	gaff_arena_release(&a);
}

TEST(arena__refuses_to_make_a_c_string_of_a_nul)
{
	struct arena a = fresh_arena();

	CHECK(!gaff_arena_cstr(&a, SV("/etc/passwd\0.txt")));
	CHECK(gaff_arena_cstr(&a, SV("/etc/passwd")));
	gaff_arena_release(&a);
}

TEST(json__place_of_a_byte_of_a_text)
{
	static const char text[] = "\"a\\n\\u00e9\\ud83d\\ude00\xc3\xa9z\"";
	struct json v = { text, sizeof text - 1 };
	/* a, \n, two bytes of é, four of an emoji, two of é, z, behind it */
	static const size_t at[] = { 1, 2, 4, 4, 10, 10, 10, 10, 22, 23, 24, 25, 25 };

	for (size_t i = 0; i < COUNT_OF(at); i++)
		CHECK((size_t)(gaff_json_text_at(v, i) - text) == at[i]);
}
