#include "run/trust.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/hash.h"
#include "base/limits.h"
#include "run/command.h"
#include "run/project.h"

/*
 * The file: a head, the folder, the root of its checkout, and a line for each pin, its path last:
 *
 *	gaff trust 1
 *	/home/me/project
 *	/home/me/project
 *	SHA256 DEVICE INODE SIZE MTIME CTIME /home/me/project/.gaff/hooks.json
 */
#define HEAD "gaff trust 1\n"

static bool trust_path(const char *folder, char *path, size_t n)
{
	char name[40];

	/* The folder is in the file too: two with one name are told apart, not mixed up. */
	(void)snprintf(name, sizeof name, "trust/%016" PRIx64,
		       gaff_hash(GAFF_HASH_START, sv_of(folder)));
	return gaff_dir_path(GAFF_DIR_STATE, name, path, n);
}

/* ---- reading ---- */

static struct sv take_line(struct sv *rest)
{
	const char *end = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;
	struct sv line = { rest->p, end ? (size_t)(end - rest->p) : rest->n };

	*rest = sv_skip(*rest, line.n + (end != NULL));
	return line;
}

static bool take_number(struct sv *line, uint64_t *out)
{
	uint64_t v = 0;
	size_t n = 0;

	for (; n < line->n && ascii_isdigit(line->p[n]); n++)
		v = v * 10 + (uint64_t)(line->p[n] - '0');
	if (!n || n > 20 || n == line->n || line->p[n] != ' ')
		return false;
	*line = sv_skip(*line, n + 1);
	*out = v;
	return true;
}

static bool read_pin(struct sv line, struct gaff_pin *out)
{
	uint64_t modified, changed;

	if (line.n < 66 || line.p[64] != ' ')
		return false;
	memcpy(out->sha256, line.p, 64);
	out->sha256[64] = '\0';
	line = sv_skip(line, 65);
	if (!take_number(&line, &out->stamp.device) || !take_number(&line, &out->stamp.inode) ||
	    !take_number(&line, &out->stamp.size) || !take_number(&line, &modified) ||
	    !take_number(&line, &changed) || !line.n || line.p[0] != '/')
		return false;
	out->stamp.mtime_ns = (int64_t)modified;
	out->stamp.ctime_ns = (int64_t)changed;
	out->path = line;
	return true;
}

static enum gaff_rc parse(struct arena *a, struct sv text, const char *folder,
			  struct gaff_trust *out, struct gaff_err *err)
{
	struct gaff_trust trust = { .folder = folder };
	struct sv rest = sv_skip(text, sizeof HEAD - 1);
	size_t lines = 0;

	if (!sv_eq(take_line(&rest), sv_of(folder)))
		return gaff_fail(err, GAFF_ENOENT, "it has not been trusted");
	trust.root = gaff_arena_cstr(a, take_line(&rest));
	for (size_t i = 0; i < rest.n; i++)
		lines += rest.p[i] == '\n';
	trust.pin = gaff_arena_alloc(a, (lines + 1) * sizeof *trust.pin);
	if (!trust.pin || !trust.root)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for pins");
	while (rest.n)
		if (!read_pin(take_line(&rest), &trust.pin[trust.n++]))
			return gaff_fail(err, GAFF_EHOOK, "what was trusted cannot be read");
	*out = trust;
	return GAFF_OK;
}

enum gaff_rc gaff_trust_load(struct arena *a, const char *folder, struct gaff_trust *out,
			     struct gaff_err *err)
{
	char path[PATH_MAX];
	struct gaff_err why;
	struct stat s;
	struct sv text;
	enum gaff_rc rc;
	int fd;

	if (!trust_path(folder, path, sizeof path))
		return gaff_fail(err, GAFF_ENOENT, "there is no home directory to remember it in");
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return gaff_fail(err, GAFF_ENOENT, "it has not been trusted");
	rc = fstat(fd, &s) == 0 ? gaff_fs_check_owner(&s, path, &why)
				: gaff_fail(&why, GAFF_EIO, "%s", strerror(errno));
	if (rc == GAFF_OK)
		rc = gaff_fs_read(a, fd, GAFF_MANIFEST_MAX, &text, &why);
	(void)close(fd);
	if (rc != GAFF_OK || !sv_starts(text, SV(HEAD)))
		return gaff_fail(err, GAFF_EHOOK, "what was trusted cannot be read");
	return parse(a, text, folder, out, err);
}

/* ---- writing ---- */

enum gaff_rc gaff_trust_save(struct arena *a, const struct gaff_trust *trust, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	char path[PATH_MAX];

	gaff_buf_add(&b, SV(HEAD));
	gaff_buf_add(&b, sv_of(trust->folder));
	buf_addc(&b, '\n');
	gaff_buf_add(&b, sv_of(trust->root));
	buf_addc(&b, '\n');
	for (size_t i = 0; i < trust->n; i++) {
		const struct gaff_pin *pin = &trust->pin[i];
		char line[200];

		(void)snprintf(line, sizeof line,
			       "%s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " ",
			       pin->sha256, pin->stamp.device, pin->stamp.inode, pin->stamp.size,
			       /* a time before 1970 is a large number, and comes back */
			       (uint64_t)pin->stamp.mtime_ns, (uint64_t)pin->stamp.ctime_ns);
		gaff_buf_add(&b, sv_of(line));
		gaff_buf_add(&b, pin->path);
		buf_addc(&b, '\n');
	}
	if (!buf_ok(&b))
		return gaff_fail(err, GAFF_ENOMEM, "no memory for pins");
	if (!trust_path(trust->folder, path, sizeof path) || !gaff_dir_make(path))
		return gaff_fail(err, GAFF_EIO, "there is no folder to remember it in: set HOME");
	return gaff_fs_replace(path, buf_sv(&b), err);
}

void gaff_trust_refresh(struct arena *a, const struct gaff_trust *trust)
{
	struct gaff_trust now;
	struct gaff_err ignored;
	bool is_same;

	if (!trust->is_outdated || gaff_trust_load(a, trust->folder, &now, &ignored) != GAFF_OK)
		return;
	is_same = now.n == trust->n;
	for (size_t i = 0; is_same && i < now.n; i++)
		is_same = sv_eq(now.pin[i].path, trust->pin[i].path) &&
			  strcmp(now.pin[i].sha256, trust->pin[i].sha256) == 0;
	if (is_same)
		(void)gaff_trust_save(a, trust, &ignored);
}

enum gaff_rc gaff_trust_forget(const char *folder, struct gaff_err *err)
{
	char path[PATH_MAX];

	if (!trust_path(folder, path, sizeof path))
		return gaff_fail(err, GAFF_ENOENT, "there is no home directory");
	if (unlink(path) == 0)
		return GAFF_OK;
	return gaff_fail(err, errno == ENOENT ? GAFF_ENOENT : GAFF_EIO, "%s", strerror(errno));
}

/* ---- pins ---- */

static struct gaff_pin *find(const struct gaff_trust *trust, const char *path)
{
	for (size_t i = 0; i < trust->n; i++)
		if (sv_eq(trust->pin[i].path, sv_of(path)))
			return &trust->pin[i];
	return NULL;
}

enum gaff_rc gaff_trust_pin(struct arena *a, struct gaff_trust *trust, const char *path, int fd,
			    struct gaff_err *err)
{
	struct gaff_pin *pin = find(trust, path), *more;

	for (const char *p = path; *p; p++)
		if ((unsigned char)*p < 0x20)
			return gaff_fail(err, GAFF_EUNSUPPORTED,
					 "a file with a control character in its name");
	if (!pin) {
		more = gaff_arena_alloc(a, (trust->n + 1) * sizeof *more);
		if (!more)
			return gaff_fail(err, GAFF_ENOMEM, "no memory for pins");
		if (trust->n)
			memcpy(more, trust->pin, trust->n * sizeof *more);
		trust->pin = more;
		pin = &trust->pin[trust->n];
		pin->path = (struct sv){ gaff_arena_dup(a, sv_of(path)), strlen(path) };
		if (!pin->path.p)
			return gaff_fail(err, GAFF_ENOMEM, "no memory for pins");
		trust->n++;
	}
	/* The stamp first: a change while it is read is then seen as one. */
	if (!gaff_fs_stamp(fd, &pin->stamp))
		return gaff_fail(err, GAFF_EIO, "%s is not a file", path);
	return gaff_fs_sha256(fd, pin->sha256, err);
}

enum gaff_rc gaff_trust_check(struct gaff_trust *trust, const char *path, int fd,
			      struct gaff_err *err)
{
	struct gaff_pin *pin = find(trust, path);
	struct gaff_stamp now;
	char sha256[65] = "";

	if (!pin)
		return gaff_fail(err, GAFF_EHOOK, "%s is new since it was trusted", path);
	if (!gaff_fs_stamp(fd, &now))
		return gaff_fail(err, GAFF_EHOOK, "%s is no longer a file", path);
	if (gaff_stamp_eq(&now, &pin->stamp))
		return GAFF_OK;
	/* Another size is another file: nobody waits for the sum of what a checkout made huge. */
	if (now.size == pin->stamp.size)
		GAFF_TRY(gaff_fs_sha256(fd, sha256, err));
	if (now.size != pin->stamp.size || strcmp(sha256, pin->sha256) != 0)
		return gaff_fail(err, GAFF_EHOOK, "%s has changed since it was trusted", path);
	pin->stamp = now;
	trust->is_outdated = true;
	return GAFF_OK;
}

/* ---- the files of a command ---- */

struct sv gaff_trust_words(struct arena *a, const struct gaff_hook *hook)
{
	struct json_iter it = gaff_json_iter(hook->env);
	struct buf b = buf_in(a);
	struct json key, value;
	struct sv text;

	if (!hook->env.n)
		return hook->command;
	gaff_buf_add(&b, hook->command);
	while (gaff_json_next(&it, &key, &value)) {
		buf_addc(&b, '\n');
		if (gaff_json_text(a, value, &text))
			gaff_buf_add(&b, text);
	}
	return buf_sv(&b); /* when memory fails, the arena says so */
}

enum gaff_rc gaff_trust_files(struct arena *a, struct sv command, const char *gaff_folder,
			      const char *const *bases, size_t n_bases, const char *root,
			      gaff_trust_visit *visit, void *context, struct gaff_err *err)
{
	struct gaff_file_names names;
	enum gaff_rc rc = GAFF_OK;
	int folder;

	GAFF_TRY(gaff_command_files(a, command, gaff_folder, bases, n_bases, &names, err));
	folder = gaff_fs_open_folder(root);
	if (folder < 0)
		return gaff_fail(err, GAFF_EHOOK, "cannot open %s: %s", root, strerror(errno));
	for (size_t i = 0; i < names.n && rc == GAFF_OK; i++) {
		const char *path = gaff_arena_cstr(a, names.path[i]);
		char real[PATH_MAX];
		struct stat s;
		int fd;

		if (!path || stat(path, &s) != 0 || !S_ISREG(s.st_mode))
			continue;
		if (!realpath(path, real) || !gaff_is_below(real, root)) {
			if (!gaff_is_below(path, root))
				continue; /* /usr/bin/python3: not of the project by any name */
			rc = gaff_fail(err, GAFF_EHOOK, "%s leads out of the project", path);
			break;
		}
		fd = gaff_fs_open_below(folder, real + strlen(root) + (root[1] != '\0'));
		if (fd < 0)
			rc = gaff_fail(err, GAFF_EHOOK, "cannot open %s: %s", real,
				       strerror(errno));
		else
			rc = visit(context, real, fd, err);
		if (fd >= 0)
			(void)close(fd);
	}
	(void)close(folder);
	return rc;
}
