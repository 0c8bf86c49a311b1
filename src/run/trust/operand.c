#include "run/trust/operand.h"

#include <sys/stat.h>

#include "run/trust/interpreter.h"
#include "text/path.h"
#include "text/shell/shell.h"
#include "text/words.h"

/* Who runs the words behind it, after options, assignments and numbers. */
static const char launchers[] =
	"env exec nice nohup time timeout gtimeout command builtin sudo doas stdbuf "
	"setsid ionice chrt caffeinate busybox xargs flock chronic unbuffer arch npx bunx pnpx";

/* ---- the words of a command ---- */

/* A place of the text that becomes another. */
struct edit {
	size_t at, n;
	struct sv text;
	bool is_import; /* only needed where the whole command cannot be told */
	struct edit *next;
};

enum { TEXTS_MAX = 8 }; /* inside of each other: sh -c "sh -c ..." */

struct settling {
	struct arena *arena;
	struct sv text; /* what words are at */
	const char *folder;
	struct edit *edits;                /* in the order of the text */
	const struct interpreter *reading; /* who of the last command takes its input for code */
	int texts;            /* that this is inside of: what is in there is not rewritten */
	bool is_elsewhere;    /* it went to a folder of its own: names are relative to that */
	bool is_further_down; /* it went to a folder of the project */
	bool has_script, imports;
	struct gaff_err *err;
	enum gaff_rc rc;
};

static void add_edit(struct settling *s, struct edit edit)
{
	struct edit **at = &s->edits, *new = gaff_arena_alloc(s->arena, sizeof *new);

	if (!new)
		return; /* the arena remembers it */
	while (*at && (*at)->at <= edit.at)
		at = &(*at)->next;
	*new = edit;
	new->next = *at;
	*at = new;
}

static void replace(struct settling *s, const struct shell_word *word, struct sv front,
		    const char *path)
{
	struct buf whole = buf_in(s->arena), quoted = buf_in(s->arena);

	gaff_buf_add(&whole, front);
	gaff_buf_add(&whole, sv_of(path));
	gaff_word_quote_always(&quoted, buf_sv(&whole));
	add_edit(s, (struct edit){ word->at, word->n, buf_sv(&quoted), false, NULL });
}

/* "x.sh" */
static bool ends_like_a_file(struct sv name)
{
	size_t n = name.n;

	while (n && ascii_isalpha(name.p[n - 1]))
		n--;
	return n && name.p[n - 1] == '.' && name.n - n >= 1 && name.n - n <= 4;
}

/* An option is not known, and this is the code behind it: nobody calls a file so. */
static bool is_code(struct sv name)
{
	bool has_blank = false;

	if (sv_starts(name, SV("./")) || sv_starts(name, SV("../")))
		return false;
	for (size_t i = 0; i < name.n; i++) {
		if (strchr("\n\r;(){}|&<>$", name.p[i]))
			return true;
		has_blank = has_blank || name.p[i] == ' ' || name.p[i] == '\t';
	}
	return has_blank && !ends_like_a_file(name);
}

static void refuse(struct settling *s, struct sv name)
{
	int n = (int)(name.n < 100 ? name.n : 100);

	if (s->texts)
		s->rc = gaff_fail(s->err, GAFF_EHOOK,
				  "%.*s would be taken from the project that an agent is in: name "
				  "its whole path",
				  n, name.p);
	else
		s->rc = gaff_fail(
			s->err, GAFF_EHOOK,
			"%.*s would be taken from the project that an agent is in: put it "
			"beside the manifest, in %s, or name its whole path",
			n, name.p, s->folder);
}

/* A name that is relative, with `front` of its word before it: the file beside the manifest, or
 * nobody's.
 */
static void settle_behind(struct settling *s, const struct shell_word *word, struct sv front,
			  struct sv name)
{
	bool is_here = !s->is_further_down && !s->texts;
	const char *path;
	struct stat about;

	if (!name.n || name.p[0] == '/' || s->is_elsewhere || s->rc != GAFF_OK ||
	    memchr(name.p, ':', name.n)) /* a URL, npm:x */
		return;
	path = is_here ? gaff_path_join(s->arena, s->folder, name) : NULL;
	if (path && stat(path, &about) == 0)
		replace(s, word, front, path);
	else if (!is_code(name))
		refuse(s, name);
}

static void settle(struct settling *s, const struct shell_word *word, struct sv name)
{
	settle_behind(s, word, (struct sv){ 0 }, name);
}

static bool is_like_a_file(struct sv name)
{
	return memchr(name.p, '/', name.n) || memchr(name.p, '.', name.n);
}

static void settle_program(struct settling *s, const struct shell_word *word, bool is_first);
static void settle_nodes(struct settling *s, const struct shell_node *node);

/* Here something imports from where it is. */
static void note_import(struct settling *s, const struct shell_word *program)
{
	s->imports = true;
	if (program && !s->texts)
		add_edit(s,
			 (struct edit){ program->at, 0, SV("env PYTHONSAFEPATH=1 "), true, NULL });
}

/* A text that `program` runs as a shell does; NULL: this shell. */
static void settle_text(struct settling *s, const struct shell_word *program, struct sv text)
{
	struct settling inner = *s;
	struct shell shell;

	if (s->rc != GAFF_OK)
		return;
	inner.texts++;
	inner.has_script = inner.imports = false;
	if (inner.texts > TEXTS_MAX)
		s->rc = gaff_fail(s->err, GAFF_EHOOK, "a command has too many others inside");
	else
		s->rc = gaff_shell_parse(s->arena, text, &shell, s->err);
	if (s->rc != GAFF_OK)
		return;
	inner.text = shell.text;
	settle_nodes(&inner, shell.root);
	s->rc = inner.rc;
	s->has_script = s->has_script || inner.has_script;
	if (!program) {
		s->is_elsewhere = inner.is_elsewhere;
		s->is_further_down = inner.is_further_down;
	}
	if (inner.imports && !inner.has_script)
		note_import(s, program);
}

/* The file that an option loads; a name without a path is a package. */
static void settle_file(struct settling *s, const struct shell_word *word, struct sv name,
			size_t at)
{
	struct sv file = sv_skip(name, at);

	if (is_like_a_file(file))
		settle_behind(s, word, (struct sv){ name.p, at }, file);
	s->has_script = true;
}

/* What an interpreter runs when no option has said it. */
static void settle_operand(struct settling *s, const struct interpreter *row,
			   const struct shell_word *word, struct sv name)
{
	if (row->flags & NO_SCRIPT)
		return;
	s->has_script = true;
	if (gaff_find_interpreter(name) && row->behind)
		settle_program(s, word, false);
	else if (sv_eq(name, SV("/dev/stdin")))
		s->reading = row;
	else if (!(row->flags & IF_LIKE_A_FILE) || is_like_a_file(name))
		settle(s, word, name);
}

/* What stands behind the name of an interpreter. */
static void settle_script(struct settling *s, const struct interpreter *row,
			  const struct shell_word *program)
{
	bool is_behind = !row->behind, has_code = false;
	struct option option = { 0 };

	for (const struct shell_word *word = program->next; word; word = word->next) {
		struct sv name = { 0 };
		bool is_known = gaff_shell_plain(s->arena, word, &name);

		if (is_known && !is_behind && sv_eq(name, sv_of(row->behind))) {
			is_behind = true;
			continue;
		}
		if (!is_known || !gaff_is_option(row, name)) {
			if (has_code && is_known && row->flags & IS_SHELL)
				settle_text(s, program, name);
			if (has_code && !(row->flags & RUNS_BOTH))
				break;
			if (is_known)
				settle_operand(s, row, word, name);
			else
				s->has_script = true;
			return;
		}
		option = gaff_read_option(row, name);
		has_code = has_code || option.is_code;
		if (option.takes == TAKES_INPUT ||
		    (has_code && !(row->flags & (GOES_ON | IS_SHELL))))
			break;
		if ((option.takes == TAKES_VALUE || option.takes == TAKES_FILE) && !option.value) {
			word = word->next ? word->next : word;
			if (option.takes == TAKES_FILE && gaff_shell_plain(s->arena, word, &name))
				settle_file(s, word, name, 0);
		} else if (option.takes == TAKES_FILE) {
			settle_file(s, word, name, option.value);
		}
	}
	if (!has_code && !(row->flags & (IF_LIKE_A_FILE | NO_SCRIPT)))
		s->reading = row;
	if (row->flags & IMPORTS)
		note_import(s, program);
}

/* The words behind `eval`; one that is computed is not known. */
static void settle_eval(struct settling *s, const struct shell_word *word)
{
	struct buf text = buf_in(s->arena);
	struct sv name;

	for (; word && gaff_shell_plain(s->arena, word, &name); word = word->next) {
		BUF_JOIN(&text, name, SV(" "));
	}
	if (buf_ok(&text))
		settle_text(s, NULL, buf_sv(&text));
}

/* ---- what starts it ---- */

static bool is_passed_over(struct sv word)
{
	return !word.n || word.p[0] == '-' || ascii_isdigit(word.p[0]) ||
	       memchr(word.p, '=', word.n);
}

/* X="$y", --x="$y": it is no program, whatever the value is. */
static bool is_computed_setting(const struct shell_word *word)
{
	const struct shell_part *part = word->part;

	return part && part->kind == SHELL_TEXT && part->text.n && is_passed_over(part->text);
}

/*
 * The program that these words start, behind those that start others. The first word of all is a
 * script beside the manifest already (command.h).
 */
static void settle_program(struct settling *s, const struct shell_word *word, bool is_first)
{
	bool is_launched = false, may_be_value = false, is_lock = false, is_flock = false;

	for (; word && s->rc == GAFF_OK; word = word->next) {
		const struct interpreter *row;
		bool has_path;
		struct sv name;

		if (!gaff_shell_plain(s->arena, word, &name)) {
			if (!is_launched || !(is_lock || may_be_value || is_computed_setting(word)))
				return;
			is_lock = may_be_value = false;
			continue;
		}
		row = gaff_find_interpreter(name);
		has_path = memchr(name.p, '/', name.n);
		if (row && (is_first || !has_path || name.p[0] == '/')) {
			settle_script(s, row, word);
			return;
		}
		if (sv_eq(name, SV("eval"))) {
			settle_eval(s, word->next);
			return;
		}
		if (sv_eq(name, SV("trap"))) {
			if (word->next && gaff_shell_plain(s->arena, word->next, &name))
				settle_text(s, NULL, name);
			return;
		}
		if (gaff_is_program(name, launchers) &&
		    (is_first || !has_path || name.p[0] == '/')) {
			is_launched = true;
			is_lock = gaff_is_program(name, "flock"); /* its file is in between */
			is_flock = is_lock;
		} else if (is_launched && is_passed_over(name)) {
			may_be_value = name.n && name.p[0] == '-';
			is_first = false;
			if (!is_flock || !sv_eq(name, SV("-c")) || !word->next)
				continue;
			if (gaff_shell_plain(s->arena, word->next, &name))
				settle_text(s, NULL, name);
			return;
		} else if (is_launched && (is_lock || (may_be_value && name.p[0] == '/'))) {
			is_lock = false;
		} else if (has_path) {
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

/* `cd ~/hooks && python3 check.py` is in a folder that was named; `cd tools && …` and `cd "$PWD"`
 * are in the project.
 */
static void go(struct settling *s, const struct shell_word *word)
{
	const struct shell_part *part = word->part;
	bool is_here = part && part->kind == SHELL_PARAM && gaff_is_among(part->text, "PWD OLDPWD");
	struct sv name;

	if (!is_here && (!gaff_shell_plain(s->arena, word, &name) || (name.n && name.p[0] == '/')))
		s->is_elsewhere = true;
	else
		s->is_further_down = true;
}

/* In a process of its own: where it goes is nothing to the others. */
static void settle_apart(struct settling *s, const struct shell_node *node)
{
	bool was_elsewhere = s->is_elsewhere, was_further_down = s->is_further_down;

	settle_nodes(s, node);
	s->is_elsewhere = was_elsewhere;
	s->is_further_down = was_further_down;
}

static void settle_words(struct settling *s, const struct shell_word *word)
{
	for (; word; word = word->next)
		for (const struct shell_part *part = word->part; part; part = part->next) {
			if (part->node)
				settle_apart(s, part->node);
			if (part->word)
				settle_words(s, part->word);
		}
}

/* `sh <x.sh`, `sh <<<'./x.sh'`: what `s->reading` is given; false: nothing. */
static bool settle_input(struct settling *s, const struct shell_node *node)
{
	bool is_given = false;
	struct sv name;

	for (const struct shell_redirect *r = node->redirects; r; r = r->next) {
		if (r->fd != 0)
			continue;
		is_given = true;
		if (!gaff_shell_plain(s->arena, r->target, &name))
			continue;
		if (r->op == SHELL_READ)
			settle(s, r->target, name);
		else if ((r->op == SHELL_HERE_DOC || r->op == SHELL_HERE_STRING) &&
			 s->reading->flags & IS_SHELL)
			settle_text(s, node->words, name);
	}
	return is_given;
}

/* `cat x.sh | sh` */
static void settle_piped(struct settling *s, const struct shell_node *before)
{
	struct sv name;

	if (before->kind != SHELL_SIMPLE || !before->words ||
	    !gaff_shell_plain(s->arena, before->words, &name) || !sv_eq(name, SV("cat")))
		return;
	for (const struct shell_word *word = before->words->next; word; word = word->next)
		if (gaff_shell_plain(s->arena, word, &name) && name.n && name.p[0] != '-')
			settle(s, word, name);
}

static void settle_node(struct settling *s, const struct shell_node *node,
			const struct shell_node *before)
{
	const struct shell_word *word = node->words;
	struct sv name;

	for (const struct shell_assign *v = node->assigns; v; v = v->next)
		settle_words(s, v->value);
	settle_words(s, word);
	for (const struct shell_redirect *r = node->redirects; r; r = r->next)
		settle_words(s, r->target);
	if (node->kind != SHELL_SIMPLE || !word || !gaff_shell_plain(s->arena, word, &name))
		return;
	s->reading = NULL;
	if (word->next && gaff_is_among(name, "cd pushd"))
		go(s, word->next);
	else
		settle_program(s, word, word->at == 0 && !s->texts);
	if (s->reading && !settle_input(s, node) && before)
		settle_piped(s, before);
}

/* Of a pipe: each of them is apart. */
static void settle_stages(struct settling *s, const struct shell_node *node)
{
	bool was_elsewhere = s->is_elsewhere, was_further_down = s->is_further_down;

	for (const struct shell_node *before = NULL; node && s->rc == GAFF_OK;
	     before = node, node = node->next) {
		settle_node(s, node, before);
		settle_nodes(s, node->child);
		s->is_elsewhere = was_elsewhere;
		s->is_further_down = was_further_down;
	}
}

static void settle_nodes(struct settling *s, const struct shell_node *node)
{
	for (; node && s->rc == GAFF_OK; node = node->next) {
		settle_node(s, node, NULL);
		if (node->kind == SHELL_SUBSHELL)
			settle_apart(s, node->child);
		else if (node->kind != SHELL_PIPE)
			settle_nodes(s, node->child);
		else
			settle_stages(s, node->child);
	}
}

/* The text with its edits. */
static struct sv edited(struct settling *s, bool with_imports)
{
	struct buf out = buf_in(s->arena);
	size_t done = 0;

	for (const struct edit *e = s->edits; e; e = e->next) {
		if (e->at < done || (e->is_import && !with_imports))
			continue;
		gaff_buf_add(&out, (struct sv){ s->text.p + done, e->at - done });
		gaff_buf_add(&out, e->text);
		done = e->at + e->n;
	}
	gaff_buf_add(&out, sv_skip(s->text, done));
	return buf_sv(&out);
}

enum gaff_rc gaff_own_command(struct arena *a, struct sv command, const char *folder,
			      struct gaff_own_command *out, struct gaff_err *err)
{
	struct settling s = { .arena = a, .folder = folder, .err = err };
	struct shell shell;

	GAFF_TRY(gaff_shell_parse(a, command, &shell, err));
	s.text = shell.text;
	settle_nodes(&s, shell.root);
	if (s.rc == GAFF_OK && s.edits)
		command = edited(&s, s.has_script);
	if (s.rc != GAFF_OK)
		return s.rc;
	GAFF_TRY(gaff_arena_check(a, err));
	/* one setting would also be for the script, which imports what is beside it */
	*out = (struct gaff_own_command){ .text = command,
					  .imports_from_cwd = s.imports && !s.has_script };
	return GAFF_OK;
}
