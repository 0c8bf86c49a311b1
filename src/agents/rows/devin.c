#include "agents/answers.h"
#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Devin CLI, and Devin Local in Devin Desktop, which is the same agent. Nobody has run it here: the
 * answers are from its documentation of 2026-10-03, fields of payloads and tools from what one
 * report captured (3000.6.14 and 3000.10.31, September 2026). Events are called as Claude Code's,
 * tools are not. Payloads name no folder: the project is in $DEVIN_PROJECT_DIR.
 *
 * "block" denies and "approve" allows, which grants something only where permission is asked for:
 * nothing says that before a tool it takes the place of the user's. A new input is laid over the
 * old one. Whether an answer counts at exit 2 is not said, so a denial that carries more is exit 0
 * and JSON. It runs Claude Code's hooks too.
 */

/* clang-format off */
static const struct gaff_evidence unread = { GAFF_REPORTED, "nobody has looked" };
static const struct gaff_evidence docs     = { GAFF_DOCUMENTED, "docs 2026-10-03" };
static const struct gaff_evidence reported = { GAFF_REPORTED,   "3000.10.31, one report, 2026-09" };

#define TOOL_EVENTS (GAFF_EV_CALLS | GAFF_EV(PERMISSION_REQUEST))
#define PROMPTED    (GAFF_EV_ALL & ~GAFF_EV(SESSION_START))

static const struct gaff_payload_row payload[] = {
	/* where                              field                in payloads of          when missing */
	{ SV_INIT("/hook_event_name"),        GAFF_F_EVENT,        GAFF_EV_ALL },
	{ SV_INIT("/tool_name"),              GAFF_F_TOOL_NAME,    TOOL_EVENTS },
	{ SV_INIT("/tool_input"),             GAFF_F_TOOL_INPUT,   TOOL_EVENTS },
	{ SV_INIT("/tool_use_id"),            GAFF_F_TOOL_USE_ID,  GAFF_EV_CALLS,          SV_INIT("\"\"") },
	{ SV_INIT("/tool_response/success"),  GAFF_F_CONSTANT,     GAFF_EV(AFTER_TOOL),    SV_INIT("true") },
	{ SV_INIT("/tool_response/output"),   GAFF_F_TOOL_OUTPUT,  GAFF_EV(AFTER_TOOL),    SV_INIT("\"\""), .flags = GAFF_P_TEXT },
	{ SV_INIT("/tool_response/error"),    GAFF_F_TOOL_ERROR,   GAFF_EV(AFTER_TOOL),    SV_INIT("null") },
	{ SV_INIT("/prompt"),                 GAFF_F_PROMPT,       GAFF_EV(BEFORE_PROMPT), SV_INIT("\"\"") },
	{ SV_INIT("/source"),                 GAFF_F_SOURCE,       GAFF_EV(SESSION_START), SV_INIT("\"startup\"") },
	{ SV_INIT("/reason"),                 GAFF_F_REASON,       GAFF_EV(SESSION_END),   SV_INIT("\"other\"") },
	{ SV_INIT("/stop_hook_active"),       GAFF_F_STOP_ACTIVE,  GAFF_EV(AGENT_STOP),    SV_INIT("false") },
	{ SV_INIT("/last_assistant_message"), GAFF_F_LAST_MESSAGE, GAFF_EV(AGENT_STOP),    SV_INIT("\"\"") }, /* one report, 3000.10.31 */
	{ SV_INIT("/summary"),                GAFF_F_LAST_MESSAGE, GAFF_EV(AFTER_COMPACT), SV_INIT("null") },
	{ SV_INIT("/session_id"),             GAFF_F_SESSION_ID,   GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/prompt_id"),              GAFF_F_CONSTANT,     PROMPTED,               SV_INIT("\"\"") },
	{ SV_INIT("$DEVIN_PROJECT_DIR"),      GAFF_F_PROJECT_DIR,  .flags = GAFF_P_STARTED },
};

/* The fields are documented for exec alone; the others are from the report. */
static const struct gaff_input_row exec[] = { SAME("command"), AS("workdir", "cwd") };
/* Only its name is documented; any of these may be the text. */
static const struct gaff_input_row patch[]      = { PATCH("patch") };
static const struct gaff_input_row patch_text[] = { { .canonical = SV_INIT("patch"), .kind = GAFF_IN_PATCH } };
static const struct gaff_input_row notebook[] = {
	PATH("notebook_path"), /* its keys are not documented: as those of its other tools, too */
	PATH("file_path"),
	PATH("path"),
};
static const struct gaff_input_row grep[]     = { SAME("pattern"), PATH("path"), AS("glob_pattern", "glob") };
static const struct gaff_input_row subagent[] = { AS("profile", "type"), AS("task", "prompt"), AS("title", "description") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("exec"),          GAFF_TOOL_SHELL,      GAFF_ROWS(exec),                           &docs },
	{ SV_INIT("read"),          GAFF_TOOL_FILE_READ,  GAFF_ROWS(gaff_in_file_path_offset_limit), &reported },
	{ SV_INIT("write"),         GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_file_path_content),      &reported },
	{ SV_INIT("edit"),          GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_file_path_old_new),      &reported },
	{ SV_INIT("apply_patch"),   GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(patch),                          &docs },
	{ SV_INIT("apply_patch"),   GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_input_patch),            &docs },
	{ SV_INIT("apply_patch"),   GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(patch_text),                     &docs },
	{ SV_INIT("grep"),          GAFF_TOOL_SEARCH,     GAFF_ROWS(grep),                           &reported },
	{ SV_INIT("glob"),          GAFF_TOOL_FIND,       GAFF_ROWS(gaff_in_pattern_path),           &reported },
	{ SV_INIT("webfetch"),      GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url),                    &docs },
	{ SV_INIT("run_subagent"),  GAFF_TOOL_AGENT,      GAFF_ROWS(subagent),                       &reported },
	{ SV_INIT("notebook_read"), GAFF_TOOL_FILE_READ,  GAFF_ROWS(notebook),                       &reported },
	{ SV_INIT("notebook_edit"), GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(notebook),                       &reported },
};

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2_BARE, /* a context has no place but the reason of a denial */
	BLOCKS, NO_OBJECTION("approve"),
	{ GAFF_A_CONTEXT,       SV_INIT("/reason"),          .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY },
	NAMED,
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "updatedInput"), .flags = GAFF_R_MERGES },
);
static const struct gaff_shape permission_answer = GAFF_ANSWER(EXIT_2_BARE,
	BLOCKS,
	{ GAFF_A_ALLOW,   SV_INIT("/decision"), SV_INIT("\"approve\"") },
	{ GAFF_A_CONTEXT, SV_INIT("/reason"), .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY },
);
static const struct gaff_shape prompt_answer = GAFF_ANSWER(EXIT_2_BARE, BLOCKS, NO_OBJECTION("approve"), NAMED, CONTEXT_IF(GAFF_R_NOT_WITH_DENY));
static const struct gaff_shape stop_answer = GAFF_ANSWER(EXIT_2_BARE,
	BLOCKS, NO_OBJECTION("approve"),
	{ GAFF_A_CONTEXT, SV_INIT("/reason"), .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY },
);
static const struct gaff_shape informs_answer = GAFF_ANSWER(EXIT_2, NAMED, CONTEXT);

#define ASKS GAFF_E_SILENCE_ASKS
#define WAIT 30000 /* not documented: gaff would rather be early */

static const struct gaff_event_row events[] = {
	/* native                       canonical                   answer                  waits, ms */
	{ SV_INIT("PreToolUse"),        GAFF_EV_BEFORE_TOOL,        &before_tool_answer,    WAIT, &docs },
	{ SV_INIT("PermissionRequest"), GAFF_EV_PERMISSION_REQUEST, &permission_answer,     WAIT, &docs, .flags = ASKS },
	{ SV_INIT("PostToolUse"),       GAFF_EV_AFTER_TOOL,         &informs_answer,        WAIT, &docs }, /* not for a tool that was refused */
	{ SV_INIT("UserPromptSubmit"),  GAFF_EV_BEFORE_PROMPT,      &prompt_answer,         WAIT, &docs },
	{ SV_INIT("Stop"),              GAFF_EV_AGENT_STOP,         &stop_answer,           WAIT, &docs }, /* of subagents too */
	{ SV_INIT("SessionStart"),      GAFF_EV_SESSION_START,      &informs_answer,        WAIT, &docs },
	{ SV_INIT("SessionEnd"),        GAFF_EV_SESSION_END,        GAFF_NO_ANSWER(EXIT_2), WAIT, &docs },
	{ SV_INIT("PostCompaction"),    GAFF_EV_AFTER_COMPACT,      GAFF_NO_ANSWER(EXIT_2), WAIT, &docs },
};
static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), WAIT, &docs,
};

/* What looks like Claude Code's payloads has a folder there, and a transcript. */
static const struct gaff_detect_row detect[] = {
	{ SV_INIT("$DEVIN_PROJECT_DIR"), 1 }, /* every program it starts may inherit it */
	{ SV_INIT("/prompt_id"),         5 },
	{ SV_INIT("/hook_event_name"),   1 },
	{ SV_INIT("/session_id"),        1 },
	{ SV_INIT("/hook_event_name"),   6, SV_INIT("PostCompaction") },
	{ SV_INIT("/tool_name"),         2, SV_INIT("exec") },
	{ SV_INIT("/cwd"),               -9 },
	{ SV_INIT("/transcript_path"),   -9 },
	{ SV_INIT("/timestamp"),         -9 },
	{ SV_INIT("/conversation_id"),   -9 },
	{ SV_INIT("/workspace_roots"),   -9 },
};

#define CLAUDES GAFF_C_ANOTHERS
static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_USER,    "~/.config/devin/config.json",   GAFF_SYNTAX_JSONC, &docs },
	{ GAFF_SCOPE_PROJECT, "./.devin/hooks.v1.json",        GAFF_SYNTAX_JSON,  &docs, GAFF_C_BARE | GAFF_C_NEEDS_TRUST },
	{ GAFF_SCOPE_PROJECT, "./.devin/config.json",          GAFF_SYNTAX_JSONC, &docs, GAFF_C_NEEDS_TRUST | GAFF_C_IF_IT_HAS_HOOKS },
	{ GAFF_SCOPE_USER,    "~/.claude/settings.json",       GAFF_SYNTAX_JSON,  &docs, CLAUDES },
	{ GAFF_SCOPE_USER,    "~/.claude.json",                GAFF_SYNTAX_JSON,  &docs, CLAUDES },
	{ GAFF_SCOPE_PROJECT, "./.claude/settings.json",       GAFF_SYNTAX_JSON,  &docs, CLAUDES | GAFF_C_NEEDS_TRUST },
	{ GAFF_SCOPE_LOCAL,   "./.claude/settings.local.json", GAFF_SYNTAX_JSON,  &docs, CLAUDES | GAFF_C_NEEDS_TRUST },
};

static const struct gaff_handler_type handlers[] = {
	{ SV_INIT("command"), GAFF_HANDLER_COMMAND }, { SV_INIT("prompt"), GAFF_HANDLER_PROMPT },
};
static const struct gaff_member members[] = { /* one report, 2026-08, of no version: with a member it does not know a file is void */
	{ SV_INIT("/type"),    GAFF_MEMBER_TYPE },
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND, GAFF_KIND(COMMAND) },
	{ SV_INIT("/prompt"),  GAFF_MEMBER_PROMPT,  GAFF_KIND(PROMPT) },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_GROUPS, .frame = GAFF_FRAME_BARE, .matching = GAFF_MATCH_PATTERN,
	.settings = "read_config_from permissions",
	.shell = GAFF_SHELL_BASH,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

static const struct gaff_env_row env[] = { { "DEVIN_PROJECT_DIR", GAFF_F_PROJECT_DIR } };

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("*"), .behind = SV_INIT("="), .members = GAFF_JSON({"prompt_id":"0b9f6a52-6f0e-4c55-9a57-3c1c1f2d7e84"}) },
	{ SV_INIT("PostToolUse"), .tools = GAFF_TOOL_BIT(SHELL), .behind = SV_INIT("="),
	  .members = GAFF_JSON({"tool_response":{"output":"Output from command in shell 1f3a:\nhello\n\n\nExit code: 0"}}) },
};
static const char *const notes[] = {
	"It was not run here: its rows are from its documentation and from payloads that others captured.",
	"Hooks of Claude Code run in it too, unless `read_config_from.claude` is false, and see its own tool names: a matcher `Bash` selects nothing, `exec` is the shell.",
	"Hooks of a project do not run in Restricted Mode.",
	"`approve` is a grant only on `PermissionRequest`.",
	"With `devin -p` a blocked tool was reported to end the turn (one report of autumn 2026, without a version).",
	"A subagent's calls and its `Stop` come as those of the session.",
	NULL,
};
/* clang-format on */

const struct gaff_host gaff_host_devin = {
	.id = SV_INIT("devin"),
	.title = "Devin",
	.seen = &docs,
	.reader = { GAFF_READS_UNKNOWN, .seen = &unread },
	.flags = GAFF_H_TEXT_IS_IGNORED,
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
	.programs = "devin",
	.layout = &layout,
	.env = GAFF_ROWS(env),
	.extras = GAFF_ROWS(extras),
	.imports_not = "read_config_from.claude is false in its configuration",
	.notes = notes,
};
