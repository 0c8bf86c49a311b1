/*
 * near.h - "did you mean": the nearest of some names to a word that is none of them.
 */
#ifndef GAFF_TEXT_NEAR_H
#define GAFF_TEXT_NEAR_H

#include <stddef.h>

/* The nearest of some names, or NULL when none is near. */
const char *gaff_nearest(const char *word, const char *const *names, size_t n);

#endif
