/*
 * verdict.h - what the end of a hook means, whatever it printed.
 */
#ifndef GAFF_MODEL_VERDICT_H
#define GAFF_MODEL_VERDICT_H

#include <stdbool.h>

enum gaff_ending {
	GAFF_ENDED_0,     /* exit 0, with an answer or without one */
	GAFF_ENDED_2,     /* exit 2 */
	GAFF_ENDED_OTHER, /* another code, or a signal */
	GAFF_ENDED_BADLY, /* exit 0, but what it printed is no answer */
	GAFF_ENDED_LATE,  /* ended by us, past its time */
	GAFF_ENDING_COUNT
};

enum gaff_verdict {
	GAFF_AS_SAID,   /* the answer counts */
	GAFF_BLOCKS,    /* a denial, whatever the answer says */
	GAFF_FAILED,    /* a hook error: open or closed, by on_error */
	GAFF_TIMED_OUT, /* a hook error: by timeout_action */
	GAFF_WARNS,     /* said, and nothing else: the hook is not allowed to block this way */
};

enum gaff_verdict gaff_verdict(bool is_blocking, enum gaff_ending ending);

#endif
