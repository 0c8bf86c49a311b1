#include "agents/answers.h"
#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Grok Build CLI, as far as it runs hooks that were registered with Claude Code: it reads
 * ~/.claude/settings.json and asks nobody. gaff is not registered with it.
 *
 * Payloads have most fields twice, in its own words and in Claude Code's, and name the event in
 * both. Answers are Claude Code's, but for those that it takes and does not heed: an allow grants
 * nothing, a question runs the tool when it was started to approve everything, and continue: false
 * stops nothing. Of stderr at exit 2 the model reads the first line alone; the reason in JSON wins
 * over that.
 */

/* clang-format off */
static const struct gaff_evidence seen   = { GAFF_MEASURED,   "1.0.41" };
static const struct gaff_evidence docs   = { GAFF_DOCUMENTED, "1.0.41, the guide inside of it" };
static const struct gaff_evidence unread = { GAFF_REPORTED,   "nobody has looked" };

#define LATER  (GAFF_EV_ALL & ~(GAFF_EV(SESSION_START) | GAFF_EV(BEFORE_PROMPT))) /* there is a transcript by then */

static const struct gaff_payload_row payload[] = {
	/* where                           field                   in payloads of          when missing */
	{ SV_INIT("/hookEventName"),       GAFF_F_CONSTANT,        GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/sessionId"),           GAFF_F_SESSION_ID,      GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/cwd"),                 GAFF_F_CWD,             GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/workspaceRoot"),       GAFF_F_PROJECT_DIR,     GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/timestamp"),           GAFF_F_TIME,            GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/transcriptPath"),      GAFF_F_TRANSCRIPT_PATH, LATER,                  SV_INIT("\"\"") },
	{ SV_INIT("/permissionMode"),      GAFF_F_PERMISSION_MODE, GAFF_EV_ALL,            SV_INIT("\"default\"") },
	{ SV_INIT("/toolName"),            GAFF_F_TOOL_NAME,       GAFF_EV_CALLS },
	{ SV_INIT("/toolUseId"),           GAFF_F_TOOL_USE_ID,     GAFF_EV_CALLS,          SV_INIT("\"\"") },
	{ SV_INIT("/toolInput"),           GAFF_F_TOOL_INPUT,      GAFF_EV_CALLS,          SV_INIT("{}") },
	{ SV_INIT("/prompt"),              GAFF_F_PROMPT,          GAFF_EV(BEFORE_PROMPT), SV_INIT("\"\"") },
	{ SV_INIT("/source"),              GAFF_F_SOURCE,          GAFF_EV(SESSION_START), SV_INIT("\"new\"") },
	{ SV_INIT("/reason"),              GAFF_F_REASON,          GAFF_EV(SESSION_END) | GAFF_EV(AGENT_STOP), SV_INIT("\"end_turn\"") },
	{ SV_INIT("/stopHookActive"),      GAFF_F_STOP_ACTIVE,     GAFF_EV(AGENT_STOP),    SV_INIT("false") },
	{ SV_INIT("/lastAssistantMessage"), GAFF_F_LAST_MESSAGE,   GAFF_EV(AGENT_STOP),    SV_INIT("\"\"") },
	{ SV_INIT("/hook_event_name"),     GAFF_F_EVENT,           GAFF_EV_ALL },
	{ SV_INIT("/session_id"),          GAFF_F_SESSION_ID,      GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/transcript_path"),     GAFF_F_TRANSCRIPT_PATH, LATER,                  SV_INIT("\"\"") },
	{ SV_INIT("/permission_mode"),     GAFF_F_PERMISSION_MODE, GAFF_EV_ALL,            SV_INIT("\"default\"") },
	{ SV_INIT("/tool_name"),           GAFF_F_TOOL_NAME,       GAFF_EV_CALLS },
	{ SV_INIT("/tool_input"),          GAFF_F_TOOL_INPUT,      GAFF_EV_CALLS,          SV_INIT("{}") },
	{ SV_INIT("/tool_use_id"),         GAFF_F_TOOL_USE_ID,     GAFF_EV_CALLS,          SV_INIT("\"\"") },
	{ SV_INIT("/tool_response"),       GAFF_F_TOOL_OUTPUT,     GAFF_EV(AFTER_TOOL),    SV_INIT("null") },
};

static const struct gaff_input_row shell[] = { SAME("command"), SAME("description"), SAME("timeout") };
static const struct gaff_input_row read[]  = { PATH("target_file") };
static const struct gaff_input_row list[]  = { PATH("target_directory") };
static const struct gaff_input_row agent[] = { SAME("prompt"), SAME("description") };

/* From the request to its model; which of them hooks were seen for: the first. */
static const struct gaff_tool_row tools[] = {
	{ SV_INIT("run_terminal_command"), GAFF_TOOL_SHELL,      GAFF_ROWS(shell),                         &seen, .output_text = SV_INIT("output_for_prompt") },
	{ SV_INIT("monitor"),              GAFF_TOOL_SHELL,      GAFF_ROWS(shell),                         &seen },
	{ SV_INIT("read_file"),            GAFF_TOOL_FILE_READ,  GAFF_ROWS(read),                          &seen },
	{ SV_INIT("write"),                GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_file_path_content),     &seen },
	{ SV_INIT("search_replace"),       GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_file_path_old_new_all), &seen },
	{ SV_INIT("grep"),                 GAFF_TOOL_SEARCH,     GAFF_ROWS(gaff_in_pattern_path_glob),     &seen },
	{ SV_INIT("spawn_subagent"),       GAFF_TOOL_AGENT,      GAFF_ROWS(agent),                         &seen },
	{ SV_INIT("list_dir"),             GAFF_TOOL_OTHER,      GAFF_ROWS(list),                          &seen },
};

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2,
	NAMED,
	{ GAFF_A_DENY,          SV_INIT(OUT "permissionDecision"), SV_INIT("\"deny\"") },
	{ GAFF_A_ALLOW,         SV_INIT(OUT "permissionDecision"), SV_INIT("\"allow\""), GAFF_R_READ | GAFF_R_NO_GRANT },
	{ GAFF_A_ASK,           SV_INIT(OUT "permissionDecision"), SV_INIT("\"ask\""), GAFF_R_READ },
	{ GAFF_A_REASON,        SV_INIT(OUT "permissionDecisionReason"), .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_CONTEXT,       SV_INIT(OUT "permissionDecisionReason"), .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY },
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "updatedInput") },
	{ GAFF_A_CONTEXT,       SV_INIT(OUT "additionalContext"),  .flags = GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_DENY,          SV_INIT("/decision"), SV_INIT("\"deny\""),  GAFF_R_READ },
	{ GAFF_A_DENY,          SV_INIT("/decision"), SV_INIT("\"block\""), GAFF_R_READ },
	{ GAFF_A_REASON,        SV_INIT("/reason"),                .flags = GAFF_R_READ },
);
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(JSON, BLOCKS, NAMED, CONTEXT);
static const struct gaff_shape blocks_answer     = GAFF_ANSWER(EXIT_2, BLOCKS);

/* The others that it has were not recorded: they keep their names. */
static const struct gaff_event_row events[] = {
	/* native                      canonical              answer                  waits, ms */
	{ SV_INIT("PreToolUse"),       GAFF_EV_BEFORE_TOOL,   &before_tool_answer,    5000, &seen },
	{ SV_INIT("PostToolUse"),      GAFF_EV_AFTER_TOOL,    &after_tool_answer,     600000, &seen },
	{ SV_INIT("UserPromptSubmit"), GAFF_EV_BEFORE_PROMPT, &blocks_answer,         30000, &seen },
	{ SV_INIT("SessionStart"),     GAFF_EV_SESSION_START, GAFF_NO_ANSWER(EXIT_2), 5000, &seen },
	{ SV_INIT("SessionEnd"),       GAFF_EV_SESSION_END,   GAFF_NO_ANSWER(EXIT_2), 1500, &seen },
	{ SV_INIT("Stop"),             GAFF_EV_AGENT_STOP,    &blocks_answer,         600000, &seen },
};
static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), 5000, &docs,
};

/* Both names of the event: Claude Code's payloads have no hookEventName, and those of VS Code none in small letters. */
#define EVENT(name) { SV_INIT("/hookEventName"), 20, SV_INIT(name) }
static const struct gaff_detect_row detect[] = {
	{ SV_INIT("$GROK_HOOK_EVENT"), 1 }, /* every program it starts inherits it */
	EVENT("pre_tool_use"), EVENT("post_tool_use"), EVENT("post_tool_use_failure"), EVENT("permission_denied"),
	EVENT("user_prompt_submit"), EVENT("session_start"), EVENT("session_end"), EVENT("stop"), EVENT("stop_cancelled"),
	EVENT("stop_failure"), EVENT("subagent_start"), EVENT("subagent_stop"), EVENT("pre_compact"), EVENT("post_compact"),
	EVENT("notification"),
	{ SV_INIT("/workspaceRoot"),  2 },
	{ SV_INIT("/transcriptPath"), 6, SV_INIT("*/.grok/*") },
};

#define CLAUDES GAFF_C_ANOTHERS
static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_USER,    "~/.claude/settings.json", GAFF_SYNTAX_JSON, &seen, CLAUDES },
	{ GAFF_SCOPE_PROJECT, "./.claude/settings.json", GAFF_SYNTAX_JSON, &seen, CLAUDES | GAFF_C_NEEDS_TRUST },
};

static const struct gaff_env_row env[] = {
	{ "GROK_SESSION_ID",     GAFF_F_SESSION_ID },
	{ "GROK_WORKSPACE_ROOT", GAFF_F_PROJECT_DIR },
	{ "CLAUDE_PROJECT_DIR",  GAFF_F_PROJECT_DIR },
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("PreToolUse"), .behind = SV_INIT("="), .members = GAFF_JSON({"hookEventName":"pre_tool_use"}) },
	{ SV_INIT("PreToolUse"), .behind = SV_INIT("toolInput"), .members = GAFF_JSON({"toolInputTruncated":false}) },
	{ SV_INIT("PostToolUse"), .behind = SV_INIT("="), .members = GAFF_JSON({"hookEventName":"post_tool_use"}) },
	{ SV_INIT("UserPromptSubmit"), .behind = SV_INIT("="), .members = GAFF_JSON({"hookEventName":"user_prompt_submit"}) },
	{ SV_INIT("SessionStart"), .behind = SV_INIT("="), .members = GAFF_JSON({"hookEventName":"session_start"}) },
	{ SV_INIT("SessionEnd"), .behind = SV_INIT("="), .members = GAFF_JSON({"hookEventName":"session_end"}) },
	{ SV_INIT("Stop"), .behind = SV_INIT("="), .members = GAFF_JSON({"hookEventName":"stop"}) },
	{ SV_INIT("Stop"), .behind = SV_INIT("lastAssistantMessage"), .members = GAFF_JSON({"backgroundTasks":[],"sessionCrons":[]}) },
	{ SV_INIT("Stop"), .behind = SV_INIT("transcriptPath"), .members = GAFF_JSON({"promptId":"042dbb8b-62ad-4427-bbbe-acaf3ce99b1b"}) },
	{ SV_INIT("UserPromptSubmit"), .behind = SV_INIT("timestamp"), .members = GAFF_JSON({"promptId":"042dbb8b-62ad-4427-bbbe-acaf3ce99b1b"}) },
};
static const char *const notes[] = {
	"gaff is not registered with it: it runs what is registered with Claude Code, without asking, and gaff answers it in its own words.",
	"An `allow` grants nothing, and a question is no question when it approves everything: it becomes a denial.",
	"On `UserPromptSubmit` and `SessionStart` a context is thrown away.",
	NULL,
};
/* clang-format on */

const struct gaff_host gaff_host_grok = {
	.id = SV_INIT("grok"),
	.title = "Grok",
	.seen = &seen,
	.reader = { GAFF_READS_UNKNOWN, .seen = &unread },
	.flags = GAFF_H_TEXT_IS_IGNORED | GAFF_H_JSON_AT_ANY_EXIT,
	.input_cut = SV_INIT("/toolInputTruncated"),
	.mcp_joint = SV_INIT("__"),
	.reads_config_of = &gaff_host_claude_code,
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.besides = GAFF_ROWS(gaff_contexts),
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.env = GAFF_ROWS(env),
	.extras = GAFF_ROWS(extras),
	.notes = notes,
};
