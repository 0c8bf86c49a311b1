#include "guard/eval/walk.h"

/*
 * PowerShell and cmd. Only what is simple is read: words and quotes, commands behind each other.
 * Whatever else there is (variables, blocks, calls) cannot be known, and where is said.
 */

struct reader {
	struct walk *w;
	struct sv text;
	enum gaff_shell_kind kind;
	size_t i;
	struct fields words;
};

static bool is_separator(const struct reader *r, char c)
{
	return c == '\n' || c == '\r' || c == '|' || c == '&' ||
	       (c == ';' && r->kind == GAFF_SHELL_POWERSHELL);
}

/* What makes it more than words. */
static bool is_special(const struct reader *r, char c)
{
	return r->kind == GAFF_SHELL_POWERSHELL ? memchr("$`(){}@", c, 7) != NULL
						: memchr("%^!", c, 3) != NULL;
}

static void end_command(struct reader *r)
{
	if (r->words.n && (sv_eq_nocase(r->words.item[0].text, SV("iex")) ||
			   sv_eq_nocase(r->words.item[0].text, SV("Invoke-Expression"))))
		walk_unknown(r->w, "a text is executed that another command makes",
			     r->words.item[0].at, r->words.item[0].n);
	if (r->words.n)
		walk_command(r->w, &r->words, NULL, (struct io){ 0 });
	r->words = (struct fields){ 0 };
}

static void unknown(struct reader *r)
{
	walk_unknown(r->w,
		     r->kind == GAFF_SHELL_POWERSHELL ? "more of PowerShell than plain words"
						      : "more of cmd than plain words",
		     r->i, 1);
}

static void read_word(struct reader *r)
{
	struct buf b = buf_in(r->w->arena);
	struct gaff_word word = { .at = r->i };
	char quote = 0;

	for (; r->i < r->text.n; r->i++) {
		char c = r->text.p[r->i];

		if (!quote && (ascii_isspace(c) || is_separator(r, c)))
			break;
		if (quote && c == quote) {
			quote = 0;
		} else if (!quote &&
			   (c == '"' || (c == '\'' && r->kind == GAFF_SHELL_POWERSHELL))) {
			quote = c;
		} else if (quote != '\'' && is_special(r, c)) {
			unknown(r);
			buf_addc(&b, 0);
			word.may_split |= !quote;
		} else {
			word.has_pattern |= !quote && (c == '*' || c == '?');
			buf_addc(&b, c);
		}
	}
	word.text = buf_sv(&b);
	word.n = r->i - word.at;
	fields_add(r->w, &r->words, word);
}

void walk_other_shell(struct walk *w, struct sv text, enum gaff_shell_kind kind)
{
	struct reader r = { .w = w, .text = text, .kind = kind };

	w->cwd = w->world->cwd;
	while (r.i < text.n && walk_step(w, 1)) {
		char c = text.p[r.i];

		if (is_separator(&r, c)) {
			end_command(&r);
			r.i++;
		} else if (ascii_isspace(c)) {
			r.i++;
		} else if (c == '#' && kind == GAFF_SHELL_POWERSHELL) {
			while (r.i < text.n && text.p[r.i] != '\n')
				r.i++;
		} else {
			read_word(&r);
		}
	}
	end_command(&r);
}
