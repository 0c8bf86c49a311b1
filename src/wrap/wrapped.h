/*
 * wrapped.h - what a shim of `gaff wrap` does: hooks, the program, hooks.
 *
 * To hooks it is a call of the host `cli`, with everything that `gaff run` has: manifests and
 * trust, failing open or closed, the record. What comes of it is for people: what hooks say is on
 * stderr, and a question is asked on the terminal.
 */
#ifndef GAFF_WRAP_WRAPPED_H
#define GAFF_WRAP_WRAPPED_H

#include "base/arena.h"
#include "run/run.h"

/* As shells and env(1) have it; all others are the program's. */
enum wrapped_exit {
	WRAPPED_BROKEN = 125,  /* gaff could not do its part */
	WRAPPED_DENIED = 126,  /* it was not run: a hook says no, or nobody could be asked */
	WRAPPED_MISSING = 127, /* there is no such program */
};

struct wrapped {
	const char *name;
	const char *shim; /* as it was called */
	char **args;      /* of the program, NULL at the end */
	size_t n_args;
	const char *pre, *post; /* commands; both NULL: the manifests */
	bool takes_args, fail_closed;
	int64_t deadline_ms; /* 0: as the host's rows have it */
};

/* May not return: the program takes our place, or we end as it did. */
int wrapped_run(const struct wrapped *w);

/* ---- the parts ---- */

/* One side of the program. */
struct wrapped_phase {
	const struct wrapped *wrapped;
	const char *name;    /* "pre" or "post" */
	const char *command; /* NULL: the manifests */
	int exit_code;       /* of post */
};

struct wrapped_verdict {
	bool is_denied;
	bool must_stay; /* the program must not take our place: some hook may match behind it, or
			   one is a child of ours that it would find among its own */
	struct sv said; /* on stderr already */
};

/* Ask the hooks, and say what they said. `before` (may be NULL): what was said already. */
void wrapped_ask(struct arena *a, const struct wrapped_phase *phase, const struct sv *before,
		 struct wrapped_verdict *out);

#endif
