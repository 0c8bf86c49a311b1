#include "guard/eval/launch.h"
#include "text/words.h"

/* Programs with a language of their own in which others are started. */

/* A line with those that it goes on in. */
static struct sv next_recipe_line(struct sv *rest)
{
	struct sv line = sv_next_piece(rest, '\n');

	while (line.n && line.p[line.n - 1] == '\\' && rest->n) {
		struct sv more = sv_next_piece(rest, '\n');

		line.n = (size_t)(more.p + more.n - line.p);
	}
	return line;
}

/* $(shell ...), wherever it is, runs when the file is read. */
static void run_shell_calls(struct walk *w, const struct gaff_program *p, struct sv text)
{
	static const struct sv call = SV_INIT("(shell ");

	for (size_t i = 1; i + call.n < text.n; i++) {
		size_t depth = 1, end = i + call.n;

		if (text.p[i - 1] != '$' || !sv_starts(sv_skip(text, i), call))
			continue;
		for (; end < text.n && depth; end++)
			depth += text.p[end] == '(' ? 1 : text.p[end] == ')' ? (size_t)-1 : 0;
		launch_text(w, p, (struct sv){ text.p + i + call.n, end - i - call.n - !depth },
			    p->word[0], (struct io){ 0 });
		i = end;
	}
}

/* What a makefile has said so far: all of it, and the rule that it is in. */
struct makefile {
	struct sv text, target, needs;
};

/* Those that make knows without being told. */
static const struct {
	struct sv name, value;
} make_defaults[] = {
	{ SV_INIT("CC"), SV_INIT("cc") },     { SV_INIT("CXX"), SV_INIT("g++") },
	{ SV_INIT("AR"), SV_INIT("ar") },     { SV_INIT("LD"), SV_INIT("ld") },
	{ SV_INIT("RM"), SV_INIT("rm -f") },  { SV_INIT("MAKE"), SV_INIT("make") },
	{ SV_INIT("CFLAGS"), SV_INIT("") },   { SV_INIT("CXXFLAGS"), SV_INIT("") },
	{ SV_INIT("CPPFLAGS"), SV_INIT("") }, { SV_INIT("LDFLAGS"), SV_INIT("") },
	{ SV_INIT("LDLIBS"), SV_INIT("") },
};

/* NAME = value, also with :=, ?= and ::=; of what is set twice nothing is known. */
static struct sv make_variable(struct walk *w, const struct makefile *m, struct sv name)
{
	struct sv rest = m->text, found = value_hole;
	size_t n = 0;

	if (!walk_step(w, rest.n / 8))
		return value_hole;
	while (rest.n) {
		struct sv line = sv_next_piece(&rest, '\n');

		if (sv_starts(line, SV("export ")))
			line = sv_skip(line, 7);
		if (!sv_starts(line, name))
			continue;
		line = sv_trim(sv_skip(line, name.n));
		while (line.n && memchr(":?", line.p[0], 2))
			line = sv_skip(line, 1);
		if (line.n && line.p[0] == '=') {
			found = sv_trim(sv_skip(line, 1));
			n++;
		} else if (sv_starts(line, SV("+=")) || sv_starts(line, SV("!="))) {
			n += 2;
		}
	}
	for (size_t i = 0; !n && i < COUNT_OF(make_defaults); i++)
		if (sv_eq(make_defaults[i].name, name))
			return make_defaults[i].value;
	return n < 2 ? found : value_hole;
}

static void add_recipe(struct walk *w, const struct makefile *m, struct sv line, unsigned depth,
		       struct buf *out);

/* $(CC), ${CC}, $@; i is behind the $. Where it ends. */
static size_t add_reference(struct walk *w, const struct makefile *m, struct sv line, size_t i,
			    unsigned depth, struct buf *out)
{
	char open = line.p[i], close = open == '(' ? ')' : '}';
	struct sv name = { line.p + i, 1 }, value;
	size_t end = i;

	if (open == '(' || open == '{') {
		while (end < line.n && line.p[end] != close)
			end++;
		name = (struct sv){ line.p + i + 1, end - i - 1 };
	}
	if (sv_starts(name, SV("shell ")) && end < line.n) { /* it has been run */
		value = value_hole;
	} else if (sv_eq(name, SV("@"))) {
		value = m->target;
	} else if (gaff_is_among(name, "< ^ +")) {
		value = m->needs;
	} else if (gaff_shell_is_name(name)) {
		value = make_variable(w, m, name);
	} else {
		value = value_hole;
	}
	if (depth < 4 && out->n < (64 << 10))
		add_recipe(w, m, value, depth + 1, out);
	else
		gaff_buf_add(out, value_hole);
	return end;
}

/* Of make $$ is a $ for the shell, and the others are make's own. */
static void add_recipe(struct walk *w, const struct makefile *m, struct sv line, unsigned depth,
		       struct buf *out)
{
	for (size_t i = 0; i < line.n && walk_step(w, 0); i++) {
		if (line.p[i] != '$' || i + 1 == line.n)
			buf_addc(out, line.p[i]);
		else if (line.p[++i] == '$')
			buf_addc(out, '$');
		else
			i = add_reference(w, m, line, i, depth, out);
	}
}

static struct sv recipe(struct walk *w, const struct makefile *m, struct sv line)
{
	struct buf b = buf_in(w->arena);

	add_recipe(w, m, line, 0, &b);
	return buf_ok(&b) && !w->is_out_of_steps ? buf_sv(&b) : value_hole;
}

/* Lines behind a tab are for a shell, what is behind a ";" in a rule, and what is behind "!=". */
static void run_recipes(struct walk *w, const struct gaff_program *p, struct sv text, struct io io)
{
	struct makefile m = { .text = text };

	if (!walk_step(w, text.n / 4))
		return;
	if (sv_has(text, SV(".RECIPEPREFIX")))
		walk_unknown(w, "a makefile with signs of its own", p->at, p->n_at);
	run_shell_calls(w, p, text);
	while (text.n) {
		struct sv line = next_recipe_line(&text);
		const char *semicolon = sv_chr(line, ';'), *bang = sv_chr(line, '!');

		if (line.n && line.p[0] != '\t' && sv_chr(line, ':')) {
			m.needs = line;
			m.target = sv_trim(sv_next_piece(&m.needs, ':'));
			m.needs = sv_trim(m.needs);
			if (semicolon && semicolon >= m.needs.p &&
			    semicolon < m.needs.p + m.needs.n)
				m.needs.n = (size_t)(semicolon - m.needs.p);
		}
		if (line.n && line.p[0] == '\t')
			line = sv_trim(line);
		else if (semicolon && memchr(line.p, ':', (size_t)(semicolon - line.p)))
			line = sv_trim(sv_skip(line, (size_t)(semicolon - line.p) + 1));
		else if (bang && bang + 1 < line.p + line.n && bang[1] == '=')
			line = sv_trim(sv_skip(line, (size_t)(bang - line.p) + 2));
		else
			continue;
		while (line.n && memchr("@-+", line.p[0], 3))
			line = sv_skip(line, 1);
		if (line.n)
			launch_text(w, p, recipe(w, &m, line), p->word[0], io);
	}
}

static void run_makefile(struct walk *w, const struct gaff_program *p, const struct value *text)
{
	for (size_t k = 0; text && k < text->n; k++) {
		run_recipes(w, p, text->alt[k], (struct io){ 0 });
		if (sv_eq(text->alt[k], value_hole))
			walk_unknown(w, "make reads what a pipe brings", p->at, p->n_at);
	}
}

/* Those it looks for, where the same text has written one. */
static void run_default_makefile(struct walk *w, const struct gaff_program *p)
{
	static const struct sv names[] = { SV_INIT("GNUmakefile"), SV_INIT("makefile"),
					   SV_INIT("Makefile") };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct gaff_word name = { .text = names[i] };
		const struct binding *known = walk_find(w, BIND_FILE, walk_file_name(w, name));

		if (known)
			run_makefile(w, p, &known->value);
	}
}

bool launch_make(struct walk *w, const struct gaff_program *p, struct io io)
{
	const struct gaff_arg *arg = NULL;
	struct sv cwd = w->cwd;
	bool has_file = false;

	while ((arg = launch_option(p, "-C --directory", arg)))
		w->cwd = walk_file_name(w, (struct gaff_word){ .text = launch_value(p, arg) });
	while ((arg = launch_option(p, "-E --eval -f --file --makefile", arg))) {
		struct gaff_word file = { .text = launch_value(p, arg) };
		const struct binding *known;

		if (gaff_is_among(arg->name, "-E --eval")) {
			run_recipes(w, p, file.text, (struct io){ 0 });
			continue;
		}
		has_file = true;
		known = walk_find(w, BIND_FILE, walk_file_name(w, file));
		if (known)
			run_makefile(w, p, &known->value);
		else if (launch_is_stdin(file.text) && io.kind == GAFF_STDIN_TEXT)
			run_makefile(w, p, io.text);
		else if (launch_is_stdin(file.text) && io.kind == GAFF_STDIN_UNKNOWN)
			walk_unknown(w, "make reads what a pipe brings", p->at, p->n_at);
	}
	if (!has_file)
		run_default_makefile(w, p);
	w->cwd = cwd;
	return false;
}

/* at and batch read a text for a shell; crontab - lines of five times and a command. */
bool launch_later(struct walk *w, const struct gaff_program *p, struct io io)
{
	const struct gaff_args *args = p->args;
	const struct gaff_arg *operand = gaff_args_operand(args, 0);

	if (!sv_eq(p->name, SV("crontab"))) {
		for (size_t i = 1; i + 1 < p->n; i++) {
			const struct binding *file =
				sv_eq(p->word[i].text, SV("-f"))
					? walk_find(w, BIND_FILE, walk_file_name(w, p->word[i + 1]))
					: NULL;

			for (size_t k = 0; file && k < file->value.n; k++)
				launch_text(w, p, file->value.alt[k], p->word[i + 1],
					    (struct io){ 0 });
		}
		launch_input(w, p, io);
		return false;
	}
	if (!operand || !sv_eq(operand->name, SV("-")))
		return false;
	for (size_t i = 0; io.kind == GAFF_STDIN_TEXT && io.text && i < io.text->n; i++) {
		struct sv rest = io.text->alt[i];

		while (rest.n) {
			struct sv line = sv_trim(sv_next_piece(&rest, '\n'));

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

/* Addresses, "e" and a text for a shell. */
static void sed_execute(struct walk *w, const struct gaff_program *p, struct sv line,
			struct gaff_word script)
{
	size_t i = 0;

	while (i < line.n && memchr("0123456789,$!+~ \t", line.p[i], 17))
		i++;
	if (i + 1 < line.n && line.p[i] == 'e' && ascii_isspace(line.p[i + 1]))
		launch_text(w, p, sv_skip(line, i + 2), script, (struct io){ 0 });
}

/* sed '1e rm x', 's/x/y/e': GNU's sed hands what it makes to a shell. */
static void sed_script(struct walk *w, const struct gaff_program *p, struct gaff_word script)
{
	struct sv rest = script.text;

	while (rest.n) {
		struct sv line = sv_next_piece(&rest, '\n');
		size_t i = 0;

		/* behind another command: p;e rm x */
		for (size_t k = 1; k + 2 < line.n; k++)
			if (memchr(";{}", line.p[k - 1], 3))
				sed_execute(w, p, sv_skip(line, k), script);

		/* addresses: 1,$ and /x/ */
		while (i < line.n && memchr("0123456789,$!+~ \t{;", line.p[i], 20))
			i++;
		if (i < line.n && line.p[i] == '/') {
			for (i++; i < line.n && line.p[i] != '/'; i++)
				i += line.p[i] == '\\';
			i++;
		}
		if (i + 1 < line.n && line.p[i] == 'e' && ascii_isspace(line.p[i + 1])) {
			launch_text(w, p, sv_skip(line, i + 2), script, (struct io){ 0 });
		} else if (i + 1 < line.n && line.p[i] == 's' && !ascii_isalpha(line.p[i + 1])) {
			char between = line.p[++i];

			for (int parts = 0; parts < 2 && i < line.n; parts++)
				for (i++; i < line.n && line.p[i] != between; i++)
					i += line.p[i] == '\\';
			for (i++;
			     i < line.n && (ascii_isalpha(line.p[i]) || ascii_isdigit(line.p[i]));
			     i++)
				if (line.p[i] == 'e')
					walk_unknown(w, "sed executes what it makes of a line",
						     script.at, script.n);
				else if (line.p[i] == 'w')
					break;
		}
	}
}

bool launch_sed(struct walk *w, const struct gaff_program *p, struct io io)
{
	const struct gaff_arg *operand = gaff_args_operand(p->args, 0), *arg = NULL;
	bool has_script = false;

	(void)io;
	while ((arg = launch_option(p, "-e --expression -f --file", arg))) {
		struct gaff_word script = p->word[arg->word];

		has_script = true;
		script.text = launch_value(p, arg);
		if (gaff_is_among(arg->name, "-e --expression")) {
			sed_script(w, p, script);
		} else {
			const struct binding *file = walk_find(w, BIND_FILE,
							       walk_file_name(w, script));

			for (size_t k = 0; file && k < file->value.n; k++) {
				script.text = file->value.alt[k];
				sed_script(w, p, script);
			}
		}
	}
	if (!has_script && operand)
		sed_script(w, p, p->word[operand->word]);
	return false;
}

/* vim -c '!rm x', +'!rm x' */
bool launch_editor(struct walk *w, const struct gaff_program *p, struct io io)
{
	for (size_t i = 1; i < p->n; i++) {
		struct sv text = p->word[i].text;

		if (gaff_is_among(text, "-c -sc -esc -ec -ex -iex --eval-command") && i + 1 < p->n)
			text = p->word[++i].text;
		else if (text.n && text.p[0] == '+')
			text = sv_skip(text, 1);
		else
			continue;
		while (text.n && memchr(":% ", text.p[0], 3))
			text = sv_skip(text, 1);
		if (text.n && text.p[0] == '!')
			launch_text(w, p, sv_skip(text, 1), p->word[i], io);
		else if (sv_starts(text, SV("shell ")))
			launch_text(w, p, sv_skip(text, 6), p->word[i], io);
		else if (sv_starts(text, SV("call system(")) || sv_starts(text, SV("lua ")) ||
			 sv_starts(text, SV("py")))
			walk_unknown(w, "code of an editor", p->word[i].at, p->word[i].n);
	}
	return false;
}

/* ssh -o ProxyCommand=..., which runs here. */
bool launch_ssh(struct walk *w, const struct gaff_program *p, struct io io)
{
	(void)io;
	for (size_t i = 1; i < p->n; i++) {
		struct sv text = p->word[i].text;
		const char *end = text.n ? memchr(text.p, '=', text.n) : NULL;
		struct sv key;

		if (sv_starts(text, SV("-o")))
			text = sv_skip(text, 2);
		if (!end)
			end = text.n ? memchr(text.p, ' ', text.n) : NULL;
		if (!end || end < text.p)
			continue;
		key = sv_trim((struct sv){ text.p, (size_t)(end - text.p) });
		if (list_has_nocase("ProxyCommand LocalCommand KnownHostsCommand", key))
			launch_text(w, p, sv_skip(text, (size_t)(end - text.p) + 1), p->word[i],
				    (struct io){ 0 });
	}
	return false;
}

/* docker run --entrypoint git IMAGE reset --hard */
bool launch_container(struct walk *w, const struct gaff_program *p, struct io io)
{
	const struct gaff_arg *sub = gaff_args_operand(p->args, 0), *arg = NULL;
	bool was_elsewhere = w->is_elsewhere;

	if (!sub || !sv_eq(sub->name, SV("run")))
		return false;
	while ((arg = launch_option(p, "--entrypoint", arg))) {
		size_t image = launch_operand(p, 1, false);
		struct gaff_word first = p->word[arg->word];
		struct fields words = { 0 };

		first.text = launch_value(p, arg);
		if (first.text.n)
			fields_add(w, &words, first);
		if (image < p->n)
			fields_add_all(w, &words, p->word + image + 1, p->n - image - 1);
		w->is_elsewhere = true;
		if (words.n)
			launch_words(w, p, &words, io);
		w->is_elsewhere = was_elsewhere;
	}
	return false;
}

/* What is downloaded to a file is what that program printed. */
bool launch_download(struct walk *w, const struct gaff_program *p, struct io io)
{
	bool is_curl = sv_eq(p->name, SV("curl"));
	bool by_url = !is_curl || launch_option(p, "-O --remote-name", NULL);
	const struct gaff_arg *arg = NULL;
	struct gaff_word file = { 0 };
	struct value any = value_any();

	(void)io;
	while ((arg = launch_option(p, is_curl ? "-o --output" : "-O --output-document", arg)))
		file.text = launch_value(p, arg);
	if (!file.text.n && by_url) {
		const struct gaff_arg *url = gaff_args_operand(p->args, 0);

		file.text = url ? sv_last_part(url->name) : SV("");
	}
	if (file.text.n && !sv_eq(file.text, SV("-")))
		walk_set_file(w, walk_file_name(w, file), &any, p);
	return false;
}

/* Other languages start programs, too, in ways of their own: that they do is all that is told. */
static bool starts_programs(struct sv code)
{
	static const struct sv marks[] = {
		SV_INIT("do shell script"),
		SV_INIT("spawn "),
		SV_INIT("system"),
		SV_INIT("exec"),
		SV_INIT("run("),
		SV_INIT("syscmd"),
		SV_INIT("cmd("),
		SV_INIT("System.cmd"),
		SV_INIT("shell-command"),
		SV_INIT("process"),
		SV_INIT("Process"),
	};

	bool is_code = false; /* and not the name of a file */

	for (size_t i = 0; i < code.n && !is_code; i++)
		is_code = memchr(" (\"'`", code.p[i], 5) != NULL;
	for (size_t i = 0; i < COUNT_OF(marks) && is_code; i++)
		if (sv_has(code, marks[i]))
			return true;
	return code.n && memchr(code.p, 0, code.n);
}

bool launch_unknown_code(struct walk *w, const struct gaff_program *p, struct io io)
{
	static const char why[] = "code that starts programs";

	for (size_t i = 1; i < p->n; i++)
		if (starts_programs(p->word[i].text))
			walk_unknown(w, why, p->word[i].at, p->word[i].n);
	for (size_t i = 0; io.kind == GAFF_STDIN_TEXT && io.text && i < io.text->n; i++)
		if (starts_programs(io.text->alt[i]))
			walk_unknown(w, why, p->at, p->n_at);
	return false;
}

/* powershell -Command TEXT, cmd /c TEXT */
bool launch_windows(struct walk *w, const struct gaff_program *p, struct io io)
{
	bool is_cmd = sv_eq_nocase(p->name, SV("cmd"));
	size_t i = 1;

	for (; i < p->n; i++) {
		struct sv word = p->word[i].text;

		if (is_cmd && list_has_nocase("/c /k", word))
			break;
		if (is_cmd)
			continue;
		if (sv_starts_nocase(word, SV("-enc")) || list_has_nocase("-e -ec", word)) {
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
		walk_unknown(w, "a shell reads what a pipe brings", p->at, p->n_at);
	}
	return false;
}
