/*
 * mcp.h - what agents call the tools of MCP servers.
 *
 * Each agent joins server and tool in its own way: "mcp__server__tool", "tool_server", "MCP:tool".
 * How it does is in its row (mcp_prefix, mcp_joint and the like), which is read here alone.
 */
#ifndef GAFF_AGENTS_MCP_H
#define GAFF_AGENTS_MCP_H

#include "agents/schema.h"

/* "mcp__", which all such names begin with; empty: they begin with the server or the tool. */
static inline struct sv gaff_mcp_prefix(const struct gaff_host *host)
{
	return host->mcp_prefix;
}

/* What is between server and tool; empty: the name does not tell the server. */
static inline struct sv gaff_mcp_joint(const struct gaff_host *host)
{
	return host->mcp_joint;
}

/* What some of its events have there instead, or empty. */
static inline struct sv gaff_mcp_joint_too(const struct gaff_host *host)
{
	return host->mcp_joint_too;
}

/* The one of the two that this name has. */
static inline struct sv gaff_mcp_joint_in(const struct gaff_host *host, struct sv name)
{
	return host->mcp_joint_too.n && sv_has(name, host->mcp_joint_too) ? host->mcp_joint_too
									  : host->mcp_joint;
}

/* Do names tell MCP tools from the agent's own? */
static inline bool gaff_mcp_is_named(const struct gaff_host *host)
{
	return host->mcp_prefix.n || host->mcp_joint.n;
}

/* Do names tell an MCP tool, but not its server? */
static inline bool gaff_mcp_hides_server(const struct gaff_host *host)
{
	return host->mcp_prefix.n && !host->mcp_joint.n;
}

/* Does this name begin as those of MCP tools alone do? */
static inline bool gaff_mcp_has_prefix(const struct gaff_host *host, struct sv name)
{
	return host->mcp_prefix.n && sv_starts(name, host->mcp_prefix);
}

/* Does it have a joint in it? Of an agent without a prefix: it may be an MCP tool. */
bool gaff_mcp_is_joined(const struct gaff_host *host, struct sv name);

/* The agent's name for an MCP tool, behind its prefix: "server__tool", or the other way round. */
void gaff_mcp_join(struct buf *out, const struct gaff_host *host, struct sv server, struct sv joint,
		   struct sv tool);

/*
 * A name of an MCP server or tool as the agent writes it into that of a tool: "claude.ai Gmail" is
 * claude_ai_Gmail there. Some tell the name itself besides, and a manifest may have either.
 */
void gaff_mcp_spell(struct buf *out, const struct gaff_host *host, struct sv name);

/* Where a name can be split at this joint: how many places, and the first `most` of them. */
size_t gaff_mcp_splits(struct sv joined, struct sv joint, size_t *at, size_t most);

/* Server and tool of a name that is split there. */
void gaff_mcp_cut(const struct gaff_host *host, struct sv joined, size_t at, struct sv joint,
		  struct sv *server, struct sv *tool);

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
