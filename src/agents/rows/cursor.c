#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Cursor. One JSON object on stdout and exit 0, always: at exit 2 stdout is shown to the model
 * as it is, at any other code a valid denial is thrown away, empty output counts as a failure
 * when failClosed is set, and one field that is null or off its schema blocks the six permission
 * events. Of the two messages of a denial only user_message reaches the model. A shell or MCP
 * call fires preToolUse and then its own event.
 */

/* clang-format off */
static const struct gaff_evidence js = { GAFF_TYPES, "sdk 1.0.32, by its language" };
static const struct gaff_evidence seen     = { GAFF_MEASURED,   "sdk 1.0.32" };
static const struct gaff_evidence code     = { GAFF_TYPES,      "sdk 1.0.32" };
static const struct gaff_evidence reported = { GAFF_REPORTED,   "CLI 2026.09.18, IDE 3.20.17" };
static const struct gaff_evidence asked    = { GAFF_REPORTED,   "IDE 2.4.20, CLI 2026.10.01" };
static const struct gaff_evidence docs     = { GAFF_DOCUMENTED, "2026-10-03" };
static const struct gaff_evidence not_sdk  = { GAFF_DOCUMENTED, "2026-10-03; sdk 1.0.32 ignores it" };
static const struct gaff_evidence prompts  = { GAFF_REPORTED,   "CLI 2026.09.18, IDE 3.20.17; sdk 1.0.32 ignores answers" };
static const struct gaff_evidence named    = { GAFF_REPORTED,   "IDE 0.47, names that the model is told" };
static const struct gaff_evidence handed   = { GAFF_MEASURED,   "sdk 1.0.32, handed to the backend" };

#define TOOL_EVENTS (GAFF_EV(BEFORE_TOOL) | GAFF_EV(AFTER_TOOL) | GAFF_EV(TOOL_FAILURE))
#define SESSION     (GAFF_EV_ALL & ~GAFF_EV(NATIVE)) /* workspaceOpen is of no session */
#define AGENT       (GAFF_EV(SUBAGENT_START) | GAFF_EV(SUBAGENT_STOP))

static const struct gaff_payload_row payload[] = {
	/* where                       field                   in payloads of              when missing */
	{ SV_INIT("/conversation_id"), GAFF_F_SESSION_ID,      SESSION,                    SV_INIT("\"\"") },
	{ SV_INIT("/generation_id"),   GAFF_F_CONSTANT,        SESSION,                    SV_INIT("\"\"") },
	{ SV_INIT("/model"),           GAFF_F_MODEL,           SESSION,                    SV_INIT("\"unknown\"") },
	{ SV_INIT("/tool_name"),       GAFF_F_TOOL_NAME,       TOOL_EVENTS },
	{ SV_INIT("/tool_input"),      GAFF_F_TOOL_INPUT,      TOOL_EVENTS,                .flags = GAFF_P_ANY_TOOL | GAFF_P_MAY_BE_TEXT },
	{ SV_INIT("/tool_input"),      GAFF_F_TOOL_INPUT,      TOOL_EVENTS,                .flags = GAFF_P_ONE_TOOL | GAFF_P_JSON_TEXT }, /* of an MCP call */
	{ SV_INIT("/tool_output"),     GAFF_F_TOOL_OUTPUT,     GAFF_EV(AFTER_TOOL),        SV_INIT("\"\""), .flags = GAFF_P_ANY_TOOL | GAFF_P_JSON_TEXT },
	{ SV_INIT("/result_json"),     GAFF_F_TOOL_OUTPUT,     .flags = GAFF_P_JSON_TEXT | GAFF_P_ALIAS },
	{ SV_INIT("/output"),          GAFF_F_TOOL_OUTPUT,     .flags = GAFF_P_ALIAS }, /* afterShellExecution */
	{ SV_INIT("/error_message"),   GAFF_F_TOOL_ERROR,      GAFF_EV(TOOL_FAILURE),      SV_INIT("\"\"") },
	{ SV_INIT("/tool_use_id"),     GAFF_F_TOOL_USE_ID,     TOOL_EVENTS,                SV_INIT("\"\""), .flags = GAFF_P_ANY_TOOL },
	{ SV_INIT("/cwd"),             GAFF_F_CWD,             TOOL_EVENTS,                .flags = GAFF_P_ANY_TOOL },
	{ SV_INIT("/mcp_server_name"), GAFF_F_MCP_SERVER,      TOOL_EVENTS,                .flags = GAFF_P_ONE_TOOL },
	{ SV_INIT("/prompt"),          GAFF_F_PROMPT,          GAFF_EV(BEFORE_PROMPT),     SV_INIT("\"\"") },
	{ SV_INIT("/attachments"),     GAFF_F_CONSTANT,        GAFF_EV(BEFORE_PROMPT),     SV_INIT("[]") },
	{ SV_INIT("/text"),            GAFF_F_MESSAGE,         GAFF_EV(AFTER_MODEL),       SV_INIT("\"\"") },
	{ SV_INIT("/status"),          GAFF_F_CONSTANT,        GAFF_EV(AGENT_STOP) | GAFF_EV(SUBAGENT_STOP), SV_INIT("\"completed\"") },
	{ SV_INIT("/loop_count"),      GAFF_F_LOOP_COUNT,      GAFF_EV(AGENT_STOP) | GAFF_EV(SUBAGENT_STOP), SV_INIT("0") },
	{ SV_INIT("/subagent_id"),     GAFF_F_AGENT_ID,        AGENT,                      SV_INIT("\"\"") },
	{ SV_INIT("/subagent_type"),   GAFF_F_AGENT_TYPE,      AGENT,                      SV_INIT("\"\"") },
	{ SV_INIT("/summary"),         GAFF_F_LAST_MESSAGE,    GAFF_EV(SUBAGENT_STOP),     SV_INIT("\"\"") },
	{ SV_INIT("/task"),            GAFF_F_PROMPT,          AGENT,                      SV_INIT("\"\"") },
	{ SV_INIT("/reason"),          GAFF_F_REASON,          GAFF_EV(SESSION_END),       SV_INIT("\"completed\"") },
	{ SV_INIT("/is_background_agent"), GAFF_F_CONSTANT,    GAFF_EV(SESSION_START) | GAFF_EV(SESSION_END), SV_INIT("false") },
	{ SV_INIT("/trigger"),         GAFF_F_TRIGGER,         GAFF_EV(BEFORE_COMPACT),    SV_INIT("\"auto\"") },
	{ SV_INIT("/session_id"),      GAFF_F_SESSION_ID,      SESSION,                    SV_INIT("\"\"") },
	{ SV_INIT("/hook_event_name"), GAFF_F_EVENT,           GAFF_EV_ALL },
	{ SV_INIT("/cursor_version"),  GAFF_F_HOST_VERSION,    GAFF_EV_ALL,                SV_INIT("\"1.0.0\"") },
	{ SV_INIT("/workspace_roots/0"), GAFF_F_PROJECT_DIR,   GAFF_EV_ALL,                SV_INIT("\"\""), .flags = GAFF_P_STARTED },
	{ SV_INIT("/user_email"),      GAFF_F_CONSTANT,        GAFF_EV_ALL,                SV_INIT("null") },
	{ SV_INIT("/transcript_path"), GAFF_F_TRANSCRIPT_PATH, SESSION,                    SV_INIT("null") },
	{ SV_INIT("$CURSOR_PROJECT_DIR"), GAFF_F_PROJECT_DIR,  .flags = GAFF_P_STARTED },
};

/* Of a tool that runs locally nothing else is used: sdk 1.0.32. What the server runs, it is sent back whole. */
#define FIXED(native, canonical) { SV_INIT(native), SV_INIT(canonical), .is_fixed = true }
#define NO_OTHERS { SV_INIT("*"), SV_INIT("*"), GAFF_IN_REST, .is_fixed = true }

static const struct gaff_input_row shell[] = { SAME("command"), SAME("cwd"), AS("working_directory", "cwd"), SAME("timeout"), NO_OTHERS };
static const struct gaff_input_row file[]  = { PATH("file_path"), PATH("path"), NO_OTHERS };
static const struct gaff_input_row read[]  = { PATH("file_path"), PATH("path") }; /* in the editor */
static const struct gaff_input_row write[] = { /* a new content is ignored: sdk 1.0.32 */
	PATH("file_path"), PATH("path"), FIXED("content", "content"),
	FIXED("contents", "content"), NO_OTHERS,
};
static const struct gaff_input_row edits[] = { /* of afterFileEdit, and of a dialect's edit */
	PATH("file_path"), { SV_INIT("edits"), .kind = GAFF_IN_EDITS, .is_fixed = true },
};
static const struct gaff_input_row replace[] = {
	PATH("file_path"), PATH("path"), { SV_INIT("old_string"), .kind = GAFF_IN_OLD, .is_fixed = true },
	{ SV_INIT("new_string"), .kind = GAFF_IN_NEW, .is_fixed = true },
};
static const struct gaff_input_row grep[]  = { SAME("pattern"), PATH("file_path"), PATH("path"), FIXED("glob", "glob"), NO_OTHERS };
static const struct gaff_input_row fetch[] = { SAME("url"), NO_OTHERS };
static const struct gaff_input_row resource[] = {
	{ SV_INIT("server") }, { SV_INIT("uri") }, { SV_INIT("download_path"), .kind = GAFF_IN_PATH }, NO_OTHERS,
};
static const struct gaff_input_row stdin_text[] = { /* the text itself is not shown */
	FIXED("shell_id", "shell_id"),
	FIXED("chars_length", "chars_length"), NO_OTHERS,
};
static const struct gaff_input_row computer[] = { FIXED("actions_count", "actions_count"), NO_OTHERS };
static const struct gaff_input_row screen[] = {
	FIXED("mode", "mode"),
	{ SV_INIT("save_as_filename"), SV_INIT("save_as_filename"), GAFF_IN_PATH, .is_fixed = true }, NO_OTHERS,
};

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("Shell"),      GAFF_TOOL_SHELL,      GAFF_ROWS(shell),                           &seen, .output_text = SV_INIT("output") },
	{ SV_INIT("Read"),       GAFF_TOOL_FILE_READ,  GAFF_ROWS(file),                            &seen },
	{ SV_INIT("ReadFile"),   GAFF_TOOL_FILE_READ,  GAFF_ROWS(read),                            &reported },
	{ SV_INIT("Write"),      GAFF_TOOL_FILE_WRITE, GAFF_ROWS(write),                           &seen },
	{ SV_INIT("Write"),      GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(edits),                           &seen }, /* its name for any edit */
	{ SV_INIT("StrReplace"), GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(replace),                         &reported },
	{ SV_INIT("Edit"),       GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(replace),                         &reported },
	{ SV_INIT("ApplyPatch"), GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(replace),                         &reported },
	{ SV_INIT("Grep"),       GAFF_TOOL_SEARCH,     GAFF_ROWS(grep),                            &seen },
	{ SV_INIT("Fetch"),      GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(fetch),                           &seen },
	{ SV_INIT("WebSearch"),  GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query),                   &docs },
	{ SV_INIT("Task"),       GAFF_TOOL_AGENT,      GAFF_ROWS(gaff_in_description_prompt_type), &seen },
	{ SV_INIT("Delete"),     GAFF_TOOL_OTHER,      GAFF_ROWS(file),                            &seen },
	{ SV_INIT("List"),       GAFF_TOOL_OTHER,      GAFF_ROWS(file),                            &seen },
	{ SV_INIT("ReadLints"),  GAFF_TOOL_OTHER,      GAFF_ROWS(file),                            &seen },
	{ SV_INIT("ListMcpResources"), GAFF_TOOL_OTHER, GAFF_ROWS(resource),                       &seen },
	{ SV_INIT("FetchMcpResource"), GAFF_TOOL_OTHER, GAFF_ROWS(resource),                       &seen },
	{ SV_INIT("WriteShellStdin"), GAFF_TOOL_OTHER, GAFF_ROWS(stdin_text),                      &seen },
	{ SV_INIT("ComputerUse"), GAFF_TOOL_OTHER,     GAFF_ROWS(computer),                        &code },
	{ SV_INIT("RecordScreen"), GAFF_TOOL_OTHER,    GAFF_ROWS(screen),                          &code },
};

/*
 * What the model calls its tools. No payload of a hook was seen to, but configurations do, and
 * contracts that name the tools of agents.
 */
static const struct gaff_input_row model_shell[] = { SAME("command"), SAME("cwd"), AS("explanation", "description") };
#define MODEL_FILE PATH("target_file"), PATH("file_path"), PATH("path")
static const struct gaff_input_row model_read[] = { MODEL_FILE, SAME("offset"), SAME("limit") };
static const struct gaff_input_row model_edit[] = { /* a sketch of the new text, without the old */
	MODEL_FILE, OLD("old_string"), NEW("code_edit"), NEW("new_string"),
};
static const struct gaff_input_row model_write[]  = { MODEL_FILE, SAME("content"), AS("contents", "content") };
static const struct gaff_input_row model_grep[]   = { AS("query", "pattern"), SAME("pattern"), MODEL_FILE, AS("include_pattern", "glob") };
static const struct gaff_input_row model_find[]   = { AS("query", "pattern"), SAME("pattern"), MODEL_FILE };
static const struct gaff_input_row model_search[] = { AS("search_term", "query"), SAME("query") };
static const struct gaff_tool_row alias_tools[] = {
	{ SV_INIT("run_terminal_cmd"), GAFF_TOOL_SHELL, GAFF_ROWS(model_shell),  &named },
	{ SV_INIT("read_file"),   GAFF_TOOL_FILE_READ,  GAFF_ROWS(model_read),   &named },
	{ SV_INIT("edit_file"),   GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(model_edit),   &named },
	{ SV_INIT("edit_file"),   GAFF_TOOL_FILE_WRITE, GAFF_ROWS(model_write),  &named }, /* it makes files, too */
	{ SV_INIT("grep_search"), GAFF_TOOL_SEARCH,     GAFF_ROWS(model_grep),   &named },
	{ SV_INIT("file_search"), GAFF_TOOL_FIND,       GAFF_ROWS(model_find),   &named },
	{ SV_INIT("web_search"),  GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(model_search), &named },
};

#define ALLOWS { GAFF_A_ALLOW, SV_INIT("/permission"), SV_INIT("\"allow\""), GAFF_R_NO_GRANT }
#define DENIES { GAFF_A_DENY,  SV_INIT("/permission"), SV_INIT("\"deny\"") }
#define ASKS   { GAFF_A_ASK,   SV_INIT("/permission"), SV_INIT("\"ask\""),   GAFF_R_NOT_HONOURED }
#define MAY_ASK { GAFF_A_ASK,  SV_INIT("/permission"), SV_INIT("\"ask\""),   GAFF_R_BY_VERSION }
#define TELLS_USER \
	{ GAFF_A_REASON,       SV_INIT("/user_message"), .flags = GAFF_R_WITH_DENY }, \
	{ GAFF_A_USER_MESSAGE, SV_INIT("/user_message"), .flags = GAFF_R_WITH_DENY }, \
	{ GAFF_A_USER_MESSAGE, SV_INIT("/userMessage"),  .flags = GAFF_R_READ }
#define TELLS_AGENT \
	{ GAFF_A_REASON,       SV_INIT("/agent_message"), .flags = GAFF_R_WITH_DENY }
#define CONTEXT \
	{ GAFF_A_CONTEXT, SV_INIT("/additional_context") }, \
	{ GAFF_A_CONTEXT, SV_INIT("/additionalContext"), .flags = GAFF_R_READ }
#define ITS_CONTEXT \
	{ GAFF_A_CONTEXT,      SV_INIT("/additional_context") } /* as it is spelled here */
#define FOLLOWS_UP \
	{ GAFF_A_REASON, SV_INIT("/followup_message"), .flags = GAFF_R_WITH_DENY | GAFF_R_MEANS_DENY }, \
	{ GAFF_A_DENY,         SV_INIT("/decision"), SV_INIT("\"block\""), GAFF_R_READ }, \
	{ GAFF_A_REASON, SV_INIT("/reason"),   .flags = GAFF_R_READ }, \
	{ GAFF_A_ALLOW,        SV_INIT("/decision"), SV_INIT("\"approve\""), GAFF_R_READ | GAFF_R_NO_GRANT }

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(JSON,
	ALLOWS, DENIES, ASKS, TELLS_AGENT, TELLS_USER,
	{ GAFF_A_UPDATED_INPUT, SV_INIT("/updated_input"), .flags = GAFF_R_MERGES },
	CONTEXT,
);
static const struct gaff_shape before_call_answer = GAFF_ANSWER(JSON, ALLOWS, DENIES, MAY_ASK, TELLS_AGENT, TELLS_USER);
static const struct gaff_shape before_read_answer = GAFF_ANSWER(JSON, ALLOWS, DENIES, TELLS_USER); /* "ask" is off its schema */
static const struct gaff_shape subagent_answer    = GAFF_ANSWER(JSON, ALLOWS, DENIES, ASKS, TELLS_USER, ITS_CONTEXT);
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(JSON,
	CONTEXT,
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/updated_mcp_tool_output"), .flags = GAFF_R_MCP_ONLY },
);
static const struct gaff_shape failure_answer = GAFF_ANSWER(JSON, CONTEXT);
static const struct gaff_shape prompt_answer = GAFF_ANSWER(JSON,
	{ GAFF_A_ALLOW, SV_INIT("/continue"), SV_INIT("true"),  GAFF_R_NO_GRANT },
	{ GAFF_A_DENY,  SV_INIT("/continue"), SV_INIT("false") },
	{ GAFF_A_STOP,  SV_INIT("/continue"), SV_INIT("false"), GAFF_R_WRITE },
	TELLS_USER,
	{ GAFF_A_STOP_REASON, SV_INIT("/user_message"), .flags = GAFF_R_WRITE },
	{ GAFF_A_CONTEXT, SV_INIT("/additional_context"), .flags = GAFF_R_BY_VERSION }, /* undocumented */
	{ GAFF_A_CONTEXT, SV_INIT("/additionalContext"), .flags = GAFF_R_READ },
);
static const struct gaff_shape stop_answer          = GAFF_ANSWER(JSON, FOLLOWS_UP);
static const struct gaff_shape subagent_stop_answer = GAFF_ANSWER(JSON, FOLLOWS_UP, ITS_CONTEXT);
static const struct gaff_shape session_answer = GAFF_ANSWER(JSON,
	{ GAFF_A_STOP,        SV_INIT("/continue"), SV_INIT("false") },
	{ GAFF_A_STOP_REASON, SV_INIT("/user_message") },
	{ GAFF_A_ENV,         SV_INIT("/env") },
	CONTEXT,
);
static const struct gaff_shape compact_answer = GAFF_ANSWER(JSON,
	{ GAFF_A_USER_MESSAGE, SV_INIT("/user_message") },
);
static const struct gaff_shape workspace_answer = GAFF_ANSWER(JSON,
	{ GAFF_A_NATIVE, SV_INIT("/pluginPaths") },
);

#define TOP  GAFF_E_INPUT_AT_TOP
#define NO2  GAFF_E_EXIT_2_IS_NOTHING
#define TWICE GAFF_E_REPEATS

static const struct gaff_event_row events[] = {
	/* native                          canonical               answer                 waits, ms */
	{ SV_INIT("preToolUse"),           GAFF_EV_BEFORE_TOOL,    &before_tool_answer,   60000, &seen },
	{ SV_INIT("beforeShellExecution"), GAFF_EV_BEFORE_TOOL,    &before_call_answer,   60000, &seen,   .tool = GAFF_TOOL_SHELL, .flags = TOP | TWICE },
	{ SV_INIT("beforeMCPExecution"),   GAFF_EV_BEFORE_TOOL,    &before_call_answer,   60000, &seen,   .tool = GAFF_TOOL_MCP, .flags = TWICE },
	{ SV_INIT("beforeReadFile"),       GAFF_EV_BEFORE_TOOL,    &before_read_answer,   60000, &seen,   .tool = GAFF_TOOL_FILE_READ, .flags = TOP | TWICE },
	{ SV_INIT("beforeTabFileRead"),    GAFF_EV_BEFORE_TOOL,    &before_read_answer,   60000, &code,   .tool = GAFF_TOOL_FILE_READ, .flags = TOP },
	{ SV_INIT("postToolUse"),          GAFF_EV_AFTER_TOOL,     &after_tool_answer,    60000, &seen },
	{ SV_INIT("afterShellExecution"),  GAFF_EV_AFTER_TOOL,     GAFF_NO_ANSWER(JSON),  60000, &seen,   .tool = GAFF_TOOL_SHELL, .flags = TOP | TWICE },
	{ SV_INIT("afterMCPExecution"),    GAFF_EV_AFTER_TOOL,     GAFF_NO_ANSWER(JSON),  60000, &seen,   .tool = GAFF_TOOL_MCP, .flags = TWICE },
	{ SV_INIT("afterFileEdit"),        GAFF_EV_AFTER_TOOL,     GAFF_NO_ANSWER(JSON),  60000, &seen,   .tool = GAFF_TOOL_FILE_EDIT, .flags = TOP | TWICE },
	{ SV_INIT("afterTabFileEdit"),     GAFF_EV_AFTER_TOOL,     GAFF_NO_ANSWER(JSON),  60000, &code,   .tool = GAFF_TOOL_FILE_EDIT, .flags = TOP },
	{ SV_INIT("postToolUseFailure"),   GAFF_EV_TOOL_FAILURE,   &failure_answer,       60000, &seen },
	{ SV_INIT("sessionStart"),         GAFF_EV_SESSION_START,  &session_answer,       60000, &seen },
	{ SV_INIT("sessionEnd"),           GAFF_EV_SESSION_END,    GAFF_NO_ANSWER(JSON),  60000, &seen },
	{ SV_INIT("beforeSubmitPrompt"),   GAFF_EV_BEFORE_PROMPT,  &prompt_answer,        60000, &prompts },
	{ SV_INIT("stop"),                 GAFF_EV_AGENT_STOP,     &stop_answer,          60000, &seen,   .flags = NO2 },
	{ SV_INIT("subagentStart"),        GAFF_EV_SUBAGENT_START, &subagent_answer,      60000, &handed },
	{ SV_INIT("subagentStop"),         GAFF_EV_SUBAGENT_STOP,  &subagent_stop_answer, 60000, &handed, .flags = NO2 },
	{ SV_INIT("preCompact"),           GAFF_EV_BEFORE_COMPACT, &compact_answer,       60000, &code },
	{ SV_INIT("afterAgentResponse"),   GAFF_EV_AFTER_MODEL,    GAFF_NO_ANSWER(JSON),  60000, &code },
	{ SV_INIT("afterAgentThought"),    GAFF_EV_AFTER_MODEL,    GAFF_NO_ANSWER(JSON),  60000, &code },
	{ SV_INIT("workspaceOpen"),        GAFF_EV_NATIVE,         &workspace_answer,     60000, &code },
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), 60000, &code,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("/cursor_version"), 10 },
	{ SV_INIT("$CURSOR_VERSION"), 1 },
};

/*
 * ask: fine in the editor until 2.4.20, then taken for deny (2.x) or for allow (3.x); fine again for
 * shell commands in the command-line agent, whose versions are dates. The sdk calls itself 1.0.0 and
 * runs the command. For MCP tools its code looks at deny alone.
 *
 * context with a prompt: older editors drop it, and so does the sdk; nobody has seen one between
 * these take it.
 */
static const struct gaff_version_row versions[] = {
	{ SV_INIT("beforeShellExecution"), GAFF_A_ASK, &asked,    SV_INIT("1.7"),     SV_INIT("2.4.21") },
	{ SV_INIT("beforeShellExecution"), GAFF_A_ASK, &asked,    SV_INIT("2026.07.23") },
	{ SV_INIT("beforeMCPExecution"),   GAFF_A_ASK, &asked,    SV_INIT("1.7"),     SV_INIT("2.4.21") },
	{ SV_INIT("beforeSubmitPrompt"),   GAFF_A_CONTEXT, &reported, SV_INIT("3.20.17"), SV_INIT("2000") },
	{ SV_INIT("beforeSubmitPrompt"),   GAFF_A_CONTEXT, &reported, SV_INIT("2026.09.18") },
	{ SV_INIT("sessionStart"),         GAFF_A_CONTEXT, &not_sdk },
};

#define FUSSY (GAFF_C_NO_TRAILING_COMMA | GAFF_C_NO_BOM | GAFF_C_ONLY_KNOWN_EVENTS | GAFF_C_BAD_STRINGS | GAFF_C_ONLY_AS_IN_ROWS)

static const struct gaff_config_row config[] = { /* comments are stripped naively, strings included */
	{ GAFF_SCOPE_SYSTEM,  "/etc/cursor/hooks.json", GAFF_SYNTAX_JSONC, &docs, FUSSY },
	{ GAFF_SCOPE_USER,    "~/.cursor/hooks.json",   GAFF_SYNTAX_JSONC, &seen, FUSSY },
	{ GAFF_SCOPE_PROJECT, "./.cursor/hooks.json",   GAFF_SYNTAX_JSONC, &seen, FUSSY | GAFF_C_NO_LINKS | GAFF_C_NEEDS_TRUST },
	{ GAFF_SCOPE_USER,    "~/.claude/settings.json",       GAFF_SYNTAX_JSON, &seen, GAFF_C_STRICT | GAFF_C_ANOTHERS | GAFF_C_ONLY_WITH_MATCHER },
	{ GAFF_SCOPE_PROJECT, "./.claude/settings.json",       GAFF_SYNTAX_JSON, &seen, GAFF_C_STRICT | GAFF_C_ANOTHERS | GAFF_C_ONLY_WITH_MATCHER },
	{ GAFF_SCOPE_LOCAL,   "./.claude/settings.local.json", GAFF_SYNTAX_JSON, &seen, GAFF_C_STRICT | GAFF_C_ANOTHERS | GAFF_C_ONLY_WITH_MATCHER },
};

static const struct gaff_handler_type handlers[] = {
	{ SV_INIT("command"), GAFF_HANDLER_COMMAND }, { SV_INIT("prompt"), GAFF_HANDLER_PROMPT },
};
static const struct gaff_member members[] = {
	{ SV_INIT("/type"),       GAFF_MEMBER_TYPE,    .may_be = GAFF_M_TYPE },
	{ SV_INIT("/matcher"),    GAFF_MEMBER_MATCHER, .may_be = GAFF_M_REGEX },
	{ SV_INIT("/command"),    GAFF_MEMBER_COMMAND, GAFF_KIND(COMMAND), .flags = GAFF_MEMBER_NEEDED, .may_be = GAFF_M_TEXT },
	{ SV_INIT("/prompt"),     GAFF_MEMBER_PROMPT,  GAFF_KIND(PROMPT), .flags = GAFF_MEMBER_NEEDED, .may_be = GAFF_M_TEXT | GAFF_M_NOT_BLANK },
	{ SV_INIT("/model"),      GAFF_MEMBER_MODEL,   GAFF_KIND(PROMPT), .may_be = GAFF_M_TEXT | GAFF_M_NOT_BLANK },
	{ SV_INIT("/timeout"),    GAFF_MEMBER_TIMEOUT, .may_be = GAFF_M_NUMBER },
	{ SV_INIT("/failClosed"), GAFF_MEMBER_CLOSED,  .may_be = GAFF_M_BOOLEAN },
};
static const struct gaff_member other_members[] = {
	{ SV_INIT("/version"),    GAFF_MEMBER_OTHER, .flags = GAFF_MEMBER_OF_FILE, .may_be = GAFF_M_WHOLE },
	{ SV_INIT("/loop_limit"), GAFF_MEMBER_OTHER, .may_be = GAFF_M_WHOLE | GAFF_M_NULL },
};
/* Cursor makes nothing of them: who writes them means these. */
static const struct gaff_matcher_alias aliases[] = {
	{ SV_INIT("run_terminal_cmd"), SV_INIT("Shell") }, { SV_INIT("read_file"), SV_INIT("Read") }, { SV_INIT("edit_file"), SV_INIT("Write") },
	{ SV_INIT("grep_search"), SV_INIT("Grep") }, { SV_INIT("web_search"), SV_INIT("WebSearch") },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_FLAT, .matching = GAFF_MATCH_PATTERN, .prompt_ms = 60000,
	.aliases = GAFF_ROWS(aliases),
	.head = SV_INIT("\"version\":1"), .is_bare = true,
	.shell = GAFF_SHELL_LOGIN,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members), .others = GAFF_ROWS(other_members),
};

static const struct gaff_env_row env[] = {
	{ "CURSOR_PROJECT_DIR",     GAFF_F_PROJECT_DIR },
	{ "CURSOR_VERSION",         GAFF_F_HOST_VERSION },
	{ "CURSOR_TRANSCRIPT_PATH", GAFF_F_TRANSCRIPT_PATH },
	{ "CLAUDE_PROJECT_DIR",     GAFF_F_PROJECT_DIR },
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("*"), .behind = SV_INIT("="), .members = GAFF_JSON({"generation_id":"$session_id","transcript_path":null}) },
	{ SV_INIT("sessionStart sessionEnd beforeSubmitPrompt stop"), .behind = SV_INIT("model"), .members = GAFF_JSON({"model_id":"$/model"}) },
	{ SV_INIT("preToolUse postToolUse postToolUseFailure"), .tools = GAFF_TOOL_BIT(SHELL), .members = GAFF_JSON({"tool_input":{"cwd":"$cwd","timeout":30000}}) },
	{ SV_INIT("preToolUse postToolUse postToolUseFailure"), .tools = ~(GAFF_TOOL_BIT(SHELL) | GAFF_TOOL_BIT(AGENT)), .members = GAFF_JSON({"cwd":"$-"}) },
	{ SV_INIT("beforeShellExecution"), .behind = SV_INIT("model"), .members = GAFF_JSON({"command":"$","cwd":"$cwd","sandbox":false}) },
	{ SV_INIT("afterShellExecution"), .behind = SV_INIT("model"), .members = GAFF_JSON({"command":"$","output":"hello\n","duration":79.984,"sandbox":false}) },
	{ SV_INIT("beforeMCPExecution"), .behind = SV_INIT("mcp_server_name"), .members = GAFF_JSON({"command":"demo-server"}) },
	{ SV_INIT("afterMCPExecution"), .behind = SV_INIT("tool_input"),
	  .members = GAFF_JSON({"result_json":"{\"content\":[{\"type\":\"text\",\"text\":\"hello\\n\"}],\"isError\":false}","duration":6.15}) },
	{ SV_INIT("beforeReadFile"), .behind = SV_INIT("model"), .members = GAFF_JSON({"content":"$content","file_path":"$","attachments":[]}) },
	{ SV_INIT("beforeTabFileRead"), .behind = SV_INIT("model"), .members = GAFF_JSON({"file_path":"$","content":"$content"}) },
	{ SV_INIT("afterFileEdit afterTabFileEdit"), .behind = SV_INIT("model"), .members = GAFF_JSON({"file_path":"$","edits":"$"}) },
	{ SV_INIT("postToolUse"), .tools = GAFF_TOOL_BIT(SHELL), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_output":"{\"output\":\"hello\\n\",\"exitCode\":0}"}) },
	{ SV_INIT("postToolUse"), .tools = GAFF_TOOL_BIT(FILE_WRITE), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_output":"{\"success\":true}"}) },
	{ SV_INIT("postToolUse"), .tools = GAFF_TOOL_BIT(MCP), .behind = SV_INIT("="),
	  .members = GAFF_JSON({"tool_output":"{\"content\":[{\"type\":\"text\",\"text\":\"hello\\n\"}],\"isError\":false}"}) },
	{ SV_INIT("postToolUse"), .behind = SV_INIT("tool_output"), .members = GAFF_JSON({"duration":79.984}) },
	{ SV_INIT("postToolUseFailure"), .behind = SV_INIT("error_message"), .members = GAFF_JSON({"failure_type":"error","duration":1.322,"tool_use_id":"$","is_interrupt":false}) },
	{ SV_INIT("afterAgentThought"), .behind = SV_INIT("text"), .members = GAFF_JSON({"duration_ms":7}) },
	{ SV_INIT("sessionEnd"), .behind = SV_INIT("reason"), .members = GAFF_JSON({"duration_ms":1630,"is_background_agent":"$","final_status":"completed"}) },
	{ SV_INIT("subagentStart"), .behind = SV_INIT("task"),
	  .members = GAFF_JSON({"parent_conversation_id":"$session_id","tool_call_id":"$tool_use_id","subagent_model":"$/model","is_parallel_worker":false}) },
	{ SV_INIT("subagentStop"), .behind = SV_INIT("subagent_type"),
	  .members = GAFF_JSON({"status":"$","duration_ms":5,"summary":"$","parent_conversation_id":"$session_id","message_count":1,"tool_call_count":0,"modified_files":[],
		"loop_count":"$","task":"$","description":"a task","agent_transcript_path":null}) },
	{ SV_INIT("preCompact"), .behind = SV_INIT("trigger"),
	  .members = GAFF_JSON({"context_usage_percent":80,"context_tokens":160000,"context_window_size":200000,"message_count":3,"messages_to_compact":2,"is_first_compaction":true}) },
};
static const char *const notes[] = {
	"A shell or MCP call, a file that is read or edited, fires `preToolUse` or `postToolUse` and an event of its own, which takes less for an answer: `gaff install --events all` leaves four of those six out, and registers them when they are named.",
	"`beforeShellExecution` and `beforeMCPExecution` are registered with `preToolUse`, since they may ask the user. Hooks run once, on `preToolUse`; a question goes to the other where its version asks, somebody is there, and gaff is registered in the user's own file, and is a denial else.",
	"An event name it does not know, a member that is not as it should be (a `timeout` of 0, a `matcher` that is no regular expression of JavaScript), a byte order mark or a trailing comma voids `hooks.json` without a message.",
	"Hooks start in a login shell.",
	"Contexts of all hooks of an event are joined before the limit of 10,000 characters: with a long one of another hook, both are lost, and with `--fail-closed` the call is blocked.",
	NULL,
};
/* The command-line agent, whose versions are dates. Its sdk, which cannot ask, runs the command. */
static const struct gaff_attended attended = {
	.unanswered = GAFF_UNANSWERED_UNKNOWN, .by_terminal = true, .program = "cursor-agent", .options_not = "-p --print",
	.since = SV_INIT("2026"),
	.how = "it is the editor, or the command-line agent on a terminal without `-p`", .otherwise = "the command may run", .seen = &asked,
};
/* clang-format on */

const struct gaff_host gaff_host_cursor = {
	.id = SV_INIT("cursor"),
	.title = "Cursor",
	.seen = &seen,
	.no_opinion = SV_INIT("{}"),
	.reader = { GAFF_READS_LAST, "JSON.parse of JavaScript", &js },
	.flags = GAFF_H_JSON_AFTER_TEXT | GAFF_H_STDOUT_IS_REASON | GAFF_H_STDERR_IS_PRIVATE,
	.context_max = 10000,
	.mcp_prefix = SV_INIT("MCP:"),
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.besides = GAFF_ROWS(gaff_contexts),
	.tools = GAFF_ROWS(tools),
	.alias_tools = GAFF_ROWS(alias_tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "cursor cursor-agent",
	.layout = &layout,
	.env = GAFF_ROWS(env),
	.versions = GAFF_ROWS(versions),
	.extras = GAFF_ROWS(extras),
	.reads_config_of = &gaff_host_claude_code,
	.attended = &attended,
	.trusts_if = "without a terminal add --trust",
	.notes = notes,
};
