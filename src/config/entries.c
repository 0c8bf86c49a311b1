#include "config/entries.h"

static void add(struct gaff_config_entries *to, struct gaff_config_entry entry)
{
	if (gaff_arena_room(to->arena, &to->item, to->n, &to->room, sizeof entry))
		to->item[to->n++] = entry;
}

/* Agents that look at no matcher may have one all the same. */
static struct json own_matcher(const struct gaff_config_entries *to, struct json entry)
{
	const struct gaff_member *row = gaff_layout_member(to->host->layout, GAFF_MEMBER_MATCHER,
							   GAFF_HANDLER_COMMAND);

	return gaff_json_at(entry, row ? row->where : SV("/matcher"));
}

/* { "matcher": M, "hooks": [ ENTRY ] } */
static void add_group(struct gaff_config_entries *to, struct gaff_config_entry entry,
		      struct json hooks)
{
	struct json_iter it = gaff_json_iter(hooks);
	bool has_matcher = entry.matcher.n;
	size_t first = to->n;
	struct json key;

	entry.group = entry.object;
	while (gaff_json_type(hooks) == JSON_ARRAY && gaff_json_next(&it, &key, &entry.object)) {
		if (!has_matcher && to->host->layout->shape == GAFF_LAYOUT_FLAT)
			entry.matcher = own_matcher(to, entry.object);
		add(to, entry);
		entry.in_group++;
	}
	for (size_t i = first; i < to->n; i++)
		to->item[i].n_in_group = to->n - first;
	if (to->n > first)
		return;
	entry.kind = GAFF_ENTRY_EMPTY_GROUP;
	entry.object = entry.group;
	entry.group = (struct json){ 0 };
	add(to, entry);
}

/* Both in one look: what is in a group may be long. */
static void look_into(struct json group, struct json *hooks, struct json *matcher)
{
	struct json_iter it = gaff_json_iter(group);
	struct json key, value;

	*hooks = *matcher = (struct json){ 0 };
	while (it.is_object && gaff_json_next(&it, &key, &value))
		if (gaff_json_is(key, SV("hooks")))
			*hooks = value;
		else if (gaff_json_is(key, SV("matcher")))
			*matcher = value;
}

/* The list of an event: of groups, or of entries; an agent with the one may take the other too. */
static void add_event(struct gaff_config_entries *to, struct gaff_config_entry entry,
		      struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, hooks;

	if (gaff_json_type(list) != JSON_ARRAY) {
		entry.kind = GAFF_ENTRY_NO_LIST;
		entry.object = list;
		add(to, entry);
		return;
	}
	for (; gaff_json_next(&it, &key, &entry.object); entry.at++) {
		look_into(entry.object, &hooks, &entry.matcher);
		if (hooks.n) {
			add_group(to, entry, hooks);
			continue;
		}
		entry.matcher = own_matcher(to, entry.object);
		add(to, entry);
	}
	if (entry.at)
		return;
	entry.kind = GAFF_ENTRY_EMPTY_LIST;
	add(to, entry);
}

/* An object with a list for each event. */
static void add_events(struct gaff_config_entries *to, struct gaff_config_entry entry,
		       struct json map)
{
	struct json_iter it = gaff_json_iter(map);
	struct json key, list;

	entry.n_list++;
	while (it.is_object && gaff_json_next(&it, &key, &list)) {
		if (!gaff_json_text(to->arena, key, &entry.event))
			return;
		entry.list[entry.n_list - 1] = entry.event;
		add_event(to, entry, list);
	}
}

/* One list, with the event in each entry. */
static void add_list(struct gaff_config_entries *to, struct gaff_config_entry entry,
		     struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key;

	for (; gaff_json_type(list) == JSON_ARRAY && gaff_json_next(&it, &key, &entry.object);
	     entry.at++) {
		entry.event = (struct sv){ 0 };
		(void)gaff_json_text(
			to->arena,
			gaff_layout_value(to->host->layout, GAFF_MEMBER_EVENT, entry.object),
			&entry.event);
		entry.matcher = own_matcher(to, entry.object);
		add(to, entry);
	}
}

void gaff_config_collect(struct gaff_config_entries *to, struct json hooks,
			 struct gaff_config_entry in)
{
	enum gaff_layout_shape shape = to->host->layout->shape;

	if (shape == GAFF_LAYOUT_GROUPS || shape == GAFF_LAYOUT_FLAT)
		add_events(to, in, hooks);
	else
		add_list(to, in, hooks);
}
