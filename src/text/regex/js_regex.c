#include "text/regex/js_regex.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "base/limits.h"
#include "text/utf8.h"

struct name {
	struct sv text;
	bool is_hidden; /* in an alternative that excludes the one we are in */
};

struct group {
	const char *at;
	size_t names; /* how many there were when it began */
	bool is_lookbehind;
};

struct pattern {
	const char *begin, *p, *end;
	struct name name[GAFF_JS_NAMES_MAX];
	size_t n_all, n_names;                    /* in the whole pattern, and behind us */
	bool is_in_doubt;                         /* about its names */
	struct group group[GAFF_REGEX_DEPTH_MAX]; /* the first is the pattern itself */
	size_t depth;
	struct gaff_err *err;
};

static enum gaff_rc bad(const struct pattern *s, const char *at, const char *what)
{
	gaff_fail(s->err, GAFF_ESYNTAX, "%s", what);
	s->err->offset = (size_t)(at - s->begin);
	return GAFF_ESYNTAX;
}

static char peek(const struct pattern *s, size_t i)
{
	return (size_t)(s->end - s->p) > i ? s->p[i] : '\0';
}

static bool starts(const struct pattern *s, struct sv text)
{
	return sv_starts((struct sv){ s->p, (size_t)(s->end - s->p) }, text);
}

/* ---- characters, which are UTF-16 units here ---- */

static unsigned width(const struct pattern *s)
{
	unsigned n = utf8_length(s->p, s->end);

	return n ? n : utf8_is_surrogate(s->p, s->end) ? 3 : 1;
}

/* What is beyond U+FFFF is two of them: `first` is for the end of a range, else the one behind. */
static uint32_t take_unit(struct pattern *s, uint32_t *first)
{
	const unsigned char *p = (const unsigned char *)s->p;
	unsigned n = width(s);
	uint32_t c = n == 1   ? p[0]
		     : n == 2 ? (p[0] & 0x1fu) << 6 | (p[1] & 0x3fu)
			      : (p[0] & 0xfu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu);

	s->p += n;
	*first = c;
	if (n < 4)
		return c;
	c = ((p[0] & 7u) << 18 | (p[1] & 0x3fu) << 12 | (p[2] & 0x3fu) << 6 | (p[3] & 0x3fu)) -
	    0x10000;
	*first = 0xd800 + (c >> 10);
	return 0xdc00 + (c & 0x3ff);
}

/* Exactly n digits; else nothing is taken, and the letter before stands for itself. */
static bool take_hex(struct pattern *s, size_t n, uint32_t *out)
{
	uint32_t value = 0;

	for (size_t i = 0; i < n; i++) {
		int digit = ascii_hex_digit(peek(s, i));

		if (digit < 0)
			return false;
		value = value << 4 | (uint32_t)digit;
	}
	s->p += n;
	*out = value;
	return true;
}

/* Up to three digits, and no more than 255. */
static uint32_t take_octal(struct pattern *s)
{
	uint32_t value = 0;

	for (int i = 0; i < 3 && value < 32 && peek(s, 0) >= '0' && peek(s, 0) <= '7'; i++)
		value = value * 8 + (uint32_t)(*s->p++ - '0');
	return value;
}

/* ---- [classes] ---- */

#define IS_SET UINT32_MAX /* \d and such: no end of a range */

static enum gaff_rc take_class_escape(struct pattern *s, uint32_t *first, uint32_t *last)
{
	static const char letters[] = "bfnrtv", values[] = "\b\f\n\r\t\v";
	const char *at = s->p++;
	char c = peek(s, 0);
	const char *letter = c ? strchr(letters, c) : NULL;

	if (s->p == s->end)
		return bad(s, at, "a \\ at the end");
	*first = IS_SET;
	if (c && strchr("dDsSwW", c)) {
		s->p++;
	} else if (letter) {
		s->p++;
		*first = (uint32_t)values[letter - letters];
	} else if (c >= '0' && c <= '7') {
		*first = take_octal(s);
	} else if (c == 'c') {
		char control = peek(s, 1);

		*first = '\\'; /* and the c is for the next */
		if (ascii_isalpha(control) || ascii_isdigit(control) || control == '_') {
			*first = (uint32_t)control & 31;
			s->p += 2;
		}
	} else if (c == 'x' || c == 'u') {
		s->p++;
		if (!take_hex(s, c == 'x' ? 2 : 4, first))
			*first = (uint32_t)c;
	} else if (c == 'k' && s->n_all) {
		return bad(s, at, "a \\k in a class");
	} else {
		*last = take_unit(s, first);
		return GAFF_OK;
	}
	*last = *first;
	return GAFF_OK;
}

static enum gaff_rc take_class_atom(struct pattern *s, uint32_t *first, uint32_t *last)
{
	if (*s->p == '\\')
		return take_class_escape(s, first, last);
	*last = take_unit(s, first);
	return GAFF_OK;
}

static enum gaff_rc take_class(struct pattern *s)
{
	const char *open = s->p++;
	uint32_t first, low, high, last;

	if (peek(s, 0) == '^')
		s->p++;
	while (s->p < s->end && *s->p != ']') {
		const char *at = s->p;

		GAFF_TRY(take_class_atom(s, &first, &low));
		while (peek(s, 0) == '-' && s->end - s->p >= 2 && s->p[1] != ']') {
			s->p++;
			GAFF_TRY(take_class_atom(s, &high, &last));
			if (low != IS_SET && high != IS_SET && low > high)
				return bad(s, at, "a range that runs backwards");
			if (last == high)
				break;
			low = last; /* the second half of a pair, which may begin another range */
		}
	}
	if (s->p == s->end)
		return bad(s, open, "a [ that is not closed");
	s->p++;
	return GAFF_OK;
}

/* ---- names ---- */

/* Behind the <, up to behind the >. What is not ASCII is taken for a letter. */
static bool take_name(struct pattern *s, struct sv *out)
{
	const char *at = s->p;

	while (s->p < s->end && *s->p != '>') {
		char c = *s->p;
		bool letter = ascii_isalpha(c) || c == '_' || c == '$' || c == '\\' ||
			      (unsigned char)c >= 0x80;

		if (c == '\\' || (s->p > at && s->p[-1] == '\\'))
			s->is_in_doubt = true; /* how it is spelled is not what it is */
		if (!letter && !s->is_in_doubt && (s->p == at || !ascii_isdigit(c)))
			return false;
		s->p++;
	}
	*out = (struct sv){ at, (size_t)(s->p - at) };
	if (s->p == s->end || !out->n)
		return false;
	s->p++;
	return true;
}

/* All of them before anything else: \k is a reference only in a pattern that has names. */
static void find_names(struct pattern *s)
{
	bool in_class = false;

	for (; s->p < s->end; s->p++) {
		const char *close;

		if (*s->p == '\\') {
			s->p += s->p + 1 < s->end;
			continue;
		}
		if (*s->p == '[' || *s->p == ']')
			in_class = *s->p == '[';
		if (in_class || !starts(s, SV("(?<")) || peek(s, 3) == '=' || peek(s, 3) == '!')
			continue;
		close = memchr(s->p, '>', (size_t)(s->end - s->p));
		if (!close || s->n_all == COUNT_OF(s->name)) {
			s->is_in_doubt = true;
			s->n_all += !s->n_all;
			break;
		}
		s->name[s->n_all++].text = (struct sv){ s->p + 3, (size_t)(close - s->p) - 3 };
		s->is_in_doubt = s->is_in_doubt || memchr(s->p, '\\', (size_t)(close - s->p));
	}
	s->p = s->begin;
}

static enum gaff_rc add_name(struct pattern *s)
{
	const char *at = s->p;
	struct sv name;

	s->p += SV("(?<").n;
	if (!take_name(s, &name))
		return bad(s, at, "a group with a bad name");
	for (size_t i = 0; !s->is_in_doubt && i < s->n_names; i++)
		if (!s->name[i].is_hidden && sv_eq(s->name[i].text, name))
			return bad(s, at, "a name that another group has");
	s->n_names += s->n_names < s->n_all; /* find_names() has put it there */
	return GAFF_OK;
}

static enum gaff_rc take_reference(struct pattern *s)
{
	const char *at = s->p - 2;
	struct sv name;

	if (peek(s, 0) != '<')
		return bad(s, at, "a \\k without a name");
	s->p++;
	if (!take_name(s, &name))
		return bad(s, at, "a \\k with a bad name");
	for (size_t i = 0; i < s->n_all; i++)
		if (s->is_in_doubt || sv_eq(s->name[i].text, name))
			return GAFF_OK;
	return bad(s, at, "a \\k for a name that no group has");
}

/* Names of one alternative do not exclude the same in the next, but do behind the group. */
static void hide_names(struct pattern *s, bool is_hidden)
{
	for (size_t i = s->group[s->depth].names; i < s->n_names; i++)
		s->name[i].is_hidden = is_hidden;
}

/* ---- terms ---- */

static int take_number(struct pattern *s)
{
	int n = 0;

	for (; ascii_isdigit(peek(s, 0)); s->p++)
		n = n > (INT_MAX - 9) / 10 ? INT_MAX : n * 10 + (*s->p - '0');
	return n;
}

/* {n} {n,} {n,m}; anything else is a brace and what follows it. */
static bool take_counts(struct pattern *s, int *min, int *max)
{
	const char *at = s->p++;

	if (ascii_isdigit(peek(s, 0))) {
		*min = *max = take_number(s);
		if (peek(s, 0) == ',') {
			s->p++;
			*max = ascii_isdigit(peek(s, 0)) ? take_number(s) : INT_MAX;
		}
		if (peek(s, 0) == '}') {
			s->p++;
			return true;
		}
	}
	s->p = at;
	return false;
}

static enum gaff_rc take_repeat(struct pattern *s)
{
	const char *at = s->p;
	char c = peek(s, 0);
	int min, max;

	if (c == '*' || c == '+' || c == '?')
		s->p++;
	else if (c != '{' || !take_counts(s, &min, &max))
		return GAFF_OK;
	else if (min > max)
		return bad(s, at, "a repeat with its larger number first");
	s->p += peek(s, 0) == '?';
	return GAFF_OK;
}

static enum gaff_rc open_group(struct pattern *s)
{
	struct group group = { s->p, s->n_names, false };

	if (!starts(s, SV("(?"))) {
		s->p++;
	} else if (starts(s, SV("(?:")) || starts(s, SV("(?=")) || starts(s, SV("(?!"))) {
		s->p += 3;
	} else if (starts(s, SV("(?<=")) || starts(s, SV("(?<!"))) {
		s->p += 4;
		group.is_lookbehind = true;
	} else if (starts(s, SV("(?<"))) {
		GAFF_TRY(add_name(s));
	} else { /* (?i:…), which is younger than some engines */
		s->p += 2;
		while (peek(s, 0) && strchr("ims-", peek(s, 0)))
			s->p++;
		if (peek(s, 0) != ':')
			return bad(s, group.at, "(? with something unknown behind it");
		s->p++;
	}
	s->group[++s->depth] = group;
	return GAFF_OK;
}

static enum gaff_rc take_escape(struct pattern *s)
{
	const char *at = s->p++;
	char c = peek(s, 0);

	if (s->p == s->end)
		return bad(s, at, "a \\ at the end");
	s->p += width(s);
	if (c == 'k' && s->n_all)
		GAFF_TRY(take_reference(s));
	return c == 'b' || c == 'B' ? GAFF_OK : take_repeat(s);
}

static enum gaff_rc close_group(struct pattern *s)
{
	bool is_lookbehind = s->group[s->depth].is_lookbehind;

	if (!s->depth)
		return bad(s, s->p, "a ) without a (");
	hide_names(s, false);
	s->depth--;
	s->p++;
	return is_lookbehind ? GAFF_OK : take_repeat(s);
}

static enum gaff_rc take_term(struct pattern *s)
{
	const char *at = s->p;
	int min, max;

	switch (*s->p) {
	case '(':
		return open_group(s);
	case ')':
		return close_group(s);
	case '|':
		hide_names(s, true);
		s->p++;
		return GAFF_OK;
	case '^':
	case '$':
		s->p++;
		return GAFF_OK;
	case '*':
	case '+':
	case '?':
		return bad(s, at, "nothing to repeat");
	case '\\':
		return take_escape(s);
	case '[':
		GAFF_TRY(take_class(s));
		return take_repeat(s);
	case '{':
		if (take_counts(s, &min, &max))
			return bad(s, at, "nothing to repeat");
		break;
	default:
		break;
	}
	s->p += width(s);
	return take_repeat(s);
}

enum gaff_rc gaff_js_regex_check(struct sv pattern, struct gaff_err *err)
{
	struct pattern s = {
		.begin = pattern.p, .p = pattern.p, .end = sv_end(pattern), .err = err
	};

	find_names(&s);
	while (s.p < s.end) {
		GAFF_TRY(take_term(&s));
		if (s.depth + 1 == COUNT_OF(s.group))
			return GAFF_OK;
	}
	return s.depth ? bad(&s, s.group[s.depth].at, "a ( that is not closed") : GAFF_OK;
}
