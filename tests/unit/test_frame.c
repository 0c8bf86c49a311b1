#include "check.h"
#include "convert/parts.h"
#include "agents/hosts.h"

/* Documents with what is around hooks taken off, and put around again. */

static struct arena arena;

/* With single quotes for double ones. */
static struct json parsed(const char *quoted)
{
	char *text = gaff_arena_dup(&arena, sv_of(quoted));
	struct json doc = { 0 };
	struct gaff_err err;

	for (char *p = text; p && *p; p++)
		*p = *p == '\'' ? '"' : *p;
	CHECK(gaff_json_parse(sv_of(text), &doc, &err) == GAFF_OK);
	return doc;
}

/* Taken off it is `plain`, and around that again `native`. */
static void there_and_back(const struct gaff_host *host, const char *native, const char *plain)
{
	struct gaff_losses losses = { 0 };
	struct json off = { 0 }, on = { 0 };
	struct gaff_err err;

	gaff_arena_init(&arena, NULL, 0, 1u << 20);
	losses.arena = &arena;
	CHECK(gaff_frame_take(&arena, host->layout, parsed(native), &off, &err) == GAFF_OK);
	CHECK_TEXT(json_sv(off), json_sv(parsed(plain)));
	CHECK(gaff_frame_put(&arena, host->layout, off, &losses, &on, &err) == GAFF_OK);
	CHECK_TEXT(json_sv(on), json_sv(parsed(native)));
	CHECK(losses.n == 0);
	gaff_arena_release(&arena);
}

TEST(frame__bare)
{
	there_and_back(&gaff_host_devin, "{'Stop':[1]}", "{'hooks':{'Stop':[1]}}");
	there_and_back(&gaff_host_devin, "{'$schema':'x','_why':[2],'Stop':[1],'Odd':3}",
		       "{'$schema':'x','_why':[2],'hooks':{'Stop':[1],'Odd':3}}");
	there_and_back(&gaff_host_devin, "{'hooks':{'Stop':[1]}}",
		       "{'hooks':{'Stop':[1]},'wrapper':true}");
	there_and_back(&gaff_host_devin, "{'a':1,'hooks':{}}", "{'a':1,'hooks':{},'wrapper':true}");
}

TEST(frame__named)
{
	there_and_back(&gaff_host_antigravity, "{'x':{'Stop':[{'a':1}]}}",
		       "{'hooks':{'Stop':[{'a':1,'in':'x'}]}}");
	there_and_back(
		&gaff_host_antigravity,
		"{'x':{'enabled':false,'PreToolUse':[{'matcher':'m','hooks':[{'a':1},{'a':2}]}]},"
		"'y':{'PreToolUse':[{'hooks':[{'a':3}]}],'Stop':[{'a':4}]}}",
		"{'hooks':{'PreToolUse':[{'matcher':'m','hooks':[{'a':1,'in':'x','on':false},"
		"{'a':2,'in':'x','on':false}]},{'hooks':[{'a':3,'in':'y'}]}],"
		"'Stop':[{'a':4,'in':'y'}]}}");
	there_and_back(&gaff_host_antigravity,
		       "{'$schema':'s','x':{'note':1,'Stop':[{'a':1}]},'y':{}}",
		       "{'$schema':'s','groups':{'x':{'note':1},'y':{}},"
		       "'hooks':{'Stop':[{'a':1,'in':'x'}]}}");
}

/* Entries of an event stay in their order, even if a name has to give way; and that is said. */
TEST(frame__named_in_order)
{
	struct gaff_losses losses = { 0 };
	struct gaff_err err;
	struct json on = { 0 }, off = { 0 }, plain;

	gaff_arena_init(&arena, NULL, 0, 1u << 20);
	losses.arena = &arena;
	plain = parsed("{'hooks':{'Stop':[{'n':1,'in':'a'},{'n':2,'in':'b'},{'n':3,'in':'a'},"
		       "{'n':4}]}}");
	CHECK(gaff_frame_put(&arena, gaff_host_antigravity.layout, plain, &losses, &on, &err) ==
	      GAFF_OK);
	CHECK_TEXT(json_sv(on), json_sv(parsed("{'a':{'Stop':[{'n':1}]},'b':{'Stop':[{'n':2}]},"
					       "'a-3':{'Stop':[{'n':3}]},"
					       "'converted':{'Stop':[{'n':4}]}}")));
	CHECK(losses.n == 1 && sv_eq(losses.item[0].field, SV("name")));
	CHECK(gaff_frame_take(&arena, gaff_host_antigravity.layout, on, &off, &err) == GAFF_OK);
	CHECK_TEXT(json_sv(off),
		   json_sv(parsed("{'hooks':{'Stop':[{'n':1,'in':'a'},{'n':2,'in':'b'},"
				  "{'n':3,'in':'a-3'},{'n':4,'in':'converted'}]}}")));
	gaff_arena_release(&arena);
}

/* What a manifest keeps for an agent is no way to give it hooks. */
TEST(frame__nothing_kept_is_an_event_or_a_group)
{
	struct gaff_err err;
	struct json on = { 0 };

	gaff_arena_init(&arena, NULL, 0, 1u << 20);
	CHECK(!gaff_frame_has_place(&gaff_host_devin, SV("PreToolUse"), parsed("[1]")));
	CHECK(gaff_frame_has_place(&gaff_host_devin, SV("permissions"), parsed("{}")));
	CHECK(!gaff_frame_has_place(&gaff_host_antigravity, SV("evil"), parsed("{'Stop':[1]}")));
	CHECK(gaff_frame_has_place(&gaff_host_antigravity, SV("$schema"), parsed("'x'")));
	CHECK(gaff_frame_put(&arena, gaff_host_antigravity.layout,
			     parsed("{'groups':{'x':{'Stop':[{'evil':1}],'note':1}},'hooks':{}}"),
			     NULL, &on, &err) == GAFF_OK);
	CHECK_TEXT(json_sv(on), json_sv(parsed("{'x':{'note':1}}")));
	gaff_arena_release(&arena);
}
