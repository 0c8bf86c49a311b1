#include "run/trust/homes.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/fs.h"
#include "base/io.h"
#include "base/limits.h"
#include "base/os.h"

/*
 * The file has a line for each home, and of two for the same one the last counts:
 *
 *	HOME TAB CONFIG TAB STATE	the last two empty where they are in the home as usual
 */
enum { FILE_MAX = 64 << 10 };

static bool file_of(const char *home, char *path, size_t n)
{
	int length = snprintf(path, n, "%s/.local/state/gaff/homes", home);

	return length > 0 && (size_t)length < n;
}

/* The whole file, if it is ours and nobody else can write it. */
static bool read_file(const char *path, char *text, size_t n)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	struct gaff_err ignored;
	size_t have = 0;
	struct stat s;
	ssize_t got = -1;

	if (fd < 0)
		return false;
	if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode) &&
	    gaff_fs_check_owner(&s, path, &ignored) == GAFF_OK)
		while (have < n - 1 && (got = read(fd, text + have, n - 1 - have)) > 0)
			have += (size_t)got;
	(void)close(fd);
	text[have] = '\0';
	return got >= 0 && have < n - 1;
}

/* Up to the next tab or the end; what is between becomes a text of its own. */
static const char *take_field(char **at)
{
	char *start = *at, *end = strchr(start, '\t');

	*at = end ? end + 1 : start + strlen(start);
	if (end)
		*end = '\0';
	return *start == '/' ? start : NULL;
}

/* The last line for this home. */
static bool find(char *text, const char *home, struct gaff_dirs *out)
{
	bool found = false;

	for (char *line = text, *next; *line; line = next) {
		struct gaff_dirs dirs;

		next = strchr(line, '\n');
		if (!next)
			break; /* it is being written */
		*next++ = '\0';
		dirs.home = take_field(&line);
		dirs.config = take_field(&line);
		dirs.state = take_field(&line);
		if (!dirs.home || strcmp(dirs.home, home) != 0)
			continue;
		*out = dirs;
		found = true;
	}
	return found;
}

static bool is_ours(const char *folder)
{
	struct stat s;

	return stat(folder, &s) == 0 && S_ISDIR(s.st_mode) && s.st_uid == gaff_os_user();
}

/* Of the environment, which is asked for nothing but to choose among what is known. */
static const char *home_of_environment(void)
{
	const char *home = getenv("HOME");

	return home && home[0] == '/' ? home : NULL;
}

bool gaff_homes_choose(struct gaff_dirs *out)
{
	static char home[PATH_MAX], text[FILE_MAX], again[FILE_MAX];
	const char *said = home_of_environment();
	char path[PATH_MAX];

	*out = (struct gaff_dirs){ 0 };
	if (!gaff_os_home(home, sizeof home)) {
		if (said && is_ours(said))
			out->home = said;
		return out->home != NULL;
	}
	out->home = home;
	if (!file_of(home, path, sizeof path) || !read_file(path, text, sizeof text))
		return false;
	memcpy(again, text, sizeof text);
	if (!said || strcmp(said, home) == 0 || !is_ours(said) || !find(text, said, out))
		(void)find(again, home, out);
	return false;
}

/* ---- noting ---- */

/* Can it be written into one line, and is it no place that may be another's tomorrow? */
static bool is_notable(const char *folder)
{
	char above[PATH_MAX];
	struct stat s;

	if (strpbrk(folder, "\t\n") || !is_ours(folder) || !realpath(folder, above))
		return false;
	for (char *slash; (slash = strrchr(above, '/')) != NULL && slash > above;) {
		*slash = '\0';
		if (stat(above, &s) != 0 || s.st_mode & S_IWOTH)
			return false;
	}
	return true;
}

static bool same(const char *x, const char *y)
{
	return x && y ? strcmp(x, y) == 0 : !x && !y;
}

/* Does a `--committed` call find this home as it is? */
static bool is_known(char *text, const char *home, const struct gaff_dirs *now)
{
	struct gaff_dirs known = { .home = home };

	if (!find(text, now->home, &known) && strcmp(home, now->home) != 0)
		return false;
	return same(known.config, now->config) && same(known.state, now->state);
}

static void append(const char *path, const struct gaff_dirs *dirs)
{
	const char *config = dirs->config ? dirs->config : "",
		   *state = dirs->state ? dirs->state : "";
	char line[3 * PATH_MAX];
	int n = snprintf(line, sizeof line, "%s\t%s\t%s\n", dirs->home, config, state), fd;

	if (n <= 0 || (size_t)n >= sizeof line || !gaff_dir_make(path))
		return;
	fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
	if (fd < 0)
		return;
	(void)gaff_write_all(fd, sv_of(line), gaff_now_ms() + GAFF_WRITE_MS);
	(void)close(fd);
}

void gaff_homes_note(void)
{
	static char home[PATH_MAX], text[FILE_MAX];
	struct gaff_dirs now = { gaff_home(), gaff_dir_moved(GAFF_DIR_CONFIG),
				 gaff_dir_moved(GAFF_DIR_STATE) };
	const char *const moved[] = { now.config, now.state };
	char path[PATH_MAX];

	if (!now.home || !gaff_os_home(home, sizeof home) || !is_notable(now.home) ||
	    !is_ours(home) || !file_of(home, path, sizeof path))
		return;
	for (size_t i = 0; i < COUNT_OF(moved); i++)
		if (moved[i] && strpbrk(moved[i], "\t\n"))
			return;
	if (!read_file(path, text, sizeof text))
		text[0] = '\0';
	if (!is_known(text, home, &now))
		append(path, &now);
}
