#include "agents/codec/say.h"

#include "text/shell/shell.h"

void gaff_say_decision(struct arena *a, struct gaff_response *r, enum gaff_decision decision,
		       struct sv reason)
{
	struct sv *said = &r->text[GAFF_A_REASON];

	if (decision < r->decision)
		return;
	*said = decision == r->decision ? gaff_join_texts(a, *said, reason) : reason;
	r->decision = decision;
}

void gaff_say_text(struct arena *a, struct gaff_response *r, enum gaff_answer_field field,
		   struct sv text)
{
	r->text[field] = gaff_answers[field].is_one ? text
						    : gaff_join_texts(a, r->text[field], text);
}

struct json gaff_json_of_text(struct arena *a, struct sv text)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_json_string(&w, text);
	return buf_ok(&b) ? (struct json){ b.p, b.n } : (struct json){ 0 };
}

static const struct json nothing = { "{}", 2 };

/* A member of an object that may not be there yet. */
static enum gaff_rc set_member(struct arena *a, struct json *object, struct sv name,
			       struct json value, struct gaff_err *err)
{
	struct buf b = buf_in(a);

	buf_addc(&b, '/');
	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] == '~' || name.p[i] == '/')
			gaff_buf_add(&b, name.p[i] == '~' ? SV("~0") : SV("~1"));
		else
			buf_addc(&b, name.p[i]);
	}
	if (!buf_ok(&b) || !value.n)
		return gaff_no_memory(err);
	return gaff_json_set(a, object->n ? *object : nothing, buf_sv(&b), value, (struct sv){ 0 },
			     object, err);
}

/* ---- the input ---- */

/* clang-format off */
static const struct {
	struct sv name, field;
	bool is_edit; /* of the first one */
} other_names[] = {
	{ SV_INIT("file_path"),     SV_INIT("path"), false },
	{ SV_INIT("include"),       SV_INIT("glob"), false },
	{ SV_INIT("subagent_type"), SV_INIT("type"), false },
	{ SV_INIT("old_string"),    SV_INIT("old"),  true },
	{ SV_INIT("new_string"),    SV_INIT("new"),  true },
};
/* clang-format on */

static enum gaff_rc no_such_field(const struct gaff_tool_row *row, struct sv field,
				  struct gaff_err *err)
{
	char names[160] = "";
	size_t n = 0;

	for (size_t i = 0; i < row->n_input && n < sizeof names; i++)
		n += (size_t)snprintf(names + n, sizeof names - n, "%s%.*s", i ? ", " : "",
				      SV_ARG(row->input[i].canonical));
	return gaff_fail(err, GAFF_EUSAGE, "%.*s has no '%.*s' to rewrite; it has: %s",
			 SV_ARG(row->native), SV_SHORT(field, 40), names);
}

/* A misspelt field would be laid beside the real one, and the call go on as it was. */
static enum gaff_rc check_field(const struct gaff_event *event, struct json input, struct sv field,
				struct gaff_err *err)
{
	const struct gaff_tool_row *row = gaff_host_tool_by_id(&gaff_host_canonical_caller,
							       event->tool);

	if (!event->tool_name.n && !event->tool)
		return gaff_fail(err, GAFF_EUSAGE,
				 "a rewrite is for a tool's input, and %.*s is "
				 "about no tool",
				 SV_ARG(event->native_event));
	if (!row || gaff_json_get(input, field).n)
		return GAFF_OK;
	for (size_t i = 0; i < row->n_input; i++)
		if (sv_eq(row->input[i].canonical, field))
			return GAFF_OK;
	return no_such_field(row, field, err);
}

/* One side of the first edit; the others stay as they are. */
static enum gaff_rc say_edit(struct arena *a, struct gaff_response *r, struct json input,
			     struct sv side, struct json value, struct gaff_err *err)
{
	struct json edits = gaff_json_get(r->updated_input, SV("edits"));
	struct buf b = buf_in(a);

	if (!edits.n)
		edits = gaff_json_get(input, SV("edits"));
	if (!gaff_json_at(edits, SV("/0")).n)
		return gaff_fail(err, GAFF_EUSAGE, "this call has no edit to rewrite");
	gaff_buf_add(&b, SV("/0/"));
	gaff_buf_add(&b, side);
	GAFF_TRY(gaff_buf_check(&b, err));
	GAFF_TRY(gaff_json_set(a, edits, buf_sv(&b), value, (struct sv){ 0 }, &edits, err));
	return set_member(a, &r->updated_input, SV("edits"), edits, err);
}

enum gaff_rc gaff_say_input(struct arena *a, const struct gaff_event *event,
			    struct gaff_response *r, struct sv field, struct json value,
			    struct gaff_err *err)
{
	struct json input = { 0 };

	if (!value.n)
		return gaff_no_memory(err);
	if (event->field[GAFF_F_TOOL_INPUT].n)
		GAFF_TRY(gaff_event_input(a, event, &input, err));
	for (size_t i = 0; i < COUNT_OF(other_names); i++) {
		if (!sv_eq(other_names[i].name, field) || gaff_json_get(input, field).n)
			continue;
		if (other_names[i].is_edit)
			return say_edit(a, r, input, other_names[i].field, value, err);
		if (gaff_host_tool_by_id(&gaff_host_canonical_caller, event->tool))
			field = other_names[i].field;
		break;
	}
	GAFF_TRY(check_field(event, input, field, err));
	return set_member(a, &r->updated_input, field, value, err);
}

bool gaff_say_has_tool(struct arena *a, const struct gaff_event *event, struct gaff_warnings *w)
{
	bool yes = GAFF_EV_ANY_TOOL >> event->id & 1;

	if (!yes)
		gaff_warn(a, w, "updated_input is lost: this event is about no tool");
	return yes;
}

enum gaff_rc gaff_say_refused(struct arena *a, const struct gaff_event *event,
			      struct gaff_response *r, const struct gaff_err *err)
{
	struct sv reason = sv_of(err->msg);

	if (err->rc == GAFF_ENOMEM || !gaff_event_is_gate(event->id) ||
	    !gaff_shape_can_deny(event->row->answer))
		return err->rc;
	reason.p = gaff_arena_dup(a, reason);
	if (!reason.p)
		return err->rc;
	r->updated_input = (struct json){ 0 };
	gaff_say_decision(a, r, GAFF_DENY, reason);
	return GAFF_OK;
}

/* ---- the rest ---- */

enum gaff_rc gaff_say_variable(struct arena *a, struct gaff_response *r, struct sv name,
			       struct sv value, struct gaff_err *err)
{
	if (!gaff_shell_is_name(name))
		return gaff_fail(err, GAFF_EUSAGE, "'%.*s' is no name of a variable",
				 SV_SHORT(name, 60));
	if (value.n > GAFF_VARIABLE_MAX || memchr(value.p, '\0', value.n))
		return gaff_fail(err, GAFF_EUSAGE,
				 "the value of %.*s is longer than %d bytes or has a NUL in it",
				 SV_SHORT(name, 60), GAFF_VARIABLE_MAX);
	return set_member(a, &r->env, name, gaff_json_of_text(a, value), err);
}

enum gaff_rc gaff_say_native(struct arena *a, struct gaff_response *r, struct json members,
			     struct gaff_err *err)
{
	struct sv name;

	if (gaff_json_type(members) != JSON_OBJECT)
		return gaff_fail(err, GAFF_EUSAGE, "native fields are a JSON object");
	for (struct json_iter it = gaff_json_iter(members); gaff_json_each(&it);) {
		if (!gaff_json_text(a, it.key, &name))
			return gaff_no_memory(err);
		GAFF_TRY(set_member(a, &r->native, name, it.value, err));
	}
	return GAFF_OK;
}
