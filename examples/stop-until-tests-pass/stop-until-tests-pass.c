/*
 * stop-until-tests-pass.c - the agent is not done before the tests pass.
 *
 * Runs $TEST_COMMAND (else `make test`) in the project for at most $TEST_SECONDS (else 40: agents
 * wait a minute for a hook), and refuses the stop with the end of what it printed. Once: the agent
 * tells when it goes on because of a refusal, and refusing that again could keep it busy for ever.
 * Set both in the hook's "env": hooks inherit no command from an agent.
 */
#include <gaff.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TAIL = 2000 };

static char text[2 * TAIL + 1]; /* the end of what the tests print, from a line's beginning */

static pid_t start(const char *command, int *from)
{
	int ends[2];
	pid_t child = pipe(ends) == 0 ? fork() : -1;

	if (child == 0) {
		(void)setpgid(0, 0); /* a group of its own can be ended as a whole */
		if (dup2(ends[1], 1) >= 0 && dup2(ends[1], 2) >= 0 && close(ends[0]) == 0)
			(void)execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	if (child > 0) {
		(void)setpgid(child, child); /* whoever comes first */
		(void)close(ends[1]);
		*from = ends[0];
	}
	return child;
}

/* The exit code; -1: it had to be ended, or could not be run. */
static int run_tests(const char *command, int seconds)
{
	struct pollfd from = { .fd = -1, .events = POLLIN };
	pid_t child = start(command, &from.fd);
	time_t end = time(NULL) + seconds;
	size_t have = 0;
	int status = 0;

	while (child > 0 && time(NULL) < end) {
		ssize_t n = poll(&from, 1, 100) > 0 ? read(from.fd, text + have, TAIL) : -1;

		if (n > 0) {
			have += (size_t)n;
			if (have > TAIL)
				memmove(text, text + have - TAIL, TAIL);
			have = have > TAIL ? TAIL : have;
			text[have] = '\0';
		} else if (waitpid(child, &status, WNOHANG) == child) {
			return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
		} else if (n == 0) {
			from.fd = -1; /* it printed all it will; poll() only waits now */
		}
	}
	if (child > 0)
		(void)kill(-child, SIGKILL);
	return -1;
}

static int stop(gaff_event *event, gaff_response *response)
{
	const char *command = getenv("TEST_COMMAND"), *seconds = getenv("TEST_SECONDS");
	const char *project = gaff_event_project_dir(event), *why, *tail = text;
	int code;

	if (gaff_event_stop_is_active(event))
		return 0;
	if (!project || chdir(project) != 0)
		return 1;
	code = run_tests(command ? command : "make test", seconds ? atoi(seconds) : 40);
	if (code == 0)
		return 0;
	if (strlen(text) == TAIL && strchr(text, '\n'))
		tail = strchr(text, '\n') + 1;
	why = code > 0 ? "The tests do not pass" : "The tests do not end in time";
	gaff_response_deny(response, gaff_event_format(event, "%s. The end of what they print:\n%s",
						       why, tail));
	return 0;
}

int main(int argc, char **argv)
{
	gaff_hooks hooks = { .agent_stop = stop };

	return gaff_main(&hooks, argc, argv);
}
