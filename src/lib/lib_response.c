#include "agents/codec/say.h"
#include "lib/handles.h"
#include "text/utf8.h"

/* The caller's text may be gone before the answer is written. */
static struct sv kept(const gaff_response *r, const char *text)
{
	struct sv said = sv_of(text);
	struct gaff_err err;

	if (!said.n)
		return said;
	said.p = gaff_arena_dup(r->on->arena, said);
	if (!said.p) {
		(void)gaff_no_memory(&err);
		gaff_lib_failed(r->on, &err);
		return (struct sv){ 0 };
	}
	return said;
}

static void remember(const gaff_response *r, enum gaff_rc rc, const struct gaff_err *err)
{
	if (rc != GAFF_OK)
		gaff_lib_failed(r->on, err);
}

/* A decision without a reason is still one; a text that is not there is a mistake of the hook. */
static bool has_text(const gaff_response *r, const char *what, const char *text)
{
	struct gaff_err err;

	if (text)
		return true;
	(void)gaff_fail(&err, GAFF_EHOOK, "the hook says a %s that is NULL", what);
	gaff_lib_failed(r->on, &err);
	return false;
}

static void decide(gaff_response *r, enum gaff_decision decision, const char *reason)
{
	if (r)
		gaff_say_decision(r->on->arena, &r->said, decision, kept(r, reason));
}

static void say(gaff_response *r, enum gaff_answer_field field, const char *text)
{
	if (r && has_text(r, gaff_answer_key(field).p, text))
		gaff_say_text(r->on->arena, &r->said, field, kept(r, text));
}

void gaff_response_allow(gaff_response *response, const char *reason)
{
	decide(response, GAFF_ALLOW, reason);
}

void gaff_response_deny(gaff_response *response, const char *reason)
{
	decide(response, GAFF_DENY, reason);
}

void gaff_response_ask(gaff_response *response, const char *reason)
{
	decide(response, GAFF_ASK, reason);
}

void gaff_response_acknowledge(gaff_response *response)
{
	if (response)
		response->said.acknowledges = true;
}

void gaff_response_context(gaff_response *response, const char *text)
{
	say(response, GAFF_A_CONTEXT, text);
}

void gaff_response_message(gaff_response *response, const char *text)
{
	say(response, GAFF_A_CONTEXT, text);
}

void gaff_response_user_message(gaff_response *response, const char *text)
{
	say(response, GAFF_A_USER_MESSAGE, text);
}

void gaff_response_system_message(gaff_response *response, const char *text)
{
	say(response, GAFF_A_SYSTEM_MESSAGE, text);
}

void gaff_response_prompt(gaff_response *response, const char *prompt)
{
	say(response, GAFF_A_UPDATED_PROMPT, prompt);
}

void gaff_response_stop(gaff_response *response, const char *reason)
{
	if (!response)
		return;
	response->said.stop = true;
	if (reason)
		say(response, GAFF_A_STOP_REASON, reason);
}

void gaff_response_suppress_output(gaff_response *response)
{
	if (response)
		response->said.suppress = true;
}

/* A call that the hook wants changed does not go on as it is. */
static void rewrite(gaff_response *r, const char *field, struct json value)
{
	const struct gaff_hook_event *e = r->on;
	struct gaff_err err;

	if (!gaff_say_has_tool(e->arena, e->event, &r->warnings))
		r->n_warned = r->warnings.n;
	else if (gaff_say_input(e->arena, e->event, &r->said, sv_of(field), value, &err) != GAFF_OK)
		remember(r, gaff_say_refused(e->arena, e->event, &r->said, &err), &err);
}

/* There is no value for it. That is remembered, and is still no reason to let the call go on. */
static void rewrite_nothing(gaff_response *r)
{
	const struct gaff_hook_event *e = r->on;

	if (GAFF_EV_ANY_TOOL >> e->event->id & 1)
		(void)gaff_say_refused(e->arena, e->event, &r->said, &e->seen->failure);
}

/* What is written there is what was meant: no byte is replaced. */
static bool is_utf8(const gaff_response *r, const char *field, const char *text)
{
	struct gaff_err err;

	if (gaff_utf8_is_valid(sv_of(text)))
		return true;
	(void)gaff_fail(&err, GAFF_EHOOK, "the text for '%.60s' is not UTF-8", field);
	gaff_lib_failed(r->on, &err);
	return false;
}

void gaff_response_rewrite(gaff_response *response, const char *field, const char *text)
{
	if (!response)
		return;
	if (has_text(response, "field", field) && has_text(response, field, text) &&
	    is_utf8(response, field, text))
		rewrite(response, field, gaff_json_of_text(response->on->arena, sv_of(text)));
	else
		rewrite_nothing(response);
}

/* JSON of the hook's; absent: it is none, and that is remembered. */
static struct json parsed(const gaff_response *r, const char *what, const char *json)
{
	struct json value = { 0 };
	struct gaff_err err;

	if (!r || !has_text(r, what, json))
		return value;
	if (gaff_json_parse(kept(r, json), &value, &err) != GAFF_OK) {
		gaff_lib_failed(r->on, &err);
		return (struct json){ 0 };
	}
	return value;
}

void gaff_response_rewrite_json(gaff_response *response, const char *field, const char *json)
{
	struct json value = parsed(response, "value", json);

	if (!response)
		return;
	if (value.n && has_text(response, "field", field))
		rewrite(response, field, value);
	else
		rewrite_nothing(response);
}

void gaff_response_output_json(gaff_response *response, const char *json)
{
	struct json value = parsed(response, "output", json);

	if (value.n)
		response->said.updated_output = value;
}

void gaff_response_env(gaff_response *response, const char *name, const char *value)
{
	struct gaff_err err;

	if (response && has_text(response, "variable", name) && has_text(response, name, value))
		remember(response,
			 gaff_say_variable(response->on->arena, &response->said, sv_of(name),
					   sv_of(value), &err),
			 &err);
}

void gaff_response_native_json(gaff_response *response, const char *json)
{
	struct json members = parsed(response, "native field", json);
	struct gaff_err err;

	if (members.n)
		remember(response,
			 gaff_say_native(response->on->arena, &response->said, members, &err),
			 &err);
}

/* ---- to read one ---- */

enum gaff_verdict_kind gaff_response_decision(const gaff_response *response)
{
	_Static_assert((int)GAFF_VERDICT_NONE == (int)GAFF_NONE &&
			       (int)GAFF_VERDICT_ALLOW == (int)GAFF_ALLOW &&
			       (int)GAFF_VERDICT_ASK == (int)GAFF_ASK &&
			       (int)GAFF_VERDICT_DENY == (int)GAFF_DENY,
		       "they are the same by another name");
	return response ? (enum gaff_verdict_kind)response->said.decision : GAFF_VERDICT_NONE;
}

static const char *text_of(const gaff_response *response, const char *name)
{
	const struct gaff_response *r = &response->said;
	const struct {
		enum gaff_answer_field field;
		struct json value;
	} values[] = { { GAFF_A_UPDATED_INPUT, r->updated_input },
		       { GAFF_A_UPDATED_OUTPUT, r->updated_output },
		       { GAFF_A_ENV, r->env },
		       { GAFF_A_NATIVE, r->native } };

	for (size_t i = 0; i < COUNT_OF(values); i++)
		if (sv_eq(gaff_answer_key(values[i].field), sv_of(name)))
			return values[i].value.n
				       ? gaff_lib_text(response->on, json_sv(values[i].value))
				       : NULL;
	for (size_t i = GAFF_A_FIRST_TEXT; i <= GAFF_A_LAST_TEXT; i++)
		if (sv_eq(gaff_answer_key((enum gaff_answer_field)i), sv_of(name)))
			return r->text[i].n ? gaff_lib_text(response->on, r->text[i]) : NULL;
	return NULL;
}

const char *gaff_response_text(const gaff_response *response, const char *name)
{
	return response && name ? text_of(response, name) : NULL;
}

const char *gaff_response_warning(const gaff_response *response, size_t index)
{
	return response && index < response->warnings.n
		       ? gaff_lib_text(response->on, response->warnings.line[index])
		       : NULL;
}
