/*
 * sample.h - an event made up from a host's rows, to try things on.
 *
 * It holds what a real one holds as far as rows can say it: a tool with an input, an output, and
 * the payload that the host would send for them.
 */
#ifndef GAFF_AGENTS_SIMULATE_SAMPLE_H
#define GAFF_AGENTS_SIMULATE_SAMPLE_H

#include "agents/schema.h"

/* An event about an MCP tool or about a usual one; `version` of the agent, or empty. */
enum gaff_rc gaff_sample_event(struct arena *a, const struct gaff_host *host,
			       const struct gaff_event_row *row, bool is_mcp, struct sv version,
			       struct gaff_event *out, struct gaff_err *err);

/* Another input for its tool, in canonical fields: one that the agent takes, if it takes any. */
struct json gaff_sample_rewrite(struct arena *a, const struct gaff_event *event, struct sv value);

/* {"key":value}; absent without memory. */
struct json gaff_sample_object(struct arena *a, struct sv key, struct sv value);

#endif
