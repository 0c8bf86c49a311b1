#include "install/entry.h"

#include "text/words.h"

/* ---- the command ---- */

void gaff_call_line_add(struct buf *out, const struct gaff_call_line *line)
{
	char deadline[32];

	gaff_word_quote_everywhere(out, line->program);
	gaff_buf_add(out, SV(" run --host "));
	gaff_word_quote(out, line->host);
	gaff_buf_add(out, SV(" --event "));
	gaff_word_quote(out, line->event);
	if (line->deadline) {
		(void)snprintf(deadline, sizeof deadline, " --deadline %u", line->deadline);
		gaff_buf_add(out, sv_of(deadline));
	}
	if (line->fail_closed)
		gaff_buf_add(out, SV(" --fail-closed"));
}

static unsigned number(struct sv text)
{
	unsigned n = 0;

	for (size_t i = 0; i < text.n && i < 6; i++)
		n = ascii_isdigit(text.p[i]) ? n * 10 + (unsigned)(text.p[i] - '0') : 0;
	return n;
}

/* One option as gaff writes them. Anything else, a command, a manifest, a dialect, is not plain. */
static enum words_step read_option(struct arena *a, struct words_iter *it,
				   struct gaff_call_line *line)
{
	struct sv word, *value, seconds = { 0 };
	enum words_step step = gaff_words_next(a, it, &word);

	if (step != WORDS_WORD)
		return step;
	if (sv_eq(word, SV("--fail-closed"))) {
		line->fail_closed = true;
		return WORDS_WORD;
	}
	value = sv_eq(word, SV("--host"))       ? &line->host
		: sv_eq(word, SV("--event"))    ? &line->event
		: sv_eq(word, SV("--deadline")) ? &seconds
						: NULL;
	if (!value || gaff_words_next(a, it, value) != WORDS_WORD)
		return WORDS_NOT_PLAIN;
	if (value == &seconds)
		line->deadline = number(seconds);
	return WORDS_WORD;
}

/*
 * "/opt/my tools/gaff run --host …": a path that nobody has quoted, and behind it nothing but what
 * gaff itself writes. With another program in front, or a pipe, it is somebody's own work.
 */
static bool looks_ours(struct arena *a, struct sv command)
{
	static const struct sv mark = SV_INIT("/gaff run --host ");
	size_t at = 0;
	struct gaff_call_line line;
	enum words_step step;
	struct words_iter it;

	if (!sv_starts(command, SV("/")))
		return false;
	while (at < command.n && !sv_starts(sv_skip(command, at), mark)) {
		char c = command.p[at], next = at + 1 < command.n ? command.p[at + 1] : ' ';

		if (strchr(";&|<>`\n", c) || (c == ' ' && strchr("/~$.-'\"", next)))
			return false;
		at++;
	}
	if (at == command.n)
		return false;
	it = words_iter(sv_skip(command, at + SV("/gaff run ").n));
	while ((step = read_option(a, &it, &line)) == WORDS_WORD)
		;
	return step == WORDS_END;
}

enum gaff_whose gaff_call_line_read(struct arena *a, struct sv command, struct gaff_call_line *out)
{
	struct words_iter it = words_iter(command);
	struct gaff_call_line line = { 0 };
	enum words_step step;
	struct sv word;

	*out = line;
	if (gaff_words_next(a, &it, &line.program) != WORDS_WORD ||
	    !gaff_word_is_program(line.program, SV("gaff")))
		return looks_ours(a, command) ? GAFF_OURS_BROKEN : GAFF_ANOTHERS;
	if (gaff_words_next(a, &it, &word) != WORDS_WORD || !sv_eq(word, SV("run")))
		return GAFF_ANOTHERS;
	while ((step = read_option(a, &it, &line)) == WORDS_WORD)
		;
	if (step != WORDS_END || !line.host.n || !line.event.n)
		return GAFF_ANOTHERS;
	*out = line;
	return GAFF_OURS;
}

/* ---- the entry ---- */

/* Cursor looks for comments inside of texts: without two slashes, or one and a star, it finds none.
 */
static void add_text(struct arena *a, struct buf *out, struct sv text, bool hides_comments)
{
	struct buf plain = buf_in(a);
	struct json_writer w = { .out = &plain };

	gaff_json_string(&w, text);
	for (size_t i = 0; i < plain.n; i++) {
		if (plain.p[i] == '*' && i && plain.p[i - 1] == '/' && hides_comments) {
			gaff_buf_add(out, SV("\\u002a"));
			continue;
		}
		if (plain.p[i] == '/' && hides_comments)
			buf_addc(out, '\\');
		buf_addc(out, plain.p[i]);
	}
}

static bool hides_comments(const struct gaff_host *host)
{
	for (size_t i = 0; i < host->n_config; i++)
		if (host->config[i].flags & GAFF_C_BAD_STRINGS)
			return true;
	return false;
}

static void add_entry(struct arena *a, struct buf *out, const struct gaff_host *host,
		      const struct gaff_call_line *line, unsigned timeout)
{
	const struct gaff_entry_style *style = host->entry;
	struct buf command = buf_in(a);
	char number_text[32];

	gaff_call_line_add(&command, line);
	buf_addc(out, '{');
	gaff_buf_add(out, style->members);
	gaff_buf_add(out, style->members.n ? SV(",\"") : SV("\""));
	gaff_buf_add(out, style->command);
	gaff_buf_add(out, SV("\":"));
	add_text(a, out, buf_sv(&command), hides_comments(host));
	gaff_buf_add(out, SV(",\""));
	gaff_buf_add(out, style->timeout);
	(void)snprintf(number_text, sizeof number_text, "\":%u", timeout * style->second);
	gaff_buf_add(out, sv_of(number_text));
	if (line->fail_closed && style->fail_closed.n) {
		gaff_buf_add(out, SV(",\""));
		gaff_buf_add(out, style->fail_closed);
		gaff_buf_add(out, SV("\":true"));
	}
	buf_addc(out, '}');
}

enum gaff_rc gaff_entry_write(struct arena *a, const struct gaff_host *host,
			      const struct gaff_call_line *line, unsigned timeout, struct sv *out,
			      struct gaff_err *err)
{
	const struct gaff_entry_style *style = host->entry;
	struct buf b = buf_in(a);

	if (style->shape == GAFF_ENTRY_GROUPS) {
		buf_addc(&b, '{');
		gaff_buf_add(&b, style->group_members);
		gaff_buf_add(&b, style->group_members.n ? SV(",\"hooks\":[") : SV("\"hooks\":["));
	}
	add_entry(a, &b, host, line, timeout);
	if (style->shape == GAFF_ENTRY_GROUPS)
		gaff_buf_add(&b, SV("]}"));
	if (!buf_ok(&b))
		return gaff_fail(err, GAFF_ENOMEM, "no memory for an entry");
	*out = buf_sv(&b);
	return GAFF_OK;
}
