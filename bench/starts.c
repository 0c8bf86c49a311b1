/*
 * starts.c - how long commands take from start to end, side by side.
 *
 *	starts ROUNDS STDIN-FILE NAME COMMAND... [:: NAME COMMAND...]...
 *
 * Each round runs every command once, so that whatever else the machine does hits all of them;
 * the first is what the others are compared with. Prints minimum, median, both as ratios, and
 * the peak memory of a run.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { COMMANDS_MAX = 16, ROUNDS_MAX = 10000 };

struct command {
	char *name, **argv;
	double us[ROUNDS_MAX];
	long peak_kb;
};

static struct command commands[COMMANDS_MAX];

static double now_us(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int run_once(struct command *c, int round, const char *input)
{
	extern char **environ;
	posix_spawn_file_actions_t files;
	struct rusage usage;
	double start;
	pid_t pid;
	int status;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, input, O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
	start = now_us();
	if (posix_spawnp(&pid, c->argv[0], &files, NULL, c->argv, environ) != 0 ||
	    wait4(pid, &status, 0, &usage) != pid || !WIFEXITED(status) ||
	    WEXITSTATUS(status) != 0) {
		fprintf(stderr, "starts: '%s' did not run well\n", c->name);
		return -1;
	}
	c->us[round] = now_us() - start;
	posix_spawn_file_actions_destroy(&files);
	if (usage.ru_maxrss > c->peak_kb)
		c->peak_kb = usage.ru_maxrss;
	return 0;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	int rounds, n = 0, at = 3;

	if (argc < 5 || (rounds = (int)strtol(argv[1], NULL, 10)) < 3 || rounds > ROUNDS_MAX) {
		fprintf(stderr, "usage: starts ROUNDS STDIN-FILE NAME COMMAND... [:: NAME "
				"COMMAND...]...\n");
		return 1;
	}
	while (at < argc && n < COMMANDS_MAX) {
		commands[n].name = argv[at];
		commands[n].argv = argv + at + 1;
		while (at < argc && strcmp(argv[at], "::") != 0)
			at++;
		if (at < argc)
			argv[at++] = NULL;
		n++;
	}
	for (int round = -2; round < rounds; round++)
		for (int i = 0; i < n; i++)
			if (run_once(&commands[i], round < 0 ? 0 : round, argv[2]) != 0)
				return 1;
	printf("%-22s %10s %10s %8s %8s %9s\n", "", "min, us", "median, us", "x min", "x median",
	       "peak, kB");
	for (int i = 0; i < n; i++) {
		double *us = commands[i].us, *base = commands[0].us;

		qsort(us, (size_t)rounds, sizeof *us, by_value);
		printf("%-22s %10.0f %10.0f %8.2f %8.2f %9ld\n", commands[i].name, us[0],
		       us[rounds / 2], us[0] / base[0], us[rounds / 2] / base[rounds / 2],
		       commands[i].peak_kb);
	}
	return 0;
}
