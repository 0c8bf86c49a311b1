/*
 * install_events.h - which events an agent should call gaff for, and how long it should wait.
 */
#ifndef GAFF_INSTALL_INSTALL_EVENTS_H
#define GAFF_INSTALL_INSTALL_EVENTS_H

#include "config/entry.h"
#include "run/load/load.h"

/* An event that somebody wants hooks for. */
struct wanted_event {
	enum gaff_event_id id;
	struct sv name;    /* canonical, or "cursor:workspaceOpen" */
	int64_t needed_ms; /* all its hooks one after another */
	bool is_named;     /* somebody has asked for just this one to be registered */
};

struct wanted_events {
	struct wanted_event *item;
	size_t n;
	bool is_all;     /* every event there is */
	bool is_usual;   /* no manifest wants any: those that are registered then */
	bool has_starts; /* besides, when a session starts: of agents that do not tell where */
};

/* Those of the manifests that count here; of none, the usual ones. */
enum gaff_rc wanted_of_manifests(struct arena *a, struct gaff_sources *sources,
				 struct wanted_events *out, struct gaff_err *err);

/* Those of a list, "before_tool_execute,cursor:workspaceOpen"; an agent's own names are its own. */
enum gaff_rc wanted_of_list(struct arena *a, const char *list, struct wanted_events *out,
			    struct gaff_err *err);

/*
 * Events that are wanted, but not by name, and are left out: to register anything for them changes
 * what the agent does. With commas; or nothing.
 */
struct sv wanted_left_out(struct arena *a, const struct gaff_host *host,
			  const struct wanted_events *wanted);

/* What that is with this agent. What it has no event for is in `missing`, with commas. */
enum gaff_rc wanted_wishes(struct arena *a, const struct gaff_host *host,
			   const struct wanted_events *wanted, struct gaff_wish **out, size_t *n,
			   struct buf *missing, struct gaff_err *err);

#endif
