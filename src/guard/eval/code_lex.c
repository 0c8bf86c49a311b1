#include "guard/eval/code_lex.h"

/* Code, cut into names, strings and operators. */

size_t lex_name_end(const struct lexer *l, size_t i)
{
	while (i < l->code.n &&
	       (lex_is_name_char(l->code.p[i]) ||
		(l->language == GAFF_LANG_NODE && l->code.p[i] == '$' && lex_at(l, i + 1) != '{')))
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
	struct code_token *t;
	void *tokens = l->out->t;

	if (!grow(l->arena, &tokens, &l->out->cap, l->out->n, sizeof *t))
		return NULL;
	l->out->t = tokens;
	t = &l->out->t[l->out->n++];
	*t = (struct code_token){
		.kind = kind, .text = text, .is_new_line = l->is_new_line, .has_space = l->has_space
	};
	l->is_new_line = l->has_space = false;
	return t;
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
	char c = lex_at(l, l->i), next = lex_at(l, l->i + 1);
	enum gaff_language language = l->language;
	size_t from, end, after;

	if (c == '#' && language != GAFF_LANG_NODE && language != GAFF_LANG_LUA) {
		if (language == GAFF_LANG_PHP && next == '[') /* an attribute */
			return false;
		skip_line(l);
		return true;
	}
	if (c == '-' && next == '-' && language == GAFF_LANG_LUA) {
		if (lex_long_bracket(l, l->i + 2, &from, &end, &after))
			l->i = after;
		else
			skip_line(l);
		return true;
	}
	if (c != '/' || (language != GAFF_LANG_NODE && language != GAFF_LANG_PHP))
		return false;
	if (next == '/') {
		skip_line(l);
		return true;
	}
	if (next != '*')
		return false;
	for (l->i += 2; l->i < l->code.n && !(lex_at(l, l->i) == '*' && lex_at(l, l->i + 1) == '/');
	     l->i++)
		;
	l->i += l->i < l->code.n ? 2 : 0;
	return true;
}

/* ---- tokens ---- */

static bool read_quote(struct lexer *l, bool is_raw, bool has_holes)
{
	char c = lex_at(l, l->i);
	struct quoting q = { c, c, is_raw, false, has_holes, 1 };

	if (l->language == GAFF_LANG_PYTHON && lex_at(l, l->i + 1) == c && lex_at(l, l->i + 2) == c)
		q.quotes_n = 3;
	l->i += q.quotes_n;
	return lex_string(l, CODE_STRING, &q);
}

/* Letters in front of a quote of Python: r, b, u, f, and two of them. */
static bool read_prefixed(struct lexer *l, struct sv name, bool *is_it)
{
	bool is_raw = false, has_holes = false;
	char quote = lex_at(l, l->i + name.n);

	*is_it = false;
	if (l->language != GAFF_LANG_PYTHON || name.n > 2 || (quote != '"' && quote != '\''))
		return true;
	for (size_t i = 0; i < name.n; i++) {
		char c = ascii_lower(name.p[i]);

		if (!strchr("rbuft", c))
			return true;
		is_raw |= c == 'r';
		has_holes |= c == 'f' || c == 't';
	}
	*is_it = true;
	l->i += name.n;
	return read_quote(l, is_raw, has_holes);
}

/* q qq qw qx m qr s tr y of Perl, with a delimiter behind them. */
static bool read_perl_quote(struct lexer *l, struct sv name, bool *is_it)
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

	*is_it = false;
	if (l->language != GAFF_LANG_PERL ||
	    (last && (code_is_op(last, "->") || (code_is_op(last, "-") && !l->has_space))))
		return true; /* a method; -s of a file */
	while (lex_at(l, i) == ' ')
		i++;
	if (i >= l->code.n || lex_is_name_char(lex_at(l, i)) || ascii_isspace(lex_at(l, i)) ||
	    strchr(",;)}=.", lex_at(l, i)) || (i > l->i + name.n && lex_at(l, i) == '#'))
		return true;
	for (size_t k = 0; k < COUNT_OF(kinds); k++)
		if (sv_eq(name, kinds[k].name)) {
			*is_it = true;
			l->i = i;
			return lex_delimited(l, kinds[k].type, kinds[k].parts);
		}
	return true;
}

static bool read_name(struct lexer *l, char sigil)
{
	struct sv name = { l->code.p + l->i, lex_name_end(l, l->i) - l->i };
	struct code_token *t;
	bool is_it = false;

	if (!sigil) {
		if (!read_prefixed(l, name, &is_it))
			return false;
		if (!is_it && !read_perl_quote(l, name, &is_it))
			return false;
		if (is_it)
			return true;
	}
	if (l->language == GAFF_LANG_RUBY &&
	    (lex_at(l, l->i + name.n) == '?' || lex_at(l, l->i + name.n) == '!') &&
	    lex_at(l, l->i + name.n + 1) != '=')
		l->i++; /* it is part of the name, and of none that we know */
	l->i += name.n;
	t = lex_push(l, CODE_NAME, name);
	if (t)
		t->sigil = sigil;
	return t;
}

static bool read_regex(struct lexer *l)
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
	return lex_push(l, CODE_REGEX, (struct sv){ l->code.p + from, l->i - from });
}

static bool remember_open(struct lexer *l)
{
	void *open = l->open;

	if (!grow(l->arena, &open, &l->cap_open, l->n_open, sizeof *l->open))
		return false;
	l->open = open;
	l->open[l->n_open++] = (uint32_t)(l->out->n - 1);
	return true;
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

static bool read_op(struct lexer *l)
{
	static const char pairs[] =
		"== => =~ || && |& .. -> :: := += .= >> << != <= >= ?. &. ** ++ --";
	struct sv op = { l->code.p + l->i, 1 };
	char c = op.p[0];

	if (l->i + 1 < l->code.n && !ascii_isspace(op.p[1])) {
		struct sv two = { op.p, 2 };

		if (gaff_code_listed(pairs, two) &&
		    !(c == '-' && op.p[1] == '-' && l->language == GAFF_LANG_PYTHON))
			op = two;
	}
	l->i += op.n;
	if (!lex_push(l, CODE_OP, op))
		return false;
	if (op.n == 1 && (c == '(' || c == '[' || c == '{'))
		return remember_open(l);
	if (op.n == 1 && (c == ')' || c == ']' || c == '}'))
		close_bracket(l, c);
	return true;
}

/* %q(...) and its kind of Ruby, at "%". */
static bool read_percent(struct lexer *l, bool *is_it)
{
	char type = lex_at(l, l->i + 1);
	size_t skip = ascii_isalpha(type) ? 2 : 1;
	char open = lex_at(l, l->i + skip);

	*is_it = l->language == GAFF_LANG_RUBY && l->i + skip < l->code.n &&
		 !lex_is_name_char(open) && !ascii_isspace(open) && open != '=' &&
		 (skip == 1 || strchr("qQwWxiIrs", type)) &&
		 (!is_behind_value(l) ||
		  (l->has_space && l->out->t[l->out->n - 1].kind == CODE_NAME));
	if (!*is_it)
		return true;
	l->i += skip;
	return lex_delimited(l, skip == 1 ? 'Q' : type == 'I' ? 'i' : type == 'r' ? 'm' : type, 1);
}

static bool read_number_token(struct lexer *l)
{
	size_t from = l->i;

	while (lex_is_name_char(lex_at(l, l->i)) ||
	       (lex_at(l, l->i) == '.' && ascii_isdigit(lex_at(l, l->i + 1))))
		l->i++;
	return lex_push(l, CODE_NUMBER, (struct sv){ l->code.p + from, l->i - from });
}

static bool read_token(struct lexer *l)
{
	enum gaff_language language = l->language;
	char c = lex_at(l, l->i), next = lex_at(l, l->i + 1);
	size_t from, end, after;
	bool is_it;

	if (c == '\'' && language != GAFF_LANG_AWK) {
		bool is_plain = language == GAFF_LANG_PERL || language == GAFF_LANG_RUBY ||
				language == GAFF_LANG_PHP;
		struct quoting q = { c, c, false, is_plain, false, 1 };

		if (!is_plain)
			return read_quote(l, false, false);
		l->i++;
		return lex_string(l, CODE_STRING, &q);
	}
	if (c == '"')
		return read_quote(l, false,
				  language != GAFF_LANG_PYTHON && language != GAFF_LANG_NODE);
	if (c == '`' && (language == GAFF_LANG_PERL || language == GAFF_LANG_RUBY ||
			 language == GAFF_LANG_PHP || language == GAFF_LANG_NODE)) {
		struct quoting q = { c, c, false, false, true, 1 };

		l->i++;
		return lex_string(l, language == GAFF_LANG_NODE ? CODE_STRING : CODE_COMMAND, &q);
	}
	if (c == '%') {
		if (!read_percent(l, &is_it) || is_it)
			return is_it;
	}
	if (c == '[' && language == GAFF_LANG_LUA &&
	    lex_long_bracket(l, l->i, &from, &end, &after)) {
		l->i = after;
		return lex_push(l, CODE_STRING, (struct sv){ l->code.p + from, end - from });
	}
	if (c == '/' && language != GAFF_LANG_PYTHON && language != GAFF_LANG_LUA &&
	    language != GAFF_LANG_PHP && !is_behind_value(l))
		return read_regex(l);
	if ((c == '$' || c == '@' || c == '%') && (lex_is_name_char(next) || next == '_') &&
	    (language == GAFF_LANG_PERL || language == GAFF_LANG_PHP ||
	     (language == GAFF_LANG_RUBY && c != '%'))) {
		l->i++;
		return read_name(l, c);
	}
	if (c == '$' && next == '#' && language == GAFF_LANG_PERL) {
		l->i += 2; /* the length of an array, no comment */
		return lex_push(l, CODE_NUMBER, SV("0"));
	}
	if (ascii_isdigit(c))
		return read_number_token(l);
	if (lex_is_name_char(c) ||
	    (c == '$' && language == GAFF_LANG_NODE && lex_is_name_char(next)))
		return read_name(l, 0);
	return read_op(l);
}

bool gaff_code_lex(struct arena *a, enum gaff_language language, struct sv code, unsigned depth,
		   struct code_tokens *out, struct code_piece **pieces)
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
		if (!read_token(&l))
			return false;
	}
	while (l.n_open)
		out->t[l.open[--l.n_open]].match = (uint32_t)out->n;
	l.is_new_line = true;
	if (!lex_push(&l, CODE_END, SV("")))
		return false;
	out->n--;
	return true;
}
