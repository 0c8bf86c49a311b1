/*
 * install_host.h - registering with one agent: what `gaff install` and `gaff doctor --fix` share.
 */
#ifndef GAFF_CLI_INSTALL_HOST_H
#define GAFF_CLI_INSTALL_HOST_H

#include "cli/install_events.h"
#include "cli/install_work.h"

struct installing {
	struct install_work work;
	struct wanted_events wanted;
	bool trusts, fail_closed;
};

/* Do it, or as a dry run; what came of it is told through install_tell() and install_refuse(). */
void install_host(struct installing *in, const struct gaff_host *host);

#endif
