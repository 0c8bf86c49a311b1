#include "agents/answers.h"
#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Claude Code. Hooks are run by /bin/sh in the session's directory, in a session of their own,
 * with a socket as stdin. JSON on stdout is parsed at every exit code; it must be the whole of
 * stdout, and hookSpecificOutput must name the event, or all of it is ignored without a word.
 * Two hooks on one event run in parallel, so gaff wants to be registered once.
 */

/* clang-format off */
static const struct gaff_evidence js = { GAFF_TYPES, "2.1.326, by its language" };
static const struct gaff_evidence seen   = { GAFF_MEASURED,   "2.1.325" };
static const struct gaff_evidence types  = { GAFF_TYPES,      "claude-agent-sdk 0.3.325" };
static const struct gaff_evidence docs   = { GAFF_DOCUMENTED, "2026-10" };

#define TOOL_EVENTS  GAFF_EV_ANY_TOOL
#define MODE_EVENTS  (GAFF_EV_ANY_TOOL | GAFF_EV(BEFORE_PROMPT) | GAFF_EV(AGENT_STOP) | GAFF_EV(SUBAGENT_STOP))
#define AGENT_EVENTS (GAFF_EV_ANY_TOOL | GAFF_EV(SUBAGENT_START) | GAFF_EV(SUBAGENT_STOP))

static const struct gaff_payload_row payload[] = {
	/* where                           field                   in payloads of                when missing */
	{ SV_INIT("/session_id"),          GAFF_F_SESSION_ID,      GAFF_EV_ALL,                  SV_INIT("\"\"") },
	{ SV_INIT("/transcript_path"),     GAFF_F_TRANSCRIPT_PATH, GAFF_EV_ALL,                  SV_INIT("\"\"") },
	{ SV_INIT("/cwd"),                 GAFF_F_CWD,             GAFF_EV_ALL,                  SV_INIT("\"\"") },
	{ SV_INIT("/permission_mode"),     GAFF_F_PERMISSION_MODE, MODE_EVENTS,                  SV_INIT("\"default\"") },
	{ SV_INIT("/agent_id"),            GAFF_F_AGENT_ID,        AGENT_EVENTS },
	{ SV_INIT("/agent_type"),          GAFF_F_AGENT_TYPE,      AGENT_EVENTS },
	{ SV_INIT("/hook_event_name"),     GAFF_F_EVENT,           GAFF_EV_ALL },
	{ SV_INIT("/hook_name"),           GAFF_F_EVENT,           .flags = GAFF_P_ALIAS },
	{ SV_INIT("/tool_name"),           GAFF_F_TOOL_NAME,       TOOL_EVENTS },
	{ SV_INIT("/tool_input"),          GAFF_F_TOOL_INPUT,      TOOL_EVENTS },
	{ SV_INIT("/tool_response"),       GAFF_F_TOOL_OUTPUT,     GAFF_EV(AFTER_TOOL),          SV_INIT("null") },
	{ SV_INIT("/tool_output"),         GAFF_F_TOOL_OUTPUT,     .flags = GAFF_P_ALIAS },
	{ SV_INIT("/tool_result"),         GAFF_F_TOOL_OUTPUT,     .flags = GAFF_P_ALIAS },
	{ SV_INIT("/tool_use_id"),         GAFF_F_TOOL_USE_ID,     TOOL_EVENTS & ~GAFF_EV(PERMISSION_REQUEST), SV_INIT("\"\"") },
	{ SV_INIT("/mcp_server/name"),     GAFF_F_MCP_SERVER,      TOOL_EVENTS },
	{ SV_INIT("/error"),               GAFF_F_TOOL_ERROR,      GAFF_EV(TOOL_FAILURE) | GAFF_EV(ERROR), SV_INIT("\"\"") },
	{ SV_INIT("/tool_error"),          GAFF_F_TOOL_ERROR,      .flags = GAFF_P_ALIAS },
	{ SV_INIT("/prompt"),              GAFF_F_PROMPT,          GAFF_EV(BEFORE_PROMPT),       SV_INIT("\"\"") },
	{ SV_INIT("/source"),              GAFF_F_SOURCE,          GAFF_EV(SESSION_START),       SV_INIT("\"startup\"") },
	{ SV_INIT("/source"),              GAFF_F_SOURCE,          GAFF_EV(CONFIG_CHANGE),       SV_INIT("\"user_settings\"") },
	{ SV_INIT("/model"),               GAFF_F_MODEL,           GAFF_EV(SESSION_START) },
	{ SV_INIT("/reason"),              GAFF_F_REASON,          GAFF_EV(SESSION_END) | GAFF_EV(PERMISSION_DENIED), SV_INIT("\"other\"") },
	{ SV_INIT("/trigger"),             GAFF_F_TRIGGER,         GAFF_EV(BEFORE_COMPACT) | GAFF_EV(AFTER_COMPACT), SV_INIT("\"auto\"") },
	{ SV_INIT("/message"),             GAFF_F_MESSAGE,         GAFF_EV(NOTIFICATION),        SV_INIT("\"\"") },
	{ SV_INIT("/file_path"),           GAFF_F_FILE_PATH,       GAFF_EV(CONFIG_CHANGE) | GAFF_EV(FILE_CHANGED) },
	{ SV_INIT("/stop_hook_active"),    GAFF_F_STOP_ACTIVE,     GAFF_EV_STOPS,                SV_INIT("false") },
	{ SV_INIT("/last_assistant_message"), GAFF_F_LAST_MESSAGE, GAFF_EV_STOPS | GAFF_EV(ERROR) },
	{ SV_INIT("$CLAUDE_PROJECT_DIR"),  GAFF_F_PROJECT_DIR,     .flags = GAFF_P_STARTED },
	/* the agent sets the variable, and so that wins; what a payload names is held to more: session_env.c */
	{ SV_INIT("$CLAUDE_ENV_FILE"),     GAFF_F_ENV_FILE },
	{ SV_INIT("/env_file"),            GAFF_F_ENV_FILE,        GAFF_EV(SESSION_START),       .flags = GAFF_P_ALIAS },
};

static const struct gaff_input_row bash[]     = { SAME("command"), SAME("description"), SAME("timeout") };
static const struct gaff_input_row notebook[] = { PATH("notebook_path"), NEW("new_source") };
static const struct gaff_input_row grep[]     = { SAME("pattern"), PATH("path"), SAME("glob"), AS("include", "glob") };

static const struct gaff_tool_row tools[] = {
	/* native                  canonical             input */
	{ SV_INIT("Bash"),         GAFF_TOOL_SHELL,      GAFF_ROWS(bash),                            &seen,  .output_text = SV_INIT("stdout") },
	{ SV_INIT("PowerShell"),   GAFF_TOOL_SHELL,      GAFF_ROWS(bash),                            &types, .output_text = SV_INIT("stdout") },
	{ SV_INIT("Monitor"),      GAFF_TOOL_SHELL,      GAFF_ROWS(bash),                            &types }, /* runs a command, too */
	{ SV_INIT("Read"),         GAFF_TOOL_FILE_READ,  GAFF_ROWS(gaff_in_file_path_offset_limit),  &seen },
	{ SV_INIT("Write"),        GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_file_path_content),       &seen },
	{ SV_INIT("Edit"),         GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_file_path_old_new_all),   &seen },
	{ SV_INIT("MultiEdit"),    GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_file_path_edits),         &docs },
	{ SV_INIT("NotebookEdit"), GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(notebook),                        &types },
	{ SV_INIT("Grep"),         GAFF_TOOL_SEARCH,     GAFF_ROWS(grep),                            &types },
	{ SV_INIT("Glob"),         GAFF_TOOL_FIND,       GAFF_ROWS(gaff_in_pattern_path),            &types },
	{ SV_INIT("WebSearch"),    GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query_domains),           &types },
	{ SV_INIT("WebFetch"),     GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url_prompt),              &types },
	{ SV_INIT("Agent"),        GAFF_TOOL_AGENT,      GAFF_ROWS(gaff_in_description_prompt_type), &seen },
	{ SV_INIT("Task"),         GAFF_TOOL_AGENT,      GAFF_ROWS(gaff_in_description_prompt_type), &docs },
};

/* Answers. A systemMessage is for the user alone; the model never sees it. */
#define SHOWS /* the last is in its code: OSC 0, 1, 2, 9, 99, 777 and BEL, nothing else */ \
	{ GAFF_A_SUPPRESS,       SV_INIT("/suppressOutput"), SV_INIT("true") }, \
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("/systemMessage") }, \
	{ GAFF_A_NATIVE,         SV_INIT("/terminalSequence") }
#define GATES       BLOCKS, NO_OBJECTION("approve") /* one word for deny, and no other decision */
#define NATIVE(key) { GAFF_A_NATIVE, SV_INIT(OUT key) }
#define DECIDES \
	{ GAFF_A_ALLOW,  SV_INIT(OUT "permissionDecision"), SV_INIT("\"allow\"") }, \
	{ GAFF_A_ASK,    SV_INIT(OUT "permissionDecision"), SV_INIT("\"ask\"") }, \
	{ GAFF_A_DENY,   SV_INIT(OUT "permissionDecision"), SV_INIT("\"deny\"") }, \
	{ GAFF_A_REASON, SV_INIT(OUT "permissionDecisionReason") }

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2,
	STOPS, SHOWS, NAMED,
	/* ends the run so that a caller can decide later; for any other agent a question */
	{ GAFF_A_NATIVE, SV_INIT(OUT "permissionDecision"), SV_INIT("\"defer\"") },
	{ GAFF_A_ASK,    SV_INIT(OUT "permissionDecision"), SV_INIT("\"defer\""), GAFF_R_READ },
	DECIDES,
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "updatedInput") },
	CONTEXT,
	/* Older and documented spellings that hooks still use; the agent ignores all but the legacy decision. */
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "modifiedToolInput"), .flags = GAFF_R_READ },
	{ GAFF_A_ALLOW,  SV_INIT("/decision"), SV_INIT("\"approve\""), GAFF_R_READ },
	{ GAFF_A_DENY,   SV_INIT("/decision"), SV_INIT("\"block\""),   GAFF_R_READ },
	{ GAFF_A_REASON, SV_INIT("/reason"),   .flags = GAFF_R_READ },
);
static const struct gaff_shape permission_answer = GAFF_ANSWER(EXIT_2,
	SHOWS, NAMED, RULES,
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "decision/updatedInput"), .flags = GAFF_R_WITH_ALLOW },
	{ GAFF_A_NATIVE,        SV_INIT(OUT "decision/interrupt"),    .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_NATIVE,        SV_INIT(OUT "decision/updatedPermissions"), .flags = GAFF_R_WITH_ALLOW },
);
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(EXIT_2,
	STOPS, SHOWS, GATES, NAMED, CONTEXT,
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT(OUT "updatedToolOutput"),    .flags = GAFF_R_NOT_MCP },
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT(OUT "updatedMCPToolOutput"), .flags = GAFF_R_MCP_ONLY },
	NATIVE("classifierContext"),
);
static const struct gaff_shape prompt_answer = GAFF_ANSWER(EXIT_2,
	STOPS, SHOWS, GATES, NAMED, CONTEXT, NATIVE("sessionTitle"), NATIVE("suppressOriginalPrompt"),
);
static const struct gaff_shape expansion_answer = GAFF_ANSWER(EXIT_2,
	STOPS, SHOWS, GATES, NAMED, CONTEXT, NATIVE("suppressOriginalPrompt"),
);
#define CANNOT_STOP /* it does nothing there: read, to say so */ \
	{ GAFF_A_STOP,        SV_INIT("/continue"),   SV_INIT("false"), GAFF_R_READ }, \
	{ GAFF_A_STOP_REASON, SV_INIT("/stopReason"), .flags = GAFF_R_READ }
static const struct gaff_shape session_answer = GAFF_ANSWER(EXIT_2, /* exit 2 does nothing here either */
	CANNOT_STOP, SHOWS, NAMED, CONTEXT, NATIVE("initialUserMessage"), NATIVE("sessionTitle"), NATIVE("watchPaths"),
	NATIVE("reloadSkills"),
	{ GAFF_A_ENV, SV_INIT("$CLAUDE_ENV_FILE") },
);
static const struct gaff_shape feedback_answer = GAFF_ANSWER(EXIT_2, STOPS, SHOWS, GATES, NAMED, CONTEXT); /* a block ends the turn */
static const struct gaff_shape stop_answer     = GAFF_ANSWER(EXIT_2, STOPS, SHOWS, GATES, NAMED, CONTEXT); /* context alone also forces a turn */
static const struct gaff_shape failed_answer   = GAFF_ANSWER(EXIT_2, CANNOT_STOP, SHOWS, NAMED, CONTEXT);
static const struct gaff_shape informs_answer  = GAFF_ANSWER(EXIT_2, CANNOT_STOP, SHOWS, NAMED, CONTEXT);
static const struct gaff_shape gate_answer     = GAFF_ANSWER(EXIT_2, STOPS, SHOWS, GATES);
static const struct gaff_shape shows_answer    = GAFF_ANSWER(EXIT_2, SHOWS);
static const struct gaff_shape model_answer    = GAFF_ANSWER(EXIT_2, SHOWS, NAMED, DECIDES);
static const struct gaff_shape stderr_answer   = GAFF_ANSWER(STDERR, STOPS, SHOWS);
static const struct gaff_shape watches_answer  = GAFF_ANSWER(EXIT_2, NAMED, NATIVE("watchPaths"));
static const struct gaff_shape retries_answer  = GAFF_ANSWER(EXIT_2, SHOWS, NAMED, NATIVE("retry"));
static const struct gaff_shape display_answer  = GAFF_ANSWER(EXIT_2, NAMED, NATIVE("displayContent"));
static const struct gaff_shape worktree_answer = GAFF_ANSWER(STDERR, NATIVE("worktreePath")); /* a command prints the bare path */
static const struct gaff_shape elicitation_answer = GAFF_ANSWER(EXIT_2,
	SHOWS, NAMED,
	{ GAFF_A_DENY, SV_INIT(OUT "action"), SV_INIT("\"decline\"") },
	NATIVE("action"), NATIVE("content"),
);

#define TEXT GAFF_E_TEXT_IS_CONTEXT
#define ASKS GAFF_E_SILENCE_ASKS
#define OPEN GAFF_E_NEVER_CLOSED
#define SEEN GAFF_E_NAME_ALONE

static const struct gaff_event_row events[] = {
	/* native                         canonical                   answer                  waits, ms */
	{ SV_INIT("PreToolUse"),          GAFF_EV_BEFORE_TOOL,        &before_tool_answer,    600000, &seen },
	{ SV_INIT("PostToolUse"),         GAFF_EV_AFTER_TOOL,         &after_tool_answer,     600000, &seen, .flags = SEEN },
	{ SV_INIT("PostToolUseFailure"),  GAFF_EV_TOOL_FAILURE,       &failed_answer,         600000, &seen },
	{ SV_INIT("PostToolBatch"),       GAFF_EV_NATIVE,             &feedback_answer,       600000, &seen },
	{ SV_INIT("PermissionRequest"),   GAFF_EV_PERMISSION_REQUEST, &permission_answer,     600000, &seen, .flags = ASKS },
	{ SV_INIT("PermissionDenied"),    GAFF_EV_PERMISSION_DENIED,  &retries_answer,        600000, &types },
	{ SV_INIT("UserPromptSubmit"),    GAFF_EV_BEFORE_PROMPT,      &prompt_answer,         30000,  &seen, .flags = TEXT },
	{ SV_INIT("UserPromptExpansion"), GAFF_EV_NATIVE,             &expansion_answer,      600000, &seen },
	{ SV_INIT("SessionStart"),        GAFF_EV_SESSION_START,      &session_answer,        600000, &seen, .flags = TEXT },
	{ SV_INIT("SessionEnd"),          GAFF_EV_SESSION_END,        GAFF_NO_ANSWER(EXIT_2), 1500,   &seen },
	{ SV_INIT("Setup"),               GAFF_EV_NATIVE,             &informs_answer,        600000, &seen },
	{ SV_INIT("Stop"),                GAFF_EV_AGENT_STOP,         &stop_answer,           600000, &seen },
	{ SV_INIT("StopFailure"),         GAFF_EV_ERROR,              GAFF_NO_ANSWER(EXIT_2), 600000, &seen },
	{ SV_INIT("SubagentStart"),       GAFF_EV_SUBAGENT_START,     &informs_answer,        600000, &seen },
	{ SV_INIT("SubagentStop"),        GAFF_EV_SUBAGENT_STOP,      &stop_answer,           600000, &seen },
	{ SV_INIT("PreCompact"),          GAFF_EV_BEFORE_COMPACT,     &gate_answer,           600000, &seen },
	{ SV_INIT("PostCompact"),         GAFF_EV_AFTER_COMPACT,      &shows_answer,          600000, &seen },
	{ SV_INIT("PreModelSwitch"),      GAFF_EV_NATIVE,             &model_answer,          600000, &types },
	{ SV_INIT("PostModelSwitch"),     GAFF_EV_NATIVE,             &informs_answer,        600000, &types },
	{ SV_INIT("Notification"),        GAFF_EV_NOTIFICATION,       &informs_answer,        600000, &types },
	{ SV_INIT("ConfigChange"),        GAFF_EV_CONFIG_CHANGE,      &gate_answer,           600000, &docs },
	{ SV_INIT("FileChanged"),         GAFF_EV_FILE_CHANGED,       &watches_answer,        600000, &types },
	{ SV_INIT("CwdChanged"),          GAFF_EV_NATIVE,             &watches_answer,        600000, &types },
	{ SV_INIT("DirectoryAdded"),      GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2), 600000, &types },
	{ SV_INIT("InstructionsLoaded"),  GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2), 600000, &docs },
	{ SV_INIT("TaskCreated"),         GAFF_EV_NATIVE,             &stderr_answer,         600000, &seen },
	{ SV_INIT("TaskCompleted"),       GAFF_EV_NATIVE,             &stderr_answer,         600000, &seen, .flags = OPEN },
	{ SV_INIT("TeammateIdle"),        GAFF_EV_NATIVE,             &stderr_answer,         600000, &docs, .flags = GAFF_E_PROLONGS },
	{ SV_INIT("Elicitation"),         GAFF_EV_NATIVE,             &elicitation_answer,    600000, &types },
	{ SV_INIT("ElicitationResult"),   GAFF_EV_NATIVE,             &elicitation_answer,    600000, &types },
	{ SV_INIT("WorktreeCreate"),      GAFF_EV_NATIVE,             &worktree_answer,       600000, &seen, .flags = GAFF_E_TEXT_IS_PATH },
	{ SV_INIT("WorktreeRemove"),      GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2), 600000, &docs },
	{ SV_INIT("MessageDisplay"),      GAFF_EV_NATIVE,             &display_answer,        600000, &types },
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, &stderr_answer, 600000, &docs,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("$CLAUDECODE"),             1, SV_INIT("1") }, /* every program it starts inherits these */
	{ SV_INIT("$CLAUDE_CODE_SESSION_ID"), 1 },
	{ SV_INIT("/transcript_path"),        6, SV_INIT("*/.claude/*") },
	{ SV_INIT("/prompt_id"),              3 },
	{ SV_INIT("/hook_event_name"),        1 },
	{ SV_INIT("/timestamp"),              -3 },
	{ SV_INIT("/cursor_version"),         -3 },
};

static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_SYSTEM,  "/etc/claude-code/managed-settings.json", GAFF_SYNTAX_JSON, &docs, GAFF_C_NO_COMMENTS | GAFF_C_NO_TRAILING_COMMA },
	{ GAFF_SCOPE_USER,    "~/.claude/settings.json",                GAFF_SYNTAX_JSON, &seen, GAFF_C_NO_COMMENTS | GAFF_C_NO_TRAILING_COMMA },
	{ GAFF_SCOPE_PROJECT, "./.claude/settings.json",                GAFF_SYNTAX_JSON, &seen, GAFF_C_NO_COMMENTS | GAFF_C_NO_TRAILING_COMMA },
	{ GAFF_SCOPE_LOCAL,   "./.claude/settings.local.json",          GAFF_SYNTAX_JSON, &seen, GAFF_C_NO_COMMENTS | GAFF_C_NO_TRAILING_COMMA },
};

static const struct gaff_home_row homes[] = { { "CLAUDE_CONFIG_DIR", "~/.claude" } };

static const struct gaff_handler_type handlers[] = {
	{ SV_INIT("command"), GAFF_HANDLER_COMMAND }, { SV_INIT("http"), GAFF_HANDLER_HTTP },
	{ SV_INIT("prompt"), GAFF_HANDLER_PROMPT },   { SV_INIT("agent"), GAFF_HANDLER_AGENT },
};
static const struct gaff_member members[] = {
	{ SV_INIT("/type"),           GAFF_MEMBER_TYPE },
	{ SV_INIT("/command"),        GAFF_MEMBER_COMMAND,     GAFF_KIND(COMMAND) },
	{ SV_INIT("/args"),           GAFF_MEMBER_ARGS,        GAFF_KIND(COMMAND) },
	{ SV_INIT("/url"),            GAFF_MEMBER_URL,         GAFF_KIND(HTTP) },
	{ SV_INIT("/headers"),        GAFF_MEMBER_HEADERS,     GAFF_KIND(HTTP) },
	{ SV_INIT("/allowedEnvVars"), GAFF_MEMBER_ALLOWED_ENV, GAFF_KIND(HTTP) },
	{ SV_INIT("/prompt"),         GAFF_MEMBER_PROMPT,      GAFF_KIND(PROMPT) | GAFF_KIND(AGENT) },
	{ SV_INIT("/model"),          GAFF_MEMBER_MODEL,       GAFF_KIND(PROMPT) | GAFF_KIND(AGENT) },
	{ SV_INIT("/timeout"),        GAFF_MEMBER_TIMEOUT },
	{ SV_INIT("/onFailure"),      GAFF_MEMBER_CLOSED,      GAFF_KIND(COMMAND) | GAFF_KIND(HTTP) }, /* 2.1.325; older versions pass over it */
	{ SV_INIT("/async"),          GAFF_MEMBER_ASYNC,       GAFF_KIND(COMMAND) },
	{ SV_INIT("/if"),             GAFF_MEMBER_IF },
	{ SV_INIT("/statusMessage"),  GAFF_MEMBER_STATUS },
};
/* 2.1.325. Hooks for Bash are called for what Monitor runs, and told that it is Bash; Task is the old name of Agent. */
static const struct gaff_matcher_alias aliases[] = {
	{ SV_INIT("Bash"), SV_INIT("Monitor") },
	{ SV_INIT("Task"), SV_INIT("Agent") },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_GROUPS, .matching = GAFF_MATCH_NAMES, .prompt_ms = 30000, .agent_ms = 60000, .is_usual = true,
	.aliases = GAFF_ROWS(aliases), .aliases_in_patterns = true,
	.closed = SV_INIT("\"block\""), .open = SV_INIT("\"continue\""),
	.settings = "permissions enabledPlugins statusLine disableAllHooks includeCoAuthoredBy outputStyle",
	.shell = GAFF_SHELL_SH, .stdin_is_socket = true,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

static const struct gaff_switch_row switches[] = {
	{ SV_INIT("/disableAllHooks"), SV_INIT("true") },
};

static const struct gaff_env_row env[] = {
	{ "CLAUDE_PROJECT_DIR", GAFF_F_PROJECT_DIR },
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("*"), .behind = SV_INIT("cwd"), .members = GAFF_JSON({"prompt_id":"9d3f5a70-3a44-4f5c-9c0e-5d0f9a6b7c21"}) },
	{ SV_INIT("SessionStart Setup"), GAFF_JSON({"prompt_id":"$-"}) },
	{ SV_INIT("PermissionRequest"), GAFF_JSON({"permission_suggestions":[]}) },
	{ SV_INIT("PostToolUse"), .tools = GAFF_TOOL_BIT(SHELL), .behind = SV_INIT("="),
	  .members = GAFF_JSON({"tool_response":{"stdout":"hello\n","stderr":"","interrupted":false,"isImage":false,"noOutputExpected":false}}) },
	{ SV_INIT("PostToolUse"), .tools = GAFF_TOOL_BIT(FILE_WRITE), .behind = SV_INIT("="),
	  .members = GAFF_JSON({"tool_response":{"type":"create","filePath":"$path","content":"$content","structuredPatch":[],"originalFile":null,"userModified":false}}) },
	{ SV_INIT("PostToolUse"), .tools = GAFF_TOOL_BIT(MCP), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_response":[{"type":"text","text":"hello\n"}]}) },
	{ SV_INIT("PostToolUse"), .behind = SV_INIT("tool_use_id"), .members = GAFF_JSON({"duration_ms":36}) },
	{ SV_INIT("*"), .tools = GAFF_TOOL_BIT(MCP), .members = GAFF_JSON({"mcp_server":{"source":"dynamic"}}) },
	{ SV_INIT("PostToolUseFailure"), .behind = SV_INIT("error"), .members = GAFF_JSON({"is_interrupt":false,"duration_ms":136}) },
	{ SV_INIT("PostToolBatch ElicitationResult"), .behind = SV_INIT("prompt_id"), .members = GAFF_JSON({"permission_mode":"default"}) },
	{ SV_INIT("PostToolBatch"),
	  GAFF_JSON({"tool_calls":[{"tool_name":"Bash","tool_input":{"command":"echo hello"},"tool_use_id":"$tool_use_id","tool_response":"hello"}]}) },
	{ SV_INIT("UserPromptExpansion"), GAFF_JSON({"expansion_type":"slash_command","command_name":"foo","command_args":"bar","prompt":"$prompt"}) },
	{ SV_INIT("Setup"), GAFF_JSON({"trigger":"maintenance"}) },
	{ SV_INIT("SubagentStart"), .behind = SV_INIT("hook_event_name"), .members = GAFF_JSON({"agent_id":"$","agent_type":"$"}) },
	{ SV_INIT("SubagentStop"), .behind = SV_INIT("stop_hook_active"), .members = GAFF_JSON({"agent_id":"$","agent_transcript_path":"$transcript_path","agent_type":"$"}) },
	{ SV_INIT("Stop SubagentStop"), GAFF_JSON({"background_tasks":[],"session_crons":[]}) },
	{ SV_INIT("StopFailure"), .behind = SV_INIT("hook_event_name"), .members = GAFF_JSON({"error":"invalid_request","error_details":"400"}) },
	{ SV_INIT("PreCompact"), GAFF_JSON({"custom_instructions":""}) },
	{ SV_INIT("PostCompact"), GAFF_JSON({"compact_summary":"a summary"}) },
	{ SV_INIT("PreModelSwitch PostModelSwitch"),
	  GAFF_JSON({"from_model":"claude-opus-4-5","to_model":"claude-haiku-4-5","requested_model":"claude-haiku-4-5","source":"command","context_tokens":15,
		"prompt_cache_warm":true,"cache_ttl":"5m","estimated_cache_write_usd":0,"pricing":"catalog"}) },
	{ SV_INIT("Notification"), GAFF_JSON({"notification_type":"permission_prompt"}) },
	{ SV_INIT("FileChanged"), GAFF_JSON({"event":"change"}) },
	{ SV_INIT("CwdChanged"), GAFF_JSON({"old_cwd":"/","new_cwd":"$cwd"}) },
	{ SV_INIT("DirectoryAdded"), GAFF_JSON({"directory":"$cwd","source":"slash_command"}) },
	{ SV_INIT("InstructionsLoaded"), GAFF_JSON({"file_path":"$file_path","memory_type":"Project","load_reason":"session_start"}) },
	{ SV_INIT("TaskCreated TaskCompleted"), GAFF_JSON({"task_id":"1","task_subject":"a task","task_description":"say hello"}) },
	{ SV_INIT("TeammateIdle"), GAFF_JSON({"teammate_name":"a","team_name":"b"}) },
	{ SV_INIT("Elicitation"),
	  GAFF_JSON({"mcp_server_name":"demo","message":"What is your name?","mode":"form",
		"requested_schema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}) },
	{ SV_INIT("ElicitationResult"), GAFF_JSON({"mcp_server_name":"demo","action":"accept","content":{"name":"Bob"}}) },
	{ SV_INIT("WorktreeCreate"), GAFF_JSON({"name":"w1"}) },
	{ SV_INIT("WorktreeRemove"), GAFF_JSON({"worktree_path":"$cwd"}) },
	{ SV_INIT("MessageDisplay"),
	  GAFF_JSON({"turn_id":"e1e146d6-d9d5-477c-93b9-66f770de0df6","message_id":"b76650b5-1a39-433b-b484-55dec02c3419","index":0,"final":true,"delta":"hello"}) },
};
static const char *const notes[] = {
	"`continue: false` before a tool lets the tool run first; gaff denies as well.",
	"On `SessionEnd` it waits 1.5 s, on `UserPromptSubmit` 30 s.",
	"`env_file` of a payload counts where `$CLAUDE_ENV_FILE` is not set: a file of yours in `/tmp` or `$TMPDIR`, by no link and no hidden name, that is empty or begins with `export`.",
	"`terminalSequence` is in its code and was not tried: OSC 0, 1, 2, 9, 99, 777 and BEL.",
	"A comment or a trailing comma in its settings silently turns all hooks off.",
	"Cursor, Copilot CLI and droid may run hooks from its files too; gaff answers the one that calls.",
	NULL,
};
/*
 * It sets the variable in what it starts, whatever `env` of its settings says. On its terminal it asks in every
 * permission mode, dontAsk and bypassPermissions too.
 */
static const struct gaff_attended attended = {
	.unanswered = GAFF_UNANSWERED_UNKNOWN, .variable = "CLAUDE_CODE_SESSION_ATTENDED=1",
	.how = "it sets `CLAUDE_CODE_SESSION_ATTENDED` to 1", .otherwise = "it denies, and the model reads the reason alone; what else reads its files may run the tool",
	.seen = &seen,
};
/* clang-format on */

const struct gaff_host gaff_host_claude_code = {
	.id = SV_INIT("claude-code"),
	.title = "Claude Code",
	.seen = &seen,
	.reader = { GAFF_READS_LAST, "JSON.parse of JavaScript", &js },
	.flags = GAFF_H_JSON_AT_ANY_EXIT | GAFF_H_TEXT_IS_IGNORED | GAFF_H_STDERR_IS_PRIVATE,
	.mcp_prefix = SV_INIT("mcp__"),
	.mcp_joint = SV_INIT("__"),
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.besides = GAFF_ROWS(gaff_contexts),
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "claude",
	.packages = "@anthropic-ai/claude-code",
	.off_variables = "CLAUDE_CODE_SIMPLE CLAUDE_CODE_SAFE_MODE",
	.layout = &layout,
	.homes = GAFF_ROWS(homes),
	.switches = GAFF_ROWS(switches),
	.env = GAFF_ROWS(env),
	.extras = GAFF_ROWS(extras),
	.attended = &attended,
	.notes = notes,
};
