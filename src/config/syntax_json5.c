/*
 * syntax_json5.c - JSON5, as Auggie reads its settings.
 *
 * The work is left to the editor of JSON. A text is spelled as JSON with comments: between two
 * tokens both have the same bytes, and marks say where each token begins and ends in either. That
 * is read or edited, and of an edit just what has changed is put into the text as it was.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "config/syntax.h"
#include "text/doc_parts.h"
#include "text/json/json_edit.h"
#include "text/regex/regex.h"

struct spelling {
	struct arena *arena;
	struct sv bom, source;      /* the text */
	struct buf json;            /* the same as JSON with comments */
	struct gaff_doc_mark *mark; /* the start of the text; then start and end of each token, and
				     * of each space that JSON has not */
	size_t n_marks, room;
	struct gaff_regex *names; /* that are not of ASCII alone; NULL: there was none yet */
};

/* ---- reading ---- */

static void add_mark(struct spelling *s, size_t at)
{
	struct gaff_doc_mark mark = { (uint32_t)s->json.n, (uint32_t)at };

	if (gaff_arena_room(s->arena, &s->mark, s->n_marks, &s->room, sizeof mark))
		s->mark[s->n_marks++] = mark;
}

/* U+2028 and U+2029 end a line. */
static bool is_separator(struct sv text)
{
	return sv_starts(text, SV("\xe2\x80\xa8")) || sv_starts(text, SV("\xe2\x80\xa9"));
}

/* As long as the space there is that JSON has not; 0: there is none. */
static size_t other_space(struct sv text)
{
	static const struct sv spaces[] = {
		SV_INIT("\v"),           SV_INIT("\f"),           SV_INIT("\xc2\xa0"),
		SV_INIT("\xef\xbb\xbf"), SV_INIT("\xe1\x9a\x80"), SV_INIT("\xe2\x80\xaf"),
		SV_INIT("\xe2\x81\x9f"), SV_INIT("\xe3\x80\x80"),
	};

	for (size_t i = 0; i < COUNT_OF(spaces); i++)
		if (sv_starts(text, spaces[i]))
			return spaces[i].n;
	/* U+2000 to U+200A */
	return text.n > 2 && sv_starts(text, SV("\xe2\x80")) && (unsigned char)text.p[2] >= 0x80 &&
			       (unsigned char)text.p[2] <= 0x8a
		       ? 3
		       : 0;
}

/* As long as the comment there is; 0: there is none. */
static size_t comment(struct sv text)
{
	size_t n = 2;

	if (sv_starts(text, SV("//"))) {
		while (n < text.n && text.p[n] != '\n' && text.p[n] != '\r' &&
		       !is_separator(sv_skip(text, n)))
			n++;
		return n;
	}
	if (!sv_starts(text, SV("/*")))
		return 0;
	while (n < text.n && !sv_starts(sv_skip(text, n), SV("*/")))
		n++;
	return n < text.n ? n + 2 : n;
}

/* As long as the space, or comment, that JSON cannot have; 0: there is none. */
static size_t odd_space(struct sv text)
{
	size_t n = sv_starts(text, SV("//")) ? comment(text) : 0;

	if (sv_starts(text, SV("/*\001")) && sv_has(sv_skip(text, 2), SV("*/")))
		return comment(text); /* it looks like what stands for them, below */
	return is_separator(sv_skip(text, n)) ? n + 3 : n ? 0 : other_space(text);
}

/* The same of what it may have between tokens, too. */
static size_t plain_space(struct sv text)
{
	return text.n && memchr(" \t\r\n", text.p[0], 4) ? 1 : odd_space(text) ? 0 : comment(text);
}

/*
 * JSON gets a comment for it that says where it stands, so that it is still known when something
 * was put beside it.
 */
static size_t spell_space(struct spelling *s, struct sv text)
{
	size_t n = odd_space(text);
	char mark[40];

	if (!n)
		return 0;
	(void)snprintf(mark, sizeof mark, "/*\001%zu*/", (size_t)(text.p - s->source.p));
	gaff_buf_add(&s->json, sv_of(mark));
	return n;
}

static bool is_key(struct sv rest)
{
	while (rest.n) {
		size_t n = plain_space(rest);

		if (!n)
			n = odd_space(rest);
		if (!n)
			return rest.p[0] == ':';
		rest = sv_skip(rest, n);
	}
	return false;
}

static bool are_hex(struct sv text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (i >= text.n || !text.p[i] || !strchr("0123456789abcdefABCDEF", text.p[i]))
			return false;
	return true;
}

static void add_char(struct buf *out, char c)
{
	char code[8];

	if ((unsigned char)c >= ' ') {
		buf_addc(out, c);
		return;
	}
	(void)snprintf(code, sizeof code, "\\u%04x", (unsigned)c);
	gaff_buf_add(out, sv_of(code));
}

/* What is behind a backslash. As long as it is in the text; 0: it is not an escape. */
static size_t spell_escape(struct buf *out, struct sv text)
{
	char c = text.n ? text.p[0] : '1';

	if (c == 'u' && are_hex(sv_skip(text, 1), 4)) {
		gaff_buf_add(out, SV("\\"));
		gaff_buf_add(out, (struct sv){ text.p, 5 });
		return 5;
	}
	if (c == 'x' && are_hex(sv_skip(text, 1), 2)) {
		gaff_buf_add(out, SV("\\u00"));
		gaff_buf_add(out, (struct sv){ text.p + 1, 2 });
		return 3;
	}
	if (c == 'u' || c == 'x' || (c >= '1' && c <= '9') ||
	    (c == '0' && text.n > 1 && ascii_isdigit(text.p[1])))
		return 0;
	if (c == '\n' || c == '\r' || is_separator(text)) /* the line goes on */
		return is_separator(text) ? 3 : sv_starts(text, SV("\r\n")) ? 2 : 1;
	if (c == '0' || c == 'v') {
		gaff_buf_add(out, c == 'v' ? SV("\\u000b") : SV("\\u0000"));
		return 1;
	}
	if (c && strchr("bfnrt\"\\", c))
		buf_addc(out, '\\');
	add_char(out, c);
	return 1;
}

/* A text in either kind of quotes. As long as it is; 0: it has no end, or a wrong escape. */
static size_t spell_text(struct buf *out, struct sv text)
{
	buf_addc(out, '"');
	for (size_t i = 1; i < text.n;) {
		char c = text.p[i];
		size_t n = 1;

		if (c == text.p[0]) {
			buf_addc(out, '"');
			return i + 1;
		}
		if (c == '\n' || c == '\r')
			return 0;
		if (c == '\\') {
			n = spell_escape(out, sv_skip(text, i + 1));
			if (!n++)
				return 0;
		} else {
			if (c == '"')
				buf_addc(out, '\\');
			add_char(out, c);
		}
		i += n;
	}
	return 0;
}

/* Letters, digits, signs and the like, up to what cannot be in a name or a number. */
static struct sv bare_word(struct sv text)
{
	size_t n = 0;

	while (n < text.n) {
		unsigned char c = (unsigned char)text.p[n];

		if (c < 0x80 ? !ascii_isalpha((char)c) && !ascii_isdigit((char)c) &&
				       !memchr("_$\\+-.", c, 6)
			     : is_separator(sv_skip(text, n)) || other_space(sv_skip(text, n)))
			break;
		n++;
	}
	return (struct sv){ text.p, n };
}

/* A name of JavaScript: of letters of any script, some of them as \uXXXX. */
static bool is_name(struct spelling *s, struct sv word)
{
	static const struct sv letters = SV_INIT("^[\\p{L}\\p{Nl}$_][\\p{L}\\p{Nl}\\p{Mn}\\p{Mc}"
						 "\\p{Nd}\\p{Pc}$_\xe2\x80\x8c\xe2\x80\x8d]*$");
	bool is_plain = !ascii_isdigit(word.p[0]), is_ascii = true;
	struct buf b = buf_in(s->arena);
	struct gaff_err ignored;
	struct sv name;

	for (size_t i = 0; i < word.n; i++) {
		if (word.p[i] == '\\' && !are_hex(sv_skip(word, i + 2), 4))
			return false;
		is_plain = is_plain && (ascii_isalpha(word.p[i]) || ascii_isdigit(word.p[i]) ||
					word.p[i] == '_' || word.p[i] == '$');
		is_ascii = is_ascii && (unsigned char)word.p[i] < 0x80 && word.p[i] != '\\';
	}
	if (is_ascii)
		return is_plain;
	buf_addc(&b, '"');
	gaff_buf_add(&b, word);
	buf_addc(&b, '"');
	if (!s->names && gaff_regex_compile(s->arena, letters, &s->names, &ignored) != GAFF_OK)
		return false;
	return buf_ok(&b) && gaff_json_text(s->arena, (struct json){ b.p, b.n }, &name) &&
	       gaff_regex_search(s->names, name);
}

/* Without a value in JSON: what is too large for any number, and what is none. */
static bool spell_word(struct buf *out, struct sv word, bool is_negative)
{
	if (sv_eq(word, SV("Infinity")))
		gaff_buf_add(out, is_negative ? SV("-1e999") : SV("1e999"));
	else if (sv_eq(word, SV("NaN")))
		gaff_buf_add(out, SV("null"));
	else
		return false;
	return true;
}

/* A number that JSON spells otherwise; false: as it stands there. */
static bool spell_number(struct buf *out, struct sv word)
{
	bool is_negative = sv_starts(word, SV("-")),
	     has_sign = is_negative || sv_starts(word, SV("+"));
	struct sv digits = sv_skip(word, has_sign);
	const char *dot = sv_chr(digits, '.');
	size_t whole = dot ? (size_t)(dot - digits.p) : 0;
	char text[80];

	if (spell_word(out, digits, is_negative))
		return true;
	if ((sv_starts(digits, SV("0x")) || sv_starts(digits, SV("0X"))) && digits.n > 2 &&
	    digits.n < sizeof text && are_hex(sv_skip(digits, 2), digits.n - 2)) {
		(void)snprintf(text, sizeof text, "%.*s", SV_ARG(digits));
		(void)snprintf(text, sizeof text, "%s%.17g", is_negative ? "-" : "",
			       strtod(text, NULL));
		gaff_buf_add(out, sv_of(text));
		return true;
	}
	if (!digits.n || !(ascii_isdigit(digits.p[0]) ||
			   (digits.p[0] == '.' && digits.n > 1 && ascii_isdigit(digits.p[1]))))
		return false;
	if (is_negative)
		buf_addc(out, '-');
	if (dot && !whole)
		buf_addc(out, '0');
	gaff_buf_add(out, (struct sv){ digits.p, dot ? whole : digits.n });
	if (dot) /* without digits behind it there is no dot */
		gaff_buf_add(out, sv_skip(digits, whole + (whole + 1 == digits.n || dot[1] == 'e' ||
							   dot[1] == 'E')));
	return true;
}

/* One token. As long as it is; 0: it is none. */
static size_t spell_token(struct spelling *s, struct sv text)
{
	struct sv word;

	if (text.p[0] == '"' || text.p[0] == '\'')
		return spell_text(&s->json, text);
	if (text.p[0] == '/') /* nothing that stands for a space may make a comment of it */
		return 0;
	word = bare_word(text);
	if (!word.n) {
		buf_addc(&s->json, text.p[0]);
		return 1;
	}
	if (is_key(sv_skip(text, word.n)) && is_name(s, word)) {
		buf_addc(&s->json, '"');
		gaff_buf_add(&s->json, word);
		buf_addc(&s->json, '"');
	} else if (!spell_number(&s->json, word)) {
		gaff_buf_add(&s->json, word);
	}
	return word.n;
}

static enum gaff_rc spell(struct arena *a, struct sv text, struct spelling *s, struct gaff_err *err)
{
	size_t n;

	*s = (struct spelling){ .arena = a, .json = buf_in(a), .source = text };
	if (text.n > GAFF_EDIT_MAX)
		return gaff_fail(err, GAFF_ETOOBIG, "larger than %u bytes", GAFF_EDIT_MAX);
	if (sv_starts(text, SV("\xef\xbb\xbf"))) {
		s->bom = (struct sv){ text.p, 3 };
		s->source = sv_skip(text, 3);
	}
	add_mark(s, 0);
	for (size_t i = 0; i < s->source.n; i += n) {
		struct sv rest = sv_skip(s->source, i);

		n = plain_space(rest);
		gaff_buf_add(&s->json, (struct sv){ rest.p, n });
		if (n)
			continue;
		add_mark(s, i);
		n = spell_space(s, rest);
		if (!n)
			n = spell_token(s, rest);
		if (!n)
			return gaff_source_fail(s->source, i, err, GAFF_ESYNTAX,
						"this is not JSON5");
		add_mark(s, i + n);
	}
	return gaff_arena_check(a, err);
}

/* Where something of the JSON stands in the text; inside of a token that is spelled otherwise it is
 * where that begins. */
static size_t source_of(const struct gaff_doc_mark *mark, size_t n, size_t at, bool *is_inside)
{
	size_t low = 0, high = n, behind;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		*(mark[middle].json <= at ? &low : &high) = middle;
	}
	behind = at - mark[low].json;
	*is_inside = low % 2 && behind;
	if (*is_inside && low + 1 < n &&
	    mark[low + 1].json - mark[low].json != mark[low + 1].source - mark[low].source)
		behind = 0;
	return mark[low].source + behind;
}

static struct gaff_place place_json5(const struct gaff_doc *doc, const char *at)
{
	bool is_inside;

	return gaff_source_place(doc->source, source_of(doc->marks, doc->marks_n,
							(size_t)(at - doc->json.p), &is_inside));
}

typedef enum gaff_rc read_fn(struct arena *a, struct sv text, struct gaff_doc *out,
			     struct gaff_err *err);

static enum gaff_rc read_by(read_fn *read, struct arena *a, struct sv text, struct gaff_doc *out,
			    struct gaff_err *err)
{
	struct spelling s;
	struct gaff_err why;
	bool is_inside;

	GAFF_TRY(spell(a, text, &s, err));
	if (read(a, buf_sv(&s.json), out, &why) != GAFF_OK) {
		*err = why;
		return !why.line ? why.rc
				 : gaff_source_fail(
					   s.source,
					   source_of(s.mark, s.n_marks, why.offset, &is_inside),
					   err, why.rc, "%s", why.msg);
	}
	out->source = s.source;
	out->marks = s.mark;
	out->marks_n = s.n_marks;
	return GAFF_OK;
}

static enum gaff_rc read_json5(struct arena *a, struct sv text, struct gaff_doc *out,
			       struct gaff_err *err)
{
	return read_by(gaff_editor_json.read, a, text, out, err);
}

static enum gaff_rc read_once(struct arena *a, struct sv text, struct gaff_doc *out,
			      struct gaff_err *err)
{
	return read_by(gaff_editor_json.read_once, a, text, out, err);
}

/* It refuses nothing of what JSON5 has. */
static enum gaff_rc find_refused(struct arena *a, unsigned row_flags, struct sv text,
				 const struct gaff_doc *doc, struct gaff_refused *out,
				 struct gaff_err *err)
{
	(void)row_flags;
	(void)text;
	(void)doc;
	*out = (struct gaff_refused){ 0 };
	return gaff_arena_check(a, err);
}

static bool has_comments(struct arena *a, struct sv text)
{
	struct spelling s;
	struct gaff_err ignored;

	return spell(a, text, &s, &ignored) != GAFF_OK ||
	       gaff_editor_json.has_comments(a, buf_sv(&s.json));
}

/* ---- edits ---- */

/* The comment that stands for an odd space; as long as it is, or 0. */
static size_t odd_mark(const struct spelling *s, struct sv text, struct sv *space)
{
	size_t n = 3, at = 0;

	if (!sv_starts(text, SV("/*\001")))
		return 0;
	for (; n < text.n && ascii_isdigit(text.p[n]) && at < s->source.n; n++)
		at = at * 10 + (size_t)(text.p[n] - '0');
	if (!sv_starts(sv_skip(text, n), SV("*/")) || at >= s->source.n)
		return 0;
	*space = sv_skip(s->source, at);
	space->n = odd_space(*space);
	return n + 2;
}

/* What was put in, with the spaces between it as they were. */
static void add_new(struct buf *b, const struct spelling *s, struct sv text)
{
	while (text.n) {
		struct sv space = { text.p, 1 };
		size_t n = odd_mark(s, text, &space);

		gaff_buf_add(b, space);
		text = sv_skip(text, n ? n : 1);
	}
}

/* Put what is different in the edited JSON into the text, by whole tokens. */
static enum gaff_rc put_back(const struct spelling *s, struct sv after, struct sv *out,
			     struct gaff_err *err)
{
	struct sv before = buf_sv(&s->json);
	struct gaff_doc want, got;
	struct buf b = buf_in(s->arena);
	size_t from = 0, end = 0, at, to;
	bool is_inside;

	while (from < before.n && from < after.n && before.p[from] == after.p[from])
		from++;
	(void)source_of(s->mark, s->n_marks, from, &is_inside);
	while (is_inside)
		(void)source_of(s->mark, s->n_marks, --from, &is_inside);
	while (end < before.n - from && end < after.n - from &&
	       before.p[before.n - end - 1] == after.p[after.n - end - 1])
		end++;
	at = source_of(s->mark, s->n_marks, from, &is_inside);
	to = source_of(s->mark, s->n_marks, before.n - end, &is_inside);
	while (is_inside)
		to = source_of(s->mark, s->n_marks, before.n - --end, &is_inside);
	gaff_buf_add(&b, s->bom);
	gaff_buf_add(&b, (struct sv){ s->source.p, at });
	add_new(&b, s, (struct sv){ after.p + from, after.n - end - from });
	gaff_buf_add(&b, sv_skip(s->source, to));
	*out = buf_sv(&b);
	GAFF_TRY(gaff_buf_check(&b, err));
	GAFF_TRY(gaff_editor_json.read(s->arena, after, &want, err));
	if (read_json5(s->arena, *out, &got, err) != GAFF_OK ||
	    !gaff_json_same(s->arena, want.root, got.root))
		return gaff_fail(err, GAFF_EUNSUPPORTED,
				 "the file could not be changed without changing more of it");
	return GAFF_OK;
}

static enum gaff_rc append(struct arena *a, struct sv text, struct gaff_steps list,
			   struct json element, struct sv *out, struct gaff_err *err)
{
	struct spelling s;

	GAFF_TRY(spell(a, text, &s, err));
	GAFF_TRY(gaff_editor_json.append(a, buf_sv(&s.json), list, element, out, err));
	return put_back(&s, *out, out, err);
}

static enum gaff_rc set(struct arena *a, struct sv text, struct gaff_steps member,
			struct json value, struct sv *out, struct gaff_err *err)
{
	struct spelling s;

	GAFF_TRY(spell(a, text, &s, err));
	GAFF_TRY(gaff_editor_json.set(a, buf_sv(&s.json), member, value, out, err));
	return put_back(&s, *out, out, err);
}

static enum gaff_rc take_out(struct arena *a, struct sv text, struct gaff_steps member,
			     struct sv *out, struct gaff_err *err)
{
	struct spelling s;

	GAFF_TRY(spell(a, text, &s, err));
	GAFF_TRY(gaff_editor_json.remove(a, buf_sv(&s.json), member, out, err));
	return put_back(&s, *out, out, err);
}

static enum gaff_rc take_out_at(struct arena *a, struct sv text, struct gaff_steps list, size_t i,
				struct sv *out, struct gaff_err *err)
{
	struct spelling s;

	GAFF_TRY(spell(a, text, &s, err));
	GAFF_TRY(gaff_editor_json.remove_at(a, buf_sv(&s.json), list, i, out, err));
	return put_back(&s, *out, out, err);
}

static enum gaff_rc write_json5(struct arena *a, struct json document, bool hides_comments,
				struct sv *out, struct gaff_err *err)
{
	return gaff_editor_json.write(a, document, hides_comments, out, err);
}

const struct gaff_editor gaff_editor_json5 = {
	.format = SV_INIT("json"),
	.read = read_json5,
	.read_once = read_once,
	.write = write_json5,
	.place = place_json5,
	.find_refused = find_refused,
	.has_comments = has_comments,
	.append = append,
	.set = set,
	.remove = take_out,
	.remove_at = take_out_at,
};
