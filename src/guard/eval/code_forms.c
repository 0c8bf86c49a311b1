#include "guard/eval/code_parts.h"

/* The arguments of a call, and what it does with them. */

enum { PLAIN_TOKENS_MAX = 64 };

static const struct gaff_word hole = { .text = SV_INIT("\0"), .may_split = true };

void gaff_code_add(struct code_scan *s, enum gaff_code_act act, const struct gaff_word *word,
		   size_t n)
{
	struct gaff_code_found *f;

	if (s->n_found > GAFF_CODE_FOUND_MAX)
		return;
	if (s->n_found++ == GAFF_CODE_FOUND_MAX) { /* the rest cannot be known */
		act = GAFF_CODE_EVALUATES;
		n = 0;
	}
	f = gaff_arena_alloc(s->arena, sizeof *f);
	if (!f)
		return;
	*f = (struct gaff_code_found){ .act = act, .n = n };
	if (n) {
		f->word = gaff_arena_alloc(s->arena, n * sizeof *f->word);
		if (!f->word)
			return;
		memcpy(f->word, word, n * sizeof *f->word);
	}
	*s->last = f;
	s->last = &f->next;
}

static void found_one(struct code_scan *s, enum gaff_code_act act, struct gaff_word word)
{
	gaff_code_add(s, act, &word, 1);
}

/* ---- arguments ---- */

static void add_arg(struct code_args *args, size_t from, size_t to)
{
	if (from >= to)
		return;
	if (args->n == CODE_ARGS_MAX) {
		args->has_more = true;
		return;
	}
	args->arg[args->n].from = from;
	args->arg[args->n++].to = to;
}

static bool ends_plain(const struct code_scan *s, size_t i)
{
	const struct code_token *t = code_at(s, i), *last = code_at(s, i - 1);

	return t->kind == CODE_END ||
	       (t->kind == CODE_OP && gaff_code_listed("; } ) ] || &&", t->text)) ||
	       (!t->sigil && t->kind == CODE_NAME &&
		gaff_code_listed("if unless while until or and do for foreach then", t->text)) ||
	       (t->is_new_line && !code_is_op(last, ",") && !code_is_op(last, "+") &&
		!code_is_op(last, "."));
}

bool gaff_code_args(const struct code_scan *s, size_t i, bool may_be_bare, struct code_args *out)
{
	const struct code_token *t = code_at(s, i);
	bool has_brackets = code_is_op(t, "(");
	size_t from, to = has_brackets ? t->match : 0, first = i;

	out->n = 0;
	out->has_more = false;
	if (!has_brackets && s->language->strings_are_args && t->kind == CODE_STRING) {
		add_arg(out, i, i + 1);
		return true;
	}
	if (!has_brackets && (!s->language->calls_are_plain || code_is_op(t, "=>") ||
			      code_is_op(t, "=") || code_is_op(t, ",") || code_is_member_op(t)))
		return false;
	if (has_brackets)
		i++;
	for (from = i; has_brackets ? i < to : !ends_plain(s, i);) {
		if (!has_brackets && i - first > PLAIN_TOKENS_MAX) {
			out->has_more = true;
			break;
		}
		if (code_is_op(code_at(s, i), ",")) {
			add_arg(out, from, i);
			from = i + 1;
		}
		i = code_behind(s, i);
	}
	add_arg(out, from, i);
	return has_brackets || may_be_bare || out->n;
}

/* Without its name: "args=[...]". False: it is an option with another name. */
static bool is_positional(const struct code_scan *s, const struct code_args *args, size_t k,
			  size_t *from)
{
	*from = args->arg[k].from;
	if (!s->language->named_args || code_at(s, *from)->kind != CODE_NAME ||
	    !code_is_op(code_at(s, *from + 1), "="))
		return true;
	if (!gaff_code_listed("args cmd command file path name argv dotenv_path source",
			      code_at(s, *from)->text))
		return false;
	*from += 2;
	return true;
}

/* The k-th argument; one that is not there is a hole. */
static struct code_value arg_value(struct code_scan *s, const struct code_args *args, size_t k)
{
	size_t from;

	if (k >= args->n || !is_positional(s, args, k, &from))
		return (struct code_value){ .word = (struct gaff_word *)&hole, .n = 1 };
	return gaff_code_value(s, from, args->arg[k].to);
}

static struct gaff_word arg_text(struct code_scan *s, const struct code_args *args, size_t k)
{
	return gaff_code_text(s, arg_value(s, args, k));
}

/* Is an option given as true: "shell=True", "{shell: true}"? Where it is not a literal: yes. */
static bool has_option(const struct code_scan *s, const struct code_args *args, const char *name)
{
	for (size_t k = 0; k < args->n; k++) {
		size_t i = args->arg[k].from, to = args->arg[k].to;

		if (code_is_op(code_at(s, i), "{") && i + 1 < to) {
			to = code_at(s, i)->match;
			i++;
		} else if (to - i > 3) {
			to = i + 3;
		}
		for (; i + 2 < s->n && i + 2 <= to; i = code_behind(s, i))
			if (code_is_name(code_at(s, i), name) &&
			    (code_is_op(code_at(s, i + 1), "=") ||
			     code_is_op(code_at(s, i + 1), ":")))
				return !gaff_code_listed("False false None null undefined 0",
							 code_at(s, i + 2)->text);
	}
	return false;
}

/* ---- what a call does ---- */

/* Words of arguments, one after another. */
struct words {
	struct gaff_word word[CODE_ARGS_MAX + GAFF_CODE_WORDS_MAX];
	size_t n;
};

static void add_words(struct words *w, struct code_value v)
{
	for (size_t i = 0; i < v.n && w->n < COUNT_OF(w->word); i++)
		w->word[w->n++] = v.word[i];
}

static void add_hole(struct words *w)
{
	if (w->n < COUNT_OF(w->word))
		w->word[w->n++] = hole;
}

/* Where a member of an object is, from i on: {cmd: [...]}; `end`: nowhere. */
static size_t find_member(const struct code_scan *s, size_t i, size_t end, const char *name)
{
	while (i + 2 < end &&
	       !(code_is_name(code_at(s, i), name) && code_is_op(code_at(s, i + 1), ":")))
		i = code_behind(s, i);
	return i + 2 < end ? i : end;
}

static void program(struct code_scan *s, const struct words *w, bool is_shell)
{
	struct code_value v = { .is_list = true, .word = (struct gaff_word *)w->word, .n = w->n };

	if (is_shell)
		found_one(s, GAFF_CODE_SHELL, gaff_code_text(s, v));
	else if (w->n)
		gaff_code_add(s, GAFF_CODE_PROGRAM, w->word, w->n);
	else
		found_one(s, GAFF_CODE_PROGRAM, hole);
}

static void text_form(struct code_scan *s, const struct code_args *args)
{
	found_one(s, GAFF_CODE_SHELL, arg_text(s, args, 0));
}

static void run_form(struct code_scan *s, const struct code_args *args)
{
	struct code_value v = arg_value(s, args, 0);
	struct words w;

	w.n = 0;
	/* Deno.run({cmd: [...]}) */
	if (args->n && code_is_op(code_at(s, args->arg[0].from), "{")) {
		size_t end = code_at(s, args->arg[0].from)->match;
		size_t i = find_member(s, args->arg[0].from + 1, end, "cmd");

		if (i < end)
			v = gaff_code_value(s, i + 2, code_behind(s, i + 2));
	}
	if (!v.is_list) {
		found_one(s, GAFF_CODE_SHELL, v.word[0]);
		return;
	}
	add_words(&w, v);
	if (has_option(s, args, "shell") && w.n)
		w.n = 1;
	program(s, &w, has_option(s, args, "shell"));
}

/* system "x", or system "x", "y". A first argument in braces is an environment. */
static void words_form(struct code_scan *s, const struct code_args *args)
{
	struct words w;

	w.n = 0;
	for (size_t k = 0; k < args->n; k++) {
		size_t from = args->arg[k].from;

		if (code_is_op(code_at(s, from), "{") ||
		    (code_at(s, from)->kind == CODE_NAME && code_is_op(code_at(s, from + 1), ":")))
			continue;
		if (code_at(s, from)->sigil == '%')
			continue;
		add_words(&w, arg_value(s, args, k));
	}
	if (args->has_more)
		add_hole(&w);
	program(s, &w, w.n <= 1);
}

static void spawn_form(struct code_scan *s, const struct code_args *args)
{
	struct words w;
	struct code_value list;

	w.n = 0;
	add_words(&w, arg_value(s, args, 0));
	if (args->n > 1 && code_is_op(code_at(s, args->arg[1].from), "{")) {
		size_t end = code_at(s, args->arg[1].from)->match;
		size_t i = find_member(s, args->arg[1].from + 1, end, "args");

		/* new Deno.Command("x", {args: [...]}) */
		for (; i < end; i = find_member(s, code_behind(s, i), end, "args"))
			add_words(&w, gaff_code_value(s, i + 2, code_behind(s, i + 2)));
	} else if (args->n > 1) {
		list = arg_value(s, args, 1);
		if (!list.is_list && list.n && !word_is_known(list.word[0]))
			add_hole(&w);
		else
			add_words(&w, list);
	}
	program(s, &w, has_option(s, args, "shell"));
}

/* os.execl(path, name, a, b) and os.execv(path, [name, a, b]), perhaps behind a mode. */
static void exec_form(struct code_scan *s, const struct code_args *args)
{
	enum code_form form = args->row->form;
	bool is_list = form == CODE_FORM_EXEC_LIST || form == CODE_FORM_SPAWN_LIST;
	size_t first = form == CODE_FORM_SPAWN_LIST || form == CODE_FORM_SPAWN_EXEC;
	struct words w;
	struct code_value list;

	w.n = 0;
	add_words(&w, arg_value(s, args, first));
	if (is_list) {
		for (size_t k = first + 2; k < args->n; k++)
			add_words(&w, arg_value(s, args, k));
	} else if (args->n > first + 1) {
		list = arg_value(s, args, first + 1);
		if (list.is_list && list.n) {
			list.word++;
			list.n--;
			add_words(&w, list);
		} else {
			add_hole(&w);
		}
	}
	program(s, &w, false);
}

static void path_form(struct code_scan *s, const struct code_args *args)
{
	const struct code_call *row = args->row;
	enum gaff_code_act act = row->act;
	size_t n = row->form == CODE_FORM_PATHS && args->n ? args->n : 1;

	if (row->flags & CODE_RECURSIVE && has_option(s, args, "recursive"))
		act = GAFF_CODE_DELETES_TREE;
	for (size_t k = 0; k < n; k++) {
		struct code_value v = arg_value(s, args, k);

		if (k && code_is_op(code_at(s, args->arg[k].from), "{"))
			continue; /* options */
		for (size_t i = 0; i < v.n; i++)
			found_one(s, act, v.word[i]);
	}
}

static bool mode_writes(struct sv mode)
{
	for (size_t i = 0; i < mode.n; i++)
		if (!mode.p[i] || strchr("wax+>|", mode.p[i]))
			return true;
	return false;
}

static void open_form(struct code_scan *s, const struct code_args *args)
{
	struct gaff_word path = arg_text(s, args, 0);
	struct sv mode = SV("r");
	bool writes;

	for (size_t k = 1; k < args->n; k++) {
		size_t from = args->arg[k].from;

		if (code_at(s, from)->kind == CODE_STRING && k == 1)
			mode = code_at(s, from)->text;
		else if (code_is_name(code_at(s, from), "mode") &&
			 code_at(s, from + 2)->kind == CODE_STRING)
			mode = code_at(s, from + 2)->text;
	}
	if (s->language->open_runs && path.text.n && path.text.p[0] == '|') {
		path.text = sv_skip(path.text, 1);
		found_one(s, GAFF_CODE_SHELL, path);
		return;
	}
	writes = mode_writes(mode);
	if (!writes || sv_chr(mode, '+'))
		found_one(s, GAFF_CODE_READS, path);
	if (writes)
		found_one(s, GAFF_CODE_WRITES, path);
}

/* open(F, "cmd |"), open(F, ">file"), open(F, "-|", "cmd", "word"), open(F, "<", "file"). */
static void perl_open_form(struct code_scan *s, const struct code_args *args)
{
	struct gaff_word mode, path;
	struct words w;

	w.n = 0;
	if (args->n < 2)
		return;
	mode = arg_text(s, args, 1);
	mode.text = sv_trim(mode.text);
	if (args->n > 2) {
		for (size_t k = 2; k < args->n; k++)
			add_words(&w, arg_value(s, args, k));
		if (sv_chr(mode.text, '|'))
			program(s, &w, w.n == 1);
		else if (w.n)
			found_one(s, mode_writes(mode.text) ? GAFF_CODE_WRITES : GAFF_CODE_READS,
				  w.word[0]);
		return;
	}
	path = mode;
	if (mode.text.n && mode.text.p[0] == '|') {
		path.text = sv_skip(mode.text, 1);
		found_one(s, GAFF_CODE_SHELL, path);
	} else if (mode.text.n && mode.text.p[mode.text.n - 1] == '|') {
		path.text.n--;
		found_one(s, GAFF_CODE_SHELL, path);
	} else {
		while (path.text.n && strchr("+<> ", path.text.p[0]) && path.text.p[0])
			path.text = sv_skip(path.text, 1);
		found_one(s,
			  mode.text.n && mode.text.p[0] == '>' ? GAFF_CODE_WRITES : GAFF_CODE_READS,
			  path);
	}
}

/* exec("..."): a literal is code to look at, anything else cannot be known. */
static void code_form(struct code_scan *s, const struct code_args *args)
{
	struct gaff_word text;

	if (!args->n || code_is_op(code_at(s, args->arg[0].from), "{"))
		return; /* a block: it is looked at where it is */
	text = arg_text(s, args, s->language->code_is_last ? args->n - 1 : 0);
	if (word_is_known(text))
		gaff_code_add_piece(s->arena, &s->pieces, text.text, s->depth + 1);
	else
		found_one(s, GAFF_CODE_EVALUATES, text);
}

static void copy_form(struct code_scan *s, const struct code_args *args)
{
	found_one(s, GAFF_CODE_READS, arg_text(s, args, 0));
	if (args->n > 1)
		found_one(s, GAFF_CODE_WRITES, arg_text(s, args, 1));
}

void gaff_code_called(struct code_scan *s, const struct code_call *row, struct code_args *args)
{
	/* clang-format off */
	static void (*const forms[])(struct code_scan *s, const struct code_args *args) = {
		[CODE_FORM_TEXT] = text_form,
		[CODE_FORM_RUN] = run_form,
		[CODE_FORM_WORDS] = words_form,
		[CODE_FORM_SPAWN] = spawn_form,
		[CODE_FORM_EXEC_LIST] = exec_form, [CODE_FORM_EXEC] = exec_form,
		[CODE_FORM_SPAWN_LIST] = exec_form, [CODE_FORM_SPAWN_EXEC] = exec_form,
		[CODE_FORM_PATH] = path_form, [CODE_FORM_PATHS] = path_form,
		[CODE_FORM_COPY] = copy_form,
		[CODE_FORM_OPEN] = open_form, [CODE_FORM_PERL_OPEN] = perl_open_form,
		[CODE_FORM_CODE] = code_form,
	};
	/* clang-format on */

	args->row = row;
	if (row->form != CODE_FORM_SELF)
		forms[row->form](s, args);
}
