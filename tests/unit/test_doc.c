#include "check.h"

#include "text/doc.h"

static char storage[1 << 16];

static struct arena fresh_arena(void)
{
	struct arena a;

	gaff_arena_init(&a, storage, sizeof storage, 1 << 27);
	return a;
}

/* text, and the JSON that it is */
struct doc_case {
	struct sv text, json;
};

static void check_docs(enum gaff_doc_syntax syntax, const struct doc_case *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct arena a = fresh_arena();
		struct buf out = buf_in(&a);
		struct json_writer w = { .out = &out };
		struct gaff_doc doc = { 0 };
		struct gaff_err err = { 0 };

		if (gaff_doc_parse(&a, c[i].text, syntax, &doc, &err) != GAFF_OK)
			gaff_buf_add(&out, sv_of(err.msg));
		gaff_doc_write(&w, doc.root);
		CHECK_TEXT(buf_sv(&out), c[i].json);
		gaff_arena_release(&a);
	}
}

/* text, and where and why it is refused */
struct refused_case {
	struct sv text;
	size_t line, column, offset;
	const char *msg;
	enum gaff_rc rc; /* GAFF_ESYNTAX unless said */
};

static void check_refused(enum gaff_doc_syntax syntax, const struct refused_case *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct arena a = fresh_arena();
		struct gaff_doc doc = { 0 };
		struct gaff_err err = { 0 };
		enum gaff_rc rc = gaff_doc_parse(&a, c[i].text, syntax, &doc, &err);

		CHECK(rc == (c[i].rc ? c[i].rc : GAFF_ESYNTAX) && rc == err.rc && !doc.root.p);
		if (err.line != c[i].line || err.column != c[i].column || err.offset != c[i].offset)
			fprintf(stderr, "%.*s: at %zu:%zu, byte %zu\n", SV_ARG(c[i].text), err.line,
				err.column, err.offset);
		CHECK(err.line == c[i].line && err.column == c[i].column &&
		      err.offset == c[i].offset);
		CHECK_TEXT(sv_of(err.msg), sv_of(c[i].msg));
		gaff_arena_release(&a);
	}
}

/* clang-format off */
TEST(doc__json_with_comments_and_trailing_commas)
{
	static const struct doc_case cases[] = {
		{ SV_INIT("{\"a\":1}"), SV_INIT("{\"a\":1}") },
		{ SV_INIT("// c\n{ // d\n\"a\": 1 /* e */ , /* f\n */ \"b\" : [1, 2,] , } // g"), SV_INIT("{\"a\":1,\"b\":[1,2]}") },
		{ SV_INIT("[\"//\", \"/* */\", \"\\\"//\", \"a,]\"]"), SV_INIT("[\"//\",\"/* */\",\"\\\"//\",\"a,]\"]") },
		{ SV_INIT("1//"), SV_INIT("1") },
		{ SV_INIT("1/**/"), SV_INIT("1") },
		{ SV_INIT("/***/1/*/ */"), SV_INIT("1") },
		{ SV_INIT("[1,//,\r\n2,\r\n]\r\n"), SV_INIT("[1,2]") },
		{ SV_INIT("// c\r[1]"), SV_INIT("[1]") },
		{ SV_INIT("\xef\xbb\xbf// c\n[]"), SV_INIT("[]") },
		{ SV_INIT("[[],{},[1,],{\"a\":{},},]"), SV_INIT("[[],{},[1],{\"a\":{}}]") },
		{ SV_INIT("[true,]"), SV_INIT("[true]") },
		{ SV_INIT("[\"a\",/*x*/]"), SV_INIT("[\"a\"]") },
		{ SV_INIT("\"\\u0061\\/\\u00e9\\ud83d\\ude00\\ud83d\\n\\u000a\""), SV_INIT("\"a/\xc3\xa9\xf0\x9f\x98\x80\\ud83d\\n\\n\"") },
		{ SV_INIT("[1.50, -0, 1E5, 123456789012345678901234567890]"), SV_INIT("[1.50,-0,1E5,123456789012345678901234567890]") },
		{ SV_INIT("{\"b\":{\"a\":1},\"a\":{\"a\":1},\"\":[{\"a\":1},{\"a\":1}]}"), SV_INIT("{\"b\":{\"a\":1},\"a\":{\"a\":1},\"\":[{\"a\":1},{\"a\":1}]}") },
	};

	check_docs(GAFF_DOC_JSON, cases, COUNT_OF(cases));
}

TEST(doc__json_errors_have_the_place_of_the_original)
{
	static const struct refused_case cases[] = {
		{ SV_INIT(""), 1, 1, 0, "there is no JSON here", 0 },
		{ SV_INIT("// c\n"), 2, 1, 5, "there is no JSON here", 0 },
		{ SV_INIT("[,]"), 1, 2, 1, "not a JSON value", 0 },
		{ SV_INIT("{,}"), 1, 2, 1, "an object key must be a string", 0 },
		{ SV_INIT("[1,,]"), 1, 4, 3, "not a JSON value", 0 },
		{ SV_INIT("{\"a\":,}"), 1, 6, 5, "not a JSON value", 0 },
		{ SV_INIT("[1],"), 1, 4, 3, "text after the JSON value", 0 },
		{ SV_INIT(",]"), 1, 1, 0, "not a JSON value", 0 },
		{ SV_INIT("{\n /* \xc3\xa9 */ x"), 2, 10, 12, "an object key must be a string", 0 },
		{ SV_INIT("\xef\xbb\xbf[\n  1 /*"), 2, 5, 9, "a comment without its end", 0 },
		{ SV_INIT("1 /*/"), 1, 3, 2, "a comment without its end", 0 },
		{ SV_INIT("[1 / 2]"), 1, 4, 3, "a / that begins no comment", 0 },
		{ SV_INIT("{} /"), 1, 4, 3, "a / that begins no comment", 0 },
		{ SV_INIT("{'a/b': 1}"), 1, 2, 1, "an object key must be a string", 0 },
		{ SV_INIT("{\r\n# c\r\n}"), 2, 1, 3, "a comment begins with // here", 0 },
		{ SV_INIT("[\r1\r2]"), 3, 1, 4, "a comma or ] is missing", 0 },
		{ SV_INIT("[\"a"), 1, 4, 3, "unterminated string", 0 },
		{ SV_INIT("[\"a\\"), 1, 4, 3, "unterminated string", 0 },
		{ SV_INIT("[] // \xff"), 1, 7, 6, "invalid UTF-8", 0 },
		{ SV_INIT("\xef\xbb\xbf\xef\xbb\xbf[]"), 1, 1, 3, "a second byte order mark", 0 },
		{ SV_INIT("{\"a\":1, // \"a\"\n \"\\u0061\":2}"), 2, 2, 16, "the key \"a\" is here twice", 0 },
		{ SV_INIT("{\"b\":1,\"a\":1,\"x\":{\"\":1,\"\":2},\"a\":3,\"b\":4}"), 1, 24, 23, "the key \"\" is here twice", 0 },
		{ SV_INIT("[{\"a\\n\":1,\"a\\u000a\":2}]"), 1, 11, 10, "the key \"a\\n\" is here twice", 0 },
	};

	check_refused(GAFF_DOC_JSON, cases, COUNT_OF(cases));
}

TEST(doc__yaml_plain_scalars_by_the_core_schema)
{
	static const struct doc_case cases[] = {
		{ SV_INIT("[null, Null, NULL, ~, nUll, ]"), SV_INIT("[null,null,null,null,\"nUll\"]") },
		{ SV_INIT("a:\nb: \n"), SV_INIT("{\"a\":null,\"b\":null}") },
		{ SV_INIT("---"), SV_INIT("null") },
		{ SV_INIT("[true, True, TRUE, false, False, FALSE, tRue]"), SV_INIT("[true,true,true,false,false,false,\"tRue\"]") },
		{ SV_INIT("[yes, no, on, off, y, n, Yes, NO]"), SV_INIT("[\"yes\",\"no\",\"on\",\"off\",\"y\",\"n\",\"Yes\",\"NO\"]") },
		{ SV_INIT("[0, -0, +5, 007, -007, 00, -12, 0777]"), SV_INIT("[0,-0,5,7,-7,0,-12,777]") },
		{ SV_INIT("[0o17, 0o0, 0x1F, 0xfF, 0xffffffffffffffff, 0o1777777777777777777777]"), SV_INIT("[15,0,31,255,18446744073709551615,18446744073709551615]") },
		{ SV_INIT("[0o8, 0x, 0xg, -0x1, 0X1F, 0b1, 1_000, 1:30]"), SV_INIT("[\"0o8\",\"0x\",\"0xg\",\"-0x1\",\"0X1F\",\"0b1\",\"1_000\",\"1:30\"]") },
		{ SV_INIT("[.5, 5., +.5, -.5e3, 1e5, 1E+05, 5.e3, 00.10, 1.50]"), SV_INIT("[0.5,5.0,0.5,-0.5e3,1e5,1E+05,5.0e3,0.10,1.50]") },
		{ SV_INIT("[., -, +, .e1, 1e, 1.2.3, 1e5.0, +-1, .5., 2026-01-02]"), SV_INIT("[\".\",\"-\",\"+\",\".e1\",\"1e\",\"1.2.3\",\"1e5.0\",\"+-1\",\".5.\",\"2026-01-02\"]") },
		{ SV_INIT("123456789012345678901234567890"), SV_INIT("123456789012345678901234567890") },
		{ SV_INIT("['1', \"true\", '', \"~\", '.inf']"), SV_INIT("[\"1\",\"true\",\"\",\"~\",\".inf\"]") },
		{ SV_INIT("a: |\n  1\nb: >-\n  x\n  y\n\n  z\n"), SV_INIT("{\"a\":\"1\\n\",\"b\":\"x y\\nz\"}") },
		{ SV_INIT("[!!str 1, !!str , !!int 007, !!int '0x1F', !!float 1, !!float 1., !!bool 'true', !!null '', ! 12, ! ~]"), SV_INIT("[\"1\",\"\",7,31,1,1.0,true,null,\"12\",\"~\"]") },
		{ SV_INIT("!!map {a: !!seq [1], b: ! [2]}"), SV_INIT("{\"a\":[1],\"b\":[2]}") },
		{ SV_INIT("!<tag:yaml.org,2002:str> 1"), SV_INIT("\"1\"") },
	};

	check_docs(GAFF_DOC_YAML, cases, COUNT_OF(cases));
}

TEST(doc__yaml_structure_and_keys)
{
	static const struct doc_case cases[] = {
		{ SV_INIT("1: x\nnull: y\n0x1F: z\n.inf: i\n~: t\n"), SV_INIT("{\"1\":\"x\",\"null\":\"y\",\"0x1F\":\"z\",\".inf\":\"i\",\"~\":\"t\"}") },
		{ SV_INIT("? a\n? b\n: 1\n"), SV_INIT("{\"a\":null,\"b\":1}") },
		{ SV_INIT("\"<<\": 1\n!!str a: <<\n'': 2\n"), SV_INIT("{\"<<\":1,\"a\":\"<<\",\"\":2}") },
		{ SV_INIT("- a\n- - b\n  - c\n- d: e\n  f: {g: [h, i: j]}\n-\n"), SV_INIT("[\"a\",[\"b\",\"c\"],{\"d\":\"e\",\"f\":{\"g\":[\"h\",{\"i\":\"j\"}]}},null]") },
		{ SV_INIT("%YAML 1.2\n---\na: 1\n...\n# c\n...\n"), SV_INIT("{\"a\":1}") },
		{ SV_INIT("%YAML 1.1\n--- yes\n"), SV_INIT("\"yes\"") },
		{ SV_INIT("\xef\xbb\xbf" "a: 1\r\nb: 2\r\n"), SV_INIT("{\"a\":1,\"b\":2}") },
		{ SV_INIT("\"\\0\\x01\\u00e9\\U0001f600\\n\\/\\\"\\u2028\\N\""), SV_INIT("\"\\u0000\\u0001\xc3\xa9\xf0\x9f\x98\x80\\n/\\\"\xe2\x80\xa8\xc2\x85\"") },
		{ SV_INIT("{\"a\":[1,true,null,\"b\\u00e9\"],\"c\":{}}"), SV_INIT("{\"a\":[1,true,null,\"b\xc3\xa9\"],\"c\":{}}") },
		{ SV_INIT("a#b: c #d\n# e"), SV_INIT("{\"a#b\":\"c\"}") },
		{ SV_INIT("a: b\n c\n  d\n"), SV_INIT("{\"a\":\"b c d\"}") },
		{ SV_INIT("a: b\n %TAG\n"), SV_INIT("{\"a\":\"b %TAG\"}") },
	};

	check_docs(GAFF_DOC_YAML, cases, COUNT_OF(cases));
}

TEST(doc__yaml_refuses_with_a_place)
{
	static const struct refused_case cases[] = {
		{ SV_INIT(""), 1, 1, 0, "there is no YAML here", 0 },
		{ SV_INIT("# c\n \n"), 3, 1, 6, "there is no YAML here", 0 },
		{ SV_INIT("a: 1\n---\nb: 2\n"), 2, 1, 5, "a second document; there may be one only", 0 },
		{ SV_INIT("a\n...\nb"), 3, 1, 6, "did not find expected <document start>", 0 },
		{ SV_INIT("a: &x 1"), 1, 4, 3, "anchors are not supported", 0 },
		{ SV_INIT("\xef\xbb\xbf\xc3\xa9: &x [1]"), 1, 4, 7, "anchors are not supported", 0 },
		{ SV_INIT("&x a: 1"), 1, 1, 0, "anchors are not supported", 0 },
		{ SV_INIT("a: &x\n  b: 1"), 1, 4, 3, "anchors are not supported", 0 },
		{ SV_INIT("\xc3\xa9: *x"), 1, 4, 4, "aliases are not supported", 0 },
		{ SV_INIT("a:\n  <<: {b: 1}"), 2, 3, 5, "merge keys are not supported", 0 },
		{ SV_INIT("a: !x 1"), 1, 4, 3, "a tag that is not supported", 0 },
		{ SV_INIT("!!set {a}"), 1, 1, 0, "a tag that is not supported", 0 },
		{ SV_INIT("- !!binary aGk="), 1, 3, 2, "a tag that is not supported", 0 },
		{ SV_INIT("!!int a"), 1, 1, 0, "a tag that does not fit the value", 0 },
		{ SV_INIT("!!int 1.5"), 1, 1, 0, "a tag that does not fit the value", 0 },
		{ SV_INIT("[!!map a]"), 1, 2, 1, "a tag that does not fit the value", 0 },
		{ SV_INIT("!!seq {}"), 1, 1, 0, "a tag that does not fit the value", 0 },
		{ SV_INIT("!!str []"), 1, 1, 0, "a tag that does not fit the value", 0 },
		{ SV_INIT("!!bool 1: x"), 1, 1, 0, "a tag that does not fit the value", 0 },
		{ SV_INIT("# c\n%TAG ! x\n--- a"), 2, 1, 4, "%TAG is not supported", 0 },
		{ SV_INIT("%YAML 2.0\n--- a"), 1, 1, 0, "found incompatible YAML document", 0 },
		{ SV_INIT("%FOO\n--- a"), 1, 5, 4, "found unknown directive name", 0 },
		{ SV_INIT("a: .inf"), 1, 4, 3, ".inf and .nan are not supported", 0 },
		{ SV_INIT("[-.INF]"), 1, 2, 1, ".inf and .nan are not supported", 0 },
		{ SV_INIT("!!float .NaN"), 1, 1, 0, ".inf and .nan are not supported", 0 },
		{ SV_INIT("a: 0x10000000000000000"), 1, 4, 3, "a number of more than 64 bits", 0 },
		{ SV_INIT("a: 0o2000000000000000000000"), 1, 4, 3, "a number of more than 64 bits", 0 },
		{ SV_INIT("[a, b]: c"), 1, 1, 0, "a key must be a single value", 0 },
		{ SV_INIT("? {a: b}\n: c"), 1, 3, 2, "a key must be a single value", 0 },
		{ SV_INIT("a: 1\n\xc3\xa9: 1\n\xc3\xa9: 2"), 3, 1, 11, "the key \"\xc3\xa9\" is here twice", 0 },
		{ SV_INIT("1: a\n'1': b"), 2, 1, 5, "the key \"1\" is here twice", 0 },
		{ SV_INIT("{a: {b: 1, \"\\x62\": 2}}"), 1, 12, 11, "the key \"b\" is here twice", 0 },
		{ SV_INIT("a: [1\n"), 2, 1, 6, "did not find expected ',' or ']'", 0 },
		{ SV_INIT("a: 1\n b: 2\n"), 2, 3, 7, "mapping values are not allowed in this context", 0 },
		{ SV_INIT("\xc3\xa9: \"x"), 1, 6, 6, "found unexpected end of stream", 0 },
		{ SV_INIT("a: 1\nb: \x01"), 2, 4, 8, "control characters are not allowed", 0 },
		{ SV_INIT("a: \xff"), 1, 4, 3, "invalid UTF-8", 0 },
		{ SV_INIT("# c\xe2\x80\xa8x: 1"), 1, 4, 3, "a line end that cannot be seen (U+0085, U+2028 or U+2029)", 0 },
		{ SV_INIT("# c\xc2\x85x: 1"), 1, 4, 3, "a line end that cannot be seen (U+0085, U+2028 or U+2029)", 0 },
		{ SV_INIT("\"\\ud800\""), 1, 4, 3, "found invalid Unicode character escape code", 0 },
		{ SV_INIT("\xff\xfe" "a\0"), 1, 1, 0, "invalid UTF-8", 0 },
	};

	check_refused(GAFF_DOC_YAML, cases, COUNT_OF(cases));
}
/* clang-format on */

static void check_place(const struct gaff_doc *doc, struct sv pointer, size_t line, size_t column)
{
	struct gaff_place place = gaff_doc_place(doc, gaff_json_at(doc->root, pointer).p);

	if (place.line != line || place.column != column)
		fprintf(stderr, "%.*s is at %zu:%zu\n", SV_ARG(pointer), place.line, place.column);
	CHECK(place.line == line && place.column == column);
}

TEST(doc__places_are_those_of_the_person)
{
	struct sv json = SV("\xef\xbb\xbf{ // \xc3\xa9\r\n\t/* \xc3\xa9 */ \"a\": [1,\r\n 2],"
			    " \"\xc3\xa9\": {\"b\": null}\n}");
	struct sv yaml = SV("\xef\xbb\xbf# \xc3\xa9\r\n\xc3\xa9:\r\n  - 1\r\n  - !!str 2\r\n"
			    "a: {\xc3\xa9: b, c: [d, {e}]}\r\nf: |\r\n  x\r\ng:\r\n  h: 1\r\n");
	struct arena a = fresh_arena();
	struct gaff_doc doc;
	struct gaff_err err;
	struct json_iter it;
	struct json key, value;

	CHECK(gaff_doc_parse(&a, json, GAFF_DOC_JSON, &doc, &err) == GAFF_OK);
	check_place(&doc, SV(""), 1, 1);
	check_place(&doc, SV("/a"), 2, 15);
	check_place(&doc, SV("/a/1"), 3, 2);
	check_place(&doc, SV("/\xc3\xa9/b"), 3, 17);
	it = gaff_json_iter(doc.root);
	CHECK(gaff_json_next(&it, &key, &value));
	CHECK(gaff_doc_place(&doc, key.p).column == 10);

	CHECK(gaff_doc_parse(&a, yaml, GAFF_DOC_YAML, &doc, &err) == GAFF_OK);
	check_place(&doc, SV(""), 2, 1);
	check_place(&doc, SV("/\xc3\xa9"), 3, 3);
	check_place(&doc, SV("/\xc3\xa9/0"), 3, 5);
	check_place(&doc, SV("/\xc3\xa9/1"), 4, 5);
	check_place(&doc, SV("/a"), 5, 4);
	check_place(&doc, SV("/a/\xc3\xa9"), 5, 8);
	check_place(&doc, SV("/a/c/1"), 5, 18);
	check_place(&doc, SV("/f"), 6, 4);
	check_place(&doc, SV("/g/h"), 9, 6);
	it = gaff_json_iter(gaff_json_at(doc.root, SV("/a")));
	CHECK(gaff_json_next(&it, &key, &value) && gaff_json_next(&it, &key, &value));
	CHECK(gaff_doc_place(&doc, key.p).line == 5 && gaff_doc_place(&doc, key.p).column == 11);
	gaff_arena_release(&a);
}

static enum gaff_rc parse_repeated(enum gaff_doc_syntax syntax, const char *piece, size_t n,
				   struct gaff_err *err)
{
	struct arena a = fresh_arena();
	struct buf text = buf_in(&a);
	struct gaff_doc doc;
	enum gaff_rc rc;

	while (n--)
		gaff_buf_add(&text, sv_of(piece));
	CHECK(buf_ok(&text));
	rc = gaff_doc_parse(&a, buf_sv(&text), syntax, &doc, err);
	gaff_arena_release(&a);
	return rc;
}

static enum gaff_rc parse_nested(enum gaff_doc_syntax syntax, size_t depth, struct gaff_err *err)
{
	char text[256];

	memset(text, '[', depth);
	memset(text + depth, ']', depth);
	text[2 * depth] = '\0';
	return parse_repeated(syntax, text, 1, err);
}

TEST(doc__is_bounded)
{
	struct gaff_err err;

	for (int i = 0; i < 2; i++) {
		enum gaff_doc_syntax syntax = i ? GAFF_DOC_YAML : GAFF_DOC_JSON;

		CHECK(parse_nested(syntax, GAFF_DOC_DEPTH_MAX, &err) == GAFF_OK);
		CHECK(parse_nested(syntax, GAFF_DOC_DEPTH_MAX + 1, &err) == GAFF_ETOOBIG);
		CHECK_TEXT(sv_of(err.msg), SV("nested too deeply"));
		CHECK(err.line == 1 && err.column == GAFF_DOC_DEPTH_MAX + 1);
		CHECK(parse_repeated(syntax, "[", GAFF_DOC_MAX, &err) == GAFF_ETOOBIG);
		CHECK(parse_repeated(syntax, "1", GAFF_DOC_MAX, &err) == GAFF_OK);
		CHECK(parse_repeated(syntax, "1", GAFF_DOC_MAX + 1, &err) == GAFF_ETOOBIG);
		CHECK_TEXT(sv_of(err.msg), SV("larger than 1048576 bytes"));
		CHECK(err.line == 0);
	}
	CHECK(parse_repeated(GAFF_DOC_YAML, "%TAG ! x\n", 100000, &err) == GAFF_ESYNTAX);
	CHECK(parse_repeated(GAFF_DOC_YAML, " ", GAFF_DOC_BLANKS_MAX + 1, &err) == GAFF_ETOOBIG);
	CHECK_TEXT(sv_of(err.msg), SV("more than 4096 spaces and line ends in a row"));
}

/* A hundred thousand keys in one map; the last one twice. */
TEST(doc__many_keys_take_no_longer_than_sorting_them)
{
	static char text[1 << 20];

	for (int i = 0; i < 2; i++) {
		struct arena a = fresh_arena();
		struct gaff_doc doc;
		struct gaff_err err;
		size_t n = 0;

		text[n++] = '{';
		for (int k = 0; k < 100000; k++)
			n += (size_t)snprintf(text + n, sizeof text - n, "\"%x\":1,\n", k);
		n += (size_t)snprintf(text + n, sizeof text - n, "\"%x\":1}", i ? 100000 : 99999);
		CHECK(gaff_doc_parse(&a, (struct sv){ text, n }, GAFF_DOC_JSON, &doc, &err) ==
		      (i ? GAFF_OK : GAFF_ESYNTAX));
		CHECK(i || (err.line == 100001 && err.column == 1));
		CHECK(gaff_doc_parse(&a, (struct sv){ text, n }, GAFF_DOC_YAML, &doc, &err) ==
		      (i ? GAFF_OK : GAFF_ESYNTAX));
		CHECK(i || (err.line == 100001 && err.column == 1));
		gaff_arena_release(&a);
	}
}

/* Wherever memory ends: an error, and nothing of libyaml is left (valgrind and ASan look). */
TEST(doc__without_memory)
{
	struct sv text = SV("{\"a\\n\": [1, 2, {\"b\": \"some text that is not short\"}], \"c\": "
			    "[\"\", \"\", \"\", \"\"], \"d\": {\"e\": 1, \"f\\t\": 2}}");
	size_t failed = 0;

	for (size_t room = 0; room < 4096; room += 16) {
		for (int i = 0; i < 2; i++) {
			static _Alignas(16) char memory[4096];
			struct gaff_doc doc = { 0 };
			struct gaff_err err;
			struct arena a;
			enum gaff_rc rc;

			gaff_arena_init(&a, memory, room, 0);
			rc = gaff_doc_parse(&a, text, i ? GAFF_DOC_YAML : GAFF_DOC_JSON, &doc,
					    &err);
			CHECK(rc == GAFF_OK || (rc == GAFF_ENOMEM && !doc.root.p));
			failed += rc != GAFF_OK;
			gaff_arena_release(&a);
		}
	}
	CHECK(failed > 20 && failed < 400);
}
