#include "check.h"

#include "agents/codec/codec.h"
#include "manifest/match.h"
#include "run/run.h"

/* Words of rows, on hosts that have nothing but them: src/agents/schema.h says what each means. */

static const struct gaff_evidence seen = { GAFF_CONTRACT, "test" };
static const struct gaff_shape no_answer = { .deny_by = GAFF_DENY_EXIT_2 };

#define ROW(where, field, when)                                                                    \
	{                                                                                          \
		SV_INIT(where), GAFF_F_##field, GAFF_EV_ALL, .flags = when                         \
	}
#define EVENT(native, id, answer, when)                                                            \
	{                                                                                          \
		SV_INIT(native), GAFF_EV_##id, answer, 1000, &seen, .flags = when                  \
	}
#define HOST(...)                                                                                  \
	{                                                                                          \
		.id = SV_INIT("test"), .title = "Test", .seen = &seen, __VA_ARGS__                 \
	}

struct codec {
	struct arena arena;
	struct gaff_event event;
	struct gaff_err err;
};

static enum gaff_rc decode(struct codec *c, const struct gaff_host *host, struct sv payload,
			   struct sv hint)
{
	struct json doc;

	*c = (struct codec){ 0 };
	gaff_arena_init(&c->arena, NULL, 0, 1 << 20);
	CHECK(gaff_json_parse(payload, &doc, &c->err) == GAFF_OK);
	return gaff_decode_event(&c->arena, host, doc, hint, NULL, &c->event, &c->err);
}

/* The event in the words of this host, from its rows alone. */
static struct sv encode(struct codec *c, const struct gaff_host *host)
{
	struct gaff_host twin = *host;
	struct sv out = { 0 };

	CHECK(gaff_encode_event_as(&c->arena, &c->event, &twin, c->event.row, &out, &c->err) ==
	      GAFF_OK);
	return out;
}

/* ---- names: payloads call an event otherwise than files do ---- */

static const struct gaff_payload_row name_payload[] = { ROW("/hook", EVENT, 0) };
static const struct gaff_event_row name_events[] = {
	EVENT("Begin", SESSION_START, &no_answer, 0),
	EVENT("End", SESSION_END, &no_answer, 0),
};
static const struct gaff_name_row names[] = {
	{ SV_INIT("start"), SV_INIT("Begin") },
	{ SV_INIT("resume"), SV_INIT("Begin") },
};
static const struct gaff_host speaks = HOST(.payload = GAFF_ROWS(name_payload),
					    .events = GAFF_ROWS(name_events),
					    .unknown = name_events, .names = GAFF_ROWS(names));

TEST(codec__payloads_may_call_an_event_otherwise)
{
	static const struct {
		struct sv payload, hint;
		enum gaff_event_id id;
		struct sv native, back;
	} cases[] = {
		{ SV_INIT("{\"hook\":\"start\"}"), SV_INIT(""), GAFF_EV_SESSION_START,
		  SV_INIT("Begin"), SV_INIT("{\"hook\":\"start\"}") },
		{ SV_INIT("{\"hook\":\"resume\"}"), SV_INIT(""), GAFF_EV_SESSION_START,
		  SV_INIT("Begin"), SV_INIT("{\"hook\":\"start\"}") },
		{ SV_INIT("{\"hook\":\"Begin\"}"), SV_INIT(""), GAFF_EV_SESSION_START,
		  SV_INIT("Begin"), SV_INIT("{\"hook\":\"start\"}") },
		{ SV_INIT("{\"hook\":\"End\"}"), SV_INIT("start"), GAFF_EV_SESSION_END,
		  SV_INIT("End"), SV_INIT("{\"hook\":\"End\"}") },
		{ SV_INIT("{}"), SV_INIT("Begin"), GAFF_EV_SESSION_START, SV_INIT("Begin"),
		  SV_INIT("{\"hook\":\"start\"}") },
		{ SV_INIT("{}"), SV_INIT("resume"), GAFF_EV_SESSION_START, SV_INIT("Begin"),
		  SV_INIT("{\"hook\":\"start\"}") },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct codec c;

		CHECK(decode(&c, &speaks, cases[i].payload, cases[i].hint) == GAFF_OK);
		CHECK(c.event.id == cases[i].id);
		CHECK_TEXT(c.event.native_event, cases[i].native);
		CHECK_TEXT(encode(&c, &speaks), cases[i].back);
		gaff_arena_release(&c.arena);
	}
	/* what only payloads say is no name for a file */
	CHECK(!gaff_host_event_native(&speaks, SV("start")));
}

/* ---- answers ---- */

struct answered {
	struct arena arena;
	struct gaff_warnings warnings;
	struct gaff_answer answer;
	struct gaff_err err;
};

static struct answered answer(const struct gaff_host *host, const struct gaff_event_row *row,
			      struct gaff_response r)
{
	struct gaff_event event = {
		.host = host, .row = row, .id = row->id, .native_event = row->native
	};
	struct answered x = { .warnings = { .n = 0 } };

	gaff_arena_init(&x.arena, NULL, 0, 1 << 20);
	CHECK(gaff_fit_response(&x.arena, &event, GAFF_ASK_DENIES, &r, &x.warnings, &x.err) ==
	      GAFF_OK);
	CHECK(gaff_encode_response(&x.arena, &event, &r, &x.warnings, &x.answer, &x.err) ==
	      GAFF_OK);
	return x;
}

static struct gaff_response read_answer(const struct gaff_host *dialect,
					const struct gaff_event_row *row, int code, struct sv out,
					enum gaff_rc want)
{
	static char storage[4096];
	struct gaff_outcome outcome = { code, out, SV("") };
	struct gaff_response r = { 0 };
	struct gaff_err err;
	struct arena a;

	gaff_arena_init(&a, storage, sizeof storage, sizeof storage); /* texts are in it */
	CHECK(gaff_decode_response(&a, dialect, row, true, &outcome, &r, &err) == want);
	return r;
}

#define CONTEXT(words) ((struct gaff_response){ .text = { [GAFF_A_CONTEXT] = SV(words) } })

/* ---- "-": stdout is the text ---- */

static const struct gaff_answer_row text_rows[] = {
	{ GAFF_A_CONTEXT, SV_INIT("-"), .flags = GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("-"), .flags = GAFF_R_NOT_WITH_DENY },
};
static const struct gaff_answer_row both_rows[] = {
	{ GAFF_A_CONTEXT, SV_INIT("-") },
	{ GAFF_A_DENY, SV_INIT("/no"), SV_INIT("true") },
};
static const struct gaff_shape text_shape = { GAFF_ROWS(text_rows), GAFF_DENY_STDERR };
static const struct gaff_shape both_shape = { GAFF_ROWS(both_rows), GAFF_DENY_JSON };
static const struct gaff_event_row text_event = EVENT("text", BEFORE_PROMPT, &text_shape, 0);
static const struct gaff_event_row both_event = EVENT("both", BEFORE_PROMPT, &both_shape, 0);
static const struct gaff_host plain = HOST(.events = &text_event, .n_events = 1,
					   .unknown = &text_event);

TEST(codec__stdout_may_be_the_text_itself)
{
	struct gaff_response r = CONTEXT("a \"b\"\n\xed\xa0\x80");
	struct answered x;

	x = answer(&plain, &text_event, r);
	CHECK(x.answer.exit == 0 && !x.warnings.n);
	CHECK_TEXT(x.answer.out, SV("a \"b\"\n\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"));
	gaff_arena_release(&x.arena);
	r.text[GAFF_A_SYSTEM_MESSAGE] = SV("c");
	x = answer(&plain, &text_event, r);
	CHECK_TEXT(x.answer.out, SV("a \"b\"\n\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\n\nc"));
	gaff_arena_release(&x.arena);
	x = answer(&plain, &text_event, (struct gaff_response){ 0 });
	CHECK_TEXT(x.answer.out, SV(""));
	gaff_arena_release(&x.arena);
	r = CONTEXT("c");
	r.decision = GAFF_DENY;
	x = answer(&plain, &text_event, r);
	CHECK(x.answer.exit == 2 && x.warnings.n == 1);
	CHECK_TEXT(x.answer.out, SV(""));
	CHECK_TEXT(x.answer.err, SV("blocked by a hook\n"));
	CHECK_TEXT(x.warnings.line[0], SV("context is lost: Test cannot take it on text"));
	gaff_arena_release(&x.arena);
}

TEST(codec__beside_json_there_is_no_text)
{
	struct gaff_response r = CONTEXT("c");
	struct answered x = answer(&plain, &both_event, r);

	CHECK_TEXT(x.answer.out, SV("c"));
	gaff_arena_release(&x.arena);
	r.decision = GAFF_DENY;
	x = answer(&plain, &both_event, r);
	CHECK_TEXT(x.answer.out, SV("{\"no\":true}"));
	CHECK(x.warnings.n == 1);
	CHECK_TEXT(x.warnings.line[0], SV("context is lost: Test cannot take it on both"));
	gaff_arena_release(&x.arena);
	/* a text must not pass for an answer */
	x = answer(&plain, &both_event, CONTEXT(" {\"no\":true}"));
	CHECK_TEXT(x.answer.out, SV("note:  {\"no\":true}"));
	gaff_arena_release(&x.arena);
	x = answer(&plain, &text_event, CONTEXT("{\"no\":true}"));
	CHECK_TEXT(x.answer.out, SV("{\"no\":true}"));
	gaff_arena_release(&x.arena);
}

TEST(codec__plain_text_is_read_as_what_its_row_says)
{
	CHECK_TEXT(read_answer(&plain, &text_event, 0, SV("hello\n"), GAFF_OK).text[GAFF_A_CONTEXT],
		   SV("hello"));
	CHECK_TEXT(read_answer(&plain, &text_event, 0, SV("{\"no\":true}"), GAFF_OK)
			   .text[GAFF_A_CONTEXT],
		   SV("{\"no\":true}"));
	CHECK_TEXT(read_answer(&plain, &text_event, 0, SV("{oops"), GAFF_OK).text[GAFF_A_CONTEXT],
		   SV("{oops"));
	CHECK(!read_answer(&plain, &text_event, 1, SV("hello"), GAFF_EHOOK).text[GAFF_A_CONTEXT].n);
	CHECK_TEXT(read_answer(&plain, &both_event, 0, SV("hello"), GAFF_OK).text[GAFF_A_CONTEXT],
		   SV("hello"));
	CHECK(read_answer(&plain, &both_event, 0, SV("{\"no\":true}"), GAFF_OK).decision ==
	      GAFF_DENY);
	CHECK(!read_answer(&plain, &both_event, 0, SV("{oops"), GAFF_EHOOK).text[GAFF_A_CONTEXT].n);
}

/* ---- what has to be said when nothing is decided ---- */

static const struct gaff_answer_row undecided_rows[] = {
	{ GAFF_A_UNDECIDED, SV_INIT("/decision"), SV_INIT("\"allow\"") },
	{ GAFF_A_DENY, SV_INIT("/decision"), SV_INIT("\"deny\"") },
	{ GAFF_A_CONTEXT, SV_INIT("/more") },
};
static const struct gaff_shape undecided_shape = { GAFF_ROWS(undecided_rows), GAFF_DENY_JSON };
static const struct gaff_event_row undecided_event = EVENT("gate", BEFORE_TOOL, &undecided_shape,
							   0);

TEST(codec__nothing_decided_may_have_a_word)
{
	static const struct {
		struct gaff_response r;
		struct sv out;
	} cases[] = {
		{ { .decision = GAFF_NONE }, SV_INIT("{\"decision\":\"allow\"}") },
		{ { .decision = GAFF_ALLOW }, SV_INIT("{\"decision\":\"allow\"}") },
		{ { .decision = GAFF_DENY }, SV_INIT("{\"decision\":\"deny\"}") },
		{ { .text = { [GAFF_A_CONTEXT] = SV_INIT("c") } },
		  SV_INIT("{\"decision\":\"allow\",\"more\":\"c\"}") },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct answered x = answer(&plain, &undecided_event, cases[i].r);

		CHECK_TEXT(x.answer.out, cases[i].out);
		CHECK(x.answer.exit == 0);
		gaff_arena_release(&x.arena);
	}
	/* and is no grant when a hook says it */
	CHECK(read_answer(&plain, &undecided_event, 0, SV("{\"decision\":\"allow\"}"), GAFF_OK)
		      .decision == GAFF_NONE);
	CHECK(read_answer(&plain, &undecided_event, 0, SV("{\"decision\":\"deny\"}"), GAFF_OK)
		      .decision == GAFF_DENY);
}

TEST(codec__nothing_decided_has_its_word_when_gaff_fails)
{
	struct gaff_run run = { .host = &plain };
	struct gaff_err why = { .rc = GAFF_EHOOK, .msg = "oops" };
	struct gaff_answer x;

	gaff_run_expect(&run, &undecided_event, undecided_event.native);
	gaff_run_fail(&run, &why, &x);
	CHECK(x.exit == 0);
	CHECK_TEXT(x.out, SV("{\"decision\":\"allow\"}"));
	run.fail_closed = true;
	gaff_run_expect(&run, &undecided_event, undecided_event.native);
	gaff_run_fail(&run, &why, &x);
	CHECK_TEXT(x.out, SV("{\"decision\":\"deny\"}"));
}

/* ---- silence that grants ---- */

static const struct gaff_answer_row grant_rows[] = {
	{ GAFF_A_ALLOW, SV_INIT("/decision"), SV_INIT("\"allow\"") },
	{ GAFF_A_ASK, SV_INIT("/decision"), SV_INIT("\"ask\"") },
	{ GAFF_A_DENY, SV_INIT("/decision"), SV_INIT("\"deny\"") },
	{ GAFF_A_CONTEXT, SV_INIT("/more") },
	{ GAFF_A_NATIVE, SV_INIT("/own") },
};
static const struct gaff_shape grant_shape = { GAFF_ROWS(grant_rows), GAFF_DENY_JSON };
static const struct gaff_event_row grant_events[] = {
	EVENT("ask", PERMISSION_REQUEST, &grant_shape, GAFF_E_SILENCE_GRANTS),
	EVENT("*", NATIVE, &no_answer, 0),
};
static const struct gaff_host grants = HOST(.no_opinion = SV_INIT("{}"), .events = grant_events,
					    .n_events = 1, .unknown = &grant_events[1]);

#define LEFT "gaff: no hook decides this; the user does\n"

TEST(codec__only_a_decision_goes_out_where_silence_grants)
{
	static const struct {
		struct gaff_response r;
		int exit;
		struct sv out, err;
		size_t lost;
	} cases[] = {
		{ { .decision = GAFF_NONE }, 1, SV_INIT(""), SV_INIT(LEFT), 0 },
		{ { .decision = GAFF_ASK }, 1, SV_INIT(""), SV_INIT(LEFT), 0 },
		{ { .decision = GAFF_ALLOW },
		  0,
		  SV_INIT("{\"decision\":\"allow\"}"),
		  SV_INIT(""),
		  0 },
		{ { .decision = GAFF_DENY },
		  0,
		  SV_INIT("{\"decision\":\"deny\"}"),
		  SV_INIT(""),
		  0 },
		{ { .text = { [GAFF_A_CONTEXT] = SV_INIT("c") } },
		  1,
		  SV_INIT(""),
		  SV_INIT(LEFT),
		  1 },
		{ { .text = { [GAFF_A_CONTEXT] = SV_INIT("c") }, .decision = GAFF_ASK },
		  1,
		  SV_INIT(""),
		  SV_INIT(LEFT),
		  1 },
		{ { .text = { [GAFF_A_CONTEXT] = SV_INIT("c") }, .decision = GAFF_ALLOW },
		  0,
		  SV_INIT("{\"decision\":\"allow\",\"more\":\"c\"}"),
		  SV_INIT(""),
		  0 },
		{ { .native = { "{\"own\":1}", 9 } }, 1, SV_INIT(""), SV_INIT(LEFT), 1 },
		{ { .stop = true, .suppress = true }, 1, SV_INIT(""), SV_INIT(LEFT), 2 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct answered x = answer(&grants, grant_events, cases[i].r);

		CHECK(x.answer.exit == cases[i].exit && x.warnings.n == cases[i].lost);
		CHECK_TEXT(x.answer.out, cases[i].out);
		CHECK_TEXT(x.answer.err, cases[i].err);
		gaff_arena_release(&x.arena);
	}
	/* to a hook of this dialect exit 1 is how to say nothing; silence is never a grant */
	CHECK(read_answer(&grants, grant_events, 1, SV(""), GAFF_OK).decision == GAFF_NONE);
	CHECK(read_answer(&grants, grant_events, 0, SV(""), GAFF_OK).decision == GAFF_NONE);
	CHECK(read_answer(&grants, &grant_events[1], 1, SV(""), GAFF_EHOOK).decision == GAFF_NONE);
}

TEST(codec__a_failure_is_no_grant)
{
	struct gaff_err why = { .rc = GAFF_ESYNTAX, .msg = "oops" };
	struct gaff_run run = { .host = &grants };
	struct gaff_answer x;

	gaff_run_expect(&run, grant_events, grant_events->native);
	gaff_run_fail(&run, &why, &x);
	CHECK(x.exit == 1 && !x.out.n);
	CHECK_TEXT(x.err, SV("gaff: oops; no opinion given\n"));
	/* nor when nobody knows yet which event it is */
	gaff_run_expect(&run, grants.unknown, grants.unknown->native);
	gaff_run_fail(&run, &why, &x);
	CHECK(x.exit == 1 && x.err.n);
	run.has_event = true;
	gaff_run_fail(&run, &why, &x);
	CHECK(x.exit == 0);
	CHECK_TEXT(x.out, SV("{}"));
}

/* ---- MCP tools whose server comes last ---- */

static const struct gaff_payload_row tool_payload[] = {
	ROW("/event", EVENT, 0),
	ROW("/tool", TOOL_NAME, 0),
	ROW("/server", MCP_SERVER, GAFF_P_ALIAS),
};
static const struct gaff_event_row tool_events[] = { EVENT("before", BEFORE_TOOL, &no_answer, 0) };
static const struct gaff_host server_last = HOST(.payload = GAFF_ROWS(tool_payload),
						 .events = tool_events, .n_events = 1,
						 .unknown = tool_events, .mcp_joint = SV_INIT("_"),
						 .flags = GAFF_H_MCP_SERVER_LAST);

TEST(codec__the_server_of_an_mcp_tool_may_come_last)
{
	static const struct {
		struct sv payload, server, tool, back;
	} cases[] = {
		{ SV_INIT("{\"tool\":\"read_demo\"}"), SV_INIT("demo"), SV_INIT("read"),
		  SV_INIT("{\"event\":\"before\",\"tool\":\"read_demo\"}") },
		{ SV_INIT("{\"tool\":\"read_all_my_demo\",\"server\":\"my_demo\"}"),
		  SV_INIT("my_demo"), SV_INIT("read_all"),
		  SV_INIT("{\"event\":\"before\",\"tool\":\"read_all_my_demo\"}") },
		{ SV_INIT("{\"tool\":\"read_all_demo\"}"), SV_INIT(""), SV_INIT(""),
		  SV_INIT("{\"event\":\"before\",\"tool\":\"read_all_demo\"}") },
		{ SV_INIT("{\"tool\":\"demo_read_it\",\"server\":\"demo\"}"), SV_INIT("demo"),
		  SV_INIT(""), SV_INIT("{\"event\":\"before\",\"tool\":\"demo_read_it\"}") },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct codec c;

		CHECK(decode(&c, &server_last, cases[i].payload, SV("before")) == GAFF_OK);
		CHECK(c.event.tool == GAFF_TOOL_MCP);
		CHECK_TEXT(c.event.mcp_server, cases[i].server);
		CHECK_TEXT(c.event.mcp_tool, cases[i].tool);
		CHECK_TEXT(encode(&c, &server_last), cases[i].back);
		CHECK(gaff_mcp_matches(&c.arena, SV("demo"), SV(""), &c.event) == (i != 1));
		CHECK(gaff_mcp_matches(&c.arena, SV("demo"), SV("read_all"), &c.event) == (i == 2));
		CHECK(!gaff_mcp_matches(&c.arena, SV("read"), SV("demo"), &c.event));
		gaff_arena_release(&c.arena);
	}
}

/* ---- an input of texts, and rows for MCP tools ---- */

static const struct gaff_input_row shell_input[] = {
	{ SV_INIT("commands"), SV_INIT("command"), GAFF_IN_COMMANDS },
	{ SV_INIT("why"), SV_INIT("description") },
};
static const struct gaff_tool_row shell_tools[] = {
	{ SV_INIT("run"), GAFF_TOOL_SHELL, GAFF_ROWS(shell_input), &seen },
};
static const struct gaff_payload_row texts_payload[] = {
	ROW("/tool", TOOL_NAME, 0),
	ROW("/call/input", TOOL_INPUT, GAFF_P_ALIAS),
	ROW("/texts", TOOL_INPUT, GAFF_P_OF_TEXTS),
};
static const struct gaff_host texts = HOST(.payload = GAFF_ROWS(texts_payload),
					   .events = tool_events, .n_events = 1,
					   .unknown = tool_events, .tools = shell_tools,
					   .n_tools = 1);

TEST(codec__an_input_may_be_of_texts)
{
	static const struct {
		struct sv payload, input, back;
	} cases[] = {
		/* a list is one, what a row calls plain stays what it is */
		{ SV_INIT("{\"tool\":\"run\",\"texts\":{\"commands\":\"[\\\"a\\\"]\",\"why\":\"[1]"
			  "\"}}"),
		  SV_INIT("{\"commands\":[\"a\"],\"why\":\"[1]\"}"),
		  SV_INIT("{\"tool\":\"run\",\"texts\":{\"commands\":\"[\\\"a\\\"]\",\"why\":\"[1]"
			  "\"}}") },
		/* only lists and objects: who knows what a number or a word was */
		{ SV_INIT("{\"tool\":\"x\",\"texts\":{\"a\":\"{\\\"b\\\":1}\",\"c\":\"7\",\"d\":"
			  "\"true\",\"e\":7}}"),
		  SV_INIT("{\"a\":{\"b\":1},\"c\":\"7\",\"d\":\"true\",\"e\":7}"),
		  SV_INIT("{\"tool\":\"x\",\"texts\":{\"a\":\"{\\\"b\\\":1}\",\"c\":\"7\",\"d\":"
			  "\"true\",\"e\":\"7\"}}") },
		{ SV_INIT("{\"tool\":\"x\",\"texts\":[]}"), SV_INIT("[]"),
		  SV_INIT("{\"tool\":\"x\",\"texts\":[]}") },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct codec c;

		CHECK(decode(&c, &texts, cases[i].payload, SV("before")) == GAFF_OK);
		CHECK_TEXT(json_sv(c.event.field[GAFF_F_TOOL_INPUT]), cases[i].input);
		CHECK_TEXT(encode(&c, &texts), cases[i].back);
		gaff_arena_release(&c.arena);
	}
}

TEST(codec__a_new_input_is_wherever_the_old_one_was)
{
	struct json input = { "{\"commands\":[\"b\"]}", 18 };
	struct codec c;

	CHECK(decode(&c, &texts,
		     SV("{\"tool\":\"run\",\"call\":{\"input\":{\"commands\":[\"a\"]}},"
			"\"texts\":{\"commands\":\"[\\\"a\\\"]\"}}"),
		     SV("before")) == GAFF_OK);
	CHECK(gaff_event_change(&c.arena, &c.event, GAFF_F_TOOL_INPUT, input, &c.err) == GAFF_OK);
	CHECK_TEXT(json_sv(c.event.payload),
		   SV("{\"tool\":\"run\",\"call\":{\"input\":{\"commands\":[\"b\"]}},"
		      "\"texts\":{\"commands\":\"[\\\"b\\\"]\"}}"));
	gaff_arena_release(&c.arena);
}

static const struct gaff_payload_row mcp_payload[] = {
	ROW("/tool", TOOL_NAME, 0),
	ROW("/mcp_input", TOOL_INPUT, GAFF_P_MCP_ONLY | GAFF_P_JSON_TEXT),
	ROW("/input", TOOL_INPUT, GAFF_P_NOT_MCP),
};
static const struct gaff_host two_places = HOST(.payload = GAFF_ROWS(mcp_payload),
						.events = tool_events, .n_events = 1,
						.unknown = tool_events,
						.mcp_prefix = SV_INIT("mcp/"));

TEST(codec__mcp_tools_may_have_rows_of_their_own)
{
	static const struct {
		struct sv payload, input, back;
	} cases[] = {
		{ SV_INIT("{\"tool\":\"mcp/"
			  "x\",\"input\":{\"a\":1},\"mcp_input\":\"{\\\"b\\\":2}\"}"),
		  SV_INIT("{\"b\":2}"),
		  SV_INIT("{\"tool\":\"mcp/x\",\"mcp_input\":\"{\\\"b\\\":2}\"}") },
		{ SV_INIT("{\"tool\":\"x\",\"input\":{\"a\":1},\"mcp_input\":\"{\\\"b\\\":2}\"}"),
		  SV_INIT("{\"a\":1}"), SV_INIT("{\"tool\":\"x\",\"input\":{\"a\":1}}") },
		{ SV_INIT("{\"tool\":\"x\",\"mcp_input\":\"{}\"}"), SV_INIT(""),
		  SV_INIT("{\"tool\":\"x\",\"input\":{}}") },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct codec c;

		CHECK(decode(&c, &two_places, cases[i].payload, SV("before")) == GAFF_OK);
		CHECK_TEXT(json_sv(c.event.field[GAFF_F_TOOL_INPUT]), cases[i].input);
		CHECK_TEXT(encode(&c, &two_places), cases[i].back);
		gaff_arena_release(&c.arena);
	}
}

/* ---- a list of command lines ---- */

static struct sv commands_of(struct arena *a, struct sv list)
{
	struct buf b = buf_in(a);
	struct json doc, canonical;
	struct gaff_err err;
	struct sv command;

	gaff_buf_add(&b, SV("{\"commands\":"));
	gaff_buf_add(&b, list);
	buf_addc(&b, '}');
	CHECK(gaff_json_parse(buf_sv(&b), &doc, &err) == GAFF_OK);
	CHECK(gaff_input_to_canonical(a, shell_tools, doc, &canonical, &err) == GAFF_OK);
	CHECK(gaff_json_text(a, gaff_json_get(canonical, SV("command")), &command));
	return command;
}

TEST(codec__commands_of_a_list_stand_one_below_another)
{
	static const struct {
		struct sv list, command;
	} cases[] = {
		{ SV_INIT("[\"ls -l\"]"), SV_INIT("ls -l") },
		{ SV_INIT("\"ls\""), SV_INIT("ls") },
		{ SV_INIT("[\"a | b\"]"), SV_INIT("a | b") },
		{ SV_INIT("[\"ls -l\",\"rm 'x y'\"]"), SV_INIT("ls -l\nrm 'x y'") },
		{ SV_INIT("[{\"command\":\"rm\",\"args\":[\"-r\",\"a b\"]},{\"command\":\"ls\"}]"),
		  SV_INIT("rm -r 'a b'\nls") },
		{ SV_INIT("[{\"command\":\"a | b\",\"args\":[]}]"), SV_INIT("'a | b'") },
		{ SV_INIT("[{\"command\":\"a | b\"}]"), SV_INIT("a | b") },
		{ SV_INIT("[7,{\"x\":1}]"), SV_INIT("7\n'{\"x\":1}'") },
		{ SV_INIT("[]"), SV_INIT("") },
		/* what opens a quote hides nothing, and what moves moves nothing else */
		{ SV_INIT("[\"echo '\",\"rm -rf x\",\"'\"]"),
		  SV_INIT("sh -c 'echo '\\'''\nrm -rf x\nsh -c ''\\'''") },
		{ SV_INIT("[\"cat <<E\",\"rm x\",\"E\"]"), SV_INIT("sh -c 'cat <<E'\nrm x\nE") },
		{ SV_INIT("[\"echo \\\\\",\"rm x\"]"), SV_INIT("sh -c 'echo \\'\nrm x") },
		{ SV_INIT("[\"rm() { :; }\",\"rm x\"]"), SV_INIT("sh -c 'rm() { :; }'\nrm x") },
		{ SV_INIT("[\"cd /tmp\",\"rm x\"]"), SV_INIT("sh -c 'cd /tmp'\nrm x") },
		{ SV_INIT("[\"case x in\",\"rm x\"]"), SV_INIT("sh -c 'case x in'\nrm x") },
	};
	struct arena a;

	gaff_arena_init(&a, NULL, 0, 1 << 20);
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		CHECK_TEXT(commands_of(&a, cases[i].list), cases[i].command);
	gaff_arena_release(&a);
}

TEST(codec__a_rewritten_command_is_a_list_of_one)
{
	static const struct {
		struct sv canonical, input;
	} cases[] = {
		{ SV_INIT("{\"command\":\"ls\"}"), SV_INIT("{\"commands\":[\"ls\"],\"more\":1}") },
		{ SV_INIT("{\"command\":\"a\\nb\"}"),
		  SV_INIT("{\"commands\":[\"a\",\"b\"],\"more\":1}") },
		{ SV_INIT("{\"description\":\"x\"}"),
		  SV_INIT("{\"commands\":[\"a\",\"b\"],\"more\":1,\"why\":\"x\"}") },
	};
	struct json canonical, original, out;
	struct gaff_err err;
	struct arena a;

	gaff_arena_init(&a, NULL, 0, 1 << 20);
	CHECK(gaff_json_parse(SV("{\"commands\":[\"a\",\"b\"],\"more\":1}"), &original, &err) ==
	      GAFF_OK);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		CHECK(gaff_json_parse(cases[i].canonical, &canonical, &err) == GAFF_OK);
		CHECK(gaff_input_to_native(&a, shell_tools, canonical, original, false, NULL, &out,
					   &err) == GAFF_OK);
		CHECK_TEXT(json_sv(out), cases[i].input);
	}
	gaff_arena_release(&a);
}

/* ---- a denial that may have no effect ---- */

static const struct gaff_shape vain_shape = { GAFF_ROWS(text_rows), GAFF_DENY_IN_VAIN };
static const struct gaff_event_row vain_event = EVENT("vain", BEFORE_PROMPT, &vain_shape, 0);

TEST(codec__a_denial_is_tried_where_it_may_be_lost)
{
	struct answered x = answer(&plain, &vain_event,
				   (struct gaff_response){ .decision = GAFF_DENY });

	CHECK(x.answer.exit == 2 && x.answer.must_arrive && !x.answer.out.n);
	CHECK_TEXT(x.answer.err, SV("blocked by a hook\n"));
	CHECK(x.warnings.n == 1);
	CHECK_TEXT(x.warnings.line[0],
		   SV("deny may be lost: not every version of Test heeds it on vain"));
	CHECK(!gaff_shape_can_deny(&vain_shape)); /* nobody may rely on it */
	gaff_arena_release(&x.arena);
	x = answer(&plain, &vain_event, (struct gaff_response){ .decision = GAFF_ASK });
	CHECK(x.answer.exit == 2 && x.warnings.n == 2); /* what a denial tries is tried for it */
	CHECK_TEXT(x.warnings.line[0], SV("ask became deny: Test does not ask on vain"));
	gaff_arena_release(&x.arena);
}

/* A question without room for what is asked. */
static const struct gaff_answer_row ask_rows[] = {
	{ GAFF_A_ASK, SV_INIT("/ask"), SV_INIT("true") },
};
static const struct gaff_shape ask_shape = { GAFF_ROWS(ask_rows), GAFF_DENY_STDERR };
static const struct gaff_event_row ask_event = EVENT("ask", BEFORE_TOOL, &ask_shape, 0);

TEST(codec__a_question_may_lose_its_words)
{
	struct gaff_response r = { .decision = GAFF_ASK,
				   .text = { [GAFF_A_REASON] = SV("sure?") } };
	struct answered x = answer(&plain, &ask_event, r);

	CHECK_TEXT(x.answer.out, SV("{\"ask\":true}"));
	CHECK(x.warnings.n == 1);
	CHECK_TEXT(x.warnings.line[0], SV("reason is lost: Test cannot take it on ask"));
	gaff_arena_release(&x.arena);
}

/* ---- two spellings that only names tell apart ---- */

static const struct gaff_event_row pascal_events[] = {
	EVENT("Before", BEFORE_TOOL, &no_answer, 0),
	EVENT("Begin", SESSION_START, &no_answer, 0),
	EVENT("Spawn", SESSION_START, &no_answer, GAFF_E_ALIAS),
};
static const struct gaff_event_row camel_events[] = {
	EVENT("before", BEFORE_TOOL, &no_answer, 0),
	EVENT("spawn", SESSION_START, &no_answer, 0),
};
static const struct gaff_payload_row named_payload[] = {
	ROW("/event", EVENT, 0),
	ROW("/tool", TOOL_NAME, 0),
	ROW("/input", TOOL_INPUT, 0),
};
static const struct gaff_name_row tool_names[] = { { SV_INIT("shell"), SV_INIT("run") } };
static const struct gaff_host pascal;
static const struct gaff_host camel = HOST(.payload = GAFF_ROWS(named_payload),
					   .events = GAFF_ROWS(camel_events),
					   .unknown = camel_events, .other_spelling = &pascal,
					   .mcp_prefix = SV_INIT("@"), .mcp_joint = SV_INIT("/"));
static const struct gaff_host pascal = HOST(.payload = GAFF_ROWS(named_payload),
					    .events = GAFF_ROWS(pascal_events),
					    .unknown = pascal_events, .other_spelling = &camel,
					    .other_mark = SV_INIT("*"),
					    .mcp_prefix = SV_INIT("mcp_"),
					    .mcp_joint = SV_INIT("_"), .mcp_for_hyphen = '_',
					    .flags = GAFF_H_MCP_LOWERCASE, .tools = shell_tools,
					    .n_tools = 1, .tool_names = GAFF_ROWS(tool_names));

TEST(codec__the_name_of_an_event_may_tell_the_spelling)
{
	static const struct {
		struct sv payload, hint;
		const struct gaff_host *host;
		struct sv native;
	} cases[] = {
		{ SV_INIT("{\"event\":\"Before\"}"), SV_INIT(""), &pascal, SV_INIT("Before") },
		{ SV_INIT("{\"event\":\"before\"}"), SV_INIT(""), &camel, SV_INIT("before") },
		/* how it was registered says more than what an engine calls it */
		{ SV_INIT("{\"event\":\"spawn\"}"), SV_INIT("Begin"), &pascal, SV_INIT("Begin") },
		{ SV_INIT("{\"event\":\"Begin\"}"), SV_INIT("spawn"), &camel, SV_INIT("spawn") },
		{ SV_INIT("{}"), SV_INIT("before"), &camel, SV_INIT("before") },
		/* another name of an event is not another event */
		{ SV_INIT("{\"event\":\"Spawn\"}"), SV_INIT(""), &pascal, SV_INIT("Begin") },
		{ SV_INIT("{}"), SV_INIT("Spawn"), &pascal, SV_INIT("Begin") },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct codec c;

		CHECK(decode(&c, &pascal, cases[i].payload, cases[i].hint) == GAFF_OK);
		CHECK(c.event.host == cases[i].host);
		CHECK_TEXT(c.event.native_event, cases[i].native);
		gaff_arena_release(&c.arena);
	}
}

TEST(codec__payloads_may_call_a_tool_otherwise)
{
	struct codec c;

	CHECK(decode(&c, &pascal,
		     SV("{\"event\":\"Before\",\"tool\":\"shell\",\"input\":{\"commands\":[\"a\"]}"
			"}"),
		     SV("")) == GAFF_OK);
	CHECK(c.event.tool == GAFF_TOOL_SHELL && c.event.tools == 1u << GAFF_TOOL_SHELL);
	CHECK_TEXT(c.event.tool_name, SV("shell"));
	CHECK_TEXT(encode(&c, &pascal),
		   SV("{\"event\":\"Before\",\"tool\":\"run\",\"input\":{\"commands\":[\"a\"]}}"));
	gaff_arena_release(&c.arena);
	/* an MCP tool in the words of the other spelling */
	CHECK(decode(&c, &pascal, SV("{\"event\":\"Before\",\"tool\":\"@My-Demo/Ping\"}"),
		     SV("")) == GAFF_OK);
	CHECK(c.event.tool == GAFF_TOOL_MCP);
	CHECK_TEXT(c.event.mcp_server, SV("My-Demo"));
	CHECK_TEXT(c.event.mcp_tool, SV("Ping"));
	gaff_arena_release(&c.arena);
	/* and in its own, where capitals are gone */
	CHECK(decode(&c, &pascal, SV("{\"event\":\"Before\",\"tool\":\"mcp_my_demo_ping\"}"),
		     SV("")) == GAFF_OK);
	CHECK(gaff_mcp_matches(&c.arena, SV("My-Demo"), SV("Ping"), &c.event));
	CHECK(!gaff_mcp_matches(&c.arena, SV("Demo"), SV("Ping"), &c.event));
	gaff_arena_release(&c.arena);
}

/* ---- each of a list names files ---- */

static const struct gaff_input_row each_input[] = {
	{ SV_INIT("operations"), SV_INIT("path"), GAFF_IN_EACH },
};
static const struct gaff_tool_row each_tools[] = {
	{ SV_INIT("look"), GAFF_TOOL_FILE_READ, GAFF_ROWS(each_input), &seen },
};
static const struct gaff_host looks = HOST(.payload = GAFF_ROWS(named_payload),
					   .events = tool_events, .n_events = 1,
					   .unknown = tool_events, .tools = each_tools,
					   .n_tools = 1);

TEST(codec__a_guard_sees_the_files_of_every_operation)
{
	struct gaff_paths paths;
	struct json input;
	struct codec c;

	CHECK(decode(&c, &looks,
		     SV("{\"event\":\"before\",\"tool\":\"look\",\"input\":{\"operations\":["
			"{\"path\":\"/a\"},{\"image_paths\":[\"/b\",\"/c\"]},{\"mode\":\"x\"}]}}"),
		     SV("")) == GAFF_OK);
	CHECK(gaff_event_paths(&c.arena, &c.event, &paths, &c.err) == GAFF_OK);
	CHECK(paths.n == 3);
	CHECK_TEXT(paths.path[2], SV("/c"));
	CHECK(gaff_event_input(&c.arena, &c.event, &input, &c.err) == GAFF_OK);
	CHECK_TEXT(json_sv(input), SV("{\"path\":[\"/a\",\"/b\",\"/c\"]}"));
	gaff_arena_release(&c.arena);
}

/* ---- events that both spellings have ---- */

static const struct gaff_event_row twice_events[] = {
	EVENT("Start", SESSION_START, &no_answer, 0),
	EVENT("Resume", SESSION_START, &no_answer, 0),
};
static const struct gaff_host twice;
static const struct gaff_host twice_too = HOST(.payload = GAFF_ROWS(named_payload),
					       .events = GAFF_ROWS(twice_events),
					       .unknown = twice_events, .other_spelling = &twice);
static const struct gaff_host twice = HOST(.payload = GAFF_ROWS(named_payload),
					   .events = GAFF_ROWS(twice_events),
					   .unknown = twice_events, .other_spelling = &twice_too);

TEST(codec__an_event_of_both_spellings_is_no_other_one)
{
	struct gaff_hook hook = { .enabled = true, .event_name = SV("test:Start") };
	static const struct gaff_match_place nowhere;
	struct gaff_match match;
	struct codec c;

	CHECK(decode(&c, &twice, SV("{\"event\":\"Start\"}"), SV("")) == GAFF_OK);
	CHECK(gaff_hook_match(&c.arena, &hook, &c.event, &nowhere, &match, &c.err) == GAFF_OK);
	CHECK(match.yes);
	gaff_arena_release(&c.arena);
	CHECK(decode(&c, &twice, SV("{\"event\":\"Resume\"}"), SV("")) == GAFF_OK);
	CHECK(gaff_hook_match(&c.arena, &hook, &c.event, &nowhere, &match, &c.err) == GAFF_OK);
	CHECK(!match.yes);
	gaff_arena_release(&c.arena);
}
