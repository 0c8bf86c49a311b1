#include "agents/codec/codec.h"

#include "text/utf8.h"

struct answering {
	const struct gaff_shape *shape;
	struct sv native_event;
	bool is_mcp;
	const struct gaff_response *r;
};

static bool has_fact(const struct gaff_response *r, enum gaff_answer_field field)
{
	return (field == GAFF_A_ALLOW && r->decision == GAFF_ALLOW) ||
	       (field == GAFF_A_ASK && r->decision == GAFF_ASK) ||
	       (field == GAFF_A_DENY && r->decision == GAFF_DENY) ||
	       (field == GAFF_A_UNDECIDED && r->decision == GAFF_NONE) ||
	       (field == GAFF_A_STOP && r->stop) || (field == GAFF_A_SUPPRESS && r->suppress) ||
	       (field == GAFF_A_REWRITE && r->updated_input.n) ||
	       (field == GAFF_A_REPLACES && r->updated_output.n);
}

static struct sv value_of(const struct gaff_response *r, const struct gaff_answer_row *row)
{
	if (gaff_answer_is_text(row->field))
		return r->text[row->field];
	if (row->field == GAFF_A_UPDATED_INPUT)
		return json_sv(r->updated_input);
	if (row->field == GAFF_A_UPDATED_OUTPUT)
		return json_sv(r->updated_output);
	if (row->field == GAFF_A_ENV)
		return json_sv(r->env);
	if (row->field == GAFF_A_NATIVE && row->flags & GAFF_R_ANY_NATIVE)
		return json_sv(r->native);
	if (row->field == GAFF_A_NATIVE)
		return json_sv(gaff_json_get(r->native, gaff_answer_leaf(row)));
	return (struct sv){ 0 };
}

/* Has this row something to say? */
static bool is_said(const struct answering *x, const struct gaff_answer_row *row)
{
	const struct gaff_response *r = x->r;

	if (row->flags & GAFF_R_READ || row->where.p[0] == '$' ||
	    row->flags & (x->is_mcp ? GAFF_R_NOT_MCP : GAFF_R_MCP_ONLY) ||
	    !gaff_row_goes_with(row, r->decision))
		return false;
	if (row->field == GAFF_A_REASON && r->decision == GAFF_NONE && !(row->flags & GAFF_R_ALONE))
		return false;
	if (row->field == GAFF_A_NATIVE && row->literal.n)
		return sv_eq(value_of(r, row), row->literal);
	return row->literal.n ? has_fact(r, row->field) : value_of(r, row).n != 0;
}

static bool applies(const struct answering *x, const struct gaff_answer_row *row)
{
	return row->where.p[0] == '/' && is_said(x, row);
}

/* The host's event name goes beside an answer, and alone only for who has seen it. */
static bool has_company(const struct answering *x, const struct gaff_answer_row *name)
{
	struct sv object = name->where;

	if (x->r->acknowledges && gaff_response_is_empty(x->r))
		return true;
	while (object.p[object.n - 1] != '/')
		object.n--;
	for (size_t i = 0; i < x->shape->n; i++)
		if (sv_starts(x->shape->rows[i].where, object) && applies(x, &x->shape->rows[i]))
			return true;
	return false;
}

/* Texts that share a place: the first row writes them all. */
static bool is_first_at_place(const struct answering *x, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (sv_eq(x->shape->rows[k].where, x->shape->rows[i].where) &&
		    applies(x, &x->shape->rows[k]))
			return false;
	return true;
}

static void write_texts(const struct answering *x, struct json_writer *w, size_t first)
{
	gaff_json_text_begin(w);
	for (size_t i = first; i < x->shape->n; i++) {
		const struct gaff_answer_row *row = &x->shape->rows[i];

		if (!sv_eq(row->where, x->shape->rows[first].where) || !applies(x, row) ||
		    (i != first &&
		     sv_eq(value_of(x->r, row), value_of(x->r, &x->shape->rows[first]))))
			continue;
		if (i != first)
			gaff_json_text_add(w, SV("\n\n"));
		gaff_json_text_add(w, value_of(x->r, row));
	}
	gaff_json_text_end(w);
}

/* An agent may write its payload on many lines, and what comes back of it, on one. */
static void put_on_one_line(struct buf *out, size_t from)
{
	bool is_text = false;
	size_t n = from;

	if (out->failed || !memchr(out->p + from, '\n', out->n - from))
		return;
	for (size_t i = from; i < out->n; i++) {
		if (out->p[i] == '"')
			is_text = !is_text;
		if (!is_text && (unsigned char)out->p[i] <= ' ')
			continue;
		out->p[n++] = out->p[i];
		if (is_text && out->p[i] == '\\')
			out->p[n++] = out->p[++i];
	}
	out->n = n;
}

void gaff_write_answer(struct buf *out, const struct gaff_event_row *row, struct sv native_event,
		       bool is_mcp, const struct gaff_response *r)
{
	struct answering x = { row->answer, native_event, is_mcp, r };
	size_t from = out->n;
	struct json_placer placer = gaff_json_place_begin(out);

	for (size_t i = 0; i < x.shape->n; i++) {
		const struct gaff_answer_row *at = &x.shape->rows[i];
		bool is_name = at->field == GAFF_A_EVENT_NAME;

		if (is_name ? !has_company(&x, at) : !applies(&x, at) || !is_first_at_place(&x, i))
			continue;
		gaff_json_place(&placer, at->where);
		if (is_name)
			gaff_json_string(&placer.w, native_event);
		else if (at->literal.n)
			gaff_json_raw(&placer.w, at->literal);
		else if (gaff_answer_is_text(at->field))
			write_texts(&x, &placer.w, i);
		else
			gaff_json_raw(&placer.w, value_of(r, at));
	}
	gaff_json_place_end(&placer);
	put_on_one_line(out, from);
}

/* Is there more in the answer than a denial and its reason? */
static bool carries_more(const struct gaff_response *r)
{
	struct gaff_response bare = *r;

	bare.decision = GAFF_NONE;
	bare.text[GAFF_A_REASON] = (struct sv){ 0 };
	return !gaff_response_is_empty(&bare);
}

/* Variables may go to a file of the agent's instead of into the answer. */
static bool has_json(const struct gaff_event *event, const struct gaff_response *r)
{
	const struct gaff_answer_row *env = gaff_shape_row(event->row->answer, GAFF_A_ENV, false);
	struct gaff_response rest = *r;

	if (env && env->where.p[0] != '/')
		rest.env = (struct json){ 0 };
	return !gaff_response_is_empty(&rest);
}

/* An object on stderr, or for text on stdout, may be taken for the answer itself. */
static bool looks_like_an_answer(struct sv text)
{
	text = gaff_utf8_trim(text);
	return text.n && (text.p[0] == '{' || text.p[0] == '[');
}

/*
 * What goes to stdout as it is, where the answer has no JSON: the texts of the rows for that. One
 * that could be taken for JSON gets a word in front, if the agent reads JSON there.
 */
static void write_plain(struct buf *out, const struct gaff_shape *shape, bool is_mcp,
			const struct gaff_response *r)
{
	struct answering x = { shape, { 0 }, is_mcp, r };
	struct sv first = { 0 };

	for (size_t i = 0; i < shape->n; i++) {
		const struct gaff_answer_row *row = &shape->rows[i];
		struct sv text = value_of(r, row);

		if (row->where.p[0] != '-' || !is_said(&x, row) || sv_eq(text, first))
			continue;
		if (first.n)
			gaff_buf_add(out, SV("\n\n"));
		else if (gaff_shape_reads_json(shape) && looks_like_an_answer(text))
			gaff_buf_add(out, SV("note: "));
		gaff_buf_add(out, text);
		first = first.n ? first : text;
	}
}

/* The value of the one native field an event has, where the agent reads text and not JSON. */
static struct sv plain_text(struct arena *a, const struct gaff_shape *shape,
			    const struct gaff_response *r)
{
	struct sv text = { 0 };

	for (size_t i = 0; i < shape->n; i++)
		if (shape->rows[i].field == GAFF_A_NATIVE)
			(void)gaff_json_text(
				a, gaff_json_get(r->native, gaff_answer_leaf(&shape->rows[i])),
				&text);
	return text;
}

static int exit_for(const struct gaff_shape *shape, const struct gaff_response *r, bool warned)
{
	if (r->decision != GAFF_DENY || shape->deny_by == GAFF_DENY_JSON)
		return 0;
	if (shape->deny_by == GAFF_DENY_EXIT_2_BARE &&
	    (carries_more(r) || warned || looks_like_an_answer(r->text[GAFF_A_REASON])))
		return 0;
	return 2;
}

int gaff_write_nothing(struct buf *b, const struct gaff_host *host,
		       const struct gaff_event_row *row, struct sv native_event, bool is_mcp,
		       struct sv *out)
{
	static const struct gaff_response nothing;

	*out = row->flags & GAFF_E_GATES_NOTHING ? SV("{}") : host->no_opinion;
	if (row->flags & GAFF_E_SILENCE_GRANTS) {
		*out = (struct sv){ 0 };
		return 1;
	}
	if (gaff_shape_row(row->answer, GAFF_A_UNDECIDED, is_mcp)) {
		gaff_write_answer(b, row, native_event, is_mcp, &nothing);
		*out = buf_sv(b);
	}
	return 0;
}

/* Where saying nothing would approve, somebody has to say that nobody decided. */
static const struct sv left_to_the_user = SV_INIT("gaff: no hook decides this; the user does\n");

enum gaff_rc gaff_encode_response(struct arena *a, const struct gaff_event *event,
				  const struct gaff_response *r, const struct gaff_warnings *w,
				  struct gaff_answer *out, struct gaff_err *err)
{
	const struct gaff_host *host = event->host;
	const struct gaff_shape *shape = event->row->answer;
	bool is_mcp = event->tool == GAFF_TOOL_MCP;
	struct gaff_answer answer = { .exit = 0 };
	struct buf json = buf_in(a), text = buf_in(a), plain = buf_in(a);

	if (!has_json(event, r) || gaff_row_is_silenced(event->row, r->decision)) {
		answer.exit = gaff_write_nothing(&json, host, event->row, event->native_event,
						 is_mcp, &answer.out);
		if (answer.exit)
			gaff_buf_add(&text, left_to_the_user);
		if (r->acknowledges && event->row->flags & GAFF_E_NAME_ALONE) {
			gaff_write_answer(&json, event->row, event->native_event, is_mcp, r);
			answer.out = buf_sv(&json);
		}
	} else {
		answer.exit = exit_for(shape, r, w->n != 0);
		answer.must_arrive = r->decision >= GAFF_ASK || r->updated_input.n;
		gaff_write_answer(&json, event->row, event->native_event, is_mcp, r);
		answer.out = buf_sv(&json);
		if (gaff_shape_text(shape) && json.n == 2) { /* nothing is in it */
			write_plain(&plain, shape, is_mcp, r);
			answer.out = buf_sv(&plain);
		}
		if (shape->deny_by >= GAFF_DENY_STDERR && answer.exit == 2 && !carries_more(r) &&
		    json.n == 2) /* and no place for a reason */
			answer.out = (struct sv){ 0 };
		if (event->row->flags & GAFF_E_TEXT_IS_PATH)
			answer.out = plain_text(a, shape, r);
	}
	if (answer.exit == 2) {
		if (!answer.out.n && looks_like_an_answer(r->text[GAFF_A_REASON]))
			gaff_buf_add(&text, SV("blocked: "));
		gaff_buf_add(&text, r->text[GAFF_A_REASON]);
		buf_addc(&text, '\n');
	}
	if (host->flags & GAFF_H_STDERR_IS_PRIVATE &&
	    !(answer.exit == 2 && gaff_shape_shows_warnings(shape))) {
		for (size_t i = 0; i < w->n; i++) {
			gaff_buf_add(&text, SV("gaff: "));
			gaff_buf_add(&text, w->line[i]);
			buf_addc(&text, '\n');
		}
	}
	if (!buf_ok(&json) || !buf_ok(&text) || !buf_ok(&plain))
		return gaff_no_memory(err);
	answer.err = buf_sv(&text);
	/* a lone surrogate is no text outside JSON */
	if (!gaff_utf8_repair(a, &answer.err) || (plain.n && !gaff_utf8_repair(a, &answer.out)))
		return gaff_no_memory(err);
	*out = answer;
	return GAFF_OK;
}
