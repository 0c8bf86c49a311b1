/*
 * stand_in.h - a program in this one's place, so that nobody who calls can tell the difference.
 *
 *	gaff_stand_in_begin(&s, &err);               what the program is to find goes out of the way
 *	… run other programs (proc.h) …
 *	gaff_stand_in_become(&s, &program);          either it takes our place for good,
 *	status = gaff_stand_in_run(&s, &program);    or it runs beside us, and we end as it did
 *	gaff_stand_in_end(status);
 *
 * The program gets our descriptors (those that are closed stay closed), terminal, process group,
 * signal dispositions, signal mask and limits. While it runs beside us, what is sent to us is sent
 * on to it; a terminal sends to its whole foreground group, so that it has those signals already.
 * When it stops we stop, and when we go on it does. Its stdin and stdout are no longer ours: who
 * waits for the end of a pipe sees the program's. Only one runs at a time: signals are a
 * process's, not a thread's.
 */
#ifndef GAFF_BASE_STAND_IN_H
#define GAFF_BASE_STAND_IN_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct gaff_stand_in {
	sigset_t mask; /* as we were started */
	struct sigaction pipe;
	int *fd; /* above 2, that we were started with */
	size_t n_fd;
};

struct gaff_exec_program {
	const char *path;
	char *const *argv;
	char *const *envp;
	void (*say)(const char *path, int why); /* that it cannot be executed; an errno */
};

/*
 * From here on our own programs get none of the program's descriptors, and a reader that is gone
 * does not end us.
 */
enum gaff_rc gaff_stand_in_begin(struct gaff_stand_in *s, struct gaff_err *err);

/* Ends with 126 or 127, and says why, when it cannot be executed, as a shell would. */
_Noreturn void gaff_stand_in_become(const struct gaff_stand_in *s,
				    const struct gaff_exec_program *program);

/* Its status as of waitpid(). From here on signals do not end us. GAFF_EIO: no process for it. */
enum gaff_rc gaff_stand_in_run(const struct gaff_stand_in *s,
			       const struct gaff_exec_program *program, int *status,
			       struct gaff_err *err);

/* As it has ended: with its exit status, or by the same signal (without a second core file). */
_Noreturn void gaff_stand_in_end(int status);

/* By a signal, whatever was to be done with it. */
_Noreturn void gaff_die_of(int number);

#endif
