#include "guard/launch.h"

/* Shells, and programs that hand a text of their own to one. */

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

static void with_arguments(struct walk *w, const struct gaff_program *p, size_t from,
			   struct sv text, struct gaff_word where, struct io io)
{
	const struct sv *arg = w->arg;
	size_t n_args = w->n_args;
	bool has_args = w->has_args;
	struct sv *list = gaff_arena_alloc(w->arena, (p->n + 1) * sizeof *list);

	if (!list)
		return;
	w->arg = list;
	w->n_args = 0;
	w->has_args = true;
	for (size_t i = from; i < p->n; i++) {
		list[w->n_args++] = p->word[i].text;
		if (p->word[i].may_split) /* xargs sh -c '...': there may be more of them */
			w->has_args = false;
	}
	launch_text(w, p, text, where, io);
	w->arg = arg;
	w->n_args = n_args;
	w->has_args = has_args;
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
			with_arguments(w, p, i + 1, file->value.alt[k], p->word[i], io);
}

/* sh [-abc] [-o option] [-c text [name args]] [file args] */
bool launch_shell(struct walk *w, const struct gaff_program *p, const struct gaff_args *args,
		  struct io io)
{
	bool has_text = false, reads = false;
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
		} else if (sv_eq(word, SV("--command")))
			has_text = true;
	}
	if (i > p->n)
		i = p->n;
	if (has_text && i < p->n) {
		with_arguments(w, p, i + 2 < p->n ? i + 2 : p->n, p->word[i].text, p->word[i], io);
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

/* ---- git ---- */

/* Settings whose value git hands to a shell. */
static const char git_commands[] =
	"core.pager core.editor core.sshcommand core.fsmonitor core.askpass sequence.editor "
	"diff.external credential.helper uploadpack.packobjectshook gpg.program "
	"interactive.difffilter";

static struct sv lower(struct walk *w, struct sv text)
{
	char *copy = gaff_arena_dup(w->arena, text);

	for (size_t i = 0; copy && i < text.n; i++)
		copy[i] = ascii_lower(copy[i]);
	return copy ? (struct sv){ copy, text.n } : text;
}

static void git_setting(struct walk *w, const struct gaff_program *p, struct sv key,
			struct sv value, struct gaff_word where, struct io io)
{
	struct binding *b;

	key = lower(w, key);
	if (sv_starts(key, SV("alias."))) {
		b = walk_bind(w, BIND_GIT_ALIAS, sv_skip(key, 6));
		if (b)
			b->value = value_of(value);
	} else if (launch_is_one_of(key, git_commands)) {
		launch_text(w, p, value.n && value.p[0] == '!' ? sv_skip(value, 1) : value, where,
			    io);
	}
}

static void git_alias(struct walk *w, const struct gaff_program *p, size_t at, struct io io)
{
	const struct binding *alias = walk_find(w, BIND_GIT_ALIAS, lower(w, p->word[at].text));
	struct fields words = { 0 };
	struct sv text;

	if (!alias || !alias->value.n)
		return;
	text = alias->value.alt[0];
	if (text.n && text.p[0] == '!') {
		struct buf b = buf_in(w->arena);

		gaff_buf_add(&b, sv_skip(text, 1));
		buf_addc(&b, ' ');
		gaff_buf_add(&b, launch_joined(w, p, at + 1));
		launch_text(w, p, buf_sv(&b), p->word[at], io);
		return;
	}
	fields_add(w, &words, p->word[0]);
	fields_split(w, &words, text, p->word[at]);
	for (size_t i = at + 1; i < p->n; i++)
		fields_add(w, &words, p->word[i]);
	launch_words(w, p, &words, io);
}

bool launch_git(struct walk *w, const struct gaff_program *p, const struct gaff_args *args,
		struct io io)
{
	size_t first = launch_operand(p, args, 0, false);

	for (size_t i = 1; i < first && i < p->n; i++) {
		struct sv text = p->word[i].text;
		const char *eq;

		if (sv_eq(text, SV("-c")) && i + 1 < p->n)
			text = p->word[++i].text;
		else if (sv_starts(text, SV("-c")))
			text = sv_skip(text, 2);
		else
			continue;
		eq = text.n ? memchr(text.p, '=', text.n) : NULL;
		if (eq)
			git_setting(w, p, (struct sv){ text.p, (size_t)(eq - text.p) },
				    sv_skip(text, (size_t)(eq - text.p) + 1), p->word[i], io);
	}
	if (first >= p->n)
		return false;
	if (sv_eq(p->word[first].text, SV("config"))) {
		size_t key = launch_operand(p, args, 1, false), value;
		bool is_set = key < p->n && sv_eq(p->word[key].text, SV("set"));

		key = launch_operand(p, args, 1 + (size_t)is_set, false);
		value = launch_operand(p, args, 2 + (size_t)is_set, false);
		if (value < p->n)
			git_setting(w, p, p->word[key].text, p->word[value].text, p->word[value],
				    io);
		return false;
	}
	git_alias(w, p, first, io);
	return false;
}

/* ---- recipes, jobs for later ---- */

static struct sv next_line(struct sv *rest)
{
	const char *end = memchr(rest->p, '\n', rest->n);
	struct sv line = { rest->p, end ? (size_t)(end - rest->p) : rest->n };

	*rest = sv_skip(*rest, line.n + (end != NULL));
	return line;
}

/* Lines behind a tab are for a shell, and what is behind a ";" in a rule. */
static void run_recipes(struct walk *w, const struct gaff_program *p, struct sv text, struct io io)
{
	while (text.n) {
		struct sv line = next_line(&text);
		const char *semicolon = line.n ? memchr(line.p, ';', line.n) : NULL;

		if (line.n && line.p[0] == '\t')
			line = sv_trim(line);
		else if (semicolon && memchr(line.p, ':', (size_t)(semicolon - line.p)))
			line = sv_trim(sv_skip(line, (size_t)(semicolon - line.p) + 1));
		else
			continue;
		while (line.n && memchr("@-+", line.p[0], 3))
			line = sv_skip(line, 1);
		if (line.n)
			launch_text(w, p, line, p->word[0], io);
	}
}

bool launch_make(struct walk *w, const struct gaff_program *p, const struct gaff_args *args,
		 struct io io)
{
	for (size_t i = 0; i < args->n; i++) {
		struct gaff_word file = { 0 };
		const struct binding *known;
		const struct value *text = NULL;

		if (args->arg[i].kind == GAFF_ARG_OPERAND ||
		    !launch_is_one_of(args->arg[i].name, "-f --file --makefile"))
			continue;
		file.text = launch_value(p, &args->arg[i]);
		known = walk_find(w, BIND_FILE, walk_file_name(w, file));
		if (known)
			text = &known->value;
		else if (sv_eq(file.text, SV("-")) || sv_eq(file.text, SV("/dev/stdin"))) {
			if (io.kind == GAFF_STDIN_TEXT)
				text = io.text;
			else if (io.kind == GAFF_STDIN_UNKNOWN)
				walk_unknown(w, "make reads what a pipe brings", p->at, p->n_at);
		}
		for (size_t k = 0; text && k < text->n; k++) {
			run_recipes(w, p, text->alt[k], (struct io){ 0 });
			if (sv_eq(text->alt[k], value_hole))
				walk_unknown(w, "make reads what a pipe brings", p->at, p->n_at);
		}
	}
	return false;
}

/* at and batch read a text for a shell; crontab - lines of five times and a command. */
bool launch_later(struct walk *w, const struct gaff_program *p, const struct gaff_args *args,
		  struct io io)
{
	const struct gaff_arg *operand = gaff_args_operand(args, 0);

	if (!sv_eq(p->name, SV("crontab"))) {
		launch_input(w, p, io);
		return false;
	}
	if (!operand || !sv_eq(operand->name, SV("-")))
		return false;
	for (size_t i = 0; io.kind == GAFF_STDIN_TEXT && io.text && i < io.text->n; i++) {
		struct sv rest = io.text->alt[i];

		while (rest.n) {
			struct sv line = sv_trim(next_line(&rest));

			for (int k = line.n && line.p[0] == '@' ? 4 : 0; k < 5 && line.n; k++) {
				while (line.n && !ascii_isspace(line.p[0]))
					line = sv_skip(line, 1);
				line = sv_trim(line);
			}
			if (line.n)
				launch_text(w, p, line, p->word[0], (struct io){ 0 });
		}
	}
	return false;
}

/* vim -c '!rm x', +'!rm x' */
bool launch_editor(struct walk *w, const struct gaff_program *p, const struct gaff_args *args,
		   struct io io)
{
	(void)args;
	for (size_t i = 1; i < p->n; i++) {
		struct sv text = p->word[i].text;

		if (sv_eq(text, SV("-c")) && i + 1 < p->n)
			text = p->word[++i].text;
		else if (text.n && text.p[0] == '+')
			text = sv_skip(text, 1);
		else
			continue;
		while (text.n && memchr(":% ", text.p[0], 3))
			text = sv_skip(text, 1);
		if (text.n && text.p[0] == '!')
			launch_text(w, p, sv_skip(text, 1), p->word[i], io);
		else if (sv_starts(text, SV("call system(")) || sv_starts(text, SV("lua ")) ||
			 sv_starts(text, SV("py")))
			walk_unknown(w, "code of an editor", p->word[i].at, p->word[i].n);
	}
	return false;
}

/* What is downloaded to a file is what that program printed. */
bool launch_download(struct walk *w, const struct gaff_program *p, const struct gaff_args *args,
		     struct io io)
{
	bool is_curl = sv_eq(p->name, SV("curl")), by_url = !is_curl;
	struct gaff_word file = { 0 };
	struct binding *b;

	(void)io;
	for (size_t i = 0; i < args->n; i++) {
		const struct gaff_arg *arg = &args->arg[i];

		if (arg->kind == GAFF_ARG_OPERAND)
			continue;
		if (launch_is_one_of(arg->name, is_curl ? "-o --output" : "-O --output-document"))
			file.text = launch_value(p, arg);
		by_url |= launch_is_one_of(arg->name, is_curl ? "-O --remote-name" : "-x");
	}
	if (!file.text.n && by_url) {
		const struct gaff_arg *url = gaff_args_operand(args, 0);

		file.text = url ? url->name : SV("");
		for (size_t i = 0; url && i < url->name.n; i++)
			if (url->name.p[i] == '/')
				file.text = sv_skip(url->name, i + 1);
	}
	if (!file.text.n || sv_eq(file.text, SV("-")))
		return false;
	b = walk_bind(w, BIND_FILE, walk_file_name(w, file));
	if (b) {
		b->value = value_any();
		b->from = p;
	}
	return false;
}

/* AppleScript and Tcl start programs, too, in ways of their own. */
bool launch_unknown_code(struct walk *w, const struct gaff_program *p, const struct gaff_args *args,
			 struct io io)
{
	(void)args;
	(void)io;
	for (size_t i = 1; i < p->n; i++)
		if (sv_has(p->word[i].text, SV("do shell script")) ||
		    sv_has(p->word[i].text, SV("spawn ")) || !word_is_known(p->word[i]))
			walk_unknown(w, "code that starts programs", p->word[i].at, p->word[i].n);
	return false;
}

/* powershell -Command TEXT, cmd /c TEXT */
bool launch_windows(struct walk *w, const struct gaff_program *p, const struct gaff_args *args,
		    struct io io)
{
	bool is_cmd = sv_eq_nocase(p->name, SV("cmd"));
	size_t i = 1;

	(void)args;
	for (; i < p->n; i++) {
		struct sv word = p->word[i].text;

		if (is_cmd && (sv_eq_nocase(word, SV("/c")) || sv_eq_nocase(word, SV("/k"))))
			break;
		if (is_cmd)
			continue;
		if (sv_starts_nocase(word, SV("-enc")) || sv_eq_nocase(word, SV("-e")) ||
		    sv_eq_nocase(word, SV("-ec"))) {
			walk_unknown(w, "a command that is encoded", p->word[i].at, p->word[i].n);
			return false;
		}
		if (sv_starts_nocase(word, SV("-f")))
			return false; /* a file */
		if (sv_starts_nocase(word, SV("-c")))
			break;
		if (word.n && word.p[0] != '-') {
			i--;
			break;
		}
	}
	if (i + 1 < p->n) {
		struct launch was = launch_begin(w, p);
		bool was_nested = w->is_nested;

		if (!was_nested) {
			w->at = p->word[i + 1].at;
			w->at_n = p->word[i + 1].n;
		}
		w->is_nested = true;
		walk_other_shell(w, launch_joined(w, p, i + 1),
				 is_cmd ? GAFF_SHELL_CMD : GAFF_SHELL_POWERSHELL);
		w->is_nested = was_nested;
		launch_end(w, was);
	} else if (!is_cmd && io.kind == GAFF_STDIN_UNKNOWN) {
		walk_unknown(w, from_pipe, p->at, p->n_at);
	}
	return false;
}
