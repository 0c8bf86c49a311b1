/*
 * toml_document.c - a whole document of JSON as TOML: [tables], [[lists of tables]], and everything
 * else in one line.
 */
#include "text/toml/toml_parts.h"
#include "text/utf8.h"

struct document {
	struct arena *arena;
	struct buf *out;
	struct sv path[GAFF_TOML_DEPTH_MAX];
	size_t n; /* of path */
	struct gaff_err *err;
};

static enum gaff_rc take_key(struct document *d, struct json key, struct sv *out)
{
	if (!gaff_json_text(d->arena, key, out))
		return gaff_no_memory(d->err);
	for (size_t i = 0; i < out->n; i++)
		if (utf8_is_surrogate(out->p + i, out->p + out->n))
			return gaff_fail(d->err, GAFF_EUNSUPPORTED,
					 "TOML has no half of a surrogate pair");
	return GAFF_OK;
}

/* What is neither a table nor a list of them: before those, or it would be theirs. */
static enum gaff_rc write_pairs(struct document *d, struct json object, size_t *n)
{
	struct json_iter it = gaff_json_iter(object);
	struct sv name;

	for (*n = 0; gaff_json_each(&it);) {
		if (gaff_json_type(it.value) == JSON_OBJECT || gaff_toml_is_table_list(it.value))
			continue;
		GAFF_TRY(take_key(d, it.key, &name));
		gaff_toml_write_key(d->out, name);
		gaff_buf_add(d->out, SV(" = "));
		GAFF_TRY(gaff_toml_write(d->arena, d->out, it.value, d->err));
		buf_addc(d->out, '\n');
		++*n;
	}
	return GAFF_OK;
}

static enum gaff_rc write_list(struct document *d, struct json list)
{
	for (struct json_iter it = gaff_json_iter(list); gaff_json_each(&it);) {
		if (d->out->n)
			buf_addc(d->out, '\n');
		GAFF_TRY(gaff_toml_write_table(d->arena, d->out, d->path, d->n, it.value, SV("\n"),
					       d->err));
	}
	return GAFF_OK;
}

/* Does it need a header of its own? Not when there are only other tables in it. */
static bool has_header(struct json table)
{
	struct json_iter it = gaff_json_iter(table);
	bool is_empty = true;

	for (; gaff_json_each(&it); is_empty = false)
		if (gaff_json_type(it.value) != JSON_OBJECT && !gaff_toml_is_table_list(it.value))
			return true;
	return is_empty;
}

static enum gaff_rc write_tables(struct document *d, struct json object);

static enum gaff_rc write_one(struct document *d, struct json table)
{
	size_t n;

	if (has_header(table)) {
		if (d->out->n)
			buf_addc(d->out, '\n');
		buf_addc(d->out, '[');
		gaff_toml_write_path(d->out, d->path, d->n);
		gaff_buf_add(d->out, SV("]\n"));
		GAFF_TRY(write_pairs(d, table, &n));
	}
	return write_tables(d, table);
}

/* As deep as GAFF_TOML_DEPTH_MAX, and not deeper. */
static enum gaff_rc write_tables(struct document *d, struct json object)
{
	for (struct json_iter it = gaff_json_iter(object); gaff_json_each(&it);) {
		bool is_list = gaff_toml_is_table_list(it.value);

		if (!is_list && gaff_json_type(it.value) != JSON_OBJECT)
			continue;
		if (d->n == GAFF_TOML_DEPTH_MAX)
			return gaff_fail(d->err, GAFF_ETOOBIG, "nested more than %d deep",
					 GAFF_TOML_DEPTH_MAX);
		GAFF_TRY(take_key(d, it.key, &d->path[d->n++]));
		GAFF_TRY(is_list ? write_list(d, it.value) : write_one(d, it.value));
		d->n--;
	}
	return GAFF_OK;
}

enum gaff_rc gaff_toml_document(struct arena *a, struct json object, struct sv *out,
				struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct document d = { .arena = a, .out = &b, .err = err };
	size_t n;

	if (gaff_json_type(object) != JSON_OBJECT)
		return gaff_fail(err, GAFF_EUNSUPPORTED, "TOML is a table, and this is none");
	GAFF_TRY(write_pairs(&d, object, &n));
	GAFF_TRY(write_tables(&d, object));
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = b.n ? buf_sv(&b) : SV("");
	return GAFF_OK;
}
