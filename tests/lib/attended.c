/*
 * attended [OPTION... --] PROGRAM [WORD...] - runs it as an agent on a terminal runs its hooks: its
 * own stdin and stdout are a terminal, which is its controlling one; those of the program are what
 * they were here. The options are there for who looks at the agent's command line.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void fail(const char *what)
{
	perror(what);
	_exit(126);
}

static int wait_for(pid_t pid)
{
	int status = 0;

	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		fail("attended");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int open_terminal(void)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), slave;

	if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
		fail("a terminal");
	slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (slave < 0)
		fail("a terminal");
	return slave;
}

/* The agent: the terminal is its own, and what was here is for the program. */
static int play_agent(char **argv)
{
	int in = fcntl(0, F_DUPFD_CLOEXEC, 3), out = fcntl(1, F_DUPFD_CLOEXEC, 3);
	int terminal = open_terminal();
	pid_t pid;

	if (setsid() < 0 || ioctl(terminal, TIOCSCTTY, 0) != 0 || dup2(terminal, 0) < 0 ||
	    dup2(terminal, 1) < 0)
		fail("a terminal");
	pid = fork();
	if (pid == 0) {
		(void)setsid();
		(void)dup2(in, 0);
		(void)dup2(out, 1);
		execvp(argv[0], argv);
		fail(argv[0]);
	}
	(void)close(in);
	(void)close(out);
	return wait_for(pid);
}

int main(int argc, char **argv)
{
	pid_t pid;

	if (argc > 1 && argv[1][0] == '-')
		while (*++argv && strcmp(*argv, "--") != 0)
			;
	if (argc < 2 || !argv[0] || !argv[1])
		return 126;
	pid = fork(); /* who leads a group cannot begin a session */
	if (pid == 0)
		_exit(play_agent(argv + 1));
	return wait_for(pid);
}
