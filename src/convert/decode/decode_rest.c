#include "convert/decode/decode_parts.h"
#include "text/doc.h"
#include "text/words.h"

/* What an entry says besides: as it is, for the agent it is from. */

struct keeping {
	struct gaff_decoding *d;
	const struct gaff_native_entry *entry;
	const struct gaff_entry_members *m;
	unsigned fields;
	size_t hook;
	struct json_writer *w;
};

static void lose(struct keeping *k, struct json key, const char *what)
{
	struct sv field = gaff_shortened((struct sv){ key.p + 1, key.n - 2 });

	if (what)
		gaff_lose(k->d->losses, k->hook, field, GAFF_DEGRADE_WARN, "%s", what);
	else
		gaff_lose(k->d->losses, k->hook, field, GAFF_DEGRADE_WARN, "it is for %s alone",
			  k->d->host->title);
	gaff_loss_is_of_source(k->d->losses);
}

static void keep(struct keeping *k, struct json key, struct json value)
{
	gaff_json_raw(k->w, json_sv(key));
	buf_addc(k->w->out, ':');
	k->w->comma = false;
	gaff_doc_write(k->w, value);
}

/* Which row is about the member `key`, or about the member `key` of the member `of`? */
static const struct gaff_member *row_about(const struct keeping *k, struct json of, struct json key,
					   bool *is_deep)
{
	const struct gaff_layout *layout = k->d->layout;
	const struct gaff_member *found = NULL;

	*is_deep = false;
	for (size_t i = 0; i < layout->n_rows; i++) {
		const struct gaff_member *row = &layout->rows[i];
		struct sv rest = sv_skip(row->where, 1);
		const char *slash = sv_chr(rest, '/');
		struct sv first = { rest.p, slash ? (size_t)(slash - rest.p) : rest.n };

		if (of.n && (!slash || !gaff_json_is(of, first)))
			continue;
		if (of.n) {
			first = sv_skip(rest, first.n + 1);
			slash = NULL;
		}
		if (!gaff_json_is(key, first))
			continue;
		*is_deep = slash != NULL;
		/* of two with one name, the one that was found */
		for (size_t field = 0; field < GAFF_MEMBER_FIELDS; field++)
			if (k->m->row[field] == row)
				return row;
		found = row;
	}
	return found;
}

/* Does the manifest say all of this member? */
static bool is_said(const struct keeping *k, const struct gaff_member *row, struct json value)
{
	if (row->field == GAFF_MEMBER_TYPE)
		return true;
	for (size_t field = 0; field < GAFF_MEMBER_FIELDS; field++)
		if (k->m->row[field] == row)
			return !(k->fields >> field & 1);
	return row->field == GAFF_MEMBER_EVENT || value.p == k->entry->matcher.p;
}

static bool is_found(const struct keeping *k, const struct gaff_member *row)
{
	for (size_t field = 0; field < GAFF_MEMBER_FIELDS; field++)
		if (k->m->row[field] == row)
			return true;
	return false;
}

/* Members of a member that has some of the entry's: "action". */
static void keep_inner(struct keeping *k, struct json of, struct json object)
{
	struct json_iter it = gaff_json_iter(object);
	struct json key, value;
	bool is_open = false, is_deep;

	if (!it.is_object) {
		keep(k, of, object);
		return;
	}
	while (gaff_json_next(&it, &key, &value)) {
		const struct gaff_member *row = row_about(k, of, key, &is_deep);

		if ((row && is_said(k, row, value)) || value.p == k->m->patterns.p ||
		    value.p == k->m->tool_types.p)
			continue;
		if (k->d->layout->shape == GAFF_LAYOUT_ONE) {
			if (!row || !is_found(k, row))
				lose(k, key, "means nothing to gaff: dropped");
			continue;
		}
		if (!row || !is_found(k, row))
			lose(k, key, NULL);
		if (!is_open) {
			gaff_json_raw(k->w, json_sv(of));
			buf_addc(k->w->out, ':');
			k->w->comma = false;
			gaff_json_open(k->w, '{');
			is_open = true;
		}
		keep(k, key, value);
	}
	if (is_open)
		gaff_json_close(k->w, '}');
}

void gaff_keep_rest(struct gaff_decoding *d, const struct gaff_native_entry *entry,
		    const struct gaff_entry_members *m, unsigned fields, size_t hook,
		    struct json_writer *w)
{
	struct keeping k = { d, entry, m, fields, hook, w };

	for (size_t i = 0; i < m->index.n; i++) {
		struct json key = m->index.key[i], value = m->index.value[i];
		bool is_deep;
		const struct gaff_member *row = row_about(&k, (struct json){ 0 }, key, &is_deep);

		if (is_deep) {
			keep_inner(&k, key, value);
			continue;
		}
		if (value.p == entry->matcher.p || (row && is_said(&k, row, value)))
			continue;
		if (d->layout->shape == GAFF_LAYOUT_ONE && gaff_json_is(key, SV("version")))
			continue;
		if (gaff_is_control(key)) {
			lose(&k, key, "has a name that gaff uses itself: dropped");
			continue;
		}
		if (!row || !is_found(&k, row))
			lose(&k, key, NULL);
		keep(&k, key, value);
	}
}
