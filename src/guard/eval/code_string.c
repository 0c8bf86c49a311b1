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

/* A string while it is read. */
struct string {
	struct buf text;
	struct code_hole *holes, **last;
};

static void add_hole(struct lexer *l, struct string *s, struct sv inside)
{
	const struct code_language *language = l->language;
	struct code_hole *hole = gaff_arena_alloc(l->arena, sizeof *hole);
	struct sv name = sv_trim(inside);
	size_t n = 0;

	if (!hole)
		return;
	if (name.n && name.p[0] == '$')
		name = sv_skip(name, 1);
	while (n < name.n && lex_is_name_char(name.p[n]))
		n++;
	/* "{x!r:>9}" is the variable, too */
	if (n < name.n && !(language->hole_formats && strchr(language->hole_formats, name.p[n])))
		n = 0;
	*hole = (struct code_hole){ .name = { name.p, n } };
	if (!n && memchr(inside.p, language->hole_calls, inside.n))
		gaff_code_add_piece(l->arena, l->pieces, inside, l->depth + 1);
	buf_addc(&s->text, 0);
	*s->last = hole;
	s->last = &hole->next;
}

static void add_piece_hole(struct lexer *l, struct string *s, size_t from)
{
	size_t end = braces_end(l, from);
	struct sv inside = { l->code.p + from, end - from };

	if (inside.n && inside.p[inside.n - 1] == '}')
		inside.n--;
	l->i = end;
	add_hole(l, s, inside);
}

/* ${x}, #{x}; $x and @x, and behind the name may be an index. */
static void read_sigil(struct lexer *l, struct string *s)
{
	size_t from = l->i + 1, end = lex_name_end(l, from);
	bool is_more = false;

	if (lex_at(l, from) == '{') {
		add_piece_hole(l, s, from + 1);
		return;
	}
	if (end == from && lex_at(l, from))
		end++; /* $1, $&, $$ */
	l->i = end;
	for (;;) {
		if (lex_at(l, l->i) == '-' && lex_at(l, l->i + 1) == '>' &&
		    (l->language->holes_have_members || strchr("[{", lex_at(l, l->i + 2)))) {
			l->i = lex_name_end(l, l->i + 2);
		} else if (lex_at(l, l->i) == '[') {
			while (lex_at(l, l->i) && lex_at(l, l->i) != ']')
				l->i++;
			l->i += lex_at(l, l->i) == ']';
		} else if (lex_at(l, l->i) == '{' && l->language->holes_have_keys) {
			l->i = braces_end(l, l->i + 1);
		} else {
			break;
		}
		is_more = true;
	}
	add_hole(l, s, is_more ? SV("") : (struct sv){ l->code.p + from, end - from });
}

static bool starts_hole(const struct lexer *l)
{
	char c = lex_at(l, l->i), next = lex_at(l, l->i + 1);

	for (const char *pair = l->language->holes; *pair; pair += 2)
		if (c == pair[0] && (next == pair[1] || pair[1] == '*' ||
				     (pair[1] == 'x' && lex_is_name_char(next))))
			return true;
	return false;
}

static void read_hole(struct lexer *l, struct string *s)
{
	if (l->language->double_braces && lex_at(l, l->i + 1) == '{') {
		buf_addc(&s->text, '{');
		l->i += 2;
	} else if (lex_at(l, l->i) == '{') {
		add_piece_hole(l, s, l->i + 1);
	} else {
		read_sigil(l, s);
	}
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
	if (c == 'z' && l->language->decimal_escapes) {
		while (ascii_isspace(lex_at(l, l->i)))
			l->i++;
		return;
	}
	if (ascii_isdigit(c)) {
		l->i--;
		code = read_number(l, l->language->decimal_escapes ? 10 : 8, 3);
	} else if ((c == 'x' || c == 'u') && lex_at(l, l->i) == '{') {
		l->i++;
		code = read_number(l, 16, 6);
		l->i += lex_at(l, l->i) == '}';
	} else if (c == 'x' || c == 'u' || (c == 'U' && l->language->long_escapes)) {
		code = read_number(l, 16, c == 'x' ? 2 : c == 'u' ? 4 : 8);
	} else {
		if (l->language->keeps_backslashes && !strchr("\\'\"", c))
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

static void read_backslash(struct lexer *l, const struct quoting *q, struct string *s)
{
	char next = lex_at(l, l->i + 1);
	size_t before = s->text.n;

	if (q->is_raw) { /* a quote behind it is none, and both stay */
		buf_addc(&s->text, '\\');
		if (next == q->close)
			buf_addc(&s->text, lex_at(l, ++l->i));
		l->i++;
	} else if (q->is_plain) {
		bool is_escape = next == '\\' || next == q->close || next == q->open;

		buf_addc(&s->text, is_escape ? next : '\\');
		l->i += is_escape ? 2 : 1;
	} else {
		l->i++;
		read_escape(l, &s->text);
		if (s->text.n > before && !s->text.p[s->text.n - 1]) {
			s->text.n--;
			add_hole(l, s, SV(""));
		}
	}
}

static struct string read_string(struct lexer *l, const struct quoting *q)
{
	struct string s = { .text = buf_in(l->arena) };
	size_t nested = 0;

	s.last = &s.holes;
	while (l->i < l->code.n) {
		char c = lex_at(l, l->i);

		if (nested == 0 && is_close(l, q)) {
			l->i += q->quotes_n;
			break;
		}
		if (c == '\\') {
			read_backslash(l, q, &s);
		} else if (!c) { /* what is not known already in the command line */
			l->i++;
			add_hole(l, &s, SV(""));
		} else if (q->has_holes && starts_hole(l)) {
			read_hole(l, &s);
		} else {
			if (c == q->open && q->open != q->close)
				nested++;
			else if (c == q->close)
				nested--;
			if (c == '}' && q->has_holes && l->language->double_braces &&
			    lex_at(l, l->i + 1) == '}')
				l->i++;
			buf_addc(&s.text, c);
			l->i++;
		}
	}
	return s;
}

void lex_string(struct lexer *l, enum code_kind kind, const struct quoting *q)
{
	struct string s = read_string(l, q);

	lex_push(l, kind, buf_sv(&s.text))->holes = s.holes;
}

char lex_closing(char open)
{
	return (char)(open == '('   ? ')'
		      : open == '[' ? ']'
		      : open == '{' ? '}'
		      : open == '<' ? '>'
				    : open);
}

void lex_delimited(struct lexer *l, char type, unsigned parts)
{
	char open = lex_at(l, l->i);
	struct quoting q = { .open = open,
			     .close = lex_closing(open),
			     .is_raw = type == 'm',
			     .is_plain = strchr("qwi", type) || open == '\'',
			     .quotes_n = 1 };
	enum code_kind kind = type == 'x'           ? CODE_COMMAND
			      : strchr("wWi", type) ? CODE_WORDS
			      : type == 'm'         ? CODE_REGEX
						    : CODE_STRING;

	q.has_holes = !q.is_plain;
	l->i++;
	if (parts == 2) { /* s{..}{..} has brackets of its own, s/../../ shares one */
		(void)read_string(l, &q);
		l->is_new_line = l->has_space = false;
		if (q.open != q.close) {
			while (ascii_isspace(lex_at(l, l->i)))
				l->i++;
			q.open = lex_at(l, l->i);
			q.close = lex_closing(q.open);
			l->i += l->i < l->code.n;
		}
	}
	lex_string(l, kind, &q);
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
