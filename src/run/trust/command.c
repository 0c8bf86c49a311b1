#include "run/trust/command.h"

#include <limits.h>

#include "base/dirs.h"
#include "base/limits.h"
#include "text/path.h"
#include "text/words.h"

static struct sv in_folder(struct arena *a, const char *folder, struct sv path)
{
	struct buf b = buf_in(a);

	gaff_path_absolute(&b, sv_of(folder), path, false);
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

/* What a shell has to see; words that come behind it are its "$@". */
static char **shell_argv(struct arena *a, struct sv command, bool takes_words)
{
	char **argv = gaff_arena_alloc(a, 5 * sizeof *argv);
	struct buf line = buf_in(a);

	gaff_buf_add(&line, command);
	if (takes_words)
		gaff_buf_add(&line, SV(" \"$@\""));
	if (!argv || !buf_ok(&line))
		return NULL;
	argv[0] = gaff_arena_cstr(a, SV("/bin/sh"));
	argv[1] = gaff_arena_cstr(a, SV("-c"));
	argv[2] = gaff_arena_cstr(a, buf_sv(&line));
	argv[3] = takes_words ? argv[0] : NULL; /* $0 */
	argv[4] = NULL;
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

static enum gaff_rc find_argv(struct arena *a, struct sv command, const char *folder,
			      bool takes_words, char ***out, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct sv script, rest;

	if (gaff_words_script(a, command, &script, &rest)) {
		script = in_folder(a, folder, script);
		if (plain_argv(a, script, rest, out))
			return GAFF_OK;
		/* a shell has to see the rest; the script stays the one that was meant */
		gaff_word_quote_always(&b, script);
		gaff_buf_add(&b, rest);
		command = buf_sv(&b);
	}
	*out = buf_ok(&b) ? shell_argv(a, command, takes_words) : NULL;
	return *out && !a->failed ? GAFF_OK : gaff_no_memory(err);
}

enum gaff_rc gaff_command_argv(struct arena *a, struct sv command, const char *folder, char ***out,
			       struct gaff_err *err)
{
	return find_argv(a, command, folder, false, out, err);
}

enum gaff_rc gaff_command_argv_for_words(struct arena *a, struct sv command, const char *folder,
					 char ***out, struct gaff_err *err)
{
	return find_argv(a, command, folder, true, out, err);
}

/* ---- the files ---- */

struct folders {
	const char *path[128];
	size_t n;
};

struct names {
	struct arena *arena;
	const char *const *bases;
	size_t n_bases;
	struct gaff_file_names list;
	bool too_many;
	struct sv before;         /* the word before this one */
	struct folders here, all; /* where it may be after the last "cd", or any */
	bool stays;               /* these are known */
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

static void add_below(struct names *f, struct sv word)
{
	for (size_t i = 0; i < f->n_bases; i++)
		add(f, in_folder(f->arena, f->bases[i], word));
}

/*
 * Relative to each of the bases, also when it begins with a slash: what was before that may have
 * been a variable, or a program that prints a folder. Or with a dash: "${X:-x.sh}", "@x".
 */
static void add_word(struct names *f, struct sv word)
{
	const char *home = gaff_home();

	if (!word.n || word.n > PATH_MAX)
		return;
	if (home && sv_starts(word, SV("~/")))
		add(f, in_folder(f->arena, home, sv_skip(word, 2)));
	for (;;) {
		if (word.p[0] == '/')
			add(f, in_folder(f->arena, "/", word));
		else
			add_below(f, word);
		if (!strchr("/-@+", word.p[0]))
			return;
		word = sv_skip(word, 1);
		if (!word.n)
			return;
	}
}

/* What a folder is named behind: "cd tools && ./x.sh", "make -C tools". */
static bool goes_there(struct sv word)
{
	return gaff_is_among(word, "cd pushd -C --chdir --directory");
}

static void add_to(struct names *f, struct folders *to, struct sv path)
{
	for (size_t i = 0; i < to->n; i++)
		if (sv_eq(sv_of(to->path[i]), path))
			return;
	if (to->n == COUNT_OF(to->path))
		f->too_many = true;
	else
		to->path[to->n++] = gaff_arena_cstr(f->arena, path);
}

/* What the command names after it went there is relative to that: "cd a && cd b && ./x.sh". */
static void add_folder(struct names *f, struct sv word)
{
	struct folders from = f->here;

	while (word.n && word.p[0] == '/')
		word = sv_skip(word, 1);
	f->here.n = 0;
	for (size_t i = 0; i < f->n_bases + from.n && !f->too_many; i++) {
		const char *base = i < f->n_bases ? f->bases[i] : from.path[i - f->n_bases];
		struct sv path = in_folder(f->arena, base, word);

		add_to(f, &f->here, path);
		add_to(f, &f->all, path);
	}
}

static void end_word(struct names *f, struct buf *text)
{
	struct sv word = { gaff_arena_dup(f->arena, buf_sv(text)), text->n };

	if (!text->n || !word.p)
		return;
	text->n = 0;
	if (goes_there(f->before) && !f->stays)
		add_folder(f, word);
	f->before = word;
	add_word(f, word);
}

/* The length of "$NAME", "${NAME" or "$(a program)": another word begins behind it. */
static size_t variable(struct sv text)
{
	size_t n = 1;

	if (text.p[0] != '$')
		return 0;
	if (text.n > 1 && text.p[1] == '(') {
		const char *end = memchr(text.p, ')', text.n);

		return end ? (size_t)(end - text.p) + 1 : 1;
	}
	n += text.n > 1 && text.p[1] == '{';
	while (n < text.n &&
	       (ascii_isalpha(text.p[n]) || ascii_isdigit(text.p[n]) || text.p[n] == '_'))
		n++;
	return n;
}

/* Behind a backslash a line end is nothing at all, and in quotes most letters keep it. */
static void add_escaped(struct buf *word, char c, char quote)
{
	if (c == '\n')
		return;
	if (quote && !strchr("$`\"\\", c))
		buf_addc(word, '\\');
	buf_addc(word, c);
}

/* Words as a shell has them: names with spaces in quotes. */
static void add_quoted(struct names *f, struct sv rest)
{
	struct buf word = buf_in(f->arena);
	char quote = 0;

	for (size_t n; rest.n; rest = sv_skip(rest, n)) {
		char c = rest.p[0];

		n = quote == '\'' ? 0 : variable(rest);
		if (n || (!quote && (ascii_isspace(c) || words_is_operator(c) || c == '`'))) {
			end_word(f, &word);
			n = n ? n : 1;
			continue;
		}
		n = 1;
		if (quote ? c == quote : c == '\'' || c == '"') {
			quote = quote ? 0 : c;
		} else if (c == '\\' && quote != '\'' && rest.n > 1) {
			add_escaped(&word, rest.p[1], quote);
			n = 2;
		} else {
			buf_addc(&word, c);
		}
	}
	end_word(f, &word);
}

/* Whatever is between anything that could end a word, for a shell or a program in quotes. */
static void add_pieces(struct names *f, struct sv rest)
{
	struct buf word = buf_in(f->arena);

	for (size_t n; rest.n; rest = sv_skip(rest, n)) {
		char c = rest.p[0];
		bool is_program = c == '$' && rest.n > 1 && rest.p[1] == '('; /* look inside */

		n = is_program ? 1 : variable(rest);
		if (n || ascii_isspace(c) || !c || strchr("|&;<>()'\"`=,:{}[]*?!#\\", c)) {
			end_word(f, &word);
			n = n ? n : 1;
		} else {
			buf_addc(&word, c);
			n = 1;
		}
	}
	end_word(f, &word);
}

enum gaff_rc gaff_command_files(struct arena *a, struct sv command, const char *folder,
				const char *const *bases, size_t n_bases,
				struct gaff_file_names *out, struct gaff_err *err)
{
	struct names f = { .arena = a, .bases = bases, .n_bases = n_bases };
	struct sv script, rest;

	f.list.path = gaff_arena_alloc(a, GAFF_COMMAND_FILES_MAX * sizeof *f.list.path);
	GAFF_TRY(gaff_arena_check(a, err));
	if (gaff_words_script(a, command, &script, &rest))
		add(&f, in_folder(a, folder, script));
	add_quoted(&f, command);
	f.here.n = 0;
	add_pieces(&f, command);
	f.bases = f.all.path;
	f.n_bases = f.all.n;
	f.stays = true;
	if (!a->failed)
		add_pieces(&f, command);
	GAFF_TRY(gaff_arena_check(a, err));
	if (f.too_many)
		return gaff_fail(err, GAFF_ELIMIT,
				 "a command names more than %d files, or goes to too many folders",
				 GAFF_COMMAND_FILES_MAX);
	*out = f.list;
	return GAFF_OK;
}
