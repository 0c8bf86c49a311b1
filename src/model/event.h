/*
 * event.h - one thing that happened in an agent, in words no agent owns.
 *
 * A decoded event does not copy the payload: each field is the span of JSON it was found
 * in, so whatever nobody changes reaches the hook as the bytes the agent wrote. What costs
 * work (the canonical tool input, the list of files) is made when it is asked for.
 */
#ifndef GAFF_MODEL_EVENT_H
#define GAFF_MODEL_EVENT_H

#include <stdint.h>

#include "text/json/json.h"

struct gaff_host;
struct gaff_event_row;
struct gaff_tool_row;

enum gaff_event_id {
	GAFF_EV_NATIVE, /* no canonical twin: shown as "<host>:<native name>" */
	GAFF_EV_BEFORE_TOOL,
	GAFF_EV_AFTER_TOOL,
	GAFF_EV_TOOL_FAILURE,
	GAFF_EV_SESSION_START,
	GAFF_EV_SESSION_END,
	GAFF_EV_BEFORE_PROMPT,
	GAFF_EV_AGENT_STOP,
	GAFF_EV_BEFORE_COMPACT,
	GAFF_EV_AFTER_COMPACT,
	GAFF_EV_NOTIFICATION,
	GAFF_EV_ERROR,
	GAFF_EV_SUBAGENT_START,
	GAFF_EV_SUBAGENT_STOP,
	GAFF_EV_PERMISSION_REQUEST,
	GAFF_EV_PERMISSION_DENIED,
	GAFF_EV_BEFORE_MODEL,
	GAFF_EV_AFTER_MODEL,
	GAFF_EV_BEFORE_TOOL_SELECTION,
	GAFF_EV_CONFIG_CHANGE,
	GAFF_EV_FILE_CHANGED,
	GAFF_EV_FILE_CREATED,
	GAFF_EV_FILE_SAVED,
	GAFF_EV_FILE_DELETED,
	GAFF_EV_BEFORE_TASK,
	GAFF_EV_AFTER_TASK,
	GAFF_EV_COUNT
};

typedef uint32_t gaff_event_set; /* a bit for each enum gaff_event_id */
#define GAFF_EV(id)   ((gaff_event_set)1 << GAFF_EV_##id)
#define GAFF_EV_ALL   (~(gaff_event_set)0)
#define GAFF_EV_CALLS (GAFF_EV(BEFORE_TOOL) | GAFF_EV(AFTER_TOOL))
#define GAFF_EV_STOPS (GAFF_EV(AGENT_STOP) | GAFF_EV(SUBAGENT_STOP))
#define GAFF_EV_ANY_TOOL                                                                           \
	(GAFF_EV(BEFORE_TOOL) | GAFF_EV(AFTER_TOOL) | GAFF_EV(TOOL_FAILURE) |                      \
	 GAFF_EV(PERMISSION_REQUEST) | GAFF_EV(PERMISSION_DENIED))

/* "before_tool_execute"; of GAFF_EV_NATIVE the empty text. */
struct sv gaff_event_id_name(enum gaff_event_id id);

/* Also the config names of the plain contract ("preToolUse"). GAFF_EV_NATIVE: no such name. */
enum gaff_event_id gaff_event_by_name(struct sv name);

/*
 * May a failure of a hook block here? Never where blocking means "go on working": a broken
 * stop hook would keep the agent running for ever (Codex 0.166.0: 210 rounds in 15 s).
 */
bool gaff_event_may_fail_closed(enum gaff_event_id id);

/* Does a denial here keep something from happening, rather than come after it or prolong it? */
bool gaff_event_is_gate(enum gaff_event_id id);

enum gaff_tool {
	GAFF_TOOL_OTHER, /* known by its native name only */
	GAFF_TOOL_SHELL,
	GAFF_TOOL_FILE_READ,
	GAFF_TOOL_FILE_WRITE,
	GAFF_TOOL_FILE_EDIT,
	GAFF_TOOL_SEARCH,
	GAFF_TOOL_FIND,
	GAFF_TOOL_WEB_SEARCH,
	GAFF_TOOL_WEB_FETCH,
	GAFF_TOOL_AGENT,
	GAFF_TOOL_MCP,
	GAFF_TOOL_COUNT
};

struct sv gaff_tool_name(enum gaff_tool tool);

/* What a payload can hold. The order is that of the canonical event. */
enum gaff_field {
	GAFF_F_HOST_VERSION,
	GAFF_F_EVENT, /* the native name of the event */
	GAFF_F_SESSION_ID,
	GAFF_F_CWD,
	GAFF_F_PROJECT_DIR,
	GAFF_F_TRANSCRIPT_PATH,
	GAFF_F_PERMISSION_MODE,
	GAFF_F_AGENT_ID,
	GAFF_F_AGENT_TYPE,
	GAFF_F_MODEL,
	GAFF_F_TOOL_NAME,
	GAFF_F_TOOL_USE_ID,
	GAFF_F_TOOL_INPUT, /* as the agent has it */
	GAFF_F_MCP_SERVER,
	GAFF_F_MCP_TOOL,
	GAFF_F_TOOL_OUTPUT,
	GAFF_F_TOOL_ERROR,
	GAFF_F_PROMPT,
	GAFF_F_SOURCE,
	GAFF_F_REASON,
	GAFF_F_TRIGGER,
	GAFF_F_MESSAGE,
	GAFF_F_FILE_PATH,
	GAFF_F_STOP_ACTIVE, /* the agent already goes on because a stop was refused */
	GAFF_F_LOOP_COUNT,  /* the same, as a number */
	GAFF_F_LAST_MESSAGE,
	GAFF_F_ENV_FILE,
	GAFF_F_TIME,     /* written, never read: the time of the call */
	GAFF_F_CONSTANT, /* of no use to a hook, but the host's payloads have it */
	GAFF_F_COUNT
};

/* The key of a field in the canonical event; empty for those that are written otherwise. */
struct sv gaff_field_key(enum gaff_field field);

struct gaff_event {
	const struct gaff_host *host;
	const struct gaff_event_row
		*row; /* never NULL: an unknown event has the host's spare row */
	enum gaff_event_id id;
	struct sv native_event; /* its name as the agent said it; or as its files do, where that is
				   another */
	struct json payload;
	struct json field[GAFF_F_COUNT];
	enum gaff_tool tool;
	uint16_t tools; /* a bit for each that this call is: to write a file anew is to edit it, too
			 */
	uint16_t
		borrowed; /* those of them that other agents call so: the host's rows have it not */
	const struct gaff_tool_row *tool_row; /* NULL when the tool is not in the host's rows, nor
						 borrowed */
	struct sv tool_name;
	struct sv mcp_server, mcp_tool; /* empty when the agent does not say */
	struct sv home;                 /* what "~/" may stand for in a path; may be empty */
	int64_t time_ms;     /* since 1970, for payloads that tell the time; 0: they do not */
	struct json started; /* the folder the agent was started in, by its own word; or absent */
	struct json part;    /* one file of a call that touches several (split.c), else absent */
};

#endif
