#include <stdio.h>

#include "base/limits.h"
#include "convert/parts.h"
#include "text/shell/expand.h"
#include "text/utf8.h"
#include "text/words.h"

/*
 * Lines that a shell of an agent's choosing gets to read: sh, bash, dash, zsh, fish. What is in
 * them was written by others, so it is quoted for all of these (gaff_word_quote_everywhere()).
 */

/* ---- the one that blocks ---- */

/* As one line: what a terminal or a shell would act upon is a space. */
static struct sv one_line(struct buf *b, struct sv text)
{
	const char *p = text.p, *end = text.n ? p + text.n : p;

	while (p < end && b->n < GAFF_BLOCKED_TEXT_MAX) {
		unsigned n = utf8_length(p, end);

		if (!n || (unsigned char)*p < 0x20 || *p == 0x7f)
			buf_addc(b, ' ');
		else
			gaff_buf_add(b, (struct sv){ p, n });
		p += n ? n : 1;
	}
	return buf_sv(b);
}

/* No echo: some of them see backslashes. */
static const struct sv blocks_head = SV_INIT("printf '%s\\n' "),
		       blocks_tail = SV_INIT(" >&2; exit 2");

void gaff_blocking_line(struct buf *out, struct sv reason)
{
	static const struct sv head = SV_INIT("BLOCKED: ");
	char storage[GAFF_BLOCKED_TEXT_MAX + 16];
	struct buf b = buf_fixed(storage, sizeof storage);

	gaff_buf_add(&b, head);
	gaff_buf_add(out, blocks_head);
	gaff_word_quote_everywhere(out, one_line(&b, reason));
	gaff_buf_add(out, blocks_tail);
}

bool gaff_is_blocking_line(struct sv command)
{
	return sv_starts(command, blocks_head) && command.n > blocks_head.n + blocks_tail.n &&
	       sv_starts(sv_skip(command, blocks_head.n), SV("'BLOCKED: ")) &&
	       sv_eq(sv_skip(command, command.n - blocks_tail.n), blocks_tail);
}

/* ---- http by curl ---- */

/*
 * A variable, such that the shell puts it in, whatever it holds. Agents that put variables into
 * their settings would paste its value into the line, as code: they do not know a program's output.
 */
static void add_variable(struct buf *out, struct sv name, bool expands)
{
	gaff_buf_add(out, expands ? SV("\"$(printenv ") : SV("\"$"));
	gaff_buf_add(out, name);
	gaff_buf_add(out, expands ? SV(")\"") : SV("\""));
}

/* -H 'Name: Bearer '"$TOKEN"; a name without a value is to have a semicolon. */
static enum gaff_rc add_header(struct arena *a, struct buf *out, struct sv name, struct sv value,
			       bool expands, struct gaff_err *err)
{
	struct buf text = buf_in(a);
	size_t at = 0;

	gaff_buf_add(&text, name);
	gaff_buf_add(&text, value.n ? SV(": ") : SV(";"));
	gaff_buf_add(out, SV(" -H "));
	while (at < value.n) {
		struct gaff_expand_piece piece;

		GAFF_TRY(gaff_expand_next(value, &at, &piece, err));
		gaff_buf_add(&text, piece.literal);
		if (!piece.name.n)
			continue;
		gaff_word_quote_everywhere(out, buf_sv(&text));
		add_variable(out, piece.name, expands);
		text.n = 0;
	}
	if (text.n)
		gaff_word_quote_everywhere(out, buf_sv(&text));
	return gaff_buf_check(&text, err);
}

static enum gaff_rc add_headers(struct arena *a, struct buf *out, struct json headers, bool expands,
				struct gaff_err *err)
{
	struct json_iter it = gaff_json_iter(headers);
	struct json key, json_value;
	bool has_type = false;

	while (gaff_json_next(&it, &key, &json_value)) {
		struct sv name = { 0 }, value = { 0 };

		(void)gaff_json_text(a, key, &name);
		(void)gaff_json_text(a, json_value, &value);
		GAFF_TRY(gaff_arena_check(a, err));
		has_type |= sv_eq_nocase(name, SV("Content-Type"));
		GAFF_TRY(add_header(a, out, name, value, expands, err));
	}
	if (!has_type)
		gaff_buf_add(out, SV(" -H 'Content-Type: application/json'"));
	return GAFF_OK;
}

/*
 * -g: brackets in a URL are no list of URLs. No redirects, as by gaff-http. A failure is exit 1:
 * curl has a 2 of its own, which would block.
 */
enum gaff_rc gaff_curl_line(struct arena *a, struct buf *out, const struct gaff_hook *hook,
			    bool expands, struct gaff_err *err)
{
	long long seconds = (long long)(hook->timeout_ms + 999) / 1000;
	char head[80];

	(void)snprintf(head, sizeof head, "curl -gfsS --max-time %lld -X POST", seconds);
	gaff_buf_add(out, sv_of(head));
	GAFF_TRY(add_headers(a, out, hook->headers, expands, err));
	gaff_buf_add(out, SV(" --data-binary @- --url "));
	gaff_word_quote_everywhere(out, hook->url);
	gaff_buf_add(out, SV(" || exit 1"));
	return gaff_buf_check(out, err);
}
