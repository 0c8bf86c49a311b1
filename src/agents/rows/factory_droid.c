#include "agents/answers.h"
#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Factory droid. Payloads look like Claude Code's, answers only partly: after a tool and on a
 * prompt a denial is exit 2 and stderr, and JSON for it is ignored; a new input needs an allow, and
 * is laid over the old one; ask runs the tool. Of several hooks the first that decides wins, even
 * over a later deny, so gaff is registered once. Every scalar of the payload is in the environment
 * too: a NUL in a tool's output, and the hook is not run. What it says on stderr at exit 1 is put
 * before the tool's result, so gaff keeps its warnings to itself.
 */

/* clang-format off */
static const struct gaff_evidence js = { GAFF_TYPES, "0.215.0, by its language" };
static const struct gaff_evidence seen = { GAFF_MEASURED,   "0.215.0" };
static const struct gaff_evidence docs = { GAFF_DOCUMENTED, "2026-10-03" };

#define IN_A_TURN   (GAFF_EV_STOPS | GAFF_EV(SESSION_END) | GAFF_EV(BEFORE_PROMPT))

static const struct gaff_payload_row payload[] = {
	/* where                         field                   in payloads of            when missing */
	{ SV_INIT("/session_id"),        GAFF_F_SESSION_ID,      GAFF_EV_ALL,              SV_INIT("\"\"") },
	{ SV_INIT("/transcript_path"),   GAFF_F_TRANSCRIPT_PATH, GAFF_EV_ALL,              SV_INIT("\"\"") },
	{ SV_INIT("/cwd"),               GAFF_F_CWD,             GAFF_EV_ALL,              SV_INIT("\"\"") },
	{ SV_INIT("/permission_mode"),   GAFF_F_PERMISSION_MODE, GAFF_EV_ALL,              SV_INIT("\"auto-low\"") },
	{ SV_INIT("/hook_event_name"),   GAFF_F_EVENT,           GAFF_EV_ALL },
	{ SV_INIT("/message_id"),        GAFF_F_CONSTANT,        IN_A_TURN,                SV_INIT("\"\"") },
	{ SV_INIT("/tool_name"),         GAFF_F_TOOL_NAME,       GAFF_EV_CALLS },
	{ SV_INIT("/tool_input"),        GAFF_F_TOOL_INPUT,      GAFF_EV_CALLS },
	{ SV_INIT("/tool_response"),     GAFF_F_TOOL_OUTPUT,     GAFF_EV(AFTER_TOOL),      SV_INIT("\"\""), .flags = GAFF_P_TEXT },
	{ SV_INIT("/prompt"),            GAFF_F_PROMPT,          GAFF_EV(BEFORE_PROMPT),   SV_INIT("\"\"") },
	{ SV_INIT("/has_images"),        GAFF_F_CONSTANT,        GAFF_EV(BEFORE_PROMPT),   SV_INIT("false") },
	{ SV_INIT("/source"),            GAFF_F_SOURCE,          GAFF_EV(SESSION_START),   SV_INIT("\"startup\"") },
	{ SV_INIT("/CLAUDE_ENV_FILE"),   GAFF_F_CONSTANT,        GAFF_EV(SESSION_START),   SV_INIT("\"\"") },
	{ SV_INIT("/stop_hook_active"),  GAFF_F_STOP_ACTIVE,     GAFF_EV_STOPS,            SV_INIT("false") },
	{ SV_INIT("/tool_execution_count"), GAFF_F_CONSTANT,     GAFF_EV(AGENT_STOP),      SV_INIT("0") },
	{ SV_INIT("/elapsed_time"),      GAFF_F_CONSTANT,        GAFF_EV(AGENT_STOP),      SV_INIT("0") },
	{ SV_INIT("/reason"),            GAFF_F_REASON,          GAFF_EV(SESSION_END),     SV_INIT("\"other\"") },
	{ SV_INIT("/session_duration_ms"), GAFF_F_CONSTANT,      GAFF_EV(SESSION_END),     SV_INIT("0") },
	{ SV_INIT("/trigger"),           GAFF_F_TRIGGER,         GAFF_EV(BEFORE_COMPACT),  SV_INIT("\"auto\"") },
	{ SV_INIT("/custom_instructions"), GAFF_F_CONSTANT,      GAFF_EV(BEFORE_COMPACT),  SV_INIT("\"\"") },
	{ SV_INIT("/message_count"),     GAFF_F_CONSTANT,        GAFF_EV(BEFORE_COMPACT) | GAFF_EV(SESSION_END), SV_INIT("0") },
	{ SV_INIT("/estimated_tokens"),  GAFF_F_CONSTANT,        GAFF_EV(BEFORE_COMPACT),  SV_INIT("0") },
	{ SV_INIT("/message_id"),        GAFF_F_CONSTANT,        GAFF_EV(BEFORE_COMPACT),  SV_INIT("\"\"") },
	{ SV_INIT("/message"),           GAFF_F_MESSAGE,         GAFF_EV(NOTIFICATION),    SV_INIT("\"\"") },
	{ SV_INIT("/notification_type"), GAFF_F_CONSTANT,        GAFF_EV(NOTIFICATION),    SV_INIT("\"permission_prompt\"") },
	{ SV_INIT("$FACTORY_PROJECT_DIR"), GAFF_F_PROJECT_DIR,   .flags = GAFF_P_STARTED },
	{ SV_INIT("$CLAUDE_ENV_FILE"),   GAFF_F_ENV_FILE },
};

static const struct gaff_input_row execute[] = { SAME("command"), AS("summary", "description"), OF(SECONDS, "timeout", "timeout") };
static const struct gaff_input_row edit[]    = { PATH("file_path"), OLD("old_str"), NEW("new_str") };
static const struct gaff_input_row grep[]    = { SAME("pattern"), PATH("path"), AS("glob_pattern", "glob") };
static const struct gaff_input_row glob[]    = { OF(LIST, "patterns", "pattern"), PATH("folder") };
static const struct gaff_input_row list[]    = { PATH("directory_path") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("Execute"),    GAFF_TOOL_SHELL,      GAFF_ROWS(execute),                         &seen },
	{ SV_INIT("Read"),       GAFF_TOOL_FILE_READ,  GAFF_ROWS(gaff_in_file_path_offset_limit),  &seen },
	{ SV_INIT("Create"),     GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_file_path_content),       &seen },
	{ SV_INIT("Edit"),       GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(edit),                            &seen },
	{ SV_INIT("ApplyPatch"), GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_input_patch),             &seen },
	{ SV_INIT("Grep"),       GAFF_TOOL_SEARCH,     GAFF_ROWS(grep),                            &seen },
	{ SV_INIT("Glob"),       GAFF_TOOL_FIND,       GAFF_ROWS(glob),                            &seen },
	{ SV_INIT("FetchUrl"),   GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url),                     &seen },
	{ SV_INIT("WebSearch"),  GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query),                   &seen },
	{ SV_INIT("Task"),       GAFF_TOOL_AGENT,      GAFF_ROWS(gaff_in_description_prompt_type), &seen },
	{ SV_INIT("LS"),         GAFF_TOOL_OTHER,      GAFF_ROWS(list),                            &seen },
};

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2, /* no context gets to the model but in a reason */
	STOPS, NAMED,
	{ GAFF_A_ALLOW,  SV_INIT(OUT "permissionDecision"), SV_INIT("\"allow\"") },
	{ GAFF_A_ASK,    SV_INIT(OUT "permissionDecision"), SV_INIT("\"ask\""),   GAFF_R_NOT_HONOURED },
	{ GAFF_A_DENY,   SV_INIT(OUT "permissionDecision"), SV_INIT("\"deny\"") },
	{ GAFF_A_REASON, SV_INIT(OUT "permissionDecisionReason"), .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_CONTEXT, SV_INIT(OUT "permissionDecisionReason"), .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY },
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "updatedInput"), .flags = GAFF_R_WITH_ALLOW | GAFF_R_MERGES },
);
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(STDERR, STOPS, NAMED, CONTEXT);
static const struct gaff_shape prompt_answer = GAFF_ANSWER(STDERR,
	STOPS, NAMED, CONTEXT_IF(GAFF_R_NOT_WITH_DENY),
	{ GAFF_A_UPDATED_PROMPT, SV_INIT(OUT "updatedInput/prompt"), .flags = GAFF_R_NOT_WITH_DENY },
);
static const struct gaff_shape session_answer = GAFF_ANSWER(EXIT_2,
	NAMED, CONTEXT,
	{ GAFF_A_ENV, SV_INIT("$CLAUDE_ENV_FILE") },
);
static const struct gaff_shape stop_answer = GAFF_ANSWER(EXIT_2, BLOCKS);

#define TEXT GAFF_E_TEXT_IS_CONTEXT

static const struct gaff_event_row events[] = {
	/* native                      canonical               answer                  waits, ms */
	{ SV_INIT("PreToolUse"),       GAFF_EV_BEFORE_TOOL,    &before_tool_answer,    60000, &seen, .stop_exit = 3 },
	{ SV_INIT("PostToolUse"),      GAFF_EV_AFTER_TOOL,     &after_tool_answer,     60000, &seen, .stop_exit = 3 }, /* not for a tool that failed */
	{ SV_INIT("UserPromptSubmit"), GAFF_EV_BEFORE_PROMPT,  &prompt_answer,         60000, &seen, .flags = TEXT, .stop_exit = 3 }, /* in exec only by JSON-RPC */
	{ SV_INIT("SessionStart"),     GAFF_EV_SESSION_START,  &session_answer,        60000, &seen, .flags = TEXT },
	{ SV_INIT("SessionEnd"),       GAFF_EV_SESSION_END,    GAFF_NO_ANSWER(EXIT_2), 60000, &seen },
	{ SV_INIT("Stop"),             GAFF_EV_AGENT_STOP,     &stop_answer,           60000, &seen },
	{ SV_INIT("SubagentStop"),     GAFF_EV_SUBAGENT_STOP,  &stop_answer,           60000, &docs },
	{ SV_INIT("PreCompact"),       GAFF_EV_BEFORE_COMPACT, GAFF_NO_ANSWER(STDERR), 60000, &seen },
	{ SV_INIT("Notification"),     GAFF_EV_NOTIFICATION,   GAFF_NO_ANSWER(EXIT_2), 60000, &seen },
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), 60000, &docs,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("$FACTORY_PROJECT_DIR"), 1 },
	{ SV_INIT("$DROID_PROJECT_DIR"),   1 },
	{ SV_INIT("/transcript_path"),     6, SV_INIT("*/.factory/*") },
	{ SV_INIT("/permission_mode"),     4, SV_INIT("auto-*") },
	{ SV_INIT("/permission_mode"),     4, SV_INIT("off") },
	{ SV_INIT("/tool_name"),           2, SV_INIT("Execute") },
	{ SV_INIT("/hook_event_name"),     1 },
};

static const struct gaff_config_row config[] = { /* comments are fine; a trailing comma or a byte order mark, and it is ignored */
	{ GAFF_SCOPE_USER,    "~/.factory/settings.json", GAFF_SYNTAX_JSONC, &seen, GAFF_C_NO_TRAILING_COMMA | GAFF_C_NO_BOM },
	{ GAFF_SCOPE_PROJECT, "./.factory/settings.json", GAFF_SYNTAX_JSONC, &seen, GAFF_C_NO_TRAILING_COMMA | GAFF_C_NO_BOM },
};

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = {
	{ SV_INIT("/type"),    GAFF_MEMBER_TYPE },
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_GROUPS, .matching = GAFF_MATCH_PATTERN, .any = SV_INIT("*"),
	.settings = "sessionDefaultSettings commandAllowlist hooksDisabled",
	.shell = GAFF_SHELL_SH, .stdin_is_socket = true,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

static const struct gaff_switch_row switches[] = {
	{ SV_INIT("/hooks/hooksDisabled"), SV_INIT("true") },
};

static const struct gaff_env_row env[] = {
	{ "FACTORY_PROJECT_DIR", GAFF_F_PROJECT_DIR },
	{ "DROID_PROJECT_DIR",   GAFF_F_PROJECT_DIR },
	{ "CLAUDE_PROJECT_DIR",  GAFF_F_PROJECT_DIR },
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	{ SV_INIT("PreToolUse PostToolUse"), .tools = GAFF_TOOL_BIT(SHELL), .behind = SV_INIT("="),
	  .members = GAFF_JSON({"tool_input":{"summary":"Run a command","riskLevelReason":"Only prints text.","riskLevel":"low"}}) },
	/* events, of which tools, behind which key, what */
	{ SV_INIT("*"), .behind = SV_INIT("="), .members = GAFF_JSON({"message_id":"91255caf-7150-4353-8d5b-b408704199ad"}) },
};
static const char *const notes[] = {
	"Of several hooks the first that decides wins, even over a later deny: register one.",
	"A NUL in a tool's output, and its `PostToolUse` hook is not run; a tool that fails has none.",
	"Of `droid exec`, `UserPromptSubmit` fires only with `--input-format stream-jsonrpc`; `PreCompact` and `Notification` were not seen there.",
	"At its limit a hook gets SIGTERM only.",
	NULL,
};
/* clang-format on */

const struct gaff_host gaff_host_factory_droid = {
	.id = SV_INIT("factory-droid"),
	.title = "Factory droid",
	.seen = &seen,
	.reader = { GAFF_READS_LAST, "JSON.parse of JavaScript", &js },
	.flags = GAFF_H_JSON_AT_ANY_EXIT | GAFF_H_TEXT_IS_IGNORED | GAFF_H_ENV_FILE_IS_RAW,
	.mcp_joint = SV_INIT("___"),
	.reads_config_of = &gaff_host_claude_code,
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.besides = GAFF_ROWS(gaff_contexts),
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "droid",
	.packages = "@factory/cli",
	.moved_variables = "FACTORY_HOME_OVERRIDE",
	.layout = &layout,
	.switches = GAFF_ROWS(switches),
	.extras = GAFF_ROWS(extras),
	.env = GAFF_ROWS(env),
	.notes = notes,
};
