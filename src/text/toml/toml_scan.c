/*
 * toml_scan.c - the small things of TOML: comments, keys, strings.
 *
 * A string is checked first and decoded after, so that most are views of the document, and the
 * others need no more room than they take there.
 */
#include "text/doc_parts.h"
#include "text/json/json_scan.h"
#include "text/toml/toml_parts.h"

struct quoted {
	char quote;
	bool is_long;  /* three quotes */
	bool is_plain; /* its text is its bytes */
	size_t at;
	struct toml_span inner;
};

enum gaff_rc gaff_toml_refuse(struct toml_doc *d, size_t at, const char *problem)
{
	gaff_source_fail(sv_skip(d->text, d->start), at - d->start, d->err, GAFF_ESYNTAX, "%s",
			 problem);
	d->err->offset = at;
	return GAFF_ESYNTAX;
}

static bool is_control(char c)
{
	return ((unsigned char)c < 0x20 && c != '\t') || c == 0x7f;
}

enum gaff_rc gaff_toml_comment(struct toml_doc *d)
{
	if (d->i == d->text.n || d->text.p[d->i] != '#')
		return GAFF_OK;
	for (; d->i < d->text.n && !toml_newline(d, d->i); d->i++)
		if (is_control(d->text.p[d->i]))
			return gaff_toml_refuse(d, d->i, "a control character in a comment");
	return GAFF_OK;
}

enum gaff_rc gaff_toml_blank(struct toml_doc *d)
{
	for (;;) {
		d->i = toml_skip_blank(d, d->i);
		GAFF_TRY(gaff_toml_comment(d));
		if (!toml_newline(d, d->i))
			return GAFF_OK;
		d->i += toml_newline(d, d->i);
	}
}

/* The code point of \u or \U at this byte, or -1. */
static int32_t code_point(const struct toml_doc *d, size_t at)
{
	const char *p = d->text.p + at + 2, *end = d->text.p + d->text.n;
	int32_t high = 0, c = json_hex4(p, end);

	if (d->text.p[at + 1] == 'U') {
		high = c;
		c = c < 0 ? -1 : json_hex4(p + 4, end);
	}
	if (c < 0 || high > 0x10 || (high == 0 && c >= 0xd800 && c < 0xe000))
		return -1;
	return high << 16 | c;
}

/* Behind a backslash at the end of a line, and all the white space that it takes; or 0. */
static size_t behind_line_escape(const struct toml_doc *d, size_t at)
{
	at = toml_skip_blank(d, at + 1);
	if (!toml_newline(d, at))
		return 0;
	while (toml_newline(d, at))
		at = toml_skip_blank(d, at + toml_newline(d, at));
	return at;
}

static enum gaff_rc check_escape(struct toml_doc *d, const struct quoted *q)
{
	char c = d->i + 1 < d->text.n ? d->text.p[d->i + 1] : '\0';

	if (c == 'u' || c == 'U') {
		if (code_point(d, d->i) < 0)
			return gaff_toml_refuse(
				d, d->i, "\\u needs 4, \\U needs 8 hex digits of a character");
		d->i += c == 'u' ? 6 : 10;
	} else if (c && strchr("btnfr\"\\", c)) {
		d->i += 2;
	} else if (q->is_long && behind_line_escape(d, d->i)) {
		d->i = behind_line_escape(d, d->i);
	} else {
		return gaff_toml_refuse(d, d->i, "unknown escape in a string");
	}
	return GAFF_OK;
}

/* On a quote inside: is it the end? Before the three that end a long one there may be two more. */
static bool take_end(struct toml_doc *d, struct quoted *q)
{
	size_t n = 1, most = q->is_long ? 5 : 1, least = q->is_long ? 3 : 1;

	while (n < most && d->i + n < d->text.n && d->text.p[d->i + n] == q->quote)
		n++;
	d->i += n;
	q->inner.end = d->i - least;
	return n >= least;
}

static enum gaff_rc check_string(struct toml_doc *d, struct quoted *q)
{
	while (d->i < d->text.n) {
		char c = d->text.p[d->i];
		unsigned newline = toml_newline(d, d->i);

		if (c == q->quote) {
			if (take_end(d, q))
				return GAFF_OK;
		} else if (c == '\\' && q->quote == '"') {
			q->is_plain = false;
			GAFF_TRY(check_escape(d, q));
		} else if (newline && q->is_long) {
			q->is_plain = q->is_plain && newline == 1;
			d->i += newline;
		} else if (newline) {
			break;
		} else if (is_control(c)) {
			return gaff_toml_refuse(d, d->i, "a control character in a string");
		} else {
			d->i++;
		}
	}
	return gaff_toml_refuse(d, q->at, "a string without its end");
}

static unsigned decode_escape(const struct toml_doc *d, size_t *at, char *out)
{
	static const char from[] = "btnfr", to[] = "\b\t\n\f\r";
	char c = d->text.p[*at + 1];
	const char *simple = strchr(from, c);

	if (c == 'u' || c == 'U') {
		unsigned n = utf8_put(out, (uint32_t)code_point(d, *at));

		*at += c == 'u' ? 6 : 10;
		return n;
	}
	if (c != '"' && c != '\\' && !simple) {
		*at = behind_line_escape(d, *at);
		return 0;
	}
	*out = simple ? to[simple - from] : c;
	*at += 2;
	return 1;
}

static enum gaff_rc decode(struct toml_doc *d, const struct quoted *q, struct sv *out)
{
	size_t n = 0, at = q->inner.begin;
	char *text = gaff_arena_alloc(d->arena, q->inner.end - at);

	GAFF_TRY(gaff_arena_check(d->arena, d->err));
	while (at < q->inner.end) {
		if (d->text.p[at] == '\\' && q->quote == '"') {
			n += decode_escape(d, &at, text + n);
			continue;
		}
		if (toml_newline(d, at) == 2) /* a line end is one character, as tomllib has it */
			at++;
		text[n++] = d->text.p[at++];
	}
	*out = (struct sv){ text, n };
	return GAFF_OK;
}

enum gaff_rc gaff_toml_string(struct toml_doc *d, bool may_be_long, struct sv *out)
{
	struct sv rest = sv_skip(d->text, d->i);
	struct quoted q = { .quote = rest.p[0], .is_plain = true, .at = d->i };

	q.is_long = may_be_long && rest.n >= 3 && rest.p[1] == q.quote && rest.p[2] == q.quote;
	d->i += q.is_long ? 3 : 1;
	if (q.is_long)
		d->i += toml_newline(d, d->i);
	q.inner.begin = d->i;
	GAFF_TRY(check_string(d, &q));
	if (!q.is_plain)
		return decode(d, &q, out);
	*out = (struct sv){ d->text.p + q.inner.begin, q.inner.end - q.inner.begin };
	return GAFF_OK;
}

enum gaff_rc gaff_toml_key_part(struct toml_doc *d, struct sv *out)
{
	size_t from = d->i;

	if (d->i < d->text.n && (d->text.p[d->i] == '"' || d->text.p[d->i] == '\''))
		return gaff_toml_string(d, false, out);
	while (d->i < d->text.n &&
	       (ascii_isalpha(d->text.p[d->i]) || ascii_isdigit(d->text.p[d->i]) ||
		d->text.p[d->i] == '-' || d->text.p[d->i] == '_'))
		d->i++;
	if (d->i == from)
		return gaff_toml_refuse(d, from, "a key is missing here");
	*out = (struct sv){ d->text.p + from, d->i - from };
	return GAFF_OK;
}
