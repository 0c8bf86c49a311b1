#include "run/guards.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/dirs.h"
#include "base/io.h"
#include "base/limits.h"
#include "base/os.h"
#include "agents/hosts.h"
#include "run/load/project.h"

/* ---- in manifests ---- */

/* Of a hook that was not read: it may be anything. */
static void check_command(struct gaff_findings *f, struct json command, bool is_async)
{
	struct gaff_guard_request request;
	struct gaff_err err;
	struct sv text, words;

	if (!gaff_json_text(f->arena, command, &text) || !gaff_guard_is_command(text, &words))
		return;
	if (gaff_guard_request(words, &request, &err) != GAFF_OK)
		gaff_find_error(f, command.p, "%s", err.msg);
	else if (is_async)
		gaff_find_error(f, command.p,
				"a guard cannot be async: nobody would wait for its answer, which "
				"is all it does");
}

static void check_guards(struct gaff_findings *f, struct json root)
{
	struct json_iter it = gaff_json_iter(gaff_json_get(root, SV("hooks"))), systems;
	struct json key, hook, command;

	while (!it.is_object && gaff_json_next(&it, &key, &hook)) {
		struct json handler = gaff_json_get(hook, SV("handler"));
		bool is_async = gaff_json_type(gaff_json_get(handler, SV("async"))) == JSON_TRUE;

		if (!gaff_json_is(gaff_json_get(handler, SV("type")), SV("command")))
			continue;
		check_command(f, gaff_json_get(handler, SV("command")), is_async);
		systems = gaff_json_iter(gaff_json_get(handler, SV("platform")));
		while (systems.is_object && gaff_json_next(&systems, &key, &command))
			check_command(f, command, is_async);
	}
}

bool gaff_read_manifest(struct arena *a, struct json root, struct gaff_findings *findings,
			struct gaff_manifest *out)
{
	check_guards(findings, root);
	gaff_rules_check(findings, root);
	return gaff_manifest_read(a, gaff_hosts, root, findings, out);
}

/* Of hooks that were read. */
static void check_ready(struct gaff_findings *f, const struct gaff_manifest *manifest)
{
	for (size_t i = 0; i < manifest->n; i++) {
		const struct gaff_hook *hook = &manifest->ready[i];
		struct json_iter systems = gaff_json_iter(hook->platform);
		struct json key, command;
		struct sv words;

		if (hook->kind != GAFF_HANDLER_COMMAND)
			continue;
		if (gaff_guard_is_command(hook->plain_command, &words))
			check_command(f, gaff_json_get(hook->handler, SV("command")), hook->async);
		while (gaff_json_next(&systems, &key, &command))
			check_command(f, command, hook->async);
	}
}

bool gaff_read_manifest_once(struct arena *a, struct json root, struct gaff_findings *findings,
			     struct gaff_manifest *out)
{
	struct gaff_manifest manifest;

	if (!gaff_manifest_read_once(a, gaff_hosts, root, findings, &manifest))
		return false;
	if (manifest.ready) {
		check_ready(findings, &manifest);
	} else {
		check_guards(findings, root);
		gaff_rules_check(findings, root);
	}
	if (findings->n_errors)
		return false;
	*out = manifest;
	return true;
}

/* ---- in a call ---- */

bool gaff_hook_is_guard(const struct gaff_hook *hook, struct sv *words)
{
	return hook->kind == GAFF_HANDLER_COMMAND && gaff_guard_is_command(hook->command, words);
}

bool gaff_argv_is_guard(struct arena *a, char *const *argv, struct sv *words)
{
	struct buf b = buf_in(a);

	if (strcmp(argv[0], "gaff") != 0)
		return false;
	for (size_t i = 0; argv[i]; i++) {
		if (!*argv[i] || strpbrk(argv[i], " \t\n")) /* joined it would be other words */
			return false;
		gaff_buf_add(&b, i ? SV(" ") : SV(""));
		gaff_buf_add(&b, sv_of(argv[i]));
	}
	return buf_ok(&b) && gaff_guard_is_command(buf_sv(&b), words);
}

/* Of folders only those count of which it is known where they are. */
static struct sv folder(const char *path)
{
	return path && path[0] == '/' ? sv_of(path) : (struct sv){ 0 };
}

/*
 * Files are named from where the agent is, so the project has to be named in the same way: agents
 * may give the one with a link in it, and the other without.
 */
static void name_alike(struct arena *a, struct sv *cwd, struct sv *project)
{
	const char *here = cwd->n ? gaff_arena_cstr(a, *cwd) : NULL;
	char real[PATH_MAX], real_here[PATH_MAX];

	if (!project->n || !here || gaff_is_below(here, project->p) || !realpath(project->p, real))
		return;
	if (!gaff_is_below(here, real)) {
		if (!realpath(here, real_here) || !gaff_is_below(real_here, real))
			return; /* it is elsewhere */
		here = gaff_arena_dup(a, sv_of(real_here));
		*cwd = sv_of(here);
	}
	here = gaff_arena_dup(a, sv_of(real));
	*project = sv_of(here);
}

static bool is_among(const char *x, struct sv folder_of)
{
	return folder_of.n && (gaff_is_below(x, folder_of.p) || gaff_is_below(folder_of.p, x));
}

/*
 * What is in TMPDIR may be deleted, so a repository would like to set it. It is believed of a
 * folder that is like one for temporary files: everybody's with the sticky bit, or ours alone, and
 * neither in nor around the project and the home.
 */
static bool doubts_tmpdir(const struct gaff_world *world)
{
	char real[PATH_MAX];
	struct stat s;

	if (!world->tmpdir.n || !gaff_dirs_are_given())
		return false;
	return !realpath(world->tmpdir.p, real) || stat(real, &s) != 0 ||
	       is_among(real, world->home) || is_among(real, world->project) ||
	       !(s.st_mode & S_ISVTX || (s.st_uid == gaff_os_user() && !(s.st_mode & 077)));
}

struct gaff_guard_call gaff_guard_see(struct arena *a, const struct gaff_event *event,
				      const struct gaff_project *project)
{
	const char *cwd = gaff_project_path(a, event->field[GAFF_F_CWD]);
	struct gaff_guard_call call = { .arena = a, .event = event };
	struct gaff_world *world = &call.world;

	*world = (struct gaff_world){ .project = folder(gaff_project_inside(a, project, cwd)),
				      .home = folder(gaff_home()),
				      .tmpdir = folder(getenv("TMPDIR")),
				      .user = sv_of(getenv("USER")) };
	if (!gaff_json_text(a, event->field[GAFF_F_CWD], &world->cwd) || !world->cwd.n ||
	    world->cwd.p[0] != '/')
		world->cwd = (struct sv){ 0 };
	name_alike(a, &world->cwd, &world->project);
	world->doubts_tmpdir = doubts_tmpdir(world);
	return call;
}

/*
 * A command line is the model's, and so is how much memory it takes to follow it. What guards may
 * use is a part of what there is, so that the rest is left to say that it was too much.
 */
struct spared {
	size_t n;
	bool had_failed;
};

static struct spared spare(struct arena *a)
{
	struct spared s = { a->left > GAFF_GUARD_MEMORY_MAX ? a->left - GAFF_GUARD_MEMORY_MAX : 0,
			    a->failed };

	a->left -= s.n;
	return s;
}

static enum gaff_rc give_back(struct arena *a, struct spared s, enum gaff_rc rc,
			      struct gaff_err *err)
{
	a->left += s.n;
	if (s.had_failed || (rc != GAFF_ENOMEM && !a->failed))
		return rc;
	a->failed = !s.n;
	return gaff_fail(err, GAFF_ELIMIT, "the call is too large to be looked through");
}

enum gaff_rc gaff_run_rules(struct gaff_guard_call *call, const struct gaff_match_place *place,
			    const struct gaff_rule *rule, size_t n,
			    struct gaff_rule_verdict *verdict, struct gaff_exceptions *exceptions,
			    struct gaff_err *err)
{
	struct spared spared = spare(call->arena);

	return give_back(call->arena, spared,
			 gaff_rules_look(call, place, rule, n, verdict, exceptions, NULL, err),
			 err);
}

enum gaff_rc gaff_run_rule_programs(struct gaff_guard_call *call, struct gaff_program_bits *out,
				    struct gaff_err *err)
{
	struct spared spared = spare(call->arena);

	return give_back(call->arena, spared, gaff_rules_programs(call, out, err), err);
}

enum gaff_rc gaff_run_guards(struct gaff_guard_call *call, struct sv words, bool wants_rows,
			     struct gaff_step *step, struct gaff_response *out,
			     struct gaff_err *err)
{
	struct gaff_guard_report *report = gaff_arena_alloc(call->arena, sizeof *report);
	struct gaff_guard_request request;
	int64_t started = gaff_now_ms();
	struct spared spared;
	enum gaff_rc rc;

	GAFF_TRY(gaff_arena_check(call->arena, err));
	step->n_asked++;
	if (gaff_guard_request(words, &request, err) != GAFF_OK)
		return err->rc = GAFF_EHOOK;
	*report = (struct gaff_guard_report){ .arena = call->arena,
					      .is_strict = request.is_strict,
					      .wants_rows = wants_rows };
	report->last_finding = &report->finding;
	report->last_tried = &report->tried;
	*out = (struct gaff_response){ 0 };
	spared = spare(call->arena);
	rc = give_back(call->arena, spared, gaff_guard_ask(call, &request, report, out, err), err);
	step->guard = report;
	step->ms = gaff_now_ms() - started;
	return rc;
}
