/*
 * example - keep agents from writing files that hold secrets, and tell them when a session starts.
 *
 * gaff_main() finds out who calls, and answers in that agent's words. A response that is left as it
 * is means no opinion. Everything there is to ask and to say: gaff.h.
 */
#include <gaff.h>

static int start(gaff_event *event, gaff_response *response)
{
	(void)event;
	gaff_response_context(response, "Files called .env hold secrets. Leave them to the user.");
	return 0;
}

static int check(gaff_event *event, gaff_response *response)
{
	/* any file of the call: a patch may have many */
	if (gaff_event_path_matches(event, "**/.env", "**/.env.*"))
		gaff_response_deny(response,
				   "files called .env hold secrets: ask the user to change them");
	return 0;
}

int main(int argc, char **argv)
{
	gaff_hooks hooks = {
		.before_tool_execute = check,
		.session_start = start,
		.fail_closed = true,
	};

	return gaff_main(&hooks, argc, argv);
}
