/*
 * match_place.h - what globs are relative to, and what files are called without links.
 *
 * It is asked of the file system when somebody needs it, and once for each file.
 */
#ifndef GAFF_RUN_MATCH_PLACE_H
#define GAFF_RUN_MATCH_PLACE_H

#include "manifest/match.h"

struct gaff_real_name;

struct gaff_call_place {
	struct gaff_match_place match; /* it points back here: a place is not copied */
	struct arena *arena;
	bool is_found;               /* all of it: gaff_place_find() */
	struct gaff_real_name *real; /* of the files of the call, as far as anybody asked */
	size_t n_real;
};

/* What is known without asking anybody. */
void gaff_place_begin(struct gaff_call_place *place, struct arena *a, int64_t deadline);

/* The rest. Only for hooks that have paths: to ask for real names takes its time. */
void gaff_place_find(struct gaff_call_place *place, const char *project);

#endif
