#include "config/entry.h"

#include "text/json/json_edit.h"
#include "text/words.h"

/* ---- the command ---- */

/* The words behind the program. */
struct call_words {
	struct sv word[14]; /* with all options it is full */
	size_t n;
	char deadline[16];
};

static void add_folder(struct call_words *out, struct sv option, struct sv folder)
{
	if (!folder.n)
		return;
	out->word[out->n++] = option;
	out->word[out->n++] = folder;
}

static void words_of(const struct gaff_call_line *line, struct call_words *out)
{
	out->n = 0;
	out->word[out->n++] = SV("run");
	out->word[out->n++] = SV("--host");
	out->word[out->n++] = line->host;
	out->word[out->n++] = SV("--event");
	out->word[out->n++] = line->event;
	if (line->deadline) {
		(void)snprintf(out->deadline, sizeof out->deadline, "%u", line->deadline);
		out->word[out->n++] = SV("--deadline");
		out->word[out->n++] = sv_of(out->deadline);
	}
	if (line->fail_closed)
		out->word[out->n++] = SV("--fail-closed");
	if (line->dirs.is_committed)
		out->word[out->n++] = SV("--committed");
	add_folder(out, SV("--home"), line->dirs.home);
	add_folder(out, SV("--config"), line->dirs.config);
	add_folder(out, SV("--state"), line->dirs.state);
}

bool gaff_call_dirs_are(const struct gaff_call_dirs *x, const struct gaff_call_dirs *y)
{
	return x->is_committed == y->is_committed && sv_eq(x->home, y->home) &&
	       sv_eq(x->config, y->config) && sv_eq(x->state, y->state);
}

void gaff_call_line_add(struct buf *out, const struct gaff_call_line *line)
{
	struct call_words words;

	words_of(line, &words);
	gaff_word_quote_everywhere(out, line->program);
	for (size_t i = 0; i < words.n; i++) {
		buf_addc(out, ' ');
		gaff_word_quote_everywhere(out, words.word[i]);
	}
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
	if (sv_eq(word, SV("--fail-closed")) || sv_eq(word, SV("--committed"))) {
		line->fail_closed |= sv_eq(word, SV("--fail-closed"));
		line->dirs.is_committed |= sv_eq(word, SV("--committed"));
		return WORDS_WORD;
	}
	value = sv_eq(word, SV("--host"))       ? &line->host
		: sv_eq(word, SV("--event"))    ? &line->event
		: sv_eq(word, SV("--deadline")) ? &seconds
		: sv_eq(word, SV("--home"))     ? &line->dirs.home
		: sv_eq(word, SV("--config"))   ? &line->dirs.config
		: sv_eq(word, SV("--state"))    ? &line->dirs.state
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

size_t gaff_entry_path(struct sv where, struct sv *out, size_t max)
{
	size_t n = 0;

	while (where.n && n < max) {
		const char *slash;

		where = sv_skip(where, 1);
		slash = where.n ? memchr(where.p, '/', where.n) : NULL;
		out[n] = (struct sv){ where.p, slash ? (size_t)(slash - where.p) : where.n };
		where = sv_skip(where, out[n++].n);
	}
	return n;
}

struct json gaff_entry_file(struct arena *a, const struct gaff_layout *layout, struct sv name)
{
	static const struct sv mark = SV_INIT("\"$file\"");
	struct sv rest = layout->new_file;
	struct buf b = buf_in(a);

	buf_addc(&b, '{');
	while (rest.n) {
		bool is_mark = sv_starts(rest, mark);

		if (is_mark)
			add_text(a, &b, name, false);
		else
			buf_addc(&b, rest.p[0]);
		rest = sv_skip(rest, is_mark ? mark.n : 1);
	}
	buf_addc(&b, '}');
	return layout->new_file.n && buf_ok(&b) ? (struct json){ b.p, b.n } : (struct json){ 0 };
}

bool gaff_entry_has_group(const struct gaff_host *host, struct sv event)
{
	const struct gaff_event_row *row = gaff_host_event_native(host, event);

	return host->layout->shape == GAFF_LAYOUT_GROUPS && !(row && row->flags & GAFF_E_NO_GROUPS);
}

struct sv gaff_entry_command(struct arena *a, const struct gaff_layout *layout, struct json entry)
{
	struct json args = { 0 }, key, word;
	struct json_iter it;
	struct sv command = { 0 }, text;
	struct buf b = buf_in(a);

	if (!gaff_json_text(a, gaff_layout_value(layout, GAFF_MEMBER_COMMAND, entry), &command) ||
	    !layout->splits_lines)
		return command;
	gaff_word_quote_everywhere(&b, command);
	args = gaff_layout_value(layout, GAFF_MEMBER_ARGS, entry);
	it = gaff_json_iter(args);
	while (gaff_json_type(args) == JSON_ARRAY && gaff_json_next(&it, &key, &word)) {
		if (!gaff_json_text(a, word, &text))
			continue;
		buf_addc(&b, ' ');
		gaff_word_quote(&b, text);
	}
	return buf_sv(&b);
}

/* ---- writing it ---- */

struct entry_writer {
	struct arena *arena;
	const struct gaff_host *host;
	const struct gaff_call_line *line;
	unsigned timeout;
	struct json_placer placer;
	bool hides_comments;
};

static void put(struct entry_writer *w, const struct gaff_member *row, struct sv value)
{
	gaff_json_place(&w->placer, row->where);
	gaff_json_raw(&w->placer.w, value);
}

static void put_text(struct entry_writer *w, const struct gaff_member *row, struct sv text)
{
	struct buf b = buf_in(w->arena);

	add_text(w->arena, &b, text, w->hides_comments);
	put(w, row, buf_sv(&b));
}

/* The whole line, or where words are apart, the program alone. */
static void put_command(struct entry_writer *w, const struct gaff_member *row)
{
	struct buf b = buf_in(w->arena);

	if (w->host->layout->splits_lines) {
		put_text(w, row, w->line->program);
		return;
	}
	gaff_call_line_add(&b, w->line);
	put_text(w, row, buf_sv(&b));
}

static void put_args(struct entry_writer *w, const struct gaff_member *row)
{
	struct call_words words;
	struct buf b = buf_in(w->arena);

	words_of(w->line, &words);
	for (size_t i = 0; i < words.n; i++) {
		buf_addc(&b, i ? ',' : '[');
		add_text(w->arena, &b, words.word[i], w->hides_comments);
	}
	buf_addc(&b, ']');
	put(w, row, buf_sv(&b));
}

/* Where every entry must have a name, each of ours has another. */
static void put_name(struct entry_writer *w, const struct gaff_member *row)
{
	struct buf b = buf_in(w->arena);

	gaff_buf_add(&b, SV("gaff"));
	if (row->flags & GAFF_MEMBER_NEEDED) {
		buf_addc(&b, ' ');
		gaff_buf_add(&b, w->line->event);
	}
	put_text(w, row, buf_sv(&b));
}

/* Does the agent look at it on this event? */
static bool may_close(const struct gaff_host *host, struct sv event)
{
	const struct gaff_event_row *row = gaff_host_event_native(host, event);

	return !host->layout->closed.n || !row || gaff_event_row_may_close(row);
}

static void put_row(struct entry_writer *w, const struct gaff_member *row)
{
	const struct gaff_layout *layout = w->host->layout;

	switch ((unsigned)row->field) {
	case GAFF_MEMBER_TYPE:
		if (!layout->is_bare)
			put_text(w, row, gaff_layout_type_name(layout, GAFF_HANDLER_COMMAND));
		break;
	case GAFF_MEMBER_NAME:
		if (layout->frame != GAFF_FRAME_NAMED) /* there it is what the entry stands under */
			put_name(w, row);
		break;
	case GAFF_MEMBER_COMMAND:
		put_command(w, row);
		break;
	case GAFF_MEMBER_ARGS:
		if (layout->splits_lines)
			put_args(w, row);
		break;
	case GAFF_MEMBER_TIMEOUT:
		put(w, row, gaff_encode_timeout(w->arena, layout, (int64_t)w->timeout * 1000));
		break;
	case GAFF_MEMBER_CLOSED:
		if (w->line->fail_closed && may_close(w->host, w->line->event))
			put(w, row, json_sv(gaff_layout_closed(layout, true)));
		break;
	default:
		break;
	}
}

bool gaff_entry_is_ours(const struct gaff_layout *layout, const struct gaff_member *row)
{
	return !(row->flags & GAFF_MEMBER_ALIAS) &&
	       (!row->kinds || row->kinds & GAFF_KIND(COMMAND)) &&
	       (row->field == GAFF_MEMBER_COMMAND || row->field == GAFF_MEMBER_TIMEOUT ||
		row->field == GAFF_MEMBER_CLOSED ||
		(row->field == GAFF_MEMBER_ARGS && layout->splits_lines));
}

/* The event first, then the others in the order of their rows. */
static void put_rows(struct entry_writer *w)
{
	const struct gaff_layout *layout = w->host->layout;
	const struct gaff_member *event = gaff_layout_member(layout, GAFF_MEMBER_EVENT,
							     GAFF_HANDLER_COMMAND);

	if (event)
		put_text(w, event, w->line->event);
	for (size_t i = 0; i < layout->n_rows; i++)
		if (!(layout->rows[i].flags & GAFF_MEMBER_ALIAS) &&
		    (!layout->rows[i].kinds || layout->rows[i].kinds & GAFF_KIND(COMMAND)))
			put_row(w, &layout->rows[i]);
}

enum gaff_rc gaff_entry_write(struct arena *a, const struct gaff_host *host,
			      const struct gaff_call_line *line, unsigned timeout, struct sv *whole,
			      struct json *entry, struct gaff_err *err)
{
	bool has_group = gaff_entry_has_group(host, line->event);
	struct buf alone = buf_in(a), b = buf_in(a);
	struct json_writer group = { .out = &b };
	struct entry_writer w = { .arena = a,
				  .host = host,
				  .line = line,
				  .timeout = timeout,
				  .placer = gaff_json_place_begin(&alone),
				  .hides_comments = gaff_host_has_files(host, GAFF_C_BAD_STRINGS) };

	put_rows(&w);
	gaff_json_place_end(&w.placer);
	if (has_group) {
		gaff_json_open(&group, '{');
		if (host->layout->any.n)
			json_member_string(&group, SV("matcher"), host->layout->any);
		gaff_json_key(&group, SV("hooks"));
		gaff_json_open(&group, '[');
	}
	gaff_json_raw(&group, buf_sv(&alone));
	if (has_group) {
		gaff_json_close(&group, ']');
		gaff_json_close(&group, '}');
	}
	*whole = buf_sv(&b);
	*entry = (struct json){ alone.p, alone.n };
	return gaff_arena_check(a, err);
}
