#include "run/shell/event_input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "agents/hosts.h"

/* The number of "/dev/fd/100", or -1: where there is no /dev/fd it works as well. */
static int descriptor_of(const char *name)
{
	static const char folder[] = "/dev/fd/";
	int fd = 0;

	if (strncmp(name, folder, sizeof folder - 1) != 0)
		return -1;
	name += sizeof folder - 1;
	for (; ascii_isdigit(*name) && fd < 100000; name++)
		fd = fd * 10 + (*name - '0');
	return *name ? -1 : fd;
}

static enum gaff_rc check_file(int fd, const char *name, struct gaff_err *err)
{
	struct stat about;

	if (fstat(fd, &about) != 0)
		return gaff_fail(err, GAFF_EIO, "cannot read %.150s (of GAFF_EVENT_FILE): %s", name,
				 strerror(errno));
	if (!S_ISREG(about.st_mode))
		return gaff_fail(err, GAFF_EIO, "%.150s (of GAFF_EVENT_FILE) is not a file", name);
	return GAFF_OK;
}

static enum gaff_rc open_named(struct gaff_run *run, const char *name, struct gaff_err *err)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0)
		return gaff_fail(err, GAFF_EIO, "cannot open %.150s (of GAFF_EVENT_FILE): %s", name,
				 strerror(errno));
	GAFF_TRY(check_file(fd, name, err));
	run->input = fd;
	run->input_is_file = true;
	return GAFF_OK;
}

static enum gaff_rc open_stdin(struct gaff_run *run, struct gaff_err *err)
{
	struct stat about;

	if (fstat(STDIN_FILENO, &about) != 0)
		return gaff_fail(err, GAFF_EIO, "there is no event: stdin is closed");
	if (S_ISDIR(about.st_mode))
		return gaff_fail(err, GAFF_EIO, "there is no event: stdin is a folder");
	if (isatty(STDIN_FILENO))
		return gaff_fail(err, GAFF_EIO,
				 "the event comes on stdin, and this is a terminal; "
				 "'gaff fire' prints one");
	run->input = STDIN_FILENO;
	run->input_is_file = S_ISREG(about.st_mode);
	return GAFF_OK;
}

enum gaff_rc event_input_open(struct gaff_run *run, bool needs_file, struct gaff_err *err)
{
	const char *name = getenv(GAFF_EVENT_FILE);
	int fd = name ? descriptor_of(name) : -1;

	if (name && *name && fd < 0)
		return open_named(run, name, err);
	/* who started us may close what is not ours to have, as Python does: then there is stdin */
	if (fd >= 0 && fcntl(fd, F_GETFD) >= 0) {
		GAFF_TRY(check_file(fd, name, err));
		run->input = fd;
		run->input_is_file = true;
		return GAFF_OK;
	}
	if (needs_file)
		return gaff_fail(err, GAFF_EUSAGE,
				 "with a text from stdin the event has to be in the file of "
				 "$GAFF_EVENT_FILE, as it is for hooks of 'gaff run'");
	return open_stdin(run, err);
}

enum gaff_rc event_input_read(struct arena *a, const struct gaff_run *run, struct sv *out,
			      struct gaff_err *err)
{
	enum { FIRST = 64 << 10 };
	char *first = gaff_arena_alloc(a, FIRST);

	GAFF_TRY(gaff_arena_check(a, err));
	GAFF_TRY(gaff_run_read(run, first, FIRST, out, err));
	if (!sv_trim(*out).n)
		return gaff_fail(err, GAFF_ESYNTAX,
				 "there is no event: nothing is on stdin, or it has been read; "
				 "'gaff run' gives hooks $GAFF_EVENT_FILE to read it again");
	return GAFF_OK;
}

enum gaff_rc event_input_take(struct arena *a, const char *host, const char *event_name,
			      struct gaff_event *out, struct gaff_err *err)
{
	struct gaff_run run = { .start_ms = gaff_now_ms(),
				.event = sv_of(event_name),
				.is_hook = true };
	struct sv text;

	if (host) {
		run.host = gaff_host_find(sv_of(host));
		if (!run.host)
			return gaff_fail(err, GAFF_EUSAGE, "unknown host '%.60s'; see 'gaff hosts'",
					 host);
		gaff_run_expect_event(&run);
	}
	GAFF_TRY(event_input_open(&run, false, err));
	GAFF_TRY(event_input_read(a, &run, &text, err));
	return gaff_run_understand(a, &run, text, out, err);
}
