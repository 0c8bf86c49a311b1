#include <stdio.h>

#include "text/json/json.h"
#include "text/utf8.h"

/* The rules of JSON are strict, and those who break them in a string still have something to say.
 */

static void add_escape(struct buf *b, unsigned char c)
{
	char escape[8];

	(void)snprintf(escape, sizeof escape, "\\u%04x", c);
	gaff_buf_add(b, sv_of(escape));
}

bool gaff_json_mend(struct arena *a, struct sv *text)
{
	bool in_string = false, is_escaped = false;
	struct buf b = buf_in(a);
	const char *end = sv_skip(*text, text->n).p;

	for (const char *p = text->p; p < end;) {
		unsigned n = utf8_length(p, end);

		if (in_string && (unsigned char)*p < 0x20)
			add_escape(&b, (unsigned char)*p);
		else
			gaff_buf_add(&b, n ? (struct sv){ p, n } : SV("\xef\xbf\xbd"));
		if (*p == '"' && !is_escaped)
			in_string = !in_string;
		is_escaped = in_string && *p == '\\' && !is_escaped;
		p += n ? n : 1;
	}
	if (!buf_ok(&b))
		return false;
	*text = buf_sv(&b);
	return true;
}
