#include "text/json/json_pretty.h"

#include "text/json/json_scan.h"

enum {
	LIST_MAX = 80, /* bytes of a list that stays on one line */
};

struct layout {
	struct buf *out;
	unsigned flags;
	size_t depth;
	bool in_line; /* inside of a list that is on one line */
};

static void break_line(struct layout *l)
{
	buf_addc(l->out, '\n');
	for (size_t i = 0; i < l->depth; i++)
		gaff_buf_add(l->out, SV("  "));
}

/* A slash before a slash or a star could begin a comment for somebody who knows no quotes. */
static void add_text(struct layout *l, struct sv string)
{
	if (!(l->flags & GAFF_PRETTY_NO_COMMENT_MARKS)) {
		gaff_buf_add(l->out, string);
		return;
	}
	for (size_t i = 0; i < string.n; i++) {
		bool behind_slash = i && string.p[i - 1] == '/';

		if (behind_slash && string.p[i] == '/')
			gaff_buf_add(l->out, SV("\\/"));
		else if (behind_slash && string.p[i] == '*')
			gaff_buf_add(l->out, SV("\\u002a"));
		else
			buf_addc(l->out, string.p[i]);
	}
}

/* Is this list short, and of scalars alone? `p` is at its bracket. */
static bool fits_a_line(const char *p, const char *end)
{
	const char *from = p++;

	while (p < end && p - from < LIST_MAX) {
		if (*p == ']')
			return true;
		if (*p == '[' || *p == '{')
			return false;
		p = *p == '"' ? json_string_end(p) : p + 1;
	}
	return false;
}

static const char *open_value(struct layout *l, const char *p, const char *end)
{
	const char *inner = json_skip_space(p + 1, end);

	buf_addc(l->out, *p);
	if (*inner == ']' || *inner == '}') {
		buf_addc(l->out, *inner);
		return inner + 1;
	}
	l->in_line = *p == '[' && fits_a_line(p, end);
	if (!l->in_line) {
		l->depth++;
		break_line(l);
	}
	return inner;
}

static void close_value(struct layout *l, char bracket)
{
	if (!l->in_line) {
		l->depth--;
		break_line(l);
	}
	l->in_line = false; /* there is no list inside of one on a line */
	buf_addc(l->out, bracket);
}

/* Mark after mark: the text is checked, so that brackets need not be counted. */
void gaff_json_pretty(struct buf *out, struct json v, unsigned flags)
{
	struct layout l = { .out = out, .flags = flags };
	const char *p = v.p, *end = v.n ? v.p + v.n : v.p, *from;

	while (p < end) {
		from = p;
		switch (*p) {
		case '{':
		case '[':
			p = open_value(&l, p, end);
			break;
		case '}':
		case ']':
			close_value(&l, *p++);
			break;
		case ',':
			buf_addc(out, *p++);
			if (l.in_line)
				buf_addc(out, ' ');
			else
				break_line(&l);
			break;
		case ':':
			gaff_buf_add(out, SV(": "));
			p++;
			break;
		case '"':
			p = json_string_end(p);
			add_text(&l, (struct sv){ from, (size_t)(p - from) });
			break;
		default:
			if (!json_is_space(*p))
				buf_addc(out, *p);
			p++;
		}
	}
	if (v.n)
		buf_addc(out, '\n');
}
