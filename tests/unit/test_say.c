#include "check.h"

#include "agents/codec/say.h"
#include "agents/hosts.h"

struct said {
	struct arena arena;
	struct gaff_event event;
	struct gaff_response r;
	struct gaff_err err;
};

static char *no_variables(const char *name)
{
	(void)name;
	return NULL;
}

static void begin(struct said *s, const char *host, struct sv payload)
{
	struct json doc;

	*s = (struct said){ 0 };
	gaff_arena_init(&s->arena, NULL, 0, 1 << 20);
	CHECK(gaff_json_parse(payload, &doc, &s->err) == GAFF_OK &&
	      gaff_decode_event(&s->arena, gaff_host_find(sv_of(host)), doc, (struct sv){ 0 },
				no_variables, &s->event, &s->err) == GAFF_OK);
}

static enum gaff_rc rewrite(struct said *s, struct sv field, struct sv value)
{
	return gaff_say_input(&s->arena, &s->event, &s->r, field,
			      gaff_json_of_text(&s->arena, value), &s->err);
}

static const struct sv shell = SV_INIT("{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\","
				       "\"tool_input\":{\"command\":\"ls\"}}");
static const struct sv edit = SV_INIT(
	"{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Edit\",\"tool_input\":"
	"{\"file_path\":\"/a\",\"old_string\":\"x\",\"new_string\":\"y\"}}");

TEST(say__the_stricter_decision_stays)
{
	struct said s;

	begin(&s, "claude-code", shell);
	gaff_say_decision(&s.arena, &s.r, GAFF_ASK, SV("one"));
	gaff_say_decision(&s.arena, &s.r, GAFF_ALLOW, SV("two"));
	CHECK(s.r.decision == GAFF_ASK);
	CHECK_TEXT(s.r.text[GAFF_A_REASON], SV("one"));
	gaff_say_decision(&s.arena, &s.r, GAFF_DENY, SV("three"));
	gaff_say_decision(&s.arena, &s.r, GAFF_DENY, SV("four"));
	CHECK(s.r.decision == GAFF_DENY);
	CHECK_TEXT(s.r.text[GAFF_A_REASON], SV("three\n\nfour"));
	gaff_say_text(&s.arena, &s.r, GAFF_A_CONTEXT, SV("a"));
	gaff_say_text(&s.arena, &s.r, GAFF_A_CONTEXT, SV("b"));
	CHECK_TEXT(s.r.text[GAFF_A_CONTEXT], SV("a\n\nb"));
	gaff_say_text(&s.arena, &s.r, GAFF_A_UPDATED_PROMPT, SV("a"));
	gaff_say_text(&s.arena, &s.r, GAFF_A_UPDATED_PROMPT, SV("b"));
	CHECK_TEXT(s.r.text[GAFF_A_UPDATED_PROMPT], SV("b"));
	gaff_arena_release(&s.arena);
}

TEST(say__rewrites_by_any_name)
{
	struct said s;

	begin(&s, "claude-code", shell);
	CHECK(rewrite(&s, SV("command"), SV("ls \"-l\"")) == GAFF_OK);
	CHECK(rewrite(&s, SV("cwd"), SV("/")) == GAFF_OK);
	CHECK_TEXT(json_sv(s.r.updated_input), SV("{\"command\":\"ls \\\"-l\\\"\",\"cwd\":\"/\"}"));
	CHECK(rewrite(&s, SV("comand"), SV("x")) == GAFF_EUSAGE);
	CHECK_TEXT(sv_of(s.err.msg), SV("shell has no 'comand' to rewrite; it has: command, cwd, "
					"description, timeout"));
	CHECK(rewrite(&s, SV("old_string"), SV("x")) == GAFF_EUSAGE);
	gaff_arena_release(&s.arena);

	begin(&s, "claude-code", edit);
	CHECK(rewrite(&s, SV("file_path"), SV("/b")) == GAFF_OK);
	CHECK(rewrite(&s, SV("new_string"), SV("z")) == GAFF_OK);
	CHECK(rewrite(&s, SV("old_string"), SV("w")) == GAFF_OK);
	CHECK_TEXT(json_sv(s.r.updated_input),
		   SV("{\"path\":\"/b\",\"edits\":[{\"old\":\"w\",\"new\":\"z\"}]}"));
	gaff_arena_release(&s.arena);
}

TEST(say__no_tool_no_rewrite)
{
	struct said s;

	begin(&s, "claude-code", SV("{\"hook_event_name\":\"Stop\"}"));
	CHECK(rewrite(&s, SV("command"), SV("x")) == GAFF_EUSAGE);
	gaff_arena_release(&s.arena);
}

TEST(say__fields_of_other_tools_are_their_own)
{
	struct said s;

	begin(&s, "claude-code",
	      SV("{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"mcp__a__b\","
		 "\"tool_input\":{\"a/b~\":1}}"));
	CHECK(rewrite(&s, SV("a/b~"), SV("x")) == GAFF_OK);
	CHECK(rewrite(&s, SV("file_path"), SV("y")) == GAFF_OK);
	CHECK_TEXT(json_sv(s.r.updated_input), SV("{\"a/b~\":\"x\",\"file_path\":\"y\"}"));
	gaff_arena_release(&s.arena);
}

TEST(say__variables_and_native_fields_are_checked)
{
	struct json members;
	struct said s;

	begin(&s, "claude-code", shell);
	CHECK(gaff_say_variable(&s.arena, &s.r, SV("A_1"), SV("x y"), &s.err) == GAFF_OK);
	CHECK(gaff_say_variable(&s.arena, &s.r, SV("A_1"), SV("z"), &s.err) == GAFF_OK);
	CHECK(gaff_say_variable(&s.arena, &s.r, SV("1A"), SV("x"), &s.err) == GAFF_EUSAGE);
	CHECK(gaff_say_variable(&s.arena, &s.r, SV("A=B"), SV("x"), &s.err) == GAFF_EUSAGE);
	CHECK(gaff_say_variable(&s.arena, &s.r, SV("A"), SV("x\0y"), &s.err) == GAFF_EUSAGE);
	CHECK_TEXT(json_sv(s.r.env), SV("{\"A_1\":\"z\"}"));
	CHECK(gaff_json_parse(SV("[1]"), &members, &s.err) == GAFF_OK);
	CHECK(gaff_say_native(&s.arena, &s.r, members, &s.err) == GAFF_EUSAGE);
	CHECK(gaff_json_parse(SV("{\"a\":1,\"b\":[2]}"), &members, &s.err) == GAFF_OK);
	CHECK(gaff_say_native(&s.arena, &s.r, members, &s.err) == GAFF_OK);
	CHECK_TEXT(json_sv(s.r.native), SV("{\"a\":1,\"b\":[2]}"));
	gaff_arena_release(&s.arena);
}
