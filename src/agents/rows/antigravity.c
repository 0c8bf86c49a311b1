#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Google Antigravity: its editor and its program agy, as the vendor's pages describe them, and what
 * others report of agy; it was not run, and it is not Gemini CLI. A payload does not name its
 * event: the entry that install writes tells gaff. Before a tool there has to be a decision, or
 * nothing runs: allow is what stands for none, and it grants nothing. What exit codes mean is not
 * said, so everything is JSON at exit 0. A model's call can be given a message; the one that goes
 * with that call alone is taken, and not the one that looks like the user's.
 */

/* clang-format off */
static const struct gaff_evidence unread = { GAFF_REPORTED, "nobody has looked" };
static const struct gaff_evidence docs = { GAFF_DOCUMENTED, "2026-10-04" };
static const struct gaff_evidence live = { GAFF_REPORTED,   "agy 1.1.2, 2026-08-07" };
static const struct gaff_evidence told = { GAFF_REPORTED,   "2026-09, by its users" };

#define MODEL_EVENTS (GAFF_EV(BEFORE_MODEL) | GAFF_EV(AFTER_MODEL))

static const struct gaff_payload_row payload[] = { /* what is 0 or empty may be left out, and a number be a text */
	/* where                          field                   in payloads of       when missing */
	{ SV_INIT("/conversationId"),     GAFF_F_SESSION_ID,      GAFF_EV_ALL,         SV_INIT("\"\"") },
	{ SV_INIT("/workspacePaths/0"),   GAFF_F_PROJECT_DIR,     GAFF_EV_ALL,         SV_INIT("\"\""), .flags = GAFF_P_STARTED },
	{ SV_INIT("/transcriptPath"),     GAFF_F_TRANSCRIPT_PATH, GAFF_EV_ALL,         SV_INIT("\"\"") },
	{ SV_INIT("/artifactDirectoryPath"), GAFF_F_CONSTANT,     GAFF_EV_ALL,         SV_INIT("\"\"") },
	{ SV_INIT("/modelName"),          GAFF_F_MODEL,           GAFF_EV_ALL,         SV_INIT("\"\"") },
	{ SV_INIT("/toolCall/name"),      GAFF_F_TOOL_NAME,       GAFF_EV_CALLS },
	{ SV_INIT("/toolCall/args"),      GAFF_F_TOOL_INPUT,      GAFF_EV_CALLS,       SV_INIT("{}") },
	{ SV_INIT("/stepIdx"),            GAFF_F_CONSTANT,        GAFF_EV_CALLS,       SV_INIT("1") },
	{ SV_INIT("/invocationNum"),      GAFF_F_CONSTANT,        MODEL_EVENTS,        SV_INIT("1") },
	{ SV_INIT("/initialNumSteps"),    GAFF_F_CONSTANT,        MODEL_EVENTS,        SV_INIT("1") },
	{ SV_INIT("/executionNum"),       GAFF_F_CONSTANT,        GAFF_EV(AGENT_STOP), SV_INIT("1") },
	{ SV_INIT("/terminationReason"),  GAFF_F_REASON,          GAFF_EV(AGENT_STOP), SV_INIT("\"model_stop\"") },
	{ SV_INIT("/error"),              GAFF_F_TOOL_ERROR,      GAFF_EV(AFTER_TOOL) | GAFF_EV(AGENT_STOP) },
	{ SV_INIT("/fullyIdle"),          GAFF_F_CONSTANT,        GAFF_EV(AGENT_STOP), SV_INIT("true") },
};

static const struct gaff_input_row run[]  = { AS("CommandLine", "command"), AS("Cwd", "cwd") };
static const struct gaff_input_row view[] = { PATH("AbsolutePath") };
static const struct gaff_input_row write[] = {
	PATH("TargetFile"),
	AS("CodeContent", "content"), /* reported */
};
static const struct gaff_input_row replace[] = {
	PATH("TargetFile"),
	OLD("TargetContent"), /* reported */
	NEW("ReplacementContent"),
};
static const struct gaff_input_row multi_replace[] = {
	PATH("TargetFile"),
	OF(EDITS, "ReplacementChunks", " TargetContent ReplacementContent"), /* reported */
};
static const struct gaff_input_row grep[] = { AS("Query", "pattern"), PATH("SearchPath") };
static const struct gaff_input_row find[] = {
	AS("Pattern", "pattern"), /* reported */
	PATH("SearchDirectory"),
};
static const struct gaff_input_row list[]     = { PATH("DirectoryPath") };
static const struct gaff_input_row fetch[]    = { AS("Url", "url") };
static const struct gaff_input_row subagent[] = { AS("Prompt", "prompt") }; /* not documented */

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("run_command"),                GAFF_TOOL_SHELL,      GAFF_ROWS(run),           &docs },
	{ SV_INIT("view_file"),                  GAFF_TOOL_FILE_READ,  GAFF_ROWS(view),          &docs },
	{ SV_INIT("write_to_file"),              GAFF_TOOL_FILE_WRITE, GAFF_ROWS(write),         &docs },
	{ SV_INIT("replace_file_content"),       GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(replace),       &docs },
	{ SV_INIT("multi_replace_file_content"), GAFF_TOOL_FILE_EDIT,  GAFF_ROWS(multi_replace), &docs },
	{ SV_INIT("grep_search"),                GAFF_TOOL_SEARCH,     GAFF_ROWS(grep),          &docs },
	{ SV_INIT("find_by_name"),               GAFF_TOOL_FIND,       GAFF_ROWS(find),          &docs },
	{ SV_INIT("search_web"),                 GAFF_TOOL_WEB_SEARCH, GAFF_ROWS(gaff_in_query), &docs },
	{ SV_INIT("read_url_content"),           GAFF_TOOL_WEB_FETCH,  GAFF_ROWS(fetch),         &docs },
	{ SV_INIT("invoke_subagent"),            GAFF_TOOL_AGENT,      GAFF_ROWS(subagent),      &told },
	{ SV_INIT("list_dir"),                   GAFF_TOOL_OTHER,      GAFF_ROWS(list),          &docs },
};

/* ask is not asked where the user once said "always"; force_ask is. */
static const struct gaff_shape before_tool_answer = GAFF_ANSWER(JSON,
	{ GAFF_A_NATIVE,    SV_INIT("/decision"), SV_INIT("\"deny_unless_prior_grant\"") },
	{ GAFF_A_ASK,       SV_INIT("/decision"), SV_INIT("\"deny_unless_prior_grant\""), GAFF_R_READ },
	{ GAFF_A_ASK,       SV_INIT("/decision"), SV_INIT("\"force_ask\"") },
	{ GAFF_A_ASK,       SV_INIT("/decision"), SV_INIT("\"ask\""),       GAFF_R_READ },
	{ GAFF_A_DENY,      SV_INIT("/decision"), SV_INIT("\"deny\"") },
	{ GAFF_A_ALLOW,     SV_INIT("/decision"), SV_INIT("\"allow\""),     GAFF_R_NO_GRANT },
	{ GAFF_A_UNDECIDED, SV_INIT("/decision"), SV_INIT("\"allow\""),     GAFF_R_WRITE },
	{ GAFF_A_REASON,    SV_INIT("/reason"),   .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_CONTEXT,   SV_INIT("/reason"),   .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY | GAFF_R_NOT_WITH_ASK },
	{ GAFF_A_NATIVE,    SV_INIT("/permissionOverrides") },
);
#define INJECTS \
	{ GAFF_A_CONTEXT, SV_INIT("/injectSteps/0/ephemeralMessage"), .flags = GAFF_R_WRITE }, \
	{ GAFF_A_CONTEXT, SV_INIT("/injectSteps"),                    .flags = GAFF_R_READ | GAFF_R_LIST_TOO }
static const struct gaff_shape before_model_answer = GAFF_ANSWER(JSON, INJECTS);
static const struct gaff_shape after_model_answer = GAFF_ANSWER(JSON,
	INJECTS,
	{ GAFF_A_STOP,   SV_INIT("/terminationBehavior"), SV_INIT("\"terminate\"") },
	{ GAFF_A_NATIVE, SV_INIT("/terminationBehavior"), SV_INIT("\"force_continue\"") },
);
/* Without --event: a denial holds back a tool, and is no "continue" for a stop. Silence stays no decision. */
static const struct gaff_shape untold_answer = GAFF_ANSWER(JSON,
	{ GAFF_A_DENY,   SV_INIT("/decision"), SV_INIT("\"deny\"") },
	{ GAFF_A_REASON, SV_INIT("/reason"),   .flags = GAFF_R_WITH_DENY },
);
static const struct gaff_shape stop_answer = GAFF_ANSWER(JSON, /* anything but "continue" stops, but there has to be something */
	{ GAFF_A_DENY,      SV_INIT("/decision"), SV_INIT("\"continue\"") },
	{ GAFF_A_UNDECIDED, SV_INIT("/decision"), SV_INIT("\"stop\""),     GAFF_R_WRITE },
	{ GAFF_A_REASON,    SV_INIT("/reason"),   .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_CONTEXT,   SV_INIT("/reason"),   .flags = GAFF_R_WRITE | GAFF_R_WITH_DENY },
);

#define BARE GAFF_E_NO_GROUPS
#define NO2  GAFF_E_EXIT_2_IS_NOTHING
#define SHUT (GAFF_E_ANY_EXIT_BLOCKS | GAFF_E_NO_WORD_ASKS) /* 1.1.2 asks; one report: it blocks */

static const struct gaff_event_row events[] = {
	/* native                    canonical             answer                waits, ms */
	{ SV_INIT("PreToolUse"),     GAFF_EV_BEFORE_TOOL,  &before_tool_answer,  30000, &docs, .flags = SHUT },
	{ SV_INIT("PostToolUse"),    GAFF_EV_AFTER_TOOL,   GAFF_NO_ANSWER(JSON), 30000, &docs }, /* without what the tool said */
	{ SV_INIT("PreInvocation"),  GAFF_EV_BEFORE_MODEL, &before_model_answer, 30000, &docs, .flags = BARE },
	{ SV_INIT("PostInvocation"), GAFF_EV_AFTER_MODEL,  &after_model_answer,  30000, &docs, .flags = BARE },
	{ SV_INIT("Stop"),           GAFF_EV_AGENT_STOP,   &stop_answer,         30000, &docs, .flags = BARE | NO2 }, /* not "continue", so it stops */
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, &untold_answer, 30000, &docs, .flags = GAFF_E_NO_WORD_ASKS,
};

static const struct gaff_version_row versions[] = {
	/* event                  answer       since        until */
	{ SV_INIT("PreToolUse"), GAFF_A_ASK, &live },
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("/conversationId"),        3 },
	{ SV_INIT("/workspacePaths"),        2 },
	{ SV_INIT("/artifactDirectoryPath"), 3 },
	{ SV_INIT("/toolCall"),              2 },
	{ SV_INIT("/hook_event_name"),       -6 },
};

static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_USER,    "~/.gemini/config/hooks.json", GAFF_SYNTAX_JSON, &docs, GAFF_C_STRICT },
	{ GAFF_SCOPE_PROJECT, "./.agents/hooks.json",        GAFF_SYNTAX_JSON, &docs, GAFF_C_STRICT },
};

static const struct gaff_handler_type handlers[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member members[] = { /* of a group with a name: that, and whether it is switched on */
	{ SV_INIT("/type"),    GAFF_MEMBER_TYPE },
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT },
	{ SV_INIT("/in"),      GAFF_MEMBER_NAME },
	{ SV_INIT("/on"),      GAFF_MEMBER_ENABLED },
};
static const struct gaff_layout layout = {
	.name = SV_INIT("json"), .shape = GAFF_LAYOUT_GROUPS, .frame = GAFF_FRAME_NAMED, .matching = GAFF_MATCH_WHOLE_OR_ALL,
	.shell = GAFF_SHELL_SH,
	.types = GAFF_ROWS(handlers), .rows = GAFF_ROWS(members),
};

static const struct gaff_switch_row switches[] = {
	{ SV_INIT("/gaff/enabled"), SV_INIT("false") },
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("PostToolUse Stop"), GAFF_JSON({"error":"$-"}) },
	{ SV_INIT("*"), .behind = SV_INIT("="), .members = GAFF_JSON({"artifactDirectoryPath":"/home/dev/.gemini/antigravity/brain/1"}) },
};
static const char *const notes[] = {
	"Payloads do not name their event: an entry that was written by hand needs `--event`.",
	"Before a tool there has to be a decision: a hook that crashes, prints anything else or takes too long blocks the call, or makes it ask.",
	"An allow grants nothing: it still asks what it would have asked.",
	"gaff asks by `force_ask`. It is reported (agy 1.1.27) that nobody is asked where the user has it always proceed: only a denial is certain.",
	"After a tool nothing is said of its result, and in the editor not even which tool it was.",
	"Prompts and sessions have no events; `PreInvocation` comes before every call of the model.",
	"Of what a hook written for it injects, messages are passed on, as one that goes with the next call; calls of tools are not.",
	"It is reported of agy 1.1.11 that it loads hooks from plugins alone, and of 1.1.2 that it loads these files: `/hooks` shows what it has loaded.",
	"How tools of MCP servers are named is not documented: gaff cannot tell that they are such.",
	NULL,
};
/* What `agy --print` does with a question nobody has seen. */
static const struct gaff_attended attended = {
	.unanswered = GAFF_UNANSWERED_UNKNOWN, .by_terminal = true, .program = "agy", .or_editor = true, .options_not = "-p --print",
	.how = "it is the editor, or `agy` on a terminal without `--print`", .otherwise = "nobody has seen what it does", .seen = &docs,
};
/* clang-format on */

const struct gaff_host gaff_host_antigravity = {
	.id = SV_INIT("antigravity"),
	.title = "Antigravity",
	.seen = &docs,
	.no_opinion = SV_INIT("{}"),
	.reader = { GAFF_READS_UNKNOWN, .seen = &unread },
	.flags = GAFF_H_FAILS_CLOSED,
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.config = GAFF_ROWS(config),
	.programs = "agy antigravity",
	.layout = &layout,
	.switches = GAFF_ROWS(switches),
	.versions = GAFF_ROWS(versions),
	.extras = GAFF_ROWS(extras),
	.runs_if = "unless it is agy 1.1.11, of which it is reported that it loads hooks from "
		   "plugins alone",
	.attended = &attended,
	.notes = notes,
};
