/*
 * run.h - what an agent calls: payload in, hook, answer out.
 *
 *	stdin -> json -> event -> hook -> response -> fit -> stdout, stderr, exit code
 *
 * The exit code is the agent's business: 0, 2 for a decided block, or what its row demands.
 * Whatever goes wrong ends in gaff_run_fail(), the one place that decides between "no opinion"
 * and a denial. That denial is made before anything can fail, from rows alone: it needs no
 * memory and no payload.
 */
#ifndef GAFF_RUN_RUN_H
#define GAFF_RUN_RUN_H

#include "hook/codec.h"

struct gaff_run {
	const struct gaff_host *host;    /* NULL: to be found out from the payload */
	const struct gaff_host *dialect; /* what the hook speaks */
	struct sv event;                 /* --event, or empty */
	int64_t start_ms;
	int64_t deadline_ms; /* --deadline from start_ms; 0: by the event's row */
	bool fail_closed;
	bool verbose; /* say on stderr what is lost, also where the agent reads that */
	enum gaff_ask_fallback ask;
	char **command; /* NULL: no hook, no opinion */

	/* filled as it becomes known; what gaff_run_fail() needs */
	const struct gaff_event_row *row;
	struct sv native_event;
	bool has_event; /* the payload was understood */
	char denial[GAFF_DENIAL_MAX];
	size_t n_denial;
};

/* Set the event and, when a failure would block, make the denial. */
void gaff_run_expect(struct gaff_run *run, const struct gaff_event_row *row,
		     struct sv native_event);

/* When gaff has to answer, in gaff_now_ms(). */
int64_t gaff_run_deadline(const struct gaff_run *run);

/* The whole of it; returns the exit code. `argument_error` (may be NULL): fail at once. */
int gaff_run(struct gaff_run *run, const struct gaff_err *argument_error);

/* Answer for a failure. Writes to stdout and stderr, returns the exit code. */
int gaff_run_fail(struct gaff_run *run, const struct gaff_err *why);

/* Run the command with the event on its stdin (handler.c). */
enum gaff_rc gaff_run_command(struct arena *a, const struct gaff_run *run,
			      const struct gaff_event *event, struct gaff_outcome *out,
			      struct gaff_err *err);

/*
 * Variables for the session, where the agent takes them from a shell file it names (Claude
 * Code's CLAUDE_ENV_FILE): append them (session_env.c). Elsewhere they are in the answer.
 */
enum gaff_rc gaff_run_session_env(struct arena *a, const struct gaff_event *event,
				  const struct gaff_response *response, struct gaff_err *err);

#endif
