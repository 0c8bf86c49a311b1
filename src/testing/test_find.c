#include "testing/test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/path.h"
#include "text/words.h"

enum { ENTRIES_MAX = 100000 };

/* ---- looking for test files ---- */

/* Is this what a test file is called? */
static bool has_test_name(const char *name)
{
	static const char *const ends[] = { ".test.json", ".test.yaml", ".test.yml" };
	size_t n = strlen(name);

	for (size_t i = 0; i < COUNT_OF(ends); i++)
		if (n > strlen(ends[i]) && strcmp(name + n - strlen(ends[i]), ends[i]) == 0)
			return true;
	return false;
}

/* What is not the author's own: versions of it, and what was downloaded. */
static bool is_passed_over(const char *name)
{
	return gaff_is_among(sv_of(name), ". .. .git .hg .svn node_modules");
}

struct names {
	struct arena *arena;
	char **item;
	size_t n, room;
};

static bool add_name(struct names *names, const char *name)
{
	if (!gaff_arena_room(names->arena, &names->item, names->n, &names->room,
			     sizeof *names->item))
		return false;
	names->item[names->n] = gaff_arena_dup(names->arena, sv_of(name));
	return names->item[names->n++] != NULL;
}

static int compare(const void *x, const void *y)
{
	return strcmp(*(char *const *)x, *(char *const *)y);
}

/* In one order, whatever that of the file system is. */
static enum gaff_rc list(struct arena *a, const char *path, struct names *out, struct gaff_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NONBLOCK);
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	const struct dirent *entry;
	bool has_memory = true;

	*out = (struct names){ .arena = a };
	if (!dir) {
		int why = errno;

		if (fd >= 0)
			(void)close(fd);
		return gaff_fail(err, GAFF_EIO, "%s: %s", path, strerror(why));
	}
	while (has_memory && out->n < ENTRIES_MAX && (entry = readdir(dir)))
		if (!is_passed_over(entry->d_name))
			has_memory = add_name(out, entry->d_name);
	(void)closedir(dir);
	if (!has_memory)
		return gaff_no_memory(err);
	if (out->n)
		qsort(out->item, out->n, sizeof *out->item, compare);
	return GAFF_OK;
}

/* Its files, and then its folders; a link is no folder of it, wherever it leads. */
static enum gaff_rc find_below(struct test_run *run, const char *path, int depth,
			       struct gaff_err *err)
{
	struct names names;

	if (depth == GAFF_TEST_DEPTH_MAX)
		return GAFF_OK;
	GAFF_TRY(list(run->arena, path, &names, err));
	for (int folders = 0; folders <= 1; folders++) {
		for (size_t i = 0; i < names.n; i++) {
			const char *file = strcmp(path, ".") == 0
						   ? names.item[i]
						   : gaff_path_join(run->arena, path,
								    sv_of(names.item[i]));
			struct stat s;

			if (!file)
				return gaff_no_memory(err);
			if (lstat(file, &s) != 0)
				continue;
			if (folders && S_ISDIR(s.st_mode))
				GAFF_TRY(find_below(run, file, depth + 1, err));
			else if (!folders && S_ISREG(s.st_mode) && has_test_name(names.item[i]))
				GAFF_TRY(test_read(run, file, err));
		}
	}
	return GAFF_OK;
}

static enum gaff_rc find(struct test_run *run, char *place, struct gaff_err *err)
{
	size_t n = strlen(place);
	struct stat s;

	while (n > 1 && place[n - 1] == '/')
		place[--n] = '\0';
	if (stat(place, &s) != 0)
		return gaff_fail(err, GAFF_EIO, "%s: %s", place, strerror(errno));
	return S_ISDIR(s.st_mode) ? find_below(run, place, 0, err) : test_read(run, place, err);
}

enum gaff_rc test_find(struct test_run *run, int n, char **places, struct gaff_err *err)
{
	char here[] = ".";

	if (!n)
		return find(run, here, err);
	for (int i = 0; i < n; i++)
		GAFF_TRY(find(run, places[i], err));
	return GAFF_OK;
}

/* ---- taking away what a case left ---- */

static void remove_entries(int folder, int depth)
{
	int fd = dup(folder);
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	const struct dirent *entry;

	if (!dir) {
		if (fd >= 0)
			(void)close(fd);
		return;
	}
	while ((entry = readdir(dir))) {
		int below;

		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
		    unlinkat(folder, entry->d_name, 0) == 0)
			continue;
		(void)!fchmodat(folder, entry->d_name, 0700, AT_SYMLINK_NOFOLLOW);
		below = openat(folder, entry->d_name,
			       O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW);
		if (below >= 0) {
			if (depth < GAFF_TEST_DEPTH_MAX * 4)
				remove_entries(below, depth + 1);
			(void)close(below);
		}
		(void)unlinkat(folder, entry->d_name, AT_REMOVEDIR);
	}
	(void)closedir(dir);
}

void test_remove_tree(const char *path)
{
	int folder = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW);

	if (folder >= 0) {
		remove_entries(folder, 0);
		(void)close(folder);
	}
	(void)rmdir(path);
}
