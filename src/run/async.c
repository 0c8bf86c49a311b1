#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "base/io.h"
#include "base/os.h"
#include "run/run.h"

/*
 * The supervisor: a copy of this process that the agent neither sees nor waits for. It holds none
 * of the agent's descriptors, gives the hook its own time, and records what it said.
 */
static void supervise(struct arena *a, const struct gaff_run *run, const struct gaff_call *call,
		      const struct gaff_event *event, const struct gaff_step *asked)
{
	struct gaff_call late = *call;
	struct gaff_trace trace = { .is_async = true };
	struct gaff_step *step = gaff_trace_add(a, &trace);
	struct gaff_answer answer = { .exit = 0 };
	struct gaff_err err;
	enum gaff_rc rc;

	if (!step)
		return;
	*step = *asked;
	late.deadline = gaff_now_ms() + asked->hook.timeout_ms;
	rc = gaff_run_ask(a, &late, event, step, &trace.merged, &err);
	step->said = trace.merged;
	step->result = gaff_step_of(rc);
	if (rc != GAFF_OK)
		step->why = sv_of(err.msg);
	trace.merged = (struct gaff_response){ 0 }; /* it is recorded, and decides nothing */
	gaff_run_record(a, run, event, &trace, &answer);
}

enum gaff_rc gaff_run_detached(struct arena *a, const struct gaff_run *run,
			       const struct gaff_call *call, const struct gaff_event *event,
			       const struct gaff_step *step, struct gaff_err *err)
{
	pid_t pid = fork();
	int null;

	if (pid < 0)
		return gaff_fail(err, GAFF_EIO, "cannot start a supervisor: %s", strerror(errno));
	if (pid > 0)
		return GAFF_OK;
	(void)setsid();
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = 0; fd <= 2; fd++)
		if (null < 0 || dup2(null, fd) != fd)
			_exit(1);
	gaff_os_close_from(3);
	supervise(a, run, call, event, step);
	_exit(0);
}
