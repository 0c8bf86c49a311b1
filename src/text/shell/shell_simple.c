/*
 * Simple commands: assignments, words and redirections, in the order they are written.
 */
#include "text/shell/shell_command.h"

#include "base/limits.h"

/* ---- redirections ---- */

static const struct redirect_row {
	const char *text;
	enum shell_redirect_op op;
	int fd;
	bool is_both;
} redirect_rows[] = {
	/* longer ones first */
	{ "<<<", SHELL_HERE_STRING, 0, false }, { "<<-", SHELL_HERE_DOC, 0, false },
	{ "&>>", SHELL_APPEND_ALL, 1, false },  { "<<", SHELL_HERE_DOC, 0, false },
	{ "<>", SHELL_READ, 0, true },          { "<&", SHELL_READ_FD, 0, false },
	{ ">>", SHELL_APPEND, 1, false },       { ">|", SHELL_WRITE, 1, false },
	{ ">&", SHELL_WRITE_FD, 1, false },     { "&>", SHELL_WRITE_ALL, 1, false },
	{ "<", SHELL_READ, 0, false },          { ">", SHELL_WRITE, 1, false },
};

/* Does the text go on with this operator, whatever line ends are hidden in it? */
static bool take_operator(struct shell_parser *p, const char *operator)
{
	const char *from = p->at;

	for (; *operator; operator++, p->at++)
		if (shell_next(p) != *operator) {
			p->at = from;
			return false;
		}
	return true;
}

/* "2" in front of ">", "{name}" in front of it; p stays where it was if that is not so. */
static int take_fd(struct shell_parser *p)
{
	const char *from = p->at;
	int fd = -1;

	if (ascii_isdigit(shell_peek(p, 0))) {
		for (fd = 0; ascii_isdigit(shell_next(p)); p->at++)
			fd = fd > 99999 ? fd : fd * 10 + (*p->at - '0');
	} else if (shell_peek(p, 0) == '{' && shell_is(shell_peek(p, 1), SHELL_NAME)) {
		fd = 10; /* the first that a shell takes by itself */
		do
			p->at++;
		while (shell_is(shell_peek(p, 0), SHELL_NAME));
		if (shell_peek(p, 0) != '}') {
			p->at = from;
			return -1;
		}
		p->at++;
	}
	if (fd >= 0 && shell_next(p) != '<' && shell_peek(p, 0) != '>') {
		p->at = from;
		return -1;
	}
	return fd;
}

static bool is_fd(const struct shell_word *target)
{
	const struct shell_part *part = target->part;
	size_t i = 0;

	if (!part || part->next || part->kind != SHELL_TEXT)
		return false;
	while (i < part->text.n && ascii_isdigit(part->text.p[i]))
		i++;
	return i == part->text.n || (i + 1 == part->text.n && part->text.p[i] == '-');
}

static struct shell_redirect *take_redirect(struct shell_parser *p)
{
	const struct redirect_row *row = NULL;
	struct shell_redirect *redirect;
	const char *from = p->at;
	char c = shell_next(p);
	int fd = -1;

	if (ascii_isdigit(c) || c == '{')
		fd = take_fd(p);
	c = shell_next(p);
	if ((c != '<' && c != '>' && (c != '&' || fd >= 0)) ||
	    ((c == '<' || c == '>') && shell_peek(p, 1) == '(' && fd < 0)) {
		p->at = from;
		return NULL;
	}
	for (size_t i = 0; i < COUNT_OF(redirect_rows) && !row; i++)
		if (take_operator(p, redirect_rows[i].text))
			row = &redirect_rows[i];
	if (!row) {
		p->at = from;
		return NULL;
	}
	redirect = gaff_shell_make(p, sizeof *redirect);
	redirect->op = row->op;
	redirect->fd = fd < 0 ? row->fd : fd;
	redirect->is_both = row->is_both;
	if (row->op == SHELL_HERE_DOC) {
		gaff_shell_here(p, redirect, row->text[2] == '-');
		return redirect;
	}
	gaff_shell_blanks(p);
	redirect->target = gaff_shell_word(p, SHELL_IN_COMMAND);
	if (row->op == SHELL_WRITE_FD && !is_fd(redirect->target))
		redirect->op = SHELL_WRITE_ALL;
	return redirect;
}

void gaff_shell_redirects(struct shell_parser *p, struct shell_node *node)
{
	struct shell_redirect **link = &node->redirects;

	for (;;) {
		gaff_shell_blanks(p);
		*link = take_redirect(p);
		if (!*link)
			return;
		link = &(*link)->next;
	}
}

/* ---- assignments ---- */

/* Behind the "(" of x=(a b): the words up to the ")". */
static struct shell_word *take_array(struct shell_parser *p)
{
	struct shell_word *first = NULL, **link = &first;

	for (;;) {
		const char *before;

		gaff_shell_newlines(p);
		if (p->at >= p->end) {
			p->is_incomplete = true;
			return first;
		}
		if (*p->at == ')') {
			p->at++;
			return first;
		}
		before = p->at;
		if (shell_is(*p->at, SHELL_META) &&
		    !((*p->at == '<' || *p->at == '>') && shell_peek(p, 1) == '(')) {
			p->at++;
			continue;
		}
		*link = gaff_shell_word(p, SHELL_IN_COMMAND);
		link = &(*link)->next;
		p->at += p->at == before;
	}
}

/* "x=" "x+=" "x[i]=": behind the "=", with name and index; false: it is none. */
static bool take_target(struct shell_parser *p, struct shell_assign *assign, bool arrays_only,
			struct shell_word **index)
{
	const char *from = p->at, *at = from;

	if (ascii_isdigit(shell_peek(p, 0)))
		return false;
	while (at < p->end && shell_is(*at, SHELL_NAME))
		at++;
	if (at == from || at == p->end || (*at != '=' && *at != '+' && *at != '[' && *at != '\\'))
		return false;
	assign->name = (struct sv){ from, (size_t)(at - from) };
	p->at = at;
	if (*at == '\\') {
		while (shell_next(p) && shell_is(*p->at, SHELL_NAME))
			p->at++;
		assign->name = gaff_shell_unsplit(p, from, p->at);
	}
	if (shell_next(p) == '[' && !arrays_only) {
		p->at++;
		assign->is_array = assign->is_element = true;
		if (!gaff_shell_balanced(p, SHELL_TARGET, false, index))
			p->at = from;
		else if (shell_next(p) != '=' && shell_peek(p, 0) != '+')
			return true; /* it is opaque, and is not read again */
	}
	if (shell_next(p) == '+') {
		p->at++;
		assign->is_append = true;
	}
	if (p->at == from || shell_next(p) != '=') {
		p->at = from;
		return false;
	}
	p->at++;
	return true;
}

/* `arrays_only`: behind the name of a command, where x=(a b) is one for `declare`. */
static struct shell_assign *take_assign(struct shell_parser *p, bool arrays_only)
{
	struct shell_assign found = { 0 }, *assign;
	struct shell_word *index = NULL;
	const char *from = p->at;

	if (!take_target(p, &found, arrays_only, &index))
		return NULL;
	if (arrays_only && shell_next(p) != '(') {
		p->at = from;
		return NULL;
	}
	assign = gaff_shell_make(p, sizeof *assign);
	*assign = found;
	if (shell_next(p) == '(' && !found.is_array) {
		p->at++;
		assign->is_array = true;
		assign->value = take_array(p);
		return assign;
	}
	assign->value = gaff_shell_word(p, SHELL_IN_VALUE);
	assign->value->next = index;
	return assign;
}

/* ---- the command ---- */

/* Behind the name: "()"? */
static bool take_empty_parens(struct shell_parser *p)
{
	const char *from = p->at;

	gaff_shell_blanks(p);
	if (shell_peek(p, 0) == '(') {
		p->at++;
		gaff_shell_blanks(p);
		if (shell_peek(p, 0) == ')') {
			p->at++;
			return true;
		}
	}
	p->at = from;
	return false;
}

struct shell_node *gaff_shell_function(struct shell_parser *p, const char *from,
				       struct shell_word *name)
{
	struct shell_node *node = gaff_shell_node(p, SHELL_FUNCTION);

	node->words = name;
	gaff_shell_newlines(p);
	if (p->depth >= GAFF_SHELL_DEPTH_MAX) {
		const char *body = p->at;

		p->at = p->end;
		node->child = gaff_shell_opaque(p, body, "it is nested too deep");
	} else if (p->at < p->end && (*p->at == '(' || !shell_is(*p->at, SHELL_META))) {
		p->depth++;
		if (!gaff_shell_key(p).stop)
			node->child = gaff_shell_stage(p);
		p->depth--;
	}
	gaff_shell_span(p, from, &node->at, &node->n);
	return node;
}

static bool is_at_word(const struct shell_parser *p)
{
	char c = shell_peek(p, 0);

	return p->at < p->end &&
	       (!shell_is(c, SHELL_META) || ((c == '<' || c == '>') && shell_peek(p, 1) == '('));
}

/* Is the parser at a command that holds others? */
static bool is_at_compound(struct shell_parser *p)
{
	struct shell_key key;

	gaff_shell_blanks(p);
	key = gaff_shell_key(p);
	return shell_peek(p, 0) == '(' || (key.keyword && !key.stop);
}

struct shell_node *gaff_shell_simple(struct shell_parser *p, struct shell_word **name)
{
	struct shell_node *node = gaff_shell_node(p, SHELL_SIMPLE);
	struct shell_redirect **redirect = &node->redirects;
	struct shell_assign **assign = &node->assigns;
	struct shell_word **word = &node->words;
	const char *from = p->at, *end = from;

	for (;; end = p->at) {
		char c;

		gaff_shell_blanks(p);
		c = shell_peek(p, 0);
		if (c == '<' || c == '>' || c == '&' || c == '{' || ascii_isdigit(c)) {
			*redirect = take_redirect(p);
			if (*redirect) {
				redirect = &(*redirect)->next;
				continue;
			}
		}
		if (!is_at_word(p))
			break;
		*assign = take_assign(p, node->words != NULL);
		if (*assign) {
			assign = &(*assign)->next;
			continue;
		}
		*word = gaff_shell_word(p, SHELL_IN_COMMAND);
		if (word == &node->words && !node->assigns && !node->redirects &&
		    take_empty_parens(p))
			return gaff_shell_function(p, from, node->words);
		if (name && word == &node->words && !node->assigns && !node->redirects &&
		    is_at_compound(p)) {
			*name = node->words;
			return NULL;
		}
		word = &(*word)->next;
	}
	if (!node->words && !node->assigns && !node->redirects)
		return NULL;
	p->at = end;
	gaff_shell_span(p, from, &node->at, &node->n);
	return node;
}
