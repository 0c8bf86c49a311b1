#include "base/limits.h"
#include "convert/matcher/matcher_parts.h"
#include "text/regex/js_regex.h"
#include "text/utf8.h"

/*
 * One pass over a pattern, which writes it anew. The flags of RE2 and Rust are written out: (?i)a
 * becomes [Aa]; ^ and $ are the ends of a name with (?m) and without, as it is one line.
 */

#define NOWHERE SIZE_MAX

struct flags {
	bool folds, dot_is_all;
};

struct pattern {
	struct arena *a;
	enum gaff_pattern_syntax syntax;
	const char *p, *end;
	struct buf out;
	struct flags flags, outer[GAFF_REGEX_DEPTH_MAX];
	size_t depth;
	size_t wrap; /* where something begins that a repeat needs a group around, or NOWHERE */
	struct gaff_err *err;
};

static enum gaff_rc refuse(struct pattern *s, const char *what)
{
	return gaff_fail(s->err, GAFF_EUNSUPPORTED, "%s", what);
}

static char peek(const struct pattern *s, size_t i)
{
	return (size_t)(s->end - s->p) > i ? s->p[i] : '\0';
}

static bool is_among(char c, const char *chars)
{
	return c && strchr(chars, c);
}

static bool is_js(const struct pattern *s)
{
	return s->syntax == GAFF_PATTERN_JS;
}

static void write(struct pattern *s, struct sv text)
{
	gaff_buf_add(&s->out, text);
}

/* ---- characters ---- */

void gaff_pattern_char(struct buf *out, char c, const char *special)
{
	static const char digits[] = "0123456789abcdef";

	if ((unsigned char)c < ' ' || c == 127) {
		gaff_buf_add(out, SV("\\x"));
		buf_addc(out, digits[c >> 4]);
		buf_addc(out, digits[c & 15]);
		return;
	}
	if (is_among(c, special))
		buf_addc(out, '\\');
	buf_addc(out, c);
}

static const char special[] = "\\^$.|?*+()[]{}";

void gaff_pattern_quote(struct buf *out, struct sv text)
{
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] < 0x80)
			gaff_pattern_char(out, text.p[i], special);
		else
			buf_addc(out, text.p[i]);
}

static enum gaff_rc literal(struct pattern *s, uint32_t rune)
{
	char utf8[4], pair[] = { '[', (char)(rune & ~0x20u), (char)(rune | 0x20u), ']' };

	s->wrap = NOWHERE;
	if (rune < 0x80) {
		if (s->flags.folds && ascii_isalpha((char)rune))
			write(s, (struct sv){ pair, sizeof pair });
		else
			gaff_pattern_char(&s->out, (char)rune, special);
		return GAFF_OK;
	}
	if (s->flags.folds)
		return refuse(s, "it has letters without case that are not ASCII");
	s->wrap = s->out.n; /* beyond U+FFFF it is two characters for JavaScript */
	write(s, (struct sv){ utf8, utf8_put(utf8, rune) });
	return GAFF_OK;
}

static enum gaff_rc take_rune(struct pattern *s)
{
	const unsigned char *p = (const unsigned char *)s->p;
	unsigned n = utf8_length(s->p, s->end);
	uint32_t rune = n > 1 ? p[0] & (0x7fu >> n) : p[0];

	if (!n)
		return refuse(s, "it is not UTF-8");
	for (unsigned i = 1; i < n; i++)
		rune = rune << 6 | (p[i] & 0x3fu);
	s->p += n;
	return literal(s, rune);
}

/* ---- escapes ---- */

static bool take_hex(struct pattern *s, size_t n, uint32_t *out)
{
	*out = 0;
	for (size_t i = 0; i < n; i++) {
		if (ascii_hex_digit(peek(s, i)) < 0)
			return false;
		*out = *out << 4 | (uint32_t)ascii_hex_digit(peek(s, i));
	}
	s->p += n;
	return true;
}

/* Behind \x or \u: so many digits, or in RE2 and Rust any number in braces. */
static enum gaff_rc code_point(struct pattern *s, char letter)
{
	uint32_t rune;
	size_t n = 0;

	if (!is_js(s) && peek(s, 0) == '{') {
		while (n < 8 && ascii_hex_digit(peek(s, 1 + n)) >= 0)
			n++;
		s->p++;
		if (!n || !take_hex(s, n, &rune) || peek(s, 0) != '}' || rune > 0x10ffff)
			return refuse(s, "it has an escape that is none");
		s->p++;
		return literal(s, rune);
	}
	if (take_hex(s, letter == 'x' ? 2 : 4, &rune))
		return literal(s, rune);
	return is_js(s) ? literal(s, (uint32_t)letter) /* which stands for itself */
			: refuse(s, "it has an escape that is none");
}

static enum gaff_rc place(struct pattern *s, struct sv spelled)
{
	s->wrap = s->out.n;
	write(s, spelled);
	return GAFF_OK;
}

/* \Q…\E: everything is what it is. */
static enum gaff_rc quoted(struct pattern *s)
{
	while (s->p < s->end) {
		if (peek(s, 0) == '\\' && peek(s, 1) == 'E') {
			s->p += 2;
			break;
		}
		GAFF_TRY(take_rune(s));
	}
	return GAFF_OK;
}

static enum gaff_rc property(struct pattern *s, const char *at)
{
	const char *close = peek(s, 0) == '{' ? memchr(s->p, '}', (size_t)(s->end - s->p)) : s->p;

	if (!close || close >= s->end || (unsigned char)*close >= 0x80)
		return refuse(s, "it has a \\p that is none");
	s->p = close + 1;
	s->wrap = NOWHERE;
	return gaff_pattern_property(s->a, s->flags.folds, (struct sv){ at, (size_t)(s->p - at) },
				     &s->out, s->err);
}

/* \012 of RE2, or \0 of all but Rust. */
static enum gaff_rc octal(struct pattern *s, char first)
{
	uint32_t rune = (uint32_t)(first - '0');
	bool is_octal = peek(s, 0) >= '0' && peek(s, 0) <= '7';

	if (s->syntax == GAFF_PATTERN_RUST ||
	    (is_js(s) && (first != '0' || ascii_isdigit(peek(s, 0)))) ||
	    (first != '0' && (first > '7' || !is_octal)))
		return refuse(s, "it refers back to a group");
	for (int i = 0; i < 2 && !is_js(s) && peek(s, 0) >= '0' && peek(s, 0) <= '7'; i++)
		rune = rune * 8 + (uint32_t)(*s->p++ - '0');
	return literal(s, rune);
}

static enum gaff_rc escape(struct pattern *s)
{
	static const char controls[] = "tnrfv", meant[] = "\t\n\r\f\v";
	const char *at = s->p;
	char c = peek(s, 1), spelled[] = { '\\', c };

	if (s->end - s->p < 2)
		return gaff_fail(s->err, GAFF_ESYNTAX, "a \\ at the end");
	s->p += 2;
	if (is_among(c, "dDwWsS")) {
		s->wrap = NOWHERE;
		write(s, (struct sv){ spelled, 2 });
		return GAFF_OK;
	}
	if (c == 'b' || c == 'B') {
		if (s->syntax == GAFF_PATTERN_RUST && peek(s, 0) == '{')
			return refuse(s, "it has a \\b{ of Rust's");
		return place(s, (struct sv){ spelled, 2 });
	}
	if (is_among(c, controls))
		return literal(s, (uint32_t)meant[strchr(controls, c) - controls]);
	if (ascii_isdigit(c))
		return octal(s, c);
	if (c == 'x' || (c == 'u' && s->syntax != GAFF_PATTERN_RE2))
		return code_point(s, c);
	if (is_js(s)) {
		if (c == 'k' || c == 'c')
			return refuse(s, c == 'k' ? "it refers back to a group"
						  : "it has a control character");
		s->p = at + 1; /* it stands for itself */
		return take_rune(s);
	}
	if (c == 'A' || c == 'z')
		return place(s, c == 'A' ? SV("^") : SV("$"));
	if (c == 'a')
		return literal(s, '\a');
	if (c == 'p' || c == 'P')
		return property(s, at);
	if (c == 'Q' && s->syntax == GAFF_PATTERN_RE2)
		return quoted(s);
	if ((unsigned char)c >= 0x80 || ascii_isalpha(c) ||
	    (s->syntax == GAFF_PATTERN_RUST && (c == '<' || c == '>')))
		return refuse(s, "it has an escape that is none");
	return literal(s, (unsigned char)c);
}

/* ---- groups ---- */

static enum gaff_rc open_group(struct pattern *s, struct sv spelled, size_t n, struct flags inner)
{
	if (s->depth == COUNT_OF(s->outer))
		return refuse(s, "its groups are nested too deep");
	s->outer[s->depth++] = s->flags;
	s->flags = inner;
	s->wrap = NOWHERE;
	s->p += n;
	write(s, spelled);
	return GAFF_OK;
}

/* (?i) (?s-i:…: n is how long it is. */
static bool take_flags(struct pattern *s, struct flags *flags, size_t *n)
{
	bool value = true;

	for (*n = 2; peek(s, *n); ++*n) {
		switch (peek(s, *n)) {
		case 'i':
			flags->folds = value;
			break;
		case 's':
			flags->dot_is_all = value;
			break;
		case 'm':
		case 'U':
			break;
		case '-':
			value = false;
			break;
		default:
			return peek(s, *n) == ':' || peek(s, *n) == ')';
		}
	}
	return false;
}

/* (?<name> and (?P<name>: n is how long it is. What else can be a name, engines do not agree on. */
static bool take_name(const struct pattern *s, size_t *n)
{
	size_t begin = peek(s, 2) == 'P' ? 4 : 3;

	for (*n = begin; ascii_isalpha(peek(s, *n)) || peek(s, *n) == '_' ||
			 (*n > begin && ascii_isdigit(peek(s, *n)));)
		++*n;
	return *n > begin && peek(s, (*n)++) == '>';
}

static enum gaff_rc group(struct pattern *s)
{
	struct sv text = { s->p, (size_t)(s->end - s->p) };
	bool is_named = sv_starts(text, SV("(?P<")) || sv_starts(text, SV("(?<"));
	struct flags flags = s->flags;
	size_t n;

	if (!sv_starts(text, SV("(?")))
		return open_group(s, SV("("), 1, flags);
	if (sv_starts(text, SV("(?:")))
		return open_group(s, SV("(?:"), 3, flags);
	if (sv_starts(text, SV("(?=")) || sv_starts(text, SV("(?!")) ||
	    sv_starts(text, SV("(?<=")) || sv_starts(text, SV("(?<!")))
		return refuse(s, "it looks ahead or behind");
	if (is_named)
		return take_name(s, &n) ? open_group(s, SV("("), n, flags)
					: refuse(s, "it has a group of an unusual name");
	if (is_js(s) || !take_flags(s, &flags, &n)) /* younger than some engines of JavaScript */
		return refuse(s, "it has flags that not every engine knows");
	if (peek(s, n) == ':')
		return open_group(s, SV("(?:"), n + 1, flags);
	s->flags = flags;
	s->p += n + 1;
	return GAFF_OK;
}

static enum gaff_rc close_group(struct pattern *s)
{
	if (!s->depth)
		return gaff_fail(s->err, GAFF_ESYNTAX, "a ) without a (");
	s->flags = s->outer[--s->depth];
	s->p++;
	s->wrap = NOWHERE;
	write(s, SV(")"));
	return GAFF_OK;
}

/* ---- repeats ---- */

/* The length of {n} {n,} {n,m}; 0: it is a brace and what follows it. */
static size_t counts_length(const struct pattern *s, bool *has_zeros)
{
	size_t i = 1;

	*has_zeros = false;
	for (int part = 0; part < 2; part++) {
		size_t begin = i;

		while (ascii_isdigit(peek(s, i)))
			i++;
		if (i == begin && !part)
			return 0;
		*has_zeros = *has_zeros || (i > begin + 1 && peek(s, begin) == '0');
		if (peek(s, i) == '}')
			return i + 1;
		if (part || peek(s, i) != ',')
			return 0;
		i++;
	}
	return 0;
}

static enum gaff_rc repeat(struct pattern *s, size_t n)
{
	if (s->wrap != NOWHERE) {
		struct sv atom = { s->out.p + s->wrap, s->out.n - s->wrap };
		char *copy = gaff_arena_dup(s->a, atom);

		if (is_js(s) && (unsigned char)atom.p[0] >= 0xf0)
			return refuse(s, "it repeats half a character"); /* of two, the second */
		GAFF_TRY(gaff_arena_check(s->a, s->err));
		s->out.n = s->wrap;
		write(s, SV("(?:"));
		write(s, (struct sv){ copy, atom.n });
		write(s, SV(")"));
		s->wrap = NOWHERE;
	}
	n += peek(s, n) == '?';
	if (s->syntax == GAFF_PATTERN_RUST && is_among(peek(s, n), "*+?{"))
		return refuse(s, "it repeats a repeat");
	write(s, (struct sv){ s->p, n });
	s->p += n;
	return GAFF_OK;
}

static enum gaff_rc take_term(struct pattern *s)
{
	bool has_zeros;
	size_t n;

	switch (*s->p) {
	case '(':
		return group(s);
	case ')':
		return close_group(s);
	case '|':
		s->p++;
		s->wrap = NOWHERE;
		write(s, SV("|"));
		return GAFF_OK;
	case '^':
	case '$':
		return place(s, (struct sv){ s->p++, 1 });
	case '.':
		s->p++;
		s->wrap = NOWHERE;
		write(s, s->flags.dot_is_all ? SV("[\\s\\S]") : SV("."));
		return GAFF_OK;
	case '*':
	case '+':
	case '?':
		return repeat(s, 1);
	case '{':
		n = counts_length(s, &has_zeros); /* {01} is no repeat for RE2 */
		if (n && !has_zeros)
			return repeat(s, n);
		if ((n && is_js(s)) || s->syntax == GAFF_PATTERN_RUST)
			return refuse(s, "it has braces that not every engine reads alike");
		return take_rune(s);
	case '[':
		s->wrap = NOWHERE;
		return gaff_pattern_class(s->a, s->syntax, s->flags.folds, &s->p, s->end, &s->out,
					  s->err);
	case '\\':
		return escape(s);
	default:
		return take_rune(s);
	}
}

enum gaff_rc gaff_pattern_for_all(struct arena *a, enum gaff_pattern_syntax syntax,
				  struct sv pattern, struct sv *out, struct gaff_err *err)
{
	struct pattern s = { .a = a,
			     .syntax = syntax,
			     .p = pattern.p,
			     .end = pattern.p + pattern.n,
			     .out = buf_in(a),
			     .wrap = NOWHERE,
			     .err = err };

	if (pattern.n > GAFF_REGEX_SIZE_MAX)
		return refuse(&s, "it is too long");
	if (syntax == GAFF_PATTERN_JS)
		GAFF_TRY(gaff_js_regex_check(pattern, err));
	while (s.p < s.end)
		GAFF_TRY(take_term(&s));
	if (s.depth)
		return gaff_fail(err, GAFF_ESYNTAX, "a ( that is not closed");
	GAFF_TRY(gaff_buf_check(&s.out, err));
	if (gaff_js_regex_check(buf_sv(&s.out), err) != GAFF_OK)
		return err->rc = GAFF_EUNSUPPORTED;
	*out = buf_sv(&s.out);
	return GAFF_OK;
}
