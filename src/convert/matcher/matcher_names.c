#include <stdint.h>
#include <stdio.h>

#include "base/hash.h"
#include "convert/matcher/matcher_parts.h"

enum { FEW = 8 /* are compared one by one */, SAID = 8 };

/* Other numbers in every process: nobody can choose names that all fall into one slot. */
static size_t slot_of(const struct gaff_names *names, struct sv name)
{
	uint64_t h = gaff_hash(GAFF_HASH_START ^ (uint64_t)(uintptr_t)names->arena, name);

	return (size_t)(h ^ h >> 32) & (names->n_slots - 1);
}

static void put(struct gaff_names *names, size_t i)
{
	size_t at = slot_of(names, names->name[i]);

	while (names->slot[at])
		at = (at + 1) & (names->n_slots - 1);
	names->slot[at] = (uint32_t)i + 1;
}

bool gaff_names_have(const struct gaff_names *names, struct sv name)
{
	if (!names->n_slots) {
		for (size_t i = 0; i < names->n; i++)
			if (sv_eq(names->name[i], name))
				return true;
		return false;
	}
	for (size_t at = slot_of(names, name); names->slot[at];
	     at = (at + 1) & (names->n_slots - 1))
		if (sv_eq(names->name[names->slot[at] - 1], name))
			return true;
	return false;
}

/* Room for one more, and a table that is at most half full. */
static bool make_room(struct gaff_names *names)
{
	size_t had = names->room, slots;
	uint32_t *slot;

	if (!gaff_arena_room(names->arena, &names->name, names->n, &names->room,
			     sizeof *names->name))
		return false;
	if (names->room == had || names->room <= FEW)
		return true;
	slots = 2 * names->room;
	slot = gaff_arena_alloc(names->arena, slots * sizeof *slot);
	if (!slot) {
		names->room = had; /* there are no more names than the table has room for */
		return false;
	}
	names->slot = memset(slot, 0, slots * sizeof *slot);
	names->n_slots = slots;
	for (size_t i = 0; i < names->n; i++)
		put(names, i);
	return true;
}

bool gaff_names_add(struct gaff_names *names, struct sv name)
{
	if (gaff_names_have(names, name) || !make_room(names))
		return false;
	names->name[names->n++] = name;
	if (names->n_slots)
		put(names, names->n - 1);
	return true;
}

struct sv gaff_names_said(struct arena *a, const struct gaff_names *names)
{
	size_t shown = names->n > SAID ? SAID - 1 : names->n;
	struct buf b = buf_in(a);
	char more[40];

	for (size_t i = 0; i < shown; i++) {
		bool is_last = i + 1 == names->n;

		gaff_buf_add(&b, !i ? SV("") : is_last ? SV(" and ") : SV(", "));
		gaff_buf_add(&b, gaff_said(names->name[i]));
	}
	if (shown < names->n) {
		int n = snprintf(more, sizeof more, " and %zu more", names->n - shown);

		gaff_buf_add(&b, (struct sv){ more, (size_t)n });
	}
	return buf_ok(&b) ? buf_sv(&b) : SV("");
}

struct sv gaff_said(struct sv text)
{
	enum { LONG = 80 };

	if (text.n <= LONG)
		return text;
	text.n = LONG;
	while (text.n && ((unsigned char)text.p[text.n] & 0xc0) == 0x80)
		text.n--;
	return text;
}
