/*
 * run.h - what an agent calls: payload in, hooks, answer out.
 *
 *	stdin -> json -> event -> hooks -> response -> fit -> stdout, stderr, exit code
 *
 * Who is asked is the run's source: the hooks of the manifests (chain.c), of the one on the command
 * line or the one COMMAND (hooks.c), or a function of the program that libgaff is part of. The exit
 * code is the agent's business: 0, 2 for a decided block, or what its row demands. Whatever goes
 * wrong ends in gaff_run_fail(), the one place that decides between "no opinion" and a denial. That
 * denial is made before anything can fail, from rows alone: it needs no memory and no payload.
 */
#ifndef GAFF_RUN_RUN_H
#define GAFF_RUN_RUN_H

#include "agents/codec/codec.h"
#include "agents/codec/split.h"
#include "run/trace.h"

/* The variable with the SHA-256 of the payload that `gaff doctor` sends, and what it is answered.
 */
#define GAFF_DOCTOR        "GAFF_DOCTOR"
#define GAFF_DOCTOR_REASON "gaff doctor asked whether this would be obeyed (GAFF_DOCTOR is set)"

/* The variable with the name of a file that holds the very bytes of a hook's stdin. */
#define GAFF_EVENT_FILE "GAFF_EVENT_FILE"

struct gaff_run;

/*
 * Who answers. What is said goes to *out, and to trace->merged what of that hooks have said: the
 * one is sent, the other is recorded. With trace->is_disabled nobody is to be asked.
 */
typedef enum gaff_rc gaff_run_source(struct arena *a, struct gaff_run *run,
				     const struct gaff_event *event, struct gaff_trace *trace,
				     struct gaff_response *out, struct gaff_err *err);

struct gaff_run {
	gaff_run_source *source;
	void *source_data;
	/*
	 * Would anybody of the source decide about this call, as far as that can be told without
	 * its payload? In doubt yes. NULL: who is asked decides (gaff_run_is_judged(), in_force.c).
	 */
	bool (*is_judged)(const struct gaff_run *run);
	void (*on_deliver)(int exit_code);  /* before the answer is written; or NULL */
	int input;                          /* the descriptor with the payload: 0 is stdin */
	bool input_is_file;                 /* to be read from its start, as others may, too */
	const struct gaff_host *host;       /* NULL: to be found out from the payload */
	const struct gaff_host *registered; /* --host, when another agent runs that; or NULL */
	const struct gaff_host *dialect;    /* what the COMMAND speaks, and hooks of --inline */
	struct sv event;                    /* --event, or empty */
	int64_t start_ms;
	int64_t deadline_ms; /* --deadline from start_ms; 0: by the event's row */
	bool fail_closed;
	struct sv reason; /* of a denial that stands whatever fails; empty: that something failed */
	bool verbose;     /* say on stderr what is lost, also where the agent reads that */
	bool is_hook;     /* it is one itself, and may be called with a canonical event */
	bool is_trial;    /* somebody looks how it works: nothing is recorded or remembered */
	bool minds_disable; /* GAFF_DISABLE switches it off, unless its folders are given */
	bool must_log;      /* root wants the record, whatever GAFF_AUDIT says */
	/* a test: of manifests those given count, and the project is where the agent is */
	bool is_apart;
	bool is_committed; /* the registration is one of a file that a repository has */
	bool doubts_home;  /* the home is the environment's, and so not to be inside the project */
	enum gaff_ask_fallback ask;
	char **command;                       /* NULL: the manifests */
	const char *manifest[GAFF_GIVEN_MAX]; /* --manifest */
	size_t n_manifests;
	const char *inlined; /* --inline: a manifest, instead of all others; or NULL */

	/* filled as it becomes known; what gaff_run_fail() needs */
	const struct gaff_event_row *row;
	struct sv native_event;
	bool has_event; /* the payload was understood */
	bool is_off;    /* GAFF_DISABLE: only what root has locked is asked */
	char denial[GAFF_DENIAL_MAX], said[512];
	size_t n_denial;
};

/* What is known of the event before the payload is, once the host is. */
void gaff_run_expect_event(struct gaff_run *run);

/* Set the event and, when a failure would block, make the denial. */
void gaff_run_expect(struct gaff_run *run, const struct gaff_event_row *row,
		     struct sv native_event);

/* The value of --deadline in milliseconds: seconds, with a fraction or not; 0: it is none. */
int64_t gaff_run_seconds(const char *text);

/* When gaff has to answer, in gaff_now_ms(). */
int64_t gaff_run_deadline(const struct gaff_run *run);

/* The whole of it; returns the exit code. `argument_error` (may be NULL): fail at once. */
int gaff_run(struct gaff_run *run, const struct gaff_err *argument_error);

/* From a payload to the event: whose it is (run->host), and what it says. */
enum gaff_rc gaff_run_understand(struct arena *a, struct gaff_run *run, struct sv payload,
				 struct gaff_event *event, struct gaff_err *err);

/* From a payload to the answer, without reading, writing or recording. It always has an answer. */
void gaff_run_answer(struct arena *a, struct gaff_run *run, struct sv payload,
		     struct gaff_event *event, struct gaff_trace *trace,
		     struct gaff_answer *answer);

/* The payload; `first` is where a short one goes. */
enum gaff_rc gaff_run_read(const struct gaff_run *run, char *first, size_t n_first, struct sv *out,
			   struct gaff_err *err);

/* Write it and record it; returns the exit code. */
int gaff_run_deliver(struct arena *a, const struct gaff_run *run, const struct gaff_event *event,
		     const struct gaff_trace *trace, struct gaff_answer *answer);

/* The answer for a failure. */
void gaff_run_fail(struct gaff_run *run, const struct gaff_err *why, struct gaff_answer *answer);

/* Can a failure block here at all, when somebody wants it to? */
bool gaff_run_can_fail_closed(const struct gaff_run *run);

/* ---- the parts ---- */

/* The source of `gaff run`: the COMMAND, else the manifests; and what users are told about them. */
gaff_run_source gaff_run_hooks;

/* Its is_judged: the same of what was not read (in_force.c). */
bool gaff_run_is_judged(const struct gaff_run *run);

/* The hooks of the manifests, in order (chain.c). The merged response is in the trace. */
enum gaff_rc gaff_run_chain(struct arena *a, struct gaff_run *run, const struct gaff_event *event,
			    struct gaff_trace *trace, struct gaff_err *err);

/* The project of a call; what is not known of its session yet is kept, unless it is a trial. */
enum gaff_rc gaff_run_project(struct arena *a, const struct gaff_run *run,
			      const struct gaff_event *event, struct gaff_project *out,
			      struct gaff_err *err);
/* The manifests that count for this run, where the event happened; the project is in *out, too. */
struct gaff_sources;
enum gaff_rc gaff_run_load(struct arena *a, const struct gaff_run *run,
			   const struct gaff_event *event, struct gaff_sources *out,
			   struct gaff_err *err);

/* What hooks of one dialect are shown of a call: written once for all of them. */
struct gaff_shown {
	const struct gaff_host *dialect; /* NULL: nothing yet */
	struct gaff_parts parts;
	struct sv *text; /* of each part, or the one; empty: not written yet */
};

/* How one hook is asked. */
struct gaff_call {
	char *const *argv;
	const struct gaff_hook *http; /* instead of argv */
	const char *cwd;              /* NULL: ours */
	const char *project;          /* what is in it is not the user's own; NULL: nobody knows */
	struct json env;              /* further variables */
	const struct gaff_host *dialect;
	struct gaff_shown *shown; /* GAFF_SHOWN_MAX of the same event; NULL: it is asked alone */
	bool is_blocking;
	bool is_closed;   /* a failure of it blocks */
	bool keeps_env;   /* a test has made the environment what it is */
	bool is_isolated; /* it must not import from where it runs */
	int64_t deadline;
};

/* Ask it, about each file of the call where it knows of only one (ask.c). */
enum gaff_rc gaff_run_ask(struct arena *a, const struct gaff_call *call,
			  const struct gaff_event *event, struct gaff_step *step,
			  struct gaff_response *out, struct gaff_err *err);

/* Run the command with the event on its stdin: `input`, or written to it (handler.c). */
enum gaff_rc gaff_run_command(struct arena *a, const struct gaff_call *call,
			      const struct gaff_event *event, struct sv *input,
			      struct gaff_outcome *out, struct gaff_err *err);

/* By when a hook has to end, so that there is time left to end it and to answer. */
int64_t gaff_run_hook_deadline(const struct gaff_run *run);

/* Ask a hook that nobody waits for, in a process of its own that outlives this one (async.c). */
enum gaff_rc gaff_run_detached(struct arena *a, const struct gaff_run *run,
			       const struct gaff_call *call, const struct gaff_event *event,
			       const struct gaff_step *step, struct gaff_err *err);

/*
 * The event on which the agent asks about the same thing again, or already has, through an entry of
 * its own, is trace->elsewhere; empty: this call is the only one. An event that follows for the
 * same call, and takes less of an answer, is trace->later (elsewhere.c).
 */
void gaff_run_elsewhere(struct arena *a, const struct gaff_run *run, const struct gaff_event *event,
			struct gaff_trace *trace);

/* Leave to trace->later what it needs: that the hooks were asked, and their question (handed.c). */
void gaff_run_hand_on(struct arena *a, const struct gaff_run *run, const struct gaff_event *event,
		      struct gaff_trace *trace, struct gaff_response *r);

/* Before the hooks are asked: an older call of the same has left its answer, and not theirs. */
void gaff_run_forget_answer(struct arena *a, const struct gaff_run *run,
			    const struct gaff_event *event, const struct gaff_trace *trace);

/* And take it there: then trace->earlier is the event before. */
void gaff_run_take_over(struct arena *a, const struct gaff_run *run, const struct gaff_event *event,
			struct gaff_trace *trace);

/*
 * A registration of the user's own was called, as itself and with nothing else to run: remember it
 * for this session (called.c).
 */
void gaff_run_note_called(struct arena *a, const struct gaff_run *run,
			  const struct gaff_event *event);

/* Was one called for this event in this session, that blocks at least what this one does? */
bool gaff_run_was_called(struct arena *a, const struct gaff_run *run,
			 const struct gaff_event *event);

/*
 * Can a person answer a question of this agent now? Seen as its row says; in doubt nobody can. In a
 * trial somebody is taken to be there (attended.c).
 */
bool gaff_run_is_attended(const struct gaff_run *run, const struct gaff_event *event);

/* Tell the user about what did not run, through the agent, once a session (notice.c). */
enum gaff_rc gaff_run_notice(struct arena *a, const struct gaff_run *run,
			     const struct gaff_event *event, struct gaff_trace *trace,
			     struct gaff_response *r, struct gaff_err *err);

/* One line for the record (record.c). */
void gaff_run_record(struct arena *a, const struct gaff_run *run, const struct gaff_event *event,
		     const struct gaff_trace *trace, const struct gaff_answer *answer);

/* The same for a call that never got so far. */
void gaff_run_record_failure(const struct gaff_run *run, const char *why);

/*
 * Variables for the session, where the agent takes them from a shell file it names (Claude
 * Code's CLAUDE_ENV_FILE): append them (session_env.c). Elsewhere they are in the answer.
 */
enum gaff_rc gaff_run_session_env(struct arena *a, const struct gaff_event *event,
				  const struct gaff_response *response, struct gaff_err *err);

#endif
