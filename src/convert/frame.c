/*
 * frame.c - files in which hooks are not in a member "hooks", as if they were.
 *
 * Every stage of a conversion sees { "hooks": … } and what is beside it. A frame is taken off right
 * after a file is read, and put around it again right before one is written:
 *
 *	bare	{ EVENT: [ … ] }
 *		members beside "hooks" are those that can be no event ("$schema", "_comment");
 *		"wrapper": true says that the file had "hooks" after all
 *	named	{ NAME: { "enabled": E, EVENT: [ ENTRY ] } }
 *		ENTRY has further members "in": NAME and "on": E, and what else a group had is in
 *		"groups": { NAME: { … } }
 *
 * What is put around never adds a list to an event: a manifest's provider_data may be anybody's.
 */
#include <stdio.h>
#include <stdlib.h>

#include "convert/parts.h"
#include "text/doc.h"

static enum gaff_rc no_memory(struct gaff_err *err)
{
	return gaff_fail(err, GAFF_ENOMEM, "no memory for a file");
}

static enum gaff_rc finish(const struct buf *b, struct json *out, struct gaff_err *err)
{
	return buf_ok(b) ? gaff_json_parse(buf_sv(b), out, err) : no_memory(err);
}

static bool is_remark(struct sv name)
{
	return sv_starts(name, SV("_")) || sv_starts(name, SV("$"));
}

/* ---- bare ---- */

static bool is_beside(struct sv name, struct json value)
{
	return is_remark(name) ||
	       (gaff_describes_file(name) && gaff_json_type(value) != JSON_ARRAY);
}

/* Those that are beside the events, or the events. */
static enum gaff_rc copy_bare(struct arena *a, struct json_writer *w, struct json root,
			      bool is_wanted_beside, struct gaff_err *err)
{
	struct json_iter it = gaff_json_iter(root);
	struct json key, value;
	struct sv name;

	while (gaff_json_next(&it, &key, &value)) {
		if (!gaff_json_text(a, key, &name))
			return no_memory(err);
		if (is_beside(name, value) == is_wanted_beside)
			gaff_json_copy(w, key, value);
	}
	return GAFF_OK;
}

static enum gaff_rc take_bare(struct arena *a, struct json root, struct json *out,
			      struct gaff_err *err)
{
	struct json_iter it = gaff_json_iter(root);
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct json key, value;

	gaff_json_open(&w, '{');
	if (gaff_json_get(root, SV("hooks")).n) {
		while (gaff_json_next(&it, &key, &value))
			gaff_json_copy(&w, key, value);
		if (!gaff_json_get(root, SV("wrapper")).n)
			json_member(&w, SV("wrapper"), SV("true"));
	} else {
		GAFF_TRY(copy_bare(a, &w, root, true, err));
		gaff_json_key(&w, SV("hooks"));
		gaff_json_open(&w, '{');
		GAFF_TRY(copy_bare(a, &w, root, false, err));
		gaff_json_close(&w, '}');
	}
	gaff_json_close(&w, '}');
	return finish(&b, out, err);
}

/* Is it of a file that has "hooks" as well as other things? */
static bool is_wrapped(struct arena *a, struct json plain)
{
	struct json_iter it = gaff_json_iter(plain);
	struct json key, value;
	struct sv name;

	if (gaff_json_type(gaff_json_get(plain, SV("wrapper"))) == JSON_TRUE)
		return true;
	while (gaff_json_next(&it, &key, &value))
		if (!gaff_json_text(a, key, &name) ||
		    (!sv_eq(name, SV("hooks")) && !is_beside(name, value)))
			return true;
	return false;
}

static enum gaff_rc put_bare(struct arena *a, struct json plain, struct json *out,
			     struct gaff_err *err)
{
	bool wraps = is_wrapped(a, plain);
	struct json_iter it = gaff_json_iter(plain), events;
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct json key, value, event, list;

	gaff_json_open(&w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		if (gaff_json_is(key, SV("wrapper")) && gaff_json_type(value) == JSON_TRUE)
			continue;
		if (wraps || !gaff_json_is(key, SV("hooks"))) {
			gaff_json_copy(&w, key, value);
			continue;
		}
		for (events = gaff_json_iter(value); gaff_json_next(&events, &event, &list);)
			gaff_json_copy(&w, event, list);
	}
	gaff_json_close(&w, '}');
	return finish(&b, out, err);
}

/* ---- named: off ---- */

/* An element of the list of an event, and the group of the file that it is in. */
struct item {
	struct sv event;
	struct json value;
	size_t group, number;
};

struct named {
	struct arena *arena;
	struct json *key, *group; /* of each group of the file */
	size_t n_groups;
	struct item *item;
	size_t n, room;
};

static int by_event(const void *x, const void *y)
{
	const struct item *a = x, *b = y;
	int order = sv_order(a->event, b->event);

	return order ? order : a->number < b->number ? -1 : 1;
}

static int by_number(const void *x, const void *y)
{
	const struct item *const *a = x, *const *b = y;

	return (*a)->number < (*b)->number ? -1 : 1;
}

static bool add_item(struct named *n, struct item item)
{
	if (n->n == n->room) {
		size_t room = n->room ? 2 * n->room : 32;
		struct item *more = gaff_arena_alloc(n->arena, room * sizeof *more);

		if (!more)
			return false;
		if (n->n)
			memcpy(more, n->item, n->n * sizeof *more);
		n->item = more;
		n->room = room;
	}
	item.number = n->n;
	n->item[n->n++] = item;
	return true;
}

static bool is_list(struct json value)
{
	struct json_iter it = gaff_json_iter(value);
	struct json none;

	return gaff_json_type(value) == JSON_ARRAY && gaff_json_next(&it, &none, &none);
}

static enum gaff_rc collect(struct named *n, struct json root, struct gaff_err *err)
{
	struct json_iter it = gaff_json_iter(root), events, list;
	struct json key, value, event, elements, none, element;
	size_t room = 1;
	struct sv name;

	while (gaff_json_next(&it, &key, &value))
		room++;
	n->key = gaff_arena_alloc(n->arena, room * sizeof *n->key);
	n->group = gaff_arena_alloc(n->arena, room * sizeof *n->group);
	if (!n->key || !n->group)
		return no_memory(err);
	for (it = gaff_json_iter(root); gaff_json_next(&it, &key, &value);) {
		if (gaff_json_type(value) != JSON_OBJECT)
			continue;
		for (events = gaff_json_iter(value); gaff_json_next(&events, &event, &elements);) {
			if (!is_list(elements))
				continue;
			if (!gaff_json_text(n->arena, event, &name))
				return no_memory(err);
			list = gaff_json_iter(elements);
			while (gaff_json_next(&list, &none, &element))
				if (!add_item(n, (struct item){ name, element, n->n_groups, 0 }))
					return no_memory(err);
		}
		n->key[n->n_groups] = key;
		n->group[n->n_groups++] = value;
	}
	return GAFF_OK;
}

/* What an entry has besides the group that it is in. */
static void write_members(struct json_writer *w, struct json entry)
{
	struct json_iter it = gaff_json_iter(entry);
	struct json key, value;

	while (gaff_json_next(&it, &key, &value))
		if (!gaff_json_is(key, SV("in")) && !gaff_json_is(key, SV("on")))
			gaff_json_copy(w, key, value);
}

/* An entry, with the group that it is in. */
static void write_entry(struct named *n, struct json_writer *w, struct json entry, size_t group)
{
	struct json on = gaff_json_get(n->group[group], SV("enabled"));

	if (gaff_json_type(entry) != JSON_OBJECT) {
		gaff_json_raw(w, json_sv(entry));
		return;
	}
	gaff_json_open(w, '{');
	write_members(w, entry);
	json_member(w, SV("in"), json_sv(n->key[group]));
	if (on.n)
		json_member(w, SV("on"), json_sv(on));
	gaff_json_close(w, '}');
}

static void write_element(struct named *n, struct json_writer *w, const struct item *item)
{
	struct json_iter it = gaff_json_iter(item->value), list;
	struct json key, value, none, entry, hooks = gaff_json_get(item->value, SV("hooks"));

	if (gaff_json_type(hooks) != JSON_ARRAY) {
		write_entry(n, w, item->value, item->group);
		return;
	}
	gaff_json_open(w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		if (!gaff_json_is(key, SV("hooks"))) {
			gaff_json_copy(w, key, value);
			continue;
		}
		gaff_json_key(w, SV("hooks"));
		gaff_json_open(w, '[');
		for (list = gaff_json_iter(value); gaff_json_next(&list, &none, &entry);)
			write_entry(n, w, entry, item->group);
		gaff_json_close(w, ']');
	}
	gaff_json_close(w, '}');
}

/* Each event once, in the order of the first of its elements. */
static enum gaff_rc write_events(struct named *n, struct json_writer *w, struct gaff_err *err)
{
	struct item **first = gaff_arena_alloc(n->arena, (n->n + 1) * sizeof *first);
	size_t n_first = 0;

	if (!first)
		return no_memory(err);
	if (n->n)
		qsort(n->item, n->n, sizeof *n->item, by_event);
	for (size_t i = 0; i < n->n; i++)
		if (!i || !sv_eq(n->item[i].event, n->item[i - 1].event))
			first[n_first++] = &n->item[i];
	if (n_first)
		qsort(first, n_first, sizeof(struct item *), by_number);
	for (size_t i = 0; i < n_first; i++) {
		const struct item *item = first[i], *end = n->item + n->n;

		gaff_json_key(w, item->event);
		gaff_json_open(w, '[');
		for (; item < end && sv_eq(item->event, first[i]->event); item++)
			write_element(n, w, item);
		gaff_json_close(w, ']');
	}
	return GAFF_OK;
}

static bool has_lists(struct json group)
{
	struct json_iter it = gaff_json_iter(group);
	struct json key, value;

	while (gaff_json_next(&it, &key, &value))
		if (is_list(value))
			return true;
	return false;
}

/* What groups have besides; one without anything is one, too. */
static void write_rest(struct named *n, struct json_writer *w)
{
	struct buf b = buf_in(n->arena);
	struct json_writer rest = { .out = &b };

	gaff_json_open(&rest, '{');
	for (size_t i = 0; i < n->n_groups; i++) {
		bool has_hooks = has_lists(n->group[i]);
		struct json_iter it = gaff_json_iter(n->group[i]);
		struct buf members = buf_in(n->arena);
		struct json_writer m = { .out = &members };
		struct json key, value;

		gaff_json_open(&m, '{');
		while (gaff_json_next(&it, &key, &value))
			if (!is_list(value) && !(has_hooks && gaff_json_is(key, SV("enabled"))))
				gaff_json_copy(&m, key, value);
		gaff_json_close(&m, '}');
		if (!has_hooks || members.n > 2)
			gaff_json_copy(&rest, n->key[i], (struct json){ members.p, members.n });
		b.failed |= !buf_ok(&members);
	}
	gaff_json_close(&rest, '}');
	if (b.n > 2)
		json_member(w, SV("groups"), buf_sv(&b));
	w->out->failed |= !buf_ok(&b);
}

static enum gaff_rc take_named(struct arena *a, struct json root, struct json *out,
			       struct gaff_err *err)
{
	struct named n = { .arena = a };
	struct json_iter it = gaff_json_iter(root);
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct json key, value;

	GAFF_TRY(collect(&n, root, err));
	gaff_json_open(&w, '{');
	while (gaff_json_next(&it, &key, &value))
		if (gaff_json_type(value) != JSON_OBJECT && !gaff_json_is(key, SV("hooks")) &&
		    !gaff_json_is(key, SV("groups")))
			gaff_json_copy(&w, key, value);
	write_rest(&n, &w);
	gaff_json_key(&w, SV("hooks"));
	gaff_json_open(&w, '{');
	GAFF_TRY(write_events(&n, &w, err));
	gaff_json_close(&w, '}');
	gaff_json_close(&w, '}');
	return finish(&b, out, err);
}

/* ---- named: on ---- */

/* Entries in a row that go into one group of the file: a whole element of a list, or a part. */
struct run {
	struct json element;
	struct json_iter list; /* of its "hooks", before the first */
	size_t n;              /* how many of them; 0: it is an entry itself */
	size_t group;
	struct sv event;
};

struct group {
	struct sv name, asked;
	struct json on;
};

struct naming {
	struct arena *arena;
	struct gaff_losses *losses;
	struct json more; /* "groups" */
	struct group *group;
	size_t n_groups, room;
	struct run *run;
	size_t n_runs, room_runs;
};

/* Entries that nobody gave a name. */
static const struct sv nameless = SV_INIT("converted");

static bool has_name(const struct naming *n, struct sv name)
{
	for (size_t i = 0; i < n->n_groups; i++)
		if (sv_eq(n->group[i].name, name))
			return true;
	return false;
}

/* A new group, of another name when there is one of this already, which is said. */
static bool add_group(struct naming *n, struct sv asked, struct json on)
{
	struct sv name = asked;

	if (n->n_groups == n->room) {
		size_t room = n->room ? 2 * n->room : 16;
		struct group *more = gaff_arena_alloc(n->arena, room * sizeof *more);

		if (!more)
			return false;
		if (n->n_groups)
			memcpy(more, n->group, n->n_groups * sizeof *more);
		n->group = more;
		n->room = room;
	}
	for (size_t k = n->n_groups + 1; has_name(n, name); k++) {
		struct buf b = buf_in(n->arena);
		char number[24];

		(void)snprintf(number, sizeof number, "-%zu", k);
		gaff_buf_add(&b, asked);
		gaff_buf_add(&b, sv_of(number));
		if (!buf_ok(&b))
			return false;
		name = buf_sv(&b);
	}
	if (!sv_eq(name, asked) && n->losses)
		gaff_lose(n->losses, 0, SV("name"), GAFF_DEGRADE_WARN,
			  "two of the hooks called \"%.*s\" cannot stand together: there is "
			  "\"%.*s\" now",
			  GAFF_SHORT(asked), GAFF_SHORT(name));
	n->group[n->n_groups++] = (struct group){ name, asked, on };
	return true;
}

static bool same_on(struct arena *a, struct json x, struct json y)
{
	return x.n && y.n ? gaff_json_same(a, x, y) : x.n == y.n;
}

/*
 * The group for an entry, which is none before the `least`: files are read group by group, and the
 * entries of an event have to stay in their order.
 */
static bool find_group(struct naming *n, struct json entry, size_t least, size_t *out)
{
	struct sv name = nameless;
	struct json in = gaff_json_get(entry, SV("in")), on = gaff_json_get(entry, SV("on"));

	if (in.n && gaff_json_type(in) == JSON_STRING && !gaff_json_text(n->arena, in, &name))
		return false;
	for (size_t i = least; i < n->n_groups; i++)
		if (sv_eq(n->group[i].asked, name) && same_on(n->arena, n->group[i].on, on)) {
			*out = i;
			return true;
		}
	*out = n->n_groups;
	return add_group(n, name, on);
}

static bool add_run(struct naming *n, struct run run)
{
	if (n->n_runs == n->room_runs) {
		size_t room = n->room_runs ? 2 * n->room_runs : 32;
		struct run *more = gaff_arena_alloc(n->arena, room * sizeof *more);

		if (!more)
			return false;
		if (n->n_runs)
			memcpy(more, n->run, n->n_runs * sizeof *more);
		n->run = more;
		n->room_runs = room;
	}
	n->run[n->n_runs++] = run;
	return true;
}

static bool name_element(struct naming *n, struct sv event, struct json element, size_t *least)
{
	struct json hooks = gaff_json_get(element, SV("hooks")), none, entry;
	struct json_iter it = gaff_json_iter(hooks), from = it;
	size_t first = n->n_runs, group;

	if (gaff_json_type(hooks) != JSON_ARRAY || !is_list(hooks)) {
		if (!find_group(n, element, *least, least))
			return false;
		return add_run(n, (struct run){ element, it, 0, *least, event });
	}
	for (; gaff_json_next(&it, &none, &entry); from = it) {
		struct run *last = n->n_runs > first ? &n->run[n->n_runs - 1] : NULL;

		if (!find_group(n, entry, *least, &group))
			return false;
		*least = group;
		if (last && last->group == group)
			last->n++;
		else if (!add_run(n, (struct run){ element, from, 1, group, event }))
			return false;
	}
	return true;
}

static void write_plain(struct json_writer *w, struct json entry)
{
	if (gaff_json_type(entry) != JSON_OBJECT) {
		gaff_json_raw(w, json_sv(entry));
		return;
	}
	gaff_json_open(w, '{');
	write_members(w, entry);
	gaff_json_close(w, '}');
}

static void write_run(struct json_writer *w, const struct run *run)
{
	struct json_iter it = gaff_json_iter(run->element), list = run->list;
	struct json key, value, none, entry;

	if (!run->n) {
		write_plain(w, run->element);
		return;
	}
	gaff_json_open(w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		if (!gaff_json_is(key, SV("hooks"))) {
			gaff_json_copy(w, key, value);
			continue;
		}
		gaff_json_key(w, SV("hooks"));
		gaff_json_open(w, '[');
		for (size_t i = 0; i < run->n && gaff_json_next(&list, &none, &entry); i++)
			write_plain(w, entry);
		gaff_json_close(w, ']');
	}
	gaff_json_close(w, '}');
}

static bool has_event(const struct naming *n, size_t group, struct json name)
{
	for (size_t i = 0; i < n->n_runs; i++)
		if (n->run[i].group == group && gaff_json_is(name, n->run[i].event))
			return true;
	return false;
}

/* What it had besides: nothing that runs. */
static void write_more(struct naming *n, struct json_writer *w, struct json more, size_t group)
{
	struct json_iter it = gaff_json_iter(more);
	bool is_known = group < n->n_groups;
	struct json key, value;

	while (it.is_object && gaff_json_next(&it, &key, &value))
		if (!is_list(value) && !(is_known && gaff_json_is(key, SV("enabled"))) &&
		    !(is_known && has_event(n, group, key)))
			gaff_json_copy(w, key, value);
}

static void write_group(struct naming *n, struct json_writer *w, size_t group)
{
	const struct group *g = &n->group[group];
	struct sv open = { 0 };

	gaff_json_key(w, g->name);
	gaff_json_open(w, '{');
	if (g->on.n)
		json_member(w, SV("enabled"), json_sv(g->on));
	write_more(n, w, gaff_json_get(n->more, g->name), group);
	for (size_t i = 0; i < n->n_runs; i++) { /* those of an event stand together */
		const struct run *run = &n->run[i];

		if (run->group != group)
			continue;
		if (!open.p || !sv_eq(open, run->event)) {
			if (open.p)
				gaff_json_close(w, ']');
			gaff_json_key(w, run->event);
			gaff_json_open(w, '[');
			open = run->event;
		}
		write_run(w, run);
	}
	if (open.p)
		gaff_json_close(w, ']');
	gaff_json_close(w, '}');
}

static bool name_all(struct naming *n, struct json hooks)
{
	struct json_iter events = gaff_json_iter(hooks), list;
	struct json event, elements, none, element;
	struct sv name;

	while (events.is_object && gaff_json_next(&events, &event, &elements)) {
		size_t least = 0;

		if (!gaff_json_text(n->arena, event, &name))
			return false;
		list = gaff_json_iter(elements);
		while (gaff_json_type(elements) == JSON_ARRAY &&
		       gaff_json_next(&list, &none, &element))
			if (!name_element(n, name, element, &least))
				return false;
	}
	return true;
}

static enum gaff_rc put_named(struct arena *a, struct json plain, struct gaff_losses *losses,
			      struct json *out, struct gaff_err *err)
{
	struct naming n = { .arena = a,
			    .losses = losses,
			    .more = gaff_json_get(plain, SV("groups")) };
	struct json_iter it = gaff_json_iter(plain);
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct json key, value;
	struct sv name;

	if (!name_all(&n, gaff_json_get(plain, SV("hooks"))))
		return no_memory(err);
	gaff_json_open(&w, '{');
	while (gaff_json_next(&it, &key, &value))
		if (gaff_json_type(value) != JSON_OBJECT && !gaff_json_is(key, SV("hooks")))
			gaff_json_copy(&w, key, value);
	for (size_t i = 0; i < n.n_groups; i++)
		write_group(&n, &w, i);
	for (it = gaff_json_iter(n.more); it.is_object && gaff_json_next(&it, &key, &value);) {
		if (!gaff_json_text(a, key, &name))
			return no_memory(err);
		if (has_name(&n, name) || gaff_json_type(value) != JSON_OBJECT)
			continue;
		gaff_json_key(&w, name);
		gaff_json_open(&w, '{');
		write_more(&n, &w, value, SIZE_MAX);
		gaff_json_close(&w, '}');
	}
	gaff_json_close(&w, '}');
	return finish(&b, out, err);
}

/* ---- either ---- */

enum gaff_rc gaff_frame_take(struct arena *a, const struct gaff_layout *layout, struct json root,
			     struct json *out, struct gaff_err *err)
{
	*out = root;
	if (gaff_json_type(root) != JSON_OBJECT)
		return GAFF_OK; /* that is for others to refuse */
	switch (layout->frame) {
	case GAFF_FRAME_BARE:
		return take_bare(a, root, out, err);
	case GAFF_FRAME_NAMED:
		return take_named(a, root, out, err);
	case GAFF_FRAME_NONE:
		break;
	}
	return GAFF_OK;
}

enum gaff_rc gaff_frame_put(struct arena *a, const struct gaff_layout *layout, struct json plain,
			    struct gaff_losses *losses, struct json *out, struct gaff_err *err)
{
	*out = plain;
	switch (layout->frame) {
	case GAFF_FRAME_BARE:
		return put_bare(a, plain, out, err);
	case GAFF_FRAME_NAMED:
		return put_named(a, plain, losses, out, err);
	case GAFF_FRAME_NONE:
		break;
	}
	return GAFF_OK;
}

bool gaff_frame_has_place(const struct gaff_host *host, struct sv name, struct json value)
{
	const struct gaff_host *spelling;

	switch (host->layout->frame) {
	case GAFF_FRAME_BARE: /* a reader of bare files would find an event there */
		return !gaff_layout_event(host, name, &spelling);
	case GAFF_FRAME_NAMED: /* and here a group */
		return gaff_json_type(value) != JSON_OBJECT || sv_eq(name, SV("groups"));
	case GAFF_FRAME_NONE:
		break;
	}
	return true;
}
