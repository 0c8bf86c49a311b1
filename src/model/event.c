#include "model/event.h"

/* clang-format off */
static const struct {
	struct sv name;
	struct sv contract; /* its name in the plain contract's configuration */
} events[GAFF_EV_COUNT] = {
	[GAFF_EV_BEFORE_TOOL]           = { SV_INIT("before_tool_execute"),   SV_INIT("preToolUse") },
	[GAFF_EV_AFTER_TOOL]            = { SV_INIT("after_tool_execute"),    SV_INIT("postToolUse") },
	[GAFF_EV_TOOL_FAILURE]          = { SV_INIT("tool_use_failure"),      SV_INIT("") },
	[GAFF_EV_SESSION_START]         = { SV_INIT("session_start"),         SV_INIT("sessionStart") },
	[GAFF_EV_SESSION_END]           = { SV_INIT("session_end"),           SV_INIT("sessionEnd") },
	[GAFF_EV_BEFORE_PROMPT]         = { SV_INIT("before_prompt"),         SV_INIT("beforeSubmitPrompt") },
	[GAFF_EV_AGENT_STOP]            = { SV_INIT("agent_stop"),            SV_INIT("stop") },
	[GAFF_EV_BEFORE_COMPACT]        = { SV_INIT("before_compact"),        SV_INIT("preCompact") },
	[GAFF_EV_AFTER_COMPACT]         = { SV_INIT("after_compact"),         SV_INIT("") },
	[GAFF_EV_NOTIFICATION]          = { SV_INIT("notification"),          SV_INIT("") },
	[GAFF_EV_ERROR]                 = { SV_INIT("error_occurred"),        SV_INIT("") },
	[GAFF_EV_SUBAGENT_START]        = { SV_INIT("subagent_start"),        SV_INIT("") },
	[GAFF_EV_SUBAGENT_STOP]         = { SV_INIT("subagent_stop"),         SV_INIT("") },
	[GAFF_EV_PERMISSION_REQUEST]    = { SV_INIT("permission_request"),    SV_INIT("") },
	[GAFF_EV_PERMISSION_DENIED]     = { SV_INIT("permission_denied"),     SV_INIT("") },
	[GAFF_EV_BEFORE_MODEL]          = { SV_INIT("before_model"),          SV_INIT("") },
	[GAFF_EV_AFTER_MODEL]           = { SV_INIT("after_model"),           SV_INIT("") },
	[GAFF_EV_BEFORE_TOOL_SELECTION] = { SV_INIT("before_tool_selection"), SV_INIT("") },
	[GAFF_EV_CONFIG_CHANGE]         = { SV_INIT("config_change"),         SV_INIT("") },
	[GAFF_EV_FILE_CHANGED]          = { SV_INIT("file_changed"),          SV_INIT("") },
	[GAFF_EV_FILE_CREATED]          = { SV_INIT("file_created"),          SV_INIT("") },
	[GAFF_EV_FILE_SAVED]            = { SV_INIT("file_saved"),            SV_INIT("") },
	[GAFF_EV_FILE_DELETED]          = { SV_INIT("file_deleted"),          SV_INIT("") },
	[GAFF_EV_BEFORE_TASK]           = { SV_INIT("before_task"),           SV_INIT("") },
	[GAFF_EV_AFTER_TASK]            = { SV_INIT("after_task"),            SV_INIT("") },
};

static const struct sv tools[GAFF_TOOL_COUNT] = {
	[GAFF_TOOL_SHELL]      = SV_INIT("shell"),
	[GAFF_TOOL_FILE_READ]  = SV_INIT("file_read"),
	[GAFF_TOOL_FILE_WRITE] = SV_INIT("file_write"),
	[GAFF_TOOL_FILE_EDIT]  = SV_INIT("file_edit"),
	[GAFF_TOOL_SEARCH]     = SV_INIT("search"),
	[GAFF_TOOL_FIND]       = SV_INIT("find"),
	[GAFF_TOOL_WEB_SEARCH] = SV_INIT("web_search"),
	[GAFF_TOOL_WEB_FETCH]  = SV_INIT("web_fetch"),
	[GAFF_TOOL_AGENT]      = SV_INIT("agent"),
	[GAFF_TOOL_MCP]        = SV_INIT("mcp"),
};

static const struct sv field_keys[GAFF_F_COUNT] = {
	[GAFF_F_HOST_VERSION]    = SV_INIT("host_version"),
	[GAFF_F_SESSION_ID]      = SV_INIT("session_id"),
	[GAFF_F_CWD]             = SV_INIT("cwd"),
	[GAFF_F_PROJECT_DIR]     = SV_INIT("project_dir"),
	[GAFF_F_TRANSCRIPT_PATH] = SV_INIT("transcript_path"),
	[GAFF_F_PERMISSION_MODE] = SV_INIT("permission_mode"),
	[GAFF_F_AGENT_ID]        = SV_INIT("agent_id"),
	[GAFF_F_AGENT_TYPE]      = SV_INIT("agent_type"),
	[GAFF_F_MODEL]           = SV_INIT("model"),
	[GAFF_F_TOOL_USE_ID]     = SV_INIT("tool_use_id"),
	[GAFF_F_TOOL_OUTPUT]     = SV_INIT("tool_output"),
	[GAFF_F_TOOL_ERROR]      = SV_INIT("tool_error"),
	[GAFF_F_PROMPT]          = SV_INIT("prompt"),
	[GAFF_F_SOURCE]          = SV_INIT("source"),
	[GAFF_F_REASON]          = SV_INIT("reason"),
	[GAFF_F_TRIGGER]         = SV_INIT("trigger"),
	[GAFF_F_MESSAGE]         = SV_INIT("message"),
	[GAFF_F_FILE_PATH]       = SV_INIT("file_path"),
	[GAFF_F_STOP_ACTIVE]     = SV_INIT("stop_hook_active"),
	[GAFF_F_LAST_MESSAGE]    = SV_INIT("last_assistant_message"),
	[GAFF_F_ENV_FILE]        = SV_INIT("env_file"),
};
/* clang-format on */

struct sv gaff_event_id_name(enum gaff_event_id id)
{
	return events[id].name;
}

enum gaff_event_id gaff_event_by_name(struct sv name)
{
	if (name.n)
		for (size_t i = 0; i < GAFF_EV_COUNT; i++)
			if (sv_eq(events[i].name, name) || sv_eq(events[i].contract, name))
				return (enum gaff_event_id)i;
	return GAFF_EV_NATIVE;
}

bool gaff_event_may_fail_closed(enum gaff_event_id id)
{
	return id != GAFF_EV_AGENT_STOP && id != GAFF_EV_SUBAGENT_STOP;
}

bool gaff_event_is_gate(enum gaff_event_id id)
{
	return id != GAFF_EV_AGENT_STOP && id != GAFF_EV_SUBAGENT_STOP &&
	       id != GAFF_EV_AFTER_TOOL && id != GAFF_EV_TOOL_FAILURE;
}

struct sv gaff_tool_name(enum gaff_tool tool)
{
	return tools[tool];
}

struct sv gaff_field_key(enum gaff_field field)
{
	return field_keys[field];
}
