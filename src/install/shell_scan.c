#include "install/shell_scan.h"

enum { DEPTH_MAX = 32 };

static const char own_words[] =
	" . : [ [[ ! { } alias bg break builtin case cd command continue coproc declare dirs do "
	"done echo "
	"elif else enable esac eval exec exit export false fg fi for function getopts hash if in "
	"jobs kill let local mapfile popd printf pushd pwd read readonly return select set shift "
	"shopt source test then time times trap true type typeset ulimit umask unalias unset until "
	"wait while ";

/* Behind these a command's name follows. */
static const char openers[] =
	" ! { builtin command coproc do elif else exec if nohup then time until while ";

static bool is_in(const char *list, struct sv word)
{
	char key[24];

	if (!word.n || word.n > 20)
		return false;
	key[0] = ' ';
	memcpy(key + 1, word.p, word.n);
	key[word.n + 1] = ' ';
	return sv_has(sv_of(list), (struct sv){ key, word.n + 2 });
}

bool gaff_shell_has(struct sv word)
{
	return is_in(own_words, word);
}

struct scan {
	struct sv text;
	size_t at;
	struct buf word;
	bool has_word, is_plain, wants_command, is_redirect;
	gaff_shell_word *tell;
	void *context;
	char closes[DEPTH_MAX]; /* what ends the substitutions and quotes we are in */
	size_t depth;
};

static bool is_assignment(struct sv word)
{
	size_t i = 0;

	while (i < word.n &&
	       (ascii_isalpha(word.p[i]) || word.p[i] == '_' || (i && ascii_isdigit(word.p[i]))))
		i++;
	return i && i < word.n && word.p[i] == '=';
}

static void end_word(struct scan *s)
{
	struct sv word = buf_sv(&s->word);
	bool is_command = s->wants_command && !s->is_redirect;

	if (!s->has_word)
		return;
	s->has_word = false;
	s->word.n = 0;
	if (is_command && is_assignment(word))
		goto done;
	if (word.n && !s->is_redirect) {
		char *copy = gaff_arena_dup(s->word.arena, word);

		if (copy)
			s->tell(s->context, (struct sv){ copy, word.n }, is_command, s->is_plain);
	}
	if (is_command)
		s->wants_command = is_in(openers, word);
done:
	s->is_plain = true;
	s->is_redirect = false;
}

static void add(struct scan *s, char c)
{
	s->has_word = true;
	buf_addc(&s->word, c);
}

static void enter(struct scan *s, char closes)
{
	if (s->depth < DEPTH_MAX)
		s->closes[s->depth++] = closes;
}

/* $(…) and `…` have commands of their own, in double quotes too. */
static bool is_substitution(struct scan *s, char c)
{
	char next = s->at + 1 < s->text.n ? s->text.p[s->at + 1] : '\0';
	bool inside = s->depth && s->closes[s->depth - 1] == '`';

	if (c == '$' && next == '(') {
		s->at++;
		enter(s, ')');
	} else if (c == '`' && !inside) {
		enter(s, '`');
	} else {
		return false;
	}
	s->is_plain = false;
	end_word(s);
	s->wants_command = true;
	return true;
}

static void in_double_quotes(struct scan *s, char c)
{
	if (c == '"') {
		s->depth--;
	} else if (c == '\\' && s->at + 1 < s->text.n) {
		add(s, s->text.p[++s->at]);
	} else if (!is_substitution(s, c)) {
		s->is_plain = s->is_plain && c != '$';
		add(s, c);
	}
}

static void skip_comment(struct scan *s)
{
	while (s->at + 1 < s->text.n && s->text.p[s->at + 1] != '\n')
		s->at++;
}

static void quote(struct scan *s, char c)
{
	s->has_word = true;
	if (c == '"') {
		enter(s, '"');
		return;
	}
	while (s->at + 1 < s->text.n && s->text.p[++s->at] != '\'')
		add(s, s->text.p[s->at]);
}

/* The 2 of "2>x", and the f of "f() {": they are no words. */
static void drop_word(struct scan *s, bool only_digits)
{
	for (size_t i = 0; only_digits && i < s->word.n; i++)
		if (!ascii_isdigit(s->word.p[i]))
			return;
	s->word.n = 0;
	s->has_word = false;
}

static void outside(struct scan *s, char c)
{
	if (c == '<' || c == '>')
		drop_word(s, true);
	else if (c == '(' && s->wants_command)
		drop_word(s, false);

	if (s->depth && c == s->closes[s->depth - 1]) {
		end_word(s);
		s->depth--;
		s->wants_command = false;
	} else if (is_substitution(s, c)) {
		return;
	} else if (c == '"' || c == '\'') {
		quote(s, c);
	} else if (c == '#' && !s->has_word) {
		skip_comment(s);
	} else if (c == '\n' || c == ';' || c == '|' || c == '&' || c == '(' || c == ')') {
		end_word(s);
		s->wants_command = true;
	} else if (c == '<' || c == '>') {
		end_word(s);
		s->is_redirect = true;
		if (s->at + 1 < s->text.n && s->text.p[s->at + 1] == '&')
			s->at++;
	} else if (ascii_isspace(c)) {
		end_word(s);
	} else if (c == '\\' && s->at + 1 < s->text.n) {
		if (s->text.p[++s->at] != '\n')
			add(s, s->text.p[s->at]);
	} else {
		s->is_plain = s->is_plain && !strchr("$*?[", c);
		add(s, c);
	}
}

void gaff_shell_scan(struct arena *a, struct sv text, gaff_shell_word *tell, void *context)
{
	struct scan s = { .text = text,
			  .word = buf_in(a),
			  .is_plain = true,
			  .wants_command = true,
			  .tell = tell,
			  .context = context };

	for (; s.at < text.n; s.at++) {
		char c = text.p[s.at];

		if (!c)
			return; /* no script */
		if (s.depth && s.closes[s.depth - 1] == '"')
			in_double_quotes(&s, c);
		else
			outside(&s, c);
	}
	end_word(&s);
}
