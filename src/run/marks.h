/*
 * marks.h - small files in the state folder that say something about one session: told/HASH.
 *
 * What is in one is the caller's business. Sessions end without telling us, so whoever makes a mark
 * removes some that nobody has touched for a month.
 */
#ifndef GAFF_RUN_MARKS_H
#define GAFF_RUN_MARKS_H

#include "model/event.h"

/* The session's own name; empty: the agent does not say. */
struct sv gaff_mark_session(struct arena *a, const struct gaff_event *event);

/*
 * One name for `what` of this session of this agent, in the folder `kind`. False: there is no
 * state folder.
 */
bool gaff_mark_path(struct sv host, struct sv session, const char *kind, struct sv what, char *path,
		    size_t n);

enum gaff_mark_state {
	GAFF_MARK_MADE,
	GAFF_MARK_KNOWN,   /* it was there */
	GAFF_MARK_MISSING, /* it cannot be made */
};

/* Make the mark with this text in it, all of it or nothing, unless it is there. */
enum gaff_mark_state gaff_mark_make(const char *path, struct sv text);

/* The same, in the place of one that is there. */
bool gaff_mark_renew(const char *path, struct sv text);

/* What is in it, if that fits; false: there is none, or not one of ours. One in use is kept. */
bool gaff_mark_read(const char *path, char *text, size_t n, struct sv *out);

#endif
