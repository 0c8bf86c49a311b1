/*
 * handles.h - what is behind the pointers of gaff.h, for the files of this room.
 *
 * Functions of gaff.h that cannot return an error remember the first one here. Whoever asks a hook
 * looks at it afterwards: what could not be read must not look like something that is not there.
 */
#ifndef GAFF_LIB_HANDLES_H
#define GAFF_LIB_HANDLES_H

#include "gaff.h"
#include "agents/codec/codec.h"
#include "run/match_place.h"

/* What was found once for an event. */
struct gaff_lib_seen {
	struct gaff_err failure; /* rc is GAFF_OK while there was none */
	bool has_input, has_paths;
	struct json input; /* of the tool, canonical; absent: it has none */
	struct gaff_paths paths;
};

struct gaff_hook_event {
	struct arena *arena;
	const struct gaff_event *event;
	struct gaff_lib_seen *seen;
	struct gaff_call_place *place; /* of a hook program; NULL: the file system is not asked */
	gaff_getenv_fn *env;
	void (*log)(void *data, const char *line); /* may be NULL */
	void *log_data;
	void *data;
};

struct gaff_hook_response {
	struct gaff_hook_event *on;
	struct gaff_response said;
	struct gaff_warnings warnings;
	size_t n_warned; /* of them before gaff_response_encode() */
};

/* Remember it, unless something went wrong before. */
void gaff_lib_failed(const struct gaff_hook_event *e, const struct gaff_err *why);

/* Text and NUL in the event's memory, with U+FFFD for a NUL inside; NULL: absent, or no memory. */
const char *gaff_lib_text(const struct gaff_hook_event *e, struct sv text);

/* An error as gaff.h has it; `out` may be NULL. Returns its status. */
enum gaff_status gaff_lib_error(gaff_error *out, const struct gaff_err *err);
enum gaff_status gaff_lib_no_memory(gaff_error *out);
/* The same of an argument that is NULL. */
enum gaff_status gaff_lib_missing(gaff_error *out, const char *what);

#endif
