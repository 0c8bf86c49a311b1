#include "guard/eval/launch.h"
#include "text/words.h"

/* What a program starts, found in its words by the rows (launcher_rows.c). */

/* ---- words of a launcher ---- */

/* Are these its sub-commands, up to the end of a name: " compose run"? How many operands they are.
 */
static bool has_subs(const char *subs, const struct gaff_args *args, size_t *n)
{
	for (*n = 0; *subs == ' '; ++*n) {
		const struct gaff_arg *operand = gaff_args_operand(args, *n);
		size_t k = strcspn(++subs, " |");

		if (!operand || !sv_eq(operand->name, (struct sv){ subs, k }))
			return false;
		subs += k;
	}
	return !*subs || *subs == '|';
}

static bool is_assignment(struct sv text)
{
	struct sv name, value;

	return sv_split(text, '=', &name, &value) && gaff_shell_is_name(name);
}

size_t launch_operand(const struct gaff_program *p, size_t n, bool behind_end)
{
	const struct gaff_args *args = p->args;
	for (size_t i = 0; i < args->n; i++) {
		const struct gaff_arg *arg = &args->arg[i];

		if (!arg_is_operand(arg) || (behind_end && !arg->is_after_end))
			continue;
		if (!n--)
			return arg->word;
	}
	return p->n;
}

/* ---- starting ---- */

struct fields launch_rest(const struct gaff_program *p, size_t from)
{
	struct fields f = { 0 };

	if (from < p->n) {
		f.item = (struct gaff_word *)(void *)(uintptr_t)&p->word[from];
		f.n = f.cap = p->n - from;
	}
	return f;
}

struct launch launch_begin(struct walk *w, const struct gaff_program *p)
{
	struct launch was = { w->launcher, w->is_elsewhere, w->cwd };

	w->launcher = p;
	w->depth++;
	return was;
}

void launch_end(struct walk *w, struct launch was)
{
	w->launcher = was.launcher;
	w->is_elsewhere = was.is_elsewhere;
	w->cwd = was.cwd;
	w->depth--;
}

void launch_words(struct walk *w, const struct gaff_program *p, const struct fields *words,
		  struct io io)
{
	struct launch was = launch_begin(w, p);

	/* what is no part of the shell starts programs alone */
	w->no_function = !gaff_is_among(p->name, "noglob nocorrect time repeat -");
	w->only_program = w->no_function && !gaff_is_among(p->name, "command builtin");
	walk_command(w, words, NULL, io);
	launch_end(w, was);
}

/* In a shell of its own: what the text sets is gone after it. */
void launch_text(struct walk *w, const struct gaff_program *p, struct sv text,
		 struct gaff_word where, struct io io)
{
	struct launch was = launch_begin(w, p);
	const struct binding *env = w->env, *shell = w->shell;

	w->shell = env;
	if (sv_eq(text, value_hole))
		walk_unknown(w, "the text for a shell is computed", where.at, where.n);
	else
		walk_text(w, text, where, io);
	walk_leave(w, env);
	w->shell = shell;
	launch_end(w, was);
}

struct sv launch_joined(struct walk *w, const struct gaff_program *p, size_t from)
{
	struct buf b = buf_in(w->arena);

	for (size_t i = from; i < p->n; i++) {
		if (i > from)
			buf_addc(&b, ' ');
		gaff_buf_add(&b, p->word[i].text);
	}
	return buf_sv(&b);
}

/* ---- options whose value is for a shell ---- */

const struct gaff_arg *launch_option(const struct gaff_program *p, const char *names,
				     const struct gaff_arg *after)
{
	const struct gaff_args *args = p->args;

	for (size_t i = after ? (size_t)(after - args->arg) + 1 : 0; i < args->n; i++)
		if (args->arg[i].kind != GAFF_ARG_OPERAND &&
		    gaff_is_among(args->arg[i].name, names))
			return &args->arg[i];
	return NULL;
}

struct sv launch_value(const struct gaff_program *p, const struct gaff_arg *arg)
{
	if (arg->has_value)
		return arg->value;
	return arg->word + 1 < p->n ? p->word[arg->word + 1].text : SV("");
}

static bool launch_options(struct walk *w, const struct launcher *l, const struct gaff_program *p,
			   struct io io)
{
	const struct gaff_args *args = p->args;
	bool any = false;

	for (size_t i = 0; i < args->n && l->options; i++) {
		const struct gaff_arg *arg = &args->arg[i];
		struct sv text;

		if (arg->is_after_end ||
		    (arg->kind != GAFF_ARG_SHORT && arg->kind != GAFF_ARG_LONG) ||
		    !gaff_is_among(arg->name, l->options))
			continue;
		if (l->flags & ASKS)
			return true;
		text = launch_value(p, arg);
		if (l->flags & REST) {
			struct fields rest = launch_rest(p, arg->word + 1);

			launch_words(w, p, &rest, io);
			return true;
		}
		if (sv_starts(text, SV("exec="))) /* tar --checkpoint-action=exec=... */
			text = sv_skip(text, 5);
		launch_text(w, p, text, p->word[arg->word], io);
		any = true;
	}
	return any;
}

/* env -C, sudo -D: the program runs in another folder. */
static void change_folder(struct walk *w, const struct gaff_program *p)
{
	const char *names = sv_eq(p->name, SV("env"))    ? "-C --chdir"
			    : sv_eq(p->name, SV("sudo")) ? "-D --chdir"
							 : NULL;
	const struct gaff_arg *arg = NULL;

	while (names && (arg = launch_option(p, names, arg)))
		w->cwd = walk_file_name(w, (struct gaff_word){ .text = launch_value(p, arg) });
}

/* env -u x, env -i: what is started does not see them. */
static void clear_variables(struct walk *w, const struct gaff_program *p)
{
	const struct gaff_args *args = p->args;
	const struct binding *all = w->env;

	for (size_t i = 0; i < args->n; i++) {
		const struct gaff_arg *arg = &args->arg[i];
		bool all_of_them = gaff_is_among(arg->name, "-i - --ignore-environment");
		struct sv name = { 0 };

		if (gaff_is_among(arg->name, "-u --unset"))
			name = launch_value(p, arg);
		if (arg->kind == GAFF_ARG_OPERAND && arg->word > 1)
			break;
		for (const struct binding *b = all_of_them ? all : NULL; b && walk_step(w, 0);
		     b = b->prev) {
			struct binding *none = b->kind == BIND_VARIABLE && b->is_exported
						       ? walk_bind(w, b->kind, b->name)
						       : NULL;

			if (none)
				none->is_unset = true;
		}
		if (name.n) {
			struct binding *none = walk_bind(w, BIND_VARIABLE, name);

			if (none)
				none->is_unset = none->is_exported = true;
		}
	}
}

/* env x=1 */
static void set_variable(struct walk *w, struct sv text)
{
	struct sv name = sv_next_piece(&text, '=');
	struct binding *b = walk_bind(w, BIND_VARIABLE, name);

	walk_note_variable(w, name);
	if (b) {
		b->value = value_of(text);
		b->is_exported = true;
	}
}

/* Whatever of its words can be the program, with those behind it. */
static void launch_any(struct walk *w, const struct gaff_program *p, size_t skip, struct io io)
{
	const struct gaff_args *args = p->args;
	size_t n = 0;

	for (size_t i = 0; i < args->n && n < 24; i++) {
		struct fields rest;

		if (!arg_is_operand(&args->arg[i]))
			continue;
		if (skip) {
			skip--;
			continue;
		}
		rest = launch_rest(p, args->arg[i].word);
		launch_words(w, p, &rest, io);
		n++;
	}
}

/* True: what it started prints for it. */
static bool launch_row(struct walk *w, const struct launcher *l, const struct gaff_program *p,
		       size_t n_names, struct io io)
{
	/* the names of sub-commands are not behind "--" */
	size_t from = launch_operand(p, l->skip + (l->flags & BEHIND_END ? 0 : n_names),
				     l->flags & BEHIND_END);
	struct sv cwd = w->cwd;
	struct fields rest;

	if (l->flags & ASSIGNS)
		clear_variables(w, p);
	for (; from < p->n && l->flags & ASSIGNS && is_assignment(p->word[from].text); from++)
		set_variable(w, p->word[from].text);
	if (from < p->n && sv_eq(p->word[from].text, SV("--")))
		from++;
	rest = launch_rest(p, from);
	if (l->flags & ELSEWHERE)
		w->is_elsewhere = true;
	if (!rest.n || l->how == AS_OPTION) {
		if (l->flags & READS_SHELL)
			launch_input(w, p, io);
		return false;
	}
	if (rest.n > 1 && l->skip && l->options && gaff_is_among(rest.item[0].text, l->options)) {
		launch_text(w, p, rest.item[1].text, rest.item[1], io); /* flock FILE -c TEXT */
		return true;
	}
	change_folder(w, p);
	switch (l->how) {
	case AS_WORDS:
		launch_words(w, p, &rest, io);
		break;
	case AS_TEXT:
		launch_text(w, p, launch_joined(w, p, from), p->word[from], io);
		break;
	case AS_TEXTS:
		for (size_t i = 0; i < rest.n; i++)
			if (!rest.item[i].text.n || rest.item[i].text.p[0] != '-')
				launch_text(w, p, rest.item[i].text, rest.item[i], io);
		break;
	case AS_ANY:
		launch_any(w, p, n_names, io);
		break;
	case AS_OPTION:
		return false;
	}
	w->cwd = cwd;
	return true;
}

static bool launch_row_alone(struct walk *w, const struct launcher *l, const struct gaff_program *p,
			     size_t n_names, struct io io)
{
	const struct binding *env = w->env;
	bool is_started = launch_row(w, l, p, n_names, io);

	if (l->flags & ASSIGNS)
		walk_leave(w, env);
	return is_started;
}

/* The walker made it, and nobody else has seen it yet: so the next one need not do it again. */
static const struct gaff_args *launch_args(struct walk *w, const struct gaff_program *p)
{
	struct gaff_program *mine = (struct gaff_program *)(void *)(uintptr_t)p;
	struct gaff_args *args;
	struct gaff_err err;

	if (p->args)
		return p->args;
	args = gaff_arena_alloc(w->arena, sizeof *args);
	if (!args || gaff_args_of(w->arena, p, args, &err) != GAFF_OK)
		return NULL;
	mine->args = args;
	return args;
}

/* False: it is not about this program. */
static bool is_for(struct walk *w, const struct launcher *l, const struct gaff_program *p,
		   size_t *n_names)
{
	for (const char *name = l->names; name; name = strchr(name, '|')) {
		name += *name == '|';
		if ((p->name.n == 1 || name[1] == p->name.p[1]) &&
		    strncmp(name, p->name.p, p->name.n) == 0 && launch_args(w, p) &&
		    has_subs(name + p->name.n, p->args, n_names))
			return true;
	}
	return false;
}

bool walk_launch(struct walk *w, const struct gaff_program *p, struct io io)
{
	enum gaff_language language = gaff_language_of(p->name);
	bool was_elsewhere = w->is_elsewhere, is_started = false;

	if (!p->name.n)
		return false;
	for (size_t i = 0; i < launcher_n_rows && launcher_rows[i].names[0] <= p->name.p[0]; i++) {
		const struct launcher *l = &launcher_rows[i];
		size_t n_names;

		if (l->names[0] != p->name.p[0] || !is_for(w, l, p, &n_names))
			continue;
		if (l->special)
			is_started |= l->special(w, p, io);
		else if (!launch_options(w, l, p, io))
			is_started = launch_row_alone(w, l, p, n_names, io);
	}
	if (sv_starts(p->name, SV("git-")))
		launch_git_program(w, p, io);
	if (language != GAFF_LANG_NONE)
		launch_interpreter(w, p, language, io);
	launch_script(w, p, io);
	w->is_elsewhere = was_elsewhere;
	return is_started;
}
