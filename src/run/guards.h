/*
 * guards.h - a hook that is `gaff guard NAME...` is answered right here.
 *
 * No process is started and no event is written for it; everywhere else it is a hook like others.
 */
#ifndef GAFF_RUN_GUARDS_H
#define GAFF_RUN_GUARDS_H

#include "guard/rows/rule.h"
#include "manifest/manifest.h"
#include "run/load/project.h"
#include "run/trace.h"

/* gaff_manifest_read(), and what of a manifest only guards know: the words behind `gaff guard`, and
 * those of rules. */
bool gaff_read_manifest(struct arena *a, struct json root, struct gaff_findings *findings,
			struct gaff_manifest *out);

/* The same for a single call (gaff_manifest_read_once()). */
bool gaff_read_manifest_once(struct arena *a, struct json root, struct gaff_findings *findings,
			     struct gaff_manifest *out);

/* Is this hook answered in process? `words` are what stands behind `gaff guard`. */
bool gaff_hook_is_guard(const struct gaff_hook *hook, struct sv *words);

/* The same of the COMMAND of a command line. */
bool gaff_argv_is_guard(struct arena *a, char *const *argv, struct sv *words);

/* What guards see of an event. */
struct gaff_guard_call gaff_guard_see(struct arena *a, const struct gaff_event *event,
				      const struct gaff_project *project);

/*
 * Ask them. What they found is kept in the step. GAFF_ELIMIT: the call is too large to be looked
 * through, and must not pass for that.
 */
enum gaff_rc gaff_run_guards(struct gaff_guard_call *call, struct sv words, bool wants_rows,
			     struct gaff_step *step, struct gaff_response *out,
			     struct gaff_err *err);

/* The same for rules (guard/rule.h), and what their programs are. */
enum gaff_rc gaff_run_rules(struct gaff_guard_call *call, const struct gaff_match_place *place,
			    const struct gaff_rule *rule, size_t n,
			    struct gaff_rule_verdict *verdict, struct gaff_exceptions *exceptions,
			    struct gaff_err *err);
enum gaff_rc gaff_run_rule_programs(struct gaff_guard_call *call, struct gaff_program_bits *out,
				    struct gaff_err *err);

#endif
