#include "run/run.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/dirs.h"
#include "base/fs.h"
#include "run/guards.h"
#include "run/started.h"

/* ---- the COMMAND ---- */

/* A COMMAND that is `gaff guard NAME...`; no manifest says where the project is. */
static enum gaff_rc ask_guards(struct arena *a, const struct gaff_event *event, struct sv words,
			       const struct gaff_project *project, struct gaff_step *step,
			       struct gaff_trace *trace, struct gaff_err *err)
{
	struct gaff_guard_call call = gaff_guard_see(a, event, project);

	return gaff_run_guards(&call, words, trace->wants_all, step, &trace->merged, err);
}

/* The COMMAND of the command line: one blocking hook, whose failure is ours. */
static enum gaff_rc ask_command(struct arena *a, struct gaff_run *run,
				const struct gaff_event *event, struct gaff_trace *trace,
				struct gaff_err *err)
{
	struct gaff_step *step = gaff_trace_add(a, trace);
	struct gaff_call call = { .argv = run->command,
				  .dialect = run->dialect,
				  .keeps_env = run->is_apart,
				  .is_blocking = true,
				  .is_closed = run->fail_closed,
				  .deadline = gaff_run_hook_deadline(run) };
	struct gaff_project project;
	struct sv guards;
	enum gaff_rc rc;

	if (!step)
		return gaff_no_memory(err);
	step->label = sv_of(run->command[0]);
	step->hook.blocking = true;
	GAFF_TRY(gaff_run_project(a, run, event, &project, err));
	call.project = project.root;
	if (gaff_argv_is_guard(a, run->command, &guards))
		rc = ask_guards(a, event, guards, &project, step, trace, err);
	else
		rc = gaff_run_ask(a, &call, event, step, &trace->merged, err);
	step->result = gaff_step_of(rc);
	step->said = trace->merged;
	if (rc == GAFF_OK && trace->merged.decision != GAFF_NONE)
		trace->decided = step;
	return rc;
}

/* ---- `gaff doctor` ---- */

/*
 * `gaff doctor` asks whether an answer would arrive and be obeyed: no hook is run, and what it gets
 * can only be a denial. It says which payload that is, by its sum: an agent's own calls have
 * another, so that no variable in an agent's environment keeps a hook from them.
 */
static bool is_for_doctor(struct sv payload)
{
	const char *value = getenv(GAFF_DOCTOR);
	char sum[65];

	if (!value)
		return false;
	gaff_sha256(payload, sum);
	return strcmp(value, sum) == 0;
}

static enum gaff_rc answer_doctor(struct gaff_run *run, const struct gaff_event *event,
				  struct gaff_trace *trace, struct gaff_response *out)
{
	run->is_trial = true;
	if (gaff_shape_can_deny(event->row->answer)) {
		out->decision = GAFF_DENY;
		out->text[GAFF_A_REASON] = SV(GAFF_DOCTOR_REASON);
	}
	trace->merged = *out;
	return GAFF_OK;
}

/* In a repository, its root or any other folder of it: a name without links. */
static bool is_in_repository(char *folder)
{
	for (char *end = folder + strlen(folder); end > folder; end = strrchr(folder, '/')) {
		char git[PATH_MAX + 8];

		*end = '\0';
		(void)snprintf(git, sizeof git, "%s/.git", folder);
		if (gaff_fs_is_there(git))
			return true;
	}
	return false;
}

/*
 * A home that only the environment names, and that is in the project, is the repository's. So is
 * one in another repository: the project is not looked for above a home.
 */
static enum gaff_rc check_home(struct arena *a, const struct gaff_run *run,
			       const struct gaff_event *event, struct gaff_err *err)
{
	char home[PATH_MAX], root[PATH_MAX];
	struct gaff_project project;

	if (!run->doubts_home)
		return GAFF_OK;
	/* nothing of that home is asked about itself */
	GAFF_TRY(gaff_project_find(a, event, GAFF_STARTED_NOW, &project, err));
	if (project.root && realpath(project.root, root) && realpath(gaff_home(), home) &&
	    !gaff_is_below(home, root) && !is_in_repository(home))
		return GAFF_OK;
	return gaff_fail(err, GAFF_EHOOK,
			 "the system has no home for this user, and HOME is in a repository");
}

enum gaff_rc gaff_run_hooks(struct arena *a, struct gaff_run *run, const struct gaff_event *event,
			    struct gaff_trace *trace, struct gaff_response *out,
			    struct gaff_err *err)
{
	if (is_for_doctor(json_sv(event->payload)))
		return answer_doctor(run, event, trace, out);
	GAFF_TRY(check_home(a, run, event, err));
	if (!trace->is_disabled)
		gaff_run_elsewhere(a, run, event, trace);
	if (!trace->is_disabled && !trace->elsewhere.n)
		gaff_run_take_over(a, run, event, trace);
	gaff_run_forget_answer(a, run, event, trace);
	if (!trace->is_disabled && run->command)
		GAFF_TRY(ask_command(a, run, event, trace, err));
	else
		GAFF_TRY(gaff_run_chain(a, run, event, trace, err));
	*out = trace->merged;
	if (trace->elsewhere.n)
		return GAFF_OK;
	GAFF_TRY(gaff_run_notice(a, run, event, trace, out, err));
	gaff_run_hand_on(a, run, event, trace, out);
	return GAFF_OK;
}
