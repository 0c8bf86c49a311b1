#include "guard/eval/launch.h"
#include "text/words.h"

/* Programs with commands of their own, one of which hands a text to a shell. */

/* `marks`: what a word or a line of stdin begins with, and the text comes behind it. */
static const struct {
	const char *programs, *marks[4];
} escapes[] = {
	{ "ed ex vi vim dc ipython ipython3 lftp bc", { "!" } },
	{ "ftp sftp telnet", { "!" } },
	{ "less more most", { "+!" } },
	{ "sqlite3 sqlite", { ".shell ", ".system " } },
	{ "psql", { "\\! " } },
	{ "mysql mariadb", { "\\! ", "system ", "\\system " } },
	{ "socat", { "EXEC:", "SYSTEM:", "exec:", "system:" } },
};

static void look_at(struct walk *w, const struct gaff_program *p, size_t row, struct sv text,
		    struct gaff_word where)
{
	text = sv_trim(text);
	for (size_t i = 0; i < COUNT_OF(escapes[row].marks) && escapes[row].marks[i]; i++) {
		struct sv mark = sv_of(escapes[row].marks[i]);

		if (sv_starts(text, mark) && text.n > mark.n)
			launch_text(w, p, sv_skip(text, mark.n), where, (struct io){ 0 });
	}
}

static void look_at_lines(struct walk *w, const struct gaff_program *p, size_t row, struct sv text)
{
	while (text.n && walk_step(w, 1))
		look_at(w, p, row, sv_next_piece(&text, '\n'), p->word[0]);
}

bool launch_escapes(struct walk *w, const struct gaff_program *p, struct io io)
{
	size_t row = 0;

	while (row < COUNT_OF(escapes) && !gaff_is_among(p->name, escapes[row].programs))
		row++;
	if (row == COUNT_OF(escapes))
		return false;
	for (size_t i = 1; i < p->n; i++)
		look_at(w, p, row, p->word[i].text, p->word[i]);
	for (size_t i = 0; io.kind == GAFF_STDIN_TEXT && io.text && i < io.text->n; i++)
		look_at_lines(w, p, row, io.text->alt[i]);
	return false;
}

/* ---- scripts of a package ---- */

/* A string of JSON, at its quote; what is behind it stays in `rest`. False: there is none. */
static bool take_string(struct walk *w, struct sv *rest, struct sv *out)
{
	struct buf b = buf_in(w->arena);
	size_t i = 1;

	for (; i < rest->n && rest->p[i] != '"'; i++) {
		char c = rest->p[i];

		if (c == '\\' && i + 1 < rest->n) {
			c = rest->p[++i];
			c = c == 'n' || c == 't' ? ' ' : c;
			if (c == 'u') {
				gaff_buf_add(&b, value_hole);
				continue;
			}
		}
		buf_addc(&b, c);
	}
	if (i >= rest->n || !buf_ok(&b))
		return false;
	*rest = sv_skip(*rest, i + 1);
	*out = buf_sv(&b);
	return true;
}

static void run_scripts(struct walk *w, const struct gaff_program *p, struct sv text)
{
	static const struct sv key = SV_INIT("\"scripts\"");
	size_t n = 0;

	if (!walk_step(w, text.n / 4) || !sv_has(text, key))
		return;
	while (!sv_starts(text, key))
		text = sv_skip(text, 1);
	text = sv_skip(text, key.n);
	while (text.n && text.p[0] != '}') {
		struct sv string;

		if (text.p[0] != '"') {
			text = sv_skip(text, 1);
			continue;
		}
		if (!take_string(w, &text, &string))
			return;
		if (n++ % 2) /* a name, and what it runs */
			launch_text(w, p, string, p->word[0], (struct io){ 0 });
	}
}

/* npm run x, where the same text has written package.json; npm pkg set scripts.x=... */
bool launch_package(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct gaff_word name = { .text = SV("package.json") };
	const struct binding *file = walk_find(w, BIND_FILE, walk_file_name(w, name));

	(void)io;
	for (size_t i = 0; file && i < file->value.n; i++)
		run_scripts(w, p, file->value.alt[i]);
	for (size_t i = 2; i < p->n; i++) {
		struct sv key, text;

		if (sv_split(p->word[i].text, '=', &key, &text) &&
		    sv_starts(p->word[i].text, SV("scripts.")))
			launch_text(w, p, text, p->word[i], (struct io){ 0 });
	}
	return false;
}
