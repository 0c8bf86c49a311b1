/*
 * What is substituted in a word: $x, ${x}, $(...), $((...)), `...`, <(...).
 */
#include "base/limits.h"
#include "text/shell/shell_parts.h"

static void opaque_part(struct shell_parser *p, struct shell_builder *b, const char *from,
			const char *why)
{
	struct shell_part *part = gaff_shell_part(p, b, SHELL_COMMAND, false);

	part->node = gaff_shell_opaque(p, from, why);
}

void gaff_shell_too_deep(struct shell_parser *p, struct shell_builder *b, const char *from,
			 char open)
{
	const char *close = open ? gaff_shell_extent(p, p->at, open) : NULL;

	if (open)
		p->at = close ? close + 1 : p->end;
	opaque_part(p, b, from, "it is nested too deep");
}

/* A body that cannot be read. */
struct shell_word *gaff_shell_opaque_word(struct shell_parser *p, const char *from, const char *to)
{
	struct shell_builder b;

	p->at = from;
	gaff_shell_start(p, &b);
	p->at = to;
	opaque_part(p, &b, from, "it is nested too deep");
	return gaff_shell_finish(p, &b);
}

static bool enter(struct shell_parser *p, struct shell_builder *b, const char *from, char open)
{
	if (p->depth < GAFF_SHELL_DEPTH_MAX) {
		p->depth++;
		return true;
	}
	gaff_shell_too_deep(p, b, from, open);
	return false;
}

/* Behind "$(" or "<(". */
static void command(struct shell_parser *p, struct shell_builder *b, const char *from,
		    enum shell_part_kind kind, bool is_quoted)
{
	struct shell_part *part;

	if (!enter(p, b, from, '('))
		return;
	part = gaff_shell_part(p, b, kind, is_quoted);
	part->op = kind == SHELL_PROCESS ? (struct sv){ from, 1 } : SV("");
	part->node = gaff_shell_inner(p, SHELL_STOP_PAREN);
	p->depth--;
}

void gaff_shell_process(struct shell_parser *p, struct shell_builder *b)
{
	const char *from = p->at;

	p->at += 2;
	command(p, b, from, SHELL_PROCESS, false);
}

/* Behind what opens it; false: it is not arithmetic. */
static bool arithmetic(struct shell_parser *p, struct shell_builder *b, enum shell_balance balance,
		       bool is_quoted)
{
	struct shell_word *word;
	struct shell_part *part;

	/* Its tree is made in front of the part, so the text before it must be one already. */
	gaff_shell_flush(p, b);
	if (!gaff_shell_balanced(p, balance, false, &word))
		return false;
	part = gaff_shell_part(p, b, SHELL_ARITH, is_quoted);
	part->word = word;
	return true;
}

/* At the "(" behind a "$": arithmetic if it is "((" and closed with "))", as in bash. */
static void parens(struct shell_parser *p, struct shell_builder *b, const char *from,
		   bool is_quoted)
{
	p->at++;
	if (shell_next(p) == '(') {
		const char *start = p->at++;
		bool is_taken;

		if (!p->look_left || p->depth >= GAFF_SHELL_DEPTH_MAX) {
			p->at = start;
			gaff_shell_too_deep(p, b, from, '(');
			return;
		}
		p->depth++;
		is_taken = arithmetic(p, b, SHELL_MATH_WORD, is_quoted);
		p->depth--;
		if (is_taken)
			return;
		p->at = start;
	}
	command(p, b, from, SHELL_COMMAND, is_quoted);
}

/* At the "[" of $[...], the old arithmetic. */
static void old_arithmetic(struct shell_parser *p, struct shell_builder *b, const char *from,
			   bool is_quoted)
{
	const char *start = p->at;
	bool is_taken;

	if (!enter(p, b, from, '['))
		return;
	p->at++;
	is_taken = arithmetic(p, b, SHELL_OLD_MATH, is_quoted);
	p->depth--;
	if (!is_taken) {
		p->at = start;
		gaff_shell_text(p, b, (struct sv){ from, 1 }, is_quoted);
	}
}

/* What stands there, without the line ends that are hidden in it. */
struct sv gaff_shell_unsplit(struct shell_parser *p, const char *from, const char *to)
{
	char *copy = gaff_shell_bytes_for(p, (size_t)(to - from));
	size_t n = 0;

	for (; from < to; from++) {
		if (*from == '\\' && to - from > 1 && from[1] == '\n')
			from++;
		else
			copy[n++] = *from;
	}
	return (struct sv){ copy, n };
}

/* A name or one of the special parameters; empty where none is. In source, or put together. */
static struct sv take_name(struct shell_parser *p)
{
	const char *from;
	struct sv name;
	char c = shell_next(p);

	from = p->at;
	if (c && strchr("@*#?-$!", c)) {
		p->at++;
		return (struct sv){ from, 1 };
	}
	while (shell_is(shell_peek(p, 0), SHELL_NAME))
		p->at++;
	name = (struct sv){ from, (size_t)(p->at - from) };
	if (!name.n || shell_peek(p, 0) != '\\' || shell_peek(p, 1) != '\n')
		return name;
	while (shell_is(shell_next(p), SHELL_NAME))
		p->at++;
	return gaff_shell_unsplit(p, from, p->at);
}

/* Longer ones first. */
static const struct sv operators[] = {
	SV_INIT(":-"), SV_INIT(":="), SV_INIT(":?"), SV_INIT(":+"), SV_INIT("##"), SV_INIT("%%"),
	SV_INIT("//"), SV_INIT("/#"), SV_INIT("/%"), SV_INIT("^^"), SV_INIT(",,"), SV_INIT("-"),
	SV_INIT("="),  SV_INIT("?"),  SV_INIT("+"),  SV_INIT("#"),  SV_INIT("%"),  SV_INIT("/"),
	SV_INIT(":"),  SV_INIT("^"),  SV_INIT(","),  SV_INIT("@"),  SV_INIT("*"),
};

static struct sv take_operator(struct shell_parser *p)
{
	shell_next(p);
	for (size_t i = 0; i < COUNT_OF(operators); i++) {
		struct sv op = operators[i];

		if ((size_t)(p->end - p->at) < op.n || memcmp(p->at, op.p, op.n) != 0)
			continue;
		op.p = p->at;
		p->at += op.n;
		if (op.p[0] == '@' && ascii_isalpha(shell_peek(p, 0))) { /* @Q */
			p->at++;
			op.n++;
		}
		return op;
	}
	return SV("");
}

/* ${#x} is a length; ${#} and ${#-x} are of the parameter "#". */
static bool is_length(const struct shell_parser *p)
{
	char c = shell_peek(p, 1);

	return shell_is(c, SHELL_NAME) || c == '@' || c == '*' ||
	       (c && strchr("#?-$!", c) && shell_peek(p, 2) == '}');
}

static bool is_indirect(const struct shell_parser *p)
{
	char c = shell_peek(p, 1);

	return shell_is(c, SHELL_NAME) || c == '@' || c == '*' || c == '#';
}

/*
 * ${(f)x}, ${=x} and the like of zsh. True: they may make another value of it, or be one of
 * another: ${(L)x}, ${(P)x}.
 */
static bool skip_flags(struct shell_parser *p)
{
	char c = shell_next(p);
	bool changes = false;

	if (c == '(') {
		const char *close = memchr(
			p->at, ')', (size_t)(p->end - p->at) < 64 ? (size_t)(p->end - p->at) : 64);

		for (const char *flag = p->at + 1; close && flag < close; flag++)
			changes |= !strchr("@fqQz=", *flag);
		p->at = close ? close + 1 : p->at;
	}
	c = shell_next(p);
	if ((c == '=' || c == '~' || c == '^') && shell_is(shell_peek(p, 1), SHELL_NAME))
		p->at++;
	return changes;
}

/* The index of an array, as a word. */
static struct shell_word *take_index(struct shell_parser *p)
{
	struct shell_word *word = NULL;

	if (shell_next(p) != '[')
		return NULL;
	p->at++;
	if (!gaff_shell_balanced(p, SHELL_INDEX, true, &word))
		p->at--;
	return word;
}

static struct sv indirect_operator(struct shell_parser *p, struct sv op)
{
	char *text;

	if (!op.n)
		return SV("!");
	text = gaff_shell_make(p, op.n + 1);
	text[0] = '!';
	memcpy(text + 1, op.p, op.n);
	return (struct sv){ text, op.n + 1 };
}

static void parameter(struct shell_parser *p, struct shell_part *part, bool is_quoted)
{
	struct shell_word *index, *operand = NULL;
	bool has_length, has_bang, has_flags;
	struct sv op;

	has_flags = skip_flags(p);
	has_length = shell_next(p) == '#' && is_length(p);
	has_bang = shell_next(p) == '!' && is_indirect(p);
	if (has_length || has_bang)
		p->at++;
	part->text = take_name(p);
	index = take_index(p);
	op = take_operator(p);
	if (shell_next(p) != '}' && p->at < p->end)
		operand = gaff_shell_operand(p, is_quoted, op.n && strchr("#%/^,", op.p[0]));
	if (shell_peek(p, 0) == '}')
		p->at++;
	else
		p->is_incomplete = true;
	if (!op.n && index)
		op = SV("[");
	else if (index && !operand)
		operand = gaff_shell_make(p, sizeof *operand); /* ${x[1]?} */
	part->op = has_length ? SV("len") : has_bang || has_flags ? indirect_operator(p, op) : op;
	part->word = operand ? operand : index;
	if (operand)
		operand->next = index;
}

/* At the "{" behind a "$". */
static void braces(struct shell_parser *p, struct shell_builder *b, const char *from,
		   bool is_quoted)
{
	struct shell_part *part;
	char c;

	p->at++;
	if (!enter(p, b, from, '{'))
		return;
	c = shell_next(p);
	if (c == ' ' || c == '\t' || c == '\n' || c == '|') {
		p->at += c == '|';
		part = gaff_shell_part(p, b, SHELL_COMMAND, is_quoted);
		part->node = gaff_shell_inner(p, SHELL_STOP_INNER);
	} else {
		part = gaff_shell_part(p, b, SHELL_PARAM, is_quoted);
		parameter(p, part, is_quoted);
	}
	p->depth--;
}

/* At the "$". */
void gaff_shell_dollar(struct shell_parser *p, struct shell_builder *b, bool is_quoted)
{
	const char *from = p->at++;
	char c = shell_next(p);

	if (c == '(') {
		parens(p, b, from, is_quoted);
	} else if (c == '{') {
		braces(p, b, from, is_quoted);
	} else if (c == '[') {
		old_arithmetic(p, b, from, is_quoted);
	} else if (ascii_isdigit(c)) {
		gaff_shell_part(p, b, SHELL_PARAM, is_quoted)->text = (struct sv){ p->at, 1 };
		p->at++;
	} else if (c && (shell_is(c, SHELL_NAME) || strchr("@*#?-$!", c))) {
		struct shell_part *part = gaff_shell_part(p, b, SHELL_PARAM, is_quoted);

		part->text = take_name(p);
	} else if (c == '\'' && !is_quoted) {
		p->at++;
		gaff_shell_escapes(p, b);
	} else if (c == '"' && !is_quoted) {
		p->at++;
		gaff_shell_quotes(p, b);
	} else {
		gaff_shell_text(p, b, (struct sv){ from, 1 }, is_quoted);
	}
}

static bool is_escaped(char c, bool is_quoted)
{
	return c == '`' || c == '\\' || c == '$' || (c == '"' && is_quoted);
}

/* The text of a backtick, as the shell that runs it reads it. */
static struct sv unescape(struct shell_parser *p, struct sv text, bool is_quoted)
{
	char *copy = gaff_shell_bytes_for(p, text.n);
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '\\' && i + 1 < text.n && is_escaped(text.p[i + 1], is_quoted))
			i++;
		copy[n++] = text.p[i];
	}
	return (struct sv){ copy, n };
}

/* Read `text`, which stands between the backticks, as one of its own. */
static struct shell_node *read_backtick(struct shell_parser *p, struct sv text, bool is_copy)
{
	const char *source = p->text, *end = p->end;
	bool was_copy = p->is_copy;
	struct shell_node *node;

	if (is_copy) {
		if (!was_copy) {
			p->copy_at = (size_t)(p->at - source);
			p->copy_n = text.n;
		}
		p->is_copy = true;
		p->text = text.p;
	}
	p->at = text.p;
	p->end = sv_end(text);
	node = gaff_shell_inner(p, 0);
	p->text = source;
	p->end = end;
	p->is_copy = was_copy;
	return node;
}

void gaff_shell_backtick(struct shell_parser *p, struct shell_builder *b, bool is_quoted)
{
	const char *from = p->at, *close = from + 1;
	struct shell_part *part;
	bool has_escapes = false;
	struct sv text;

	while (close < p->end && *close != '`') {
		if (*close == '\\' && p->end - close > 1) {
			has_escapes |= is_escaped(close[1], is_quoted);
			close++;
		}
		close++;
	}
	if (close >= p->end) {
		close = p->end;
		p->is_incomplete = true;
	}
	p->at = from + 1;
	text = (struct sv){ p->at, (size_t)(close - p->at) };
	if (p->depth >= GAFF_SHELL_DEPTH_MAX) {
		p->at = close < p->end ? close + 1 : close;
		opaque_part(p, b, from, "it is nested too deep");
		return;
	}
	p->depth++;
	part = gaff_shell_part(p, b, SHELL_COMMAND, is_quoted);
	if (has_escapes)
		part->node = read_backtick(p, unescape(p, text, is_quoted), true);
	else
		part->node = read_backtick(p, text, false);
	p->depth--;
	p->at = close < p->end ? close + 1 : close;
}
