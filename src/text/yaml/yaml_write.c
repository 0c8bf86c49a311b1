#include "text/yaml/yaml_write.h"

#include <stdint.h>

#include "text/utf8.h"
#include "text/yaml/yaml_scalar.h"

enum {
	KEY_MAX = 512,   /* bytes of a key before its colon; readers may give up after 1024 */
	BLANKS_MAX = 64, /* spaces in a row; readers have limits here, too */
};

/* A list or map that is written now, each further in than the one around it. */
struct block {
	struct json_iter it;
	bool is_map;
	unsigned indent;
};

struct yaml_writer {
	struct arena *arena;
	struct buf *out;
	struct block block[GAFF_DOC_DEPTH_MAX + 1];
	unsigned depth;
	bool on_line; /* something of this block's line is there already: "- " */
	struct gaff_err *err;
};

/* ---- scalars ---- */

/* Texts of YAML 1.1 that are no texts there. */
static bool is_old_word(struct sv text)
{
	static const struct sv words[] = { SV_INIT("y"),  SV_INIT("n"),  SV_INIT("yes"),
					   SV_INIT("no"), SV_INIT("on"), SV_INIT("off") };

	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (sv_eq_nocase(text, words[i]))
			return true;
	return false;
}

/* Letters, digits and what means nothing anywhere in a plain scalar. */
static bool is_plain(struct sv text)
{
	if (!text.n || text.n > KEY_MAX || text.p[text.n - 1] == ' ' || is_old_word(text) ||
	    gaff_yaml_type_of(text) != GAFF_YAML_TEXT)
		return false;
	if (!ascii_isalpha(text.p[0]) && !strchr("_/", text.p[0]) && !sv_starts(text, SV("./")))
		return false;
	for (size_t i = 0; i < text.n; i++)
		if (!text.p[i] || (!ascii_isalpha(text.p[i]) && !ascii_isdigit(text.p[i]) &&
				   !strchr("_-./ ", text.p[i])))
			return false;
	return !sv_has(text, SV("  ")); /* people do not see how many there are */
}

static void add_hex(struct buf *out, char kind, unsigned digits, uint32_t code)
{
	static const char hex[] = "0123456789abcdef";

	buf_addc(out, '\\');
	buf_addc(out, kind);
	while (digits--)
		buf_addc(out, hex[code >> 4 * digits & 15]);
}

/* What a reader of YAML refuses, skips or takes for the end of a line when it is not escaped. */
static bool is_odd(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029 ||
	       code == 0xfeff || code == 0xfffe || code == 0xffff;
}

static uint32_t code_at(const char *p, unsigned n)
{
	static const unsigned char first[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
	uint32_t code = (unsigned char)p[0] & first[n];

	for (unsigned i = 1; i < n; i++)
		code = code << 6 | ((unsigned char)p[i] & 0x3f);
	return code;
}

static enum gaff_rc add_quoted(struct yaml_writer *y, struct sv text)
{
	const char *p = text.p, *end = text.n ? text.p + text.n : text.p;
	size_t blanks = 0;

	buf_addc(y->out, '"');
	while (p < end) {
		unsigned n = utf8_length(p, end);
		uint32_t code = n ? code_at(p, n) : 0;

		blanks = *p == ' ' ? blanks + 1 : 0;
		if (!n)
			return gaff_fail(y->err, GAFF_EUNSUPPORTED,
					 "YAML has no half of a surrogate pair");
		if (code == '\n' || code == '\t') {
			gaff_buf_add(y->out, code == '\n' ? SV("\\n") : SV("\\t"));
		} else if (is_odd(code) || blanks > BLANKS_MAX) {
			add_hex(y->out, code < 0x100 ? 'x' : 'u', code < 0x100 ? 2 : 4, code);
			blanks = 0;
		} else {
			if (*p == '"' || *p == '\\')
				buf_addc(y->out, '\\');
			gaff_buf_add(y->out, (struct sv){ p, n });
		}
		p += n;
	}
	buf_addc(y->out, '"');
	return GAFF_OK;
}

static enum gaff_rc add_text(struct yaml_writer *y, struct json string, bool *is_long)
{
	size_t from = y->out->n;
	struct sv text;

	if (!gaff_json_text(y->arena, string, &text))
		return gaff_no_memory(y->err);
	if (is_plain(text))
		gaff_buf_add(y->out, text);
	else
		GAFF_TRY(add_quoted(y, text));
	*is_long = y->out->n - from > KEY_MAX;
	return GAFF_OK;
}

/* ---- blocks ---- */

static bool is_empty(struct json v)
{
	struct json_iter it = gaff_json_iter(v);

	return !gaff_json_each(&it);
}

static void begin_line(struct yaml_writer *y, unsigned indent)
{
	if (y->on_line) {
		y->on_line = false;
		return;
	}
	if (y->out->n)
		buf_addc(y->out, '\n');
	for (unsigned i = 0; i < indent; i++)
		buf_addc(y->out, ' ');
}

static enum gaff_rc open_block(struct yaml_writer *y, struct json v, unsigned indent)
{
	if (y->depth == GAFF_DOC_DEPTH_MAX)
		return gaff_fail(y->err, GAFF_ETOOBIG, "nested too deeply");
	y->block[y->depth++] = (struct block){ gaff_json_iter(v), gaff_json_type(v) == JSON_OBJECT,
					       indent };
	return GAFF_OK;
}

/* Behind "key:" or "-", or alone. */
static enum gaff_rc add_value(struct yaml_writer *y, struct json v, unsigned indent,
			      bool is_element)
{
	enum json_type type = gaff_json_type(v);
	bool is_long, is_block = (type == JSON_OBJECT || type == JSON_ARRAY) && !is_empty(v);

	if (is_element || (!is_block && y->depth))
		buf_addc(y->out, ' ');
	y->on_line = is_element; /* the first of the inner block stands right behind the "-" */
	if (is_block)
		return open_block(y, v, indent);
	y->on_line = false;
	if (type == JSON_STRING)
		return add_text(y, v, &is_long);
	gaff_buf_add(y->out, type == JSON_OBJECT  ? SV("{}")
			     : type == JSON_ARRAY ? SV("[]")
						  : json_sv(v));
	return GAFF_OK;
}

/* A key that is too long for one that is seen by its colon has a question mark in front. */
static enum gaff_rc add_key(struct yaml_writer *y, struct json key, unsigned indent)
{
	size_t from = y->out->n;
	bool is_long;

	GAFF_TRY(add_text(y, key, &is_long));
	if (is_long) {
		y->out->n = from;
		gaff_buf_add(y->out, SV("? "));
		GAFF_TRY(add_text(y, key, &is_long));
		begin_line(y, indent);
	}
	buf_addc(y->out, ':');
	return GAFF_OK;
}

enum gaff_rc gaff_yaml_document(struct arena *a, struct json v, struct buf *out,
				struct gaff_err *err)
{
	struct buf text = buf_in(a);
	struct yaml_writer y = { .arena = a, .out = &text, .err = err };
	struct json key, value;

	if (!v.n)
		return GAFF_OK;
	GAFF_TRY(add_value(&y, v, 0, false));
	y.on_line = true; /* of the first line nothing is there, and nothing needs to be */
	while (y.depth) {
		struct block *b = &y.block[y.depth - 1];

		if (!gaff_json_next(&b->it, &key, &value)) {
			y.depth--;
			continue;
		}
		begin_line(&y, b->indent);
		if (b->is_map)
			GAFF_TRY(add_key(&y, key, b->indent));
		else
			buf_addc(&text, '-');
		GAFF_TRY(add_value(&y, value, b->indent + 2, !b->is_map));
	}
	buf_addc(&text, '\n');
	gaff_buf_add(out, buf_sv(&text));
	if (!buf_ok(&text) || !buf_ok(out))
		return gaff_no_memory(err);
	return GAFF_OK;
}
