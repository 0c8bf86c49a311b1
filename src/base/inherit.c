#include "base/inherit.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/inherit_parts.h"

const char *gaff_inheritance_name(enum gaff_inheritance how)
{
	static const char *const names[] = {
		[YES] = "yes",
		[NO] = "no",
		[EARLY] = "no; but it may act before gaff is started",
		[OUTSIDE] = "an absolute path outside of the project",
		[ENTRIES] = "its absolute entries outside of the project",
		[SOCKET] = "a socket outside of the project",
		[WORDS] =
			"what has no path into the project; a word may be the name of a file there",
	};

	return names[how];
}

/* Letters that are the same but for their case; others may be too, and are looked at again. */
static bool may_be(char a, char b)
{
	return !((a ^ b) & ~0x20);
}

static bool fits(const char *pattern, struct sv name)
{
	struct sv p, head;
	const char *star;

	if (pattern[0] != '*' && (!name.n || !may_be(pattern[0], name.p[0]))) /* most end here */
		return false;
	p = head = sv_of(pattern);
	star = memchr(p.p, '*', p.n);
	if (!star)
		return sv_eq_nocase(p, name);
	head.n = (size_t)(star - p.p);
	p = sv_skip(p, head.n + 1);
	return name.n >= head.n + p.n && sv_starts_nocase(name, head) &&
	       sv_eq_nocase(sv_skip(name, name.n - p.n), p);
}

const struct gaff_variable_row *gaff_variable_find(struct sv name)
{
	const struct gaff_variable_row *end = gaff_variable_rows + gaff_n_variable_rows;
	char first = name.n ? ascii_lower(name.p[0]) : '\0';

	for (const struct gaff_variable_row *row = gaff_variable_rows; row < end; row++) {
		char c = row->name[0];

		/* most differ in the first letter, and there are many, for each variable */
		if ((c == '*' || (c | 0x20) == (first | 0x20)) && fits(row->name, name))
			return row;
	}
	return NULL;
}

/* ---- where a path leads ---- */

static bool is_same(const struct stat *a, const struct stat *b)
{
	return b->st_ino && a->st_ino == b->st_ino && a->st_dev == b->st_dev;
}

static bool is_below(struct sv path, struct sv folder)
{
	return sv_starts(path, folder) &&
	       (folder.n == 1 || path.n == folder.n || path.p[folder.n] == '/');
}

static bool is_repository(const char *folder)
{
	char path[PATH_MAX + 8];
	struct stat s;

	return snprintf(path, sizeof path, "%s/.git", folder) < (int)sizeof path &&
	       lstat(path, &s) == 0;
}

/*
 * The outermost repository, in place: what is around a submodule or a worktree is of the same
 * people. A home ends it, and what programs of the system are in.
 */
static void widen(char *real, const struct stat *home)
{
	size_t n = strlen(real), found = n;
	char path[PATH_MAX];
	struct stat s;

	memcpy(path, real, n + 1);
	while (n && !is_below(SV("/usr/bin"), (struct sv){ path, n }) && stat(path, &s) == 0 &&
	       !is_same(&s, home)) {
		if (is_repository(path))
			found = n;
		while (n && path[n - 1] != '/')
			n--;
		path[n ? --n : 0] = '\0';
	}
	real[found] = '\0';
}

struct gaff_inside gaff_inherit_project(struct arena *a, const char *project)
{
	struct gaff_inside in = { 0 };
	const char *home = gaff_home();
	char real[PATH_MAX];

	if (!project || !realpath(project, real) || is_below(SV("/usr/bin"), sv_of(real)))
		return in;
	if (!home || stat(home, &in.home) != 0)
		in.home.st_ino = 0;
	gaff_inherit_stand(a, &in, real);
	widen(real, &in.home);
	gaff_inherit_stand(a, &in, real);
	if (stat(real, &in.folder) != 0)
		in.folder.st_ino = 0;
	in.project = sv_of(gaff_arena_dup(a, sv_of(real)));
	if (home && realpath(home, real) && is_below(sv_of(real), in.project))
		in.home_in_it = sv_of(gaff_arena_dup(a, sv_of(real)));
	return in;
}

/* ---- the way of a path, as the kernel goes it ---- */

#define LINKS_MAX 40

struct way {
	const struct gaff_inside *in;
	size_t n;         /* of `at` */
	int links;        /* seen */
	bool is_in;       /* the project, and not the home in it */
	bool has_been_in; /* since it began at the root */
	char at[PATH_MAX];
	char rest[2 * PATH_MAX];
};

/* What is in /proc is something else to whoever is started; /dev leads there. */
static bool is_special(struct sv at)
{
	return is_below(at, SV("/proc")) || is_below(at, SV("/dev"));
}

static bool follow(struct way *w, size_t parent, const char *rest)
{
	char target[2 * PATH_MAX];
	ssize_t n = readlink(w->at, target, PATH_MAX);
	size_t left = strlen(rest);

	if (n <= 0 || ++w->links > LINKS_MAX || (size_t)n + left + 2 > sizeof target)
		return false;
	target[n] = '/';
	memcpy(target + n + 1, rest, left + 1);
	memcpy(w->rest, target, (size_t)n + left + 2);
	w->n = parent;
	if (target[0] == '/') {
		w->n = 0;
		w->has_been_in = false;
	}
	w->at[w->n] = '\0';
	return true;
}

/* A name in the folder that was reached; `rest` is what follows. False: it leads nowhere good. */
static bool enter(struct way *w, struct sv name, const char *rest)
{
	size_t parent = w->n;
	struct stat s;

	if (w->n + 1 + name.n >= sizeof w->at)
		return false;
	w->at[w->n++] = '/';
	memcpy(w->at + w->n, name.p, name.n);
	w->n += name.n;
	w->at[w->n] = '\0';
	if (is_special((struct sv){ w->at, w->n }) || lstat(w->at, &s) != 0)
		return false;
	if (S_ISLNK(s.st_mode)) /* one in the project is what the project makes it */
		return !w->is_in && follow(w, parent, rest);
	memmove(w->rest, rest, strlen(rest) + 1);
	if (is_same(&s, &w->in->folder))
		w->is_in = w->has_been_in = true;
	if (is_same(&s, &w->in->home))
		w->is_in = false;
	return true;
}

static bool leave(struct way *w)
{
	while (w->n && w->at[--w->n] != '/')
		;
	w->at[w->n] = '\0';
	return !w->has_been_in;
}

/* True: it is there. Else that is how far it goes. */
static bool go(struct way *w)
{
	for (;;) {
		size_t skip = strspn(w->rest, "/"), n = strcspn(w->rest + skip, "/");
		struct sv name = { w->rest + skip, n };
		const char *rest = name.p + n;
		bool is_up = sv_eq(name, SV(".."));

		if (!n)
			return true;
		if (!is_up && !sv_eq(name, SV("."))) {
			if (!enter(w, name, rest))
				return false;
			continue;
		}
		if (is_up && !leave(w))
			return false;
		memmove(w->rest, rest, strlen(rest) + 1);
	}
}

enum end { IS_OUTSIDE, IS_INSIDE, IS_NOWHERE };

static enum end end_of(struct sv path, const struct gaff_inside *in)
{
	struct way w;
	bool is_there;

	if (!path.n || path.n >= PATH_MAX || path.p[0] != '/')
		return IS_NOWHERE;
	w.in = in;
	w.n = 0;
	w.links = 0;
	w.is_in = w.has_been_in = false;
	memcpy(w.rest, path.p, path.n);
	w.rest[path.n] = '\0';
	is_there = go(&w);
	return w.is_in ? IS_INSIDE : is_there ? IS_OUTSIDE : IS_NOWHERE;
}

/*
 * Not by its name alone: a link may lead in, and a name may be written in many ways. What passes
 * the project or /proc does not count either, and what is not there now may be there then.
 */
bool gaff_is_outside(struct sv path, const struct gaff_inside *in)
{
	return end_of(path, in) == IS_OUTSIDE;
}

bool gaff_is_inside(struct sv path, const struct gaff_inside *in)
{
	return end_of(path, in) == IS_INSIDE;
}

/* The value of a list without what is not left, from the arena; empty: nothing is. */
static struct sv entries_left(struct arena *a, struct sv value, const struct gaff_inside *in)
{
	struct buf b = buf_in(a);

	for (;;) {
		const char *colon = memchr(value.p, ':', value.n);
		struct sv entry = { value.p, colon ? (size_t)(colon - value.p) : value.n };

		if (gaff_is_outside(entry, in)) {
			if (b.n)
				buf_addc(&b, ':');
			gaff_buf_add(&b, entry);
		}
		if (!colon)
			break;
		value = sv_skip(value, entry.n + 1);
	}
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

/* One of the parts of a value, which `value` is then without; false: there are no more. */
static bool next_part(struct sv *value, char between, struct sv *part)
{
	const char *end = value->p ? memchr(value->p, between, value->n) : NULL;

	if (!value->p)
		return false;
	*part = (struct sv){ value->p, end ? (size_t)(end - value->p) : value->n };
	*value = end ? sv_skip(*value, part->n + 1) : (struct sv){ 0 };
	return true;
}

static bool are_outside(struct sv value, const struct gaff_inside *in)
{
	struct sv entry;

	while (next_part(&value, ':', &entry))
		if (!gaff_is_outside(entry, in))
			return false;
	return true;
}

/* Addresses of D-Bus and docker: others than these start programs, or lead to other machines. */
static bool are_sockets(struct sv value, const struct gaff_inside *in)
{
	struct sv address, field;

	if (sv_starts(value, SV("unix:///")))
		return gaff_is_outside(sv_skip(value, strlen("unix://")), in);
	while (next_part(&value, ';', &address)) {
		(void)next_part(&address, ',', &field);
		if (sv_starts(field, SV("unix:path=")) &&
		    !gaff_is_outside(sv_skip(field, strlen("unix:path=")), in))
			return false;
		if (!sv_starts(field, SV("unix:path=")) && !sv_starts(field, SV("unix:abstract=")))
			return false;
		if (address.p && !sv_starts(address, SV("guid=")))
			return false;
	}
	return true;
}

/* ---- what no row names ---- */

static bool has(struct sv value, struct sv what)
{
	for (; value.n >= what.n; value = sv_skip(value, 1))
		if (sv_starts(value, what))
			return true;
	return false;
}

static bool is_in_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (c && strchr("._-+~@", c)) || c & 0x80;
}

/* Names the project, or a file in it: anywhere, for the value may be an option. */
static bool has_project(struct sv value, const struct gaff_inside *in)
{
	struct sv project = in->project;

	while (project.n && value.n >= project.n) {
		const char *slash = memchr(value.p, '/', value.n);

		if (!slash)
			return false;
		value = sv_skip(value, (size_t)(slash - value.p));
		if (sv_starts(value, project) &&
		    (value.n == project.n || !is_in_name(value.p[project.n])) &&
		    !(in->home_in_it.n && is_below(value, in->home_in_it)))
			return true;
		value = sv_skip(value, 1);
	}
	return false;
}

static bool has_dots(struct sv path)
{
	return has(path, SV("/./")) || has(path, SV("/../"));
}

/* An entry that is for whoever stands in the project, or hides where it leads. */
static bool is_suspect(struct sv entry, const struct gaff_inside *in)
{
	enum end end;

	if (sv_starts(entry, SV("./")) || sv_starts(entry, SV("../")))
		return true;
	if (!entry.n || entry.p[0] != '/')
		return false;
	if (is_below(entry, SV("/proc")) || is_below(entry, SV("/dev/fd")))
		return true;
	end = end_of(entry, in);
	return end == IS_INSIDE || (end == IS_NOWHERE && (has(entry, SV("//")) || has_dots(entry)));
}

/* "//host/…" after a scheme: a server's, but for names that no server has. */
static bool is_of_url(struct sv before, struct sv entry)
{
	return before.n && !memchr(before.p, '/', before.n) && sv_starts(entry, SV("//")) &&
	       !sv_starts(entry, SV("//proc/")) && !has_dots(entry);
}

/* Leads somewhere else than its words say, wherever it stands in the value. */
static bool has_detour(struct sv value)
{
	return sv_has(value, SV("/../")) || sv_has(value, SV("/proc/")) ||
	       sv_has(value, SV("/dev/fd"));
}

/* There is no end of variables that load code: those of the project's own files never count. */
static bool is_data(struct sv value, const struct gaff_inside *in)
{
	struct sv rest = value, before = { 0 }, entry;

	if (sv_starts_nocase(value, SV("unixexec:")) || has_project(value, in) || has_detour(value))
		return false;
	while (next_part(&rest, ':', &entry)) {
		if (!is_of_url(before, entry) && is_suspect(entry, in))
			return false;
		before = entry;
	}
	return true;
}

bool gaff_is_inherited(const struct gaff_variable_row *row, struct sv value, struct gaff_inside *in)
{
	if (!row || row->how == WORDS)
		return is_data(value, in) && (row || !gaff_names_project(value, in));
	if (row->how == OUTSIDE)
		return gaff_is_outside(value, in);
	if (row->how == ENTRIES)
		return are_outside(value, in);
	return row->how == SOCKET ? are_sockets(value, in) : row->how == YES;
}

/* ---- all of them ---- */

static char *variable(struct arena *a, struct sv name, struct sv value)
{
	struct buf b = buf_in(a);

	gaff_buf_add(&b, name);
	buf_addc(&b, '=');
	gaff_buf_add(&b, value);
	return buf_ok(&b) ? gaff_arena_cstr(a, buf_sv(&b)) : NULL;
}

/* What is left of one of these, or NULL. */
static char *take(struct arena *a, char *from, struct sv name, struct gaff_inside *in)
{
	const struct gaff_variable_row *row = gaff_variable_find(name);
	struct sv value = sv_of(from + name.n + 1);
	bool is_path = sv_eq(name, SV("PATH"));
	const char *home;

	if ((!row || row->how != ENTRIES) && gaff_is_inherited(row, value, in))
		return from;
	if (row && row->how == ENTRIES) {
		struct sv left = entries_left(a, value, in);

		if (left.n)
			return left.n == value.n ? from : variable(a, name, left);
	}
	if (is_path) /* else the C library takes one of its own, which may have "." in it */
		return variable(a, name, SV(GAFF_PATH_FOR_NONE));
	home = sv_eq(name, SV("HOME")) ? gaff_home() : NULL;
	return home && gaff_is_outside(sv_of(home), in) ? variable(a, name, sv_of(home)) : NULL;
}

size_t gaff_inherit(struct arena *a, char *const *from, const char *project, const char *cwd,
		    char **to)
{
	struct gaff_inside in = gaff_inherit_project(a, project);
	bool has_path = false;
	char here[PATH_MAX], *left;
	size_t n = 0;

	if (in.project.n)
		gaff_inherit_stand(a, &in, cwd ? cwd : getcwd(here, sizeof here));
	for (size_t i = 0; from[i]; i++) {
		const char *equals = strchr(from[i], '=');
		struct sv name = { from[i], equals ? (size_t)(equals - from[i]) : 0 };

		left = equals ? take(a, from[i], name, &in) : NULL;
		if (left)
			to[n++] = left;
		has_path = has_path || sv_eq(name, SV("PATH"));
	}
	left = has_path ? NULL : variable(a, SV("PATH"), SV(GAFF_PATH_FOR_NONE));
	if (left) /* else there is no memory */
		to[n++] = left;
	n = gaff_inherit_direct(a, to, n);
	to[n] = NULL;
	return n;
}
