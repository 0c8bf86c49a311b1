#include <stdio.h>

#include "cli/help/details.h"
#include "cli/pages/hosts_view.h"

/*
 * The contracts: of each canonical event who has it, what it may be answered, and which fields of
 * docs/canonical.md are in the payload, and where. docs/contracts.md is this.
 */

/* One set of rows that has the event: an agent, or its other spelling. */
struct column {
	const struct known_host *known;
	bool is_other;
};

struct columns {
	struct column at[TABLE_COLUMNS_MAX - 1];
	size_t n;
};

static struct columns columns_of(const struct hosts_view *v, enum gaff_event_id id)
{
	struct columns c = { .n = 0 };

	for (size_t i = 0; i < v->n; i++)
		for (unsigned other = 0; other < 2; other++) {
			const struct known_host *known = other ? v->known[i].other : &v->known[i];

			if (known && gaff_host_has_event(known->host, id) && c.n < COUNT_OF(c.at))
				c.at[c.n++] = (struct column){ known, other };
		}
	return c;
}

static const char *label(const struct hosts_view *v, const struct column *c)
{
	struct buf b = buf_in(v->arena);

	hosts_addf(&b, "%.*s%s", SV_ARG(c->known->host->id), c->is_other ? " (other)" : "");
	buf_addc(&b, '\0');
	return buf_ok(&b) ? b.p : "";
}

/* ---- pages ---- */

static void add_place(struct table *t, const struct gaff_host *host, enum gaff_event_id id,
		      enum gaff_field field)
{
	bool is_derived;
	struct sv where = gaff_field_place(host, id, field, &is_derived);

	if (!where.n)
		table_add(t, SV("-"));
	else if (is_derived)
		table_addf(t, "by `%.*s`", SV_ARG(where));
	else if (where.p[0] == '/' && sv_eq(sv_skip(where, 1), gaff_field_name(field)))
		table_add(t, SV("yes"));
	else
		table_addf(t, "`%.*s`", SV_ARG(where));
}

static void print_fields(const struct hosts_view *v, enum gaff_event_id id, const struct columns *c,
			 size_t from, size_t to)
{
	const char *heads[TABLE_COLUMNS_MAX] = { "field" };
	struct table t;

	for (size_t i = from; i < to; i++)
		heads[1 + i - from] = label(v, &c->at[i]);
	t = table_of(v->arena, v->is_markdown, heads, 1 + to - from);
	for (enum gaff_field f = 0; f < GAFF_F_COUNT; f++) {
		bool is_there = false, is_derived;

		for (size_t i = 0; i < c->n && gaff_field_name(f).n; i++)
			is_there |= gaff_field_place(c->at[i].known->host, id, f, &is_derived).n >
				    0;
		if (!is_there)
			continue;
		table_addf(&t, "`%.*s`", SV_ARG(gaff_field_name(f)));
		for (size_t i = from; i < to; i++)
			add_place(&t, c->at[i].known->host, id, f);
	}
	table_print(&t);
}

static void add_event(const struct hosts_view *v, struct table *t, const struct column *c, size_t e)
{
	const struct gaff_event_row *row = &c->known->host->events[e];

	table_add(t, sv_of(label(v, c)));
	if (row->tool == GAFF_TOOL_OTHER)
		table_addf(t, "`%.*s`", SV_ARG(row->native));
	else
		table_addf(t, "`%.*s`, of `%.*s`", SV_ARG(row->native),
			   SV_ARG(gaff_tool_name(row->tool)));
	hosts_add_answers(table_cell(t), &c->known->fates[e]);
}

static void print_events(const struct hosts_view *v, enum gaff_event_id id, const struct columns *c)
{
	static const char *const heads[] = { "host", "event", "may be answered" };
	struct table t = table_of(v->arena, v->is_markdown, heads, COUNT_OF(heads));

	for (size_t i = 0; i < c->n; i++)
		for (size_t e = 0; e < c->at[i].known->host->n_events; e++)
			if (c->at[i].known->host->events[e].id == id)
				add_event(v, &t, &c->at[i], e);
	table_print(&t);
}

static void print_event(const struct hosts_view *v, enum gaff_event_id id)
{
	struct columns c = columns_of(v, id);
	size_t side = hosts_beside(v, 20);

	if (!c.n)
		return;
	printf("\n");
	if (id == GAFF_EV_NATIVE)
		hosts_heading(v, 2, "Events that only one agent has");
	else
		hosts_heading(v, 2, "%.*s", SV_ARG(gaff_event_id_name(id)));
	print_events(v, id, &c);
	for (size_t from = 0; from < c.n; from += side) {
		printf("\n");
		print_fields(v, id, &c, from, from + side < c.n ? from + side : c.n);
	}
}

void hosts_print_contracts(const struct hosts_view *v)
{
	hosts_heading(v, 1, "Events, fields and answers, agent by agent");
	help_print_prose(v->arena, v->is_markdown, "contracts");
	for (enum gaff_event_id id = GAFF_EV_NATIVE + 1; id < GAFF_EV_COUNT; id++)
		print_event(v, id);
	print_event(v, GAFF_EV_NATIVE);
}

/* ---- for programs ---- */

static void write_fields(const struct gaff_host *host, enum gaff_event_id id, struct json_writer *w)
{
	gaff_json_member_open(w, SV("fields"), '{');
	for (enum gaff_field f = 0; f < GAFF_F_COUNT; f++) {
		bool is_derived;
		struct sv where = gaff_field_place(host, id, f, &is_derived);

		if (!where.n || !gaff_field_name(f).n)
			continue;
		gaff_json_key(w, gaff_field_name(f));
		gaff_json_open(w, '{');
		json_member_string(w, SV("where"), where);
		gaff_json_member_bool(w, SV("derived"), is_derived);
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, '}');
}

static void write_natives(const struct known_host *known, enum gaff_event_id id,
			  struct json_writer *w)
{
	gaff_json_member_open(w, SV("events"), '[');
	for (size_t e = 0; e < known->host->n_events; e++)
		if (known->host->events[e].id == id)
			gaff_json_string(w, known->host->events[e].native);
	gaff_json_close(w, ']');
}

/* What each of them may return is in "events", under its native name. */
void hosts_write_contracts(const struct hosts_view *v, const struct known_host *known,
			   struct json_writer *w)
{
	(void)v;
	for (enum gaff_event_id id = GAFF_EV_NATIVE; id < GAFF_EV_COUNT; id++) {
		if (!gaff_host_has_event(known->host, id))
			continue;
		gaff_json_open(w, '{');
		gaff_json_key(w, SV("canonical"));
		if (id == GAFF_EV_NATIVE)
			gaff_json_raw(w, SV("null")); /* those that only this agent has */
		else
			gaff_json_string(w, gaff_event_id_name(id));
		write_natives(known, id, w);
		write_fields(known->host, id, w);
		gaff_json_close(w, '}');
	}
}
