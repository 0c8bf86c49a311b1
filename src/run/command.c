#include "run/command.h"

#include "base/limits.h"
#include "text/path.h"
#include "text/words.h"

static enum gaff_rc no_memory(struct gaff_err *err)
{
	return gaff_fail(err, GAFF_ENOMEM, "no memory for a command");
}

/* The first word when it is a script's path; `rest` is what follows it. */
static bool find_script(struct arena *a, struct sv command, struct sv *script, struct sv *rest)
{
	struct words_iter it = words_iter(sv_trim(command));

	if (gaff_words_next(a, &it, script) != WORDS_WORD || !memchr(script->p, '/', script->n))
		return false;
	*rest = it.rest;
	return true;
}

static struct sv in_folder(struct arena *a, const char *folder, struct sv path)
{
	struct buf b = buf_in(a);

	gaff_path_absolute(&b, sv_of(folder), path, false);
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

static char **three(struct arena *a, struct sv one, struct sv two, struct sv rest)
{
	char **argv = gaff_arena_alloc(a, 4 * sizeof *argv);

	if (!argv)
		return NULL;
	argv[0] = gaff_arena_cstr(a, one);
	argv[1] = gaff_arena_cstr(a, two);
	argv[2] = gaff_arena_cstr(a, rest);
	argv[3] = NULL;
	return argv[0] && argv[1] && argv[2] ? argv : NULL;
}

/* The script with its arguments; false: these are not plain words. */
static bool plain_argv(struct arena *a, struct sv script, struct sv rest, char ***out)
{
	char **argv = gaff_arena_alloc(a, (rest.n / 2 + 3) * sizeof *argv);
	struct words_iter it = { rest, false };
	enum words_step step;
	struct sv word;
	size_t n = 0;

	if (!argv)
		return false;
	argv[n++] = gaff_arena_cstr(a, script);
	while ((step = gaff_words_next(a, &it, &word)) == WORDS_WORD) {
		argv[n] = gaff_arena_cstr(a, word);
		if (!argv[n++])
			return false;
	}
	argv[n] = NULL;
	*out = argv;
	return step == WORDS_END && argv[0];
}

enum gaff_rc gaff_command_argv(struct arena *a, struct sv command, const char *folder, char ***out,
			       struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct sv script, rest;

	if (find_script(a, command, &script, &rest)) {
		script = in_folder(a, folder, script);
		if (plain_argv(a, script, rest, out))
			return GAFF_OK;
		/* a shell has to see the rest; the script stays the one that was meant */
		gaff_word_quote_always(&b, script);
		gaff_buf_add(&b, rest);
		command = buf_sv(&b);
	}
	*out = buf_ok(&b) ? three(a, SV("/bin/sh"), SV("-c"), command) : NULL;
	return *out && !a->failed ? GAFF_OK : no_memory(err);
}

/* ---- the files ---- */

struct names {
	struct arena *arena;
	const char *const *bases;
	size_t n_bases;
	struct gaff_file_names list;
	bool too_many;
	struct sv before, last; /* of the word before this one the last piece, and of this one */
	const char *folder[16];
	size_t n_folders;
};

static void add(struct names *f, struct sv path)
{
	if (!path.n || memchr(path.p, '\0', path.n))
		return;
	for (size_t i = 0; i < f->list.n; i++)
		if (sv_eq(f->list.path[i], path))
			return;
	if (f->list.n == GAFF_COMMAND_FILES_MAX)
		f->too_many = true;
	else
		f->list.path[f->list.n++] = path;
}

static void add_word(struct names *f, struct sv word)
{
	if (!word.n || word.n > 1024)
		return;
	if (word.p[0] == '/')
		add(f, in_folder(f->arena, "/", word));
	for (size_t i = 0; i < f->n_bases && word.p[0] != '/'; i++)
		add(f, in_folder(f->arena, f->bases[i], word));
}

static bool ends_word(char c)
{
	return ascii_isspace(c) || !c || strchr("|&;<>()'\"`=,:{}[]*?!#$\\", c);
}

/* The length of "$NAME" or "${NAME}" whose name ends in PROJECT_DIR, else 0. */
static size_t project_variable(struct sv text)
{
	static const struct sv end = SV_INIT("PROJECT_DIR");
	size_t brace = text.n > 1 && text.p[1] == '{', n = 1 + brace;

	if (!text.n || text.p[0] != '$')
		return 0;
	while (n < text.n &&
	       (ascii_isalpha(text.p[n]) || ascii_isdigit(text.p[n]) || text.p[n] == '_'))
		n++;
	if (n < 1 + brace + end.n || memcmp(text.p + n - end.n, end.p, end.n) != 0)
		return 0;
	if (brace && (n == text.n || text.p[n] != '}'))
		return 0;
	return n + brace;
}

/* The length of "$NAME" or "${NAME", else 0: what follows may be anywhere. */
static size_t any_variable(struct sv text)
{
	size_t n = 1;

	if (!text.n || text.p[0] != '$')
		return 0;
	n += text.n > 1 && text.p[1] == '{';
	while (n < text.n &&
	       (ascii_isalpha(text.p[n]) || ascii_isdigit(text.p[n]) || text.p[n] == '_'))
		n++;
	return n;
}

/* What a folder is named behind: "cd tools && ./x.sh", "make -C tools". */
static bool goes_there(struct sv word)
{
	static const struct sv words[] = { SV_INIT("cd"), SV_INIT("pushd"), SV_INIT("-C"),
					   SV_INIT("--chdir"), SV_INIT("--directory") };

	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (sv_eq(word, words[i]))
			return true;
	return false;
}

/* What the command names after it went there is relative to that. */
static void add_folder(struct names *f, const char *base, struct sv word)
{
	if (f->n_folders < COUNT_OF(f->folder))
		f->folder[f->n_folders++] = gaff_arena_cstr(f->arena,
							    in_folder(f->arena, base, word));
}

/* A word as a shell may have put it together: "$PWD" + "/x", "$(pwd)" + "/x", "${X:-" + "x". */
static void add_piece(struct names *f, const char *base, struct sv word)
{
	bool is_folder = goes_there(f->before);

	if (!word.n)
		return;
	f->last = word;
	if (is_folder)
		add_folder(f, base, word);
	add_word(f, word);
	while (word.n && (word.p[0] == '-' || word.p[0] == '/')) {
		bool is_path = word.p[0] == '/';

		word = sv_skip(word, 1);
		if (!word.n || word.p[0] == '-' || word.p[0] == '/')
			continue;
		if (is_path && is_folder)
			add_folder(f, base, word);
		add_word(f, word);
	}
}

/* The words of anything a shell may read, with the project's variable as one of the bases. */
static void add_pieces(struct names *f, struct sv text)
{
	for (size_t i = 0; i < f->n_bases; i++) {
		struct sv rest = text;
		struct buf word = buf_in(f->arena);

		f->before = f->last = (struct sv){ 0 };
		while (rest.n) {
			size_t variable = project_variable(rest), other = any_variable(rest);

			if (variable) {
				word.n = 0;
				gaff_buf_add(&word, sv_of(f->bases[i]));
				rest = sv_skip(rest, variable);
				if (rest.n > 1 && rest.p[0] == '"') /* "$DIR"/script */
					rest = sv_skip(rest, 1);
				continue;
			}
			if (ends_word(rest.p[0])) {
				add_piece(f, f->bases[i],
					  (struct sv){ gaff_arena_dup(f->arena, buf_sv(&word)),
						       word.n });
				word.n = 0;
				if (ascii_isspace(rest.p[0]))
					f->before = f->last;
			} else {
				buf_addc(&word, rest.p[0]);
			}
			rest = sv_skip(rest, other ? other : 1);
		}
		add_piece(f, f->bases[i], buf_sv(&word));
	}
}

enum gaff_rc gaff_command_files(struct arena *a, struct sv command, const char *folder,
				const char *const *bases, size_t n_bases,
				struct gaff_file_names *out, struct gaff_err *err)
{
	struct names f = { .arena = a, .bases = bases, .n_bases = n_bases };
	struct words_iter it = words_iter(sv_trim(command));
	struct sv script, rest, word;

	f.list.path = gaff_arena_alloc(a, GAFF_COMMAND_FILES_MAX * sizeof *f.list.path);
	if (!f.list.path)
		return no_memory(err);
	if (find_script(a, command, &script, &rest))
		add(&f, in_folder(a, folder, script));
	while (gaff_words_next(a, &it, &word) == WORDS_WORD) /* names with spaces in quotes */
		add_word(&f, word);
	add_pieces(&f, command);
	f.bases = f.folder;
	f.n_bases = f.n_folders;
	if (!a->failed)
		add_pieces(&f, command);
	if (a->failed)
		return no_memory(err);
	if (f.too_many)
		return gaff_fail(err, GAFF_ELIMIT, "a command names more than %d files",
				 GAFF_COMMAND_FILES_MAX);
	*out = f.list;
	return GAFF_OK;
}
