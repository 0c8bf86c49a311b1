#include "agents/simulate/fate.h"

#include "agents/codec/codec.h"
#include "agents/mcp.h"
#include "agents/simulate/sample.h"

/* In every value that is tried, and in no text of ours; nothing in it needs an escape. */
#define MARK    "gaff-tries-this"
#define UNKNOWN "gaff-unknown"

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

/* ---- the response ---- */

static enum gaff_decision decision_of(enum gaff_answer_field field)
{
	return field == GAFF_A_ALLOW  ? GAFF_ALLOW
	       : field == GAFF_A_ASK  ? GAFF_ASK
	       : field == GAFF_A_DENY ? GAFF_DENY
				      : GAFF_NONE;
}

/* A value for a native field, as the host wants them. */
static struct sv native_sample(struct arena *a, const struct gaff_host *host)
{
	const char *at = host->native_form.n ? sv_chr(host->native_form, '$') : NULL;
	struct buf b = buf_in(a);

	if (!at)
		return SV("\"" MARK "\"");
	gaff_buf_add(&b, (struct sv){ host->native_form.p, (size_t)(at - host->native_form.p) });
	gaff_buf_add(&b, SV(MARK));
	gaff_buf_add(&b, sv_of(at + 1));
	return buf_ok(&b) ? buf_sv(&b) : SV("null");
}

static void say_field(struct arena *a, const struct gaff_event *event, struct attempt *t)
{
	static const struct sv value = SV_INIT("\"" MARK "\"");
	struct gaff_response *r = &t->response;

	if (gaff_answer_is_text(t->field))
		r->text[t->field] = SV(MARK);
	else if (decision_of(t->field)) /* the text a decision has to bring along */
		r->text[GAFF_A_REASON] = SV(MARK);
	else if (t->field == GAFF_A_UPDATED_OUTPUT)
		r->updated_output = (struct json){ value.p, value.n };
	else if (t->field == GAFF_A_ENV)
		r->env = gaff_sample_object(a, SV("A"), value);
	else if (t->field == GAFF_A_UPDATED_INPUT)
		r->updated_input = gaff_sample_rewrite(a, event, value);
	else if (t->field == GAFF_A_NATIVE)
		r->native = gaff_sample_object(a, t->native.n ? t->native : SV(UNKNOWN),
					       t->native_value.n ? t->native_value
								 : native_sample(a, event->host));
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

	(void)gaff_json_parse(t->answer.out, &doc, &ignored);
	for (size_t i = 0; i < shape->n; i++) {
		const struct gaff_answer_row *row = &shape->rows[i];

		if (row->where.p[0] == '$' && row->field == t->field && t->response.env.n)
			add_place(fate, row->where);
		if (row->where.p[0] != '/' || !is_carried_by(t, row, gaff_json_at(doc, row->where)))
			continue;
		if (fate->literal.n && !sv_eq(fate->literal, row->literal))
			continue; /* the same once more, in another agent's words */
		add_place(fate, row->where);
		if (row->field == t->field)
			fate->literal = row->literal;
	}
	/* plain text, or a place that only the host's own function knows */
	if (!fate->n_where && t->field >= GAFF_A_FIRST_TEXT && has_mark(t->answer.out))
		add_place(fate, SV("stdout"));
	if (t->answer.exit == 2 && has_mark(t->response.text[GAFF_A_REASON]) &&
	    t->field >= GAFF_A_FIRST_TEXT)
		add_place(fate, SV("stderr"));
}

static enum gaff_fate_kind judge(const struct attempt *t, const struct gaff_fate *fate,
				 bool can_deny)
{
	const struct gaff_response *r = &t->response;
	enum gaff_decision said = decision_of(t->field);

	if ((said == GAFF_DENY || said == GAFF_ASK) && !can_deny && r->decision == GAFF_DENY)
		return GAFF_FATE_LOST; /* it is tried, and that is all */
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
	fate->kind = fate->otherwise = judge(t, fate, gaff_shape_can_deny(event->row->answer));
	fate->as = went_out_as(t);
	fate->is_grant = t->field == GAFF_A_ALLOW && fate->kind == GAFF_FATE_DELIVERED && row &&
			 !(row->flags & GAFF_R_NO_GRANT);
	if (t->warnings.n) /* of what was tried in vain the last says so */
		fate->warning =
			t->warnings.line[fate->kind == GAFF_FATE_LOST ? t->warnings.n - 1 : 0];
	return GAFF_OK;
}

/* What is delivered alone may be lost beside a denial. */
static enum gaff_rc try_beside_denial(struct arena *a, const struct gaff_event *event,
				      struct attempt *t, struct gaff_fate *out,
				      struct gaff_err *err)
{
	struct gaff_fate denied;

	/* a denied call has no input to change; and what is a denial itself stands beside none */
	if (t->field == GAFF_A_UPDATED_INPUT || t->response.decision == GAFF_DENY ||
	    !gaff_shape_can_deny(event->row->answer))
		return GAFF_OK;
	t->beside = GAFF_DENY;
	GAFF_TRY(fate_of(a, event, t, &denied, err));
	if (denied.kind == GAFF_FATE_DELIVERED)
		return GAFF_OK;
	out->company = GAFF_NOT_BESIDE_DENY;
	out->otherwise = denied.kind;
	out->warning = denied.warning;
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
	if (decision_of(t->field))
		return GAFF_OK;
	if (alone.kind == GAFF_FATE_DELIVERED)
		return try_beside_denial(a, event, t, out, err);
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
	    x->as != y->as || x->exit != y->exit || x->n_where != y->n_where ||
	    x->n_versions != y->n_versions)
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

static enum gaff_rc try_version(struct trying *x, struct arena *a, struct attempt *t,
				struct sv version, struct gaff_fate *fate, struct gaff_err *err)
{
	struct gaff_event event;

	GAFF_TRY(gaff_sample_event(a, x->host, x->row, t->is_mcp, version, &event, err));
	return best_fate(a, &event, t, fate, err);
}

/* What an agent of unknown version does not do, some of its versions may. */
static enum gaff_rc try_versions(struct trying *x, struct arena *a, struct attempt *t,
				 struct gaff_fate *fate, struct gaff_err *err)
{
	struct gaff_fate unknown;

	GAFF_TRY(try_version(x, a, t, (struct sv){ 0 }, &unknown, err));
	*fate = unknown;
	for (size_t i = 0; i < x->host->n_versions; i++) {
		const struct gaff_version_row *row = &x->host->versions[i];
		struct gaff_fate known;

		if (row->field != t->field || !sv_eq(row->native_event, x->row->native))
			continue;
		GAFF_TRY(try_version(x, a, t, row->since.n ? row->since : SV("0"), &known, err));
		if (known.kind == unknown.kind || fate->n_versions == GAFF_FATE_VERSIONS)
			continue;
		if (!fate->n_versions)
			*fate = known;
		fate->versions[fate->n_versions++] = row;
	}
	if (fate->n_versions) {
		fate->otherwise = unknown.kind;
		fate->warning = unknown.warning;
	}
	return GAFF_OK;
}

/* What an attempt needs is only looked at; what gaff said of it is kept. */
static enum gaff_rc try_once(struct trying *x, struct attempt *t, bool is_mcp,
			     struct gaff_fate *fate, struct gaff_err *err)
{
	char storage[8 << 10];
	struct arena scratch;
	enum gaff_rc rc;

	gaff_arena_init(&scratch, storage, sizeof storage, GAFF_ARENA_MAX);
	t->is_mcp = is_mcp;
	rc = try_versions(x, &scratch, t, fate, err);
	if (rc == GAFF_OK && fate->warning.n)
		fate->warning.p = gaff_arena_dup(x->arena, fate->warning);
	if (rc == GAFF_OK && (scratch.failed || x->arena->failed))
		rc = gaff_no_memory(err);
	gaff_arena_release(&scratch);
	return rc;
}

static enum gaff_rc try_field(struct trying *x, struct attempt *t, struct gaff_err *err)
{
	bool is_tool = GAFF_EV_ANY_TOOL & (gaff_event_set)1 << x->row->id;
	bool has_both = is_tool && x->row->tool == GAFF_TOOL_OTHER && gaff_mcp_is_named(x->host);
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

	GAFF_TRY(gaff_arena_check(a, err));
	for (enum gaff_answer_field f = 0; f < GAFF_A_COUNT; f++) {
		struct attempt t = { .field = f };

		if (gaff_answer_is_said(f) && f != GAFF_A_NATIVE)
			GAFF_TRY(try_field(&x, &t, err));
	}
	GAFF_TRY(try_native(&x, err));
	*out = fates;
	return GAFF_OK;
}
