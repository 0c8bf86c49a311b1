#include "agents/answers.h"
#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Crush, as its documentation says and, where that is silent, its source of the same day; it was
 * not run. One event, before a tool, and only for tools of the top-level agent. An answer is JSON
 * at exit 0; at exit 2 (a denial) and 49 (the end of the turn) stderr alone counts, and any other
 * code is nothing. An allow skips its own question, silence does not. A new input is laid over the
 * old one. A context goes behind the tool's result, so that beside a denial there is no place for
 * it but the reason.
 */

/* clang-format off */
static const struct gaff_evidence parser = { GAFF_TYPES, "its source: json.Unmarshal() of fantasy; a struct was compiled, too" };
static const struct gaff_evidence docs = { GAFF_DOCUMENTED, "2026-08-21" };
static const struct gaff_evidence told = { GAFF_REPORTED,   "2026-10, of one machine" };

#define TOOL_EVENTS GAFF_EV(BEFORE_TOOL)

static const struct gaff_payload_row payload[] = {
	/* where                         field               in payloads of, when missing */
	{ SV_INIT("/event"),             GAFF_F_EVENT,       GAFF_EV_ALL },
	{ SV_INIT("/session_id"),        GAFF_F_SESSION_ID,  GAFF_EV_ALL, SV_INIT("\"\"") },
	{ SV_INIT("/cwd"),               GAFF_F_CWD,         GAFF_EV_ALL, SV_INIT("\"\"") },
	{ SV_INIT("/tool_name"),         GAFF_F_TOOL_NAME,   TOOL_EVENTS },
	{ SV_INIT("/tool_input"),        GAFF_F_TOOL_INPUT,  TOOL_EVENTS, SV_INIT("{}") },
	{ SV_INIT("$CRUSH_PROJECT_DIR"), GAFF_F_PROJECT_DIR, .flags = GAFF_P_STARTED },
};

static const struct gaff_input_row bash[]     = { SAME("command"), SAME("description"), AS("working_dir", "cwd") };
static const struct gaff_input_row grep[]     = { SAME("pattern"), PATH("path"), AS("include", "glob") };
static const struct gaff_input_row download[] = { SAME("url"), PATH("file_path") };
static const struct gaff_input_row agent[]    = { SAME("prompt") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("bash"),          GAFF_TOOL_SHELL,      GAFF_ROWS(bash),                           &docs },
	{ SV_INIT("view"),          GAFF_TOOL_FILE_READ,  GAFF_ROWS(gaff_in_file_path_offset_limit), &docs },
	{ SV_INIT("write"),         GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_file_path_content),      &docs },
	{ SV_INIT("edit"),          GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_file_path_old_new_all),  &docs },
	{ SV_INIT("multiedit"),     GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_file_path_edits),        &docs },
	{ SV_INIT("grep"),          GAFF_TOOL_SEARCH,     GAFF_ROWS(grep),                           &docs },
	{ SV_INIT("glob"),          GAFF_TOOL_FIND,       GAFF_ROWS(gaff_in_pattern_path),           &docs },
	{ SV_INIT("fetch"),         GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url_prompt),             &docs },
	{ SV_INIT("agentic_fetch"), GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url_prompt),             &docs },
	{ SV_INIT("web_fetch"),     GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url_prompt),             &docs },
	{ SV_INIT("web_search"),    GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query),                  &docs },
	{ SV_INIT("agent"),         GAFF_TOOL_AGENT,      GAFF_ROWS(agent),                          &docs },
	{ SV_INIT("download"),      GAFF_TOOL_OTHER,      GAFF_ROWS(download),                       &docs },
	{ SV_INIT("ls"),            GAFF_TOOL_OTHER,      GAFF_ROWS(gaff_in_path),                   &docs },
};

/* Beside a hookSpecificOutput it ignores what is at the top; gaff heeds a denial there all the same. */
#define TOP GAFF_R_NOT_NESTED

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2_BARE,
	{ GAFF_A_ALLOW,         SV_INIT("/decision"),      SV_INIT("\"allow\""), TOP },
	{ GAFF_A_DENY,          SV_INIT("/decision"),      SV_INIT("\"deny\"") },
	{ GAFF_A_STOP,          SV_INIT("/halt"),          SV_INIT("true") },
	{ GAFF_A_REASON,        SV_INIT("/reason"),        .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_STOP_REASON,   SV_INIT("/reason"),        .flags = GAFF_R_WRITE },
	{ GAFF_A_CONTEXT,       SV_INIT("/context"),       .flags = GAFF_R_NOT_WITH_DENY | GAFF_R_LIST_TOO | TOP },
	{ GAFF_A_CONTEXT,       SV_INIT("/reason"),        .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY },
	{ GAFF_A_UPDATED_INPUT, SV_INIT("/updated_input"), .flags = GAFF_R_MERGES | TOP },
	/* It reads Claude Code's answers too; but ask is no word for it. */
	{ GAFF_A_ALLOW,         SV_INIT(OUT "permissionDecision"), SV_INIT("\"allow\""), GAFF_R_READ },
	{ GAFF_A_ASK,           SV_INIT(OUT "permissionDecision"), SV_INIT("\"ask\""),   GAFF_R_READ },
	{ GAFF_A_DENY,          SV_INIT(OUT "permissionDecision"), SV_INIT("\"deny\""),  GAFF_R_READ },
	{ GAFF_A_REASON,        SV_INIT(OUT "permissionDecisionReason"), .flags = GAFF_R_READ },
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "updatedInput"), .flags = GAFF_R_READ | GAFF_R_MERGES },
);
static const struct gaff_shape unknown_answer = GAFF_ANSWER(STDERR,
	{ GAFF_A_STOP,        SV_INIT("/halt"), SV_INIT("true") },
	{ GAFF_A_STOP_REASON, SV_INIT("/reason") },
);

static const struct gaff_event_row events[] = {
	/* native                canonical            answer               waits, ms */
	{ SV_INIT("PreToolUse"), GAFF_EV_BEFORE_TOOL, &before_tool_answer, 30000, &docs, .stop_exit = 49 },
};

static const struct gaff_event_row unknown = { /* there are builds with a PreCompact */
	SV_INIT("*"), GAFF_EV_NATIVE, &unknown_answer, 30000, &docs, .stop_exit = 49,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("$CRUSH"),          1, SV_INIT("1") }, /* every program it starts inherits this one */
	{ SV_INIT("$CRUSH_EVENT"),    1 },
	{ SV_INIT("/event"),          4, SV_INIT("PreToolUse") },
	{ SV_INIT("/event"),          2 },
	{ SV_INIT("/hook_event_name"), -6 },
};

/* crushrc is a shell script, and only a shell knows what it does: gaff leaves it alone. */
static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_SYSTEM,  "/etc/crush/crush.json",       GAFF_SYNTAX_JSONC, &told, GAFF_C_ONLY_AS_IN_ROWS },
	{ GAFF_SCOPE_USER,    "~/.config/crush/crush.json",  GAFF_SYNTAX_JSONC, &docs, GAFF_C_ONLY_AS_IN_ROWS },
	{ GAFF_SCOPE_PROJECT, "./crush.json",                GAFF_SYNTAX_JSONC, &docs, GAFF_C_ONLY_AS_IN_ROWS },
	{ GAFF_SCOPE_PROJECT, "./.crush.json",               GAFF_SYNTAX_JSONC, &docs, GAFF_C_ONLY_AS_IN_ROWS | GAFF_C_IF_IT_HAS_HOOKS },
};

static const struct gaff_home_row homes[] = {
	{ "CRUSH_GLOBAL_CONFIG", "~/.config/crush" },
	{ "XDG_CONFIG_HOME",     "~/.config" },
};

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = {
	{ SV_INIT("/name"),    GAFF_MEMBER_NAME },
	{ SV_INIT("/matcher"), GAFF_MEMBER_MATCHER, .may_be = GAFF_M_RE2 },
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND, .flags = GAFF_MEMBER_NEEDED, .may_be = GAFF_M_TEXT | GAFF_M_NOT_BLANK, .what = "a command" },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_FLAT, .matching = GAFF_MATCH_PATTERN_RE2, .is_bare = true, .is_loose = true,
	.settings = "lsp providers mcp options",
	.shell = GAFF_SHELL_SH, .rows_of_any_event = true,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

static const struct gaff_env_row env[] = {
	{ "CRUSH_EVENT",       GAFF_F_EVENT },
	{ "CRUSH_TOOL_NAME",   GAFF_F_TOOL_NAME },
	{ "CRUSH_SESSION_ID",  GAFF_F_SESSION_ID },
	{ "CRUSH_CWD",         GAFF_F_CWD },
	{ "CRUSH_PROJECT_DIR", GAFF_F_PROJECT_DIR },
};
static const struct gaff_input_env_row input_env[] = {
	{ "CRUSH_TOOL_INPUT_COMMAND",   SV_INIT("command") },
	{ "CRUSH_TOOL_INPUT_FILE_PATH", SV_INIT("path") },
};

static const char *const notes[] = {
	"Tools that a sub-agent uses have no hooks; that `agent` is called at all has one.",
	"gaff writes `crush.json`, which Crush calls the older format. Hooks of a `crushrc` are not seen: it is a shell script.",
	"An entry without a command or with a wrong pattern, under any event, and Crush loads none of its configuration.",
	"How entries of the user's file and of the project's are merged is not clear: register gaff in one of them, and look whether it is called.",
	"It never asks because of a hook: a question becomes a denial.",
	"A context is put behind the tool's result; beside a denial it goes with the reason.",
	"A hook that fails or takes too long changes nothing.",
	NULL,
};
/* clang-format on */

const struct gaff_host gaff_host_crush = {
	.id = SV_INIT("crush"),
	.title = "Crush",
	.seen = &docs,
	.reader = { GAFF_READS_ANY_CASE, "encoding/json of Go", &parser },
	.flags = GAFF_H_TEXT_IS_IGNORED,
	.mcp_prefix = SV_INIT("mcp_"),
	.mcp_joint = SV_INIT("_"),
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.besides = GAFF_ROWS(gaff_contexts),
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "crush",
	.layout = &layout,
	.homes = GAFF_ROWS(homes),
	.env = GAFF_ROWS(env),
	.input_env = GAFF_ROWS(input_env),
	.notes = notes,
};
