#include "doctor/health.h"

#include <stdio.h>

#include "config/syntax.h"
#include "text/near.h"

/* ---- a file as a whole ---- */

static bool knows_event(const struct gaff_host *host, struct sv name)
{
	return gaff_host_event_in_file(host, name) ||
	       (host->other_spelling && gaff_host_event_native(host->other_spelling, name));
}

static const char *nearest_event(const struct gaff_host *host, const char *name)
{
	const char *names[128];
	size_t n = 0;

	for (; n < host->n_events && n < COUNT_OF(names); n++)
		names[n] = host->events[n].native.p;
	return gaff_nearest(name, names, n);
}

static void tell_unknown(struct gaff_health *h, const struct gaff_spot *spot, struct sv name,
			 bool is_wrong, const char *what)
{
	const char *word = gaff_arena_dup(h->arena, name),
		   *near = word ? nearest_event(spot->host, word) : NULL;
	char next[200];
	struct gaff_ailment *item;

	(void)snprintf(next, sizeof next, near ? "did you mean %s?" : "take it out", near);
	item = gaff_ail(h, GAFF_AIL_UNKNOWN_EVENT, spot, next, "%s does not know the event %.*s%s",
			spot->host->title, SV_SHORT(name, 80), what);
	if (item)
		item->is_wrong = is_wrong;
}

/* What is read of a file that was refused; the first unknown event in it is why, if it is there. */
static bool is_unknown_why(struct gaff_health *h, const struct gaff_host *host,
			   const struct gaff_config_row *row, const char *path,
			   const struct gaff_err *err, struct sv *name)
{
	struct gaff_place place = { 0 };
	struct gaff_err ignored;
	struct gaff_held held;
	struct gaff_doc doc = { 0 };
	struct json at;

	if (!(row->flags & GAFF_C_ONLY_KNOWN_EVENTS) ||
	    gaff_swap_read(h->arena, path, GAFF_EDIT_MAX, &held, &ignored) != GAFF_OK)
		return false;
	if (gaff_editor_of(row->syntax)->read(h->arena, held.text, &doc, &ignored) != GAFF_OK ||
	    !gaff_config_unknown(h->arena, host, row, doc.root, &at, name))
		return false;
	place = gaff_editor_of(row->syntax)->place(&doc, at.p);
	return place.line == err->line && place.column == err->column;
}

void gaff_health_refused(struct gaff_health *h, const struct gaff_host *host,
			 const struct gaff_config_row *row, const char *path,
			 const struct gaff_err *err)
{
	struct gaff_spot spot = { host, row->scope, path, { err->line, err->column } };
	struct sv name;

	if (is_unknown_why(h, host, row, path, err, &name)) {
		tell_unknown(h, &spot, name, true, ", and runs no hook of a file that names it");
		return;
	}
	(void)gaff_ail(h, GAFF_AIL_REFUSED_FILE, &spot, "put the file right", "%s", err->msg);
}

static void check_switches(struct gaff_health *h, const struct gaff_config *c)
{
	const struct gaff_switch_row *off = gaff_config_switch(c);
	struct json list = gaff_json_at(c->root, SV("/hooksConfig/disabled"));

	if (off) {
		struct gaff_spot spot = gaff_spot_of(c, gaff_json_at(c->root, off->where).p);

		(void)gaff_ail(h, GAFF_AIL_SWITCHED_OFF, &spot, "take this member out",
			       "all hooks of %s are switched off by %s: %s", c->host->title,
			       off->where.p, off->value.p);
	}
	for (struct json_iter it = gaff_json_iter(list);
	     gaff_json_type(list) == JSON_ARRAY && gaff_json_each(&it);) {
		struct gaff_spot spot = gaff_spot_of(c, it.value.p);

		if (gaff_json_is(it.value, SV("gaff")))
			(void)gaff_ail(h, GAFF_AIL_SWITCHED_OFF, &spot, "take it out of the list",
				       "gaff's hooks are switched off by hooksConfig.disabled");
	}
}

/* Without it the agent runs nothing; install writes it. */
static void check_version(struct gaff_health *h, const struct gaff_config *c)
{
	struct gaff_spot spot = gaff_spot_of(c, NULL);

	if (gaff_config_has_ours(c) && sv_has(c->host->layout->head, SV("\"version\"")) &&
	    !gaff_json_get(c->root, SV("version")).n)
		(void)gaff_ail(h, GAFF_AIL_NOT_CURRENT, &spot, "run: gaff doctor --fix",
			       "%s runs no hook of a file without \"version\"", c->host->title);
}

/* ---- single entries ---- */

static bool is_about_tools(const struct gaff_host *host, struct sv event)
{
	const struct gaff_host *spelling = gaff_host_spelling(host, event);
	const struct gaff_event_row *row = spelling ? gaff_host_event(spelling, event) : NULL;

	return row && row->id != GAFF_EV_NATIVE && GAFF_EV_ANY_TOOL & (gaff_event_set)1 << row->id;
}

/* One that does not mean every tool. */
static bool is_narrow(struct gaff_health *h, const struct gaff_config *c,
		      const struct gaff_registered *r, struct sv *text)
{
	return gaff_json_text(h->arena, r->matcher, text) && text->n && !sv_eq(*text, SV("*")) &&
	       !sv_eq(*text, SV(".*")) && is_about_tools(c->host, r->event);
}

static void check_matcher(struct gaff_health *h, const struct gaff_config *c,
			  const struct gaff_registered *r)
{
	bool is_ignored = c->host->flags & GAFF_H_MATCHERS_ARE_IGNORED;
	struct gaff_spot spot;
	struct sv text;

	if (is_ignored != (r->whose == GAFF_ANOTHERS) || !is_narrow(h, c, r, &text))
		return;
	spot = gaff_spot_of(c, r->matcher.p);
	if (is_ignored)
		(void)gaff_ail(h, GAFF_AIL_IGNORED_MATCHER, &spot,
			       "let the hook look at the tool itself, or let gaff call it: the "
			       "matcher of a manifest counts",
			       "%s ignores matchers: this hook runs for every tool, not only for "
			       "\"%.*s\"",
			       c->host->title, SV_SHORT(text, 80));
	else
		(void)gaff_ail(h, GAFF_AIL_NARROW_MATCHER, &spot,
			       "manifests can choose tools; take the matcher out if they should",
			       "gaff is called on %.*s only for \"%.*s\"", SV_ARG(r->event),
			       SV_SHORT(text, 80));
}

/* Gaff itself knows what its silence would mean there. */
static void check_silence(struct gaff_health *h, const struct gaff_config *c,
			  const struct gaff_registered *r)
{
	const struct gaff_event_row *row = gaff_host_event_native(c->host, r->event);
	struct gaff_spot spot = gaff_spot_at(c, r);

	if (r->whose == GAFF_ANOTHERS && row && row->flags & GAFF_E_SILENCE_GRANTS)
		(void)gaff_ail(h, GAFF_AIL_SILENT_GRANT, &spot,
			       "take it out, or let it decide each time: exit 2 denies, exit 1 "
			       "leaves it to you",
			       "on %.*s %s takes a hook that says nothing for a yes: one that only "
			       "logs approves everything",
			       SV_ARG(r->event), c->host->title);
}

/* What makes an agent not call an entry of ours, or not wait for its answer. */
static void check_members(struct gaff_health *h, const struct gaff_config *c,
			  const struct gaff_registered *r)
{
	static const struct {
		struct sv key;
		enum json_type value;
	} off[] = { { SV_INIT("async"), JSON_TRUE },
		    { SV_INIT("asyncRewake"), JSON_TRUE },
		    { SV_INIT("enabled"), JSON_FALSE },
		    { SV_INIT("disabled"), JSON_TRUE } };
	const struct gaff_layout *layout = c->host->layout;
	struct gaff_spot spot;

	for (size_t i = 0; i < COUNT_OF(off); i++) {
		struct json value = gaff_json_get(r->object, off[i].key);

		if (!value.n || gaff_json_type(value) != off[i].value)
			value = gaff_json_get(r->named, off[i].key);
		if (!value.n || gaff_json_type(value) != off[i].value)
			continue;
		spot = gaff_spot_of(c, value.p);
		(void)gaff_ail(h, GAFF_AIL_CHANGED_ENTRY, &spot, "take this member out",
			       "with \"%s\": %.*s %s does not wait for gaff on %.*s", off[i].key.p,
			       (int)value.n, value.p, c->host->title, SV_ARG(r->event));
	}
	if (!layout->is_bare &&
	    !gaff_json_is(gaff_layout_value(layout, GAFF_MEMBER_TYPE, r->object), SV("command"))) {
		spot = gaff_spot_at(c, r);
		(void)gaff_ail(h, GAFF_AIL_CHANGED_ENTRY, &spot, "add \"type\": \"command\"",
			       "%s runs only entries of the type \"command\"", c->host->title);
	}
}

/* With two matchers it is two: a person wrote that, for two tools. */
static bool is_same(const struct gaff_registered *x, const struct gaff_registered *y)
{
	bool ours = x->whose != GAFF_ANOTHERS && y->whose != GAFF_ANOTHERS;

	return sv_eq(x->event, y->event) &&
	       (ours || (x->command.n && sv_eq(x->command, y->command))) &&
	       x->matcher.n == y->matcher.n &&
	       (!x->matcher.n || memcmp(x->matcher.p, y->matcher.p, x->matcher.n) == 0);
}

static void check_twice(struct gaff_health *h, const struct gaff_config *c, size_t i)
{
	const struct gaff_registered *r = &c->item[i];

	for (size_t j = 0; j < i; j++) {
		bool ours = r->whose != GAFF_ANOTHERS;
		struct gaff_ailment *item;
		struct gaff_spot spot;

		if (!is_same(r, &c->item[j]))
			continue;
		spot = gaff_spot_at(c, r);
		item = gaff_ail(h, GAFF_AIL_TWICE, &spot,
				ours ? "run: gaff doctor --fix" : "take one of them out",
				ours ? "gaff is registered twice for %.*s"
				     : "the same hook is registered twice for %.*s",
				SV_ARG(r->event));
		if (item && !ours)
			item->is_fixable = false;
		return;
	}
}

void gaff_health_matchers(struct gaff_health *h, const struct gaff_config *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->item[i].whose != GAFF_OURS_BROKEN)
			check_matcher(h, c, &c->item[i]);
}

void gaff_health_entries(struct gaff_health *h, const struct gaff_config *c)
{
	check_switches(h, c);
	check_version(h, c);
	for (size_t i = 0; i < c->n; i++) {
		const struct gaff_registered *r = &c->item[i];
		struct gaff_spot spot = gaff_spot_at(c, r);

		if (!knows_event(c->host, r->event))
			tell_unknown(h, &spot, r->event, r->whose != GAFF_ANOTHERS,
				     ", and does not call what is registered for it");
		if (r->is_changed)
			(void)gaff_ail(h, GAFF_AIL_NOT_CURRENT, &spot, "run: gaff doctor --fix",
				       "the script is of another version of gaff, or was changed");
		else if (r->whose == GAFF_OURS_BROKEN)
			(void)gaff_ail(h, GAFF_AIL_UNQUOTED_PATH, &spot, "run: gaff doctor --fix",
				       "a shell cuts this command at a space: %.*s",
				       SV_SHORT(r->command, 200));
		if (r->whose != GAFF_OURS_BROKEN)
			check_matcher(h, c, r);
		if (r->whose == GAFF_OURS)
			check_members(h, c, r);
		check_silence(h, c, r);
		check_twice(h, c, i);
	}
}

/* ---- what ours should be ---- */

static const struct gaff_registered *find_ours(const struct gaff_config *c, struct sv event)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->item[i].whose != GAFF_ANOTHERS && sv_eq(c->item[i].event, event))
			return &c->item[i];
	return NULL;
}

static void check_time(struct gaff_health *h, const struct gaff_config *c,
		       const struct gaff_registered *r, const struct gaff_wish *wish)
{
	struct gaff_spot spot = gaff_spot_at(c, r);
	int64_t waits = gaff_registered_waits_ms(c, r), answers = (int64_t)r->line.deadline * 1000;
	int64_t most = wish ? (int64_t)wish->deadline * 1000 : 0;
	int64_t needs = wish && wish->needed_ms < most ? wish->needed_ms : most;

	if (answers >= waits)
		(void)gaff_ail(h, GAFF_AIL_SHORT_TIMEOUT, &spot, "run: gaff doctor --fix",
			       "on %.*s the agent waits %.1f s, and gaff answers within %u s",
			       SV_ARG(r->event), (double)waits / 1000, r->line.deadline);
	else if (needs > (answers ? answers : waits))
		(void)gaff_ail(h, GAFF_AIL_SHORT_TIMEOUT, &spot, "run: gaff doctor --fix",
			       "the hooks for %.*s may take %.1f s, and gaff has %.1f s",
			       SV_ARG(r->event), (double)needs / 1000,
			       (double)(answers ? answers : waits) / 1000);
}

/* A gaff before this one did without. What is trusted where a call is made counts all the same. */
static void miss_start(struct gaff_health *h, const struct gaff_spot *spot, struct sv event)
{
	struct gaff_ailment *item = gaff_ail(
		h, GAFF_AIL_OUTDATED, spot, "run gaff install once more",
		"this registration is outdated: the agent tells only at %.*s where a "
		"session is started, and gaff is not registered for it",
		SV_ARG(event));

	if (item)
		item->is_wrong = false;
}

void gaff_health_wishes(struct gaff_health *h, const struct gaff_config *c,
			const struct gaff_wish *wish, size_t n)
{
	struct gaff_spot spot = gaff_spot_of(c, NULL);
	bool any = false;

	for (size_t i = 0; i < c->n; i++) {
		const struct gaff_wish *of = NULL;

		if (c->item[i].whose == GAFF_ANOTHERS)
			continue;
		any = true;
		for (size_t w = 0; w < n; w++)
			if (sv_eq(wish[w].event, c->item[i].event))
				of = &wish[w];
		if (c->item[i].whose == GAFF_OURS)
			check_time(h, c, &c->item[i], of);
	}
	for (size_t w = 0; any && w < n; w++) {
		if (find_ours(c, wish[w].event))
			continue;
		if (wish[w].is_for_start)
			miss_start(h, &spot, wish[w].event);
		else
			(void)gaff_ail(h, GAFF_AIL_NOT_CURRENT, &spot, "run: gaff doctor --fix",
				       "hooks of your manifests are for %.*s, and gaff is not "
				       "registered for it",
				       SV_ARG(wish[w].event));
	}
}

/* A file that others share cannot name a home, but one that somebody keeps for all is theirs. */
static bool has_dirs(const struct gaff_config *c, const struct gaff_call_dirs *has,
		     const struct gaff_call_dirs *want)
{
	return gaff_call_dirs_are(has, want) || (c->row->scope == GAFF_SCOPE_SYSTEM && has->home.n);
}

void gaff_health_dirs(struct gaff_health *h, const struct gaff_config *c,
		      const struct gaff_call_dirs *dirs)
{
	bool is_system = c->row->scope == GAFF_SCOPE_SYSTEM;

	for (size_t i = 0; i < c->n; i++) {
		const struct gaff_call_dirs *has = &c->item[i].line.dirs;
		struct gaff_spot spot = gaff_spot_at(c, &c->item[i]);
		bool is_bare = !has->home.n && !has->is_committed;

		if (c->item[i].whose != GAFF_OURS || has_dirs(c, has, dirs))
			continue;
		(void)gaff_ail(h, GAFF_AIL_OUTDATED, &spot,
			       is_system ? "add --committed to its command"
					 : "run: gaff doctor --fix",
			       is_bare ? "this registration is outdated: it believes the agent's "
					 "environment, and so a repository can switch gaff off"
				       : "this registration is outdated: it is for another home, "
					 "or for other folders than yours");
		return; /* the others are the same */
	}
}

void gaff_health_scopes(struct gaff_health *h, const struct gaff_config *x,
			const struct gaff_config *y)
{
	struct gaff_spot spot = gaff_spot_of(y, NULL);

	if (x->row->flags & y->row->flags & GAFF_C_OF_AGENT)
		return; /* one agent is in use at a time, and of two with one name one counts */
	for (size_t i = 0; i < y->n; i++) {
		if (y->item[i].whose != GAFF_OURS || !find_ours(x, y->item[i].event))
			continue;
		(void)gaff_ail(h, GAFF_AIL_TWO_SCOPES, &spot, "uninstall it from one of them",
			       "gaff is registered in %s too: a call may reach it twice",
			       x->held.path);
		return;
	}
}

/* ---- files of another agent ---- */

static bool is_read(const struct gaff_config *import)
{
	bool has_matcher = !(import->row->flags & GAFF_C_ONLY_WITH_MATCHER);

	for (size_t i = 0; i < import->n; i++)
		has_matcher = has_matcher || import->item[i].matcher.n;
	return import->n && has_matcher;
}

static bool has_command(const struct gaff_config *own, size_t n, struct sv command)
{
	for (size_t c = 0; c < n; c++)
		for (size_t i = 0; i < own[c].n; i++)
			if (command.n && sv_eq(own[c].item[i].command, command))
				return true;
	return false;
}

/* Whether an agent runs the hooks of another's file may be a setting of its own. */
struct condition {
	const char *word, *text;
};

static struct condition condition_of(const struct gaff_host *host)
{
	if (host->imports_if)
		return (struct condition){ ", but only with ", host->imports_if };
	if (host->imports_not)
		return (struct condition){ ", unless ", host->imports_not };
	return (struct condition){ "", "" };
}

void gaff_health_import(struct gaff_health *h, const struct gaff_config *import,
			const struct gaff_config *own, size_t n)
{
	struct gaff_spot spot = gaff_spot_of(import, NULL);
	struct condition condition = condition_of(import->host);
	bool itself = false, ours = false;
	struct gaff_ailment *item;

	if (!is_read(import))
		return;
	for (size_t c = 0; c < n; c++)
		for (size_t i = 0; i < own[c].n; i++)
			itself = itself || own[c].item[i].whose == GAFF_OURS;
	for (size_t i = 0; i < import->n; i++) {
		const struct gaff_registered *r = &import->item[i];

		ours = ours || r->whose != GAFF_ANOTHERS;
		if (r->whose != GAFF_ANOTHERS || !has_command(own, n, r->command))
			continue;
		spot = gaff_spot_at(import, r);
		item = gaff_ail(
			h, GAFF_AIL_IMPORTED, &spot, "take it out of one of the two files",
			"%s runs this hook twice%s%s: it reads this file as well as its own",
			import->host->title, condition.word, condition.text);
		if (item)
			item->is_wrong = !import->host->imports_if;
	}
	spot = gaff_spot_of(import, NULL);
	(void)gaff_ail(h, GAFF_AIL_IMPORTED, &spot,
		       itself || !ours ? "nothing, if you want that"
				       : "to be called once and early, register gaff with it too",
		       "%s runs the hooks of this file too%s%s%s", import->host->title,
		       condition.word, condition.text,
		       !ours    ? ""
		       : itself ? "; gaff answers those that come from its own"
				: "; gaff answers it in its own words");
}

void gaff_health_reach(struct gaff_health *h, const struct gaff_config *c)
{
	const struct gaff_host *of_agents = gaff_host_of_agents(c->host);
	struct gaff_spot spot = gaff_spot_of(c, NULL);
	char next[120] = "nothing, if you want that";

	if (!c->host->runs_if)
		return;
	if (of_agents && of_agents != c->host)
		(void)snprintf(next, sizeof next, "for those, run: gaff install %.*s --agent NAME",
			       SV_ARG(c->host->id));
	(void)gaff_ail(h, GAFF_AIL_NOT_EVERYWHERE, &spot, next, "%s runs the hooks of this file %s",
		       c->host->title, c->host->runs_if);
}
