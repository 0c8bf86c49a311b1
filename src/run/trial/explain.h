/*
 * explain.h - one call, made as a trial, and all that became of it.
 */
#ifndef GAFF_RUN_TRIAL_EXPLAIN_H
#define GAFF_RUN_TRIAL_EXPLAIN_H

#include "agents/hosts.h"
#include "agents/simulate/fire.h"
#include "agents/simulate/fire_request.h"
#include "run/run.h"

struct explanation {
	struct arena *arena;
	const struct gaff_host *registered; /* --host, or whom a payload was made up for, or NULL */
	bool is_named;                      /* with --host */
	bool is_made_up;                    /* the payload is; else it came on stdin */
	struct sv payload;
	struct json document;       /* the same, or absent: */
	struct gaff_err unreadable; /* where it is no JSON; line 0: it is */

	struct gaff_run run;
	struct gaff_event event; /* with run.has_event */
	struct gaff_trace trace;
	struct gaff_answer answer;
	int64_t ms;

	struct fire_shot shot; /* as the agent sees it */
	struct fire_verdict verdict;
	bool has_verdict; /* else nobody knows whose words the answer is in */
};

/*
 * Make the payload up where x->is_made_up, run the hooks on it and judge the answer. `unread`: why
 * there is none to read, which is explained like the rest.
 */
enum gaff_rc explain_run(struct explanation *x, const struct fire_request *made_up,
			 const struct gaff_err *unread, struct gaff_err *err);

/* ---- who calls (explain_host.c) ---- */

struct explain_candidate {
	const struct gaff_host *host;
	const struct gaff_detect_row *row[32]; /* what speaks for it, and against it */
	size_t n;
	int score;
};

/* Those that anything speaks for or against, the best first; room for GAFF_HOSTS_MAX. */
size_t explain_candidates(const struct explanation *x, struct explain_candidate *out);

/* Was it the payload that told who calls, in spite of --host or without it? */
bool explain_is_told(const struct explanation *x);

/* Whose the payload looks like, where --host says something else; or NULL. */
const struct gaff_host *explain_looks_like(const struct explanation *x);

/* ---- in words ---- */

/* Why no hook of a manifest runs in this call, or NULL. */
const char *explain_unused(const struct explanation *x, const struct gaff_source *source);

/* What became of a hook: "deny", "no opinion", "failed", "would be started", … */
const char *explain_result(const struct gaff_step *step);

/* "+3  /prompt_id is there" without the weight. */
struct sv explain_clue(struct arena *a, const struct gaff_detect_row *row);

struct sv explain_dialect(const struct explanation *x, const struct gaff_step *step);

/* The program, the server or the prompt. */
struct sv explain_handler(const struct explanation *x, const struct gaff_step *step);

#endif
