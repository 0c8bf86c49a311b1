#include "convert/decode/decode_parts.h"
#include "agents/hosts.h"
#include "config/entries.h"
#include "config/syntax.h"
#include "text/doc.h"

/* Every entry of a file, with its event, its matcher and its place. */

static enum gaff_rc refuse(struct gaff_decoding *d, const struct gaff_doc *doc, struct json at,
			   const char *what)
{
	struct gaff_place place = { 0 };

	gaff_fail(d->err, GAFF_ESYNTAX, "%s", what);
	if (doc && at.n)
		place = gaff_editor_for(d->host, d->is_other_syntax)->place(doc, at.p);
	d->err->line = place.line;
	d->err->column = place.column;
	return d->err->rc;
}

static void find_event(const struct gaff_decoding *d, struct gaff_native_entry *entry)
{
	entry->event = gaff_layout_event(d->host, entry->event_name, &entry->host);
	entry->tools = entry->event ? gaff_event_row_tools(entry->host, entry->event) : 0;
	if (!entry->event)
		entry->why_not = "gaff does not know this event";
	else if (entry->event->id == GAFF_EV_NATIVE && !gaff_host_find(entry->host->id))
		entry->why_not = "a manifest has no such event";
}

static bool reads_groups(const struct gaff_decoding *d, const struct gaff_event_row *event)
{
	return (d->layout->shape == GAFF_LAYOUT_GROUPS && !gaff_event_is_flat(event)) ||
	       d->layout->groups_too;
}

/* Why what stands there can be no hook, if it cannot. */
static const char *misplaced(const struct gaff_decoding *d, const struct gaff_native_entry *entry,
			     const struct gaff_config_entry *in)
{
	bool has_events = d->layout->shape == GAFF_LAYOUT_GROUPS ||
			  d->layout->shape == GAFF_LAYOUT_FLAT;
	bool has_groups = d->layout->shape == GAFF_LAYOUT_GROUPS &&
			  !gaff_event_is_flat(entry->event);
	bool is_group = in->group.n || in->kind == GAFF_ENTRY_EMPTY_GROUP;

	if (in->kind == GAFF_ENTRY_NO_LIST)
		return "it is no list";
	if (in->kind == GAFF_ENTRY_EMPTY_GROUP && reads_groups(d, entry->event))
		return "it is a group without hooks";
	if (entry->why_not)
		return entry->why_not;
	if (has_events && is_group && !reads_groups(d, entry->event))
		return "it is a group, and its agent reads none";
	if (has_groups && !is_group)
		return "it is no group with a list of \"hooks\"";
	if (gaff_json_type(in->object) != JSON_OBJECT)
		return "it is no object";
	if (!has_events && !in->event.p)
		return "it names no event";
	return in->matcher.n && gaff_json_type(in->matcher) != JSON_STRING
		       ? "its matcher is no text"
		       : NULL;
}

/* Entries of one list have one event, which is looked for once. */
static struct gaff_native_entry native_entry(const struct gaff_decoding *d,
					     const struct gaff_config_entry *in)
{
	const struct gaff_native_entry *before = d->n ? &d->entry[d->n - 1] : NULL;
	struct gaff_native_entry entry = { .host = d->host,
					   .event_name = in->event,
					   .object = in->object,
					   .group = in->group,
					   .matcher = in->matcher,
					   .at = in->at,
					   .in_group = in->in_group };

	if (before && before->event && before->event_name.p == in->event.p) {
		entry.host = before->host;
		entry.event = before->event;
		entry.tools = before->tools;
		entry.why_not = before->event_why_not;
	} else if (in->event.p) {
		find_event(d, &entry);
	}
	entry.event_why_not = entry.why_not;
	entry.why_not = misplaced(d, &entry, in);
	if (in->kind == GAFF_ENTRY_NO_LIST)
		entry.at = GAFF_NOT_IN_LIST;
	return entry;
}

static void take(struct gaff_decoding *d, const struct gaff_config_entry *in)
{
	struct json_writer w = { .out = &d->empty, .comma = d->empty.n > 0 };
	struct gaff_native_entry entry;

	if (in->kind == GAFF_ENTRY_EMPTY_LIST) {
		gaff_json_string(&w, in->event);
		return;
	}
	entry = native_entry(d, in);
	if (in->group.n && !reads_groups(d, entry.event)) { /* then it is kept as a whole */
		if (in->in_group)
			return;
		entry.object = in->group;
		entry.group = (struct json){ 0 };
	}
	d->entry[d->n++] = entry;
}

enum gaff_rc gaff_collect_entries(struct gaff_decoding *d, const struct gaff_doc *doc,
				  struct json root)
{
	struct gaff_config_entries all = { .arena = d->arena, .host = d->host };
	struct gaff_config_entry one = { .object = root, .at = GAFF_NOT_IN_LIST };
	bool is_list = gaff_layout_is_list(d->layout);
	struct json hooks;

	if (gaff_json_type(root) != JSON_OBJECT)
		return refuse(d, doc, root, "it must be an object");
	if (!gaff_json_index(d->arena, root, SIZE_MAX, &d->file))
		return gaff_arena_check(d->arena, d->err);
	hooks = gaff_json_find(&d->file, SV("hooks"));
	if (d->layout->shape == GAFF_LAYOUT_ONE) {
		(void)gaff_json_text(d->arena,
				     gaff_layout_value(d->layout, GAFF_MEMBER_EVENT, root),
				     &one.event);
		one.matcher = gaff_json_get(root, SV("matcher"));
		all.item = &one;
		all.n = 1;
	} else if (hooks.n && gaff_json_type(hooks) != (is_list ? JSON_ARRAY : JSON_OBJECT)) {
		return refuse(d, doc, hooks,
			      is_list ? "\"hooks\" must be a list"
				      : "\"hooks\" must be an object with a list for an event");
	} else {
		gaff_config_collect(&all, hooks, (struct gaff_config_entry){ .n_list = 0 });
	}
	d->entry = gaff_arena_alloc(d->arena, (all.n + 1) * sizeof *d->entry);
	GAFF_TRY(gaff_arena_check(d->arena, d->err));
	for (size_t i = 0; i < all.n; i++)
		take(d, &all.item[i]);
	return GAFF_OK;
}
