#include "text/shell/expand.h"

static enum gaff_rc fail_at(struct gaff_err *err, size_t offset, const char *why)
{
	enum gaff_rc rc = gaff_fail(err, GAFF_ESYNTAX, "%s", why);

	err->offset = offset;
	return rc;
}

static size_t name_length(struct sv text)
{
	size_t n = 0;

	while (n < text.n &&
	       (ascii_isalpha(text.p[n]) || text.p[n] == '_' || (n && ascii_isdigit(text.p[n]))))
		n++;
	return n;
}

/* What a dollar sign begins. */
static enum gaff_rc read_dollar(struct sv text, size_t *at, struct gaff_expand_piece *out,
				struct gaff_err *err)
{
	struct sv rest = sv_skip(text, *at + 1);
	bool has_brace = rest.n && rest.p[0] == '{';
	size_t n;

	if (rest.n && rest.p[0] == '$') {
		*out = (struct gaff_expand_piece){ .literal = { rest.p, 1 } };
		*at += 2;
		return GAFF_OK;
	}
	if (has_brace)
		rest = sv_skip(rest, 1);
	n = name_length(rest);
	if (has_brace && (!n || n == rest.n || rest.p[n] != '}'))
		return fail_at(err, *at, "after ${ comes the name of a variable and }");
	if (!n)
		return fail_at(err, *at,
			       "after $ comes the name of a variable; a dollar sign is $$");
	*out = (struct gaff_expand_piece){ .name = { rest.p, n }, .offset = *at };
	*at += n + (has_brace ? 3 : 1);
	return GAFF_OK;
}

enum gaff_rc gaff_expand_next(struct sv text, size_t *at, struct gaff_expand_piece *out,
			      struct gaff_err *err)
{
	size_t from = *at;

	if (*at < text.n && text.p[*at] == '$')
		return read_dollar(text, at, out, err);
	while (*at < text.n && text.p[*at] != '$')
		++*at;
	*out = (struct gaff_expand_piece){ .literal = { text.p + from, *at - from } };
	return GAFF_OK;
}

static bool is_listed(struct json list, struct sv name)
{
	for (struct json_iter it = gaff_json_iter(list); gaff_json_each(&it);)
		if (gaff_json_is(it.value, name))
			return true;
	return false;
}

enum gaff_rc gaff_expand_check(struct sv text, struct json allowed, struct gaff_err *err)
{
	size_t at = 0;

	while (at < text.n) {
		struct gaff_expand_piece piece;

		GAFF_TRY(gaff_expand_next(text, &at, &piece, err));
		if (piece.name.n && !is_listed(allowed, piece.name)) {
			enum gaff_rc rc = gaff_fail(err, GAFF_EUSAGE,
						    "'%.*s' is not in allowed_env_vars",
						    SV_ARG(piece.name));

			err->offset = piece.offset;
			return rc;
		}
	}
	return GAFF_OK;
}

enum gaff_rc gaff_expand(struct sv text, gaff_expand_get get, const void *context, struct buf *out,
			 struct gaff_err *err)
{
	size_t at = 0;

	while (at < text.n) {
		struct gaff_expand_piece piece;
		struct sv value;

		GAFF_TRY(gaff_expand_next(text, &at, &piece, err));
		value = piece.literal;
		if (piece.name.n && !get(context, piece.name, &value)) {
			enum gaff_rc rc = gaff_fail(err, GAFF_ENOENT, "'%.*s' is not set",
						    SV_ARG(piece.name));

			err->offset = piece.offset;
			return rc;
		}
		gaff_buf_add(out, value);
	}
	return gaff_buf_check(out, err);
}
