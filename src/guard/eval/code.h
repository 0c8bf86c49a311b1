/*
 * code.h - what the code of an interpreter starts and touches, as far as literals show it.
 *
 *	python -c "import subprocess; subprocess.run(['git', 'reset', '--hard'])"
 *
 * No language is understood here: strings and comments are told apart from code, and calls of known
 * names (code_calls.c has a table of each language) are looked at with their literal arguments. An
 * argument that is not a literal is a hole (guard/programs.h).
 */
#ifndef GAFF_GUARD_EVAL_CODE_H
#define GAFF_GUARD_EVAL_CODE_H

#include "guard/eval/programs.h"

enum gaff_language {
	GAFF_LANG_NONE,
	GAFF_LANG_PYTHON,
	GAFF_LANG_PERL,
	GAFF_LANG_RUBY,
	GAFF_LANG_NODE,
	GAFF_LANG_PHP,
	GAFF_LANG_LUA,
	GAFF_LANG_AWK,
};

/* "python3.11" is Python; of other programs GAFF_LANG_NONE. */
enum gaff_language gaff_language_of(struct sv program);

enum gaff_code_act {
	GAFF_CODE_SHELL,   /* word[0] is a text for a shell */
	GAFF_CODE_PROGRAM, /* the words are a program and its arguments */
	GAFF_CODE_DELETES, /* a file */
	GAFF_CODE_DELETES_TREE,
	GAFF_CODE_READS,
	GAFF_CODE_WRITES,
	GAFF_CODE_EVALUATES, /* code that is itself computed: cannot be known */
};

struct gaff_code_found {
	enum gaff_code_act act;
	struct gaff_word *word;
	size_t n;
	struct gaff_code_found *next;
};

/* Linear in the code. GAFF_ENOMEM alone. */
enum gaff_rc gaff_code_scan(struct arena *a, enum gaff_language language, struct sv code,
			    struct gaff_code_found **out, struct gaff_err *err);

#endif
