#include "base/limits.h"
#include "guard/walk.h"
#include "text/path.h"

/* What a shell does itself. */

/* ---- folders and files ---- */

struct sv walk_file_name(struct walk *w, struct gaff_word path)
{
	struct buf b = buf_in(w->arena);

	if (!path.text.n || !word_is_known(path) || path.text.n > GAFF_PATH_MAX)
		return (struct sv){ 0 };
	gaff_path_absolute(&b, w->cwd.n ? w->cwd : SV("/"), path.text, false);
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
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

static void change_folder(struct walk *w, const struct gaff_program *p)
{
	size_t n;
	struct sv to = walk_last_operand(p, &n);
	struct gaff_word word = { .text = to };
	struct value v = value_any();

	if (!n)
		v = w->world->home.n ? value_of(w->world->home) : value_any();
	else if (word_is_known(word) && !sv_eq(to, SV("-")) &&
		 (w->cwd.n || (to.n && to.p[0] == '/')))
		v = value_of(walk_file_name(w, word));
	if (!v.alt[0].n)
		v = value_any();
	walk_set(w, SV("PWD"), &v);
}

/* ---- variables ---- */

/* export x=1, declare -r x=1, local x=1; "alias" and "git config" are alike. */
static void declare(struct walk *w, const struct gaff_program *p, enum binding_kind kind)
{
	for (size_t i = 1; i < p->n; i++) {
		struct sv text = p->word[i].text;
		const char *eq = text.n ? memchr(text.p, '=', text.n) : NULL;
		struct binding *b;
		struct sv name;

		if (!eq || text.p[0] == '-' || text.p[0] == '+')
			continue;
		name = (struct sv){ text.p, (size_t)(eq - text.p) };
		if (kind == BIND_VARIABLE && !gaff_shell_is_name(name)) {
			if (sv_chr(name, 0))
				walk_unknown(w, "the name of a variable is computed", p->word[i].at,
					     p->word[i].n);
			continue;
		}
		b = walk_bind(w, kind, name);
		if (b)
			b->value = value_of(sv_skip(text, name.n + 1));
	}
}

static void unset(struct walk *w, const struct gaff_program *p)
{
	for (size_t i = 1; i < p->n; i++) {
		struct binding *b;

		if (p->word[i].text.n && p->word[i].text.p[0] == '-')
			continue;
		b = walk_bind(w, BIND_VARIABLE, p->word[i].text);
		if (b)
			b->is_unset = true;
	}
}

/* Each line of what is known on stdin is one that a variable may be. */
static struct value lines_of(struct io io)
{
	struct value v = { 0 };

	if (io.kind != GAFF_STDIN_TEXT || !io.text)
		return value_any();
	for (size_t i = 0; i < io.text->n; i++) {
		struct sv rest = io.text->alt[i];

		while (rest.n) {
			const char *end = sv_chr(rest, '\n');
			struct sv line = { rest.p, end ? (size_t)(end - rest.p) : rest.n };
			struct value one = value_of(line);

			value_join(&v, &one);
			rest = sv_skip(rest, line.n + (end != NULL));
			if (v.n == 1 && sv_eq(v.alt[0], value_hole))
				return v;
		}
	}
	return v.n ? v : value_of(SV(""));
}

static void read_variables(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct value v = lines_of(io);
	bool is_one = false, takes_value = false;
	size_t names = 0;

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
		walk_set(w, name, is_one ? &v : &any);
	}
	if (!names)
		walk_set(w, SV("REPLY"), &v);
}

static void set_arguments(struct walk *w, const struct gaff_program *p)
{
	size_t i = 1;

	while (i < p->n && !sv_eq(p->word[i].text, SV("--")) && p->word[i].text.n &&
	       memchr("-+", p->word[i].text.p[0], 2))
		i++;
	if (i == p->n)
		return;
	i += sv_eq(p->word[i].text, SV("--"));
	w->arg = p->word + i;
	w->n_args = p->n - i;
	w->has_args = true;
}

/* ---- texts ---- */

static void evaluate(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct buf b = buf_in(w->arena);
	const struct gaff_program *launcher = w->launcher;

	for (size_t i = 1; i < p->n; i++) {
		if (i > 1)
			buf_addc(&b, ' ');
		gaff_buf_add(&b, p->word[i].text);
	}
	if (p->n < 2)
		return;
	w->launcher = p;
	walk_text(w, buf_sv(&b), p->word[1], io);
	w->launcher = launcher;
}

static void source_text(struct walk *w, const struct gaff_program *p, const struct value *text,
			struct io io)
{
	for (size_t i = 0; i < text->n; i++) {
		if (sv_chr(text->alt[i], 0))
			walk_unknown(w, "a shell reads what another program prints", p->word[1].at,
				     p->word[1].n);
		walk_text(w, text->alt[i], p->word[1], io);
	}
}

static void source(struct walk *w, const struct gaff_program *p, struct io io)
{
	const struct gaff_program *launcher = w->launcher;
	struct gaff_word file;
	const struct binding *known;

	if (p->n < 2)
		return;
	file = p->word[1];
	if (!word_is_known(file)) {
		walk_unknown(w, "the name of a script is computed", file.at, file.n);
		return;
	}
	w->launcher = p;
	known = walk_find(w, BIND_FILE, walk_file_name(w, file));
	if (known)
		source_text(w, p, &known->value, io);
	else if (sv_eq(file.text, SV("/dev/stdin")) && io.kind == GAFF_STDIN_TEXT && io.text)
		source_text(w, p, io.text, (struct io){ .out = io.out });
	else if (sv_eq(file.text, SV("/dev/stdin")) && io.kind == GAFF_STDIN_UNKNOWN)
		walk_unknown(w, "a shell reads what a pipe brings", p->at, p->n_at);
	w->launcher = launcher;
}

static void set_trap(struct walk *w, const struct gaff_program *p)
{
	const struct gaff_program *launcher = w->launcher;
	size_t i = 1;

	while (i < p->n && p->word[i].text.n > 1 && p->word[i].text.p[0] == '-')
		i++;
	if (i + 1 >= p->n)
		return;
	w->launcher = p;
	walk_text(w, p->word[i].text, p->word[i], (struct io){ 0 });
	w->launcher = launcher;
}

enum builtin {
	B_CD,
	B_DECLARE,
	B_ALIAS,
	B_UNSET,
	B_READ,
	B_SET,
	B_EVAL,
	B_SOURCE,
	B_TRAP,
	B_SHIFT,
};

static const struct {
	struct sv name;
	enum builtin what;
} builtins[] = {
	/* clang-format off */
	{ SV_INIT("cd"),       B_CD },
	{ SV_INIT("pushd"),    B_CD },
	{ SV_INIT("popd"),     B_CD },
	{ SV_INIT("chdir"),    B_CD },
	{ SV_INIT("export"),   B_DECLARE },
	{ SV_INIT("declare"),  B_DECLARE },
	{ SV_INIT("typeset"),  B_DECLARE },
	{ SV_INIT("local"),    B_DECLARE },
	{ SV_INIT("readonly"), B_DECLARE },
	{ SV_INIT("alias"),    B_ALIAS },
	{ SV_INIT("unset"),    B_UNSET },
	{ SV_INIT("read"),     B_READ },
	{ SV_INIT("mapfile"),  B_READ },
	{ SV_INIT("readarray"), B_READ },
	{ SV_INIT("set"),      B_SET },
	{ SV_INIT("shift"),    B_SHIFT },
	{ SV_INIT("eval"),     B_EVAL },
	{ SV_INIT("source"),   B_SOURCE },
	{ SV_INIT("."),        B_SOURCE },
	{ SV_INIT("trap"),     B_TRAP },
	/* clang-format on */
};

bool walk_builtin(struct walk *w, const struct gaff_program *p, struct io io)
{
	size_t i = 0;

	/* a program in a folder is no builtin */
	if (p->word[0].text.n != p->name.n)
		return false;
	while (i < COUNT_OF(builtins) && !sv_eq(builtins[i].name, p->name))
		i++;
	if (i == COUNT_OF(builtins))
		return false;
	switch (builtins[i].what) {
	case B_CD:
		if (sv_eq(p->name, SV("popd"))) {
			struct value any = value_any();

			walk_set(w, SV("PWD"), &any);
		} else {
			change_folder(w, p);
		}
		break;
	case B_DECLARE:
		declare(w, p, BIND_VARIABLE);
		break;
	case B_ALIAS:
		declare(w, p, BIND_ALIAS);
		break;
	case B_UNSET:
		unset(w, p);
		break;
	case B_READ:
		read_variables(w, p, io);
		break;
	case B_SET:
		set_arguments(w, p);
		break;
	case B_SHIFT:
		if (w->n_args) {
			w->arg++;
			w->n_args--;
		}
		break;
	case B_EVAL:
		evaluate(w, p, io);
		break;
	case B_SOURCE:
		source(w, p, io);
		break;
	case B_TRAP:
		set_trap(w, p);
		break;
	}
	return true;
}
