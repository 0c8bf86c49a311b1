#include "text/words.h"

static bool is_plain(char c)
{
	return ascii_isalpha(c) || ascii_isdigit(c) || (c && strchr("_@%+=:,./-", c));
}

void gaff_word_quote_always(struct buf *out, struct sv word)
{
	buf_addc(out, '\'');
	for (size_t i = 0; i < word.n; i++) {
		if (word.p[i] == '\'')
			gaff_buf_add(out, SV("'\\''"));
		else
			buf_addc(out, word.p[i]);
	}
	buf_addc(out, '\'');
}

void gaff_word_quote(struct buf *out, struct sv word)
{
	size_t i = 0;

	while (i < word.n && is_plain(word.p[i]))
		i++;
	if (word.n && i == word.n)
		gaff_buf_add(out, word);
	else
		gaff_word_quote_always(out, word);
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t';
}

/* One quoted piece, from its first quote; false: it has no end, or a shell would act inside. */
static bool read_quoted(struct buf *b, struct sv *rest)
{
	char quote = rest->p[0];

	for (*rest = sv_skip(*rest, 1); rest->n; *rest = sv_skip(*rest, 1)) {
		char c = rest->p[0];

		if (c == quote) {
			*rest = sv_skip(*rest, 1);
			return true;
		}
		if (quote == '"' && (c == '$' || c == '`'))
			return false;
		if (quote == '"' && c == '\\' && rest->n > 1 && rest->p[1] &&
		    strchr("$`\"\\\n", rest->p[1])) {
			*rest = sv_skip(*rest, 1);
			c = rest->p[0];
			if (c == '\n')
				continue;
		}
		buf_addc(b, c);
	}
	return false;
}

enum words_step gaff_words_next(struct arena *a, struct words_iter *it, struct sv *out)
{
	struct buf b = buf_in(a);
	struct sv *rest = &it->rest;
	bool is_first = it->is_first, has_quotes = false;

	while (rest->n && is_space(rest->p[0]))
		*rest = sv_skip(*rest, 1);
	if (!rest->n)
		return WORDS_END;
	it->is_first = false;
	while (rest->n && !is_space(rest->p[0])) {
		char c = rest->p[0];

		if (c == '\'' || c == '"') {
			has_quotes = true;
			if (!read_quoted(&b, rest))
				return WORDS_NOT_PLAIN;
			continue;
		}
		if (c == '\\' && rest->n > 1 && rest->p[1] != '\n') {
			*rest = sv_skip(*rest, 1);
			has_quotes = true;
		} else if (!is_plain(c) || (c == '=' && is_first)) {
			return WORDS_NOT_PLAIN;
		}
		buf_addc(&b, rest->p[0]);
		*rest = sv_skip(*rest, 1);
	}
	if (!buf_ok(&b) || (!b.n && !has_quotes))
		return WORDS_NOT_PLAIN;
	*out = buf_sv(&b);
	return WORDS_WORD;
}

/* Asked often, of names that mostly begin with another letter. */
bool gaff_is_among(struct sv name, const char *names)
{
	if (!name.n || sv_chr(name, '\0'))
		return false;
	for (;;) {
		if (*names == name.p[0] && strncmp(names, name.p, name.n) == 0 &&
		    (names[name.n] == ' ' || !names[name.n]))
			return true;
		names = strchr(names, ' ');
		if (!names)
			return false;
		names++;
	}
}
