#include "text/regex/regex_parts.h"

#include "text/utf8.h"

static struct sv rest(const struct regex_parser *ps)
{
	return (struct sv){ ps->p, (size_t)(ps->end - ps->p) };
}

enum gaff_rc gaff_regex_rune(struct regex_parser *ps, uint32_t *out)
{
	const unsigned char *s = (const unsigned char *)ps->p;
	unsigned n = utf8_is_surrogate(ps->p, ps->end) ? 3 : utf8_length(ps->p, ps->end);
	uint32_t rune = s[0];

	if (!n)
		return gaff_regex_bad(ps, ps->p, "the pattern is not UTF-8");
	if (n > 1)
		rune &= 0x7fu >> n;
	for (unsigned i = 1; i < n; i++)
		rune = rune << 6 | (s[i] & 0x3f);
	ps->p += n;
	*out = rune;
	return GAFF_OK;
}

static bool is_octal(const struct regex_parser *ps)
{
	return ps->p < ps->end && *ps->p >= '0' && *ps->p <= '7';
}

/* \x7F or \x{10FFFF}, behind the x. */
static enum gaff_rc hex_escape(struct regex_parser *ps, const char *at, uint32_t *out)
{
	static const char what[] = "\\x needs two hexadecimal digits, or up to 10FFFF in {}";
	bool braced = ps->p < ps->end && *ps->p == '{';
	uint32_t rune = 0;
	unsigned digits = 0;

	ps->p += braced;
	while (ps->p < ps->end && ascii_hex_digit(*ps->p) >= 0 && (braced || digits < 2)) {
		rune = rune * 16 + (uint32_t)ascii_hex_digit(*ps->p++);
		digits++;
		if (rune > UNICODE_MAX)
			return gaff_regex_bad(ps, at, what);
	}
	if (braced ? !digits || ps->p == ps->end || *ps->p++ != '}' : digits != 2)
		return gaff_regex_bad(ps, at, what);
	*out = rune;
	return GAFF_OK;
}

enum gaff_rc gaff_regex_escape(struct regex_parser *ps, uint32_t *out)
{
	static const char letters[] = "aftnrv", meant[] = "\a\f\t\n\r\v";
	const char *at = ps->p++, *letter;
	char c;

	if (ps->p == ps->end)
		return gaff_regex_bad(ps, at, "a trailing backslash");
	c = *ps->p++;
	letter = c ? strchr(letters, c) : NULL;
	if (letter) {
		*out = (unsigned char)meant[letter - letters];
		return GAFF_OK;
	}
	if (c == 'x')
		return hex_escape(ps, at, out);
	if (c == '0' || (c >= '1' && c <= '7' && is_octal(ps))) {
		*out = (uint32_t)(c - '0');
		for (int i = 0; i < 2 && is_octal(ps); i++)
			*out = *out * 8 + (uint32_t)(*ps->p++ - '0');
		return GAFF_OK;
	}
	if (c >= '1' && c <= '9')
		return gaff_regex_bad(
			ps, at, "backreferences are not supported: patterns run in linear time");
	if (c == 'C')
		return gaff_regex_bad(ps, at,
				      "\\C is not supported: characters are not taken apart");
	if ((unsigned char)c >= 0x80) {
		ps->p--;
		GAFF_TRY(gaff_regex_rune(ps, out));
		return gaff_regex_bad(ps, at, "only ASCII is escaped with a backslash");
	}
	if (ascii_isalpha(c))
		return gaff_regex_bad(ps, at, "an escape that does not exist");
	*out = (unsigned char)c;
	return GAFF_OK;
}

/* What was added from the mark on is a whole class: its cases, or all but it. */
static void finish_part(struct regex_parser *ps, size_t mark, bool negated)
{
	if (ps->flags & REGEX_FOLD)
		gaff_regex_fold(&ps->set, mark);
	if (negated)
		gaff_regex_negate(&ps->set, mark);
}

/* \pN \p{Greek} \P{^Greek} */
static enum gaff_rc unicode_class(struct regex_parser *ps)
{
	const char *at = ps->p, *close;
	bool negated = ps->p[1] == 'P';
	size_t mark = ps->set.n;
	struct sv name;

	ps->p += 2;
	if (ps->p == ps->end)
		return gaff_regex_bad(ps, at, "\\p without a name");
	if (*ps->p != '{') {
		uint32_t rune;

		name.p = ps->p;
		GAFF_TRY(gaff_regex_rune(ps, &rune));
		name.n = (size_t)(ps->p - name.p);
	} else {
		close = memchr(ps->p, '}', (size_t)(ps->end - ps->p));
		if (!close)
			return gaff_regex_bad(ps, at, "\\p{ without }");
		name = (struct sv){ ps->p + 1, (size_t)(close - ps->p) - 1 };
		ps->p = close + 1;
	}
	if (sv_starts(name, SV("^"))) {
		negated = !negated;
		name = sv_skip(name, 1);
	}
	if (!gaff_regex_add_unicode(&ps->set, name))
		return gaff_regex_bad(ps, at, "no such category or script");
	finish_part(ps, mark, negated);
	return GAFF_OK;
}

enum gaff_rc gaff_regex_shorthand(struct regex_parser *ps, bool *found)
{
	struct sv text = rest(ps);
	size_t mark = ps->set.n;
	char name[2];

	*found = false;
	if (text.n < 2 || text.p[0] != '\\')
		return GAFF_OK;
	if (text.p[1] == 'p' || text.p[1] == 'P') {
		*found = true;
		return unicode_class(ps);
	}
	name[0] = '\\';
	name[1] = (char)(text.p[1] | 0x20);
	if (ascii_isalpha(text.p[1]) && gaff_regex_add_ascii(&ps->set, (struct sv){ name, 2 })) {
		finish_part(ps, mark, name[1] != text.p[1]);
		ps->p += 2;
		*found = true;
	}
	return GAFF_OK;
}

/* [:alpha:] or [:^alpha:] inside of brackets; without its end, "[:" are two characters. */
static enum gaff_rc posix_class(struct regex_parser *ps, bool *found)
{
	struct sv text = rest(ps), name;
	size_t mark = ps->set.n;
	const char *close;
	bool negated;

	*found = false;
	if (!sv_starts(text, SV("[:")))
		return GAFF_OK;
	close = memmem(text.p + 2, text.n - 2, ":]", 2);
	if (!close)
		return GAFF_OK;
	name = (struct sv){ text.p + 2, (size_t)(close - text.p) - 2 };
	negated = sv_starts(name, SV("^"));
	name = sv_skip(name, negated ? 1 : 0);
	/* The table has Perl's letters too, which have no place here. */
	if (sv_starts(name, SV("\\")) || !gaff_regex_add_ascii(&ps->set, name))
		return gaff_regex_bad(ps, text.p, "no such class");
	finish_part(ps, mark, negated);
	ps->p = close + 2;
	*found = true;
	return GAFF_OK;
}

static enum gaff_rc class_rune(struct regex_parser *ps, const char *open, uint32_t *out)
{
	if (ps->p == ps->end)
		return gaff_regex_bad(ps, open, "[ without ]");
	return *ps->p == '\\' ? gaff_regex_escape(ps, out) : gaff_regex_rune(ps, out);
}

static enum gaff_rc class_range(struct regex_parser *ps, const char *open)
{
	const char *at = ps->p;
	size_t mark = ps->set.n;
	uint32_t lo, hi;

	GAFF_TRY(class_rune(ps, open, &lo));
	hi = lo;
	if (ps->end - ps->p >= 2 && ps->p[0] == '-' && ps->p[1] != ']') {
		ps->p++;
		GAFF_TRY(class_rune(ps, open, &hi));
		if (hi < lo)
			return gaff_regex_bad(ps, at, "a range that ends before it begins");
	}
	gaff_regex_add(&ps->set, lo, hi);
	finish_part(ps, mark, false);
	return GAFF_OK;
}

enum gaff_rc gaff_regex_brackets(struct regex_parser *ps)
{
	const char *open = ps->p++, *first;
	size_t tidied = 1024;
	bool negated = ps->p < ps->end && *ps->p == '^', found;

	ps->p += negated;
	first = ps->p;
	while (ps->p < ps->end && (*ps->p != ']' || ps->p == first)) {
		GAFF_TRY(posix_class(ps, &found));
		if (!found)
			GAFF_TRY(gaff_regex_shorthand(ps, &found));
		if (!found)
			GAFF_TRY(class_range(ps, open));
		if (ps->set.n > tidied * 2) { /* [\pL\pL\pL…] is no larger than [\pL] */
			gaff_regex_tidy(&ps->set, 0);
			tidied = ps->set.n > 1024 ? ps->set.n : 1024;
		}
	}
	if (ps->p == ps->end)
		return gaff_regex_bad(ps, open, "[ without ]");
	ps->p++;
	if (negated)
		gaff_regex_negate(&ps->set, 0);
	return GAFF_OK;
}
