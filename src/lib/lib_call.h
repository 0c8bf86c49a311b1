/*
 * lib_call.h - around the call of a hook's function: what it must not spoil, and what it may not
 * come back from.
 *
 * stdout is the answer, and a line that the function or a program it starts prints there would make
 * it none: an agent that cannot read a denial goes on. So stdout is not theirs during the call.
 *
 * With fail_closed the call is also blocked when the function never returns: it is too late, it
 * crashes, it is told to end or calls exit().
 */
#ifndef GAFF_LIB_CALL_H
#define GAFF_LIB_CALL_H

#include "run/run.h"

void gaff_lib_call_begin(const struct gaff_run *run);
void gaff_lib_call_end(void);

#endif
