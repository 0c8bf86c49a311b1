/*
 * code_parts.h - what the files of code.h share; for everybody else there is code.h.
 *
 * Code is cut into tokens (code_lex.c), calls of known names are looked for among them (code.c, by
 * the rows of code_calls.c), and the arguments are read as far as they are literals (code_value.c).
 */
#ifndef GAFF_GUARD_EVAL_CODE_PARTS_H
#define GAFF_GUARD_EVAL_CODE_PARTS_H

#include <stdint.h>

#include "base/limits.h"
#include "guard/eval/code.h"
#include "text/words.h"

struct code_language;

/* ---- code_lex.c ---- */

enum code_kind {
	CODE_NAME,
	CODE_STRING,  /* `text` is decoded; what is put in at run time is a NUL with a hole */
	CODE_COMMAND, /* a string that a shell runs: `...`, qx{...}, %x{...} */
	CODE_WORDS,   /* qw(a b), %w[a b]: words, with blanks between */
	CODE_NUMBER,
	CODE_REGEX,
	CODE_OP, /* one or two characters */
	CODE_END,
};

/* What stands where a string has a NUL, in their order; no name: more than a variable. */
struct code_hole {
	struct sv name;
	struct code_hole *next;
};

struct code_token {
	enum code_kind kind;
	char sigil;       /* of a name: $ @ % in front of it, or 0 */
	bool is_new_line; /* it is the first of its line */
	bool has_space;   /* something blank is before it */
	struct sv text;
	const struct code_hole *holes;
	uint32_t match; /* of a bracket: the other one; not closed: the last token */
};

/* Code inside of code: what "#{...}" and its kind hold. */
struct code_piece {
	struct sv text;
	unsigned depth;
	struct code_piece *next;
};

void gaff_code_add_piece(struct arena *a, struct code_piece **pieces, struct sv text,
			 unsigned depth);

struct code_tokens {
	struct code_token *t;
	size_t n; /* without CODE_END, which is always there */
	size_t cap;
	bool has_hole; /* something outside of strings is not known */
	bool is_cut;   /* there is more than GAFF_CODE_TOKENS_MAX */
};

/* Only where the arena has not failed behind it there are tokens. `pieces` get `depth` + 1. */
void gaff_code_lex(struct arena *a, const struct code_language *language, struct sv code,
		   unsigned depth, struct code_tokens *out, struct code_piece **pieces);

static inline bool code_is_op(const struct code_token *t, const char *op)
{
	return t->kind == CODE_OP && sv_eq(t->text, sv_of(op));
}

static inline bool code_is_name(const struct code_token *t, const char *name)
{
	return t->kind == CODE_NAME && !t->sigil && sv_eq(t->text, sv_of(name));
}

/* ---- code_calls.c ---- */

/* How the arguments say what is started or touched. */
enum code_form {
	CODE_FORM_TEXT,       /* the first is a text for a shell */
	CODE_FORM_RUN,        /* the first is a list of words, or a text for a shell */
	CODE_FORM_WORDS,      /* one: a text for a shell; several: a program and its words */
	CODE_FORM_SPAWN,      /* a program, and a list of its words */
	CODE_FORM_EXEC_LIST,  /* a program, its name again, its words */
	CODE_FORM_EXEC,       /* a program, and a list: its name again, its words */
	CODE_FORM_SPAWN_LIST, /* the same two, behind an argument that says how */
	CODE_FORM_SPAWN_EXEC,
	CODE_FORM_PATH,  /* the first is a file */
	CODE_FORM_PATHS, /* all are */
	CODE_FORM_SELF,  /* the file is what the method is called of: Path('x').unlink() */
	CODE_FORM_COPY,  /* the first is read, the second written */
	CODE_FORM_OPEN,  /* a file, and a mode */
	CODE_FORM_PERL_OPEN,
	CODE_FORM_CODE, /* the first is code of the same language */
};

enum {
	CODE_BARE = 1,      /* the name alone is enough */
	CODE_IMPORTED = 2,  /* the name alone is enough where the code names the module */
	CODE_ANY = 4,       /* a name that nothing else has: whatever it is called of */
	CODE_RECURSIVE = 8, /* a tree, where the option says so: {recursive: true} */
};

struct code_call {
	const char *names;
	const char *of; /* what it is a member of: one of these words; the first is the module */
	unsigned flags;
	enum code_form form;
	enum gaff_code_act act; /* of forms that do not say it themselves */
};

/* How a quote is read. */
enum code_quote {
	CODE_QUOTE_NONE,  /* it is none */
	CODE_QUOTE_PLAIN, /* only the quote and the backslash can be escaped */
	CODE_QUOTE_ESCAPES,
	CODE_QUOTE_HOLES, /* and values are put in */
};

/* All that languages differ in; what a row does not say it does not have. */
struct code_language {
	/* comments and names */
	const char *line_comments; /* what begins one that goes to the end of its line */
	bool block_comments;       /* such as this one */
	bool attributes;           /* "#[" begins no comment */
	bool long_brackets;        /* [==[ text ]==], and comments of it behind "--" */
	bool dollar_names;         /* "$" is a letter */
	const char *sigils;        /* in front of names */
	const char *name_ends;     /* signs that end the name of a method */
	bool array_lengths;        /* "$#x" is a number, no comment */
	bool no_decrement;         /* "--" is a sign twice */
	bool regexes;              /* between slashes */

	/* quotes */
	enum code_quote single_quote, double_quote;
	enum code_kind backquote;   /* what `...` is; CODE_NAME: nothing */
	bool triple_quotes;         /* """..." """ */
	const char *quote_prefixes; /* letters that may stand in front of a quote */
	bool word_quotes;           /* q(...) qq{...} m/.../ */
	bool percent_quotes;        /* %q(...) %w[...] */

	/* in quotes: escapes, and what puts values in */
	bool decimal_escapes;     /* "\065", not octal; and "\z" skips blanks */
	bool long_escapes;        /* "\U0001f600" */
	bool keeps_backslashes;   /* of escapes that it does not know */
	const char *holes;        /* pairs that begin one; "x" is any letter of a name, "*" all */
	bool double_braces;       /* "{{" is a brace */
	bool holes_have_members;  /* "$x->y" */
	bool holes_have_keys;     /* "$x{y}" */
	const char *hole_formats; /* what may follow the name in a hole */
	char hole_calls;          /* what a hole must have in it to start something */

	/* calls, and what they are given */
	const struct code_call *calls;
	size_t n;
	/* Functions and methods whose value is the text they are given, for our purposes. */
	const char *same;
	const char *joins;       /* functions that put paths together */
	const char *modules;     /* what rows are members of and code may rename */
	bool dot_joins;          /* "a" . "b" */
	bool slash_joins;        /* Path("a") / "b" */
	bool calls_are_plain;    /* system "x": without brackets */
	bool strings_are_args;   /* os.execute "x" */
	bool named_args;         /* run(args=["x"]) */
	bool deletes_implicitly; /* unlink alone, without an argument */
	bool colon_members;      /* x:y() */
	bool colon_renames;      /* { exec: run } = require("child_process") */
	bool index_is_call;      /* Dir[x] is no member of Dir */
	bool tags_run;           /* $`...` */
	bool open_runs;          /* open("|x") */
	bool pipes;              /* print | "x", print > "file": operators, no calls (code.c) */
	bool code_is_last;       /* Function("a", "b", "code") */
	const char *itself, *itself_is; /* the variable that names the interpreter, and its value */

	/* how the interpreter is given code (launch_code.c) */
	const char *code_letters;  /* the last of "-pe"; also attached: "-e'print'" */
	const char *code_options;  /* and whole words */
	const char *value_options; /* options that take the next word */
	bool file_options;         /* -f FILE has code */
	bool operand_is_code;      /* the first operand is, and not the name of a file */
	bool module_options;       /* -m NAME runs a module */
	bool code_ends_options;    /* what is behind the code is for it */
};

/* NULL of GAFF_LANG_NONE. */
const struct code_language *gaff_code_language(enum gaff_language language);

/* The next row of a call of this name behind `after` (NULL: the first); NULL: there is none. */
const struct code_call *gaff_code_call(const struct code_language *language,
				       const struct code_call *after, struct sv name);

/* Is this one of the words of a list with blanks between? The list may be NULL. */
static inline bool gaff_code_listed(const char *list, struct sv word)
{
	return list && gaff_is_among(word, list);
}

/* ---- code_value.c ---- */

struct code_value {
	bool is_list;
	struct gaff_word *word; /* of a text the only one */
	size_t n;
};

struct code_variable {
	struct sv name;
	struct code_value value;
};

/* Names that code gives to modules and functions: "import os as o", "f = os.system". */
struct code_alias {
	struct sv name;
	struct sv target; /* a module, or a function of a row */
	bool is_module;
};

enum { CODE_VARIABLES_MAX = 64, CODE_ALIASES_MAX = 64, CODE_ARGS_MAX = 64 };

/* Of one piece of code; what is found, and what else is to be looked at, of all of them. */
struct code_scan {
	struct arena *arena;
	const struct code_language *language;
	const struct code_token *t;
	size_t n;
	unsigned depth;
	struct code_variable variable[CODE_VARIABLES_MAX];
	size_t n_variables;
	struct code_alias alias[CODE_ALIASES_MAX];
	size_t n_aliases;
	uint64_t mentioned; /* modules that the code names, by their rank in language->modules */
	size_t budget;      /* bytes and words that values may still take */
	struct code_piece *pieces;
	struct gaff_code_found **last;
	size_t n_found;
};

static inline const struct code_token *code_at(const struct code_scan *s, size_t i)
{
	return &s->t[i < s->n ? i : s->n];
}

/* Behind the bracket that closes this one, or behind this token. */
static inline size_t code_behind(const struct code_scan *s, size_t i)
{
	return code_at(s, i)->match > i ? code_at(s, i)->match + 1u : i + 1;
}

static inline bool code_is_member_op(const struct code_token *t)
{
	return t->kind == CODE_OP && gaff_code_listed(". -> :: ?. &. :", t->text);
}

/* What the tokens from..to-1 come to. Never fails: what is not literal is a hole. */
struct code_value gaff_code_value(struct code_scan *s, size_t from, size_t to);

/* As one text: the words of a list with blanks between. */
struct gaff_word gaff_code_text(struct code_scan *s, struct code_value v);

/* The text of one string, with the values of variables that it has in it. */
struct gaff_word gaff_code_string(struct code_scan *s, const struct code_token *t);

/* Values of variables. */
const struct code_value *gaff_code_variable(const struct code_scan *s, struct sv name);
void gaff_code_assign(struct code_scan *s, struct sv name, struct code_value value);

/* ---- code_names.c ---- */

/* Modules that are named, and names that are given. i is at a name or a string. */
void gaff_code_learn(struct code_scan *s, size_t i);

/* "x = ...", "x += ...", "x .= ...": i is at the name. */
void gaff_code_learn_value(struct code_scan *s, size_t i);

/* What a module is called where it has another name here; false: it is none. */
bool gaff_code_module(const struct code_scan *s, struct sv name, struct sv *out);
bool gaff_code_is_mentioned(const struct code_scan *s, struct sv module);

const struct code_alias *gaff_code_alias(const struct code_scan *s, struct sv name);

/* ---- code_forms.c ---- */

/* An argument is the tokens from..to-1. */
struct code_args {
	const struct code_call *row; /* of what is called */
	struct {
		size_t from, to;
	} arg[CODE_ARGS_MAX];
	size_t n;
	bool has_more;
};

/*
 * i is behind the name of what is called. False: it is not called at all. Without brackets and
 * without arguments it is taken for a word that only looks like it, unless `may_be_bare`.
 */
bool gaff_code_args(const struct code_scan *s, size_t i, bool may_be_bare, struct code_args *out);

/* Tell what a call does. */
void gaff_code_called(struct code_scan *s, const struct code_call *row, struct code_args *args);

void gaff_code_add(struct code_scan *s, enum gaff_code_act act, const struct gaff_word *word,
		   size_t n);

#endif
