/*
 * probe.c - a hook that does what $PROBE says, on every event: for tests/library.mjs.
 */
#include <fcntl.h>
#include <gaff.h>
#include <pthread.h>
#include <setjmp.h>
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

/* ---- what a hook may do to its process, once it has denied ---- */

static jmp_buf main_program;

static void close_up_to(int last)
{
	for (int fd = STDERR_FILENO + 1; fd <= last; fd++)
		(void)close(fd);
}

static int close_one(gaff_response *response)
{
	(void)response;
	close_up_to(STDERR_FILENO + 1);
	return 0;
}

static int close_all(gaff_response *response)
{
	(void)response;
	close_up_to(1023);
	return 0;
}

static int close_and_die(gaff_response *response)
{
	(void)close_all(response);
	abort();
}

/* Files of its own get the numbers. They stay open, and nobody may write to them. */
static int open_files(gaff_response *response)
{
	(void)response;
	for (int i = 0; i < 80; i++)
		(void)open(getenv("PROBE_FILE"), O_WRONLY | O_APPEND);
	return 0;
}

static int reopen(gaff_response *response)
{
	(void)close_all(response);
	return open_files(response);
}

static int reopen_and_die(gaff_response *response)
{
	(void)reopen(response);
	abort();
}

/* As after an exec() that failed. */
static int child_returns(gaff_response *response)
{
	pid_t pid = fork();

	(void)response;
	if (pid > 0)
		(void)waitpid(pid, NULL, 0);
	return 0;
}

static void *lock(void *is_locked)
{
	flockfile(stdout);
	*(volatile sig_atomic_t *)is_locked = 1;
	for (;;)
		(void)pause();
	return NULL;
}

static int lock_stdout(gaff_response *response)
{
	static volatile sig_atomic_t is_locked;
	const struct timespec moment = { 0, 1000000L };
	pthread_t thread;

	(void)response;
	if (pthread_create(&thread, NULL, lock, (void *)&is_locked) != 0)
		return 1;
	while (!is_locked)
		(void)nanosleep(&moment, NULL);
	return 0;
}

/* More than a pipe holds, and the rest waits to be flushed. */
static int print_much(gaff_response *response)
{
	(void)response;
	for (int i = 0; i < 65536 + 100; i++)
		(void)putchar('x');
	return 0;
}

static int print_to_nobody(gaff_response *response)
{
	const struct timespec moment = { 0, 300 * 1000000L };

	(void)response;
	(void)signal(SIGPIPE, SIG_DFL);
	(void)nanosleep(&moment, NULL);
	(void)printf("nobody reads this");
	return 0;
}

/* The reason is found by its length; then it begins nowhere. */
static int spoil(gaff_response *response)
{
	static const char joined[] = "no\n\na reason of just this length, which no other text has";
	const char *const nowhere = (const char *)8;
	char *at = (char *)response;
	size_t n = 0;

	gaff_response_deny(response, joined + strlen("no\n\n"));
	for (; n != sizeof joined - 1; at += sizeof n)
		memcpy(&n, at, sizeof n);
	memcpy(at - sizeof n - sizeof nowhere, &nowhere, sizeof nowhere);
	return 0;
}

static int spoil_and_die(gaff_response *response)
{
	(void)spoil(response);
	abort();
}

static int spoil_blocked(gaff_response *response)
{
	block_all();
	return spoil(response);
}

/* Where the function's frame was is something else by then. */
static int leap(gaff_response *response)
{
	(void)response;
	longjmp(main_program, 1);
}

static int after_leap(void)
{
	volatile char room[64 << 10];

	for (size_t i = 0; i < sizeof room; i++)
		room[i] = 0;
	return 3 + room[0];
}

static const struct {
	const char *name;
	int (*play)(gaff_response *response);
} tricks[] = { { "close-one", close_one },
	       { "close-all", close_all },
	       { "close-and-die", close_and_die },
	       { "open-files", open_files },
	       { "reopen", reopen },
	       { "reopen-and-die", reopen_and_die },
	       { "child-returns", child_returns },
	       { "lock-stdout", lock_stdout },
	       { "print-much", print_much },
	       { "print-to-nobody", print_to_nobody },
	       { "spoil", spoil },
	       { "spoil-and-die", spoil_and_die },
	       { "spoil-blocked", spoil_blocked },
	       { "leap", leap } };

static int trick(const char *what, gaff_response *response)
{
	gaff_response_deny(response, "no");
	for (size_t i = 0; i < sizeof tricks / sizeof tricks[0]; i++)
		if (strcmp(what, tricks[i].name) == 0)
			return tricks[i].play(response);
	return 1;
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
	else if (strncmp(what, "trick-", 6) == 0)
		return trick(what + 6, response);
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
	if (setjmp(main_program) != 0)
		return after_leap();
	code = gaff_main(&hooks, argc, argv);
	go_on(getenv("PROBE_AFTER"));
	return code;
}
