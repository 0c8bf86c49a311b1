/*
 * lib_call.h - around the call of a hook's function: what it must not spoil, and what it may not
 * come back from.
 *
 * stdout is the answer, and a line that the function or a program it starts prints there would make
 * it none: an agent that cannot read a denial goes on. So stdout is not theirs during the call.
 *
 * A function may never return: it is too late, it crashes in any of its threads, it is told to end
 * or calls exit(). What gaff_run_fail() says to that is made before the call, and is then written
 * by a handler of signals or of exit(): no memory has to be had, and none to be whole. What the
 * function has objected to before stands, as it does when it returns an error. Only then the crash
 * is recorded, as well as that goes: the answer is out, and whatever else fails ends the process
 * with the exit code that belongs to it.
 */
#ifndef GAFF_LIB_CALL_H
#define GAFF_LIB_CALL_H

#include "run/run.h"

struct gaff_lib_call {
	struct gaff_run *run;
	const struct gaff_event *event;
	struct gaff_trace *trace;
	/* by the function until now; not in a frame, which it may leave for good */
	const struct gaff_response *said;
};

void gaff_lib_call_begin(const struct gaff_lib_call *call);
/* The function has returned: from here on a crash in another thread of its waits. */
void gaff_lib_call_end(void);
/* The answer is made and about to be written: a crash waits until it is, and adds none. */
void gaff_lib_call_delivers(int exit_code);
/* It is written. What crashes from here on ends the process with this exit code all the same. */
void gaff_lib_call_over(int exit_code);

/* Has it said that something must not happen, and why? To stop is to object like deny and ask. */
bool gaff_lib_objects(const struct gaff_response *said);
struct sv gaff_lib_objection(const struct gaff_response *said);

#endif
