#include <stdlib.h>

#include "config/config.h"

/*
 * The entries of a file, whatever shape it has: where each stands, for what, and whose it is.
 */

struct json gaff_config_hooks(const struct gaff_config_row *row, const struct gaff_host *host,
			      struct json root)
{
	bool is_root = row->flags & GAFF_C_BARE || host->form->frame == GAFF_FRAME_NAMED;

	return is_root ? root : gaff_json_get(root, SV("hooks"));
}

size_t gaff_config_list(const struct gaff_config *c, struct sv event, struct sv out[2])
{
	size_t n = 0;

	if (c->host->form->frame == GAFF_FRAME_NAMED)
		out[n++] = SV("gaff");
	else if (!(c->row->flags & GAFF_C_BARE))
		out[n++] = SV("hooks");
	if (c->host->form->shape != GAFF_FORM_LIST)
		out[n++] = event;
	return n;
}

/* ---- one entry ---- */

static void add(struct arena *a, struct gaff_config *c, struct gaff_registered item)
{
	const struct gaff_form *form = c->host->form;

	item.command = gaff_entry_command(a, form, item.object);
	if (!gaff_decode_timeout(form, gaff_form_value(form, GAFF_FORM_TIMEOUT, item.object),
				 &item.timeout_ms))
		item.timeout_ms = -1;
	item.whose = gaff_call_line_read(a, item.command, &item.line);
	if (c->item)
		c->item[c->n] = item;
	c->n++;
}

/* ---- lists of them ---- */

static size_t length(struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, value;
	size_t n = 0;

	while (gaff_json_type(list) == JSON_ARRAY && gaff_json_next(&it, &key, &value))
		n++;
	return n;
}

/* The list of an event: of groups, or of entries; an agent with the one may take the other too. */
static void add_event(struct arena *a, struct gaff_config *c, struct gaff_registered item,
		      struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, group, entry;

	for (size_t g = 0; gaff_json_type(list) == JSON_ARRAY && gaff_json_next(&it, &key, &group);
	     g++) {
		struct json hooks = gaff_json_get(group, SV("hooks"));
		struct json_iter in = gaff_json_iter(hooks);

		item.matcher = gaff_json_get(group, SV("matcher"));
		item.n_in_group = length(hooks);
		item.group = hooks.n ? g : GAFF_NO_GROUP;
		item.entry = hooks.n ? 0 : g;
		if (!hooks.n) {
			item.object = group;
			add(a, c, item);
			continue;
		}
		for (; gaff_json_type(hooks) == JSON_ARRAY && gaff_json_next(&in, &key, &entry);
		     item.entry++) {
			item.object = entry;
			add(a, c, item);
		}
	}
}

/* An object with a list for each event. */
static void add_events(struct arena *a, struct gaff_config *c, struct gaff_registered item,
		       struct json map)
{
	struct json_iter it = gaff_json_iter(map);
	const struct gaff_event_row *row;
	struct json key, list;

	item.n_list++;
	while (it.is_object && gaff_json_next(&it, &key, &list)) {
		if (!gaff_json_text(a, key, &item.event))
			continue;
		item.list[item.n_list - 1] = item.event;
		row = gaff_host_event_in_file(c->host, item.event);
		if (row) /* as the agent takes it, however it is spelt */
			item.event = row->native;
		add_event(a, c, item, list);
	}
}

/* An object with such an object for each name. */
static void add_named(struct arena *a, struct gaff_config *c)
{
	struct json_iter it = gaff_json_iter(c->root);
	struct json key;

	while (it.is_object) {
		struct gaff_registered item = { .n_list = 1 };

		if (!gaff_json_next(&it, &key, &item.named))
			return;
		if (gaff_json_text(a, key, &item.list[0]))
			add_events(a, c, item, item.named);
	}
}

/* One list, with the event in each entry. */
static void add_list(struct arena *a, struct gaff_config *c, struct gaff_registered item,
		     struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key;

	item.group = GAFF_NO_GROUP;
	for (; gaff_json_type(list) == JSON_ARRAY && gaff_json_next(&it, &key, &item.object);
	     item.entry++) {
		item.event = (struct sv){ 0 };
		(void)gaff_json_text(a,
				     gaff_form_value(c->host->form, GAFF_FORM_EVENT, item.object),
				     &item.event);
		item.matcher = gaff_json_get(item.object, SV("matcher"));
		add(a, c, item);
	}
}

static void add_all(struct arena *a, struct gaff_config *c)
{
	struct json hooks = gaff_config_hooks(c->row, c->host, c->root);
	struct gaff_registered item = { .n_list = 0 };

	c->n = 0;
	if (!(c->row->flags & GAFF_C_BARE))
		item.list[item.n_list++] = SV("hooks");
	if (c->host->form->frame == GAFF_FRAME_NAMED)
		add_named(a, c);
	else if (c->host->form->shape == GAFF_FORM_LIST)
		add_list(a, c, item, hooks);
	else
		add_events(a, c, item, hooks);
}

enum gaff_rc gaff_config_find(struct arena *a, struct gaff_config *c, struct gaff_err *err)
{
	add_all(a, c); /* to count them */
	c->item = c->n ? gaff_arena_alloc(a, c->n * sizeof *c->item) : NULL;
	if (c->n && !c->item)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for the hooks of a file");
	if (c->n)
		add_all(a, c);
	return GAFF_OK;
}

/* ---- events that there are not ---- */

static bool is_known(const struct gaff_host *host, struct sv name)
{
	return gaff_host_event_in_file(host, name) ||
	       (host->other_spelling && gaff_host_event_native(host->other_spelling, name));
}

/* Of what is no list no hook would be run, whatever it is called. */
static bool unknown_key(struct arena *a, const struct gaff_host *host, struct json map,
			bool only_lists, struct json *at, struct sv *name)
{
	struct json_iter it = gaff_json_iter(map);
	struct json key, value;

	while (it.is_object && gaff_json_next(&it, &key, &value)) {
		if ((only_lists && gaff_json_type(value) != JSON_ARRAY) ||
		    !gaff_json_text(a, key, name) || is_known(host, *name))
			continue;
		*at = key;
		return true;
	}
	return false;
}

bool gaff_config_unknown(struct arena *a, const struct gaff_host *host,
			 const struct gaff_config_row *row, struct json root, struct json *at,
			 struct sv *name)
{
	struct json hooks = gaff_config_hooks(row, host, root), key, value;
	struct json_iter it = gaff_json_iter(hooks);

	if (host->form->frame == GAFF_FRAME_NAMED) {
		while (it.is_object && gaff_json_next(&it, &key, &value))
			if (unknown_key(a, host, value, true, at, name))
				return true;
		return false;
	}
	if (host->form->shape != GAFF_FORM_LIST)
		return unknown_key(a, host, hooks, row->flags & GAFF_C_BARE, at, name);
	while (gaff_json_type(hooks) == JSON_ARRAY && gaff_json_next(&it, &key, &value)) {
		*at = gaff_form_value(host->form, GAFF_FORM_EVENT, value);
		if (gaff_json_text(a, *at, name) && !is_known(host, *name))
			return true;
	}
	return false;
}

int64_t gaff_registered_waits_ms(const struct gaff_config *c, const struct gaff_registered *r)
{
	const struct gaff_host *spelling = gaff_host_spelling(c->host, r->event);
	const struct gaff_event_row *row = spelling ? gaff_host_event(spelling, r->event) : NULL;
	int64_t ms = r->timeout_ms;

	if (ms < 0)
		ms = row ? row->timeout_ms : 60000;
	return row && row->wait_max_s && ms > (int64_t)row->wait_max_s * 1000
		       ? (int64_t)row->wait_max_s * 1000
		       : ms;
}
