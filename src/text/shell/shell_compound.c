/*
 * Commands that hold commands: groups, branches, loops, functions.
 */
#include "text/shell/shell_command.h"

#include "base/limits.h"

static struct shell_node **add(struct shell_node **link, struct shell_node *node)
{
	*link = node;
	return &node->next;
}

/* Take the reserved word that ends this; false: it is another, and not taken. */
static bool take_stop(struct shell_parser *p, unsigned stop)
{
	struct shell_key key;

	gaff_shell_newlines(p);
	if (p->at >= p->end) {
		p->is_incomplete = true;
		return false;
	}
	key = gaff_shell_key(p);
	if (!(key.stop & stop))
		return false;
	p->at = key.behind;
	return true;
}

/* What is in a subshell knows nothing of what is open around it. */
static void subshell(struct shell_parser *p, struct shell_node *node)
{
	p->at++;
	node->child = gaff_shell_list(p, SHELL_STOP_PAREN);
	if (shell_peek(p, 0) == ')')
		p->at++;
	else
		p->is_incomplete = true;
}

static void group(struct shell_parser *p, struct shell_node *node)
{
	node->child = gaff_shell_list(p, p->stops | SHELL_STOP_BRACE);
	take_stop(p, SHELL_STOP_BRACE);
}

static void branches(struct shell_parser *p, struct shell_node *node)
{
	struct shell_node **link = &node->child;
	unsigned stops = p->stops | SHELL_STOP_FI | SHELL_STOP_ELSE;
	bool has_condition = true;

	for (;;) {
		struct shell_key key;

		if (has_condition) {
			link = add(link, gaff_shell_list(p, stops | SHELL_STOP_THEN));
			take_stop(p, SHELL_STOP_THEN);
		}
		link = add(link, gaff_shell_list(p, stops));
		key = gaff_shell_key(p);
		if (p->at >= p->end || !(key.stop & SHELL_STOP_ELSE))
			break;
		has_condition = key.keyword == SHELL_KEY_ELIF;
		p->at = key.behind;
	}
	take_stop(p, SHELL_STOP_FI);
}

/* "do ...; done" or "{ ...; }"; where neither is, what follows is read as commands anyway. */
static struct shell_node *loop_body(struct shell_parser *p)
{
	struct shell_node *body;
	struct shell_key key;

	gaff_shell_newlines(p);
	if (shell_peek(p, 0) == ';') {
		p->at++;
		gaff_shell_newlines(p);
	}
	key = gaff_shell_key(p);
	if (key.keyword == SHELL_KEY_BRACE) {
		p->at = key.behind;
		body = gaff_shell_list(p, p->stops | SHELL_STOP_BRACE);
		take_stop(p, SHELL_STOP_BRACE);
	} else if (take_stop(p, SHELL_STOP_DO)) {
		body = gaff_shell_list(p, p->stops | SHELL_STOP_DONE);
		take_stop(p, SHELL_STOP_DONE);
	} else {
		body = gaff_shell_node(p, SHELL_LIST);
		gaff_shell_span(p, p->at, &body->at, &body->n);
	}
	return body;
}

static void while_loop(struct shell_parser *p, struct shell_node *node)
{
	struct shell_node **link = &node->child;

	link = add(link, gaff_shell_list(p, p->stops | SHELL_STOP_DO));
	add(link, loop_body(p));
}

static bool is_at_word(const struct shell_parser *p)
{
	return p->at < p->end && !shell_is(*p->at, SHELL_META);
}

/* Words up to what is none; returns the end of the list. */
static struct shell_word **take_words(struct shell_parser *p, struct shell_word **link)
{
	for (;;) {
		char c;

		gaff_shell_blanks(p);
		c = shell_peek(p, 0);
		if (!is_at_word(p) && !((c == '<' || c == '>') && shell_peek(p, 1) == '('))
			return link;
		*link = gaff_shell_word(p, SHELL_IN_COMMAND);
		link = &(*link)->next;
	}
}

/* Is the parser at this word, with nothing behind it that belongs to it? */
static bool take_literal(struct shell_parser *p, struct sv text)
{
	const char *from = p->at;

	for (size_t i = 0; i < text.n; i++, p->at++)
		if (shell_next(p) != text.p[i]) {
			p->at = from;
			return false;
		}
	if (shell_next(p) && !shell_is(*p->at, SHELL_META)) {
		p->at = from;
		return false;
	}
	return true;
}

/* At "((": what is substituted in it, up to "))"; false: it is not arithmetic. */
static bool take_math(struct shell_parser *p, struct shell_node *node)
{
	const char *from = p->at++;

	if (shell_next(p) == '(') {
		p->at++;
		if (gaff_shell_balanced(p, SHELL_MATH_COMMAND, false, &node->words))
			return true;
	}
	p->at = from;
	return false;
}

static void for_loop(struct shell_parser *p, struct shell_node *node)
{
	struct shell_word **link = &node->words;

	gaff_shell_blanks(p);
	if (shell_peek(p, 0) == '(' && take_math(p, node)) {
		node->kind = SHELL_LOOP;
		node->child = loop_body(p);
		return;
	}
	if (is_at_word(p)) {
		*link = gaff_shell_word(p, SHELL_IN_PATTERN);
		link = &(*link)->next;
	}
	gaff_shell_newlines(p);
	if (take_literal(p, SV("in"))) {
		node->has_in = true;
		take_words(p, link);
	} else if (shell_peek(p, 0) == '(') { /* zsh: for x (a b) */
		p->at++;
		node->has_in = true;
		take_words(p, link);
		p->at += shell_peek(p, 0) == ')';
	}
	node->child = loop_body(p);
}

/* The patterns of one body, up to the ")". False: "esac" or the end. */
static bool take_patterns(struct shell_parser *p, struct shell_word ***link)
{
	gaff_shell_newlines(p);
	if (p->at >= p->end || gaff_shell_key(p).stop & SHELL_STOP_ESAC)
		return false;
	if (*p->at == '(')
		p->at++;
	for (;;) {
		gaff_shell_newlines(p);
		if (is_at_word(p)) {
			**link = gaff_shell_word(p, SHELL_IN_PATTERN);
			*link = &(**link)->next;
			continue;
		}
		if (shell_peek(p, 0) == '|') {
			p->at++;
			continue;
		}
		p->at += shell_peek(p, 0) == ')';
		return p->at < p->end;
	}
}

/* ";;" and the like, if that is what the parser is at. */
static void take_item_end(struct shell_parser *p)
{
	if (shell_peek(p, 0) != ';')
		return;
	p->at++;
	if (shell_next(p) == ';')
		p->at++;
	if (shell_next(p) == '&')
		p->at++;
}

static void case_command(struct shell_parser *p, struct shell_node *node)
{
	struct shell_node **body = &node->child;
	struct shell_word **link = &node->words;
	unsigned stops = p->stops | SHELL_STOP_ESAC | SHELL_STOP_ITEM;

	gaff_shell_blanks(p);
	if (is_at_word(p)) {
		*link = gaff_shell_word(p, SHELL_IN_PATTERN);
		link = &(*link)->next;
	}
	gaff_shell_newlines(p);
	if (!take_literal(p, SV("in")))
		return;
	while (take_patterns(p, &link)) {
		const char *before = p->at;

		body = add(body, gaff_shell_list(p, stops));
		take_item_end(p);
		if (p->at == before && !(gaff_shell_key(p).stop & SHELL_STOP_ESAC))
			return; /* at what ends something around it */
	}
	take_stop(p, SHELL_STOP_ESAC);
}

/* Behind "[[". What it compares with operators of its own is not told apart. */
static void test(struct shell_parser *p, struct shell_node *node)
{
	struct shell_word **link = &node->words;
	enum shell_mode mode = SHELL_IN_PATTERN;

	for (;;) {
		char c, next;

		gaff_shell_newlines(p);
		if (take_literal(p, SV("]]")))
			return;
		c = shell_peek(p, 0);
		next = shell_peek(p, 1);
		if (!c || c == ';' || ((c == '&' || c == '|') && c != next)) {
			/* To a shell that has no [[ this is a command, and lines are more of them.
			 */
			node->kind = SHELL_OPAQUE;
			node->why = "its [[ is not closed";
			p->is_incomplete |= !c;
			return;
		}
		if (c == '&' || c == '|') {
			p->at += 2;
		} else if (mode != SHELL_IN_REGEX &&
			   (c == '(' || c == ')' || ((c == '<' || c == '>') && next != '('))) {
			p->at++;
		} else if (take_literal(p, SV("=~"))) {
			mode = SHELL_IN_REGEX;
			continue;
		} else {
			const char *before = p->at;

			*link = gaff_shell_word(p, mode);
			link = &(*link)->next;
			p->at += p->at == before;
		}
		mode = SHELL_IN_PATTERN;
	}
}

/* "function f g {": zsh takes several names. Where no body follows, these are something else. */
static bool has_more_names(const struct shell_parser *p)
{
	enum { LOOK = 256 };
	const char *end = p->end - p->at > LOOK ? p->at + LOOK : p->end, *at = p->at;

	while (at < end && shell_is(*at, SHELL_NAME | SHELL_LOGIN | SHELL_BLANK))
		at++;
	return at > p->at && at < end && shell_is(at[-1], SHELL_BLANK) && *at == '{';
}

static void function(struct shell_parser *p, struct shell_node *node, const char *from)
{
	struct shell_word **link = &node->words;

	gaff_shell_blanks(p);
	while (is_at_word(p) && gaff_shell_key(p).keyword != SHELL_KEY_BRACE &&
	       (!node->words || has_more_names(p))) {
		*link = gaff_shell_word(p, SHELL_IN_PATTERN);
		link = &(*link)->next;
		gaff_shell_blanks(p);
	}
	if (shell_peek(p, 0) == '(') {
		const char *open = p->at++;

		gaff_shell_blanks(p);
		if (shell_peek(p, 0) == ')')
			p->at++;
		else
			p->at = open;
	}
	*node = *gaff_shell_function(p, from, node->words);
}

/* "coproc NAME {": a word is a name in front of a compound command alone. */
static void coproc(struct shell_parser *p, struct shell_node *node)
{
	struct shell_key key;

	gaff_shell_blanks(p);
	if (p->at >= p->end || (!is_at_word(p) && !strchr("(<>", *p->at)))
		return;
	key = gaff_shell_key(p);
	if (!key.keyword && *p->at != '(') {
		node->child = gaff_shell_simple(p, &node->words);
		key = gaff_shell_key(p);
		if (!node->words)
			return;
	}
	if (!key.stop)
		node->child = gaff_shell_stage(p);
}

bool gaff_shell_is_program(const struct shell_parser *p, struct shell_key key)
{
	const char *at = key.behind;

	while (at < p->end && shell_is(*at, SHELL_BLANK))
		at++;
	return p->end - at > 1 && at[0] == '-' &&
	       !(at[1] == 'p' && (p->end - at == 2 || shell_is(at[2], SHELL_META)));
}

static const enum shell_kind kinds[] = {
	[SHELL_KEY_NONE] = SHELL_SUBSHELL, [SHELL_KEY_BRACE] = SHELL_GROUP,
	[SHELL_KEY_TEST] = SHELL_TEST,     [SHELL_KEY_IF] = SHELL_IF,
	[SHELL_KEY_FOR] = SHELL_FOR,       [SHELL_KEY_WHILE] = SHELL_LOOP,
	[SHELL_KEY_CASE] = SHELL_CASE,     [SHELL_KEY_FUNCTION] = SHELL_FUNCTION,
	[SHELL_KEY_COPROC] = SHELL_COPROC,
};

static struct shell_node *too_deep(struct shell_parser *p, const char *from, bool is_paren)
{
	const char *close = is_paren ? gaff_shell_extent(p, p->at + 1, '(') : NULL;

	p->at = close ? close + 1 : p->end;
	return gaff_shell_opaque(p, from, "it is nested too deep");
}

static void compound(struct shell_parser *p, struct shell_node *node, enum shell_keyword keyword,
		     const char *from)
{
	switch (keyword) {
	case SHELL_KEY_NONE:
		subshell(p, node);
		break;
	case SHELL_KEY_BRACE:
		group(p, node);
		break;
	case SHELL_KEY_TEST:
		test(p, node);
		break;
	case SHELL_KEY_IF:
		branches(p, node);
		break;
	case SHELL_KEY_FOR:
		for_loop(p, node);
		break;
	case SHELL_KEY_WHILE:
		while_loop(p, node);
		break;
	case SHELL_KEY_CASE:
		case_command(p, node);
		break;
	case SHELL_KEY_FUNCTION:
		function(p, node, from);
		break;
	case SHELL_KEY_COPROC:
		coproc(p, node);
		break;
	case SHELL_KEY_NOT:
	case SHELL_KEY_TIME:
	case SHELL_KEY_ELIF:
	case SHELL_KEY_CLOSE:
		break;
	}
}

struct shell_node *gaff_shell_command(struct shell_parser *p, struct shell_key key)
{
	bool is_paren = shell_peek(p, 0) == '(';
	const char *from = p->at;
	struct shell_node *node;

	if (key.keyword == SHELL_KEY_NONE && !is_paren)
		return gaff_shell_simple(p, NULL);
	if (p->depth >= GAFF_SHELL_DEPTH_MAX || (is_paren && !p->look_left))
		return too_deep(p, from, is_paren);
	p->depth++;
	node = gaff_shell_node(p, kinds[key.keyword]);
	if (is_paren && take_math(p, node)) {
		node->kind = SHELL_MATH;
	} else {
		if (!is_paren)
			p->at = key.behind;
		compound(p, node, key.keyword, from);
	}
	p->depth--;
	if (node->kind != SHELL_FUNCTION && node->kind != SHELL_COPROC)
		gaff_shell_redirects(p, node);
	if (node->kind == SHELL_GROUP)
		take_literal(p, SV("always")); /* zsh: { } always { } */
	gaff_shell_span(p, from, &node->at, &node->n);
	return node;
}
