#include "agents/answers.h"
#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * GitHub Copilot CLI. How an event is spelled in its configuration chooses the payload: preToolUse
 * is Copilot's own, PreToolUse looks like Claude Code's. The answers below work in both; under
 * hookSpecificOutput some are lost, and at exit 2 so is the reason. Before a tool any failure of a
 * hook denies, everywhere else exit 2 alone is a warning for the user. There is no other way to
 * tell the user something. A block without a reason is ignored.
 */

/* clang-format off */
static const struct gaff_evidence js = { GAFF_TYPES, "1.0.102, by its language" };
static const struct gaff_evidence seen = { GAFF_MEASURED,   "1.0.102" };
static const struct gaff_evidence code = { GAFF_TYPES,      "1.0.102" };
static const struct gaff_evidence docs = { GAFF_DOCUMENTED, "2026-10" };

#define CALLS       (GAFF_EV(BEFORE_TOOL) | GAFF_EV(AFTER_TOOL) | GAFF_EV(TOOL_FAILURE))
#define TOOL_EVENTS (CALLS | GAFF_EV(PERMISSION_REQUEST))
#define WITH_FILE   (GAFF_EV_STOPS | GAFF_EV(SUBAGENT_START) | GAFF_EV(BEFORE_COMPACT))
#define ONE         GAFF_P_ONE_TOOL
#define ANY         GAFF_P_ANY_TOOL
#define ALIAS       GAFF_P_ALIAS

static const struct gaff_payload_row payload[] = {
	/* where                        field                   in payloads of               when missing */
	{ SV_INIT("/hookName"),         GAFF_F_CONSTANT,        GAFF_EV(PERMISSION_REQUEST), SV_INIT("\"permissionRequest\"") },
	{ SV_INIT("/sessionId"),        GAFF_F_SESSION_ID,      GAFF_EV_ALL,                 SV_INIT("\"\"") },
	{ SV_INIT("/timestamp"),        GAFF_F_TIME,            GAFF_EV_ALL,                 .flags = GAFF_P_MILLISECONDS },
	{ SV_INIT("/cwd"),              GAFF_F_CWD,             GAFF_EV_ALL,                 SV_INIT("\"\"") },
	{ SV_INIT("/transcriptPath"),   GAFF_F_TRANSCRIPT_PATH, WITH_FILE,                   SV_INIT("\"\"") },
	{ SV_INIT("/toolCallId"),       GAFF_F_TOOL_USE_ID,     GAFF_EV(BEFORE_TOOL),        SV_INIT("\"\""), .flags = ONE },
	{ SV_INIT("/serverName"),       GAFF_F_MCP_SERVER,      GAFF_EV(BEFORE_TOOL),        .flags = ONE },
	{ SV_INIT("/toolName"),         GAFF_F_TOOL_NAME,       TOOL_EVENTS },
	{ SV_INIT("/toolArgs"),         GAFF_F_TOOL_INPUT,      CALLS,                       .flags = ANY | GAFF_P_MAY_BE_TEXT },
	{ SV_INIT("/toolInput"),        GAFF_F_TOOL_INPUT,      GAFF_EV(PERMISSION_REQUEST) },
	{ SV_INIT("/arguments"),        GAFF_F_TOOL_INPUT,      GAFF_EV(BEFORE_TOOL),        .flags = ONE },
	{ SV_INIT("/permissionSuggestions"), GAFF_F_CONSTANT,   GAFF_EV(PERMISSION_REQUEST), SV_INIT("[]") },
	{ SV_INIT("/toolResult/resultType"), GAFF_F_CONSTANT,   GAFF_EV(AFTER_TOOL),         SV_INIT("\"success\"") },
	{ SV_INIT("/toolResult/textResultForLlm"), GAFF_F_TOOL_OUTPUT, GAFF_EV(AFTER_TOOL),  SV_INIT("\"\""), .flags = GAFF_P_TEXT },
	{ SV_INIT("/error"),            GAFF_F_TOOL_ERROR,      GAFF_EV(TOOL_FAILURE),       SV_INIT("\"\""), .flags = GAFF_P_TEXT },
	{ SV_INIT("/prompt"),           GAFF_F_PROMPT,          GAFF_EV(BEFORE_PROMPT),      SV_INIT("\"\"") },
	{ SV_INIT("/source"),           GAFF_F_SOURCE,          GAFF_EV(SESSION_START),      SV_INIT("\"new\"") },
	{ SV_INIT("/initialPrompt"),    GAFF_F_PROMPT,          GAFF_EV(SESSION_START) },
	{ SV_INIT("/reason"),           GAFF_F_REASON,          GAFF_EV(SESSION_END),        SV_INIT("\"complete\"") },
	{ SV_INIT("/trigger"),          GAFF_F_TRIGGER,         GAFF_EV(BEFORE_COMPACT),     SV_INIT("\"auto\"") },
	{ SV_INIT("/customInstructions"), GAFF_F_CONSTANT,      GAFF_EV(BEFORE_COMPACT),     SV_INIT("\"\"") },
	{ SV_INIT("/message"),          GAFF_F_MESSAGE,         GAFF_EV(NOTIFICATION),       SV_INIT("\"\"") },
	{ SV_INIT("/hook_event_name"),  GAFF_F_CONSTANT,        GAFF_EV(NOTIFICATION),       SV_INIT("\"Notification\"") },
	{ SV_INIT("/notification_type"), GAFF_F_CONSTANT,       GAFF_EV(NOTIFICATION),       SV_INIT("\"permission_prompt\"") },
	{ SV_INIT("/errorContext"),     GAFF_F_REASON,          GAFF_EV(ERROR),              SV_INIT("\"system\"") },
	{ SV_INIT("/recoverable"),      GAFF_F_CONSTANT,        GAFF_EV(ERROR),              SV_INIT("false") },
	{ SV_INIT("/error/message"),    GAFF_F_MESSAGE,         GAFF_EV(ERROR),              SV_INIT("\"\"") },
	{ SV_INIT("/agentId"),          GAFF_F_AGENT_ID,        GAFF_EV_ALL },
	{ SV_INIT("/agentType"),        GAFF_F_AGENT_TYPE,      GAFF_EV_ALL },
	{ SV_INIT("/agentName"),        GAFF_F_AGENT_TYPE,      GAFF_EV(SUBAGENT_START) | GAFF_EV(SUBAGENT_STOP), SV_INIT("\"\"") },
	{ SV_INIT("/response"),         GAFF_F_LAST_MESSAGE,    GAFF_EV(SUBAGENT_STOP),      SV_INIT("\"\"") },
	{ SV_INIT("/stopReason"),       GAFF_F_CONSTANT,        GAFF_EV_STOPS,               SV_INIT("\"end_turn\"") },
	{ SV_INIT("/stop_hook_active"), GAFF_F_STOP_ACTIVE,     GAFF_EV_STOPS,               SV_INIT("false") },
	{ SV_INIT("/hook_event_name"),  GAFF_F_EVENT,           .flags = ALIAS },
	{ SV_INIT("/hookName"),         GAFF_F_EVENT,           .flags = ALIAS },
	{ SV_INIT("$COPILOT_PROJECT_DIR"), GAFF_F_PROJECT_DIR,  .flags = GAFF_P_STARTED },
	{ SV_INIT("$COPILOT_CLI_BINARY_VERSION"), GAFF_F_HOST_VERSION },
};

/* Permission requests, notifications and MCP calls are spelled as above in any case. */
static const struct gaff_payload_row pascal_payload[] = {
	{ SV_INIT("/hook_event_name"),  GAFF_F_EVENT,           GAFF_EV_ALL },
	{ SV_INIT("/session_id"),       GAFF_F_SESSION_ID,      GAFF_EV_ALL,             SV_INIT("\"\"") },
	{ SV_INIT("/timestamp"),        GAFF_F_TIME,            GAFF_EV_ALL },
	{ SV_INIT("/cwd"),              GAFF_F_CWD,             GAFF_EV_ALL,             SV_INIT("\"\"") },
	{ SV_INIT("/transcript_path"),  GAFF_F_TRANSCRIPT_PATH, WITH_FILE,               SV_INIT("\"\"") },
	{ SV_INIT("/tool_name"),        GAFF_F_TOOL_NAME,       TOOL_EVENTS },
	{ SV_INIT("/tool_input"),       GAFF_F_TOOL_INPUT,      TOOL_EVENTS,             .flags = GAFF_P_MAY_BE_TEXT },
	{ SV_INIT("/tool_result/result_type"), GAFF_F_CONSTANT, GAFF_EV(AFTER_TOOL),     SV_INIT("\"success\"") },
	{ SV_INIT("/tool_result/text_result_for_llm"), GAFF_F_TOOL_OUTPUT, GAFF_EV(AFTER_TOOL), SV_INIT("\"\""), .flags = GAFF_P_TEXT },
	{ SV_INIT("/error"),            GAFF_F_TOOL_ERROR,      GAFF_EV(TOOL_FAILURE),   SV_INIT("\"\""), .flags = GAFF_P_TEXT },
	{ SV_INIT("/prompt"),           GAFF_F_PROMPT,          GAFF_EV(BEFORE_PROMPT),  SV_INIT("\"\"") },
	{ SV_INIT("/source"),           GAFF_F_SOURCE,          GAFF_EV(SESSION_START),  SV_INIT("\"new\"") },
	{ SV_INIT("/initial_prompt"),   GAFF_F_PROMPT,          GAFF_EV(SESSION_START) },
	{ SV_INIT("/reason"),           GAFF_F_REASON,          GAFF_EV(SESSION_END),    SV_INIT("\"complete\"") },
	{ SV_INIT("/trigger"),          GAFF_F_TRIGGER,         GAFF_EV(BEFORE_COMPACT), SV_INIT("\"auto\"") },
	{ SV_INIT("/custom_instructions"), GAFF_F_CONSTANT,     GAFF_EV(BEFORE_COMPACT), SV_INIT("\"\"") },
	{ SV_INIT("/message"),          GAFF_F_MESSAGE,         GAFF_EV(NOTIFICATION),   SV_INIT("\"\"") },
	{ SV_INIT("/error/message"),    GAFF_F_MESSAGE,         GAFF_EV(ERROR),          SV_INIT("\"\"") },
	{ SV_INIT("/error_context"),    GAFF_F_REASON,          GAFF_EV(ERROR),          SV_INIT("\"system\"") },
	{ SV_INIT("/recoverable"),      GAFF_F_CONSTANT,        GAFF_EV(ERROR),          SV_INIT("false") },
	{ SV_INIT("/agent_id"),         GAFF_F_AGENT_ID,        GAFF_EV_ALL },
	{ SV_INIT("/agent_type"),       GAFF_F_AGENT_TYPE,      GAFF_EV_ALL },
	{ SV_INIT("/last_assistant_message"), GAFF_F_LAST_MESSAGE, GAFF_EV(SUBAGENT_STOP), SV_INIT("\"\"") },
	{ SV_INIT("/stop_reason"),      GAFF_F_CONSTANT,        GAFF_EV_STOPS,           SV_INIT("\"end_turn\"") },
	{ SV_INIT("/stop_hook_active"), GAFF_F_STOP_ACTIVE,     GAFF_EV_STOPS,           SV_INIT("false") },
	{ SV_INIT("/hookName"),         GAFF_F_EVENT,           .flags = ALIAS },
	{ SV_INIT("/sessionId"),        GAFF_F_SESSION_ID,      .flags = ALIAS },
	{ SV_INIT("/transcriptPath"),   GAFF_F_TRANSCRIPT_PATH, .flags = ALIAS },
	{ SV_INIT("/toolCallId"),       GAFF_F_TOOL_USE_ID,     .flags = ALIAS },
	{ SV_INIT("/serverName"),       GAFF_F_MCP_SERVER,      .flags = ALIAS },
	{ SV_INIT("/toolName"),         GAFF_F_TOOL_NAME,       .flags = ALIAS },
	{ SV_INIT("/toolInput"),        GAFF_F_TOOL_INPUT,      .flags = ALIAS },
	{ SV_INIT("/arguments"),        GAFF_F_TOOL_INPUT,      .flags = ALIAS },
	{ SV_INIT("$COPILOT_PROJECT_DIR"), GAFF_F_PROJECT_DIR,  .flags = GAFF_P_STARTED },
	{ SV_INIT("$COPILOT_CLI_BINARY_VERSION"), GAFF_F_HOST_VERSION },
};

static const struct gaff_input_row shell[]  = { SAME("command"), SAME("description") };
static const struct gaff_input_row typed[]  = { AS("input", "command"), SAME("command") }; /* into a shell that runs already */
static const struct gaff_input_row view[]   = { PATH("path"), PATH("file_path") };
static const struct gaff_input_row create[] = { PATH("path"), AS("file_text", "content") };
static const struct gaff_input_row edit[] = {
	PATH("path"),
	PATH("file_path"), /* permissionRequest, with a diff; also for a new file */
	OLD("old_str"),
	NEW("new_str"),
	SAME("diff"),
};
static const struct gaff_input_row patch[] = { /* of some models: the patch is the whole input */
	{ .canonical = SV_INIT("patch"), .kind = GAFF_IN_PATCH },
};
static const struct gaff_input_row grep[] = { SAME("pattern"), PATH("paths"), PATH("path"), SAME("glob") };
static const struct gaff_input_row glob[] = { SAME("pattern"), PATH("paths"), PATH("path") };
static const struct gaff_input_row task[] = { SAME("description"), SAME("prompt"), AS("agent_type", "type") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("bash"),        GAFF_TOOL_SHELL,      GAFF_ROWS(shell),         &seen },
	{ SV_INIT("powershell"),  GAFF_TOOL_SHELL,      GAFF_ROWS(shell),         &docs },
	{ SV_INIT("write_bash"),  GAFF_TOOL_SHELL,      GAFF_ROWS(typed),         &code },
	{ SV_INIT("write_powershell"), GAFF_TOOL_SHELL, GAFF_ROWS(typed),         &code },
	{ SV_INIT("view"),        GAFF_TOOL_FILE_READ,  GAFF_ROWS(view),          &seen },
	{ SV_INIT("create"),      GAFF_TOOL_FILE_WRITE, GAFF_ROWS(create),        &seen },
	{ SV_INIT("edit"),        GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(edit),          &seen },
	{ SV_INIT("str_replace_editor"), GAFF_TOOL_FILE_EDIT, GAFF_ROWS(edit),    &docs },
	{ SV_INIT("apply_patch"), GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(patch),         &seen },
	{ SV_INIT("grep"),        GAFF_TOOL_SEARCH,     GAFF_ROWS(grep),          &seen },
	{ SV_INIT("rg"),          GAFF_TOOL_SEARCH,     GAFF_ROWS(grep),          &seen },
	{ SV_INIT("glob"),        GAFF_TOOL_FIND,       GAFF_ROWS(glob),          &seen },
	{ SV_INIT("web_fetch"),   GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url),   &docs },
	{ SV_INIT("web_search"),  GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query), &docs },
	{ SV_INIT("task"),        GAFF_TOOL_AGENT,      GAFF_ROWS(task),          &seen },
};
static const struct gaff_tool_row pascal_tools[] = { /* Claude Code's names with Copilot's fields; what is not here keeps its own */
	{ SV_INIT("Bash"),      GAFF_TOOL_SHELL,      GAFF_ROWS(shell),         &seen },
	{ SV_INIT("Read"),      GAFF_TOOL_FILE_READ,  GAFF_ROWS(view),          &seen },
	{ SV_INIT("Write"),     GAFF_TOOL_FILE_WRITE, GAFF_ROWS(create),        &seen },
	{ SV_INIT("Edit"),      GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(edit),          &seen },
	{ SV_INIT("Edit"),      GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(patch),         &seen }, /* apply_patch: a string */
	{ SV_INIT("Grep"),      GAFF_TOOL_SEARCH,     GAFF_ROWS(grep),          &seen },
	{ SV_INIT("Glob"),      GAFF_TOOL_FIND,       GAFF_ROWS(glob),          &seen },
	{ SV_INIT("WebFetch"),  GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url),   &docs },
	{ SV_INIT("WebSearch"), GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query), &docs },
	{ SV_INIT("Agent"),     GAFF_TOOL_AGENT,      GAFF_ROWS(task),          &seen },
	{ SV_INIT("Task"),      GAFF_TOOL_AGENT,      GAFF_ROWS(task),          &docs },
};

#define TELLS_IF(when) { GAFF_A_CONTEXT, SV_INIT("/additionalContext"), .flags = when }
#define GATES BLOCKS, NO_OBJECTION("allow")
#define BEFORE_TOOL \
	{ GAFF_A_ALLOW,  SV_INIT("/permissionDecision"), SV_INIT("\"allow\"") }, \
	{ GAFF_A_ASK,    SV_INIT("/permissionDecision"), SV_INIT("\"ask\"") }, /* without a terminal: denied */ \
	{ GAFF_A_DENY,   SV_INIT("/permissionDecision"), SV_INIT("\"deny\"") }, \
	{ GAFF_A_REASON, SV_INIT("/permissionDecisionReason") }, \
	{ GAFF_A_UPDATED_INPUT, SV_INIT("/modifiedArgs") }, \
	TELLS_IF(0)

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2, BEFORE_TOOL);
static const struct gaff_shape pascal_tool_answer = GAFF_ANSWER(EXIT_2,
	BEFORE_TOOL,
	{ GAFF_A_ALLOW,  SV_INIT(OUT "permissionDecision"), SV_INIT("\"allow\""), GAFF_R_READ },
	{ GAFF_A_ASK,    SV_INIT(OUT "permissionDecision"), SV_INIT("\"ask\""),   GAFF_R_READ },
	{ GAFF_A_DENY,   SV_INIT(OUT "permissionDecision"), SV_INIT("\"deny\""),  GAFF_R_READ },
	{ GAFF_A_REASON, SV_INIT(OUT "permissionDecisionReason"), .flags = GAFF_R_READ },
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "updatedInput"), .flags = GAFF_R_READ },
);
static const struct gaff_shape permission_answer = GAFF_ANSWER(EXIT_2,
	{ GAFF_A_ALLOW,  SV_INIT("/behavior"),  SV_INIT("\"allow\"") },
	{ GAFF_A_DENY,   SV_INIT("/behavior"),  SV_INIT("\"deny\"") },
	{ GAFF_A_REASON, SV_INIT("/message"),   .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_NATIVE, SV_INIT("/interrupt"), .flags = GAFF_R_WITH_DENY },
);
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(EXIT_2,
	GATES, TELLS_IF(GAFF_R_NOT_WITH_DENY),
	{ GAFF_A_REPLACES,       SV_INIT("/modifiedResult/resultType"), SV_INIT("\"success\""), GAFF_R_WRITE | GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/modifiedResult/textResultForLlm"), .flags = GAFF_R_AS_TEXT | GAFF_R_NOT_WITH_DENY },
);
static const struct gaff_shape prompt_answer = GAFF_ANSWER(EXIT_2,
	GATES, TELLS_IF(GAFF_R_NOT_WITH_DENY),
	{ GAFF_A_UPDATED_PROMPT, SV_INIT("/modifiedPrompt"), .flags = GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_NATIVE, SV_INIT("/handled"),         .flags = GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_NATIVE, SV_INIT("/responseContent"), .flags = GAFF_R_NOT_WITH_DENY },
);
static const struct gaff_shape transformed_answer = GAFF_ANSWER(EXIT_2,
	{ GAFF_A_UPDATED_PROMPT, SV_INIT("/modifiedTransformedPrompt") },
);
static const struct gaff_shape stop_answer          = GAFF_ANSWER(EXIT_2, GATES);
static const struct gaff_shape subagent_stop_answer = GAFF_ANSWER(EXIT_2, GATES, { GAFF_A_NATIVE, SV_INIT("/modifiedResponse"), .flags = GAFF_R_NOT_WITH_DENY });
static const struct gaff_shape informs_answer       = GAFF_ANSWER(EXIT_2, TELLS_IF(0));
static const struct gaff_shape mcp_answer           = GAFF_ANSWER(EXIT_2, { GAFF_A_NATIVE, SV_INIT("/metaToUse") });

#define MCP   GAFF_TOOL_MCP
#define GUARD (GAFF_E_ANY_EXIT_BLOCKS | GAFF_E_LATE_PASSES) /* and so do errors of a server */
#define WARNS GAFF_E_EXIT_2_WARNS
#define ASKS  GAFF_E_SILENCE_ASKS
#define TELLS GAFF_E_EXIT_2_IS_CONTEXT
#define CAMEL GAFF_E_OTHER_PAYLOAD

static const struct gaff_event_row events[] = {
	/* native                           canonical                   answer                  waits, ms */
	{ SV_INIT("preToolUse"),            GAFF_EV_BEFORE_TOOL,        &before_tool_answer,    30000, &seen, .flags = GUARD },
	{ SV_INIT("preMcpToolCall"),        GAFF_EV_BEFORE_TOOL,        &mcp_answer,            30000, &seen, .tool = MCP, .flags = WARNS },
	{ SV_INIT("permissionRequest"),     GAFF_EV_PERMISSION_REQUEST, &permission_answer,     30000, &seen, .flags = ASKS },
	{ SV_INIT("postToolUse"),           GAFF_EV_AFTER_TOOL,         &after_tool_answer,     30000, &seen, .flags = WARNS },
	{ SV_INIT("postToolUseFailure"),    GAFF_EV_TOOL_FAILURE,       &informs_answer,        30000, &seen, .flags = TELLS },
	{ SV_INIT("userPromptSubmitted"),   GAFF_EV_BEFORE_PROMPT,      &prompt_answer,         30000, &seen, .flags = WARNS },
	{ SV_INIT("userPromptTransformed"), GAFF_EV_NATIVE,             &transformed_answer,    30000, &seen, .flags = WARNS },
	{ SV_INIT("agentStop"),             GAFF_EV_AGENT_STOP,         &stop_answer,           30000, &seen, .flags = WARNS },
	{ SV_INIT("subagentStart"),         GAFF_EV_SUBAGENT_START,     &informs_answer,        30000, &seen, .flags = WARNS },
	{ SV_INIT("subagentStop"),          GAFF_EV_SUBAGENT_STOP,      &subagent_stop_answer,  30000, &seen, .flags = WARNS },
	{ SV_INIT("sessionStart"),          GAFF_EV_SESSION_START,      &informs_answer,        30000, &seen, .flags = WARNS },
	{ SV_INIT("sessionEnd"),            GAFF_EV_SESSION_END,        GAFF_NO_ANSWER(EXIT_2), 30000, &seen, .flags = WARNS },
	{ SV_INIT("preCompact"),            GAFF_EV_BEFORE_COMPACT,     GAFF_NO_ANSWER(EXIT_2), 30000, &seen, .flags = WARNS },
	{ SV_INIT("errorOccurred"),         GAFF_EV_ERROR,              GAFF_NO_ANSWER(EXIT_2), 30000, &seen, .flags = WARNS },
	{ SV_INIT("notification"),          GAFF_EV_NOTIFICATION,       &informs_answer,        30000, &seen, .flags = WARNS }, /* context: one more turn */
};
static const struct gaff_event_row pascal_events[] = {
	{ SV_INIT("PreToolUse"),         GAFF_EV_BEFORE_TOOL,        &pascal_tool_answer,    30000, &seen, .flags = GUARD },
	{ SV_INIT("PreMcpToolCall"),     GAFF_EV_BEFORE_TOOL,        &mcp_answer,            30000, &seen, .tool = MCP, .flags = WARNS | CAMEL },
	{ SV_INIT("PermissionRequest"),  GAFF_EV_PERMISSION_REQUEST, &permission_answer,     30000, &seen, .flags = ASKS | CAMEL },
	{ SV_INIT("PostToolUse"),        GAFF_EV_AFTER_TOOL,         &after_tool_answer,     30000, &seen, .flags = WARNS },
	{ SV_INIT("PostToolUseFailure"), GAFF_EV_TOOL_FAILURE,       &informs_answer,        30000, &seen, .flags = TELLS },
	{ SV_INIT("UserPromptSubmit"),   GAFF_EV_BEFORE_PROMPT,      &prompt_answer,         30000, &seen, .flags = WARNS },
	{ SV_INIT("Stop"),               GAFF_EV_AGENT_STOP,         &stop_answer,           30000, &seen, .flags = WARNS },
	{ SV_INIT("SubagentStart"),      GAFF_EV_SUBAGENT_START,     &informs_answer,        30000, &seen, .flags = WARNS | CAMEL },
	{ SV_INIT("SubagentStop"),       GAFF_EV_SUBAGENT_STOP,      &subagent_stop_answer,  30000, &seen, .flags = WARNS },
	{ SV_INIT("SessionStart"),       GAFF_EV_SESSION_START,      &informs_answer,        30000, &seen, .flags = WARNS },
	{ SV_INIT("SessionEnd"),         GAFF_EV_SESSION_END,        GAFF_NO_ANSWER(EXIT_2), 30000, &seen, .flags = WARNS },
	{ SV_INIT("PreCompact"),         GAFF_EV_BEFORE_COMPACT,     GAFF_NO_ANSWER(EXIT_2), 30000, &seen, .flags = WARNS },
	{ SV_INIT("ErrorOccurred"),      GAFF_EV_ERROR,              GAFF_NO_ANSWER(EXIT_2), 30000, &seen, .flags = WARNS },
	{ SV_INIT("Notification"),       GAFF_EV_NOTIFICATION,       &informs_answer,        30000, &seen, .flags = WARNS | CAMEL },
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), 30000, &docs,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("$COPILOT_CLI"),                1, SV_INIT("1") }, /* every program it starts inherits these */
	{ SV_INIT("$COPILOT_CLI_BINARY_VERSION"), 1 },
	{ SV_INIT("/sessionId"),                  6 },
	{ SV_INIT("/tool_result/result_type"),    6 }, /* a text there is nobody's */
	{ SV_INIT("/error_context"),              6 },
	{ SV_INIT("/initial_prompt"),             6 },
	{ SV_INIT("/stop_reason"),                6 },
	{ SV_INIT("/timestamp"),                  3 },
	{ SV_INIT("/hook_event_name"),            1 },
	{ SV_INIT("/transcript_path"),            -2 }, /* few of its events have one */
	{ SV_INIT("/transcript_path"),            6, SV_INIT("*/.copilot/*") },
	{ SV_INIT("/permission_mode"),            -4 },
	{ SV_INIT("/tool_use_id"),                -4 },
};

static const struct gaff_config_row config[] = { /* no comments, no trailing comma, no byte order mark */
	{ GAFF_SCOPE_SYSTEM,  "/etc/github-copilot/policy.d/*.json", GAFF_SYNTAX_JSON, &docs, GAFF_C_STRICT },
	{ GAFF_SCOPE_USER,    "~/.copilot/hooks/*.json",             GAFF_SYNTAX_JSON, &seen, GAFF_C_STRICT },
	{ GAFF_SCOPE_USER,    "~/.copilot/settings.json",            GAFF_SYNTAX_JSON, &seen, GAFF_C_STRICT },
	{ GAFF_SCOPE_PROJECT, "./.github/hooks/*.json",              GAFF_SYNTAX_JSON, &seen, GAFF_C_STRICT | GAFF_C_NEEDS_TRUST },
	{ GAFF_SCOPE_PROJECT, "./.github/copilot/settings.json",     GAFF_SYNTAX_JSON, &seen, GAFF_C_STRICT | GAFF_C_NEEDS_TRUST },
	{ GAFF_SCOPE_PROJECT, "./.claude/settings.json",             GAFF_SYNTAX_JSON, &seen, GAFF_C_STRICT | GAFF_C_NEEDS_TRUST | GAFF_C_ANOTHERS }, /* Claude Code's own */
};

static const struct gaff_home_row homes[] = { { "COPILOT_HOME", "~/.copilot" } };

static const struct gaff_handler_type handlers[] = {
	{ SV_INIT("command"), GAFF_HANDLER_COMMAND }, { SV_INIT("http"), GAFF_HANDLER_HTTP },
};
static const struct gaff_member members[] = {
	{ SV_INIT("/type"),           GAFF_MEMBER_TYPE },
	{ SV_INIT("/matcher"),        GAFF_MEMBER_MATCHER },
	{ SV_INIT("/bash"),           GAFF_MEMBER_COMMAND,     GAFF_KIND(COMMAND) },
	{ SV_INIT("/command"),        GAFF_MEMBER_COMMAND,     GAFF_KIND(COMMAND), .flags = GAFF_MEMBER_ALIAS },
	{ SV_INIT("/powershell"),     GAFF_MEMBER_WINDOWS,     GAFF_KIND(COMMAND) },
	{ SV_INIT("/cwd"),            GAFF_MEMBER_CWD,         GAFF_KIND(COMMAND) },
	{ SV_INIT("/env"),            GAFF_MEMBER_ENV,         GAFF_KIND(COMMAND) },
	{ SV_INIT("/url"),            GAFF_MEMBER_URL,         GAFF_KIND(HTTP) },
	{ SV_INIT("/headers"),        GAFF_MEMBER_HEADERS,     GAFF_KIND(HTTP) },
	{ SV_INIT("/allowedEnvVars"), GAFF_MEMBER_ALLOWED_ENV, GAFF_KIND(HTTP) },
	{ SV_INIT("/timeoutSec"),     GAFF_MEMBER_TIMEOUT },
	{ SV_INIT("/timeout"),        GAFF_MEMBER_TIMEOUT,     .flags = GAFF_MEMBER_ALIAS },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_FLAT, .matching = GAFF_MATCH_WHOLE,
	.head = SV_INIT("\"version\":1"), .groups_too = true, /* since 1.0.6 */
	.settings = "disabledMcpServers",
	.shell = GAFF_SHELL_BASH,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};
/* Its own names, in lists of names; "apply_patch" is that one's edits alone, "edit" the other's. */
static const struct gaff_matcher_alias pascal_aliases[] = {
	{ SV_INIT("bash"), SV_INIT("Bash") },
	{ SV_INIT("view"), SV_INIT("Read") },
	{ SV_INIT("create"), SV_INIT("Write") },
	{ SV_INIT("edit"), SV_INIT("Edit") }, { SV_INIT("apply_patch"), SV_INIT("Edit") },
	{ SV_INIT("grep"), SV_INIT("Grep") }, { SV_INIT("rg"), SV_INIT("Grep") },
	{ SV_INIT("glob"), SV_INIT("Glob") },
	{ SV_INIT("web_fetch"), SV_INIT("WebFetch") },
	{ SV_INIT("task"), SV_INIT("Agent") }, { SV_INIT("Task"), SV_INIT("Agent") },
};
static const struct gaff_layout pascal_layout = { /* the same files, with matchers of another kind */
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_FLAT, .matching = GAFF_MATCH_NAMES_WHOLE,
	.aliases = GAFF_ROWS(pascal_aliases),
	.head = SV_INIT("\"version\":1"), .groups_too = true, /* since 1.0.6 */
	.shell = GAFF_SHELL_BASH,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

static const struct gaff_switch_row switches[] = {
	{ SV_INIT("/disableAllHooks"), SV_INIT("true") },
};

static const struct gaff_env_row env[] = {
	{ "COPILOT_PROJECT_DIR",        GAFF_F_PROJECT_DIR },
	{ "COPILOT_CLI_BINARY_VERSION", GAFF_F_HOST_VERSION },
	{ "CLAUDE_PROJECT_DIR",         GAFF_F_PROJECT_DIR },
};

/* The rest of its payloads in both spellings, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	{ SV_INIT("preToolUse postToolUse"), .tools = GAFF_TOOL_BIT(SHELL), .behind = SV_INIT("="), .members = GAFF_JSON({"toolArgs":{"description":"run a command"}}) },
	{ SV_INIT("PreToolUse PostToolUse"), .tools = GAFF_TOOL_BIT(SHELL), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_input":{"description":"run a command"}}) },
	/* events, of which tools, behind which key, what */
	{ SV_INIT("notification Notification"), .behind = SV_INIT("message"), .members = GAFF_JSON({"title":"Permission needed"}) },
	{ SV_INIT("permissionRequest PermissionRequest"), .tools = GAFF_TOOL_BIT(MCP), .behind = SV_INIT("="), .members = GAFF_JSON({"toolName":"$mcp_name_too"}) },
	{ SV_INIT("permissionRequest PermissionRequest"), .tools = GAFF_TOOL_BIT(FILE_WRITE),
	  .members = GAFF_JSON({"toolName":"edit","toolInput":{"path":"$-","file_text":"$-","file_path":"$path","diff":"a diff"}}) },
	{ SV_INIT("errorOccurred ErrorOccurred"), GAFF_JSON({"error":{"name":"Error","stack":""}}) },
	{ SV_INIT("userPromptTransformed"), GAFF_JSON({"prompt":"$prompt","transformedPrompt":"$prompt"}) },
	{ SV_INIT("subagentStart"), .behind = SV_INIT("transcriptPath"), .members = GAFF_JSON({"agentName":"$"}) },
	{ SV_INIT("subagentStart subagentStop"), GAFF_JSON({"parentAgentId":"$session_id"}) },
	{ SV_INIT("SubagentStart"),
	  GAFF_JSON({"agentId":"$-","agentType":"$-","agent_id":"$agent_id","agent_type":"$agent_type","parent_agent_id":"$session_id"}) },
	{ SV_INIT("SubagentStop"), .behind = SV_INIT("agent_type"), .members = GAFF_JSON({"parent_agent_id":"$session_id","transcript_path":"$","agent_name":"$agent_type"}) },
};
static const char *const notes[] = {
	"Hooks in a repository run only in a trusted folder; with `-p` only with `--trust-folder`.",
	"A comment, a trailing comma or a byte order mark in a hooks file turns it off without a word; `\"matcher\":\"\"` in `.claude/settings.json` turns that file off.",
	"Any failure of a `preToolUse` hook denies, but a hook that is too late passes.",
	"A refused stop is honoured 8 times.",
	"`preMcpToolCall` cannot block: MCP tools are guarded in `preToolUse`.",
	NULL,
};
static const struct gaff_attended attended = { .unanswered = GAFF_UNANSWERED_DENIES, .otherwise = "it denies", .seen = &seen };
/* clang-format on */

#define COMMON                                                                                     \
	.id = SV_INIT("copilot-cli"), .seen = &seen,                                               \
	.reader = { GAFF_READS_LAST, "JSON.parse of JavaScript", &js },                            \
	.flags = GAFF_H_TEXT_IS_IGNORED | GAFF_H_STDERR_IS_PRIVATE, .mcp_joint = SV_INIT("-"),     \
	.mcp_joint_too = SV_INIT("/"), .mcp_for_others = '-', .unknown = &unknown,                 \
	.besides = GAFF_ROWS(gaff_contexts), .detect = GAFF_ROWS(detect),                          \
	.config = GAFF_ROWS(config), .programs = "copilot", .homes = GAFF_ROWS(homes),             \
	.switches = GAFF_ROWS(switches), .env = GAFF_ROWS(env), .extras = GAFF_ROWS(extras),       \
	.attended = &attended, .packages = "@github/copilot",                                      \
	.trusts_if = "with copilot -p add --trust-folder",                                         \
	.reads_config_of = &gaff_host_claude_code, .shares_files_with = &gaff_host_vs_code_copilot

static const struct gaff_host pascal = {
	COMMON,
	.title = "Copilot CLI (PascalCase events)",
	.layout = &pascal_layout,
	.other_spelling = &gaff_host_copilot_cli,
	.payload = GAFF_ROWS(pascal_payload),
	.events = GAFF_ROWS(pascal_events),
	.tools = GAFF_ROWS(pascal_tools),
};

const struct gaff_host gaff_host_copilot_cli = {
	COMMON,
	.title = "Copilot CLI",
	.layout = &layout,
	.notes = notes,
	.other_spelling = &pascal,
	.other_mark = SV_INIT("/session_id"),
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.tools = GAFF_ROWS(tools),
};
