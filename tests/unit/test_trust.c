#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/trust/trust.h"

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

static const struct sv manifest = SV_INIT("{\"hooks\": []}");

/* Trust the folder with one hook of this command. */
static enum gaff_rc pin(struct gaff_trust *trust, struct sv command)
{
	struct gaff_hook hook = { .kind = GAFF_HANDLER_COMMAND, .command = command };
	struct gaff_trust_state now = { .file = SV("hooks.json") };
	struct buf lines = buf_in(&arena);
	struct gaff_pins pins;
	struct gaff_err err;

	(void)gaff_trust_load(&arena, folder, trust, &err);
	GAFF_TRY(gaff_trust_pin(&arena, trust, 0, &hook, in(folder, ".gaff"), &lines, &pins, &err));
	gaff_sha256(manifest, now.manifest);
	now.pins = buf_sv(&lines);
	return gaff_trust_add(&arena, trust, &now, manifest, &err);
}

/* Does the hook of this command still run what was trusted? */
static enum gaff_rc check_now(struct sv command)
{
	struct gaff_hook hook = { .kind = GAFF_HANDLER_COMMAND, .command = command };
	struct gaff_trust trust;
	struct gaff_err err;

	GAFF_TRY(gaff_trust_load(&arena, folder, &trust, &err));
	GAFF_TRY(gaff_trust_match(&trust, SV("hooks.json"), manifest, false, SV(""), &err));
	return gaff_trust_check(&arena, &trust, 0, &hook, in(folder, ".gaff"), folder, &err);
}

/* Each in memory of its own, as each call has it. */
static enum gaff_rc check(struct sv command)
{
	enum gaff_rc rc;

	gaff_arena_release(&arena);
	gaff_arena_init(&arena, storage, sizeof storage, 1 << 24);
	rc = check_now(command);
	CHECK(rc != GAFF_ENOMEM);
	return rc;
}

/* The first file below the folder of what is trusted; the one of the states, or any. */
static const char *trust_file(bool of_states)
{
	static char path[400];
	DIR *dir = opendir(in(state, "gaff/trust"));
	struct dirent *entry;

	path[0] = '\0';
	while (dir && (entry = readdir(dir)))
		if (entry->d_name[0] != '.' && !(of_states && strchr(entry->d_name, '.')))
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
	while (trust_file(false)[0] && unlink(trust_file(false)) == 0)
		;
	(void)rmdir(in(state, "gaff/trust"));
	(void)rmdir(in(state, "gaff"));
	(void)rmdir(state);
	(void)unsetenv("XDG_STATE_HOME");
	gaff_arena_release(&arena);
}

TEST(trust__round_trip)
{
	const struct sv command = SV("./plain.sh 'with space.sh' \xc3\xa9\xe2\x98\x83.sh \"a'b\"");
	static const char *const names[] = { "plain.sh", "with space.sh", "\xc3\xa9\xe2\x98\x83.sh",
					     "a'b" };
	struct gaff_trust trust;
	struct gaff_err err;

	begin();
	CHECK(gaff_trust_load(&arena, folder, &trust, &err) == GAFF_ENOENT && !trust.was_trusted);
	CHECK(!gaff_trust_is_any() && !gaff_trust_is_kept(folder));
	for (size_t i = 0; i < COUNT_OF(names); i++)
		put(in(folder, names[i]), sv_of(names[i]));
	CHECK(pin(&trust, command) == GAFF_OK && trust.n == 1);
	CHECK(gaff_trust_is_any() && gaff_trust_is_kept(folder));
	CHECK(check(command) == GAFF_OK);
	for (size_t i = 0; i < COUNT_OF(names); i++) { /* each of them counts */
		put(in(folder, names[i]), SV("other"));
		CHECK(check(command) == GAFF_EHOOK);
		put(in(folder, names[i]), sv_of(names[i]));
		CHECK(check(command) == GAFF_OK);
	}
	CHECK(gaff_trust_forget(&arena, folder, &err) == GAFF_OK);
	CHECK(gaff_trust_forget(&arena, folder, &err) == GAFF_ENOENT);
	CHECK(check(command) == GAFF_ENOENT && !gaff_trust_is_kept(folder));
	end();
}

TEST(trust__what_stands_in_the_place_of_a_file)
{
	const struct sv command = SV("sh gaff-unit-x.sh");
	struct gaff_trust trust;
	char path[100];

	begin();
	(void)snprintf(path, sizeof path, "%s/gaff-unit-x.sh", folder);
	put(path, SV("one"));
	put(in(folder, "gaff-unit-y.sh"), SV("one"));
	CHECK(pin(&trust, command) == GAFF_OK && check(command) == GAFF_OK);
	CHECK(unlink(path) == 0 && check(command) == GAFF_EHOOK);
	CHECK(mkdir(path, 0700) == 0 && check(command) == GAFF_EHOOK);
	CHECK(rmdir(path) == 0 && symlink("/dev/null", path) == 0 && check(command) == GAFF_EHOOK);
	CHECK(unlink(path) == 0 && symlink("/dev/stdin", path) == 0);
	CHECK(check(command) == GAFF_EHOOK);
	CHECK(unlink(path) == 0 && symlink("gaff-unit-y.sh", path) == 0 &&
	      check(command) == GAFF_EHOOK);
	CHECK(unlink(path) == 0 && mkfifo(path, 0600) == 0 && check(command) == GAFF_EHOOK);
	CHECK(unlink(path) == 0);
	put(path, SV("one"));
	CHECK(check(command) == GAFF_OK);
	CHECK(chmod(path, 0700) == 0 && check(command) == GAFF_EHOOK);
	end();
}

/* Going back to a state that was trusted is no change; there is an end to how many there are. */
TEST(trust__states)
{
	const struct sv command = SV("sh gaff-unit-x.sh");
	struct gaff_trust trust;
	char path[100], text[16];

	begin();
	(void)snprintf(path, sizeof path, "%s/gaff-unit-x.sh", folder);
	for (int i = 0; i <= GAFF_TRUST_STATES; i++) {
		(void)snprintf(text, sizeof text, "%d", i);
		put(path, sv_of(text));
		CHECK(check(command) != GAFF_OK);
		CHECK(pin(&trust, command) == GAFF_OK);
	}
	CHECK(trust.n == GAFF_TRUST_STATES);
	put(path, SV("1"));
	CHECK(check(command) == GAFF_OK);
	put(path, SV("0"));
	CHECK(check(command) == GAFF_EHOOK);
	end();
}

/* Whatever happens to the file of states: it is not read, or what it says is still true. */
TEST(trust__damage)
{
	const struct sv command = SV("sh gaff-unit-x.sh");
	struct gaff_trust trust;
	char path[100], text[2000], file[400];
	ssize_t n;
	int fd;

	begin();
	(void)snprintf(path, sizeof path, "%s/gaff-unit-x.sh", folder);
	put(path, SV("one"));
	CHECK(pin(&trust, command) == GAFF_OK);
	(void)snprintf(file, sizeof file, "%s", trust_file(true));
	fd = open(file, O_RDONLY | O_CLOEXEC);
	n = read(fd, text, sizeof text);
	(void)close(fd);
	CHECK(n > 100 && n < (ssize_t)sizeof text);
	put(path, SV("two"));
	for (ssize_t i = 0; i < n; i++) {
		text[i] ^= 1;
		put(file, (struct sv){ text, (size_t)n });
		CHECK(check(command) != GAFF_OK);
		text[i] ^= 1;
		put(file, (struct sv){ text, (size_t)i });
		CHECK(check(command) != GAFF_OK);
	}
	/* one that others may write is not ours */
	put(path, SV("one"));
	put(file, (struct sv){ text, (size_t)n });
	CHECK(check(command) == GAFF_OK);
	CHECK(chmod(file, 0666) == 0 && check(command) == GAFF_EHOOK);
	CHECK(unlink(file) == 0 && symlink("/dev/null", file) == 0 && check(command) == GAFF_EHOOK);
	end();
}
