#include "base/limits.h"
#include "guard/eval/launch.h"
#include "text/path.h"

/* What a shell does itself. */

/* ---- folders and files ---- */

struct sv walk_file_name(struct walk *w, struct gaff_word path)
{
	struct buf b = buf_in(w->arena);

	if (!path.text.n || !word_is_known(path) || path.text.n > GAFF_PATH_MAX)
		return (struct sv){ 0 };
	gaff_path_absolute(&b, w->cwd.n ? w->cwd : SV("/"), path.text, false);
	return buf_ok(&b) ? walk_through_links(w, buf_sv(&b), false) : (struct sv){ 0 };
}

struct sv walk_through_links(struct walk *w, struct sv path, bool itself)
{
	for (const struct binding *link = w->has_links ? w->env : NULL; link && walk_step(w, 0);
	     link = link->prev) {
		if (link->kind == BIND_LINK && sv_starts(path, link->name) &&
		    (path.n > link->name.n ? path.p[link->name.n] == '/' : itself))
			return sv_join(w->arena, link->value.alt[0], sv_skip(path, link->name.n),
				       SV(""));
	}
	return path;
}

struct sv walk_last_operand(const struct gaff_program *p, size_t *n)
{
	struct sv out = { 0 };

	*n = 0;
	for (size_t i = 1; i < p->n; i++) {
		if (p->word[i].text.n > 1 && p->word[i].text.p[0] == '-' && !*n)
			continue;
		out = p->word[i].text;
		++*n;
	}
	return out;
}

/* pushd +1, and a folder that may be looked for elsewhere. */
static bool is_somewhere(struct walk *w, struct sv to)
{
	return sv_eq(to, SV("-")) || (to.n > 1 && to.p[0] == '+') ||
	       (to.n && to.p[0] != '/' && to.p[0] != '.' &&
		walk_find(w, BIND_VARIABLE, SV("CDPATH")));
}

static void change_folder(struct walk *w, const struct gaff_program *p, struct io io)
{
	size_t n;
	struct sv to = walk_last_operand(p, &n);
	struct gaff_word word = { .text = to };
	struct value v = value_any();
	bool is_pushd = sv_eq(p->name, SV("pushd"));

	(void)io;
	if (is_pushd && p->n > 1 && (!n || sv_eq(p->word[1].text, SV("-n"))))
		v = value_any();
	else if (!n && !is_pushd)
		v = w->world->home.n ? value_of(w->world->home) : value_any();
	else if (n == 1 && word_is_known(word) && !is_somewhere(w, to) &&
		 (w->cwd.n || (to.n && to.p[0] == '/')))
		v = value_of(walk_through_links(w, walk_file_name(w, word), true));
	if (!v.alt[0].n)
		v = value_any();
	walk_set(w, SV("PWD"), &v);
	walk_set(w, walk_folder_name, &v);
}

/* ---- variables ---- */

/* Is one of these letters among the options? */
static bool has_letter(const struct gaff_program *p, const char *letters)
{
	for (size_t i = 1; i < p->n && p->word[i].text.n && p->word[i].text.p[0] == '-'; i++)
		for (size_t k = 1; k < p->word[i].text.n; k++)
			if (p->word[i].text.p[k] && strchr(letters, p->word[i].text.p[k]))
				return true;
	return false;
}

/* A name with another one's value, or letters that are changed: nothing of all that is followed. */
static void forget(struct walk *w, struct sv name)
{
	struct value any = value_any();

	if (gaff_shell_is_name(name))
		walk_set(w, name, &any);
}

static struct binding *declare_one(struct walk *w, const struct gaff_program *p, struct sv name,
				   const struct sv *value, bool appends)
{
	const struct binding *old = walk_find(w, BIND_VARIABLE, name);
	bool is_export = sv_eq(p->name, SV("export"));
	bool is_local = w->n_active && !is_export && !sv_eq(p->name, SV("readonly")) &&
			!has_letter(p, "g");
	struct binding *b;

	if (!value && !is_local) {
		b = walk_rebind(w, BIND_VARIABLE, name, old);
	} else {
		b = walk_bind(w, BIND_VARIABLE, name);
		if (!b)
			return NULL;
		if (value)
			walk_note_variable(w, name);
		b->is_unset = !value;
		b->value = value_of(value ? *value : SV(""));
		if (appends) {
			struct value before = old && !old->is_array ? old->value : value_any();

			value_add(w, &before, *value);
			b->value = before;
		}
	}
	if (b) {
		b->is_local = is_local;
		b->is_exported = is_export || has_letter(p, "x") || (old && old->is_exported);
	}
	return b;
}

/* export x=1, declare -r x=1, local x=1 */
static void declare(struct walk *w, const struct gaff_program *p, struct io io)
{
	bool is_odd = has_letter(p, "nluicA");

	(void)io;
	for (size_t i = 1; i < p->n; i++) {
		struct sv text = p->word[i].text, name, value;
		bool eq = sv_split(text, '=', &name, &value);
		bool appends = eq && name.n && name.p[name.n - 1] == '+';

		if (!text.n || text.p[0] == '-' || text.p[0] == '+')
			continue;
		name.n -= appends;
		if (sv_chr(name, '[')) { /* declare x[1]=a */
			forget(w, sv_next_piece(&name, '['));
		} else if (!gaff_shell_is_name(name)) {
			if (sv_chr(name, 0))
				walk_unknown(w, "the name of a variable is computed", p->word[i].at,
					     p->word[i].n);
		} else {
			struct binding *b = declare_one(w, p, name, eq ? &value : NULL, appends);

			if (b && is_odd && !b->is_array)
				b->value = value_any();
			if (b && eq && has_letter(p, "n") && gaff_shell_is_name(value)) {
				b->is_ref = true;
				b->value = value_of(value);
			}
		}
	}
}

static void set_alias(struct walk *w, const struct gaff_program *p, struct io io)
{
	(void)io;
	if (has_letter(p, "gs"))
		walk_unknown(w, "an alias for any word", p->at, p->n_at);
	for (size_t i = 1; i < p->n; i++) {
		struct sv text = p->word[i].text, name, value;
		struct binding *b;

		if (!sv_split(text, '=', &name, &value) || text.p[0] == '-' || text.p[0] == '+')
			continue;
		b = walk_bind(w, BIND_ALIAS, name);
		if (b)
			b->value = value_of(value);
	}
}

/* hash -p /usr/bin/git g: as an alias. */
static void set_hash(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct binding *b;

	(void)io;
	if (p->n < 4 || !sv_eq(p->word[1].text, SV("-p")))
		return;
	b = walk_bind(w, BIND_ALIAS, p->word[3].text);
	if (b)
		b->value = value_of(p->word[2].text);
}

static void unset(struct walk *w, const struct gaff_program *p, struct io io)
{
	bool is_function = has_letter(p, "f"), is_variable = has_letter(p, "vn");

	(void)io;
	for (size_t i = 1; i < p->n; i++) {
		struct sv name = p->word[i].text;
		struct binding *b;

		if (name.n && name.p[0] == '-')
			continue;
		if (sv_chr(name, '[')) {
			forget(w, sv_next_piece(&name, '['));
			continue;
		}
		b = is_function ? NULL : walk_bind(w, BIND_VARIABLE, name);
		if (b)
			b->is_unset = true;
		b = is_variable || !walk_find(w, BIND_FUNCTION, name)
			    ? NULL
			    : walk_rebind(w, BIND_FUNCTION, name,
					  walk_find(w, BIND_FUNCTION, name));
		if (b)
			b->is_unset = true;
	}
}

/* Each line of what is known on stdin is one that a variable may be. */
static struct value lines_of(struct io io, bool is_raw)
{
	struct value v = { 0 };

	if (io.kind != GAFF_STDIN_TEXT || !io.text)
		return value_any();
	for (size_t i = 0; i < io.text->n; i++) {
		struct sv rest = io.text->alt[i];

		if (!is_raw && rest.n && memchr(rest.p, '\\', rest.n))
			return value_any();
		while (rest.n) {
			struct value one = value_of(sv_trim(sv_next_piece(&rest, '\n')));

			value_join(&v, &one);
			if (v.n == 1 && sv_eq(v.alt[0], value_hole))
				return v;
		}
	}
	return v.n ? v : value_of(SV(""));
}

/* read -d x; with '' it goes on as far as names of files do, which are lines here. */
static bool has_delimiter(const struct gaff_program *p)
{
	for (size_t i = 1; i < p->n; i++) {
		struct sv word = p->word[i].text;

		if (word.n > 1 && word.p[0] == '-' && memchr(word.p, 'd', word.n))
			return word.p[word.n - 1] != 'd' || i + 1 == p->n || p->word[i + 1].text.n;
	}
	return false;
}

static bool has_separators(struct walk *w)
{
	const struct binding *ifs = walk_find(w, BIND_VARIABLE, SV("IFS"));

	return ifs && !ifs->is_unset && (ifs->value.n != 1 || ifs->value.alt[0].n);
}

static void read_variables(struct walk *w, const struct gaff_program *p, struct io io)
{
	bool is_list = !sv_eq(p->name, SV("read"));
	struct value v = lines_of(io, is_list || has_letter(p, "r"));
	bool is_one = false, takes_value = false;
	size_t names = 0;

	if (is_list || has_letter(p, "anNu") || has_delimiter(p) || has_separators(w))
		v = value_any(); /* not a line, or not of this text */
	for (size_t i = 1; i < p->n; i++)
		names += p->word[i].text.n && p->word[i].text.p[0] != '-';
	is_one = names == 1;
	for (size_t i = 1; i < p->n; i++) {
		struct sv name = p->word[i].text;
		struct value any = value_any();

		if (takes_value || (name.n && name.p[0] == '-')) {
			takes_value = !takes_value && name.n == 2 &&
				      memchr("pdntuNi", name.p[1], 7);
			is_one |= takes_value && names == 2;
			continue;
		}
		if (gaff_shell_is_name(name))
			walk_set(w, name, is_one ? &v : &any);
	}
	if (!names)
		walk_set(w, is_list ? SV("MAPFILE") : SV("REPLY"), &v);
}

/* printf -v x, getopts abc x, let x=1, wait -p x: what they put there is not followed. */
static void set_somehow(struct walk *w, const struct gaff_program *p, struct io io)
{
	(void)io;
	for (size_t i = 1; i < p->n; i++) {
		struct sv name = p->word[i].text;
		size_t n = 0;

		while (n < name.n &&
		       (ascii_isalpha(name.p[n]) || ascii_isdigit(name.p[n]) || name.p[n] == '_'))
			n++;
		name.n = n;
		if (name.n)
			forget(w, name);
	}
}

static void set_arguments(struct walk *w, const struct gaff_program *p, struct io io)
{
	size_t i = 1;

	(void)io;
	while (i < p->n && !sv_eq(p->word[i].text, SV("--")) && p->word[i].text.n &&
	       memchr("-+", p->word[i].text.p[0], 2))
		i++;
	if (i == p->n)
		return;
	i += sv_eq(p->word[i].text, SV("--"));
	walk_set_args(w, p->word + i, p->n - i);
}

static void shift_arguments(struct walk *w, const struct gaff_program *p, struct io io)
{
	const struct binding *args = walk_args(w);
	size_t n = 1;

	(void)io;
	if (p->n > 1) {
		struct sv text = p->word[1].text;

		n = 0;
		for (size_t i = 0; i < text.n && n < 10000; i++)
			if (ascii_isdigit(text.p[i]))
				n = n * 10 + (size_t)(text.p[i] - '0');
			else
				args = NULL;
	}
	for (size_t i = 0; args && i < n && i < args->n_items; i++)
		if (args->item[i].may_split)
			args = NULL;
	if (!args)
		walk_forget_args(w);
	else if (n <= args->n_items)
		walk_set_args(w, args->item + n, args->n_items - n);
}

/* printf -v x FORMAT ... */
static void set_printed(struct walk *w, const struct gaff_program *p)
{
	size_t skip = p->word[1].text.n == 2 ? 2 : 1;
	struct sv name = skip == 2 ? p->word[2].text : sv_skip(p->word[1].text, 2);
	struct gaff_program print = { .name = p->name, .word = p->word + skip, .n = p->n - skip };
	struct value v = { 0 };

	walk_output(w, &print, (struct io){ .out = &v });
	if (sv_chr(name, '['))
		forget(w, sv_next_piece(&name, '['));
	else if (gaff_shell_is_name(name))
		walk_set(w, name, &v);
	else if (!word_is_known((struct gaff_word){ .text = name }))
		walk_unknown(w, "the name of a variable is computed", p->at, p->n_at);
}

/* ---- texts ---- */

static void run_text(struct walk *w, const struct gaff_program *p, struct sv text,
		     struct gaff_word where, struct io io)
{
	const struct gaff_program *launcher = w->launcher;

	w->launcher = p;
	walk_text(w, text, where, io);
	w->launcher = launcher;
}

static void evaluate(struct walk *w, const struct gaff_program *p, struct io io)
{
	if (p->n > 1)
		run_text(w, p, launch_joined(w, p, 1), p->word[1], io);
}

static void source_text(struct walk *w, const struct gaff_program *p, const struct value *text,
			struct io io)
{
	for (size_t i = 0; i < text->n; i++) {
		if (sv_chr(text->alt[i], 0))
			walk_unknown(w, "a shell reads what another program prints", p->word[1].at,
				     p->word[1].n);
		run_text(w, p, text->alt[i], p->word[1], io);
	}
}

static void source(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct gaff_word file;
	const struct binding *known;

	if (p->n < 2)
		return;
	file = p->word[1];
	if (!word_is_known(file)) {
		walk_unknown(w, "the name of a script is computed", file.at, file.n);
		return;
	}
	known = walk_find(w, BIND_FILE, walk_file_name(w, file));
	if (known)
		source_text(w, p, &known->value, io);
	else if (launch_is_stdin(file.text) && io.kind == GAFF_STDIN_TEXT && io.text)
		source_text(w, p, io.text, (struct io){ .out = io.out });
	else if (launch_is_stdin(file.text) && io.kind == GAFF_STDIN_UNKNOWN)
		walk_unknown(w, "a shell reads what a pipe brings", p->at, p->n_at);
}

static void set_trap(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct binding *trap;
	size_t i = 1;

	(void)io;
	while (i < p->n && p->word[i].text.n > 1 && p->word[i].text.p[0] == '-')
		i++;
	if (i + 1 >= p->n)
		return;
	run_text(w, p, p->word[i].text, p->word[i], (struct io){ 0 });
	/* it is read again when it is time, with the values of then */
	trap = walk_bind(w, BIND_TRAP, p->word[i].text);
	if (trap)
		trap->item = &p->word[i];
}

static void leave_folder(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct value any = value_any();

	(void)p;
	(void)io;
	walk_set(w, SV("PWD"), &any);
	walk_set(w, walk_folder_name, &any);
}

static const struct {
	struct sv name;
	void (*does)(struct walk *w, const struct gaff_program *p, struct io io); /* or nothing */
} builtins[] = {
	/* clang-format off */
	{ SV_INIT("cd"),        change_folder },
	{ SV_INIT("pushd"),     change_folder },
	{ SV_INIT("popd"),      leave_folder },
	{ SV_INIT("chdir"),     change_folder },
	{ SV_INIT("export"),    declare },
	{ SV_INIT("declare"),   declare },
	{ SV_INIT("typeset"),   declare },
	{ SV_INIT("local"),     declare },
	{ SV_INIT("readonly"),  declare },
	{ SV_INIT("alias"),     set_alias },
	{ SV_INIT("unalias"),   NULL }, /* an alias is never all that a name can be */
	{ SV_INIT("hash"),      set_hash },
	{ SV_INIT("getopts"),   set_somehow },
	{ SV_INIT("let"),       set_somehow },
	{ SV_INIT("integer"),   set_somehow },
	{ SV_INIT("unset"),     unset },
	{ SV_INIT("read"),      read_variables },
	{ SV_INIT("mapfile"),   read_variables },
	{ SV_INIT("readarray"), read_variables },
	{ SV_INIT("set"),       set_arguments },
	{ SV_INIT("shift"),     shift_arguments },
	{ SV_INIT("eval"),      evaluate },
	{ SV_INIT("source"),    source },
	{ SV_INIT("."),         source },
	{ SV_INIT("trap"),      set_trap },
	/* clang-format on */
};

bool walk_builtin(struct walk *w, const struct gaff_program *p, struct io io)
{
	/* a program in a folder is no builtin */
	if (p->word[0].text.n != p->name.n)
		return false;
	if (sv_eq(p->name, SV("printf")) && p->n > 2 && sv_starts(p->word[1].text, SV("-v"))) {
		set_printed(w, p);
		return true;
	}
	for (size_t i = 0; i < COUNT_OF(builtins); i++)
		if (sv_eq(builtins[i].name, p->name)) {
			if (builtins[i].does)
				builtins[i].does(w, p, io);
			return true;
		}
	return false;
}
