#include "agents/answers.h"
#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Kimi Code. Three events take an answer; what is printed on any other is not read. Only exit 2, or
 * exit 0 with permissionDecision "deny", denies: ask, a new input and context before a tool are
 * ignored. At exit 2 stdout is not read: a denial that carries more is exit 0 and JSON. A prompt's
 * hook gives the model its `message`, or without one all that it printed, "{}" as well: no opinion
 * has to be no byte. One event or member that it does not know, and none of the file's hooks runs.
 */

/* clang-format off */
static const struct gaff_evidence js = { GAFF_TYPES, "2.1.0, by its language" };
static const struct gaff_evidence seen = { GAFF_MEASURED, "2.1.0" };
static const struct gaff_evidence code = { GAFF_TYPES,    "2.1.0" };

#define TOOL_EVENTS (GAFF_EV(BEFORE_TOOL) | GAFF_EV(AFTER_TOOL) | GAFF_EV(TOOL_FAILURE) | GAFF_EV(PERMISSION_REQUEST))
#define SUBAGENT    (GAFF_EV(SUBAGENT_START) | GAFF_EV(SUBAGENT_STOP))

static const struct gaff_payload_row payload[] = {
	/* where                       field                in payloads of               when missing */
	{ SV_INIT("/hook_event_name"), GAFF_F_EVENT,        GAFF_EV_ALL },
	{ SV_INIT("/session_id"),      GAFF_F_SESSION_ID,   GAFF_EV_ALL,                 SV_INIT("\"\"") },
	{ SV_INIT("/cwd"),             GAFF_F_CWD,          GAFF_EV_ALL,                 SV_INIT("\"\"") },
	{ SV_INIT("/client_type"),     GAFF_F_CONSTANT,     GAFF_EV_ALL,                 SV_INIT("\"kimi_code_cli\"") },
	{ SV_INIT("/tool_name"),       GAFF_F_TOOL_NAME,    TOOL_EVENTS },
	{ SV_INIT("/tool_input"),      GAFF_F_TOOL_INPUT,   TOOL_EVENTS },
	{ SV_INIT("/tool_call_id"),    GAFF_F_TOOL_USE_ID,  TOOL_EVENTS,                 SV_INIT("\"\"") },
	{ SV_INIT("/tool_output"),     GAFF_F_TOOL_OUTPUT,  GAFF_EV(AFTER_TOOL),         SV_INIT("\"\""), .flags = GAFF_P_TEXT }, /* 2000 characters of it */
	{ SV_INIT("/error/code"),      GAFF_F_CONSTANT,     GAFF_EV(TOOL_FAILURE),       SV_INIT("\"internal\"") },
	{ SV_INIT("/error/message"),   GAFF_F_TOOL_ERROR,   GAFF_EV(TOOL_FAILURE),       SV_INIT("\"\""), .flags = GAFF_P_TEXT },
	{ SV_INIT("/error/retryable"), GAFF_F_CONSTANT,     GAFF_EV(TOOL_FAILURE),       SV_INIT("false") },
	{ SV_INIT("/agent_id"),        GAFF_F_AGENT_ID,     GAFF_EV(PERMISSION_REQUEST) | GAFF_EV(NOTIFICATION), SV_INIT("\"main\"") },
	{ SV_INIT("/prompt"),          GAFF_F_PROMPT,       GAFF_EV(BEFORE_PROMPT),      SV_INIT("[]"),   .flags = GAFF_P_PARTS },
	{ SV_INIT("/is_steer"),        GAFF_F_CONSTANT,     GAFF_EV(BEFORE_PROMPT),      SV_INIT("false") },
	{ SV_INIT("/source"),          GAFF_F_SOURCE,       GAFF_EV(SESSION_START),      SV_INIT("\"startup\"") },
	{ SV_INIT("/model"),           GAFF_F_MODEL,        GAFF_EV(SESSION_START),      SV_INIT("\"\"") },
	{ SV_INIT("/profile"),         GAFF_F_CONSTANT,     GAFF_EV(SESSION_START),      SV_INIT("\"agent\"") },
	{ SV_INIT("/reason"),          GAFF_F_REASON,       GAFF_EV(SESSION_END),        SV_INIT("\"exit\"") },
	{ SV_INIT("/stop_hook_active"), GAFF_F_STOP_ACTIVE, GAFF_EV(AGENT_STOP),         SV_INIT("false") },
	{ SV_INIT("/agent_name"),      GAFF_F_AGENT_TYPE,   SUBAGENT,                    SV_INIT("\"\"") },
	{ SV_INIT("/prompt"),          GAFF_F_PROMPT,       GAFF_EV(SUBAGENT_START),     SV_INIT("\"\"") },
	{ SV_INIT("/response"),        GAFF_F_LAST_MESSAGE, GAFF_EV(SUBAGENT_STOP),      SV_INIT("\"\"") },
	{ SV_INIT("/error_type"),      GAFF_F_REASON,       GAFF_EV(ERROR),              SV_INIT("\"\"") },
	{ SV_INIT("/error_message"),   GAFF_F_MESSAGE,      GAFF_EV(ERROR),              SV_INIT("\"\"") },
	{ SV_INIT("/trigger"),         GAFF_F_TRIGGER,      GAFF_EV(BEFORE_COMPACT) | GAFF_EV(AFTER_COMPACT), SV_INIT("\"auto\"") },
	{ SV_INIT("/body"),            GAFF_F_MESSAGE,      GAFF_EV(NOTIFICATION),       SV_INIT("\"\"") },
};

static const struct gaff_input_row bash[]  = { SAME("command"), SAME("cwd"), SAME("description"), OF(SECONDS, "timeout", "timeout") };
static const struct gaff_input_row read[]  = { PATH("path"), AS("line_offset", "offset"), AS("n_lines", "limit") };
static const struct gaff_input_row edit[]  = { PATH("path"), OLD("old_string"), NEW("new_string") };
static const struct gaff_input_row agent[] = { SAME("prompt"), SAME("description"), AS("subagent_type", "type") };
static const struct gaff_input_row swarm[] = { AS("prompt_template", "prompt"), SAME("description"), AS("subagent_type", "type") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("Bash"),          GAFF_TOOL_SHELL,      GAFF_ROWS(bash),                      &seen },
	{ SV_INIT("Read"),          GAFF_TOOL_FILE_READ,  GAFF_ROWS(read),                      &seen },
	{ SV_INIT("ReadMediaFile"), GAFF_TOOL_FILE_READ,  GAFF_ROWS(gaff_in_path),              &code },
	{ SV_INIT("Write"),         GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_path_content),      &seen },
	{ SV_INIT("Edit"),          GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(edit),                      &seen },
	{ SV_INIT("Grep"),          GAFF_TOOL_SEARCH,     GAFF_ROWS(gaff_in_pattern_path_glob), &seen },
	{ SV_INIT("Glob"),          GAFF_TOOL_FIND,       GAFF_ROWS(gaff_in_pattern_path),      &seen },
	{ SV_INIT("FetchURL"),      GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url),               &seen },
	{ SV_INIT("WebSearch"),     GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query),             &code },
	{ SV_INIT("Agent"),         GAFF_TOOL_AGENT,      GAFF_ROWS(agent),                     &seen },
	{ SV_INIT("AgentSwarm"),    GAFF_TOOL_AGENT,      GAFF_ROWS(swarm),                     &code },
};

#define DENIES NAMED, \
	{ GAFF_A_DENY,   SV_INIT(OUT "permissionDecision"), SV_INIT("\"deny\"") }, \
	{ GAFF_A_REASON, SV_INIT(OUT "permissionDecisionReason"), .flags = GAFF_R_WITH_DENY }

/* The model reads the reason of a denial and no other text: context goes behind it. */
static const struct gaff_shape deny_answer = GAFF_ANSWER(EXIT_2_BARE,
	DENIES,
	{ GAFF_A_CONTEXT, SV_INIT(OUT "permissionDecisionReason"), .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY },
);
static const struct gaff_shape prompt_answer = GAFF_ANSWER(EXIT_2_BARE,
	{ GAFF_A_CONTEXT, SV_INIT("/message"), .flags = GAFF_R_NOT_WITH_DENY }, /* beside a denial it would be shown for the reason */
	{ GAFF_A_CONTEXT, SV_INIT(OUT "message"), .flags = GAFF_R_READ | GAFF_R_NOT_WITH_DENY },
	DENIES,
);

#define TEXT GAFF_E_TEXT_IS_CONTEXT
#define ASKS GAFF_E_SILENCE_ASKS
#define NO2  GAFF_E_EXIT_2_IS_NOTHING

static const struct gaff_event_row events[] = {
	/* native                        canonical                   answer                       waits, ms */
	{ SV_INIT("PreToolUse"),         GAFF_EV_BEFORE_TOOL,        &deny_answer,                30000, &seen },
	{ SV_INIT("PostToolUse"),        GAFF_EV_AFTER_TOOL,         GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 },
	{ SV_INIT("PostToolUseFailure"), GAFF_EV_TOOL_FAILURE,       GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 }, /* of a denied one, too */
	{ SV_INIT("PermissionRequest"),  GAFF_EV_PERMISSION_REQUEST, GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = ASKS | NO2 },
	{ SV_INIT("PermissionResult"),   GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 },
	{ SV_INIT("UserPromptSubmit"),   GAFF_EV_BEFORE_PROMPT,      &prompt_answer,              30000, &seen, .flags = TEXT },
	{ SV_INIT("UserPromptQueued"),   GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &code, .flags = NO2 },
	{ SV_INIT("TurnStarted"),        GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 },
	{ SV_INIT("Stop"),               GAFF_EV_AGENT_STOP,         &deny_answer,                30000, &seen }, /* subagents stop with it, too */
	{ SV_INIT("StopFailure"),        GAFF_EV_ERROR,              GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 },
	{ SV_INIT("Interrupt"),          GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 },
	{ SV_INIT("SessionStart"),       GAFF_EV_SESSION_START,      GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 },
	{ SV_INIT("SessionEnd"),         GAFF_EV_SESSION_END,        GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 },
	{ SV_INIT("SessionHeartbeat"),   GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 },
	{ SV_INIT("SubagentStart"),      GAFF_EV_SUBAGENT_START,     GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 },
	{ SV_INIT("SubagentStop"),       GAFF_EV_SUBAGENT_STOP,      GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 },
	{ SV_INIT("TaskStarted"),        GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 },
	{ SV_INIT("PreCompact"),         GAFF_EV_BEFORE_COMPACT,     GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 },
	{ SV_INIT("PostCompact"),        GAFF_EV_AFTER_COMPACT,      GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 },
	{ SV_INIT("Notification"),       GAFF_EV_NOTIFICATION,       GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &seen, .flags = NO2 },
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), 30000, &code,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("/client_type"),     6, SV_INIT("kimi*") },
	{ SV_INIT("/hook_event_name"), 1 },
};

static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_USER, "~/.kimi-code/config.toml", GAFF_SYNTAX_TOML, &seen, GAFF_C_ONLY_KNOWN_EVENTS | GAFF_C_ONLY_AS_IN_ROWS },
};

static const struct gaff_home_row homes[] = { { "KIMI_CODE_HOME", "~/.kimi-code" } };

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = {
	{ SV_INIT("/event"),   GAFF_MEMBER_EVENT,   .flags = GAFF_MEMBER_NEEDED, .may_be = GAFF_M_TEXT, .what = "the name of an event" },
	{ SV_INIT("/matcher"), GAFF_MEMBER_MATCHER, .may_be = GAFF_M_TEXT }, /* what is not a pattern matches nothing, and no more */
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND, .flags = GAFF_MEMBER_NEEDED, .may_be = GAFF_M_TEXT | GAFF_M_NOT_BLANK },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT, .may_be = GAFF_M_WHOLE, .max = 600 },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("toml"), .shape = GAFF_LAYOUT_LIST, .matching = GAFF_MATCH_PATTERN_ONLY, .starts_in_project = true,
	.is_bare = true, .is_strict = true,
	.shell = GAFF_SHELL_SH,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("PermissionRequest PermissionResult UserPromptQueued StopFailure Interrupt SessionHeartbeat PreCompact PostCompact Notification"), .behind = SV_INIT("client_type"), .members = GAFF_JSON({"session_title":"say hello"}) },
	{ SV_INIT("SessionEnd"), GAFF_JSON({"session_title":"say hello"}) },
	{ SV_INIT("PermissionRequest"), .behind = SV_INIT("session_title"),
	  .members = GAFF_JSON({"id":"approval_1fdd1fdc-2bd5-47a0-8376-4665d0c11d8d","agent_id":"main","turn_id":0,"tool_call_id":"$","tool_name":"$","action":"Running: echo hello",
		"display":{"kind":"command","command":"echo hello","cwd":"$cwd","language":"bash"},"tool_input":"$"}) },
	{ SV_INIT("PermissionResult"),
	  GAFF_JSON({"id":"approval_1fdd1fdc-2bd5-47a0-8376-4665d0c11d8d","agent_id":"main","turn_id":0,"tool_call_id":"call_1","tool_name":"Bash","action":"Running: echo hello",
		"display":{"kind":"command","command":"echo hello","cwd":"$cwd","language":"bash"},"tool_input":{"command":"echo hello"},"decision":"approved","selected_label":"Approve once"}) },
	{ SV_INIT("UserPromptQueued"), GAFF_JSON({"prompt_id":"1fdd1fdc-2bd5-47a0-8376-4665d0c11d8d","prompt":[{"type":"text","text":"$prompt"}],"queue_length":1}) },
	{ SV_INIT("TurnStarted"), GAFF_JSON({"turn_id":0,"origin_kind":"user","prompt":"$prompt"}) },
	{ SV_INIT("Interrupt"), GAFF_JSON({"turn_id":0,"reason":"cancelled"}) },
	{ SV_INIT("SessionHeartbeat"), GAFF_JSON({"uptime_ms":60007}) },
	{ SV_INIT("TaskStarted"), GAFF_JSON({"task_id":"bash-tr8qvimy","kind":"process","description":"say hello","status":"running","detached":true,"started_at":1794872275340}) },
	{ SV_INIT("PreCompact"), GAFF_JSON({"token_count":20481}) },
	{ SV_INIT("PostCompact"), GAFF_JSON({"estimated_token_count":20690}) },
	{ SV_INIT("Notification"), .behind = SV_INIT("session_title"),
	  .members = GAFF_JSON({"sink":"context","agent_id":"main","notification_type":"task.completed","title":"Background process completed","body":"$","severity":"info","source_kind":"background_task","source_id":"bash-tr8qvimy"}) },
};
static const char *const notes[] = {
	"Hooks are read from the user's `config.toml` alone: a project has none.",
	"One event or key it does not know, and none of the hooks in its `config.toml` runs; it says so once, and works on.",
	"Its predecessor kimi-cli, with `~/.kimi/config.toml`, is another agent: gaff does not write there.",
	"It asks no hook what needs a permission: `PermissionRequest` only tells of it. `PreToolUse` comes before.",
	"A refused stop is honoured once in a turn. A subagent's stop is a `Stop` as well, and says nothing of that.",
	"Hooks after a tool are not waited for: with `-p` it may end before they do.",
	NULL,
};
/* clang-format on */

const struct gaff_host gaff_host_kimi = {
	.id = SV_INIT("kimi"),
	.title = "Kimi Code",
	.seen = &seen,
	.reader = { GAFF_READS_LAST, "JSON.parse of JavaScript", &js },
	.flags = GAFF_H_TEXT_IS_IGNORED | GAFF_H_STDERR_IS_PRIVATE,
	.mcp_prefix = SV_INIT("mcp__"),
	.mcp_joint = SV_INIT("__"),
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "kimi",
	.packages = "@moonshot-ai/kimi-code",
	.layout = &layout,
	.homes = GAFF_ROWS(homes),
	.extras = GAFF_ROWS(extras),
	.notes = notes,
};
