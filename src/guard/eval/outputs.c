#include "guard/eval/walk.h"

#include <limits.h>

#include "base/os.h"
#include "text/utf8.h"
#include "text/words.h"

/* What programs print that only tell what they were told; all others print a hole. */

static int octal_digit(char c)
{
	return c >= '0' && c <= '7' ? c - '0' : -1;
}

/* The digits behind text.p[*i], so many at most; *i is then at the last. */
static unsigned read_digits(struct sv text, size_t *i, unsigned base, size_t most, unsigned code)
{
	for (size_t n = 0; n < most && *i + 1 < text.n; n++) {
		int digit = ascii_hex_digit(text.p[*i + 1]);

		if (digit < 0 || (unsigned)digit >= base)
			break;
		code = code * base + (unsigned)digit;
		++*i;
	}
	return code;
}

/*
 * \n and the like, as printf and echo -e have them. `octal`: how many digits may be behind the
 * first. A NUL that it makes is a hole: who reads it may drop it, or may end a word there.
 */
static void add_escaped(struct buf *out, struct sv text, size_t octal)
{
	for (size_t i = 0; i < text.n; i++) {
		static const char from[] = "abefnrtv\\'\"", to[] = "\a\b\033\f\n\r\t\v\\'\"";
		const char *at;
		char bytes[4];

		if (text.p[i] != '\\' || i + 1 == text.n) {
			buf_addc(out, text.p[i]);
			continue;
		}
		at = strchr(from, text.p[++i]);
		if (at && *at) {
			buf_addc(out, to[at - from]);
		} else if (text.p[i] == 'x') {
			buf_addc(out, (char)read_digits(text, &i, 16, 2, 0));
		} else if (text.p[i] == 'u' || text.p[i] == 'U') {
			unsigned code = read_digits(text, &i, 16, text.p[i] == 'u' ? 4 : 8, 0);

			gaff_buf_add(out, code < 0x800 ? (struct sv){ bytes, utf8_put(bytes, code) }
						       : value_hole); /* not worth it */
		} else if (text.p[i] == 'c') {
			gaff_buf_add(out, value_hole); /* the end of it all */
		} else if (octal_digit(text.p[i]) >= 0) {
			unsigned first = (unsigned)octal_digit(text.p[i]);

			buf_addc(out, (char)(read_digits(text, &i, 8, octal, first) & 0xff));
		} else {
			buf_addc(out, '\\');
			buf_addc(out, text.p[i]);
		}
	}
}

static struct sv echoed(struct walk *w, const struct gaff_program *p, size_t first, bool escapes,
			bool ends)
{
	struct buf b = buf_in(w->arena);

	for (size_t i = first; i < p->n; i++) {
		if (i > first)
			buf_addc(&b, ' ');
		if (escapes)
			add_escaped(&b, p->word[i].text, 3);
		else
			gaff_buf_add(&b, p->word[i].text);
	}
	if (ends)
		buf_addc(&b, '\n');
	return buf_ok(&b) ? buf_sv(&b) : value_hole;
}

/* Without -e some shells take escapes for what they mean, and others do not. */
static void print_echo(struct walk *w, const struct gaff_program *p, struct value *out)
{
	struct value both;
	bool escapes = false, ends = true, has_backslash = false;
	size_t first = 1;

	for (; first < p->n && p->word[first].text.n > 1 && p->word[first].text.p[0] == '-';
	     first++) {
		struct sv flags = sv_skip(p->word[first].text, 1);
		size_t k = 0;

		while (k < flags.n && memchr("neE", flags.p[k], 3))
			k++;
		if (k < flags.n)
			break;
		escapes |= memchr(flags.p, 'e', flags.n) != NULL;
		ends &= memchr(flags.p, 'n', flags.n) == NULL;
	}
	for (size_t i = first; i < p->n; i++)
		has_backslash |= sv_chr(p->word[i].text, '\\') != NULL;
	both = value_of(echoed(w, p, first, escapes, ends));
	if (has_backslash && !escapes) {
		struct value second = value_of(echoed(w, p, first, true, ends));

		value_join(&both, &second);
	}
	value_add_value(w, out, &both);
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
			add_escaped(&b, (struct sv){ format.p + start, k - start }, 2);
			if (k + 1 >= format.n)
				break;
			k++;
			if (format.p[k] == '%') {
				buf_addc(&b, '%');
			} else if (memchr("sbqd", format.p[k], 4)) {
				if (next < p->n && format.p[k] == 'b')
					add_escaped(&b, p->word[next++].text, 3);
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
		if (file && file->value.n)
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
	struct sv path = walk_last_operand(p, &n);
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

/* By its name it is known as well; but who takes gaff away by this path takes this one. */
static void print_program(struct walk *w, struct sv name, struct value *out)
{
	char path[PATH_MAX];
	const char *slash;

	if (sv_eq(name, SV("gaff")) && gaff_os_own_program(path, sizeof path)) {
		slash = strrchr(path, '/');
		name = slash && strcmp(slash, "/gaff") == 0
			       ? (struct sv){ gaff_arena_cstr(w->arena, sv_of(path)), strlen(path) }
			       : SV("/usr/local/bin/gaff");
	}
	print_line(w, name, out);
}

static bool is_git_top(const struct gaff_program *p)
{
	return sv_eq(p->name, SV("git")) && p->n == 3 && sv_eq(p->word[1].text, SV("rev-parse")) &&
	       sv_eq(p->word[2].text, SV("--show-toplevel"));
}

/* Names of files below the folders that were named, or below the one where it runs. */
static void print_found(struct walk *w, const struct gaff_program *p, struct value *out)
{
	bool any = false;

	for (size_t i = 1; i < p->n && sv_eq(p->name, SV("find")); i++) {
		struct sv start = p->word[i].text;

		if (start.n && memchr("-(!", start.p[0], 3) && (any || start.n > 2))
			break;
		if (!start.n || start.p[0] == '-')
			continue;
		value_add(w, out, start);
		value_add(w, out, SV("/"));
		print_line(w, value_hole, out);
		any = true;
	}
	if (any)
		return;
	value_add(w, out, SV("./"));
	print_line(w, value_hole, out);
}

static bool has_word(const struct gaff_program *p, const char *word)
{
	for (size_t i = 1; i < p->n; i++)
		if (sv_eq(p->word[i].text, sv_of(word)))
			return true;
	return false;
}

/* Does it print names of files of the folder it is in, as far as its options tell? */
static bool lists_files(const struct gaff_program *p)
{
	size_t n;

	if (sv_eq(p->name, SV("find")))
		return !has_word(p, "-printf") && !has_word(p, "-exec") &&
		       !has_word(p, "-maxdepth");
	if (sv_eq(p->name, SV("ls"))) {
		(void)walk_last_operand(p, &n);
		return !n;
	}
	if (sv_eq(p->name, SV("git")))
		return has_word(p, "ls-files") || has_word(p, "--name-only");
	if (!gaff_is_among(p->name, "grep rg"))
		return false;
	for (size_t i = 1; i < p->n; i++) {
		struct sv word = p->word[i].text;

		if (word.n && word.p[0] == '/')
			return false; /* a folder of its own */
		if (word.n > 1 && word.p[0] == '-' && word.p[1] != '-' &&
		    (memchr(word.p, 'l', word.n) || memchr(word.p, 'L', word.n)))
			return true;
	}
	return has_word(p, "--files-with-matches") || has_word(p, "--files");
}

/* A link that the same text has made shows elsewhere. */
static bool is_made_here(struct walk *w, struct sv path)
{
	return walk_find(w, BIND_FILE, walk_file_name(w, (struct gaff_word){ .text = path }));
}

/*
 * Programs that print what a shell is to evaluate to set them up, and nothing that the text could
 * have had a hand in: eval "$(ssh-agent -s)" does what ssh-agent alone would do.
 */
static bool prints_set_up(const struct gaff_program *p)
{
	static const struct {
		const char *name, *first;
	} known[] = {
		{ "ssh-agent", NULL },     { "dircolors", NULL },    { "brew", "shellenv" },
		{ "pyenv", "init" },       { "rbenv", "init" },      { "nodenv", "init" },
		{ "goenv", "init" },       { "direnv", "hook" },     { "fnm", "env" },
		{ "zoxide", "init" },      { "starship", "init" },   { "mise", "activate" },
		{ "opam", "env" },         { "atuin", "init" },      { "minikube", "docker-env" },
		{ "conda", "shell.bash" }, { "conda", "shell.zsh" }, { "lesspipe", NULL },
	};

	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (sv_eq(p->name, sv_of(known[i].name)) && p->word[0].text.n == p->name.n &&
		    (!known[i].first ||
		     (p->n > 1 && sv_eq(p->word[1].text, sv_of(known[i].first)))))
			return true;
	return false;
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
	else if (sv_eq(p->name, SV("cat")))
		print_files(w, p, io, out);
	else if (sv_eq(p->name, SV("tee")))
		print_input(w, io, out);
	else if (sv_eq(p->name, SV("pwd")))
		print_line(w, p->cwd, out);
	else if (gaff_is_among(p->name, "basename dirname"))
		print_part_of_path(w, p, out);
	else if (gaff_is_among(p->name, "realpath readlink") &&
		 !is_made_here(w, walk_last_operand(p, &n)))
		print_line(w, walk_last_operand(p, &n), out);
	else if (asks_for_program(p))
		print_program(w, walk_last_operand(p, &n), out);
	else if (prints_set_up(p))
		return;
	else if (lists_files(p))
		print_found(w, p, out);
	else if (is_git_top(p))
		print_line(w, w->world->project.n ? w->world->project : value_hole, out);
	else if (sv_eq(p->name, SV("mktemp")) && p->n < 3)
		print_line(w, SV("/tmp/tmp.new"), out);
	else if (!gaff_is_among(p->name, "true : false test [ exit return sleep"))
		value_add(w, out, value_hole);
}
