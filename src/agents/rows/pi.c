#include "agents/hosts.h"
#include "agents/inputs.h"
#include "agents/plugins/plugins.h"

/*
 * pi. It has no hook programs but extensions; gaff's extension only copies: an event goes to gaff's
 * stdin as pi passes it, with "ctx" beside, and what gaff answers becomes what pi takes for an
 * answer to that event. "block" and "reason" are pi's own words; "message" is sent into the session
 * for the model to read, "notify" shown to the user, "stop" ends the run. Who is asked is the user,
 * where pi has a screen; elsewhere the extension blocks, and says why.
 */

/* clang-format off */
static const struct gaff_evidence js = { GAFF_TYPES, "1.5.0, by its language" };
static const struct gaff_evidence seen  = { GAFF_MEASURED, "1.5.0" };
static const struct gaff_evidence types = { GAFF_TYPES,    "1.5.0" };

#define PROMPT   GAFF_EV(BEFORE_PROMPT)
#define AFTER    GAFF_EV(AFTER_TOOL)
#define COMPACTS (GAFF_EV(BEFORE_COMPACT) | GAFF_EV(AFTER_COMPACT))
#define ALIAS    GAFF_P_ALIAS

static const struct gaff_payload_row payload[] = {
	/* where                      field                   in payloads of           when missing */
	/* one word, and three meanings */
	{ SV_INIT("/reason"),         GAFF_F_SOURCE,          GAFF_EV(SESSION_START), .flags = ALIAS },
	{ SV_INIT("/reason"),         GAFF_F_REASON,          GAFF_EV(SESSION_END),   .flags = ALIAS },
	{ SV_INIT("/reason"),         GAFF_F_TRIGGER,         COMPACTS,               .flags = ALIAS },
	{ SV_INIT("/content"),        GAFF_F_TOOL_OUTPUT,     AFTER,                  .flags = ALIAS | GAFF_P_PARTS },
	{ SV_INIT("/prompt"),         GAFF_F_PROMPT,          .flags = ALIAS }, /* before_agent_start */
	{ SV_INIT("/type"),           GAFF_F_EVENT,           GAFF_EV_ALL },
	{ SV_INIT("/toolName"),       GAFF_F_TOOL_NAME,       GAFF_EV_CALLS },
	{ SV_INIT("/toolCallId"),     GAFF_F_TOOL_USE_ID,     GAFF_EV_CALLS,          SV_INIT("\"\"") },
	{ SV_INIT("/input"),          GAFF_F_TOOL_INPUT,      GAFF_EV_CALLS },
	{ SV_INIT("/content/0/type"), GAFF_F_CONSTANT,        AFTER,                  SV_INIT("\"text\"") },
	{ SV_INIT("/content/0/text"), GAFF_F_TOOL_OUTPUT,     AFTER,                  SV_INIT("\"\""), .flags = GAFF_P_TEXT },
	{ SV_INIT("/isError"),        GAFF_F_CONSTANT,        AFTER,                  SV_INIT("false") },
	{ SV_INIT("/text"),           GAFF_F_PROMPT,          PROMPT,                 SV_INIT("\"\"") },
	{ SV_INIT("/reason"),         GAFF_F_SOURCE,          GAFF_EV(SESSION_START), SV_INIT("\"startup\"") },
	{ SV_INIT("/reason"),         GAFF_F_REASON,          GAFF_EV(SESSION_END),   SV_INIT("\"quit\"") },
	{ SV_INIT("/reason"),         GAFF_F_TRIGGER,         COMPACTS,               SV_INIT("\"manual\"") },
	{ SV_INIT("/title"),          GAFF_F_MESSAGE,         GAFF_EV(NOTIFICATION),  SV_INIT("\"\"") },
	{ SV_INIT("/ctx/cwd"),        GAFF_F_CWD,             GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/ctx/sessionId"),  GAFF_F_SESSION_ID,      GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/ctx/sessionFile"), GAFF_F_TRANSCRIPT_PATH, GAFF_EV_ALL },
	{ SV_INIT("/ctx/model"),      GAFF_F_MODEL,           GAFF_EV_ALL },
	{ SV_INIT("/ctx/stopActive"), GAFF_F_STOP_ACTIVE,     GAFF_EV(AGENT_STOP),    SV_INIT("false") },
};

static const struct gaff_input_row shell[] = { SAME("command"), OF(SECONDS, "timeout", "timeout") };
static const struct gaff_input_row read[]  = { PATH("path"), SAME("offset"), SAME("limit") };
static const struct gaff_input_row edit[] = {
	PATH("path"),
	OF(EDITS, "edits", " oldText newText"),
	OF(PAIR, "newText", "oldText"), /* of older builds */
};

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("bash"),       GAFF_TOOL_SHELL,      GAFF_ROWS(shell),                     &seen },
	{ SV_INIT("powershell"), GAFF_TOOL_SHELL,      GAFF_ROWS(shell),                     &types }, /* Windows */
	{ SV_INIT("read"),       GAFF_TOOL_FILE_READ,  GAFF_ROWS(read),                      &seen },
	{ SV_INIT("write"),      GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_path_content),      &seen },
	{ SV_INIT("edit"),       GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(edit),                      &seen },
	{ SV_INIT("grep"),       GAFF_TOOL_SEARCH,     GAFF_ROWS(gaff_in_pattern_path_glob), &seen },
	{ SV_INIT("find"),       GAFF_TOOL_FIND,       GAFF_ROWS(gaff_in_pattern_path),      &seen },
	{ SV_INIT("ls"),         GAFF_TOOL_OTHER,      GAFF_ROWS(gaff_in_path),              &seen },
};

#define BLOCKS \
	{ GAFF_A_DENY,   SV_INIT("/block"),  SV_INIT("true") }, \
	{ GAFF_A_REASON, SV_INIT("/block"),  .flags = GAFF_R_READ | GAFF_R_MEANS_DENY }, \
	{ GAFF_A_REASON, SV_INIT("/reason"), .flags = GAFF_R_WITH_DENY }
#define NOTIFIES \
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("/notify") }
#define STOPS \
	{ GAFF_A_STOP,        SV_INIT("/stop"), SV_INIT("true") }, \
	{ GAFF_A_STOP_REASON, SV_INIT("/stopReason") }
#define TELLS(when) \
	{ GAFF_A_CONTEXT,        SV_INIT("/message"), .flags = when }

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2,
	{ GAFF_A_ASK,           SV_INIT("/ask"),   SV_INIT("true") },
	BLOCKS,
	{ GAFF_A_UPDATED_INPUT, SV_INIT("/input"), .flags = GAFF_R_NOT_WITH_DENY },
	TELLS(0), STOPS, NOTIFIES,
);
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(EXIT_2,
	BLOCKS,
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/output"), .flags = GAFF_R_AS_TEXT },
	TELLS(0), STOPS, NOTIFIES,
);
static const struct gaff_shape input_answer = GAFF_ANSWER(EXIT_2,
	{ GAFF_A_ASK,            SV_INIT("/ask"),  SV_INIT("true") },
	BLOCKS,
	{ GAFF_A_UPDATED_PROMPT, SV_INIT("/text"), .flags = GAFF_R_NOT_WITH_DENY },
	TELLS(GAFF_R_NOT_WITH_DENY), NOTIFIES,
);
static const struct gaff_shape refusable_answer = GAFF_ANSWER(EXIT_2,
	{ GAFF_A_ASK,            SV_INIT("/ask"),        SV_INIT("true") },
	BLOCKS, NOTIFIES,
);
static const struct gaff_shape settling_answer  = GAFF_ANSWER(EXIT_2, BLOCKS, TELLS(0), NOTIFIES);
static const struct gaff_shape beginning_answer = GAFF_ANSWER(EXIT_2, TELLS(0), NOTIFIES);

#define WAIT 60000 /* it would wait for ever; the extension does not */

static const struct gaff_event_row events[] = {
	/* native                           canonical               answer                  waits, ms */
	{ SV_INIT("tool_call"),             GAFF_EV_BEFORE_TOOL,    &before_tool_answer,    WAIT, &seen },
	{ SV_INIT("tool_result"),           GAFF_EV_AFTER_TOOL,     &after_tool_answer,     WAIT, &seen },
	{ SV_INIT("input"),                 GAFF_EV_BEFORE_PROMPT,  &input_answer,          WAIT, &seen },
	{ SV_INIT("session_start"),         GAFF_EV_SESSION_START,  &beginning_answer,      WAIT, &seen },
	{ SV_INIT("session_shutdown"),      GAFF_EV_SESSION_END,    GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("agent_before_settle"),   GAFF_EV_AGENT_STOP,     &settling_answer,       WAIT, &seen, .flags = GAFF_E_PROLONGS },
	{ SV_INIT("session_before_compact"), GAFF_EV_BEFORE_COMPACT, &refusable_answer,     WAIT, &seen },
	{ SV_INIT("session_compact"),       GAFF_EV_AFTER_COMPACT,  &beginning_answer,      WAIT, &seen },
	{ SV_INIT("ui_prompt_start"),       GAFF_EV_NOTIFICATION,   GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("context"),               GAFF_EV_BEFORE_MODEL,   GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("before_agent_start"),    GAFF_EV_NATIVE,         &beginning_answer,      WAIT, &seen },
	{ SV_INIT("user_bash"),             GAFF_EV_NATIVE,         &refusable_answer,      WAIT, &seen },
	{ SV_INIT("session_before_switch"), GAFF_EV_NATIVE,         &refusable_answer,      WAIT, &seen },
	{ SV_INIT("session_before_fork"),   GAFF_EV_NATIVE,         &refusable_answer,      WAIT, &seen },
	{ SV_INIT("session_before_tree"),   GAFF_EV_NATIVE,         &refusable_answer,      WAIT, &seen },
	{ SV_INIT("session_tree"),          GAFF_EV_NATIVE,         GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("session_compact_failed"), GAFF_EV_NATIVE,        GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("session_info_changed"),  GAFF_EV_NATIVE,         GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("agent_start"),           GAFF_EV_NATIVE,         GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("agent_end"),             GAFF_EV_NATIVE,         GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("agent_settled"),         GAFF_EV_NATIVE,         GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("turn_start"),            GAFF_EV_NATIVE,         GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("turn_end"),              GAFF_EV_NATIVE,         GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("message_end"),           GAFF_EV_NATIVE,         GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("model_select"),          GAFF_EV_NATIVE,         GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("thinking_level_select"), GAFF_EV_NATIVE,         GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("ui_prompt_end"),         GAFF_EV_NATIVE,         GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
};

static const struct gaff_event_row unknown = { /* nobody reads it */
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), WAIT, &types,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("/ctx/hasUI"),       6 },
	{ SV_INIT("/ctx/sessionId"),   6 },
	{ SV_INIT("/type"),            3, SV_INIT("tool_*") },
	{ SV_INIT("/toolCallId"),      3 },
	{ SV_INIT("/type"),            6, SV_INIT("session_*") },
	{ SV_INIT("/type"),            6, SV_INIT("agent_*") },
	{ SV_INIT("/type"),            6, SV_INIT("turn_*") },
	{ SV_INIT("/type"),            6, SV_INIT("before_agent_start") },
	{ SV_INIT("/type"),            6, SV_INIT("context") },
	{ SV_INIT("/type"),            6, SV_INIT("input") },
	{ SV_INIT("$PI_CODING_AGENT"), 1, SV_INIT("true") },
};

static const struct gaff_config_row config[] = { /* all are loaded, as are *.ts and folders with an index */
	{ GAFF_SCOPE_USER,    "~/.pi/agent/extensions/*.js", GAFF_SYNTAX_MODULE, &seen },
	{ GAFF_SCOPE_PROJECT, "./.pi/extensions/*.js",       GAFF_SYNTAX_MODULE, &seen, GAFF_C_NEEDS_TRUST },
};

static const struct gaff_home_row homes[] = { { "PI_CODING_AGENT_DIR", "~/.pi/agent" } };

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = { /* of the list in an extension that gaff writes: src/convert/module/module.c */
	{ SV_INIT("/event"),   GAFF_MEMBER_EVENT },
	{ SV_INIT("/matcher"), GAFF_MEMBER_MATCHER },
	{ SV_INIT("/name"),    GAFF_MEMBER_NAME },
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
	{ SV_INIT("/cwd"),     GAFF_MEMBER_CWD },
	{ SV_INIT("/env"),     GAFF_MEMBER_ENV },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("js"), .shape = GAFF_LAYOUT_MODULE, .matching = GAFF_MATCH_PATTERN, .starts_in_project = true, .is_bare = true, .module = &gaff_module_of_pi,
	.shell = GAFF_SHELL_NONE, .plugin = &gaff_plugin_of_pi,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("*"), GAFF_JSON({"ctx":{"mode":"print","hasUI":false}}) },
	{ SV_INIT("tool_result"), .tools = GAFF_TOOL_BIT(SHELL), .behind = SV_INIT("content"), .members = GAFF_JSON({"structuredContent":{"output":"hello","truncated":false,"exit_code":0,"wall_time_seconds":0.1}}) },
	{ SV_INIT("tool_result"), .tools = GAFF_TOOL_BIT(FILE_READ), .behind = SV_INIT("content"), .members = GAFF_JSON({"structuredContent":"hello"}) },
	{ SV_INIT("tool_result"), .tools = GAFF_TOOL_BIT(MCP), .behind = SV_INIT("content"),
	  .members = GAFF_JSON({"details":{"server":"lab","tool":"mark"},"structuredContent":{"content":[{"type":"text","text":"hello"}]}}) },
	{ SV_INIT("input"), .behind = SV_INIT("text"), .members = GAFF_JSON({"source":"interactive"}) },
	{ SV_INIT("before_agent_start"), .behind = SV_INIT("^"), .members = GAFF_JSON({"messageType":"user","prompt":"$prompt"}) },
	{ SV_INIT("before_agent_start"), .behind = SV_INIT("type"), .members = GAFF_JSON({"systemPromptOptions":{"selectedTools":["read","bash","edit","write"],"cwd":"$cwd"},"systemPrompt":""}) },
	{ SV_INIT("agent_before_settle"), .behind = SV_INIT("type"), .members = GAFF_JSON({"outcome":"completed","entries":[],"continue":false,"context":{"contextEntries":[]}}) },
	{ SV_INIT("agent_end context"), .behind = SV_INIT("type"), .members = GAFF_JSON({"messages":[{"role":"user","content":[{"type":"text","text":"$prompt"}],"timestamp":1794873928832}]}) },
	{ SV_INIT("agent_settled"), .behind = SV_INIT("type"), .members = GAFF_JSON({"aborted":false}) },
	{ SV_INIT("turn_start"), .behind = SV_INIT("type"), .members = GAFF_JSON({"turnIndex":0,"timestamp":1794873883968}) },
	{ SV_INIT("turn_end"), .behind = SV_INIT("type"),
	  .members = GAFF_JSON({"turnIndex":0,"message":{"role":"assistant","content":[{"type":"text","text":"done"}],"stopReason":"stop","timestamp":1794873892538},
		"toolResults":[],"messageEntryId":"b17dc79f","toolResultEntryIds":[],"outcome":"completed","entries":[],"continue":false,"context":{"contextEntries":[]}}) },
	{ SV_INIT("message_end"), .behind = SV_INIT("type"), .members = GAFF_JSON({"message":{"role":"user","content":[{"type":"text","text":"$prompt"}],"timestamp":1794873928832}}) },
	{ SV_INIT("session_before_compact"), .behind = SV_INIT("type"),
	  .members = GAFF_JSON({"preparation":{"firstKeptEntryId":"84d6cdfe","messagesToSummarize":[],"tokensBefore":15},"branchEntries":[]}) },
	{ SV_INIT("session_before_compact"), .behind = SV_INIT("reason"), .members = GAFF_JSON({"willRetry":false,"signal":{}}) },
	{ SV_INIT("session_compact"), .behind = SV_INIT("type"),
	  .members = GAFF_JSON({"compactionEntry":{"type":"compaction","id":"d49aa875","summary":"No prior history.","firstKeptEntryId":"84d6cdfe","tokensBefore":15},"fromExtension":false}) },
	{ SV_INIT("session_compact"), .behind = SV_INIT("reason"), .members = GAFF_JSON({"willRetry":false}) },
	{ SV_INIT("session_compact_failed"), .behind = SV_INIT("type"),
	  .members = GAFF_JSON({"reason":"manual","errorMessage":"Compaction failed: Nothing to compact (session too small)","aborted":false,"willRetry":false,"fromExtension":false}) },
	{ SV_INIT("session_before_switch"), .behind = SV_INIT("type"), .members = GAFF_JSON({"reason":"new"}) },
	{ SV_INIT("session_before_fork"), .behind = SV_INIT("type"), .members = GAFF_JSON({"entryId":"c8c9eb52","position":"at"}) },
	{ SV_INIT("session_before_tree"), .behind = SV_INIT("type"), .members = GAFF_JSON({"preparation":{"targetId":"b17dc79f","oldLeafId":"e9ae285b","entriesToSummarize":[],"userWantsSummary":false},"signal":{}}) },
	{ SV_INIT("session_tree"), .behind = SV_INIT("type"), .members = GAFF_JSON({"newLeafId":"2ab432e0","oldLeafId":"e9ae285b"}) },
	{ SV_INIT("session_info_changed"), .behind = SV_INIT("type"), .members = GAFF_JSON({"name":"a name"}) },
	{ SV_INIT("model_select"), .behind = SV_INIT("type"),
	  .members = GAFF_JSON({"model":{"id":"sample-model","provider":"sample"},"previousModel":{"id":"other-model","provider":"sample"},"source":"set"}) },
	{ SV_INIT("thinking_level_select"), .behind = SV_INIT("type"), .members = GAFF_JSON({"level":"high","previousLevel":"off"}) },
	{ SV_INIT("ui_prompt_start"), .behind = SV_INIT("type"), .members = GAFF_JSON({"reason":"ui_prompt","kind":"confirm"}) },
	{ SV_INIT("ui_prompt_end"), .behind = SV_INIT("type"), .members = GAFF_JSON({"reason":"ui_prompt","kind":"confirm","title":"gaff"}) },
	{ SV_INIT("user_bash"), .behind = SV_INIT("type"), .members = GAFF_JSON({"command":"echo hello","excludeFromContext":false,"cwd":"$cwd"}) },
};

static const char *const notes[] = {
	"Extensions only; one that does not load is reported, and pi goes on without it.",
	"It has no permissions: what no hook refuses is done. A question reaches the user in its terminal and over RPC; with `-p` and `--mode json` nobody can be asked, and it is a denial.",
	"Extensions of a project are loaded once the user trusts it, or with `--approve`.",
	"`tool_call` and `tool_result` tell of MCP tools too, and of those that a program of the model calls.",
	"What the user types behind `!` is no `tool_call` but `user_bash`.",
	"A run that is aborted has no `agent_before_settle`, which versions before 0.87 do not have at all.",
	"`--no-extensions` runs no hook.",
	NULL,
};
static const struct gaff_attended attended = { .unanswered = GAFF_UNANSWERED_DENIES, .otherwise = "gaff's extension denies", .seen = &seen };
/* clang-format on */

const struct gaff_host gaff_host_pi = {
	.id = SV_INIT("pi"),
	.title = "pi",
	.seen = &seen,
	.no_opinion = SV_INIT("{}"),
	.reader = { GAFF_READS_LAST, "JSON.parse of JavaScript", &js },
	.flags = GAFF_H_STDERR_IS_PRIVATE | GAFF_H_TIDIES_PATHS,
	.mcp_prefix = SV_INIT("mcp__"),
	.mcp_joint = SV_INIT("__"),
	.mcp_for_hyphen = '_',
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "pi",
	.packages = "@mariozechner/pi-coding-agent @earendil-works/pi-coding-agent "
		    "@oh-my-pi/pi-coding-agent",
	.layout = &layout,
	.homes = GAFF_ROWS(homes),
	.extras = GAFF_ROWS(extras),
	.attended = &attended,
	.notes = notes,
};
