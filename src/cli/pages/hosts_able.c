#include "cli/pages/hosts_view.h"

#include <stdio.h>

#include "agents/mcp.h"

/* What a host can do: questions to the fates of its events, and facts of the host itself. */

/* ---- facts ---- */

enum fact_kind { FACT_FLAG, FACT_NUMBER, FACT_MS, FACT_TEXT };

struct fact {
	const char *key, *title;
	enum fact_kind kind;
	size_t number;  /* of FACT_NUMBER 0 is none */
	struct sv text; /* of FACT_NUMBER: of what */
};

static bool names_server(const struct gaff_host *host)
{
	bool named = gaff_mcp_joint(host).n != 0;

	for (size_t i = 0; i < host->n_payload; i++)
		named |= host->payload[i].field == GAFF_F_MCP_SERVER;
	return named;
}

static size_t least_timeout(const struct gaff_host *host)
{
	size_t least = host->unknown->timeout_ms;

	for (size_t i = 0; i < host->n_events; i++)
		if (host->events[i].timeout_ms < least)
			least = host->events[i].timeout_ms;
	return least;
}

enum { FACTS = 6 };

static void find_facts(const struct gaff_host *host, struct fact out[FACTS])
{
	const struct gaff_event_row *usual = gaff_host_event_by_id(host, GAFF_EV_BEFORE_TOOL);
	struct sv unit = host->flags & GAFF_H_CONTEXT_IN_BYTES ? SV("bytes") : SV("characters");
	const struct fact facts[FACTS] = {
		{ "mcp_server_named", "names the server of an MCP tool", FACT_FLAG,
		  names_server(host) },
		{ "no_opinion", "no opinion is", FACT_TEXT, 0, host->no_opinion },
		{ "context_limit", "context is cut at", FACT_NUMBER, host->context_max, unit },
		{ "stderr_private", "stderr is private, so gaff can warn", FACT_FLAG,
		  (host->flags & GAFF_H_STDERR_IS_PRIVATE) != 0 },
		{ "default_timeout_ms", "waits by default", FACT_MS,
		  (usual ? usual : host->unknown)->timeout_ms },
		{ "least_timeout_ms", "waits at the least", FACT_MS, least_timeout(host) },
	};

	memcpy(out, facts, sizeof facts);
}

static void add_fact(struct buf *b, const struct fact *fact)
{
	if (fact->kind == FACT_FLAG)
		hosts_addf(b, fact->number ? "yes" : "no");
	else if (fact->kind == FACT_MS)
		hosts_add_seconds(b, (unsigned)fact->number);
	else if (fact->kind == FACT_NUMBER && fact->number)
		hosts_addf(b, "%zu %.*s", fact->number, SV_ARG(fact->text));
	else if (fact->kind == FACT_TEXT && fact->text.n)
		hosts_addf(b, "`%.*s`", SV_ARG(fact->text));
	else
		hosts_addf(b, fact->kind == FACT_TEXT ? "no output" : "no limit");
}

static void write_fact(struct json_writer *w, const struct fact *fact)
{
	if (fact->kind == FACT_TEXT)
		json_member_string(w, SV("value"), fact->text);
	else if (fact->kind == FACT_FLAG)
		gaff_json_member_bool(w, SV("value"), fact->number);
	else if (fact->kind == FACT_NUMBER && !fact->number)
		json_member(w, SV("value"), SV("null"));
	else
		gaff_json_member_size(w, SV("value"), fact->number);
	if (fact->kind == FACT_NUMBER && fact->number)
		json_member_string(w, SV("unit"), fact->text);
}

/* ---- abilities ---- */

static void add_able_events(struct buf *b, const struct known_host *known,
			    const struct gaff_ability *ability)
{
	const char *separator = "";

	for (size_t e = 0; e < known->host->n_events; e++) {
		struct gaff_fate fate = gaff_ability_on(&known->fates[e], ability);

		if (!gaff_ability_is_asked(ability, &known->host->events[e]) ||
		    !gaff_fate_is_yes(&fate))
			continue;
		hosts_addf(b, "%s%.*s", separator, SV_ARG(known->host->events[e].native));
		hosts_add_brackets(b, &fate);
		separator = ", ";
	}
}

static void add_ability(struct buf *b, const struct known_host *known,
			const struct gaff_ability *ability, const struct gaff_can *can)
{
	enum { LIST_MAX = 2 };

	if (!can->asked) {
		hosts_addf(b, "no such event");
	} else if (!can->able) {
		hosts_addf(b, "no");
		if (can->fate.kind == GAFF_FATE_DENY || can->fate.kind == GAFF_FATE_CONTEXT)
			hosts_addf(b, ", becomes %s", hosts_fate_word(can->fate.kind));
	} else if (can->able == can->asked) {
		hosts_addf(b, "yes");
		if (can->able == 1)
			hosts_add_brackets(b, &can->fate);
	} else if (can->able <= LIST_MAX) {
		hosts_addf(b, "yes: ");
		add_able_events(b, known, ability);
	} else {
		hosts_addf(b, "yes: %zu of %zu events", can->able, can->asked);
	}
}

/* ---- both, as they are shown ---- */

/* What there is to say of a host, for every printer. */
struct capability {
	const char *key, *title;
	struct sv how; /* for people */
	const struct gaff_evidence *seen;
	const struct gaff_ability *ability; /* NULL: it is a fact */
	struct fact fact;
	bool can;
};

enum { CAPABILITIES = GAFF_ABILITIES + FACTS };

static void find_capabilities(struct arena *a, const struct known_host *known,
			      struct capability out[CAPABILITIES])
{
	struct fact facts[FACTS];

	find_facts(known->host, facts);
	for (size_t i = 0; i < CAPABILITIES; i++) {
		struct buf how = buf_in(a);

		if (i < GAFF_ABILITIES) {
			struct gaff_can can = gaff_can_do(known, &gaff_abilities[i]);

			add_ability(&how, known, &gaff_abilities[i], &can);
			out[i] = (struct capability){ .key = gaff_abilities[i].key,
						      .title = gaff_abilities[i].title,
						      .seen = can.seen,
						      .ability = &gaff_abilities[i],
						      .can = can.able };
		} else {
			const struct fact *fact = &facts[i - GAFF_ABILITIES];

			add_fact(&how, fact);
			out[i] = (struct capability){ .key = fact->key,
						      .title = fact->title,
						      .seen = known->host->seen,
						      .fact = *fact };
		}
		out[i].how = buf_sv(&how);
	}
}

void hosts_print_abilities(const struct hosts_view *v, const struct known_host *known)
{
	static const char *const heads[] = { "capability", "how", "evidence" };
	struct table t = table_of(v->arena, v->is_markdown, heads, COUNT_OF(heads));
	struct capability all[CAPABILITIES];

	find_capabilities(v->arena, known, all);
	for (size_t i = 0; i < CAPABILITIES; i++) {
		table_add(&t, sv_of(all[i].title));
		table_add(&t, all[i].how);
		hosts_add_evidence(&t, known->host, all[i].seen);
	}
	table_print(&t);
}

static void print_some(const struct hosts_view *v, size_t from, size_t to)
{
	struct capability all[TABLE_COLUMNS_MAX][CAPABILITIES];
	const char *heads[TABLE_COLUMNS_MAX] = { "capability" };
	struct table t;

	for (size_t h = from; h < to; h++) {
		heads[1 + h - from] = v->known[h].host->id.p;
		find_capabilities(v->arena, &v->known[h], all[h - from]);
	}
	t = table_of(v->arena, v->is_markdown, heads, 1 + to - from);
	for (size_t i = 0; i < CAPABILITIES; i++) {
		table_add(&t, sv_of(all[0][i].title));
		for (size_t h = 0; h < to - from; h++)
			table_add(&t, all[h][i].how);
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
			  const struct capability *c, struct json_writer *w)
{
	struct table plain = { .arena = v->arena, .columns = 1 };

	table_add(&plain, c->how); /* takes the backticks out */
	gaff_json_member_bool(w, SV("can"), c->can);
	json_member_string(w, SV("how"), plain.n ? plain.cell[0] : SV(""));
	gaff_json_member_open(w, SV("events"), '[');
	for (size_t e = 0; e < known->host->n_events; e++) {
		struct gaff_fate fate = gaff_ability_on(&known->fates[e], c->ability);

		if (gaff_ability_is_asked(c->ability, &known->host->events[e]) &&
		    gaff_fate_is_yes(&fate))
			gaff_json_string(w, known->host->events[e].native);
	}
	gaff_json_close(w, ']');
}

void hosts_write_capabilities(const struct hosts_view *v, const struct known_host *known,
			      struct json_writer *w)
{
	struct capability all[CAPABILITIES];

	find_capabilities(v->arena, known, all);
	gaff_json_open(w, '{');
	for (size_t i = 0; i < CAPABILITIES; i++) {
		gaff_json_member_open(w, sv_of(all[i].key), '{');
		if (all[i].ability)
			write_ability(v, known, &all[i], w);
		else
			write_fact(w, &all[i].fact);
		hosts_write_evidence(w, all[i].seen);
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, '}');
}
