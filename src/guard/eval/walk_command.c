#include "guard/eval/walk.h"
#include "guard/pieces.h"
#include "text/path.h"
#include "text/words.h"

/* One command whose words are known: an alias, a function, a builtin, or a program. */

enum { PROGRAMS_MAX = 4096, RECURSION_MAX = 3 };

const char gaff_why_fork_bomb[] = "a function that starts itself again and again";

static struct sv base_name(struct sv path)
{
	size_t start = 0;

	for (size_t i = 0; i < path.n; i++)
		if (path.p[i] == '/' || (path.p[i] == '\\' && i + 1 < path.n))
			start = i + 1;
	path = sv_skip(path, start);
	if (path.n > 1 && path.p[0] == '=' && !start) /* =git of zsh is /usr/bin/git */
		path = sv_skip(path, 1);
	return sv_without_exe(path);
}

/* /bin/r? is whatever fits; "[" is a program. */
static bool is_pattern(struct gaff_word word)
{
	return word.has_pattern && word.text.n > 2;
}

struct gaff_program *walk_add(struct walk *w, const struct fields *words,
			      struct gaff_opened *opened, struct io io)
{
	struct gaff_program *p;
	struct sv name = base_name(words->item[0].text);

	if (w->out->n >= PROGRAMS_MAX) {
		w->steps = 0;
		(void)walk_step(w, 1);
		return NULL;
	}
	p = gaff_arena_alloc(w->arena, sizeof *p);
	if (!p)
		return NULL;
	*p = (struct gaff_program){ .name = name,
				    .word = words->item,
				    .n = words->n,
				    .cwd = w->cwd,
				    .opened = opened,
				    .stdin_kind = io.kind,
				    .fed_by = io.fed_by,
				    .launcher = w->launcher,
				    .is_elsewhere = w->is_elsewhere,
				    .is_code = w->is_code,
				    .has_other_home = w->has_other_home,
				    .is_without_hooks = w->is_without_hooks,
				    .at = words->item[0].at,
				    .n_at = words->item[words->n - 1].at +
					    words->item[words->n - 1].n - words->item[0].at };
	if (words->item[words->n - 1].at < words->item[0].at || w->is_nested)
		p->n_at = words->item[0].n;
	if (io.kind == GAFF_STDIN_TEXT && io.text) {
		struct buf b = buf_in(w->arena);

		p->stdin_text = io.text->n ? io.text->alt[0] : SV("");
		for (size_t i = 0; i < io.text->n && io.text->n > 1; i++) {
			gaff_buf_add(&b, io.text->alt[i]);
			buf_addc(&b, '\n');
			p->stdin_text = buf_sv(&b);
		}
		if (sv_eq(p->stdin_text, value_hole))
			p->stdin_kind = GAFF_STDIN_UNKNOWN;
	}
	if (name.n && (memchr(name.p, 0, name.n) || is_pattern(words->item[0])))
		p->name = (struct sv){ 0 };
	*w->last = p;
	w->last = &p->next;
	w->out->n++;
	return p;
}

/* What the function has declared is gone after it. */
static void drop_locals(struct walk *w, const struct binding *before)
{
	const struct binding *after = w->env;

	for (const struct binding *b = after; b && b != before && walk_step(w, 0); b = b->prev)
		if (b->is_local)
			walk_rebind(w, b->kind, b->name, walk_find_in(w, before, b->kind, b->name));
}

static void walk_function(struct walk *w, const struct binding *f, const struct fields *words,
			  struct io io)
{
	const struct binding *args = walk_args(w), *before = w->env;
	size_t same = 0;

	*f->is_called = true;
	for (size_t i = 0; i < w->n_active; i++)
		same += w->active[i] == f->body;
	if (same && io.is_parallel) {
		walk_unknown(w, gaff_why_fork_bomb, words->item[0].at, words->item[0].n);
		return;
	}
	if (same >= RECURSION_MAX || w->n_active == COUNT_OF(w->active)) {
		walk_unknown(w, "a function that calls itself", words->item[0].at,
			     words->item[0].n);
		return;
	}
	walk_set_args(w, words->item + 1, words->n - 1);
	w->active[w->n_active++] = f->body;
	walk_node(w, f->body, io);
	w->n_active--;
	drop_locals(w, before);
	walk_reset_args(w, args);
}

/* False: it is none, or may be none. */
static bool call_function(struct walk *w, const struct fields *words, struct io io)
{
	const struct binding *f = walk_find(w, BIND_FUNCTION, words->item[0].text);
	bool is_inherited = f && walk_is_inherited(w, f);
	struct branches ways;

	if (!f || f->is_unset)
		return false;
	if (!f->is_maybe && !is_inherited) {
		walk_function(w, f, words, io);
		return true;
	}
	ways = walk_branches(w, io.out);
	for (; f && !f->is_unset && walk_step(w, 1); f = f->is_maybe ? f->other : NULL) {
		walk_branch_begin(w, &ways);
		walk_function(w, f, words, io);
		walk_branch_end(w, &ways);
		if (!f->is_maybe && !is_inherited)
			break;
	}
	if (!f || f->is_unset) {
		walk_branch_begin(w, &ways);
		walk_branch_end(w, &ways);
	}
	walk_branches_end(w, &ways);
	return f && !f->is_unset;
}

/* `alias g=git; g reset`: the words behind it are added to its text. */
static void call_alias(struct walk *w, const struct fields *words, struct sv text, struct io io)
{
	struct fields all = { 0 };

	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		/* a text with quotes or operators is one for a shell, and its last command gets the
		 * words */
		if (memchr("'\"\\;&|<>(){}`$#\n", c, 16)) {
			struct buf b = buf_in(w->arena);

			gaff_buf_add(&b, text);
			for (size_t k = 1; k < words->n; k++) {
				buf_addc(&b, ' ');
				gaff_word_quote_always(&b, words->item[k].text);
			}
			walk_text(w, buf_sv(&b), words->item[0], io);
			return;
		}
	}
	fields_split(w, &all, text, words->item[0]);
	fields_add_all(w, &all, words->item + 1, words->n - 1);
	if (!all.n)
		return;
	w->depth++;
	walk_command(w, &all, NULL, io);
	w->depth--;
}

/*
 * A shell that nobody types into expands none, and \git and sudo git do not either: so it is what
 * the alias says, and then what it would be without.
 */
static void call_aliases(struct walk *w, const struct fields *words, struct io io)
{
	const struct binding *alias = walk_find(w, BIND_ALIAS, words->item[0].text);
	const struct binding *env = w->env;
	struct branches ways;

	if (!alias || alias->is_unset || w->depth > DEPTH_MAX - 4)
		return;
	ways = walk_branches(w, io.out);
	for (size_t i = 0; i < alias->value.n; i++) {
		struct binding *hidden;

		walk_branch_begin(w, &ways);
		hidden = walk_bind(w, BIND_ALIAS, alias->name); /* alias ls='ls -l' */
		if (!hidden)
			return;
		hidden->is_unset = true;
		call_alias(w, words, alias->value.alt[i], io);
		walk_rebind(w, BIND_ALIAS, alias->name, alias);
		walk_branch_end(w, &ways);
	}
	w->env = env;
	walk_branch_begin(w, &ways);
	walk_branch_end(w, &ways);
	walk_branches_end(w, &ways);
}

/* The first word is not known: it may be nothing, and then the next one is the program. */
static void without_first(struct walk *w, const struct fields *words, struct gaff_opened *opened,
			  struct io io)
{
	struct fields rest = *words;

	rest.item++;
	rest.n--;
	rest.cap = rest.n;
	if (rest.n && words->item[0].may_split && sv_eq(words->item[0].text, value_hole))
		walk_command(w, &rest, opened, io);
}

/* The same once more, with what is named through links that the text has made. */
static void add_through_links(struct walk *w, const struct fields *words,
			      struct gaff_opened *opened, struct io io)
{
	struct fields all = { 0 };
	bool is_other = false;

	for (size_t i = 0; i < words->n; i++) {
		struct gaff_word word = words->item[i];
		struct buf b = buf_in(w->arena);

		/* what is below a link, for the link itself is no more than a name */
		if (i && word.text.n && word.text.p[0] != '-' && word.text.n < 4096 &&
		    memchr(word.text.p, '/', word.text.n)) {
			struct sv path, real;

			gaff_path_absolute(&b, w->cwd.n ? w->cwd : SV("/"), word.text, false);
			path = buf_sv(&b);
			real = walk_through_links(w, path, word.text.p[word.text.n - 1] == '/');
			if (buf_ok(&b) && real.p != path.p) {
				is_other = true;
				word.text = real.n ? real : SV("/");
			}
		}
		fields_add(w, &all, word);
	}
	if (is_other)
		(void)walk_add(w, &all, opened, io);
}

void walk_command(struct walk *w, const struct fields *words, struct gaff_opened *opened,
		  struct io io)
{
	bool only_program = w->only_program, no_function = w->no_function;
	struct gaff_program *p;

	w->only_program = w->no_function = false;
	if (!words->n || !walk_step(w, 4) || w->depth > DEPTH_MAX) {
		if (w->depth > DEPTH_MAX)
			walk_unknown(w, "it is nested too deep", 0, w->out->text.n);
		return;
	}
	if (word_is_known(words->item[0])) {
		call_aliases(w, words, io);
		if (!no_function && !only_program && call_function(w, words, io))
			return;
	}
	p = walk_add(w, words, opened, io);
	if (!p)
		return;
	if (!p->name.n && p->word[0].text.n) {
		walk_unknown(w, "the name of the program is computed", p->at, p->n_at);
		if (io.out)
			value_add(w, io.out, value_hole);
		without_first(w, words, opened, io);
		w->main = p;
		return;
	}
	if ((only_program || !walk_builtin(w, p, io)) && !walk_launch(w, p, io))
		walk_output(w, p, io);
	w->main = p;
	if (w->has_links)
		add_through_links(w, words, opened, io);
	walk_written(w, p, io);
}
