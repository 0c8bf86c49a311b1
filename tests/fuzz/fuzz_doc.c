/*
 * fuzz_doc.c - any text as JSON with comments: see doc_input.h.
 */
#include <stdint.h>

#include "doc_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check_doc((struct sv){ (const char *)data, size }, GAFF_DOC_JSON);
	return 0;
}
