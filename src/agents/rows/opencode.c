#include "agents/codec/codec.h"
#include "agents/hosts.h"
#include "agents/inputs.h"
#include "agents/plugins/plugins.h"

/*
 * OpenCode. It has no hook programs but plugins; gaff's plugin only copies: the hook's input and
 * output go to gaff's stdin, and what gaff answers is thrown ("block"), laid over the arguments
 * ("args"), or assigned to the output. A hook that is called before something can end it with an
 * error; what comes over the event bus can only be watched. permission.ask is in its types and
 * never called. Why a prompt was refused stays in OpenCode's log. What is for the user ("notify")
 * the plugin puts into that log and on the screen.
 */

/* clang-format off */
static const struct gaff_evidence js = { GAFF_TYPES, "1.18.33, by its language" };
static const struct gaff_evidence seen  = { GAFF_MEASURED, "1.18.33" };
static const struct gaff_evidence types = { GAFF_TYPES,    "1.18.33" };
static const struct gaff_evidence older = { GAFF_TYPES,    "older versions" };

#define PROMPT GAFF_EV(BEFORE_PROMPT)
#define HOOKS  (GAFF_EV_CALLS | PROMPT | GAFF_EV(BEFORE_COMPACT) | GAFF_EV(AFTER_MODEL))
#define BUS    (GAFF_EV(SESSION_START) | GAFF_EV(SESSION_END) | GAFF_EV(AGENT_STOP) | GAFF_EV(ERROR) | \
		GAFF_EV(AFTER_COMPACT) | GAFF_EV(FILE_CHANGED) | GAFF_EV(PERMISSION_REQUEST) | GAFF_EV(NATIVE))
#define ASKED  GAFF_EV(PERMISSION_REQUEST)
#define EVENT  "/input/event/"
#define ABOUT  "/input/event/properties/"
#define ALIAS  GAFF_P_ALIAS

static const struct gaff_payload_row payload[] = {
	/* where                           field                in payloads of              when missing */
	{ SV_INIT(EVENT "type"),           GAFF_F_EVENT,        .flags = ALIAS }, /* what the bus calls it */
	{ SV_INIT("/output/parts"),        GAFF_F_PROMPT,       .flags = ALIAS | GAFF_P_PARTS },
	{ SV_INIT("/hook"),                GAFF_F_EVENT,        HOOKS },
	{ SV_INIT("/hook"),                GAFF_F_CONSTANT,     BUS,                        SV_INIT("\"event\"") },
	{ SV_INIT(EVENT "type"),           GAFF_F_EVENT,        BUS },
	{ SV_INIT(ABOUT "sessionID"),      GAFF_F_SESSION_ID,   BUS & ~GAFF_EV(FILE_CHANGED), SV_INIT("\"\"") },
	{ SV_INIT(ABOUT "info/version"),   GAFF_F_HOST_VERSION, .flags = ALIAS },
	{ SV_INIT(ABOUT "permission"),     GAFF_F_TOOL_NAME,    ASKED },
	{ SV_INIT(ABOUT "metadata"),       GAFF_F_TOOL_INPUT,   ASKED },
	{ SV_INIT(ABOUT "tool/callID"),    GAFF_F_TOOL_USE_ID,  ASKED,                      SV_INIT("\"\"") },
	{ SV_INIT(ABOUT "file"),           GAFF_F_FILE_PATH,    GAFF_EV(FILE_CHANGED),      SV_INIT("\"\"") },
	{ SV_INIT(ABOUT "error/data/message"), GAFF_F_MESSAGE,  GAFF_EV(ERROR),             SV_INIT("\"\"") },
	{ SV_INIT("/input/tool"),          GAFF_F_TOOL_NAME,    GAFF_EV_CALLS },
	{ SV_INIT("/input/sessionID"),     GAFF_F_SESSION_ID,   HOOKS,                      SV_INIT("\"\"") },
	{ SV_INIT("/input/type"),          GAFF_F_TOOL_NAME,    .flags = ALIAS }, /* permission.ask */
	{ SV_INIT("/input/metadata"),      GAFF_F_TOOL_INPUT,   .flags = ALIAS },
	{ SV_INIT("/input/callID"),        GAFF_F_TOOL_USE_ID,  GAFF_EV_CALLS,              SV_INIT("\"\"") },
	{ SV_INIT("/input/args"),          GAFF_F_TOOL_INPUT,   GAFF_EV(AFTER_TOOL) },
	{ SV_INIT("/input/agent"),         GAFF_F_AGENT_TYPE,   PROMPT },
	{ SV_INIT("/input/cwd"),           GAFF_F_CWD,          .flags = ALIAS },
	{ SV_INIT("/input/model/id"),      GAFF_F_MODEL,        .flags = ALIAS }, /* chat.params, chat.headers */
	{ SV_INIT("/output/args"),         GAFF_F_TOOL_INPUT,   GAFF_EV(BEFORE_TOOL) },
	{ SV_INIT("/output/title"),        GAFF_F_CONSTANT,     GAFF_EV(AFTER_TOOL),        SV_INIT("\"\"") },
	{ SV_INIT("/output/output"),       GAFF_F_TOOL_OUTPUT,  GAFF_EV(AFTER_TOOL),        SV_INIT("\"\""), .flags = GAFF_P_TEXT },
	{ SV_INIT("/output/content"),      GAFF_F_TOOL_OUTPUT,  .flags = ALIAS }, /* MCP */
	{ SV_INIT("/output/message/model/modelID"), GAFF_F_MODEL, PROMPT },
	{ SV_INIT("/output/parts/0/type"), GAFF_F_CONSTANT,     PROMPT,                     SV_INIT("\"text\"") },
	{ SV_INIT("/output/parts/0/text"), GAFF_F_PROMPT,       PROMPT,                     SV_INIT("\"\"") },
	{ SV_INIT("/output/context"),      GAFF_F_CONSTANT,     GAFF_EV(BEFORE_COMPACT),    SV_INIT("[]") },
	{ SV_INIT("/output/text"),         GAFF_F_LAST_MESSAGE, GAFF_EV(AFTER_MODEL),       SV_INIT("\"\"") },
	{ SV_INIT("/directory"),           GAFF_F_CWD,          GAFF_EV_ALL,                SV_INIT("\"\""), .flags = GAFF_P_STARTED }, /* "/worktree" is "/" outside a repository */
	{ SV_INIT("/worktree"),            GAFF_F_PROJECT_DIR,  GAFF_EV_ALL,                SV_INIT("\"\"") },
};

static const struct gaff_input_row bash[]  = { SAME("command"), AS("workdir", "cwd"), SAME("timeout"), SAME("description") };
static const struct gaff_input_row read[]  = { PATH("filePath"), SAME("offset"), SAME("limit") };
static const struct gaff_input_row write[] = { PATH("filePath"), SAME("content") };
static const struct gaff_input_row edit[] = {
	PATH("filePath"),
	PATH("filepath"), /* permission.asked */
	OLD("oldString"),
	NEW("newString"),
};
static const struct gaff_input_row multi_edit[] = { /* each edit may name the file again */
	PATH("filePath"), PATH("filepath"), OF(EDITS, "edits", "filePath oldString newString"),
};
static const struct gaff_input_row patch[] = { PATCH("patchText") };
static const struct gaff_input_row grep[]  = { SAME("pattern"), PATH("path"), AS("include", "glob") };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("bash"),        GAFF_TOOL_SHELL,      GAFF_ROWS(bash),                            &seen },
	{ SV_INIT("read"),        GAFF_TOOL_FILE_READ,  GAFF_ROWS(read),                            &seen },
	{ SV_INIT("write"),       GAFF_TOOL_FILE_WRITE, GAFF_ROWS(write),                           &seen },
	{ SV_INIT("edit"),        GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(edit),                            &seen },
	{ SV_INIT("apply_patch"), GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(patch),                           &seen },
	{ SV_INIT("multiedit"),   GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(multi_edit),                      &older },
	{ SV_INIT("patch"),       GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(patch),                           &older },
	{ SV_INIT("grep"),        GAFF_TOOL_SEARCH,     GAFF_ROWS(grep),                            &seen },
	{ SV_INIT("glob"),        GAFF_TOOL_FIND,       GAFF_ROWS(gaff_in_pattern_path),            &seen },
	{ SV_INIT("webfetch"),    GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(gaff_in_url),                     &seen },
	{ SV_INIT("websearch"),   GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query),                   &types },
	{ SV_INIT("task"),        GAFF_TOOL_AGENT,      GAFF_ROWS(gaff_in_description_prompt_type), &seen },
};

#define BLOCKS \
	{ GAFF_A_REASON,         SV_INIT("/block"), .flags = GAFF_R_WITH_DENY | GAFF_R_MEANS_DENY }
#define NOTIFIES \
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("/notify") }
#define NATIVE(key) \
	{ GAFF_A_NATIVE,         SV_INIT("/output/" key) }
#define WRITE GAFF_R_WRITE | GAFF_R_NOT_WITH_DENY

static const struct gaff_shape before_tool_answer = GAFF_ANSWER(EXIT_2,
	BLOCKS, NOTIFIES,
	{ GAFF_A_UPDATED_INPUT, SV_INIT("/args") },
	{ GAFF_A_CONTEXT,       SV_INIT("/block"), .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY }, /* the model reads no other text */
);
static const struct gaff_shape after_tool_answer = GAFF_ANSWER(EXIT_2,
	BLOCKS, NOTIFIES,
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/output/output"),  .flags = GAFF_R_AS_TEXT | GAFF_R_NOT_MCP | GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_CONTEXT,        SV_INIT("/output/output"),  .flags = GAFF_R_IN_OUTPUT | GAFF_R_NOT_MCP | WRITE },
	/* an MCP tool's output is a list: compose() */
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/output/content"), .flags = GAFF_R_AS_TEXT | GAFF_R_MCP_ONLY | WRITE },
	{ GAFF_A_CONTEXT,        SV_INIT("/output/content"), .flags = GAFF_R_MCP_ONLY | WRITE },
	{ GAFF_A_NATIVE,         SV_INIT("/output/content"), .flags = GAFF_R_MCP_ONLY | GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/output/content/0/text"), .flags = GAFF_R_READ },
	{ GAFF_A_CONTEXT,        SV_INIT("/output/content/1/text"), .flags = GAFF_R_READ },
);
static const struct gaff_shape prompt_answer = GAFF_ANSWER(EXIT_2, /* both change the text of the first part: compose() */
	BLOCKS, NOTIFIES,
	{ GAFF_A_UPDATED_PROMPT, SV_INIT("/parts"),        .flags = WRITE },
	{ GAFF_A_CONTEXT,        SV_INIT("/parts"),        .flags = WRITE },
	{ GAFF_A_NATIVE,         SV_INIT("/parts"),        .flags = GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_UPDATED_PROMPT, SV_INIT("/parts/0/text"), .flags = GAFF_R_READ },
);
static const struct gaff_shape env_answer = GAFF_ANSWER(EXIT_2,
	BLOCKS, NOTIFIES,
	{ GAFF_A_ENV,            SV_INIT("/env"), .flags = GAFF_R_NOT_WITH_DENY },
);
static const struct gaff_shape compacting_answer = GAFF_ANSWER(EXIT_2, /* blocking it would end the run */
	NOTIFIES,
	{ GAFF_A_CONTEXT,        SV_INIT("/output/context/0") },
	{ GAFF_A_UPDATED_PROMPT, SV_INIT("/output/prompt") },
);
static const struct gaff_shape text_answer = GAFF_ANSWER(EXIT_2,
	NOTIFIES,
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/output/text"), .flags = GAFF_R_AS_TEXT },
);
/* Each takes the place of what is there; an error thrown here would end the run. */
static const struct gaff_shape params_answer = GAFF_ANSWER(EXIT_2,
	NOTIFIES, NATIVE("temperature"), NATIVE("topP"), NATIVE("topK"), NATIVE("maxOutputTokens"), NATIVE("options"),
);
static const struct gaff_shape headers_answer = GAFF_ANSWER(EXIT_2, NOTIFIES, NATIVE("headers"));

#define WAIT 60000 /* it would wait for ever; the plugin does not */
#define LATE GAFF_E_ON_BUS

static const struct gaff_event_row events[] = {
	/* native                               canonical                   answer                  waits, ms */
	{ SV_INIT("tool.execute.before"),       GAFF_EV_BEFORE_TOOL,        &before_tool_answer,    WAIT, &seen },
	{ SV_INIT("tool.execute.after"),        GAFF_EV_AFTER_TOOL,         &after_tool_answer,     WAIT, &seen },
	{ SV_INIT("chat.message"),              GAFF_EV_BEFORE_PROMPT,      &prompt_answer,         WAIT, &seen },
	{ SV_INIT("command.execute.before"),    GAFF_EV_BEFORE_PROMPT,      &prompt_answer,         WAIT, &seen }, /* chat.message follows */
	{ SV_INIT("shell.env"),                 GAFF_EV_NATIVE,             &env_answer,            WAIT, &seen },
	{ SV_INIT("experimental.session.compacting"), GAFF_EV_BEFORE_COMPACT, &compacting_answer,   WAIT, &seen },
	{ SV_INIT("experimental.text.complete"), GAFF_EV_AFTER_MODEL,       &text_answer,           WAIT, &seen },
	{ SV_INIT("chat.params"),               GAFF_EV_NATIVE,             &params_answer,         WAIT, &types },
	{ SV_INIT("chat.headers"),              GAFF_EV_NATIVE,             &headers_answer,        WAIT, &types },
	{ SV_INIT("session.created"),           GAFF_EV_SESSION_START,      GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = LATE }, /* also for a subagent */
	{ SV_INIT("session.deleted"),           GAFF_EV_SESSION_END,        GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = LATE },
	{ SV_INIT("session.idle"),              GAFF_EV_AGENT_STOP,         GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = LATE },
	{ SV_INIT("session.error"),             GAFF_EV_ERROR,              GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = LATE },
	{ SV_INIT("session.compacted"),         GAFF_EV_AFTER_COMPACT,      GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = LATE },
	{ SV_INIT("session.updated"),           GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = LATE },
	{ SV_INIT("session.status"),            GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = LATE },
	{ SV_INIT("session.diff"),              GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = LATE },
	{ SV_INIT("permission.asked"),          GAFF_EV_PERMISSION_REQUEST, GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = LATE },
	{ SV_INIT("permission.ask"),            GAFF_EV_PERMISSION_REQUEST, GAFF_NO_ANSWER(EXIT_2), WAIT, &types }, /* never called */
	{ SV_INIT("permission.replied"),        GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = LATE },
	{ SV_INIT("file.edited"),               GAFF_EV_FILE_CHANGED,       GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = LATE },
	{ SV_INIT("file.watcher.updated"),      GAFF_EV_FILE_CHANGED,       GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = LATE },
	{ SV_INIT("command.executed"),          GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = LATE },
	{ SV_INIT("config"),                    GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2), WAIT, &seen },
	{ SV_INIT("todo.updated"),              GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = LATE },
	{ SV_INIT("event"),                     GAFF_EV_NATIVE,             GAFF_NO_ANSWER(EXIT_2), WAIT, &seen, .flags = GAFF_E_REPEATS }, /* the whole bus */
};

static const struct gaff_event_row unknown = { /* of the bus the plugin ignores it */
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), WAIT, &types,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("/hook"),            6 },
	{ SV_INIT("/input/sessionID"), 6 },
	{ SV_INIT("/input/event/type"), 6 },
	{ SV_INIT("/worktree"),        3 },
	{ SV_INIT("/input/$schema"),   6, SV_INIT("https://opencode.ai/*") },
	{ SV_INIT("$OPENCODE"),        1, SV_INIT("1") },
};

static const struct gaff_config_row config[] = { /* all of them are loaded, in no order one could rely on */
	{ GAFF_SCOPE_USER,    "~/.config/opencode/plugins/*.js", GAFF_SYNTAX_MODULE, &seen },
	{ GAFF_SCOPE_USER,    "~/.config/opencode/plugin/*.js",  GAFF_SYNTAX_MODULE, &seen },
	{ GAFF_SCOPE_PROJECT, "./.opencode/plugins/*.js",        GAFF_SYNTAX_MODULE, &seen },
	{ GAFF_SCOPE_PROJECT, "./.opencode/plugin/*.js",         GAFF_SYNTAX_MODULE, &seen },
};

static const struct gaff_home_row homes[] = { { "XDG_CONFIG_HOME", "~/.config" } };

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = { /* of the list in a module that gaff writes: src/convert/module/module.c */
	{ SV_INIT("/event"),   GAFF_MEMBER_EVENT },
	{ SV_INIT("/matcher"), GAFF_MEMBER_MATCHER },
	{ SV_INIT("/name"),    GAFF_MEMBER_NAME },
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
	{ SV_INIT("/cwd"),     GAFF_MEMBER_CWD },
	{ SV_INIT("/env"),     GAFF_MEMBER_ENV },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("js"), .shape = GAFF_LAYOUT_MODULE, .matching = GAFF_MATCH_PATTERN, .starts_in_project = true, .is_bare = true, .is_usual = true, .module = &gaff_module_of_opencode,
	.shell = GAFF_SHELL_NONE, .plugin = &gaff_plugin_of_opencode,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

/* The rest of its payloads, for `gaff fire`. */
#define ON_BUS "session.created session.deleted session.idle session.error session.compacted session.updated session.status session.diff " \
	"permission.asked permission.replied file.edited file.watcher.updated command.executed todo.updated"

static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT(ON_BUS), .behind = SV_INIT("^"), .members = GAFF_JSON({"input":{"event":{"id":"evt_1e16adebd001cDAJsubsjhikjR"}}}) },
	{ SV_INIT("session.created session.deleted session.updated"),
	  GAFF_JSON({"input":{"event":{"properties":{"info":{"id":"$session_id","slug":"cosmic-eagle","version":"$host_version",
		"projectID":"48031b470c7fcb708d297ed4896d8ba659c68240","directory":"$cwd","path":"","title":"New session","cost":0,
		"tokens":{"input":0,"output":0,"reasoning":0,"cache":{"read":0,"write":0}},"time":{"created":1794783239868,"updated":1794783239868}}}}}}) },
	{ SV_INIT("session.status"), GAFF_JSON({"input":{"event":{"properties":{"status":{"type":"idle"}}}}}) },
	{ SV_INIT("session.diff"), GAFF_JSON({"input":{"event":{"properties":{"diff":[]}}}}) },
	{ SV_INIT("session.error"), GAFF_JSON({"input":{"event":{"properties":{"error":{"name":"APIError","data":{"statusCode":400,"isRetryable":false}}}}}}) },
	{ SV_INIT("file.watcher.updated"), GAFF_JSON({"input":{"event":{"properties":{"event":"add"}}}}) },
	{ SV_INIT("command.executed"), GAFF_JSON({"input":{"event":{"properties":{"name":"foo","arguments":"$prompt","messageID":"msg_1e16adf370016BU6uxqa7KufRb"}}}}) },
	{ SV_INIT("todo.updated"), GAFF_JSON({"input":{"event":{"properties":{"todos":[{"content":"a","status":"pending","priority":"high"}]}}}}) },
	{ SV_INIT("permission.replied"), GAFF_JSON({"input":{"event":{"properties":{"requestID":"per_1e16df19c0019mYN8AATS0PBRk","reply":"once"}}}}) },
	{ SV_INIT("permission.asked"),
	  GAFF_JSON({"input":{"event":{"properties":{"id":"per_1e16df19c0019mYN8AATS0PBRk","patterns":["*"],"always":["*"],"tool":{"messageID":"msg_1e16adf370016BU6uxqa7KufRb"}}}}}) },
	{ SV_INIT("permission.ask"),
	  GAFF_JSON({"hook":"permission.ask","input":{"id":"per_1e16df19c0019mYN8AATS0PBRk","type":"$/input/event/properties/permission","sessionID":"$session_id",
		"messageID":"msg_1e16adf370016BU6uxqa7KufRb","callID":"$tool_use_id","title":"a call","metadata":"$/input/event/properties/metadata",
		"time":{"created":1794783239991},"event":"$-"},"output":{"status":"ask"}}) },
	{ SV_INIT("shell.env"), GAFF_JSON({"hook":"shell.env","input":{"event":"$-","cwd":"$cwd","sessionID":"$session_id","callID":"$tool_use_id"},"output":{"env":{}}}) },
	{ SV_INIT("chat.params"),
	  GAFF_JSON({"hook":"chat.params","input":{"event":"$-","sessionID":"$session_id","agent":"build","model":{"id":"sample-model","providerID":"sample"},
		"message":{"id":"msg_1e16adf370016BU6uxqa7KufRb","role":"user","sessionID":"$session_id"}},"output":{"temperature":0,"topP":1,"topK":0,"options":{}}}) },
	{ SV_INIT("chat.headers"),
	  GAFF_JSON({"hook":"chat.headers","input":{"event":"$-","sessionID":"$session_id","agent":"build","model":{"id":"sample-model","providerID":"sample"},
		"message":{"id":"msg_1e16adf370016BU6uxqa7KufRb","role":"user","sessionID":"$session_id"}},"output":{"headers":{}}}) },
	{ SV_INIT("config"), GAFF_JSON({"hook":"config","input":{"event":"$-","model":"sample/sample-model","share":"disabled","agent":{},"mode":{},"command":{}}}) },
	{ SV_INIT("tool.execute.after"), GAFF_JSON({"output":{"title":"echo hello","metadata":{"truncated":false}}}) },
	{ SV_INIT("tool.execute.after"), .tools = GAFF_TOOL_BIT(SHELL), .members = GAFF_JSON({"output":{"metadata":{"output":"hello\n","exit":0}}}) },
	{ SV_INIT("tool.execute.after"), .tools = GAFF_TOOL_BIT(MCP),
	  .members = GAFF_JSON({"output":{"title":"$-","metadata":"$-","output":"$-","content":[{"type":"text","text":"hello\n"}]}}) },
	{ SV_INIT("chat.message"),
	  GAFF_JSON({"output":{"message":{"id":"msg_1e16adf370016BU6uxqa7KufRb","role":"user","sessionID":"$session_id","time":{"created":1794783239991},"agent":"build",
		"model":{"providerID":"sample"}},"parts":[{"type":"text","text":"$prompt","messageID":"msg_1e16adf370016BU6uxqa7KufRb","sessionID":"$session_id",
		"id":"prt_1e16adf48001ZMiTctoiTICqZu"}]}}) },
	{ SV_INIT("command.execute.before"), GAFF_JSON({"input":{"command":"foo","arguments":""},"output":{"message":"$-"}}) },
	{ SV_INIT("experimental.text.complete"), GAFF_JSON({"input":{"messageID":"msg_1e16adf370016BU6uxqa7KufRb","partID":"prt_1e16adf48001ZMiTctoiTICqZu"}}) },
};
static const char *const notes[] = {
	"Plugins only; a plugin that fails to load is left out without a word.",
	"Why a prompt was refused is only in its log.",
	"`permission.ask` is never called; `permission.asked` can only be watched.",
	"A tool that throws has no `tool.execute.after`.",
	"`multiedit` and `patch` are tools of older versions, and of those that are made of it.",
	"What `chat.params` and `chat.headers` are called with holds the key of the model's provider: gaff's plugin leaves that out.",
	"`event` is everything that comes over its bus, every word of an answer too; `--events all` leaves it out.",
	"Subagents have sessions of their own.",
	NULL,
};
/* clang-format on */

static struct json first_text(struct json parts)
{
	struct json_iter list = gaff_json_iter(parts);
	struct json none, part;

	while (gaff_json_next(&list, &none, &part))
		if (gaff_json_is(gaff_json_get(part, SV("type")), SV("text")))
			return gaff_json_get(part, SV("text"));
	return (struct json){ 0 };
}

/* A list of parts with another text in its first text part. */
static void write_parts(struct json_writer *w, struct json parts, struct sv words)
{
	struct json_iter list = gaff_json_iter(parts);
	struct json none, part, key, value;
	bool is_done = false;

	gaff_json_open(w, '[');
	while (gaff_json_next(&list, &none, &part)) {
		struct json_iter it = gaff_json_iter(part);

		if (is_done || !gaff_json_is(gaff_json_get(part, SV("type")), SV("text"))) {
			gaff_json_raw(w, json_sv(part));
			continue;
		}
		is_done = true;
		gaff_json_open(w, '{');
		while (gaff_json_next(&it, &key, &value))
			if (!gaff_json_is(key, SV("text")))
				gaff_json_copy(w, key, value);
		json_member_string(w, SV("text"), words);
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, ']');
}

/* The content of an MCP tool's result: its own or another, and a context behind it. */
static void write_content(struct json_writer *w, struct json content, struct json instead,
			  struct sv context)
{
	struct json_iter list = gaff_json_iter(content);
	struct json none, item;

	gaff_json_key(w, SV("content"));
	gaff_json_open(w, '[');
	if (instead.n) {
		gaff_json_open(w, '{');
		json_member_string(w, SV("type"), SV("text"));
		json_member(w, SV("text"), json_sv(instead));
		gaff_json_close(w, '}');
	} else {
		while (gaff_json_next(&list, &none, &item))
			gaff_json_raw(w, json_sv(item));
	}
	if (context.n) {
		gaff_json_open(w, '{');
		json_member_string(w, SV("type"), SV("text"));
		json_member_string(w, SV("text"), context);
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, ']');
}

/* What the hook itself has put there, else what is there. */
static struct json own_or(const struct gaff_response *r, struct sv field, struct json there)
{
	struct json own = gaff_json_get(r->native, field);

	return own.n ? own : there;
}

/* A context behind the words of a prompt, or other words: in the first part that is text. */
static enum gaff_rc compose_prompt(struct arena *a, const struct gaff_event *event,
				   struct gaff_response *r, struct gaff_warnings *w,
				   struct json_writer *out)
{
	struct json parts = own_or(r, SV("parts"),
				   gaff_json_at(event->payload, SV("/output/parts")));
	struct sv words = r->text[GAFF_A_UPDATED_PROMPT];
	struct json first = first_text(parts);

	if (!first.n) {
		gaff_warn(a, w, "%s is lost: the prompt has no text",
			  words.n ? "updated_prompt" : "context");
		return GAFF_EUNSUPPORTED;
	}
	if (!words.n)
		(void)gaff_json_text(a, first, &words);
	gaff_json_key(out, SV("parts"));
	write_parts(out, parts, gaff_join_texts(a, words, r->text[GAFF_A_CONTEXT]));
	return GAFF_OK;
}

static enum gaff_rc compose(struct arena *a, const struct gaff_event *event,
			    struct gaff_response *r, struct gaff_warnings *w, struct gaff_err *err)
{
	struct sv *context = &r->text[GAFF_A_CONTEXT], *words = &r->text[GAFF_A_UPDATED_PROMPT];
	bool is_prompt = event->row->answer == &prompt_answer && (context->n || words->n);
	bool is_result = event->row->answer == &after_tool_answer && event->tool == GAFF_TOOL_MCP &&
			 (context->n || r->updated_output.n);
	/* a hook of this dialect has made the list itself, and the rest was read from it */
	bool is_made = r->native.n && r->native_host == event->host;
	struct buf b = buf_in(a);
	struct json_writer out = { .out = &b };
	enum gaff_rc rc = GAFF_OK;

	if (!is_prompt && !is_result)
		return GAFF_OK;
	gaff_json_open(&out, '{');
	if (is_prompt && !is_made)
		rc = compose_prompt(a, event, r, w, &out);
	else if (!is_made)
		write_content(&out, own_or(r, SV("content"), event->field[GAFF_F_TOOL_OUTPUT]),
			      r->updated_output, *context);
	gaff_json_close(&out, '}');
	if (!buf_ok(&b))
		return gaff_fail(err, GAFF_ENOMEM, "no memory for the answer");
	*context = *words = (struct sv){ 0 };
	r->updated_output = (struct json){ 0 };
	if (is_made)
		return GAFF_OK;
	r->native = rc == GAFF_OK ? (struct json){ b.p, b.n } : (struct json){ 0 };
	r->native_host = event->host;
	return GAFF_OK;
}

const struct gaff_host gaff_host_opencode = {
	.id = SV_INIT("opencode"),
	.title = "OpenCode",
	.seen = &seen,
	.no_opinion = SV_INIT("{}"),
	.reader = { GAFF_READS_LAST, "JSON.parse of JavaScript", &js },
	.flags = GAFF_H_STDERR_IS_PRIVATE | GAFF_H_MCP_OUTPUT_IS_LIST,
	.mcp_joint = SV_INIT("_"),
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "opencode",
	.packages = "opencode-ai @kilocode/cli",
	.old_tools = "multiedit patch",
	.off_variables = "OPENCODE_PURE KILO_PURE",
	.moved_variables = "OPENCODE_CONFIG OPENCODE_CONFIG_CONTENT OPENCODE_CONFIG_DIR "
			   "KILO_CONFIG KILO_CONFIG_CONTENT KILO_CONFIG_DIR",
	.layout = &layout,
	.homes = GAFF_ROWS(homes),
	.extras = GAFF_ROWS(extras),
	.compose = compose,
	.notes = notes,
};
