#include "guard/code_parts.h"
#include "text/utf8.h"

/* How the strings of one kind are read. */
struct quoting {
	char open, close;  /* the same, or brackets that nest */
	bool is_raw;       /* a backslash is a backslash */
	bool is_plain;     /* only the quote and the backslash can be escaped */
	bool has_holes;    /* values are put in, as the language has it */
	unsigned quotes_n; /* 3: """ */
};

struct lexer {
	struct arena *arena;
	enum gaff_language language;
	struct sv code;
	size_t i;
	unsigned depth;
	bool is_new_line, has_space;
	struct code_tokens *out;
	struct code_piece **pieces;
	uint32_t *open; /* brackets that are not closed yet */
	size_t n_open, cap_open;
};

static char at(const struct lexer *l, size_t i)
{
	return i < l->code.n ? l->code.p[i] : 0;
}

static bool is_name_char(char c)
{
	return ascii_isalpha(c) || ascii_isdigit(c) || c == '_' || (unsigned char)c >= 0x80;
}

static size_t name_end(const struct lexer *l, size_t i)
{
	while (i < l->code.n &&
	       (is_name_char(l->code.p[i]) ||
		(l->language == GAFF_LANG_NODE && l->code.p[i] == '$' && at(l, i + 1) != '{')))
		i++;
	return i;
}

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

static struct code_token *push(struct lexer *l, enum code_kind kind, struct sv text)
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

/* ---- strings ---- */

/* Code between braces is a piece of its own; i is behind the first brace. Returns behind the last.
 */
static size_t braces_end(const struct lexer *l, size_t i)
{
	size_t depth = 1;
	char quote = 0;

	for (; i < l->code.n; i++) {
		char c = l->code.p[i];

		if (quote) {
			if (c == '\\')
				i++;
			else if (c == quote)
				quote = 0;
		} else if (c == '"' || c == '\'' || c == '`') {
			quote = c;
		} else if (c == '{') {
			depth++;
		} else if (c == '}' && --depth == 0) {
			return i + 1;
		}
	}
	return l->code.n;
}

static bool add_hole(struct lexer *l, struct buf *b, struct code_hole ***last, struct sv inside)
{
	struct code_hole *hole = gaff_arena_alloc(l->arena, sizeof *hole);
	struct sv name = sv_trim(inside);
	size_t n = 0;

	if (!hole)
		return false;
	if (name.n && name.p[0] == '$')
		name = sv_skip(name, 1);
	while (n < name.n && is_name_char(name.p[n]))
		n++;
	/* "{x!r:>9}" is the variable, too */
	if (n < name.n && !(l->language == GAFF_LANG_PYTHON && strchr("!:=", name.p[n])))
		n = 0;
	*hole = (struct code_hole){ .name = { name.p, n } };
	if (!n && memchr(inside.p, l->language == GAFF_LANG_RUBY ? '`' : '(', inside.n)) {
		struct code_piece *piece = gaff_arena_alloc(l->arena, sizeof *piece);

		if (!piece)
			return false;
		*piece = (struct code_piece){ inside, l->depth + 1, *l->pieces };
		*l->pieces = piece;
	}
	buf_addc(b, 0);
	**last = hole;
	*last = &hole->next;
	return true;
}

static bool add_piece_hole(struct lexer *l, size_t from, struct buf *b, struct code_hole ***last)
{
	size_t end = braces_end(l, from);
	struct sv inside = { l->code.p + from, end - from };

	if (inside.n && inside.p[inside.n - 1] == '}')
		inside.n--;
	l->i = end;
	return add_hole(l, b, last, inside);
}

/* $x, @x, ${x}, {$x} in a string of Perl or PHP; behind the name may be an index. */
static bool read_sigil(struct lexer *l, struct buf *b, struct code_hole ***last)
{
	size_t from = l->i + 1, end = name_end(l, from);
	bool is_more = false;

	if (at(l, from) == '{')
		return add_piece_hole(l, from + 1, b, last);
	if (end == from && at(l, from))
		end++; /* $1, $&, $$ */
	l->i = end;
	for (;;) {
		if (at(l, l->i) == '-' && at(l, l->i + 1) == '>' &&
		    (l->language == GAFF_LANG_PHP || strchr("[{", at(l, l->i + 2)))) {
			l->i = name_end(l, l->i + 2);
		} else if (at(l, l->i) == '[') {
			while (at(l, l->i) && at(l, l->i) != ']')
				l->i++;
			l->i += at(l, l->i) == ']';
		} else if (at(l, l->i) == '{' && l->language == GAFF_LANG_PERL) {
			l->i = braces_end(l, l->i + 1);
		} else {
			break;
		}
		is_more = true;
	}
	return add_hole(l, b, last, is_more ? SV("") : (struct sv){ l->code.p + from, end - from });
}

static bool starts_hole(const struct lexer *l)
{
	char c = at(l, l->i), next = at(l, l->i + 1);

	switch (l->language) {
	case GAFF_LANG_PYTHON:
		return c == '{';
	case GAFF_LANG_RUBY:
		return c == '#' && next == '{';
	case GAFF_LANG_NODE:
		return c == '$' && next == '{';
	case GAFF_LANG_PERL:
		return (c == '$' || c == '@') && (is_name_char(next) || next == '{');
	case GAFF_LANG_PHP:
		return (c == '$' && (is_name_char(next) || next == '{')) ||
		       (c == '{' && next == '$');
	case GAFF_LANG_LUA:
	case GAFF_LANG_AWK:
	case GAFF_LANG_NONE:
		break;
	}
	return false;
}

static bool read_hole(struct lexer *l, struct buf *b, struct code_hole ***last)
{
	if (l->language == GAFF_LANG_PYTHON && at(l, l->i + 1) == '{') {
		buf_addc(b, '{');
		l->i += 2;
		return true;
	}
	if (at(l, l->i) == '{')
		return add_piece_hole(l, l->i + 1, b, last);
	if (l->language == GAFF_LANG_PERL || l->language == GAFF_LANG_PHP)
		return read_sigil(l, b, last);
	return add_piece_hole(l, l->i + 2, b, last);
}

static uint32_t read_number(struct lexer *l, unsigned base, unsigned max_digits)
{
	uint32_t v = 0;

	for (unsigned n = 0; n < max_digits; n++, l->i++) {
		int d = ascii_hex_digit(at(l, l->i));

		if (d < 0 || (unsigned)d >= base)
			break;
		v = v * base + (uint32_t)d;
	}
	return v > 0x10ffff ? 0xfffd : v;
}

/* What a backslash and what is behind it stand for; l->i is behind the backslash. */
static void read_escape(struct lexer *l, struct buf *b)
{
	static const char from[] = "ntrabfve", to[] = "\n\t\r\a\b\f\v\033";
	char c = at(l, l->i), bytes[4];
	const char *known = c ? strchr(from, c) : NULL;
	uint32_t code;

	if (l->i >= l->code.n)
		return;
	l->i++;
	if (c == '\n')
		return;
	if (known) {
		buf_addc(b, to[known - from]);
		return;
	}
	if (c == 'z' && l->language == GAFF_LANG_LUA) {
		while (ascii_isspace(at(l, l->i)))
			l->i++;
		return;
	}
	if (ascii_isdigit(c)) {
		l->i--;
		code = read_number(l, l->language == GAFF_LANG_LUA ? 10 : 8, 3);
	} else if ((c == 'x' || c == 'u') && at(l, l->i) == '{') {
		l->i++;
		code = read_number(l, 16, 6);
		l->i += at(l, l->i) == '}';
	} else if (c == 'x' || c == 'u' || (c == 'U' && l->language == GAFF_LANG_PYTHON)) {
		code = read_number(l, 16, c == 'x' ? 2 : c == 'u' ? 4 : 8);
	} else {
		if (l->language == GAFF_LANG_PYTHON && !strchr("\\'\"", c))
			buf_addc(b, '\\');
		buf_addc(b, c);
		return;
	}
	gaff_buf_add(b, (struct sv){ bytes, utf8_put(bytes, code) });
}

static bool is_close(const struct lexer *l, const struct quoting *q)
{
	if (at(l, l->i) != q->close)
		return false;
	return q->quotes_n != 3 || (at(l, l->i + 1) == q->close && at(l, l->i + 2) == q->close);
}

/* l->i is behind the opening quote, and then behind the closing one. */
static bool read_string(struct lexer *l, enum code_kind kind, const struct quoting *q)
{
	struct code_hole *holes = NULL, **last = &holes;
	struct buf b = buf_in(l->arena);
	struct code_token *t;
	size_t nested = 0;

	while (l->i < l->code.n) {
		char c = at(l, l->i);

		if (nested == 0 && is_close(l, q)) {
			l->i += q->quotes_n;
			break;
		}
		if (c == '\\' && q->is_raw) { /* a quote behind it is none, and both stay */
			buf_addc(&b, c);
			if (at(l, l->i + 1) == q->close)
				buf_addc(&b, at(l, ++l->i));
			l->i++;
		} else if (c == '\\' && q->is_plain) {
			char next = at(l, l->i + 1);

			if (next != '\\' && next != q->close && next != q->open) {
				buf_addc(&b, c);
				l->i++;
			} else {
				buf_addc(&b, next);
				l->i += 2;
			}
		} else if (c == '\\') {
			size_t before = b.n;

			l->i++;
			read_escape(l, &b);
			if (b.n > before && !b.p[b.n - 1]) {
				b.n--;
				if (!add_hole(l, &b, &last, SV("")))
					return false;
			}
		} else if (!c) { /* what is not known already in the command line */
			l->i++;
			if (!add_hole(l, &b, &last, SV("")))
				return false;
		} else if (q->has_holes && starts_hole(l)) {
			if (!read_hole(l, &b, &last))
				return false;
		} else {
			if (c == q->open && q->open != q->close)
				nested++;
			else if (c == q->close)
				nested--;
			if (c == '}' && q->has_holes && l->language == GAFF_LANG_PYTHON &&
			    at(l, l->i + 1) == '}')
				l->i++;
			buf_addc(&b, c);
			l->i++;
		}
	}
	t = push(l, kind, buf_sv(&b));
	if (t)
		t->holes = holes;
	return t && buf_ok(&b);
}

static char closing(char open)
{
	return (char)(open == '('   ? ')'
		      : open == '[' ? ']'
		      : open == '{' ? '}'
		      : open == '<' ? '>'
				    : open);
}

/* q(...), qq{...}, qw[...], m//, s///, %q(...), %w[...]: l->i is at the opening delimiter. */
static bool read_delimited(struct lexer *l, char type, unsigned parts)
{
	char open = at(l, l->i);
	struct quoting q = { open, closing(open), false, false, true, 1 };
	enum code_kind kind = type == 'x'                                 ? CODE_COMMAND
			      : type == 'w' || type == 'W' || type == 'i' ? CODE_WORDS
			      : type == 'm'                               ? CODE_REGEX
									  : CODE_STRING;

	if (type == 'q' || type == 'w' || type == 'i' || open == '\'') {
		q.is_plain = true;
		q.has_holes = false;
	}
	if (type == 'm')
		q.is_raw = true;
	l->i++;
	if (!read_string(l, kind, &q))
		return false;
	if (parts == 2) { /* s{..}{..} has brackets of its own, s/../../ shares one */
		if (q.open != q.close) {
			while (ascii_isspace(at(l, l->i)))
				l->i++;
			q.open = at(l, l->i);
			q.close = closing(q.open);
			l->i += l->i < l->code.n;
		}
		l->out->n--;
		return read_string(l, kind, &q);
	}
	return true;
}

/* [[...]] and [==[...]==] of Lua; false: it is none. */
static bool long_bracket(const struct lexer *l, size_t i, size_t *from, size_t *end, size_t *next)
{
	size_t level = 0, k;

	if (at(l, i) != '[')
		return false;
	while (at(l, i + 1 + level) == '=')
		level++;
	if (at(l, i + 1 + level) != '[')
		return false;
	*from = i + level + 2;
	for (*end = *from; *end < l->code.n; (*end)++) {
		if (l->code.p[*end] != ']')
			continue;
		for (k = 0; k < level && at(l, *end + 1 + k) == '='; k++)
			;
		if (k == level && at(l, *end + 1 + k) == ']') {
			*next = *end + level + 2;
			return true;
		}
		*end += k;
	}
	*end = *next = l->code.n;
	return true;
}

/* ---- comments and blanks ---- */

static void skip_line(struct lexer *l)
{
	while (l->i < l->code.n && at(l, l->i) != '\n')
		l->i++;
}

static bool skip_comment(struct lexer *l)
{
	char c = at(l, l->i), next = at(l, l->i + 1);
	enum gaff_language language = l->language;
	size_t from, end, after;

	if (c == '#' && language != GAFF_LANG_NODE && language != GAFF_LANG_LUA) {
		if (language == GAFF_LANG_PHP && next == '[') /* an attribute */
			return false;
		skip_line(l);
		return true;
	}
	if (c == '-' && next == '-' && language == GAFF_LANG_LUA) {
		if (long_bracket(l, l->i + 2, &from, &end, &after))
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
	for (l->i += 2; l->i < l->code.n && !(at(l, l->i) == '*' && at(l, l->i + 1) == '/'); l->i++)
		;
	l->i += l->i < l->code.n ? 2 : 0;
	return true;
}

/* ---- tokens ---- */

static bool read_quote(struct lexer *l, bool is_raw, bool has_holes)
{
	char c = at(l, l->i);
	struct quoting q = { c, c, is_raw, false, has_holes, 1 };

	if (l->language == GAFF_LANG_PYTHON && at(l, l->i + 1) == c && at(l, l->i + 2) == c)
		q.quotes_n = 3;
	l->i += q.quotes_n;
	return read_string(l, CODE_STRING, &q);
}

/* Letters in front of a quote of Python: r, b, u, f, and two of them. */
static bool read_prefixed(struct lexer *l, struct sv name, bool *is_it)
{
	bool is_raw = false, has_holes = false;
	char quote = at(l, l->i + name.n);

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
	while (at(l, i) == ' ')
		i++;
	if (i >= l->code.n || is_name_char(at(l, i)) || ascii_isspace(at(l, i)) ||
	    strchr(",;)}=.", at(l, i)) || (i > l->i + name.n && at(l, i) == '#'))
		return true;
	for (size_t k = 0; k < COUNT_OF(kinds); k++)
		if (sv_eq(name, kinds[k].name)) {
			*is_it = true;
			l->i = i;
			return read_delimited(l, kinds[k].type, kinds[k].parts);
		}
	return true;
}

static bool read_name(struct lexer *l, char sigil)
{
	struct sv name = { l->code.p + l->i, name_end(l, l->i) - l->i };
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
	    (at(l, l->i + name.n) == '?' || at(l, l->i + name.n) == '!') &&
	    at(l, l->i + name.n + 1) != '=')
		l->i++; /* it is part of the name, and of none that we know */
	l->i += name.n;
	t = push(l, CODE_NAME, name);
	if (t)
		t->sigil = sigil;
	return t;
}

static bool read_regex(struct lexer *l)
{
	bool is_class = false;
	size_t from = l->i;

	for (l->i++; l->i < l->code.n && at(l, l->i) != '\n'; l->i++) {
		char c = at(l, l->i);

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
	return push(l, CODE_REGEX, (struct sv){ l->code.p + from, l->i - from });
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
	if (closing(l->out->t[open].text.p[0]) != c)
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
	if (!push(l, CODE_OP, op))
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
	char type = at(l, l->i + 1);
	size_t skip = ascii_isalpha(type) ? 2 : 1;
	char open = at(l, l->i + skip);

	*is_it = l->language == GAFF_LANG_RUBY && l->i + skip < l->code.n && !is_name_char(open) &&
		 !ascii_isspace(open) && open != '=' && (skip == 1 || strchr("qQwWxiIrs", type)) &&
		 (!is_behind_value(l) ||
		  (l->has_space && l->out->t[l->out->n - 1].kind == CODE_NAME));
	if (!*is_it)
		return true;
	l->i += skip;
	return read_delimited(l, skip == 1 ? 'Q' : type == 'I' ? 'i' : type == 'r' ? 'm' : type, 1);
}

static bool read_number_token(struct lexer *l)
{
	size_t from = l->i;

	while (is_name_char(at(l, l->i)) || (at(l, l->i) == '.' && ascii_isdigit(at(l, l->i + 1))))
		l->i++;
	return push(l, CODE_NUMBER, (struct sv){ l->code.p + from, l->i - from });
}

static bool read_token(struct lexer *l)
{
	enum gaff_language language = l->language;
	char c = at(l, l->i), next = at(l, l->i + 1);
	size_t from, end, after;
	bool is_it;

	if (c == '\'' && language != GAFF_LANG_AWK) {
		bool is_plain = language == GAFF_LANG_PERL || language == GAFF_LANG_RUBY ||
				language == GAFF_LANG_PHP;
		struct quoting q = { c, c, false, is_plain, false, 1 };

		if (!is_plain)
			return read_quote(l, false, false);
		l->i++;
		return read_string(l, CODE_STRING, &q);
	}
	if (c == '"')
		return read_quote(l, false,
				  language != GAFF_LANG_PYTHON && language != GAFF_LANG_NODE);
	if (c == '`' && (language == GAFF_LANG_PERL || language == GAFF_LANG_RUBY ||
			 language == GAFF_LANG_PHP || language == GAFF_LANG_NODE)) {
		struct quoting q = { c, c, false, false, true, 1 };

		l->i++;
		return read_string(l, language == GAFF_LANG_NODE ? CODE_STRING : CODE_COMMAND, &q);
	}
	if (c == '%') {
		if (!read_percent(l, &is_it) || is_it)
			return is_it;
	}
	if (c == '[' && language == GAFF_LANG_LUA && long_bracket(l, l->i, &from, &end, &after)) {
		l->i = after;
		return push(l, CODE_STRING, (struct sv){ l->code.p + from, end - from });
	}
	if (c == '/' && language != GAFF_LANG_PYTHON && language != GAFF_LANG_LUA &&
	    language != GAFF_LANG_PHP && !is_behind_value(l))
		return read_regex(l);
	if ((c == '$' || c == '@' || c == '%') && (is_name_char(next) || next == '_') &&
	    (language == GAFF_LANG_PERL || language == GAFF_LANG_PHP ||
	     (language == GAFF_LANG_RUBY && c != '%'))) {
		l->i++;
		return read_name(l, c);
	}
	if (c == '$' && next == '#' && language == GAFF_LANG_PERL) {
		l->i += 2; /* the length of an array, no comment */
		return push(l, CODE_NUMBER, SV("0"));
	}
	if (ascii_isdigit(c))
		return read_number_token(l);
	if (is_name_char(c) || (c == '$' && language == GAFF_LANG_NODE && is_name_char(next)))
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
		char c = at(&l, l.i);

		if (ascii_isspace(c) || !c ||
		    (c == '\\' && at(&l, l.i + 1) == '\n')) { /* a line that goes on */
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
	if (!push(&l, CODE_END, SV("")))
		return false;
	out->n--;
	return true;
}
