/*
 * probe.c - a hook that does what $PROBE says, on every event: for tests/library.mjs.
 */
#include <gaff.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* Until there is no stack left. */
static int deeper(gaff_event *event, int n)
{
	volatile char room[4096];

	room[0] = (char)n;
	return event ? deeper(event, n + 1) + room[0] : 0;
}

/* What a child does is not what the hook says. */
static int in_a_child(gaff_response *response)
{
	pid_t pid = fork();

	if (pid == 0)
		exit(3);
	(void)waitpid(pid, NULL, 0);
	pid = fork();
	if (pid == 0)
		abort();
	(void)waitpid(pid, NULL, 0);
	gaff_response_deny(response, "no");
	return 0;
}

/* On stdout, by itself and by a program, before and after the answer is known. */
static int print(gaff_response *response)
{
	(void)puts("{\"permission\":\"allow\"}");
	if (system("echo from a program; exec 2>/dev/null; echo to another file >&3") != 0)
		(void)puts("there is no other file, as it should be");
	gaff_response_deny(response, "no");
	(void)printf("the end without a line end");
	return 0;
}

static int act(gaff_event *event, gaff_response *response)
{
	const char *what = getenv("PROBE");

	if (!what || strcmp(what, "none") == 0)
		gaff_response_acknowledge(response);
	else if (strcmp(what, "allow") == 0)
		gaff_response_allow(response, "fine");
	else if (strcmp(what, "deny") == 0)
		gaff_response_deny(response, getenv("PROBE_TEXT") ? getenv("PROBE_TEXT") : "no");
	else if (strcmp(what, "ask") == 0)
		gaff_response_ask(response, getenv("PROBE_TEXT"));
	else if (strcmp(what, "context") == 0)
		gaff_response_context(response, getenv("PROBE_TEXT"));
	else if (strcmp(what, "rewrite") == 0)
		gaff_response_rewrite(response, "command", getenv("PROBE_TEXT"));
	else if (strcmp(what, "env") == 0)
		gaff_response_env(response, "PROBE_SAYS", "it's \"a\" $b");
	else if (strcmp(what, "stop") == 0)
		gaff_response_stop(response, "enough");
	else if (strcmp(what, "paths") == 0)
		gaff_response_context(response,
				      gaff_event_path_matches(event, "secret/**") ? "yes" : "no");
	else if (strcmp(what, "log") == 0)
		gaff_log(event, "%s on %s", gaff_event_name(event), gaff_event_host(event));
	else if (strcmp(what, "log-and-deny") == 0)
		gaff_log(event, "a line"), gaff_response_deny(response, "no");
	else if (strcmp(what, "fail") == 0)
		return 7;
	else if (strcmp(what, "deny-and-fail") == 0)
		return gaff_response_deny(response, "no"), 7;
	else if (strcmp(what, "ask-and-misspell") == 0)
		gaff_response_ask(response, "sure?"), gaff_response_env(response, "A B", "x");
	else if (strcmp(what, "rewrite-nothing") == 0)
		gaff_response_rewrite(response, "command", NULL);
	else if (strcmp(what, "rewrite-bytes") == 0)
		gaff_response_rewrite(response, "command", "rm \xff");
	else if (strcmp(what, "rewrite-no-json") == 0)
		gaff_response_rewrite_json(response, "timeout", "{");
	else if (strcmp(what, "misspell") == 0)
		return gaff_event_text(event, "comand") != NULL;
	else if (strcmp(what, "hang") == 0)
		for (;;)
			(void)pause();
	else if (strcmp(what, "die") == 0)
		abort();
	else if (strcmp(what, "exit") == 0)
		exit(0);
	else if (strcmp(what, "overflow") == 0)
		return deeper(event, 1) != 0;
	else if (strcmp(what, "fork") == 0)
		return in_a_child(response);
	else if (strcmp(what, "print") == 0)
		return print(response);
	else if (strcmp(what, "data") == 0)
		gaff_response_context(response, gaff_event_data(event));
	return 0;
}

int main(int argc, char **argv)
{
	static char data[] = "data of the hook";
	gaff_hooks hooks = { 0 };

	hooks.before_tool_execute = hooks.after_tool_execute = hooks.session_start = act;
	hooks.before_prompt = hooks.agent_stop = hooks.other = act;
	hooks.data = data;
	hooks.log_file = getenv("PROBE_LOG");
	hooks.host = getenv("PROBE_HOST");
	hooks.fail_closed = getenv("PROBE_CLOSED") != NULL;
	return gaff_main(&hooks, argc, argv);
}
