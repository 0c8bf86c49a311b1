#include "agents/codec/codec.h"

#include <signal.h>

#include "model/verdict.h"
#include "text/utf8.h"

/* ---- the JSON of an answer, by the rows of its shape ---- */

static bool literal_is(struct json value, struct sv literal)
{
	if (gaff_json_type(value) == JSON_STRING && literal.p[0] == '"')
		return gaff_json_is(value, (struct sv){ literal.p + 1, literal.n - 2 });
	return sv_eq(json_sv(value), literal);
}

static void add_native(struct json_writer *native, const struct gaff_answer_row *row,
		       struct sv value)
{
	if (!native->out->n)
		gaff_json_open(native, '{');
	json_member(native, gaff_answer_leaf(row), value);
}

static void read_fact(const struct gaff_answer_row *row, struct json_writer *native,
		      struct gaff_response *r)
{
	enum gaff_decision said = GAFF_NONE;

	if (row->field == GAFF_A_ALLOW && !(row->flags & GAFF_R_NO_GRANT))
		said = GAFF_ALLOW;
	else if (row->field == GAFF_A_ASK)
		said = GAFF_ASK;
	else if (row->field == GAFF_A_DENY)
		said = GAFF_DENY;
	else if (row->field == GAFF_A_STOP)
		r->stop = true;
	else if (row->field == GAFF_A_SUPPRESS)
		r->suppress = true;
	else if (row->field == GAFF_A_NATIVE)
		add_native(native, row, row->literal);
	if (said > r->decision) /* two ways to say it in one answer: the stricter counts */
		r->decision = said;
}

/* The only member of an object, whatever it is called; of anything else, itself. */
static struct json only_member(struct json item)
{
	struct json_iter it = gaff_json_iter(item);
	struct json key, value, other;

	return it.is_object && gaff_json_next(&it, &key, &value) &&
			       !gaff_json_next(&it, &key, &other)
		       ? value
		       : item;
}

/* The texts of a list, but empty ones. */
static bool read_list(struct arena *a, struct json list, struct sv *out)
{
	struct buf b = buf_in(a);
	struct sv text;

	for (struct json_iter it = gaff_json_iter(list); gaff_json_each(&it);) {
		it.value = only_member(it.value);
		if (gaff_json_type(it.value) != JSON_STRING)
			continue;
		if (!gaff_json_text(a, it.value, &text))
			return false;
		if (text.n && b.n)
			buf_addc(&b, '\n');
		gaff_buf_add(&b, text);
	}
	if (!buf_ok(&b))
		return false;
	*out = buf_sv(&b);
	return true;
}

static bool read_value(struct arena *a, const struct gaff_host *dialect,
		       const struct gaff_answer_row *row, struct json value,
		       struct json_writer *native, struct gaff_response *r)
{
	if (gaff_answer_is_text(row->field)) {
		if (row->flags & GAFF_R_LIST_TOO && gaff_json_type(value) == JSON_ARRAY)
			return r->text[row->field].n || read_list(a, value, &r->text[row->field]);
		if (gaff_json_type(value) != JSON_STRING)
			return true; /* null or a wrong type says nothing */
		if (!r->text[row->field].n && !gaff_json_text(a, value, &r->text[row->field]))
			return false;
		if (row->flags & GAFF_R_MEANS_DENY)
			r->decision = GAFF_DENY;
	} else if (row->field == GAFF_A_UPDATED_INPUT) {
		if (gaff_json_type(value) != JSON_NULL && !r->updated_input.n) {
			r->updated_input = value;
			r->rewriter = dialect == &gaff_host_canonical ? NULL : dialect;
		}
	} else if (row->field == GAFF_A_UPDATED_OUTPUT) {
		if (gaff_json_type(value) != JSON_NULL)
			r->updated_output = value;
	} else if (row->field == GAFF_A_ENV) {
		if (gaff_json_type(value) == JSON_OBJECT)
			r->env = value;
	} else if (row->field == GAFF_A_NATIVE && dialect == &gaff_host_canonical) {
		if (gaff_json_type(value) == JSON_OBJECT)
			r->native = value;
	} else if (row->field == GAFF_A_NATIVE) {
		add_native(native, row, json_sv(value));
	}
	return true;
}

static bool is_decision(enum gaff_answer_field field)
{
	return field == GAFF_A_ALLOW || field == GAFF_A_ASK || field == GAFF_A_DENY;
}

/* A decision in a word that is none: "denied" must not pass for "no opinion". */
static bool is_no_word(const struct gaff_shape *shape, const struct gaff_answer_row *row,
		       struct json value)
{
	enum json_type type = gaff_json_type(value);

	/* "continue": true is no word against what "continue": false says */
	if (!is_decision(row->field) || type == JSON_NULL ||
	    (type == JSON_FALSE && sv_eq(row->literal, SV("true"))) ||
	    (type == JSON_TRUE && sv_eq(row->literal, SV("false"))))
		return false;
	for (size_t i = 0; i < shape->n; i++) {
		const struct gaff_answer_row *other = &shape->rows[i];

		if (sv_eq(other->where, row->where) &&
		    (other->literal.n ? literal_is(value, other->literal)
				      : type == JSON_STRING && other->flags & GAFF_R_MEANS_DENY))
			return false;
	}
	return true;
}

/* An allow that grants nothing is a decision, too. */
static bool has_decision(const struct gaff_shape *shape, struct json doc)
{
	for (size_t i = 0; i < shape->n && doc.n; i++)
		if (is_decision(shape->rows[i].field) &&
		    literal_is(gaff_json_at(doc, shape->rows[i].where), shape->rows[i].literal))
			return true;
	return false;
}

/*
 * In our own dialect there is no excuse for an answer that says nothing we know, or says it in the
 * wrong type: the hook speaks another dialect, or has a mistake. It must not pass for silence.
 */
static enum gaff_rc check_canonical(const struct gaff_shape *shape, struct json doc,
				    struct gaff_err *err)
{
	struct json_iter it = gaff_json_iter(doc);
	bool knows_one = false, is_empty = true;

	while (gaff_json_each(&it)) {
		enum json_type type = gaff_json_type(it.value);

		is_empty = false;
		for (size_t i = 0; i < shape->n; i++) {
			enum gaff_answer_field field = shape->rows[i].field;
			bool is_flag = field == GAFF_A_STOP || field == GAFF_A_SUPPRESS;

			if (!gaff_json_is(it.key, gaff_answer_leaf(&shape->rows[i])))
				continue;
			knows_one = true;
			if (type != JSON_NULL &&
			    ((gaff_answer_is_text(field) && type != JSON_STRING) ||
			     (is_flag && type != JSON_TRUE && type != JSON_FALSE) ||
			     ((field == GAFF_A_ENV || field == GAFF_A_NATIVE) &&
			      type != JSON_OBJECT)))
				return gaff_fail(err, GAFF_EHOOK,
						 "the hook's answer has the wrong type in %.*s",
						 SV_SHORT(it.key, 60));
		}
	}
	if (is_empty || knows_one)
		return GAFF_OK;
	return gaff_fail(err, GAFF_EHOOK,
			 "the hook's answer has no field of the canonical dialect; is it another "
			 "--dialect?");
}

/* Some agents have a tool whose input is the text of a patch. */
static bool may_be_patch(const struct gaff_host *dialect, struct json input)
{
	for (size_t i = 0; i < dialect->n_tools; i++)
		if (gaff_input_is_patch(&dialect->tools[i], input))
			return true;
	return false;
}

/* Texts where this dialect has no place for them: behind what was said in the right one. */
static bool read_besides(struct arena *a, const struct gaff_host *dialect, struct json doc,
			 struct gaff_response *r)
{
	const struct gaff_response before = *r;

	for (size_t i = 0; i < dialect->n_besides; i++) {
		const struct gaff_answer_row *row = &dialect->besides[i];
		struct json value = gaff_json_at(doc, row->where);
		struct sv *said = &r->text[row->field], text;

		if (gaff_json_type(value) != JSON_STRING)
			continue;
		if (!gaff_json_text(a, value, &text))
			return false;
		/* hooks for several agents say it twice */
		if (!sv_eq(text, before.text[row->field]) && !sv_eq(text, *said))
			*said = gaff_join_texts(a, *said, text);
	}
	return true;
}

static enum gaff_rc read_json(struct arena *a, const struct gaff_host *dialect,
			      const struct gaff_shape *shape, struct json doc,
			      struct gaff_response *r, struct gaff_err *err)
{
	struct buf native_text = buf_in(a);
	struct json_writer native = { .out = &native_text };

	bool needs_word = false, has_word = false; /* that the output is replaced */
	bool is_nested = gaff_json_get(doc, SV("hookSpecificOutput")).n;

	if (dialect == &gaff_host_canonical)
		GAFF_TRY(check_canonical(shape, doc, err));
	for (size_t i = 0; i < shape->n; i++) {
		const struct gaff_answer_row *row = &shape->rows[i];
		struct json value;

		if (row->flags & GAFF_R_WRITE || row->where.p[0] != '/' ||
		    (is_nested && row->flags & GAFF_R_NOT_NESTED))
			continue;
		value = gaff_json_at(doc, row->where);
		needs_word |= row->field == GAFF_A_REPLACES;
		if (!value.n)
			continue;
		has_word |= row->field == GAFF_A_REPLACES && literal_is(value, row->literal);
		if (row->literal.n && literal_is(value, row->literal))
			read_fact(row, &native, r);
		else if (row->literal.n && is_no_word(shape, row, value))
			return gaff_fail(err, GAFF_EHOOK,
					 "the hook's answer has an unknown decision: %.*s",
					 SV_SHORT(value, 60));
		else if (!row->literal.n && !read_value(a, dialect, row, value, &native, r))
			return gaff_no_memory(err);
	}
	if (!read_besides(a, dialect, doc, r))
		return gaff_no_memory(err);
	if (needs_word && !has_word)
		r->updated_output = (struct json){ 0 };
	if (r->updated_input.n && gaff_json_type(r->updated_input) != JSON_OBJECT &&
	    !may_be_patch(dialect, r->updated_input))
		return gaff_fail(err, GAFF_EHOOK, "the hook's new input is not an object");
	if (native_text.n) {
		gaff_json_close(&native, '}');
		GAFF_TRY(gaff_buf_check(&native_text, err));
		r->native = (struct json){ native_text.p, native_text.n };
		r->native_host = dialect;
	}
	return GAFF_OK;
}

/* ---- finding it in what the hook printed ---- */

/*
 * The JSON object that some dialects allow after other text: the first suffix that is one. What
 * is read in vain is counted, so that no text can make this long.
 */
static bool find_after_text(struct sv text, struct json *out)
{
	size_t left = 4 * (size_t)GAFF_HOOK_OUTPUT_MAX;

	while (text.n) {
		const char *brace = memchr(text.p + 1, '{', text.n - 1);
		struct gaff_err why;

		if (!brace)
			return false;
		text = sv_skip(text, (size_t)(brace - text.p));
		if (gaff_json_parse(text, out, &why) == GAFF_OK)
			return true;
		if (why.offset >= left)
			return false;
		left -= why.offset;
	}
	return false;
}

/* What is behind the mark in the last line that has one; of a text without such a line, all. */
static struct sv behind_mark(const struct gaff_host *dialect, struct sv text)
{
	struct sv rest = sv_trim(text), mark = dialect->answer_mark, found = text;

	while (mark.n && rest.n) {
		const char *nl = memchr(rest.p, '\n', rest.n);
		struct sv line = { rest.p, nl ? (size_t)(nl - rest.p) : rest.n };

		if (sv_starts(line, mark))
			found = sv_skip(line, mark.n);
		rest = sv_skip(rest, nl ? line.n + 1 : line.n);
	}
	return found;
}

enum printed { NOTHING, AN_OBJECT, PLAIN_TEXT };

static enum printed look_at(const struct gaff_host *dialect, struct sv text, struct json *doc,
			    struct gaff_err *why)
{
	if (!sv_trim(text).n)
		return NOTHING;
	if (gaff_json_parse(text, doc, why) == GAFF_OK) {
		if (gaff_json_type(*doc) == JSON_OBJECT)
			return AN_OBJECT;
		gaff_fail(why, GAFF_ESYNTAX, "not an object");
		return PLAIN_TEXT;
	}
	if (dialect->flags & GAFF_H_JSON_AFTER_TEXT && find_after_text(text, doc))
		return AN_OBJECT;
	return PLAIN_TEXT;
}

/* Plain text is an answer, or nothing, or no answer at all: the dialect says which. */
static bool is_answer(const struct gaff_host *dialect, const struct gaff_shape *shape,
		      struct sv text)
{
	bool is_read = gaff_shape_text(shape);

	return is_read && !gaff_shape_reads_json(shape)
		       ? true
		       : (is_read || dialect->flags & GAFF_H_TEXT_IS_IGNORED) &&
				 sv_trim(text).p[0] != '{';
}

/* ---- the exit code ---- */

static enum gaff_rc hook_error(const struct gaff_outcome *outcome, const struct gaff_err *why,
			       struct gaff_err *err)
{
	struct sv said = sv_trim(outcome->err);
	const char *nl = said.n ? memchr(said.p, '\n', said.n) : NULL;
	const char *colon = said.n ? ": " : "";

	if (nl)
		said.n = (size_t)(nl - said.p);
	if (said.n > 160)
		said.n = 160;
	/* a shell's code for a child that a signal ended looks the same, and means the same */
	if (outcome->exit > 128 && outcome->exit - 128 < NSIG)
		return gaff_fail(err, GAFF_EHOOK, "the hook was ended by signal %d%s%.*s",
				 outcome->exit - 128, colon, SV_ARG(said));
	if (outcome->exit)
		return gaff_fail(err, GAFF_EHOOK, "the hook failed with exit code %d%s%.*s",
				 outcome->exit, colon, SV_ARG(said));
	if (why->line)
		return gaff_fail(err, GAFF_EHOOK,
				 "the hook's answer is not JSON: %s (line %zu, column %zu)",
				 why->msg, why->line, why->column);
	return gaff_fail(err, GAFF_EHOOK, "the hook's answer is not a JSON object");
}

/* Exit 2 blocks whatever else was said. The reason: the answer's own, else what was printed. */
static void block(const struct gaff_host *dialect, const struct gaff_event_row *row,
		  const struct gaff_outcome *outcome, enum printed printed, bool said_deny,
		  struct gaff_response *r)
{
	const struct gaff_answer_row *said = gaff_shape_row(row->answer, GAFF_A_REASON, false);
	struct sv *reason = &r->text[GAFF_A_REASON];

	said_deny |= said && said->flags & GAFF_R_ALONE; /* that is no word about something else */

	r->decision = GAFF_DENY;
	r->updated_input = (struct json){ 0 };
	if (printed == AN_OBJECT && reason->n && (said_deny || !sv_trim(outcome->err).n))
		return;
	if (dialect->flags & GAFF_H_STDOUT_IS_REASON && printed == PLAIN_TEXT)
		*reason = sv_trim(outcome->out);
	else if (sv_trim(outcome->err).n)
		*reason = sv_trim(outcome->err);
}

static enum gaff_rc read_text(struct arena *a, const struct gaff_host *dialect,
			      const struct gaff_event_row *row, struct sv text,
			      struct gaff_response *r, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	const struct gaff_answer_row *plain = gaff_shape_text(row->answer);

	if (plain && !(plain->flags & GAFF_R_WRITE))
		r->text[plain->field] = text;
	if (row->flags & GAFF_E_TEXT_IS_CONTEXT)
		r->text[GAFF_A_CONTEXT] = text;
	if (row->flags & GAFF_E_TEXT_IS_MESSAGE)
		r->text[GAFF_A_SYSTEM_MESSAGE] = text;
	if (!(row->flags & GAFF_E_TEXT_IS_PATH))
		return GAFF_OK;
	gaff_json_open(&w, '{');
	for (size_t i = 0; i < row->answer->n; i++)
		if (row->answer->rows[i].field == GAFF_A_NATIVE)
			json_member_string(&w, gaff_answer_leaf(&row->answer->rows[i]), text);
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_buf_check(&b, err));
	r->native = (struct json){ b.p, b.n };
	r->native_host = dialect;
	return GAFF_OK;
}

static bool stops(const struct gaff_event_row *row, int code)
{
	return row->stop_exit && code == row->stop_exit;
}

static bool blocks(const struct gaff_event_row *row, const struct gaff_outcome *outcome)
{
	int code = outcome->exit;
	bool has_text = sv_trim(outcome->out).n || sv_trim(outcome->err).n;

	return (code == 2 && !(row->flags & GAFF_E_EXIT_2_WARNS)) || stops(row, code) ||
	       (code != 0 && row->flags & GAFF_E_ANY_EXIT_BLOCKS) ||
	       (row->block_from_exit && code >= row->block_from_exit && code <= 128 && has_text &&
		gaff_event_may_fail_closed(row->id)); /* a hook that crashes must not prolong */
}

static enum gaff_ending ending_of(const struct gaff_host *dialect, const struct gaff_event_row *row,
				  const struct gaff_outcome *outcome, enum printed printed,
				  const struct gaff_response *r)
{
	if (blocks(row, outcome))
		return GAFF_ENDED_2;
	if (outcome->exit == 2) /* what it printed counts, if that is an answer */
		return GAFF_ENDED_0;
	if (outcome->exit != 0) /* some agents read an answer at any code, if there is one */
		return dialect->flags & GAFF_H_JSON_AT_ANY_EXIT && !gaff_response_is_empty(r)
			       ? GAFF_ENDED_0
			       : GAFF_ENDED_OTHER;
	return printed == PLAIN_TEXT && !is_answer(dialect, row->answer, outcome->out)
		       ? GAFF_ENDED_BADLY
		       : GAFF_ENDED_0;
}

enum gaff_rc gaff_decode_response(struct arena *a, const struct gaff_host *dialect,
				  const struct gaff_event_row *row, bool is_blocking,
				  const struct gaff_outcome *said, struct gaff_response *out,
				  struct gaff_err *err)
{
	struct gaff_outcome text = *said, *outcome = &text;
	struct gaff_response r = { 0 };
	struct gaff_err why = { 0 };
	struct json doc = { 0 };
	enum printed printed;

	if (!gaff_utf8_repair(a, &text.out) || !gaff_utf8_repair(a, &text.err))
		return gaff_no_memory(err);
	text.out = behind_mark(dialect, text.out);
	printed = look_at(dialect, text.out, &doc, &why);
	if (printed == AN_OBJECT && gaff_shape_text(row->answer) &&
	    !gaff_shape_reads_json(row->answer))
		printed = PLAIN_TEXT; /* to this agent an object is a text like any other */
	if (printed == NOTHING && dialect->flags & GAFF_H_JSON_ON_STDERR &&
	    look_at(dialect, text.err, &doc, &why) == AN_OBJECT) {
		printed = AN_OBJECT;
		text.err = (struct sv){ 0 };
	}

	if ((outcome->exit == 2 && row->flags & GAFF_E_EXIT_2_IS_NOTHING) ||
	    (outcome->exit == 1 && row->flags & GAFF_E_SILENCE_GRANTS)) {
		*out = r;
		return GAFF_OK;
	}
	if (outcome->exit == 2 && row->flags & GAFF_E_EXIT_2_IS_CONTEXT) {
		r.text[GAFF_A_CONTEXT] = sv_trim(outcome->err);
		*out = r;
		return GAFF_OK;
	}
	if (printed == AN_OBJECT && !blocks(row, outcome))
		GAFF_TRY(read_json(a, dialect, row->answer, doc, &r, err));
	else if (printed == AN_OBJECT) /* blocks whatever it says */
		(void)read_json(a, dialect, row->answer, doc, &r, err);
	switch (gaff_verdict(is_blocking, ending_of(dialect, row, outcome, printed, &r))) {
	case GAFF_AS_SAID:
		if (printed == PLAIN_TEXT && outcome->exit == 0)
			GAFF_TRY(read_text(a, dialect, row, sv_trim(outcome->out), &r, err));
		if (is_blocking && row->flags & GAFF_E_NO_WORD_ASKS &&
		    !has_decision(row->answer, doc))
			r.decision = GAFF_ASK;
		break;
	case GAFF_BLOCKS:
		block(dialect, row, outcome, printed, r.decision == GAFF_DENY, &r);
		r.stop |= stops(row, outcome->exit);
		break;
	case GAFF_FAILED:
	case GAFF_TIMED_OUT:
	case GAFF_WARNS:
		return hook_error(outcome, &why, err);
	}
	*out = r;
	return GAFF_OK;
}
