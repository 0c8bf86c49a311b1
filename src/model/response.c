#include "model/response.h"

/* clang-format off */
const struct gaff_answer_info gaff_answers[GAFF_A_COUNT] = {
	[GAFF_A_ALLOW]          = { SV_INIT("allow") },
	[GAFF_A_ASK]            = { SV_INIT("ask") },
	[GAFF_A_DENY]           = { SV_INIT("deny") },
	[GAFF_A_STOP]           = { SV_INIT("continue") },
	[GAFF_A_REWRITE]        = { SV_INIT("rewrite") },
	[GAFF_A_REPLACES]       = { SV_INIT("output replaced") },
	[GAFF_A_SUPPRESS]       = { SV_INIT("suppress_output") },
	[GAFF_A_REASON]         = { SV_INIT("reason") },
	[GAFF_A_USER_MESSAGE]   = { SV_INIT("user_message"),   SV_INIT("shows the user"), 4 },
	[GAFF_A_SYSTEM_MESSAGE] = { SV_INIT("system_message"), SV_INIT("shows the user"), 3 },
	[GAFF_A_MESSAGE]        = { SV_INIT("message"),        SV_INIT("shows the user"), 5 },
	[GAFF_A_CONTEXT]        = { SV_INIT("context"),        SV_INIT("reads the context"), 1 },
	[GAFF_A_STOP_REASON]    = { SV_INIT("stop_reason"),    .is_one = true },
	[GAFF_A_UPDATED_PROMPT] = { SV_INIT("updated_prompt"), SV_INIT("takes another prompt"), 2, .is_one = true, .is_action = true },
	[GAFF_A_LINT_COMMAND]   = { SV_INIT("lint_command"),   SV_INIT("runs to check its work"), 6, .is_one = true, .is_action = true },
	[GAFF_A_UPDATED_INPUT]  = { SV_INIT("updated_input") },
	[GAFF_A_UPDATED_OUTPUT] = { SV_INIT("updated_output") },
	[GAFF_A_ENV]            = { SV_INIT("env") },
	[GAFF_A_NATIVE]         = { SV_INIT("native") },
	[GAFF_A_EVENT_NAME]     = { SV_INIT("event name") },
};
/* clang-format on */

bool gaff_response_is_empty(const struct gaff_response *r)
{
	if (r->decision != GAFF_NONE || r->stop || r->suppress || r->updated_input.n ||
	    r->updated_output.n || r->env.n || r->native.n)
		return false;
	for (size_t i = GAFF_A_FIRST_TEXT; i <= GAFF_A_LAST_TEXT; i++)
		if (r->text[i].n)
			return false;
	return true;
}

struct sv gaff_join_texts(struct arena *a, struct sv first, struct sv second)
{
	struct buf b = buf_in(a);

	if (!first.n || !second.n)
		return first.n ? first : second;
	gaff_buf_add(&b, first);
	gaff_buf_add(&b, SV("\n\n"));
	gaff_buf_add(&b, second);
	return buf_ok(&b) ? buf_sv(&b) : first;
}
