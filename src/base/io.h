/*
 * io.h - reading and writing whole texts within a time.
 *
 * Times are milliseconds of gaff_now_ms(), a clock that never jumps.
 */
#ifndef GAFF_BASE_IO_H
#define GAFF_BASE_IO_H

#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

int64_t gaff_now_ms(void);
int64_t gaff_wall_ms(void); /* since 1970, for people; deadlines are in gaff_now_ms() */

/* From here on TERM, INT and HUP end a read (GAFF_ETIME) and not the process: it has to answer. */
void gaff_end_politely(void);
bool gaff_told_to_end(void);

/*
 * Read to the end. The first `n_first` bytes go to `first`; a longer text moves to memory of
 * its own, which is never given back: a payload lives as long as the process. Past `max` the
 * rest is still read, so that the writer is not cut off, and the result is GAFF_ETOOBIG.
 */
enum gaff_rc gaff_read_all(int fd, char *first, size_t n_first, size_t max, int64_t deadline,
			   struct sv *out, struct gaff_err *err);

/* The same of a file, from its start: who else has it open neither notices nor disturbs that. */
enum gaff_rc gaff_read_file(int fd, char *first, size_t n_first, size_t max, int64_t deadline,
			    struct sv *out, struct gaff_err *err);

/* Write it all, or give up at the deadline. */
bool gaff_write_all(int fd, struct sv text, int64_t deadline);

#endif
