#include "model/verdict.h"

/* clang-format off */
static const enum gaff_verdict verdicts[2][GAFF_ENDING_COUNT] = {
	[false] = { /* a hook that only looks on */
		[GAFF_ENDED_0]     = GAFF_AS_SAID,
		[GAFF_ENDED_2]     = GAFF_WARNS,
		[GAFF_ENDED_OTHER] = GAFF_WARNS,
		[GAFF_ENDED_BADLY] = GAFF_WARNS,
		[GAFF_ENDED_LATE]  = GAFF_WARNS,
	},
	[true] = { /* a blocking hook */
		[GAFF_ENDED_0]     = GAFF_AS_SAID,
		[GAFF_ENDED_2]     = GAFF_BLOCKS,
		[GAFF_ENDED_OTHER] = GAFF_FAILED,
		[GAFF_ENDED_BADLY] = GAFF_FAILED,
		[GAFF_ENDED_LATE]  = GAFF_TIMED_OUT,
	},
};
/* clang-format on */

enum gaff_verdict gaff_verdict(bool is_blocking, enum gaff_ending ending)
{
	return verdicts[is_blocking][ending];
}
