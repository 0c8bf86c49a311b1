#include "check.h"

#include "text/toml/toml.h"

/* The paths of tests are written with slashes. */
struct toml_path {
	struct sv name[8];
	size_t n;
};

static struct toml_path path_of(struct sv text)
{
	struct toml_path path = { .n = 1 };

	for (size_t i = 0, from = 0; i <= text.n; i++) {
		if (i < text.n && text.p[i] != '/')
			continue;
		path.name[path.n - 1] = (struct sv){ text.p + from, i - from };
		from = i + 1;
		path.n += i < text.n;
	}
	return path;
}

/* clang-format off */
struct read_case { struct sv toml, json; };
#define READ(toml, json) { SV_INIT(toml), SV_INIT(json) }
/* clang-format on */

static void check_reads(const struct read_case *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct gaff_err err;
		struct arena a;
		struct json doc;

		gaff_arena_init(&a, NULL, 0, 1 << 20);
		if (gaff_toml_read(&a, c[i].toml, &doc, &err) == GAFF_OK)
			CHECK_TEXT(json_sv(doc), c[i].json);
		else
			CHECK_TEXT(sv_of(err.msg), c[i].json);
		gaff_arena_release(&a);
	}
}

/* clang-format off */
TEST(toml__reads_keys_and_tables_in_order)
{
	static const struct read_case cases[] = {
		READ("", "{}"),
		READ("\xef\xbb\xbf" "a = 1", "{\"a\":1}"),
		READ("a = 1\r\nb.c = 2 # x\r\n'd.e' = 3\n\"\\u0066\" = 4", "{\"a\":1,\"b\":{\"c\":2},\"d.e\":3,\"f\":4}"),
		READ("[b.c]\nx = 1\n[a]\n[b]\ny = 2\n", "{\"b\":{\"c\":{\"x\":1},\"y\":2},\"a\":{}}"),
		READ("[[a]]\nx = 1\n[a.b]\n[[a]]\n[[a.c]]\ny = 2\n", "{\"a\":[{\"x\":1,\"b\":{}},{\"c\":[{\"y\":2}]}]}"),
		READ("a = { b.c = 1, b.d = [ { }, 2, # x\n [], ] }", "{\"a\":{\"b\":{\"c\":1,\"d\":[{},2,[]]}}}"),
		READ("[ a . 'b' ]\n\"\" = 1", "{\"a\":{\"b\":{\"\":1}}}"),
	};

	check_reads(cases, COUNT_OF(cases));
}

TEST(toml__reads_values_as_json_has_them)
{
	static const struct read_case cases[] = {
		READ("a = [+1, -0, 1_000, 0xff, 0o17, 0b11]", "{\"a\":[1,0,1000,255,15,3]}"),
		READ("a = 0xffffffffffffffffffff", "{\"a\":1208925819614629174706175}"),
		READ("a = [+1.5, 1e06, -0.0, 1_0.0_1E-1_0]", "{\"a\":[1.5,1e06,-0.0,10.01E-10]}"),
		READ("a = [inf, +inf, -inf, nan, -nan]", "{\"a\":[\"inf\",\"inf\",\"-inf\",\"nan\",\"nan\"]}"),
		READ("a = 1979-05-27 07:32:00.5z", "{\"a\":\"1979-05-27 07:32:00.5z\"}"),
		READ("a = [2000-02-29, 07:32:00]", "{\"a\":[\"2000-02-29\",\"07:32:00\"]}"),
		READ("a = [true, false]", "{\"a\":[true,false]}"),
		READ("a = \"\\b\\t\\n\\f\\r\\\"\\\\\\u00e9\\U0001F600\"", "{\"a\":\"\\b\\t\\n\\f\\r\\\"\\\\\xc3\xa9\xf0\x9f\x98\x80\"}"),
		READ("a = 'C:\\x'", "{\"a\":\"C:\\\\x\"}"),
		READ("a = \"\"\"\r\nx\r\ny \\ \r\n\r\n  z\"\"\"\"\"", "{\"a\":\"x\\ny z\\\"\\\"\"}"),
		READ("a = '''x\r\ny'''", "{\"a\":\"x\\ny\"}"),
		READ("a = '''\n'\\'''''", "{\"a\":\"'\\\\''\"}"),
	};

	check_reads(cases, COUNT_OF(cases));
}

TEST(toml__refuses_what_is_no_toml)
{
	static const struct read_case cases[] = {
		READ("a", "a = is missing behind a key"),
		READ("= 1", "a key is missing here"),
		READ("a = ", "a value is missing here"),
		READ("a = 1 b = 2", "the line should end here"),
		READ("a = 01", "the line should end here"),
		READ("a = 1\rb = 2", "the line should end here"),
		READ("a = 'x", "a string without its end"),
		READ("a = \"\"\"x\"\"", "a string without its end"),
		READ("a = \"\\e\"", "unknown escape in a string"),
		READ("a = \"\\ud800\"", "\\u needs 4, \\U needs 8 hex digits of a character"),
		READ("a = \"\x01\"", "a control character in a string"),
		READ("# \x7f", "a control character in a comment"),
		READ("a = '\xff'", "invalid UTF-8"),
		READ("a = 2001-02-29", "there is no such date"),
		READ("a = 0000-01-01", "there is no such date"),
		READ("a = [1 2]", "a comma or ] is missing"),
		READ("a = { b = 1,\n}", "a key is missing here"),
		READ("a = { b = 1\n}", "a comma or } is missing"),
		READ("[[a] ]", "a ] is missing behind the name of a table"),
		READ("a = 1\na = 1", "this key is there already"),
		READ("a = 1\na.b = 1", "this key has a value already"),
		READ("a = {}\n[a.b]", "this key has a value already"),
		READ("a = [{}]\n[[a]]", "this key is there already, as no array of tables"),
		READ("[a]\n[a]", "this table is there already"),
		READ("a.b = 1\n[a]", "this table is there already"),
		READ("[[a]]\n[a]", "this is an array of tables already"),
		READ("[a.b]\n[a]\nb.c = 1", "this table is complete already"),
	};

	check_reads(cases, COUNT_OF(cases));
}
/* clang-format on */

TEST(toml__says_where_it_is_wrong)
{
	struct gaff_err err;
	struct arena a;
	struct json doc;

	gaff_arena_init(&a, NULL, 0, 1 << 20);
	CHECK(gaff_toml_read(&a,
			     SV("\xef\xbb\xbf"
				"a = 1\r\n\xc3\xa9 = 2"),
			     &doc, &err) == GAFF_ESYNTAX);
	CHECK(err.line == 2 && err.column == 1 && err.offset == 10);
	gaff_arena_release(&a);
}

TEST(toml__stops_at_its_depth)
{
	static const char *const deep[] = { "[", "{a=", "a." };
	struct gaff_err err;
	struct json doc;

	for (size_t i = 0; i < COUNT_OF(deep); i++) {
		struct arena a;
		struct buf b;

		gaff_arena_init(&a, NULL, 0, 1 << 24);
		b = buf_in(&a);
		gaff_buf_add(&b, i < 2 ? SV("a=") : SV("["));
		for (size_t k = 0; k < 100000; k++)
			gaff_buf_add(&b, sv_of(deep[i]));
		CHECK(gaff_toml_read(&a, buf_sv(&b), &doc, &err) == GAFF_ETOOBIG);
		gaff_arena_release(&a);
	}
}

TEST(toml__many_keys_cost_no_more_than_their_number)
{
	struct gaff_err err;
	struct arena a;
	struct json doc;
	struct buf b;

	gaff_arena_init(&a, NULL, 0, 1 << 28);
	b = buf_in(&a);
	for (int i = 0; i < 100000; i++) {
		char line[32];
		int n = snprintf(line, sizeof line, "k%d = %d\n", i, i);

		gaff_buf_add(&b, (struct sv){ line, (size_t)n });
	}
	CHECK(gaff_toml_read(&a, buf_sv(&b), &doc, &err) == GAFF_OK);
	gaff_arena_release(&a);
	gaff_arena_init(&a, NULL, 0, 1 << 16);
	CHECK(gaff_toml_read(&a, SV("a = 1"), &doc, &err) == GAFF_OK);
	gaff_arena_release(&a);
	gaff_arena_init(&a, NULL, 0, 64);
	CHECK(gaff_toml_read(&a, SV("a = 1"), &doc, &err) == GAFF_ENOMEM);
	gaff_arena_release(&a);
}

enum edit { SET, APPEND, REMOVE, REMOVE_AT };

struct edit_case {
	enum edit edit;
	struct sv was, path, value, now; /* the value of REMOVE_AT is a digit */
};

static enum gaff_rc run_edit(struct arena *a, enum edit edit, struct sv text, struct sv where,
			     struct sv value, struct sv *out, struct gaff_err *err)
{
	struct toml_path path = path_of(where);
	struct json v = { 0 };

	if (value.n)
		CHECK(gaff_json_parse(value, &v, err) == GAFF_OK);
	switch (edit) {
	case SET:
		return gaff_toml_set(a, text, path.name, path.n, v, out, err);
	case APPEND:
		return gaff_toml_append(a, text, path.name, path.n, v, out, err);
	case REMOVE:
		return gaff_toml_remove(a, text, path.name, path.n, out, err);
	case REMOVE_AT:
		return gaff_toml_remove_at(a, text, path.name, path.n, (size_t)(value.p[0] - '0'),
					   out, err);
	default:
		return GAFF_EUSAGE;
	}
}

static void check_edits(const struct edit_case *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct sv now = SV("");
		struct gaff_err err;
		struct arena a;

		gaff_arena_init(&a, NULL, 0, 1 << 20);
		if (run_edit(&a, c[i].edit, c[i].was, c[i].path, c[i].value, &now, &err) == GAFF_OK)
			CHECK_TEXT(now, c[i].now);
		else
			CHECK_TEXT(sv_of(err.msg), c[i].now);
		gaff_arena_release(&a);
	}
}

/* clang-format off */
#define EDIT(edit, was, path, value, now) { edit, SV_INIT(was), SV_INIT(path), SV_INIT(value), SV_INIT(now) }

TEST(toml__sets_a_key_in_its_place)
{
	static const struct edit_case cases[] = {
		EDIT(SET, "# c\na = 1 # d\n", "a", "\"x\\\"\\u007f\\n\"", "# c\na = \"x\\\"\\u007F\\n\" # d\n"),
		EDIT(SET, "a = 0x10", "a", "16", "a = 0x10"),
		EDIT(SET, "a = 2020-01-01", "a", "\"2020-01-01\"", "a = \"2020-01-01\""),
		EDIT(SET, "a = { b = 1, c = 2 }", "a/b", "[1, {\"x y\": true}, {}]", "a = { b = [1, { \"x y\" = true }, {}], c = 2 }"),
		EDIT(SET, "[a]\nx = 1\n\n# b\n[b]\n", "a/y", "2", "[a]\nx = 1\ny = 2\n\n# b\n[b]\n"),
		EDIT(SET, "\t[a]\r\n\t[b]", "a/y", "2", "\t[a]\r\n\ty = 2\r\n\t[b]"),
		EDIT(SET, "[a]\nx = 1", "a/y", "2", "[a]\nx = 1\ny = 2"),
		EDIT(SET, "[a]\n x.y = 1\n z = 2\n", "a/x/w", "3", "[a]\n x.y = 1\n x.w = 3\n z = 2\n"),
		EDIT(SET, "a = {}", "a/b/c", "1", "a = { b.c = 1 }"),
		EDIT(SET, "a = {x = 1}", "a/b", "1", "a = {x = 1, b = 1}"),
		EDIT(SET, "", "a", "1", "a = 1\n"),
		EDIT(SET, "# top\n\n# of b\n[b]\n", "a", "1", "# top\n\na = 1\n# of b\n[b]\n"),
		EDIT(SET, "x = 1\n", "hooks/state//a b:0/trusted_hash", "\"sha256:0\"",
			"x = 1\n\n[hooks.state.\"\".\"a b:0\"]\ntrusted_hash = \"sha256:0\"\n"),
		EDIT(SET, "x = 1", "a/b", "1", "x = 1\n\n[a]\nb = 1"),
		EDIT(SET, "[a.b]\n", "a/c", "1", "[a.b]\n\n[a]\nc = 1\n"),
	};

	check_edits(cases, COUNT_OF(cases));
}

TEST(toml__appends_as_the_list_is_written)
{
	static const struct edit_case cases[] = {
		EDIT(APPEND, "", "h/P", "{\"hooks\":[{\"type\":\"command\"},{}],\"matcher\":\"^B$\"}",
			"[[h.P]]\nmatcher = \"^B$\"\n\n[[h.P.hooks]]\ntype = \"command\"\n\n[[h.P.hooks]]\n"),
		EDIT(APPEND, "[[a]]\nx = 1\n[b]\n[a.c]\ny = 2\n# d\n[e]\n", "a", "{\"z\":3}",
			"[[a]]\nx = 1\n[b]\n[a.c]\ny = 2\n\n[[a]]\nz = 3\n# d\n[e]\n"),
		EDIT(APPEND, "a = []", "a", "{\"x\":1}", "a = [ { x = 1 } ]"),
		EDIT(APPEND, "a = [{}]", "a", "{}", "a = [{}, {}]"),
		EDIT(APPEND, "a = [\n  {}, # one\n]\n", "a", "{}", "a = [\n  {}, # one\n  {},\n]\n"),
		EDIT(APPEND, "a = [\r\n\t{} # one\r\n]\r\n", "a", "{}", "a = [\r\n\t{}, # one\r\n\t{}\r\n]\r\n"),
		EDIT(APPEND, "h = {}", "h/P", "{}", "h = { P = [{}] }"),
		EDIT(APPEND, "[h]\nQ = []\n", "h/P", "{}", "[h]\nQ = []\n\n[[h.P]]\n"),
	};

	check_edits(cases, COUNT_OF(cases));
}

TEST(toml__removes_what_is_meant_and_nothing_else)
{
	static const struct edit_case cases[] = {
		EDIT(REMOVE, "# a\na = 1 # x\nb = 2\n", "a", "", "# a\nb = 2\n"),
		EDIT(REMOVE, "a = 1\nb = '''\n\n'''", "b", "", "a = 1"),
		EDIT(REMOVE, "a.b = 1\nc = 2\na.d = 3", "a", "", "c = 2"),
		EDIT(REMOVE, "a = { b.x = 1, c = 2, b.y = 3 }", "a/b", "", "a = { c = 2 }"),
		EDIT(REMOVE, "a = { b = 1 }", "a/b", "", "a = {}"),
		EDIT(REMOVE, "x = 1\n\n[a]\nb = 1\n# in\nc.d = 2\n# behind\n\n[a.e]\n", "a", "", "x = 1\n# behind\n\n[a.e]\n"),
		EDIT(REMOVE_AT, "[[a]]\nx = 1\n\n[[a]]\n[a.b]\n# c\n[[a.d]]\ny = 1\n\n[z]\n[a.e]\n", "a", "1", "[[a]]\nx = 1\n\n[z]\n"),
		EDIT(REMOVE_AT, "[[a]]\nx = 1\n\n[[a]]\nx = 2\n", "a", "0", "[[a]]\nx = 2\n"),
		EDIT(REMOVE_AT, "a = [{ x = 1 }, {}, 3]", "a", "0", "a = [{}, 3]"),
		EDIT(REMOVE_AT, "a = [{ x = 1 }, {}, 3]", "a", "1", "a = [{ x = 1 }, 3]"),
		EDIT(REMOVE_AT, "a = [{}, # x\n {}]", "a", "1", "a = [{} # x\n ]"),
		EDIT(REMOVE_AT, "a = [\n {}, # x\n {}, # y\n]", "a", "0", "a = [\n {}, # y\n]"),
		EDIT(REMOVE_AT, "a = [\n {},\n]", "a", "0", "a = [\n]"),
	};

	check_edits(cases, COUNT_OF(cases));
}

TEST(toml__says_why_it_cannot)
{
	static const struct edit_case cases[] = {
		EDIT(SET, "[[a]]\n", "a/b", "1", "a: is no table that a key could be put into"),
		EDIT(SET, "a = 1", "a/b", "1", "a: is no table that a key could be put into"),
		EDIT(SET, "[a.b]\n", "a/b", "1", "a.b: is a table of several lines, not a value"),
		EDIT(SET, "", "a", "null", "TOML has no null"),
		EDIT(SET, "", "a", "\"\\ud800\"", "TOML has no half of a surrogate pair"),
		EDIT(SET, "", "a", "9223372036854775808", "an integer of more than 64 bits"),
		EDIT(SET, "", "a", "{\"x\":1,\"x\":2}", "line 1 would not be TOML: this key is there already"),
		EDIT(SET, "", "\xff", "1", "line 1 would not be TOML: invalid UTF-8"),
		EDIT(SET, "a", "a", "1", "a = is missing behind a key"),
		EDIT(APPEND, "a = 1", "a", "{}", "a: is no list"),
		EDIT(APPEND, "", "a", "1", "an element is an object"),
		EDIT(REMOVE, "a = 1", "b/c", "", "b.c: is not there"),
		EDIT(REMOVE, "[[a]]", "a", "", "a: is an array of tables, to be removed one by one"),
		EDIT(REMOVE, "[a.b]", "a", "", "a: is there only because of its sub-tables"),
		EDIT(REMOVE_AT, "[[a]]", "a", "1", "a: has no such element"),
		EDIT(REMOVE_AT, "a = {}", "a", "0", "a: is no list"),
	};

	check_edits(cases, COUNT_OF(cases));
}

/* What was there before, with and without its end, in both kinds of line ends. */
static const struct sv before[] = {
	SV_INIT(""), SV_INIT("\n"), SV_INIT(" "), SV_INIT("# c"), SV_INIT("# c\n\n"), SV_INIT("\xef\xbb\xbf"),
	SV_INIT("x = 1"), SV_INIT("x = 1\r\n"), SV_INIT("x = 1\r\ny = 2"), SV_INIT("x = 1\n  "), SV_INIT("[x]\n# c"),
	SV_INIT("h = {}"), SV_INIT("h = { }"), SV_INIT("h = {a = 1 }"), SV_INIT("h = { P = [] }"), SV_INIT("h = { P = [{}] }"),
	SV_INIT("h.P = []"), SV_INIT("h.P = [ # c\n]"), SV_INIT("h.P = [\n  {} # c  \n ]"), SV_INIT("h.P = [{},]"), SV_INIT("h.P = [ {} , ]"),
	SV_INIT("[h]"), SV_INIT("[h]\n"), SV_INIT("[h]\n\n[i]"), SV_INIT("[[h.P]]"), SV_INIT("[[h.P]]\n# c\n[i]"), SV_INIT("[h.Q.q]"), SV_INIT("h.x = 1\n[i]"),
};
/* clang-format on */

static void check_set_and_back(struct arena *a, struct sv text)
{
	struct gaff_err err;
	struct sv now;

	CHECK(run_edit(a, SET, text, SV("h/n"), SV("1"), &now, &err) == GAFF_OK);
	CHECK(run_edit(a, REMOVE, now, SV("h/n"), SV(""), &now, &err) == GAFF_OK);
	if (!sv_eq(text, now)) /* the key was in a new table */
		CHECK(run_edit(a, REMOVE, now, SV("h"), SV(""), &now, &err) == GAFF_OK);
	CHECK_TEXT(now, text);
}

static void check_append_and_back(struct arena *a, struct sv text)
{
	static const struct sv element = SV_INIT("{\"m\":\"x\",\"hooks\":[{\"c\":1},{\"c\":[]}]}");
	struct gaff_err err;
	struct json doc;
	struct sv now, last;

	CHECK(gaff_toml_read(a, text, &doc, &err) == GAFF_OK);
	last = gaff_json_at(doc, SV("/h/P/0")).n ? SV("1") : SV("0");
	CHECK(run_edit(a, APPEND, text, SV("h/P"), element, &now, &err) == GAFF_OK);
	CHECK(run_edit(a, REMOVE_AT, now, SV("h/P"), last, &now, &err) == GAFF_OK);
	CHECK_TEXT(now, text);
}

TEST(toml__what_is_added_and_removed_leaves_the_same_bytes)
{
	for (size_t i = 0; i < COUNT_OF(before); i++) {
		struct arena a;

		gaff_arena_init(&a, NULL, 0, 1 << 24);
		check_set_and_back(&a, before[i]);
		check_append_and_back(&a, before[i]);
		gaff_arena_release(&a);
	}
}

/* Every amount of memory: an edit is whole, or there is none. */
TEST(toml__says_when_there_is_no_memory)
{
	static const struct edit_case cases[] = {
		EDIT(SET, "x = 1", "a/b", "\"v\\n\"", "x = 1\n\n[a]\nb = \"v\\n\""),
		EDIT(APPEND, "[[a]]\r\nx = \"\\n\"", "a", "{\"y\":[{\"z\":1}]}",
		     "[[a]]\r\nx = \"\\n\"\r\n\r\n[[a]]\r\n\r\n[[a.y]]\r\nz = 1"),
		EDIT(REMOVE_AT, "a = [{}, {}]", "a", "1", "a = [{}]"),
	};
	static char memory[32768];

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct edit_case *c = &cases[i];
		enum gaff_rc rc = GAFF_ENOMEM;

		for (size_t n = 0; n < sizeof memory; n += 61) {
			struct gaff_err err;
			struct arena a;
			struct sv now;

			gaff_arena_init(&a, memory, n, 0);
			rc = run_edit(&a, c->edit, c->was, c->path, c->value, &now, &err);
			CHECK(rc == GAFF_OK || rc == GAFF_ENOMEM);
			if (rc == GAFF_OK)
				CHECK_TEXT(now, c->now);
		}
		CHECK(rc == GAFF_OK);
	}
}
