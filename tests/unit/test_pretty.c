#include "check.h"

#include <stdint.h>

#include "text/doc.h"
#include "text/json/json_pretty.h"
#include "text/toml/toml.h"
#include "text/yaml/yaml_write.h"

/* ---- JSON for people ---- */

static void check_pretty(struct sv json, unsigned flags, struct sv want)
{
	struct gaff_err err;
	struct json v;
	struct arena a;
	struct buf b;

	gaff_arena_init(&a, NULL, 0, 1 << 20);
	b = buf_in(&a);
	CHECK(gaff_json_parse(json, &v, &err) == GAFF_OK);
	gaff_json_pretty(&b, v, flags);
	CHECK_TEXT(buf_sv(&b), want);
	gaff_arena_release(&a);
}

TEST(pretty__a_member_a_line)
{
	check_pretty(SV(" { \"a\" : 1 , \"b\" : { \"c\" : [ { \"d\" : null } ] } } "), 0,
		     SV("{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [\n      {\n        \"d\": null\n"
			"      }\n    ]\n  }\n}\n"));
	check_pretty(SV("\"x\""), 0, SV("\"x\"\n"));
	check_pretty(SV("[ ]"), 0, SV("[]\n"));
	check_pretty(SV("{\"a\":{ },\"b\":[[]]}"), 0,
		     SV("{\n  \"a\": {},\n  \"b\": [\n    []\n  ]\n}\n"));
}

TEST(pretty__short_lists_stay_on_a_line)
{
	check_pretty(SV("{\"a\":[1,\"]\",true]}"), 0, SV("{\n  \"a\": [1, \"]\", true]\n}\n"));
	check_pretty(
		SV("[\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\","
		   "\"bbbbbbbbbbbbbbbbb\"]"),
		0,
		SV("[\n  \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		   "\",\n  \"bbbbbbbbbbbbbbbbb\"\n]\n"));
}

TEST(pretty__texts_keep_their_spelling)
{
	check_pretty(SV("[\"\\u00e9 \\/ // /*\"]"), 0, SV("[\"\\u00e9 \\/ // /*\"]\n"));
}

/* Nobody who looks for comments without knowing what a text is finds one. */
TEST(pretty__no_comment_marks_in_texts)
{
	check_pretty(SV("{\"a//b\":\"https://x/*.ts ///*/ \\//\"}"), GAFF_PRETTY_NO_COMMENT_MARKS,
		     SV("{\n  \"a/\\/b\": \"https:/\\/x/\\u002a.ts /\\/\\/\\u002a/ \\/\\/\"\n}\n"));
}

/* ---- YAML ---- */

static void check_yaml(struct sv json, struct sv want)
{
	struct gaff_err err;
	struct json v;
	struct arena a;
	struct buf b;

	gaff_arena_init(&a, NULL, 0, 1 << 20);
	b = buf_in(&a);
	CHECK(gaff_json_parse(json, &v, &err) == GAFF_OK);
	if (gaff_yaml_document(&a, v, &b, &err) == GAFF_OK)
		CHECK_TEXT(buf_sv(&b), want);
	else
		CHECK_TEXT(sv_of(err.msg), want);
	gaff_arena_release(&a);
}

TEST(yaml_write__blocks)
{
	check_yaml(SV("{\"spec\":\"hooks/1.0\",\"hooks\":[{\"event\":\"agent_stop\",\"m\":{\"a\":1}"
		      ",\"l\":[1,[2,[]],{}]},{\"b\":null}]}"),
		   SV("spec: hooks/1.0\nhooks:\n  - event: agent_stop\n    m:\n      a: 1\n    l:\n"
		      "      - 1\n      - - 2\n        - []\n      - {}\n  - b: null\n"));
	check_yaml(SV("\"x\""), SV("x\n"));
	check_yaml(SV("{}"), SV("{}\n"));
	check_yaml(SV("[[[1]]]"), SV("- - - 1\n"));
}

TEST(yaml_write__quotes_what_is_not_plainly_a_text)
{
	check_yaml(SV("[\"true\",\"no\",\"Off\",\"1\",\"1e3\",\"~\",\"\",\" a\",\"a \",\"a: b\","
		      "\"a #b\",\"- a\",\"...\",\"<<\",\"*a\",\"&a\",\"!a\",\"%a\",\"@a\",\"`a\","
		      "\"{\",\"'\",\"\\\"\",\"\\\\\",\"|\",\"a\\nb\",\"0x1F\",\".inf\",\"a  b\"]"),
		   SV("- \"true\"\n- \"no\"\n- \"Off\"\n- \"1\"\n- \"1e3\"\n- \"~\"\n- \"\"\n"
		      "- \" a\"\n- \"a \"\n- \"a: b\"\n- \"a #b\"\n- \"- a\"\n- \"...\"\n- \"<<\"\n"
		      "- \"*a\"\n- \"&a\"\n- \"!a\"\n- \"%a\"\n- \"@a\"\n- \"`a\"\n- \"{\"\n"
		      "- \"'\"\n- \"\\\"\"\n- \"\\\\\"\n- \"|\"\n- \"a\\nb\"\n- \"0x1F\"\n"
		      "- \".inf\"\n- \"a  b\"\n"));
	check_yaml(SV("[\"./check.sh -x\",\"/usr/bin/env\",\"before_tool_execute\"]"),
		   SV("- ./check.sh -x\n- /usr/bin/env\n- before_tool_execute\n"));
	check_yaml(SV("[\"\\u0000\\u0085\\u2028\\ufeff\\u007f\"]"),
		   SV("- \"\\x00\\x85\\u2028\\ufeff\\x7f\"\n"));
	check_yaml(SV("[\"\\ud800\"]"), SV("YAML has no half of a surrogate pair"));
}

/* ---- values made up by a small generator: the same ones every time ---- */

struct dice {
	uint64_t state;
};

static unsigned roll(struct dice *d, unsigned n)
{
	d->state ^= d->state << 13;
	d->state ^= d->state >> 7;
	d->state ^= d->state << 17;
	return (unsigned)(d->state % n);
}

/* Pieces that mean something to a reader of YAML or TOML, or to nobody. */
static const struct sv pieces[] = {
	SV_INIT("a"),    SV_INIT("key"),  SV_INIT(" "),        SV_INIT(":"),    SV_INIT(": "),
	SV_INIT(" #"),   SV_INIT("- "),   SV_INIT("? "),       SV_INIT("\n"),   SV_INIT("\t"),
	SV_INIT("'"),    SV_INIT("\""),   SV_INIT("\\"),       SV_INIT("{"),    SV_INIT("]"),
	SV_INIT(","),    SV_INIT("&x"),   SV_INIT("*x"),       SV_INIT("!!"),   SV_INIT("|"),
	SV_INIT(">"),    SV_INIT("%"),    SV_INIT("@"),        SV_INIT("`"),    SV_INIT("---"),
	SV_INIT("true"), SV_INIT("null"), SV_INIT("1"),        SV_INIT("."),    SV_INIT("=="),
	SV_INIT("\r"),   SV_INIT("é"),    SV_INIT("\xc2\x85"), SV_INIT("\x7f"), SV_INIT("日本"),
	SV_INIT("😀"),    SV_INIT("\x01"), SV_INIT("\x1b"),     SV_INIT("$("),   SV_INIT("\\n"),
};

static void made_text(struct dice *d, struct json_writer *w, bool is_key, unsigned number)
{
	unsigned n = roll(d, 12) ? roll(d, 6) : 600;
	char unique[16];

	gaff_json_text_begin(w);
	for (unsigned i = 0; i < n; i++)
		gaff_json_text_add(w, pieces[roll(d, COUNT_OF(pieces))]);
	if (is_key) { /* a map has each once */
		(void)snprintf(unique, sizeof unique, "%u", number);
		gaff_json_text_add(w, sv_of(unique));
	}
	gaff_json_text_end(w);
}

static void made_value(struct dice *d, struct json_writer *w, unsigned depth, bool has_null)
{
	static const struct sv scalars[] = { SV_INIT("true"), SV_INIT("false"), SV_INIT("0"),
					     SV_INIT("-12"),  SV_INIT("1.5e3"), SV_INIT("null") };
	unsigned kind = roll(d, depth > 5 ? 3 : 6), n = roll(d, 4);

	if (kind < 2) {
		made_text(d, w, false, 0);
	} else if (kind == 2) {
		gaff_json_raw(w, scalars[roll(d, COUNT_OF(scalars) - !has_null)]);
	} else {
		bool is_map = kind != 3;

		gaff_json_open(w, is_map ? '{' : '[');
		for (unsigned i = 0; i < n; i++) {
			if (is_map) {
				made_text(d, w, true, i);
				buf_addc(w->out, ':');
				w->comma = false;
			}
			made_value(d, w, depth + 1, has_null);
		}
		gaff_json_close(w, is_map ? '}' : ']');
	}
}

enum { TRIES = 3000 };

TEST(yaml_write__is_read_back_to_the_same_value)
{
	struct dice d = { 88172645463325252u };

	for (int i = 0; i < TRIES; i++) {
		struct gaff_err err = { 0 };
		struct gaff_doc doc;
		struct buf json, yaml;
		struct json_writer w = { .out = &json };
		struct json v;
		struct arena a;

		gaff_arena_init(&a, NULL, 0, 64u << 20);
		json = buf_in(&a);
		yaml = buf_in(&a);
		made_value(&d, &w, 0, true);
		CHECK(gaff_json_parse(buf_sv(&json), &v, &err) == GAFF_OK);
		if (gaff_yaml_document(&a, v, &yaml, &err) != GAFF_OK ||
		    gaff_doc_parse(&a, buf_sv(&yaml), GAFF_DOC_YAML, &doc, &err) != GAFF_OK)
			CHECK_TEXT(sv_of(err.msg), buf_sv(&json));
		else if (!gaff_json_same(&a, v, doc.root))
			CHECK_TEXT(json_sv(doc.root), buf_sv(&json));
		gaff_arena_release(&a);
	}
}

TEST(yaml_write__long_runs_of_spaces_can_be_read)
{
	struct gaff_err err = { 0 };
	struct gaff_doc doc;
	struct buf json, yaml;
	struct arena a;
	struct json v;

	gaff_arena_init(&a, NULL, 0, 4 << 20);
	json = buf_in(&a);
	yaml = buf_in(&a);
	gaff_buf_add(&json, SV("[\""));
	for (int i = 0; i < 10000; i++)
		buf_addc(&json, ' ');
	gaff_buf_add(&json, SV("\"]"));
	CHECK(gaff_json_parse(buf_sv(&json), &v, &err) == GAFF_OK);
	CHECK(gaff_yaml_document(&a, v, &yaml, &err) == GAFF_OK);
	CHECK(gaff_doc_parse(&a, buf_sv(&yaml), GAFF_DOC_YAML, &doc, &err) == GAFF_OK);
	CHECK(gaff_json_same(&a, v, doc.root));
	gaff_arena_release(&a);
}

/* ---- TOML ---- */

static void check_toml(struct sv json, struct sv want)
{
	struct gaff_err err;
	struct sv text;
	struct arena a;
	struct json v;

	gaff_arena_init(&a, NULL, 0, 1 << 20);
	CHECK(gaff_json_parse(json, &v, &err) == GAFF_OK);
	if (gaff_toml_document(&a, v, &text, &err) == GAFF_OK)
		CHECK_TEXT(text, want);
	else
		CHECK_TEXT(sv_of(err.msg), want);
	gaff_arena_release(&a);
}

TEST(toml_document__tables_and_lists_of_them)
{
	check_toml(SV("{\"features\":{\"hooks\":true},\"model\":\"x\",\"hooks\":{\"Stop\":[{"
		      "\"hooks\":[{\"type\":\"command\"},{\"type\":\"b\"}],\"matcher\":\"*\"}]},"
		      "\"e\":{},\"l\":[]}"),
		   SV("model = \"x\"\nl = []\n\n[features]\nhooks = true\n\n[[hooks.Stop]]\n"
		      "matcher = \"*\"\n\n[[hooks.Stop.hooks]]\ntype = \"command\"\n\n"
		      "[[hooks.Stop.hooks]]\ntype = \"b\"\n\n[e]\n"));
	check_toml(SV("{}"), SV(""));
	check_toml(SV("{\"a\":{\"b\":null}}"), SV("TOML has no null"));
	check_toml(SV("[]"), SV("TOML is a table, and this is none"));
}

/* Reading gives tables in another order: what is written once more is the same again. */
TEST(toml_document__is_read_back_to_the_same_value)
{
	struct dice d = { 2463534242u };

	for (int i = 0; i < TRIES; i++) {
		struct gaff_err err = { 0 };
		struct buf json;
		struct json_writer w = { .out = &json };
		struct sv text = { 0 }, again = { 0 };
		struct json v, read;
		struct arena a;

		gaff_arena_init(&a, NULL, 0, 64u << 20);
		json = buf_in(&a);
		gaff_json_open(&w, '{');
		gaff_json_key(&w, SV("top"));
		made_value(&d, &w, 0, false);
		gaff_json_key(&w, SV("other"));
		made_value(&d, &w, 0, false);
		gaff_json_close(&w, '}');
		CHECK(gaff_json_parse(buf_sv(&json), &v, &err) == GAFF_OK);
		if (gaff_toml_document(&a, v, &text, &err) != GAFF_OK ||
		    gaff_toml_read(&a, text, &read, &err) != GAFF_OK ||
		    gaff_toml_document(&a, read, &again, &err) != GAFF_OK)
			CHECK_TEXT(sv_of(err.msg), buf_sv(&json));
		else
			CHECK_TEXT(again, text);
		gaff_arena_release(&a);
	}
}
