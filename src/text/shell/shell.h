/*
 * shell.h - what a shell reads in a text: its commands as a tree, without running anything.
 *
 * The grammar is that of bash, with what sh, dash and zsh have besides where it does not
 * contradict. Quotes are removed, and every part of a word says whether it stood in quotes.
 * Substitutions are trees of their own inside the word. Nothing is expanded here: that is for who
 * knows the values (guard/programs.h).
 *
 * A text is never refused. What a shell would call a syntax error is read as far as it goes (a
 * quote that is not closed ends with the text, an operator in front of nothing is passed over), so
 * that whatever may be executed is in the tree; what cannot be read becomes SHELL_OPAQUE, with a
 * reason. The work is linear in the text, and depth and memory have bounds (base/limits.h).
 */
#ifndef GAFF_TEXT_SHELL_SHELL_H
#define GAFF_TEXT_SHELL_SHELL_H

#include "base/arena.h"
#include "base/err.h"

struct shell_node;
struct shell_word;

enum shell_part_kind {
	SHELL_TEXT,  /* `text`, with quotes and backslashes removed */
	SHELL_GLOB,  /* not quoted: "*", "?" or a bracket "[a-z]" as written, in `text`; also
		      * "@(a|b)",  with what is substituted in it in `word`, and "[" alone if
		      * something in the  bracket is quoted or substituted */
	SHELL_PARAM, /* $x, ${x}, ${x:-word}: name in `text`, `op`, `word`; "$@", "$1", "$?" too */
	SHELL_COMMAND, /* $(...), `...`, ${ ...; }: `node` */
	SHELL_PROCESS, /* <(...), >(...), =(...): `node`; `op` has the first character */
	SHELL_ARITH, /* $((...)), $[...]: only what is substituted in it, in `word` (may be NULL) */
	SHELL_TILDE, /* ~ or ~name where a shell expands it; name in `text` */
	SHELL_BRACE, /* {a,b} or {1..3}: alternatives in `word`, linked by next */
};

struct shell_part {
	enum shell_part_kind kind;
	bool is_quoted; /* in "" or '' or behind a backslash: its value is not split, no pattern */
	struct sv text; /* may be in the arena, and hold any byte but NUL */
	struct sv
		op; /* of SHELL_PARAM: what stands behind the name: ":-", "-", "#", "%%", "/", ":",
		     * "^^", "@Q", "[" (an array's index is in `word`); "!" in front: indirect;
		     * "len" for ${#x}; empty: the plain value */
	struct shell_word *word; /* what stands behind the operator; or NULL. ${x[i]:-y}: the
				  * index is the next word behind it */
	struct shell_node *node;
	struct shell_part *next;
};

struct shell_word {
	struct shell_part *part; /* NULL: an empty word, '' */
	size_t at, n;            /* where in the text; of what a backtick holds, where that is */
	struct shell_word *next;
};

enum shell_redirect_op {
	SHELL_READ,       /* <   (also <>: `is_both`) */
	SHELL_WRITE,      /* >  >| */
	SHELL_APPEND,     /* >> */
	SHELL_READ_FD,    /* <& */
	SHELL_WRITE_FD,   /* >& to a number or "-" */
	SHELL_WRITE_ALL,  /* &>  >& to a file */
	SHELL_APPEND_ALL, /* &>> */
	SHELL_HERE_DOC, /* <<  <<-: the body is `target`, as one quoted word; what is substituted in
			 * it is in its parts, unless the delimiter was quoted */
	SHELL_HERE_STRING, /* <<< */
};

struct shell_redirect {
	enum shell_redirect_op op;
	int fd; /* the number in front, or what the operator means without: 0 or 1 */
	bool is_both;
	struct shell_word *target; /* never NULL, but may be empty */
	struct shell_redirect *next;
};

struct shell_assign {
	struct sv name;
	bool is_append;           /* += */
	bool is_array;            /* x=(a b): values linked by next; also x[1]=a, and then what is
				   * substituted in the index is the second word, if something is */
	bool is_element;          /* x[1]=a */
	struct shell_word *value; /* never NULL unless an empty array */
	struct shell_assign *next;
};

/* The body of a compound command is a SHELL_LIST, and so is each condition; it may be empty. */
enum shell_kind {
	SHELL_SIMPLE,   /* assigns, words, redirects; any of them may be empty, not all */
	SHELL_PIPE,     /* child: its stages, linked by next; one that is negated has only itself */
	SHELL_LIST,     /* child: commands one after another */
	SHELL_GROUP,    /* { ...; } */
	SHELL_SUBSHELL, /* ( ... ) */
	SHELL_IF,       /* child: conditions and bodies, in the order of the text */
	SHELL_LOOP,     /* while, until, for ((;;)); child: condition and body; words: what is
			 * substituted in ((;;)) */
	SHELL_FOR,      /* for, select: words: the name, then the items; child: body.
			 * !has_in: the items are "$@" */
	SHELL_CASE,     /* words: the subject, then all patterns; child: the bodies */
	SHELL_FUNCTION, /* words: its name; child: the body, which may have redirects */
	SHELL_TEST,     /* [[ ... ]]: its words */
	SHELL_MATH,     /* ((...)): what is substituted in it is in words */
	SHELL_COPROC,   /* words: its name, or none; child */
	SHELL_TIME,     /* time, !: child */
	SHELL_OPAQUE,   /* not read, or not all: `why`; words: those of [[ that is not closed */
};

struct shell_node {
	enum shell_kind kind;
	size_t at, n;       /* where in the text */
	bool has_in;        /* of SHELL_FOR */
	bool is_background; /* "&" behind it */
	char joint; /* how it is joined to the next: ';', '&' (&&), '|' (||), and of stages '|' or
		     * '+'
		     * (|&); 0: it is the last */
	const char *why;
	struct shell_assign *assigns;
	struct shell_word *words;
	struct shell_redirect *redirects; /* of compound commands, too */
	struct shell_node *child, *next;
};

struct shell {
	struct sv text; /* the one all places are in: without NULs, as a shell drops them */
	struct shell_node *root; /* a SHELL_LIST, or NULL: nothing in it */
	bool is_incomplete; /* a quote, substitution, here-document or compound was not closed */
};

/* GAFF_ENOMEM alone. */
enum gaff_rc gaff_shell_parse(struct arena *a, struct sv text, struct shell *out,
			      struct gaff_err *err);

/* May this word stand in front of `(`, or be the name of a variable? */
bool gaff_shell_is_name(struct sv text);

/* The value of a word; false: a shell has to compute it. */
bool gaff_shell_plain(struct arena *a, const struct shell_word *word, struct sv *out);

#endif
