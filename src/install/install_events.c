#include "install/install_events.h"

#include "base/limits.h"
#include "agents/hosts.h"

/* What hooks are mostly for: when there is no manifest yet, these are registered. */
static const enum gaff_event_id usual[] = { GAFF_EV_SESSION_START, GAFF_EV_BEFORE_PROMPT,
					    GAFF_EV_BEFORE_TOOL,   GAFF_EV_AFTER_TOOL,
					    GAFF_EV_AGENT_STOP,    GAFF_EV_SESSION_END };

/* Seconds: what a hook may take at least, what the agent waits longer, and the most of all. */
enum { AT_LEAST = 55, MARGIN = 5, AT_MOST = 595 };

static bool same_event(const struct wanted_event *x, const struct wanted_event *y)
{
	return x->id == y->id && (x->id != GAFF_EV_NATIVE || sv_eq(x->name, y->name));
}

static void want(struct wanted_events *w, struct wanted_event event)
{
	for (size_t i = 0; i < w->n; i++) {
		if (!same_event(&w->item[i], &event))
			continue;
		w->item[i].needed_ms += event.needed_ms;
		w->item[i].is_named = w->item[i].is_named || event.is_named;
		return;
	}
	w->item[w->n++] = event;
}

static enum gaff_rc make_room(struct arena *a, struct wanted_events *out, size_t n,
			      struct gaff_err *err)
{
	*out = (struct wanted_events){ .item = gaff_arena_alloc(a, (n + 1) * sizeof *out->item) };
	return gaff_arena_check(a, err);
}

enum gaff_rc wanted_of_manifests(struct arena *a, struct gaff_sources *sources,
				 struct wanted_events *out, struct gaff_err *err)
{
	/* how many there are is not sure before the last one is read */
	GAFF_TRY(make_room(
		a, out, COUNT_OF(usual) + sources->n * (GAFF_MANIFEST_HOOKS + GAFF_MANIFEST_RULES),
		err));
	for (size_t s = 0; s < sources->n; s++) {
		struct gaff_source *source = &sources->item[s];

		for (size_t i = 0; i < source->manifest.n; i++) {
			struct gaff_hook hook;

			GAFF_TRY(gaff_source_hook(a, source, i, &hook, err));
			if (hook.enabled)
				want(out, (struct wanted_event){
						  hook.event, hook.event_name,
						  hook.async ? 1000 : hook.timeout_ms, false });
		}
		for (size_t i = 0; i < source->manifest.n_rules; i++) {
			struct gaff_rule rule;
			struct gaff_hook hook;

			GAFF_TRY(gaff_source_rule(a, source, i, &rule, err));
			hook = gaff_rule_hook(a, &rule);
			if (hook.enabled)
				want(out, (struct wanted_event){ hook.event, hook.event_name, 0,
								 false });
		}
	}
	out->has_starts = true;
	out->is_usual = !out->n;
	for (size_t i = 0; out->is_usual && i < COUNT_OF(usual); i++)
		out->item[out->n++] = (struct wanted_event){ usual[i], gaff_event_id_name(usual[i]),
							     0, false };
	return GAFF_OK;
}

/* "PreToolUse": the name that some agent has for it. */
static bool is_some_agents(struct sv name)
{
	for (size_t i = 0; gaff_hosts[i]; i++)
		if (gaff_host_event_native(gaff_hosts[i], name))
			return true;
	return false;
}

static bool is_own_event(struct sv name)
{
	const char *colon = memchr(name.p, ':', name.n);
	size_t n = colon ? (size_t)(colon - name.p) : 0;
	const struct gaff_host *host = n ? gaff_host_find((struct sv){ name.p, n }) : NULL;
	const struct gaff_host *other = host ? host->other_spelling : NULL;

	name = sv_skip(name, n + 1);
	return host && (gaff_host_event_native(host, name) ||
			(other && gaff_host_event_native(other, name)));
}

enum gaff_rc wanted_of_list(struct arena *a, const char *list, struct wanted_events *out,
			    struct gaff_err *err)
{
	struct sv rest = sv_of(list);

	GAFF_TRY(make_room(a, out, rest.n, err));
	while (rest.n) {
		size_t n = 0;
		struct sv name;
		enum gaff_event_id id;

		while (n < rest.n && rest.p[n] != ',' && rest.p[n] != ' ')
			n++;
		name = (struct sv){ rest.p, n };
		rest = sv_skip(rest, n < rest.n ? n + 1 : n);
		if (!n)
			continue;
		if (sv_eq(name, SV("all"))) {
			out->is_all = true;
			continue;
		}
		id = gaff_event_by_name(name);
		if (id == GAFF_EV_NATIVE && !is_own_event(name) && !is_some_agents(name))
			return gaff_fail(err, GAFF_EUSAGE,
					 "--events: no agent has an event '%.*s'; see 'gaff hosts "
					 "--events'",
					 (int)(n < 60 ? n : 60), name.p);
		want(out, (struct wanted_event){ id, name, 0, true });
	}
	return out->n || out->is_all
		       ? GAFF_OK
		       : gaff_fail(err, GAFF_EUSAGE, "--events needs the name of an event, or all");
}

/* The row of an agent for a wanted event, or NULL. */
static const struct gaff_event_row *row_of(const struct gaff_host *host,
					   const struct wanted_event *event)
{
	struct sv name = event->name;

	if (event->id != GAFF_EV_NATIVE)
		return gaff_host_event_by_id(host, event->id);
	if (name.n > host->id.n && sv_starts(name, host->id) && name.p[host->id.n] == ':')
		name = sv_skip(name, host->id.n + 1);
	return gaff_host_event_native(host, name);
}

/* It only repeats the general one, but that never asks the user, and this one may. */
static bool is_for_asking(const struct gaff_host *host, const struct gaff_event_row *row)
{
	return row->flags & GAFF_E_REPEATS && gaff_event_row_asks(row) &&
	       !gaff_event_row_asks(gaff_host_event_by_id(host, row->id));
}

/*
 * Of an agent that has no general event, a canonical one is the event of every tool; of one whose
 * general event does not ask, those of the tools that do come with it, unless its own name is
 * given.
 */
static bool is_wanted(const struct gaff_host *host, const struct wanted_event *event,
		      const struct gaff_event_row *row)
{
	if (event->id == GAFF_EV_NATIVE)
		return row_of(host, event) == row;
	return gaff_host_event_means(host, event->id, row) ||
	       (row->id == event->id && is_for_asking(host, row) &&
		!(event->is_named && gaff_host_event_native(host, event->name)));
}

/* An event of another agent's own is not missed here. */
static bool is_of_another(const struct gaff_host *host, const struct wanted_event *event)
{
	return event->id == GAFF_EV_NATIVE && memchr(event->name.p, ':', event->name.n) &&
	       !(event->name.n > host->id.n && sv_starts(event->name, host->id) &&
		 event->name.p[host->id.n] == ':');
}

/* Where one file is for both forms of an agent, the one that waits less counts. */
static unsigned waits_s(const struct gaff_host *host, const struct gaff_event_row *row)
{
	const struct gaff_event_row *other = NULL;

	if (host->other_spelling && host->other_spelling->config == host->config)
		other = gaff_host_event_native(host->other_spelling, row->native);
	return (other && other->timeout_ms < row->timeout_ms ? other : row)->timeout_ms / 1000;
}

/* Who cannot be told how long to wait is answered before it has waited; in doubt early. */
static unsigned in_time(const struct gaff_host *host, const struct gaff_event_row *row,
			unsigned deadline)
{
	unsigned waits = waits_s(host, row), most = waits > 2 * MARGIN ? waits - MARGIN
						    : waits > 1        ? waits / 2
								       : 1;

	return waits && most < deadline ? most : deadline;
}

static struct gaff_wish wish_of(const struct gaff_host *host, const struct gaff_event_row *row,
				int64_t needed_ms)
{
	int64_t seconds = (needed_ms + 999) / 1000;
	unsigned deadline = seconds < AT_LEAST  ? AT_LEAST
			    : seconds > AT_MOST ? AT_MOST
						: (unsigned)seconds;

	if (row->wait_max_s)
		return (struct gaff_wish){ row->native, gaff_event_brief_s(row), row->wait_max_s, 0,
					   false };
	if (host->layout && host->layout->shape != GAFF_LAYOUT_MODULE &&
	    !gaff_layout_member(host->layout, GAFF_MEMBER_TIMEOUT, GAFF_HANDLER_COMMAND))
		return (struct gaff_wish){ row->native, in_time(host, row, deadline), 0, needed_ms,
					   false };
	return (struct gaff_wish){ row->native, deadline, deadline + MARGIN, needed_ms, false };
}

/* Is it one that has to be asked for by its name, and is not? */
static bool is_left_out(const struct gaff_host *host, const struct gaff_event_row *row,
			const struct wanted_events *wanted)
{
	if (!(row->flags & GAFF_E_SILENCE_GRANTS))
		return false;
	for (size_t i = 0; i < wanted->n; i++)
		if (wanted->item[i].is_named && is_wanted(host, &wanted->item[i], row))
			return false;
	return true;
}

/* How long the hooks for it take; -1: nobody wants it. */
static int64_t needed_for(const struct gaff_host *host, const struct gaff_event_row *row,
			  const struct wanted_events *wanted)
{
	int64_t needed = -1;

	for (size_t i = 0; i < wanted->n; i++)
		if (is_wanted(host, &wanted->item[i], row))
			needed = (needed < 0 ? 0 : needed) + wanted->item[i].needed_ms;
	return needed;
}

/*
 * The event that tells where a session is started, of an agent that does not tell it with every
 * call (run/started.h). NULL: it does, or names no session by which that could be remembered.
 */
static const struct gaff_event_row *start_of(const struct gaff_host *host)
{
	bool has_session = false;

	for (size_t i = 0; i < host->n_payload; i++) {
		const struct gaff_payload_row *row = &host->payload[i];

		if (row->flags & GAFF_P_STARTED)
			return NULL;
		has_session |= row->field == GAFF_F_SESSION_ID &&
			       row->events & GAFF_EV(SESSION_START);
	}
	return has_session ? gaff_host_event_by_id(host, GAFF_EV_SESSION_START) : NULL;
}

/* That is no reason by itself to call gaff. */
static bool is_any_wanted(const struct gaff_host *host, const struct wanted_events *wanted)
{
	for (size_t r = 0; r < host->n_events; r++)
		if (!is_left_out(host, &host->events[r], wanted) &&
		    needed_for(host, &host->events[r], wanted) >= 0)
			return true;
	return false;
}

struct sv wanted_left_out(struct arena *a, const struct gaff_host *host,
			  const struct wanted_events *wanted)
{
	struct buf b = buf_in(a);

	for (size_t r = 0; r < host->n_events; r++) {
		const struct gaff_event_row *row = &host->events[r];

		if (!is_left_out(host, row, wanted) ||
		    (!wanted->is_all && needed_for(host, row, wanted) < 0))
			continue;
		BUF_JOIN(&b, b.n ? SV(", ") : SV(""), row->native);
	}
	return buf_sv(&b);
}

enum gaff_rc wanted_wishes(struct arena *a, const struct gaff_host *host,
			   const struct wanted_events *wanted, struct gaff_wish **out, size_t *n,
			   struct buf *missing, struct gaff_err *err)
{
	struct gaff_wish *wish = gaff_arena_alloc(a, (host->n_events + 1) * sizeof *wish);
	const struct gaff_event_row *start = wanted->has_starts && is_any_wanted(host, wanted)
						     ? start_of(host)
						     : NULL;
	size_t found = 0;

	GAFF_TRY(gaff_arena_check(a, err));
	for (size_t r = 0; r < host->n_events; r++) { /* in the order of its rows */
		const struct gaff_event_row *row = &host->events[r];
		int64_t needed = needed_for(host, row, wanted);

		if (is_left_out(host, row, wanted))
			continue;
		if (needed >= 0 ||
		    (wanted->is_all &&
		     (!(row->flags & (GAFF_E_REPEATS | GAFF_E_ALIAS)) || is_for_asking(host, row))))
			wish[found++] = wish_of(host, row, needed);
		else if (row == start) {
			wish[found] = wish_of(host, row, 0);
			wish[found++].is_for_start = true;
		}
	}
	for (size_t i = 0; i < wanted->n; i++) {
		if (row_of(host, &wanted->item[i]) || is_of_another(host, &wanted->item[i]))
			continue;
		BUF_JOIN(missing, missing->n ? SV(", ") : SV(""), wanted->item[i].name);
	}
	*out = wish;
	*n = found;
	return GAFF_OK;
}
