/*
 * fuzz_regex.c - any pattern on any text behind a NUL: bounded, and the same answer twice. And
 * would JavaScript take it? That ends, too, and says where.
 */
#include <stdint.h>
#include <stdlib.h>

#include "text/regex/js_regex.h"
#include "text/regex/regex.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *p = (const char *)data, *nul = size ? memchr(p, '\0', size) : NULL;
	struct sv pattern = { p, nul ? (size_t)(nul - p) : size }, subject = { "", 0 };
	struct gaff_regex *re = NULL;
	struct gaff_err err = { .rc = GAFF_OK };
	struct arena a;
	bool found;

	if (nul)
		subject = (struct sv){ nul + 1, size - pattern.n - 1 };
	if (subject.n > 512) /* a program may have 65536 instructions */
		subject.n = 512;
	gaff_arena_init(&a, NULL, 0, 1 << 27);
	if (gaff_regex_compile(&a, pattern, &re, &err) == GAFF_OK) {
		found = gaff_regex_search(re, subject);
		if (found != gaff_regex_search(re, subject))
			abort();
	} else if (re || err.rc == GAFF_OK || err.offset > pattern.n) {
		abort();
	}
	if (gaff_js_regex_check(pattern, &err) != GAFF_OK && err.offset > pattern.n)
		abort();
	gaff_arena_release(&a);
	return 0;
}
