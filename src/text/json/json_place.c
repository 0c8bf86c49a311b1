#include "text/json/json.h"

#include <assert.h>

static bool is_element(struct sv segment)
{
	return sv_eq(segment, SV("0"));
}

static struct sv first_segment(struct sv pointer)
{
	const char *slash = memchr(pointer.p + 1, '/', pointer.n - 1);

	return (struct sv){ pointer.p + 1,
			    slash ? (size_t)(slash - pointer.p) - 1 : pointer.n - 1 };
}

struct json_placer gaff_json_place_begin(struct buf *out)
{
	struct json_placer p = { .w = { .out = out } };

	gaff_json_open(&p.w, '{');
	return p;
}

static void close_to(struct json_placer *p, unsigned depth)
{
	while (p->depth > depth) {
		p->depth--;
		gaff_json_close(&p->w, p->is_array[p->depth] ? ']' : '}');
	}
}

void gaff_json_place(struct json_placer *p, struct sv pointer)
{
	unsigned level = 0;

	for (;;) {
		struct sv segment = first_segment(pointer);

		pointer = sv_skip(pointer, segment.n + 1);
		if (!pointer.n) {
			close_to(p, level);
			if (!is_element(segment))
				gaff_json_key(&p->w, segment);
			return;
		}
		if (level >= p->depth || !sv_eq(p->name[level], segment)) {
			assert(level < COUNT_OF(p->name));
			close_to(p, level);
			if (!is_element(segment))
				gaff_json_key(&p->w, segment);
			p->name[level] = segment;
			p->is_array[level] = is_element(first_segment(pointer));
			gaff_json_open(&p->w, p->is_array[level] ? '[' : '{');
			p->depth = level + 1;
		}
		level++;
	}
}

void gaff_json_place_member(struct json_placer *p, struct json key, struct json value)
{
	close_to(p, 0);
	gaff_json_copy(&p->w, key, value);
}

void gaff_json_place_end(struct json_placer *p)
{
	close_to(p, 0);
	gaff_json_close(&p->w, '}');
}
