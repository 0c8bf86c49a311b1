#include "start/new.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"

/* ---- the texts ---- */

/* A host that has kits of its own has no others. */
bool new_kit_is_for(const struct new_kit *kit, struct sv host)
{
	bool has_own = false;

	for (size_t i = 0; i < new_n_kits; i++)
		has_own |= new_kits[i].host && sv_eq(sv_of(new_kits[i].host), host);
	return kit->host ? sv_eq(sv_of(kit->host), host) : !has_own;
}

/* Files that several languages share are written for one of them: they call its program. */
struct sv new_fill(struct arena *a, const struct new_kit *kit, struct sv text, const char *name)
{
	static const struct sv program = SV_INIT("example.sh"), word = SV_INIT("example");
	struct buf b = buf_in(a);

	while (text.n) {
		struct sv rest = text;

		if (sv_starts(text, program)) {
			BUF_JOIN(&b, sv_of(name), sv_skip(sv_of(kit->program), word.n));
			text = sv_skip(text, program.n);
		} else if (sv_starts(text, word)) {
			gaff_buf_add(&b, sv_of(name));
			text = sv_skip(text, word.n);
		} else {
			buf_addc(&b, *rest.p);
			text = sv_skip(text, 1);
		}
	}
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

/* ---- the files ---- */

struct writing {
	struct arena *arena;
	const char *folder;
	int fd;
	const char *made[NEW_FILES_MAX]; /* that were not there */
	size_t n_made;
};

static enum gaff_rc fail(const struct writing *w, const char *name, int why, struct gaff_err *err)
{
	return gaff_fail(err, GAFF_EIO, "%s%s%s: %s", w->folder, *name ? "/" : "", name,
			 strerror(why));
}

/* By force: beside the place, and then there at once. A link that is there is replaced, and not
 * followed. */
static enum gaff_rc put(struct writing *w, const char *name, struct sv text, bool is_program,
			bool is_forced, struct gaff_err *err)
{
	char beside[64];
	const char *to = is_forced ? beside : name;
	int why = 0, fd;

	(void)snprintf(beside, sizeof beside, ".gaff-new-%ld", (long)getpid());
	fd = openat(w->fd, to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
		    is_program ? 0755 : 0644);
	if (fd < 0)
		return fail(w, name, errno, err);
	if (!gaff_write_all(fd, text, gaff_now_ms() + GAFF_WRITE_MS))
		why = errno ? errno : EIO;
	if (close(fd) != 0 && !why)
		why = errno;
	if (!why && is_forced && renameat(w->fd, beside, w->fd, name) != 0)
		why = errno;
	if (why) {
		(void)unlinkat(w->fd, to, 0);
		return fail(w, name, why, err);
	}
	if (!is_forced)
		w->made[w->n_made++] = name;
	return GAFF_OK;
}

static enum gaff_rc put_all(struct writing *w, const struct new_kit *kit, const char *name,
			    bool is_forced, struct gaff_err *err)
{
	for (size_t i = 0; i < NEW_FILES_MAX && kit->file[i].name; i++) {
		struct sv called = new_fill(w->arena, kit, sv_of(kit->file[i].name), name),
			  text = new_fill(w->arena, kit, kit->file[i].text, name);
		const char *file = called.n ? gaff_arena_cstr(w->arena, called) : NULL;

		if (!file || !text.n)
			return gaff_fail(err, GAFF_ENOMEM, "no memory for a file");
		GAFF_TRY(put(w, file, text, kit->file[i].is_program, is_forced, err));
	}
	return GAFF_OK;
}

enum gaff_rc new_write(struct arena *a, const struct new_kit *kit, const char *folder,
		       const char *name, bool is_forced, struct gaff_err *err)
{
	struct writing w = { .arena = a, .folder = folder };
	bool is_new = mkdir(folder, 0755) == 0;
	enum gaff_rc rc;

	if (!is_new && errno == EEXIST && !is_forced)
		return gaff_fail(err, GAFF_EUNSUPPORTED,
				 "%s is there already; take another name, or replace its files "
				 "with --force",
				 folder);
	if (!is_new && errno != EEXIST)
		return fail(&w, "", errno, err);
	w.fd = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW);
	if (w.fd < 0)
		return fail(&w, "", errno, err);
	rc = put_all(&w, kit, name, is_forced, err);
	for (size_t i = 0; rc != GAFF_OK && i < w.n_made; i++)
		(void)unlinkat(w.fd, w.made[i], 0);
	(void)close(w.fd);
	if (rc != GAFF_OK && is_new)
		(void)rmdir(folder);
	return rc;
}
