#include "text/json/json.h"

#include "text/json/json_scan.h"

/* The walkers run on checked text only: every string ends, every bracket closes. */

enum json_type gaff_json_type(struct json v)
{
	if (!v.n)
		return JSON_ABSENT;
	switch (v.p[0]) {
	case '{':
		return JSON_OBJECT;
	case '[':
		return JSON_ARRAY;
	case '"':
		return JSON_STRING;
	case 't':
		return JSON_TRUE;
	case 'f':
		return JSON_FALSE;
	case 'n':
		return JSON_NULL;
	default:
		return JSON_NUMBER;
	}
}

/* Strings are where the bytes of a large payload are: eight at a time. */
static const char *long_string_end(const char *p, const char *end)
{
	for (p++;;) {
		while (end - p >= 8) {
			uint64_t w = json_load8(p), quote = w ^ JSON_ONES * '"',
				 slash = w ^ JSON_ONES * '\\';

			if ((((quote - JSON_ONES) & ~quote) | ((slash - JSON_ONES) & ~slash)) &
			    JSON_HIGHS)
				break;
			p += 8;
		}
		if (*p == '"')
			return p + 1;
		p += *p == '\\' ? 2 : 1;
	}
}

static const char *value_end(const char *p, const char *end)
{
	size_t depth = 0;

	do {
		switch (*p) {
		case '"':
			p = long_string_end(p, end);
			break;
		case '{':
		case '[':
			depth++;
			p++;
			break;
		case '}':
		case ']':
			depth--;
			p++;
			break;
		case ',':
		case ':':
			p++;
			break;
		default:
			if (json_is_space(*p)) {
				p++;
				break;
			}
			while (p < end && *p != ',' && *p != '}' && *p != ']' && !json_is_space(*p))
				p++;
		}
	} while (depth);
	return p;
}

struct json_iter gaff_json_iter(struct json v)
{
	enum json_type type = gaff_json_type(v);

	if (type != JSON_OBJECT && type != JSON_ARRAY)
		return (struct json_iter){ 0 };
	return (struct json_iter){ v.p + 1, v.p + v.n - 1, type == JSON_OBJECT };
}

bool gaff_json_next(struct json_iter *it, struct json *key, struct json *value)
{
	const char *p = json_skip_space(it->p, it->end), *after;

	if (p < it->end && *p == ',')
		p = json_skip_space(p + 1, it->end);
	if (p >= it->end)
		return false;
	*key = (struct json){ 0 };
	if (it->is_object) {
		after = json_string_end(p);
		*key = (struct json){ p, (size_t)(after - p) };
		p = json_skip_space(after, it->end);
		p = json_skip_space(p + 1, it->end);
	}
	after = value_end(p, it->end);
	*value = (struct json){ p, (size_t)(after - p) };
	it->p = after;
	return true;
}

size_t gaff_json_count(struct json v)
{
	size_t n = 0;

	for (struct json_iter it = gaff_json_iter(v); gaff_json_each(&it);)
		n++;
	return n;
}

struct json gaff_json_get(struct json object, struct sv key)
{
	struct json_iter it = gaff_json_iter(object);
	struct json k, v, found = { 0 };

	if (!it.is_object)
		return found;
	while (gaff_json_next(&it, &k, &v))
		if (gaff_json_is(k, key))
			found = v;
	return found;
}

static struct json element(struct json array, struct sv index)
{
	size_t n = 0;

	if (!index.n || index.n > 6)
		return (struct json){ 0 };
	for (size_t i = 0; i < index.n; i++) {
		if (!ascii_isdigit(index.p[i]))
			return (struct json){ 0 };
		n = n * 10 + (size_t)(index.p[i] - '0');
	}
	for (struct json_iter it = gaff_json_iter(array); gaff_json_each(&it);)
		if (n-- == 0)
			return it.value;
	return (struct json){ 0 };
}

struct json gaff_json_step(struct json v, struct sv segment)
{
	return gaff_json_type(v) == JSON_ARRAY ? element(v, segment) : gaff_json_get(v, segment);
}

struct json gaff_json_at(struct json v, struct sv pointer)
{
	while (pointer.n && v.n) {
		const char *slash;
		struct sv segment;

		pointer = sv_skip(pointer, 1);
		slash = pointer.n ? memchr(pointer.p, '/', pointer.n) : NULL;
		segment = (struct sv){ pointer.p, slash ? (size_t)(slash - pointer.p) : pointer.n };
		pointer = sv_skip(pointer, segment.n);
		v = gaff_json_step(v, segment);
	}
	return v;
}

bool gaff_json_is(struct json v, struct sv text)
{
	const char *p, *end;
	size_t at = 0;
	char unit[4];

	if (gaff_json_type(v) != JSON_STRING || v.n - 2 < text.n)
		return false;
	p = v.p + 1;
	end = v.p + v.n - 1;
	if (text.n && *p != text.p[0] && *p != '\\')
		return false; /* as most keys are told from another */
	if (v.n - 2 == text.n && memcmp(p, text.p, text.n) == 0)
		return !memchr(p, '\\', text.n);
	while (p < end) {
		unsigned n = json_next_unit(&p, unit);

		if (text.n - at < n || memcmp(text.p + at, unit, n) != 0)
			return false;
		at += n;
	}
	return at == text.n;
}

bool gaff_json_text(struct arena *a, struct json v, struct sv *out)
{
	const char *p, *end;
	char *text;
	size_t n = 0;

	if (gaff_json_type(v) != JSON_STRING)
		return false;
	p = v.p + 1;
	end = v.p + v.n - 1;
	if (!memchr(p, '\\', (size_t)(end - p))) {
		*out = (struct sv){ p, (size_t)(end - p) };
		return true;
	}
	text = gaff_arena_alloc(a,
				(size_t)(end - p)); /* an escape is never shorter than its text */
	if (!text)
		return false;
	while (p < end) {
		const char *slash = memchr(p, '\\', (size_t)(end - p));
		size_t run = (size_t)((slash ? slash : end) - p);
		char unit[4];

		memcpy(text + n, p, run);
		n += run;
		p += run;
		if (slash) {
			unsigned k = json_next_unit(&p, unit);

			memcpy(text + n, unit, k);
			n += k;
		}
	}
	*out = (struct sv){ text, n };
	return true;
}

const char *gaff_json_text_at(struct json string, size_t offset)
{
	const char *p = string.p + 1, *end = string.p + string.n - 1;

	while (p < end) {
		const char *from = p;
		char unit[4];
		unsigned n = json_next_unit(&p, unit);

		if (offset < n)
			return from;
		offset -= n;
	}
	return end;
}

size_t gaff_json_utf16_length(struct sv text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];

		n += (c & 0xc0) != 0x80; /* a unit for each sequence … */
		n += c >= 0xf0;          /* … and two for those beyond the first plane */
	}
	return n;
}

/* One token: a string, a number, a word or a single mark. */
static struct json take_token(const char **p, const char *end)
{
	const char *from = *p, *to = from + 1;

	if (*from == '"')
		to = json_string_end(from);
	else if (!strchr("{}[],:", *from))
		while (to < end && !json_is_space(*to) && !strchr("{}[],:", *to))
			to++;
	*p = to;
	return (struct json){ from, (size_t)(to - from) };
}

bool gaff_json_same(struct arena *a, struct json x, struct json y)
{
	const char *p = x.p, *q = y.p, *p_end, *q_end;

	if (!x.n || !y.n)
		return x.n == y.n;
	p_end = x.p + x.n;
	q_end = y.p + y.n;
	for (;;) {
		struct json one, other;
		struct sv text;

		p = json_skip_space(p, p_end);
		q = json_skip_space(q, q_end);
		if (p == p_end || q == q_end)
			return p == p_end && q == q_end;
		one = take_token(&p, p_end);
		other = take_token(&q, q_end);
		if (!sv_eq(json_sv(one), json_sv(other)) &&
		    (*one.p != '"' || !gaff_json_text(a, one, &text) || !gaff_json_is(other, text)))
			return false;
	}
}
