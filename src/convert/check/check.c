#include "convert/check/check_parts.h"
#include "agents/hosts.h"

/* What becomes of each hook on the target, and what of it is lost. */

void gaff_check_drop(struct gaff_checking *c, bool is_wanted)
{
	if (c->hook->blocking && !is_wanted)
		gaff_loss_is_guard(c->losses);
	c->plan->fate = GAFF_HOOK_GONE;
}

bool gaff_check_has_row(const struct gaff_checking *c, enum gaff_member_field field)
{
	return gaff_layout_member(c->layout, field, c->plan->kind) != NULL;
}

/*
 * A hook of a manifest that was written for an agent which fails closed by itself: gaff reads its
 * exit codes as that agent does, so it is closed though nothing says so.
 */
static const struct gaff_hook *as_spoken(struct gaff_checking *c, const struct gaff_hook *hook)
{
	const struct gaff_host *host = hook->dialect.n ? gaff_dialect_find(hook->dialect) : NULL;
	const struct gaff_event_row *row = host ? gaff_host_event_by_id(host, hook->event) : NULL;
	struct gaff_hook *out;

	if (!row || !gaff_host_closes(host, row) || !hook->blocking ||
	    hook->kind != GAFF_HANDLER_COMMAND || hook->on_error != GAFF_ON_ERROR_UNSAID)
		return hook;
	out = gaff_arena_alloc(c->arena, sizeof *out);
	if (!out) /* the arena has failed, and that is looked at in the end */
		return hook;
	*out = *hook;
	out->on_error = GAFF_ON_ERROR_CLOSED;
	if (out->when_late == GAFF_LATE_UNSAID && row->flags & GAFF_E_LATE_PASSES)
		out->when_late = GAFF_LATE_WARNS;
	return out;
}

static void begin(struct gaff_checking *c, const struct gaff_hook *hook, struct json object,
		  struct gaff_hook_plan *plan)
{
	hook = as_spoken(c, hook);
	c->hook = hook;
	c->object = object;
	c->plan = plan;
	c->dialect = hook->dialect.n ? hook->dialect : c->conversion->from->id;
	c->is_guard = gaff_check_is_guard(c->arena, hook);
	c->is_at_home = sv_eq(c->dialect, c->to->id) ||
			(c->is_guard && gaff_dialect_find(c->to->id));
	c->by_gaff = c->conversion->runtime &&
		     (hook->kind == GAFF_HANDLER_COMMAND || hook->kind == GAFF_HANDLER_HTTP);
	c->selection = (struct gaff_selection){ 0 };
	*plan = (struct gaff_hook_plan){
		.hook = hook,
		.kind = c->by_gaff ? GAFF_HANDLER_COMMAND : hook->kind,
		.command = hook->plain_command,
		.timeout_ms = -1,
	};
}

/* ---- variables that there are not ---- */

static const char *hint(const struct gaff_checking *c, const struct gaff_naming *naming)
{
	if (naming->is_plugins)
		return naming->is_root ? "; --plugin-root DIR says where that is" : "";
	return c->conversion->runtime || gaff_is_manifest(c->to) ? ""
								 : "; with --runtime gaff sets it";
}

/* A hook that names what there is not does nothing, or fails: nobody may miss that. */
static void check_naming(struct gaff_checking *c, const struct gaff_naming *naming)
{
	struct sv name = gaff_shortened(naming->name);
	const char *whose = gaff_is_manifest(c->to) ? "gaff" : c->title;

	if (naming->fate == GAFF_NAMES_FINE)
		return;
	if (naming->fate == GAFF_NAMES_PLUGIN) {
		gaff_check_warn(c, naming->field, "%s sets %.*s for hooks of a plugin alone", whose,
				SV_ARG(name));
		return;
	}
	if (naming->fate == GAFF_NAMES_BROKEN)
		gaff_check_warn(c, naming->field,
				"%.*s is the folder of a plugin, outside of which %s has none: it "
				"cannot run%s",
				SV_ARG(name), whose, hint(c, naming));
	else if (naming->is_plugins)
		gaff_check_leave_out(c, naming->field, true,
				     "%.*s is the folder of a plugin, outside of which %s has "
				     "none: left out%s",
				     SV_ARG(name), whose, hint(c, naming));
	else
		gaff_check_leave_out(c, naming->field, true,
				     "%s does not set %.*s, nor anything like it: left out%s",
				     whose, SV_ARG(name), hint(c, naming));
	if (c->hook->blocking)
		gaff_loss_is_guard(c->losses);
	gaff_loss_is_broken(c->losses);
}

/* To a manifest everything goes as it is; what may mean something else there is the command. */
static enum gaff_rc check_for_manifest(struct gaff_checking *c)
{
	(void)gaff_selection_read(c->arena, c->hook->matcher, &c->plan->selection);
	GAFF_TRY(gaff_arena_check(c->arena, c->err));
	gaff_check_timeout(c);
	return gaff_check_command(c);
}

/* Where an agent takes silence for consent, a hook that was written for others consents. */
static void check_silence(struct gaff_checking *c)
{
	const struct gaff_event_row *event = c->plan->spot ? c->plan->spot[0].event : NULL;

	if (check_is_gone(c) || !event || !(event->flags & GAFF_E_SILENCE_GRANTS) ||
	    c->is_at_home || c->by_gaff)
		return;
	gaff_check_leave_out(c, SV("event"), false,
			     "%.*s of %s grants whatever a hook does not deny: left out%s",
			     SV_ARG(event->native), c->title,
			     c->hook->kind <= GAFF_HANDLER_HTTP ? "; --runtime decides for it"
								: "");
}

static enum gaff_rc check_hook(struct gaff_checking *c)
{
	if (gaff_is_manifest(c->to))
		return check_for_manifest(c);
	if (!c->hook->enabled && !gaff_check_has_row(c, GAFF_MEMBER_ENABLED)) {
		gaff_check_leave_out(c, SV("enabled"), true,
				     "%s cannot switch a hook off: left out", c->title);
		return GAFF_OK;
	}
	GAFF_TRY(gaff_check_events(c));
	check_silence(c);
	if (!check_is_gone(c))
		gaff_check_needs(c);
	GAFF_TRY(gaff_check_kept_matcher(c));
	if (!check_is_gone(c) && !c->plan->kept_matcher.n)
		GAFF_TRY(gaff_check_matchers(c));
	GAFF_TRY(gaff_check_kept_rule(c));
	if (check_is_gone(c)) {
		c->plan->n = 0;
		return GAFF_OK;
	}
	gaff_check_blocking(c);
	gaff_check_fields(c);
	gaff_check_timeout(c);
	GAFF_TRY(gaff_check_command(c));
	gaff_check_provider_data(c, c->hook->number, c->hook->provider_data);
	return GAFF_OK;
}

/* ---- all of them ---- */

/* A hook that would never run because of its name does without it. */
static void check_repeated_name(struct gaff_checking *c, struct gaff_hook_plan *plans, size_t n)
{
	struct gaff_hook_plan *plan = &plans[n];

	if (!c->layout->one_of_a_name || c->conversion->from == c->to || !plan->hook->name.n ||
	    check_is_gone(c))
		return;
	for (size_t i = 0; i < n && !plan->is_nameless; i++)
		plan->is_nameless = plans[i].fate != GAFF_HOOK_GONE &&
				    sv_eq(plans[i].hook->name, plan->hook->name) &&
				    plans[i].spot[0].event == plan->spot[0].event &&
				    sv_eq(plans[i].spot[0].matcher, plan->spot[0].matcher) &&
				    sv_eq(json_sv(plans[i].kept_matcher),
					  json_sv(plan->kept_matcher));
	if (plan->is_nameless)
		gaff_check_warn(c, SV("name"),
				"of hooks with one name and matcher %s runs the first: dropped",
				c->title);
}

/* Where one program answers for all hooks of an event. */
static void check_one_answer(struct gaff_checking *c, const struct gaff_hook_plan *plans, size_t n)
{
	const struct gaff_event_row *event;

	if (c->layout->shape != GAFF_LAYOUT_SCRIPT || c->conversion->from == c->to ||
	    check_is_gone(c))
		return;
	event = plans[n].spot[0].event;
	for (size_t i = 0; i < n && event->answer->n; i++)
		if (plans[i].fate != GAFF_HOOK_GONE && plans[i].spot[0].event == event) {
			gaff_check_warn(c, SV("event"),
					"of several hooks on %.*s %s hears one answer: the first "
					"that blocks, else the last",
					SV_ARG(event->native), c->title);
			return;
		}
}

/* A manifest of rules alone is one, too. */
static bool is_anything_left(const struct gaff_checking *c, const struct gaff_hook_plan *plans)
{
	for (size_t i = 0; i < c->in->n; i++)
		if (plans[i].fate != GAFF_HOOK_GONE)
			return true;
	return gaff_is_manifest(c->to) && c->in->rules.n;
}

enum gaff_rc gaff_convert_check(struct arena *a, const struct gaff_conversion *conversion,
				const struct gaff_middle *in, struct gaff_losses *losses,
				struct gaff_hook_plan **out, struct gaff_err *err)
{
	struct gaff_checking c = { .arena = a,
				   .conversion = conversion,
				   .in = in,
				   .to = conversion->to,
				   .layout = conversion->to->layout,
				   .title = conversion->to->title,
				   .losses = losses,
				   .err = err };
	struct gaff_hook_plan *plans;
	struct json none, object;
	struct json_iter it;

	plans = gaff_arena_alloc(a, (in->n + 1) * sizeof *plans);
	GAFF_TRY(gaff_arena_check(a, err));
	it = gaff_json_iter(gaff_check_manifest(&c));
	for (size_t i = 0; i < in->n; i++) {
		object = (struct json){ 0 };
		(void)gaff_json_next(&it, &none, &object);
		begin(&c, &in->hook[i], object, &plans[i]);
		if (in->naming && in->hook[i].enabled)
			check_naming(&c, &in->naming[i]);
		if (!check_is_gone(&c))
			GAFF_TRY(check_hook(&c));
		check_repeated_name(&c, plans, i);
		check_one_answer(&c, plans, i);
	}
	GAFF_TRY(gaff_arena_check(a, err));
	if (!is_anything_left(&c, plans))
		return gaff_fail(err, GAFF_EUNSUPPORTED, "no hook is left for %s", c.title);
	*out = plans;
	return GAFF_OK;
}
