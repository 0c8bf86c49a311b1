#include "text/utf8.h"

bool gaff_utf8_is_valid(struct sv text)
{
	const char *p = text.p, *end;

	if (!text.n)
		return true;
	end = p + text.n;
	while (p < end && utf8_length(p, end))
		p += utf8_length(p, end);
	return p == end;
}

bool gaff_utf8_repair(struct arena *a, struct sv *text)
{
	const char *p = text->p, *end;
	struct buf b = buf_in(a);

	if (gaff_utf8_is_valid(*text))
		return true;
	end = p + text->n;
	for (p = text->p; p < end;) {
		unsigned n = utf8_length(p, end);

		gaff_buf_add(&b, n ? (struct sv){ p, n } : SV("\xef\xbf\xbd"));
		p += n ? n : 1;
	}
	if (!buf_ok(&b))
		return false;
	*text = buf_sv(&b);
	return true;
}

/* The spaces of Unicode, as the agents' own trim() has them. */
static unsigned space_length(const char *p, const char *end)
{
	static const struct sv spaces[] = {
		SV_INIT("\xc2\xa0"),     SV_INIT("\xc2\x85"),     SV_INIT("\xe1\x9a\x80"),
		SV_INIT("\xe2\x80\xa8"), SV_INIT("\xe2\x80\xa9"), SV_INIT("\xe2\x80\xaf"),
		SV_INIT("\xe2\x81\x9f"), SV_INIT("\xe3\x80\x80"), SV_INIT("\xef\xbb\xbf"),
	};
	struct sv rest = { p, (size_t)(end - p) };

	if (ascii_isspace(*p) || *p == '\0')
		return 1;
	if (rest.n >= 3 && memcmp(p, "\xe2\x80", 2) == 0 && (unsigned char)p[2] >= 0x80 &&
	    (unsigned char)p[2] <= 0x8b)
		return 3;
	for (size_t i = 0; i < COUNT_OF(spaces); i++)
		if (sv_starts(rest, spaces[i]))
			return (unsigned)spaces[i].n;
	return 0;
}

struct sv gaff_utf8_cut(struct sv text, size_t max)
{
	if (text.n <= max)
		return text;
	for (text.n = max; text.n && ((unsigned char)text.p[text.n] & 0xc0) == 0x80;)
		text.n--;
	return text;
}

struct sv gaff_utf8_trim(struct sv text)
{
	const char *p = text.p, *end = text.n ? text.p + text.n : text.p, *first, *behind;

	while (p < end && space_length(p, end))
		p += space_length(p, end);
	for (first = behind = p; p < end;) {
		unsigned n = space_length(p, end);

		p += n ? n : 1;
		if (!n)
			behind = p;
	}
	return (struct sv){ first, (size_t)(behind - first) };
}

bool gaff_utf8_is_blank(struct sv text)
{
	const char *p = text.p, *end = text.n ? text.p + text.n : text.p;

	while (p < end && space_length(p, end))
		p += space_length(p, end);
	return p == end;
}

size_t gaff_js_space(struct sv text)
{
	static const char spaces[][4] = { "\xc2\xa0",     "\xe1\x9a\x80", "\xe2\x80\xa8",
					  "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\x9f",
					  "\xe3\x80\x80", "\xef\xbb\xbf" };

	if (!text.n || ascii_isspace(text.p[0]))
		return text.n > 0;
	for (size_t i = 0; i < COUNT_OF(spaces); i++)
		if (sv_starts(text, sv_of(spaces[i])))
			return strlen(spaces[i]);
	return sv_starts(text, SV("\xe2\x80")) && text.n > 2 && (unsigned char)text.p[2] >= 0x80 &&
			       (unsigned char)text.p[2] <= 0x8a
		       ? 3
		       : 0;
}
