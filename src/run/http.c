#include "run/http.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/inherit.h"
#include "base/io.h"
#include "base/os.h"
#include "text/shell/expand.h"
#include "text/header.h"
#include "text/url.h"

extern char **environ;

/* What gaff-http needs to start and to speak; the time it is given is less than ours by this. */
enum { SPARE_MS = 300 };

/* ---- headers ---- */

static bool is_list_of_texts(struct json list)
{
	if (!list.n)
		return true;
	for (struct json_iter it = gaff_json_iter(list); gaff_json_each(&it);)
		if (gaff_json_type(it.value) != JSON_STRING)
			return false;
	return gaff_json_type(list) == JSON_ARRAY;
}

/* All that can be said of it before it is used: its URL, its headers and their variables. */
static enum gaff_rc check_handler(struct arena *a, const struct gaff_http *spec,
				  struct gaff_err *err)
{
	size_t n = 0, bytes = 0;

	GAFF_TRY(gaff_url_check(spec->url, spec->http_loopback, err));
	if (spec->headers.n && gaff_json_type(spec->headers) != JSON_OBJECT)
		return gaff_fail(err, GAFF_EUSAGE, "headers is not an object");
	if (!is_list_of_texts(spec->allowed_env_vars))
		return gaff_fail(err, GAFF_EUSAGE, "allowed_env_vars is not a list of names");
	for (struct json_iter it = gaff_json_iter(spec->headers); gaff_json_each(&it);) {
		struct sv name, text;

		if (gaff_json_type(it.value) != JSON_STRING)
			return gaff_fail(err, GAFF_EUSAGE, "a header is not a text");
		if (!gaff_json_text(a, it.key, &name) || !gaff_json_text(a, it.value, &text))
			return gaff_no_memory(err);
		bytes += name.n + text.n;
		if (++n > GAFF_HEADERS_MAX || bytes > GAFF_HEADERS_BYTES)
			return gaff_fail(err, GAFF_EUSAGE, "more than %d headers, or %u bytes",
					 GAFF_HEADERS_MAX, GAFF_HEADERS_BYTES);
		GAFF_TRY(gaff_header_check_name(name, err));
		GAFF_TRY(gaff_header_check_value(name, text, spec->allowed_env_vars, err));
	}
	return GAFF_OK;
}

static bool variable(const void *context, struct sv name, struct sv *out)
{
	(void)context;
	for (size_t i = 0; environ[i]; i++) {
		struct sv v = sv_of(environ[i]);

		if (sv_starts(v, name) && v.n > name.n && v.p[name.n] == '=') {
			*out = sv_skip(v, name.n + 1);
			return true;
		}
	}
	return false;
}

/* "Name: value", with what the variables hold. */
static enum gaff_rc expand_header(struct arena *a, struct sv name, struct sv value, struct sv *out,
				  struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct gaff_err why;
	struct sv text;

	gaff_buf_add(&b, name);
	gaff_buf_add(&b, SV(": "));
	if (gaff_expand(value, variable, NULL, &b, &why) != GAFF_OK)
		return gaff_fail(err, why.rc, "the header '%.*s': %s", SV_ARG(name), why.msg);
	text = buf_sv(&b);
	if (!gaff_header_is_value(sv_skip(text, name.n + 2)))
		return gaff_fail(err, GAFF_EUSAGE, "the header '%.*s' is not one line of text",
				 SV_ARG(name));
	*out = text;
	return GAFF_OK;
}

static enum gaff_rc write_headers(struct arena *a, const struct gaff_http *spec,
				  struct json_writer *w, struct gaff_err *err)
{
	size_t bytes = 0;

	gaff_json_open(w, '[');
	for (struct json_iter it = gaff_json_iter(spec->headers); gaff_json_each(&it);) {
		struct sv name, text, line;

		if (!gaff_json_text(a, it.key, &name) || !gaff_json_text(a, it.value, &text))
			return gaff_no_memory(err);
		GAFF_TRY(expand_header(a, name, text, &line, err));
		bytes += line.n;
		if (bytes > GAFF_HEADERS_BYTES)
			return gaff_fail(err, GAFF_EUSAGE, "the headers are more than %u bytes",
					 GAFF_HEADERS_BYTES);
		gaff_json_string(w, line);
	}
	gaff_json_close(w, ']');
	return GAFF_OK;
}

/* ---- the request ---- */

static void member_number(struct json_writer *w, struct sv key, uint64_t value)
{
	char text[24];
	int n = snprintf(text, sizeof text, "%llu", (unsigned long long)value);

	json_member(w, key, (struct sv){ text, (size_t)n });
}

static enum gaff_rc write_request(struct arena *a, const struct gaff_http *spec, struct sv *out,
				  struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	int64_t left = spec->deadline - gaff_now_ms(), spare;

	if (left > GAFF_DEADLINE_MAX_S * INT64_C(1000))
		left = GAFF_DEADLINE_MAX_S * INT64_C(1000);
	spare = left / 4 < SPARE_MS ? left / 4 : SPARE_MS;
	if (left <= spare)
		return gaff_fail(err, GAFF_ETIME, "no time is left to ask the server");
	gaff_json_open(&w, '{');
	json_member_string(&w, SV("url"), spec->url);
	gaff_json_key(&w, SV("headers"));
	GAFF_TRY(write_headers(a, spec, &w, err));
	member_number(&w, SV("timeout_ms"), (uint64_t)(left - spare));
	member_number(&w, SV("out_max"), spec->out_max);
	json_member(&w, SV("http_loopback"), spec->http_loopback ? SV("true") : SV("false"));
	gaff_json_close(&w, '}');
	buf_addc(&b, '\n');
	gaff_buf_add(&b, spec->body);
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = buf_sv(&b);
	return GAFF_OK;
}

/* ---- the program ---- */

#ifndef GAFF_LIBEXECDIR
#error "the Makefile says where gaff-http is installed"
#endif

/*
 * Beside gaff as it is built, and as it is installed: bin/gaff, libexec/gaff/gaff-http, wherever
 * that was moved to. Last, where `make install` puts it in folders of a distribution.
 */
static const char *const places[] = { "libexec/gaff/gaff-http", "../libexec/gaff/gaff-http",
				      GAFF_LIBEXECDIR "/gaff/gaff-http" };

/* At most n bytes, from gaff's own folder, unless it is a fixed place; false: not there. */
static bool is_at(const char *place, struct sv folder, char *path, size_t n)
{
	struct stat about;
	int length = *place == '/' ? snprintf(path, n, "%s", place)
				   : snprintf(path, n, "%.*s/%s", SV_ARG(folder), place);

	return length >= 0 && (size_t)length < n && stat(path, &about) == 0 &&
	       S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

enum gaff_rc gaff_http_helper(char *path, size_t n, struct gaff_err *err)
{
	char own[4096];
	const char *end;

	if (!gaff_os_own_program(own, sizeof own) || !(end = strrchr(own, '/')))
		return gaff_fail(err, GAFF_EIO, "cannot find the program gaff itself");
	for (size_t i = 0; i < COUNT_OF(places); i++)
		if (is_at(places[i], (struct sv){ own, (size_t)(end - own) }, path, n))
			return GAFF_OK;
	return gaff_fail(err, GAFF_ENOENT,
			 "gaff-http is not installed, and http handlers need it; install it as "
			 "../libexec/gaff/gaff-http beside gaff (it is built where libcurl is)");
}

/*
 * No more than TLS and proxies need: a variable that headers name is not to be seen in /proc. Of
 * these the table of base/inherit.h may leave out some: who brings certificates answers for
 * servers.
 */
static enum gaff_rc environment(struct arena *a, const char *project, char ***out,
				struct gaff_err *err)
{
	static const char *const names[] = { "HOME",        "SSL_CERT_FILE", "https_proxy",
					     "HTTPS_PROXY", "all_proxy",     "ALL_PROXY",
					     "no_proxy",    "NO_PROXY" };
	struct gaff_inside in = gaff_inherit_project(a, project);
	char **all = gaff_arena_alloc(a, (COUNT_OF(names) + 1) * sizeof *all);
	size_t n = 0;

	GAFF_TRY(gaff_arena_check(a, err));
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const struct gaff_variable_row *row = gaff_variable_find(sv_of(names[i]));
		struct sv value;

		if (variable(NULL, sv_of(names[i]), &value) && gaff_is_inherited(row, value, &in))
			all[n++] = (char *)(uintptr_t)(value.p - strlen(names[i]) - 1);
	}
	all[n] = NULL;
	*out = all;
	return GAFF_OK;
}

enum gaff_rc gaff_http_ask(struct arena *a, const struct gaff_http *spec,
			   struct gaff_proc_result *out, struct gaff_err *err)
{
	struct gaff_proc proc = { .deadline = spec->deadline,
				  .out_max = spec->out_max,
				  .err_max = GAFF_HOOK_STDERR_MAX };
	struct gaff_proc_result result;
	char path[4096], *argv[] = { path, NULL };
	char **env = NULL;

	GAFF_TRY(check_handler(a, spec, err));
	GAFF_TRY(gaff_http_helper(path, sizeof path, err));
	GAFF_TRY(environment(a, spec->project, &env, err));
	GAFF_TRY(write_request(a, spec, &proc.input, err));
	proc.argv = argv;
	proc.envp = env;
	GAFF_TRY(gaff_proc_run(a, &proc, &result, err));
	if (result.exit == 1 && sv_eq(sv_trim(result.err), SV(GAFF_HTTP_LATE)))
		return gaff_fail(err, GAFF_ETIME, "%s", GAFF_HTTP_LATE);
	/* Its loader, a signal: not an answer, and above all never an exit 2 that blocks. */
	if (result.exit != 0 && result.exit != 1)
		return gaff_fail(err, GAFF_EHOOK, "gaff-http ended with exit code %d: %.*s",
				 result.exit, SV_ARG(sv_trim(result.err)));
	*out = result;
	return GAFF_OK;
}
