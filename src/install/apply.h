/*
 * apply.h - plans become files: under a lock, with a backup, all or nothing.
 */
#ifndef GAFF_INSTALL_APPLY_H
#define GAFF_INSTALL_APPLY_H

#include "install/ledger.h"
#include "config/plan.h"

/* One gaff at a time changes files; -1 and err. close() it when done. */
int gaff_install_lock(struct gaff_err *err);

/* What is to be done to a file, and what it was before gaff came. */
struct gaff_change {
	struct gaff_held held;
	struct sv after;
	bool removes;     /* the file is to go */
	const char *made; /* the first folder that is missing on the way, or NULL */
	struct sv host, scope, program;
	struct sv before; /* what uninstall gives back */
	bool was_there;   /* or: there was nothing */
	bool known;       /* the ledger says so: nobody else has changed it */
	bool is_own;      /* a script or a plugin: nothing in it is anybody else's */
};

/*
 * Write a change of an install: the backup, the ledger, then the file, in this order, so that
 * whoever is killed in between leaves a file that is old or new and can be undone. For the holder
 * of the lock.
 */
enum gaff_rc gaff_apply_install(struct arena *a, const struct gaff_change *change,
				struct gaff_err *err);

/* Could it be written? For who only wants to show it. */
enum gaff_rc gaff_apply_try(const struct gaff_change *change, struct gaff_err *err);

/* Write a change of an uninstall: the file, the folders that were made for it, the ledger. */
enum gaff_rc gaff_apply_uninstall(struct arena *a, const struct gaff_change *change,
				  struct gaff_err *err);

/* What an install would do to this file, and what uninstall would then give back. */
enum gaff_rc gaff_change_install(struct arena *a, const struct gaff_config *config,
				 const struct gaff_ledger *ledger, enum gaff_scope scope,
				 const struct gaff_wishes *wishes, struct gaff_plan *plan,
				 struct gaff_change *out, struct gaff_err *err);

/* The same for a file that is all ours: this is its text. */
enum gaff_rc gaff_change_own(struct arena *a, const struct gaff_held *held,
			     const struct gaff_ledger *ledger, const struct gaff_host *host,
			     enum gaff_scope scope, struct sv program, struct sv text,
			     struct gaff_change *out, struct gaff_err *err);

/*
 * What an uninstall would do: give back the old bytes when nobody else has changed the file, take
 * out what is ours when somebody has, and the file itself when it was made by gaff.
 */
enum gaff_rc gaff_change_uninstall(struct arena *a, const struct gaff_config *config,
				   const struct gaff_ledger *ledger, struct gaff_plan *plan,
				   struct gaff_change *out, struct gaff_err *err);

/* The same for a file that is all ours. */
enum gaff_rc gaff_change_drop(struct arena *a, const struct gaff_held *held,
			      const struct gaff_ledger *ledger, struct gaff_change *out,
			      struct gaff_err *err);

/* Does it change anything? */
bool gaff_change_is_any(const struct gaff_change *change);

#endif
