/*
 * probe.c - the program that tests/wrap.mjs wraps: it tells what it was given, or ends as it is
 * told to. What it tells is the same with and without a shim in front of it, or the shim is not
 * invisible.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void hex(const char *label, const char *text)
{
	printf("%s ", label);
	for (; *text; text++)
		printf("%02x", (unsigned char)*text);
	printf("\n");
}

/* Signals that are blocked, ignored and caught, as the kernel has them. */
static void signals(void)
{
	FILE *f = fopen("/proc/self/status", "re");
	char line[256];

	while (f && fgets(line, sizeof line, f))
		if (strncmp(line, "Sig", 3) == 0 && strncmp(line, "SigQ", 4) != 0)
			printf("%s", line);
	if (f)
		(void)fclose(f);
}

static void descriptors(void)
{
	for (int fd = 0; fd < 64; fd++) {
		struct stat s;

		if (fcntl(fd, F_GETFD) >= 0 && fstat(fd, &s) == 0)
			printf("fd %d flags %d access %d kind %o tty %d\n", fd, fcntl(fd, F_GETFD),
			       fcntl(fd, F_GETFL) & O_ACCMODE, (unsigned)(s.st_mode & S_IFMT),
			       isatty(fd));
	}
}

static int show(char **argv)
{
	struct winsize size = { 0 };
	struct rlimit core = { 0 }, files = { 0 };
	mode_t mask = umask(0);
	char here[4096];

	(void)umask(mask);
	for (char **p = argv; *p; p++)
		hex("arg", *p);
	for (char **p = environ; *p; p++)
		hex("env", *p);
	signals();
	descriptors();
	(void)ioctl(0, TIOCGWINSZ, &size);
	(void)getrlimit(RLIMIT_CORE, &core);
	(void)getrlimit(RLIMIT_NOFILE, &files);
	printf("size %d %d\n", size.ws_row, size.ws_col);
	printf("foreground %d\n", isatty(0) ? tcgetpgrp(0) == getpgrp() : -1);
	printf("limits %llu %llu\n", (unsigned long long)core.rlim_cur,
	       (unsigned long long)files.rlim_cur);
	printf("mask %o nice %d\n", (unsigned)mask, getpriority(PRIO_PROCESS, 0));
	printf("cwd %s\n", getcwd(here, sizeof here) ? here : "none");
	return fflush(stdout) == 0 ? 0 : 1;
}

static int copy(void)
{
	static char bytes[65536];
	ssize_t n;

	while ((n = read(0, bytes, sizeof bytes)) > 0)
		for (ssize_t done = 0; done < n;) {
			ssize_t put = write(1, bytes + done, (size_t)(n - done));

			if (put <= 0)
				return 1;
			done += put;
		}
	return n == 0 ? 0 : 1;
}

static void on_signal(int number)
{
	char line[32];
	int n = snprintf(line, sizeof line, "got %d\n", number);

	if (write(1, line, (size_t)n) != n || number == SIGUSR2)
		_exit(0); /* told to, or nobody is there any more */
}

/* Every signal is told; USR2 is the end. */
static int listen_to(void)
{
	struct sigaction tell = { .sa_handler = on_signal };
	time_t end = time(NULL) + 60;

	for (int n = 1; n < NSIG; n++)
		if (n != SIGTTIN && n != SIGTTOU)
			(void)sigaction(n, &tell, NULL);
	(void)!write(1, "ready\n", 6);
	while (time(NULL) < end)
		(void)sleep(1);
	return 98;
}

static int die_of(int number)
{
	(void)signal(number, SIG_DFL);
	(void)raise(number);
	return 99;
}

/* Leaves its stdout, or its stdin, and goes on. */
static int leave(int fd)
{
	(void)close(fd);
	(void)sleep(2);
	return 0;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "show";
	int number = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;

	if (strcmp(what, "exit") == 0)
		return number;
	if (strcmp(what, "die") == 0)
		return die_of(number);
	if (strcmp(what, "copy") == 0)
		return copy();
	if (strcmp(what, "listen") == 0)
		return listen_to();
	if (strcmp(what, "leave") == 0)
		return leave(number);
	if (strcmp(what, "group") == 0) { /* to everybody in its group, and so to itself */
		(void)signal(number, SIG_IGN);
		(void)kill(0, number);
		return 0;
	}
	if (strcmp(what, "children") == 0) {
		printf("%s\n", waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD ? "none" : "some");
		return 0;
	}
	if (strcmp(what, "pipe") == 0) { /* until nobody reads */
		while (write(1, "y\n", 2) == 2)
			;
		return 1;
	}
	if (strcmp(what, "tty") == 0) {
		(void)!write(1, "ready\n", 6);
		if (number)
			(void)raise(number);
		(void)sleep(2);
		(void)!write(1, "done\n", 5);
		return 5;
	}
	return show(argv);
}
