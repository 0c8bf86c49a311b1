/*
 * protect-env.c - files that hold secrets are neither read nor written by agents.
 *
 * It goes by the files that a tool is given, all of them where it is a patch. What a command line
 * reads (`cat .env`, `source .env`) it does not see: `gaff guard secrets` does, and hooks.json has
 * both.
 */
#include <gaff.h>

static int check(gaff_event *event, gaff_response *response)
{
	/* By name, and not .env.*: .env.example is there to be read. */
	if (gaff_event_path_matches(event, "**/.env", "**/.env.{local,production,staging,test}",
				    "**/.env.*.local", "**/*.pem", "**/*.key", "**/id_rsa",
				    "**/id_ed25519", "**/.netrc", "~/.ssh/**", "~/.aws/**"))
		gaff_response_deny(response, "That file holds secrets. Ask the user for what you "
					     "need of it, or read .env.example.");
	return 0;
}

int main(int argc, char **argv)
{
	/* If this fails, the file stays closed. */
	gaff_hooks hooks = { .before_tool_execute = check, .fail_closed = true };

	return gaff_main(&hooks, argc, argv);
}
