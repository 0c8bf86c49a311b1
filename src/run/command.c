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

/* The words of anything a shell may read, with the project's variable as one of the bases. */
static void add_pieces(struct names *f, struct sv text)
{
	for (size_t i = 0; i < f->n_bases; i++) {
		struct sv rest = text;
		struct buf word = buf_in(f->arena);

		while (rest.n) {
			size_t variable = project_variable(rest);

			if (variable) {
				word.n = 0;
				gaff_buf_add(&word, sv_of(f->bases[i]));
				rest = sv_skip(rest, variable);
				if (rest.n > 1 && rest.p[0] == '"') /* "$DIR"/script */
					rest = sv_skip(rest, 1);
				continue;
			}
			if (ends_word(rest.p[0])) {
				add_word(f, (struct sv){ gaff_arena_dup(f->arena, buf_sv(&word)),
							 word.n });
				word.n = 0;
			} else {
				buf_addc(&word, rest.p[0]);
			}
			rest = sv_skip(rest, 1);
		}
		add_word(f, buf_sv(&word));
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
	if (a->failed)
		return no_memory(err);
	if (f.too_many)
		return gaff_fail(err, GAFF_ELIMIT, "a command names more than %d files",
				 GAFF_COMMAND_FILES_MAX);
	*out = f.list;
	return GAFF_OK;
}
