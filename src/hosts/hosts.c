#include "hosts/hosts.h"

const struct gaff_host *const gaff_hosts[] = {
	&gaff_host_claude_code, &gaff_host_codex, &gaff_host_cursor, &gaff_host_generic, NULL,
};

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
