/* fuzz_patch.c - any text as a patch, and as a URL: files and edits lie inside it, and the reader
 * ends. */
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

	struct buf url;
	struct sv path;

	gaff_arena_init(&a, NULL, 0, 1 << 27);
	url = buf_in(&a);
	gaff_buf_add(&url, SV("file://"));
	gaff_buf_add(&url, text);
	if (gaff_path_of_file_url(&a, buf_sv(&url), &path) &&
	    (!path.n || path.p[0] != '/' || path.n > size + 1))
		abort();
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
