#include "agents/answers.h"
#include "agents/codec/codec.h"
#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Gemini CLI. One JSON object counts whatever the exit code; without one any code from 2 up
 * blocks, if there is a text. With nothing on stdout stderr is read instead: an object there is
 * obeyed and a text is shown to the user, so gaff keeps its warnings to itself. A denial by exit
 * 2 is also announced as a failed hook. A new tool input replaces the old one (0.61.0; its
 * documentation says that it is merged).
 */

/* clang-format off */
static const struct gaff_evidence js = { GAFF_TYPES, "0.61.0, by its language" };
static const struct gaff_evidence seen = { GAFF_MEASURED,   "0.61.0" };
static const struct gaff_evidence code = { GAFF_TYPES,      "0.61.0" };
static const struct gaff_evidence docs = { GAFF_DOCUMENTED, "2026-11" };
static const struct gaff_evidence told = { GAFF_REPORTED,   "2026-11" };

#define MODEL       (GAFF_EV(BEFORE_MODEL) | GAFF_EV(AFTER_MODEL) | GAFF_EV(BEFORE_TOOL_SELECTION))

static const struct gaff_payload_row payload[] = {
	/* where                       field                   in payloads of              when missing */
	{ SV_INIT("/session_id"),      GAFF_F_SESSION_ID,      GAFF_EV_ALL,                SV_INIT("\"\"") },
	{ SV_INIT("/transcript_path"), GAFF_F_TRANSCRIPT_PATH, GAFF_EV_ALL,                SV_INIT("\"\"") },
	{ SV_INIT("/cwd"),             GAFF_F_CWD,             GAFF_EV_ALL,                SV_INIT("\"\"") },
	{ SV_INIT("/hook_event_name"), GAFF_F_EVENT,           GAFF_EV_ALL },
	{ SV_INIT("/timestamp"),       GAFF_F_TIME,            GAFF_EV_ALL },
	{ SV_INIT("/tool_name"),       GAFF_F_TOOL_NAME,       GAFF_EV_CALLS },
	{ SV_INIT("/tool_input"),      GAFF_F_TOOL_INPUT,      GAFF_EV_CALLS },
	{ SV_INIT("/tool_response/llmContent"), GAFF_F_TOOL_OUTPUT, GAFF_EV(AFTER_TOOL),   SV_INIT("\"\"") },
	{ SV_INIT("/mcp_context/server_name"), GAFF_F_MCP_SERVER, GAFF_EV_CALLS },
	{ SV_INIT("/mcp_context/tool_name"), GAFF_F_MCP_TOOL,  GAFF_EV_CALLS },
	{ SV_INIT("/prompt"),          GAFF_F_PROMPT,          GAFF_EV(BEFORE_PROMPT) | GAFF_EV(AGENT_STOP), SV_INIT("\"\"") },
	{ SV_INIT("/prompt_response"), GAFF_F_LAST_MESSAGE,    GAFF_EV(AGENT_STOP),        SV_INIT("\"\"") },
	{ SV_INIT("/stop_hook_active"), GAFF_F_STOP_ACTIVE,    GAFF_EV(AGENT_STOP),        SV_INIT("false") },
	{ SV_INIT("/llm_request/model"), GAFF_F_MODEL,         MODEL,                      SV_INIT("\"\"") },
	{ SV_INIT("/llm_response/text"), GAFF_F_LAST_MESSAGE,  GAFF_EV(AFTER_MODEL),       SV_INIT("\"\"") },
	{ SV_INIT("/source"),          GAFF_F_SOURCE,          GAFF_EV(SESSION_START),     SV_INIT("\"startup\"") },
	{ SV_INIT("/reason"),          GAFF_F_REASON,          GAFF_EV(SESSION_END),       SV_INIT("\"exit\"") },
	{ SV_INIT("/trigger"),         GAFF_F_TRIGGER,         GAFF_EV(BEFORE_COMPACT),    SV_INIT("\"auto\"") },
	{ SV_INIT("/notification_type"), GAFF_F_CONSTANT,      GAFF_EV(NOTIFICATION),      SV_INIT("\"ToolPermission\"") },
	{ SV_INIT("/message"),         GAFF_F_MESSAGE,         GAFF_EV(NOTIFICATION),      SV_INIT("\"\"") },
	{ SV_INIT("/details"),         GAFF_F_CONSTANT,        GAFF_EV(NOTIFICATION),      SV_INIT("{}") },
	/* what older versions and hooks' own tests call them */
	{ SV_INIT("/hook_name"),       GAFF_F_EVENT,           .flags = GAFF_P_ALIAS },
	{ SV_INIT("/trigger"),         GAFF_F_SOURCE,          GAFF_EV(SESSION_START),     .flags = GAFF_P_ALIAS },
	{ SV_INIT("/tool_response/error"), GAFF_F_TOOL_ERROR,  .flags = GAFF_P_ALIAS },
	{ SV_INIT("/tool_response"),   GAFF_F_TOOL_OUTPUT,     .flags = GAFF_P_ALIAS },
	{ SV_INIT("$GEMINI_SESSION_ID"), GAFF_F_SESSION_ID },
	{ SV_INIT("$GEMINI_CWD"),      GAFF_F_CWD },
	{ SV_INIT("$GEMINI_PROJECT_DIR"), GAFF_F_PROJECT_DIR,  .flags = GAFF_P_STARTED }, /* over what a .env says */
};

static const struct gaff_input_row shell[] = { SAME("command"), SAME("description"), AS("dir_path", "cwd"), AS("directory", "cwd") };
static const struct gaff_input_row read[]  = { PATH("file_path"), PATH("absolute_path") }; /* lines, and not an offset and a number of them */
static const struct gaff_input_row grep[] = {
	SAME("pattern"),
	PATH("dir_path"),
	PATH("path"), /* so it was called before */
	AS("include_pattern", "glob"),
	AS("include", "glob"),
};
static const struct gaff_input_row old_grep[] = {
	SAME("pattern"), PATH("path"), PATH("dir_path"), AS("include", "glob"), AS("include_pattern", "glob"),
};
static const struct gaff_input_row read_many[] = { /* lists of names and patterns */
	PATH("include"),
	PATH("paths"), /* another name of it */
};
static const struct gaff_input_row glob[]  = { SAME("pattern"), PATH("dir_path"), PATH("path") };
static const struct gaff_input_row list[]  = { PATH("dir_path"), PATH("path") };
static const struct gaff_input_row fetch[] = { SAME("prompt"), SAME("url") }; /* the address is somewhere in the prompt */
static const struct gaff_input_row agent[] = { SAME("prompt"), AS("agent_name", "type") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("run_shell_command"),   GAFF_TOOL_SHELL,      GAFF_ROWS(shell),                     &seen },
	{ SV_INIT("read_file"),           GAFF_TOOL_FILE_READ,  GAFF_ROWS(read),                      &seen },
	{ SV_INIT("read_many_files"),     GAFF_TOOL_FILE_READ,  GAFF_ROWS(read_many),                 &told },
	{ SV_INIT("write_file"),          GAFF_TOOL_FILE_WRITE, GAFF_ROWS(gaff_in_file_path_content), &seen },
	{ SV_INIT("replace"),             GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(gaff_in_file_path_old_new), &seen },
	{ SV_INIT("grep_search"),         GAFF_TOOL_SEARCH,     GAFF_ROWS(grep),                      &seen },
	{ SV_INIT("search_file_content"), GAFF_TOOL_SEARCH,     GAFF_ROWS(old_grep),                  &docs },
	{ SV_INIT("glob"),                GAFF_TOOL_FIND,       GAFF_ROWS(glob),                      &seen },
	{ SV_INIT("web_fetch"),           GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(fetch),                     &seen },
	{ SV_INIT("google_web_search"),   GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query),             &seen },
	{ SV_INIT("invoke_agent"),        GAFF_TOOL_AGENT,      GAFF_ROWS(agent),                     &seen },
	{ SV_INIT("list_directory"),      GAFF_TOOL_OTHER,      GAFF_ROWS(list),                      &seen },
};

#define SHOWS \
	{ GAFF_A_SUPPRESS,       SV_INIT("/suppressOutput"), SV_INIT("true") }, \
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("/systemMessage") }
#define DENIES \
	{ GAFF_A_DENY,  SV_INIT("/decision"), SV_INIT("\"deny\"") }, \
	{ GAFF_A_DENY,           SV_INIT("/decision"),       SV_INIT("\"block\""), GAFF_R_READ }, \
	{ GAFF_A_ALLOW,          SV_INIT("/decision"),       SV_INIT("\"allow\""), GAFF_R_READ | GAFF_R_NO_GRANT }, \
	{ GAFF_A_ALLOW,          SV_INIT("/decision"),       SV_INIT("\"approve\""), GAFF_R_READ | GAFF_R_NO_GRANT }
#define REASON \
	{ GAFF_A_REASON,         SV_INIT("/reason"), .flags = GAFF_R_WITH_DENY }
#define TELLS CONTEXT_IF(GAFF_R_NOT_WITH_DENY)
#define NATIVE(key, when) \
	{ GAFF_A_NATIVE,         SV_INIT(OUT key), .flags = when }

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2, /* additionalContext never arrives */
	STOPS, SHOWS, DENIES,
	{ GAFF_A_ASK, SV_INIT("/decision"),      SV_INIT("\"ask\"") }, /* without a terminal the run just ends: see attended */
	REASON,
	{ GAFF_A_REASON, SV_INIT("/systemMessage"), .flags = GAFF_R_WRITE | GAFF_R_WITH_ASK }, /* what the question shows */
	{ GAFF_A_UPDATED_INPUT, SV_INIT(OUT "tool_input") },
	{ GAFF_A_CONTEXT, SV_INIT("/reason"),    .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY | GAFF_R_NOT_WITH_ASK }, /* the model reads no other text */
);
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(EXIT_2, /* a denial replaces the result */
	STOPS, SHOWS, DENIES, REASON,
	{ GAFF_A_REPLACES, SV_INIT("/decision"), SV_INIT("\"deny\""), GAFF_R_WRITE | GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/reason"), .flags = GAFF_R_AS_TEXT | GAFF_R_WRITE | GAFF_R_NOT_WITH_DENY },
	CONTEXT_IF(GAFF_R_NOT_WITH_DENY | GAFF_R_IN_NEW_OUTPUT),
	NATIVE("tailToolCallRequest", GAFF_R_NOT_WITH_DENY),
);
static const struct gaff_shape before_agent_answer = GAFF_ANSWER(EXIT_2, STOPS, SHOWS, DENIES, REASON, TELLS);
static const struct gaff_shape after_agent_answer  = GAFF_ANSWER(EXIT_2, STOPS, SHOWS, DENIES, REASON, NATIVE("clearContext", GAFF_R_WITH_DENY));
static const struct gaff_shape before_model_answer = GAFF_ANSWER(EXIT_2,
	STOPS, SHOWS, DENIES, REASON,
	NATIVE("llm_request", GAFF_R_NOT_WITH_DENY),
	NATIVE("llm_response", GAFF_R_WITH_DENY), /* alone it is ignored */
);
static const struct gaff_shape after_model_answer = GAFF_ANSWER(JSON, /* a denial is printed, and the tool runs; so it is a stop */
	STOPS, SHOWS,
	{ GAFF_A_DENY,   SV_INIT("/continue"),   SV_INIT("false") },
	{ GAFF_A_ALLOW,  SV_INIT("/continue"),   SV_INIT("true"), GAFF_R_READ | GAFF_R_NO_GRANT },
	{ GAFF_A_REASON, SV_INIT("/stopReason"), .flags = GAFF_R_WITH_DENY },
	NATIVE("llm_response", GAFF_R_NOT_WITH_DENY),
);
static const struct gaff_shape selection_answer = GAFF_ANSWER(EXIT_2, NATIVE("toolConfig", 0));
static const struct gaff_shape session_answer   = GAFF_ANSWER(EXIT_2, SHOWS, TELLS);
static const struct gaff_shape shows_answer     = GAFF_ANSWER(EXIT_2, SHOWS);

#define TEXT GAFF_E_TEXT_IS_MESSAGE

static const struct gaff_event_row events[] = {
	/* native                         canonical                      answer                waits, ms */
	{ SV_INIT("BeforeTool"),          GAFF_EV_BEFORE_TOOL,           &before_tool_answer,  60000, &seen, .flags = TEXT, .block_from_exit = 3 },
	{ SV_INIT("AfterTool"),           GAFF_EV_AFTER_TOOL,            &after_tool_answer,   60000, &seen, .flags = TEXT, .block_from_exit = 3 },
	{ SV_INIT("BeforeAgent"),         GAFF_EV_BEFORE_PROMPT,         &before_agent_answer, 60000, &seen, .flags = TEXT, .block_from_exit = 3 },
	{ SV_INIT("AfterAgent"),          GAFF_EV_AGENT_STOP,            &after_agent_answer,  60000, &seen, .flags = TEXT, .block_from_exit = 3 },
	{ SV_INIT("BeforeModel"),         GAFF_EV_BEFORE_MODEL,          &before_model_answer, 60000, &seen, .flags = TEXT, .block_from_exit = 3 },
	{ SV_INIT("AfterModel"),          GAFF_EV_AFTER_MODEL,           &after_model_answer,  60000, &seen, .flags = TEXT, .block_from_exit = 3 },
	{ SV_INIT("BeforeToolSelection"), GAFF_EV_BEFORE_TOOL_SELECTION, &selection_answer,    60000, &seen, .flags = TEXT, .block_from_exit = 3 },
	{ SV_INIT("SessionStart"),        GAFF_EV_SESSION_START,         &session_answer,      60000, &seen, .flags = TEXT, .block_from_exit = 3 },
	{ SV_INIT("SessionEnd"),          GAFF_EV_SESSION_END,           &shows_answer,        60000, &seen, .flags = TEXT, .block_from_exit = 3 },
	{ SV_INIT("PreCompress"),         GAFF_EV_BEFORE_COMPACT,        &shows_answer,        60000, &seen, .flags = TEXT, .block_from_exit = 3 },
	{ SV_INIT("Notification"),        GAFF_EV_NOTIFICATION,          &shows_answer,        60000, &code, .flags = TEXT, .block_from_exit = 3 },
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), 60000, &code, .flags = TEXT, .block_from_exit = 3,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("$GEMINI_SESSION_ID"), 2 },
	{ SV_INIT("$GEMINI_CWD"),        1 },
	{ SV_INIT("/llm_request"),       6 },
	{ SV_INIT("/prompt_response"),   6 },
	{ SV_INIT("/mcp_context"),       6 },
	{ SV_INIT("/hook_name"),         4 },
	{ SV_INIT("/hook_event_name"),   6, SV_INIT("BeforeTool") },
	{ SV_INIT("/hook_event_name"),   6, SV_INIT("AfterTool") },
	{ SV_INIT("/hook_event_name"),   6, SV_INIT("BeforeAgent") },
	{ SV_INIT("/hook_event_name"),   6, SV_INIT("PreCompress") },
	{ SV_INIT("/notification_type"), 6, SV_INIT("ToolPermission") },
	{ SV_INIT("/timestamp"),         1 },
	{ SV_INIT("/transcript_path"),   6, SV_INIT("*/.gemini/*") },
	{ SV_INIT("/permission_mode"),   -3 }, /* it never says */
};

static const struct gaff_config_row config[] = { /* comments are fine; a trailing comma, and it does not start */
	{ GAFF_SCOPE_SYSTEM,  "/etc/gemini-cli/settings.json", GAFF_SYNTAX_JSONC, &docs, GAFF_C_NO_TRAILING_COMMA | GAFF_C_NO_BOM },
	{ GAFF_SCOPE_USER,    "~/.gemini/settings.json",       GAFF_SYNTAX_JSONC, &seen, GAFF_C_NO_TRAILING_COMMA | GAFF_C_NO_BOM },
	{ GAFF_SCOPE_PROJECT, "./.gemini/settings.json",       GAFF_SYNTAX_JSONC, &seen, GAFF_C_NO_TRAILING_COMMA | GAFF_C_NO_BOM | GAFF_C_NEEDS_TRUST },
};

static const struct gaff_home_row homes[] = { { "GEMINI_CLI_HOME", "~" } };

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = {
	{ SV_INIT("/type"),    GAFF_MEMBER_TYPE },
	{ SV_INIT("/name"),    GAFF_MEMBER_NAME },
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT, .unit = GAFF_MILLISECONDS },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_GROUPS, .matching = GAFF_MATCH_TRIMMED, .expands = true,
	.settings = "hooksConfig general ui security",
	.shell = GAFF_SHELL_BASH,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

static const struct gaff_switch_row switches[] = {
	{ SV_INIT("/hooksConfig/enabled"), SV_INIT("false") },
};

static const struct gaff_env_row env[] = {
	{ "GEMINI_PROJECT_DIR", GAFF_F_PROJECT_DIR },
	{ "GEMINI_SESSION_ID",  GAFF_F_SESSION_ID },
	{ "GEMINI_CWD",         GAFF_F_CWD },
	{ "CLAUDE_PROJECT_DIR", GAFF_F_PROJECT_DIR },
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("AfterTool"), GAFF_JSON({"tool_response":{"returnDisplay":"hello"}}) },
	{ SV_INIT("AfterTool"), .tools = GAFF_TOOL_BIT(MCP), .behind = SV_INIT("="), .members = GAFF_JSON({"tool_response":{"llmContent":[{"text":"hello\n"}]}}) },
	{ SV_INIT("BeforeTool AfterTool"), .tools = GAFF_TOOL_BIT(MCP), .members = GAFF_JSON({"mcp_context":{"command":"demo-server","args":[]}}) },
	{ SV_INIT("BeforeModel AfterModel BeforeToolSelection"),
	  GAFF_JSON({"llm_request":{"messages":[{"role":"user","content":"$prompt"}],"config":{"temperature":1,"topP":0.95,"topK":64}}}) },
	{ SV_INIT("AfterModel"),
	  GAFF_JSON({"llm_response":{"candidates":[{"content":{"role":"model","parts":[]},"finishReason":"STOP","index":0}],
		"usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":10,"totalTokenCount":110}}}) },
	{ SV_INIT("Notification"), GAFF_JSON({"details":{"type":"exec","title":"Confirm Shell Command","command":"echo hello","rootCommand":"echo"}}) },
};
static const char *const notes[] = {
	"In a folder that is not trusted it does not start without a terminal, and user hooks are dropped too.",
	"`<` and `>` in context reach the model as `&lt;` and `&gt;`.",
	"A refused end of turn has no limit: 94 requests in 20 s were seen.",
	"`PreCompress` fires before every model turn, compression or not.",
	"Every denial by exit 2 is also announced to the user as a failed hook.",
	"At the end of its time only the hook's own process is ended, not its children.",
	NULL,
};
/* 0.61.0 takes itself for headless with either variable, too. */
static const struct gaff_attended attended = {
	.unanswered = GAFF_UNANSWERED_ENDS, .by_terminal = true, .program = "gemini", .options_not = "-p --prompt",
	.variables_not = "CI=true GITHUB_ACTIONS=true",
	.how = "it has a terminal, which is its stdin and stdout, was not started with `-p`, and neither `CI` nor `GITHUB_ACTIONS` is true",
	.otherwise = "the run ends with nothing done, and with an MCP server it hangs", .seen = &seen,
};
static const struct gaff_folder_trust folder_trust = {
	.home_variable = "GEMINI_CLI_HOME", .all_variable = "GEMINI_CLI_TRUST_WORKSPACE",
	.settings = SV_INIT(".gemini/settings.json"), .asks = SV_INIT("/security/folderTrust/enabled"),
	.folders = SV_INIT(".gemini/trustedFolders.json"), .of_parent = SV_INIT("TRUST_PARENT"), .refused = SV_INIT("DO_NOT_TRUST"),
};
/* clang-format on */

/* An answer of the model that has no parts makes the CLI throw, and the denial is gone with it. */
static enum gaff_rc compose(struct arena *a, const struct gaff_event *event,
			    struct gaff_response *r, struct gaff_warnings *w, struct gaff_err *err)
{
	struct json said = gaff_json_get(r->native, SV("llm_response"));
	struct json parts = gaff_json_at(said, SV("/candidates/0/content/parts"));
	struct buf b = buf_in(a);
	struct json_writer out = { .out = &b };
	struct json_iter it;
	struct json key, value;

	/* a prompt that is refused: the message is shown and the reason is not, if there is one */
	if (event->id == GAFF_EV_BEFORE_PROMPT && r->text[GAFF_A_SYSTEM_MESSAGE].n)
		r->text[GAFF_A_SYSTEM_MESSAGE] = gaff_join_texts(
			a,
			r->decision == GAFF_DENY ? r->text[GAFF_A_REASON]
						 : r->text[GAFF_A_STOP_REASON],
			r->text[GAFF_A_SYSTEM_MESSAGE]);
	if (!said.n || (gaff_json_type(parts) == JSON_ARRAY && gaff_json_at(parts, SV("/0")).n))
		return GAFF_OK;
	gaff_warn(a, w, "llm_response is lost on %.*s: it has no candidates[0].content.parts",
		  SV_ARG(event->native_event));
	gaff_json_open(&out, '{');
	for (it = gaff_json_iter(r->native); gaff_json_next(&it, &key, &value);)
		if (!gaff_json_is(key, SV("llm_response")))
			gaff_json_copy(&out, key, value);
	gaff_json_close(&out, '}');
	if (!buf_ok(&b))
		return gaff_fail(err, GAFF_ENOMEM, "no memory for the answer");
	r->native = b.n > 2 ? (struct json){ b.p, b.n } : (struct json){ 0 };
	return GAFF_OK;
}

const struct gaff_host gaff_host_gemini_cli = {
	.id = SV_INIT("gemini-cli"),
	.title = "Gemini CLI",
	.seen = &seen,
	.reader = { GAFF_READS_LAST, "JSON.parse of JavaScript", &js },
	.flags = GAFF_H_JSON_AT_ANY_EXIT | GAFF_H_TEXT_IS_IGNORED | GAFF_H_STDOUT_IS_REASON |
		 GAFF_H_JSON_ON_STDERR,
	.mcp_prefix = SV_INIT("mcp_"),
	.mcp_joint = SV_INIT("_"),
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.besides = GAFF_ROWS(gaff_contexts),
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "gemini",
	.packages = "@google/gemini-cli",
	.moved_variables = "GEMINI_CLI_SYSTEM_SETTINGS_PATH GEMINI_CLI_SYSTEM_DEFAULTS_PATH "
			   "GEMINI_CLI_TRUSTED_FOLDERS_PATH",
	.layout = &layout,
	.folder_trust = &folder_trust,
	.homes = GAFF_ROWS(homes),
	.switches = GAFF_ROWS(switches),
	.env = GAFF_ROWS(env),
	.native_form = SV_INIT("{\"candidates\":[{\"content\":{\"parts\":[\"$\"]}}]}"),
	.compose = compose,
	.extras = GAFF_ROWS(extras),
	.attended = &attended,
	.notes = notes,
};
