#include <stdint.h>
#include <stdio.h>

#include "cli/pages/explain.h"
#include "cli/print/plain.h"
#include "guard/guard.h"

enum { HOOK = 2, DETAIL = 7, NAME_MOST = 22, GAP = 2, FILES_SHOWN = 20 };

/* "a (b)", of which b may be missing. */
static void put_pair(const struct sheet *s, const char *label, struct sv a, struct sv b)
{
	SHEET_JOIN(s, 0, label, COLOR_NONE, a, b.n ? SV(" (") : SV(""), b, b.n ? SV(")") : SV(""));
}

/* "context: text", where there is one. */
static void put_value(const struct sheet *s, size_t indent, struct sv key, struct sv value)
{
	struct buf b = buf_in(s->arena);

	if (!value.n)
		return;
	BUF_JOIN(&b, key, SV(": "), value);
	sheet_bytes(s, indent, "", buf_sv(&b));
}

/* ": why", where there is a reason. */
static struct sv colon(struct sv reason)
{
	return reason.n ? SV(": ") : SV("");
}

static void put_field(const struct sheet *s, const char *label, struct json value)
{
	struct sv text;

	if (gaff_json_text(s->arena, value, &text) && text.n)
		sheet_text(s, 0, label, COLOR_NONE, text);
}

/* ---- who calls ---- */

static void put_evidence(const struct sheet *s, const struct explain_candidate *c)
{
	for (size_t i = 0; i < c->n; i++)
		sheet_say(s, 0, "", "%+4d  %.*s", c->row[i]->weight,
			  SV_ARG(explain_clue(s->arena, c->row[i])));
}

static void put_candidates(const struct explanation *x, const struct sheet *s)
{
	struct explain_candidate all[GAFF_HOSTS_MAX];
	struct buf rest = buf_in(s->arena);
	size_t n = explain_candidates(x, all);

	for (size_t i = 0; i < n; i++) {
		bool is_it = x->run.host && sv_eq(all[i].host->id, x->run.host->id);
		char score[16];

		if (is_it || (!x->run.host && all[i].score > 0)) {
			if (!is_it)
				sheet_say(s, 0, "", "for %.*s:", SV_ARG(all[i].host->id));
			put_evidence(s, &all[i]);
			sheet_say(s, 0, "", "%4d  in sum", all[i].score);
			continue;
		}
		(void)snprintf(score, sizeof score, " %d", all[i].score);
		BUF_JOIN(&rest, rest.n ? SV(", ") : SV(""), all[i].host->id, sv_of(score));
	}
	if (rest.n)
		sheet_say(s, 0, "", "others: %.*s", SV_ARG(buf_sv(&rest)));
}

static void put_host(const struct explanation *x, const struct sheet *s)
{
	const struct gaff_host *host = x->run.host, *other = explain_looks_like(x);

	if (!host)
		sheet_text(s, 0, "host", COLOR_NONE, SV("not known"));
	else if (!explain_is_told(x))
		sheet_say(s, 0, "host", "%.*s (%s), %s", SV_ARG(host->id), host->title,
			  x->is_named ? "named by --host" : "played when no --host is given");
	else if (x->registered)
		sheet_say(s, 0, "host",
			  "%.*s (%s), told by the payload: it also runs what is registered with %s",
			  SV_ARG(host->id), host->title, x->registered->title);
	else
		sheet_say(s, 0, "host", "%.*s (%s), told by the payload and the environment",
			  SV_ARG(host->id), host->title);
	if (explain_is_told(x))
		put_candidates(x, s);
	if (other)
		sheet_say(s, 0, "", "but the payload looks like one of %s (%.*s)", other->title,
			  SV_ARG(other->id));
}

/* ---- what happened ---- */

static void put_files(const struct explanation *x, const struct sheet *s)
{
	struct gaff_paths paths;
	struct gaff_err err;

	if (gaff_event_paths(x->arena, &x->event, &paths, &err) != GAFF_OK) {
		sheet_text(s, 0, "files", COLOR_NONE, sv_of(err.msg));
		return;
	}
	for (size_t i = 0; i < paths.n; i++) {
		if (i == FILES_SHOWN && !s->is_full) {
			sheet_say(s, 0, "", "\xe2\x80\xa6 (%zu more; --full)", paths.n - i);
			break;
		}
		sheet_text(s, 0, i ? "" : "files", COLOR_NONE, paths.path[i]);
	}
}

/* Where the project is, and why its hooks are those: where the agent was started, and what is in
 * between. */
static void put_project(const struct explanation *x, const struct sheet *s)
{
	const struct gaff_project *project = &x->trace.sources.project;
	const struct gaff_levels *levels = &project->levels;
	const char *label = ".gaff of";

	if (!project->root) {
		put_field(s, "project", x->event.field[GAFF_F_PROJECT_DIR]);
		return;
	}
	sheet_text(s, 0, "project", COLOR_NONE, sv_of(project->root));
	if (project->here.path) /* what is trusted there counts besides */
		sheet_text(s, 0, "called in", COLOR_NONE,
			   (struct sv){ project->here.path, project->here.n });
	if (levels->first == levels->n)
		return; /* it was started in the only one there is */
	sheet_text(s, 0, "started", COLOR_NONE, sv_of(project->start));
	for (size_t n = levels->first; n; n = gaff_levels_next(levels, n), label = "")
		sheet_text(s, 0, label, COLOR_NONE, (struct sv){ levels->path, n });
}

static void put_event(const struct explanation *x, const struct sheet *s)
{
	const struct gaff_event *e = &x->event;
	struct sv canonical = { 0 };
	struct gaff_err ignored;

	if (!x->run.has_event) {
		if (x->run.host)
			put_pair(s, "event",
				 x->run.row == x->run.host->unknown ? SV("not known")
								    : x->run.native_event,
				 SV("the payload was not understood"));
		return;
	}
	put_field(s, "version", e->field[GAFF_F_HOST_VERSION]);
	(void)gaff_event_full_name(x->arena, e, &canonical, &ignored);
	put_pair(s, "event", e->native_event, canonical);
	if (e->row == e->host->unknown)
		sheet_text(s, 0, "", COLOR_NONE, SV("gaff does not know this event of the agent"));
	if (e->tool_name.n)
		put_pair(s, "tool", e->tool_name,
			 e->tool ? gaff_tool_name(e->tool) : SV("no canonical name"));
	put_files(x, s);
	put_project(x, s);
	put_field(s, "cwd", e->field[GAFF_F_CWD]);
}

static void put_payload(const struct explanation *x, const struct sheet *s)
{
	sheet_say(s, 0, "payload", "%zu bytes, %s", x->payload.n,
		  x->is_made_up ? "made up" : "from stdin");
	sheet_bytes(s, 0, "", x->payload);
}

/* ---- the hooks ---- */

static void put_response(const struct sheet *s, size_t indent, const char *label,
			 const struct gaff_response *r)
{
	struct sv reason = r->text[GAFF_A_REASON];

	SHEET_JOIN(s, indent, label, color_of(r->decision),
		   gaff_response_is_empty(r)  ? SV("no opinion")
		   : r->decision == GAFF_NONE ? SV("no decision")
					      : fire_decision_name(r->decision),
		   colon(reason), reason);
	for (enum gaff_answer_field f = GAFF_A_REASON + 1; f <= GAFF_A_LAST_TEXT; f++)
		put_value(s, indent, gaff_answer_key(f), r->text[f]);
	put_value(s, indent, SV("updated_input"), json_sv(r->updated_input));
	put_value(s, indent, SV("updated_output"), json_sv(r->updated_output));
	put_value(s, indent, SV("env"), json_sv(r->env));
	put_value(s, indent, SV("fields of its own"), json_sv(r->native));
	if (r->stop)
		sheet_text(s, indent, "", COLOR_NONE, SV("continue: false"));
	if (r->suppress)
		sheet_text(s, indent, "", COLOR_NONE, SV("suppress_output: true"));
}

/* What it is meant for, in the words of its manifest. */
static void put_meant(const struct sheet *s, const struct gaff_step *step)
{
	const struct gaff_hook *hook = &step->hook;
	struct sv programs = step->is_rule ? hook->command : SV("");

	SHEET_JOIN(s, DETAIL, "for", COLOR_NONE, hook->event_name,
		   hook->matcher.n ? SV(", matcher ") : SV(""), json_sv(hook->matcher),
		   hook->paths.n ? SV(", paths ") : SV(""), json_sv(hook->paths),
		   programs.n ? SV(", programs ") : SV(""), programs,
		   hook->blocking ? SV("; may block") : SV("; does not block"),
		   hook->async ? SV(", async") : SV(""));
}

static void put_program(const struct explanation *x, const struct sheet *s,
			const struct gaff_step *step)
{
	sheet_text(s, DETAIL, "dialect", COLOR_NONE, explain_dialect(x, step));
	if (step->n_asked > 1)
		sheet_say(s, DETAIL, "asked", "%zu times, once for each part; this is the last",
			  step->n_asked);
	sheet_bytes(s, DETAIL, "stdin", step->input);
	if (!step->has_outcome)
		return;
	sheet_bytes(s, DETAIL, "stdout", step->outcome.out);
	sheet_bytes(s, DETAIL, "stderr", step->outcome.err);
}

/* One that is built in has no stdin and no stdout, but says which rows it found. */
static void put_guard(const struct sheet *s, const struct gaff_guard_report *report)
{
	sheet_text(s, DETAIL, "how", COLOR_NONE, SV("in process: no program is started"));
	for (const struct gaff_finding_row *f = report->finding; f; f = f->next)
		SHEET_JOIN(s, DETAIL, f == report->finding ? "found" : "", color_of(f->decision),
			   fire_decision_name(f->decision), SV(", "), sv_of(f->guard), SV(" "),
			   f->row, SV(": "), f->what);
}

static void put_details(const struct explanation *x, const struct sheet *s,
			const struct gaff_step *step)
{
	static const char *const does[] = { [GAFF_HANDLER_COMMAND] = "runs",
					    [GAFF_HANDLER_HTTP] = "posts to",
					    [GAFF_HANDLER_PROMPT] = "asks",
					    [GAFF_HANDLER_AGENT] = "asks" };

	if (step->source)
		put_meant(s, step);
	if (step->result == GAFF_STEP_NOT_MEANT)
		return;
	if (!step->is_rule)
		sheet_bytes(s, DETAIL, does[step->hook.kind], explain_handler(x, step));
	if (step->result == GAFF_STEP_NOT_RUN || step->result == GAFF_STEP_STARTED)
		return;
	if (step->guard)
		put_guard(s, step->guard);
	else
		put_program(x, s, step);
	if (step->result == GAFF_STEP_ANSWERED || step->said.decision != GAFF_NONE)
		put_response(s, DETAIL, "means", &step->said);
}

struct widths {
	size_t name, result;
};

static struct sv name_of(struct arena *a, const struct gaff_step *step)
{
	struct buf b = buf_in(a);

	gaff_plain_add(&b, step->label, NAME_MOST);
	return buf_sv(&b);
}

static struct widths measure(const struct explanation *x)
{
	struct widths w = { 0 };

	for (size_t i = 0; i < x->trace.n; i++) {
		size_t name = gaff_plain_width(name_of(x->arena, &x->trace.step[i])),
		       result = strlen(explain_result(&x->trace.step[i]));

		w.name = name > w.name ? name : w.name;
		w.result = result > w.result ? result : w.result;
	}
	return w;
}

/* "  1    no-rm  deny  exit 2, 12 ms", or why it was not run. */
static void put_hook(const struct explanation *x, const struct sheet *s, struct widths w,
		     const struct gaff_step *step)
{
	struct sv name = name_of(x->arena, step);
	const char *result = explain_result(step);
	enum color color = s->has_color ? color_of(step->said.decision) : COLOR_NONE;
	size_t left = DETAIL + w.name + GAP + w.result + GAP;
	struct buf why = buf_in(x->arena);
	char behind[64] = "";

	if (step->has_outcome)
		(void)snprintf(behind, sizeof behind, "exit %d, %lld ms", step->outcome.exit,
			       (long long)step->ms);
	else if (step->n_asked)
		(void)snprintf(behind, sizeof behind, "%lld ms", (long long)step->ms);
	printf("%*s%-*zu%.*s", HOOK, "", DETAIL - HOOK, step->source ? step->hook.number : 1,
	       SV_ARG(name));
	printf("%*s", (int)(w.name - gaff_plain_width(name) + GAP), "");
	color_print(color, sv_of(result));
	gaff_plain_add(&why, step->why, SIZE_MAX);
	if (!*behind && left + gaff_plain_width(buf_sv(&why)) <= s->screen) {
		printf("%*s%.*s\n", (int)(step->why.n ? w.result - strlen(result) + GAP : 0), "",
		       SV_ARG(buf_sv(&why)));
	} else {
		printf("%*s%s\n", (int)(*behind ? w.result - strlen(result) + GAP : 0), "", behind);
		if (step->why.n)
			sheet_text(s, DETAIL, "why", COLOR_NONE, step->why);
	}
	put_details(x, s, step);
}

/* ", 2 hooks" */
static struct sv count(char text[40], size_t n, const char *what)
{
	(void)snprintf(text, 40, ", %zu %s%s", n, what, n == 1 ? "" : "s");
	return sv_of(text);
}

static void put_manifest(const struct explanation *x, const struct sheet *s,
			 const struct gaff_source *source)
{
	const struct gaff_err *p = &source->problem;
	bool is_read = p->rc == GAFF_OK || source->manifest.n;
	const char *unused = explain_unused(x, source);
	char hooks[40] = "", rules[40] = "", place[64] = "";

	printf("\n");
	SHEET_JOIN(s, 0, "manifest", COLOR_NONE, sv_of(source->file), SV(" ("),
		   sv_of(gaff_source_scope_name(source)), SV(")"),
		   is_read ? count(hooks, source->manifest.n, "hook") : SV(""),
		   source->manifest.n_rules ? count(rules, source->manifest.n_rules, "rule")
					    : SV(""),
		   source->has_policy ? SV(", with a policy") : SV(""));
	if (!unused)
		return;
	if (p->rc != GAFF_OK && p->line)
		(void)snprintf(place, sizeof place, "%zu:%zu: ", p->line, p->column);
	SHEET_JOIN(s, 0, "", COLOR_NONE,
		   source->is_untrusted ? SV("not trusted: ") : SV("not used: "), sv_of(place),
		   sv_of(unused),
		   source->is_untrusted                     ? SV("; see 'gaff trust'")
		   : p->rc != GAFF_OK && !source->is_inline ? SV("; see 'gaff validate'")
							    : SV(""));
}

static void put_source(const struct explanation *x, const struct sheet *s, struct widths w,
		       const struct gaff_source *source)
{
	put_manifest(x, s, source);
	for (size_t k = 0; k < x->trace.n; k++)
		if (x->trace.step[k].source == source)
			put_hook(x, s, w, &x->trace.step[k]);
}

static void put_hooks(const struct explanation *x, const struct sheet *s)
{
	const struct gaff_sources *sources = &x->trace.sources;
	struct widths w = measure(x);
	const char *none =
		x->trace.is_disabled && !sources->n ? "none is run: GAFF_DISABLE is set"
		: x->trace.elsewhere.n
			? "what is run there is not run here: the agent asks about this on an "
			  "entry of its own too"
		: !x->run.has_event ? "none is run: gaff does not get that far"
		: x->run.command    ? NULL
		: !sources->n       ? "there are no manifests for this call"
				    : NULL;

	if (none)
		sheet_text(s, 0, "hooks", COLOR_NONE, sv_of(none));
	if (x->run.command && x->trace.n) {
		printf("\n");
		sheet_text(s, 0, "hook", COLOR_NONE, SV("the COMMAND; no manifest is looked at"));
		put_hook(x, s, w, &x->trace.step[0]);
	}
	for (size_t i = 0; i < sources->n; i++) {
		put_source(x, s, w, &sources->item[i]);
		if (sources->item[i].stand_in)
			put_source(x, s, w, sources->item[i].stand_in);
	}
}

/* ---- what came of it ---- */

static void put_decision(const struct explanation *x, const struct sheet *s)
{
	const struct gaff_trace *t = &x->trace;
	struct sv reason = t->merged.text[GAFF_A_REASON];
	bool has_one = t->decided || t->merged.decision != GAFF_NONE;

	SHEET_JOIN(s, 0, "decision", color_of(t->merged.decision),
		   fire_decision_name(t->merged.decision), has_one ? SV(", by ") : SV(""),
		   t->decided ? t->decided->label
		   : has_one  ? SV("gaff itself")
			      : SV(""),
		   colon(reason), reason);
}

static bool is_degradation(const struct gaff_trace *t, struct sv warning)
{
	for (size_t i = 0; i < t->n_degradations; i++)
		if (sv_starts(t->degradation[i], warning))
			return true;
	return false;
}

static void put_losses(const struct explanation *x, const struct sheet *s)
{
	const struct gaff_trace *t = &x->trace;

	if (t->error.n && x->unreadable.line)
		sheet_say(s, 0, "error", "stdin:%zu:%zu: %.*s", x->unreadable.line,
			  x->unreadable.column, SV_ARG(t->error));
	else if (t->error.n)
		sheet_text(s, 0, "error", COLOR_NONE, t->error);
	for (size_t i = 0; i < t->n_degradations; i++)
		sheet_text(s, 0, "degraded", COLOR_NONE, t->degradation[i]);
	for (size_t i = 0; i < t->warnings.n; i++)
		if (!is_degradation(t, t->warnings.line[i]))
			sheet_text(s, 0, "warning", COLOR_NONE, t->warnings.line[i]);
	if (!t->notice.n)
		return;
	sheet_text(s, 0, "notice", COLOR_NONE, t->notice);
	sheet_text(s, 0, "", COLOR_NONE,
		   t->is_told ? SV("(the user is told this, once a session)")
			      : SV("(this event has no place to tell the user)"));
}

static void put_answer(const struct explanation *x, const struct sheet *s)
{
	const struct gaff_answer *a = &x->answer;

	sheet_say(s, 0, "answer", "exit %d, %zu bytes on stdout, %zu on stderr, after %lld ms",
		  a->exit, a->out.n, a->err.n, (long long)x->ms);
	sheet_exact(s, 0, "stdout", a->out);
	sheet_exact(s, 0, "stderr", a->err);
	if (!x->has_verdict)
		sheet_text(s, 0, "agent", COLOR_NONE,
			   SV("nobody knows which it is, nor what it does with that"));
	for (size_t i = 0; x->has_verdict && i < x->verdict.n_does; i++)
		sheet_text(s, 0, i ? "" : "agent",
			   i ? COLOR_NONE : color_of(x->verdict.said.decision), x->verdict.does[i]);
}

void explain_print_page(const struct explanation *x, const struct sheet *s)
{
	put_host(x, s);
	put_event(x, s);
	put_payload(x, s);
	put_hooks(x, s);
	printf("\n");
	put_decision(x, s);
	put_losses(x, s);
	printf("\n");
	put_answer(x, s);
}
