#include "agents/hosts.h"

#include "text/words.h"

#define HOST_ADDRESS(name) &gaff_host_##name,
const struct gaff_host *const gaff_hosts[] = { GAFF_HOST_LIST(HOST_ADDRESS) NULL };

/* clang-format off */
const struct gaff_shape gaff_no_answers[] = {
	[GAFF_DENY_EXIT_2]      = { .deny_by = GAFF_DENY_EXIT_2 },
	[GAFF_DENY_EXIT_2_BARE] = { .deny_by = GAFF_DENY_EXIT_2_BARE },
	[GAFF_DENY_JSON]        = { .deny_by = GAFF_DENY_JSON },
	[GAFF_DENY_STDERR]      = { .deny_by = GAFF_DENY_STDERR },
};
const struct gaff_answer_row gaff_contexts[GAFF_CONTEXTS] = {
	{ GAFF_A_CONTEXT, SV_INIT("/additionalContext"),                    .flags = GAFF_R_READ },
	{ GAFF_A_CONTEXT, SV_INIT("/hookSpecificOutput/additionalContext"), .flags = GAFF_R_READ },
	{ GAFF_A_CONTEXT, SV_INIT("/additional_context"),                   .flags = GAFF_R_READ },
};
/* clang-format on */

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

const struct gaff_host *gaff_layout_host(size_t n)
{
	size_t i = 0;

	if (!n)
		return &gaff_host_canonical;
	for (; gaff_hosts[i]; i++)
		if (gaff_hosts[i]->layout && --n == 0)
			break;
	return gaff_hosts[i];
}

const struct gaff_host *gaff_layout_find(struct sv id)
{
	const struct gaff_host *host = gaff_dialect_find(id);

	return host && host->layout ? host : NULL;
}

/* ---- how agents are started ---- */

static bool is_home(const struct gaff_host *host, struct sv name)
{
	for (size_t i = 0; i < host->n_homes; i++)
		if (sv_eq(name, sv_of(host->homes[i].variable)))
			return true;
	return host->moved_variables && gaff_is_among(name, host->moved_variables);
}

enum gaff_agent_variable gaff_agent_variable(struct sv name)
{
	if (name.n < 8 || !sv_chr(name, '_'))
		return GAFF_VARIABLE_PLAIN;
	for (size_t i = 0; gaff_hosts[i]; i++) {
		const struct gaff_host *host = gaff_hosts[i];

		if (host->off_variables && gaff_is_among(name, host->off_variables))
			return GAFF_VARIABLE_OFF;
		if (is_home(host, name))
			return GAFF_VARIABLE_MOVES;
	}
	return GAFF_VARIABLE_PLAIN;
}

/* "NAME", "NAME@2", or a path with "NAME/" in it. */
static bool is_of_package(struct sv word, struct sv name)
{
	if (sv_starts(word, name) &&
	    (word.n == name.n || word.p[name.n] == '@' || word.p[name.n] == '/'))
		return true;
	for (size_t i = 0; i + name.n + 1 < word.n; i++)
		if (word.p[i] == '/' && word.p[i + 1 + name.n] == '/' &&
		    sv_starts(sv_skip(word, i + 1), name))
			return true;
	return false;
}

static struct sv first_of(const char *names)
{
	const char *end = strchr(names, ' ');

	return (struct sv){ names, end ? (size_t)(end - names) : strlen(names) };
}

struct sv gaff_agent_of_package(struct sv word)
{
	if (sv_starts(word, SV("npm:")))
		word = sv_skip(word, 4);
	if (word.n < 8 || (!sv_chr(word, '/') && !sv_chr(word, '-'))) /* most words are none */
		return (struct sv){ 0 };
	for (size_t i = 0; gaff_hosts[i]; i++) {
		const struct gaff_host *host = gaff_hosts[i];

		for (const char *p = host->packages; p; p = strchr(p, ' ')) {
			p += *p == ' ';
			if (is_of_package(word, first_of(p)))
				return first_of(host->programs);
		}
	}
	return (struct sv){ 0 };
}
