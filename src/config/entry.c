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

static bool hides_comments(const struct gaff_host *host)
{
	for (size_t i = 0; i < host->n_config; i++)
		if (host->config[i].flags & GAFF_C_BAD_STRINGS)
			return true;
	return false;
}

size_t gaff_entry_path(struct sv name, struct sv *out, size_t max)
{
	size_t n = 0;

	if (!name.n || name.p[0] != '/') {
		out[0] = name;
		return name.n > 0;
	}
	while (name.n && n < max) {
		const char *slash;

		name = sv_skip(name, 1);
		slash = name.n ? memchr(name.p, '/', name.n) : NULL;
		out[n] = (struct sv){ name.p, slash ? (size_t)(slash - name.p) : name.n };
		name = sv_skip(name, out[n++].n);
	}
	return n;
}

struct json gaff_entry_member(struct json object, struct sv name)
{
	if (!name.n)
		return (struct json){ 0 };
	return name.p[0] == '/' ? gaff_json_at(object, name) : gaff_json_get(object, name);
}

/* What is the same in all of them, with what `mark` in it stands for. */
static void add_members(struct buf *out, struct sv members, struct sv mark, struct sv value)
{
	while (members.n) {
		bool is_mark = sv_starts(members, mark);

		gaff_buf_add(out, is_mark ? value : (struct sv){ members.p, 1 });
		members = sv_skip(members, is_mark ? mark.n : 1);
	}
}

struct json gaff_entry_file(struct arena *a, const struct gaff_entry_style *style, struct sv name)
{
	struct json object = { 0 };
	struct gaff_err ignored;
	struct buf b = buf_in(a), quoted = buf_in(a);

	if (!style->file_members.n)
		return object;
	add_text(a, &quoted, name, false);
	buf_addc(&b, '{');
	add_members(&b, style->file_members, SV("\"$file\""), buf_sv(&quoted));
	buf_addc(&b, '}');
	if (!buf_ok(&b) || gaff_json_parse(buf_sv(&b), &object, &ignored) != GAFF_OK)
		return (struct json){ 0 };
	return object;
}

bool gaff_entry_has_group(const struct gaff_host *host, struct sv event)
{
	const struct gaff_event_row *row = gaff_host_event_native(host, event);

	return (host->entry->shape == GAFF_ENTRY_GROUPS ||
		host->entry->shape == GAFF_ENTRY_NAMED) &&
	       !(row && row->flags & GAFF_E_NO_GROUPS);
}

struct sv gaff_entry_command(struct arena *a, const struct gaff_entry_style *style,
			     struct json object)
{
	struct json value = gaff_entry_member(object, style->command), key, word;
	struct json_iter it;
	struct sv command = { 0 }, text;
	struct buf b = buf_in(a);

	if (!value.n) /* some take either name */
		value = gaff_json_get(object, SV("command"));
	if (!gaff_json_text(a, value, &command) || !style->args.n)
		return command;
	gaff_word_quote_everywhere(&b, command);
	value = gaff_entry_member(object, style->args);
	it = gaff_json_iter(value);
	while (gaff_json_type(value) == JSON_ARRAY && gaff_json_next(&it, &key, &word)) {
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
	struct sv text; /* an object */
	struct gaff_err *err;
};

/* Behind the other members, or where a pointer says. */
static enum gaff_rc put(struct entry_writer *w, struct sv name, struct sv value)
{
	struct sv path[4];
	struct buf b = buf_in(w->arena);

	if (name.p[0] == '/')
		return gaff_json_edit_set(w->arena, w->text, path,
					  gaff_entry_path(name, path, COUNT_OF(path)), value,
					  &w->text, w->err);
	gaff_buf_add(&b, (struct sv){ w->text.p, w->text.n - 1 });
	gaff_buf_add(&b, b.n > 1 ? SV(",\"") : SV("\""));
	gaff_buf_add(&b, name);
	gaff_buf_add(&b, SV("\":"));
	gaff_buf_add(&b, value);
	buf_addc(&b, '}');
	w->text = buf_sv(&b);
	return gaff_buf_check(&b, w->err);
}

static enum gaff_rc put_text(struct entry_writer *w, struct sv name, struct sv text)
{
	struct buf b = buf_in(w->arena);

	add_text(w->arena, &b, text, hides_comments(w->host));
	return put(w, name, buf_sv(&b));
}

static enum gaff_rc put_number(struct entry_writer *w, struct sv name, unsigned number_value)
{
	char text[16];

	(void)snprintf(text, sizeof text, "%u", number_value);
	return put(w, name, sv_of(gaff_arena_dup(w->arena, sv_of(text))));
}

/* The program alone, and its arguments as a list. */
static enum gaff_rc put_words(struct entry_writer *w, const struct gaff_call_line *line)
{
	const struct gaff_entry_style *style = w->host->entry;
	struct call_words words;
	struct buf b = buf_in(w->arena);

	words_of(line, &words);
	for (size_t i = 0; i < words.n; i++) {
		buf_addc(&b, i ? ',' : '[');
		add_text(w->arena, &b, words.word[i], hides_comments(w->host));
	}
	buf_addc(&b, ']');
	GAFF_TRY(put_text(w, style->command, line->program));
	return put(w, style->args, buf_sv(&b));
}

/* Does the agent look at it on this event? */
static bool may_close(const struct gaff_host *host, struct sv event)
{
	const struct gaff_event_row *row = gaff_host_event_native(host, event);

	return !host->entry->closed_value.n || !row || gaff_event_row_may_close(row);
}

static enum gaff_rc write_entry(struct entry_writer *w, const struct gaff_call_line *line,
				unsigned timeout)
{
	const struct gaff_entry_style *style = w->host->entry;
	struct buf command = buf_in(w->arena), b = buf_in(w->arena);

	w->text = SV("{}");
	if (style->event.n)
		GAFF_TRY(put_text(w, style->event, line->event));
	if (style->members.n) {
		gaff_buf_add(&b, (struct sv){ w->text.p, w->text.n - 1 });
		gaff_buf_add(&b, b.n > 1 ? SV(",") : SV(""));
		add_members(&b, style->members, SV("$event"), line->event);
		buf_addc(&b, '}');
		w->text = buf_sv(&b);
	}
	if (style->args.n) {
		GAFF_TRY(put_words(w, line));
	} else {
		gaff_call_line_add(&command, line);
		GAFF_TRY(put_text(w, style->command, buf_sv(&command)));
	}
	if (style->timeout.n)
		GAFF_TRY(put_number(w, style->timeout, timeout * style->second));
	if (line->fail_closed && style->fail_closed.n && may_close(w->host, line->event))
		GAFF_TRY(put(w, style->fail_closed,
			     style->closed_value.n ? style->closed_value : SV("true")));
	return GAFF_OK;
}

enum gaff_rc gaff_entry_write(struct arena *a, const struct gaff_host *host,
			      const struct gaff_call_line *line, unsigned timeout, struct sv *out,
			      struct gaff_err *err)
{
	const struct gaff_entry_style *style = host->entry;
	bool has_group = gaff_entry_has_group(host, line->event);
	struct entry_writer w = { .arena = a, .host = host, .err = err };
	struct buf b = buf_in(a);

	GAFF_TRY(write_entry(&w, line, timeout));
	if (has_group) {
		buf_addc(&b, '{');
		gaff_buf_add(&b, style->group_members);
		gaff_buf_add(&b, style->group_members.n ? SV(",\"hooks\":[") : SV("\"hooks\":["));
	}
	gaff_buf_add(&b, w.text);
	if (has_group)
		gaff_buf_add(&b, SV("]}"));
	if (!buf_ok(&b) || a->failed)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for an entry");
	*out = buf_sv(&b);
	return GAFF_OK;
}
