/*
 * field_place.h - where in an agent's payload the fields of the canonical event are.
 */
#ifndef GAFF_AGENTS_SIMULATE_FIELD_PLACE_H
#define GAFF_AGENTS_SIMULATE_FIELD_PLACE_H

#include "agents/schema.h"

bool gaff_host_has_event(const struct gaff_host *host, enum gaff_event_id id);

/* Of a field of the canonical event its name, and where in the payload it is; empty: nowhere. */
struct sv gaff_field_name(enum gaff_field field);
struct sv gaff_field_place(const struct gaff_host *host, enum gaff_event_id id,
			   enum gaff_field field, bool *is_derived);

#endif
