/*
 * value.h - one field of an event by its name, as hooks ask for it.
 *
 * A name is that of docs/canonical.md, with dots for what is inside: "tool_input.command",
 * "tool_input.edits.0.new", "mcp.server"; "edits.*.new" is the list of them all. A key that holds a
 * dot itself needs a pointer, "/native/a.b", where ~1 is / and ~0 is ~. "native" is the agent's own
 * payload. Names that other libraries have for the same ("hook_event_name", "tool_input.file_path",
 * "command") are aliases; one counts where the field of that very name says nothing.
 *
 * An event that reached us in canonical words tells of the agent behind it: "host" is that agent
 * and "native" its payload.
 */
#ifndef GAFF_AGENTS_CODEC_VALUE_H
#define GAFF_AGENTS_CODEC_VALUE_H

#include "model/event.h"

/*
 * Absent when this event has none of it. GAFF_EUSAGE: no event has such a field (a guard that asks
 * for it would never fire); the message names the nearest. Below the first name anything may be
 * asked for, since tools have what they have. Aliases of a list of edits are its first one.
 */
enum gaff_rc gaff_event_value(struct arena *a, const struct gaff_event *event, struct sv name,
			      struct json *out, struct gaff_err *err);

/* The same for who must not overlook anything: aliases of a list of edits are all of them. */
enum gaff_rc gaff_event_values(struct arena *a, const struct gaff_event *event, struct sv name,
			       struct json *out, struct gaff_err *err);

/* The canonical fields and the short aliases, in the order of docs/canonical.md; empty: no more. */
struct sv gaff_value_name(size_t i);

#endif
