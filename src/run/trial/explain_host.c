#include "run/trial/explain.h"

#include <stdlib.h>

/* An agent inherits the variables of the one that started it; so a registration is no hint there.
 */
static gaff_getenv_fn *asked_environment(const struct explanation *x)
{
	return x->registered ? NULL : getenv;
}

static void weigh(const struct explanation *x, const struct gaff_host *host,
		  struct explain_candidate *out)
{
	*out = (struct explain_candidate){ .host = host };
	out->n = gaff_host_evidence(host, x->document, asked_environment(x), out->row,
				    COUNT_OF(out->row));
	for (size_t i = 0; i < out->n; i++)
		out->score += out->row[i]->weight;
}

size_t explain_candidates(const struct explanation *x, struct explain_candidate *out)
{
	size_t n = 0;

	for (size_t i = 0; gaff_hosts[i] && n < GAFF_HOSTS_MAX; i++) {
		struct explain_candidate c;
		size_t at = n;

		weigh(x, gaff_hosts[i], &c);
		if (!c.n)
			continue;
		for (; at > 0 && out[at - 1].score < c.score; at--)
			out[at] = out[at - 1];
		out[at] = c;
		n++;
	}
	return n;
}

bool explain_is_told(const struct explanation *x)
{
	return !x->registered || (x->run.host && !sv_eq(x->registered->id, x->run.host->id));
}

const struct gaff_host *explain_looks_like(const struct explanation *x)
{
	const struct gaff_host *host;
	struct gaff_err ignored;

	if (x->is_made_up || explain_is_told(x) || !x->document.n ||
	    gaff_host_detect(x->document, NULL, &host, &ignored) != GAFF_OK ||
	    sv_eq(host->id, x->registered->id))
		return NULL;
	return host;
}
