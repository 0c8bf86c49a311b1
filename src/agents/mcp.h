/*
 * mcp.h - what agents call the tools of MCP servers.
 *
 * Each agent joins server and tool in its own way: "mcp__server__tool", "tool_server", "MCP:tool".
 * How it does is in its row (mcp_prefix, mcp_joint and the like), which is read here alone.
 */
#ifndef GAFF_AGENTS_MCP_H
#define GAFF_AGENTS_MCP_H

#include "agents/schema.h"

/* The agent's name for an MCP tool, behind its prefix: "server__tool", or the other way round. */
void gaff_mcp_join(struct buf *out, const struct gaff_host *host, struct sv server, struct sv joint,
		   struct sv tool);

/*
 * A name of an MCP server or tool as the agent writes it into that of a tool: "claude.ai Gmail" is
 * claude_ai_Gmail there. Some tell the name itself besides, and a manifest may have either.
 */
void gaff_mcp_spell(struct buf *out, const struct gaff_host *host, struct sv name);

/*
 * Server and tool of a call's name behind its prefix. Only where it is certain: the agent names the
 * server, or there is one place alone where the name can be split.
 */
void gaff_mcp_split(const struct gaff_host *host, struct sv joined, struct gaff_event *event);

/* "mcp__github__create_issue": what patterns of the best-known agent look like; or nothing. */
struct sv gaff_usual_mcp_name(struct arena *a, const struct gaff_event *event);

/* Does the call name a tool of a server that it does not name? */
bool gaff_mcp_is_of_any(const struct gaff_event *event);

/* Is it a call of this MCP tool? `tool` may be empty: of any of the server's. */
bool gaff_mcp_matches(struct arena *a, struct sv server, struct sv tool,
		      const struct gaff_event *event);

#endif
