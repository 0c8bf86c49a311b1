#include "convert/decode/decode_parts.h"
#include "agents/hosts.h"
#include "text/doc.h"

/* Every entry of a file, with its event, its matcher and its place. */

static enum gaff_rc refuse(struct gaff_decoding *d, const struct gaff_doc *doc, struct json at,
			   const char *what)
{
	struct gaff_place place = { 0 };

	gaff_fail(d->err, GAFF_ESYNTAX, "%s", what);
	if (doc && at.n)
		place = gaff_doc_place(doc, at.p);
	d->err->line = place.line;
	d->err->column = place.column;
	return d->err->rc;
}

static enum gaff_rc add(struct gaff_decoding *d, struct gaff_native_entry entry)
{
	if (d->n == d->room) {
		size_t room = d->room ? 2 * d->room : 32;
		struct gaff_native_entry *more = gaff_arena_alloc(d->arena, room * sizeof *more);

		GAFF_TRY(gaff_arena_check(d->arena, d->err));
		if (d->n)
			memcpy(more, d->entry, d->n * sizeof *more);
		d->entry = more;
		d->room = room;
	}
	if (!entry.why_not && gaff_json_type(entry.object) != JSON_OBJECT)
		entry.why_not = "it is no object";
	if (!entry.why_not && entry.matcher.n && gaff_json_type(entry.matcher) != JSON_STRING)
		entry.why_not = "its matcher is no text";
	d->entry[d->n++] = entry;
	return GAFF_OK;
}

static void find_event(const struct gaff_decoding *d, struct gaff_native_entry *entry)
{
	entry->event = gaff_form_event(d->host, entry->event_name, &entry->host);
	entry->tools = entry->event ? gaff_event_row_tools(entry->host, entry->event) : 0;
	if (!entry->event)
		entry->why_not = "gaff does not know this event";
	else if (entry->event->id == GAFF_EV_NATIVE && !gaff_host_find(entry->host->id))
		entry->why_not = "a manifest has no such event";
}

static struct json own_matcher(const struct gaff_decoding *d, struct json entry)
{
	const struct gaff_form_row *row = gaff_form_row(d->form, GAFF_FORM_MATCHER,
							GAFF_HANDLER_COMMAND);

	/* agents that look at no matcher may have one all the same */
	return gaff_json_at(entry, row ? row->where : SV("/matcher"));
}

/* { "matcher": M, "hooks": [ ENTRY ] } */
static enum gaff_rc collect_group(struct gaff_decoding *d, struct gaff_native_entry entry,
				  struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json group = entry.object, key, value;
	bool has_matcher = entry.matcher.n;
	size_t n = 0;

	if (gaff_json_type(list) == JSON_ARRAY)
		while (gaff_json_next(&it, &key, &value)) {
			entry.group = group;
			entry.object = value;
			entry.in_group = n++;
			if (!has_matcher && d->form->shape == GAFF_FORM_FLAT)
				entry.matcher = own_matcher(d, value);
			GAFF_TRY(add(d, entry));
		}
	if (n)
		return GAFF_OK;
	entry.why_not = "it is a group without hooks";
	return add(d, entry);
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

static enum gaff_rc collect_event(struct gaff_decoding *d, struct sv name, struct json list)
{
	struct gaff_native_entry entry = { .event_name = name };
	bool has_groups, reads_groups;
	struct json_iter it = gaff_json_iter(list);
	struct json key, value, hooks;

	find_event(d, &entry);
	has_groups = d->form->shape == GAFF_FORM_GROUPS && !gaff_event_is_flat(entry.event);
	reads_groups = has_groups || d->form->groups_too;
	if (gaff_json_type(list) != JSON_ARRAY) {
		entry.at = GAFF_NOT_IN_LIST;
		entry.object = list;
		entry.why_not = "it is no list";
		return add(d, entry);
	}
	for (; gaff_json_next(&it, &key, &value); entry.at++) {
		struct gaff_native_entry one = entry;

		one.object = value;
		look_into(value, &hooks, &one.matcher);
		if (reads_groups && hooks.n) {
			GAFF_TRY(collect_group(d, one, hooks));
			continue;
		}
		if (has_groups && !one.why_not)
			one.why_not = "it is no group with a list of \"hooks\"";
		if (!reads_groups && !one.why_not && hooks.n)
			one.why_not = "it is a group, and its agent reads none";
		one.matcher = own_matcher(d, value);
		GAFF_TRY(add(d, one));
	}
	if (!entry.at) {
		struct json_writer w = { .out = &d->empty, .comma = d->empty.n > 0 };

		gaff_json_string(&w, name);
	}
	return GAFF_OK;
}

/* "hooks": { EVENT: [ … ] } */
static enum gaff_rc collect_events(struct gaff_decoding *d, const struct gaff_doc *doc,
				   struct json hooks)
{
	struct json key, list;
	struct json_iter it = gaff_json_iter(hooks);
	struct sv name;

	if (hooks.n && gaff_json_type(hooks) != JSON_OBJECT)
		return refuse(d, doc, hooks,
			      "\"hooks\" must be an object with a list for an event");
	while (gaff_json_next(&it, &key, &list)) {
		if (!gaff_json_text(d->arena, key, &name))
			return gaff_fail(d->err, GAFF_ENOMEM, "no memory for the name of an event");
		GAFF_TRY(collect_event(d, name, list));
	}
	return GAFF_OK;
}

static enum gaff_rc collect_with_event(struct gaff_decoding *d, struct json object, size_t at)
{
	const struct gaff_form_row *row = gaff_form_row(d->form, GAFF_FORM_EVENT,
							GAFF_HANDLER_COMMAND);
	struct gaff_native_entry entry = { .at = at, .object = object, .host = d->host };

	if (gaff_json_type(object) == JSON_OBJECT) {
		if (gaff_json_text(d->arena, gaff_json_at(object, row->where), &entry.event_name))
			find_event(d, &entry);
		else
			entry.why_not = "it names no event";
		entry.matcher = own_matcher(d, object);
	}
	return add(d, entry);
}

static enum gaff_rc collect_list(struct gaff_decoding *d, const struct gaff_doc *doc,
				 struct json hooks)
{
	struct json_iter it = gaff_json_iter(hooks);
	struct json key, value;

	if (hooks.n && gaff_json_type(hooks) != JSON_ARRAY)
		return refuse(d, doc, hooks, "\"hooks\" must be a list");
	for (size_t at = 0; gaff_json_next(&it, &key, &value); at++)
		GAFF_TRY(collect_with_event(d, value, at));
	return GAFF_OK;
}

enum gaff_rc gaff_collect_entries(struct gaff_decoding *d, const struct gaff_doc *doc,
				  struct json root)
{
	struct json hooks;

	if (gaff_json_type(root) != JSON_OBJECT)
		return refuse(d, doc, root, "it must be an object");
	if (!gaff_json_index(d->arena, root, SIZE_MAX, &d->file))
		return gaff_fail(d->err, GAFF_ENOMEM, "no memory for a file");
	hooks = gaff_json_find(&d->file, SV("hooks"));
	switch (d->form->shape) {
	case GAFF_FORM_GROUPS:
	case GAFF_FORM_FLAT:
		return collect_events(d, doc, hooks);
	case GAFF_FORM_LIST:
	case GAFF_FORM_MODULE:
	case GAFF_FORM_SCRIPT:
		return collect_list(d, doc, hooks);
	case GAFF_FORM_ONE:
		return collect_with_event(d, root, GAFF_NOT_IN_LIST);
	case GAFF_FORM_MANIFEST:
		break;
	}
	return gaff_fail(d->err, GAFF_EUNSUPPORTED, "a manifest has no entries of an agent");
}
