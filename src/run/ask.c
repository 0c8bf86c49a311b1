#include "base/io.h"
#include "model/merge.h"
#include "run/http.h"
#include "run/run.h"

/* One hook, one question: or one for each file, where it knows of only one. */

static const struct gaff_event_row *dialect_row(const struct gaff_call *call,
						const struct gaff_event *event)
{
	if (call->dialect == event->host)
		return event->row;
	if (call->dialect == &gaff_host_canonical)
		return call->dialect->unknown;
	return gaff_host_event_for(call->dialect, event->id, event->tool);
}

static enum gaff_rc ask_server(struct arena *a, const struct gaff_call *call,
			       const struct gaff_event *event, struct sv *input,
			       struct gaff_outcome *out, struct gaff_err *err)
{
	struct gaff_http http = { .url = call->http->url,
				  .headers = call->http->headers,
				  .allowed_env_vars = call->http->allowed_env_vars,
				  .http_loopback = call->http->http_loopback,
				  .project = call->project,
				  .deadline = call->deadline,
				  .out_max = GAFF_HOOK_OUTPUT_MAX };
	struct gaff_proc_result result;

	if (!input->n)
		GAFF_TRY(gaff_encode_event(a, event, call->dialect, input, err));
	http.body = *input;
	GAFF_TRY(gaff_http_ask(a, &http, &result, err));
	*out = (struct gaff_outcome){ result.exit, result.out, result.err };
	return GAFF_OK;
}

static enum gaff_rc ask_once(struct arena *a, const struct gaff_call *call,
			     const struct gaff_event *event, struct sv *input,
			     struct gaff_step *step, struct gaff_response *response,
			     struct gaff_err *err)
{
	enum gaff_rc rc = call->http ? ask_server(a, call, event, input, &step->outcome, err)
				     : gaff_run_command(a, call, event, input, &step->outcome, err);

	step->n_asked++;
	step->has_outcome = false;
	step->input = *input;
	if (rc != GAFF_OK)
		return rc;
	step->has_outcome = true;
	return gaff_decode_response(a, call->dialect, dialect_row(call, event), call->is_blocking,
				    &step->outcome, response, err);
}

/* A hook that gives back the part it was shown has not rewritten the call. */
static enum gaff_rc drop_echo(struct arena *a, const struct gaff_call *call,
			      const struct gaff_event *part, struct gaff_response *one,
			      struct gaff_err *err)
{
	const struct gaff_tool_row *row = gaff_tool_for_input(call->dialect, part->tool,
							      part->part);
	struct gaff_input_change change;
	struct json input;

	if (!one->updated_input.n)
		return GAFF_OK;
	GAFF_TRY(gaff_input_to_canonical(a, row, one->updated_input, &input, err));
	GAFF_TRY(gaff_input_compare(a, part->part, input, &change, err));
	if (!change.changes && !change.takes_out)
		one->updated_input = (struct json){ 0 };
	return GAFF_OK;
}

/*
 * One answer for a call of several files: what is denied for one is denied, a grant needs all.
 * A hook that fails on one file is still asked about the others; the failure counts unless one
 * of them is denied.
 */
static enum gaff_rc ask_for_each(struct arena *a, const struct gaff_call *call,
				 const struct gaff_shown *shown, struct gaff_step *step,
				 struct gaff_response *response, struct gaff_err *err)
{
	const struct gaff_parts *parts = &shown->parts;
	bool all_allow = true;
	enum gaff_rc failed = GAFF_OK;

	*response = (struct gaff_response){ 0 };
	for (size_t i = 0; i < parts->n && response->decision != GAFF_DENY; i++) {
		struct gaff_response one = { 0 };
		struct gaff_err why;
		enum gaff_rc rc = ask_once(a, call, &parts->part[i], &shown->text[i], step, &one,
					   &why);

		if (rc == GAFF_OK)
			rc = drop_echo(a, call, &parts->part[i], &one, &why);
		if (rc == GAFF_ETIME && i) /* it answers, but not so often */
			rc = gaff_fail(&why, GAFF_ENOTIME,
				       "no time to ask the hook about all %zu files", parts->n);
		if (rc != GAFF_OK && (failed == GAFF_OK || gaff_is_unchecked(rc))) {
			failed = rc;
			*err = why;
		}
		if (rc == GAFF_ETIME || gaff_is_unchecked(rc) || rc == GAFF_ENOMEM)
			break;
		all_allow &= one.decision == GAFF_ALLOW;
		GAFF_TRY(gaff_merge_response(a, response, &one, err));
	}
	if (response->decision == GAFF_ALLOW && !all_allow)
		response->decision = GAFF_NONE;
	if (response->decision == GAFF_DENY || (response->decision == GAFF_ASK && !call->is_closed))
		return GAFF_OK;
	return failed;
}

/* What hooks of this dialect are shown, if that is known, or room for it. */
static struct gaff_shown *find_shown(const struct gaff_call *call, struct gaff_shown *own)
{
	for (size_t i = 0; call->shown && i < GAFF_SHOWN_MAX; i++)
		if (!call->shown[i].dialect || call->shown[i].dialect == call->dialect)
			return &call->shown[i];
	return own;
}

static enum gaff_rc show(struct arena *a, const struct gaff_call *call,
			 const struct gaff_event *event, struct gaff_shown *shown,
			 struct gaff_err *err)
{
	size_t n;

	if (shown->dialect)
		return GAFF_OK;
	GAFF_TRY(gaff_split_event(a, event, call->dialect, &shown->parts, err));
	n = shown->parts.n ? shown->parts.n : 1;
	shown->text = gaff_arena_alloc(a, n * sizeof *shown->text);
	GAFF_TRY(gaff_arena_check(a, err));
	memset(shown->text, 0, n * sizeof *shown->text);
	shown->dialect = call->dialect;
	return GAFF_OK;
}

enum gaff_rc gaff_run_ask(struct arena *a, const struct gaff_call *call,
			  const struct gaff_event *event, struct gaff_step *step,
			  struct gaff_response *out, struct gaff_err *err)
{
	int64_t started = gaff_now_ms();
	struct gaff_shown own = { 0 }, *shown = find_shown(call, &own);
	enum gaff_rc rc;

	rc = show(a, call, event, shown, err);
	if (rc == GAFF_OK)
		rc = shown->parts.n ? ask_for_each(a, call, shown, step, out, err)
				    : ask_once(a, call, event, shown->text, step, out, err);
	step->ms = gaff_now_ms() - started;
	return rc;
}
