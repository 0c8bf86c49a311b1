#include "hosts/hosts.h"

/*
 * Kiro, for its configuration alone. It has three kinds of files: v1 files of the IDE 1.x and of
 * the CLI's V3 engine, the agent files of its V1 and V2 engines (events in camelCase,
 * milliseconds), and the .kiro.hook files of the IDE 0.x, which are read and never written. It
 * blocks by exit 2 alone, and plain text is context.
 */

/* clang-format off */
static const struct gaff_evidence docs = { GAFF_DOCUMENTED, "IDE 1.2, CLI 2.28" };
static const struct gaff_evidence old  = { GAFF_REPORTED,   "IDE 0.x, 2026-05" };

static const struct gaff_answer_row block[] = {
	{ GAFF_A_DENY,   SV_INIT("/decision"), SV_INIT("\"block\""), 0 },
	{ GAFF_A_REASON, SV_INIT("/reason"),   SV_INIT(""),          GAFF_R_WITH_DENY },
};
static const struct gaff_shape gate        = { NULL, 0,          GAFF_DENY_STDERR };
static const struct gaff_shape stop_answer = { GAFF_ROWS(block), GAFF_DENY_EXIT_2 };
static const struct gaff_shape no_answer   = { NULL, 0,          GAFF_DENY_EXIT_2 };

#define T    GAFF_TOOL_OTHER
#define TEXT GAFF_E_TEXT_IS_CONTEXT

static const struct gaff_event_row events[] = {
	{ SV_INIT("PreToolUse"),       GAFF_EV_BEFORE_TOOL,   T, &gate,        60000, 0,    &docs },
	{ SV_INIT("PostToolUse"),      GAFF_EV_AFTER_TOOL,    T, &no_answer,   60000, 0,    &docs },
	{ SV_INIT("UserPromptSubmit"), GAFF_EV_BEFORE_PROMPT, T, &no_answer,   60000, TEXT, &docs }, /* exit 2: sent all the same, IDE 1.0.337 */
	{ SV_INIT("SessionStart"),     GAFF_EV_SESSION_START, T, &no_answer,   60000, TEXT, &docs },
	{ SV_INIT("AgentSpawn"),       GAFF_EV_SESSION_START, T, &no_answer,   60000, TEXT, &docs },
	{ SV_INIT("SessionEnd"),       GAFF_EV_SESSION_END,   T, &no_answer,   60000, 0,    &docs },
	{ SV_INIT("Stop"),             GAFF_EV_AGENT_STOP,    T, &stop_answer, 60000, 0,    &docs },
	{ SV_INIT("PostFileCreate"),   GAFF_EV_FILE_CREATED,  T, &no_answer,   60000, 0,    &docs },
	{ SV_INIT("PostFileSave"),     GAFF_EV_FILE_SAVED,    T, &no_answer,   60000, 0,    &docs },
	{ SV_INIT("PostFileDelete"),   GAFF_EV_FILE_DELETED,  T, &no_answer,   60000, 0,    &docs },
	{ SV_INIT("PreTaskExec"),      GAFF_EV_BEFORE_TASK,   T, &gate,        60000, 0,    &docs },
	{ SV_INIT("PostTaskExec"),     GAFF_EV_AFTER_TASK,    T, &no_answer,   60000, 0,    &docs },
	{ SV_INIT("Manual"),           GAFF_EV_NATIVE,        T, &no_answer,   60000, 0,    &docs },
};
static const struct gaff_event_row agent_events[] = {
	{ SV_INIT("preToolUse"),       GAFF_EV_BEFORE_TOOL,   T, &gate,        10000, 0,    &docs },
	{ SV_INIT("postToolUse"),      GAFF_EV_AFTER_TOOL,    T, &no_answer,   10000, 0,    &docs },
	{ SV_INIT("userPromptSubmit"), GAFF_EV_BEFORE_PROMPT, T, &no_answer,   10000, TEXT, &docs },
	{ SV_INIT("agentSpawn"),       GAFF_EV_SESSION_START, T, &no_answer,   10000, TEXT, &docs },
	{ SV_INIT("stop"),             GAFF_EV_AGENT_STOP,    T, &no_answer,   10000, 0,    &docs },
};
static const struct gaff_event_row old_events[] = {
	{ SV_INIT("preToolUse"),        GAFF_EV_BEFORE_TOOL,   T, &no_answer, 60000, 0, &old },
	{ SV_INIT("postToolUse"),       GAFF_EV_AFTER_TOOL,    T, &no_answer, 60000, 0, &old },
	{ SV_INIT("promptSubmit"),      GAFF_EV_BEFORE_PROMPT, T, &no_answer, 60000, 0, &old },
	{ SV_INIT("agentStop"),         GAFF_EV_AGENT_STOP,    T, &no_answer, 60000, 0, &old },
	{ SV_INIT("fileCreated"),       GAFF_EV_FILE_CREATED,  T, &no_answer, 60000, 0, &old },
	{ SV_INIT("fileEdited"),        GAFF_EV_FILE_SAVED,    T, &no_answer, 60000, 0, &old },
	{ SV_INIT("fileDeleted"),       GAFF_EV_FILE_DELETED,  T, &no_answer, 60000, 0, &old },
	{ SV_INIT("preTaskExecution"),  GAFF_EV_BEFORE_TASK,   T, &no_answer, 60000, 0, &old },
	{ SV_INIT("postTaskExecution"), GAFF_EV_AFTER_TASK,    T, &no_answer, 60000, 0, &old },
	{ SV_INIT("userTriggered"),     GAFF_EV_NATIVE,        T, &no_answer, 60000, 0, &old },
};
static const struct gaff_event_row unknown = { SV_INIT("*"), GAFF_EV_NATIVE, T, &no_answer, 60000, 0, &docs };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("execute_bash"),      GAFF_TOOL_SHELL,      NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("execute_pwsh"),      GAFF_TOOL_SHELL,      NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("read_file"),         GAFF_TOOL_FILE_READ,  NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("fs_write"),          GAFF_TOOL_FILE_WRITE, NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("str_replace"),       GAFF_TOOL_FILE_EDIT,  NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("fs_append"),         GAFF_TOOL_FILE_EDIT,  NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("grep_search"),       GAFF_TOOL_SEARCH,     NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("file_search"),       GAFF_TOOL_FIND,       NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("remote_web_search"), GAFF_TOOL_WEB_SEARCH, NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("web_fetch"),         GAFF_TOOL_WEB_FETCH,  NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("subagent"),          GAFF_TOOL_AGENT,      NULL, 0, SV_INIT(""), &docs }, /* a tag: its tools have no known names */
	{ SV_INIT("list_directory"),    GAFF_TOOL_OTHER,      NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("delete_file"),       GAFF_TOOL_OTHER,      NULL, 0, SV_INIT(""), &docs },
};
static const struct gaff_tool_row agent_tools[] = {
	{ SV_INIT("execute_bash"), GAFF_TOOL_SHELL,      NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("fs_read"),      GAFF_TOOL_FILE_READ,  NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("fs_write"),     GAFF_TOOL_FILE_WRITE, NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("fs_write"),     GAFF_TOOL_FILE_EDIT,  NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("grep"),         GAFF_TOOL_SEARCH,     NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("glob"),         GAFF_TOOL_FIND,       NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("web_search"),   GAFF_TOOL_WEB_SEARCH, NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("web_fetch"),    GAFF_TOOL_WEB_FETCH,  NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("use_subagent"), GAFF_TOOL_AGENT,      NULL, 0, SV_INIT(""), &docs },
	{ SV_INIT("use_aws"),      GAFF_TOOL_OTHER,      NULL, 0, SV_INIT(""), &docs },
};

static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_USER,    "~/.kiro/hooks/*.json", GAFF_SYNTAX_JSON, &docs, 0 },
	{ GAFF_SCOPE_PROJECT, "./.kiro/hooks/*.json", GAFF_SYNTAX_JSON, &docs, 0 },
};
static const struct gaff_config_row agent_config[] = {
	{ GAFF_SCOPE_USER,    "~/.kiro/agents/*.json", GAFF_SYNTAX_JSON, &docs, 0 },
	{ GAFF_SCOPE_PROJECT, "./.kiro/agents/*.json", GAFF_SYNTAX_JSON, &docs, 0 },
};
static const struct gaff_config_row old_config[] = {
	{ GAFF_SCOPE_PROJECT, "./.kiro/hooks/*.kiro.hook", GAFF_SYNTAX_JSON, &old, 0 },
};

static const struct gaff_form_type handlers[] = {
	{ SV_INIT("command"), GAFF_HANDLER_COMMAND }, { SV_INIT("agent"), GAFF_HANDLER_AGENT },
};
static const struct gaff_form_row form_rows[] = {
	{ SV_INIT("/name"),           GAFF_FORM_NAME,    0, GAFF_FORM_NEEDED },
	{ SV_INIT("/trigger"),        GAFF_FORM_EVENT,   0, 0 },
	{ SV_INIT("/matcher"),        GAFF_FORM_MATCHER, 0, 0 },
	{ SV_INIT("/action/type"),    GAFF_FORM_TYPE,    0, 0 },
	{ SV_INIT("/action/command"), GAFF_FORM_COMMAND, GAFF_FORM_KIND(COMMAND), 0 },
	{ SV_INIT("/action/prompt"),  GAFF_FORM_PROMPT,  GAFF_FORM_KIND(AGENT), 0 },
	{ SV_INIT("/timeout"),        GAFF_FORM_TIMEOUT, 0, 0 },
	{ SV_INIT("/enabled"),        GAFF_FORM_ENABLED, 0, 0 },
};
static const struct gaff_form form = {
	.name = SV_INIT("v1"), .shape = GAFF_FORM_LIST, .matching = GAFF_MATCH_SELECTOR, .second = 1,
	.head = SV_INIT("\"version\":\"v1\""),
	.types = handlers, .n_types = COUNT_OF(handlers), .rows = form_rows, .n_rows = COUNT_OF(form_rows),
};

static const struct gaff_form_row agent_rows[] = {
	{ SV_INIT("/matcher"),    GAFF_FORM_MATCHER, 0, 0 },
	{ SV_INIT("/command"),    GAFF_FORM_COMMAND, 0, 0 },
	{ SV_INIT("/timeout_ms"), GAFF_FORM_TIMEOUT, 0, 0 },
};
static const struct gaff_form agent_form = {
	.name = SV_INIT("agent"), .shape = GAFF_FORM_FLAT, .matching = GAFF_MATCH_GLOB, .second = 1000, .is_bare = true, .is_whole = true,
	.types = handlers, .n_types = 1, .rows = agent_rows, .n_rows = COUNT_OF(agent_rows),
};

static const struct gaff_form_type old_types[] = {
	{ SV_INIT("runCommand"), GAFF_HANDLER_COMMAND }, { SV_INIT("askAgent"), GAFF_HANDLER_AGENT },
};
static const struct gaff_form_row old_rows[] = {
	{ SV_INIT("/name"),         GAFF_FORM_NAME,    0, 0 },
	{ SV_INIT("/when/type"),    GAFF_FORM_EVENT,   0, 0 },
	{ SV_INIT("/then/type"),    GAFF_FORM_TYPE,    0, 0 },
	{ SV_INIT("/then/command"), GAFF_FORM_COMMAND, GAFF_FORM_KIND(COMMAND), 0 },
	{ SV_INIT("/then/prompt"),  GAFF_FORM_PROMPT,  GAFF_FORM_KIND(AGENT), 0 },
	{ SV_INIT("/then/timeout"), GAFF_FORM_TIMEOUT, 0, 0 },
	{ SV_INIT("/enabled"),      GAFF_FORM_ENABLED, 0, 0 },
};
static const struct gaff_form old_form = {
	.name = SV_INIT("kiro.hook"), .shape = GAFF_FORM_ONE, .matching = GAFF_MATCH_NOTHING, .second = 1,
	.types = old_types, .n_types = COUNT_OF(old_types), .rows = old_rows, .n_rows = COUNT_OF(old_rows),
};
/* clang-format on */

static const struct gaff_host agent;

static const struct gaff_host editor = {
	.id = SV_INIT("kiro"),
	.title = "Kiro (IDE 0.x)",
	.seen = &old,
	.events = old_events,
	.n_events = COUNT_OF(old_events),
	.unknown = &unknown,
	.config = old_config,
	.n_config = COUNT_OF(old_config),
	.form = &old_form,
	.other_spelling = &gaff_host_kiro,
};

static const struct gaff_host agent = {
	.id = SV_INIT("kiro"),
	.title = "Kiro (agent files)",
	.seen = &docs,
	.mcp_prefix = SV_INIT("@"),
	.mcp_joint = SV_INIT("/"),
	.events = agent_events,
	.n_events = COUNT_OF(agent_events),
	.unknown = &unknown,
	.tools = agent_tools,
	.n_tools = COUNT_OF(agent_tools),
	.config = agent_config,
	.n_config = COUNT_OF(agent_config),
	.form = &agent_form,
	.other_spelling = &editor,
};

const struct gaff_host gaff_host_kiro = {
	.id = SV_INIT("kiro"),
	.title = "Kiro",
	.seen = &docs,
	.mcp_prefix = SV_INIT("mcp_"), /* in names; its selectors are @server and @server/tool */
	.mcp_joint = SV_INIT("_"),
	.events = events,
	.n_events = COUNT_OF(events),
	.unknown = &unknown,
	.tools = tools,
	.n_tools = COUNT_OF(tools),
	.config = config,
	.n_config = COUNT_OF(config),
	.form = &form,
	.other_spelling = &agent,
};
