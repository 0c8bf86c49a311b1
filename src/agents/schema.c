#include "agents/schema.h"

#include <stdlib.h>

const struct gaff_event_row *gaff_host_event_by_id(const struct gaff_host *host,
						   enum gaff_event_id id)
{
	if (id != GAFF_EV_NATIVE)
		for (size_t i = 0; i < host->n_events; i++)
			if (host->events[i].id == id)
				return &host->events[i];
	return NULL;
}

/* Has the agent one name for both tools? */
static bool is_called_alike(const struct gaff_host *host, enum gaff_tool x, enum gaff_tool y)
{
	const struct gaff_tool_row *row = gaff_host_tool_by_id(host, x);

	return row && gaff_host_tools_called(host, row->native) >> y & 1;
}

const struct gaff_event_row *gaff_host_event_for(const struct gaff_host *host,
						 enum gaff_event_id id, enum gaff_tool tool)
{
	const struct gaff_event_row *first = gaff_host_event_by_id(host, id);

	if (!first || first->tool == GAFF_TOOL_OTHER)
		return first;
	for (size_t i = 0; i < host->n_events; i++)
		if (host->events[i].id == id && host->events[i].tool == tool)
			return &host->events[i];
	for (size_t i = 0; i < host->n_events; i++)
		if (host->events[i].id == id && is_called_alike(host, tool, host->events[i].tool))
			return &host->events[i];
	return NULL;
}

bool gaff_host_event_means(const struct gaff_host *host, enum gaff_event_id id,
			   const struct gaff_event_row *row)
{
	const struct gaff_event_row *first = gaff_host_event_by_id(host, id);

	return first && row->id == id && (row == first || first->tool != GAFF_TOOL_OTHER);
}

const struct gaff_event_row *gaff_host_event_native(const struct gaff_host *host, struct sv name)
{
	for (size_t i = 0; i < host->n_events; i++)
		if (sv_eq(host->events[i].native, name))
			return &host->events[i];
	return NULL;
}

static bool is_loosely(struct sv name, struct sv native)
{
	size_t k = 0;

	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] == '_')
			continue;
		if (k == native.n ||
		    !sv_eq_nocase((struct sv){ name.p + i, 1 }, (struct sv){ native.p + k, 1 }))
			return false;
		k++;
	}
	return k == native.n;
}

const struct gaff_event_row *gaff_host_event_in_file(const struct gaff_host *host, struct sv name)
{
	const struct gaff_event_row *row = gaff_host_event_native(host, name);

	for (size_t i = 0; !row && host->layout && host->layout->is_loose && i < host->n_events;
	     i++)
		if (is_loosely(name, host->events[i].native))
			row = &host->events[i];
	return row;
}

struct sv gaff_event_spoken(const struct gaff_host *host, const struct gaff_event_row *row)
{
	for (size_t i = 0; i < host->n_names; i++)
		if (sv_eq(host->names[i].native, row->native))
			return host->names[i].spoken;
	return row->native;
}

const struct gaff_event_row *gaff_host_event(const struct gaff_host *host, struct sv name)
{
	const struct gaff_event_row *row = gaff_host_event_native(host, name);

	for (size_t i = 0; !row && i < host->n_names; i++)
		if (sv_eq(host->names[i].spoken, name))
			row = gaff_host_event_native(host, host->names[i].native);
	return row ? row : gaff_host_event_by_id(host, gaff_event_by_name(name));
}

const struct gaff_host *gaff_host_spelling(const struct gaff_host *host, struct sv event)
{
	const struct gaff_host *other = host->other_spelling;

	if (other && gaff_host_event_native(other, event) && !gaff_host_event_native(host, event))
		return other;
	return gaff_host_event(host, event) ? host : NULL;
}

static bool has_agents(const struct gaff_host *host)
{
	return host && gaff_host_has_files(host, GAFF_C_OF_AGENT);
}

const struct gaff_host *gaff_host_of_agents(const struct gaff_host *host)
{
	if (has_agents(host))
		return host;
	return has_agents(host->other_spelling) ? host->other_spelling : NULL;
}

const struct gaff_tool_row *gaff_host_tool(const struct gaff_host *host, struct sv native)
{
	const struct gaff_tool_row *row;

	for (size_t i = 0; (row = gaff_host_tool_at(host, i)) != NULL; i++)
		if (sv_eq(row->native, native))
			return row;
	return NULL;
}

struct sv gaff_tool_usual_name(const struct gaff_host *host, struct sv name)
{
	for (size_t i = 0; i < host->n_tool_names; i++)
		if (sv_eq(host->tool_names[i].spoken, name))
			return host->tool_names[i].native;
	return name;
}

uint16_t gaff_host_tools_called(const struct gaff_host *host, struct sv native)
{
	const struct gaff_tool_row *row;
	uint16_t tools = 0;

	for (size_t i = 0; (row = gaff_host_tool_at(host, i)) != NULL; i++)
		if (sv_eq(row->native, native))
			tools |= (uint16_t)(1u << row->tool);
	return tools;
}

uint16_t gaff_host_alias_tools(const struct gaff_host *host, struct sv name)
{
	uint16_t tools = 0;

	for (size_t i = 0; i < host->n_alias_tools; i++)
		if (sv_eq(host->alias_tools[i].native, name))
			tools |= (uint16_t)(1u << host->alias_tools[i].tool);
	return tools;
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

bool gaff_row_goes_with(const struct gaff_answer_row *row, enum gaff_decision decision)
{
	return !(row->flags & GAFF_R_WITH_DENY && decision < GAFF_ASK) &&
	       !(row->flags & GAFF_R_WITH_ALLOW && decision != GAFF_ALLOW) &&
	       !(row->flags & GAFF_R_WITH_ASK && decision != GAFF_ASK) &&
	       !(row->flags & GAFF_R_NOT_WITH_ASK && decision == GAFF_ASK) &&
	       !(row->flags & GAFF_R_NOT_WITH_DENY && decision == GAFF_DENY);
}

bool gaff_row_is_silenced(const struct gaff_event_row *row, enum gaff_decision decision)
{
	return row->flags & GAFF_E_SILENCE_GRANTS && decision != GAFF_ALLOW &&
	       decision != GAFF_DENY;
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

const struct gaff_answer_row *gaff_shape_text(const struct gaff_shape *shape)
{
	for (size_t i = 0; i < shape->n; i++)
		if (shape->rows[i].where.p[0] == '-')
			return &shape->rows[i];
	return NULL;
}

bool gaff_shape_reads_json(const struct gaff_shape *shape)
{
	for (size_t i = 0; i < shape->n; i++)
		if (shape->rows[i].where.p[0] == '/' && !(shape->rows[i].flags & GAFF_R_WRITE))
			return true;
	return false;
}

bool gaff_event_row_may_close(const struct gaff_event_row *row)
{
	return gaff_shape_can_deny(row->answer) && gaff_event_may_fail_closed(row->id) &&
	       !(row->flags & (GAFF_E_PROLONGS | GAFF_E_NEVER_CLOSED));
}

bool gaff_host_closes(const struct gaff_host *host, const struct gaff_event_row *row)
{
	return row->flags & GAFF_E_ANY_EXIT_BLOCKS ||
	       (host->flags & GAFF_H_FAILS_CLOSED && (GAFF_EV_ANY_TOOL >> row->id & 1) &&
		gaff_shape_can_deny(row->answer));
}

/* The next number of a version and what follows it: "07.23-a1" -> 7 and "23-a1". */
static unsigned long next_number(struct sv *version)
{
	unsigned long n = 0;

	while (version->n && ascii_isdigit(version->p[0])) {
		n = n > 100000 ? n : n * 10 + (unsigned long)(version->p[0] - '0');
		*version = sv_skip(*version, 1);
	}
	if (version->n && version->p[0] == '.')
		*version = sv_skip(*version, 1);
	else
		version->n = 0;
	return n;
}

static bool is_before(struct sv version, struct sv other)
{
	while (version.n || other.n) {
		unsigned long a = next_number(&version), b = next_number(&other);

		if (a != b)
			return a < b;
	}
	return false;
}

const struct gaff_evidence *gaff_answer_evidence(const struct gaff_host *host,
						 const struct gaff_event_row *event,
						 enum gaff_answer_field field)
{
	for (size_t i = 0; i < host->n_versions; i++) {
		const struct gaff_version_row *v = &host->versions[i];

		if (!v->since.n && !v->until.n && v->field == field &&
		    sv_eq(v->native_event, event->native))
			return v->seen;
	}
	return event->seen;
}

/* The version it says it has; empty: none, or nothing that is one. */
static struct sv version_of(const struct gaff_event *event)
{
	struct json said = event->field[GAFF_F_HOST_VERSION];
	struct sv version = gaff_json_type(said) == JSON_STRING
				    ? (struct sv){ said.p + 1, said.n - 2 }
				    : (struct sv){ 0 };

	return version.n && ascii_isdigit(version.p[0]) ? version : (struct sv){ 0 };
}

bool gaff_event_is_since(const struct gaff_event *event, struct sv version)
{
	struct sv own = version_of(event);

	return own.n && !is_before(own, version);
}

bool gaff_event_row_asks(const struct gaff_event_row *row)
{
	const struct gaff_answer_row *ask = gaff_shape_row(row->answer, GAFF_A_ASK,
							   row->tool == GAFF_TOOL_MCP);

	return ask && !(ask->flags & GAFF_R_NOT_HONOURED);
}

bool gaff_row_is_honoured(const struct gaff_event *event, const struct gaff_answer_row *row)
{
	struct sv version = version_of(event);

	if (!(row->flags & GAFF_R_BY_VERSION))
		return !(row->flags & GAFF_R_NOT_HONOURED);
	if (!version.n)
		return false;
	for (size_t i = 0; i < event->host->n_versions; i++) {
		const struct gaff_version_row *v = &event->host->versions[i];

		if (v->field == row->field && sv_eq(v->native_event, event->row->native) &&
		    !(v->since.n && is_before(version, v->since)) &&
		    !(v->until.n && !is_before(version, v->until)))
			return true;
	}
	return false;
}

struct sv gaff_answer_leaf(const struct gaff_answer_row *row)
{
	size_t at = row->where.n;

	while (at && row->where.p[at - 1] != '/')
		at--;
	return sv_skip(row->where, at);
}

bool gaff_shape_shows_warnings(const struct gaff_shape *shape)
{
	return shape->deny_by == GAFF_DENY_STDERR &&
	       gaff_shape_row(shape, GAFF_A_SYSTEM_MESSAGE, false);
}

const char *gaff_scope_name(enum gaff_scope scope)
{
	static const char *const names[] = { [GAFF_SCOPE_SYSTEM] = "system",
					     [GAFF_SCOPE_USER] = "user",
					     [GAFF_SCOPE_PROJECT] = "project",
					     [GAFF_SCOPE_LOCAL] = "local" };

	return names[scope];
}

const char *gaff_host_moved_home(const struct gaff_host *host, const struct gaff_config_row *row,
				 size_t *n)
{
	for (size_t i = 0; i < host->n_homes; i++) {
		const char *value = getenv(host->homes[i].variable);
		size_t length = strlen(host->homes[i].folder);

		if (value && value[0] == '/' &&
		    strncmp(row->path, host->homes[i].folder, length) == 0 &&
		    row->path[length] == '/') {
			*n = length;
			return value;
		}
	}
	return NULL;
}

enum gaff_rc gaff_event_full_name(struct arena *a, const struct gaff_event *event, struct sv *out,
				  struct gaff_err *err)
{
	struct buf b = buf_in(a);

	if (event->id != GAFF_EV_NATIVE) {
		*out = gaff_event_id_name(event->id);
		return GAFF_OK;
	}
	gaff_buf_add(&b, event->host->id);
	buf_addc(&b, ':');
	gaff_buf_add(&b, event->native_event);
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = buf_sv(&b);
	return GAFF_OK;
}

const struct gaff_config_row *gaff_host_trust_file(const struct gaff_host *host)
{
	for (size_t i = 0; i < host->n_config; i++)
		if (host->config[i].flags & GAFF_C_HAS_TRUST)
			return &host->config[i];
	return NULL;
}

bool gaff_host_has_files(const struct gaff_host *host, enum gaff_config_flags flag)
{
	for (size_t i = 0; i < host->n_config; i++)
		if (host->config[i].flags & flag)
			return true;
	return false;
}
