#include "convert/line.h"

#include <stdint.h>
#include <stdlib.h>

#include "text/shell/shell.h"
#include "text/words.h"

/* ---- by its letters ---- */

static bool is_of_name(char c)
{
	return ascii_isalpha(c) || ascii_isdigit(c) || c == '_';
}

/* Where the next one is, at `from` or behind it; line.n: nowhere. */
static size_t next_mention(struct sv line, struct sv name, size_t from)
{
	for (size_t i = from; i + name.n <= line.n; i++)
		if (memcmp(line.p + i, name.p, name.n) == 0 && (!i || !is_of_name(line.p[i - 1])) &&
		    (i + name.n == line.n || !is_of_name(line.p[i + name.n])))
			return i;
	return line.n;
}

bool gaff_line_mentions(struct sv line, struct sv name)
{
	return next_mention(line, name, 0) < line.n;
}

static size_t count_mentions(struct sv line, struct sv name)
{
	size_t n = 0;

	for (size_t i = next_mention(line, name, 0); i < line.n;
	     i = next_mention(line, name, i + name.n))
		n++;
	return n;
}

/* ---- by the grammar ---- */

/* One place of a variable. */
struct use {
	const struct gaff_line_change *change;
	size_t at;       /* of its name */
	size_t from, to; /* of all of it, when that is a value and nothing else; else to is 0 */
	bool is_quoted;
};

struct finding {
	struct arena *arena;
	struct sv text;
	struct gaff_line_change *change;
	size_t n;
	struct use *use;
	size_t n_uses, room;
	unsigned inside; /* of operands, patterns and here-documents */
	uint64_t own;    /* changes that have a value of the line's own here, for certain */
	uint64_t handed; /* of these, those that programs get to see, too */
	bool moves;      /* it may go to another folder */
};

static uint64_t bit_of(const struct finding *f, const struct gaff_line_change *change)
{
	return UINT64_C(1) << (change - f->change);
}

static void add_use(struct finding *f, struct gaff_line_change *change,
		    const struct shell_part *part)
{
	struct use use = { .change = change, .is_quoted = part->is_quoted };
	const char *p = f->text.p;

	change->n_uses++;
	change->is_needed |= !(f->own & bit_of(f, change));
	if (part->text.p < p || part->text.p + part->text.n > p + f->text.n) {
		change->is_nested = true; /* it stands in a copy: behind a backslash in backticks */
		return;
	}
	use.at = (size_t)(part->text.p - p);
	if (use.at && p[use.at - 1] == '$') {
		use.from = use.at - 1;
		use.to = use.at + change->name.n;
	} else if (use.at > 1 && p[use.at - 1] == '{' && p[use.at - 2] == '$' && !part->op.n &&
		   use.at + change->name.n < f->text.n && p[use.at + change->name.n] == '}') {
		use.from = use.at - 2;
		use.to = use.at + change->name.n + 1;
	}
	if (!use.to || f->inside)
		change->is_nested |= change->value.n != 0;
	if (f->n_uses == f->room) {
		size_t room = f->room ? 2 * f->room : 8;
		struct use *more = gaff_arena_alloc(f->arena, room * sizeof *more);

		if (!more)
			return; /* the arena remembers it */
		if (f->n_uses)
			memcpy(more, f->use, f->n_uses * sizeof *more);
		f->use = more;
		f->room = room;
	}
	f->use[f->n_uses++] = use;
}

static void walk_nodes(struct finding *f, const struct shell_node *node);

/* What is set in there is not set behind it, or nobody knows. */
static void walk_apart(struct finding *f, const struct shell_node *node)
{
	uint64_t own = f->own, handed = f->handed;

	walk_nodes(f, node);
	f->own = own;
	f->handed = handed;
}

static void walk_words(struct finding *f, const struct shell_word *word)
{
	for (; word; word = word->next)
		for (const struct shell_part *part = word->part; part; part = part->next) {
			for (size_t i = 0; part->kind == SHELL_PARAM && i < f->n; i++)
				if (sv_eq(part->text, f->change[i].name))
					add_use(f, &f->change[i], part);
			f->inside++;
			walk_words(f, part->word);
			f->inside--;
			walk_apart(f, part->node);
		}
}

/* Something else may have this name from here on; is_certain: it has, wherever the line goes. */
static void assign(struct finding *f, struct sv name, bool is_certain)
{
	for (size_t i = 0; i < f->n; i++)
		if (sv_eq(name, f->change[i].name)) {
			f->change[i].is_assigned = true;
			f->own |= is_certain ? bit_of(f, &f->change[i]) : 0;
		}
}

/* The text of a word that is nothing else; empty: it is not plain. */
static struct sv gaff_plain_text(const struct shell_word *word)
{
	bool is_plain = word && word->part && !word->part->next && word->part->kind == SHELL_TEXT;

	return is_plain ? word->part->text : (struct sv){ 0 };
}

/* The name of a program, without its folder, which may be anything; empty: nobody knows. */
static struct sv program_of(const struct shell_word *word)
{
	const struct shell_part *last = word ? word->part : NULL;

	while (last && last->next)
		last = last->next;
	if (!last || last->kind != SHELL_TEXT)
		return (struct sv){ 0 };
	for (size_t i = last->text.n; i > 0; i--)
		if (last->text.p[i - 1] == '/')
			return sv_skip(last->text, i);
	return gaff_plain_text(word);
}

static bool is_shell(struct sv program)
{
	return gaff_is_among(program, "sh bash dash zsh ksh mksh ash fish busybox pwsh");
}

/* What hands on variables that its words set: NAME=value. */
static bool hands_on(struct sv program)
{
	return gaff_is_among(program, "env sudo doas docker podman");
}

/* What reads programs or names of variables out of its words, or starts what does. */
static bool interprets(const struct shell_node *node)
{
	const struct shell_word *first = node->words;
	struct sv program = program_of(first);

	if (first && first->part && !first->part->next && first->part->kind != SHELL_TEXT)
		return true; /* $SHELL */
	for (const struct shell_word *word = first; word; word = word->next)
		if (is_shell(program_of(word)))
			return true;
	return hands_on(program) ||
	       gaff_is_among(program,
			     "eval trap exec command builtin xargs find parallel timeout nice "
			     "ionice nohup setsid stdbuf flock watch ssh su script strace "
			     "systemd-run printenv envsubst node deno bun npx tsx python python3 "
			     "uv perl ruby php awk gawk lua");
}

/* What is set there: NAME=value, and not in quotes. Empty: nothing. */
static struct sv set_by_word(const struct shell_word *word)
{
	const struct shell_part *part = word->part;
	size_t n = 0;

	if (!part || part->kind != SHELL_TEXT || part->is_quoted)
		return (struct sv){ 0 };
	while (n < part->text.n && is_of_name(part->text.p[n]))
		n++;
	return n < part->text.n && part->text.p[n] == '=' ? (struct sv){ part->text.p, n }
							  : (struct sv){ 0 };
}

/* Names that stand in the words of a program that reads such, in quotes. */
static void find_interpreted(struct finding *f, const struct shell_node *node, size_t first_use)
{
	size_t at = node->words ? node->words->at : node->at, end = node->at + node->n;
	bool sets = hands_on(program_of(node->words));
	struct sv text;

	if (end > f->text.n || at > end)
		return;
	text = (struct sv){ f->text.p + at, end - at };
	for (size_t i = 0; i < f->n; i++) {
		struct gaff_line_change *change = &f->change[i];
		bool is_given = (f->handed & bit_of(f, change)) != 0;
		size_t known = 0;

		for (size_t k = first_use; k < f->n_uses; k++)
			known += f->use[k].change == change && f->use[k].at >= at &&
				 f->use[k].at < end;
		for (const struct shell_word *word = node->words; sets && word; word = word->next)
			known += sv_eq(set_by_word(word), change->name);
		for (const struct shell_assign *x = node->assigns; x; x = x->next)
			is_given |= sv_eq(x->name, change->name) && !x->is_append;
		change->is_interpreted |= !is_given && count_mentions(text, change->name) > known;
	}
}

/* Programs of the shell itself that take names. */
static void walk_names(struct finding *f, const struct shell_node *node)
{
	struct sv program = program_of(node->words);
	bool unsets = sv_eq(program, SV("unset")), exports = sv_eq(program, SV("export")),
	     declares = exports || gaff_is_among(program, "declare typeset local readonly integer"),
	     sets = unsets ||
		    gaff_is_among(program, "read mapfile readarray getopts printf let wait"),
	     reads = declares || gaff_is_among(program, "test [");

	if (!declares && !sets && !reads)
		return;
	for (const struct shell_word *word = node->words->next; word; word = word->next) {
		struct sv text = gaff_plain_text(word), name = set_by_word(word);

		for (size_t i = 0; i < f->n; i++) {
			struct gaff_line_change *change = &f->change[i];

			if (declares && sv_eq(name, change->name)) {
				assign(f, name, true);
				f->handed |= exports ? bit_of(f, change) : 0;
			} else if (sv_starts(text, SV("-")) || text.n < change->name.n) {
				/* printf -vNAME */
				change->is_assigned |= sets &&
						       gaff_line_mentions(text, change->name);
			} else if (gaff_line_mentions(text, change->name)) {
				if (sets)
					assign(f, change->name, unsets && !node->redirects);
				else if (reads && sv_eq(text, change->name))
					change->is_interpreted |= !(f->own & bit_of(f, change));
				change->is_assigned |= declares;
			}
		}
	}
}

static void walk_simple(struct finding *f, const struct shell_node *node, size_t first_use)
{
	f->moves |= gaff_is_among(program_of(node->words), "cd chdir pushd popd . source eval");
	if (node->words)
		walk_names(f, node);
	if (!interprets(node))
		return;
	find_interpreted(f, node, first_use);
	for (const struct shell_redirect *x = node->redirects; x; x = x->next)
		for (size_t i = 0; x->op == SHELL_HERE_DOC && i < f->n; i++)
			for (const struct shell_part *part = x->target->part; part;
			     part = part->next)
				f->change[i].is_interpreted |=
					part->kind == SHELL_TEXT &&
					!(f->handed & bit_of(f, &f->change[i])) &&
					gaff_line_mentions(part->text, f->change[i].name);
}

/* echo '...' | sh */
static bool ends_in_shell(const struct shell_node *pipe)
{
	for (const struct shell_node *x = pipe->child; x; x = x->next)
		if (x->kind == SHELL_SIMPLE && is_shell(program_of(x->words)))
			return true;
	return false;
}

static void walk_node(struct finding *f, const struct shell_node *node)
{
	size_t first_use = f->n_uses;

	for (const struct shell_assign *x = node->assigns; x; x = x->next) {
		walk_words(f, x->value);
		for (size_t i = 0; x->is_append && i < f->n; i++)
			if (sv_eq(x->name, f->change[i].name))
				f->change[i].is_needed |= !(f->own & bit_of(f, &f->change[i]));
		/* in front of a program it is that program's alone */
		assign(f, x->name, !node->words && !x->is_append && !x->is_array && !x->is_element);
	}
	walk_words(f, node->words);
	for (const struct shell_redirect *x = node->redirects; x; x = x->next) {
		f->inside += x->op == SHELL_HERE_DOC;
		walk_words(f, x->target);
		f->inside -= x->op == SHELL_HERE_DOC;
	}
	if (node->kind == SHELL_SIMPLE)
		walk_simple(f, node, first_use);
	for (const struct shell_word *x = node->words; x && node->kind == SHELL_TEST; x = x->next)
		for (size_t i = 0; i < f->n; i++) /* [[ -v NAME ]] */
			f->change[i].is_interpreted |= sv_eq(gaff_plain_text(x),
							     f->change[i].name) &&
						       !(f->own & bit_of(f, &f->change[i]));
	if (node->kind == SHELL_LIST || (node->kind == SHELL_GROUP && !node->redirects)) {
		walk_nodes(f, node->child);
	} else {
		uint64_t own = f->own, handed = f->handed;

		if (node->kind == SHELL_FOR)
			assign(f, gaff_plain_text(node->words), true);
		for (const struct shell_node *x = node->child; x; x = x->next) {
			uint64_t own_there = f->own, handed_there = f->handed;

			walk_node(f, x);
			f->own = own_there;
			f->handed = handed_there;
		}
		f->own = own;
		f->handed = handed;
	}
	if (node->kind == SHELL_PIPE && ends_in_shell(node))
		find_interpreted(f, node, first_use);
}

static bool is_chained(const struct shell_node *node)
{
	return (node->joint == '&' || node->joint == '|') && node->next;
}

/* Commands one after another. Of a && b || c only a is sure to run, and in front of & not even
 * that. */
static void walk_nodes(struct finding *f, const struct shell_node *node)
{
	for (; node; node = node->next) {
		uint64_t own = f->own, handed = f->handed;
		const struct shell_node *last = node;

		while (is_chained(last))
			last = last->next;
		walk_node(f, node);
		if (!last->is_background) {
			own = f->own;
			handed = f->handed;
		}
		while (node != last) {
			if (node->joint == '|') {
				f->own = own;
				f->handed = handed;
			}
			node = node->next;
			walk_node(f, node);
		}
		f->own = own;
		f->handed = handed;
	}
}

static enum gaff_rc find(struct finding *f, struct gaff_err *err)
{
	struct shell shell;

	for (size_t i = 0; i < f->n; i++) {
		struct gaff_line_change *x = &f->change[i];

		x->n_uses = 0;
		x->n_mentions = count_mentions(f->text, x->name);
		x->is_needed = x->is_assigned = x->is_interpreted = x->is_nested = false;
	}
	GAFF_TRY(gaff_shell_parse(f->arena, f->text, &shell, err));
	if (shell.text.n != f->text.n) { /* a NUL: no shell gets to see such a line */
		for (size_t i = 0; i < f->n; i++)
			f->change[i].is_interpreted = f->change[i].is_nested = true;
		return GAFF_OK;
	}
	f->text = shell.text;
	walk_nodes(f, shell.root);
	for (size_t i = 0; i < f->n; i++) /* quotes in backticks are read twice */
		f->change[i].is_nested |= f->change[i].value.n &&
					  (shell.is_incomplete || sv_chr(f->text, '`'));
	return f->arena->failed ? gaff_fail(err, GAFF_ENOMEM, "no memory for a command") : GAFF_OK;
}

enum gaff_rc gaff_line_find(struct arena *a, struct sv line, struct gaff_line_change *change,
			    size_t n, struct gaff_err *err)
{
	struct finding f = { .arena = a, .text = line, .change = change, .n = n };

	return find(&f, err);
}

/* ---- what is written ---- */

bool gaff_line_is_plain(struct sv value)
{
	for (size_t i = 0; i < value.n; i++)
		if (!is_of_name(value.p[i]) && !strchr("/.,:+@-", value.p[i]))
			return false;
	return true;
}

/* Inside of double quotes: as it is, or in quotes of its own between two pairs of them. */
static void add_value(struct buf *out, struct sv value, bool is_quoted)
{
	if (gaff_line_is_plain(value)) {
		gaff_buf_add(out, value);
		return;
	}
	gaff_buf_add(out, is_quoted ? SV("\"") : SV(""));
	gaff_word_quote_everywhere(out, value);
	gaff_buf_add(out, is_quoted ? SV("\"") : SV(""));
}

static void add_setting(struct buf *out, const struct gaff_line_change *change)
{
	gaff_buf_add(out, SV("export "));
	gaff_buf_add(out, change->name);
	buf_addc(out, '=');
	if (change->to.n) {
		gaff_buf_add(out, SV("\"$"));
		gaff_buf_add(out, change->to);
		buf_addc(out, '"');
	} else {
		gaff_word_quote_everywhere(out, change->value);
	}
	gaff_buf_add(out, SV("; "));
}

/* Of a text in its place every mention has to be replaced: something else may read the rest. */
static bool is_set_in_front(const struct finding *f, const struct gaff_line_change *change)
{
	if (change->to.n)
		return gaff_line_uses(change) &&
		       (change->is_interpreted || change->is_nested || change->is_assigned ||
			(change->is_folder && f->moves));
	return change->value.n && (change->is_nested || change->n_mentions > change->n_uses);
}

static int by_place(const void *x, const void *y)
{
	const struct use *a = x, *b = y;

	return a->at < b->at ? -1 : a->at > b->at;
}

static void write_line(struct finding *f, struct buf *out)
{
	size_t at = 0;

	for (size_t i = 0; i < f->n; i++)
		if (is_set_in_front(f, &f->change[i]))
			add_setting(out, &f->change[i]);
	if (f->n_uses)
		qsort(f->use, f->n_uses, sizeof *f->use, by_place);
	for (size_t i = 0; i < f->n_uses; i++) {
		const struct use *use = &f->use[i];
		const struct gaff_line_change *change = use->change;
		size_t from = change->to.n ? use->at : use->from,
		       to = change->to.n ? use->at + change->name.n : use->to;

		if ((!change->to.n && !change->value.n) || change->is_assigned ||
		    is_set_in_front(f, change) || from < at)
			continue;
		gaff_buf_add(out, (struct sv){ f->text.p + at, from - at });
		if (change->to.n)
			gaff_buf_add(out, change->to);
		else
			add_value(out, change->value, use->is_quoted);
		at = to;
	}
	gaff_buf_add(out, sv_skip(f->text, at));
}

/* ${NAME} as its agent has it, wherever a shell would not see it. */
static struct sv replace_text(struct arena *a, struct sv line, const struct gaff_line_change *x)
{
	struct buf out = buf_in(a), whole = buf_in(a);

	gaff_buf_add(&whole, SV("${"));
	gaff_buf_add(&whole, x->name);
	buf_addc(&whole, '}');
	while (line.n && buf_ok(&whole)) {
		size_t n = sv_starts(line, buf_sv(&whole)) ? whole.n : 1;

		gaff_buf_add(&out, n > 1 ? x->value : (struct sv){ line.p, 1 });
		line = sv_skip(line, n);
	}
	return buf_sv(&out);
}

enum gaff_rc gaff_line_change(struct arena *a, struct sv line, struct gaff_line_change *change,
			      size_t n, struct sv *out, struct gaff_err *err)
{
	struct finding f = { .arena = a, .text = line, .change = change, .n = n };
	struct buf b = buf_in(a);

	for (size_t i = 0; i < n; i++)
		if (change[i].is_text && change[i].value.n && gaff_line_is_plain(change[i].value))
			f.text = replace_text(a, f.text, &change[i]);
	GAFF_TRY(find(&f, err));
	for (size_t i = 0; i < n; i++)
		change[i].is_left = change[i].is_text && change[i].value.n &&
				    change[i].n_mentions > change[i].n_uses;
	write_line(&f, &b);
	*out = buf_sv(&b);
	return buf_ok(&b) && !a->failed ? GAFF_OK
					: gaff_fail(err, GAFF_ENOMEM, "no memory for a command");
}
