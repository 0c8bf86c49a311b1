#include <stdlib.h>
#include <unistd.h>

#include "install/target.h"
#include "run/run.h"

/*
 * One thing that reaches gaff twice is answered once. Some agents run the hooks that are registered
 * with Claude Code besides their own, and Cursor fires two events for one shell command. The first
 * call is passed over, but only when the other one is certain to come: its entry is looked for in
 * the file that the agent reads, its program has to be there, and nothing may narrow it or switch
 * it off. Better twice than never.
 *
 * This costs reading a file or two, and is asked only of such calls.
 */

static bool is_narrow(struct arena *a, const struct gaff_registered *r)
{
	struct sv text;

	if (!r->matcher.n)
		return false;
	return !gaff_json_text(a, r->matcher, &text) || (text.n && !sv_eq(text, SV("*")));
}

static bool can_start(struct arena *a, struct sv program)
{
	const char *path = gaff_arena_cstr(a, program);

	return path && path[0] == '/' && access(path, X_OK) == 0;
}

/* The row of an entry that this agent will surely call. */
static const struct gaff_event_row *sure_row(struct arena *a, const struct gaff_config *c,
					     const struct gaff_registered *r)
{
	const struct gaff_host *spelling = gaff_host_spelling(c->host, r->event);

	if (r->whose != GAFF_OURS || !spelling || !sv_eq(r->line.host, c->host->id) ||
	    !sv_eq(r->line.event, r->event) || is_narrow(a, r) || !can_start(a, r->line.program))
		return NULL;
	return gaff_host_event_native(spelling, r->event);
}

/* An event for one tool alone takes the place of the general one before the tool, not after it. */
static bool is_for(const struct gaff_event_row *row, const struct gaff_event *event)
{
	if (row->id == GAFF_EV_NATIVE)
		return sv_eq(row->native, event->native_event);
	return row->id == event->id &&
	       (row->tool == GAFF_TOOL_OTHER ||
		(row->id == GAFF_EV_BEFORE_TOOL && row->tool == event->tool));
}

/* Does this file have what is looked for: the event in any form, or both of its forms? */
static const struct gaff_event_row *find(struct arena *a, const struct gaff_config *c,
					 const struct gaff_event *event, bool by_itself)
{
	const struct gaff_event_row *other = NULL, *row;
	bool has_this = false;

	for (size_t i = 0; i < c->n; i++) {
		row = sure_row(a, c, &c->item[i]);
		if (!row || !is_for(row, event))
			continue;
		if (by_itself && row == event->row)
			has_this = true;
		else
			other = row;
	}
	return by_itself && !has_this ? NULL : other;
}

/* May hooks of another agent's files run while those of this file do not, for want of trust? */
static bool is_sure(const struct gaff_host *host, const struct gaff_config_row *row, bool by_itself)
{
	if (row->flags & GAFF_C_ANOTHERS || row->syntax == GAFF_SYNTAX_MODULE)
		return false;
	for (size_t i = 0; !by_itself && row->flags & GAFF_C_NEEDS_TRUST && i < host->n_config; i++)
		if (host->config[i].flags & GAFF_C_ANOTHERS &&
		    !(host->config[i].flags & GAFF_C_NEEDS_TRUST))
			return false;
	return true;
}

/* Is there an event of this agent for such a tool alone, that follows the general one? */
static bool has_specific(const struct gaff_event *event)
{
	const struct gaff_host *host = event->host;

	if (event->id != GAFF_EV_BEFORE_TOOL || event->row->tool != GAFF_TOOL_OTHER ||
	    (event->tool != GAFF_TOOL_SHELL && event->tool != GAFF_TOOL_MCP))
		return false;
	for (size_t i = 0; i < host->n_events; i++)
		if (host->events[i].id == event->id && host->events[i].tool == event->tool)
			return true;
	return false;
}

struct sv gaff_run_elsewhere(struct arena *a, const struct gaff_run *run,
			     const struct gaff_event *event)
{
	const struct gaff_host *host = event->host;
	bool by_itself = !run->registered;
	struct gaff_project project;
	const char *home;
	struct gaff_where where;
	struct gaff_err ignored;

	/* a command or a manifest of its own is not what the other entry runs */
	if (run->command || run->n_manifests || !host->entry ||
	    (by_itself && !has_specific(event)) ||
	    gaff_project_find(a, event, &project, &ignored) != GAFF_OK)
		return (struct sv){ 0 };
	home = getenv("HOME");
	where = (struct gaff_where){ home && home[0] == '/' ? home : NULL, project.root };
	for (size_t i = 0; i < host->n_config; i++) {
		const struct gaff_config_row *row = &host->config[i];
		const struct gaff_event_row *other;
		struct gaff_config config;
		const char *path;

		if (!is_sure(host, row, by_itself) || (row->path[0] == '.' && !where.project))
			continue;
		path = gaff_target_path(a, &where, host, row);
		if (!path || gaff_config_read(a, host, row, path, &config, &ignored) != GAFF_OK ||
		    gaff_config_switch(&config))
			continue;
		other = find(a, &config, event, by_itself);
		if (other)
			return other->native;
	}
	return (struct sv){ 0 };
}
