/*
 * chain.h - what the files of the chain share; for everybody else there is gaff_run_chain().
 */
#ifndef GAFF_RUN_CHAIN_H
#define GAFF_RUN_CHAIN_H

#include "manifest/needs.h"
#include "run/guards.h"
#include "run/match_place.h"
#include "run/run.h"

struct chain {
	struct arena *arena;
	struct gaff_run *run;
	struct gaff_trace *trace;
	struct gaff_event event; /* as the next hook is shown it */
	struct gaff_shown shown[GAFF_SHOWN_MAX];
	struct gaff_call_place place;
	const char *place_of;       /* the root that globs are relative to in it */
	const char *root, *root_of; /* one without links, when the first hook is to run */
	struct gaff_event_key key;
	struct gaff_call_words words;
	bool is_changed;              /* a hook has made it another call */
	struct gaff_guard_call guard; /* what guards see of it, once for all of them */
	bool has_guard;
	struct gaff_exceptions exceptions; /* of the manifest whose hooks are next */
	struct gaff_guard_call hidden;     /* what its guards see instead: without those */
	bool has_hidden;
	const struct gaff_source *rewriter; /* whose hook made the call what it is; NULL: nobody */
	size_t n_rewrites, last_rewrite;    /* how often, and the place of that hook */
	bool is_final;     /* guards and rules are asked again, about the call as it is now */
	bool has_stand_in; /* the default guards have been asked */
	struct gaff_event before; /* the same call as trace->earlier told of it */
	struct gaff_err ending;   /* rc is not GAFF_OK: gaff was told to end */
};

/* Why a hook did not run, or failed; for the record and `gaff explain`. */
void gaff_chain_explain(struct chain *c, struct gaff_step *step, enum gaff_step_result result,
			const char *why);

/* Deny in the name of a hook; `also` is what it said besides, or NULL. */
__attribute__((format(printf, 5, 6))) enum gaff_rc
gaff_chain_deny(struct chain *c, struct gaff_step *step, const struct gaff_response *also,
		struct gaff_err *err, const char *fmt, ...);

/* What goes by the names of this event is answered on another one. */
bool gaff_chain_is_elsewhere(const struct chain *c, const struct gaff_hook *hook,
			     const struct gaff_match *match);

/* What guards and rules see of the call; found once. */
struct gaff_guard_call *gaff_chain_guards(struct chain *c);

/* The rules of a manifest, before its hooks (chain_rules.c). */
enum gaff_rc gaff_chain_rules(struct chain *c, struct gaff_source *source, struct gaff_err *err);

/* Does a failure of this hook block here? */
bool gaff_chain_is_closed(const struct chain *c, const struct gaff_hook *hook);

/* Take what a hook said, or that it failed. */
enum gaff_rc gaff_chain_answer(struct chain *c, struct gaff_step *step, struct gaff_response *r,
			       struct gaff_err *err);
enum gaff_rc gaff_chain_failure(struct chain *c, struct gaff_step *step, enum gaff_rc failed,
				const struct gaff_err *why, struct gaff_err *err);

#endif
