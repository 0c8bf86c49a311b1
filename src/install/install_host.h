/*
 * install_host.h - registering with one agent: what `gaff install` and `gaff doctor --fix` share.
 */
#ifndef GAFF_INSTALL_INSTALL_HOST_H
#define GAFF_INSTALL_INSTALL_HOST_H

#include "install/install_events.h"
#include "install/install_work.h"

struct installing {
	struct install_work work;
	struct wanted_events wanted;
	bool trusts, fail_closed;
};

/* Do it, or as a dry run; what came of it is told through install_tell() and install_refuse(). */
void install_host(struct installing *in, const struct gaff_host *host);

/* ---- the parts of it ---- */

/* With an agent that runs a file for each event (install_files.c). *file: which it is about. */
enum gaff_rc install_files(struct installing *in, const struct gaff_host *host, const char **file,
			   struct gaff_err *err);

/* What came of a change, in words; plan: NULL for a file that is all ours. */
const char *install_outcome(const struct installing *in, const struct gaff_change *c,
			    const struct gaff_plan *plan);

/* An agent that has none of the events gets no file for them. */
void install_leave_out(struct installing *in, const struct gaff_host *host, const char *path,
		       struct sv missing);

#endif
