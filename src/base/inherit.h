/*
 * inherit.h - which variables of an agent's environment its hooks inherit.
 *
 * Agents hand the variables of a checkout to hooks (a .env, the "env" of settings). Most of them
 * are data; some make an interpreter or a program load other code, and would let the checkout run
 * its own inside of the user's hooks. The table says which; a manifest's own `env` sets what it
 * likes.
 */
#ifndef GAFF_BASE_INHERIT_H
#define GAFF_BASE_INHERIT_H

#include <sys/stat.h>

#include "base/arena.h"

enum gaff_inheritance {
	GAFF_INHERIT_YES,
	GAFF_INHERIT_NO,
	GAFF_INHERIT_EARLY, /* no; and it acts on the shell that starts gaff, which gaff cannot undo
			     */
	GAFF_INHERIT_OUTSIDE, /* when its value is an absolute path that is not in the project */
	GAFF_INHERIT_ENTRIES, /* those of its entries, between colons, of which that is true */
	GAFF_INHERIT_SOCKET,  /* when it is an address of D-Bus, and a socket of which that is true
			       */
	GAFF_INHERIT_WORDS,   /* as without a row, but its words may be names of files */
};

struct gaff_variable_row {
	const char *name; /* may have one "*" in it, which stands for anything; in any case */
	enum gaff_inheritance how;
	const char *reader; /* who reads it */
};

extern const struct gaff_variable_row gaff_variable_rows[];
extern const size_t gaff_n_variable_rows;

/* "no", "outside the project", … for the page of manifests. */
const char *gaff_inheritance_name(enum gaff_inheritance how);

/* The row of a name; NULL: it has none. */
const struct gaff_variable_row *gaff_variable_find(struct sv name);

/* What is in a project: the outermost repository around it, but for a home in there. */
struct gaff_inside {
	struct sv project;        /* its real name; empty: nothing is in it */
	struct sv home_in_it;     /* the real name of the home, if it is there; else empty */
	struct stat folder, home; /* these, under whatever name; st_ino 0: there is none */
	const char *places[3];    /* where a hook may find a relative name of the project */
	size_t n_places;
	size_t n_looks, n_all; /* for such names, of one value and of those before it; what would
				* need too many is left out */
};

/*
 * The project as it counts here. /usr and what is above it hold the programs of the system, and a
 * home those of the user: they are not "in" a project.
 */
struct gaff_inside gaff_inherit_project(struct arena *a, const char *project);

/* A folder in which a hook is started: relative names of it count too. NULL: none. */
void gaff_inherit_stand(struct arena *a, struct gaff_inside *in, const char *folder);

/*
 * Would a hook get this value of a variable as it is? Without a row it is data, unless it names
 * something in the project, or in whatever folder a program is started.
 */
bool gaff_is_inherited(const struct gaff_variable_row *row, struct sv value,
		       struct gaff_inside *in);

/* Is this entry of a PATH left to hooks? */
bool gaff_is_outside(struct sv path, const struct gaff_inside *in);

/* The PATH of a hook when the agent's has nothing that is left. */
#define GAFF_PATH_FOR_NONE "/usr/local/bin:/usr/bin:/bin"

/* What a hook may have besides: PATH, no_proxy and NO_PROXY, and the NULL. */
#define GAFF_INHERIT_MORE 4

/*
 * From an environment to the one of a hook that is started in `cwd` (NULL: ours): `to`
 * has room for GAFF_INHERIT_MORE than `from`. Returns how many there are.
 */
size_t gaff_inherit(struct arena *a, char *const *from, const char *project, const char *cwd,
		    char **to);

#endif
