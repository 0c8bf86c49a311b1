/*
 * fuzz_words.c - any text as a command line: words that are quoted again are the same words.
 */
#include <stdint.h>
#include <stdlib.h>

#include "text/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct words_iter it = words_iter((struct sv){ (const char *)data, size }), again;
	struct sv word, back;
	struct arena a;

	gaff_arena_init(&a, NULL, 0, 1 << 27);
	while (gaff_words_next(&a, &it, &word) == WORDS_WORD) {
		struct buf b = buf_in(&a);

		gaff_buf_add(&b, SV("x ")); /* what stands first may be an assignment */
		gaff_word_quote(&b, word);
		again = words_iter(buf_sv(&b));
		if (!buf_ok(&b) || gaff_words_next(&a, &again, &back) != WORDS_WORD ||
		    gaff_words_next(&a, &again, &back) != WORDS_WORD || !sv_eq(word, back) ||
		    gaff_words_next(&a, &again, &back) != WORDS_END)
			abort();
	}
	gaff_arena_release(&a);
	return 0;
}
