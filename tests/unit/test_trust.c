#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/trust.h"

static char storage[1 << 16], folder[64], state[64];
static struct arena arena;

/* A folder with a file in it, and another for what is trusted. */
static void begin(void)
{
	gaff_arena_init(&arena, storage, sizeof storage, 1 << 24);
	(void)snprintf(folder, sizeof folder, "/tmp/gaff-trust-XXXXXX");
	(void)snprintf(state, sizeof state, "/tmp/gaff-state-XXXXXX");
	CHECK(mkdtemp(folder) && mkdtemp(state));
	(void)setenv("XDG_STATE_HOME", state, 1);
}

static char *in(const char *root, const char *name)
{
	static char path[2][400];
	static int which;

	which = !which;
	(void)snprintf(path[which], sizeof path[which], "%s/%s", root, name);
	return path[which];
}

static void put(const char *path, struct sv text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	CHECK(fd >= 0 && write(fd, text.p, text.n) == (ssize_t)text.n);
	(void)close(fd);
}

static enum gaff_rc pin(struct gaff_trust *trust, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct gaff_err err;
	enum gaff_rc rc = gaff_trust_pin(&arena, trust, path, fd, &err);

	(void)close(fd);
	return rc;
}

static enum gaff_rc check(struct gaff_trust *trust, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct gaff_err err;
	enum gaff_rc rc = gaff_trust_check(trust, path, fd, &err);

	(void)close(fd);
	return rc;
}

/* The one file below the folder of what is trusted. */
static const char *trust_file(void)
{
	static char path[400];
	DIR *dir = opendir(in(state, "gaff/trust"));
	struct dirent *entry;

	path[0] = '\0';
	while (dir && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			(void)snprintf(path, sizeof path, "%s/gaff/trust/%s", state, entry->d_name);
	if (dir)
		(void)closedir(dir);
	return path;
}

static void end(void)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			(void)unlink(in(folder, entry->d_name));
	if (dir)
		(void)closedir(dir);
	(void)rmdir(folder);
	(void)unlink(trust_file());
	(void)rmdir(in(state, "gaff/trust"));
	(void)rmdir(in(state, "gaff"));
	(void)rmdir(state);
	(void)unsetenv("XDG_STATE_HOME");
	gaff_arena_release(&arena);
}

TEST(trust__round_trip)
{
	static const char *const names[] = {
		"plain.sh", "with space.sh", "trailing space ", "\xc3\xa9\xe2\x98\x83.sh",
		"-rf",      "a'b\"c$d\\e"
	};
	struct gaff_trust trust = { .folder = folder }, again;
	struct gaff_err err;

	begin();
	CHECK(gaff_trust_load(&arena, folder, &again, &err) == GAFF_ENOENT);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		put(in(folder, names[i]), sv_of(names[i]));
		CHECK(pin(&trust, in(folder, names[i])) == GAFF_OK);
	}
	CHECK(trust.n == COUNT_OF(names));
	CHECK(pin(&trust, in(folder, names[0])) == GAFF_OK && trust.n == COUNT_OF(names));
	CHECK(gaff_trust_save(&arena, &trust, &err) == GAFF_OK);
	CHECK(gaff_trust_load(&arena, folder, &again, &err) == GAFF_OK);
	CHECK(again.n == COUNT_OF(names) && !again.is_outdated);
	for (size_t i = 0; i < again.n && i < trust.n; i++) {
		CHECK_TEXT(again.pin[i].path, trust.pin[i].path);
		CHECK(strcmp(again.pin[i].sha256, trust.pin[i].sha256) == 0);
		CHECK(gaff_stamp_eq(&again.pin[i].stamp, &trust.pin[i].stamp));
		CHECK(check(&again, in(folder, names[i])) == GAFF_OK);
	}
	CHECK(!again.is_outdated);
	put(in(folder, "new.sh"), SV("new"));
	CHECK(check(&again, in(folder, "new.sh")) == GAFF_EHOOK);
	CHECK(gaff_trust_load(&arena, "/elsewhere", &again, &err) == GAFF_ENOENT);
	CHECK(gaff_trust_forget(folder, &err) == GAFF_OK);
	CHECK(gaff_trust_forget(folder, &err) == GAFF_ENOENT);
	CHECK(gaff_trust_load(&arena, folder, &again, &err) == GAFF_ENOENT);
	end();
}

TEST(trust__changes)
{
	struct gaff_trust trust = { .folder = folder };
	struct timespec long_ago[2] = { { -86400, 5 }, { -86400, 5 } };
	char path[100];
	struct gaff_err err;

	begin();
	(void)snprintf(path, sizeof path, "%s/x.sh", folder);
	put(path, SV("one"));
	CHECK(pin(&trust, path) == GAFF_OK);
	put(path, SV("two"));
	CHECK(check(&trust, path) == GAFF_EHOOK && !trust.is_outdated);
	put(path, SV("one"));
	/* other times, the same bytes: trusted, and worth remembering, before 1970 too */
	CHECK(utimensat(AT_FDCWD, path, long_ago, 0) == 0);
	CHECK(check(&trust, path) == GAFF_OK && trust.is_outdated);
	CHECK(trust.pin[0].stamp.mtime_ns < 0);
	CHECK(gaff_trust_save(&arena, &trust, &err) == GAFF_OK);
	CHECK(gaff_trust_load(&arena, folder, &trust, &err) == GAFF_OK);
	CHECK(check(&trust, path) == GAFF_OK && !trust.is_outdated);
	/* another file under the same name */
	CHECK(rename(path, in(folder, "y.sh")) == 0);
	put(path, SV("one"));
	CHECK(check(&trust, path) == GAFF_OK && trust.is_outdated);
	CHECK(unlink(path) == 0 && mkdir(path, 0700) == 0);
	CHECK(check(&trust, path) == GAFF_EHOOK);
	CHECK(rmdir(path) == 0);
	end();
}

/* A hook may take its time, and somebody may change his mind meanwhile. */
TEST(trust__refresh)
{
	struct gaff_trust trust = { .folder = folder }, again;
	struct timespec long_ago[2] = { { 1, 0 }, { 1, 0 } };
	char path[100];
	struct gaff_err err;

	begin();
	(void)snprintf(path, sizeof path, "%s/x.sh", folder);
	put(path, SV("one"));
	CHECK(pin(&trust, path) == GAFF_OK);
	CHECK(gaff_trust_save(&arena, &trust, &err) == GAFF_OK);
	CHECK(utimensat(AT_FDCWD, path, long_ago, 0) == 0);
	CHECK(check(&trust, path) == GAFF_OK && trust.is_outdated);
	gaff_trust_refresh(&arena, &trust);
	CHECK(gaff_trust_load(&arena, folder, &again, &err) == GAFF_OK);
	CHECK(gaff_stamp_eq(&again.pin[0].stamp, &trust.pin[0].stamp));
	put(path, SV("two"));
	again = (struct gaff_trust){ .folder = folder };
	CHECK(pin(&again, path) == GAFF_OK);
	CHECK(gaff_trust_save(&arena, &again, &err) == GAFF_OK);
	gaff_trust_refresh(&arena, &trust);
	CHECK(gaff_trust_load(&arena, folder, &again, &err) == GAFF_OK);
	CHECK(check(&again, path) == GAFF_OK);
	CHECK(gaff_trust_forget(folder, &err) == GAFF_OK);
	gaff_trust_refresh(&arena, &trust);
	CHECK(gaff_trust_load(&arena, folder, &again, &err) == GAFF_ENOENT);
	end();
}

TEST(trust__names_that_would_be_lines)
{
	struct gaff_trust trust = { .folder = folder };

	begin();
	put(in(folder, "a\nb"), SV("x"));
	CHECK(pin(&trust, in(folder, "a\nb")) == GAFF_EUNSUPPORTED);
	CHECK(trust.n == 0);
	CHECK(pin(&trust, folder) == GAFF_EIO);
	end();
}

/* Whatever happens to the file of pins: it is not read, or what it says is still true. */
TEST(trust__damage)
{
	struct gaff_trust trust = { .folder = folder }, again;
	char path[100], text[2000], file[400];
	struct gaff_err err;
	ssize_t n;
	int fd;

	begin();
	(void)snprintf(path, sizeof path, "%s/x.sh", folder);
	put(path, SV("one"));
	CHECK(pin(&trust, path) == GAFF_OK);
	CHECK(gaff_trust_save(&arena, &trust, &err) == GAFF_OK);
	(void)snprintf(file, sizeof file, "%s", trust_file());
	fd = open(file, O_RDONLY | O_CLOEXEC);
	n = read(fd, text, sizeof text);
	(void)close(fd);
	CHECK(n > 100 && n < (ssize_t)sizeof text);
	put(path, SV("two"));
	for (ssize_t i = 0; i < n; i++) {
		text[i] ^= 1;
		put(file, (struct sv){ text, (size_t)n });
		if (gaff_trust_load(&arena, folder, &again, &err) == GAFF_OK)
			CHECK(check(&again, path) == GAFF_EHOOK);
		text[i] ^= 1;
		put(file, (struct sv){ text, (size_t)i });
		if (gaff_trust_load(&arena, folder, &again, &err) == GAFF_OK)
			CHECK(check(&again, path) == GAFF_EHOOK);
	}
	/* one that others may write is not ours */
	put(file, (struct sv){ text, (size_t)n });
	CHECK(gaff_trust_load(&arena, folder, &again, &err) == GAFF_OK);
	CHECK(chmod(file, 0666) == 0);
	CHECK(gaff_trust_load(&arena, folder, &again, &err) == GAFF_EHOOK);
	CHECK(unlink(file) == 0 && symlink("/dev/null", file) == 0);
	CHECK(gaff_trust_load(&arena, folder, &again, &err) == GAFF_ENOENT);
	end();
}

static enum gaff_rc note(void *context, const char *path, int fd, struct gaff_err *err)
{
	struct buf *seen = context;

	(void)fd;
	(void)err;
	gaff_buf_add(seen, sv_of(strrchr(path, '/')));
	return GAFF_OK;
}

TEST(trust__files_of_a_command)
{
	const char *bases[] = { folder };
	struct buf seen;
	struct gaff_err err;

	begin();
	seen = buf_in(&arena);
	put(in(folder, "a.sh"), SV("a"));
	put(in(folder, "b c.sh"), SV("b"));
	CHECK(symlink("a.sh", in(folder, "inside")) == 0);
	CHECK(symlink("/etc/passwd", in(folder, "outside")) == 0);
	CHECK(gaff_trust_files(&arena, SV("./a.sh 'b c.sh' /etc/passwd gone.sh"), folder, bases, 1,
			       folder, note, &seen, &err) == GAFF_OK);
	CHECK_TEXT(buf_sv(&seen), SV("/a.sh/b c.sh"));
	seen.n = 0;
	CHECK(gaff_trust_files(&arena, SV("sh inside"), folder, bases, 1, folder, note, &seen,
			       &err) == GAFF_OK);
	CHECK_TEXT(buf_sv(&seen), SV("/a.sh"));
	CHECK(gaff_trust_files(&arena, SV("sh outside"), folder, bases, 1, folder, note, &seen,
			       &err) == GAFF_EHOOK);
	end();
}
