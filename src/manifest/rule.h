/*
 * rule.h - rules of the user's own, beside the hooks of a manifest: data, and no program to run.
 *
 *	{ "name": "no-prod-deploy", "program": "kubectl", "words": "apply|delete --context=prod*",
 *	  "decision": "deny", "reason": "deployments go through CI" }
 *
 * All conditions that a rule has must hold. How they are held against a call is in guard/rule.h;
 * here is what a rule says, checked like a hook and kept in the same canonical bytes.
 */
#ifndef GAFF_MANIFEST_RULE_H
#define GAFF_MANIFEST_RULE_H

#include "manifest/manifest.h"

struct gaff_rule {
	size_t number; /* its place in the manifest, from 1 */
	struct sv name;
	struct sv event_name; /* as written; empty: before_tool_execute */
	enum gaff_event_id event;
	struct json tool;           /* a matcher, as a hook has it */
	struct json program, words; /* a text or a list of texts: any of them */
	struct json paths;
	struct sv content;
	enum gaff_decision decision; /* GAFF_ALLOW: an exception to the rest of its manifest */
	struct sv reason, suggestion;
	bool enabled;
	struct json examples;
};

/* Read one rule; its words are for gaff_rules_check(). False: there are new findings that are
 * errors. */
bool gaff_rule_read(struct arena *a, const struct gaff_host *const *hosts, struct json rule,
		    struct gaff_findings *findings, struct gaff_rule *out);

/* The i-th of a manifest that was read before, as gaff_manifest_hook() has it. */
enum gaff_rc gaff_manifest_rule(struct arena *a, const struct gaff_host *const *hosts,
				const struct gaff_manifest *manifest, size_t i,
				struct gaff_rule *out, struct gaff_err *err);

/*
 * The rule as policies, matchers, the record and `gaff explain` know hooks: "rule NAME", blocking,
 * for this event and these tools. No memory: the arena has failed.
 */
struct gaff_hook gaff_rule_hook(struct arena *a, const struct gaff_rule *rule);

/*
 * Names of programs in few bits: each name is one bit of either word, and two names seldom share
 * both. Upper case is lower case, as for rows. So what has a name has its bits; the other way round
 * that is only likely.
 */
struct gaff_program_bits {
	uint64_t word[2];
};

struct gaff_program_bits gaff_program_bits(struct sv name);
#define GAFF_ANY_PROGRAM ((struct gaff_program_bits){ { UINT64_MAX, UINT64_MAX } })

static inline struct gaff_program_bits gaff_programs_join(struct gaff_program_bits x,
							  struct gaff_program_bits y)
{
	return (struct gaff_program_bits){ { x.word[0] | y.word[0], x.word[1] | y.word[1] } };
}

static inline bool gaff_programs_meet(struct gaff_program_bits x, struct gaff_program_bits y)
{
	return x.word[0] & y.word[0] && x.word[1] & y.word[1];
}

/* What can be told of a rule without reading it. */
struct gaff_rule_index {
	struct gaff_hook_index hook;
	struct gaff_program_bits programs;
};

/* The texts of a text, or of a list of texts. */
struct gaff_texts {
	struct json one;
	struct json_iter it;
};
struct gaff_texts gaff_texts_of(struct json one_or_list);
bool gaff_texts_next(struct gaff_texts *texts, struct json *out);

#endif
