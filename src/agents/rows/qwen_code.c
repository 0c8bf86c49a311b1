#include "agents/answers.h"
#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Qwen Code. JSON on stdout counts at every exit code but 2; there only stderr is read, and without
 * a text the tool runs. It knows Claude Code's words and does less with them: a new input is
 * ignored before a tool, and so is a block after it. continue:false never stops it; after a tool it
 * puts the stopReason in the place of the output. allow grants nothing, and said by one hook it
 * undoes the denial of another, so it is not said. UserPromptSubmit comes again with an empty
 * prompt after each round of tools: to deny that ends the turn.
 */

/* clang-format off */
static const struct gaff_evidence js = { GAFF_TYPES, "0.24.4, by its language" };
static const struct gaff_evidence seen = { GAFF_MEASURED,   "0.24.4" };
static const struct gaff_evidence code = { GAFF_TYPES,      "0.24.4" };
static const struct gaff_evidence old  = { GAFF_REPORTED,   "2026-11" };

#define CALLS       (GAFF_EV(BEFORE_TOOL) | GAFF_EV(AFTER_TOOL) | GAFF_EV(TOOL_FAILURE) | GAFF_EV(PERMISSION_DENIED))
#define TOOL_EVENTS (CALLS | GAFF_EV(PERMISSION_REQUEST))
#define IN_A_TURN   (GAFF_EV_ALL & ~GAFF_EV(SESSION_START) & ~GAFF_EV(SESSION_END) & ~GAFF_EV(NOTIFICATION) & ~GAFF_EV(NATIVE))

static const struct gaff_payload_row payload[] = {
	/* where                         field                   in payloads of              when missing */
	{ SV_INIT("/session_id"),        GAFF_F_SESSION_ID,      GAFF_EV_ALL,                SV_INIT("\"\"") },
	{ SV_INIT("/transcript_path"),   GAFF_F_TRANSCRIPT_PATH, GAFF_EV_ALL,                SV_INIT("\"\"") },
	{ SV_INIT("/cwd"),               GAFF_F_CWD,             GAFF_EV_ALL,                SV_INIT("\"\"") },
	{ SV_INIT("/hook_event_name"),   GAFF_F_EVENT,           GAFF_EV_ALL },
	{ SV_INIT("/timestamp"),         GAFF_F_TIME,            GAFF_EV_ALL },
	{ SV_INIT("/permission_mode"),   GAFF_F_PERMISSION_MODE, GAFF_EV_ALL,                SV_INIT("\"default\"") },
	{ SV_INIT("/agent_id"),          GAFF_F_AGENT_ID,        GAFF_EV_ALL },
	{ SV_INIT("/prompt_id"),         GAFF_F_CONSTANT,        IN_A_TURN,                  SV_INIT("\"\"") },
	{ SV_INIT("/tool_name"),         GAFF_F_TOOL_NAME,       TOOL_EVENTS },
	{ SV_INIT("/tool_input"),        GAFF_F_TOOL_INPUT,      TOOL_EVENTS },
	{ SV_INIT("/tool_response/llmContent"), GAFF_F_TOOL_OUTPUT, GAFF_EV(AFTER_TOOL),     SV_INIT("\"\"") },
	{ SV_INIT("/tool_use_id"),       GAFF_F_TOOL_USE_ID,     CALLS,                      SV_INIT("\"\"") },
	{ SV_INIT("/tool_call_id"),      GAFF_F_CONSTANT,        CALLS,                      SV_INIT("\"\"") },
	{ SV_INIT("/error"),             GAFF_F_TOOL_ERROR,      GAFF_EV(TOOL_FAILURE),      SV_INIT("\"\""), .flags = GAFF_P_TEXT },
	{ SV_INIT("/is_interrupt"),      GAFF_F_CONSTANT,        GAFF_EV(TOOL_FAILURE),      SV_INIT("false") },
	{ SV_INIT("/duration_ms"),       GAFF_F_CONSTANT,        GAFF_EV(AFTER_TOOL) | GAFF_EV(TOOL_FAILURE), SV_INIT("0") },
	{ SV_INIT("/prompt"),            GAFF_F_PROMPT,          GAFF_EV(BEFORE_PROMPT),     SV_INIT("\"\"") },
	{ SV_INIT("/submitted_prompt"),  GAFF_F_PROMPT,          GAFF_EV(BEFORE_PROMPT) },
	{ SV_INIT("/source"),            GAFF_F_SOURCE,          GAFF_EV(SESSION_START),     SV_INIT("\"startup\"") },
	{ SV_INIT("/model"),             GAFF_F_MODEL,           GAFF_EV(SESSION_START),     SV_INIT("\"\"") },
	{ SV_INIT("/reason"),            GAFF_F_REASON,          GAFF_EV(SESSION_END) | GAFF_EV(PERMISSION_DENIED), SV_INIT("\"other\"") },
	{ SV_INIT("/stop_hook_active"),  GAFF_F_STOP_ACTIVE,     GAFF_EV_STOPS,              SV_INIT("false") },
	{ SV_INIT("/agent_type"),        GAFF_F_AGENT_TYPE,      GAFF_EV(SUBAGENT_START) | GAFF_EV(SUBAGENT_STOP), SV_INIT("\"\"") },
	{ SV_INIT("/error"),             GAFF_F_REASON,          GAFF_EV(ERROR),             SV_INIT("\"\"") },
	{ SV_INIT("/error_details"),     GAFF_F_MESSAGE,         GAFF_EV(ERROR),             SV_INIT("\"\"") },
	{ SV_INIT("/last_assistant_message"), GAFF_F_LAST_MESSAGE, GAFF_EV_STOPS | GAFF_EV(ERROR), SV_INIT("\"\"") },
	{ SV_INIT("/background_tasks"),  GAFF_F_CONSTANT,        GAFF_EV_STOPS,              SV_INIT("[]") },
	{ SV_INIT("/crons"),             GAFF_F_CONSTANT,        GAFF_EV_STOPS,              SV_INIT("[]") },
	{ SV_INIT("/trigger"),           GAFF_F_TRIGGER,         GAFF_EV(BEFORE_COMPACT) | GAFF_EV(AFTER_COMPACT), SV_INIT("\"auto\"") },
	{ SV_INIT("/custom_instructions"), GAFF_F_CONSTANT,      GAFF_EV(BEFORE_COMPACT),    SV_INIT("\"\"") },
	{ SV_INIT("/compact_summary"),   GAFF_F_LAST_MESSAGE,    GAFF_EV(AFTER_COMPACT),     SV_INIT("\"\"") },
	{ SV_INIT("/message"),           GAFF_F_MESSAGE,         GAFF_EV(NOTIFICATION),      SV_INIT("\"\"") },
	{ SV_INIT("/notification_type"), GAFF_F_CONSTANT,        GAFF_EV(NOTIFICATION),      SV_INIT("\"permission_prompt\"") },
	{ SV_INIT("/title"),             GAFF_F_CONSTANT,        GAFF_EV(NOTIFICATION),      SV_INIT("\"\"") },
	{ SV_INIT("/file_path"),         GAFF_F_FILE_PATH,       .flags = GAFF_P_ALIAS }, /* InstructionsLoaded */
	{ SV_INIT("$QWEN_PROJECT_DIR"),  GAFF_F_PROJECT_DIR,     .flags = GAFF_P_STARTED }, /* over what a .env says */
	{ SV_INIT("$QWEN_CODE_SESSION_ID"), GAFF_F_SESSION_ID },
	{ SV_INIT("$QWEN_CODE_STARTUP_VERSION"), GAFF_F_HOST_VERSION },
};

static const struct gaff_input_row shell[]     = { SAME("command"), SAME("description"), AS("directory", "cwd"), SAME("timeout") };
static const struct gaff_input_row notebook[]  = { PATH("notebook_path"), NEW("new_source") };
static const struct gaff_input_row read_many[] = { PATH("paths"), PATH("include") }; /* lists of names and patterns */

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("run_shell_command"), GAFF_TOOL_SHELL,      GAFF_ROWS(shell),                           &seen },
	{ SV_INIT("monitor"),           GAFF_TOOL_SHELL,      GAFF_ROWS(shell),                           &code }, /* runs a command, too */
	{ SV_INIT("read_file"),         GAFF_TOOL_FILE_READ,  GAFF_ROWS(gaff_in_file_path_offset_limit),  &seen },
	{ SV_INIT("read_many_files"),   GAFF_TOOL_FILE_READ,  GAFF_ROWS(read_many),                       &old },
	{ SV_INIT("write_file"),        GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_file_path_content),       &seen },
	{ SV_INIT("edit"),              GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_file_path_old_new),       &seen },
	{ SV_INIT("notebook_edit"),     GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(notebook),                        &code },
	{ SV_INIT("grep_search"),       GAFF_TOOL_SEARCH,     GAFF_ROWS(gaff_in_pattern_path_glob),       &seen },
	{ SV_INIT("glob"),              GAFF_TOOL_FIND,       GAFF_ROWS(gaff_in_pattern_path),            &seen },
	{ SV_INIT("web_fetch"),         GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url_prompt),              &seen },
	{ SV_INIT("web_search"),        GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query),                   &code },
	{ SV_INIT("list_directory"),    GAFF_TOOL_OTHER,      GAFF_ROWS(gaff_in_path),                    &code },
	{ SV_INIT("agent"),             GAFF_TOOL_AGENT,      GAFF_ROWS(gaff_in_description_prompt_type), &seen },
};

#define GATES BLOCKS, \
	{ GAFF_A_DENY,   SV_INIT("/decision"), SV_INIT("\"deny\""), GAFF_R_READ }, \
	NO_OBJECTION("allow"), NO_OBJECTION("approve")

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2_BARE,
	NAMED,
	{ GAFF_A_DENY,   SV_INIT(OUT "permissionDecision"), SV_INIT("\"deny\"") },
	{ GAFF_A_ASK,    SV_INIT(OUT "permissionDecision"), SV_INIT("\"ask\"") }, /* without a terminal: denied */
	{ GAFF_A_REASON, SV_INIT(OUT "permissionDecisionReason"), .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_CONTEXT, SV_INIT(OUT "permissionDecisionReason"), .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY | GAFF_R_NOT_WITH_ASK }, /* the model reads no other text */
	{ GAFF_A_ALLOW,  SV_INIT(OUT "permissionDecision"), SV_INIT("\"allow\""), GAFF_R_READ | GAFF_R_NO_GRANT },
	{ GAFF_A_DENY,   SV_INIT("/decision"), SV_INIT("\"deny\""),  GAFF_R_READ },
	{ GAFF_A_DENY,   SV_INIT("/decision"), SV_INIT("\"block\""), GAFF_R_READ },
	{ GAFF_A_ASK,    SV_INIT("/decision"), SV_INIT("\"ask\""),   GAFF_R_READ },
	{ GAFF_A_ALLOW,  SV_INIT("/decision"), SV_INIT("\"allow\""), GAFF_R_READ | GAFF_R_NO_GRANT },
	{ GAFF_A_REASON, SV_INIT("/reason"),   .flags = GAFF_R_READ },
	{ GAFF_A_DENY,   SV_INIT("/continue"), SV_INIT("false"),     GAFF_R_READ },
	{ GAFF_A_REASON, SV_INIT("/stopReason"), .flags = GAFF_R_READ },
	{ GAFF_A_ALLOW,  SV_INIT("/continue"), SV_INIT("true"),      GAFF_R_READ | GAFF_R_NO_GRANT },
);
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(JSON, /* either way the text takes the place of the output */
	{ GAFF_A_DENY,     SV_INIT("/continue"),   SV_INIT("false") },
	{ GAFF_A_REPLACES, SV_INIT("/continue"),   SV_INIT("false"), GAFF_R_WRITE | GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_REASON,   SV_INIT("/stopReason"), .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/stopReason"), .flags = GAFF_R_AS_TEXT | GAFF_R_WRITE | GAFF_R_NOT_WITH_DENY },
	NAMED, CONTEXT_IF(GAFF_R_NOT_WITH_DENY | GAFF_R_IN_NEW_OUTPUT),
	{ GAFF_A_ALLOW,  SV_INIT("/continue"), SV_INIT("true"),      GAFF_R_READ | GAFF_R_NO_GRANT },
);
static const struct gaff_shape permission_answer = GAFF_ANSWER(JSON,
	NAMED, RULES,
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "decision/updatedInput"), .flags = GAFF_R_WITH_ALLOW },
);
static const struct gaff_shape batch_answer     = GAFF_ANSWER(EXIT_2_BARE, GATES, NAMED, CONTEXT);
static const struct gaff_shape prompt_answer    = GAFF_ANSWER(EXIT_2_BARE, STOPS, GATES, NAMED, CONTEXT_IF(GAFF_R_NOT_WITH_DENY));
static const struct gaff_shape expansion_answer = GAFF_ANSWER(EXIT_2_BARE, GATES, NAMED, CONTEXT_IF(GAFF_R_NOT_WITH_DENY));
static const struct gaff_shape stop_answer = GAFF_ANSWER(EXIT_2_BARE,
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("/systemMessage") },
	GATES,
	{ GAFF_A_DENY,   SV_INIT("/continue"),   SV_INIT("false"), GAFF_R_READ },
	{ GAFF_A_REASON, SV_INIT("/stopReason"), .flags = GAFF_R_READ },
	{ GAFF_A_ALLOW,  SV_INIT("/continue"), SV_INIT("true"),      GAFF_R_READ | GAFF_R_NO_GRANT },
);
static const struct gaff_shape subagent_answer = GAFF_ANSWER(EXIT_2_BARE, GATES);
static const struct gaff_shape todo_answer     = GAFF_ANSWER(JSON, GATES); /* that word alone, and no exit code */
static const struct gaff_shape informs_answer  = GAFF_ANSWER(EXIT_2_BARE, NAMED, CONTEXT);

#define TEXT GAFF_E_TEXT_IS_CONTEXT
#define SHOW GAFF_E_TEXT_IS_MESSAGE
#define NO2  GAFF_E_EXIT_2_IS_NOTHING
#define ASKS GAFF_E_SILENCE_ASKS

static const struct gaff_event_row events[] = {
	/* native                         canonical                   answer                       waits, ms */
	{ SV_INIT("PreToolUse"),          GAFF_EV_BEFORE_TOOL,        &before_tool_answer,         60000, &seen },
	{ SV_INIT("PostToolUse"),         GAFF_EV_AFTER_TOOL,         &after_tool_answer,          60000, &seen, .flags = NO2 },
	{ SV_INIT("PostToolUseFailure"),  GAFF_EV_TOOL_FAILURE,       &informs_answer,             60000, &seen, .flags = NO2 },
	{ SV_INIT("PostToolBatch"),       GAFF_EV_NATIVE,             &batch_answer,               15000, &seen }, /* the reason replaces the last result */
	{ SV_INIT("PermissionRequest"),   GAFF_EV_PERMISSION_REQUEST, &permission_answer,          60000, &seen, .flags = ASKS | NO2 },
	{ SV_INIT("PermissionDenied"),    GAFF_EV_PERMISSION_DENIED,  GAFF_NO_ANSWER(EXIT_2_BARE), 60000, &seen },
	{ SV_INIT("UserPromptSubmit"),    GAFF_EV_BEFORE_PROMPT,      &prompt_answer,              60000, &seen, .flags = TEXT },
	{ SV_INIT("UserPromptExpansion"), GAFF_EV_NATIVE,             &expansion_answer,           60000, &seen, .flags = TEXT },
	{ SV_INIT("SessionStart"),        GAFF_EV_SESSION_START,      &informs_answer,             60000, &seen, .flags = TEXT | NO2 },
	{ SV_INIT("SessionEnd"),          GAFF_EV_SESSION_END,        GAFF_NO_ANSWER(EXIT_2_BARE), 60000, &seen },
	{ SV_INIT("SessionDelete"),       GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2_BARE), 60000, &code },
	{ SV_INIT("Stop"),                GAFF_EV_AGENT_STOP,         &stop_answer,                60000, &seen, .flags = SHOW },
	{ SV_INIT("StopFailure"),         GAFF_EV_ERROR,              GAFF_NO_ANSWER(EXIT_2_BARE), 60000, &seen },
	{ SV_INIT("SubagentStart"),       GAFF_EV_SUBAGENT_START,     GAFF_NO_ANSWER(EXIT_2_BARE), 60000, &seen },
	{ SV_INIT("SubagentStop"),        GAFF_EV_SUBAGENT_STOP,      &subagent_answer,            60000, &seen },
	{ SV_INIT("PreCompact"),          GAFF_EV_BEFORE_COMPACT,     &informs_answer,             60000, &seen, .flags = NO2 },
	{ SV_INIT("PostCompact"),         GAFF_EV_AFTER_COMPACT,      GAFF_NO_ANSWER(EXIT_2_BARE), 60000, &seen },
	{ SV_INIT("Notification"),        GAFF_EV_NOTIFICATION,       GAFF_NO_ANSWER(EXIT_2_BARE), 60000, &seen },
	{ SV_INIT("TodoCreated"),         GAFF_EV_NATIVE,             &todo_answer,                60000, &seen, .flags = NO2 },
	{ SV_INIT("TodoCompleted"),       GAFF_EV_NATIVE,             &todo_answer,                60000, &seen, .flags = NO2 },
	{ SV_INIT("InstructionsLoaded"),  GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2_BARE), 60000, &seen },
	{ SV_INIT("MessageDisplay"),      GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2_BARE), 60000, &seen },
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), 60000, &code,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("$QWEN_PROJECT_DIR"),     1 },
	{ SV_INIT("$QWEN_CODE_SESSION_ID"), 1 },
	{ SV_INIT("/transcript_path"),      6, SV_INIT("*/.qwen/*") },
	{ SV_INIT("/tool_call_id"),         4 },
	{ SV_INIT("/prompt_id"),            4, SV_INIT("*########*") },
	{ SV_INIT("/timestamp"),            1 },
	{ SV_INIT("/permission_mode"),      1 },
	{ SV_INIT("/hook_event_name"),      1 },
};

static const struct gaff_config_row config[] = { /* comments are fine; a trailing comma, and it crashes */
	{ GAFF_SCOPE_USER,    "~/.qwen/settings.json", GAFF_SYNTAX_JSONC, &seen, GAFF_C_NO_TRAILING_COMMA },
	{ GAFF_SCOPE_PROJECT, "./.qwen/settings.json", GAFF_SYNTAX_JSONC, &seen, GAFF_C_NO_TRAILING_COMMA },
};

static const struct gaff_home_row homes[] = { { "QWEN_HOME", "~/.qwen" } };

static const struct gaff_handler_type handlers[] = {
	{ SV_INIT("command"), GAFF_HANDLER_COMMAND }, { SV_INIT("http"), GAFF_HANDLER_HTTP }, { SV_INIT("prompt"), GAFF_HANDLER_PROMPT },
};
static const struct gaff_member members[] = {
	{ SV_INIT("/type"),           GAFF_MEMBER_TYPE },
	{ SV_INIT("/name"),           GAFF_MEMBER_NAME },
	{ SV_INIT("/command"),        GAFF_MEMBER_COMMAND,     GAFF_KIND(COMMAND) },
	{ SV_INIT("/env"),            GAFF_MEMBER_ENV,         GAFF_KIND(COMMAND) },
	{ SV_INIT("/url"),            GAFF_MEMBER_URL,         GAFF_KIND(HTTP) },
	{ SV_INIT("/headers"),        GAFF_MEMBER_HEADERS,     GAFF_KIND(HTTP) },
	{ SV_INIT("/allowedEnvVars"), GAFF_MEMBER_ALLOWED_ENV, GAFF_KIND(HTTP) },
	{ SV_INIT("/prompt"),         GAFF_MEMBER_PROMPT,      GAFF_KIND(PROMPT) },
	{ SV_INIT("/model"),          GAFF_MEMBER_MODEL,       GAFF_KIND(PROMPT) },
	{ SV_INIT("/timeout"),        GAFF_MEMBER_TIMEOUT,     .unit = GAFF_SECONDS_OR_MS },
	{ SV_INIT("/async"),          GAFF_MEMBER_ASYNC,       GAFF_KIND(COMMAND) },
	{ SV_INIT("/statusMessage"),  GAFF_MEMBER_STATUS },
};
/* Names that it shows, or had, and those of Claude Code; web_* and notebook_edit as in its code, the others were tried. */
static const struct gaff_matcher_alias aliases[] = {
	{ SV_INIT("Bash"), SV_INIT("run_shell_command") }, { SV_INIT("Shell"), SV_INIT("run_shell_command") }, { SV_INIT("ShellTool"), SV_INIT("run_shell_command") },
	{ SV_INIT("Monitor"), SV_INIT("monitor") }, { SV_INIT("MonitorTool"), SV_INIT("monitor") },
	{ SV_INIT("Read"), SV_INIT("read_file") }, { SV_INIT("ReadFile"), SV_INIT("read_file") }, { SV_INIT("ReadFileTool"), SV_INIT("read_file") },
	{ SV_INIT("Write"), SV_INIT("write_file") }, { SV_INIT("WriteFile"), SV_INIT("write_file") }, { SV_INIT("WriteFileTool"), SV_INIT("write_file") },
	{ SV_INIT("Edit"), SV_INIT("edit") }, { SV_INIT("EditTool"), SV_INIT("edit") }, { SV_INIT("replace"), SV_INIT("edit") },
	{ SV_INIT("NotebookEdit"), SV_INIT("notebook_edit") }, { SV_INIT("NotebookEditTool"), SV_INIT("notebook_edit") },
	{ SV_INIT("Grep"), SV_INIT("grep_search") }, { SV_INIT("GrepTool"), SV_INIT("grep_search") }, { SV_INIT("search_file_content"), SV_INIT("grep_search") }, { SV_INIT("SearchFiles"), SV_INIT("grep_search") },
	{ SV_INIT("Glob"), SV_INIT("glob") }, { SV_INIT("GlobTool"), SV_INIT("glob") }, { SV_INIT("FindFiles"), SV_INIT("glob") },
	{ SV_INIT("WebFetch"), SV_INIT("web_fetch") }, { SV_INIT("WebFetchTool"), SV_INIT("web_fetch") },
	{ SV_INIT("WebSearch"), SV_INIT("web_search") }, { SV_INIT("WebSearchTool"), SV_INIT("web_search") },
	{ SV_INIT("ListFiles"), SV_INIT("list_directory") }, { SV_INIT("ListFilesTool"), SV_INIT("list_directory") }, { SV_INIT("ReadFolder"), SV_INIT("list_directory") },
	{ SV_INIT("Agent"), SV_INIT("agent") }, { SV_INIT("AgentTool"), SV_INIT("agent") }, { SV_INIT("task"), SV_INIT("agent") }, { SV_INIT("Task"), SV_INIT("agent") }, { SV_INIT("TaskTool"), SV_INIT("agent") },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_GROUPS, .matching = GAFF_MATCH_NAMES_FIRST, .one_of_a_name = true, .expands = true,
	.aliases = GAFF_ROWS(aliases),
	.settings = "permissions disableAllHooks general ui security modelProviders",
	.shell = GAFF_SHELL_BASH,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

static const struct gaff_switch_row switches[] = {
	{ SV_INIT("/disableAllHooks"), SV_INIT("true") },
};

static const struct gaff_env_row env[] = {
	{ "QWEN_PROJECT_DIR",     GAFF_F_PROJECT_DIR },
	{ "QWEN_CODE_SESSION_ID", GAFF_F_SESSION_ID },
	{ "CLAUDE_PROJECT_DIR",   GAFF_F_PROJECT_DIR },
	{ "GEMINI_PROJECT_DIR",   GAFF_F_PROJECT_DIR },
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("PostToolBatch MessageDisplay TodoCreated TodoCompleted UserPromptExpansion"), GAFF_JSON({"prompt_id":""}) },
	{ SV_INIT("*"), .behind = SV_INIT("="), .members = GAFF_JSON({"prompt_id":"5b0e2f1c-8a86-4d0e-9a54-1f0c7f1f7a11########0","tool_call_id":"$tool_use_id"}) },
	{ SV_INIT("PostToolUse"), GAFF_JSON({"tool_response":{"returnDisplay":"hello"}}) },
	{ SV_INIT("PostToolUseFailure"), .behind = SV_INIT("prompt_id"), .members = GAFF_JSON({"tool_use_id":"$","tool_call_id":"$"}) },
	{ SV_INIT("PostToolBatch"),
	  GAFF_JSON({"tool_calls":[{"tool_name":"run_shell_command","tool_input":{"command":"echo hello"},"tool_use_id":"$tool_use_id","tool_call_id":"$tool_use_id",
		"status":"success","tool_response":{"response_parts":[],"result_display":"hello","execution_status":"success","content_length":6}}]}) },
	{ SV_INIT("Stop"), GAFF_JSON({"context_usage":0.0005,"context_limit":200000,"input_tokens":100}) },
	{ SV_INIT("SubagentStart"), .behind = SV_INIT("prompt_id"), .members = GAFF_JSON({"agent_id":"$"}) },
	{ SV_INIT("SubagentStop"), .behind = SV_INIT("agent_type"), .members = GAFF_JSON({"agent_transcript_path":"$transcript_path"}) },
	{ SV_INIT("UserPromptExpansion"), GAFF_JSON({"command_name":"init","command_args":"now","prompt":"$prompt"}) },
	{ SV_INIT("TodoCreated"),
	  GAFF_JSON({"todo_id":"1","todo_content":"say hello","todo_status":"pending","all_todos":[{"id":"1","content":"say hello","status":"pending"}],"phase":"validation"}) },
	{ SV_INIT("TodoCompleted"),
	  GAFF_JSON({"todo_id":"1","todo_content":"say hello","previous_status":"pending","all_todos":[{"id":"1","content":"say hello","status":"completed"}],"phase":"validation"}) },
	{ SV_INIT("InstructionsLoaded"), GAFF_JSON({"file_path":"$file_path","memory_type":"extension","load_reason":"session_start"}) },
	{ SV_INIT("MessageDisplay"), GAFF_JSON({"message_id":"8b11a97d-a20c-4930-a2ab-777a6f10a82e","displayed_text":"hello","is_final":true}) },
};
static const char *const notes[] = {
	"`UserPromptSubmit` comes again with an empty prompt after each round of tools; to deny that ends the turn.",
	"A refused stop is honoured 8 times.",
	"A timeout below 1000 in its settings is seconds, from 1000 on milliseconds.",
	"Permission requests fire with a terminal or stream-json input only.",
	"`allow` from one hook undoes the denial of another.",
	NULL,
};
static const struct gaff_attended attended = { .unanswered = GAFF_UNANSWERED_DENIES, .otherwise = "it denies", .seen = &seen };
/* clang-format on */

const struct gaff_host gaff_host_qwen_code = {
	.id = SV_INIT("qwen-code"),
	.title = "Qwen Code",
	.seen = &seen,
	.reader = { GAFF_READS_LAST, "JSON.parse of JavaScript", &js },
	.flags = GAFF_H_JSON_AT_ANY_EXIT | GAFF_H_TEXT_IS_IGNORED | GAFF_H_JSON_ON_STDERR,
	.mcp_prefix = SV_INIT("mcp__"),
	.mcp_joint = SV_INIT("__"),
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.besides = GAFF_ROWS(gaff_contexts),
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "qwen",
	.packages = "@qwen-code/qwen-code",
	.off_variables = "QWEN_CODE_SIMPLE",
	.moved_variables = "QWEN_CODE_SYSTEM_SETTINGS_PATH QWEN_CODE_SYSTEM_DEFAULTS_PATH "
			   "QWEN_CODE_TRUSTED_FOLDERS_PATH",
	.layout = &layout,
	.homes = GAFF_ROWS(homes),
	.switches = GAFF_ROWS(switches),
	.env = GAFF_ROWS(env),
	.extras = GAFF_ROWS(extras),
	.attended = &attended,
	.notes = notes,
};
