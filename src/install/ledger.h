/*
 * ledger.h - what gaff has done to files of others, so that it can be undone.
 *
 * $XDG_STATE_HOME/gaff/installs.json has a line for each file; what a file was before is kept whole
 * beside it, under backups/ by its SHA-256. Both are 0600: configurations hold keys.
 */
#ifndef GAFF_INSTALL_LEDGER_H
#define GAFF_INSTALL_LEDGER_H

#include "base/arena.h"
#include "base/err.h"
#include "agents/schema.h"

struct gaff_install {
	struct sv host, scope;
	struct sv file;    /* as it is called */
	struct sv before;  /* SHA-256 of what it was, in backups/; empty: it was not there */
	struct sv after;   /* and of what it became */
	struct sv from;    /* of what it was just before, when that was an install too */
	struct sv made;    /* the first folder that was made for it; empty: none was */
	struct sv program; /* that is registered */
	struct sv time;
};

struct gaff_ledger {
	struct gaff_install *item;
	size_t n;
};

/* GAFF_ESYNTAX: it is damaged. Not being there is an empty one. */
enum gaff_rc gaff_ledger_read(struct arena *a, struct gaff_ledger *out, struct gaff_err *err);
enum gaff_rc gaff_ledger_write(struct arena *a, const struct gaff_ledger *ledger,
			       struct gaff_err *err);

/* NULL: gaff has not touched this file. */
const struct gaff_install *gaff_ledger_find(const struct gaff_ledger *ledger, struct sv file);

/* Both change the ledger in memory; there is room for one more. */
void gaff_ledger_put(struct gaff_ledger *ledger, const struct gaff_install *install);
void gaff_ledger_drop(struct gaff_ledger *ledger, struct sv file);

/* Keep bytes; they can be had again by their SHA-256. */
enum gaff_rc gaff_backup_keep(struct sv bytes, const char *sha256, struct gaff_err *err);
enum gaff_rc gaff_backup_get(struct arena *a, struct sv sha256, struct sv *out,
			     struct gaff_err *err);

#endif
