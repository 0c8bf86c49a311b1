/*
 * code_lex.h - what code_lex.c and code_string.c share: code that is being cut into tokens.
 */
#ifndef GAFF_GUARD_EVAL_CODE_LEX_H
#define GAFF_GUARD_EVAL_CODE_LEX_H

#include "guard/eval/code_parts.h"

/* How the strings of one kind are read. */
struct quoting {
	char open, close;  /* the same, or brackets that nest */
	bool is_raw;       /* a backslash is a backslash */
	bool is_plain;     /* only the quote and the backslash can be escaped */
	bool has_holes;    /* values are put in, as the language has it */
	unsigned quotes_n; /* 3: """ */
};

struct lexer {
	struct arena *arena;
	const struct code_language *language;
	struct sv code;
	size_t i;
	unsigned depth;
	bool is_new_line, has_space;
	struct code_tokens *out;
	struct code_piece **pieces;
	uint32_t *open; /* brackets that are not closed yet */
	size_t n_open, cap_open;
	struct code_token lost; /* one that there was no memory for */
};

static inline char lex_at(const struct lexer *l, size_t i)
{
	return i < l->code.n ? l->code.p[i] : 0;
}

static inline bool lex_is_name_char(char c)
{
	return ascii_isalpha(c) || ascii_isdigit(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Behind the name that begins at i. */
size_t lex_name_end(const struct lexer *l, size_t i);

/* A token. Without memory it is lost, and the code ends here. */
struct code_token *lex_push(struct lexer *l, enum code_kind kind, struct sv text);

/* ---- code_string.c ---- */

/* The bracket that closes this one; of anything else itself. */
char lex_closing(char open);

/* l->i is behind the opening quote, and then behind the closing one. */
void lex_string(struct lexer *l, enum code_kind kind, const struct quoting *q);

/* q(...), qq{...}, qw[...], m//, s///, %q(...), %w[...]: l->i is at the opening delimiter. */
void lex_delimited(struct lexer *l, char type, unsigned parts);

/* [[...]] and [==[...]==] of Lua; false: it is none. */
bool lex_long_bracket(const struct lexer *l, size_t i, size_t *from, size_t *end, size_t *next);

#endif
