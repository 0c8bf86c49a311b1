/*
 * fuzz_secret.c - any text, and any path. What is found is inside of the text, in order, and what
 * was redacted once has nothing left to redact that was in the text.
 */
#include <stdint.h>
#include <stdlib.h>

#include "guard/guards/secret.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok)
{
	if (!ok)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct gaff_secret secret;
	size_t at = 0, n = 0, kept = 0;
	struct arena a;
	struct buf b;
	struct sv text;
	char *copy = malloc(size + 1);

	check(copy);
	memcpy(copy, data, size);
	text = (struct sv){ copy, size };
	for (; gaff_secret_find(text, at, &secret); n++) {
		check(secret.at >= at && secret.n && secret.at + secret.n <= size && secret.name);
		kept += secret.at - at;
		at = secret.at + secret.n;
	}
	kept += size - at;
	gaff_arena_init(&a, NULL, 0, 1 << 28);
	b = buf_in(&a);
	check(gaff_secret_redact(&b, text) == n);
	check(b.n >= kept);
	if (!n)
		check(sv_eq(buf_sv(&b), text));
	(void)gaff_secret_file(text, SV("/h"), true);
	(void)gaff_secret_file(text, (struct sv){ copy, size / 2 }, false);
	gaff_arena_release(&a);
	free(copy);
	return 0;
}
