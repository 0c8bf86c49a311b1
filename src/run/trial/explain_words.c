#include "run/trial/explain.h"

#include "text/words.h"

const char *explain_unused(const struct explanation *x, const struct gaff_source *source)
{
	struct gaff_hook any = { .number = 0 }; /* that needs nothing */

	if (source->problem.rc != GAFF_OK)
		return source->problem.msg;
	return gaff_sources_forbid(&x->trace.sources, source, &any, x->event.id);
}

const char *explain_result(const struct gaff_step *step)
{
	if (step->result == GAFF_STEP_STARTED)
		return "would be started"; /* in a trial it is not */
	if (step->result != GAFF_STEP_ANSWERED)
		return gaff_step_name(step->result);
	if (step->said.decision == GAFF_NONE && !gaff_response_is_empty(&step->said))
		return "answered";
	return step->said.decision == GAFF_NONE ? "no opinion"
						: fire_decision_name(step->said.decision).p;
}

struct sv explain_clue(struct arena *a, const struct gaff_detect_row *row)
{
	struct buf b = buf_in(a);
	struct sv value = row->value;
	bool goes_on = value.n && value.p[value.n - 1] == '*';
	bool is_inside = goes_on && value.p[0] == '*';

	BUF_JOIN(&b, row->where,
		 !value.n    ? SV(" is there")
		 : is_inside ? SV(" contains ")
		 : goes_on   ? SV(" begins with ")
			     : SV(" is "));
	if (is_inside)
		value = sv_skip(value, 1);
	gaff_buf_add(&b, (struct sv){ value.p, value.n - goes_on });
	return buf_sv(&b);
}

struct sv explain_dialect(const struct explanation *x, const struct gaff_step *step)
{
	if (step->hook.dialect.n)
		return step->hook.dialect;
	return !step->source || step->source->is_inline ? x->run.dialect->id
							: gaff_host_canonical.id;
}

struct sv explain_handler(const struct explanation *x, const struct gaff_step *step)
{
	struct buf b = buf_in(x->arena);

	if (step->source)
		return step->hook.kind == GAFF_HANDLER_COMMAND ? step->hook.command
		       : step->hook.kind == GAFF_HANDLER_HTTP  ? step->hook.url
							       : step->hook.prompt;
	for (char **word = x->run.command; word && *word; word++) {
		if (b.n)
			buf_addc(&b, ' ');
		gaff_word_quote(&b, sv_of(*word));
	}
	return buf_sv(&b);
}
