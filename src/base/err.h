/*
 * err.h - how every fallible function reports failure.
 *
 * Return enum gaff_rc; on failure fill *err once, at the place that knows why.
 * Callers pass it on untouched and never touch *out. Library code never prints
 * and never exits.
 */
#ifndef GAFF_BASE_ERR_H
#define GAFF_BASE_ERR_H

#include <stdbool.h>
#include <stddef.h>

enum gaff_rc {
	GAFF_OK = 0,
	GAFF_ENOENT = -1,       /* the thing asked for is not there */
	GAFF_ESYNTAX = -2,      /* input does not parse; line and column say where */
	GAFF_EUNSUPPORTED = -3, /* well formed, but the host cannot express it */
	GAFF_ENOMEM = -4,       /* no memory, or the arena's cap is reached */
	GAFF_EIO = -5,          /* the system refused; the message names the call */
	GAFF_ETOOBIG = -6,      /* a limit of limits.h */
	GAFF_ETIME = -7,        /* the deadline passed */
	GAFF_EHOOK = -8,        /* the hook died, misbehaved or printed nonsense */
	GAFF_EUSAGE = -9,       /* a wrong option or name */
	GAFF_ELIMIT = -10,      /* too large to be checked: blocks where failures pass */
	GAFF_ENOTIME = -11,     /* no time to check it: blocks where failures pass */
	GAFF_EBUSY = -12,       /* somebody else changes it at the same time: try again */
	GAFF_EEXIST = -13,      /* it is there already */
};

/* Is it a call that cannot be judged, which is no reason for an agent not to make it? */
static inline bool gaff_is_unchecked(enum gaff_rc rc)
{
	return rc == GAFF_ELIMIT || rc == GAFF_ENOTIME;
}

struct gaff_err {
	enum gaff_rc rc;
	size_t line, column; /* from 1; 0 when there is no place to point at */
	size_t offset;       /* the same place in bytes, from 0 */
	char msg[240];       /* one line, without controls */
};

__attribute__((format(printf, 3, 4))) enum gaff_rc gaff_fail(struct gaff_err *err, enum gaff_rc rc,
							     const char *fmt, ...);

#define GAFF_TRY(call)                                                                             \
	do {                                                                                       \
		enum gaff_rc try_rc_ = (call);                                                     \
		if (try_rc_ != GAFF_OK)                                                            \
			return try_rc_;                                                            \
	} while (0)

#endif
