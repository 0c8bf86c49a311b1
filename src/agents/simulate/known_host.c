#include "agents/simulate/known_host.h"

/* ---- fates ---- */

bool gaff_fate_same_field(const struct gaff_fate *x, const struct gaff_fate *y)
{
	return x->field == y->field && sv_eq(x->name, y->name) && sv_eq(x->native, y->native);
}

bool gaff_fate_same_condition(const struct gaff_fate *x, const struct gaff_fate *y)
{
	if (x->tools != y->tools || x->company != y->company || x->otherwise != y->otherwise ||
	    x->is_grant != y->is_grant || x->n_versions != y->n_versions)
		return false;
	for (size_t i = 0; i < x->n_versions; i++)
		if (!sv_eq(x->versions[i]->since, y->versions[i]->since) ||
		    !sv_eq(x->versions[i]->until, y->versions[i]->until))
			return false;
	return true;
}

bool gaff_fate_is_answer(const struct gaff_fate *fate)
{
	return fate->kind == GAFF_FATE_DELIVERED && fate->as == fate->field &&
	       fate->field != GAFF_A_REASON;
}

/* Is this the other half of the fate before it: MCP tools have another place? */
bool gaff_fate_is_second_half(const struct gaff_fates *fates, size_t i)
{
	return fates->row[i].tools == GAFF_FATE_MCP && i &&
	       gaff_fate_same_field(&fates->row[i], &fates->row[i - 1]) &&
	       gaff_fate_is_answer(&fates->row[i - 1]);
}

/* ---- hosts ---- */

static enum gaff_rc know(struct arena *a, const struct gaff_host *host, struct known_host *out,
			 struct gaff_err *err)
{
	struct known_host known = {
		.host = host, .fates = gaff_arena_alloc(a, host->n_events * sizeof *known.fates)
	};
	size_t n = 0;

	GAFF_TRY(gaff_arena_check(a, err));
	for (size_t e = 0; e < host->n_events; e++) {
		GAFF_TRY(gaff_event_fates(a, host, &host->events[e], &known.fates[e], err));
		n += known.fates[e].n;
	}
	known.all = gaff_arena_alloc(a, n * sizeof *known.all);
	GAFF_TRY(gaff_arena_check(a, err));
	for (size_t e = 0; e < host->n_events; e++)
		for (size_t f = 0; f < known.fates[e].n; f++)
			known.all[known.n++] = (struct host_fate){ &host->events[e],
								   &known.fates[e].row[f] };
	*out = known;
	return GAFF_OK;
}

/* A host and its other spelling, which points back at it. */
enum gaff_rc gaff_know_host(struct arena *a, const struct gaff_host *host, struct known_host *out,
			    struct gaff_err *err)
{
	struct known_host *other = gaff_arena_alloc(a, sizeof *other);

	GAFF_TRY(gaff_arena_check(a, err));
	GAFF_TRY(know(a, host, out, err));
	if (!host->other_spelling)
		return GAFF_OK;
	GAFF_TRY(know(a, host->other_spelling, other, err));
	out->other = other;
	return GAFF_OK;
}

/* ---- what people ask for ---- */

#define ANY_EVENT   GAFF_EV_ALL
#define BEFORE_CALL (GAFF_EV(BEFORE_TOOL) | GAFF_EV(PERMISSION_REQUEST))

/* clang-format off */
const struct gaff_ability gaff_abilities[GAFF_ABILITIES] = {
	/* key                      what people ask for              on these events          by this field */
	{ "block_before_tool",      "block before a tool",           GAFF_EV(BEFORE_TOOL),    GAFF_A_DENY },
	{ "ask",                    "ask the user before a tool",    GAFF_EV(BEFORE_TOOL),    GAFF_A_ASK },
	{ "grant",                  "grant, so that nobody is asked", BEFORE_CALL,            GAFF_A_ALLOW },
	{ "rewrite_input",          "rewrite a tool's input",        GAFF_EV(BEFORE_TOOL),    GAFF_A_UPDATED_INPUT },
	{ "context_before_tool",    "context before a tool",         GAFF_EV(BEFORE_TOOL),    GAFF_A_CONTEXT },
	{ "context_after_tool",     "context after a tool",          GAFF_EV(AFTER_TOOL),     GAFF_A_CONTEXT },
	{ "context_at_prompt",      "context with a prompt",         GAFF_EV(BEFORE_PROMPT),  GAFF_A_CONTEXT },
	{ "context_at_session_start", "context at session start",    GAFF_EV(SESSION_START),  GAFF_A_CONTEXT },
	{ "block_prompt",           "block a prompt",                GAFF_EV(BEFORE_PROMPT),  GAFF_A_DENY },
	{ "rewrite_prompt",         "rewrite a prompt",              GAFF_EV(BEFORE_PROMPT),  GAFF_A_UPDATED_PROMPT },
	{ "replace_output",         "replace a tool's output",       GAFF_EV(AFTER_TOOL),     GAFF_A_UPDATED_OUTPUT },
	{ "keep_working",           "keep the agent working (stop)", GAFF_EV(AGENT_STOP),     GAFF_A_DENY },
	{ "stop_agent",             "stop the agent",                ANY_EVENT,               GAFF_A_STOP },
	{ "session_variables",      "set session variables",         GAFF_EV(SESSION_START),  GAFF_A_ENV },
	{ "user_message",           "a message to the user",         ANY_EVENT,               GAFF_A_USER_MESSAGE },
};
/* clang-format on */

bool gaff_ability_is_asked(const struct gaff_ability *ability, const struct gaff_event_row *row)
{
	return ability->events & (gaff_event_set)1 << row->id;
}

/* The fate that answers the question on one event, preferably with yes. */
struct gaff_fate gaff_ability_on(const struct gaff_fates *fates, const struct gaff_ability *ability)
{
	struct gaff_fate found = { .kind = GAFF_FATE_COUNT };

	for (size_t i = 0; i < fates->n; i++) {
		const struct gaff_fate *fate = &fates->row[i];

		if (fate->field != ability->field)
			continue;
		if (fate->kind == found.kind)
			found.tools = GAFF_FATE_ANY_TOOL; /* MCP tools too, in another place */
		else if (fate->kind < found.kind)
			found = *fate;
	}
	return found;
}

bool gaff_fate_is_yes(const struct gaff_fate *fate)
{
	return fate->kind == GAFF_FATE_DELIVERED && (fate->field != GAFF_A_ALLOW || fate->is_grant);
}

struct gaff_can gaff_can_do(const struct known_host *known, const struct gaff_ability *ability)
{
	struct gaff_can can = { .seen = known->host->seen };

	for (size_t e = 0; e < known->host->n_events; e++) {
		struct gaff_fate fate = gaff_ability_on(&known->fates[e], ability);

		if (!gaff_ability_is_asked(ability, &known->host->events[e]))
			continue;
		if (!can.asked++ || (gaff_fate_is_yes(&fate) && !can.able)) {
			can.fate = fate;
			can.seen = gaff_answer_evidence(known->host, &known->host->events[e],
							fate.field);
		}
		can.able += gaff_fate_is_yes(&fate);
	}
	return can;
}
