/*
 * probe.c - a hook that does what $PROBE says, on every event: for tests/library.mjs.
 */
#include <gaff.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Until there is no stack left. */
static int deeper(gaff_event *event, int n)
{
	volatile char room[4096];

	room[0] = (char)n;
	return event ? deeper(event, n + 1) + room[0] : 0;
}

/* ---- ways to crash ---- */

static int volatile zero;

static void segv(void)
{
	volatile int *volatile nowhere = NULL;

	*nowhere = 1;
}

static void fpe(void)
{
	/* on some processors a division by zero is a number */
	zero = 1 / zero;
	(void)raise(SIGFPE);
}

static void bus(void)
{
	(void)raise(SIGBUS);
}

static void ill(void)
{
	(void)raise(SIGILL);
}

static void exit_3(void)
{
	exit(3);
}

static void quick_exit_3(void)
{
#ifdef HAS_QUICK_EXIT /* the Makefile knows: the headers of POSIX do not declare it */
	extern void quick_exit(int);

	quick_exit(3);
#endif
}

static const struct {
	const char *name;
	void (*crash)(void);
} crashes[] = { { "segv", segv }, { "fpe", fpe },     { "bus", bus },           { "ill", ill },
		{ "die", abort }, { "exit", exit_3 }, { "quick", quick_exit_3 } };

static void *in_thread(void *crash)
{
	(*(void (**)(void))crash)();
	return NULL;
}

/* "segv", or "thread-segv": in another thread, while this one waits. */
static int crash(const char *what)
{
	bool is_in_thread = strncmp(what, "thread-", 7) == 0;

	for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
		void (*way)(void) = crashes[i].crash;
		pthread_t thread;

		if (strcmp(what + (is_in_thread ? 7 : 0), crashes[i].name) != 0)
			continue;
		(void)printf("before the crash\n");
		if (!is_in_thread)
			way();
		else if (pthread_create(&thread, NULL, in_thread, &way) == 0)
			for (;;)
				(void)pause();
	}
	return 1;
}

static void *soon(void *nothing)
{
	segv();
	return nothing;
}

/* A thread that nobody waits for crashes while the answer is on its way. */
static int crash_later(gaff_response *response)
{
	pthread_t thread;

	gaff_response_deny(response, "no");
	return pthread_create(&thread, NULL, soon, NULL);
}

static void *in_a_moment(void *nothing)
{
	const struct timespec moment = { 0, 20 * 1000000L };

	(void)nanosleep(&moment, NULL);
	segv();
	return nothing;
}

static int crash_after(gaff_response *response)
{
	pthread_t thread;

	gaff_response_deny(response, "no");
	return pthread_create(&thread, NULL, in_a_moment, NULL);
}

static void *exits(void *nothing)
{
	exit(3);
	return nothing;
}

static int exit_later(gaff_response *response)
{
	pthread_t thread;

	gaff_response_deny(response, "no");
	return pthread_create(&thread, NULL, exits, NULL);
}

/* What main() does once gaff_main() has returned. */
static void go_on(const char *what)
{
	const struct timespec moment = { 0, 200 * 1000000L };

	if (what && strcmp(what, "sleep") == 0)
		(void)nanosleep(&moment, NULL);
	else if (what)
		(void)crash(what);
}

static void block_all(void)
{
	sigset_t all;

	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_BLOCK, &all, NULL);
}

static void on_crash(int number)
{
	static const char line[] = "the hook's own handler\n";

	(void)!write(STDERR_FILENO, line, sizeof line - 1);
	(void)signal(number, SIG_DFL);
	(void)raise(number);
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

static const char *or_none(const char *text)
{
	return text ? text : "nothing";
}

static int act(gaff_event *event, gaff_response *response)
{
	const char *what = getenv("PROBE");

	if (!what || strcmp(what, "none") == 0)
		return 0;
	if (strcmp(what, "ack") == 0)
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
	else if (strcmp(what, "deny-and-crash") == 0)
		gaff_response_deny(response, "never \"so\""), abort();
	else if (strcmp(what, "ask-and-crash") == 0)
		gaff_response_ask(response, "sure?"), abort();
	else if (strcmp(what, "stop-and-crash") == 0)
		gaff_response_stop(response, "enough"), abort();
	else if (strcmp(what, "stop-and-fail") == 0)
		return gaff_response_stop(response, "enough"), 7;
	else if (strcmp(what, "crash-after") == 0)
		return crash_after(response);
	else if (strcmp(what, "exit-later") == 0)
		return exit_later(response);
	else if (strcmp(what, "crash-later") == 0)
		return crash_later(response);
	else if (strncmp(what, "crash-", 6) == 0)
		return crash(what + 6);
	else if (strcmp(what, "overflow") == 0)
		return deeper(event, 1) != 0;
	else if (strcmp(what, "fork") == 0)
		return in_a_child(response);
	else if (strcmp(what, "print") == 0)
		return print(response);
	else if (strcmp(what, "what") == 0)
		gaff_response_context(
			response,
			gaff_event_format(event, "%s %s: %s, %s", gaff_event_host(event),
					  or_none(gaff_event_file_path(event)),
					  or_none(gaff_event_result(event)),
					  gaff_event_succeeded(event) ? "succeeded" : "failed"));
	else if (strcmp(what, "data") == 0)
		gaff_response_context(response, gaff_event_data(event));
	return 0;
}

int main(int argc, char **argv)
{
	static char data[] = "data of the hook";
	gaff_hooks hooks = { 0 };
	int code;

	hooks.before_tool_execute = hooks.after_tool_execute = hooks.session_start = act;
	hooks.before_prompt = hooks.agent_stop = hooks.other = act;
	hooks.data = data;
	hooks.log_file = getenv("PROBE_LOG");
	hooks.host = getenv("PROBE_HOST");
	hooks.fail_closed = getenv("PROBE_CLOSED") != NULL;
	if (getenv("PROBE_HANDLER"))
		(void)signal(SIGSEGV, on_crash);
	if (getenv("PROBE_BLOCKED"))
		block_all();
	code = gaff_main(&hooks, argc, argv);
	go_on(getenv("PROBE_AFTER"));
	return code;
}
