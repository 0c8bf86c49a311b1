#include <stdio.h>

#include "agents/simulate/fire.h"
#include "cli/pages/guard.h"

enum { DETAIL = 3, EXCERPT_MOST = 200, TRIED_SHOWN = 40, PROGRAMS_SHOWN = 100 };

/* ---- programs ---- */

/* A word for people: in quotes where it would look like several, "?" for what is not known. */
static void add_word(struct buf *b, struct sv text)
{
	bool is_quoted = !text.n;

	for (size_t i = 0; i < text.n; i++)
		is_quoted |= ascii_isspace(text.p[i]) ||
			     (text.p[i] && strchr("'\"\\|&;<>()$`", text.p[i]));
	gaff_buf_add(b, is_quoted ? SV("'") : SV(""));
	for (size_t i = 0; i < text.n; i++)
		buf_addc(b, text.p[i] ? text.p[i] : '?');
	gaff_buf_add(b, is_quoted ? SV("'") : SV(""));
}

static struct sv words_of(struct arena *a, const struct gaff_program *p)
{
	struct buf b = buf_in(a);

	for (size_t i = 0; i < p->n; i++) {
		if (i)
			buf_addc(&b, ' ');
		add_word(&b, p->word[i].text);
	}
	return buf_sv(&b);
}

static void add_note(struct buf *b, struct sv before, struct sv text)
{
	BUF_JOIN(b, b->n ? SV("; ") : SV(""), before, text);
}

static void put_program(const struct guard_view *v, const struct sheet *s,
			const struct gaff_program *p, const char *label)
{
	struct buf b = buf_in(s->arena);

	sheet_text(s, 0, label, COLOR_NONE, words_of(s->arena, p));
	if (p->launcher)
		add_note(&b, SV("started by "), p->launcher->name);
	if (p->fed_by)
		add_note(&b, SV("reads what is printed by "), p->fed_by->name);
	if (p->cwd.n && !sv_eq(p->cwd, v->call.world.cwd))
		add_note(&b, SV("in "), p->cwd);
	if (p->is_elsewhere)
		add_note(&b, SV("on another machine or in a container"), SV(""));
	if (p->is_code)
		add_note(&b, SV("what the code of an interpreter does"), SV(""));
	for (const struct gaff_opened *f = p->opened; f; f = f->next) {
		add_note(&b, f->writes ? SV("writes ") : SV("reads "), SV(""));
		add_word(&b, f->path.text);
	}
	if (b.n)
		sheet_text(s, DETAIL, "", COLOR_NONE, buf_sv(&b));
}

static void put_programs(const struct guard_view *v, const struct sheet *s)
{
	size_t n = 0;

	if (!v->programs->first)
		sheet_text(s, 0, "programs", COLOR_NONE, SV("none"));
	for (const struct gaff_program *p = v->programs->first; p; p = p->next, n++)
		if (n < PROGRAMS_SHOWN)
			put_program(v, s, p, n ? "" : "programs");
	if (n > PROGRAMS_SHOWN)
		sheet_say(s, 0, "", "(%zu more; --json has them)", n - PROGRAMS_SHOWN);
}

static void put_unknown(const struct guard_view *v, const struct sheet *s)
{
	const struct gaff_programs *programs = v->programs;

	for (const struct gaff_unknown *u = programs->unknown; u; u = u->next) {
		size_t at = u->at < programs->text.n ? u->at : programs->text.n;
		size_t n = u->n < programs->text.n - at ? u->n : programs->text.n - at;

		SHEET_JOIN(
			s, 0, u == programs->unknown ? "unknown" : "", COLOR_NONE, sv_of(u->why),
			SV(": "),
			(struct sv){ programs->text.p + at, n < EXCERPT_MOST ? n : EXCERPT_MOST },
			n > EXCERPT_MOST ? SV("...") : SV(""));
	}
}

/* ---- rows ---- */

/* Rows of the guards that were asked, but for those that were tried. */
static size_t count_others(const struct guard_view *v)
{
	size_t n = 0;

	for (size_t g = 0; g < v->request.n; g++) {
		for (size_t i = 0; i < v->request.guard[g]->n_rows; i++) {
			const char *when = v->request.guard[g]->rows[i].when;
			bool is_tried = when[0] == '('; /* not about programs */

			for (const struct gaff_tried_row *t = v->report.tried; t && !is_tried;
			     t = t->next)
				is_tried = t->when.p == when;
			n += !is_tried;
		}
	}
	return n;
}

/* Is it about another sub-command, or about files that no program here touches? */
static bool is_far(const struct gaff_tried_row *t)
{
	const char *space = t->when.n ? memchr(t->when.p, ' ', t->when.n) : NULL;
	struct sv rest = space ? sv_skip(t->when, (size_t)(space - t->when.p) + 1) : t->when;

	return t->result == GAFF_ROW_NO && sv_starts(rest, t->missing) &&
	       (sv_starts(t->when, SV("* ")) || (t->missing.n && ascii_isalpha(t->missing.p[0])));
}

static void put_row(const struct sheet *s, const struct gaff_tried_row *t, const char *label)
{
	bool has_missing = t->missing.n && t->result != GAFF_ROW_YES;

	SHEET_JOIN(s, 0, label,
		   t->result == GAFF_ROW_YES       ? COLOR_RED
		   : t->result == GAFF_ROW_PERHAPS ? COLOR_YELLOW
						   : COLOR_NONE,
		   sv_of(guard_result(t->result)), SV(": "), t->row, SV(" ("), t->when, SV(")"),
		   !has_missing               ? SV("")
		   : t->result == GAFF_ROW_NO ? SV("; there is no ")
					      : SV("; not known is "),
		   has_missing ? t->missing : SV(""));
}

static void put_tried(const struct guard_view *v, const struct sheet *s)
{
	size_t shown = 0, far = 0, more = 0;

	for (const struct gaff_tried_row *t = v->report.tried; t; t = t->next) {
		if (is_far(t))
			far++;
		else if (shown >= TRIED_SHOWN)
			more++;
		else
			put_row(s, t, shown++ ? "" : "rows");
	}
	if (more)
		sheet_say(s, 0, "", "%zu more; --json has them", more);
	if (far)
		sheet_say(s, 0, shown++ ? "" : "rows", "no: %zu about other sub-commands or files",
			  far);
	sheet_say(s, 0, shown ? "" : "rows", "no: %zu about other programs", count_others(v));
}

/* ---- what came of it ---- */

static void put_findings(const struct guard_view *v, const struct sheet *s)
{
	for (const struct gaff_finding_row *f = v->report.finding; f; f = f->next)
		SHEET_JOIN(s, 0, f == v->report.finding ? "found" : "", color_of(f->decision),
			   fire_decision_name(f->decision), SV(" by "), sv_of(f->guard), SV(", "),
			   f->row, SV(": "), f->what);
}

static void put_verdict(const struct guard_view *v, const struct sheet *s)
{
	if (v->said.decision == GAFF_NONE) {
		sheet_text(s, 0, "verdict", COLOR_NONE, SV("no objection"));
		return;
	}
	sheet_text(s, 0, "verdict", color_of(v->said.decision),
		   fire_decision_name(v->said.decision));
	sheet_text(s, 0, "reason", COLOR_NONE, v->said.text[GAFF_A_REASON]);
}

void guard_print_page(const struct guard_view *v, const struct sheet *s)
{
	struct gaff_err err;

	if (v->about.has_command) {
		sheet_text(s, 0, "command", COLOR_NONE, v->about.command);
		if (guard_print_tree(s, v->about.command, &err) != GAFF_OK)
			sheet_text(s, 0, "parse", COLOR_NONE, sv_of(err.msg));
		printf("\n");
		put_programs(v, s);
		put_unknown(v, s);
		printf("\n");
		put_tried(v, s);
	} else if (v->about.has_path) {
		sheet_text(s, 0, "path", COLOR_NONE, v->about.path);
	} else {
		sheet_text(s, 0, "prompt", COLOR_NONE, v->about.prompt);
	}
	printf("\n");
	put_findings(v, s);
	put_verdict(v, s);
}
