#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Amazon Q Developer CLI, from its documentation and its published sources; Kiro's CLI is its
 * successor and has the same contract. Hooks belong to an agent, and run when it is in use. A tool
 * is blocked by exit 2 alone, plain text is context, and JSON is nothing.
 */

/* clang-format off */
static const struct gaff_evidence parser = { GAFF_TYPES, "its public source, tool_manager.rs" };
static const struct gaff_evidence docs = { GAFF_DOCUMENTED, "2026-04-23" };
static const struct gaff_evidence code = { GAFF_TYPES,      "15cc8f3, 2026-04-23" };

static const struct gaff_payload_row payload[] = {
	/* where                       field               in payloads of          when missing */
	{ SV_INIT("/hook_event_name"), GAFF_F_EVENT,       GAFF_EV_ALL },
	{ SV_INIT("/cwd"),             GAFF_F_CWD,         GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/prompt"),          GAFF_F_PROMPT,      GAFF_EV(BEFORE_PROMPT), SV_INIT("\"\"") },
	{ SV_INIT("/tool_name"),       GAFF_F_TOOL_NAME,   GAFF_EV_CALLS },
	{ SV_INIT("/tool_input"),      GAFF_F_TOOL_INPUT,  GAFF_EV_CALLS },
	{ SV_INIT("/tool_response"),   GAFF_F_TOOL_OUTPUT, GAFF_EV(AFTER_TOOL),    SV_INIT("null") },
};

static const struct gaff_input_row shell[]     = { SAME("command"), AS("summary", "description") };
static const struct gaff_input_row reads[]     = { OF(EACH, "operations", "path") };
static const struct gaff_input_row creates[]   = { PATH("path"), AS("file_text", "content") };
static const struct gaff_input_row changes[]   = { PATH("path"), OLD("old_str"), NEW("new_str") }; /* str_replace, insert and append; which is in `command` */
static const struct gaff_input_row delegates[] = { AS("task", "prompt"), AS("agent", "type") };
static const struct gaff_input_row aws[]       = { SAME("service_name"), SAME("operation_name"), SAME("parameters") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("execute_bash"), GAFF_TOOL_SHELL,      GAFF_ROWS(shell),     &code },
	{ SV_INIT("fs_read"),      GAFF_TOOL_FILE_READ,  GAFF_ROWS(reads),     &code },
	{ SV_INIT("fs_write"),     GAFF_TOOL_FILE_WRITE, GAFF_ROWS(creates),   &code },
	{ SV_INIT("fs_write"),     GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(changes),   &code },
	{ SV_INIT("delegate"),     GAFF_TOOL_AGENT,      GAFF_ROWS(delegates), &code },
	{ SV_INIT("use_aws"),      GAFF_TOOL_OTHER,      GAFF_ROWS(aws),       &code },
};

static const struct gaff_name_row tool_names[] = { { SV_INIT("execute_cmd"), SV_INIT("execute_bash") } }; /* on Windows */

static const struct gaff_shape informs   = GAFF_ANSWER(EXIT_2, { GAFF_A_CONTEXT, SV_INIT("-") });

#define WARN GAFF_E_EXIT_2_WARNS

static const struct gaff_event_row events[] = {
	/* native                      canonical              answer                  waits, ms */
	{ SV_INIT("preToolUse"),       GAFF_EV_BEFORE_TOOL,   GAFF_NO_ANSWER(STDERR), 30000, &docs },
	{ SV_INIT("postToolUse"),      GAFF_EV_AFTER_TOOL,    GAFF_NO_ANSWER(EXIT_2), 30000, &docs, .flags = WARN },
	{ SV_INIT("userPromptSubmit"), GAFF_EV_BEFORE_PROMPT, &informs,               30000, &docs, .flags = WARN },
	{ SV_INIT("agentSpawn"),       GAFF_EV_SESSION_START, &informs,               30000, &docs, .flags = WARN },
	{ SV_INIT("stop"),             GAFF_EV_AGENT_STOP,    GAFF_NO_ANSWER(EXIT_2), 30000, &docs, .flags = WARN },
};
static const struct gaff_event_row unknown = { SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), 30000, &docs };

/* Its payloads are those of Kiro's V1 engine, so they alone never tell; a session would be Kiro's. */
static const struct gaff_detect_row detect[] = {
	{ SV_INIT("/tool_name"),          4, SV_INIT("execute_bash") },
	{ SV_INIT("/tool_name"),          4, SV_INIT("fs_read") },
	{ SV_INIT("/tool_name"),          4, SV_INIT("fs_write") },
	{ SV_INIT("/tool_name"),          4, SV_INIT("use_aws") },
	{ SV_INIT("/tool_name"),          3, SV_INIT("@*") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("agentSpawn") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("userPromptSubmit") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("stop") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("preToolUse") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("postToolUse") },
	{ SV_INIT("/conversation_id"),    -9 },
	{ SV_INIT("/transcript_path"),    -6 },
	{ SV_INIT("/session_id"),         -6 },
	{ SV_INIT("/assistant_response"), -6 },
};

static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_USER,    "~/.aws/amazonq/cli-agents/*.json", GAFF_SYNTAX_JSON, &docs, GAFF_C_STRICT | GAFF_C_OF_AGENT },
	{ GAFF_SCOPE_PROJECT, "./.amazonq/cli-agents/*.json",     GAFF_SYNTAX_JSON, &docs, GAFF_C_STRICT | GAFF_C_OF_AGENT },
};

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = {
	{ SV_INIT("/matcher"),    GAFF_MEMBER_MATCHER },
	{ SV_INIT("/command"),    GAFF_MEMBER_COMMAND },
	{ SV_INIT("/timeout_ms"), GAFF_MEMBER_TIMEOUT, .may_be = GAFF_M_WHOLE, .unit = GAFF_MILLISECONDS },
};
static const struct gaff_matcher_tag tags[] = {
	{ SV_INIT("read"),     "fs_read" },
	{ SV_INIT("write"),    "fs_write" },
	{ SV_INIT("shell"),    "execute_bash" },
	{ SV_INIT("aws"),      "use_aws" },
	{ SV_INIT("@builtin"), "" },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_FLAT, .matching = GAFF_MATCH_GLOB, .is_bare = true,
	.tags = GAFF_ROWS(tags),
	.shell = GAFF_SHELL_BASH, .new_file = SV_INIT("\"name\":\"$file\",\"tools\":[\"*\"]"),
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

static const struct gaff_env_row env[] = {
	{ "USER_PROMPT", GAFF_F_PROMPT },
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("*"), .tools = GAFF_TOOL_BIT(FILE_READ), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_input":{"operations":[{"mode":"Line","path":"$path"}]}}) },
	{ SV_INIT("*"), .tools = GAFF_TOOL_BIT(FILE_WRITE), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_input":{"command":"create","path":"$path","file_text":"$content"}}) },
	{ SV_INIT("postToolUse"), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_response":{"success":true,"result":["hello\n"]}}) },
};
static const char *const notes[] = {
	"Hooks belong to one agent: gaff writes an agent called `gaff`, which is started with `q chat --agent gaff`, or made the usual one with `q settings chat.defaultAgent gaff`.",
	"`gaff install amazon-q --agent NAME` registers in the file of an agent of yours. Switching to another agent leaves its hooks behind.",
	"A tool is blocked by exit 2 alone; it asks nobody, and takes no new input and no new output.",
	"All hooks of an event run at the same time, and one that runs into its timeout blocks nothing.",
	"What a hook prints is cut at 10240 bytes, unless its entry has a larger `max_output_size`: gaff cuts a context before that, and says so.",
	"Payloads do not name the session, and look like those of Kiro: `gaff run` needs `--host amazon-q`.",
	NULL,
};
/* clang-format on */

const struct gaff_host gaff_host_amazon_q = {
	.id = SV_INIT("amazon-q"),
	.title = "Amazon Q Developer CLI",
	.seen = &docs,
	.reader = { GAFF_READS_LAST, "serde_json of Rust, from a map", &parser },
	.flags = GAFF_H_TEXT_IS_IGNORED | GAFF_H_CONTEXT_IN_BYTES,
	.context_max = 10239, /* max_output_size is 10240, and a newline is behind it */
	.mcp_prefix = SV_INIT("@"),
	.mcp_joint = SV_INIT("/"),
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.tools = GAFF_ROWS(tools),
	.tool_names = GAFF_ROWS(tool_names),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "q qchat",
	.layout = &layout,
	.env = GAFF_ROWS(env),
	.extras = GAFF_ROWS(extras),
	.notes = notes,
};
