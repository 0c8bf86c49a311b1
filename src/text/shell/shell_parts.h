/*
 * shell_parts.h - what the files of the shell's parser share; text/shell.h is for everybody else.
 *
 * One parser goes over the text once, from left to right. What it cannot decide without looking
 * ahead (is `((` arithmetic?) it asks of gaff_shell_extent(), and how far it may look in total has
 * a bound. Constructs in constructs are counted in `depth`.
 *
 * Where memory is refused, the whole is left at once (`no_memory`): nothing has to be released.
 */
#ifndef GAFF_TEXT_SHELL_SHELL_PARTS_H
#define GAFF_TEXT_SHELL_SHELL_PARTS_H

#include <setjmp.h>
#include <stdint.h>

#include "text/shell/shell.h"

/* What ends a list of commands, if something around it waits for that. */
enum shell_stop {
	SHELL_STOP_PAREN = 1 << 0, /* ) */
	SHELL_STOP_BRACE = 1 << 1, /* } */
	SHELL_STOP_THEN = 1 << 2,
	SHELL_STOP_ELSE = 1 << 3, /* else, elif */
	SHELL_STOP_FI = 1 << 4,
	SHELL_STOP_DO = 1 << 5,
	SHELL_STOP_DONE = 1 << 6,
	SHELL_STOP_ESAC = 1 << 7,
	SHELL_STOP_ITEM = 1 << 8,  /* ;; ;& ;;& */
	SHELL_STOP_INNER = 1 << 9, /* } of ${ ...; }, whatever stands behind it */
};

/* A here-document whose body comes behind the next line end. */
struct shell_here {
	struct shell_redirect *redirect;
	struct sv delimiter;
	bool is_quoted, strips_tabs;
	bool is_odd; /* its delimiter is what no shell agrees on: <<$(x) */
	struct shell_here *next;
};

struct shell_parser {
	struct arena *arena;
	const char *text, *at, *end;
	bool is_copy;           /* the text is that of a backtick, unescaped: */
	size_t copy_at, copy_n; /* where that stands */
	unsigned stops, depth;
	bool is_inner;    /* in $(...) */
	size_t look_left; /* bytes that may still be looked ahead */
	struct shell_here *here, **last_here;
	struct buf scratch; /* of the text that is being put together */
	struct buf states;  /* of gaff_shell_extent() */
	bool is_incomplete;
	jmp_buf no_memory;
};

/* How a word is read. */
enum shell_mode {
	SHELL_IN_COMMAND,
	SHELL_IN_VALUE,   /* of an assignment: ~ behind "=" and ":", no braces */
	SHELL_IN_PATTERN, /* of case and [[ ]]: no braces */
	SHELL_IN_REGEX,   /* behind =~: ( | ) are characters */
};

enum shell_char {
	SHELL_BLANK = 1 << 0,    /* space, tab */
	SHELL_META = 1 << 1,     /* ends a word: blanks, newline, ; & | < > ( ) */
	SHELL_SPECIAL = 1 << 2,  /* more than a character in a word; with all of META */
	SHELL_QUOTING = 1 << 3,  /* more than a character in "": \ $ ` " and } for ${} in it */
	SHELL_NAME = 1 << 4,     /* letters, digits, _ */
	SHELL_RESERVED = 1 << 5, /* a reserved word may start with it */
	SHELL_LOGIN = 1 << 6,    /* of a name behind ~ */
};
extern const unsigned char gaff_shell_chars[256];

static inline bool shell_is(char c, unsigned chars)
{
	return gaff_shell_chars[(unsigned char)c] & chars;
}

/* The character `n` further, or NUL behind the end: the text has none of its own. */
static inline char shell_peek(const struct shell_parser *p, size_t n)
{
	return (size_t)(p->end - p->at) > n ? p->at[n] : '\0';
}

/* A backslash at the end of a line is as if both were not there. */
static inline char shell_next(struct shell_parser *p)
{
	while (shell_peek(p, 0) == '\\' && shell_peek(p, 1) == '\n')
		p->at += 2;
	return shell_peek(p, 0);
}

/* Never NULL; the first is zeroed. */
void *gaff_shell_make(struct shell_parser *p, size_t n);
char *gaff_shell_bytes_for(struct shell_parser *p, size_t n);

/* Set at and n of what goes from `from` to where the parser is. */
void gaff_shell_span(const struct shell_parser *p, const char *from, size_t *at, size_t *n);

/* shell_extent.c: where what `open` (one of "({[") opened in front of `at` ends; NULL: nowhere. */
const char *gaff_shell_extent(struct shell_parser *p, const char *at, char open);

/*
 * A word that is being read. Text is collected in `run`, which points into the source as long as
 * that is the same, and becomes a part when something else follows.
 */
struct shell_brace;
struct shell_builder {
	struct shell_part *first, *last, **link;
	struct sv run;
	bool run_is_quoted, run_is_copied;
	bool is_text_dropped;      /* only what is substituted is wanted */
	bool is_too_deep;          /* and has a part that says so */
	bool has_braces;           /* parts that belong together may be apart */
	struct shell_brace *brace; /* the innermost { that is open */
	const char *start;
	const char *no_bracket; /* no [ in front of it is closed */
	enum { SHELL_LOOK_UNKNOWN, SHELL_LOOK_ASSIGN, SHELL_LOOK_OTHER } look;
};

/* shell_build.c */
void gaff_shell_start(struct shell_parser *p, struct shell_builder *b);
void gaff_shell_text(struct shell_parser *p, struct shell_builder *b, struct sv text,
		     bool is_quoted); /* of the source */
void gaff_shell_bytes(struct shell_parser *p, struct shell_builder *b,
		      struct sv text); /* not of it */
void gaff_shell_flush(struct shell_parser *p, struct shell_builder *b);
struct shell_part *gaff_shell_part(struct shell_parser *p, struct shell_builder *b,
				   enum shell_part_kind kind, bool is_quoted);
struct shell_word *gaff_shell_finish(struct shell_parser *p, struct shell_builder *b);

/* shell_brace.c: what { , and } mean in a word; the parser is at them, and behind them after. */
void gaff_shell_brace_open(struct shell_parser *p, struct shell_builder *b);
void gaff_shell_brace_comma(struct shell_parser *p, struct shell_builder *b);
void gaff_shell_brace_close(struct shell_parser *p, struct shell_builder *b);
void gaff_shell_brace_end(struct shell_parser *p, struct shell_builder *b);

/* shell_dollar.c: at a $ or a `, at a $' or a " behind it, and what (...) holds behind the "(". */
void gaff_shell_dollar(struct shell_parser *p, struct shell_builder *b, bool is_quoted);
void gaff_shell_backtick(struct shell_parser *p, struct shell_builder *b, bool is_quoted);
struct sv gaff_shell_unsplit(struct shell_parser *p, const char *from, const char *to);
void gaff_shell_process(struct shell_parser *p, struct shell_builder *b);
struct shell_word *gaff_shell_opaque_word(struct shell_parser *p, const char *from, const char *to);
void gaff_shell_too_deep(struct shell_parser *p, struct shell_builder *b, const char *from,
			 char open);

/* shell_quote.c */
void gaff_shell_quotes(struct shell_parser *p, struct shell_builder *b);  /* behind the " */
void gaff_shell_single(struct shell_parser *p, struct shell_builder *b);  /* behind the ' */
void gaff_shell_escape(struct shell_parser *p, struct shell_builder *b);  /* at a \\ in "" */
void gaff_shell_escapes(struct shell_parser *p, struct shell_builder *b); /* behind the $' */

/* shell_balanced.c: what is between brackets, and how those are counted. */
enum shell_balance {
	SHELL_MATH_COMMAND, /* ((...)) */
	SHELL_MATH_WORD,    /* $((...)) */
	SHELL_OLD_MATH,     /* $[...] */
	SHELL_INDEX,        /* ${x[...]} */
	SHELL_TARGET,       /* x[...]= */
	SHELL_PATTERN,      /* @(...) */
};
/*
 * Behind what opens it. False: it is not that, and nothing was taken. Otherwise behind what closes
 * it, with what is substituted in it; NULL: nothing is, and the text is not kept.
 */
bool gaff_shell_balanced(struct shell_parser *p, enum shell_balance balance, bool keeps_text,
			 struct shell_word **out);

/* shell_word.c */
struct shell_word *gaff_shell_word(struct shell_parser *p, enum shell_mode mode);
/* Behind an operator of ${}, up to the }. */
struct shell_word *gaff_shell_operand(struct shell_parser *p, bool is_quoted, bool is_pattern);
/* As in "", but quotes are characters; up to the end. */
void gaff_shell_between(struct shell_parser *p, struct shell_builder *b, bool strips_tabs);
/* The body of a here-document. */
struct shell_word *gaff_shell_body(struct shell_parser *p, const char *from, const char *to,
				   bool strips_tabs);

/* shell_parse.c. A list never is NULL; it ends in front of what it stops at. */
struct shell_node *gaff_shell_list(struct shell_parser *p, unsigned stops);
/* A text in the text, with here-documents of its own; takes what closes it. */
struct shell_node *gaff_shell_inner(struct shell_parser *p, enum shell_stop stop);
struct shell_node *gaff_shell_opaque(struct shell_parser *p, const char *from, const char *why);
void gaff_shell_blanks(struct shell_parser *p);

/* shell_heredoc.c: behind << or <<-; and at a line end, the bodies of those before it. */
void gaff_shell_here(struct shell_parser *p, struct shell_redirect *redirect, bool strips_tabs);
void gaff_shell_newline(struct shell_parser *p);

#endif
