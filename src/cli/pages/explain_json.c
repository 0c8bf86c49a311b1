#include "cli/pages/explain.h"
#include "cli/pages/guard.h"

/* What programs wrote is in here as texts, byte for byte where it is UTF-8. */

static void add_field(struct json_writer *w, struct sv key, struct json value)
{
	json_member(w, key, value.n ? json_sv(value) : SV("null"));
}

static void add_list(struct json_writer *w, struct sv key, const struct sv *item, size_t n)
{
	gaff_json_member_open(w, key, '[');
	for (size_t i = 0; i < n; i++)
		gaff_json_string(w, item[i]);
	gaff_json_close(w, ']');
}

static void add_candidates(const struct explanation *x, struct json_writer *w)
{
	struct explain_candidate all[GAFF_HOSTS_MAX];
	size_t n = explain_is_told(x) ? explain_candidates(x, all) : 0;

	gaff_json_member_open(w, SV("candidates"), '[');
	for (size_t i = 0; i < n; i++) {
		gaff_json_open(w, '{');
		json_member_string(w, SV("host"), all[i].host->id);
		gaff_json_member_number(w, SV("score"), all[i].score);
		gaff_json_member_open(w, SV("evidence"), '[');
		for (size_t k = 0; k < all[i].n; k++) {
			gaff_json_open(w, '{');
			json_member_string(w, SV("where"), all[i].row[k]->where);
			json_member_string(w, SV("value"), all[i].row[k]->value);
			gaff_json_member_number(w, SV("weight"), all[i].row[k]->weight);
			gaff_json_close(w, '}');
		}
		gaff_json_close(w, ']');
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, ']');
}

static void add_host(const struct explanation *x, struct json_writer *w)
{
	const struct gaff_host *other = explain_looks_like(x);

	gaff_json_member_text(w, SV("host"), x->run.host ? x->run.host->id : SV(""));
	gaff_json_member_open(w, SV("why_host"), '{');
	json_member_string(w, SV("by"),
			   !x->run.host         ? SV("nothing")
			   : explain_is_told(x) ? SV("payload")
			   : x->is_named        ? SV("option")
						: SV("default"));
	gaff_json_member_text(w, SV("registered"), x->registered ? x->registered->id : SV(""));
	gaff_json_member_text(w, SV("looks_like"), other ? other->id : SV(""));
	add_candidates(x, w);
	gaff_json_close(w, '}');
}

/* Those that were looked into for a .gaff, outermost first. */
static void add_folders(struct json_writer *w, const struct gaff_levels *levels)
{
	gaff_json_member_open(w, SV("folders"), '[');
	for (size_t n = 0; (n = gaff_levels_next(levels, n)) > 0;)
		gaff_json_string(w, (struct sv){ levels->path, n });
	gaff_json_close(w, ']');
}

static void add_event(const struct explanation *x, struct json_writer *w)
{
	const struct gaff_event *e = &x->event;
	const struct gaff_project *project = &x->trace.sources.project;
	const char *root = project->root;
	struct gaff_paths paths = { 0 };
	struct sv canonical = { 0 };
	struct gaff_err ignored;

	if (x->run.has_event) {
		(void)gaff_event_full_name(x->arena, e, &canonical, &ignored);
		(void)gaff_event_paths(x->arena, e, &paths, &ignored);
	}
	add_field(w, SV("version"), e->field[GAFF_F_HOST_VERSION]);
	gaff_json_member_text(w, SV("native_event"),
			      x->run.has_event ? e->native_event : x->run.native_event);
	gaff_json_member_text(w, SV("event"), canonical);
	gaff_json_member_text(w, SV("tool_name"), e->tool_name);
	gaff_json_member_text(w, SV("tool"), e->tool ? gaff_tool_name(e->tool) : SV(""));
	add_list(w, SV("files"), paths.path, paths.n);
	if (root)
		json_member_string(w, SV("project"), sv_of(root));
	else
		add_field(w, SV("project"), e->field[GAFF_F_PROJECT_DIR]);
	gaff_json_member_text(w, SV("started"), sv_of(project->start));
	add_folders(w, &project->levels);
	add_field(w, SV("cwd"), e->field[GAFF_F_CWD]);
	gaff_json_member_bool(w, SV("made_up"), x->is_made_up);
	json_member_string(w, SV("payload"), x->payload);
}

static void add_manifest(const struct explanation *x, struct json_writer *w,
			 const struct gaff_source *source)
{
	const struct gaff_err *p = &source->problem;

	gaff_json_open(w, '{');
	json_member_string(w, SV("file"), sv_of(source->file));
	json_member_string(w, SV("scope"), sv_of(gaff_source_scope_name(source)));
	if (p->rc == GAFF_OK || source->manifest.n)
		gaff_json_member_number(w, SV("hooks"), (int64_t)source->manifest.n);
	else
		json_member(w, SV("hooks"), SV("null"));
	if (source->manifest.n_rules)
		gaff_json_member_number(w, SV("rules"), (int64_t)source->manifest.n_rules);
	gaff_json_member_text(w, SV("unused"), sv_of(explain_unused(x, source)));
	gaff_json_member_bool(w, SV("untrusted"), source->is_untrusted);
	if (p->rc != GAFF_OK && p->line) {
		gaff_json_member_number(w, SV("line"), (int64_t)p->line);
		gaff_json_member_number(w, SV("column"), (int64_t)p->column);
	}
	gaff_json_member_bool(w, SV("policy"), source->has_policy);
	gaff_json_close(w, '}');
}

static void add_hook(const struct explanation *x, struct json_writer *w,
		     const struct gaff_step *step)
{
	const struct gaff_hook *hook = &step->hook;

	gaff_json_open(w, '{');
	json_member_string(w, SV("name"), step->label);
	gaff_json_member_text(w, SV("manifest"), sv_of(step->source ? step->source->file : NULL));
	if (step->source) {
		gaff_json_member_number(w, SV("number"), (int64_t)hook->number);
		json_member_string(w, SV("event"), hook->event_name);
		add_field(w, SV("matcher"), hook->matcher);
		add_field(w, SV("paths"), hook->paths);
		gaff_json_member_bool(w, SV("async"), hook->async);
	}
	gaff_json_member_bool(w, SV("blocking"), hook->blocking);
	if (step->is_rule) {
		gaff_json_member_bool(w, SV("rule"), true);
		gaff_json_member_text(w, SV("programs"), hook->command);
	} else {
		json_member_string(w, SV("handler"), explain_handler(x, step));
		json_member_string(w, SV("dialect"), explain_dialect(x, step));
	}
	json_member_string(w, SV("result"), sv_of(explain_result(step)));
	gaff_json_member_text(w, SV("why"), step->why);
	gaff_json_member_number(w, SV("asked"), (int64_t)step->n_asked);
	if (step->guard)
		guard_write_findings(w, SV("findings"), step->guard);
	if (step->n_asked) {
		if (!step->guard)
			json_member_string(w, SV("stdin"), step->input);
		gaff_json_member_number(w, SV("ms"), step->ms);
	}
	if (step->has_outcome) {
		json_member_string(w, SV("stdout"), step->outcome.out);
		json_member_string(w, SV("stderr"), step->outcome.err);
		gaff_json_member_number(w, SV("exit"), step->outcome.exit);
	}
	if (step->result == GAFF_STEP_ANSWERED || step->said.decision != GAFF_NONE) {
		gaff_json_member_open(w, SV("said"), '{');
		fire_write_response(w, &step->said, SV(""));
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, '}');
}

static void add_outcome(const struct explanation *x, struct json_writer *w)
{
	const struct gaff_trace *t = &x->trace;

	gaff_json_member_open(w, SV("merged"), '{');
	fire_write_response(w, &t->merged, SV(""));
	gaff_json_close(w, '}');
	gaff_json_member_text(w, SV("by"), t->decided ? t->decided->label : SV(""));
	add_list(w, SV("degradations"), t->degradation, t->n_degradations);
	add_list(w, SV("warnings"), t->warnings.line, t->warnings.n);
	gaff_json_member_text(w, SV("notice"), t->notice);
	gaff_json_member_bool(w, SV("told"), t->is_told);
	gaff_json_member_text(w, SV("error"), t->error);
	if (x->unreadable.line) {
		gaff_json_member_number(w, SV("line"), (int64_t)x->unreadable.line);
		gaff_json_member_number(w, SV("column"), (int64_t)x->unreadable.column);
	}
	gaff_json_member_open(w, SV("answer"), '{');
	gaff_json_member_number(w, SV("exit"), x->answer.exit);
	json_member_string(w, SV("stdout"), x->answer.out);
	json_member_string(w, SV("stderr"), x->answer.err);
	gaff_json_member_number(w, SV("ms"), x->ms);
	gaff_json_close(w, '}');
	gaff_json_key(w, SV("agent"));
	if (x->has_verdict)
		fire_write_verdict(w, &x->shot, &x->verdict);
	else
		gaff_json_raw(w, SV("null"));
}

enum gaff_rc explain_print_json(const struct explanation *x, struct gaff_err *err)
{
	struct buf b = buf_in(x->arena);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '{');
	add_host(x, &w);
	add_event(x, &w);
	gaff_json_member_bool(&w, SV("disabled"), x->trace.is_disabled);
	if (x->trace.elsewhere.n)
		json_member_string(&w, SV("elsewhere"), x->trace.elsewhere);
	gaff_json_member_open(&w, SV("manifests"), '[');
	for (size_t i = 0; i < x->trace.sources.n; i++) {
		const struct gaff_source *source = &x->trace.sources.item[i];

		add_manifest(x, &w, source);
		if (source->stand_in)
			add_manifest(x, &w, source->stand_in);
	}
	gaff_json_close(&w, ']');
	gaff_json_member_open(&w, SV("hooks"), '[');
	for (size_t i = 0; i < x->trace.n; i++)
		add_hook(x, &w, &x->trace.step[i]);
	gaff_json_close(&w, ']');
	add_outcome(x, &w);
	gaff_json_close(&w, '}');
	buf_addc(&b, '\n');
	GAFF_TRY(gaff_buf_check(&b, err));
	(void)fwrite(b.p, 1, b.n, stdout);
	return GAFF_OK;
}
