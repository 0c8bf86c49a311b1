#include "base/os.h"

#include <fcntl.h>
#include <libproc.h>
#include <mach-o/dyld.h>
#include <poll.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/proc_info.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/sysctl.h>
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

/* A temporary file that loses its name before anything is in it, and can be read alone. */
int gaff_os_memory_file(struct sv text, struct sv end)
{
	char name[1024] = "/tmp/";
	int fd, kept;
	bool is_whole;

	(void)confstr(_CS_DARWIN_USER_TEMP_DIR, name, sizeof name - sizeof "gaff-XXXXXX");
	(void)strlcat(name, "gaff-XXXXXX", sizeof name);
	fd = mkostemp(name, O_CLOEXEC); /* mode 0600 */
	if (fd < 0)
		return -1;
	kept = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	(void)unlink(name);
	is_whole = gaff_fs_fill(fd, 0, text) && gaff_fs_fill(fd, text.n, end);
	(void)close(fd);
	if (kept >= 0 && !is_whole) {
		(void)close(kept);
		kept = -1;
	}
	return kept;
}

/* poll() takes /dev/tty for no descriptor at all; select() can wait for it. */
int gaff_os_poll(struct pollfd *p, int ms)
{
	struct timeval time = { ms / 1000, ms % 1000 * 1000 };
	int n = poll(p, 1, ms);
	fd_set in, out;

	if (n <= 0 || !(p->revents & POLLNVAL) || !isatty(p->fd) || p->fd >= FD_SETSIZE)
		return n;
	FD_ZERO(&in);
	FD_ZERO(&out);
	if (p->events & POLLIN)
		FD_SET(p->fd, &in);
	if (p->events & POLLOUT)
		FD_SET(p->fd, &out);
	n = select(p->fd + 1, &in, &out, NULL, ms < 0 ? NULL : &time);
	p->revents = 0;
	if (n > 0 && FD_ISSET(p->fd, &in))
		p->revents |= POLLIN;
	if (n > 0 && FD_ISSET(p->fd, &out))
		p->revents |= POLLOUT;
	return n > 0 ? 1 : n;
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

/* Most versions have none. */
bool gaff_os_at_quick_exit(void (*function)(void))
{
	(void)function;
	return false;
}

bool gaff_os_own_program(char *path, size_t n)
{
	uint32_t size = (uint32_t)n;

	return _NSGetExecutablePath(path, &size) == 0;
}

/* Is this descriptor of it that terminal? */
static bool is_terminal(pid_t pid, int fd, uint32_t terminal)
{
	struct vnode_fdinfowithpath info;
	int n = proc_pidfdinfo(pid, fd, PROC_PIDFDVNODEPATHINFO, &info, sizeof info);
	const struct vinfo_stat *s = &info.pvip.vip_vi.vi_stat;

	return n == (int)sizeof info && S_ISCHR(s->vst_mode) &&
	       (s->vst_rdev == terminal || strcmp(info.pvip.vip_path, "/dev/tty") == 0);
}

/* A number of words, the program's path, NULs, the words, and behind them the environment. */
static bool read_words(pid_t pid, struct gaff_process *out)
{
	static char text[sizeof out->words + 4096];
	int name[] = { CTL_KERN, KERN_PROCARGS2, pid }, count;
	size_t n = sizeof text, at = sizeof count;

	out->n = 0;
	if (sysctl(name, 3, text, &n, NULL, 0) != 0 || n < at)
		return false; /* more of it than there is room for is a failure, too */
	memcpy(&count, text, sizeof count);
	while (at < n && text[at])
		at++;
	while (at < n && !text[at])
		at++;
	for (; at < n && count > 0 && out->n < sizeof out->words; at++) {
		out->words[out->n++] = text[at];
		count -= !text[at];
	}
	out->is_cut = count > 0;
	out->words[out->n < sizeof out->words ? out->n : sizeof out->words - 1] = '\0';
	return true;
}

bool gaff_os_process(pid_t pid, struct gaff_process *out)
{
	char own[4096], its[PROC_PIDPATHINFO_MAXSIZE];
	struct proc_bsdinfo info;

	if (proc_pidinfo(pid, PROC_PIDTBSDINFO, 0, &info, sizeof info) != (int)sizeof info ||
	    !read_words(pid, out))
		return false;
	out->parent = (pid_t)info.pbi_ppid;
	out->is_gaff = gaff_os_own_program(own, sizeof own) &&
		       proc_pidpath(pid, its, sizeof its) > 0 && strcmp(own, its) == 0;
	out->on_terminal = info.pbi_flags & PROC_FLAG_CONTROLT &&
			   is_terminal(pid, STDIN_FILENO, info.e_tdev) &&
			   is_terminal(pid, STDOUT_FILENO, info.e_tdev);
	return true;
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
