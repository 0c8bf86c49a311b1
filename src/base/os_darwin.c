#include "base/os.h"

#include <fcntl.h>
#include <mach-o/dyld.h>
#include <unistd.h>

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

void gaff_os_die_with_parent(void)
{
	/* There is no such thing here: a hook outlives a gaff that is killed outright. */
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
