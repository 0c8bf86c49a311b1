/*
 * json_scan.h - what the checker and the walkers of json.h share: bytes, spaces, hex digits, and
 * the strings of checked text.
 */
#ifndef GAFF_TEXT_JSON_JSON_SCAN_H
#define GAFF_TEXT_JSON_JSON_SCAN_H

#include <stdint.h>

#include "base/str.h"
#include "text/utf8.h"

/* A byte in all eight places of a word: strings are searched eight bytes at a time. */
#define JSON_ONES  UINT64_C(0x0101010101010101)
#define JSON_HIGHS UINT64_C(0x8080808080808080)

static inline uint64_t json_load8(const char *p)
{
	uint64_t w;

	memcpy(&w, p, sizeof w);
	return w;
}

static inline bool json_is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static inline const char *json_skip_space(const char *p, const char *end)
{
	while (p < end && json_is_space(*p))
		p++;
	return p;
}

/* The value of four hex digits, or -1. */
static inline int32_t json_hex4(const char *p, const char *end)
{
	int32_t v = 0;

	if (end - p < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		int d = ascii_hex_digit(p[i]);

		if (d < 0)
			return -1;
		v = v << 4 | d;
	}
	return v;
}

/* Behind the closing quote of a checked string. */
static inline const char *json_string_end(const char *p)
{
	for (p++; *p != '"'; p++)
		if (*p == '\\')
			p++;
	return p + 1;
}

/* One unit of a checked string: its bytes go to out (room for 4), p moves on. */
static inline unsigned json_next_unit(const char **p, char *out)
{
	const char *s = *p;
	int32_t unit, low;

	if (*s != '\\') {
		*p = s + 1;
		out[0] = *s;
		return 1;
	}
	if (s[1] != 'u') {
		static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
		const char *at = strchr(from, s[1]);

		*p = s + 2;
		out[0] = at ? to[at - from] : s[1];
		return 1;
	}
	unit = json_hex4(s + 2, s + 6);
	*p = s + 6;
	if (unit >= 0xd800 && unit < 0xdc00 && s[6] == '\\' && s[7] == 'u') {
		low = json_hex4(s + 8, s + 12);
		if (low >= 0xdc00 && low < 0xe000) {
			*p = s + 12;
			unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
		}
	}
	return utf8_put(out, (uint32_t)unit);
}

#endif
