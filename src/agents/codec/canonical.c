#include "agents/schema.h"

/*
 * The canonical dialect, as rows: flat, the same for every event. Its payload is written by
 * encode_event.c, because it holds what no payload does (canonical input, paths, the native
 * payload).
 */

/* clang-format off */
static const struct gaff_evidence spec = { GAFF_CONTRACT, "hooks/1.0" };

static const struct gaff_answer_row answer_rows[] = {
	{ GAFF_A_ALLOW,          SV_INIT("/decision"),        SV_INIT("\"allow\"") },
	{ GAFF_A_ASK,            SV_INIT("/decision"),        SV_INIT("\"ask\"") },
	{ GAFF_A_DENY,           SV_INIT("/decision"),        SV_INIT("\"deny\"") },
	{ GAFF_A_DENY,           SV_INIT("/decision"),        SV_INIT("\"block\""), GAFF_R_READ },
	{ GAFF_A_ALLOW,          SV_INIT("/decision"),        SV_INIT("\"approve\""), GAFF_R_READ },
	{ GAFF_A_REASON,         SV_INIT("/reason") },
	{ GAFF_A_USER_MESSAGE,   SV_INIT("/user_message") },
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("/system_message") },
	{ GAFF_A_MESSAGE,        SV_INIT("/message") },
	{ GAFF_A_CONTEXT,        SV_INIT("/context") },
	{ GAFF_A_CONTEXT,        SV_INIT("/additional_context"), .flags = GAFF_R_READ },
	{ GAFF_A_UPDATED_INPUT,  SV_INIT("/updated_input") },
	{ GAFF_A_UPDATED_INPUT,  SV_INIT("/modified_input"),  .flags = GAFF_R_READ },
	{ GAFF_A_UPDATED_PROMPT, SV_INIT("/updated_prompt") },
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/updated_output") },
	{ GAFF_A_ENV,            SV_INIT("/env") },
	{ GAFF_A_STOP,           SV_INIT("/continue"),        SV_INIT("false") },
	{ GAFF_A_STOP_REASON,    SV_INIT("/stop_reason") },
	{ GAFF_A_SUPPRESS,       SV_INIT("/suppress_output"), SV_INIT("true") },
	{ GAFF_A_LINT_COMMAND,   SV_INIT("/lint_command") },
	{ GAFF_A_NATIVE,         SV_INIT("/native"),          .flags = GAFF_R_ANY_NATIVE },
};
/* clang-format on */

static const struct gaff_shape answer = { GAFF_ROWS(answer_rows), GAFF_DENY_EXIT_2 };

static const struct gaff_event_row any_event = {
	SV_INIT("*"), GAFF_EV_NATIVE, &answer, 30000, &spec,
};

static const struct gaff_layout manifest = {
	.name = SV_INIT("json"),
	.other = SV_INIT("yaml"),
	.shape = GAFF_LAYOUT_MANIFEST,
};

const struct gaff_host gaff_host_canonical = {
	.id = SV_INIT("canonical"),
	.title = "gaff's own dialect",
	.seen = &spec,
	.unknown = &any_event,
	.layout = &manifest,
};

/* ---- an event in canonical words, as whoever runs a hook of this dialect writes it ---- */

/* clang-format off */
static const struct gaff_payload_row payload[] = {
	{ SV_INIT("/host_version"),           GAFF_F_HOST_VERSION,    GAFF_EV_ALL },
	{ SV_INIT("/event"),                  GAFF_F_EVENT,           GAFF_EV_ALL },
	{ SV_INIT("/session_id"),             GAFF_F_SESSION_ID,      GAFF_EV_ALL },
	{ SV_INIT("/cwd"),                    GAFF_F_CWD,             GAFF_EV_ALL },
	{ SV_INIT("/project_dir"),            GAFF_F_PROJECT_DIR,     GAFF_EV_ALL, .flags = GAFF_P_STARTED },
	{ SV_INIT("/transcript_path"),        GAFF_F_TRANSCRIPT_PATH, GAFF_EV_ALL },
	{ SV_INIT("/permission_mode"),        GAFF_F_PERMISSION_MODE, GAFF_EV_ALL },
	{ SV_INIT("/agent_id"),               GAFF_F_AGENT_ID,        GAFF_EV_ALL },
	{ SV_INIT("/agent_type"),             GAFF_F_AGENT_TYPE,      GAFF_EV_ALL },
	{ SV_INIT("/model"),                  GAFF_F_MODEL,           GAFF_EV_ALL },
	{ SV_INIT("/tool"),                   GAFF_F_TOOL_NAME,       GAFF_EV_ALL },
	{ SV_INIT("/tool_use_id"),            GAFF_F_TOOL_USE_ID,     GAFF_EV_ALL },
	{ SV_INIT("/tool_input"),             GAFF_F_TOOL_INPUT,      GAFF_EV_ALL },
	{ SV_INIT("/mcp/server"),             GAFF_F_MCP_SERVER,      GAFF_EV_ALL },
	{ SV_INIT("/mcp/tool"),               GAFF_F_MCP_TOOL,        GAFF_EV_ALL },
	{ SV_INIT("/tool_output"),            GAFF_F_TOOL_OUTPUT,     GAFF_EV_ALL },
	{ SV_INIT("/tool_error"),             GAFF_F_TOOL_ERROR,      GAFF_EV_ALL },
	{ SV_INIT("/prompt"),                 GAFF_F_PROMPT,          GAFF_EV_ALL },
	{ SV_INIT("/source"),                 GAFF_F_SOURCE,          GAFF_EV_ALL },
	{ SV_INIT("/reason"),                 GAFF_F_REASON,          GAFF_EV_ALL },
	{ SV_INIT("/trigger"),                GAFF_F_TRIGGER,         GAFF_EV_ALL },
	{ SV_INIT("/message"),                GAFF_F_MESSAGE,         GAFF_EV_ALL },
	{ SV_INIT("/file_path"),              GAFF_F_FILE_PATH,       GAFF_EV_ALL },
	{ SV_INIT("/env_file"),               GAFF_F_ENV_FILE,        GAFF_EV_ALL },
	{ SV_INIT("/stop_hook_active"),       GAFF_F_STOP_ACTIVE,     GAFF_EV_ALL },
	{ SV_INIT("/last_assistant_message"), GAFF_F_LAST_MESSAGE,    GAFF_EV_ALL },
};

#define SAME(name, kind) { SV_INIT(name), SV_INIT(name), kind }
static const struct gaff_input_row
	shell[]  = { SAME("command", GAFF_IN_PLAIN), SAME("cwd", GAFF_IN_PLAIN),
		     SAME("description", GAFF_IN_PLAIN), SAME("timeout", GAFF_IN_PLAIN) },
	reads[]  = { SAME("path", GAFF_IN_PATH), SAME("offset", GAFF_IN_PLAIN),
		     SAME("limit", GAFF_IN_PLAIN) },
	writes[] = { SAME("path", GAFF_IN_PATH), SAME("content", GAFF_IN_PLAIN) },
	edits[]  = { SAME("patch", GAFF_IN_PATCH), SAME("path", GAFF_IN_PATH),
		     SAME("edits", GAFF_IN_EDITS) },
	search[] = { SAME("pattern", GAFF_IN_PLAIN), SAME("path", GAFF_IN_PATH),
		     SAME("glob", GAFF_IN_PLAIN) },
	fetch[]  = { SAME("url", GAFF_IN_PLAIN), SAME("prompt", GAFF_IN_PLAIN) },
	query[]  = { SAME("query", GAFF_IN_PLAIN), SAME("allowed_domains", GAFF_IN_PLAIN),
		     SAME("blocked_domains", GAFF_IN_PLAIN) },
	agent[]  = { SAME("prompt", GAFF_IN_PLAIN), SAME("type", GAFF_IN_PLAIN),
		     SAME("description", GAFF_IN_PLAIN) };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("shell"),      GAFF_TOOL_SHELL,      GAFF_ROWS(shell),  &spec },
	{ SV_INIT("file_read"),  GAFF_TOOL_FILE_READ,  GAFF_ROWS(reads),  &spec },
	{ SV_INIT("file_write"), GAFF_TOOL_FILE_WRITE, GAFF_ROWS(writes), &spec },
	{ SV_INIT("file_edit"),  GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(edits),  &spec },
	{ SV_INIT("search"),     GAFF_TOOL_SEARCH,     GAFF_ROWS(search), &spec },
	{ SV_INIT("find"),       GAFF_TOOL_FIND,       GAFF_ROWS(search), &spec },
	{ SV_INIT("web_fetch"),  GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(fetch),  &spec },
	{ SV_INIT("web_search"), GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(query),  &spec },
	{ SV_INIT("agent"),      GAFF_TOOL_AGENT,      GAFF_ROWS(agent),  &spec },
};

/* A denial at exit 0: of a hook that does not block, exit 2 would be no denial. */
static const struct gaff_shape said = { GAFF_ROWS(answer_rows), GAFF_DENY_JSON };

#define EVENT(name, id) { SV_INIT(name), GAFF_EV_##id, &said, 30000, &spec }
static const struct gaff_event_row events[] = {
	EVENT("before_tool_execute", BEFORE_TOOL),
	EVENT("after_tool_execute", AFTER_TOOL),
	EVENT("tool_use_failure", TOOL_FAILURE),
	EVENT("session_start", SESSION_START),
	EVENT("session_end", SESSION_END),
	EVENT("before_prompt", BEFORE_PROMPT),
	EVENT("agent_stop", AGENT_STOP),
	EVENT("before_compact", BEFORE_COMPACT),
	EVENT("after_compact", AFTER_COMPACT),
	EVENT("notification", NOTIFICATION),
	EVENT("error_occurred", ERROR),
	EVENT("subagent_start", SUBAGENT_START),
	EVENT("subagent_stop", SUBAGENT_STOP),
	EVENT("permission_request", PERMISSION_REQUEST),
	EVENT("permission_denied", PERMISSION_DENIED),
	EVENT("before_model", BEFORE_MODEL),
	EVENT("after_model", AFTER_MODEL),
	EVENT("before_tool_selection", BEFORE_TOOL_SELECTION),
	EVENT("config_change", CONFIG_CHANGE),
	EVENT("file_changed", FILE_CHANGED),
	EVENT("file_created", FILE_CREATED),
	EVENT("file_saved", FILE_SAVED),
	EVENT("file_deleted", FILE_DELETED),
	EVENT("before_task", BEFORE_TASK),
	EVENT("after_task", AFTER_TASK),
};

static const struct gaff_event_row other_event = EVENT("*", NATIVE);
/* clang-format on */

const struct gaff_host gaff_host_canonical_caller = {
	.id = SV_INIT("canonical"),
	.title = "whoever runs hooks",
	.seen = &spec,
	.flags = GAFF_H_STDERR_IS_PRIVATE,
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &other_event,
	.tools = GAFF_ROWS(tools),
};
