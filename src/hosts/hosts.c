#include "hosts/hosts.h"

#define HOST_ADDRESS(name) &gaff_host_##name,
const struct gaff_host *const gaff_hosts[] = { GAFF_HOST_LIST(HOST_ADDRESS) NULL };

const struct gaff_host *gaff_host_find(struct sv id)
{
	for (size_t i = 0; gaff_hosts[i]; i++)
		if (sv_eq(gaff_hosts[i]->id, id))
			return gaff_hosts[i];
	return NULL;
}

const struct gaff_host *gaff_dialect_find(struct sv id)
{
	return sv_eq(id, gaff_host_canonical.id) ? &gaff_host_canonical : gaff_host_find(id);
}
