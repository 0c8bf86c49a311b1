/*
 * interpreter.h - programs that are given a script, and which of their words that is.
 */
#ifndef GAFF_RUN_TRUST_INTERPRETER_H
#define GAFF_RUN_TRUST_INTERPRETER_H

#include "base/str.h"

enum {
	IF_LIKE_A_FILE = 1, /* an operand without "." and "/" is no file: `bun test` */
	IMPORTS = 2,        /* without a script it imports from where it is */
	CLUSTERS = 4,       /* "-lc" is "-l -c" */
	IS_SHELL = 8,       /* its code is the first operand, and is read here, too */
	GOES_ON = 16,       /* behind code, too, are options of its own */
	RUNS_BOTH = 32,     /* and a script */
	NO_SCRIPT = 64,     /* its operands are none: `make all`, `awk 1 x` */
};

/*
 * names     of the interpreter, also with a version behind them: python3.12
 * behind    words before the script: `deno run x.ts`
 * code      options that stand for a script: the next word is code, and no file
 * values    options whose value is the next word, or the rest of theirs
 * files     options whose value is a file with code, when it is a path
 * input     options by which the code is what it reads
 * attached  letters whose value is the rest of their word, or nothing
 */
struct interpreter {
	const char *names, *behind, *code, *values, *files, *input, *attached;
	unsigned flags;
};

/* Is the program of this name or path among these? "/usr/bin/python3.12" is "python3". */
bool gaff_is_program(struct sv word, const char *names);

/* NULL: none that is known. */
const struct interpreter *gaff_find_interpreter(struct sv word);

enum operand_takes { TAKES_NOTHING, TAKES_VALUE, TAKES_FILE, TAKES_INPUT };

struct option {
	bool is_code;
	enum operand_takes takes;
	size_t value; /* where in its word; 0: it is the next */
};

/* Does it stand for itself, and is no operand? */
bool gaff_is_option(const struct interpreter *row, struct sv word);

struct option gaff_read_option(const struct interpreter *row, struct sv word);

#endif
