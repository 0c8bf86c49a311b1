#include "base/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/str.h"

/* For kernels before 5.9: whatever /proc lists. */
static void close_listed(int first)
{
	DIR *dir = opendir("/proc/self/fd");
	const struct dirent *entry;

	if (!dir)
		return;
	while ((entry = readdir(dir))) {
		int fd = 0;

		for (const char *p = entry->d_name; ascii_isdigit(*p) && fd < 1 << 20; p++)
			fd = fd * 10 + (*p - '0');
		if (ascii_isdigit(entry->d_name[0]) && fd >= first && fd != dirfd(dir))
			(void)close(fd);
	}
	(void)closedir(dir);
}

void gaff_os_close_from(int first)
{
#ifdef SYS_close_range
	if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0)
		return;
#endif
	close_listed(first);
}

bool gaff_os_pipe(int fd[2])
{
	return pipe2(fd, O_CLOEXEC) == 0;
}

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8u
#endif

int gaff_os_memory_file(struct sv text, struct sv end)
{
	int fd = memfd_create("gaff", MFD_CLOEXEC | MFD_NOEXEC_SEAL);

	if (fd < 0 && errno == EINVAL) /* before Linux 6.3 */
		fd = memfd_create("gaff", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd >= 0 && !(gaff_fs_fill(fd, 0, text) && gaff_fs_fill(fd, text.n, end))) {
		(void)close(fd);
		return -1;
	}
	if (fd >= 0) /* what a hook starts must not change what the hook asks for next */
		(void)fcntl(fd, F_ADD_SEALS,
			    F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
	return fd;
}

int gaff_os_poll(struct pollfd *p, int ms)
{
	return poll(p, 1, ms);
}

void gaff_os_die_with_parent(void)
{
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
}

bool gaff_os_is_from_kernel(const siginfo_t *info)
{
	return info->si_code > 0; /* what a process sends has SI_USER, which is 0, or less */
}

bool gaff_os_at_quick_exit(void (*function)(void))
{
	return at_quick_exit(function) == 0;
}

bool gaff_os_own_program(char *path, size_t n)
{
	ssize_t length = readlink("/proc/self/exe", path, n);

	if (length <= 0 || (size_t)length >= n)
		return false;
	path[length] = '\0';
	return true;
}

/* /proc/PID/NAME; false: it is gone, or hidden. */
static bool read_about(pid_t pid, const char *name, char *text, size_t n, size_t *got)
{
	char path[64];
	ssize_t length = 0;
	int fd;

	(void)snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	*got = 0;
	while (fd >= 0 && *got < n && (length = read(fd, text + *got, n - *got)) > 0)
		*got += (size_t)length;
	if (fd >= 0)
		(void)close(fd);
	return fd >= 0 && length >= 0;
}

/* The parent and the controlling terminal; behind the name, which may hold anything. */
static bool read_stat(pid_t pid, pid_t *parent, unsigned *terminal)
{
	char text[1024];
	const char *p;
	size_t n;
	int number, tty;

	if (!read_about(pid, "stat", text, sizeof text - 1, &n))
		return false;
	text[n] = '\0';
	p = strrchr(text, ')');
	/* the state, then ppid, pgrp, session, tty_nr */
	if (!p || sscanf(p + 1, " %*c %d %*d %*d %d", &number, &tty) != 2)
		return false;
	*parent = number;
	*terminal = (unsigned)tty;
	return true;
}

/* Is this descriptor of it that terminal? By its number, as the kernel writes it. */
static bool is_terminal(pid_t pid, int fd, unsigned terminal)
{
	char path[64];
	struct stat s;
	unsigned number;

	(void)snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)pid, fd);
	if (stat(path, &s) != 0 || !S_ISCHR(s.st_mode))
		return false;
	number = (minor(s.st_rdev) & 0xff) | major(s.st_rdev) << 8 |
		 (minor(s.st_rdev) & ~0xffu) << 12;
	return number == terminal || s.st_rdev == makedev(5, 0); /* /dev/tty */
}

static bool is_own_program(pid_t pid)
{
	char path[64];
	struct stat its, own;

	(void)snprintf(path, sizeof path, "/proc/%ld/exe", (long)pid);
	return stat(path, &its) == 0 && stat("/proc/self/exe", &own) == 0 &&
	       its.st_dev == own.st_dev && its.st_ino == own.st_ino;
}

bool gaff_os_process(pid_t pid, struct gaff_process *out)
{
	unsigned terminal;

	if (!read_stat(pid, &out->parent, &terminal) ||
	    !read_about(pid, "cmdline", out->words, sizeof out->words, &out->n))
		return false;
	out->is_cut = out->n == sizeof out->words;
	out->words[out->n - out->is_cut] = '\0';
	out->is_gaff = is_own_program(pid);
	out->on_terminal = terminal && is_terminal(pid, STDIN_FILENO, terminal) &&
			   is_terminal(pid, STDOUT_FILENO, terminal);
	return true;
}

/* Not every C library has a function for it. */
static bool rename_as(const char *from, const char *to, unsigned flags)
{
	return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags) == 0;
}

bool gaff_os_exchange(const char *x, const char *y)
{
	return rename_as(x, y, RENAME_EXCHANGE);
}

bool gaff_os_rename_new(const char *from, const char *to)
{
	if (rename_as(from, to, RENAME_NOREPLACE))
		return true;
	if (errno != EINVAL && errno != ENOSYS)
		return false;
	return link(from, to) == 0 && unlink(from) == 0; /* a file system that cannot do it */
}

/* The kernel has told already, so there is nothing to ask. */
uid_t gaff_os_user(void)
{
	return (uid_t)getauxval(AT_EUID);
}

/* The home in a line of the list of users, if that is for this one; or NULL. */
static char *home_in(char *line, uid_t user)
{
	char *field[6] = { line };
	uint64_t id = 0;

	for (size_t i = 1; i < COUNT_OF(field); i++) {
		char *colon = strchr(field[i - 1], ':');

		if (!colon)
			return NULL;
		*colon = '\0';
		field[i] = colon + 1;
	}
	for (const char *p = field[2]; *p; p++) {
		if (!ascii_isdigit(*p) || id > UINT32_MAX)
			return NULL;
		id = id * 10 + (uint64_t)(*p - '0');
	}
	field[5][strcspn(field[5], ":\n")] = '\0';
	return *field[2] && id == user && field[5][0] == '/' ? field[5] : NULL;
}

/* Read here: what a C library does for it cannot be linked statically. */
bool gaff_os_home(char *path, size_t n)
{
	FILE *file = fopen("/etc/passwd", "re");
	const char *home = NULL;
	char line[4096 + 1024];
	bool is_start = true;

	while (file && !home && fgets(line, sizeof line, file)) {
		bool is_whole = strchr(line, '\n') != NULL || feof(file);

		if (is_start && is_whole)
			home = home_in(line, gaff_os_user());
		is_start = is_whole;
	}
	if (file)
		(void)fclose(file);
	if (!home || strlen(home) >= n)
		return false;
	memcpy(path, home, strlen(home) + 1);
	return true;
}

const char *gaff_os_name(void)
{
	return "linux";
}

bool gaff_os_ignores_case(void)
{
	return false;
}

struct channel {
	gaff_os_sink *sink;
	void *data;
};

static ssize_t channel_write(void *cookie, const char *bytes, size_t n)
{
	const struct channel *c = cookie;
	ssize_t took = c->sink(c->data, bytes, n);

	return took < 0 ? 0 : took; /* which is what a failure is here */
}

static int channel_close(void *cookie)
{
	free(cookie);
	return 0;
}

FILE *gaff_os_stream(gaff_os_sink *sink, void *data)
{
	const cookie_io_functions_t calls = { .write = channel_write, .close = channel_close };
	struct channel *c = malloc(sizeof *c);
	FILE *stream;

	if (!c)
		return NULL;
	*c = (struct channel){ sink, data };
	stream = fopencookie(c, "w", calls);
	if (!stream)
		free(c);
	return stream;
}

#ifndef __GLIBC__
#undef stdout
#undef stderr
FILE **gaff_os_standard(int fd)
{
	static FILE *streams[2];

	if (!streams[0]) {
		streams[0] = stdout;
		streams[1] = stderr;
	}
	return &streams[fd == STDERR_FILENO];
}
#endif

int64_t gaff_os_mtime_ns(const struct stat *s)
{
	return (int64_t)s->st_mtim.tv_sec * 1000000000 + s->st_mtim.tv_nsec;
}

int64_t gaff_os_ctime_ns(const struct stat *s)
{
	return (int64_t)s->st_ctim.tv_sec * 1000000000 + s->st_ctim.tv_nsec;
}
