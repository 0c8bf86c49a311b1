#include <inttypes.h>
#include <stdio.h>

#include "base/limits.h"
#include "convert/check/check_parts.h"
#include "manifest/manifest_parts.h"
#include "agents/hosts.h"
#include "text/words.h"

/* Fields of a hook that the target has no place for, and what a manifest has beside its hooks. */

/* ---- what an entry cannot say ---- */

static bool is_known(const struct gaff_hook_field *fields, size_t n, struct json key)
{
	for (size_t i = 0; i < n; i++)
		if (gaff_json_is(key, fields[i].name))
			return true;
	return false;
}

/* What no reader of manifests knows. A comment is nobody's loss. */
static void say_unknown(struct gaff_checking *c, const struct gaff_hook_field *fields, size_t n,
			struct json object)
{
	struct json_iter it = gaff_json_iter(object);
	struct json key, value;
	size_t next = 0; /* they are in the order of the table, mostly */
	struct sv name;

	while (gaff_json_next(&it, &key, &value)) {
		while (next < n && !gaff_json_is(key, fields[next].name))
			next++;
		if (next < n || is_known(fields, n, key) || !gaff_json_text(c->arena, key, &name) ||
		    sv_starts(name, SV("_")) || sv_starts(name, SV("$")))
			continue;
		gaff_check_warn(c, gaff_shortened(name),
				"no field of a manifest that gaff knows: dropped");
	}
}

/* A guard that was to be closed is open now: nobody may miss that. */
static void lose_guard(struct gaff_checking *c)
{
	if (c->hook->blocking && gaff_event_is_gate(c->hook->event))
		gaff_loss_is_guard(c->losses);
}

/* Does a hook that fails block there by itself? */
static bool closes_by_itself(const struct gaff_checking *c)
{
	return c->plan->kind == GAFF_HANDLER_COMMAND &&
	       gaff_host_closes(c->to, c->plan->spot[0].event);
}

/* Or by what its entry can say? */
static bool can_say_closed(const struct gaff_checking *c)
{
	return gaff_check_has_row(c, GAFF_MEMBER_CLOSED) &&
	       (!c->layout->closed.n || c->is_at_home ||
		gaff_event_row_may_close(c->plan->spot[0].event));
}

/* How a failure counts there, when a hook may block. */
static void check_on_error(struct gaff_checking *c)
{
	enum gaff_on_error said = c->hook->on_error;
	bool all_block = closes_by_itself(c);

	if (!all_block && can_say_closed(c))
		return;
	if (all_block && c->hook->blocking && said != GAFF_ON_ERROR_CLOSED && !c->is_at_home)
		gaff_check_warn(c, SV("on_error"), "a hook that fails blocks on %.*s of %s",
				SV_ARG(c->plan->spot[0].event->native), c->title);
	if (!all_block && said == GAFF_ON_ERROR_CLOSED) {
		gaff_check_warn(c, SV("on_error"), "%s lets a call pass when a hook fails: dropped",
				c->title);
		lose_guard(c);
	}
}

/* How it counts there that a hook is late; where it is not closed at all, that was said. */
static void check_late(struct gaff_checking *c)
{
	const struct gaff_event_row *event = c->plan->spot[0].event;
	enum gaff_when_late said = c->hook->when_late;
	bool is_closed = c->hook->on_error == GAFF_ON_ERROR_CLOSED, closes = closes_by_itself(c),
	     blocks = closes ? !(event->flags & GAFF_E_LATE_PASSES)
			     : is_closed && can_say_closed(c);

	if (blocks && said == GAFF_LATE_WARNS)
		gaff_check_warn(c, SV("timeout_action"), "a hook that is late blocks on %.*s of %s",
				SV_ARG(event->native), c->title);
	if (!blocks &&
	    (said == GAFF_LATE_BLOCKS || (said == GAFF_LATE_UNSAID && is_closed && closes))) {
		gaff_check_warn(c, SV("timeout_action"),
				"%s lets a call pass when a hook is late: dropped", c->title);
		lose_guard(c);
	}
}

/* A hook that has nothing to say may have to say so. */
static void check_undecided(struct gaff_checking *c)
{
	const struct gaff_event_row *event = c->plan->spot[0].event;

	if (!c->is_at_home && gaff_shape_row(event->answer, GAFF_A_UNDECIDED, false))
		gaff_check_warn(c, SV("blocking"),
				"%.*s of %s wants a decision in its own JSON: without one no call "
				"passes as it should",
				SV_ARG(event->native), c->title);
}

void gaff_check_fields(struct gaff_checking *c)
{
	const struct gaff_hook *hook = c->hook;

	if (c->by_gaff)
		return; /* all of it is in the line */
	check_undecided(c);
	if (!gaff_is_blocking_line(c->plan->command)) { /* that has nothing to fail at */
		check_on_error(c);
		check_late(c);
	}
	if (hook->name.n && !gaff_check_has_row(c, GAFF_MEMBER_NAME))
		gaff_check_warn(c, SV("name"), "%s has no names for hooks: dropped", c->title);
	if (hook->status_message.n && !gaff_check_has_row(c, GAFF_MEMBER_STATUS))
		gaff_check_warn(c, SV("status_message"), "%s has no such messages: dropped",
				c->title);
	if (hook->model.n && !gaff_check_has_row(c, GAFF_MEMBER_MODEL) &&
	    hook->kind >= GAFF_HANDLER_PROMPT)
		gaff_check_warn(c, SV("model"), "%s does not let a hook choose: dropped", c->title);
	if (c->plan->kind == GAFF_HANDLER_HTTP && gaff_headers_say_more(c->arena, hook->headers))
		gaff_check_warn(c, SV("headers"), "%s takes what is behind $$ for a variable",
				c->title);
	if (hook->paths.n && !c->plan->kept_rule.n)
		gaff_check_warn(c, SV("paths"),
				"gaff writes no paths for %s: it is for every file%s", c->title,
				hook->blocking ? ", and may block more than it should" : "");
	say_unknown(c, gaff_hook_fields, gaff_n_hook_fields, c->object);
	say_unknown(c, gaff_handler_fields, gaff_n_handler_fields, hook->handler);
}

/* ---- timeouts ---- */

/* "1.5 s" */
struct time_text {
	char text[32];
};

static struct time_text in_seconds(int64_t ms)
{
	struct time_text t;

	if (ms % 1000)
		(void)snprintf(t.text, sizeof t.text, "%g s", (double)ms / 1000);
	else
		(void)snprintf(t.text, sizeof t.text, "%" PRId64 " s", ms / 1000);
	return t;
}

/*
 * A hook of which nothing is said is waited for as long as its agent does, wherever it runs: what
 * is to be written for that, or -1. To and from a manifest nothing is, as the format has it.
 */
static int64_t check_usual(struct gaff_checking *c)
{
	const struct gaff_host *from = c->conversion->from, *to = c->to;
	bool is_gaffs = c->by_gaff || gaff_is_manifest(to);
	/* with a dialect of its own it came from a manifest, or out of a line of gaff's */
	bool was_gaffs = gaff_is_manifest(from) || c->hook->dialect.n;
	int64_t before = was_gaffs ? GAFF_HOOK_TIMEOUT_MS : gaff_usual_timeout(from, c->hook),
		now = is_gaffs ? GAFF_HOOK_TIMEOUT_MS
			       : gaff_usual_timeout_at(to, c->plan->spot[0].event, c->plan->kind);

	if (!before || !now || now == before)
		return -1;
	if (!is_gaffs && !gaff_is_manifest(from) && gaff_check_has_row(c, GAFF_MEMBER_TIMEOUT))
		return before;
	gaff_check_warn(c, SV("timeout"), "%s waits %s where nothing is said, and %s %s",
			is_gaffs ? "gaff" : c->title, in_seconds(now).text,
			was_gaffs ? "gaff" : from->title, in_seconds(before).text);
	return -1;
}

/* The hook as if it had said so: what is made of it goes by the same time. */
static void say_timeout(struct gaff_checking *c, int64_t ms)
{
	struct gaff_hook *hook = gaff_arena_alloc(c->arena, sizeof *hook);

	if (!hook)
		return; /* the arena has failed, and that is looked at in the end */
	*hook = *c->hook;
	hook->timeout_ms = ms;
	c->hook = c->plan->hook = hook;
}

/* How long gaff may take and how long the agent waits for it, in seconds: as install has it. */
enum { SPARE = 2, MARGIN = 5 };

unsigned gaff_check_deadline(const struct gaff_checking *c)
{
	int64_t seconds = (c->hook->timeout_ms + 999) / 1000 + SPARE;
	unsigned most = gaff_layout_timeout(c->layout)->max;

	if (c->plan->spot[0].event->wait_max_s)
		return gaff_event_brief_s(c->plan->spot[0].event);
	if (most && seconds > most - MARGIN)
		return most - MARGIN;
	return seconds < GAFF_DEADLINE_MAX_S ? (unsigned)seconds : GAFF_DEADLINE_MAX_S;
}

static int64_t as_the_form_has_it(const struct gaff_checking *c, int64_t ms)
{
	const struct gaff_member *row = gaff_layout_timeout(c->layout);
	int64_t unit = row->may_be & GAFF_M_WHOLE && row->unit != GAFF_MILLISECONDS ? 1000 : 1;

	return (ms + unit - 1) / unit * unit;
}

void gaff_check_timeout(struct gaff_checking *c)
{
	bool is_said = gaff_json_get(c->hook->handler, SV("timeout")).n, is_written = is_said;
	unsigned most_s, longest = gaff_layout_timeout(c->layout)->max;
	int64_t ms = c->hook->timeout_ms, least;

	if (!is_said && c->conversion->from != c->to && c->plan->fate == GAFF_HOOK_KEPT) {
		int64_t usual = check_usual(c);

		is_written = usual > 0;
		ms = is_written ? usual : ms;
		if (is_written)
			say_timeout(c, usual);
	}
	if (gaff_is_manifest(c->to)) {
		c->plan->timeout_ms = is_said ? ms : -1;
		return;
	}
	most_s = c->plan->spot[0].event->wait_max_s;
	if (is_written && most_s && ms > (int64_t)most_s * 1000) {
		gaff_check_warn(c, SV("timeout"), "%s waits %u s at most on %.*s", c->title, most_s,
				SV_ARG(c->plan->spot[0].event->native));
		ms = (int64_t)most_s * 1000;
	}
	if (is_written && longest && ms > (int64_t)longest * 1000) {
		gaff_check_warn(c, SV("timeout"), "%s waits %u s at most", c->title, longest);
		ms = (int64_t)longest * 1000;
	}
	if (c->by_gaff) {
		c->plan->timeout_ms = most_s ? (int64_t)most_s * 1000
					     : (int64_t)(gaff_check_deadline(c) + MARGIN) * 1000;
		return;
	}
	if (!is_written)
		return;
	if (!gaff_check_has_row(c, GAFF_MEMBER_TIMEOUT)) {
		gaff_check_warn(c, SV("timeout"), "%s has no timeouts: dropped", c->title);
		return;
	}
	least = as_the_form_has_it(c, ms);
	if (least != ms && is_said)
		gaff_check_warn(c, SV("timeout"), "%s counts whole seconds: %s became %s", c->title,
				in_seconds(ms).text, in_seconds(least).text);
	c->plan->timeout_ms = least;
}

/* ---- provider_data ---- */

/* Of other agents. What the source itself put there is the source's own loss. */
void gaff_check_provider_data(struct gaff_checking *c, size_t hook, struct json data)
{
	struct json_iter it = gaff_json_iter(data);
	struct json key, value;
	struct sv id;

	while (it.is_object && gaff_json_next(&it, &key, &value)) {
		const struct gaff_host *host;

		if (!gaff_json_text(c->arena, key, &id) || sv_eq(id, c->to->id) ||
		    sv_eq(id, c->conversion->from->id))
			continue;
		host = gaff_layout_find(id);
		gaff_lose(c->losses, hook, gaff_provider_field(c->arena, id, SV("")),
			  GAFF_DEGRADE_WARN, "for %.*s, not for %s: dropped",
			  SV_ARG(host ? sv_of(host->title) : gaff_shortened(id)), c->title);
	}
}

/* ---- beside the hooks ---- */

/* A rule is a guard of gaff's own; an exception is none. */
static void check_rules(struct gaff_checking *c, struct json rules)
{
	struct json_iter it = gaff_json_iter(rules);
	struct json none, rule;

	while (gaff_json_next(&it, &none, &rule)) {
		struct sv name = SV("");
		bool is_on = gaff_json_type(gaff_json_get(rule, SV("enabled"))) != JSON_FALSE;

		(void)gaff_json_text(c->arena, gaff_json_get(rule, SV("name")), &name);
		gaff_lose(c->losses, 0, SV("rules"), GAFF_DEGRADE_EXCLUDE,
			  "the rule \"%.*s\" is gaff's own: %s has none, left out",
			  GAFF_SHORT(name), c->title);
		if (is_on && !gaff_json_is(gaff_json_get(rule, SV("decision")), SV("allow")))
			gaff_loss_is_guard(c->losses);
	}
}

struct json gaff_check_manifest(struct gaff_checking *c)
{
	struct json_iter it = gaff_json_iter(c->in->root);
	struct json key, value, hooks = { 0 };
	struct sv name;

	while (gaff_json_next(&it, &key, &value)) {
		if (gaff_json_is(key, SV("hooks")))
			hooks = value;
		if (gaff_is_manifest(c->to) || !gaff_json_text(c->arena, key, &name))
			continue;
		if (sv_eq(name, SV("rules")))
			check_rules(c, value);
		else if (sv_eq(name, SV("provider_data")))
			gaff_check_provider_data(c, 0, value);
		else if (!gaff_is_among(name, "spec hooks") && !sv_starts(name, SV("_")) &&
			 !sv_starts(name, SV("$")))
			gaff_lose(c->losses, 0, gaff_shortened(name), GAFF_DEGRADE_WARN,
				  "no member of a manifest that gaff knows: dropped");
	}
	return hooks;
}
