#include "guard/launch.h"
#include "text/words.h"

/* Programs that start other programs, and how what they start is found in their words. */

enum how {
	AS_WORDS,  /* the operands, from the `skip`-th on, are a program and its words */
	AS_TEXT,   /* they are joined to a text for a shell */
	AS_TEXTS,  /* each of them is one */
	AS_ANY,    /* any of them may be the first that is the program: its options are not told */
	AS_OPTION, /* the value of an option is one: only `options` */
};

enum {
	ELSEWHERE = 1,  /* on another machine, or in a container */
	ASSIGNS = 2,    /* X=1 in front of the program */
	BEHIND_END = 4, /* only what is behind "--" */
	ASKS = 8,       /* with one of `options` it only tells something */
	REST = 32, /* the value of one of `options` and all behind it are a program and its words */
	READS_SHELL = 16, /* without a program it is a shell that reads stdin */
};

/*
 * In the order of their names. `name` may have sub-commands. `skip`: operands that come before the
 * program. `options`: those whose value is a text for a shell, whatever else there is.
 */
static const struct launcher {
	const char *name;
	enum how how;
	unsigned skip, flags;
	const char *options;
} launchers[] = {
	/* clang-format off */
	{ "-",                  AS_WORDS,  0, 0, NULL },
	{ "alacritty",          AS_ANY,    0, 0, NULL },
	{ "ansible",            AS_OPTION, 0, ELSEWHERE, "-a --args" },
	{ "asdf exec",          AS_WORDS,  0, 0, NULL },
	{ "aws-vault exec",     AS_WORDS,  0, BEHIND_END, NULL },
	{ "builtin",            AS_WORDS,  0, 0, NULL },
	{ "bundle exec",        AS_WORDS,  0, 0, NULL },
	{ "bunx",               AS_WORDS,  0, 0, NULL },
	{ "busybox",            AS_WORDS,  0, 0, NULL },
	{ "bwrap",              AS_ANY,    0, 0, NULL },
	{ "caffeinate",         AS_WORDS,  0, 0, NULL },
	{ "cargo watch",        AS_OPTION, 0, 0, "-s --shell" },
	{ "choom",              AS_ANY,    0, 0, NULL },
	{ "chpst",              AS_ANY,    0, 0, NULL },
	{ "chronic",            AS_WORDS,  0, 0, NULL },
	{ "chroot",             AS_WORDS,  1, 0, NULL },
	{ "chrt",               AS_WORDS,  1, 0, NULL },
	{ "command",            AS_WORDS,  0, ASKS, "-v -V" },
	{ "concurrently",       AS_TEXTS,  0, 0, NULL },
	{ "conda run",          AS_WORDS,  0, 0, NULL },
	{ "cpulimit",           AS_WORDS,  0, BEHIND_END, NULL },
	{ "dbus-run-session",   AS_WORDS,  0, 0, NULL },
	{ "direnv exec",        AS_WORDS,  1, 0, NULL },
	{ "distrobox enter",    AS_WORDS,  0, BEHIND_END, NULL },
	{ "doas",               AS_WORDS,  0, READS_SHELL, NULL },
	{ "docker compose exec", AS_WORDS, 1, ELSEWHERE, NULL },
	{ "docker compose run", AS_WORDS,  1, ELSEWHERE, NULL },
	{ "docker container exec", AS_WORDS, 1, ELSEWHERE, NULL },
	{ "docker exec",        AS_WORDS,  1, ELSEWHERE, NULL },
	{ "docker run",         AS_WORDS,  1, ELSEWHERE, NULL },
	{ "docker-compose exec", AS_WORDS, 1, ELSEWHERE, NULL },
	{ "docker-compose run", AS_WORDS,  1, ELSEWHERE, NULL },
	{ "doppler run",        AS_WORDS,  0, BEHIND_END, "--command" },
	{ "dotenv",             AS_ANY,    0, 0, NULL },
	{ "dotenvx run",        AS_WORDS,  0, BEHIND_END, NULL },
	{ "eatmydata",          AS_WORDS,  0, 0, NULL },
	{ "entr",               AS_WORDS,  0, 0, NULL },
	{ "env",                AS_WORDS,  0, ASSIGNS, NULL },
	{ "envdir",             AS_WORDS,  1, 0, NULL },
	{ "exec",               AS_WORDS,  0, 0, NULL },
	{ "fakeroot",           AS_WORDS,  0, 0, NULL },
	{ "faketime",           AS_WORDS,  1, 0, NULL },
	{ "firejail",           AS_WORDS,  0, 0, NULL },
	{ "flatpak-spawn",      AS_WORDS,  0, 0, NULL },
	{ "flock",              AS_WORDS,  1, 0, "-c --command" },
	{ "gcloud compute ssh", AS_OPTION, 0, ELSEWHERE, "--command" },
	{ "gdb",                AS_ANY,    0, 0, NULL },
	{ "git archive",        AS_OPTION, 0, 0, "--exec" },
	{ "git bisect run",     AS_WORDS,  0, 0, NULL },
	{ "git clone",          AS_OPTION, 0, 0, "-u --upload-pack" },
	{ "git difftool",       AS_OPTION, 0, 0, "-x --extcmd" },
	{ "git fetch",          AS_OPTION, 0, 0, "--upload-pack" },
	{ "git filter-branch",  AS_OPTION, 0, 0,
	  "--tree-filter --index-filter --msg-filter --env-filter --commit-filter --parent-filter" },
	{ "git grep",           AS_OPTION, 0, 0, "--open-files-in-pager" },
	{ "git ls-remote",      AS_OPTION, 0, 0, "--upload-pack --exec" },
	{ "git pull",           AS_OPTION, 0, 0, "--upload-pack" },
	{ "git push",           AS_OPTION, 0, 0, "--receive-pack --exec" },
	{ "git rebase",         AS_OPTION, 0, 0, "-x --exec" },
	{ "git submodule foreach", AS_TEXT, 0, 0, NULL },
	{ "gnome-terminal",     AS_ANY,    0, 0, NULL },
	{ "gtime",              AS_WORDS,  0, 0, NULL },
	{ "gtimeout",           AS_WORDS,  1, 0, NULL },
	{ "guix shell",         AS_WORDS,  0, BEHIND_END, NULL },
	{ "hatch run",          AS_WORDS,  0, 0, NULL },
	{ "hyperfine",          AS_TEXTS,  0, 0, "-p --prepare -c --cleanup -s --setup" },
	{ "ifne",               AS_WORDS,  0, 0, NULL },
	{ "incus exec",         AS_WORDS,  1, ELSEWHERE, NULL },
	{ "infisical run",      AS_WORDS,  0, BEHIND_END, "--command" },
	{ "ionice",             AS_WORDS,  0, 0, NULL },
	{ "kitty",              AS_ANY,    0, 0, NULL },
	{ "konsole",            AS_ANY,    0, 0, NULL },
	{ "kubectl exec",       AS_WORDS,  1, ELSEWHERE, NULL },
	{ "kubectl run",        AS_WORDS,  0, BEHIND_END | ELSEWHERE, NULL },
	{ "linux32",            AS_WORDS,  0, 0, NULL },
	{ "ltrace",             AS_WORDS,  0, 0, NULL },
	{ "lxc exec",           AS_WORDS,  1, ELSEWHERE, NULL },
	{ "man",                AS_OPTION, 0, 0, "-P --pager -H --html" },
	{ "mise exec",          AS_WORDS,  0, BEHIND_END, NULL },
	{ "mise x",             AS_WORDS,  0, BEHIND_END, NULL },
	{ "mosh",               AS_WORDS,  0, BEHIND_END | ELSEWHERE, NULL },
	{ "nc",                 AS_OPTION, 0, 0, "-e -c --exec --sh-exec" },
	{ "ncat",               AS_OPTION, 0, 0, "-e -c --exec --sh-exec" },
	{ "nerdctl exec",       AS_WORDS,  1, ELSEWHERE, NULL },
	{ "nerdctl run",        AS_WORDS,  1, ELSEWHERE, NULL },
	{ "nice",               AS_WORDS,  0, 0, NULL },
	{ "nix develop",        AS_OPTION, 0, REST, "-c --command" },
	{ "nix run",            AS_ANY,    0, 0, NULL },
	{ "nix shell",          AS_OPTION, 0, REST, "-c --command" },
	{ "nix-shell",          AS_OPTION, 0, 0, "--run --command" },
	{ "nocorrect",          AS_WORDS,  0, 0, NULL },
	{ "nodemon",            AS_OPTION, 0, 0, "-x --exec" },
	{ "noglob",             AS_WORDS,  0, 0, NULL },
	{ "nohup",              AS_WORDS,  0, 0, NULL },
	{ "npm exec",           AS_WORDS,  0, 0, "-c --call" },
	{ "npm x",              AS_WORDS,  0, 0, "-c --call" },
	{ "npx",                AS_WORDS,  0, 0, "-c --call" },
	{ "nsenter",            AS_WORDS,  0, 0, NULL },
	{ "numactl",            AS_ANY,    0, 0, NULL },
	{ "oc exec",            AS_WORDS,  1, ELSEWHERE, NULL },
	{ "oc rsh",             AS_WORDS,  1, ELSEWHERE, NULL },
	{ "op run",             AS_WORDS,  0, BEHIND_END, NULL },
	{ "parallel-ssh",       AS_TEXT,   0, ELSEWHERE, NULL },
	{ "pdm run",            AS_WORDS,  0, 0, NULL },
	{ "pdsh",               AS_ANY,    0, ELSEWHERE, NULL },
	{ "pee",                AS_TEXTS,  0, 0, NULL },
	{ "perf record",        AS_WORDS,  0, 0, NULL },
	{ "perf stat",          AS_WORDS,  0, 0, NULL },
	{ "pipenv run",         AS_WORDS,  0, 0, NULL },
	{ "pixi run",           AS_WORDS,  0, 0, NULL },
	{ "pkexec",             AS_WORDS,  0, 0, NULL },
	{ "pnpm dlx",           AS_WORDS,  0, 0, NULL },
	{ "pnpm exec",          AS_WORDS,  0, 0, "-c --shell-mode" },
	{ "podman exec",        AS_WORDS,  1, ELSEWHERE, NULL },
	{ "podman run",         AS_WORDS,  1, ELSEWHERE, NULL },
	{ "poetry run",         AS_WORDS,  0, 0, NULL },
	{ "prlimit",            AS_ANY,    0, 0, NULL },
	{ "proot",              AS_WORDS,  0, 0, NULL },
	{ "repeat",             AS_WORDS,  1, 0, NULL },
	{ "rlwrap",             AS_WORDS,  0, 0, NULL },
	{ "rsync",              AS_OPTION, 0, 0, "-e --rsh --rsync-path" },
	{ "run0",               AS_WORDS,  0, 0, NULL },
	{ "runuser",            AS_WORDS,  0, 0, "-c --command" },
	{ "rye run",            AS_WORDS,  0, 0, NULL },
	{ "scp",                AS_OPTION, 0, 0, "-S" },
	{ "screen",             AS_WORDS,  0, 0, NULL },
	{ "script",             AS_ANY,    0, 0, "-c --command" },
	{ "sem",                AS_TEXT,   0, 0, NULL },
	{ "setarch",            AS_WORDS,  1, 0, NULL },
	{ "setpriv",            AS_WORDS,  0, 0, NULL },
	{ "setsid",             AS_WORDS,  0, 0, NULL },
	{ "sg",                 AS_OPTION, 0, 0, "-c" },
	{ "softlimit",          AS_ANY,    0, 0, NULL },
	{ "sort",               AS_OPTION, 0, 0, "--compress-program" },
	{ "split",              AS_OPTION, 0, 0, "--filter" },
	{ "ssh",                AS_TEXT,   1, ELSEWHERE | READS_SHELL, NULL },
	{ "ssh-agent",          AS_WORDS,  0, 0, NULL },
	{ "sshpass",            AS_WORDS,  0, 0, NULL },
	{ "start-stop-daemon",  AS_ANY,    0, 0, NULL },
	{ "stdbuf",             AS_WORDS,  0, 0, NULL },
	{ "strace",             AS_WORDS,  0, 0, NULL },
	{ "su",                 AS_OPTION, 0, READS_SHELL, "-c --command --session-command" },
	{ "sudo",               AS_WORDS,  0, ASSIGNS | READS_SHELL, NULL },
	{ "systemd-inhibit",    AS_WORDS,  0, 0, NULL },
	{ "systemd-nspawn",     AS_ANY,    0, ELSEWHERE, NULL },
	{ "systemd-run",        AS_WORDS,  0, 0, NULL },
	{ "tar",                AS_OPTION, 0, 0, "--checkpoint-action --to-command -I --use-compress-program" },
	{ "taskset",            AS_WORDS,  1, 0, NULL },
	{ "tcpdump",            AS_OPTION, 0, 0, "-z" },
	{ "time",               AS_WORDS,  0, 0, NULL },
	{ "timeout",            AS_WORDS,  1, 0, NULL },
	{ "tmux new",           AS_TEXT,   0, 0, NULL },
	{ "tmux new-session",   AS_TEXT,   0, 0, NULL },
	{ "tmux new-window",    AS_TEXT,   0, 0, NULL },
	{ "tmux neww",          AS_TEXT,   0, 0, NULL },
	{ "tmux respawn-pane",  AS_TEXT,   0, 0, NULL },
	{ "tmux respawnp",      AS_TEXT,   0, 0, NULL },
	{ "tmux run-shell",     AS_TEXT,   0, 0, NULL },
	{ "tmux send",          AS_TEXT,   0, 0, NULL },
	{ "tmux send-keys",     AS_TEXT,   0, 0, NULL },
	{ "tmux split-window",  AS_TEXT,   0, 0, NULL },
	{ "tmux splitw",        AS_TEXT,   0, 0, NULL },
	{ "toolbox run",        AS_WORDS,  0, 0, NULL },
	{ "toybox",             AS_WORDS,  0, 0, NULL },
	{ "unbuffer",           AS_WORDS,  0, 0, NULL },
	{ "unshare",            AS_WORDS,  0, 0, NULL },
	{ "uv run",             AS_WORDS,  0, 0, NULL },
	{ "uvx",                AS_WORDS,  0, 0, NULL },
	{ "vagrant ssh",        AS_OPTION, 0, ELSEWHERE, "-c --command" },
	{ "valgrind",           AS_WORDS,  0, 0, NULL },
	{ "watch",              AS_TEXT,   0, 0, NULL },
	{ "watchexec",          AS_TEXT,   0, 0, NULL },
	{ "wsl",                AS_ANY,    0, 0, NULL },
	{ "x-terminal-emulator",AS_ANY,    0, 0, NULL },
	{ "xterm",              AS_ANY,    0, 0, NULL },
	{ "xvfb-run",           AS_WORDS,  0, 0, NULL },
	{ "yarn dlx",           AS_WORDS,  0, 0, NULL },
	{ "yarn exec",          AS_WORDS,  0, 0, NULL },
	/* clang-format on */
};

/* ---- words of a launcher ---- */

/* Is this "docker exec"? How many operands its sub-commands are. */
static bool is_named(const struct launcher *l, const struct gaff_program *p,
		     const struct gaff_args *args, size_t *n)
{
	struct sv rest = sv_of(l->name);
	size_t k = 0;

	if (!sv_starts(rest, p->name) || (rest.n > p->name.n && rest.p[p->name.n] != ' '))
		return false;
	rest = sv_skip(rest, p->name.n);
	for (*n = 0; rest.n; ++*n) {
		const struct gaff_arg *operand = gaff_args_operand(args, *n);

		rest = sv_skip(rest, 1);
		for (k = 0; k < rest.n && rest.p[k] != ' ';)
			k++;
		if (!operand || !sv_eq(operand->name, (struct sv){ rest.p, k }))
			return false;
		rest = sv_skip(rest, k);
	}
	return true;
}

static bool is_assignment(struct sv text)
{
	const char *eq = text.n ? memchr(text.p, '=', text.n) : NULL;

	return eq && gaff_shell_is_name((struct sv){ text.p, (size_t)(eq - text.p) });
}

/* The word that the n-th operand is; p->n: there is none. */
size_t launch_operand(const struct gaff_program *p, const struct gaff_args *args, size_t n,
		      bool behind_end)
{
	for (size_t i = 0; i < args->n; i++) {
		const struct gaff_arg *arg = &args->arg[i];

		if ((arg->kind != GAFF_ARG_OPERAND && arg->kind != GAFF_ARG_HOLE) ||
		    (behind_end && !arg->is_after_end))
			continue;
		if (!n--)
			return arg->word;
	}
	return p->n;
}

/* ---- starting ---- */

struct fields launch_rest(const struct gaff_program *p, size_t from)
{
	struct fields f = { 0 };

	if (from < p->n) {
		f.item = (struct gaff_word *)(void *)(uintptr_t)&p->word[from];
		f.n = f.cap = p->n - from;
	}
	return f;
}

struct launch launch_begin(struct walk *w, const struct gaff_program *p)
{
	struct launch was = { w->launcher, w->is_elsewhere, w->cwd };

	w->launcher = p;
	w->depth++;
	return was;
}

void launch_end(struct walk *w, struct launch was)
{
	w->launcher = was.launcher;
	w->is_elsewhere = was.is_elsewhere;
	w->cwd = was.cwd;
	w->depth--;
}

void launch_words(struct walk *w, const struct gaff_program *p, const struct fields *words,
		  struct io io)
{
	struct launch was = launch_begin(w, p);

	/* what is no part of the shell starts programs alone */
	w->no_function = !gaff_is_among(p->name, "noglob nocorrect time repeat -");
	w->only_program = w->no_function && !gaff_is_among(p->name, "command builtin");
	walk_command(w, words, NULL, io);
	launch_end(w, was);
}

/* In a shell of its own: what the text sets is gone after it. */
void launch_text(struct walk *w, const struct gaff_program *p, struct sv text,
		 struct gaff_word where, struct io io)
{
	struct launch was = launch_begin(w, p);
	const struct binding *env = w->env, *shell = w->shell;

	w->shell = env;
	if (sv_eq(text, value_hole))
		walk_unknown(w, "the text for a shell is computed", where.at, where.n);
	else
		walk_text(w, text, where, io);
	walk_leave(w, env);
	w->shell = shell;
	launch_end(w, was);
}

struct sv launch_joined(struct walk *w, const struct gaff_program *p, size_t from)
{
	struct buf b = buf_in(w->arena);

	for (size_t i = from; i < p->n; i++) {
		if (i > from)
			buf_addc(&b, ' ');
		gaff_buf_add(&b, p->word[i].text);
	}
	return buf_sv(&b);
}

/* ---- options whose value is for a shell ---- */

/* Its value, be it told from it in the table of options or not. */
struct sv launch_value(const struct gaff_program *p, const struct gaff_arg *arg)
{
	if (arg->has_value)
		return arg->value;
	return arg->word + 1 < p->n ? p->word[arg->word + 1].text : SV("");
}

static bool launch_options(struct walk *w, const struct launcher *l, const struct gaff_program *p,
			   const struct gaff_args *args, struct io io)
{
	bool any = false;

	for (size_t i = 0; i < args->n && l->options; i++) {
		const struct gaff_arg *arg = &args->arg[i];
		struct sv text;

		if (arg->is_after_end ||
		    (arg->kind != GAFF_ARG_SHORT && arg->kind != GAFF_ARG_LONG) ||
		    !gaff_is_among(arg->name, l->options))
			continue;
		if (l->flags & ASKS)
			return true;
		text = launch_value(p, arg);
		if (l->flags & REST) {
			struct fields rest = launch_rest(p, arg->word + 1);

			launch_words(w, p, &rest, io);
			return true;
		}
		if (sv_starts(text, SV("exec="))) /* tar --checkpoint-action=exec=... */
			text = sv_skip(text, 5);
		launch_text(w, p, text, p->word[arg->word], io);
		any = true;
	}
	return any;
}

/* env -C, sudo -D: the program runs in another folder. */
static void change_folder(struct walk *w, const struct gaff_program *p,
			  const struct gaff_args *args)
{
	const char *names = sv_eq(p->name, SV("env"))    ? "-C --chdir"
			    : sv_eq(p->name, SV("sudo")) ? "-D --chdir"
							 : NULL;

	for (size_t i = 0; names && i < args->n; i++) {
		struct gaff_word folder = { 0 };

		if (args->arg[i].kind == GAFF_ARG_OPERAND ||
		    !gaff_is_among(args->arg[i].name, names))
			continue;
		folder.text = launch_value(p, &args->arg[i]);
		w->cwd = walk_file_name(w, folder);
	}
}

/* env -u x, env -i: what is started does not see them. */
static void clear_variables(struct walk *w, const struct gaff_program *p,
			    const struct gaff_args *args)
{
	const struct binding *all = w->env;

	for (size_t i = 0; i < args->n; i++) {
		const struct gaff_arg *arg = &args->arg[i];
		bool all_of_them = gaff_is_among(arg->name, "-i - --ignore-environment");
		struct sv name = { 0 };

		if (gaff_is_among(arg->name, "-u --unset"))
			name = launch_value(p, arg);
		if (arg->kind == GAFF_ARG_OPERAND && arg->word > 1)
			break;
		for (const struct binding *b = all_of_them ? all : NULL; b && walk_step(w, 0);
		     b = b->prev) {
			struct binding *none = b->kind == BIND_VARIABLE && b->is_exported
						       ? walk_bind(w, b->kind, b->name)
						       : NULL;

			if (none)
				none->is_unset = true;
		}
		if (name.n) {
			struct binding *none = walk_bind(w, BIND_VARIABLE, name);

			if (none)
				none->is_unset = none->is_exported = true;
		}
	}
}

/* env x=1 */
static void set_variable(struct walk *w, struct sv text)
{
	size_t n = (size_t)((const char *)memchr(text.p, '=', text.n) - text.p);
	struct binding *b = walk_bind(w, BIND_VARIABLE, (struct sv){ text.p, n });

	if (b) {
		b->value = value_of(sv_skip(text, n + 1));
		b->is_exported = true;
	}
}

/* Whatever of its words can be the program, with those behind it. */
static void launch_any(struct walk *w, const struct gaff_program *p, const struct gaff_args *args,
		       size_t skip, struct io io)
{
	size_t n = 0;

	for (size_t i = 0; i < args->n && n < 24; i++) {
		struct fields rest;

		if (args->arg[i].kind != GAFF_ARG_OPERAND && args->arg[i].kind != GAFF_ARG_HOLE)
			continue;
		if (skip) {
			skip--;
			continue;
		}
		rest = launch_rest(p, args->arg[i].word);
		launch_words(w, p, &rest, io);
		n++;
	}
}

/* True: what it started prints for it. */
static bool launch_row(struct walk *w, const struct launcher *l, const struct gaff_program *p,
		       const struct gaff_args *args, size_t n_names, struct io io)
{
	/* the names of sub-commands are not behind "--" */
	size_t from = launch_operand(p, args, l->skip + (l->flags & BEHIND_END ? 0 : n_names),
				     l->flags & BEHIND_END);
	struct sv cwd = w->cwd;
	struct fields rest;

	if (l->flags & ASSIGNS)
		clear_variables(w, p, args);
	for (; from < p->n && l->flags & ASSIGNS && is_assignment(p->word[from].text); from++)
		set_variable(w, p->word[from].text);
	if (from < p->n && sv_eq(p->word[from].text, SV("--")))
		from++;
	rest = launch_rest(p, from);
	if (l->flags & ELSEWHERE)
		w->is_elsewhere = true;
	if (!rest.n || l->how == AS_OPTION) {
		if (l->flags & READS_SHELL)
			launch_input(w, p, io);
		return false;
	}
	if (rest.n > 1 && l->skip && l->options && gaff_is_among(rest.item[0].text, l->options)) {
		launch_text(w, p, rest.item[1].text, rest.item[1], io); /* flock FILE -c TEXT */
		return true;
	}
	change_folder(w, p, args);
	switch (l->how) {
	case AS_WORDS:
		launch_words(w, p, &rest, io);
		break;
	case AS_TEXT:
		launch_text(w, p, launch_joined(w, p, from), p->word[from], io);
		break;
	case AS_TEXTS:
		for (size_t i = 0; i < rest.n; i++)
			if (!rest.item[i].text.n || rest.item[i].text.p[0] != '-')
				launch_text(w, p, rest.item[i].text, rest.item[i], io);
		break;
	case AS_ANY:
		launch_any(w, p, args, n_names, io);
		break;
	case AS_OPTION:
		return false;
	}
	w->cwd = cwd;
	return true;
}

static bool launch_row_alone(struct walk *w, const struct launcher *l, const struct gaff_program *p,
			     const struct gaff_args *args, size_t n_names, struct io io)
{
	const struct binding *env = w->env;
	bool is_started = launch_row(w, l, p, args, n_names, io);

	if (l->flags & ASSIGNS)
		walk_leave(w, env);
	return is_started;
}

/* Those that a row cannot describe, in the order of their names. */
static const struct {
	const char *name;
	launch_special *launch;
} specials[] = {
	/* clang-format off */
	{ "R",             launch_unknown_code },
	{ "Rscript",       launch_unknown_code },
	{ "ash",           launch_shell },
	{ "at",            launch_later },
	{ "autossh",       launch_ssh },
	{ "bash",          launch_shell },
	{ "batch",         launch_later },
	{ "bc",            launch_escapes },
	{ "bun",           launch_package },
	{ "clojure",       launch_unknown_code },
	{ "cmd",           launch_windows },
	{ "crontab",       launch_later },
	{ "crystal",       launch_unknown_code },
	{ "csh",           launch_shell },
	{ "curl",          launch_download },
	{ "dash",          launch_shell },
	{ "dc",            launch_escapes },
	{ "docker",        launch_container },
	{ "ed",            launch_escapes },
	{ "elixir",        launch_unknown_code },
	{ "elvish",        launch_shell },
	{ "emacs",         launch_unknown_code },
	{ "emacsclient",   launch_unknown_code },
	{ "env",           launch_env },
	{ "erl",           launch_unknown_code },
	{ "ex",            launch_editor },
	{ "ex",            launch_escapes },
	{ "expect",        launch_unknown_code },
	{ "fd",            launch_find },
	{ "fdfind",        launch_find },
	{ "find",          launch_find },
	{ "fish",          launch_shell },
	{ "ftp",           launch_escapes },
	{ "gdb",           launch_editor },
	{ "gfind",         launch_find },
	{ "ghc",           launch_unknown_code },
	{ "git",           launch_git },
	{ "git-shell",     launch_shell },
	{ "gmake",         launch_make },
	{ "gnuplot",       launch_unknown_code },
	{ "groovy",        launch_unknown_code },
	{ "gsed",          launch_sed },
	{ "guile",         launch_unknown_code },
	{ "hush",          launch_shell },
	{ "ipython",       launch_escapes },
	{ "ipython3",      launch_escapes },
	{ "jshell",        launch_unknown_code },
	{ "julia",         launch_unknown_code },
	{ "ksh",           launch_shell },
	{ "ksh93",         launch_shell },
	{ "less",          launch_escapes },
	{ "lftp",          launch_escapes },
	{ "lksh",          launch_shell },
	{ "m4",            launch_unknown_code },
	{ "make",          launch_make },
	{ "mariadb",       launch_escapes },
	{ "mksh",          launch_shell },
	{ "more",          launch_escapes },
	{ "mosh",          launch_ssh },
	{ "most",          launch_escapes },
	{ "mysql",         launch_escapes },
	{ "nerdctl",       launch_container },
	{ "npm",           launch_package },
	{ "nu",            launch_shell },
	{ "nvim",          launch_editor },
	{ "ocaml",         launch_unknown_code },
	{ "octave",        launch_unknown_code },
	{ "oksh",          launch_shell },
	{ "osascript",     launch_unknown_code },
	{ "osh",           launch_shell },
	{ "parallel",      launch_parallel },
	{ "pnpm",          launch_package },
	{ "podman",        launch_container },
	{ "posh",          launch_shell },
	{ "powershell",    launch_windows },
	{ "psql",          launch_escapes },
	{ "pwsh",          launch_windows },
	{ "racket",        launch_unknown_code },
	{ "raku",          launch_unknown_code },
	{ "rbash",         launch_shell },
	{ "rksh",          launch_shell },
	{ "rzsh",          launch_shell },
	{ "sbcl",          launch_unknown_code },
	{ "scala",         launch_unknown_code },
	{ "scp",           launch_ssh },
	{ "sed",           launch_sed },
	{ "sftp",          launch_escapes },
	{ "sftp",          launch_ssh },
	{ "sh",            launch_shell },
	{ "socat",         launch_escapes },
	{ "sqlite",        launch_escapes },
	{ "sqlite3",       launch_escapes },
	{ "ssh",           launch_ssh },
	{ "tclsh",         launch_unknown_code },
	{ "tcsh",          launch_shell },
	{ "telnet",        launch_escapes },
	{ "vi",            launch_editor },
	{ "vi",            launch_escapes },
	{ "vim",           launch_editor },
	{ "vim",           launch_escapes },
	{ "wget",          launch_download },
	{ "wish",          launch_unknown_code },
	{ "xargs",         launch_xargs },
	{ "xonsh",         launch_shell },
	{ "yarn",          launch_package },
	{ "yash",          launch_shell },
	{ "zsh",           launch_shell },
	/* clang-format on */
};

/* The walker made it, and nobody else has seen it yet: so the next one need not do it again. */
static const struct gaff_args *launch_args(struct walk *w, const struct gaff_program *p)
{
	struct gaff_program *mine = (struct gaff_program *)(void *)(uintptr_t)p;
	struct gaff_args *args;
	struct gaff_err err;

	if (p->args)
		return p->args;
	args = gaff_arena_alloc(w->arena, sizeof *args);
	if (!args || gaff_args_of(w->arena, p, args, &err) != GAFF_OK)
		return NULL;
	mine->args = args;
	return args;
}

bool walk_launch(struct walk *w, const struct gaff_program *p, struct io io)
{
	enum gaff_language language = gaff_language_of(p->name);
	bool was_elsewhere = w->is_elsewhere, is_started = false;
	const struct gaff_args *args = NULL;

	if (!p->name.n)
		return false;
	for (size_t i = 0; i < COUNT_OF(launchers); i++) {
		const struct launcher *l = &launchers[i];
		size_t n_names;

		if (l->name[0] > p->name.p[0])
			break; /* they are in order */
		if (l->name[0] != p->name.p[0] || !sv_starts(sv_of(l->name), p->name))
			continue;
		args = launch_args(w, p);
		if (!args)
			return false;
		if (!is_named(l, p, args, &n_names))
			continue;
		if (!launch_options(w, l, p, args, io))
			is_started = launch_row_alone(w, l, p, args, n_names, io);
		break;
	}
	for (size_t i = 0; i < COUNT_OF(specials); i++) {
		if (specials[i].name[0] != p->name.p[0] || !sv_eq(sv_of(specials[i].name), p->name))
			continue;
		args = launch_args(w, p);
		if (!args)
			return false;
		is_started |= specials[i].launch(w, p, args, io);
	}
	if (sv_starts(p->name, SV("git-")))
		launch_git_program(w, p, io);
	if (language != GAFF_LANG_NONE) {
		args = launch_args(w, p);
		if (!args)
			return false;
		launch_interpreter(w, p, args, language, io);
	}
	launch_script(w, p, io);
	w->is_elsewhere = was_elsewhere;
	return is_started;
}
