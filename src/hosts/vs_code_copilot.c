#include "hosts/hosts.h"

/*
 * Agent mode of VS Code with the session target Local, for its configuration alone. Matchers are
 * read and ignored: every hook of an event runs for every tool. Files with a number as "version"
 * are Copilot CLI's.
 */

/* clang-format off */
static const struct gaff_evidence docs     = { GAFF_DOCUMENTED, "docs 2026-09-16" };
static const struct gaff_evidence reported = { GAFF_REPORTED,   "2026-10, one table" };

#define OUT "/hookSpecificOutput/"
static const struct gaff_answer_row before_tool[] = {
	{ GAFF_A_DENY,          SV_INIT(OUT "permissionDecision"),       SV_INIT("\"deny\""),  0 },
	{ GAFF_A_ASK,           SV_INIT(OUT "permissionDecision"),       SV_INIT("\"ask\""),   0 },
	{ GAFF_A_ALLOW,         SV_INIT(OUT "permissionDecision"),       SV_INIT("\"allow\""), 0 },
	{ GAFF_A_REASON,        SV_INIT(OUT "permissionDecisionReason"), SV_INIT(""),          GAFF_R_WITH_DENY },
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "updatedInput"),             SV_INIT(""),          0 },
	{ GAFF_A_CONTEXT,       SV_INIT(OUT "additionalContext"),        SV_INIT(""),          0 },
};
static const struct gaff_answer_row blocks[] = {
	{ GAFF_A_DENY,    SV_INIT("/decision"),            SV_INIT("\"block\""), 0 },
	{ GAFF_A_REASON,  SV_INIT("/reason"),              SV_INIT(""),          GAFF_R_WITH_DENY },
	{ GAFF_A_CONTEXT, SV_INIT(OUT "additionalContext"), SV_INIT(""),         0 },
};
static const struct gaff_answer_row stops[] = {
	{ GAFF_A_STOP,        SV_INIT("/continue"),   SV_INIT("false"), 0 },
	{ GAFF_A_STOP_REASON, SV_INIT("/stopReason"), SV_INIT(""),      0 },
};
static const struct gaff_answer_row informs[] = {
	{ GAFF_A_CONTEXT, SV_INIT(OUT "additionalContext"), SV_INIT(""), 0 },
};

static const struct gaff_shape before_tool_answer = { GAFF_ROWS(before_tool), GAFF_DENY_EXIT_2 };
static const struct gaff_shape block_answer       = { GAFF_ROWS(blocks),      GAFF_DENY_EXIT_2 };
static const struct gaff_shape stop_answer        = { GAFF_ROWS(stops),       GAFF_DENY_EXIT_2 };
static const struct gaff_shape informs_answer     = { GAFF_ROWS(informs),     GAFF_DENY_EXIT_2 };

#define T GAFF_TOOL_OTHER
static const struct gaff_event_row events[] = {
	{ SV_INIT("PreToolUse"),       GAFF_EV_BEFORE_TOOL,    T, &before_tool_answer, 30000, 0, &docs },
	{ SV_INIT("PostToolUse"),      GAFF_EV_AFTER_TOOL,     T, &block_answer,       30000, 0, &docs },
	{ SV_INIT("SessionStart"),     GAFF_EV_SESSION_START,  T, &informs_answer,     30000, 0, &docs },
	{ SV_INIT("UserPromptSubmit"), GAFF_EV_BEFORE_PROMPT,  T, &stop_answer,        30000, 0, &docs },
	{ SV_INIT("PreCompact"),       GAFF_EV_BEFORE_COMPACT, T, &stop_answer,        30000, 0, &docs },
	{ SV_INIT("SubagentStart"),    GAFF_EV_SUBAGENT_START, T, &informs_answer,     30000, 0, &docs },
	{ SV_INIT("SubagentStop"),     GAFF_EV_SUBAGENT_STOP,  T, &block_answer,       30000, 0, &docs },
	{ SV_INIT("Stop"),             GAFF_EV_AGENT_STOP,     T, &block_answer,       30000, 0, &docs },
};
static const struct gaff_event_row unknown = { SV_INIT("*"), GAFF_EV_NATIVE, T, &stop_answer, 30000, 0, &docs };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("run_in_terminal"),              GAFF_TOOL_SHELL,      NULL, 0, SV_INIT(""), &reported },
	{ SV_INIT("read_file"),                    GAFF_TOOL_FILE_READ,  NULL, 0, SV_INIT(""), &reported },
	{ SV_INIT("create_file"),                  GAFF_TOOL_FILE_WRITE, NULL, 0, SV_INIT(""), &reported },
	{ SV_INIT("replace_string_in_file"),       GAFF_TOOL_FILE_EDIT,  NULL, 0, SV_INIT(""), &reported },
	{ SV_INIT("multi_replace_string_in_file"), GAFF_TOOL_FILE_EDIT,  NULL, 0, SV_INIT(""), &reported },
	{ SV_INIT("insert_edit_into_file"),        GAFF_TOOL_FILE_EDIT,  NULL, 0, SV_INIT(""), &reported },
	{ SV_INIT("apply_patch"),                  GAFF_TOOL_FILE_EDIT,  NULL, 0, SV_INIT(""), &reported },
};

static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_USER,    "~/.copilot/hooks/*.json", GAFF_SYNTAX_JSON, &docs, 0 },
	{ GAFF_SCOPE_PROJECT, "./.github/hooks/*.json",  GAFF_SYNTAX_JSON, &docs, 0 },
};

static const struct gaff_form_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_form_row form_rows[] = {
	{ SV_INIT("/type"),    GAFF_FORM_TYPE,    0, 0 },
	{ SV_INIT("/matcher"), GAFF_FORM_MATCHER, 0, 0 }, /* read and ignored */
	{ SV_INIT("/command"), GAFF_FORM_COMMAND, 0, 0 },
	{ SV_INIT("/windows"), GAFF_FORM_WINDOWS, 0, 0 },
	{ SV_INIT("/linux"),   GAFF_FORM_LINUX,   0, 0 },
	{ SV_INIT("/osx"),     GAFF_FORM_OSX,     0, 0 },
	{ SV_INIT("/cwd"),     GAFF_FORM_CWD,     0, 0 },
	{ SV_INIT("/env"),     GAFF_FORM_ENV,     0, 0 },
	{ SV_INIT("/timeout"), GAFF_FORM_TIMEOUT, 0, 0 },
};
static const struct gaff_form form = {
	.name = SV_INIT("json"), .shape = GAFF_FORM_FLAT, .matching = GAFF_MATCH_NOTHING, .second = 1,
	.types = handlers, .n_types = COUNT_OF(handlers), .rows = form_rows, .n_rows = COUNT_OF(form_rows),
};
/* clang-format on */

const struct gaff_host gaff_host_vs_code_copilot = {
	.id = SV_INIT("vs-code-copilot"),
	.title = "VS Code",
	.seen = &docs,
	.events = events,
	.n_events = COUNT_OF(events),
	.unknown = &unknown,
	.tools = tools,
	.n_tools = COUNT_OF(tools),
	.config = config,
	.n_config = COUNT_OF(config),
	.form = &form,
};
