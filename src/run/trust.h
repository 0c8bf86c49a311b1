/*
 * trust.h - which manifests of projects may run: those somebody has looked at.
 *
 * `gaff trust` pins the SHA-256 of a project's manifest and of every file inside the project that
 * its commands name, in $XDG_STATE_HOME/gaff/trust, one file a project. With them goes what the
 * file system says of each file: while that is the same nothing is hashed. The threat is a
 * checkout that changes, not a process of the same user that races.
 */
#ifndef GAFF_RUN_TRUST_H
#define GAFF_RUN_TRUST_H

#include "base/fs.h"
#include "hook/manifest.h"

struct gaff_pin {
	struct sv path; /* absolute and real */
	char sha256[65];
	struct gaff_stamp stamp;
};

struct gaff_trust {
	const char *folder; /* the one with .gaff in it: absolute and real */
	const char *root;   /* of the checkout it is in: files below it are pinned */
	struct gaff_pin *pin;
	size_t n;
	bool is_outdated; /* a file has another stamp and still the same bytes: worth saving */
};

/* GAFF_ENOENT: nobody has trusted this folder. */
enum gaff_rc gaff_trust_load(struct arena *a, const char *folder, struct gaff_trust *out,
			     struct gaff_err *err);
enum gaff_rc gaff_trust_save(struct arena *a, const struct gaff_trust *trust, struct gaff_err *err);
/* New stamps alone; not when somebody has trusted or untrusted the folder since it was loaded. */
void gaff_trust_refresh(struct arena *a, const struct gaff_trust *trust);
enum gaff_rc gaff_trust_forget(const char *folder, struct gaff_err *err);

/* Add a file, or another state of it. */
enum gaff_rc gaff_trust_pin(struct arena *a, struct gaff_trust *trust, const char *path, int fd,
			    struct gaff_err *err);

/* Is this open file what was pinned under this path? GAFF_EHOOK says how it is not. */
enum gaff_rc gaff_trust_check(struct gaff_trust *trust, const char *path, int fd,
			      struct gaff_err *err);

/* What may name a file: a hook's command, and the variables that it is given. */
struct sv gaff_trust_words(struct arena *a, const struct gaff_hook *hook);

/*
 * The files inside `root` (real) that a command names, one after another: `visit` gets the real
 * path and an open descriptor. GAFF_EHOOK: a name leads out of the project by a link.
 */
typedef enum gaff_rc gaff_trust_visit(void *context, const char *path, int fd,
				      struct gaff_err *err);
enum gaff_rc gaff_trust_files(struct arena *a, struct sv command, const char *gaff_folder,
			      const char *const *bases, size_t n_bases, const char *root,
			      gaff_trust_visit *visit, void *context, struct gaff_err *err);

#endif
