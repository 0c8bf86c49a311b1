#include "text/json/json.h"

bool gaff_json_index(struct arena *a, struct json object, size_t max, struct json_index *out)
{
	struct json_index index = { 0 };
	struct json_iter it = gaff_json_iter(object);
	struct json few[2][16], key, value; /* as most objects have: they are walked once */

	if (!it.is_object)
		return false;
	while (gaff_json_next(&it, &key, &value)) {
		if (index.n < COUNT_OF(few[0])) {
			few[0][index.n] = key;
			few[1][index.n] = value;
		}
		if (index.n++ == max)
			return false;
	}
	index.key = gaff_arena_alloc(a, (2 * index.n + 1) * sizeof *index.key);
	if (!index.key)
		return false;
	index.value = index.key + index.n;
	it = gaff_json_iter(object);
	if (index.n <= COUNT_OF(few[0])) {
		memcpy(index.key, few[0], index.n * sizeof key);
		memcpy(index.value, few[1], index.n * sizeof value);
	} else {
		for (size_t i = 0; i < index.n; i++)
			(void)gaff_json_next(&it, &index.key[i], &index.value[i]);
	}
	*out = index;
	return true;
}

struct json gaff_json_find(const struct json_index *index, struct sv key)
{
	for (size_t i = index->n; i-- > 0;)
		if (gaff_json_is(index->key[i], key))
			return index->value[i];
	return (struct json){ 0 };
}

struct json gaff_json_find_at(const struct json_index *index, struct sv pointer)
{
	struct sv first = sv_skip(pointer, 1);
	const char *slash = sv_chr(first, '/');

	if (!slash)
		return gaff_json_find(index, first);
	first.n = (size_t)(slash - first.p);
	return gaff_json_at(gaff_json_find(index, first), sv_skip(pointer, first.n + 1));
}
