/*
 * json_pretty.h - JSON laid out for people: two spaces, a member a line, a newline at the end.
 *
 * A list without lists and objects in it stays on one line when it is short. The same value in the
 * same spelling is always the same bytes.
 */
#ifndef GAFF_TEXT_JSON_JSON_PRETTY_H
#define GAFF_TEXT_JSON_JSON_PRETTY_H

#include "text/json/json.h"

enum gaff_pretty_flags {
	/* for readers that look for comments inside of texts: no slash before a slash or a star */
	GAFF_PRETTY_NO_COMMENT_MARKS = 1 << 0,
};

/* Any checked value; of an absent one nothing is written. Texts keep their spelling. */
void gaff_json_pretty(struct buf *out, struct json v, unsigned flags);

#endif
