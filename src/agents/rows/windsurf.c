#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Windsurf's Cascade. It is gone since Devin Desktop 3.9.19 (2026-09-08): its hooks matter for
 * older installations and for the plugin of JetBrains' editors, and the rows are its last
 * documentation. The event says which tool it is; there are no names of tools, no matchers and no
 * timeouts. What a hook prints is never read: exit 2 blocks before something happens, and stderr is
 * the reason; after it, nothing can be said. To write a file is a list of edits, which may be a new
 * one.
 */

/* clang-format off */
static const struct gaff_evidence unread = { GAFF_REPORTED, "nobody has looked" };
static const struct gaff_evidence docs = { GAFF_DOCUMENTED, "docs 2026-09" };

#define MCP   GAFF_P_MCP_ONLY
#define ALIAS GAFF_P_ALIAS

static const struct gaff_payload_row payload[] = {
	/* where                                   field                   in payloads of          when missing */
	{ SV_INIT("/agent_action_name"),           GAFF_F_EVENT,           GAFF_EV_ALL },
	{ SV_INIT("/trajectory_id"),               GAFF_F_SESSION_ID,      GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/execution_id"),                GAFF_F_CONSTANT,        GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/timestamp"),                   GAFF_F_TIME,            GAFF_EV_ALL },
	{ SV_INIT("/model_name"),                  GAFF_F_MODEL,           GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/tool_info"),                   GAFF_F_TOOL_INPUT,      GAFF_EV_CALLS,          .flags = GAFF_P_NOT_MCP },
	{ SV_INIT("/tool_info/mcp_server_name"),   GAFF_F_MCP_SERVER,      GAFF_EV_CALLS },
	{ SV_INIT("/tool_info/mcp_tool_name"),     GAFF_F_TOOL_NAME,       GAFF_EV_CALLS,          .flags = MCP },
	{ SV_INIT("/tool_info/mcp_tool_arguments"), GAFF_F_TOOL_INPUT,     GAFF_EV_CALLS,          .flags = MCP },
	{ SV_INIT("/tool_info/mcp_result"),        GAFF_F_TOOL_OUTPUT,     GAFF_EV(AFTER_TOOL),    SV_INIT("\"\""), .flags = MCP },
	{ SV_INIT("/tool_info/user_prompt"),       GAFF_F_PROMPT,          GAFF_EV(BEFORE_PROMPT), SV_INIT("\"\"") },
	{ SV_INIT("/tool_info/response"),          GAFF_F_LAST_MESSAGE,    GAFF_EV(AGENT_STOP),    SV_INIT("\"\"") },
	{ SV_INIT("/tool_info/transcript_path"),   GAFF_F_TRANSCRIPT_PATH, .flags = ALIAS },
};

static const struct gaff_input_row command[] = { AS("command_line", "command"), SAME("cwd") };
static const struct gaff_input_row file[]    = { PATH("file_path") };

/* Called as its events are: no payload has a name for them. */
static const struct gaff_tool_row tools[] = {
	{ SV_INIT("run_command"), GAFF_TOOL_SHELL,      GAFF_ROWS(command),                 &docs },
	{ SV_INIT("read_code"),   GAFF_TOOL_FILE_READ,  GAFF_ROWS(file),                    &docs },
	{ SV_INIT("write_code"),  GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_file_path_edits), &docs },
	{ SV_INIT("write_code"),  GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_file_path_edits), &docs }, /* its name for a new file too */
};

#define NO2  GAFF_E_EXIT_2_IS_NOTHING
#define WAIT 30000 /* not documented: gaff would rather be early */

static const struct gaff_event_row events[] = {
	/* native                                   canonical              answer                  waits, ms */
	{ SV_INIT("pre_run_command"),               GAFF_EV_BEFORE_TOOL,   GAFF_NO_ANSWER(STDERR), WAIT, &docs, .tool = GAFF_TOOL_SHELL },
	{ SV_INIT("pre_read_code"),                 GAFF_EV_BEFORE_TOOL,   GAFF_NO_ANSWER(STDERR), WAIT, &docs, .tool = GAFF_TOOL_FILE_READ },
	{ SV_INIT("pre_write_code"),                GAFF_EV_BEFORE_TOOL,   GAFF_NO_ANSWER(STDERR), WAIT, &docs, .tool = GAFF_TOOL_FILE_EDIT },
	{ SV_INIT("pre_mcp_tool_use"),              GAFF_EV_BEFORE_TOOL,   GAFF_NO_ANSWER(STDERR), WAIT, &docs, .tool = GAFF_TOOL_MCP },
	{ SV_INIT("post_run_command"),              GAFF_EV_AFTER_TOOL,    GAFF_NO_ANSWER(EXIT_2), WAIT, &docs, .tool = GAFF_TOOL_SHELL, .flags = NO2 },
	{ SV_INIT("post_read_code"),                GAFF_EV_AFTER_TOOL,    GAFF_NO_ANSWER(EXIT_2), WAIT, &docs, .tool = GAFF_TOOL_FILE_READ, .flags = NO2 },
	{ SV_INIT("post_write_code"),               GAFF_EV_AFTER_TOOL,    GAFF_NO_ANSWER(EXIT_2), WAIT, &docs, .tool = GAFF_TOOL_FILE_EDIT, .flags = NO2 },
	{ SV_INIT("post_mcp_tool_use"),             GAFF_EV_AFTER_TOOL,    GAFF_NO_ANSWER(EXIT_2), WAIT, &docs, .tool = GAFF_TOOL_MCP, .flags = NO2 },
	{ SV_INIT("pre_user_prompt"),               GAFF_EV_BEFORE_PROMPT, GAFF_NO_ANSWER(STDERR), WAIT, &docs },
	{ SV_INIT("post_cascade_response"),         GAFF_EV_AGENT_STOP,    GAFF_NO_ANSWER(EXIT_2), WAIT, &docs, .flags = NO2 },
	{ SV_INIT("post_cascade_response_with_transcript"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(EXIT_2), WAIT, &docs, .flags = NO2 },
	{ SV_INIT("post_setup_worktree"),           GAFF_EV_NATIVE,        GAFF_NO_ANSWER(EXIT_2), WAIT, &docs, .flags = NO2 },
};
static const struct gaff_event_row unknown = { SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), WAIT, &docs };

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("/agent_action_name"), 10 },
	{ SV_INIT("/trajectory_id"),     3 },
};

static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_SYSTEM,  "/etc/windsurf/hooks.json",       GAFF_SYNTAX_JSON, &docs },
	{ GAFF_SCOPE_USER,    "~/.codeium/windsurf/hooks.json", GAFF_SYNTAX_JSON, &docs },
	{ GAFF_SCOPE_USER,    "~/.codeium/hooks.json",          GAFF_SYNTAX_JSON, &docs, GAFF_C_IF_IT_HAS_HOOKS }, /* JetBrains' editors */
	{ GAFF_SCOPE_PROJECT, "./.windsurf/hooks.json",         GAFF_SYNTAX_JSON, &docs },
};

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = {
	{ SV_INIT("/matcher"),           GAFF_MEMBER_MATCHER }, /* of no use: the event says it */
	{ SV_INIT("/command"),           GAFF_MEMBER_COMMAND },
	{ SV_INIT("/powershell"),        GAFF_MEMBER_WINDOWS }, /* in one collection of examples, without a version; its documentation does not have it */
	{ SV_INIT("/working_directory"), GAFF_MEMBER_CWD },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_FLAT, .matching = GAFF_MATCH_NOTHING, .is_bare = true,
	.shell = GAFF_SHELL_BASH, /* no member for a timeout is known */
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("*"), .behind = SV_INIT("="), .members = GAFF_JSON({"execution_id":"8f0c2d11-4b7e-4a39-9c55-60d1f2b3a7e4","model_name":"SWE-1.5"}) },
	{ SV_INIT("pre_run_command post_run_command"), GAFF_JSON({"tool_info":{"cwd":"$cwd"}}) },
	{ SV_INIT("post_cascade_response_with_transcript"), GAFF_JSON({"tool_info":{"transcript_path":"$transcript_path"}}) },
	{ SV_INIT("post_setup_worktree"), GAFF_JSON({"tool_info":{"worktree_path":"$cwd","root_workspace_path":"$cwd"}}) },
};
static const char *const notes[] = {
	"Cascade was removed from Devin Desktop on 2026-09-08 (3.9.19), where Devin took its place: register gaff with `devin` there. These hooks are for older installations and for JetBrains' editors.",
	"It was not run here: its rows are its last documentation.",
	"Hooks can block before something happens and say why, and nothing else: no context, no question, no new input, and no answer afterwards.",
	"Each tool has its events and there is none for all: hooks before a tool are registered with every one of them. Searches, web pages and subagents have none.",
	"On macOS the file of the whole machine is `/Library/Application Support/Windsurf/hooks.json`: gaff looks for that of Linux.",
	"In JetBrains' editors the user's file is `~/.codeium/hooks.json`: gaff is registered there once it has hooks.",
	NULL,
};
/* clang-format on */

const struct gaff_host gaff_host_windsurf = {
	.id = SV_INIT("windsurf"),
	.title = "Windsurf",
	.seen = &docs,
	.reader = { GAFF_READS_UNKNOWN, .seen = &unread },
	.flags = GAFF_H_TEXT_IS_IGNORED,
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "windsurf",
	.layout = &layout,
	.extras = GAFF_ROWS(extras),
	.notes = notes,
};
