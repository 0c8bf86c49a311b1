#include "cli/print/plain.h"

#include <stdint.h>
#include <stdio.h>

#include "text/diff.h"

void plain_print(struct arena *a, struct sv text)
{
	struct buf b = buf_in(a);

	gaff_plain_add(&b, text, SIZE_MAX);
	(void)fwrite(b.p, 1, b.n, stdout);
}

/* A line end in it would be one of the diff's. */
static void add_file_name(struct buf *b, const char *path)
{
	if (strpbrk(path, "\n\r"))
		gaff_plain_add(b, sv_of(path), SIZE_MAX);
	else
		gaff_buf_add(b, sv_of(path));
}

void plain_diff(struct arena *a, const char *path, struct sv before, struct sv after)
{
	struct buf old_name = buf_in(a), new_name = buf_in(a);
	struct gaff_err err;
	struct sv rest;

	gaff_buf_add(&old_name, SV("a"));
	add_file_name(&old_name, path);
	gaff_buf_add(&new_name, SV("b"));
	add_file_name(&new_name, path);
	if (gaff_diff(a, buf_sv(&old_name), buf_sv(&new_name), before, after, &rest, &err) !=
	    GAFF_OK) {
		printf("%s\n", err.msg);
		return;
	}
	(void)fwrite(rest.p, 1, rest.n, stdout);
}
