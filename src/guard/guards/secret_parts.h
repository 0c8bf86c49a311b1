/*
 * secret_parts.h - what the files of secret.h share; for everybody else there is secret.h.
 */
#ifndef GAFF_GUARD_GUARDS_SECRET_PARTS_H
#define GAFF_GUARD_GUARDS_SECRET_PARTS_H

#include "guard/guards/secret.h"

/* How many different characters it has. */
size_t gaff_secret_variety(struct sv text);

/* "xxxx", "your-key", "EXAMPLE": what people write where a secret belongs. */
bool gaff_secret_is_placeholder(struct sv text);

/* "root", "password": what everybody uses, or writes where another belongs. */
bool gaff_secret_is_weak(struct sv word);

/* Letters and digits that nobody would make up. */
bool gaff_secret_is_random(struct sv text);

/*
 * What is found from a ":", "=" or "-" at i: passwords of URLs and assignments, Telegram's tokens,
 * private keys. Nothing before `from` is part of it, but names may be.
 */
bool gaff_secret_value(struct sv text, size_t from, size_t i, struct gaff_secret *out);

/* The name before an "=" or ":" at i, small and without "_" and "-", in `memory`; empty: there is
 * none. */
enum { GAFF_SECRET_NAME_MAX = 48 };
struct sv gaff_secret_name_before(struct sv text, size_t i, char *memory);

/* What a value of this name is: "a password"; NULL: nothing in particular. */
const char *gaff_secret_name_means(struct sv name);

#endif
