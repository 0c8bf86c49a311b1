#include "install/apply.h"

#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/io.h"
#include "config/syntax.h"
#include "config/target.h"
#include "text/time.h"
#include "text/utf8.h"

enum { LOCK_MS = 20000 };

int gaff_install_lock(struct gaff_err *err)
{
	char path[PATH_MAX];

	if (!gaff_dir_path(GAFF_DIR_STATE, "install.lock", path, sizeof path)) {
		gaff_fail(err, GAFF_EIO, "there is no place for gaff's state: $HOME is not set");
		return -1;
	}
	if (!gaff_dir_make(path)) {
		gaff_fail(err, GAFF_EIO, "cannot make the folder of %.160s: %s", path,
			  strerror(errno));
		return -1;
	}
	return gaff_lock(path, gaff_now_ms() + LOCK_MS, err);
}

bool gaff_change_is_any(const struct gaff_change *c)
{
	if (c->removes)
		return c->held.exists;
	return !c->held.exists || !sv_eq(c->after, c->held.text) ||
	       (c->held.is_program && !(c->held.stat.st_mode & S_IXUSR));
}

/* ---- folders ---- */

/* Without a slash at its end; of what is at the root, nothing. */
static struct sv folder_of(struct sv path)
{
	while (path.n && path.p[path.n - 1] != '/')
		path.n--;
	while (path.n && path.p[path.n - 1] == '/')
		path.n--;
	return path;
}

/* The first folder above a path that is not there; NULL: all are. */
static const char *first_missing(struct arena *a, const char *path)
{
	const char *missing = NULL;
	struct sv above = sv_of(path);

	for (;;) {
		const char *folder;

		above = folder_of(above);
		folder = above.n ? gaff_arena_cstr(a, above) : NULL;
		if (!folder || access(folder, F_OK) == 0)
			return missing;
		missing = folder;
	}
}

static enum gaff_rc make_folders(struct arena *a, const char *path, struct gaff_err *err)
{
	const char *folder;

	while ((folder = first_missing(a, path)) != NULL)
		if (mkdir(folder, 0777) != 0 && errno != EEXIST)
			return gaff_fail(err, GAFF_EIO, "cannot make %.160s: %s", folder,
					 strerror(errno));
	return GAFF_OK;
}

/* Those that were made for a file, while they are empty. */
static void remove_folders(struct arena *a, const char *path, struct sv made)
{
	struct sv above = sv_of(path);

	for (;;) {
		const char *folder;

		above = folder_of(above);
		folder = above.n >= made.n ? gaff_arena_cstr(a, above) : NULL;
		if (!made.n || !folder || !sv_starts(above, made) ||
		    (rmdir(folder) != 0 && errno != ENOENT))
			return;
	}
}

/* ---- what is to be done ---- */

static bool is_hash_of(struct sv hash, const char *of)
{
	return hash.n && sv_eq(hash, sv_of(of));
}

/*
 * What was there before gaff came: as it is remembered, while nobody else has changed the file. It
 * may be the one before or behind the last change: who was killed had written the ledger first.
 */
static enum gaff_rc find_before(struct arena *a, const struct gaff_held *held,
				const struct gaff_ledger *ledger, bool *known,
				struct gaff_change *out, struct gaff_err *err)
{
	const struct gaff_install *install = gaff_ledger_find(ledger, sv_of(held->path));
	char now[65];

	*known = false;
	if (!install)
		return GAFF_OK;
	out->made = install->made.n ? gaff_arena_cstr(a, install->made) : NULL;
	if (!held->exists)
		return GAFF_OK;
	gaff_sha256(held->text, now);
	if (is_hash_of(install->before, now)) {
		out->was_there = *known = true;
		out->before = held->text;
		return GAFF_OK;
	}
	if (!is_hash_of(install->after, now) && !is_hash_of(install->from, now))
		return GAFF_OK;
	out->was_there = install->before.n > 0;
	if (out->was_there && gaff_backup_get(a, install->before, &out->before, err) != GAFF_OK) {
		out->was_there = false;
		return err->rc == GAFF_ENOMEM ? err->rc : GAFF_OK; /* lost: then not by bytes */
	}
	*known = true;
	return GAFF_OK;
}

enum gaff_rc gaff_change_own(struct arena *a, const struct gaff_held *held,
			     const struct gaff_ledger *ledger, const struct gaff_host *host,
			     enum gaff_scope scope, struct sv program, struct sv text,
			     struct gaff_change *out, struct gaff_err *err)
{
	struct gaff_change c = { .held = *held,
				 .after = text,
				 .is_own = true,
				 .host = host->id,
				 .scope = sv_of(gaff_scope_name(scope)),
				 .program = program };

	GAFF_TRY(find_before(a, held, ledger, &c.known, &c, err));
	if (!held->exists && !c.made)
		c.made = first_missing(a, held->real);
	if (held->exists && !c.known && !gaff_ledger_find(ledger, sv_of(held->path)) &&
	    gaff_change_is_any(&c)) {
		c.was_there = true; /* whatever is in it, this gaff has not written it */
		c.before = held->text;
	}
	*out = c;
	return GAFF_OK;
}

/* An agent that writes back what it read earlier brings entries back that the ledger has forgotten.
 */
static bool calls(const struct gaff_config *config, struct sv program)
{
	for (size_t i = 0; i < config->n; i++)
		if (config->item[i].whose == GAFF_OURS &&
		    sv_eq(config->item[i].line.program, program))
			return true;
	return false;
}

enum gaff_rc gaff_change_install(struct arena *a, const struct gaff_config *config,
				 const struct gaff_ledger *ledger, enum gaff_scope scope,
				 const struct gaff_wishes *wishes, struct gaff_plan *plan,
				 struct gaff_change *out, struct gaff_err *err)
{
	const struct gaff_wishes nothing = { .program = wishes->program };
	struct gaff_change c;
	struct gaff_plan without;

	GAFF_TRY(gaff_plan_file(a, config, wishes, plan, err));
	GAFF_TRY(gaff_change_own(a, &config->held, ledger, config->host, scope, wishes->program,
				 plan->after, &c, err));
	c.is_own = false;
	if (config->held.exists && !c.known && (!c.was_there || calls(config, wishes->program))) {
		GAFF_TRY(gaff_plan_file(a, config, &nothing, &without, err));
		c.was_there = true;
		c.before = without.after;
	}
	*out = c;
	return GAFF_OK;
}

/* Nothing is left in it but what gaff itself had to write. */
static enum gaff_rc is_bare(struct arena *a, const struct gaff_config *config, struct sv text,
			    bool *out, struct gaff_err *err)
{
	struct gaff_held held = config->held;
	struct gaff_config left;
	struct json key, value, made;
	struct json_iter it;

	held.text = text;
	GAFF_TRY(gaff_config_parse(a, config->host, config->row, &held, &left, err));
	made = gaff_entry_file(a, config->host->layout,
			       gaff_config_name(config->row, config->held.path));
	it = gaff_json_iter(left.root);
	*out = !gaff_editor_of(config->row->syntax)->has_comments(a, text);
	while (gaff_json_next(&it, &key, &value)) {
		struct json own = gaff_json_get(made, (struct sv){ key.p + 1, key.n - 2 });

		*out = *out && (gaff_json_is(key, SV("version")) ||
				(own.n && gaff_json_same(a, own, value)));
	}
	return GAFF_OK;
}

/* The members of what was there before, for who has to tell them from gaff's own. */
static struct json remembered(struct arena *a, const struct gaff_config *config,
			      const struct gaff_install *install)
{
	struct gaff_held held = config->held;
	struct gaff_config was;
	struct gaff_err ignored;

	if (!install || !install->before.n ||
	    gaff_backup_get(a, install->before, &held.text, &ignored) != GAFF_OK ||
	    gaff_config_parse(a, config->host, config->row, &held, &was, &ignored) != GAFF_OK)
		return (struct json){ 0 };
	return was.root;
}

enum gaff_rc gaff_change_drop(struct arena *a, const struct gaff_held *held,
			      const struct gaff_ledger *ledger, struct gaff_change *out,
			      struct gaff_err *err)
{
	struct gaff_change c = { .held = *held, .is_own = true };

	GAFF_TRY(find_before(a, held, ledger, &c.known, &c, err));
	c.removes = !c.known || !c.was_there;
	c.after = c.before;
	*out = c;
	return GAFF_OK;
}

enum gaff_rc gaff_change_uninstall(struct arena *a, const struct gaff_config *config,
				   const struct gaff_ledger *ledger, struct gaff_plan *plan,
				   struct gaff_change *out, struct gaff_err *err)
{
	const struct gaff_install *install = gaff_ledger_find(ledger, sv_of(config->held.path));
	struct gaff_wishes nothing = { 0 };
	struct gaff_change c = { .held = config->held };
	bool bare = false;

	*plan = (struct gaff_plan){ 0 };
	GAFF_TRY(find_before(a, &config->held, ledger, &c.known, &c, err));
	if (c.known) {
		c.after = c.before;
		c.removes = !c.was_there;
		*out = c;
		return GAFF_OK;
	}
	nothing.was = remembered(a, config, install);
	GAFF_TRY(gaff_plan_file(a, config, &nothing, plan, err));
	c.after = plan->after;
	if (install && !install->before.n && config->held.exists) {
		GAFF_TRY(is_bare(a, config, plan->after, &bare, err));
		c.removes = bare;
	}
	if (!config->held.exists)
		c.removes = true;
	*out = c;
	return GAFF_OK;
}

/* ---- doing it ---- */

static struct sv now_text(struct arena *a)
{
	char text[GAFF_TIME_LENGTH + 1];
	const char *copy = gaff_arena_dup(a, gaff_time_text(gaff_wall_ms(), text));

	return sv_of(copy);
}

/* JSON has no other names: what would be registered, or remembered, is not what there is. */
static bool is_utf8(struct sv text)
{
	for (unsigned n; text.n; text = sv_skip(text, n)) {
		n = utf8_length(text.p, text.p + text.n);
		if (!n)
			return false;
	}
	return true;
}

enum gaff_rc gaff_apply_try(const struct gaff_change *c, struct gaff_err *err)
{
	if (!is_utf8(c->program))
		return gaff_fail(err, GAFF_EUNSUPPORTED,
				 "the path of gaff itself is not UTF-8, and cannot be registered; "
				 "move it");
	if (c->program.n && !is_utf8(sv_of(c->held.path)))
		return gaff_fail(err, GAFF_EUNSUPPORTED,
				 "its path is not UTF-8, and gaff cannot remember it; rename the "
				 "folder");
	return gaff_change_is_any(c) ? gaff_swap_check(&c->held, err) : GAFF_OK;
}

/* Somebody has changed what is gaff's as a whole, and nothing of that stays. */
static enum gaff_rc keep_changes(const struct gaff_change *c, struct gaff_err *err)
{
	char now[65];

	if (!c->is_own || !c->held.exists || c->known || !gaff_change_is_any(c))
		return GAFF_OK;
	gaff_sha256(c->held.text, now);
	return gaff_backup_keep(c->held.text, now, err);
}

enum gaff_rc gaff_apply_install(struct arena *a, const struct gaff_change *c, struct gaff_err *err)
{
	const struct gaff_install *old;
	struct gaff_ledger ledger;
	struct gaff_err ignored;
	struct gaff_install was, install = { .host = c->host,
					     .scope = c->scope,
					     .file = sv_of(c->held.path),
					     .made = sv_of(c->made),
					     .program = c->program,
					     .time = now_text(a) };
	char before[65], after[65], from[65];

	GAFF_TRY(gaff_apply_try(c, err));
	if (c->known) {
		gaff_sha256(c->held.text, from);
		install.from = sv_of(from);
	}
	gaff_sha256(c->after, after);
	install.after = sv_of(after);
	if (c->was_there) {
		gaff_sha256(c->before, before);
		install.before = sv_of(before);
		GAFF_TRY(gaff_backup_keep(c->before, before, err));
	}
	GAFF_TRY(keep_changes(c, err));
	GAFF_TRY(gaff_ledger_read(a, &ledger, err));
	old = gaff_ledger_find(&ledger, install.file);
	if (old)
		was = *old;
	gaff_ledger_put(&ledger, &install);
	GAFF_TRY(gaff_ledger_write(a, &ledger, err));
	gaff_swap_clean(c->held.real);
	if (!gaff_change_is_any(c))
		return GAFF_OK;
	if (make_folders(a, c->held.real, err) == GAFF_OK &&
	    gaff_swap_write(&c->held, c->after, err) == GAFF_OK)
		return GAFF_OK;
	remove_folders(a, c->held.real, install.made);
	if (old)
		gaff_ledger_put(&ledger, &was);
	else
		gaff_ledger_drop(&ledger, install.file);
	(void)gaff_ledger_write(a, &ledger, &ignored);
	return err->rc;
}

/* Another file of ours is below a folder that was made: who is the last to go takes it along. */
static void hand_over(struct arena *a, struct gaff_ledger *ledger, struct sv made)
{
	char real[PATH_MAX];

	for (size_t i = 0; made.n && i < ledger->n; i++) {
		struct gaff_install *other = &ledger->item[i];
		const char *file = gaff_arena_cstr(a, other->file);

		if (!file || !gaff_fs_real(file, real, sizeof real) ||
		    !sv_starts(sv_of(real), made) || real[made.n] != '/')
			continue;
		if (!other->made.n || sv_starts(other->made, made))
			other->made = made;
		return;
	}
}

enum gaff_rc gaff_apply_uninstall(struct arena *a, const struct gaff_change *c,
				  struct gaff_err *err)
{
	const struct gaff_install *install;
	struct gaff_ledger ledger;
	struct sv made;

	GAFF_TRY(gaff_ledger_read(a, &ledger, err));
	GAFF_TRY(keep_changes(c, err));
	gaff_swap_clean(c->held.real);
	if (gaff_change_is_any(c))
		GAFF_TRY(c->removes ? gaff_swap_remove(&c->held, err)
				    : gaff_swap_write(&c->held, c->after, err));
	install = gaff_ledger_find(&ledger, sv_of(c->held.path));
	if (!install)
		return GAFF_OK;
	made = install->made;
	if (c->removes)
		remove_folders(a, c->held.real, made);
	gaff_ledger_drop(&ledger, sv_of(c->held.path));
	hand_over(a, &ledger, made);
	return gaff_ledger_write(a, &ledger, err);
}
