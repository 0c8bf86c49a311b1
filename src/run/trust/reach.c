#include "run/trust/reach_search.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/hash.h"
#include "run/trust/command.h"
#include "run/load/project.h"
#include "text/path.h"
#include "text/words.h"

enum {
	SLOTS = GAFF_REACH_FILES * 2,
	RAW_MAX = GAFF_REACH_FILES + 1,
	ROUNDS_MAX = 24,
	HEAD_MAX = 4096
};

/* Of these nobody looks for names in the text. */
static const char unread[] = ".md .rst .lock .log .csv .tsv .html .css .svg .xml .toml .yaml .yml "
			     ".json .jsonc";

enum gaff_rc gaff_search_stop(struct gaff_search *s, enum gaff_rc rc, const char *what)
{
	if (s->rc == GAFF_OK)
		s->rc = gaff_fail(s->err, rc, "%s", what);
	return s->rc;
}

void gaff_search_stop_too_much(struct gaff_search *s)
{
	(void)gaff_search_stop(s, GAFF_ELIMIT, "there is more that it could load than gaff pins");
}

static void stop_no_memory(struct gaff_search *s)
{
	if (s->rc == GAFF_OK)
		s->rc = gaff_no_memory(s->err);
}

/* ---- pins ---- */

#define SHELL_ENDINGS ".sh .bash .zsh .ksh"

static size_t slot_of(const struct gaff_search *s, struct sv path)
{
	size_t i = (size_t)gaff_hash(GAFF_HASH_START, path) % SLOTS;

	while (s->slot[i] && !sv_eq(s->pin[s->slot[i] - 1].path, path))
		i = (i + 1) % SLOTS;
	return i;
}

/* Below the root without it, else as it is. */
static struct sv below_root(const struct gaff_search *s, const char *path)
{
	size_t n = strlen(s->of->root);

	if (!gaff_is_below(path, s->of->root) || !path[n])
		return sv_of(path);
	return sv_of(path + n + (n > 1));
}

/* "package.json": it says where modules are. */
static bool is_around(struct sv name)
{
	for (size_t i = 0; i < GAFF_LANGUAGE_COUNT; i++)
		if (gaff_is_among(name, gaff_languages[i].around))
			return true;
	return false;
}

/* Is it a script by its name, whatever bytes it has? */
static bool is_script(struct sv name)
{
	struct sv stem;

	return gaff_language_of_name(name) != GAFF_LANGUAGE_NONE ||
	       gaff_ends_with_any(name, SHELL_ENDINGS, &stem);
}

/* Of a large file only the sum counts, unless it may name others. */
static bool is_large_text(const struct gaff_pin *pin, int fd)
{
	struct sv name = gaff_last_part(pin->real.n ? pin->real : pin->path), stem;
	char head[HEAD_MAX];
	ssize_t n;

	if (is_script(name) || is_around(name))
		return true;
	if (gaff_ends_with_any(name, unread, &stem))
		return false;
	n = pread(fd, head, sizeof head, 0);
	return n > 0 && (!memchr(head, '\0', (size_t)n) ||
			 sv_starts((struct sv){ head, (size_t)n }, SV("#!")));
}

/* Small ones are always read: a page that is dirty in a shared mapping keeps the file's times. */
static void read_pin(struct gaff_search *s, struct gaff_pin *pin, const char *path, int fd,
		     struct sv *text)
{
	uint32_t most = pin->size > GAFF_REACH_SMALL ? GAFF_REACH_BYTES : GAFF_REACH_SMALL;
	struct gaff_err ignored;

	*text = (struct sv){ 0 };
	if (pin->size > GAFF_REACH_SMALL && !is_large_text(pin, fd)) {
		if (!s->of->sum(s->of->context, path, fd, pin->size, pin->sha256))
			pin->sha256[0] = '\0';
		return;
	}
	if (s->bytes + pin->size > GAFF_REACH_BYTES) {
		gaff_search_stop_too_much(s);
	} else if (gaff_fs_read(s->arena, fd, most, text, &ignored) != GAFF_OK) {
		(void)gaff_search_stop(s, ignored.rc == GAFF_ENOMEM ? GAFF_ENOMEM : GAFF_EHOOK,
				       ignored.msg);
	} else {
		s->bytes += text->n;
		pin->size = text->n;
		gaff_sha256(*text, pin->sha256);
	}
}

static bool keep_pin(struct gaff_search *s, struct gaff_pin *pin, struct sv text)
{
	size_t i = slot_of(s, pin->path);

	if (s->rc != GAFF_OK)
		return false;
	if (s->n == GAFF_REACH_FILES) {
		gaff_search_stop_too_much(s);
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
static bool add_plain(struct gaff_search *s, struct gaff_pin *pin, const char *path)
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
static void add_odd(struct gaff_search *s, struct gaff_pin *pin, const char *path, bool is_named)
{
	struct sv text = { 0 };
	char real[PATH_MAX];
	struct stat st;
	int fd;

	if (!realpath(path, real) || stat(real, &st) != 0) {
		ssize_t n = readlink(path, real, sizeof real);

		pin->kind = GAFF_PIN_OTHER;
		pin->real = (struct sv){ real, n > 0 ? (size_t)n : 0 };
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
void gaff_search_add_file(struct gaff_search *s, const char *path, bool is_named)
{
	struct gaff_pin pin = { .path = below_root(s, path) };
	struct stat st;

	if (s->rc != GAFF_OK || s->slot[slot_of(s, pin.path)] || add_plain(s, &pin, path))
		return;
	if (lstat(path, &st) == 0)
		add_odd(s, &pin, path, is_named);
}

/* A word of the command: what is not of the project by any name is not looked at. */
static void add_named(struct gaff_search *s, struct sv name)
{
	const char *path = gaff_arena_cstr(s->arena, name), *root = s->of->root;
	char real[PATH_MAX];

	if (!path || gaff_is_below(root, path)) /* "." and what is above */
		return;
	if (!gaff_is_below(path, root) && (!realpath(path, real) || !gaff_is_below(real, root)))
		return;
	gaff_search_add_file(s, path, true);
}

/* ---- places ---- */

void gaff_search_add_place(struct gaff_search *s, const char *path,
			   enum gaff_script_language language, bool is_alone, bool is_near)
{
	struct gaff_search_place place = { path, language, is_alone, is_near };

	if (!place.path || !gaff_is_below(place.path, s->of->root))
		return;
	for (size_t i = 0; i < s->n_places; i++) {
		struct gaff_search_place *known = &s->place[i];

		if (known->language == place.language && known->is_alone == place.is_alone &&
		    known->is_near == place.is_near && strcmp(known->path, place.path) == 0)
			return;
	}
	if (s->n_places == GAFF_REACH_PLACES)
		gaff_search_stop_too_much(s);
	else
		s->place[s->n_places++] = place;
}

const char *gaff_search_join(struct gaff_search *s, const char *folder, struct sv name)
{
	const char *path = gaff_path_join(s->arena, folder, name);

	if (!path)
		stop_no_memory(s);
	return path;
}

static const char *whole_path(struct gaff_search *s, struct sv path)
{
	return path.p[0] == '/' ? gaff_arena_cstr(s->arena, path)
				: gaff_search_join(s, s->of->root, path);
}

static const char *folder_of(struct gaff_search *s, const char *path)
{
	const char *slash = strrchr(path, '/');

	return gaff_arena_dup(s->arena,
			      (struct sv){ path, slash > path ? (size_t)(slash - path) : 1 });
}

/* ---- texts ---- */

/* Programs that a machine runs, and archives. A NUL alone says nothing: some leave it out. */
static bool is_text(struct sv name, struct sv text)
{
	static const struct sv heads[] = { SV_INIT("\177ELF"),          SV_INIT("\xcf\xfa\xed\xfe"),
					   SV_INIT("\xca\xfe\xba\xbe"), SV_INIT("MZ"),
					   SV_INIT("PK\003\004"),       SV_INIT("\0asm"),
					   SV_INIT("\037\213") };

	for (size_t i = 0; !is_script(name) && i < COUNT_OF(heads); i++)
		if (sv_starts(text, heads[i]))
			return false;
	return text.n;
}

static bool is_shell(struct sv name, struct sv text)
{
	struct sv stem, line = sv_before(text, '\n');

	return gaff_ends_with_any(name, SHELL_ENDINGS, &stem) ||
	       (sv_starts(text, SV("#!")) && sv_has(line, SV("sh"))) || !sv_starts(text, SV("#!"));
}

/* Is the script meant to be started so that it imports nothing from its folder? */
static bool is_alone(const struct gaff_search *s, struct sv text,
		     enum gaff_script_language language)
{
	struct gaff_said line = { .arena = s->arena };

	if (gaff_language_of_first_line(text) == GAFF_LANGUAGE_NONE)
		return s->alone >> language & 1;
	gaff_said_add(&line, sv_before(text, '\n'), GAFF_LANGUAGE_NONE, GAFF_TEXT_CODE);
	return line.isolated >> language & 1;
}

/* A script names what is above it by "..", or by the folder that its own folder is in. */
static void place_above(struct gaff_search *s, const char *folder)
{
	struct sv above = sv_of(folder);

	while (above.n > strlen(s->of->root)) {
		gaff_search_add_place(s, gaff_arena_cstr(s->arena, above), GAFF_LANGUAGE_NONE,
				      false, false);
		while (above.n && above.p[above.n - 1] != '/')
			above.n--;
		above.n -= above.n > 1;
	}
}

static void keep_raw(struct gaff_search *s, struct sv text)
{
	if (s->n_raw < RAW_MAX)
		s->raw[s->n_raw++] = text;
	else
		gaff_search_stop_too_much(s);
}

/* What a pinned file names, and where it may import from. */
static void read_text(struct gaff_search *s, size_t i)
{
	const struct gaff_pin *pin = &s->pin[i];
	struct sv real = pin->real.n ? pin->real : pin->path, text = s->text[i], stem;
	const char *path = whole_path(s, real), *slash = path ? strrchr(path, '/') : NULL, *folder;
	struct sv name = slash ? sv_of(slash + 1) : real;
	enum gaff_script_language language = gaff_language_of_name(name);
	enum gaff_text_kind kind = GAFF_TEXT_CODE;

	if (!path || pin->kind != GAFF_PIN_FILE || !is_text(name, text))
		return;
	if (!sv_has(real, SV("node_modules/")))
		keep_raw(s, text);
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
	gaff_search_add_place(s, folder, GAFF_LANGUAGE_NONE, false, true);
	if (folder)
		place_above(s, folder);
	if (language < GAFF_LANGUAGE_COUNT)
		s->present |= 1u << language;
	if (language < GAFF_LANGUAGE_MAKE)
		gaff_search_add_place(s, folder, language, is_alone(s, text, language), true);
	path = pin->real.n ? whole_path(s, pin->path) : NULL;
	if (path) /* and where it is by its own name */
		gaff_search_add_place(s, folder_of(s, path), GAFF_LANGUAGE_NONE, false, true);
}

/* What is called so from a folder; NULL: nothing is. */
static const char *find_from(struct gaff_search *s, const char *base, struct sv name,
			     struct stat *st)
{
	struct buf b = buf_in(s->arena);
	const char *path;

	gaff_path_absolute(&b, sv_of(base), name, false);
	path = buf_ok(&b) ? gaff_arena_cstr(s->arena, buf_sv(&b)) : NULL;
	return path && stat(path, st) == 0 ? path : NULL;
}

/* "python3 tools/check": a folder with __main__.py, or a script without an ending. */
static void place_operand(struct gaff_search *s, const struct gaff_operand *operand,
			  const char *base)
{
	struct stat st;
	const char *path = find_from(s, base, operand->word, &st);

	if (!path)
		return;
	s->present |= 1u << operand->language;
	gaff_search_add_place(s, S_ISDIR(st.st_mode) ? path : folder_of(s, path), operand->language,
			      false, true);
}

/* A variable's value that is a folder may be a path of modules: PYTHONPATH, PERL5LIB. */
static void place_value(struct gaff_search *s, struct sv value, const char *base)
{
	struct stat st;
	const char *path = find_from(s, base, value.n ? value : SV("."), &st);

	if (!path || !S_ISDIR(st.st_mode))
		return;
	for (size_t i = 0; i < GAFF_LANGUAGE_MAKE; i++)
		if ((s->said.open | s->present) >> i & 1)
			gaff_search_add_place(s, path, (enum gaff_script_language)i, false, true);
}

/* Behind the command's first line there are values, a line each. "lib:" is "." too. */
static void place_values(struct gaff_search *s, const char *base)
{
	struct sv rest = s->of->command;

	(void)sv_take(&rest, '\n');
	while (rest.n) {
		size_t n = 0;

		while (n < rest.n && rest.p[n] != '\n' && rest.p[n] != ':')
			n++;
		if (n || rest.p[0] == ':')
			place_value(s, (struct sv){ rest.p, n }, base);
		if (n < rest.n && rest.p[n] == ':' && (n + 1 == rest.n || rest.p[n + 1] == '\n'))
			place_value(s, SV("."), base);
		rest = sv_skip(rest, n + (n < rest.n));
	}
}

static void place_started(struct gaff_search *s)
{
	for (size_t b = 0; b < s->of->n_bases; b++) {
		gaff_search_add_place(s, s->of->bases[b], GAFF_LANGUAGE_NONE, false, false);
		for (size_t i = 0; i < GAFF_LANGUAGE_MAKE; i++)
			if (s->said.here >> i & 1)
				gaff_search_add_place(s, s->of->bases[b],
						      (enum gaff_script_language)i, false, true);
		place_values(s, s->of->bases[b]);
		for (size_t i = 0; i < s->said.n_operands; i++)
			place_operand(s, &s->said.operand[i], s->of->bases[b]);
	}
}

/* What has been found so far: it only ever grows. */
static size_t count_all(const struct gaff_search *s)
{
	const struct gaff_said *said = &s->said;

	return s->n + s->n_places + said->name.n + said->loaded.n + said->inside.n + said->tail.n +
	       said->bare.n + said->whole.n + said->kept.n + said->makes_names + said->moves +
	       said->up + gaff_search_reads_caches(s) + said->n_patterns + said->n_operands +
	       s->packages.name.n + (size_t)__builtin_popcount(said->open) +
	       (size_t)__builtin_popcount(said->here) + (size_t)__builtin_popcount(said->moved) +
	       (said->moved && said->lifts) + (size_t)__builtin_popcount(s->present);
}

/* Until nothing more is found: what is found names more. */
static void search_all(struct gaff_search *s)
{
	size_t before;
	int round = 0;

	do {
		before = count_all(s);
		while (s->n_read < s->n && s->rc == GAFF_OK)
			read_text(s, s->n_read++);
		place_started(s);
		for (size_t i = 0; i < s->n_places && s->rc == GAFF_OK; i++)
			gaff_search_look(s, &s->place[i]);
		if (s->said.too_much || ++round == ROUNDS_MAX)
			gaff_search_stop_too_much(s);
	} while (s->rc == GAFF_OK && count_all(s) != before);
}

enum gaff_rc gaff_reach_find(struct arena *a, const struct gaff_reach *of, struct gaff_pins *out,
			     struct gaff_err *err)
{
	struct gaff_search *s = gaff_arena_alloc(a, sizeof *s);
	struct gaff_file_names names;

	GAFF_TRY(gaff_command_files(a, of->command, of->gaff_folder, of->bases, of->n_bases, &names,
				    err));
	GAFF_TRY(gaff_arena_check(a, err));
	*s = (struct gaff_search){
		.arena = a, .of = of, .err = err, .said = { .arena = a }, .packages = { .arena = a }
	};
	s->pin = gaff_arena_alloc(a, GAFF_REACH_FILES * sizeof *s->pin);
	s->text = gaff_arena_alloc(a, GAFF_REACH_FILES * sizeof *s->text);
	s->slot = gaff_arena_alloc(a, SLOTS * sizeof *s->slot);
	s->raw = gaff_arena_alloc(a, RAW_MAX * sizeof *s->raw);
	GAFF_TRY(gaff_arena_check(a, err));
	memset(s->slot, 0, SLOTS * sizeof *s->slot);
	s->root = gaff_fs_open_folder(of->root);
	if (s->root < 0)
		return gaff_fail(err, GAFF_EHOOK, "cannot open %s: %s", of->root, strerror(errno));
	for (size_t i = 0; i < names.n && s->rc == GAFF_OK; i++)
		add_named(s, names.path[i]);
	keep_raw(s, of->command);
	gaff_said_add(&s->said, of->command, GAFF_LANGUAGE_NONE, GAFF_TEXT_COMMAND);
	s->alone = s->said.isolated & ~s->said.open;
	search_all(s);
	(void)close(s->root);
	GAFF_TRY(gaff_arena_check(a, err));
	if (s->rc != GAFF_OK)
		return s->rc;
	*out = (struct gaff_pins){ .pin = s->pin,
				   .n = s->n,
				   .n_more = s->said.n_more,
				   .has_made_names = s->said.makes_names };
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
