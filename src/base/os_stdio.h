/*
 * os_stdio.h - stdout and stderr that can be other streams, as they are on a terminal (os.h,
 * gaff_os_stream).
 *
 * Most C libraries let them be assigned. Where they are constants, as with musl, names of our own
 * stand for them, and for what prints on them unnamed.
 */
#ifndef GAFF_BASE_OS_STDIO_H
#define GAFF_BASE_OS_STDIO_H

#include <stdio.h>

#if defined(__linux__) && !defined(__GLIBC__)

/* Which stream that descriptor has: 1 or 2. */
FILE **gaff_os_standard(int fd);

#undef stdout
#undef stderr
#define stdout              (*gaff_os_standard(1))
#define stderr              (*gaff_os_standard(2))
#define printf(...)         fprintf(stdout, __VA_ARGS__)
#define vprintf(format, ap) vfprintf(stdout, format, ap)
#define putchar(c)          putc(c, stdout)
#define puts(text)          fprintf(stdout, "%s\n", text)

#endif

#endif
