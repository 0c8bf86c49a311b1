#include "guard/eval/code_parts.h"

/*
 * What an expression comes to, as far as it is made of literals: strings side by side or joined by
 * operators, lists of them, variables that were given such a value, and a few functions whose value
 * is plain. Everything else is a hole.
 */

struct building {
	struct code_scan *scan;
	struct code_value value; /* of a list: its words */
	struct buf text;         /* of a text */
	size_t cap;
	bool is_set;
};

static const struct gaff_word hole = { .text = SV_INIT("\0"), .may_split = false };

static struct code_value hole_value(void)
{
	return (struct code_value){ .word = (struct gaff_word *)&hole, .n = 1 };
}

/* Takes n of what values may still take; false: there is not so much. */
static bool spend(struct code_scan *s, size_t n)
{
	if (s->budget < n) {
		s->budget = 0;
		return false;
	}
	s->budget -= n;
	return true;
}

static void add_word(struct building *b, struct gaff_word word)
{
	struct gaff_word *bigger;
	size_t cap;

	if (b->value.n == GAFF_CODE_WORDS_MAX || !spend(b->scan, 1)) {
		if (b->value.n) /* the rest may be anything */
			b->value.word[b->value.n - 1] = (struct gaff_word){ .text = hole.text,
									    .may_split = true };
		return;
	}
	if (b->value.n == b->cap) {
		cap = b->cap ? b->cap * 2 : 8;
		bigger = gaff_arena_alloc(b->scan->arena, cap * sizeof *bigger);
		if (!bigger)
			return;
		if (b->value.n)
			memcpy(bigger, b->value.word, b->value.n * sizeof *bigger);
		b->value.word = bigger;
		b->cap = cap;
	}
	b->value.word[b->value.n++] = word;
}

static void add_words_of(struct building *b, struct sv text)
{
	size_t from, i = 0;

	while (i < text.n) {
		while (i < text.n && ascii_isspace(text.p[i]))
			i++;
		for (from = i; i < text.n && !ascii_isspace(text.p[i]);)
			i++;
		if (i > from)
			add_word(b, (struct gaff_word){ .text = { text.p + from, i - from } });
	}
}

static void add_text(struct building *b, struct sv text)
{
	b->is_set = true;
	if (!spend(b->scan, text.n))
		text = hole.text;
	if (b->value.is_list)
		add_words_of(b, text);
	else
		gaff_buf_add(&b->text, text);
}

static void become_list(struct building *b)
{
	if (b->value.is_list)
		return;
	b->value.is_list = true;
	if (b->text.n)
		add_words_of(b, buf_sv(&b->text));
	b->is_set = true;
}

static void add_value(struct building *b, const struct code_value *v)
{
	if (!v->is_list) {
		add_text(b, v->n ? v->word[0].text : SV(""));
		return;
	}
	become_list(b);
	for (size_t i = 0; i < v->n; i++)
		add_word(b, v->word[i]);
}

static void become_hole(struct building *b)
{
	b->value = (struct code_value){ 0 };
	b->cap = 0;
	b->text.n = 0;
	add_text(b, hole.text);
}

const struct code_value *gaff_code_variable(const struct code_scan *s, struct sv name)
{
	for (size_t i = 0; name.n && i < s->n_variables; i++)
		if (sv_eq(s->variable[i].name, name))
			return &s->variable[i].value;
	return NULL;
}

void gaff_code_assign(struct code_scan *s, struct sv name, struct code_value value)
{
	for (size_t i = 0; i < s->n_variables; i++)
		if (sv_eq(s->variable[i].name, name)) {
			s->variable[i].value = value;
			return;
		}
	if (s->n_variables < CODE_VARIABLES_MAX)
		s->variable[s->n_variables++] = (struct code_variable){ name, value };
}

/* A string, with the values of variables where it has holes for them. */
static void add_string(struct building *b, const struct code_token *t)
{
	const struct code_hole *next = t->holes;
	struct sv rest = t->text;

	if (!next) {
		add_text(b, rest);
		return;
	}
	while (rest.n) {
		const char *nul = sv_chr(rest, 0);
		size_t n = nul ? (size_t)(nul - rest.p) : rest.n;
		const struct code_value *v;

		add_text(b, (struct sv){ rest.p, n });
		if (!nul)
			break;
		v = next ? gaff_code_variable(b->scan, next->name) : NULL;
		if (v)
			add_text(b, gaff_code_text(b->scan, *v).text);
		else
			add_text(b, hole.text);
		next = next ? next->next : NULL;
		rest = sv_skip(rest, n + 1);
	}
}

struct gaff_word gaff_code_string(struct code_scan *s, const struct code_token *t)
{
	struct building b = { .scan = s, .text = buf_in(s->arena) };

	add_string(&b, t);
	return (struct gaff_word){ .text = b.text.n ? buf_sv(&b.text) : SV("") };
}

struct gaff_word gaff_code_text(struct code_scan *s, struct code_value v)
{
	struct buf b = buf_in(s->arena);
	size_t n = 0;

	if (!v.is_list)
		return v.n ? v.word[0] : (struct gaff_word){ .text = SV_INIT("") };
	for (size_t i = 0; i < v.n; i++)
		n += v.word[i].text.n + 1;
	if (!spend(s, n))
		return hole;
	for (size_t i = 0; i < v.n; i++) {
		if (i)
			buf_addc(&b, ' ');
		gaff_buf_add(&b, v.word[i].text);
	}
	return (struct gaff_word){ .text = buf_ok(&b) && b.p ? buf_sv(&b) : SV("") };
}

static struct code_value evaluate(struct code_scan *s, size_t from, size_t to, unsigned depth);

/* The parts between commas. With a separator they are put together as one text. */
static void add_elements(struct building *b, size_t from, size_t to, const struct sv *separator,
			 unsigned depth)
{
	struct code_scan *s = b->scan;
	bool is_first = true;

	while (from < to) {
		size_t end = from;
		struct code_value v;
		bool is_spread;

		while (end < to && !code_is_op(&s->t[end], ",") && !code_is_op(&s->t[end], "=>"))
			end = s->t[end].match > end ? s->t[end].match + 1u : end + 1;
		if (end > to)
			end = to;
		if (end > from) {
			is_spread = code_is_op(&s->t[from], "*") || code_is_op(&s->t[from], "..") ||
				    code_is_op(&s->t[from], "@");
			v = evaluate(s, from, end, depth);
			if (separator) {
				if (!is_first)
					add_text(b, *separator);
				add_text(b, gaff_code_text(s, v).text);
			} else if (v.is_list) {
				add_value(b, &v);
			} else {
				struct gaff_word w = v.n ? v.word[0] : hole;

				w.may_split |= is_spread;
				add_word(b, w);
			}
			is_first = false;
		}
		from = end + 1;
	}
}

/* What a text has in braces is put in later: "{}" and "{x}". */
static void punch_format(struct building *b)
{
	size_t n = 0;
	bool may_end = true;

	for (size_t i = 0; i < b->text.n; i++) {
		char c = b->text.p[i];
		const char *end = NULL;

		if (c == '{' && may_end) {
			end = memchr(b->text.p + i, '}', b->text.n - i);
			may_end = end;
		}
		b->text.p[n++] = (char)(end ? 0 : c);
		if (end)
			i = (size_t)(end - b->text.p);
	}
	b->text.n = n;
}

static void punch_percent(struct building *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->text.n; i++) {
		char c = b->text.p[i];

		if (c == '%' && i + 1 < b->text.n) {
			i++;
			if (b->text.p[i] == '(')
				while (i + 1 < b->text.n && b->text.p[i] != ')')
					i++;
			if (b->text.p[i] == ')' && i + 1 < b->text.n)
				i++;
			c = (char)(b->text.p[i] == '%' ? '%' : 0);
		}
		b->text.p[n++] = c;
	}
	b->text.n = n;
}

static void join_words(struct building *b, const struct code_value *list, struct sv separator)
{
	struct building made = { .scan = b->scan, .text = buf_in(b->scan->arena) };

	for (size_t i = 0; i < list->n; i++) {
		if (i)
			add_text(&made, separator);
		add_text(&made, list->word[i].text);
	}
	made.is_set = true;
	*b = made;
}

/* ".name(...)" behind a value: i is at the name. Returns behind it. */
static size_t add_method(struct building *b, size_t i, size_t to, unsigned depth)
{
	struct code_scan *s = b->scan;
	struct sv name = s->t[i].text;
	bool is_call = i + 1 < to && code_is_op(&s->t[i + 1], "(");
	size_t close = is_call ? s->t[i + 1].match : i;
	struct code_value arg;

	if (sv_eq(name, SV("join")) && is_call) {
		arg = evaluate(s, i + 2, close, depth);
		if (b->value.is_list)
			join_words(b, &b->value, gaff_code_text(s, arg).text);
		else
			join_words(b, &arg, buf_sv(&b->text));
	} else if (sv_eq(name, SV("joinpath")) && is_call) {
		add_text(b, SV("/"));
		add_elements(b, i + 2, close, &SV("/"), depth);
	} else if (is_call && gaff_code_listed("homedir home", name)) {
		become_hole(b); /* require('os').homedir() */
		b->text.n = 0;
		add_text(b, SV("~"));
	} else if (sv_eq(name, SV("format")) && !b->value.is_list) {
		punch_format(b);
	} else if (sv_eq(name, SV("concat")) && is_call) {
		arg = evaluate(s, i + 2, close, depth);
		add_value(b, &arg);
	} else if (!gaff_code_listed(s->language->same, name)) {
		become_hole(b);
	}
	return close + 1;
}

/* A name, and what is called of it: os.path.join('a', 'b'). Returns behind it. */
static size_t add_named(struct building *b, size_t i, size_t to, unsigned depth)
{
	struct code_scan *s = b->scan;
	const struct code_value *v = gaff_code_variable(s, s->t[i].text);
	bool is_call;
	struct sv last;
	size_t close;

	if (v && !(i + 1 < to && code_is_op(&s->t[i + 1], "("))) {
		add_value(b, v);
		return i + 1;
	}
	while (i + 2 < to && s->t[i + 2].kind == CODE_NAME &&
	       (code_is_op(&s->t[i + 1], "::") || code_is_op(&s->t[i + 1], "->") ||
		(code_is_op(&s->t[i + 1], ".") && !s->language->dot_joins)))
		i += 2;
	last = s->t[i].text;
	is_call = i + 1 < to && code_is_op(&s->t[i + 1], "(");
	close = is_call ? s->t[i + 1].match : i;
	if (is_call && gaff_code_listed(s->language->joins, last) && depth < GAFF_CODE_DEPTH_MAX)
		add_elements(b, i + 2, close, &SV("/"), depth + 1);
	else if (is_call && gaff_code_listed(s->language->same, last) &&
		 depth < GAFF_CODE_DEPTH_MAX)
		add_elements(b, i + 2, close, &SV(" "), depth + 1);
	else if (is_call && gaff_code_listed("homedir home", last))
		add_text(b, SV("~"));
	else if (s->language->itself && sv_eq(last, sv_of(s->language->itself)))
		add_text(b, sv_of(s->language->itself_is));
	else
		add_text(b, hole.text);
	return close + 1;
}

/* An operator; returns behind what it takes. */
static size_t add_op(struct building *b, size_t i, size_t to, unsigned depth)
{
	struct code_scan *s = b->scan;
	const struct code_token *t = &s->t[i];
	struct code_value v;

	if (code_is_op(t, "[") || code_is_op(t, "(")) {
		size_t close = t->match;

		if (b->is_set && code_is_op(t, "[") && !code_is_op(&s->t[i - 1], "+")) {
			become_hole(b); /* a part of it */
		} else if (depth >= GAFF_CODE_DEPTH_MAX) {
			add_text(b, hole.text);
		} else if (code_is_op(t, "[")) {
			become_list(b);
			add_elements(b, i + 1, close, NULL, depth + 1);
		} else {
			v = evaluate(s, i + 1, close, depth + 1);
			add_value(b, &v);
		}
		return close + 1;
	}
	if (code_is_op(t, "{")) {
		add_text(b, hole.text);
		return t->match + 1u;
	}
	if (code_is_op(t, "$")) { /* a field of awk */
		add_text(b, hole.text);
		return code_behind(s, i + 1);
	}
	if (code_is_op(t, "%") && b->is_set && !b->value.is_list) {
		punch_percent(b);
		return to;
	}
	if (code_is_op(t, "/") && b->is_set && s->language->slash_joins)
		add_text(b, SV("/"));
	else if (!gaff_code_listed("+ . .. * @ \\ << ..", t->text))
		add_text(b, hole.text);
	return i + 1;
}

static struct code_value evaluate(struct code_scan *s, size_t from, size_t to, unsigned depth)
{
	struct building b = { .scan = s, .text = buf_in(s->arena) };
	size_t commas = 0;

	if (to > s->n)
		to = s->n;
	if (depth > GAFF_CODE_DEPTH_MAX || !s->budget)
		return hole_value();
	for (size_t i = from; i < to && depth;) { /* (a, b) is a list */
		commas += code_is_op(&s->t[i], ",");
		i = s->t[i].match > i ? s->t[i].match + 1u : i + 1;
	}
	if (commas) {
		b.value.is_list = b.is_set = true;
		add_elements(&b, from, to, NULL, depth + 1);
		return b.value;
	}
	for (size_t i = from; i < to;) {
		const struct code_token *t = &s->t[i];
		bool is_method = b.is_set && i + 1 < to && !s->language->dot_joins &&
				 s->t[i + 1].kind == CODE_NAME &&
				 (code_is_op(t, ".") || code_is_op(t, "?.") || code_is_op(t, "&."));

		if (is_method) {
			i = add_method(&b, i + 1, to, depth + 1);
			continue;
		}
		switch (t->kind) {
		case CODE_STRING:
			add_string(&b, t);
			i++;
			break;
		case CODE_WORDS:
			become_list(&b);
			add_words_of(&b, t->text);
			i++;
			break;
		case CODE_NUMBER:
			add_text(&b, t->text);
			i++;
			break;
		case CODE_NAME:
			if (!t->sigil &&
			    gaff_code_listed("new await my our local const let var", t->text))
				i++;
			else
				i = add_named(&b, i, to, depth);
			break;
		case CODE_OP:
			i = add_op(&b, i, to, depth);
			break;
		case CODE_COMMAND:
		case CODE_REGEX:
		case CODE_END:
			add_text(&b, hole.text);
			i++;
			break;
		}
	}
	if (b.value.is_list)
		return b.value;
	if (!b.is_set || !buf_ok(&b.text))
		return hole_value();
	b.value.word = gaff_arena_alloc(s->arena, sizeof *b.value.word);
	if (!b.value.word)
		return hole_value();
	b.value.n = 1;
	b.value.word[0] = (struct gaff_word){ .text = b.text.n ? buf_sv(&b.text) : SV("") };
	return b.value;
}

struct code_value gaff_code_value(struct code_scan *s, size_t from, size_t to)
{
	return evaluate(s, from, to, 0);
}
