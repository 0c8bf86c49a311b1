/*
 * options.h - the words of a program, told apart: options, their values, operands.
 *
 * Which options take a value differs by program and by its sub-command, so that is a table
 * (options.c): "git -C dir reset --hard" has the operand "reset" and the option "--hard".
 */
#ifndef GAFF_GUARD_ROWS_OPTIONS_H
#define GAFF_GUARD_ROWS_OPTIONS_H

#include "guard/eval/programs.h"

enum gaff_arg_kind {
	GAFF_ARG_OPERAND,
	GAFF_ARG_SHORT, /* one letter of "-rf"; `value` is what its value is, if it takes one */
	GAFF_ARG_LONG,  /* "--force", "--force=x", also "-delete" and "-Recurse" of programs of that
			 * kind; `name` without value */
	GAFF_ARG_END,   /* "--" */
	GAFF_ARG_HOLE,  /* not known, not quoted, and so perhaps anything: "$x" */
};

struct gaff_arg {
	enum gaff_arg_kind kind;
	struct sv name;  /* "-r", "--force"; of an operand its text */
	struct sv value; /* of an option that has one */
	bool has_value;
	bool is_after_end; /* behind "--" */
	size_t word;       /* which of program->word it is in */
};

/* An operand may also be a word that cannot be known at all. */
static inline bool arg_is_operand(const struct gaff_arg *arg)
{
	return arg->kind == GAFF_ARG_OPERAND || arg->kind == GAFF_ARG_HOLE;
}

struct gaff_args {
	const struct gaff_program *program;
	struct gaff_arg *arg;
	size_t n;
	unsigned char *place; /* of each operand, once asked for (row_class.c); else 0 */
	bool is_powershell;   /* names of options may be cut short to one letter, in any case */
};

/* Of the words behind word[0]. GAFF_ENOMEM alone. */
enum gaff_rc gaff_args_of(struct arena *a, const struct gaff_program *program,
			  struct gaff_args *out, struct gaff_err *err);

/* Is this option among them: "-f", "--force"? Long ones may be cut short ("--forc"). */
bool gaff_args_have(const struct gaff_args *args, struct sv option);

/* The first such option behind `after` (NULL: of all); NULL: there is none. */
const struct gaff_arg *gaff_args_option(const struct gaff_args *args, struct sv option,
					bool may_be_cut, const struct gaff_arg *after);

/* How many operands there are, known or not. */
size_t gaff_args_count(const struct gaff_args *args);

/* The n-th operand, from 0; NULL: there are not so many. */
const struct gaff_arg *gaff_args_operand(const struct gaff_args *args, size_t n);

#endif
