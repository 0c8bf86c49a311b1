/*
 * e2e-hook.c - a hook as people write them, for real agents; tests/e2e/authored.mjs registers it.
 */
#include <gaff.h>
#include <string.h>

static int check(gaff_event *event, gaff_response *response)
{
	const char *command = gaff_event_command(event);

	if (command && strstr(command, "touch made"))
		gaff_response_deny(response, "REASON-4711");
	return 0;
}

static int greet(gaff_event *event, gaff_response *response)
{
	gaff_response_context(
		response, gaff_event_format(event, "CONTEXT-4711 on %s", gaff_event_host(event)));
	return 0;
}

int main(int argc, char **argv)
{
	gaff_hooks hooks = { .before_tool_execute = check, .session_start = greet };

	return gaff_main(&hooks, argc, argv);
}
