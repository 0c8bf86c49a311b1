#include "run/trial/guard_ask.h"

#include "base/os.h"
#include "model/merge.h"
#include "agents/hosts.h"
#include "run/load/load.h"
#include "run/load/project.h"

/*
 * The rules of the manifests that count here, beside the guards that are asked. These are of no
 * manifest, so no exception is for them: `gaff explain` shows what comes of both together.
 */

/* The rules of one manifest that are for this event and tool. */
static enum gaff_rc find_rules(struct guard_view *v, struct gaff_source *source,
			       const struct gaff_match_place *place, struct gaff_rule *rule,
			       size_t *n, struct gaff_err *err)
{
	for (size_t i = 0; i < source->manifest.n_rules; i++) {
		struct gaff_match match;
		struct gaff_hook hook;

		GAFF_TRY(gaff_source_rule(v->arena, source, i, &rule[*n], err));
		hook = gaff_rule_hook(v->arena, &rule[*n]);
		GAFF_TRY(gaff_hook_match(v->arena, &hook, &v->event, place, &match, err));
		if (match.yes && !gaff_sources_forbid(&v->sources, source, &hook, v->event.id))
			++*n;
	}
	return GAFF_OK;
}

static enum gaff_rc take(struct guard_view *v, const struct gaff_rule *rule,
			 const struct gaff_rule_verdict *verdict, struct gaff_err *err)
{
	struct gaff_response r;

	if (verdict->result == GAFF_ROW_NO)
		return GAFF_OK;
	GAFF_TRY(gaff_rule_answer(v->arena, rule, verdict, &r, err));
	gaff_guard_add(&v->report, "rule", rule->name,
		       r.decision == GAFF_NONE ? GAFF_ALLOW : r.decision, verdict->what,
		       rule->reason, rule->suggestion);
	return gaff_merge_response(v->arena, &v->said, &r, err);
}

static struct sv real_file(void *context, size_t n, struct sv path)
{
	(void)n;
	return gaff_real_name(context, path);
}

static enum gaff_rc ask_source(struct guard_view *v, struct gaff_source *source,
			       struct gaff_err *err)
{
	struct sv project = v->call.world.project, home = v->call.world.home;
	struct gaff_match_place place = { .project = project,
					  .home = home,
					  .real_project = gaff_real_name(v->arena, project),
					  .real_home = gaff_real_name(v->arena, home),
					  .ignores_case = gaff_os_ignores_case(),
					  .real = real_file,
					  .context = v->arena };
	size_t room = source->manifest.n_rules, n = 0;
	struct gaff_rule *rule = gaff_arena_alloc(v->arena, room * sizeof *rule + 1);
	struct gaff_rule_verdict *verdict = gaff_arena_alloc(v->arena, room * sizeof *verdict + 1);
	struct gaff_exceptions exceptions;

	GAFF_TRY(gaff_arena_check(v->arena, err));
	GAFF_TRY(find_rules(v, source, &place, rule, &n, err));
	if (!n)
		return GAFF_OK;
	GAFF_TRY(gaff_rules_look(&v->call, &place, rule, n, verdict, &exceptions, &v->report, err));
	for (size_t i = 0; i < n; i++)
		GAFF_TRY(take(v, &rule[i], &verdict[i], err));
	return GAFF_OK;
}

enum gaff_rc guard_ask_rules(struct guard_view *v, const struct gaff_project *project,
			     struct gaff_err *err)
{
	GAFF_TRY(gaff_load(v->arena, project, NULL, 0, &v->sources, err));
	for (size_t i = 0; i < v->sources.n; i++) {
		struct gaff_source *source = &v->sources.item[i];

		if (source->problem.rc == GAFF_OK && source->manifest.n_rules)
			GAFF_TRY(ask_source(v, source, err));
	}
	return GAFF_OK;
}
