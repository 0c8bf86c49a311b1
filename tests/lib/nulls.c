/*
 * nulls.c - every function of gaff.h with NULL for each of its pointers.
 *
 * A row is a function, the argument that is NULL, and what must be so then. tests/library.mjs holds
 * the rows against the declarations in gaff.h: none is left out.
 */
#include <gaff.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASH                                                                                       \
	"{\"session_id\":\"s\",\"cwd\":\"/p\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":"   \
	"\"Bash\",\"tool_input\":{\"command\":\"ls\"}}"

static const char *none; /* NULL, where a compiler would warn of one */
static gaff_event *event;
static gaff_response *response;
static gaff_converted *converted;
static gaff_error error;
static gaff_output output;
static const char *text;
static size_t length;

/* A new event and response for each row: mistakes are remembered. */
static void begin(void)
{
	gaff_decoding how = { 0 };
	gaff_converting converting = { 0 };

	how.host = "claude-code";
	event = gaff_event_decode(&how, BASH, strlen(BASH), NULL);
	response = gaff_response_new(event);
	converting.from = "claude-code";
	converting.to = "canonical";
	converted = gaff_config_convert(&converting, "{\"hooks\":{}}", 12, NULL);
	memset(&error, 0, sizeof error);
	memset(&output, 0, sizeof output);
	text = NULL;
	length = 7;
}

static void end(void)
{
	gaff_event_free(event);
	gaff_converted_free(converted);
}

/* It says so, in a status and in an error. */
static bool is_usage(enum gaff_status status)
{
	return status == GAFF_STATUS_USAGE && error.status == GAFF_STATUS_USAGE &&
	       error.message[0] != '\0';
}

static bool is_refused(const void *got)
{
	return !got && error.status == GAFF_STATUS_USAGE;
}

/* What the hook did wrong is remembered, and its answer cannot be had. */
static bool is_mistake(void)
{
	return gaff_response_encode(response, false, &output, NULL) != GAFF_STATUS_OK;
}

static bool is_fine(void)
{
	return gaff_response_encode(response, false, &output, NULL) == GAFF_STATUS_OK;
}

static gaff_event *decode_null(const void *payload, size_t n)
{
	return gaff_event_decode(NULL, payload, n, &error);
}

static bool convert_null(const gaff_converting *how, const void *config, size_t n)
{
	return is_refused(gaff_config_convert(how, config, n, &error));
}

static bool convert_of_nothing(void)
{
	gaff_converting how = { 0 };

	how.to = "canonical";
	return convert_null(&how, NULL, 12);
}

static bool convert_without_an_error(void)
{
	return !gaff_config_convert(NULL, "{}", 2, NULL);
}

static bool has_no_output(void)
{
	gaff_output missing = { 0 };

	missing.out_length = 3;
	return is_refused(gaff_response_decode(event, "canonical", NULL, &error)) &&
	       is_refused(gaff_response_decode(event, "canonical", &missing, &error));
}

static bool has_an_output_without_an_error(void)
{
	gaff_output bad = { 0 };

	bad.out = "{";
	bad.out_length = 1;
	return !gaff_response_decode(event, "canonical", &bad, NULL);
}

static int main_with(const gaff_hooks *hooks, char **argv, int argc)
{
	(void)fflush(stdout);
	return gaff_main_sized(hooks, sizeof *hooks, argc, argv);
}

/* stdin is at its end: without hooks or options there is nothing to be answered, and no crash. */
static bool runs_without_hooks(void)
{
	static char name[] = "hook", host[] = "--host=generic", closed[] = "--fail-closed",
		    of[] = "--event=preToolUse";
	char *open[] = { name, host, of, NULL }, *shut[] = { name, host, of, closed, NULL };

	return main_with(NULL, open, 3) != 2 && main_with(NULL, shut, 4) == 2;
}

static bool runs_without_argv(void)
{
	gaff_hooks hooks = { 0 };

	return main_with(&hooks, NULL, 3) == main_with(&hooks, NULL, 0);
}

#define EVENT_TEXT(function)              ROW(function, event, !function(NULL))
#define SILENT(function, argument, call)  ROW(function, argument, ((call), is_fine()))
#define MISTAKE(function, argument, call) ROW(function, argument, ((call), is_mistake()))

/* clang-format off */
#define ROWS \
	EVENT_TEXT(gaff_event_name) EVENT_TEXT(gaff_event_native_name) EVENT_TEXT(gaff_event_host) \
	EVENT_TEXT(gaff_event_host_version) EVENT_TEXT(gaff_event_session_id) EVENT_TEXT(gaff_event_cwd) \
	EVENT_TEXT(gaff_event_project_dir) EVENT_TEXT(gaff_event_transcript_path) \
	EVENT_TEXT(gaff_event_permission_mode) EVENT_TEXT(gaff_event_agent_id) \
	EVENT_TEXT(gaff_event_agent_type) EVENT_TEXT(gaff_event_model) EVENT_TEXT(gaff_event_tool) \
	EVENT_TEXT(gaff_event_tool_name) EVENT_TEXT(gaff_event_tool_use_id) EVENT_TEXT(gaff_event_mcp_server) \
	EVENT_TEXT(gaff_event_mcp_tool) EVENT_TEXT(gaff_event_command) EVENT_TEXT(gaff_event_file_path) \
	EVENT_TEXT(gaff_event_content) EVENT_TEXT(gaff_event_old_string) EVENT_TEXT(gaff_event_new_string) \
	EVENT_TEXT(gaff_event_url) EVENT_TEXT(gaff_event_query) EVENT_TEXT(gaff_event_pattern) \
	EVENT_TEXT(gaff_event_description) EVENT_TEXT(gaff_event_result) EVENT_TEXT(gaff_event_error) \
	EVENT_TEXT(gaff_event_succeeded) EVENT_TEXT(gaff_event_failed) EVENT_TEXT(gaff_event_prompt) \
	EVENT_TEXT(gaff_event_source) EVENT_TEXT(gaff_event_reason) EVENT_TEXT(gaff_event_trigger) \
	EVENT_TEXT(gaff_event_message) EVENT_TEXT(gaff_event_last_message) \
	EVENT_TEXT(gaff_event_stop_is_active) EVENT_TEXT(gaff_event_env_file) \
	EVENT_TEXT(gaff_event_path_count) EVENT_TEXT(gaff_event_data) EVENT_TEXT(gaff_response_new) \
	SILENT(gaff_log, event, gaff_log(NULL, "%d", 1)) \
	SILENT(gaff_log, format, gaff_log(event, none, 1)) \
	ROW(gaff_event_path, event, !gaff_event_path(NULL, 0)) \
	ROW(gaff_event_path_matches, event, !gaff_event_path_matches((const gaff_event *)NULL, "*")) \
	ROW(gaff_event_path_excludes, event, gaff_event_path_excludes((const gaff_event *)NULL, "*")) \
	ROW(gaff_event_text, event, !gaff_event_text(NULL, "cwd")) \
	MISTAKE(gaff_event_text, name, gaff_event_text(event, NULL)) \
	ROW(gaff_event_json, event, !gaff_event_json(NULL, "cwd", &length) && length == 0) \
	MISTAKE(gaff_event_json, name, gaff_event_json(event, NULL, &length)) \
	ROW(gaff_event_json, length, gaff_event_json(event, "cwd", NULL) != NULL && is_fine()) \
	ROW(gaff_event_can, event, !gaff_event_can(NULL, "deny")) \
	MISTAKE(gaff_event_can, what, gaff_event_can(event, NULL)) \
	ROW(gaff_event_format, event, !gaff_event_format(NULL, "%d", 1)) \
	MISTAKE(gaff_event_format, format, gaff_event_format(event, none, 1)) \
	SILENT(gaff_response_allow, response, gaff_response_allow(NULL, "r")) \
	SILENT(gaff_response_allow, reason, gaff_response_allow(response, NULL)) \
	SILENT(gaff_response_deny, response, gaff_response_deny(NULL, "r")) \
	ROW(gaff_response_deny, reason, (gaff_response_deny(response, NULL), gaff_response_decision(response) == GAFF_VERDICT_DENY && is_fine())) \
	SILENT(gaff_response_ask, response, gaff_response_ask(NULL, "r")) \
	SILENT(gaff_response_ask, reason, gaff_response_ask(response, NULL)) \
	SILENT(gaff_response_acknowledge, response, gaff_response_acknowledge(NULL)) \
	SILENT(gaff_response_context, response, gaff_response_context(NULL, "t")) \
	MISTAKE(gaff_response_context, text, gaff_response_context(response, NULL)) \
	SILENT(gaff_response_message, response, gaff_response_message(NULL, "t")) \
	MISTAKE(gaff_response_message, text, gaff_response_message(response, NULL)) \
	SILENT(gaff_response_user_message, response, gaff_response_user_message(NULL, "t")) \
	MISTAKE(gaff_response_user_message, text, gaff_response_user_message(response, NULL)) \
	SILENT(gaff_response_system_message, response, gaff_response_system_message(NULL, "t")) \
	MISTAKE(gaff_response_system_message, text, gaff_response_system_message(response, NULL)) \
	SILENT(gaff_response_rewrite, response, gaff_response_rewrite(NULL, "command", "ls")) \
	MISTAKE(gaff_response_rewrite, field, gaff_response_rewrite(response, NULL, "ls")) \
	MISTAKE(gaff_response_rewrite, text, gaff_response_rewrite(response, "command", NULL)) \
	SILENT(gaff_response_rewrite_json, response, gaff_response_rewrite_json(NULL, "timeout", "1")) \
	MISTAKE(gaff_response_rewrite_json, field, gaff_response_rewrite_json(response, NULL, "1")) \
	MISTAKE(gaff_response_rewrite_json, json, gaff_response_rewrite_json(response, "timeout", NULL)) \
	SILENT(gaff_response_prompt, response, gaff_response_prompt(NULL, "p")) \
	MISTAKE(gaff_response_prompt, prompt, gaff_response_prompt(response, NULL)) \
	SILENT(gaff_response_output_json, response, gaff_response_output_json(NULL, "1")) \
	MISTAKE(gaff_response_output_json, json, gaff_response_output_json(response, NULL)) \
	SILENT(gaff_response_env, response, gaff_response_env(NULL, "N", "v")) \
	MISTAKE(gaff_response_env, name, gaff_response_env(response, NULL, "v")) \
	MISTAKE(gaff_response_env, value, gaff_response_env(response, "N", NULL)) \
	SILENT(gaff_response_stop, response, gaff_response_stop(NULL, "r")) \
	SILENT(gaff_response_stop, reason, gaff_response_stop(response, NULL)) \
	SILENT(gaff_response_suppress_output, response, gaff_response_suppress_output(NULL)) \
	SILENT(gaff_response_native_json, response, gaff_response_native_json(NULL, "{}")) \
	MISTAKE(gaff_response_native_json, json, gaff_response_native_json(response, NULL)) \
	ROW(gaff_event_decode, how, !decode_null("{", 1) && error.status == GAFF_STATUS_SYNTAX) \
	ROW(gaff_event_decode, payload, is_refused(decode_null(NULL, 3)) && !decode_null(NULL, 0)) \
	ROW(gaff_event_decode, error, !gaff_event_decode(NULL, NULL, 3, NULL)) \
	SILENT(gaff_event_free, event, gaff_event_free(NULL)) \
	ROW(gaff_event_encode, event, is_usage(gaff_event_encode(NULL, "canonical", &text, &length, &error))) \
	ROW(gaff_event_encode, dialect, is_usage(gaff_event_encode(event, NULL, &text, &length, &error))) \
	ROW(gaff_event_encode, text, is_usage(gaff_event_encode(event, "canonical", NULL, &length, &error))) \
	ROW(gaff_event_encode, length, gaff_event_encode(event, "canonical", &text, NULL, &error) == GAFF_STATUS_OK && text) \
	ROW(gaff_event_encode, error, gaff_event_encode(NULL, "canonical", &text, &length, NULL) == GAFF_STATUS_USAGE) \
	ROW(gaff_response_decode, event, is_refused(gaff_response_decode(NULL, "canonical", &output, &error))) \
	ROW(gaff_response_decode, dialect, is_refused(gaff_response_decode(event, NULL, &output, &error))) \
	ROW(gaff_response_decode, output, has_no_output()) \
	ROW(gaff_response_decode, error, has_an_output_without_an_error()) \
	ROW(gaff_response_encode, response, is_usage(gaff_response_encode(NULL, false, &output, &error))) \
	ROW(gaff_response_encode, out, is_usage(gaff_response_encode(response, false, NULL, &error))) \
	ROW(gaff_response_encode, error, gaff_response_encode(NULL, false, &output, NULL) == GAFF_STATUS_USAGE) \
	ROW(gaff_response_warning, response, !gaff_response_warning(NULL, 0)) \
	ROW(gaff_response_decision, response, gaff_response_decision(NULL) == GAFF_VERDICT_NONE) \
	ROW(gaff_response_text, response, !gaff_response_text(NULL, "reason")) \
	ROW(gaff_response_text, name, !gaff_response_text(response, NULL) && is_fine()) \
	ROW(gaff_event_guard, event, is_usage(gaff_event_guard(NULL, "destructive", response, &error))) \
	ROW(gaff_event_guard, guards, is_usage(gaff_event_guard(event, NULL, response, &error))) \
	ROW(gaff_event_guard, response, is_usage(gaff_event_guard(event, "destructive", NULL, &error))) \
	ROW(gaff_event_guard, error, gaff_event_guard(event, NULL, response, NULL) == GAFF_STATUS_USAGE) \
	ROW(gaff_config_convert, how, convert_null(NULL, "{}", 2)) \
	ROW(gaff_config_convert, text, convert_of_nothing()) \
	ROW(gaff_config_convert, error, convert_without_an_error()) \
	ROW(gaff_converted_text, converted, !gaff_converted_text(NULL, &length) && length == 0) \
	ROW(gaff_converted_text, length, (gaff_converted_text(converted, NULL), true)) \
	ROW(gaff_converted_loss, converted, !gaff_converted_loss(NULL, 0)) \
	ROW(gaff_converted_guards_lost, converted, gaff_converted_guards_lost(NULL) == 0) \
	SILENT(gaff_converted_free, converted, gaff_converted_free(NULL)) \
	ROW(gaff_main_sized, hooks, runs_without_hooks()) \
	ROW(gaff_main_sized, argv, runs_without_argv())

#define ROW(function, argument, condition) \
	static bool test_##function##_##argument(void) { return condition; }
ROWS
#undef ROW
#define ROW(function, argument, condition) { #function, #argument, test_##function##_##argument },
	/* clang-format on */

	int
	main(void)
{
	static const struct {
		const char *function, *argument;
		bool (*is_so)(void);
	} rows[] = { ROWS };
	int failed = 0;

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		bool ok;

		begin();
		ok = rows[i].is_so();
		end();
		printf("\n%s %s %s\n", ok ? "ok" : "not ok", rows[i].function, rows[i].argument);
		(void)fflush(stdout); /* what crashes is the next one */
		failed += !ok;
	}
	return failed ? 1 : 0;
}
