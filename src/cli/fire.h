/*
 * fire.h - what the files of `gaff fire` share: one shot, from the payload to what the agent does.
 */
#ifndef GAFF_CLI_FIRE_H
#define GAFF_CLI_FIRE_H

#include "hook/mimic.h"

struct fire_shot {
	struct gaff_mimic mimic;
	struct gaff_event event;
	struct json payload;

	/* with --run */
	char **run_arguments; /* of `gaff run` behind --host and --event, NULL at the end */
	int64_t wait_ms;      /* how long that may take */
	struct gaff_outcome outcome;
	struct sv said;     /* by gaff, where the agent would not be shown it */
	struct sv env_file; /* what was written to the file for the session's variables */
};

/* `gaff run` on the payload, in a process of its own, with what the agent has in its environment.
 */
enum gaff_rc fire_run(struct arena *a, struct fire_shot *shot, struct gaff_err *err);

/* What the agent does with the answer, by its own rows. */
struct fire_verdict {
	struct gaff_response said; /* as far as the agent honours it */
	struct sv rejected;        /* why the agent cannot read the answer, or empty */
	struct sv does[16];        /* in words, a line each */
	size_t n_does;
};

enum gaff_rc fire_judge(struct arena *a, const struct fire_shot *shot, struct fire_verdict *out,
			struct gaff_err *err);

void fire_print_page(const struct fire_shot *shot, const struct fire_verdict *verdict);

/* As one JSON object; without a verdict (NULL) the payload alone. */
enum gaff_rc fire_print_json(struct arena *a, const struct fire_shot *shot,
			     const struct fire_verdict *verdict, struct gaff_err *err);

#endif
