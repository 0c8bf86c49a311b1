#include "testing/test.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/fs.h"

/*
 * What is said to people and models may be left out of what is expected, and is not compared then.
 * What changes what happens may not: a decision, a stop, another input, output or prompt, variables
 * and fields of one agent that nobody expects are a difference, and so is a hook that fails.
 */

struct comparison {
	struct arena *arena;
	const struct test_expect *want;
	const struct test_actual *got;
	struct json_writer expected, actual;
};

/* The same on both sides: what was expected. */
static void both(struct comparison *c, struct sv key, struct sv json_text)
{
	json_member(&c->expected, key, json_text);
	json_member(&c->actual, key, json_text);
}

static void each(struct comparison *c, struct sv key, struct sv expected, struct sv actual)
{
	if (expected.n)
		json_member(&c->expected, key, expected);
	if (actual.n)
		json_member(&c->actual, key, actual);
}

static struct sv quoted(struct comparison *c, struct sv text)
{
	struct buf b = buf_in(c->arena);
	struct json_writer w = { .out = &b };

	gaff_json_string(&w, text);
	return buf_sv(&b);
}

/* As a person wrote it, in one spelling. */
static struct sv written(struct comparison *c, const struct test_text *want)
{
	struct buf b = buf_in(c->arena);
	struct json_writer w = { .out = &b };

	if (want->kind == TEST_UNSAID || want->kind == TEST_IS_ABSENT)
		return (struct sv){ 0 };
	if (want->kind == TEST_IS)
		return quoted(c, want->text);
	gaff_json_open(&w, '{');
	json_member_string(&w, want->kind == TEST_CONTAINS ? SV("contains") : SV("matches"),
			   want->text);
	gaff_json_close(&w, '}');
	return buf_sv(&b);
}

static void compare_text(struct comparison *c, struct sv key, const struct test_text *want,
			 struct sv text, bool counts_unsaid)
{
	if (want->kind == TEST_UNSAID && !counts_unsaid)
		return;
	if (want->kind != TEST_UNSAID && test_text_matches(want, text)) {
		if (want->kind != TEST_IS_ABSENT)
			both(c, key, written(c, want));
		return;
	}
	each(c, key, written(c, want), text.n ? quoted(c, text) : (struct sv){ 0 });
}

static void compare_flag(struct comparison *c, struct sv key, enum test_flag want, bool is_true,
			 bool counts_unsaid)
{
	static const struct sv words[] = { SV_INIT("false"), SV_INIT("true") };
	struct sv expected = { 0 };

	if (want == TEST_FLAG_UNSAID && (!counts_unsaid || !is_true))
		return;
	if (want != TEST_FLAG_UNSAID)
		expected = words[want == TEST_FLAG_TRUE];
	each(c, key, expected, words[is_true]);
}

/* The same of what may be empty and there: a file, a variable. */
static void compare_named(struct comparison *c, struct sv key, const struct test_text *want,
			  struct sv text)
{
	bool is_there = text.p != NULL;

	if ((want->kind == TEST_IS_ABSENT) == is_there)
		each(c, key, written(c, want), is_there ? quoted(c, text) : (struct sv){ 0 });
	else
		compare_text(c, key, want, text, true);
}

/* ---- values ---- */

static struct sv spelled(struct comparison *c, struct json value)
{
	struct buf b = buf_in(c->arena);
	struct json_writer w = { .out = &b };

	gaff_doc_write(&w, value);
	return buf_sv(&b);
}

static bool is_same_object(struct comparison *c, struct json x, struct json y)
{
	struct gaff_input_change change = { true, true };
	struct gaff_err ignored;

	return x.n && y.n && gaff_input_compare(c->arena, x, y, &change, &ignored) == GAFF_OK &&
	       !change.changes && !change.takes_out;
}

static void compare_value(struct comparison *c, struct sv key, struct json want, struct json got)
{
	if (is_same_object(c, want, got) || (want.n && gaff_json_same(c->arena, want, got)))
		both(c, key, spelled(c, want));
	else
		each(c, key, spelled(c, want), spelled(c, got));
}

/* The input that the tool would get with this answer, in the agent's words; absent: as it was. */
static bool settled(struct comparison *c, struct json input, const struct gaff_host *rewriter,
		    struct json *out)
{
	struct gaff_response r = { .updated_input = input, .rewriter = rewriter };
	struct gaff_err ignored;

	if (c->got->response->decision == GAFF_ALLOW) /* some take it only with that */
		r.decision = GAFF_ALLOW;
	if (gaff_settle_rewrite(c->arena, c->got->event, &r, &ignored) != GAFF_OK)
		return false;
	*out = r.updated_input;
	return true;
}

/* Fields that are laid over the input or all of it, in one's words or the other's. */
static void compare_input(struct comparison *c)
{
	const struct gaff_response *r = c->got->response;
	struct json want, got;

	if (c->want->updated_input.n && r->updated_input.n &&
	    settled(c, c->want->updated_input, NULL, &want) &&
	    settled(c, r->updated_input, r->rewriter, &got) && is_same_object(c, want, got))
		both(c, SV("updated_input"), spelled(c, c->want->updated_input));
	else
		compare_value(c, SV("updated_input"), c->want->updated_input, r->updated_input);
}

static void compare_output(struct comparison *c)
{
	struct json want = c->want->updated_output, got = c->got->response->updated_output;
	struct test_text way = { 0 };
	struct sv text;

	if (gaff_json_type(want) == JSON_OBJECT && test_read_text(c->arena, want, &way) &&
	    gaff_json_text(c->arena, got, &text))
		compare_text(c, SV("updated_output"), &way, text, true);
	else
		compare_value(c, SV("updated_output"), want, got);
}

/* Every variable has to be expected, and no other one. */
static void compare_env(struct comparison *c)
{
	struct json want = c->want->env, got = c->got->response->env, key, value;
	struct json_iter it = gaff_json_iter(want);
	struct comparison inner = *c;
	struct buf expected = buf_in(c->arena), actual = buf_in(c->arena);
	struct sv name, text;

	inner.expected = (struct json_writer){ .out = &expected };
	inner.actual = (struct json_writer){ .out = &actual };
	if (!want.n && !got.n)
		return;
	gaff_json_open(&inner.expected, '{');
	gaff_json_open(&inner.actual, '{');
	while (gaff_json_next(&it, &key, &value)) {
		struct test_text way = { 0 };

		if (!gaff_json_text(c->arena, key, &name) || !test_read_text(c->arena, value, &way))
			continue;
		text = (struct sv){ 0 };
		(void)gaff_json_text(c->arena, gaff_json_get(got, name), &text);
		compare_named(&inner, name, &way, text);
	}
	for (it = gaff_json_iter(got); gaff_json_next(&it, &key, &value);)
		if (gaff_json_text(c->arena, key, &name) && !gaff_json_get(want, name).n)
			json_member(&inner.actual, name, spelled(c, value));
	gaff_json_close(&inner.expected, '}');
	gaff_json_close(&inner.actual, '}');
	each(c, SV("env"), want.n ? buf_sv(&expected) : (struct sv){ 0 },
	     got.n ? buf_sv(&actual) : (struct sv){ 0 });
}

/* ---- files ---- */

/* What is in a file now; one that is not there, or is no file, has no text at all. */
static struct sv read_file(struct comparison *c, struct sv name)
{
	int folder = gaff_fs_open_folder(c->got->folder);
	const char *path = gaff_arena_cstr(c->arena, name);
	int fd = folder >= 0 && path ? gaff_fs_open_below(folder, path) : -1;
	struct sv text = { 0 };
	struct gaff_err ignored;

	if (fd >= 0) {
		if (gaff_fs_read(c->arena, fd, GAFF_DOC_MAX, &text, &ignored) != GAFF_OK)
			text = SV("(it cannot be read)");
		(void)close(fd);
		text.p = text.n ? text.p : "";
	}
	if (folder >= 0)
		(void)close(folder);
	return text;
}

static void compare_files(struct comparison *c)
{
	for (struct json_iter it = gaff_json_iter(c->want->files); gaff_json_each(&it);) {
		struct buf label = buf_in(c->arena);
		struct test_text way = { 0 };
		struct sv name;

		if (!gaff_json_text(c->arena, it.key, &name) ||
		    !test_read_text(c->arena, it.value, &way))
			continue;
		BUF_JOIN(&label, SV("file "), name);
		compare_named(c, buf_sv(&label), &way, read_file(c, name));
	}
}

/* ---- all of it ---- */

/* To stop before a tool is to deny it (fit.c). */
static enum gaff_decision decision(const struct gaff_event *event, enum gaff_decision said,
				   bool stops)
{
	return stops && event->id == GAFF_EV_BEFORE_TOOL ? GAFF_DENY : said;
}

static void compare_decision(struct comparison *c)
{
	const struct test_expect *want = c->want;
	const struct gaff_response *r = c->got->response;
	enum gaff_decision expected = decision(c->got->event, want->decision,
					       want->stop == TEST_FLAG_TRUE),
			   actual = decision(c->got->event, r->decision, r->stop);

	each(c, SV("decision"), quoted(c, fire_decision_name(expected)),
	     quoted(c, fire_decision_name(actual)));
}

enum gaff_rc test_compare(struct arena *a, const struct test_expect *want,
			  const struct test_actual *got, struct test_difference *out,
			  struct gaff_err *err)
{
	struct comparison c = { .arena = a, .want = want, .got = got };
	const struct gaff_response *r = got->response;

	*out = (struct test_difference){ buf_in(a), buf_in(a) };
	c.expected.out = &out->expected;
	c.actual.out = &out->actual;
	gaff_json_open(&c.expected, '{');
	gaff_json_open(&c.actual, '{');
	compare_text(&c, SV("error"), &want->error, got->error, true);
	compare_decision(&c);
	for (enum gaff_answer_field f = GAFF_A_FIRST_TEXT; f <= GAFF_A_LAST_TEXT; f++)
		compare_text(&c, gaff_answer_key(f), &want->text[f], r->text[f],
			     want->is_nothing || gaff_answers[f].is_action);
	compare_flag(&c, SV("stop"), want->stop, r->stop, true);
	compare_flag(&c, SV("suppress_output"), want->suppress, r->suppress, want->is_nothing);
	compare_input(&c);
	compare_output(&c);
	compare_env(&c);
	compare_value(&c, SV("native"), want->native, r->native);
	compare_files(&c);
	gaff_json_close(&c.expected, '}');
	gaff_json_close(&c.actual, '}');
	return a->failed || !buf_ok(&out->expected) || !buf_ok(&out->actual) ? gaff_no_memory(err)
									     : GAFF_OK;
}

struct gaff_response test_answer(const struct test_expect *want, const struct gaff_response *got)
{
	struct gaff_response r = { .decision = want->decision,
				   .stop = want->stop == TEST_FLAG_TRUE,
				   .suppress = want->suppress == TEST_FLAG_TRUE,
				   .updated_input = want->updated_input,
				   .updated_output = want->updated_output,
				   .env = want->env,
				   .native = want->native };

	for (enum gaff_answer_field f = GAFF_A_FIRST_TEXT; f <= GAFF_A_LAST_TEXT; f++) {
		const struct test_text *text = &want->text[f];

		if (text->kind == TEST_UNSAID && (want->is_nothing || gaff_answers[f].is_action))
			continue;
		r.text[f] = test_text_matches(text, got->text[f]) ? got->text[f] : text->text;
	}
	return r;
}
