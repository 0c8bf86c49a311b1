/*
 * say.h - what a hook says, put together piece by piece: for libgaff and `gaff reply`.
 *
 * What a hook prints as JSON is read by decode_response.c; here it is a program that calls.
 */
#ifndef GAFF_AGENTS_CODEC_SAY_H
#define GAFF_AGENTS_CODEC_SAY_H

#include "agents/codec/codec.h"

/* Of two decisions the stricter stays, with its reason; reasons of the same are joined. */
void gaff_say_decision(struct arena *a, struct gaff_response *r, enum gaff_decision decision,
		       struct sv reason);

/* A text that is said twice is joined; a prompt or a stop's reason is replaced. */
void gaff_say_text(struct arena *a, struct gaff_response *r, enum gaff_answer_field field,
		   struct sv text);

/*
 * Another value for a field of the tool's input, by its canonical name or by one that other
 * libraries have for it ("file_path", "old_string"). GAFF_EUSAGE: the call has no tool, or the tool
 * no such field; the message names those it has.
 */
enum gaff_rc gaff_say_input(struct arena *a, const struct gaff_event *event,
			    struct gaff_response *r, struct sv field, struct json value,
			    struct gaff_err *err);

/* Is the event about a tool? If not, a rewrite is lost, and that is said. */
bool gaff_say_has_tool(struct arena *a, const struct gaff_event *event, struct gaff_warnings *w);

/*
 * A rewrite that cannot be is a denial, as everywhere: who wants another call does not allow this
 * one. Where nothing can be denied any more it is the failure that `err` tells of.
 */
enum gaff_rc gaff_say_refused(struct arena *a, const struct gaff_event *event,
			      struct gaff_response *r, const struct gaff_err *err);

/* A variable for the session. GAFF_EUSAGE: that is no name of one, or no value. */
enum gaff_rc gaff_say_variable(struct arena *a, struct gaff_response *r, struct sv name,
			       struct sv value, struct gaff_err *err);

/* Fields only the calling agent has; they are added to others. GAFF_EUSAGE: it is no object. */
enum gaff_rc gaff_say_native(struct arena *a, struct gaff_response *r, struct json members,
			     struct gaff_err *err);

/* A text as a JSON value; absent: no memory. */
struct json gaff_json_of_text(struct arena *a, struct sv text);

#endif
