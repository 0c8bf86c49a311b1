#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * The plain hook contract, for agents and wrappers that follow it: one object with tool_name and
 * tool_input on stdin, one object with a decision on stdout. Lifecycle events come as tool names.
 * A hook prints allow when it has no objection, so allow grants nothing; and stdin that does not
 * parse is allowed, by contract.
 */

/* clang-format off */
static const struct gaff_evidence contract = { GAFF_CONTRACT, "1" };

#define LIFECYCLE   (GAFF_EV(SESSION_START) | GAFF_EV(SESSION_END) | GAFF_EV(BEFORE_PROMPT) | \
		     GAFF_EV(AGENT_STOP) | GAFF_EV(BEFORE_COMPACT))

static const struct gaff_payload_row payload[] = {
	{ SV_INIT("/tool_name"),                  GAFF_F_TOOL_NAME,       GAFF_EV_CALLS },
	{ SV_INIT("/hook_event_name"),            GAFF_F_EVENT,           .flags = GAFF_P_ALIAS },
	{ SV_INIT("/tool_name"),                  GAFF_F_EVENT,           LIFECYCLE },
	{ SV_INIT("/tool_input"),                 GAFF_F_TOOL_INPUT,      GAFF_EV_CALLS },
	{ SV_INIT("/tool_input/session_id"),      GAFF_F_SESSION_ID,      LIFECYCLE,   SV_INIT("\"\"") },
	{ SV_INIT("/tool_input/cwd"),             GAFF_F_CWD,             LIFECYCLE,   SV_INIT("\"\"") },
	{ SV_INIT("/tool_input/transcript_path"), GAFF_F_TRANSCRIPT_PATH, LIFECYCLE },
	{ SV_INIT("/tool_input/prompt"),          GAFF_F_PROMPT,          GAFF_EV(BEFORE_PROMPT), SV_INIT("\"\"") },
	{ SV_INIT("/tool_input/source"),          GAFF_F_SOURCE,          GAFF_EV(SESSION_START) },
	{ SV_INIT("/tool_input/reason"),          GAFF_F_REASON,          GAFF_EV(SESSION_END) },
	{ SV_INIT("/tool_input/trigger"),         GAFF_F_TRIGGER,         GAFF_EV(BEFORE_COMPACT) },
	{ SV_INIT("/tool_input/file_path"),       GAFF_F_FILE_PATH,       GAFF_EV(AGENT_STOP) },
	{ SV_INIT("/tool_input/stop_hook_active"), GAFF_F_STOP_ACTIVE,    GAFF_EV(AGENT_STOP), SV_INIT("false") },
	{ SV_INIT("/session_id"),                 GAFF_F_SESSION_ID,      .flags = GAFF_P_ALIAS },
	{ SV_INIT("/cwd"),                        GAFF_F_CWD,             .flags = GAFF_P_ALIAS },
	{ SV_INIT("/tool_output"),                GAFF_F_TOOL_OUTPUT,     .flags = GAFF_P_ALIAS },
};

static const struct gaff_input_row shell[] = { SAME("command"), SAME("cwd"), SAME("description"), SAME("timeout") };
static const struct gaff_input_row write[] = { PATH("path"), AS("contents", "content"), PATH("file_path"), SAME("content") };
static const struct gaff_input_row read[]  = { PATH("path"), PATH("file_path"), SAME("offset"), SAME("limit") };
static const struct gaff_input_row edit[] = {
	PATH("path"),
	PATH("file_path"),
	OLD("old_string"),
	NEW("new_string"),
	{ SV_INIT("edits"), .kind = GAFF_IN_EDITS }, /* "edit descriptors": one outside, or a list */
	SAME("replace_all"),
};
static const struct gaff_input_row multi_edit[] = {
	PATH("path"), PATH("file_path"), { SV_INIT("edits"), .kind = GAFF_IN_EDITS },
	OF(PAIR, "new_string", "old_string"), SAME("replace_all"),
};
static const struct gaff_input_row grep[] = { SAME("pattern"), PATH("path"), AS("include", "glob"), SAME("glob") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("Shell"),     GAFF_TOOL_SHELL,      GAFF_ROWS(shell),                           &contract },
	{ SV_INIT("Write"),     GAFF_TOOL_FILE_WRITE, GAFF_ROWS(write),                           &contract },
	{ SV_INIT("Read"),      GAFF_TOOL_FILE_READ,  GAFF_ROWS(read),                            &contract },
	{ SV_INIT("Edit"),      GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(edit),                            &contract },
	{ SV_INIT("MultiEdit"), GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(multi_edit),                      &contract },
	{ SV_INIT("Grep"),      GAFF_TOOL_SEARCH,     GAFF_ROWS(grep),                            &contract },
	{ SV_INIT("Glob"),      GAFF_TOOL_FIND,       GAFF_ROWS(gaff_in_pattern_path),            &contract },
	{ SV_INIT("WebFetch"),  GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url_prompt),              &contract },
	{ SV_INIT("WebSearch"), GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query_domains),           &contract },
	{ SV_INIT("Task"),      GAFF_TOOL_AGENT,      GAFF_ROWS(gaff_in_description_prompt_type), &contract },
};

#define INFORMS \
	{ GAFF_A_MESSAGE,      SV_INIT("/message") }, \
	{ GAFF_A_LINT_COMMAND, SV_INIT("/lint_command") }

static const struct gaff_shape gate_answer = GAFF_ANSWER(EXIT_2,
	{ GAFF_A_ALLOW,  SV_INIT("/decision"), SV_INIT("\"allow\""), GAFF_R_NO_GRANT },
	{ GAFF_A_DENY,   SV_INIT("/decision"), SV_INIT("\"deny\"") },
	{ GAFF_A_UNDECIDED, SV_INIT("/decision"), SV_INIT("\"allow\""), GAFF_R_WRITE }, /* beside a message, too */
	{ GAFF_A_REASON, SV_INIT("/reason"),   .flags = GAFF_R_ALONE },
	INFORMS,
	{ GAFF_A_ASK,    SV_INIT("/decision"), SV_INIT("\"ask\""),     GAFF_R_READ },
	{ GAFF_A_DENY,   SV_INIT("/decision"), SV_INIT("\"block\""),   GAFF_R_READ },
	{ GAFF_A_ALLOW,  SV_INIT("/decision"), SV_INIT("\"approve\""), GAFF_R_READ | GAFF_R_NO_GRANT },
);
static const struct gaff_answer_row lifecycle[] = { /* no decision is written; exit 2 is one everywhere, and what hooks say is heard */
	{ GAFF_A_REASON, SV_INIT("/reason"),   .flags = GAFF_R_ALONE },
	INFORMS,
	{ GAFF_A_ALLOW,  SV_INIT("/decision"), SV_INIT("\"allow\""),   GAFF_R_READ | GAFF_R_NO_GRANT },
	{ GAFF_A_DENY,   SV_INIT("/decision"), SV_INIT("\"deny\""),    GAFF_R_READ },
	{ GAFF_A_ASK,    SV_INIT("/decision"), SV_INIT("\"ask\""),     GAFF_R_READ },
	{ GAFF_A_DENY,   SV_INIT("/decision"), SV_INIT("\"block\""),   GAFF_R_READ },
	{ GAFF_A_ALLOW,  SV_INIT("/decision"), SV_INIT("\"approve\""), GAFF_R_READ | GAFF_R_NO_GRANT },
};

static const struct gaff_shape lifecycle_answer = { GAFF_ROWS(lifecycle), GAFF_DENY_EXIT_2 };
static const struct gaff_shape turn_answer      = { GAFF_ROWS(lifecycle), GAFF_DENY_STDERR };

#define LIFE GAFF_E_GATES_NOTHING

static const struct gaff_event_row events[] = {
	/* native                        canonical               answer             waits, ms */
	{ SV_INIT("preToolUse"),         GAFF_EV_BEFORE_TOOL,    &gate_answer,      60000, &contract },
	{ SV_INIT("postToolUse"),        GAFF_EV_AFTER_TOOL,     &gate_answer,      60000, &contract },
	{ SV_INIT("SessionStart"),       GAFF_EV_SESSION_START,  &lifecycle_answer, 60000, &contract, .flags = LIFE },
	{ SV_INIT("beforeSubmitPrompt"), GAFF_EV_BEFORE_PROMPT,  &gate_answer,      60000, &contract },
	{ SV_INIT("Stop"),               GAFF_EV_AGENT_STOP,     &turn_answer,      60000, &contract, .flags = LIFE },
	{ SV_INIT("PreCompact"),         GAFF_EV_BEFORE_COMPACT, &turn_answer,      60000, &contract, .flags = LIFE },
	{ SV_INIT("SessionEnd"),         GAFF_EV_SESSION_END,    &lifecycle_answer, 60000, &contract, .flags = LIFE },
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, &gate_answer, 60000, &contract,
};
static const struct gaff_detect_row detect[] = { /* it says little: what others say speaks against it */
	{ SV_INIT("/tool_name"),       2 },
	{ SV_INIT("/tool_input"),      2 },
	{ SV_INIT("/hook_event_name"), -4 },
	{ SV_INIT("/session_id"),      -2 },
	{ SV_INIT("/conversation_id"), -4 },
};
/* clang-format on */

const struct gaff_host gaff_host_generic = {
	.id = SV_INIT("generic"),
	.title = "the plain hook contract",
	.seen = &contract,
	.no_opinion = SV_INIT("{\"decision\":\"allow\"}"),
	.reader = { GAFF_READS_UNKNOWN, .seen = &contract },
	.flags = GAFF_H_EVENT_IN_TOOL_NAME | GAFF_H_BAD_STDIN_IS_OPEN | GAFF_H_STDERR_IS_PRIVATE |
		 GAFF_H_TAKES_THE_REST,
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
};
