#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Junie CLI, as its vendor's pages describe it; it was not run. Answers are flat: a decision, its
 * reason, a new input that replaces the old one, a context. An allow before a tool is the same as
 * nothing. On a permission request exit 0 without a denial approves, so that having no opinion is
 * exit 1 there. What starts or ends a session, and what it reports of errors, runs in the
 * background: nothing comes back. Most payloads name neither session nor folder, and nothing in
 * them says that they are Junie's.
 */

/* clang-format off */
static const struct gaff_evidence unread = { GAFF_REPORTED, "nobody has looked" };
static const struct gaff_evidence docs = { GAFF_DOCUMENTED, "2026-09-11" };

#define TOOL_EVENTS (GAFF_EV(BEFORE_TOOL) | GAFF_EV(PERMISSION_REQUEST))
#define OF_SESSION  (GAFF_EV(SESSION_START) | GAFF_EV(BEFORE_PROMPT))

static const struct gaff_payload_row payload[] = {
	/* where                          field                in payloads of          when missing */
	{ SV_INIT("/hook_event_name"),    GAFF_F_EVENT,        GAFF_EV_ALL },
	{ SV_INIT("/source"),             GAFF_F_SOURCE,       GAFF_EV(SESSION_START), SV_INIT("\"startup\"") },
	{ SV_INIT("/prompt"),             GAFF_F_PROMPT,       GAFF_EV(BEFORE_PROMPT), SV_INIT("\"\"") },
	{ SV_INIT("/cwd"),                GAFF_F_CWD,          OF_SESSION },
	{ SV_INIT("/session_id"),         GAFF_F_SESSION_ID,   OF_SESSION },
	{ SV_INIT("/project_path"),       GAFF_F_PROJECT_DIR,  OF_SESSION,             .flags = GAFF_P_STARTED },
	{ SV_INIT("/tool_name"),          GAFF_F_TOOL_NAME,    TOOL_EVENTS },
	{ SV_INIT("/tool_input"),         GAFF_F_TOOL_INPUT,   TOOL_EVENTS,            SV_INIT("{}") },
	{ SV_INIT("/reason"),             GAFF_F_REASON,       GAFF_EV(SESSION_END),   SV_INIT("\"other\"") },
	{ SV_INIT("/stop_hook_active"),   GAFF_F_STOP_ACTIVE,  GAFF_EV(AGENT_STOP),    SV_INIT("false") },
	{ SV_INIT("/last_assistant_message"), GAFF_F_LAST_MESSAGE, GAFF_EV(AGENT_STOP), SV_INIT("\"\"") },
	{ SV_INIT("/error"),              GAFF_F_TOOL_ERROR,   GAFF_EV(ERROR),         SV_INIT("\"unknown\"") },
	{ SV_INIT("/error_details"),      GAFF_F_CONSTANT,     GAFF_EV(ERROR),         SV_INIT("\"\"") },
};

static const struct gaff_input_row bash[] = { SAME("command"), OF(SECONDS, "timeout", "timeout") };

static const struct gaff_tool_row tools[] = { /* of the inputs, Bash's is documented, and file_path; the others are as in Claude Code */
	{ SV_INIT("Bash"),  GAFF_TOOL_SHELL,      GAFF_ROWS(bash),                           &docs },
	{ SV_INIT("Read"),  GAFF_TOOL_FILE_READ,  GAFF_ROWS(gaff_in_file_path_offset_limit), &docs },
	{ SV_INIT("Write"), GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_file_path_content),      &docs },
	{ SV_INIT("Edit"),  GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_file_path_old_new),      &docs },
	{ SV_INIT("Grep"),  GAFF_TOOL_SEARCH,     GAFF_ROWS(gaff_in_pattern_path),           &docs },
	{ SV_INIT("Glob"),  GAFF_TOOL_FIND,       GAFF_ROWS(gaff_in_pattern_path),           &docs },
};

#define BLOCKS \
	{ GAFF_A_DENY,   SV_INIT("/decision"), SV_INIT("\"block\"") }, \
	{ GAFF_A_DENY,    SV_INIT("/decision"), SV_INIT("\"deny\""),  GAFF_R_READ }, \
	{ GAFF_A_REASON, SV_INIT("/reason"),   .flags = GAFF_R_WITH_DENY }
#define CONTEXT \
	{ GAFF_A_CONTEXT, SV_INIT("/additionalContext") }

/* At exit 2 what is on stdout is not looked at. */
static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2_BARE,
	{ GAFF_A_ALLOW,         SV_INIT("/decision"),     SV_INIT("\"allow\""), GAFF_R_NO_GRANT },
	{ GAFF_A_ASK,           SV_INIT("/decision"), SV_INIT("\"ask\"") },
	{ GAFF_A_DENY,          SV_INIT("/decision"), SV_INIT("\"deny\"") },
	{ GAFF_A_DENY,          SV_INIT("/decision"),     SV_INIT("\"block\""), GAFF_R_READ },
	{ GAFF_A_REASON,        SV_INIT("/reason"),   .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_UPDATED_INPUT, SV_INIT("/updatedInput") },
	CONTEXT,
);
static const struct gaff_shape permission_answer = GAFF_ANSWER(EXIT_2,
	{ GAFF_A_ALLOW,         SV_INIT("/decision"),     SV_INIT("\"allow\"") },
	BLOCKS,
);
static const struct gaff_shape prompt_answer = GAFF_ANSWER(JSON, BLOCKS, CONTEXT); /* of exit 2 the page does not speak here */
static const struct gaff_shape stop_answer = GAFF_ANSWER(EXIT_2_BARE, /* a context alone is one more step, too */
	{ GAFF_A_STOP,           SV_INIT("/continue"), SV_INIT("false") },
	{ GAFF_A_STOP_REASON,    SV_INIT("/stopReason") },
	BLOCKS, CONTEXT,
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("/systemMessage") },
);

#define TEXT   GAFF_E_TEXT_IS_CONTEXT
#define GRANTS GAFF_E_SILENCE_GRANTS

static const struct gaff_event_row events[] = {
	/* native                       canonical                   answer                  waits, ms */
	{ SV_INIT("PreToolUse"),        GAFF_EV_BEFORE_TOOL,        &before_tool_answer,    10000, &docs, .flags = TEXT },
	{ SV_INIT("PermissionRequest"), GAFF_EV_PERMISSION_REQUEST, &permission_answer,     10000, &docs, .flags = GRANTS },
	{ SV_INIT("UserPromptSubmit"),  GAFF_EV_BEFORE_PROMPT,      &prompt_answer,         10000, &docs, .flags = TEXT },
	{ SV_INIT("SessionStart"),      GAFF_EV_SESSION_START,      GAFF_NO_ANSWER(EXIT_2), 10000, &docs },
	{ SV_INIT("SessionEnd"),        GAFF_EV_SESSION_END,        GAFF_NO_ANSWER(EXIT_2), 2000,  &docs, .wait_max_s = 10 },
	{ SV_INIT("Stop"),              GAFF_EV_AGENT_STOP,         &stop_answer,           600000, &docs },
	{ SV_INIT("StopFailure"),       GAFF_EV_ERROR,              GAFF_NO_ANSWER(EXIT_2), 60000, &docs },
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), 10000, &docs,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("/project_path"),    4 },
	{ SV_INIT("/hook_event_name"), 1 },
	{ SV_INIT("/transcript_path"), -3 }, /* it never says */
	{ SV_INIT("/tool_use_id"),     -3 },
};

static const struct gaff_config_row config[] = { /* what a project's own file says of hooks is ignored */
	{ GAFF_SCOPE_USER, "~/.junie/config.json", GAFF_SYNTAX_JSON, &docs, GAFF_C_STRICT },
};

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = {
	{ SV_INIT("/type"),    GAFF_MEMBER_TYPE },
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT },
	{ SV_INIT("/async"),   GAFF_MEMBER_ASYNC },
};
static const struct gaff_layout layout = { /* matchers "as in Claude Code"; "blockOnError" of Stop is for it alone */
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_GROUPS, .matching = GAFF_MATCH_NAMES,
	.settings = "theme",
	.shell = GAFF_SHELL_SH,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

static const char *const notes[] = {
	"Hooks are for its early access version, in a terminal; not in IDEs, nor under ACP or as a server. In batch mode prompts have none.",
	"On a `PermissionRequest` a hook that says nothing and exits 0 approves. gaff exits 1 there unless it denies or allows, and install leaves the event out unless it is named.",
	"Only the user's own configuration has hooks: those of a project's `.junie/config.json` are ignored.",
	"An allow before a tool grants nothing.",
	"A `Stop` that was blocked 8 times in a row is not asked about again (`JUNIE_STOP_HOOK_BLOCK_CAP`).",
	"With `--config-location` it reads another file, which gaff does not look for.",
	"On `SessionEnd` it waits 2 s, by default, and 10 s at most.",
	"MCP tools come by their own names alone: gaff cannot tell that they are such.",
	"Most payloads do not say whose they are, nor which session or folder they are of: gaff has to be told `--host junie`, and takes the folder it is started in.",
	NULL,
};
/* What it does in its batch mode nobody has seen. */
static const struct gaff_attended attended = {
	.unanswered = GAFF_UNANSWERED_UNKNOWN, .by_terminal = true, .program = "junie",
	.how = "it has a terminal, which is its stdin and stdout", .otherwise = "nobody has seen what it does", .seen = &docs,
};
/* clang-format on */

const struct gaff_host gaff_host_junie = {
	.id = SV_INIT("junie"),
	.title = "Junie CLI",
	.seen = &docs,
	.reader = { GAFF_READS_UNKNOWN, .seen = &unread },
	.flags = GAFF_H_TEXT_IS_IGNORED,
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.besides = GAFF_ROWS(gaff_contexts),
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "junie",
	.layout = &layout,
	.attended = &attended,
	.notes = notes,
};
