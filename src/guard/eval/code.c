#include "guard/eval/code_parts.h"

/* The tokens of code, held against the rows of its language. */

static void command_text(struct code_scan *s, const struct code_token *t)
{
	struct gaff_word word = gaff_code_string(s, t);

	gaff_code_add(s, GAFF_CODE_SHELL, &word, 1);
}

static void shell_text(struct code_scan *s, size_t from, size_t to)
{
	struct gaff_word word = gaff_code_text(s, gaff_code_value(s, from, to));

	gaff_code_add(s, GAFF_CODE_SHELL, &word, 1);
}

/* ---- which row a call is ---- */

/*
 * What the member at i is called of. A module, by whatever name: its own. What a call gave, as in
 * require('fs').rmSync: empty, and the code must name the module somewhere.
 */
static struct sv owner_of(const struct code_scan *s, size_t i)
{
	const struct code_token *before = code_at(s, i - 2);
	struct sv module;

	if (i < 2 || before->kind != CODE_NAME)
		return SV("");
	return gaff_code_module(s, before->text, &module) ? module : before->text;
}

static struct sv first_of(const char *list)
{
	return (struct sv){ list, strcspn(list, " ") };
}

/* `has_owner`: it is a member of `owner`, or of something that is no name. */
static bool row_fits(const struct code_scan *s, const struct code_call *row, bool has_owner,
		     struct sv owner)
{
	if (!has_owner)
		return row->flags & CODE_BARE ||
		       (row->flags & CODE_IMPORTED && gaff_code_is_mentioned(s, first_of(row->of)));
	if (row->flags & CODE_ANY)
		return true;
	if (owner.n)
		return gaff_code_listed(row->of, owner);
	return gaff_code_is_mentioned(s, first_of(row->of));
}

/* Path('x').unlink(), or p.unlink() where p is known: where the value before "." starts. */
static size_t owner_start(const struct code_scan *s, size_t dot)
{
	size_t i = dot;

	while (i > 0) {
		const struct code_token *t = code_at(s, i - 1);

		if (t->kind == CODE_OP && t->text.n == 1 && strchr(")]", t->text.p[0]) &&
		    t->match < i - 1) {
			i = t->match;
		} else if (t->kind == CODE_NAME &&
			   !gaff_code_listed("return in and or not print", t->text)) {
			i--;
			if (i == 0 || !code_is_op(code_at(s, i - 1), "."))
				return i;
			i--;
			continue;
		} else {
			break;
		}
		if (i && code_at(s, i - 1)->kind != CODE_NAME)
			return i;
		if (dot - i > 64)
			break;
	}
	return i;
}

static void self_call(struct code_scan *s, const struct code_call *row, size_t dot)
{
	struct gaff_word word = gaff_code_text(s, gaff_code_value(s, owner_start(s, dot), dot));

	/* "x.open()" may be of anything; what deletes is told even so */
	if (!word_is_known(word) && row->act != GAFF_CODE_DELETES && word.text.n == 1)
		return;
	gaff_code_add(s, row->act, &word, 1);
}

/* i is at a name, `after` behind it. */
static void look_at_call(struct code_scan *s, struct sv name, size_t i, size_t after)
{
	const struct code_alias *alias = gaff_code_alias(s, name);
	bool has_owner = i > 0 && code_is_member_op(code_at(s, i - 1)) &&
			 (s->language->colon_members || !code_is_op(code_at(s, i - 1), ":"));
	struct sv owner = has_owner ? owner_of(s, i) : SV("");
	struct code_args args;
	bool may_be_bare;

	if (alias && !alias->is_module && !has_owner)
		name = alias->target;
	for (const struct code_call *row = gaff_code_call(s->language, NULL, name); row;
	     row = gaff_code_call(s->language, row, name)) {
		if (row->form == CODE_FORM_SELF) {
			if (has_owner && code_is_op(code_at(s, after), "(") &&
			    (gaff_code_is_mentioned(s, SV("pathlib")) ||
			     gaff_code_variable(s, owner))) {
				self_call(s, row, i - 1);
				return;
			}
			continue;
		}
		if (!row_fits(s, row, has_owner, owner))
			continue;
		/* Perl deletes $_ where nothing else is named: find | perl -nle unlink */
		may_be_bare = row->act == GAFF_CODE_DELETES && s->language->deletes_implicitly &&
			      !has_owner && !(i && code_is_op(code_at(s, i - 1), "{"));
		if (gaff_code_args(s, after, may_be_bare, &args))
			gaff_code_called(s, row, &args);
		return;
	}
}

/* The first row of this name, with the arguments at i. */
static void call_by_name(struct code_scan *s, struct sv name, size_t i)
{
	const struct code_call *row = gaff_code_call(s->language, NULL, name);
	struct code_args args;

	if (row && gaff_code_args(s, i, false, &args))
		gaff_code_called(s, row, &args);
}

/* x['exec'](...) is x.exec(...); of a module, x[y] cannot be known. i is at "[". */
static void look_at_index(struct code_scan *s, size_t i)
{
	const struct code_token *inside = code_at(s, i + 1);
	size_t close = code_at(s, i)->match;
	struct code_args args;
	struct sv module;

	if (i == 0 || close >= s->n)
		return;
	if (close == i + 2 && inside->kind == CODE_STRING && inside->text.n) {
		const struct code_call *row = NULL;

		if (!code_is_op(code_at(s, close + 1), "(") ||
		    !gaff_code_args(s, close + 1, false, &args))
			return;
		while ((row = gaff_code_call(s->language, row, inside->text)))
			if (row->flags & CODE_ANY || gaff_code_is_mentioned(s, first_of(row->of))) {
				gaff_code_called(s, row, &args);
				return;
			}
		return;
	}
	if (code_at(s, i - 1)->kind == CODE_NAME && !code_at(s, i)->has_space &&
	    gaff_code_module(s, code_at(s, i - 1)->text, &module) && !s->language->index_is_call)
		gaff_code_add(s, GAFF_CODE_EVALUATES, NULL, 0);
}

/* getattr(os, 'system')('x'): i is at getattr. */
static void look_at_getattr(struct code_scan *s, size_t i)
{
	const struct code_token *name = code_at(s, i + 4);
	struct sv module;

	if (!code_is_op(code_at(s, i + 1), "(") ||
	    !(gaff_code_module(s, code_at(s, i + 2)->text, &module) ||
	      code_is_name(code_at(s, i + 2), "__import__") ||
	      code_is_name(code_at(s, i + 2), "__builtins__")))
		return;
	if (code_is_op(code_at(s, i + 3), ",") && name->kind == CODE_STRING && name->text.n &&
	    code_is_op(code_at(s, i + 5), ")"))
		call_by_name(s, name->text, code_behind(s, i + 1));
	else
		gaff_code_add(s, GAFF_CODE_EVALUATES, NULL, 0);
}

/* $f(...) of PHP, where $f is the name of a function. */
static void look_at_variable_call(struct code_scan *s, size_t i)
{
	const struct code_value *v = gaff_code_variable(s, code_at(s, i)->text);

	if (v && !v->is_list && v->n && v->word[0].text.n && code_is_op(code_at(s, i + 1), "("))
		call_by_name(s, v->word[0].text, i + 1);
}

/* ---- awk: pipes and files are operators there ---- */

static bool is_awk_operand(const struct code_token *t)
{
	return t->kind == CODE_STRING || t->kind == CODE_NAME || t->kind == CODE_NUMBER ||
	       code_is_op(t, "$");
}

static size_t awk_operand_end(const struct code_scan *s, size_t i)
{
	while (i < s->n) {
		const struct code_token *t = code_at(s, i);

		if (t->is_new_line || !(is_awk_operand(t) || code_is_op(t, "(")))
			break;
		i = code_behind(s, i);
	}
	return i;
}

static size_t awk_operand_start(const struct code_scan *s, size_t end)
{
	size_t i = end;

	while (i > 0) {
		const struct code_token *t = code_at(s, i - 1);

		if (code_is_op(t, ")") && t->match < i - 1)
			i = t->match;
		else if (is_awk_operand(t) && !gaff_code_listed("print printf getline", t->text))
			i--;
		else
			break;
		if (code_at(s, i)->is_new_line)
			break;
	}
	return i;
}

static void look_at_awk(struct code_scan *s, size_t i, bool *in_print)
{
	const struct code_token *t = code_at(s, i);
	bool is_pipe = code_is_op(t, "|") || code_is_op(t, "|&");
	struct gaff_word word;

	if (t->is_new_line || code_is_op(t, ";") || code_is_op(t, "}") || code_is_op(t, "{"))
		*in_print = false;
	if (code_is_name(t, "print") || code_is_name(t, "printf"))
		*in_print = true;
	if (is_pipe && code_is_name(code_at(s, i + 1), "getline"))
		shell_text(s, awk_operand_start(s, i), i);
	else if (is_pipe && *in_print)
		shell_text(s, i + 1, awk_operand_end(s, i + 1));
	if ((*in_print && (code_is_op(t, ">") || code_is_op(t, ">>"))) ||
	    (code_is_op(t, "<") && i && code_is_name(code_at(s, i - 1), "getline"))) {
		word = gaff_code_text(s, gaff_code_value(s, i + 1, awk_operand_end(s, i + 1)));
		gaff_code_add(s, *in_print ? GAFF_CODE_WRITES : GAFF_CODE_READS, &word, 1);
	}
}

/* ---- all of it ---- */

static bool is_assignment(const struct code_token *op)
{
	return op->kind == CODE_OP && gaff_code_listed("= += .= :=", op->text);
}

static void scan_tokens(struct code_scan *s)
{
	bool in_print = false;

	for (size_t i = 0; i < s->n && s->n_found <= GAFF_CODE_FOUND_MAX; i++) {
		const struct code_token *t = code_at(s, i);

		if (t->kind == CODE_NAME || t->kind == CODE_STRING)
			gaff_code_learn(s, i);
		if (t->kind == CODE_COMMAND)
			command_text(s, t);
		if (t->kind == CODE_NAME) {
			if (is_assignment(code_at(s, i + 1)))
				gaff_code_learn_value(s, i);
			if (t->sigil)
				look_at_variable_call(s, i);
			else if (sv_eq(t->text, SV("getattr")))
				look_at_getattr(s, i);
			else
				look_at_call(s, t->text, i, i + 1);
		} else if (code_is_op(t, "[")) {
			look_at_index(s, i);
		}
		/* $`...` of Bun and zx */
		if (t->kind == CODE_STRING && i && s->language->tags_run && !t->has_space &&
		    code_is_op(code_at(s, i - 1), "$"))
			command_text(s, t);
		if (s->language->pipes)
			look_at_awk(s, i, &in_print);
	}
}

enum gaff_rc gaff_code_scan(struct arena *a, enum gaff_language language, struct sv code,
			    struct gaff_code_found **out, struct gaff_err *err)
{
	struct code_piece all = { .text = code };
	struct gaff_code_found *first = NULL, **last = &first;
	struct code_scan *s = gaff_arena_alloc(a, sizeof *s);
	struct code_tokens tokens;

	GAFF_TRY(gaff_arena_check(a, err));
	*s = (struct code_scan){ .arena = a,
				 .language = gaff_code_language(language),
				 .budget = code.n * 4 + 65536,
				 .pieces = &all,
				 .last = last };
	while (s->language && s->pieces && s->n_found <= GAFF_CODE_FOUND_MAX) {
		struct code_piece piece = *s->pieces;

		s->pieces = piece.next;
		if (piece.depth > GAFF_CODE_DEPTH_MAX) {
			gaff_code_add(s, GAFF_CODE_EVALUATES, NULL, 0);
			continue;
		}
		gaff_code_lex(a, s->language, piece.text, piece.depth, &tokens, &s->pieces);
		GAFF_TRY(gaff_arena_check(a, err));
		s->t = tokens.t;
		s->n = tokens.n;
		s->depth = piece.depth;
		scan_tokens(s);
		if (tokens.is_cut || tokens.has_hole)
			gaff_code_add(s, GAFF_CODE_EVALUATES, NULL, 0);
	}
	GAFF_TRY(gaff_arena_check(a, err));
	*out = first;
	return GAFF_OK;
}
