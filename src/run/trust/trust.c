#include "run/trust/trust.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "run/load/project.h"

/*
 * The file: a head, the folder, and for each state, the last first, a line and those of its hooks:
 *
 *	gaff trust 2
 *	/home/me/project
 *	state FILE SHA256 SHA256-OF-THE-POLICY closed|open
 *	hook 0
 *	f x SHA256 SIZE .gaff/check.sh
 *
 * "-" is what is not there. Paths are below the root of the checkout; a tab and where links lead
 * may follow. "above" instead of "hook" is what counts when an agent's project is a folder above.
 */
#define HEAD     "gaff trust 2\n"
#define OLD_HEAD "gaff trust 1\n"

static bool text_path(const struct gaff_trust *trust, const char *sha256, char *path, size_t n)
{
	char more[24];

	(void)snprintf(more, sizeof more, ".%.16s", sha256);
	return gaff_trust_path(trust->name, more, path, n);
}

bool gaff_trust_sums_path(const struct gaff_trust *trust, char *path, size_t n)
{
	return gaff_trust_path(trust->name, ".large", path, n);
}

/* ---- reading ---- */

static bool take_sum(struct sv *line, char out[65])
{
	struct sv word = sv_take(line, ' ');

	out[0] = '\0';
	if (sv_eq(word, SV("-")))
		return true;
	if (word.n != 64)
		return false;
	memcpy(out, word.p, 64);
	out[64] = '\0';
	return true;
}

static bool read_state(struct sv line, struct gaff_trust_state *out)
{
	struct sv closed;

	if (!sv_eq(sv_take(&line, ' '), SV("state")))
		return false;
	out->file = sv_take(&line, ' ');
	if (sv_eq(out->file, SV("-")))
		out->file = (struct sv){ 0 };
	if (!take_sum(&line, out->manifest) || !take_sum(&line, out->policy))
		return false;
	closed = sv_take(&line, ' ');
	out->is_closed = sv_eq(closed, SV("closed"));
	return (out->is_closed || sv_eq(closed, SV("open"))) &&
	       (out->file.n ? out->manifest[0] : !out->manifest[0]);
}

/* What is in it is looked at when its hook is to run. */
static bool is_line_of_hook(struct sv line)
{
	return sv_starts(line, SV("hook ")) || sv_starts(line, SV("above ")) ||
	       (line.n > 2 && line.p[1] == ' ' && strchr("fdo", line.p[0]));
}

static struct gaff_trust_state *make_room(struct arena *a)
{
	struct gaff_trust_state *state = gaff_arena_alloc(a, GAFF_TRUST_STATES * sizeof *state);

	if (state)
		memset(state, 0, GAFF_TRUST_STATES * sizeof *state);
	return state;
}

static enum gaff_rc parse(struct arena *a, struct sv text, struct gaff_trust *trust,
			  struct gaff_err *err)
{
	struct sv rest = sv_skip(text, sizeof HEAD - 1);

	trust->state = make_room(a);
	GAFF_TRY(gaff_arena_check(a, err));
	if (!sv_eq(sv_take(&rest, '\n'), sv_of(trust->name)))
		return gaff_fail(err, GAFF_ENOENT, "it has not been trusted");
	while (rest.n) {
		struct gaff_trust_state *state = &trust->state[trust->n];
		const char *start;

		if (trust->n == GAFF_TRUST_STATES || text.p[text.n - 1] != '\n' ||
		    !read_state(sv_take(&rest, '\n'), state))
			return gaff_fail(err, GAFF_EHOOK, "what was trusted cannot be read");
		start = rest.p;
		while (rest.n && !sv_starts(rest, SV("state ")))
			if (!is_line_of_hook(sv_take(&rest, '\n')))
				return gaff_fail(err, GAFF_EHOOK,
						 "what was trusted cannot be read");
		state->pins = (struct sv){ start, (size_t)(rest.p - start) };
		trust->n++;
	}
	return trust->n ? GAFF_OK : gaff_fail(err, GAFF_EHOOK, "what was trusted cannot be read");
}

/* A file of the store, of ours alone. */
static enum gaff_rc read_own(struct arena *a, const char *path, struct sv *out,
			     struct gaff_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	struct gaff_err why;
	enum gaff_rc rc;
	struct stat s;

	if (fd < 0 && errno == ENOENT)
		return gaff_fail(err, GAFF_ENOENT, "it has not been trusted");
	rc = fd >= 0 && fstat(fd, &s) == 0 ? gaff_fs_check_owner(&s, path, &why)
					   : gaff_fail(&why, GAFF_EIO, "%s", strerror(errno));
	if (rc == GAFF_OK)
		rc = gaff_fs_read(a, fd, GAFF_TRUST_MAX, out, &why);
	if (fd >= 0)
		(void)close(fd);
	return rc == GAFF_OK ? GAFF_OK
			     : gaff_fail(err, GAFF_EHOOK, "what was trusted cannot be read");
}

enum gaff_rc gaff_trust_load(struct arena *a, const char *folder, struct gaff_trust *out,
			     struct gaff_err *err)
{
	char path[PATH_MAX];
	enum gaff_rc rc;
	struct sv text;

	memset(out, 0, sizeof *out);
	out->folder = folder;
	out->name = gaff_worktree_name(a, folder, &out->root);
	if (!gaff_trust_path(out->name, "", path, sizeof path))
		return gaff_fail(err, GAFF_ENOENT, "there is no home directory to remember it in");
	rc = read_own(a, path, &text, err);
	out->was_trusted = rc != GAFF_ENOENT;
	GAFF_TRY(rc);
	if (sv_starts(text, SV(OLD_HEAD)))
		return gaff_fail(err, GAFF_EHOOK,
				 "it was trusted by an older gaff, which pinned less; look again");
	if (!sv_starts(text, SV(HEAD)))
		return gaff_fail(err, GAFF_EHOOK, "what was trusted cannot be read");
	rc = parse(a, text, out, err);
	out->n = rc == GAFF_OK ? out->n : 0;
	out->was_trusted = rc != GAFF_ENOENT;
	return rc;
}

enum gaff_rc gaff_trust_text(struct arena *a, const struct gaff_trust *trust,
			     const struct gaff_trust_state *state, struct sv *out,
			     struct gaff_err *err)
{
	char path[PATH_MAX], sha256[65];

	if (!state->file.n || !text_path(trust, state->manifest, path, sizeof path))
		return gaff_fail(err, GAFF_ENOENT, "there is no manifest");
	GAFF_TRY(read_own(a, path, out, err));
	gaff_sha256(*out, sha256);
	return strcmp(sha256, state->manifest) == 0
		       ? GAFF_OK
		       : gaff_fail(err, GAFF_EHOOK, "the text that was trusted is damaged");
}

const struct gaff_trust_state *gaff_trust_missed(const struct gaff_trust *trust)
{
	const struct gaff_trust_state *found = NULL;

	for (size_t i = 0; i < trust->n; i++) {
		const struct gaff_trust_state *state = &trust->state[i];

		if (state->file.n && (!found || (state->is_closed && !found->is_closed)))
			found = state;
	}
	return found;
}

/* ---- writing ---- */

static void add_sum(struct buf *b, const char *sum)
{
	buf_addc(b, ' ');
	gaff_buf_add(b, sum[0] ? sv_of(sum) : SV("-"));
}

static void add_state(struct buf *b, const struct gaff_trust_state *state)
{
	gaff_buf_add(b, SV("state "));
	gaff_buf_add(b, state->file.n ? state->file : SV("-"));
	add_sum(b, state->manifest);
	add_sum(b, state->policy);
	gaff_buf_add(b, state->is_closed ? SV(" closed\n") : SV(" open\n"));
	gaff_buf_add(b, state->pins);
}

/* The oldest states are dropped when there is no room for all. */
static enum gaff_rc save(struct arena *a, struct gaff_trust *trust, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	char path[PATH_MAX];
	size_t n = 0, fits = 0;

	gaff_buf_add(&b, SV(HEAD));
	gaff_buf_add(&b, sv_of(trust->name));
	buf_addc(&b, '\n');
	while (n < trust->n && b.n <= GAFF_TRUST_MAX) {
		fits = b.n;
		add_state(&b, &trust->state[n++]);
	}
	GAFF_TRY(gaff_buf_check(&b, err));
	if (b.n > GAFF_TRUST_MAX && n > 1) {
		b.n = fits;
		n--;
	}
	trust->n = n;
	if (b.n > GAFF_TRUST_MAX)
		return gaff_fail(err, GAFF_ELIMIT, "there is more to pin than gaff keeps");
	if (sv_chr(sv_of(trust->name), '\n'))
		return gaff_fail(err, GAFF_EUNSUPPORTED, "the folder has a line end in its name");
	if (!gaff_trust_path(trust->name, "", path, sizeof path) || !gaff_dir_make(path))
		return gaff_fail(err, GAFF_EIO, "there is no folder to remember it in: set HOME");
	return gaff_fs_replace(path, buf_sv(&b), err);
}

static bool is_kept(const struct gaff_trust *trust, const char *manifest)
{
	for (size_t i = 0; i < trust->n; i++)
		if (strcmp(trust->state[i].manifest, manifest) == 0)
			return true;
	return false;
}

static void drop_text(const struct gaff_trust *trust, const char *manifest)
{
	char path[PATH_MAX];

	if (manifest[0] && text_path(trust, manifest, path, sizeof path))
		(void)unlink(path);
}

enum gaff_rc gaff_trust_add(struct arena *a, struct gaff_trust *trust,
			    const struct gaff_trust_state *state, struct sv manifest,
			    struct gaff_err *err)
{
	struct gaff_trust now = *trust;
	char path[PATH_MAX];

	now.state = make_room(a);
	GAFF_TRY(gaff_arena_check(a, err));
	now.state[0] = *state;
	now.n = 1;
	for (size_t i = 0; i < trust->n && now.n < GAFF_TRUST_STATES; i++) {
		const struct gaff_trust_state *old = &trust->state[i];

		if (!sv_eq(old->file, state->file) || strcmp(old->manifest, state->manifest) != 0 ||
		    strcmp(old->policy, state->policy) != 0 || !sv_eq(old->pins, state->pins))
			now.state[now.n++] = *old;
	}
	if (state->file.n) {
		if (!text_path(trust, state->manifest, path, sizeof path) || !gaff_dir_make(path))
			return gaff_fail(err, GAFF_EIO,
					 "there is no folder to remember it in: set HOME");
		GAFF_TRY(gaff_fs_replace(path, manifest, err));
	}
	GAFF_TRY(save(a, &now, err));
	for (size_t i = 0; i < trust->n; i++)
		if (!is_kept(&now, trust->state[i].manifest))
			drop_text(trust, trust->state[i].manifest);
	now.is_outdated = trust->is_outdated;
	*trust = now;
	return GAFF_OK;
}

enum gaff_rc gaff_trust_forget(struct arena *a, const char *folder, struct gaff_err *err)
{
	struct gaff_trust trust;
	struct gaff_err ignored;
	char path[PATH_MAX];

	(void)gaff_trust_load(a, folder, &trust, &ignored);
	if (!gaff_trust_path(trust.name, "", path, sizeof path))
		return gaff_fail(err, GAFF_ENOENT, "there is no home directory");
	if (unlink(path) != 0)
		return gaff_fail(err, errno == ENOENT ? GAFF_ENOENT : GAFF_EIO, "%s",
				 strerror(errno));
	for (size_t i = 0; i < trust.n; i++)
		drop_text(&trust, trust.state[i].manifest);
	if (gaff_trust_sums_path(&trust, path, sizeof path))
		(void)unlink(path);
	return GAFF_OK;
}

/* ---- is the folder in one of them? ---- */

static bool is_sum(const char *pinned, bool is_there, struct sv text)
{
	char sha256[65];

	if (!is_there || !pinned[0])
		return !is_there && !pinned[0];
	gaff_sha256(text, sha256);
	return strcmp(sha256, pinned) == 0;
}

static enum gaff_rc tell_difference(const struct gaff_trust *trust, bool has_same_manifest,
				    struct sv file, bool has_policy, struct gaff_err *err)
{
	const struct gaff_trust_state *last = &trust->state[0];

	if (has_same_manifest)
		return gaff_fail(err, GAFF_EHOOK, "policy.json %s since it was trusted",
				 !has_policy       ? "is gone"
				 : last->policy[0] ? "has changed"
						   : "is new");
	if (!file.n)
		return gaff_fail(err, GAFF_EHOOK, "its hooks are gone since they were trusted");
	return gaff_fail(err, GAFF_EHOOK, "%s/.gaff/%.*s %s since it was trusted", trust->folder,
			 SV_ARG(file), last->file.n ? "has changed" : "is new");
}

enum gaff_rc gaff_trust_match(struct gaff_trust *trust, struct sv file, struct sv manifest,
			      bool has_policy, struct sv policy, struct gaff_err *err)
{
	bool has_any = false, has_same_manifest = false;

	for (size_t i = 0; i < trust->n; i++) {
		struct gaff_trust_state *state = &trust->state[i];
		bool is_same = sv_eq(state->file, file) &&
			       is_sum(state->manifest, file.n > 0, manifest);

		state->is_now = is_same && is_sum(state->policy, has_policy, policy);
		has_same_manifest |= is_same;
		has_any |= state->is_now;
	}
	return has_any ? GAFF_OK : tell_difference(trust, has_same_manifest, file, has_policy, err);
}
