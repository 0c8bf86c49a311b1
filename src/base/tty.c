#include "base/tty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include "base/io.h"
#include "base/os.h"

/* A line without its end, cut to n; false: nobody wrote one in time. */
static bool read_line(int fd, int64_t deadline, char *line, size_t n, size_t *out)
{
	size_t used = 0;

	for (;;) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		int64_t left = deadline - gaff_now_ms();
		ssize_t got;
		char c;

		if (left <= 0)
			return false;
		if (gaff_os_poll(&p, left > INT32_MAX ? INT32_MAX : (int)left) <= 0)
			continue; /* a signal, or the clock, which is looked at above */
		got = read(fd, &c, 1);
		if (got < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (got <= 0)
			return false;
		if (c == '\n' || c == '\r')
			break;
		if (used < n)
			line[used] = c;
		used++; /* also of what is cut: a long line is no yes */
	}
	*out = used;
	return used <= n;
}

enum gaff_tty_answer gaff_tty_ask(struct sv question, int64_t deadline)
{
	enum gaff_tty_answer answer = GAFF_TTY_NOBODY;
	char line[16];
	size_t n;
	int fd;

	if (!isatty(0) && !isatty(1) && !isatty(2))
		return GAFF_TTY_NOBODY;
	fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return GAFF_TTY_NOBODY;
	/* what was typed before the question was asked is no answer to it */
	if (tcgetpgrp(fd) == getpgrp() && tcflush(fd, TCIFLUSH) == 0 &&
	    gaff_write_all(fd, question, deadline)) {
		struct sv said = { line, 0 };

		answer = GAFF_TTY_NO;
		if (read_line(fd, deadline, line, sizeof line, &n)) {
			said.n = n;
			said = sv_trim(said);
			if (sv_eq_nocase(said, SV("y")) || sv_eq_nocase(said, SV("yes")))
				answer = GAFF_TTY_YES;
		}
	}
	(void)close(fd);
	return answer;
}
