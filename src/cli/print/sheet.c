#include "cli/print/sheet.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/print/plain.h"
#include "text/utf8.h"

static const struct sv ellipsis = SV_INIT("\xe2\x80\xa6");

/* As much as fits: up to a space or behind a comma, if there is one in the second half. */
static struct sv take(struct sv *rest, size_t width)
{
	size_t letters = 0, at = 0, joint = 0;
	struct sv line;

	while (at < rest->n && letters < width) {
		do
			at++;
		while (at < rest->n && ((unsigned char)rest->p[at] & 0xc0) == 0x80);
		letters++;
		if (letters > width / 2 &&
		    ((at < rest->n && rest->p[at] == ' ') || rest->p[at - 1] == ','))
			joint = at;
	}
	if (at < rest->n && joint)
		at = joint;
	line = (struct sv){ rest->p, at };
	*rest = sv_skip(*rest, at);
	if (rest->n && rest->p[0] == ' ')
		*rest = sv_skip(*rest, 1);
	while (line.n && line.p[line.n - 1] == ' ')
		line.n--;
	return line;
}

/* How far the text is to the right, once its label is printed. */
static size_t put_label(size_t indent, const char *label)
{
	printf("%*s%-*s", (int)indent, "", SHEET_LABEL, label);
	return indent + SHEET_LABEL;
}

static void put_first_word(const struct sheet *s, enum color color, struct sv line)
{
	const char *end = line.p;

	while (end < line.p + line.n && *end != ' ' && *end != ':' && *end != ',')
		end++;
	if (!s->has_color || color == COLOR_NONE) {
		printf("%.*s", SV_ARG(line));
		return;
	}
	color_print(color, (struct sv){ line.p, (size_t)(end - line.p) });
	printf("%.*s", (int)(line.p + line.n - end), end);
}

void sheet_text(const struct sheet *s, size_t indent, const char *label, enum color color,
		struct sv text)
{
	size_t left = put_label(indent, label),
	       width = s->screen > left + 20 ? s->screen - left : 20;
	bool is_first = true;

	do {
		struct buf b = buf_in(s->arena);
		struct sv line;

		gaff_plain_add(&b, sv_take(&text, '\n'), SIZE_MAX);
		line = buf_sv(&b);
		do {
			if (!is_first)
				printf("%*s", line.n ? (int)left : 0, "");
			put_first_word(s, is_first ? color : COLOR_NONE, take(&line, width));
			printf("\n");
			is_first = false;
		} while (line.n);
	} while (text.n);
}

void sheet_join(const struct sheet *s, size_t indent, const char *label, enum color color,
		const struct sv *part, size_t n)
{
	struct buf b = buf_in(s->arena);

	gaff_buf_add_all(&b, part, n);
	sheet_text(s, indent, label, color, buf_sv(&b));
}

void sheet_say(const struct sheet *s, size_t indent, const char *label, const char *fmt, ...)
{
	char line[1024];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	sheet_text(s, indent, label, COLOR_NONE, sv_of(line));
}

void sheet_bytes(const struct sheet *s, size_t indent, const char *label, struct sv text)
{
	struct sv head = gaff_utf8_cut(text, SHEET_CUT);
	char more[64];

	if (!text.n) {
		sheet_text(s, indent, label, COLOR_NONE, SV("(empty)"));
		return;
	}
	if (s->is_full || text.n <= SHEET_CUT + SHEET_SPARED) {
		sheet_text(s, indent, label, COLOR_NONE, text);
		return;
	}
	(void)snprintf(more, sizeof more, " (%zu bytes more; --full)", text.n - head.n);
	SHEET_JOIN(s, indent, label, COLOR_NONE, head, ellipsis, sv_of(more));
}

void sheet_exact(const struct sheet *s, size_t indent, const char *label, struct sv text)
{
	size_t left = put_label(indent, label);
	bool is_first = true, is_changed = false;

	if (!text.n)
		printf("(empty)\n");
	while (text.n) {
		struct buf b = buf_in(s->arena);
		struct sv line = sv_take(&text, '\n');

		gaff_plain_add(&b, line, SIZE_MAX);
		is_changed |= !sv_eq(line, buf_sv(&b));
		printf("%*s%.*s\n", is_first ? 0 : (int)left, "", SV_ARG(buf_sv(&b)));
		is_first = false;
	}
	if (is_changed)
		printf("%*s(what must not reach a terminal is shown as \\x or \\u; --json has "
		       "it)\n",
		       (int)left, "");
}
