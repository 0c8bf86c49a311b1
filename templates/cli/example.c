/*
 * example - a hook around a program that has none of its own: gaff wrap gh --hook "$PWD/example"
 *
 * It is asked before the program runs, and told afterwards. A response that is left as it is means
 * no opinion. Everything there is to ask and to say: gaff.h.
 */
#include <gaff.h>
#include <stdio.h>
#include <string.h>

static int before(gaff_event *event, gaff_response *response)
{
	const char *command = gaff_event_command(event); /* its words, quoted as for a shell */

	if (!command)
		return 1; /* a failure: nobody knows what would be run */
	if (strcmp(command, "gh repo delete") == 0 ||
	    strncmp(command, "gh repo delete ", strlen("gh repo delete ")) == 0)
		gaff_response_deny(response,
				   "gh repo delete cannot be undone: do it in the browser");
	return 0;
}

static int after(gaff_event *event, gaff_response *response)
{
	const char *code = gaff_event_text(event, "tool_output");

	(void)response;
	if (code && strcmp(code, "0") != 0)
		fprintf(stderr, "gh ended with %s; is it logged in? gh auth status\n", code);
	return 0;
}

int main(int argc, char **argv)
{
	gaff_hooks hooks = {
		.before_tool_execute = before,
		.after_tool_execute = after,
		.fail_closed = true,
	};

	return gaff_main(&hooks, argc, argv);
}
