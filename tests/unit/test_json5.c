#include "check.h"
#include "base/io.h"
#include "config/syntax.h"

/* Settings in JSON5; make jsonc holds thousands of them against the reference parser. */

static char storage[1 << 20];

/* clang-format off */
static const struct {
	struct sv text, json; /* no JSON: it is refused */
	size_t line, column;
} files[] = {
	{ SV_INIT("{a: 1, $b: 'it\\'s', \"c\": [.5, 5., +1, -0x1F, 5.e2,],}"), SV_INIT("{\"a\":1,\"$b\":\"it's\",\"c\":[0.5,5,1,-31,5e2]}") },
	{ SV_INIT("// c\n{ /* d */ é: 'a\\\nb\\x41\\v', true: null }"), SV_INIT("{\"é\":\"abA\\u000b\",\"true\":null}") },
	{ SV_INIT("{\\u0061b: '\"'}"), SV_INIT("{\"ab\":\"\\\"\"}") },
	{ SV_INIT("{a\xe2\x80\xa8:\xc2\xa0[\f]} // x\xe2\x80\xa9"), SV_INIT("{\"a\":[]}") },
	{ SV_INIT("{a: '\\\t', b: 0x12345678901234567890}"), SV_INIT("{\"a\":\"\\t\",\"b\":8.5968058271978834e+22}") },
	{ SV_INIT(""), SV_INIT("") },
	{ SV_INIT("{a: 01}"), SV_INIT(""), 1, 6 },
	{ SV_INIT("{\n a: 'x\n'}"), SV_INIT(""), 2, 5 },
	{ SV_INIT("{a: '\\1'}"), SV_INIT(""), 1, 5 },
	{ SV_INIT("{a: +true}"), SV_INIT(""), 1, 5 },
	{ SV_INIT("{1a: 1}"), SV_INIT(""), 1, 2 },
	{ SV_INIT("{} /\f"), SV_INIT(""), 1, 4 },
	{ SV_INIT("{'long name': 1, b: oops}"), SV_INIT(""), 1, 21 },
};
/* clang-format on */

TEST(json5__is_read)
{
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		struct gaff_err err = { .msg = "" };
		struct gaff_doc doc;
		struct arena a;
		struct buf b;
		struct json_writer w = { .out = &b };

		gaff_arena_init(&a, storage, sizeof storage, sizeof storage);
		b = buf_in(&a);
		CHECK((gaff_editor_json5.read(&a, files[i].text, &doc, &err) == GAFF_OK) ==
		      !files[i].line);
		if (files[i].line) {
			CHECK(err.rc == GAFF_ESYNTAX && err.line == files[i].line);
			CHECK(err.column == files[i].column);
		} else {
			gaff_doc_write(&w, doc.root);
			CHECK_TEXT(buf_sv(&b), files[i].json);
		}
		gaff_arena_release(&a);
	}
}

/* What others wrote stays byte for byte, and what was added goes without a trace. */
TEST(json5__is_edited)
{
	static const struct sv path[] = { SV_INIT("hooks"), SV_INIT("Stop") };
	static const struct sv before = SV_INIT(
		"\xef\xbb\xbf{ // mine\n  hooks: {\n    'Stop': ['a',\xc2\xa0'ab'],\n  },\n"
		"  n: 0x1F,\n}\n");
	static const struct sv after = SV_INIT("\xef\xbb\xbf{ // mine\n  hooks: {\n    'Stop': "
					       "['a',\xc2\xa0'ab',\"abc\"],\n  },\n"
					       "  n: 0x1F,\n}\n");
	static const struct sv fewer = SV_INIT("\xef\xbb\xbf{ // mine\n  hooks: {\n    'Stop': "
					       "[\xc2\xa0'ab'],\n  },\n  n: 0x1F,\n}\n");
	const struct gaff_steps list = { path, 2 }, hooks = { path, 1 };
	const struct gaff_editor *e = &gaff_editor_json5;
	struct gaff_err err = { .msg = "" };
	struct arena a;
	struct sv text;

	gaff_arena_init(&a, storage, sizeof storage, sizeof storage);
	CHECK(e->append(&a, before, list, (struct json){ "\"abc\"", 5 }, &text, &err) == GAFF_OK);
	CHECK_TEXT(text, after);
	CHECK(e->remove_at(&a, text, list, 2, &text, &err) == GAFF_OK);
	CHECK_TEXT(text, before);
	CHECK(e->remove_at(&a, before, list, 0, &text, &err) == GAFF_OK);
	CHECK_TEXT(text, fewer);
	CHECK(e->set(&a, SV("{hooks: 'x'}"), hooks, (struct json){ "\"y\"", 3 }, &text, &err) ==
	      GAFF_OK);
	CHECK_TEXT(text, SV("{hooks: \"y\"}"));
	CHECK(e->append(&a, SV("{hooks: 1}"), list, (struct json){ "1", 1 }, &text, &err) ==
	      GAFF_EUNSUPPORTED);
	gaff_arena_release(&a);
}

/* A comment that looks like what stands for an odd space is the user's all the same. */
TEST(json5__keeps_every_comment)
{
	static const struct sv path[] = { SV_INIT("b") };
	const struct gaff_steps member = { path, 1 };
	struct gaff_err err = { .msg = "" };
	struct arena a;
	struct sv text;

	gaff_arena_init(&a, storage, sizeof storage, sizeof storage);
	CHECK(gaff_editor_json5.set(&a, SV("{\v\n  a: 1 /*\0011*/\n}\n"), member,
				    (struct json){ "2", 1 }, &text, &err) == GAFF_OK);
	CHECK(sv_has(text, SV("/*\0011*/")) && sv_has(text, SV("{\v\n")));
	CHECK(gaff_editor_json5.remove(&a, text, member, &text, &err) == GAFF_OK);
	CHECK_TEXT(text, SV("{\v\n  a: 1 /*\0011*/\n}\n"));
	gaff_arena_release(&a);
}

/* Numbers and names of any script by the thousand: no pattern is compiled for each. */
TEST(json5__is_quick)
{
	struct gaff_err err = { .msg = "" };
	struct gaff_doc doc;
	struct arena a;
	struct buf b;
	int64_t start = gaff_now_ms();
	char member[40];

	gaff_arena_init(&a, NULL, 0, 256u << 20);
	b = buf_in(&a);
	buf_addc(&b, '{');
	for (int i = 0; i < 50000; i++) {
		(void)snprintf(member, sizeof member, "\xc3\xa9%d: %d,", i, i);
		gaff_buf_add(&b, sv_of(member));
	}
	buf_addc(&b, '}');
	CHECK(gaff_editor_json5.read(&a, buf_sv(&b), &doc, &err) == GAFF_OK);
	CHECK(gaff_now_ms() - start < 5000); /* it was 20 s */
	gaff_arena_release(&a);
}
