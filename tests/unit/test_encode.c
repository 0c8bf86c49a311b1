#include "check.h"

#include "convert/encode/encode_parts.h"
#include "agents/hosts.h"
#include "text/doc.h"

/*
 * Plans that are made here, so that what is tried is the encoder alone: each hook goes to the first
 * row of its event, with the matcher that the test says.
 */
struct job {
	struct arena arena;
	struct gaff_conversion conversion;
	struct gaff_middle in;
	struct gaff_hook_plan *plans;
	struct gaff_losses losses;
	struct gaff_err err;
};

static bool begin(struct job *j, const char *from, const char *to, struct sv manifest)
{
	struct json root;

	*j = (struct job){ 0 };
	gaff_arena_init(&j->arena, NULL, 0, 16 << 20);
	j->losses.arena = &j->arena;
	j->conversion.from = gaff_layout_find(sv_of(from));
	j->conversion.to = gaff_layout_find(sv_of(to));
	j->conversion.program = SV("gaff");
	if (gaff_json_parse(manifest, &root, &j->err) != GAFF_OK ||
	    gaff_middle_read(&j->arena, root, NULL, &j->in, &j->err) != GAFF_OK) {
		CHECK_TEXT(sv_of(j->err.msg), SV("a manifest"));
		return false;
	}
	return true;
}

static bool plan(struct job *j, const struct sv *matchers)
{
	const struct gaff_host *to = j->conversion.to;

	j->plans = gaff_arena_alloc(&j->arena, (j->in.n + 1) * sizeof *j->plans);
	for (size_t i = 0; i < j->in.n; i++) {
		const struct gaff_hook *hook = &j->in.hook[i];
		struct gaff_spot_row *spot = gaff_arena_alloc(&j->arena, sizeof *spot);
		bool says_timeout = gaff_json_get(hook->handler, SV("timeout")).n;

		*spot = (struct gaff_spot_row){ to, gaff_host_event_by_id(to, hook->event),
						matchers ? matchers[i] : SV("") };
		if (!spot->event)
			spot->event = gaff_host_event(to, hook->event_name);
		CHECK(spot->event || to->layout->shape == GAFF_LAYOUT_MANIFEST);
		j->plans[i] = (struct gaff_hook_plan){ .hook = hook,
						       .spot = spot,
						       .n = spot->event ? 1 : 0,
						       .kind = hook->kind,
						       .command = hook->plain_command,
						       .timeout_ms = says_timeout ? hook->timeout_ms
										  : -1 };
	}
	return j->plans;
}

/* The document, as compact JSON. */
static void check_document(struct job *j, struct sv want)
{
	struct json out;

	if (gaff_convert_encode(&j->arena, &j->conversion, &j->in, j->plans, &j->losses, &out,
				&j->err) == GAFF_OK)
		CHECK_TEXT(json_sv(out), want);
	else
		CHECK_TEXT(sv_of(j->err.msg), want);
}

/* "field, field", in the order they were lost. */
static void check_losses(struct job *j, struct sv want)
{
	struct buf b = buf_in(&j->arena);

	for (size_t i = 0; i < j->losses.n; i++) {
		gaff_buf_add(&b, i ? SV(", ") : SV(""));
		gaff_buf_add(&b, j->losses.item[i].field);
	}
	CHECK_TEXT(b.n ? buf_sv(&b) : SV(""), want);
}

static void check_encoded(const char *to, struct sv manifest, const struct sv *matchers,
			  struct sv want, struct sv losses)
{
	struct job j;

	if (begin(&j, "canonical", to, manifest) && plan(&j, matchers)) {
		check_document(&j, want);
		check_losses(&j, losses);
	}
	gaff_arena_release(&j.arena);
}

/* clang-format off */
#define MANIFEST(...)    SV("{\"spec\":\"hooks/1.0\",\"hooks\":[" __VA_ARGS__ "]}")
#define RUNS(command)    "\"handler\":{\"type\":\"command\",\"command\":\"" command "\"}"
#define TOOL(command)    "{\"event\":\"before_tool_execute\"," RUNS(command)
#define OWN(host, data)  ",\"provider_data\":{\"" host "\":" data "}"
#define CLAUDE(command)  "{\"type\":\"command\",\"command\":\"" command "\"}"
/* clang-format on */

/* ---- places ---- */

TEST(encode__hooks_in_a_row_with_one_matcher_share_a_group)
{
	static const struct sv matchers[] = { SV_INIT("Bash"), SV_INIT("Bash"), SV_INIT(""),
					      SV_INIT(""), SV_INIT("Bash") };

	check_encoded("claude-code",
		      MANIFEST(TOOL("a") "}," TOOL("b") "},{\"event\":\"agent_stop\"," RUNS(
			      "c") "}," TOOL("d") "}," TOOL("e") "}"),
		      matchers,
		      SV("{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"Bash\",\"hooks\":"
			 "[" CLAUDE("a") "," CLAUDE("b") "]},{\"hooks\":[" CLAUDE(
				 "d") "]},{\"matcher\":\"Bash\",\"hooks\":"
				      "[" CLAUDE("e") "]}],\"Stop\":[{"
						      "\"hooks\":[" CLAUDE("c") "]}]}}"),
		      SV(""));
}

TEST(encode__groups_as_they_were)
{
	check_encoded(
		"claude-code",
		MANIFEST(TOOL("a") OWN("claude-code", "{\"group\":{\"note\":1}}") "}," TOOL(
			"b") "}," TOOL("c") OWN("claude-code", "{\"group\":{}}") "}," TOOL("d")
				 OWN("claude-code", "{\"group\":true}") "}"),
		NULL,
		SV("{\"hooks\":{\"PreToolUse\":[{\"note\":1,\"hooks\":[" CLAUDE("a") "," CLAUDE(
			"b") "]},{\"hooks\":[" CLAUDE("c") "," CLAUDE("d") "]}]}}"),
		SV(""));
}

TEST(encode__a_matcher_where_there_has_to_be_one)
{
	check_encoded("factory-droid", MANIFEST("{\"event\":\"session_start\"," RUNS("a") "}"),
		      NULL,
		      SV("{\"hooks\":{\"SessionStart\":[{\"matcher\":\"*\",\"hooks\":[" CLAUDE(
			      "a") "]}]}}"),
		      SV(""));
}

/* A group in a file of an agent that reads none would hide the hook from it. */
TEST(encode__groups_in_flat_files_only_where_they_are_read)
{
	static const struct sv matchers[] = { SV_INIT("bash") };

	check_encoded(
		"copilot-cli", MANIFEST(TOOL("a") OWN("copilot-cli", "{\"group\":{}}") "}"),
		matchers,
		SV("{\"version\":1,\"hooks\":{\"preToolUse\":[{\"matcher\":\"bash\",\"hooks\":"
		   "[{\"type\":\"command\",\"bash\":\"a\"}]}]}}"),
		SV(""));
	check_encoded("windsurf",
		      MANIFEST("{\"event\":\"before_prompt\"," RUNS("a")
				       OWN("windsurf", "{\"group\":{}}") "}"),
		      NULL, SV("{\"hooks\":{\"pre_user_prompt\":[{\"command\":\"a\"}]}}"),
		      SV("provider_data.windsurf.group"));
}

TEST(encode__what_no_manifest_can_have_comes_back_to_its_place)
{
	check_encoded("claude-code",
		      SV("{\"spec\":\"hooks/1.0\",\"hooks\":[" TOOL("a") "}," TOOL(
			      "b") "}],\"provider_data\":{\"claude-code\":{\"hooks\":["
				   "{\"event\":\"PreToolUse\",\"at\":0,\"entry\":{\"hooks\":[]}},"
				   "{\"event\":\"PreToolUse\",\"at\":[1,1],\"entry\":{\"type\":"
				   "\"mcp_tool\"}},"
				   "{\"event\":\"PreToolUse\",\"at\":9,\"entry\":7},"
				   "{\"event\":\"Odd\",\"entry\":{\"x\":null}}],"
				   "\"events\":[\"Stop\"],\"$schema\":\"s\",\"model\":\"m\"}}}"),
		      NULL,
		      SV("{\"$schema\":\"s\",\"hooks\":{\"PreToolUse\":[{\"hooks\":[]},{\"hooks\":"
			 "[" CLAUDE("a") ",{\"type\":\"mcp_tool\"}," CLAUDE(
				 "b") "]},7],\"Odd\":{\"x\":null},\"Stop\":[]},\"model\":\"m\"}"),
		      SV("provider_data.claude-code, provider_data.claude-code"));
}

/* In another group it would run for other tools. */
TEST(encode__an_entry_whose_group_is_gone_is_lost)
{
	check_encoded("claude-code",
		      SV("{\"spec\":\"hooks/1.0\",\"hooks\":[" TOOL(
			      "a") "}],\"provider_data\":{\"claude-code\":{\"hooks\":["
				   "{\"event\":\"PreToolUse\",\"at\":[3,0],\"entry\":{}}]}}}"),
		      NULL, SV("{\"hooks\":{\"PreToolUse\":[{\"hooks\":[" CLAUDE("a") "]}]}}"),
		      SV("provider_data.claude-code, provider_data"));
}

TEST(encode__a_list_with_names_that_are_made_up)
{
	check_encoded(
		"kiro",
		MANIFEST(TOOL("a")
				 OWN("kiro", "{\"action\":{\"retries\":2,\"command\":\"x\"},\"d\":"
					     "1}") "},"
						   "{\"name\":\"hook-1\",\"event\":\"agent_stop\","
						   "\"enabled\":false," RUNS("b") "}"),
		NULL,
		SV("{\"version\":\"v1\",\"hooks\":[{\"name\":\"hook--1\",\"trigger\":"
		   "\"PreToolUse\","
		   "\"action\":{\"type\":\"command\",\"command\":\"a\",\"retries\":2},\"d\":1},"
		   "{\"name\":\"hook-1\",\"trigger\":\"Stop\",\"action\":{\"type\":\"command\","
		   "\"command\":\"b\"},\"enabled\":false}]}"),
		SV("provider_data.kiro.action.command"));
}

/* ---- entries ---- */

TEST(encode__a_type_that_need_not_be_there)
{
	check_encoded("cursor",
		      MANIFEST(TOOL("a") "}," TOOL("b")
				       OWN("cursor", "{\"as\":{\"/type\":\"/type\"}}") "}"),
		      NULL,
		      SV("{\"version\":1,\"hooks\":{\"preToolUse\":[{\"command\":\"a\"},"
			 "{\"type\":\"command\",\"command\":\"b\"}]}}"),
		      SV(""));
	check_encoded("vs-code-copilot",
		      MANIFEST(TOOL("a") OWN("vs-code-copilot", "{\"as\":{\"/type\":\"\"}}") "}"),
		      NULL, SV("{\"hooks\":{\"PreToolUse\":[{\"command\":\"a\"}]}}"), SV(""));
}

TEST(encode__other_names_of_members)
{
	check_encoded("copilot-cli",
		      MANIFEST(TOOL("a") OWN("copilot-cli",
					     "{\"as\":{\"/bash\":\"/command\"}}") "}," TOOL("b")
				       OWN("copilot-cli", "{\"as\":{\"/bash\":\"/url\"}}") "}"),
		      NULL,
		      SV("{\"version\":1,\"hooks\":{\"preToolUse\":[{\"type\":\"command\","
			 "\"command\":\"a\"},{\"type\":\"command\",\"bash\":\"b\"}]}}"),
		      SV("provider_data.copilot-cli.as"));
}

TEST(encode__every_kind_of_handler)
{
	check_encoded(
		"claude-code",
		MANIFEST("{\"event\":\"agent_stop\",\"status_message\":\"s\",\"handler\":{\"type\":"
			 "\"http\","
			 "\"url\":\"https://x/"
			 "\",\"headers\":{\"A\":\"${T}\"},\"allowed_env_vars\":[\"T\"],"
			 "\"timeout\":1.25}},"
			 "{\"event\":\"agent_stop\",\"handler\":{\"type\":\"prompt\",\"prompt\":"
			 "\"p\","
			 "\"model\":\"m\"}},"
			 "{\"event\":\"agent_stop\",\"handler\":{\"type\":\"agent\",\"prompt\":"
			 "\"q\"}},"
			 "{\"event\":\"agent_stop\",\"handler\":{\"type\":\"command\",\"command\":"
			 "\"c\","
			 "\"async\":true}}"),
		NULL,
		SV("{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"http\",\"url\":\"https://x/\","
		   "\"headers\":{\"A\":\"${T}\"},\"allowedEnvVars\":[\"T\"],\"timeout\":1.25,"
		   "\"statusMessage\":\"s\"},{\"type\":\"prompt\",\"prompt\":\"p\",\"model\":\"m\"}"
		   ","
		   "{\"type\":\"agent\",\"prompt\":\"q\"},{\"type\":\"command\",\"command\":\"c\","
		   "\"async\":true}]}]}}"),
		SV(""));
}

TEST(encode__a_command_for_each_system)
{
	check_encoded("vs-code-copilot",
		      MANIFEST("{\"event\":\"agent_stop\",\"handler\":{\"type\":\"command\","
			       "\"command\":\"a\",\"platform\":{\"windows\":\"w\",\"linux\":\"l\","
			       "\"darwin\":\"o\"},\"cwd\":\"x\",\"env\":{\"A\":\"b\"}}}"),
		      NULL,
		      SV("{\"hooks\":{\"Stop\":[{\"type\":\"command\",\"command\":\"a\","
			 "\"windows\":\"w\",\"linux\":\"l\",\"osx\":\"o\",\"cwd\":\"x\","
			 "\"env\":{\"A\":\"b\"}}]}}"),
		      SV(""));
}

TEST(encode__times_in_the_units_of_the_agent)
{
	static const struct {
		const char *host;
		int64_t ms;
		struct sv want;
	} cases[] = {
		{ "claude-code", 10000, SV_INIT("10") },
		{ "claude-code", 500, SV_INIT("0.5") },
		{ "gemini-cli", 1500, SV_INIT("1500") },
		{ "codex", 1500, SV_INIT("2") },
		{ "qwen-code", 999000, SV_INIT("999") },
		{ "qwen-code", 1000000, SV_INIT("1000000") },
		{ "qwen-code", 12001, SV_INIT("12.001") },
	};
	struct arena a;

	gaff_arena_init(&a, NULL, 0, 1 << 20);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct gaff_layout *layout = gaff_layout_find(sv_of(cases[i].host))->layout;
		struct sv text = gaff_encode_timeout(&a, layout, cases[i].ms);
		int64_t back = 0;

		CHECK_TEXT(text, cases[i].want);
		CHECK(gaff_decode_timeout(layout, (struct json){ text.p, text.n }, &back));
		CHECK(gaff_layout_timeout(layout)->may_be & GAFF_M_WHOLE || back == cases[i].ms);
	}
	gaff_arena_release(&a);
}

/* ---- data that nobody looks at who reads the hooks ---- */

TEST(encode__own_data_never_says_what_runs)
{
	check_encoded(
		"copilot-cli",
		MANIFEST(TOOL("a") OWN(
			"copilot-cli",
			"{\"bash\":\"x\",\"command\":\"x\",\"powershell\":\"x\",\"exec\":\"x\","
			"\"hooks\":[{\"bash\":\"x\"}],\"url\":\"x\",\"type\":\"http\",\"windows\":"
			"\"x\","
			"\"env\":{\"BASH_ENV\":\"x\"},\"note\":\"y\",\"args\":[\"x\"]}") "}"),
		NULL,
		SV("{\"version\":1,\"hooks\":{\"preToolUse\":[{\"type\":\"command\",\"bash\":\"a\","
		   "\"note\":\"y\"}]}}"),
		SV("provider_data.copilot-cli.args, provider_data.copilot-cli.bash, "
		   "provider_data.copilot-cli.command, provider_data.copilot-cli.powershell, "
		   "provider_data.copilot-cli.exec, provider_data.copilot-cli.hooks, "
		   "provider_data.copilot-cli.url, provider_data.copilot-cli.type, "
		   "provider_data.copilot-cli.windows, provider_data.copilot-cli.env"));
}

TEST(encode__own_data_never_says_when)
{
	check_encoded(
		"kiro",
		MANIFEST(TOOL("a") OWN("kiro", "{\"enabled\":false,\"trigger\":\"Stop\"}") "}"),
		NULL,
		SV("{\"version\":\"v1\",\"hooks\":[{\"name\":\"hook-1\",\"trigger\":\"PreToolUse\","
		   "\"action\":{\"type\":\"command\",\"command\":\"a\"}}]}"),
		SV("provider_data.kiro.enabled, provider_data.kiro.trigger"));
	check_encoded("claude-code",
		      MANIFEST(TOOL("a") OWN(
			      "claude-code",
			      "{\"async\":true,\"group\":{\"hooks\":[],\"matcher\":\"x\"}}") "}"),
		      NULL, SV("{\"hooks\":{\"PreToolUse\":[{\"hooks\":[" CLAUDE("a") "]}]}}"),
		      SV("provider_data.claude-code.group, provider_data.claude-code.async"));
}

TEST(encode__own_data_may_spell_what_the_hook_says)
{
	check_encoded(
		"qwen-code",
		MANIFEST("{\"event\":\"agent_stop\",\"handler\":{\"type\":\"http\","
			 "\"url\":\"https://x/\",\"headers\":{\"A\":\"${T}\"},"
			 "\"allowed_env_vars\":[\"T\"],\"timeout\":5}" OWN(
				 "qwen-code", "{\"headers\":{\"A\":\"$T\"},\"timeout\":5000}") "}"),
		NULL,
		SV("{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"http\",\"url\":\"https://x/\","
		   "\"headers\":{\"A\":\"$T\"},\"allowedEnvVars\":[\"T\"],\"timeout\":5000}]}]}}"),
		SV(""));
	check_encoded(
		"qwen-code",
		MANIFEST("{\"event\":\"agent_stop\",\"handler\":{\"type\":\"http\","
			 "\"url\":\"https://x/\",\"headers\":{\"A\":\"${T}\"},"
			 "\"allowed_env_vars\":[\"T\"],\"timeout\":5}" OWN(
				 "qwen-code", "{\"headers\":{\"A\":\"$S\"},\"timeout\":6}") "}"),
		NULL,
		SV("{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"http\",\"url\":\"https://x/\","
		   "\"headers\":{\"A\":\"${T}\"},\"allowedEnvVars\":[\"T\"],\"timeout\":5}]}]}}"),
		SV("provider_data.qwen-code.headers, provider_data.qwen-code.timeout"));
}

TEST(encode__own_data_wins_where_it_is_the_agents_own_business)
{
	check_encoded(
		"windsurf",
		MANIFEST(
			"{\"event\":\"before_prompt\",\"handler\":{\"type\":\"command\","
			"\"command\":\"a\",\"cwd\":\".\"}" OWN(
				"windsurf",
				"{\"show_output\":true,\"working_directory\":\"/opt/hooks\"}") "}"),
		NULL,
		SV("{\"hooks\":{\"pre_user_prompt\":[{\"command\":\"a\","
		   "\"working_directory\":\"/opt/hooks\",\"show_output\":true}]}}"),
		SV("cwd"));
}

/* Cursor runs no hook of a file in which one member is of a wrong kind. */
TEST(encode__nothing_that_makes_a_whole_file_void)
{
	check_encoded(
		"cursor",
		SV("{\"spec\":\"hooks/1.0\",\"hooks\":[" TOOL("a")
			   OWN("cursor", "{\"loop_limit\":0,\"failClosed\":\"no\",\"x\":"
					 "1}") "}],"
					       "\"provider_data\":{\"cursor\":{"
					       "\"version\":null,\"hooks\":["
					       "{\"event\":\"noSuch\",\"at\":0,\"entry\":"
					       "{\"command\":\"x\"}},"
					       "{\"event\":\"stop\",\"at\":0,\"entry\":{"
					       "\"type\":\"odd\"}},"
					       "{\"event\":\"stop\",\"at\":0,\"entry\":{"
					       "\"hooks\":[]}}],\"events\":[\"odd\"]}}}"),
		NULL,
		SV("{\"version\":1,\"hooks\":{\"preToolUse\":[{\"command\":\"a\",\"x\":1}]}}"),
		SV("provider_data.cursor.loop_limit, provider_data.cursor.failClosed, "
		   "provider_data.cursor"));
}

TEST(encode__names_of_members_may_be_anything)
{
	check_encoded(
		"claude-code",
		MANIFEST(TOOL("a") OWN("claude-code", "{\"a/b~\\\"\":{\"0\":[null]}}") "}"), NULL,
		SV("{\"hooks\":{\"PreToolUse\":[{\"hooks\":[{\"type\":\"command\",\"command\":"
		   "\"a\",\"a/b~\\\"\":{\"0\":[null]}}]}]}}"),
		SV(""));
}

/* ---- manifests ---- */

TEST(encode__a_manifest_says_whether_it_blocks)
{
	check_encoded(
		"canonical",
		SV("{\"_comment\":\"c\",\"spec\":\"hooks/0.1\",\"hooks\":[" TOOL(
			"a") ",\"x\":[1]}],\"x\":{\"y\":1}}"),
		NULL,
		SV("{\"spec\":\"hooks/1.0\",\"hooks\":[" TOOL(
			"a") ",\"blocking\":false,\"x\":[1]}],\"_comment\":\"c\",\"x\":{\"y\":1}}"),
		SV(""));
}

TEST(encode__with_runtime_a_manifest_says_which_words_its_hooks_speak)
{
	struct job j;

	if (begin(&j, "claude-code", "canonical",
		  MANIFEST(TOOL("./a.sh -x") "}," TOOL("b") ",\"dialect\":\"codex\"}")) &&
	    plan(&j, NULL)) {
		j.conversion.runtime = true;
		check_document(
			&j,
			SV("{\"spec\":\"hooks/1.0\",\"hooks\":[{\"event\":\"before_tool_execute\","
			   "\"handler\":{\"type\":\"command\",\"command\":"
			   "\"\\\"$CLAUDE_PROJECT_DIR\\\"/a.sh -x\"},\"blocking\":false,"
			   "\"dialect\":\"claude-code\"}," TOOL(
				   "b") ",\"blocking\":false,\"dialect\":\"codex\"}]}"));
	}
	gaff_arena_release(&j.arena);
}
