#include "testing/test.h"

#include "manifest/manifest_parts.h"
#include "text/regex/regex.h"

/*
 * What a case expects: the fields of a canonical answer. The answer's own table says which there
 * are; beside them there are the failure of the hook and the files it leaves.
 */

/* ---- one text ---- */

bool test_read_text(struct arena *a, struct json value, struct test_text *out)
{
	static const struct {
		struct sv key;
		enum test_kind kind;
	} ways[] = { { SV_INIT("contains"), TEST_CONTAINS }, { SV_INIT("matches"), TEST_MATCHES } };
	struct json_iter it = gaff_json_iter(value);
	struct json key, text, more;

	if (gaff_json_type(value) == JSON_NULL) {
		out->kind = TEST_IS_ABSENT;
		return true;
	}
	out->kind = TEST_IS;
	if (gaff_json_type(value) == JSON_STRING)
		return gaff_json_text(a, value, &out->text);
	if (gaff_json_type(value) != JSON_OBJECT || !gaff_json_next(&it, &key, &text) ||
	    gaff_json_next(&it, &more, &more))
		return false;
	for (size_t i = 0; i < COUNT_OF(ways); i++) {
		if (!gaff_json_is(key, ways[i].key))
			continue;
		out->kind = ways[i].kind;
		return gaff_json_text(a, text, &out->text);
	}
	return false;
}

bool test_text_matches(const struct test_text *want, struct sv text)
{
	struct gaff_err ignored;
	bool found = false;

	switch (want->kind) {
	case TEST_UNSAID:
		return true;
	case TEST_IS:
		return sv_eq(want->text, text);
	case TEST_CONTAINS:
		return sv_has(text, want->text);
	case TEST_MATCHES:
		return gaff_regex_try(want->text, &text, 1, &found, &ignored) == GAFF_OK && found;
	case TEST_IS_ABSENT:
		return !text.n;
	}
	return false;
}

struct reader {
	struct arena *arena;
	struct gaff_findings *findings;
	struct test_expect *out;
};

static void take_text(struct reader *r, struct json key, struct json value, struct test_text *out)
{
	struct gaff_err err;
	bool ignored;

	if (!test_read_text(r->arena, value, out)) {
		gaff_find_error(r->findings, value.p,
				"%.*s is a text, {\"contains\": TEXT} or {\"matches\": PATTERN}",
				SV_ARG(json_sv(key)));
		out->kind = TEST_UNSAID;
	} else if (out->kind == TEST_CONTAINS && !out->text.n) {
		gaff_find_error(r->findings, value.p, "everything contains an empty text");
	} else if (out->kind == TEST_MATCHES &&
		   gaff_regex_try(out->text, NULL, 0, &ignored, &err) != GAFF_OK) {
		gaff_find_error(r->findings, value.p, "%.*s is no pattern: %s",
				SV_ARG(json_sv(value)), err.msg);
	}
}

/* ---- the fields ---- */

static void take_decision(struct reader *r, struct json value)
{
	for (enum gaff_decision d = GAFF_NONE; d <= GAFF_DENY; d++) {
		if (!gaff_json_is(value, fire_decision_name(d)))
			continue;
		r->out->decision = d;
		return;
	}
	gaff_find_error(r->findings, value.p,
			"a decision is \"none\", \"allow\", \"ask\" or \"deny\"");
}

static void take_flag(struct reader *r, struct json value, bool is_turned, enum test_flag *out)
{
	enum json_type type = gaff_json_type(value);

	if (type != JSON_TRUE && type != JSON_FALSE)
		gaff_find_error(r->findings, value.p, "it is true or false");
	*out = (type == JSON_TRUE) != is_turned ? TEST_FLAG_TRUE : TEST_FLAG_FALSE;
}

static void take_object(struct reader *r, struct json value, struct json *out)
{
	if (gaff_json_type(value) != JSON_OBJECT && gaff_json_type(value) != JSON_NULL)
		gaff_find_error(r->findings, value.p, "it is an object");
	else if (gaff_json_type(value) == JSON_OBJECT)
		*out = value;
}

/* Names with a text each. */
static void take_texts(struct reader *r, struct json value, struct json *out)
{
	take_object(r, value, out);
	for (struct json_iter it = gaff_json_iter(value); gaff_json_each(&it);) {
		struct test_text ignored = { 0 };

		take_text(r, it.key, it.value, &ignored);
	}
}

static bool take_answer_text(struct reader *r, struct json key, struct json value)
{
	for (enum gaff_answer_field f = GAFF_A_FIRST_TEXT; f <= GAFF_A_LAST_TEXT; f++) {
		if (!gaff_json_is(key, gaff_answer_key(f)))
			continue;
		take_text(r, key, value, &r->out->text[f]);
		return true;
	}
	return false;
}

static void take_member(struct reader *r, struct json key, struct json value)
{
	struct test_expect *out = r->out;

	if (take_answer_text(r, key, value))
		return;
	if (gaff_json_is(key, SV("decision")))
		take_decision(r, value);
	else if (gaff_json_is(key, SV("stop")))
		take_flag(r, value, false, &out->stop);
	else if (gaff_json_is(key, SV("continue")))
		take_flag(r, value, true, &out->stop);
	else if (gaff_json_is(key, SV("suppress_output")))
		take_flag(r, value, false, &out->suppress);
	else if (gaff_json_is(key, SV("updated_input")))
		take_object(r, value, &out->updated_input);
	else if (gaff_json_is(key, SV("native")))
		take_object(r, value, &out->native);
	else if (gaff_json_is(key, SV("env")))
		take_texts(r, value, &out->env);
	else if (gaff_json_is(key, SV("files")))
		take_texts(r, value, &out->files);
	else if (gaff_json_is(key, SV("error")))
		take_text(r, key, value, &out->error);
	else if (gaff_json_is(key, SV("updated_output")) && gaff_json_type(value) != JSON_NULL)
		out->updated_output = value;
}

void test_read_expect(struct arena *a, struct gaff_findings *findings, struct json object,
		      struct test_expect *out)
{
	static const char *const others[] = {
		"decision",       "stop", "continue", "suppress_output", "updated_input",
		"updated_output", "env",  "native",   "files",           "error"
	};
	const char *names[GAFF_A_COUNT + COUNT_OF(others)];
	struct reader r = { a, findings, out };
	size_t n = 0;

	*out = (struct test_expect){ .is_nothing = true };
	if (gaff_json_type(object) != JSON_OBJECT) {
		gaff_find_error(findings, object.p,
				"what is expected is an object; {} is no opinion");
		return;
	}
	for (size_t i = 0; i < COUNT_OF(others); i++)
		names[n++] = others[i];
	for (enum gaff_answer_field f = GAFF_A_FIRST_TEXT; f <= GAFF_A_LAST_TEXT; f++)
		names[n++] = gaff_answer_key(f).p;
	test_check_keys(a, findings, object, "an answer", names, n);
	for (struct json_iter it = gaff_json_iter(object); gaff_json_each(&it);) {
		/* what a hook leaves in files is no word of it */
		out->is_nothing &= gaff_json_is(it.key, SV("files"));
		take_member(&r, it.key, it.value);
	}
}
