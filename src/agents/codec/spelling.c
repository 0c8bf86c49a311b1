#include "agents/codec/codec.h"

#include "base/hash.h"
#include "text/utf8.h"

/*
 * A guard and a tool have to read the same input. They do not where a model writes a key twice or
 * in another case, and the tool's reader takes that for the name of its field (schema.h, enum
 * gaff_reads). gaff reads keys as they are, and of one that is repeated the last. Where the tool
 * may read it otherwise the call is not let pass: no model has to write so.
 */

enum {
	LEVELS = 4,       /* of lists and objects in an input: no row knows a field further down */
	FEW = 32,         /* places in a table */
	KEYS_MAX = 16384, /* of all objects of an input together */
	TRIES_MAX = 64,   /* to find a place for a key */
};

/* The next letter as Go compares names: without case, and U+017F is an s and U+212A a k. */
static uint32_t next_folded(const char **p, const char *end)
{
	unsigned n = utf8_length(*p, end);
	uint32_t c = n ? utf8_point(*p, n) : (unsigned char)**p;

	*p += n ? n : 1;
	if (c >= 'A' && c <= 'Z')
		return c - 'A' + 'a';
	return c == 0x17f ? 's' : c == 0x212a ? 'k' : c;
}

static bool is_alike(struct sv x, struct sv y)
{
	const char *p = x.p, *q = y.p, *p_end = sv_skip(x, x.n).p, *q_end = sv_skip(y, y.n).p;

	while (p < p_end && q < q_end)
		if (next_folded(&p, p_end) != next_folded(&q, q_end))
			return false;
	return p == p_end && q == q_end;
}

/* Alike ones have the same. */
static uint64_t folded_hash(struct sv key)
{
	uint64_t hash = GAFF_HASH_START;
	const char *end = sv_skip(key, key.n).p;

	for (const char *p = key.p; p < end;) {
		uint32_t c = next_folded(&p, end);

		hash = gaff_hash(hash, (struct sv){ (const char *)&c, sizeof c });
	}
	return hash;
}

struct speller {
	struct arena *arena;
	const struct gaff_tool_row *row; /* NULL: what the tool's fields are called is not known */
	struct gaff_err *err;
	size_t n_keys; /* so far */
};

/* A field of the tool that is called almost so: told by its own name, which no model has chosen. */
static enum gaff_rc check_name(const struct speller *s, struct sv key)
{
	for (size_t i = 0; s->row && i < s->row->n_input; i++)
		if (sv_eq(key, s->row->input[i].native))
			return GAFF_OK;
	for (size_t i = 0; s->row && i < s->row->n_input; i++) {
		struct sv name = s->row->input[i].native;

		if (name.n && is_alike(key, name))
			return gaff_fail(s->err, GAFF_ELIMIT,
					 "a key of the input is almost \"%.*s\", and the tool may "
					 "take it for that; write \"%.*s\"",
					 SV_ARG(name), SV_ARG(name));
	}
	return GAFF_OK;
}

struct spelt {
	struct sv key;
	uint64_t hash;
};

/*
 * A key that is not there yet, into a table of which at least half is free. A model may choose keys
 * that share a hash, or a place: then they are too many to be compared.
 */
static enum gaff_rc put(const struct speller *s, struct spelt *table, size_t size, struct sv key)
{
	/* few are compared sooner than hashed: they are in a row */
	uint64_t hash = size > FEW ? folded_hash(key) : 0;
	size_t at = (size_t)(hash ^ hash >> 32) & (size - 1);

	for (int i = 0; table[at].key.p; i++, at = (at + 1) & (size - 1)) {
		if (i == TRIES_MAX)
			return gaff_fail(s->err, GAFF_ELIMIT,
					 "keys of the input cannot be compared");
		if (table[at].hash == hash && is_alike(table[at].key, key))
			return gaff_fail(s->err, GAFF_ELIMIT,
					 "a key of the input is there twice, and the tool may take "
					 "either; write it once");
	}
	table[at] = (struct spelt){ key, hash };
	return GAFF_OK;
}

static enum gaff_rc count(struct speller *s, struct json object, size_t *out)
{
	size_t n = gaff_json_count(object);

	s->n_keys += n;
	if (n > GAFF_INPUT_FIELDS_MAX || s->n_keys > KEYS_MAX)
		return gaff_fail(s->err, GAFF_ELIMIT, "the input of a tool has more than %d keys",
				 n > GAFF_INPUT_FIELDS_MAX ? GAFF_INPUT_FIELDS_MAX : KEYS_MAX);
	*out = n;
	return GAFF_OK;
}

static enum gaff_rc check_object(struct speller *s, struct json object)
{
	struct spelt *table;
	size_t n = 0, size = 4;

	GAFF_TRY(count(s, object, &n));
	if (!n)
		return GAFF_OK;
	while (size < 2 * n)
		size *= 2;
	table = gaff_arena_alloc(s->arena, size * sizeof *table);
	GAFF_TRY(gaff_arena_check(s->arena, s->err));
	memset(table, 0, size * sizeof *table);
	for (struct json_iter it = gaff_json_iter(object); gaff_json_each(&it);) {
		struct sv name;

		if (!gaff_json_text(s->arena, it.key, &name))
			return gaff_no_memory(s->err);
		GAFF_TRY(check_name(s, name));
		GAFF_TRY(put(s, table, size, name.p ? name : SV("")));
	}
	return GAFF_OK;
}

static enum gaff_rc check_levels(struct speller *s, struct json value, int levels)
{
	struct json_iter it = gaff_json_iter(value);

	if (it.is_object)
		GAFF_TRY(check_object(s, value));
	while (levels && gaff_json_each(&it)) {
		enum json_type type = gaff_json_type(it.value);

		if (type == JSON_OBJECT || type == JSON_ARRAY)
			GAFF_TRY(check_levels(s, it.value, levels - 1));
	}
	return GAFF_OK;
}

enum gaff_rc gaff_check_spelling(struct arena *a, const struct gaff_event *event,
				 struct gaff_err *err)
{
	enum gaff_reads how = event->host->reader.how;
	struct speller s = { a, event->tool_row, err, 0 };
	struct json input = event->field[GAFF_F_TOOL_INPUT];

	if (event->host == &gaff_host_canonical_caller) /* gaff has looked at it before */
		return GAFF_OK;
	if (event->tool == GAFF_TOOL_MCP) /* read by its server, whatever that is */
		return check_levels(&s, input, 0);
	if ((how == GAFF_READS_LAST || how == GAFF_READS_ONCE) && !event->borrowed)
		return GAFF_OK; /* who has a borrowed tool is not known */
	/* with its input at the top the rest of it is the agent's own */
	return check_levels(&s, input, event->row->flags & GAFF_E_INPUT_AT_TOP ? 0 : LEVELS);
}
