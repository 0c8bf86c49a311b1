#include "text/json/json.h"

#include "base/limits.h"
#include "text/json/json_scan.h"
#include "text/utf8.h"

struct scan {
	const char *start, *p, *end;
	const char *problem; /* set where a check fails; p stays on the culprit */
	bool is_too_deep;    /* and not wrong: who wrote it may well read it */
};

/* Non-zero when one of eight bytes is a quote, a backslash, a control or not ASCII. */
static uint64_t is_not_plain(uint64_t w)
{
	uint64_t quote = w ^ JSON_ONES * '"', slash = w ^ JSON_ONES * '\\';

	return (((quote - JSON_ONES) & ~quote) | ((slash - JSON_ONES) & ~slash) |
		(w - JSON_ONES * 0x20) | w) &
	       JSON_HIGHS;
}

static bool refuse(struct scan *s, const char *problem)
{
	s->problem = problem;
	return false;
}

static bool check_escape(struct scan *s)
{
	if (s->p + 1 >= s->end)
		return refuse(s, "unterminated string");
	if (s->p[1] == 'u') {
		if (json_hex4(s->p + 2, s->end) < 0)
			return refuse(s, "\\u needs four hex digits");
		s->p += 6;
		return true;
	}
	if (!memchr("\"\\/bfnrt", s->p[1], 8))
		return refuse(s, "unknown escape in a string");
	s->p += 2;
	return true;
}

/* s->p is on the opening quote; on success it is behind the closing one. */
static bool check_string(struct scan *s)
{
	s->p++;
	for (;;) {
		while (s->end - s->p >= 8 && !is_not_plain(json_load8(s->p)))
			s->p += 8;
		if (s->p >= s->end)
			return refuse(s, "unterminated string");

		unsigned char c = (unsigned char)*s->p;
		if (c == '"') {
			s->p++;
			return true;
		}
		if (c == '\\') {
			if (!check_escape(s))
				return false;
		} else if (c < 0x20) {
			return refuse(s, "raw control character in a string");
		} else if (c < 0x80) {
			s->p++;
		} else {
			unsigned n = utf8_length(s->p, s->end);

			if (!n)
				return refuse(s, "invalid UTF-8");
			s->p += n;
		}
	}
}

static bool check_digits(struct scan *s)
{
	const char *first = s->p;

	while (s->p < s->end && ascii_isdigit(*s->p))
		s->p++;
	return s->p > first || refuse(s, "a digit is missing in a number");
}

static bool check_number(struct scan *s)
{
	if (*s->p == '-')
		s->p++;
	if (s->p < s->end && *s->p == '0')
		s->p++;
	else if (!check_digits(s))
		return false;
	if (s->p < s->end && *s->p == '.') {
		s->p++;
		if (!check_digits(s))
			return false;
	}
	if (s->p < s->end && (*s->p == 'e' || *s->p == 'E')) {
		s->p++;
		if (s->p < s->end && (*s->p == '+' || *s->p == '-'))
			s->p++;
		if (!check_digits(s))
			return false;
	}
	return true;
}

static bool check_word(struct scan *s, struct sv word)
{
	if (!sv_starts((struct sv){ s->p, (size_t)(s->end - s->p) }, word))
		return refuse(s, "not a JSON value");
	s->p += word.n;
	return true;
}

static bool check_scalar(struct scan *s)
{
	switch (*s->p) {
	case '"':
		return check_string(s);
	case 't':
		return check_word(s, SV("true"));
	case 'f':
		return check_word(s, SV("false"));
	case 'n':
		return check_word(s, SV("null"));
	default:
		if (*s->p == '-' || ascii_isdigit(*s->p))
			return check_number(s);
		return refuse(s, "not a JSON value");
	}
}

/* A key with its colon; s->p ends up before the value. */
static bool check_key(struct scan *s)
{
	if (s->p >= s->end || *s->p != '"')
		return refuse(s, s->p < s->end ? "an object key must be a string"
					       : "the document ends too early");
	if (!check_string(s))
		return false;
	s->p = json_skip_space(s->p, s->end);
	if (s->p >= s->end || *s->p != ':')
		return refuse(s, "a colon is missing after an object key");
	s->p = json_skip_space(s->p + 1, s->end);
	return true;
}

/*
 * One whole value, without recursion: which bracket each level needs is one bit. The
 * number of levels is ours, not the input's.
 */
static bool check_value(struct scan *s)
{
	unsigned char is_object[GAFF_JSON_DEPTH_MAX / 8] = { 0 };
	unsigned depth = 0;
	bool value_follows = true;

	for (;;) {
		if (value_follows) {
			if (s->p >= s->end)
				return refuse(s, "the document ends too early");
			if (*s->p != '{' && *s->p != '[') {
				if (!check_scalar(s))
					return false;
			} else {
				bool object = *s->p == '{';

				if (depth == GAFF_JSON_DEPTH_MAX) {
					s->is_too_deep = true;
					return refuse(s, "nested too deeply");
				}
				if (object)
					is_object[depth / 8] |= (unsigned char)(1u << depth % 8);
				else
					is_object[depth / 8] &= (unsigned char)~(1u << depth % 8);
				depth++;
				s->p = json_skip_space(s->p + 1, s->end);
				if (s->p < s->end && *s->p == (object ? '}' : ']')) {
					s->p++;
					depth--;
				} else {
					if (object && !check_key(s))
						return false;
					continue;
				}
			}
		}
		if (depth == 0)
			return true;
		s->p = json_skip_space(s->p, s->end);
		if (s->p >= s->end)
			return refuse(s, "the document ends too early");

		bool in_object = is_object[(depth - 1) / 8] >> (depth - 1) % 8 & 1;
		if (*s->p == ',') {
			s->p = json_skip_space(s->p + 1, s->end);
			if (in_object && !check_key(s))
				return false;
			value_follows = true;
		} else if (*s->p == (in_object ? '}' : ']')) {
			s->p++;
			depth--;
			value_follows = false;
		} else {
			return refuse(s, in_object ? "a comma or } is missing"
						   : "a comma or ] is missing");
		}
	}
}

static enum gaff_rc syntax_error(const struct scan *s, struct gaff_err *err)
{
	size_t line = 1, column = 1;

	for (const char *p = s->start; p < s->p; p++) {
		if (*p == '\n') {
			line++;
			column = 1;
		} else if (((unsigned char)*p & 0xc0) != 0x80) {
			column++;
		}
	}
	gaff_fail(err, s->is_too_deep ? GAFF_ETOOBIG : GAFF_ESYNTAX, "%s", s->problem);
	err->line = line;
	err->column = column;
	err->offset = (size_t)(s->p - s->start);
	return err->rc;
}

enum gaff_rc gaff_json_parse(struct sv text, struct json *out, struct gaff_err *err)
{
	struct scan s = { .end = sv_skip(text, text.n).p }; /* there may be no text at all */
	const char *value, *value_end;

	if (sv_starts(text, SV("\xef\xbb\xbf")))
		text = sv_skip(text, 3);
	s.start = text.p;
	s.p = value = json_skip_space(text.p, s.end);
	if (s.p == s.end) {
		s.problem = "there is no JSON here";
		return syntax_error(&s, err);
	}
	if (!check_value(&s))
		return syntax_error(&s, err);
	value_end = s.p;
	s.p = json_skip_space(s.p, s.end);
	if (s.p != s.end) {
		s.problem = "text after the JSON value";
		return syntax_error(&s, err);
	}
	*out = (struct json){ value, (size_t)(value_end - value) };
	return GAFF_OK;
}
