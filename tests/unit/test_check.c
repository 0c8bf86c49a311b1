#include "check.h"

#include "convert/parts.h"
#include "agents/hosts.h"

/* What becomes of a hook on another agent, and what is said to be lost. */

static char storage[1 << 16];
static struct arena arena;

/* clang-format off */
#define CLAUDE   &gaff_host_claude_code
#define CODEX    &gaff_host_codex
#define COPILOT  &gaff_host_copilot_cli
#define CURSOR   &gaff_host_cursor
#define DROID    &gaff_host_factory_droid
#define GEMINI   &gaff_host_gemini_cli
#define KIRO     &gaff_host_kiro
#define MANIFEST &gaff_host_canonical
#define OPENCODE &gaff_host_opencode
#define QWEN     &gaff_host_qwen_code
#define VS_CODE  &gaff_host_vs_code_copilot
#define WINDSURF &gaff_host_windsurf
/* clang-format on */

struct outcome {
	enum gaff_rc rc;
	struct gaff_middle in;
	struct gaff_hook_plan *plans;
	struct gaff_losses losses;
	struct gaff_err err;
};

static struct outcome check(const struct gaff_host *from, const struct gaff_host *to, bool runtime,
			    struct sv manifest)
{
	struct gaff_conversion c = {
		.from = from, .to = to, .runtime = runtime, .program = SV("gaff")
	};
	struct outcome o = { .losses = { .arena = &arena } };
	struct json root;

	CHECK(gaff_json_parse(manifest, &root, &o.err) == GAFF_OK);
	o.rc = gaff_middle_read(&arena, root, NULL, &o.in, &o.err);
	if (o.rc != GAFF_OK) {
		fprintf(stderr, "%.*s: %s\n", SV_ARG(manifest), o.err.msg);
		CHECK(o.rc == GAFF_OK);
		return o;
	}
	o.rc = gaff_convert_check(&arena, &c, &o.in, &o.losses, &o.plans, &o.err);
	return o;
}

/* "kept PreToolUse+ 10000": a "+" for a matcher. */
static struct sv plan_text(const struct gaff_hook_plan *plan)
{
	static const char *const fates[] = { "kept", "blocks", "gone" };
	struct buf b = buf_in(&arena);
	char number[32];

	gaff_buf_add(&b, sv_of(fates[plan->fate]));
	for (size_t i = 0; i < plan->n; i++) {
		gaff_buf_add(&b, SV(" "));
		gaff_buf_add(&b, plan->spot[i].event->native);
		if (plan->spot[i].matcher.n)
			gaff_buf_add(&b, SV("+"));
	}
	if (plan->timeout_ms >= 0) {
		(void)snprintf(number, sizeof number, " %lld", (long long)plan->timeout_ms);
		gaff_buf_add(&b, sv_of(number));
	}
	return buf_sv(&b);
}

/* "timeout blocking=structured_output event:exclude!"; "!" is a guard. */
static struct sv losses_text(const struct gaff_losses *l)
{
	struct buf b = buf_in(&arena);

	for (size_t i = 0; i < l->n; i++) {
		const struct gaff_loss *loss = &l->item[i];

		gaff_buf_add(&b, b.n ? SV(" ") : SV(""));
		gaff_buf_add(&b, loss->field);
		if (loss->capability != GAFF_CAP_COUNT) {
			gaff_buf_add(&b, SV("="));
			gaff_buf_add(&b, gaff_capability_name(loss->capability));
		}
		if (loss->strategy != GAFF_DEGRADE_WARN) {
			gaff_buf_add(&b, SV(":"));
			gaff_buf_add(&b, gaff_strategy_name(loss->strategy));
		}
		gaff_buf_add(&b, loss->is_guard ? SV("!") : SV(""));
	}
	return b.n ? buf_sv(&b) : SV("");
}

struct row {
	const char *hook; /* its members */
	const struct gaff_host *from, *to;
	const char *plan, *losses;
};

static struct sv manifest_of(const char *hook)
{
	struct buf b = buf_in(&arena);

	gaff_buf_add(&b, SV("{\"spec\":\"hooks/1.0\",\"hooks\":[{"));
	gaff_buf_add(&b, sv_of(hook));
	/* one more, that every agent can have */
	gaff_buf_add(&b, SV("},{\"event\":\"after_tool_execute\",\"dialect\":\"codex\",\"handler\":"
			    "{\"type\":\"command\",\"command\":\"true\"}}]}"));
	return buf_sv(&b);
}

/* An agent that waits longer than gaff by itself: of every hook without a time, and in no row. */
static bool is_usual(const struct row *row, const struct gaff_loss *loss)
{
	const char *waits = loss->text.n ? strstr(loss->text.p, " waits ") : NULL;

	return row->from == MANIFEST && sv_eq(loss->field, SV("timeout")) && waits &&
	       strtod(waits + 7, NULL) > 30 &&
	       sv_has(loss->text, SV(" s where nothing is said, and gaff 30 s"));
}

/* Only what is about the first hook. */
static void of_first(struct gaff_losses *l, const struct row *row)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		if (l->item[i].hook == 1 && !is_usual(row, &l->item[i]))
			l->item[n++] = l->item[i];
	l->n = n;
}

static void hold(const struct row *rows, size_t n, bool runtime)
{
	for (size_t i = 0; i < n; i++) {
		struct outcome o;

		gaff_arena_init(&arena, storage, sizeof storage, 1 << 26);
		o = check(rows[i].from, rows[i].to, runtime, manifest_of(rows[i].hook));
		CHECK(o.rc == GAFF_OK);
		if (o.rc == GAFF_OK) {
			struct sv plan = plan_text(&o.plans[0]), losses;

			of_first(&o.losses, &rows[i]);
			losses = losses_text(&o.losses);
			if (!sv_eq(plan, sv_of(rows[i].plan)) ||
			    !sv_eq(losses, sv_of(rows[i].losses)))
				fprintf(stderr, "%s -> %s, %s\n", rows[i].from->id.p,
					rows[i].to->id.p, rows[i].hook);
			CHECK_TEXT(plan, sv_of(rows[i].plan));
			CHECK_TEXT(losses, sv_of(rows[i].losses));
		}
		gaff_arena_release(&arena);
	}
}

#define BEFORE   "\"event\":\"before_tool_execute\","
#define PROMPT   "\"event\":\"before_prompt\","
#define START    "\"event\":\"session_start\","
#define SHELL    "\"matcher\":\"shell\","
#define BLOCKS   "\"blocking\":true,"
#define CLOSED   "\"on_error\":\"closed\","
#define EXITS    CLOSED "\"timeout_action\":\"warn\"," /* as Copilot CLI has it by itself */
#define RUN      "\"handler\":{\"type\":\"command\",\"command\":\"check\"}"
#define RUNS(m)  "\"handler\":{\"type\":\"command\",\"command\":\"check\"," m "}"
#define LINE(c)  "\"handler\":{\"type\":\"command\",\"command\":\"" c "\"}"
#define HTTP     "\"handler\":{\"type\":\"http\",\"url\":\"https://h/x\"}"
#define ASK      "\"handler\":{\"type\":\"prompt\",\"prompt\":\"is it fine?\"}"
#define AGENT    "\"handler\":{\"type\":\"agent\",\"prompt\":\"is it fine?\"}"
#define IF(c, s) "\"degradation\":{\"" c "\":\"" s "\"},"
#define REWRITES "\"capabilities\":[\"input_rewrite\"],"

TEST(check__events)
{
	static const struct row rows[] = {
		/* clang-format off */
		{ BEFORE RUN, MANIFEST, CLAUDE, "kept PreToolUse", "blocking dialect" },
		{ BEFORE RUN, MANIFEST, CURSOR, "kept preToolUse", "blocking dialect" },
		{ START RUN, MANIFEST, KIRO, "kept SessionStart", "dialect" },
		/* none */
		{ "\"event\":\"config_change\"," RUN, MANIFEST, CURSOR, "gone", "event:exclude" },
		{ "\"event\":\"config_change\"," BLOCKS RUN, MANIFEST, CURSOR, "gone", "event:exclude!" },
		{ "\"event\":\"config_change\"," BLOCKS RUN, CLAUDE, CURSOR, "gone", "event:exclude!" },
		/* one agent's own */
		{ "\"event\":\"claude-code:PostToolBatch\"," RUN, MANIFEST, CLAUDE, "kept PostToolBatch", "blocking dialect" },
		{ "\"event\":\"claude-code:PostToolBatch\"," RUN, MANIFEST, QWEN, "gone", "event:exclude" },
		{ "\"event\":\"cursor:beforeShellExecution\"," BLOCKS RUN, MANIFEST, CURSOR, "kept beforeShellExecution", "dialect" },
		{ "\"event\":\"cursor:beforeShellExecution\"," BLOCKS RUN, MANIFEST, CLAUDE, "gone", "event:exclude!" },
		{ "\"event\":\"copilot-cli:PreToolUse\"," BLOCKS EXITS RUN, MANIFEST, COPILOT, "kept PreToolUse", "dialect" },
		/* too late: never moved there */
		{ "\"event\":\"before_model\"," RUN, MANIFEST, CURSOR, "gone", "event:exclude" },
		{ "\"event\":\"before_model\"," BLOCKS RUN, GEMINI, OPENCODE, "gone", "event:exclude!" },
		{ "\"event\":\"before_task\"," RUN, MANIFEST, CLAUDE, "gone", "event:exclude" },
		/* switched off */
		{ BEFORE BLOCKS "\"enabled\":false," RUN, MANIFEST, CLAUDE, "gone", "enabled:exclude" },
		{ BEFORE BLOCKS "\"enabled\":false," RUN, MANIFEST, KIRO, "kept PreToolUse", "blocking=structured_output dialect" },
		/* clang-format on */
	};

	hold(rows, COUNT_OF(rows), false);
}

TEST(check__split_events)
{
	static const struct row rows[] = {
		/* clang-format off */
		{ BEFORE SHELL BLOCKS RUN, MANIFEST, WINDSURF, "kept pre_run_command", "blocking=structured_output dialect" },
		{ BEFORE SHELL RUN, MANIFEST, WINDSURF, "kept pre_run_command", "blocking dialect" },
		{ BEFORE "\"matcher\":[\"file_write\",\"file_edit\"]," BLOCKS RUN, MANIFEST, WINDSURF, "kept pre_write_code", "blocking=structured_output dialect" },
		{ BEFORE "\"matcher\":\"file_write\"," BLOCKS RUN, MANIFEST, WINDSURF, "kept pre_write_code", "blocking=structured_output matcher dialect" },
		{ BEFORE "\"matcher\":[\"shell\",\"web_fetch\"]," BLOCKS RUN, MANIFEST, WINDSURF, "kept pre_run_command", "blocking=structured_output matcher! dialect" },
		{ BEFORE "\"matcher\":[\"shell\",\"web_fetch\"]," RUN, MANIFEST, WINDSURF, "kept pre_run_command", "matcher blocking dialect" },
		{ BEFORE "\"matcher\":\"search\"," BLOCKS RUN, MANIFEST, WINDSURF, "gone", "matcher:exclude!" },
		{ BEFORE "\"matcher\":\"NotebookEdit\"," RUN, MANIFEST, WINDSURF, "gone", "matcher:exclude" },
		{ BEFORE "\"matcher\":{\"mcp\":{\"server\":\"github\"}}," BLOCKS RUN, MANIFEST, WINDSURF, "kept pre_mcp_tool_use", "blocking=structured_output matcher dialect" },
		{ BEFORE "\"matcher\":\"mcp\"," BLOCKS RUN, MANIFEST, WINDSURF, "kept pre_mcp_tool_use", "blocking=structured_output dialect" },
		{ BEFORE "\"matcher\":{\"pattern\":\"file_(read|write)\"}," BLOCKS RUN, MANIFEST, WINDSURF,
		  "kept pre_read_code pre_write_code", "blocking=structured_output matcher matcher dialect" },
		{ BEFORE "\"matcher\":{\"pattern\":\"^mcp__\"}," BLOCKS RUN, MANIFEST, WINDSURF,
		  "kept pre_mcp_tool_use", "blocking=structured_output matcher dialect" },
		{ BEFORE BLOCKS RUN, MANIFEST, WINDSURF, "kept pre_run_command pre_read_code pre_write_code pre_mcp_tool_use", "blocking=structured_output matcher dialect" },
		{ "\"event\":\"after_tool_execute\"," SHELL RUN, MANIFEST, WINDSURF, "kept post_run_command", "dialect" },
		{ "\"event\":\"tool_use_failure\"," SHELL RUN, MANIFEST, WINDSURF, "gone", "event:exclude" },
		{ PROMPT BLOCKS RUN, MANIFEST, WINDSURF, "kept pre_user_prompt", "blocking=structured_output dialect" },
		/* the same file again: nothing is lost */
		{ BEFORE SHELL BLOCKS RUN, WINDSURF, WINDSURF, "kept pre_run_command", "" },
		{ BEFORE "\"matcher\":[\"shell\",\"file_read\"]," BLOCKS RUN, WINDSURF, WINDSURF, "kept pre_run_command pre_read_code", "" },
		/* clang-format on */
	};

	hold(rows, COUNT_OF(rows), false);
}

#define DATA(id, m) "\"provider_data\":{\"" id "\":{" m "}},"

TEST(check__events_of_provider_data)
{
	static const struct row rows[] = {
		/* clang-format off */
		{ BEFORE SHELL BLOCKS DATA("cursor", "\"events\":[\"beforeShellExecution\"]") RUN, MANIFEST, CURSOR, "kept beforeShellExecution", "dialect" },
		{ BEFORE SHELL BLOCKS DATA("cursor", "\"events\":[\"beforeShellExecution\"]") RUN, CURSOR, CURSOR, "kept beforeShellExecution", "" },
		{ BEFORE BLOCKS EXITS DATA("copilot-cli", "\"events\":[\"PreToolUse\"]") RUN, COPILOT, COPILOT, "kept PreToolUse", "" },
		{ START DATA("kiro", "\"events\":[\"AgentSpawn\"]") RUN, KIRO, KIRO, "kept AgentSpawn", "" },
		{ BEFORE "\"matcher\":[\"shell\",\"mcp\"]," BLOCKS DATA("cursor", "\"events\":[\"beforeShellExecution\",\"beforeMCPExecution\"]") RUN,
		  CURSOR, CURSOR, "kept beforeShellExecution beforeMCPExecution", "" },
		{ BEFORE "\"matcher\":\"file_read\"," BLOCKS DATA("cursor", "\"events\":[\"beforeTabFileRead\"]") RUN, CURSOR, CURSOR, "kept beforeTabFileRead", "" },
		/* said, when it is a manifest that says so */
		{ BEFORE "\"matcher\":\"file_read\"," BLOCKS DATA("cursor", "\"events\":[\"beforeTabFileRead\"]") RUN, MANIFEST, CURSOR, "kept beforeTabFileRead", "event dialect" },
		/* it cannot move a hook elsewhere, or take tools from it */
		{ BEFORE SHELL BLOCKS DATA("cursor", "\"events\":[\"beforeReadFile\"]") RUN, MANIFEST, CURSOR, "kept preToolUse+", "provider_data.cursor.events dialect" },
		{ BEFORE SHELL BLOCKS DATA("cursor", "\"events\":[\"afterShellExecution\"]") RUN, MANIFEST, CURSOR, "kept preToolUse+", "provider_data.cursor.events dialect" },
		{ BEFORE SHELL BLOCKS DATA("cursor", "\"events\":[\"nothing\"]") RUN, MANIFEST, CURSOR, "kept preToolUse+", "provider_data.cursor.events dialect" },
		{ BEFORE SHELL BLOCKS DATA("cursor", "\"events\":[]") RUN, MANIFEST, CURSOR, "kept preToolUse+", "provider_data.cursor.events dialect" },
		{ BEFORE SHELL BLOCKS DATA("cursor", "\"events\":{\"a\":1}") RUN, MANIFEST, CURSOR, "kept preToolUse+", "provider_data.cursor.events dialect" },
		{ BEFORE SHELL BLOCKS DATA("cursor", "\"events\":\"stop\"") RUN, MANIFEST, CURSOR, "kept preToolUse+", "provider_data.cursor.events dialect" },
		{ BEFORE BLOCKS DATA("cursor", "\"events\":[\"beforeShellExecution\"]") RUN, MANIFEST, CURSOR, "kept preToolUse", "provider_data.cursor.events dialect" },
		{ BEFORE "\"matcher\":[\"shell\",\"mcp\"]," BLOCKS DATA("cursor", "\"events\":[\"beforeShellExecution\"]") RUN, MANIFEST, CURSOR,
		  "kept preToolUse+", "provider_data.cursor.events dialect" },
		/* a matcher for tools that nobody knows stays, if it is what the hook says */
		{ BEFORE "\"matcher\":\"NotebookEdit\"," BLOCKS EXITS DATA("copilot-cli", "\"matcher\":\"NotebookEdit\"") RUN, COPILOT, COPILOT, "kept preToolUse+", "" },
		{ BEFORE "\"matcher\":\"NotebookEdit\"," BLOCKS EXITS DATA("copilot-cli", "\"matcher\":\"NotebookEdit\"") RUN, MANIFEST, COPILOT, "kept preToolUse+", "dialect" },
		{ BEFORE "\"matcher\":\"NotebookEdit\"," BLOCKS EXITS DATA("copilot-cli", "\"matcher\":\"Other\"") RUN, MANIFEST, COPILOT, "gone", "provider_data.copilot-cli.matcher matcher:exclude!" },
		{ BEFORE "\"matcher\":\"NotebookEdit\"," BLOCKS EXITS DATA("copilot-cli", "\"matcher\":7") RUN, MANIFEST, COPILOT, "gone", "provider_data.copilot-cli.matcher matcher:exclude!" },
		/* and another agent's are nobody's business */
		{ BEFORE BLOCKS DATA("cursor", "\"events\":[\"stop\"]") RUN, MANIFEST, CLAUDE, "kept PreToolUse", "dialect provider_data.cursor" },
		{ BEFORE BLOCKS DATA("cursor", "\"events\":[\"stop\"]") RUN, CURSOR, CLAUDE, "kept PreToolUse 60000", "dialect" },
		{ BEFORE BLOCKS DATA("windsurf", "\"show_output\":true") RUN, MANIFEST, CLAUDE, "kept PreToolUse", "dialect provider_data.windsurf" },
		{ BEFORE SHELL BLOCKS DATA("windsurf", "\"show_output\":true") RUN, MANIFEST, MANIFEST, "kept", "" },
		/* clang-format on */
	};

	hold(rows, COUNT_OF(rows), false);
}

TEST(check__blocking)
{
	static const struct row rows[] = {
		/* clang-format off */
		{ BEFORE BLOCKS RUN, MANIFEST, CLAUDE, "kept PreToolUse", "dialect" },
		{ BEFORE BLOCKS RUN, CLAUDE, CLAUDE, "kept PreToolUse", "" },
		{ BEFORE BLOCKS RUN, MANIFEST, KIRO, "kept PreToolUse", "blocking=structured_output dialect" },
		/* on an event that only tells: a gate is a guard, others are not */
		{ START BLOCKS RUN, MANIFEST, CLAUDE, "kept SessionStart", "blocking dialect" },
		{ PROMPT BLOCKS RUN, MANIFEST, KIRO, "kept UserPromptSubmit", "blocking! dialect" },
		{ PROMPT BLOCKS RUN, CLAUDE, KIRO, "kept UserPromptSubmit 30000", "blocking! dialect" },
		{ "\"event\":\"agent_stop\"," BLOCKS RUN, MANIFEST, OPENCODE, "kept session.idle", "blocking dialect" },
		{ "\"event\":\"after_tool_execute\"," BLOCKS RUN, MANIFEST, KIRO, "kept PostToolUse", "blocking dialect" },
		/* where exit 2 is not enough */
		{ PROMPT BLOCKS RUN, CLAUDE, COPILOT, "kept userPromptSubmitted", "blocking! dialect" },
		{ "\"event\":\"agent_stop\"," BLOCKS RUN, CLAUDE, COPILOT, "kept agentStop 600000", "blocking dialect" },
		{ PROMPT BLOCKS RUN, MANIFEST, COPILOT, "kept userPromptSubmitted", "blocking dialect" },
		{ PROMPT BLOCKS "\"dialect\":\"codex\"," RUN, MANIFEST, COPILOT, "kept userPromptSubmitted", "blocking! dialect" },
		/* where any failure is */
		{ BEFORE BLOCKS RUN, MANIFEST, COPILOT, "kept preToolUse", "on_error dialect" },
		{ BEFORE BLOCKS EXITS RUN, MANIFEST, COPILOT, "kept preToolUse", "dialect" },
		{ BEFORE RUN, MANIFEST, COPILOT, "kept preToolUse", "blocking dialect" },
		/* what must not block, and may */
		{ BEFORE "\"dialect\":\"claude-code\"," RUN, MANIFEST, CLAUDE, "kept PreToolUse", "blocking" },
		{ BEFORE ASK, MANIFEST, CLAUDE, "kept PreToolUse", "blocking" },
		{ "\"event\":\"qwen-code:TodoCreated\"," RUN, MANIFEST, QWEN, "kept TodoCreated", "blocking dialect" },
		/* nobody waits for it, so it cannot */
		{ BEFORE RUNS("\"async\":true"), MANIFEST, CLAUDE, "kept PreToolUse", "dialect" },
		{ BEFORE RUNS("\"async\":true"), MANIFEST, CURSOR, "kept preToolUse", "async=async_execution blocking dialect" },
		{ BEFORE BLOCKS ASK, MANIFEST, CURSOR, "kept preToolUse", "" },
		/* it speaks the target's words anyway */
		{ BEFORE BLOCKS "\"dialect\":\"claude-code\"," RUN, MANIFEST, CLAUDE, "kept PreToolUse", "" },
		{ BEFORE BLOCKS "\"dialect\":\"claude-code\"," RUN, MANIFEST, CURSOR, "kept preToolUse", "dialect" },
		{ BEFORE BLOCKS LINE("gaff guard destructive"), MANIFEST, CLAUDE, "kept PreToolUse", "" },
		{ BEFORE BLOCKS LINE("gaff guard destructive"), CLAUDE, MANIFEST, "kept", "timeout" },
		{ BEFORE BLOCKS LINE("gaff guard destructive || true"), MANIFEST, CLAUDE, "kept PreToolUse", "dialect" },
		{ BEFORE SHELL BLOCKS LINE("gaff guard destructive"), MANIFEST, WINDSURF, "kept pre_run_command", "" },
		/* its payload does not say which event it is */
		{ BEFORE BLOCKS LINE("gaff guard destructive"), MANIFEST, COPILOT, "kept preToolUse", "command!" },
		{ BEFORE LINE("gaff guard destructive"), MANIFEST, COPILOT, "kept preToolUse", "blocking command" },
		/* clang-format on */
	};

	hold(rows, COUNT_OF(rows), false);
}

TEST(check__capabilities)
{
	static const struct row rows[] = {
		/* clang-format off */
		{ BEFORE BLOCKS REWRITES RUN, MANIFEST, CLAUDE, "kept PreToolUse", "dialect" },
		{ BEFORE SHELL BLOCKS REWRITES RUN, MANIFEST, CURSOR, "kept preToolUse+", "dialect" },
		{ BEFORE SHELL BLOCKS REWRITES RUN, MANIFEST, WINDSURF, "blocks pre_run_command", "blocking=structured_output capabilities=input_rewrite:block" },
		{ BEFORE BLOCKS REWRITES RUN, MANIFEST, QWEN, "blocks PreToolUse", "capabilities=input_rewrite:block" },
		{ BEFORE BLOCKS IF("input_rewrite", "warn") RUN, MANIFEST, QWEN, "kept PreToolUse", "capabilities=input_rewrite dialect" },
		{ BEFORE BLOCKS IF("input_rewrite", "exclude") RUN, MANIFEST, QWEN, "gone", "capabilities=input_rewrite:exclude" },
		/* where nothing can be blocked, that is what is lost */
		{ PROMPT BLOCKS REWRITES RUN, MANIFEST, KIRO, "gone", "capabilities=input_rewrite:exclude!" },
		{ START REWRITES RUN, MANIFEST, CLAUDE, "gone", "capabilities=input_rewrite:exclude" },
		{ BEFORE SHELL BLOCKS IF("structured_output", "exclude") RUN, MANIFEST, WINDSURF, "gone", "blocking=structured_output:exclude" },
		{ BEFORE SHELL BLOCKS IF("structured_output", "block") RUN, MANIFEST, WINDSURF, "blocks pre_run_command", "blocking=structured_output:block" },
		{ BEFORE SHELL IF("structured_output", "warn") RUN, MANIFEST, WINDSURF, "kept pre_run_command", "capabilities=structured_output blocking dialect" },
		/* a model */
		{ BEFORE BLOCKS ASK, MANIFEST, CLAUDE, "kept PreToolUse", "" },
		{ BEFORE BLOCKS ASK, MANIFEST, CODEX, "gone", "type=llm_evaluated:exclude!" },
		{ BEFORE ASK, MANIFEST, CODEX, "gone", "type=llm_evaluated:exclude" },
		{ BEFORE BLOCKS IF("llm_evaluated", "exclude") ASK, MANIFEST, CODEX, "gone", "type=llm_evaluated:exclude" },
		{ BEFORE BLOCKS IF("llm_evaluated", "warn") ASK, MANIFEST, CODEX, "gone", "type=llm_evaluated:exclude!" },
		{ BEFORE BLOCKS IF("llm_evaluated", "block") ASK, MANIFEST, CODEX, "blocks PreToolUse", "type=llm_evaluated:block" },
		{ BEFORE BLOCKS AGENT, MANIFEST, CURSOR, "gone", "type=llm_evaluated:exclude!" },
		{ BEFORE BLOCKS AGENT, MANIFEST, KIRO, "kept PreToolUse", "blocking=structured_output" },
		/* a server */
		{ BEFORE BLOCKS HTTP, MANIFEST, CLAUDE, "kept PreToolUse", "dialect" },
		{ BEFORE BLOCKS HTTP, MANIFEST, CURSOR, "kept preToolUse", "type=http_handler dialect" },
		{ BEFORE BLOCKS IF("http_handler", "exclude") HTTP, MANIFEST, CURSOR, "gone", "type=http_handler:exclude" },
		{ BEFORE BLOCKS IF("http_handler", "block") HTTP, MANIFEST, CURSOR, "blocks preToolUse", "type=http_handler:block" },
		/* the process */
		{ BEFORE BLOCKS RUNS("\"cwd\":\"a\",\"env\":{\"A\":\"b\"}"), MANIFEST, CLAUDE, "kept PreToolUse", "env=custom_env cwd=configurable_cwd dialect" },
		{ BEFORE BLOCKS RUNS("\"cwd\":\"a\",\"env\":{\"A\":\"b\"}"), MANIFEST, VS_CODE, "kept PreToolUse", "dialect" },
		{ BEFORE SHELL BLOCKS RUNS("\"cwd\":\"a\",\"env\":{\"A\":\"b\"}"), MANIFEST, WINDSURF, "kept pre_run_command", "blocking=structured_output env=custom_env dialect" },
		{ BEFORE BLOCKS IF("custom_env", "block") RUNS("\"env\":{\"A\":\"b\"}"), MANIFEST, CLAUDE, "blocks PreToolUse", "env=custom_env:block" },
		{ START IF("custom_env", "block") RUNS("\"env\":{\"A\":\"b\"}"), MANIFEST, CLAUDE, "gone", "env=custom_env:exclude" },
		{ START IF("custom_env", "exclude") RUNS("\"env\":{\"A\":\"b\"}"), MANIFEST, CLAUDE, "gone", "env=custom_env:exclude" },
		{ START RUNS("\"platform\":{\"windows\":\"w\"}"), MANIFEST, CODEX, "kept SessionStart", "dialect" },
		{ START RUNS("\"platform\":{\"windows\":\"w\",\"darwin\":\"m\"}"), MANIFEST, CODEX, "kept SessionStart", "platform=platform_commands dialect" },
		{ START RUNS("\"platform\":{\"windows\":\"w\",\"darwin\":\"m\",\"linux\":\"l\"}"), MANIFEST, VS_CODE, "kept SessionStart", "dialect" },
		{ START RUNS("\"platform\":{\"linux\":\"l\"}"), MANIFEST, CLAUDE, "kept SessionStart", "platform=platform_commands dialect" },
		/* clang-format on */
	};

	hold(rows, COUNT_OF(rows), false);
}

TEST(check__fields_without_a_place)
{
	static const struct row rows[] = {
		/* clang-format off */
		{ BEFORE BLOCKS "\"name\":\"n\"," RUN, MANIFEST, CLAUDE, "kept PreToolUse", "name dialect" },
		{ BEFORE BLOCKS "\"name\":\"n\"," RUN, MANIFEST, GEMINI, "kept BeforeTool", "dialect" },
		{ BEFORE BLOCKS "\"status_message\":\"s\"," RUN, MANIFEST, CURSOR, "kept preToolUse", "status_message dialect" },
		{ BEFORE BLOCKS RUNS("\"status_message\":\"s\""), MANIFEST, CLAUDE, "kept PreToolUse", "dialect" },
		{ BEFORE BLOCKS CLOSED RUN, MANIFEST, CURSOR, "kept preToolUse", "dialect" },
		{ BEFORE BLOCKS CLOSED RUN, MANIFEST, CLAUDE, "kept PreToolUse", "dialect" },
		{ BEFORE BLOCKS CLOSED HTTP, MANIFEST, CLAUDE, "kept PreToolUse", "dialect" },
		{ BEFORE BLOCKS CLOSED RUN, MANIFEST, CODEX, "kept PreToolUse", "on_error! dialect" },
		{ BEFORE CLOSED RUN, MANIFEST, CODEX, "kept PreToolUse", "blocking on_error dialect" },
		{ "\"event\":\"agent_stop\"," BLOCKS CLOSED RUN, MANIFEST, CLAUDE, "kept Stop", "on_error dialect" },
		{ "\"event\":\"claude-code:TaskCompleted\"," BLOCKS CLOSED RUN, MANIFEST, CLAUDE, "kept TaskCompleted", "blocking=structured_output on_error! dialect" },
		{ BEFORE BLOCKS "\"on_error\":\"open\"," RUN, MANIFEST, CLAUDE, "kept PreToolUse", "dialect" },
		{ BEFORE BLOCKS "\"timeout_action\":\"block\"," RUN, MANIFEST, CLAUDE, "kept PreToolUse", "timeout_action! dialect" },
		{ BEFORE BLOCKS CLOSED "\"timeout_action\":\"block\"," RUN, MANIFEST, CLAUDE, "kept PreToolUse", "dialect" },
		{ BEFORE BLOCKS EXITS RUN, MANIFEST, CLAUDE, "kept PreToolUse", "timeout_action dialect" },
		{ BEFORE BLOCKS CLOSED RUN, MANIFEST, COPILOT, "kept preToolUse", "timeout_action! dialect" },
		{ BEFORE BLOCKS CLOSED HTTP, MANIFEST, COPILOT, "kept preToolUse", "on_error! dialect" },
		{ BEFORE BLOCKS EXITS RUN, MANIFEST, CODEX, "kept PreToolUse", "on_error! dialect" },
		{ BEFORE BLOCKS "\"paths\":[\"**/.env\"]," RUN, MANIFEST, CLAUDE, "kept PreToolUse", "paths dialect" },
		{ BEFORE BLOCKS "\"matcher\":\"file_edit\",\"paths\":[\"**/*.ts\"]," DATA("claude-code", "\"if\":\"Edit(*.ts)\"") RUN, MANIFEST, CLAUDE, "kept PreToolUse+", "dialect" },
		{ BEFORE BLOCKS "\"handler\":{\"type\":\"agent\",\"prompt\":\"p\",\"model\":\"m\"}", MANIFEST, KIRO, "kept PreToolUse", "blocking=structured_output model" },
		{ BEFORE BLOCKS "\"owner\":\"me\",\"_comment\":\"x\"," RUNS("\"retries\":3"), MANIFEST, CLAUDE, "kept PreToolUse", "owner retries dialect" },
		{ BEFORE BLOCKS "\"name\":\"n\"," CLOSED "\"owner\":\"me\"," RUN, MANIFEST, MANIFEST, "kept", "" },
		/* clang-format on */
	};

	hold(rows, COUNT_OF(rows), false);
}

TEST(check__timeouts)
{
	static const struct row rows[] = {
		/* clang-format off */
		{ BEFORE BLOCKS RUNS("\"timeout\":10"), MANIFEST, CLAUDE, "kept PreToolUse 10000", "dialect" },
		{ BEFORE BLOCKS RUNS("\"timeout\":10"), MANIFEST, MANIFEST, "kept 10000", "" },
		{ BEFORE SHELL BLOCKS RUNS("\"timeout\":10"), MANIFEST, WINDSURF, "kept pre_run_command", "blocking=structured_output timeout dialect" },
		{ BEFORE BLOCKS RUNS("\"timeout\":1.5"), MANIFEST, CLAUDE, "kept PreToolUse 1500", "dialect" },
		{ BEFORE BLOCKS RUNS("\"timeout\":1.5"), MANIFEST, CODEX, "kept PreToolUse 2000", "timeout dialect" },
		{ BEFORE BLOCKS RUNS("\"timeout\":1.5"), MANIFEST, GEMINI, "kept BeforeTool 1500", "dialect" },
		{ BEFORE BLOCKS RUNS("\"timeout\":1200"), MANIFEST, QWEN, "kept PreToolUse 1200000", "dialect" },
		{ "\"event\":\"session_end\"," RUNS("\"timeout\":10"), MANIFEST, CODEX, "kept SessionEnd 3000", "timeout dialect" },
		{ "\"event\":\"session_end\"," RUNS("\"timeout\":2"), MANIFEST, CODEX, "kept SessionEnd 2000", "dialect" },
		{ BEFORE SHELL BLOCKS REWRITES RUNS("\"timeout\":10"), MANIFEST, WINDSURF,
		  "blocks pre_run_command", "blocking=structured_output capabilities=input_rewrite:block timeout" },
		/* nothing is said, and they do not wait alike */
		{ BEFORE BLOCKS RUN, CLAUDE, CURSOR, "kept preToolUse 600000", "dialect" },
		{ BEFORE BLOCKS RUN, CURSOR, CLAUDE, "kept PreToolUse 60000", "dialect" },
		{ BEFORE BLOCKS RUN, CLAUDE, MANIFEST, "kept", "timeout dialect" },
		{ "\"event\":\"session_end\"," RUN, MANIFEST, CLAUDE, "kept SessionEnd", "timeout dialect" },
		{ BEFORE BLOCKS RUN, CLAUDE, CLAUDE, "kept PreToolUse", "" },
		/* clang-format on */
	};

	hold(rows, COUNT_OF(rows), false);
}

TEST(check__commands)
{
	static const struct row rows[] = {
		/* clang-format off */
		{ BEFORE BLOCKS LINE("./check.sh"), MANIFEST, CURSOR, "kept preToolUse", "command dialect" },
		{ BEFORE BLOCKS LINE("hooks/check.sh -x"), GEMINI, MANIFEST, "kept", "timeout command dialect" },
		{ BEFORE BLOCKS LINE("./check.sh"), CURSOR, GEMINI, "kept BeforeTool", "dialect" },
		{ BEFORE BLOCKS LINE("/opt/check.sh"), MANIFEST, CURSOR, "kept preToolUse", "dialect" },
		{ BEFORE BLOCKS LINE("bash check.sh"), MANIFEST, CURSOR, "kept preToolUse", "dialect" },
		/* variables */
		{ BEFORE BLOCKS LINE("\\\"$CLAUDE_PROJECT_DIR\\\"/x"), CLAUDE, CODEX, "kept PreToolUse", "command dialect" },
		{ BEFORE BLOCKS LINE("\\\"${CLAUDE_PROJECT_DIR:-.}\\\"/x"), CLAUDE, CODEX, "kept PreToolUse", "command dialect" },
		{ BEFORE BLOCKS LINE("\\\"$CLAUDE_PROJECT_DIR\\\"/x"), CLAUDE, CURSOR, "kept preToolUse 600000", "dialect" },
		{ BEFORE BLOCKS LINE("\\\"$CLAUDE_PROJECT_DIR\\\"/x"), CLAUDE, MANIFEST, "kept", "timeout command dialect" },
		{ BEFORE BLOCKS LINE("\\\"$CLAUDE_PROJECT_DIR_2\\\"/x $HOME"), CLAUDE, CODEX, "kept PreToolUse", "dialect" },
		{ BEFORE BLOCKS LINE("\\\"$GAFF_PROJECT_DIR\\\"/x"), MANIFEST, CLAUDE, "kept PreToolUse", "command dialect" },
		{ BEFORE BLOCKS LINE("\\\"$CLAUDE_PROJECT_DIR\\\"/x"), MANIFEST, CODEX, "kept PreToolUse", "dialect" },
		{ BEFORE BLOCKS "\"dialect\":\"claude-code\"," LINE("\\\"$CLAUDE_PROJECT_DIR\\\"/x"), MANIFEST, CODEX, "kept PreToolUse", "command dialect" },
		/* agents that put them in themselves */
		{ BEFORE BLOCKS LINE("awk '{print $NF}'"), MANIFEST, GEMINI, "kept BeforeTool", "command dialect" },
		{ BEFORE BLOCKS LINE("echo ${X:-y}"), MANIFEST, QWEN, "kept PreToolUse", "command dialect" },
		{ BEFORE BLOCKS LINE("echo \\\"$X\\\" '$1 $(y)' \\\\'$Z\\\\'"), MANIFEST, QWEN, "kept PreToolUse", "dialect" },
		{ BEFORE BLOCKS LINE("awk '{print $NF}'"), GEMINI, QWEN, "kept PreToolUse", "dialect" },
		/* clang-format on */
	};

	hold(rows, COUNT_OF(rows), false);
}

TEST(check__runtime)
{
	static const struct row rows[] = {
		/* clang-format off */
		{ BEFORE SHELL BLOCKS RUN, CLAUDE, CURSOR, "kept preToolUse+ 37000", "timeout" },
		{ BEFORE SHELL BLOCKS RUNS("\"timeout\":10"), CLAUDE, CURSOR, "kept preToolUse+ 17000", "" },
		{ BEFORE SHELL BLOCKS RUNS("\"timeout\":1.5,\"cwd\":\"a\",\"env\":{\"A\":\"b\"},\"platform\":{\"linux\":\"l\"}"), CLAUDE, CODEX, "kept PreToolUse+ 9000", "" },
		{ BEFORE SHELL CLOSED BLOCKS "\"timeout_action\":\"block\",\"name\":\"n\",\"paths\":[\"a\"],\"owner\":\"me\"," RUNS("\"timeout\":3"), MANIFEST, CODEX, "kept PreToolUse+ 10000", "" },
		{ BEFORE RUNS("\"timeout\":3,\"async\":true"), MANIFEST, GEMINI, "kept BeforeTool 10000", "" },
		{ BEFORE BLOCKS HTTP, MANIFEST, CURSOR, "kept preToolUse 37000", "" },
		{ BEFORE BLOCKS ASK, MANIFEST, CURSOR, "kept preToolUse", "" },
		{ BEFORE BLOCKS ASK, MANIFEST, CODEX, "gone", "type=llm_evaluated:exclude!" },
		{ "\"event\":\"session_end\"," RUNS("\"timeout\":1"), MANIFEST, CODEX, "kept SessionEnd 3000", "" },
		{ "\"event\":\"session_end\"," RUNS("\"timeout\":10"), MANIFEST, CODEX, "kept SessionEnd 3000", "timeout" },
		{ PROMPT BLOCKS RUNS("\"timeout\":1"), CLAUDE, COPILOT, "kept userPromptSubmitted 8000", "" },
		{ START BLOCKS RUNS("\"timeout\":1"), MANIFEST, CLAUDE, "kept SessionStart 8000", "blocking" },
		{ BEFORE BLOCKS LINE("./x.sh"), CURSOR, CLAUDE, "kept PreToolUse 37000", "timeout" },
		{ BEFORE BLOCKS LINE("./x.sh"), MANIFEST, CLAUDE, "kept PreToolUse 37000", "command" },
		{ BEFORE BLOCKS LINE("\\\"$CLAUDE_PROJECT_DIR\\\"/x"), CLAUDE, CODEX, "kept PreToolUse 37000", "timeout" },
		/* gaff blocks a call whose new input cannot be had, and no other */
		{ BEFORE BLOCKS REWRITES RUN, MANIFEST, QWEN, "kept PreToolUse 37000", "capabilities=input_rewrite:block" },
		{ BEFORE BLOCKS IF("input_rewrite", "exclude") RUN, MANIFEST, QWEN, "gone", "capabilities=input_rewrite:exclude" },
		{ "\"event\":\"before_model\"," RUN, MANIFEST, CURSOR, "gone", "event:exclude" },
		{ BEFORE SHELL BLOCKS DATA("cursor", "\"events\":[\"beforeShellExecution\"]") RUN, CURSOR, CURSOR, "kept beforeShellExecution 37000", "" },
		/* what blocks anyway is as it is, unless it came out of such a line */
		{ BEFORE BLOCKS LINE("printf '%s\\\\n' 'BLOCKED: x' >&2; exit 2"), CURSOR, CURSOR, "kept preToolUse", "" },
		{ BEFORE BLOCKS LINE("printf '%s\\\\n' 'BLOCKED: x' >&2; exit 2"), CLAUDE, CURSOR, "kept preToolUse 600000", "" },
		{ BEFORE BLOCKS "\"dialect\":\"codex\"," LINE("printf '%s\\\\n' 'BLOCKED: x' >&2; exit 2"), CURSOR, CURSOR, "kept preToolUse 37000", "" },
		{ BEFORE BLOCKS "\"dialect\":\"codex\"," LINE("./x.sh"), MANIFEST, MANIFEST, "kept", "" },
		{ BEFORE BLOCKS LINE("./x.sh"), CURSOR, MANIFEST, "kept", "timeout" },
		/* clang-format on */
	};

	hold(rows, COUNT_OF(rows), true);
}

/* What was written for one hook is not written again for the next, and lost all the same. */
TEST(check__matchers_are_lost_by_each)
{
	struct outcome o;
	size_t n[4] = { 0 };

	gaff_arena_init(&arena, storage, sizeof storage, 1 << 26);
	o = check(MANIFEST, CLAUDE, false,
		  SV("{\"spec\":\"hooks/1.0\",\"hooks\":[{" BEFORE SHELL RUN "},{" BEFORE
		     "\"matcher\":\"web_fetch\"," RUN "},{" BEFORE SHELL RUN "}]}"));
	CHECK(o.rc == GAFF_OK);
	for (size_t i = 0; i < o.losses.n; i++)
		if (sv_eq(o.losses.item[i].field, SV("matcher")))
			n[o.losses.item[i].hook]++;
	CHECK(n[1] == 1 && n[2] == 0 && n[3] == 1);
	if (o.rc == GAFF_OK) {
		CHECK_TEXT(o.plans[0].spot[0].matcher, SV("Bash"));
		CHECK_TEXT(o.plans[2].spot[0].matcher, SV("Bash"));
		CHECK_TEXT(o.plans[1].spot[0].matcher, SV("WebFetch"));
	}
	gaff_arena_release(&arena);
}

/* ---- what is written ---- */

TEST(check__lines)
{
	static const struct {
		const char *hook;
		const struct gaff_host *from, *to;
		bool runtime;
		const char *command;
	} rows[] = {
		/* clang-format off */
		{ BEFORE RUN, MANIFEST, CLAUDE, false, "check" },
		{ BEFORE RUNS("\"platform\":{\"linux\":\"here\",\"darwin\":\"here\"}"), MANIFEST, CLAUDE, false, "check" },
		{ BEFORE HTTP, MANIFEST, CURSOR, false,
		  "curl -gfsS --max-time 30 -X POST -H 'Content-Type: application/json' --data-binary @- --url https://h/x || exit 1" },
		{ BEFORE "\"handler\":{\"type\":\"http\",\"url\":\"https://h\",\"headers\":{\"A\":\"b ${C}\"},\"allowed_env_vars\":[\"C\"]}", MANIFEST, GEMINI, false,
		  "curl -gfsS --max-time 30 -X POST -H 'A: b '\"$(printenv C)\" -H 'Content-Type: application/json' --data-binary @- --url https://h || exit 1" },
		{ BEFORE REWRITES LINE("./it's.sh"), MANIFEST, WINDSURF, false,
		  "printf '%s\\n' 'BLOCKED: Windsurf takes no new input on pre_run_command (input_rewrite), and this hook cannot do without: ./it'\\''s.sh' >&2; exit 2" },
		{ BEFORE SHELL "\"dialect\":\"codex\"," DATA("cursor", "\"loop_limit\":1") LINE("a 'b' $c"), MANIFEST, CURSOR, true,
		  "gaff run --host cursor --event preToolUse --dialect codex --deadline 32 --inline '{\"spec\":\"hooks/1.0\",\"hooks\":[{\"event\":\"before_tool_execute\",\"matcher\":\"shell\","
		  "\"handler\":{\"type\":\"command\",\"command\":\"a \\u0027b\\u0027 \\u0024c\"},\"blocking\":false}]}'" },
		{ START RUN, CLAUDE, GEMINI, true,
		  "gaff run --host gemini-cli --event SessionStart --dialect claude-code --deadline 32 --inline '{\"spec\":\"hooks/1.0\",\"hooks\":[{\"event\":\"session_start\","
		  "\"handler\":{\"type\":\"command\",\"command\":\"check\"},\"blocking\":false}]}'" },
		/* clang-format on */
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct outcome o;

		gaff_arena_init(&arena, storage, sizeof storage, 1 << 26);
		o = check(rows[i].from, rows[i].to, rows[i].runtime, manifest_of(rows[i].hook));
		CHECK(o.rc == GAFF_OK && o.plans[0].kind == GAFF_HANDLER_COMMAND);
		if (o.rc == GAFF_OK)
			CHECK_TEXT(o.plans[0].command, sv_of(rows[i].command));
		gaff_arena_release(&arena);
	}
}

/* Some of what is said, word for word. */
TEST(check__texts)
{
	static const struct row rows[] = {
		/* clang-format off */
		{ BEFORE SHELL RUNS("\"timeout\":10"), MANIFEST, WINDSURF, "timeout", "Windsurf has no timeouts: dropped" },
		{ BEFORE SHELL BLOCKS RUN, MANIFEST, WINDSURF, "blocking", "pre_run_command of Windsurf reads no answer: exit 2 blocks here, and nothing else does" },
		{ "\"event\":\"before_model\"," RUN, MANIFEST, CURSOR, "event", "timing shift: Cursor has no before_model, and afterAgentResponse comes after it: left out" },
		{ "\"event\":\"before_compact\"," RUN, MANIFEST, WINDSURF, "event", "Windsurf has no before_compact: left out" },
		{ BEFORE RUN, MANIFEST, CLAUDE, "blocking", "exit 2 blocks on PreToolUse of Claude Code all the same" },
		{ BEFORE DATA("windsurf", "\"a\":1") RUN, MANIFEST, CLAUDE, "provider_data.windsurf", "for Windsurf, not for Claude Code: dropped" },
		{ BEFORE DATA("someone", "\"a\":1") RUN, MANIFEST, CLAUDE, "provider_data.someone", "for someone, not for Claude Code: dropped" },
		{ BEFORE RUN, CLAUDE, MANIFEST, "timeout", "gaff waits 30 s where nothing is said, and Claude Code 600 s" },
		{ BEFORE RUN, MANIFEST, CLAUDE, "timeout", "Claude Code waits 600 s where nothing is said, and gaff 30 s" },
		{ BEFORE RUN, CLAUDE, CURSOR, "dialect", "it speaks the JSON of Claude Code, and Cursor another: only exit 0 and 2 mean the same; --runtime translates" },
		{ BEFORE REWRITES RUN, MANIFEST, CLAUDE, "dialect",
		  "it speaks the JSON of gaff, and Claude Code another: a new input is not understood, only exit 0 and 2 mean the same; --runtime translates" },
		{ BEFORE SHELL RUN, MANIFEST, WINDSURF, "dialect", "it speaks the JSON of gaff, and Windsurf another: only exit 0 and 2 mean the same; --runtime translates" },
		{ BEFORE RUN, CLAUDE, MANIFEST, "dialect", "it speaks the JSON of Claude Code, and gaff another: only exit 0 and 2 mean the same; with --runtime the manifest says so" },
		{ BEFORE "\"matcher\":[\"shell\",\"search\",\"find\"]," RUN, MANIFEST, WINDSURF, "matcher", "Windsurf has no event for search, find: not for these" },
		{ BEFORE RUNS("\"timeout\":1.5"), MANIFEST, CODEX, "timeout", "Codex CLI counts whole seconds: 1.5 s became 2 s" },
		{ BEFORE BLOCKS "\"paths\":[\"a\"]," RUN, MANIFEST, CLAUDE, "paths", "gaff writes no paths for Claude Code: it is for every file, and may block more than it should" },
		/* clang-format on */
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct sv text = SV("(not lost)");
		struct outcome o;

		gaff_arena_init(&arena, storage, sizeof storage, 1 << 26);
		o = check(rows[i].from, rows[i].to, false, manifest_of(rows[i].hook));
		for (size_t k = o.losses.n; k-- > 0;)
			if (o.losses.item[k].hook == 1 &&
			    sv_eq(o.losses.item[k].field, sv_of(rows[i].plan)))
				text = o.losses.item[k].text;
		CHECK_TEXT(text, sv_of(rows[i].losses));
		gaff_arena_release(&arena);
	}
}

/* ---- the manifest ---- */

TEST(check__what_is_beside_the_hooks)
{
	struct outcome o;

	gaff_arena_init(&arena, storage, sizeof storage, 1 << 26);
	o = check(MANIFEST, CLAUDE, false,
		  SV("{\"spec\":\"hooks/1.0\",\"_comment\":\"x\",\"team\":\"red\","
		     "\"provider_data\":{\"claude-code\":{\"model\":\"m\"},\"codex\":{}},"
		     "\"rules\":[{\"name\":\"a\",\"program\":\"rm\",\"decision\":\"deny\"},"
		     "{\"name\":\"b\",\"program\":\"rm\",\"decision\":\"allow\"},"
		     "{\"name\":\"c\",\"program\":\"rm\",\"decision\":\"ask\",\"enabled\":false}],"
		     "\"hooks\":[{" BEFORE BLOCKS "\"dialect\":\"claude-code\"," RUN "}]}"));
	CHECK(o.rc == GAFF_OK && o.losses.n_guards == 1);
	CHECK_TEXT(
		losses_text(&o.losses),
		SV("rules:exclude! rules:exclude rules:exclude team provider_data.codex timeout"));
	gaff_arena_release(&arena);
}

TEST(check__nothing_is_left)
{
	static const struct {
		struct sv manifest;
		const struct gaff_host *to;
		enum gaff_rc rc;
	} cases[] = {
		/* clang-format off */
		{ SV_INIT("{\"spec\":\"hooks/1.0\",\"hooks\":[{\"event\":\"before_model\"," RUN "}]}"), CLAUDE, GAFF_EUNSUPPORTED },
		{ SV_INIT("{\"spec\":\"hooks/1.0\",\"rules\":[{\"name\":\"a\",\"program\":\"rm\",\"decision\":\"deny\"}]}"), CLAUDE, GAFF_EUNSUPPORTED },
		{ SV_INIT("{\"spec\":\"hooks/1.0\",\"rules\":[{\"name\":\"a\",\"program\":\"rm\",\"decision\":\"deny\"}]}"), MANIFEST, GAFF_OK },
		/* clang-format on */
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		gaff_arena_init(&arena, storage, sizeof storage, 1 << 26);
		CHECK(check(MANIFEST, cases[i].to, false, cases[i].manifest).rc == cases[i].rc);
		gaff_arena_release(&arena);
	}
}
