#include "guard/eval/code_lex.h"

/* Code, cut into names, strings and operators. */

size_t lex_name_end(const struct lexer *l, size_t i)
{
	while (i < l->code.n &&
	       (lex_is_name_char(l->code.p[i]) ||
		(l->language->dollar_names && l->code.p[i] == '$' && lex_at(l, i + 1) != '{')))
		i++;
	return i;
}

/* Room for one more of them; false: no memory. */
static bool grow(struct arena *a, void **p, size_t *cap, size_t n, size_t size)
{
	size_t more = *cap ? *cap * 2 : 64;
	void *bigger;

	if (n < *cap)
		return true;
	bigger = gaff_arena_alloc(a, more * size);
	if (!bigger)
		return false;
	if (n)
		memcpy(bigger, *p, n * size);
	*p = bigger;
	*cap = more;
	return true;
}

struct code_token *lex_push(struct lexer *l, enum code_kind kind, struct sv text)
{
	struct code_token *t = &l->lost;
	void *tokens = l->out->t;

	if (grow(l->arena, &tokens, &l->out->cap, l->out->n, sizeof *t)) {
		l->out->t = tokens;
		t = &l->out->t[l->out->n++];
	} else {
		l->i = l->code.n;
	}
	*t = (struct code_token){
		.kind = kind, .text = text, .is_new_line = l->is_new_line, .has_space = l->has_space
	};
	l->is_new_line = l->has_space = false;
	return t;
}

void gaff_code_add_piece(struct arena *a, struct code_piece **pieces, struct sv text,
			 unsigned depth)
{
	struct code_piece *piece = gaff_arena_alloc(a, sizeof *piece);

	if (!piece)
		return;
	*piece = (struct code_piece){ text, depth, *pieces };
	*pieces = piece;
}

/* Does a value end here, so that "/" divides and "%" is no literal? */
static bool is_behind_value(const struct lexer *l)
{
	const struct code_token *last = l->out->n ? &l->out->t[l->out->n - 1] : NULL;

	if (!last)
		return false;
	if (last->kind == CODE_NAME)
		return last->sigil ||
		       !gaff_code_listed("return typeof case in of else do and or not "
					 "if unless while until when print split "
					 "grep map join push yield await",
					 last->text);
	if (last->kind == CODE_OP)
		return last->text.n == 1 && strchr(")]}", last->text.p[0]);
	return true;
}

/* ---- comments and blanks ---- */

static void skip_line(struct lexer *l)
{
	while (l->i < l->code.n && lex_at(l, l->i) != '\n')
		l->i++;
}

static bool skip_comment(struct lexer *l)
{
	const struct code_language *language = l->language;
	char c = lex_at(l, l->i), next = lex_at(l, l->i + 1);
	struct sv one = { l->code.p + l->i, 1 }, two = { one.p, l->code.n - l->i > 1 ? 2 : 1 };
	size_t from, end, after;

	if (language->block_comments && c == '/' && next == '*') {
		for (l->i += 2;
		     l->i < l->code.n && !(lex_at(l, l->i) == '*' && lex_at(l, l->i + 1) == '/');
		     l->i++)
			;
		l->i += l->i < l->code.n ? 2 : 0;
		return true;
	}
	if ((!gaff_code_listed(language->line_comments, one) &&
	     !gaff_code_listed(language->line_comments, two)) ||
	    (language->attributes && next == '['))
		return false;
	if (language->long_brackets && lex_long_bracket(l, l->i + 2, &from, &end, &after))
		l->i = after;
	else
		skip_line(l);
	return true;
}

/* ---- tokens ---- */

/* l->i is at the quote. */
static void read_quote(struct lexer *l, enum code_kind kind, bool is_raw, enum code_quote how)
{
	char c = lex_at(l, l->i);
	struct quoting q = { .open = c,
			     .close = c,
			     .is_raw = is_raw,
			     .is_plain = how == CODE_QUOTE_PLAIN,
			     .has_holes = how == CODE_QUOTE_HOLES,
			     .quotes_n = 1 };

	if (l->language->triple_quotes && lex_at(l, l->i + 1) == c && lex_at(l, l->i + 2) == c)
		q.quotes_n = 3;
	l->i += q.quotes_n;
	lex_string(l, kind, &q);
}

/* False: it is no quote in this language. */
static bool read_quoted(struct lexer *l, char c)
{
	const struct code_language *language = l->language;

	if (c == '`' && language->backquote)
		read_quote(l, language->backquote, false, CODE_QUOTE_HOLES);
	else if (c == '\'' && language->single_quote)
		read_quote(l, CODE_STRING, false, language->single_quote);
	else if (c == '"')
		read_quote(l, CODE_STRING, false, language->double_quote);
	else
		return false;
	return true;
}

/* Letters in front of a quote: r, b, u, f, and two of them. False: it is none. */
static bool read_prefixed(struct lexer *l, struct sv name)
{
	enum code_quote how = CODE_QUOTE_ESCAPES;
	char quote = lex_at(l, l->i + name.n);
	bool is_raw = false;

	if (!l->language->quote_prefixes || name.n > 2 || (quote != '"' && quote != '\''))
		return false;
	for (size_t i = 0; i < name.n; i++) {
		char c = ascii_lower(name.p[i]);

		if (!strchr(l->language->quote_prefixes, c))
			return false;
		is_raw |= c == 'r';
		if (c == 'f' || c == 't')
			how = CODE_QUOTE_HOLES;
	}
	l->i += name.n;
	read_quote(l, CODE_STRING, is_raw, how);
	return true;
}

/* q qq qw qx m qr s tr y of Perl, with a delimiter behind them. False: it is none. */
static bool read_word_quote(struct lexer *l, struct sv name)
{
	static const struct {
		struct sv name;
		char type;
		unsigned parts;
	} kinds[] = {
		{ SV_INIT("q"), 'q', 1 },  { SV_INIT("qq"), 'Q', 1 }, { SV_INIT("qw"), 'w', 1 },
		{ SV_INIT("qx"), 'x', 1 }, { SV_INIT("m"), 'm', 1 },  { SV_INIT("qr"), 'm', 1 },
		{ SV_INIT("s"), 'm', 2 },  { SV_INIT("tr"), 'm', 2 }, { SV_INIT("y"), 'm', 2 },
	};
	size_t i = l->i + name.n;
	const struct code_token *last = l->out->n ? &l->out->t[l->out->n - 1] : NULL;

	if (!l->language->word_quotes ||
	    (last && (code_is_op(last, "->") || (code_is_op(last, "-") && !l->has_space))))
		return false; /* a method; -s of a file */
	while (lex_at(l, i) == ' ')
		i++;
	if (i >= l->code.n || lex_is_name_char(lex_at(l, i)) || ascii_isspace(lex_at(l, i)) ||
	    strchr(",;)}=.", lex_at(l, i)) || (i > l->i + name.n && lex_at(l, i) == '#'))
		return false;
	for (size_t k = 0; k < COUNT_OF(kinds); k++)
		if (sv_eq(name, kinds[k].name)) {
			l->i = i;
			lex_delimited(l, kinds[k].type, kinds[k].parts);
			return true;
		}
	return false;
}

static void read_name(struct lexer *l, char sigil)
{
	struct sv name = { l->code.p + l->i, lex_name_end(l, l->i) - l->i };
	char end = lex_at(l, l->i + name.n);

	if (!sigil && (read_prefixed(l, name) || read_word_quote(l, name)))
		return;
	if (l->language->name_ends && end && strchr(l->language->name_ends, end) &&
	    lex_at(l, l->i + name.n + 1) != '=')
		l->i++; /* it is part of the name, and of none that we know */
	l->i += name.n;
	lex_push(l, CODE_NAME, name)->sigil = sigil;
}

static void read_regex(struct lexer *l)
{
	bool is_class = false;
	size_t from = l->i;

	for (l->i++; l->i < l->code.n && lex_at(l, l->i) != '\n'; l->i++) {
		char c = lex_at(l, l->i);

		if (c == '\\')
			l->i++;
		else if (c == '[' || c == ']')
			is_class = c == '[';
		else if (c == '/' && !is_class)
			break;
	}
	if (l->i < l->code.n)
		l->i++;
	if (l->i > l->code.n)
		l->i = l->code.n;
	lex_push(l, CODE_REGEX, (struct sv){ l->code.p + from, l->i - from });
}

static void remember_open(struct lexer *l)
{
	void *open = l->open;

	if (!grow(l->arena, &open, &l->cap_open, l->n_open, sizeof *l->open))
		return;
	l->open = open;
	l->open[l->n_open++] = (uint32_t)(l->out->n - 1);
}

static void close_bracket(struct lexer *l, char c)
{
	uint32_t here = (uint32_t)(l->out->n - 1), open;

	if (!l->n_open)
		return;
	open = l->open[l->n_open - 1];
	if (lex_closing(l->out->t[open].text.p[0]) != c)
		return;
	l->n_open--;
	l->out->t[open].match = here;
	l->out->t[here].match = open;
}

static void read_op(struct lexer *l)
{
	static const char pairs[] =
		"== => =~ || && |& .. -> :: := += .= >> << != <= >= ?. &. ** ++ --";
	struct sv op = { l->code.p + l->i, 1 };
	char c = op.p[0];

	if (l->i + 1 < l->code.n && !ascii_isspace(op.p[1])) {
		struct sv two = { op.p, 2 };

		if (gaff_code_listed(pairs, two) &&
		    !(c == '-' && op.p[1] == '-' && l->language->no_decrement))
			op = two;
	}
	l->i += op.n;
	lex_push(l, CODE_OP, op);
	if (op.n > 1 || l->arena->failed)
		return;
	if (c == '(' || c == '[' || c == '{')
		remember_open(l);
	else if (c == ')' || c == ']' || c == '}')
		close_bracket(l, c);
}

/* %q(...) and its kind of Ruby, at "%". False: it is none. */
static bool read_percent(struct lexer *l)
{
	char type = lex_at(l, l->i + 1);
	size_t skip = ascii_isalpha(type) ? 2 : 1;
	char open = lex_at(l, l->i + skip);

	if (!l->language->percent_quotes || l->i + skip >= l->code.n || lex_is_name_char(open) ||
	    ascii_isspace(open) || open == '=' || (skip == 2 && !strchr("qQwWxiIrs", type)))
		return false;
	if (is_behind_value(l) && !(l->has_space && l->out->t[l->out->n - 1].kind == CODE_NAME))
		return false;
	l->i += skip;
	lex_delimited(l, skip == 1 ? 'Q' : type == 'I' ? 'i' : type == 'r' ? 'm' : type, 1);
	return true;
}

static void read_number_token(struct lexer *l)
{
	size_t from = l->i;

	while (lex_is_name_char(lex_at(l, l->i)) ||
	       (lex_at(l, l->i) == '.' && ascii_isdigit(lex_at(l, l->i + 1))))
		l->i++;
	lex_push(l, CODE_NUMBER, (struct sv){ l->code.p + from, l->i - from });
}

static void read_token(struct lexer *l)
{
	const struct code_language *language = l->language;
	char c = lex_at(l, l->i), next = lex_at(l, l->i + 1);
	size_t from, end, after;

	if (read_quoted(l, c) || (c == '%' && read_percent(l)))
		return;
	if (language->long_brackets && lex_long_bracket(l, l->i, &from, &end, &after)) {
		l->i = after;
		lex_push(l, CODE_STRING, (struct sv){ l->code.p + from, end - from });
	} else if (c == '/' && language->regexes && !is_behind_value(l)) {
		read_regex(l);
	} else if (language->sigils && strchr(language->sigils, c) && lex_is_name_char(next)) {
		l->i++;
		read_name(l, c);
	} else if (c == '$' && next == '#' && language->array_lengths) {
		l->i += 2;
		lex_push(l, CODE_NUMBER, SV("0"));
	} else if (ascii_isdigit(c)) {
		read_number_token(l);
	} else if (lex_is_name_char(c) ||
		   (c == '$' && language->dollar_names && lex_is_name_char(next))) {
		read_name(l, 0);
	} else {
		read_op(l);
	}
}

void gaff_code_lex(struct arena *a, const struct code_language *language, struct sv code,
		   unsigned depth, struct code_tokens *out, struct code_piece **pieces)
{
	struct lexer l = { .arena = a,
			   .language = language,
			   .code = code,
			   .depth = depth,
			   .is_new_line = true,
			   .out = out,
			   .pieces = pieces };

	*out = (struct code_tokens){ 0 };
	while (l.i < code.n) {
		char c = lex_at(&l, l.i);

		if (ascii_isspace(c) || !c ||
		    (c == '\\' && lex_at(&l, l.i + 1) == '\n')) { /* a line that goes on */
			l.is_new_line |= c == '\n';
			out->has_hole |= !c;
			l.has_space = true;
			l.i += c == '\\' ? 2 : 1;
			continue;
		}
		if (skip_comment(&l)) {
			l.has_space = true;
			continue;
		}
		if (out->n == GAFF_CODE_TOKENS_MAX) {
			out->is_cut = true;
			break;
		}
		read_token(&l);
	}
	while (l.n_open)
		out->t[l.open[--l.n_open]].match = (uint32_t)out->n;
	l.is_new_line = true;
	lex_push(&l, CODE_END, SV(""));
	out->n--;
}
