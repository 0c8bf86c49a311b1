#include "convert/parts.h"

/* Questions about the rows of a layout that several stages ask. */

/* Two spellings in one kind of file are one agent's; another kind of file has its own events. */
const struct gaff_event_row *gaff_layout_event(const struct gaff_host *host, struct sv name,
					       const struct gaff_host **spelling)
{
	const struct gaff_host *other = host->other_spelling;
	const struct gaff_event_row *row = gaff_host_event_in_file(host, name);

	*spelling = host;
	if (row || !other || !other->layout || !sv_eq(other->layout->name, host->layout->name))
		return row;
	row = gaff_host_event_native(other, name);
	if (row)
		*spelling = other;
	return row;
}

unsigned gaff_event_row_tools(const struct gaff_host *host, const struct gaff_event_row *event)
{
	unsigned tools = 0, rows;

	for (size_t i = 0; i < host->n_events; i++)
		if (sv_eq(host->events[i].native, event->native) &&
		    host->events[i].tool != GAFF_TOOL_OTHER)
			tools |= 1u << host->events[i].tool;
	rows = tools;
	for (size_t i = 0; i < host->n_tools; i++) /* Cursor edits with Write, which is two words */
		if (rows >> host->tools[i].tool & 1)
			tools |= gaff_host_tools_called(host, host->tools[i].native);
	return tools;
}

int64_t gaff_usual_timeout_at(const struct gaff_host *host, const struct gaff_event_row *event,
			      enum gaff_handler_kind kind)
{
	if (kind == GAFF_HANDLER_PROMPT)
		return host->layout->prompt_ms;
	if (kind == GAFF_HANDLER_AGENT)
		return host->layout->agent_ms;
	return event ? event->timeout_ms : 0;
}

int64_t gaff_usual_timeout(const struct gaff_host *host, const struct gaff_hook *hook)
{
	const struct gaff_event_row *row = gaff_host_event_by_id(host, hook->event);

	if (hook->event == GAFF_EV_NATIVE)
		row = hook->event_name.n > host->id.n
			      ? gaff_host_event_native(host,
						       sv_skip(hook->event_name, host->id.n + 1))
			      : NULL;
	return gaff_usual_timeout_at(host, row, hook->kind);
}
