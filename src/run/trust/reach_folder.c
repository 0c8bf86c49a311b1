#include "run/trust/reach_search.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "run/load/project.h"
#include "text/words.h"

enum { DEPTH_MAX = 16 };

/* What people and programs write down: it is read, and not run. */
static const char data[] = ".md .txt .rst .lock .log .csv .tsv .html .css .svg .png .jpg .gif .pdf "
			   ".xml .toml .yaml .yml .json .jsonc .ini .cfg .conf .env .gitignore "
			   ".gitattributes";

static bool is_used(const struct gaff_search *s, enum gaff_script_language language)
{
	return (s->said.open | s->present) >> language & 1;
}

/* Is the modules' __pycache__ read? gaff sets PYTHONPYCACHEPREFIX, but not all heed it. */
bool gaff_search_reads_caches(const struct gaff_search *s)
{
	return s->said.bares || (s->said.moves && s->said.isolated >> GAFF_LANGUAGE_PYTHON & 1);
}

/* "x.cpython-311.pyc" is x too. */
static struct sv before_dot(struct sv name)
{
	return sv_before(name, '.');
}

/* What loading a folder loads. */
static bool is_implied(const struct gaff_search *s, struct sv name)
{
	struct sv stem = before_dot(name), rest;

	for (size_t i = 0; i < GAFF_LANGUAGE_MAKE; i++) {
		const struct gaff_language_row *row = &gaff_languages[i];

		if (!is_used(s, (enum gaff_script_language)i))
			continue;
		if (gaff_is_among(name, row->around) ||
		    (gaff_is_among(stem, "index init __init__ __main__") &&
		     gaff_ends_with_any(name, row->modules, &rest)))
			return true;
	}
	return is_used(s, GAFF_LANGUAGE_PYTHON) && gaff_ends_with_any(name, ".pth", &rest);
}

/* May a folder of this name be loaded itself? */
static bool is_loaded_folder(const struct gaff_search *s, struct sv name, bool is_near)
{
	return gaff_name_set_has(&s->said.tail, name) ||
	       ((is_near || s->said.moves || s->said.up) && gaff_name_set_has(&s->said.bare, name));
}

/* May a module be named without its ending where this is? Else by a path alone. */
static bool is_stem(const struct gaff_search *s, struct sv stem, bool is_near)
{
	return gaff_name_set_has(is_near || s->said.moves ? &s->said.name : &s->said.inside, stem);
}

/* May an entry of a folder be what some name in a text means? */
static bool is_meant(const struct gaff_search *s, struct sv name, bool is_near)
{
	const struct gaff_said *said = &s->said;
	struct sv stem;

	if (gaff_name_set_has(&said->name, name))
		return true;
	for (size_t i = 0; i < GAFF_LANGUAGE_MAKE; i++)
		if (is_used(s, (enum gaff_script_language)i) &&
		    (gaff_ends_with_any(name, gaff_languages[i].modules, &stem) ||
		     gaff_ends_with_any(name, ".json", &stem)) &&
		    (is_stem(s, stem, is_near) || is_stem(s, before_dot(stem), is_near)))
			return true;
	if (!is_used(s, GAFF_LANGUAGE_MAKE))
		return false;
	/* make has rules of its own: x is made of x.sh, x.c, x,v and s.x */
	for (size_t i = 1; i < name.n; i++)
		if ((name.p[i] == '.' || name.p[i] == ',') &&
		    gaff_name_set_has(&said->name, (struct sv){ name.p, i }))
			return true;
	return sv_starts(name, SV("s.")) && gaff_name_set_has(&said->name, sv_skip(name, 2));
}

static bool is_data(const struct gaff_search *s, struct sv name)
{
	struct sv stem;

	return !is_used(s, GAFF_LANGUAGE_MAKE) && gaff_ends_with_any(name, data, &stem) &&
	       !gaff_name_set_has(&s->said.loaded, name) &&
	       !(gaff_ends_with_any(name, ".json", &stem) &&
		 gaff_name_set_has(&s->said.loaded, stem));
}

static bool is_cache(struct sv name)
{
	return sv_eq(name, SV("__pycache__"));
}

static bool is_hidden(const struct gaff_search *s, struct sv name)
{
	return sv_eq(name, SV(".")) || sv_eq(name, SV("..")) || sv_eq(name, SV(".git")) ||
	       (is_cache(name) && !gaff_search_reads_caches(s));
}

/* How a name is meant by patterns: bits. */
enum { BY_STAR = 1u, BY_LOADING = 2u, AS_FOLDER = 4u };

/* "lib/?.sh" with a star, of a folder called lib, or of one that is looked through for names. */
static unsigned find_patterns(const struct gaff_search *s, struct sv folder, bool is_place,
			      struct sv name)
{
	struct sv stem;
	bool is_setting = gaff_ends_with_any(name, GAFF_SETTINGS_ENDINGS, &stem);
	unsigned found = 0;

	if (s->said.makes_names && gaff_name_set_has(&s->said.kept, folder))
		found = is_setting ? BY_STAR | BY_LOADING : BY_STAR;
	for (size_t i = 0; i < s->said.n_patterns; i++) {
		const struct gaff_pattern *p = &s->said.pattern[i];

		if (!(p->folder ? gaff_pattern_is_for(p, folder) : is_place || p->is_loaded) ||
		    name.n < p->end.n ||
		    memcmp(name.p + name.n - p->end.n, p->end.p, p->end.n) != 0)
			continue;
		found |= p->for_folders ? AS_FOLDER : p->is_loaded ? BY_STAR : BY_STAR | AS_FOLDER;
		if (p->is_loaded && (p->end.n || is_setting))
			found |= BY_LOADING;
	}
	return found;
}

/* ---- looking through folders ---- */

enum entry { ENTRY_NONE, ENTRY_FILE, ENTRY_FOLDER };

/* What is a folder by a link that leads out is not looked into. */
static enum entry kind_of(const struct gaff_search *s, const char *path, const struct dirent *e)
{
	char real[PATH_MAX];
	struct stat st;

	if (e->d_type == DT_REG)
		return ENTRY_FILE;
	if (e->d_type == DT_DIR)
		return ENTRY_FOLDER;
	if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
		return ENTRY_FILE;
	return realpath(path, real) && gaff_is_below(real, s->of->root) ? ENTRY_FOLDER : ENTRY_FILE;
}

static DIR *open_folder(struct gaff_search *s, const char *path, int depth)
{
	DIR *dir;

	if (depth == DEPTH_MAX)
		gaff_search_stop_too_much(s);
	dir = s->rc == GAFF_OK ? opendir(path) : NULL;
	if (!dir && s->rc == GAFF_OK && errno != ENOENT && errno != ENOTDIR && errno != EACCES)
		(void)gaff_search_stop(s, GAFF_EHOOK, strerror(errno));
	return dir;
}

/* NULL behind the last, and when the search has ended: the folder is closed then. */
static const struct dirent *next_entry(struct gaff_search *s, DIR *dir)
{
	const struct dirent *e;

	while (dir && s->rc == GAFF_OK && (e = readdir(dir))) {
		if (++s->entries > GAFF_REACH_ENTRIES)
			gaff_search_stop_too_much(s);
		if (!is_hidden(s, sv_of(e->d_name)))
			return e;
	}
	if (dir)
		(void)closedir(dir);
	return NULL;
}

static bool is_module(enum gaff_script_language language, struct sv name)
{
	const struct gaff_language_row *row = &gaff_languages[language];
	struct sv stem;

	return gaff_ends_with_any(name, row->modules, &stem) || gaff_is_among(name, row->around);
}

/* A link to a folder, or to what only another can follow: /proc/self/cwd is not the same to all. */
static bool is_folder_link(const char *path, const struct dirent *e)
{
	struct stat st;

	if (e->d_type == DT_REG || e->d_type == DT_DIR || lstat(path, &st) != 0 ||
	    !S_ISLNK(st.st_mode))
		return false;
	return stat(path, &st) != 0 || S_ISDIR(st.st_mode);
}

/* Everything below that this language could import. */
static void add_all(struct gaff_search *s, const char *folder, enum gaff_script_language language,
		    int depth)
{
	DIR *dir = open_folder(s, folder, depth);
	const struct dirent *e;

	while ((e = next_entry(s, dir))) {
		struct sv name = sv_of(e->d_name);
		const char *path;

		if (e->d_type == DT_REG && !is_module(language, name))
			continue;
		path = gaff_search_join(s, folder, name);
		if (!path)
			continue; /* the search has ended */
		if (is_folder_link(path, e))
			gaff_search_add_file(s, path, false);
		if (kind_of(s, path, e) == ENTRY_FOLDER)
			add_all(s, path, language, depth + 1);
		else if (is_module(language, name))
			gaff_search_add_file(s, path, false);
	}
}

/* By any file that Python takes for its __init__, a module of C too. */
static bool is_package(struct gaff_search *s, const char *folder)
{
	DIR *dir = open_folder(s, folder, 0);
	const struct dirent *e;

	while ((e = next_entry(s, dir)))
		if (sv_starts(sv_of(e->d_name), SV("__init__."))) {
			(void)closedir(dir);
			return true;
		}
	return false;
}

static bool is_package_name(const struct gaff_search *s, struct sv name)
{
	return gaff_name_set_has(&s->said.name, name) || gaff_name_set_has(&s->packages.name, name);
}

static struct sv before_last_dot(struct sv name)
{
	size_t n = name.n;

	while (n && name.p[n - 1] != '.')
		n--;
	return (struct sv){ name.p, n ? n - 1 : 0 };
}

/* Modules in "@scope/name" and "name"; "name.js" comes before it. Of a folder that is named, all.
 */
static void add_modules(struct gaff_search *s, const char *folder,
			enum gaff_script_language language, int depth)
{
	DIR *dir = open_folder(s, folder, depth);
	const struct dirent *e;
	struct sv stem;

	while ((e = next_entry(s, dir))) {
		struct sv name = sv_of(e->d_name);
		bool is_named = is_package_name(s, name) ||
				((is_module(language, name) ||
				  gaff_ends_with_any(name, ".json", &stem)) &&
				 is_package_name(s, before_last_dot(name)));
		const char *path = is_named ? gaff_search_join(s, folder, name) : NULL;

		if (!path)
			continue;
		if (kind_of(s, path, e) != ENTRY_FOLDER)
			gaff_search_add_file(s, path, false);
		else if (name.p[0] == '@')
			add_modules(s, path, language, depth + 1);
		else
			add_all(s, path, language, depth + 1);
	}
}

/* What a script in this folder could import from it. */
static void look_for_imports(struct gaff_search *s, const struct gaff_search_place *at)
{
	DIR *dir = open_folder(s, at->path, 0);
	const struct dirent *e;

	while ((e = next_entry(s, dir))) {
		struct sv name = sv_of(e->d_name);
		const char *path;

		if (e->d_type == DT_REG && !is_module(at->language, name))
			continue;
		path = gaff_search_join(s, at->path, name);
		if (!path)
			continue; /* the search has ended */
		if (is_folder_link(path, e) && !sv_eq(name, SV("node_modules")))
			gaff_search_add_file(s, path, false);
		if (kind_of(s, path, e) != ENTRY_FOLDER) {
			if (is_module(at->language, name))
				gaff_search_add_file(s, path, false);
		} else if (!sv_eq(name, SV("node_modules")) &&
			   (gaff_name_set_has(&s->said.name, name) || is_cache(name) ||
			    gaff_search_is_odd_name(s, name) ||
			    (at->language == GAFF_LANGUAGE_PYTHON && is_package(s, path)))) {
			add_all(s, path, at->language, 1);
		}
	}
}

/* package.json and node_modules count in every folder from the script's up to the project's. */
static void look_above(struct gaff_search *s, const struct gaff_search_place *at)
{
	const char *around = gaff_languages[at->language].around;
	struct sv folder = sv_of(at->path);
	size_t root = strlen(s->of->root);

	while (*around && s->rc == GAFF_OK && folder.n >= root) {
		const char *path = gaff_arena_cstr(s->arena, folder);

		for (struct sv names = sv_of(around); path && names.n;) {
			const char *file = gaff_search_join(s, path, sv_take(&names, ' '));

			if (file)
				gaff_search_add_file(s, file, false);
		}
		path = path ? gaff_search_join(s, path, SV("node_modules")) : NULL;
		if (path)
			add_modules(s, path, at->language, 0);
		while (folder.n && folder.p[folder.n - 1] != '/')
			folder.n--;
		folder.n -= folder.n > 0;
	}
}

/* A folder that a text names is one to import from, where a text says that there are others. */
static void place_moved(struct gaff_search *s, const char *folder)
{
	for (size_t i = 0; i < GAFF_LANGUAGE_MAKE; i++)
		if (s->said.moved >> i & 1)
			gaff_search_add_place(s, folder, (enum gaff_script_language)i, false, true);
}

/* Files that are named in a folder, and in those of its folders that are. */
static void look_for_names(struct gaff_search *s, const char *folder, struct sv own_name,
			   bool is_near, bool is_loaded, int depth)
{
	bool is_whole = gaff_name_set_has(&s->said.whole, own_name);
	DIR *dir = open_folder(s, folder, depth);
	const struct dirent *e;

	while ((e = next_entry(s, dir))) {
		struct sv name = sv_of(e->d_name);
		bool is_ours = is_loaded && is_implied(s, name);
		bool is_odd = gaff_search_is_odd_name(s, name), is_named;
		unsigned patterns = is_whole ? BY_STAR | BY_LOADING | AS_FOLDER
					     : find_patterns(s, own_name, !depth, name);
		enum entry kind;
		const char *path;

		if (!is_ours && !is_odd && !is_cache(name) && !patterns &&
		    !is_meant(s, name, is_near))
			continue;
		path = gaff_search_join(s, folder, name);
		if (!path)
			continue; /* the search has ended */
		kind = kind_of(s, path, e);
		is_named = is_odd || gaff_name_set_has(&s->said.name, name);
		if (kind == ENTRY_FILE &&
		    (is_ours || is_odd || patterns & BY_LOADING || !is_data(s, name)) &&
		    (patterns != AS_FOLDER || is_meant(s, name, is_near)))
			gaff_search_add_file(s, path, false);
		if (kind == ENTRY_FOLDER && is_named)
			place_moved(s, path);
		if (kind == ENTRY_FOLDER && is_used(s, GAFF_LANGUAGE_MAKE))
			gaff_search_add_file(s, path,
					     false); /* a target that is there is not made */
		if (kind == ENTRY_FOLDER && (is_named || is_cache(name) || patterns & AS_FOLDER))
			look_for_names(s, path, is_whole ? own_name : name, true,
				       is_cache(name)
					       ? is_loaded
					       : is_odd || is_loaded_folder(s, name, is_near),
				       depth + 1);
	}
}

void gaff_search_look(struct gaff_search *s, const struct gaff_search_place *at)
{
	if (at->language == GAFF_LANGUAGE_NONE) {
		const char *slash = strrchr(at->path, '/');

		look_for_names(s, at->path, sv_of(slash ? slash + 1 : at->path), at->is_near,
			       s->said.up, 0);
		if (s->said.lifts || s->said.up)
			place_moved(s, at->path);
	} else if (!at->is_alone || (s->said.open | s->said.moved) >> at->language & 1) {
		look_for_imports(s, at);
		look_above(s, at);
	}
}
