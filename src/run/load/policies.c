#include "run/load/load.h"

/* Which policies are over a manifest, and what they forbid of it. */

const struct gaff_source *gaff_sources_unread(const struct gaff_sources *sources,
					      const struct gaff_source *of)
{
	for (size_t i = 0; i < sources->n; i++)
		if (sources->item[i].has_unread_policy && sources->item[i].scope <= of->scope &&
		    of->scope != GAFF_MANIFEST_SYSTEM)
			return &sources->item[i];
	return NULL;
}

/* Is the one's folder that of the other, or around it? */
static bool is_around(const struct gaff_source *outer, const struct gaff_source *inner)
{
	size_t n = strlen(outer->folder) - strlen("/.gaff");

	return strncmp(inner->folder, outer->folder, n) == 0 && inner->folder[n] == '/';
}

const char *gaff_sources_forbid(const struct gaff_sources *sources, const struct gaff_source *of,
				const struct gaff_hook *hook, enum gaff_event_id event)
{
	for (size_t i = 0; i < sources->n; i++) {
		const struct gaff_source *above = &sources->item[i];
		bool is_over = above == of || above->stand_in == of || above->scope < of->scope;
		const char *why;

		/* a project's says nothing about what the command line gives */
		if (of->scope == GAFF_MANIFEST_GIVEN && above->scope == GAFF_MANIFEST_PROJECT)
			is_over = false;
		/* nor one that is further down about what is further up */
		if (of->scope == GAFF_MANIFEST_PROJECT && above->scope == of->scope)
			is_over = above <= of && (!of->is_elsewhere || is_around(above, of));
		if (!above->has_policy || !is_over)
			continue;
		why = gaff_policy_denies(&above->policy, hook, event,
					 of->scope == GAFF_MANIFEST_SYSTEM);
		if (why)
			return why;
	}
	return NULL;
}
