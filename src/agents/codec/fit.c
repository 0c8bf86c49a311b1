#include "agents/codec/fit.h"

#include <stdarg.h>

#include "text/utf8.h"

/*
 * Between what a hook said and what this event can carry. Nothing is dropped in silence:
 * every loss is a warning, and a loss that would weaken a guard becomes a denial.
 */

void gaff_warn(struct arena *a, struct gaff_warnings *w, const char *fmt, ...)
{
	char text[400];
	struct sv line;
	va_list ap;
	int n;

	if (w->n == GAFF_WARNINGS_MAX)
		return;
	va_start(ap, fmt);
	n = vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	if (n <= 0)
		return;
	for (char *p = text; *p; p++) /* one line, whatever names are in it */
		if ((unsigned char)*p < 0x20)
			*p = ' ';
	line = (struct sv){ text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1 };
	line.p = gaff_arena_dup(a, line);
	if (line.p)
		w->line[w->n++] = line;
}

/* Other versions of the agent take it; of an unknown one nobody can tell. */
static bool is_of_another_version(const struct fitting *f, const struct gaff_answer_row *row)
{
	return row->flags & GAFF_R_BY_VERSION && !gaff_row_is_honoured(f->event, row);
}

static bool names_file(struct json value)
{
	return gaff_json_type(value) == JSON_STRING && value.n > 2;
}

const struct gaff_answer_row *gaff_fit_place(const struct fitting *f, enum gaff_answer_field field)
{
	const struct gaff_answer_row *row = gaff_shape_row(f->shape, field, fit_is_mcp(f));
	unsigned skip = GAFF_R_READ | (fit_is_mcp(f) ? GAFF_R_NOT_MCP : GAFF_R_MCP_ONLY);

	/* a field may have one place beside a denial, and another else */
	while (row && (row->field != field || row->flags & skip ||
		       !gaff_row_goes_with(row, f->r->decision)))
		row = row + 1 < f->shape->rows + f->shape->n ? row + 1 : NULL;
	if (row && row->where.p[0] == '$' && !names_file(f->event->field[GAFF_F_ENV_FILE]))
		return NULL;
	if (gaff_row_is_silenced(f->event->row, f->r->decision))
		return NULL;
	return row && is_of_another_version(f, row) ? NULL : row;
}

/* Does a denial keep something from happening, rather than come after it or prolong it? */
static bool is_gate(const struct fitting *f)
{
	return gaff_event_is_gate(f->event->id) && !(f->event->row->flags & GAFF_E_PROLONGS);
}

void gaff_fit_lost(const struct fitting *f, struct sv what)
{
	gaff_warn(f->arena, f->warnings, "%.*s is lost: %s cannot take it on %.*s", SV_ARG(what),
		  f->event->host->title, SV_ARG(f->event->native_event));
}

/* Or try to, at least. */
static bool can_refuse(const struct fitting *f)
{
	return gaff_shape_can_deny(f->shape) || f->shape->deny_by == GAFF_DENY_IN_VAIN;
}

static void fit_stop(struct fitting *f)
{
	struct gaff_response *r = f->r;
	bool can_stop = r->stop && gaff_fit_place(f, GAFF_A_STOP), is_held = false;

	if (!r->stop)
		return;
	/* Claude Code 2.1.325 runs the tool first and stops then; to stop means before it. A prompt
	   that was to be the end must not begin something. */
	if (f->event->id == GAFF_EV_BEFORE_TOOL ||
	    (f->event->id == GAFF_EV_BEFORE_PROMPT && !can_stop && can_refuse(f))) {
		is_held = true;
		r->decision = GAFF_DENY;
		if (!r->text[GAFF_A_REASON].n)
			r->text[GAFF_A_REASON] = r->text[GAFF_A_STOP_REASON];
	}
	if (!can_stop) {
		if (is_held)
			gaff_warn(f->arena, f->warnings,
				  "continue: false became deny: %s cannot stop on %.*s",
				  f->event->host->title, SV_ARG(f->event->native_event));
		else
			gaff_fit_lost(f, SV("continue: false"));
		r->stop = false;
		r->text[GAFF_A_STOP_REASON] = (struct sv){ 0 };
	}
}

/* Of a question that nobody will be asked: who reads the denial has to know what to do. */
static void deny_question(struct fitting *f, bool could_ask)
{
	struct sv *reason = &f->r->text[GAFF_A_REASON];
	const char *title = f->event->host->title;
	char why[80], also[80] = "", text[320];

	if (could_ask) {
		(void)snprintf(why, sizeof why, "nobody can be asked in this run");
		(void)snprintf(also, sizeof also, " run %s interactively,", title);
	} else {
		(void)snprintf(why, sizeof why, "%s does not ask here", title);
	}
	(void)snprintf(text, sizeof text,
		       "This needs a person's confirmation, and %s: the user can do it "
		       "themselves,%s or change the guard or rule that asks.",
		       why, also);
	f->r->decision = GAFF_DENY;
	*reason = gaff_join_texts(f->arena, *reason, sv_of(gaff_arena_dup(f->arena, sv_of(text))));
}

static void fit_ask(struct fitting *f, enum gaff_ask_fallback fallback)
{
	const struct gaff_answer_row *row = gaff_shape_row(f->shape, GAFF_A_ASK, fit_is_mcp(f));

	unsigned asks = f->event->row->flags & (GAFF_E_SILENCE_ASKS | GAFF_E_SILENCE_GRANTS);

	if (f->r->decision != GAFF_ASK ||
	    (row && gaff_row_is_honoured(f->event, row) && !(asks & GAFF_E_SILENCE_GRANTS)))
		return;
	if (asks) { /* the agent is about to ask anyway, or does at exit 1 */
		f->r->decision = GAFF_NONE;
		f->r->text[GAFF_A_REASON] = (struct sv){ 0 };
		return;
	}
	/* passed on, the agent goes ahead: with the old input, if there is a new one */
	if (row && fallback == GAFF_ASK_PASSES && !f->r->updated_input.n) {
		gaff_warn(f->arena, f->warnings, "ask is passed on, but %s does not ask on %.*s",
			  f->event->host->title, SV_ARG(f->event->native_event));
		return;
	}
	if (!is_gate(f) || !can_refuse(f)) {
		gaff_fit_lost(f, SV("ask"));
		f->r->decision = GAFF_NONE;
		f->r->text[GAFF_A_REASON] = (struct sv){ 0 };
		return;
	}
	gaff_warn(f->arena, f->warnings, "ask became deny: %s does not ask on %.*s",
		  f->event->host->title, SV_ARG(f->event->native_event));
	deny_question(f, false);
}

/* Would this agent ask the user, if one were there? */
static bool is_asked(const struct fitting *f)
{
	const struct gaff_answer_row *row = gaff_shape_row(f->shape, GAFF_A_ASK, fit_is_mcp(f));

	return f->r->decision == GAFF_ASK && row && gaff_row_is_honoured(f->event, row) &&
	       !(f->event->row->flags & GAFF_E_SILENCE_GRANTS);
}

void gaff_fit_unattended(struct arena *a, const struct gaff_event *event,
			 enum gaff_ask_fallback ask, struct gaff_response *r,
			 struct gaff_warnings *w)
{
	struct fitting f = { a, event, event->row->answer, r, w };
	const struct gaff_host *host = event->host;

	if (!is_asked(&f) || r->stop || !is_gate(&f) || !can_refuse(&f))
		return;
	/* who wants it so gets it, but for an agent that would never go on */
	if (ask == GAFF_ASK_PASSES && !r->updated_input.n &&
	    host->attended->unanswered != GAFF_UNANSWERED_ENDS) {
		gaff_warn(a, w, "ask is passed on, but nobody is seen whom %s could ask",
			  host->title);
		return;
	}
	gaff_warn(a, w, "ask became deny: nobody is seen whom %s could ask", host->title);
	deny_question(&f, true);
}

/* A denial that does not say why still says something. */
static void give_reason(struct gaff_response *r)
{
	if (gaff_utf8_is_blank(r->text[GAFF_A_REASON]))
		r->text[GAFF_A_REASON] = SV(GAFF_DEFAULT_REASON);
}

static void fit_decision(struct fitting *f)
{
	struct gaff_response *r = f->r;
	enum gaff_decision was = r->decision;

	if (r->decision == GAFF_DENY && f->shape->deny_by == GAFF_DENY_IN_VAIN) {
		gaff_warn(f->arena, f->warnings,
			  "deny may be lost: not every version of %s heeds it on %.*s",
			  f->event->host->title, SV_ARG(f->event->native_event));
	} else if (r->decision == GAFF_DENY && !gaff_shape_can_deny(f->shape)) {
		if (!gaff_event_is_gate(f->event->id) && gaff_fit_place(f, GAFF_A_CONTEXT)) {
			/* too late to block: a denial here is feedback, and context is that too */
			give_reason(r);
			r->text[GAFF_A_CONTEXT] = gaff_join_texts(f->arena, r->text[GAFF_A_REASON],
								  r->text[GAFF_A_CONTEXT]);
			gaff_warn(f->arena, f->warnings,
				  "deny became context: %s cannot block on %.*s",
				  f->event->host->title, SV_ARG(f->event->native_event));
		} else {
			gaff_fit_lost(f, SV("deny"));
		}
		r->decision = GAFF_NONE;
	}
	if (r->decision == GAFF_ALLOW && !gaff_shape_row(f->shape, GAFF_A_ALLOW, fit_is_mcp(f))) {
		/* only where there is something to grant; elsewhere allow just means "go on" */
		if (f->event->id == GAFF_EV_BEFORE_TOOL ||
		    f->event->id == GAFF_EV_PERMISSION_REQUEST)
			gaff_warn(f->arena, f->warnings,
				  "allow grants nothing: %s does not take it on %.*s",
				  f->event->host->title, SV_ARG(f->event->native_event));
		r->decision = GAFF_NONE;
	}
	if (r->decision == GAFF_DENY)
		give_reason(r);
	if (r->decision == GAFF_NONE && r->text[GAFF_A_REASON].n) {
		const struct gaff_answer_row *row = gaff_shape_row(f->shape, GAFF_A_REASON,
								   fit_is_mcp(f));

		if (row && row->flags & GAFF_R_ALONE)
			return;
		if (was == GAFF_NONE) /* of a decision that got lost more was said above */
			gaff_fit_lost(f, SV("reason (without a decision)"));
		r->text[GAFF_A_REASON] = (struct sv){ 0 };
	}
}

static void lose_text(const struct fitting *f, enum gaff_answer_field field)
{
	const struct gaff_answer_row *row = gaff_shape_row(f->shape, field, fit_is_mcp(f));
	const struct gaff_event *event = f->event;

	if (row && is_of_another_version(f, row))
		gaff_warn(f->arena, f->warnings,
			  "%.*s is lost: this version of %s is not known to take it on %.*s",
			  SV_ARG(gaff_answer_key(field)), event->host->title,
			  SV_ARG(event->native_event));
	else
		gaff_fit_lost(f, gaff_answer_key(field));
}

/* Texts without a place of their own: a message for the user may go where another one goes. */
static void fit_texts(struct fitting *f)
{
	static const enum gaff_answer_field messages[] = { GAFF_A_MESSAGE, GAFF_A_SYSTEM_MESSAGE,
							   GAFF_A_USER_MESSAGE };
	struct sv *text = f->r->text;

	for (size_t i = 0; i < COUNT_OF(messages); i++) {
		enum gaff_answer_field from = messages[i];

		for (size_t k = 0; k < COUNT_OF(messages) && text[from].n; k++) {
			enum gaff_answer_field to = messages[COUNT_OF(messages) - 1 - k];

			if (gaff_fit_place(f, from))
				break;
			if (to != from && gaff_fit_place(f, to)) {
				text[to] = gaff_join_texts(f->arena, text[to], text[from]);
				text[from] = (struct sv){ 0 };
			}
		}
	}
	for (size_t i = GAFF_A_FIRST_TEXT; i <= GAFF_A_LAST_TEXT; i++) {
		/* at exit 2 a reason needs no place in the JSON: it is on stderr */
		if (!text[i].n || (i == GAFF_A_REASON && f->r->decision != GAFF_ASK) ||
		    gaff_fit_place(f, (enum gaff_answer_field)i))
			continue;
		lose_text(f, (enum gaff_answer_field)i);
		text[i] = (struct sv){ 0 };
	}
}

/*
 * Is this the place of the decision, and that one says something else? A denial always wins there,
 * another decision if its row comes first.
 */
static bool is_contradicted(const struct fitting *f, const struct gaff_answer_row *row,
			    struct json value)
{
	const struct gaff_answer_row *decided;

	if (f->r->decision == GAFF_NONE)
		return false;
	decided = gaff_shape_row(
		f->shape, (enum gaff_answer_field)(GAFF_A_ALLOW + f->r->decision - GAFF_ALLOW),
		fit_is_mcp(f));
	return decided && sv_eq(decided->where, row->where) &&
	       (f->r->decision == GAFF_DENY || decided < row) &&
	       !sv_eq(decided->literal, json_sv(value));
}

/* Fields only one host has: kept for that host and only where its rows know them. */
static enum gaff_rc fit_native(struct fitting *f, struct gaff_err *err)
{
	struct buf b = buf_in(f->arena);
	struct json_writer w = { .out = &b };
	bool foreign = f->r->native_host && f->r->native_host != f->event->host;
	unsigned not_here = GAFF_R_READ | (fit_is_mcp(f) ? GAFF_R_NOT_MCP : GAFF_R_MCP_ONLY);

	if (!f->r->native.n)
		return GAFF_OK;
	gaff_json_open(&w, '{');
	for (struct json_iter it = gaff_json_iter(f->r->native); gaff_json_each(&it);) {
		bool known = false;

		for (size_t i = 0; i < f->shape->n && !foreign; i++) {
			const struct gaff_answer_row *row = &f->shape->rows[i];

			known |= row->field == GAFF_A_NATIVE && !(row->flags & not_here) &&
				 !gaff_row_is_silenced(f->event->row, f->r->decision) &&
				 gaff_row_goes_with(row, f->r->decision) &&
				 !is_contradicted(f, row, it.value) &&
				 (row->flags & GAFF_R_ANY_NATIVE ||
				  gaff_json_is(it.key, gaff_answer_leaf(row)));
		}
		if (known)
			gaff_json_copy(&w, it.key, it.value);
		else
			gaff_fit_lost(f, (struct sv){ it.key.p, it.key.n < 80 ? it.key.n : 80 });
	}
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_buf_check(&b, err));
	f->r->native = b.n > 2 ? (struct json){ b.p, b.n } : (struct json){ 0 };
	return GAFF_OK;
}

/* Variables are texts; an agent may throw a whole answer away for one that is not. */
/* Some agents read their file of variables line by line, and know no escapes. */
static bool fits_on_a_line(struct fitting *f, struct json value)
{
	struct sv text;

	return !(f->event->host->flags & GAFF_H_ENV_FILE_IS_RAW) ||
	       (gaff_json_text(f->arena, value, &text) && !memchr(text.p, '\n', text.n) &&
		!memchr(text.p, '\r', text.n));
}

static enum gaff_rc fit_env(struct fitting *f, struct gaff_err *err)
{
	struct json_iter it = gaff_json_iter(f->r->env);
	struct buf b = buf_in(f->arena);
	struct json_writer w = { .out = &b };
	struct json key, value;

	if (!f->r->env.n)
		return GAFF_OK;
	if (!gaff_fit_place(f, GAFF_A_ENV)) {
		gaff_fit_lost(f, SV("env"));
		f->r->env = (struct json){ 0 };
		return GAFF_OK;
	}
	gaff_json_open(&w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		if (gaff_json_type(value) == JSON_STRING && fits_on_a_line(f, value))
			gaff_json_copy(&w, key, value);
		else
			gaff_warn(f->arena, f->warnings,
				  "env %.*s is lost: its value is not a text that fits",
				  SV_SHORT(key, 80));
	}
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_buf_check(&b, err));
	f->r->env = b.n > 2 ? (struct json){ b.p, b.n } : (struct json){ 0 };
	return GAFF_OK;
}

/* On stdout there is either text or JSON: beside JSON the text is lost. */
static void fit_plain(struct fitting *f)
{
	const struct gaff_answer_row *row = gaff_shape_text(f->shape);
	struct buf json = buf_in(f->arena);

	if (!row || !gaff_shape_reads_json(f->shape))
		return;
	gaff_write_answer(&json, f->event->row, f->event->native_event, fit_is_mcp(f), f->r);
	for (size_t i = 0; i < f->shape->n && json.n > 2; i++) {
		struct sv *text = &f->r->text[f->shape->rows[i].field];

		if (f->shape->rows[i].where.p[0] != '-' || !text->n)
			continue;
		gaff_fit_lost(f, gaff_answer_key(f->shape->rows[i].field));
		*text = (struct sv){ 0 };
	}
}

/* Where stderr is the reason itself, warnings go to the user by the agent's own message. */
static void show_warnings(struct fitting *f)
{
	if (f->r->decision != GAFF_DENY || !gaff_shape_shows_warnings(f->shape))
		return;
	for (size_t i = 0; i < f->warnings->n; i++)
		f->r->text[GAFF_A_SYSTEM_MESSAGE] = gaff_join_texts(
			f->arena, f->r->text[GAFF_A_SYSTEM_MESSAGE], f->warnings->line[i]);
}

enum gaff_rc gaff_fit_response(struct arena *a, const struct gaff_event *event,
			       enum gaff_ask_fallback ask, struct gaff_response *r,
			       struct gaff_warnings *w, struct gaff_err *err)
{
	struct fitting f = { a, event, event->row->answer, r, w };

	if (gaff_response_is_empty(r))
		return GAFF_OK;
	fit_stop(&f);
	fit_ask(&f, ask);
	GAFF_TRY(gaff_fit_rewrite(&f, err));
	fit_decision(&f);
	GAFF_TRY(gaff_fit_output(&f, err));
	fit_texts(&f);
	GAFF_TRY(fit_env(&f, err));
	if (r->suppress && !gaff_fit_place(&f, GAFF_A_SUPPRESS)) {
		gaff_fit_lost(&f, SV("suppress_output"));
		r->suppress = false;
	}
	GAFF_TRY(fit_native(&f, err));
	fit_plain(&f);
	show_warnings(&f);
	return event->host->compose ? event->host->compose(a, event, r, w, err) : GAFF_OK;
}
