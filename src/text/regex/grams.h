/*
 * grams.h - what a text must have in it for a pattern to match it.
 *
 * A pattern that has the letters "env" in a row matches no text without them. So three characters
 * in a row, as a number, tell of most patterns that they do not match, long before the pattern is
 * read. Letters count without case; what is neither letter nor digit is "_", however much of it
 * there is: so a path or a name has the same pieces in every way to write it.
 */
#ifndef GAFF_TEXT_REGEX_GRAMS_H
#define GAFF_TEXT_REGEX_GRAMS_H

#include <stdint.h>

#include "base/str.h"

enum {
	GAFF_GRAM_BITS = 13,  /* a set is made for a call: small, so pieces may share a number */
	GAFF_GRAM_ALWAYS = 0, /* no piece; every set has it */
	GAFF_GRAMS_MAX = 4,   /* of one pattern: more would tell little more */
};

/* The pieces of all texts that were added; gaff_grams_start() it. */
struct gaff_gram_set {
	uint64_t bits[(1 << GAFF_GRAM_BITS) / 64];
};

static inline void gaff_grams_start(struct gaff_gram_set *set)
{
	*set = (struct gaff_gram_set){ .bits[GAFF_GRAM_ALWAYS] = 1 };
}

void gaff_grams_add(struct gaff_gram_set *set, struct sv text);

static inline bool gaff_grams_have(const struct gaff_gram_set *set, uint16_t gram)
{
	return set->bits[gram % (1u << GAFF_GRAM_BITS) / 64] >> gram % 64 & 1;
}

/* Pieces that every text has that is this word, or matches; GAFF_GRAM_ALWAYS for those missing. */
struct gaff_grams {
	uint16_t gram[GAFF_GRAMS_MAX];
};

static inline bool gaff_grams_all(const struct gaff_gram_set *set, const struct gaff_grams *grams)
{
	const uint16_t *gram = grams->gram;

	return gaff_grams_have(set, gram[0]) && gaff_grams_have(set, gram[1]) &&
	       gaff_grams_have(set, gram[2]) && gaff_grams_have(set, gram[3]);
}

struct gaff_grams gaff_grams_of_word(struct sv word);
struct gaff_grams gaff_grams_of_glob(struct sv glob);
struct gaff_grams gaff_grams_of_pattern(struct sv pattern); /* as regex.h has them */

#endif
