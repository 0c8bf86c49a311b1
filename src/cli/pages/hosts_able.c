#include "cli/pages/hosts_view.h"

#include <stdio.h>

/* What a host can do: questions to the fates of its events, and facts of the host itself. */

#define ANY_EVENT   GAFF_EV_ALL
#define BEFORE_CALL (GAFF_EV(BEFORE_TOOL) | GAFF_EV(PERMISSION_REQUEST))

/* clang-format off */
static const struct ability {
	const char *key, *title;
	gaff_event_set events;
	enum gaff_answer_field field;
} abilities[] = {
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

/* ---- facts ---- */

enum fact_kind { FACT_FLAG, FACT_NUMBER, FACT_MS, FACT_TEXT };

struct fact_value {
	enum fact_kind kind;
	size_t number;  /* of FACT_NUMBER 0 is none */
	struct sv text; /* of FACT_NUMBER: of what */
};

static struct fact_value names_server(const struct gaff_host *host)
{
	bool named = host->mcp_joint.n != 0;

	for (size_t i = 0; i < host->n_payload; i++)
		named |= host->payload[i].field == GAFF_F_MCP_SERVER;
	return (struct fact_value){ .kind = FACT_FLAG, .number = named };
}

static struct fact_value no_opinion(const struct gaff_host *host)
{
	return (struct fact_value){ .kind = FACT_TEXT, .text = host->no_opinion };
}

static struct fact_value context_limit(const struct gaff_host *host)
{
	return (struct fact_value){ .kind = FACT_NUMBER,
				    .number = host->context_max,
				    .text = host->flags & GAFF_H_CONTEXT_IN_BYTES
						    ? SV("bytes")
						    : SV("characters") };
}

static struct fact_value private_stderr(const struct gaff_host *host)
{
	return (struct fact_value){ .kind = FACT_FLAG,
				    .number = (host->flags & GAFF_H_STDERR_IS_PRIVATE) != 0 };
}

static struct fact_value usual_timeout(const struct gaff_host *host)
{
	const struct gaff_event_row *row = gaff_host_event_by_id(host, GAFF_EV_BEFORE_TOOL);

	return (struct fact_value){ .kind = FACT_MS,
				    .number = row ? row->timeout_ms : host->unknown->timeout_ms };
}

static struct fact_value least_timeout(const struct gaff_host *host)
{
	size_t least = host->unknown->timeout_ms;

	for (size_t i = 0; i < host->n_events; i++)
		if (host->events[i].timeout_ms < least)
			least = host->events[i].timeout_ms;
	return (struct fact_value){ .kind = FACT_MS, .number = least };
}

static const struct fact {
	const char *key, *title;
	struct fact_value (*of)(const struct gaff_host *host);
} facts[] = {
	{ "mcp_server_named", "names the server of an MCP tool", names_server },
	{ "no_opinion", "no opinion is", no_opinion },
	{ "context_limit", "context is cut at", context_limit },
	{ "stderr_private", "stderr is private, so gaff can warn", private_stderr },
	{ "default_timeout_ms", "waits by default", usual_timeout },
	{ "least_timeout_ms", "waits at the least", least_timeout },
};

static void add_fact(struct buf *b, struct fact_value value)
{
	switch (value.kind) {
	case FACT_FLAG:
		hosts_addf(b, value.number ? "yes" : "no");
		break;
	case FACT_NUMBER:
		if (value.number)
			hosts_addf(b, "%zu %.*s", value.number, SV_ARG(value.text));
		else
			hosts_addf(b, "no limit");
		break;
	case FACT_MS:
		hosts_add_seconds(b, (unsigned)value.number);
		break;
	case FACT_TEXT:
		if (value.text.n)
			hosts_addf(b, "`%.*s`", SV_ARG(value.text));
		else
			hosts_addf(b, "no output");
		break;
	}
}

static void write_fact(struct json_writer *w, struct fact_value value)
{
	char number[24];

	if (value.kind == FACT_TEXT) {
		gaff_json_string(w, value.text);
	} else if (value.kind == FACT_FLAG) {
		gaff_json_raw(w, value.number ? SV("true") : SV("false"));
	} else if (value.kind == FACT_NUMBER && !value.number) {
		gaff_json_raw(w, SV("null"));
	} else {
		(void)snprintf(number, sizeof number, "%zu", value.number);
		gaff_json_raw(w, sv_of(number));
	}
	if (value.kind == FACT_NUMBER && value.number) {
		gaff_json_key(w, SV("unit"));
		gaff_json_string(w, value.text);
	}
}

/* ---- abilities ---- */

static bool is_asked(const struct ability *ability, const struct gaff_event_row *row)
{
	return ability->events & (gaff_event_set)1 << row->id;
}

/* The fate that answers the question on one event, preferably with yes. */
static struct gaff_fate answer_on(const struct gaff_fates *fates, const struct ability *ability)
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

static bool is_yes(const struct gaff_fate *fate)
{
	return fate->kind == GAFF_FATE_DELIVERED && (fate->field != GAFF_A_ALLOW || fate->is_grant);
}

struct can {
	size_t asked, able;    /* events */
	struct gaff_fate fate; /* of the first that is able, else of the first */
	const struct gaff_evidence *seen;
};

static struct can can_do(const struct known_host *known, const struct ability *ability)
{
	struct can can = { .seen = known->host->seen };

	for (size_t e = 0; e < known->host->n_events; e++) {
		struct gaff_fate fate = answer_on(&known->fates[e], ability);

		if (!is_asked(ability, &known->host->events[e]))
			continue;
		if (!can.asked++ || (is_yes(&fate) && !can.able)) {
			can.fate = fate;
			can.seen = gaff_answer_evidence(known->host, &known->host->events[e],
							fate.field);
		}
		can.able += is_yes(&fate);
	}
	return can;
}

static void add_able_events(struct buf *b, const struct known_host *known,
			    const struct ability *ability)
{
	const char *separator = "";

	for (size_t e = 0; e < known->host->n_events; e++) {
		struct gaff_fate fate = answer_on(&known->fates[e], ability);

		if (!is_asked(ability, &known->host->events[e]) || !is_yes(&fate))
			continue;
		hosts_addf(b, "%s%.*s", separator, SV_ARG(known->host->events[e].native));
		hosts_add_brackets(b, &fate);
		separator = ", ";
	}
}

static void add_ability(struct buf *b, const struct known_host *known,
			const struct ability *ability)
{
	enum { LIST_MAX = 2 };
	struct can can = can_do(known, ability);

	if (!can.asked) {
		hosts_addf(b, "no such event");
	} else if (!can.able) {
		hosts_addf(b, "no");
		if (can.fate.kind == GAFF_FATE_DENY || can.fate.kind == GAFF_FATE_CONTEXT)
			hosts_addf(b, ", becomes %s", hosts_fate_word(can.fate.kind));
	} else if (can.able == can.asked) {
		hosts_addf(b, "yes");
		if (can.able == 1)
			hosts_add_brackets(b, &can.fate);
	} else if (can.able <= LIST_MAX) {
		hosts_addf(b, "yes: ");
		add_able_events(b, known, ability);
	} else {
		hosts_addf(b, "yes: %zu of %zu events", can.able, can.asked);
	}
}

/* ---- out ---- */

void hosts_print_abilities(const struct hosts_view *v, const struct known_host *known)
{
	static const char *const heads[] = { "capability", "how", "evidence" };
	struct table t = table_of(v->arena, v->is_markdown, heads, COUNT_OF(heads));

	for (size_t i = 0; i < COUNT_OF(abilities); i++) {
		struct buf how = buf_in(v->arena);

		table_add(&t, sv_of(abilities[i].title));
		add_ability(&how, known, &abilities[i]);
		table_add(&t, buf_sv(&how));
		hosts_add_evidence(&t, known->host, can_do(known, &abilities[i]).seen);
	}
	for (size_t i = 0; i < COUNT_OF(facts); i++) {
		struct buf how = buf_in(v->arena);

		table_add(&t, sv_of(facts[i].title));
		add_fact(&how, facts[i].of(known->host));
		table_add(&t, buf_sv(&how));
		hosts_add_evidence(&t, known->host, known->host->seen);
	}
	table_print(&t);
}

static void print_some(const struct hosts_view *v, size_t from, size_t to)
{
	const char *heads[TABLE_COLUMNS_MAX] = { "capability" };
	struct table t;

	for (size_t h = from; h < to; h++)
		heads[1 + h - from] = v->known[h].host->id.p;
	t = table_of(v->arena, v->is_markdown, heads, 1 + to - from);
	for (size_t i = 0; i < COUNT_OF(abilities); i++) {
		table_add(&t, sv_of(abilities[i].title));
		for (size_t h = from; h < to; h++) {
			struct buf how = buf_in(v->arena);

			add_ability(&how, &v->known[h], &abilities[i]);
			table_add(&t, buf_sv(&how));
		}
	}
	for (size_t i = 0; i < COUNT_OF(facts); i++) {
		table_add(&t, sv_of(facts[i].title));
		for (size_t h = from; h < to; h++) {
			struct buf how = buf_in(v->arena);

			add_fact(&how, facts[i].of(v->known[h].host));
			table_add(&t, buf_sv(&how));
		}
	}
	table_add(&t, SV("evidence"));
	for (size_t h = from; h < to; h++)
		hosts_add_evidence(&t, NULL, v->known[h].host->seen);
	table_print(&t);
}

void hosts_print_capabilities(const struct hosts_view *v)
{
	size_t side = hosts_beside(v, 19);

	for (size_t from = 0; from < v->n; from += side) {
		if (from)
			printf("\n");
		print_some(v, from, from + side < v->n ? from + side : v->n);
	}
}

static void write_ability(const struct hosts_view *v, const struct known_host *known,
			  const struct ability *ability, struct json_writer *w)
{
	struct table plain = { .arena = v->arena, .columns = 1 };
	struct can can = can_do(known, ability);
	struct buf how = buf_in(v->arena);

	add_ability(&how, known, ability);
	table_add(&plain, buf_sv(&how)); /* takes the backticks out */
	gaff_json_key(w, sv_of(ability->key));
	gaff_json_open(w, '{');
	gaff_json_member_bool(w, SV("can"), can.able);
	json_member_string(w, SV("how"), plain.n ? plain.cell[0] : SV(""));
	gaff_json_member_open(w, SV("events"), '[');
	for (size_t e = 0; e < known->host->n_events; e++) {
		struct gaff_fate fate = answer_on(&known->fates[e], ability);

		if (is_asked(ability, &known->host->events[e]) && is_yes(&fate))
			gaff_json_string(w, known->host->events[e].native);
	}
	gaff_json_close(w, ']');
	hosts_write_evidence(w, can.seen);
	gaff_json_close(w, '}');
}

void hosts_write_capabilities(const struct hosts_view *v, const struct known_host *known,
			      struct json_writer *w)
{
	gaff_json_open(w, '{');
	for (size_t i = 0; i < COUNT_OF(abilities); i++)
		write_ability(v, known, &abilities[i], w);
	for (size_t i = 0; i < COUNT_OF(facts); i++) {
		gaff_json_key(w, sv_of(facts[i].key));
		gaff_json_open(w, '{');
		gaff_json_key(w, SV("value"));
		write_fact(w, facts[i].of(known->host));
		hosts_write_evidence(w, known->host->seen);
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, '}');
}
