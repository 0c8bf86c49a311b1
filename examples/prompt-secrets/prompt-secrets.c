/*
 * prompt-secrets.c - a prompt with a key in it is not sent.
 *
 * What a key looks like is known to the built-in guard; this is how a program of yours asks it, and
 * says something of its own beside. A key that the guard does not know passes.
 */
#include <gaff.h>

static int check(gaff_event *event, gaff_response *response)
{
	gaff_error error;

	if (gaff_event_guard(event, "secrets", response, &error) != GAFF_STATUS_OK) {
		gaff_log(event, "%s", error.message);
		return 1; /* not looked through is not clean */
	}
	if (gaff_response_decision(response) == GAFF_VERDICT_DENY)
		gaff_response_user_message(response, "Nothing was sent. If the key was real, it "
						     "is in your scrollback now: change it.");
	return 0;
}

int main(int argc, char **argv)
{
	gaff_hooks hooks = { .before_prompt = check, .fail_closed = true };

	return gaff_main(&hooks, argc, argv);
}
