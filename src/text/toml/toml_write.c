/*
 * toml_write.c - JSON as TOML: a value in one line, or an element of a list as tables.
 */
#include "text/toml/toml_parts.h"
#include "text/utf8.h"

static void write_escape(struct buf *out, unsigned char c)
{
	static const char from[] = "\b\t\n\f\r\"\\", to[] = "btnfr\"\\", hex[] = "0123456789ABCDEF";
	const char *at = c ? strchr(from, c) : NULL;

	buf_addc(out, '\\');
	if (at) {
		buf_addc(out, to[at - from]);
		return;
	}
	gaff_buf_add(out, SV("u00"));
	buf_addc(out, hex[c >> 4]);
	buf_addc(out, hex[c & 15]);
}

static void write_string(struct buf *out, struct sv text)
{
	buf_addc(out, '"');
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];

		if (c < 0x20 || c == 0x7f || c == '"' || c == '\\')
			write_escape(out, c);
		else
			buf_addc(out, text.p[i]);
	}
	buf_addc(out, '"');
}

void gaff_toml_write_key(struct buf *out, struct sv key)
{
	bool is_bare = key.n;

	for (size_t i = 0; i < key.n; i++)
		if (!ascii_isalpha(key.p[i]) && !ascii_isdigit(key.p[i]) && key.p[i] != '-' &&
		    key.p[i] != '_')
			is_bare = false;
	if (is_bare)
		gaff_buf_add(out, key);
	else
		write_string(out, key);
}

void gaff_toml_write_path(struct buf *out, const struct sv *path, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (i)
			buf_addc(out, '.');
		gaff_toml_write_key(out, path[i]);
	}
}

/* Readers of TOML may refuse others. */
static bool is_64_bits(struct sv number)
{
	bool is_negative = number.p[0] == '-';
	struct sv most = is_negative ? SV("9223372036854775808") : SV("9223372036854775807");

	if (memchr(number.p, '.', number.n) || memchr(number.p, 'e', number.n) ||
	    memchr(number.p, 'E', number.n))
		return true;
	number = sv_skip(number, is_negative);
	return number.n < most.n || (number.n == most.n && memcmp(number.p, most.p, most.n) <= 0);
}

static enum gaff_rc take_text(struct arena *a, struct json v, struct sv *out, struct gaff_err *err)
{
	if (!gaff_json_text(a, v, out))
		return gaff_no_memory(err);
	for (size_t i = 0; i < out->n; i++)
		if (utf8_is_surrogate(out->p + i, out->p + out->n))
			return gaff_fail(err, GAFF_EUNSUPPORTED,
					 "TOML has no half of a surrogate pair");
	return GAFF_OK;
}

static enum gaff_rc write_scalar(struct arena *a, struct buf *out, struct json v,
				 struct gaff_err *err)
{
	enum json_type type = gaff_json_type(v);
	struct sv text;

	if (type == JSON_ABSENT || type == JSON_NULL)
		return gaff_fail(err, GAFF_EUNSUPPORTED, "TOML has no null");
	if (type == JSON_STRING) {
		GAFF_TRY(take_text(a, v, &text, err));
		write_string(out, text);
		return GAFF_OK;
	}
	if (type == JSON_NUMBER && !is_64_bits(json_sv(v)))
		return gaff_fail(err, GAFF_EUNSUPPORTED, "an integer of more than 64 bits");
	gaff_buf_add(out, json_sv(v));
	return GAFF_OK;
}

static enum gaff_rc write_value(struct arena *a, struct buf *out, struct json v, unsigned depth,
				struct gaff_err *err)
{
	enum json_type type = gaff_json_type(v);
	struct json_iter it = gaff_json_iter(v);
	const char *between = "";
	struct sv name;

	if (type != JSON_OBJECT && type != JSON_ARRAY)
		return write_scalar(a, out, v, err);
	if (depth == GAFF_TOML_DEPTH_MAX)
		return gaff_fail(err, GAFF_ETOOBIG, "nested more than %d deep",
				 GAFF_TOML_DEPTH_MAX);
	buf_addc(out, type == JSON_OBJECT ? '{' : '[');
	for (; gaff_json_each(&it); between = ", ") {
		gaff_buf_add(out, sv_of(type == JSON_OBJECT && !*between ? " " : between));
		if (type == JSON_OBJECT) {
			GAFF_TRY(take_text(a, it.key, &name, err));
			gaff_toml_write_key(out, name);
			gaff_buf_add(out, SV(" = "));
		}
		GAFF_TRY(write_value(a, out, it.value, depth + 1, err));
	}
	gaff_buf_add(out, type == JSON_ARRAY ? SV("]") : *between ? SV(" }") : SV("}"));
	return GAFF_OK;
}

enum gaff_rc gaff_toml_write(struct arena *a, struct buf *out, struct json v, struct gaff_err *err)
{
	return write_value(a, out, v, 0, err);
}

bool gaff_toml_is_table_list(struct json v)
{
	struct json_iter it = gaff_json_iter(v);
	size_t n = 0;

	if (gaff_json_type(v) != JSON_ARRAY)
		return false;
	for (; gaff_json_each(&it); n++)
		if (gaff_json_type(it.value) != JSON_OBJECT)
			return false;
	return n;
}

struct table_writer {
	struct arena *arena;
	struct buf *out;
	struct sv line_end;
	struct sv path[GAFF_TOML_DEPTH_MAX];
	size_t n; /* of path */
	struct gaff_err *err;
};

/* [[path]] with its keys, then the lists of objects in it: a key behind those would be theirs. */
static enum gaff_rc write_table(struct table_writer *t, struct json element)
{
	struct json_iter it = gaff_json_iter(element), inner;
	struct json key, value, k, v;
	struct sv name;

	gaff_buf_add(t->out, SV("[["));
	gaff_toml_write_path(t->out, t->path, t->n);
	gaff_buf_add(t->out, SV("]]"));
	gaff_buf_add(t->out, t->line_end);
	while (gaff_json_next(&it, &key, &value)) {
		if (gaff_toml_is_table_list(value))
			continue;
		GAFF_TRY(take_text(t->arena, key, &name, t->err));
		gaff_toml_write_key(t->out, name);
		gaff_buf_add(t->out, SV(" = "));
		GAFF_TRY(gaff_toml_write(t->arena, t->out, value, t->err));
		gaff_buf_add(t->out, t->line_end);
	}
	for (it = gaff_json_iter(element); gaff_json_next(&it, &key, &value);) {
		if (!gaff_toml_is_table_list(value))
			continue;
		if (t->n == GAFF_TOML_DEPTH_MAX)
			return gaff_fail(t->err, GAFF_ETOOBIG, "nested more than %d deep",
					 GAFF_TOML_DEPTH_MAX);
		GAFF_TRY(take_text(t->arena, key, &t->path[t->n++], t->err));
		for (inner = gaff_json_iter(value); gaff_json_next(&inner, &k, &v);) {
			gaff_buf_add(t->out, t->line_end);
			GAFF_TRY(write_table(t, v));
		}
		t->n--;
	}
	return GAFF_OK;
}

enum gaff_rc gaff_toml_write_table(struct arena *a, struct buf *out, const struct sv *path,
				   size_t n, struct json element, struct sv line_end,
				   struct gaff_err *err)
{
	struct table_writer t = {
		.arena = a, .out = out, .line_end = line_end, .n = n, .err = err
	};

	for (size_t i = 0; i < n; i++)
		t.path[i] = path[i];
	return write_table(&t, element);
}
