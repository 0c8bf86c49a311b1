/*
 * append.c - appends lines to the record, for tests/audit.mjs.
 *
 *	append TAG N [MAX]   N lines of this writer; MAX is the size to turn over at
 *	append --line TEXT   this one line
 *	append --long N      a line of N bytes
 *	append --hold FILE   take FILE's exclusive lock, say so, and wait to be ended
 *	append --limit L N   N lines where files may have L bytes
 *
 * Prints how many were written; exit 1 when not all were.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include "log/log.h"
#include "base/io.h"
#include "text/time.h"

static bool append(const char *tag, unsigned i, uint64_t max)
{
	char line[512], time[GAFF_TIME_LENGTH + 1], path[PATH_MAX];
	struct sv now = gaff_time_text(gaff_wall_ms(), time);
	int n = snprintf(
		line, sizeof line,
		"{\"time\":\"%.*s\",\"host\":\"generic\",\"by\":\"%s\",\"ms\":%u,"
		"\"reason\":\"%.*s\"}",
		SV_ARG(now), tag, i, (int)(i % 97),
		"................................................................................."
		"................");

	if (max)
		return gaff_audit_path(path, sizeof path) &&
		       gaff_audit_append_to(path, (struct sv){ line, (size_t)n }, max);
	return gaff_audit_append((struct sv){ line, (size_t)n });
}

static int append_many(const char *tag, unsigned n, uint64_t max)
{
	unsigned written = 0;

	for (unsigned i = 0; i < n; i++)
		written += append(tag, i, max);
	printf("%u\n", written);
	return written == n ? 0 : 1;
}

static int append_one(struct sv line)
{
	bool is_there = gaff_audit_append(line);

	printf("%d\n", is_there);
	return is_there ? 0 : 1;
}

static int append_long(size_t n)
{
	char *line = malloc(n);
	int code;

	if (!line || n < 9)
		return 1;
	memset(line, 'x', n);
	memcpy(line, "{\"x\":\"", 6);
	memcpy(line + n - 2, "\"}", 2);
	code = append_one((struct sv){ line, n });
	free(line);
	return code;
}

static int hold(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT, 0600);

	if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) != 0)
		return 1;
	printf("held\n");
	(void)fflush(stdout);
	for (;;)
		(void)pause();
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	unsigned long number = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;

	if (argc == 3 && strcmp(what, "--line") == 0)
		return append_one(sv_of(argv[2]));
	if (argc == 3 && strcmp(what, "--long") == 0)
		return append_long(number);
	if (argc == 3 && strcmp(what, "--hold") == 0)
		return hold(argv[2]);
	if (argc == 4 && strcmp(what, "--limit") == 0) {
		struct rlimit limit = { number, number };

		if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
			return 1;
		return append_many("limited", (unsigned)strtoul(argv[3], NULL, 10), 0);
	}
	if (argc < 3 || what[0] == '-')
		return 129;
	return append_many(what, (unsigned)number, argc > 3 ? strtoull(argv[3], NULL, 10) : 0);
}
