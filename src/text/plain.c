#include "text/plain.h"

#include <stdint.h>

#include "text/visible.h"

void gaff_plain_add(struct buf *out, struct sv text, size_t max)
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

const char *gaff_plain_sv(struct arena *a, struct sv text)
{
	struct buf b = buf_in(a);

	gaff_plain_add(&b, text, SIZE_MAX);
	buf_addc(&b, '\0');
	return buf_ok(&b) ? b.p : "(no memory for it)";
}

const char *gaff_plain_text(struct arena *a, const char *text)
{
	return gaff_plain_sv(a, sv_of(text));
}

size_t gaff_plain_width(struct sv text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++)
		n += ((unsigned char)text.p[i] & 0xc0) != 0x80;
	return n;
}
