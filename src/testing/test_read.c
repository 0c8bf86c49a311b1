#include "testing/test_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/fs.h"
#include "text/plain.h"
#include "run/trust/command.h"
#include "run/guards.h"
#include "text/near.h"
#include "text/path.h"
#include "text/words.h"

/* ---- members ---- */

void test_check_keys(struct arena *a, struct gaff_findings *findings, struct json object,
		     const char *what, const char *const *names, size_t n)
{
	for (struct json_iter it = gaff_json_iter(object); gaff_json_each(&it);) {
		const char *word, *near;
		bool is_known = false;
		struct sv text;

		for (size_t i = 0; i < n; i++)
			is_known |= gaff_json_is(it.key, sv_of(names[i]));
		if (is_known)
			continue;
		word = gaff_json_text(a, it.key, &text) ? gaff_arena_cstr(a, text) : NULL;
		near = word ? gaff_nearest(word, names, n) : NULL;
		if (near)
			gaff_find_error(findings, it.key.p, "%s has no %.*s; did you mean \"%s\"?",
					what, SV_SHORT(it.key, 80), near);
		else
			gaff_find_error(findings, it.key.p, "%s has no %.*s", what,
					SV_SHORT(it.key, 80));
	}
}

const char *test_take_text(struct test_reader *r, struct json object, const char *key)
{
	struct json value = gaff_json_get(object, sv_of(key));
	const char *text = NULL;
	struct sv sv;

	if (!value.n)
		return NULL;
	if (gaff_json_text(r->arena, value, &sv))
		text = gaff_arena_cstr(r->arena, sv);
	if (!text)
		gaff_find_error(&r->findings, value.p, "\"%s\" is a text%s", key,
				gaff_json_type(value) == JSON_STRING ? " without NUL" : "");
	return text;
}

struct json test_take_texts(struct test_reader *r, struct json object, const char *key)
{
	struct json value = gaff_json_get(object, sv_of(key));

	if (!value.n)
		return value;
	if (gaff_json_type(value) != JSON_OBJECT) {
		gaff_find_error(&r->findings, value.p, "\"%s\" is an object of texts", key);
		return (struct json){ 0 };
	}
	for (struct json_iter it = gaff_json_iter(value); gaff_json_each(&it);)
		if (gaff_json_type(it.value) != JSON_STRING)
			gaff_find_error(&r->findings, it.value.p,
					"\"%s\" has texts, and nothing else", key);
	return value;
}

const char *test_below(struct test_reader *r, const char *path)
{
	struct buf b = buf_in(r->arena);

	gaff_path_absolute(&b, sv_of(r->file->folder), sv_of(path), false);
	return buf_ok(&b) ? gaff_arena_cstr(r->arena, buf_sv(&b)) : NULL;
}

/* ---- the hook ---- */

/* `gaff guard NAME` is answered in process, as in a manifest. */
static bool is_guard(struct test_reader *r, struct sv command, char ***out)
{
	char **argv = gaff_arena_alloc(r->arena, (command.n + 2) * sizeof *argv);
	struct words_iter it = words_iter(command);
	struct sv word, guards;
	size_t n = 0;

	while (argv && gaff_words_next(r->arena, &it, &word) == WORDS_WORD)
		argv[n++] = gaff_arena_cstr(r->arena, word);
	if (!n || it.rest.n)
		return false;
	argv[n] = NULL;
	*out = argv;
	return gaff_argv_is_guard(r->arena, argv, &guards);
}

static enum gaff_rc find_argv(struct test_reader *r, struct gaff_err *err)
{
	struct test_file *file = r->file;

	if (!file->takes_words && is_guard(r, file->command, &file->argv))
		return GAFF_OK;
	return (file->takes_words ? gaff_command_argv_for_words : gaff_command_argv)(
		r->arena, file->command, file->folder, &file->argv, err);
}

static void take_hook(struct test_reader *r, struct json value)
{
	const char *command = test_take_text(r, r->file->doc.root, "hook");
	struct gaff_err err;

	if (!command)
		return;
	r->file->command = sv_of(command);
	if (!sv_trim(r->file->command).n)
		gaff_find_error(&r->findings, value.p, "\"hook\" is a command");
	else if (find_argv(r, &err) != GAFF_OK)
		gaff_find_error(&r->findings, value.p, "%s", err.msg);
	else if (strchr(r->file->argv[0], '/') && access(r->file->argv[0], X_OK) != 0)
		gaff_find_error(&r->findings, value.p, "%s cannot be executed: %s",
				r->file->argv[0], strerror(errno));
}

/* A manifest with a mistake runs nothing, and would pass every case without an opinion. */
static enum gaff_rc check_manifest(struct test_reader *r, const char *path, struct gaff_err *err)
{
	struct gaff_findings findings = { .arena = r->arena };
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct gaff_manifest ignored;
	struct gaff_doc doc;
	enum gaff_rc rc;
	struct sv text;

	if (fd < 0)
		return gaff_fail(err, GAFF_EIO, "%s: %s", path, strerror(errno));
	rc = gaff_fs_read(r->arena, fd, GAFF_MANIFEST_MAX, &text, err);
	(void)close(fd);
	if (rc == GAFF_OK)
		rc = gaff_doc_parse(r->arena, text, gaff_doc_syntax_of(path), &doc, err);
	if (rc == GAFF_OK && !gaff_read_manifest(r->arena, doc.root, &findings, &ignored))
		rc = gaff_findings_fail(&findings, &doc, err);
	return rc == GAFF_OK ? GAFF_OK
			     : gaff_fail(err, rc, "%s:%zu:%zu: %.150s", path, err->line,
					 err->column, err->msg);
}

static void take_manifest(struct test_reader *r, struct json value)
{
	const char *name = test_take_text(r, r->file->doc.root, "manifest");
	struct gaff_err err;

	r->file->manifest = name ? test_below(r, name) : NULL;
	if (r->file->manifest && check_manifest(r, r->file->manifest, &err) != GAFF_OK)
		gaff_find_error(&r->findings, value.p, "%s", err.msg);
}

/* "args": true */
static void take_args(struct test_reader *r, struct json root)
{
	struct json value = gaff_json_get(root, SV("args"));

	r->file->takes_words = gaff_json_type(value) == JSON_TRUE;
	if (value.n && !r->file->takes_words && gaff_json_type(value) != JSON_FALSE)
		gaff_find_error(&r->findings, value.p, "\"args\" is true or false");
	if (r->file->takes_words &&
	    (gaff_json_get(root, SV("manifest")).n || gaff_json_get(root, SV("dialect")).n))
		gaff_find_error(&r->findings, value.p,
				"a \"hook\" gets words with \"args\", and has no dialect then");
}

static void take_dialect(struct test_reader *r, struct json root)
{
	const char *name = test_take_text(r, root, "dialect");

	r->file->dialect = name ? gaff_dialect_find(sv_of(name)) : &gaff_host_canonical;
	if (!r->file->dialect)
		gaff_find_error(&r->findings, gaff_json_get(root, SV("dialect")).p,
				"\"dialect\" is \"canonical\" or a host; 'gaff hosts' lists them");
}

/* Seconds, whole or not. */
static void take_deadline(struct test_reader *r, struct json value)
{
	char text[32], *end = text;
	double seconds = 0;

	r->file->deadline_ms = GAFF_TEST_DEADLINE_MS;
	if (!value.n)
		return;
	if (gaff_json_type(value) == JSON_NUMBER && value.n < sizeof text) {
		memcpy(text, value.p, value.n);
		text[value.n] = '\0';
		seconds = strtod(text, &end);
	}
	if (*end || seconds < 0.01 || seconds > GAFF_DEADLINE_MAX_S)
		gaff_find_error(&r->findings, value.p, "\"deadline\" is seconds, up to %d",
				GAFF_DEADLINE_MAX_S);
	else
		r->file->deadline_ms = (int64_t)(seconds * 1000);
}

static void take_root(struct test_reader *r)
{
	static const char *const names[] = { "hook",  "args",     "manifest", "dialect",
					     "hosts", "deadline", "env",      "cases" };
	struct json root = r->file->doc.root, hook = gaff_json_get(root, SV("hook")),
		    manifest = gaff_json_get(root, SV("manifest")),
		    hosts = gaff_json_get(root, SV("hosts"));

	if (gaff_json_type(root) != JSON_OBJECT) {
		gaff_find_error(&r->findings, root.p, "a test file is an object");
		return;
	}
	test_check_keys(r->arena, &r->findings, root, "a test file", names, COUNT_OF(names));
	take_args(r, root);
	if (!hook.n == !manifest.n)
		gaff_find_error(&r->findings, root.p,
				"a test file has a \"hook\" or a \"manifest\", and one of them");
	else if (hook.n)
		take_hook(r, hook);
	else
		take_manifest(r, manifest);
	if (manifest.n && gaff_json_get(root, SV("dialect")).n)
		gaff_find_error(&r->findings, root.p, "a manifest says the dialects of its hooks");
	take_dialect(r, root);
	take_deadline(r, gaff_json_get(root, SV("deadline")));
	r->file->env = test_take_texts(r, root, "env");
	r->n_hosts = 0;
	if (hosts.n) {
		test_take_hosts(r, hosts, r->hosts, &r->n_hosts);
	} else if (r->file->takes_words) {
		r->hosts[r->n_hosts++] = &gaff_host_cli;
	} else {
		for (; gaff_hosts[r->n_hosts]; r->n_hosts++)
			r->hosts[r->n_hosts] = gaff_hosts[r->n_hosts];
	}
	test_take_cases(r, gaff_json_get(root, SV("cases")));
}

/* ---- the file ---- */

static void complain(struct test_run *run, const char *path, struct gaff_place place,
		     struct sv text)
{
	struct buf b = buf_in(run->arena);
	char where[64] = "";

	if (place.line)
		(void)snprintf(where, sizeof where, ":%zu:%zu", place.line, place.column);
	gaff_plain_add(&b, sv_of(path), SIZE_MAX);
	BUF_JOIN(&b, sv_of(where), SV(": "));
	gaff_plain_add(&b, text, SIZE_MAX);
	run->teller->wrong(buf_sv(&b));
	if (!run->n_wrong++)
		run->mistakes = buf_sv(&b);
}

static int compare(const void *x, const void *y)
{
	const struct gaff_finding *one = x, *other = y;

	return (one->at > other->at) - (one->at < other->at);
}

static void complain_of_all(struct test_run *run, const struct test_file *file,
			    const struct gaff_findings *f)
{
	char more[64];

	if (f->n)
		qsort(f->item, f->n, sizeof *f->item, compare);
	for (size_t i = 0; i < f->n; i++)
		complain(run, file->path, gaff_doc_place(&file->doc, f->item[i].at),
			 f->item[i].text);
	(void)snprintf(more, sizeof more, "and %zu more", f->n_more);
	if (f->n_more)
		complain(run, file->path, (struct gaff_place){ 0 }, sv_of(more));
}

static enum gaff_rc read_doc(struct test_run *run, struct test_file *file, struct gaff_err *err)
{
	int fd = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	enum gaff_rc rc;
	struct sv text;

	if (fd < 0)
		return gaff_fail(err, GAFF_EIO, "%s", strerror(errno));
	rc = gaff_fs_read(run->arena, fd, GAFF_DOC_MAX, &text, err);
	(void)close(fd);
	GAFF_TRY(rc);
	return gaff_doc_parse(run->arena, text, gaff_doc_syntax_of(file->path), &file->doc, err);
}

/* Where it lies, by a name that does not depend on where we are. */
static enum gaff_rc find_folder(struct test_run *run, struct test_file *file, struct gaff_err *err)
{
	char real[4096], *slash;

	if (!realpath(file->path, real))
		return gaff_fail(err, GAFF_EIO, "%s", strerror(errno));
	file->real = gaff_arena_dup(run->arena, sv_of(real));
	slash = strrchr(real, '/');
	slash[slash == real] = '\0';
	file->folder = gaff_arena_dup(run->arena, sv_of(real));
	return file->real && file->folder ? GAFF_OK : gaff_no_memory(err);
}

static enum gaff_rc add(struct test_run *run, struct test_file *file, struct gaff_err *err)
{
	if (!gaff_arena_room(run->arena, &run->file, run->n_files, &run->room, sizeof file))
		return gaff_arena_check(run->arena, err);
	for (size_t i = 0; i < run->n_files; i++)
		if (strcmp(run->file[i]->real, file->real) == 0)
			return GAFF_OK; /* it was named twice, and is tried once */
	if (run->n_files == GAFF_TEST_FILES_MAX)
		return gaff_fail(err, GAFF_ETOOBIG, "there are more than %d test files",
				 GAFF_TEST_FILES_MAX);
	run->file[run->n_files++] = file;
	return GAFF_OK;
}

enum gaff_rc test_read(struct test_run *run, const char *path, struct gaff_err *err)
{
	struct test_file *file = gaff_arena_alloc(run->arena, sizeof *file);
	struct test_reader r = { .run = run, .arena = run->arena, .file = file };
	struct gaff_err why = { 0 };

	GAFF_TRY(gaff_arena_check(run->arena, err));
	*file = (struct test_file){ .path = gaff_arena_dup(run->arena, sv_of(path)) };
	r.findings.arena = run->arena;
	if (find_folder(run, file, &why) != GAFF_OK || read_doc(run, file, &why) != GAFF_OK) {
		complain(run, path, (struct gaff_place){ why.line, why.column }, sv_of(why.msg));
		return GAFF_OK;
	}
	take_root(&r);
	complain_of_all(run, file, &r.findings);
	GAFF_TRY(gaff_arena_check(run->arena, err));
	return add(run, file, err);
}
