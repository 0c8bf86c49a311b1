#include "model/merge.h"

/* The members of both; of a name that is in both the later value. */
static struct json join_objects(struct arena *a, struct json first, struct json second)
{
	struct json_iter it = gaff_json_iter(first);
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct sv name;

	if (!first.n)
		return second;
	gaff_json_open(&w, '{');
	while (gaff_json_each(&it))
		if (gaff_json_text(a, it.key, &name) && !gaff_json_get(second, name).n)
			gaff_json_copy(&w, it.key, it.value);
	it = gaff_json_iter(second);
	while (gaff_json_each(&it))
		gaff_json_copy(&w, it.key, it.value);
	gaff_json_close(&w, '}');
	return buf_ok(&b) ? (struct json){ b.p, b.n } : second;
}

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
		into->env = join_objects(a, into->env, next->env);
	if (next->native.n) {
		into->native = into->native_host == next->native_host
				       ? join_objects(a, into->native, next->native)
				       : next->native;
		into->native_host = next->native_host;
	}
	return gaff_arena_check(a, err);
}
