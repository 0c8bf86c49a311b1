#include "text/visible.h"

#include <stdio.h>
#include <unistd.h>

#include "base/io.h"
#include "text/utf8.h"

/*
 * First and last of what is not shown as it is, beside the controls of ASCII: all that Unicode says
 * to ignore where it is not known, all marks of direction, ends of lines, and what looks like
 * nothing. A no-break space and the wide one of Chinese and Japanese are in everybody's texts.
 */
static const struct {
	uint32_t first, last;
} hidden[] = {
	{ 0x7f, 0x9f },       /* DEL, and C1: some terminals take these for escape sequences */
	{ 0xad, 0xad },       /* a soft hyphen */
	{ 0x34f, 0x34f },     /* a joiner of graphemes */
	{ 0x61c, 0x61c },     /* a mark of direction; there are more below */
	{ 0x115f, 0x1160 },   /* fillers of Hangul */
	{ 0x1680, 0x1680 },   /* a space that some fonts draw */
	{ 0x17b4, 0x17b5 },   /* vowels of Khmer that are not written */
	{ 0x180b, 0x180f },   /* variants and a separator of Mongolian */
	{ 0x2000, 0x200f },   /* spaces of all widths, of none too */
	{ 0x2028, 0x202f },   /* ends of lines; embeddings and overrides; a narrow space */
	{ 0x205f, 0x206f },   /* a space, joiners, isolates */
	{ 0x2800, 0x2800 },   /* Braille without a dot */
	{ 0x3164, 0x3164 },   /* a filler of Hangul */
	{ 0xfe00, 0xfe0f },   /* variants */
	{ 0xfeff, 0xfeff },   /* a byte order mark */
	{ 0xffa0, 0xffa0 },   /* a filler of Hangul, half as wide */
	{ 0xfff0, 0xfffb },   /* unassigned; annotations */
	{ 0x13430, 0x1343f }, /* controls of hieroglyphs */
	{ 0x16fe4, 0x16fe4 }, /* a filler of Khitan */
	{ 0x1bca0, 0x1bca3 }, /* controls of shorthand */
	{ 0x1d159, 0x1d159 }, /* a note without a head */
	{ 0x1d173, 0x1d17a }, /* controls of music */
	{ 0xe0000, 0xe0fff }, /* tags and variants: a second text that nobody sees */
};

enum { NO_BREAK_SPACE = 0xa0, WIDE_SPACE = 0x3000 };

static bool is_hidden(uint32_t c)
{
	for (size_t i = 0; i < COUNT_OF(hidden) && c >= hidden[i].first; i++)
		if (c <= hidden[i].last)
			return true;
	return false;
}

/* The escape that has a letter of its own, or 0. */
static char short_escape(char c)
{
	return c == '\n' ? 'n' : c == '\r' ? 'r' : c == '\t' ? 't' : 0;
}

static struct sv escape_byte(char c, char room[VISIBLE_MAX])
{
	int n = short_escape(c) ? snprintf(room, VISIBLE_MAX, "\\%c", short_escape(c))
				: snprintf(room, VISIBLE_MAX, "\\x%02x", (unsigned char)c);

	return (struct sv){ room, (size_t)n };
}

static struct sv escape_point(uint32_t c, char room[VISIBLE_MAX])
{
	int n = c < 0x10000 ? snprintf(room, VISIBLE_MAX, "\\u%04x", c)
			    : snprintf(room, VISIBLE_MAX, "\\u%04x\\u%04x", 0xd7c0 + (c >> 10),
				       0xdc00 + (c & 0x3ff));

	return (struct sv){ room, (size_t)n };
}

unsigned gaff_visible_letter(const char *p, const char *end, enum visible_kind kind,
			     char room[VISIBLE_MAX], struct sv *shown)
{
	unsigned n = utf8_length(p, end);
	uint32_t c;

	if (n == 1 && (unsigned char)*p < 0x20) {
		*shown = kind == VISIBLE_PAGE && (*p == '\n' || *p == '\t') ? (struct sv){ p, 1 }
									    : escape_byte(*p, room);
		return 1;
	}
	if (!n && utf8_is_surrogate(p, end)) {
		*shown = escape_point(utf8_point(p, 3), room);
		return 3;
	}
	if (!n) {
		*shown = escape_byte(*p, room);
		return 1;
	}
	c = utf8_point(p, n);
	*shown = is_hidden(c) || (kind == VISIBLE_STRICT &&
				  (c == NO_BREAK_SPACE || c == WIDE_SPACE))
			 ? escape_point(c, room)
			 : (struct sv){ p, n };
	return n;
}

bool gaff_is_visible(struct sv text, enum visible_kind kind)
{
	const char *p = text.p, *end = text.n ? text.p + text.n : text.p;
	char room[VISIBLE_MAX];
	struct sv shown;

	while (p < end) {
		if (*p >= 0x20 && *p < 0x7f) {
			p++;
			continue;
		}
		p += gaff_visible_letter(p, end, kind, room, &shown);
		if (shown.p == room)
			return false;
	}
	return true;
}

void gaff_visible_add(struct buf *out, struct sv text, enum visible_kind kind)
{
	const char *p = text.p, *end = text.n ? text.p + text.n : text.p;
	char room[VISIBLE_MAX];
	struct sv shown;

	while (p < end) {
		p += gaff_visible_letter(p, end, kind, room, &shown);
		gaff_buf_add(out, shown);
	}
}

bool gaff_visible_write_terminal(int fd, struct sv text, int64_t deadline)
{
	enum { LETTERS = 256 };

	while (text.n) {
		char piece[LETTERS * VISIBLE_MAX];
		struct buf b = buf_fixed(piece, sizeof piece);
		const char *p = text.p, *end = text.p + text.n;
		char room[VISIBLE_MAX];
		struct sv shown;

		for (size_t i = 0; i < LETTERS && p < end; i++) {
			p += gaff_visible_letter(p, end, VISIBLE_PAGE, room, &shown);
			gaff_buf_add(&b, shown);
		}
		if (!gaff_write_all(fd, buf_sv(&b), deadline))
			return false;
		text = sv_skip(text, (size_t)(p - text.p));
	}
	return true;
}

bool gaff_visible_write(int fd, struct sv text, int64_t deadline)
{
	if (gaff_is_visible(text, VISIBLE_PAGE) || !isatty(fd))
		return gaff_write_all(fd, text, deadline);
	return gaff_visible_write_terminal(fd, text, deadline);
}
