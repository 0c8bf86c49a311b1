/*
 * gaff.h - libgaff.a for other programs. So far it tells its version, and nothing else is promised.
 *
 *	cc program.c -lgaff
 */
#ifndef GAFF_H
#define GAFF_H

#ifdef __cplusplus
extern "C" {
#endif

/* "0.1.0"; lives as long as the program. */
const char *gaff_version(void);

#ifdef __cplusplus
}
#endif

#endif
