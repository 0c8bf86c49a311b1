#include "agents/hosts.h"
#include "agents/inputs.h"
#include "agents/plugins/plugins.h"

/*
 * Amp. It has no hook programs but plugins; gaff's plugin only copies: {"amp","event","directory"}
 * goes to gaff's stdin, and what gaff answers becomes the action that Amp takes for an answer to
 * that event. Never driven: its program needs an account. Events and actions are those of its
 * plugin API as its pages and copies of its types had them in September 2026; what its tools are
 * called and take, and how a result is replaced, is what plugins of others rely on, August 2026.
 */

/* clang-format off */
static const struct gaff_evidence js = { GAFF_TYPES, "plugins 2026-08, by its language" };
static const struct gaff_evidence docs     = { GAFF_DOCUMENTED, "docs 2026-09" };
static const struct gaff_evidence reported = { GAFF_REPORTED,   "plugins 2026-08" };

#define AFTER GAFF_EV(AFTER_TOOL)
#define STOP  GAFF_EV(AGENT_STOP)
#define ALIAS GAFF_P_ALIAS

static const struct gaff_payload_row payload[] = {
	/* where                      field               in payloads of          when missing */
	{ SV_INIT("/event/message"),  GAFF_F_PROMPT,      GAFF_EV(BEFORE_PROMPT), .flags = ALIAS }, /* agent.end has it too */
	{ SV_INIT("/amp"),            GAFF_F_EVENT,       GAFF_EV_ALL },
	{ SV_INIT("/event/tool"),     GAFF_F_TOOL_NAME,   GAFF_EV_CALLS },
	{ SV_INIT("/event/input"),    GAFF_F_TOOL_INPUT,  GAFF_EV_CALLS },
	{ SV_INIT("/event/toolUseID"), GAFF_F_TOOL_USE_ID, GAFF_EV_CALLS,         SV_INIT("\"\"") },
	{ SV_INIT("/event/status"),   GAFF_F_CONSTANT,    AFTER | STOP,           SV_INIT("\"done\"") },
	{ SV_INIT("/event/output"),   GAFF_F_TOOL_OUTPUT, AFTER },
	{ SV_INIT("/event/error"),    GAFF_F_TOOL_ERROR,  AFTER },
	{ SV_INIT("/event/message"),  GAFF_F_PROMPT,      GAFF_EV(BEFORE_PROMPT), SV_INIT("\"\"") },
	{ SV_INIT("/event/thread/id"), GAFF_F_SESSION_ID, GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/directory"),      GAFF_F_CWD,         GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/stopActive"),     GAFF_F_STOP_ACTIVE, STOP,                   SV_INIT("false") },
};

static const struct gaff_input_row bash[]  = { AS("cmd", "command"), SAME("command"), SAME("cwd") };
static const struct gaff_input_row shell[] = { SAME("command"), AS("workdir", "cwd") };
static const struct gaff_input_row edit[]  = { PATH("path"), OLD("old_str"), NEW("new_str") };
/* Any of these: its pages do not say. */
static const struct gaff_input_row patch[]       = { PATCH("patchText") };
static const struct gaff_input_row patch_patch[] = { PATCH("patch") };
static const struct gaff_input_row glob[]        = { AS("filePattern", "pattern") };
static const struct gaff_input_row search[]      = { SAME("query"), AS("objective", "query") };
static const struct gaff_input_row task[]        = { SAME("prompt"), SAME("description") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("Bash"),          GAFF_TOOL_SHELL,      GAFF_ROWS(bash),                      &reported },
	{ SV_INIT("shell_command"), GAFF_TOOL_SHELL,      GAFF_ROWS(shell),                     &reported },
	{ SV_INIT("Read"),          GAFF_TOOL_FILE_READ,  GAFF_ROWS(gaff_in_path),              &reported },
	{ SV_INIT("create_file"),   GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_path_content),      &reported },
	{ SV_INIT("edit_file"),     GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(edit),                      &reported },
	{ SV_INIT("apply_patch"),   GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(patch),                     &reported },
	{ SV_INIT("apply_patch"),   GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(patch_patch),               &reported },
	{ SV_INIT("apply_patch"),   GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_input_patch),       &reported },
	{ SV_INIT("undo_edit"),     GAFF_TOOL_OTHER,      GAFF_ROWS(gaff_in_path),              &reported },
	{ SV_INIT("Grep"),          GAFF_TOOL_SEARCH,     GAFF_ROWS(gaff_in_pattern_path_glob), &reported },
	{ SV_INIT("glob"),          GAFF_TOOL_FIND,       GAFF_ROWS(glob),                      &reported },
	{ SV_INIT("read_web_page"), GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url),               &reported },
	{ SV_INIT("web_search"),    GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(search),                    &reported },
	{ SV_INIT("Task"),          GAFF_TOOL_AGENT,      GAFF_ROWS(task),                      &reported },
};

#define BLOCKS \
	{ GAFF_A_DENY,   SV_INIT("/block"),  SV_INIT("true") }, \
	{ GAFF_A_REASON, SV_INIT("/block"),  .flags = GAFF_R_READ | GAFF_R_MEANS_DENY }, \
	{ GAFF_A_REASON, SV_INIT("/reason"), .flags = GAFF_R_WITH_DENY }
#define NOTIFIES \
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("/notify") }
#define TELLS \
	{ GAFF_A_CONTEXT,        SV_INIT("/message") }

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2,
	{ GAFF_A_ASK,           SV_INIT("/ask"),    SV_INIT("true") },
	BLOCKS,
	{ GAFF_A_UPDATED_INPUT, SV_INIT("/input"),  .flags = GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_CONTEXT,       SV_INIT("/reason"), .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY | GAFF_R_NOT_WITH_ASK }, /* the model reads no other text */
	NOTIFIES,
);
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(EXIT_2,
	BLOCKS,
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/output"), .flags = GAFF_R_AS_TEXT },
	TELLS, NOTIFIES,
);
static const struct gaff_shape starting_answer = GAFF_ANSWER(EXIT_2, TELLS, NOTIFIES);
static const struct gaff_shape ending_answer   = GAFF_ANSWER(EXIT_2, BLOCKS, NOTIFIES);

#define WAIT 60000 /* it has no limit of its own; the plugin has */

static const struct gaff_event_row events[] = {
	/* native                   canonical              answer                  waits, ms */
	{ SV_INIT("tool.call"),     GAFF_EV_BEFORE_TOOL,   &before_tool_answer,    WAIT, &docs },
	{ SV_INIT("tool.result"),   GAFF_EV_AFTER_TOOL,    &after_tool_answer,     WAIT, &reported },
	{ SV_INIT("agent.start"),   GAFF_EV_BEFORE_PROMPT, &starting_answer,       WAIT, &docs },
	{ SV_INIT("agent.end"),     GAFF_EV_AGENT_STOP,    &ending_answer,         WAIT, &docs, .flags = GAFF_E_PROLONGS },
	{ SV_INIT("session.start"), GAFF_EV_SESSION_START, GAFF_NO_ANSWER(EXIT_2), WAIT, &docs }, /* once a thread */
};

static const struct gaff_event_row unknown = { /* nobody reads it */
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), WAIT, &docs,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("/amp"),             9 },
	{ SV_INIT("/event/thread/id"), 3 },
};

static const struct gaff_config_row config[] = { /* all are loaded, *.ts too; *.mjs is not */
	{ GAFF_SCOPE_USER,    "~/.config/amp/plugins/*.js", GAFF_SYNTAX_MODULE, &docs },
	{ GAFF_SCOPE_PROJECT, "./.amp/plugins/*.js",        GAFF_SYNTAX_MODULE, &docs },
};

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = { /* of the list in a plugin that gaff writes: src/convert/module/module.c */
	{ SV_INIT("/event"),   GAFF_MEMBER_EVENT },
	{ SV_INIT("/matcher"), GAFF_MEMBER_MATCHER },
	{ SV_INIT("/name"),    GAFF_MEMBER_NAME },
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
	{ SV_INIT("/cwd"),     GAFF_MEMBER_CWD },
	{ SV_INIT("/env"),     GAFF_MEMBER_ENV },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("js"), .shape = GAFF_LAYOUT_MODULE, .matching = GAFF_MATCH_PATTERN, .starts_in_project = true, .is_bare = true, .module = &gaff_module_of_amp,
	.shell = GAFF_SHELL_NONE, .plugin = &gaff_plugin_of_amp,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	{ SV_INIT("agent.start"), .behind = SV_INIT("^"), .members = GAFF_JSON({"event":{"id":"msg_1"}}) },
	{ SV_INIT("agent.end"), .behind = SV_INIT("^"), .members = GAFF_JSON({"event":{"id":"msg_1","message":"$prompt","messages":[]}}) },
};

static const char *const notes[] = {
	"Plugins only; after `gaff install` they have to be reloaded in Amp.",
	"Never driven here: everything is from its pages, and from plugins of others.",
	"Where no hook objects to a call gaff's plugin says `allow`, the one word Amp has for that; whether its own permissions still count then is not documented.",
	"That tools of MCP servers are called `mcp__server__tool` is known of its permission rules; of what plugins are told it was not verified.",
	"A prompt can have more context, but can be neither refused nor changed.",
	"What it does when a plugin fails is not documented: gaff's catches what it can.",
	NULL,
};
static const struct gaff_attended attended = { .unanswered = GAFF_UNANSWERED_DENIES, .otherwise = "gaff's plugin denies", .seen = &docs };
/* clang-format on */

const struct gaff_host gaff_host_amp = {
	.id = SV_INIT("amp"),
	.title = "Amp",
	.seen = &docs,
	.no_opinion = SV_INIT("{}"),
	.reader = { GAFF_READS_LAST, "JSON.parse of JavaScript", &js },
	.flags = GAFF_H_STDERR_IS_PRIVATE,
	/* as in its permission rules; of plugins nobody has said it */
	.mcp_prefix = SV_INIT("mcp__"),
	.mcp_joint = SV_INIT("__"),
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "amp",
	.packages = "@sourcegraph/amp @ampcode/cli",
	.moved_variables = "AMP_SETTINGS_FILE",
	.layout = &layout,
	.extras = GAFF_ROWS(extras),
	.attended = &attended,
	.notes = notes,
};
