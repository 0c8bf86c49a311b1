#include "guard/eval/launch.h"
#include "text/words.h"

/* Programs that make words for others: from stdin, from a list, from the files they find. */

enum { LINES_MAX = 12, WORDS_MAX = 64 };

/* ---- pieces of what is on stdin ---- */

/* A word of xargs: blanks and line ends separate, quotes and backslashes hold together; or it is
 * all up to `end`. */
static bool next_word(struct walk *w, struct sv *rest, bool by_line, char end, struct sv *out)
{
	struct buf b = buf_in(w->arena);
	char quote = 0;
	bool any = false;
	size_t i = 0;

	while (i < rest->n && (by_line ? rest->p[i] == end : ascii_isspace(rest->p[i])))
		i++;
	for (; i < rest->n; i++) {
		char c = rest->p[i];

		if (by_line ? c == end : !quote && ascii_isspace(c))
			break;
		any = true;
		if (!by_line && !quote && (c == '\'' || c == '"'))
			quote = c;
		else if (!by_line && quote && c == quote)
			quote = 0;
		else if (!by_line && !quote && c == '\\' && i + 1 < rest->n)
			buf_addc(&b, rest->p[++i]);
		else
			buf_addc(&b, c);
	}
	*rest = sv_skip(*rest, i);
	*out = buf_sv(&b);
	return any && buf_ok(&b);
}

static struct sv replaced(struct walk *w, struct sv text, struct sv what, struct sv by)
{
	struct buf b = buf_in(w->arena);

	for (size_t i = 0; i < text.n;) {
		if (what.n && sv_starts(sv_skip(text, i), what)) {
			gaff_buf_add(&b, by);
			i += what.n;
		} else {
			buf_addc(&b, text.p[i++]);
		}
	}
	return buf_sv(&b);
}

static struct fields with_replaced(struct walk *w, const struct fields *words, struct sv what,
				   struct sv by)
{
	struct fields out = { 0 };

	for (size_t i = 0; i < words->n; i++) {
		struct gaff_word word = words->item[i];

		if (sv_has(word.text, what))
			word.text = replaced(w, word.text, what, by);
		fields_add(w, &out, word);
	}
	return out;
}

/* ---- xargs ---- */

struct xargs {
	struct sv replace; /* -I {}; empty: the words come behind */
	bool has_file;     /* -a file */
	bool by_line;      /* -d, -0: not by blanks, but by */
	char end;
	bool is_null;   /* -0 */
	bool has_parts; /* -n, -L: only some at a time */
};

static char delimiter(struct sv text)
{
	if (text.n == 2 && text.p[0] == '\\')
		return text.p[1] == 't' ? '\t' : text.p[1] == '0' ? '\0' : '\n';
	return text.n ? text.p[0] : '\n';
}

static struct xargs xargs_options(const struct gaff_program *p)
{
	const struct gaff_args *args = p->args;
	struct xargs x = { .end = '\n' };

	for (size_t i = 0; i < args->n; i++) {
		const struct gaff_arg *arg = &args->arg[i];

		if (arg->kind == GAFF_ARG_OPERAND)
			continue;
		if (gaff_is_among(arg->name, "-I -J"))
			x.replace = launch_value(p, arg);
		else if (gaff_is_among(arg->name, "-i --replace"))
			x.replace = arg->has_value && arg->value.n ? arg->value : SV("{}");
		x.has_file |= gaff_is_among(arg->name, "-a --arg-file");
		x.by_line |= gaff_is_among(arg->name, "-d --delimiter -0 --null");
		x.is_null |= gaff_is_among(arg->name, "-0 --null");
		x.has_parts |= gaff_is_among(arg->name,
					     "-n --max-args -L -l --max-lines -s --max-chars");
		if (gaff_is_among(arg->name, "-d --delimiter"))
			x.end = delimiter(launch_value(p, arg));
	}
	x.by_line |= x.replace.n > 0;
	return x;
}

/* A word that it reads. */
static void add_read(struct walk *w, struct fields *f, const struct gaff_program *p, struct sv text)
{
	struct gaff_word word = word_at(p->word[0], text);

	word.may_split = sv_chr(text, 0);
	fields_add(w, f, word);
}

static void xargs_unknown(struct walk *w, const struct gaff_program *p, const struct fields *words,
			  struct sv replace, struct io io)
{
	struct fields all = { 0 };

	if (replace.n) {
		all = with_replaced(w, words, replace, value_hole);
	} else {
		fields_add_all(w, &all, words->item, words->n);
		add_read(w, &all, p, value_hole);
	}
	launch_words(w, p, &all, io);
}

/* One at a time, or a line, or any number of them from here. */
static void xargs_part(struct walk *w, const struct gaff_program *p, const struct fields *words,
		       struct sv first, struct sv rest, struct io io)
{
	struct fields all = { 0 };
	struct sv word = first;

	fields_add_all(w, &all, words->item, words->n);
	do
		add_read(w, &all, p, word);
	while (rest.n && rest.p[0] != '\n' && all.n < words->n + 8 &&
	       next_word(w, &rest, false, 0, &word));
	launch_words(w, p, &all, io);
}

static void xargs_known(struct walk *w, const struct gaff_program *p, const struct fields *words,
			struct xargs x, struct sv text, struct io io)
{
	struct fields all = { 0 };
	struct sv word;
	size_t n = 0;

	if (!x.replace.n)
		fields_add_all(w, &all, words->item, words->n);
	while (next_word(w, &text, x.by_line, x.end, &word)) {
		if (++n > (x.replace.n ? LINES_MAX : WORDS_MAX)) {
			xargs_unknown(w, p, words, x.replace, io);
			return;
		}
		if (x.replace.n) {
			all = with_replaced(w, words, x.replace, word);
			launch_words(w, p, &all, io);
		} else {
			if (x.has_parts)
				xargs_part(w, p, words, word, text, io);
			add_read(w, &all, p, word);
		}
	}
	if (!x.replace.n)
		launch_words(w, p, &all, io);
}

bool launch_xargs(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct xargs x = xargs_options(p);
	struct fields words = launch_rest(p, launch_operand(p, 0, false));
	struct io inner = { .out = io.out, .is_parallel = io.is_parallel };

	if (!words.n)
		return false; /* it is echo */
	if (x.has_file || io.kind != GAFF_STDIN_TEXT || !io.text || !io.text->n) {
		xargs_unknown(w, p, &words, x.replace, inner);
		return true;
	}
	/* of printf the NULs are ends of words, and not what cannot be known */
	if (x.is_null && io.fed_by && sv_eq(io.fed_by->name, SV("printf")))
		x.end = 0;
	for (size_t i = 0; i < io.text->n; i++)
		xargs_known(w, p, &words, x, io.text->alt[i], inner);
	return true;
}

/* ---- parallel ---- */

/* The words up to ":::" are a text for a shell, into which each argument is put in quotes. */
static void parallel_one(struct walk *w, const struct gaff_program *p, struct sv command,
			 struct sv argument, struct io io)
{
	struct buf quoted = buf_in(w->arena);

	if (!command.n) { /* the arguments are the commands */
		launch_text(w, p, argument, p->word[0], io);
		return;
	}
	gaff_word_quote_always(&quoted, argument);
	if (sv_has(command, SV("{}"))) {
		/* in a text for another shell the quotes are of no use: bash -c 'rm -rf {}' */
		launch_text(w, p, replaced(w, command, SV("{}"), argument), p->word[0], io);
		launch_text(w, p, replaced(w, command, SV("{}"), buf_sv(&quoted)), p->word[0], io);
		return;
	}
	command = sv_join(w->arena, command, SV(" "), buf_sv(&quoted));
	launch_text(w, p, command, p->word[0], io);
}

/* The command as it was written: its words in quotes again. */
static struct sv parallel_command(struct walk *w, const struct gaff_program *p, size_t from,
				  size_t to)
{
	struct buf b = buf_in(w->arena);

	if (to == from + 1) {
		gaff_buf_add(&b, p->word[from].text);
		return buf_sv(&b);
	}
	for (size_t i = from; i < to; i++) {
		bool is_plain = p->word[i].text.n > 0;

		for (size_t k = 0; k < p->word[i].text.n; k++)
			is_plain &= !memchr(" \t\n;&|<>()$`\"\\#*?[~", p->word[i].text.p[k], 20);
		if (i > from)
			buf_addc(&b, ' ');
		if (!is_plain)
			buf_addc(&b, '\'');
		gaff_buf_add(&b, p->word[i].text);
		if (!is_plain)
			buf_addc(&b, '\'');
	}
	return buf_sv(&b);
}

/* {1}, {.}, --colsep, -N2, several lists: which argument comes where is not followed. */
static bool puts_together(const struct gaff_program *p, size_t from, size_t to)
{
	const struct gaff_args *args = p->args;
	size_t lists = 0;

	for (size_t i = 0; i < args->n; i++)
		if (args->arg[i].kind != GAFF_ARG_OPERAND && args->arg[i].word < from &&
		    gaff_is_among(args->arg[i].name,
				  "-N --max-replace-args -n --max-args -X --xargs -m -I -i -C "
				  "--colsep --replace -L -l --max-lines"))
			return true;
	for (size_t i = from; i < to; i++) {
		struct sv word = p->word[i].text;

		for (size_t k = 0; k + 1 < word.n; k++)
			if (word.p[k] == '{' &&
			    (ascii_isdigit(word.p[k + 1]) || memchr("./#%+=-", word.p[k + 1], 7)))
				return true;
	}
	for (size_t i = to; i < p->n; i++)
		lists += sv_starts(p->word[i].text, SV(":::"));
	return lists > 1;
}

/* A hole where something is put in, and behind all. */
static void parallel_holes(struct walk *w, const struct gaff_program *p, struct sv command,
			   struct io io)
{
	struct buf b = buf_in(w->arena);

	for (size_t i = 0; i < command.n; i++) {
		const char *close = command.p[i] == '{' && command.n - i < 64
					    ? memchr(command.p + i, '}', command.n - i)
					    : NULL;

		if (close && !memchr(command.p + i, ' ', (size_t)(close - command.p) - i)) {
			gaff_buf_add(&b, value_hole);
			i = (size_t)(close - command.p);
		} else {
			buf_addc(&b, command.p[i]);
		}
	}
	buf_addc(&b, ' ');
	gaff_buf_add(&b, value_hole);
	launch_text(w, p, buf_sv(&b), p->word[0], io);
}

bool launch_parallel(struct walk *w, const struct gaff_program *p, struct io io)
{
	size_t from = launch_operand(p, 0, false), to = 1;
	struct io inner = { .out = io.out, .is_parallel = true };
	struct sv command;
	size_t n = 0;

	while (to < p->n && !sv_starts(p->word[to].text, SV(":::")))
		to++;
	from = from < to ? from : to;
	command = parallel_command(w, p, from, to);
	if (command.n && puts_together(p, from, to)) {
		parallel_holes(w, p, command, inner);
		return true;
	}
	if (to < p->n) {
		bool is_file = sv_starts(p->word[to].text, SV("::::"));

		for (size_t i = to + 1; i < p->n && ++n <= WORDS_MAX; i++)
			parallel_one(w, p, command, is_file ? value_hole : p->word[i].text, inner);
		return true;
	}
	if (io.kind != GAFF_STDIN_TEXT || !io.text || !io.text->n) {
		if (command.n)
			parallel_one(w, p, command, value_hole, inner);
		else if (io.kind != GAFF_STDIN_NONE)
			walk_unknown(w, "the commands are lines of a file or a pipe", p->at,
				     p->n_at);
		return true;
	}
	for (size_t i = 0; i < io.text->n; i++) {
		struct sv rest = io.text->alt[i], line;

		for (n = 0; next_word(w, &rest, true, '\n', &line);) {
			if (++n > LINES_MAX)
				line = value_hole;
			parallel_one(w, p, command, line, inner);
			if (n > LINES_MAX)
				break;
		}
	}
	return true;
}

/* ---- find ---- */

/* Those that do not choose among what is found. */
static const char no_choice[] =
	"-maxdepth -depth -d -mount -xdev -follow -print -print0 -exec -execdir -ok -okdir -delete "
	"-noleaf -ls -L -H -P -warn -nowarn -ignore_readdir_race -o -a -or -and -prune -quit -O1 "
	"-O2 "
	"-O3 -E -X -s -x";

/* A "+" ends what is executed only behind the {}. */
static bool ends_exec(const struct gaff_program *p, size_t i)
{
	return sv_eq(p->word[i].text, SV(";")) ||
	       (sv_eq(p->word[i].text, SV("+")) && sv_eq(p->word[i - 1].text, SV("{}")));
}

static bool has_choice(const struct gaff_program *p)
{
	bool in_exec = false;

	for (size_t i = 1; i < p->n; i++) {
		struct sv word = p->word[i].text;

		if (in_exec) {
			in_exec = !ends_exec(p, i);
			continue;
		}
		in_exec = gaff_is_among(word, "-exec -execdir -ok -okdir");
		if (word.n > 1 && word.p[0] == '-' && ascii_isalpha(word.p[1]) &&
		    !gaff_is_among(word, no_choice))
			return true;
	}
	return false;
}

/* What {} stands for: what is found below a folder, or, if nothing is chosen, the folder, too. */
static struct gaff_word found_below(struct walk *w, struct gaff_word start, bool chooses)
{
	if (chooses) {
		start.text = sv_join(w->arena, start.text, SV("/"), value_hole);
		start.may_split = false;
	}
	return start;
}

static void find_exec(struct walk *w, const struct gaff_program *p, size_t from, size_t to,
		      struct gaff_word found, struct io io)
{
	struct fields words = { 0 };

	for (size_t i = from; i < to; i++) {
		struct gaff_word word = p->word[i];

		if (sv_eq(word.text, SV("{}")))
			word = found;
		else if (sv_has(word.text, SV("{}")))
			word.text = replaced(w, word.text, SV("{}"), found.text);
		fields_add(w, &words, word);
	}
	if (words.n)
		launch_words(w, p, &words, io);
}

bool launch_find(struct walk *w, const struct gaff_program *p, struct io io)
{
	bool is_fd = p->name.n && p->name.p[0] == 'f' && p->name.n > 1 && p->name.p[1] == 'd';
	const char *names = is_fd ? "-x -X --exec --exec-batch" : "-exec -execdir -ok -okdir";
	struct io inner = { .out = io.out, .is_parallel = io.is_parallel };
	bool chooses = is_fd || has_choice(p);
	struct gaff_word start[8] = { { .text = SV("."), .at = p->at, .n = p->word[0].n } };
	size_t n = 0;

	for (size_t i = 1; i < p->n && !is_fd; i++) {
		struct sv word = p->word[i].text;

		if (word.n && word.p[0] == '-' && gaff_is_among(word, "-H -L -P -E -X -s -x"))
			continue;
		if (!word.n || memchr("-(!", word.p[0], 3) || n == COUNT_OF(start))
			break;
		start[n++] = p->word[i];
	}
	n += !n;
	for (size_t i = 1; i < p->n; i++) {
		size_t end = i + 1;

		if (!gaff_is_among(p->word[i].text, names))
			continue;
		while (end < p->n &&
		       !(is_fd ? sv_eq(p->word[end].text, SV(";")) : ends_exec(p, end)))
			end++;
		for (size_t k = 0; k < n; k++)
			find_exec(w, p, i + 1, end, found_below(w, start[k], chooses), inner);
		i = end;
	}
	return false;
}
