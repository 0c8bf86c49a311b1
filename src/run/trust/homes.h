/*
 * homes.h - whose home it is, for a registration that everybody shares (`gaff run --committed`).
 *
 * The environment of an agent may be a repository's. So it is the home that the system's list of
 * users has for us; or, where people have another one, as in containers, what $HOME is, if
 * `install`, `init` or `trust` were run under that: they note it in the state folder of the first.
 */
#ifndef GAFF_RUN_TRUST_HOMES_H
#define GAFF_RUN_TRUST_HOMES_H

#include "base/dirs.h"

/*
 * Which it is now; no home: none is known. Texts stay until the program ends. True: the system has
 * none for us, and it is $HOME because that folder is ours; it may still be one of the project.
 */
bool gaff_homes_choose(struct gaff_dirs *out);

/*
 * Note where the environment says that home and folders are, unless that is what everybody would
 * think. A home below a folder that everybody can write is not noted: tomorrow it may be another's.
 */
void gaff_homes_note(void);

#endif
