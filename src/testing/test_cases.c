#include "testing/test_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/fs.h"
#include "text/near.h"
#include "text/path.h"

/* ---- hosts ---- */

static const struct gaff_host *take_host(struct test_reader *r, struct json value)
{
	const char *names[GAFF_HOSTS_MAX + 1], *word = NULL, *near = NULL;
	struct sv text;
	size_t n = 0;

	if (gaff_json_text(r->arena, value, &text)) {
		if (gaff_host_find(text))
			return gaff_host_find(text);
		word = gaff_arena_cstr(r->arena, text);
	}
	for (; n < GAFF_HOSTS_MAX && gaff_hosts[n]; n++)
		names[n] = gaff_hosts[n]->id.p;
	near = word ? gaff_nearest(word, names, n) : NULL;
	gaff_find_error(&r->findings, value.p, "there is no host %.*s%s%s%s", SV_SHORT(value, 80),
			near ? "; did you mean \"" : "", near ? near : "",
			near ? "\"?" : "; 'gaff hosts' lists them");
	return NULL;
}

/* Those that are there twice count once. */
void test_take_hosts(struct test_reader *r, struct json value, const struct gaff_host **out,
		     size_t *n_out)
{
	struct json_iter it = gaff_json_iter(value);
	struct json ignored, one = value;
	bool is_list = gaff_json_type(value) == JSON_ARRAY;
	size_t n = 0;

	if (gaff_json_is(value, SV("all"))) {
		for (; n < GAFF_HOSTS_MAX && gaff_hosts[n]; n++)
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
static void take_sets(struct test_reader *r, struct json value, struct fire_request *fire)
{
	if (value.n && gaff_json_type(value) != JSON_OBJECT)
		gaff_find_error(&r->findings, value.p,
				"\"set\" is an object: { \"/a/pointer\": any JSON }");
	for (struct json_iter it = gaff_json_iter(value); gaff_json_each(&it);) {
		struct buf b = buf_in(r->arena);
		struct json_writer w = { .out = &b };
		struct gaff_err err;
		struct sv pointer;
		const char *word;

		if (gaff_json_text(r->arena, it.key, &pointer))
			gaff_buf_add(&b, pointer);
		buf_addc(&b, '=');
		gaff_doc_write(&w, it.value);
		word = gaff_arena_cstr(r->arena, buf_sv(&b));
		if (!pointer.n || pointer.p[0] != '/' || sv_chr(pointer, '=') || !word)
			gaff_find_error(&r->findings, it.key.p,
					"a pointer begins with / and has no =");
		else if (fire_take_option(fire, FIRE_SET, word, &err) != GAFF_OK)
			gaff_find_error(&r->findings, it.key.p, "%s", err.msg);
	}
}

static bool is_known_event(const char *name)
{
	for (size_t i = 0; gaff_hosts[i]; i++)
		if (gaff_host_spelling(gaff_hosts[i], sv_of(name)))
			return true;
	return false;
}

static void check_event(struct test_reader *r, struct json object, const char *event)
{
	const char *names[GAFF_EV_COUNT], *near;
	size_t n = 0;

	if (!event || is_known_event(event))
		return;
	for (size_t i = 0; i < GAFF_EV_COUNT; i++)
		if (gaff_event_id_name((enum gaff_event_id)i).n)
			names[n++] = gaff_event_id_name((enum gaff_event_id)i).p;
	near = gaff_nearest(event, names, n);
	gaff_find_error(&r->findings, gaff_json_get(object, SV("event")).p,
			"no host has an event \"%s\"%s%s%s", event, near ? "; did you mean \"" : "",
			near ? near : "", near ? "\"?" : "; 'gaff hosts --events' lists them");
}

static void take_fire(struct test_reader *r, struct json object, struct fire_request *fire)
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
		const char *value = test_take_text(r, object, fire_members[i].key);

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

static enum gaff_rc read_payload(struct test_reader *r, const char *path, struct json *out,
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

static void take_payload(struct test_reader *r, struct json value, struct test_case *c)
{
	struct gaff_err err;
	struct sv name;

	c->event = value;
	if (gaff_json_type(value) == JSON_STRING) {
		const char *path = gaff_json_text(r->arena, value, &name)
					   ? gaff_arena_cstr(r->arena, name)
					   : NULL;

		c->recorded = path ? test_below(r, path) : NULL;
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

/* Whose call it is: a payload is of one agent, everything else can be of any. */
static void take_shots(struct test_reader *r, struct json object, struct test_case *c)
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
		test_take_hosts(r, one.n ? one : more, hosts, &n);
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
	for (size_t i = 0; i < n && r->file->takes_words; i++)
		if (hosts[i] != &gaff_host_cli)
			gaff_find_error(&r->findings, object.p,
					"only \"hosts\": \"cli\" has hooks with \"args\"");
	c->shot = gaff_arena_alloc(r->arena, (n + 1) * sizeof *c->shot);
	for (size_t i = 0; c->shot && i < n; i++)
		c->shot[c->n_shots++] = (struct test_shot){ .host = hosts[i],
							    .expect = &c->expect };
}

/* "on": { "cursor": { … } } */
static void take_exceptions(struct test_reader *r, struct json object, struct test_case *c)
{
	if (object.n && gaff_json_type(object) != JSON_OBJECT)
		gaff_find_error(&r->findings, object.p,
				"\"on\" is an object: { \"cursor\": { \"decision\": … } }");
	for (struct json_iter it = gaff_json_iter(object); gaff_json_each(&it);) {
		const struct gaff_host *host = take_host(r, it.key);
		struct test_expect *expect = gaff_arena_alloc(r->arena, sizeof *expect);
		bool is_tried = false;

		if (!host || !expect)
			continue;
		test_read_expect(r->arena, &r->findings, it.value, expect);
		for (size_t i = 0; i < c->n_shots; i++) {
			if (c->shot[i].host != host)
				continue;
			c->shot[i].expect = expect;
			c->shot[i].is_of_agent = true;
			is_tried = true;
		}
		if (!is_tried)
			gaff_find_error(&r->findings, it.key.p,
					"the case is not for this host, so nobody tries it");
	}
}

/* Of --host. What is wrong with the others is wrong all the same. */
static void keep_host(struct test_case *c, const struct gaff_host *host)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_shots; i++)
		if (!host || c->shot[i].host == host)
			c->shot[n++] = c->shot[i];
	c->n_shots = n;
}

/* Files that a case begins with, in a folder of its own: names that stay in it. */
static void check_files(struct test_reader *r, struct json files)
{
	for (struct json_iter it = gaff_json_iter(files); gaff_json_each(&it);) {
		struct buf b = buf_in(r->arena);
		struct sv name;

		if (!gaff_json_text(r->arena, it.key, &name))
			continue;
		gaff_path_absolute(&b, SV("/"), name, false);
		if (!name.n || name.p[0] == '/' || b.n != name.n + 1 ||
		    !sv_eq(sv_skip(buf_sv(&b), 1), name) || sv_chr(name, '\0'))
			gaff_find_error(&r->findings, it.key.p,
					"a file is named from its folder on, without . and ..");
	}
}

static void take_cwd(struct test_reader *r, struct json object, struct test_case *c)
{
	const char *cwd = test_take_text(r, object, "cwd");

	if (c->files.n && cwd)
		gaff_find_error(&r->findings, gaff_json_get(object, SV("cwd")).p,
				"\"files\" or \"cwd\": files have a folder of their own");
	c->cwd = cwd ? test_below(r, cwd) : r->file->folder;
}

static void take_case(struct test_reader *r, struct json object, struct test_case *c)
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
	name = test_take_text(r, object, "name");
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
	c->env = test_take_texts(r, object, "env");
	c->files = test_take_texts(r, object, "files");
	check_files(r, c->files);
	take_cwd(r, object, c);
	if (expect.n)
		test_read_expect(r->arena, &r->findings, expect, &c->expect);
	else
		gaff_find_error(&r->findings, object.p,
				"what is expected? {\"expect\": {}} is no opinion");
	take_shots(r, object, c);
	take_exceptions(r, gaff_json_get(object, SV("on")), c);
	keep_host(c, r->run->host);
}

static bool is_wanted(const struct test_run *run, struct sv name)
{
	return !run->only || !*run->only || sv_has(name, sv_of(run->only));
}

void test_take_cases(struct test_reader *r, struct json list)
{
	size_t n = gaff_json_count(list);

	if (gaff_json_type(list) != JSON_ARRAY || !n || n > GAFF_TEST_CASES_MAX) {
		gaff_find_error(&r->findings, list.n ? list.p : r->file->doc.root.p,
				"\"cases\" is a list of 1 to %d cases", GAFF_TEST_CASES_MAX);
		return;
	}
	r->file->item = gaff_arena_alloc(r->arena, n * sizeof *r->file->item);
	for (struct json_iter it = gaff_json_iter(list); r->file->item && gaff_json_each(&it);) {
		struct test_case *c = &r->file->item[r->file->n];

		*c = (struct test_case){ 0 };
		take_case(r, it.value, c);
		r->file->n += c->n_shots && is_wanted(r->run, c->name);
	}
}
