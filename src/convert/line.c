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

/* Where these letters come next, with none of a name behind them; line.n: nowhere. */
static size_t next_letters(struct sv line, struct sv name, size_t from)
{
	while (name.n && from + name.n <= line.n) {
		const char *at = memchr(line.p + from, name.p[0], line.n - name.n + 1 - from);

		if (!at)
			break;
		from = (size_t)(at - line.p);
		if (memcmp(at, name.p, name.n) == 0 &&
		    (from + name.n == line.n || !is_of_name(at[name.n])))
			return from;
		from++;
	}
	return line.n;
}

/* Is it behind the letters of an option? printf -vNAME, env -uNAME */
static bool is_glued(struct sv line, size_t at)
{
	enum { LETTERS = 8 };
	size_t i = at;

	while (i && at - i < LETTERS && is_of_name(line.p[i - 1]))
		i--;
	return i && i < at && line.p[i - 1] == '-';
}

/* Where the next one is, at `from` or behind it; line.n: nowhere. */
static size_t next_mention(struct sv line, struct sv name, size_t from)
{
	size_t i = next_letters(line, name, from);

	while (i < line.n && i && is_of_name(line.p[i - 1]) && !is_glued(line, i))
		i = next_letters(line, name, i + 1);
	return i;
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

/* May the line give it another value? $NAME and ${NAME} only read it. */
static bool is_touched(struct sv line, struct sv name)
{
	for (size_t i = next_mention(line, name, 0); i < line.n;
	     i = next_mention(line, name, i + name.n)) {
		size_t end = i + name.n;
		bool is_closed = end < line.n && line.p[end] == '}';

		if (!(i > 0 && line.p[i - 1] == '$') &&
		    !(i > 1 && line.p[i - 1] == '{' && line.p[i - 2] == '$' && is_closed))
			return true;
	}
	return false;
}

/* ---- by the grammar ---- */

/* One place of a variable. */
struct use {
	const struct gaff_line_change *change;
	size_t at;       /* of its name */
	size_t from, to; /* of all of it, when that is a value and nothing else; else to is 0 */
	bool is_quoted;
};

/* Where it is known what the names of these changes are: nobody else reads the agent's value. */
struct span {
	size_t from, to;
	uint64_t changes;
};

/* Changes that have a value of the line's own, for certain. */
struct known {
	uint64_t own;
	uint64_t handed; /* of these, those that programs get to see, too */
};

struct finding {
	struct arena *arena;
	struct sv text;
	struct gaff_line_change *change;
	size_t n;
	struct use *use;
	size_t n_uses, room;
	struct span *span;
	size_t n_spans, span_room;
	unsigned inside;    /* of operands, patterns and here-documents */
	unsigned fed;       /* what is printed here may be read by a program */
	unsigned functions; /* that it is inside of */
	struct known known;
	uint64_t in_front; /* changes that are set in front of the line */
	unsigned depth;    /* of nodes */
	bool moves;        /* it may go to another folder */
	bool has_body;     /* of a here-document */
	bool has_copy;     /* backticks: places in them are not exact */
};

static uint64_t bit_of(const struct finding *f, const struct gaff_line_change *change)
{
	return UINT64_C(1) << (change - f->change);
}

/* Those of this name, a bit for each. */
static uint64_t changes_of(const struct finding *f, struct sv name)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < f->n; i++)
		bits |= sv_eq(name, f->change[i].name) ? bit_of(f, &f->change[i]) : 0;
	return bits;
}

static void add_span(struct finding *f, size_t from, size_t n, uint64_t changes)
{
	if (changes &&
	    gaff_arena_room(f->arena, &f->span, f->n_spans, &f->span_room, sizeof *f->span))
		f->span[f->n_spans++] = (struct span){ from, from + n, changes };
}

/* A word, or its first letters. */
static void know_word(struct finding *f, const struct shell_word *word, size_t n, uint64_t changes)
{
	if (!f->has_copy)
		add_span(f, word->at, n, changes);
}

static void add_use(struct finding *f, struct gaff_line_change *change,
		    const struct shell_part *part)
{
	struct use use = { .change = change, .is_quoted = part->is_quoted };
	const char *p = f->text.p;
	bool is_copy = part->text.p < p || part->text.p + part->text.n > p + f->text.n;

	use.at = is_copy ? 0 : (size_t)(part->text.p - p);
	if (change->is_only_text && (is_copy || part->op.n || !use.at || p[use.at - 1] != '{'))
		return; /* a variable of the line's own, which nobody sets */
	change->n_uses++;
	change->is_needed |= !(f->known.own & bit_of(f, change));
	if (is_copy) {
		change->is_nested = true; /* behind a backslash in backticks */
		return;
	}
	add_span(f, use.at, change->name.n, bit_of(f, change));
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
	if (gaff_arena_room(f->arena, &f->use, f->n_uses, &f->room, sizeof use))
		f->use[f->n_uses++] = use;
}

static void walk_nodes(struct finding *f, const struct shell_node *node);

/* What is set in there is not set behind it, or nobody knows. */
static void walk_apart(struct finding *f, const struct shell_node *node)
{
	struct known known = f->known;

	f->fed++;
	walk_nodes(f, node);
	f->fed--;
	f->known = known;
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
			f->known.own |= is_certain ? bit_of(f, &f->change[i]) : 0;
		}
}

/* The text of a word that is nothing else; empty: it is not plain. */
static struct sv plain_text(const struct shell_word *word)
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
	return plain_text(word);
}

/* What hands on variables that its words set: NAME=value. */
static bool hands_on(struct sv program)
{
	return gaff_is_among(program, "env sudo doas docker podman");
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

/* ---- what may move the line to another folder ---- */

static bool spells(const struct shell_word *word, struct sv name)
{
	for (const struct shell_part *part = word->part; part; part = part->next) {
		if (part->kind != SHELL_TEXT || !sv_starts(name, part->text))
			return false;
		name = sv_skip(name, part->text.n);
	}
	return !name.n;
}

static bool has_slash(const struct shell_word *word)
{
	for (const struct shell_part *part = word->part; part; part = part->next)
		if (part->kind == SHELL_TEXT && sv_chr(part->text, '/'))
			return true;
	return false;
}

/* "cd", however it is written, or what nobody can say is not: $d, eval */
static bool may_move(const struct shell_word *first)
{
	static const struct sv movers[] = { SV_INIT("cd"), SV_INIT("chdir"), SV_INIT("pushd"),
					    SV_INIT("popd") };
	struct sv program = plain_text(first);
	bool is_before = gaff_is_among(program, "command builtin");

	if (!program.n && !has_slash(first))
		return true;
	if (gaff_is_among(program, ". source eval trap alias"))
		return true;
	for (const struct shell_word *word = first; word; word = word->next) {
		if (is_before && !plain_text(word).n)
			return true;
		for (size_t i = 0; i < COUNT_OF(movers); i++)
			if (spells(word, movers[i]))
				return true;
	}
	return false;
}

/* ---- names without a "$" ---- */

/* Programs of the shell itself that take names. */
static void walk_names(struct finding *f, const struct shell_node *node)
{
	struct sv program = program_of(node->words);
	bool unsets = sv_eq(program, SV("unset")), exports = sv_eq(program, SV("export")),
	     declares = exports || gaff_is_among(program, "declare typeset local readonly integer"),
	     sets = unsets || gaff_is_among(program, "read mapfile readarray getopts printf wait"),
	     knows = sets && !sv_eq(program, SV("printf")),
	     is_certain = !node->redirects && (f->functions || !sv_eq(program, SV("local")));

	if (!declares && !sets && !gaff_is_among(program, "test ["))
		return;
	for (const struct shell_word *word = node->words->next; word; word = word->next) {
		struct sv text = plain_text(word), name = set_by_word(word);

		/* unset -f is about functions */
		is_certain &= !unsets || !sv_starts(text, SV("-")) || sv_eq(text, SV("-v"));
		for (size_t i = 0; i < f->n; i++) {
			struct gaff_line_change *change = &f->change[i];
			uint64_t bit = bit_of(f, change);

			if (declares && sv_eq(name, change->name)) {
				assign(f, name, is_certain);
				f->known.handed |= exports && is_certain ? bit : 0;
				know_word(f, word, name.n, bit);
			} else if (sv_eq(text, change->name)) {
				if (sets)
					assign(f, change->name, unsets && is_certain);
				change->is_assigned |= declares;
				know_word(f, word, word->n, knows ? bit : f->known.own & bit);
			}
		}
	}
}

/* Is there something in it that the shell computes? That may read and set names, too. */
static bool is_computed(const struct shell_word *word)
{
	for (const struct shell_part *part = word->part; part; part = part->next)
		if (part->node || part->word || part->kind == SHELL_ARITH)
			return true;
	return false;
}

/* What is read out of these is read by their program. */
static void know_words(struct finding *f, const struct shell_node *node, uint64_t changes)
{
	for (const struct shell_word *word = node->words; changes && word; word = word->next)
		if (!is_computed(word))
			know_word(f, word, word->n, changes);
	for (const struct shell_redirect *x = node->redirects; changes && x; x = x->next)
		if (x->op == SHELL_HERE_DOC && !is_computed(x->target))
			know_word(f, x->target, x->target->n, changes);
}

/* Does it only print its words, to where no program reads them? */
static bool only_prints(const struct finding *f, const struct shell_node *node)
{
	struct sv program = plain_text(node->words), next = plain_text(node->words->next);

	if (f->fed || !gaff_is_among(program, "echo printf cat : true") ||
	    (sv_eq(program, SV("printf")) && (!next.n || next.p[0] == '-')))
		return false;
	for (const struct shell_redirect *x = node->redirects; x; x = x->next)
		if (x->op != SHELL_WRITE_FD && x->op != SHELL_HERE_DOC &&
		    !spells(x->target, SV("/dev/null")))
			return false;
	return true;
}

static void walk_simple(struct finding *f, const struct shell_node *node)
{
	bool sets = hands_on(program_of(node->words));
	uint64_t given = f->known.handed;

	if (!node->words)
		return;
	f->moves |= may_move(node->words);
	f->fed += node->redirects && sv_eq(plain_text(node->words), SV("exec"));
	walk_names(f, node);
	for (const struct shell_assign *x = node->assigns; x; x = x->next)
		if (!x->is_append && !x->is_array)
			given |= changes_of(f, x->name);
	for (const struct shell_word *word = node->words; sets && word; word = word->next)
		know_word(f, word, set_by_word(word).n, changes_of(f, set_by_word(word)));
	know_words(f, node, only_prints(f, node) ? UINT64_MAX : given);
}

static void know_assign(struct finding *f, const struct shell_assign *x)
{
	const char *p = f->text.p;

	if (x->name.p >= p && x->name.p + x->name.n <= p + f->text.n)
		add_span(f, (size_t)(x->name.p - p), x->name.n, changes_of(f, x->name));
}

static void walk_loop_name(struct finding *f, const struct shell_word *word)
{
	struct sv name = plain_text(word);

	assign(f, name, true);
	know_word(f, word, name.n, changes_of(f, name));
}

static void walk_node(struct finding *f, const struct shell_node *node)
{
	bool is_fed = node->kind == SHELL_FUNCTION || node->kind == SHELL_COPROC ||
		      (node->kind != SHELL_SIMPLE && node->redirects);

	f->depth++;
	for (const struct shell_assign *x = node->assigns; x; x = x->next) {
		walk_words(f, x->value);
		for (size_t i = 0; x->is_append && i < f->n; i++)
			if (sv_eq(x->name, f->change[i].name))
				f->change[i].is_needed |= !(f->known.own &
							    bit_of(f, &f->change[i]));
		/* in front of a program it is that program's alone */
		assign(f, x->name,
		       !node->words && !node->redirects && !x->is_append && !x->is_array &&
			       !x->is_element);
		know_assign(f, x);
	}
	walk_words(f, node->words);
	for (const struct shell_redirect *x = node->redirects; x; x = x->next) {
		f->has_body |= x->op == SHELL_HERE_DOC;
		f->inside += x->op == SHELL_HERE_DOC;
		walk_words(f, x->target);
		f->inside -= x->op == SHELL_HERE_DOC;
	}
	if (node->kind == SHELL_SIMPLE)
		walk_simple(f, node);
	for (const struct shell_word *x = node->words; x && node->kind == SHELL_TEST; x = x->next)
		know_word(f, x, x->n,
			  f->known.own & changes_of(f, plain_text(x))); /* [[ -v NAME ]] */
	f->fed += is_fed;
	f->functions += node->kind == SHELL_FUNCTION;
	if (node->kind == SHELL_LIST || (node->kind == SHELL_GROUP && !node->redirects)) {
		walk_nodes(f, node->child);
	} else {
		struct known known = f->known;

		if (node->kind == SHELL_FOR)
			walk_loop_name(f, node->words);
		for (const struct shell_node *x = node->child; x; x = x->next) {
			struct known there = f->known;
			bool is_stage = node->kind == SHELL_PIPE && x->next;

			f->fed += is_stage;
			walk_node(f, x);
			f->fed -= is_stage;
			f->known = there;
		}
		f->known = known;
	}
	f->depth--;
	f->fed -= is_fed;
	f->functions -= node->kind == SHELL_FUNCTION;
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
		const struct shell_node *last = node;
		struct known known = f->known;
		uint64_t before = known.handed;

		while (is_chained(last))
			last = last->next;
		walk_node(f, node);
		if (!last->is_background)
			known = f->known;
		while (node != last) {
			if (node->joint == '|')
				f->known = known;
			node = node->next;
			walk_node(f, node);
		}
		f->known = known;
		if (f->depth == 1) /* exported for good: behind it, it is the line's own */
			add_span(f, last->at + last->n, f->text.n, known.handed & ~before);
	}
}

/* Behind a pipe, comments are of it. */
static size_t end_of(const struct shell_node *node)
{
	while (node->kind == SHELL_PIPE && node->child)
		for (node = node->child; node->next;)
			node = node->next;
	return node->at + node->n;
}

/* Between commands are only comments. */
static void know_comments(struct finding *f, const struct shell *shell)
{
	const struct shell_node *node = shell->root ? shell->root->child : NULL;
	size_t end = 0;

	if (f->has_body || shell->is_incomplete)
		return;
	for (; node; node = node->next) {
		add_span(f, end, node->at > end ? node->at - end : 0, UINT64_MAX);
		end = end_of(node);
	}
	add_span(f, end, f->text.n - end, UINT64_MAX);
}

static int by_start(const void *x, const void *y)
{
	const struct span *a = x, *b = y;

	return a->from < b->from ? -1 : a->from > b->from;
}

/* Is it mentioned where no span is? Spans are sorted. */
static bool is_read(const struct finding *f, const struct gaff_line_change *change)
{
	size_t k = 0, reach = 0;

	for (size_t i = next_mention(f->text, change->name, 0); i < f->text.n;
	     i = next_mention(f->text, change->name, i + change->name.n)) {
		for (; k < f->n_spans && f->span[k].from <= i; k++)
			if (f->span[k].changes & bit_of(f, change) && f->span[k].to > reach)
				reach = f->span[k].to;
		if (i >= reach)
			return true;
	}
	return false;
}

/* Whatever is not known may be read by a program: env.NAME in jq, ${!v}, os.environ["NAME"]. */
static void find_readers(struct finding *f)
{
	if (f->n_spans > 1)
		qsort(f->span, f->n_spans, sizeof *f->span, by_start);
	for (size_t i = 0; i < f->n; i++)
		f->change[i].is_interpreted = is_read(f, &f->change[i]);
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
	f->has_copy = sv_chr(f->text, '`') != NULL;
	walk_nodes(f, shell.root);
	know_comments(f, &shell);
	find_readers(f);
	for (size_t i = 0; i < f->n; i++) /* quotes in backticks are read twice */
		f->change[i].is_nested |= f->change[i].value.n &&
					  (shell.is_incomplete || f->has_copy);
	return gaff_arena_check(f->arena, err);
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
		if (!is_of_name(value.p[i]) && !strchr("/.:+@-", value.p[i]))
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
			(change->is_folder && f->moves) || is_touched(f->text, change->to));
	return change->value.n && (change->is_nested || change->n_mentions > change->n_uses ||
				   gaff_line_mentions(f->text, SV("IFS")));
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
		if (is_set_in_front(f, &f->change[i])) {
			f->in_front |= bit_of(f, &f->change[i]);
			add_setting(out, &f->change[i]);
		}
	if (f->n_uses)
		qsort(f->use, f->n_uses, sizeof *f->use, by_place);
	for (size_t i = 0; i < f->n_uses; i++) {
		const struct use *use = &f->use[i];
		const struct gaff_line_change *change = use->change;
		size_t from = change->to.n ? use->at : use->from,
		       to = change->to.n ? use->at + change->name.n : use->to;

		if ((!change->to.n && !change->value.n) || change->is_assigned ||
		    f->in_front & bit_of(f, change) || from < at)
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
	return gaff_arena_check(a, err);
}
