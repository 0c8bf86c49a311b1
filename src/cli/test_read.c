#include "cli/test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/fs.h"
#include "cli/plain.h"
#include "run/command.h"
#include "run/guards.h"
#include "text/near.h"
#include "text/path.h"
#include "text/words.h"

struct reader {
	struct test_run *run;
	struct arena *arena;
	struct gaff_findings findings;
	struct test_file *file;
	const struct gaff_host *hosts[GAFF_HOSTS_MAX]; /* of the cases that do not say */
	size_t n_hosts;
};

/* ---- members ---- */

void test_check_keys(struct arena *a, struct gaff_findings *findings, struct json object,
		     const char *what, const char *const *names, size_t n)
{
	struct json_iter it = gaff_json_iter(object);
	struct json key, value;

	while (gaff_json_next(&it, &key, &value)) {
		const char *word, *near;
		bool is_known = false;
		struct sv text;

		for (size_t i = 0; i < n; i++)
			is_known |= gaff_json_is(key, sv_of(names[i]));
		if (is_known)
			continue;
		word = gaff_json_text(a, key, &text) ? gaff_arena_cstr(a, text) : NULL;
		near = word ? gaff_nearest(word, names, n) : NULL;
		if (near)
			gaff_find_error(findings, key.p, "%s has no %.*s; did you mean \"%s\"?",
					what, (int)(key.n < 80 ? key.n : 80), key.p, near);
		else
			gaff_find_error(findings, key.p, "%s has no %.*s", what,
					(int)(key.n < 80 ? key.n : 80), key.p);
	}
}

/* A text as a C string; NULL: it is not there, or wrong and said to be. */
static const char *take_text(struct reader *r, struct json object, const char *key)
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

/* Names with texts. */
static struct json take_texts(struct reader *r, struct json object, const char *key)
{
	struct json value = gaff_json_get(object, sv_of(key)), name, text;
	struct json_iter it = gaff_json_iter(value);

	if (!value.n)
		return value;
	if (gaff_json_type(value) != JSON_OBJECT) {
		gaff_find_error(&r->findings, value.p, "\"%s\" is an object of texts", key);
		return (struct json){ 0 };
	}
	while (gaff_json_next(&it, &name, &text))
		if (gaff_json_type(text) != JSON_STRING)
			gaff_find_error(&r->findings, text.p, "\"%s\" has texts, and nothing else",
					key);
	return value;
}

static const char *below(struct reader *r, const char *path)
{
	struct buf b = buf_in(r->arena);

	gaff_path_absolute(&b, sv_of(r->file->folder), sv_of(path), false);
	return buf_ok(&b) ? gaff_arena_cstr(r->arena, buf_sv(&b)) : NULL;
}

/* ---- hosts ---- */

static const struct gaff_host *take_host(struct reader *r, struct json value)
{
	const char *names[GAFF_HOSTS_MAX + 1], *word = NULL, *near = NULL;
	struct sv text;
	size_t n = 0;

	if (gaff_json_text(r->arena, value, &text)) {
		if (gaff_host_find(text))
			return gaff_host_find(text);
		word = gaff_arena_cstr(r->arena, text);
	}
	for (; gaff_hosts[n] && n < GAFF_HOSTS_MAX; n++)
		names[n] = gaff_hosts[n]->id.p;
	near = word ? gaff_nearest(word, names, n) : NULL;
	gaff_find_error(&r->findings, value.p, "there is no host %.*s%s%s%s",
			(int)(value.n < 80 ? value.n : 80), value.p,
			near ? "; did you mean \"" : "", near ? near : "",
			near ? "\"?" : "; 'gaff hosts' lists them");
	return NULL;
}

/* "all", one, or a list of them; those that are there twice count once. */
static void take_hosts(struct reader *r, struct json value, const struct gaff_host **out,
		       size_t *n_out)
{
	struct json_iter it = gaff_json_iter(value);
	struct json ignored, one = value;
	bool is_list = gaff_json_type(value) == JSON_ARRAY;
	size_t n = 0;

	if (gaff_json_is(value, SV("all"))) {
		for (; gaff_hosts[n] && n < GAFF_HOSTS_MAX; n++)
			out[n] = gaff_hosts[n];
		*n_out = n;
		return;
	}
	while (!is_list || gaff_json_next(&it, &ignored, &one)) {
		const struct gaff_host *host = take_host(r, one);
		bool is_new = host != NULL;

		for (size_t i = 0; i < n; i++)
			is_new &= out[i] != host;
		if (is_new && n < GAFF_HOSTS_MAX)
			out[n++] = host;
		if (!is_list)
			break;
	}
	if (is_list && !n && !r->findings.n_errors)
		gaff_find_error(&r->findings, value.p, "a list of hosts without any tests nothing");
	*n_out = n;
}

/* ---- what is fired ---- */

static const struct {
	const char *key;
	enum fire_option option;
} fire_members[] = {
	{ "event", FIRE_EVENT },     { "command", FIRE_COMMAND }, { "path", FIRE_PATH },
	{ "content", FIRE_CONTENT }, { "prompt", FIRE_PROMPT },   { "mcp", FIRE_MCP },
};

/* "set": { "/tool_input/timeout": 5 } */
static void take_sets(struct reader *r, struct json value, struct fire_request *fire)
{
	struct json_iter it = gaff_json_iter(value);
	struct json key, one;

	if (value.n && gaff_json_type(value) != JSON_OBJECT)
		gaff_find_error(&r->findings, value.p,
				"\"set\" is an object: { \"/a/pointer\": any JSON }");
	while (gaff_json_next(&it, &key, &one)) {
		struct buf b = buf_in(r->arena);
		struct json_writer w = { .out = &b };
		struct gaff_err err;
		struct sv pointer;
		const char *word;

		if (gaff_json_text(r->arena, key, &pointer))
			gaff_buf_add(&b, pointer);
		buf_addc(&b, '=');
		gaff_doc_write(&w, one);
		word = gaff_arena_cstr(r->arena, buf_sv(&b));
		if (!pointer.n || pointer.p[0] != '/' || sv_chr(pointer, '=') || !word)
			gaff_find_error(&r->findings, key.p,
					"a pointer begins with / and has no =");
		else if (fire_take_option(fire, FIRE_SET, word, &err) != GAFF_OK)
			gaff_find_error(&r->findings, key.p, "%s", err.msg);
	}
}

static bool is_known_event(const char *name)
{
	for (size_t i = 0; gaff_hosts[i]; i++)
		if (gaff_host_spelling(gaff_hosts[i], sv_of(name)))
			return true;
	return false;
}

static void check_event(struct reader *r, struct json object, const char *event)
{
	const char *names[GAFF_EV_COUNT], *near;
	size_t n = 0;

	if (!event || is_known_event(event))
		return;
	for (size_t i = 0; i < GAFF_EV_COUNT; i++)
		if (gaff_event_name((enum gaff_event_id)i).n)
			names[n++] = gaff_event_name((enum gaff_event_id)i).p;
	near = gaff_nearest(event, names, n);
	gaff_find_error(&r->findings, gaff_json_get(object, SV("event")).p,
			"no host has an event \"%s\"%s%s%s", event, near ? "; did you mean \"" : "",
			near ? near : "", near ? "\"?" : "; 'gaff hosts --events' lists them");
}

static void take_fire(struct reader *r, struct json object, struct fire_request *fire)
{
	static const char *const names[] = { "event",  "command", "path", "content",
					     "prompt", "mcp",     "set" };
	struct gaff_err err;

	if (gaff_json_type(object) != JSON_OBJECT) {
		gaff_find_error(&r->findings, object.p,
				"\"fire\" is an object: { \"event\": …, \"command\": … }");
		return;
	}
	test_check_keys(r->arena, &r->findings, object, "\"fire\"", names, COUNT_OF(names));
	for (size_t i = 0; i < COUNT_OF(fire_members); i++) {
		const char *value = take_text(r, object, fire_members[i].key);

		if (value && fire_take_option(fire, fire_members[i].option, value, &err) != GAFF_OK)
			gaff_find_error(&r->findings, object.p, "%s", err.msg);
	}
	take_sets(r, gaff_json_get(object, SV("set")), fire);
	if (!fire->event && !gaff_json_get(object, SV("event")).n)
		gaff_find_error(&r->findings, object.p,
				"which \"event\"? 'gaff hosts --events' lists them");
	else if (fire->event && fire_check(fire, &err) != GAFF_OK)
		gaff_find_error(&r->findings, object.p, "%s", err.msg);
	check_event(r, object, fire->event);
}

/* ---- what was recorded ---- */

static enum gaff_rc read_payload(struct reader *r, const char *path, struct json *out,
				 struct gaff_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	enum gaff_rc rc;
	struct sv text;

	if (fd < 0)
		return gaff_fail(err, GAFF_EIO, "%s: %s", path, strerror(errno));
	rc = gaff_fs_read(r->arena, fd, GAFF_PAYLOAD_MAX, &text, err);
	(void)close(fd);
	GAFF_TRY(rc);
	if (gaff_json_parse(text, out, err) == GAFF_OK)
		return GAFF_OK;
	return gaff_fail(err, GAFF_ESYNTAX, "%s:%zu:%zu: %.120s", path, err->line, err->column,
			 err->msg);
}

static void take_payload(struct reader *r, struct json value, struct test_case *c)
{
	struct gaff_err err;
	struct sv name;

	c->event = value;
	if (gaff_json_type(value) == JSON_STRING) {
		const char *path = gaff_json_text(r->arena, value, &name)
					   ? gaff_arena_cstr(r->arena, name)
					   : NULL;

		c->recorded = path ? below(r, path) : NULL;
		if (!c->recorded)
			gaff_find_error(&r->findings, value.p, "that is no name of a file");
		else if (read_payload(r, c->recorded, &c->event, &err) != GAFF_OK)
			gaff_find_error(&r->findings, value.p, "%s", err.msg);
	}
	if (gaff_json_type(c->event) != JSON_OBJECT && !r->findings.n_errors)
		gaff_find_error(&r->findings, value.p,
				"an event is an object, or the name of a file with one");
}

/* ---- a case ---- */

static void add_shot(struct reader *r, struct test_case *c, const struct gaff_host *host)
{
	if (r->run->host && r->run->host != host)
		return;
	c->shot[c->n_shots++] = (struct test_shot){ .host = host, .expect = &c->expect };
}

/* Whose call it is: a payload is of one agent, everything else can be of any. */
static void take_shots(struct reader *r, struct json object, struct test_case *c)
{
	struct json one = gaff_json_get(object, SV("host")),
		    more = gaff_json_get(object, SV("hosts"));
	const struct gaff_host *hosts[GAFF_HOSTS_MAX], *host;
	bool is_recorded = c->event.n && !gaff_json_get(c->event, SV("spec")).n;
	struct gaff_err err;
	size_t n = r->n_hosts;

	memcpy(hosts, r->hosts, sizeof hosts);
	if (one.n && more.n)
		gaff_find_error(&r->findings, more.p, "\"host\" or \"hosts\", not both");
	if (one.n || more.n)
		take_hosts(r, one.n ? one : more, hosts, &n);
	if (is_recorded && !one.n && !more.n) {
		n = gaff_host_detect(c->event, NULL, &host, &err) == GAFF_OK;
		hosts[0] = host;
		if (!n)
			gaff_find_error(&r->findings, object.p,
					"whose payload is it? Say \"host\"");
	} else if (is_recorded && n > 1) {
		gaff_find_error(&r->findings, more.n ? more.p : one.p,
				"a payload is of one agent; one with \"spec\" is for all of them");
	}
	c->shot = gaff_arena_alloc(r->arena, (n + 1) * sizeof *c->shot);
	for (size_t i = 0; c->shot && i < n; i++)
		add_shot(r, c, hosts[i]);
}

/* "on": { "cursor": { … } } */
static void take_exceptions(struct reader *r, struct json object, struct test_case *c)
{
	struct json_iter it = gaff_json_iter(object);
	struct json key, value;

	if (object.n && gaff_json_type(object) != JSON_OBJECT)
		gaff_find_error(&r->findings, object.p,
				"\"on\" is an object: { \"cursor\": { \"decision\": … } }");
	while (gaff_json_next(&it, &key, &value)) {
		const struct gaff_host *host = take_host(r, key);
		struct test_expect *expect = gaff_arena_alloc(r->arena, sizeof *expect);

		if (!host || !expect)
			continue;
		test_read_expect(r->arena, &r->findings, value, expect);
		for (size_t i = 0; i < c->n_shots; i++) {
			if (c->shot[i].host != host)
				continue;
			c->shot[i].expect = expect;
			c->shot[i].is_of_agent = true;
		}
	}
}

/* Files that a case begins with, in a folder of its own: names that stay in it. */
static void check_files(struct reader *r, struct json files)
{
	struct json_iter it = gaff_json_iter(files);
	struct json key, value;

	while (gaff_json_next(&it, &key, &value)) {
		struct buf b = buf_in(r->arena);
		struct sv name;

		if (!gaff_json_text(r->arena, key, &name))
			continue;
		gaff_path_absolute(&b, SV("/"), name, false);
		if (!name.n || name.p[0] == '/' || b.n != name.n + 1 ||
		    !sv_eq(sv_skip(buf_sv(&b), 1), name) || sv_chr(name, '\0'))
			gaff_find_error(&r->findings, key.p,
					"a file is named from its folder on, without . and ..");
	}
}

static void take_cwd(struct reader *r, struct json object, struct test_case *c)
{
	const char *cwd = take_text(r, object, "cwd");

	if (c->files.n && cwd)
		gaff_find_error(&r->findings, gaff_json_get(object, SV("cwd")).p,
				"\"files\" or \"cwd\": files have a folder of their own");
	c->cwd = cwd ? below(r, cwd) : r->file->folder;
}

static void take_case(struct reader *r, struct json object, struct test_case *c)
{
	static const char *const names[] = { "name", "fire", "event", "host",   "hosts",
					     "cwd",  "env",  "files", "expect", "on" };
	struct json fire = gaff_json_get(object, SV("fire")),
		    event = gaff_json_get(object, SV("event")),
		    expect = gaff_json_get(object, SV("expect"));
	const char *name;

	if (gaff_json_type(object) != JSON_OBJECT) {
		gaff_find_error(&r->findings, object.p, "a case is an object");
		return;
	}
	test_check_keys(r->arena, &r->findings, object, "a case", names, COUNT_OF(names));
	name = take_text(r, object, "name");
	c->name = sv_of(name);
	c->file = r->file;
	c->fire.by = "fire";
	if (!c->name.n && !gaff_json_get(object, SV("name")).n)
		gaff_find_error(&r->findings, object.p, "a case has a \"name\"");
	if (!fire.n == !event.n)
		gaff_find_error(&r->findings, object.p,
				"a case has \"fire\" or \"event\", and one of them");
	else if (fire.n)
		take_fire(r, fire, &c->fire);
	else
		take_payload(r, event, c);
	c->env = take_texts(r, object, "env");
	c->files = take_texts(r, object, "files");
	check_files(r, c->files);
	take_cwd(r, object, c);
	if (expect.n)
		test_read_expect(r->arena, &r->findings, expect, &c->expect);
	else
		gaff_find_error(&r->findings, object.p,
				"what is expected? {\"expect\": {}} is no opinion");
	take_shots(r, object, c);
	take_exceptions(r, gaff_json_get(object, SV("on")), c);
}

static bool is_wanted(const struct test_run *run, struct sv name)
{
	return !run->only || !*run->only || sv_has(name, sv_of(run->only));
}

static void take_cases(struct reader *r, struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json ignored, one;
	size_t n = 0;

	while (gaff_json_next(&it, &ignored, &one))
		n++;
	if (gaff_json_type(list) != JSON_ARRAY || !n || n > GAFF_TEST_CASES_MAX) {
		gaff_find_error(&r->findings, list.n ? list.p : r->file->doc.root.p,
				"\"cases\" is a list of 1 to %d cases", GAFF_TEST_CASES_MAX);
		return;
	}
	r->file->item = gaff_arena_alloc(r->arena, n * sizeof *r->file->item);
	it = gaff_json_iter(list);
	while (r->file->item && gaff_json_next(&it, &ignored, &one)) {
		struct test_case *c = &r->file->item[r->file->n];

		*c = (struct test_case){ 0 };
		take_case(r, one, c);
		r->file->n += c->n_shots && is_wanted(r->run, c->name);
	}
}

/* ---- the hook ---- */

/* `gaff guard NAME` is answered in process, as in a manifest. */
static bool is_guard(struct reader *r, struct sv command, char ***out)
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

static void take_hook(struct reader *r, struct json value)
{
	const char *command = take_text(r, r->file->doc.root, "hook");
	struct gaff_err err;

	if (!command)
		return;
	r->file->command = sv_of(command);
	if (!sv_trim(r->file->command).n)
		gaff_find_error(&r->findings, value.p, "\"hook\" is a command");
	else if (!is_guard(r, r->file->command, &r->file->argv) &&
		 gaff_command_argv(r->arena, r->file->command, r->file->folder, &r->file->argv,
				   &err) != GAFF_OK)
		gaff_find_error(&r->findings, value.p, "%s", err.msg);
	else if (strchr(r->file->argv[0], '/') && access(r->file->argv[0], X_OK) != 0)
		gaff_find_error(&r->findings, value.p, "%s cannot be executed: %s",
				r->file->argv[0], strerror(errno));
}

/* A manifest with a mistake runs nothing, and would pass every case without an opinion. */
static enum gaff_rc check_manifest(struct reader *r, const char *path, struct gaff_err *err)
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

static void take_manifest(struct reader *r, struct json value)
{
	const char *name = take_text(r, r->file->doc.root, "manifest");
	struct gaff_err err;

	r->file->manifest = name ? below(r, name) : NULL;
	if (r->file->manifest && check_manifest(r, r->file->manifest, &err) != GAFF_OK)
		gaff_find_error(&r->findings, value.p, "%s", err.msg);
}

static void take_dialect(struct reader *r, struct json root)
{
	const char *name = take_text(r, root, "dialect");

	r->file->dialect = name ? gaff_dialect_find(sv_of(name)) : &gaff_host_canonical;
	if (!r->file->dialect)
		gaff_find_error(&r->findings, gaff_json_get(root, SV("dialect")).p,
				"\"dialect\" is \"canonical\" or a host; 'gaff hosts' lists them");
}

/* Seconds, whole or not. */
static void take_deadline(struct reader *r, struct json value)
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

static void take_root(struct reader *r)
{
	static const char *const names[] = { "hook",     "manifest", "dialect", "hosts",
					     "deadline", "env",      "cases" };
	struct json root = r->file->doc.root, hook = gaff_json_get(root, SV("hook")),
		    manifest = gaff_json_get(root, SV("manifest")),
		    hosts = gaff_json_get(root, SV("hosts"));

	if (gaff_json_type(root) != JSON_OBJECT) {
		gaff_find_error(&r->findings, root.p, "a test file is an object");
		return;
	}
	test_check_keys(r->arena, &r->findings, root, "a test file", names, COUNT_OF(names));
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
	r->file->env = take_texts(r, root, "env");
	r->n_hosts = 0;
	if (hosts.n) {
		take_hosts(r, hosts, r->hosts, &r->n_hosts);
	} else {
		for (; gaff_hosts[r->n_hosts]; r->n_hosts++)
			r->hosts[r->n_hosts] = gaff_hosts[r->n_hosts];
	}
	take_cases(r, gaff_json_get(root, SV("cases")));
}

/* ---- the file ---- */

static void complain(struct test_run *run, const char *path, struct gaff_place place,
		     struct sv text)
{
	struct buf b = buf_in(run->arena);
	char where[64] = "";

	if (place.line)
		(void)snprintf(where, sizeof where, ":%zu:%zu", place.line, place.column);
	plain_add(&b, sv_of(path), SIZE_MAX);
	gaff_buf_add(&b, sv_of(where));
	gaff_buf_add(&b, SV(": "));
	plain_add(&b, text, SIZE_MAX);
	fprintf(stderr, "%.*s\n", SV_ARG(buf_sv(&b)));
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
	slash = strrchr(real, '/');
	slash[slash == real] = '\0';
	file->folder = gaff_arena_dup(run->arena, sv_of(real));
	return file->folder ? GAFF_OK : gaff_fail(err, GAFF_ENOMEM, "no memory for a path");
}

static enum gaff_rc add(struct test_run *run, struct test_file *file, struct gaff_err *err)
{
	if (run->n_files == run->room) {
		size_t room = run->room ? run->room * 2 : 16;
		struct test_file **more = gaff_arena_alloc(run->arena, room * sizeof *more);

		if (!more)
			return gaff_fail(err, GAFF_ENOMEM, "no memory for test files");
		if (run->n_files)
			memcpy(more, run->file, run->n_files * sizeof *more);
		run->file = more;
		run->room = room;
	}
	if (run->n_files == GAFF_TEST_FILES_MAX)
		return gaff_fail(err, GAFF_ETOOBIG, "there are more than %d test files",
				 GAFF_TEST_FILES_MAX);
	run->file[run->n_files++] = file;
	return GAFF_OK;
}

enum gaff_rc test_read(struct test_run *run, const char *path, struct gaff_err *err)
{
	struct test_file *file = gaff_arena_alloc(run->arena, sizeof *file);
	struct reader r = { .run = run, .arena = run->arena, .file = file };
	struct gaff_err why = { 0 };

	if (!file)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for a test file");
	*file = (struct test_file){ .path = gaff_arena_dup(run->arena, sv_of(path)) };
	r.findings.arena = run->arena;
	if (find_folder(run, file, &why) != GAFF_OK || read_doc(run, file, &why) != GAFF_OK) {
		complain(run, path, (struct gaff_place){ why.line, why.column }, sv_of(why.msg));
		return GAFF_OK;
	}
	take_root(&r);
	complain_of_all(run, file, &r.findings);
	if (run->arena->failed)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for test files");
	return add(run, file, err);
}
