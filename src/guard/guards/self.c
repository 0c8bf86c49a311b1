#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/fs.h"
#include "base/os.h"
#include "guard/eval/files.h"
#include "guard/eval/place.h"
#include "guard/guards/self_parts.h"
#include "guard/pieces.h"
#include "agents/hosts.h"
#include "text/glob.h"
#include "text/path.h"
#include "text/words.h"

/*
 * What keeps an agent in check must not be the agent's to change: gaff's own folders, and the files
 * that agents are told by to run it. To read them is fine.
 */

#define TELL        "tell the user what should be changed, and why"
#define NO_HOOKS    "it starts an agent without the hooks that guard it"
#define WITH_HOOKS  "start it with its hooks, or ask the user to start it"
#define REMOVES     "it removes gaff itself"
#define SWITCHES    "it switches off the hooks that guard an agent"
#define UNASKED     "it starts an agent that asks nobody before it acts"
#define WITH_ASKING "start it without that, or ask the user to start it"
#define TYPES       "it types into a window or terminal, where it could answer in the user's place"
#define LET_TYPE    "tell the user what to type, or run the program itself"

/* clang-format off */
static const struct gaff_guard_row rows[] = {
	{ "gaff-off", "gaff uninstall|restore|disable|untrust", GAFF_DENY,
	  "it would switch off the hooks that guard this agent",
	  "ask the user to run it, if it is needed" },
	{ "gaff-trust", "gaff trust", GAFF_DENY,
	  "whether a project's hooks are trusted is for a person to say",
	  "ask the user to look at the hooks and to run 'gaff trust'" },
	{ "gaff-setup", "gaff init|install|enable", GAFF_ASK,
	  "it changes how this agent is guarded",
	  "ask the user to run it" },
	{ "gaff-run", "gaff run", GAFF_ASK,
	  "it speaks to gaff as an agent does, and can tell it another folder of this session", TELL },
	{ "gaff-kill", "pkill|killall|skill ..gaff|..gaff-http|..*/gaff|..gaff?run*|..*/gaff?run*", GAFF_DENY,
	  "it would end the guard in the middle of its work",
	  "leave gaff running; tell the user if it hangs" },
	{ "gaff-remove", "npm|pnpm|yarn|bun uninstall|remove|rm|un|unlink ..gaff|..@*/gaff", GAFF_DENY, REMOVES, TELL },
	{ "gaff-remove-global", "yarn|uv global|tool|pip remove|uninstall ..gaff|..@*/gaff", GAFF_DENY, REMOVES, TELL },
	{ "gaff-remove-package", "apt|apt-get|aptitude|dnf|yum|zypper|snap|brew|port|apk|pip|pip3|pipx|cargo remove|purge|erase|uninstall|rm|del|unlink ..gaff", GAFF_DENY, REMOVES, TELL },
	{ "gaff-remove-system", "dpkg|rpm|pacman|nix-env -r|-P|-R|-e|--remove|--purge|--erase|--uninstall ..gaff", GAFF_DENY, REMOVES, TELL },
	{ "gaff-variable-for-all", "launchctl|systemctl|setx|setenv|dbus-update-activation-environment ..GAFF_*", GAFF_DENY,
	  "it switches off gaff, or its log, for what is started later", TELL },
	{ "claude-no-hooks", "claude|claude-code --bare|--safe-mode|--settings=*disableAllHooks*", GAFF_DENY,
	  NO_HOOKS, WITH_HOOKS },
	{ "claude-no-user", "claude|claude-code --setting-sources !--setting-sources=*user*", GAFF_DENY,
	  NO_HOOKS, WITH_HOOKS },
	{ "claude-other-hooks", "claude|claude-code --settings=*hooks*", GAFF_ASK,
	  "it starts an agent with other hooks", WITH_HOOKS },
	{ "claude-config", "claude|claude-code config ..disableAllHooks|..hooks*", GAFF_DENY, SWITCHES, TELL },
	{ "claude-unasked", "claude|claude-code --dangerously-skip-permissions|--allow-dangerously-skip-permissions|--permission-mode=bypassPermissions", GAFF_ASK,
	  UNASKED, WITH_ASKING },
	{ "codex-no-hooks", "codex -c=*hooks*false*|--config=*hooks*false*|--disable=*hooks*|-c=hooks*|-c=?hooks*|--config=hooks*|--config=?hooks*|--ignore-user-config", GAFF_DENY,
	  NO_HOOKS, WITH_HOOKS },
	{ "codex-features", "codex features disable ..*hooks*", GAFF_DENY, SWITCHES, TELL },
	{ "codex-unasked", "codex --dangerously-bypass-approvals-and-sandbox|--dangerously-bypass-hook-trust|--yolo|--sandbox=danger-full-access|-s=danger-full-access", GAFF_ASK,
	  UNASKED, WITH_ASKING },
	{ "gemini-hooks", "gemini|qwen hooks disable|disable-all", GAFF_DENY, SWITCHES, TELL },
	{ "gemini-no-hooks", "gemini|qwen --bare|--safe-mode", GAFF_DENY, NO_HOOKS, WITH_HOOKS },
	{ "gemini-unasked", "gemini|qwen -y|--yolo|--approval-mode=yolo", GAFF_ASK, UNASKED, WITH_ASKING },
	{ "agent-no-hooks", "opencode|kilo|pi --pure|--no-extensions", GAFF_DENY, NO_HOOKS, WITH_HOOKS },
	{ "cursor-unasked", "cursor-agent -f|--force|--yolo", GAFF_ASK, UNASKED, WITH_ASKING },
	{ "agent-unasked", "copilot|droid|opencode|kilo|crush|kimi|cline|auggie|amp|kiro-cli|q -y|--yolo|--allow-all|--allow-all-tools|--skip-permissions-unsafe|--dangerously-skip-permissions|--dangerously-allow-all|--trust-all-tools", GAFF_ASK,
	  UNASKED, WITH_ASKING },
	{ "type-screen", "screen -X=stuff|-X=paste|-X=writebuf", GAFF_ASK, TYPES, LET_TYPE },
	{ "type-tmux", "tmux ..send|..send-*|..paste*|..loadb|..load-b*|..setb|..set-b*", GAFF_ASK, TYPES, LET_TYPE },
	{ "type-keys", "xdotool|ydotool ..type|..key|..keydown|..click", GAFF_ASK, TYPES, LET_TYPE },
	{ "type-text", "wtype|dotool|dotoolc|xvkbd|xte|cliclick", GAFF_ASK, TYPES, LET_TYPE },
	{ "type-terminal", "kitty|kitten|wezterm ..send-text|..send-key", GAFF_ASK, TYPES, LET_TYPE },
	{ "type-zellij", "zellij action|ac write|write-chars", GAFF_ASK, TYPES, LET_TYPE },
	{ "type-osascript", "osascript -e=*keystroke*|-e=*key?code*|-e=*do?script*|-e=*write?text*", GAFF_ASK, TYPES, LET_TYPE },
};
/* clang-format on */

/* A file or a folder that is not the agent's to change; in the last part of a file may be a "*". */
struct guarded {
	struct sv path;
	const char *row;
	bool is_folder; /* and all below it */
};

enum { GUARDED_MAX = 512, PATHS_MAX = 32 }; /* several for each file of each agent */

struct guarded_list {
	struct arena *arena;
	struct sv project, cwd, home; /* or empty */
	struct guarded item[GUARDED_MAX];
	size_t n;
};

static const char ours[] = "gaff-files", program[] = "gaff-program", agents[] = "agent-settings";

/* Every path here is plain, and so are the folders: they are only put together. */
static void add(struct guarded_list *l, struct sv folder, struct sv path, const char *row,
		bool is_folder)
{
	char *p;

	if (l->n == GUARDED_MAX || !path.n || (path.p[0] != '/' && !folder.n))
		return;
	p = gaff_arena_alloc(l->arena, folder.n + 1 + path.n);
	if (!p)
		return; /* the arena has failed, and says so */
	l->item[l->n++] = (struct guarded){ { p, folder.n + (folder.n > 0) + path.n },
					    row,
					    is_folder };
	if (folder.n) {
		memcpy(p, folder.p, folder.n);
		p[folder.n] = '/';
		p += folder.n + 1;
	}
	memcpy(p, path.p, path.n);
}

/* Absolute, and without a slash at its end: "/" is the empty text. */
static struct sv plain(struct arena *a, struct sv folder)
{
	struct buf b = buf_in(a);

	if (folder.n)
		gaff_path_absolute(&b, (struct sv){ 0 }, folder, false);
	return b.n > 1 && buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

/* ---- what is gaff's ---- */

/* Where a shell would find it; and where it usually is, for a PATH may be cut short. */
static void add_installed(struct guarded_list *l)
{
	static const char *const usual[] = { "/usr/local/bin/gaff", "/usr/bin/gaff",
					     "/opt/homebrew/bin/gaff" };
	const char *list = getenv("PATH");
	struct sv rest = sv_of(list ? list : "");

	for (size_t i = 0; i < COUNT_OF(usual); i++)
		add(l, (struct sv){ 0 }, sv_of(usual[i]), program, false);
	add(l, l->home, SV(".local/bin/gaff"), program, false);
	for (size_t i = 0; rest.n && i < PATHS_MAX; i++) {
		struct sv folder = sv_next_piece(&rest, ':');

		if (folder.n > 1 && folder.p[0] == '/')
			add(l, plain(l->arena, folder), SV("gaff"), program, false);
	}
}

static void add_ours(struct guarded_list *l)
{
	static const enum gaff_dir dirs[] = { GAFF_DIR_CONFIG, GAFF_DIR_STATE, GAFF_DIR_CACHE };
	struct sv none = { 0 };
	char path[PATH_MAX];

	for (size_t i = 0; i < COUNT_OF(dirs); i++) {
		char *slash;

		if (!gaff_dir_path(dirs[i], "x", path, sizeof path))
			continue;
		slash = strrchr(path, '/');
		*slash = '\0';
		add(l, none, sv_of(path), ours, true);
	}
	add(l, none, SV("/etc/gaff"), ours, true);
	add(l, l->project, SV(".gaff"), ours, true);
	add(l, l->cwd, SV(".gaff"), ours, true);
	if (gaff_os_own_program(path, sizeof path))
		add(l, none, sv_of(path), program, false);
	add_installed(l);
}

/* ---- what is the agents' ---- */

/* A module has what it is told by beside it (install/plugin.h). */
static void add_file(struct guarded_list *l, struct sv folder, const char *path,
		     enum gaff_syntax syntax)
{
	const char *slash = strrchr(path, '/');
	struct sv beside = { path, slash ? (size_t)(slash - path) : 0 };

	add(l, folder, sv_of(path), agents, false);
	if (syntax == GAFF_SYNTAX_MODULE && slash)
		add(l, folder, sv_join(l->arena, beside, SV("/gaff.json"), SV("")), ours, false);
}

/* Below a project: agents take switches from these, though no hooks that gaff reads. */
static const struct sv settings_of_projects[] = { SV_INIT(".codex/config.toml") };

static void add_settings(struct guarded_list *l)
{
	for (size_t i = 0; i < COUNT_OF(settings_of_projects); i++) {
		add(l, l->project, settings_of_projects[i], agents, false);
		if (!sv_eq(l->cwd, l->project))
			add(l, l->cwd, settings_of_projects[i], agents, false);
	}
}

static void add_row(struct guarded_list *l, const struct gaff_host *host,
		    const struct gaff_config_row *row)
{
	const char *path = row->path + 2; /* behind "~/" or "./" */
	const char *moved;
	size_t n = 0;

	if (row->flags & GAFF_C_ANOTHERS) /* in the rows of that one, too */
		return;
	if (row->path[0] == '/') {
		add_file(l, (struct sv){ 0 }, row->path, row->syntax);
	} else if (row->path[0] == '.') {
		add_file(l, l->project, path, row->syntax);
		if (!sv_eq(l->cwd, l->project))
			add_file(l, l->cwd, path, row->syntax);
	} else {
		add_file(l, l->home, path, row->syntax);
		moved = gaff_host_moved_home(host, row, &n);
		if (moved)
			add_file(l, plain(l->arena, sv_of(moved)), row->path + n + 1, row->syntax);
	}
}

/* ---- is this one of them? ---- */

enum answer { NO, PERHAPS, YES };

static bool starts(struct sv v, struct sv prefix, bool any_case)
{
	return any_case ? sv_starts_nocase(v, prefix) : sv_starts(v, prefix);
}

static bool is_at_or_below(struct sv path, struct sv folder, bool any_case)
{
	return starts(path, folder, any_case) &&
	       (path.n == folder.n || path.p[folder.n] == '/' || sv_eq(folder, SV("/")));
}

/* Does a pattern of a shell mean it? A star does not mean names that begin with a dot. */
static bool means(struct sv pattern, struct sv path)
{
	size_t at = 0;

	for (size_t i = 0; i < path.n; i++) {
		if (path.p[i] != '/')
			continue;
		while (at < pattern.n && pattern.p[at] != '/')
			at++;
		if (i + 1 < path.n && path.p[i + 1] == '.' &&
		    (at + 1 >= pattern.n || pattern.p[at + 1] != '.'))
			return false;
		at++;
	}
	return gaff_glob_match(pattern, path);
}

/* The same of the path or any folder it is in. */
static bool means_any(struct sv pattern, struct sv path, bool with_folders)
{
	if (means(pattern, path))
		return true;
	for (size_t n = path.n; with_folders && n > 1; n--)
		if (path.p[n - 1] == '/' && means(pattern, (struct sv){ path.p, n - 1 }))
			return true;
	return false;
}

static struct sv folder_of(struct sv path)
{
	while (path.n && path.p[path.n - 1] != '/')
		path.n--;
	return (struct sv){ path.p, path.n ? path.n - 1 : 0 };
}

/* "*" stands for any name, as in the rows of the hosts; there is one at most. */
static bool is_named(struct sv name, struct sv path, bool any_case)
{
	const char *star = sv_chr(name, '*');
	struct sv head = { name.p, star ? (size_t)(star - name.p) : name.n }, tail;

	if (!star || path.n < name.n - 1 || !starts(path, head, any_case))
		return !star && path.n == name.n && starts(path, head, any_case);
	tail = sv_skip(name, head.n + 1);
	return starts(sv_skip(path, path.n - tail.n), tail, any_case) &&
	       !memchr(path.p + head.n, '/', path.n - tail.n - head.n);
}

static enum answer is_it(const struct guarded *g, struct sv path, bool has_pattern,
			 enum gaff_file_act act)
{
	bool any_case = gaff_os_ignores_case(), takes_folders = act == GAFF_FILE_DELETES;

	if (has_pattern && means_any(path, g->path, takes_folders))
		return YES;
	if (takes_folders && is_at_or_below(g->path, path, any_case))
		return YES;
	if (g->is_folder)
		return is_at_or_below(path, g->path, any_case) ? YES : NO;
	return is_named(g->path, path, any_case) ? YES : NO;
}

/* A file in this folder that cannot be told: no more than that, else every `$x` would be one. */
static enum answer is_in_it(const struct guarded *g, struct sv folder)
{
	return is_at_or_below(folder, g->is_folder ? g->path : folder_of(g->path),
			      gaff_os_ignores_case())
		       ? PERHAPS
		       : NO;
}

/*
 * Of "$x/.claude/settings.json" the end is known: is it that of one of them, with a folder in it? A
 * pattern for names stands for all that is in its folder.
 */
static bool is_like(const struct guarded *g, struct sv tail)
{
	bool is_any = sv_chr(g->path, '*');
	struct sv mine = is_any ? folder_of(g->path) : g->path;
	struct sv its = is_any ? folder_of(tail) : tail;

	for (size_t i = 2; i <= its.n; i++) {
		if (i < its.n && (its.p[i] != '/' || !g->is_folder))
			continue;
		if (mine.n > i && memchr(its.p + 1, '/', i - 1) &&
		    memcmp(mine.p + mine.n - i, its.p, i) == 0)
			return true;
	}
	return false;
}

/* The settings may be behind a link themselves, as when somebody keeps them in a repository. */
static enum answer is_it_really(struct arena *a, const struct guarded *g, struct sv real,
				enum gaff_file_act act)
{
	const char *name = gaff_arena_cstr(a, g->path);
	struct guarded there = *g;
	char path[PATH_MAX];

	if (!name || !gaff_fs_real(name, path, sizeof path) || strcmp(name, path) == 0)
		return NO;
	there.path = sv_of(path);
	return is_it(&there, real, false, act);
}

/* .gaff of any folder of the project is read when an agent is started there, and of those above. */
static bool is_level(const struct gaff_world *world, struct sv path)
{
	static const struct sv name = SV_INIT("/.gaff");

	for (size_t i = 0; world->project.n && i + name.n <= path.n; i++) {
		struct sv level = { path.p, i };

		if (memcmp(path.p + i, name.p, name.n) == 0 &&
		    (i + name.n == path.n || path.p[i + name.n] == '/') &&
		    (is_at_or_below(level, world->project, false) ||
		     is_at_or_below(world->project, level, false)))
			return true;
	}
	return false;
}

/* ---- findings ---- */

static void report_file(struct gaff_guard_call *call, struct gaff_guard_report *report,
			const struct gaff_file *file, const char *row, enum answer answer)
{
	bool is_ours = row != agents;
	enum gaff_decision decision = answer == YES && is_ours ? GAFF_DENY : GAFF_ASK;

	if (answer == PERHAPS && report->is_strict)
		decision = GAFF_DENY;
	if (!is_ours && gaff_self_switches_off(call, file)) {
		gaff_guard_add(report, "self", SV("agent-hooks-off"), GAFF_DENY,
			       gaff_file_what(file), SV(SWITCHES), SV(TELL));
		return;
	}
	gaff_guard_add(report, "self", sv_of(row), decision, gaff_file_what(file),
		       row == ours ? SV("it changes what gaff guards by")
		       : row == program
			       ? SV("it changes or removes gaff itself")
			       : SV("it changes the settings that agents and their hooks are "
				    "run by"),
		       SV(TELL));
}

/* What stands before the part of a name that cannot be known: a folder, or nothing. */
static struct gaff_word known_folder(struct gaff_word word)
{
	const char *hole = memchr(word.text.p, '\0', word.text.n);

	word.text.n = (size_t)(hole - word.text.p);
	if (!word.text.n)
		return word;
	word.text = folder_of(word.text);
	if (!word.text.n)
		word.text = word.text.p[0] == '/' ? SV("/") : SV(".");
	return word;
}

static enum answer is_guarded(struct gaff_guard_call *call, const struct guarded *g,
			      const struct gaff_file *file, struct sv path, struct sv real)
{
	enum answer answer = is_it(g, path, file->word.has_pattern, file->act);

	if (answer == NO && real.n && !sv_eq(path, real)) {
		answer = is_it(g, real, file->word.has_pattern, file->act);
		if (answer == NO)
			answer = is_it_really(call->arena, g, real, file->act);
	}
	return answer;
}

/*
 * Crush has its settings right in the project: where there are none, what may be any file of that
 * folder is not them. Named, they are.
 */
static bool is_nowhere(struct arena *a, const struct guarded_list *l, const struct guarded *g)
{
	struct sv folder = folder_of(g->path);
	const char *path;

	if (g->row != agents || !sv_chr(g->path, '/') ||
	    (!sv_eq(folder, l->project) && !sv_eq(folder, l->cwd)))
		return false;
	path = gaff_arena_cstr(a, g->path);
	return path && access(path, F_OK) != 0;
}

static void look_at(struct gaff_guard_call *call, struct gaff_guard_report *report,
		    const struct guarded_list *l, const struct gaff_file *file)
{
	bool is_known = word_is_known(file->word) && !file->is_inside;
	struct gaff_word word = word_is_known(file->word) ? file->word : known_folder(file->word);
	struct sv real = { 0 }, path, tail = word_known_tail(file->word);
	enum answer best = NO;
	const char *row = NULL;

	if (file->program->is_elsewhere)
		return;
	for (size_t i = 0; i < l->n && best == NO && tail.n; i++)
		if (is_like(&l->item[i], tail)) {
			best = PERHAPS;
			row = l->item[i].row;
		}
	path = !word.text.n
		       ? SV("")
		       : gaff_place_path(call->arena, &call->world, file->program, word, &real);
	for (size_t i = 0; i < l->n && best != YES && path.n; i++) {
		const struct guarded *g = &l->item[i];
		enum answer answer = is_known ? is_guarded(call, g, file, path, real)
					      : is_in_it(g, path);

		if (answer != NO && (!is_known || file->word.has_pattern || answer == PERHAPS) &&
		    is_nowhere(call->arena, l, g))
			answer = NO;
		if (answer > best) {
			best = answer;
			row = g->row;
		}
	}
	if (best != YES && path.n && is_level(&call->world, path)) {
		best = is_known ? YES : PERHAPS;
		row = ours;
	}
	if (best != NO)
		report_file(call, report, file, row, best);
}

/* Does this word of a program that lists files name one of them? */
static const struct guarded *named_by(struct gaff_guard_call *call, const struct guarded_list *l,
				      const struct gaff_program *lister, struct gaff_word word)
{
	struct gaff_file file = { .act = GAFF_FILE_WRITES, .word = word, .program = lister };
	struct sv real = { 0 }, path;

	if (!word.text.n || word.text.p[0] == '-' || !word_is_known(word))
		return NULL;
	path = gaff_place_path(call->arena, &call->world, lister, word, &real);
	for (size_t i = 0; i < l->n && path.n; i++)
		if (is_guarded(call, &l->item[i], &file, path, real) == YES &&
		    !(word.has_pattern && is_nowhere(call->arena, l, &l->item[i])))
			return &l->item[i];
	return NULL;
}

static bool is_fed_by(const struct gaff_program *p, const struct gaff_program *lister)
{
	const struct gaff_program *from = p->launcher ? p->launcher : p;

	for (from = from->fed_by; from; from = from->fed_by)
		if (from == lister)
			return true;
	return false;
}

/*
 * `ls FILE | xargs rm`, `rm $(ls FILE)`: a name that cannot be known is perhaps one that the same
 * command lists. What is only written may also be named by a pipe alone.
 */
static void look_at_listed(struct gaff_guard_call *call, struct gaff_guard_report *report,
			   const struct guarded_list *l, const struct gaff_file *file)
{
	static const char listers[] = "ls dir vdir find fd fdfind grep egrep fgrep rg ag git "
				      "realpath readlink stat locate tree eza exa basename";

	struct sv name = file->word.text;

	if (sv_starts(name, SV("./"))) /* what is listed is at least no option */
		name = sv_skip(name, 2);
	if (file->program->is_elsewhere || !file->program->n || !name.n || name.p[0])
		return;
	for (const struct gaff_program *p = call->programs.first; p; p = p->next) {
		if (!gaff_is_among(p->name, listers) || p == file->program ||
		    (file->act != GAFF_FILE_DELETES && !is_fed_by(file->program, p)))
			continue;
		for (size_t i = 1; i < p->n; i++) {
			const struct guarded *g = named_by(call, l, p, p->word[i]);

			if (g) {
				report_file(call, report, file, g->row, PERHAPS);
				return;
			}
		}
	}
}

static enum gaff_rc look(struct gaff_guard_call *call, struct gaff_guard_report *report,
			 struct gaff_err *err)
{
	const struct gaff_file *files;
	struct guarded_list *l;

	GAFF_TRY(gaff_guard_rows(call, "self", GAFF_ROWS(rows), report, err));
	gaff_self_starts(call, report);
	GAFF_TRY(gaff_files_changed(call, &files, err));
	if (!files) /* as of most calls */
		return GAFF_OK;
	l = gaff_arena_alloc(call->arena, sizeof *l);
	GAFF_TRY(gaff_arena_check(call->arena, err));
	l->arena = call->arena;
	l->n = 0;
	l->project = plain(call->arena, call->world.project);
	l->cwd = plain(call->arena, call->world.cwd);
	l->home = plain(call->arena, call->world.home);
	add_ours(l);
	add_settings(l);
	for (const struct gaff_host *h = gaff_host_next(NULL); h; h = gaff_host_next(h))
		for (size_t i = 0; i < h->n_config; i++)
			add_row(l, h, &h->config[i]);
	for (const struct gaff_file *f = files; f; f = f->next) {
		look_at(call, report, l, f);
		look_at_listed(call, report, l, f);
		GAFF_TRY(gaff_self_writes(call, report, f, GAFF_ROWS(rows), err));
	}
	return gaff_arena_check(call->arena, err);
}

const struct gaff_guard gaff_guard_self = {
	.name = "self",
	.help = "changes of gaff's own files and of the agents' hook settings, agents that are "
		"started without hooks, and keys that are typed for the user",
	.events = GAFF_EV(BEFORE_TOOL) | GAFF_EV(PERMISSION_REQUEST),
	.look = look,
	.rows = rows,
	.n_rows = COUNT_OF(rows),
};
