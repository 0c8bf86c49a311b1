#include "agents/mcp.h"

#include "text/utf8.h"

void gaff_mcp_join(struct buf *out, const struct gaff_host *host, struct sv server, struct sv joint,
		   struct sv tool)
{
	bool is_last = host->flags & GAFF_H_MCP_SERVER_LAST;

	gaff_buf_add(out, host->mcp_prefix);
	gaff_buf_add(out, is_last ? tool : server);
	gaff_buf_add(out, joint);
	gaff_buf_add(out, is_last ? server : tool);
}

void gaff_mcp_spell(struct buf *out, const struct gaff_host *host, struct sv name)
{
	const char *p = name.p, *end = name.n ? name.p + name.n : name.p;

	while (p < end) {
		unsigned n = utf8_length(p, end);

		if (host->flags & GAFF_H_MCP_LOWERCASE && *p >= 'A' && *p <= 'Z')
			buf_addc(out, (char)(*p - 'A' + 'a'));
		else if (ascii_isalpha(*p) || ascii_isdigit(*p) || *p == '_')
			buf_addc(out, *p);
		else if (*p == '-')
			buf_addc(out, host->mcp_for_hyphen ? host->mcp_for_hyphen : '-');
		else
			buf_addc(out, host->mcp_for_others ? host->mcp_for_others : '_');
		p += n ? n : 1;
	}
}

struct sv gaff_usual_mcp_name(struct arena *a, const struct gaff_event *event)
{
	struct buf b = buf_in(a);

	if (!event->mcp_server.n || !event->mcp_tool.n)
		return (struct sv){ 0 };
	gaff_buf_add(&b, SV("mcp__"));
	gaff_buf_add(&b, event->mcp_server);
	gaff_buf_add(&b, SV("__"));
	gaff_buf_add(&b, event->mcp_tool);
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

/* ---- splitting ---- */

bool gaff_mcp_is_joined(const struct gaff_host *host, struct sv name)
{
	return (host->mcp_joint.n && sv_has(name, host->mcp_joint)) ||
	       (host->mcp_joint_too.n && sv_has(name, host->mcp_joint_too));
}

size_t gaff_mcp_splits(struct sv joined, struct sv joint, size_t *at, size_t most)
{
	size_t n = 0;

	for (size_t i = 1; joint.n && i + joint.n < joined.n; i++) {
		if (memcmp(joined.p + i, joint.p, joint.n) != 0)
			continue;
		if (n < most)
			at[n] = i;
		n++;
	}
	return n;
}

void gaff_mcp_cut(const struct gaff_host *host, struct sv joined, size_t at, struct sv joint,
		  struct sv *server, struct sv *tool)
{
	bool is_last = host->flags & GAFF_H_MCP_SERVER_LAST;

	*(is_last ? tool : server) = (struct sv){ joined.p, at };
	*(is_last ? server : tool) = sv_skip(joined, at + joint.n);
}

/* The tool of a joined name, when the agent says which server it is. */
static bool find_tool_beside(const struct gaff_host *host, struct sv joined, struct sv joint,
			     struct gaff_event *event)
{
	struct sv server = event->mcp_server;
	size_t rest = joined.n > server.n + joint.n ? joined.n - server.n - joint.n : 0;

	if (host->flags & GAFF_H_MCP_SERVER_LAST) {
		if (!rest || !sv_starts(sv_skip(joined, rest), joint) ||
		    !sv_eq(sv_skip(joined, rest + joint.n), server))
			return false;
		event->mcp_tool = (struct sv){ joined.p, rest };
		return true;
	}
	if (!sv_starts(joined, server) || !sv_starts(sv_skip(joined, server.n), joint))
		return false;
	event->mcp_tool = sv_skip(joined, server.n + joint.n);
	return true;
}

void gaff_mcp_split(const struct gaff_host *host, struct sv joined, struct gaff_event *event)
{
	struct sv joint = gaff_mcp_joint_in(host, joined);
	size_t at = 0;

	if (!joint.n) {
		event->mcp_tool = joined;
		return;
	}
	if (event->mcp_server.n && find_tool_beside(host, joined, joint, event))
		return;
	if (gaff_mcp_splits(joined, joint, &at, 1) == 1)
		gaff_mcp_cut(host, joined, at, joint, &event->mcp_server, &event->mcp_tool);
}

/* ---- comparing ---- */

static struct sv as_written(struct arena *a, const struct gaff_host *host, struct sv name)
{
	struct buf b = buf_in(a);

	gaff_mcp_spell(&b, host, name);
	return buf_ok(&b) ? buf_sv(&b) : name;
}

static bool is_called(struct arena *a, const struct gaff_host *host, struct sv word, struct sv name)
{
	return sv_eq(word, name) ||
	       (name.n && sv_eq(as_written(a, host, word), as_written(a, host, name)));
}

/*
 * A name that the agent joins of server and tool, and that can be split in more than one way: it is
 * compared joined, never split by guessing.
 */
static bool joined_matches(struct arena *a, const struct gaff_event *event, struct sv server,
			   struct sv tool)
{
	const struct gaff_host *host = event->host;
	const struct sv joints[] = { host->mcp_joint, host->mcp_joint_too };
	struct sv name = as_written(a, host, event->tool_name);
	bool is_last = host->flags & GAFF_H_MCP_SERVER_LAST;

	for (size_t i = 0; i < COUNT_OF(joints); i++) {
		struct buf b = buf_in(a);
		struct sv joined;

		if (!joints[i].n)
			continue;
		gaff_mcp_join(&b, host, server, joints[i], tool);
		if (!buf_ok(&b))
			continue;
		joined = as_written(a, host, buf_sv(&b));
		if (tool.n    ? sv_eq(name, joined)
		    : is_last ? name.n > joined.n && sv_eq(sv_skip(name, name.n - joined.n), joined)
			      : sv_starts(name, joined))
			return true;
	}
	return false;
}

/* The agent names the server, but writes it otherwise in a name that has several joints. */
static bool has_tool_at_end(const struct gaff_event *event, struct sv tool)
{
	struct sv joint = event->host->mcp_joint, name = event->tool_name;

	if (event->host->flags & GAFF_H_MCP_SERVER_LAST) {
		name = sv_skip(name, event->host->mcp_prefix.n);
		return sv_starts(name, tool) && sv_starts(sv_skip(name, tool.n), joint);
	}
	return name.n > joint.n + tool.n && sv_eq(sv_skip(name, name.n - tool.n), tool) &&
	       sv_eq((struct sv){ name.p + name.n - tool.n - joint.n, joint.n }, joint);
}

bool gaff_mcp_is_of_any(const struct gaff_event *event)
{
	return event->tool == GAFF_TOOL_MCP && !event->mcp_server.n && event->mcp_tool.n;
}

bool gaff_mcp_matches(struct arena *a, struct sv server, struct sv tool,
		      const struct gaff_event *event)
{
	const struct gaff_host *host = event->host;

	if (event->tool != GAFF_TOOL_MCP)
		return false;
	if (event->mcp_server.n)
		return is_called(a, host, server, event->mcp_server) &&
		       (!tool.n || is_called(a, host, tool, event->mcp_tool) ||
			(!event->mcp_tool.n && has_tool_at_end(event, tool)));
	if (gaff_mcp_is_of_any(event)) /* by the tool alone */
		return !tool.n || is_called(a, host, tool, event->mcp_tool);
	return joined_matches(a, event, server, tool);
}
