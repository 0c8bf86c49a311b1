#include "cli/fire.h"

#include <stdio.h>

#include "text/visible.h"

/* A label, and a text that may have several lines. */
static void print_part(const char *label, struct sv text)
{
	const char *p = text.p, *end = text.n ? text.p + text.n : text.p;
	char room[VISIBLE_MAX];
	struct sv shown;

	printf("%-8s", label);
	while (p < end) {
		p += gaff_visible_letter(p, end, VISIBLE_PAGE, room, &shown);
		if (*shown.p == '\n')
			printf("\n%-8s", "");
		else
			(void)fwrite(shown.p, 1, shown.n, stdout);
	}
	printf("\n");
}

void fire_print_page(const struct fire_shot *shot, const struct fire_verdict *v)
{
	struct sv out = sv_trim(shot->outcome.out), error = sv_trim(shot->outcome.err);

	print_part("payload", json_sv(shot->payload));
	printf("%-8s%d\n", "exit", shot->outcome.exit);
	if (out.n)
		print_part("stdout", out);
	if (error.n)
		print_part("stderr", error);
	if (sv_trim(shot->said).n)
		print_part("gaff", sv_trim(shot->said));
	for (size_t i = 0; i < v->n_does; i++)
		print_part(i ? "" : "agent", v->does[i]);
}

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

enum gaff_rc fire_print_json(struct arena *a, const struct fire_shot *shot,
			     const struct fire_verdict *v, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("host"), shot->mimic.host->id);
	json_member_string(&w, SV("event"), shot->mimic.row->native);
	json_member(&w, SV("payload"), json_sv(shot->payload));
	if (v) {
		char code[16];

		(void)snprintf(code, sizeof code, "%d", shot->outcome.exit);
		json_member(&w, SV("exit"), sv_of(code));
		json_member_string(&w, SV("stdout"), shot->outcome.out);
		json_member_string(&w, SV("stderr"), shot->outcome.err);
		json_member_string(&w, SV("gaff"), sv_trim(shot->said));
		gaff_json_key(&w, SV("agent"));
		fire_write_verdict(&w, shot, v);
	}
	gaff_json_close(&w, '}');
	buf_addc(&b, '\n');
	if (!buf_ok(&b))
		return gaff_fail(err, GAFF_ENOMEM, "no memory for the result");
	(void)fwrite(b.p, 1, b.n, stdout);
	return GAFF_OK;
}
