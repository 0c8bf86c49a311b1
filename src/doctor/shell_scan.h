/*
 * shell_scan.h - which words of a shell text are commands, as they are written.
 *
 * Substitutions are looked into, launchers are not followed (guard/programs.h does). What a shell
 * would have to compute is given as it is written, and said not to be plain.
 */
#ifndef GAFF_DOCTOR_SHELL_SCAN_H
#define GAFF_DOCTOR_SHELL_SCAN_H

#include "base/arena.h"

/* is_command: it stands where a command's name does. is_plain: no variables or patterns in it. */
typedef void gaff_shell_word(void *context, struct sv word, bool is_command, bool is_plain);

void gaff_shell_scan(struct arena *a, struct sv text, gaff_shell_word *word, void *context);

/* Is this a word that shells know themselves? */
bool gaff_shell_has(struct sv word);

#endif
