/*
 * row.h - the language in which guards and users say which commands are meant.
 *
 *	git reset --hard|--merge
 *	git push -f|--force !--force-with-lease
 *	rm -r|-R|--recursive -f|--force @outside
 *
 * Words are separated by spaces, alternatives by "|". The first is the program; globs are allowed
 * ("mkfs*"), and a program may have a second name (gaff_row_program). Then, in any order:
 *
 *	word       the next operand (a sub-command) is this one; "*" is any. Operands are counted in
 *	           the order they are written in
 *	..word     one of the operands from here on is this one
 *	-x --long  the option is there; "--mode=x*" with a value that matches, "--mode=@class" with
 *	           one of the class; "/s" for programs of Windows
 *	--         "--" is there
 *	@class     an operand that no word of the row has used is of this class; the classes are in
 *	           row_class.c, one line each. "@class$" is about the last operand alone, "@class^"
 *	           about all others; "@clearly-class" leaves out what cannot be told
 *	>@class    a file that a redirection overwrites is of this class; ">>@class": or adds to
 *	!...       not so. An option is written in full here: a shorter one may be another
 *
 * Alternatives to a class are classes.
 *
 * The answer has three values: what a row asks for may be hidden behind something that cannot be
 * known. A hole (`git $x`) where a sub-command is looked for, or where a class is, gives "perhaps";
 * where an option is looked for, only with a "?" behind it: "--hard?" (`git reset $x`). Otherwise
 * `git push origin $BRANCH` would never pass.
 */
#ifndef GAFF_GUARD_ROWS_ROW_H
#define GAFF_GUARD_ROWS_ROW_H

#include <stdint.h>

#include "guard/rows/options.h"
#include "model/response.h"

struct gaff_guard_row {
	const char *name; /* "git-reset-hard" */
	const char *when;
	enum gaff_decision decision; /* where it is so; perhaps is GAFF_ASK, strict GAFF_DENY */
	const char *reason;          /* "it throws away changes that are not committed" */
	const char *instead;         /* "use 'git stash' first": what the agent is told to do */
};

enum gaff_row_result { GAFF_ROW_NO, GAFF_ROW_PERHAPS, GAFF_ROW_YES };

/* `missing`: the word of the row that was not met, for people. `rest` of a rule may be its own. */
enum gaff_row_result gaff_row_match(struct arena *a, struct sv when, const struct gaff_args *args,
				    const struct gaff_world *world, struct sv *missing);

/* May it be about this program at all? Cheap. */
bool gaff_row_names(struct sv when, struct sv program);

/* What rows call this program, too: "docker" of podman, "sql" of psql. Empty: nothing else. */
struct sv gaff_row_program(struct sv program);

/*
 * Most rows of a table are about another program than the one that is there, or about another
 * sub-command, and that is seen from first letters: this is what most rows cost.
 */
struct row_filter {
	struct sv program, other;
	const struct gaff_args *args;
	uint32_t letters; /* a bit for each that a name of it begins with: gaff_row_letters() */
	char lower, upper, other_first;
	char sub; /* the first letter of the first operand; NUL: there is none, or it is not known
		   */
};
struct row_filter gaff_row_filter(const struct gaff_args *args);
uint32_t gaff_row_letters(const char *when);
bool gaff_row_may_match(const struct row_filter *f, const char *when, bool *is_named);

/* Is it a row? For rules of users: GAFF_ESYNTAX with a message. */
enum gaff_rc gaff_row_check(struct sv when, struct gaff_err *err);

#endif
