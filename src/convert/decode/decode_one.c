#include "convert/decode/decode_parts.h"

/*
 * The files of Kiro's IDE 0.x say in "when" for which files and tools: globs for events about
 * files, and names or tags of tools as its newer files have them.
 */

static bool are_texts(struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, value;
	size_t n = 0;

	if (gaff_json_type(list) != JSON_ARRAY)
		return false;
	for (; gaff_json_next(&it, &key, &value); n++)
		if (gaff_json_type(value) != JSON_STRING)
			return false;
	return n > 0;
}

static void add_all(struct gaff_selection *to, const struct gaff_selection *from, size_t room)
{
	for (size_t i = 0; i < from->n && to->n < room; i++) {
		struct gaff_selection one = { &from->item[i], 1 };
		size_t same = 0;

		while (same < to->n &&
		       !gaff_selection_same(&(struct gaff_selection){ &to->item[same], 1 }, &one))
			same++;
		if (same == to->n)
			to->item[to->n++] = from->item[i];
	}
}

/* Any of the types; one that is everything makes it so. */
static enum gaff_rc select_tools(struct gaff_decoding *d, struct json types, size_t hook,
				 struct gaff_entry_selection *out)
{
	enum { ROOM = 64 };
	const struct gaff_host *newer = d->host->other_spelling;
	struct json_iter it = gaff_json_iter(types);
	struct gaff_selection all = { 0 };
	struct json key, value;
	struct sv text;

	all.item = gaff_arena_alloc(d->arena, ROOM * sizeof *all.item);
	GAFF_TRY(gaff_arena_check(d->arena, d->err));
	while (gaff_json_next(&it, &key, &value)) {
		struct gaff_selection one = { 0 };

		if (!gaff_json_text(d->arena, value, &text))
			return gaff_fail(d->err, GAFF_ENOMEM, "no memory for a matcher");
		if (!gaff_matcher_is_all(text))
			GAFF_TRY(gaff_matcher_read(d->arena, newer, text, hook, d->losses, &one,
						   d->err));
		if (!one.n || all.n + one.n > ROOM)
			return GAFF_OK;
		add_all(&all, &one, ROOM);
	}
	out->tools = all;
	return GAFF_OK;
}

enum gaff_rc gaff_one_select(struct gaff_decoding *d, const struct gaff_native_entry *entry,
			     struct gaff_entry_members *m, size_t hook,
			     struct gaff_entry_selection *out)
{
	const gaff_event_set files = GAFF_EV_ANY_TOOL | GAFF_EV(FILE_CREATED) |
				     GAFF_EV(FILE_SAVED) | GAFF_EV(FILE_DELETED);
	struct json patterns = gaff_json_at(entry->object, SV("/when/patterns")),
		    types = gaff_json_at(entry->object, SV("/when/toolTypes"));

	if (files >> entry->event->id & 1 && are_texts(patterns))
		out->paths = m->patterns = patterns;
	if (GAFF_EV_ANY_TOOL >> entry->event->id & 1 && are_texts(types)) {
		m->tool_types = types;
		return select_tools(d, types, hook, out);
	}
	return GAFF_OK;
}
