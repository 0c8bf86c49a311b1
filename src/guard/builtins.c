#include "base/limits.h"
#include "guard/walk.h"
#include "text/path.h"

/* What a shell does itself, and what programs print that only tell what they were told. */

/* ---- folders and files ---- */

struct sv walk_file_name(struct walk *w, struct gaff_word path)
{
	struct buf b = buf_in(w->arena);

	if (!path.text.n || !word_is_known(path) || path.text.n > GAFF_PATH_MAX)
		return (struct sv){ 0 };
	gaff_path_absolute(&b, w->cwd.n ? w->cwd : SV("/"), path.text, false);
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

static struct sv last_operand(const struct gaff_program *p, size_t *n)
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
	struct sv to = last_operand(p, &n);
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
			if (memchr(name.p, 0, name.n))
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
			const char *end = memchr(rest.p, '\n', rest.n);
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
	for (size_t i = 1; i < p->n; i++) {
		struct sv *list;

		if (!sv_eq(p->word[i].text, SV("--")) &&
		    (i > 1 || (p->word[i].text.n && memchr("-+", p->word[i].text.p[0], 2))))
			continue;
		i += sv_eq(p->word[i].text, SV("--"));
		list = gaff_arena_alloc(w->arena, (p->n + 1) * sizeof *list);
		if (!list)
			return;
		w->arg = list;
		w->n_args = 0;
		w->has_args = true;
		for (; i < p->n; i++)
			list[w->n_args++] = p->word[i].text;
	}
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

static void source(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct sv name = p->n > 1 ? walk_file_name(w, p->word[1]) : SV("");
	const struct binding *file = name.n ? walk_find(w, BIND_FILE, name) : NULL;
	const struct gaff_program *launcher = w->launcher;

	if (p->n > 1 && !word_is_known(p->word[1]))
		walk_unknown(w, "the name of a script is computed", p->word[1].at, p->word[1].n);
	if (p->n > 1 && sv_eq(p->word[1].text, SV("/dev/stdin")) && io.kind == GAFF_STDIN_UNKNOWN)
		walk_unknown(w, "a shell reads what a pipe brings", p->at, p->n_at);
	if (!file)
		return;
	w->launcher = p;
	for (size_t i = 0; i < file->value.n; i++)
		walk_text(w, file->value.alt[i], p->word[1], io);
	for (size_t i = 0; i < file->value.n; i++)
		if (memchr(file->value.alt[i].p, 0, file->value.alt[i].n)) {
			walk_unknown(w, "a shell reads what another program prints", p->word[1].at,
				     p->word[1].n);
			break;
		}
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

/* ---- what is printed ---- */

static int octal_digit(char c)
{
	return c >= '0' && c <= '7' ? c - '0' : -1;
}

/* \n and the like, as printf and echo -e have them. A NUL that it makes would be a hole. */
static void add_escaped(struct buf *out, struct sv text)
{
	for (size_t i = 0; i < text.n; i++) {
		static const char from[] = "abefnrtv\\'\"", to[] = "\a\b\033\f\n\r\t\v\\'\"";
		const char *at;
		unsigned code = 0;
		size_t n = 0;

		if (text.p[i] != '\\' || i + 1 == text.n) {
			buf_addc(out, text.p[i]);
			continue;
		}
		at = strchr(from, text.p[++i]);
		if (at && *at) {
			buf_addc(out, to[at - from]);
		} else if (text.p[i] == 'x') {
			for (; n < 2 && i + 1 < text.n && ascii_hex_digit(text.p[i + 1]) >= 0; n++)
				code = code * 16 + (unsigned)ascii_hex_digit(text.p[++i]);
			if (code)
				buf_addc(out, (char)code);
		} else if (octal_digit(text.p[i]) >= 0) {
			code = (unsigned)octal_digit(text.p[i]);
			for (; n < 3 && i + 1 < text.n && octal_digit(text.p[i + 1]) >= 0; n++)
				code = code * 8 + (unsigned)octal_digit(text.p[++i]);
			if (code & 0xff)
				buf_addc(out, (char)(code & 0xff));
		} else {
			buf_addc(out, '\\');
			buf_addc(out, text.p[i]);
		}
	}
}

static void print_echo(struct walk *w, const struct gaff_program *p, struct value *out)
{
	struct buf b = buf_in(w->arena);
	bool escapes = false, ends = true;
	size_t i = 1;

	for (; i < p->n && p->word[i].text.n > 1 && p->word[i].text.p[0] == '-'; i++) {
		struct sv flags = sv_skip(p->word[i].text, 1);
		size_t k = 0;

		while (k < flags.n && memchr("neE", flags.p[k], 3))
			k++;
		if (k < flags.n)
			break;
		escapes |= memchr(flags.p, 'e', flags.n) != NULL;
		ends &= memchr(flags.p, 'n', flags.n) == NULL;
	}
	for (size_t first = i; i < p->n; i++) {
		if (i > first)
			buf_addc(&b, ' ');
		if (escapes)
			add_escaped(&b, p->word[i].text);
		else
			gaff_buf_add(&b, p->word[i].text);
	}
	if (ends)
		buf_addc(&b, '\n');
	value_add(w, out, buf_ok(&b) ? buf_sv(&b) : value_hole);
}

/* The format is used again until there are no words left, as printf does. */
static void print_format(struct walk *w, const struct gaff_program *p, struct value *out)
{
	size_t i = p->n > 1 && sv_eq(p->word[1].text, SV("--")) ? 2 : 1;
	struct buf b = buf_in(w->arena);
	struct sv format = i < p->n ? p->word[i].text : SV("");
	size_t next = i + 1, rounds = 0;

	do {
		size_t before = next;

		for (size_t k = 0; k < format.n; k++) {
			size_t start = k;

			while (k < format.n && format.p[k] != '%')
				k++;
			add_escaped(&b, (struct sv){ format.p + start, k - start });
			if (k + 1 >= format.n)
				break;
			k++;
			if (format.p[k] == '%') {
				buf_addc(&b, '%');
			} else if (memchr("sbqd", format.p[k], 4)) {
				if (next < p->n && format.p[k] == 'b')
					add_escaped(&b, p->word[next++].text);
				else if (next < p->n)
					gaff_buf_add(&b, p->word[next++].text);
			} else {
				gaff_buf_add(&b, value_hole); /* widths, numbers of all kinds */
				next++;
				while (k < format.n && !ascii_isalpha(format.p[k]))
					k++;
			}
		}
		if (next == before)
			break;
	} while (next < p->n && ++rounds < 4096 && buf_ok(&b));
	value_add(w, out, buf_ok(&b) ? buf_sv(&b) : value_hole);
}

static void print_input(struct walk *w, struct io io, struct value *out)
{
	struct value any = value_any();

	value_add_value(w, out, io.kind == GAFF_STDIN_TEXT && io.text ? io.text : &any);
}

/* cat: its files, where the same text has written them. */
static void print_files(struct walk *w, const struct gaff_program *p, struct io io,
			struct value *out)
{
	bool has_file = false;

	for (size_t i = 1; i < p->n; i++) {
		struct sv text = p->word[i].text;
		const struct binding *file;

		if (text.n > 1 && text.p[0] == '-')
			continue;
		has_file = true;
		if (sv_eq(text, SV("-"))) {
			print_input(w, io, out);
			continue;
		}
		file = walk_find(w, BIND_FILE, walk_file_name(w, p->word[i]));
		if (file)
			value_add_value(w, out, &file->value);
		else
			value_add(w, out, value_hole);
	}
	if (!has_file)
		print_input(w, io, out);
}

static void print_line(struct walk *w, struct sv text, struct value *out)
{
	value_add(w, out, text.n ? text : value_hole);
	value_add(w, out, SV("\n"));
}

static void print_part_of_path(struct walk *w, const struct gaff_program *p, struct value *out)
{
	size_t n, slash = 0;
	struct sv path = last_operand(p, &n);
	bool is_base = sv_eq(p->name, SV("basename"));

	while (path.n > 1 && path.p[path.n - 1] == '/')
		path.n--;
	for (size_t i = 0; i < path.n; i++)
		if (path.p[i] == '/')
			slash = i + 1;
	if (n != 1 || !path.n)
		print_line(w, value_hole, out);
	else if (is_base)
		print_line(w, sv_skip(path, slash), out);
	else
		print_line(w,
			   slash > 1 ? (struct sv){ path.p, slash - 1 }
			   : slash   ? SV("/")
				     : SV("."),
			   out);
}

/* `which -a git`, `command -v git`: what is asked for is what is printed. */
static bool asks_for_program(const struct gaff_program *p)
{
	bool is_command = sv_eq(p->name, SV("command"));
	bool is_type = sv_eq(p->name, SV("type"));

	if (is_command || is_type)
		return p->n > 2 && p->word[1].text.n > 1 && p->word[1].text.p[0] == '-' &&
		       memchr(p->word[1].text.p, is_command ? 'v' : 'p', p->word[1].text.n);
	return sv_eq(p->name, SV("which"));
}

static bool is_git_top(const struct gaff_program *p)
{
	return sv_eq(p->name, SV("git")) && p->n == 3 && sv_eq(p->word[1].text, SV("rev-parse")) &&
	       sv_eq(p->word[2].text, SV("--show-toplevel"));
}

void walk_output(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct value *out = io.out;
	size_t n;

	if (!out)
		return;
	if (sv_eq(p->name, SV("echo")))
		print_echo(w, p, out);
	else if (sv_eq(p->name, SV("printf")) && !(p->n > 1 && sv_eq(p->word[1].text, SV("-v"))))
		print_format(w, p, out);
	else if (sv_eq(p->name, SV("cat")) || sv_eq(p->name, SV("tac")))
		print_files(w, p, io, out);
	else if (sv_eq(p->name, SV("tee")))
		print_input(w, io, out);
	else if (sv_eq(p->name, SV("pwd")))
		print_line(w, p->cwd, out);
	else if (sv_eq(p->name, SV("basename")) || sv_eq(p->name, SV("dirname")))
		print_part_of_path(w, p, out);
	else if (sv_eq(p->name, SV("realpath")) || sv_eq(p->name, SV("readlink")))
		print_line(w, last_operand(p, &n), out);
	else if (asks_for_program(p))
		print_line(w, last_operand(p, &n), out);
	else if (is_git_top(p))
		print_line(w, w->world->project.n ? w->world->project : value_hole, out);
	else if (sv_eq(p->name, SV("mktemp")) && p->n < 3)
		print_line(w, SV("/tmp/tmp.new"), out);
	else if (!sv_eq(p->name, SV("true")) && !sv_eq(p->name, SV(":")) &&
		 !sv_eq(p->name, SV("false")) && !sv_eq(p->name, SV("test")) &&
		 !sv_eq(p->name, SV("[")) && !sv_eq(p->name, SV("exit")) &&
		 !sv_eq(p->name, SV("return")) && !sv_eq(p->name, SV("sleep")))
		value_add(w, out, value_hole);
}
