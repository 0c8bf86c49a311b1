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

/* Some C libraries make these macros, and a macro cannot be poisoned while it is defined. */
#undef strcpy
#undef strcat
#undef strncpy
#undef strncat
#undef sprintf
#undef vsprintf
#undef isspace
#undef isdigit
#undef isalpha
#undef isalnum
#undef isprint
#undef toupper
#undef tolower

#pragma GCC poison strcpy strcat strncpy strncat sprintf vsprintf gets strtok strtok_r
#pragma GCC poison system popen tmpnam tempnam
#pragma GCC poison gmtime localtime ctime asctime setlocale
#pragma GCC poison isspace isdigit isalpha isalnum isprint toupper tolower atoi atol atof

/*
 * Some systems declare it in unistd.h, which comes behind this file and is not included here: it
 * would take read, write and link from the tables. So the name stays, and a call is the error.
 */
#if __has_attribute(unavailable) /* gcc has it since 12 */
__attribute__((unavailable)) char *mktemp(char *name);
#endif

#endif
