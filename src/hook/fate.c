#include "hook/fate.h"

#include "hook/codec.h"

/* In every value that is tried, and in no text of ours; nothing in it needs an escape. */
#define MARK     "gaff-tries-this"
#define UNKNOWN  "gaff-unknown"
#define ENV_FILE "\"/gaff/env\""

/* One field of a response, tried on one event. */
struct attempt {
	enum gaff_answer_field field;
	struct sv native, native_value;
	enum gaff_decision beside;
	bool is_mcp;
	struct gaff_response response;
	struct gaff_warnings warnings;
	struct gaff_answer answer;
};

static bool has_mark(struct sv text)
{
	return text.n && memmem(text.p, text.n, MARK, sizeof MARK - 1);
}

/* {"key":value} */
static struct json one_member(struct arena *a, struct sv key, struct sv value)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '{');
	json_member(&w, key, value);
	gaff_json_close(&w, '}');
	return buf_ok(&b) ? (struct json){ b.p, b.n } : (struct json){ 0 };
}

/* ---- the event ---- */

/* The input field a rewrite would change: one that the agent lets change, if there is one. */
static const struct gaff_input_row *input_field(const struct gaff_tool_row *tool)
{
	for (size_t i = 0; tool && i < tool->n_input; i++)
		if (tool->input[i].canonical.n && !tool->input[i].is_fixed)
			return &tool->input[i];
	return tool && tool->n_input ? &tool->input[0] : NULL;
}

static const struct gaff_tool_row *usual_tool(const struct gaff_host *host,
					      const struct gaff_event_row *row)
{
	const struct gaff_tool_row *tool = gaff_host_tool_by_id(
		host, row->tool == GAFF_TOOL_OTHER ? GAFF_TOOL_SHELL : row->tool);

	return tool || !host->n_tools ? tool : &host->tools[0];
}

static struct gaff_event make_event(struct arena *a, const struct gaff_host *host,
				    const struct gaff_event_row *row, bool is_mcp)
{
	struct gaff_event event = {
		.host = host, .row = row, .id = row->id, .native_event = row->native
	};
	const struct gaff_input_row *input;

	event.field[GAFF_F_ENV_FILE] = (struct json){ ENV_FILE, sizeof ENV_FILE - 1 };
	if (!(GAFF_EV_ANY_TOOL & (gaff_event_set)1 << row->id))
		return event;
	event.tool_row = is_mcp ? NULL : usual_tool(host, row);
	event.tool = is_mcp ? GAFF_TOOL_MCP : event.tool_row ? event.tool_row->tool : 0;
	event.tool_name = event.tool_row ? event.tool_row->native : SV("tool");
	input = input_field(event.tool_row);
	event.field[GAFF_F_TOOL_INPUT] = one_member(a, input ? input->native : SV("text"),
						    SV("\"before\""));
	event.field[GAFF_F_TOOL_OUTPUT] = (struct json){ "\"before\"", 8 };
	event.payload = event.field[GAFF_F_TOOL_INPUT];
	return event;
}

/* ---- the response ---- */

static enum gaff_decision decision_of(enum gaff_answer_field field)
{
	return field == GAFF_A_ALLOW  ? GAFF_ALLOW
	       : field == GAFF_A_ASK  ? GAFF_ASK
	       : field == GAFF_A_DENY ? GAFF_DENY
				      : GAFF_NONE;
}

static void say_field(struct arena *a, const struct gaff_event *event, struct attempt *t)
{
	static const struct sv value = SV_INIT("\"" MARK "\"");
	const struct gaff_input_row *input = input_field(event->tool_row);
	struct gaff_response *r = &t->response;

	if (gaff_answer_is_text(t->field))
		r->text[t->field] = SV(MARK);
	else if (decision_of(t->field)) /* the text a decision has to bring along */
		r->text[GAFF_A_REASON] = SV(MARK);
	else if (t->field == GAFF_A_UPDATED_OUTPUT)
		r->updated_output = (struct json){ value.p, value.n };
	else if (t->field == GAFF_A_ENV)
		r->env = one_member(a, SV("A"), value);
	else if (t->field == GAFF_A_UPDATED_INPUT)
		r->updated_input = one_member(a, input ? input->canonical : SV("text"), value);
	else if (t->field == GAFF_A_NATIVE)
		r->native = one_member(a, t->native.n ? t->native : SV(UNKNOWN),
				       t->native_value.n ? t->native_value : value);
	r->suppress = t->field == GAFF_A_SUPPRESS;
	r->stop = t->field == GAFF_A_STOP || t->field == GAFF_A_STOP_REASON;
}

static enum gaff_rc answer(struct arena *a, const struct gaff_event *event, struct attempt *t,
			   struct gaff_err *err)
{
	enum gaff_decision said = decision_of(t->field);

	t->response = (struct gaff_response){ .decision = said ? said : t->beside };
	t->warnings.n = 0;
	if (t->beside)
		t->response.text[GAFF_A_REASON] = SV("why");
	say_field(a, event, t);
	GAFF_TRY(gaff_fit_response(a, event, GAFF_ASK_DENIES, &t->response, &t->warnings, err));
	return gaff_encode_response(a, event, &t->response, &t->warnings, &t->answer, err);
}

/* ---- what came of it ---- */

/* Does this row of the shape stand, in the answer that came out, for what was tried? */
static bool is_carried_by(const struct attempt *t, const struct gaff_answer_row *row,
			  struct json value)
{
	bool is_fact = t->field < GAFF_A_FIRST_TEXT || t->native_value.n;

	if (row->flags & GAFF_R_READ || !value.n)
		return false;
	if (!is_fact)
		return has_mark(json_sv(value));
	if (t->field == GAFF_A_DENY && row->flags & GAFF_R_MEANS_DENY)
		return true;
	if (t->field == GAFF_A_NATIVE && !sv_eq(row->literal, t->native_value))
		return false;
	return row->field == t->field && sv_eq(json_sv(value), row->literal);
}

static void add_place(struct gaff_fate *fate, struct sv where)
{
	for (size_t i = 0; i < fate->n_where; i++)
		if (sv_eq(fate->where[i], where))
			return;
	if (fate->n_where < GAFF_FATE_PLACES)
		fate->where[fate->n_where++] = where;
}

static void find_places(const struct gaff_event *event, const struct attempt *t,
			struct gaff_fate *fate)
{
	const struct gaff_shape *shape = event->row->answer;
	struct gaff_err ignored;
	struct json doc = { 0 };

	if (gaff_json_parse(t->answer.out, &doc, &ignored) != GAFF_OK && has_mark(t->answer.out))
		add_place(fate, SV("stdout"));
	for (size_t i = 0; i < shape->n; i++) {
		const struct gaff_answer_row *row = &shape->rows[i];

		if (row->where.p[0] == '$' && row->field == t->field && t->response.env.n)
			add_place(fate, row->where);
		if (row->where.p[0] != '/' || !is_carried_by(t, row, gaff_json_at(doc, row->where)))
			continue;
		add_place(fate, row->where);
		if (row->field == t->field)
			fate->literal = row->literal;
	}
	if (t->answer.exit == 2 && has_mark(t->response.text[GAFF_A_REASON]) &&
	    t->field >= GAFF_A_FIRST_TEXT)
		add_place(fate, SV("stderr"));
}

static enum gaff_fate_kind judge(const struct attempt *t, const struct gaff_fate *fate)
{
	const struct gaff_response *r = &t->response;
	enum gaff_decision said = decision_of(t->field);

	if (said ? r->decision == said : fate->n_where != 0)
		return GAFF_FATE_DELIVERED;
	if (r->decision == GAFF_DENY && !t->beside)
		return GAFF_FATE_DENY;
	if (said && has_mark(r->text[GAFF_A_CONTEXT]))
		return GAFF_FATE_CONTEXT;
	if (t->warnings.n)
		return GAFF_FATE_LOST;
	return said == GAFF_ALLOW || said == GAFF_ASK ? GAFF_FATE_IMPLIED : GAFF_FATE_SILENT;
}

/* A text without a place of its own may have gone out as another one. */
static enum gaff_answer_field went_out_as(const struct attempt *t)
{
	const struct sv *text = t->response.text;

	if (gaff_answer_is_text(t->field) && !has_mark(text[t->field]))
		for (size_t i = GAFF_A_FIRST_TEXT; i <= GAFF_A_LAST_TEXT; i++)
			if (has_mark(text[i]))
				return (enum gaff_answer_field)i;
	return t->field;
}

static enum gaff_rc fate_of(struct arena *a, const struct gaff_event *event, struct attempt *t,
			    struct gaff_fate *fate, struct gaff_err *err)
{
	const struct gaff_answer_row *row = gaff_shape_row(event->row->answer, t->field, t->is_mcp);

	GAFF_TRY(answer(a, event, t, err));
	*fate = (struct gaff_fate){ .field = t->field, .exit = t->answer.exit };
	find_places(event, t, fate);
	fate->name = t->field == GAFF_A_NATIVE ? t->native : gaff_answer_key(t->field);
	fate->native = t->native_value;
	fate->kind = fate->otherwise = judge(t, fate);
	fate->as = went_out_as(t);
	fate->is_grant = t->field == GAFF_A_ALLOW && fate->kind == GAFF_FATE_DELIVERED && row &&
			 !(row->flags & GAFF_R_NO_GRANT);
	if (t->warnings.n)
		fate->warning = t->warnings.line[0];
	return GAFF_OK;
}

/* Alone if it can be; else beside the decision that it needs. */
static enum gaff_rc best_fate(struct arena *a, const struct gaff_event *event, struct attempt *t,
			      struct gaff_fate *out, struct gaff_err *err)
{
	struct gaff_fate alone, allowed, denied;

	t->beside = GAFF_NONE;
	GAFF_TRY(fate_of(a, event, t, &alone, err));
	*out = alone;
	if (alone.kind == GAFF_FATE_DELIVERED || decision_of(t->field))
		return GAFF_OK;
	t->beside = GAFF_ALLOW;
	GAFF_TRY(fate_of(a, event, t, &allowed, err));
	t->beside = GAFF_DENY;
	GAFF_TRY(fate_of(a, event, t, &denied, err));
	if (denied.kind == GAFF_FATE_DELIVERED) {
		*out = denied;
		out->company = allowed.kind == GAFF_FATE_DELIVERED ? GAFF_BESIDE_DECISION
								   : GAFF_BESIDE_DENY;
	} else if (allowed.kind == GAFF_FATE_DELIVERED) {
		*out = allowed;
		out->company = GAFF_BESIDE_ALLOW;
	}
	out->otherwise = alone.kind;
	out->warning = alone.warning;
	return GAFF_OK;
}

static bool is_same(const struct gaff_fate *x, const struct gaff_fate *y)
{
	if (x->kind != y->kind || x->company != y->company || x->otherwise != y->otherwise ||
	    x->as != y->as || x->exit != y->exit || x->n_where != y->n_where)
		return false;
	for (size_t i = 0; i < x->n_where; i++)
		if (!sv_eq(x->where[i], y->where[i]))
			return false;
	return true;
}

/* ---- every field of an event ---- */

struct trying {
	struct arena *arena;
	const struct gaff_host *host;
	const struct gaff_event_row *row;
	struct gaff_fates *out;
};

/* What an attempt needs is only looked at; what gaff said of it is kept. */
static enum gaff_rc try_once(struct trying *x, struct attempt *t, bool is_mcp,
			     struct gaff_fate *fate, struct gaff_err *err)
{
	char storage[8 << 10];
	struct arena scratch;
	struct gaff_event event;
	enum gaff_rc rc;

	gaff_arena_init(&scratch, storage, sizeof storage, GAFF_ARENA_MAX);
	event = make_event(&scratch, x->host, x->row, is_mcp);
	t->is_mcp = is_mcp;
	rc = best_fate(&scratch, &event, t, fate, err);
	if (rc == GAFF_OK && scratch.failed)
		rc = gaff_fail(err, GAFF_ENOMEM, "no memory to try an answer");
	if (rc == GAFF_OK && fate->warning.n) {
		fate->warning.p = gaff_arena_dup(x->arena, fate->warning);
		if (!fate->warning.p)
			rc = gaff_fail(err, GAFF_ENOMEM, "no memory to try an answer");
	}
	gaff_arena_release(&scratch);
	return rc;
}

static enum gaff_rc try_field(struct trying *x, struct attempt *t, struct gaff_err *err)
{
	bool is_tool = GAFF_EV_ANY_TOOL & (gaff_event_set)1 << x->row->id;
	bool has_both = is_tool && x->row->tool == GAFF_TOOL_OTHER && x->host->mcp_prefix.n;
	struct gaff_fate *usual = &x->out->row[x->out->n], *mcp = usual + 1;

	GAFF_TRY(try_once(x, t, x->row->tool == GAFF_TOOL_MCP, usual, err));
	x->out->n++;
	if (!has_both)
		return GAFF_OK;
	GAFF_TRY(try_once(x, t, true, mcp, err));
	if (is_same(usual, mcp))
		return GAFF_OK;
	usual->tools = GAFF_FATE_NOT_MCP;
	mcp->tools = GAFF_FATE_MCP;
	x->out->n++;
	return GAFF_OK;
}

static enum gaff_rc try_native(struct trying *x, struct gaff_err *err)
{
	const struct gaff_shape *shape = x->row->answer;
	struct attempt t = { .field = GAFF_A_NATIVE };

	for (size_t i = 0; i < shape->n; i++) {
		const struct gaff_answer_row *row = &shape->rows[i];

		if (row->field != GAFF_A_NATIVE || row->flags & GAFF_R_READ)
			continue;
		t.native = gaff_answer_leaf(row);
		t.native_value = row->literal;
		GAFF_TRY(try_field(x, &t, err));
	}
	t.native = t.native_value = (struct sv){ 0 };
	return try_field(x, &t, err);
}

enum gaff_rc gaff_event_fates(struct arena *a, const struct gaff_host *host,
			      const struct gaff_event_row *row, struct gaff_fates *out,
			      struct gaff_err *err)
{
	size_t most = 2 * (GAFF_A_COUNT + row->answer->n + 1); /* each for MCP tools and others */
	struct gaff_fates fates = { gaff_arena_alloc(a, most * sizeof *fates.row), 0 };
	struct trying x = { a, host, row, &fates };

	if (!fates.row)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for the fields of an answer");
	for (enum gaff_answer_field f = 0; f < GAFF_A_COUNT; f++) {
		struct attempt t = { .field = f };

		if (f != GAFF_A_REWRITE && f != GAFF_A_EVENT_NAME && f != GAFF_A_NATIVE)
			GAFF_TRY(try_field(&x, &t, err));
	}
	GAFF_TRY(try_native(&x, err));
	*out = fates;
	return GAFF_OK;
}
