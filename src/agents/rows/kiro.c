#include "agents/answers.h"
#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Kiro. It has three kinds of files: v1 files of the IDE 1.x and of the CLI's V3 engine, the agent
 * files of its V1 and V2 engines (events in camelCase, milliseconds), and the .kiro.hook files of
 * the IDE 0.x, which are read and never written. How an event is registered says which engine
 * calls. A tool is blocked by exit 2 alone, and plain text is context. Nothing was measured: these
 * are its vendor's pages (2026-09-30) and what one reading found in its program (CLI 2.22.1). Of
 * inputs it documents `command` and `operations`; the others are what somebody reported, or what
 * Amazon Q's sources have, from which the engines V1 and V2 come.
 */

/* clang-format off */
static const struct gaff_evidence unread = { GAFF_REPORTED, "nobody has looked" };
static const struct gaff_evidence docs = { GAFF_DOCUMENTED, "IDE 1.2, CLI 2.28" };
static const struct gaff_evidence code = { GAFF_TYPES,      "CLI 2.22.1, V3" };
static const struct gaff_evidence said = { GAFF_REPORTED,   "names documented, inputs not" };
static const struct gaff_evidence q    = { GAFF_TYPES,      "Amazon Q 15cc8f3, 2026-04-23" };
static const struct gaff_evidence old  = { GAFF_REPORTED,   "IDE 0.x, 2026-05" };

static const struct gaff_payload_row payload[] = {
	/* where                          field                in payloads of          when missing */
	{ SV_INIT("/session_id"),         GAFF_F_SESSION_ID,   GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/hook_event_name"),    GAFF_F_EVENT,        GAFF_EV_ALL },
	{ SV_INIT("/cwd"),                GAFF_F_CWD,          GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/tool_name"),          GAFF_F_TOOL_NAME,    GAFF_EV_CALLS },
	{ SV_INIT("/tool_input"),         GAFF_F_TOOL_INPUT,   GAFF_EV_CALLS },
	{ SV_INIT("/tool_response"),      GAFF_F_TOOL_OUTPUT,  GAFF_EV(AFTER_TOOL),    SV_INIT("null") },
	{ SV_INIT("/prompt"),             GAFF_F_PROMPT,       GAFF_EV(BEFORE_PROMPT), SV_INIT("\"\"") },
	{ SV_INIT("/assistant_response"), GAFF_F_LAST_MESSAGE, GAFF_EV(AGENT_STOP),    SV_INIT("\"\"") },
};
static const struct gaff_payload_row agent_payload[] = { /* V1 does not name the session */
	{ SV_INIT("/hook_event_name"), GAFF_F_EVENT,       GAFF_EV_ALL },
	{ SV_INIT("/cwd"),             GAFF_F_CWD,         GAFF_EV_ALL,            SV_INIT("\"\"") },
	{ SV_INIT("/session_id"),      GAFF_F_SESSION_ID,  GAFF_EV_ALL },
	{ SV_INIT("/prompt"),          GAFF_F_PROMPT,      GAFF_EV(BEFORE_PROMPT), SV_INIT("\"\"") },
	{ SV_INIT("/tool_name"),       GAFF_F_TOOL_NAME,   GAFF_EV_CALLS },
	{ SV_INIT("/tool_input"),      GAFF_F_TOOL_INPUT,  GAFF_EV_CALLS },
	{ SV_INIT("/tool_response"),   GAFF_F_TOOL_OUTPUT, GAFF_EV(AFTER_TOOL),    SV_INIT("null") },
};

#define PATHS PATH("path"), PATH("file_path"), PATH("filePath"), PATH("targetFile")

static const struct gaff_input_row shell[]    = { SAME("command"), SAME("cwd"), AS("summary", "description"), AS("reason", "description") };
static const struct gaff_input_row reads[]    = { PATHS, PATH("paths"), AS("start_line", "offset") };
static const struct gaff_input_row lists[]    = { PATHS };
static const struct gaff_input_row deletes[]  = { PATH("targetFile"), PATH("path"), PATH("file_path"), PATH("filePath") };
static const struct gaff_input_row writes[]   = { PATHS, AS("text", "content"), SAME("content"), AS("file_text", "content") };
static const struct gaff_input_row replaces[] = { PATHS, OLD("oldStr"), NEW("newStr"), OLD("old_str"), NEW("new_str") };
static const struct gaff_input_row appends[]  = { PATHS, NEW("text") };
static const struct gaff_input_row search[]   = { AS("query", "pattern"), SAME("pattern"), PATHS, AS("includePattern", "glob") };
static const struct gaff_input_row ask[]      = { SAME("prompt") };

static const struct gaff_input_row operations[] = { OF(EACH, "operations", "path") };
static const struct gaff_input_row creates[]    = { PATH("path"), AS("file_text", "content"), SAME("content") };
static const struct gaff_input_row changes[]    = { PATH("path"), OLD("old_str"), NEW("new_str") };
static const struct gaff_input_row greps[]      = { SAME("pattern"), PATH("path"), AS("include", "glob") };
static const struct gaff_input_row aws[]        = { SAME("service_name"), SAME("operation_name"), SAME("parameters") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("execute_bash"),      GAFF_TOOL_SHELL,      GAFF_ROWS(shell),         &docs },
	{ SV_INIT("execute_pwsh"),      GAFF_TOOL_SHELL,      GAFF_ROWS(shell),         &docs },
	{ SV_INIT("control_bash_process"), GAFF_TOOL_SHELL,   GAFF_ROWS(shell),         &said }, /* the documentation has control_*_process: */
	{ SV_INIT("control_pwsh_process"), GAFF_TOOL_SHELL,   GAFF_ROWS(shell),         &said }, /* called as the two above are */
	{ SV_INIT("read_file"),         GAFF_TOOL_FILE_READ,  GAFF_ROWS(reads),         &said },
	{ SV_INIT("fs_write"),          GAFF_TOOL_FILE_WRITE, GAFF_ROWS(writes),        &said },
	{ SV_INIT("str_replace"),       GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(replaces),      &said },
	{ SV_INIT("fs_append"),         GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(appends),       &said },
	{ SV_INIT("grep_search"),       GAFF_TOOL_SEARCH,     GAFF_ROWS(search),        &said },
	{ SV_INIT("file_search"),       GAFF_TOOL_FIND,       GAFF_ROWS(search),        &said },
	{ SV_INIT("remote_web_search"), GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query), &said },
	{ SV_INIT("web_fetch"),         GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url),   &said },
	{ SV_INIT("subagent"),          GAFF_TOOL_AGENT,      GAFF_ROWS(ask),           &said }, /* a tag: its tools have no known names */
	{ SV_INIT("list_directory"),    GAFF_TOOL_OTHER,      GAFF_ROWS(lists),         &said },
	{ SV_INIT("delete_file"),       GAFF_TOOL_OTHER,      GAFF_ROWS(deletes),       &said },
};
static const struct gaff_tool_row agent_tools[] = {
	{ SV_INIT("execute_bash"), GAFF_TOOL_SHELL,      GAFF_ROWS(shell),                &docs },
	{ SV_INIT("fs_read"),      GAFF_TOOL_FILE_READ,  GAFF_ROWS(operations),           &docs },
	{ SV_INIT("fs_write"),     GAFF_TOOL_FILE_WRITE, GAFF_ROWS(creates),              &q },
	{ SV_INIT("fs_write"),     GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(changes),              &q },
	{ SV_INIT("grep"),         GAFF_TOOL_SEARCH,     GAFF_ROWS(greps),                &said },
	{ SV_INIT("glob"),         GAFF_TOOL_FIND,       GAFF_ROWS(gaff_in_pattern_path), &said },
	{ SV_INIT("web_search"),   GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query),        &said },
	{ SV_INIT("web_fetch"),    GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url),          &said },
	{ SV_INIT("use_subagent"), GAFF_TOOL_AGENT,      GAFF_ROWS(ask),                  &said },
	{ SV_INIT("use_aws"),      GAFF_TOOL_OTHER,      GAFF_ROWS(aws),                  &q },
};

static const struct gaff_name_row tool_names[] = { { SV_INIT("shell"), SV_INIT("execute_bash") } }; /* V3 */
static const struct gaff_name_row agent_tool_names[] = {
	{ SV_INIT("shell"), SV_INIT("execute_bash") }, { SV_INIT("execute_cmd"), SV_INIT("execute_bash") },
	{ SV_INIT("read"),  SV_INIT("fs_read") },      { SV_INIT("write"),       SV_INIT("fs_write") },
	{ SV_INIT("aws"),   SV_INIT("use_aws") },
};

/* JSON is read for these two things; V3 denies what it would ask, where nobody can answer. */
static const struct gaff_shape before_tool = GAFF_ANSWER(STDERR,
	{ GAFF_A_ASK,     SV_INIT(OUT "permissionDecision"), SV_INIT("\"ask\"") },
);
static const struct gaff_shape stop_answer = GAFF_ANSWER(JSON, /* exit 1 would be another turn */
	BLOCKS,
	{ GAFF_A_DENY,    SV_INIT(OUT "decision"), SV_INIT("\"block\""), GAFF_R_READ },
	{ GAFF_A_REASON, SV_INIT(OUT "reason"), .flags = GAFF_R_READ },
);
static const struct gaff_shape agent_prompt  = GAFF_ANSWER(EXIT_2, { GAFF_A_CONTEXT, SV_INIT("-") });
static const struct gaff_shape session       = GAFF_ANSWER(EXIT_2, { GAFF_A_CONTEXT, SV_INIT("-") });
static const struct gaff_shape prompt_answer = GAFF_ANSWER(IN_VAIN, { GAFF_A_CONTEXT, SV_INIT("-"), .flags = GAFF_R_NOT_WITH_DENY }); /* read in V3 (2.22.1) to block; one report of the IDE 1.0.337 (2026-08-25): it does not */

#define WARN GAFF_E_EXIT_2_WARNS

static const struct gaff_event_row events[] = {
	/* native                      canonical              answer                  waits, ms */
	{ SV_INIT("PreToolUse"),       GAFF_EV_BEFORE_TOOL,   &before_tool,           60000, &docs },
	{ SV_INIT("PostToolUse"),      GAFF_EV_AFTER_TOOL,    GAFF_NO_ANSWER(EXIT_2), 60000, &docs, .flags = WARN },
	{ SV_INIT("UserPromptSubmit"), GAFF_EV_BEFORE_PROMPT, &prompt_answer,         60000, &docs },
	{ SV_INIT("SessionStart"),     GAFF_EV_SESSION_START, &session,               60000, &docs, .flags = WARN },
	{ SV_INIT("AgentSpawn"),       GAFF_EV_SESSION_START, &session,               60000, &docs, .flags = WARN | GAFF_E_ALIAS },
	{ SV_INIT("SessionEnd"),       GAFF_EV_SESSION_END,   GAFF_NO_ANSWER(EXIT_2), 60000, &docs, .flags = WARN },
	{ SV_INIT("Stop"),             GAFF_EV_AGENT_STOP,    &stop_answer,           60000, &code, .flags = WARN },
	{ SV_INIT("PostFileCreate"),   GAFF_EV_FILE_CREATED,  GAFF_NO_ANSWER(EXIT_2), 60000, &docs, .flags = WARN },
	{ SV_INIT("PostFileSave"),     GAFF_EV_FILE_SAVED,    GAFF_NO_ANSWER(EXIT_2), 60000, &docs, .flags = WARN },
	{ SV_INIT("PostFileDelete"),   GAFF_EV_FILE_DELETED,  GAFF_NO_ANSWER(EXIT_2), 60000, &docs, .flags = WARN },
	{ SV_INIT("PreTaskExec"),      GAFF_EV_BEFORE_TASK,   GAFF_NO_ANSWER(STDERR), 60000, &docs },
	{ SV_INIT("PostTaskExec"),     GAFF_EV_AFTER_TASK,    GAFF_NO_ANSWER(EXIT_2), 60000, &docs, .flags = WARN },
	{ SV_INIT("Manual"),           GAFF_EV_NATIVE,        GAFF_NO_ANSWER(EXIT_2), 60000, &docs, .flags = WARN },
};
static const struct gaff_event_row agent_events[] = {
	{ SV_INIT("preToolUse"),       GAFF_EV_BEFORE_TOOL,   GAFF_NO_ANSWER(STDERR), 10000, &docs },
	{ SV_INIT("postToolUse"),      GAFF_EV_AFTER_TOOL,    GAFF_NO_ANSWER(EXIT_2), 10000, &docs, .flags = WARN },
	{ SV_INIT("userPromptSubmit"), GAFF_EV_BEFORE_PROMPT, &agent_prompt,          10000, &docs, .flags = WARN },
	{ SV_INIT("agentSpawn"),       GAFF_EV_SESSION_START, &session,               10000, &docs, .flags = WARN },
	{ SV_INIT("stop"),             GAFF_EV_AGENT_STOP,    GAFF_NO_ANSWER(EXIT_2), 10000, &docs, .flags = WARN },
};
static const struct gaff_event_row old_events[] = {
	{ SV_INIT("preToolUse"),        GAFF_EV_BEFORE_TOOL,   GAFF_NO_ANSWER(EXIT_2), 60000, &old },
	{ SV_INIT("postToolUse"),       GAFF_EV_AFTER_TOOL,    GAFF_NO_ANSWER(EXIT_2), 60000, &old },
	{ SV_INIT("promptSubmit"),      GAFF_EV_BEFORE_PROMPT, GAFF_NO_ANSWER(EXIT_2), 60000, &old },
	{ SV_INIT("agentStop"),         GAFF_EV_AGENT_STOP,    GAFF_NO_ANSWER(EXIT_2), 60000, &old },
	{ SV_INIT("fileCreated"),       GAFF_EV_FILE_CREATED,  GAFF_NO_ANSWER(EXIT_2), 60000, &old },
	{ SV_INIT("fileEdited"),        GAFF_EV_FILE_SAVED,    GAFF_NO_ANSWER(EXIT_2), 60000, &old },
	{ SV_INIT("fileDeleted"),       GAFF_EV_FILE_DELETED,  GAFF_NO_ANSWER(EXIT_2), 60000, &old },
	{ SV_INIT("preTaskExecution"),  GAFF_EV_BEFORE_TASK,   GAFF_NO_ANSWER(EXIT_2), 60000, &old },
	{ SV_INIT("postTaskExecution"), GAFF_EV_AFTER_TASK,    GAFF_NO_ANSWER(EXIT_2), 60000, &old },
	{ SV_INIT("userTriggered"),     GAFF_EV_NATIVE,        GAFF_NO_ANSWER(EXIT_2), 60000, &old },
};
static const struct gaff_event_row unknown = { SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), 60000, &docs };

static const struct gaff_version_row versions[] = { /* the documentation has no question: it was read in the program */
	{ SV_INIT("PreToolUse"), GAFF_A_ASK, &code },
};

/* Nothing in a payload is Kiro's alone but names of tools, and those of the CLI are Amazon Q's too. */
static const struct gaff_detect_row detect[] = {
	{ SV_INIT("/assistant_response"), 6 },
	{ SV_INIT("/tool_name"),          4, SV_INIT("execute_bash") },
	{ SV_INIT("/tool_name"),          4, SV_INIT("execute_pwsh") },
	{ SV_INIT("/tool_name"),          4, SV_INIT("control_bash_process") },
	{ SV_INIT("/tool_name"),          4, SV_INIT("control_pwsh_process") },
	{ SV_INIT("/tool_name"),          4, SV_INIT("fs_read") },
	{ SV_INIT("/tool_name"),          4, SV_INIT("fs_write") },
	{ SV_INIT("/tool_name"),          4, SV_INIT("fs_append") },
	{ SV_INIT("/tool_name"),          4, SV_INIT("use_aws") },
	{ SV_INIT("/tool_name"),          3, SV_INIT("@*") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("PostFile*") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("PreTaskExec") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("PostTaskExec") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("AgentSpawn") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("Manual") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("agentSpawn") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("userPromptSubmit") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("stop") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("preToolUse") },
	{ SV_INIT("/hook_event_name"),    4, SV_INIT("postToolUse") },
	{ SV_INIT("/conversation_id"),    -9 },
	{ SV_INIT("/transcript_path"),    -6 }, /* it never says */
};

static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_USER,    "~/.kiro/hooks/*.json", GAFF_SYNTAX_JSON, &docs, GAFF_C_STRICT | GAFF_C_ONLY_AS_IN_ROWS },
	{ GAFF_SCOPE_PROJECT, "./.kiro/hooks/*.json", GAFF_SYNTAX_JSON, &docs, GAFF_C_STRICT | GAFF_C_ONLY_AS_IN_ROWS },
};
static const struct gaff_config_row agent_config[] = {
	{ GAFF_SCOPE_USER,    "~/.kiro/agents/*.json", GAFF_SYNTAX_JSON, &docs, GAFF_C_STRICT | GAFF_C_OF_AGENT },
	{ GAFF_SCOPE_PROJECT, "./.kiro/agents/*.json", GAFF_SYNTAX_JSON, &docs, GAFF_C_STRICT | GAFF_C_OF_AGENT },
};
static const struct gaff_config_row old_config[] = {
	{ GAFF_SCOPE_PROJECT, "./.kiro/hooks/*.kiro.hook", GAFF_SYNTAX_JSON, &old },
};

static const struct gaff_handler_type handlers[] = {
	{ SV_INIT("command"), GAFF_HANDLER_COMMAND }, { SV_INIT("agent"), GAFF_HANDLER_AGENT },
};
/* A file off its schema is skipped whole (read in CLI 2.22.1); of a trigger it does not know, that hook alone is. */
static const struct gaff_member members[] = {
	{ SV_INIT("/name"),           GAFF_MEMBER_NAME,    .flags = GAFF_MEMBER_NEEDED, .may_be = GAFF_M_TEXT | GAFF_M_NOT_BLANK },
	{ SV_INIT("/trigger"),        GAFF_MEMBER_EVENT,   .flags = GAFF_MEMBER_NEEDED, .may_be = GAFF_M_TEXT, .what = "the name of an event" },
	{ SV_INIT("/matcher"),        GAFF_MEMBER_MATCHER },
	{ SV_INIT("/action/type"),    GAFF_MEMBER_TYPE,    .flags = GAFF_MEMBER_NEEDED, .may_be = GAFF_M_TYPE },
	{ SV_INIT("/action/command"), GAFF_MEMBER_COMMAND, GAFF_KIND(COMMAND), .flags = GAFF_MEMBER_NEEDED, .may_be = GAFF_M_TEXT },
	{ SV_INIT("/action/prompt"),  GAFF_MEMBER_PROMPT,  GAFF_KIND(AGENT), .flags = GAFF_MEMBER_NEEDED, .may_be = GAFF_M_TEXT },
	{ SV_INIT("/timeout"),        GAFF_MEMBER_TIMEOUT, .may_be = GAFF_M_NUMBER | GAFF_M_OR_0 }, /* 0: it waits */
	{ SV_INIT("/enabled"),        GAFF_MEMBER_ENABLED },
};
static const struct gaff_member other_members[] = {
	{ SV_INIT("/version"), GAFF_MEMBER_OTHER, .flags = GAFF_MEMBER_OF_FILE, .may_be = GAFF_M_VERSION },
	{ SV_INIT("/action"),  GAFF_MEMBER_OTHER, .flags = GAFF_MEMBER_NEEDED, .may_be = GAFF_M_OBJECT },
};
static const struct gaff_matcher_tag tags[] = {
	{ SV_INIT("read"),     "read_file list_directory file_search grep_search" },
	{ SV_INIT("write"),    "fs_write fs_append str_replace delete_file" },
	{ SV_INIT("shell"),    "execute_bash execute_pwsh control_bash_process control_pwsh_process" },
	{ SV_INIT("web"),      "remote_web_search web_fetch" },
	{ SV_INIT("@builtin"), "" },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("v1"), .shape = GAFF_LAYOUT_LIST, .matching = GAFF_MATCH_SELECTOR, .agent_ms = 60000,
	.tags = GAFF_ROWS(tags),
	.head = SV_INIT("\"version\":\"v1\""),
	.shell = GAFF_SHELL_SH, .stdin_is_socket = true,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members), .others = GAFF_ROWS(other_members),
};

static const struct gaff_member agent_rows[] = {
	{ SV_INIT("/matcher"),    GAFF_MEMBER_MATCHER },
	{ SV_INIT("/command"),    GAFF_MEMBER_COMMAND },
	{ SV_INIT("/timeout_ms"), GAFF_MEMBER_TIMEOUT, .may_be = GAFF_M_WHOLE, .unit = GAFF_MILLISECONDS },
};
static const struct gaff_matcher_tag agent_tags[] = {
	{ SV_INIT("read"),     "fs_read" },
	{ SV_INIT("write"),    "fs_write" },
	{ SV_INIT("shell"),    "execute_bash" },
	{ SV_INIT("aws"),      "use_aws" },
	{ SV_INIT("@builtin"), "" },
};
static const struct gaff_layout agent_layout = {
	.name = SV_INIT("agent"), .shape = GAFF_LAYOUT_FLAT, .matching = GAFF_MATCH_GLOB, .is_bare = true,
	.tags = GAFF_ROWS(agent_tags),
	.shell = GAFF_SHELL_BASH, .new_file = SV_INIT("\"name\":\"$file\",\"tools\":[\"*\"]"),
	.types = handlers, .n_types = 1, .rows = GAFF_ROWS(agent_rows),
};

static const struct gaff_handler_type old_types[] = {
	{ SV_INIT("runCommand"), GAFF_HANDLER_COMMAND }, { SV_INIT("askAgent"), GAFF_HANDLER_AGENT },
};
static const struct gaff_member old_rows[] = {
	{ SV_INIT("/name"),         GAFF_MEMBER_NAME },
	{ SV_INIT("/when/type"),    GAFF_MEMBER_EVENT },
	{ SV_INIT("/then/type"),    GAFF_MEMBER_TYPE },
	{ SV_INIT("/then/command"), GAFF_MEMBER_COMMAND, GAFF_KIND(COMMAND) },
	{ SV_INIT("/then/prompt"),  GAFF_MEMBER_PROMPT,  GAFF_KIND(AGENT) },
	{ SV_INIT("/then/timeout"), GAFF_MEMBER_TIMEOUT },
	{ SV_INIT("/enabled"),      GAFF_MEMBER_ENABLED },
};
static const struct gaff_layout old_layout = {
	.name = SV_INIT("kiro.hook"), .shape = GAFF_LAYOUT_ONE, .matching = GAFF_MATCH_NOTHING,
	.types = GAFF_ROWS(old_types), .rows = GAFF_ROWS(old_rows),
};

static const struct gaff_home_row agent_homes[] = { { "KIRO_HOME", "~/.kiro" } }; /* V3 ignores it */

static const struct gaff_env_row env[] = {
	{ "USER_PROMPT", GAFF_F_PROMPT },
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("preToolUse postToolUse"), .tools = GAFF_TOOL_BIT(FILE_READ), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_input":{"operations":[{"mode":"Line","path":"$path"}]}}) },
	{ SV_INIT("preToolUse postToolUse"), .tools = GAFF_TOOL_BIT(FILE_WRITE), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_input":{"command":"create","path":"$path","file_text":"$content"}}) },
	{ SV_INIT("postToolUse"), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_response":{"success":true,"result":["hello\n"]}}) },
};
static const char *const notes[] = {
	"A tool is blocked by exit 2 alone; nothing that a hook says on stdout changes its input or its output.",
	"Whether a prompt can be blocked depends on the version: gaff tries it, and says that it may be lost.",
	"Its CLI has three engines: V1 and V2, the usual ones, run the hooks of agent files (`~/.kiro/agents`), and only those of the agent in use; V3 and the IDE 1.x run `~/.kiro/hooks`.",
	"`gaff install kiro` writes `~/.kiro/hooks/gaff.json`; for V1 and V2, `gaff install kiro --agent NAME` registers in the file of that agent, or makes it, and `kiro-cli chat --agent NAME` starts it. An agent that is built in has no file to register in. V3 reads the files of agents as well: with both, a call reaches gaff twice.",
	"In V3 a question denies where nobody can answer it; the engines V1 and V2 do not ask.",
	"V3 adds a message to the conversation for a hook of UserPromptSubmit that prints nothing, too (\"Output / Exit Code\", read in CLI 2.22.1). gaff prints nothing all the same: V1 and V2 would give the model whatever it prints.",
	"What hooks of agent files print is cut at 10240 bytes, unless their entry has a larger `max_output_size`: gaff cuts a context before that, and says so.",
	"On Windows a hook's exit 2 was reported not to block in CLI 2.2.2.",
	"The IDE up to 1.0.165 left the inputs of tools empty, and 1.0.138 the prompt: a guard sees nothing then.",
	"A hook that runs into its timeout is killed and blocks nothing.",
	"Of the inputs of its tools only `command` and `operations` are documented; paths are looked for under `path`, `file_path`, `filePath` and `targetFile`.",
	"Of events about files and tasks it is not documented what the payload says of them.",
	NULL,
};
static const struct gaff_attended attended = { .unanswered = GAFF_UNANSWERED_DENIES, .otherwise = "it denies", .seen = &code };
/* clang-format on */

static const struct gaff_host editor = {
	.id = SV_INIT("kiro"),
	.title = "Kiro (IDE 0.x)",
	.seen = &old,
	.events = GAFF_ROWS(old_events),
	.unknown = &unknown,
	.config = GAFF_ROWS(old_config),
	.layout = &old_layout,
	.other_spelling = &gaff_host_kiro,
};

static const struct gaff_host agent = {
	.id = SV_INIT("kiro"),
	.title = "Kiro (agent files)",
	.seen = &docs,
	.reader = { GAFF_READS_UNKNOWN, .seen = &unread },
	.flags = GAFF_H_TEXT_IS_IGNORED | GAFF_H_CONTEXT_IN_BYTES,
	.context_max = 10239, /* max_output_size is 10240, and a newline is behind it */
	.mcp_prefix = SV_INIT("@"),
	.mcp_joint = SV_INIT("/"),
	.payload = GAFF_ROWS(agent_payload),
	.events = GAFF_ROWS(agent_events),
	.unknown = &unknown,
	.tools = GAFF_ROWS(agent_tools),
	.tool_names = GAFF_ROWS(agent_tool_names),
	.config = GAFF_ROWS(agent_config),
	.programs = "kiro-cli",
	.layout = &agent_layout,
	.homes = GAFF_ROWS(agent_homes),
	.env = GAFF_ROWS(env),
	.other_spelling = &gaff_host_kiro,
	.old_files = &editor,
};

const struct gaff_host gaff_host_kiro = {
	.id = SV_INIT("kiro"),
	.title = "Kiro",
	.seen = &docs,
	.reader = { GAFF_READS_UNKNOWN, .seen = &unread },
	.flags = GAFF_H_TEXT_IS_IGNORED | GAFF_H_MCP_LOWERCASE,
	.mcp_prefix = SV_INIT(
		"mcp_"), /* in names of V3; its selectors, and names of the IDE, are @server/tool */
	.mcp_joint = SV_INIT("_"),
	.mcp_for_hyphen = '_',
	.other_spelling = &agent,
	.other_mark = SV_INIT("*"),
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.tools = GAFF_ROWS(tools),
	.tool_names = GAFF_ROWS(tool_names),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "kiro kiro-cli",
	.layout = &layout,
	.env = GAFF_ROWS(env),
	.extras = GAFF_ROWS(extras),
	.versions = GAFF_ROWS(versions),
	.runs_if = "in its IDE 1.x and in the engine V3 of its CLI alone; V1 and V2, which the CLI "
		   "uses unless told otherwise, run none of them",
	.attended = &attended,
	.notes = notes,
};
