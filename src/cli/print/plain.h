/*
 * plain.h - text of others, printed as text/plain.h makes it.
 */
#ifndef GAFF_CLI_PRINT_PLAIN_H
#define GAFF_CLI_PRINT_PLAIN_H

#include "text/plain.h"

/* To stdout, all of it; what has no memory left is cut off. */
void plain_print(struct arena *a, struct sv text);

/*
 * What changes in a file, as a unified diff, byte for byte as patch(1) needs it: what a terminal
 * must not get is for screen.h.
 */
void plain_diff(struct arena *a, const char *path, struct sv before, struct sv after);

#endif
