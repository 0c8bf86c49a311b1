/*
 * new.h - what the files of `gaff new` share: the files that a hook is made of, from templates/.
 *
 * A template is a hook that works as it is and is called "example": wherever that word stands, in
 * a name or a text, the name of the new hook goes.
 */
#ifndef GAFF_START_NEW_H
#define GAFF_START_NEW_H

#include "base/arena.h"
#include "base/err.h"

enum { NEW_FILES_MAX = 4 };

struct new_file {
	const char *name;
	struct sv text;
	bool is_program;
};

/* The first file is the hook, or what it is made from. */
struct new_kit {
	const char *language;
	const char *host;    /* the only one it is for, "cli" around programs; NULL: any agent */
	const char *program; /* what is executed */
	struct new_file file[NEW_FILES_MAX];
};

extern const struct new_kit new_kits[];
extern const size_t new_n_kits;

/* Whom a new hook is tried with, where no agent is named. */
#define NEW_PLAYED SV("claude-code")

/* Is it for this host, which may be NULL: for all agents? */
bool new_kit_is_for(const struct new_kit *kit, struct sv host);

/* A text of a template with the name in it. */
struct sv new_fill(struct arena *a, const struct new_kit *kit, struct sv text, const char *name);

/*
 * Make all of them in `folder`, which must not be there; with `is_forced` it may be, and files of
 * these names are replaced. Of what cannot be made as a whole nothing stays.
 */
enum gaff_rc new_write(struct arena *a, const struct new_kit *kit, const char *folder,
		       const char *name, bool is_forced, struct gaff_err *err);

#endif
