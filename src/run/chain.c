#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/proc.h"
#include "agents/hosts.h"
#include "agents/mcp.h"
#include "run/chain.h"
#include "run/trust/command.h"
#include "run/guards.h"
#include "run/http.h"
#include "run/trust/operand.h"
#include "run/started.h"
#include "text/path.h"

/*
 * The hooks of the manifests, one after another: each sees what those before it made of the call,
 * and a denial is the end.
 */

/* Something a hook needs is not to be had. True: it is not run. */
static bool degrade(struct chain *c, struct gaff_step *step, enum gaff_capability capability,
		    const char *why, enum gaff_rc *rc, struct gaff_err *err)
{
	enum gaff_strategy strategy = step->hook.degrade[capability];
	bool blocks = strategy == GAFF_DEGRADE_BLOCK && gaff_run_can_fail_closed(c->run);

	/* a warning that nobody chose is no answer to who wants failures to block */
	if (strategy == GAFF_DEGRADE_WARN && gaff_chain_is_closed(c, &step->hook) &&
	    !gaff_json_get(step->hook.degradation, gaff_capability_name(capability)).n)
		blocks = true;
	*rc = GAFF_OK;
	gaff_trace_degraded(c->arena, c->trace, step, "%.*s: %.*s: %s",
			    SV_ARG(gaff_capability_name(capability)),
			    SV_ARG(gaff_strategy_name(strategy)), why);
	gaff_chain_explain(c, step, GAFF_STEP_NOT_RUN, why);
	if (blocks)
		*rc = gaff_chain_deny(c, step, NULL, err,
				      "the hook \"%.*s\" cannot run here, and blocks instead: %s",
				      SV_ARG(step->label), why);
	return true;
}

/* ---- may it run? ---- */

/* The folder of a manifest's project without links, or NULL. */
static const char *real_root(struct chain *c, const struct gaff_source *source)
{
	const char *root = gaff_source_root(&c->trace->sources, source);
	char real[PATH_MAX];

	if (c->root_of != root || !c->root)
		c->root = root && realpath(root, real) ? gaff_arena_dup(c->arena, sv_of(real))
						       : NULL;
	c->root_of = root;
	return c->root;
}

/* Right before it is executed: is all that it runs still what somebody has looked at? */
static enum gaff_rc check_files(struct chain *c, struct gaff_source *source,
				const struct gaff_hook *hook, struct gaff_err *err)
{
	const char *root = real_root(c, source);

	if (source->scope != GAFF_MANIFEST_PROJECT || hook->kind != GAFF_HANDLER_COMMAND)
		return GAFF_OK;
	if (!root)
		return gaff_fail(err, GAFF_EHOOK, "the project's folder is gone");
	return gaff_trust_check(c->arena, &source->trust, hook->number - 1, hook, source->folder,
				root, err);
}

/* Nobody knows what a policy forbids that cannot be read. True: it is not run. */
static bool may_be_forbidden(struct chain *c, const struct gaff_source *source,
			     struct gaff_step *step, enum gaff_rc *rc, struct gaff_err *err)
{
	const struct gaff_source *above = gaff_sources_unread(&c->trace->sources, source);
	struct sv words;

	if (!above || gaff_hook_is_guard(&step->hook, &words))
		return false;
	gaff_chain_explain(c, step, GAFF_STEP_NOT_RUN, "a policy over it cannot be read");
	if (gaff_chain_is_closed(c, &step->hook))
		*rc = gaff_chain_deny(c, step, NULL, err,
				      "the hook \"%.*s\" does not run, and so this is blocked: "
				      "%s/policy.json cannot be used",
				      SV_ARG(step->label), above->folder);
	return true;
}

/* Everything that can be told without running it. True: it is not run. */
static bool is_kept_back(struct chain *c, struct gaff_source *source, struct gaff_step *step,
			 enum gaff_rc *rc, struct gaff_err *err)
{
	const struct gaff_hook *hook = &step->hook;
	const char *forbidden = gaff_sources_forbid(&c->trace->sources, source, hook, c->event.id);
	const struct gaff_shape *shape = c->event.row->answer;
	bool can_rewrite = gaff_shape_row(
		shape,
		c->event.id == GAFF_EV_BEFORE_PROMPT ? GAFF_A_UPDATED_PROMPT : GAFF_A_UPDATED_INPUT,
		c->event.tool == GAFF_TOOL_MCP);
	char helper[PATH_MAX];
	struct gaff_err why;

	*rc = GAFF_OK;
	if (forbidden) {
		gaff_chain_explain(c, step, GAFF_STEP_NOT_RUN, forbidden);
		return true;
	}
	if (may_be_forbidden(c, source, step, rc, err))
		return true;
	if (hook->needs & GAFF_CAP(LLM_EVALUATED))
		return degrade(c, step, GAFF_CAP_LLM_EVALUATED, "gaff does not ask a model", rc,
			       err);
	if (hook->needs & GAFF_CAP(HTTP_HANDLER) &&
	    gaff_http_helper(helper, sizeof helper, &why) != GAFF_OK)
		return degrade(c, step, GAFF_CAP_HTTP_HANDLER, why.msg, rc, err);
	if (hook->needs & GAFF_CAP(STRUCTURED_OUTPUT) && !shape->n &&
	    hook->degrade[GAFF_CAP_STRUCTURED_OUTPUT] == GAFF_DEGRADE_EXCLUDE)
		return degrade(c, step, GAFF_CAP_STRUCTURED_OUTPUT,
			       "the agent takes no answer on this event", rc, err);
	if (hook->needs & GAFF_CAP(INPUT_REWRITE) && !can_rewrite &&
	    hook->degrade[GAFF_CAP_INPUT_REWRITE] == GAFF_DEGRADE_EXCLUDE)
		return degrade(c, step, GAFF_CAP_INPUT_REWRITE,
			       "the agent takes no new input on this event", rc, err);
	return false;
}

/*
 * Files of it are not those that somebody has looked at. The hook itself is, so what it says about
 * failures counts: an agent must not get rid of a guard by editing its script.
 */
static enum gaff_rc keep_untrusted(struct chain *c, const struct gaff_source *source,
				   struct gaff_step *step, struct gaff_err *err)
{
	gaff_chain_explain(c, step, GAFF_STEP_NOT_RUN, source->problem.msg);
	if (!gaff_chain_is_closed(c, &step->hook))
		return GAFF_OK;
	return gaff_chain_deny(
		c, step, NULL, err,
		"the hook \"%.*s\" does not run, and so this is blocked: %s; see 'gaff trust'",
		SV_ARG(step->label), source->problem.msg);
}

/* ---- one hook ---- */

/* Whom to ask, how, where and until when: all but the hook's own time. */
static enum gaff_rc make_call(struct chain *c, const struct gaff_source *source,
			      const struct gaff_hook *hook, struct gaff_call *out,
			      struct gaff_err *err)
{
	const char *root = real_root(c, source);
	struct gaff_own_command own = { .text = hook->command };
	char **argv = NULL;

	*out = (struct gaff_call){ .env = hook->env,
				   .dialect = source->is_inline ? c->run->dialect
								: &gaff_host_canonical,
				   .cwd = root,
				   .project = root,
				   .keeps_env = c->run->is_apart,
				   .shown = c->shown,
				   .is_blocking = hook->blocking,
				   .is_closed = gaff_chain_is_closed(c, hook),
				   .deadline = gaff_run_hook_deadline(c->run) };
	if (hook->dialect.n)
		out->dialect = gaff_dialect_find(hook->dialect);
	if (out->dialect && sv_eq(out->dialect->id, c->event.host->id))
		out->dialect = c->event.host; /* its own, in either spelling */
	if (hook->cwd.n && !root)
		return gaff_fail(err, GAFF_EHOOK, "there is no project");
	if (hook->cwd.n)
		out->cwd = gaff_path_join(c->arena, root, hook->cwd);
	if (hook->kind == GAFF_HANDLER_HTTP) {
		out->http = hook;
		return GAFF_OK;
	}
	if (source->scope <= GAFF_MANIFEST_USER)
		GAFF_TRY(gaff_own_command(c->arena, hook->command, source->folder, &own, err));
	out->is_isolated = own.imports_from_cwd;
	GAFF_TRY(gaff_command_argv(c->arena, own.text, source->folder, &argv, err));
	out->argv = argv;
	return GAFF_OK;
}

struct gaff_guard_call *gaff_chain_guards(struct chain *c)
{
	if (!c->has_guard)
		c->guard = gaff_guard_see(c->arena, &c->event, &c->trace->sources.project);
	c->has_guard = true;
	return &c->guard;
}

/*
 * One that is built in: there is no program to find, to trust or to wait for. What a rule of the
 * same manifest allows it does not see.
 */
static enum gaff_rc ask_guards(struct chain *c, struct sv words, struct gaff_step *step,
			       struct gaff_response *r, struct gaff_err *why)
{
	struct gaff_guard_call *call = gaff_chain_guards(c);

	if (c->exceptions.all) {
		step->why = SV("a rule of this manifest makes an exception");
		return GAFF_OK;
	}
	if (c->exceptions.program || c->exceptions.path) {
		if (!c->has_hidden)
			GAFF_TRY(gaff_rules_hide(call, &c->exceptions, &c->hidden, why));
		c->has_hidden = true;
		call = &c->hidden;
	}
	return gaff_run_guards(call, words, c->trace->wants_all, step, r, why);
}

/* By a signal, while a hook ran or between two. Once known it stays so: proc.h forgets. */
static bool is_told_to_end(struct chain *c)
{
	if (!c->ending.rc && (gaff_proc_told_to_end() || gaff_told_to_end()))
		gaff_fail(&c->ending, GAFF_ETIME, "gaff was told to end");
	return c->ending.rc != GAFF_OK;
}

/* Nobody knows what those that were not asked would have said: only what objects stands. */
static enum gaff_rc end_early(const struct chain *c, struct gaff_err *err)
{
	if (!c->ending.rc || c->trace->merged.decision == GAFF_DENY ||
	    c->trace->merged.decision == GAFF_ASK)
		return GAFF_OK;
	*err = c->ending;
	return err->rc;
}

static enum gaff_rc ask(struct chain *c, struct gaff_source *source, struct gaff_step *step,
			struct gaff_err *err)
{
	const struct gaff_hook *hook = &step->hook;
	struct gaff_response r = { 0 };
	int64_t now = gaff_now_ms();
	struct gaff_call call = { .deadline = gaff_run_hook_deadline(c->run) };
	struct gaff_err why;
	struct sv guards;
	bool is_guard = gaff_hook_is_guard(hook, &guards);
	enum gaff_rc rc = is_guard ? GAFF_OK : make_call(c, source, hook, &call, &why);

	if (rc == GAFF_OK && !is_guard) {
		rc = check_files(c, source, hook, &why);
		if (rc != GAFF_OK && rc != GAFF_ENOMEM) {
			source->is_untrusted = source->has_changed_file = true;
			source->problem = why;
			return keep_untrusted(c, source, step, err);
		}
	}
	/* Told to end there is time for no program; guards take none, and failures still count. */
	if (rc == GAFF_OK && !is_guard && is_told_to_end(c))
		rc = gaff_fail(&why, GAFF_ETIME, "%s", c->ending.msg);
	if (rc == GAFF_OK && hook->async) {
		step->result = GAFF_STEP_STARTED;
		rc = c->run->is_trial
			     ? GAFF_OK
			     : gaff_run_detached(c->arena, c->run, &call, &c->event, step, &why);
		return rc == GAFF_OK ? GAFF_OK : gaff_chain_failure(c, step, rc, &why, err);
	}
	if (rc == GAFF_OK && !is_guard && call.deadline <= now)
		rc = gaff_fail(&why, GAFF_ETIME, "no time was left for it");
	if (hook->timeout_ms < call.deadline - now)
		call.deadline = now + hook->timeout_ms;
	if (rc == GAFF_OK)
		rc = is_guard ? ask_guards(c, guards, step, &r, &why)
			      : gaff_run_ask(c->arena, &call, &c->event, step, &r, &why);
	if (rc == GAFF_OK)
		return gaff_chain_answer(c, step, &r, err);
	if (rc == GAFF_ENOMEM) {
		gaff_chain_explain(c, step, GAFF_STEP_FAILED, why.msg);
		*err = why; /* not the hook's fault */
		return rc;
	}
	if (rc == GAFF_ETIME)
		(void)is_told_to_end(c);
	return gaff_chain_failure(c, step, rc, &why, err);
}

/* Was it asked on the event before this one? What it answered to there is matched once more. */
static bool was_asked_before(const struct chain *c, const struct gaff_hook *hook)
{
	struct gaff_match match;
	struct gaff_err ignored;

	return c->trace->earlier &&
	       gaff_hook_match(c->arena, hook, &c->before, &c->place.match, &match, &ignored) ==
		       GAFF_OK &&
	       match.yes && (!match.is_guess || c->trace->had_guesses);
}

/* The same call, as the event tells of it that is for every tool. */
static struct gaff_event before_this(struct arena *a, const struct gaff_event *event,
				     const struct gaff_event_row *earlier)
{
	struct gaff_event e = *event;
	struct buf b = buf_in(a);

	e.row = earlier;
	e.native_event = earlier->native;
	if (e.tool != GAFF_TOOL_MCP || gaff_mcp_joint(event->host).n)
		return e;
	gaff_mcp_join(&b, e.host, (struct sv){ 0 }, (struct sv){ 0 }, e.mcp_tool);
	e.tool_name = buf_sv(&b);
	e.mcp_server = (struct sv){ 0 };
	e.field[GAFF_F_MCP_SERVER] = (struct json){ 0 };
	return e;
}

/*
 * What goes by the names of this event, its own or its MCP tools', is not sure to be run there. But
 * where the other event tells the server, nobody has to guess it here.
 */
bool gaff_chain_is_elsewhere(const struct chain *c, const struct gaff_hook *hook,
			     const struct gaff_match *match)
{
	struct sv elsewhere = c->trace->elsewhere;

	if (was_asked_before(c, hook) ||
	    (c->trace->is_later_sure && match->is_guess && hook->event != GAFF_EV_NATIVE))
		return true;
	return elsewhere.n &&
	       (sv_eq(elsewhere, c->event.native_event) ||
		(hook->event != GAFF_EV_NATIVE &&
		 (!(hook->matcher.n && c->event.tool == GAFF_TOOL_MCP) || match->is_guess)));
}

static enum gaff_rc ask_rules_again(struct chain *c, struct gaff_source *source,
				    struct gaff_err *err)
{
	bool is_final = c->is_final;

	c->is_final = true;
	GAFF_TRY(gaff_chain_rules(c, source, err));
	c->is_final = is_final;
	return GAFF_OK;
}

static enum gaff_rc visit(struct chain *c, struct gaff_source *source, size_t i,
			  struct gaff_err *err)
{
	struct gaff_trace *trace = c->trace;
	struct gaff_match match;
	struct gaff_step *step;
	struct gaff_hook hook;
	struct sv guards;
	enum gaff_rc rc;

	rc = gaff_source_hook(c->arena, source, i, &hook, err);
	if (rc == GAFF_ENOENT)
		return GAFF_OK;
	if (rc != GAFF_OK && rc != GAFF_ENOMEM) { /* its manifest's fault, and no other's */
		source->problem = *err;
		return GAFF_OK;
	}
	if (rc != GAFF_OK)
		return rc;
	if (c->is_final && !gaff_hook_is_guard(&hook, &guards))
		return GAFF_OK;
	if (hook.paths.n && !c->place.is_found)
		gaff_place_find(&c->place, gaff_source_root(&c->trace->sources, source));
	if (gaff_now_ms() < c->place.match.deadline ||
	    !gaff_hook_may_match(&source->manifest.hook[i], &c->key)) {
		rc = gaff_hook_match(c->arena, &hook, &c->event, &c->place.match, &match, err);
		if (rc != GAFF_OK && trace->merged.decision != GAFF_DENY)
			return rc;
		match.yes |= rc != GAFF_OK; /* it is only looked at, and never run */
	} else {
		match = (struct gaff_match){ .yes = true }; /* those before it took all the time */
	}
	if (match.yes && gaff_chain_is_elsewhere(c, &hook, &match))
		match = (struct gaff_match){ .why = "this call is answered on another event" };
	if (!match.yes && !trace->wants_all)
		return GAFF_OK;
	/* what rules except is another matter since a hook behind them has changed the call */
	if (match.yes && source->n_rewrites != c->n_rewrites && gaff_hook_is_guard(&hook, &guards))
		GAFF_TRY(ask_rules_again(c, source, err));
	step = gaff_trace_add(c->arena, trace);
	if (!step)
		return gaff_no_memory(err);
	step->source = source;
	step->hook = hook;
	step->is_again = c->is_final;
	step->label = gaff_hook_label(c->arena, &hook);
	step->is_guess = match.is_guess;
	if (!match.yes) {
		gaff_chain_explain(c, step, GAFF_STEP_NOT_MEANT, match.why);
		return GAFF_OK;
	}
	if (trace->merged.decision == GAFF_DENY) {
		gaff_chain_explain(c, step, GAFF_STEP_NOT_RUN,
				   "a hook before it has denied the call");
		return GAFF_OK;
	}
	/* a guard runs no file that could have changed: a script beside it must not silence it */
	if (source->is_untrusted &&
	    !(source->has_changed_file && gaff_hook_is_guard(&step->hook, &guards)))
		return keep_untrusted(c, source, step, err);
	if (is_kept_back(c, source, step, &rc, err))
		return rc;
	return ask(c, source, step, err);
}

static void find_paths(struct chain *c)
{
	gaff_find_paths(c->arena, &c->event, &c->place.match, &c->words);
	if (!c->is_changed)
		c->trace->files = c->words.files;
}

/* From the i-th on, the first that is worth reading: the others are told without. */
static size_t next_hook(struct chain *c, const struct gaff_manifest *manifest, size_t i)
{
	for (; i < manifest->n && !c->trace->wants_all; i++) {
		const struct gaff_hook_index *hook = &manifest->hook[i];

		if (!gaff_hook_may_match(hook, &c->key))
			continue;
		if (hook->n_name_ways && !c->words.has_names)
			gaff_find_names(c->arena, &c->event, &c->words);
		if (hook->n_path_ways && !c->words.has_paths)
			find_paths(c);
		if (gaff_needs_met(manifest, hook, &c->words))
			break;
	}
	return i;
}

/* Its rules and its hooks; `n` of these at most. */
static enum gaff_rc visit_some(struct chain *c, struct gaff_source *source, size_t n,
			       struct gaff_err *err)
{
	const struct gaff_manifest *manifest = &source->manifest;
	const char *root = gaff_source_root(&c->trace->sources, source);

	c->place.is_found &= c->place_of == root; /* globs are relative to it */
	c->place_of = root;
	GAFF_TRY(gaff_chain_rules(c, source, err));
	for (size_t i = 0; (i = next_hook(c, manifest, i)) < manifest->n && i < n; i++) {
		if ((source->problem.rc && !source->is_untrusted) ||
		    (c->trace->merged.decision == GAFF_DENY && !c->trace->wants_all))
			break;
		GAFF_TRY(visit(c, source, i, err));
	}
	return GAFF_OK;
}

/*
 * Whatever guards and rules have said about a call that a hook has changed since, they said about
 * another one. They are asked once more, and what objects then counts. Those behind the hook that
 * changed it last have seen it as it is.
 */
static enum gaff_rc judge_final(struct chain *c, struct gaff_err *err)
{
	struct gaff_sources *sources = &c->trace->sources;

	c->is_final = c->n_rewrites != 0;
	for (size_t s = 0; c->is_final && s < sources->n; s++) {
		struct gaff_source *source = &sources->item[s];
		bool is_rewriter = source == c->rewriter;

		if (c->trace->merged.decision == GAFF_DENY)
			break;
		if (source->problem.rc == GAFF_OK || source->has_changed_file)
			GAFF_TRY(visit_some(c, source, is_rewriter ? c->last_rewrite - 1 : SIZE_MAX,
					    err));
		if (source->stand_in)
			GAFF_TRY(visit_some(c, source->stand_in, SIZE_MAX, err));
		if (is_rewriter)
			break;
	}
	c->is_final = false;
	return GAFF_OK;
}

/* ---- manifests that cannot be used ---- */

/* The default guards, once: in place of the first of them. */
static enum gaff_rc visit_stand_in(struct chain *c, struct gaff_source *source,
				   struct gaff_err *err)
{
	if (!gaff_source_needs_guards(source) || c->has_stand_in ||
	    (c->trace->merged.decision == GAFF_DENY && !c->trace->wants_all))
		return GAFF_OK;
	GAFF_TRY(gaff_source_stand_in(c->arena, source, err));
	c->has_stand_in = true;
	return visit_some(c, source->stand_in, SIZE_MAX, err);
}

static enum gaff_rc take_problem(struct chain *c, const struct gaff_source *source,
				 struct gaff_err *err)
{
	const struct gaff_err *p = &source->problem;
	struct gaff_step nobody = { 0 };
	char place[64] = "";

	if (p->line)
		(void)snprintf(place, sizeof place, "%zu:%zu:", p->line, p->column);
	gaff_warn(c->arena, &c->trace->warnings, "%s:%s %s", source->file, place, p->msg);
	/* what a checkout has, and nobody ever trusted, is no guard that is missing */
	if ((source->scope == GAFF_MANIFEST_PROJECT && !source->trust.was_trusted) ||
	    c->trace->merged.decision == GAFF_DENY ||
	    !(c->run->fail_closed || source->wants_closed) || !gaff_run_can_fail_closed(c->run))
		return GAFF_OK;
	GAFF_TRY(gaff_chain_deny(c, &nobody, NULL, err,
				 "gaff cannot use %s:%s %s; so this is blocked (fail-closed)",
				 source->file, place, p->msg));
	c->trace->decided = NULL; /* no hook has */
	return GAFF_OK;
}

enum gaff_rc gaff_run_load(struct arena *a, const struct gaff_run *run,
			   const struct gaff_event *event, struct gaff_sources *out,
			   struct gaff_err *err)
{
	struct gaff_project project;

	GAFF_TRY(gaff_run_project(a, run, event, &project, err));
	if (run->is_off)
		return gaff_load_locked(a, &project, GAFF_UNLOCK_PAUSE, out, err);
	if (run->inlined)
		return gaff_load_inline(a, &project, sv_of(run->inlined), out, err);
	if (run->is_apart)
		return gaff_load_given(a, &project, run->manifest, run->n_manifests, out, err);
	GAFF_TRY(gaff_project_look_here(a, event, &project, err));
	return gaff_load(a, &project, run->manifest, run->n_manifests, out, err);
}

enum gaff_rc gaff_run_chain(struct arena *a, struct gaff_run *run, const struct gaff_event *event,
			    struct gaff_trace *trace, struct gaff_err *err)
{
	struct chain c = { .arena = a, .run = run, .trace = trace, .event = *event };
	struct gaff_sources *sources = &trace->sources;

	GAFF_TRY(gaff_run_load(a, run, event, sources, err));
	if (!sources->n)
		return GAFF_OK;
	if (sources->project.root) {
		struct buf b = buf_in(a);
		struct json_writer w = { .out = &b };

		gaff_json_string(&w, sv_of(sources->project.root));
		GAFF_TRY(gaff_buf_check(&b, err));
		c.event.field[GAFF_F_PROJECT_DIR] = (struct json){ b.p, b.n };
	}
	if (trace->earlier)
		c.before = before_this(a, &c.event, trace->earlier);
	c.key = gaff_event_key(&c.event);
	gaff_place_begin(&c.place, a, gaff_run_hook_deadline(run));
	for (size_t s = 0; s < sources->n; s++) {
		struct gaff_source *source = &sources->item[s];

		GAFF_TRY(visit_some(&c, source, SIZE_MAX, err));
		GAFF_TRY(visit_stand_in(&c, source, err));
		if (!run->is_trial)
			gaff_trust_refresh(&source->trust);
	}
	GAFF_TRY(judge_final(&c, err));
	for (size_t s = 0; s < sources->n; s++)
		if (sources->item[s].problem.rc != GAFF_OK)
			GAFF_TRY(take_problem(&c, &sources->item[s], err));
	trace->input = c.event.field[GAFF_F_TOOL_INPUT];
	return end_early(&c, err);
}
