#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/fs.h"
#include "base/io.h"
#include "base/limits.h"
#include "base/os.h"
#include "base/proc.h"
#include "hook/match.h"
#include "hook/merge.h"
#include "hosts/hosts.h"
#include "run/command.h"
#include "run/http.h"
#include "run/run.h"
#include "text/path.h"

/*
 * The hooks of the manifests, one after another: each sees what those before it made of the call,
 * and a denial is the end.
 */

struct chain {
	struct arena *arena;
	struct gaff_run *run;
	struct gaff_trace *trace;
	struct gaff_event event; /* as the next hook is shown it */
	struct gaff_shown shown[GAFF_SHOWN_MAX];
	struct gaff_match_place place;
	struct real_name *real; /* of the files of the call, as far as anybody asked */
	struct gaff_event_key key;
};

struct real_name {
	struct sv path, real;
};

static void explain(struct chain *c, struct gaff_step *step, enum gaff_step_result result,
		    const char *why)
{
	struct sv text = sv_of(why);

	text.p = gaff_arena_dup(c->arena, text);
	step->result = result;
	step->why = text.p ? text : SV("no memory");
}

/* ---- answers that gaff gives for a hook ---- */

static enum gaff_rc merge(struct chain *c, struct gaff_step *step, struct gaff_response *r,
			  struct gaff_err *err)
{
	struct gaff_response *merged = &c->trace->merged;

	/* an earlier grant was for another input */
	if (r->updated_input.n && r->decision != GAFF_ALLOW && merged->decision == GAFF_ALLOW) {
		merged->decision = GAFF_NONE;
		merged->text[GAFF_A_REASON] = (struct sv){ 0 };
		c->trace->decided = NULL;
	}
	if (r->decision > merged->decision)
		c->trace->decided = step;
	step->said = *r;
	return gaff_merge_response(c->arena, merged, r, err);
}

/* `also` is what it said besides, or NULL. */
__attribute__((format(printf, 5, 6))) static enum gaff_rc
deny(struct chain *c, struct gaff_step *step, const struct gaff_response *also,
     struct gaff_err *err, const char *fmt, ...)
{
	struct gaff_response r = also ? *also : (struct gaff_response){ 0 };
	struct sv reason;
	char text[600];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	reason = sv_of(text);
	reason.p = gaff_arena_dup(c->arena, reason);
	if (!reason.p)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for a reason");
	r.decision = GAFF_DENY;
	r.text[GAFF_A_REASON] = reason;
	r.updated_input = (struct json){ 0 };
	return merge(c, step, &r, err);
}

/* Does a failure of this hook block? */
static bool is_closed(const struct chain *c, const struct gaff_hook *hook)
{
	return (hook->on_error == GAFF_ON_ERROR_CLOSED ||
		(hook->on_error == GAFF_ON_ERROR_UNSAID && c->run->fail_closed)) &&
	       hook->blocking && gaff_run_can_fail_closed(c->run);
}

/* Something a hook needs is not to be had. True: it is not run. */
static bool degrade(struct chain *c, struct gaff_step *step, enum gaff_capability capability,
		    const char *why, enum gaff_rc *rc, struct gaff_err *err)
{
	enum gaff_strategy strategy = step->hook.degrade[capability];
	bool blocks = strategy == GAFF_DEGRADE_BLOCK && gaff_run_can_fail_closed(c->run);

	/* a warning that nobody chose is no answer to who wants failures to block */
	if (strategy == GAFF_DEGRADE_WARN && is_closed(c, &step->hook) &&
	    !gaff_json_get(step->hook.degradation, gaff_capability_name(capability)).n)
		blocks = true;
	*rc = GAFF_OK;
	gaff_trace_degraded(c->arena, c->trace, step, "%.*s: %.*s: %s",
			    SV_ARG(gaff_capability_name(capability)),
			    SV_ARG(gaff_strategy_name(strategy)), why);
	explain(c, step, GAFF_STEP_NOT_RUN, why);
	if (blocks)
		*rc = deny(c, step, NULL, err,
			   "the hook \"%.*s\" cannot run here, and blocks instead: %s",
			   SV_ARG(step->label), why);
	return true;
}

/* ---- may it run? ---- */

struct pins {
	struct gaff_trust *trust;
};

static enum gaff_rc check_pin(void *context, const char *path, int fd, struct gaff_err *err)
{
	return gaff_trust_check(((struct pins *)context)->trust, path, fd, err);
}

/* Right before it is executed: are its files still those that somebody has looked at? */
static enum gaff_rc check_files(struct chain *c, struct gaff_source *source,
				const struct gaff_hook *hook, const char *cwd, struct gaff_err *err)
{
	const char *root = c->trace->sources.real_root, *roots[2];
	const char *bases[] = { root, source->trust.folder, cwd };
	struct pins pins = { &source->trust };
	size_t n = 0;

	if (source->scope != GAFF_MANIFEST_PROJECT || hook->kind != GAFF_HANDLER_COMMAND)
		return GAFF_OK;
	if (!root)
		return gaff_fail(err, GAFF_EHOOK, "the project's folder is gone");
	/* What the agent calls its project may be a part of the checkout that was looked at, or
	 * have a link to another one in it. */
	roots[n++] = source->trust.root;
	if (!gaff_is_below(root, roots[0]))
		roots[n++] = root;
	for (size_t i = n > 1 && gaff_is_below(roots[0], root); i < n; i++)
		GAFF_TRY(gaff_trust_files(c->arena, gaff_trust_words(c->arena, hook),
					  source->folder, bases,
					  cwd ? COUNT_OF(bases) : COUNT_OF(bases) - 1, roots[i],
					  check_pin, &pins, err));
	return GAFF_OK;
}

/* Everything that can be told without running it. True: it is not run. */
static bool is_kept_back(struct chain *c, struct gaff_source *source, struct gaff_step *step,
			 enum gaff_rc *rc, struct gaff_err *err)
{
	const struct gaff_hook *hook = &step->hook;
	const char *forbidden = gaff_sources_forbid(&c->trace->sources, source, hook, c->event.id);
	const struct gaff_shape *shape = c->event.row->answer;
	bool can_rewrite = gaff_shape_row(shape, GAFF_A_UPDATED_INPUT,
					  c->event.tool == GAFF_TOOL_MCP);
	char helper[PATH_MAX];
	struct gaff_err why;

	*rc = GAFF_OK;
	if (forbidden) {
		explain(c, step, GAFF_STEP_NOT_RUN, forbidden);
		return true;
	}
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

/* ---- what it said ---- */

/* A new input that the agent would not take, by the author's strategy. */
static enum gaff_rc degrade_rewrite(struct chain *c, struct gaff_step *step,
				    struct gaff_response *r, const char *why, struct gaff_err *err)
{
	enum gaff_strategy strategy = step->hook.degrade[GAFF_CAP_INPUT_REWRITE];

	gaff_trace_degraded(c->arena, c->trace, step, "input_rewrite: %.*s: %s",
			    SV_ARG(gaff_strategy_name(strategy)), why);
	if (strategy == GAFF_DEGRADE_BLOCK)
		return deny(c, step, r, err, "a hook changes the input of this call, but %s", why);
	if (strategy == GAFF_DEGRADE_EXCLUDE)
		*r = (struct gaff_response){ 0 };
	if (r->decision == GAFF_ALLOW) { /* it was for the input that cannot be */
		r->decision = GAFF_NONE;
		r->text[GAFF_A_REASON] = (struct sv){ 0 };
	}
	r->updated_input = (struct json){ 0 };
	return merge(c, step, r, err);
}

/* Without an opinion on the event of a call, a new input means nothing and is dropped by fit. */
static bool guards_a_call(const struct chain *c)
{
	return (c->event.id == GAFF_EV_BEFORE_TOOL || c->event.id == GAFF_EV_PERMISSION_REQUEST) &&
	       gaff_shape_can_deny(c->event.row->answer);
}

/* The call as it will be if this answer stands. */
static enum gaff_rc move_on(struct chain *c, const struct gaff_response *r, struct gaff_err *err)
{
	struct buf b = buf_in(c->arena);
	struct json_writer w = { .out = &b };

	if (r->updated_input.n || r->updated_output.n || r->text[GAFF_A_UPDATED_PROMPT].n)
		memset(c->shown, 0, sizeof c->shown);
	if (r->updated_input.n && r->rewriter == c->event.host)
		GAFF_TRY(gaff_event_change(c->arena, &c->event, GAFF_F_TOOL_INPUT, r->updated_input,
					   err));
	if (r->updated_output.n)
		GAFF_TRY(gaff_event_change(c->arena, &c->event, GAFF_F_TOOL_OUTPUT,
					   r->updated_output, err));
	if (r->text[GAFF_A_UPDATED_PROMPT].n) {
		gaff_json_string(&w, r->text[GAFF_A_UPDATED_PROMPT]);
		if (!buf_ok(&b))
			return gaff_fail(err, GAFF_ENOMEM, "no memory for a prompt");
		GAFF_TRY(gaff_event_change(c->arena, &c->event, GAFF_F_PROMPT,
					   (struct json){ b.p, b.n }, err));
	}
	c->key = gaff_event_key(c->arena, &c->event);
	return GAFF_OK;
}

/* That a hook rewrites may be seen only in its answer; a policy on that counts all the same. */
static const char *forbids_rewrite(const struct chain *c, const struct gaff_step *step)
{
	struct gaff_hook rewriting = step->hook;

	rewriting.needs |= GAFF_CAP(INPUT_REWRITE);
	return gaff_sources_forbid(&c->trace->sources, step->source, &rewriting, c->event.id);
}

static enum gaff_rc take_answer(struct chain *c, struct gaff_step *step, struct gaff_response *r,
				struct gaff_err *err)
{
	enum gaff_rc rc = GAFF_OK;

	step->result = GAFF_STEP_ANSWERED;
	/* to stop before a tool is to deny it (fit.c), and a denial is the end */
	if (r->stop && r->decision != GAFF_DENY && c->event.id == GAFF_EV_BEFORE_TOOL &&
	    gaff_shape_can_deny(c->event.row->answer)) {
		r->decision = GAFF_DENY;
		r->text[GAFF_A_REASON] = r->text[GAFF_A_STOP_REASON];
	}
	if (guards_a_call(c))
		rc = gaff_settle_rewrite(c->arena, &c->event, r, err);
	if (rc == GAFF_ENOMEM)
		return rc;
	if (rc == GAFF_OK && r->updated_input.n && guards_a_call(c) && forbids_rewrite(c, step))
		return degrade_rewrite(c, step, r, "a policy forbids that", err);
	if (rc != GAFF_OK) {
		struct gaff_err why = *err;

		return degrade_rewrite(c, step, r, why.msg, err);
	}
	GAFF_TRY(merge(c, step, r, err));
	return move_on(c, r, err);
}

/* ---- when it says nothing ---- */

static enum gaff_rc take_failure(struct chain *c, struct gaff_step *step, enum gaff_rc failed,
				 const struct gaff_err *why, struct gaff_err *err)
{
	const struct gaff_hook *hook = &step->hook;
	bool is_late = failed == GAFF_ETIME, blocks = is_closed(c, hook);

	explain(c, step, is_late ? GAFF_STEP_LATE : GAFF_STEP_FAILED, why->msg);
	if (is_late && hook->when_late != GAFF_LATE_UNSAID)
		blocks = hook->when_late == GAFF_LATE_BLOCKS && hook->blocking &&
			 gaff_run_can_fail_closed(c->run);
	/* what is too large to be checked must not pass for that */
	if (failed == GAFF_ELIMIT && gaff_event_is_gate(c->event.id) && hook->blocking &&
	    gaff_run_can_fail_closed(c->run))
		blocks = true;
	if (blocks)
		return deny(c, step, NULL, err,
			    "the hook \"%.*s\" gave no verdict, and so this is blocked: %s",
			    SV_ARG(step->label), why->msg);
	gaff_warn(c->arena, &c->trace->warnings, "the hook \"%.*s\" gave no verdict: %s",
		  SV_ARG(step->label), why->msg);
	return GAFF_OK;
}

/*
 * Files of it are not those that somebody has looked at. The hook itself is, so what it says about
 * failures counts: an agent must not get rid of a guard by editing its script.
 */
static enum gaff_rc keep_untrusted(struct chain *c, const struct gaff_source *source,
				   struct gaff_step *step, struct gaff_err *err)
{
	explain(c, step, GAFF_STEP_NOT_RUN, source->problem.msg);
	if (!is_closed(c, &step->hook))
		return GAFF_OK;
	return deny(c, step, NULL, err,
		    "the hook \"%.*s\" does not run, and so this is blocked: %s; see 'gaff trust'",
		    SV_ARG(step->label), source->problem.msg);
}

/* ---- one hook ---- */

static enum gaff_rc ask(struct chain *c, struct gaff_source *source, struct gaff_step *step,
			struct gaff_err *err)
{
	const struct gaff_hook *hook = &step->hook;
	const char *root = c->trace->sources.real_root;
	struct gaff_response r = { 0 };
	int64_t now = gaff_now_ms();
	struct gaff_call call = { .env = hook->env,
				  .dialect = &gaff_host_canonical,
				  .shown = c->shown,
				  .is_blocking = hook->blocking,
				  .is_closed = is_closed(c, hook),
				  .deadline = gaff_run_hook_deadline(c->run) };
	bool is_cut = hook->timeout_ms > call.deadline - now;
	char **argv = NULL;
	enum gaff_rc rc = GAFF_OK;
	struct gaff_err why;

	if (hook->dialect.n)
		call.dialect = gaff_dialect_find(hook->dialect);
	if (call.dialect && sv_eq(call.dialect->id, c->event.host->id))
		call.dialect = c->event.host; /* its own, in either spelling */
	call.cwd = hook->cwd.n && root ? gaff_path_join(c->arena, root, hook->cwd) : root;
	if (hook->kind == GAFF_HANDLER_HTTP)
		call.http = hook;
	else
		rc = gaff_command_argv(c->arena, hook->command, source->folder, &argv, &why);
	call.argv = argv;
	if (rc == GAFF_OK && hook->cwd.n && !root)
		return take_failure(c, step, gaff_fail(&why, GAFF_EHOOK, "there is no project"),
				    &why, err);
	if (rc == GAFF_OK) {
		rc = check_files(c, source, hook, call.cwd, &why);
		if (rc != GAFF_OK && rc != GAFF_ENOMEM) {
			source->is_untrusted = true;
			source->problem = why;
			return keep_untrusted(c, source, step, err);
		}
	}
	if (rc == GAFF_OK && hook->async) {
		step->result = GAFF_STEP_STARTED;
		rc = c->run->is_trial
			     ? GAFF_OK
			     : gaff_run_detached(c->arena, c->run, &call, &c->event, step, &why);
		return rc == GAFF_OK ? GAFF_OK : take_failure(c, step, rc, &why, err);
	}
	if (rc == GAFF_OK && call.deadline <= now)
		rc = gaff_fail(&why, GAFF_ETIME, "no time was left for it");
	if (!is_cut)
		call.deadline = now + hook->timeout_ms;
	if (rc == GAFF_OK)
		rc = gaff_run_ask(c->arena, &call, &c->event, step, &r, &why);
	if (rc == GAFF_OK)
		return take_answer(c, step, &r, err);
	if (rc == GAFF_ENOMEM || (rc == GAFF_ETIME && gaff_proc_told_to_end())) {
		explain(c, step, GAFF_STEP_FAILED, why.msg);
		*err = why; /* not the hook's fault: no memory, or we are told to end */
		return rc;
	}
	return take_failure(c, step, rc, &why, err);
}

/* ---- what files are called ---- */

/* Without links, "." and ".."; empty when that is what it is called. */
static struct sv real_name(struct arena *a, struct sv path)
{
	const char *name = path.n && path.p[0] == '/' ? gaff_arena_cstr(a, path) : NULL;
	struct buf b = buf_in(a);
	char real[PATH_MAX];

	if (!name || !gaff_fs_real(name, real, sizeof real))
		return (struct sv){ 0 };
	gaff_path_absolute(&b, (struct sv){ 0 }, sv_of(real), false);
	return buf_ok(&b) && !sv_eq(buf_sv(&b), path) ? buf_sv(&b) : (struct sv){ 0 };
}

/* Once for each file: a hundred hooks may ask for the names of thousands. */
static struct sv real_file(void *context, size_t n, struct sv path)
{
	struct chain *c = context;
	struct real_name *known;

	if (!c->real) {
		size_t size = GAFF_PATHS_MAX * sizeof *c->real;

		c->real = gaff_arena_alloc(c->arena, size);
		if (!c->real)
			return (struct sv){ 0 };
		memset(c->real, 0, size);
	}
	known = &c->real[n];
	if (!known->path.n || !sv_eq(known->path, path))
		*known = (struct real_name){ path, real_name(c->arena, path) };
	return known->real;
}

static struct sv plain_name(struct arena *a, struct sv path)
{
	struct buf b = buf_in(a);

	if (!path.n || path.p[0] != '/')
		return path;
	gaff_path_absolute(&b, (struct sv){ 0 }, path, false);
	return buf_ok(&b) ? buf_sv(&b) : path;
}

/* Only for hooks that have paths: to ask for real names takes its time. */
static void find_place(struct chain *c)
{
	struct sv project = plain_name(c->arena, sv_of(c->trace->sources.project.root)),
		  home = plain_name(c->arena, sv_of(getenv("HOME")));

	c->place = (struct gaff_match_place){ .project = project,
					      .home = home,
					      .real_project = real_name(c->arena, project),
					      .real_home = real_name(c->arena, home),
					      .ignores_case = gaff_os_ignores_case(),
					      .deadline = c->place.deadline,
					      .real = real_file,
					      .context = c };
}

static enum gaff_rc visit(struct chain *c, struct gaff_source *source, size_t i,
			  struct gaff_err *err)
{
	struct gaff_trace *trace = c->trace;
	struct gaff_match match;
	struct gaff_step *step;
	struct gaff_hook hook;
	enum gaff_rc rc;

	rc = gaff_manifest_hook(c->arena, gaff_hosts, &source->manifest, i, &hook, err);
	if (rc != GAFF_OK && rc != GAFF_ENOMEM) { /* its manifest's fault, and no other's */
		source->problem = *err;
		return GAFF_OK;
	}
	if (rc != GAFF_OK)
		return rc;
	if (hook.paths.n && !c->place.real)
		find_place(c);
	if (gaff_now_ms() < c->place.deadline ||
	    !gaff_hook_may_match(&source->manifest.hook[i], &c->key)) {
		rc = gaff_hook_match(c->arena, &hook, &c->event, &c->place, &match, err);
		if (rc != GAFF_OK && trace->merged.decision != GAFF_DENY)
			return rc;
		match.yes |= rc != GAFF_OK; /* it is only looked at, and never run */
	} else {
		match = (struct gaff_match){ true, NULL }; /* those before it took all the time */
	}
	if (!match.yes && !trace->wants_all)
		return GAFF_OK;
	step = gaff_trace_add(c->arena, trace);
	if (!step)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for a hook");
	step->source = source;
	step->hook = hook;
	step->label = gaff_hook_label(c->arena, &hook);
	if (!match.yes)
		explain(c, step, GAFF_STEP_NOT_MEANT, match.why);
	else if (trace->merged.decision == GAFF_DENY)
		explain(c, step, GAFF_STEP_NOT_RUN, "a hook before it has denied the call");
	else if (source->is_untrusted)
		return keep_untrusted(c, source, step, err);
	else if (!is_kept_back(c, source, step, &rc, err))
		rc = ask(c, source, step, err);
	else
		return rc;
	return step->result == GAFF_STEP_NOT_MEANT || step->result == GAFF_STEP_NOT_RUN ? GAFF_OK
											: rc;
}

/* ---- manifests that cannot be used ---- */

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
	if ((source->scope == GAFF_MANIFEST_PROJECT && !source->trust.n) ||
	    c->trace->merged.decision == GAFF_DENY ||
	    !(c->run->fail_closed || source->wants_closed) || !gaff_run_can_fail_closed(c->run))
		return GAFF_OK;
	GAFF_TRY(deny(c, &nobody, NULL, err,
		      "gaff cannot use %s:%s %s; so this is blocked (fail-closed)", source->file,
		      place, p->msg));
	c->trace->decided = NULL; /* no hook has */
	return GAFF_OK;
}

enum gaff_rc gaff_run_chain(struct arena *a, struct gaff_run *run, const struct gaff_event *event,
			    struct gaff_trace *trace, struct gaff_err *err)
{
	struct chain c = { .arena = a, .run = run, .trace = trace, .event = *event };
	struct gaff_sources *sources = &trace->sources;
	struct gaff_project project;

	GAFF_TRY(gaff_project_find(a, event, &project, err));
	GAFF_TRY(gaff_load(a, trace->wants_all ? NULL : event, &project, run->manifest,
			   run->n_manifests, sources, err));
	if (!sources->n)
		return GAFF_OK;
	if (project.root) {
		struct buf b = buf_in(a);
		struct json_writer w = { .out = &b };

		gaff_json_string(&w, sv_of(project.root));
		if (!buf_ok(&b))
			return gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
		c.event.field[GAFF_F_PROJECT_DIR] = (struct json){ b.p, b.n };
	}
	c.key = gaff_event_key(a, &c.event);
	c.place.deadline = gaff_run_hook_deadline(run);
	for (size_t s = 0; s < sources->n; s++) {
		struct gaff_source *source = &sources->item[s];

		for (size_t i = 0;
		     i < source->manifest.n && (!source->problem.rc || source->is_untrusted); i++) {
			if (trace->merged.decision == GAFF_DENY && !trace->wants_all)
				break;
			if (trace->wants_all ||
			    gaff_hook_may_match(&source->manifest.hook[i], &c.key))
				GAFF_TRY(visit(&c, source, i, err));
		}
		if (!run->is_trial)
			gaff_trust_refresh(a, &source->trust);
	}
	for (size_t s = 0; s < sources->n; s++)
		if (sources->item[s].problem.rc != GAFF_OK)
			GAFF_TRY(take_problem(&c, &sources->item[s], err));
	return GAFF_OK;
}
