#include "base/limits.h"
#include "convert/matcher/matcher_parts.h"

/*
 * Classes. Most are written alike everywhere, and stay; of the others is asked which characters
 * they hold, and these are written.
 */

static bool is_word(char c)
{
	return ascii_isalpha(c) || ascii_isdigit(c);
}

static bool is_among(char c, const char *chars)
{
	return c && strchr(chars, c);
}

/* How long a class is that every engine reads alike; 0: another. */
static size_t plain_length(struct sv text)
{
	size_t i = 1, first;

	i += i < text.n && text.p[i] == '^';
	for (first = i; i < text.n; i++) {
		char c = text.p[i];
		bool is_shorthand = c == '\\' && i + 1 < text.n && is_among(text.p[i + 1], "dws");

		if (c == ']')
			return i > first ? i + 1 : 0;
		if (c == '-' && i + 1 < text.n && text.p[i + 1] == ']')
			continue;
		if (is_shorthand)
			i++;
		else if (!is_word(c) && !is_among(c, "_./ ,@"))
			return 0;
		if (i + 2 < text.n && text.p[i + 1] == '-' && text.p[i + 2] != ']') {
			if (is_shorthand || !is_word(c) || !is_word(text.p[i + 2]) ||
			    c > text.p[i + 2])
				return 0;
			i += 2;
		}
	}
	return 0;
}

/* ---- which characters a class holds ---- */

struct set {
	bool has[128];
	bool others; /* what is not ASCII */
};

/* `spelled` is RE2's. */
static enum gaff_rc ask(struct arena *a, bool folds, struct sv spelled, struct set *out,
			struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct gaff_regex *regex;
	struct arena scratch;
	enum gaff_rc rc;

	if (folds)
		gaff_buf_add(&b, SV("(?i)"));
	gaff_buf_add(&b, spelled);
	GAFF_TRY(gaff_buf_check(&b, err));
	gaff_arena_init(&scratch, NULL, 0, GAFF_REGEX_MEMORY_MAX);
	rc = gaff_regex_compile(&scratch, buf_sv(&b), &regex, err);
	if (rc == GAFF_ESYNTAX) /* for RE2; Rust has more properties, and classes in classes */
		rc = err->rc = GAFF_EUNSUPPORTED;
	for (unsigned i = 0; rc == GAFF_OK && i < 128; i++) {
		char c = (char)i;

		out->has[i] = gaff_regex_search(regex, (struct sv){ &c, 1 });
	}
	out->others = rc == GAFF_OK && gaff_regex_search(regex, SV("\xe4\xb8\xad"));
	gaff_arena_release(&scratch);
	return rc;
}

static void write_member(struct buf *out, unsigned c)
{
	gaff_pattern_char(out, (char)c, "\\[]^-&~");
}

static void write_set(struct buf *out, const struct set *set)
{
	size_t n = 0;

	for (size_t i = 0; i < 128; i++)
		n += set->has[i] != set->others;
	if (!n) {
		gaff_buf_add(out, set->others ? SV("[\\s\\S]") : SV("[^\\s\\S]"));
		return;
	}
	gaff_buf_add(out, set->others ? SV("[^") : SV("["));
	for (unsigned i = 0; i < 128; i++) {
		unsigned last = i;

		if (set->has[i] == set->others)
			continue;
		while (last < 127 && set->has[last + 1] != set->others)
			last++;
		write_member(out, i);
		if (last > i + 1)
			buf_addc(out, '-');
		if (last > i)
			write_member(out, last);
		i = last;
	}
	buf_addc(out, ']');
}

enum gaff_rc gaff_pattern_property(struct arena *a, bool folds, struct sv spelled, struct buf *out,
				   struct gaff_err *err)
{
	struct set set;

	GAFF_TRY(ask(a, folds, spelled, &set, err));
	write_set(out, &set);
	return GAFF_OK;
}

/* ---- as RE2 spells it ---- */

/* Behind the "]" of a class of RE2's or Rust's. */
static enum gaff_rc find_end(enum gaff_pattern_syntax syntax, const char **p, const char *end,
			     struct gaff_err *err)
{
	const char *s = *p + 1, *first;

	s += s < end && *s == '^';
	for (first = s; s < end && (*s != ']' || s == first); s++) {
		struct sv rest = { s, (size_t)(end - s) };

		if (sv_starts(rest, SV("[:"))) {
			const char *close = memmem(s + 2, rest.n - 2, ":]", 2);

			if (close) {
				s = close + 1;
				continue;
			}
		}
		if (syntax == GAFF_PATTERN_RUST &&
		    (*s == '[' || sv_starts(rest, SV("&&")) || sv_starts(rest, SV("--")) ||
		     sv_starts(rest, SV("~~"))))
			return gaff_fail(err, GAFF_EUNSUPPORTED, "it has a class in a class");
		if (syntax == GAFF_PATTERN_RUST && *s == '\\' && rest.n > 1 &&
		    (ascii_isdigit(s[1]) || s[1] == 'u' || s[1] == 'U' || s[1] == 'b'))
			return gaff_fail(err, GAFF_EUNSUPPORTED,
					 "it has an escape of Rust's in a class");
		s += *s == '\\' && rest.n > 1;
	}
	if (s == end)
		return gaff_fail(err, GAFF_ESYNTAX, "a [ that is not closed");
	*p = s + 1;
	return GAFF_OK;
}

/* A member of a class of JavaScript's; *is_one: a character and no \d. */
static enum gaff_rc take_js(const char **p, const char *end, struct buf *out, bool *is_one,
			    struct gaff_err *err)
{
	const char *s = *p;
	char c = *s;

	*is_one = true;
	if (c == '\\') {
		size_t digits = s[1] == 'x' ? 2 : s[1] == 'u' ? 4 : 0, n = 0;

		c = s[1]; /* there is one: the syntax has been checked */
		while (n < digits && s + 2 + n < end && ascii_hex_digit(s[2 + n]) >= 0)
			n++;
		if (is_among(c, "dDsSwWtnrfv")) {
			*is_one = is_among(c, "tnrfv");
			gaff_buf_add(out, (struct sv){ s, 2 });
			*p = s + 2;
			return GAFF_OK;
		}
		if (digits && n == digits) {
			gaff_buf_add(out, SV("\\x{"));
			gaff_buf_add(out, (struct sv){ s + 2, n });
			buf_addc(out, '}');
			*p = s + 2 + n;
			return GAFF_OK;
		}
		if (c == 'b') {
			gaff_buf_add(out, SV("\\x08"));
			*p = s + 2;
			return GAFF_OK;
		}
		if (ascii_isdigit(c) || c == 'c' || c == 'k')
			return gaff_fail(err, GAFF_EUNSUPPORTED, "it has an old escape in a class");
		s++;
	}
	if ((unsigned char)c < 0x80 && !is_word(c) && c)
		buf_addc(out, '\\');
	do
		buf_addc(out, *s++);
	while (s < end && ((unsigned char)*s & 0xc0) == 0x80);
	*p = s;
	return GAFF_OK;
}

/* "-" beside a \d is one. */
static enum gaff_rc spell_js(const char **p, const char *end, struct buf *out, struct gaff_err *err)
{
	const char *s = *p + 1;
	bool is_negated = s < end && *s == '^', is_one, is_one_too;

	s += is_negated;
	gaff_buf_add(out, is_negated ? SV("[^") : SV("["));
	while (s < end && *s != ']') {
		GAFF_TRY(take_js(&s, end, out, &is_one, err));
		if (end - s < 2 || *s != '-' || s[1] == ']')
			continue;
		s++;
		if (*s == '\\' && s + 1 < end && is_among(s[1], "dDsSwW"))
			is_one = false;
		gaff_buf_add(out, is_one ? SV("-") : SV("\\-"));
		GAFF_TRY(take_js(&s, end, out, &is_one_too, err));
	}
	buf_addc(out, ']');
	*p = s + 1;
	return GAFF_OK;
}

enum gaff_rc gaff_pattern_class(struct arena *a, enum gaff_pattern_syntax syntax, bool folds,
				const char **p, const char *end, struct buf *out,
				struct gaff_err *err)
{
	struct sv text = { *p, (size_t)(end - *p) };
	size_t n = folds ? 0 : plain_length(text);
	bool is_js = syntax == GAFF_PATTERN_JS;
	struct buf spelled = buf_in(a);
	struct set set;

	if (n) {
		gaff_buf_add(out, (struct sv){ *p, n });
		*p += n;
		return GAFF_OK;
	}
	if (is_js && (sv_starts(text, SV("[]")) || sv_starts(text, SV("[^]")))) {
		gaff_buf_add(out, text.p[1] == ']' ? SV("[^\\s\\S]") : SV("[\\s\\S]"));
		*p += text.p[1] == ']' ? 2 : 3;
		return GAFF_OK;
	}
	if (is_js) {
		GAFF_TRY(spell_js(p, end, &spelled, err));
	} else {
		GAFF_TRY(find_end(syntax, p, end, err));
		gaff_buf_add(&spelled, (struct sv){ text.p, (size_t)(*p - text.p) });
	}
	GAFF_TRY(gaff_buf_check(&spelled, err));
	GAFF_TRY(ask(a, folds, buf_sv(&spelled), &set, err));
	write_set(out, &set);
	return GAFF_OK;
}
