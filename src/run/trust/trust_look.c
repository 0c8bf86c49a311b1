#include "run/trust/trust_look.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agents/hosts.h"
#include "base/fs.h"
#include "base/limits.h"
#include "manifest/policy.h"
#include "run/load/compiled.h"
#include "run/load/project.h"
#include "text/path.h"
#include "text/words.h"

/* ---- which folder ---- */

/* One whose hooks are gone is still to be looked at. */
static bool was_trusted(struct arena *a, const char *folder)
{
	struct gaff_trust trust;
	struct gaff_err ignored;

	if (!gaff_trust_is_any())
		return false;
	(void)gaff_trust_load(a, folder, &trust, &ignored);
	return trust.was_trusted;
}

static bool has_hooks(struct arena *a, const struct gaff_levels *levels, const char *folder)
{
	const char *path = gaff_path_join(a, folder, SV(".gaff"));
	struct stat s;

	return path && lstat(path, &s) == 0 && gaff_levels_own(levels, s.st_uid);
}

/* Cut to the nearest folder of the project that has a .gaff, as far up as `gaff run` looks. */
static bool is_found_above(struct arena *a, char *folder)
{
	struct gaff_project project;
	struct gaff_err ignored;
	size_t found = 0;

	if (gaff_project_at(a, folder, &project, &ignored) != GAFF_OK)
		return false;
	for (size_t n = 0; (n = gaff_levels_next(&project.levels, n)) > 0;) {
		const char *level = gaff_arena_dup(a, (struct sv){ project.levels.path, n });

		if (level && (has_hooks(a, &project.levels, level) || was_trusted(a, level)))
			found = n;
	}
	memcpy(folder, project.levels.path, found);
	folder[found] = '\0';
	return found > 0;
}

/* The folder that has the .gaff: DIR, else the nearest above where we are. */
enum gaff_rc trust_find_folder(struct arena *a, const char *given, const char **out,
			       struct gaff_err *err)
{
	char real[PATH_MAX];

	if (given) {
		if (!realpath(given, real))
			return gaff_fail(err, GAFF_EIO, "%s: %s", given, strerror(errno));
	} else {
		if (!getcwd(real, sizeof real))
			return gaff_fail(err, GAFF_EIO, "cannot find the current directory");
		if (!is_found_above(a, real))
			return gaff_fail(err, GAFF_ENOENT,
					 "there is no .gaff folder here or above; name the "
					 "project's folder");
	}
	*out = gaff_arena_dup(a, sv_of(real));
	return gaff_arena_check(a, err);
}

/* A folder that is trusted by the very name that is given, though it may be gone or a link. */
const char *trust_name_kept(struct arena *a, const char *given)
{
	struct buf b = buf_in(a);
	const char *name = NULL;
	char here[PATH_MAX];

	if (given && getcwd(here, sizeof here)) {
		gaff_path_absolute(&b, sv_of(here), sv_of(given), false);
		name = buf_ok(&b) ? gaff_arena_cstr(a, buf_sv(&b)) : NULL;
	}
	return name && gaff_trust_is_kept(name) ? name : NULL;
}

/* ---- what would be trusted ---- */

/* As `gaff run` opens it: no link on the way. -1 and *why: an errno. */
static int open_below(const char *folder, const char *name, int *why)
{
	int root = gaff_fs_open_folder(folder), fd = root < 0 ? -1 : gaff_fs_open_below(root, name);

	*why = fd < 0 ? errno : 0;
	if (root >= 0)
		(void)close(root);
	return fd;
}

static enum gaff_rc cannot_open(const char *folder, const char *name, int why, struct gaff_err *err)
{
	return gaff_fail(err, GAFF_ENOENT, "cannot open %s/%s: %s", folder, name,
			 why == ELOOP || why == ENOTDIR ? "there is a symbolic link on the way"
							: strerror(why));
}

/* -1 in *out: there is no manifest, and that is to be trusted. */
static enum gaff_rc open_manifest(struct arena *a, const char *folder, struct trust_look *page,
				  int *out, struct gaff_err *err)
{
	static const char *const names[] = { ".gaff/hooks.json", ".gaff/hooks.yaml" };
	int why[2], fd[] = { open_below(folder, names[0], &why[0]),
			     open_below(folder, names[1], &why[1]) };
	size_t which = fd[0] < 0 && (fd[1] >= 0 || why[1] != ENOENT);

	*out = fd[which];
	if (fd[0] >= 0 && fd[1] >= 0) {
		(void)close(fd[0]);
		(void)close(fd[1]);
		return gaff_fail(err, GAFF_ESYNTAX,
				 "hooks.json and hooks.yaml are both in %s/.gaff; keep one",
				 folder);
	}
	page->gaff_folder = gaff_path_join(a, folder, SV(".gaff"));
	GAFF_TRY(gaff_arena_check(a, err));
	if (*out < 0)
		return why[which] == ENOENT && (page->trust.was_trusted || page->has_policy)
			       ? GAFF_OK
			       : cannot_open(folder, names[which], why[which], err);
	page->file = gaff_path_join(a, folder, sv_of(names[which]));
	page->state.file = sv_of(names[which] + sizeof ".gaff");
	return gaff_arena_check(a, err);
}

/* One that nobody can read would forbid everything. */
static enum gaff_rc read_policy(struct arena *a, const char *folder, struct trust_look *page,
				struct gaff_err *err)
{
	struct gaff_findings findings = { .arena = a };
	struct gaff_policy policy;
	struct gaff_doc doc;
	enum gaff_rc rc;
	int why, fd = open_below(folder, ".gaff/policy.json", &why);

	if (fd < 0)
		return why == ENOENT ? GAFF_OK : cannot_open(folder, ".gaff/policy.json", why, err);
	page->has_policy = true;
	rc = gaff_fs_read(a, fd, GAFF_POLICY_MAX, &page->policy, err);
	(void)close(fd);
	GAFF_TRY(rc);
	page->file = gaff_path_join(a, folder, SV(".gaff/policy.json")); /* as long as it is read */
	gaff_sha256(page->policy, page->state.policy);
	GAFF_TRY(gaff_doc_parse(a, page->policy, GAFF_DOC_JSON, &doc, err));
	if (!gaff_policy_read(a, doc.root, &findings, &policy))
		return gaff_findings_fail(&findings, &doc, err);
	page->file = NULL;
	return GAFF_OK;
}

static enum gaff_rc read_manifest(struct arena *a, int fd, struct trust_look *page,
				  struct gaff_err *err)
{
	struct gaff_manifest manifest;

	GAFF_TRY(gaff_fs_read(a, fd, GAFF_MANIFEST_MAX, &page->text, err));
	GAFF_TRY(gaff_compile_manifest(a, page->file, page->text, &manifest, err));
	gaff_sha256(page->text, page->state.manifest);
	page->hook = gaff_arena_alloc(a, manifest.n * sizeof *page->hook + 1);
	page->pins = gaff_arena_alloc(a, manifest.n * sizeof *page->pins + 1);
	page->refused = gaff_arena_alloc(a, manifest.n * sizeof *page->refused + 1);
	page->rule = gaff_arena_alloc(a, manifest.n_rules * sizeof *page->rule + 1);
	GAFF_TRY(gaff_arena_check(a, err));
	for (; page->n_hooks < manifest.n; page->n_hooks++)
		GAFF_TRY(gaff_manifest_hook(a, gaff_hosts, &manifest, page->n_hooks,
					    &page->hook[page->n_hooks], err));
	for (; page->n_rules < manifest.n_rules; page->n_rules++)
		GAFF_TRY(gaff_manifest_rule(a, gaff_hosts, &manifest, page->n_rules,
					    &page->rule[page->n_rules], err));
	return GAFF_OK;
}

/* What there is too much of is no reason not to trust the others. */
static enum gaff_rc pin_hooks(struct arena *a, struct trust_look *page, struct gaff_err *err)
{
	struct buf lines = buf_in(a);

	for (size_t i = 0; i < page->n_hooks; i++) {
		size_t before = lines.n;
		enum gaff_rc rc = gaff_trust_pin(a, &page->trust, i, &page->hook[i],
						 page->gaff_folder, &lines, &page->pins[i], err);

		page->state.is_closed |= page->hook[i].on_error == GAFF_ON_ERROR_CLOSED;
		page->refused[i] = (struct gaff_err){ .rc = GAFF_OK };
		if (rc == GAFF_ELIMIT) {
			page->refused[i] = *err;
			page->pins[i] = (struct gaff_pins){ 0 };
			lines.n = before;
		} else if (rc != GAFF_OK) {
			return rc;
		}
	}
	page->state.pins = buf_sv(&lines);
	return gaff_buf_check(&lines, err);
}

/* ---- all files once ---- */

static void add_pinned(struct trust_look *page, const char *path, enum gaff_pin_kind kind,
		       const char *sha256)
{
	const struct gaff_trust_state *last = page->trust.n ? &page->trust.state[0] : NULL;
	bool is_known = !last || kind != GAFF_PIN_FILE || sv_has(last->pins, sv_of(sha256)) ||
			strcmp(last->manifest, sha256) == 0 || strcmp(last->policy, sha256) == 0;

	for (size_t i = 0; path && i < page->n_pinned; i++)
		if (strcmp(page->pinned[i].path, path) == 0)
			return;
	if (path)
		page->pinned[page->n_pinned++] = (struct trust_file){ path, kind, sha256,
								      !is_known };
}

static enum gaff_rc list_files(struct arena *a, struct trust_look *page, struct gaff_err *err)
{
	size_t n = 2;

	for (size_t i = 0; i < page->n_hooks; i++)
		n += page->pins[i].n;
	page->pinned = gaff_arena_alloc(a, n * sizeof *page->pinned);
	GAFF_TRY(gaff_arena_check(a, err));
	if (page->file)
		add_pinned(page, page->file, GAFF_PIN_FILE, page->state.manifest);
	if (page->has_policy)
		add_pinned(page, gaff_path_join(a, page->gaff_folder, SV("policy.json")),
			   GAFF_PIN_FILE, page->state.policy);
	for (size_t i = 0; i < page->n_hooks; i++)
		for (size_t k = 0; k < page->pins[i].n; k++) {
			const struct gaff_pin *pin = &page->pins[i].pin[k];

			add_pinned(page,
				   pin->path.p[0] == '/'
					   ? gaff_arena_cstr(a, pin->path)
					   : gaff_path_join(a, page->trust.root, pin->path),
				   pin->kind, pin->sha256);
		}
	return gaff_arena_check(a, err);
}

static void find_before(struct arena *a, struct trust_look *page)
{
	struct gaff_err ignored;

	page->has_before = page->trust.n && gaff_trust_text(a, &page->trust, &page->trust.state[0],
							    &page->before, &ignored) == GAFF_OK;
}

/* What belongs to somebody else does not run, whoever trusts it. */
static enum gaff_rc check_owner(struct arena *a, const char *folder, struct gaff_err *err)
{
	const char *path = gaff_path_join(a, folder, SV(".gaff"));
	struct gaff_project project;
	struct stat s;

	GAFF_TRY(gaff_project_at(a, folder, &project, err));
	if (path && lstat(path, &s) == 0 && !gaff_levels_own(&project.levels, s.st_uid))
		return gaff_fail(err, GAFF_EUNSUPPORTED, "%s belongs to somebody else", path);
	return GAFF_OK;
}

enum gaff_rc trust_look(struct arena *a, const char *folder, struct trust_look *page,
			struct gaff_err *err)
{
	struct gaff_err ignored;
	enum gaff_rc rc;
	int fd = -1;

	page->arena = a;
	GAFF_TRY(check_owner(a, folder, err));
	(void)gaff_trust_load(a, folder, &page->trust, &ignored);
	GAFF_TRY(read_policy(a, folder, page, err));
	GAFF_TRY(open_manifest(a, folder, page, &fd, err));
	rc = fd < 0 ? GAFF_OK : read_manifest(a, fd, page, err);
	if (fd >= 0)
		(void)close(fd);
	GAFF_TRY(rc);
	find_before(a, page);
	GAFF_TRY(pin_hooks(a, page, err));
	return list_files(a, page, err);
}

/* ---- what cannot be pinned ---- */

/* Programs that only do what their words say; of others nobody knows what they read. */
static const char plain_programs[] =
	"gaff sh bash dash zsh ksh env command exec echo printf cat test [ true false exit : grep "
	"egrep "
	"fgrep sed awk jq head tail tr cut sort uniq wc date sleep touch mkdir rm cp mv ls pwd cd "
	"dirname "
	"basename readlink realpath tee xargs find printenv logger curl wget notify-send osascript "
	"say "
	"python perl ruby node make gmake git if then else fi for do done while case esac export "
	"set unset "
	"read . source eval trap local return shift umask kill timeout";

static bool is_plain_program(struct sv word)
{
	size_t n = word.n;

	while (n && word.p[n - 1] != '/')
		n--;
	word = sv_skip(word, n);
	while (word.n && (ascii_isdigit(word.p[word.n - 1]) || word.p[word.n - 1] == '.'))
		word.n--;
	return !word.n || gaff_is_among(word, plain_programs);
}

/* The program of a command that is plain words, when it is none of the project's files. */
struct sv trust_unknown_program(const struct trust_look *page, const struct gaff_hook *hook)
{
	struct words_iter it = words_iter(hook->command);
	struct sv word;

	if (gaff_words_next(page->arena, &it, &word) != WORDS_WORD || sv_chr(word, '/') ||
	    is_plain_program(word))
		return (struct sv){ 0 };
	return word;
}

/* A program for the machine: nobody here reads what it loads. */
bool trust_is_machine_code(const struct trust_look *page, const struct gaff_pin *pin)
{
	static const struct sv heads[] = { SV_INIT("\177ELF"), SV_INIT("\xcf\xfa\xed\xfe"),
					   SV_INIT("\xca\xfe\xba\xbe") };
	int root = gaff_fs_open_folder(page->trust.root), fd = -1;
	char head[4] = { 0 };

	if (root >= 0 && pin->is_program && pin->kind == GAFF_PIN_FILE)
		fd = gaff_fs_open_below(
			root, gaff_arena_cstr(page->arena, pin->real.n ? pin->real : pin->path));
	if (fd >= 0 && pread(fd, head, sizeof head, 0) < 0)
		head[0] = '\0';
	if (fd >= 0)
		(void)close(fd);
	if (root >= 0)
		(void)close(root);
	for (size_t i = 0; i < COUNT_OF(heads); i++)
		if (memcmp(head, heads[i].p, sizeof head) == 0)
			return true;
	return false;
}
