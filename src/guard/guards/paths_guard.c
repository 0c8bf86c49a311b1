#include "guard/eval/files.h"
#include "guard/eval/place.h"
#include "guard/pieces.h"
#include "text/glob.h"

/*
 * Where an agent writes. Its project and the folders for temporary files are its own; anywhere else
 * it has to ask, and in some places it has no business at all. Reading is fine everywhere.
 */

/* Below the home: what is run at the next login, or opens a door. */
static const struct {
	const char *glob, *what;
} doors[] = {
	{ ".{bash*,zsh*,zlogin,zlogout,zprofile,profile,kshrc,cshrc,tcshrc,login,logout,inputrc}",
	  "the files that shells run when they start" },
	{ ".{xprofile,xinitrc,xsession*,pam_environment}", "what is started at login" },
	{ ".{oh-my-zsh,bashrc.d,zshrc.d,profile.d}/**",
	  "the files that shells run when they start" },
	{ ".config/{fish,zsh,nushell,environment.d}/**",
	  "the files that shells run when they start" },
	{ ".ssh{,/**}", "what opens other machines" },
	{ ".gnupg{,/**}", "the keys that things are signed with" },
	{ ".{netrc,pypirc,npmrc,pgpass,git-credentials}", "passwords and keys" },
	{ ".{aws,kube,docker,azure}{,/**}", "passwords and keys" },
	{ ".config/gcloud{,/**}", "passwords and keys" },
	{ ".gitconfig", "what git runs for every repository" },
	{ ".config/git/**", "what git runs for every repository" },
	{ ".config/{autostart,systemd,plasma-workspace}/**", "what is started at login" },
	{ ".local/share/systemd/**", "what is started at login" },
	{ "Library/{LaunchAgents,LaunchDaemons}/**", "what is started at login" },
	{ ".vimrc", "what an editor runs" },
	{ ".{vim,emacs.d}/**", "what an editor runs" },
	{ ".config/nvim/**", "what an editor runs" },
};

/* Below .git of the project: what git runs, and where it finds that. */
static const char *const git_doors[] = {
	"hooks",          "hooks/**", "config", "config.worktree", "modules/**/{hooks/**,config}",
	"info/attributes"
};

/* What is said of each; `when` is for people, as these are not about programs. */
enum row { OUTSIDE, UNKNOWN, GIT_FOLDER, GIT_HOOKS, HOME_SETTINGS, SYSTEM, ROWS };

#define HERE "write below the project, or to a temporary folder; or ask the user to do it"

/* clang-format off */
static const struct gaff_guard_row rows[ROWS] = {
	[OUTSIDE] = { "outside-project", "(a file outside of the project, and not a temporary one)", GAFF_ASK,
		"it is outside of the project", HERE },
	[UNKNOWN] = { "unknown-target", "(a file that cannot be told)", GAFF_ASK,
		"it cannot be told where this writes", "name the file itself" },
	[GIT_FOLDER] = { "git-folder", "(a file in .git)", GAFF_ASK,
		"it is a file of git itself", "use git, and not its files" },
	[GIT_HOOKS] = { "git-hooks", "(hooks and configuration in .git)", GAFF_DENY,
		"it changes what git runs in this repository",
		"leave it to the user, or use 'git config' for what is harmless" },
	[HOME_SETTINGS] = { "home-settings", "(below the home: what is run at login, keys, passwords)", GAFF_DENY,
		"it changes what is run at login, or keys and passwords",
		"tell the user what should be changed there" },
	[SYSTEM] = { "system", "(a file of the system, or a device)", GAFF_DENY,
		"it belongs to the system", HERE },
};
/* clang-format on */

static bool is_at_or_below(struct sv path, struct sv folder)
{
	return folder.n && sv_starts(path, folder) &&
	       (path.n == folder.n || path.p[folder.n] == '/' || sv_eq(folder, SV("/")));
}

/* What is behind the folder; empty: it is not below it. */
static struct sv below(struct sv path, struct sv folder)
{
	if (!folder.n || path.n <= folder.n || !is_at_or_below(path, folder))
		return (struct sv){ 0 };
	return sv_skip(path, folder.n + !sv_eq(folder, SV("/")));
}

static const char *door_of(struct sv name)
{
	for (size_t i = 0; name.n && i < COUNT_OF(doors); i++)
		if (gaff_glob_match(sv_of(doors[i].glob), name))
			return doors[i].what;
	return NULL;
}

/* The home as it is called, and where that leads: place.c knows both, and gives one path. */
static const char *home_door(const struct gaff_world *world, struct sv path, struct sv real)
{
	const char *door = door_of(below(path, world->home));

	return door ? door : door_of(below(real, world->home));
}

static bool is_git_door(struct sv path)
{
	static const struct sv git = SV_INIT("/.git/");

	for (size_t i = 0; i + git.n < path.n; i++) {
		if (memcmp(path.p + i, git.p, git.n) != 0)
			continue;
		for (size_t k = 0; k < COUNT_OF(git_doors); k++)
			if (gaff_glob_match(sv_of(git_doors[k]), sv_skip(path, i + git.n)))
				return true;
	}
	return false;
}

/* The root itself is where files are copied to; what it is in is outside of it. */
static bool is_outside_root(const struct gaff_world *world, struct sv path)
{
	return path.n && !is_at_or_below(path, world->project);
}

/* Somebody may keep these files in a project, and work on them; but no project is a home. */
static bool may_be_door(const struct gaff_world *world, enum gaff_place_kind kind)
{
	return kind > GAFF_PLACE_PROJECT ||
	       (kind == GAFF_PLACE_PROJECT && is_at_or_below(world->home, world->project));
}

/* The row that is about it; ROWS: none is. */
static enum row judge(const struct gaff_world *world, enum gaff_place_kind kind, struct sv path,
		      struct sv real, const char **door)
{
	*door = may_be_door(world, kind) ? home_door(world, path, real) : NULL;
	if (*door)
		return HOME_SETTINGS;
	switch (kind) {
	case GAFF_PLACE_NOWHERE:
	case GAFF_PLACE_TEMP:
	case GAFF_PLACE_PROJECT:
		return ROWS;
	case GAFF_PLACE_ROOT:
		return is_outside_root(world, path) ? OUTSIDE : ROWS;
	case GAFF_PLACE_GIT:
		return is_git_door(path) || is_git_door(real) ? GIT_HOOKS : GIT_FOLDER;
	case GAFF_PLACE_UNKNOWN:
		return UNKNOWN;
	case GAFF_PLACE_OUTSIDE:
	case GAFF_PLACE_HOME:
	case GAFF_PLACE_HOME_ROOT:
		return OUTSIDE;
	case GAFF_PLACE_SYSTEM:
	case GAFF_PLACE_DEVICE:
		return SYSTEM;
	}
	return ROWS;
}

static struct sv reason_for(struct arena *a, const struct gaff_guard_row *row, const char *door)
{
	return door ? sv_join(a, SV("it changes "), sv_of(door), SV("")) : sv_of(row->reason);
}

/* Of "logs/$name.txt" the folder is known, and that is what counts: any name in it will do. */
static struct gaff_word any_name_in(struct arena *a, struct gaff_word word)
{
	const char *hole = sv_chr(word.text, 0);
	size_t n = hole ? (size_t)(hole - word.text.p) : 0;

	while (n && word.text.p[n - 1] != '/')
		n--;
	if (n)
		word.text = sv_join(a, (struct sv){ word.text.p, n }, SV("name"), SV(""));
	return word;
}

static enum gaff_rc look(struct gaff_guard_call *call, struct gaff_guard_report *report,
			 struct gaff_err *err)
{
	const struct gaff_file *files;

	GAFF_TRY(gaff_files_changed(call, &files, err));
	for (const struct gaff_file *f = files; f; f = f->next) {
		enum gaff_place_kind kind;
		struct sv path, real = { 0 };
		struct gaff_word word;
		const char *door;
		enum row row;

		if (f->program->is_elsewhere)
			continue;
		word = any_name_in(call->arena, f->word);
		kind = gaff_place_of(call->arena, &call->world, f->program, word);
		if (kind <= GAFF_PLACE_PROJECT && !may_be_door(&call->world, kind))
			continue;
		path = gaff_place_path(call->arena, &call->world, f->program, word, &real);
		row = judge(&call->world, kind, path, real, &door);
		if (row == ROWS)
			continue;
		gaff_guard_add(report, "paths", sv_of(rows[row].name),
			       row == UNKNOWN && report->is_strict ? GAFF_DENY : rows[row].decision,
			       gaff_file_what(f), reason_for(call->arena, &rows[row], door),
			       sv_of(rows[row].instead));
	}
	return gaff_arena_check(call->arena, err);
}

const struct gaff_guard gaff_guard_paths_guard = {
	.name = "paths",
	.help = "writes outside of the project, to system files and to what is run at login",
	.events = GAFF_EV(BEFORE_TOOL) | GAFF_EV(PERMISSION_REQUEST),
	.look = look,
	.rows = rows,
	.n_rows = COUNT_OF(rows),
};
