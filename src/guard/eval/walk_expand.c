#include "guard/eval/walk.h"

/* What the words of a command become: fields, with holes for what cannot be known. */

enum { WORD_MAX = 256 << 10 }; /* of what is put together; a text in one piece may be longer */

/* A word under construction. */
struct piece {
	struct walk *w;
	struct fields *out;
	struct gaff_word word;
	struct buf text; /* when more than one part made it */
	bool is_there;   /* '' is a word, too */
	bool is_one;     /* nothing is split */
};

static void piece_text(struct piece *p, struct sv text)
{
	p->is_there = true;
	if (!text.n)
		return;
	if (!p->word.text.n && !p->text.n) {
		p->word.text = text;
		return;
	}
	if (!p->text.n)
		gaff_buf_add(&p->text, p->word.text);
	if (!walk_step(p->w, (p->text.n + text.n) / 8) || p->text.n + text.n > WORD_MAX)
		text = value_hole; /* x=$x$x doubles each time */
	if (p->text.n && !p->text.p[p->text.n - 1] && !text.p[0])
		text = sv_skip(text, 1);
	gaff_buf_add(&p->text, text);
	p->word.text = buf_sv(&p->text);
}

static void piece_end(struct walk *w, struct piece *p)
{
	struct gaff_word next = { .at = p->word.at, .n = p->word.n };

	if (p->is_there)
		fields_add(w, p->out, p->word);
	p->word = next;
	p->text = buf_in(w->arena);
	p->is_there = false;
}

/* False: they cannot be known. */
static bool separators(struct walk *w, struct sv *out)
{
	const struct binding *ifs = walk_find(w, BIND_VARIABLE, SV("IFS"));

	*out = SV(" \t\n");
	if (!ifs || ifs->is_unset)
		return true;
	if (ifs->is_array || ifs->value.n > 1 || (ifs->value.n && sv_chr(ifs->value.alt[0], 0)))
		return false;
	*out = ifs->value.n ? ifs->value.alt[0] : SV("");
	return true;
}

static bool has_pattern(struct sv text)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == '*' || text.p[i] == '?' || text.p[i] == '[')
			return true;
	return false;
}

/* What an expansion gives that is not quoted. */
static void piece_split(struct walk *w, struct piece *p, struct sv text)
{
	struct sv between;
	size_t start = 0;

	if (!separators(w, &between) || !walk_step(w, text.n / 8))
		text = value_hole;
	for (size_t i = 0; i <= text.n; i++) {
		if (i < text.n && (!between.n || !memchr(between.p, text.p[i], between.n)))
			continue;
		if (i > start) {
			struct sv field = { text.p + start, i - start };

			p->word.has_pattern |= has_pattern(field);
			p->word.may_split |= sv_chr(field, 0) != NULL;
			piece_text(p, field);
		}
		if (i < text.n)
			piece_end(w, p);
		start = i + 1;
	}
}

void fields_split(struct walk *w, struct fields *f, struct sv text, struct gaff_word like)
{
	struct piece p = { .w = w, .out = f, .text = buf_in(w->arena) };

	p.word.at = like.at;
	p.word.n = like.n;
	piece_split(w, &p, text);
	piece_end(w, &p);
}

static void piece_value(struct walk *w, struct piece *p, struct sv text, bool is_quoted)
{
	if (is_quoted || p->is_one)
		piece_text(p, text);
	else
		piece_split(w, p, text);
}

/* ---- variables ---- */

static struct value world_value(const struct walk *w, struct sv name)
{
	const struct gaff_world *world = w->world;
	const struct {
		struct sv name, value;
	} known[] = {
		{ SV("HOME"), world->home },
		{ SV("PWD"), world->cwd },
		{ SV("TMPDIR"), world->tmpdir },
		{ SV("USER"), world->user },
		{ SV("LOGNAME"), world->user },
		{ SV("IFS"), SV(" \t\n") },
		{ SV("CLAUDE_PROJECT_DIR"), world->project },
	};

	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (sv_eq(known[i].name, name) && known[i].value.n)
			return value_of(known[i].value);
	/* who asks for the folder for temporary files gets one, whatever it is called */
	if (sv_eq(name, SV("TMPDIR")))
		return value_of(SV("/tmp"));
	if (name.n == 1 && memchr("?$#!-", name.p[0], 5))
		return value_of(SV("1")); /* a number, which does no harm */
	return value_any();
}

/* $1: what is before it must be known, to count. */
static struct value argument(struct walk *w, struct sv name, bool *is_set)
{
	const struct binding *args = walk_args(w);
	size_t n = 0;

	for (size_t k = 0; k < name.n && n < 100000; k++)
		n = n * 10 + (size_t)(name.p[k] - '0');
	*is_set = false;
	if (!args || !n)
		return value_any();
	for (size_t i = 0; i < n && i < args->n_items; i++)
		if (args->item[i].may_split)
			return value_any();
	*is_set = n <= args->n_items;
	return *is_set ? value_of(args->item[n - 1].text) : value_of(SV(""));
}

static struct value variable(struct walk *w, struct sv name, bool *is_set)
{
	const struct binding *b = walk_find(w, BIND_VARIABLE, name);
	struct value v;

	*is_set = b && !b->is_unset;
	if (!b && name.n && ascii_isdigit(name.p[0]))
		return argument(w, name, is_set);
	if (!b)
		return world_value(w, name);
	if (b->is_unset)
		return value_of(SV(""));
	if (b->is_ref)
		return value_any();
	v = b->is_array ? value_of(b->n_items ? b->item[0].text : SV("")) : b->value;
	if (!b->is_exported && walk_is_inherited(w, b)) { /* sh -c may not see it */
		struct value none = value_of(SV(""));

		value_join(&v, &none);
		*is_set = false;
	}
	return v;
}

/* All elements: "$@", "${x[@]}". */
static void add_items(struct walk *w, struct piece *p, const struct gaff_word *item, size_t n,
		      bool is_quoted, bool is_joined)
{
	for (size_t i = 0; i < n; i++) {
		if (i && (p->is_one || (is_joined && is_quoted)))
			piece_text(p, SV(" "));
		else if (i)
			piece_end(w, p);
		p->word.has_pattern |= item[i].has_pattern;
		p->word.may_split |= item[i].may_split;
		piece_value(w, p, item[i].text, is_quoted);
	}
}

static bool is_all(struct sv text)
{
	return sv_eq(text, SV("@")) || sv_eq(text, SV("*"));
}

static bool is_index(struct sv op)
{
	return op.n && op.p[0] == '[';
}

/* ${x[1]}: false: it is not known which. A number that is computed is none that is known. */
static bool element(struct walk *w, const struct binding *b, const struct shell_word *index,
		    struct sv *out)
{
	struct gaff_word word;
	size_t n = 0;

	for (const struct shell_part *part = index->part; part; part = part->next)
		if (part->kind != SHELL_TEXT)
			return (void)walk_expand_one(w, index), false;
	word = walk_expand_one(w, index);
	if (!b || !b->is_array || !word.text.n || word.text.n > 4)
		return false;
	for (size_t i = 0; i < word.text.n; i++) {
		if (!ascii_isdigit(word.text.p[i]))
			return false;
		n = n * 10 + (size_t)(word.text.p[i] - '0');
	}
	for (size_t i = 0; i <= n && i < b->n_items; i++)
		if (b->item[i].may_split)
			return false;
	*out = n < b->n_items ? b->item[n].text : SV("");
	return true;
}

/* Arrays of zsh begin with 1, and without an index are all of it. */
static bool is_all_in_zsh(struct walk *w, const struct binding *b)
{
	struct value either = { .n = 2, .alt = { SV("0"), SV("1") } };

	return b && b->is_array && b->n_items > 1 && sv_eq(walk_choose(w, &either), SV("1"));
}

/* ${x#text}, ${x%text}: where both are known, and the text is no pattern. */
static bool cut(struct sv *value, struct sv op, struct gaff_word word)
{
	if (word.has_pattern || !word_is_known(word) || sv_chr(*value, 0))
		return false;
	if (op.p[0] == '#' && sv_starts(*value, word.text))
		*value = sv_skip(*value, word.text.n);
	else if (op.p[0] == '%' && value->n >= word.text.n &&
		 sv_eq(sv_skip(*value, value->n - word.text.n), word.text))
		value->n -= word.text.n;
	return true;
}

static void add_hole(struct walk *w, struct piece *p, bool is_quoted)
{
	piece_value(w, p, value_hole, is_quoted);
}

/* ${x:-y} and its kin, of what x may be and whether it is set. */
static struct value with_default(struct walk *w, const struct shell_part *part, struct value v,
				 bool is_set, bool is_known)
{
	struct sv op = part->op;
	bool empty_too = op.p[0] == ':', is_default = op.p[op.n - 1] != '+';
	struct value other = part->word ? walk_expand_value(w, part->word) : value_of(SV(""));
	struct value out = { 0 };

	for (size_t i = 0; i < v.n; i++) {
		struct value one = value_of(v.alt[i]), none = value_of(SV(""));
		bool may_be_none = (!v.alt[i].n && (empty_too || !is_set)) ||
				   sv_eq(v.alt[i], value_hole) || !is_known;
		bool may_be_one = v.alt[i].n || (is_set && !empty_too);

		if (may_be_one)
			value_join(&out, is_default ? &one : &other);
		if (may_be_none)
			value_join(&out, is_default ? &other : &none);
	}
	return out.n ? out : value_of(SV(""));
}

static void add_all(struct walk *w, struct piece *p, const struct shell_part *part)
{
	const struct binding *args = walk_args(w);

	if (args)
		add_items(w, p, args->item, args->n_items, part->is_quoted, part->text.p[0] == '*');
	else
		add_hole(w, p, false); /* may be several, also in quotes */
}

static void add_index(struct walk *w, struct piece *p, const struct shell_part *part)
{
	const struct binding *b = walk_find(w, BIND_VARIABLE, part->text);
	struct sv index = SV("@"), text;

	if (part->word && part->word->part && !part->word->part->next)
		index = part->word->part->text;
	if (b && b->is_array && is_all(index) && (b->is_exported || !walk_is_inherited(w, b)))
		add_items(w, p, b->item, b->n_items, part->is_quoted, index.p[0] == '*');
	else if (part->word && element(w, b, part->word, &text))
		piece_value(w, p, text, part->is_quoted);
	else
		add_hole(w, p, part->is_quoted && !is_all(index));
}

static void add_parameter(struct walk *w, struct piece *p, const struct shell_part *part)
{
	/* its index is behind what its operator has: ${x[1]:-y} */
	const struct shell_word *index = part->word && part->op.n ? part->word->next : NULL;
	struct sv op = part->op;
	bool is_set, is_list;
	struct value v;
	struct sv text;

	if (is_all(part->text) && !op.n) {
		add_all(w, p, part);
		return;
	}
	if (is_index(op)) {
		add_index(w, p, part);
		return;
	}
	if (sv_eq(op, SV("len"))) {
		piece_text(p, SV("1"));
		return;
	}
	is_list = is_all(part->text) || index;
	v = variable(w, part->text, &is_set);
	if (is_list) {
		v = value_any();
		is_set = false;
		if (index && element(w, walk_find(w, BIND_VARIABLE, part->text), index, &text))
			v = value_of(text);
	}
	if (sv_eq(op, SV(":-")) || sv_eq(op, SV("-")) || sv_eq(op, SV(":=")) ||
	    sv_eq(op, SV("=")) || sv_eq(op, SV(":+")) || sv_eq(op, SV("+"))) {
		v = with_default(w, part, v, is_set, !is_list);
		if (op.p[op.n - 1] == '=')
			walk_set(w, part->text, &v);
		is_list &= v.n == 1 && sv_eq(v.alt[0], value_hole);
		piece_value(w, p, walk_choose(w, &v), part->is_quoted && !is_list);
		return;
	}
	if (!op.n && is_all_in_zsh(w, walk_find(w, BIND_VARIABLE, part->text))) {
		const struct binding *b = walk_find(w, BIND_VARIABLE, part->text);

		add_items(w, p, b->item, b->n_items, part->is_quoted, false);
		return;
	}
	text = walk_choose(w, &v);
	if (op.n && !sv_eq(op, SV(":?")) && !sv_eq(op, SV("?"))) {
		struct gaff_word word = part->word ? walk_expand_one(w, part->word)
						   : (struct gaff_word){ 0 };

		if ((op.p[0] != '#' && op.p[0] != '%') || !cut(&text, op, word))
			text = value_hole;
	} else if (part->word) {
		(void)walk_expand_one(w, part->word); /* what it says may start something */
	}
	/* "${x[@]:1}" may be several, also in quotes */
	is_list &= sv_eq(text, value_hole);
	piece_value(w, p, text, part->is_quoted && !is_list);
}

/* ---- substitutions ---- */

static struct value without_line_ends(struct value v)
{
	for (size_t i = 0; i < v.n; i++)
		while (v.alt[i].n && v.alt[i].p[v.alt[i].n - 1] == '\n')
			v.alt[i].n--;
	return v;
}

/* Walk what is in the parentheses, once for each command however often its words are made. */
static const struct memo *substitute(struct walk *w, const struct shell_part *part)
{
	const struct binding *env = w->env;
	struct pick pick = w->pick;
	struct io io = { 0 };
	struct memo *m;

	for (m = w->memo; m && walk_step(w, 0); m = m->next)
		if (m->part == part)
			return m;
	m = gaff_arena_alloc(w->arena, sizeof *m);
	if (!m)
		return NULL;
	*m = (struct memo){ .part = part, .next = w->memo };
	if (part->kind == SHELL_PROCESS && part->op.n && part->op.p[0] == '>')
		io = (struct io){ .kind = GAFF_STDIN_UNKNOWN, .is_parallel = true };
	else
		io.out = &m->value;
	w->memo = NULL;
	w->main = NULL;
	if (part->node)
		walk_node(w, part->node, io);
	m->by = w->main;
	w->memo = m;
	w->pick = pick;
	walk_leave(w, env);
	return m;
}

/* What <(...) stands for: a file that holds what was printed. */
static struct sv process_name(struct walk *w, const struct memo *m)
{
	struct buf name = buf_in(w->arena);
	struct value any = value_any();

	gaff_buf_add(&name, SV("/dev/fd/"));
	for (size_t i = ++w->n_substitutions; i; i /= 10)
		buf_addc(&name, (char)('0' + i % 10));
	gaff_buf_add(&name, SV("-"));
	if (!buf_ok(&name))
		return value_hole;
	walk_set_file(w, buf_sv(&name), m ? &m->value : &any, m ? m->by : NULL);
	return buf_sv(&name);
}

/* ---- parts ---- */

static void add_tilde(struct walk *w, struct piece *p, struct sv name)
{
	if (!name.n && !w->world->home.n && !walk_find(w, BIND_VARIABLE, SV("HOME"))) {
		piece_text(p, SV("~"));
		return;
	}
	if (!name.n || sv_eq(name, SV("+"))) {
		bool is_set;
		struct value v = variable(w, name.n ? SV("PWD") : SV("HOME"), &is_set);

		piece_text(p, walk_choose(w, &v));
		return;
	}
	/* somebody's home: as it is written, which is outside of ours */
	piece_text(p, sv_join(w->arena, SV("~"), name, SV("")));
}

/* In texts that were made, a hole is \1: see walk_text(). */
static void add_text(struct walk *w, struct piece *p, const struct shell_part *part)
{
	struct buf b;

	if (!part->text.n || !memchr(part->text.p, 1, part->text.n)) {
		piece_text(p, part->text);
		return;
	}
	b = buf_in(w->arena);
	for (size_t i = 0; i < part->text.n; i++)
		buf_addc(&b, part->text.p[i] == 1 ? 0 : part->text.p[i]);
	p->word.may_split |= !part->is_quoted;
	piece_text(p, buf_sv(&b));
}

static void add_part(struct walk *w, struct piece *p, const struct shell_part *part)
{
	const struct memo *m;

	switch (part->kind) {
	case SHELL_TEXT:
		add_text(w, p, part);
		break;
	case SHELL_GLOB:
		p->word.has_pattern = true;
		piece_text(p, part->text);
		break;
	case SHELL_PARAM:
		add_parameter(w, p, part);
		break;
	case SHELL_COMMAND:
		m = substitute(w, part);
		if (m) {
			struct value v = without_line_ends(m->value);

			piece_value(w, p, walk_choose(w, &v), part->is_quoted);
		}
		break;
	case SHELL_PROCESS:
		m = substitute(w, part);
		piece_text(p, process_name(w, m));
		break;
	case SHELL_ARITH:
		if (part->word)
			(void)walk_expand_one(w, part->word);
		piece_text(p, SV("1"));
		break;
	case SHELL_TILDE:
		add_tilde(w, p, part->text);
		break;
	case SHELL_BRACE:
		break; /* with_braces() has taken them apart */
	}
}

static void add_parts(struct walk *w, struct piece *p, const struct shell_part *part)
{
	for (; part && walk_step(w, 1); part = part->next)
		add_part(w, p, part);
}

/* ---- braces ---- */

enum { BRACE_PARTS = 64, BRACE_DEPTH = 8 };

/* The word without its first braces, once for each alternative; nested ones come next. */
static void with_braces(struct walk *w, const struct shell_word *word,
			const struct shell_part *const *part, size_t n, struct fields *out,
			unsigned depth)
{
	const struct shell_part *list[BRACE_PARTS];
	size_t first = 0;

	while (first < n && part[first]->kind != SHELL_BRACE)
		first++;
	if (first == n || depth == BRACE_DEPTH) {
		struct piece p = { .w = w, .out = out, .text = buf_in(w->arena) };

		p.word.at = word->at;
		p.word.n = word->n;
		p.is_there = !n; /* '' */
		for (size_t i = 0; i < n && walk_step(w, 1); i++)
			add_part(w, &p, part[i]);
		if (first < n)
			add_hole(w, &p, false);
		piece_end(w, &p);
		return;
	}
	for (const struct shell_word *alt = part[first]->word; alt && walk_step(w, 1);
	     alt = alt->next) {
		size_t k = 0;

		for (size_t i = 0; i < first && k < BRACE_PARTS; i++)
			list[k++] = part[i];
		for (const struct shell_part *q = alt->part; q && k < BRACE_PARTS; q = q->next)
			list[k++] = q;
		for (size_t i = first + 1; i < n && k < BRACE_PARTS; i++)
			list[k++] = part[i];
		if (k == BRACE_PARTS) { /* or more, which are lost */
			fields_add(w, out,
				   (struct gaff_word){ .text = value_hole, .may_split = true });
			continue;
		}
		with_braces(w, word, list, k, out, depth + 1);
	}
}

void walk_expand(struct walk *w, const struct shell_word *word, struct fields *out)
{
	const struct shell_part *list[BRACE_PARTS];
	struct piece p = { .w = w, .out = out, .text = buf_in(w->arena) };
	bool has_brace = false;
	size_t n = 0, before = out->n;

	for (const struct shell_part *part = word->part; part; part = part->next) {
		has_brace |= part->kind == SHELL_BRACE;
		if (n < BRACE_PARTS)
			list[n] = part;
		n++;
	}
	if (has_brace && n <= BRACE_PARTS) {
		with_braces(w, word, list, n, out, 0);
	} else {
		p.word.at = word->at;
		p.word.n = word->n;
		p.is_there = !word->part;
		add_parts(w, &p, word->part);
		if (has_brace)
			add_hole(w, &p, false);
		piece_end(w, &p);
	}
	for (size_t i = before; i < out->n && w->is_nested; i++) {
		out->item[i].at = w->at;
		out->item[i].n = w->at_n;
	}
}

struct gaff_word walk_expand_one(struct walk *w, const struct shell_word *word)
{
	struct fields f = { 0 };
	struct piece p = { .w = w, .out = &f, .is_one = true, .text = buf_in(w->arena) };

	p.word.at = w->is_nested ? w->at : word->at;
	p.word.n = w->is_nested ? w->at_n : word->n;
	p.is_there = true;
	add_parts(w, &p, word->part);
	for (const struct shell_part *part = word->part; part; part = part->next)
		if (part->kind == SHELL_BRACE)
			add_hole(w, &p, true);
	return p.word;
}

/* All it may be, not only what the choice of now says. */
struct value walk_expand_value(struct walk *w, const struct shell_word *word)
{
	struct pick pick = w->pick;
	struct value out = { 0 };
	size_t all = 1;

	for (size_t i = 0; i < all && all <= VALUES_MAX; i++) {
		struct value one;

		w->pick.choice = i;
		w->pick.n = 1;
		one = value_of(walk_expand_one(w, word).text);
		if (!i)
			all = w->pick.n;
		value_join(&out, &one);
	}
	w->pick = pick;
	return all > VALUES_MAX ? value_any() : out;
}
