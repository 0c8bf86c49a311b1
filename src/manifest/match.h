/*
 * match.h - is this hook meant for this call?
 *
 * By event, by matcher (a tool's canonical or native name, a pattern, an MCP tool) and by the
 * files a call touches. A matcher is ignored on events that are not about a tool.
 */
#ifndef GAFF_MANIFEST_MATCH_H
#define GAFF_MANIFEST_MATCH_H

#include "agents/codec/codec.h"
#include "agents/mcp.h"
#include "manifest/manifest.h"

struct gaff_match_place {
	struct sv project;                 /* globs are relative to it */
	struct sv home;                    /* what "~/" stands for; may be empty */
	struct sv real_project, real_home; /* both without links; empty: they have none */
	bool ignores_case; /* .ENV is .env here; what "!" lets be is as it is written */
	int64_t deadline;  /* in gaff_now_ms(); 0: none */

	/* The name without links of the n-th file of the call, empty if that is its name; or NULL
	 */
	struct sv (*real)(void *context, size_t n, struct sv path);
	void *context;
};

struct gaff_match {
	bool yes;
	const char *why; /* not: "the tool is another one" */
	bool is_guess;   /* the matcher names an MCP server, and the agent tells none */
};

/* GAFF_ELIMIT: what the call touches cannot be told, or not in time. */
enum gaff_rc gaff_hook_match(struct arena *a, const struct gaff_hook *hook,
			     const struct gaff_event *event, const struct gaff_match_place *place,
			     struct gaff_match *out, struct gaff_err *err);

/*
 * Is this file named by one of the globs, and by none of those with "!"? These alone: by none of
 * them. Real names are up to the caller.
 */
bool gaff_path_matches(struct arena *a, struct json globs, struct sv path,
		       const struct gaff_match_place *place);

/* Is one of these files, by its own name or by the real one? GAFF_ELIMIT: as above. */
enum gaff_rc gaff_paths_match(struct arena *a, struct json globs, const struct gaff_paths *paths,
			      const struct gaff_match_place *place, bool *out,
			      struct gaff_err *err);

/*
 * What patterns are held against: the names of a call, its own first. An MCP tool whose name can be
 * split in more than one way has a usual name for each: a guard must not be missed for that.
 */
enum {
	GAFF_MCP_READINGS =
		32, /* of a name that is joined of server and tool, and does not tell where */
	GAFF_PATTERN_NAMES = GAFF_TOOL_COUNT + GAFF_MCP_READINGS
};
size_t gaff_pattern_names(struct arena *a, const struct gaff_event *event,
			  struct sv names[GAFF_PATTERN_NAMES]);

/* For gaff_hook_may_match(): it never says no to what matches. */
struct gaff_event_key gaff_event_key(const struct gaff_event *event);

#endif
