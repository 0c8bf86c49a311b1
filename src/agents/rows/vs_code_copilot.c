#include "agents/answers.h"
#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Agent mode of VS Code, with the session target Local; the targets Copilot, Claude and Codex run
 * those agents' own hooks. Nobody has run it here: answers are from its documentation of
 * 2026-09-16, and where that is silent from a reading of 1.136.0; tools are from the sources of its
 * extension (copilot-chat 0.38); what payloads hold besides was captured in one report (2026-06).
 *
 * Matchers are read and ignored: every hook of an event runs for every tool. An answer for another
 * event than the one that is named in it is dropped. On a stop the decision is a nested one, of
 * subagents the documentation has it on top, and both are written. A prompt is blocked by stopping
 * the agent. It reads the files of Copilot CLI, and that reads ours: in PascalCase, without
 * "version", for which Copilot CLI has payloads that look much like these.
 */

/* clang-format off */
static const struct gaff_evidence js = { GAFF_TYPES, "copilot-chat 0.38, by its language" };
static const struct gaff_evidence docs     = { GAFF_DOCUMENTED, "docs 2026-09-16" };
static const struct gaff_evidence older    = { GAFF_DOCUMENTED, "examples of older docs" };
static const struct gaff_evidence code     = { GAFF_TYPES,      "copilot-chat 0.38" };
static const struct gaff_evidence bundle   = { GAFF_REPORTED,   "1.136.0, one reading of its code" };
static const struct gaff_evidence reported = { GAFF_REPORTED,   "2026-06, one report" };

#define SUBAGENTS   (GAFF_EV(SUBAGENT_START) | GAFF_EV(SUBAGENT_STOP))
#define ALIAS       GAFF_P_ALIAS

static const struct gaff_payload_row payload[] = {
	/* where                        field                   in payloads of           when missing */
	{ SV_INIT("/timestamp"),        GAFF_F_TIME,            GAFF_EV_ALL },
	{ SV_INIT("/hook_event_name"),  GAFF_F_EVENT,           GAFF_EV_ALL },
	{ SV_INIT("/session_id"),       GAFF_F_SESSION_ID,      GAFF_EV_ALL,             SV_INIT("\"\"") },
	{ SV_INIT("/transcript_path"),  GAFF_F_TRANSCRIPT_PATH, GAFF_EV_ALL,             SV_INIT("\"\"") },
	{ SV_INIT("/tool_name"),        GAFF_F_TOOL_NAME,       GAFF_EV_CALLS },
	{ SV_INIT("/tool_input"),       GAFF_F_TOOL_INPUT,      GAFF_EV_CALLS },
	{ SV_INIT("/tool_response"),    GAFF_F_TOOL_OUTPUT,     GAFF_EV(AFTER_TOOL),     SV_INIT("\"\""), .flags = GAFF_P_TEXT },
	{ SV_INIT("/tool_use_id"),      GAFF_F_TOOL_USE_ID,     GAFF_EV_CALLS,           SV_INIT("\"\"") },
	{ SV_INIT("/prompt"),           GAFF_F_PROMPT,          GAFF_EV(BEFORE_PROMPT),  SV_INIT("\"\"") },
	{ SV_INIT("/source"),           GAFF_F_SOURCE,          GAFF_EV(SESSION_START),  SV_INIT("\"new\"") },
	{ SV_INIT("/model"),            GAFF_F_MODEL,           GAFF_EV(SESSION_START) }, /* one report, 2026-06 */
	{ SV_INIT("/agent_id"),         GAFF_F_AGENT_ID,        SUBAGENTS,               SV_INIT("\"\"") },
	{ SV_INIT("/agent_type"),       GAFF_F_AGENT_TYPE,      SUBAGENTS,               SV_INIT("\"\"") },
	{ SV_INIT("/stop_hook_active"), GAFF_F_STOP_ACTIVE,     GAFF_EV_STOPS,           SV_INIT("false") },
	{ SV_INIT("/trigger"),          GAFF_F_TRIGGER,         GAFF_EV(BEFORE_COMPACT), SV_INIT("\"auto\"") },
	{ SV_INIT("/cwd"),              GAFF_F_CWD,             GAFF_EV_ALL,             SV_INIT("\"\"") },
	{ SV_INIT("/sessionId"),        GAFF_F_SESSION_ID,      .flags = ALIAS }, /* documented so until June 2026 */
	{ SV_INIT("/hookEventName"),    GAFF_F_EVENT,           .flags = ALIAS },
};

static const struct gaff_input_row terminal[]     = { SAME("command"), AS("explanation", "description"), SAME("timeout") };
static const struct gaff_input_row file[]         = { PATH("filePath") };
static const struct gaff_input_row create[]       = { PATH("filePath"), SAME("content") };
static const struct gaff_input_row replace[]      = { PATH("filePath"), OLD("oldString"), NEW("newString") };
static const struct gaff_input_row replace_many[] = { OF(EDITS, "replacements", "filePath oldString newString") }; /* each in a file of its own */
static const struct gaff_input_row insert[]       = { PATH("filePath"), NEW("code") }; /* with comments where the file stays as it is */
static const struct gaff_input_row edit_files[]   = { PATH("files") };
static const struct gaff_input_row grep[]         = { AS("query", "pattern"), AS("includePattern", "glob") };
static const struct gaff_input_row find[]         = { AS("query", "pattern") };
static const struct gaff_input_row fetch[]        = { OF(LIST, "urls", "url"), AS("query", "prompt") };
static const struct gaff_input_row subagent[]     = { SAME("prompt"), SAME("description"), AS("agentName", "type") };
static const struct gaff_input_row notebook[]     = { PATH("filePath"), NEW("newCode") };
static const struct gaff_input_row make_folder[]  = { PATH("dirPath") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("run_in_terminal"),              GAFF_TOOL_SHELL,      GAFF_ROWS(terminal),            &reported },
	{ SV_INIT("read_file"),                    GAFF_TOOL_FILE_READ,  GAFF_ROWS(file),                &reported },
	{ SV_INIT("create_file"),                  GAFF_TOOL_FILE_WRITE, GAFF_ROWS(create),              &code },
	{ SV_INIT("replace_string_in_file"),       GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(replace),             &code },
	{ SV_INIT("multi_replace_string_in_file"), GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(replace_many),        &code },
	{ SV_INIT("insert_edit_into_file"),        GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(insert),              &code },
	{ SV_INIT("apply_patch"),                  GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_input_patch), &code },
	{ SV_INIT("edit_notebook_file"),           GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(notebook),            &code },
	{ SV_INIT("grep_search"),                  GAFF_TOOL_SEARCH,     GAFF_ROWS(grep),                &code },
	{ SV_INIT("file_search"),                  GAFF_TOOL_FIND,       GAFF_ROWS(find),                &code },
	{ SV_INIT("fetch_webpage"),                GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(fetch),               &code },
	{ SV_INIT("runSubagent"),                  GAFF_TOOL_AGENT,      GAFF_ROWS(subagent),            &reported },
	{ SV_INIT("runTerminalCommand"),           GAFF_TOOL_SHELL,      GAFF_ROWS(terminal),            &older },
	{ SV_INIT("createFile"),                   GAFF_TOOL_FILE_WRITE, GAFF_ROWS(create),              &older }, /* its input is a guess: as that of create_file */
	{ SV_INIT("editFiles"),                    GAFF_TOOL_OTHER,      GAFF_ROWS(edit_files),          &older },
	{ SV_INIT("list_dir"),                     GAFF_TOOL_OTHER,      GAFF_ROWS(gaff_in_path),        &reported },
	{ SV_INIT("create_directory"),             GAFF_TOOL_OTHER,      GAFF_ROWS(make_folder),         &code },
};

#define COMMON STOPS, { GAFF_A_SYSTEM_MESSAGE, SV_INIT("/systemMessage") }

/* What is printed at exit 2 is not read, and a denial that says more is exit 0 and JSON. */
static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2_BARE,
	COMMON, NAMED,
	{ GAFF_A_ALLOW,         SV_INIT(OUT "permissionDecision"),       SV_INIT("\"allow\"") },
	{ GAFF_A_ASK,           SV_INIT(OUT "permissionDecision"),       SV_INIT("\"ask\"") },
	{ GAFF_A_DENY,          SV_INIT(OUT "permissionDecision"),       SV_INIT("\"deny\"") },
	{ GAFF_A_REASON,        SV_INIT(OUT "permissionDecisionReason"), .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "updatedInput") }, /* without a decision too: 1.136.0 */
	CONTEXT,
);
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(JSON, COMMON, BLOCKS, NAMED, CONTEXT);
static const struct gaff_shape prompt_answer = GAFF_ANSWER(JSON,
	{ GAFF_A_DENY,           SV_INIT("/continue"),   SV_INIT("false") },
	{ GAFF_A_STOP,           SV_INIT("/continue"),      SV_INIT("false"), GAFF_R_WRITE },
	{ GAFF_A_REASON,         SV_INIT("/stopReason"), .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_STOP_REASON,    SV_INIT("/stopReason"), .flags = GAFF_R_WRITE },
	{ GAFF_A_DENY,           SV_INIT("/decision"),      SV_INIT("\"block\""), GAFF_R_WRITE }, /* for Copilot CLI, whose payload is the same */
	{ GAFF_A_STOP,           SV_INIT("/decision"),      SV_INIT("\"block\""), GAFF_R_WRITE },
	{ GAFF_A_REASON,         SV_INIT("/reason"),     .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY },
	{ GAFF_A_STOP_REASON,    SV_INIT("/reason"),     .flags = GAFF_R_WRITE },
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("/systemMessage") },
	NAMED, CONTEXT_IF(GAFF_R_NOT_WITH_DENY),
);
static const struct gaff_shape informs_answer       = GAFF_ANSWER(JSON, COMMON, NAMED, CONTEXT);
static const struct gaff_shape stop_answer          = GAFF_ANSWER(JSON, COMMON, NAMED, BLOCKS_AT(OUT));
static const struct gaff_shape subagent_stop_answer = GAFF_ANSWER(JSON, COMMON, BLOCKS, NAMED, BLOCKS_AT(OUT));
static const struct gaff_shape common_answer        = GAFF_ANSWER(JSON, COMMON);
static const struct gaff_shape bare_answer          = GAFF_ANSWER(STDERR, COMMON);

static const struct gaff_event_row events[] = {
	/* native                      canonical               answer                 waits, ms */
	{ SV_INIT("PreToolUse"),       GAFF_EV_BEFORE_TOOL,    &before_tool_answer,   30000, &docs },
	{ SV_INIT("PostToolUse"),      GAFF_EV_AFTER_TOOL,     &after_tool_answer,    30000, &docs }, /* not for a tool that failed */
	{ SV_INIT("SessionStart"),     GAFF_EV_SESSION_START,  &informs_answer,       30000, &docs },
	{ SV_INIT("UserPromptSubmit"), GAFF_EV_BEFORE_PROMPT,  &prompt_answer,        30000, &docs },
	{ SV_INIT("PreCompact"),       GAFF_EV_BEFORE_COMPACT, &common_answer,        30000, &docs },
	{ SV_INIT("SubagentStart"),    GAFF_EV_SUBAGENT_START, &informs_answer,       30000, &docs },
	{ SV_INIT("SubagentStop"),     GAFF_EV_SUBAGENT_STOP,  &subagent_stop_answer, 30000, &docs },
	{ SV_INIT("Stop"),             GAFF_EV_AGENT_STOP,     &stop_answer,          30000, &docs },
};
static const struct gaff_event_row unknown = { SV_INIT("*"), GAFF_EV_NATIVE, &bare_answer, 30000, &docs };

static const struct gaff_version_row versions[] = { /* the documentation has no context there */
	{ SV_INIT("UserPromptSubmit"), GAFF_A_CONTEXT, &bundle },
};

/*
 * A time, and an id of the call: Copilot CLI's payloads that look like these have no such id, and no
 * transcript on a prompt. That may be missing here too, but was in every payload that was captured.
 */
static const struct gaff_detect_row detect[] = {
	{ SV_INIT("/timestamp"),           2 },
	{ SV_INIT("/tool_use_id"),         2 },
	{ SV_INIT("/tool_use_id"),         6,  SV_INIT("*__vscode-*") },
	{ SV_INIT("/transcript_path"),     9,  SV_INIT("*.copilot-chat*") },
	{ SV_INIT("/hookEventName"),       9 },
	{ SV_INIT("/tool_name"),           6,  SV_INIT("run_in_terminal") },
	{ SV_INIT("/tool_name"),           6,  SV_INIT("create_file") },
	{ SV_INIT("/tool_name"),           6,  SV_INIT("replace_string_in_file") },
	{ SV_INIT("/tool_name"),           6,  SV_INIT("multi_replace_string_in_file") },
	{ SV_INIT("/tool_name"),           6,  SV_INIT("insert_edit_into_file") },
	{ SV_INIT("/tool_name"),           -6, SV_INIT("Bash") }, /* Copilot CLI, by the names of Claude Code */
	{ SV_INIT("/tool_name"),           -6, SV_INIT("Read") },
	{ SV_INIT("/tool_name"),           -6, SV_INIT("Write") },
	{ SV_INIT("/tool_name"),           -6, SV_INIT("Edit") },
	{ SV_INIT("/tool_name"),           -6, SV_INIT("Grep") },
	{ SV_INIT("/tool_name"),           -6, SV_INIT("Glob") },
	{ SV_INIT("/tool_name"),           -6, SV_INIT("Agent") },
	{ SV_INIT("/permission_mode"),     -9 },
	{ SV_INIT("/prompt_id"),           -9 },
	{ SV_INIT("/turn_id"),             -9 },
	{ SV_INIT("/tool_result/result_type"), -9 },
	{ SV_INIT("/stop_reason"),         -9 },
	{ SV_INIT("/custom_instructions"), -9 },
};

static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_USER,    "~/.copilot/hooks/*.json",       GAFF_SYNTAX_JSON, &docs },
	{ GAFF_SCOPE_PROJECT, "./.github/hooks/*.json",        GAFF_SYNTAX_JSON, &docs, GAFF_C_NEEDS_TRUST },
	{ GAFF_SCOPE_USER,    "~/.claude/settings.json",       GAFF_SYNTAX_JSON, &docs, GAFF_C_ANOTHERS },
	{ GAFF_SCOPE_PROJECT, "./.claude/settings.json",       GAFF_SYNTAX_JSON, &docs, GAFF_C_ANOTHERS | GAFF_C_NEEDS_TRUST },
	{ GAFF_SCOPE_LOCAL,   "./.claude/settings.local.json", GAFF_SYNTAX_JSON, &docs, GAFF_C_ANOTHERS | GAFF_C_NEEDS_TRUST },
};

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = {
	{ SV_INIT("/type"),    GAFF_MEMBER_TYPE },
	{ SV_INIT("/matcher"), GAFF_MEMBER_MATCHER }, /* read and ignored */
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
	{ SV_INIT("/windows"), GAFF_MEMBER_WINDOWS },
	{ SV_INIT("/linux"),   GAFF_MEMBER_LINUX },
	{ SV_INIT("/osx"),     GAFF_MEMBER_OSX },
	{ SV_INIT("/cwd"),     GAFF_MEMBER_CWD },
	{ SV_INIT("/env"),     GAFF_MEMBER_ENV },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_FLAT, .matching = GAFF_MATCH_NOTHING,
	.shell = GAFF_SHELL_SH, .own_name = SV_INIT("gaff-vs-code"), /* the name of the file is not Copilot CLI's, which reads both */
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("PreToolUse PostToolUse"), .tools = GAFF_TOOL_BIT(SHELL), .behind = SV_INIT("="),
	  .members = GAFF_JSON({"tool_input":{"explanation":"Run a command","goal":"Run it","mode":"sync","timeout":120000}}) },
	{ SV_INIT("PreToolUse PostToolUse"), .tools = GAFF_TOOL_BIT(FILE_READ), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_input":{"startLine":1,"endLine":50}}) },
	{ SV_INIT("SessionStart"), .behind = SV_INIT("source"), .members = GAFF_JSON({"model":"gpt-5.4"}) },
};
static const char *const notes[] = {
	"It was not run here: its rows are from its documentation and its sources.",
	"These are the hooks of the session target Local. With Copilot, Claude or Codex as the target it runs those agents' hooks: register gaff with them.",
	"It reads the hook files of Copilot CLI and Copilot CLI reads these: gaff tells by the payload who calls, and answers a call once where it is registered with both.",
	"Hooks run unless `chat.useHooks` is false. Those of Claude Code's files run only with `chat.useClaudeHooks`, which is off by default; up to August 2026 its documentation said that they run.",
	"Matchers are ignored: a hook of one tool runs for all.",
	"A tool that fails has no event, and a session no end.",
	"What MCP tools are called is not documented: to gaff they are tools of that name.",
	NULL,
};
static const struct gaff_attended attended = { .unanswered = GAFF_UNANSWERED_NEVER, .seen = &docs };
/* clang-format on */

const struct gaff_host gaff_host_vs_code_copilot = {
	.id = SV_INIT("vs-code-copilot"),
	.title = "VS Code",
	.seen = &docs,
	.reader = { GAFF_READS_LAST, "JSON.parse of JavaScript", &js },
	.flags = GAFF_H_TEXT_IS_IGNORED | GAFF_H_MATCHERS_ARE_IGNORED,
	.reads_config_of = &gaff_host_claude_code,
	.shares_files_with = &gaff_host_copilot_cli,
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.besides = GAFF_ROWS(gaff_contexts),
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "code code-insiders",
	.layout = &layout,
	.versions = GAFF_ROWS(versions),
	.extras = GAFF_ROWS(extras),
	.imports_if = "chat.useClaudeHooks, which is off by default",
	.attended = &attended,
	.notes = notes,
};
