/*
 * banned.h - calls that have no place here: each of these names is a compile error.
 *
 * They overflow, they hide state, they start a shell, or they depend on the locale.
 */
#ifndef GAFF_BASE_BANNED_H
#define GAFF_BASE_BANNED_H

/* The system headers come first: poisoning a name before its declaration would break them. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#pragma GCC poison strcpy strcat strncpy strncat sprintf vsprintf gets strtok strtok_r
#pragma GCC poison system popen mktemp tmpnam tempnam
#pragma GCC poison gmtime localtime ctime asctime setlocale
/* Some C libraries make these macros, and a macro cannot be poisoned while it is defined. */
#undef isspace
#undef isdigit
#undef isalpha
#undef isalnum
#undef isprint
#undef toupper
#undef tolower
#pragma GCC poison isspace isdigit isalpha isalnum isprint toupper tolower atoi atol atof

#endif
