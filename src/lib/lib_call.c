#include "lib/lib_call.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/io.h"
#include "base/os.h"
#include "text/utf8.h"
#include "text/visible.h"

enum {
	STACK_BYTES = 256 << 10, /* for handlers: a function may have used up its own */
	RECORD_BYTES = 64 << 10,
	AFTER_MS = 2000, /* for what is done once the answer is out */
	STEP_MS = 10,
};

/* ---- stdout ---- */

/*
 * The real one, while the function has another. A function may close any number, and what it opens
 * then has that number: so there are two copies, far from each other, and none is believed in until
 * it is seen to be the file that stdout was.
 */
static int copies[] = { -1, -1 };
static const int copy_from[] = { STDERR_FILENO + 1, 60 }; /* from 64 on the kernel's table grows */
static struct stat answers;
static bool has_stdout;

static bool is_real(int fd)
{
	struct stat about;

	return has_stdout && fd >= 0 && fstat(fd, &about) == 0 && about.st_dev == answers.st_dev &&
	       about.st_ino == answers.st_ino;
}

/* -1: it is lost, and nothing else may get the answer. */
static int real_stdout(void)
{
	for (size_t i = 0; i < COUNT_OF(copies); i++)
		if (is_real(copies[i]))
			return copies[i];
	return is_real(STDOUT_FILENO) ? STDOUT_FILENO : -1;
}

/* Nobody can write there, nor get the number for a file. */
static void shut_stdout(void)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (null == STDOUT_FILENO)
		return;
	if (null < 0 || dup2(null, STDOUT_FILENO) < 0)
		(void)close(STDOUT_FILENO);
	if (null >= 0)
		(void)close(null);
}

/* To stderr, where that is private; else to nobody: some agents look for answers there, too. */
static void put_aside(const struct gaff_run *run)
{
	int null;

	has_stdout = fstat(STDOUT_FILENO, &answers) == 0;
	for (size_t i = 0; i < COUNT_OF(copies); i++)
		copies[i] = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, copy_from[i]);
	if (copies[0] < 0 || (run->host->flags & GAFF_H_STDERR_IS_PRIVATE &&
			      dup2(STDERR_FILENO, STDOUT_FILENO) >= 0))
		return;
	null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (null < 0) /* then nothing is better than the answer's */
		(void)close(STDOUT_FILENO);
	else if (dup2(null, STDOUT_FILENO) >= 0)
		(void)close(null);
}

/* The copies stay, for whoever has to answer meanwhile. */
static void put_back(void)
{
	int fd;

	(void)fflush(stdout); /* what is left of it is no part of the answer */
	fd = real_stdout();
	if (fd != STDOUT_FILENO && (fd < 0 || dup2(fd, STDOUT_FILENO) < 0))
		shut_stdout();
}

/* What has the number of one by now may be the function's. */
static void close_copies(void)
{
	for (size_t i = 0; i < COUNT_OF(copies); i++) {
		if (is_real(copies[i]))
			(void)close(copies[i]);
		copies[i] = -1;
	}
}

/* ---- a function that does not return ---- */

/* What faults do, and what agents and limits end hooks with. */
/* clang-format off */
static const struct {
	int number;
	const char *name;
	bool is_fault; /* of the thread that gets it */
} watched[] = {
	{ SIGSEGV, "SIGSEGV", true },
	{ SIGBUS,  "SIGBUS",  true },
	{ SIGFPE,  "SIGFPE",  true },
	{ SIGILL,  "SIGILL",  true },
	{ SIGABRT, "SIGABRT", true },
	{ SIGTRAP, "SIGTRAP", true },
	{ SIGSYS,  "SIGSYS",  true },
	{ SIGALRM, "SIGALRM", false },
	{ SIGTERM, "SIGTERM", false },
	{ SIGINT,  "SIGINT",  false },
	{ SIGHUP,  "SIGHUP",  false },
	{ SIGQUIT, "SIGQUIT", false },
	{ SIGXCPU, "SIGXCPU", false },
	{ SIGXFSZ, "SIGXFSZ", false },
};
/* clang-format on */

enum phase {
	NO_CALL,
	CALLED,
	HEEDING, /* the function will not return: somebody looks at what it has said */
	WRITING, /* and answers */
	ANSWERED,
	RETURNED,   /* it did; gaff makes the answer */
	DELIVERING, /* and writes it */
	DELIVERED,  /* until the process ends, with the exit code that belongs to it */
};

static _Atomic enum phase phase;
static struct gaff_lib_call call;
static struct gaff_answer failure; /* what is answered when it does not return */
static pid_t process;              /* what it starts has nothing to answer */
static pthread_t caller, answerer;
static int exit_code;     /* once it is ANSWERED or DELIVERING */
static bool has_objected; /* the function, to what it was asked about */
static struct sv reason;  /* of that; may be empty */
static struct sigaction before[COUNT_OF(watched)];

/* As long as the other thread needs, which has no more than moments to go. */
static void wait_while(enum phase that)
{
	const struct timespec step = { 0, STEP_MS * 1000000L };

	for (int i = 0; phase == that && i < 2 * AFTER_MS / STEP_MS; i++)
		(void)nanosleep(&step, NULL);
}

static void set_alarm(int64_t left)
{
	struct itimerval when = { .it_value = { 0, 1 } };

	if (left > 0)
		when.it_value = (struct timeval){ left / 1000, (left % 1000) * 1000 };
	(void)setitimer(ITIMER_REAL, &when, NULL);
}

bool gaff_lib_objects(const struct gaff_response *said)
{
	return said->decision == GAFF_DENY || said->decision == GAFF_ASK || said->stop;
}

struct sv gaff_lib_objection(const struct gaff_response *said)
{
	bool is_decided = said->decision == GAFF_DENY || said->decision == GAFF_ASK;

	return is_decided && said->text[GAFF_A_REASON].n ? said->text[GAFF_A_REASON]
							 : said->text[GAFF_A_STOP_REASON];
}

struct denial {
	struct gaff_run run;
	char reason[GAFF_DENIAL_MAX];
};

/* Reads all that may be broken: what comes after it only writes. */
static void deny_for(struct denial *d, struct sv why_not, const struct gaff_err *why)
{
	struct gaff_answer answer;

	why_not = gaff_utf8_cut(why_not, sizeof d->reason);
	if (why_not.n)
		memcpy(d->reason, why_not.p, why_not.n);
	d->run = *call.run;
	d->run.fail_closed = true;
	d->run.reason = (struct sv){ d->reason, why_not.n };
	gaff_run_expect(&d->run, d->run.row, d->run.native_event);
	gaff_run_fail(&d->run, why, &answer);
	reason = d->run.reason;
	failure = answer;
	has_objected = failure.must_arrive;
}

/*
 * That something must not happen stands, whatever becomes of the function. Its reason may be what
 * cannot be read any more: then the fault leads back to answer(), and what was made until then is
 * the answer.
 */
static void heed_objection(const struct gaff_err *why)
{
	static struct denial without, with;

	if (!gaff_lib_objects(call.said))
		return;
	deny_for(&without, SV("the hook objected to this, and then its reason was lost"), why);
	deny_for(&with, gaff_lib_objection(call.said), why);
}

static void write_answer(const struct gaff_err *why)
{
	int64_t deadline = gaff_now_ms() + GAFF_WRITE_MS;
	char line[GAFF_DENIAL_MAX + sizeof why->msg + 96];
	struct buf b = buf_fixed(line, sizeof line);
	int fd = real_stdout();

	phase = WRITING;
	exit_code = failure.exit;
	if ((fd < 0 || !gaff_write_all(fd, failure.out, deadline)) && failure.must_arrive)
		exit_code = 2;
	if (has_objected && failure.exit == 2 && reason.n) {  /* who calls may read it there */
		if (reason.p[0] == '{' || reason.p[0] == '[') /* it must not be taken for one */
			gaff_buf_add(&b, SV("blocked: "));
		gaff_buf_add(&b, reason);
		buf_addc(&b, '\n');
	}
	gaff_buf_add(&b, SV("gaff: "));
	gaff_buf_add(&b, sv_of(why->msg));
	gaff_buf_add(&b, !failure.must_arrive ? SV("; no opinion given\n")
			 : has_objected       ? SV("; what it said before stands\n")
					      : SV("; blocked (fail-closed)\n"));
	if (failure.err.n)
		(void)gaff_visible_write(STDERR_FILENO, buf_sv(&b), deadline);
	phase = ANSWERED;
}

/* In memory of its own: that of the call may be what is broken. */
static void record(const struct gaff_err *why)
{
	static char memory[RECORD_BYTES];
	struct arena arena;

	call.trace->merged = (struct gaff_response){ .decision = failure.must_arrive ? GAFF_DENY
										     : GAFF_NONE };
	call.trace->error = sv_of(why->msg);
	gaff_arena_init(&arena, memory, sizeof memory, sizeof memory);
	gaff_run_record(&arena, call.run, call.event, call.trace, &failure);
	if (!arena.failed)
		return;
	call.run->has_event = false; /* there is too much of it */
	call.trace->n = 0;
	gaff_arena_init(&arena, memory, sizeof memory, sizeof memory);
	gaff_run_record(&arena, call.run, call.event, call.trace, &failure);
}

/* While one thread answers, nobody is told to end. */
static void mask_ends(int how)
{
	sigset_t ends;

	(void)sigemptyset(&ends);
	for (size_t i = 0; i < COUNT_OF(watched); i++)
		if (!watched[i].is_fault)
			(void)sigaddset(&ends, watched[i].number);
	(void)pthread_sigmask(how, &ends, NULL);
}

static void on_signal(int number, siginfo_t *info, void *context);

/* One that was ours already, since a call before this one, is not what was there before. */
static void handle(bool faults)
{
	/* a fault while the answer is made must come back here, too */
	struct sigaction ours = { .sa_sigaction = on_signal,
				  .sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER };
	struct sigaction old;

	(void)sigemptyset(&ours.sa_mask);
	for (size_t i = 0; i < COUNT_OF(watched); i++)
		if (watched[i].is_fault == faults &&
		    sigaction(watched[i].number, &ours, &old) == 0 && old.sa_sigaction != on_signal)
			before[i] = old;
}

/* Another has begun to answer, or this thread has and crashed again: at what it looked at. */
_Noreturn static void answer_no_more(enum phase was, const struct gaff_err *why)
{
	if (pthread_equal(pthread_self(), answerer)) {
		if (was == HEEDING)
			write_answer(why);
	} else {
		wait_while(HEEDING);
		wait_while(WRITING);
		wait_while(DELIVERING);
	}
	_exit(exit_code);
}

/* Returns when the answer is out; the process has nothing to do any more but to end. */
static void answer(const char *what, const char *name)
{
	static struct gaff_err why = { .rc = GAFF_EHOOK };
	enum phase was = CALLED;

	mask_ends(SIG_BLOCK);
	(void)signal(SIGPIPE, SIG_IGN); /* as before the call */
	if (!atomic_compare_exchange_strong(&phase, &was, HEEDING) &&
	    (was != RETURNED || !atomic_compare_exchange_strong(&phase, &was, HEEDING)))
		answer_no_more(was, &why);
	answerer = pthread_self();
	(void)stpcpy(stpcpy(why.msg, what), name);
	heed_objection(&why);
	write_answer(&why);
	handle(false);
	set_alarm(AFTER_MS); /* whatever hangs now: the process ends, and with this exit code */
	mask_ends(SIG_UNBLOCK);
	record(&why);
}

/*
 * Who had a handler of its own before, as sanitizers and crash reporters have, sees the crash as
 * well: in a copy of the process, since how such a handler ends it is no answer. True in the copy.
 */
static bool is_copy_for_handler(size_t i)
{
	pid_t copy;

	if (!watched[i].is_fault || before[i].sa_handler == SIG_DFL ||
	    before[i].sa_handler == SIG_IGN)
		return false;
	copy = fork();
	if (copy > 0)
		(void)waitpid(copy, NULL, 0);
	return copy == 0;
}

static void restore(bool faults)
{
	for (size_t i = 0; i < COUNT_OF(watched); i++)
		if (watched[i].is_fault == faults)
			(void)sigaction(watched[i].number, &before[i], NULL);
}

/* With what was there before us it comes again: by itself, or as somebody has sent it. */
static void leave_to_those_before(const siginfo_t *info)
{
	restore(true);
	restore(false);
	if (info->si_code <= 0)
		(void)raise(info->si_signo);
}

/* Unless it is this thread that delivers: then nobody does. */
static void await_delivery(void)
{
	if (pthread_equal(pthread_self(), caller))
		return;
	wait_while(RETURNED);
	wait_while(DELIVERING);
}

static void on_signal(int number, siginfo_t *info, void *context)
{
	size_t i = 0;

	(void)context;
	while (i < COUNT_OF(watched) - 1 && watched[i].number != number)
		i++;
	if (getpid() != process || phase == NO_CALL) {
		leave_to_those_before(info);
		return;
	}
	if (phase >= RETURNED) { /* the answer is on its way, and this thread must not stop it */
		if (!watched[i].is_fault)
			return;
		await_delivery();
	}
	if (phase >= DELIVERING)
		; /* the process ends as the answer says: an agent heeds no denial of a crash */
	else if (number == SIGALRM)
		answer("the hook did not end in time", "");
	else
		answer(watched[i].is_fault ? "the hook crashed: " : "the hook was ended by ",
		       watched[i].name);
	if (!is_copy_for_handler(i))
		_exit(exit_code);
	close_copies();
	if (is_real(STDOUT_FILENO))
		(void)close(STDOUT_FILENO);
	leave_to_those_before(info);
}

/* True when the process has to end with our exit code. Once all is done it ends as it likes. */
static bool has_to_answer_exit(const char *what)
{
	if (getpid() != process || phase == NO_CALL || phase == DELIVERED)
		return false;
	if (phase >= RETURNED)
		await_delivery();
	if (phase < DELIVERING)
		answer("the hook ended without an answer: it called ", what);
	return true;
}

static void on_exit_called(void)
{
	if (!has_to_answer_exit("exit()"))
		return;
	(void)fflush(NULL); /* its own files; stdout is not the answer */
	_exit(exit_code);
}

static void on_quick_exit_called(void)
{
	if (has_to_answer_exit("quick_exit()"))
		_exit(exit_code);
}

/* Agents let a call pass when its hook is too late. Who runs hooks has a limit for each. */
static void set_deadline(const struct gaff_run *run)
{
	if (run->fail_closed || run->deadline_ms || run->host != &gaff_host_canonical_caller)
		set_alarm(gaff_run_deadline(run) - gaff_now_ms());
}

/* A fault whose signal is blocked ends the process at once, and no deadline comes while it is. */
static void unblock(void)
{
	sigset_t set;

	(void)sigemptyset(&set);
	(void)sigaddset(&set, SIGALRM);
	for (size_t i = 0; i < COUNT_OF(watched); i++)
		if (watched[i].is_fault)
			(void)sigaddset(&set, watched[i].number);
	(void)pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void watch(void)
{
	static char room[STACK_BYTES];
	static bool is_registered;
	const stack_t stack = { .ss_sp = room, .ss_size = sizeof room };

	(void)sigaltstack(&stack, NULL);
	process = getpid();
	caller = pthread_self();
	phase = CALLED;
	handle(true);
	handle(false);
	unblock();
	if (is_registered)
		return;
	is_registered = atexit(on_exit_called) == 0;
	(void)gaff_os_at_quick_exit(on_quick_exit_called);
}

/* Until here a signal ended a read; from here on it may have to end the hook's own function. */
static void may_be_ended(void)
{
	static const int signals[] = { SIGTERM, SIGINT, SIGHUP };

	for (size_t i = 0; i < COUNT_OF(signals); i++)
		(void)signal(signals[i], SIG_DFL);
}

void gaff_lib_call_begin(const struct gaff_lib_call *given)
{
	const struct gaff_err why = { .rc = GAFF_EHOOK };

	call = *given;
	has_objected = false;
	gaff_run_fail(call.run, &why, &failure);
	exit_code = failure.must_arrive ? 2 : failure.exit; /* until it is known to be out */
	put_aside(call.run);
	may_be_ended();
	watch();
	set_deadline(call.run);
}

void gaff_lib_call_end(void)
{
	const struct itimerval none = { .it_value = { 0, 0 } };
	enum phase was = CALLED;

	if (getpid() != process)
		_exit(EXIT_FAILURE); /* a child that came back: the answer is its parent's */
	unblock(); /* what the function has changed of these must not cost its answer */
	(void)signal(SIGPIPE, SIG_IGN);
	put_back(); /* may take for ever, and so comes while the deadline holds */
	while (!atomic_compare_exchange_strong(&phase, &was, RETURNED)) {
		wait_while(was); /* another thread has crashed, and ends the process */
		was = CALLED;
	}
	(void)setitimer(ITIMER_REAL, &none, NULL);
	restore(false);
	close_copies();
}

void gaff_lib_call_delivers(int code)
{
	enum phase was = RETURNED;

	if (phase == NO_CALL || phase == DELIVERED)
		return;
	while (!atomic_compare_exchange_strong(&phase, &was, DELIVERING)) {
		wait_while(was); /* another thread has lost patience, and ends the process */
		was = RETURNED;
	}
	exit_code = code;
}

void gaff_lib_call_over(int code)
{
	if (phase == NO_CALL)
		return;
	exit_code = code;
	phase = DELIVERED;
}
