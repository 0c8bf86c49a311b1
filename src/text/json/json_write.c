#include "text/json/json.h"

#include <inttypes.h>
#include <stdio.h>

#include "text/utf8.h"

static void comma(struct json_writer *w)
{
	if (w->comma)
		buf_addc(w->out, ',');
	w->comma = true;
}

void gaff_json_open(struct json_writer *w, char bracket)
{
	comma(w);
	buf_addc(w->out, bracket);
	w->comma = false;
}

void gaff_json_close(struct json_writer *w, char bracket)
{
	buf_addc(w->out, bracket);
	w->comma = true;
}

void gaff_json_raw(struct json_writer *w, struct sv json_text)
{
	comma(w);
	gaff_buf_add(w->out, json_text);
}

static void escape_unit(struct buf *out, unsigned unit)
{
	static const char hex[] = "0123456789abcdef";
	char text[6] = {
		'\\',          'u', hex[unit >> 12 & 15], hex[unit >> 8 & 15], hex[unit >> 4 & 15],
		hex[unit & 15]
	};

	gaff_buf_add(out, (struct sv){ text, sizeof text });
}

static void escape_control(struct buf *out, unsigned char c)
{
	static const char from[] = "\b\f\n\r\t", to[] = "bfnrt";
	const char *at = c ? strchr(from, c) : NULL;

	if (!at) {
		escape_unit(out, c);
		return;
	}
	buf_addc(out, '\\');
	buf_addc(out, to[at - from]);
}

void gaff_json_text_begin(struct json_writer *w)
{
	comma(w);
	buf_addc(w->out, '"');
}

void gaff_json_text_end(struct json_writer *w)
{
	buf_addc(w->out, '"');
}

void gaff_json_text_add(struct json_writer *w, struct sv piece)
{
	const char *p = piece.p, *end;

	if (!piece.n)
		return;
	end = p + piece.n;
	while (p < end) {
		const char *run = p;
		unsigned char c;

		while (p < end && (unsigned char)*p >= 0x20 && (unsigned char)*p < 0x80 &&
		       *p != '"' && *p != '\\')
			p++;
		gaff_buf_add(w->out, (struct sv){ run, (size_t)(p - run) });
		if (p == end)
			break;
		c = (unsigned char)*p;
		if (c < 0x20) {
			escape_control(w->out, c);
			p++;
		} else if (c < 0x80) {
			buf_addc(w->out, '\\');
			buf_addc(w->out, *p++);
		} else if (utf8_length(p, end)) {
			unsigned n = utf8_length(p, end);

			gaff_buf_add(w->out, (struct sv){ p, n });
			p += n;
		} else if (utf8_is_surrogate(p, end)) {
			escape_unit(w->out, 0xd000u | (unsigned)((unsigned char)p[1] & 0x3f) << 6 |
						    ((unsigned char)p[2] & 0x3f));
			p += 3;
		} else {
			gaff_buf_add(w->out, SV("\xef\xbf\xbd")); /* not text: U+FFFD */
			p++;
		}
	}
}

void gaff_json_string(struct json_writer *w, struct sv text)
{
	gaff_json_text_begin(w);
	gaff_json_text_add(w, text);
	gaff_json_text_end(w);
}

void gaff_json_key(struct json_writer *w, struct sv key)
{
	gaff_json_string(w, key);
	buf_addc(w->out, ':');
	w->comma = false;
}

void gaff_json_copy_key(struct json_writer *w, struct json key)
{
	gaff_json_raw(w, json_sv(key));
	buf_addc(w->out, ':');
	w->comma = false;
}

void gaff_json_copy(struct json_writer *w, struct json key, struct json value)
{
	gaff_json_copy_key(w, key);
	gaff_json_raw(w, json_sv(value));
}

void gaff_json_member_open(struct json_writer *w, struct sv key, char bracket)
{
	gaff_json_key(w, key);
	gaff_json_open(w, bracket);
}

void gaff_json_member_number(struct json_writer *w, struct sv key, int64_t n)
{
	char text[24];

	(void)snprintf(text, sizeof text, "%" PRId64, n);
	json_member(w, key, sv_of(text));
}

void gaff_json_member_size(struct json_writer *w, struct sv key, size_t n)
{
	char text[24];

	(void)snprintf(text, sizeof text, "%zu", n);
	json_member(w, key, sv_of(text));
}

void gaff_json_member_bool(struct json_writer *w, struct sv key, bool is_true)
{
	json_member(w, key, is_true ? SV("true") : SV("false"));
}

void gaff_json_member_text(struct json_writer *w, struct sv key, struct sv text)
{
	if (text.n)
		json_member_string(w, key, text);
	else
		json_member(w, key, SV("null"));
}
