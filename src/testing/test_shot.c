#include "testing/test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/inherit.h"
#include "base/io.h"
#include "run/run.h"
#include "text/path.h"

extern char **environ;

/* One case on one host: this process has no other task, and its environment is that of an agent. */

struct work {
	struct arena *arena;
	const struct test_run *test;
	const struct test_case *c;
	const struct test_shot *shot;
	const char *folder; /* ours alone, and gone afterwards */
	const char *cwd;
	struct fire_shot fire;
	struct sv payload;
	struct gaff_run run;
	struct gaff_event event;
	struct gaff_trace trace;
	struct gaff_answer answer;
	struct gaff_response said; /* by the hooks, in nobody's words */
	struct fire_verdict verdict;
	int64_t ms;
};

/* ---- where it happens ---- */

static enum gaff_rc set_folder(struct work *w, const char *variable, const char *name,
			       struct gaff_err *err)
{
	const char *path = gaff_path_join(w->arena, w->folder, sv_of(name));

	if (!path || (mkdir(path, 0700) != 0 && errno != EEXIST))
		return gaff_fail(err, GAFF_EIO, "cannot make a folder: %s", strerror(errno));
	if (variable && setenv(variable, path, 1) != 0)
		return gaff_no_memory(err);
	return GAFF_OK;
}

static enum gaff_rc set_variables(struct work *w, struct json env, struct gaff_err *err)
{
	struct sv text;

	for (struct json_iter it = gaff_json_iter(env); gaff_json_each(&it);) {
		const char *name = gaff_json_text(w->arena, it.key, &text)
					   ? gaff_arena_cstr(w->arena, text)
					   : NULL;
		const char *is = gaff_json_text(w->arena, it.value, &text)
					 ? gaff_arena_cstr(w->arena, text)
					 : NULL;

		if (!name || !is || setenv(name, is, 1) != 0)
			return gaff_fail(err, GAFF_EUSAGE, "a variable cannot be called %.*s",
					 SV_SHORT(it.key, 80));
	}
	return GAFF_OK;
}

/* Our own program first: a script that says gaff means the one that tests it. */
static enum gaff_rc set_path(struct work *w, struct gaff_err *err)
{
	const char *path = getenv("PATH");
	struct buf b = buf_in(w->arena);

	BUF_JOIN(&b, sv_of(w->test->scratch), SV("/bin"));
	if (path && *path) {
		BUF_JOIN(&b, SV(":"), sv_of(path));
	}
	path = gaff_arena_cstr(w->arena, buf_sv(&b));
	return path && setenv("PATH", path, 1) == 0 ? GAFF_OK : gaff_no_memory(err);
}

/* As hooks do; what a test file sets besides is what it wants them to have. */
static enum gaff_rc inherit(struct work *w, struct gaff_err *err)
{
	size_t n = 0;
	char **all;

	while (environ[n])
		n++;
	all = gaff_arena_alloc(w->arena, (n + GAFF_INHERIT_MORE) * sizeof *all);
	GAFF_TRY(gaff_arena_check(w->arena, err));
	(void)gaff_inherit(w->arena, environ, NULL, NULL, all);
	environ = all;
	return GAFF_OK;
}

static enum gaff_rc set_environment(struct work *w, struct gaff_err *err)
{
	static const char *const gone[] = { "GAFF_DISABLE", "GAFF_DOCTOR", "GAFF_EVENT_FILE" };

	GAFF_TRY(inherit(w, err));
	for (size_t i = 0; i < COUNT_OF(gone); i++)
		(void)unsetenv(gone[i]);
	GAFF_TRY(set_folder(w, "HOME", "home", err));
	GAFF_TRY(set_folder(w, "XDG_CONFIG_HOME", "home/.config", err));
	GAFF_TRY(set_folder(w, "XDG_CACHE_HOME", "home/.cache", err));
	GAFF_TRY(set_folder(w, "XDG_STATE_HOME", "home/.state", err));
	GAFF_TRY(set_folder(w, "TMPDIR", "tmp", err));
	GAFF_TRY(set_variables(w, w->c->file->env, err));
	GAFF_TRY(set_variables(w, w->c->env, err));
	return set_path(w, err); /* also before a PATH of the case's own */
}

/* The folders of "a/b/c", below one that is there. */
static bool make_folders(char *path, size_t from)
{
	for (char *p = path + from; (p = strchr(p, '/')); p++) {
		bool is_made;

		*p = '\0';
		is_made = mkdir(path, 0755) == 0 || errno == EEXIST;
		*p = '/';
		if (!is_made)
			return false;
	}
	return true;
}

static enum gaff_rc write_file(struct work *w, struct sv name, struct sv text, struct gaff_err *err)
{
	const char *joined = gaff_path_join(w->arena, w->cwd, name);
	char *path = joined ? gaff_arena_dup(w->arena, sv_of(joined)) : NULL;
	int fd = path && make_folders(path, strlen(w->cwd) + 1)
			 ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
				sv_starts(text, SV("#!")) ? 0755 : 0644)
			 : -1;
	bool is_written = fd >= 0 && gaff_write_all(fd, text, gaff_now_ms() + GAFF_WRITE_MS);
	int why = errno;

	if (fd >= 0)
		(void)close(fd);
	return is_written ? GAFF_OK
			  : gaff_fail(err, GAFF_EIO, "cannot write %.*s: %s", SV_SHORT(name, 120),
				      strerror(why));
}

static enum gaff_rc go_there(struct work *w, struct gaff_err *err)
{
	struct json_iter it = gaff_json_iter(w->c->files);
	struct sv name, text;

	w->cwd = w->c->cwd;
	if (w->c->files.n) {
		GAFF_TRY(set_folder(w, NULL, "project", err));
		w->cwd = gaff_path_join(w->arena, w->folder, SV("project"));
	}
	if (!w->cwd || chdir(w->cwd) != 0)
		return gaff_fail(err, GAFF_EIO, "%s: %s", w->cwd ? w->cwd : "", strerror(errno));
	while (gaff_json_each(&it))
		if (gaff_json_text(w->arena, it.key, &name) &&
		    gaff_json_text(w->arena, it.value, &text))
			GAFF_TRY(write_file(w, name, text, err));
	return GAFF_OK;
}

/* ---- the payload; GAFF_EUNSUPPORTED: this host has no such thing ---- */

static enum gaff_rc fire(struct work *w, struct gaff_err *err)
{
	struct fire_request request = w->c->fire;

	request.host = w->shot->host->id.p;
	if (!gaff_host_spelling(w->shot->host, sv_of(request.event)))
		return gaff_fail(err, GAFF_EUNSUPPORTED, "%s has no %s", w->shot->host->title,
				 request.event);
	GAFF_TRY(fire_find(&request, err));
	GAFF_TRY(fire_make(w->arena, &request, &w->fire, err));
	w->payload = json_sv(w->fire.payload);
	return GAFF_OK;
}

/* A canonical event in the words of any host. */
static enum gaff_rc translate(struct work *w, struct gaff_err *err)
{
	const struct gaff_host *host = w->shot->host;
	struct gaff_event event;

	GAFF_TRY(gaff_decode_event(w->arena, &gaff_host_canonical_caller, w->c->event, SV(""), NULL,
				   &event, err));
	if (!gaff_host_event_by_id(host, event.id) && host->other_spelling)
		host = host->other_spelling;
	w->fire.mimic.host = host;
	w->fire.mimic.row = gaff_host_event_for(host, event.id, event.tool);
	if (!w->fire.mimic.row)
		return gaff_fail(err, GAFF_EUNSUPPORTED, "%s has no %.*s", host->title,
				 SV_ARG(event.native_event));
	event.time_ms = gaff_wall_ms();
	w->fire.event = event;
	return gaff_encode_event(w->arena, &event, host, &w->payload, err);
}

static enum gaff_rc recall(struct work *w, struct gaff_err *err)
{
	struct gaff_event *event = &w->fire.event;

	GAFF_TRY(gaff_decode_event(w->arena, w->shot->host, w->c->event, SV(""), NULL, event, err));
	w->fire.mimic.host = event->host;
	w->fire.mimic.row = event->row;
	w->payload = json_sv(w->c->event);
	return GAFF_OK;
}

static enum gaff_rc get_payload(struct work *w, struct gaff_err *err)
{
	return !w->c->event.n                             ? fire(w, err)
	       : gaff_json_get(w->c->event, SV("spec")).n ? translate(w, err)
							  : recall(w, err);
}

/* ---- the run ---- */

/* The hooks of `gaff run`, and what they said before anything was fitted to the agent. */
static enum gaff_rc listen(struct arena *a, struct gaff_run *run, const struct gaff_event *event,
			   struct gaff_trace *trace, struct gaff_response *out,
			   struct gaff_err *err)
{
	struct work *w = run->source_data;
	gaff_run_source *source = w->c->file->takes_words ? test_ask_with_words : gaff_run_hooks;

	GAFF_TRY(source(a, run, event, trace, out, err));
	w->said = trace->merged;
	return GAFF_OK;
}

static void answer(struct work *w)
{
	const struct test_file *file = w->c->file;
	const struct gaff_event_row *row = w->fire.mimic.row;

	w->run = (struct gaff_run){ .source = listen,
				    .source_data = w,
				    .host = gaff_host_find(w->shot->host->id),
				    .dialect = file->dialect,
				    .event = row->native,
				    .start_ms = gaff_now_ms(),
				    .is_trial = true,
				    .is_apart = true,
				    .command = file->argv };
	if (file->deadline_ms < row->timeout_ms) /* else the agent itself waits no longer */
		w->run.deadline_ms = file->deadline_ms;
	if (file->manifest)
		w->run.manifest[w->run.n_manifests++] = file->manifest;
	w->trace.wants_all = true;
	gaff_run_expect_event(&w->run);
	gaff_run_answer(w->arena, &w->run, w->payload, &w->event, &w->trace, &w->answer);
	w->ms = gaff_now_ms() - w->run.start_ms;
}

static enum gaff_rc judge(struct work *w, const struct gaff_answer *got, struct fire_verdict *out,
			  struct gaff_err *err)
{
	struct fire_shot shot = w->fire;

	shot.event = w->event;
	shot.payload = (struct json){ 0 }; /* it is read already */
	shot.mimic.host = w->run.host;
	shot.mimic.row = w->run.row;
	shot.outcome = (struct gaff_outcome){ got->exit, got->out, got->err };
	return fire_judge(w->arena, &shot, out, err);
}

static enum gaff_rc play(struct work *w, struct gaff_err *err)
{
	struct fire_env_file file = { .fd = -1 };
	struct gaff_err why;
	enum gaff_rc rc;

	if (fire_wants_env_file(w->fire.mimic.row))
		GAFF_TRY(fire_env_file_make(w->arena, &w->fire, &file, err));
	environ = fire_environment(w->arena, &w->fire, NULL);
	if (!environ)
		return gaff_no_memory(err);
	answer(w);
	rc = fire_env_file_take(w->arena, &w->fire, &file, &why);
	if (rc != GAFF_OK) {
		*err = why;
		return rc;
	}
	return w->run.has_event ? judge(w, &w->answer, &w->verdict, err)
				: gaff_fail(err, GAFF_EHOOK, "%.*s", SV_SHORT(w->trace.error, 200));
}

/* ---- what came of it ---- */

static bool is_late(const struct work *w)
{
	for (size_t i = 0; i < w->trace.n; i++)
		if (w->trace.step[i].result == GAFF_STEP_LATE)
			return true;
	return false;
}

/* That a hook failed, whether or not something was blocked for it. */
static struct sv failure_of(struct work *w)
{
	for (size_t i = 0; i < w->trace.n; i++) {
		const struct gaff_step *step = &w->trace.step[i];
		struct buf b = buf_in(w->arena);

		if (step->result != GAFF_STEP_FAILED && step->result != GAFF_STEP_LATE)
			continue;
		if (!step->source || !step->why.n)
			break; /* the COMMAND: it is the run that failed */
		BUF_JOIN(&b, step->label, SV(": "), step->why);
		return buf_sv(&b);
	}
	return w->trace.error;
}

/* Does the agent do what it does with this answer? */
static enum gaff_rc compare_doing(struct work *w, const struct gaff_response *said,
				  struct test_difference *out, struct gaff_err *err)
{
	struct gaff_response r = *said;
	struct gaff_warnings lost = { .n = 0 };
	struct fire_verdict verdict;
	struct gaff_answer should;
	struct json_writer expected, actual;

	GAFF_TRY(gaff_fit_response(w->arena, &w->event, w->run.ask, &r, &lost, err));
	GAFF_TRY(gaff_encode_response(w->arena, &w->event, &r, &lost, &should, err));
	GAFF_TRY(judge(w, &should, &verdict, err));
	*out = (struct test_difference){ buf_in(w->arena), buf_in(w->arena) };
	expected = (struct json_writer){ .out = &out->expected };
	actual = (struct json_writer){ .out = &out->actual };
	gaff_json_open(&expected, '{');
	gaff_json_open(&actual, '{');
	fire_write_response(&expected, &verdict.said, (struct sv){ 0 });
	fire_write_response(&actual, &w->verdict.said, (struct sv){ 0 });
	gaff_json_close(&expected, '}');
	gaff_json_close(&actual, '}');
	return buf_ok(&out->expected) && buf_ok(&out->actual) ? GAFF_OK : gaff_no_memory(err);
}

static bool differs(const struct test_difference *d)
{
	return !sv_eq(buf_sv(&d->expected), buf_sv(&d->actual));
}

/* What the agent does, as somebody expects it of this one. */
static enum gaff_rc compare_agent(struct work *w, struct test_difference *out, struct gaff_err *err)
{
	struct gaff_response does = w->verdict.said;
	struct test_actual actual = { &w->event, &does,
				      w->verdict.rejected.n ? w->verdict.rejected : failure_of(w),
				      w->cwd };

	if (w->fire.env_file.n) /* it has them, from a file */
		does.env = w->said.env;
	does.rewriter = w->run.host;
	return test_compare(w->arena, w->shot->expect, &actual, out, err);
}

/*
 * What the hooks said, and that the agent does what this means to it. Where something that they
 * said cannot be had here, and the manifest has put something else in its place, it is enough that
 * the agent does what it would do with the answer that is expected.
 */
static enum gaff_rc compare(struct work *w, struct test_difference *out, struct gaff_err *err)
{
	const struct test_expect *want = w->shot->expect;
	struct test_actual actual = { &w->event, &w->said, failure_of(w), w->cwd };
	struct gaff_response wanted = w->said;
	struct test_difference doing;

	if (w->shot->is_of_agent)
		return compare_agent(w, out, err);
	GAFF_TRY(test_compare(w->arena, want, &actual, out, err));
	if (actual.error.n || (differs(out) && !w->trace.n_degradations))
		return GAFF_OK;
	if (differs(out))
		wanted = test_answer(want, &w->said);
	GAFF_TRY(compare_doing(w, &wanted, &doing, err));
	if (differs(out) != differs(&doing))
		*out = doing;
	return GAFF_OK;
}

/* ---- the report ---- */

static void write_texts(struct json_writer *w, struct sv key, const struct sv *text, size_t n)
{
	gaff_json_member_open(w, key, '[');
	for (size_t i = 0; i < n; i++)
		gaff_json_string(w, text[i]);
	gaff_json_close(w, ']');
}

/* Which hooks of a manifest there were, and why one was not asked. */
static void write_steps(struct work *w, struct json_writer *out)
{
	gaff_json_member_open(out, SV("hooks"), '[');
	for (size_t i = 0; i < w->trace.n; i++) {
		const struct gaff_step *step = &w->trace.step[i];
		struct buf b = buf_in(w->arena);

		if (!step->source)
			continue;
		BUF_JOIN(&b, step->label, SV(": "), sv_of(gaff_step_name(step->result)));
		if (step->why.n)
			gaff_buf_add(&b, SV(", "));
		gaff_buf_add(&b, step->why);
		gaff_json_string(out, buf_sv(&b));
	}
	gaff_json_close(out, ']');
}

static struct sv stderr_of(struct work *w)
{
	struct buf b = buf_in(w->arena);

	for (size_t i = 0; i < w->trace.n && b.n < GAFF_HOOK_STDERR_MAX; i++) {
		const struct gaff_step *step = &w->trace.step[i];

		if (b.n && b.p[b.n - 1] != '\n')
			buf_addc(&b, '\n');
		if (step->has_outcome)
			gaff_buf_add(&b, step->outcome.err);
	}
	return buf_sv(&b);
}

static struct sv report(struct work *w, enum test_result result, struct sv why,
			const struct test_difference *d)
{
	struct buf b = buf_in(w->arena);
	struct json_writer out = { .out = &b };

	gaff_json_open(&out, '{');
	json_member_string(&out, SV("result"), sv_of(test_result_name(result)));
	if (why.n)
		json_member_string(&out, SV("why"), why);
	if (d) {
		json_member(&out, SV("expected"), buf_sv(&d->expected));
		json_member(&out, SV("actual"), buf_sv(&d->actual));
		write_texts(&out, SV("agent"), w->verdict.does, w->verdict.n_does);
		write_texts(&out, SV("notes"), w->trace.warnings.line, w->trace.warnings.n);
		write_steps(w, &out);
		json_member_string(&out, SV("stderr"), stderr_of(w));
		gaff_json_member_bool(&out, SV("late"), is_late(w));
	}
	gaff_json_member_number(&out, SV("ms"), w->ms);
	gaff_json_close(&out, '}');
	if (!buf_ok(&b))
		return SV("{\"result\":\"failed\",\"why\":\"no memory\"}");
	return buf_sv(&b);
}

/* One that is too long to be sent says at least what came of it. */
static struct sv tell(struct work *w, enum test_result result, struct sv why,
		      const struct test_difference *d)
{
	struct sv text = report(w, result, why, d);

	if (text.n <= GAFF_TEST_REPORT_MAX)
		return text;
	return report(w, result, why.n ? why : SV("what came of it is too long to be shown"), NULL);
}

struct sv test_try(struct arena *a, const struct test_run *run, const struct test_case *c,
		   const struct test_shot *shot, const char *folder)
{
	static struct work work;
	struct work *w = &work;
	struct test_difference d;
	struct gaff_err err = { 0 };
	enum gaff_rc rc;

	*w = (struct work){ .arena = a, .test = run, .c = c, .shot = shot, .folder = folder };
	rc = set_environment(w, &err);
	if (rc == GAFF_OK)
		rc = go_there(w, &err);
	if (rc != GAFF_OK)
		return tell(w, TEST_FAILED, sv_of(err.msg), NULL);
	rc = get_payload(w, &err);
	if (rc == GAFF_EUNSUPPORTED)
		return tell(w, TEST_SKIPPED, sv_of(err.msg), NULL);
	if (rc == GAFF_OK)
		rc = play(w, &err);
	if (rc == GAFF_OK)
		rc = compare(w, &d, &err);
	if (rc != GAFF_OK)
		return tell(w, TEST_FAILED, sv_of(err.msg), NULL);
	return tell(w, differs(&d) ? TEST_FAILED : TEST_PASSED, (struct sv){ 0 }, &d);
}
