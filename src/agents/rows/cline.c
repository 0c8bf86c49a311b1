#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Cline: its CLI, and behind other_spelling its extension for VS Code. Hooks are files that are
 * called as the event is. cancel ends the whole run, before a tool and after one; there is no way
 * to refuse a single call, and of the CLI nobody is told why. No exit code blocks; the CLI takes an
 * answer at any, the extension at 0 alone. Of the CLI's events all but those of tools are started
 * and not waited for. Its tools take a list, a single
 * thing, or the bare list for the whole input, under several names: all of them are rows.
 */

/* clang-format off */
static const struct gaff_evidence js = { GAFF_TYPES, "3.0.65, by its language" };
static const struct gaff_evidence seen   = { GAFF_MEASURED, "3.0.65" };
static const struct gaff_evidence code   = { GAFF_TYPES,    "3.0.65" };
static const struct gaff_evidence vscode = { GAFF_TYPES,    "VS Code extension of 2026-08-22" };

#define CALLS GAFF_EV(BEFORE_TOOL)
#define AFTER GAFF_EV(AFTER_TOOL)
#define TOLD  (CALLS | AFTER | GAFF_EV(AGENT_STOP) | GAFF_EV(ERROR))

#define FIRST \
	/* where                    field                in payloads of, when missing */ \
	{ SV_INIT("/clineVersion"), GAFF_F_HOST_VERSION, GAFF_EV_ALL, SV_INIT("\"\"") }, \
	{ SV_INIT("/timestamp"),    GAFF_F_TIME,         GAFF_EV_ALL }, \
	{ SV_INIT("/taskId"),       GAFF_F_SESSION_ID,   GAFF_EV_ALL, SV_INIT("\"\"") }
#define LAST \
	{ SV_INIT("/taskStart/taskMetadata"), GAFF_F_CONSTANT, GAFF_EV(SESSION_START), SV_INIT("{}") }, \
	{ SV_INIT("/userPromptSubmit/prompt"), GAFF_F_PROMPT,  GAFF_EV(BEFORE_PROMPT), SV_INIT("\"\"") }, \
	{ SV_INIT("/userPromptSubmit/attachments"), GAFF_F_CONSTANT, GAFF_EV(BEFORE_PROMPT), SV_INIT("[]") }, \
	{ SV_INIT("/taskComplete/taskMetadata"), GAFF_F_CONSTANT, GAFF_EV(AGENT_STOP), SV_INIT("{}") }

static const struct gaff_payload_row payload[] = {
	FIRST,
	{ SV_INIT("/sessionContext/rootSessionId"), GAFF_F_CONSTANT, GAFF_EV_ALL,   SV_INIT("\"\"") },
	{ SV_INIT("/workspaceRoots/0"),   GAFF_F_PROJECT_DIR,  GAFF_EV_ALL,         SV_INIT("\"\""), .flags = GAFF_P_STARTED },
	{ SV_INIT("/workspaceInfo/rootPath"), GAFF_F_PROJECT_DIR, GAFF_EV_ALL,      SV_INIT("\"\""), .flags = GAFF_P_STARTED },
	{ SV_INIT("/userId"),             GAFF_F_CONSTANT,     GAFF_EV_ALL,         SV_INIT("\"unknown\"") },
	{ SV_INIT("/agent_id"),           GAFF_F_AGENT_ID,     GAFF_EV_ALL,         SV_INIT("\"\"") },
	{ SV_INIT("/parent_agent_id"),    GAFF_F_CONSTANT,     GAFF_EV_ALL,         SV_INIT("null") },
	{ SV_INIT("/hookName"),           GAFF_F_EVENT,        GAFF_EV_ALL },
	{ SV_INIT("/iteration"),          GAFF_F_CONSTANT,     TOLD,                SV_INIT("1") },
	{ SV_INIT("/tool_call/id"),       GAFF_F_TOOL_USE_ID,  CALLS,               SV_INIT("\"\"") },
	{ SV_INIT("/tool_call/name"),     GAFF_F_TOOL_NAME,    CALLS },
	{ SV_INIT("/tool_call/input"),    GAFF_F_TOOL_INPUT,   CALLS },
	{ SV_INIT("/preToolUse/toolName"), GAFF_F_TOOL_NAME,   CALLS },
	{ SV_INIT("/preToolUse/parameters"), GAFF_F_TOOL_INPUT, CALLS,              .flags = GAFF_P_OF_TEXTS },
	{ SV_INIT("/tool_result/id"),     GAFF_F_TOOL_USE_ID,  AFTER,               SV_INIT("\"\"") },
	{ SV_INIT("/tool_result/name"),   GAFF_F_TOOL_NAME,    AFTER },
	{ SV_INIT("/tool_result/input"),  GAFF_F_TOOL_INPUT,   AFTER },
	{ SV_INIT("/tool_result/output"), GAFF_F_TOOL_OUTPUT,  AFTER,               SV_INIT("\"\"") },
	{ SV_INIT("/tool_result/durationMs"), GAFF_F_CONSTANT, AFTER,               SV_INIT("1") },
	{ SV_INIT("/tool_result/startedAt"), GAFF_F_TIME,      AFTER },
	{ SV_INIT("/tool_result/endedAt"), GAFF_F_TIME,        AFTER },
	{ SV_INIT("/postToolUse/toolName"), GAFF_F_TOOL_NAME,  AFTER },
	{ SV_INIT("/postToolUse/parameters"), GAFF_F_TOOL_INPUT, AFTER,             .flags = GAFF_P_OF_TEXTS },
	{ SV_INIT("/postToolUse/result"), GAFF_F_TOOL_OUTPUT,  AFTER,               SV_INIT("\"\""), .flags = GAFF_P_JSON_TEXT },
	{ SV_INIT("/postToolUse/success"), GAFF_F_CONSTANT,    AFTER,               SV_INIT("true") },
	{ SV_INIT("/postToolUse/executionTimeMs"), GAFF_F_CONSTANT, AFTER,          SV_INIT("1") },
	{ SV_INIT("/turn/outputText"),    GAFF_F_LAST_MESSAGE, GAFF_EV(AGENT_STOP), SV_INIT("\"\"") },
	{ SV_INIT("/turn/status"),        GAFF_F_CONSTANT,     GAFF_EV(AGENT_STOP), SV_INIT("\"completed\"") },
	{ SV_INIT("/error/name"),         GAFF_F_CONSTANT,     GAFF_EV(ERROR),      SV_INIT("\"Error\"") },
	{ SV_INIT("/error/message"),      GAFF_F_MESSAGE,      GAFF_EV(ERROR),      SV_INIT("\"\"") },
	{ SV_INIT("/error/stack"),        GAFF_F_CONSTANT,     GAFF_EV(ERROR),      SV_INIT("\"\"") },
	{ SV_INIT("/reason"),             GAFF_F_REASON,       GAFF_EV(SESSION_END) | GAFF_EV(NATIVE) },
	{ SV_INIT("/taskCancel/taskMetadata"), GAFF_F_CONSTANT, GAFF_EV(NATIVE),    SV_INIT("{}") },
	LAST,
};

static const struct gaff_payload_row vscode_payload[] = { /* every parameter is a text */
	FIRST,
	{ SV_INIT("/workspaceRoots/0"),   GAFF_F_PROJECT_DIR, GAFF_EV_ALL,     SV_INIT("\"\""), .flags = GAFF_P_STARTED },
	{ SV_INIT("/userId"),             GAFF_F_CONSTANT,    GAFF_EV_ALL,     SV_INIT("\"unknown\"") },
	{ SV_INIT("/model/provider"),     GAFF_F_CONSTANT,    GAFF_EV_ALL,     SV_INIT("\"unknown\"") },
	{ SV_INIT("/model/slug"),         GAFF_F_MODEL,       GAFF_EV_ALL,     SV_INIT("\"unknown\"") },
	{ SV_INIT("/hookName"),           GAFF_F_EVENT,       GAFF_EV_ALL },
	{ SV_INIT("/preToolUse/toolName"), GAFF_F_TOOL_NAME,  CALLS },
	{ SV_INIT("/preToolUse/parameters"), GAFF_F_TOOL_INPUT, CALLS,         .flags = GAFF_P_OF_TEXTS },
	{ SV_INIT("/postToolUse/toolName"), GAFF_F_TOOL_NAME, AFTER },
	{ SV_INIT("/postToolUse/parameters"), GAFF_F_TOOL_INPUT, AFTER,        .flags = GAFF_P_OF_TEXTS },
	{ SV_INIT("/postToolUse/result"), GAFF_F_TOOL_OUTPUT, AFTER,           SV_INIT("\"\""), .flags = GAFF_P_JSON_TEXT },
	{ SV_INIT("/postToolUse/success"), GAFF_F_CONSTANT,   AFTER,           SV_INIT("true") },
	{ SV_INIT("/postToolUse/executionTimeMs"), GAFF_F_CONSTANT, AFTER,     SV_INIT("1") },
	{ SV_INIT("/taskCancel/taskMetadata"), GAFF_F_CONSTANT, GAFF_EV(NATIVE), SV_INIT("{}") },
	LAST,
};

static const struct gaff_input_row run_commands[] = {
	OF(COMMANDS, "commands", "command"), OF(COMMANDS, "command", "command"), { SV_INIT("args"), .kind = GAFF_IN_ARGUMENTS },
	OF(COMMANDS, "cmd", "command"),
};
static const struct gaff_input_row read_files[] = {
	OF(EACH, "files", "path"), OF(EACH, "file_paths", "path"), OF(EACH, "paths", "path"),
	OF(EACH, "path", "path"), OF(EACH, "file_path", "path"), OF(EACH, "filePath", "path"),
};
static const struct gaff_input_row create[]            = { PATH("path"), AS("new_text", "content") }; /* a file that is not there; old_text does not hinder it */
static const struct gaff_input_row editor[]            = { PATH("path"), OLD("old_text"), NEW("new_text"), SAME("insert_line") };
static const struct gaff_input_row search_codebase[]   = { OF(LIST, "queries", "pattern") };
static const struct gaff_input_row fetch_web_content[] = { OF(EACH, "requests", "url"), OF(EACH, "requests", "prompt") };
static const struct gaff_input_row spawn_agent[]       = { AS("task", "prompt") };
static const struct gaff_input_row run_task[]          = { AS("task", "prompt"), AS("agentId", "type") };

/* Names of older versions of the extension. */
static const struct gaff_input_row execute[]  = { SAME("command") };
static const struct gaff_input_row replace[]  = { PATH("path"), AS("diff", "content") };
static const struct gaff_input_row search[]   = { AS("regex", "pattern"), PATH("path"), AS("file_pattern", "glob") };
static const struct gaff_input_row new_task[] = { AS("context", "prompt") };
static const struct gaff_input_row mcp_call[] = { AS("server_name", "server"), AS("tool_name", "tool") };

static const struct gaff_input_row mcp_resource[] = { AS("server_name", "server") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("run_commands"),      GAFF_TOOL_SHELL,      GAFF_ROWS(run_commands),          &seen },
	{ SV_INIT("read_files"),        GAFF_TOOL_FILE_READ,  GAFF_ROWS(read_files),            &seen },
	{ SV_INIT("editor"),            GAFF_TOOL_FILE_WRITE, GAFF_ROWS(create),                &seen, .output_text = SV_INIT("result") },
	{ SV_INIT("editor"),            GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(editor),                &seen, .output_text = SV_INIT("result") },
	{ SV_INIT("apply_patch"),       GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_input_patch),   &seen, .output_text = SV_INIT("result") },
	{ SV_INIT("search_codebase"),   GAFF_TOOL_SEARCH,     GAFF_ROWS(search_codebase),       &seen },
	{ SV_INIT("fetch_web_content"), GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(fetch_web_content),     &seen },
	{ SV_INIT("spawn_agent"),       GAFF_TOOL_AGENT,      GAFF_ROWS(spawn_agent),           &seen, .output_text = SV_INIT("text") },
	{ SV_INIT("team_run_task"),     GAFF_TOOL_AGENT,      GAFF_ROWS(run_task),              &code },
	{ SV_INIT("execute_command"),   GAFF_TOOL_SHELL,      GAFF_ROWS(execute),               &vscode },
	{ SV_INIT("read_file"),         GAFF_TOOL_FILE_READ,  GAFF_ROWS(gaff_in_path),          &vscode },
	{ SV_INIT("write_to_file"),     GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_path_content),  &vscode },
	{ SV_INIT("replace_in_file"),   GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(replace),               &vscode },
	{ SV_INIT("search_files"),      GAFF_TOOL_SEARCH,     GAFF_ROWS(search),                &vscode },
	{ SV_INIT("web_fetch"),         GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url_prompt),    &vscode },
	{ SV_INIT("web_search"),        GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query_domains), &vscode },
	{ SV_INIT("new_task"),          GAFF_TOOL_AGENT,      GAFF_ROWS(new_task),              &vscode },
	{ SV_INIT("list_files"),        GAFF_TOOL_OTHER,      GAFF_ROWS(gaff_in_path),          &vscode },
	{ SV_INIT("list_code_definition_names"), GAFF_TOOL_OTHER, GAFF_ROWS(gaff_in_path),      &vscode },
	{ SV_INIT("use_mcp_tool"),      GAFF_TOOL_MCP,        GAFF_ROWS(mcp_call),              &vscode },
	{ SV_INIT("access_mcp_resource"), GAFF_TOOL_MCP,      GAFF_ROWS(mcp_resource),          &vscode },
};

/* The reason is for whoever looks; once the run is over, no model is there to read a context. */
#define CANCELS \
	{ GAFF_A_DENY,        SV_INIT("/cancel"),       SV_INIT("true") }, \
	{ GAFF_A_STOP,        SV_INIT("/cancel"),       SV_INIT("true") }, \
	{ GAFF_A_REASON,      SV_INIT("/errorMessage"), .flags = GAFF_R_WITH_DENY }, \
	{ GAFF_A_STOP_REASON, SV_INIT("/errorMessage"), .flags = GAFF_R_WRITE }
#define CONTEXT(when) \
	{ GAFF_A_CONTEXT, SV_INIT("/contextModification"), .flags = when }, \
	{ GAFF_A_ALLOW,   SV_INIT("/cancel"), SV_INIT("false"), GAFF_R_READ | GAFF_R_NO_GRANT }
#define CONTEXT_TOO \
	{ GAFF_A_CONTEXT, SV_INIT("/context"), .flags = GAFF_R_READ }

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(JSON,
	CANCELS, CONTEXT(GAFF_R_NOT_WITH_DENY), CONTEXT_TOO,
	{ GAFF_A_ASK,           SV_INIT("/review"),        SV_INIT("true"), GAFF_R_READ }, /* in its SDK's types; its CLI was not seen to ask */
	{ GAFF_A_UPDATED_INPUT, SV_INIT("/overrideInput") }, /* takes the place of all of it */
);
/* To cancel here would end the run without a word to the model; a context it reads beside the output. */
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(JSON,
	{ GAFF_A_STOP,        SV_INIT("/cancel"), SV_INIT("true") },
	{ GAFF_A_STOP_REASON, SV_INIT("/errorMessage") },
	CONTEXT(0), CONTEXT_TOO,
);
static const struct gaff_shape gate_answer = GAFF_ANSWER(JSON, CANCELS, CONTEXT(GAFF_R_NOT_WITH_DENY));

#define NO2 GAFF_E_EXIT_2_IS_NOTHING
#define AS0 GAFF_E_EXIT_2_WARNS

static const struct gaff_event_row events[] = {
	/* native                      canonical              answer                waits, ms */
	{ SV_INIT("PreToolUse"),       GAFF_EV_BEFORE_TOOL,   &before_tool_answer,  120000, &seen, .flags = AS0 },
	{ SV_INIT("PostToolUse"),      GAFF_EV_AFTER_TOOL,    &after_tool_answer,   120000, &seen, .flags = AS0 }, /* of tools that fail, too */
	{ SV_INIT("TaskStart"),        GAFF_EV_SESSION_START, GAFF_NO_ANSWER(JSON), 120000, &seen, .flags = AS0 },
	{ SV_INIT("TaskResume"),       GAFF_EV_SESSION_START, GAFF_NO_ANSWER(JSON), 120000, &code, .flags = AS0 },
	{ SV_INIT("UserPromptSubmit"), GAFF_EV_BEFORE_PROMPT, GAFF_NO_ANSWER(JSON), 120000, &code, .flags = AS0 },
	{ SV_INIT("TaskComplete"),     GAFF_EV_AGENT_STOP,    GAFF_NO_ANSWER(JSON), 120000, &seen, .flags = AS0 },
	{ SV_INIT("TaskError"),        GAFF_EV_ERROR,         GAFF_NO_ANSWER(JSON), 120000, &seen, .flags = AS0 },
	{ SV_INIT("TaskCancel"),       GAFF_EV_NATIVE,        GAFF_NO_ANSWER(JSON), 120000, &seen, .flags = AS0 },
	{ SV_INIT("SessionShutdown"),  GAFF_EV_SESSION_END,   GAFF_NO_ANSWER(JSON), 120000, &seen, .flags = AS0 }, /* of a run that was ended */
};

static const struct gaff_event_row vscode_events[] = {
	{ SV_INIT("PreToolUse"),       GAFF_EV_BEFORE_TOOL,   &gate_answer,         30000, &vscode, .flags = NO2 },
	{ SV_INIT("PostToolUse"),      GAFF_EV_AFTER_TOOL,    &after_tool_answer,   30000, &vscode, .flags = NO2 },
	{ SV_INIT("TaskStart"),        GAFF_EV_SESSION_START, &gate_answer,         30000, &vscode, .flags = NO2 },
	{ SV_INIT("UserPromptSubmit"), GAFF_EV_BEFORE_PROMPT, &gate_answer,         30000, &vscode, .flags = NO2 },
	{ SV_INIT("TaskComplete"),     GAFF_EV_AGENT_STOP,    GAFF_NO_ANSWER(JSON), 30000, &vscode, .flags = NO2 },
	{ SV_INIT("TaskCancel"),       GAFF_EV_NATIVE,        GAFF_NO_ANSWER(JSON), 30000, &vscode, .flags = NO2 },
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, &gate_answer, 30000, &code, .flags = NO2,
};

static const struct gaff_name_row names[] = { /* in payloads, in file names */
	{ SV_INIT("tool_call"),        SV_INIT("PreToolUse") },
	{ SV_INIT("tool_result"),      SV_INIT("PostToolUse") },
	{ SV_INIT("agent_start"),      SV_INIT("TaskStart") },
	{ SV_INIT("agent_resume"),     SV_INIT("TaskResume") },
	{ SV_INIT("prompt_submit"),    SV_INIT("UserPromptSubmit") },
	{ SV_INIT("agent_end"),        SV_INIT("TaskComplete") },
	{ SV_INIT("agent_error"),      SV_INIT("TaskError") },
	{ SV_INIT("agent_abort"),      SV_INIT("TaskCancel") },
	{ SV_INIT("session_shutdown"), SV_INIT("SessionShutdown") },
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("/clineVersion"),   6 },
	{ SV_INIT("/hookName"),       4 },
	{ SV_INIT("/workspaceRoots"), 2 },
	{ SV_INIT("/taskId"),         2 },
};

static const struct gaff_config_row config[] = { /* the first of each is read by both; all that are found run */
	{ GAFF_SCOPE_USER,    "~/Documents/Cline/Hooks/*", GAFF_SYNTAX_SCRIPT, &seen, GAFF_C_NO_LINKS },
	{ GAFF_SCOPE_USER,    "~/.cline/hooks/*",          GAFF_SYNTAX_SCRIPT, &seen, GAFF_C_NO_LINKS },
	{ GAFF_SCOPE_PROJECT, "./.clinerules/hooks/*",     GAFF_SYNTAX_SCRIPT, &seen, GAFF_C_NO_LINKS },
	{ GAFF_SCOPE_PROJECT, "./.cline/hooks/*",          GAFF_SYNTAX_SCRIPT, &seen, GAFF_C_NO_LINKS },
};

static const struct gaff_home_row homes[] = { { "CLINE_DIR", "~/.cline" } };

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = { /* of the list in a script that gaff writes: src/convert/module/script.c */
	{ SV_INIT("/event"),   GAFF_MEMBER_EVENT },
	{ SV_INIT("/name"),    GAFF_MEMBER_NAME },
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("sh"), .shape = GAFF_LAYOUT_SCRIPT, .matching = GAFF_MATCH_NOTHING, .is_bare = true, .exit_2_blocks = true,
	.shell = GAFF_SHELL_NONE, .stdin_is_socket = true,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("*"), .behind = SV_INIT("="), .members = GAFF_JSON({"workspaceInfo":{"hint":"proj","latestGitCommitHash":"05f25a0b95467c17f1e80f9aabce7749cc38c133","latestGitBranchName":"master"}}) },
};

static const char *const notes[] = {
	"A denial ends the whole run, not the one call: Cline has no other way to refuse a call.",
	"Neither you nor the model are told the reason by the CLI: it is in `~/.cline/data/logs/cline.log` and in `gaff log`.",
	"A denial after a tool is feedback for the model; to end the run there, a hook says `continue: false`.",
	"The CLI waits for hooks of tools only; whatever the others answer is ignored. `UserPromptSubmit` and `TaskResume` were not seen to be called, and `SessionShutdown` only after a run that was ended.",
	"A command that fails is a success to `PostToolUse`: its output says so.",
	"Hooks in a project run without any question. A link in place of a file is passed over.",
	"`CLINE_HOOKS_DIR` has no effect, whatever is written of it.",
	"VS Code waits 30 s, takes no new input, and has no word of `PreCompact` and `Notification`, though it lists such files.",
	NULL,
};
/* clang-format on */

#define COMMON                                                                                     \
	.id = SV_INIT("cline"), .context_max = 50000,                                              \
	.reader = { GAFF_READS_LAST, "JSON.parse of JavaScript", &js },                            \
	.answer_mark = SV_INIT("HOOK_CONTROL\t"), .mcp_joint = SV_INIT("__"), .unknown = &unknown, \
	.tools = GAFF_ROWS(tools), .detect = GAFF_ROWS(detect), .config = GAFF_ROWS(config),       \
	.programs = "cline", .layout = &layout, .homes = GAFF_ROWS(homes),                         \
	.moved_variables = "CLINE_HOOKS_DIR"

static const struct gaff_host in_vscode = {
	COMMON,
	.title = "Cline (VS Code)",
	.flags = GAFF_H_TEXT_IS_IGNORED | GAFF_H_STDERR_IS_PRIVATE,
	.seen = &vscode,
	.other_spelling = &gaff_host_cline,
	.payload = GAFF_ROWS(vscode_payload),
	.events = GAFF_ROWS(vscode_events),
};

const struct gaff_host gaff_host_cline = {
	COMMON,
	.title = "Cline",
	.flags = GAFF_H_JSON_AT_ANY_EXIT | GAFF_H_TEXT_IS_IGNORED | GAFF_H_STDERR_IS_PRIVATE,
	.seen = &seen,
	.other_spelling = &in_vscode,
	.other_mark = SV_INIT("!/agent_id"),
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.names = GAFF_ROWS(names),
	.extras = GAFF_ROWS(extras),
	.notes = notes,
};
