#include "cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/fs.h"
#include "base/io.h"
#include "install/own_program.h"
#include "cli/print/plain.h"
#include "cli/input/run_options.h"
#include "cli/pages/wrap_page.h"
#include "wrap/wrap_work.h"
#include "wrap/wrapped.h"
#include "text/path.h"
#include "text/words.h"

struct request {
	const char *hook, *pre, *post, *deadline, *dir;
	bool takes_args, fail_closed, is_forced, is_dry, is_json, is_run;
	struct gaff_run checked; /* only to have its options checked */
	struct gaff_dirs dirs;   /* with is_run */
};

static enum gaff_rc take_deadline(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	struct request *r = to;

	r->deadline = walk->value;
	return cli_take_deadline(walk, &r->checked, err);
}

static const struct cli_option options[] = {
	CLI_TEXT("hook", "CMD", struct request, hook,
		 "ask this command before and after the program"),
	CLI_TEXT("pre", "CMD", struct request, pre, "ask this one before it"),
	CLI_TEXT("post", "CMD", struct request, post, "and this one after it"),
	CLI_FLAG("args", struct request, takes_args,
		 "the commands take words, not JSON: PHASE PROGRAM ARG..."),
	CLI_FLAG("fail-closed", struct request, fail_closed,
		 "do not run it when the hook gives no verdict [run it]"),
	CLI_TAKE("deadline", "SECONDS", take_deadline, "what a hook may take [55]"),
	CLI_TEXT("dir", "DIR", struct request, dir, "where the shim goes [~/.local/bin]"),
	CLI_FLAG("force", struct request, is_forced,
		 "write it although it would not be found, or was edited"),
	CLI_FLAG("dry-run", struct request, is_dry, "show what would change, and change nothing"),
	CLI_FLAG("json", struct request, is_json,
		 "print what was done, or what is wrapped, as JSON"),
	CLI_FLAG("run", struct request, is_run, "be the program: this is what a shim calls"),
	CLI_TEXT("home", "DIR", struct request, dirs.home,
		 "with --run: your home, as for 'gaff run'"),
	CLI_TEXT("config", "DIR", struct request, dirs.config,
		 "with --run: instead of .config in it"),
	CLI_TEXT("state", "DIR", struct request, dirs.state,
		 "with --run: instead of .local/state in it"),
};

static bool is_blank(const char *command)
{
	return command && !sv_trim(sv_of(command)).n;
}

static enum gaff_rc check(const struct request *r, struct gaff_err *err)
{
	if (r->hook && (r->pre || r->post))
		return gaff_fail(err, GAFF_EUSAGE, "wrap: --hook, or --pre and --post, not both");
	if (is_blank(r->hook) || is_blank(r->pre) || is_blank(r->post))
		return gaff_fail(err, GAFF_EUSAGE, "wrap: the command of a hook is empty");
	if (r->takes_args && !r->hook && !r->pre && !r->post)
		return gaff_fail(err, GAFF_EUSAGE,
				 "wrap: --args needs --hook, --pre or --post; hooks of manifests "
				 "take JSON");
	return GAFF_OK;
}

/* ---- be the program ---- */

/* NAME -- SHIM ARGUMENT...: what is behind the dashes is the program's, whatever it looks like. */
static int be_the_program(const struct request *r, int n, char **words)
{
	struct wrapped w = { .pre = r->pre ? r->pre : r->hook,
			     .post = r->post ? r->post : r->hook,
			     .takes_args = r->takes_args,
			     .fail_closed = r->fail_closed,
			     .deadline_ms = r->checked.deadline_ms };

	if (n < 3 || strcmp(words[1], "--") != 0)
		return cli_usage("wrap: --run is for shims: gaff wrap --run NAME -- SHIM ARG...; "
				 "the shim is not one of this version");
	if (r->dirs.home)
		gaff_dirs_use(&r->dirs);
	w.name = words[0];
	w.shim = words[2];
	w.args = words + 3;
	w.n_args = (size_t)(n - 3);
	return wrapped_run(&w);
}

/* ---- wrap ---- */

/* A script by a relative path is meant from here, and shims are called from anywhere. */
static enum gaff_rc settle_command(struct arena *a, const char *command, struct sv *out,
				   struct gaff_err *err)
{
	struct buf path = buf_in(a), b = buf_in(a);
	struct sv script, rest;
	char here[PATH_MAX];
	const char *file;

	*out = sv_of(command);
	if (!command || !gaff_words_script(a, sv_of(command), &script, &rest))
		return GAFF_OK;
	if (!getcwd(here, sizeof here))
		return gaff_fail(err, GAFF_EIO, "cannot tell where this is: %s", strerror(errno));
	gaff_path_absolute(&path, sv_of(here), script, false);
	file = gaff_arena_cstr(a, buf_sv(&path));
	GAFF_TRY(gaff_arena_check(a, err));
	if (access(file, X_OK) != 0)
		return gaff_fail(err, GAFF_ENOENT, "the hook %.160s cannot be run: %s%s", file,
				 strerror(errno),
				 errno == EACCES ? "; make it executable with chmod +x" : "");
	gaff_word_quote(&b, sv_of(file));
	gaff_buf_add(&b, rest);
	*out = buf_sv(&b);
	return gaff_buf_check(&b, err);
}

/* Would a shell that looks for the program find the shim, and the shim the program? */
static enum gaff_rc check_place(const struct wrap_found *found, const char *folder,
				const char *name, bool is_forced, struct gaff_err *err)
{
	const struct gaff_on_path *p = &found->on_path;

	if (!p->program && !p->in_front)
		return gaff_fail(err, GAFF_ENOENT, "there is no program %.100s on PATH%s", name,
				 p->is_forbidden ? " that may be executed" : "");
	if (is_forced)
		return GAFF_OK;
	if (!p->has_folder)
		return gaff_fail(err, GAFF_ENOENT,
				 "%.100s is not on PATH, and so the shim would not be found; add "
				 "this to your shell's profile: PATH=%.100s:$PATH",
				 folder, folder);
	if (p->in_front)
		return gaff_fail(err, GAFF_ENOENT,
				 "%.100s comes before %.100s on PATH, and so the shim would not be "
				 "found; move the folder to the front, or choose another with "
				 "--dir",
				 p->in_front, folder);
	return GAFF_OK;
}

static enum gaff_rc check_file(const struct wrap_found *found, bool is_forced, struct gaff_err *err)
{
	if (found->file.state == GAFF_SHIM_FOREIGN)
		return gaff_fail(err, GAFF_EIO,
				 "%.160s is %s, and stays as it is; choose another folder with "
				 "--dir",
				 found->path, found->file.what);
	if (found->file.state == GAFF_SHIM_EDITED && !is_forced)
		return gaff_fail(err, GAFF_EIO,
				 "%.160s is a shim that somebody has edited; see it, and use "
				 "--force to write it anew",
				 found->path);
	return GAFF_OK;
}

static enum gaff_rc plan(struct arena *a, const struct request *r, const char *name,
			 struct wrap_report *out, struct gaff_err *err)
{
	struct gaff_shim shim = { .name = sv_of(name),
				  .deadline = sv_of(r->deadline),
				  .takes_args = r->takes_args,
				  .fail_closed = r->fail_closed };
	const char *folder = NULL, *gaff = NULL;

	GAFF_TRY(gaff_shim_check_name(name, err));
	GAFF_TRY(wrap_folder(a, r->dir, &folder, err));
	GAFF_TRY(wrap_look(a, folder, name, &out->found, err));
	GAFF_TRY(check_file(&out->found, r->is_forced, err));
	GAFF_TRY(check_place(&out->found, folder, name, r->is_forced, err));
	GAFF_TRY(gaff_own_program(a, &gaff, err));
	GAFF_TRY(settle_command(a, r->pre ? r->pre : r->hook, &shim.pre, err));
	GAFF_TRY(settle_command(a, r->post ? r->post : r->hook, &shim.post, err));
	shim.gaff = sv_of(gaff);
	if (gaff_home())
		shim.dirs = (struct gaff_call_dirs){
			.home = sv_of(gaff_home()),
			.config = sv_of(gaff_dir_moved(GAFF_DIR_CONFIG)),
			.state = sv_of(gaff_dir_moved(GAFF_DIR_STATE))
		};
	GAFF_TRY(gaff_shim_write(a, &shim, &out->after, err));
	out->folder = folder;
	return GAFF_OK;
}

static enum gaff_rc wrap(struct arena *a, const struct request *r, const char *name,
			 struct wrap_report *out, struct gaff_err *err)
{
	const struct gaff_shim_file *file = &out->found.file;
	const char *unmade = NULL;

	GAFF_TRY(plan(a, r, name, out, err));
	out->changes = file->state == GAFF_SHIM_NONE || !sv_eq(file->held.text, out->after) ||
		       (file->held.stat.st_mode & 0777) != 0755;
	out->outcome = !out->changes                   ? "wrapped already"
		       : r->is_dry                     ? "would be wrapped"
		       : file->state == GAFF_SHIM_NONE ? "wrapped"
						       : "wrapped anew";
	if (r->is_dry || !out->changes)
		return GAFF_OK;
	if (file->state == GAFF_SHIM_NONE)
		unmade = gaff_fs_make_folders(a, out->found.path);
	if (unmade)
		return gaff_fail(err, GAFF_EIO, "cannot make the folder %.160s: %s", unmade,
				 strerror(errno));
	return gaff_shim_put(file, out->after, err);
}

static int wrap_one(struct arena *a, const struct request *r, const char *name)
{
	struct wrap_report report = { .name = name, .is_dry = r->is_dry };
	struct gaff_err err;
	enum gaff_rc rc = wrap(a, r, name, &report, &err);

	if (rc != GAFF_OK) {
		wrap_complain(a, "wrap", name, r->is_json, &err);
		return rc == GAFF_EUSAGE ? CLI_USAGE : CLI_NO;
	}
	wrap_print(a, &report, r->is_json);
	return CLI_OK;
}

static int list_all(struct arena *a, const struct request *r)
{
	const char *folder = NULL;
	struct wrap_list list;
	struct gaff_err err;

	if ((r->dir || getenv("HOME")) && wrap_folder(a, r->dir, &folder, &err) != GAFF_OK)
		folder = NULL;
	if (wrap_list(a, folder, &list, &err) != GAFF_OK)
		return cli_fail(CLI_FATAL, ": wrap: %s", err.msg);
	return wrap_print_list(a, &list, r->is_json) ? CLI_OK : CLI_NO;
}

static int finish(struct arena *a, const struct request *r, int n, char **words)
{
	if (r->is_run || r->dirs.home || r->dirs.config || r->dirs.state)
		return cli_usage("wrap: --run is for shims, and comes first");
	if (n > 1)
		return cli_usage("wrap: one program at a time: '%s' is too much",
				 cli_word(words[1]));
	if (n == 1)
		return wrap_one(a, r, words[0]);
	if (r->hook || r->pre || r->post || r->fail_closed || r->deadline || r->is_forced ||
	    r->is_dry)
		return cli_usage("wrap: which program? gaff wrap NAME --hook CMD");
	return list_all(a, r);
}

static int wrap_or_list(struct arena *a, int argc, char **argv)
{
	struct request r = { 0 };
	struct gaff_err err;
	int code;

	if (!cli_parse(&cmd_wrap, &r, &argc, &argv, &code))
		return code;
	if (check(&r, &err) != GAFF_OK)
		return cli_usage("%s", err.msg);
	return finish(a, &r, argc, argv);
}

/* A shim's call is read up to its name, and not put in order: the rest is not for us. */
static int run_shim(int argc, char **argv)
{
	struct cli_walk walk = { .command = &cmd_wrap, .argc = argc, .argv = argv };
	struct request r = { 0 };
	struct gaff_err err;
	enum cli_step step = cli_take_all(&walk, &r, &err);

	if (step == CLI_HELP)
		return cli_usage("wrap: --run NAME -- SHIM ARG...");
	if (step == CLI_WRONG || check(&r, &err) != GAFF_OK)
		return cli_usage("%s", err.msg);
	return be_the_program(&r, argc - walk.at, argv + walk.at);
}

static int run_wrap(struct arena *a, int argc, char **argv)
{
	if (argc && strcmp(argv[0], "--run") == 0)
		return run_shim(argc, argv);
	cli_options_first(&cmd_wrap, argc, argv);
	return wrap_or_list(a, argc, argv);
}

const struct cli_command cmd_wrap = {
	.name = "wrap",
	.args = "[NAME] [--hook CMD | --pre CMD --post CMD] [options]",
	.help = "Ask hooks before and after a program that has none of its own",
	.options = options,
	.n_options = COUNT_OF(options),
	.operand = "PROGRAM",
	.run = run_wrap,
};
