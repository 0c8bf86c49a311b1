#include "base/hash.h"
#include "convert/decode/decode_parts.h"
#include "text/doc.h"

/*
 * Events that are split by tool. An author who wants one hook for several tools has to write it
 * once for each of these events; as a hook for any agent it is one, with a list of tools. Entries
 * of two events are put together only so that each event's list is still in its order: the outcome
 * is a list that all of them are parts of, and otherwise in the order of the file.
 */

static bool has_event(const struct gaff_native_entry *entry, struct sv native)
{
	for (; entry; entry = entry->twin)
		if (sv_eq(entry->event_name, native))
			return true;
	return false;
}

static unsigned tools_of_all(const struct gaff_native_entry *entry)
{
	unsigned tools = 0;

	for (; entry; entry = entry->twin)
		tools |= entry->tools;
	return tools;
}

bool gaff_events_are_usual(const struct gaff_host *host, const struct gaff_native_entry *entry)
{
	const struct gaff_event_row *first = NULL;
	unsigned tools = tools_of_all(entry);

	if (entry->host != host)
		return false;
	if (entry->event->id == GAFF_EV_NATIVE)
		return !entry->twin;
	for (size_t i = 0; i < host->n_events; i++) {
		const struct gaff_event_row *row = &host->events[i];

		if (row->id != entry->event->id)
			continue;
		first = first ? first : row;
		if (first->tool == GAFF_TOOL_OTHER) /* there is a general one */
			return first == entry->event && !entry->twin;
		if (tools & gaff_event_row_tools(host, row) && !has_event(entry, row->native))
			return false;
	}
	return true;
}

/* ---- one list of several ---- */

/* A part of the joint list. */
struct part {
	struct gaff_native_entry *entry;
	struct part *next, *previous; /* in the list */
	struct part *next_same;       /* behind it in the list, with the same body */
	struct sv body;
	size_t place;
};

struct joining {
	struct gaff_decoding *d;
	struct part *head[GAFF_EV_COUNT], *tail[GAFF_EV_COUNT]; /* of each canonical event's list */
	struct part **table; /* bodies of one list: the next that may be joined */
	size_t size;         /* of it, a power of two */
	struct part *parts;
	size_t n_parts;
};

static bool is_split(const struct gaff_native_entry *entry)
{
	return entry->tools && !entry->why_not && entry->event->id != GAFF_EV_NATIVE;
}

/* Where this body is in the table, or would be. */
static struct part **slot_of(struct joining *j, struct sv body)
{
	size_t i = (size_t)gaff_hash(GAFF_HASH_START, body) & (j->size - 1);

	while (j->table[i] && !sv_eq(j->table[i]->body, body))
		i = (i + 1) & (j->size - 1);
	return &j->table[i];
}

static bool can_join(const struct part *part)
{
	/* the matcher of one event is none of another, and a group is of one event */
	return !part->entry->matcher.n && !part->entry->group.n;
}

/* The bodies of a list, the first of each in the table. */
static void index_list(struct joining *j, struct part *head)
{
	struct part *last = NULL;
	size_t place = 0;

	memset(j->table, 0, j->size * sizeof *j->table);
	for (struct part *p = head; p; p = p->next) {
		struct part *before = last;

		p->place = ++place;
		p->next_same = before; /* backwards, to be turned round below */
		last = p;
	}
	while (last) { /* from the end: each becomes the first of its kind */
		struct part *p = last, **slot = slot_of(j, p->body);

		last = p->next_same;
		p->next_same = *slot;
		if (can_join(p))
			*slot = p;
	}
}

static struct part *part_of(struct joining *j, struct gaff_native_entry *entry)
{
	struct part *part = &j->parts[j->n_parts++];
	struct buf b = buf_in(j->d->arena);
	struct json_writer w = { .out = &b };

	gaff_doc_write(&w, entry->object);
	*part = (struct part){ .entry = entry, .body = buf_sv(&b) };
	return part;
}

static void join(struct part *part, struct gaff_native_entry *entry)
{
	struct gaff_native_entry *last = part->entry;

	while (last->twin)
		last = last->twin;
	last->twin = entry;
	entry->is_twin = true;
}

/* Into the list, right before this part of it, or at its end. */
static void insert(struct joining *j, enum gaff_event_id id, struct part *part, struct part *before)
{
	part->next = before;
	part->previous = before ? before->previous : j->tail[id];
	*(part->previous ? &part->previous->next : &j->head[id]) = part;
	*(before ? &before->previous : &j->tail[id]) = part;
}

/* A part with the same body, behind the one that was joined last; or NULL. */
static struct part *find_twin(struct joining *j, const struct part *part, const struct part *behind)
{
	struct part **slot = slot_of(j, part->body);

	while (*slot && behind && (*slot)->place <= behind->place && (*slot)->next_same)
		*slot = (*slot)->next_same;
	if (!*slot || !can_join(part) || (behind && (*slot)->place <= behind->place) ||
	    gaff_shape_can_deny((*slot)->entry->event->answer) !=
		    gaff_shape_can_deny(part->entry->event->answer))
		return NULL;
	return *slot;
}

/* The entries [from, to) of one native event into the list of their canonical one. */
static void join_event(struct joining *j, size_t from, size_t to)
{
	enum gaff_event_id id = j->d->entry[from].event->id;
	size_t first = j->n_parts; /* of those that wait for a place */
	struct part *behind = NULL;

	index_list(j, j->head[id]);
	for (size_t i = from; i < to; i++) {
		struct part *part, *twin;

		if (!is_split(&j->d->entry[i]))
			continue;
		part = part_of(j, &j->d->entry[i]);
		twin = find_twin(j, part, behind);
		if (!twin)
			continue;
		join(twin, part->entry);
		j->n_parts--;
		while (first < j->n_parts)
			insert(j, id, &j->parts[first++], twin);
		behind = twin;
	}
	while (first < j->n_parts)
		insert(j, id, &j->parts[first++], NULL);
}

static enum gaff_rc make_room(struct joining *j)
{
	struct gaff_decoding *d = j->d;

	for (j->size = 16; j->size < 2 * d->n;)
		j->size *= 2;
	j->table = gaff_arena_alloc(d->arena, j->size * sizeof *j->table);
	j->parts = gaff_arena_alloc(d->arena, (d->n + 1) * sizeof *j->parts);
	if (!j->table || !j->parts)
		return gaff_fail(d->err, GAFF_ENOMEM, "no memory for entries");
	return GAFF_OK;
}

/* All of a list where its first entry is; the others as they are in the file. */
static void put_in_order(struct joining *j)
{
	struct gaff_decoding *d = j->d;

	for (size_t i = 0; i < d->n; i++) {
		struct gaff_native_entry *entry = &d->entry[i];

		if (!is_split(entry)) {
			d->order[d->n_order++] = entry;
			continue;
		}
		for (struct part *p = j->head[entry->event->id]; p; p = p->next)
			d->order[d->n_order++] = p->entry;
		j->head[entry->event->id] = NULL;
	}
}

enum gaff_rc gaff_join_split(struct gaff_decoding *d)
{
	struct joining j = { .d = d };

	d->order = gaff_arena_alloc(d->arena, (d->n + 1) * sizeof(struct gaff_native_entry *));
	GAFF_TRY(gaff_arena_check(d->arena, d->err));
	GAFF_TRY(make_room(&j));
	for (size_t i = 0, to; i < d->n; i = to) {
		for (to = i + 1; to < d->n && d->entry[to].event == d->entry[i].event;)
			to++;
		if (d->entry[i].tools)
			join_event(&j, i, to);
	}
	put_in_order(&j);
	return gaff_arena_check(d->arena, d->err);
}
