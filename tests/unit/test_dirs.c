#include "check.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"

static void set(const char *name, const char *value)
{
	if (value)
		(void)setenv(name, value, 1);
	else
		(void)unsetenv(name);
}

static struct sv place(const char *xdg, const char *home, enum gaff_dir dir, const char *name)
{
	static char path[64];

	set("XDG_STATE_HOME", xdg);
	set("XDG_CACHE_HOME", xdg);
	set("XDG_CONFIG_HOME", xdg);
	set("HOME", home);
	return gaff_dir_path(dir, name, path, sizeof path) ? sv_of(path) : SV("none");
}

TEST(dirs__are_where_the_user_wants_them)
{
	char *home = getenv("HOME");

	home = home ? strdup(home) : NULL;
	CHECK_TEXT(place("/x", "/h", GAFF_DIR_STATE, "a"), SV("/x/gaff/a"));
	CHECK_TEXT(place("/x//", "/h", GAFF_DIR_CONFIG, "a/b"), SV("/x/gaff/a/b"));
	CHECK_TEXT(place(NULL, "/h", GAFF_DIR_STATE, "a"), SV("/h/.local/state/gaff/a"));
	CHECK_TEXT(place("", "/h/", GAFF_DIR_CACHE, "a"), SV("/h/.cache/gaff/a"));
	CHECK_TEXT(place("x", "/", GAFF_DIR_CONFIG, "a"), SV("/.config/gaff/a"));
	CHECK_TEXT(place("x", "h", GAFF_DIR_STATE, "a"), SV("none"));
	CHECK_TEXT(place(NULL, "", GAFF_DIR_STATE, "a"), SV("none"));
	CHECK_TEXT(place(NULL, NULL, GAFF_DIR_STATE, "a"), SV("none"));
	/* 63 letters and a NUL */
	CHECK(place("/x", NULL, GAFF_DIR_STATE,
		    "0123456789012345678901234567890123456789012345678901234")
		      .n == 63);
	CHECK_TEXT(place("/x", NULL, GAFF_DIR_STATE,
			 "01234567890123456789012345678901234567890123456789012345"),
		   SV("none"));
	CHECK_TEXT(place("/x", NULL, GAFF_DIR_STATE, ""), SV("none"));
	CHECK_TEXT(place("/x", NULL, GAFF_DIR_STATE, "/a"), SV("none"));
	CHECK_TEXT(place("/x", NULL, GAFF_DIR_STATE, "a/../b"), SV("none"));
	CHECK_TEXT(place("/x", NULL, GAFF_DIR_STATE, ".."), SV("none"));
	CHECK_TEXT(place("/x", NULL, GAFF_DIR_STATE, "a/"), SV("none"));
	(void)place(NULL, home, GAFF_DIR_STATE, "a");
	free(home);
}

/* A folder of our own; tests run one after the other. */
static char scratch[] = "/tmp/gaff-unit-XXXXXX";

static const char *in_scratch(const char *name)
{
	static char path[PATH_MAX];

	(void)snprintf(path, sizeof path, "%s/%s", scratch, name);
	return path;
}

static void make_scratch(void)
{
	memcpy(scratch + sizeof scratch - 7, "XXXXXX", 6);
	CHECK(mkdtemp(scratch) != NULL);
}

static void drop_scratch(void)
{
	static const char *const names[] = { "a/b/c", "a/b", "a", "link", "file" };

	for (size_t i = 0; i < COUNT_OF(names); i++)
		(void)remove(in_scratch(names[i]));
	CHECK(rmdir(scratch) == 0);
}

TEST(dirs__are_made_for_this_user_alone)
{
	struct stat st;

	make_scratch();
	CHECK(gaff_dir_make(in_scratch("a/b/c/name")));
	CHECK(gaff_dir_make(in_scratch("a/b/c/name")));
	CHECK(stat(in_scratch("a/b/c"), &st) == 0 && (st.st_mode & 07777) == 0700);
	CHECK(stat(in_scratch("a"), &st) == 0 && (st.st_mode & 07777) == 0700);
	CHECK(symlink("a", in_scratch("link")) == 0);
	CHECK(gaff_dir_make(in_scratch("link/b/name")));
	CHECK(unlink(in_scratch("link")) == 0 && symlink("nowhere", in_scratch("link")) == 0);
	CHECK(!gaff_dir_make(in_scratch("link/b/name")));
	CHECK(!gaff_dir_make(in_scratch("link/name")));
	CHECK(stat(in_scratch("nowhere"), &st) != 0);
	CHECK(close(open(in_scratch("file"), O_WRONLY | O_CREAT, 0600)) == 0);
	CHECK(!gaff_dir_make(in_scratch("file/name")));
	CHECK(!gaff_dir_make(in_scratch("file/b/name")));
	CHECK(!gaff_dir_make("name"));
	CHECK(!gaff_dir_make("/name"));
	drop_scratch();
}
