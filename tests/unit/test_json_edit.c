#include "check.h"

#include <time.h>

#include "base/limits.h"
#include "text/json/json_edit.h"

static char storage[1 << 16];

static struct arena fresh_arena(void)
{
	struct arena a;

	gaff_arena_init(&a, storage, sizeof storage, GAFF_ARENA_MAX);
	return a;
}

/* "a.b" as the keys a and b; "" is the root */
struct path {
	struct sv key[8];
	size_t n;
};

static struct path path_of(struct sv text)
{
	struct path p = { 0 };

	while (text.n) {
		const char *dot = memchr(text.p, '.', text.n);
		size_t n = dot ? (size_t)(dot - text.p) : text.n;

		p.key[p.n++] = (struct sv){ text.p, n };
		text = sv_skip(text, dot ? n + 1 : n);
	}
	return p;
}

static struct sv told(enum gaff_rc rc, struct sv out, const struct gaff_err *err)
{
	return rc == GAFF_OK ? out : sv_of(err->msg);
}

static struct json value_at(struct arena *a, struct sv text, const struct path *p, size_t n)
{
	struct gaff_doc doc = { 0 };
	struct gaff_err err;
	struct json v;

	(void)gaff_json_edit_read(a, text, &doc, &err);
	v = doc.root;
	for (size_t i = 0; i < n; i++)
		v = gaff_json_get(v, p->key[i]);
	return v;
}

static size_t count_of(struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, value;
	size_t n = 0;

	while (gaff_json_next(&it, &key, &value))
		n++;
	return n;
}

/* a text, where something is added to it, and what comes of it */
struct add_case {
	struct sv before, path, value, after;
};

/* And taken out again, which gives the text of before. */
static void check_appends(const struct add_case *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct arena a = fresh_arena();
		struct path p = path_of(c[i].path);
		struct sv text = c[i].before, out = SV(""), back = SV("");
		struct gaff_err err = { 0 };
		size_t there = 0;
		enum gaff_rc rc = gaff_json_edit_append(&a, text, p.key, p.n, c[i].value, &out,
							&err);

		CHECK_TEXT(told(rc, out, &err), c[i].after);
		while (there < p.n && value_at(&a, text, &p, there + 1).n)
			there++;
		if (there == p.n)
			rc = gaff_json_edit_remove_at(&a, out, p.key, p.n,
						      count_of(value_at(&a, text, &p, p.n)), &back,
						      &err);
		else
			rc = gaff_json_edit_remove(&a, out, p.key, there + 1, &back, &err);
		CHECK_TEXT(told(rc, back, &err), text);
		gaff_arena_release(&a);
	}
}

static void check_sets(const struct add_case *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct arena a = fresh_arena();
		struct path p = path_of(c[i].path);
		struct sv text = c[i].before, out = SV(""), back = SV("");
		struct gaff_err err = { 0 };
		enum gaff_rc rc = gaff_json_edit_set(&a, text, p.key, p.n, c[i].value, &out, &err);
		size_t there = 0;

		CHECK_TEXT(told(rc, out, &err), c[i].after);
		while (there < p.n && value_at(&a, text, &p, there + 1).n)
			there++;
		if (there < p.n) {
			rc = gaff_json_edit_remove(&a, out, p.key, there + 1, &back, &err);
			CHECK_TEXT(told(rc, back, &err), text);
		}
		gaff_arena_release(&a);
	}
}

/* a text, a list and which element of it, or a member and NONE; and what is left */
#define NONE ((size_t)-1)
struct remove_case {
	struct sv before, path;
	size_t i;
	struct sv after;
};

static void check_removes(const struct remove_case *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct arena a = fresh_arena();
		struct path p = path_of(c[i].path);
		struct sv text = c[i].before, out = SV("");
		struct gaff_err err = { 0 };
		enum gaff_rc rc;

		if (c[i].i == NONE)
			rc = gaff_json_edit_remove(&a, text, p.key, p.n, &out, &err);
		else
			rc = gaff_json_edit_remove_at(&a, text, p.key, p.n, c[i].i, &out, &err);
		CHECK_TEXT(told(rc, out, &err), c[i].after);
		gaff_arena_release(&a);
	}
}

/* clang-format off */
TEST(json_edit__an_element_goes_behind_the_last_one)
{
	static const struct add_case cases[] = {
		{ SV_INIT("[1]"), SV_INIT(""), SV_INIT("2"), SV_INIT("[1,2]") },
		{ SV_INIT("[1, 2]"), SV_INIT(""), SV_INIT("{\"a\":[1,2]}"), SV_INIT("[1, 2, {\"a\": [1, 2]}]") },
		{ SV_INIT("{\n  \"a\": [\n    1,\n    2\n  ]\n}\n"), SV_INIT("a"), SV_INIT("3"), SV_INIT("{\n  \"a\": [\n    1,\n    2,\n    3\n  ]\n}\n") },
		{ SV_INIT("{\n  \"a\": [1, 2]\n}\n"), SV_INIT("a"), SV_INIT("3"), SV_INIT("{\n  \"a\": [1, 2, 3]\n}\n") },
		{ SV_INIT("{\n  \"a\": [1, 2,\n    3, 4]\n}\n"), SV_INIT("a"), SV_INIT("5"), SV_INIT("{\n  \"a\": [1, 2,\n    3, 4, 5]\n}\n") },
		{ SV_INIT("[\n  1,\n  2]"), SV_INIT(""), SV_INIT("3"), SV_INIT("[\n  1,\n  2,\n  3]") },
		{ SV_INIT("[\n  1 ]"), SV_INIT(""), SV_INIT("3"), SV_INIT("[\n  1,\n  3 ]") },
		{ SV_INIT("[ 1  \n]"), SV_INIT(""), SV_INIT("3"), SV_INIT("[ 1,3  \n]") },
		{ SV_INIT("[\n\t1  \n]"), SV_INIT(""), SV_INIT("3"), SV_INIT("[\n\t1,  \n\t3\n]") },
	};

	check_appends(cases, COUNT_OF(cases));
}

TEST(json_edit__looks_like_its_neighbours)
{
	static const struct add_case cases[] = {
		{ SV_INIT("{\n\t\"a\": [\n\t\t{\n\t\t\t\"x\": 1\n\t\t}\n\t]\n}"), SV_INIT("a"), SV_INIT("{\"y\":[2]}"),
		  SV_INIT("{\n\t\"a\": [\n\t\t{\n\t\t\t\"x\": 1\n\t\t},\n\t\t{\n\t\t\t\"y\": [\n\t\t\t\t2\n\t\t\t]\n\t\t}\n\t]\n}") },
		/* of the list, although the file has another */
		{ SV_INIT("{\n  \"a\": [\n      1\n  ]\n}"), SV_INIT("a"), SV_INIT("{\"y\":2}"), SV_INIT("{\n  \"a\": [\n      1,\n      {\n          \"y\": 2\n      }\n  ]\n}") },
		{ SV_INIT("{\n   \"a\": []\n}"), SV_INIT("a"), SV_INIT("[0]"), SV_INIT("{\n   \"a\": [\n      [\n         0\n      ]\n   ]\n}") },
		/* on one line where the others are */
		{ SV_INIT("[\n  {\"a\": 1},\n  {\"a\": 2}\n]"), SV_INIT(""), SV_INIT("{\"a\":3,\"b\":[4,5]}"), SV_INIT("[\n  {\"a\": 1},\n  {\"a\": 2},\n  {\"a\": 3, \"b\": [4, 5]}\n]") },
		{ SV_INIT("[\n  { \"a\": 1, \"b\": 2 }\n]"), SV_INIT(""), SV_INIT("{\"a\":3,\"b\":[{},4]}"), SV_INIT("[\n  { \"a\": 1, \"b\": 2 },\n  { \"a\": 3, \"b\": [{}, 4] }\n]") },
		/* brackets that hold on to each other */
		{ SV_INIT("{\n  \"a\": [{\n    \"x\": 1\n  }]\n}"), SV_INIT("a"), SV_INIT("{\"y\":2}"), SV_INIT("{\n  \"a\": [{\n    \"x\": 1\n  }, {\n    \"y\": 2\n  }]\n}") },
		/* no indentation at all */
		{ SV_INIT("[\n{\n\"a\":1\n}\n]"), SV_INIT(""), SV_INIT("{\"b\":2}"), SV_INIT("[\n{\n\"a\":1\n},\n{\n\"b\":2\n}\n]") },
	};

	check_appends(cases, COUNT_OF(cases));
}

TEST(json_edit__one_line_stays_one_line)
{
	static const struct add_case cases[] = {
		{ SV_INIT("{\"hooks\":{\"a\":[]}}"), SV_INIT("hooks.a"), SV_INIT("{\"x\":[1,2]}"), SV_INIT("{\"hooks\":{\"a\":[{\"x\":[1,2]}]}}") },
		{ SV_INIT("{\"a\":1}\n"), SV_INIT("b.c"), SV_INIT("{\"x\":1}"), SV_INIT("{\"a\":1,\"b\":{\"c\":[{\"x\":1}]}}\n") },
		{ SV_INIT("{\"a\": 1, \"b\": {}}"), SV_INIT("b.c"), SV_INIT("{\"x\":1,\"y\":2}"), SV_INIT("{\"a\": 1, \"b\": {\"c\": [{\"x\": 1, \"y\": 2}]}}") },
		{ SV_INIT("{ \"a\": 1, \"b\": {} }"), SV_INIT("b.c"), SV_INIT("{\"x\":1}"), SV_INIT("{ \"a\": 1, \"b\": { \"c\": [{ \"x\": 1 }] } }") },
		{ SV_INIT("{\n  \"a\": {\"b\": []}\n}"), SV_INIT("a.b"), SV_INIT("{\"x\":1}"), SV_INIT("{\n  \"a\": {\"b\": [{\"x\": 1}]}\n}") },
		{ SV_INIT("[[ ]]"), SV_INIT(""), SV_INIT("0"), SV_INIT("[[ ],0]") },
	};

	check_appends(cases, COUNT_OF(cases));
}

TEST(json_edit__what_is_empty_is_opened_and_closed_again)
{
	static const struct add_case cases[] = {
		{ SV_INIT("{}"), SV_INIT("hooks.Pre"), SV_INIT("{\"c\":\"x\"}"), SV_INIT("{\n  \"hooks\": {\n    \"Pre\": [\n      {\n        \"c\": \"x\"\n      }\n    ]\n  }\n}") },
		{ SV_INIT("{}\r\n"), SV_INIT("a"), SV_INIT("1"), SV_INIT("{\r\n  \"a\": [\r\n    1\r\n  ]\r\n}\r\n") },
		{ SV_INIT("{ }\n"), SV_INIT("a"), SV_INIT("1"), SV_INIT("{ \n  \"a\": [\n    1\n  ]\n}\n") },
		{ SV_INIT("{\n}\n"), SV_INIT("a"), SV_INIT("1"), SV_INIT("{\n  \"a\": [\n    1\n  ]\n\n}\n") },
		{ SV_INIT("{\n\n}\n"), SV_INIT("a"), SV_INIT("1"), SV_INIT("{\n  \"a\": [\n    1\n  ]\n\n\n}\n") },
		{ SV_INIT("{\n\t\"a\": {\n\t\t\"b\": []\n\t}\n}\n"), SV_INIT("a.b"), SV_INIT("1"), SV_INIT("{\n\t\"a\": {\n\t\t\"b\": [\n\t\t\t1\n\t\t]\n\t}\n}\n") },
		{ SV_INIT("[]"), SV_INIT(""), SV_INIT("{\"a\":{}}"), SV_INIT("[\n  {\n    \"a\": {}\n  }\n]") },
	};

	check_appends(cases, COUNT_OF(cases));
}

TEST(json_edit__comments_keep_their_place)
{
	static const struct add_case cases[] = {
		{ SV_INIT("[\n  1 // one\n]"), SV_INIT(""), SV_INIT("2"), SV_INIT("[\n  1, // one\n  2\n]") },
		{ SV_INIT("[\n  1 /* one */ // more\n  // the end\n]"), SV_INIT(""), SV_INIT("2"), SV_INIT("[\n  1, /* one */ // more\n  2\n  // the end\n]") },
		{ SV_INIT("[\n  1 /* one\n  and more */\n]"), SV_INIT(""), SV_INIT("2"), SV_INIT("[\n  1, /* one\n  and more */\n  2\n]") },
		{ SV_INIT("[1 /* one */]"), SV_INIT(""), SV_INIT("2"), SV_INIT("[1 /* one */,2]") },
		{ SV_INIT("[1 // one\n]"), SV_INIT(""), SV_INIT("2"), SV_INIT("[1, // one\n  2\n]") },
		{ SV_INIT("{ // all\n}"), SV_INIT("a"), SV_INIT("1"), SV_INIT("{ // all\n  \"a\": [\n    1\n  ]\n}") },
		{ SV_INIT("{\n    // nothing yet\n}"), SV_INIT("a"), SV_INIT("1"), SV_INIT("{\n    \"a\": [\n        1\n    ]\n    // nothing yet\n}") },
		{ SV_INIT("{ /* nothing */ }"), SV_INIT("a"), SV_INIT("1"), SV_INIT("{ /* nothing */ \n  \"a\": [\n    1\n  ]\n}") },
		{ SV_INIT("// head\n{\n  \"a\" /* k */ : /* v */ [ // list\n    1\n    , // odd\n    2 /* two */ ] // end\n} // foot"), SV_INIT("a"), SV_INIT("3"),
		  SV_INIT("// head\n{\n  \"a\" /* k */ : /* v */ [ // list\n    1\n    , // odd\n    2, /* two */\n    3 ] // end\n} // foot") },
		{ SV_INIT("{\"a\":\"//\",\"b\":[\"/*\"]}"), SV_INIT("b"), SV_INIT("1"), SV_INIT("{\"a\":\"//\",\"b\":[\"/*\",1]}") },
		{ SV_INIT("[\n  1 // \xff\n]"), SV_INIT(""), SV_INIT("2"), SV_INIT("[\n  1, // \xff\n  2\n]") },
	};

	check_appends(cases, COUNT_OF(cases));
}

TEST(json_edit__a_comma_at_the_end_stays_one)
{
	static const struct add_case cases[] = {
		{ SV_INIT("[\n  1,\n]"), SV_INIT(""), SV_INIT("2"), SV_INIT("[\n  1,\n  2,\n]") },
		{ SV_INIT("[\n  1, // one\n]"), SV_INIT(""), SV_INIT("2"), SV_INIT("[\n  1, // one\n  2,\n]") },
		{ SV_INIT("[\n  1 // one\n  , // comma\n]"), SV_INIT(""), SV_INIT("2"), SV_INIT("[\n  1 // one\n  , // comma\n  2,\n]") },
		{ SV_INIT("[1, 2, ]"), SV_INIT(""), SV_INIT("3"), SV_INIT("[1, 2, 3, ]") },
		{ SV_INIT("[1,]"), SV_INIT(""), SV_INIT("3"), SV_INIT("[1,3,]") },
		{ SV_INIT("{\n\t\"a\": 1,\n}"), SV_INIT("b"), SV_INIT("3"), SV_INIT("{\n\t\"a\": 1,\n\t\"b\": [\n\t\t3\n\t],\n}") },
	};

	check_appends(cases, COUNT_OF(cases));
}

TEST(json_edit__line_ends_and_byte_order_mark_stay)
{
	static const struct add_case cases[] = {
		{ SV_INIT("\xef\xbb\xbf{\r\n\t\"a\": [\r\n\t\t1 // one\r\n\t]\r\n}"), SV_INIT("a"), SV_INIT("{\"b\":2}"),
		  SV_INIT("\xef\xbb\xbf{\r\n\t\"a\": [\r\n\t\t1, // one\r\n\t\t{\r\n\t\t\t\"b\": 2\r\n\t\t}\r\n\t]\r\n}") },
		{ SV_INIT("[\r 1\r]\r"), SV_INIT(""), SV_INIT("2"), SV_INIT("[\r 1,\r 2\r]\r") },
		{ SV_INIT("[\r\n]\r\n"), SV_INIT(""), SV_INIT("2"), SV_INIT("[\r\n  2\r\n\r\n]\r\n") },
		{ SV_INIT("// one\n[\r\n  1\r\n]\n"), SV_INIT(""), SV_INIT("2"), SV_INIT("// one\n[\r\n  1,\r\n  2\r\n]\n") },
	};

	check_appends(cases, COUNT_OF(cases));
}

TEST(json_edit__nothing_becomes_a_file)
{
	static const struct sv path[] = { SV_INIT("a") };
	static const struct sv cases[][2] = {
		{ SV_INIT(""), SV_INIT("{\n  \"a\": [\n    1\n  ]\n}\n") },
		{ SV_INIT("\n"), SV_INIT("\n{\n  \"a\": [\n    1\n  ]\n}\n") },
		{ SV_INIT("\xef\xbb\xbf"), SV_INIT("\xef\xbb\xbf{\n  \"a\": [\n    1\n  ]\n}\n") },
		{ SV_INIT("// c\r\n/* d */"), SV_INIT("// c\r\n/* d */\r\n{\r\n  \"a\": [\r\n    1\r\n  ]\r\n}\r\n") },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena a = fresh_arena();
		struct sv out = SV("");
		struct gaff_err err = { 0 };
		enum gaff_rc rc = gaff_json_edit_append(&a, cases[i][0], path, 1, SV("1"), &out, &err);

		CHECK_TEXT(told(rc, out, &err), cases[i][1]);
		gaff_arena_release(&a);
	}
}

TEST(json_edit__sets_members)
{
	static const struct add_case cases[] = {
		{ SV_INIT("{\"a\":1}"), SV_INIT("b"), SV_INIT("true"), SV_INIT("{\"a\":1,\"b\":true}") },
		{ SV_INIT("{\n  \"a\": {\"x\": 1}\n}"), SV_INIT("b.c"), SV_INIT("{\"d\":[]}"), SV_INIT("{\n  \"a\": {\"x\": 1},\n  \"b\": {\n    \"c\": {\n      \"d\": []\n    }\n  }\n}") },
		{ SV_INIT("{\n  \"a\": 1 // one\n}"), SV_INIT("b"), SV_INIT("2"), SV_INIT("{\n  \"a\": 1, // one\n  \"b\": 2\n}") },
		/* and gives others to those that are there */
		{ SV_INIT("{ \"a\" /* k */ : 1 /* v */ , \"b\": 2 }"), SV_INIT("a"), SV_INIT("[3]"), SV_INIT("{ \"a\" /* k */ : [3] /* v */ , \"b\": 2 }") },
		{ SV_INIT("{\n  \"a\": 1\n}"), SV_INIT("a"), SV_INIT("{\"b\":2}"), SV_INIT("{\n  \"a\": {\n    \"b\": 2\n  }\n}") },
		{ SV_INIT("{\n  \"a\": {\"b\": 1}\n}"), SV_INIT("a"), SV_INIT("{\"b\":2}"), SV_INIT("{\n  \"a\": {\"b\": 2}\n}") },
		{ SV_INIT("{\"a\":1,\"\\u0061\":2}"), SV_INIT("a"), SV_INIT("3"), SV_INIT("{\"a\":1,\"\\u0061\":3}") },
		/* what is there already is not written again */
		{ SV_INIT("{\"a\": {\"b\" :1, /**/ \"c\":\"\\u0064\" }}"), SV_INIT("a"), SV_INIT("{\"b\":1,\"c\":\"d\"}"), SV_INIT("{\"a\": {\"b\" :1, /**/ \"c\":\"\\u0064\" }}") },
	};

	check_sets(cases, COUNT_OF(cases));
}

TEST(json_edit__takes_out_what_others_wrote)
{
	static const struct remove_case cases[] = {
		{ SV_INIT("[1, 2, 3]"), SV_INIT(""), 0, SV_INIT("[2, 3]") },
		{ SV_INIT("[1, 2, 3]"), SV_INIT(""), 1, SV_INIT("[1, 3]") },
		{ SV_INIT("[1, 2, 3]"), SV_INIT(""), 2, SV_INIT("[1, 2]") },
		{ SV_INIT("{ \"a\": 1, \"b\": 2 }"), SV_INIT("a"), NONE, SV_INIT("{ \"b\": 2 }") },
		{ SV_INIT("{ \"a\": 1, \"b\": 2 }"), SV_INIT("b"), NONE, SV_INIT("{ \"a\": 1 }") },
		{ SV_INIT("{ \"a\": 1 }"), SV_INIT("a"), NONE, SV_INIT("{}") },
		{ SV_INIT("[\n  1,\n  2,\n  3\n]\n"), SV_INIT(""), 0, SV_INIT("[\n  2,\n  3\n]\n") },
		{ SV_INIT("[\n  1,\n  2,\n  3\n]\n"), SV_INIT(""), 1, SV_INIT("[\n  1,\n  3\n]\n") },
		{ SV_INIT("[\n  1\n]\n"), SV_INIT(""), 0, SV_INIT("[]\n") },
		{ SV_INIT("[\n  1,\n]\n"), SV_INIT(""), 0, SV_INIT("[]\n") },
		/* comments inside go, others stay */
		{ SV_INIT("[\n  // one\n  1, // 1\n  // two\n  { /* x */ }, // 2\n  3\n]"), SV_INIT(""), 1, SV_INIT("[\n  // one\n  1, // 1\n  // two\n  // 2\n  3\n]") },
		{ SV_INIT("[\n  1, // 1\n  2 // 2\n]"), SV_INIT(""), 1, SV_INIT("[\n  1 // 1\n  // 2\n]") },
		{ SV_INIT("[1, // 1\n 2]"), SV_INIT(""), 1, SV_INIT("[1 // 1\n]") },
		{ SV_INIT("[ // c\n 1]"), SV_INIT(""), 0, SV_INIT("[ // c\n]") },
		{ SV_INIT("[ // c\n 1, 2]"), SV_INIT(""), 0, SV_INIT("[ // c\n 2]") },
		{ SV_INIT("[1 /* 1 */ , /* 2 */ 2]"), SV_INIT(""), 0, SV_INIT("[ /* 1 */ /* 2 */ 2]") },
		{ SV_INIT("[1, 2, // 2\n]"), SV_INIT(""), 1, SV_INIT("[1, // 2\n]") },
		/* and what cannot be */
		{ SV_INIT("{\"a\":[1]}"), SV_INIT("a"), 1, SV_INIT("the list has 1 elements") },
		{ SV_INIT("{\"a\":[1]}"), SV_INIT("b"), 0, SV_INIT("there is no b") },
		{ SV_INIT("{\"a\":[1]}"), SV_INIT("a.b"), NONE, SV_INIT("a is no object") },
		{ SV_INIT("{\"a\":1}"), SV_INIT("a"), 0, SV_INIT("a is no list") },
		{ SV_INIT(" // c"), SV_INIT("a"), NONE, SV_INIT("there is no a") },
		{ SV_INIT("{\"a\":1,\"a\":2}"), SV_INIT("a"), NONE, SV_INIT("a is here twice, and this one would count") },
	};

	check_removes(cases, COUNT_OF(cases));
}

TEST(json_edit__replaces_elements)
{
	static const struct sv path[] = { SV_INIT("a") };
	static const struct sv cases[][3] = {
		{ SV_INIT("{\"a\":[0, 1, 2]}"), SV_INIT("{\"x\":1}"), SV_INIT("{\"a\":[0, {\"x\":1}, 2]}") },
		{ SV_INIT("{\n  \"a\": [\n    0, // z\n    {\n      \"x\": 0\n    } // o\n  ]\n}"), SV_INIT("{\"y\":[]}"), SV_INIT("{\n  \"a\": [\n    0, // z\n    {\n      \"y\": []\n    } // o\n  ]\n}") },
		{ SV_INIT("{\n  \"a\": [\n    0,\n    {\"x\": 0}\n  ]\n}"), SV_INIT("{\"y\":1}"), SV_INIT("{\n  \"a\": [\n    0,\n    {\"y\": 1}\n  ]\n}") },
		{ SV_INIT("{\"a\":[1]}"), SV_INIT("2"), SV_INIT("the list has 1 elements") },
		{ SV_INIT("{\"b\":[1]}"), SV_INIT("2"), SV_INIT("there is no a") },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena a = fresh_arena();
		struct sv out = SV("");
		struct gaff_err err = { 0 };
		enum gaff_rc rc = gaff_json_edit_replace(&a, cases[i][0], path, 1, 1, cases[i][1], &out, &err);

		CHECK_TEXT(told(rc, out, &err), cases[i][2]);
		gaff_arena_release(&a);
	}
}

TEST(json_edit__of_a_key_that_is_there_twice_the_last_one_counts)
{
	static const struct add_case cases[] = {
		{ SV_INIT("{\"a\":[1],\"a\":[2]}"), SV_INIT("a"), SV_INIT("3"), SV_INIT("{\"a\":[1],\"a\":[2,3]}") },
		{ SV_INIT("{\"a\":{\"b\":[]},\"\\u0061\":{\"b\":[2]}}"), SV_INIT("a.b"), SV_INIT("3"), SV_INIT("{\"a\":{\"b\":[]},\"\\u0061\":{\"b\":[2,3]}}") },
		{ SV_INIT("{\"a\":{\"b\":[]},\"a\":{}}"), SV_INIT("a.b"), SV_INIT("3"), SV_INIT("{\"a\":{\"b\":[]},\"a\":{\"b\":[3]}}") },
		{ SV_INIT("{\"\xc3\xa9\":[1e400,-0,\"\\ud83d\"]}"), SV_INIT("\xc3\xa9"), SV_INIT("3"), SV_INIT("{\"\xc3\xa9\":[1e400,-0,\"\\ud83d\",3]}") },
	};

	check_appends(cases, COUNT_OF(cases));
}

/* text, path, element; where and why it is refused */
struct refused_case {
	struct sv text, path, element;
	enum gaff_rc rc;
	size_t line, column, offset;
	const char *msg;
};

TEST(json_edit__says_where_it_cannot)
{
	static const struct refused_case cases[] = {
		{ SV_INIT("{\n  \"a\": 1\n}"), SV_INIT("a.b"), SV_INIT("1"), GAFF_EUNSUPPORTED, 2, 8, 9, "a is no object" },
		{ SV_INIT("\xef\xbb\xbf{\"a\": {}}"), SV_INIT("a"), SV_INIT("1"), GAFF_EUNSUPPORTED, 1, 7, 9, "a is no list" },
		{ SV_INIT(" []"), SV_INIT("a"), SV_INIT("1"), GAFF_EUNSUPPORTED, 1, 2, 1, "the whole is no object" },
		{ SV_INIT("{}"), SV_INIT(""), SV_INIT("1"), GAFF_EUNSUPPORTED, 1, 1, 0, "the whole is no list" },
		{ SV_INIT("{\"a\": null}"), SV_INIT("a"), SV_INIT("1"), GAFF_EUNSUPPORTED, 1, 7, 6, "a is no list" },
		{ SV_INIT("\xef\xbb\xbf{\n\"a\" 1}"), SV_INIT("a"), SV_INIT("1"), GAFF_ESYNTAX, 2, 5, 9, "a colon is missing after an object key" },
		{ SV_INIT("[1] /* "), SV_INIT(""), SV_INIT("1"), GAFF_ESYNTAX, 1, 5, 4, "a comment without its end" },
		{ SV_INIT(" /* "), SV_INIT(""), SV_INIT("1"), GAFF_ESYNTAX, 1, 2, 1, "a comment without its end" },
		{ SV_INIT("{}"), SV_INIT("a"), SV_INIT("{,}"), GAFF_EUSAGE, 0, 0, 0, "what is to be added is no JSON" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena a = fresh_arena();
		struct path p = path_of(cases[i].path);
		struct sv out = { 0 };
		struct gaff_err err = { 0 };

		CHECK(gaff_json_edit_append(&a, cases[i].text, p.key, p.n, cases[i].element, &out, &err) == cases[i].rc);
		CHECK(err.line == cases[i].line && err.column == cases[i].column && err.offset == cases[i].offset && !out.p);
		CHECK_TEXT(sv_of(err.msg), sv_of(cases[i].msg));
		gaff_arena_release(&a);
	}
}
/* clang-format on */

TEST(json_edit__too_deep_is_refused)
{
	static const struct sv path[] = { SV_INIT("a") };
	struct arena a = fresh_arena();
	struct buf deep = buf_in(&a);
	struct sv out;
	struct gaff_err err;

	for (int i = 0; i < 63; i++)
		buf_addc(&deep, '[');
	for (int i = 0; i < 63; i++)
		buf_addc(&deep, ']');
	CHECK(gaff_json_edit_set(&a, SV("{}"), path, 1, SV("[[[1]]]"), &out, &err) == GAFF_OK);
	CHECK(gaff_json_edit_set(&a, SV("{}"), path, 1, buf_sv(&deep), &out, &err) == GAFF_ETOOBIG);
	CHECK(gaff_json_edit_append(&a, SV("[]"), NULL, 0, buf_sv(&deep), &out, &err) == GAFF_OK);
	CHECK(gaff_json_edit_append(&a, out, NULL, 0, SV("1"), &out, &err) == GAFF_OK);
	CHECK(gaff_json_edit_set(&a, SV("{}"), path, 0, SV("1"), &out, &err) == GAFF_EUSAGE);
	CHECK(gaff_json_edit_remove(&a, SV("{}"), path, 0, &out, &err) == GAFF_EUSAGE);
	gaff_arena_release(&a);
}

TEST(json_edit__says_what_a_text_uses)
{
	struct arena a = fresh_arena();
	struct sv text = SV("\xef\xbb\xbf{\n \"//\": \",]\", // c\n \"\xc3\xa9\": [1 , /* */ ],}");
	struct gaff_json_style style = { 0 };
	struct gaff_err err;
	struct gaff_place place;

	CHECK(gaff_json_edit_style(&a, text, &style, &err) == GAFF_OK);
	CHECK(style.has_bom && style.has_comments && style.has_trailing_comma);
	place = gaff_json_edit_place(text, style.comment_offset);
	CHECK(place.line == 2 && place.column == 14);
	CHECK(text.p[style.comment_offset] == '/' && text.p[style.comment_offset + 2] == ' ');
	place = gaff_json_edit_place(text, style.comma_offset);
	CHECK(place.line == 3 && place.column == 10 && text.p[style.comma_offset] == ',');
	CHECK(gaff_json_edit_style(&a, SV("[1, {\"a\": \"/**/\"}]"), &style, &err) == GAFF_OK);
	CHECK(!style.has_bom && !style.has_comments && !style.has_trailing_comma);
	CHECK(gaff_json_edit_style(&a, SV(""), &style, &err) == GAFF_OK);
	CHECK(gaff_json_edit_style(&a, SV("[1,,]"), &style, &err) == GAFF_ESYNTAX);
	CHECK(gaff_json_edit_style(&a, SV(" // c"), &style, &err) == GAFF_OK);
	CHECK(style.has_comments && style.comment_offset == 1);
	gaff_arena_release(&a);
}

static double seconds_now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* How long some edits of a list take in a text of that size, in seconds. */
static double edit_large(struct sv element, size_t size)
{
	static const struct sv path[] = { SV_INIT("list") };
	struct arena a = fresh_arena();
	struct buf b = buf_in(&a);
	struct sv out = SV(""), back = SV("");
	struct gaff_err err = { 0 };
	size_t n = 0;
	double start, taken;

	gaff_buf_add(&b, SV("{\"list\": ["));
	for (; b.n < size; n++)
		gaff_buf_add(&b, element);
	gaff_buf_add(&b, SV("\n0], \"more\": 1}"));
	start = seconds_now();
	CHECK(gaff_json_edit_append(&a, buf_sv(&b), path, 1, SV("{\"b\":1}"), &out, &err) ==
	      GAFF_OK);
	CHECK(gaff_json_edit_remove_at(&a, out, path, 1, n + 1, &back, &err) == GAFF_OK);
	CHECK(sv_eq(back, buf_sv(&b)));
	CHECK(gaff_json_edit_remove_at(&a, out, path, 1, 0, &back, &err) == GAFF_OK);
	taken = seconds_now() - start;
	gaff_arena_release(&a);
	return taken;
}

/* Sixteen times the text; what is not linear would take 256 times as long. */
TEST(json_edit__large_files_in_linear_time)
{
	static const struct sv kinds[] = { SV_INIT("\n\t\t{ \"a\": [1, 2, {}] }, // c"),
					   SV_INIT("{\"a\":[1,2,{}]},"), SV_INIT("/**/ 1,\n\n\n"),
					   SV_INIT("[\n[],\n{\"x\\n\":\"y\"}],") };

	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		double small = edit_large(kinds[i], 1 << 17);

		CHECK(edit_large(kinds[i], 1 << 21) < 80 * small + 0.5);
	}
}

TEST(json_edit__a_path_may_lead_through_a_list)
{
	static const struct sv text = SV_INIT(
		"{\"h\": [{\"n\": [1]}, {\"n\": [2, 3], \"t\": 4} /* c */]}");
	struct sv path[] = { SV("h"), gaff_json_edit_at(1), SV("n") }, out;
	struct arena a = fresh_arena();
	struct gaff_err err;

	CHECK(gaff_json_edit_remove_at(&a, text, path, 3, 0, &out, &err) == GAFF_OK);
	CHECK_TEXT(out, SV("{\"h\": [{\"n\": [1]}, {\"n\": [3], \"t\": 4} /* c */]}"));
	path[2] = SV("t");
	CHECK(gaff_json_edit_set(&a, text, path, 3, SV("5"), &out, &err) == GAFF_OK);
	CHECK_TEXT(out, SV("{\"h\": [{\"n\": [1]}, {\"n\": [2, 3], \"t\": 5} /* c */]}"));
	path[1] = gaff_json_edit_at(2);
	CHECK(gaff_json_edit_set(&a, text, path, 3, SV("5"), &out, &err) == GAFF_ENOENT);
	path[0] = gaff_json_edit_at(0);
	CHECK(gaff_json_edit_set(&a, text, path, 3, SV("5"), &out, &err) == GAFF_EUNSUPPORTED);
	gaff_arena_release(&a);
}
