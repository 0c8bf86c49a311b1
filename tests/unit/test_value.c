#include "check.h"

#include "agents/codec/codec.h"
#include "agents/codec/value.h"
#include "agents/hosts.h"

static char storage[1 << 18];
static struct arena arena;
static struct gaff_event event;
static struct gaff_err err;

/* Payloads have single quotes for double ones, so that they can be read. */
static bool decode_as(const struct gaff_host *host, const char *quoted)
{
	struct json payload;
	char *text;

	gaff_arena_init(&arena, storage, sizeof storage, 1 << 24);
	text = gaff_arena_dup(&arena, sv_of(quoted));
	for (char *p = text; *p; p++)
		*p = *p == '\'' ? '"' : *p;
	return gaff_json_parse(sv_of(text), &payload, &err) == GAFF_OK &&
	       gaff_decode_event(&arena, host, payload, (struct sv){ 0 }, NULL, &event, &err) ==
		       GAFF_OK;
}

static bool decode(const char *host, const char *quoted)
{
	return decode_as(gaff_host_find(sv_of(host)), quoted);
}

/* Its JSON text, "-" when it is absent, and the message of an error. */
static struct sv get(const char *name)
{
	struct json out = { 0 };

	if (gaff_event_value(&arena, &event, sv_of(name), &out, &err) != GAFF_OK)
		return sv_of(err.msg);
	return out.n ? json_sv(out) : SV("-");
}

static struct sv get_all(const char *name)
{
	struct json out = { 0 };

	if (gaff_event_values(&arena, &event, sv_of(name), &out, &err) != GAFF_OK)
		return sv_of(err.msg);
	return out.n ? json_sv(out) : SV("-");
}

#define EDIT                                                                                       \
	"{'session_id':'s','cwd':'/p','hook_event_name':'PreToolUse','tool_name':'Edit',"          \
	"'tool_use_id':'t','transcript_path':null,'tool_input':{'file_path':'a.c',"                \
	"'old_string':'x','new_string':'y','replace_all':true},'a.b':{'c/d':[1,2],'~':0,'':3}}"

TEST(value__fields_are_those_of_the_canonical_event)
{
	CHECK(decode("claude-code", EDIT));
	CHECK_TEXT(get("spec"), SV("\"hooks/1.0\""));
	CHECK_TEXT(get("host"), SV("\"claude-code\""));
	CHECK_TEXT(get("event"), SV("\"before_tool_execute\""));
	CHECK_TEXT(get("native_event"), SV("\"PreToolUse\""));
	CHECK_TEXT(get("session_id"), SV("\"s\""));
	CHECK_TEXT(get("transcript_path"), SV("null"));
	CHECK_TEXT(get("tool"), SV("\"file_edit\""));
	CHECK_TEXT(get("tool_name"), SV("\"Edit\""));
	CHECK_TEXT(get("tool_use_id"), SV("\"t\""));
	CHECK_TEXT(get("tool_input.path"), SV("\"a.c\""));
	CHECK_TEXT(get("tool_input.edits"), SV("[{\"old\":\"x\",\"new\":\"y\"}]"));
	CHECK_TEXT(get("tool_input.edits.0.new"), SV("\"y\""));
	CHECK_TEXT(get("/tool_input/edits/0/new"), SV("\"y\""));
	CHECK_TEXT(get("tool_input.edits.1.new"), SV("-"));
	CHECK_TEXT(get("paths"), SV("[\"/p/a.c\"]"));
	CHECK_TEXT(get("paths.0"), SV("\"/p/a.c\""));
	CHECK_TEXT(get("mcp"), SV("-"));
	CHECK_TEXT(get("mcp.server"), SV("-"));
	CHECK_TEXT(get("prompt"), SV("-"));
	CHECK_TEXT(get("native.tool_input.replace_all"), SV("true"));
	CHECK_TEXT(get("tool_input.anything.at.all"), SV("-"));
	CHECK_TEXT(get("session_id.x"), SV("-"));
}

/* Each member of the canonical event by its key is what the event itself holds. */
TEST(value__every_member_of_the_canonical_event_is_found)
{
	static const struct {
		const char *host, *payload;
	} sent[] = {
		{ "claude-code", EDIT },
		{ "claude-code", "{'session_id':'s','cwd':'/p','hook_event_name':'PostToolUse',"
				 "'tool_name':'mcp__lab__ping','tool_input':{'x':1},"
				 "'tool_response':{'y':2},'tool_use_id':'t'}" },
		{ "claude-code", "{'session_id':'s','cwd':'/p','hook_event_name':'SessionStart',"
				 "'source':'startup','model':'m'}" },
		{ "cursor", "{'hook_event_name':'stop','loop_count':2,'cursor_version':'3.0.0',"
			    "'workspace_roots':['/p']}" },
		{ "gemini-cli", "{'hook_event_name':'BeforeTool','cwd':'/p','tool_name':"
				"'write_file','tool_input':{'file_path':'b','content':'c'}}" },
	};

	for (size_t i = 0; i < COUNT_OF(sent); i++) {
		struct json whole, key, member;
		struct json_iter it;
		struct sv text;

		CHECK(decode(sent[i].host, sent[i].payload));
		CHECK(gaff_encode_event(&arena, &event, &gaff_host_canonical, &text, &err) ==
		      GAFF_OK);
		CHECK(gaff_json_parse(text, &whole, &err) == GAFF_OK);
		it = gaff_json_iter(whole);
		while (gaff_json_next(&it, &key, &member)) {
			struct sv name = { key.p + 1, key.n - 2 };

			CHECK_TEXT(get(gaff_arena_dup(&arena, name)), json_sv(member));
		}
	}
}

TEST(value__aliases_are_other_names_of_a_field)
{
	CHECK(decode("claude-code", EDIT));
	CHECK_TEXT(get("file_path"), SV("\"a.c\""));
	CHECK_TEXT(get("path"), SV("\"a.c\""));
	CHECK_TEXT(get("tool_input.file_path"), SV("\"a.c\""));
	CHECK_TEXT(get("/tool_input/file_path"), SV("\"a.c\""));
	CHECK_TEXT(get("old_string"), SV("\"x\""));
	CHECK_TEXT(get("tool_input.new_string"), SV("\"y\""));
	CHECK_TEXT(get("hook_event_name"), SV("\"PreToolUse\""));
	CHECK_TEXT(get("edits.0.old"), SV("\"x\""));
	CHECK_TEXT(get("command"), SV("-"));
}

/* Where a field of that name is, no alias hides it. */
TEST(value__a_field_is_never_hidden_by_an_alias)
{
	CHECK(decode(
		"claude-code",
		"{'hook_event_name':'PreToolUse','tool_name':'mcp__fs__edit','tool_input':"
		"{'path':'wrong','file_path':'right','old_string':'o','edits':[{'old':'n'}]}}"));
	CHECK_TEXT(get("tool_input.file_path"), SV("\"right\""));
	CHECK_TEXT(get("tool_input.old_string"), SV("\"o\""));
	CHECK_TEXT(get("path"), SV("\"wrong\""));
	CHECK(decode("claude-code",
		     "{'hook_event_name':'FileChanged','file_path':'/p/.env','event':'change'}"));
	CHECK_TEXT(get("file_path"), SV("\"/p/.env\""));
}

#define MULTI                                                                                      \
	"{'hook_event_name':'PreToolUse','tool_name':'MultiEdit','tool_input':{'file_path':'a',"   \
	"'edits':[{'old_string':'1','new_string':'2'},{'old_string':'3','new_string':'4'}]}}"

TEST(value__of_several_edits_all_can_be_had)
{
	CHECK(decode("claude-code", MULTI));
	CHECK_TEXT(get("new_string"), SV("\"2\""));
	CHECK_TEXT(get_all("new_string"), SV("[\"2\",\"4\"]"));
	CHECK_TEXT(get("edits.*.old"), SV("[\"1\",\"3\"]"));
	CHECK_TEXT(get("tool_input.edits.*"),
		   SV("[{\"old\":\"1\",\"new\":\"2\"},{\"old\":\"3\",\"new\":\"4\"}]"));
	CHECK_TEXT(get("edits.*.none"), SV("[]"));
	CHECK_TEXT(get("edits.*.old.*"), SV("[]"));
	CHECK_TEXT(get("tool_input.*"), SV("-"));
	CHECK_TEXT(get("/tool_input/edits/*/old"), SV("-"));
	CHECK_TEXT(get_all("command"), SV("-"));
}

TEST(value__pointers_reach_any_key)
{
	CHECK(decode("claude-code", EDIT));
	CHECK_TEXT(get("/native/a.b/c~1d/1"), SV("2"));
	CHECK_TEXT(get("/native/a.b/~0"), SV("0"));
	CHECK_TEXT(get("/native/a.b/"), SV("3"));
	CHECK_TEXT(get("native.a.b"), SV("-"));
	CHECK_TEXT(get("/native/~2"), SV("'/native/~2': in a pointer ~ is ~0, and / is ~1"));
	CHECK_TEXT(get("/native/~"), SV("'/native/~': in a pointer ~ is ~0, and / is ~1"));
}

TEST(value__a_name_that_no_event_has_is_an_error)
{
	char deep[300] = "native";

	CHECK(decode("claude-code", EDIT));
	CHECK_TEXT(get("tool_imput.command"),
		   SV("there is no field 'tool_imput'; did you mean 'tool_input'?"));
	CHECK_TEXT(get("comand"), SV("there is no field 'comand'; did you mean 'command'?"));
	CHECK_TEXT(get("/pathes"), SV("there is no field 'pathes'; did you mean 'paths'?"));
	CHECK_TEXT(get("a.b"), SV("there is no field 'a'; what the agent itself gives is below "
				  "'native'"));
	CHECK_TEXT(get("/a.b"), SV("there is no field 'a.b'; the agent's own one is native.a.b"));
	CHECK(err.rc == GAFF_EUSAGE);
	CHECK_TEXT(get("*"), SV("there is no field '*'; what the agent itself gives is below "
				"'native'"));
	CHECK_TEXT(get(""), SV("'' is no name of a field: nothing is between two dots, or at an "
			       "end"));
	CHECK(err.rc == GAFF_EUSAGE);
	CHECK_TEXT(get("tool_input."), SV("'tool_input.' is no name of a field: nothing is between "
					  "two dots, or at an end"));
	CHECK(sv_starts(get("/"), SV("there is no field ''")));
	for (int i = 0; i < 70; i++)
		deep[6 + 2 * i] = '.', deep[7 + 2 * i] = 'a';
	(void)get(deep);
	CHECK(err.rc == GAFF_ETOOBIG);
	for (size_t i = 0; gaff_value_name(i).n; i++)
		CHECK(!sv_starts(get(gaff_value_name(i).p), SV("there is no")));
}

TEST(value__an_event_in_canonical_words_tells_of_the_agent_behind_it)
{
	CHECK(decode_as(&gaff_host_canonical_caller,
			"{'spec':'hooks/1.0','host':'claude-code','host_version':'2','event':"
			"'before_tool_execute','native_event':'PreToolUse','cwd':'/p','model':'m',"
			"'tool':'NotebookEdit','tool_name':'NotebookEdit','tool_input':{'a':1},"
			"'paths':['/p/n.ipynb'],'stop_hook_active':false,"
			"'native':{'hook_event_name':'PreToolUse','own':5}}"));
	CHECK_TEXT(get("host"), SV("\"claude-code\""));
	CHECK_TEXT(get("host_version"), SV("\"2\""));
	CHECK_TEXT(get("event"), SV("\"before_tool_execute\""));
	CHECK_TEXT(get("hook_event_name"), SV("\"PreToolUse\""));
	CHECK_TEXT(get("tool_name"), SV("\"NotebookEdit\""));
	CHECK_TEXT(get("model"), SV("\"m\""));
	CHECK_TEXT(get("stop_hook_active"), SV("false"));
	CHECK_TEXT(get("native.own"), SV("5"));
	CHECK_TEXT(get("paths"), SV("[\"/p/n.ipynb\"]"));
	CHECK_TEXT(get("own"), SV("there is no field 'own'; the agent's own one is native.own"));

	/* written by hand, with no more than is needed */
	CHECK(decode_as(&gaff_host_canonical_caller,
			"{'spec':'hooks/1.0','event':'preToolUse','cwd':'/p','tool':'file_read',"
			"'tool_input':{'path':'../.env'}}"));
	CHECK_TEXT(get("event"), SV("\"before_tool_execute\""));
	CHECK_TEXT(get("paths"), SV("[\"/.env\"]"));
	CHECK(decode_as(&gaff_host_canonical_caller,
			"{'spec':'hooks/1.0','event':'cursor:workspaceOpen'}"));
	CHECK_TEXT(get("event"), SV("\"cursor:workspaceOpen\""));
}

TEST(value__fields_of_tools_are_of_their_events_alone)
{
	CHECK(decode("claude-code", "{'hook_event_name':'SessionStart','tool_name':'Bash',"
				    "'tool_input':{'command':'x'},'tool_use_id':'t'}"));
	CHECK_TEXT(get("tool"), SV("-"));
	CHECK_TEXT(get("tool_input.command"), SV("-"));
	CHECK_TEXT(get("tool_use_id"), SV("-"));
	CHECK_TEXT(get("paths"), SV("[]"));
}
