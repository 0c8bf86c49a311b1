/* fuzz_patch.c - any text as a patch: files and edits lie inside it, and the reader ends. */
#include <stdint.h>
#include <stdlib.h>

#include "text/patch.h"
#include "text/path.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sv text = { (const char *)data, size };
	struct patch_iter it = { text };
	struct patch_file file;
	struct arena a;

	gaff_arena_init(&a, NULL, 0, 1 << 27);
	while (gaff_patch_next(&it, &file)) {
		struct sv body = file.body;
		struct patch_edit edit;
		struct buf b = buf_in(&a);

		if (file.path.n &&
		    (file.path.p < text.p || file.path.p + file.path.n > text.p + text.n))
			abort();
		while (gaff_patch_edit(&a, &file, &body, &edit))
			;
		gaff_path_absolute(&b, SV("/proj"), file.path, true);
		if (buf_ok(&b) && (!b.n || (b.p[0] != '/' && b.p[1] != ':')))
			abort();
	}
	gaff_arena_release(&a);
	return 0;
}
