/*
 * format-on-write.c - what the agent has written is formatted, if the formatter is there.
 *
 * The model is told which files look different now, or its next edit would not find its text. A
 * formatter that is missing, fails or hangs changes nothing: this never fails a call.
 *
 * No shell sees the names, which the model chose; they are absolute, so none is taken for an
 * option. Formatters that load code from the project (prettier's plugins) are not in the table.
 */
#include <fcntl.h>
#include <gaff.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
	const char *ending, *program, *option;
} formatters[] = {
	{ ".go", "gofmt", "-w" },       { ".py", "black", "-q" },       { ".rs", "rustfmt", "-q" },
	{ ".c", "clang-format", "-i" }, { ".h", "clang-format", "-i" }, { ".sh", "shfmt", "-w" },
};

static bool ends_with(const char *path, const char *ending)
{
	size_t n = strlen(path), end = strlen(ending);

	return n > end && strcmp(path + n - end, ending) == 0;
}

static void run(const char *program, const char *option, const char *path)
{
	pid_t child = fork();

	if (child == 0) {
		int nothing = open("/dev/null", O_RDWR);

		/* stdout is the answer, and nobody else's. */
		if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(nothing, 1) < 0 ||
		    dup2(nothing, 2) < 0)
			_exit(127);
		(void)alarm(10); /* outlives exec: one that hangs is ended */
		(void)execlp(program, program, option, path, (char *)NULL);
		_exit(127);
	}
	if (child > 0)
		(void)waitpid(child, NULL, 0);
}

/* What is in a file, as a number. False: it is no file, or cannot be read. */
static bool sum_of(const char *path, uint64_t *sum)
{
	unsigned char piece[8192];
	struct stat s;
	ssize_t n = -1;
	int fd = -1;

	if (lstat(path, &s) == 0 && S_ISREG(s.st_mode))
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	*sum = 14695981039346656037u; /* FNV-1a */
	if (fd >= 0)
		while ((n = read(fd, piece, sizeof piece)) > 0)
			for (ssize_t i = 0; i < n; i++)
				*sum = (*sum ^ piece[i]) * 1099511628211u;
	if (fd >= 0)
		(void)close(fd);
	return n == 0;
}

static bool changes(const char *program, const char *option, const char *path)
{
	uint64_t before, after;

	if (!sum_of(path, &before))
		return false;
	run(program, option, path);
	return sum_of(path, &after) && before != after;
}

static int after_tool(gaff_event *event, gaff_response *response)
{
	const char *tool = gaff_event_tool(event), *path;

	if (!tool || (strcmp(tool, "file_write") != 0 && strcmp(tool, "file_edit") != 0))
		return 0;
	for (size_t i = 0; i < 20 && (path = gaff_event_path(event, i)) != NULL; i++)
		for (size_t f = 0; f < sizeof formatters / sizeof formatters[0]; f++)
			if (ends_with(path, formatters[f].ending) &&
			    changes(formatters[f].program, formatters[f].option, path))
				gaff_response_context(response,
						      gaff_event_format(event,
									"%s was formatted: read it "
									"before you edit it.",
									path));
	return 0;
}

int main(int argc, char **argv)
{
	gaff_hooks hooks = { .after_tool_execute = after_tool };

	return gaff_main(&hooks, argc, argv);
}
