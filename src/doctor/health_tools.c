#include "doctor/health.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/inherit.h"
#include "base/limits.h"
#include "doctor/shell_scan.h"
#include "text/path.h"
#include "text/words.h"

/* ---- what the system says of a file ---- */

enum found { FOUND, FOUND_NOTHING, FOUND_FOLDER, FOUND_NOT_EXECUTABLE };

static enum found look_at(const char *path)
{
	struct stat s;

	if (stat(path, &s) != 0)
		return FOUND_NOTHING;
	if (!S_ISREG(s.st_mode))
		return FOUND_FOLDER;
	return s.st_mode & 0111 && access(path, X_OK) == 0 ? FOUND : FOUND_NOT_EXECUTABLE;
}

/* As a shell finds it, be it in a folder without a "/" in front. */
static const char *find_in_path(struct arena *a, struct sv name)
{
	struct sv rest = sv_of(getenv("PATH"));

	while (rest.n) {
		const char *colon = memchr(rest.p, ':', rest.n), *file;
		struct sv folder = { rest.p, colon ? (size_t)(colon - rest.p) : rest.n };

		file = folder.n ? gaff_arena_cstr(a, folder) : ".";
		file = file ? gaff_path_join(a, file, name) : NULL;
		if (file && look_at(file) == FOUND)
			return file;
		rest = sv_skip(rest, folder.n + (colon != NULL));
	}
	return NULL;
}

static bool is_in_path(struct arena *a, struct sv name)
{
	return find_in_path(a, name) != NULL;
}

/* ---- programs that hooks do not find ---- */

struct left_out {
	struct arena *arena;
	struct gaff_inside in;
	struct sv program;
	const char *folder;
};

static void look_outside(void *context, struct sv word, bool is_command, bool is_plain)
{
	struct left_out *l = context;
	struct sv rest = sv_of(getenv("PATH"));
	const char *folder = NULL;

	if (l->folder || !is_command || !is_plain || memchr(word.p, '/', word.n) ||
	    gaff_shell_has(word))
		return;
	while (rest.n) {
		const char *colon = memchr(rest.p, ':', rest.n), *file, *name;
		struct sv entry = { rest.p, colon ? (size_t)(colon - rest.p) : rest.n };

		name = entry.n ? gaff_arena_cstr(l->arena, entry) : ".";
		file = name ? gaff_path_join(l->arena, name, word) : NULL;
		if (file && look_at(file) == FOUND) {
			if (gaff_is_outside(entry, &l->in))
				return;
			folder = folder ? folder : name;
		}
		rest = sv_skip(rest, entry.n + (colon != NULL));
	}
	l->folder = folder;
	l->program = word;
}

bool gaff_command_left_out(struct arena *a, struct sv command, struct json env, const char *project,
			   struct sv *out)
{
	struct left_out l = { .arena = a, .in = gaff_inherit_project(a, project) };
	struct sv root = sv_of(project);
	struct buf b = buf_in(a);
	const char *folder;

	if (gaff_json_get(env, SV("PATH")).n)
		return false;
	gaff_shell_scan(a, command, look_outside, &l);
	if (!l.folder)
		return false;
	/* as it is called from there, where that is so: a manifest is for more than one machine */
	folder = root.n && sv_starts(sv_of(l.folder), root) && l.folder[root.n] == '/'
			 ? l.folder + root.n + 1
			 : l.folder;
	BUF_JOIN(&b, l.program, SV(" is only in "), sv_of(l.folder),
		 SV(", where hooks do not look; add \"env\": {\"PATH\": \""), sv_of(folder),
		 SV(":" GAFF_PATH_FOR_NONE "\"} to its handler"));
	*out = buf_sv(&b);
	return buf_ok(&b);
}

static bool has_same_bytes(const char *x, const char *y)
{
	char sum[2][65];
	const char *path[] = { x, y };
	struct gaff_err ignored;

	for (int i = 0; i < 2; i++) {
		int fd = open(path[i], O_RDONLY | O_CLOEXEC);
		enum gaff_rc rc = fd >= 0 ? gaff_fs_sha256(fd, sum[i], &ignored) : GAFF_EIO;

		if (fd >= 0)
			(void)close(fd);
		if (rc != GAFF_OK)
			return false;
	}
	return strcmp(sum[0], sum[1]) == 0;
}

static bool is_same_file(const char *x, const char *y)
{
	struct stat s, t;

	return stat(x, &s) == 0 && stat(y, &t) == 0 &&
	       ((s.st_dev == t.st_dev && s.st_ino == t.st_ino) ||
		(s.st_size == t.st_size && has_same_bytes(x, y)));
}

/* ---- the program of an entry of ours ---- */

/* What comes of a hook that does not start, where the agent does not just go on. */
static const char *outcome(struct gaff_health *h, const struct gaff_spot *spot)
{
	char text[128];

	if (!spot->host || !(spot->host->flags & GAFF_H_FAILS_CLOSED))
		return "";
	(void)snprintf(text, sizeof text, ", and %s blocks every such call", spot->host->title);
	return gaff_arena_dup(h->arena, sv_of(text));
}

static void check_ours(struct gaff_health *h, const struct gaff_spot *spot, struct sv program,
		       const char *own)
{
	const char *path = gaff_arena_cstr(h->arena, program), *fix = "run: gaff doctor --fix";
	struct stat s;

	if (!path)
		return;
	if (!memchr(program.p, '/', program.n)) { /* somebody wrote it by hand */
		path = find_in_path(h->arena, program);
		if (!path) {
			(void)gaff_ail(h, GAFF_AIL_MISSING_PROGRAM, spot, fix,
				       "the program %.*s is not in PATH%s", SV_ARG(program),
				       outcome(h, spot));
			return;
		}
	}
	if (path[0] != '/') {
		(void)gaff_ail(h, GAFF_AIL_WRONG_PROGRAM, spot, fix,
			       "%s is another program in another folder", path);
		return;
	}
	switch (look_at(path)) {
	case FOUND_NOTHING:
		(void)gaff_ail(h, GAFF_AIL_MISSING_PROGRAM, spot, fix, "there is no program %s%s",
			       path, outcome(h, spot));
		return;
	case FOUND_FOLDER:
		(void)gaff_ail(h, GAFF_AIL_WRONG_PROGRAM, spot, fix, "%s is no program%s", path,
			       outcome(h, spot));
		return;
	case FOUND_NOT_EXECUTABLE:
		(void)gaff_ail(h, GAFF_AIL_NOT_EXECUTABLE, spot, fix, "%s cannot be executed%s",
			       path, outcome(h, spot));
		return;
	case FOUND:
		break;
	}
	if (own && !is_same_file(path, own))
		(void)gaff_ail(h, GAFF_AIL_WRONG_PROGRAM, spot, fix, "%s is not this gaff (%s)",
			       path, own);
	if (stat(path, &s) == 0 && s.st_mode & 0002) {
		char next[PATH_MAX + 32];

		(void)snprintf(next, sizeof next, "run: chmod o-w %s", path);
		(void)gaff_ail(h, GAFF_AIL_OPEN_PROGRAM, spot, next, "everybody may write to %s",
			       path);
	}
}

/* ---- commands of anybody ---- */

/* What scripts of hooks are mostly written with, and machines mostly lack. */
static const struct sv tools[] = { SV_INIT("jq"),  SV_INIT("node"), SV_INIT("python3"),
				   SV_INIT("bun"), SV_INIT("deno"), SV_INIT("python") };

static bool is_tool(struct sv word)
{
	for (size_t i = 0; i < COUNT_OF(tools); i++)
		if (sv_eq(tools[i], word))
			return true;
	return false;
}

enum { SCRIPT_MAX = 64 << 10 };

struct looking {
	struct gaff_health *h;
	const struct gaff_spot *spot;
	const char *folder, *project, *script; /* script: it is inside of that one */
	struct sv text;
	size_t n_commands;
};

/* A word that may name a file, as one: "~/x", "$HOME/x", "$CLAUDE_PROJECT_DIR/x", "./x". */
static const char *file_of(const struct looking *l, struct sv word)
{
	static const struct sv projects[] = {
		SV_INIT("$CLAUDE_PROJECT_DIR"), SV_INIT("${CLAUDE_PROJECT_DIR}"),
		SV_INIT("$GEMINI_PROJECT_DIR"), SV_INIT("$FACTORY_PROJECT_DIR"),
		SV_INIT("$CURSOR_PROJECT_DIR"), SV_INIT("$COPILOT_PROJECT_DIR"),
		SV_INIT("$QWEN_PROJECT_DIR")
	};
	struct arena *a = l->h->arena;
	const char *home = getenv("HOME");
	struct buf b = buf_in(a);

	for (size_t i = 0; i < COUNT_OF(projects); i++)
		if (l->project && sv_starts(word, projects[i])) {
			gaff_buf_add(&b, sv_of(l->project));
			word = sv_skip(word, projects[i].n);
			break;
		}
	if (home && (sv_starts(word, SV("$HOME/")) || sv_starts(word, SV("~/")))) {
		gaff_buf_add(&b, sv_of(home));
		word = sv_skip(word, word.p[0] == '~' ? 1 : 5);
	}
	gaff_buf_add(&b, word);
	if (!b.n || memchr(b.p, '$', b.n) || memchr(b.p, '`', b.n))
		return NULL; /* only the shell knows */
	if (b.p[0] == '/')
		return gaff_arena_cstr(a, buf_sv(&b));
	return l->folder ? gaff_path_join(a, l->folder, buf_sv(&b)) : NULL;
}

/* "command -v jq": the hook knows what to do without it. */
static bool is_asked_for(const struct looking *l, struct sv name)
{
	static const struct sv ways[] = { SV_INIT("command -v "), SV_INIT("which "),
					  SV_INIT("type "), SV_INIT("hash ") };

	for (size_t i = 0; i < COUNT_OF(ways); i++) {
		struct buf b = buf_in(l->h->arena);

		BUF_JOIN(&b, ways[i], name);
		if (buf_ok(&b) && sv_has(l->text, buf_sv(&b)))
			return true;
	}
	return false;
}

static void miss_tool(const struct looking *l, struct sv name)
{
	struct gaff_ailment *item;
	char next[160];

	(void)snprintf(next, sizeof next, "install %.*s, or take the hook out", SV_SHORT(name, 60));
	if (l->script)
		item = gaff_ail(l->h, GAFF_AIL_MISSING_TOOL, l->spot, next,
				"the script %s of this hook calls %.*s, which is not in PATH",
				l->script, SV_ARG(name));
	else
		item = gaff_ail(l->h, GAFF_AIL_MISSING_TOOL, l->spot, next,
				"this hook calls %.*s, which is not in PATH", SV_ARG(name));
	if (item)
		item->is_wrong = !is_asked_for(l, name);
}

static void read_script(const struct looking *l, const char *path);

static void look_at_word(void *context, struct sv word, bool is_command, bool is_plain)
{
	struct looking *l = context;
	struct arena *a = l->h->arena;
	bool first = is_command && l->n_commands++ == 0 && !l->script;

	if (is_command && is_plain && !memchr(word.p, '/', word.n)) {
		if ((first || is_tool(word)) && !gaff_shell_has(word) && !is_in_path(a, word))
			miss_tool(l, word);
	} else if (memchr(word.p, '/', word.n) && !l->script) {
		const char *path = file_of(l, word);
		enum found found = path ? look_at(path) : FOUND;
		struct gaff_ailment *item = NULL;

		if (!path)
			return;
		if (first && found == FOUND_FOLDER)
			item = gaff_ail(l->h, GAFF_AIL_WRONG_PROGRAM, l->spot,
					"name the file, or take the hook out",
					"the hook's program %s is no file%s", path,
					outcome(l->h, l->spot));
		else if (first && found == FOUND_NOTHING)
			item = gaff_ail(l->h, GAFF_AIL_MISSING_PROGRAM, l->spot,
					"put the file there, or take the hook out",
					"the hook's program %s is not there%s", path,
					outcome(l->h, l->spot));
		else if (first && found == FOUND_NOT_EXECUTABLE)
			item = gaff_ail(l->h, GAFF_AIL_NOT_EXECUTABLE, l->spot,
					"make it executable with chmod +x",
					"the hook's program %s cannot be executed%s", path,
					outcome(l->h, l->spot));
		if (item)
			item->is_fixable = false;
		if (found == FOUND || found == FOUND_NOT_EXECUTABLE)
			read_script(l, path);
	}
}

/* "#!/usr/bin/env python3" */
static void check_interpreter(struct looking *l, struct sv text)
{
	const char *end = memchr(text.p, '\n', text.n);
	struct sv line = { text.p + 2, (end ? (size_t)(end - text.p) : text.n) - 2 }, word;
	struct words_iter it = words_iter(sv_trim(line));
	const char *path;

	if (gaff_words_next(l->h->arena, &it, &word) != WORDS_WORD)
		return;
	path = gaff_arena_cstr(l->h->arena, word);
	if (path && path[0] == '/' && look_at(path) != FOUND)
		miss_tool(l, word);
	if (sv_eq(word, SV("/usr/bin/env")) &&
	    gaff_words_next(l->h->arena, &it, &word) == WORDS_WORD && word.p[0] != '-' &&
	    !is_in_path(l->h->arena, word))
		miss_tool(l, word);
}

static bool is_shell_script(struct sv text, const char *path)
{
	const char *end = memchr(text.p, '\n', text.n), *dot = strrchr(path, '.');
	struct sv line = { text.p, end ? (size_t)(end - text.p) : text.n };

	if (sv_starts(text, SV("#!")))
		return sv_has(line, SV("sh"));
	return dot && (strcmp(dot, ".sh") == 0 || strcmp(dot, ".bash") == 0);
}

static void read_script(const struct looking *from, const char *path)
{
	struct looking l = *from;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct gaff_err ignored;
	struct sv text;
	enum gaff_rc rc;

	if (fd < 0)
		return;
	rc = gaff_fs_read(l.h->arena, fd, SCRIPT_MAX, &text, &ignored);
	(void)close(fd);
	l.script = path;
	l.text = rc == GAFF_OK ? text : (struct sv){ 0 };
	if (rc != GAFF_OK || !text.n)
		return;
	if (sv_starts(text, SV("#!")))
		check_interpreter(&l, text);
	if (is_shell_script(text, path))
		gaff_shell_scan(l.h->arena, text, look_at_word, &l);
}

/* "/opt/my tools/check.sh --fast": is what a shell would cut in two there as one? */
static bool is_cut(struct gaff_health *h, const struct gaff_spot *spot, struct sv command)
{
	struct sv head = command;
	const char *path;

	if (command.p[0] != '/' || memchr(command.p, '\\', command.n))
		return false;
	for (size_t i = 0, pieces = 0; i <= command.n && pieces < 16; i++) {
		struct gaff_ailment *item;
		struct stat s;

		if (i < command.n && command.p[i] != ' ')
			continue;
		head.n = i;
		path = gaff_arena_cstr(h->arena, head);
		if (path && stat(path, &s) == 0 && S_ISREG(s.st_mode)) {
			if (!pieces)
				return false;
			item = gaff_ail(h, GAFF_AIL_UNQUOTED_PATH, spot, "put it in quotes",
					"a shell cuts this path at a space: %s", path);
			if (item)
				item->is_fixable = false;
			return true;
		}
		pieces++;
	}
	return false;
}

void gaff_health_command(struct gaff_health *h, const struct gaff_spot *spot, struct sv command,
			 const char *folder, const char *project)
{
	struct looking l = {
		.h = h, .spot = spot, .folder = folder, .project = project, .text = command
	};

	if (command.n && !is_cut(h, spot, command))
		gaff_shell_scan(h->arena, command, look_at_word, &l);
}

void gaff_health_programs(struct gaff_health *h, const struct gaff_config *c, const char *program,
			  const char *project)
{
	for (size_t i = 0; i < c->n; i++) {
		const struct gaff_registered *r = &c->item[i];
		struct gaff_spot spot = gaff_spot_at(c, r);

		if (r->whose != GAFF_ANOTHERS && r->file &&
		    look_at(r->file) == FOUND_NOT_EXECUTABLE)
			(void)gaff_ail(h, GAFF_AIL_NOT_EXECUTABLE, &spot, "run: gaff doctor --fix",
				       "%s does not run a file that cannot be executed",
				       c->host->title);
		if (r->whose == GAFF_OURS)
			check_ours(h, &spot, r->line.program, program);
		else if (r->whose == GAFF_ANOTHERS)
			gaff_health_command(h, &spot, r->command, project, project);
	}
}
