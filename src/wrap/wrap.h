/*
 * wrap.h - shims: small files that stand in front of a program on PATH.
 *
 * A shim is a script for /bin/sh that hands everything to `gaff wrap --run`. It is known by its
 * first lines, and everything about it is in its one command: there is no list of them to get out
 * of step. One that is not what gaff would write from that command was edited by somebody.
 */
#ifndef GAFF_WRAP_WRAP_H
#define GAFF_WRAP_WRAP_H

#include "base/arena.h"
#include "base/err.h"
#include "base/swap.h"
#include "config/entry.h"

struct gaff_shim {
	struct sv name;      /* of the program */
	struct sv gaff;      /* the absolute path of ours */
	struct sv pre, post; /* commands; both empty: the manifests */
	struct sv deadline;  /* seconds as they were given, or empty */
	bool takes_args;     /* hooks get words, and no JSON */
	bool fail_closed;
	struct gaff_call_dirs dirs; /* whose hooks, whatever the environment says */
};

/* Is this the text of a shim? */
bool gaff_shim_is(struct sv text);

enum gaff_rc gaff_shim_write(struct arena *a, const struct gaff_shim *shim, struct sv *out,
			     struct gaff_err *err);

/* Can a program of this name be wrapped? The message says why not, and what to do instead. */
enum gaff_rc gaff_shim_check_name(const char *name, struct gaff_err *err);

/* ---- files ---- */

enum gaff_shim_state {
	GAFF_SHIM_NONE,    /* there is nothing of this name */
	GAFF_SHIM_INTACT,  /* ours, as we write it */
	GAFF_SHIM_EDITED,  /* ours, and somebody has changed it */
	GAFF_SHIM_FOREIGN, /* somebody else's, or no file at all: `what` says it in words */
};

struct gaff_shim_file {
	struct gaff_held held; /* of NONE, INTACT and EDITED */
	enum gaff_shim_state state;
	struct gaff_shim shim; /* of INTACT and EDITED */
	const char *what;
};

/* A symbolic link is not followed: it is somebody else's. */
enum gaff_rc gaff_shim_look(struct arena *a, const char *path, struct gaff_shim_file *out,
			    struct gaff_err *err);

/* Put it there, 0755, all of it or nothing; whatever came there since is left alone. */
enum gaff_rc gaff_shim_put(const struct gaff_shim_file *file, struct sv text, struct gaff_err *err);

/* ---- PATH ---- */

struct gaff_on_path {
	const char *program;  /* the first of this name behind the folder; NULL: there is none */
	const char *in_front; /* one that comes before the folder, and so before the shim; NULL */
	bool has_folder;      /* the folder is on PATH; else all of PATH is behind it */
	bool is_forbidden;    /* there is one behind it, but it may not be executed */
};

/*
 * Which program a shim of this name in this folder stands for. The folder counts by what it is and
 * not by how PATH spells it, and so does the shim: a second name of either is no program. A shim in
 * another folder is one: it has hooks of its own, and looks only behind itself.
 */
enum gaff_rc gaff_path_find(struct arena *a, const char *path, const char *name, const char *folder,
			    const char *shim, struct gaff_on_path *out, struct gaff_err *err);

#endif
