#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/swap.h"
#include "cli/convert_work.h"
#include "install/own_program.h"
#include "cli/plain.h"
#include "agents/hosts.h"
#include "text/path.h"
#include "text/utf8.h"

enum option {
	OPT_FROM,
	OPT_TO,
	OPT_IN,
	OPT_OUT,
	OPT_FORMAT,
	OPT_RUNTIME,
	OPT_PROGRAM,
	OPT_PLUGIN_ROOT,
	OPT_STRICT,
	OPT_JSON,
	OPT_FORCE,
	OPT_DRY_RUN,
	OPT_LIST,
	OPT_MARKDOWN,
};

static const struct cli_option options[] = {
	[OPT_FROM] = { "from", "SOURCE",
		       "the agent whose hooks these are, canonical for a manifest, or auto" },
	[OPT_TO] = { "to", "TARGET",
		     "the agent that is to have them, canonical for a manifest, or all" },
	[OPT_IN] = { "in", "FILE", "read this file [stdin]" },
	[OPT_OUT] = { "out", "FILE", "write this file [stdout]; with --to all a folder" },
	[OPT_FORMAT] = { "format", "FORMAT",
			 "yaml, toml, agent: which of the agent's forms [by the name of --out]" },
	[OPT_RUNTIME] = { "runtime", NULL,
			  "entries call gaff, and scripts go on speaking as SOURCE does" },
	[OPT_PROGRAM] = { "program", "GAFF", "what these entries call [this program]" },
	[OPT_PLUGIN_ROOT] = { "plugin-root", "DIR",
			      "the folder of the plugin that the hooks are of, for "
			      "${CLAUDE_PLUGIN_ROOT}" },
	[OPT_STRICT] = { "strict", NULL, "exit with 1 when anything is lost" },
	[OPT_JSON] = { "json", NULL, "print the outcome and each loss as JSON" },
	[OPT_FORCE] = { "force", NULL, "replace what is in FILE" },
	[OPT_DRY_RUN] = { "dry-run", NULL, "show what would change in FILE, and write nothing" },
	[OPT_LIST] = { "list", NULL, "the agents there are, and what their files can say" },
	[OPT_MARKDOWN] = { "markdown", NULL, "the list as markdown" },
};

struct request {
	struct arena *arena;
	const char *value[COUNT_OF(options)]; /* of an option without one: its name */
	struct convert_source source;
	const struct gaff_host *to; /* NULL: all of them */
	const char *program;
	struct sv plugin_root;
	struct buf printed;   /* with --json */
	struct json_writer w; /* of that */
	uint32_t done;        /* by the numbers of gaff_form_host(), with --to all */
	int code;             /* the worst so far */
};

/* ---- the command line ---- */

static bool is_given(const struct request *r, enum option option)
{
	return r->value[option];
}

static enum gaff_rc check(const struct request *r, struct gaff_err *err)
{
	static const enum option with_out[] = { OPT_FORCE, OPT_DRY_RUN };
	bool is_all = r->value[OPT_TO] && strcmp(r->value[OPT_TO], "all") == 0;

	if (is_given(r, OPT_LIST))
		return GAFF_OK;
	for (enum option o = OPT_FROM; o <= OPT_TO; o++)
		if (!is_given(r, o))
			return gaff_fail(err, GAFF_EUSAGE, "convert: --%s is missing: %s",
					 options[o].name, options[o].help);
	for (size_t i = 0; i < COUNT_OF(with_out); i++)
		if (is_given(r, with_out[i]) && !is_given(r, OPT_OUT))
			return gaff_fail(err, GAFF_EUSAGE, "convert: --%s goes with --out",
					 options[with_out[i]].name);
	for (enum option o = OPT_IN; o <= OPT_OUT; o++)
		if (is_given(r, o) && !*r->value[o])
			return gaff_fail(err, GAFF_EUSAGE, "convert: --%s needs a value: FILE",
					 options[o].name);
	if (is_given(r, OPT_PROGRAM) && !is_given(r, OPT_RUNTIME))
		return gaff_fail(err, GAFF_EUSAGE, "convert: --program goes with --runtime");
	if (is_given(r, OPT_PROGRAM) && !*r->value[OPT_PROGRAM])
		return gaff_fail(err, GAFF_EUSAGE, "convert: --program needs a value: GAFF");
	if (is_given(r, OPT_PLUGIN_ROOT) && !*r->value[OPT_PLUGIN_ROOT])
		return gaff_fail(err, GAFF_EUSAGE, "convert: --plugin-root needs a value: DIR");
	if (is_given(r, OPT_PLUGIN_ROOT) && !gaff_utf8_is_valid(sv_of(r->value[OPT_PLUGIN_ROOT])))
		return gaff_fail(err, GAFF_EUSAGE,
				 "convert: --plugin-root has to be a name in UTF-8");
	if (is_all && !is_given(r, OPT_OUT))
		return gaff_fail(err, GAFF_EUSAGE, "convert: --to all needs a folder: --out DIR");
	if (is_all && is_given(r, OPT_FORMAT))
		return gaff_fail(err, GAFF_EUSAGE, "convert: --format or --to all, not both");
	return GAFF_OK;
}

static enum cli_step parse(struct request *r, int argc, char **argv, struct gaff_err *err)
{
	struct cli_walk walk = { .command = &cmd_convert, .argc = argc, .argv = argv };
	enum cli_step step;

	while ((step = cli_next(&walk, err)) == CLI_OPTION)
		r->value[walk.option - options] = walk.option->arg ? walk.value : walk.option->name;
	if (step != CLI_END)
		return step;
	if (walk.at < argc) {
		gaff_fail(err, GAFF_EUSAGE, "convert: what is '%s'? A file is --in or --out",
			  argv[walk.at]);
		return CLI_WRONG;
	}
	for (enum option o = OPT_IN; o <= OPT_OUT; o++)
		if (r->value[o] && strcmp(r->value[o], "-") == 0)
			r->value[o] = NULL; /* as if it were not said */
	return check(r, err) == GAFF_OK ? CLI_END : CLI_WRONG;
}

/* ---- what is read ---- */

static enum gaff_rc read_source(struct request *r, struct gaff_err *err)
{
	const char *file = r->value[OPT_IN];
	int fd = file ? open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY) : STDIN_FILENO;
	enum gaff_rc rc;

	r->source.file = file ? file : "stdin";
	if (!file && isatty(STDIN_FILENO))
		return gaff_fail(err, GAFF_EUSAGE, "nothing is there; name a file with --in");
	if (fd < 0)
		return gaff_fail(err, GAFF_EIO, "%s", strerror(errno));
	rc = cli_read_any(r->arena, fd, GAFF_EDIT_MAX, &r->source.text, err);
	if (file)
		(void)close(fd);
	return rc;
}

/* Whose it is, and in which syntax. */
static enum gaff_rc recognise(struct request *r, struct gaff_err *err)
{
	struct convert_source *source = &r->source;

	if (strcmp(r->value[OPT_FROM], "auto") != 0) {
		source->is_other_syntax = convert_is_other_syntax(source->host, r->value[OPT_IN],
								  source->text);
		return GAFF_OK;
	}
	GAFF_TRY(gaff_form_recognise(r->arena, source->text, r->value[OPT_IN], &source->host,
				     &source->is_other_syntax, err));
	fprintf(stderr, "gaff: convert: this is taken for %s (%s)\n", source->host->id.p,
		source->host->title);
	return GAFF_OK;
}

/* That the source cannot be had at all. */
static void say_wrong(const struct request *r, const struct gaff_err *err)
{
	struct convert_target nothing = { .err = *err, .about = r->source.file };

	convert_tell(r->arena, "convert", NULL, &nothing);
}

static int exit_of(enum gaff_rc rc)
{
	return rc == GAFF_OK                                   ? CLI_OK
	       : rc == GAFF_EUSAGE                             ? CLI_USAGE
	       : rc == GAFF_ESYNTAX || rc == GAFF_EUNSUPPORTED ? CLI_NO
							       : CLI_FATAL;
}

/* ---- what is written ---- */

/* The folders above a file, as `mkdir -p` makes them. */
static enum gaff_rc make_folders(struct arena *a, const char *path, struct gaff_err *err)
{
	char *folder = gaff_arena_dup(a, sv_of(path));

	if (!folder)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
	for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(folder, 0777) != 0 && errno != EEXIST)
			return gaff_fail(err, GAFF_EIO, "cannot make its folder: %s",
					 strerror(errno));
		*slash = '/';
	}
	return GAFF_OK;
}

/*
 * Does a link below the folder of --to all lead out of it? The folder may be anybody's work, and
 * nobody has named this file.
 */
static bool leads_out(struct arena *a, const char *folder, const char *file)
{
	char base[PATH_MAX], real[PATH_MAX], *path = gaff_arena_dup(a, sv_of(file)), *slash;
	size_t n;

	if (!path)
		return true;
	if (!realpath(folder, base))
		return false; /* it is still to be made */
	while (!realpath(path, real)) {
		struct stat st;

		slash = strrchr(path, '/');
		if (lstat(path, &st) == 0 || !slash || slash == path)
			return true; /* a link to nothing, or none that can be followed */
		*slash = '\0';
	}
	n = strcmp(base, "/") == 0 ? 0 : strlen(base);
	return strncmp(real, base, n) != 0 || (real[n] && real[n] != '/');
}

/* What ".." means behind a link is for the system to say. */
static const char *absolute(struct arena *a, const char *file)
{
	char here[PATH_MAX];

	while (strncmp(file, "./", 2) == 0)
		file += 2;
	if (file[0] == '/')
		return file;
	return getcwd(here, sizeof here) ? gaff_path_join(a, here, sv_of(file)) : NULL;
}

static enum gaff_rc write_file(const struct request *r, struct arena *a,
			       struct convert_target *target, struct gaff_err *err)
{
	const char *file = absolute(a, target->file);
	struct sv text = target->got.text;
	struct gaff_held held;

	if (!file)
		return gaff_fail(err, GAFF_EIO, "cannot find the current directory");
	if (!r->to && leads_out(a, r->value[OPT_OUT], file))
		return gaff_fail(err, GAFF_EIO,
				 "a link leads out of the folder of --out, and is not followed; "
				 "name the file alone: --to %.*s --out FILE",
				 SV_ARG(target->host->id));
	GAFF_TRY(gaff_swap_read(a, file, GAFF_EDIT_MAX, &held, err));
	held.is_program = target->host->form->shape == GAFF_FORM_SCRIPT;
	if (is_given(r, OPT_DRY_RUN)) {
		if (!is_given(r, OPT_JSON))
			plain_diff(a, file, held.text, text);
		return GAFF_OK;
	}
	target->is_same = held.exists && sv_eq(held.text, text);
	if (target->is_same)
		return GAFF_OK;
	if (held.text.n && !is_given(r, OPT_FORCE))
		return gaff_fail(err, GAFF_EIO,
				 "there is something else in it, and it is left alone; --dry-run "
				 "shows what would change, and --force replaces it");
	if (!r->to)
		GAFF_TRY(make_folders(a, file, err));
	return gaff_swap_write(&held, text, err);
}

static void say_written(const struct request *r, struct arena *a,
			const struct convert_target *target)
{
	if (is_given(r, OPT_DRY_RUN) || is_given(r, OPT_JSON))
		return;
	printf(target->is_same ? "unchanged " : "wrote ");
	plain_print(a, sv_of(target->file));
	printf(": %zu of %zu hook%s\n", target->got.n_written, target->got.n_read,
	       target->got.n_read == 1 ? "" : "s");
}

/* ---- one target ---- */

/* A loss that nobody may overlook is never a success. */
static int code_of(const struct request *r, const struct convert_target *target)
{
	const struct gaff_losses *losses = &target->got.losses;

	if (target->err.rc != GAFF_OK)
		return exit_of(target->err.rc);
	return losses->n_guards || losses->n_broken || (is_given(r, OPT_STRICT) && losses->n)
		       ? CLI_NO
		       : CLI_OK;
}

/* Everything there is to say about it, and what that means for the exit code. */
static void tell(struct request *r, struct arena *a, const struct convert_target *target)
{
	int code = code_of(r, target);

	r->code = code > r->code ? code : r->code;
	if (is_given(r, OPT_JSON)) {
		convert_write_json(&r->w, &r->source, target,
				   !target->file || is_given(r, OPT_DRY_RUN));
		return;
	}
	(void)fflush(stdout);
	convert_tell(a, "convert", r->to ? NULL : target->host->id.p, target);
}

static void deliver_one(struct request *r, struct arena *a, struct convert_target *target)
{
	if (target->file && write_file(r, a, target, &target->err) != GAFF_OK)
		target->about = target->file;
	else
		target->err.rc = GAFF_OK;
	if (target->err.rc != GAFF_OK || is_given(r, OPT_JSON))
		return;
	if (target->file)
		say_written(r, a, target);
	else
		(void)fwrite(target->got.text.p, 1, target->got.text.n, stdout);
}

/* With the name of the event in place of the "*" at its end. */
static const char *file_of_event(struct arena *a, const char *pattern, struct sv event)
{
	struct buf b = buf_in(a);

	for (const char *p = pattern; *p; p++)
		if (*p == '*' && !p[1])
			gaff_buf_add(&b, event);
		else
			buf_addc(&b, *p);
	return buf_ok(&b) ? gaff_arena_dup(a, buf_sv(&b)) : NULL;
}

/* A program for each event is the same script under several names. */
static void deliver(struct request *r, struct arena *a, struct convert_target *target)
{
	struct sv events[64];
	const char *pattern = target->file;
	size_t n;

	if (r->to || target->host->form->shape != GAFF_FORM_SCRIPT) {
		deliver_one(r, a, target);
		return;
	}
	n = gaff_script_events(a, target->host, target->got.text, events, COUNT_OF(events));
	for (size_t i = 0; i < n && target->err.rc == GAFF_OK; i++) {
		target->file = file_of_event(a, pattern, events[i]);
		if (target->file)
			deliver_one(r, a, target);
		else
			gaff_fail(&target->err, GAFF_ENOMEM, "no memory for a path");
	}
	target->file = pattern;
}

static void convert(struct request *r, struct arena *a, struct convert_target *target)
{
	const struct convert_source *source = &r->source;
	struct gaff_conversion c = { .from = source->host,
				     .to = target->host,
				     .is_other_syntax_in = source->is_other_syntax,
				     .is_other_syntax_out = target->is_other_syntax,
				     .runtime = is_given(r, OPT_RUNTIME),
				     .program = sv_of(r->program),
				     .plugin_root = r->plugin_root };

	target->got.losses.arena = a;
	if (gaff_convert(a, &c, source->text, &target->got, &target->err) == GAFF_OK)
		deliver(r, a, target);
	else if (target->err.rc == GAFF_ESYNTAX || target->err.rc == GAFF_ETOOBIG)
		target->about = source->file;
	tell(r, a, target);
}

/* ---- all of them ---- */

/* Who reads the same file, and has it already: its hooks would run twice, or be replaced. */
static const struct gaff_host *reads_the_same(const struct request *r, struct arena *a,
					      const char *file)
{
	for (size_t i = 0; gaff_form_host(i); i++) {
		const char *its = r->done >> i & 1 ? convert_project_file(a, r->value[OPT_OUT],
									  gaff_form_host(i))
						   : NULL;

		if (its && strcmp(its, file) == 0)
			return gaff_form_host(i);
	}
	return NULL;
}

/* Nothing is lost by it, so the exit code stays what it is. */
static void tell_left_out(struct request *r, struct arena *a, struct convert_target *target,
			  const char *why, const char *whose, const char *more)
{
	int code = r->code;

	target->got.losses.arena = a;
	gaff_lose(&target->got.losses, 0, SV("file"), GAFF_DEGRADE_EXCLUDE, "%s %s%s: left out",
		  why, whose, more);
	tell(r, a, target);
	r->code = code;
}

/* False: the source is wrong, and the next one would say the same. */
static bool convert_for(struct request *r, struct arena *a, size_t n)
{
	struct convert_target target = { .host = gaff_form_host(n),
					 .file = convert_project_file(a, r->value[OPT_OUT],
								      gaff_form_host(n)) };
	const struct gaff_host *same;

	if (!target.file) {
		gaff_fail(&target.err, GAFF_ENOMEM, "no memory for a path");
		tell(r, a, &target);
		return false;
	}
	if (!*target.file) {
		target.file = NULL;
		tell_left_out(r, a, &target, "it has no file in a project: --to", target.host->id.p,
			      " --out FILE writes one");
		return true;
	}
	same = reads_the_same(r, a, target.file);
	if (!same) {
		convert(r, a, &target);
		r->done |= (uint32_t)(target.err.rc == GAFF_OK) << n;
		return target.about != r->source.file;
	}
	tell_left_out(r, a, &target, "it reads the same files as", same->title,
		      ", and would run these hooks twice");
	return true;
}

static void convert_all(struct request *r)
{
	bool goes_on = true;

	if (is_given(r, OPT_JSON))
		gaff_json_open(&r->w, '[');
	for (size_t i = 0; goes_on && gaff_form_host(i); i++) {
		struct arena one; /* texts may be large: each target has its own memory */

		if (gaff_form_host(i) == r->source.host)
			continue;
		gaff_arena_init(&one, NULL, 0, GAFF_ARENA_MAX);
		goes_on = convert_for(r, &one, i);
		gaff_arena_release(&one);
	}
	if (is_given(r, OPT_JSON))
		gaff_json_close(&r->w, ']');
}

/* Whatever its name is, and wherever the hooks will run. */
static enum gaff_rc find_plugin_root(struct request *r, struct gaff_err *err)
{
	struct buf path = buf_in(r->arena);
	char here[PATH_MAX];

	if (!is_given(r, OPT_PLUGIN_ROOT))
		return GAFF_OK;
	if (!getcwd(here, sizeof here))
		return gaff_fail(err, GAFF_EIO, "convert: cannot find the current directory");
	gaff_path_absolute(&path, sv_of(here), sv_of(r->value[OPT_PLUGIN_ROOT]), false);
	r->plugin_root = buf_sv(&path);
	return buf_ok(&path) ? GAFF_OK
			     : gaff_fail(err, GAFF_ENOMEM, "convert: no memory for a path");
}

static int run_request(struct request *r)
{
	struct convert_target target = { .host = r->to, .file = r->value[OPT_OUT] };
	struct gaff_err err = { 0 };

	r->program = r->value[OPT_PROGRAM];
	if (find_plugin_root(r, &err) != GAFF_OK ||
	    (r->to && convert_choose_form(&target, r->value[OPT_FORMAT], &err) != GAFF_OK) ||
	    (is_given(r, OPT_RUNTIME) && !r->program &&
	     gaff_own_program(r->arena, &r->program, &err) != GAFF_OK)) {
		fprintf(stderr, "gaff: %s\n", err.msg);
		return exit_of(err.rc);
	}
	if (read_source(r, &err) != GAFF_OK || recognise(r, &err) != GAFF_OK) {
		say_wrong(r, &err);
		return exit_of(err.rc);
	}
	r->printed = buf_in(r->arena);
	r->w.out = &r->printed;
	if (r->to)
		convert(r, r->arena, &target);
	else
		convert_all(r);
	if (!buf_ok(&r->printed)) {
		fprintf(stderr, "gaff: convert: no memory for what is to be printed\n");
		return CLI_FATAL;
	}
	if (is_given(r, OPT_JSON))
		printf("%.*s\n", SV_ARG(buf_sv(&r->printed)));
	return r->code;
}

static int run_in(struct arena *a, int argc, char **argv)
{
	struct request r = { .arena = a };
	struct gaff_err err;

	switch (parse(&r, argc, argv, &err)) {
	case CLI_HELP:
		cli_print_help(&cmd_convert);
		return CLI_OK;
	case CLI_WRONG:
		fprintf(stderr, "gaff: %s\n", err.msg);
		return CLI_USAGE;
	case CLI_OPTION:
	case CLI_END:
		break;
	}
	if (is_given(&r, OPT_LIST)) {
		convert_print_list(a, is_given(&r, OPT_MARKDOWN));
		return CLI_OK;
	}
	if (strcmp(r.value[OPT_FROM], "auto") != 0) {
		r.source.host = convert_find_host("from", r.value[OPT_FROM], "auto");
		if (!r.source.host)
			return CLI_USAGE;
	}
	if (strcmp(r.value[OPT_TO], "all") != 0) {
		r.to = convert_find_host("to", r.value[OPT_TO], "all");
		if (!r.to)
			return CLI_USAGE;
	}
	return run_request(&r);
}

static int run(int argc, char **argv)
{
	return cli_in_arena(run_in, argc, argv);
}

const struct cli_command cmd_convert = {
	.name = "convert",
	.args = "--from SOURCE --to TARGET [--in FILE] [--out FILE] [options]",
	.help = "Turn one agent's hook configuration into another's, and name every loss",
	.details =
		"What TARGET cannot say is dropped, never made up, and each loss is a line on "
		"stderr.\n"
		"The outcome is read again before it is written: when it does not say what was "
		"meant,\n"
		"nothing is.\n"
		"\n"
		"  gaff convert --from claude-code --to cursor --in .claude/settings.json\n"
		"  gaff convert --from auto --to all --in hooks.yaml --out . --dry-run\n"
		"\n"
		"A script that was written for SOURCE reads and prints the JSON of SOURCE, which "
		"TARGET\n"
		"does not. With --runtime the entries call gaff, which translates, and supplies "
		"what\n"
		"TARGET lacks: time limits, variables, matchers, servers. So with --runtime little "
		"is lost.\n"
		"With --to all each agent's file goes to its place below the folder of --out.\n"
		"\n"
		"Hooks of a plugin name its folder (${CLAUDE_PLUGIN_ROOT}, ${extensionPath} ...), "
		"which\n"
		"nobody knows outside of it: --plugin-root puts DIR in its place, and without that "
		"such\n"
		"a hook is lost.\n"
		"\n"
		"Exit 0: done; 1: a guard was lost, or a hook whose variables there are not (the "
		"rest is\n"
		"written), with --strict anything, or there was nothing left to write; 128: a file "
		"could not be read or written.\n",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = run,
};
