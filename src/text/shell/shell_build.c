#include <stddef.h>
#include <stdint.h>

#include "text/shell/shell_parts.h"

enum {
	B = SHELL_BLANK | SHELL_META | SHELL_SPECIAL,
	M = SHELL_META | SHELL_SPECIAL,
	S = SHELL_SPECIAL,
	Q = SHELL_SPECIAL | SHELL_QUOTING,
	N = SHELL_NAME | SHELL_LOGIN,
	R = SHELL_NAME | SHELL_LOGIN | SHELL_RESERVED,
};

/* What each character may be. Those that are not here are only themselves. */
const unsigned char gaff_shell_chars[256] = {
	[' '] = B,
	['\t'] = B,
	['\n'] = M,
	[';'] = M,
	['&'] = M,
	['|'] = M,
	['<'] = M,
	['>'] = M,
	['('] = M,
	[')'] = M,
	['\\'] = Q,
	['$'] = Q,
	['`'] = Q,
	['"'] = Q,
	['\''] = S,
	['*'] = S,
	['?'] = S,
	['~'] = S,
	[','] = S,
	['['] = S | SHELL_RESERVED,
	['{'] = S | SHELL_RESERVED,
	['}'] = S | SHELL_RESERVED | SHELL_QUOTING,
	['!'] = SHELL_RESERVED,
	['-'] = SHELL_LOGIN,
	['+'] = SHELL_LOGIN,
	['.'] = SHELL_LOGIN,
	['_'] = N,
	['0'] = N,
	['1'] = N,
	['2'] = N,
	['3'] = N,
	['4'] = N,
	['5'] = N,
	['6'] = N,
	['7'] = N,
	['8'] = N,
	['9'] = N,
	['A'] = N,
	['B'] = N,
	['C'] = N,
	['D'] = N,
	['E'] = N,
	['F'] = N,
	['G'] = N,
	['H'] = N,
	['I'] = N,
	['J'] = N,
	['K'] = N,
	['L'] = N,
	['M'] = N,
	['N'] = N,
	['O'] = N,
	['P'] = N,
	['Q'] = N,
	['R'] = N,
	['S'] = N,
	['T'] = N,
	['U'] = N,
	['V'] = N,
	['W'] = N,
	['X'] = N,
	['Y'] = N,
	['Z'] = N,
	['a'] = N,
	['b'] = N,
	['c'] = R,
	['d'] = R,
	['e'] = R,
	['f'] = R,
	['g'] = N,
	['h'] = N,
	['i'] = R,
	['j'] = N,
	['k'] = N,
	['l'] = N,
	['m'] = N,
	['n'] = N,
	['o'] = N,
	['p'] = N,
	['q'] = N,
	['r'] = N,
	['s'] = R,
	['t'] = R,
	['u'] = R,
	['v'] = N,
	['w'] = R,
	['x'] = N,
	['y'] = N,
	['z'] = N,
};

void *gaff_shell_make(struct shell_parser *p, size_t n)
{
	void *made = gaff_shell_bytes_for(p, n);

	return memset(made, 0, n);
}

char *gaff_shell_bytes_for(struct shell_parser *p, size_t n)
{
	char *made = gaff_arena_alloc(p->arena, n);

	if (!made)
		longjmp(p->no_memory, 1);
	return made;
}

void gaff_shell_span(const struct shell_parser *p, const char *from, size_t *at, size_t *n)
{
	*at = p->is_copy ? p->copy_at : (size_t)(from - p->text);
	*n = p->is_copy ? p->copy_n : (size_t)(p->at - from);
}

void gaff_shell_start(struct shell_parser *p, struct shell_builder *b)
{
	*b = (struct shell_builder){ .start = p->at };
	b->link = &b->first;
}

/* The run becomes bytes of its own, to which others can be added. */
static void copy_run(struct shell_parser *p, struct shell_builder *b)
{
	p->scratch.n = 0;
	gaff_buf_add(&p->scratch, b->run);
	b->run_is_copied = true;
}

void gaff_shell_text(struct shell_parser *p, struct shell_builder *b, struct sv text,
		     bool is_quoted)
{
	if (b->is_text_dropped || !text.n)
		return;
	if (b->run.n && b->run_is_quoted != is_quoted)
		gaff_shell_flush(p, b);
	if (!b->run.n) {
		b->run = text;
		b->run_is_quoted = is_quoted;
		return;
	}
	if (!b->run_is_copied && b->run.p + b->run.n == text.p) {
		b->run.n += text.n;
		return;
	}
	if (!b->run_is_copied)
		copy_run(p, b);
	gaff_buf_add(&p->scratch, text);
	b->run.n = p->scratch.n;
}

void gaff_shell_bytes(struct shell_parser *p, struct shell_builder *b, struct sv text)
{
	if (b->is_text_dropped || !text.n)
		return;
	if (b->run.n && !b->run_is_quoted)
		gaff_shell_flush(p, b);
	if (!b->run_is_copied)
		copy_run(p, b);
	b->run_is_quoted = true;
	gaff_buf_add(&p->scratch, text);
	b->run.n = p->scratch.n;
}

/* Without looking at the run. */
static struct shell_part *add(struct shell_parser *p, struct shell_builder *b,
			      enum shell_part_kind kind, bool is_quoted)
{
	struct shell_part *part = gaff_shell_make(p, sizeof *part);

	part->kind = kind;
	part->is_quoted = is_quoted;
	*b->link = part;
	b->link = &part->next;
	b->last = part;
	return part;
}

void gaff_shell_flush(struct shell_parser *p, struct shell_builder *b)
{
	struct sv run = b->run;

	if (!run.n) {
		b->run_is_copied = false;
		return;
	}
	if (b->run_is_copied) {
		char *copy = gaff_shell_bytes_for(p, run.n);

		if (!buf_ok(&p->scratch))
			longjmp(p->no_memory, 1);
		memcpy(copy, p->scratch.p, run.n);
		run.p = copy;
	}
	b->run = SV("");
	b->run_is_copied = false;
	add(p, b, SHELL_TEXT, b->run_is_quoted)->text = run;
}

struct shell_part *gaff_shell_part(struct shell_parser *p, struct shell_builder *b,
				   enum shell_part_kind kind, bool is_quoted)
{
	gaff_shell_flush(p, b);
	return add(p, b, kind, is_quoted);
}

struct shell_word *gaff_shell_finish(struct shell_parser *p, struct shell_builder *b)
{
	struct shell_word *word;

	gaff_shell_flush(p, b);
	if (b->has_braces)
		gaff_shell_brace_end(p, b);
	word = gaff_shell_make(p, sizeof *word);
	word->part = b->first;
	gaff_shell_span(p, b->start, &word->at, &word->n);
	return word;
}

bool gaff_shell_is_name(struct sv text)
{
	if (!text.n || ascii_isdigit(text.p[0]))
		return false;
	for (size_t i = 0; i < text.n; i++)
		if (!shell_is(text.p[i], SHELL_NAME))
			return false;
	return true;
}

bool gaff_shell_plain(struct arena *a, const struct shell_word *word, struct sv *out)
{
	struct buf b = buf_in(a);

	for (const struct shell_part *part = word->part; part; part = part->next) {
		if (part->kind != SHELL_TEXT)
			return false;
		gaff_buf_add(&b, part->text);
	}
	*out = buf_sv(&b);
	return buf_ok(&b);
}
