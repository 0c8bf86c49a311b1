/*
 * fire.h - what the files of `gaff fire` share: one shot, from the payload to what the agent does.
 */
#ifndef GAFF_AGENTS_SIMULATE_FIRE_H
#define GAFF_AGENTS_SIMULATE_FIRE_H

#include "agents/simulate/mimic.h"

struct fire_shot {
	struct gaff_mimic mimic;
	struct gaff_event event;
	struct json payload; /* absent: the event is as it was read */

	/* with --run */
	char **run_arguments; /* of `gaff run` behind --host and --event, NULL at the end */
	int64_t wait_ms;      /* how long that may take */
	struct gaff_outcome outcome;
	struct sv said;       /* by gaff, where the agent would not be shown it */
	struct json env_path; /* of the file for the session's variables, or absent */
	struct sv env_file;   /* what was written to it */
};

/* A variable by which the agent tells its hooks something. */
struct fire_variable {
	const char *name, *value; /* no value: it has nothing to tell */
};

/* The i-th of them; false: there are no more. */
bool fire_variable(struct arena *a, const struct fire_shot *shot, size_t i,
		   struct fire_variable *out);

/* What a hook of the agent has in its environment: ours, and those; `more` (or NULL) besides. */
char **fire_environment(struct arena *a, const struct fire_shot *shot, const char *more);

/* Does the agent take variables for the session from a file on this event? */
bool fire_wants_env_file(const struct gaff_event_row *row);

struct fire_env_file {
	int fd; /* -1: there is none */
	char path[4096];
};

/* An empty one, in shot->env_path. */
enum gaff_rc fire_env_file_make(struct arena *a, struct fire_shot *shot, struct fire_env_file *out,
				struct gaff_err *err);
/* What is in it by now; the file is gone then, whatever happens. */
enum gaff_rc fire_env_file_take(struct arena *a, struct fire_shot *shot, struct fire_env_file *file,
				struct gaff_err *err);

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

/* For JSON: "deny", the members of a response, and the object of a verdict. */
struct sv fire_decision_name(enum gaff_decision decision);
void fire_write_response(struct json_writer *w, const struct gaff_response *r, struct sv env_file);
void fire_write_verdict(struct json_writer *w, const struct fire_shot *shot,
			const struct fire_verdict *verdict);

#endif
