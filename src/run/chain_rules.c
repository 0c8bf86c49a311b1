#include <stdint.h>

#include "guard/rows/rule.h"
#include "run/chain.h"

/*
 * The rules of a manifest: one step of the chain before its hooks, so that what they allow is known
 * to its guards. Each that says something, or is asked for, is shown as a hook is.
 */

/* A rule that may be meant, and what speaks against it. */
struct candidate {
	struct gaff_hook hook;
	struct gaff_match match;
	const char *forbidden;
	size_t n; /* its place among those that are held against the call */
};

struct candidates {
	struct candidate *item;
	size_t n;
	struct gaff_rule *rule; /* of all */
	struct gaff_rule *tried;
	struct gaff_rule_verdict *verdict;
	size_t n_tried;
};

/* Rules run no file: that one of a hook has changed is nothing to them. */
static bool is_usable(const struct gaff_source *source)
{
	return source->problem.rc == GAFF_OK || source->has_changed_file;
}

/* ---- which of them ---- */

/* Without reading it: may it say anything to this call? */
static enum gaff_rc may_matter(struct chain *c, const struct gaff_manifest *manifest, size_t i,
			       bool *out, struct gaff_err *err)
{
	const struct gaff_rule_index *rule = &manifest->rule[i];
	struct gaff_program_bits programs = GAFF_ANY_PROGRAM;

	*out = c->trace->wants_all;
	if (*out || !gaff_hook_may_match(&rule->hook, &c->key))
		return GAFF_OK;
	if (!c->words.has_names)
		gaff_find_names(c->arena, &c->event, &c->words);
	if (!gaff_needs_met(manifest, &rule->hook, &c->words))
		return GAFF_OK;
	if (rule->programs.word[0] != UINT64_MAX &&
	    gaff_run_rule_programs(gaff_chain_guards(c), &programs, err) == GAFF_ENOMEM)
		return GAFF_ENOMEM; /* what else is wrong is for the rules to fail on */
	*out = gaff_programs_meet(rule->programs, programs);
	return GAFF_OK;
}

static enum gaff_rc read_rule(struct chain *c, struct gaff_source *source, size_t i,
			      struct candidates *all, struct gaff_err *err)
{
	struct candidate *one = &all->item[all->n];
	struct gaff_rule *rule = &all->rule[all->n];

	enum gaff_rc rc = gaff_source_rule(c->arena, source, i, rule, err);

	if (rc == GAFF_ENOMEM)
		return rc;
	if (rc != GAFF_OK) { /* its manifest's fault, and no other's */
		source->problem = *err;
		source->has_changed_file = false;
		return GAFF_OK;
	}
	*one = (struct candidate){ .hook = gaff_rule_hook(c->arena, rule), .n = SIZE_MAX };
	GAFF_TRY(gaff_hook_match(c->arena, &one->hook, &c->event, &c->place.match, &one->match,
				 err));
	if (one->match.yes && gaff_chain_is_elsewhere(c, &one->hook, &one->match))
		one->match = (struct gaff_match){ .why = "this call is answered on another event" };
	one->hook.paths = rule->paths; /* from here on it is shown, and no more matched */
	one->hook.command = gaff_rule_text(c->arena, rule);
	if (!one->match.yes && !c->trace->wants_all)
		return GAFF_OK;
	if (one->match.yes)
		one->forbidden = gaff_sources_forbid(&c->trace->sources, source, &one->hook,
						     c->event.id);
	if (one->match.yes && !one->forbidden && c->trace->merged.decision == GAFF_DENY)
		one->forbidden = "a hook before it has denied the call";
	if (one->match.yes && !one->forbidden) {
		one->n = all->n_tried;
		all->tried[all->n_tried++] = *rule;
	}
	all->n++;
	return GAFF_OK;
}

static enum gaff_rc find(struct chain *c, struct gaff_source *source, struct candidates *all,
			 struct gaff_err *err)
{
	size_t n = source->manifest.n_rules;

	*all = (struct candidates){ .n = 0 };
	for (size_t i = 0; i < n && i < source->manifest.n_rules && is_usable(source); i++) {
		bool matters;

		GAFF_TRY(may_matter(c, &source->manifest, i, &matters, err));
		if (!matters)
			continue;
		if (!all->item) {
			all->item = gaff_arena_alloc(c->arena, n * sizeof *all->item);
			all->rule = gaff_arena_alloc(c->arena, n * sizeof *all->rule);
			all->tried = gaff_arena_alloc(c->arena, n * sizeof *all->tried);
			all->verdict = gaff_arena_alloc(c->arena, n * sizeof *all->verdict);
			if (!all->item || !all->rule || !all->tried || !all->verdict)
				return gaff_no_memory(err);
		}
		GAFF_TRY(read_rule(c, source, i, all, err));
	}
	return GAFF_OK;
}

/* ---- what they say ---- */

static struct gaff_step *add_step(struct chain *c, struct gaff_source *source,
				  const struct candidate *one)
{
	struct gaff_step *step = gaff_trace_add(c->arena, c->trace);

	if (!step)
		return NULL;
	step->source = source;
	step->hook = one->hook;
	step->is_rule = true;
	step->is_again = c->is_final;
	step->is_guess = one->match.is_guess;
	step->label = gaff_hook_label(c->arena, &one->hook);
	return step;
}

/* For the record and whoever asks why: what a rule found is what a guard finds. */
static enum gaff_rc answer(struct chain *c, struct gaff_step *step, const struct gaff_rule *rule,
			   const struct gaff_rule_verdict *verdict, struct gaff_err *err)
{
	struct gaff_guard_report *report = gaff_arena_alloc(c->arena, sizeof *report);
	struct gaff_response r;

	if (!report)
		return gaff_no_memory(err);
	*report = (struct gaff_guard_report){ .arena = c->arena };
	report->last_finding = &report->finding;
	report->last_tried = &report->tried;
	GAFF_TRY(gaff_rule_answer(c->arena, rule, verdict, &r, err));
	gaff_guard_add(report, "rule", rule->name,
		       r.decision == GAFF_NONE ? GAFF_ALLOW : r.decision, verdict->what,
		       rule->reason, rule->suggestion);
	step->guard = report;
	step->n_asked = 1;
	if (r.decision == GAFF_NONE)
		step->why = SV("an exception: the rules behind it and the guards of this manifest "
			       "do not see it");
	return gaff_chain_answer(c, step, &r, err);
}

/* None of them could be tried. Each would have: so each has failed. */
static enum gaff_rc fail_all(struct chain *c, struct gaff_source *source,
			     const struct candidates *all, enum gaff_rc failed,
			     const struct gaff_err *why, struct gaff_err *err)
{
	for (size_t i = 0; i < all->n && c->trace->merged.decision != GAFF_DENY; i++) {
		struct gaff_step *step;

		if (all->item[i].n == SIZE_MAX)
			continue;
		step = add_step(c, source, &all->item[i]);
		if (!step)
			return gaff_no_memory(err);
		GAFF_TRY(gaff_chain_failure(c, step, failed, why, err));
	}
	return GAFF_OK;
}

static enum gaff_rc show(struct chain *c, struct gaff_source *source, const struct candidate *one,
			 const struct candidates *all, struct gaff_err *err)
{
	const struct gaff_rule_verdict *verdict = one->n == SIZE_MAX ? NULL : &all->verdict[one->n];
	bool is_met = verdict && verdict->result != GAFF_ROW_NO;
	struct gaff_step *step;

	if ((!is_met || c->trace->merged.decision == GAFF_DENY) && !c->trace->wants_all)
		return GAFF_OK;
	step = add_step(c, source, one);
	if (!step)
		return gaff_no_memory(err);
	if (is_met && c->trace->merged.decision == GAFF_DENY)
		gaff_chain_explain(c, step, GAFF_STEP_NOT_RUN,
				   "a hook before it has denied the call");
	else if (is_met)
		return answer(c, step, &all->tried[one->n], verdict, err);
	else if (one->forbidden)
		gaff_chain_explain(c, step, GAFF_STEP_NOT_RUN, one->forbidden);
	else if (verdict && verdict->missing.n)
		step->why = verdict->missing;
	else
		gaff_chain_explain(c, step, GAFF_STEP_NOT_MEANT,
				   verdict ? "its conditions are not met" : one->match.why);
	return GAFF_OK;
}

enum gaff_rc gaff_chain_rules(struct chain *c, struct gaff_source *source, struct gaff_err *err)
{
	struct candidates all;
	struct gaff_err why;
	enum gaff_rc rc;

	c->exceptions = (struct gaff_exceptions){ 0 };
	c->has_hidden = false;
	source->n_rewrites = c->n_rewrites;
	if (!source->manifest.n_rules || !is_usable(source))
		return GAFF_OK;
	GAFF_TRY(find(c, source, &all, err));
	if (!is_usable(source))
		return GAFF_OK;
	for (size_t i = 0; i < all.n_tried && !c->place.is_found; i++)
		if (all.tried[i].paths.n)
			gaff_place_find(&c->place, gaff_source_root(&c->trace->sources, source));
	rc = all.n_tried ? gaff_run_rules(gaff_chain_guards(c), &c->place.match, all.tried,
					  all.n_tried, all.verdict, &c->exceptions, &why)
			 : GAFF_OK;
	if (rc == GAFF_ENOMEM) {
		*err = why;
		return rc;
	}
	if (rc != GAFF_OK)
		return fail_all(c, source, &all, rc, &why, err);
	for (size_t i = 0; i < all.n; i++)
		GAFF_TRY(show(c, source, &all.item[i], &all, err));
	return GAFF_OK;
}
