/*
 * trace.h - what happened to each hook: for the record, and for whoever asks why.
 */
#ifndef GAFF_RUN_TRACE_H
#define GAFF_RUN_TRACE_H

#include "agents/codec/codec.h"
#include "run/load/load.h"

struct gaff_guard_report;

enum gaff_step_result {
	GAFF_STEP_NOT_MEANT, /* it does not match */
	GAFF_STEP_NOT_RUN, /* it would have, but: policy, trust, degradation, a denial before it */
	GAFF_STEP_STARTED, /* async: its answer is recorded when it comes */
	GAFF_STEP_ANSWERED,
	GAFF_STEP_FAILED,
	GAFF_STEP_LATE,
};

/* "no match", "not run", … */
const char *gaff_step_name(enum gaff_step_result result);

/* What became of a hook that was run. */
static inline enum gaff_step_result gaff_step_of(enum gaff_rc rc)
{
	return rc == GAFF_OK      ? GAFF_STEP_ANSWERED
	       : rc == GAFF_ETIME ? GAFF_STEP_LATE
				  : GAFF_STEP_FAILED;
}

struct gaff_step {
	const struct gaff_source *source; /* NULL: the COMMAND of `gaff run` */
	struct gaff_hook hook;
	struct sv label;
	bool is_rule;  /* of a manifest's rules: nothing is run for it */
	bool is_again; /* a guard or rule that was asked once more: a hook has changed the call */
	bool is_guess; /* it may be meant for the MCP server of this call, or for another */
	enum gaff_step_result result;
	struct sv why;  /* in words, or empty */
	size_t n_asked; /* once, or for each file; the last time is what is here: */
	struct sv input;
	struct gaff_outcome outcome;
	bool has_outcome;
	int64_t ms;
	struct gaff_guard_report *guard; /* of one that is built in; else NULL */
	struct gaff_response said;       /* with what became of it */
};

struct gaff_trace {
	bool wants_all; /* also hooks that do not match */
	struct gaff_sources sources;
	struct gaff_step *step;
	size_t n, room;
	struct sv *degradation; /* "hook: input_rewrite: block" */
	size_t n_degradations;
	const struct gaff_step *decided; /* whose decision it is, or NULL */
	struct gaff_response merged;
	struct gaff_warnings warnings;
	struct gaff_paths files; /* of the call as it came, if anybody asked; for the record */
	struct sv error;         /* why gaff_run_fail() answered, or empty */
	struct sv notice;        /* what the user was told about manifests that did not run */
	struct sv elsewhere;     /* the event on which the same thing is answered, or empty */
	/* An event that comes for the same call after this one; NULL: there is none. */
	const struct gaff_event_row *later;
	bool is_later_sure; /* beyond doubt */
	/* The one before it, on which the hooks were asked; NULL: there is none, or they were not.
	 */
	const struct gaff_event_row *earlier;
	bool had_guesses;  /* there also those that may be meant for the server, or for another */
	struct json input; /* of the tool, as the hooks have left it */
	bool is_told;      /* that notice is in the answer */
	bool is_disabled;  /* GAFF_DISABLE */
	bool is_async;     /* of a hook that nobody waited for */
};

/* A new step at the end; NULL: no memory. */
struct gaff_step *gaff_trace_add(struct arena *a, struct gaff_trace *trace);

__attribute__((format(printf, 4, 5))) void gaff_trace_degraded(struct arena *a,
							       struct gaff_trace *trace,
							       const struct gaff_step *step,
							       const char *fmt, ...);

#endif
