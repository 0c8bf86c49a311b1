/*
 * secret_reads.h - the files that the programs of a command read, as far as secrets are concerned.
 */
#ifndef GAFF_GUARD_GUARDS_SECRET_READS_H
#define GAFF_GUARD_GUARDS_SECRET_READS_H

#include "guard/guard.h"
#include "guard/guards/secret.h"

/* A file that is read: the word, and the row it is in. `program` has its folder. */
typedef void gaff_secret_read_fn(void *arg, const struct gaff_program *program,
				 struct gaff_word word, const struct gaff_secret_file *row);

/* What a word of a program leads to, by its name and behind links; NULL: nothing secret. */
const struct gaff_secret_file *gaff_secret_word(struct gaff_guard_call *call,
						const struct gaff_program *program,
						struct gaff_word word);

/* Call `found` for each secret file that a program of the call reads. */
void gaff_secret_reads(struct gaff_guard_call *call, const struct gaff_programs *programs,
		       gaff_secret_read_fn *found, void *arg);

#endif
