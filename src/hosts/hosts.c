#include "hosts/hosts.h"

#define HOST_ADDRESS(name) &gaff_host_##name,
const struct gaff_host *const gaff_hosts[] = { GAFF_HOST_LIST(HOST_ADDRESS) NULL };

const struct gaff_host *gaff_host_next(const struct gaff_host *host)
{
	size_t i = 0;

	if (!host)
		return gaff_hosts[0];
	while (!sv_eq(gaff_hosts[i]->id, host->id)) /* two spellings have one id */
		i++;
	return host == gaff_hosts[i] && host->other_spelling ? host->other_spelling
							     : gaff_hosts[i + 1];
}

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

const struct gaff_host *gaff_form_host(size_t n)
{
	size_t i = 0;

	if (!n)
		return &gaff_host_canonical;
	for (; gaff_hosts[i]; i++)
		if (gaff_hosts[i]->form && --n == 0)
			break;
	return gaff_hosts[i];
}

const struct gaff_host *gaff_form_find(struct sv id)
{
	const struct gaff_host *host = gaff_dialect_find(id);

	return host && host->form ? host : NULL;
}
