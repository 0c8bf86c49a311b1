#include "guard/launch.h"

/* Shells: a text, a file, or what a pipe brings. */

static const char from_pipe[] = "a shell reads what a pipe brings";

/* The walker made it, and nobody else has seen it yet. */
void launch_fed_by(const struct gaff_program *p, const struct gaff_program *from)
{
	struct gaff_program *mine = (struct gaff_program *)(void *)(uintptr_t)p;

	if (from && !mine->fed_by) {
		mine->fed_by = from;
		mine->stdin_kind = GAFF_STDIN_UNKNOWN;
	}
}

void launch_input(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct io inner = io;

	inner.kind = GAFF_STDIN_NONE;
	inner.fed_by = NULL;
	if (io.kind == GAFF_STDIN_UNKNOWN)
		walk_unknown(w, from_pipe, p->at, p->n_at);
	for (size_t i = 0; io.kind == GAFF_STDIN_TEXT && io.text && i < io.text->n; i++) {
		if (sv_eq(io.text->alt[i], value_hole))
			walk_unknown(w, from_pipe, p->at, p->n_at);
		else
			launch_text(w, p, io.text->alt[i], p->word[0], inner);
	}
}

void launch_text_with(struct walk *w, const struct gaff_program *p, size_t from, struct sv text,
		      struct gaff_word where, struct io io)
{
	const struct binding *env = w->env;

	walk_set_args(w, p->word + from, p->n - from);
	launch_text(w, p, text, where, io);
	w->env = env;
}

static void run_file(struct walk *w, const struct gaff_program *p, size_t i, struct io io)
{
	const struct binding *file;

	if (!word_is_known(p->word[i])) {
		walk_unknown(w, "the name of a script is computed", p->word[i].at, p->word[i].n);
		return;
	}
	file = walk_find(w, BIND_FILE, walk_file_name(w, p->word[i]));
	if (!file)
		return;
	launch_fed_by(p, file->from);
	for (size_t k = 0; k < file->value.n; k++)
		if (sv_eq(file->value.alt[k], value_hole))
			walk_unknown(w, "a shell reads what another program wrote", p->word[i].at,
				     p->word[i].n);
		else
			launch_text_with(w, p, i + 1, file->value.alt[k], p->word[i], io);
}

/* sh [-abc] [-o option] [-c text [name args]] [file args] */
bool launch_shell(struct walk *w, const struct gaff_program *p, const struct gaff_args *args,
		  struct io io)
{
	bool has_text = false, reads = false, only_checks = false;
	size_t i = 1;

	(void)args;
	for (; i < p->n && p->word[i].text.n > 1 && memchr("-+", p->word[i].text.p[0], 2); i++) {
		struct sv word = p->word[i].text;
		bool is_long = word.p[1] == '-';

		if (sv_eq(word, SV("--"))) {
			i++;
			break;
		}
		if (sv_eq(word, SV("--rcfile")) || sv_eq(word, SV("--init-file")) ||
		    (!is_long && memchr("oO", word.p[word.n - 1], 2)))
			i++;
		else if (!is_long) {
			has_text |= memchr(word.p, 'c', word.n) != NULL;
			reads |= memchr(word.p, 's', word.n) != NULL;
			only_checks |= word.p[0] == '-' && memchr(word.p, 'n', word.n);
		} else if (sv_eq(word, SV("--command")))
			has_text = true;
	}
	if (i > p->n)
		i = p->n;
	if (only_checks)
		return false;
	if (has_text && i < p->n) {
		launch_text_with(w, p, i + 2 < p->n ? i + 2 : p->n, p->word[i].text, p->word[i],
				 io);
		return true;
	}
	if (!has_text && !reads && i < p->n && !sv_eq(p->word[i].text, SV("-")) &&
	    !sv_eq(p->word[i].text, SV("/dev/stdin")))
		run_file(w, p, i, io);
	else if (!has_text)
		launch_input(w, p, io);
	return false;
}

/* env -S 'git reset --hard': a text with words. */
bool launch_env(struct walk *w, const struct gaff_program *p, const struct gaff_args *args,
		struct io io)
{
	for (size_t i = 0; i < args->n; i++) {
		const struct gaff_arg *arg = &args->arg[i];
		struct buf b = buf_in(w->arena);
		size_t rest = arg->word + 1;
		struct sv text;

		if (arg->kind == GAFF_ARG_OPERAND || arg->is_after_end ||
		    !launch_is_one_of(arg->name, "-S --split-string"))
			continue;
		text = launch_value(p, arg);
		rest += rest < p->n && p->word[rest].text.p == text.p;
		gaff_buf_add(&b, text);
		buf_addc(&b, ' ');
		gaff_buf_add(&b, launch_joined(w, p, rest));
		launch_text(w, p, buf_sv(&b), p->word[arg->word], io);
		return true;
	}
	return false;
}
