/*
 * inherit_parts.h - what the files of inherit.h share.
 */
#ifndef GAFF_BASE_INHERIT_PARTS_H
#define GAFF_BASE_INHERIT_PARTS_H

#include "base/inherit.h"

/* In rows and beside them these are all there is of such names. */
#define YES     GAFF_INHERIT_YES
#define NO      GAFF_INHERIT_NO
#define EARLY   GAFF_INHERIT_EARLY
#define OUTSIDE GAFF_INHERIT_OUTSIDE
#define ENTRIES GAFF_INHERIT_ENTRIES
#define SOCKET  GAFF_INHERIT_SOCKET
#define WORDS   GAFF_INHERIT_WORDS

/* Does this absolute path lead into the project? */
bool gaff_is_inside(struct sv path, const struct gaff_inside *in);

/* Is a word of this value the name of something in the project, or where a hook is started? */
bool gaff_names_project(struct sv value, struct gaff_inside *in);

/* Servers of this machine are asked without a proxy: `all` has room for two more. How many now. */
size_t gaff_inherit_direct(struct arena *a, char **all, size_t n);

#endif
