#include "cli/print/visible.h"

#include <stdio.h>

#include "text/visible.h"

/* The end of a line is seen, and does what it does. */
static void add_line_end(struct buf *b, size_t indent)
{
	gaff_buf_add(b, SV("\\n\n"));
	while (indent--)
		buf_addc(b, ' ');
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
	char number[40], room[VISIBLE_MAX];
	struct sv shown;

	while (p < end) {
		size_t run = count_blanks(p, end);

		if (run > blanks) {
			(void)snprintf(number, sizeof number, "<%zu blanks>", run);
			gaff_buf_add(&b, sv_of(number));
			p += run;
		} else if (*p == '\n') {
			add_line_end(&b, indent);
			p++;
		} else {
			p += gaff_visible_letter(p, end, VISIBLE_STRICT, room, &shown);
			gaff_buf_add(&b, shown);
		}
	}
	if (buf_ok(&b))
		(void)fwrite(b.p, 1, b.n, stdout);
	else
		printf("(there is no memory to show it)");
}
