#include "agents/codec/fit.h"

/*
 * A new tool input: complete, in the host's words, and one that the agent will really use. Or a new
 * prompt that it takes. A rewrite that would be ignored is a denial: the old one must not run.
 */

/* Does the hook's own agent lay a rewrite over the old input, so that what is left out stays? */
static bool rewriter_merges(const struct fitting *f)
{
	const struct gaff_event_row *row = gaff_host_event_for(f->r->rewriter, f->event->id,
							       f->event->tool);
	const struct gaff_answer_row *place = row ? gaff_shape_row(row->answer,
								   GAFF_A_UPDATED_INPUT,
								   fit_is_mcp(f))
						  : NULL;

	return place && place->flags & GAFF_R_MERGES;
}

/* The complete input in the host's words, or GAFF_EUNSUPPORTED. */
static enum gaff_rc complete_input(const struct fitting *f, bool host_merges, struct json *out,
				   struct gaff_err *err)
{
	const struct gaff_event *event = f->event;
	const struct gaff_host *rewriter = f->r->rewriter;
	struct json canonical = f->r->updated_input, before;
	const struct gaff_tool_row *row = NULL;
	bool replaces = rewriter && !rewriter_merges(f);

	if (rewriter == event->host) { /* its own words: nothing to translate */
		*out = canonical;
		return GAFF_OK;
	}
	GAFF_TRY(gaff_event_input(f->arena, event, &before, err));
	if (rewriter && event->tool_row) {
		row = gaff_tool_for_input(rewriter, event->tool, before);
		if (gaff_input_row(row, GAFF_IN_PATCH) &&
		    !gaff_input_row(event->tool_row, GAFF_IN_PATCH))
			return gaff_fail(err, GAFF_EUNSUPPORTED,
					 "a patch cannot be turned into the input of %.*s",
					 SV_ARG(event->tool_row->native));
		GAFF_TRY(gaff_input_check_words(row, canonical, err));
		GAFF_TRY(gaff_input_to_canonical(f->arena, row, canonical, &canonical, err));
	}
	if (!rewriter)
		GAFF_TRY(
			gaff_input_check_fields(f->arena, event->tool_row, before, canonical, err));
	/* a known tool keeps what is left out where the agent would keep it anyway */
	return gaff_input_to_native(f->arena, event->tool_row, canonical,
				    event->field[GAFF_F_TOOL_INPUT],
				    replaces && !(host_merges && event->tool_row), row, out, err);
}

bool gaff_event_runs_rewritten(const struct gaff_event *event)
{
	const struct gaff_shape *shape = event->row->answer;

	if (event->id == GAFF_EV_BEFORE_PROMPT) /* or it is tried, at least */
		return gaff_shape_can_deny(shape) || shape->deny_by == GAFF_DENY_IN_VAIN;
	return (event->id == GAFF_EV_BEFORE_TOOL || event->id == GAFF_EV_PERMISSION_REQUEST) &&
	       gaff_shape_can_deny(shape);
}

const char *gaff_rewritten_thing(const struct gaff_event *event)
{
	return event->id == GAFF_EV_BEFORE_PROMPT ? "this prompt" : "the input of this call";
}

static void refuse_rewrite(struct fitting *f, struct sv field, const char *why)
{
	struct gaff_response *r = f->r;
	struct buf b = buf_in(f->arena);

	gaff_warn(f->arena, f->warnings, "%.*s became deny: %s", SV_ARG(field), why);
	gaff_buf_add(&b, SV("a hook changes "));
	gaff_buf_add(&b, sv_of(gaff_rewritten_thing(f->event)));
	gaff_buf_add(&b, SV(", but "));
	gaff_buf_add(&b, sv_of(why));
	r->text[GAFF_A_REASON] = buf_ok(&b) ? buf_sv(&b) : SV(GAFF_DEFAULT_REASON);
	r->decision = GAFF_DENY;
}

/* GAFF_EUNSUPPORTED: the agent would go on with the old prompt. One that is as it was is none. */
static enum gaff_rc check_prompt(const struct fitting *f, struct gaff_err *err)
{
	struct sv *prompt = &f->r->text[GAFF_A_UPDATED_PROMPT], before;

	if (f->event->id != GAFF_EV_BEFORE_PROMPT || !prompt->n || f->r->decision == GAFF_DENY)
		return GAFF_OK;
	if (gaff_json_text(f->arena, f->event->field[GAFF_F_PROMPT], &before) &&
	    sv_eq(*prompt, before)) {
		*prompt = (struct sv){ 0 };
		return GAFF_OK;
	}
	if (gaff_fit_place(f, GAFF_A_UPDATED_PROMPT))
		return GAFF_OK;
	return gaff_fail(err, GAFF_EUNSUPPORTED, "%s cannot take it on %.*s", f->event->host->title,
			 SV_ARG(f->event->native_event));
}

/* What is wrong with this rewrite, if anything; without a problem it is complete. */
static enum gaff_rc check_rewrite(struct fitting *f, const struct gaff_answer_row *row,
				  struct json *input, struct gaff_err *err)
{
	const char *title = f->event->host->title;
	struct json before = f->event->field[GAFF_F_TOOL_INPUT];
	bool merges = row && row->flags & GAFF_R_MERGES;
	struct gaff_input_change change;

	GAFF_TRY(complete_input(f, merges, input, err));
	if (sv_eq(json_sv(*input), json_sv(before))) {
		*input = (struct json){ 0 };
		return GAFF_OK;
	}
	GAFF_TRY(gaff_input_compare(f->arena, before, *input, &change, err));
	if (!change.changes && !change.takes_out) { /* hooks often give the input back as it was */
		*input = (struct json){ 0 };
		return GAFF_OK;
	}
	if (!row)
		return gaff_fail(err, GAFF_EUNSUPPORTED, "%s cannot take it on %.*s", title,
				 SV_ARG(f->event->native_event));
	if (row->flags & GAFF_R_WITH_ALLOW && f->r->decision != GAFF_ALLOW)
		return gaff_fail(err, GAFF_EUNSUPPORTED,
				 "%s takes it only with a grant, and no hook gave one", title);
	if (merges && change.takes_out && f->r->rewriter != f->event->host)
		return gaff_fail(err, GAFF_EUNSUPPORTED,
				 "%s keeps a field that is taken out of the input", title);
	return gaff_input_check(f->arena, f->event->tool_row, before, *input, err);
}

enum gaff_rc gaff_fit_rewrite(struct fitting *f, struct gaff_err *err)
{
	struct gaff_response *r = f->r;
	const struct gaff_answer_row *row = gaff_shape_row(f->shape, GAFF_A_UPDATED_INPUT,
							   fit_is_mcp(f));
	struct json input = { 0 };
	enum gaff_rc rc;

	if (check_prompt(f, err) != GAFF_OK && gaff_event_runs_rewritten(f->event)) {
		r->text[GAFF_A_UPDATED_PROMPT] = (struct sv){ 0 };
		refuse_rewrite(f, SV("updated_prompt"), err->msg);
	}
	if (!r->updated_input.n)
		return GAFF_OK;
	if (r->decision == GAFF_DENY) {
		r->updated_input = (struct json){ 0 };
		return GAFF_OK;
	}
	rc = check_rewrite(f, row, &input, err);
	if (rc == GAFF_ENOMEM)
		return rc;
	r->updated_input = input;
	r->rewriter = f->event->host;
	if (rc == GAFF_OK)
		return GAFF_OK;
	r->updated_input = (struct json){ 0 };
	if (f->event->id != GAFF_EV_BEFORE_PROMPT && gaff_event_runs_rewritten(f->event))
		refuse_rewrite(f, SV("updated_input"), err->msg);
	else
		gaff_fit_lost(f, SV("updated_input"));
	return GAFF_OK;
}

enum gaff_rc gaff_settle_rewrite(struct arena *a, const struct gaff_event *event,
				 struct gaff_response *r, struct gaff_err *err)
{
	struct fitting f = { a, event, event->row->answer, r, NULL };
	struct json input = { 0 };

	if (event->id == GAFF_EV_BEFORE_PROMPT)
		return check_prompt(&f, err);
	if (!r->updated_input.n || r->decision == GAFF_DENY) {
		r->updated_input = (struct json){ 0 };
		return GAFF_OK;
	}
	GAFF_TRY(check_rewrite(&f, gaff_shape_row(f.shape, GAFF_A_UPDATED_INPUT, fit_is_mcp(&f)),
			       &input, err));
	r->updated_input = input;
	r->rewriter = event->host;
	return GAFF_OK;
}
