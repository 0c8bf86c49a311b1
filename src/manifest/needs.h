/*
 * needs.h - what a call must have in it for a hook to be meant, in few numbers.
 *
 * The index of a manifest knows events and tools (manifest.h). Which files, and which tools of an
 * MCP server, only a glob or a pattern tells, and to read a hook for it is dear: twenty thousand
 * instructions. So the manifest keeps pieces of their texts (text/grams.h), and a call that has
 * not the pieces is not meant. The other way round it decides nothing: that is for match.h.
 */
#ifndef GAFF_MANIFEST_NEEDS_H
#define GAFF_MANIFEST_NEEDS_H

#include "manifest/match.h"
#include "text/regex/grams.h"

/*
 * Add what a hook needs to those of its manifest, and say so in the index: a struct gaff_grams for
 * each way that its matcher may match, and for each that its paths may. No ways: nothing is needed.
 */
void gaff_needs_add(struct arena *a, struct buf *needs, const struct gaff_hook *hook,
		    struct gaff_hook_index *index);

/* The pieces of a call; each half is found when the first hook asks for it. */
struct gaff_call_words {
	bool has_names, has_paths;
	bool any_name, any_path; /* that cannot be told, or not cheaply */
	struct gaff_paths files; /* with has_paths, if they can be told */
	struct gaff_gram_set names, paths;
};

void gaff_find_names(struct arena *a, const struct gaff_event *event, struct gaff_call_words *out);
void gaff_find_paths(struct arena *a, const struct gaff_event *event,
		     const struct gaff_match_place *place, struct gaff_call_words *out);

static inline bool gaff_needs_open(const struct gaff_grams *way, size_t n,
				   const struct gaff_gram_set *set)
{
	for (size_t i = 0; i < n; i++)
		if (gaff_grams_all(set, &way[i]))
			return true;
	return !n;
}

/*
 * Has the call what this hook needs? For one that gaff_hook_may_match() has let pass; and `words`
 * have what it asks for, paths only if it has ways for these.
 */
static inline bool gaff_needs_met(const struct gaff_manifest *manifest,
				  const struct gaff_hook_index *hook,
				  const struct gaff_call_words *words)
{
	size_t n_names = hook->n_name_ways, n_paths = hook->n_path_ways;
	const struct gaff_grams *way;

	if (!(n_names + n_paths) || hook->needs + n_names + n_paths > manifest->n_needs)
		return true; /* nothing that can be told */
	way = manifest->needs + hook->needs;
	return (words->any_name || gaff_needs_open(way, n_names, &words->names)) &&
	       (!n_paths || words->any_path ||
		gaff_needs_open(way + n_names, n_paths, &words->paths));
}

#endif
