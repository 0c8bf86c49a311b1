#include "text/json/json.h"

struct setting {
	struct arena *arena;
	struct json_writer w;
	struct sv pointer; /* all of it, for messages */
	struct json value;
	struct sv behind;
};

/* "a~1b" -> "a/b"; false when it is no segment of a pointer. */
static bool read_segment(struct arena *a, struct sv raw, struct sv *out)
{
	struct buf b = buf_in(a);

	for (size_t i = 0; i < raw.n; i++) {
		if (raw.p[i] != '~') {
			buf_addc(&b, raw.p[i]);
			continue;
		}
		if (++i == raw.n || (raw.p[i] != '0' && raw.p[i] != '1'))
			return false;
		buf_addc(&b, raw.p[i] == '0' ? '~' : '/');
	}
	*out = b.n ? buf_sv(&b) : SV("");
	return buf_ok(&b);
}

static bool next_segment(struct arena *a, struct sv *pointer, struct sv *out)
{
	const char *slash = memchr(pointer->p + 1, '/', pointer->n - 1);
	size_t n = slash ? (size_t)(slash - pointer->p) : pointer->n;
	struct sv raw = { pointer->p + 1, n - 1 };

	*pointer = sv_skip(*pointer, n);
	return read_segment(a, raw, out);
}

static enum gaff_rc set_value(struct setting *s, struct json was, struct sv rest, unsigned depth,
			      struct gaff_err *err);

static enum gaff_rc add_member(struct setting *s, struct sv name, struct sv rest, unsigned depth,
			       struct gaff_err *err)
{
	if (!s->value.n)
		return GAFF_OK; /* there is nothing to take out */
	gaff_json_key(&s->w, name);
	return set_value(s, (struct json){ 0 }, rest, depth, err);
}

static enum gaff_rc set_member(struct setting *s, struct json object, struct sv name,
			       struct sv rest, unsigned depth, struct gaff_err *err)
{
	bool is_done = gaff_json_get(object, name).n, is_last = !rest.n;

	gaff_json_open(&s->w, '{');
	if (!is_done && is_last && sv_eq(s->behind, GAFF_JSON_FIRST)) {
		GAFF_TRY(add_member(s, name, rest, depth, err));
		is_done = true;
	}
	for (struct json_iter it = gaff_json_iter(object); gaff_json_each(&it);) {
		if (!gaff_json_is(it.key, name)) {
			gaff_json_copy(&s->w, it.key, it.value);
		} else if (!is_last || s->value.n) {
			gaff_json_key(&s->w, name);
			GAFF_TRY(set_value(s, it.value, rest, depth, err));
		}
		if (!is_done && is_last && gaff_json_is(it.key, s->behind)) {
			GAFF_TRY(add_member(s, name, rest, depth, err));
			is_done = true;
		}
	}
	if (!is_done)
		GAFF_TRY(add_member(s, name, rest, depth, err));
	gaff_json_close(&s->w, '}');
	return GAFF_OK;
}

/* The number of an element, or SIZE_MAX. */
static size_t element_number(struct sv name)
{
	size_t n = 0;

	if (!name.n || name.n > 9 || (name.n > 1 && name.p[0] == '0'))
		return (size_t)-1;
	for (size_t i = 0; i < name.n; i++) {
		if (!ascii_isdigit(name.p[i]))
			return (size_t)-1;
		n = n * 10 + (size_t)(name.p[i] - '0');
	}
	return n;
}

static enum gaff_rc set_element(struct setting *s, struct json array, struct sv name,
				struct sv rest, unsigned depth, struct gaff_err *err)
{
	struct json_iter it = gaff_json_iter(array);
	size_t wanted = element_number(name), i = 0;

	gaff_json_open(&s->w, '[');
	for (; gaff_json_each(&it); i++) {
		if (i != wanted)
			gaff_json_raw(&s->w, json_sv(it.value));
		else if (rest.n || s->value.n)
			GAFF_TRY(set_value(s, it.value, rest, depth, err));
	}
	gaff_json_close(&s->w, ']');
	if (wanted < i)
		return GAFF_OK;
	return gaff_fail(err, GAFF_EUNSUPPORTED,
			 "%.*s: the list there has %zu elements, and '%.*s' is none of them",
			 SV_ARG(s->pointer), i, SV_ARG(name));
}

static enum gaff_rc set_value(struct setting *s, struct json was, struct sv rest, unsigned depth,
			      struct gaff_err *err)
{
	enum json_type type = gaff_json_type(was);
	struct sv name;

	if (!rest.n) {
		gaff_json_raw(&s->w, json_sv(s->value));
		return GAFF_OK;
	}
	if (depth == GAFF_SET_DEPTH_MAX)
		return gaff_fail(err, GAFF_ETOOBIG, "%.*s: more than %d segments",
				 SV_ARG(s->pointer), GAFF_SET_DEPTH_MAX);
	if (!next_segment(s->arena, &rest, &name))
		return gaff_fail(err, GAFF_ESYNTAX, "%.*s: in a pointer ~ is ~0, and / is ~1",
				 SV_ARG(s->pointer));
	if (type == JSON_ARRAY)
		return set_element(s, was, name, rest, depth + 1, err);
	if (type == JSON_OBJECT || type == JSON_ABSENT || type == JSON_NULL)
		return set_member(s, was, name, rest, depth + 1, err);
	return gaff_fail(err, GAFF_EUNSUPPORTED,
			 "%.*s: '%.*s' would be inside a value that is no object",
			 SV_ARG(s->pointer), SV_ARG(name));
}

enum gaff_rc gaff_json_set(struct arena *a, struct json doc, struct sv pointer, struct json value,
			   struct sv behind, struct json *out, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct setting s = { a, { .out = &b }, pointer, value, behind };

	if (!pointer.n || pointer.p[0] != '/')
		return gaff_fail(err, GAFF_ESYNTAX, "'%.*s' is no pointer: it begins with /",
				 SV_ARG(pointer));
	GAFF_TRY(set_value(&s, doc, pointer, 0, err));
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = (struct json){ b.p, b.n };
	return GAFF_OK;
}
