/*
 * selection.h - which tools a matcher selects, in a form that every agent's matchers can be read
 * into and written from.
 */
#ifndef GAFF_CONVERT_MATCHER_SELECTION_H
#define GAFF_CONVERT_MATCHER_SELECTION_H

#include "convert/loss.h"
#include "agents/schema.h"
#include "text/json/json.h"

enum gaff_selector_kind {
	GAFF_SELECT_WORD,    /* a canonical tool: `tool` */
	GAFF_SELECT_NAME,    /* an agent's own tool: `text` */
	GAFF_SELECT_MCP,     /* `text` is the server, `tool_text` the tool or empty: all of them */
	GAFF_SELECT_PATTERN, /* RE2, found anywhere in a native or canonical name: `text` */
};

struct gaff_selector {
	enum gaff_selector_kind kind;
	enum gaff_tool tool;
	struct sv text, tool_text;
};

/* Any of the selectors; of none: everything. */
struct gaff_selection {
	struct gaff_selector *item;
	size_t n;
};

/* ---- the manifest's side ---- */

/* Of a checked "matcher"; absent selects everything. False: no memory. */
bool gaff_selection_read(struct arena *a, struct json matcher, struct gaff_selection *out);

/* The words of these tools, as bits. False: no memory. */
bool gaff_selection_of_tools(struct arena *a, unsigned tools, struct gaff_selection *out);

/* As a "matcher": one selector is itself, several are a list. Not for one that selects all. */
void gaff_selection_write(struct json_writer *w, const struct gaff_selection *s);

bool gaff_selection_same(const struct gaff_selection *x, const struct gaff_selection *y);

/* ---- an agent's side (matcher_read.c, matcher_write.c, matching.c) ---- */

/*
 * A native matcher of an event about tools is a text; without a pointer there is none, which is
 * every tool, while an empty one is what the agent makes of it.
 *
 * Read it. Where a canonical word means more tools than the matcher names, or a pattern cannot be
 * followed, that is a loss (of the source) of hook `hook`. One that selects nothing becomes a
 * pattern that does not either.
 */
enum gaff_rc gaff_matcher_read(struct arena *a, const struct gaff_host *host, struct sv native,
			       size_t hook, struct gaff_losses *losses, struct gaff_selection *out,
			       struct gaff_err *err);

/*
 * Write it, anchored and escaped, by the host's own rules. With `wide` every tool that may be meant
 * is in it, as for entries that call gaff, which looks again; else those that were seen, and what
 * is missing or too much is a loss. An agent that can say one thing at a time gets several
 * matchers: *n of them; 0: the host has no tool that is meant, and nothing may be written. An empty
 * text among them: no matcher, it is every tool. Not for hosts whose events are those of one tool
 * each: there the event is the matcher.
 */
enum gaff_rc gaff_matcher_write(struct arena *a, const struct gaff_host *host,
				const struct gaff_selection *s, bool wide, size_t hook,
				struct gaff_losses *losses, struct sv **out, size_t *n,
				struct gaff_err *err);

/*
 * Would this agent run a hook with that matcher for a tool of this name? By its own rules
 * (layout->matching). GAFF_EUNSUPPORTED: it is a pattern that gaff cannot follow.
 */
enum gaff_rc gaff_matcher_selects(struct arena *a, const struct gaff_host *host, struct sv matcher,
				  struct sv tool, bool *out, struct gaff_err *err);

/* Does a manifest's matcher select a call of which nothing is known but the native name? */
bool gaff_selection_selects(struct arena *a, const struct gaff_selection *s,
			    const struct gaff_host *host, struct sv name);

#endif
