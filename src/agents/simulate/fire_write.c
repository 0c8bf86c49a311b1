#include "agents/simulate/fire.h"

struct sv fire_decision_name(enum gaff_decision decision)
{
	static const struct sv names[] = { [GAFF_NONE] = SV_INIT("none"),
					   [GAFF_ALLOW] = SV_INIT("allow"),
					   [GAFF_ASK] = SV_INIT("ask"),
					   [GAFF_DENY] = SV_INIT("deny") };

	return names[decision];
}

void fire_write_response(struct json_writer *w, const struct gaff_response *r, struct sv env_file)
{
	json_member_string(w, SV("decision"), fire_decision_name(r->decision));
	for (enum gaff_answer_field f = GAFF_A_FIRST_TEXT; f <= GAFF_A_LAST_TEXT; f++)
		if (r->text[f].n)
			json_member_string(w, gaff_answer_key(f), r->text[f]);
	if (r->updated_input.n)
		json_member(w, SV("updated_input"), json_sv(r->updated_input));
	if (r->updated_output.n)
		json_member(w, SV("updated_output"), json_sv(r->updated_output));
	if (r->env.n)
		json_member(w, SV("env"), json_sv(r->env));
	if (env_file.n)
		json_member_string(w, SV("env_file"), env_file);
	if (r->stop)
		json_member(w, SV("stop"), SV("true"));
	if (r->suppress)
		json_member(w, SV("suppress_output"), SV("true"));
	if (r->native.n)
		json_member(w, SV("native"), json_sv(r->native));
}

void fire_write_verdict(struct json_writer *w, const struct fire_shot *shot,
			const struct fire_verdict *v)
{
	gaff_json_open(w, '{');
	fire_write_response(w, &v->said, shot->env_file);
	if (v->rejected.n)
		json_member_string(w, SV("rejected"), v->rejected);
	gaff_json_key(w, SV("does"));
	gaff_json_open(w, '[');
	for (size_t i = 0; i < v->n_does; i++)
		gaff_json_string(w, v->does[i]);
	gaff_json_close(w, ']');
	gaff_json_close(w, '}');
}
