/*
 * log_line.h - what a line of the log says, and which lines somebody asks for.
 */
#ifndef GAFF_LOG_LOG_LINE_H
#define GAFF_LOG_LOG_LINE_H

#include "text/json/json.h"
#include "text/time.h"

/* A text that is empty, or a time that is 0, is not asked for. */
struct gaff_log_filter {
	struct sv host, decision, event, session;
	int64_t since; /* milliseconds since 1970 */
};

/* "30s", "10m", "2h" or "1d" before now, or what gaff_time_parse() reads. False: neither. */
bool gaff_log_parse_since(struct sv text, int64_t now, int64_t *out);

/* Is it one that a line may hold? */
bool gaff_log_is_decision(struct sv word);
#define GAFF_LOG_DECISIONS "allow, ask, deny, none or error"

bool gaff_log_is_wanted(const struct gaff_log_filter *f, struct json record);

/* Values as they read: the text of a string, the JSON of what is none. */
struct gaff_log_line {
	struct sv time; /* "2026-11-16 02:10:11" */
	struct sv host, event, tool, decision, by, ms;
	struct sv reason; /* why it went so: what was said, what failed, or what was lost */
	struct json hooks;
	char time_text[GAFF_TIME_LENGTH + 1];
};

/* What one hook did. */
struct gaff_log_hook {
	struct sv name, result, exit, ms, why, manifest;
};

void gaff_log_read(struct arena *a, struct json record, struct gaff_log_line *out);
void gaff_log_read_hook(struct arena *a, struct json hook, struct gaff_log_hook *out);

#endif
