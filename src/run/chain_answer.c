#include <stdarg.h>

#include "model/merge.h"
#include "run/chain.h"

/* What came of a hook: its answer, its failure, and what gaff says in its place. */

void gaff_chain_explain(struct chain *c, struct gaff_step *step, enum gaff_step_result result,
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
__attribute__((format(printf, 5, 6))) enum gaff_rc
gaff_chain_deny(struct chain *c, struct gaff_step *step, const struct gaff_response *also,
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
	GAFF_TRY(gaff_arena_check(c->arena, err));
	r.decision = GAFF_DENY;
	r.text[GAFF_A_REASON] = reason;
	r.updated_input = (struct json){ 0 };
	return merge(c, step, &r, err);
}

/* Does a failure of this hook block? */
bool gaff_chain_is_closed(const struct chain *c, const struct gaff_hook *hook)
{
	return (hook->on_error == GAFF_ON_ERROR_CLOSED ||
		(hook->on_error == GAFF_ON_ERROR_UNSAID && c->run->fail_closed)) &&
	       hook->blocking && gaff_run_can_fail_closed(c->run);
}

/* ---- what it said ---- */

static const char no_server[] = "the agent does not say for which MCP server it is";

/* A new input that the agent would not take, by the author's strategy. */
static enum gaff_rc degrade_rewrite(struct chain *c, struct gaff_step *step,
				    struct gaff_response *r, const char *why, struct gaff_err *err)
{
	enum gaff_strategy strategy = step->hook.degrade[GAFF_CAP_INPUT_REWRITE];

	gaff_trace_degraded(c->arena, c->trace, step, "input_rewrite: %.*s: %s",
			    SV_ARG(gaff_strategy_name(strategy)), why);
	if (strategy == GAFF_DEGRADE_BLOCK)
		return gaff_chain_deny(c, step, r, err, "a hook changes %s, but %s",
				       gaff_rewritten_thing(&c->event), why);
	if (strategy == GAFF_DEGRADE_EXCLUDE)
		*r = (struct gaff_response){ 0 };
	if (r->decision == GAFF_ALLOW) { /* it was for the input that cannot be */
		r->decision = GAFF_NONE;
		r->text[GAFF_A_REASON] = (struct sv){ 0 };
	}
	r->updated_input = (struct json){ 0 };
	r->text[GAFF_A_UPDATED_PROMPT] = (struct sv){ 0 };
	return merge(c, step, r, err);
}

/* Guards only take out of a call what nobody should see: that is nothing to judge anew. */
static void note_rewrite(struct chain *c, const struct gaff_step *step)
{
	if (step->guard)
		return;
	c->rewriter = step->source;
	c->last_rewrite = step->hook.number;
	c->n_rewrites++;
}

/* The call as it will be if this answer stands. */
static enum gaff_rc move_on(struct chain *c, const struct gaff_step *step,
			    const struct gaff_response *r, struct gaff_err *err)
{
	struct buf b = buf_in(c->arena);
	struct json_writer w = { .out = &b };

	if (r->updated_input.n || r->updated_output.n || r->text[GAFF_A_UPDATED_PROMPT].n) {
		note_rewrite(c, step);
		memset(c->shown, 0, sizeof c->shown);
		c->has_guard = c->has_hidden = false;
		c->exceptions = (struct gaff_exceptions){ 0 }; /* they were for another call */
	}
	if (r->updated_input.n && r->rewriter == c->event.host)
		GAFF_TRY(gaff_event_change(c->arena, &c->event, GAFF_F_TOOL_INPUT, r->updated_input,
					   err));
	if (r->updated_output.n)
		GAFF_TRY(gaff_event_change(c->arena, &c->event, GAFF_F_TOOL_OUTPUT,
					   r->updated_output, err));
	if (r->text[GAFF_A_UPDATED_PROMPT].n) {
		gaff_json_string(&w, r->text[GAFF_A_UPDATED_PROMPT]);
		GAFF_TRY(gaff_buf_check(&b, err));
		GAFF_TRY(gaff_event_change(c->arena, &c->event, GAFF_F_PROMPT,
					   (struct json){ b.p, b.n }, err));
	}
	c->key = gaff_event_key(&c->event);
	c->words.has_names = c->words.has_paths = false; /* it may touch something else now */
	c->is_changed = true;
	return GAFF_OK;
}

/* That a hook rewrites may be seen only in its answer; a policy on that counts all the same. */
static const char *forbids_rewrite(const struct chain *c, const struct gaff_step *step)
{
	struct gaff_hook rewriting = step->hook;

	rewriting.needs |= GAFF_CAP(INPUT_REWRITE);
	return gaff_sources_forbid(&c->trace->sources, step->source, &rewriting, c->event.id);
}

enum gaff_rc gaff_chain_answer(struct chain *c, struct gaff_step *step, struct gaff_response *r,
			       struct gaff_err *err)
{
	enum gaff_rc rc = GAFF_OK;
	bool rewrites = false;

	step->result = GAFF_STEP_ANSWERED;
	if (step->is_again && !step->why.n)
		step->why = SV("asked again, as a hook has changed the call");
	/* the model may have chosen whom to ask by the folder of its call */
	if (step->source && step->source->is_elsewhere && r->decision == GAFF_ALLOW) {
		r->decision = GAFF_NONE;
		r->text[GAFF_A_REASON] = (struct sv){ 0 };
	}
	/* to stop before a tool is to deny it (fit.c), and a denial is the end */
	if (r->stop && r->decision != GAFF_DENY && c->event.id == GAFF_EV_BEFORE_TOOL &&
	    gaff_shape_can_deny(c->event.row->answer)) {
		r->decision = GAFF_DENY;
		r->text[GAFF_A_REASON] = r->text[GAFF_A_STOP_REASON];
	}
	/* where nothing runs, a rewrite means nothing and is dropped by fit */
	if (gaff_event_runs_rewritten(&c->event)) {
		rc = gaff_settle_rewrite(c->arena, &c->event, r, err);
		rewrites = rc == GAFF_OK &&
			   (c->event.id == GAFF_EV_BEFORE_PROMPT ? r->text[GAFF_A_UPDATED_PROMPT].n
								 : r->updated_input.n);
	}
	if (rc == GAFF_ENOMEM)
		return rc;
	if (rewrites && forbids_rewrite(c, step))
		return degrade_rewrite(c, step, r, "a policy forbids that", err);
	if (rewrites && step->is_guess)
		return degrade_rewrite(c, step, r, no_server, err);
	if (rc != GAFF_OK) {
		struct gaff_err why = *err;

		return degrade_rewrite(c, step, r, why.msg, err);
	}
	if (step->is_guess && r->updated_output.n) {
		gaff_warn(c->arena, &c->trace->warnings, "updated_output of %.*s is lost: %s",
			  SV_ARG(step->label), no_server);
		r->updated_output = (struct json){ 0 };
	}
	GAFF_TRY(merge(c, step, r, err));
	return move_on(c, step, r, err);
}

/* ---- when it says nothing ---- */

enum gaff_rc gaff_chain_failure(struct chain *c, struct gaff_step *step, enum gaff_rc failed,
				const struct gaff_err *why, struct gaff_err *err)
{
	const struct gaff_hook *hook = &step->hook;
	bool is_late = failed == GAFF_ETIME, blocks = gaff_chain_is_closed(c, hook);

	gaff_chain_explain(c, step, is_late ? GAFF_STEP_LATE : GAFF_STEP_FAILED, why->msg);
	if (is_late && hook->when_late != GAFF_LATE_UNSAID)
		blocks = hook->when_late == GAFF_LATE_BLOCKS && hook->blocking &&
			 gaff_run_can_fail_closed(c->run);
	/* what is too large to be checked must not pass for that */
	if (gaff_is_unchecked(failed) && gaff_event_is_gate(c->event.id) && hook->blocking &&
	    gaff_run_can_fail_closed(c->run))
		blocks = true;
	if (blocks)
		return gaff_chain_deny(
			c, step, NULL, err,
			"the hook \"%.*s\" gave no verdict, and so this is blocked: %s",
			SV_ARG(step->label), why->msg);
	gaff_warn(c->arena, &c->trace->warnings, "the hook \"%.*s\" gave no verdict: %s",
		  SV_ARG(step->label), why->msg);
	return GAFF_OK;
}
