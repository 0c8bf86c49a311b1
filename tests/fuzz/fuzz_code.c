/*
 * fuzz_code.c - any code of any interpreter. The first byte chooses the language.
 *
 * Whatever is found must be readable to its last byte and within the bounds of limits.h.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/limits.h"
#include "guard/eval/code.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok)
{
	if (!ok)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct gaff_code_found *found = NULL;
	struct gaff_err err;
	struct arena a;
	size_t n = 0, bytes = 0;
	unsigned sum = 0;
	char *copy;

	if (!size)
		return 0;
	copy = malloc(size); /* so that a byte too far is noticed */
	check(copy);
	memcpy(copy, data, size);
	gaff_arena_init(&a, NULL, 0, 1 << 28);
	if (gaff_code_scan(&a, (enum gaff_language)(data[0] % (GAFF_LANG_AWK + 1)),
			   (struct sv){ copy + 1, size - 1 }, &found, &err) == GAFF_OK) {
		for (; found; found = found->next, n++) {
			check(found->act == GAFF_CODE_EVALUATES || found->n);
			for (size_t i = 0; i < found->n; i++) {
				bytes += found->word[i].text.n;
				for (size_t k = 0; k < found->word[i].text.n; k++)
					sum += (unsigned char)found->word[i].text.p[k];
			}
		}
		check(n <= GAFF_CODE_FOUND_MAX + 1);
		check(bytes <= size * 64 + 65536 * 8 || sum == 0);
	}
	gaff_arena_release(&a);
	free(copy);
	return 0;
}
