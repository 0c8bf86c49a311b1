/* A hook that is built with libgaff, and has no opinion on the payloads of bench.sh. */
#include <gaff.h>
#include <string.h>

static int check(gaff_event *event, gaff_response *response)
{
	const char *command = gaff_event_command(event);

	if (gaff_event_path_matches(event, ".env", ".env.*"))
		gaff_response_deny(response, "secrets are not for agents");
	if (command && strstr(command, "push --force"))
		gaff_response_deny(response, "not by force");
	return 0;
}

int main(int argc, char **argv)
{
	gaff_hooks hooks = { .before_tool_execute = check };

	return gaff_main(&hooks, argc, argv);
}
