#include "agents/codec/codec.h"

static enum gaff_rc as_text(struct arena *a, struct json *value, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_json_string(&w, json_sv(*value));
	GAFF_TRY(gaff_buf_check(&b, err));
	*value = (struct json){ b.p, b.n };
	return GAFF_OK;
}

static enum gaff_rc as_texts(struct arena *a, struct json *value, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_write_texts(&w, *value);
	GAFF_TRY(gaff_buf_check(&b, err));
	*value = (struct json){ b.p, b.n };
	return GAFF_OK;
}

static enum gaff_rc change_at(struct arena *a, struct gaff_event *event,
			      const struct gaff_payload_row *row, struct json value,
			      struct gaff_err *err)
{
	if (row->flags & GAFF_P_PARTS) /* no one knows which text it was */
		return GAFF_OK;
	if (row->flags & GAFF_P_OF_TEXTS)
		GAFF_TRY(as_texts(a, &value, err));
	if (row->flags & (GAFF_P_JSON_TEXT | GAFF_P_MAY_BE_TEXT) &&
	    gaff_json_type(gaff_json_at(event->payload, row->where)) == JSON_STRING &&
	    gaff_json_type(value) != JSON_STRING)
		GAFF_TRY(as_text(a, &value, err));
	return gaff_json_set(a, event->payload, row->where, value, SV(""), &event->payload, err);
}

/* Where it was read, and wherever else the agent's payloads have it. */
enum gaff_rc gaff_event_change(struct arena *a, struct gaff_event *event, enum gaff_field field,
			       struct json value, struct gaff_err *err)
{
	unsigned others = event->tool == GAFF_TOOL_MCP ? GAFF_P_NOT_MCP : GAFF_P_MCP_ONLY;
	bool is_first = true;

	event->field[field] = value;
	if (field == GAFF_F_TOOL_INPUT)
		event->tools = gaff_event_tools(a, event);
	if (field == GAFF_F_TOOL_INPUT && event->row->flags & GAFF_E_INPUT_AT_TOP) {
		event->payload = value;
		return GAFF_OK;
	}
	for (size_t i = 0; i < event->host->n_payload; i++) {
		const struct gaff_payload_row *row = &event->host->payload[i];

		if (row->field != field || row->where.p[0] != '/' || row->flags & others ||
		    (!is_first && row->flags & GAFF_P_ALIAS) ||
		    !gaff_json_at(event->payload, row->where).n)
			continue;
		GAFF_TRY(change_at(a, event, row, value, err));
		is_first = false;
	}
	return GAFF_OK;
}

enum gaff_rc gaff_event_know_directory(struct arena *a, struct gaff_event *event, struct sv here,
				       struct gaff_err *err)
{
	struct json path = { here.p, here.n };
	struct sv said;

	if ((gaff_json_text(a, event->field[GAFF_F_CWD], &said) && said.n) || !here.n)
		return GAFF_OK;
	GAFF_TRY(as_text(a, &path, err));
	event->field[GAFF_F_CWD] = path;
	if (!gaff_json_text(a, event->field[GAFF_F_PROJECT_DIR], &said) || !said.n)
		event->field[GAFF_F_PROJECT_DIR] = path;
	return GAFF_OK;
}
