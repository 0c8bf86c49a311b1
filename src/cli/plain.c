#include "cli/plain.h"

#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "text/diff.h"
#include "text/utf8.h"

/* First and last of what has no business on a terminal, beside the controls of ASCII. */
static const struct {
	uint32_t first, last;
} hidden[] = {
	{ 0x80, 0x9f },       /* C1: some terminals take these for escape sequences */
	{ 0xad, 0xad },       /* a soft hyphen */
	{ 0x61c, 0x61c },     /* a mark of direction; there are more among the next three */
	{ 0x200b, 0x200f },   /* of no width */
	{ 0x2028, 0x202e },   /* ends of lines; embeddings and overrides */
	{ 0x2060, 0x206f },   /* joiners, isolates */
	{ 0xfeff, 0xfeff },   /* a byte order mark */
	{ 0xfff9, 0xfffb },   /* annotations */
	{ 0xe0000, 0xe0fff }, /* tags: a second text that nobody sees */
};

/* What is shown for the letter at p, n bytes long; 0 bytes: not UTF-8. */
static struct sv shown_as(const char *p, unsigned n)
{
	uint32_t c;

	if (!n)
		return SV("?");
	c = utf8_point(p, n);
	if (ascii_isspace(*p))
		return SV(" ");
	if (c < 0x20 || c == 0x7f)
		return SV("?");
	for (size_t i = 0; i < COUNT_OF(hidden); i++)
		if (c >= hidden[i].first && c <= hidden[i].last)
			return SV("?");
	return (struct sv){ p, n };
}

void plain_add(struct buf *out, struct sv text, size_t max)
{
	const char *p = text.p, *end = text.n ? text.p + text.n : text.p;
	size_t letters = 0, cut = out->n;

	while (p < end) {
		unsigned n = utf8_length(p, end);

		if (letters == max) {
			out->n = cut;
			gaff_buf_add(out, SV("..."));
			return;
		}
		gaff_buf_add(out, shown_as(p, n));
		letters++;
		if (letters + 3 <= max)
			cut = out->n;
		p += n ? n : 1;
	}
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

void plain_diff(struct arena *a, const char *path, struct sv before, struct sv after)
{
	struct buf old_name = buf_in(a), new_name = buf_in(a);
	struct gaff_err err;
	struct sv rest;

	gaff_buf_add(&old_name, SV("a"));
	gaff_buf_add(&old_name, sv_of(path));
	gaff_buf_add(&new_name, SV("b"));
	gaff_buf_add(&new_name, sv_of(path));
	if (gaff_diff(a, buf_sv(&old_name), buf_sv(&new_name), before, after, &rest, &err) !=
	    GAFF_OK) {
		printf("%s\n", err.msg);
		return;
	}
	if (!isatty(STDOUT_FILENO)) {
		(void)fwrite(rest.p, 1, rest.n, stdout);
		return;
	}
	while (rest.n) {
		const char *end = memchr(rest.p, '\n', rest.n);
		struct sv line = { rest.p, end ? (size_t)(end - rest.p) : rest.n };

		plain_print(a, line);
		printf("\n");
		rest = sv_skip(rest, line.n + (end != NULL));
	}
}
