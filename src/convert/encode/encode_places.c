#include <stdlib.h>

#include "convert/encode/encode_parts.h"
#include "text/doc.h"

/*
 * Where entries stand: in the list of their event, in groups or alone, and between them what was
 * put aside because no manifest can say it. Hooks of one event are in the order of the manifest;
 * events are in the order of their first hook.
 */

/* An entry, something that is put back, or nothing (an event with an empty list). */
struct item {
	struct sv event;
	size_t number; /* in which order they came */
	struct gaff_placed *placed;
	const struct gaff_restored *restored;
};

/* Items of one event stand in a row. */
struct run {
	struct item *item;
	size_t n;
};

struct places {
	struct gaff_encoding *e;
	struct item *item;
	size_t n;
	struct run *run;
	size_t n_runs;
	struct json_writer *w;
};

/* ---- sorting ---- */

static int by_event(const void *x, const void *y)
{
	const struct item *a = x, *b = y;
	int order = sv_order(a->event, b->event);

	return order ? order : a->number < b->number ? -1 : 1;
}

static int by_first(const void *x, const void *y)
{
	const struct run *a = x, *b = y;

	return a->item->number < b->item->number ? -1 : 1;
}

static void add_item(struct places *p, struct item item)
{
	item.number = p->n;
	p->item[p->n++] = item;
}

static enum gaff_rc collect(struct places *p, struct gaff_placed *placed, size_t n,
			    const struct gaff_restoring *back)
{
	bool has_events = !gaff_layout_is_list(p->e->layout);
	struct json empty = gaff_json_get(back->members, SV("events")), none, name;
	struct json_iter it = gaff_json_iter(empty);
	size_t room = n + back->n + 1;
	struct sv event;

	while (gaff_json_next(&it, &none, &name))
		room++;
	p->item = gaff_arena_alloc(p->e->arena, room * sizeof *p->item);
	p->run = gaff_arena_alloc(p->e->arena, room * sizeof *p->run);
	if (!p->item || !p->run)
		return gaff_encode_no_memory(p->e);
	for (size_t i = 0; i < n; i++)
		add_item(p, (struct item){ .event = has_events ? placed[i].spot->event->native
							       : SV(""),
					   .placed = &placed[i] });
	for (size_t i = 0; i < back->n; i++)
		add_item(p, (struct item){ .event = has_events ? back->item[i].event : SV(""),
					   .restored = &back->item[i] });
	it = gaff_json_iter(empty);
	while (has_events && gaff_json_next(&it, &none, &name))
		if (gaff_json_text(p->e->arena, name, &event) &&
		    gaff_takes_event(p->e->host, event))
			add_item(p, (struct item){ .event = event });
	if (p->n)
		qsort(p->item, p->n, sizeof *p->item, by_event);
	for (size_t i = 0; i < p->n; i++)
		if (i && sv_eq(p->item[i].event, p->item[i - 1].event))
			p->run[p->n_runs - 1].n++;
		else
			p->run[p->n_runs++] = (struct run){ &p->item[i], 1 };
	if (p->n_runs)
		qsort(p->run, p->n_runs, sizeof *p->run, by_first);
	return GAFF_OK;
}

/* ---- units: a group of entries, or an entry that is in none ---- */

struct unit {
	size_t from, to; /* of the entries of the event */
	bool is_group;
};

static bool begins_group(const struct gaff_layout *layout, const struct gaff_placed *p)
{
	return (layout->shape == GAFF_LAYOUT_GROUPS && !gaff_event_is_flat(p->spot->event)) ||
	       gaff_json_type(p->own->group) == JSON_OBJECT;
}

/* It should be in the group of the one before it, and there is none, or another one. */
static void say_no_group(struct gaff_encoding *e, const struct gaff_placed *p)
{
	if (gaff_json_type(p->own->group) == JSON_TRUE)
		gaff_lose(e->losses, p->plan->hook->number,
			  gaff_provider_field(e->arena, e->host->id, SV("group")),
			  GAFF_DEGRADE_WARN, "passed over: there is no such group before it");
}

/* Does an entry go into the group of the one before it? */
static bool goes_on(const struct gaff_layout *layout, const struct gaff_placed *before,
		    bool before_is_alone, const struct gaff_placed *p)
{
	bool same = before->has_matcher == p->has_matcher &&
		    (!p->has_matcher || sv_eq(before->matcher, p->matcher));

	if (before_is_alone || !same)
		return false;
	if (p->own->group.n)
		return gaff_json_type(p->own->group) == JSON_TRUE;
	return layout->shape == GAFF_LAYOUT_GROUPS;
}

struct event_lists {
	struct gaff_placed **placed;
	const struct gaff_restored **whole, **inner;
	size_t n_placed, n_whole, n_inner;
	size_t next_whole, next_inner, n_lost;
	struct unit *unit;
	size_t n_units;
};

static enum gaff_rc sort_out(struct places *p, const struct run *run, struct event_lists *l)
{
	struct arena *a = p->e->arena;

	*l = (struct event_lists){ .placed = gaff_arena_alloc(a, run->n * sizeof *l->placed),
				   .whole = gaff_arena_alloc(a, run->n * sizeof *l->whole),
				   .inner = gaff_arena_alloc(a, run->n * sizeof *l->inner),
				   .unit = gaff_arena_alloc(a, run->n * sizeof *l->unit) };
	if (!l->placed || !l->whole || !l->inner || !l->unit)
		return gaff_encode_no_memory(p->e);
	for (size_t i = 0; i < run->n; i++) {
		const struct item *item = &run->item[i];

		if (item->placed)
			l->placed[l->n_placed++] = item->placed;
		else if (item->restored && item->restored->is_event)
			l->n_lost++; /* the event has a list by now */
		else if (item->restored && item->restored->within != GAFF_WHOLE)
			l->inner[l->n_inner++] = item->restored;
		else if (item->restored)
			l->whole[l->n_whole++] = item->restored;
	}
	for (size_t i = 0; i < l->n_placed; i++) {
		struct gaff_placed *one = l->placed[i];
		struct unit *last = l->n_units ? &l->unit[l->n_units - 1] : NULL;

		if (last && goes_on(p->e->layout, l->placed[i - 1], !last->is_group, one)) {
			last->to++;
		} else {
			say_no_group(p->e, one);
			l->unit[l->n_units++] = (struct unit){ i, i + 1,
							       begins_group(p->e->layout, one) };
		}
		one->is_alone = !l->unit[l->n_units - 1].is_group;
		GAFF_TRY(gaff_encode_entry(p->e, one));
	}
	return GAFF_OK;
}

/* What comes next of the group that is the at-th in the file, when it is put back here. */
static const struct gaff_restored *due_within(struct event_lists *l, size_t at, size_t n,
					      bool is_end)
{
	const struct gaff_restored *r = l->next_inner < l->n_inner ? l->inner[l->next_inner] : NULL;

	if (!r || r->at != at || (r->within > n && !is_end))
		return NULL;
	l->next_inner++;
	return r;
}

static void write_entries(struct places *p, struct event_lists *l, const struct unit *u, size_t at)
{
	size_t i = u->from;

	gaff_json_key(p->w, SV("hooks"));
	gaff_json_open(p->w, '[');
	for (size_t n = 0;; n++) {
		const struct gaff_restored *r = due_within(l, at, n, i == u->to);

		if (r)
			gaff_doc_write(p->w, r->entry);
		else if (i < u->to)
			gaff_json_raw(p->w, json_sv(l->placed[i++]->written));
		else
			break;
	}
	gaff_json_close(p->w, ']');
}

static void write_unit(struct places *p, struct event_lists *l, const struct unit *u, size_t at)
{
	const struct gaff_placed *first = l->placed[u->from];
	struct json_iter it = gaff_json_iter(first->own->group);
	struct json key, value;

	if (!u->is_group) {
		gaff_json_raw(p->w, json_sv(first->written));
		return;
	}
	gaff_json_open(p->w, '{');
	if (first->has_matcher)
		json_member_string(p->w, SV("matcher"), first->matcher);
	while (gaff_json_next(&it, &key, &value)) {
		gaff_doc_copy(p->w, key, value);
	}
	write_entries(p, l, u, at);
	gaff_json_close(p->w, '}');
}

/* In another group than its own an entry would run at other times: then it is lost. */
static void skip_within(struct event_lists *l, size_t before)
{
	while (l->next_inner < l->n_inner && l->inner[l->next_inner]->at < before) {
		l->next_inner++;
		l->n_lost++;
	}
}

static enum gaff_rc write_list(struct places *p, const struct run *run)
{
	struct event_lists l;
	size_t unit = 0;

	GAFF_TRY(sort_out(p, run, &l));
	gaff_json_open(p->w, '[');
	for (size_t at = 0; unit < l.n_units || l.next_whole < l.n_whole; at++) {
		bool is_end = unit == l.n_units;

		skip_within(&l, at);
		if (l.next_whole < l.n_whole && (is_end || l.whole[l.next_whole]->at <= at))
			gaff_doc_write(p->w, l.whole[l.next_whole++]->entry);
		else
			write_unit(p, &l, &l.unit[unit++], at);
	}
	gaff_json_close(p->w, ']');
	skip_within(&l, GAFF_WHOLE);
	if (l.n_lost)
		gaff_lose(p->e->losses, 0, SV("provider_data"), GAFF_DEGRADE_WARN,
			  "%zu of the kept entries of %.*s are not put back: their place is gone",
			  l.n_lost, SV_ARG(run->item->event));
	return GAFF_OK;
}

enum gaff_rc gaff_encode_places(struct gaff_encoding *e, struct gaff_placed *placed, size_t n,
				const struct gaff_restoring *back, struct json_writer *w)
{
	struct places p = { .e = e, .w = w };
	bool is_list = gaff_layout_is_list(e->layout);

	GAFF_TRY(collect(&p, placed, n, back));
	gaff_json_key(w, SV("hooks"));
	if (is_list)
		return p.n_runs ? write_list(&p, &p.run[0]) : (gaff_json_raw(w, SV("[]")), GAFF_OK);
	gaff_json_open(w, '{');
	for (size_t i = 0; i < p.n_runs; i++) {
		const struct item *first = p.run[i].item;

		gaff_json_key(w, first->event);
		if (p.run[i].n == 1 && first->restored && first->restored->is_event)
			gaff_doc_write(w, first->restored->entry);
		else
			GAFF_TRY(write_list(&p, &p.run[i]));
	}
	gaff_json_close(w, '}');
	return GAFF_OK;
}
