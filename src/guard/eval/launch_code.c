#include "guard/eval/code_parts.h"
#include "guard/eval/launch.h"
#include "text/words.h"

/* Interpreters: the code they are given, and the files that the same text has written for them. */

static const char computed[] = "code that is computed";
static const char piped[] = "an interpreter reads what a pipe brings";

/* A stand-in for what the code does itself: a program that does the same to a file. */
static void stand_in(struct walk *w, const struct gaff_program *p,
		     const struct gaff_code_found *found, struct io io)
{
	static const struct {
		struct sv name, option;
		bool is_named; /* at least a part of the file's name has to be there */
	} programs[] = {
		[GAFF_CODE_DELETES] = { SV_INIT("rm"), SV_INIT("-f"), false },
		[GAFF_CODE_DELETES_TREE] = { SV_INIT("rm"), SV_INIT("-rf"), false },
		[GAFF_CODE_READS] = { SV_INIT("cat"), SV_INIT(""), true },
		[GAFF_CODE_WRITES] = { SV_INIT("tee"), SV_INIT(""), true },
	};
	struct fields words = { 0 };

	if (!found->n || (programs[found->act].is_named && sv_eq(found->word[0].text, value_hole)))
		return;
	fields_add(w, &words, word_at(found->word[0], programs[found->act].name));
	if (programs[found->act].option.n)
		fields_add(w, &words, word_at(found->word[0], programs[found->act].option));
	fields_add(w, &words, found->word[0]);
	launch_words(w, p, &words, io);
}

static void launch_code(struct walk *w, const struct gaff_program *p, enum gaff_language language,
			struct sv code, struct gaff_word where, struct io io)
{
	/* awk's print | "sh" feeds what it starts */
	struct io inner = { .is_parallel = io.is_parallel,
			    .kind = gaff_code_language(language)->pipes ? GAFF_STDIN_UNKNOWN
									: GAFF_STDIN_NONE };
	struct gaff_code_found *found = NULL;
	bool was_code = w->is_code;
	struct gaff_err err;

	if (sv_eq(code, value_hole)) {
		walk_unknown(w, computed, where.at, where.n);
		return;
	}
	if (!walk_step(w, code.n / 4) ||
	    gaff_code_scan(w->arena, language, code, &found, &err) != GAFF_OK)
		return;
	for (; found && walk_step(w, 2); found = found->next) {
		struct fields words = { found->word, found->n, found->n };

		for (size_t i = 0; i < found->n; i++) {
			found->word[i].at = where.at;
			found->word[i].n = where.n;
		}
		w->is_code = true;
		switch (found->act) {
		case GAFF_CODE_SHELL:
			w->is_code = was_code;
			if (found->n)
				launch_text(w, p, found->word[0].text, where, inner);
			break;
		case GAFF_CODE_PROGRAM:
			w->is_code = was_code;
			launch_words(w, p, &words, inner);
			break;
		case GAFF_CODE_DELETES:
		case GAFF_CODE_DELETES_TREE:
		case GAFF_CODE_READS:
		case GAFF_CODE_WRITES:
			stand_in(w, p, found, inner);
			break;
		case GAFF_CODE_EVALUATES:
			walk_unknown(w, computed, where.at, where.n);
			break;
		}
		w->is_code = was_code;
	}
}

static void run_input(struct walk *w, const struct gaff_program *p, enum gaff_language language,
		      struct io io)
{
	if (io.kind == GAFF_STDIN_UNKNOWN)
		walk_unknown(w, piped, p->at, p->n_at);
	for (size_t i = 0; io.kind == GAFF_STDIN_TEXT && io.text && i < io.text->n; i++)
		if (sv_eq(io.text->alt[i], value_hole))
			walk_unknown(w, piped, p->at, p->n_at);
		else
			launch_code(w, p, language, io.text->alt[i], p->word[0], io);
}

static void run_file(struct walk *w, const struct gaff_program *p, enum gaff_language language,
		     struct gaff_word name, struct io io)
{
	const struct binding *file = walk_find(w, BIND_FILE, walk_file_name(w, name));

	for (size_t i = 0; file && i < file->value.n; i++)
		launch_code(w, p, language, file->value.alt[i], name, io);
	if (file)
		launch_fed_by(p, file->from);
}

static bool is_listed(struct sv word, const char *names)
{
	return names && gaff_is_among(word, names);
}

/* The code is a word, or what is left of the one before it. */
static void launch_word(struct walk *w, const struct gaff_program *p, enum gaff_language language,
			size_t i, size_t skip, struct io io)
{
	if (i < p->n)
		launch_code(w, p, language, sv_skip(p->word[i].text, skip), p->word[i], io);
}

/* -f FILE, -fFILE */
static void launch_file_option(struct walk *w, const struct gaff_program *p,
			       enum gaff_language language, size_t i, struct io io)
{
	bool is_glued = p->word[i].text.n > 2;
	struct gaff_word file;

	if (!is_glued && i + 1 >= p->n)
		return;
	file = p->word[is_glued ? i : i + 1];
	if (is_glued)
		file.text = sv_skip(file.text, 2);
	run_file(w, p, language, file, io);
}

void launch_interpreter(struct walk *w, const struct gaff_program *p, enum gaff_language language,
			struct io io)
{
	const struct code_language *row = gaff_code_language(language);
	bool has_code = false;
	size_t i = 1;

	for (; i < p->n; i++) {
		struct sv word = p->word[i].text;
		bool is_file;

		if (is_listed(word, row->code_options)) {
			has_code = true;
			launch_word(w, p, language, ++i, 0, io);
			continue;
		}
		if (word.n < 2 || word.p[0] != '-' || sv_eq(word, SV("--"))) {
			i += sv_eq(word, SV("--"));
			break;
		}
		if (word.p[1] == '-') {
			const char *eq = memchr(word.p, '=', word.n);
			struct sv name = { word.p, eq ? (size_t)(eq - word.p) : 0 };

			if (is_listed(name, row->code_options)) {
				has_code = true;
				launch_word(w, p, language, i, name.n + 1, io);
			}
			i += gaff_is_among(word, row->value_options);
			continue;
		}
		is_file = row->file_options && sv_starts(word, SV("-f"));
		if (is_file)
			launch_file_option(w, p, language, i, io);
		if (row->module_options && memchr(word.p, 'm', word.n) && !has_code)
			return;
		for (size_t k = 1; k < word.n; k++) {
			bool is_last = k + 1 == word.n;

			if (!strchr(row->code_letters, word.p[k])) /* a hole may be any of them */
				continue;
			has_code = true;
			launch_word(w, p, language, i + is_last, is_last ? 0 : k + 1, io);
			i += is_last;
			break;
		}
		if (!has_code)
			i += gaff_is_among(word, row->value_options);
		has_code |= is_file;
		if (row->code_ends_options && has_code)
			return;
	}
	if (has_code)
		return;
	if (i >= p->n || sv_eq(p->word[i].text, SV("-")))
		run_input(w, p, language, io);
	else if (row->operand_is_code)
		launch_word(w, p, language, i, 0, io);
	else
		run_file(w, p, language, p->word[i], io);
}

/* The interpreter that "#!" names. */
static enum gaff_language language_of_script(struct sv text)
{
	enum gaff_language language = GAFF_LANG_NONE;
	struct sv line = sv_next_piece(&text, '\n');

	if (!sv_starts(line, SV("#!")))
		return GAFF_LANG_NONE;
	for (size_t k = line.n; k-- > 2 && language == GAFF_LANG_NONE;)
		if (line.p[k] == '/' || line.p[k] == ' ')
			language = gaff_language_of(sv_trim(sv_skip(line, k + 1)));
	return language;
}

/* ./x is that file; x is it only if the text has told where to look for programs. */
static const struct binding *script_of(struct walk *w, const struct gaff_program *p)
{
	if (p->word[0].text.n != p->name.n)
		return walk_find(w, BIND_FILE, walk_file_name(w, p->word[0]));
	if (!walk_find(w, BIND_VARIABLE, SV("PATH")))
		return NULL;
	for (const struct binding *b = w->env; b && walk_step(w, 0); b = b->prev)
		if (b->kind == BIND_FILE && sv_eq(sv_last_part(b->name), p->name))
			return b;
	return NULL;
}

/* A program that the same text has written, or given another name. */
void launch_script(struct walk *w, const struct gaff_program *p, struct io io)
{
	const struct binding *file = script_of(w, p);

	if (file && file->same_as.n) {
		struct fields words = { 0 };
		struct gaff_word first = p->word[0];

		first.text = file->same_as;
		fields_add(w, &words, first);
		fields_add_all(w, &words, p->word + 1, p->n - 1);
		/* a copy of itself would go on for ever */
		if (w->depth < 8 && !sv_eq(first.text, p->word[0].text))
			launch_words(w, p, &words, io);
	}
	for (size_t i = 0; file && i < file->value.n; i++) {
		struct sv text = file->value.alt[i];
		enum gaff_language language = language_of_script(text);

		if (language != GAFF_LANG_NONE)
			launch_code(w, p, language, text, p->word[0], io);
		else
			launch_text_with(w, p, 1, text, p->word[0], io);
	}
	if (file)
		launch_fed_by(p, file->from);
}
