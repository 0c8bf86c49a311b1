#include "agents/answers.h"
#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Trae, the editor; what its vendor's pages say, nothing was measured. Payloads and answers are
 * like Claude Code's, but its shell is RunCommand, an allow does not skip its own question, nobody
 * sees a systemMessage, and at exit 2 stderr alone counts. It runs the hooks of Claude Code's files
 * too, if the user has imported them. Of the inputs of its tools the pages name `command` alone:
 * the other names here are Claude Code's, whose tools it has, and the usual other ones for a path.
 */

/* clang-format off */
static const struct gaff_evidence unread = { GAFF_REPORTED, "nobody has looked" };
static const struct gaff_evidence docs   = { GAFF_DOCUMENTED, "2026-08-12" };
static const struct gaff_evidence abroad = { GAFF_REPORTED,   "2026-09, of the international edition" };

static const struct gaff_payload_row payload[] = {
	/* where                          field                in payloads of          when missing */
	{ SV_INIT("/session_id"),         GAFF_F_SESSION_ID,   GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/cwd"),                GAFF_F_CWD,          GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/hook_event_name"),    GAFF_F_EVENT,        GAFF_EV_ALL },
	{ SV_INIT("/workspace_roots/0"),  GAFF_F_PROJECT_DIR,  GAFF_EV_ALL,            SV_INIT("\"\""), .flags = GAFF_P_STARTED },
	{ SV_INIT("/tool_use_id"),        GAFF_F_TOOL_USE_ID,  GAFF_EV_CALLS,          SV_INIT("\"\"") },
	{ SV_INIT("/tool_name"),          GAFF_F_TOOL_NAME,    GAFF_EV_CALLS },
	{ SV_INIT("/llm_tool_name"),      GAFF_F_TOOL_NAME,    GAFF_EV_CALLS }, /* what the model calls it */
	{ SV_INIT("/tool_input"),         GAFF_F_TOOL_INPUT,   GAFF_EV_CALLS },
	{ SV_INIT("/tool_response"),      GAFF_F_TOOL_OUTPUT,  GAFF_EV(AFTER_TOOL),    SV_INIT("null") },
	{ SV_INIT("/prompt"),             GAFF_F_PROMPT,       GAFF_EV(BEFORE_PROMPT), SV_INIT("\"\"") },
	{ SV_INIT("/source"),             GAFF_F_SOURCE,       GAFF_EV(SESSION_START), SV_INIT("\"startup\"") },
	{ SV_INIT("/stop_hook_active"),   GAFF_F_STOP_ACTIVE,  GAFF_EV(AGENT_STOP),    SV_INIT("false") },
	{ SV_INIT("/loop_count"),         GAFF_F_LOOP_COUNT,   GAFF_EV(AGENT_STOP),    SV_INIT("0") },
	{ SV_INIT("/last_assistant_message"), GAFF_F_LAST_MESSAGE, GAFF_EV(AGENT_STOP), SV_INIT("\"\"") },
	{ SV_INIT("/notification_type"),  GAFF_F_CONSTANT,     GAFF_EV(NOTIFICATION),  SV_INIT("\"idle_prompt\"") },
	{ SV_INIT("/message"),            GAFF_F_MESSAGE,      GAFF_EV(NOTIFICATION),  SV_INIT("\"\"") },
	{ SV_INIT("/agent_id"),           GAFF_F_AGENT_ID,     GAFF_EV_CALLS }, /* reported, of some calls */
	{ SV_INIT("/agent_type"),         GAFF_F_AGENT_TYPE,   GAFF_EV_CALLS },
	{ SV_INIT("$TRAE_PROJECT_DIR"),   GAFF_F_PROJECT_DIR,  .flags = GAFF_P_STARTED },
	{ SV_INIT("$TRAE_ENV_FILE"),      GAFF_F_ENV_FILE },
};

#define PATHS PATH("file_path"), PATH("path"), PATH("filePath")

static const struct gaff_input_row run[]   = { SAME("command"), SAME("cwd") };
static const struct gaff_input_row read[]  = { PATHS, SAME("offset"), SAME("limit") };
static const struct gaff_input_row write[] = { PATHS, SAME("content") };
static const struct gaff_input_row edit[]  = { PATHS, OLD("old_string"), NEW("new_string") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("RunCommand"), GAFF_TOOL_SHELL,      GAFF_ROWS(run),                       &docs },
	{ SV_INIT("Read"),       GAFF_TOOL_FILE_READ,  GAFF_ROWS(read),                      &docs },
	{ SV_INIT("Write"),      GAFF_TOOL_FILE_WRITE, GAFF_ROWS(write),                     &docs },
	{ SV_INIT("Edit"),       GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(edit),                      &docs },
	{ SV_INIT("Grep"),       GAFF_TOOL_SEARCH,     GAFF_ROWS(gaff_in_pattern_path_glob), &docs },
	{ SV_INIT("Glob"),       GAFF_TOOL_FIND,       GAFF_ROWS(gaff_in_pattern_path),      &docs },
	{ SV_INIT("WebSearch"),  GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query),             &docs },
	{ SV_INIT("WebFetch"),   GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url_prompt),        &docs },
	{ SV_INIT("LS"),         GAFF_TOOL_OTHER,      GAFF_ROWS(gaff_in_path),              &docs },
};

/* continue: false is for every event, and comes before any decision. */

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2_BARE, /* a tool that runs after a question is asked about, allowed or not */
	STOPS, NAMED,
	{ GAFF_A_ALLOW,  SV_INIT(OUT "permissionDecision"), SV_INIT("\"allow\""), GAFF_R_NO_GRANT },
	{ GAFF_A_ASK,    SV_INIT(OUT "permissionDecision"), SV_INIT("\"ask\"") },
	{ GAFF_A_DENY,   SV_INIT(OUT "permissionDecision"), SV_INIT("\"deny\"") },
	{ GAFF_A_REASON, SV_INIT(OUT "permissionDecisionReason") },
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "updatedInput") },
	CONTEXT,
);
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(EXIT_2_BARE, STOPS, BLOCKS, NAMED, CONTEXT);
static const struct gaff_shape prompt_answer     = GAFF_ANSWER(EXIT_2_BARE, STOPS, BLOCKS, NAMED, CONTEXT);
static const struct gaff_shape session_answer = GAFF_ANSWER(EXIT_2_BARE,
	STOPS, NAMED, CONTEXT,
	{ GAFF_A_ENV, SV_INIT("$TRAE_ENV_FILE") },
);
static const struct gaff_shape stop_answer = GAFF_ANSWER(EXIT_2_BARE, /* a reason is the next prompt, and the one way to the model */
	STOPS, BLOCKS,
	{ GAFF_A_CONTEXT, SV_INIT("/reason"), .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY },
);
static const struct gaff_shape unknown_answer = GAFF_ANSWER(STDERR, STOPS);

#define TEXT GAFF_E_TEXT_IS_CONTEXT

static const struct gaff_event_row events[] = {
	/* native                      canonical              answer                       waits, ms */
	{ SV_INIT("PreToolUse"),       GAFF_EV_BEFORE_TOOL,   &before_tool_answer,         30000, &docs },
	{ SV_INIT("PostToolUse"),      GAFF_EV_AFTER_TOOL,    &after_tool_answer,          30000, &docs },
	{ SV_INIT("UserPromptSubmit"), GAFF_EV_BEFORE_PROMPT, &prompt_answer,              30000, &docs, .flags = TEXT },
	{ SV_INIT("SessionStart"),     GAFF_EV_SESSION_START, &session_answer,             30000, &docs, .flags = TEXT },
	{ SV_INIT("Stop"),             GAFF_EV_AGENT_STOP,    &stop_answer,                30000, &docs },
	{ SV_INIT("Notification"),     GAFF_EV_NOTIFICATION,  GAFF_NO_ANSWER(EXIT_2_BARE), 30000, &docs }, /* it does not wait */
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, &unknown_answer, 30000, &docs,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("$TRAE_PROJECT_DIR"), 1 },
	{ SV_INIT("/workspace_roots"),  2 },
	{ SV_INIT("/llm_tool_name"),    6 },
	{ SV_INIT("/tool_name"),        4, SV_INIT("RunCommand") },
	{ SV_INIT("/loop_count"),       2 },
	{ SV_INIT("/hook_event_name"),  1 },
	{ SV_INIT("/transcript_path"),  -3 }, /* it never says */
	{ SV_INIT("/conversation_id"),  -6 },
};

static const struct gaff_config_row config[] = { /* two editions, each with a folder of its own in the home */
	{ GAFF_SCOPE_USER,    "~/.trae-cn/hooks.json", GAFF_SYNTAX_JSON, &docs,   GAFF_C_STRICT },
	{ GAFF_SCOPE_USER,    "~/.trae/hooks.json",    GAFF_SYNTAX_JSON, &abroad, GAFF_C_STRICT | GAFF_C_IF_IT_HAS_HOOKS | GAFF_C_EDITION },
	{ GAFF_SCOPE_PROJECT, "./.trae/hooks.json",    GAFF_SYNTAX_JSON, &docs,   GAFF_C_STRICT },
	{ GAFF_SCOPE_USER,    "~/.claude/settings.json",       GAFF_SYNTAX_JSON, &docs, GAFF_C_STRICT | GAFF_C_ANOTHERS },
	{ GAFF_SCOPE_PROJECT, "./.claude/settings.json",       GAFF_SYNTAX_JSON, &docs, GAFF_C_STRICT | GAFF_C_ANOTHERS },
	{ GAFF_SCOPE_LOCAL,   "./.claude/settings.local.json", GAFF_SYNTAX_JSON, &docs, GAFF_C_STRICT | GAFF_C_ANOTHERS },
};

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = {
	{ SV_INIT("/type"),    GAFF_MEMBER_TYPE },
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT },
};
static const struct gaff_layout layout = { /* what else its groups have is for it alone: "loop_limit" */
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_GROUPS, .matching = GAFF_MATCH_PATTERN,
	.head = SV_INIT("\"version\":1"),
	.shell = GAFF_SHELL_BASH,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

static const struct gaff_env_row env[] = {
	{ "TRAE_PROJECT_DIR",   GAFF_F_PROJECT_DIR },
	{ "CLAUDE_PROJECT_DIR", GAFF_F_PROJECT_DIR },
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("PostToolUse"), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_response":{"result":"hello\n"}}) },
};
static const char *const notes[] = {
	"Hooks have to be enabled in Settings > Hooks; in its sandbox a hook cannot read or write everything.",
	"It has two editions: `~/.trae-cn` is that of China, `~/.trae` the other. gaff writes to the one that is there; with both, to the first.",
	"An allow grants nothing: a tool that it asks about is asked about all the same.",
	"Sub-agents are started without a hook: `Task` is in no payload.",
	"A `Stop` hook is skipped once it has blocked 5 times, or `loop_limit` of its group.",
	"Of the inputs of its tools only `command` is documented; paths are looked for under `file_path`, `path` and `filePath`.",
	"Hooks of Claude Code's files run too, if they were imported; there a matcher `Bash` does not match `RunCommand`.",
	NULL,
};
static const struct gaff_attended attended = { .unanswered = GAFF_UNANSWERED_NEVER, .seen = &docs };
/* clang-format on */

const struct gaff_host gaff_host_trae = {
	.id = SV_INIT("trae"),
	.title = "Trae",
	.seen = &docs,
	.reader = { GAFF_READS_UNKNOWN, .seen = &unread },
	.flags = GAFF_H_TEXT_IS_IGNORED | GAFF_H_ENV_FILE_IS_RAW,
	.mcp_prefix = SV_INIT("mcp__"),
	.mcp_joint = SV_INIT("__"),
	.reads_config_of = &gaff_host_claude_code,
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.besides = GAFF_ROWS(gaff_contexts),
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "trae trae-cn",
	.layout = &layout,
	.env = GAFF_ROWS(env),
	.extras = GAFF_ROWS(extras),
	.runs_if = "only if they are enabled in its Settings > Hooks",
	.attended = &attended,
	.notes = notes,
};
