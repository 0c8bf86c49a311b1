#include "agents/simulate/field_place.h"

#include "agents/mcp.h"
#include "agents/simulate/mimic.h"
#include "text/json/json.h"

bool gaff_host_has_event(const struct gaff_host *host, enum gaff_event_id id)
{
	for (size_t i = 0; i < host->n_events; i++)
		if (host->events[i].id == id)
			return true;
	return false;
}

struct sv gaff_field_name(enum gaff_field field)
{
	switch ((int)field) {
	case GAFF_F_TOOL_NAME:
		return SV("tool_name");
	case GAFF_F_TOOL_INPUT:
		return SV("tool_input");
	case GAFF_F_MCP_SERVER:
		return SV("mcp.server");
	case GAFF_F_MCP_TOOL:
		return SV("mcp.tool");
	default:
		return gaff_field_key(field);
	}
}

/* Do payloads of this event hold something there besides, whatever the tool? */
static bool is_extra(const struct gaff_host *host, const struct gaff_event_row *event,
		     struct sv where)
{
	struct gaff_err err;
	struct json members;

	for (size_t i = 0; i < host->n_extras; i++)
		if (gaff_mimic_row_is_for(&host->extras[i], event, event->tool) &&
		    gaff_json_parse(host->extras[i].members, &members, &err) == GAFF_OK &&
		    gaff_json_at(members, where).n &&
		    !gaff_json_is(gaff_json_at(members, where), SV("$-")))
			return true;
	return false;
}

/*
 * Is this row's place in payloads of the event? A variable of the environment is of no event; that
 * of the session's file means something only where variables may be answered.
 */
static bool is_in(const struct gaff_host *host, const struct gaff_payload_row *row,
		  enum gaff_event_id id)
{
	for (size_t i = 0; i < host->n_payload; i++) /* it may be written by another row */
		if (sv_eq(host->payload[i].where, row->where) &&
		    host->payload[i].events & (gaff_event_set)1 << id)
			return true;
	if (row->where.p[0] == '$' && row->field != GAFF_F_ENV_FILE)
		return true;
	for (size_t i = 0; i < host->n_events; i++)
		if (host->events[i].id == id &&
		    (row->where.p[0] == '$'
			     ? gaff_shape_row(host->events[i].answer, GAFF_A_ENV, false) != NULL
			     : is_extra(host, &host->events[i], row->where)))
			return true;
	return false;
}

/* The first, as reading does it. */
static const struct gaff_payload_row *row_of(const struct gaff_host *host, enum gaff_event_id id,
					     enum gaff_field field)
{
	for (size_t i = 0; i < host->n_payload; i++)
		if (host->payload[i].field == field && is_in(host, &host->payload[i], id))
			return &host->payload[i];
	return NULL;
}

static struct sv where_of(const struct gaff_host *host, enum gaff_event_id id,
			  enum gaff_field field)
{
	const struct gaff_payload_row *row = row_of(host, id, field);

	return row ? row->where : SV("");
}

/* What an event is about by its name, and has as its own members. */
static struct sv implied_by(const struct gaff_host *host, enum gaff_event_id id,
			    enum gaff_field field)
{
	for (size_t i = 0; i < host->n_events; i++) {
		const struct gaff_event_row *row = &host->events[i];

		if (row->id == id && field == GAFF_F_TOOL_NAME && row->tool != GAFF_TOOL_OTHER)
			return SV("native_event");
		if (row->id == id && field == GAFF_F_TOOL_INPUT && row->flags & GAFF_E_INPUT_AT_TOP)
			return SV("native");
	}
	return SV("");
}

/* What gaff knows from something else; as derive() of decode_event.c. */
static struct sv derived_from(const struct gaff_host *host, enum gaff_event_id id,
			      enum gaff_field field)
{
	bool is_of_tool = GAFF_EV_ANY_TOOL & (gaff_event_set)1 << id;
	bool has_server = gaff_mcp_joint(host).n, has_tool = gaff_mcp_is_named(host);

	for (size_t i = 0; i < host->n_events;
	     i++) /* of an event for MCP tools alone it is the name */
		has_tool |= host->events[i].id == id && host->events[i].tool == GAFF_TOOL_MCP;

	switch ((int)field) {
	case GAFF_F_CWD:
		return where_of(host, id, GAFF_F_PROJECT_DIR);
	case GAFF_F_PROJECT_DIR:
		return where_of(host, id, GAFF_F_CWD);
	case GAFF_F_STOP_ACTIVE:
		return where_of(host, id, GAFF_F_LOOP_COUNT);
	case GAFF_F_MCP_SERVER:
	case GAFF_F_MCP_TOOL:
		return is_of_tool && (field == GAFF_F_MCP_TOOL ? has_tool : has_server)
			       ? where_of(host, id, GAFF_F_TOOL_NAME)
			       : SV("");
	default:
		return implied_by(host, id, field);
	}
}

struct sv gaff_field_place(const struct gaff_host *host, enum gaff_event_id id,
			   enum gaff_field field, bool *is_derived)
{
	struct sv where = where_of(host, id, field);

	*is_derived = !where.n;
	return where.n ? where : derived_from(host, id, field);
}
