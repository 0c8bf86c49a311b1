/* hosts.h - the list of hosts; a new one adds a line here and a line in hosts.c. */
#ifndef GAFF_HOSTS_HOSTS_H
#define GAFF_HOSTS_HOSTS_H

#include "hook/host.h"

extern const struct gaff_host gaff_host_claude_code;
extern const struct gaff_host gaff_host_codex;
extern const struct gaff_host gaff_host_cursor;
extern const struct gaff_host gaff_host_generic;

extern const struct gaff_host *const gaff_hosts[]; /* NULL at the end */

const struct gaff_host *gaff_host_find(struct sv id);

/* A host, or "canonical". */
const struct gaff_host *gaff_dialect_find(struct sv id);

#endif
