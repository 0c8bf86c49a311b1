/*
 * os.h - what differs by system. One os_<system>.c is built in.
 */
#ifndef GAFF_BASE_OS_H
#define GAFF_BASE_OS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/str.h"

/* Close every descriptor from `first` on: what a caller left open is not for hooks. */
void gaff_os_close_from(int first);

/* A pipe whose ends are closed on exec. */
bool gaff_os_pipe(int fd[2]);

/*
 * A file without a name that holds this text and its end, closed on exec and, where the system can
 * do that, never to be changed. It is gone with the last descriptor of it. -1: there is none to be
 * had.
 */
int gaff_os_memory_file(struct sv text, struct sv end);

/* poll() for one descriptor, which may be a terminal. */
struct pollfd;
int gaff_os_poll(struct pollfd *p, int ms);

/* Called in a child: end it when its parent dies, where the system can do that. */
void gaff_os_die_with_parent(void);

/*
 * Is nobody's process behind this signal: a terminal's key, a timer, a fault? For handlers.
 */
bool gaff_os_is_from_kernel(const siginfo_t *info);

/* Call this when the program calls quick_exit(); false where that cannot be had. */
bool gaff_os_at_quick_exit(void (*function)(void));

/* The path of the program that is running; false when it is not known or longer than n. */
bool gaff_os_own_program(char *path, size_t n);

/* Another process, as far as it can be seen. */
struct gaff_process {
	pid_t parent;
	bool is_gaff;     /* it runs the same program as this one */
	bool on_terminal; /* it has a controlling terminal, and that is its stdin and stdout */
	bool is_cut;      /* there are more words than those */
	size_t n;
	char words[8192]; /* its command line, with a NUL behind each */
};

/* False: it is not there, or may not be looked at. */
bool gaff_os_process(pid_t pid, struct gaff_process *out);

/* Two files get each other's name at once; false and errno, as where the system cannot do that. */
bool gaff_os_exchange(const char *x, const char *y);

/* Rename a file, unless the new name is taken: EEXIST. */
bool gaff_os_rename_new(const char *from, const char *to);

/* Whose files are ours: the effective user when the program was started. */
uid_t gaff_os_user(void);

/* The home that the system has for that user, whatever the environment says; absolute. */
bool gaff_os_home(char *path, size_t n);

/* "linux" or "darwin", as manifests name systems. */
const char *gaff_os_name(void);

/* Is a file usually found by its name in capitals too? */
bool gaff_os_ignores_case(void);

/* A stream whose bytes go to a function, which returns how many it took, or -1. NULL: no memory. */
typedef ssize_t gaff_os_sink(void *data, const char *bytes, size_t n);
FILE *gaff_os_stream(gaff_os_sink *sink, void *data);

/* When a file was changed, in nanoseconds since 1970. */
struct stat;
int64_t gaff_os_mtime_ns(const struct stat *s);
int64_t gaff_os_ctime_ns(const struct stat *s);

#endif
