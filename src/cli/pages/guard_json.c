#include "agents/simulate/fire.h"
#include "cli/pages/guard.h"

const char *guard_result(enum gaff_row_result result)
{
	static const char *const names[] = {
		[GAFF_ROW_NO] = "no", [GAFF_ROW_PERHAPS] = "perhaps", [GAFF_ROW_YES] = "yes"
	};

	return names[result];
}

static struct sv excerpt(const struct gaff_programs *programs, size_t at, size_t n)
{
	if (at > programs->text.n)
		at = programs->text.n;
	if (n > programs->text.n - at)
		n = programs->text.n - at;
	return (struct sv){ programs->text.p + at, n };
}

static void add_files(struct json_writer *w, const struct gaff_program *p)
{
	gaff_json_member_open(w, SV("files"), '[');
	for (const struct gaff_opened *f = p->opened; f; f = f->next) {
		gaff_json_open(w, '{');
		json_member_string(w, SV("path"), f->path.text);
		gaff_json_member_bool(w, SV("writes"), f->writes);
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, ']');
}

static void add_program(struct json_writer *w, const struct gaff_program *p)
{
	gaff_json_open(w, '{');
	gaff_json_member_text(w, SV("name"), p->name);
	gaff_json_member_open(w, SV("words"), '[');
	for (size_t i = 0; i < p->n; i++)
		gaff_json_string(w, p->word[i].text);
	gaff_json_close(w, ']');
	gaff_json_member_text(w, SV("via"), p->launcher ? p->launcher->name : (struct sv){ 0 });
	gaff_json_member_text(w, SV("cwd"), p->cwd);
	add_files(w, p);
	gaff_json_member_bool(w, SV("elsewhere"), p->is_elsewhere);
	gaff_json_member_bool(w, SV("code"), p->is_code);
	gaff_json_member_size(w, SV("at"), p->at);
	gaff_json_member_size(w, SV("n"), p->n_at);
	gaff_json_close(w, '}');
}

static void add_programs(struct json_writer *w, const struct gaff_programs *programs)
{
	gaff_json_member_open(w, SV("programs"), '[');
	for (const struct gaff_program *p = programs->first; p; p = p->next)
		add_program(w, p);
	gaff_json_close(w, ']');
	gaff_json_member_open(w, SV("unknown"), '[');
	for (const struct gaff_unknown *u = programs->unknown; u; u = u->next) {
		gaff_json_open(w, '{');
		gaff_json_member_size(w, SV("at"), u->at);
		json_member_string(w, SV("why"), sv_of(u->why));
		json_member_string(w, SV("text"), excerpt(programs, u->at, u->n));
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, ']');
}

static void add_tried(struct json_writer *w, const struct gaff_guard_report *report)
{
	gaff_json_member_open(w, SV("tried"), '[');
	for (const struct gaff_tried_row *t = report->tried; t; t = t->next) {
		gaff_json_open(w, '{');
		json_member_string(w, SV("guard"), sv_of(t->guard));
		json_member_string(w, SV("row"), t->row);
		json_member_string(w, SV("when"), t->when);
		gaff_json_member_text(w, SV("program"),
				      t->program ? t->program->name : (struct sv){ 0 });
		json_member_string(w, SV("result"), sv_of(guard_result(t->result)));
		gaff_json_member_text(w, SV("missing"), t->missing);
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, ']');
}

void guard_write_findings(struct json_writer *w, struct sv key,
			  const struct gaff_guard_report *report)
{
	gaff_json_member_open(w, key, '[');
	for (const struct gaff_finding_row *f = report->finding; f; f = f->next) {
		gaff_json_open(w, '{');
		json_member_string(w, SV("guard"), sv_of(f->guard));
		json_member_string(w, SV("row"), f->row);
		json_member_string(w, SV("decision"), fire_decision_name(f->decision));
		json_member_string(w, SV("what"), f->what);
		json_member_string(w, SV("reason"), f->reason);
		gaff_json_member_text(w, SV("instead"), f->instead);
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, ']');
}

void guard_write_json(struct json_writer *w, const struct guard_view *v)
{
	const struct guard_subject *about = &v->about;

	gaff_json_open(w, '{');
	if (about->has_command)
		json_member_string(w, SV("command"), about->command);
	if (about->has_path)
		json_member_string(w, SV("path"), about->path);
	if (about->has_prompt)
		json_member_string(w, SV("prompt"), about->prompt);
	json_member_string(w, SV("decision"), fire_decision_name(v->said.decision));
	if (v->programs)
		add_programs(w, v->programs);
	add_tried(w, &v->report);
	guard_write_findings(w, SV("findings"), &v->report);
	gaff_json_member_text(w, SV("reason"), v->said.text[GAFF_A_REASON]);
	gaff_json_close(w, '}');
}
