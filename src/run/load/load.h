/*
 * load.h - the manifests that count for a call, in their order, and whether they may run.
 *
 *	system    /etc/gaff/hooks.json                   owned and written by root or us alone
 *	user      $XDG_CONFIG_HOME/gaff/hooks.json       the same
 *	project   .gaff/hooks.json, from the outermost repository down to where the agent was
 *	          started, and where the call is made if that is not known for sure: trusted
 *	given     --manifest FILE                        trusted as the command line is
 *	          --inline MANIFEST                      the same, and instead of all others
 *
 * each also as .yaml, and the first three with a policy.json beside them (what lies beside a given
 * file may be anybody's). A manifest that cannot be used is kept
 * with the reason; it never hides another one. In place of one of the first two the default guards
 * run.
 */
#ifndef GAFF_RUN_LOAD_LOAD_H
#define GAFF_RUN_LOAD_LOAD_H

#include "manifest/policy.h"
#include "manifest/rule.h"
#include "run/load/project.h"
#include "run/trust/trust.h"

#ifndef GAFF_SYSTEM_FOLDER
#define GAFF_SYSTEM_FOLDER "/etc/gaff"
#endif

enum gaff_manifest_scope {
	GAFF_MANIFEST_SYSTEM,
	GAFF_MANIFEST_USER,
	GAFF_MANIFEST_PROJECT,
	GAFF_MANIFEST_GIVEN,
};

struct gaff_source {
	enum gaff_manifest_scope scope;
	const char *folder; /* of the manifest: scripts are relative to it */
	const char *file;
	bool is_inline; /* there is no file: the command line has it */
	struct sv text; /* of the manifest, as it is in the file */
	struct gaff_manifest manifest;
	struct gaff_err problem; /* rc is not GAFF_OK: nothing of it runs */
	bool is_untrusted;       /* the problem is that nobody has looked at it (again) */
	bool has_changed_file;   /* of one of its hooks: the manifest itself is as it was trusted */
	bool wants_closed;       /* it cannot be read, but has hooks with on_error: closed */
	struct gaff_trust trust; /* of a project's manifest */
	const char *root; /* of another project around this one: there its hooks run; or NULL */

	bool is_elsewhere; /* only the folder of the call is there (gaff_project.here) */

	bool has_policy;
	bool is_policy;         /* it is about policy.json alone, which cannot be read */
	bool has_unread_policy; /* one of the system or the user: what it forbids is not known */
	struct gaff_policy policy;

	struct gaff_source *stand_in; /* the default guards, in place of it; NULL: not needed */
	size_t n_rewrites;            /* of the call when its rules were asked last (chain.h) */
};

struct gaff_sources {
	struct gaff_source *item;
	size_t n, room;
	struct gaff_project project;
};

enum gaff_rc gaff_load(struct arena *a, const struct gaff_project *project,
		       const char *const *given, size_t n_given, struct gaff_sources *out,
		       struct gaff_err *err);

/*
 * Only the system's, and those only if its policy does not unlock this: what a variable of the
 * user's does not switch off.
 */
enum gaff_rc gaff_load_locked(struct arena *a, const struct gaff_project *project,
			      enum gaff_unlock what, struct gaff_sources *out,
			      struct gaff_err *err);

/* Has the system hooks or a policy that want the record, whatever a variable says? */
bool gaff_locks_log(void);

/* Only those that are given, and of the system's and the user's their policies: for tests. */
enum gaff_rc gaff_load_given(struct arena *a, const struct gaff_project *project,
			     const char *const *given, size_t n_given, struct gaff_sources *out,
			     struct gaff_err *err);

/* The one manifest of this text, and of the others their policies: for --inline. */
enum gaff_rc gaff_load_inline(struct arena *a, const struct gaff_project *project, struct sv text,
			      struct gaff_sources *out, struct gaff_err *err);

/*
 * The i-th hook of its manifest; what was kept of that may be damaged, and is then made once more
 * from its text. GAFF_ENOENT: then there are not so many.
 */
enum gaff_rc gaff_source_hook(struct arena *a, struct gaff_source *source, size_t i,
			      struct gaff_hook *out, struct gaff_err *err);

/* The same of its rules. */
enum gaff_rc gaff_source_rule(struct arena *a, struct gaff_source *source, size_t i,
			      struct gaff_rule *out, struct gaff_err *err);

/*
 * The policy over this source that cannot be read, or NULL. What it may forbid does not run: all
 * but what is built in, and the system's hooks.
 */
const struct gaff_source *gaff_sources_unread(const struct gaff_sources *sources,
					      const struct gaff_source *of);

/*
 * The guards that `gaff init` writes, as a manifest in place of one of the system or the user that
 * cannot be used (default_guards.c).
 */
bool gaff_source_needs_guards(const struct gaff_source *source);
enum gaff_rc gaff_source_stand_in(struct arena *a, struct gaff_source *source,
				  struct gaff_err *err);

/* Why no hook of this source may run by the policies above it and its own, or NULL. */
const char *gaff_sources_forbid(const struct gaff_sources *sources, const struct gaff_source *of,
				const struct gaff_hook *hook, enum gaff_event_id event);

/* The folder that its hooks run in, and that its globs are relative to; NULL: nobody knows. */
static inline const char *gaff_source_root(const struct gaff_sources *sources,
					   const struct gaff_source *source)
{
	return source->root ? source->root : sources->project.root;
}

/* "system", "user", "project", "--manifest", "--inline" */
const char *gaff_source_scope_name(const struct gaff_source *source);

#endif
