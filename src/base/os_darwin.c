#include "base/os.h"

#include <fcntl.h>
#include <mach-o/dyld.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"

void gaff_os_close_from(int first)
{
	int last = getdtablesize();

	for (int fd = first; fd < last; fd++)
		(void)close(fd);
}

bool gaff_os_pipe(int fd[2])
{
	if (pipe(fd) != 0)
		return false;
	(void)fcntl(fd[0], F_SETFD, FD_CLOEXEC);
	(void)fcntl(fd[1], F_SETFD, FD_CLOEXEC);
	return true;
}

/* A temporary file that loses its name before anything is in it. */
int gaff_os_memory_file(struct sv text)
{
	char name[1024] = "/tmp/";
	int fd;

	(void)confstr(_CS_DARWIN_USER_TEMP_DIR, name, sizeof name - sizeof "gaff-XXXXXX");
	(void)strlcat(name, "gaff-XXXXXX", sizeof name);
	fd = mkostemp(name, O_CLOEXEC); /* mode 0600 */
	if (fd < 0)
		return -1;
	(void)unlink(name);
	if (gaff_fs_fill(fd, text))
		return fd;
	(void)close(fd);
	return -1;
}

void gaff_os_die_with_parent(void)
{
	/* There is no such thing here: a hook outlives a gaff that is killed outright. */
}

bool gaff_os_is_from_kernel(const siginfo_t *info)
{
	return info->si_pid == 0; /* what the kernel sends has a code of processes here */
}

bool gaff_os_exchange(const char *x, const char *y)
{
	return renamex_np(x, y, RENAME_SWAP) == 0;
}

bool gaff_os_rename_new(const char *from, const char *to)
{
	return renamex_np(from, to, RENAME_EXCL) == 0;
}

bool gaff_os_own_program(char *path, size_t n)
{
	uint32_t size = (uint32_t)n;

	return _NSGetExecutablePath(path, &size) == 0;
}

uid_t gaff_os_user(void)
{
	return geteuid();
}

bool gaff_os_home(char *path, size_t n)
{
	const struct passwd *user = getpwuid(geteuid());

	return user && user->pw_dir && user->pw_dir[0] == '/' && strlcpy(path, user->pw_dir, n) < n;
}

const char *gaff_os_name(void)
{
	return "darwin";
}

bool gaff_os_ignores_case(void)
{
	return true;
}

struct channel {
	gaff_os_sink *sink;
	void *data;
};

static int channel_write(void *cookie, const char *bytes, int n)
{
	const struct channel *c = cookie;

	return (int)c->sink(c->data, bytes, (size_t)n);
}

static int channel_close(void *cookie)
{
	free(cookie);
	return 0;
}

FILE *gaff_os_stream(gaff_os_sink *sink, void *data)
{
	struct channel *c = malloc(sizeof *c);
	FILE *stream;

	if (!c)
		return NULL;
	*c = (struct channel){ sink, data };
	stream = funopen(c, NULL, channel_write, NULL, channel_close);
	if (!stream)
		free(c);
	return stream;
}

int64_t gaff_os_mtime_ns(const struct stat *s)
{
	return (int64_t)s->st_mtimespec.tv_sec * 1000000000 + s->st_mtimespec.tv_nsec;
}

int64_t gaff_os_ctime_ns(const struct stat *s)
{
	return (int64_t)s->st_ctimespec.tv_sec * 1000000000 + s->st_ctimespec.tv_nsec;
}
