/*
 * hash.h - FNV-1a, to name and to find things; not against people who choose what is hashed.
 */
#ifndef GAFF_BASE_HASH_H
#define GAFF_BASE_HASH_H

#include <stdint.h>

#include "base/str.h"

#define GAFF_HASH_START UINT64_C(14695981039346656037)

/* Of a text behind others: `h` is their hash, or GAFF_HASH_START. */
static inline uint64_t gaff_hash(uint64_t h, struct sv text)
{
	for (size_t i = 0; i < text.n; i++)
		h = (h ^ (unsigned char)text.p[i]) * UINT64_C(1099511628211);
	return h;
}

#endif
