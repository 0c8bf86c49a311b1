/*
 * entry.h - the entry by which an agent calls gaff: how it is written, and how it is known again.
 *
 *	'/opt/my tools/gaff' run --host claude-code --event PreToolUse --deadline 55 --home /home/me
 */
#ifndef GAFF_CONFIG_ENTRY_H
#define GAFF_CONFIG_ENTRY_H

#include <stdint.h>

#include "agents/schema.h"

/*
 * Where a call finds configuration and state, whatever the agent's environment says: in the file of
 * a user they are named; in one that others share it is for everybody's own home. Neither: gaff
 * before 0.2 has written it, and it believes the environment.
 */
struct gaff_call_dirs {
	struct sv home;          /* absolute */
	struct sv config, state; /* only where they are not in the home as usual */
	bool is_committed;
};

struct gaff_call_line {
	struct sv program; /* absolute */
	struct sv host, event;
	unsigned deadline; /* seconds */
	bool fail_closed;
	struct gaff_call_dirs dirs;
};

bool gaff_call_dirs_are(const struct gaff_call_dirs *x, const struct gaff_call_dirs *y);

/* As a command line for a POSIX shell. */
void gaff_call_line_add(struct buf *out, const struct gaff_call_line *line);

/*
 * Is a command of an entry one that install has written? What calls gaff with a command or a
 * manifest of its own somebody wrote by hand: that is not ours. BROKEN: ours, but no shell would
 * start it so.
 */
enum gaff_whose { GAFF_ANOTHERS, GAFF_OURS, GAFF_OURS_BROKEN };
enum gaff_whose gaff_call_line_read(struct arena *a, struct sv command, struct gaff_call_line *out);

/*
 * What an entry would have started, as a command line: a program and a list of its arguments become
 * one, too. Nothing: it starts no command.
 */
struct sv gaff_entry_command(struct arena *a, const struct gaff_layout *layout, struct json entry);

/* Is this member of an entry gaff's to say, when it is put right? */
bool gaff_entry_is_ours(const struct gaff_layout *layout, const struct gaff_member *row);

/* The keys on the way to where a row points; how many there are, at most `max`. */
size_t gaff_entry_path(struct sv where, struct sv *out, size_t max);

/* What a file of this name has that gaff makes, as an object; absent: nothing but the entries. */
struct json gaff_entry_file(struct arena *a, const struct gaff_layout *layout, struct sv name);

/* Do entries for this event stand in groups? */
bool gaff_entry_has_group(const struct gaff_host *host, struct sv event);

/* One event that is registered: when gaff answers, and how long the agent then still waits. */
struct gaff_wish {
	struct sv event;            /* the agent's name for it */
	unsigned deadline, timeout; /* seconds; where there is no place for a timeout, 0 */
	int64_t needed_ms;          /* by its hooks, one after another */
	bool is_for_start;          /* there are none: it only tells where a session is started */
};

/*
 * What an entry in a file of this host looks like, and the whole that is written: with its group
 * where it has one.
 */
enum gaff_rc gaff_entry_write(struct arena *a, const struct gaff_host *host,
			      const struct gaff_call_line *line, unsigned timeout, struct sv *whole,
			      struct json *entry, struct gaff_err *err);

#endif
