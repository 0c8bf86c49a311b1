#include "guard/eval/code_lex.h"
#include "text/utf8.h"

/* Strings of all languages, with their escapes and what they put in at run time. */

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
	while (n < name.n && lex_is_name_char(name.p[n]))
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
	size_t from = l->i + 1, end = lex_name_end(l, from);
	bool is_more = false;

	if (lex_at(l, from) == '{')
		return add_piece_hole(l, from + 1, b, last);
	if (end == from && lex_at(l, from))
		end++; /* $1, $&, $$ */
	l->i = end;
	for (;;) {
		if (lex_at(l, l->i) == '-' && lex_at(l, l->i + 1) == '>' &&
		    (l->language == GAFF_LANG_PHP || strchr("[{", lex_at(l, l->i + 2)))) {
			l->i = lex_name_end(l, l->i + 2);
		} else if (lex_at(l, l->i) == '[') {
			while (lex_at(l, l->i) && lex_at(l, l->i) != ']')
				l->i++;
			l->i += lex_at(l, l->i) == ']';
		} else if (lex_at(l, l->i) == '{' && l->language == GAFF_LANG_PERL) {
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
	char c = lex_at(l, l->i), next = lex_at(l, l->i + 1);

	switch (l->language) {
	case GAFF_LANG_PYTHON:
		return c == '{';
	case GAFF_LANG_RUBY:
		return c == '#' && next == '{';
	case GAFF_LANG_NODE:
		return c == '$' && next == '{';
	case GAFF_LANG_PERL:
		return (c == '$' || c == '@') && (lex_is_name_char(next) || next == '{');
	case GAFF_LANG_PHP:
		return (c == '$' && (lex_is_name_char(next) || next == '{')) ||
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
	if (l->language == GAFF_LANG_PYTHON && lex_at(l, l->i + 1) == '{') {
		buf_addc(b, '{');
		l->i += 2;
		return true;
	}
	if (lex_at(l, l->i) == '{')
		return add_piece_hole(l, l->i + 1, b, last);
	if (l->language == GAFF_LANG_PERL || l->language == GAFF_LANG_PHP)
		return read_sigil(l, b, last);
	return add_piece_hole(l, l->i + 2, b, last);
}

static uint32_t read_number(struct lexer *l, unsigned base, unsigned max_digits)
{
	uint32_t v = 0;

	for (unsigned n = 0; n < max_digits; n++, l->i++) {
		int d = ascii_hex_digit(lex_at(l, l->i));

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
	char c = lex_at(l, l->i), bytes[4];
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
		while (ascii_isspace(lex_at(l, l->i)))
			l->i++;
		return;
	}
	if (ascii_isdigit(c)) {
		l->i--;
		code = read_number(l, l->language == GAFF_LANG_LUA ? 10 : 8, 3);
	} else if ((c == 'x' || c == 'u') && lex_at(l, l->i) == '{') {
		l->i++;
		code = read_number(l, 16, 6);
		l->i += lex_at(l, l->i) == '}';
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
	if (lex_at(l, l->i) != q->close)
		return false;
	return q->quotes_n != 3 ||
	       (lex_at(l, l->i + 1) == q->close && lex_at(l, l->i + 2) == q->close);
}

bool lex_string(struct lexer *l, enum code_kind kind, const struct quoting *q)
{
	struct code_hole *holes = NULL, **last = &holes;
	struct buf b = buf_in(l->arena);
	struct code_token *t;
	size_t nested = 0;

	while (l->i < l->code.n) {
		char c = lex_at(l, l->i);

		if (nested == 0 && is_close(l, q)) {
			l->i += q->quotes_n;
			break;
		}
		if (c == '\\' && q->is_raw) { /* a quote behind it is none, and both stay */
			buf_addc(&b, c);
			if (lex_at(l, l->i + 1) == q->close)
				buf_addc(&b, lex_at(l, ++l->i));
			l->i++;
		} else if (c == '\\' && q->is_plain) {
			char next = lex_at(l, l->i + 1);

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
			    lex_at(l, l->i + 1) == '}')
				l->i++;
			buf_addc(&b, c);
			l->i++;
		}
	}
	t = lex_push(l, kind, buf_sv(&b));
	if (t)
		t->holes = holes;
	return t && buf_ok(&b);
}

char lex_closing(char open)
{
	return (char)(open == '('   ? ')'
		      : open == '[' ? ']'
		      : open == '{' ? '}'
		      : open == '<' ? '>'
				    : open);
}

bool lex_delimited(struct lexer *l, char type, unsigned parts)
{
	char open = lex_at(l, l->i);
	struct quoting q = { open, lex_closing(open), false, false, true, 1 };
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
	if (!lex_string(l, kind, &q))
		return false;
	if (parts == 2) { /* s{..}{..} has brackets of its own, s/../../ shares one */
		if (q.open != q.close) {
			while (ascii_isspace(lex_at(l, l->i)))
				l->i++;
			q.open = lex_at(l, l->i);
			q.close = lex_closing(q.open);
			l->i += l->i < l->code.n;
		}
		l->out->n--;
		return lex_string(l, kind, &q);
	}
	return true;
}

bool lex_long_bracket(const struct lexer *l, size_t i, size_t *from, size_t *end, size_t *next)
{
	size_t level = 0, k;

	if (lex_at(l, i) != '[')
		return false;
	while (lex_at(l, i + 1 + level) == '=')
		level++;
	if (lex_at(l, i + 1 + level) != '[')
		return false;
	*from = i + level + 2;
	for (*end = *from; *end < l->code.n; (*end)++) {
		if (l->code.p[*end] != ']')
			continue;
		for (k = 0; k < level && lex_at(l, *end + 1 + k) == '='; k++)
			;
		if (k == level && lex_at(l, *end + 1 + k) == ']') {
			*next = *end + level + 2;
			return true;
		}
		*end += k;
	}
	*end = *next = l->code.n;
	return true;
}
