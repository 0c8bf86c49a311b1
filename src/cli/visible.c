#include "cli/visible.h"

#include <stdint.h>
#include <stdio.h>

#include "text/utf8.h"

/* First and last of what looks like nothing, or changes how its neighbours look. */
static const struct {
	uint32_t first, last;
} unseen[] = {
	{ 0x7f, 0xa0 },       /* C1, and a space that does not break */
	{ 0xad, 0xad },       /* a soft hyphen */
	{ 0x34f, 0x34f },     /* joins what is beside it */
	{ 0x61c, 0x61c },     /* a mark of direction */
	{ 0x115f, 0x1160 },   /* fillers of Hangul */
	{ 0x1680, 0x1680 },   /* a space of Ogham */
	{ 0x17b4, 0x17b5 },   /* vowels that are not shown */
	{ 0x180b, 0x180f },   /* Mongolian selectors */
	{ 0x2000, 0x200f },   /* spaces; of no width; marks of direction */
	{ 0x2028, 0x202f },   /* ends of lines; embeddings and overrides */
	{ 0x205f, 0x206f },   /* spaces, joiners, isolates */
	{ 0x2800, 0x2800 },   /* Braille without dots */
	{ 0x3000, 0x3000 },   /* a wide space */
	{ 0x3164, 0x3164 },   /* a filler */
	{ 0xfe00, 0xfe0f },   /* selectors */
	{ 0xfeff, 0xfeff },   /* a byte order mark */
	{ 0xffa0, 0xffa0 },   /* a narrow filler */
	{ 0xfff0, 0xfffb },   /* annotations */
	{ 0x1d173, 0x1d17a }, /* marks of music */
	{ 0xe0000, 0xe0fff }, /* tags and more selectors */
};

static bool is_unseen(uint32_t c)
{
	if (c < 0x20)
		return true;
	for (size_t i = 0; i < COUNT_OF(unseen); i++)
		if (c >= unseen[i].first && c <= unseen[i].last)
			return true;
	return false;
}

static void add_escape(struct buf *b, uint32_t c, size_t indent)
{
	char text[16];

	if (c == '\n') {
		gaff_buf_add(b, SV("\\n\n"));
		while (indent--)
			buf_addc(b, ' ');
		return;
	}
	(void)snprintf(text, sizeof text, c == '\t' || c == '\r' ? "\\%c" : "\\u%04x",
		       c == '\t'   ? 't'
		       : c == '\r' ? 'r'
				   : (unsigned)c);
	gaff_buf_add(b, sv_of(text));
}

static size_t count_blanks(const char *p, const char *end)
{
	size_t n = 0;

	while (p + n < end && (p[n] == ' ' || p[n] == '\t'))
		n++;
	return n;
}

void visible_print(struct arena *a, struct sv text, size_t indent, size_t blanks)
{
	const char *p = text.p, *end = text.n ? text.p + text.n : text.p;
	struct buf b = buf_in(a);
	char number[40];

	while (p < end) {
		unsigned n = utf8_length(p, end);
		size_t run = count_blanks(p, end);

		if (run > blanks) {
			(void)snprintf(number, sizeof number, "<%zu blanks>", run);
			gaff_buf_add(&b, sv_of(number));
			p += run;
			continue;
		}
		if (!n) {
			(void)snprintf(number, sizeof number, "\\x%02x", (unsigned char)*p);
			gaff_buf_add(&b, sv_of(number));
		} else if (is_unseen(utf8_point(p, n))) {
			add_escape(&b, utf8_point(p, n), indent);
		} else {
			gaff_buf_add(&b, (struct sv){ p, n });
		}
		p += n ? n : 1;
	}
	if (buf_ok(&b))
		(void)fwrite(b.p, 1, b.n, stdout);
	else
		printf("(there is no memory to show it)");
}
