/*
 * place.h - where a file is, as far as a guard cares.
 *
 * "strictly below the project" is what users mean by their own files: `rm -rf node_modules` is
 * fine. The project itself, its .git, the home, the system are not. Links and ".." are resolved: a
 * name is judged by where it leads, and by how it is written, and the worse counts.
 */
#ifndef GAFF_GUARD_EVAL_PLACE_H
#define GAFF_GUARD_EVAL_PLACE_H

#include "guard/eval/programs.h"

/* From harmless to worst. */
enum gaff_place_kind {
	GAFF_PLACE_NOWHERE,   /* /dev/null, /dev/stdout, a pipe */
	GAFF_PLACE_TEMP,      /* below (or) a folder for temporary files, and not of the project */
	GAFF_PLACE_PROJECT,   /* strictly below the project */
	GAFF_PLACE_UNKNOWN,   /* it cannot be told */
	GAFF_PLACE_OUTSIDE,   /* somewhere else, in nobody's special place */
	GAFF_PLACE_HOME,      /* strictly below the home, and not of the project */
	GAFF_PLACE_GIT,       /* .git of the project, or below it */
	GAFF_PLACE_ROOT,      /* the project itself, or all in it ("*"), or what it is in */
	GAFF_PLACE_HOME_ROOT, /* the home itself, or all in it, or /home; and its dot files */
	GAFF_PLACE_SYSTEM,    /* "/", /etc, /usr, /boot and below */
	GAFF_PLACE_DEVICE,    /* /dev/sda */
};

/* Of a word of a program; relative names start from its folder. */
enum gaff_place_kind gaff_place_of(struct arena *a, const struct gaff_world *world,
				   const struct gaff_program *program, struct gaff_word word);

/* Absolute, plain, with "~" and links resolved; empty: it cannot be told. `real` may be NULL. */
struct sv gaff_place_path(struct arena *a, const struct gaff_world *world,
			  const struct gaff_program *program, struct gaff_word word,
			  struct sv *real);

#endif
