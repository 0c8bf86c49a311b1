/*
 * str.h - string views.
 *
 * A view never owns its bytes and may hold NULs. The bytes live in the arena of
 * the invocation or in static storage, so nothing here is ever freed one by one.
 * Character classes are ASCII on purpose: no locale may change a decision.
 */
#ifndef GAFF_BASE_STR_H
#define GAFF_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/banned.h"
#include "base/os_stdio.h"

struct sv {
	const char *p;
	size_t n;
};

#define SV_INIT(lit)                                                                               \
	{                                                                                          \
		(lit), sizeof(lit) - 1                                                             \
	}                                                               /* in static tables */
#define SV(lit)           ((struct sv)SV_INIT(lit))                     /* in expressions */
#define SV_ARG(v)         (int)(v).n, (v).p                             /* for "%.*s" */
#define SV_SHORT(v, most) (int)((v).n < (most) ? (v).n : (most)), (v).p /* not more of it */

#define COUNT_OF(array)   (sizeof(array) / sizeof((array)[0]))

static inline struct sv sv_of(const char *cstr)
{
	return (struct sv){ cstr, cstr ? strlen(cstr) : 0 };
}

static inline bool sv_eq(struct sv a, struct sv b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* For sorting: by bytes, the shorter first. */
static inline int sv_order(struct sv a, struct sv b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n ? memcmp(a.p, b.p, n) : 0;

	return order ? order : (a.n > b.n) - (a.n < b.n);
}

static inline bool sv_has(struct sv v, struct sv piece)
{
	const char *p = v.p;

	/* from one place with its first byte to the next */
	for (size_t left = v.n; piece.n && left >= piece.n; p++, left--) {
		const char *next = (const char *)memchr(p, piece.p[0], left - piece.n + 1);

		if (!next)
			return false;
		left -= (size_t)(next - p);
		p = next;
		if (memcmp(p, piece.p, piece.n) == 0)
			return true;
	}
	return false;
}

/* The first such byte, or NULL. The pointer of an empty text may be NULL, and memchr()'s not. */
static inline const char *sv_chr(struct sv v, char c)
{
	return v.n ? (const char *)memchr(v.p, c, v.n) : NULL;
}

static inline bool sv_starts(struct sv v, struct sv prefix)
{
	return !prefix.n || (v.n >= prefix.n && memcmp(v.p, prefix.p, prefix.n) == 0);
}

/* Behind its last byte. The pointer of an empty text may be NULL, to which nothing can be added. */
static inline const char *sv_end(struct sv v)
{
	return v.n ? v.p + v.n : v.p;
}

static inline struct sv sv_skip(struct sv v, size_t n)
{
	return (struct sv){ n ? v.p + n : v.p, v.n - n };
}

/* What is before the first c, or all of it. */
static inline struct sv sv_before(struct sv v, char c)
{
	const char *at = sv_chr(v, c);

	return (struct sv){ v.p, at ? (size_t)(at - v.p) : v.n };
}

/* The same, which is taken away from *rest with its c. */
static inline struct sv sv_take(struct sv *rest, char c)
{
	struct sv v = sv_before(*rest, c);

	*rest = sv_skip(*rest, v.n + (v.n < rest->n));
	return v;
}

static inline bool ascii_isspace(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool ascii_isdigit(char c)
{
	return c >= '0' && c <= '9';
}

/* Its value, or -1. */
static inline int ascii_hex_digit(char c)
{
	return ascii_isdigit(c)       ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
				      : -1;
}

static inline bool ascii_isalpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline char ascii_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Of letters the lower one, of others anything: to tell most names from another cheaply. */
static inline char ascii_fold(char c)
{
	return (char)(c | 0x20);
}

/* Is this the start of v, but for the case of letters? */
static inline bool sv_starts_nocase(struct sv v, struct sv prefix)
{
	for (size_t i = 0; i < prefix.n; i++)
		if (i == v.n || ascii_lower(v.p[i]) != ascii_lower(prefix.p[i]))
			return false;
	return true;
}

static inline bool sv_eq_nocase(struct sv a, struct sv b)
{
	return a.n == b.n && sv_starts_nocase(a, b);
}

static inline struct sv sv_trim(struct sv v)
{
	while (v.n && ascii_isspace(v.p[0]))
		v = sv_skip(v, 1);
	while (v.n && ascii_isspace(v.p[v.n - 1]))
		v.n--;
	return v;
}

#endif
