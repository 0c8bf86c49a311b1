/*
 * trust.h - which manifests of projects may run: those somebody has looked at.
 *
 * `gaff trust` pins a state of a project's folder in $XDG_STATE_HOME/gaff/trust: the SHA-256 of the
 * manifest, that of policy.json or that there is none, and for each hook every file that has a say
 * in what it runs (reach.h). The last states of a folder stay trusted, so that going back to one is
 * no change; the manifest's text is kept with each, so that it is known what is missed when it is
 * gone. The threat is a checkout that changes, not a process of the same user that races.
 */
#ifndef GAFF_RUN_TRUST_TRUST_H
#define GAFF_RUN_TRUST_TRUST_H

#include "base/fs.h"
#include "base/limits.h"
#include "manifest/manifest.h"
#include "run/trust/reach.h"

struct gaff_trust_state {
	struct sv file;    /* "hooks.json" or "hooks.yaml"; empty: there are no hooks */
	char manifest[65]; /* its SHA-256, or empty */
	char policy[65];   /* of policy.json, or empty: there is none */
	bool is_closed;    /* some hook of it says on_error: closed */
	bool is_now;       /* the folder is in this state, but for files of its hooks */
	struct sv pins;    /* lines */
};

/* What is known of a large file as long as it looks the same. */
struct gaff_trust_sum {
	struct gaff_stamp stamp;
	char sha256[65];
};

struct gaff_trust {
	const char *folder;             /* the one with .gaff in it: absolute and real */
	const char *root;               /* of the checkout it is in: files below it are pinned */
	const char *name;               /* of the folder in all worktrees of the repository */
	struct gaff_trust_state *state; /* the last first; there is room for all */
	size_t n;                       /* 0: nobody has trusted it */
	bool was_trusted;               /* even if that cannot be read any more */
	struct gaff_trust_sum *sum;
	size_t n_sums;
	bool is_outdated; /* there are more of these to be kept */
};

/* The file of the store for a folder of this name; `more` is behind its name. */
bool gaff_trust_path(const char *name, const char *more, char *path, size_t n);

/* Has this user trusted any folder? Cheaper than to ask for one. */
bool gaff_trust_is_any(void);

/* Has this user trusted this one, as far as its name says? No worktree is looked for. */
bool gaff_trust_is_kept(const char *folder);

/* GAFF_ENOENT: nobody has trusted this folder; `out` is filled but for its states. */
enum gaff_rc gaff_trust_load(struct arena *a, const char *folder, struct gaff_trust *out,
			     struct gaff_err *err);
/* Only sums of large files: what is trusted stays. */
void gaff_trust_refresh(const struct gaff_trust *trust);
/* Where these are kept. */
bool gaff_trust_sums_path(const struct gaff_trust *trust, char *path, size_t n);
enum gaff_rc gaff_trust_forget(struct arena *a, const char *folder, struct gaff_err *err);

/* Trust one more state, with the manifest's text, and keep it. */
enum gaff_rc gaff_trust_add(struct arena *a, struct gaff_trust *trust,
			    const struct gaff_trust_state *state, struct sv manifest,
			    struct gaff_err *err);

/* The manifest of a state as it was trusted. */
enum gaff_rc gaff_trust_text(struct arena *a, const struct gaff_trust *trust,
			     const struct gaff_trust_state *state, struct sv *out,
			     struct gaff_err *err);

/* The state whose hooks are missed when the folder is in none: the last one that fails closed. */
const struct gaff_trust_state *gaff_trust_missed(const struct gaff_trust *trust);

/* Is the folder in a trusted state? GAFF_EHOOK says how it is not. Empty texts: not there. */
enum gaff_rc gaff_trust_match(struct gaff_trust *trust, struct sv file, struct sv manifest,
			      bool has_policy, struct sv policy, struct gaff_err *err);

/* ---- the files of a hook (trust_check.c) ---- */

/* What has a say in the i-th hook, as lines for a state. */
enum gaff_rc gaff_trust_pin(struct arena *a, struct gaff_trust *trust, size_t i,
			    const struct gaff_hook *hook, const char *gaff_folder,
			    struct buf *lines, struct gaff_pins *out, struct gaff_err *err);

/*
 * Is all of that still as it was in a state that the folder is in? `project` is where the hook is
 * started, real, or NULL. GAFF_EHOOK says what has changed.
 */
enum gaff_rc gaff_trust_check(struct arena *a, struct gaff_trust *trust, size_t i,
			      const struct gaff_hook *hook, const char *gaff_folder,
			      const char *project, struct gaff_err *err);

/* ---- worktrees (worktree.c) ---- */

/* The folder of the same name in the repository's main checkout, and the root of this one. */
const char *gaff_worktree_name(struct arena *a, const char *folder, const char **root);

#endif
