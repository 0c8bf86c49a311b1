#include "cli/hosts_view.h"

#include <stdio.h>

/* What becomes of each field of an answer, on one host and on all. */

enum { LIST_MAX = 4 }; /* more events than this may be "all others" */

/* The events of a host by what becomes of one field on them. */
struct tally {
	size_t events[GAFF_FATE_COUNT]; /* how many */
	size_t all;
	enum gaff_fate_kind most; /* of those it is not delivered on */
};

static struct tally tally_of(const struct known_host *known, enum gaff_answer_field field)
{
	struct tally t = { .all = known->host->n_events, .most = GAFF_FATE_DENY };

	for (size_t e = 0; e < known->host->n_events; e++) {
		bool has[GAFF_FATE_COUNT] = { false };

		for (size_t f = 0; f < known->fates[e].n; f++)
			if (known->fates[e].row[f].field == field)
				has[known->fates[e].row[f].kind] = true;
		for (size_t k = 0; k < GAFF_FATE_COUNT; k++)
			t.events[k] += has[k];
	}
	for (size_t k = GAFF_FATE_DENY; k < GAFF_FATE_COUNT; k++)
		if (t.events[k] > t.events[t.most])
			t.most = (enum gaff_fate_kind)k;
	return t;
}

/* ---- one host ---- */

/* Events on which the same becomes of a field stand in one row. */
struct responses {
	const struct known_host *known;
	bool *is_done; /* by event and fate, in order */
};

static bool is_same_row(const struct gaff_fate *x, const struct gaff_fate *y)
{
	if (!hosts_same_field(x, y) || x->tools != y->tools || x->kind != y->kind ||
	    x->company != y->company || x->otherwise != y->otherwise || x->as != y->as ||
	    x->is_grant != y->is_grant || x->exit != y->exit || x->n_where != y->n_where ||
	    !sv_eq(x->literal, y->literal))
		return false;
	for (size_t i = 0; i < x->n_where; i++)
		if (!sv_eq(x->where[i], y->where[i]))
			return false;
	return true;
}

/* That something is delivered there needs evidence of the event; the rest is what gaff does. */
static const struct gaff_evidence *evidence_for(const struct known_host *known, size_t event,
						const struct gaff_fate *fate)
{
	return fate->kind == GAFF_FATE_DELIVERED ? known->host->events[event].seen
						 : known->host->seen;
}

static bool is_same_evidence(const struct gaff_evidence *x, const struct gaff_evidence *y)
{
	return x->kind == y->kind && strcmp(x->version, y->version) == 0;
}

static size_t index_of(const struct known_host *known, size_t event, size_t fate)
{
	size_t n = fate;

	for (size_t e = 0; e < event; e++)
		n += known->fates[e].n;
	return n;
}

static void add_row(struct responses *x, struct table *t, size_t event, size_t at)
{
	const struct known_host *known = x->known;
	const struct gaff_fate *first = &known->fates[event].row[at];
	const struct gaff_evidence *seen = evidence_for(known, event, first);
	struct buf name = buf_in(t->arena), becomes = buf_in(t->arena), where = buf_in(t->arena),
		   on = buf_in(t->arena);
	struct tally tally = tally_of(known, first->field);
	size_t n = 0;

	hosts_add_name(&name, first);
	table_add(t, buf_sv(&name));
	hosts_add_becomes(&becomes, first);
	table_add(t, buf_sv(&becomes));
	hosts_add_where(&where, first);
	table_add(t, buf_sv(&where));
	for (size_t e = event; e < known->host->n_events; e++) {
		for (size_t f = 0; f < known->fates[e].n; f++) {
			const struct gaff_fate *fate = &known->fates[e].row[f];

			if (!is_same_row(first, fate) ||
			    !is_same_evidence(seen, evidence_for(known, e, fate)))
				continue;
			hosts_addf(&on, "%s%.*s", on.n ? ", " : "",
				   SV_ARG(known->host->events[e].native));
			x->is_done[index_of(known, e, f)] = true;
			n++;
		}
	}
	if (n == known->host->n_events)
		table_add(t, SV("every event"));
	else if (n > LIST_MAX && first->kind == tally.most)
		table_add(t, SV("all others"));
	else
		table_add(t, buf_sv(&on));
	hosts_add_evidence(t, seen);
}

static void add_rows_of_field(struct responses *x, struct table *t, enum gaff_answer_field field)
{
	for (size_t kind = 0; kind < GAFF_FATE_COUNT; kind++)
		for (size_t e = 0; e < x->known->host->n_events; e++)
			for (size_t f = 0; f < x->known->fates[e].n; f++)
				if (x->known->fates[e].row[f].field == field &&
				    x->known->fates[e].row[f].kind == kind &&
				    !x->is_done[index_of(x->known, e, f)])
					add_row(x, t, e, f);
}

void hosts_print_responses(const struct hosts_view *v, const struct known_host *known)
{
	static const char *const heads[] = { "field", "what becomes of it", "where", "on",
					     "evidence" };
	struct table t = table_of(v->arena, v->is_markdown, heads, COUNT_OF(heads));
	size_t n = index_of(known, known->host->n_events, 0);
	struct responses x = { known, gaff_arena_alloc(v->arena, n * sizeof(bool)) };

	if (!x.is_done)
		return;
	memset(x.is_done, 0, n * sizeof(bool));
	for (enum gaff_answer_field f = 0; f < GAFF_A_COUNT; f++)
		if (gaff_answer_is_said(f))
			add_rows_of_field(&x, &t, f);
	table_print(&t);
}

/* ---- all hosts ---- */

static bool is_among(const struct gaff_fate *fate, const struct gaff_fate *field,
		     enum gaff_fate_kind kind)
{
	return fate->kind == kind && hosts_same_field(fate, field);
}

static bool has_condition(const struct gaff_fate *x, const struct gaff_fate *y)
{
	return x->tools == y->tools && x->company == y->company && x->otherwise == y->otherwise &&
	       x->is_grant == y->is_grant;
}

/* "with deny: Stop, SubagentStop": the events from this one on that have its condition. */
static void add_list(struct buf *b, const struct known_host *known, size_t event,
		     const struct gaff_fate *like)
{
	size_t start = b->n;
	const char *separator;

	hosts_add_condition(b, like);
	separator = b->n > start ? ": " : "";
	for (size_t e = event; e < known->host->n_events; e++) {
		for (size_t f = 0; f < known->fates[e].n; f++) {
			const struct gaff_fate *fate = &known->fates[e].row[f];

			if (!is_among(fate, like, like->kind) || !has_condition(fate, like))
				continue;
			hosts_addf(b, "%s%.*s", separator, SV_ARG(known->host->events[e].native));
			separator = ", ";
		}
	}
}

static bool is_first_of_its_condition(const struct known_host *known, size_t event,
				      const struct gaff_fate *fate)
{
	for (size_t e = 0; e < event; e++)
		for (size_t f = 0; f < known->fates[e].n; f++)
			if (is_among(&known->fates[e].row[f], fate, fate->kind) &&
			    has_condition(&known->fates[e].row[f], fate))
				return false;
	return true;
}

static void add_events(struct buf *b, const struct known_host *known, const struct gaff_fate *field,
		       enum gaff_fate_kind kind)
{
	const char *separator = "";

	for (size_t e = 0; e < known->host->n_events; e++) {
		for (size_t f = 0; f < known->fates[e].n; f++) {
			const struct gaff_fate *fate = &known->fates[e].row[f];

			if (!is_among(fate, field, kind) ||
			    !is_first_of_its_condition(known, e, fate))
				continue;
			hosts_addf(b, "%s", separator);
			add_list(b, known, e, fate);
			separator = "; ";
		}
	}
}

/* Native fields have a list of events each. */
static void add_native_events(struct buf *b, const struct known_host *known)
{
	const struct gaff_fate *named[64];
	size_t n = 0;

	for (size_t e = 0; e < known->host->n_events; e++) {
		for (size_t f = 0; f < known->fates[e].n && n < COUNT_OF(named); f++) {
			const struct gaff_fate *fate = &known->fates[e].row[f];
			bool is_new = fate->field == GAFF_A_NATIVE &&
				      fate->kind == GAFF_FATE_DELIVERED;

			for (size_t i = 0; is_new && i < n; i++)
				is_new = !hosts_same_field(fate, named[i]);
			if (is_new)
				named[n++] = fate;
		}
	}
	for (size_t i = 0; i < n; i++) {
		hosts_addf(b, "%s`%.*s` on ", i ? "; " : "", SV_ARG(named[i]->name));
		add_events(b, known, named[i], GAFF_FATE_DELIVERED);
	}
}

static void add_group(struct buf *b, const struct known_host *known, const struct tally *t,
		      enum gaff_answer_field field, enum gaff_fate_kind kind)
{
	struct gaff_fate wanted = { .field = field, .name = gaff_answer_key(field) };

	if (t->events[kind] == t->all)
		hosts_addf(b, "every event");
	else if (kind == t->most && t->events[kind] > LIST_MAX)
		hosts_addf(b, "all others");
	else
		add_events(b, known, &wanted, kind);
}

static void add_field_row(struct table *t, const struct known_host *known,
			  enum gaff_answer_field field)
{
	static const enum gaff_fate_kind instead[] = { GAFF_FATE_DENY, GAFF_FATE_CONTEXT,
						       GAFF_FATE_IMPLIED, GAFF_FATE_SILENT };
	struct gaff_fate wanted = { .field = field, .name = gaff_answer_key(field) };
	struct tally tally = tally_of(known, field);
	struct buf delivered = buf_in(t->arena), becomes = buf_in(t->arena),
		   lost = buf_in(t->arena);

	table_addf(t, "`%.*s`", SV_ARG(known->host->id));
	if (field == GAFF_A_NATIVE)
		add_native_events(&delivered, known);
	else
		add_events(&delivered, known, &wanted, GAFF_FATE_DELIVERED);
	table_add(t, delivered.n ? buf_sv(&delivered) : SV("-"));
	for (size_t i = 0; i < COUNT_OF(instead); i++) {
		if (!tally.events[instead[i]])
			continue;
		hosts_addf(&becomes, "%s%s: ", becomes.n ? "; " : "", hosts_fate_word(instead[i]));
		add_group(&becomes, known, &tally, field, instead[i]);
	}
	table_add(t, becomes.n ? buf_sv(&becomes) : SV("-"));
	if (field == GAFF_A_NATIVE)
		hosts_addf(&lost, "any other field");
	else
		add_group(&lost, known, &tally, field, GAFF_FATE_LOST);
	table_add(t, lost.n ? buf_sv(&lost) : SV("-"));
	hosts_add_evidence(t, known->host->seen);
}

static void print_field(const struct hosts_view *v, enum gaff_answer_field field)
{
	static const char *const heads[] = { "host", "delivered on", "becomes", "lost on",
					     "evidence" };
	struct table t = table_of(v->arena, v->is_markdown, heads, COUNT_OF(heads));
	struct buf title = buf_in(v->arena);

	hosts_add_field(&title, field);
	hosts_heading(v, 3, "%.*s", SV_ARG(buf_sv(&title)));
	for (size_t h = 0; h < v->n; h++)
		add_field_row(&t, &v->known[h], field);
	table_print(&t);
}

/* Fields and hosts at a glance: on how many events each reaches the agent. */
static void print_counts(const struct hosts_view *v, size_t from, size_t to)
{
	const char *heads[TABLE_COLUMNS_MAX] = { "field" };
	struct table t;

	for (size_t h = from; h < to; h++)
		heads[1 + h - from] = v->known[h].host->id.p;
	t = table_of(v->arena, v->is_markdown, heads, 1 + to - from);
	for (enum gaff_answer_field f = 0; f < GAFF_A_COUNT; f++) {
		struct buf name = buf_in(v->arena);

		if (!gaff_answer_is_said(f))
			continue;
		hosts_add_field(&name, f);
		table_add(&t, buf_sv(&name));
		for (size_t h = from; h < to; h++) {
			struct tally tally = tally_of(&v->known[h], f);
			enum gaff_fate_kind kind = GAFF_FATE_DELIVERED;

			while (kind < GAFF_FATE_IMPLIED && !tally.events[kind])
				kind++;
			if (kind == GAFF_FATE_DELIVERED)
				table_addf(&t, "%zu of %zu", tally.events[kind], tally.all);
			else if (kind < GAFF_FATE_IMPLIED)
				table_addf(&t, "%s on %zu", hosts_fate_word(kind),
					   tally.events[kind]);
			else
				table_add(&t, sv_of(hosts_fate_word(tally.most)));
		}
	}
	table_print(&t);
}

void hosts_print_matrix(const struct hosts_view *v)
{
	size_t side = v->is_markdown ? TABLE_COLUMNS_MAX - 1 : HOSTS_BESIDE;

	printf("On how many of its events a field of an answer reaches each agent; if on none, "
	       "what it becomes\n"
	       "instead: a denial, context for the model, nothing because the agent does so anyway "
	       "(implied), or it\n"
	       "is lost, and gaff says so on stderr. What is delivered only with a decision beside "
	       "it is else lost.\n");
	for (size_t from = 0; from < v->n; from += side) {
		printf("\n");
		print_counts(v, from, from + side < v->n ? from + side : v->n);
	}
	for (enum gaff_answer_field f = 0; f < GAFF_A_COUNT; f++) {
		if (!gaff_answer_is_said(f))
			continue;
		printf("\n");
		print_field(v, f);
	}
}
