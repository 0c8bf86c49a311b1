/*
 * walk.h - what the files that walk a shell text share; for everybody else there is programs.h.
 *
 * The state of the shell is a list of bindings that only grows: what a variable, function, alias or
 * file is, the newest first. So to try a branch and come back is to keep a pointer, and what two
 * branches leave behind is joined by comparing two ends of the same list.
 *
 * A value is a set of texts it may be. Beyond VALUES_MAX of them it is a hole.
 */
#ifndef GAFF_GUARD_EVAL_WALK_H
#define GAFF_GUARD_EVAL_WALK_H

#include <stdint.h>

#include "guard/rows/options.h"
#include "guard/eval/programs.h"
#include "guard/pieces.h"
#include "text/shell/shell.h"

enum { VALUES_MAX = 12, CHOICES_MAX = 16, DEPTH_MAX = 24 };

struct value {
	size_t n; /* 0: nothing was printed, or it is not set */
	struct sv alt[VALUES_MAX];
};

enum binding_kind {
	BIND_VARIABLE,
	BIND_FUNCTION,
	BIND_ALIAS,
	BIND_GIT_ALIAS,
	BIND_FILE,
	BIND_LINK,
	BIND_TRAP
};

struct binding {
	enum binding_kind kind;
	struct sv name;
	struct value value;
	const struct gaff_word *item; /* of an array */
	size_t n_items;
	bool is_array;
	bool is_unset;
	bool is_ref;      /* declare -n: its value is another one's name */
	bool is_exported; /* programs that are started see it */
	bool is_local;    /* gone when the function ends */
	bool is_maybe;    /* of a function: or it is `other`, or none at all */
	const struct binding *other;
	const struct shell_node *body;   /* of a function */
	bool *is_called;                 /* of a function: has it been? */
	const struct gaff_program *from; /* of a file: who wrote it */
	struct sv same_as;               /* of a file: it is a copy of this one */
	const struct binding *prev;
};

/* What a command reads, and what becomes of what it prints. */
struct io {
	enum gaff_stdin kind;
	const struct value *text; /* with GAFF_STDIN_TEXT */
	const struct gaff_program *fed_by;
	struct value *out; /* NULL: nobody looks */
	bool is_parallel;  /* in a pipe or in the background */
};

/* The words of a command while they are made. */
struct fields {
	struct gaff_word *item;
	size_t n, cap;
};

/* A substitution has been walked for this command, and printed this. */
struct memo {
	const void *part;
	struct value value;
	const struct gaff_program *by;
	struct memo *next;
};

/* Of the values that the words of a command may have: which. */
struct pick {
	size_t choice, n; /* n: how many there are, as far as they were asked for */
	bool is_hole;     /* there are too many: what has several values is a hole */
};

struct walk {
	struct arena *arena;
	const struct gaff_world *world;
	struct gaff_programs *out;
	struct gaff_program **last;
	struct gaff_unknown **last_unknown;
	const struct binding *env;
	const struct binding
		*shell; /* where the shell that is walked has begun, unless the first */
	const struct gaff_program *launcher;
	const struct gaff_program *main; /* the program that the last simple command was */
	bool is_elsewhere, is_code;
	struct sv cwd; /* of the command that is walked; empty: not known */
	struct memo *memo;
	size_t steps; /* that are left */
	size_t depth;
	bool is_nested; /* the text is not the command line: places are those of at, at_n */
	size_t at, at_n;
	struct pick pick;
	bool is_out_of_steps;
	bool has_other_home;   /* the text has set HOME or the like */
	bool is_without_hooks; /* or what an agent runs no hooks with */
	bool has_links;        /* ln -s has made one */
	bool has_stdin;        /* exec has opened one */
	bool only_program,
		no_function; /* of the next command: "env x" is no function, nor builtin */
	const struct shell_node *active[16]; /* functions that are being walked */
	size_t n_active;
	size_t n_substitutions; /* to name what <(...) is */
};

/* What one of several branches prints. */
struct branches {
	struct value start, all;
	struct value *out;
	const struct binding *env, *joined;
	bool has_any;
};

struct redirected {
	struct gaff_opened *opened;
	struct io io;
	struct value here, printed; /* what is read, and what goes to a file */
	struct gaff_word file;      /* where to */
	bool appends;
};

/* ---- programs.c ---- */

/* Walk a text that the walked text has made: `sh -c`, eval. It is at this place of the command
 * line. */
void walk_text(struct walk *w, struct sv text, struct gaff_word where, struct io io);

/* ---- walk_nodes.c, walk_simple.c, walk_command.c ---- */

void walk_node(struct walk *w, const struct shell_node *node, struct io io);
void walk_simple(struct walk *w, const struct shell_node *node, struct io io);

/* The files a command opens, and what it reads; what it has printed is then in them. */
void walk_redirect(struct walk *w, const struct shell_redirect *r, struct redirected *out);
void walk_redirect_end(struct walk *w, struct redirected *r);

/* Where the next program runs: of several folders the one of this choice. Empty: not known. */
struct sv walk_folder(struct walk *w);

/* One command: its words are known. Follows functions, builtins, launchers. */
void walk_command(struct walk *w, const struct fields *words, struct gaff_opened *opened,
		  struct io io);
/* Only the program; NULL: there are too many, or no memory. */
struct gaff_program *walk_add(struct walk *w, const struct fields *words,
			      struct gaff_opened *opened, struct io io);

/* ---- walk_state.c ---- */

/* The folder of the shell is a variable that no text can set. */
extern const struct sv walk_folder_name;

void walk_unknown(struct walk *w, const char *why, size_t at, size_t n);
bool walk_step(struct walk *w, size_t n); /* false: enough */

const struct binding *walk_find(struct walk *w, enum binding_kind kind, struct sv name);
/* The same in another state. */
const struct binding *walk_find_in(struct walk *w, const struct binding *env,
				   enum binding_kind kind, struct sv name);
struct binding *walk_bind(struct walk *w, enum binding_kind kind, struct sv name);
void walk_set(struct walk *w, struct sv name, const struct value *value);
/* A file has this in it, which that program has written. */
void walk_set_file(struct walk *w, struct sv name, const struct value *value,
		   const struct gaff_program *from);
/* What the last program printed goes to a file. */
void walk_write_file(struct walk *w, struct sv path, const struct value *text, bool appends);

/* A variable is set that programs see: is it one that moves or switches off who guards them? */
void walk_note_variable(struct walk *w, struct sv name);

/* $1, $2 ... are an array called "@". NULL: they cannot be known. */
const struct binding *walk_args(struct walk *w);
void walk_set_args(struct walk *w, const struct gaff_word *item, size_t n);
void walk_forget_args(struct walk *w);
/* As they were, after a function or a script. */
void walk_reset_args(struct walk *w, const struct binding *old);

/* Has the walked shell got this from the one that started it? */
bool walk_is_inherited(struct walk *w, const struct binding *of);

/* A copy of what a name was before. NULL: it was not set. */
struct binding *walk_rebind(struct walk *w, enum binding_kind kind, struct sv name,
			    const struct binding *old);

/* What two ways leave behind: what either has set since `start` may be the one or the other. */
void walk_join(struct walk *w, const struct binding *start, const struct binding *one,
	       const struct binding *other);

/* A shell of its own ends, and is back in `env`: what it has set is gone, but not its files. */
void walk_leave(struct walk *w, const struct binding *env);

/* Several ways from here: each begins where all began. */
struct branches walk_branches(const struct walk *w, struct value *out);
void walk_branch_begin(struct walk *w, struct branches *b);
void walk_branch_end(struct walk *w, struct branches *b);
void walk_branches_end(struct walk *w, struct branches *b);

/* ---- values.c, walk_expand.c ---- */

extern const struct sv value_hole; /* one NUL */

void value_add(struct walk *w, struct value *to, struct sv text); /* behind what is there */
void value_add_value(struct walk *w, struct value *to, const struct value *more);
void value_join(struct value *to, const struct value *other); /* one or the other */
struct value value_of(struct sv text);
struct value value_any(void);

/* One of the texts of a value, as the choice of this command has it. */
struct sv walk_choose(struct walk *w, const struct value *value);

/* Its fields, behind those that are there. */
void walk_expand(struct walk *w, const struct shell_word *word, struct fields *out);
/* As one text that is not split: of an assignment, a here-document, a file's name. */
struct gaff_word walk_expand_one(struct walk *w, const struct shell_word *word);
struct value walk_expand_value(struct walk *w, const struct shell_word *word);
void fields_add(struct walk *w, struct fields *f, struct gaff_word word);
void fields_add_all(struct walk *w, struct fields *f, const struct gaff_word *word, size_t n);
/* What of a text that is not quoted becomes several words. */
void fields_split(struct walk *w, struct fields *f, struct sv text, struct gaff_word like);

/* ---- builtins.c ---- */

/* A builtin of the shell that changes its state. False: it is none. */
bool walk_builtin(struct walk *w, const struct gaff_program *program, struct io io);

/* An absolute name for a file that the text writes or runs. */
struct sv walk_file_name(struct walk *w, struct gaff_word path);

/* Where an absolute path leads, as far as links are made by the same text. `itself`: also
 * when it is one. */
struct sv walk_through_links(struct walk *w, struct sv path, bool itself);

/* The last word that is no option, and how many such there are. */
struct sv walk_last_operand(const struct gaff_program *p, size_t *n);

/* ---- outputs.c ---- */

/* What a program prints, as far as it can be told. */
void walk_output(struct walk *w, const struct gaff_program *program, struct io io);

/* ---- written.c ---- */

/* The files that a program writes which passes on what it is given. */
void walk_written(struct walk *w, const struct gaff_program *program, struct io io);

/* ---- launchers.c ---- */

/* True: what it prints is what those that it started print. */
bool walk_launch(struct walk *w, const struct gaff_program *program, struct io io);

/* ---- powershell.c ---- */

void walk_other_shell(struct walk *w, struct sv text, enum gaff_shell_kind kind);

#endif
