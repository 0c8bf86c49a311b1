#include "guard/eval/place.h"

#include <limits.h>

#include "base/fs.h"
#include "guard/pieces.h"
#include "text/glob.h"
#include "text/path.h"
#include "text/words.h"

/* ---- paths that are absolute and plain ---- */

/* The folders that mean something, by one way of writing them. Any may be empty. */
struct folders {
	struct sv project, home;
	struct sv temp[2]; /* besides those that are temporary everywhere */
};

enum relation { APART, ABOVE, SAME, BELOW };

/* Of `path` to `folder`: is it the folder, below it, or is the folder below it? */
static enum relation relation(struct sv path, struct sv folder)
{
	if (!folder.n || !path.n)
		return APART;
	if (sv_eq(path, folder))
		return SAME;
	if (sv_eq(folder, SV("/")))
		return BELOW;
	if (sv_eq(path, SV("/")))
		return ABOVE;
	if (path.n > folder.n)
		return path.p[folder.n] == '/' && sv_starts(path, folder) ? BELOW : APART;
	return folder.p[path.n] == '/' && sv_starts(folder, path) ? ABOVE : APART;
}

/* The first name in `path` behind `folder`, which is above it. */
static struct sv name_behind(struct sv path, struct sv folder)
{
	struct sv rest = sv_skip(path, folder.n == 1 ? 1 : folder.n + 1);

	return sv_next_piece(&rest, '/');
}

/* The one of these folders that it is in; empty: none. */
static struct sv which(struct sv path, const char *folders)
{
	struct sv folder;

	while (list_next(&folders, &folder))
		if (folder.p[1] == path.p[1] && relation(path, folder) >= SAME)
			break;
	return folder;
}

/* Does it make what is in it temporary? Not the home or the project that is in it: TMPDIR=/ */
static bool is_temp_folder(struct sv temp, struct sv path, const struct folders *f)
{
	enum relation to_home = relation(temp, f->home);

	return temp.n > 1 && relation(path, temp) >= SAME &&
	       !((to_home == ABOVE || to_home == SAME) && relation(path, f->home) >= SAME);
}

static bool is_temporary(struct sv path, const struct folders *f)
{
	static const char everywhere[] = "/tmp /var/tmp /dev/shm /var/folders /private/tmp "
					 "/private/var/tmp /run/user /private/var/folders";

	return is_temp_folder(which(path, everywhere), path, f) ||
	       is_temp_folder(f->temp[0], path, f) || is_temp_folder(f->temp[1], path, f);
}

static bool is_system(struct sv path)
{
	return which(path, "/bin /boot /dev /etc /lib /lib32 /lib64 /libx32 /opt /proc /run /sbin "
			   "/snap /srv /sys /usr /var /nix /Applications /Library /System /Volumes "
			   "/private /cores")
		.n;
}

/* What is in /dev but is no disk. */
static bool is_stream(struct sv name)
{
	return gaff_is_among(name, "null zero full stdin stdout stderr fd tty pts ptmx random "
				   "urandom console tcp udp");
}

/* Below a home: its dot files, and all in those folders of it where keys are. */
static bool is_dot_file(struct sv path, struct sv home)
{
	struct sv name = name_behind(path, home);

	if (!name.n || name.p[0] != '.')
		return false;
	return name.p + name.n == path.p + path.n || gaff_is_among(name, ".ssh .gnupg .aws .kube");
}

/* /home/somebody, /Users/somebody, /root: empty when the path is not in one. */
static struct sv home_of_others(struct sv path)
{
	static const struct sv parents[] = { SV_INIT("/home"), SV_INIT("/Users") };

	if (relation(path, SV("/root")) >= SAME)
		return SV("/root");
	for (size_t i = 0; i < COUNT_OF(parents); i++)
		if (relation(path, parents[i]) == BELOW)
			return (struct sv){ path.p,
					    parents[i].n + 1 + name_behind(path, parents[i]).n };
	return SV("");
}

static enum gaff_place_kind place_on_drive(struct sv path)
{
	static const struct sv of_windows[] = { SV_INIT("/windows"), SV_INIT("/program files"),
						SV_INIT("/programdata") };
	struct sv rest = sv_skip(path, 2);

	for (size_t i = 0; i < COUNT_OF(of_windows); i++)
		if (sv_starts_nocase(rest, of_windows[i]))
			return GAFF_PLACE_SYSTEM;
	return rest.n <= 1 || sv_eq_nocase(rest, SV("/users")) ? GAFF_PLACE_SYSTEM
							       : GAFF_PLACE_OUTSIDE;
}

/* What is a folder stands for what is in it, too. */
static enum gaff_place_kind place_of_path(struct sv path, const struct folders *f)
{
	enum relation to_project = relation(path, f->project), to_home = relation(path, f->home);
	bool is_home = f->home.n && relation(f->home, f->project) >= SAME; /* one works there */
	struct sv other;

	if (sv_eq(path, SV("/")))
		return GAFF_PLACE_SYSTEM;
	if (to_home == BELOW && (to_project != BELOW || is_home) && is_dot_file(path, f->home) &&
	    to_project != ABOVE && to_project != SAME)
		return GAFF_PLACE_HOME_ROOT;
	if (to_home == SAME || to_home == ABOVE)
		return GAFF_PLACE_HOME_ROOT;
	if (to_project == BELOW && f->project.n > 1)
		return sv_eq(name_behind(path, f->project), SV(".git")) ? GAFF_PLACE_GIT
									: GAFF_PLACE_PROJECT;
	if (to_project == SAME || to_project == ABOVE)
		return is_system(path) && !is_temporary(path, f) ? GAFF_PLACE_SYSTEM
								 : GAFF_PLACE_ROOT;
	if (is_temporary(path, f))
		return GAFF_PLACE_TEMP;
	if (to_home == BELOW)
		return GAFF_PLACE_HOME;
	if (gaff_path_has_drive(path))
		return place_on_drive(path);
	if (relation(path, SV("/dev")) == BELOW)
		return is_stream(name_behind(path, SV("/dev"))) ? GAFF_PLACE_NOWHERE
								: GAFF_PLACE_DEVICE;
	other = home_of_others(path);
	if (other.n)
		return sv_eq(path, other) || is_dot_file(path, other) ? GAFF_PLACE_HOME_ROOT
								      : GAFF_PLACE_OUTSIDE;
	if (sv_eq(path, SV("/home")) || sv_eq(path, SV("/Users")))
		return GAFF_PLACE_HOME_ROOT;
	return is_system(path) ? GAFF_PLACE_SYSTEM : GAFF_PLACE_OUTSIDE;
}

/* ---- patterns, and what is not known ---- */

/* A word in two: the folder that is known, and the names behind it that are not. */
struct named {
	struct sv folder; /* absolute and plain */
	struct sv rest;   /* from the first name with a pattern or a hole on; may be empty */
};

static struct sv first_name(struct sv rest)
{
	return sv_next_piece(&rest, '/');
}

static struct sv next_names(struct sv rest, struct sv name)
{
	rest = sv_skip(rest, name.n);
	while (rest.n && rest.p[0] == '/')
		rest = sv_skip(rest, 1);
	return rest;
}

/* "*", "**", ".*", ".[!.]*", "*.*": nothing, or next to nothing, stays out. */
static bool is_everything(struct sv name)
{
	bool has_star = false;

	while (name.n) {
		if (sv_starts(name, SV("[!.]")) || sv_starts(name, SV("[^.]"))) {
			name = sv_skip(name, 4);
			continue;
		}
		if (name.p[0] != '*' && name.p[0] != '?' && name.p[0] != '.')
			return false;
		has_star |= name.p[0] == '*';
		name = sv_skip(name, 1);
	}
	return has_star;
}

static bool has_dots(struct sv rest)
{
	while (rest.n) {
		struct sv name = first_name(rest);

		if (sv_eq(name, SV("..")))
			return true;
		rest = next_names(rest, name);
	}
	return false;
}

static struct sv joined(struct arena *a, struct sv folder, struct sv name)
{
	struct buf b = buf_in(a);

	gaff_path_absolute(&b, folder, name, gaff_path_has_drive(folder));
	return buf_ok(&b) ? buf_sv(&b) : SV("/");
}

static struct sv plain(struct arena *a, struct sv path)
{
	return joined(a, gaff_path_has_drive(path) ? SV("C:/") : SV("/"), path);
}

/* Might the pattern lead to this folder, or to one above it? Then what is there counts. */
static enum gaff_place_kind place_towards(struct arena *a, struct named at, struct sv target,
					  const struct folders *f)
{
	while (at.rest.n && relation(target, at.folder) == BELOW) {
		struct sv name = first_name(at.rest), there = name_behind(target, at.folder);

		if (sv_eq(name, SV("**"))) { /* may stand for nothing */
			at.rest = next_names(at.rest, name);
			continue;
		}
		if (!sv_eq(name, SV(".")) &&
		    ((there.p[0] == '.') != (name.p[0] == '.') || !gaff_glob_match(name, there)))
			return GAFF_PLACE_NOWHERE;
		at.rest = next_names(at.rest, name);
		if (!sv_eq(name, SV(".")))
			at.folder = joined(a, at.folder, there);
		if (!at.rest.n || is_everything(at.rest))
			return place_of_path(at.folder, f);
	}
	return GAFF_PLACE_NOWHERE;
}

static enum gaff_place_kind worse(enum gaff_place_kind a, enum gaff_place_kind b)
{
	return a > b ? a : b;
}

static enum gaff_place_kind place_of_pattern(struct arena *a, struct named at,
					     const struct folders *f)
{
	struct sv name = first_name(at.rest), rest = at.rest;
	enum gaff_place_kind worst;

	while (rest.n && is_everything(first_name(rest)))
		rest = next_names(rest, first_name(rest));
	worst = place_of_path(at.folder, f);
	if (!rest.n || sv_eq(at.folder, SV("/")))
		return worst;
	if (has_dots(at.rest))
		return worse(worst, GAFF_PLACE_UNKNOWN);
	worst = place_of_path(joined(a, at.folder, name.p[0] == '.' ? SV(".x") : SV("x")), f);
	if (f->project.n) {
		worst = worse(worst, place_towards(a, at, joined(a, f->project, SV(".git")), f));
		worst = worse(worst, place_towards(a, at, f->project, f));
	}
	if (f->home.n)
		worst = worse(worst, place_towards(a, at, f->home, f));
	return worst;
}

/*
 * What is not known may be empty, and is taken to name something below the folder: that is what
 * people mean by build/$x.
 */
static enum gaff_place_kind place_of_hole(struct arena *a, struct named at, const struct folders *f)
{
	struct sv name = first_name(at.rest), stem = { name.p, 0 };
	enum gaff_place_kind place;

	while (stem.n < name.n && stem.p[stem.n])
		stem.n++;
	if (has_dots(at.rest) || sv_eq(at.folder, SV("/")) ||
	    (stem.n && (sv_starts(SV(".git"), stem) || sv_eq(stem, SV("..")))))
		return GAFF_PLACE_UNKNOWN;
	place = stem.n ? place_of_path(joined(a, at.folder, stem), f) : place_of_path(at.folder, f);
	if (place == GAFF_PLACE_ROOT)
		return GAFF_PLACE_UNKNOWN;
	return place == GAFF_PLACE_HOME_ROOT && !stem.n && relation(at.folder, f->home) == SAME
		       ? GAFF_PLACE_HOME
		       : place;
}

static enum gaff_place_kind place_of_named(struct arena *a, struct named at,
					   const struct folders *f)
{
	if (!at.rest.n)
		return place_of_path(at.folder, f);
	return sv_chr(at.rest, 0) ? place_of_hole(a, at, f) : place_of_pattern(a, at, f);
}

/* ---- words ---- */

/* How many bytes of the text are known: all names in front of a pattern or a hole. */
static size_t known_part(struct gaff_word word)
{
	size_t slash = 0;

	for (size_t i = 0; i < word.text.n; i++) {
		char c = word.text.p[i];

		if (c == '/')
			slash = i + 1;
		else if (!c || (word.has_pattern && (c == '*' || c == '?' || c == '[')))
			return slash;
	}
	return word.text.n;
}

/* "~/x" with the home in place of "~"; empty: the home of somebody who is not known. */
static struct sv without_tilde(struct arena *a, const struct gaff_world *world,
			       const struct gaff_program *program, struct sv text)
{
	struct sv user = first_name(text), base = SV("");

	if (user.n == 1 || sv_eq(sv_skip(user, 1), world->user))
		base = world->home;
	else if (sv_eq(user, SV("~+")))
		base = program->cwd;
	return base.n ? sv_join(a, base, sv_skip(text, user.n), SV("")) : base;
}

/* The home itself, or a pattern for all that is in it. */
static bool is_all_of_home(struct sv text)
{
	struct sv rest = next_names(text, first_name(text));

	return !rest.n || is_everything(first_name(rest));
}

/* A path as it is written, from where relative ones start; empty: that is not known. */
static struct sv written(struct arena *a, const struct gaff_program *program, struct sv text)
{
	if ((text.n && text.p[0] == '/') || gaff_path_has_drive(text))
		return text;
	return program->cwd.n ? sv_join(a, program->cwd, SV("/"), text) : SV("");
}

/* Without links; as it is where that cannot be told. */
static struct sv real(struct arena *a, struct sv path)
{
	char out[PATH_MAX];
	const char *cstr = path.n ? gaff_arena_cstr(a, path) : NULL;

	if (!cstr || !gaff_fs_real(cstr, out, sizeof out))
		return path;
	return joined(a, SV("/"), (struct sv){ gaff_arena_dup(a, sv_of(out)), strlen(out) });
}

/* A folder of the world, without slashes at its end; "/" is nobody's. */
static struct sv folder(struct sv path)
{
	while (path.n && path.p[path.n - 1] == '/')
		path.n--;
	return path;
}

/* On another machine only names count that mean the same everywhere. */
static enum gaff_place_kind place_elsewhere(struct arena *a, const struct gaff_world *world,
					    struct gaff_word word)
{
	const struct folders none = { .home = folder(world->home) };
	struct sv text = word.text, name = first_name(text);
	size_t known = known_part(word);
	enum gaff_place_kind place;

	if (text.p[0] == '~')
		return is_all_of_home(text) ? GAFF_PLACE_HOME_ROOT : GAFF_PLACE_NOWHERE;
	if (text.p[0] != '/' && !gaff_path_has_drive(text))
		return !text.p[0] || is_everything(name) || sv_eq(name, SV(".")) ||
				       sv_eq(name, SV(".."))
			       ? GAFF_PLACE_UNKNOWN
			       : GAFF_PLACE_NOWHERE;
	place = place_of_named(
		a, (struct named){ plain(a, (struct sv){ text.p, known }), sv_skip(text, known) },
		&none);
	return place == GAFF_PLACE_OUTSIDE || place == GAFF_PLACE_HOME ? GAFF_PLACE_NOWHERE : place;
}

enum gaff_place_kind gaff_place_of(struct arena *a, const struct gaff_world *world,
				   const struct gaff_program *program, struct gaff_word word)
{
	struct folders f = { folder(world->project),
			     folder(world->home),
			     { folder(world->doubts_tmpdir ? SV("") : world->tmpdir), SV("") } };
	struct named as_written, as_led;
	enum gaff_place_kind place, led;
	struct sv path;
	size_t known;

	if (!word.text.n)
		return GAFF_PLACE_NOWHERE;
	if (program->is_elsewhere)
		return place_elsewhere(a, world, word);
	if (word.text.p[0] == '~') {
		struct sv text = without_tilde(a, world, program, word.text);

		if (!text.n)
			return is_all_of_home(word.text) ? GAFF_PLACE_HOME_ROOT
							 : GAFF_PLACE_OUTSIDE;
		word.text = text;
	}
	known = known_part(word);
	path = written(a, program, (struct sv){ word.text.p, known });
	if (!path.n || !word.text.p[0]) /* "$DIR/build" */
		return GAFF_PLACE_UNKNOWN;
	as_written = (struct named){ plain(a, path), sv_skip(word.text, known) };
	place = place_of_named(a, as_written, &f);
	if (place == GAFF_PLACE_NOWHERE || place > GAFF_PLACE_HOME || gaff_path_has_drive(path))
		return place;

	/* A link on the way may lead elsewhere, or the project itself be named by one. */
	as_led = (struct named){ real(a, path), as_written.rest };
	if (sv_eq(as_led.folder, as_written.folder) && place == GAFF_PLACE_PROJECT)
		return place;
	f = (struct folders){ real(a, f.project),
			      real(a, f.home),
			      { real(a, f.temp[0]), real(a, SV("/tmp")) } };
	led = place_of_named(a, as_led, &f);
	return sv_eq(as_led.folder, as_written.folder) ? led : worse(place, led);
}

struct sv gaff_place_path(struct arena *a, const struct gaff_world *world,
			  const struct gaff_program *program, struct gaff_word word,
			  struct sv *out_real)
{
	struct sv path = SV("");

	if (word.text.n && word_is_known(word)) {
		struct sv text = word.text;

		if (text.p[0] == '~')
			text = without_tilde(a, world, program, text);
		path = text.n ? written(a, program, text) : SV("");
	}
	if (out_real)
		*out_real = real(a, path);
	return path.n ? plain(a, path) : path;
}
