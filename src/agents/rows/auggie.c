#include "agents/answers.h"
#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Auggie, the command line agent of Augment. An answer without hookEventName is shown to the user
 * as a text, and so are plain text and stderr at exit 0: gaff does not warn there. At exit 2 only
 * stderr is read: a denial that carries more is exit 0 and JSON. ask and allow mean nothing. After
 * a tool the reason of a block is dropped, context is not. What hooks of a prompt, of a session's
 * start and of a stop say to the model is dropped, too, whatever its documentation says.
 *
 * Version 1 has other payloads (hook_type) and other tools; they are known from one report of
 * 2026-09, and what it does with an answer is not: gaff answers as its documentation says.
 */

/* clang-format off */
static const struct gaff_evidence js = { GAFF_TYPES, "0.36.0, by its language" };
static const struct gaff_evidence seen     = { GAFF_MEASURED,   "0.36.0" };
static const struct gaff_evidence code     = { GAFF_TYPES,      "0.36.0" };
static const struct gaff_evidence docs     = { GAFF_DOCUMENTED, "docs 2026-09" };
static const struct gaff_evidence reported = { GAFF_REPORTED,   "1.x, 2026-09" };

#define ALIAS       GAFF_P_ALIAS

static const struct gaff_payload_row payload[] = {
	/* where                          field                in payloads of          when missing */
	{ SV_INIT("/hook_event_name"),    GAFF_F_EVENT,        GAFF_EV_ALL },
	{ SV_INIT("/conversation_id"),    GAFF_F_SESSION_ID,   GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/workspace_roots/0"),  GAFF_F_PROJECT_DIR,  GAFF_EV_ALL,            SV_INIT("\"\""), .flags = GAFF_P_STARTED },
	{ SV_INIT("/tool_name"),          GAFF_F_TOOL_NAME,    GAFF_EV_CALLS },
	{ SV_INIT("/tool_input"),         GAFF_F_TOOL_INPUT,   GAFF_EV_CALLS },
	{ SV_INIT("/tool_output"),        GAFF_F_TOOL_OUTPUT,  GAFF_EV(AFTER_TOOL),    .flags = ALIAS },
	{ SV_INIT("/tool_output"),        GAFF_F_CONSTANT,     GAFF_EV(BEFORE_TOOL),   SV_INIT("\"[undefined]\"") },
	{ SV_INIT("/tool_output"),        GAFF_F_TOOL_OUTPUT,  GAFF_EV(AFTER_TOOL),    SV_INIT("\"\""), .flags = GAFF_P_TEXT },
	{ SV_INIT("/tool_error"),         GAFF_F_TOOL_ERROR,   GAFF_EV(AFTER_TOOL),    .flags = ALIAS },
	{ SV_INIT("/tool_error"),         GAFF_F_CONSTANT,     GAFF_EV_CALLS,          SV_INIT("null") },
	{ SV_INIT("/is_mcp_tool"),        GAFF_F_CONSTANT,     GAFF_EV_CALLS,          SV_INIT("true"), .flags = GAFF_P_MCP_ONLY },
	{ SV_INIT("/is_mcp_tool"),        GAFF_F_CONSTANT,     GAFF_EV_CALLS,          SV_INIT("false"), .flags = GAFF_P_NOT_MCP },
	{ SV_INIT("/mcp_server_name"),    GAFF_F_MCP_SERVER,   .flags = ALIAS }, /* in its documentation alone */
	{ SV_INIT("/user_prompt"),        GAFF_F_PROMPT,       GAFF_EV(BEFORE_PROMPT), SV_INIT("\"\"") },
	{ SV_INIT("/agent_stop_cause"),   GAFF_F_REASON,       GAFF_EV(AGENT_STOP),    SV_INIT("\"end_turn\"") },
	{ SV_INIT("/_exchange/exchange/response_text"), GAFF_F_LAST_MESSAGE, GAFF_EV(AGENT_STOP), SV_INIT("\"\"") },
	{ SV_INIT("/notification_type"),  GAFF_F_CONSTANT,     GAFF_EV(NOTIFICATION),  SV_INIT("\"info\"") },
	{ SV_INIT("/notification_message"), GAFF_F_MESSAGE,    GAFF_EV(NOTIFICATION),  SV_INIT("\"\"") },
	{ SV_INIT("$AUGMENT_PROJECT_DIR"), GAFF_F_PROJECT_DIR, .flags = GAFF_P_STARTED },
	{ SV_INIT("$AUGMENT_CONVERSATION_ID"), GAFF_F_SESSION_ID },
};
static const struct gaff_payload_row v1_payload[] = { /* the directory of the process is the workspace */
	{ SV_INIT("/hook_type"),     GAFF_F_EVENT,       GAFF_EV_ALL },
	{ SV_INIT("/tool_name"),     GAFF_F_TOOL_NAME,   GAFF_EV_CALLS },
	{ SV_INIT("/tool_input"),    GAFF_F_TOOL_INPUT,  GAFF_EV_CALLS },
	{ SV_INIT("/tool_result"),   GAFF_F_TOOL_OUTPUT, GAFF_EV(AFTER_TOOL), SV_INIT("\"\"") },
	{ SV_INIT("/tool_is_error"), GAFF_F_TOOL_ERROR,  GAFF_EV(AFTER_TOOL), .flags = ALIAS },
	{ SV_INIT("/tool_is_error"), GAFF_F_CONSTANT,    GAFF_EV(AFTER_TOOL), SV_INIT("false") },
	{ SV_INIT("/user_prompt"),   GAFF_F_PROMPT,      .flags = ALIAS }, /* if it is called as it was */
};

static const struct gaff_input_row process[] = { SAME("command"), SAME("cwd") };
static const struct gaff_input_row save[]    = { PATH("path"), AS("file_content", "content") };
static const struct gaff_input_row replace[] = {
	PATH("path"),
	OF(EDITS, "str_replace_entries", " old_str new_str"),
	OF(PAIR, "new_str_", "old_str_"), /* 1, 2, …: as its servers may have it, too */
};
static const struct gaff_input_row removal[] = { OF(PATH, "file_paths", "file_paths") };
static const struct gaff_input_row v1_edit[] = {
	PATH("path"),
	OF(EDITS, "edits", " oldText newText"), /* as pi has them, which it is made of */
	OF(PAIR, "newText", "oldText"),
};

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("launch-process"),     GAFF_TOOL_SHELL,      GAFF_ROWS(process),              &seen },
	{ SV_INIT("view"),               GAFF_TOOL_FILE_READ,  GAFF_ROWS(gaff_in_path),         &seen },
	{ SV_INIT("save-file"),          GAFF_TOOL_FILE_WRITE, GAFF_ROWS(save),                 &seen },
	{ SV_INIT("str-replace-editor"), GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(replace),              &seen },
	{ SV_INIT("apply_patch"),        GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_input_patch),  &seen },
	{ SV_INIT("apply_patch"),        GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_input_patch),  &seen },
	{ SV_INIT("remove-files"),       GAFF_TOOL_OTHER,      GAFF_ROWS(removal),              &seen },
	{ SV_INIT("web-fetch"),          GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url),          &seen },
	{ SV_INIT("web-search"),         GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query),        &docs },
	/* Of version 1, which reads the same file: a matcher has to name both. */
	{ SV_INIT("bash"),               GAFF_TOOL_SHELL,      GAFF_ROWS(process),              &reported },
	{ SV_INIT("read"),               GAFF_TOOL_FILE_READ,  GAFF_ROWS(gaff_in_path),         &reported },
	{ SV_INIT("write"),              GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_path_content), &reported },
	{ SV_INIT("edit"),               GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(v1_edit),              &reported },
};
static const struct gaff_tool_row v1_tools[] = {
	{ SV_INIT("bash"),  GAFF_TOOL_SHELL,      GAFF_ROWS(process),              &reported },
	{ SV_INIT("read"),  GAFF_TOOL_FILE_READ,  GAFF_ROWS(gaff_in_path),         &reported },
	{ SV_INIT("write"), GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_path_content), &reported },
	{ SV_INIT("edit"),  GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(v1_edit),              &reported },
};

#define SHOWS(when) \
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("/systemMessage"), .flags = when }

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2_BARE,
	SHOWS(GAFF_R_NOT_WITH_DENY),
	{ GAFF_A_CONTEXT, SV_INIT("/additionalContext"),    .flags = GAFF_R_WITH_DENY },
	NAMED,
	{ GAFF_A_DENY,   SV_INIT(OUT "permissionDecision"), SV_INIT("\"deny\"") },
	{ GAFF_A_ASK,    SV_INIT(OUT "permissionDecision"), SV_INIT("\"ask\""), GAFF_R_NOT_HONOURED },
	{ GAFF_A_REASON, SV_INIT(OUT "permissionDecisionReason"), .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "updatedInput"), .flags = GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_ALLOW,  SV_INIT(OUT "permissionDecision"), SV_INIT("\"allow\""), GAFF_R_READ | GAFF_R_NO_GRANT },
	{ GAFF_A_DENY,   SV_INIT("/continue"), SV_INIT("false"), GAFF_R_READ },
	{ GAFF_A_REASON, SV_INIT("/stopReason"),            .flags = GAFF_R_READ },
);
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(EXIT_2_BARE, /* it drops a reason that is anywhere else */
	SHOWS(0), NAMED,
	{ GAFF_A_DENY,    SV_INIT(OUT "decision"),          SV_INIT("\"block\"") },
	{ GAFF_A_REASON,  SV_INIT(OUT "additionalContext"), .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY },
	{ GAFF_A_CONTEXT, SV_INIT(OUT "additionalContext") },
	{ GAFF_A_REASON,  SV_INIT(OUT "reason"),            .flags = GAFF_R_READ },
);
static const struct gaff_shape stop_answer = GAFF_ANSWER(EXIT_2_BARE, /* what it is documented to take, a hook of its may say under another agent */
	SHOWS(0),
	{ GAFF_A_DENY,   SV_INIT(OUT "decision"), SV_INIT("\"block\""), GAFF_R_READ },
	{ GAFF_A_REASON, SV_INIT(OUT "reason"),   .flags = GAFF_R_READ },
);
static const struct gaff_shape shown_answer = GAFF_ANSWER(EXIT_2_BARE, SHOWS(0));

#define TEXT GAFF_E_TEXT_IS_MESSAGE
#define NO2  GAFF_E_EXIT_2_IS_NOTHING

static const struct gaff_event_row events[] = {
	/* native                  canonical              answer               waits, ms */
	{ SV_INIT("PreToolUse"),   GAFF_EV_BEFORE_TOOL,   &before_tool_answer, 60000, &seen, .flags = TEXT },
	{ SV_INIT("PostToolUse"),  GAFF_EV_AFTER_TOOL,    &after_tool_answer,  60000, &seen, .flags = TEXT }, /* of a tool that failed, too */
	{ SV_INIT("PromptSubmit"), GAFF_EV_BEFORE_PROMPT, &shown_answer,       60000, &seen, .flags = TEXT | NO2 },
	{ SV_INIT("SessionStart"), GAFF_EV_SESSION_START, &shown_answer,       60000, &seen, .flags = NO2 },
	{ SV_INIT("SessionEnd"),   GAFF_EV_SESSION_END,   &shown_answer,       60000, &seen, .flags = TEXT | NO2 },
	{ SV_INIT("Stop"),         GAFF_EV_AGENT_STOP,    &stop_answer,        60000, &seen, .flags = TEXT | NO2 },
	{ SV_INIT("Notification"), GAFF_EV_NOTIFICATION,  &shown_answer,       60000, &code, .flags = TEXT | NO2 }, /* nothing in it fires one */
};
static const struct gaff_event_row v1_events[] = {
	{ SV_INIT("PreToolUse"),   GAFF_EV_BEFORE_TOOL,   &before_tool_answer, 60000, &reported },
	{ SV_INIT("PostToolUse"),  GAFF_EV_AFTER_TOOL,    &after_tool_answer,  60000, &reported },
	{ SV_INIT("PromptSubmit"), GAFF_EV_BEFORE_PROMPT, &shown_answer,       60000, &reported, .flags = NO2 },
	{ SV_INIT("SessionStart"), GAFF_EV_SESSION_START, &shown_answer,       60000, &reported, .flags = NO2 },
	{ SV_INIT("SessionEnd"),   GAFF_EV_SESSION_END,   &shown_answer,       60000, &reported, .flags = NO2 },
	{ SV_INIT("Stop"),         GAFF_EV_AGENT_STOP,    &stop_answer,        60000, &reported, .flags = NO2 },
	{ SV_INIT("Notification"), GAFF_EV_NOTIFICATION,  &shown_answer,       60000, &reported, .flags = NO2 },
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), 60000, &code,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("$AUGMENT_HOOK_EVENT"), 2 },
	{ SV_INIT("/is_mcp_tool"),        6 },
	{ SV_INIT("/agent_stop_cause"),   6 },
	{ SV_INIT("/user_prompt"),        4 },
	{ SV_INIT("/hook_type"),          6 },
	{ SV_INIT("/tool_is_error"),      3 },
	{ SV_INIT("/notification_message"), 4 },
	{ SV_INIT("/conversation_id"),    2 },
	{ SV_INIT("/workspace_roots"),    2 },
	{ SV_INIT("/hook_event_name"),    1 },
	{ SV_INIT("/session_id"),         -6 },
	{ SV_INIT("/generation_id"),      -6 },
};

#define AS_IN_ROWS (GAFF_C_ONLY_AS_IN_ROWS | GAFF_C_EVENT_ALONE)
static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_SYSTEM,  "/etc/augment/settings.json",     GAFF_SYNTAX_JSON5, &docs, AS_IN_ROWS },
	{ GAFF_SCOPE_USER,    "~/.augment/settings.json",       GAFF_SYNTAX_JSON5, &seen, AS_IN_ROWS },
	{ GAFF_SCOPE_PROJECT, "./.augment/settings.json",       GAFF_SYNTAX_JSON5, &seen, AS_IN_ROWS },
	{ GAFF_SCOPE_LOCAL,   "./.augment/settings.local.json", GAFF_SYNTAX_JSON5, &seen, AS_IN_ROWS },
};

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = {
	{ SV_INIT("/type"),    GAFF_MEMBER_TYPE,    .flags = GAFF_MEMBER_NEEDED, .may_be = GAFF_M_TYPE },
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND, .flags = GAFF_MEMBER_NEEDED, .may_be = GAFF_M_TEXT | GAFF_M_NOT_BLANK },
	{ SV_INIT("/args"),    GAFF_MEMBER_ARGS,    .may_be = GAFF_M_TEXTS },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT, .may_be = GAFF_M_NUMBER, .unit = GAFF_MILLISECONDS },
};
static const struct gaff_member other_members[] = {
	{ SV_INIT("/matcher"), GAFF_MEMBER_OTHER, .flags = GAFF_MEMBER_OF_GROUP, .may_be = GAFF_M_PATTERN },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_GROUPS, .matching = GAFF_MATCH_PATTERN_APART, .mcp_matcher = SV_INIT("mcp:"),
	.splits_lines = true, .settings = "toolPermissions indexingAllowDirs",
	.shell = GAFF_SHELL_NONE, /* without args it would take the line for one of bash where it has a $ or the like */
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members), .others = GAFF_ROWS(other_members),
};

static const struct gaff_env_row env[] = {
	{ "AUGMENT_PROJECT_DIR",     GAFF_F_PROJECT_DIR },
	{ "AUGMENT_CONVERSATION_ID", GAFF_F_SESSION_ID },
	{ "AUGMENT_HOOK_EVENT",      GAFF_F_EVENT },
	{ "AUGMENT_TOOL_NAME",       GAFF_F_TOOL_NAME },
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("PreToolUse PostToolUse"), .tools = GAFF_TOOL_BIT(SHELL), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_input":{"wait":true,"max_wait_seconds":20,"cwd":"$cwd"}}) },
	{ SV_INIT("PostToolUse"), .tools = GAFF_TOOL_BIT(FILE_WRITE), .members = GAFF_JSON({"file_changes":[{"path":"$path","changeType":"create","content":"$content"}]}) },
	{ SV_INIT("Stop"), GAFF_JSON({"_exchange":{"exchange":{"request_message":"$prompt"},"changedFiles":[]}}) },
};
static const char *const notes[] = {
	"Its documentation lets hooks refuse a stop and give context to a session or a prompt: version 0.36.0 drops what they say.",
	"Of an event, one entry that it does not like (a matcher that is no pattern, as `*`) and none of the event's hooks in that file runs.",
	"A matcher selects no MCP tool unless it is empty, `.*`, or begins with `mcp:`.",
	"Hooks inherit `AUGMENT_SESSION_AUTH`, the user's credentials, where it is set.",
	"Its servers decide whether hooks run at all (the flag `enable_hooks`).",
	"Version 1 reads the same file and has other payloads and tools. They are known from one report of September 2026; whether it obeys an answer has not been tried.",
	NULL,
};
/* clang-format on */

#define COMMON                                                                                     \
	.id = SV_INIT("auggie"), .reader = { GAFF_READS_LAST, "JSON.parse of JavaScript", &js },   \
	.flags = GAFF_H_TEXT_IS_IGNORED | GAFF_H_MCP_SERVER_LAST, .mcp_joint = SV_INIT("_"),       \
	.mcp_mark = SV_INIT("/is_mcp_tool"), .unknown = &unknown,                                  \
	.besides = GAFF_ROWS(gaff_contexts), .detect = GAFF_ROWS(detect),                          \
	.config = GAFF_ROWS(config), .programs = "auggie", .env = GAFF_ROWS(env)

static const struct gaff_host v1 = {
	COMMON,
	.title = "Auggie 1",
	.seen = &reported,
	.other_spelling = &gaff_host_auggie,
	.payload = GAFF_ROWS(v1_payload),
	.events = GAFF_ROWS(v1_events),
	.tools = GAFF_ROWS(v1_tools),
};

const struct gaff_host gaff_host_auggie = {
	COMMON,
	.title = "Auggie",
	.layout = &layout,
	.seen = &seen,
	.runs_if = "only if its servers let hooks run (the flag enable_hooks)",
	.notes = notes,
	.other_spelling = &v1,
	.other_mark = SV_INIT("/hook_type"),
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.tools = GAFF_ROWS(tools),
	.extras = GAFF_ROWS(extras),
};
