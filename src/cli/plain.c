#include "cli/plain.h"

#include <stdint.h>
#include <stdio.h>

#include "text/diff.h"
#include "text/visible.h"

void plain_add(struct buf *out, struct sv text, size_t max)
{
	const char *p = text.p, *end = text.n ? text.p + text.n : text.p;
	size_t letters = 0, cut = out->n;
	char room[VISIBLE_MAX];

	while (p < end) {
		struct sv shown;
		unsigned n = gaff_visible_letter(p, end, VISIBLE_LINE, room, &shown);
		size_t width = shown.p == room ? shown.n : 1;

		if (width > max - letters) {
			out->n = cut;
			gaff_buf_add(out, SV("..."));
			return;
		}
		gaff_buf_add(out, shown);
		letters += width;
		if (letters + 3 <= max)
			cut = out->n;
		p += n;
	}
}

const char *plain_text(struct arena *a, const char *text)
{
	struct buf b = buf_in(a);

	plain_add(&b, sv_of(text), SIZE_MAX);
	buf_addc(&b, '\0');
	return buf_ok(&b) ? b.p : "(no memory for it)";
}

size_t plain_width(struct sv text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++)
		n += ((unsigned char)text.p[i] & 0xc0) != 0x80;
	return n;
}

void plain_print(struct arena *a, struct sv text)
{
	struct buf b = buf_in(a);

	plain_add(&b, text, SIZE_MAX);
	(void)fwrite(b.p, 1, b.n, stdout);
}

/* A line end in it would be one of the diff's. */
static void add_file_name(struct buf *b, const char *path)
{
	if (strpbrk(path, "\n\r"))
		plain_add(b, sv_of(path), SIZE_MAX);
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
