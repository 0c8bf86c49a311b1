#include "hosts/hosts.h"

/*
 * Windsurf's Cascade, for its configuration alone. The event says which tool it is; there are no
 * matchers and no timeouts. What a hook prints is never read: exit 2 blocks before something
 * happens, and stderr is the reason. Cascade is gone since Devin Desktop 3.9.19 (2026-09-08); its
 * hooks matter for older installations and for the plugin of JetBrains' editors.
 */

/* clang-format off */
static const struct gaff_evidence docs = { GAFF_DOCUMENTED, "docs 2026-09" };

static const struct gaff_shape gate      = { NULL, 0, GAFF_DENY_STDERR };
static const struct gaff_shape no_answer = { NULL, 0, GAFF_DENY_EXIT_2 };

#define T GAFF_TOOL_OTHER
static const struct gaff_event_row events[] = {
	/* native                                   canonical              tool                  answer */
	{ SV_INIT("pre_run_command"),               GAFF_EV_BEFORE_TOOL,   GAFF_TOOL_SHELL,      &gate,      60000, 0, &docs },
	{ SV_INIT("pre_read_code"),                 GAFF_EV_BEFORE_TOOL,   GAFF_TOOL_FILE_READ,  &gate,      60000, 0, &docs },
	{ SV_INIT("pre_write_code"),                GAFF_EV_BEFORE_TOOL,   GAFF_TOOL_FILE_WRITE, &gate,      60000, 0, &docs },
	{ SV_INIT("pre_write_code"),                GAFF_EV_BEFORE_TOOL,   GAFF_TOOL_FILE_EDIT,  &gate,      60000, 0, &docs },
	{ SV_INIT("pre_mcp_tool_use"),              GAFF_EV_BEFORE_TOOL,   GAFF_TOOL_MCP,        &gate,      60000, 0, &docs },
	{ SV_INIT("post_run_command"),              GAFF_EV_AFTER_TOOL,    GAFF_TOOL_SHELL,      &no_answer, 60000, 0, &docs },
	{ SV_INIT("post_read_code"),                GAFF_EV_AFTER_TOOL,    GAFF_TOOL_FILE_READ,  &no_answer, 60000, 0, &docs },
	{ SV_INIT("post_write_code"),               GAFF_EV_AFTER_TOOL,    GAFF_TOOL_FILE_WRITE, &no_answer, 60000, 0, &docs },
	{ SV_INIT("post_write_code"),               GAFF_EV_AFTER_TOOL,    GAFF_TOOL_FILE_EDIT,  &no_answer, 60000, 0, &docs },
	{ SV_INIT("post_mcp_tool_use"),             GAFF_EV_AFTER_TOOL,    GAFF_TOOL_MCP,        &no_answer, 60000, 0, &docs },
	{ SV_INIT("pre_user_prompt"),               GAFF_EV_BEFORE_PROMPT, T,                    &gate,      60000, 0, &docs },
	{ SV_INIT("post_cascade_response"),         GAFF_EV_AGENT_STOP,    T,                    &no_answer, 60000, 0, &docs },
	{ SV_INIT("post_cascade_response_with_transcript"), GAFF_EV_NATIVE, T,                   &no_answer, 60000, 0, &docs },
	{ SV_INIT("post_setup_worktree"),           GAFF_EV_NATIVE,        T,                    &no_answer, 60000, 0, &docs },
};
static const struct gaff_event_row unknown = { SV_INIT("*"), GAFF_EV_NATIVE, T, &no_answer, 60000, 0, &docs };

static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_SYSTEM,  "/etc/windsurf/hooks.json",       GAFF_SYNTAX_JSON, &docs, 0 },
	{ GAFF_SCOPE_USER,    "~/.codeium/windsurf/hooks.json", GAFF_SYNTAX_JSON, &docs, 0 },
	{ GAFF_SCOPE_PROJECT, "./.windsurf/hooks.json",         GAFF_SYNTAX_JSON, &docs, 0 },
};

static const struct gaff_form_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_form_row form_rows[] = {
	{ SV_INIT("/matcher"),           GAFF_FORM_MATCHER, 0, 0 }, /* of no use: the event says it */
	{ SV_INIT("/command"),           GAFF_FORM_COMMAND, 0, 0 },
	{ SV_INIT("/powershell"),        GAFF_FORM_WINDOWS, 0, 0 }, /* reported, not confirmed */
	{ SV_INIT("/working_directory"), GAFF_FORM_CWD,     0, 0 },
};
static const struct gaff_form form = {
	.name = SV_INIT("json"), .shape = GAFF_FORM_FLAT, .matching = GAFF_MATCH_NOTHING, .second = 1, .is_bare = true,
	.types = handlers, .n_types = COUNT_OF(handlers), .rows = form_rows, .n_rows = COUNT_OF(form_rows),
};
/* clang-format on */

const struct gaff_host gaff_host_windsurf = {
	.id = SV_INIT("windsurf"),
	.title = "Windsurf",
	.seen = &docs,
	.events = events,
	.n_events = COUNT_OF(events),
	.unknown = &unknown,
	.config = config,
	.n_config = COUNT_OF(config),
	.form = &form,
};
