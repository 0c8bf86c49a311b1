/*
 * helpers.c - one function of gaff.h by its name, for tests/seeds/003-helper-contracts.mjs.
 *
 *	seed-helpers get HELPER [GLOB...]     of the event on stdin: the text, or true or false;
 *	                                      exit code 1: NULL
 *	seed-helpers json NAME                gaff_event_json() in the same way
 *	seed-helpers reply RESPONSE TEXT...   a hook that says these, each with its text (- is NULL)
 *
 * Claude Code calls, which is who the contracts are about.
 */
#include <gaff.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOST "claude-code"

static const struct {
	const char *name;
	const char *(*get)(const gaff_event *event);
} texts[] = {
#define TEXT(name)                                                                                 \
	{                                                                                          \
#name, gaff_event_##name                                                           \
	}
	TEXT(session_id),
	TEXT(cwd),
	TEXT(native_name),
	TEXT(name),
	TEXT(transcript_path),
	TEXT(permission_mode),
	TEXT(tool),
	TEXT(tool_name),
	TEXT(tool_use_id),
	TEXT(result),
	TEXT(error),
	TEXT(prompt),
	TEXT(env_file),
	TEXT(file_path),
	TEXT(content),
	TEXT(command),
	TEXT(old_string),
	TEXT(new_string),
};

static int print(const char *text)
{
	if (!text)
		return 1;
	(void)puts(text);
	return 0;
}

static int print_bool(bool is)
{
	return print(is ? "true" : "false");
}

static char *variable(const char *name)
{
	return getenv(name);
}

static gaff_event *read_event(void)
{
	static char payload[1 << 20];
	gaff_decoding how = { 0 };
	gaff_error error;
	gaff_event *event;

	how.host = HOST;
	how.get_variable = variable;
	event = gaff_event_decode(&how, payload, fread(payload, 1, sizeof payload, stdin), &error);
	if (!event)
		(void)fprintf(stderr, "seed-helpers: %s\n", error.message);
	return event;
}

static int get(const gaff_event *event, const char *name, char **globs)
{
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		if (strcmp(texts[i].name, name) == 0)
			return print(texts[i].get(event));
	/* globs end with a NULL, as argv does, so those that are not there are none */
	if (strcmp(name, "path_matches") == 0)
		return print_bool(globs[0] && gaff_event_path_matches(event, globs[0], globs[1],
								      globs[1] ? globs[2] : NULL));
	if (strcmp(name, "path_excludes") == 0)
		return print_bool(!globs[0] ||
				  gaff_event_path_excludes(event, globs[0], globs[1],
							   globs[1] ? globs[2] : NULL));
	if (strcmp(name, "succeeded") == 0)
		return print_bool(gaff_event_succeeded(event));
	if (strcmp(name, "failed") == 0)
		return print_bool(gaff_event_failed(event));
	return print(gaff_event_text(event, name));
}

static char **said;

static int answer(gaff_event *event, gaff_response *response)
{
	(void)event;
	for (char **word = said; word[0] && word[1]; word += 2) {
		char *text = strcmp(word[1], "-") == 0 ? NULL : word[1];
		char *value = text ? strchr(text, '=') : NULL;

		if (strcmp(word[0], "allow") == 0)
			gaff_response_allow(response, text);
		else if (strcmp(word[0], "deny") == 0)
			gaff_response_deny(response, text);
		else if (strcmp(word[0], "ask") == 0)
			gaff_response_ask(response, text);
		else if (strcmp(word[0], "acknowledge") == 0)
			gaff_response_acknowledge(response);
		else if (strcmp(word[0], "context") == 0)
			gaff_response_context(response, text);
		else if (strcmp(word[0], "message") == 0)
			gaff_response_message(response, text);
		else if (strcmp(word[0], "prompt") == 0)
			gaff_response_prompt(response, text);
		else if (strcmp(word[0], "stop") == 0)
			gaff_response_stop(response, text);
		else if (strcmp(word[0], "suppress_output") == 0)
			gaff_response_suppress_output(response);
		else if (strcmp(word[0], "rewrite") == 0 && value)
			*value = '\0', gaff_response_rewrite(response, text, value + 1);
		else if (strcmp(word[0], "env") == 0 && value)
			*value = '\0', gaff_response_env(response, text, value + 1);
		else
			return 1;
	}
	return 0;
}

static int hook(char *program)
{
	gaff_hooks hooks = { 0 };

	hooks.before_tool_execute = hooks.after_tool_execute = answer;
	hooks.before_prompt = hooks.session_start = hooks.other = answer;
	hooks.host = HOST;
	return gaff_main(&hooks, 1, (char *[]){ program, NULL });
}

int main(int argc, char **argv)
{
	gaff_event *event;
	int rc;

	if (argc < 3)
		return 129;
	said = argv + 2;
	if (strcmp(argv[1], "reply") == 0)
		return hook(argv[0]);
	event = read_event();
	if (!event)
		return 128;
	rc = strcmp(argv[1], "json") == 0 ? print(gaff_event_json(event, argv[2], NULL))
					  : get(event, argv[2], argv + 3);
	gaff_event_free(event);
	return rc;
}
