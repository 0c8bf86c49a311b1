#include "guard/walk.h"

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

static struct sv separators(struct walk *w)
{
	const struct binding *ifs = walk_find(w, BIND_VARIABLE, SV("IFS"));

	if (!ifs || ifs->value.n != 1 || sv_chr(ifs->value.alt[0], 0))
		return SV(" \t\n");
	return ifs->value.alt[0];
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
	struct sv between = separators(w);
	size_t start = 0;

	if (!walk_step(w, text.n / 8))
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

static struct value variable(struct walk *w, struct sv name, bool *is_set)
{
	const struct binding *b = walk_find(w, BIND_VARIABLE, name);

	*is_set = b && !b->is_unset;
	if (!b && name.n && ascii_isdigit(name.p[0]) && w->has_args && name.p[0] != '0') {
		size_t i = 0;

		for (size_t k = 0; k < name.n && i < 100000; k++)
			i = i * 10 + (size_t)(name.p[k] - '0');
		*is_set = i && i <= w->n_args;
		return *is_set ? value_of(w->arg[i - 1].text) : value_of(SV(""));
	}
	if (!b)
		return world_value(w, name);
	if (b->is_unset)
		return value_of(SV(""));
	if (b->is_array)
		return value_of(b->n_items ? b->item[0].text : SV(""));
	return b->value;
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

static void add_parameter(struct walk *w, struct piece *p, const struct shell_part *part)
{
	struct sv op = part->op;
	bool is_set, is_default = false;
	struct value v;
	struct sv text;

	if (is_all(part->text) && !op.n) {
		if (w->has_args)
			add_items(w, p, w->arg, w->n_args, part->is_quoted, part->text.p[0] == '*');
		else
			add_hole(w, p, false); /* may be several, also in quotes */
		return;
	}
	if (is_index(op)) {
		const struct binding *b = walk_find(w, BIND_VARIABLE, part->text);
		struct gaff_word index = part->word ? walk_expand_one(w, part->word)
						    : (struct gaff_word){ .text = SV("@") };

		if (b && b->is_array && is_all(index.text)) {
			add_items(w, p, b->item, b->n_items, part->is_quoted,
				  index.text.p[0] == '*');
			return;
		}
		if (b && b->is_array && index.text.n == 1 && ascii_isdigit(index.text.p[0]) &&
		    (size_t)(index.text.p[0] - '0') < b->n_items) {
			piece_value(w, p, b->item[index.text.p[0] - '0'].text, part->is_quoted);
			return;
		}
		add_hole(w, p, part->is_quoted && !is_all(index.text));
		return;
	}
	if (sv_eq(op, SV("len"))) {
		piece_text(p, SV("1"));
		return;
	}
	v = variable(w, part->text, &is_set);
	is_default = sv_eq(op, SV(":-")) || sv_eq(op, SV("-")) || sv_eq(op, SV(":=")) ||
		     sv_eq(op, SV("="));
	if (is_default || sv_eq(op, SV(":+")) || sv_eq(op, SV("+"))) {
		struct value other = part->word ? walk_expand_value(w, part->word)
						: value_of(SV(""));
		bool is_known = is_set || v.n != 1 || v.alt[0].n != 1 || v.alt[0].p[0];

		if (is_default && !is_known)
			value_join(&v, &other);
		else if (is_default && v.n == 1 && !v.alt[0].n)
			v = other;
		else if (!is_default) {
			v = value_of(SV(""));
			value_join(&v, &other);
		}
		if (is_default && op.p[op.n - 1] == '=')
			walk_set(w, part->text, &v);
		piece_value(w, p, walk_choose(w, &v), part->is_quoted);
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
	piece_value(w, p, text, part->is_quoted);
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
	struct memo *inner = NULL, *m;

	for (m = w->memo; m && walk_step(w, 0); m = m->next)
		if (m->part == part)
			return m;
	m = gaff_arena_alloc(w->arena, sizeof *m);
	if (!m)
		return NULL;
	*m = (struct memo){ .part = part, .next = w->memo };
	w->memo = m;
	{
		struct io io = { .out = &m->value };
		size_t choice = w->choice, n = w->n_choices;
		bool no_choice = w->no_choice;
		struct memo *outer = w->memo;

		if (part->kind == SHELL_PROCESS && part->op.n && part->op.p[0] == '>')
			io = (struct io){ .kind = GAFF_STDIN_UNKNOWN, .is_parallel = true };
		w->memo = inner;
		w->main = NULL;
		if (part->node)
			walk_node(w, part->node, io);
		m->by = w->main;
		w->memo = outer;
		w->choice = choice;
		w->n_choices = n;
		w->no_choice = no_choice;
	}
	w->env = env;
	return m;
}

/* What <(...) stands for: a file that holds what was printed. */
static struct sv process_name(struct walk *w, const struct memo *m)
{
	struct buf name = buf_in(w->arena);
	struct binding *file;

	gaff_buf_add(&name, SV("/dev/fd/"));
	for (size_t i = ++w->n_substitutions; i; i /= 10)
		buf_addc(&name, (char)('0' + i % 10));
	gaff_buf_add(&name, SV("-"));
	if (!buf_ok(&name))
		return value_hole;
	file = walk_bind(w, BIND_FILE, buf_sv(&name));
	if (file) {
		file->value = m ? m->value : value_any();
		file->from = m ? m->by : NULL;
	}
	return buf_sv(&name);
}

/* ---- parts ---- */

static void add_tilde(struct walk *w, struct piece *p, struct sv name)
{
	struct buf b = buf_in(w->arena);

	if (!name.n) {
		piece_text(p, w->world->home.n ? w->world->home : SV("~"));
		return;
	}
	if (sv_eq(name, SV("+"))) {
		bool is_set;
		struct value v = variable(w, SV("PWD"), &is_set);

		piece_text(p, walk_choose(w, &v));
		return;
	}
	gaff_buf_add(&b, SV("~")); /* somebody's home: as it is written, which is outside of ours */
	gaff_buf_add(&b, name);
	piece_text(p, buf_sv(&b));
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
		w->piece_by = m ? m->by : NULL;
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
	size_t choice = w->choice, n = w->n_choices, all;
	bool no_choice = w->no_choice;
	struct value out = { 0 }, one;

	w->choice = 0;
	w->n_choices = 1;
	one = value_of(walk_expand_one(w, word).text);
	all = w->n_choices;
	if (all > VALUES_MAX) {
		out = value_any();
	} else {
		value_join(&out, &one);
		for (size_t i = 1; i < all; i++) {
			w->choice = i;
			w->n_choices = 1;
			one = value_of(walk_expand_one(w, word).text);
			value_join(&out, &one);
		}
	}
	w->choice = choice;
	w->n_choices = n;
	w->no_choice = no_choice;
	return out;
}
