/*
 * uninstall_host.h - taking gaff out of the files of one agent.
 */
#ifndef GAFF_INSTALL_UNINSTALL_HOST_H
#define GAFF_INSTALL_UNINSTALL_HOST_H

#include "install/install_work.h"

struct uninstalling {
	struct install_work work;
	bool one_scope; /* work.scope is the only one */
	struct gaff_ledger ledger;
	size_t found;
};

/* Those here, and what the ledger knows of other projects; told through install_tell(). */
void uninstall_host(struct uninstalling *un, const struct gaff_host *host);

#endif
