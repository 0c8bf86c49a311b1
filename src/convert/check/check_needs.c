#include "convert/check/check_parts.h"
#include "agents/hosts.h"

/*
 * What a hook needs and the target does not have, by the author's strategies; and whether it can
 * still block. Only rows say what a target has.
 */

/* ---- what the events take ---- */

static bool any_event(const struct gaff_checking *c, bool (*is)(const struct gaff_event_row *))
{
	for (size_t i = 0; i < c->plan->n; i++)
		if (is(c->plan->spot[i].event))
			return true;
	return false;
}

static bool can_deny(const struct gaff_event_row *row)
{
	return gaff_shape_can_deny(row->answer);
}

/* Without a word of JSON, that is. */
static bool exit_2_denies(const struct gaff_event_row *row)
{
	return can_deny(row) && !(row->flags & (GAFF_E_EXIT_2_WARNS | GAFF_E_EXIT_2_IS_NOTHING));
}

/* What is written around it may make it one. */
static bool any_exit_2_denies(const struct gaff_checking *c)
{
	return any_event(c, exit_2_denies) || (c->layout->exit_2_blocks && any_event(c, can_deny));
}

/* No JSON, or none that denies. */
static bool takes_no_answer(const struct gaff_event_row *row)
{
	return !gaff_shape_reads_json(row->answer) || row->answer->deny_by == GAFF_DENY_STDERR;
}

static bool takes_answers(const struct gaff_event_row *row)
{
	return !takes_no_answer(row);
}

static bool takes_no_input(const struct gaff_event_row *row)
{
	const struct gaff_answer_row *place = gaff_shape_row(
		row->answer,
		row->id == GAFF_EV_BEFORE_PROMPT ? GAFF_A_UPDATED_PROMPT : GAFF_A_UPDATED_INPUT,
		row->tool == GAFF_TOOL_MCP);

	return !place || place->flags & (GAFF_R_NOT_HONOURED | GAFF_R_BY_VERSION);
}

/* And nobody is asked about the call then. */
static bool takes_input_with_grant(const struct gaff_event_row *row)
{
	const struct gaff_answer_row *place = gaff_shape_row(row->answer, GAFF_A_UPDATED_INPUT,
							     row->tool == GAFF_TOOL_MCP);

	return place && place->flags & GAFF_R_WITH_ALLOW;
}

static bool any_exit_denies(const struct gaff_event_row *row)
{
	return row->flags & GAFF_E_ANY_EXIT_BLOCKS;
}

static struct sv first_event(const struct gaff_checking *c)
{
	return c->plan->spot[0].event->native;
}

/* ---- capabilities ---- */

static bool has_kind(const struct gaff_layout *layout, enum gaff_handler_kind kind)
{
	for (size_t i = 0; i < layout->n_types; i++)
		if (layout->types[i].kind == kind)
			return true;
	return false;
}

/* Commands for systems that no row is for; empty: each has one. */
static struct sv systems_without_row(struct gaff_checking *c)
{
	struct buf b = buf_in(c->arena);

	for (size_t i = 0; i < GAFF_SYSTEMS; i++)
		if (gaff_json_get(c->hook->platform, gaff_systems[i].name).n &&
		    !gaff_check_has_row(c, gaff_systems[i].field))
			gaff_check_list(&b, gaff_systems[i].name);
	return buf_sv(&b);
}

/* clang-format off */
static const struct {
	struct sv field;       /* of the hook that wants it */
	const char *lacks;     /* what is said of an agent that has it not, behind its name */
	const char *otherwise; /* what is done about it when the hook goes on */
} wants[GAFF_CAP_COUNT] = {
	[GAFF_CAP_STRUCTURED_OUTPUT] = { SV_INIT("blocking"),     " reads no answer",                 "" },
	[GAFF_CAP_INPUT_REWRITE]     = { SV_INIT("capabilities"), " takes no new input on ",          ": the call goes on as it was" },
	[GAFF_CAP_LLM_EVALUATED]     = { SV_INIT("type"),         " has no hooks of type ",           ": dropped" },
	[GAFF_CAP_HTTP_HANDLER]      = { SV_INIT("type"),         " has no hooks of type ",           ": curl asks it" },
	[GAFF_CAP_ASYNC_EXECUTION]   = { SV_INIT("async"),        " waits for every hook",            "" },
	[GAFF_CAP_PLATFORM_COMMANDS] = { SV_INIT("platform"),     " has no command of its own for ",  ": dropped" },
	[GAFF_CAP_CUSTOM_ENV]        = { SV_INIT("env"),          " has no variables for a hook",     ": dropped" },
	[GAFF_CAP_CONFIGURABLE_CWD]  = { SV_INIT("cwd"),          " has no folder for a hook",        ": dropped" },
};
/* clang-format on */

static bool is_missing(struct gaff_checking *c, enum gaff_capability capability)
{
	const enum gaff_handler_kind kind = c->hook->kind;

	switch (capability) {
	case GAFF_CAP_STRUCTURED_OUTPUT: /* that it cannot block at all is said elsewhere */
		return !c->is_at_home && any_event(c, takes_no_answer) &&
		       (any_event(c, can_deny) || !c->hook->blocking ||
			gaff_json_get(c->hook->degradation, gaff_capability_name(capability)).n);
	case GAFF_CAP_INPUT_REWRITE:
		return any_event(c, takes_no_input);
	case GAFF_CAP_LLM_EVALUATED:
		return !has_kind(c->layout, kind);
	case GAFF_CAP_HTTP_HANDLER:
		return !c->by_gaff && !has_kind(c->layout, kind);
	case GAFF_CAP_ASYNC_EXECUTION:
		return !c->by_gaff && !gaff_check_has_row(c, GAFF_MEMBER_ASYNC);
	case GAFF_CAP_PLATFORM_COMMANDS:
		return !c->by_gaff && systems_without_row(c).n;
	case GAFF_CAP_CUSTOM_ENV:
		return !c->by_gaff && !gaff_check_has_row(c, GAFF_MEMBER_ENV);
	case GAFF_CAP_CONFIGURABLE_CWD:
		return !c->by_gaff && !gaff_check_has_row(c, GAFF_MEMBER_CWD);
	case GAFF_CAP_COUNT:
		break;
	}
	return false;
}

static struct sv field_of(const struct gaff_checking *c, enum gaff_capability capability)
{
	return capability == GAFF_CAP_STRUCTURED_OUTPUT && !c->hook->blocking
		       ? SV("capabilities")
		       : wants[capability].field;
}

/* What in particular it has not; empty: nothing more is to be said. */
static struct sv lacking(struct gaff_checking *c, enum gaff_capability capability)
{
	if (capability == GAFF_CAP_STRUCTURED_OUTPUT && any_event(c, can_deny))
		return SV(": exit 2 blocks here, and nothing else does");
	if (capability == GAFF_CAP_INPUT_REWRITE)
		return first_event(c);
	if (capability == GAFF_CAP_LLM_EVALUATED || capability == GAFF_CAP_HTTP_HANDLER)
		return gaff_handler_name(c->hook->kind);
	return capability == GAFF_CAP_PLATFORM_COMMANDS ? systems_without_row(c) : SV("");
}

/* "Cursor has no variables for a hook": what the target cannot do. */
static struct sv what_is_missing(struct gaff_checking *c, enum gaff_capability capability)
{
	bool of_event = capability == GAFF_CAP_STRUCTURED_OUTPUT;
	struct buf b = buf_in(c->arena);

	gaff_buf_add(&b, of_event ? first_event(c) : SV(""));
	gaff_buf_add(&b, of_event ? SV(" of ") : SV(""));
	gaff_buf_add(&b, sv_of(c->title));
	gaff_buf_add(&b, sv_of(wants[capability].lacks));
	gaff_buf_add(&b, lacking(c, capability));
	return buf_sv(&b);
}

static const char *how_it_goes_on(const struct gaff_checking *c, enum gaff_capability capability)
{
	return capability == GAFF_CAP_INPUT_REWRITE &&
			       c->hook->degrade[capability] == GAFF_DEGRADE_BLOCK
		       ? ": gaff blocks a call that it changes" /* by_gaff */
		       : wants[capability].otherwise;
}

static bool is_authors_wish(const struct gaff_checking *c, enum gaff_capability capability)
{
	return gaff_json_is(gaff_json_get(c->hook->degradation, gaff_capability_name(capability)),
			    SV("exclude"));
}

/* Does the hook end here for want of this? Without a model or an event that blocks it must. */
static bool ends_hook(const struct gaff_checking *c, enum gaff_capability capability)
{
	enum gaff_strategy strategy = c->hook->degrade[capability];

	if (strategy == GAFF_DEGRADE_WARN)
		return capability == GAFF_CAP_LLM_EVALUATED;
	return strategy == GAFF_DEGRADE_EXCLUDE || !any_exit_2_denies(c);
}

static void leave_out(struct gaff_checking *c, enum gaff_capability capability)
{
	gaff_lose_capability(c->losses, c->hook->number, field_of(c, capability), capability,
			     GAFF_DEGRADE_EXCLUDE, "%.*s: left out",
			     SV_ARG(what_is_missing(c, capability)));
	gaff_check_drop(c, is_authors_wish(c, capability));
}

static struct sv what_it_runs(const struct gaff_hook *hook)
{
	return hook->kind == GAFF_HANDLER_COMMAND ? hook->plain_command
	       : hook->kind == GAFF_HANDLER_HTTP  ? hook->url
						  : hook->prompt;
}

static void block(struct gaff_checking *c, enum gaff_capability capability)
{
	struct buf reason = buf_in(c->arena), line = buf_in(c->arena);
	struct sv what = what_it_runs(c->hook), missing = what_is_missing(c, capability);

	gaff_lose_capability(c->losses, c->hook->number, field_of(c, capability), capability,
			     GAFF_DEGRADE_BLOCK, "%.*s: every call that it is for is blocked",
			     SV_ARG(missing));
	if (c->plan->fate == GAFF_HOOK_BLOCKS)
		return;
	gaff_buf_add(&reason, missing);
	gaff_buf_add(&reason, SV(" (")); /* the name is what manifests call it */
	gaff_buf_add(&reason, gaff_capability_name(capability));
	gaff_buf_add(&reason, SV("), and this hook cannot do without: "));
	gaff_buf_add(&reason, (struct sv){ what.p, what.n < 300 ? what.n : 300 });
	gaff_blocking_line(&line, buf_sv(&reason));
	c->by_gaff = false; /* it needs nobody */
	c->plan->fate = GAFF_HOOK_BLOCKS;
	c->plan->kind = GAFF_HANDLER_COMMAND;
	c->plan->command = buf_sv(&line);
}

/* gaff itself denies a call with a new input that cannot be had, and lets the others pass. */
static bool gaff_does_it(const struct gaff_checking *c, enum gaff_capability capability)
{
	return c->by_gaff && capability == GAFF_CAP_INPUT_REWRITE &&
	       c->hook->degrade[capability] != GAFF_DEGRADE_EXCLUDE && any_event(c, can_deny);
}

static void say_needs_grant(struct gaff_checking *c)
{
	if (c->by_gaff && c->hook->needs & GAFF_CAP(INPUT_REWRITE) &&
	    any_event(c, takes_input_with_grant))
		gaff_lose_capability(c->losses, c->hook->number, SV("capabilities"),
				     GAFF_CAP_INPUT_REWRITE, GAFF_DEGRADE_WARN,
				     "%s takes a new input only with a grant: without one gaff "
				     "blocks the call",
				     c->title);
}

/* A line that always blocks needs nobody who understands it, where its exit code does. */
static bool blocks_by_itself(const struct gaff_checking *c)
{
	return !c->hook->dialect.n && gaff_is_blocking_line(c->hook->plain_command) &&
	       any_exit_2_denies(c);
}

void gaff_check_needs(struct gaff_checking *c)
{
	unsigned missing = 0;

	c->by_gaff = c->by_gaff && !blocks_by_itself(c);
	if (c->hook->kind == GAFF_HANDLER_HTTP && !has_kind(c->layout, c->hook->kind))
		c->plan->kind = GAFF_HANDLER_COMMAND; /* curl's, or gaff's */
	for (unsigned i = 0; i < GAFF_CAP_COUNT; i++)
		if (c->hook->needs >> i & 1 && is_missing(c, (enum gaff_capability)i))
			missing |= 1u << i;
	for (unsigned i = 0; i < GAFF_CAP_COUNT; i++) {
		enum gaff_capability capability = (enum gaff_capability)i;

		if (!(missing >> i & 1) || gaff_does_it(c, capability) || !ends_hook(c, capability))
			continue;
		leave_out(c, capability);
		return;
	}
	for (unsigned i = 0; i < GAFF_CAP_COUNT; i++) {
		enum gaff_capability capability = (enum gaff_capability)i;
		enum gaff_strategy strategy = c->hook->degrade[i];

		if (!(missing >> i & 1))
			continue;
		if (strategy == GAFF_DEGRADE_BLOCK && !gaff_does_it(c, capability)) {
			block(c, capability);
			continue;
		}
		gaff_lose_capability(c->losses, c->hook->number, field_of(c, capability),
				     capability, strategy, "%.*s%s",
				     SV_ARG(what_is_missing(c, capability)),
				     how_it_goes_on(c, capability));
	}
	if (!(missing & GAFF_CAP(INPUT_REWRITE)))
		say_needs_grant(c);
}

/* ---- blocking ---- */

/* A hook that is not to block, where nothing can say so. */
static void check_not_blocking(struct gaff_checking *c)
{
	bool is_waited_for = !c->hook->async || !gaff_check_has_row(c, GAFF_MEMBER_ASYNC);
	struct sv event = first_event(c);

	if (!is_waited_for || !any_event(c, can_deny) || c->conversion->from == c->to)
		return;
	if (any_exit_2_denies(c) && c->hook->kind < GAFF_HANDLER_PROMPT)
		gaff_check_warn(c, SV("blocking"), "%s blocks on %.*s of %s all the same",
				any_event(c, any_exit_denies) ? "any exit code but 0" : "exit 2",
				SV_ARG(event), c->title);
	else
		gaff_check_warn(c, SV("blocking"), "its answer can block on %.*s of %s",
				SV_ARG(event), c->title);
}

/* Is there a word for deny that both take for one? */
static bool shares_denial(const struct gaff_shape *a, const struct gaff_shape *b)
{
	for (size_t i = 0; i < a->n; i++)
		for (size_t k = 0; k < b->n && a->rows[i].field == GAFF_A_DENY; k++)
			if (b->rows[k].field == GAFF_A_DENY &&
			    sv_eq(a->rows[i].where, b->rows[k].where) &&
			    sv_eq(a->rows[i].literal, b->rows[k].literal))
				return true;
	return false;
}

/* A server has no exit codes: what it answers is understood, or nothing. */
static bool is_understood(const struct gaff_checking *c)
{
	const struct gaff_host *speaks = gaff_layout_find(c->dialect);
	const struct gaff_event_row *own = speaks ? gaff_host_event_by_id(speaks, c->hook->event)
						  : NULL;

	/* a manifest that names no dialect may have come from this very agent */
	if (!own || sv_eq(c->dialect, gaff_host_canonical.id))
		return any_event(c, takes_answers);
	for (size_t i = 0; i < c->plan->n; i++)
		if (shares_denial(own->answer, c->plan->spot[i].event->answer))
			return true;
	return false;
}

static void check_server(struct gaff_checking *c, bool is_gate)
{
	if (is_understood(c))
		return;
	gaff_check_warn(c, SV("blocking"),
			"%.*s of %s does not understand what the server answers: it cannot block",
			SV_ARG(first_event(c)), c->title);
	if (is_gate)
		gaff_loss_is_guard(c->losses);
}

/* Is there an agent where such an event blocks? A hook at a session's start guards nothing. */
static bool blocks_somewhere(enum gaff_event_id id)
{
	for (size_t i = 1; gaff_layout_host(i); i++) { /* gaff's own is the first */
		const struct gaff_host *host = gaff_layout_host(i);

		for (size_t k = 0; k < host->n_events; k++)
			if (host->events[k].id == id && can_deny(&host->events[k]))
				return true;
	}
	return false;
}

void gaff_check_blocking(struct gaff_checking *c)
{
	struct sv event = first_event(c);
	bool is_gate = gaff_event_is_gate(
		c->hook->event == GAFF_EV_NATIVE ? c->plan->spot[0].event->id : c->hook->event);

	if (c->plan->fate == GAFF_HOOK_BLOCKS)
		return;
	if (c->hook->blocking && !any_event(c, can_deny)) {
		gaff_check_warn(c, SV("blocking"), "%.*s of %s cannot block anything",
				SV_ARG(event), c->title);
		if (is_gate && blocks_somewhere(c->plan->spot[0].event->id))
			gaff_loss_is_guard(c->losses);
		return;
	}
	if (c->by_gaff)
		return;
	if (!c->hook->blocking)
		check_not_blocking(c);
	if (!c->hook->blocking || c->is_at_home || c->hook->kind >= GAFF_HANDLER_PROMPT)
		return;
	if (c->hook->kind == GAFF_HANDLER_HTTP)
		check_server(c, is_gate);
	if (c->hook->kind == GAFF_HANDLER_HTTP || any_exit_2_denies(c))
		return;
	gaff_check_warn(c, SV("blocking"),
			"exit 2 does not block on %.*s of %s, only its own JSON does",
			SV_ARG(event), c->title);
	/* a manifest that names no dialect may have come from this very agent */
	if (is_gate && !sv_eq(c->dialect, gaff_host_canonical.id))
		gaff_loss_is_guard(c->losses);
}
