#include <limits.h>

#include "base/dirs.h"
#include "base/os.h"
#include "config/target.h"
#include "run/run.h"

/*
 * One thing that reaches gaff twice is answered once. Some agents run the hooks that are registered
 * with Claude Code besides their own, and then a call is passed over, but only when the other one
 * is certain to come and to be answered as this one would be: its entry is looked for in the user's
 * own file of the agent (a project's may not be trusted, or not be the one that is read), has to
 * start this very program, in time, with the same home, and to be as gaff writes it. Better twice
 * than never. Cursor fires two events for one shell command: what the second is left with is in
 * handed.c, and here is found whether it comes.
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

/* Another program, or another version, may answer otherwise or not at all. */
static bool is_this_program(struct arena *a, struct sv program)
{
	const char *path = gaff_arena_cstr(a, program);
	char own[PATH_MAX];
	struct stat s, t;

	return path && path[0] == '/' && gaff_os_own_program(own, sizeof own) &&
	       stat(own, &s) == 0 && stat(path, &t) == 0 && s.st_dev == t.st_dev &&
	       s.st_ino == t.st_ino;
}

/*
 * Another home has other hooks; and one that believes the environment may be told to run none. A
 * call that believes it itself is not better than that one.
 */
static bool is_this_home(const struct gaff_call_dirs *dirs)
{
	const char *home = gaff_home();

	if (dirs->is_committed)
		return false;
	if (!dirs->home.n)
		return !gaff_dirs_are_given();
	return home && sv_eq(dirs->home, sv_of(home)) &&
	       sv_eq(dirs->config, sv_of(gaff_dir_moved(GAFF_DIR_CONFIG))) &&
	       sv_eq(dirs->state, sv_of(gaff_dir_moved(GAFF_DIR_STATE)));
}

static bool is_ours(const struct gaff_layout *layout, struct json key)
{
	for (size_t i = 0; i < layout->n_rows; i++)
		if (gaff_entry_is_ours(layout, &layout->rows[i]) &&
		    gaff_json_is(key, sv_skip(layout->rows[i].where, 1)))
			return true;
	return false;
}

/* Nothing in the entry that gaff does not write: "env", "async" or "enabled" would change it. */
static bool is_as_written(struct arena *a, const struct gaff_host *host,
			  const struct gaff_registered *r)
{
	struct json want, key, value;
	struct json_iter it;
	struct gaff_err ignored;
	struct sv whole;

	if (gaff_entry_write(a, host, &r->line, 1, &whole, &want, &ignored) != GAFF_OK)
		return false;
	for (it = gaff_json_iter(r->object); gaff_json_next(&it, &key, &value);)
		if (!gaff_json_get(want, (struct sv){ key.p + 1, key.n - 2 }).n &&
		    !gaff_json_is(key, SV("matcher")) && !is_ours(host->layout, key))
			return false;
	for (size_t i = 0; i < host->layout->n_rows; i++) {
		value = gaff_json_at(want, host->layout->rows[i].where);
		if (value.n && !gaff_entry_is_ours(host->layout, &host->layout->rows[i]) &&
		    !gaff_json_same(a, value, gaff_json_at(r->object, host->layout->rows[i].where)))
			return false;
	}
	return true;
}

/* Does the agent wait until gaff has answered? */
static bool is_in_time(const struct gaff_config *c, const struct gaff_registered *r,
		       const struct gaff_event_row *row)
{
	int64_t waits = gaff_registered_waits_ms(c, r);

	return r->line.deadline ? (int64_t)r->line.deadline * 1000 < waits
				: r->timeout_ms < 0 || r->timeout_ms >= row->timeout_ms;
}

/* The row of an entry that this agent will surely call. */
static const struct gaff_event_row *sure_row(struct arena *a, const struct gaff_run *run,
					     const struct gaff_config *c,
					     const struct gaff_registered *r)
{
	const struct gaff_host *spelling = gaff_host_spelling(c->host, r->event);
	const struct gaff_event_row *row;

	if (r->whose != GAFF_OURS || !spelling || !sv_eq(r->line.host, c->host->id) ||
	    !sv_eq(r->line.event, r->event) || (run->fail_closed && !r->line.fail_closed) ||
	    !is_this_home(&r->line.dirs) || is_narrow(a, r) || !is_as_written(a, c->host, r) ||
	    !is_this_program(a, r->line.program))
		return NULL;
	row = gaff_host_event_native(spelling, r->event);
	return row && is_in_time(c, r, row) ? row : NULL;
}

/* Does it follow for the same call, though it takes less of an answer? */
static bool is_after(const struct gaff_event_row *row, const struct gaff_event *event)
{
	return row->flags & GAFF_E_REPEATS && row->id == event->id && row->tool == event->tool &&
	       event->row->tool == GAFF_TOOL_OTHER;
}

/* An event for one tool alone takes the place of the general one before the tool, not after it. */
static bool is_for(const struct gaff_event_row *row, const struct gaff_event *event)
{
	if (row->id == GAFF_EV_NATIVE)
		return sv_eq(row->native, event->native_event);
	return row->id == event->id && !is_after(row, event) &&
	       (row->tool == GAFF_TOOL_OTHER ||
		(row->id == GAFF_EV_BEFORE_TOOL && row->tool == event->tool));
}

/* Does this file have the event, in any form? */
static const struct gaff_event_row *find(struct arena *a, const struct gaff_run *run,
					 const struct gaff_config *c,
					 const struct gaff_event *event)
{
	for (size_t i = 0; i < c->n; i++) {
		const struct gaff_event_row *row = sure_row(a, run, c, &c->item[i]);

		if (row && is_for(row, event))
			return row;
	}
	return NULL;
}

/*
 * Is there an event of this agent for such a tool alone, that follows the general one and may ask?
 * One that shows more, as what was read of a file, is for itself.
 */
static const struct gaff_event_row *specific(const struct gaff_event *event)
{
	const struct gaff_host *host = event->host;

	for (size_t i = 0; event->id == GAFF_EV_BEFORE_TOOL && i < host->n_events; i++)
		if (is_after(&host->events[i], event) && gaff_event_row_asks(&host->events[i]))
			return &host->events[i];
	return NULL;
}

/* Is an entry of ours for that event in this file, and will it surely be called? */
static void look_for_later(struct arena *a, const struct gaff_run *run, const struct gaff_config *c,
			   const struct gaff_event_row *row, bool is_own, struct gaff_trace *trace)
{
	for (size_t i = 0; row && i < c->n; i++) {
		if (c->item[i].whose != GAFF_OURS || !sv_eq(c->item[i].event, row->native))
			continue;
		trace->later = row;
		trace->is_later_sure |= is_own && sure_row(a, run, c, &c->item[i]) == row;
	}
}

/* The agent's folder is where a variable says, and that may be a repository's. */
static bool has_moved_home(const struct gaff_host *host, const struct gaff_config_row *row)
{
	size_t n;

	return gaff_dirs_are_given() && gaff_host_moved_home(host, row, &n);
}

void gaff_run_elsewhere(struct arena *a, const struct gaff_run *run, const struct gaff_event *event,
			struct gaff_trace *trace)
{
	const struct gaff_event_row *found = NULL, *later = specific(event);
	const struct gaff_host *host = event->host;
	struct gaff_project project;
	struct gaff_where where;
	struct gaff_err ignored;
	bool is_twice, is_own;

	if (!host->layout && host->other_spelling) /* which has the files of both */
		host = host->other_spelling;
	/* a command or a manifest of its own is not what the other entry runs */
	if (run->command || run->n_manifests || run->inlined ||
	    !gaff_layout_registers(host->layout))
		return;
	is_twice = run->is_committed && gaff_run_was_called(a, run, event);
	if ((!run->registered && !later && !is_twice) ||
	    gaff_run_project(a, run, event, &project, &ignored) != GAFF_OK) {
		gaff_run_note_called(a, run, event);
		return;
	}
	where = (struct gaff_where){ .home = gaff_home(),
				     .project = event->started.n ? project.start : project.root };
	for (size_t i = 0; i < host->n_config; i++) {
		const struct gaff_config_row *row = &host->config[i];
		struct gaff_config config;
		const char *path;

		/* whether it is the agent in use is not known */
		if (row->flags & (GAFF_C_ANOTHERS | GAFF_C_OF_AGENT) ||
		    row->syntax == GAFF_SYNTAX_MODULE || row->syntax == GAFF_SYNTAX_SCRIPT ||
		    (row->path[0] == '.' && !where.project))
			continue;
		path = gaff_target_path(a, &where, host, row);
		if (!path || gaff_config_read(a, host, row, path, &config, &ignored) != GAFF_OK)
			continue;
		if (gaff_config_switch(&config)) { /* off in one of them is off in all */
			trace->later = NULL;
			trace->is_later_sure = false;
			return;
		}
		is_own = row->scope == GAFF_SCOPE_USER && !has_moved_home(host, row);
		look_for_later(a, run, &config, later, is_own, trace);
		if (is_own && !found && (run->registered || is_twice))
			found = find(a, run, &config, event);
	}
	if (!found)
		gaff_run_note_called(a, run, event);
	else
		trace->elsewhere = found->native;
}
