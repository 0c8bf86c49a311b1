#include "convert/line.h"

#include <stdint.h>
#include <stdlib.h>

#include "text/shell.h"
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
	bool moves;      /* it may go to another folder */
};

static void add_use(struct finding *f, struct gaff_line_change *change,
		    const struct shell_part *part)
{
	struct use use = { .change = change, .is_quoted = part->is_quoted };
	const char *p = f->text.p;

	change->n_uses++;
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
			walk_nodes(f, part->node);
		}
}

static void assign(struct finding *f, struct sv name)
{
	for (size_t i = 0; i < f->n; i++)
		f->change[i].is_assigned |= sv_eq(name, f->change[i].name);
}

/* The name of a program, without its folder; empty: it is not plain. */
static struct sv program_of(const struct shell_word *word)
{
	struct sv text = { 0 };

	if (word && word->part && !word->part->next && word->part->kind == SHELL_TEXT)
		text = word->part->text;
	for (size_t i = text.n; i > 0; i--)
		if (text.p[i - 1] == '/')
			return sv_skip(text, i);
	return text;
}

/* What reads programs out of its words, or starts what does. */
static bool interprets(struct sv program)
{
	return gaff_is_among(program, "sh bash dash zsh ksh ash fish eval trap env exec command "
				      "xargs find sudo timeout nice nohup node deno bun npx python "
				      "python3 uv perl ruby php awk");
}

/* Names that stand in the words of a program that reads such, in quotes. */
static void find_interpreted(struct finding *f, const struct shell_node *node)
{
	struct sv text;

	if (node->at > f->text.n || node->n > f->text.n - node->at)
		return;
	text = (struct sv){ f->text.p + node->at, node->n };
	for (size_t i = 0; i < f->n; i++) {
		size_t known = 0;

		for (size_t k = 0; k < f->n_uses; k++)
			known += f->use[k].change == &f->change[i] && f->use[k].at >= node->at &&
				 f->use[k].at < node->at + node->n;
		f->change[i].is_interpreted |= count_mentions(text, f->change[i].name) > known;
	}
}

static void walk_simple(struct finding *f, const struct shell_node *node)
{
	struct sv program = program_of(node->words);

	f->moves |= gaff_is_among(program, "cd chdir pushd popd . source eval");
	for (const struct shell_word *word = node->words; word; word = word->next) {
		const struct shell_part *part = word->part;

		for (size_t i = 0; part && part->kind == SHELL_TEXT && i < f->n; i++)
			f->change[i].is_assigned |= sv_starts(part->text, f->change[i].name) &&
						    part->text.n > f->change[i].name.n &&
						    part->text.p[f->change[i].name.n] == '=' &&
						    !part->is_quoted;
	}
	if (interprets(program))
		find_interpreted(f, node);
}

static void walk_nodes(struct finding *f, const struct shell_node *node)
{
	for (; node; node = node->next) {
		for (const struct shell_assign *x = node->assigns; x; x = x->next) {
			assign(f, x->name);
			walk_words(f, x->value);
		}
		if (node->kind == SHELL_FOR)
			assign(f, program_of(node->words));
		walk_words(f, node->words);
		for (const struct shell_redirect *x = node->redirects; x; x = x->next) {
			f->inside += x->op == SHELL_HERE_DOC;
			walk_words(f, x->target);
			f->inside -= x->op == SHELL_HERE_DOC;
		}
		if (node->kind == SHELL_SIMPLE)
			walk_simple(f, node);
		walk_nodes(f, node->child);
	}
}

static enum gaff_rc find(struct finding *f, struct gaff_err *err)
{
	struct shell shell;

	for (size_t i = 0; i < f->n; i++) {
		struct gaff_line_change *x = &f->change[i];

		x->n_uses = 0;
		x->is_assigned = x->is_interpreted = x->is_nested = false;
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
		return change->is_interpreted || change->is_nested ||
		       (change->is_folder && f->moves);
	return change->is_nested || count_mentions(f->text, change->name) > change->n_uses;
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
		if ((f->change[i].to.n || f->change[i].value.n) &&
		    (gaff_line_uses(&f->change[i]) ||
		     (f->change[i].value.n && !f->change[i].is_assigned)) &&
		    is_set_in_front(f, &f->change[i]))
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
				    count_mentions(f.text, change[i].name) > change[i].n_uses;
	write_line(&f, &b);
	*out = buf_sv(&b);
	return buf_ok(&b) && !a->failed ? GAFF_OK
					: gaff_fail(err, GAFF_ENOMEM, "no memory for a command");
}
