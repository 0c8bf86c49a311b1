/*
 * reach.h - the files of a project that have a say in what a hook runs.
 *
 * They are those that its command names, those that the scripts among them name in turn, and what
 * an interpreter imports from a script's folder by itself. The same is found again while nothing
 * that counts has changed: a list that differs from the one that somebody has looked at is a
 * change, whatever was added, removed, renamed or put in the place of something.
 */
#ifndef GAFF_RUN_TRUST_REACH_H
#define GAFF_RUN_TRUST_REACH_H

#include "base/err.h"
#include "run/trust/reach_text.h"

enum gaff_pin_kind {
	GAFF_PIN_FILE = 'f',
	GAFF_PIN_FOLDER = 'd', /* that it is one: what is in it counts where it is imported */
	GAFF_PIN_OTHER = 'o',  /* a device, a link to nothing or out of the project */
};

struct gaff_pin {
	enum gaff_pin_kind kind;
	bool is_program; /* it can be executed */
	uint64_t size;
	char sha256[65]; /* of a file; empty: it is too large to be one that is known */
	struct sv path;  /* below the root, or absolute */
	struct sv real;  /* where links lead, in the same way; empty: there are none */
};

struct gaff_pins {
	struct gaff_pin *pin; /* in the order in which they were found */
	size_t n;
	struct sv more[GAFF_MORE_MAX]; /* programs that run more of the project than this */
	size_t n_more;
	bool has_made_names; /* something is loaded by a name that nobody knows before it runs */
};

/* The sum of a large file; false: it is not known and need not be found. */
typedef bool gaff_reach_sum(void *context, const char *path, int fd, uint64_t size, char out[65]);

struct gaff_reach {
	struct sv command;        /* with the values of its variables, a line each */
	const char *gaff_folder;  /* of the manifest */
	const char *const *bases; /* where it may be started: real */
	size_t n_bases;
	const char *root; /* real: what is not below it is not of the project */
	gaff_reach_sum *sum;
	void *context;
};

/* GAFF_EHOOK: a name leads out of the project. GAFF_ELIMIT: there is too much to pin. */
enum gaff_rc gaff_reach_find(struct arena *a, const struct gaff_reach *of, struct gaff_pins *out,
			     struct gaff_err *err);

/* The one of this path, or NULL. */
const struct gaff_pin *gaff_pins_find(const struct gaff_pins *pins, struct sv path);

#endif
