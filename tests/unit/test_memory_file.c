#include "check.h"

#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/os.h"

TEST(memory_file__holds_the_text_and_cannot_be_changed)
{
	int fd = gaff_os_memory_file(SV("an event"), SV("\n"));
	char text[16];

	CHECK(fd >= 0);
	CHECK(pread(fd, text, sizeof text, 0) == 9);
	CHECK(memcmp(text, "an event\n", 9) == 0);
	CHECK(pwrite(fd, "x", 1, 0) < 0 && ftruncate(fd, 0) < 0);
	(void)close(fd);
}

/* Whatever failed before: a write beyond the limit would not fail, but end the process. */
TEST(memory_file__is_none_where_files_may_not_be_so_long)
{
	struct rlimit before, limit;

	CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
	for (rlim_t most = 4; most <= 8; most += 4) { /* in the text, and in its end alone */
		limit = (struct rlimit){ most, before.rlim_max };
		CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
		errno = EINVAL;
		CHECK(gaff_os_memory_file(SV("an event"), SV("\n")) == -1);
	}
	CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
}
