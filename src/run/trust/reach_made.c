#include "run/trust/reach_made.h"

enum { EXPANSION_MAX = 1024 }; /* bytes; what is longer is taken for none: its parts are read */

/* How much is between two brackets, both included; 0: the second one is missing. */
static size_t bracketed(struct sv text, char open, char close)
{
	size_t depth = 0;

	for (size_t i = 0; i < text.n && i < EXPANSION_MAX; i++) {
		depth += text.p[i] == open;
		if (text.p[i] == close && --depth == 0)
			return i + 1;
	}
	return 0;
}

static size_t name_length(struct sv text)
{
	size_t n = 0;

	while (n < text.n &&
	       (ascii_isalpha(text.p[n]) || ascii_isdigit(text.p[n]) || text.p[n] == '_'))
		n++;
	return n;
}

/* "$x", "${x%y}", "$(x)", "`x`"; and "$$x" of make. */
static size_t expansion_length(struct sv text)
{
	size_t n = 1;

	if (text.p[0] == '`') {
		struct sv rest = sv_skip(text, 1);
		const char *end;

		rest.n = rest.n < EXPANSION_MAX ? rest.n : EXPANSION_MAX;
		end = sv_chr(rest, '`');
		return end ? (size_t)(end - text.p) + 1 : 1;
	}
	n += n < text.n && text.p[n] == '$';
	if (n < text.n && text.p[n] == '{')
		return n + bracketed(sv_skip(text, n), '{', '}');
	if (n < text.n && text.p[n] == '(')
		return n + bracketed(sv_skip(text, n), '(', ')');
	if (name_length(sv_skip(text, n)))
		return n + name_length(sv_skip(text, n));
	return n + (n < text.n && text.p[n] && strchr("@*?!<^+-#", text.p[n]));
}

static bool ends_word(char c)
{
	return !c || ascii_isspace(c) || strchr("|&;<>()", c);
}

/* What is written up to the next expansion or the end of the word, without quotes. */
static struct sv take_written(struct arena *a, struct sv *text)
{
	struct buf b = buf_in(a);
	size_t n = 0;

	while (n < text->n && !ends_word(text->p[n]) && text->p[n] != '$' && text->p[n] != '`') {
		if (!strchr("'\"\\", text->p[n]))
			buf_addc(&b, text->p[n]);
		n++;
	}
	*text = sv_skip(*text, n);
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

struct gaff_made gaff_made_see(struct arena *a, struct sv before, struct sv text)
{
	struct gaff_made made = { .before = before };

	text = sv_skip(text, expansion_length(text));
	made.after = take_written(a, &text);
	made.end = text.p;
	return made;
}

struct sv gaff_made_last(struct arena *a, struct sv text, const char **end)
{
	struct sv last = take_written(a, &text);
	size_t n;

	while (text.n && (text.p[0] == '$' || text.p[0] == '`')) {
		text = sv_skip(text, expansion_length(text));
		last = take_written(a, &text);
	}
	*end = text.p;
	while (last.n && last.p[last.n - 1] == '/')
		last.n--;
	for (n = last.n; n && last.p[n - 1] != '/';)
		n--;
	return sv_skip(last, n);
}

struct sv gaff_made_folder(const struct gaff_made *made)
{
	size_t end = made->before.n, start;

	if (!end)
		return (struct sv){ 0 };
	while (end && made->before.p[end - 1] != '/')
		end--;
	end -= end > 0;
	for (start = end; start && made->before.p[start - 1] != '/';)
		start--;
	return (struct sv){ made->before.p + start, end - start };
}

struct sv gaff_made_end(const struct gaff_made *made, bool *is_folder)
{
	*is_folder = sv_chr(made->after, '/');
	return sv_before(made->after, '/');
}
