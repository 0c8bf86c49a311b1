/*
 * rule.h - rules of the user's own (hook/rule.h), held against a call.
 *
 * A call has subjects: each program of its command, each file that it touches, and itself. For each
 * of them the rules of one manifest are tried in their order, and the first whose conditions all
 * hold decides. A rule about programs (`program`, `words`) is for programs; one with `paths` alone
 * is for files and for programs that are given such files; one with neither is for everything.
 *
 * "perhaps" is never "no": what may be what a rule forbids is asked about, while the rules behind
 * it are tried all the same. Of a rule that allows, perhaps is no: an exception must be certain,
 * and all the files that a program is given must be among its paths.
 *
 * What a rule allows is hidden from the rules behind it and from the guards of the same manifest
 * (gaff_rules_hide()). It grants nothing, and no other manifest hears of it: so a lower scope can
 * only tighten.
 */
#ifndef GAFF_GUARD_ROWS_RULE_H
#define GAFF_GUARD_ROWS_RULE_H

#include "guard/guard.h"
#include "manifest/match.h"
#include "manifest/rule.h"

/* What came of one rule. */
struct gaff_rule_verdict {
	enum gaff_row_result result; /* the most that it was for any subject */
	struct sv what;              /* that one, in one line; empty: the call itself */
	struct sv missing;           /* GAFF_ROW_NO: what was not met, in words */
};

/* What rules allow, by place in the lists of the call. */
struct gaff_exceptions {
	bool *program, *path; /* NULL: none */
	bool all;             /* the call itself */
};

/*
 * Try rules of one manifest; their events and tools are those of the call. `place` is for globs:
 * names without links are asked for if it has a function for that. Rows that were tried go to
 * `report`, which may be NULL.
 */
enum gaff_rc gaff_rules_look(struct gaff_guard_call *call, const struct gaff_match_place *place,
			     const struct gaff_rule *rule, size_t n,
			     struct gaff_rule_verdict *verdict, struct gaff_exceptions *exceptions,
			     struct gaff_guard_report *report, struct gaff_err *err);

/* What a rule says to that; GAFF_NONE: nothing, or that it is an exception. */
enum gaff_rc gaff_rule_answer(struct arena *a, const struct gaff_rule *rule,
			      const struct gaff_rule_verdict *verdict, struct gaff_response *out,
			      struct gaff_err *err);

/* The call without what is excepted: for the guards of the same manifest. */
enum gaff_rc gaff_rules_hide(const struct gaff_guard_call *call,
			     const struct gaff_exceptions *exceptions, struct gaff_guard_call *out,
			     struct gaff_err *err);

/* The programs of the call; GAFF_ANY_PROGRAM where one cannot be known. */
enum gaff_rc gaff_rules_programs(struct gaff_guard_call *call, struct gaff_program_bits *out,
				 struct gaff_err *err);

/* ---- for `gaff validate` (rule_check.c) ---- */

/* What of the rules of a document only guards know: their words. */
void gaff_rules_check(struct gaff_findings *findings, struct json root);

/* Try the examples of rules that are without mistakes. What an example does not get is an error. */
void gaff_rules_try(struct gaff_findings *findings, const struct gaff_host *const *hosts,
		    struct json root);

/* Its program and words as a row, "or" between several: for people. */
struct sv gaff_rule_text(struct arena *a, const struct gaff_rule *rule);

/* ---- parts ---- */

/*
 * Are files that a program is given, or opens, among the paths of a rule? Of a rule that allows:
 * are all, by all their names, with all that is in them? The first operands may be none:
 * sub-commands that the words of the rule have named. (rule_files.c)
 */
enum gaff_rc gaff_rule_files(struct gaff_guard_call *call, const struct gaff_match_place *place,
			     const struct gaff_rule *rule, const struct gaff_args *args,
			     size_t n_named, enum gaff_row_result *out, struct gaff_err *err);

/*
 * Is this regular expression in what the call says? GAFF_ELIMIT: that cannot be told before
 * `deadline` (0: there is none). (rule_content.c)
 */
enum gaff_rc gaff_rule_content(struct gaff_guard_call *call, struct sv pattern, int64_t deadline,
			       bool *out, struct gaff_err *err);

#endif
