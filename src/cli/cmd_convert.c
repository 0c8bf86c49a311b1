#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/limits.h"
#include "base/swap.h"
#include "cli/pages/convert_work.h"
#include "install/own_program.h"
#include "cli/print/plain.h"
#include "agents/hosts.h"
#include "text/path.h"
#include "text/utf8.h"

struct request {
	struct arena *arena;
	const char *from_name, *to_name, *in, *out, *format, *root_name;
	bool is_runtime, is_strict, is_json, is_forced, is_dry, is_list, is_markdown;
	struct convert_source source;
	const struct gaff_host *to; /* NULL: all of them */
	const char *program;        /* that entries call; NULL: this one */
	struct sv plugin_root;
	struct buf printed;   /* with --json */
	struct json_writer w; /* of that */
	uint32_t done;        /* by the numbers of gaff_layout_host(), with --to all */
	int code;             /* the worst so far */
};

/* ---- the command line ---- */

#define FROM_HELP "the agent whose hooks these are, canonical for a manifest, or auto"
#define TO_HELP   "the agent that is to have them, canonical for a manifest, or all"

static const struct cli_option options[] = {
	CLI_TEXT("from", "SOURCE", struct request, from_name, FROM_HELP),
	CLI_TEXT("to", "TARGET", struct request, to_name, TO_HELP),
	CLI_TEXT("in", "FILE", struct request, in, "read this file [stdin]"),
	CLI_TEXT("out", "FILE", struct request, out,
		 "write this file [stdout]; with --to all a folder"),
	CLI_TEXT("format", "FORMAT", struct request, format,
		 "yaml, toml, agent: which of the agent's forms [by the name of --out]"),
	CLI_FLAG("runtime", struct request, is_runtime,
		 "entries call gaff, and scripts go on speaking as SOURCE does"),
	CLI_TEXT("program", "GAFF", struct request, program,
		 "what these entries call [this program]"),
	CLI_TEXT("plugin-root", "DIR", struct request, root_name,
		 "the folder of the plugin that the hooks are of, for ${CLAUDE_PLUGIN_ROOT}"),
	CLI_FLAG("strict", struct request, is_strict, "exit with 1 when anything is lost"),
	CLI_FLAG("json", struct request, is_json, "print the outcome and each loss as JSON"),
	CLI_FLAG("force", struct request, is_forced, "replace what is in FILE"),
	CLI_FLAG("dry-run", struct request, is_dry,
		 "show what would change in FILE, and write nothing"),
	CLI_FLAG("list", struct request, is_list,
		 "the agents there are, and what their files can say"),
	CLI_FLAG("markdown", struct request, is_markdown, "the list as markdown"),
};

static bool is_empty(const char *value)
{
	return value && !*value;
}

/* What is wrong with them together, or NULL. */
static const char *find_mistake(const struct request *r)
{
	bool is_all = r->to_name && strcmp(r->to_name, "all") == 0;
	const struct {
		bool is_wrong;
		const char *what;
	} rows[] = {
		{ !r->from_name, "--from is missing: " FROM_HELP },
		{ !r->to_name, "--to is missing: " TO_HELP },
		{ r->is_forced && !r->out, "--force goes with --out" },
		{ r->is_dry && !r->out, "--dry-run goes with --out" },
		{ is_empty(r->in), "--in needs a value: FILE" },
		{ is_empty(r->out), "--out needs a value: FILE" },
		{ r->program && !r->is_runtime, "--program goes with --runtime" },
		{ is_empty(r->program), "--program needs a value: GAFF" },
		{ is_empty(r->root_name), "--plugin-root needs a value: DIR" },
		{ r->root_name && !gaff_utf8_is_valid(sv_of(r->root_name)),
		  "--plugin-root has to be a name in UTF-8" },
		{ is_all && !r->out, "--to all needs a folder: --out DIR" },
		{ is_all && r->format, "--format or --to all, not both" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (rows[i].is_wrong)
			return rows[i].what;
	return NULL;
}

/* "-" is as if it were not said. */
static const char *file_of(const char *value)
{
	return value && strcmp(value, "-") == 0 ? NULL : value;
}

/* ---- what is read ---- */

static enum gaff_rc read_source(struct request *r, struct gaff_err *err)
{
	const char *file = r->in;
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

	if (strcmp(r->from_name, "auto") != 0) {
		source->is_other_syntax = convert_is_other_syntax(source->host, r->in,
								  source->text);
		return GAFF_OK;
	}
	GAFF_TRY(gaff_convert_recognise(r->arena, source->text, r->in, &source->host,
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
	if (!r->to && leads_out(a, r->out, file))
		return gaff_fail(err, GAFF_EIO,
				 "a link leads out of the folder of --out, and is not followed; "
				 "name the file alone: --to %.*s --out FILE",
				 SV_ARG(target->host->id));
	GAFF_TRY(gaff_swap_read(a, file, GAFF_EDIT_MAX, &held, err));
	held.is_program = target->host->layout->shape == GAFF_LAYOUT_SCRIPT;
	if (r->is_dry) {
		if (!r->is_json)
			plain_diff(a, file, held.text, text);
		return GAFF_OK;
	}
	target->is_same = held.exists && sv_eq(held.text, text);
	if (target->is_same)
		return GAFF_OK;
	if (held.text.n && !r->is_forced)
		return gaff_fail(err, GAFF_EIO,
				 "there is something else in it, and it is left alone; --dry-run "
				 "shows what would change, and --force replaces it");
	if (!r->to && gaff_fs_make_folders(a, file))
		return gaff_fail(err, GAFF_EIO, "cannot make its folder: %s", strerror(errno));
	return gaff_swap_write(&held, text, err);
}

static void say_written(const struct request *r, struct arena *a,
			const struct convert_target *target)
{
	if (r->is_dry || r->is_json)
		return;
	printf("%s %s: %zu of %zu hook%s\n", target->is_same ? "unchanged" : "wrote",
	       gaff_plain_text(a, target->file), target->got.n_written, target->got.n_read,
	       target->got.n_read == 1 ? "" : "s");
}

/* ---- one target ---- */

/* A loss that nobody may overlook is never a success. */
static int code_of(const struct request *r, const struct convert_target *target)
{
	const struct gaff_losses *losses = &target->got.losses;

	if (target->err.rc != GAFF_OK)
		return exit_of(target->err.rc);
	return losses->n_guards || losses->n_broken || (r->is_strict && losses->n) ? CLI_NO
										   : CLI_OK;
}

/* Everything there is to say about it, and what that means for the exit code. */
static void tell(struct request *r, struct arena *a, const struct convert_target *target)
{
	int code = code_of(r, target);

	r->code = code > r->code ? code : r->code;
	if (r->is_json) {
		convert_write_json(&r->w, &r->source, target, !target->file || r->is_dry);
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
	if (target->err.rc != GAFF_OK || r->is_json)
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

	if (r->to || target->host->layout->shape != GAFF_LAYOUT_SCRIPT) {
		deliver_one(r, a, target);
		return;
	}
	n = gaff_script_events(a, target->host, target->got.text, events, COUNT_OF(events));
	for (size_t i = 0; i < n && target->err.rc == GAFF_OK; i++) {
		target->file = file_of_event(a, pattern, events[i]);
		if (gaff_arena_check(a, &target->err) == GAFF_OK)
			deliver_one(r, a, target);
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
				     .runtime = r->is_runtime,
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
	for (size_t i = 0; gaff_layout_host(i); i++) {
		const char *its = r->done >> i & 1
					  ? convert_project_file(a, r->out, gaff_layout_host(i))
					  : NULL;

		if (its && strcmp(its, file) == 0)
			return gaff_layout_host(i);
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
	struct convert_target target = { .host = gaff_layout_host(n),
					 .file = convert_project_file(a, r->out,
								      gaff_layout_host(n)) };
	const struct gaff_host *same;

	if (gaff_arena_check(a, &target.err) != GAFF_OK) {
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

	if (r->is_json)
		gaff_json_open(&r->w, '[');
	for (size_t i = 0; goes_on && gaff_layout_host(i); i++) {
		struct arena one; /* texts may be large: each target has its own memory */

		if (gaff_layout_host(i) == r->source.host)
			continue;
		gaff_arena_init(&one, NULL, 0, GAFF_ARENA_MAX);
		goes_on = convert_for(r, &one, i);
		gaff_arena_release(&one);
	}
	if (r->is_json)
		gaff_json_close(&r->w, ']');
}

/* Whatever its name is, and wherever the hooks will run. */
static enum gaff_rc find_plugin_root(struct request *r, struct gaff_err *err)
{
	struct buf path = buf_in(r->arena);
	char here[PATH_MAX];

	if (!r->root_name)
		return GAFF_OK;
	if (!getcwd(here, sizeof here))
		return gaff_fail(err, GAFF_EIO, "convert: cannot find the current directory");
	gaff_path_absolute(&path, sv_of(here), sv_of(r->root_name), false);
	r->plugin_root = buf_sv(&path);
	return gaff_buf_check(&path, err);
}

static int run_request(struct request *r)
{
	struct convert_target target = { .host = r->to, .file = r->out };
	struct gaff_err err = { 0 };

	if (find_plugin_root(r, &err) != GAFF_OK ||
	    (r->to && convert_choose_form(&target, r->format, &err) != GAFF_OK) ||
	    (r->is_runtime && !r->program &&
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
	if (!buf_ok(&r->printed))
		return cli_fail(CLI_FATAL, ": convert: no memory for what is to be printed");
	if (r->is_json)
		printf("%.*s\n", SV_ARG(buf_sv(&r->printed)));
	return r->code;
}

static int run(struct arena *a, int argc, char **argv)
{
	struct request r = { .arena = a };
	const char *mistake;
	int code;

	if (!cli_parse(&cmd_convert, &r, &argc, &argv, &code))
		return code;
	if (argc)
		return cli_usage("convert: what is '%s'? A file is --in or --out", argv[0]);
	if (r.is_list) {
		convert_print_list(a, r.is_markdown);
		return CLI_OK;
	}
	r.in = file_of(r.in);
	r.out = file_of(r.out);
	mistake = find_mistake(&r);
	if (mistake)
		return cli_usage("convert: %s", mistake);
	if (strcmp(r.from_name, "auto") != 0) {
		r.source.host = convert_find_host("from", r.from_name, "auto");
		if (!r.source.host)
			return CLI_USAGE;
	}
	if (strcmp(r.to_name, "all") != 0) {
		r.to = convert_find_host("to", r.to_name, "all");
		if (!r.to)
			return CLI_USAGE;
	}
	return run_request(&r);
}

const struct cli_command cmd_convert = {
	.name = "convert",
	.args = "--from SOURCE --to TARGET [--in FILE] [--out FILE] [options]",
	.help = "Turn one agent's hook configuration into another's, and name every loss",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = run,
};
