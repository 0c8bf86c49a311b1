#include "testing/test.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/io.h"
#include "base/os.h"

/*
 * Files are tried beside each other, on as many cores as there are, but for those of one folder:
 * its hooks may write where the next one reads.
 */

enum {
	WORKERS_MIN = 2, /* most hooks wait for something */
	WORKERS_MAX = 16,
	PATIENCE_MS = 30000, /* beyond what a hook is given */
	FAREWELL_MS = 2000,  /* for one that is told to end, so that it can end its hook */
};

struct worker {
	pid_t pid; /* 0: it is free */
	int fd;
	struct test_file *file;
	struct test_case *c;
	struct test_shot *shot;
	char *report; /* as far as it has come; ours until it is settled */
	size_t n, room;
	int64_t start, deadline;
	char folder[4200];
};

struct pool {
	struct test_run *run;
	struct worker worker[WORKERS_MAX];
	size_t n_workers, n_busy;
	size_t *next_case, *next_shot; /* of each file */
	size_t told_file, told_case;   /* up to here everything is told */
	size_t n_started;
};

/* ---- one result ---- */

static enum test_result result_of(struct json report)
{
	struct json said = gaff_json_get(report, SV("result"));

	for (enum test_result r = TEST_PASSED; r <= TEST_SKIPPED; r++)
		if (gaff_json_is(said, sv_of(test_result_name(r))))
			return r;
	return TEST_FAILED;
}

static void count(struct test_run *run, struct test_case *c, const struct test_shot *shot)
{
	c->n_done++;
	run->n_done++;
	run->n_passed += shot->result == TEST_PASSED;
	run->n_failed += shot->result == TEST_FAILED;
	run->n_skipped += shot->result == TEST_SKIPPED;
}

/* A case that can be tried nowhere is no case that passes, unless only some hosts were asked. */
static void check_case(struct test_run *run, struct test_case *c)
{
	size_t n = 0;

	if (run->host || c->n_done < c->n_shots)
		return;
	for (size_t i = 0; i < c->n_shots; i++)
		n += c->shot[i].result == TEST_SKIPPED;
	if (n < c->n_shots)
		return;
	c->shot[0].result = TEST_FAILED;
	run->n_skipped--;
	run->n_failed++;
}

/* What hangs on one host hangs on the next one, too; nobody has to wait for that again. */
static void give_up(struct test_run *run, struct test_case *c)
{
	for (size_t i = 0; i < c->n_shots; i++) {
		if (c->shot[i].result != TEST_WAITS)
			continue;
		c->shot[i].result = TEST_FAILED;
		c->shot[i].why = "not tried: it did not answer in time on the host before";
		count(run, c, &c->shot[i]);
	}
}

static void settle(struct test_run *run, struct worker *w, const char *why)
{
	struct sv text = { gaff_arena_dup(run->arena, (struct sv){ w->report, w->n }), w->n };
	struct gaff_err ignored;

	free(w->report);
	w->report = NULL;
	w->shot->ms = gaff_now_ms() - w->start;
	if (!text.p)
		why = "there is no memory for what came of it";
	if (why || gaff_json_parse(text, &w->shot->report, &ignored) != GAFF_OK) {
		w->shot->report = (struct json){ 0 };
		w->shot->why = why ? why : "gaff itself died of this case";
		w->shot->result = TEST_FAILED;
	} else {
		w->shot->result = result_of(w->shot->report);
	}
	count(run, w->c, w->shot);
	if (gaff_json_type(gaff_json_get(w->shot->report, SV("late"))) == JSON_TRUE &&
	    w->shot->result == TEST_FAILED)
		give_up(run, w->c);
	check_case(run, w->c);
}

/* ---- one worker ---- */

_Noreturn static void be_worker(const struct test_run *run, const struct worker *w, int out)
{
	int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	struct arena arena;
	struct sv text;

	gaff_os_die_with_parent();
	if (nothing >= 0) {
		(void)dup2(nothing, STDIN_FILENO);
		(void)dup2(nothing, STDOUT_FILENO);
	}
	gaff_arena_init(&arena, NULL, 0, GAFF_ARENA_MAX);
	text = test_try(&arena, run, w->c, w->shot, w->folder);
	(void)gaff_write_all(out, text, gaff_now_ms() + PATIENCE_MS);
	_exit(0);
}

static enum gaff_rc start(struct pool *p, struct worker *w, struct gaff_err *err)
{
	int fd[2], n = snprintf(w->folder, sizeof w->folder, "%s/%zu", p->run->scratch,
				p->n_started++);

	if (n < 0 || (size_t)n >= sizeof w->folder || mkdir(w->folder, 0700) != 0)
		return gaff_fail(err, GAFF_EIO, "cannot make a folder for a case: %s",
				 strerror(errno));
	if (!gaff_os_pipe(fd))
		return gaff_fail(err, GAFF_EIO, "cannot make a pipe: %s", strerror(errno));
	(void)fflush(NULL);
	w->pid = fork();
	if (w->pid == 0)
		be_worker(p->run, w, fd[1]);
	(void)close(fd[1]);
	w->fd = fd[0];
	if (w->pid < 0) {
		(void)close(fd[0]);
		w->pid = 0;
		return gaff_fail(err, GAFF_EIO, "cannot start a process: %s", strerror(errno));
	}
	(void)fcntl(w->fd, F_SETFL, O_NONBLOCK);
	w->start = gaff_now_ms();
	w->deadline = w->start + w->file->deadline_ms + PATIENCE_MS;
	w->shot->result = TEST_RUNS;
	p->n_busy++;
	return GAFF_OK;
}

/* Tell it to end, as a hook that it has started would be left otherwise; and then end it. */
static void end(struct worker *w)
{
	struct pollfd ready = { .fd = w->fd, .events = POLLIN };
	int64_t until = gaff_now_ms() + FAREWELL_MS, left;
	char rest[4096];
	ssize_t n = 1;

	(void)kill(w->pid, SIGTERM);
	while (n != 0 && (left = until - gaff_now_ms()) > 0) {
		if (poll(&ready, 1, (int)left) > 0)
			n = read(w->fd, rest, sizeof rest);
	}
	(void)kill(w->pid, SIGKILL);
}

static void finish(struct pool *p, struct worker *w, const char *why)
{
	if (why)
		end(w);
	(void)close(w->fd);
	while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
		;
	w->pid = 0;
	p->n_busy--;
	test_remove_tree(w->folder);
	settle(p->run, w, why);
}

static bool make_room(struct worker *w)
{
	size_t room = w->room ? w->room * 2 : 8192;
	char *more;

	if (w->n < w->room)
		return true;
	if (room > (size_t)2 * GAFF_TEST_REPORT_MAX)
		return false;
	more = realloc(w->report, room);
	if (!more)
		return false;
	w->report = more;
	w->room = room;
	return true;
}

/* Take what it has said so far; at its end it is free again. */
static void hear(struct pool *p, struct worker *w)
{
	for (;;) {
		ssize_t n;

		if (!make_room(w)) {
			finish(p, w, "there is no memory for what came of it");
			return;
		}
		n = read(w->fd, w->report + w->n, w->room - w->n);
		if (n > 0) {
			w->n += (size_t)n;
			continue;
		}
		if (n == 0)
			finish(p, w, NULL);
		else if (errno == EINTR)
			continue;
		else if (errno != EAGAIN)
			finish(p, w, "what came of it cannot be read");
		return;
	}
}

/* ---- all of them ---- */

static bool is_busy(const struct pool *p, const struct test_file *file)
{
	for (size_t i = 0; i < p->n_workers; i++)
		if (p->worker[i].pid && strcmp(p->worker[i].file->folder, file->folder) == 0)
			return true;
	return false;
}

/* The next thing to try of a file; NULL: there is none, or one of its folder is being tried. */
static struct test_shot *next_of(struct pool *p, size_t i, struct test_case **c)
{
	struct test_file *file = p->run->file[i];

	if (is_busy(p, file))
		return NULL;
	for (; p->next_case[i] < file->n; p->next_case[i]++, p->next_shot[i] = 0) {
		*c = &file->item[p->next_case[i]];
		for (; p->next_shot[i] < (*c)->n_shots; p->next_shot[i]++)
			if ((*c)->shot[p->next_shot[i]].result == TEST_WAITS)
				return &(*c)->shot[p->next_shot[i]];
	}
	return NULL;
}

static enum gaff_rc fill(struct pool *p, struct gaff_err *err)
{
	for (size_t i = p->told_file; i < p->run->n_files && p->n_busy < p->n_workers; i++) {
		struct test_case *c = NULL;
		struct test_shot *shot = next_of(p, i, &c);
		struct worker *w = p->worker;

		if (!shot)
			continue;
		while (w->pid)
			w++;
		*w = (struct worker){ .file = p->run->file[i], .c = c, .shot = shot };
		GAFF_TRY(start(p, w, err));
	}
	return GAFF_OK;
}

static void wait_for_any(struct pool *p)
{
	struct pollfd ready[WORKERS_MAX];
	struct worker *whose[WORKERS_MAX];
	int64_t now = gaff_now_ms(), soonest = now + 1000;
	nfds_t n = 0;

	for (size_t i = 0; i < p->n_workers; i++) {
		if (!p->worker[i].pid)
			continue;
		whose[n] = &p->worker[i];
		ready[n++] = (struct pollfd){ .fd = p->worker[i].fd, .events = POLLIN };
		if (p->worker[i].deadline < soonest)
			soonest = p->worker[i].deadline;
	}
	if (poll(ready, n, soonest > now ? (int)(soonest - now) : 0) < 0)
		return;
	for (nfds_t i = 0; i < n; i++) {
		if (ready[i].revents)
			hear(p, whose[i]);
		else if (whose[i]->deadline <= gaff_now_ms())
			finish(p, whose[i], "it did not end, and was ended");
	}
}

/* In the order of the files, whatever came first. */
static void tell(struct pool *p)
{
	while (p->told_file < p->run->n_files) {
		struct test_file *file = p->run->file[p->told_file];

		for (; p->told_case < file->n; p->told_case++) {
			if (file->item[p->told_case].n_done < file->item[p->told_case].n_shots)
				return;
			p->run->teller->one(p->run, &file->item[p->told_case]);
		}
		p->told_file++;
		p->told_case = 0;
	}
}

static enum gaff_rc try_all(struct pool *p, struct gaff_err *err)
{
	enum gaff_rc rc = GAFF_OK;

	while (rc == GAFF_OK && p->run->n_done < p->run->n_shots) {
		rc = fill(p, err);
		if (rc == GAFF_OK)
			wait_for_any(p);
		if (rc == GAFF_OK && gaff_told_to_end())
			rc = gaff_fail(err, GAFF_ETIME, "told to end");
		tell(p);
		p->run->teller->progress(p->run);
	}
	for (size_t i = 0; i < p->n_workers; i++)
		if (p->worker[i].pid)
			finish(p, &p->worker[i], "told to end");
	return rc;
}

/* A folder for all of it, with our own program in it under the name that scripts call it by. */
static enum gaff_rc make_scratch(struct test_run *run, struct gaff_err *err)
{
	const char *folder = getenv("TMPDIR");
	char path[sizeof run->scratch], own[4096], name[sizeof run->scratch + 16];
	int n = snprintf(path, sizeof path, "%s/gaff-test-XXXXXX",
			 folder && *folder == '/' ? folder : "/tmp");

	if (n < 0 || (size_t)n >= sizeof path || !mkdtemp(path))
		return gaff_fail(err, GAFF_EIO, "cannot make a folder for tests: %s",
				 strerror(errno));
	if (!realpath(path, run->scratch))
		return gaff_fail(err, GAFF_EIO, "%s: %s", path, strerror(errno));
	(void)snprintf(name, sizeof name, "%s/bin", run->scratch);
	if (mkdir(name, 0700) != 0)
		return gaff_fail(err, GAFF_EIO, "%s: %s", name, strerror(errno));
	(void)snprintf(name, sizeof name, "%s/bin/gaff", run->scratch);
	if (!gaff_os_own_program(own, sizeof own) || symlink(own, name) != 0)
		return gaff_fail(err, GAFF_EIO, "%s: %s", name, strerror(errno));
	return GAFF_OK;
}

enum gaff_rc test_try_all(struct test_run *run, struct gaff_err *err)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	struct pool *p = gaff_arena_alloc(run->arena, sizeof *p);
	size_t *places = gaff_arena_alloc(run->arena, (run->n_files + 1) * 2 * sizeof *places);
	enum gaff_rc rc;

	GAFF_TRY(gaff_arena_check(run->arena, err));
	memset(places, 0, (run->n_files + 1) * 2 * sizeof *places);
	*p = (struct pool){ .run = run,
			    .next_case = places,
			    .next_shot = places + run->n_files + 1,
			    .n_workers = cores < WORKERS_MIN   ? WORKERS_MIN
					 : cores > WORKERS_MAX ? WORKERS_MAX
							       : (size_t)cores };
	gaff_end_politely(); /* folders are left behind otherwise */
	rc = make_scratch(run, err);
	if (rc == GAFF_OK)
		rc = try_all(p, err);
	if (run->scratch[0])
		test_remove_tree(run->scratch);
	return rc;
}
