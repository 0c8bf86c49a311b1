/*
 * Lists, pipes and what is in front of them; compound commands are in shell_compound.c.
 *
 * Nothing is refused: an operator in front of nothing, and a word that closes what was not opened,
 * are passed over. A list ends only at what something around it waits for.
 */
#include "text/shell/shell_command.h"

#include "base/limits.h"

static const struct {
	struct sv text;
	enum shell_keyword keyword;
	unsigned stop;
} keywords[] = {
	{ SV_INIT("!"), SHELL_KEY_NOT, 0 },
	{ SV_INIT("{"), SHELL_KEY_BRACE, 0 },
	{ SV_INIT("}"), SHELL_KEY_CLOSE, SHELL_STOP_BRACE },
	{ SV_INIT("[["), SHELL_KEY_TEST, 0 },
	{ SV_INIT("if"), SHELL_KEY_IF, 0 },
	{ SV_INIT("then"), SHELL_KEY_CLOSE, SHELL_STOP_THEN },
	{ SV_INIT("elif"), SHELL_KEY_ELIF, SHELL_STOP_ELSE },
	{ SV_INIT("else"), SHELL_KEY_CLOSE, SHELL_STOP_ELSE },
	{ SV_INIT("fi"), SHELL_KEY_CLOSE, SHELL_STOP_FI },
	{ SV_INIT("for"), SHELL_KEY_FOR, 0 },
	{ SV_INIT("select"), SHELL_KEY_FOR, 0 },
	{ SV_INIT("while"), SHELL_KEY_WHILE, 0 },
	{ SV_INIT("until"), SHELL_KEY_WHILE, 0 },
	{ SV_INIT("do"), SHELL_KEY_CLOSE, SHELL_STOP_DO },
	{ SV_INIT("done"), SHELL_KEY_CLOSE, SHELL_STOP_DONE },
	{ SV_INIT("case"), SHELL_KEY_CASE, 0 },
	{ SV_INIT("esac"), SHELL_KEY_CLOSE, SHELL_STOP_ESAC },
	{ SV_INIT("function"), SHELL_KEY_FUNCTION, 0 },
	{ SV_INIT("time"), SHELL_KEY_TIME, 0 },
	{ SV_INIT("coproc"), SHELL_KEY_COPROC, 0 },
};

enum { LONGEST = 8 };

struct shell_key gaff_shell_key(struct shell_parser *p)
{
	struct shell_key key = { .behind = p->at };
	const char *at;
	char text[LONGEST];
	size_t n = 0;

	if (!shell_is(shell_next(p), SHELL_RESERVED))
		return key;
	for (at = p->at; at < p->end && !shell_is(*at, SHELL_META); at++) {
		if (*at == '\\' && p->end - at > 1 && at[1] == '\n') {
			at++;
			continue;
		}
		if (n == LONGEST)
			return key;
		text[n++] = *at;
		key.behind = at + 1;
	}
	if (p->end - at > 1 && (*at == '<' || *at == '>') && at[1] == '(')
		return key; /* "if<(a)" is a word */
	for (size_t i = 0; i < COUNT_OF(keywords); i++)
		if (keywords[i].text.p[0] == text[0] && keywords[i].text.n == n &&
		    memcmp(keywords[i].text.p, text, n) == 0) {
			key.keyword = keywords[i].keyword;
			key.stop = keywords[i].stop;
			break;
		}
	return key;
}

void gaff_shell_blanks(struct shell_parser *p)
{
	for (;;) {
		char c = shell_next(p);

		if (c == ' ' || c == '\t') {
			p->at++;
			continue;
		}
		if (c == '#') {
			const char *end = memchr(p->at, '\n', (size_t)(p->end - p->at));

			p->at = end ? end : p->end;
		}
		return;
	}
}

void gaff_shell_newlines(struct shell_parser *p)
{
	for (;;) {
		gaff_shell_blanks(p);
		if (shell_peek(p, 0) != '\n')
			return;
		gaff_shell_newline(p);
	}
}

struct shell_node *gaff_shell_node(struct shell_parser *p, enum shell_kind kind)
{
	struct shell_node *node = gaff_shell_make(p, sizeof *node);

	node->kind = kind;
	return node;
}

struct shell_node *gaff_shell_opaque(struct shell_parser *p, const char *from, const char *why)
{
	struct shell_node *node = gaff_shell_node(p, SHELL_OPAQUE);

	gaff_shell_span(p, from, &node->at, &node->n);
	node->why = why;
	return node;
}

/* Go to the next command. False: there is none before the end of this list. */
static bool find_command(struct shell_parser *p)
{
	for (;;) {
		struct shell_key key;
		char c, next;

		gaff_shell_newlines(p);
		if (p->at >= p->end)
			return false;
		c = *p->at;
		next = shell_peek(p, 1);
		if (c == ';' && (next == ';' || next == '&') && (p->stops & SHELL_STOP_ITEM))
			return false;
		if ((c == ')' && (p->stops & SHELL_STOP_PAREN)) ||
		    (c == '}' && (p->stops & SHELL_STOP_INNER)))
			return false;
		if (c == ';' || c == '|' || c == ')' || (c == '&' && next != '>')) {
			p->at++;
			continue;
		}
		key = gaff_shell_key(p);
		if (!key.stop)
			return true;
		if (key.stop & p->stops)
			return false;
		p->at = key.behind;
	}
}

/* One stage of a pipe, with "!" and "time" in front. */
struct shell_node *gaff_shell_stage(struct shell_parser *p)
{
	struct shell_key key = gaff_shell_key(p);
	const char *from = p->at;
	struct shell_node *node;

	if (key.keyword == SHELL_KEY_TIME && gaff_shell_is_program(p, key))
		key.keyword = SHELL_KEY_NONE;
	if (key.keyword != SHELL_KEY_NOT && key.keyword != SHELL_KEY_TIME)
		return gaff_shell_command(p, key);
	node = gaff_shell_node(p, SHELL_TIME);
	do {
		bool is_time = key.keyword == SHELL_KEY_TIME;

		p->at = key.behind;
		gaff_shell_blanks(p);
		if (is_time && shell_peek(p, 0) == '-' && shell_peek(p, 1) == 'p' &&
		    (p->end - p->at == 2 || shell_is(p->at[2], SHELL_META)))
			p->at += 2;
		gaff_shell_blanks(p);
		key = gaff_shell_key(p);
		if (key.keyword == SHELL_KEY_TIME && gaff_shell_is_program(p, key))
			key.keyword = SHELL_KEY_NONE;
	} while (key.keyword == SHELL_KEY_NOT || key.keyword == SHELL_KEY_TIME);
	if (!key.stop && p->at < p->end &&
	    (!shell_is(*p->at, SHELL_META) || strchr("(<>", *p->at) ||
	     (*p->at == '&' && shell_peek(p, 1) == '>')))
		node->child = gaff_shell_command(p, key);
	gaff_shell_span(p, from, &node->at, &node->n);
	return node;
}

/* At "|", not "||": 0 if not, otherwise what joins the stages. */
static char take_pipe(struct shell_parser *p)
{
	const char *from;
	char c;

	gaff_shell_blanks(p);
	from = p->at;
	if (shell_peek(p, 0) != '|')
		return 0;
	p->at++;
	c = shell_next(p);
	if (c == '|') {
		p->at = from;
		return 0;
	}
	if (c != '&')
		return '|';
	p->at++;
	return '+';
}

static struct shell_node *pipeline(struct shell_parser *p)
{
	const char *from = p->at;
	struct shell_node *first = gaff_shell_stage(p), *last = first, *outer = NULL, *pipe;
	char joint;

	if (!first || !(joint = take_pipe(p)))
		return first;
	if (first->kind == SHELL_TIME) { /* which is of the whole pipe */
		outer = first;
		first = last = outer->child;
	}
	pipe = gaff_shell_node(p, SHELL_PIPE);
	pipe->child = first;
	do {
		struct shell_node *next = find_command(p) ? gaff_shell_stage(p) : NULL;

		if (!next)
			break;
		if (last) {
			last->joint = joint;
			last->next = next;
		} else {
			pipe->child = next;
		}
		last = next;
	} while ((joint = take_pipe(p)));
	gaff_shell_span(p, from, &pipe->at, &pipe->n);
	if (!outer)
		return pipe;
	outer->child = pipe->child ? pipe : NULL;
	gaff_shell_span(p, from, &outer->at, &outer->n);
	return outer;
}

/* What joins it to the next; what ends the list stays. */
static void take_joint(struct shell_parser *p, struct shell_node *node)
{
	const char *from;
	char c, next;

	gaff_shell_blanks(p);
	from = p->at;
	c = shell_peek(p, 0);
	node->joint = ';';
	if (c != '&' && c != '|' && c != ';')
		return;
	p->at++;
	next = shell_next(p);
	if (c == next && c != ';') {
		node->joint = c;
		p->at++;
	} else if (c == '&') {
		node->is_background = true;
	} else if (c == ';' && (next == ';' || next == '&')) {
		p->at = from;
	}
}

struct shell_node *gaff_shell_list(struct shell_parser *p, unsigned stops)
{
	struct shell_node *list = gaff_shell_node(p, SHELL_LIST), *last = NULL;
	struct shell_node **link = &list->child;
	unsigned outer = p->stops;
	const char *from;

	p->stops = stops;
	gaff_shell_blanks(p);
	from = p->at;
	while (find_command(p)) {
		const char *before = p->at;
		struct shell_node *node = pipeline(p);

		if (!node) { /* nothing that is known to get here, but it must go on */
			p->at += p->at == before;
			continue;
		}
		*link = last = node;
		link = &node->next;
		take_joint(p, node);
	}
	if (last)
		last->joint = 0;
	gaff_shell_span(p, from, &list->at, &list->n);
	p->stops = outer;
	return list;
}

struct shell_node *gaff_shell_inner(struct shell_parser *p, enum shell_stop stop)
{
	struct shell_here *here = p->here, **last_here = p->last_here;
	bool was_inner = p->is_inner, has_here = here != NULL;
	struct shell_node *list;

	p->here = NULL;
	p->last_here = &p->here;
	p->is_inner = stop == SHELL_STOP_PAREN;
	list = gaff_shell_list(p, stop);
	p->is_inner = was_inner;
	if (stop && p->at < p->end) /* a list ends at nothing else */
		p->at++;
	else if (stop)
		p->is_incomplete = true;
	if (!stop)
		gaff_shell_newline(p); /* the text is over, and with it all bodies */
	if (has_here) { /* bodies that did not come yet stand behind those of the outer text */
		*last_here = p->here;
		p->last_here = p->here ? p->last_here : last_here;
		p->here = here;
	}
	return list;
}

static struct sv without_nul(struct shell_parser *p, struct sv text)
{
	char *copy;
	size_t n = 0;

	if (!text.n || !memchr(text.p, '\0', text.n))
		return text;
	copy = gaff_shell_bytes_for(p, text.n);
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i])
			copy[n++] = text.p[i];
	return (struct sv){ copy, n };
}

enum gaff_rc gaff_shell_parse(struct arena *a, struct sv text, struct shell *out,
			      struct gaff_err *err)
{
	struct shell_parser p = { .arena = a, .scratch = buf_in(a), .states = buf_in(a) };
	struct shell_node *root;

	if (setjmp(p.no_memory))
		return gaff_fail(err, GAFF_ENOMEM, "a command line takes too much memory");
	text = without_nul(&p, text);
	p.text = p.at = text.n ? text.p : "";
	p.end = p.at + text.n;
	p.look_left = text.n > SIZE_MAX / 2 / GAFF_SHELL_LOOK_MAX
			      ? SIZE_MAX / 2
			      : text.n * GAFF_SHELL_LOOK_MAX + 4096;
	p.last_here = &p.here;
	root = gaff_shell_list(&p, 0);
	gaff_shell_newline(&p); /* here-documents of the last line */
	out->text = text;
	out->root = root->child ? root : NULL;
	out->is_incomplete = p.is_incomplete;
	return GAFF_OK;
}
