/*
 * entry.h - the entry by which an agent calls gaff: how it is written, and how it is known again.
 *
 *	'/opt/my tools/gaff' run --host claude-code --event PreToolUse --deadline 55
 */
#ifndef GAFF_INSTALL_ENTRY_H
#define GAFF_INSTALL_ENTRY_H

#include <stdint.h>

#include "hook/host.h"

struct gaff_call_line {
	struct sv program; /* absolute */
	struct sv host, event;
	unsigned deadline; /* seconds */
	bool fail_closed;
};

/* As a command line for a POSIX shell. */
void gaff_call_line_add(struct buf *out, const struct gaff_call_line *line);

/*
 * Is a command of an entry one that install has written? What calls gaff with a command or a
 * manifest of its own somebody wrote by hand: that is not ours. BROKEN: ours, but no shell would
 * start it so.
 */
enum gaff_whose { GAFF_ANOTHERS, GAFF_OURS, GAFF_OURS_BROKEN };
enum gaff_whose gaff_call_line_read(struct arena *a, struct sv command, struct gaff_call_line *out);

/* One event that is registered: when gaff answers, and how long the agent then still waits. */
struct gaff_wish {
	struct sv event;            /* the agent's name for it */
	unsigned deadline, timeout; /* seconds */
	int64_t needed_ms;          /* by its hooks, one after another */
};

/* What an entry in a file of this host looks like, as JSON: with its group where it has one. */
enum gaff_rc gaff_entry_write(struct arena *a, const struct gaff_host *host,
			      const struct gaff_call_line *line, unsigned timeout, struct sv *out,
			      struct gaff_err *err);

#endif
