#include "guard/eval/launch.h"
#include "text/words.h"

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
	walk_leave(w, env);
}

static void run_file(struct walk *w, const struct gaff_program *p, struct gaff_word name,
		     size_t args, struct io io)
{
	const struct binding *file;

	if (!word_is_known(name)) {
		walk_unknown(w, "the name of a script is computed", name.at, name.n);
		return;
	}
	file = walk_find(w, BIND_FILE, walk_file_name(w, name));
	if (!file)
		return;
	launch_fed_by(p, file->from);
	for (size_t k = 0; k < file->value.n; k++)
		if (sv_eq(file->value.alt[k], value_hole))
			walk_unknown(w, "a shell reads what another program wrote", name.at,
				     name.n);
		else
			launch_text_with(w, p, args < p->n ? args : p->n, file->value.alt[k], name,
					 io);
}

/* A file that a shell reads before all else: BASH_ENV=x bash, bash --rcfile x. */
static void run_start_files(struct walk *w, const struct gaff_program *p, struct io io)
{
	static const struct sv names[] = { SV_INIT("BASH_ENV"), SV_INIT("ENV") };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const struct binding *b = walk_find(w, BIND_VARIABLE, names[i]);
		struct gaff_word file = p->word[0];

		if (!b || b->is_array || !b->value.n)
			continue;
		file.text = b->value.alt[0];
		if (file.text.n)
			run_file(w, p, file, p->n, io);
	}
}

/* Is it stdin, by one of its names? */
bool launch_is_stdin(struct sv name)
{
	return gaff_is_among(name, "- /dev/stdin /dev/fd/0 /proc/self/fd/0");
}

/* sh [-abc] [-o option] [-c text [name args]] [file args]; each "o" takes a word. */
bool launch_shell(struct walk *w, const struct gaff_program *p, struct io io)
{
	bool has_text = false, reads = false, only_checks = false;
	size_t i = 1;

	run_start_files(w, p, io);
	for (; i < p->n && p->word[i].text.n > 1 && memchr("-+", p->word[i].text.p[0], 2); i++) {
		struct sv word = p->word[i].text, name, text;
		size_t n_values = 0;

		if (sv_eq(word, SV("--"))) {
			i++;
			break;
		}
		if (sv_split(word, '=', &name, &text) &&
		    gaff_is_among(name, "--command --commands")) {
			launch_text(w, p, text, p->word[i], io);
			return true;
		}
		if (gaff_is_among(word, "--rcfile --init-file --init-command -C")) {
			bool is_text = sv_eq(word, SV("--init-command")) ||
				       (sv_eq(word, SV("-C")) && sv_eq(p->name, SV("fish")));

			if (is_text && i + 1 < p->n)
				launch_text(w, p, p->word[i + 1].text, p->word[i + 1], io);
			else if (word.p[1] == '-' && i + 1 < p->n)
				run_file(w, p, p->word[i + 1], p->n, io);
			i += is_text || word.p[1] == '-';
			continue;
		}
		if (word.p[1] == '-') {
			has_text |= gaff_is_among(word, "--command --commands");
			continue;
		}
		for (size_t k = 1; k < word.n; k++) {
			has_text |= word.p[k] == 'c';
			reads |= word.p[k] == 's';
			if (word.p[k] == 'n')
				only_checks = word.p[0] == '-';
			n_values += word.p[k] == 'o' || word.p[k] == 'O';
		}
		i += n_values;
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
	if (!has_text && !reads && i < p->n && !launch_is_stdin(p->word[i].text))
		run_file(w, p, p->word[i], i + 1, io);
	else if (!has_text)
		launch_input(w, p, io);
	return false;
}

/* env -S 'git reset --hard': a text with words. */
bool launch_env(struct walk *w, const struct gaff_program *p, struct io io)
{
	const struct gaff_arg *arg = launch_option(p, "-S --split-string", NULL);
	struct sv text;
	size_t rest;

	if (!arg)
		return false;
	text = launch_value(p, arg);
	rest = arg->word + 1;
	rest += rest < p->n && p->word[rest].text.p == text.p;
	text = sv_join(w->arena, text, SV(" "), launch_joined(w, p, rest));
	launch_text(w, p, text, p->word[arg->word], io);
	return true;
}
