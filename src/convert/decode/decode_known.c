#include "base/hash.h"
#include "convert/decode/decode_parts.h"

/*
 * Hundreds of entries have a dozen matchers: what one selects, what is lost by it and whether its
 * spelling is the usual one is found out once.
 */

enum { SLOTS = 256 };

struct gaff_known_matcher {
	const struct gaff_host *host; /* NULL: nothing is known here */
	struct sv native;
	struct gaff_entry_selection selection;
	struct gaff_loss *loss;
	size_t n_losses;
	struct gaff_spelling spelling;
	bool is_tried; /* the spelling is known */
};

static enum gaff_rc no_memory(struct gaff_decoding *d)
{
	return gaff_fail(d->err, GAFF_ENOMEM, "no memory for a matcher");
}

/* Does it mean the same on every event of its kind? */
static bool is_alike(const struct gaff_native_entry *entry, const struct gaff_entry_members *m)
{
	return GAFF_EV_ANY_TOOL >> entry->event->id & 1 && entry->matcher.n && !entry->twin &&
	       !m->row[GAFF_MEMBER_IF] && !entry->tools;
}

/* Where this matcher is or would be; NULL: no memory. */
static struct gaff_known_matcher *slot_of(struct gaff_decoding *d, struct sv native)
{
	size_t n = SLOTS * sizeof *d->known;

	if (!d->known) {
		d->known = gaff_arena_alloc(d->arena, n);
		if (!d->known)
			return NULL;
		memset(d->known, 0, n);
	}
	return &d->known[gaff_hash(GAFF_HASH_START, native) % SLOTS];
}

static enum gaff_rc learn(struct gaff_decoding *d, const struct gaff_native_entry *entry,
			  struct sv native, size_t hook, struct gaff_known_matcher *known)
{
	struct gaff_losses losses = { .arena = d->arena };

	*known = (struct gaff_known_matcher){ 0 };
	GAFF_TRY(gaff_entry_select(d->arena, entry->host, entry->event, entry->matcher,
				   (struct json){ 0 }, hook, &losses, &known->selection, d->err));
	known->native = native;
	known->host = entry->host;
	known->loss = losses.item;
	known->n_losses = losses.n;
	return GAFF_OK;
}

enum gaff_rc gaff_known_select(struct gaff_decoding *d, const struct gaff_native_entry *entry,
			       const struct gaff_entry_members *m, size_t hook,
			       struct gaff_entry_selection *out)
{
	struct gaff_known_matcher *known;
	struct sv native;

	if (!is_alike(entry, m))
		return gaff_entry_select(d->arena, entry->host, entry->event, entry->matcher,
					 m->value[GAFF_MEMBER_IF], hook, d->losses, out, d->err);
	known = gaff_json_text(d->arena, entry->matcher, &native) ? slot_of(d, native) : NULL;
	if (!known)
		return no_memory(d);
	if (known->host != entry->host || !sv_eq(known->native, native))
		GAFF_TRY(learn(d, entry, native, hook, known));
	for (size_t i = 0; i < known->n_losses; i++)
		gaff_lose_again(d->losses, hook, &known->loss[i]);
	*out = known->selection;
	return GAFF_OK;
}

/* Does it mean a tool that the agent has, if only by another name than its calls have? */
static bool has_alias(const struct gaff_host *host, const struct gaff_selection *tools)
{
	for (size_t i = 0; i < tools->n; i++)
		for (size_t k = 0; k < host->n_alias_tools; k++)
			if (tools->item[i].kind == GAFF_SELECT_WORD &&
			    tools->item[i].tool == host->alias_tools[k].tool)
				return true;
	return false;
}

/* Hold it against what would be written for the same tools. */
static enum gaff_rc try_spelling(struct gaff_decoding *d, const struct gaff_native_entry *entry,
				 struct sv native, const struct gaff_selection *tools,
				 struct gaff_spelling *out)
{
	const struct gaff_host *host = entry->host;
	struct gaff_losses none = { .arena = d->arena };
	struct sv *usual;
	size_t n;

	*out = (struct gaff_spelling){ 0 };
	out->is_usual = entry->matcher.n ? native.n && sv_eq(native, host->layout->any)
					 : !host->layout->any.n;
	if (!tools->n || entry->tools)
		return GAFF_OK;
	out->is_usual = false;
	if (gaff_matcher_write(d->arena, host, tools, false, 0, &none, &usual, &n, d->err) !=
	    GAFF_OK)
		return d->err->rc == GAFF_ENOMEM ? GAFF_ENOMEM : GAFF_OK;
	out->is_usual = entry->matcher.n && n == 1 && sv_eq(usual[0], native);
	out->is_nowhere = !n && !has_alias(host, tools);
	return GAFF_OK;
}

enum gaff_rc gaff_known_spelling(struct gaff_decoding *d, const struct gaff_native_entry *entry,
				 const struct gaff_entry_members *m,
				 const struct gaff_selection *tools, struct gaff_spelling *out)
{
	struct gaff_known_matcher *known = NULL;
	struct sv native = { 0 };

	if (entry->matcher.n && !gaff_json_text(d->arena, entry->matcher, &native))
		return no_memory(d);
	if (is_alike(entry, m))
		known = slot_of(d, native);
	if (!known || known->host != entry->host || !sv_eq(known->native, native))
		return try_spelling(d, entry, native, tools, out);
	if (!known->is_tried)
		GAFF_TRY(try_spelling(d, entry, native, tools, &known->spelling));
	known->is_tried = true;
	*out = known->spelling;
	return GAFF_OK;
}
