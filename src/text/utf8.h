/*
 * utf8.h - one sequence at a time, strictly.
 *
 * Overlong forms, encoded surrogates and code points above U+10FFFF are invalid.
 */
#ifndef GAFF_TEXT_UTF8_H
#define GAFF_TEXT_UTF8_H

#include <stdint.h>

#include "base/arena.h"

/* Length of the valid sequence at p (1-4), or 0. Needs p < end. */
static inline unsigned utf8_length(const char *p, const char *end)
{
	const unsigned char *s = (const unsigned char *)p;
	size_t n = (size_t)(end - p);

	if (s[0] < 0x80)
		return 1;
	if (s[0] < 0xc2 || n < 2 || (s[1] & 0xc0) != 0x80)
		return 0;
	if (s[0] < 0xe0)
		return 2;
	if (n < 3 || (s[2] & 0xc0) != 0x80)
		return 0;
	if (s[0] < 0xf0) {
		if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0))
			return 0;
		return 3;
	}
	if (n < 4 || (s[3] & 0xc0) != 0x80 || s[0] > 0xf4 || (s[0] == 0xf0 && s[1] < 0x90) ||
	    (s[0] == 0xf4 && s[1] >= 0x90))
		return 0;
	return 4;
}

/*
 * A lone UTF-16 surrogate as JSON's \ud83d gives it, in the three bytes UTF-8 would
 * use. Only decoded JSON strings hold it, and the JSON writer turns it back.
 */
static inline bool utf8_is_surrogate(const char *p, const char *end)
{
	const unsigned char *s = (const unsigned char *)p;

	return end - p >= 3 && s[0] == 0xed && s[1] >= 0xa0 && s[1] <= 0xbf &&
	       (s[2] & 0xc0) == 0x80;
}

/* Write code point c (surrogates included) at p, which has room for 4; returns the length. */
static inline unsigned utf8_put(char *p, uint32_t c)
{
	if (c < 0x80) {
		p[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		p[0] = (char)(0xc0 | c >> 6);
		p[1] = (char)(0x80 | (c & 0x3f));
		return 2;
	}
	if (c < 0x10000) {
		p[0] = (char)(0xe0 | c >> 12);
		p[1] = (char)(0x80 | (c >> 6 & 0x3f));
		p[2] = (char)(0x80 | (c & 0x3f));
		return 3;
	}
	p[0] = (char)(0xf0 | c >> 18);
	p[1] = (char)(0x80 | (c >> 12 & 0x3f));
	p[2] = (char)(0x80 | (c >> 6 & 0x3f));
	p[3] = (char)(0x80 | (c & 0x3f));
	return 4;
}

/* The code point of a valid sequence of this length. */
static inline uint32_t utf8_point(const char *p, unsigned n)
{
	const unsigned char *s = (const unsigned char *)p;

	switch (n) {
	case 2:
		return (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu);
	case 3:
		return (s[0] & 0xfu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu);
	case 4:
		return (s[0] & 7u) << 18 | (s[1] & 0x3fu) << 12 | (s[2] & 0x3fu) << 6 |
		       (s[3] & 0x3fu);
	default:
		return s[0];
	}
}

/* Is all of it UTF-8? */
bool gaff_utf8_is_valid(struct sv text);

/* Put U+FFFD for what is not UTF-8, as agents do when they read text. False: no memory. */
bool gaff_utf8_repair(struct arena *a, struct sv *text);

/* At most so many bytes of it, and no half of a character at its end. */
struct sv gaff_utf8_cut(struct sv text, size_t max);

/* Without the spaces at both ends that an agent's own trim() would take away. */
struct sv gaff_utf8_trim(struct sv text);

/* How long the white space is that it begins with, by JavaScript's \s; or 0. */
size_t gaff_js_space(struct sv text);

/* Is there nothing in it that can be seen? */
bool gaff_utf8_is_blank(struct sv text);

#endif
