#include "convert/parts.h"
#include "text/shell/expand.h"

/*
 * Variables in headers: an agent replaces $NAME and ${NAME} and takes any other dollar sign as it
 * is; a manifest has ${NAME}, and $$ for a dollar sign.
 */

static bool is_of_name(char c, bool is_first)
{
	return ascii_isalpha(c) || c == '_' || (!is_first && ascii_isdigit(c));
}

/* The name that an agent finds behind the dollar sign at `at`; *end is behind all of it. */
static struct sv name_at(struct sv text, size_t at, size_t *end)
{
	bool has_brace = at + 1 < text.n && text.p[at + 1] == '{';
	size_t from = at + 1 + has_brace, to = from;

	while (to < text.n && is_of_name(text.p[to], to == from))
		to++;
	if (to == from || (has_brace && (to == text.n || text.p[to] != '}')))
		return (struct sv){ 0 };
	*end = to + has_brace;
	return (struct sv){ text.p + from, to - from };
}

static void add_name(struct buf *out, struct sv name)
{
	gaff_buf_add(out, SV("${"));
	gaff_buf_add(out, name);
	buf_addc(out, '}');
}

struct sv gaff_header_canonical(struct arena *a, struct sv native)
{
	struct buf b = buf_in(a);

	for (size_t i = 0, end = 0; i < native.n; i = end) {
		struct sv name = { 0 };

		end = i + 1;
		if (native.p[i] == '$')
			name = name_at(native, i, &end);
		if (name.n)
			add_name(&b, name);
		else
			gaff_buf_add(&b, native.p[i] == '$' ? SV("$$")
							    : (struct sv){ native.p + i, 1 });
	}
	return b.n ? buf_sv(&b) : SV("");
}

struct sv gaff_header_native(struct arena *a, struct sv canonical)
{
	struct buf b = buf_in(a);
	size_t at = 0;

	while (at < canonical.n) {
		struct gaff_expand_piece piece;
		struct gaff_err err;

		if (gaff_expand_next(canonical, &at, &piece, &err) != GAFF_OK)
			return canonical;
		gaff_buf_add(&b, piece.literal);
		if (piece.name.n)
			add_name(&b, piece.name);
	}
	return b.n ? buf_sv(&b) : SV("");
}

struct json gaff_headers_native(struct arena *a, struct json headers)
{
	struct json_iter it = gaff_json_iter(headers);
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct json key, value;
	struct sv name, text;

	if (!headers.n)
		return headers;
	gaff_json_open(&w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		if (!gaff_json_text(a, key, &name) || !gaff_json_text(a, value, &text))
			continue;
		gaff_json_key(&w, name);
		gaff_json_string(&w, gaff_header_native(a, text));
	}
	gaff_json_close(&w, '}');
	return buf_ok(&b) ? (struct json){ b.p, b.n } : (struct json){ 0 };
}

bool gaff_headers_same(struct arena *a, struct json native, struct json headers)
{
	struct json_iter i = gaff_json_iter(native), j = gaff_json_iter(headers);
	struct json key, value, other_key, other;
	struct sv text, others, name;

	while (gaff_json_next(&i, &key, &value)) {
		if (!gaff_json_next(&j, &other_key, &other) || !gaff_json_text(a, key, &name) ||
		    !gaff_json_is(other_key, name) || !gaff_json_text(a, value, &text) ||
		    !gaff_json_text(a, other, &others) ||
		    !sv_eq(gaff_header_canonical(a, text),
			   gaff_header_canonical(a, gaff_header_native(a, others))))
			return false;
	}
	return !gaff_json_next(&j, &other_key, &other);
}

bool gaff_headers_say_more(struct arena *a, struct json headers)
{
	struct json_iter it = gaff_json_iter(headers);
	struct json key, value;
	struct sv text;

	while (gaff_json_next(&it, &key, &value)) {
		size_t at = 0, was = 0, is = 0, end;
		struct gaff_expand_piece piece;
		struct gaff_err err;

		if (!gaff_json_text(a, value, &text))
			continue;
		while (at < text.n && gaff_expand_next(text, &at, &piece, &err) == GAFF_OK)
			was += piece.name.n > 0;
		text = gaff_header_native(a, text);
		for (size_t i = 0; i < text.n; i++)
			is += text.p[i] == '$' && name_at(text, i, &end).n;
		if (is != was)
			return true;
	}
	return false;
}
