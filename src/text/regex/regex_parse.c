#include "text/regex/regex_parts.h"

#include "base/limits.h"

static enum gaff_rc literal(struct regex_parser *ps, uint32_t rune)
{
	if (ps->flags & REGEX_FOLD) {
		ps->set.n = 0;
		gaff_regex_add(&ps->set, rune, rune);
		gaff_regex_fold(&ps->set, 0);
		if (ps->set.n > 1)
			return gaff_regex_class_atom(ps);
	}
	return gaff_regex_atom(ps, REGEX_CHAR, (int32_t)rune);
}

static enum gaff_rc dot(struct regex_parser *ps)
{
	ps->set.n = 0;
	if (!(ps->flags & REGEX_DOT_NL))
		gaff_regex_add(&ps->set, '\n', '\n');
	gaff_regex_negate(&ps->set, 0);
	return gaff_regex_class_atom(ps);
}

/* A number as RE2 reads it: no leading zeros, and no more digits than could ever count. */
static bool number(const char **p, const char *end, int *out)
{
	const char *s = *p;
	int n = 0;

	if (s == end || !ascii_isdigit(*s) || (*s == '0' && end - s > 1 && ascii_isdigit(s[1])))
		return false;
	for (; s < end && ascii_isdigit(*s); s++) {
		if (n >= 100000000)
			return false;
		n = n * 10 + (*s - '0');
	}
	*p = s;
	*out = n;
	return true;
}

/* {n} {n,} {n,m}; anything else is a brace and what follows it. */
static bool counts(struct regex_parser *ps, int *min, int *max)
{
	const char *p = ps->p + 1;

	if (!number(&p, ps->end, min))
		return false;
	*max = *min;
	if (p < ps->end && *p == ',') {
		p++;
		*max = -1;
		if (p < ps->end && *p != '}' && !number(&p, ps->end, max))
			return false;
	}
	if (p == ps->end || *p != '}')
		return false;
	ps->p = p + 1;
	return true;
}

/* `again`: right behind another one. */
static enum gaff_rc repeat_operator(struct regex_parser *ps, bool again)
{
	const char *at = ps->p;
	int min, max;

	if (*at == '{') {
		if (!counts(ps, &min, &max)) {
			ps->p++;
			return literal(ps, '{');
		}
	} else {
		min = *at == '+';
		max = *at == '?' ? 1 : -1;
		ps->p++;
	}
	if (ps->p < ps->end && *ps->p == '?')
		ps->p++;
	if (again)
		return gaff_regex_bad(ps, at, "a repeat of a repeat: (?:…) goes around the first");
	if (min > GAFF_REGEX_REPEAT_MAX || max > GAFF_REGEX_REPEAT_MAX)
		return gaff_regex_bad(ps, at, "more than 1000 repeats");
	if (max >= 0 && max < min)
		return gaff_regex_bad(ps, at, "a repeat with its larger number first");
	ps->was_repeat = true;
	return gaff_regex_repeat(ps, at, min, max);
}

/* (?P<name>…: letters, marks, digits and connectors of any script. */
static enum gaff_rc named_group(struct regex_parser *ps)
{
	static const char word[][3] = { "L", "Mn", "Mc", "Nd", "Nl", "Pc" };
	const char *at = ps->p, *close = memchr(ps->p, '>', (size_t)(ps->end - ps->p));
	uint32_t rune;

	ps->p += 4;
	if (!close || close == ps->p)
		return gaff_regex_bad(ps, at, "(?P< without a name and >");
	ps->set.n = 0;
	for (const char *p = ps->p; p < close; p++) /* the tables only where they are needed */
		if (!ascii_isalpha(*p) && !ascii_isdigit(*p) && *p != '_' && !ps->set.n)
			for (size_t i = 0; i < COUNT_OF(word); i++)
				(void)gaff_regex_add_unicode(&ps->set, sv_of(word[i]));
	if (ps->set.failed)
		return gaff_no_memory(ps->err);
	gaff_regex_tidy(&ps->set, 0);
	while (ps->p < close) {
		GAFF_TRY(gaff_regex_rune(ps, &rune));
		if (ps->set.n && !gaff_regex_in(ps->set.p, ps->set.n, rune))
			return gaff_regex_bad(ps, at, "a name of a group is letters and digits");
	}
	ps->p++;
	return gaff_regex_open(ps, at);
}

static enum gaff_rc bad_group(struct regex_parser *ps, const char *at)
{
	struct sv text = { at, (size_t)(ps->end - at) };

	if (sv_starts(text, SV("(?=")) || sv_starts(text, SV("(?!")))
		return gaff_regex_bad(ps, at,
				      "lookahead is not supported: patterns run in linear time");
	if (sv_starts(text, SV("(?<=")) || sv_starts(text, SV("(?<!")))
		return gaff_regex_bad(ps, at,
				      "lookbehind is not supported: patterns run in linear time");
	if (sv_starts(text, SV("(?P=")))
		return gaff_regex_bad(
			ps, at, "backreferences are not supported: patterns run in linear time");
	if (sv_starts(text, SV("(?>")))
		return gaff_regex_bad(
			ps, at, "atomic groups are not supported: patterns run in linear time");
	if (sv_starts(text, SV("(?<")) || sv_starts(text, SV("(?'")))
		return gaff_regex_bad(ps, at, "a named group is written (?P<name>…)");
	return gaff_regex_bad(ps, at, "(? with what is no flag: i, m, s and U are");
}

/* (?P<name>… (?:… (?flags:… open a group, (?flags) changes the one it is in. */
static enum gaff_rc special_group(struct regex_parser *ps)
{
	static const char letters[] = "imsU"; /* in the order of enum regex_flags */
	const char *at = ps->p, *letter;
	unsigned flags = ps->flags;
	bool negated = false, saw_flag = false;

	if (sv_starts((struct sv){ at, (size_t)(ps->end - at) }, SV("(?P<")))
		return named_group(ps);
	for (ps->p += 2; ps->p < ps->end; ps->p++) {
		char c = *ps->p;

		letter = c ? strchr(letters, c) : NULL;
		if (letter) {
			unsigned flag = 1u << (letter - letters);

			flags = negated ? flags & ~flag : flags | flag;
			saw_flag = true;
		} else if (c == '-' && !negated) {
			negated = true;
			saw_flag = false;
		} else if ((c == ':' || c == ')') && (saw_flag || !negated)) {
			ps->p++;
			if (c == ':')
				GAFF_TRY(gaff_regex_open(ps, at));
			ps->flags = flags;
			return GAFF_OK;
		} else {
			break;
		}
	}
	return bad_group(ps, at);
}

/* Everything up to \E is what it is. */
static enum gaff_rc quoted(struct regex_parser *ps)
{
	uint32_t rune;

	ps->p += 2;
	while (ps->p < ps->end) {
		if (ps->end - ps->p >= 2 && ps->p[0] == '\\' && ps->p[1] == 'E') {
			ps->p += 2;
			break;
		}
		GAFF_TRY(gaff_regex_rune(ps, &rune));
		GAFF_TRY(literal(ps, rune));
	}
	return GAFF_OK;
}

static enum gaff_rc backslash(struct regex_parser *ps)
{
	static const struct {
		char letter;
		int32_t where;
	} places[] = {
		{ 'A', REGEX_AT_TEXT_BEGIN },
		{ 'z', REGEX_AT_TEXT_END },
		{ 'b', REGEX_AT_WORD_EDGE },
		{ 'B', REGEX_AT_NO_WORD_EDGE },
	};
	uint32_t rune;
	bool found;

	for (size_t i = 0; i < COUNT_OF(places) && ps->end - ps->p >= 2; i++)
		if (ps->p[1] == places[i].letter) {
			ps->p += 2;
			return gaff_regex_atom(ps, REGEX_ASSERT, places[i].where);
		}
	if (ps->end - ps->p >= 2 && ps->p[1] == 'Q')
		return quoted(ps);
	ps->set.n = 0;
	GAFF_TRY(gaff_regex_shorthand(ps, &found));
	if (found)
		return gaff_regex_class_atom(ps);
	GAFF_TRY(gaff_regex_escape(ps, &rune));
	return literal(ps, rune);
}

static enum gaff_rc token(struct regex_parser *ps)
{
	bool lines = ps->flags & REGEX_MULTI_LINE, again = ps->was_repeat;
	uint32_t rune;

	ps->was_repeat = false;
	switch (*ps->p) {
	case '*':
	case '+':
	case '?':
	case '{':
		return repeat_operator(ps, again);
	case '(':
		if (ps->end - ps->p >= 2 && ps->p[1] == '?')
			return special_group(ps);
		return gaff_regex_open(ps, ps->p++);
	case ')':
		return gaff_regex_close(ps);
	case '|':
		ps->p++;
		return gaff_regex_next_branch(ps);
	case '^':
		ps->p++;
		return gaff_regex_atom(ps, REGEX_ASSERT,
				       lines ? REGEX_AT_LINE_BEGIN : REGEX_AT_TEXT_BEGIN);
	case '$':
		ps->p++;
		return gaff_regex_atom(ps, REGEX_ASSERT,
				       lines ? REGEX_AT_LINE_END : REGEX_AT_TEXT_END);
	case '.':
		ps->p++;
		return dot(ps);
	case '[':
		ps->set.n = 0;
		GAFF_TRY(gaff_regex_brackets(ps));
		return gaff_regex_class_atom(ps);
	case '\\':
		return backslash(ps);
	default:
		GAFF_TRY(gaff_regex_rune(ps, &rune));
		return literal(ps, rune);
	}
}

enum gaff_rc gaff_regex_parse(struct regex_parser *ps)
{
	GAFF_TRY(gaff_regex_open(ps, ps->p));
	while (ps->p < ps->end)
		GAFF_TRY(token(ps));
	if (ps->depth > 1)
		return gaff_regex_bad(ps, ps->begin + ps->group[ps->depth - 1].at, "( without )");
	gaff_regex_end_branches(ps);
	return gaff_regex_emit(ps, REGEX_MATCH, 0);
}
