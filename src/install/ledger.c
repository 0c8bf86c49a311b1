#include "install/ledger.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/fs.h"
#include "base/limits.h"
#include "base/swap.h"
#include "text/json/json.h"

#define LEDGER "installs.json"

/* What is kept of an install, and under which name. */
static const struct {
	struct sv name;
	size_t at;
} fields[] = {
	{ SV_INIT("host"), offsetof(struct gaff_install, host) },
	{ SV_INIT("scope"), offsetof(struct gaff_install, scope) },
	{ SV_INIT("file"), offsetof(struct gaff_install, file) },
	{ SV_INIT("before"), offsetof(struct gaff_install, before) },
	{ SV_INIT("after"), offsetof(struct gaff_install, after) },
	{ SV_INIT("from"), offsetof(struct gaff_install, from) },
	{ SV_INIT("made"), offsetof(struct gaff_install, made) },
	{ SV_INIT("program"), offsetof(struct gaff_install, program) },
	{ SV_INIT("time"), offsetof(struct gaff_install, time) },
};

static enum gaff_rc no_state(struct gaff_err *err)
{
	return gaff_fail(err, GAFF_EIO, "there is no place for gaff's state: $HOME is not set");
}

static enum gaff_rc read_state(struct arena *a, const char *name, size_t max, struct sv *out,
			       struct gaff_err *err)
{
	char path[PATH_MAX];
	enum gaff_rc rc;
	struct stat s;
	int fd;

	if (!gaff_dir_path(GAFF_DIR_STATE, name, path, sizeof path))
		return no_state(err);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return gaff_fail(err, errno == ENOENT ? GAFF_ENOENT : GAFF_EIO, "%.160s: %s", path,
				 strerror(errno));
	rc = fstat(fd, &s) == 0 ? gaff_fs_check_owner(&s, path, err)
				: gaff_fail(err, GAFF_EIO, "%.160s: %s", path, strerror(errno));
	if (rc == GAFF_OK) /* what is put back is what we have kept, and nobody else */
		rc = gaff_fs_read(a, fd, max, out, err);
	(void)close(fd);
	return rc;
}

static enum gaff_rc write_state(const char *name, struct sv text, struct gaff_err *err)
{
	char path[PATH_MAX];

	if (!gaff_dir_path(GAFF_DIR_STATE, name, path, sizeof path))
		return no_state(err);
	if (!gaff_dir_make(path))
		return gaff_fail(err, GAFF_EIO, "cannot make the folder of %.160s: %s", path,
				 strerror(errno));
	return gaff_fs_replace(path, text, err);
}

/* ---- the ledger ---- */

static void read_install(struct arena *a, struct json object, struct gaff_install *out)
{
	*out = (struct gaff_install){ 0 };
	for (size_t i = 0; i < COUNT_OF(fields); i++)
		(void)gaff_json_text(a, gaff_json_get(object, fields[i].name),
				     (struct sv *)(void *)((char *)out + fields[i].at));
}

enum gaff_rc gaff_ledger_read(struct arena *a, struct gaff_ledger *out, struct gaff_err *err)
{
	struct json root = { 0 }, list = { 0 };
	struct sv text;
	size_t n;

	if (read_state(a, LEDGER, GAFF_EDIT_MAX, &text, err) == GAFF_OK) {
		if (gaff_json_parse(text, &root, err) != GAFF_OK)
			return gaff_fail(err, GAFF_ESYNTAX,
					 "gaff's own list of installs (" LEDGER
					 " in its state folder) is damaged; move it away");
		list = gaff_json_get(root, SV("installs"));
	} else if (err->rc != GAFF_ENOENT) {
		return err->rc;
	}
	n = gaff_json_count(list);
	*out = (struct gaff_ledger){ gaff_arena_alloc(a, (n + 2) * sizeof *out->item), 0 };
	GAFF_TRY(gaff_arena_check(a, err));
	for (struct json_iter it = gaff_json_iter(list); gaff_json_each(&it);) {
		read_install(a, it.value, &out->item[out->n]);
		out->n += out->item[out->n].file.n > 0;
	}
	return GAFF_OK;
}

enum gaff_rc gaff_ledger_write(struct arena *a, const struct gaff_ledger *ledger,
			       struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '{');
	gaff_json_member_open(&w, SV("installs"), '[');
	for (size_t i = 0; i < ledger->n; i++) {
		gaff_json_open(&w, '{');
		for (size_t f = 0; f < COUNT_OF(fields); f++)
			json_member_string(
				&w, fields[f].name,
				*(const struct sv *)(const void *)((const char *)&ledger->item[i] +
								   fields[f].at));
		gaff_json_close(&w, '}');
	}
	gaff_json_close(&w, ']');
	gaff_json_close(&w, '}');
	buf_addc(&b, '\n');
	GAFF_TRY(gaff_buf_check(&b, err));
	return write_state(LEDGER, buf_sv(&b), err);
}

const struct gaff_install *gaff_ledger_find(const struct gaff_ledger *ledger, struct sv file)
{
	for (size_t i = 0; i < ledger->n; i++)
		if (sv_eq(ledger->item[i].file, file))
			return &ledger->item[i];
	return NULL;
}

void gaff_ledger_drop(struct gaff_ledger *ledger, struct sv file)
{
	size_t n = 0;

	for (size_t i = 0; i < ledger->n; i++)
		if (!sv_eq(ledger->item[i].file, file))
			ledger->item[n++] = ledger->item[i];
	ledger->n = n;
}

void gaff_ledger_put(struct gaff_ledger *ledger, const struct gaff_install *install)
{
	struct gaff_install copy = *install; /* it may be one of the ledger's own */

	gaff_ledger_drop(ledger, copy.file);
	ledger->item[ledger->n++] = copy;
}

/* ---- backups ---- */

static bool backup_name(struct sv sha256, char *out, size_t n)
{
	for (size_t i = 0; i < sha256.n; i++)
		if (!ascii_isdigit(sha256.p[i]) && !(sha256.p[i] >= 'a' && sha256.p[i] <= 'f'))
			return false;
	return sha256.n == 64 && snprintf(out, n, "backups/%.*s", SV_ARG(sha256)) < (int)n;
}

enum gaff_rc gaff_backup_keep(struct sv bytes, const char *sha256, struct gaff_err *err)
{
	char name[96];

	if (!backup_name(sv_of(sha256), name, sizeof name))
		return gaff_fail(err, GAFF_EIO, "no name for a backup");
	return write_state(name, bytes, err);
}

enum gaff_rc gaff_backup_get(struct arena *a, struct sv sha256, struct sv *out,
			     struct gaff_err *err)
{
	char name[96], found[65];

	if (!backup_name(sha256, name, sizeof name))
		return gaff_fail(err, GAFF_ESYNTAX, "the list of installs names no backup");
	GAFF_TRY(read_state(a, name, GAFF_EDIT_MAX, out, err));
	gaff_sha256(*out, found);
	return sv_eq(sv_of(found), sha256)
		       ? GAFF_OK
		       : gaff_fail(err, GAFF_EIO, "the backup %.12s… is damaged", name + 8);
}
