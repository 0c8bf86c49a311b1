#include "config/target.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "agents/hosts.h"
#include "config/call_script.h"
#include "text/path.h"
#include "text/utf8.h"

/* Letters and digits of any script; nothing that a shell, a path or JSON takes for something. */
enum gaff_rc gaff_agent_name_check(struct sv name, struct gaff_err *err)
{
	bool is_good = name.n && name.n <= GAFF_AGENT_NAME_MAX;

	for (size_t i = 0, n; is_good && i < name.n; i += n) {
		char c = name.p[i];

		n = utf8_length(name.p + i, name.p + name.n);
		is_good = n > 1 || (n && (ascii_isalpha(c) || ascii_isdigit(c) || c == '_' ||
					  (i && strchr("-.+@ ", c))));
	}
	if (is_good && name.p[name.n - 1] != ' ' && !sv_has(name, SV("..")))
		return GAFF_OK;
	return gaff_fail(err, GAFF_EUSAGE,
			 "--agent is what an agent of yours is called: letters and digits, and "
			 "between them '-', '_', '.', '+', '@' or a space; at most %d bytes",
			 GAFF_AGENT_NAME_MAX);
}

/* What "*" is where gaff writes. */
static struct sv star_of(const struct gaff_where *where, const struct gaff_host *host,
			 const struct gaff_config_row *row)
{
	if (row->flags & GAFF_C_OF_AGENT && where->agent)
		return sv_of(where->agent);
	return host->layout && host->layout->own_name.n ? host->layout->own_name : SV("gaff");
}

const char *gaff_target_path(struct arena *a, const struct gaff_where *where,
			     const struct gaff_host *host, const struct gaff_config_row *row)
{
	const char *base = NULL, *star;
	struct buf b = buf_in(a);
	char real[PATH_MAX];
	size_t skip = 1;

	if (row->path[0] == '~') {
		base = gaff_host_moved_home(host, row, &skip);
		/* by a path without links Codex remembers what is trusted here, but not in a home
		 */
		if (!base)
			base = where->home;
		else if (gaff_fs_real(base, real, sizeof real))
			base = real;
		if (!base)
			return NULL;
	} else if (row->path[0] == '.') {
		base = where->project;
	} else {
		skip = 0;
	}
	if (base)
		gaff_buf_add(&b, sv_of(base));
	star = strchr(row->path, '*');
	if (star && row->syntax == GAFF_SYNTAX_SCRIPT) {
		const char *slash = strrchr(row->path, '/');

		gaff_buf_add(&b,
			     (struct sv){ row->path + skip, (size_t)(slash - row->path) - skip });
	} else if (star) {
		gaff_buf_add(&b,
			     (struct sv){ row->path + skip, (size_t)(star - row->path) - skip });
		gaff_buf_add(&b, star_of(where, host, row));
		gaff_buf_add(&b, sv_of(star + 1));
	} else {
		gaff_buf_add(&b, sv_of(row->path + skip));
	}
	return buf_ok(&b) ? gaff_arena_cstr(a, buf_sv(&b)) : NULL;
}

/* ---- the files of a row ---- */

static int by_name(const void *x, const void *y)
{
	return strcmp(*(const char *const *)x, *(const char *const *)y);
}

size_t gaff_target_folder(struct arena *a, const struct gaff_config_row *row, const char *path,
			  const char ***out)
{
	struct sv end = sv_of(strrchr(row->path, '*') + 1);
	const char *folder = gaff_arena_cstr(
		a, (struct sv){ path, (size_t)(strrchr(path, '/') - path) });
	DIR *dir = folder ? opendir(folder) : NULL;
	const char **files = NULL;
	struct dirent *entry;
	size_t n = 0, room = 0;

	while (dir && !a->failed && (entry = readdir(dir)) != NULL) {
		struct sv name = sv_of(entry->d_name);

		if (name.n <= end.n || !sv_eq(sv_skip(name, name.n - end.n), end))
			continue;
		if (n == room) {
			const char **more;

			room = room ? room * 2 : 16;
			more = gaff_arena_alloc(a, room * sizeof *more);
			if (!more)
				break;
			if (n)
				memcpy(more, files, n * sizeof *more);
			files = more;
		}
		files[n] = gaff_path_join(a, folder, name);
		n += files[n] != NULL;
	}
	if (dir)
		(void)closedir(dir);
	if (n)
		qsort(files, n, sizeof *files, by_name);
	*out = files;
	return n;
}

/* Does a path end like this one of a row, in which a "*" is part of a name? */
static bool ends_like(struct sv path, struct sv tail)
{
	const char *star = tail.n ? memchr(tail.p, '*', tail.n) : NULL;
	struct sv head = { tail.p, star ? (size_t)(star - tail.p) : 0 };
	size_t at = path.n;

	if (!star)
		return path.n >= tail.n && sv_eq(sv_skip(path, path.n - tail.n), tail);
	while (at && path.p[at - 1] != '/')
		at--;
	tail = sv_skip(tail, head.n + 1);
	return at >= head.n && sv_eq((struct sv){ path.p + at - head.n, head.n }, head) &&
	       path.n - at > tail.n && sv_eq(sv_skip(path, path.n - tail.n), tail);
}

/* A variable may have moved it: $CODEX_HOME may have been another. */
static bool is_of_row(const struct gaff_host *host, const char *row, struct sv path)
{
	for (size_t i = 0; i < host->n_homes; i++) {
		size_t n = strlen(host->homes[i].folder);

		if (strncmp(row, host->homes[i].folder, n) == 0 && row[n] == '/' &&
		    ends_like(path, sv_of(row + n)))
			return true;
	}
	return ends_like(path, sv_of(row + 1)); /* behind "~" or "." */
}

const struct gaff_config_row *gaff_target_row(const struct gaff_host *host, struct sv scope,
					      struct sv path)
{
	for (size_t i = 0; i < host->n_config; i++) {
		const struct gaff_config_row *row = &host->config[i];

		if (sv_eq(scope, sv_of(gaff_scope_name(row->scope))) &&
		    !(row->flags & GAFF_C_ANOTHERS) && is_of_row(host, row->path, path))
			return row;
	}
	return NULL;
}

/* The project of a file: what is above the folder of a row. */
static bool project_above(const struct gaff_config_row *row, const char *path, char *out, size_t n)
{
	size_t tail = (size_t)(strrchr(row->path, '/') - row->path) - 1; /* without the "." */
	size_t end = (size_t)(strrchr(path, '/') - path);

	if (end < tail || end - tail >= n || strncmp(path + end - tail, row->path + 1, tail) != 0)
		return false;
	memcpy(out, path, end - tail);
	out[end - tail] = '\0';
	return true;
}

enum gaff_rc gaff_target_stays(const struct gaff_host *host, struct sv scope, const char *path,
			       struct gaff_err *err)
{
	char above[PATH_MAX], root[PATH_MAX], real[PATH_MAX];
	bool found = false;
	size_t n;

	if (sv_eq(scope, sv_of(gaff_scope_name(GAFF_SCOPE_USER))))
		return GAFF_OK;
	for (size_t i = 0; !found && i < host->n_config; i++)
		found = host->config[i].path[0] == '.' &&
			project_above(&host->config[i], path, above, sizeof above);
	if (!found || !gaff_fs_real(above[0] ? above : "/", root, sizeof root) ||
	    !gaff_fs_real(path, real, sizeof real))
		return gaff_fail(err, GAFF_EIO, "cannot tell where it leads");
	n = root[1] ? strlen(root) : 0;
	if (strncmp(real, root, n) == 0 && real[n] == '/')
		return GAFF_OK;
	return gaff_fail(err, GAFF_EUNSUPPORTED,
			 "a symbolic link leads out of the project, to %.160s; put the file itself "
			 "there, or use --user",
			 real);
}

/* The same of a folder with a file for each event. */
static enum gaff_rc target_stays(struct arena *a, const struct gaff_host *host,
				 const struct gaff_config_row *row, const char *path,
				 struct gaff_err *err)
{
	if (row->syntax == GAFF_SYNTAX_SCRIPT)
		path = gaff_call_script_file(a, path, SV("gaff"));
	return path ? gaff_target_stays(host, sv_of(gaff_scope_name(row->scope)), path, err)
		    : gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
}

bool gaff_config_has_ours(const struct gaff_config *config)
{
	for (size_t i = 0; i < config->n; i++)
		if (config->item[i].whose != GAFF_ANOTHERS)
			return true;
	return false;
}

/* Do hooks live there, and not here? The agent runs those of both: ours must not be in both. */
static bool is_better(const struct gaff_config *there, const struct gaff_config *here)
{
	return here->held.exists ? gaff_config_has_ours(there) && !gaff_config_has_ours(here)
				 : there->n > 0;
}

static bool has_folder(struct arena *a, const char *path)
{
	const char *folder = gaff_arena_cstr(
		a, (struct sv){ path, (size_t)(strrchr(path, '/') - path) });

	return folder && access(folder, F_OK) == 0;
}

enum gaff_rc gaff_target_find(struct arena *a, const struct gaff_where *where,
			      const struct gaff_host *host, enum gaff_scope scope,
			      const char **file, struct gaff_config *out, struct gaff_err *err)
{
	struct gaff_config first = { 0 }, other;
	bool has_first = false;

	*file = NULL;
	for (size_t i = 0; gaff_layout_registers(host->layout) && i < host->n_config; i++) {
		const struct gaff_config_row *row = &host->config[i];
		const char *path;

		if (row->scope != scope || row->flags & GAFF_C_ANOTHERS ||
		    (has_first && !(row->flags & GAFF_C_IF_IT_HAS_HOOKS)))
			continue;
		path = gaff_target_path(a, where, host, row);
		if (!path)
			return gaff_fail(err, GAFF_EIO, "%s: $HOME is not set", host->title);
		if (!has_first) {
			has_first = true;
			*file = path;
			GAFF_TRY(target_stays(a, host, row, path, err));
			GAFF_TRY(gaff_config_read(a, host, row, path, &first, err));
		} else if (gaff_config_read(a, host, row, path, &other, err) == GAFF_OK &&
			   (is_better(&other, &first) ||
			    (row->flags & GAFF_C_EDITION && !has_folder(a, *file) &&
			     has_folder(a, path)))) {
			*out = other;
			*file = path;
			return GAFF_OK;
		}
	}
	if (!has_first)
		return gaff_fail(err, GAFF_EUNSUPPORTED, "%s has no hooks in the %s scope",
				 host->title, gaff_scope_name(scope));
	*out = first;
	return GAFF_OK;
}

/* ---- is it here? ---- */

static bool is_in_path(struct arena *a, struct sv name)
{
	struct sv path = sv_of(getenv("PATH"));

	while (path.n) {
		const char *colon = memchr(path.p, ':', path.n);
		struct sv folder = { path.p, colon ? (size_t)(colon - path.p) : path.n };
		const char *file = NULL, *base;

		if (folder.n && folder.p[0] == '/') {
			base = gaff_arena_cstr(a, folder);
			file = base ? gaff_path_join(a, base, name) : NULL;
		}
		if (file && access(file, X_OK) == 0)
			return true;
		path = sv_skip(path, folder.n + (colon != NULL));
	}
	return false;
}

/* The first folder of a path in the home that is nobody's in particular: "~/.claude". */
static struct sv first_folder(struct sv path, size_t n)
{
	while (n < path.n && path.p[n] != '/')
		n++;
	return (struct sv){ path.p, n };
}

static struct sv folder_of(const struct gaff_config_row *row)
{
	struct sv path = sv_of(row->path);

	return first_folder(path, sv_starts(path, SV("~/.config/")) ? 10 : 2);
}

static bool is_own(const struct gaff_config_row *row)
{
	return row->scope == GAFF_SCOPE_USER && !(row->flags & GAFF_C_ANOTHERS);
}

/* Does another agent keep its files there, too? */
static bool is_shared(const struct gaff_host *host, struct sv folder)
{
	for (size_t h = 0; gaff_hosts[h]; h++)
		for (size_t i = 0; gaff_hosts[h] != host && i < gaff_hosts[h]->n_config; i++)
			if (is_own(&gaff_hosts[h]->config[i]) &&
			    sv_eq(folder_of(&gaff_hosts[h]->config[i]), folder))
				return true;
	return false;
}

/*
 * The folder of its own in the user's home: "~/.claude", "~/.config/opencode"; below one that is
 * another agent's as well, "~/.gemini/config". Of an agent with editions, that of the one with
 * this number. Empty: there is none.
 */
static struct sv own_folder(const struct gaff_host *host, size_t edition)
{
	if (host->layout && host->layout->own_name.n) /* another agent's says nothing of this one */
		return (struct sv){ 0 };
	for (size_t i = 0, n = 0; i < host->n_config; i++) {
		const struct gaff_config_row *row = &host->config[i];
		struct sv path = sv_of(row->path), folder = folder_of(row);

		if (!is_own(row) || (n && !(row->flags & GAFF_C_EDITION)) || n++ != edition)
			continue;
		return is_shared(host, folder) &&
				       memchr(path.p + folder.n + 1, '/', path.n - folder.n - 1)
			       ? first_folder(path, folder.n + 1)
			       : folder;
	}
	return (struct sv){ 0 };
}

const char *gaff_agent_sign(struct arena *a, const struct gaff_where *where,
			    const struct gaff_host *host)
{
	struct sv rest = sv_of(host->programs), folder;
	char sign[128];

	while (rest.n) {
		const char *space = memchr(rest.p, ' ', rest.n);
		struct sv name = { rest.p, space ? (size_t)(space - rest.p) : rest.n };

		if (is_in_path(a, name)) {
			(void)snprintf(sign, sizeof sign, "%.*s in PATH", SV_ARG(name));
			return gaff_arena_dup(a, sv_of(sign));
		}
		rest = sv_skip(rest, name.n + (space != NULL));
	}
	for (size_t i = 0; where->home && (folder = own_folder(host, i)).n; i++) {
		const char *path = gaff_path_join(a, where->home, sv_skip(folder, 2));

		if (path && access(path, F_OK) == 0)
			return gaff_arena_dup(a, folder);
	}
	return NULL;
}
