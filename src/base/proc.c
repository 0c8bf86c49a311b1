#include "base/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/io.h"
#include "base/os.h"

extern char **environ;

/* ---- signals: a byte in a pipe, so that poll sees a child's end and our own ---- */

static const int watched[] = { SIGCHLD, SIGTERM, SIGINT, SIGHUP };

static int wake_fd = -1;
static volatile sig_atomic_t told_to_end, ever_told;

static void on_signal(int number)
{
	int saved = errno;

	if (number != SIGCHLD)
		told_to_end = ever_told = number;
	(void)!write(wake_fd, "", 1);
	errno = saved;
}

struct watch {
	struct sigaction before[COUNT_OF(watched)], pipe_before;
	int fd[2];
};

static bool watch_begin(struct watch *w)
{
	struct sigaction ours = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct sigaction ignore = { .sa_handler = SIG_IGN };

	if (!gaff_os_pipe(w->fd))
		return false;
	(void)fcntl(w->fd[0], F_SETFL, O_NONBLOCK);
	(void)fcntl(w->fd[1], F_SETFL, O_NONBLOCK);
	wake_fd = w->fd[1];
	told_to_end = 0;
	(void)sigemptyset(&ours.sa_mask);
	for (size_t i = 0; i < COUNT_OF(watched); i++) {
		(void)sigaction(watched[i], NULL, &w->before[i]);
		/* what our caller has us ignore (nohup) does not end us here either */
		if (watched[i] == SIGCHLD || w->before[i].sa_handler != SIG_IGN)
			(void)sigaction(watched[i], &ours, NULL);
	}
	(void)sigaction(SIGPIPE, &ignore, &w->pipe_before); /* a child may close its stdin */
	(void)sigemptyset(&ours.sa_mask);
	for (size_t i = 0; i < COUNT_OF(watched); i++)
		(void)sigaddset(&ours.sa_mask, watched[i]);
	(void)sigprocmask(SIG_UNBLOCK, &ours.sa_mask, NULL); /* whatever our caller left blocked */
	return true;
}

static void watch_end(struct watch *w)
{
	for (size_t i = 0; i < COUNT_OF(watched); i++)
		(void)sigaction(watched[i], &w->before[i], NULL);
	(void)sigaction(SIGPIPE, &w->pipe_before, NULL);
	(void)close(w->fd[0]);
	(void)close(w->fd[1]);
}

/* ---- the child ---- */

struct pipes {
	int in[2], out[2], err[2], fault[2]; /* fault carries errno when exec fails */
	int file;                            /* with the input, or -1 */
};

static void close_pair(const int fd[2])
{
	if (fd[0] >= 0)
		(void)close(fd[0]);
	if (fd[1] >= 0)
		(void)close(fd[1]);
}

static bool open_socket(int fd[2])
{
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fd) != 0)
		return false;
	return fcntl(fd[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(fd[1], F_SETFD, FD_CLOEXEC) == 0;
}

static bool open_pipes(const struct gaff_proc *spec, struct pipes *p)
{
	*p = (struct pipes){ { -1, -1 }, { -1, -1 }, { -1, -1 }, { -1, -1 }, -1 };
	if ((spec->stdin_is_socket ? open_socket(p->in) : gaff_os_pipe(p->in)) &&
	    gaff_os_pipe(p->out) && gaff_os_pipe(p->err) && gaff_os_pipe(p->fault))
		return true;
	close_pair(p->in);
	close_pair(p->out);
	close_pair(p->err);
	close_pair(p->fault);
	return false;
}

/* In a child: it must not look for what it is not given. */
static void forget_variable(const char *name)
{
	size_t n = strlen(name), to = 0;

	for (size_t i = 0; environ[i]; i++)
		if (strncmp(environ[i], name, n) != 0 || environ[i][n] != '=')
			environ[to++] = environ[i];
	environ[to] = NULL;
}

_Noreturn static void be_child(const struct gaff_proc *spec, const struct pipes *p)
{
	struct sigaction fresh = { .sa_handler = SIG_DFL };
	sigset_t none;
	int why;

	(void)setpgid(0, 0);
	gaff_os_die_with_parent();
	for (int number = 1; number < NSIG; number++)
		(void)sigaction(number, &fresh, NULL);
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
	/* Above 2 by construction: gaff has closed and reopened what a caller may leave shut. */
	if (dup2(p->in[0], 0) == 0 && dup2(p->out[1], 1) == 1 && dup2(p->err[1], 2) == 2) {
		environ = (char **)(uintptr_t)spec->envp;
		if (spec->input_variable && (p->file < 0 || dup2(p->file, GAFF_PROC_INPUT_FD) < 0))
			forget_variable(spec->input_variable);
		if (!spec->cwd || chdir(spec->cwd) == 0)
			(void)execvp(spec->argv[0], spec->argv);
	}
	why = errno;
	(void)!write(p->fault[1], &why, sizeof why);
	_exit(127);
}

static struct sv line_end(const struct gaff_proc *spec)
{
	return spec->input_is_line ? SV("\n") : (struct sv){ 0 };
}

static enum gaff_rc start(const struct gaff_proc *spec, struct pipes *p, pid_t *out,
			  struct gaff_err *err)
{
	ssize_t n;
	pid_t pid = 0;
	int why;

	if (!open_pipes(spec, p))
		return gaff_fail(err, GAFF_EIO, "cannot make a pipe: %s", strerror(errno));
	if (spec->input_variable)
		p->file = gaff_os_memory_file(spec->input, line_end(spec));
	pid = fork();
	if (pid == 0)
		be_child(spec, p);
	if (p->file >= 0)
		(void)close(p->file);
	(void)close(p->in[0]);
	(void)close(p->out[1]);
	(void)close(p->err[1]);
	(void)close(p->fault[1]);
	if (pid > 0)
		(void)setpgid(pid, pid); /* whoever of the two comes first */
	why = pid < 0 ? errno : 0;
	do
		n = pid > 0 ? read(p->fault[0], &why, sizeof why) : 0;
	while (n < 0 && errno == EINTR);
	(void)close(p->fault[0]);
	if (why == 0) {
		(void)fcntl(p->in[1], F_SETFL, O_NONBLOCK);
		(void)fcntl(p->out[0], F_SETFL, O_NONBLOCK);
		(void)fcntl(p->err[0], F_SETFL, O_NONBLOCK);
		*out = pid;
		return GAFF_OK;
	}
	if (pid > 0)
		(void)waitpid(pid, NULL, 0);
	(void)close(p->in[1]);
	(void)close(p->out[0]);
	(void)close(p->err[0]);
	/* what it would be given is often somebody else's: more than fits must be no way past it */
	return gaff_fail(err, why == E2BIG ? GAFF_ELIMIT : GAFF_ENOENT, "cannot run '%s': %s",
			 spec->argv[0], strerror(why));
}

/* ---- the talk with it ---- */

struct talk {
	const struct gaff_proc *spec;
	int in, out, err; /* -1 once closed */
	struct sv input, input_end;
	struct buf out_text, err_text;
	bool too_much, no_memory;
};

static void hang_up(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
	*fd = -1;
}

static void send_input(struct talk *t)
{
	while (t->in >= 0) {
		struct iovec rest[] = { { (char *)t->input.p, t->input.n },
					{ (char *)t->input_end.p, t->input_end.n } };
		size_t left = t->input.n + t->input_end.n;
		ssize_t n = left ? writev(t->in, rest, COUNT_OF(rest)) : 0;

		if (n > 0) {
			size_t of_input = (size_t)n < t->input.n ? (size_t)n : t->input.n;

			t->input = sv_skip(t->input, of_input);
			t->input_end = sv_skip(t->input_end, (size_t)n - of_input);
			left -= (size_t)n;
		}
		if (!left || (n < 0 && errno != EAGAIN && errno != EINTR))
			hang_up(&t->in); /* all sent, or the child does not want it */
		else if (n < 0 && errno == EAGAIN)
			return;
	}
}

/*
 * Take what is there; text beyond max is dropped, and *too_much says so. A bounded number of
 * pieces: a child that never stops printing must not keep us from looking at the clock.
 */
static void take(struct talk *t, int *fd, struct buf *text, size_t max, bool *too_much)
{
	char piece[65536];

	for (int pieces = 0; *fd >= 0 && pieces < 32; pieces++) {
		ssize_t n = read(*fd, piece, sizeof piece);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			return;
		if (n <= 0) {
			hang_up(fd);
			return;
		}
		if ((size_t)n > max - text->n) {
			n = (ssize_t)(max - text->n);
			*too_much = true;
		}
		gaff_buf_add(text, (struct sv){ piece, (size_t)n });
		t->no_memory |= !buf_ok(text);
		if (*too_much && text == &t->out_text)
			return;
	}
}

static void take_all(struct talk *t)
{
	bool ignored = false;

	take(t, &t->out, &t->out_text, t->spec->out_max, &t->too_much);
	take(t, &t->err, &t->err_text, t->spec->err_max, &ignored);
}

static bool has_ended(pid_t pid, int *status)
{
	pid_t got;

	do
		got = waitpid(pid, status, WNOHANG);
	while (got < 0 && errno == EINTR);
	return got == pid;
}

/* Wait for something to happen, at most until `until`; false when that has come. */
static bool wait_until(struct talk *t, int wake, int64_t until)
{
	struct pollfd p[] = { { .fd = wake, .events = POLLIN },
			      { .fd = t->in, .events = POLLOUT },
			      { .fd = t->out, .events = POLLIN },
			      { .fd = t->err, .events = POLLIN } };
	int64_t left = until - gaff_now_ms();
	char drop[64];

	if (left <= 0)
		return false;
	(void)poll(p, COUNT_OF(p), left > INT32_MAX ? INT32_MAX : (int)left);
	while (read(wake, drop, sizeof drop) > 0)
		;
	return true;
}

/* TERM, a moment, KILL: for everything in the child's group. */
static void end_group(struct talk *t, pid_t pid, int wake)
{
	int64_t until = gaff_now_ms() + GAFF_PROC_GRACE_MS;
	int status;
	bool ended = false;

	hang_up(&t->in);
	if (t->too_much)
		hang_up(&t->out);
	(void)kill(-pid, SIGTERM);
	/* its last words are not wanted, but nobody should die of saying them */
	while (!(ended = has_ended(pid, &status)) && wait_until(t, wake, until))
		take_all(t);
	(void)kill(-pid, SIGKILL);
	while (!ended && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
}

/* A child of the hook may still be passing its answer on: give it a moment, no more. */
static void drain(struct talk *t, int wake)
{
	int64_t until = gaff_now_ms() + GAFF_PROC_GRACE_MS;

	if (until > t->spec->deadline)
		until = t->spec->deadline;
	hang_up(&t->in);
	while (t->out >= 0 && !t->too_much && !t->no_memory && wait_until(t, wake, until))
		take_all(t);
}

/* What a hook leaves behind in its group would hold files and descriptors of the agent's. */
static void sweep(pid_t pid)
{
	struct timespec moment = { 0, 5 * 1000 * 1000 };
	int64_t until = gaff_now_ms() + GAFF_PROC_GRACE_MS;

	if (kill(-pid, SIGTERM) != 0)
		return; /* nobody is left, as usual */
	while (kill(-pid, 0) == 0 && gaff_now_ms() < until)
		(void)nanosleep(&moment, NULL);
	(void)kill(-pid, SIGKILL);
}

static enum gaff_rc fail_output(const struct talk *t, struct gaff_err *err)
{
	if (t->no_memory)
		return gaff_no_memory(err);
	return gaff_fail(err, GAFF_ETOOBIG, "the hook printed more than %zu bytes",
			 t->spec->out_max);
}

static enum gaff_rc converse(struct talk *t, pid_t pid, int wake, int *status, struct gaff_err *err)
{
	for (;;) {
		bool ended = has_ended(pid, status);

		send_input(t);
		take_all(t);
		if (t->no_memory || t->too_much) {
			if (!ended)
				end_group(t, pid, wake);
			else
				sweep(pid);
			return fail_output(t, err);
		}
		if (ended) {
			drain(t, wake);
			sweep(pid);
			return t->too_much || t->no_memory ? fail_output(t, err) : GAFF_OK;
		}
		if (told_to_end) {
			end_group(t, pid, wake);
			return gaff_fail(err, GAFF_ETIME, "gaff was told to end (signal %d)",
					 (int)told_to_end);
		}
		if (!wait_until(t, wake, t->spec->deadline)) {
			end_group(t, pid, wake);
			return gaff_fail(err, GAFF_ETIME, "the hook did not answer in time");
		}
	}
}

bool gaff_proc_told_to_end(void)
{
	return told_to_end;
}

int gaff_proc_signal(void)
{
	return ever_told;
}

enum gaff_rc gaff_proc_run(struct arena *a, const struct gaff_proc *spec,
			   struct gaff_proc_result *out, struct gaff_err *err)
{
	struct talk t = { .spec = spec,
			  .input = spec->input,
			  .input_end = line_end(spec),
			  .out_text = buf_in(a),
			  .err_text = buf_in(a) };
	struct watch watch;
	struct pipes pipes;
	int status = 0;
	pid_t pid = 0;
	enum gaff_rc rc;

	if (!watch_begin(&watch))
		return gaff_fail(err, GAFF_EIO, "cannot make a pipe: %s", strerror(errno));
	rc = start(spec, &pipes, &pid, err);
	if (rc == GAFF_OK) {
		t.in = pipes.in[1];
		t.out = pipes.out[0];
		t.err = pipes.err[0];
		rc = converse(&t, pid, watch.fd[0], &status, err);
		hang_up(&t.in);
		hang_up(&t.out);
		hang_up(&t.err);
	}
	watch_end(&watch);
	if (rc != GAFF_OK)
		return rc;
	out->exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	out->out = buf_sv(&t.out_text);
	out->err = buf_sv(&t.err_text);
	return GAFF_OK;
}
