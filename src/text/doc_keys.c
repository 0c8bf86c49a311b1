/*
 * doc_keys.c - no map may have a key twice.
 *
 * All keys of a document are sorted by map and text: a hundred thousand in one map cost no
 * more than in many, and no choice of keys makes it slow, as it would be with a hash.
 */
#include <stdlib.h>

#include "text/doc_parts.h"
#include "text/json/json_scan.h"

struct key {
	struct sv text;
	const char *at;
	size_t map; /* how many maps begin before this one */
};

struct keys {
	struct key *list;
	size_t n;
};

/* Every key in the order of the text. Without a list they are counted. False: no memory. */
static bool collect(struct arena *a, struct sv json, struct keys *keys)
{
	size_t map[GAFF_DOC_DEPTH_MAX + 1] = { 0 }, maps = 0, depth = 0;
	const char *p = json.p, *end = sv_end(json);

	keys->n = 0;
	while (p < end) {
		const char *from = p;

		switch (*p) {
		case '{':
		case '[':
			map[++depth] = maps++;
			p++;
			break;
		case '}':
		case ']':
			depth--;
			p++;
			break;
		case '"':
			p = json_string_end(from);
			if (p == end || *json_skip_space(p, end) != ':')
				break; /* a value: something follows, unless it is all there is */
			if (keys->list) {
				struct key *k = &keys->list[keys->n];

				k->map = map[depth];
				k->at = from;
				if (!gaff_json_text(a, (struct json){ from, (size_t)(p - from) },
						    &k->text))
					return false;
			}
			keys->n++;
			break;
		default:
			p++;
		}
	}
	return true;
}

static int compare(const void *x, const void *y)
{
	const struct key *one = x, *other = y;
	int order;

	if (one->map != other->map)
		return one->map < other->map ? -1 : 1;
	if (one->text.n != other->text.n)
		return one->text.n < other->text.n ? -1 : 1;
	order = one->text.n ? memcmp(one->text.p, other->text.p, one->text.n) : 0;
	if (order)
		return order;
	return one->at < other->at ? -1 : 1;
}

static enum gaff_rc refuse(const struct gaff_doc *doc, const struct key *k, struct gaff_err *err)
{
	size_t offset = gaff_doc_offset(doc, k->at);
	char storage[160];
	struct buf shown = buf_fixed(storage, sizeof storage);
	struct json_writer w = { .out = &shown };

	gaff_json_string(&w, k->text);
	if (!buf_ok(&shown))
		return gaff_source_fail(doc->source, offset, err, GAFF_ESYNTAX,
					"a key of %zu bytes is here twice", k->text.n);
	return gaff_source_fail(doc->source, offset, err, GAFF_ESYNTAX,
				"the key %.*s is here twice", SV_ARG(buf_sv(&shown)));
}

enum gaff_rc gaff_doc_check_keys(struct arena *a, const struct gaff_doc *doc, struct gaff_err *err)
{
	struct sv json = json_sv(doc->root);
	const struct key *first = NULL;
	struct keys keys = { 0 };

	(void)collect(a, json, &keys);
	if (keys.n < 2)
		return GAFF_OK;
	keys.list = gaff_arena_alloc(a, keys.n * sizeof *keys.list);
	if (!keys.list || !collect(a, json, &keys))
		return gaff_no_memory(err);
	qsort(keys.list, keys.n, sizeof *keys.list, compare);
	for (size_t i = 1; i < keys.n; i++) {
		const struct key *k = &keys.list[i];

		if (k->map == k[-1].map && sv_eq(k->text, k[-1].text) &&
		    (!first || k->at < first->at))
			first = k;
	}
	return first ? refuse(doc, first, err) : GAFF_OK;
}
