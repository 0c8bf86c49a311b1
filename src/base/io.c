#include "base/io.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/os.h"

int64_t gaff_wall_ms(void)
{
	struct timespec t = { 0 };

	(void)clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t gaff_now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static volatile sig_atomic_t told_to_end;

static void on_end(int number)
{
	told_to_end = number;
}

void gaff_end_politely(void)
{
	static const int ends[] = { SIGTERM, SIGINT, SIGHUP };
	struct sigaction ours = { .sa_handler = on_end };

	(void)sigemptyset(&ours.sa_mask);
	for (size_t i = 0; i < COUNT_OF(ends); i++)
		(void)sigaction(ends[i], &ours, NULL);
}

bool gaff_told_to_end(void)
{
	return told_to_end != 0;
}

/* Wait until fd is ready; false at the deadline, or while reading when we are told to end. */
static bool wait_for(int fd, short what, int64_t deadline)
{
	struct pollfd p = { .fd = fd, .events = what };

	for (;;) {
		int64_t left = deadline - gaff_now_ms();
		int n;

		if (what == POLLIN && told_to_end)
			return false;
		n = gaff_os_poll(&p, left > INT32_MAX ? INT32_MAX : left < 0 ? 0 : (int)left);
		if (n > 0)
			return true;
		if (left <= 0)
			return false;
		if (n < 0 && errno != EINTR)
			return true; /* let read or write report it */
	}
}

static bool grow(char **p, size_t *cap, bool *is_own, size_t used)
{
	size_t want = *cap * 2;
	char *more = realloc(*is_own ? *p : NULL, want);

	if (!more)
		return false;
	if (!*is_own)
		memcpy(more, *p, used);
	*p = more;
	*cap = want;
	*is_own = true;
	return true;
}

static enum gaff_rc read_all(int fd, bool is_file, char *first, size_t n_first, size_t max,
			     int64_t deadline, struct sv *out, struct gaff_err *err)
{
	char *p = first;
	size_t n = 0, cap = n_first;
	bool is_own = false, too_big = false;

	for (;;) {
		ssize_t got;

		if (n == cap && !too_big) {
			if (n >= max) {
				too_big = true;
			} else if (!grow(&p, &cap, &is_own, n)) {
				return gaff_no_memory(err);
			}
		}
		if (!wait_for(fd, POLLIN, deadline))
			return gaff_fail(err, GAFF_ETIME,
					 told_to_end
						 ? "gaff was told to end before the payload came"
						 : "the payload did not arrive in time");
		if (too_big && is_file)
			break;
		got = too_big   ? read(fd, p, cap)
		      : is_file ? pread(fd, p + n, cap - n, (off_t)n)
				: read(fd, p + n, cap - n);
		if (got == 0)
			break;
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return gaff_fail(err, GAFF_EIO, "cannot read stdin: %s", strerror(errno));
		if (!too_big)
			n += (size_t)got;
	}
	if (too_big || n > max)
		return gaff_fail(err, GAFF_ETOOBIG, "the payload is larger than %zu bytes", max);
	*out = (struct sv){ p, n };
	return GAFF_OK;
}

enum gaff_rc gaff_read_all(int fd, char *first, size_t n_first, size_t max, int64_t deadline,
			   struct sv *out, struct gaff_err *err)
{
	return read_all(fd, false, first, n_first, max, deadline, out, err);
}

enum gaff_rc gaff_read_file(int fd, char *first, size_t n_first, size_t max, int64_t deadline,
			    struct sv *out, struct gaff_err *err)
{
	return read_all(fd, true, first, n_first, max, deadline, out, err);
}

bool gaff_write_all(int fd, struct sv text, int64_t deadline)
{
	while (text.n) {
		ssize_t n;

		if (!wait_for(fd, POLLOUT, deadline))
			return false;
		/* what poll promises room for; more could wait for a reader who is gone */
		n = write(fd, text.p, text.n < PIPE_BUF ? text.n : PIPE_BUF);
		if (n < 0 && errno != EINTR && errno != EAGAIN)
			return false;
		if (n > 0)
			text = sv_skip(text, (size_t)n);
	}
	return true;
}
