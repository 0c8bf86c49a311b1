#include "run/reach.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/hash.h"
#include "base/limits.h"
#include "run/command.h"
#include "run/project.h"
#include "text/path.h"
#include "text/words.h"

/* A folder that is looked through: for what is named, or for all that a language imports. */
struct place {
	const char *path;
	enum gaff_language language; /* NONE: for names */
	bool is_alone; /* its scripts ask to be run without it: only when something does not */
	bool is_near;  /* a script is in it: that may leave out how a name ends */
};

struct search {
	struct arena *arena;
	const struct gaff_reach *of;
	struct gaff_err *err;
	enum gaff_rc rc;
	int root;
	struct gaff_said said;
	struct gaff_said packages; /* the same of node_modules, where names mean packages */
	unsigned present;          /* languages of the scripts */
	unsigned alone;            /* languages that the command starts without imports */
	struct gaff_pin *pin;
	size_t n, n_read; /* of these the text was looked at */
	struct sv *text;  /* of each: empty, when nobody reads it */
	uint32_t *slot;
	struct place place[GAFF_REACH_PLACES];
	size_t n_places, entries, bytes;
};

enum { SLOTS = GAFF_REACH_FILES * 2, DEPTH_MAX = 16, ROUNDS_MAX = 24 };

/* What people and programs write down: it is read, and not run. */
static const char data[] = ".md .txt .rst .lock .log .csv .tsv .html .css .svg .png .jpg .gif .pdf "
			   ".xml .toml .yaml .yml .json .jsonc .ini .cfg .conf .env .gitignore "
			   ".gitattributes";

/* Of these nobody looks for names in the text. */
static const char unread[] = ".md .rst .lock .log .csv .tsv .html .css .svg .xml .toml .yaml .yml "
			     ".json .jsonc";

static enum gaff_rc stop(struct search *s, enum gaff_rc rc, const char *what)
{
	if (s->rc == GAFF_OK)
		s->rc = gaff_fail(s->err, rc, "%s", what);
	return s->rc;
}

static void stop_too_much(struct search *s)
{
	(void)stop(s, GAFF_ELIMIT, "there is more that it could load than gaff pins");
}

static void stop_no_memory(struct search *s)
{
	(void)stop(s, GAFF_ENOMEM, "no memory for pins");
}

/* ---- pins ---- */

static size_t slot_of(const struct search *s, struct sv path)
{
	size_t i = (size_t)gaff_hash(GAFF_HASH_START, path) % SLOTS;

	while (s->slot[i] && !sv_eq(s->pin[s->slot[i] - 1].path, path))
		i = (i + 1) % SLOTS;
	return i;
}

/* Below the root without it, else as it is. */
static struct sv below_root(const struct search *s, const char *path)
{
	size_t n = strlen(s->of->root);

	if (!gaff_is_below(path, s->of->root) || !path[n])
		return sv_of(path);
	return sv_of(path + n + (n > 1));
}

/* Small ones are always read: a page that is dirty in a shared mapping keeps the file's times. */
static void read_pin(struct search *s, struct gaff_pin *pin, const char *path, int fd,
		     struct sv *text)
{
	struct gaff_err ignored;

	*text = (struct sv){ 0 };
	if (pin->size > GAFF_REACH_SMALL) {
		if (!s->of->sum(s->of->context, path, fd, pin->size, pin->sha256))
			pin->sha256[0] = '\0';
		return;
	}
	if (s->bytes + pin->size > GAFF_REACH_BYTES) {
		stop_too_much(s);
	} else if (gaff_fs_read(s->arena, fd, GAFF_REACH_SMALL, text, &ignored) != GAFF_OK) {
		(void)stop(s, ignored.rc == GAFF_ENOMEM ? GAFF_ENOMEM : GAFF_EHOOK, ignored.msg);
	} else {
		s->bytes += text->n;
		pin->size = text->n;
		gaff_sha256(*text, pin->sha256);
	}
}

static bool keep_pin(struct search *s, struct gaff_pin *pin, struct sv text)
{
	size_t i = slot_of(s, pin->path);

	if (s->rc != GAFF_OK)
		return false;
	if (s->n == GAFF_REACH_FILES) {
		stop_too_much(s);
		return false;
	}
	pin->path.p = gaff_arena_dup(s->arena, pin->path);
	pin->real.p = pin->real.n ? gaff_arena_dup(s->arena, pin->real) : NULL;
	if (!pin->path.p || (pin->real.n && !pin->real.p)) {
		stop_no_memory(s);
		return false;
	}
	s->pin[s->n] = *pin;
	s->text[s->n++] = text;
	s->slot[i] = (uint32_t)s->n;
	return true;
}

/* The usual way: nothing but folders on the way to a file. */
static bool add_plain(struct search *s, struct gaff_pin *pin, const char *path)
{
	int fd = pin->path.n && pin->path.p[0] != '/'
			 ? gaff_fs_open_below(s->root, path + strlen(path) - pin->path.n)
			 : -1;
	struct stat st;
	struct sv text = { 0 };
	bool is_file = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode);

	if (is_file) {
		pin->kind = GAFF_PIN_FILE;
		pin->is_program = st.st_mode & S_IXUSR;
		pin->size = (uint64_t)st.st_size;
		read_pin(s, pin, path, fd, &text);
		(void)keep_pin(s, pin, text);
	}
	if (fd >= 0)
		(void)close(fd);
	return is_file;
}

/* By a link, or what is no file at all. */
static void add_odd(struct search *s, struct gaff_pin *pin, const char *path, bool is_named)
{
	struct sv text = { 0 };
	char real[PATH_MAX];
	struct stat st;
	int fd;

	if (!realpath(path, real) || stat(real, &st) != 0) {
		pin->kind = GAFF_PIN_OTHER;
	} else if (!gaff_is_below(real, s->of->root)) {
		if (is_named && S_ISREG(st.st_mode) && gaff_is_below(path, s->of->root)) {
			s->rc = gaff_fail(s->err, GAFF_EHOOK, "%s leads out of the project", path);
			return;
		}
		pin->kind = S_ISDIR(st.st_mode) ? GAFF_PIN_FOLDER : GAFF_PIN_OTHER;
		pin->real = sv_of(real);
	} else {
		if (strcmp(real, path) != 0)
			pin->real = below_root(s, real);
		pin->kind = S_ISDIR(st.st_mode)   ? GAFF_PIN_FOLDER
			    : S_ISREG(st.st_mode) ? GAFF_PIN_FILE
						  : GAFF_PIN_OTHER;
	}
	fd = pin->kind == GAFF_PIN_FILE
		     ? gaff_fs_open_below(s->root,
					  real + strlen(s->of->root) + (s->of->root[1] != '\0'))
		     : -1;
	if (pin->kind == GAFF_PIN_FILE && (fd < 0 || fstat(fd, &st) != 0)) {
		s->rc = gaff_fail(s->err, GAFF_EHOOK, "cannot open %s: %s", path, strerror(errno));
	} else if (fd >= 0) {
		pin->is_program = st.st_mode & S_IXUSR;
		pin->size = (uint64_t)st.st_size;
		read_pin(s, pin, real, fd, &text);
	}
	if (fd >= 0)
		(void)close(fd);
	(void)keep_pin(s, pin, text);
}

/* A file by one of its names, unless there is none. `is_named`: by the command itself. */
static void add_file(struct search *s, const char *path, bool is_named)
{
	struct gaff_pin pin = { .path = below_root(s, path) };
	struct stat st;

	if (s->rc != GAFF_OK || s->slot[slot_of(s, pin.path)] || add_plain(s, &pin, path))
		return;
	if (lstat(path, &st) == 0)
		add_odd(s, &pin, path, is_named);
}

/* A word of the command: what is not of the project by any name is not looked at. */
static void add_named(struct search *s, struct sv name)
{
	const char *path = gaff_arena_cstr(s->arena, name), *root = s->of->root;
	char real[PATH_MAX];

	if (!path || gaff_is_below(root, path)) /* "." and what is above */
		return;
	if (!gaff_is_below(path, root) && (!realpath(path, real) || !gaff_is_below(real, root)))
		return;
	add_file(s, path, true);
}

/* ---- places ---- */

static void add_place(struct search *s, struct place place)
{
	if (!place.path || !gaff_is_below(place.path, s->of->root))
		return;
	for (size_t i = 0; i < s->n_places; i++) {
		struct place *known = &s->place[i];

		if (known->language == place.language && known->is_alone == place.is_alone &&
		    known->is_near == place.is_near && strcmp(known->path, place.path) == 0)
			return;
	}
	if (s->n_places == GAFF_REACH_PLACES)
		stop_too_much(s);
	else
		s->place[s->n_places++] = place;
}

static const char *join(struct search *s, const char *folder, struct sv name)
{
	const char *path = gaff_path_join(s->arena, folder, name);

	if (!path)
		stop_no_memory(s);
	return path;
}

static const char *whole_path(struct search *s, struct sv path)
{
	return path.p[0] == '/' ? gaff_arena_cstr(s->arena, path) : join(s, s->of->root, path);
}

static const char *folder_of(struct search *s, const char *path)
{
	const char *slash = strrchr(path, '/');

	return gaff_arena_dup(s->arena,
			      (struct sv){ path, slash > path ? (size_t)(slash - path) : 1 });
}

static bool is_used(const struct search *s, enum gaff_language language)
{
	return (s->said.open | s->present) >> language & 1;
}

/* Is the modules' __pycache__ read? gaff sets PYTHONPYCACHEPREFIX, but not all heed it. */
static bool reads_caches(const struct search *s)
{
	return s->said.bares || (s->said.moves && s->said.isolated >> GAFF_LANGUAGE_PYTHON & 1);
}

/* "x.cpython-311.pyc" is x too. */
static struct sv before_dot(struct sv name)
{
	const char *dot = sv_chr(name, '.');

	return dot ? (struct sv){ name.p, (size_t)(dot - name.p) } : name;
}

/* What loading a folder loads. */
static bool is_implied(const struct search *s, struct sv name)
{
	struct sv stem = before_dot(name), rest;

	for (size_t i = 0; i < GAFF_LANGUAGE_MAKE; i++) {
		const struct gaff_language_row *row = &gaff_languages[i];

		if (!is_used(s, (enum gaff_language)i))
			continue;
		if (gaff_is_among(name, row->around) ||
		    (gaff_is_among(stem, "index init __init__ __main__") &&
		     gaff_ends_with_any(name, row->modules, &rest)))
			return true;
	}
	return is_used(s, GAFF_LANGUAGE_PYTHON) && gaff_ends_with_any(name, ".pth", &rest);
}

/* May a folder of this name be loaded itself? */
static bool is_loaded_folder(const struct search *s, struct sv name, bool is_near)
{
	return gaff_name_set_has(&s->said.tail, name) ||
	       ((is_near || s->said.moves || s->said.up) && gaff_name_set_has(&s->said.bare, name));
}

/* May a module be named without its ending where this is? Else by a path alone. */
static bool is_stem(const struct search *s, struct sv stem, bool is_near)
{
	return gaff_name_set_has(is_near || s->said.moves ? &s->said.name : &s->said.inside, stem);
}

/* May an entry of a folder be what some name in a text means? */
static bool is_meant(const struct search *s, struct sv name, bool is_near)
{
	const struct gaff_said *said = &s->said;
	struct sv stem;

	if (gaff_name_set_has(&said->name, name))
		return true;
	for (size_t i = 0; i < GAFF_LANGUAGE_MAKE; i++)
		if (is_used(s, (enum gaff_language)i) &&
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

static bool is_data(const struct search *s, struct sv name)
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

static bool is_hidden(const struct search *s, struct sv name)
{
	return sv_eq(name, SV(".")) || sv_eq(name, SV("..")) || sv_eq(name, SV(".git")) ||
	       (is_cache(name) && !reads_caches(s));
}

/* "lib/?.sh" with a star, of a folder called lib, or of one that is looked through for names. */
static bool is_in_pattern(const struct search *s, struct sv folder, bool is_place, struct sv name)
{
	for (size_t i = 0; i < s->said.n_patterns; i++) {
		const struct gaff_pattern *p = &s->said.pattern[i];

		if ((p->folder ? gaff_pattern_is_for(p, folder) : is_place) && name.n >= p->end.n &&
		    memcmp(name.p + name.n - p->end.n, p->end.p, p->end.n) == 0)
			return true;
	}
	return false;
}

/* ---- looking through folders ---- */

enum entry { ENTRY_NONE, ENTRY_FILE, ENTRY_FOLDER };

/* What is a folder by a link that leads out is not looked into. */
static enum entry kind_of(const struct search *s, const char *path, const struct dirent *e)
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

static DIR *open_folder(struct search *s, const char *path, int depth)
{
	DIR *dir;

	if (depth == DEPTH_MAX)
		stop_too_much(s);
	dir = s->rc == GAFF_OK ? opendir(path) : NULL;
	if (!dir && s->rc == GAFF_OK && errno != ENOENT && errno != ENOTDIR && errno != EACCES)
		(void)stop(s, GAFF_EHOOK, strerror(errno));
	return dir;
}

static const struct dirent *next_entry(struct search *s, DIR *dir)
{
	const struct dirent *e;

	while (s->rc == GAFF_OK && (e = readdir(dir))) {
		if (++s->entries > GAFF_REACH_ENTRIES)
			stop_too_much(s);
		if (!is_hidden(s, sv_of(e->d_name)))
			return e;
	}
	return NULL;
}

static bool is_module(enum gaff_language language, struct sv name)
{
	const struct gaff_language_row *row = &gaff_languages[language];
	struct sv stem;

	return gaff_ends_with_any(name, row->modules, &stem) || gaff_is_among(name, row->around);
}

/* Everything below that this language could import. */
static void add_all(struct search *s, const char *folder, enum gaff_language language, int depth)
{
	DIR *dir = open_folder(s, folder, depth);
	const struct dirent *e;

	while (dir && (e = next_entry(s, dir))) {
		struct sv name = sv_of(e->d_name);
		const char *path;

		if (e->d_type == DT_REG && !is_module(language, name))
			continue;
		path = join(s, folder, name);
		if (!path)
			break;
		if (kind_of(s, path, e) == ENTRY_FOLDER)
			add_all(s, path, language, depth + 1);
		else if (is_module(language, name))
			add_file(s, path, false);
	}
	if (dir)
		(void)closedir(dir);
}

static bool is_package(const char *folder)
{
	static const char *const inits[] = { "__init__.py", "__init__.pyc", "__init__.so" };
	struct stat st;

	for (size_t i = 0; i < COUNT_OF(inits); i++) {
		char path[PATH_MAX];
		int n = snprintf(path, sizeof path, "%s/%s", folder, inits[i]);

		if (n > 0 && (size_t)n < sizeof path && lstat(path, &st) == 0)
			return true;
	}
	return false;
}

/* Modules in "@scope/name" and "name"; of a folder that is named, all of it. */
static void add_modules(struct search *s, const char *folder, enum gaff_language language,
			int depth)
{
	DIR *dir = open_folder(s, folder, depth);
	const struct dirent *e;

	while (dir && (e = next_entry(s, dir))) {
		struct sv name = sv_of(e->d_name);
		bool is_named = gaff_name_set_has(&s->said.name, name) ||
				gaff_name_set_has(&s->packages.name, name);
		const char *path = is_named ? join(s, folder, name) : NULL;

		if (!path)
			continue;
		if (kind_of(s, path, e) != ENTRY_FOLDER)
			add_file(s, path, false);
		else if (name.p[0] == '@')
			add_modules(s, path, language, depth + 1);
		else
			add_all(s, path, language, depth + 1);
	}
	if (dir)
		(void)closedir(dir);
}

/* What a script in this folder could import from it. */
static void look_for_imports(struct search *s, const struct place *at)
{
	DIR *dir = open_folder(s, at->path, 0);
	const struct dirent *e;

	while (dir && (e = next_entry(s, dir))) {
		struct sv name = sv_of(e->d_name);
		const char *path;

		if (e->d_type == DT_REG && !is_module(at->language, name))
			continue;
		path = join(s, at->path, name);
		if (!path)
			break;
		if (kind_of(s, path, e) != ENTRY_FOLDER) {
			if (is_module(at->language, name))
				add_file(s, path, false);
		} else if (!sv_eq(name, SV("node_modules")) &&
			   (gaff_name_set_has(&s->said.name, name) || is_cache(name) ||
			    (at->language == GAFF_LANGUAGE_PYTHON && is_package(path)))) {
			add_all(s, path, at->language, 1);
		}
	}
	if (dir)
		(void)closedir(dir);
}

/* package.json and node_modules count in every folder from the script's up to the project's. */
static void look_above(struct search *s, const struct place *at)
{
	const char *around = gaff_languages[at->language].around;
	struct sv folder = sv_of(at->path);
	size_t root = strlen(s->of->root);

	while (*around && s->rc == GAFF_OK && folder.n >= root) {
		const char *path = gaff_arena_cstr(s->arena, folder);

		for (const char *name = around; path && *name;) {
			size_t n = strcspn(name, " ");
			const char *file = join(s, path, (struct sv){ name, n });

			if (file)
				add_file(s, file, false);
			name += n + (name[n] == ' ');
		}
		path = path ? join(s, path, SV("node_modules")) : NULL;
		if (path)
			add_modules(s, path, at->language, 0);
		while (folder.n && folder.p[folder.n - 1] != '/')
			folder.n--;
		folder.n -= folder.n > 0;
	}
}

/* Files that are named in a folder, and in those of its folders that are. */
static void look_for_names(struct search *s, const char *folder, struct sv own_name, bool is_near,
			   bool is_loaded, int depth)
{
	DIR *dir = open_folder(s, folder, depth);
	const struct dirent *e;

	while (dir && (e = next_entry(s, dir))) {
		struct sv name = sv_of(e->d_name);
		bool is_ours = is_loaded && is_implied(s, name);
		enum entry kind;
		const char *path;

		if (!is_ours && !is_cache(name) && !is_in_pattern(s, own_name, !depth, name) &&
		    !is_meant(s, name, is_near))
			continue;
		path = join(s, folder, name);
		if (!path)
			break;
		kind = kind_of(s, path, e);
		if (kind == ENTRY_FILE && (is_ours || !is_data(s, name)))
			add_file(s, path, false);
		if (kind == ENTRY_FOLDER && is_used(s, GAFF_LANGUAGE_MAKE))
			add_file(s, path, false); /* a target that is there is not made */
		if (kind == ENTRY_FOLDER &&
		    (is_cache(name) || gaff_name_set_has(&s->said.name, name)))
			look_for_names(s, path, name, true,
				       is_cache(name) ? is_loaded
						      : is_loaded_folder(s, name, is_near),
				       depth + 1);
	}
	if (dir)
		(void)closedir(dir);
}

static void look(struct search *s, const struct place *at)
{
	if (at->language == GAFF_LANGUAGE_NONE) {
		const char *slash = strrchr(at->path, '/');

		look_for_names(s, at->path, sv_of(slash ? slash + 1 : at->path), at->is_near,
			       s->said.up, 0);
	} else if (!at->is_alone || s->said.open >> at->language & 1) {
		look_for_imports(s, at);
		look_above(s, at);
	}
}

/* ---- texts ---- */

static bool is_text(struct sv text)
{
	size_t n = text.n < 4096 ? text.n : 4096;

	return n && !memchr(text.p, '\0', n);
}

static bool is_shell(struct sv name, struct sv text)
{
	struct sv stem, line = text;
	const char *end = sv_chr(text, '\n');

	line.n = end ? (size_t)(end - text.p) : text.n;
	return gaff_ends_with_any(name, ".sh .bash .zsh .ksh", &stem) ||
	       (sv_starts(text, SV("#!")) && sv_has(line, SV("sh"))) || !sv_starts(text, SV("#!"));
}

/* Is the script meant to be started so that it imports nothing from its folder? */
static bool is_alone(const struct search *s, struct sv text, enum gaff_language language)
{
	struct gaff_said line = { .arena = s->arena };
	const char *end = sv_chr(text, '\n');

	if (gaff_language_of_first_line(text) == GAFF_LANGUAGE_NONE)
		return s->alone >> language & 1;
	gaff_said_add(&line, (struct sv){ text.p, end ? (size_t)(end - text.p) : text.n },
		      GAFF_LANGUAGE_NONE, GAFF_TEXT_CODE);
	return line.isolated >> language & 1;
}

/* A script names what is above it by "..", or by the folder that its own folder is in. */
static void place_above(struct search *s, const char *folder)
{
	struct sv above = sv_of(folder);

	while (above.n > strlen(s->of->root)) {
		add_place(s, (struct place){ gaff_arena_cstr(s->arena, above), GAFF_LANGUAGE_NONE,
					     false, false });
		while (above.n && above.p[above.n - 1] != '/')
			above.n--;
		above.n -= above.n > 1;
	}
}

/* What a pinned file names, and where it may import from. */
static void read_text(struct search *s, size_t i)
{
	const struct gaff_pin *pin = &s->pin[i];
	struct sv real = pin->real.n ? pin->real : pin->path, text = s->text[i], stem;
	const char *path = whole_path(s, real), *slash = path ? strrchr(path, '/') : NULL, *folder;
	struct sv name = slash ? sv_of(slash + 1) : real;
	enum gaff_language language = gaff_language_of_name(name);
	enum gaff_text_kind kind = GAFF_TEXT_CODE;

	if (!path || pin->kind != GAFF_PIN_FILE || !is_text(text))
		return;
	if (gaff_ends_with_any(name, ".json .jsonc", &stem) && !sv_has(real, SV("node_modules/")))
		gaff_said_add_maps(&s->said, text);
	if (gaff_ends_with_any(name, unread, &stem) && !sv_eq(name, SV("bunfig.toml")))
		return;
	if (language == GAFF_LANGUAGE_NONE)
		language = gaff_language_of_first_line(text);
	if (language == GAFF_LANGUAGE_MAKE ||
	    (language == GAFF_LANGUAGE_NONE && is_shell(name, text)))
		kind = GAFF_TEXT_SHELL;
	if (sv_has(real, SV("node_modules/"))) {
		gaff_said_add(&s->packages, text, language, kind);
		return;
	}
	gaff_said_add(&s->said, text, language, kind);
	folder = folder_of(s, path);
	add_place(s, (struct place){ folder, GAFF_LANGUAGE_NONE, false, true });
	if (folder)
		place_above(s, folder);
	if (language < GAFF_LANGUAGE_COUNT)
		s->present |= 1u << language;
	if (language < GAFF_LANGUAGE_MAKE)
		add_place(s, (struct place){ folder, language, is_alone(s, text, language), true });
	path = pin->real.n ? whole_path(s, pin->path) : NULL;
	if (path) /* and where it is by its own name */
		add_place(s, (struct place){ folder_of(s, path), GAFF_LANGUAGE_NONE, false, true });
}

/* "python3 tools/check": a folder with __main__.py, or a script without an ending. */
static void place_operand(struct search *s, const struct gaff_operand *operand, const char *base)
{
	struct buf b = buf_in(s->arena);
	const char *path;
	struct stat st;

	gaff_path_absolute(&b, sv_of(base), operand->word, false);
	path = buf_ok(&b) ? gaff_arena_cstr(s->arena, buf_sv(&b)) : NULL;
	if (!path || stat(path, &st) != 0)
		return;
	s->present |= 1u << operand->language;
	add_place(s, (struct place){ S_ISDIR(st.st_mode) ? path : folder_of(s, path),
				     operand->language, false, true });
}

static void place_started(struct search *s)
{
	for (size_t b = 0; b < s->of->n_bases; b++) {
		add_place(s, (struct place){ s->of->bases[b], GAFF_LANGUAGE_NONE, false, false });
		for (size_t i = 0; i < GAFF_LANGUAGE_MAKE; i++)
			if (s->said.here >> i & 1)
				add_place(s, (struct place){ s->of->bases[b], (enum gaff_language)i,
							     false, true });
		for (size_t i = 0; i < s->said.n_operands; i++)
			place_operand(s, &s->said.operand[i], s->of->bases[b]);
	}
}

/* What has been found so far: it only ever grows. */
static size_t count_all(const struct search *s)
{
	const struct gaff_said *said = &s->said;

	return s->n + s->n_places + said->name.n + said->loaded.n + said->inside.n + said->tail.n +
	       said->bare.n + said->moves + said->up + reads_caches(s) + said->n_patterns +
	       said->n_operands + s->packages.name.n + (size_t)__builtin_popcount(said->open) +
	       (size_t)__builtin_popcount(said->here) + (size_t)__builtin_popcount(s->present);
}

/* Until nothing more is found: what is found names more. */
static void search_all(struct search *s)
{
	size_t before;
	int round = 0;

	do {
		before = count_all(s);
		while (s->n_read < s->n && s->rc == GAFF_OK)
			read_text(s, s->n_read++);
		place_started(s);
		for (size_t i = 0; i < s->n_places && s->rc == GAFF_OK; i++)
			look(s, &s->place[i]);
		if (s->said.too_much || ++round == ROUNDS_MAX)
			stop_too_much(s);
	} while (s->rc == GAFF_OK && count_all(s) != before);
}

enum gaff_rc gaff_reach_find(struct arena *a, const struct gaff_reach *of, struct gaff_pins *out,
			     struct gaff_err *err)
{
	struct search *s = gaff_arena_alloc(a, sizeof *s);
	struct gaff_file_names names;

	GAFF_TRY(gaff_command_files(a, of->command, of->gaff_folder, of->bases, of->n_bases, &names,
				    err));
	if (!s)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for pins");
	*s = (struct search){
		.arena = a, .of = of, .err = err, .said = { .arena = a }, .packages = { .arena = a }
	};
	s->pin = gaff_arena_alloc(a, GAFF_REACH_FILES * sizeof *s->pin);
	s->text = gaff_arena_alloc(a, GAFF_REACH_FILES * sizeof *s->text);
	s->slot = gaff_arena_alloc(a, SLOTS * sizeof *s->slot);
	if (!s->pin || !s->text || !s->slot)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for pins");
	memset(s->slot, 0, SLOTS * sizeof *s->slot);
	s->root = gaff_fs_open_folder(of->root);
	if (s->root < 0)
		return gaff_fail(err, GAFF_EHOOK, "cannot open %s: %s", of->root, strerror(errno));
	for (size_t i = 0; i < names.n && s->rc == GAFF_OK; i++)
		add_named(s, names.path[i]);
	gaff_said_add(&s->said, of->command, GAFF_LANGUAGE_NONE, GAFF_TEXT_COMMAND);
	s->alone = s->said.isolated & ~s->said.open;
	search_all(s);
	(void)close(s->root);
	if (a->failed)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for pins");
	if (s->rc != GAFF_OK)
		return s->rc;
	*out = (struct gaff_pins){ .pin = s->pin, .n = s->n, .n_more = s->said.n_more };
	memcpy(out->more, s->said.more, sizeof out->more);
	return GAFF_OK;
}

const struct gaff_pin *gaff_pins_find(const struct gaff_pins *pins, struct sv path)
{
	for (size_t i = 0; i < pins->n; i++)
		if (sv_eq(pins->pin[i].path, path))
			return &pins->pin[i];
	return NULL;
}
