/*
 * reach_search.h - a search for the files that have a say in what a hook runs, while it goes on.
 */
#ifndef GAFF_RUN_TRUST_REACH_SEARCH_H
#define GAFF_RUN_TRUST_REACH_SEARCH_H

#include "base/limits.h"
#include "run/trust/reach.h"

/* A folder that is looked through: for what is named, or for all that a language imports. */
struct gaff_search_place {
	const char *path;
	enum gaff_script_language language; /* NONE: for names */
	bool is_alone; /* its scripts ask to be run without it: only when something does not */
	bool is_near;  /* a script is in it: that may leave out how a name ends */
};

struct gaff_search {
	struct arena *arena;
	const struct gaff_reach *of;
	struct gaff_err *err;
	enum gaff_rc rc;
	int root;
	struct gaff_said said;
	struct gaff_said packages; /* the same of node_modules, where names mean packages */
	unsigned present;          /* languages of the scripts */
	unsigned alone;            /* languages that the command starts without imports */
	struct gaff_pin *pin;
	size_t n, n_read; /* of these the text was looked at */
	struct sv *text;  /* of each: empty, when nobody reads it */
	struct sv *raw;   /* texts that name files, for names that words cannot be */
	size_t n_raw, n_plain, looked;
	uint32_t *slot;
	struct gaff_search_place place[GAFF_REACH_PLACES];
	size_t n_places, entries, bytes;
};

/* It ends without pins. */
enum gaff_rc gaff_search_stop(struct gaff_search *s, enum gaff_rc rc, const char *what);
void gaff_search_stop_too_much(struct gaff_search *s);

/* A file by one of its names, unless there is none. `is_named`: by the command itself. */
void gaff_search_add_file(struct gaff_search *s, const char *path, bool is_named);

/* A folder to look through; one that is known, or not of the project, is none. */
void gaff_search_add_place(struct gaff_search *s, const char *path,
			   enum gaff_script_language language, bool is_alone, bool is_near);

const char *gaff_search_join(struct gaff_search *s, const char *folder, struct sv name);

/* Is the modules' __pycache__ read? gaff sets PYTHONPYCACHEPREFIX, but not all heed it. */
bool gaff_search_reads_caches(const struct gaff_search *s);

/* May a name be one that some text holds, though it cannot be a word of it? "my lib.sh" */
bool gaff_search_is_odd_name(struct gaff_search *s, struct sv name);

/* Pins what is loaded from a folder, by what the texts say so far. */
void gaff_search_look(struct gaff_search *s, const struct gaff_search_place *at);

#endif
