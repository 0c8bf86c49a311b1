#include "agents/answers.h"
#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * OpenAI Codex CLI. Hooks are run by a login shell, in their own process group. An answer with
 * one key its schema does not know is rejected as a whole and the tool runs; so is a denial
 * without a reason. At exit 2 only stderr is read: a denial that carries more is exit 0 and
 * JSON. A hook that is not trusted does not run, and Codex says nothing about it.
 */

/* clang-format off */
static const struct gaff_evidence parser = { GAFF_TYPES, "its public source, parse_arguments()" };
static const struct gaff_evidence seen   = { GAFF_MEASURED, "0.166.0" };
static const struct gaff_evidence schema = { GAFF_TYPES,    "0.166.0" };

#define TOOL_EVENTS  (GAFF_EV(BEFORE_TOOL) | GAFF_EV(AFTER_TOOL) | GAFF_EV(PERMISSION_REQUEST))
#define AGENT_EVENTS (TOOL_EVENTS | GAFF_EV(SUBAGENT_START) | GAFF_EV(SUBAGENT_STOP))
#define ALL_BUT_END  (GAFF_EV_ALL & ~GAFF_EV(SESSION_END))
#define MODE_EVENTS  (ALL_BUT_END & ~GAFF_EV(BEFORE_COMPACT) & ~GAFF_EV(AFTER_COMPACT))

static const struct gaff_payload_row payload[] = {
	/* where                          field                   in payloads of                when missing */
	{ SV_INIT("/session_id"),         GAFF_F_SESSION_ID,      GAFF_EV_ALL,                  SV_INIT("\"\"") },
	{ SV_INIT("/turn_id"),            GAFF_F_CONSTANT,        ALL_BUT_END & ~GAFF_EV(SESSION_START), SV_INIT("\"\"") },
	{ SV_INIT("/agent_id"),           GAFF_F_AGENT_ID,        AGENT_EVENTS },
	{ SV_INIT("/agent_type"),         GAFF_F_AGENT_TYPE,      AGENT_EVENTS },
	{ SV_INIT("/transcript_path"),    GAFF_F_TRANSCRIPT_PATH, GAFF_EV_ALL,                  SV_INIT("null") },
	{ SV_INIT("/cwd"),                GAFF_F_CWD,             GAFF_EV_ALL,                  SV_INIT("\"\"") },
	{ SV_INIT("/hook_event_name"),    GAFF_F_EVENT,           GAFF_EV_ALL },
	{ SV_INIT("/model"),              GAFF_F_MODEL,           ALL_BUT_END,                  SV_INIT("\"\"") },
	{ SV_INIT("/permission_mode"),    GAFF_F_PERMISSION_MODE, MODE_EVENTS,                  SV_INIT("\"default\"") },
	{ SV_INIT("/prompt"),             GAFF_F_PROMPT,          GAFF_EV(BEFORE_PROMPT),       SV_INIT("\"\"") },
	{ SV_INIT("/tool_name"),          GAFF_F_TOOL_NAME,       TOOL_EVENTS },
	{ SV_INIT("/tool_input"),         GAFF_F_TOOL_INPUT,      TOOL_EVENTS },
	{ SV_INIT("/tool_response"),      GAFF_F_TOOL_OUTPUT,     GAFF_EV(AFTER_TOOL),          SV_INIT("\"\"") },
	{ SV_INIT("/tool_use_id"),        GAFF_F_TOOL_USE_ID,     GAFF_EV(BEFORE_TOOL) | GAFF_EV(AFTER_TOOL), SV_INIT("\"\"") },
	{ SV_INIT("/source"),             GAFF_F_SOURCE,          GAFF_EV(SESSION_START),       SV_INIT("\"startup\"") },
	{ SV_INIT("/reason"),             GAFF_F_REASON,          .flags = GAFF_P_ALIAS },
	{ SV_INIT("/reason"),             GAFF_F_CONSTANT,        GAFF_EV(SESSION_END),         SV_INIT("\"other\"") }, /* it has no other */
	{ SV_INIT("/trigger"),            GAFF_F_TRIGGER,         GAFF_EV(BEFORE_COMPACT) | GAFF_EV(AFTER_COMPACT), SV_INIT("\"auto\"") },
	{ SV_INIT("/stop_hook_active"),   GAFF_F_STOP_ACTIVE,     GAFF_EV_STOPS,                SV_INIT("false") },
	{ SV_INIT("/last_assistant_message"), GAFF_F_LAST_MESSAGE, GAFF_EV_STOPS,               SV_INIT("null") },
};

static const struct gaff_input_row bash[] = {
	SAME("command"),
	SAME("description"), /* PermissionRequest only */
};
static const struct gaff_input_row patch[] = { PATCH("command") };
static const struct gaff_input_row spawn[] = { AS("message", "prompt"), AS("agent_type", "type") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("Bash"),        GAFF_TOOL_SHELL,      GAFF_ROWS(bash),         &seen },
	{ SV_INIT("apply_patch"), GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(patch),        &seen },
	{ SV_INIT("apply_patch"), GAFF_TOOL_FILE_WRITE, GAFF_ROWS(patch),        &seen }, /* how Codex writes a file */
	{ SV_INIT("spawn_agent"), GAFF_TOOL_AGENT,      GAFF_ROWS(spawn),        &seen },
	{ SV_INIT("view_image"),  GAFF_TOOL_OTHER,      GAFF_ROWS(gaff_in_path), &schema },
};

#define SHOWS \
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("/systemMessage") }

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2_BARE, /* continue and suppressOutput would reject it all */
	SHOWS, NAMED,
	{ GAFF_A_DENY,    SV_INIT(OUT "permissionDecision"), SV_INIT("\"deny\"") },
	{ GAFF_A_ASK,     SV_INIT(OUT "permissionDecision"), SV_INIT("\"ask\""),   GAFF_R_NOT_HONOURED },
	{ GAFF_A_REWRITE, SV_INIT(OUT "permissionDecision"), SV_INIT("\"allow\""), GAFF_R_WRITE }, /* skips no prompt */
	{ GAFF_A_REASON,  SV_INIT(OUT "permissionDecisionReason"), .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "updatedInput") },
	CONTEXT,
	{ GAFF_A_ALLOW,   SV_INIT(OUT "permissionDecision"), SV_INIT("\"allow\""), GAFF_R_READ | GAFF_R_NO_GRANT },
	{ GAFF_A_ALLOW,   SV_INIT("/decision"), SV_INIT("\"approve\""), GAFF_R_READ | GAFF_R_NO_GRANT },
	{ GAFF_A_DENY,    SV_INIT("/decision"), SV_INIT("\"block\""),   GAFF_R_READ },
	{ GAFF_A_REASON,  SV_INIT("/reason"),                .flags = GAFF_R_READ },
);
static const struct gaff_shape permission_answer = GAFF_ANSWER(EXIT_2_BARE, /* updatedInput and interrupt fail closed */
	SHOWS, NAMED, RULES,
);
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(EXIT_2_BARE, /* continue:false does not stop it: its text takes the place of the output */
	SHOWS, BLOCKS, NAMED, CONTEXT,
	{ GAFF_A_REPLACES,       SV_INIT("/continue"),   SV_INIT("false"), GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/stopReason"), .flags = GAFF_R_AS_TEXT | GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/reason"),     .flags = GAFF_R_READ }, /* it comes before the other */
);
static const struct gaff_shape prompt_answer   = GAFF_ANSWER(EXIT_2_BARE, STOPS, SHOWS, BLOCKS, NAMED, CONTEXT);
static const struct gaff_shape session_answer  = GAFF_ANSWER(EXIT_2_BARE, STOPS, SHOWS, NAMED, CONTEXT);
static const struct gaff_shape subagent_answer = GAFF_ANSWER(EXIT_2_BARE, SHOWS, NAMED, CONTEXT);
static const struct gaff_shape stop_answer = GAFF_ANSWER(EXIT_2_BARE, /* of a context the model could only be told by going on: the user reads it */
	STOPS, SHOWS, BLOCKS,
	{ GAFF_A_CONTEXT, SV_INIT("/systemMessage"), .flags = GAFF_R_WRITE },
);
static const struct gaff_shape compact_answer = GAFF_ANSWER(EXIT_2_BARE, STOPS, SHOWS); /* before: the turn aborts, rc 1 */

#define TEXT GAFF_E_TEXT_IS_CONTEXT
#define ASKS GAFF_E_SILENCE_ASKS

static const struct gaff_event_row events[] = {
	/* native                       canonical                   answer                       waits, ms */
	{ SV_INIT("PreToolUse"),        GAFF_EV_BEFORE_TOOL,        &before_tool_answer,         600000, &seen },
	{ SV_INIT("PermissionRequest"), GAFF_EV_PERMISSION_REQUEST, &permission_answer,          600000, &seen, .flags = ASKS },
	{ SV_INIT("PostToolUse"),       GAFF_EV_AFTER_TOOL,         &after_tool_answer,          600000, &seen },
	{ SV_INIT("PreCompact"),        GAFF_EV_BEFORE_COMPACT,     &compact_answer,             600000, &seen },
	{ SV_INIT("PostCompact"),       GAFF_EV_AFTER_COMPACT,      &compact_answer,             600000, &schema },
	{ SV_INIT("SessionStart"),      GAFF_EV_SESSION_START,      &session_answer,             600000, &seen, .flags = TEXT },
	{ SV_INIT("SessionEnd"),        GAFF_EV_SESSION_END,        GAFF_NO_ANSWER(EXIT_2_BARE), 1000,   &seen, .wait_max_s = 3 },
	{ SV_INIT("UserPromptSubmit"),  GAFF_EV_BEFORE_PROMPT,      &prompt_answer,              600000, &seen, .flags = TEXT },
	{ SV_INIT("SubagentStart"),     GAFF_EV_SUBAGENT_START,     &subagent_answer,            600000, &schema },
	{ SV_INIT("SubagentStop"),      GAFF_EV_SUBAGENT_STOP,      &stop_answer,                600000, &schema },
	{ SV_INIT("Stop"),              GAFF_EV_AGENT_STOP,         &stop_answer,                600000, &seen },
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), 600000, &schema,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("/transcript_path"), 6, SV_INIT("*/.codex/*") },
	{ SV_INIT("/turn_id"),         3 },
	{ SV_INIT("/model"),           2 },
	{ SV_INIT("/hook_event_name"), 1 },
	{ SV_INIT("/timestamp"),       -3 },
	{ SV_INIT("/prompt_id"),       -3 },
	{ SV_INIT("/cursor_version"),  -3 },
};

static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_SYSTEM,  "/etc/codex/config.toml", GAFF_SYNTAX_TOML, &schema, GAFF_C_IF_IT_HAS_HOOKS },
	{ GAFF_SCOPE_USER,    "~/.codex/hooks.json",    GAFF_SYNTAX_JSON, &seen, GAFF_C_STRICT | GAFF_C_ONLY_HOOKS },
	{ GAFF_SCOPE_USER,    "~/.codex/config.toml",   GAFF_SYNTAX_TOML, &seen, GAFF_C_IF_IT_HAS_HOOKS | GAFF_C_HAS_TRUST },
	{ GAFF_SCOPE_PROJECT, "./.codex/hooks.json",    GAFF_SYNTAX_JSON, &seen, GAFF_C_STRICT | GAFF_C_ONLY_HOOKS | GAFF_C_NEEDS_TRUST },
};

static const struct gaff_home_row homes[] = { { "CODEX_HOME", "~/.codex" } };

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = {
	{ SV_INIT("/type"),            GAFF_MEMBER_TYPE },
	{ SV_INIT("/command"),         GAFF_MEMBER_COMMAND },
	{ SV_INIT("/commandWindows"),  GAFF_MEMBER_WINDOWS },
	{ SV_INIT("/command_windows"), GAFF_MEMBER_WINDOWS, .flags = GAFF_MEMBER_ALIAS },
	{ SV_INIT("/timeout"),         GAFF_MEMBER_TIMEOUT, .may_be = GAFF_M_WHOLE },
	{ SV_INIT("/timeout_sec"),     GAFF_MEMBER_TIMEOUT, .flags = GAFF_MEMBER_ALIAS, .may_be = GAFF_M_WHOLE },
	{ SV_INIT("/async"),           GAFF_MEMBER_ASYNC },
	{ SV_INIT("/statusMessage"),   GAFF_MEMBER_STATUS },
	{ SV_INIT("/status_message"),  GAFF_MEMBER_STATUS,  .flags = GAFF_MEMBER_ALIAS },
};
static const struct gaff_matcher_alias aliases[] = {
	{ SV_INIT("Write"), SV_INIT("apply_patch") }, { SV_INIT("Edit"), SV_INIT("apply_patch") },
};
static const struct gaff_layout layout = { /* a "-" makes a pattern of a name: those of some MCP servers */
	.name = SV_INIT("json"), .other = SV_INIT("toml"), .shape = GAFF_LAYOUT_GROUPS, .matching = GAFF_MATCH_NAMES_RUST,
	.aliases = GAFF_ROWS(aliases), .aliases_in_patterns = true,
	.starts_in_project = true,
	.shell = GAFF_SHELL_LOGIN,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

static const struct gaff_switch_row switches[] = {
	{ SV_INIT("/features/hooks"), SV_INIT("false") },
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("*"), .behind = SV_INIT("="), .members = GAFF_JSON({"turn_id":"01a1e06a-0641-7000-b0ac-686f293ce4ca"}) },
	{ SV_INIT("PostToolUse"), .tools = GAFF_TOOL_BIT(MCP), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_response":{"content":[{"type":"text","text":"hello\n"}]}}) },
	{ SV_INIT("SubagentStart"), .behind = SV_INIT("permission_mode"), .members = GAFF_JSON({"agent_id":"$","agent_type":"$"}) },
	{ SV_INIT("SubagentStop"), .behind = SV_INIT("transcript_path"), .members = GAFF_JSON({"agent_transcript_path":"$transcript_path"}) },
	{ SV_INIT("SubagentStop"), .behind = SV_INIT("stop_hook_active"), .members = GAFF_JSON({"agent_id":"$","agent_type":"$"}) },
};
static const char *const notes[] = {
	"A hook that is not trusted does not run, and it says nothing about that.",
	"One key it does not know, and the whole answer is ignored and the tool runs.",
	"A refused stop has no limit: 210 rounds in 15 s were seen. gaff never refuses one because a hook failed.",
	NULL,
};
/* clang-format on */

const struct gaff_host gaff_host_codex = {
	.id = SV_INIT("codex"),
	.title = "Codex CLI",
	.seen = &seen,
	.reader = { GAFF_READS_ONCE, "serde_json of Rust", &parser },
	.flags = GAFF_H_TEXT_IS_IGNORED | GAFF_H_STDERR_IS_PRIVATE,
	.mcp_prefix = SV_INIT("mcp__"),
	.mcp_joint = SV_INIT("__"),
	.mcp_for_hyphen = '_',
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.besides = GAFF_ROWS(gaff_contexts),
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "codex",
	.packages = "@openai/codex",
	.layout = &layout,
	.homes = GAFF_ROWS(homes),
	.switches = GAFF_ROWS(switches),
	.extras = GAFF_ROWS(extras),
	.notes = notes,
};
