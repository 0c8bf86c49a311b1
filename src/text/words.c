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

/* What stands between backslashes, which fish knows inside of single quotes too. */
static void quote_piece(struct buf *out, struct sv piece)
{
	while (piece.n) {
		size_t n = 1;

		while (n < piece.n && piece.p[n - 1] != '$')
			n++;
		/* a comma is more than itself between braces */
		if (memchr(piece.p, ',', n))
			gaff_word_quote_always(out, (struct sv){ piece.p, n });
		else
			gaff_word_quote(out, (struct sv){ piece.p, n });
		piece = sv_skip(piece, n);
	}
}

void gaff_word_quote_everywhere(struct buf *out, struct sv word)
{
	if (!word.n)
		gaff_buf_add(out, SV("''"));
	while (word.n) {
		const char *backslash = sv_chr(word, '\\');
		size_t n = backslash ? (size_t)(backslash - word.p) : word.n;

		quote_piece(out, (struct sv){ word.p, n });
		if (backslash)
			gaff_buf_add(out, SV("\\\\"));
		word = sv_skip(word, n + (backslash != NULL));
	}
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

/* ---- the script of a command ---- */

/* Up to where a shell would see the first word end. */
static size_t first_word(struct sv command)
{
	char quote = 0;
	size_t n = 0;

	for (; n < command.n; n++) {
		char c = command.p[n];

		if (quote)
			quote = c == quote ? 0 : quote;
		else if (c == '\'' || c == '"')
			quote = c;
		else if (c == '\\' && n + 1 < command.n)
			n++;
		else if (ascii_isspace(c) || words_is_operator(c))
			break;
	}
	return n;
}

bool gaff_words_script(struct arena *a, struct sv command, struct sv *script, struct sv *rest)
{
	struct sv all = sv_trim(command), word = { all.p, first_word(all) };
	const char *slash = word.n ? memchr(word.p, '/', word.n) : NULL;
	struct words_iter it = words_iter(word);

	if (!slash)
		return false;
	it.is_first = memchr(word.p, '=', (size_t)(slash - word.p)); /* else: no assignment */
	if (gaff_words_next(a, &it, script) != WORDS_WORD || it.rest.n)
		return false;
	*rest = sv_skip(all, word.n);
	return true;
}

bool gaff_word_is_program(struct sv word, struct sv name)
{
	return sv_eq(word, name) || (word.n > name.n && word.p[word.n - name.n - 1] == '/' &&
				     sv_eq(sv_skip(word, word.n - name.n), name));
}

/* Asked often, of names that mostly begin with another letter. */
bool gaff_is_among(struct sv name, const char *names)
{
	if (!name.n || sv_chr(name, '\0'))
		return false;
	for (;;) {
		if (*names == name.p[0] && strncmp(names, name.p, name.n) == 0 &&
		    (names[name.n] == ' ' || !names[name.n]))
			return !sv_chr(name, ' '); /* several of them are no name */
		names = strchr(names, ' ');
		if (!names)
			return false;
		names++;
	}
}
