#include "run/reach_made.h"

/* How much is between two brackets, both included; all of it where the second one is missing. */
static size_t bracketed(struct sv text, char open, char close)
{
	size_t depth = 0, i = 0;

	for (; i < text.n; i++) {
		depth += text.p[i] == open;
		if (text.p[i] == close && --depth == 0)
			return i + 1;
	}
	return i;
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
		const char *end = sv_chr(sv_skip(text, 1), '`');

		return end ? (size_t)(end - text.p) + 1 : text.n;
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

bool gaff_made_next(struct gaff_made_word *word, struct gaff_made *out)
{
	if (!word->text.n || (word->text.p[0] != '$' && word->text.p[0] != '`'))
		return false;
	word->text = sv_skip(word->text, expansion_length(word->text));
	out->before = word->before;
	out->after = take_written(word->arena, &word->text);
	word->before = out->after;
	return true;
}

struct sv gaff_made_last(struct arena *a, struct sv text)
{
	struct gaff_made_word word = { .arena = a, .text = text };
	struct gaff_made made;
	size_t n;

	word.before = take_written(a, &word.text);
	while (gaff_made_next(&word, &made))
		;
	text = word.before;
	while (text.n && text.p[text.n - 1] == '/')
		text.n--;
	for (n = text.n; n && text.p[n - 1] != '/';)
		n--;
	return sv_skip(text, n);
}

struct sv gaff_made_folder(const struct gaff_made *made)
{
	size_t end = made->before.n, start;

	while (end && made->before.p[end - 1] != '/')
		end--;
	end -= end > 0;
	for (start = end; start && made->before.p[start - 1] != '/';)
		start--;
	return (struct sv){ made->before.p + start, end - start };
}

struct sv gaff_made_end(const struct gaff_made *made, bool *is_folder)
{
	const char *slash = sv_chr(made->after, '/');

	*is_folder = slash;
	return slash ? (struct sv){ made->after.p, (size_t)(slash - made->after.p) } : made->after;
}
