#include "base/stand_in.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/os.h"
#include "base/str.h"

/* ---- descriptors ---- */

/* Its number, or -1: some names in that folder are none. */
static int number_of(const char *name)
{
	int n = 0;

	if (!ascii_isdigit(*name))
		return -1;
	for (; ascii_isdigit(*name) && n < 1 << 24; name++)
		n = n * 10 + (*name - '0');
	return *name ? -1 : n;
}

/* Ours until the program runs: what other programs we start have no business with. */
static bool hold_back(struct gaff_stand_in *s, size_t *room, int fd)
{
	int flags = fcntl(fd, F_GETFD);

	if (flags < 0 || flags & FD_CLOEXEC)
		return true;
	if (s->n_fd == *room) {
		size_t more = *room ? *room * 2 : 16;
		int *list = realloc(s->fd, more * sizeof *list);

		if (!list)
			return false;
		s->fd = list;
		*room = more;
	}
	s->fd[s->n_fd++] = fd;
	return fcntl(fd, F_SETFD, flags | FD_CLOEXEC) == 0;
}

static bool hold_back_all(struct gaff_stand_in *s)
{
	enum { WITHOUT_A_LIST = 4096 };
	DIR *dir = opendir("/dev/fd");
	const struct dirent *entry;
	size_t room = 0;
	bool ok = true;

	if (!dir) { /* nothing is mounted there, or there is no descriptor left */
		for (int fd = 3; ok && fd < WITHOUT_A_LIST; fd++)
			ok = hold_back(s, &room, fd);
		return ok;
	}
	while (ok && (entry = readdir(dir))) {
		int fd = number_of(entry->d_name);

		if (fd > 2 && fd != dirfd(dir))
			ok = hold_back(s, &room, fd);
	}
	(void)closedir(dir);
	return ok;
}

/* Nothing we open may get one of the three numbers; the program finds them closed as they were. */
static bool fill_gaps(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", (fd ? O_WRONLY : O_RDONLY) | O_CLOEXEC) != fd)
			return false;
	return true;
}

enum gaff_rc gaff_stand_in_begin(struct gaff_stand_in *s, struct gaff_err *err)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };

	*s = (struct gaff_stand_in){ 0 };
	(void)sigprocmask(SIG_SETMASK, NULL, &s->mask);
	(void)sigaction(SIGPIPE, &ignore, &s->pipe);
	if (!fill_gaps() || !hold_back_all(s))
		return gaff_fail(err, GAFF_EIO, "cannot keep its descriptors for it: %s",
				 strerror(errno));
	return GAFF_OK;
}

/* ---- becoming it ---- */

/* A script without a first line that says by what: shells run it by themselves. */
static void execute_script(const struct gaff_exec_program *p)
{
	size_t n = 1; /* its own name */
	char **argv;

	while (p->argv[n])
		n++;
	argv = malloc((n + 2) * sizeof *argv);
	if (!argv)
		return;
	argv[0] = (char *)(uintptr_t) "sh";
	argv[1] = (char *)(uintptr_t)p->path;
	for (size_t i = 1; i <= n; i++) /* the NULL too */
		argv[i + 1] = p->argv[i];
	(void)execve("/bin/sh", argv, p->envp);
}

_Noreturn void gaff_stand_in_become(const struct gaff_stand_in *s,
				    const struct gaff_exec_program *p)
{
	int why;

	for (size_t i = 0; i < s->n_fd; i++)
		(void)fcntl(s->fd[i], F_SETFD, 0);
	(void)sigaction(SIGPIPE, &s->pipe, NULL);
	(void)sigprocmask(SIG_SETMASK, &s->mask, NULL);
	(void)execve(p->path, p->argv, p->envp);
	if (errno == ENOEXEC)
		execute_script(p);
	why = errno;
	p->say(p->path, why);
	_exit(why == ENOENT ? 127 : 126);
}

/* ---- signals while it runs ---- */

static volatile sig_atomic_t child; /* its process; 0: none that could be sent anything */
static volatile sig_atomic_t is_stopping;

static bool is_fault(int number)
{
	return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL ||
	       number == SIGTRAP || number == SIGSYS;
}

/* Those that a terminal sends to everybody in its foreground group, or to who may not use it. */
static bool is_of_terminals(int number)
{
	return number == SIGINT || number == SIGQUIT || number == SIGTSTP || number == SIGTTIN ||
	       number == SIGTTOU || number == SIGHUP || number == SIGCONT || number == SIGWINCH;
}

static void pass_on(int number, siginfo_t *info, void *context)
{
	int saved = errno;

	(void)context;
	if (is_fault(number) && gaff_os_is_from_kernel(info)) {
		(void)signal(number, SIG_DFL); /* it is ours, and happens again at once */
		return;
	}
	if (child <= 0 || info->si_pid == getpid() ||
	    info->si_pid == child || /* it sends to its whole group, and so to itself */
	    (is_of_terminals(number) && gaff_os_is_from_kernel(info)) ||
	    (number == SIGCONT && is_stopping)) /* stop_too() */
		return;
	(void)kill(child, number);
	errno = saved;
}

struct before {
	struct sigaction action[NSIG];
	bool is_known[NSIG];
};

/* With every signal blocked: what comes now is passed on when there is somebody to pass it to. */
static void take_signals(struct before *b)
{
	struct sigaction ours = { .sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART };
	struct sigaction usual = { .sa_handler = SIG_DFL };

	(void)sigfillset(&ours.sa_mask);
	for (int n = 1; n < NSIG; n++)
		if (n != SIGKILL && n != SIGSTOP)
			b->is_known[n] = sigaction(n, n == SIGCHLD ? &usual : &ours,
						   &b->action[n]) == 0;
}

static void give_signals_back(const struct before *b)
{
	for (int n = 1; n < NSIG; n++)
		if (b->is_known[n])
			(void)sigaction(n, &b->action[n], NULL);
}

/* It has stopped, so whoever waits for us has to see us stopped, by the same signal. */
static void stop_too(int number)
{
	struct sigaction usual = { .sa_handler = SIG_DFL }, ours;
	siginfo_t seen = { 0 };
	bool is_changed;

	is_stopping = true;
	is_changed = sigaction(number, &usual, &ours) == 0; /* not for SIGSTOP */
	(void)kill(getpid(), number);
	if (is_changed)
		(void)sigaction(number, &ours, NULL);
	is_stopping = false;
	/* A shell wakes the whole group; who wakes us alone means the program. */
	if (waitid(P_PID, (id_t)child, &seen, WCONTINUED | WNOHANG) == 0 && seen.si_pid == 0)
		(void)kill(child, SIGCONT);
}

/* Until it has ended. It is there to be sent signals until it is known that it has. */
static int wait_for_it(const struct before *b)
{
	static const int stops[] = { SIGTSTP, SIGTTIN, SIGTTOU };
	pid_t pid = child;
	sigset_t all, before;
	int status = 0;

	for (;;) {
		siginfo_t seen = { 0 };

		if (waitid(P_PID, (id_t)pid, &seen, WEXITED | WSTOPPED | WNOWAIT) != 0) {
			if (errno == EINTR)
				continue;
			break;
		}
		if (seen.si_code != CLD_STOPPED && seen.si_code != CLD_TRAPPED)
			break;
		if (waitid(P_PID, (id_t)pid, &seen, WSTOPPED | WNOHANG) == 0 && seen.si_pid == pid)
			stop_too(seen.si_status);
	}
	(void)sigfillset(&all);
	(void)sigprocmask(SIG_SETMASK, &all, &before);
	child = 0; /* its number may soon be somebody else's */
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	/* from here on we are whom a terminal may stop, and whom it does not let write for ever */
	for (size_t i = 0; i < COUNT_OF(stops); i++)
		(void)sigaction(stops[i], &b->action[stops[i]], NULL);
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	return status;
}

/* All but stderr, which we may have to say something on: pipes end when the program's end. */
static void let_go(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int fd = 0; fd <= 1 && null >= 0; fd++)
		(void)dup2(null, fd);
	gaff_os_close_from(3);
}

enum gaff_rc gaff_stand_in_run(const struct gaff_stand_in *s,
			       const struct gaff_exec_program *program, int *status,
			       struct gaff_err *err)
{
	static struct before before;
	pid_t self = getpid(), pid;
	sigset_t all, none;

	(void)sigfillset(&all);
	(void)sigprocmask(SIG_SETMASK, &all, NULL);
	take_signals(&before);
	pid = fork();
	if (pid == 0) {
		gaff_os_die_with_parent();
		if (getppid() != self)
			_exit(126);
		give_signals_back(&before);
		gaff_stand_in_become(s, program);
	}
	if (pid > 0)
		child = pid;
	else
		give_signals_back(&before);
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, pid > 0 ? &none : &s->mask, NULL);
	if (pid < 0)
		return gaff_fail(err, GAFF_EIO, "cannot start a process: %s", strerror(errno));
	let_go();
	*status = wait_for_it(&before);
	return GAFF_OK;
}

/* ---- the end ---- */

_Noreturn void gaff_die_of(int number)
{
	struct rlimit none = { 0, 0 };
	struct sigaction usual = { .sa_handler = SIG_DFL };
	sigset_t one;

	(void)setrlimit(RLIMIT_CORE, &none); /* the program has left one, if there was to be one */
	(void)sigaction(number, &usual, NULL);
	(void)sigemptyset(&one);
	(void)sigaddset(&one, number);
	(void)sigprocmask(SIG_UNBLOCK, &one, NULL);
	(void)kill(getpid(), number);
	_exit(128 + number);
}

_Noreturn void gaff_stand_in_end(int status)
{
	if (WIFSIGNALED(status))
		gaff_die_of(WTERMSIG(status));
	_exit(WEXITSTATUS(status));
}
