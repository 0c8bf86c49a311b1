#include "guard/walk.h"

/* The tree of a shell text, walked as a shell would, with values instead of effects. */

enum { DEPTH_MAX = 24, PROGRAMS_MAX = 4096, UNKNOWN_MAX = 64, RECURSION_MAX = 3 };

const char gaff_why_fork_bomb[] = "a function that starts itself again and again";

/* ---- the state ---- */

void walk_unknown(struct walk *w, const char *why, size_t at, size_t n)
{
	struct gaff_unknown *u;
	size_t count = 0;

	if (w->is_nested) {
		at = w->at;
		n = w->at_n;
	}
	for (u = w->out->unknown; u; u = u->next, count++)
		if (u->why == why && u->at == at)
			return;
	u = count < UNKNOWN_MAX ? gaff_arena_alloc(w->arena, sizeof *u) : NULL;
	if (!u)
		return;
	*u = (struct gaff_unknown){ .why = why, .at = at, .n = n };
	*w->last_unknown = u;
	w->last_unknown = &u->next;
}

bool walk_step(struct walk *w, size_t n)
{
	if (w->is_out_of_steps || w->steps < n + 1) {
		if (!w->is_out_of_steps) {
			w->is_out_of_steps = true;
			walk_unknown(w, "it is too long or too much nested to be followed", 0,
				     w->out->text.n);
		}
		return false;
	}
	w->steps -= n + 1;
	return true;
}

const struct binding *walk_find(struct walk *w, enum binding_kind kind, struct sv name)
{
	for (const struct binding *b = w->env; b && walk_step(w, 0); b = b->prev)
		if (b->kind == kind && sv_eq(b->name, name))
			return b;
	return NULL;
}

struct binding *walk_bind(struct walk *w, enum binding_kind kind, struct sv name)
{
	struct binding *b = gaff_arena_alloc(w->arena, sizeof *b);

	if (!b)
		return NULL;
	*b = (struct binding){ .kind = kind, .name = name, .prev = w->env };
	w->env = b;
	return b;
}

void walk_set(struct walk *w, struct sv name, const struct value *value)
{
	struct binding *b = walk_bind(w, BIND_VARIABLE, name);

	if (b)
		b->value = *value;
}

/* ---- branches ---- */

static struct value value_in(struct walk *w, const struct binding *env, const struct binding *of)
{
	const struct binding *now = w->env, *b;
	struct value v;

	w->env = env;
	b = walk_find(w, of->kind, of->name);
	w->env = now;
	if (!b || b->is_array)
		return value_any();
	v = b->value;
	if (b->is_unset)
		v = value_of(SV(""));
	return v;
}

/* What two ways leave behind: what either has set since `start` may be the one or the other. */
static void join(struct walk *w, const struct binding *start, const struct binding *one,
		 const struct binding *other)
{
	const struct binding *ways[] = { one, other };

	w->env = one;
	if (one == other)
		return;
	for (size_t i = 0; i < COUNT_OF(ways); i++)
		for (const struct binding *b = ways[i]; b && b != start && walk_step(w, 0);
		     b = b->prev) {
			const struct binding *known = NULL;
			struct binding *copy;

			/* the newest of a name, once */
			for (const struct binding *c = ways[i]; c != b && !known && walk_step(w, 0);
			     c = c->prev)
				if (c->kind == b->kind && sv_eq(c->name, b->name))
					known = c;
			if (known)
				continue;
			if (b->kind == BIND_VARIABLE && !b->is_array) {
				struct value v = value_in(w, one, b), o = value_in(w, other, b);

				value_join(&v, &o);
				walk_set(w, b->name, &v);
			} else if (i) {
				copy = walk_bind(w, b->kind, b->name);
				if (copy) {
					const struct binding *prev = copy->prev;

					*copy = *b;
					copy->prev = prev;
				}
			}
		}
}

/* What one of several branches prints. */
struct branches {
	struct value start, all;
	struct value *out;
	const struct binding *env, *joined;
	bool has_any;
};

static struct branches branches(const struct walk *w, struct value *out)
{
	struct branches b = { .out = out, .env = w->env };

	if (out)
		b.start = *out;
	return b;
}

static void branch_begin(struct walk *w, struct branches *b)
{
	w->env = b->env;
	if (b->out)
		*b->out = b->start;
}

static void branch_end(struct walk *w, struct branches *b)
{
	if (b->out) {
		struct value v = b->out->n ? *b->out : value_of(SV(""));

		value_join(&b->all, &v);
	}
	if (b->has_any) {
		join(w, b->env, b->joined, w->env);
		b->joined = w->env;
	} else {
		b->joined = w->env;
	}
	b->has_any = true;
}

static void branches_end(struct walk *w, struct branches *b)
{
	if (b->has_any)
		w->env = b->joined;
	if (b->out && b->has_any)
		*b->out = b->all;
}

/* ---- redirections ---- */

static void write_file(struct walk *w, struct gaff_word path, const struct value *text,
		       bool appends)
{
	struct sv name = walk_file_name(w, path);
	const struct binding *old;
	struct binding *b;
	struct value v = text && text->n ? *text : value_of(SV(""));

	if (!name.n)
		return;
	old = appends ? walk_find(w, BIND_FILE, name) : NULL;
	if (old) {
		struct value before = old->value;

		value_add_value(w, &before, &v);
		v = before;
	}
	b = walk_bind(w, BIND_FILE, name);
	if (b) {
		b->value = v;
		b->from = w->main;
	}
}

struct redirected {
	struct gaff_opened *opened;
	struct io io;
	struct value here, printed; /* what is read, and what goes to a file */
	struct gaff_word file;      /* where to */
	bool appends;
};

/* The files a command opens, and what it reads. */
static void redirect(struct walk *w, const struct shell_redirect *r, struct redirected *out)
{
	struct gaff_opened **last = &out->opened;

	for (; r && walk_step(w, 1); r = r->next) {
		struct gaff_word target;
		struct gaff_opened *o;

		if (r->op == SHELL_HERE_DOC || r->op == SHELL_HERE_STRING) {
			struct value v = walk_expand_value(w, r->target);

			if (r->op == SHELL_HERE_STRING)
				value_add(w, &v, SV("\n"));
			if (r->fd == 0) {
				out->here = v;
				out->io.kind = GAFF_STDIN_TEXT;
				out->io.text = &out->here;
				out->io.fed_by = NULL;
			}
			continue;
		}
		target = walk_expand_one(w, r->target);
		if (r->op == SHELL_READ_FD || r->op == SHELL_WRITE_FD)
			continue;
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
			if (file) {
				out->io.kind = GAFF_STDIN_TEXT;
				out->here = file->value;
				out->io.text = &out->here;
				out->io.fed_by = file->from;
			}
		} else if (o->writes && r->fd == 1) {
			out->file = target;
			out->appends = o->appends;
			out->io.out = &out->printed;
		}
	}
}

static void redirected_end(struct walk *w, struct redirected *r)
{
	if (r->io.out == &r->printed)
		write_file(w, r->file, &r->printed, r->appends);
}

/* ---- one command ---- */

static struct sv base_name(struct sv path)
{
	size_t start = 0;

	for (size_t i = 0; i < path.n; i++)
		if (path.p[i] == '/' || (path.p[i] == '\\' && i + 1 < path.n))
			start = i + 1;
	path = sv_skip(path, start);
	if (path.n > 4 && sv_eq_nocase(sv_skip(path, path.n - 4), SV(".exe")))
		path.n -= 4;
	return path;
}

static struct gaff_program *add_program(struct walk *w, const struct fields *words,
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
	if (name.n && memchr(name.p, 0, name.n))
		p->name = (struct sv){ 0 };
	*w->last = p;
	w->last = &p->next;
	w->out->n++;
	return p;
}

static bool call_function(struct walk *w, const struct fields *words, struct io io)
{
	const struct binding *f = walk_find(w, BIND_FUNCTION, words->item[0].text);
	const struct sv *arg = w->arg;
	size_t n_args = w->n_args, same = 0;
	bool has_args = w->has_args;
	struct sv *list;

	if (!f)
		return false;
	*f->is_called = true;
	for (size_t i = 0; i < w->n_active; i++)
		same += w->active[i] == f->body;
	if (same && io.is_parallel) {
		walk_unknown(w, gaff_why_fork_bomb, words->item[0].at, words->item[0].n);
		return true;
	}
	if (same >= RECURSION_MAX || w->n_active == COUNT_OF(w->active)) {
		walk_unknown(w, "a function that calls itself", words->item[0].at,
			     words->item[0].n);
		return true;
	}
	list = gaff_arena_alloc(w->arena, words->n * sizeof *list);
	if (!list)
		return true;
	for (size_t i = 1; i < words->n; i++)
		list[i - 1] = words->item[i].text;
	w->arg = list;
	w->n_args = words->n - 1;
	w->has_args = true;
	w->active[w->n_active++] = f->body;
	walk_node(w, f->body, io);
	w->n_active--;
	w->arg = arg;
	w->n_args = n_args;
	w->has_args = has_args;
	return true;
}

/* `alias g=git; g reset`: the words behind it are added to its text. */
static bool call_alias(struct walk *w, const struct fields *words, struct io io)
{
	const struct binding *alias = walk_find(w, BIND_ALIAS, words->item[0].text);
	struct fields all = { 0 };
	struct sv text;

	if (!alias || w->depth > DEPTH_MAX - 4)
		return false;
	text = alias->value.n ? alias->value.alt[0] : SV("");
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		/* a text with quotes or operators is one for a shell, and its last command gets the
		 * words */
		if (memchr("'\"\\;&|<>(){}`$#\n", c, 16)) {
			struct buf b = buf_in(w->arena);

			gaff_buf_add(&b, text);
			for (size_t k = 1; k < words->n; k++) {
				buf_addc(&b, ' ');
				buf_addc(&b, '\'');
				for (size_t j = 0; j < words->item[k].text.n; j++)
					if (words->item[k].text.p[j] == '\'')
						gaff_buf_add(&b, SV("'\\''"));
					else
						buf_addc(&b, words->item[k].text.p[j]);
				buf_addc(&b, '\'');
			}
			walk_text(w, buf_sv(&b), words->item[0], io);
			return true;
		}
	}
	fields_split(w, &all, text, words->item[0]);
	for (size_t i = 1; i < words->n; i++)
		fields_add(w, &all, words->item[i]);
	if (!all.n)
		return true;
	if (sv_eq(all.item[0].text, words->item[0].text))
		return false; /* alias ls='ls -l' */
	w->depth++;
	walk_command(w, &all, NULL, io);
	w->depth--;
	return true;
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

void walk_command(struct walk *w, const struct fields *words, struct gaff_opened *opened,
		  struct io io)
{
	struct gaff_program *p;

	if (!words->n || !walk_step(w, 4) || w->depth > DEPTH_MAX) {
		if (w->depth > DEPTH_MAX)
			walk_unknown(w, "it is nested too deep", 0, w->out->text.n);
		return;
	}
	if (word_is_known(words->item[0]) &&
	    (call_alias(w, words, io) || call_function(w, words, io)))
		return;
	p = add_program(w, words, opened, io);
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
	if (!walk_builtin(w, p, io) && !walk_launch(w, p, io))
		walk_output(w, p, io);
	w->main = p;
}

/* Variables that programs start as commands of their own. */
static const struct sv command_variables[] = {
	SV_INIT("GIT_SSH_COMMAND"),
	SV_INIT("GIT_PAGER"),
	SV_INIT("GIT_EDITOR"),
	SV_INIT("GIT_SEQUENCE_EDITOR"),
	SV_INIT("GIT_EXTERNAL_DIFF"),
	SV_INIT("GIT_PROXY_COMMAND"),
	SV_INIT("GIT_ASKPASS"),
	SV_INIT("PAGER"),
	SV_INIT("EDITOR"),
	SV_INIT("VISUAL"),
	SV_INIT("PROMPT_COMMAND"),
	SV_INIT("LESSOPEN"),
	SV_INIT("MANPAGER"),
	SV_INIT("SUDO_ASKPASS"),
	SV_INIT("RSYNC_RSH"),
};

static void assign(struct walk *w, const struct shell_assign *a)
{
	struct binding *b;
	struct value v;

	if (a->is_array) {
		struct fields f = { 0 };
		struct sv *item;

		for (const struct shell_word *word = a->value; word; word = word->next)
			walk_expand(w, word, &f);
		item = gaff_arena_alloc(w->arena, (f.n + 1) * sizeof *item);
		b = item ? walk_bind(w, BIND_VARIABLE, a->name) : NULL;
		if (!b)
			return;
		for (size_t i = 0; i < f.n; i++)
			item[i] = f.item[i].text;
		b->is_array = true;
		b->item = item;
		b->n_items = f.n;
		if (a->is_append) { /* rare enough not to be followed */
			item[0] = value_hole;
			b->n_items = 1;
		}
		return;
	}
	v = a->value ? walk_expand_value(w, a->value) : value_of(SV(""));
	if (a->is_append) {
		const struct binding *old = walk_find(w, BIND_VARIABLE, a->name);
		struct value before = old && !old->is_array ? old->value : value_any();

		value_add_value(w, &before, &v);
		v = before;
	}
	walk_set(w, a->name, &v);
	for (size_t i = 0; i < COUNT_OF(command_variables); i++)
		if (sv_eq(command_variables[i], a->name) && v.n && v.alt[0].n &&
		    !sv_eq(v.alt[0], value_hole))
			walk_text(w, v.alt[0],
				  (struct gaff_word){ .at = a->value ? a->value->at : 0,
						      .n = a->value ? a->value->n : 0 },
				  (struct io){ 0 });
}

/* What stands in front of a program is set for that alone. */
static void unassign(struct walk *w, const struct shell_assign *a, const struct binding *env)
{
	for (; a && walk_step(w, 1); a = a->next) {
		const struct binding *now = w->env, *old, *prev;
		struct binding *b;

		w->env = env;
		old = walk_find(w, BIND_VARIABLE, a->name);
		w->env = now;
		b = walk_bind(w, BIND_VARIABLE, a->name);
		if (!b)
			return;
		prev = b->prev;
		if (old)
			*b = *old;
		else
			b->value = value_any();
		b->prev = prev;
	}
}

/* Where the next program runs: it may be one of several folders. */
static struct sv choose_folder(struct walk *w)
{
	const struct binding *pwd = walk_find(w, BIND_VARIABLE, SV("PWD"));
	struct sv cwd = pwd ? walk_choose(w, &pwd->value) : w->world->cwd;

	return cwd.n && memchr(cwd.p, 0, cwd.n) ? (struct sv){ 0 } : cwd;
}

/* Once for each choice among the values that its words may have. */
static void simple(struct walk *w, const struct shell_node *node, struct io io)
{
	const struct binding *env = w->env;
	struct memo *outer = w->memo;
	struct branches ways;
	size_t n = 1;

	w->memo = NULL;
	w->choice = 0;
	w->n_choices = 1;
	w->no_choice = false;
	for (const struct shell_assign *a = node->assigns; a && walk_step(w, 1); a = a->next)
		assign(w, a);
	ways = branches(w, io.out);
	for (size_t i = 0; i < n && walk_step(w, 1); i++) {
		struct redirected r = { .io = io };
		struct fields words = { 0 };

		w->env = ways.env;
		w->choice = i;
		w->n_choices = 1;
		for (const struct shell_word *word = node->words; word; word = word->next)
			walk_expand(w, word, &words);
		redirect(w, node->redirects, &r);
		w->cwd = choose_folder(w);
		if (w->n_choices > CHOICES_MAX) {
			w->no_choice = true; /* once more, with holes */
			i = (size_t)-1;
			n = 1;
			continue;
		}
		n = w->n_choices > n ? w->n_choices : n;
		if (!words.n && r.opened) { /* "> file" has no program: it is ":" that writes */
			struct gaff_word nothing = { .text = SV(":"),
						     .at = node->at,
						     .n = node->n };

			fields_add(w, &words, nothing);
		}
		if (ways.out)
			*ways.out = ways.start;
		walk_command(w, &words, r.opened, r.io);
		redirected_end(w, &r);
		branch_end(w, &ways);
	}
	branches_end(w, &ways);
	w->memo = outer;
	if (node->words && node->assigns)
		unassign(w, node->assigns, env);
}

/* ---- compounds ---- */

/*
 * Behind && and || a command may be skipped, and what it sets may not be set. What it prints comes
 * behind what the one before it printed; behind || instead of it, as that has failed.
 */
static void list(struct walk *w, const struct shell_node *node, struct io io)
{
	struct value before = { 0 };
	char joint = ';';

	for (const struct shell_node *c = node; c && walk_step(w, 1); c = c->next) {
		const struct binding *env = w->env;
		struct io one = io;
		struct value printed = { 0 };

		one.is_parallel |= c->is_background;
		if (io.out && c->joint == '|' && joint != '|')
			before = *io.out;
		if (io.out && joint == '|') {
			printed = *io.out;
			*io.out = before;
		}
		walk_node(w, c, one);
		if (io.out && joint == '|')
			value_join(io.out, &printed);
		if (joint != ';')
			join(w, env, w->env, env);
		joint = c->joint ? c->joint : ';';
	}
}

static void pipeline(struct walk *w, const struct shell_node *node, struct io io)
{
	const struct binding *env = w->env;
	struct value text[2];
	struct io stage = io;
	size_t k = 0;

	for (const struct shell_node *c = node->child; c && walk_step(w, 1); c = c->next) {
		struct value *out = &text[k ^= 1];

		stage.is_parallel = io.is_parallel || node->child->next;
		stage.out = c->next ? out : io.out;
		if (c->next)
			out->n = 0;
		w->env = env;
		w->main = NULL;
		walk_node(w, c, stage);
		if (!c->next)
			break;
		stage.kind = GAFF_STDIN_TEXT;
		stage.text = out;
		stage.fed_by = w->main;
	}
	if (node->child && node->child->next)
		join(w, env, w->env, env);
}

static void if_node(struct walk *w, const struct shell_node *node, struct io io)
{
	struct branches ways;
	size_t n = 0, i = 0;

	for (const struct shell_node *c = node->child; c; c = c->next)
		n++;
	if (!n)
		return;
	walk_node(w, node->child, io);
	ways = branches(w, io.out);
	for (const struct shell_node *c = node->child->next; c && walk_step(w, 1);
	     c = c->next, i++) {
		bool is_condition = i % 2 && c->next;

		branch_begin(w, &ways);
		walk_node(w, c, io);
		if (is_condition)
			ways.env = w->env;
		else
			branch_end(w, &ways);
	}
	if (n % 2 == 0) { /* there is no else */
		branch_begin(w, &ways);
		branch_end(w, &ways);
	}
	branches_end(w, &ways);
}

static void loop(struct walk *w, const struct shell_node *node, struct io io)
{
	const struct binding *env = w->env;

	for (int round = 0; round < 2; round++) {
		const struct binding *before = w->env;

		for (const struct shell_node *c = node->child; c && walk_step(w, 1); c = c->next)
			walk_node(w, c, io);
		if (w->env == before)
			return;
		join(w, env, w->env, env); /* what it set may be there the next time, or not */
	}
}

static void for_node(struct walk *w, const struct shell_node *node, struct io io)
{
	struct fields items = { 0 };
	struct value v = { 0 };

	if (!node->words)
		return;
	if (node->has_in)
		for (const struct shell_word *word = node->words->next; word; word = word->next)
			walk_expand(w, word, &items);
	else
		v = value_any();
	for (size_t i = 0; i < items.n; i++) {
		struct value one = value_of(items.item[i].text);

		value_join(&v, &one);
	}
	walk_set(w, walk_expand_one(w, node->words).text, &v);
	loop(w, node, io);
}

static void case_node(struct walk *w, const struct shell_node *node, struct io io)
{
	const struct shell_word *last = NULL;
	struct branches ways;

	for (const struct shell_word *word = node->words; word; word = word->next) {
		(void)walk_expand_one(w, word);
		last = word;
	}
	ways = branches(w, io.out);
	for (const struct shell_node *c = node->child; c && walk_step(w, 1); c = c->next) {
		branch_begin(w, &ways);
		walk_node(w, c, io);
		branch_end(w, &ways);
	}
	if (!last || !last->part || last->part->kind != SHELL_GLOB || last->part->next ||
	    !sv_eq(last->part->text, SV("*"))) {
		branch_begin(w, &ways);
		branch_end(w, &ways);
	}
	branches_end(w, &ways);
}

static void function(struct walk *w, const struct shell_node *node)
{
	struct binding *b;

	if (!node->words || !node->child)
		return;
	b = walk_bind(w, BIND_FUNCTION, walk_expand_one(w, node->words).text);
	if (!b)
		return;
	b->body = node->child;
	b->is_called = gaff_arena_alloc(w->arena, sizeof *b->is_called);
	if (b->is_called)
		*b->is_called = false;
	else
		w->env = b->prev;
}

/* A compound command may have redirections of its own. */
static void compound(struct walk *w, const struct shell_node *node, struct io io)
{
	const struct binding *env = w->env;

	switch (node->kind) {
	case SHELL_LIST:
	case SHELL_GROUP:
		list(w, node->child, io);
		break;
	case SHELL_SUBSHELL:
		list(w, node->child, io);
		w->env = env;
		break;
	case SHELL_PIPE:
		pipeline(w, node, io);
		break;
	case SHELL_IF:
		if_node(w, node, io);
		break;
	case SHELL_LOOP:
		for (const struct shell_word *word = node->words; word; word = word->next)
			(void)walk_expand_one(w, word);
		loop(w, node, io);
		break;
	case SHELL_FOR:
		for_node(w, node, io);
		break;
	case SHELL_CASE:
		case_node(w, node, io);
		break;
	case SHELL_FUNCTION:
		function(w, node);
		break;
	case SHELL_TEST:
	case SHELL_MATH:
		for (const struct shell_word *word = node->words; word; word = word->next)
			(void)walk_expand_one(w, word);
		break;
	case SHELL_COPROC:
	case SHELL_TIME:
		for (const struct shell_node *c = node->child; c; c = c->next)
			walk_node(w, c, io);
		break;
	case SHELL_OPAQUE:
		walk_unknown(w, node->why ? node->why : "it cannot be read", node->at, node->n);
		break;
	case SHELL_SIMPLE:
		simple(w, node, io);
		break;
	}
}

void walk_node(struct walk *w, const struct shell_node *node, struct io io)
{
	struct redirected r = { .io = io };

	if (!walk_step(w, 2))
		return;
	if (node->kind == SHELL_SIMPLE || !node->redirects) {
		compound(w, node, io);
		return;
	}
	redirect(w, node->redirects, &r);
	if (r.opened) { /* `done > file`: somebody has to have opened it */
		struct fields words = { 0 };

		fields_add(w, &words,
			   (struct gaff_word){ .text = SV(":"), .at = node->at, .n = node->n });
		if (words.n)
			(void)add_program(w, &words, r.opened, (struct io){ 0 });
	}
	compound(w, node, r.io);
	redirected_end(w, &r);
}

/* ---- texts ---- */

/* Functions that nobody called may be called by what comes next. */
static void uncalled_functions(struct walk *w)
{
	const struct binding *all = w->env;

	for (const struct binding *b = all; b && walk_step(w, 0); b = b->prev) {
		if (b->kind != BIND_FUNCTION || *b->is_called)
			continue;
		*b->is_called = true;
		w->has_args = false;
		w->n_active = 0;
		w->active[w->n_active++] = b->body;
		walk_node(w, b->body, (struct io){ 0 });
		w->n_active--;
		w->env = all;
	}
}

void walk_text(struct walk *w, struct sv text, struct gaff_word where, struct io io)
{
	bool was_nested = w->is_nested;
	size_t at = w->at, at_n = w->at_n;
	struct memo *memo = w->memo;
	size_t choice = w->choice, n_choices = w->n_choices;
	bool no_choice = w->no_choice;
	struct shell shell;
	struct gaff_err err;
	char *copy;

	if (!text.n || !walk_step(w, text.n / 4))
		return;
	if (w->depth >= DEPTH_MAX) {
		walk_unknown(w, "it is nested too deep", where.at, where.n);
		return;
	}
	/* a NUL would be dropped by who reads it; \1 is taken for a hole in texts (values.c) */
	if (memchr(text.p, 0, text.n)) {
		copy = gaff_arena_dup(w->arena, text);
		if (!copy)
			return;
		for (size_t i = 0; i < text.n; i++)
			if (!copy[i])
				copy[i] = 1;
		text.p = copy;
	}
	if (gaff_shell_parse(w->arena, text, &shell, &err) != GAFF_OK)
		return;
	if (!was_nested) {
		w->at = where.at;
		w->at_n = where.n;
	}
	w->is_nested = true;
	w->depth++;
	w->memo = NULL;
	if (shell.root)
		walk_node(w, shell.root, io);
	w->depth--;
	w->is_nested = was_nested;
	w->at = at;
	w->at_n = at_n;
	w->memo = memo;
	w->choice = choice;
	w->n_choices = n_choices;
	w->no_choice = no_choice;
}

enum gaff_rc gaff_find_programs(struct arena *a, struct sv command, enum gaff_shell_kind kind,
				const struct gaff_world *world, struct gaff_programs *out,
				struct gaff_err *err)
{
	struct walk w = { .arena = a, .world = world, .out = out };
	struct shell shell;

	*out = (struct gaff_programs){ .text = command };
	w.last = &out->first;
	w.last_unknown = &out->unknown;
	w.steps = 20000 + 8 * command.n;
	if (kind != GAFF_SHELL_POSIX) {
		walk_other_shell(&w, command, kind);
	} else {
		GAFF_TRY(gaff_shell_parse(a, command, &shell, err));
		if (shell.root)
			walk_node(&w, shell.root, (struct io){ 0 });
		uncalled_functions(&w);
	}
	if (a->failed)
		return gaff_fail(err, GAFF_ENOMEM, "no memory to follow a command");
	return GAFF_OK;
}
