/*
 * contract.c - every field, helper and answer that docs/library.md promises, by gaff.h alone.
 *
 * A test's name is what stands in the tables of that page; tests/library.mjs holds them against
 * each other.
 */
#include <gaff.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *test_name;
static int failures, passed, failed;

static void check(int ok, const char *what, int line)
{
	if (!ok) {
		fprintf(stderr, "contract.c:%d: %s: not so: %s\n", line, test_name, what);
		failures++;
	}
}
#define CHECK(condition) check((condition) != 0, #condition, __LINE__)

static void check_text(const char *got, const char *want, int line)
{
	if ((!got && !want) || (got && want && strcmp(got, want) == 0))
		return;
	fprintf(stderr, "contract.c:%d: %s: got %s, want %s\n", line, test_name,
		got ? got : "nothing", want ? want : "nothing");
	failures++;
}
#define CHECK_TEXT(got, want) check_text(got, want, __LINE__)

static char *no_variables(const char *name)
{
	(void)name;
	return NULL;
}

static gaff_event *decode(const char *host, const char *payload)
{
	gaff_decoding how = { 0 };
	gaff_error error;
	gaff_event *event;

	how.host = host;
	how.get_variable = no_variables;
	event = gaff_event_decode(&how, payload, strlen(payload), &error);
	if (!event) {
		fprintf(stderr, "contract.c: %s: %s\n", test_name, error.message);
		exit(1);
	}
	return event;
}

#define COMMON                                                                                     \
	"\"session_id\":\"abc123\",\"cwd\":\"/home/user/project\",\"transcript_path\":\"/"         \
	"t.jsonl\","                                                                               \
	"\"permission_mode\":\"default\""
#define PRE(tool, input)                                                                           \
	"{" COMMON ",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"" tool                     \
	"\",\"tool_input\":" input ",\"tool_use_id\":\"toolu_01\"}"
#define WRITE                                                                                      \
	PRE("Write",                                                                               \
	    "{\"file_path\":\"/home/user/project/app/Data/User.php\",\"content\":\"<?php\"}")
#define EDIT                                                                                       \
	PRE("Edit",                                                                                \
	    "{\"file_path\":\"/home/user/project/a.c\",\"old_string\":\"x\",\"new_string\":"       \
	    "\"y\"}")
#define BASH                                                                                       \
	PRE("Bash", "{\"command\":\"npm run build\",\"description\":\"Build\",\"timeout\":60000}")
#define POST(members)                                                                              \
	"{" COMMON ",\"hook_event_name\":\"PostToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{"  \
	"\"command\":\"ls\"},\"tool_use_id\":\"toolu_01\"" members "}"
#define PROMPT  "{" COMMON ",\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"Add a login\"}"
#define SESSION "{" COMMON ",\"hook_event_name\":\"SessionStart\",\"source\":\"resume\"}"
#define STOP    "{" COMMON ",\"hook_event_name\":\"Stop\",\"stop_hook_active\":true}"

/* ---- fields ---- */

#define FIELD(test, payload, function, want)                                                       \
	static void test(void)                                                                     \
	{                                                                                          \
		gaff_event *event = decode("claude-code", payload);                                \
                                                                                                   \
		CHECK_TEXT(function(event), want);                                                 \
		gaff_event_free(event);                                                            \
	}

FIELD(session_id, WRITE, gaff_event_session_id, "abc123")
FIELD(cwd, WRITE, gaff_event_cwd, "/home/user/project")
FIELD(hook_event_name, WRITE, gaff_event_native_name, "PreToolUse")
FIELD(event_name, WRITE, gaff_event_name, "before_tool_execute")
FIELD(transcript_path, WRITE, gaff_event_transcript_path, "/t.jsonl")
FIELD(permission_mode, WRITE, gaff_event_permission_mode, "default")
FIELD(tool_name, WRITE, gaff_event_tool_name, "Write")
FIELD(tool, WRITE, gaff_event_tool, "file_write")
FIELD(tool_use_id, WRITE, gaff_event_tool_use_id, "toolu_01")
FIELD(file_path, WRITE, gaff_event_file_path, "/home/user/project/app/Data/User.php")
FIELD(content, WRITE, gaff_event_content, "<?php")
FIELD(command, BASH, gaff_event_command, "npm run build")
FIELD(description, BASH, gaff_event_description, "Build")
FIELD(old_string, EDIT, gaff_event_old_string, "x")
FIELD(new_string, EDIT, gaff_event_new_string, "y")
FIELD(no_command, WRITE, gaff_event_command, NULL)
FIELD(no_file_path, BASH, gaff_event_file_path, NULL)
FIELD(url, PRE("WebFetch", "{\"url\":\"https://example.com\",\"prompt\":\"main\"}"), gaff_event_url,
      "https://example.com")
FIELD(query, PRE("WebSearch", "{\"query\":\"rules\"}"), gaff_event_query, "rules")
FIELD(pattern, PRE("Grep", "{\"pattern\":\"class.*\"}"), gaff_event_pattern, "class.*")
FIELD(prompt, PROMPT, gaff_event_prompt, "Add a login")
FIELD(source, SESSION, gaff_event_source, "resume")
FIELD(host, WRITE, gaff_event_host, "claude-code")
FIELD(mcp_server, PRE("mcp__github__create_issue", "{}"), gaff_event_mcp_server, "github")
FIELD(mcp_tool, PRE("mcp__github__create_issue", "{}"), gaff_event_mcp_tool, "create_issue")
FIELD(tool_result, POST(",\"tool_response\":\"done\""), gaff_event_result, "done")
FIELD(tool_result_object, POST(",\"tool_response\":{\"stdout\":\"a\"}"), gaff_event_result,
      "{\"stdout\":\"a\"}")

/* What inputs of each tool have, by the names that the contract has for them. */
static void tool_inputs(void)
{
	static const struct {
		const char *payload, *name, *want;
	} rows[] = {
		{ BASH, "tool_input.timeout", "60000" },
		{ BASH, "tool_input.command", "npm run build" },
		{ WRITE, "tool_input.file_path", "/home/user/project/app/Data/User.php" },
		{ EDIT, "tool_input.old_string", "x" },
		{ EDIT, "tool_input.new_string", "y" },
		{ PRE("Read", "{\"file_path\":\"/a\",\"offset\":7,\"limit\":9}"),
		  "tool_input.offset", "7" },
		{ PRE("Read", "{\"file_path\":\"/a\",\"offset\":7,\"limit\":9}"),
		  "tool_input.limit", "9" },
		{ PRE("Glob", "{\"pattern\":\"*.php\",\"path\":\"/p\"}"), "tool_input.pattern",
		  "*.php" },
		{ PRE("Glob", "{\"pattern\":\"*.php\",\"path\":\"/p\"}"), "tool_input.path", "/p" },
		{ PRE("Grep", "{\"pattern\":\"x\",\"path\":\"/p\",\"glob\":\"*.c\"}"),
		  "tool_input.include", "*.c" },
		{ PRE("WebFetch", "{\"url\":\"u\",\"prompt\":\"p\"}"), "tool_input.prompt", "p" },
		{ PRE("WebSearch", "{\"query\":\"q\",\"allowed_domains\":[\"a.com\"]}"),
		  "tool_input.allowed_domains", "[\"a.com\"]" },
		{ PRE("WebSearch", "{\"query\":\"q\",\"blocked_domains\":[]}"),
		  "tool_input.blocked_domains", "[]" },
		{ PRE("Task", "{\"description\":\"d\",\"prompt\":\"p\",\"subagent_type\":\"g\"}"),
		  "tool_input.subagent_type", "g" },
		{ PRE("Task", "{\"description\":\"d\",\"prompt\":\"p\",\"subagent_type\":\"g\"}"),
		  "tool_input.prompt", "p" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		gaff_event *event = decode("claude-code", rows[i].payload);

		CHECK_TEXT(gaff_event_text(event, rows[i].name), rows[i].want);
		gaff_event_free(event);
	}
}

static char *one_variable(const char *name)
{
	static char path[] = "/run/env";

	return strcmp(name, "CLAUDE_ENV_FILE") == 0 ? path : NULL;
}

static void env_file(void)
{
	gaff_decoding how = { 0 };
	gaff_event *event;

	how.host = "claude-code";
	how.get_variable = one_variable;
	event = gaff_event_decode(&how, SESSION, strlen(SESSION), NULL);
	CHECK_TEXT(gaff_event_env_file(event), "/run/env");
	gaff_event_free(event);
}

/* ---- helpers ---- */

static void succeeded(void)
{
	gaff_event *event = decode("claude-code", POST(",\"tool_response\":\"done\""));

	CHECK(gaff_event_succeeded(event) && !gaff_event_failed(event));
	gaff_event_free(event);
	event = decode("cli", "{\"cli\":\"gh\",\"args\":[],\"cwd\":\"/\",\"phase\":\"post\","
			      "\"exit_code\":0}");
	CHECK(gaff_event_succeeded(event) && !gaff_event_failed(event));
	gaff_event_free(event);
	event = decode("claude-code", BASH);
	CHECK(!gaff_event_succeeded(event) && !gaff_event_failed(event));
	gaff_event_free(event);
}

static void failed_calls(void)
{
	gaff_event *event = decode("claude-code", "{" COMMON ",\"hook_event_name\":"
						  "\"PostToolUseFailure\",\"tool_name\":\"Bash\","
						  "\"tool_input\":{},\"error\":\"exit 1\"}");

	CHECK(gaff_event_failed(event) && !gaff_event_succeeded(event));
	CHECK_TEXT(gaff_event_error(event), "exit 1");
	gaff_event_free(event);
	event = decode("cli", "{\"cli\":\"gh\",\"args\":[],\"cwd\":\"/\",\"phase\":\"post\","
			      "\"exit_code\":3}");
	CHECK(gaff_event_failed(event) && !gaff_event_succeeded(event));
	gaff_event_free(event);
	event = decode(NULL,
		       "{\"spec\":\"hooks/1.0\",\"host\":\"x\",\"event\":\"after_tool_execute\","
		       "\"tool\":\"shell\",\"tool_input\":{},\"tool_error\":\"no\"}");
	CHECK(gaff_event_failed(event));
	CHECK_TEXT(gaff_event_error(event), "no");
	gaff_event_free(event);
}

static void path_matches(void)
{
	gaff_event *event = decode("claude-code", WRITE);

	CHECK(gaff_event_path_matches(event, "**/*.php"));
	CHECK(gaff_event_path_matches(event, "*.vue", "app/**"));
	CHECK(gaff_event_path_matches(event, "**/app/Data/**/*.php"));
	CHECK(gaff_event_path_matches(event, "app/Data/User.ph?"));
	CHECK(gaff_event_path_matches(event, "app/Data/[UV]ser.php"));
	CHECK(!gaff_event_path_matches(event, "app/Data/[!UV]ser.php"));
	CHECK(!gaff_event_path_matches(event, "*.php"));
	CHECK(!gaff_event_path_matches(event, "app/*.php"));
	CHECK(!gaff_event_path_matches(event, "**/*.vue", "**/*.ts"));
	gaff_event_free(event);
	event = decode("claude-code", BASH);
	CHECK(!gaff_event_path_matches(event, "**"));
	gaff_event_free(event);
}

static void path_excludes(void)
{
	gaff_event *event = decode("claude-code", WRITE);

	CHECK(gaff_event_path_excludes(event, "**/vendor/**", "**/node_modules/**"));
	CHECK(!gaff_event_path_excludes(event, "**/app/**"));
	gaff_event_free(event);
	event = decode("claude-code", BASH);
	CHECK(gaff_event_path_excludes(event, "**"));
	gaff_event_free(event);
}

static void paths_of_a_patch(void)
{
	gaff_event *event = decode(
		"codex", "{" COMMON ",\"hook_event_name\":\"PreToolUse\",\"tool_name\":"
			 "\"apply_patch\",\"tool_input\":{\"command\":\"*** Begin Patch\\n*** Add "
			 "File: a.txt\\n+x\\n*** Delete File: conf/.env\\n*** End Patch\"}}");

	CHECK(gaff_event_path_count(event) == 2);
	CHECK_TEXT(gaff_event_path(event, 0), "/home/user/project/a.txt");
	CHECK_TEXT(gaff_event_path(event, 1), "/home/user/project/conf/.env");
	CHECK_TEXT(gaff_event_path(event, 2), NULL);
	CHECK(gaff_event_path_matches(event, "**/.env"));
	CHECK(!gaff_event_path_excludes(event, "**/.env"));
	gaff_event_free(event);
}

/* A hook that looks at each of many files is done in no time, and within its memory. */
static void many_paths(void)
{
	enum { FILES = 4000 };
	static char payload[FILES * 40 + 400];
	size_t n = (size_t)sprintf(payload,
				   "{" COMMON ",\"hook_event_name\":\"PreToolUse\",\"tool_name\":"
				   "\"apply_patch\",\"tool_input\":{\"command\":\"*** Begin "
				   "Patch\\n");
	gaff_decoding how = { 0 };
	gaff_event *event;
	gaff_response *response;
	gaff_output out;

	for (int i = 0; i < FILES; i++)
		n += (size_t)sprintf(payload + n, "*** Delete File: f%d.c\\n", i);
	(void)strcpy(payload + n, "*** End Patch\"}}");
	how.host = "codex";
	how.memory_max = 16 << 20;
	event = gaff_event_decode(&how, payload, strlen(payload), NULL);
	CHECK(event && gaff_event_path_count(event) == FILES);
	for (size_t i = 0; event && i < FILES; i++)
		CHECK(gaff_event_path(event, i) != NULL);
	CHECK(event && gaff_event_path_matches(event, "*3999.c"));
	response = event ? gaff_response_new(event) : NULL;
	CHECK(response && gaff_response_encode(response, false, &out, NULL) == GAFF_STATUS_OK);
	gaff_event_free(event);
}

static void raw_json(void)
{
	gaff_event *event = decode("claude-code",
				   PRE("Bash", "{\"command\":\"a\\u0000b\",\"n\": 1.50 }"));
	size_t n;

	CHECK_TEXT(gaff_event_json(event, "/native/tool_input/n", &n), "1.50");
	CHECK(n == 4);
	CHECK_TEXT(gaff_event_json(event, "/tool_input/command", NULL), "\"a\\u0000b\"");
	CHECK_TEXT(gaff_event_command(event), "a\xef\xbf\xbd"
					      "b");
	CHECK_TEXT(gaff_event_json(event, "/native/nothing", &n), NULL);
	CHECK(n == 0);
	gaff_event_free(event);
}

static void a_misspelt_field_is_a_failure(void)
{
	gaff_event *event = decode("claude-code", BASH);
	gaff_response *response = gaff_response_new(event);
	gaff_output out;
	gaff_error error;

	CHECK_TEXT(gaff_event_text(event, "tol_input.command"), NULL);
	CHECK(gaff_response_encode(response, false, &out, &error) == GAFF_STATUS_USAGE);
	CHECK(strstr(error.message, "tol_input") != NULL);
	gaff_event_free(event);
}

static void event_can(void)
{
	gaff_event *event = decode("claude-code", BASH);

	CHECK(gaff_event_can(event, "deny") && gaff_event_can(event, "ask") &&
	      gaff_event_can(event, "updated_input"));
	CHECK(!gaff_event_can(event, "updated_prompt"));
	gaff_event_free(event);
	/* under gaff run it is about the agent behind that */
	event = decode(NULL, "{\"spec\":\"hooks/1.0\",\"host\":\"gemini-cli\",\"event\":"
			     "\"before_tool_execute\",\"native_event\":\"BeforeTool\",\"tool\":"
			     "\"shell\",\"tool_input\":{}}");
	CHECK(gaff_event_can(event, "deny") && !gaff_event_can(event, "env"));
	gaff_event_free(event);
}

/* ---- answers ---- */

static void answer(const char *host, const char *payload, void (*say)(gaff_response *),
		   const char *want, int want_exit, int line)
{
	gaff_event *event = decode(host, payload);
	gaff_response *response = gaff_response_new(event);
	gaff_output out = { 0 };
	gaff_error error;

	say(response);
	if (gaff_response_encode(response, false, &out, &error) != GAFF_STATUS_OK) {
		fprintf(stderr, "contract.c:%d: %s: %s\n", line, test_name, error.message);
		failures++;
	} else {
		check_text(out.out, want, line);
		check(strlen(out.out) == out.out_length, "length", line);
		check(out.exit_code == want_exit, "exit code", line);
	}
	gaff_event_free(event);
}

#define ANSWER(test, payload, said, want, want_exit)                                               \
	static void say_##test(gaff_response *r)                                                   \
	{                                                                                          \
		said;                                                                              \
	}                                                                                          \
	static void test(void)                                                                     \
	{                                                                                          \
		answer("claude-code", payload, say_##test, want, want_exit, __LINE__);             \
	}

#define SPECIFIC(event, members)                                                                   \
	"{\"hookSpecificOutput\":{\"hookEventName\":\"" event "\"" members "}}"

ANSWER(allow, BASH, gaff_response_allow(r, "Validation passed"),
       SPECIFIC("PreToolUse", ",\"permissionDecision\":\"allow\",\"permissionDecisionReason\":"
			      "\"Validation passed\""),
       0)
ANSWER(deny, BASH, gaff_response_deny(r, "no"),
       SPECIFIC("PreToolUse",
		",\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"no\""),
       2)
ANSWER(ask, BASH, gaff_response_ask(r, "sure?"),
       SPECIFIC("PreToolUse",
		",\"permissionDecision\":\"ask\",\"permissionDecisionReason\":\"sure?\""),
       0)
ANSWER(updated_input, WRITE,
       (gaff_response_allow(r, "Auto-corrected path"),
	gaff_response_rewrite(r, "file_path", "/corrected/path.php")),
       SPECIFIC("PreToolUse",
		",\"permissionDecision\":\"allow\",\"permissionDecisionReason\":\"Auto-corrected "
		"path\",\"updatedInput\":{\"file_path\":\"/corrected/path.php\",\"content\":"
		"\"<?php\"}"),
       0)
ANSWER(updated_input_json, BASH, gaff_response_rewrite_json(r, "timeout", "5"),
       SPECIFIC("PreToolUse", ",\"updatedInput\":{\"command\":\"npm run build\",\"description\":"
			      "\"Build\",\"timeout\":5}"),
       0)
ANSWER(acknowledge, POST(""), gaff_response_acknowledge(r), SPECIFIC("PostToolUse", ""), 0)
ANSWER(nothing_said, POST(""), (void)r, "", 0)
ANSWER(context, POST(""), gaff_response_context(r, "Consider a class."),
       SPECIFIC("PostToolUse", ",\"additionalContext\":\"Consider a class.\""), 0)
ANSWER(message, POST(""), gaff_response_message(r, "Consider a class."),
       SPECIFIC("PostToolUse", ",\"additionalContext\":\"Consider a class.\""), 0)
ANSWER(updated_output, POST(",\"tool_response\":\"secret\""),
       gaff_response_output_json(r, "\"redacted\""),
       SPECIFIC("PostToolUse", ",\"updatedToolOutput\":\"redacted\""), 0)
ANSWER(prompt_allow, PROMPT, gaff_response_allow(r, NULL), "", 0)
ANSWER(stop, BASH, gaff_response_stop(r, "enough"),
       "{\"continue\":false,\"stopReason\":\"enough\",\"hookSpecificOutput\":{\"hookEventName\":"
       "\"PreToolUse\",\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"enough\"}}",
       2)
ANSWER(suppress_output, BASH, gaff_response_suppress_output(r), "{\"suppressOutput\":true}", 0)
ANSWER(system_message, BASH, gaff_response_system_message(r, "hello"),
       "{\"systemMessage\":\"hello\"}", 0)
ANSWER(combined, BASH,
       (gaff_response_ask(r, "one"), gaff_response_allow(r, "two"), gaff_response_context(r, "a"),
	gaff_response_context(r, "b"), gaff_response_deny(r, "three"),
	gaff_response_deny(r, "four")),
       SPECIFIC("PreToolUse", ",\"permissionDecision\":\"deny\",\"permissionDecisionReason\":"
			      "\"three\\n\\nfour\",\"additionalContext\":\"a\\n\\nb\""),
       2)

static void say_user_message(gaff_response *r)
{
	gaff_response_deny(r, "for the model");
	gaff_response_user_message(r, "for the user");
}

static void user_message(void)
{
	answer("cursor",
	       "{\"hook_event_name\":\"preToolUse\",\"conversation_id\":\"x\",\"cursor_version\":"
	       "\"3.20.17\",\"tool_name\":\"Shell\",\"tool_input\":{\"command\":\"ls\"}}",
	       say_user_message,
	       "{\"permission\":\"deny\",\"agent_message\":\"for the "
	       "model\",\"user_message\":\"for "
	       "the model\\n\\nfor the user\"}",
	       0, __LINE__);
}

static void say_secrets(gaff_response *r)
{
	gaff_response_deny(r, "secrets");
}

static void prompt_deny(void)
{
	answer("cursor",
	       "{\"hook_event_name\":\"beforeSubmitPrompt\",\"conversation_id\":\"x\","
	       "\"cursor_version\":\"3.20.17\",\"prompt\":\"x\"}",
	       say_secrets, "{\"continue\":false,\"user_message\":\"secrets\"}", 0, __LINE__);
}

static void say_prompt(gaff_response *r)
{
	gaff_response_prompt(r, "Add a safe login");
}

/* Claude Code takes no other prompt: it is lost, and that is said. */
static void modified_prompt(void)
{
	gaff_event *event = decode("claude-code", PROMPT);
	gaff_response *response = gaff_response_new(event);
	gaff_output out;

	say_prompt(response);
	CHECK_TEXT(gaff_response_text(response, "updated_prompt"), "Add a safe login");
	CHECK(gaff_response_encode(response, false, &out, NULL) == GAFF_STATUS_OK);
	CHECK(gaff_response_warning(response, 0) &&
	      strstr(gaff_response_warning(response, 0), "updated_prompt"));
	CHECK_TEXT(gaff_response_warning(response, 1), NULL);
	gaff_event_free(event);
	/* under gaff run it goes on to the one that calls */
	answer(NULL, "{\"spec\":\"hooks/1.0\",\"host\":\"opencode\",\"event\":\"before_prompt\"}",
	       say_prompt, "{\"updated_prompt\":\"Add a safe login\"}", 0, __LINE__);
}

static void say_env(gaff_response *r)
{
	gaff_response_env(r, "NAME", "a b");
	gaff_response_env(r, "OTHER", "c");
}

static void env_vars(void)
{
	answer("cursor",
	       "{\"hook_event_name\":\"sessionStart\",\"conversation_id\":\"x\",\"cursor_version\":"
	       "\"3.20.17\"}",
	       say_env, "{\"env\":{\"NAME\":\"a b\",\"OTHER\":\"c\"}}", 0, __LINE__);
}

static void say_native(gaff_response *r)
{
	gaff_response_native_json(r, "{\"terminalSequence\":\"x\"}");
}

static void native(void)
{
	answer(NULL, "{\"spec\":\"hooks/1.0\",\"host\":\"x\",\"event\":\"agent_stop\"}", say_native,
	       "{\"native\":{\"terminalSequence\":\"x\"}}", 0, __LINE__);
}

/* A mistake in an answer must not look like no opinion. */
static void mistakes_are_failures(void)
{
	static const struct {
		void (*say)(gaff_response *r, const char *x, const char *y);
		const char *x, *y;
		enum gaff_status want;
	} rows[] = {
		{ gaff_response_env, "A B", "x", GAFF_STATUS_USAGE },
		{ gaff_response_env, "A", NULL, GAFF_STATUS_HOOK },
		{ gaff_response_rewrite_json, "timeout", "{", GAFF_STATUS_SYNTAX },
		{ gaff_response_rewrite, "command", NULL, GAFF_STATUS_HOOK },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		gaff_event *event = decode("claude-code", BASH);
		gaff_response *response = gaff_response_new(event);
		gaff_output out;
		gaff_error error;

		rows[i].say(response, rows[i].x, rows[i].y);
		CHECK(gaff_response_encode(response, false, &out, &error) == rows[i].want);
		CHECK(error.status == rows[i].want && error.message[0]);
		gaff_event_free(event);
	}
}

static void say_misspelt(gaff_response *r)
{
	gaff_response_rewrite(r, "comand", "x");
}

/* The hook wanted another call: this one does not go on. Where there is none it is said. */
static void a_rewrite_that_cannot_be(void)
{
	gaff_event *event = decode("claude-code", PROMPT);
	gaff_response *response = gaff_response_new(event);
	gaff_output out;

	answer("claude-code", BASH, say_misspelt,
	       SPECIFIC("PreToolUse",
			",\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"shell has "
			"no "
			"'comand' to rewrite; it has: command, cwd, description, timeout\""),
	       2, __LINE__);
	gaff_response_rewrite(response, "command", "x");
	CHECK(gaff_response_encode(response, false, &out, NULL) == GAFF_STATUS_OK);
	CHECK_TEXT(gaff_response_warning(response, 0),
		   "updated_input is lost: this event is about no tool");
	CHECK_TEXT(out.out, "");
	gaff_event_free(event);
}

static void ask_fallback(void)
{
	static const char cursor[] =
		"{\"hook_event_name\":\"preToolUse\",\"conversation_id\":\"x\",\"cursor_version\":"
		"\"3.2.16\",\"tool_name\":\"Shell\",\"tool_input\":{\"command\":\"ls\"}}";
	gaff_event *event = decode("cursor", cursor);
	gaff_response *response = gaff_response_new(event);
	gaff_output out;

	gaff_response_ask(response, "sure?");
	CHECK(gaff_response_encode(response, false, &out, NULL) == GAFF_STATUS_OK);
	CHECK(strstr(out.out, "\"deny\"") != NULL);
	CHECK(gaff_response_warning(response, 0) != NULL);
	CHECK(gaff_response_encode(response, true, &out, NULL) == GAFF_STATUS_OK);
	CHECK(strstr(out.out, "\"ask\"") != NULL);
	gaff_event_free(event);
}

/* ---- the examples of the contract, as they are printed there ---- */

#define RAW_BASE                                                                                   \
	"{\n  \"session_id\": \"abc123-def456\",\n  \"cwd\": \"/home/user/project\",\n  "          \
	"\"hook_event_name\": \"PreToolUse\",\n  \"transcript_path\": "                            \
	"\"/home/user/.claude/projects/.../session.jsonl\",\n  \"permission_mode\": "              \
	"\"default\"\n}"
#define RAW_PRE(tool, input)                                                                       \
	"{\n  \"session_id\": \"abc123\",\n  \"cwd\": \"/home/user/project\",\n  "                 \
	"\"hook_event_name\": \"PreToolUse\",\n  \"transcript_path\": "                            \
	"\"/home/user/.claude/...\",\n  "                                                          \
	"\"permission_mode\": \"default\",\n  \"tool_name\": \"" tool                              \
	"\",\n  \"tool_input\": " input ",\n  \"tool_use_id\": \"toolu_01ABC123...\"\n}"
#define RAW_WRITE                                                                                  \
	RAW_PRE("Write",                                                                           \
		"{\n    \"file_path\": \"/home/user/project/app/Data/UserData.php\",\n    "        \
		"\"content\": \"<?php\\n\\nclass UserData...\"\n  }")
#define RAW_BASH                                                                                   \
	RAW_PRE("Bash", "{\n  \"command\": \"npm run build\",\n  \"description\": \"Build the "    \
			"project\",\n  \"timeout\": 60000\n}")
#define RAW_POST(result, error)                                                                    \
	"{\n  \"session_id\": \"abc123\",\n  \"cwd\": \"/home/user/project\",\n  "                 \
	"\"hook_event_name\": \"PostToolUse\",\n  \"tool_name\": \"Write\",\n  \"tool_input\": "   \
	"{\n    "                                                                                  \
	"\"file_path\": \"/home/user/project/app/Data/UserData.php\",\n    \"content\": "          \
	"\"<?php...\"\n  },\n  \"tool_use_id\": \"toolu_01ABC123...\",\n  "                        \
	"\"tool_result\": " result ",\n  \"tool_error\": " error "\n}"
#define RAW_DONE   RAW_POST("\"File written successfully\"", "null")
#define RAW_FAILED RAW_POST("\"\"", "\"Permission denied\"")
#define RAW_PROMPT                                                                                 \
	"{\n  \"session_id\": \"abc123\",\n  \"cwd\": \"/home/user/project\",\n  "                 \
	"\"hook_event_name\": \"UserPromptSubmit\",\n  \"prompt\": \"Add a login feature\"\n}"
#define RAW_SESSION                                                                                \
	"{\n  \"session_id\": \"abc123\",\n  \"cwd\": \"/home/user/project\",\n  "                 \
	"\"hook_event_name\": \"SessionStart\",\n  \"env_file\": \"/tmp/claude-env-abc123\"\n}"

/* What each field of each example is; NULL: it is not there. */
static void raw_fields(void)
{
	static const struct {
		const char *payload;
		const char *(*of)(const gaff_event *event);
		const char *want;
	} rows[] = {
		{ RAW_BASE, gaff_event_session_id, "abc123-def456" },
		{ RAW_BASE, gaff_event_cwd, "/home/user/project" },
		{ RAW_BASE, gaff_event_native_name, "PreToolUse" },
		{ RAW_BASE, gaff_event_transcript_path,
		  "/home/user/.claude/projects/.../session.jsonl" },
		{ RAW_BASE, gaff_event_permission_mode, "default" },
		{ RAW_BASE, gaff_event_file_path, NULL },
		{ RAW_WRITE, gaff_event_host, "claude-code" },
		{ RAW_WRITE, gaff_event_tool_name, "Write" },
		{ RAW_WRITE, gaff_event_tool_use_id, "toolu_01ABC123..." },
		{ RAW_WRITE, gaff_event_transcript_path, "/home/user/.claude/..." },
		{ RAW_WRITE, gaff_event_file_path, "/home/user/project/app/Data/UserData.php" },
		{ RAW_WRITE, gaff_event_content, "<?php\n\nclass UserData..." },
		{ RAW_WRITE, gaff_event_command, NULL },
		{ RAW_WRITE, gaff_event_old_string, NULL },
		{ RAW_WRITE, gaff_event_new_string, NULL },
		{ RAW_BASH, gaff_event_command, "npm run build" },
		{ RAW_BASH, gaff_event_description, "Build the project" },
		{ RAW_BASH, gaff_event_file_path, NULL },
		{ RAW_BASH, gaff_event_content, NULL },
		{ RAW_DONE, gaff_event_host, "claude-code" },
		{ RAW_DONE, gaff_event_name, "after_tool_execute" },
		{ RAW_DONE, gaff_event_session_id, "abc123" },
		{ RAW_DONE, gaff_event_tool_name, "Write" },
		{ RAW_DONE, gaff_event_tool, "file_write" },
		{ RAW_DONE, gaff_event_tool_use_id, "toolu_01ABC123..." },
		{ RAW_DONE, gaff_event_file_path, "/home/user/project/app/Data/UserData.php" },
		{ RAW_DONE, gaff_event_content, "<?php..." },
		{ RAW_DONE, gaff_event_result, "File written successfully" },
		{ RAW_DONE, gaff_event_error, NULL },
		{ RAW_FAILED, gaff_event_error, "Permission denied" },
		{ RAW_PROMPT, gaff_event_prompt, "Add a login feature" },
		{ RAW_PROMPT, gaff_event_native_name, "UserPromptSubmit" },
		{ RAW_SESSION, gaff_event_env_file, "/tmp/claude-env-abc123" },
		{ RAW_SESSION, gaff_event_native_name, "SessionStart" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		gaff_event *event = decode("claude-code", rows[i].payload);
		const char *got = rows[i].of(event);

		if ((got != NULL) != (rows[i].want != NULL) || (got && strcmp(got, rows[i].want)))
			fprintf(stderr, "contract.c: row %u of raw_fields:\n", (unsigned)i);
		CHECK_TEXT(got, rows[i].want);
		gaff_event_free(event);
	}
}

#define RAW_EDIT                                                                                   \
	RAW_PRE("Edit", "{\n  \"file_path\": \"/absolute/path/to/file\",\n  \"old_string\": "      \
			"\"text to find\",\n  \"new_string\": \"replacement text\"\n}")
#define RAW_READ                                                                                   \
	RAW_PRE("Read", "{\n  \"file_path\": \"/absolute/path/to/file\",\n  \"offset\": 0,\n  "    \
			"\"limit\": 1000\n}")
#define RAW_GLOB                                                                                   \
	RAW_PRE("Glob", "{\n  \"pattern\": \"**/*.php\",\n  \"path\": \"/home/user/project\"\n}")
#define RAW_GREP                                                                                   \
	RAW_PRE("Grep", "{\n  \"pattern\": \"class.*Controller\",\n  \"path\": "                   \
			"\"/home/user/project\",\n  \"include\": \"*.php\"\n}")
#define RAW_FETCH                                                                                  \
	RAW_PRE("WebFetch", "{\n  \"url\": \"https://example.com\",\n  \"prompt\": \"Extract the " \
			    "main content\"\n}")
#define RAW_SEARCH                                                                                 \
	RAW_PRE("WebSearch", "{\n  \"query\": \"laravel validation rules\",\n  "                   \
			     "\"allowed_domains\": [\"laravel.com\"],\n  \"blocked_domains\": "    \
			     "[]\n}")
#define RAW_TASK                                                                                   \
	RAW_PRE("Task", "{\n  \"description\": \"Research authentication patterns\",\n  "          \
			"\"prompt\": \"Find how authentication is implemented...\",\n  "           \
			"\"subagent_type\": \"general-purpose\"\n}")

/* Every member of every tool's input, by the name that it has in the contract. */
static void raw_tool_inputs(void)
{
	static const struct {
		const char *payload, *name, *want;
	} rows[] = {
		{ RAW_EDIT, "file_path", "/absolute/path/to/file" },
		{ RAW_EDIT, "old_string", "text to find" },
		{ RAW_EDIT, "new_string", "replacement text" },
		{ RAW_BASH, "command", "npm run build" },
		{ RAW_BASH, "description", "Build the project" },
		{ RAW_BASH, "timeout", "60000" },
		{ RAW_READ, "file_path", "/absolute/path/to/file" },
		{ RAW_READ, "offset", "0" },
		{ RAW_READ, "limit", "1000" },
		{ RAW_GLOB, "pattern", "**/*.php" },
		{ RAW_GLOB, "path", "/home/user/project" },
		{ RAW_GREP, "pattern", "class.*Controller" },
		{ RAW_GREP, "path", "/home/user/project" },
		{ RAW_GREP, "include", "*.php" },
		{ RAW_FETCH, "url", "https://example.com" },
		{ RAW_FETCH, "prompt", "Extract the main content" },
		{ RAW_SEARCH, "query", "laravel validation rules" },
		{ RAW_SEARCH, "allowed_domains", "[\"laravel.com\"]" },
		{ RAW_SEARCH, "blocked_domains", "[]" },
		{ RAW_TASK, "description", "Research authentication patterns" },
		{ RAW_TASK, "prompt", "Find how authentication is implemented..." },
		{ RAW_TASK, "subagent_type", "general-purpose" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		gaff_event *event = decode("claude-code", rows[i].payload);

		CHECK_TEXT(gaff_event_text(event,
					   gaff_event_format(event, "tool_input.%s", rows[i].name)),
			   rows[i].want);
		gaff_event_free(event);
	}
}

static void raw_helpers(void)
{
	static const char *const about_files[] = { RAW_WRITE, RAW_DONE };
	gaff_event *event;

	for (size_t i = 0; i < 2; i++) {
		event = decode("claude-code", about_files[i]);
		CHECK(gaff_event_path_matches(event, "**/*.php"));
		CHECK(gaff_event_path_matches(event, "**/app/Data/**/*.php",
					      "**/app/Models/**/*.php"));
		CHECK(!gaff_event_path_matches(event, "**/*.vue", "**/*.ts", "**/*.tsx"));
		CHECK(gaff_event_path_excludes(event, "**/vendor/**", "**/node_modules/**"));
		CHECK(!gaff_event_path_excludes(event, "**/app/**"));
		CHECK(gaff_event_succeeded(event) == (i == 1) && !gaff_event_failed(event));
		gaff_event_free(event);
	}
	event = decode("claude-code", RAW_FAILED);
	CHECK(gaff_event_failed(event) && !gaff_event_succeeded(event));
	CHECK(gaff_event_path_matches(event, "**/*.php"));
	gaff_event_free(event);
	event = decode("claude-code", RAW_BASH);
	CHECK(!gaff_event_path_matches(event, "**/*.php", "**"));
	CHECK(gaff_event_path_excludes(event, "**/app/**"));
	gaff_event_free(event);
}

/* Every row of the table of globs, with what it has to match and what it must not. */
static void globs(void)
{
	static const struct {
		const char *path, *glob;
		bool want;
	} rows[] = {
		{ "/p/a.php", "/p/*.php", true },
		{ "/p/b/a.php", "/p/*.php", false },
		{ "/p/.php", "/p/*.php", true },
		{ "/p/a/c/x", "/p/*/x", false },
		{ "/p/b/x", "/p/*/x", true },
		{ "/p/a.php", "**/*.php", true },
		{ "/p/q/r/a.php", "**/*.php", true },
		{ "/p/q/r/a.php", "/p/**", true },
		{ "/p/app/Data/a.php", "**/app/Data/**/*.php", true },
		{ "/p/app/Data/x/y/a.php", "**/app/Data/**/*.php", true },
		{ "/p/app/Datas/a.php", "**/app/Data/**/*.php", false },
		{ "/p/q/vendor/a", "**/vendor/**", true },
		{ "/p/a.ts", "**/a.t?", true },
		{ "/p/a.tsx", "**/a.t?", false },
		{ "/p/a.t", "**/a.t?", false },
		{ "/p/x/y", "/p/x?y", false },
		{ "/p/a\xc3\xa9z", "/p/a?z", true },
		{ "/p/a", "/p/[abc]", true },
		{ "/p/c", "/p/[abc]", true },
		{ "/p/d", "/p/[abc]", false },
		{ "/p/b", "/p/[a-c]", true },
		{ "/p/ab", "/p/[abc]", false },
		{ "/p/d", "/p/[!abc]", true },
		{ "/p/a", "/p/[!abc]", false },
		{ "/p/x/y", "/p/x[!abc]y", false },
		{ "/p/x/y", "/p/x[/]y", false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char payload[400];
		gaff_event *event;

		(void)snprintf(payload, sizeof payload,
			       PRE("Write", "{\"file_path\":\"%s\",\"content\":\"\"}"),
			       rows[i].path);
		event = decode("claude-code", payload);
		if (gaff_event_path_matches(event, rows[i].glob) != rows[i].want)
			fprintf(stderr, "contract.c: %s and %s:\n", rows[i].glob, rows[i].path);
		CHECK(gaff_event_path_matches(event, rows[i].glob) == rows[i].want);
		CHECK(gaff_event_path_excludes(event, rows[i].glob) != rows[i].want);
		gaff_event_free(event);
	}
}

ANSWER(raw_allow, RAW_WRITE, gaff_response_allow(r, "Validation passed"),
       SPECIFIC("PreToolUse", ",\"permissionDecision\":\"allow\",\"permissionDecisionReason\":"
			      "\"Validation passed\""),
       0)
ANSWER(raw_deny, RAW_WRITE,
       gaff_response_deny(r, "Data classes must have #[TypeScript()] annotation"),
       SPECIFIC("PreToolUse", ",\"permissionDecision\":\"deny\",\"permissionDecisionReason\":"
			      "\"Data classes must have #[TypeScript()] annotation\""),
       2)
/* Agents replace the whole input, so all of it is there: the contract prints what was changed. */
ANSWER(raw_updated_input, RAW_WRITE,
       (gaff_response_allow(r, "Auto-corrected path"),
	gaff_response_rewrite(r, "file_path", "/corrected/path.php")),
       SPECIFIC("PreToolUse",
		",\"permissionDecision\":\"allow\",\"permissionDecisionReason\":\"Auto-corrected "
		"path\",\"updatedInput\":{\"file_path\":\"/corrected/path.php\",\"content\":"
		"\"<?php\\n\\nclass UserData...\"}"),
       0)
/* And exactly what it prints, where the tool has nothing else. */
ANSWER(raw_updated_input_alone, RAW_PRE("Read", "{ \"file_path\": \"/old/path.php\" }"),
       (gaff_response_allow(r, "Auto-corrected path"),
	gaff_response_rewrite(r, "file_path", "/corrected/path.php")),
       SPECIFIC("PreToolUse",
		",\"permissionDecision\":\"allow\",\"permissionDecisionReason\":\"Auto-corrected "
		"path\",\"updatedInput\":{\"file_path\":\"/corrected/path.php\"}"),
       0)
ANSWER(raw_acknowledge, RAW_DONE, gaff_response_acknowledge(r), SPECIFIC("PostToolUse", ""), 0)
ANSWER(raw_context, RAW_DONE,
       gaff_response_context(r, "Consider using a service class for this operation."),
       SPECIFIC("PostToolUse", ",\"additionalContext\":\"Consider using a service class for this "
			       "operation.\""),
       0)
ANSWER(raw_message, RAW_DONE,
       gaff_response_message(r, "Consider using a service class for this operation."),
       SPECIFIC("PostToolUse", ",\"additionalContext\":\"Consider using a service class for this "
			       "operation.\""),
       0)
ANSWER(raw_prompt_allow, RAW_PROMPT, gaff_response_allow(r, NULL), "", 0)
ANSWER(raw_prompt_deny, RAW_PROMPT, gaff_response_deny(r, "no"),
       "{\"decision\":\"block\",\"reason\":\"no\"}", 2)
ANSWER(raw_session_acknowledge, RAW_SESSION, gaff_response_acknowledge(r), "", 0)
ANSWER(acknowledge_says_no_more, POST(""),
       (gaff_response_acknowledge(r), gaff_response_suppress_output(r)),
       "{\"suppressOutput\":true}", 0)

/* ---- embedding ---- */

static void decode_detects_the_agent(void)
{
	gaff_event *event = decode(NULL, "{\"hook_event_name\":\"preToolUse\",\"conversation_id\":"
					 "\"x\",\"cursor_version\":\"3.20.17\",\"tool_name\":"
					 "\"Shell\",\"tool_input\":{\"command\":\"ls\"}}");

	CHECK_TEXT(gaff_event_host(event), "cursor");
	CHECK_TEXT(gaff_event_host_version(event), "3.20.17");
	gaff_event_free(event);
}

static void decode_errors_are_values(void)
{
	static const struct {
		const char *host, *payload;
		enum gaff_status want;
		size_t column;
	} rows[] = {
		{ "claude-code", "{\"a\" 1}", GAFF_STATUS_SYNTAX, 6 },
		{ "no-such", "{}", GAFF_STATUS_USAGE, 0 },
		{ NULL, "{\"what\":1}", GAFF_STATUS_USAGE, 0 },
		{ "claude-code", "", GAFF_STATUS_SYNTAX, 1 },
	};
	gaff_decoding small = { 0 };
	gaff_error error;

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		gaff_decoding how = { 0 };

		how.host = rows[i].host;
		CHECK(!gaff_event_decode(&how, rows[i].payload, strlen(rows[i].payload), &error));
		CHECK(error.status == rows[i].want && error.column == rows[i].column);
		CHECK(error.message[0] != '\0');
		CHECK(!gaff_event_decode(&how, rows[i].payload, strlen(rows[i].payload), NULL));
	}
	small.host = "claude-code";
	small.memory_max = 16;
	CHECK(!gaff_event_decode(&small, WRITE, strlen(WRITE), &error));
	CHECK(error.status == GAFF_STATUS_NO_MEMORY);
	gaff_event_free(NULL);
}

static void event_encode(void)
{
	gaff_event *event = decode("claude-code", BASH);
	const char *text;
	size_t n;
	gaff_error error;

	CHECK(gaff_event_encode(event, "cursor", &text, &n, &error) == GAFF_STATUS_OK);
	CHECK(strstr(text, "\"hook_event_name\":\"preToolUse\"") && strlen(text) == n);
	CHECK(gaff_event_encode(event, "claude-code", &text, &n, &error) == GAFF_STATUS_OK);
	CHECK_TEXT(text, BASH);
	CHECK(gaff_event_encode(event, "nobody", &text, &n, &error) == GAFF_STATUS_USAGE);
	gaff_event_free(event);
}

static void response_decode(void)
{
	gaff_event *event = decode("codex", "{" COMMON ",\"hook_event_name\":\"PreToolUse\","
					    "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":"
					    "\"ls\"}}");
	gaff_output hook = { 0 };
	gaff_response *response;
	gaff_error error;
	char text[] = "{\"permission\":\"deny\",\"agent_message\":\"no\"}";

	hook.out = text;
	hook.out_length = strlen(text);
	response = gaff_response_decode(event, "cursor", &hook, &error);
	memset(text, 'x', sizeof text - 1); /* it has a copy */
	CHECK(response && gaff_response_decision(response) == GAFF_VERDICT_DENY);
	CHECK_TEXT(response ? gaff_response_text(response, "reason") : NULL, "no");
	CHECK(gaff_response_encode(response, false, &hook, &error) == GAFF_STATUS_OK);
	CHECK(strstr(hook.out, "permissionDecision") && hook.exit_code == 2);
	hook.exit_code = 1;
	hook.out = hook.err = "";
	hook.out_length = hook.err_length = 0;
	CHECK(!gaff_response_decode(event, "cursor", &hook, &error));
	CHECK(error.status == GAFF_STATUS_HOOK);
	gaff_event_free(event);
}

static void guard(void)
{
	gaff_event *event = decode("claude-code",
				   PRE("Bash", "{\"command\":\"git push --force\"}"));
	gaff_response *response = gaff_response_new(event);
	gaff_error error;

	CHECK(gaff_event_guard(event, "destructive", response, &error) == GAFF_STATUS_OK);
	CHECK(gaff_response_decision(response) != GAFF_VERDICT_NONE);
	CHECK(gaff_event_guard(event, "no-such-guard", response, &error) == GAFF_STATUS_HOOK);
	gaff_event_free(event);
	event = decode("claude-code", BASH);
	response = gaff_response_new(event);
	CHECK(gaff_event_guard(event, "destructive secrets", response, &error) == GAFF_STATUS_OK);
	CHECK(gaff_response_decision(response) == GAFF_VERDICT_NONE);
	gaff_event_free(event);
}

static void convert(void)
{
	static const char claude[] =
		"{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"Bash\",\"hooks\":[{\"type\":"
		"\"command\","
		"\"command\":\"./check.sh\",\"timeout\":5,\"statusMessage\":\"checking\"}]}]}}";
	gaff_converting how = { 0 };
	gaff_converted *got;
	gaff_error error;
	size_t n;

	how.to = "cursor";
	got = gaff_config_convert(&how, claude, strlen(claude), &error);
	CHECK(got && strstr(gaff_converted_text(got, &n), "preToolUse") &&
	      strlen(gaff_converted_text(got, NULL)) == n);
	CHECK(got && gaff_converted_loss(got, 0) && !gaff_converted_loss(got, 1000));
	gaff_converted_free(got);
	how.from = "nobody";
	CHECK(!gaff_config_convert(&how, claude, strlen(claude), &error));
	CHECK(error.status == GAFF_STATUS_USAGE);
	how.from = "claude-code";
	CHECK(!gaff_config_convert(&how, "{", 1, &error));
	CHECK(error.status == GAFF_STATUS_SYNTAX && error.line == 1);
	gaff_converted_free(NULL);
}

static void log_line(void *data, const char *line)
{
	(void)snprintf(data, 200, "%s", line);
}

static void logger(void)
{
	char line[200] = "";
	gaff_decoding how = { 0 };
	gaff_event *event;

	how.host = "claude-code";
	how.log = log_line;
	how.data = line;
	event = gaff_event_decode(&how, BASH, strlen(BASH), NULL);
	gaff_log(event, "%d\n\x1b[31m %s", 7,
		 "AKIA"
		 "QWERTYUIOPASDFGH");
	CHECK(strncmp(line, "7  [31m [redacted", 17) == 0);
	CHECK(gaff_event_data(event) == line);
	gaff_event_free(event);
	event = decode("claude-code", BASH);
	gaff_log(event, "to nobody");
	gaff_event_free(event);
}

static void hosts(void)
{
	size_t n = 0;

	while (gaff_host_name(n))
		n++;
	CHECK(n >= 10 && strcmp(gaff_host_name(0), gaff_host_name(1)) < 0);
	CHECK(strcmp(gaff_version(), VERSION) == 0);
}

static void format(void)
{
	gaff_event *event = decode("claude-code", BASH);

	CHECK_TEXT(gaff_event_format(event, "%s-%d", "x", 3), "x-3");
	CHECK_TEXT(gaff_event_format(event, "%s", ""), "");
	gaff_event_free(event);
}

static void stop_is_active(void)
{
	gaff_event *event = decode("claude-code", STOP);

	CHECK(gaff_event_stop_is_active(event));
	gaff_event_free(event);
	event = decode("claude-code", BASH);
	CHECK(!gaff_event_stop_is_active(event));
	gaff_event_free(event);
}

/* clang-format off */
#define TESTS(X) \
	X(session_id) X(cwd) X(hook_event_name) X(event_name) X(transcript_path) X(permission_mode) \
	X(tool_name) X(tool) X(tool_use_id) X(file_path) X(content) X(command) X(description) \
	X(old_string) X(new_string) X(no_command) X(no_file_path) X(url) X(query) X(pattern) \
	X(prompt) X(source) X(host) X(mcp_server) X(mcp_tool) X(tool_result) X(tool_result_object) \
	X(tool_inputs) X(env_file) X(succeeded) X(failed_calls) X(path_matches) X(path_excludes) \
	X(paths_of_a_patch) X(many_paths) X(raw_json) X(a_misspelt_field_is_a_failure) X(event_can) X(allow) \
	X(deny) X(ask) X(updated_input) X(updated_input_json) X(acknowledge) X(context) X(message) \
	X(updated_output) X(prompt_allow) X(prompt_deny) X(modified_prompt) X(stop) \
	X(suppress_output) X(system_message) X(combined) X(user_message) X(env_vars) X(native) \
	X(mistakes_are_failures) X(a_rewrite_that_cannot_be) X(ask_fallback) X(decode_detects_the_agent) \
	X(decode_errors_are_values) X(event_encode) X(response_decode) X(guard) X(convert) \
	X(logger) X(hosts) X(format) X(stop_is_active) X(nothing_said) X(globs) \
	X(raw_fields) X(raw_tool_inputs) X(raw_helpers) X(raw_allow) X(raw_deny) X(raw_updated_input) \
	X(raw_updated_input_alone) X(raw_acknowledge) X(raw_context) X(raw_message) X(raw_prompt_allow) \
	X(raw_prompt_deny) X(raw_session_acknowledge) X(acknowledge_says_no_more)
/* clang-format on */

int main(void)
{
#define ROW(test) { #test, test },
	static const struct {
		const char *name;
		void (*run)(void);
	} tests[] = { TESTS(ROW) };

	for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
		failures = 0;
		test_name = tests[i].name;
		tests[i].run();
		printf("%s %s\n", failures ? "not ok" : "ok", test_name);
		if (failures)
			failed++;
		else
			passed++;
	}
	return failed ? 1 : 0;
}
