#include "hook/merge.h"

enum gaff_rc gaff_merge_response(struct arena *a, struct gaff_response *into,
				 const struct gaff_response *next, struct gaff_err *err)
{
	/* The reason of the stricter decision is the reason; of equal ones both are. */
	bool drop_reason = next->decision < into->decision;

	if (next->decision > into->decision) {
		into->decision = next->decision;
		into->text[GAFF_A_REASON] = (struct sv){ 0 };
	}
	for (size_t i = GAFF_A_FIRST_TEXT; i <= GAFF_A_LAST_TEXT; i++) {
		if (!sv_eq(into->text[i], next->text[i]) && !(i == GAFF_A_REASON && drop_reason))
			into->text[i] = gaff_join_texts(a, into->text[i], next->text[i]);
	}
	into->stop |= next->stop;
	into->suppress |= next->suppress;
	if (next->updated_input.n) {
		into->updated_input = next->updated_input;
		into->rewriter = next->rewriter;
	}
	if (next->updated_output.n)
		into->updated_output = next->updated_output;
	if (next->env.n)
		into->env = next->env;
	if (next->native.n) {
		into->native = next->native;
		into->native_host = next->native_host;
	}
	return a->failed ? gaff_fail(err, GAFF_ENOMEM, "no memory to join answers") : GAFF_OK;
}
