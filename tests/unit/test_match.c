#include "check.h"

#include "agents/codec/codec.h"
#include "manifest/needs.h"
#include "agents/hosts.h"

static char storage[1 << 18];

/* Who sends what, as recorded in tests/hosts. */
struct sent {
	const char *host, *event; /* NULL: the payload names it */
	const char *payload;
};

/* clang-format off */
#define CLAUDE(event, tool, input) \
	{ "claude-code", NULL, "{\"session_id\":\"s\",\"cwd\":\"/home/dev/proj\",\"hook_event_name\":\"" event "\",\"tool_name\":\"" tool "\",\"tool_input\":" input "}" }

static const struct sent
	bash      = CLAUDE("PreToolUse", "Bash", "{\"command\":\"ls\"}"),
	bash_done = CLAUDE("PostToolUse", "Bash", "{\"command\":\"ls\"}"),
	todo      = CLAUDE("PreToolUse", "TodoWrite", "{}"),
	claude_mcp = { "claude-code", NULL, "{\"hook_event_name\":\"PreToolUse\",\"cwd\":\"/home/dev/proj\",\"tool_name\":\"mcp__lab__ping\",\"tool_input\":{\"x\":\"1\"},\"mcp_server\":{\"name\":\"lab\",\"source\":\"dynamic\"}}" },
	claude_renamed = { "claude-code", NULL, "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"mcp__my__lab__ping\",\"tool_input\":{},\"mcp_server\":{\"name\":\"my. lab\"}}" },
	claude_untold = { "claude-code", NULL, "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"mcp__my__l_b__do_it\",\"tool_input\":{}}" },
	codex_joined = { "codex", NULL, "{\"hook_event_name\":\"PreToolUse\",\"cwd\":\"/home/dev/proj\",\"tool_name\":\"mcp__a__b__c\",\"tool_input\":{\"x\":1}}" },
	codex_hyphens = { "codex", NULL, "{\"hook_event_name\":\"PreToolUse\",\"cwd\":\"/home/dev/proj\",\"tool_name\":\"mcp__my_lab__ping_it\",\"tool_input\":{\"x\":1}}" },
	gemini_mcp = { "gemini-cli", NULL, "{\"hook_event_name\":\"BeforeTool\",\"cwd\":\"/home/dev/proj\",\"tool_name\":\"mcp_my_lab_do_it\",\"tool_input\":{},\"mcp_context\":{\"server_name\":\"my_lab\",\"tool_name\":\"do_it\"}}" },
	gemini_shell = { "gemini-cli", NULL, "{\"hook_event_name\":\"BeforeTool\",\"cwd\":\"/home/dev/proj\",\"tool_name\":\"run_shell_command\",\"tool_input\":{\"command\":\"ls\"}}" },
	copilot_mcp = { "copilot-cli", "preToolUse", "{\"sessionId\":\"s\",\"timestamp\":1,\"cwd\":\"/home/dev/proj\",\"toolName\":\"lab-ping\",\"toolArgs\":\"{}\"}" },
	copilot_joined = { "copilot-cli", "preToolUse", "{\"sessionId\":\"s\",\"timestamp\":1,\"cwd\":\"/home/dev/proj\",\"toolName\":\"my-lab-ping-it\",\"toolArgs\":\"{}\"}" },
	copilot_slashes = { "copilot-cli", "preToolUse", "{\"sessionId\":\"s\",\"timestamp\":1,\"cwd\":\"/home/dev/proj\",\"toolName\":\"my/lab/ping\",\"toolArgs\":\"{}\"}" },
	copilot_call = { "copilot-cli", "preMcpToolCall", "{\"sessionId\":\"s\",\"timestamp\":1,\"cwd\":\"/home/dev/proj\",\"serverName\":\"lab\",\"toolName\":\"ping\",\"arguments\":{}}" },
	cursor_hidden = { "cursor", NULL, "{\"hook_event_name\":\"preToolUse\",\"tool_name\":\"MCP:ping\",\"tool_input\":{},\"cursor_version\":\"1.0.0\",\"workspace_roots\":[\"/home/dev/proj\"]}" },
	cursor_mcp = { "cursor", NULL, "{\"hook_event_name\":\"beforeMCPExecution\",\"tool_name\":\"ping\",\"tool_input\":\"{}\",\"mcp_server_name\":\"lab\",\"cursor_version\":\"1.0.0\",\"workspace_roots\":[\"/home/dev/proj\"]}" },
	cursor_open = { "cursor", NULL, "{\"hook_event_name\":\"workspaceOpen\",\"cursor_version\":\"1.0.0\",\"workspace_roots\":[\"/home/dev/proj\"]}" },
	droid_mcp = { "factory-droid", NULL, "{\"hook_event_name\":\"PreToolUse\",\"cwd\":\"/home/dev/proj\",\"tool_name\":\"lab___ping\",\"tool_input\":{}}" },
	droid_joined = { "factory-droid", NULL, "{\"hook_event_name\":\"PreToolUse\",\"cwd\":\"/home/dev/proj\",\"tool_name\":\"lab____ping\",\"tool_input\":{}}" },
	started = { "claude-code", NULL, "{\"session_id\":\"s\",\"cwd\":\"/home/dev/proj\",\"hook_event_name\":\"SessionStart\",\"source\":\"startup\"}" },
	changed = { "claude-code", NULL, "{\"session_id\":\"s\",\"cwd\":\"/home/dev/proj\",\"hook_event_name\":\"FileChanged\",\"file_path\":\"/home/dev/proj/.env\",\"event\":\"change\"}" },
	edit = CLAUDE("PreToolUse", "Edit", "{\"file_path\":\"/home/dev/proj/src/a.c\",\"old_string\":\"a\",\"new_string\":\"b\"}"),
	edit_relative = CLAUDE("PreToolUse", "Edit", "{\"file_path\":\"src/../lib/./b.c\",\"old_string\":\"a\",\"new_string\":\"b\"}"),
	edit_odd = CLAUDE("PreToolUse", "Write", "{\"file_path\":\"/home/d?{v/proj/x\",\"content\":\"\"}"),
	edit_notes = CLAUDE("PreToolUse", "Write", "{\"file_path\":\"/home/dev/notes/x.md\",\"content\":\"\"}"),
	edit_drive = CLAUDE("PreToolUse", "Write", "{\"file_path\":\"C:\\\\Proj\\\\Src\\\\A.c\",\"content\":\"\"}"),
	cursor_url = { "cursor", NULL, "{\"hook_event_name\":\"preToolUse\",\"tool_name\":\"Read\",\"tool_input\":{\"file_path\":\"file:///home/dev/%2essh/id?x\"},\"cursor_version\":\"1.0.0\",\"workspace_roots\":[\"/home/dev/proj\"]}" },
	cursor_write = { "cursor", NULL, "{\"hook_event_name\":\"preToolUse\",\"tool_name\":\"Write\",\"tool_input\":{\"file_path\":\"a.c\",\"content\":\"x\"},\"cursor_version\":\"1.0.0\",\"workspace_roots\":[\"/home/dev/proj\"]}" },
	patch = { "codex", NULL, "{\"hook_event_name\":\"PreToolUse\",\"cwd\":\"/home/dev/proj\",\"tool_name\":\"apply_patch\",\"tool_input\":{\"command\":\"*** Begin Patch\\n*** Update File: src/a.c\\n@@\\n-old\\n+new\\n*** Add File: docs/../.env\\n+SECRET=1\\n*** Update File: b.txt\\n*** Move to: sub/c.txt\\n@@\\n+more\\n*** Delete File: /etc/gone\\n*** End Patch\\n\"}}" };

#define ON(event, fields) "{\"event\":\"" event "\",\"handler\":{\"type\":\"command\",\"command\":\"x\"}" fields "}"
#define MATCHER(matcher)  ON("before_tool_execute", ",\"matcher\":" matcher)
#define PATHS(paths)      ON("before_tool_execute", ",\"paths\":[" paths "]")
/* clang-format on */

/* 1, 0, or -1 for what cannot be read. */
static int matches_in(const struct sent *sent, const char *hook_text,
		      const struct gaff_match_place *place)
{
	struct gaff_findings findings = { 0 };
	struct gaff_manifest manifest;
	struct gaff_event event;
	struct gaff_event_key key;
	struct gaff_call_words words;
	struct gaff_match match;
	struct gaff_hook hook;
	struct json root, payload;
	struct gaff_err err = { .rc = GAFF_OK };
	struct arena a;
	struct buf b;
	int answer = -1;

	gaff_arena_init(&a, storage, sizeof storage, 1 << 26);
	findings.arena = &a;
	b = buf_in(&a);
	gaff_buf_add(&b, SV("{\"spec\":\"hooks/1.0\",\"hooks\":["));
	gaff_buf_add(&b, sv_of(hook_text));
	gaff_buf_add(&b, SV("]}"));
	if (gaff_json_parse(buf_sv(&b), &root, &err) == GAFF_OK &&
	    gaff_manifest_read(&a, gaff_hosts, root, &findings, &manifest) &&
	    gaff_manifest_hook(&a, gaff_hosts, &manifest, 0, &hook, &err) == GAFF_OK &&
	    gaff_json_parse(sv_of(sent->payload), &payload, &err) == GAFF_OK &&
	    gaff_decode_event(&a, gaff_host_find(sv_of(sent->host)), payload, sv_of(sent->event),
			      NULL, &event, &err) == GAFF_OK &&
	    gaff_hook_match(&a, &hook, &event, place, &match, &err) == GAFF_OK) {
		answer = match.yes;
		CHECK(match.yes == !match.why);
		/* the index may say yes too often, and never no to what matches */
		key = gaff_event_key(&event);
		CHECK(!match.yes || gaff_hook_may_match(&manifest.hook[0], &key));
		gaff_find_names(&a, &event, &words);
		gaff_find_paths(&a, &event, place, &words);
		CHECK(!match.yes || gaff_needs_met(&manifest, &manifest.hook[0], &words));
	}
	if (answer < 0)
		fprintf(stderr, "%s\n%s\n%s %.*s\n", hook_text, sent->payload, err.msg,
			findings.n ? (int)findings.item[0].text.n : 0,
			findings.n ? findings.item[0].text.p : "");
	gaff_arena_release(&a);
	return answer;
}

static const struct gaff_match_place home = { .project = SV_INIT("/home/dev/proj"),
					      .home = SV_INIT("/home/dev") };

struct match_case {
	const struct sent *sent;
	const char *hook;
	int want;
};

static void check_matches(const struct match_case *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int got = matches_in(c[i].sent, c[i].hook, &home);

		if (got != c[i].want)
			fprintf(stderr, "case %zu: %s\n%s\n", i, c[i].hook, c[i].sent->payload);
		CHECK(got == c[i].want);
	}
}

#define CHECK_MATCHES(cases) check_matches(cases, COUNT_OF(cases))

/* clang-format off */
TEST(match__event)
{
	static const struct match_case cases[] = {
		{ &bash,        ON("before_tool_execute", ""), 1 },
		{ &bash,        ON("after_tool_execute", ""), 0 },
		{ &bash_done,   ON("after_tool_execute", ""), 1 },
		{ &bash,        ON("before_tool_execute", ",\"enabled\":false"), 0 },
		{ &bash,        ON("before_tool_execute", ",\"enabled\":true"), 1 },
		{ &bash,        ON("claude-code:PreToolUse", ""), 1 },
		{ &bash,        ON("claude-code:PostToolUse", ""), 0 },
		{ &bash,        ON("codex:PreToolUse", ""), 0 },
		{ &bash,        ON("claude-code:PreToolUse", ",\"matcher\":\"file_read\""), 0 },
		{ &cursor_open, ON("cursor:workspaceOpen", ""), 1 },
		{ &cursor_mcp,  ON("cursor:beforeMCPExecution", ""), 1 },
		{ &cursor_mcp,  ON("cursor:preToolUse", ""), 0 },
		{ &cursor_mcp,  ON("before_tool_execute", ""), 1 },
		{ &copilot_mcp, ON("copilot-cli:preToolUse", ""), 1 },
		{ &copilot_mcp, ON("copilot-cli:PreToolUse", ""), 1 },
	};

	CHECK_MATCHES(cases);
}

TEST(match__words)
{
	static const struct match_case cases[] = {
		{ &bash,         MATCHER("\"shell\""), 1 },
		{ &gemini_shell, MATCHER("\"shell\""), 1 },
		{ &bash,         MATCHER("\"sh\\u0065ll\""), 1 },
		{ &bash,         MATCHER("\"file_read\""), 0 },
		{ &bash,         MATCHER("\"Bash\""), 1 },
		{ &bash,         MATCHER("\"bash\""), 0 },
		{ &gemini_shell, MATCHER("\"Bash\""), 0 },
		{ &gemini_shell, MATCHER("\"run_shell_command\""), 1 },
		{ &todo,         MATCHER("\"TodoWrite\""), 1 },
		{ &todo,         MATCHER("\"shell\""), 0 },
		{ &claude_mcp,   MATCHER("\"mcp\""), 1 },
		{ &claude_mcp,   MATCHER("\"mcp__lab__ping\""), 1 },
		{ &claude_mcp,   MATCHER("\"mcp__lab\""), 0 },
		{ &claude_mcp,   MATCHER("\"shell\""), 0 },
		{ &bash,         MATCHER("\"mcp\""), 0 },
		{ &droid_mcp,    MATCHER("\"lab___ping\""), 1 },
		{ &cursor_hidden, MATCHER("\"MCP:ping\""), 1 },
		{ &edit,         MATCHER("\"file_edit\""), 1 },
		{ &patch,        MATCHER("\"file_edit\""), 1 },
		{ &bash,         MATCHER("[\"file_read\",\"shell\"]"), 1 },
		{ &bash,         MATCHER("[\"file_read\",\"Write\"]"), 0 },
		{ &bash,         MATCHER("[\"file_read\",{\"pattern\":\"^Ba\"},{\"mcp\":{\"server\":\"x\"}}]"), 1 },
	};

	CHECK_MATCHES(cases);
}

TEST(match__patterns)
{
	static const struct match_case cases[] = {
		{ &bash,       MATCHER("{\"pattern\":\"^Bash$\"}"), 1 },
		{ &bash,       MATCHER("{\"pattern\":\"^shell$\"}"), 1 },
		{ &bash,       MATCHER("{\"pattern\":\"hel\"}"), 1 },
		{ &bash,       MATCHER("{\"pattern\":\"^(?i)BASH$\"}"), 1 },
		{ &bash,       MATCHER("{\"pattern\":\"file_(read|write)\"}"), 0 },
		{ &edit,       MATCHER("{\"pattern\":\"file_(read|write|edit)\"}"), 1 },
		{ &todo,       MATCHER("{\"pattern\":\"^Todo\\\\w+$\"}"), 1 },
		{ &claude_mcp, MATCHER("{\"pattern\":\"^mcp__lab__.*\"}"), 1 },
		{ &gemini_mcp, MATCHER("{\"pattern\":\"^mcp__my_lab__do_it$\"}"), 1 },
		{ &gemini_mcp, MATCHER("{\"pattern\":\"^mcp_my_lab_do_it$\"}"), 1 },
		{ &droid_mcp,  MATCHER("{\"pattern\":\"^mcp__lab__ping$\"}"), 1 },
		{ &copilot_mcp, MATCHER("{\"pattern\":\"^mcp__lab__ping$\"}"), 1 },
		{ &copilot_mcp, MATCHER("{\"pattern\":\"^lab-ping$\"}"), 1 },
		{ &cursor_hidden, MATCHER("{\"pattern\":\"^MCP:ping$\"}"), 1 },
		{ &cursor_hidden, MATCHER("{\"pattern\":\"^mcp__lab__\"}"), 0 },
		{ &cursor_mcp, MATCHER("{\"pattern\":\"^mcp__lab__ping$\"}"), 1 },
		{ &claude_mcp, MATCHER("{\"pattern\":\"^mcp$\"}"), 1 },
	};

	CHECK_MATCHES(cases);
}

TEST(match__mcp)
{
	static const struct match_case cases[] = {
		{ &claude_mcp,    MATCHER("{\"mcp\":{\"server\":\"lab\"}}"), 1 },
		{ &claude_mcp,    MATCHER("{\"mcp\":{\"server\":\"lab\",\"tool\":\"ping\"}}"), 1 },
		{ &claude_mcp,    MATCHER("{\"mcp\":{\"server\":\"lab\",\"tool\":\"pong\"}}"), 0 },
		{ &claude_mcp,    MATCHER("{\"mcp\":{\"server\":\"la\"}}"), 0 },
		{ &claude_mcp,    MATCHER("[\"shell\",{\"mcp\":{\"server\":\"lab\"}}]"), 1 },
		{ &bash,          MATCHER("{\"mcp\":{\"server\":\"lab\"}}"), 0 },
		{ &gemini_mcp,    MATCHER("{\"mcp\":{\"server\":\"my_lab\",\"tool\":\"do_it\"}}"), 1 },
		{ &gemini_mcp,    MATCHER("{\"mcp\":{\"server\":\"my\",\"tool\":\"lab_do_it\"}}"), 0 },
		{ &copilot_mcp,   MATCHER("{\"mcp\":{\"server\":\"lab\",\"tool\":\"ping\"}}"), 1 },
		{ &copilot_call,  MATCHER("{\"mcp\":{\"server\":\"lab\",\"tool\":\"ping\"}}"), 1 },
		{ &droid_mcp,     MATCHER("{\"mcp\":{\"server\":\"lab\",\"tool\":\"ping\"}}"), 1 },
		{ &cursor_mcp,    MATCHER("{\"mcp\":{\"server\":\"lab\",\"tool\":\"ping\"}}"), 1 },
		{ &cursor_mcp,    MATCHER("{\"mcp\":{\"server\":\"other\",\"tool\":\"ping\"}}"), 0 },
		/* the server is not told: by the tool alone */
		{ &cursor_hidden, MATCHER("{\"mcp\":{\"server\":\"lab\",\"tool\":\"ping\"}}"), 1 },
		{ &cursor_hidden, MATCHER("{\"mcp\":{\"server\":\"lab\",\"tool\":\"pong\"}}"), 0 },
		{ &cursor_hidden, MATCHER("{\"mcp\":{\"server\":\"lab\"}}"), 1 },
		/* joined names that can be split in two ways are compared joined */
		{ &codex_joined,   MATCHER("{\"mcp\":{\"server\":\"a\",\"tool\":\"b__c\"}}"), 1 },
		{ &codex_joined,   MATCHER("{\"mcp\":{\"server\":\"a__b\",\"tool\":\"c\"}}"), 1 },
		{ &codex_joined,   MATCHER("{\"mcp\":{\"server\":\"a\",\"tool\":\"c\"}}"), 0 },
		{ &codex_joined,   MATCHER("{\"mcp\":{\"server\":\"a\"}}"), 1 },
		{ &codex_joined,   MATCHER("{\"mcp\":{\"server\":\"a__b\"}}"), 1 },
		{ &codex_joined,   MATCHER("{\"mcp\":{\"server\":\"b\"}}"), 0 },
		{ &copilot_joined, MATCHER("{\"mcp\":{\"server\":\"my-lab\",\"tool\":\"ping-it\"}}"), 1 },
		{ &copilot_joined, MATCHER("{\"mcp\":{\"server\":\"my-lab-ping\",\"tool\":\"it\"}}"), 1 },
		{ &copilot_joined, MATCHER("{\"mcp\":{\"server\":\"my\",\"tool\":\"it\"}}"), 0 },
		/* Codex has no hyphens in such names, and Copilot has them for all that is no letter */
		{ &codex_hyphens,  MATCHER("{\"mcp\":{\"server\":\"my-lab\",\"tool\":\"ping-it\"}}"), 1 },
		{ &codex_hyphens,  MATCHER("{\"mcp\":{\"server\":\"my-lab\"}}"), 1 },
		{ &codex_hyphens,  MATCHER("{\"mcp\":{\"server\":\"my_lab\",\"tool\":\"ping.it\"}}"), 1 },
		{ &codex_hyphens,  MATCHER("{\"mcp\":{\"server\":\"my-lab\",\"tool\":\"ping\"}}"), 0 },
		{ &copilot_joined, MATCHER("{\"mcp\":{\"server\":\"my.lab\",\"tool\":\"ping it\"}}"), 1 },
		{ &copilot_joined, MATCHER("{\"mcp\":{\"server\":\"my_lab\",\"tool\":\"ping-it\"}}"), 0 },
		{ &copilot_slashes, MATCHER("{\"mcp\":{\"server\":\"my\",\"tool\":\"lab/ping\"}}"), 1 },
		{ &copilot_slashes, MATCHER("{\"mcp\":{\"server\":\"my/lab\",\"tool\":\"ping\"}}"), 1 },
		{ &copilot_slashes, MATCHER("{\"mcp\":{\"server\":\"lab\",\"tool\":\"ping\"}}"), 0 },
		{ &droid_joined,   MATCHER("{\"mcp\":{\"server\":\"lab\",\"tool\":\"_ping\"}}"), 1 },
		{ &droid_joined,   MATCHER("{\"mcp\":{\"server\":\"lab_\",\"tool\":\"ping\"}}"), 1 },
		/* the server by its own name, and another in the name of the tool */
		{ &claude_renamed, MATCHER("{\"mcp\":{\"server\":\"my. lab\"}}"), 1 },
		{ &claude_renamed, MATCHER("{\"mcp\":{\"server\":\"my__lab\"}}"), 1 },
		{ &claude_renamed, MATCHER("{\"mcp\":{\"server\":\"my__lab\",\"tool\":\"ping\"}}"), 1 },
		{ &claude_renamed, MATCHER("{\"mcp\":{\"server\":\"my-_lab\"}}"), 0 },
		{ &claude_untold, MATCHER("{\"mcp\":{\"server\":\"my. l\u00e4b\",\"tool\":\"do.it\"}}"), 1 },
		{ &claude_untold, MATCHER("{\"mcp\":{\"server\":\"my. l\u00e4b\"}}"), 1 },
		{ &claude_untold, MATCHER("{\"mcp\":{\"server\":\"my. lab\"}}"), 0 },
		{ &claude_renamed, MATCHER("{\"mcp\":{\"server\":\"my. lab\",\"tool\":\"ping\"}}"), 1 },
		{ &claude_renamed, MATCHER("{\"mcp\":{\"server\":\"my. lab\",\"tool\":\"ing\"}}"), 0 },
	};

	CHECK_MATCHES(cases);
}

TEST(match__a_tool_that_is_two)
{
	static const struct match_case cases[] = {
		{ &cursor_write, MATCHER("\"file_write\""), 1 },
		{ &cursor_write, MATCHER("\"file_edit\""), 1 },
		{ &cursor_write, MATCHER("[\"shell\",\"file_edit\"]"), 1 },
		{ &cursor_write, MATCHER("{\"pattern\":\"^file_edit$\"}"), 1 },
		{ &cursor_write, MATCHER("{\"pattern\":\"^file_read$\"}"), 0 },
		{ &cursor_write, MATCHER("\"file_read\""), 0 },
		{ &patch,        MATCHER("\"file_write\""), 1 },
		{ &patch,        MATCHER("\"file_edit\""), 1 },
		{ &edit,         MATCHER("\"file_write\""), 0 },
		{ &edit_notes,   MATCHER("\"file_edit\""), 0 },
	};

	CHECK_MATCHES(cases);
}

TEST(match__no_tool_no_matcher)
{
	static const struct match_case cases[] = {
		{ &started,     ON("session_start", ",\"matcher\":\"shell\""), 1 },
		{ &started,     ON("session_start", ",\"matcher\":{\"pattern\":\"^nothing$\"}"), 1 },
		{ &started,     ON("session_start", ",\"matcher\":{\"mcp\":{\"server\":\"s\"}}"), 1 },
		{ &started,     ON("session_start", ",\"paths\":[\"src/**\"]"), 1 },
		{ &cursor_open, ON("cursor:workspaceOpen", ",\"matcher\":\"shell\""), 1 },
		{ &changed,     ON("file_changed", ",\"paths\":[\".env\"]"), 1 },
		{ &changed,     ON("file_changed", ",\"paths\":[\"src/**\"]"), 0 },
	};

	CHECK_MATCHES(cases);
}

TEST(match__paths)
{
	static const struct match_case cases[] = {
		{ &edit,          PATHS("\"/home/dev/proj/src/a.c\""), 1 },
		{ &edit,          PATHS("\"src/*.c\""), 1 },
		{ &edit,          PATHS("\"./src/*.c\""), 1 },
		{ &edit,          PATHS("\"*.c\""), 0 },
		{ &edit,          PATHS("\"**/*.c\""), 1 },
		{ &edit,          PATHS("\"src\""), 0 },
		{ &edit,          PATHS("\"~/proj/src/*\""), 1 },
		{ &edit,          PATHS("\"SRC/a.c\""), 0 },
		{ &edit,          PATHS("\"lib/**\",\"src/**\""), 1 },
		{ &edit,          PATHS("\"src/**\",\"!src/a.c\""), 0 },
		{ &edit,          PATHS("\"!src/a.c\",\"src/**\""), 0 },
		{ &edit,          PATHS("\"src/**\",\"!src/b.c\""), 1 },
		{ &edit,          PATHS("\"!src/b.c\""), 1 },
		{ &edit,          PATHS("\"!src/**\""), 0 },
		{ &edit,          PATHS("\"!~/proj/**\""), 0 },
		{ &edit_relative, PATHS("\"lib/b.c\""), 1 },
		{ &edit_relative, PATHS("\"src/**\""), 0 },
		{ &edit_notes,    PATHS("\"~/notes/*.md\""), 1 },
		{ &edit_notes,    PATHS("\"notes/*.md\""), 0 },
		{ &edit_notes,    PATHS("\"**\""), 1 },
		/* what the agent opens, and what it would be as a name */
		{ &cursor_url,    PATHS("\"~/.ssh/**\""), 1 },
		{ &cursor_url,    PATHS("\"**/id?x\""), 1 },
		{ &cursor_url,    PATHS("\"**/.env\""), 0 },
		/* every file of a patch, and one is enough */
		{ &patch,         PATHS("\"src/a.c\""), 1 },
		{ &patch,         PATHS("\".env\""), 1 },
		{ &patch,         PATHS("\"docs/**\""), 0 },
		{ &patch,         PATHS("\"b.txt\""), 1 },
		{ &patch,         PATHS("\"sub/c.txt\""), 1 },
		{ &patch,         PATHS("\"/etc/**\""), 1 },
		{ &patch,         PATHS("\"!src/**\",\"!.env\""), 1 },
		{ &patch,         PATHS("\"!**\""), 0 },
		/* a call without files is not about these */
		{ &bash,          PATHS("\"**\""), 0 },
		{ &bash,          PATHS("\"!src/**\""), 0 },
		{ &claude_mcp,    PATHS("\"**\""), 0 },
		/* a drive: "\" is "/", and case does not count */
		{ &edit_drive,    PATHS("\"c:/proj/src/*.C\""), 1 },
		{ &edit_drive,    PATHS("\"C:/PROJ/**\""), 1 },
		{ &edit_drive,    PATHS("\"/Proj/**\""), 0 },
		{ &edit_drive,    PATHS("\"src/*.c\""), 0 },
	};

	CHECK_MATCHES(cases);
}
/* clang-format on */

TEST(match__project_on_a_drive)
{
	static const struct sv roots[] = { SV_INIT("C:/proj"), SV_INIT("/C:/Proj/"),
					   SV_INIT("c:\\proj"), SV_INIT("/c:/PROJ") };

	for (size_t i = 0; i < COUNT_OF(roots); i++) {
		struct gaff_match_place place = { .project = roots[i], .home = SV("/home/dev") };

		CHECK(matches_in(&edit_drive, PATHS("\"src/*.c\""), &place) == 1);
		CHECK(matches_in(&edit_drive, PATHS("\"SRC/a.?\""), &place) == 1);
		CHECK(matches_in(&edit_drive, PATHS("\"lib/*.c\""), &place) == 0);
	}
}

TEST(match__case)
{
	static const struct gaff_match_place mac = { .project = SV_INIT("/HOME/dev/proj"),
						     .home = SV_INIT("/home/dev"),
						     .ignores_case = true };

	CHECK(matches_in(&edit, PATHS("\"SRC/*.C\""), &mac) == 1);
	CHECK(matches_in(&edit, PATHS("\"~/Proj/**\""), &mac) == 1);
	CHECK(matches_in(&edit, PATHS("\"src/[B-Z].c\""), &mac) == 0);
	CHECK(matches_in(&edit, PATHS("\"**\",\"!**/SRC/**\""), &mac) == 1);
	CHECK(matches_in(&edit, PATHS("\"**\",\"!**/src/**\""), &mac) == 0);
	CHECK(matches_in(&edit, PATHS("\"SRC/*.C\""), &home) == 0);
}

TEST(match__home_is_no_glob)
{
	static const struct gaff_match_place odd = { .home = SV_INIT("/home/d?{v") },
					     other = { .home = SV_INIT("/home/d?v") };

	CHECK(matches_in(&edit, PATHS("\"~/proj/**\""), &other) == 0);
	CHECK(matches_in(&edit_odd, PATHS("\"~/proj/**\""), &odd) == 1);
}

TEST(match__odd_places)
{
	static const struct gaff_match_place nowhere = { .project = SV_INIT("") },
					     top = { .project = SV_INIT("/"),
						     .home = SV_INIT("/") },
					     slashes = { .project = SV_INIT("/home/dev/proj//") },
					     longer = { .project = SV_INIT(
								"/home/dev/proj/src/a") };

	CHECK(matches_in(&edit, PATHS("\"src/a.c\""), &nowhere) == 0);
	CHECK(matches_in(&edit, PATHS("\"**/a.c\""), &nowhere) == 1);
	CHECK(matches_in(&edit, PATHS("\"~/proj/src/a.c\""), &nowhere) == 0);
	CHECK(matches_in(&edit, PATHS("\"home/dev/proj/src/a.c\""), &top) == 1);
	CHECK(matches_in(&edit, PATHS("\"src/a.c\""), &slashes) == 1);
	CHECK(matches_in(&edit, PATHS("\".c\""), &longer) == 0);
}

/* The tools that the index of a manifest has for a matcher. */
static unsigned tools_of(const char *matcher)
{
	struct gaff_findings findings = { 0 };
	struct gaff_manifest manifest = { 0 };
	struct json root;
	struct gaff_err err;
	struct arena a;
	char text[400];
	unsigned tools = 0;

	(void)snprintf(text, sizeof text, "{\"spec\":\"hooks/1.0\",\"hooks\":[" MATCHER("%s") "]}",
		       matcher);
	gaff_arena_init(&a, storage, sizeof storage, 1 << 26);
	findings.arena = &a;
	if (gaff_json_parse(sv_of(text), &root, &err) == GAFF_OK &&
	    gaff_manifest_read(&a, gaff_hosts, root, &findings, &manifest))
		tools = manifest.hook[0].tools;
	CHECK(manifest.n == 1);
	gaff_arena_release(&a);
	return tools;
}

#define TOOL(name) (1u << GAFF_TOOL_##name)

/* A call of another tool does not read the hook; what no row names is always tried. */
TEST(match__index_of_tools)
{
	const unsigned unknown = TOOL(OTHER) | TOOL(MCP),
		       files = TOOL(FILE_READ) | TOOL(FILE_WRITE);

	CHECK(tools_of("\"shell\"") == TOOL(SHELL));
	CHECK(tools_of("[\"shell\",\"find\"]") == (TOOL(SHELL) | TOOL(FIND)));
	CHECK(tools_of("{\"mcp\":{\"server\":\"x\"}}") == TOOL(MCP));
	CHECK(tools_of("\"Bash\"") == (TOOL(SHELL) | unknown));
	CHECK(tools_of("\"NobodyHasThis\"") == unknown);
	CHECK(tools_of("{\"pattern\":\"^file_(read|write)$\"}") == (files | unknown));
	CHECK(tools_of("{\"pattern\":\"^run_shell_command$\"}") == (TOOL(SHELL) | unknown));
	CHECK(tools_of("[{\"pattern\":\"^Bash$\"},\"find\"]") ==
	      (TOOL(SHELL) | TOOL(FIND) | unknown));
	CHECK(tools_of("{\"pattern\":\".\"}") == (1u << GAFF_TOOL_COUNT) - 1);
	CHECK(tools_of("{\"pattern\":\"a{1000}\"}") == UINT16_MAX); /* left to the call */
}

/* Every tool of every agent, by its name alone, and by a pattern: the index never says no. */
TEST(match__index_has_every_tool)
{
	for (size_t h = 0; gaff_hosts[h]; h++) {
		for (size_t i = 0; i < gaff_hosts[h]->n_tools; i++) {
			const struct gaff_tool_row *row = &gaff_hosts[h]->tools[i];
			char word[100], pattern[120];

			(void)snprintf(word, sizeof word, "\"%.*s\"", SV_ARG(row->native));
			(void)snprintf(pattern, sizeof pattern, "{\"pattern\":\"^%.*s$\"}",
				       SV_ARG(row->native));
			CHECK(tools_of(word) >> row->tool & 1);
			CHECK(tools_of(pattern) >> row->tool & 1);
		}
	}
}
