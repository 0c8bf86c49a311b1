#include "config/config.h"
#include "config/entries.h"

/*
 * The entries of a file, whatever shape it has: where each stands, for what, and whose it is.
 */

struct json gaff_config_hooks(const struct gaff_config_row *row, const struct gaff_host *host,
			      struct json root)
{
	bool is_root = row->flags & GAFF_C_BARE || host->layout->frame == GAFF_FRAME_NAMED;

	return is_root ? root : gaff_json_get(root, SV("hooks"));
}

size_t gaff_config_list(const struct gaff_config *c, struct sv event, struct sv out[2])
{
	size_t n = 0;

	if (c->host->layout->frame == GAFF_FRAME_NAMED)
		out[n++] = SV("gaff");
	else if (!(c->row->flags & GAFF_C_BARE))
		out[n++] = SV("hooks");
	if (c->host->layout->shape != GAFF_LAYOUT_LIST)
		out[n++] = event;
	return n;
}

/* ---- whose each entry is ---- */

static struct gaff_registered registered(struct arena *a, const struct gaff_config *c,
					 const struct gaff_config_entry *e)
{
	const struct gaff_layout *layout = c->host->layout;
	const struct gaff_event_row *row = gaff_host_event_in_file(c->host, e->event);
	struct gaff_registered item = { .event = e->event,
					.list = { e->list[0], e->list[1] },
					.n_list = e->n_list,
					.group = e->group.n ? e->at : GAFF_NO_GROUP,
					.entry = e->group.n ? e->in_group : e->at,
					.n_in_group = e->n_in_group,
					.object = e->object,
					.matcher = e->group.n
							   ? gaff_json_get(e->group, SV("matcher"))
							   : e->matcher,
					.named = e->named };

	if (row &&
	    layout->shape != GAFF_LAYOUT_LIST) /* as the agent takes it, however it is spelt */
		item.event = row->native;
	item.command = gaff_entry_command(a, layout, item.object);
	if (!gaff_decode_timeout(layout,
				 gaff_layout_value(layout, GAFF_MEMBER_TIMEOUT, item.object),
				 &item.timeout_ms))
		item.timeout_ms = -1;
	item.whose = gaff_call_line_read(a, item.command, &item.line);
	return item;
}

/* An object with the events of each name. */
static void collect_named(struct gaff_config_entries *to, struct json root)
{
	struct json_iter it = gaff_json_iter(root);
	struct json key;

	while (it.is_object) {
		struct gaff_config_entry in = { .n_list = 1 };

		if (!gaff_json_next(&it, &key, &in.named))
			return;
		if (gaff_json_text(to->arena, key, &in.list[0]))
			gaff_config_collect(to, in.named, in);
	}
}

enum gaff_rc gaff_config_find(struct arena *a, struct gaff_config *c, struct gaff_err *err)
{
	struct gaff_config_entries all = { .arena = a, .host = c->host };
	struct gaff_config_entry in = { .list = { SV("hooks") },
					.n_list = !(c->row->flags & GAFF_C_BARE) };

	if (c->host->layout->frame == GAFF_FRAME_NAMED)
		collect_named(&all, c->root);
	else
		gaff_config_collect(&all, gaff_config_hooks(c->row, c->host, c->root), in);
	c->n = 0;
	c->item = gaff_arena_alloc(a, (all.n + 1) * sizeof *c->item);
	GAFF_TRY(gaff_arena_check(a, err));
	for (size_t i = 0; i < all.n; i++)
		if (all.item[i].kind == GAFF_ENTRY_PLAIN)
			c->item[c->n++] = registered(a, c, &all.item[i]);
	return gaff_arena_check(a, err);
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

	if (host->layout->frame == GAFF_FRAME_NAMED) {
		while (it.is_object && gaff_json_next(&it, &key, &value))
			if (unknown_key(a, host, value, true, at, name))
				return true;
		return false;
	}
	if (host->layout->shape != GAFF_LAYOUT_LIST)
		return unknown_key(a, host, hooks, row->flags & GAFF_C_BARE, at, name);
	while (gaff_json_type(hooks) == JSON_ARRAY && gaff_json_next(&it, &key, &value)) {
		*at = gaff_layout_value(host->layout, GAFF_MEMBER_EVENT, value);
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
