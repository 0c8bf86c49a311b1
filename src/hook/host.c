#include "hook/host.h"

const struct gaff_event_row *gaff_host_event_by_id(const struct gaff_host *host,
						   enum gaff_event_id id)
{
	if (id != GAFF_EV_NATIVE)
		for (size_t i = 0; i < host->n_events; i++)
			if (host->events[i].id == id)
				return &host->events[i];
	return NULL;
}

const struct gaff_event_row *gaff_host_event_native(const struct gaff_host *host, struct sv name)
{
	for (size_t i = 0; i < host->n_events; i++)
		if (sv_eq(host->events[i].native, name))
			return &host->events[i];
	return NULL;
}

const struct gaff_event_row *gaff_host_event(const struct gaff_host *host, struct sv name)
{
	const struct gaff_event_row *row = gaff_host_event_native(host, name);

	return row ? row : gaff_host_event_by_id(host, gaff_event_by_name(name));
}

const struct gaff_tool_row *gaff_host_tool(const struct gaff_host *host, struct sv native)
{
	for (size_t i = 0; i < host->n_tools; i++)
		if (sv_eq(host->tools[i].native, native))
			return &host->tools[i];
	return NULL;
}

const struct gaff_tool_row *gaff_host_tool_by_id(const struct gaff_host *host, enum gaff_tool tool)
{
	if (tool != GAFF_TOOL_OTHER)
		for (size_t i = 0; i < host->n_tools; i++)
			if (host->tools[i].tool == tool)
				return &host->tools[i];
	return NULL;
}

const struct gaff_answer_row *gaff_shape_row(const struct gaff_shape *shape,
					     enum gaff_answer_field field, bool is_mcp)
{
	unsigned skip = GAFF_R_READ | (is_mcp ? GAFF_R_NOT_MCP : GAFF_R_MCP_ONLY);

	for (size_t i = 0; i < shape->n; i++)
		if (shape->rows[i].field == field && !(shape->rows[i].flags & skip))
			return &shape->rows[i];
	return NULL;
}

bool gaff_shape_can_deny(const struct gaff_shape *shape)
{
	if (shape->deny_by == GAFF_DENY_STDERR)
		return true;
	for (size_t i = 0; i < shape->n; i++) {
		const struct gaff_answer_row *row = &shape->rows[i];

		if (!(row->flags & GAFF_R_READ) &&
		    (row->field == GAFF_A_DENY || row->flags & GAFF_R_MEANS_DENY))
			return true;
	}
	return false;
}

struct sv gaff_answer_leaf(const struct gaff_answer_row *row)
{
	size_t at = row->where.n;

	while (row->where.p[at - 1] != '/')
		at--;
	return sv_skip(row->where, at);
}

bool gaff_shape_shows_warnings(const struct gaff_shape *shape)
{
	return shape->deny_by == GAFF_DENY_STDERR &&
	       gaff_shape_row(shape, GAFF_A_SYSTEM_MESSAGE, false);
}
