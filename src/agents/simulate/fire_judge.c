#include "agents/simulate/fire.h"

/*
 * The agent reads its answer by the same rows that gaff reads hooks of its dialect by. What is
 * left are the ways gaff itself puts one thing into the place of another.
 */

static const struct gaff_shape *shape_of(const struct fire_shot *shot)
{
	return shot->mimic.row->answer;
}

static bool is_mcp(const struct fire_shot *shot)
{
	return shot->event.tool == GAFF_TOOL_MCP;
}

/* Does context have no place of its own on this event, but stand behind this field's text? */
static bool shares_place(const struct fire_shot *shot, enum gaff_answer_field field)
{
	const struct gaff_answer_row *context = gaff_shape_row(shape_of(shot), GAFF_A_CONTEXT,
							       is_mcp(shot)),
				     *row = gaff_shape_row(shape_of(shot), field, is_mcp(shot));

	return context && row && sv_eq(context->where, row->where);
}

/* "old text\n\nmore" -> "more"; false when it is another text. */
static bool added_to(struct sv old, struct sv now, struct sv *more)
{
	if (old.n && (!sv_starts(now, old) || !sv_starts(sv_skip(now, old.n), SV("\n\n"))))
		return false;
	*more = old.n ? sv_skip(now, old.n + 2) : now;
	return true;
}

static struct sv text_of(struct arena *a, struct json value)
{
	struct sv text;

	return gaff_json_text(a, value, &text) ? text : json_sv(value);
}

static void find_context(struct arena *a, const struct fire_shot *shot,
			 const struct gaff_event *event, struct gaff_response *r)
{
	struct sv *prompt = &r->text[GAFF_A_UPDATED_PROMPT], *context = &r->text[GAFF_A_CONTEXT];
	struct sv output = text_of(a, event->field[GAFF_F_TOOL_OUTPUT]), more;

	if (prompt->n && shares_place(shot, GAFF_A_UPDATED_PROMPT) &&
	    added_to(text_of(a, event->field[GAFF_F_PROMPT]), *prompt, &more)) {
		*context = more;
		*prompt = (struct sv){ 0 };
	}
	if (!r->updated_output.n || !shares_place(shot, GAFF_A_UPDATED_OUTPUT))
		return;
	if (context->n) { /* beside it: what comes with a context may be the old output */
		struct json first = gaff_json_at(event->field[GAFF_F_TOOL_OUTPUT], SV("/0/text"));

		if (gaff_json_same(a, first, r->updated_output))
			r->updated_output = (struct json){ 0 };
	} else if (added_to(output, text_of(a, r->updated_output), &more)) {
		*context = more;
		r->updated_output = (struct json){ 0 };
	}
}

/* A denial whose text takes the place of the output. */
static void find_output(struct arena *a, const struct fire_shot *shot, struct gaff_response *r)
{
	const struct gaff_answer_row *reason = gaff_shape_row(shape_of(shot), GAFF_A_REASON,
							      is_mcp(shot)),
				     *output = gaff_shape_row(shape_of(shot), GAFF_A_UPDATED_OUTPUT,
							      is_mcp(shot));
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	if (r->decision != GAFF_DENY || !reason || !output || !sv_eq(reason->where, output->where))
		return;
	gaff_json_string(&w, r->text[GAFF_A_REASON]);
	r->updated_output = (struct json){ b.p, b.n };
}

/* A question that this version of the agent is known not to ask. */
static bool is_not_asked(const struct fire_shot *shot, const struct gaff_event *event,
			 const struct gaff_response *r)
{
	const struct gaff_answer_row *row = gaff_shape_row(shape_of(shot), GAFF_A_ASK,
							   is_mcp(shot));

	return r->decision == GAFF_ASK && row && !gaff_row_is_honoured(event, row);
}

/* Native fields, but for those that gaff wrote in the place of a field that was read already. */
static enum gaff_rc keep_own_fields(struct arena *a, const struct fire_shot *shot,
				    struct gaff_response *r, struct gaff_err *err)
{
	const struct gaff_shape *shape = shape_of(shot);

	for (size_t i = 0; i < shape->n && r->native.n; i++) {
		struct buf pointer = buf_in(a);

		if (!(shape->rows[i].flags & GAFF_R_WRITE) || shape->rows[i].where.p[0] != '/')
			continue;
		buf_addc(&pointer, '/');
		gaff_buf_add(&pointer, gaff_answer_leaf(&shape->rows[i]));
		GAFF_TRY(gaff_json_set(a, r->native, buf_sv(&pointer), (struct json){ 0 }, SV(""),
				       &r->native, err));
		if (sv_eq(json_sv(r->native), SV("{}")))
			r->native = (struct json){ 0 };
	}
	return GAFF_OK;
}

/* What the agent looks at: of some it is stderr alone, once a hook has ended with 2. */
static struct gaff_outcome seen_of(const struct fire_shot *shot)
{
	struct gaff_outcome seen = shot->outcome;

	if (seen.exit == 2 && shape_of(shot)->deny_by == GAFF_DENY_EXIT_2_BARE)
		seen.out = (struct sv){ 0 };
	return seen;
}

/* ---- in words ---- */

static void add(struct arena *a, struct fire_verdict *v, struct sv what, struct sv colon,
		struct sv text)
{
	struct buf b = buf_in(a);

	if (v->n_does == COUNT_OF(v->does))
		return;
	gaff_buf_add(&b, what);
	if (text.n)
		gaff_buf_add(&b, colon);
	gaff_buf_add(&b, text);
	v->does[v->n_does++] = buf_sv(&b);
}

static bool keeps_working(const struct fire_shot *shot)
{
	return shot->event.id == GAFF_EV_AGENT_STOP || shot->event.id == GAFF_EV_SUBAGENT_STOP ||
	       shot->mimic.row->flags & GAFF_E_PROLONGS;
}

static void add_decision(struct arena *a, const struct fire_shot *shot, bool not_asked,
			 bool is_in_vain, struct fire_verdict *v)
{
	struct sv reason = v->said.text[GAFF_A_REASON];

	switch (v->said.decision) {
	case GAFF_DENY:
		add(a, v, keeps_working(shot) ? SV("keeps working") : SV("blocked"), SV(": "),
		    reason);
		break;
	case GAFF_ASK:
		add(a, v, SV("asks the user"), SV(": "), reason);
		break;
	case GAFF_ALLOW:
		add(a, v, SV("is granted: goes on without asking"), SV(": "), reason);
		break;
	case GAFF_NONE:
		if (v->rejected.n)
			add(a, v, SV("goes on, for it cannot read the answer"), SV(": "),
			    v->rejected);
		else if (is_in_vain)
			add(a, v, SV("goes on, or is blocked: not every version heeds it"),
			    SV(": "), reason);
		else if (not_asked)
			add(a, v, SV("goes on: this version does not ask"), SV(""), SV(""));
		else if (v->said.stop)
			break;
		else if (shot->mimic.row->flags & (GAFF_E_SILENCE_ASKS | GAFF_E_SILENCE_GRANTS))
			add(a, v, SV("asks the user, as it would without a hook"), SV(""), SV(""));
		else
			add(a, v, SV("goes on"), SV(""), SV(""));
		break;
	}
}

static void add_texts(struct arena *a, struct fire_verdict *v)
{
	for (unsigned rank = 1; rank < GAFF_A_COUNT; rank++)
		for (size_t f = GAFF_A_FIRST_TEXT; f <= GAFF_A_LAST_TEXT; f++)
			if (gaff_answers[f].rank == rank && v->said.text[f].n &&
			    !sv_eq(v->said.text[f], v->said.text[GAFF_A_REASON]))
				add(a, v, gaff_answers[f].does, SV(": "), v->said.text[f]);
}

static void add_rest(struct arena *a, const struct fire_shot *shot, struct fire_verdict *v)
{
	const struct gaff_response *r = &v->said;

	if (r->stop)
		add(a, v, SV("stops"), SV(": "), r->text[GAFF_A_STOP_REASON]);
	if (r->updated_input.n)
		add(a, v, SV("runs with the new input"), SV(" "), json_sv(r->updated_input));
	if (r->updated_output.n)
		add(a, v, SV("reads another output"), SV(": "), text_of(a, r->updated_output));
	add_texts(a, v);
	if (r->suppress)
		add(a, v, SV("does not show the hook's output"), SV(""), SV(""));
	if (r->env.n || shot->env_file.n)
		add(a, v, SV("sets variables"), SV(": "),
		    r->env.n ? json_sv(r->env) : sv_trim(shot->env_file));
	if (r->native.n)
		add(a, v, SV("takes fields of its own"), SV(": "), json_sv(r->native));
}

enum gaff_rc fire_judge(struct arena *a, const struct fire_shot *shot, struct fire_verdict *out,
			struct gaff_err *err)
{
	struct fire_verdict v = { .n_does = 0 };
	struct gaff_event event = shot->event;
	struct gaff_outcome seen = seen_of(shot);
	struct gaff_err why;
	bool not_asked, is_in_vain;

	if (shot->payload.n) /* as the hook saw it: --set may have changed what the samples say */
		GAFF_TRY(gaff_decode_event(a, shot->mimic.host, shot->payload,
					   shot->mimic.row->native, NULL, &event, err));
	if (gaff_decode_response(a, shot->mimic.host, shot->mimic.row, true, &seen, &v.said,
				 &why) != GAFF_OK)
		v.rejected.p = gaff_arena_dup(a, sv_of(why.msg));
	v.rejected = sv_of(v.rejected.p);
	if (shot->mimic.row->flags & GAFF_E_SILENCE_GRANTS && !shot->outcome.exit &&
	    v.said.decision == GAFF_NONE)
		v.said.decision = GAFF_ALLOW; /* whatever it could read */
	find_context(a, shot, &event, &v.said);
	find_output(a, shot, &v.said);
	GAFF_TRY(keep_own_fields(a, shot, &v.said, err));
	not_asked = is_not_asked(shot, &event, &v.said);
	if (not_asked)
		v.said.decision = GAFF_NONE;
	is_in_vain = v.said.decision == GAFF_DENY && shape_of(shot)->deny_by == GAFF_DENY_IN_VAIN;
	if (is_in_vain)
		v.said.decision = GAFF_NONE;
	add_decision(a, shot, not_asked, is_in_vain, &v);
	add_rest(a, shot, &v);
	GAFF_TRY(gaff_arena_check(a, err));
	*out = v;
	return GAFF_OK;
}
