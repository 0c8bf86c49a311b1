#include "cli/pages/hosts_view.h"

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
	bool *is_done;                /* of known->all */
	const struct gaff_fate *last; /* of the row before, or NULL */
};

static bool is_same_row(const struct gaff_fate *x, const struct gaff_fate *y)
{
	if (!gaff_fate_same_field(x, y) || !gaff_fate_same_condition(x, y) || x->kind != y->kind ||
	    x->as != y->as || x->exit != y->exit || x->n_where != y->n_where ||
	    !sv_eq(x->literal, y->literal))
		return false;
	for (size_t i = 0; i < x->n_where; i++)
		if (!sv_eq(x->where[i], y->where[i]))
			return false;
	return true;
}

/*
 * That it is delivered there needs evidence of the event; the rest is what gaff does. On a terminal
 * that stands with the events, and rows are few.
 */
static const struct gaff_evidence *evidence_for(const struct known_host *known,
						const struct host_fate *on)
{
	return on->fate->n_versions ? on->fate->versions[0]->seen
	       : on->fate->kind == GAFF_FATE_DELIVERED
		       ? gaff_answer_evidence(known->host, on->event, on->fate->field)
		       : known->host->seen;
}

static bool is_same_evidence(const struct gaff_evidence *x, const struct gaff_evidence *y)
{
	return x->kind == y->kind && strcmp(x->version, y->version) == 0;
}

static void add_row(struct responses *x, struct table *t, size_t at)
{
	const struct known_host *known = x->known;
	const struct gaff_fate *first = known->all[at].fate;
	const struct gaff_evidence *seen = evidence_for(known, &known->all[at]);
	struct buf *name = table_cell(t), on = buf_in(t->arena);
	struct tally tally = tally_of(known, first->field);
	size_t n = 0;

	if (t->is_markdown || !x->last || !gaff_fate_same_field(x->last, first))
		hosts_add_name(name, first); /* on a terminal once is enough */
	x->last = first;
	hosts_add_becomes(table_cell(t), first);
	hosts_add_where(table_cell(t), first);
	for (size_t i = at; i < known->n; i++) {
		if (!is_same_row(first, known->all[i].fate) ||
		    (t->is_markdown &&
		     !is_same_evidence(seen, evidence_for(known, &known->all[i]))))
			continue;
		hosts_addf(&on, "%s%.*s", on.n ? ", " : "", SV_ARG(known->all[i].event->native));
		x->is_done[i] = true;
		n++;
	}
	if (n == known->host->n_events)
		table_add(t, SV("every event"));
	else if (n > LIST_MAX && first->kind == tally.most && n >= tally.events[tally.most])
		table_add(t, SV("all others"));
	else
		table_add(t, buf_sv(&on));
	if (t->is_markdown)
		hosts_add_evidence(t, known->host, seen);
}

/* The rows of one field with one kind of fate. */
static void add_rows_of_kind(struct responses *x, struct table *t, const struct gaff_fate *like,
			     enum gaff_fate_kind kind)
{
	for (size_t i = 0; i < x->known->n; i++)
		if (gaff_fate_same_field(x->known->all[i].fate, like) &&
		    x->known->all[i].fate->kind == kind && !x->is_done[i])
			add_row(x, t, i);
}

/* What may be "all others" comes last. */
static void add_rows_like(struct responses *x, struct table *t, const struct gaff_fate *like)
{
	enum gaff_fate_kind most = tally_of(x->known, like->field).most;

	for (enum gaff_fate_kind kind = 0; kind < GAFF_FATE_COUNT; kind++)
		if (kind != most)
			add_rows_of_kind(x, t, like, kind);
	add_rows_of_kind(x, t, like, most);
}

/* Native fields one after the other, and then what is said of any other. */
static void add_rows_of_field(struct responses *x, struct table *t, enum gaff_answer_field field)
{
	static const struct gaff_fate unnamed = { .field = GAFF_A_NATIVE };

	for (size_t i = 0; i < x->known->n; i++) {
		const struct gaff_fate *fate = x->known->all[i].fate;

		if (fate->field == field && fate->name.n && !x->is_done[i])
			add_rows_like(x, t, fate);
	}
	if (field == GAFF_A_NATIVE)
		add_rows_like(x, t, &unnamed);
}

void hosts_print_responses(const struct hosts_view *v, const struct known_host *known)
{
	static const char *const heads[] = { "field", "becomes", "where", "on", "evidence" };
	struct table t = table_of(v->arena, v->is_markdown, heads,
				  COUNT_OF(heads) - (v->is_markdown ? 0 : 1));
	struct responses x = { known, gaff_arena_alloc(v->arena, known->n * sizeof(bool)), NULL };

	if (!x.is_done)
		return;
	memset(x.is_done, 0, known->n * sizeof(bool));
	for (enum gaff_answer_field f = 0; f < GAFF_A_COUNT; f++)
		if (gaff_answer_is_said(f))
			add_rows_of_field(&x, &t, f);
	table_print(&t);
}

/* ---- all hosts ---- */

static bool is_among(const struct gaff_fate *fate, const struct gaff_fate *field,
		     enum gaff_fate_kind kind)
{
	return fate->kind == kind && gaff_fate_same_field(fate, field);
}

static bool is_alike(const struct gaff_fate *x, const struct gaff_fate *y)
{
	return is_among(x, y, y->kind) && gaff_fate_same_condition(x, y);
}

/* "Stop, SubagentStop (with deny)": the events from this one on that have its condition. */
static void add_list(struct buf *b, const struct known_host *known, const struct host_fate *like)
{
	const char *separator = "";

	for (size_t i = 0; i < known->n; i++) {
		if (known->all[i].event < like->event || !is_alike(known->all[i].fate, like->fate))
			continue;
		hosts_addf(b, "%s%.*s", separator, SV_ARG(known->all[i].event->native));
		separator = ", ";
	}
	hosts_add_brackets(b, like->fate);
}

static bool is_first_of_its_condition(const struct known_host *known, const struct host_fate *on)
{
	for (size_t i = 0; i < known->n && known->all[i].event < on->event; i++)
		if (is_alike(known->all[i].fate, on->fate))
			return false;
	return true;
}

static void add_events(struct buf *b, const struct known_host *known, const struct gaff_fate *field,
		       enum gaff_fate_kind kind)
{
	const char *separator = "";

	for (size_t i = 0; i < known->n; i++) {
		if (!is_among(known->all[i].fate, field, kind) ||
		    !is_first_of_its_condition(known, &known->all[i]))
			continue;
		hosts_addf(b, "%s", separator);
		add_list(b, known, &known->all[i]);
		separator = "; ";
	}
}

/* Native fields have a list of events each. */
static void add_native_events(struct buf *b, const struct known_host *known)
{
	const struct gaff_fate *named[64];
	size_t n = 0;

	for (size_t i = 0; i < known->n && n < COUNT_OF(named); i++) {
		const struct gaff_fate *fate = known->all[i].fate;
		bool is_new = fate->field == GAFF_A_NATIVE && fate->kind == GAFF_FATE_DELIVERED;

		for (size_t k = 0; is_new && k < n; k++)
			is_new = !gaff_fate_same_field(fate, named[k]);
		if (is_new)
			named[n++] = fate;
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
	if (t->is_markdown)
		hosts_add_evidence(t, NULL, known->host->seen);
}

static void print_field(const struct hosts_view *v, enum gaff_answer_field field)
{
	static const char *const heads[] = { "host", "delivered on", "becomes", "lost on",
					     "evidence" };
	struct table t = table_of(v->arena, v->is_markdown, heads,
				  COUNT_OF(heads) - (v->is_markdown ? 0 : 1));
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
		if (!gaff_answer_is_said(f))
			continue;
		hosts_add_field(table_cell(&t), f);
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

static void print_legend(const struct hosts_view *v)
{
	const char *separator =
		" Of agents that spell their events in two ways the first is shown: ";
	struct buf b = buf_in(v->arena);

	gaff_buf_add(
		&b, SV("On how many of its events a field of an answer reaches each agent; if on "
		       "none, what it becomes instead: a denial, context for the model, nothing "
		       "because the agent does so anyway (implied), or it is lost, and gaff says "
		       "so if the agent's stderr is private. What is delivered only on a condition "
		       "is else lost."));
	for (size_t h = 0; h < v->n; h++) {
		if (!v->known[h].other)
			continue;
		hosts_addf(&b, "%s%.*s", separator, SV_ARG(v->known[h].host->id));
		separator = ", ";
	}
	if (*separator == ',')
		buf_addc(&b, '.');
	table_paragraph(v->is_markdown, buf_sv(&b));
}

void hosts_print_matrix(const struct hosts_view *v)
{
	size_t side = hosts_beside(v, 13);

	print_legend(v);
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
