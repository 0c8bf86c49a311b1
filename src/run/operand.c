#include "run/operand.h"

#include <sys/stat.h>

#include "text/path.h"
#include "text/shell.h"
#include "text/words.h"

/* ---- who runs a file ---- */

enum {
	IF_LIKE_A_FILE = 1, /* an operand without "." and "/" is no file: `bun test` */
	IMPORTS = 2,        /* without a script it imports from where it is */
};

/*
 * names     of the interpreter, also with a version behind them: python3.12
 * behind    words before the script: `deno run x.ts`
 * code      options that stand for a script: the next word is code, and no file
 * values    options whose value is the next word
 * files     options whose value is a file with code, when it is a path
 */
static const struct interpreter {
	const char *names, *behind, *code, *values, *files;
	unsigned flags;
} interpreters[] = {
	/* clang-format off */
	{ "python python2 python3 pypy pypy3", NULL, "-c -m", "-W -X", NULL, IMPORTS },
	{ "node nodejs", NULL, "-e -p --eval --print -pe", "-C --conditions --env-file --input-type",
	  "-r --require --import --loader --experimental-loader", 0 },
	{ "tsx ts-node", NULL, "-e -p --eval", "-P --project", "-r --require --import", 0 },
	{ "sh bash dash zsh ksh mksh ash fish", NULL, "-c", "-o +o -O +O",
	  "--rcfile --init-file", 0 },
	{ ". source", NULL, NULL, NULL, NULL, 0 },
	{ "ruby jruby", NULL, "-e", "-E -C -x", "-r", 0 },
	{ "perl", NULL, "-e -E", NULL, NULL, 0 },
	{ "php", NULL, "-r -B -R -E", "-d -c -t -S", "-f -F", 0 },
	{ "lua luajit", NULL, "-e", NULL, "-l", 0 },
	{ "Rscript", NULL, "-e", NULL, NULL, 0 },
	{ "deno", "run", "eval", "--config -c --lock", "--import-map --preload", IF_LIKE_A_FILE },
	{ "bun", "run", "-e --eval", "--cwd -c --config", "-r --preload --require", IF_LIKE_A_FILE },
	{ "uv poetry pipenv pdm rye hatch", "run", "-m --module", "--with --python -p --directory",
	  "--script -s", IF_LIKE_A_FILE },
	{ "pwsh powershell", NULL, "-c -Command -EncodedCommand", NULL, "-f -File", IF_LIKE_A_FILE },
	{ "osascript", NULL, "-e", "-l -s", NULL, 0 },
	{ "java", NULL, "-version --version", "-cp -classpath", "-jar", IF_LIKE_A_FILE },
	{ "make gmake", NULL, NULL, NULL, "-f --file --makefile", IF_LIKE_A_FILE },
	{ "awk gawk mawk", NULL, NULL, NULL, "-f --file", IF_LIKE_A_FILE },
	/* clang-format on */
};

/* Who runs the words behind it, after options, assignments and numbers. */
static const char launchers[] =
	"env exec nice nohup time timeout gtimeout command builtin sudo doas stdbuf "
	"setsid ionice chrt caffeinate busybox xargs flock chronic unbuffer arch";

/* "python3.12" is "python3", "/usr/bin/python3" too. */
static bool is_named(struct sv word, const char *names)
{
	for (size_t i = word.n; i > 0; i--) {
		if (word.p[i - 1] == '/') {
			word = sv_skip(word, i);
			break;
		}
	}
	if (gaff_is_among(word, names))
		return true;
	while (word.n && (ascii_isdigit(word.p[word.n - 1]) || word.p[word.n - 1] == '.' ||
			  word.p[word.n - 1] == '-'))
		word.n--;
	return word.n && gaff_is_among(word, names);
}

static const struct interpreter *find_interpreter(struct sv word)
{
	for (size_t i = 0; i < COUNT_OF(interpreters); i++)
		if (is_named(word, interpreters[i].names))
			return &interpreters[i];
	return NULL;
}

static bool is_in(struct sv word, const char *list)
{
	return list && gaff_is_among(word, list);
}

/* ---- the words of a command ---- */

struct settling {
	struct arena *arena;
	struct sv text; /* what words are at */
	const char *folder;
	struct buf out;
	size_t done;          /* of the text, as far as it is in out */
	bool is_elsewhere;    /* it went to a folder of its own: names are relative to that */
	bool is_further_down; /* it went to a folder of the project */
	bool has_script, imports;
	struct gaff_err *err;
	enum gaff_rc rc;
};

/* Its value; false: a shell has to compute it. */
static bool is_plain(struct settling *s, const struct shell_word *word, struct sv *out)
{
	struct buf b = buf_in(s->arena);

	for (const struct shell_part *part = word->part; part; part = part->next) {
		if (part->kind != SHELL_TEXT)
			return false;
		gaff_buf_add(&b, part->text);
	}
	*out = buf_sv(&b);
	return buf_ok(&b);
}

static void replace(struct settling *s, const struct shell_word *word, const char *path)
{
	gaff_buf_add(&s->out, (struct sv){ s->text.p + s->done, word->at - s->done });
	gaff_word_quote_always(&s->out, sv_of(path));
	s->done = word->at + word->n;
}

/* A name that is relative: the file beside the manifest, or nobody's. */
static void settle(struct settling *s, const struct shell_word *word, struct sv name)
{
	const char *path;
	struct stat about;

	if (!name.n || name.p[0] == '/' || s->is_elsewhere || s->rc != GAFF_OK ||
	    word->at < s->done || memchr(name.p, ':', name.n)) /* a URL, npm:x */
		return;
	path = s->is_further_down ? NULL : gaff_path_join(s->arena, s->folder, name);
	if (path && stat(path, &about) == 0)
		replace(s, word, path);
	else
		s->rc = gaff_fail(
			s->err, GAFF_EHOOK,
			"%.*s would be taken from the project that an agent is in: put it "
			"beside the manifest, in %s, or name its whole path",
			(int)(name.n < 100 ? name.n : 100), name.p, s->folder);
}

static bool is_like_a_file(struct sv name)
{
	return memchr(name.p, '/', name.n) || memchr(name.p, '.', name.n);
}

static void settle_program(struct settling *s, const struct shell_word *word, bool is_first);

/* What stands behind the name of an interpreter. */
static void settle_script(struct settling *s, const struct interpreter *row,
			  const struct shell_word *word)
{
	bool is_behind = !row->behind;
	struct sv name = { 0 };

	for (word = word->next; word; word = word->next) {
		bool is_known = is_plain(s, word, &name);

		if (is_known && !is_behind && sv_eq(name, sv_of(row->behind))) {
			is_behind = true;
		} else if (is_known && is_in(name, row->code)) {
			break;
		} else if (is_known && is_in(name, row->values)) {
			word = word->next ? word->next : word;
		} else if (is_known && is_in(name, row->files) && word->next) {
			word = word->next;
			if (is_plain(s, word, &name) && is_like_a_file(name))
				settle(s, word, name);
			s->has_script = true;
		} else if (!is_known || (name.n && name.p[0] != '-' && name.p[0] != '+')) {
			s->has_script = true;
			if (is_known && find_interpreter(name) && row->behind)
				settle_program(s, word, false);
			else if (is_known &&
				 (!(row->flags & IF_LIKE_A_FILE) ||
				  (is_like_a_file(name) && strcmp(row->names, "make gmake"))))
				settle(s, word, name);
			return;
		}
	}
	s->imports = s->imports || row->flags & IMPORTS;
}

static bool is_passed_over(struct sv word)
{
	return !word.n || word.p[0] == '-' || ascii_isdigit(word.p[0]) ||
	       memchr(word.p, '=', word.n);
}

/*
 * The program that these words start, behind those that start others. The first word of all is a
 * script beside the manifest already (command.h).
 */
static void settle_program(struct settling *s, const struct shell_word *word, bool is_first)
{
	bool is_launched = false, may_be_value = false;

	for (; word; word = word->next) {
		const struct interpreter *row;
		struct sv name;

		if (!is_plain(s, word, &name))
			return;
		row = find_interpreter(name);
		if (row && !memchr(name.p, '/', name.n)) {
			settle_script(s, row, word);
			return;
		}
		if (is_named(name, launchers)) {
			is_launched = true;
		} else if (is_launched && is_passed_over(name)) {
			may_be_value = name.n && name.p[0] == '-';
			is_first = false;
			continue;
		} else if (memchr(name.p, '/', name.n)) {
			if (!is_first)
				settle(s, word, name);
			if (row)
				settle_script(s, row, word);
			return;
		} else if (!may_be_value) {
			return;
		}
		may_be_value = is_first = false;
	}
}

/* `cd ~/hooks && python3 check.py` is in a folder that was named, `cd tools && …` in the project.
 */
static void go(struct settling *s, const struct shell_word *word)
{
	struct sv name;

	if (!is_plain(s, word, &name) || (name.n && name.p[0] == '/'))
		s->is_elsewhere = true;
	else
		s->is_further_down = true;
}

static void settle_nodes(struct settling *s, const struct shell_node *node);

static void settle_words(struct settling *s, const struct shell_word *word)
{
	for (; word; word = word->next)
		for (const struct shell_part *part = word->part; part; part = part->next) {
			if (part->node)
				settle_nodes(s, part->node);
			if (part->word)
				settle_words(s, part->word);
		}
}

static void settle_nodes(struct settling *s, const struct shell_node *node)
{
	for (; node && s->rc == GAFF_OK; node = node->next) {
		const struct shell_word *word = node->words;
		struct sv name;

		for (const struct shell_assign *v = node->assigns; v; v = v->next)
			settle_words(s, v->value);
		settle_words(s, word);
		if (node->kind == SHELL_SIMPLE && word && is_plain(s, word, &name)) {
			if (word->next && gaff_is_among(name, "cd pushd"))
				go(s, word->next);
			else
				settle_program(s, word, word->at == 0);
		}
		settle_nodes(s, node->child);
	}
}

enum gaff_rc gaff_own_command(struct arena *a, struct sv command, const char *folder,
			      struct gaff_own_command *out, struct gaff_err *err)
{
	struct settling s = { .arena = a, .folder = folder, .out = buf_in(a), .err = err };
	struct shell shell;

	GAFF_TRY(gaff_shell_parse(a, command, &shell, err));
	s.text = shell.text;
	settle_nodes(&s, shell.root);
	if (s.rc != GAFF_OK)
		return s.rc;
	gaff_buf_add(&s.out, sv_skip(s.text, s.done));
	if (!buf_ok(&s.out) || a->failed)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for a command");
	*out = (struct gaff_own_command){ .text = s.done ? buf_sv(&s.out) : command,
					  .imports_from_cwd = s.imports && !s.has_script };
	return GAFF_OK;
}
