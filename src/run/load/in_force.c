#include <limits.h>
#include <unistd.h>

#include "run/chain.h"

/*
 * Who would decide about a call that cannot be read? What is too large to be checked must not pass
 * for that, but where nobody checks anything it is nobody's business. The tool and its files are
 * not known, so a hook counts for every tool: in doubt somebody is there.
 */

/* What is known without a payload: the event as registered, and what the environment tells. */
static enum gaff_rc make_event(struct arena *a, const struct gaff_run *run,
			       struct gaff_event *event, struct gaff_err *err)
{
	const struct json nothing = { "{}", 2 };
	char here[PATH_MAX];

	GAFF_TRY(gaff_decode_event(a, run->host, nothing, run->row->native, getenv, event, err));
	return gaff_event_know_directory(
		a, event, getcwd(here, sizeof here) ? sv_of(here) : (struct sv){ 0 }, err);
}

/* Does it decide, and would its failure be one to heed? */
static bool decides(const struct gaff_hook *hook, bool is_untrusted)
{
	struct sv ignored;

	if (!hook->enabled || hook->async)
		return false;
	if (hook->kind != GAFF_HANDLER_COMMAND && hook->kind != GAFF_HANDLER_HTTP)
		return false;
	if (is_untrusted && hook->on_error != GAFF_ON_ERROR_CLOSED)
		return false;
	return hook->blocking || gaff_hook_is_guard(hook, &ignored);
}

/* NULL: any event. */
static bool is_for(const struct gaff_hook_index *hook, const struct gaff_event_key *key)
{
	return key ? gaff_hook_may_match(hook, key) : hook->flags & GAFF_INDEX_ENABLED;
}

static bool has_hook(struct arena *a, const struct gaff_sources *sources,
		     struct gaff_source *source, const struct gaff_event_key *key)
{
	struct gaff_err ignored;
	struct gaff_hook hook;

	for (size_t i = 0; i < source->manifest.n; i++) {
		if (!is_for(&source->manifest.hook[i], key))
			continue;
		if (gaff_source_hook(a, source, i, &hook, &ignored) != GAFF_OK)
			return true;
		if (decides(&hook, source->is_untrusted) &&
		    !gaff_sources_forbid(sources, source, &hook, key ? key->event : hook.event))
			return true;
	}
	return false;
}

static bool has_rule(struct arena *a, const struct gaff_sources *sources,
		     struct gaff_source *source, const struct gaff_event_key *key)
{
	struct gaff_err ignored;
	struct gaff_rule rule;

	for (size_t i = 0; i < source->manifest.n_rules && !source->is_untrusted; i++) {
		struct gaff_hook hook;

		if (!is_for(&source->manifest.rule[i].hook, key))
			continue;
		if (gaff_source_rule(a, source, i, &rule, &ignored) != GAFF_OK)
			return true;
		hook = gaff_rule_hook(a, &rule);
		if (rule.decision >= GAFF_ASK &&
		    !gaff_sources_forbid(sources, source, &hook, rule.event))
			return true;
	}
	return false;
}

/* A manifest of the user's that cannot be read may have had a guard in it. */
static bool has_judge(struct arena *a, const struct gaff_sources *sources,
		      struct gaff_source *source, const struct gaff_event_key *key)
{
	if (source->problem.rc != GAFF_OK && !source->is_untrusted)
		return source->scope != GAFF_MANIFEST_PROJECT || source->wants_closed;
	return source->wants_closed || has_rule(a, sources, source, key) ||
	       has_hook(a, sources, source, key);
}

static bool look(struct arena *a, const struct gaff_run *run)
{
	bool is_known = run->row != run->host->unknown;
	struct gaff_event event = { .host = run->host, .row = run->row, .id = run->row->id };
	struct gaff_sources sources;
	struct gaff_event_key key;
	struct gaff_err ignored;

	if (is_known && make_event(a, run, &event, &ignored) != GAFF_OK)
		return true;
	if (gaff_run_load(a, run, &event, &sources, &ignored) != GAFF_OK)
		return true;
	key = gaff_event_key(&event);
	key.tools = 0;
	for (size_t i = 0; i < sources.n; i++)
		if (has_judge(a, &sources, &sources.item[i], is_known ? &key : NULL))
			return true;
	return a->failed;
}

bool gaff_run_is_judged(const struct gaff_run *run)
{
	struct arena a;
	bool judged;

	if (run->command && !run->is_off)
		return true;
	gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
	judged = look(&a, run);
	gaff_arena_release(&a);
	return judged;
}
