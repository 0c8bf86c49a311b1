#include "lib/lib_call.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/io.h"

/* ---- stdout ---- */

static int answer_fd = -1; /* the real one while the function has another; -1: it is in place */

/* To stderr, where that is private; else to nobody: some agents look for answers there, too. */
static void put_aside(const struct gaff_run *run)
{
	int null;

	answer_fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (answer_fd < 0 || (run->host->flags & GAFF_H_STDERR_IS_PRIVATE &&
			      dup2(STDERR_FILENO, STDOUT_FILENO) >= 0))
		return;
	null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (null < 0) /* then nothing is better than the answer's */
		(void)close(STDOUT_FILENO);
	else if (dup2(null, STDOUT_FILENO) >= 0)
		(void)close(null);
}

static void put_back(void)
{
	(void)fflush(stdout); /* what is left of it is no part of the answer */
	if (answer_fd < 0)
		return;
	(void)dup2(answer_fd, STDOUT_FILENO);
	(void)close(answer_fd);
	answer_fd = -1;
}

/* ---- a function that does not return ---- */

/* What agents end hooks with, and what faults do. */
static const int watched[] = { SIGALRM, SIGTERM, SIGINT, SIGHUP, SIGSEGV,
			       SIGBUS,  SIGFPE,  SIGILL, SIGABRT };

static const struct gaff_run *watched_run; /* NULL: nothing is to be blocked */
static pid_t watched_process;              /* what it starts has nothing to answer */
static struct sigaction before[COUNT_OF(watched)];

/* The denial was made before anything could fail: it takes two calls that a signal may make. */
_Noreturn static void block(struct sv why)
{
	const struct gaff_run *run = watched_run;
	int fd = answer_fd < 0 ? STDOUT_FILENO : answer_fd;
	bool is_said = write(fd, run->denial, run->n_denial) == (ssize_t)run->n_denial;

	(void)!write(STDERR_FILENO, why.p, why.n);
	_exit(is_said && run->row->answer->deny_by == GAFF_DENY_JSON ? 0 : 2);
}

static void on_signal(int number)
{
	if (!watched_run || getpid() != watched_process) {
		(void)signal(number, SIG_DFL);
		(void)raise(number);
		return;
	}
	block(number == SIGALRM
		      ? SV("gaff: the hook did not end in time; blocked (fail-closed)\n")
		      : SV("gaff: the hook was ended by a signal; blocked (fail-closed)\n"));
}

static void on_exit_called(void)
{
	if (watched_run && getpid() == watched_process)
		block(SV("gaff: the hook ended without an answer; blocked (fail-closed)\n"));
}

/* Agents let a call pass when its hook is too late. */
static void set_alarm(int64_t left)
{
	struct itimerval when = { .it_value = { 0, 1 } };

	if (left > 0)
		when.it_value = (struct timeval){ left / 1000, (left % 1000) * 1000 };
	(void)setitimer(ITIMER_REAL, &when, NULL);
}

static void watch(const struct gaff_run *run)
{
	static char room[64 << 10]; /* a function may have used up its own stack */
	const stack_t stack = { .ss_sp = room, .ss_size = sizeof room };
	struct sigaction ours = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK };

	(void)sigaltstack(&stack, NULL);
	(void)sigemptyset(&ours.sa_mask);
	watched_process = getpid();
	watched_run = run;
	for (size_t i = 0; i < COUNT_OF(watched); i++)
		(void)sigaction(watched[i], &ours, &before[i]);
	(void)atexit(on_exit_called);
	set_alarm(gaff_run_deadline(run) - gaff_now_ms());
}

static void watch_no_more(void)
{
	const struct itimerval none = { .it_value = { 0, 0 } };

	(void)setitimer(ITIMER_REAL, &none, NULL);
	watched_run = NULL;
	for (size_t i = 0; i < COUNT_OF(watched); i++)
		(void)sigaction(watched[i], &before[i], NULL);
}

/* Until here a signal ended a read; from here on it may have to end the hook's own function. */
static void may_be_ended(void)
{
	static const int signals[] = { SIGTERM, SIGINT, SIGHUP };

	for (size_t i = 0; i < COUNT_OF(signals); i++)
		(void)signal(signals[i], SIG_DFL);
}

void gaff_lib_call_begin(const struct gaff_run *run)
{
	put_aside(run);
	may_be_ended();
	if (run->fail_closed && gaff_run_can_fail_closed(run))
		watch(run);
}

void gaff_lib_call_end(void)
{
	if (watched_run)
		watch_no_more();
	put_back();
}
