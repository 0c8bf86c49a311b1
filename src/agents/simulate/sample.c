#include "agents/simulate/sample.h"

#include "agents/codec/say.h"

#define BEFORE   "\"before\""
#define ENV_FILE "\"/gaff/env\""

struct json gaff_sample_object(struct arena *a, struct sv key, struct sv value)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '{');
	json_member(&w, key, value);
	gaff_json_close(&w, '}');
	return buf_ok(&b) ? (struct json){ b.p, b.n } : (struct json){ 0 };
}

/* The input field a rewrite would change: one that the agent lets change, if there is one. */
static const struct gaff_input_row *input_field(const struct gaff_tool_row *tool)
{
	for (size_t i = 0; tool && i < tool->n_input; i++)
		if (tool->input[i].native.n && tool->input[i].canonical.n &&
		    !tool->input[i].is_fixed)
			return &tool->input[i];
	return tool && tool->n_input ? &tool->input[0] : NULL;
}

static const struct gaff_tool_row *usual_tool(const struct gaff_host *host,
					      const struct gaff_event_row *row)
{
	const struct gaff_tool_row *tool = gaff_host_tool_by_id(
		host, row->tool == GAFF_TOOL_OTHER ? GAFF_TOOL_SHELL : row->tool);

	return tool || !host->n_tools ? tool : &host->tools[0];
}

static void add_tool(struct arena *a, struct gaff_event *event, bool is_mcp)
{
	const struct gaff_tool_row *tool = is_mcp ? NULL : usual_tool(event->host, event->row);
	const struct gaff_input_row *input = input_field(tool);
	struct json before = { BEFORE, sizeof BEFORE - 1 };

	event->tool_row = tool;
	event->tool = is_mcp ? GAFF_TOOL_MCP : tool ? tool->tool : GAFF_TOOL_OTHER;
	event->tool_name = tool ? tool->native : SV("tool");
	if (is_mcp) {
		event->mcp_server = SV("server");
		event->mcp_tool = event->tool_name;
	}
	event->field[GAFF_F_TOOL_OUTPUT] = before;
	event->field[GAFF_F_TOOL_INPUT] = gaff_input_is_patch(tool, before)
						  ? before
						  : gaff_sample_object(
							    a, input ? input->native : SV("text"),
							    SV(BEFORE));
}

enum gaff_rc gaff_sample_event(struct arena *a, const struct gaff_host *host,
			       const struct gaff_event_row *row, bool is_mcp, struct sv version,
			       struct gaff_event *out, struct gaff_err *err)
{
	struct gaff_event event = {
		.host = host, .row = row, .id = row->id, .native_event = row->native
	};
	struct sv payload;

	event.field[GAFF_F_ENV_FILE] = (struct json){ ENV_FILE, sizeof ENV_FILE - 1 };
	if (version.n)
		event.field[GAFF_F_HOST_VERSION] = gaff_json_of_text(a, version);
	if (GAFF_EV_ANY_TOOL & (gaff_event_set)1 << row->id)
		add_tool(a, &event, is_mcp);
	GAFF_TRY(gaff_encode_event_as(a, &event, host, row, &payload, err));
	event.payload = (struct json){ payload.p, payload.n };
	*out = event;
	return GAFF_OK;
}

struct json gaff_sample_rewrite(struct arena *a, const struct gaff_event *event, struct sv value)
{
	const struct gaff_input_row *input = input_field(event->tool_row);

	return gaff_sample_object(a, input ? input->canonical : SV("text"), value);
}
