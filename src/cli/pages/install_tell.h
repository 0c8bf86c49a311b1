/*
 * install_tell.h - what install, uninstall and restore say, and the agents that they are asked for.
 */
#ifndef GAFF_CLI_PAGES_INSTALL_TELL_H
#define GAFF_CLI_PAGES_INSTALL_TELL_H

#include "install/install_work.h"

/* A line for each file, and with a dry run its diff; or JSON. */
extern const struct install_teller install_teller;

/* Every host in argv[0, n), or all that are found here; NULL at the end. NULL: said why not. */
const struct gaff_host **install_hosts(struct install_work *work, int n, char **argv, int *exit);

/* Are these hosts with files of agents, and is where.agent a name? CLI_OK, or said why not. */
int install_agent(const struct install_work *work, int n, char **argv);

#endif
