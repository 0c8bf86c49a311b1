#include "guard/eval/walk.h"
#include "text/words.h"

/* A simple command: its files, its assignments, its words in each way they may turn out. */

/* ---- redirections ---- */

enum { OPENED_MAX = 512 };

/* Another one than stdin: /dev/fd/3 is a file with that text. */
static struct sv fd_name(struct walk *w, struct sv number)
{
	return sv_join(w->arena, SV("/dev/fd/"), number, SV(""));
}

static void open_fd(struct walk *w, int fd, const struct value *text,
		    const struct gaff_program *from)
{
	char digit = (char)('0' + fd);

	if (fd >= 0 && fd <= 9)
		walk_set_file(w, fd_name(w, (struct sv){ &digit, 1 }), text, from);
}

static void read_text(struct redirected *out, const struct value *text,
		      const struct gaff_program *from)
{
	out->here = *text;
	out->io.kind = GAFF_STDIN_TEXT;
	out->io.text = &out->here;
	out->io.fed_by = from;
}

/* <&3: what was opened by that number; what it is cannot be known if it was not here. */
static void read_fd(struct walk *w, struct sv number, struct redirected *out)
{
	const struct binding *file;

	if (!number.n || !ascii_isdigit(number.p[0]) || sv_eq(number, SV("0")))
		return;
	if (number.p[number.n - 1] == '-')
		number.n--;
	file = walk_find(w, BIND_FILE, fd_name(w, number));
	if (file)
		read_text(out, &file->value, file->from);
	else
		out->io.kind = GAFF_STDIN_UNKNOWN;
}

/* The files a command opens, and what it reads. */
void walk_redirect(struct walk *w, const struct shell_redirect *r, struct redirected *out)
{
	struct gaff_opened **last = &out->opened;
	size_t n = 0;

	for (; r && walk_step(w, 1); r = r->next) {
		struct gaff_word target;
		struct gaff_opened *o;

		if (r->op == SHELL_HERE_DOC || r->op == SHELL_HERE_STRING) {
			struct value v = walk_expand_value(w, r->target);

			if (r->op == SHELL_HERE_STRING)
				value_add(w, &v, SV("\n"));
			if (r->fd == 0)
				read_text(out, &v, NULL);
			else
				open_fd(w, r->fd, &v, NULL);
			continue;
		}
		target = walk_expand_one(w, r->target);
		if (r->op == SHELL_READ_FD && r->fd == 0)
			read_fd(w, target.text, out);
		if (r->op == SHELL_READ_FD || r->op == SHELL_WRITE_FD)
			continue;
		if (++n > OPENED_MAX) {
			walk_unknown(w, "it opens too many files", target.at, target.n);
			return;
		}
		o = gaff_arena_alloc(w->arena, sizeof *o);
		if (!o)
			return;
		*o = (struct gaff_opened){ .path = target,
					   .writes = r->op != SHELL_READ || r->is_both,
					   .appends = r->op == SHELL_APPEND ||
						      r->op == SHELL_APPEND_ALL };
		*last = o;
		last = &o->next;
		if (r->op == SHELL_READ && r->fd == 0) {
			struct sv name = walk_file_name(w, target);
			const struct binding *file = walk_find(w, BIND_FILE, name);

			out->io.kind = GAFF_STDIN_FILE;
			out->io.fed_by = NULL;
			if (file)
				read_text(out, &file->value, file->from);
		} else if (r->op == SHELL_READ && r->fd > 0 && !r->is_both) {
			const struct binding *file = walk_find(w, BIND_FILE,
							       walk_file_name(w, target));
			struct value none = { 0 };

			open_fd(w, r->fd, file ? &file->value : &none, file ? file->from : NULL);
		} else if (o->writes && r->fd == 1) {
			out->file = target;
			out->appends = o->appends;
			out->io.out = &out->printed;
		}
	}
}

void walk_redirect_end(struct walk *w, struct redirected *r)
{
	if (r->io.out == &r->printed)
		walk_write_file(w, r->file.text, &r->printed, r->appends);
}

/* ---- assignments and words ---- */

/* Variables that programs start as commands of their own. */
static const char command_variables[] =
	"GIT_SSH_COMMAND GIT_PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_EXTERNAL_DIFF "
	"GIT_PROXY_COMMAND GIT_ASKPASS PAGER EDITOR VISUAL PROMPT_COMMAND LESSOPEN MANPAGER "
	"SUDO_ASKPASS RSYNC_RSH";

/* Of a prompt a shell runs what is substituted in it. */
static void walk_prompt(struct walk *w, const struct shell_assign *a, struct sv value)
{
	if (sv_has(value, SV("$(")) || sv_chr(value, '`'))
		walk_text(w, sv_join(w->arena, SV(": \""), value, SV("\"")),
			  (struct gaff_word){ .at = a->value->at, .n = a->value->n },
			  (struct io){ 0 });
}

/* x=(a b), x+=(c) and x[1]=a; what is put at a place leaves nothing known of the others. */
static void assign_list(struct walk *w, const struct shell_assign *a, struct sv name)
{
	struct fields f = { 0 };
	struct binding *b;
	const struct binding *old = a->is_append ? walk_find(w, BIND_VARIABLE, name) : NULL;
	bool is_placed = a->is_element || (a->is_append && (!old || !old->is_array));

	if (old)
		fields_add_all(w, &f, old->item, old->n_items);
	for (const struct shell_word *word = a->value; word; word = word->next) {
		const struct shell_part *first = word->part;

		walk_expand(w, word, &f);
		is_placed |= first && (first->kind == SHELL_TEXT || first->kind == SHELL_GLOB) &&
			     first->text.n && first->text.p[0] == '[';
	}
	if (is_placed) {
		f.n = 0;
		fields_add(w, &f, (struct gaff_word){ .text = value_hole, .may_split = true });
	}
	b = walk_bind(w, BIND_VARIABLE, name);
	if (!b)
		return;
	b->is_array = true;
	b->item = f.item;
	b->n_items = f.n;
}

static void assign(struct walk *w, const struct shell_assign *a, bool is_exported)
{
	const struct binding *old = walk_find(w, BIND_VARIABLE, a->name);
	struct sv name = a->name;
	struct binding *b;
	struct value v;

	if (old && old->is_ref) {
		name = old->value.alt[0];
		old = walk_find(w, BIND_VARIABLE, name);
	}
	if (a->is_array) {
		assign_list(w, a, name);
		return;
	}
	v = a->value ? walk_expand_value(w, a->value) : value_of(SV(""));
	if (a->is_append) {
		struct value before = old && !old->is_array ? old->value : value_any();

		value_add_value(w, &before, &v);
		v = before;
	}
	b = walk_bind(w, BIND_VARIABLE, name);
	walk_note_variable(w, name);
	if (b) {
		b->value = v;
		b->is_exported = is_exported || (old && old->is_exported);
	}
	if (a->value && v.n && name.n == 3 && sv_starts(name, SV("PS")))
		walk_prompt(w, a, v.alt[0]);
	if (gaff_is_among(a->name, command_variables) && v.n && v.alt[0].n &&
	    !sv_eq(v.alt[0], value_hole))
		walk_text(w, v.alt[0],
			  (struct gaff_word){ .at = a->value ? a->value->at : 0,
					      .n = a->value ? a->value->n : 0 },
			  (struct io){ 0 });
}

/* What stands in front of a program is set for that alone. */
static void unassign(struct walk *w, const struct shell_assign *a, const struct binding *env)
{
	for (; a && walk_step(w, 1); a = a->next)
		walk_rebind(w, BIND_VARIABLE, a->name,
			    walk_find_in(w, env, BIND_VARIABLE, a->name));
}

struct sv walk_folder(struct walk *w)
{
	const struct binding *pwd = walk_find(w, BIND_VARIABLE, walk_folder_name);
	struct sv cwd = pwd ? walk_choose(w, &pwd->value) : w->world->cwd;

	if (cwd.n && memchr(cwd.p, 0, cwd.n))
		cwd.n = 0;
	return cwd;
}

/* exec < file: what comes next reads that; exec > file: and prints there. */
static void keep_open(struct walk *w, struct redirected *r)
{
	struct value any = value_any();

	if (r->io.kind == GAFF_STDIN_TEXT && r->io.text == &r->here) {
		w->has_stdin = true;
		open_fd(w, 0, &r->here, r->io.fed_by);
	}
	if (r->io.out == &r->printed)
		r->printed = any;
}

static void read_kept(struct walk *w, struct redirected *r)
{
	const struct binding *file = walk_find(w, BIND_FILE, fd_name(w, SV("0")));

	if (file)
		read_text(r, &file->value, file->from);
}

static void assign_all(struct walk *w, const struct shell_assign *a, bool is_exported)
{
	for (; a && walk_step(w, 1); a = a->next)
		assign(w, a, is_exported);
}

/* Once for each choice among the values that its words may have. */
void walk_simple(struct walk *w, const struct shell_node *node, struct io io)
{
	const struct binding *env = w->env;
	struct memo *outer = w->memo;
	struct branches ways;
	bool is_assigned = false;
	size_t n = 1;

	w->memo = NULL;
	w->pick.choice = 0;
	w->pick.n = 1;
	w->pick.is_hole = false;
	/* those of a program are made when its words are there: x=reset git $x is none of that x */
	if (!node->words)
		assign_all(w, node->assigns, false);
	ways = walk_branches(w, io.out);
	for (size_t i = 0; i < n && walk_step(w, 1); i++) {
		struct redirected r = { .io = io };
		struct fields words = { 0 };

		if (w->has_stdin && io.kind == GAFF_STDIN_NONE)
			read_kept(w, &r);

		w->env = ways.env;
		w->pick.choice = i;
		w->pick.n = 1;
		for (const struct shell_word *word = node->words; word; word = word->next)
			walk_expand(w, word, &words);
		walk_redirect(w, node->redirects, &r);
		w->cwd = walk_folder(w);
		if (w->pick.n > CHOICES_MAX) {
			w->pick.is_hole = true; /* once more, with holes */
			i = (size_t)-1;
			n = 1;
			continue;
		}
		n = w->pick.n > n ? w->pick.n : n;
		is_assigned |= !words.n;
		if (node->words)
			assign_all(w, node->assigns, words.n > 0);
		if (!words.n && r.opened) { /* "> file" has no program: it is ":" that writes */
			struct gaff_word nothing = { .text = SV(":"),
						     .at = node->at,
						     .n = node->n };

			fields_add(w, &words, nothing);
		}
		if (ways.out)
			*ways.out = ways.start;
		if (words.n == 1 && sv_eq(words.item[0].text, SV("exec")))
			keep_open(w, &r);
		walk_command(w, &words, r.opened, r.io);
		walk_redirect_end(w, &r);
		walk_branch_end(w, &ways);
	}
	walk_branches_end(w, &ways);
	w->memo = outer;
	if (node->words && node->assigns && !is_assigned)
		unassign(w, node->assigns, env);
	else if (node->words && node->assigns)
		walk_join(w, env, w->env, env);
}
