/*
 * mimic.h - the payload an agent would send on an event, made up from its rows.
 *
 * What the caller says is in it, the rest is samples: an id, a text, "hello\n" for an output.
 * Which fields there are, what they are called and where they stand comes from the host's rows.
 *
 *	struct gaff_mimic m = { .host = host, .row = row, .cwd = here, .time_ms = now };
 *	m.tool = GAFF_TOOL_SHELL, m.command = SV("ls");
 *	GAFF_TRY(gaff_mimic_event(a, &m, &event, err));
 *	GAFF_TRY(gaff_mimic_payload(a, &m, &event, &payload, err));
 */
#ifndef GAFF_AGENTS_SIMULATE_MIMIC_H
#define GAFF_AGENTS_SIMULATE_MIMIC_H

#include "agents/codec/codec.h"

/* The session of every event that is made up: nothing of it is to be remembered. */
#define GAFF_MIMIC_SESSION "5b0e2f1c-8a86-4d0e-9a54-1f0c7f1f7a11"

struct gaff_mimic {
	const struct gaff_host *host; /* in the spelling that has the event */
	const struct gaff_event_row *row;
	enum gaff_tool tool; /* GAFF_TOOL_OTHER: what the event is about, else a shell call */
	/* each may be missing (p is NULL); path without a tool: the file of a file event */
	struct sv command, path, content, prompt, mcp_server, mcp_tool;
	struct sv cwd;
	int64_t time_ms; /* since 1970 */
};

/*
 * The event that the payload is about. GAFF_EUNSUPPORTED: the host has no such tool, the event is
 * about another, or has no place for what was said.
 */
enum gaff_rc gaff_mimic_event(struct arena *a, const struct gaff_mimic *mimic,
			      struct gaff_event *out, struct gaff_err *err);

enum gaff_rc gaff_mimic_payload(struct arena *a, const struct gaff_mimic *mimic,
				const struct gaff_event *event, struct json *out,
				struct gaff_err *err);

/* Is this row for payloads of the event, about a call of the tool? */
bool gaff_mimic_row_is_for(const struct gaff_extra_row *row, const struct gaff_event_row *event,
			   enum gaff_tool tool);

#endif
